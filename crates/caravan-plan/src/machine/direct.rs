//! Instructions carried out where their operands lie: what most of a plan's instructions are.
//!
//! The general way (`machine::instruction`) keeps a copy of the operands, in case an instruction has to start
//! again or fails, and looks for what classes of the plan have to say. Here are the common cases that need
//! neither. Each is taken only where the general way would give the same value with the same labels, and says
//! no before it has changed anything otherwise: then the instruction goes the general way.

#[cfg(test)]
mod tests;

use caravan_label::Label;
use compact_str::ToCompactString;

use super::Machine;
use super::frame::Then;
use super::region::Entry;
use crate::code::{Code, Constant, NO_KEYWORDS, Op};
use crate::cx::Cx;
use crate::heap::{Class, ClassField, ClassKind, Instance, Iter, Name, Object};
use crate::library::{self, Args, Run};
use crate::operation::{Comparison, Found};
use crate::raise::{Cause, Outcome};
use crate::value::{BuiltinType, Labelled, NativeId, Ref, Value};
use crate::world::World;

/// How an instruction that was carried out directly has ended.
pub(super) enum Direct {
    /// The next instruction comes.
    Next,
    /// A call has begun.
    Entered,
    /// The general way, with what it has left in `Machine::settled`.
    Settled,
}

impl Machine {
    /// Whether instructions are carried out directly; a test compares with the general way.
    #[inline]
    pub(super) fn directly(&self) -> Option<()> {
        #[cfg(test)]
        if self.general {
            return None;
        }
        Some(())
    }

    /// Whether an operation on operands of this label can be carried out without telling what would catch its
    /// failure.
    #[inline]
    fn untold(&self, label: Label, world: &World) -> bool {
        world.lattice.is_inert(label) || self.catcher().is_none()
    }

    /// Calls what lies below its arguments.
    pub(super) fn direct_call(
        &mut self,
        op: Op,
        code: &Code,
        positional: usize,
        keywords: u32,
        world: &mut World,
    ) -> Option<Direct> {
        self.directly()?;
        if keywords != NO_KEYWORDS {
            return self.direct_construction(code, positional, keywords, world);
        }
        let at = self.stack.len().checked_sub(positional + 1)?;
        let callee = self.stack.get(at)?.parts();
        if !world.lattice.is_inert(callee.label) {
            return None;
        }
        match callee.value {
            Value::Object(place) => match self.heap.get(place)? {
                Object::Function(_) => self.direct_enter(place, Some(at), positional, world),
                Object::Class(_) => self.direct_construction(code, positional, keywords, world),
                _ => None,
            },
            Value::Native(id) => self.direct_native(op, id, callee.label, at, at + 1, world),
            Value::Type(BuiltinType::Str) if positional == 1 => self.direct_str(at, world),
            Value::Type(ty) => {
                let id = library::constructor(ty)?;
                self.direct_native(op, id, callee.label, at, at + 1, world)
            }
            _ => None,
        }
    }

    fn direct_enter(
        &mut self,
        function: Ref,
        callee: Option<usize>,
        given: usize,
        world: &mut World,
    ) -> Option<Direct> {
        match self.enter(function, callee, given, Then::Push, world) {
            Ok(true) => Some(Direct::Entered),
            Ok(false) => None,
            Err(raise) => {
                self.settled = Some(Err(raise));
                Some(Direct::Settled)
            }
        }
    }

    /// Ends a call whose value goes onto the stack, where no guard of it stands open.
    pub(super) fn direct_return(&mut self) -> Option<()> {
        self.directly()?;
        let frame = self.frames.last()?;
        let plain = |entry: &Entry| entry.label == Label::NONE && !entry.unbounded;
        if self.frames.len() == 1
            || !matches!(frame.then, Then::Push)
            || !self.regions.get(frame.regions..)?.iter().all(plain)
        {
            return None;
        }
        self.regions.truncate(frame.regions);
        let value = self.stack.last()?.parts();
        self.pop_frame();
        self.stack.push(value);
        Some(())
    }

