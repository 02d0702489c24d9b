//! Subscripts: reading, writing and deleting elements and slices.

use caravan_label::Label;
use caravan_pylib::int::Integer;
use caravan_pylib::slice::{self, Bounds};
use caravan_pylib::{bytes, text};

use super::compare::range_length;
use crate::cx::Cx;
use crate::heap::{ClassKind, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Ref, Value};

/// What a subscript has found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    Item(Labelled),
    /// A `defaultdict` has no such key: the factory that makes its value, with the label of the miss.
    Missing {
        factory: Labelled,
    },
}

/// What a key of a sequence means.
pub(super) enum Place {
    Index(i64),
    /// Beyond 64 bits.
    Far,
    Slice,
    Other,
}

impl Cx<'_> {
    /// `container[key]`.
    ///
    /// # Errors
    ///
    /// `IndexError`, `KeyError`, `TypeError`, each labelled with what it reveals; `Cause::Call` to ask a
    /// `__getitem__` or `__hash__` of the plan.
    pub(crate) fn get_item(&mut self, container: Labelled, key: Labelled) -> Outcome<Labelled> {
        match self.get_item_or_factory(container, key)? {
            Found::Item(item) => Ok(item),
            Found::Missing { factory } => Err(Raise::key_error(key).labelled(factory.label, self.lattice)),
        }
    }

    /// `container[key]`, where the factory of a `defaultdict` is left to the caller, who gives what it makes to
    /// [`Cx::set_item`].
    ///
    /// # Errors
    ///
    /// Those of [`Cx::get_item`].
    #[inline]
    pub(crate) fn get_item_or_factory(&mut self, container: Labelled, key: Labelled) -> Outcome<Found> {
        if let (Value::Int(index), Some(Object::List(sequence))) =
            (key.value, self.heap.object(container.value))
            && let Some(place) = slice::place(sequence.items.len(), index)
            && let Some(item) = sequence.items.get(place).copied()
        {
            let (length, structure) = (sequence.items.len(), sequence.structure);
            let structure = self.structure(container.value, structure);
            let structure = self.join(structure, container.label);
            let label = match self.pick_candidate(container, item.label, key) {
                Some(label) => label,
                None => self.pick(item.label, structure, key.label, length),
            };
            return Ok(Found::Item(Labelled::new(item.value, label)));
        }
        self.get_any(container, key)
    }

    fn get_any(&mut self, container: Labelled, key: Labelled) -> Outcome<Found> {
        let value = self.heap.plain(container.value);
        let place = match value {
            Value::Object(place) => place,
            Value::Type(class) => return self.subscript_type(container, class, key).map(Found::Item),
            _ => return Err(self.no_subscript(value)),
        };
        let container = Labelled::new(value, container.label);
        match self.heap.get(place) {
            Some(Object::Dict(_)) => self.get_entry(container, key),
            Some(Object::List(_) | Object::Tuple(_) | Object::Deque(_)) => {
                self.get_element(container, key).map(Found::Item)
            }
            Some(Object::Str(_) | Object::Bytes(_) | Object::Range { .. }) => {
                let label = self.deep(key);
                let label = self.join(container.label, label);
                match self.get_computed(place, key.value) {
                    Ok(item) => Ok(Found::Item(Labelled::new(item, label))),
                    Err(raise) => Err(raise.labelled(label, self.lattice)),
                }
            }
            Some(Object::Match(_)) => {
                let label = self.deep(key);
                let label = self.join(container.label, label);
                match self.get_group(place, key.value) {
                    Ok(item) => Ok(Found::Item(Labelled::new(item, label))),
                    Err(raise) => Err(raise.labelled(label, self.lattice)),
                }
            }
            Some(Object::Instance(_)) => self.get_from_instance(container, key).map(Found::Item),
            Some(Object::Class(_)) => self.get_member(container, place, key).map(Found::Item),
            Some(Object::Alias(_)) => self.alias(container, key).map(Found::Item),
            _ => Err(self.no_subscript(value)),
        }
    }

    fn no_subscript(&self, value: Value) -> Box<Raise> {
        let text = match value {
            Value::Type(class) => format!("type '{}' is not subscriptable", class.qualified_name()),
            Value::ExcType(class) => format!("type '{}' is not subscriptable", class.name()),
            _ => match self.heap.object(value) {
                Some(Object::Class(class)) => format!("type '{}' is not subscriptable", class.name),
                _ => format!("'{}' object is not subscriptable", self.type_name(value)),
            },
        };
        Raise::type_error(text)
    }

    /// The label of a key, with that of the elements of a tuple.
    #[inline]
    pub(super) fn key_label(&mut self, key: Labelled) -> Label {
        let label = match self.heap.object(key.value) {
            None | Some(Object::Str(_)) => key.label,
            Some(_) => self.object_key_label(key),
        };
        if self.heap.asked.answers.is_empty() {
            return label;
        }
        let asked = self.asked_label();
        self.join(label, asked)
    }

    /// The label of a key that is an object; the tuple of simple values, which most of them are, without a walk.
    fn object_key_label(&mut self, key: Labelled) -> Label {
        let Some(Object::Tuple(tuple)) = self.heap.object(key.value) else { return self.deep(key) };
        let is_simple = |value| match self.heap.object(value) {
            None => true,
            Some(object) => matches!(object, Object::Str(_) | Object::BigInt(_)),
        };
        if !tuple.items.iter().all(|item| is_simple(item.value)) {
            return self.deep(key);
        }
        let label = self.lattice.join(key.label, tuple.structure);
        tuple.items.iter().fold(label, |label, item| self.lattice.join(label, item.label))
    }

    fn get_entry(&mut self, container: Labelled, key: Labelled) -> Outcome<Found> {
        let place = match self.find_key(container.value, key.value) {
            Ok(place) => place,
            Err(raise) => {
                let label = self.key_label(key);
                return Err(raise.labelled(label, self.lattice));
            }
        };
        let Some(dict) = self.heap.dict(container.value) else {
            return Err(self.no_subscript(container.value));
        };
        let (kind, length, structure, factory) = (dict.kind, dict.len(), dict.structure, dict.factory);
        let entry = place.ok().and_then(|place| dict.entry(place)).map(|entry| entry.value);
        let structure = self.structure(container.value, structure);
        let structure = self.join(structure, container.label);
        let key_label = self.key_label(key);
        let makes = factory.value != Value::Unbound && factory.value != Value::None;
        if let Some(item) = entry {
            // *mutation*: a key that is not there would have become an entry.
            if makes && !self.lattice.is_inert(key_label) {
                self.raise_structure(container.value, key_label);
            }
            let label = self.pick(item.label, structure, key_label, length);
            return Ok(Found::Item(Labelled::new(item.value, label)));
        }
        if kind == BuiltinType::Counter {
            let label = self.pick(self.literal, structure, key_label, length);
            return Ok(Found::Item(Labelled::new(Value::Int(0), label)));
        }
        let label = self.join(structure, key_label);
        if makes {
            let factory = Labelled::new(factory.value, self.join(factory.label, label));
            return Ok(Found::Missing { factory });
        }
        Err(Raise::key_error(key).labelled(label, self.lattice))
    }

    pub(super) fn place_of(&self, key: Value) -> Place {
        match self.heap.integer(key) {
            Some(Integer::Small(index)) => Place::Index(index),
            Some(Integer::Big(_)) => Place::Far,
            None => match self.heap.object(key) {
                Some(Object::Slice(_)) => Place::Slice,
                _ => Place::Other,
            },
        }
    }

    pub(super) fn too_far(&self) -> Box<Raise> {
        Raise::index_error("cannot fit 'int' into an index-sized integer")
    }

    fn get_element(&mut self, container: Labelled, key: Labelled) -> Outcome<Labelled> {
        let structure = self.structure_of(container);
        let key_label = self.key_label(key);
        match self.find_element(container.value, key.value) {
            Ok(Element::One(item, length)) => {
                let label = self.pick(item.label, structure, key_label, length);
                Ok(Labelled::new(item.value, label))
            }
            Ok(Element::Part(items)) => {
                let structure = self.join(structure, key_label);
                let structure = self.join(structure, self.literal);
                let part = match self.heap.object(container.value) {
                    Some(Object::Tuple(_)) => self.heap.tuple(items, structure)?,
                    _ => self.heap.list(items, structure)?,
                };
                // The part is fresh: which object it is depends on nothing but the plan.
                Ok(Labelled::new(part, self.literal))
            }
            Err(raise) => {
                let label = self.join(structure, key_label);
                Err(raise.labelled(label, self.lattice))
            }
        }
    }

    fn find_element(&self, container: Value, key: Value) -> Outcome<Element> {
        let Some(sequence) = self.heap.sequence(container) else { return Err(self.no_subscript(container)) };
        let length = sequence.items.len();
        let kind = self.type_of(container);
        match self.place_of(key) {
            Place::Index(index) => {
                let item = slice::place(length, index).and_then(|place| sequence.items.get(place));
                match item {
                    Some(item) => Ok(Element::One(*item, length)),
                    None => Err(Raise::index_error(format!("{} index out of range", kind.name()))),
                }
            }
            Place::Far => Err(self.too_far()),
            Place::Slice if kind != BuiltinType::Deque => {
                let bounds = self.slice_bounds(key, length)?;
                Ok(Element::Part(pick_places(&sequence.items, bounds)))
            }
            _ => Err(self.wrong_index(kind, key)),
        }
    }

    pub(super) fn wrong_index(&self, kind: BuiltinType, key: Value) -> Box<Raise> {
        let key = self.type_name(key);
        Raise::type_error(match kind {
            BuiltinType::Deque => format!("sequence index must be integer, not '{key}'"),
            BuiltinType::Str => format!("string indices must be integers, not '{key}'"),
            BuiltinType::Bytes => format!("byte indices must be integers or slices, not {key}"),
            other => format!("{} indices must be integers or slices, not {key}", other.name()),
        })
    }

    /// The bounds of a slice of a sequence of that length.
    ///
    /// # Errors
    ///
    /// `TypeError` for bounds that are no integers, `ValueError` for a step of 0.
    pub(crate) fn slice_bounds(&self, key: Value, length: usize) -> Outcome<Bounds> {
        let [start, stop, step] = self.slice_parts(key)?;
        Ok(Bounds::new(length, start, stop, step)?)
    }

    pub(super) fn slice_parts(&self, key: Value) -> Outcome<[Option<i64>; 3]> {
        let Some(Object::Slice(parts)) = self.heap.object(key) else {
            return Err(Raise::internal("a slice that is none"));
        };
        let mut bounds = [None; 3];
        for (bound, part) in bounds.iter_mut().zip(parts.iter()) {
            *bound = match part.value {
                Value::None => None,
                other => match self.heap.integer(other) {
                    Some(int) => Some(int.clamp_to_i64()),
                    None => {
                        return Err(Raise::type_error(
                            "slice indices must be integers or None or have an __index__ method",
                        ));
                    }
                },
            };
        }
        Ok(bounds)
    }

    /// An element or part of a text, bytes or range, which is made from it.
    fn get_computed(&mut self, container: Ref, key: Value) -> Outcome<Value> {
        let place = self.place_of(key);
        match (self.heap.get(container), place) {
            (_, Place::Far) => Err(self.too_far()),
            (Some(Object::Str(whole)), Place::Index(index)) => {
                let item = if whole.is_ascii() {
                    let place = slice::place(whole.as_str().len(), index);
                    place.and_then(|place| whole.as_str().as_bytes().get(place)).map(|byte| char::from(*byte))
                } else {
                    text::item(whole.as_str(), index)?.chars().next()
                };
                match item {
                    Some(item) => self.heap.character(item),
                    None => Err(Raise::index_error("string index out of range")),
                }
            }
            (Some(Object::Str(whole)), Place::Slice) => {
                let [start, stop, step] = self.slice_parts(key)?;
                let part: Box<str> = text::slice(whole.as_str(), start, stop, step)?.into();
                self.heap.text(part)
            }
            (Some(Object::Bytes(whole)), Place::Index(index)) => {
                Ok(Value::Int(i64::from(bytes::item(whole, index)?)))
            }
            (Some(Object::Bytes(whole)), Place::Slice) => {
                let [start, stop, step] = self.slice_parts(key)?;
                let part = bytes::slice(whole, start, stop, step)?;
                self.heap.value(Object::Bytes(part.into()))
            }
            (Some(&Object::Range { start, stop, step }), Place::Index(index)) => {
                let length = usize::try_from(range_length(start, stop, step)).unwrap_or(usize::MAX);
                match slice::place(length, index) {
                    Some(place) => Ok(Value::Int(start.wrapping_add(step.wrapping_mul(place as i64)))),
                    None => Err(Raise::index_error("range object index out of range")),
                }
            }
            (Some(&Object::Range { start, stop, step }), Place::Slice) => {
                let part = self.slice_parts(key)?;
                let (start, stop, step) = slice_range(start, stop, step, part)?;
                self.heap.value(Object::Range { start, stop, step })
            }
            _ => {
                let kind = self.type_of(Value::Object(container));
                Err(self.wrong_index(kind, key))
            }
        }
    }

    /// `match[group]`.
    fn get_group(&mut self, container: Ref, key: Value) -> Outcome<Value> {
        let no_group = || Raise::index_error("no such group");
        let Some(Object::Match(found)) = self.heap.get(container) else { return Err(no_group()) };
        let group = match self.place_of(key) {
            Place::Index(index) => usize::try_from(index).map_err(|_| no_group())?,
            Place::Other => {
                let Some(Object::Pattern(pattern)) = self.heap.get(found.pattern) else {
                    return Err(no_group());
                };
                let name = self.heap.str(key).ok_or_else(no_group)?;
                pattern.group_number(name).ok_or_else(no_group)?
            }
            Place::Far | Place::Slice => return Err(no_group()),
        };
        let text = self.heap.text_at(found.text).as_str();
        match super::repr::group_text(&found.found, text, group) {
            Some(Some(part)) => {
                let part: Box<str> = part.into();
                self.heap.text(part)
            }
            Some(None) => Ok(Value::None),
            None => Err(no_group()),
        }
    }

    fn get_from_instance(&mut self, container: Labelled, key: Labelled) -> Outcome<Labelled> {
        if let Some(answer) = self.ask_labelled(container, "__getitem__", &[key])? {
            return Ok(answer);
        }
        let Some((instance, kind)) = self.heap.instance(container.value) else {
            return Err(self.no_subscript(container.value));
        };
        if kind == ClassKind::NamedTuple {
            let items = instance.fields.iter().map(|(_, value)| *value).collect();
            let structure = instance.structure;
            // Its elements as a tuple of their own, which nothing else sees.
            let tuple = self.heap.tuple(items, structure)?;
            return self.get_element(Labelled::new(tuple, container.label), key);
        }
        let is_record = instance.class.is_none();
        let length = instance.fields.len();
        let item = match self.heap.str(key.value) {
            Some(name) if is_record => instance.field(name),
            _ => None,
        };
        if !is_record {
            return Err(self.no_subscript(container.value));
        }
        let structure = self.structure_of(container);
        match item {
            Some(item) => {
                let label = self.pick(item.label, structure, key.label, length);
                Ok(Labelled::new(item.value, label))
            }
            None => {
                let label = self.key_label(key);
                let label = self.join(structure, label);
                Err(Raise::key_error(key).labelled(label, self.lattice))
            }
        }
    }

    /// `Color["RED"]`.
    fn get_member(&mut self, container: Labelled, place: Ref, key: Labelled) -> Outcome<Labelled> {
        if self.heap.class_attribute(place, "__class_getitem__").is_some() {
            return self.alias(container, key);
        }
        let Some(class) = self.heap.class(place) else { return Err(self.no_subscript(container.value)) };
        if !class.kind.is_enum() {
            return Err(self.no_subscript(container.value));
        }
        let (length, structure) = (class.members.len(), class.label);
        let member = self.heap.str(key.value).and_then(|name| {
            class.members.iter().find(|(known, _)| &**known == name).map(|(_, member)| *member)
        });
        let structure = self.join(structure, container.label);
        match member {
            Some(member) => {
                let label = self.pick(member.label, structure, key.label, length);
                Ok(Labelled::new(member.value, label))
            }
            None => {
                let label = self.key_label(key);
                let label = self.join(structure, label);
                Err(Raise::key_error(key).labelled(label, self.lattice))
            }
        }
    }

    fn subscript_type(
        &mut self,
        container: Labelled,
        class: BuiltinType,
        key: Labelled,
    ) -> Outcome<Labelled> {
        use BuiltinType as T;
        match class {
            T::List
            | T::Tuple
            | T::Dict
            | T::Set
            | T::FrozenSet
            | T::Type
            | T::Counter
            | T::DefaultDict
            | T::OrderedDict
            | T::Deque
            | T::Partial
            | T::Pattern
            | T::Match
            | T::Iterator
            | T::Generator
            | T::Object
            | T::Any
            | T::Annotated
            | T::ClassVar
            | T::InitVar
            | T::Optional
            | T::Union
            | T::Literal
            | T::Callable
            | T::Iterable
            | T::Sequence
            | T::Mapping => self.alias(container, key),
            _ => Err(self.no_subscript(container.value)),
        }
    }

    fn alias(&mut self, form: Labelled, key: Labelled) -> Outcome<Labelled> {
        let (arguments, structure) = match self.heap.object(key.value) {
            Some(Object::Tuple(tuple)) => (tuple.items.clone(), tuple.structure),
            _ => (vec![key], Label::NONE),
        };
        let label = self.join_all(&[form, key]);
        let label = self.join(label, structure);
        Ok(Labelled::new(self.heap.value(Object::Alias(Box::new((form, arguments))))?, label))
    }
}

