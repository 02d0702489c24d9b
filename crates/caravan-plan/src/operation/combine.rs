//! The operators on containers: sequences, sets, dictionaries, counters, and unions of types.

use caravan_label::{Bits, Label};
use caravan_pylib::int::Integer;

use super::{Binary, Comparison, Unary};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{DictPart, Object, Sequence};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

const LABELLED: usize = size_of::<Labelled>();

impl Cx<'_> {
    /// The result of an operator on containers; none if it is not defined for these operands.
    pub(super) fn containers(&mut self, op: Binary, a: Labelled, b: Labelled) -> Outcome<Option<Labelled>> {
        use Binary::{Add, And, Mul, Or, Sub, Xor};
        use BuiltinType as T;
        if op == Or && (self.is_union_member(a.value) || self.is_union_member(b.value)) {
            let is_member = |value| value == Value::None || self.is_union_member(value);
            if is_member(a.value) && is_member(b.value) {
                return self.union(a, b).map(Some);
            }
            return Ok(None);
        }
        let (left, right) = (self.type_of(a.value), self.type_of(b.value));
        match op {
            Add if (left, right) == (T::Counter, T::Counter) => self.counters(op, a, b).map(Some),
            Add => self.concatenation(a, b),
            Mul => match (self.heap.integer(a.value), self.heap.integer(b.value)) {
                (None, Some(times)) => self.repetition(a, &times, b.label),
                (Some(times), None) => self.repetition(b, &times, a.label),
                _ => Ok(None),
            },
            Sub | And | Or if (left, right) == (T::Counter, T::Counter) => self.counters(op, a, b).map(Some),
            Or if self.is_dict(a.value) && self.is_dict(b.value) => self.merged(a, b).map(Some),
            Sub | And | Or | Xor => self.sets(op, a, b),
            _ => Ok(None),
        }
    }

    fn is_dict(&self, value: Value) -> bool {
        matches!(self.heap.object(value), Some(Object::Dict(_)))
    }

    fn concatenation(&mut self, a: Labelled, b: Labelled) -> Outcome<Option<Labelled>> {
        use BuiltinType as T;
        let row = |cx: &Self, value| -> Option<(T, Vec<Labelled>)> {
            match cx.heap.object(value)? {
                Object::List(sequence) => Some((T::List, sequence.items.clone())),
                Object::Deque(deque) => Some((T::Deque, deque.0.items.clone())),
                _ => cx.heap.tuple_items(value).map(|items| (T::Tuple, items.into_owned())),
            }
        };
        let (Some((left, mut items)), Some((right, more))) = (row(self, a.value), row(self, b.value)) else {
            return Ok(None);
        };
        if left != right {
            return Ok(None);
        }
        self.heap.room_for((items.len() + more.len()) * LABELLED)?;
        items.extend(more);
        let (first, second) = (self.structure_of(a), self.structure_of(b));
        let structure = self.join(first, second);
        self.fresh_row(a.value, items, structure).map(Some)
    }

    /// A fresh sequence of the same kind as another.
    fn fresh_row(&mut self, like: Value, mut items: Vec<Labelled>, structure: Label) -> Outcome<Labelled> {
        let structure = self.join(structure, self.literal);
        let made = match self.heap.object(like) {
            Some(Object::List(_)) => self.heap.list(items, structure)?,
            Some(Object::Deque(deque)) => {
                let longest = deque.1;
                drop_front(&mut items, longest);
                self.heap.value(Object::Deque(Box::new((Sequence { items, structure }, longest))))?
            }
            _ => self.heap.tuple(items, structure)?,
        };
        // The value is fresh: which object it is depends on nothing but the plan.
        Ok(Labelled::new(made, self.literal))
    }

    fn repetition(&mut self, whole: Labelled, times: &Integer, by: Label) -> Outcome<Option<Labelled>> {
        let Some(items) = self.row_times(whole.value, times)? else { return Ok(None) };
        let structure = self.structure_of(whole);
        let structure = self.join(structure, by);
        self.fresh_row(whole.value, items, structure).map(Some)
    }

    /// The elements of a list, tuple or deque, so many times.
    fn row_times(&self, whole: Value, times: &Integer) -> Outcome<Option<Vec<Labelled>>> {
        let items = match self.heap.object(whole) {
            Some(Object::List(sequence)) => sequence.items.as_slice().into(),
            Some(Object::Deque(deque)) => deque.0.items.as_slice().into(),
            _ => match self.heap.tuple_items(whole) {
                Some(items) => items,
                None => return Ok(None),
            },
        };
        self.room_for_times(items.len() * LABELLED, times)?;
        let times = if items.is_empty() { 0 } else { times.repetitions()? };
        Ok(Some(items.repeat(times)))
    }

    /// The members of a set, or of a view of keys or items, with their hashes; none for anything else.
    fn set_members(&mut self, value: Value) -> Outcome<Option<Vec<(u64, Labelled)>>> {
        match self.heap.object(value) {
            Some(Object::Set(set) | Object::FrozenSet(set)) => {
                Ok(Some(set.iter().map(|entry| (entry.hash, entry.key)).collect()))
            }
            Some(Object::View { what: DictPart::Keys | DictPart::Items, .. }) => {
                let items = self.collect(Labelled::new(value, Label::NONE))?.items;
                let mut members = Vec::with_capacity(items.len());
                for item in items {
                    members.push((self.hash(item.value)?, item));
                }
                Ok(Some(members))
            }
            _ => Ok(None),
        }
    }

    /// `|`, `&`, `-` and `^` of sets and views.
    fn sets(&mut self, op: Binary, a: Labelled, b: Labelled) -> Outcome<Option<Labelled>> {
        let is_view = |cx: &Self, value| {
            matches!(cx.heap.object(value), Some(Object::View { what: DictPart::Keys | DictPart::Items, .. }))
        };
        let any_iterable = is_view(self, a.value) || is_view(self, b.value);
        let label = self.deep_all(&[a, b]);
        let mut sides = Vec::with_capacity(2);
        for side in [a, b] {
            let members = match self.set_members(side.value)? {
                Some(members) => members,
                None if any_iterable => {
                    let items = self.collect(side)?.items;
                    let mut members = Vec::with_capacity(items.len());
                    for item in items {
                        let hash =
                            self.hash(item.value).map_err(|raise| raise.labelled(label, self.lattice))?;
                        members.push((hash, item));
                    }
                    members
                }
                None => return Ok(None),
            };
            sides.push(members);
        }
        let (Some(right), Some(left)) = (sides.pop(), sides.pop()) else { return Ok(None) };
        self.heap.room_for((left.len() + right.len()).saturating_mul(super::ENTRY))?;
        // Which members there are is decided by all members of both.
        let structure = self.chosen_by(label, Bits::UNBOUNDED);
        let (first, second) = (self.structure_of(a), self.structure_of(b));
        let structure =
            [first, second, self.literal].into_iter().fold(structure, |all, own| self.lattice.join(all, own));
        let result = self.set_of(op, &left, &right, structure)?;
        let frozen = matches!(self.heap.object(a.value), Some(Object::FrozenSet(_)));
        let made = Box::new(result);
        let made = if frozen { Object::FrozenSet(made) } else { Object::Set(made) };
        Ok(Some(Labelled::new(self.heap.value(made)?, self.literal)))
    }

    fn set_of(
        &self,
        op: Binary,
        left: &[(u64, Labelled)],
        right: &[(u64, Labelled)],
        structure: Label,
    ) -> Outcome<Dict> {
        let walk = self.walk();
        let add = |dict: &mut Dict, (hash, key): (u64, Labelled)| -> Outcome<()> {
            if walk.find(dict, hash, key.value, 0)?.is_none() {
                dict.push(hash, key, Labelled::new(Value::None, Label::NONE));
            }
            Ok(())
        };
        let index = |members: &[(u64, Labelled)]| -> Outcome<Dict> {
            let mut dict = Dict::new(Label::NONE);
            for member in members {
                add(&mut dict, *member)?;
            }
            Ok(dict)
        };
        let mut result = Dict::new(structure);
        let (in_left, in_right) = (index(left)?, index(right)?);
        // Of equal members of both, those of the smaller set are kept, as in CPython.
        let keep_right = op == Binary::And && right.len() <= left.len();
        for (members, others, from_left) in [(left, &in_right, true), (right, &in_left, false)] {
            for (hash, key) in members {
                let shared = walk.find(others, *hash, key.value, 0)?.is_some();
                let keep = match op {
                    Binary::Or => true,
                    Binary::And => from_left != keep_right && shared,
                    Binary::Sub => from_left && !shared,
                    _ => !shared,
                };
                if keep {
                    add(&mut result, (*hash, *key))?;
                }
            }
        }
        Ok(result)
    }

    /// `a | b` of dictionaries.
    fn merged(&mut self, a: Labelled, b: Labelled) -> Outcome<Labelled> {
        let (Some(left), Some(right)) = (self.heap.dict(a.value), self.heap.dict(b.value)) else {
            return Err(Raise::internal("dictionaries that are none"));
        };
        self.heap.room_for(left.size() + right.size())?;
        let plain = |kind| matches!(kind, BuiltinType::Dict | BuiltinType::Counter);
        // The more special of the two decides what comes out.
        let (kind, factory) = match (plain(left.kind), plain(right.kind)) {
            (false, _) => (left.kind, left.factory),
            (true, false) => (right.kind, right.factory),
            (true, true) => (BuiltinType::Dict, left.factory),
        };
        let mut result = left.clone();
        (result.kind, result.factory) = (kind, factory);
        let more: Vec<_> = right.iter().copied().collect();
        let keys: Vec<Labelled> = left.iter().chain(right.iter()).map(|entry| entry.key).collect();
        let walk = self.walk();
        for entry in more {
            match walk.find(&result, entry.hash, entry.key.value, 0)? {
                Some(place) => {
                    if let Some(known) = result.entry_mut(place) {
                        known.value = entry.value;
                    }
                }
                None => result.push(entry.hash, entry.key, entry.value),
            }
        }
        let (first, second) = (self.structure_of(a), self.structure_of(b));
        let keys = self.deep_all(&keys);
        let keys = self.chosen_by(keys, Bits::UNBOUNDED);
        result.structure =
            [first, second, self.literal].into_iter().fold(keys, |all, own| self.lattice.join(all, own));
        Ok(Labelled::new(self.heap.value(Object::Dict(Box::new(result)))?, self.literal))
    }

    /// `+`, `-`, `|` and `&` of counters, which keep positive counts alone.
    fn counters(&mut self, op: Binary, a: Labelled, b: Labelled) -> Outcome<Labelled> {
        let label = self.deep_all(&[a, b]);
        let entries = |cx: &Self, value| -> Vec<_> {
            cx.heap.dict(value).into_iter().flat_map(Dict::iter).copied().collect()
        };
        let zero = Labelled::new(Value::Int(0), Label::NONE);
        let mut result = Dict::new(Label::NONE);
        result.kind = BuiltinType::Counter;
        for (own, others, from_left) in [(a, b, true), (b, a, false)] {
            for entry in entries(self, own.value) {
                let other = self.dict_get(others.value, entry.key.value)?;
                if !from_left && other.is_some() {
                    continue;
                }
                let other = other.unwrap_or(zero);
                let (left, right) = if from_left { (entry.value, other) } else { (other, entry.value) };
                let count = match op {
                    Binary::Add | Binary::Sub => self.binary(op, left, right)?,
                    _ => {
                        let wanted = if op == Binary::Or { Comparison::Gt } else { Comparison::Lt };
                        if self.order(wanted, left.value, right.value)? { left } else { right }
                    }
                };
                if self.order(Comparison::Gt, count.value, zero.value)? {
                    result.push(entry.hash, entry.key, count);
                }
            }
        }
        let value = self.heap.value(Object::Dict(Box::new(result)))?;
        self.stamp_counter(value, label)
    }

    /// Gives a fresh counter, whose counts were computed from others, its labels.
    fn stamp_counter(&mut self, counter: Value, label: Label) -> Outcome<Labelled> {
        let lattice = &mut *self.lattice;
        if let Some(dict) = self.heap.dict_mut(counter) {
            dict.structure = lattice.join(label, self.literal);
            dict.for_each_mut(|item| item.label = lattice.join(item.label, label));
        }
        Ok(Labelled::new(counter, self.literal))
    }

    /// `+counter` and `-counter`.
    pub(super) fn signed_counter(&mut self, op: Unary, counter: Labelled) -> Outcome<Labelled> {
        let label = self.deep(counter);
        let entries: Vec<_> =
            self.heap.dict(counter.value).into_iter().flat_map(Dict::iter).copied().collect();
        let mut result = Dict::new(Label::NONE);
        result.kind = BuiltinType::Counter;
        for entry in entries {
            let count = self.unary(op, entry.value)?;
            if self.order(Comparison::Gt, count.value, Value::Int(0))? {
                result.push(entry.hash, entry.key, count);
            }
        }
        let value = self.heap.value(Object::Dict(Box::new(result)))?;
        self.stamp_counter(value, label)
    }

    /// What an operator in place makes of a mutable left side; none where it makes a new value instead.
    pub(super) fn changed_in_place(
        &mut self,
        op: Binary,
        a: Labelled,
        b: Labelled,
    ) -> Outcome<Option<Labelled>> {
        use Binary::{Add, And, Mul, Or, Sub, Xor};
        let kind = self.type_of(a.value);
        match (self.heap.object(a.value), op) {
            (Some(Object::List(_) | Object::Deque(_)), Add) => {
                let more = self.collect(b)?;
                self.mutate(a, more.structure);
                self.extend(a.value, more.items)?;
                Ok(Some(a))
            }
            (Some(Object::List(_) | Object::Deque(_)), Mul) => {
                let Some(times) = self.heap.integer(b.value) else { return Ok(None) };
                let Some(items) = self.row_times(a.value, &times)? else { return Ok(None) };
                self.mutate(a, b.label);
                self.heap.charge(items.len() * LABELLED)?;
                self.replace_items(a.value, items);
                Ok(Some(a))
            }
            (Some(Object::Set(_)), Sub | And | Or | Xor) => {
                let Some(result) = self.sets(op, a, b)? else { return Ok(None) };
                self.take_over(a, result);
                Ok(Some(a))
            }
            (Some(Object::Dict(_)), Add | Sub | And | Or)
                if kind == BuiltinType::Counter && self.type_of(b.value) == BuiltinType::Counter =>
            {
                let result = self.counters(op, a, b)?;
                self.take_over(a, result);
                Ok(Some(a))
            }
            (Some(Object::Dict(_)), Or) => self.updated(a, b).map(Some),
            _ => Ok(None),
        }
    }

    /// Appends to a list or deque.
    fn extend(&mut self, row: Value, more: Vec<Labelled>) -> Outcome<()> {
        self.heap.charge(more.len() * LABELLED)?;
        match self.heap.object_mut(row) {
            Some(Object::List(sequence)) => sequence.items.extend(more),
            Some(Object::Deque(deque)) => {
                deque.0.items.extend(more);
                let longest = deque.1;
                drop_front(&mut deque.0.items, longest);
            }
            _ => {}
        }
        Ok(())
    }

    fn replace_items(&mut self, row: Value, mut items: Vec<Labelled>) {
        match self.heap.object_mut(row) {
            Some(Object::List(sequence)) => sequence.items = items,
            Some(Object::Deque(deque)) => {
                drop_front(&mut items, deque.1);
                deque.0.items = items;
            }
            _ => {}
        }
    }

    /// Puts the entries of a fresh set or dictionary in the place of another's.
    fn take_over(&mut self, into: Labelled, fresh: Labelled) {
        let Some(mut taken) =
            self.heap.dict_mut(fresh.value).map(|dict| std::mem::replace(dict, Dict::new(Label::NONE)))
        else {
            return;
        };
        self.mutate(into, taken.structure);
        if let Some(dict) = self.heap.dict_mut(into.value) {
            taken.structure = dict.structure;
            taken.kind = dict.kind;
            taken.factory = dict.factory;
            *dict = taken;
        }
    }

    /// `a |= b` of a dictionary and a mapping or pairs.
    fn updated(&mut self, a: Labelled, b: Labelled) -> Outcome<Labelled> {
        let mut pairs: Vec<(Labelled, Labelled)> = Vec::new();
        let structure = self.structure_of(b);
        if let Some(Object::Dict(dict)) = self.heap.object(b.value) {
            pairs.extend(dict.iter().map(|entry| (entry.key, entry.value)));
        } else {
            let collected = self.collect(b)?;
            for (place, item) in collected.items.into_iter().enumerate() {
                pairs.push(self.pair_of(item, place)?);
            }
        }
        let keys: Vec<Labelled> = pairs.iter().map(|(key, _)| *key).collect();
        let keys = self.deep_all(&keys);
        let keys = self.chosen_by(keys, Bits::UNBOUNDED);
        let by = self.join(structure, keys);
        self.mutate(a, by);
        for (key, value) in pairs {
            if let Err(raise) = self.dict_insert(a.value, key, value) {
                return Err(raise.labelled(by, self.lattice));
            }
        }
        Ok(a)
    }

    fn pair_of(&mut self, item: Labelled, place: usize) -> Outcome<(Labelled, Labelled)> {
        if !self.heap.is_of_type(item.value, BuiltinType::Iterable) {
            return Err(Raise::type_error(format!(
                "cannot convert dictionary update sequence element #{place} to a sequence"
            ))
            .labelled(item.label, self.lattice));
        }
        let pair = self.collect(item)?;
        let &[mut key, mut value] = pair.items.as_slice() else {
            return Err(Raise::value_error(format!(
                "dictionary update sequence element #{place} has length {}; 2 is required",
                pair.items.len()
            ))
            .labelled(pair.structure, self.lattice));
        };
        // What was picked from the pair takes the pair's structure.
        for part in [&mut key, &mut value] {
            part.label = self.pick(part.label, pair.structure, Label::NONE, 2);
        }
        Ok((key, value))
    }
}

/// Drops elements from the front until no more than `longest` are left.
fn drop_front(items: &mut Vec<Labelled>, longest: Option<usize>) {
    if let Some(longest) = longest {
        items.drain(..items.len().saturating_sub(longest));
    }
}
