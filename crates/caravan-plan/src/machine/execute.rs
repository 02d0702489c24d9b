//! The instruction loop.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::frame::{Frame, Then};
use super::instruction::{unbound_local, unknown_name};
use super::region::Kind;
use super::{Machine, Stop};
use crate::code::{Code, Constant, Op};
use crate::heap::Object;
use crate::operation::{Binary, Comparison};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

/// What an instruction does to the flow of control.
pub(super) enum Flow {
    /// The next instruction.
    Next,
    /// The instruction at this place.
    Jump(u32),
    /// The frame on top has changed.
    Reload,
    /// The task on top goes on, with the value of its last call.
    Task(Option<Labelled>),
    /// Out of the machine.
    Stop(Stop),
}

/// A missing operand: a fault of the compiler, told as an error instead of a panic.
pub(super) fn underflow() -> Box<Raise> {
    Raise::internal("an instruction without its operands")
}

impl Machine {
    /// Begins the top level.
    pub(super) fn begin(&mut self, world: &mut World) -> Outcome<()> {
        let program = self.program.clone();
        for code in &program.0.compiled.codes {
            let constants = self.load_constants(code)?;
            self.constants.push(constants);
        }
        let locals = program.code(0).map_or(0, |code| code.locals.len());
        self.push_frame(0, 0, None, Then::Push, world)?;
        let unbound = Labelled::new(Value::Unbound, Label::NONE);
        self.stack.resize(locals, unbound);
        Ok(())
    }

    pub(super) fn load_constants(&mut self, code: &Code) -> Outcome<Vec<Labelled>> {
        let literal = self.literal;
        code.constants
            .iter()
            .map(|constant| {
                let value = match constant {
                    Constant::Value(value) => *value,
                    Constant::Str(text) => self.heap.text(text.clone())?,
                    Constant::BigInt(int) => self.heap.value(Object::BigInt(int.clone()))?,
                    Constant::Bytes(bytes) => self.heap.value(Object::Bytes(bytes.clone()))?,
                    Constant::Keywords(_) => Value::None,
                };
                Ok(Labelled::new(value, literal))
            })
            .collect()
    }

    /// Begins a call whose locals lie, or will lie, on the stack from `base` on.
    pub(super) fn push_frame(
        &mut self,
        code: u32,
        base: usize,
        function: Option<crate::value::Ref>,
        then: Then,
        world: &mut World,
    ) -> Outcome<()> {
        if self.frames.len() >= self.limits.call_depth {
            return Err(Raise::new(ExcKind::RecursionError, "maximum recursion depth exceeded"));
        }
        self.frames.push(Frame {
            code,
            ip: 0,
            base,
            regions: self.regions.len(),
            handlers: self.handlers.len(),
            handling: self.handling.len(),
            function,
            then,
            chosen: Label::NONE,
            site: None,
        });
        if let Some(active) = self.active.get_mut(code as usize) {
            *active += 1;
            if let Some(called) = self.called.get_mut(code as usize) {
                *called = called.saturating_add(1);
            }
            if *active > 1 {
                self.recursion += 1;
            }
        }
        self.open(Kind::Body, 0, Label::NONE, world);
        Ok(())
    }

    /// Takes the frame on top away, its regions having been closed.
    pub(super) fn pop_frame(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        if let Some(active) = self.active.get_mut(frame.code as usize) {
            if *active > 1 {
                self.recursion -= 1;
            }
            *active = active.saturating_sub(1);
        }
        self.stack.truncate(frame.base);
        self.handlers.truncate(frame.handlers);
        self.handling.truncate(frame.handling);
        Some(frame)
    }