/// What a key has found in a sequence.
enum Element {
    /// An element, and among how many.
    One(Labelled, usize),
    Part(Vec<Labelled>),
}

fn pick_places(items: &[Labelled], bounds: Bounds) -> Vec<Labelled> {
    if bounds.step == 1 {
        let end = bounds.start.saturating_add(bounds.count);
        return items.get(bounds.start..end).unwrap_or_default().to_vec();
    }
    bounds.places().filter_map(|place| items.get(place).copied()).collect()
}

/// The range that a slice of a range is.
fn slice_range(start: i64, stop: i64, step: i64, part: [Option<i64>; 3]) -> Outcome<(i64, i64, i64)> {
    let [first, last, by] = part;
    let by = by.unwrap_or(1);
    if by == 0 {
        return Err(Raise::value_error("slice step cannot be zero"));
    }
    let length = i128::from(range_length(start, stop, step));
    let (lowest, highest) = if by > 0 { (0, length) } else { (-1, length - 1) };
    let bound = |bound: Option<i64>, missing: i128| match bound {
        None => missing,
        Some(bound) if bound < 0 => (i128::from(bound) + length).clamp(lowest, highest),
        Some(bound) => i128::from(bound).clamp(lowest, highest),
    };
    let (from, to) = if by > 0 { (lowest, highest) } else { (highest, lowest) };
    let (first, last) = (bound(first, from), bound(last, to));
    let at = |place: i128| i64::try_from(i128::from(start) + i128::from(step) * place);
    match (at(first), at(last), step.checked_mul(by)) {
        (Ok(start), Ok(stop), Some(step)) => Ok((start, stop, step)),
        _ => Err(Raise::value_error("a range beyond 64 bits")),
    }
}
