//! What the instructions do that the loop does not do by itself.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::execute::{Flow, underflow};
use super::frame::{Handler, Purpose, Then};
use super::operator::Operator;
use super::region::Kind;
use crate::code::{Code, Constant, NO_KEYWORDS, Op, Slot};
use crate::dict::Dict;
use crate::heap::{Iter, Name, Object};
use crate::operation::Comparison;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

impl Machine {
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

    pub(super) fn push(&mut self, value: Labelled) -> Outcome<Flow> {
        self.stack.push(value);
        Ok(Flow::Next)
    }

    /// Puts the result of an operation that could have raised on operands of this label.
    pub(super) fn push_result(
        &mut self,
        value: Labelled,
        operands: Label,
        world: &mut World,
    ) -> Outcome<Flow> {
        self.could_have_raised(value, operands, world);
        self.push(value)
    }

    /// Carries out an instruction that may meet instances whose classes define special methods. An operation
    /// that needs what such a method gives says so; the method is called, and the instruction starts again
    /// with the answer at hand (see `operation::ask`).
    pub(super) fn slow_asking(
        &mut self,
        op: Op,
        code: &Code,
        base: usize,
        world: &mut World,
    ) -> Outcome<Flow> {
        let kept = self.stack.len().saturating_sub(op.operands(code));
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        operands.extend_from_slice(self.stack.get(kept..).unwrap_or_default());
        // To take one step asks nobody.
        let may_ask = !matches!(op, Op::ForNext { .. }) && !self.program.0.compiled.classes.is_empty();
        if may_ask {
            self.heap.keep_iterators();
        }
        let result = self.slow(op, code, base, world);
        match &result {
            Err(raise) if matches!(raise.cause, Cause::Call(..)) => self.heap.restore_iterators(),
            _ => self.heap.forget_iterators(),
        }
        self.settle(op, result, kept, operands, world)
    }

