//! `item in container`.

use caravan_label::Label;
use caravan_pylib::bytes;
use caravan_pylib::int::Integer;

use super::compare::same;
use super::decimals::exact;
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{DictPart, Iter, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Ref, Value};

impl Cx<'_> {
    /// `item in container`, which advances an iterator to the item or to its end.
    ///
    /// # Errors
    ///
    /// `TypeError` for what is no container and for unhashable items of sets, and those of [`Cx::equal`].
    pub(crate) fn contains(&mut self, item: Value, container: Value) -> Outcome<bool> {
        let container = self.heap.plain(container);
        let Some(object) = self.heap.object(container) else { return Err(self.no_container(container)) };
        match object {
            Object::List(sequence) | Object::Tuple(sequence) => {
                self.walk().is_among(item, &sequence.items, 0)
            }
            Object::Deque(deque) => self.walk().is_among(item, &deque.0.items, 0),
            Object::Dict(_) => Ok(self.find_key(container, item)?.is_ok()),
            Object::Set(_) | Object::FrozenSet(_) => self.is_member(container, item),
            Object::Str(text) => match self.heap.str(self.heap.plain(item)) {
                Some(part) => Ok(text.as_str().contains(part)),
                None => Err(Raise::type_error(format!(
                    "'in <string>' requires string as left operand, not {}",
                    self.type_name(item)
                ))),
            },
            Object::Bytes(bytes) => self.contains_bytes(item, bytes),
            Object::Range { start, stop, step } => {
                let (start, stop, step) = (*start, *stop, *step);
                match exact(self.heap, item) {
                    Some(number) => {
                        Ok(number.to_i64().is_some_and(|number| in_range(number, start, stop, step)))
                    }
                    None => Ok(false),
                }
            }
            Object::Iterator(iter) => match &**iter {
                Iter::Generator { .. } => self.is_among_elements(item, container),
                _ => self.advance_to(item, container),
            },
            Object::View { of, what } => self.is_in_view(item, *of, *what),
            Object::Class(class) if class.kind.is_enum() => {
                if class.members.iter().any(|(_, member)| same(member.value, item)) {
                    return Ok(true);
                }
                match self.heap.enum_value(item) {
                    Some(_) => Ok(false),
                    None => Err(Raise::type_error(format!(
                        "unsupported operand type(s) for 'in': '{}' and 'EnumType'",
                        self.type_name(item)
                    ))),
                }
            }
            Object::Instance(_) => {
                if let Some(record) = self.heap.record(container) {
                    let name = self.heap.str(self.heap.plain(item));
                    return Ok(name.is_some_and(|name| record.field(name).is_some()));
                }
                if let Some(answer) = self.heap.ask_method(container, "__contains__", &[item])? {
                    return Ok(self.truth(answer));
                }
                match self.heap.tuple_items(container) {
                    Some(items) => self.walk().is_among(item, &items, 0),
                    None if ["__iter__", "__getitem__"]
                        .iter()
                        .any(|method| self.heap.plan_method(container, method).is_some()) =>
                    {
                        self.is_among_elements(item, container)
                    }
                    None => Err(self.no_container(container)),
                }
            }
            _ => Err(self.no_container(container)),
        }
    }

    fn is_among_elements(&mut self, item: Value, container: Value) -> Outcome<bool> {
        let elements = self.collect(Labelled::new(container, Label::NONE))?;
        self.walk().is_among(item, &elements.items, 0)
    }

    fn is_in_view(&self, item: Value, of: Ref, what: DictPart) -> Outcome<bool> {
        let dict = Value::Object(of);
        match what {
            DictPart::Keys => Ok(self.find_key(dict, item)?.is_ok()),
            DictPart::Values => {
                let walk = self.walk();
                for entry in self.heap.dict(dict).into_iter().flat_map(Dict::iter) {
                    if walk.same_or_equal(entry.value.value, item, 0)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            DictPart::Items => match self.heap.tuple_items(item).as_deref() {
                Some([key, value]) => match self.dict_get(dict, key.value)? {
                    Some(found) => self.walk().same_or_equal(found.value, value.value, 0),
                    None => Ok(false),
                },
                _ => Ok(false),
            },
        }
    }

    fn no_container(&self, container: Value) -> Box<Raise> {
        Raise::type_error(format!("argument of type '{}' is not iterable", self.type_name(container)))
    }

    fn contains_bytes(&self, item: Value, whole: &[u8]) -> Outcome<bool> {
        if let Some(Object::Bytes(part)) = self.heap.object(item) {
            return Ok(bytes::contains(whole, part));
        }
        match self.heap.integer(item) {
            Some(Integer::Small(byte @ 0..=255)) => Ok(whole.iter().any(|known| i64::from(*known) == byte)),
            Some(_) => Err(Raise::value_error("byte must be in range(0, 256)")),
            None => Err(Raise::type_error(format!(
                "a bytes-like object is required, not '{}'",
                self.type_name(item)
            ))),
        }
    }

    fn advance_to(&mut self, item: Value, iterator: Value) -> Outcome<bool> {
        while let Some(next) = self.next(Labelled::new(iterator, Label::NONE))? {
            if self.walk().same_or_equal(next.value, item, 0)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn in_range(number: i64, start: i64, stop: i64, step: i64) -> bool {
    let inside = if step > 0 { start <= number && number < stop } else { stop < number && number <= start };
    inside && (i128::from(number) - i128::from(start)) % i128::from(step) == 0
}