    /// Calls a method of what lies below its `given` arguments.
    pub(super) fn direct_method(
        &mut self,
        op: Op,
        code: &Code,
        name: u32,
        given: usize,
        world: &mut World,
    ) -> Option<Direct> {
        self.directly()?;
        let at = self.stack.len().checked_sub(given + 1)?;
        let receiver = *self.stack.get(at)?;
        match receiver.value {
            Value::Module(_) | Value::Type(_) | Value::ExcType(_) => return None,
            Value::Object(place) => match self.heap.get(place)? {
                Object::Instance(_) => {
                    let name = code.names.get(name as usize)?;
                    let function = self.direct_method_of(receiver, name, world)?;
                    return self.direct_enter(function, None, given + 1, world);
                }
                Object::Exception(_) | Object::Class(_) | Object::Wrapped(..) | Object::Function(_) => {
                    return None;
                }
                _ => {}
            },
            _ => {}
        }
        let ty = self.heap.type_of(receiver.value);
        let (_, id) = code.methods.get(name as usize)?.iter().find(|(of, _)| *of == ty)?;
        self.direct_native(op, *id, Label::NONE, at, at, world)
    }

    /// The method that the class of an instance defines, where nothing untrusted decides that it is this one.
    fn direct_method_of(&self, receiver: Labelled, name: &str, world: &World) -> Option<Ref> {
        let Object::Instance(instance) = self.heap.object(receiver.value)? else { return None };
        if !world.lattice.is_inert(receiver.label)
            || !world.lattice.is_inert(instance.structure)
            || instance.field(name).is_some()
        {
            return None;
        }
        let class = self.settled_class(instance.class?, world)?;
        let found = self.settled_attribute(class, name)?;
        match (found.value, self.heap.object(found.value)?) {
            (Value::Object(function), Object::Function(_)) if world.lattice.is_inert(found.label) => {
                Some(function)
            }
            _ => None,
        }
    }

    /// A class that, with its bases, nothing untrusted has changed.
    #[inline]
    fn settled_class(&self, class: Ref, world: &World) -> Option<&Class> {
        if self.heap.is_floored() {
            return None;
        }
        let own = self.heap.class(class)?;
        let settled = world.lattice.is_inert(own.label)
            && own
                .ancestors
                .iter()
                .all(|base| self.heap.class(*base).is_none_or(|base| world.lattice.is_inert(base.label)));
        settled.then_some(own)
    }

    #[inline]
    fn settled_attribute(&self, class: &Class, name: &str) -> Option<Labelled> {
        let find = |class: &Class| {
            class.attributes.iter().rev().find(|(known, _)| &**known == name).map(|(_, value)| *value)
        };
        if let Some(found) = find(class) {
            return Some(found);
        }
        if class.generates && class.is_generated(name) {
            return None;
        }
        for base in &class.ancestors {
            let Some(base) = self.heap.class(*base) else { continue };
            if let Some(found) = find(base) {
                return Some(found);
            }
            if base.generates && base.is_generated(name) {
                return None;
            }
        }
        None
    }

