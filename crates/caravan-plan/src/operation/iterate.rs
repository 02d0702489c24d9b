//! Iteration: iterators, their elements, all elements at once, lengths.

use caravan_label::Label;
use caravan_pylib::int::Integer;

use super::Binary;
use super::compare::range_length;
use crate::compile::prelude;
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{ClassKind, DictPart, Iter, Name, Object};
use crate::library::{Home, find};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Ref, Value};

/// All elements of an iterable.
#[derive(Clone, Debug)]
pub(crate) struct Collected {
    /// The elements, with the labels that they have in the iterable.
    pub(crate) items: Vec<Labelled>,
    /// The label of how many there are and in what order.
    pub(crate) structure: Label,
}

const LABELLED: usize = size_of::<Labelled>();

/// What an advancing iterator has come upon, before labels.
enum Step {
    Item(Labelled),
    /// A key and a value of a dictionary.
    Pair(Labelled, Labelled),
    /// A character of the text whose element it is.
    Char(char),
    End,
}

impl Cx<'_> {
    /// `iter(iterable)`. The iterator's label is the iterable's.
    ///
    /// # Errors
    ///
    /// `TypeError` for what cannot be iterated over, `Cause::Call` to ask an `__iter__` of the plan.
    pub(crate) fn iter(&mut self, iterable: Labelled) -> Outcome<Labelled> {
        let value = self.heap.plain(iterable.value);
        let Value::Object(of) = value else { return Err(self.not_iterable(value)) };
        let iter = match self.heap.get(of) {
            Some(Object::List(_) | Object::Tuple(_)) => Iter::Sequence { of, next: 0 },
            Some(Object::Deque(deque)) => Iter::Deque { of, next: 0, size: deque.0.items.len() },
            Some(Object::Str(_)) => Iter::Str { of, next: 0 },
            Some(Object::Bytes(_)) => Iter::Bytes { of, next: 0 },
            Some(Object::Range { start, stop, step }) => {
                Iter::Range { next: *start, stop: *stop, step: *step }
            }
            Some(Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict)) => {
                Iter::Dict { of, next: 0, size: dict.len(), what: DictPart::Keys }
            }
            Some(Object::View { of, what }) => {
                let (of, what) = (*of, *what);
                let size = self.heap.dict(Value::Object(of)).map_or(0, Dict::len);
                Iter::Dict { of, next: 0, size, what }
            }
            Some(Object::Iterator(_)) => return Ok(iterable),
            Some(Object::Class(class)) if class.kind.is_enum() => {
                // Another name for a member is no member of its own.
                let mut items: Vec<Labelled> = Vec::new();
                for (_, member) in &class.members {
                    if !items.iter().any(|known| known.value == member.value) {
                        items.push(*member);
                    }
                }
                Iter::Buffer { items, next: 0, structure: class.label, name: "generator" }
            }
            Some(Object::Instance(_)) => return self.iter_instance(iterable),
            _ => return Err(self.not_iterable(value)),
        };
        Ok(Labelled::new(self.heap.value(Object::Iterator(Box::new(iter)))?, iterable.label))
    }

    fn iter_instance(&mut self, iterable: Labelled) -> Outcome<Labelled> {
        if let Some(iterator) = self.ask_labelled(iterable, "__iter__", &[])? {
            let label = self.join(iterator.label, iterable.label);
            return match self.heap.object(iterator.value) {
                Some(Object::Iterator(_)) => Ok(Labelled::new(iterator.value, label)),
                Some(Object::Instance(_)) if self.heap.plan_method(iterator.value, "__next__").is_some() => {
                    Ok(Labelled::new(iterator.value, label))
                }
                _ => Err(Raise::type_error(format!(
                    "iter() returned non-iterator of type '{}'",
                    self.type_name(iterator.value)
                ))),
            };
        }
        if self.heap.plan_method(iterable.value, "__getitem__").is_some()
            && let Some(all) = self.heap.prelude(prelude::ALL_ITEMS)
        {
            let items = self.heap.ask(all, vec![iterable])?;
            let label = self.join(items.label, iterable.label);
            return Ok(Labelled::new(items.value, label));
        }
        if let Some(entries) = self.record_entries(iterable)? {
            let items = entries.into_iter().map(|(name, _)| name).collect();
            let structure = self.structure_of(iterable);
            let iter = Iter::Buffer { items, next: 0, structure, name: "dict_keyiterator" };
            return Ok(Labelled::new(self.heap.value(Object::Iterator(Box::new(iter)))?, iterable.label));
        }
        let Some((instance, kind)) = self.heap.instance(iterable.value) else {
            return Err(self.not_iterable(iterable.value));
        };
        let structure = instance.structure;
        let items = match kind {
            ClassKind::NamedTuple => instance.fields.iter().map(|(_, value)| *value).collect(),
            ClassKind::BaseModel => {
                let fields = instance.fields.clone();
                self.field_pairs(&fields, iterable.label)?
            }
            _ => return Err(self.not_iterable(iterable.value)),
        };
        let iter = Iter::Buffer { items, next: 0, structure, name: "tuple_iterator" };
        Ok(Labelled::new(self.heap.value(Object::Iterator(Box::new(iter)))?, iterable.label))
    }

    /// A model's fields as pairs of name and value.
    fn field_pairs(&mut self, fields: &[(Name, Labelled)], names: Label) -> Outcome<Vec<Labelled>> {
        let mut pairs = Vec::with_capacity(fields.len());
        for (name, value) in fields {
            let name = self.text(&**name, names)?;
            let pair = self.heap.tuple(vec![name, *value], Label::NONE)?;
            pairs.push(Labelled::new(pair, Label::NONE));
        }
        Ok(pairs)
    }

    fn not_iterable(&self, value: Value) -> Box<Raise> {
        Raise::type_error(format!("'{}' object is not iterable", self.type_name(value)))
    }

    /// The label of how many elements an iterator still gives and in what order: its own, that of how far it has
    /// come, and that of what it iterates over.
    pub(crate) fn iterator_structure(&mut self, iterator: Labelled) -> Label {
        self.structure_of(iterator)
    }

    /// The next element of an iterator, none at its end. The element takes the structure into its control.
    ///
    /// The iterators of generator functions and of instances with `__next__` are the machine's.
    ///
    /// # Errors
    ///
    /// `RuntimeError` if a dictionary or set has changed its size, `TypeError` for what is no iterator, the limit
    /// `memory`.
    pub(crate) fn next(&mut self, iterator: Labelled) -> Outcome<Option<Labelled>> {
        if let Some(item) = self.next_in_row(iterator) {
            return Ok(Some(item));
        }
        let item = match self.advance(iterator.value)? {
            Step::Item(item) => item,
            Step::End => return Ok(None),
            Step::Char(c) => {
                let label = self.iterator_structure(iterator);
                let text = self.heap.character(c)?;
                return Ok(Some(Labelled::new(text, label)));
            }
            Step::Pair(key, value) => {
                let structure = self.iterator_structure(iterator);
                let key = Labelled::new(key.value, self.pick(key.label, structure, Label::NONE, 0));
                let value = Labelled::new(value.value, self.pick(value.label, structure, Label::NONE, 0));
                let pair = self.heap.tuple(vec![key, value], Label::NONE)?;
                return Ok(Some(Labelled::new(pair, Label::NONE)));
            }
        };
        let structure = self.iterator_structure(iterator);
        let label = if self.is_computed(iterator.value) {
            self.join(item.label, structure)
        } else {
            self.pick(item.label, structure, Label::NONE, 0)
        };
        Ok(Some(Labelled::new(item.value, label)))
    }

    /// The next element where it can be had at once: of a list, tuple or range that is not at its end.
    #[inline]
    pub(crate) fn next_in_row(&mut self, iterator: Labelled) -> Option<Labelled> {
        let Value::Object(place) = iterator.value else { return None };
        if !self.heap.positions.is_empty() {
            return None;
        }
        self.heap.moves(place);
        let Object::Iterator(iter) = self.heap.get_mut(place)? else { return None };
        match &mut **iter {
            Iter::Range { next, stop, step } => {
                let item = *next;
                let more = if *step > 0 { item < *stop } else { item > *stop };
                if !more {
                    return None;
                }
                // Past the largest number lies the end.
                *next = item.checked_add(*step).unwrap_or(*stop);
                let label = self.structure(iterator.value, iterator.label);
                Some(Labelled::new(Value::Int(item), label))
            }
            Iter::Sequence { of, next } => {
                let (of, at) = (*of, *next);
                let (Object::List(sequence) | Object::Tuple(sequence)) = self.heap.get(of)? else {
                    return None;
                };
                let (item, structure) = (*sequence.items.get(at)?, sequence.structure);
                if let Some(Object::Iterator(iter)) = self.heap.get_mut(place)
                    && let Iter::Sequence { next, .. } = &mut **iter
                {
                    *next = at + 1;
                }
                let structure = self.structure(Value::Object(of), structure);
                let structure = self.join(structure, iterator.label);
                let label = self.pick(item.label, structure, Label::NONE, 0);
                Some(Labelled::new(item.value, label))
            }
            Iter::Buffer { items, next, structure, .. } => {
                let (item, structure) = (*items.get(*next)?, *structure);
                *next += 1;
                let structure = self.structure(iterator.value, structure);
                let structure = self.join(structure, iterator.label);
                let label = self.pick(item.label, structure, Label::NONE, 0);
                Some(Labelled::new(item.value, label))
            }
            _ => None,
        }
    }

    /// Whether the iterator's elements are computed from what it iterates over, instead of lying in it.
    fn is_computed(&self, iterator: Value) -> bool {
        match self.heap.object(iterator) {
            Some(Object::Iterator(iter)) => {
                matches!(**iter, Iter::Range { .. } | Iter::Bytes { .. } | Iter::Count { .. })
            }
            _ => false,
        }
    }

    /// Moves an iterator on by one element.
    fn advance(&mut self, iterator: Value) -> Outcome<Step> {
        let Value::Object(place) = iterator else { return Err(self.no_iterator(iterator)) };
        self.heap.work.spend(1)?;
        self.heap.moves(place);
        // The iterator is taken out while its container is looked at, and put back.
        let Some(Object::Iterator(iter)) = self.heap.get_mut(place) else {
            return Err(self.no_iterator(iterator));
        };
        match &mut **iter {
            Iter::Range { next, stop, step } => {
                let more = if *step > 0 { *next < *stop } else { *next > *stop };
                if !more {
                    return Ok(Step::End);
                }
                let item = *next;
                // Past the largest number lies the end.
                *next = next.checked_add(*step).unwrap_or(*stop);
                Ok(Step::Item(Labelled::new(Value::Int(item), Label::NONE)))
            }
            Iter::Buffer { items, next, .. } => match items.get(*next) {
                Some(item) => {
                    *next += 1;
                    Ok(Step::Item(*item))
                }
                None => Ok(self.end(place)),
            },
            Iter::Cycle { items, next, .. } => match items.get(*next) {
                Some(item) => {
                    *next = if *next + 1 < items.len() { *next + 1 } else { 0 };
                    Ok(Step::Item(*item))
                }
                None => Ok(Step::End),
            },
            Iter::Sequence { of, next } => {
                let (of, at) = (*of, *next);
                *next = at + 1;
                match self.heap.sequence(Value::Object(of)).and_then(|sequence| sequence.items.get(at)) {
                    Some(item) => Ok(Step::Item(*item)),
                    None => Ok(self.end(place)),
                }
            }
            Iter::Deque { of, next, size } => {
                let (of, at, size) = (*of, *next, *size);
                *next = at + 1;
                let items = self.heap.sequence(Value::Object(of)).map(|sequence| &sequence.items);
                if items.is_some_and(|items| items.len() != size) {
                    return Err(Raise::new(
                        caravan_pylib::error::ExcKind::RuntimeError,
                        "deque mutated during iteration",
                    ));
                }
                match items.and_then(|items| items.get(at)) {
                    Some(item) => Ok(Step::Item(*item)),
                    None => Ok(self.end(place)),
                }
            }
            Iter::Reversed { of, next } => {
                // `next` counts the elements that are left.
                let of = *of;
                let Some(at) = next.checked_sub(1) else { return Ok(self.end(place)) };
                *next = at;
                match self.heap.sequence(Value::Object(of)).and_then(|sequence| sequence.items.get(at)) {
                    Some(item) => Ok(Step::Item(*item)),
                    None => Ok(self.end(place)),
                }
            }
            Iter::Str { of, next } => {
                let (of, at) = (*of, *next);
                let rest = self.heap.text_at(of).as_str().get(at..).unwrap_or_default();
                let Some(c) = rest.chars().next() else { return Ok(self.end(place)) };
                if let Some(Object::Iterator(iter)) = self.heap.get_mut(place)
                    && let Iter::Str { next, .. } = &mut **iter
                {
                    *next = at + c.len_utf8();
                }
                Ok(Step::Char(c))
            }
            Iter::Bytes { of, next } => {
                let (of, at) = (*of, *next);
                *next = at + 1;
                match self.heap.get(of) {
                    Some(Object::Bytes(bytes)) => match bytes.get(at) {
                        Some(byte) => {
                            Ok(Step::Item(Labelled::new(Value::Int(i64::from(*byte)), Label::NONE)))
                        }
                        None => Ok(self.end(place)),
                    },
                    _ => Ok(self.end(place)),
                }
            }
            Iter::Dict { of, next, size, what } => {
                let (of, at, size, what) = (*of, *next, *size, *what);
                self.advance_dict(place, of, at, size, what)
            }
            Iter::Count { next, step } => {
                let (item, step) = (*next, *step);
                let following = self.binary(Binary::Add, item, step)?;
                if let Some(Object::Iterator(iter)) = self.heap.get_mut(place)
                    && let Iter::Count { next, .. } = &mut **iter
                {
                    *next = following;
                }
                Ok(Step::Item(item))
            }
            Iter::Generator { .. } => Err(Raise::internal("a generator was advanced outside of the machine")),
            Iter::Done => Ok(Step::End),
        }
    }

    fn advance_dict(&mut self, place: Ref, of: Ref, at: usize, size: usize, what: DictPart) -> Outcome<Step> {
        let value = Value::Object(of);
        let Some(dict) = self.heap.dict(value) else { return Ok(self.end(place)) };
        if dict.len() != size {
            let kind = if matches!(self.heap.get(of), Some(Object::Dict(_))) { "dictionary" } else { "Set" };
            return Err(Raise::new(
                caravan_pylib::error::ExcKind::RuntimeError,
                format!("{kind} changed size during iteration"),
            ));
        }
        let Some(found) = dict.next_place(at) else { return Ok(self.end(place)) };
        let Some(entry) = dict.entry(found).copied() else { return Ok(self.end(place)) };
        if let Some(Object::Iterator(iter)) = self.heap.get_mut(place)
            && let Iter::Dict { next, .. } = &mut **iter
        {
            *next = found + 1;
        }
        Ok(match what {
            DictPart::Keys => Step::Item(entry.key),
            DictPart::Values => Step::Item(entry.value),
            DictPart::Items => Step::Pair(entry.key, entry.value),
        })
    }

    /// Marks an iterator as ended, keeping what its structure's label was.
    fn end(&mut self, iterator: Ref) -> Step {
        let value = Value::Object(iterator);
        self.heap.moves(iterator);
        let structure = self.iterator_structure(Labelled::new(value, Label::NONE));
        if let Some(Object::Iterator(iter)) = self.heap.get_mut(iterator) {
            **iter = Iter::Done;
        }
        if !self.lattice.is_inert(structure) {
            self.raise_structure(value, structure);
        }
        Step::End
    }

    fn no_iterator(&self, value: Value) -> Box<Raise> {
        Raise::type_error(format!("'{}' object is not an iterator", self.type_name(value)))
    }

    /// The label of an iterator's structure, which guards a loop over it, and the number of rounds that remain, if
    /// that is known.
    pub(crate) fn loop_structure(&mut self, iterator: Labelled) -> (Label, Option<u64>) {
        let structure = self.iterator_structure(iterator);
        let rounds = match self.heap.object(iterator.value) {
            Some(Object::Iterator(iter)) => match &**iter {
                Iter::Sequence { of, next } => {
                    let length =
                        self.heap.sequence(Value::Object(*of)).map_or(0, |sequence| sequence.items.len());
                    Some(length.saturating_sub(*next) as u64)
                }
                Iter::Deque { next, size, .. } => Some(size.saturating_sub(*next) as u64),
                Iter::Reversed { next, .. } => Some(*next as u64),
                Iter::Str { of, next } => {
                    let text = self.heap.text_at(*of);
                    let rest = text.as_str().get(*next..).unwrap_or_default();
                    Some(if text.is_ascii() { rest.len() } else { rest.chars().count() } as u64)
                }
                Iter::Bytes { of, next } => match self.heap.get(*of) {
                    Some(Object::Bytes(bytes)) => Some(bytes.len().saturating_sub(*next) as u64),
                    _ => Some(0),
                },
                Iter::Range { next, stop, step } => Some(range_length(*next, *stop, *step)),
                Iter::Dict { of, next, size, .. } => {
                    // Never more than there are, whatever was removed before.
                    let left = self.heap.dict(Value::Object(*of)).map_or(0, |dict| {
                        let mut count = 0_u64;
                        let mut at = *next;
                        if at == 0 {
                            return dict.len() as u64;
                        }
                        while let Some(found) = dict.next_place(at) {
                            count += 1;
                            at = found + 1;
                        }
                        count
                    });
                    Some(left.min(*size as u64))
                }
                Iter::Buffer { items, next, .. } => Some(items.len().saturating_sub(*next) as u64),
                Iter::Cycle { items, .. } if items.is_empty() => Some(0),
                Iter::Cycle { .. } | Iter::Count { .. } | Iter::Generator { .. } => None,
                Iter::Done => Some(0),
            },
            _ => None,
        };
        (structure, rounds)
    }

    /// All elements of an iterable, with the labels that they have in it. An iterator is advanced to its end.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::iter`] and [`Cx::next`]; the limit `memory` for what has no end.
    pub(crate) fn collect(&mut self, iterable: Labelled) -> Outcome<Collected> {
        let value = self.heap.plain(iterable.value);
        let structure = self.structure_of(Labelled::new(value, iterable.label));
        let items = match self.heap.object(value) {
            Some(Object::List(sequence) | Object::Tuple(sequence)) => sequence.items.clone(),
            Some(Object::Deque(deque)) => deque.0.items.clone(),
            Some(Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict)) => {
                dict.iter().map(|entry| entry.key).collect()
            }
            Some(Object::Bytes(bytes)) => {
                let label = iterable.label;
                bytes.iter().map(|byte| Labelled::new(Value::Int(i64::from(*byte)), label)).collect()
            }
            Some(Object::Range { start, stop, step }) => {
                let (start, stop, step) = (*start, *stop, *step);
                return self.collect_range(start, stop, step, iterable.label);
            }
            Some(Object::Str(text)) => {
                let text = text.as_str().to_owned();
                return self.collect_text(&text, iterable.label);
            }
            Some(Object::Iterator(_)) => {
                // If untrusted data chose which iterator is used up, the others have taken part.
                self.mutate(Labelled::new(value, iterable.label), Label::NONE);
                return self.drain(Labelled::new(value, iterable.label));
            }
            _ => {
                let iterator = self.iter(iterable)?;
                return self.drain(iterator);
            }
        };
        self.heap.room_for(items.len() * LABELLED)?;
        self.heap.work.add(items.len());
        Ok(Collected { items, structure })
    }

    fn collect_range(&mut self, start: i64, stop: i64, step: i64, label: Label) -> Outcome<Collected> {
        let length = usize::try_from(range_length(start, stop, step)).unwrap_or(usize::MAX);
        self.heap.room_for(length.saturating_mul(LABELLED))?;
        self.heap.work.add(length);
        let mut items = Vec::with_capacity(length);
        let mut next = start;
        for _ in 0..length {
            items.push(Labelled::new(Value::Int(next), label));
            next = next.wrapping_add(step);
        }
        Ok(Collected { items, structure: label })
    }

    fn collect_text(&mut self, text: &str, label: Label) -> Outcome<Collected> {
        self.heap.work.add(text.len());
        let mut items = Vec::new();
        for c in text.chars() {
            items.push(Labelled::new(self.heap.character(c)?, label));
        }
        Ok(Collected { items, structure: label })
    }

    /// The elements that an iterator still has.
    fn drain(&mut self, iterator: Labelled) -> Outcome<Collected> {
        let by_calls = match self.heap.object(iterator.value) {
            Some(Object::Iterator(iter)) => matches!(**iter, Iter::Generator { .. }),
            _ => true,
        };
        if by_calls {
            return self.ask_elements(iterator);
        }
        let structure = self.iterator_structure(iterator);
        if let Value::Object(place) = iterator.value {
            self.heap.moves(place);
        }
        if let Some(Object::Iterator(iter)) = self.heap.object_mut(iterator.value)
            && let Iter::Buffer { items, next, .. } = &mut **iter
        {
            let mut items = std::mem::take(items);
            items.drain(..(*next).min(items.len()));
            if let Value::Object(place) = iterator.value {
                self.end(place);
            }
            return Ok(Collected { items, structure });
        }
        let computed = self.is_computed(iterator.value);
        let mut items = Vec::new();
        loop {
            if items.len() % 1024 == 0 {
                self.heap.room_for((items.len() + 1024) * LABELLED)?;
            }
            match self.advance(iterator.value)? {
                Step::Item(item) => {
                    let label = if computed { self.join(item.label, structure) } else { item.label };
                    items.push(Labelled::new(item.value, label));
                }
                Step::Char(c) => items.push(Labelled::new(self.heap.character(c)?, structure)),
                Step::Pair(key, value) => {
                    let pair = self.heap.tuple(vec![key, value], Label::NONE)?;
                    items.push(Labelled::new(pair, Label::NONE));
                }
                Step::End => return Ok(Collected { items, structure }),
            }
        }
    }

    /// The elements that calls of functions of the plan give: of a generator, of an instance with `__next__`. The
    /// machine pulls them all before the operation goes on.
    fn ask_elements(&mut self, iterator: Labelled) -> Outcome<Collected> {
        let pull =
            find(Home::Builtin, "_elements").ok_or_else(|| Raise::internal("nothing pulls elements"))?;
        let list = self.heap.ask(Labelled::new(Value::Native(pull), Label::NONE), vec![iterator])?;
        let structure = self.structure_of(list);
        let structure = self.join(structure, iterator.label);
        match self.heap.object(list.value) {
            Some(Object::List(sequence)) => Ok(Collected { items: sequence.items.clone(), structure }),
            _ => Err(Raise::internal("pulled elements are no list")),
        }
    }

    /// `len(container)`: an int with the label of the structure.
    ///
    /// # Errors
    ///
    /// `TypeError` for what has no length, `Cause::Call` to ask a `__len__` of the plan.
    pub(crate) fn length(&mut self, container: Labelled) -> Outcome<Labelled> {
        let value = self.heap.plain(container.value);
        let length = match self.heap.object(value) {
            Some(Object::Str(text)) => text.chars(),
            Some(Object::Bytes(bytes)) => bytes.len(),
            Some(Object::List(sequence) | Object::Tuple(sequence)) => sequence.items.len(),
            Some(Object::Deque(deque)) => deque.0.items.len(),
            Some(Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict)) => dict.len(),
            Some(Object::Range { start, stop, step }) => {
                let length = range_length(*start, *stop, *step);
                if i64::try_from(length).is_err() {
                    return Err(Raise::new(
                        caravan_pylib::error::ExcKind::OverflowError,
                        "Python int too large to convert to C ssize_t",
                    ));
                }
                usize::try_from(length).unwrap_or(usize::MAX)
            }
            Some(Object::View { of, .. }) => self.heap.dict(Value::Object(*of)).map_or(0, Dict::len),
            Some(Object::Class(class)) if class.kind.is_enum() => {
                let label = self.lattice.join(class.label, container.label);
                let members = self.iter(container)?;
                let count = self.loop_structure(members).1.unwrap_or(0);
                return Ok(Labelled::new(Value::Int(count as i64), label));
            }
            Some(Object::Instance(instance)) => {
                let fields = instance.fields.len();
                match self.heap.instance(value) {
                    Some((_, ClassKind::NamedTuple)) => fields,
                    _ if self.heap.record(value).is_some() => fields,
                    _ => return self.asked_length(container),
                }
            }
            _ => return Err(self.no_length(value)),
        };
        let label = self.structure_of(Labelled::new(value, container.label));
        Ok(Labelled::new(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)), label))
    }

    fn asked_length(&mut self, container: Labelled) -> Outcome<Labelled> {
        let Some(answer) = self.ask_labelled(container, "__len__", &[])? else {
            return Err(self.no_length(container.value));
        };
        match self.heap.integer(answer.value) {
            Some(Integer::Small(length @ 0..)) => {
                let label = self.join(answer.label, container.label);
                Ok(Labelled::new(Value::Int(length), label))
            }
            Some(_) => Err(Raise::value_error("__len__() should return >= 0")),
            None => Err(Raise::type_error(format!(
                "'{}' object cannot be interpreted as an integer",
                self.type_name(answer.value)
            ))),
        }
    }

    fn no_length(&self, value: Value) -> Box<Raise> {
        Raise::type_error(format!("object of type '{}' has no len()", self.type_name(value)))
    }
}
