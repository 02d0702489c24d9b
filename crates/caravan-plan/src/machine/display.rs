//! Containers being filled and taken apart: displays, comprehensions, unpacking; and the pieces of f-strings.

use caravan_label::Label;
use compact_str::{CompactString, ToCompactString};

use super::Machine;
use super::execute::{Flow, underflow};
use super::frame::Then;
use crate::dict::Dict;
use crate::heap::Object;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

impl Machine {
    /// Adds an element to a set that is being displayed or filled.
    pub(super) fn add_to_set(&mut self, set: Labelled, item: Labelled, world: &mut World) -> Outcome<()> {
        // Which elements coincide is told by the set's length.
        let mut cx = self.cx(world);
        let key = cx.deep(item);
        cx.raise_structure(set.value, key);
        cx.dict_insert(set.value, item, Labelled::new(Value::None, Label::NONE))
            .map_err(|raise| raise.labelled(key, &mut world.lattice))?;
        self.could_raise(key, world);
        Ok(())
    }

    /// A dictionary of the pairs of keys and values on top.
    pub(super) fn build_dict(&mut self, count: usize, world: &mut World) -> Outcome<Flow> {
        let literal = self.literal;
        let at = self.stack.len().checked_sub(2 * count).ok_or_else(underflow)?;
        let dict = self.heap.value(Object::Dict(Box::new(Dict::with_capacity(count, literal))))?;
        let dict = Labelled::new(dict, literal);
        for place in (at..self.stack.len()).step_by(2) {
            let Some([key, value]) = self.stack.get(place..place + 2) else { return Err(underflow()) };
            let (key, value) = (*key, *value);
            self.insert_into_dict(dict, key, value, world)?;
        }
        self.stack.truncate(at);
        self.push(dict)
    }

    /// A text of the pieces on top: texts, and small numbers that are still to be written out.
    pub(super) fn build_string(&mut self, count: usize, world: &mut World) -> Outcome<Flow> {
        let at = self.stack.len().checked_sub(count).ok_or_else(underflow)?;
        let mut label = self.literal;
        let mut text = CompactString::default();
        for piece in self.stack.get(at..).unwrap_or_default() {
            label = world.lattice.join(label, piece.label);
            match piece.value {
                Value::Int(int) => text.push_str(&int.to_compact_string()),
                value => text.push_str(self.heap.str(value).unwrap_or_default()),
            }
            self.heap.room_for(text.len())?;
            self.check_string(text.len())?;
        }
        let text = self.heap.text(text)?;
        self.stack.truncate(at);
        self.push(Labelled::new(text, label))
    }

    pub(super) fn insert_into_dict(
        &mut self,
        dict: Labelled,
        key: Labelled,
        value: Labelled,
        world: &mut World,
    ) -> Outcome<()> {
        let mut cx = self.cx(world);
        let label = cx.deep(key);
        cx.raise_structure(dict.value, label);
        cx.dict_insert(dict.value, key, value).map_err(|raise| raise.labelled(label, &mut world.lattice))?;
        self.could_raise(label, world);
        Ok(())
    }

    pub(super) fn extend_display(&mut self, world: &mut World) -> Outcome<Flow> {
        let iterable = self.pop()?;
        let container = self.top()?;
        let mut cx = self.cx(world);
        let type_name = cx.type_name(iterable.value);
        let is_set = matches!(cx.heap.object(container.value), Some(Object::Set(_)));
        let collected = cx.collect(iterable).map_err(|raise| match &raise.cause {
            Cause::Python(error)
                if !is_set && error.message == format!("'{type_name}' object is not iterable") =>
            {
                Raise::type_error(format!("Value after * must be an iterable, not {type_name}"))
            }
            _ => raise,
        });
        let collected = collected.map_err(|raise| raise.labelled(iterable.label, &mut world.lattice))?;
        self.could_raise(iterable.label, world);
        self.cx(world).raise_structure(container.value, collected.structure);
        if let Some(Object::Set(_)) = self.heap.object(container.value) {
            for item in collected.items {
                self.add_to_set(container, item, world)?;
            }
            return Ok(Flow::Next);
        }
        self.heap.charge(size_of::<Labelled>() * collected.items.len())?;
        if let Some(Object::List(list)) = self.heap.object_mut(container.value) {
            list.items.extend(collected.items);
        }
        Ok(Flow::Next)
    }

    pub(super) fn merge_dict(&mut self, call: bool, world: &mut World) -> Outcome<Flow> {
        let mapping = self.pop()?;
        let container = self.top()?;
        let mut cx = self.cx(world);
        let mapping = cx.as_mapping(mapping)?;
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
            if call && self.cx(world).dict_get(container.value, key.value)?.is_some() {
                let name = self.heap.str(key.value).unwrap_or_default();
                let text = format!("got multiple values for keyword argument '{name}'");
                return Err(Raise::type_error(text).labelled(structure, &mut world.lattice));
            }
            self.insert_into_dict(container, key, value, world)?;
        }
        Ok(Flow::Next)
    }

    pub(super) fn unpack(&mut self, before: usize, after: Option<usize>, world: &mut World) -> Outcome<Flow> {
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
            Some(after) if found < before + after => Some(format!(
                "not enough values to unpack (expected at least {}, got {found})",
                before + after
            )),
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

    pub(super) fn format_piece(&mut self, conversion: u8, spec: bool, world: &mut World) -> Outcome<Flow> {
        let spec_value = if spec { Some(self.pop()?) } else { None };
        let value = self.pop()?;
        let wants_str = conversion == b's' || (conversion == 0 && spec_value.is_none());
        let method = if wants_str { "__str__" } else { "__repr__" };
        let formats = conversion == 0 && self.method_of(value, "__format__").is_some();
        if (wants_str || conversion == b'r')
            && !formats
            && spec_value.is_none()
            && let Some(flow) = self.text_of_instance(value, method, Then::Push, world)?
        {
            return Ok(flow);
        }
        let mut cx = self.cx(world);
        let own = cx.deep(value);
        let label = spec_value.map_or(own, |spec| cx.join(own, spec.label));
        let spec_text = spec_value.and_then(|spec| cx.heap.str(spec.value)).unwrap_or_default().to_owned();
        let result = match conversion {
            0 if spec_value.is_none() && !formats => cx.str_of(value.value),
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
