//! A machine whose run is explained: what it notes before an instruction.

use super::Machine;
use crate::code::{Code, Op};
use crate::world::World;

impl Machine {
    /// Notes the line of an instruction that is about to be carried out, and the variable that it gives a value to.
    #[cold]
    pub(super) fn note(&mut self, code: &Code, index: u32, ip: usize, world: &mut World) {
        let (Some(trace), Some(op)) = (&mut world.trace, code.ops.get(ip)) else { return };
        let name = match *op {
            Op::StoreLocal(slot) | Op::StoreCell(slot) | Op::StoreOuterCell(slot) => {
                code.locals.get(slot as usize)
            }
            Op::StoreGlobal(slot) | Op::StoreOuterGlobal(slot) => {
                self.program.0.compiled.globals.get(slot as usize)
            }
            _ => None,
        };
        let is_new = trace.is_new(index, ip);
        if !is_new && name.is_none() {
            return;
        }
        let line = self.program.span(index, ip).line;
        if is_new && line > 0 {
            trace.ran(line);
        }
        if let (Some(name), Some(value)) = (name, self.stack.last_mut()) {
            value.label = trace.assigned(line, name, value.label, &mut world.lattice);
        }
    }
}
