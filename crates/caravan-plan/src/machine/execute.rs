//! The instruction loop.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::direct::Direct;

use super::frame::{Frame, Then};
use super::gather::Deferred;
use super::instruction::{name_at, unbound_local, unknown_name};
use super::{Machine, Stop};
use crate::code::{Code, Constant, NO_KEYWORDS, Op};
use crate::heap::Object;
use crate::operation::{Binary, Comparison, Unary};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

/// What an instruction does to the flow of control.
#[derive(Debug)]
pub(super) enum Flow {
    /// The next instruction.
    Next,
    /// The instruction at this place.
    Jump(u32),
    /// The frame on top has changed.
    Reload,
    /// The task on top goes on, with the value of its last call: `Machine::given`.
    Task,
    /// Out of the machine.
    Stop(Box<Stop>),
}

/// Why a change that no may-write set has foreseen is refused.
fn unforeseen() -> Box<Raise> {
    Raise::refused(
        "something that was there before is changed where untrusted data has decided that control comes here, in a way \
         that cannot be told from the text; change it there by its own name, or make a new value and return it",
    )
}

/// A missing operand: a fault of the compiler, told as an error instead of a panic.
pub(super) fn underflow() -> Box<Raise> {
    Raise::internal("an instruction without its operands")
}

/// Arithmetic on two small numbers that cannot overflow or raise.
#[inline]
fn computed(op: Binary, left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => computed_ints(op, a, b),
        (Value::Float(a), Value::Float(b)) => computed_floats(op, a, b),
        (Value::Int(a), Value::Float(b)) if is_exact(a) => computed_floats(op, a as f64, b),
        (Value::Float(a), Value::Int(b)) if is_exact(b) => computed_floats(op, a, b as f64),
        _ => None,
    }
}

#[inline]
fn computed_ints(op: Binary, a: i64, b: i64) -> Option<Value> {
    let value = match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Mod if b > 0 => Some(a.rem_euclid(b)),
        Binary::FloorDiv if b > 0 => Some(a.div_euclid(b)),
        Binary::Div if b != 0 && is_exact(a) && is_exact(b) => {
            return Some(Value::Float(a as f64 / b as f64));
        }
        _ => None,
    };
    value.map(Value::Int)
}

#[inline]
fn computed_floats(op: Binary, a: f64, b: f64) -> Option<Value> {
    let value = match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div if b != 0.0 => a / b,
        _ => return None,
    };
    Some(Value::Float(value))
}

/// What came of two small numbers. Not a [`Value`], so that it stays where the processor computes: what is written part
/// by part and read as a whole has to reach memory first.
enum Number {
    Int(i64),
    Truth(bool),
}

/// How two small numbers compare.
#[inline]
fn compared(op: Comparison, left: Value, right: Value) -> Option<bool> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => Some(op.holds(&a, &b)),
        (Value::Float(a), Value::Float(b)) => Some(op.holds(&a, &b)),
        _ => None,
    }
}

/// Whether an integer is a floating-point number exactly.
#[inline]
fn is_exact(int: i64) -> bool {
    int.unsigned_abs() <= 1 << 53
}

