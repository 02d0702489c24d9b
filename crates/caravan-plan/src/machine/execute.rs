//! The instruction loop.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::frame::{Frame, Handler, Purpose, Then};
use super::region::Kind;
use super::{Machine, Stop};
use crate::code::{Code, Constant, NO_KEYWORDS, Op, Slot};
use crate::dict::Dict;
use crate::heap::{Iter, Object};
use crate::operation::{Binary, Comparison};
use crate::raise::{Cause, Outcome, Raise};
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
fn underflow() -> Box<Raise> {
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

    fn load_constants(&mut self, code: &Code) -> Outcome<Vec<Labelled>> {
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
            site: None,
        });
        if let Some(active) = self.active.get_mut(code as usize) {
            *active += 1;
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
                let Some(op) = ops.get(ip).copied() else { return Err(Raise::internal("past the code's end")) };
                self.steps += 1;
                ip += 1;
                let flow = match op {
                    Op::Constant(place) => match self.constants.get(index as usize).and_then(|c| c.get(place as usize)) {
                        Some(value) => {
                            self.stack.push(*value);
                            continue;
                        }
                        None => Err(underflow()),
                    },
                    Op::LoadLocal(slot) => match self.stack.get(base + slot as usize) {
                        Some(value) if value.value != Value::Unbound => {
                            self.stack.push(*value);
                            continue;
                        }
                        found => Err(unbound_local(code, slot, found.map_or(Label::NONE, |value| value.label))),
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

    fn out_of_steps(&self) -> Box<Raise> {
        Raise::limit("steps", format!("the plan ran more than {} steps", self.limits.steps))
    }

    /// Frees what the plan cannot reach any more.
    fn sweep(&mut self) {
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
        let thens = self.frames.iter().map(|frame| &frame.then).chain(self.tasks.iter().map(|task| &task.then));
        let thens = thens.flat_map(|then| match then {
            Then::Give(value) => [Some(value.value), None],
            Then::Insert { container, key } => [Some(container.value), Some(key.value)],
            Then::Remember { cache, key } => [Some(Value::Object(*cache)), Some(key.value)],
            Then::Generator { iterator, .. } => [Some(Value::Object(*iterator)), None],
            _ => [None, None],
        });
        let tasks = self.tasks.iter().flat_map(|task| {
            let state = &task.task.state;
            std::iter::once(&state.function).chain(&state.items).chain(&state.results).chain(&state.extra)
        });
        let roots = roots.chain(functions).chain(thens.flatten()).chain(tasks.map(|value| value.value));
        self.heap.sweep(roots.collect::<Vec<_>>().into_iter());
    }

    // -- fast paths: small numbers

    /// Arithmetic on two small numbers that cannot overflow or raise.
    #[inline]
    fn binary_fast(&mut self, op: Binary, world: &mut World) -> bool {
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
    fn compare_fast(&mut self, op: Comparison, world: &mut World) -> bool {
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
    fn test(&mut self, value: Labelled, world: &mut World) -> Outcome<bool> {
        match value.value {
            Value::Bool(value) => Ok(value),
            Value::None => Ok(false),
            Value::Int(value) => Ok(value != 0),
            _ => self.truth(value, world),
        }
    }

    /// Whether a value counts as true. An instance whose class defines `__bool__` or `__len__` was asked
    /// before, by `Op::Truth`.
    fn truth(&mut self, value: Labelled, world: &mut World) -> Outcome<bool> {
        Ok(self.cx(world).truth(value.value))
    }

    fn loop_test(&mut self, region: u32, value: Labelled, world: &mut World) {
        let label = match value.value {
            Value::Object(_) => self.cx(world).structure_of(value),
            _ => value.label,
        };
        let Some(place) = self.loop_entry(region) else { return };
        if let Some(entry) = self.regions.get_mut(place) {
            entry.rounds += 1;
        }
        // Whatever bounds one outcome of the test, nothing bounds how often it is asked.
        let label = if world.lattice.is_trusted(label) {
            label
        } else {
            let charge = world.lattice.decision(caravan_label::Bits::UNBOUNDED);
            world.lattice.join(label, charge)
        };
        self.loop_guard(place, label, world);
    }

    // -- everything else

    pub(super) fn pop(&mut self) -> Outcome<Labelled> {
        self.stack.pop().ok_or_else(underflow)
    }

    pub(super) fn top(&self) -> Outcome<Labelled> {
        self.stack.last().copied().ok_or_else(underflow)
    }

    /// Takes the `count` values on top, in the order in which they were put there.
    pub(super) fn take(&mut self, count: usize) -> Outcome<Vec<Labelled>> {
        let at = self.stack.len().checked_sub(count).ok_or_else(underflow)?;
        Ok(self.stack.split_off(at))
    }

    fn push(&mut self, value: Labelled) -> Outcome<Flow> {
        self.stack.push(value);
        Ok(Flow::Next)
    }

    /// Puts the result of an operation that could have raised on operands of this label.
    fn push_result(&mut self, value: Labelled, operands: Label, world: &mut World) -> Outcome<Flow> {
        self.could_raise(operands, world);
        self.push(value)
    }

    /// Carries out an instruction that may meet instances whose classes define special methods. An operation
    /// that needs what such a method gives says so; the method is called, and the instruction starts again
    /// with the answer at hand (see `operation::ask`).
    fn slow_asking(&mut self, op: Op, code: &Code, base: usize, world: &mut World) -> Outcome<Flow> {
        let kept = self.stack.len().saturating_sub(op.operands(code));
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        operands.extend_from_slice(self.stack.get(kept..).unwrap_or_default());
        let result = self.slow(op, code, base, world);
        if let Err(raise) = &result
            && let Cause::Call(function, arguments) = &raise.cause
        {
            let (mut function, arguments) = (*function, arguments.clone());
            // How often an operation asks is decided by what it looks at.
            let asked_by = self.cx(world).deep_all(&operands);
            if !world.lattice.is_inert(asked_by) {
                function.label = world.lattice.join(function.label, asked_by);
            }
            self.stack.truncate(kept);
            self.stack.append(&mut operands);
            self.operands = operands;
            if let Some(frame) = self.frames.last_mut() {
                frame.ip = frame.ip.saturating_sub(1);
            }
            self.asking.push(std::mem::take(&mut self.heap.asked.answers));
            self.heap.asked.clear();
            return match self.call(function, arguments, Vec::new(), Then::Ask, world)? {
                Flow::Next => Ok(Flow::Reload),
                other => Ok(other),
            };
        }
        self.operands = operands;
        // Answers that this instruction has used; those that it has just got for another are left.
        if self.heap.asked.next.get() > 0 {
            let label = self.cx(world).asked_label();
            self.heap.asked.clear();
            if let Err(raise) = result {
                return Err(raise.labelled(label, &mut world.lattice));
            }
            if let Some(top) = self.stack.last().copied() {
                self.cx(world).raise_structure(top.value, label);
            }
            if let Some(top) = self.stack.last_mut() {
                top.label = world.lattice.join(top.label, label);
            }
        }
        result
    }

    fn slow(&mut self, op: Op, code: &Code, base: usize, world: &mut World) -> Outcome<Flow> {
        match op {
            Op::Plain(value) => {
                let literal = self.literal;
                self.push(Labelled::new(value, literal))
            }
            Op::LoadCell(slot) => match self.slot_mut(Slot::Cell(slot)).copied() {
                Some(mut value) if value.value != Value::Unbound => {
                    if code.free_cells.contains(&slot) {
                        let edge = self.edge(world);
                        value.label = world.lattice.join(value.label, edge);
                    }
                    self.push(value)
                }
                found => Err(unbound_local(code, slot, found.map_or(Label::NONE, |value| value.label))),
            },
            Op::StoreCell(slot) => {
                let value = self.pop()?;
                self.assign(Slot::Cell(slot), value)
            }
            Op::StoreOuterCell(slot) => {
                let value = self.pop()?;
                self.refuse_outer_write(world)?;
                self.assign(Slot::Cell(slot), value)
            }
            Op::StoreOuterGlobal(slot) => {
                let value = self.pop()?;
                self.refuse_outer_write(world)?;
                self.assign(Slot::Global(slot), value)
            }
            Op::DeleteLocal(slot) => self.unbind(Slot::Local(slot), code, world),
            Op::DeleteCell(slot) => self.unbind(Slot::Cell(slot), code, world),
            Op::DeleteGlobal(slot) => self.unbind(Slot::Global(slot), code, world),
            Op::WasBound => {
                let label = self.top()?.label;
                if !world.lattice.control_is_trusted(label) {
                    let control = world.lattice.without_data(label);
                    self.could_raise(control, world);
                }
                Ok(Flow::Next)
            }
            Op::NewCell(slot) => {
                let cell = self.heap.value(Object::Cell(Labelled::new(Value::Unbound, Label::NONE)))?;
                if let Some(place) = self.stack.get_mut(base + slot as usize) {
                    *place = Labelled::new(cell, Label::NONE);
                }
                Ok(Flow::Next)
            }
            Op::Unknown(name) => Err(unknown_name(code.names.get(name as usize).map_or("", |name| name), Label::NONE)),
            Op::Duplicate => {
                let value = self.top()?;
                self.push(value)
            }
            Op::DuplicateTwo => {
                let [.., a, b] = self.stack.as_slice() else { return Err(underflow()) };
                let pair = [*a, *b];
                self.stack.extend(pair);
                Ok(Flow::Next)
            }
            Op::Swap => {
                let (b, a) = (self.pop()?, self.pop()?);
                self.stack.push(b);
                self.push(a)
            }
            Op::Bury(depth) => {
                let value = self.pop()?;
                let at = self.stack.len().checked_sub(depth as usize).ok_or_else(underflow)?;
                self.stack.insert(at, value);
                Ok(Flow::Next)
            }
            Op::Binary(op) | Op::InPlace(op) => {
                let in_place = matches!(ops_at(code, self), Some(Op::InPlace(_)));
                let (b, a) = (self.pop()?, self.pop()?);
                if let Some(flow) = self.instance_operator(op.method(), a, b, world)? {
                    return Ok(flow);
                }
                let operands = world.lattice.join(a.label, b.label);
                let mut cx = self.cx(world);
                let result = if in_place { cx.in_place(op, a, b) } else { cx.binary(op, a, b) };
                let value = result.map_err(|raise| raise.labelled(operands, &mut world.lattice))?;
                self.push_result(value, operands, world)
            }
            Op::Unary(op) => {
                let value = self.pop()?;
                let result = self.cx(world).unary(op, value);
                let result = result.map_err(|raise| raise.labelled(value.label, &mut world.lattice))?;
                self.push_result(result, value.label, world)
            }
            Op::Not => {
                let value = self.pop()?;
                let label = self.cx(world).structure_of(value);
                let truth = self.truth(value, world)?;
                self.push(Labelled::new(Value::Bool(!truth), label))
            }
            Op::Truth => {
                let value = self.pop()?;
                for method in ["__bool__", "__len__"] {
                    if let Some(flow) = self.instance_call(value, method, Vec::new(), world)? {
                        return Ok(flow);
                    }
                }
                self.push(value)
            }
            Op::Compare(op) => {
                let (b, a) = (self.pop()?, self.pop()?);
                if let Some(flow) = self.instance_operator(op.method(), a, b, world)? {
                    return Ok(flow);
                }
                let mut cx = self.cx(world);
                let (left, right) = (cx.deep(a), cx.deep(b));
                let label = cx.join(left, right);
                let result = match op {
                    Comparison::Eq => cx.equal(a.value, b.value),
                    Comparison::Ne => cx.equal(a.value, b.value).map(|equal| !equal),
                    op => cx.order(op, a.value, b.value),
                };
                let holds = result.map_err(|raise| raise.labelled(label, &mut world.lattice))?;
                self.push_result(Labelled::new(Value::Bool(holds), label), label, world)
            }
            Op::Is(positive) => {
                let (b, a) = (self.pop()?, self.pop()?);
                let mut cx = self.cx(world);
                let label = cx.join(a.label, b.label);
                let same = cx.same(a.value, b.value);
                self.push(Labelled::new(Value::Bool(same == positive), label))
            }
            Op::In(positive) => {
                let (container, item) = (self.pop()?, self.pop()?);
                if let Some(flow) = self.instance_contains(container, item, positive, world)? {
                    return Ok(flow);
                }
                let mut cx = self.cx(world);
                let (left, right) = (cx.deep(item), cx.deep_keys(container));
                let label = cx.join(left, right);
                let found = cx.contains(item.value, container.value);
                let found = found.map_err(|raise| raise.labelled(label, &mut world.lattice))?;
                self.push_result(Labelled::new(Value::Bool(found == positive), label), label, world)
            }
            Op::BuildList(count) => {
                let (items, literal) = (self.take(count as usize)?, self.literal);
                let list = self.heap.list(items, literal)?;
                self.push(Labelled::new(list, literal))
            }
            Op::BuildTuple(count) => {
                let (items, literal) = (self.take(count as usize)?, self.literal);
                let tuple = self.heap.tuple(items, literal)?;
                self.push(Labelled::new(tuple, literal))
            }
            Op::BuildSet(count) => {
                let (items, literal) = (self.take(count as usize)?, self.literal);
                let set = self.heap.value(Object::Set(Box::new(Dict::new(literal))))?;
                let set = Labelled::new(set, literal);
                for item in items {
                    self.add_to_set(set, item, world)?;
                }
                self.push(set)
            }
            Op::BuildDict(count) => {
                let (items, literal) = (self.take(2 * count as usize)?, self.literal);
                let dict = self.heap.value(Object::Dict(Box::new(Dict::new(literal))))?;
                let dict = Labelled::new(dict, literal);
                for pair in items.chunks_exact(2) {
                    let [key, value] = pair else { continue };
                    self.insert_into_dict(dict, *key, *value, world)?;
                }
                self.push(dict)
            }
            Op::BuildSlice => {
                let parts = self.take(3)?;
                let [start, stop, step] = parts.as_slice() else { return Err(underflow()) };
                let label = self.cx(world).join_all(&parts);
                let slice = self.heap.value(Object::Slice(Box::new([*start, *stop, *step])))?;
                self.push(Labelled::new(slice, label))
            }
            Op::ExtendList => self.extend_display(world),
            Op::MergeDict { call } => self.merge_dict(call, world),
            Op::ListToTuple => {
                let list = self.pop()?;
                let (items, structure) = match self.heap.object(list.value) {
                    Some(Object::List(list)) => (list.items.clone(), list.structure),
                    _ => return Err(underflow()),
                };
                let tuple = self.heap.tuple(items, structure)?;
                self.push(Labelled::new(tuple, list.label))
            }
            Op::AppendTo(depth) => {
                let item = self.pop()?;
                let container = self.nth(depth)?;
                self.heap.charge(std::mem::size_of::<Labelled>())?;
                if let Some(Object::List(list)) = self.heap.object_mut(container.value) {
                    list.items.push(item);
                }
                Ok(Flow::Next)
            }
            Op::AddTo(depth) => {
                let item = self.pop()?;
                let container = self.nth(depth)?;
                self.add_to_set(container, item, world)?;
                Ok(Flow::Next)
            }
            Op::InsertInto(depth) => {
                let (value, key) = (self.pop()?, self.pop()?);
                let container = self.nth(depth)?;
                self.insert_into_dict(container, key, value, world)?;
                Ok(Flow::Next)
            }
            Op::Subscript => {
                let (key, container) = (self.pop()?, self.pop()?);
                self.subscript(container, key, world)
            }
            Op::StoreSubscript => {
                let (key, container, value) = (self.pop()?, self.pop()?, self.pop()?);
                if let Some(flow) = self.instance_call(container, "__setitem__", vec![key, value], world)? {
                    return Ok(flow);
                }
                let mut cx = self.cx(world);
                let operands = cx.join(container.label, key.label);
                let result = cx.set_item(container, key, value);
                result.map_err(|raise| raise.labelled(operands, &mut world.lattice))?;
                self.could_raise(operands, world);
                Ok(Flow::Next)
            }
            Op::DeleteSubscript => {
                let (key, container) = (self.pop()?, self.pop()?);
                let mut cx = self.cx(world);
                let operands = cx.join(container.label, key.label);
                let result = cx.del_item(container, key);
                result.map_err(|raise| raise.labelled(operands, &mut world.lattice))?;
                self.could_raise(operands, world);
                Ok(Flow::Next)
            }
            Op::Attribute(name) => {
                let object = self.pop()?;
                self.load_attribute(object, name_at(code, name), world)
            }
            Op::StoreAttribute(name) => {
                let (object, value) = (self.pop()?, self.pop()?);
                self.store_attribute(object, name_at(code, name), value, world)?;
                Ok(Flow::Next)
            }
            Op::DeleteAttribute(name) => {
                let object = self.pop()?;
                self.delete_attribute(object, name_at(code, name), world)?;
                Ok(Flow::Next)
            }
            Op::Unpack(count) => self.unpack(count as usize, None, world),
            Op::UnpackStar(before, after) => self.unpack(before as usize, Some(after as usize), world),
            Op::Format { conversion, spec } => self.format_piece(conversion, spec, world),
            Op::BuildString(count) => {
                let pieces = self.take(count as usize)?;
                let literal = self.literal;
                let label = pieces.iter().fold(literal, |label, piece| world.lattice.join(label, piece.label));
                let mut text = String::new();
                for piece in &pieces {
                    text.push_str(self.heap.str(piece.value).unwrap_or_default());
                    self.heap.room_for(text.len())?;
                    self.check_string(text.len())?;
                }
                let text = self.heap.text(text)?;
                self.push(Labelled::new(text, label))
            }
            Op::BranchIf { region, otherwise } => {
                let value = self.pop()?;
                self.guard(region, value, world);
                let truth = self.truth(value, world)?;
                Ok(if truth { Flow::Jump(otherwise) } else { Flow::Next })
            }
            Op::BranchAnd { region, otherwise } => {
                let value = self.top()?;
                self.guard(region, value, world);
                if self.truth(value, world)? {
                    self.stack.pop();
                    Ok(Flow::Next)
                } else {
                    Ok(Flow::Jump(otherwise))
                }
            }
            Op::BranchOr { region, otherwise } => {
                let value = self.top()?;
                self.guard(region, value, world);
                if self.truth(value, world)? {
                    Ok(Flow::Jump(otherwise))
                } else {
                    self.stack.pop();
                    Ok(Flow::Next)
                }
            }
            Op::JumpIfFalse(target) => {
                let value = self.pop()?;
                let truth = self.truth(value, world)?;
                Ok(if truth { Flow::Next } else { Flow::Jump(target) })
            }
            Op::EnterLoop(region) => {
                let iterator = self.top()?;
                self.enter_loop(region, iterator, world);
                Ok(Flow::Next)
            }
            Op::EnterWhile(region) => {
                self.open(Kind::Loop, region, Label::NONE, world);
                Ok(Flow::Next)
            }
            Op::GetIterator => {
                let value = self.pop()?;
                if let Some(flow) = self.instance_call(value, "__iter__", Vec::new(), world)? {
                    return Ok(flow);
                }
                let result = self.cx(world).iter(value);
                let iterator = result.map_err(|raise| raise.labelled(value.label, &mut world.lattice))?;
                self.push_result(iterator, value.label, world)
            }
            Op::ForNext { region, otherwise } => self.for_next(region, otherwise, world),
            Op::EndLoop(region) => {
                self.end_region(region, world)?;
                Ok(Flow::Next)
            }
            Op::Unwind(region) => {
                self.unwind_loop(region, world)?;
                Ok(Flow::Next)
            }
            Op::EnterTry { region, handler } => {
                self.open(Kind::Try, region, Label::NONE, world);
                self.handlers.push(Handler {
                    frames: self.frames.len(),
                    target: handler,
                    stack: self.stack.len(),
                    entry: self.regions.len() - 1,
                    handling: self.handling.len(),
                    tasks: self.tasks.len(),
                    asking: self.asking.len(),
                });
                Ok(Flow::Next)
            }
            Op::PopHandler => {
                self.handlers.pop();
                Ok(Flow::Next)
            }
            Op::MatchException => {
                let (class, exception) = (self.pop()?, self.top()?);
                let matches = self.cx(world).exception_matches(exception.value, class.value)?;
                let label = world.lattice.join(exception.label, class.label);
                self.push(Labelled::new(Value::Bool(matches), label))
            }
            Op::EnterHandler => {
                let exception = self.pop()?;
                self.handling.push(exception);
                Ok(Flow::Next)
            }
            Op::LeaveHandler => {
                self.handling.pop();
                Ok(Flow::Next)
            }
            Op::Raise { cause } => {
                let cause = if cause { Some(self.pop()?) } else { None };
                let exception = self.pop()?;
                self.raise_statement(exception, cause, world)
            }
            Op::Reraise => match self.handling.last().copied() {
                Some(exception) => Err(Self::again(exception)),
                None => Err(Raise::new(ExcKind::RuntimeError, "No active exception to reraise")),
            },
            Op::RaiseAgain => {
                let exception = self.pop()?;
                Err(Self::again(exception))
            }
            Op::AssertionFailed { message } => {
                let arguments = if message { vec![self.pop()?] } else { Vec::new() };
                let exception = self.exception(ExcKind::AssertionError, arguments)?;
                Err(Self::again(Labelled::new(exception, Label::NONE)))
            }
            Op::Call { positional, keywords } => {
                let keywords = self.keywords(code, keywords)?;
                let positional = self.take(positional as usize)?;
                let callee = self.pop()?;
                self.call(callee, positional, keywords, Then::Push, world)
            }
            Op::CallMethod { name, positional, keywords } => {
                let keywords = self.keywords(code, keywords)?;
                let positional = self.take(positional as usize)?;
                let receiver = self.pop()?;
                self.call_method(receiver, name_at(code, name), positional, keywords, world)
            }
            Op::CallSpread => self.call_spread(world),
            Op::Site(site) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.site = Some(site);
                }
                Ok(Flow::Next)
            }
            Op::Return => {
                let value = self.pop()?;
                self.return_value(value, world)
            }
            Op::MakeFunction { code: index, defaults, keyword_defaults } => {
                self.make_function(index, defaults, keyword_defaults)
            }
            Op::MakeClass(plan) => self.make_class(plan, world),
            Op::Import(module) => {
                let literal = self.literal;
                self.push(Labelled::new(Value::Module(module), literal))
            }
            Op::ImportFrom { module, name } => self.import_from(module, name_at(code, name), world),
            Op::Yield => self.yield_value(world),
            Op::YieldFrom => self.yield_from(world),
            Op::MatchPattern { pattern, values } => {
                let values = self.take(values as usize)?;
                let subject = self.pop()?;
                let Some(pattern) = code.patterns.get(pattern as usize) else { return Err(underflow()) };
                self.match_pattern(pattern, subject, &values, world)
            }
            Op::Keep => {
                self.kept = self.pop()?;
                Ok(Flow::Next)
            }
            // Handled in `run`.
            Op::Constant(_)
            | Op::LoadLocal(_)
            | Op::StoreLocal(_)
            | Op::LoadGlobal(_)
            | Op::StoreGlobal(_)
            | Op::Pop
            | Op::Jump(_)
            | Op::JumpBack(_)
            | Op::Branch { .. }
            | Op::LoopTest { .. }
            | Op::EndRegion(_) => Err(Raise::internal("an instruction out of place")),
        }
    }

    /// *guarded region*, calling a function: the guards that stood open where the running function was
    /// called. What it reads of the variables around it was left by code under them.
    fn edge(&self, world: &World) -> Label {
        let Some(frame) = self.frames.last().filter(|_| self.frames.len() > 1) else { return Label::NONE };
        let outside = frame.regions.checked_sub(1).and_then(|place| self.regions.get(place));
        outside.map(|entry| entry.pc).filter(|pc| !world.lattice.is_inert(*pc)).unwrap_or(Label::NONE)
    }

    fn nth(&self, depth: u16) -> Outcome<Labelled> {
        self.stack.len().checked_sub(depth as usize).and_then(|at| self.stack.get(at)).copied().ok_or_else(underflow)
    }

    fn assign(&mut self, slot: Slot, value: Labelled) -> Outcome<Flow> {
        match self.slot_mut(slot) {
            Some(place) => {
                *place = value;
                Ok(Flow::Next)
            }
            None => Err(underflow()),
        }
    }

    /// *may-write*: a variable of an outer function or level cannot be assigned while an untrusted decision
    /// is open, because where the decision went the other way nothing would show it.
    fn refuse_outer_write(&mut self, world: &mut World) -> Outcome<()> {
        // What the episode itself stands under decides all of it alike.
        if self.regions.iter().skip(1).all(|entry| world.lattice.is_inert(entry.label)) {
            return Ok(());
        }
        Err(Raise::refused(
            "a `global` or `nonlocal` variable is assigned where untrusted data has decided that control comes \
             here; return the value and assign it after the branch",
        ))
    }

    fn unbind(&mut self, slot: Slot, code: &Code, world: &mut World) -> Outcome<Flow> {
        let pc = self.pc();
        let Some(place) = self.slot_mut(slot) else { return Err(underflow()) };
        if place.value == Value::Unbound {
            let label = place.label;
            return Err(match slot {
                Slot::Global(slot) => {
                    let name = self.program.0.compiled.globals.get(slot as usize).map_or("", |name| name);
                    unknown_name(name, label)
                }
                Slot::Local(slot) | Slot::Cell(slot) => unbound_local(code, slot, label),
            });
        }
        // That the variable is unbound was decided by what stands open; the region's end adds the rest.
        *place = Labelled::new(Value::Unbound, if world.lattice.is_inert(pc) { Label::NONE } else { pc });
        Ok(Flow::Next)
    }

    fn keywords(&mut self, code: &Code, keywords: u32) -> Outcome<Vec<(Box<str>, Labelled)>> {
        if keywords == NO_KEYWORDS {
            return Ok(Vec::new());
        }
        let Some(Constant::Keywords(names)) = code.constants.get(keywords as usize) else { return Err(underflow()) };
        let values = self.take(names.len())?;
        Ok(names.iter().cloned().zip(values).collect())
    }

    pub(super) fn check_string(&self, bytes: usize) -> Outcome<()> {
        if bytes > self.limits.string {
            return Err(Raise::limit("string", format!("a string is longer than {} bytes", self.limits.string)));
        }
        Ok(())
    }

    fn for_next(&mut self, region: u32, otherwise: u32, world: &mut World) -> Outcome<Flow> {
        let iterator = self.top()?;
        if let Some(Object::Iterator(iter)) = self.heap.object(iterator.value)
            && matches!(**iter, Iter::Generator { .. })
        {
            self.recheck_loop(region, iterator, world);
            return self.advance_generator(iterator, Purpose::Loop { region, otherwise }, world);
        }
        self.recheck_loop(region, iterator, world);
        match self.cx(world).next(iterator)? {
            Some(item) => self.push(item),
            None => {
                self.stack.pop();
                Ok(Flow::Jump(otherwise))
            }
        }
    }

    /// Adds an element to a set that is being displayed or filled.
    fn add_to_set(&mut self, set: Labelled, item: Labelled, world: &mut World) -> Outcome<()> {
        // Which elements coincide is told by the set's length.
        let mut cx = self.cx(world);
        let key = cx.deep(item);
        cx.raise_structure(set.value, key);
        cx.dict_insert(set.value, item, Labelled::new(Value::None, Label::NONE))
            .map_err(|raise| raise.labelled(key, &mut world.lattice))?;
        Ok(())
    }

    fn insert_into_dict(&mut self, dict: Labelled, key: Labelled, value: Labelled, world: &mut World) -> Outcome<()> {
        let mut cx = self.cx(world);
        let label = cx.deep(key);
        cx.raise_structure(dict.value, label);
        cx.dict_insert(dict.value, key, value).map_err(|raise| raise.labelled(label, &mut world.lattice))?;
        Ok(())
    }

    fn extend_display(&mut self, world: &mut World) -> Outcome<Flow> {
        let iterable = self.pop()?;
        let container = self.top()?;
        let collected = self.cx(world).collect(iterable);
        let collected = collected.map_err(|raise| raise.labelled(iterable.label, &mut world.lattice))?;
        self.could_raise(iterable.label, world);
        self.cx(world).raise_structure(container.value, collected.structure);
        if let Some(Object::Set(_)) = self.heap.object(container.value) {
            for item in collected.items {
                self.add_to_set(container, item, world)?;
            }
            return Ok(Flow::Next);
        }
        self.heap.charge(std::mem::size_of::<Labelled>() * collected.items.len())?;
        if let Some(Object::List(list)) = self.heap.object_mut(container.value) {
            list.items.extend(collected.items);
        }
        Ok(Flow::Next)
    }

    fn merge_dict(&mut self, call: bool, world: &mut World) -> Outcome<Flow> {
        let mapping = self.pop()?;
        let container = self.top()?;
        let mut cx = self.cx(world);
        let structure = cx.structure_of(mapping);
        let entries: Vec<(Labelled, Labelled)> = match cx.heap.object(mapping.value) {
            Some(Object::Dict(dict)) => dict.iter().map(|entry| (entry.key, entry.value)).collect(),
            _ => {
                let name = cx.type_name(mapping.value);
                return Err(Raise::type_error(if call {
                    format!("argument after ** must be a mapping, not {name}")
                } else {
                    format!("'{name}' object is not a mapping")
                }));
            }
        };
        cx.raise_structure(container.value, structure);
        for (key, value) in entries {
            if call && self.heap.str(key.value).is_none() {
                return Err(Raise::type_error("keywords must be strings"));
            }
            self.insert_into_dict(container, key, value, world)?;
        }
        Ok(Flow::Next)
    }

    fn unpack(&mut self, before: usize, after: Option<usize>, world: &mut World) -> Outcome<Flow> {
        let value = self.pop()?;
        let mut cx = self.cx(world);
        let structure = cx.structure_of(value);
        let type_name = cx.type_name(value.value);
        let collected = cx.collect(value).map_err(|raise| match &raise.cause {
            Cause::Python(error) if error.message.ends_with("object is not iterable") => {
                Raise::type_error(format!("cannot unpack non-iterable {type_name} object"))
            }
            _ => raise,
        });
        let mut items = collected.map_err(|raise| raise.labelled(structure, &mut world.lattice))?.items;
        let found = items.len();
        for item in &mut items {
            item.label = self.cx(world).pick(item.label, structure, Label::NONE, 1);
        }
        let error = match after {
            None if found > before => Some(format!("too many values to unpack (expected {before})")),
            None if found < before => {
                Some(format!("not enough values to unpack (expected {before}, got {found})"))
            }
            Some(after) if found < before + after => {
                Some(format!("not enough values to unpack (expected at least {}, got {found})", before + after))
            }
            _ => None,
        };
        if let Some(error) = error {
            return Err(Raise::value_error(error).labelled(structure, &mut world.lattice));
        }
        self.could_raise(structure, world);
        if let Some(after) = after {
            let tail = items.split_off(found - after);
            let middle = items.split_off(before);
            let list = self.heap.list(middle, structure)?;
            items.push(Labelled::new(list, self.literal));
            items.extend(tail);
        }
        self.stack.extend(items.into_iter().rev());
        Ok(Flow::Next)
    }

    fn format_piece(&mut self, conversion: u8, spec: bool, world: &mut World) -> Outcome<Flow> {
        let spec_value = if spec { Some(self.pop()?) } else { None };
        let value = self.pop()?;
        let wants_str = conversion == b's' || (conversion == 0 && spec_value.is_none());
        let method = if wants_str { "__str__" } else { "__repr__" };
        if (wants_str || conversion == b'r') && spec_value.is_none()
            && let Some(flow) = self.text_of_instance(value, method, Then::Push, world)?
        {
            return Ok(flow);
        }
        let mut cx = self.cx(world);
        let own = cx.deep(value);
        let label = spec_value.map_or(own, |spec| cx.join(own, spec.label));
        let spec_text = spec_value.and_then(|spec| cx.heap.str(spec.value)).unwrap_or_default().to_owned();
        let result = match conversion {
            0 if spec_value.is_none() => cx.str_of(value.value),
            0 => cx.format(value.value, &spec_text),
            conversion => {
                let text = match conversion {
                    b's' => cx.str_of(value.value),
                    b'a' => cx.repr(value.value).map(|text| caravan_pylib::text::escape_non_ascii(&text)),
                    _ => cx.repr(value.value),
                };
                text.and_then(|text| {
                    if spec_text.is_empty() {
                        return Ok(text);
                    }
                    let text = cx.heap.text(text)?;
                    cx.format(text, &spec_text)
                })
            }
        };
        let text = result.map_err(|raise| raise.labelled(label, &mut world.lattice))?;
        self.could_raise(label, world);
        let text = self.heap.text(text)?;
        self.push(Labelled::new(text, label))
    }
}

/// The instruction that is being carried out.
fn ops_at(code: &Code, machine: &Machine) -> Option<Op> {
    let ip = machine.frames.last()?.ip;
    code.ops.get(ip.checked_sub(1)?).copied()
}

pub(super) fn name_at(code: &Code, name: u32) -> &str {
    code.names.get(name as usize).map_or("", |name| name)
}

fn unknown_name(name: &str, label: Label) -> Box<Raise> {
    let mut raise = Raise::new(ExcKind::NameError, format!("name '{name}' is not defined"));
    raise.label = label;
    raise
}

fn unbound_local(code: &Code, slot: u16, label: Label) -> Box<Raise> {
    let name = code.locals.get(slot as usize).map_or("", |name| name);
    let free = code.free_cells.contains(&slot);
    let mut raise = if free {
        Raise::new(
            ExcKind::NameError,
            format!("cannot access free variable '{name}' where it is not associated with a value in enclosing scope"),
        )
    } else {
        Raise::new(
            ExcKind::UnboundLocalError,
            format!("cannot access local variable '{name}' where it is not associated with a value"),
        )
    };
    raise.label = label;
    raise
}