    /// What comes of an instruction that was carried out on these operands, which lay on the stack from `kept` on.
    pub(super) fn settle(
        &mut self,
        op: Op,
        mut result: Outcome<Flow>,
        kept: usize,
        mut operands: Vec<Labelled>,
        world: &mut World,
    ) -> Outcome<Flow> {
        if op.can_raise() {
            result = self.settle_raise(op, result, &operands, world);
        }
        if let Err(raise) = &result
            && let Cause::Call(function, arguments) = &raise.cause
        {
            let (mut function, mut arguments) = (*function, arguments.clone());
            // How often an operation asks is decided by what it looks at, and so is what it asks about: it sees
            // no labels.
            let asked_by = self.cx(world).deep_all(&operands);
            if !world.lattice.is_inert(asked_by) {
                function.label = world.lattice.join(function.label, asked_by);
            }
            for argument in &mut arguments {
                argument.label = world.lattice.join(argument.label, asked_by);
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
        // Answers that this instruction has used; those that it has just got for another are left.
        if self.heap.asked.next.get() > 0 {
            let label = self.cx(world).asked_label();
            self.raise_answered(&operands, label, world);
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
        self.operands = operands;
        result
    }

    /// What an operation has changed by the answers that it got, among what it was given: how it has changed was
    /// decided by them.
    pub(super) fn raise_answered(&mut self, given: &[Labelled], answers: Label, world: &mut World) {
        if world.lattice.is_inert(answers) {
            return;
        }
        for operand in given {
            let changed = match self.heap.object(operand.value) {
                Some(Object::NativeMethod(_, receiver)) => receiver.value,
                _ => operand.value,
            };
            // A key that was found is told as one that became an entry.
            let makes = self.heap.dict(changed).is_some_and(|dict| dict.factory.value != Value::Unbound);
            if let Value::Object(place) = changed
                && (makes || self.heap.changed_since(place, self.answered))
            {
                self.cx(world).raise_structure(changed, answers);
            }
        }
    }

    /// *try*: whether an instruction raises is decided by its operands. Those that know better have labelled
    /// their failure themselves.
    fn settle_raise(
        &mut self,
        op: Op,
        result: Outcome<Flow>,
        operands: &[Labelled],
        world: &mut World,
    ) -> Outcome<Flow> {
        match result {
            // What a tool or agent answers is looked at when it does.
            Ok(flow @ Flow::Stop(_)) => Ok(flow),
            Ok(flow) => {
                if self.catcher().is_some() {
                    // Whether a call can be made is decided by what is called; what it does with its arguments
                    // is its own affair.
                    let deciding = match op {
                        Op::Call { .. } | Op::CallMethod { .. } => operands.get(..1).unwrap_or_default(),
                        _ => operands,
                    };
                    for operand in deciding {
                        let label = self.cx(world).structure_of(*operand);
                        self.could_raise(label, world);
                    }
                }
                Ok(flow)
            }
            Err(raise) if matches!(raise.cause, Cause::Call(..) | Cause::Refused(_)) => Err(raise),
            Err(raise) => {
                let unlabelled = raise.label == Label::NONE;
                let mut cx = self.cx(world);
                let label = if unlabelled {
                    cx.deep_all(operands)
                } else {
                    operands.iter().fold(Label::NONE, |label, operand| {
                        let own = cx.structure_of(*operand);
                        cx.join(label, own)
                    })
                };
                Err(raise.labelled(label, cx.lattice))
            }
        }
    }

    pub(super) fn slow(&mut self, op: Op, code: &Code, base: usize, world: &mut World) -> Outcome<Flow> {
        match op {
            Op::Plain(place) => {
                let value = code.plains.get(place as usize).copied().ok_or_else(underflow)?;
                let literal = self.literal;
                self.push(Labelled::new(value, literal))
            }
            Op::LoadCell(slot) => match self.slot_mut(Slot::Cell(slot)).copied() {
                Some(mut value) if value.value != Value::Unbound => {
                    if code.free_cells.contains(&slot) {
                        let edge = self.edge(world);
                        let chosen = self.frames.last().map_or(Label::NONE, |frame| frame.chosen);
                        let by = world.lattice.join(edge, chosen);
                        value.label = world.lattice.join(value.label, by);
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
                self.note_outer_write(slot);
                self.assign(Slot::Global(slot), value)
            }
            Op::DeleteLocal(slot) => self.unbind(Slot::Local(slot), code, world),
            Op::DeleteCell(slot) => self.unbind(Slot::Cell(slot), code, world),
            Op::DeleteGlobal(slot) => self.unbind(Slot::Global(slot), code, world),
            Op::DeleteOuterCell(slot) => {
                self.refuse_outer_write(world)?;
                self.unbind(Slot::Cell(slot), code, world)
            }
            Op::DeleteOuterGlobal(slot) => {
                self.refuse_outer_write(world)?;
                self.note_outer_write(slot);
                self.unbind(Slot::Global(slot), code, world)
            }
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
            Op::Unknown(name) => {
                Err(unknown_name(code.names.get(name as usize).map_or("", |name| name), Label::NONE))
            }
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
                let in_place = matches!(ops_at(code, self), Some(Op::InPlace(_) | Op::Grow));
                let (b, a) = (self.pop()?, self.pop()?);
                let operator = if in_place { Operator::InPlace(op) } else { Operator::Binary(op) };
                if let Some(flow) = self.instance_operator(operator, a, b, world)? {
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
                if let Some(flow) = self.instance_operator(Operator::Compare(op), a, b, world)? {
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
                if let Some(Object::Iterator(_)) = self.heap.object(container.value) {
                    // How far the iterator was used up tells what was found.
                    self.cx(world).raise_structure(container.value, label);
                }
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
            Op::BuildDict(count) => self.build_dict(count as usize, world),
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
            Op::ListToGenerator => {
                let list = self.pop()?;
                let selection = self.heap.take_selection(list.value);
                let (items, structure) = match self.heap.object_mut(list.value) {
                    Some(Object::List(list)) => (std::mem::take(&mut list.items), list.structure),
                    _ => return Err(underflow()),
                };
                let iter = Iter::Buffer { items, next: 0, structure, name: "generator" };
                let generator = self.heap.value(Object::Iterator(Box::new(iter)))?;
                self.heap.give_selection(generator, selection);
                self.push(Labelled::new(generator, list.label))
            }
            Op::AppendTo(depth) => {
                let item = self.pop()?;
                let container = self.nth(depth)?;
                self.heap.charge(size_of::<Labelled>())?;
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
                if let Some(method) = self.method(container, "__setitem__", world) {
                    return self.call(method, vec![container, key, value], Vec::new(), Then::Drop, world);
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
                if let Some(method) = self.method(container, "__delitem__", world) {
                    return self.call(method, vec![container, key], Vec::new(), Then::Drop, world);
                }
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
                self.store_attribute(object, name_at(code, name), value, Then::Drop, world)
            }
            Op::DeleteAttribute(name) => {
                let object = self.pop()?;
                self.delete_attribute(object, name_at(code, name), world)?;
                Ok(Flow::Next)
            }
            Op::Unpack(count) => self.unpack(count as usize, None, world),
            Op::UnpackStar(before, after) => self.unpack(before as usize, Some(after as usize), world),
            Op::Format { conversion, spec } => self.format_piece(conversion, spec, world),
            Op::BuildString(count) => self.build_string(count as usize, world),
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
                self.watch(world);
                Ok(Flow::Next)
            }
            Op::GetIterator => {
                let value = self.pop()?;
                if let Some(flow) = self.iterator_of_instance(value, world)? {
                    return Ok(flow);
                }
                if let Some(Object::Iterator(_)) = self.heap.object(value.value) {
                    // Which iterator the loop uses up may have been chosen.
                    self.cx(world).mutate(value, Label::NONE);
                }
                let result = self.cx(world).iter(value);
                let iterator = result.map_err(|raise| raise.labelled(value.label, &mut world.lattice))?;
                self.push_result(iterator, value.label, world)
            }
            Op::ForNext { region, otherwise } => self.for_next(region, otherwise, world),
            Op::EndLoop(region) => {
                self.end_loop(region, world)?;
                Ok(Flow::Next)
            }
            Op::Unwind(region) => {
                self.unwind_loop(region, world)?;
                Ok(Flow::Next)
            }
            Op::UnwindTry(region) => {
                self.unwind_try(region, world)?;
                Ok(Flow::Next)
            }
            Op::Rejoin(region) => {
                self.rejoin(region, world);
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
                    gathers: self.gathers.len(),
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
                // Which handler it is, or none, was decided by the class too.
                let class_label = self.cx(world).deep(class);
                if !world.lattice.is_inert(class_label) {
                    let bits = if self.unbounded() {
                        caravan_label::Bits::UNBOUNDED
                    } else {
                        caravan_label::Bits::ONE
                    };
                    let guard = world.lattice.guard(class_label, bits);
                    let frames = self.frames.len();
                    let own = self
                        .regions
                        .iter()
                        .rposition(|entry| entry.frames == frames && entry.kind == Kind::Try);
                    if let Some(place) = own {
                        self.raise_entry(place, guard, world);
                    }
                }
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
            Op::Gather => {
                self.gathers.push(Vec::new());
                Ok(Flow::Next)
            }
            Op::Defer => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.defer = true;
                }
                Ok(Flow::Next)
            }
            Op::EndGather => self.end_gather(world),
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
            Op::Prelude(name) => {
                let function = self.pop()?;
                self.heap.prelude.push((name_at(code, name).into(), function));
                Ok(Flow::Next)
            }
            Op::Statement(offset) => {
                self.begin_statement(offset);
                Ok(Flow::Next)
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
            | Op::LoadLone(_)
            | Op::StoreGlobal(_)
            | Op::Pop
            | Op::Share
            | Op::Grow
            | Op::Jump(_)
            | Op::JumpBack(_)
            | Op::Branch { .. }
            | Op::LoopTest { .. }
            | Op::Give(_)
            | Op::EndRegion(_) => Err(Raise::internal("an instruction out of place")),
        }
    }

    /// *guarded region*, calling a function: the guards that stood open where the running function was
    /// called. What it reads of the variables around it was left by code under them.
    #[inline]
    pub(super) fn edge(&self, world: &World) -> Label {
        let Some(frame) = self.frames.last().filter(|_| self.frames.len() > 1) else { return Label::NONE };
        let outside = frame.regions.checked_sub(1).and_then(|place| self.regions.get(place));
        outside.map(|entry| entry.pc).filter(|pc| !world.lattice.is_inert(*pc)).unwrap_or(Label::NONE)
    }

    pub(super) fn nth(&self, depth: u16) -> Outcome<Labelled> {
        self.stack
            .len()
            .checked_sub(depth as usize)
            .and_then(|at| self.stack.get(at))
            .copied()
            .ok_or_else(underflow)
    }

    pub(super) fn assign(&mut self, slot: Slot, value: Labelled) -> Outcome<Flow> {
        match self.slot_mut(slot) {
            Some(place) => {
                *place = value;
                Ok(Flow::Next)
            }
            None => Err(underflow()),
        }
    }

    fn note_outer_write(&mut self, slot: u16) {
        let now = self.heap.tick();
        self.outer_writes.insert(slot, now.saturating_add(1));
    }

    /// *may-write*: a variable of an outer function or level cannot be assigned while an untrusted decision
    /// is open, because where the decision went the other way nothing would show it.
    pub(super) fn refuse_outer_write(&mut self, world: &mut World) -> Outcome<()> {
        // What the episode itself stands under decides all of it alike.
        if self.regions.iter().skip(1).all(|entry| world.lattice.is_inert(entry.label)) {
            return Ok(());
        }
        Err(Raise::refused(
            "a `global` or `nonlocal` variable is assigned or deleted where untrusted data has decided that \
             control comes here; return the value and assign it after the branch",
        ))
    }

    pub(super) fn unbind(&mut self, slot: Slot, code: &Code, world: &mut World) -> Outcome<Flow> {
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
        let before = place.value;
        let label = if world.lattice.is_inert(pc) { Label::NONE } else { pc };
        // A builtin that the plan has shadowed comes back.
        let builtin = match slot {
            Slot::Global(slot) => {
                let initial = self.program.0.compiled.global_initial.get(slot as usize).copied();
                initial.filter(|initial| *initial != before)
            }
            _ => None,
        };
        if let Some(place) = self.slot_mut(slot) {
            *place = Labelled::new(builtin.unwrap_or(Value::Unbound), label);
        }
        Ok(Flow::Next)
    }

    pub(super) fn keywords(&mut self, code: &Code, keywords: u32) -> Outcome<Vec<(Name, Labelled)>> {
        if keywords == NO_KEYWORDS {
            return Ok(Vec::new());
        }
        let Some(Constant::Keywords(names)) = code.constants.get(keywords as usize) else {
            return Err(underflow());
        };
        let values = self.take(names.len())?;
        Ok(names.iter().cloned().zip(values).collect())
    }

    pub(super) fn check_string(&self, bytes: usize) -> Outcome<()> {
        if bytes > self.limits.string {
            return Err(Raise::limit(
                "string",
                format!("a string is longer than {} bytes", self.limits.string),
            ));
        }
        Ok(())
    }

    pub(super) fn for_next(&mut self, region: u32, otherwise: u32, world: &mut World) -> Outcome<Flow> {
        let iterator = self.top()?;
        if let Some(Object::Iterator(iter)) = self.heap.object(iterator.value)
            && matches!(**iter, Iter::Generator { .. })
        {
            self.recheck_loop(region, iterator, world);
            return self.advance_generator(iterator, Purpose::Loop { region, otherwise }, world);
        }
        self.recheck_loop(region, iterator, world);
        if !self.heap.selections.is_empty()
            && let Some(candidate) = self.cx(world).next_candidate(iterator)
        {
            // Which of the candidates it is, is told by the position of what it is told to.
            return self.push(candidate.item);
        }
        match self.cx(world).next(iterator)? {
            Some(item) => self.push(item),
            None => {
                self.stack.pop();
                Ok(Flow::Jump(otherwise))
            }
        }
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

pub(super) fn unknown_name(name: &str, label: Label) -> Box<Raise> {
    let mut raise = Raise::new(ExcKind::NameError, format!("name '{name}' is not defined"));
    raise.label = label;
    raise
}

pub(super) fn unbound_local(code: &Code, slot: u16, label: Label) -> Box<Raise> {
    let name = code.locals.get(slot as usize).map_or("", |name| name);
    let free = code.free_cells.contains(&slot);
    let mut raise = if free {
        Raise::new(
            ExcKind::NameError,
            format!(
                "cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
            ),
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
