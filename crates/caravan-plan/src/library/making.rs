//! How natives that keep labels make containers, and what those containers' labels are.
//!
//! A container that a native makes is fresh: which object it is depends on nothing but the plan, so the
//! value has the label of a literal, and everything that decided its length, membership and order stands
//! in its structure.

use caravan_label::{Bits, Label};

use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Iter, Object};
use crate::library::TaskState;
use crate::raise::Outcome;
use crate::value::{BuiltinType, Labelled, Value};

/// The bytes that one more element of a list costs.
pub(crate) const ELEMENT: usize = size_of::<Labelled>();

impl Cx<'_> {
    /// A fresh list.
    pub(crate) fn make_list(&mut self, items: Vec<Labelled>, structure: Label) -> Outcome<Labelled> {
        let structure = self.join(structure, self.literal);
        Ok(Labelled::new(self.heap.list(items, structure)?, self.literal))
    }

    /// A fresh tuple.
    pub(crate) fn make_tuple(&mut self, items: Vec<Labelled>, structure: Label) -> Outcome<Labelled> {
        let structure = self.join(structure, self.literal);
        Ok(Labelled::new(self.heap.tuple(items, structure)?, self.literal))
    }

    /// A fresh pair.
    pub(crate) fn make_pair(&mut self, first: Labelled, second: Labelled) -> Outcome<Labelled> {
        self.make_tuple(vec![first, second], Label::NONE)
    }

    /// A fresh iterator over elements that are there already.
    pub(crate) fn make_iterator(
        &mut self,
        items: Vec<Labelled>,
        structure: Label,
        name: &'static str,
    ) -> Outcome<Labelled> {
        let structure = self.join(structure, self.literal);
        let iter = Iter::Buffer { items, next: 0, structure, name };
        Ok(Labelled::new(self.heap.value(Object::Iterator(Box::new(iter)))?, self.literal))
    }

    /// A fresh dictionary of some kind, still empty.
    pub(crate) fn make_dict(&mut self, kind: BuiltinType, structure: Label) -> Outcome<Labelled> {
        let mut dict = Dict::new(self.join(structure, self.literal));
        dict.kind = kind;
        Ok(Labelled::new(self.heap.value(Object::Dict(Box::new(dict)))?, self.literal))
    }

    /// A fresh set or frozen set of these elements, equal ones once.
    pub(crate) fn make_set(
        &mut self,
        kind: BuiltinType,
        items: &[Labelled],
        structure: Label,
    ) -> Outcome<Labelled> {
        let by = self.keyed_by(items);
        let structure = self.join(structure, by);
        let mut dict = Dict::new(self.join(structure, self.literal));
        dict.kind = kind;
        let object = match kind {
            BuiltinType::FrozenSet => Object::FrozenSet(Box::new(dict)),
            _ => Object::Set(Box::new(dict)),
        };
        let set = Labelled::new(self.heap.value(object)?, self.literal);
        for item in items {
            let inserted = self.dict_insert(set.value, *item, Labelled::new(Value::None, Label::NONE));
            self.reveal(inserted, structure)?;
        }
        Ok(set)
    }

    /// The outcome, whose failure reveals `label` too.
    pub(crate) fn reveal<T>(&mut self, outcome: Outcome<T>, label: Label) -> Outcome<T> {
        outcome.map_err(|raise| raise.labelled(label, self.lattice))
    }

    /// `bits` where the number of candidates, which they were counted from, is trusted data.
    pub(crate) fn bounded(&self, structure: Label, bits: Bits) -> Bits {
        if self.lattice.data_is_trusted(structure) { bits } else { Bits::UNBOUNDED }
    }

    /// *choice*: what ordering the `n` elements of a container of this structure by these keys adds to
    /// the structure of what comes out: log2(n!).
    pub(crate) fn ordered_by(&mut self, keys: Label, structure: Label, n: usize) -> Label {
        let bits = self.bounded(structure, Bits::log2_factorial(n as u64));
        self.chosen_by(keys, bits)
    }

    /// *choice*: what choosing one of the `n` elements of a container of this structure, or none, by
    /// these keys adds to the one chosen: log2(1 + n).
    pub(crate) fn one_chosen_by(&mut self, keys: Label, structure: Label, n: usize) -> Label {
        let bits = self.bounded(structure, Bits::log2((n as u64).saturating_add(1)));
        self.chosen_by(keys, bits)
    }

    /// *choice*: what keeping or dropping each of the `n` elements of a container of this structure adds
    /// to the structure of what is kept: one bit per candidate.
    pub(crate) fn kept_by(&mut self, keys: Label, structure: Label, n: usize) -> Label {
        let bits = self.bounded(structure, Bits::ONE.times(n as u64));
        self.chosen_by(keys, bits)
    }

    /// *choice*: how many trusted candidates a row has that untrusted keys have filtered or ordered: those of the row
    /// that it came from, if that was chosen already.
    pub(crate) fn candidates(&self, state: &TaskState, keys: Label) -> Option<u64> {
        match &state.selection {
            Some(selection) => Some(selection.candidates),
            None if self.lattice.data_is_trusted(keys) => None,
            None => self.lattice.is_trusted(state.structure).then_some(state.items.len() as u64),
        }
    }

    /// *mutation*: what putting entries under these keys adds to the structure of a dictionary or set:
    /// which keys are equal decides its length and what it holds under others.
    pub(crate) fn keyed_by(&mut self, keys: &[Labelled]) -> Label {
        let keys = self.deep_all(keys);
        self.chosen_by(keys, Bits::UNBOUNDED)
    }

    /// Whether two values count as the same element: the same object, or equal.
    pub(crate) fn matches(&mut self, a: Value, b: Value) -> Outcome<bool> {
        if self.same(a, b) { Ok(true) } else { self.equal(a, b) }
    }
}