    /// Carries out a native on the arguments that lie from `first` on, and cuts the stack at `kept`.
    fn direct_native(
        &mut self,
        op: Op,
        id: NativeId,
        chosen: Label,
        kept: usize,
        first: usize,
        world: &mut World,
    ) -> Option<Direct> {
        let native = library::native(id)?;
        if !matches!(native.run, Run::Pure(_) | Run::Labelled(_)) {
            return None;
        }
        let positional = self.stack.get(first..)?;
        // A method of the plan that the native asks would find an iterator where the native has left it.
        let may_ask = !self.program.0.compiled.classes.is_empty();
        let stays = |value: &Labelled| match value.value {
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Iterator(iterator)) => !may_ask && !matches!(**iterator, Iter::Generator { .. }),
                _ => true,
            },
            _ => true,
        };
        if !positional.iter().all(stays) {
            return None;
        }
        let unbounded = self.unbounded();
        if may_ask {
            self.heap.keep_iterators();
        }
        let mut cx = Cx {
            heap: &mut self.heap,
            lattice: &mut world.lattice,
            strictness: world.strictness,
            limits: &self.limits,
            literal: self.literal,
            unbounded,
        };
        let ran = cx.run_native(native, chosen, Args { positional, keyword: &[] });
        if may_ask {
            match &ran {
                Err(raise) if matches!(raise.cause, Cause::Call(..)) => self.heap.restore_iterators(),
                _ => self.heap.forget_iterators(),
            }
        }
        if let Ok(ran) = &ran
            && self.catcher().is_none()
            && self.heap.asked.next.get() == 0
        {
            self.stack.truncate(kept);
            self.stack.push(ran.value);
            return Some(Direct::Next);
        }
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        operands.extend_from_slice(self.stack.get(kept..).unwrap_or_default());
        self.stack.truncate(kept);
        let result = ran.and_then(|ran| {
            self.could_have_raised(ran.value, ran.label, world);
            self.push(ran.value)
        });
        self.settled = Some(self.settle(op, result, kept, operands, world));
        Some(Direct::Settled)
    }

    /// `str(x)` of a number or text.
    fn direct_str(&mut self, kept: usize, world: &mut World) -> Option<Direct> {
        let argument = *self.stack.last()?;
        if !self.untold(argument.label, world) {
            return None;
        }
        let made = match argument.value {
            Value::Int(_) if self.limits.string.min(self.heap.room()) < NUMBER => return None,
            Value::Int(int) => self.heap.text(int.to_compact_string()).ok()?,
            text @ Value::Object(_) => {
                self.heap.str(text)?;
                text
            }
            _ => return None,
        };
        let label = world.lattice.join(argument.label, self.literal);
        self.stack.truncate(kept);
        self.stack.push(Labelled::new(made, label));
        Some(Direct::Next)
    }

    /// Begins a call of a plan function, whose `given` arguments lie on top, the last of them uppermost. What is
    /// called lies at `callee`, if it lies on the stack at all, and is taken away with the arguments.
    ///
    /// Says no, and changes nothing, if the call needs more than that: arguments by name, a guard that is open.
    ///
    /// # Errors
    ///
    /// Those of `push_frame`.
    pub(super) fn enter(
        &mut self,
        place: Ref,
        callee: Option<usize>,
        given: usize,
        then: Then,
        world: &mut World,
    ) -> Outcome<bool> {
        if self.directly().is_none() {
            return Ok(false);
        }
        let Some(Object::Function(function)) = self.heap.get(place) else { return Ok(false) };
        let Some(code) = self.program.0.compiled.codes.get(function.code as usize) else { return Ok(false) };
        let index = function.code;
        let count = code.parameters.positional as usize;
        if !code.parameters.are_plain()
            || code.is_generator
            || function.cache.is_some()
            || given > count
            || given + function.defaults.len() < count
            || self.frames.len() >= self.limits.call_depth
            || self.is_out_of_steps()
            || !world.lattice.is_inert(self.pc())
            || (!code.own_cells.is_empty()
                && self.heap.room_for(code.own_cells.len().saturating_mul(CELL)).is_err())
        {
            return Ok(false);
        }
        let Some(base) = self.stack.len().checked_sub(given) else { return Ok(false) };
        if given < count {
            let from = function.defaults.len().saturating_sub(count - given);
            self.stack.extend_from_slice(function.defaults.get(from..).unwrap_or_default());
        }
        if code.locals.len() > count {
            let unbound = Labelled::new(Value::Unbound, Label::NONE);
            self.stack.resize(base + code.locals.len(), unbound);
        }
        for (slot, cell) in code.free_cells.iter().zip(&function.cells) {
            if let Some(slot) = self.stack.get_mut(base + *slot as usize) {
                *slot = Labelled::new(Value::Object(*cell), Label::NONE);
            }
        }
        for slot in &code.own_cells {
            let Some(slot) = self.stack.get_mut(base + *slot as usize) else { continue };
            let cell = self.heap.value(Object::Cell(*slot))?;
            *slot = Labelled::new(cell, Label::NONE);
        }
        self.push_frame(index, base, Some(place), then)?;
        if let (Some(callee), Some(frame)) = (callee, self.frames.last_mut()) {
            frame.cut = callee;
        }
        Ok(true)
    }

    /// The same for arguments that do not lie on the stack yet.
    ///
    /// # Errors
    ///
    /// Those of `push_frame`.
    pub(super) fn enter_with(
        &mut self,
        place: Ref,
        arguments: &[Labelled],
        then: Then,
        world: &mut World,
    ) -> Outcome<bool> {
        if !matches!(self.heap.get(place), Some(Object::Function(_))) {
            return Ok(false);
        }
        let before = self.stack.len();
        self.stack.extend_from_slice(arguments);
        let entered = self.enter(place, None, arguments.len(), then, world)?;
        if !entered {
            self.stack.truncate(before);
        }
        Ok(entered)
    }

    /// Reads an element of a list, tuple, text or dictionary.
    pub(super) fn direct_subscript(&mut self, world: &mut World) -> Option<()> {
        self.directly()?;
        let [.., container, key] = self.stack.as_slice() else { return None };
        let (container, key) = (container.parts(), key.parts());
        let structure = match self.heap.object(container.value)? {
            Object::List(sequence) | Object::Tuple(sequence) => sequence.structure,
            Object::Dict(dict) => {
                // Most keys are the very constant under which the entry was made.
                if !self.heap.is_floored()
                    && world.lattice.is_inert(dict.structure)
                    && world.lattice.is_inert(container.label)
                    && world.lattice.is_inert(key.label)
                    && let Some(entry) = dict.place_of_same(key.value).and_then(|place| dict.entry(place))
                    && self.heap.asked.answers.is_empty()
                    && self.is_text_or_number(key.value)
                {
                    let value = entry.value.parts();
                    self.stack.pop();
                    *self.stack.last_mut()? = value;
                    return Some(());
                }
                dict.structure
            }
            Object::Str(_) => Label::NONE,
            _ => return None,
        };
        if !self.heap.asked.answers.is_empty() || !self.is_untold(container, structure, key, world) {
            return None;
        }
        let settled = !self.heap.is_floored()
            && world.lattice.is_inert(structure)
            && world.lattice.is_inert(container.label)
            && world.lattice.is_inert(key.label)
            && self.is_text_or_number(key.value);
        if settled && self.heap.dict(container.value).is_some() {
            // What the key has found has the label that it has in the dictionary.
            let place = self.cx(world).find_key(container.value, key.value).ok()?.ok()?;
            let entry = self.heap.dict(container.value)?.entry(place)?;
            self.stack.pop();
            *self.stack.last_mut()? = entry.value;
            return Some(());
        }
        let Ok(Found::Item(item)) = self.cx(world).get_item_or_factory(container, key) else { return None };
        self.stack.pop();
        *self.stack.last_mut()? = item;
        Some(())
    }

    /// Whether nobody learns from a failure that an element of a container was looked at by this key.
    #[inline]
    fn is_untold(&self, container: Labelled, structure: Label, key: Labelled, world: &World) -> bool {
        self.catcher().is_none()
            || !self.heap.is_floored()
                && world.lattice.is_inert(container.label)
                && world.lattice.is_inert(structure)
                && world.lattice.is_inert(key.label)
                && self.is_text_or_number(key.value)
    }

    #[inline]
    fn is_text_or_number(&self, value: Value) -> bool {
        match value {
            Value::Object(_) => self.heap.str(value).is_some(),
            _ => true,
        }
    }

    /// Sets an element of a list or dictionary.
    pub(super) fn direct_store_subscript(&mut self, world: &mut World) -> Option<()> {
        self.directly()?;
        let [.., value, container, key] = self.stack.as_slice() else { return None };
        let (value, container, key) = (*value, *container, *key);
        let structure = match (self.heap.object(container.value)?, key.value) {
            (Object::List(sequence), Value::Int(_)) => sequence.structure,
            (Object::Dict(dict), _) if self.is_text_or_number(key.value) => dict.structure,
            _ => return None,
        };
        if !self.heap.asked.answers.is_empty()
            || !self.is_untold(container, structure, key, world)
            || !self.is_untold(value, Label::NONE, value, world)
        {
            return None;
        }
        self.cx(world).set_item(container, key, value).ok()?;
        self.stack.truncate(self.stack.len().saturating_sub(3));
        Some(())
    }

    /// Reads a field of an instance or record.
    pub(super) fn direct_attribute(&mut self, name: &str, world: &mut World) -> Option<()> {
        self.directly()?;
        let object = *self.stack.last()?;
        let Object::Instance(instance) = self.heap.object(object.value)? else { return None };
        let field = instance.field(name)?;
        if !world.lattice.is_inert(object.label)
            || !world.lattice.is_inert(instance.structure)
            || self.heap.is_floored()
        {
            return None;
        }
        if let Some(class) = instance.class {
            let class = self.settled_class(class, world)?;
            if let Some(attribute) = self.settled_attribute(class, name)
                && let Some(Object::Wrapped(..)) = self.heap.object(attribute.value)
            {
                return None;
            }
        }
        *self.stack.last_mut()? = field;
        Some(())
    }

    /// Gives the next element of a list, tuple, range or buffer that is not at its end.
    #[inline]
    pub(super) fn direct_next(&mut self, region: u32, world: &mut World) -> Option<()> {
        self.directly()?;
        let iterator = *self.stack.last()?;
        if self.direct_element(region, iterator, world).is_some() {
            return Some(());
        }
        let Object::Iterator(iter) = self.heap.object(iterator.value)? else { return None };
        if matches!(**iter, Iter::Generator { .. }) {
            return None;
        }
        let mut cx = self.cx(world);
        let structure = cx.iterator_structure(iterator);
        let place = self.loop_entry(region)?;
        let entry = self.regions.get(place)?;
        if entry.structure != structure
            || entry.cut_short != Label::NONE
            || !self.heap.selections.is_empty()
            || !self.untold(structure, world)
        {
            return None;
        }
        if self.heap.positions.is_empty()
            && !self.heap.is_floored()
            && self.heap.watched.is_empty()
            && let Some(Object::Iterator(iter)) = self.heap.object_mut(iterator.value)
            && let Iter::Range { next, stop, step } = &mut **iter
        {
            let item = *next;
            if if *step > 0 { item >= *stop } else { item <= *stop } {
                return None;
            }
            // Past the largest number lies the end.
            *next = item.checked_add(*step).unwrap_or(*stop);
            self.stack.push(Labelled::new(Value::Int(item), iterator.label));
        } else {
            let item = self.cx(world).next_in_row(iterator)?;
            self.stack.push(item);
        }
        if let Some(entry) = self.regions.get_mut(place) {
            entry.rounds += 1;
        }
        Some(())
    }

    /// The next element of a list or tuple that is not at its end, where nothing untrusted has had a hand in what it
    /// holds and how far the loop has come: it has the label that it has there.
    #[inline]
    fn direct_element(&mut self, region: u32, iterator: Labelled, world: &mut World) -> Option<()> {
        let Value::Object(place) = iterator.value else { return None };
        let Object::Iterator(iter) = self.heap.get(place)? else { return None };
        let Iter::Sequence { of, next } = **iter else { return None };
        let (Object::List(sequence) | Object::Tuple(sequence)) = self.heap.get(of)? else { return None };
        let item = sequence.items.get(next)?.parts();
        let structure = world.lattice.join(sequence.structure, iterator.label);
        let entry = self.loop_entry(region)?;
        let entry = self.regions.get_mut(entry)?;
        if !world.lattice.is_inert(structure)
            || entry.structure != structure
            || entry.cut_short != Label::NONE
            || !self.heap.is_plain()
        {
            return None;
        }
        if let Some(Object::Iterator(iter)) = self.heap.get_mut(place)
            && let Iter::Sequence { next, .. } = &mut **iter
        {
            *next += 1;
        }
        entry.rounds += 1;
        self.stack.push(item);
        Some(())
    }

    /// Compares two texts.
    pub(super) fn direct_compare(&mut self, op: Comparison, world: &mut World) -> Option<()> {
        self.directly()?;
        let [.., left, right] = self.stack.as_slice() else { return None };
        let (left, right) = (*left, *right);
        let (a, b) = (self.heap.str(left.value)?, self.heap.str(right.value)?);
        let holds = op.holds(a, b);
        let label = world.lattice.join(left.label, right.label);
        if !self.untold(label, world) {
            return None;
        }
        self.stack.pop();
        *self.stack.last_mut()? = Labelled::new(Value::Bool(holds), label);
        Some(())
    }

    /// Adds the value on top to the list that a comprehension fills.
    #[inline]
    pub(super) fn direct_append(&mut self, depth: u16) -> Option<()> {
        self.directly()?;
        let place = self.stack.len().checked_sub(depth as usize + 1)?;
        let (container, item) = (self.stack.get(place)?.value, *self.stack.last()?);
        self.heap.charge(size_of::<Labelled>()).ok()?;
        if let Some(Object::List(list)) = self.heap.object_mut(container) {
            list.items.push(item);
        }
        self.stack.pop();
        Some(())
    }

    /// The two texts on top, and the label of what is made of them.
    #[inline]
    fn two_texts(&self, world: &mut World) -> Option<(Labelled, Labelled, Label)> {
        let [.., left, right] = self.stack.as_slice() else { return None };
        let bytes = self.heap.str(left.value)?.len() + self.heap.str(right.value)?.len();
        let label = world.lattice.join(left.label, right.label);
        let fits = bytes <= self.limits.string && self.heap.room_for(bytes).is_ok();
        (fits && self.untold(label, world)).then_some((*left, *right, label))
    }

    /// Joins two texts.
    pub(super) fn direct_concatenation(&mut self, world: &mut World) -> Option<()> {
        self.directly()?;
        let (left, right, label) = self.two_texts(world)?;
        let joined = self.heap.concatenated(left.value, right.value).ok()?;
        self.stack.pop();
        *self.stack.last_mut()? = Labelled::new(Value::Object(joined), label);
        Some(())
    }

    /// Makes a variable's text longer: where it lies, if nothing else holds it, so that building a text piece by
    /// piece takes time in proportion to its length.
    pub(super) fn direct_grow(&mut self, world: &mut World) -> Option<()> {
        self.directly()?;
        let (left, right, label) = self.two_texts(world)?;
        let grown = match (left.value, right.value) {
            (Value::Object(text), Value::Object(more)) if self.growing == Some(text) && text != more => {
                self.heap.append(text, more).ok()?;
                text
            }
            _ => {
                let joined = self.heap.concatenated(left.value, right.value).ok()?;
                self.growing = Some(joined);
                joined
            }
        };
        self.stack.pop();
        *self.stack.last_mut()? = Labelled::new(Value::Object(grown), label);
        Some(())
    }

    /// Changes a small number's sign.
    pub(super) fn direct_negation(&mut self, world: &mut World) -> Option<()> {
        self.directly()?;
        let number = *self.stack.last()?;
        if !self.untold(number.label, world) {
            return None;
        }
        let negated = match number.value {
            Value::Int(int) => Value::Int(int.checked_neg()?),
            Value::Float(float) => Value::Float(-float),
            _ => return None,
        };
        *self.stack.last_mut()? = Labelled::new(negated, number.label);
        Some(())
    }

    /// Looks a text or number up in a dictionary or set, or a text in another.
    pub(super) fn direct_in(&mut self, positive: bool, world: &mut World) -> Option<()> {
        self.directly()?;
        let [.., item, container] = self.stack.as_slice() else { return None };
        let (item, container) = (*item, *container);
        let known = matches!(
            self.heap.object(container.value)?,
            Object::Dict(_) | Object::Set(_) | Object::FrozenSet(_) | Object::Str(_)
        );
        if !known || !self.is_text_or_number(item.value) || !self.heap.asked.answers.is_empty() {
            return None;
        }
        let keys = self.cx(world).deep_keys(container);
        let label = world.lattice.join(item.label, keys);
        if !self.untold(label, world) {
            return None;
        }
        let found = self.cx(world).contains(item.value, container.value).ok()?;
        self.stack.pop();
        *self.stack.last_mut()? = Labelled::new(Value::Bool(found == positive), label);
        Some(())
    }

    /// Formats a text or number. Without a specification it stays as it is: `BuildString` writes it out.
    pub(super) fn direct_format(&mut self, spec: bool, world: &mut World) -> Option<()> {
        self.directly()?;
        if !spec {
            let value = *self.stack.last()?;
            let plain = matches!(value.value, Value::Int(_)) || self.heap.str(value.value).is_some();
            return (plain && self.untold(value.label, world)).then_some(());
        }
        let [.., value, spec] = self.stack.as_slice() else { return None };
        let (value, spec) = (*value, *spec);
        let label = world.lattice.join(value.label, spec.label);
        if !self.untold(label, world) {
            return None;
        }
        let cx = self.cx(world);
        let made = cx.format_plain(value.value, cx.heap.str(spec.value)?)?.ok()?;
        let made = self.heap.text(made).ok()?;
        self.stack.pop();
        *self.stack.last_mut()? = Labelled::new(made, label);
        Some(())
    }

    /// Makes an instance of a dataclass whose fields are no more than names and defaults.
    fn direct_construction(
        &mut self,
        code: &Code,
        positional: usize,
        keywords: u32,
        world: &mut World,
    ) -> Option<Direct> {
        self.directly()?;
        let names: &[Name] = match code.constants.get(keywords as usize) {
            Some(Constant::Keywords(names)) => names,
            _ => &[],
        };
        let first = self.stack.len().checked_sub(positional + names.len())?;
        let at = first.checked_sub(1)?;
        let callee = *self.stack.get(at)?;
        let Value::Object(place) = callee.value else { return None };
        let class = self.settled_class(place, world)?;
        let simple = |field: &ClassField| {
            field.constraints.is_none()
                && field.factory.value == Value::Unbound
                && !field.keyword_only
                && !field.init_only
        };
        if !matches!(class.kind, ClassKind::Dataclass { .. })
            || !world.lattice.is_inert(callee.label)
            || positional > class.fields.len()
            || !class.fields.iter().all(simple)
            || self.settled_attribute(class, "__init__").is_some()
            || self.settled_attribute(class, "__post_init__").is_some()
        {
            return None;
        }
        let arguments = self.stack.get(first..)?;
        let mut fields = Vec::with_capacity(class.fields.len());
        let mut used = 0;
        for (place, field) in class.fields.iter().enumerate() {
            let value = if place < positional {
                *arguments.get(place)?
            } else if let Some(named) = names.iter().position(|name| *name == field.name) {
                used += 1;
                *arguments.get(positional + named)?
            } else if field.default.value != Value::Unbound {
                field.default
            } else {
                return None;
            };
            fields.push((field.name.clone(), value));
        }
        // A name that is no field's, or that of a field that was given by position.
        if used != names.len() {
            return None;
        }
        let (class_name, literal) = (class.name.clone(), self.literal);
        let instance = Instance { class: Some(place), class_name, fields, structure: literal, unset: 0 };
        let made = self.heap.value(Object::Instance(Box::new(instance))).ok()?;
        self.stack.truncate(at);
        self.stack.push(Labelled::new(made, literal));
        Some(Direct::Next)
    }
}

/// More bytes than a cell is charged for.
const CELL: usize = 256;

/// More bytes than the text of a small number has.
const NUMBER: usize = 32;