    /// Runs until something is needed from outside, or the plan ends.
    pub(super) fn run(&mut self, world: &mut World) -> Outcome<Stop> {
        let program = self.program.clone();
        loop {
            let Some(frame) = self.frames.last() else { return Err(Raise::internal("no frame")) };
            let (base, mut ip, index) = (frame.base, frame.ip, frame.code);
            let Some(code) = program.code(index) else { return Err(Raise::internal("no code")) };
            let ops = code.ops.as_slice();
            let edge = self.edge(world);
            loop {
                let Some(op) = ops.get(ip).copied() else {
                    return Err(Raise::internal("past the code's end"));
                };
                self.steps += 1;
                ip += 1;
                let flow = match op {
                    Op::Constant(place) => {
                        match self.constants.get(index as usize).and_then(|c| c.get(place as usize)) {
                            Some(value) => {
                                self.stack.push(*value);
                                continue;
                            }
                            None => Err(underflow()),
                        }
                    }
                    Op::LoadLocal(slot) => match self.stack.get(base + slot as usize) {
                        Some(value) if value.value != Value::Unbound => {
                            self.stack.push(*value);
                            continue;
                        }
                        found => {
                            Err(unbound_local(code, slot, found.map_or(Label::NONE, |value| value.label)))
                        }
                    },
                    Op::StoreLocal(slot) => match self.stack.pop() {
                        Some(value) => match self.stack.get_mut(base + slot as usize) {
                            Some(place) => {
                                *place = value;
                                continue;
                            }
                            None => Err(underflow()),
                        },
                        None => Err(underflow()),
                    },
                    Op::LoadGlobal(slot) => match self.globals.get(slot as usize) {
                        Some(value) if value.value != Value::Unbound => {
                            let mut value = *value;
                            if edge != Label::NONE {
                                value.label = world.lattice.join(value.label, edge);
                            }
                            self.stack.push(value);
                            continue;
                        }
                        found => {
                            let name = program.0.compiled.globals.get(slot as usize).map_or("", |name| name);
                            Err(unknown_name(name, found.map_or(Label::NONE, |value| value.label)))
                        }
                    },
                    Op::StoreGlobal(slot) => match (self.stack.pop(), self.globals.get_mut(slot as usize)) {
                        (Some(value), Some(place)) => {
                            *place = value;
                            continue;
                        }
                        _ => Err(underflow()),
                    },
                    Op::Pop => {
                        self.stack.pop();
                        continue;
                    }
                    Op::Jump(target) => {
                        ip = target as usize;
                        continue;
                    }
                    Op::JumpBack(target) => {
                        ip = target as usize;
                        if self.steps > self.limits.steps {
                            Err(self.out_of_steps())
                        } else {
                            if self.heap.wants_sweep() {
                                self.sweep();
                            }
                            continue;
                        }
                    }
                    Op::Binary(op) | Op::InPlace(op) if self.binary_fast(op, world) => continue,
                    Op::Compare(op) if self.compare_fast(op, world) => continue,
                    Op::Branch { region, otherwise } => match self.stack.pop() {
                        Some(value) => {
                            self.guard(region, value, world);
                            match self.test(value, world) {
                                Ok(true) => continue,
                                Ok(false) => {
                                    ip = otherwise as usize;
                                    continue;
                                }
                                Err(raise) => Err(raise),
                            }
                        }
                        None => Err(underflow()),
                    },
                    Op::Give(slot) => {
                        if let Some(value) = self.stack.last()
                            && !world.lattice.is_inert(value.label)
                        {
                            self.give(slot, value.label, world);
                        }
                        continue;
                    }
                    Op::EndRegion(region) => match self.end_region(region, world) {
                        Ok(()) => continue,
                        Err(raise) => Err(raise),
                    },
                    Op::LoopTest { region, otherwise } => match self.stack.pop() {
                        Some(value) => {
                            self.loop_test(region, value, world);
                            match self.test(value, world) {
                                Ok(true) => continue,
                                Ok(false) => {
                                    ip = otherwise as usize;
                                    continue;
                                }
                                Err(raise) => Err(raise),
                            }
                        }
                        None => Err(underflow()),
                    },
                    other => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.ip = ip;
                        }
                        self.slow_asking(other, code, base, world)
                    }
                };
                let (flow, after_task) = match flow {
                    Ok(Flow::Task(value)) => (self.drive_tasks(value, world), true),
                    flow => (flow, false),
                };
                match flow {
                    Ok(Flow::Next) if after_task => break,
                    Ok(Flow::Next) => {}
                    Ok(Flow::Jump(target)) => ip = target as usize,
                    Ok(Flow::Reload | Flow::Task(_)) => break,
                    Ok(Flow::Stop(stop)) => return Ok(stop),
                    Err(raise) => {
                        if !after_task && let Some(frame) = self.frames.last_mut() {
                            frame.ip = ip;
                        }
                        self.unwind(raise, world)?;
                        break;
                    }
                }
            }
        }
    }

    /// Lets tasks go on until one waits for a call, or none is left.
    pub(super) fn drive_tasks(&mut self, mut value: Option<Labelled>, world: &mut World) -> Outcome<Flow> {
        loop {
            match self.step_task(value, world)? {
                Flow::Task(next) => value = next,
                other => return Ok(other),
            }
        }
    }

    pub(super) fn out_of_steps(&self) -> Box<Raise> {
        Raise::limit("steps", format!("the plan ran more than {} steps", self.limits.steps))
    }

    /// Frees what the plan cannot reach any more.
    pub(super) fn sweep(&mut self) {
        let roots = self
            .stack
            .iter()
            .chain(&self.globals)
            .chain(self.constants.iter().flatten())
            .chain(&self.handling)
            .chain(self.variables.iter().map(|(_, value)| value))
            .chain(self.asking.iter().flatten())
            .chain(std::iter::once(&self.kept))
            .map(|value| value.value);
        let functions = self.frames.iter().filter_map(|frame| frame.function).map(Value::Object);
        let thens =
            self.frames.iter().map(|frame| &frame.then).chain(self.tasks.iter().map(|task| &task.then));
        let thens = thens.flat_map(|then| match then {
            Then::Give(value) => [Some(value.value), None],
            Then::Insert { container, key } => [Some(container.value), Some(key.value)],
            Then::Remember { cache, key } => [Some(Value::Object(*cache)), Some(key.value)],
            Then::Generator { iterator, .. } => [Some(Value::Object(*iterator)), None],
            _ => [None, None],
        });
        let tasks = self.tasks.iter().flat_map(|task| {
            let state = &task.task.state;
            let again =
                task.again.iter().flat_map(|(callee, arguments)| std::iter::once(callee).chain(arguments));
            std::iter::once(&state.function)
                .chain(&state.items)
                .chain(&state.results)
                .chain(&state.extra)
                .chain(&task.pending)
                .chain(again)
        });
        let roots = roots.chain(functions).chain(thens.flatten()).chain(tasks.map(|value| value.value));
        self.heap.sweep(roots.collect::<Vec<_>>().into_iter());
    }

    // -- fast paths: small numbers

    /// Arithmetic on two small numbers that cannot overflow or raise.
    #[inline]
    pub(super) fn binary_fast(&mut self, op: Binary, world: &mut World) -> bool {
        let [.., left, right] = self.stack.as_slice() else { return false };
        let value = match (left.value, right.value) {
            (Value::Int(a), Value::Int(b)) => {
                let value = match op {
                    Binary::Add => a.checked_add(b),
                    Binary::Sub => a.checked_sub(b),
                    Binary::Mul => a.checked_mul(b),
                    Binary::Mod if b > 0 => Some(a.rem_euclid(b)),
                    Binary::FloorDiv if b > 0 => Some(a.div_euclid(b)),
                    _ => None,
                };
                match value {
                    Some(value) => Value::Int(value),
                    None => return false,
                }
            }
            (Value::Float(a), Value::Float(b)) => match op {
                Binary::Add => Value::Float(a + b),
                Binary::Sub => Value::Float(a - b),
                Binary::Mul => Value::Float(a * b),
                Binary::Div if b != 0.0 => Value::Float(a / b),
                _ => return false,
            },
            _ => return false,
        };
        let label = world.lattice.join(left.label, right.label);
        if !self.handlers.is_empty() && !world.lattice.is_inert(label) {
            return false;
        }
        self.stack.pop();
        if let Some(top) = self.stack.last_mut() {
            *top = Labelled::new(value, label);
        }
        true
    }

    #[inline]
    pub(super) fn compare_fast(&mut self, op: Comparison, world: &mut World) -> bool {
        let [.., left, right] = self.stack.as_slice() else { return false };
        let (Value::Int(a), Value::Int(b)) = (left.value, right.value) else { return false };
        let holds = match op {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
        };
        let label = world.lattice.join(left.label, right.label);
        if !self.handlers.is_empty() && !world.lattice.is_inert(label) {
            return false;
        }
        self.stack.pop();
        if let Some(top) = self.stack.last_mut() {
            *top = Labelled::new(Value::Bool(holds), label);
        }
        true
    }

    #[inline]
    pub(super) fn test(&mut self, value: Labelled, world: &mut World) -> Outcome<bool> {
        match value.value {
            Value::Bool(value) => Ok(value),
            Value::None => Ok(false),
            Value::Int(value) => Ok(value != 0),
            _ => self.truth(value, world),
        }
    }

    /// Whether a value counts as true. An instance whose class defines `__bool__` or `__len__` was asked
    /// before, by `Op::Truth`.
    pub(super) fn truth(&mut self, value: Labelled, world: &mut World) -> Outcome<bool> {
        Ok(self.cx(world).truth(value.value))
    }

    pub(super) fn loop_test(&mut self, region: u32, value: Labelled, world: &mut World) {
        let label = match value.value {
            Value::Object(_) => self.cx(world).structure_of(value),
            _ => value.label,
        };
        let Some(place) = self.loop_entry(region) else { return };
        self.next_round(place, world);
        // Whatever bounds one outcome of the test, nothing bounds how often it is asked.
        let label = if world.lattice.is_trusted(label) {
            label
        } else {
            let charge = world.lattice.decision(caravan_label::Bits::UNBOUNDED);
            world.lattice.join(label, charge)
        };
        self.loop_guard(place, label, world);
    }
}