impl Machine {
    /// Begins the top level.
    pub(super) fn begin(&mut self) -> Outcome<()> {
        let program = self.program.clone();
        for code in &program.0.compiled.codes {
            let constants = self.load_constants(code)?;
            self.constants.push(constants);
        }
        let locals = program.code(0).map_or(0, |code| code.locals.len());
        self.push_frame(0, 0, None, Then::Push)?;
        let unbound = Labelled::new(Value::Unbound, Label::NONE);
        self.stack.resize(locals, unbound);
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn taint_constants(&mut self, world: &mut World) {
        if let Some((label, every, from)) = self.tainted {
            for constant in self.constants.iter_mut().flatten().skip(from).step_by(every) {
                constant.label = world.lattice.join(constant.label, label);
            }
        }
    }

    pub(super) fn load_constants(&mut self, code: &Code) -> Outcome<Vec<Labelled>> {
        let literal = self.literal;
        code.constants
            .iter()
            .map(|constant| {
                let value = match constant {
                    Constant::Value(value) => *value,
                    // What two literals give may have been computed already: a limit is met all the same.
                    Constant::Str(text) if text.len() > self.limits.string => {
                        let limit = self.limits.string;
                        return Err(Raise::limit("string", format!("a text of more than {limit} bytes")));
                    }
                    Constant::Str(text) => self.heap.text(&**text)?,
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
    ) -> Outcome<()> {
        if self.frames.len() >= self.limits.call_depth {
            return Err(Raise::new(ExcKind::RecursionError, "maximum recursion depth exceeded"));
        }
        self.frames.push(Frame {
            code,
            ip: 0,
            base,
            cut: base,
            regions: self.regions.len(),
            handlers: self.handlers.len(),
            handling: self.handling.len(),
            function,
            then,
            chosen: Label::NONE,
            site: None,
            defer: false,
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
        self.open_body();
        Ok(())
    }

    /// Takes the frame on top away, its regions having been closed.
    pub(super) fn pop_frame(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        if let Some(active) = self.active.get_mut(frame.code as usize) {
            if *active > 1 {
                self.recursion -= 1;
            }
            *active = active.saturating_sub(1);
        }
        self.stack.truncate(frame.cut);
        self.handlers.truncate(frame.handlers);
        self.handling.truncate(frame.handling);
        self.frames.truncate(self.frames.len() - 1);
    }

    /// Runs until something is needed from outside, or the plan ends.
    pub(super) fn run(&mut self, world: &mut World) -> Outcome<Stop> {
        match world.trace {
            None => self.run_noting::<false>(world),
            Some(_) => self.run_noting::<true>(world),
        }
    }

    /// The same; with `NOTING`, the world's trace gets to know of every instruction.
    fn run_noting<const NOTING: bool>(&mut self, world: &mut World) -> Outcome<Stop> {
        let program = self.program.clone();
        loop {
            if self.done() > self.pause_at && !self.is_out_of_steps() {
                return Ok(Stop::Pause);
            }
            let Some(frame) = self.frames.last() else { return Err(Raise::internal("no frame")) };
            let (base, mut ip, index) = (frame.base, frame.ip, frame.code);
            let Some(code) = program.code(index) else { return Err(Raise::internal("no code")) };
            let ops = code.ops.as_slice();
            loop {
                let Some(op) = ops.get(ip) else {
                    return Err(Raise::internal("past the code's end"));
                };
                if NOTING {
                    self.note(code, index, ip, world);
                }
                self.steps += 1;
                ip += 1;
                // In its place: a copy would be read whole before it is known what is needed of it.
                let flow = match *op {
                    Op::Constant(place) => {
                        match self.constants.get(index as usize).and_then(|c| c.get(place as usize)) {
                            Some(constant) => {
                                let constant = constant.parts();
                                // What computes with it can do so before it lies on the stack.
                                if let Value::Int(b) = constant.value
                                    && let Some(Labelled { value: Value::Int(a), label }) = self.stack.last()
                                    && let Some(op) = ops.get(ip)
                                    && let Some(number) = self.with_int(*op, *a, b)
                                    && let Some(label) = self.joined_numbers(*label, constant.label, world)
                                {
                                    self.stack.pop();
                                    self.steps += 1;
                                    ip = self.give_number(number, label, ops, ip + 1, world);
                                } else {
                                    self.stack.push(constant);
                                }
                                continue;
                            }
                            None => Err(underflow()),
                        }
                    }
                    Op::LoadLocal(slot) => match self.stack.get(base + slot as usize) {
                        Some(Labelled { value: Value::Int(a), label }) => {
                            let (a, own) = (*a, *label);
                            if let Some([Op::Constant(place), op, ..]) = ops.get(ip..)
                                && let Some(Labelled { value: Value::Int(b), label }) =
                                    self.constants.get(index as usize).and_then(|c| c.get(*place as usize))
                                && let Some(number) = self.with_int(*op, a, *b)
                                && let Some(label) = self.joined_numbers(own, *label, world)
                            {
                                self.steps += 2;
                                ip = self.give_number(number, label, ops, ip + 2, world);
                            } else {
                                self.stack.push(Labelled::new(Value::Int(a), own));
                            }
                            continue;
                        }
                        Some(value) if !matches!(value.value, Value::Unbound) => {
                            let value = value.parts();
                            self.stack.push(value);
                            continue;
                        }
                        found => {
                            Err(unbound_local(code, slot, found.map_or(Label::NONE, |value| value.label)))
                        }
                    },
                    Op::StoreLocal(slot) => {
                        let value = self.stack.last().map(Labelled::parts);
                        match (value, self.stack.get_mut(base + slot as usize)) {
                            (Some(value), Some(place)) => {
                                *place = value;
                                self.stack.pop();
                                continue;
                            }
                            _ => Err(underflow()),
                        }
                    }
                    Op::LoadGlobal(slot) => match self.globals.get(slot as usize) {
                        Some(value) if !matches!(value.value, Value::Unbound) => {
                            let mut value = value.parts();
                            let edge = self.edge(world);
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
                    // What called this function has not decided which object such a variable stands for.
                    Op::LoadLone(slot) => match self.globals.get(slot as usize) {
                        Some(value) if !matches!(value.value, Value::Unbound) => {
                            let value = value.parts();
                            self.stack.push(value);
                            continue;
                        }
                        found => {
                            let name = program.0.compiled.globals.get(slot as usize).map_or("", |name| name);
                            Err(unknown_name(name, found.map_or(Label::NONE, |value| value.label)))
                        }
                    },
                    Op::StoreGlobal(slot) => {
                        match (self.stack.last().map(Labelled::parts), self.globals.get_mut(slot as usize)) {
                            (Some(value), Some(place)) => {
                                *place = value;
                                self.stack.pop();
                                continue;
                            }
                            _ => Err(underflow()),
                        }
                    }
                    Op::Return if self.direct_return().is_some() => break,
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
                        if self.is_out_of_steps() {
                            Err(self.out_of_steps())
                        } else if self.done() > self.pause_at {
                            if let Some(frame) = self.frames.last_mut() {
                                frame.ip = ip;
                            }
                            break;
                        } else {
                            if self.heap.wants_sweep() {
                                self.sweep();
                            }
                            continue;
                        }
                    }
                    Op::Share => {
                        if let Some(Labelled { value: Value::Object(place), .. }) = self.stack.last()
                            && self.growing == Some(*place)
                        {
                            self.growing = None;
                        }
                        continue;
                    }
                    Op::Plain(place) => match code.plains.get(place as usize) {
                        Some(value) => {
                            self.stack.push(Labelled::new(*value, self.literal));
                            continue;
                        }
                        None => Err(underflow()),
                    },
                    Op::AppendTo(depth) if self.direct_append(depth).is_some() => continue,
                    Op::Grow if self.binary_fast(Binary::Add, world) || self.direct_grow(world).is_some() => {
                        continue;
                    }
                    Op::Binary(op) | Op::InPlace(op) if self.binary_fast(op, world) => continue,
                    Op::Compare(op) if self.compare_fast(op, world) => continue,
                    Op::Branch { otherwise, .. } if self.decides(world).is_some() => {
                        let truth = self.decides(world).unwrap_or_default();
                        self.stack.pop();
                        if !truth {
                            ip = otherwise as usize;
                        }
                        continue;
                    }
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
                    Op::ForNext { region, .. } if self.direct_next(region, world).is_some() => continue,
                    Op::Subscript if self.direct_subscript(world).is_some() => continue,
                    Op::StoreSubscript if self.direct_store_subscript(world).is_some() => continue,
                    Op::Compare(op) if self.direct_compare(op, world).is_some() => continue,
                    Op::Binary(Binary::Add) | Op::InPlace(Binary::Add)
                        if self.direct_concatenation(world).is_some() =>
                    {
                        continue;
                    }
                    Op::Unary(Unary::Neg) if self.direct_negation(world).is_some() => continue,
                    Op::In(positive) if self.direct_in(positive, world).is_some() => continue,
                    Op::Format { conversion: 0, spec } if self.direct_format(spec, world).is_some() => {
                        continue;
                    }
                    Op::Attribute(name) if self.direct_attribute(name_at(code, name), world).is_some() => {
                        continue;
                    }
                    other => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.ip = ip;
                        }
                        let direct = match other {
                            Op::Call { positional, keywords } => {
                                self.direct_call(other, code, positional as usize, keywords, world)
                            }
                            Op::CallMethod { name, positional, keywords: NO_KEYWORDS } => {
                                self.direct_method(other, code, name, positional as usize, world)
                            }
                            _ => None,
                        };
                        match direct {
                            Some(Direct::Next) if self.heap.watched.has_missed() => return Err(unforeseen()),
                            Some(Direct::Next) => continue,
                            Some(Direct::Entered) => break,
                            Some(Direct::Settled) => match self.settled.take() {
                                Some(flow) => flow,
                                None => Err(underflow()),
                            },
                            None if other.is_settled() => self.slow(other, code, base, world),
                            None => {
                                let general = match other {
                                    Op::Grow => Op::InPlace(Binary::Add),
                                    other => other,
                                };
                                self.slow_asking(general, code, base, world)
                            }
                        }
                    }
                };
                let (flow, after_task) = match flow {
                    Ok(Flow::Task) => (self.drive_tasks(world), true),
                    flow => (flow, false),
                };
                if self.heap.watched.has_missed() {
                    return Err(unforeseen());
                }
                match flow {
                    Ok(Flow::Next) if after_task => break,
                    Ok(Flow::Next) => {}
                    Ok(Flow::Jump(target)) => ip = target as usize,
                    Ok(Flow::Reload | Flow::Task) => break,
                    Ok(Flow::Stop(stop)) => return Ok(*stop),
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
    pub(super) fn drive_tasks(&mut self, world: &mut World) -> Outcome<Flow> {
        loop {
            let value = self.given.take();
            match self.step_task(value, world)? {
                Flow::Task => {}
                other => return Ok(other),
            }
        }
    }

    /// The steps so far: instructions, and what they have begun.
    #[inline]
    pub(super) fn done(&self) -> u64 {
        self.steps.saturating_add(self.heap.work.done())
    }

    /// Whether they are more than there may be.
    #[inline]
    pub(super) fn is_out_of_steps(&self) -> bool {
        self.done() > self.limits.steps
    }

    pub(super) fn out_of_steps(&self) -> Box<Raise> {
        Raise::limit("steps", "the plan runs too long")
    }

    /// Frees what the plan cannot reach any more.
    pub(super) fn sweep(&mut self) {
        // Its place may be another object's from here on.
        self.growing = None;
        let roots = self
            .stack
            .iter()
            .chain(&self.globals)
            .chain(self.constants.iter().flatten())
            .chain(&self.handling)
            .chain(self.variables.iter().map(|(_, value)| value))
            .chain(self.asking.iter().flatten())
            .chain(&self.given)
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
        let gathered = self.gathers.iter().flatten().chain(&self.gathered).filter_map(Deferred::held);
        let roots = roots
            .chain(gathered.map(|value| value.value))
            .chain(functions)
            .chain(thens.flatten())
            .chain(tasks.map(|value| value.value));
        self.heap.sweep(roots.collect::<Vec<_>>().into_iter());
    }

    // -- fast paths: small numbers

    /// Arithmetic on two small numbers that cannot overflow or raise.
    #[inline]
    pub(super) fn binary_fast(&mut self, op: Binary, world: &mut World) -> bool {
        let [.., left, right] = self.stack.as_slice() else { return false };
        let Some(value) = computed(op, left.value, right.value) else { return false };
        self.replace_numbers(value, world)
    }

    #[inline]
    pub(super) fn compare_fast(&mut self, op: Comparison, world: &mut World) -> bool {
        let [.., left, right] = self.stack.as_slice() else { return false };
        let Some(holds) = compared(op, left.value, right.value) else { return false };
        self.replace_numbers(Value::Bool(holds), world)
    }

    /// Puts what came of the two numbers on top in their place.
    #[inline]
    fn replace_numbers(&mut self, value: Value, world: &mut World) -> bool {
        let [.., left, right] = self.stack.as_slice() else { return false };
        let Some(label) = self.joined_numbers(left.label, right.label, world) else { return false };
        self.stack.pop();
        if let Some(top) = self.stack.last_mut() {
            *top = Labelled::new(value, label);
        }
        true
    }

    /// The label of what came of two numbers, unless a handler would learn that it did not fail.
    #[inline]
    fn joined_numbers(&self, left: Label, right: Label, world: &mut World) -> Option<Label> {
        let label = world.lattice.join(left, right);
        (self.handlers.is_empty() || world.lattice.is_inert(label)).then_some(label)
    }

    /// What an instruction makes of two small numbers, if it computes with numbers.
    #[inline(always)]
    fn with_int(&self, op: Op, a: i64, b: i64) -> Option<Number> {
        self.directly()?;
        let op = match op {
            Op::Compare(op) => return Some(Number::Truth(op.holds(&a, &b))),
            Op::Binary(op) | Op::InPlace(op) => op,
            Op::Grow => Binary::Add,
            _ => return None,
        };
        match computed_ints(op, a, b)? {
            Value::Int(number) => Some(Number::Int(number)),
            _ => None,
        }
    }

    /// Puts a number onto the stack, or goes where the branch that comes next goes by it; gives the place of the next
    /// instruction.
    #[inline(always)]
    fn give_number(&mut self, number: Number, label: Label, ops: &[Op], ip: usize, world: &World) -> usize {
        match number {
            Number::Int(int) => self.stack.push(Labelled::new(Value::Int(int), label)),
            Number::Truth(truth) => {
                if let Some(Op::Branch { otherwise, .. }) = ops.get(ip)
                    && world.lattice.is_inert(label)
                {
                    self.steps += 1;
                    return if truth { ip + 1 } else { *otherwise as usize };
                }
                self.stack.push(Labelled::new(Value::Bool(truth), label));
            }
        }
        ip
    }

    /// What the truth value on top decides, if nobody learns from it.
    #[inline]
    fn decides(&self, world: &World) -> Option<bool> {
        match self.stack.last() {
            Some(Labelled { value: Value::Bool(truth), label }) if world.lattice.is_inert(*label) => {
                Some(*truth)
            }
            _ => None,
        }
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
