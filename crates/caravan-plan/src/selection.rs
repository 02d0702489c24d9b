//! Rows that untrusted data has chosen out of trusted candidates (the table of choice, third row): filtered lists, and
//! lists in an untrusted order.
//!
//! The whole of such a row tells a bit for each candidate, or its order; one element of it tells which candidate that
//! is, for log2(1 + n) bits. What is known of a row is forgotten when anything changes it.

use std::collections::BTreeMap;

use caravan_label::{Bits, Label};

use crate::cx::Cx;
use crate::heap::{Heap, Iter, Object};
use crate::value::{Labelled, Ref, Value};
use crate::world::Strictness;

/// What is known of a row.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// The row's structure without the choice: what is read of it has at least this.
    pub(crate) base: Label,
    /// How many candidates there were, which is trusted.
    pub(crate) candidates: u64,
    /// The decisions which candidate lies at a place, once for each place that was read.
    places: BTreeMap<i64, Label>,
}

/// An element of a row, or its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The element, with the base of its row.
    pub(crate) item: Labelled,
    row: Ref,
    place: i64,
}

impl Heap {
    /// Whoever may change a row makes it one that nothing is known of. An iterator only moves on.
    #[cold]
    pub(crate) fn forget_selection(&mut self, row: Ref) {
        if !matches!(self.get(row), Some(Object::Iterator(_))) {
            self.selections.remove(&row);
        }
    }

    /// Takes away what is known of a row.
    pub(crate) fn take_selection(&mut self, row: Value) -> Option<Selection> {
        match row {
            Value::Object(place) if !self.selections.is_empty() => self.selections.remove(&place),
            _ => None,
        }
    }

    /// Notes what is known of a row.
    pub(crate) fn give_selection(&mut self, row: Value, selection: Option<Selection>) {
        if let (Value::Object(place), Some(selection)) = (row, selection) {
            self.selections.insert(place, selection);
        }
    }
}

impl Cx<'_> {
    /// Notes that a row holds some of so many candidates, or all in some order. What it was chosen by stands in its
    /// structure already, with this label.
    pub(crate) fn note_selection(&mut self, row: Value, structure: Label, candidates: u64) {
        if self.strictness != Strictness::Cfi || self.unbounded || !self.lattice.data_is_trusted(structure) {
            return;
        }
        let base = self.lattice.with_choice_of(structure, self.literal);
        self.heap.give_selection(row, Some(Selection { base, candidates, places: BTreeMap::new() }));
    }

    /// Whether nothing but what the plan's literals carry can have had a part in a value of this label.
    fn is_own(&self, label: Label) -> bool {
        self.lattice.is_inert(label) || self.lattice.are_alike(label, self.literal)
    }

    /// What is known of a row, unless something else has to do with what it holds.
    pub(crate) fn selection(&self, row: Labelled) -> Option<Selection> {
        let Value::Object(place) = row.value else { return None };
        if self.heap.selections.is_empty() || !self.is_own(row.label) {
            return None;
        }
        if self.heap.floor(row.value) != Label::NONE || self.heap.positions.contains_key(&place) {
            return None;
        }
        self.heap.selections.get(&place).cloned()
    }

    /// The same of what is about to be read to its end: a row, or an iterator over one that was not read yet.
    pub(crate) fn selection_behind(&self, iterable: Labelled) -> Option<Selection> {
        match self.heap.object(iterable.value) {
            Some(Object::Iterator(_)) => self.selection_of_iterator(iterable),
            _ => self.selection(iterable),
        }
    }

    /// The same of the row that an iterator goes through from its beginning.
    pub(crate) fn selection_of_iterator(&self, iterator: Labelled) -> Option<Selection> {
        if self.heap.selections.is_empty() {
            return None;
        }
        match self.row_of(iterator)? {
            (row, 0) => self.selection(Labelled::new(Value::Object(row), iterator.label)),
            _ => None,
        }
    }

    /// The row that an iterator goes through, and where it stands.
    fn row_of(&self, iterator: Labelled) -> Option<(Ref, usize)> {
        let Value::Object(place) = iterator.value else { return None };
        if self.heap.positions.contains_key(&place) {
            return None;
        }
        match self.heap.get(place)? {
            Object::Iterator(iter) => match &**iter {
                Iter::Sequence { of, next } => Some((*of, *next)),
                Iter::Buffer { next, .. } => Some((place, *next)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Advances an iterator over a row, if it stands at an element.
    pub(crate) fn next_candidate(&mut self, iterator: Labelled) -> Option<Candidate> {
        let (row, at) = self.row_of(iterator)?;
        let selection = self.selection(Labelled::new(Value::Object(row), iterator.label))?;
        let Value::Object(place) = iterator.value else { return None };
        let found = match self.heap.get(row)? {
            Object::List(sequence) | Object::Tuple(sequence) => sequence.items.get(at).copied(),
            Object::Iterator(iter) => match &**iter {
                Iter::Buffer { items, .. } => items.get(at).copied(),
                _ => None,
            },
            _ => None,
        };
        let item = found?;
        if let Some(Object::Iterator(iter)) = self.heap.get_mut(place)
            && let Iter::Sequence { next, .. } | Iter::Buffer { next, .. } = &mut **iter
        {
            *next = at + 1;
        }
        let label = self.lattice.join(item.label, selection.base);
        let label = self.lattice.join(label, iterator.label);
        Some(Candidate { item: Labelled::new(item.value, label), row, place: at as i64 })
    }

    /// The end of the row that an iterator goes through, if it stands there.
    pub(crate) fn end_of_candidates(&mut self, iterator: Labelled) -> Option<Candidate> {
        let (row, at) = self.row_of(iterator)?;
        let selection = self.selection(Labelled::new(Value::Object(row), iterator.label))?;
        let item = Labelled::new(Value::None, self.lattice.join(selection.base, iterator.label));
        Some(Candidate { item, row, place: at as i64 })
    }

    /// *choice*: a value that stands or falls with which candidate lies at a place: log2(1 + n), once for a place.
    pub(crate) fn choose(&mut self, candidate: Candidate, value: Labelled) -> Labelled {
        let decision = self.place_decision(candidate.row, candidate.place);
        let label = self.lattice.join(value.label, candidate.item.label);
        Labelled::new(value.value, self.lattice.join(label, decision))
    }

    /// *choice*: what choosing one element of a row by these keys adds to it: log2(1 + n).
    pub(crate) fn choose_one(&mut self, selection: &Selection, keys: Label) -> Label {
        let keys = self.lattice.guard(keys, Bits::ZERO);
        let control = self.lattice.with_choice_of(keys, self.literal);
        let one = self.lattice.decision(Bits::log2(selection.candidates.saturating_add(1)));
        [control, one].into_iter().fold(selection.base, |label, own| self.lattice.join(label, own))
    }

    fn place_decision(&mut self, row: Ref, place: i64) -> Label {
        let Some(selection) = self.heap.selections.get_mut(&row) else {
            return self.lattice.decision(Bits::UNBOUNDED);
        };
        let bits = Bits::log2(selection.candidates.saturating_add(1));
        *selection.places.entry(place).or_insert_with(|| self.lattice.decision(bits))
    }

    /// *reading*: the label of the element at an index of a row; none if nothing is known of the row, or the index was
    /// itself chosen without a bound.
    pub(crate) fn pick_candidate(&mut self, row: Labelled, element: Label, key: Labelled) -> Option<Label> {
        let selection = self.selection(row)?;
        let (Value::Object(at), Value::Int(place)) = (row.value, key.value) else { return None };
        let decision = if self.is_own(key.label) {
            self.place_decision(at, place)
        } else if self.unbounded {
            return None;
        } else {
            // Wherever it lies, it is one of the candidates.
            self.choose_one(&selection, key.label)
        };
        let label = [selection.base, row.label, decision].into_iter();
        Some(label.fold(element, |label, own| self.lattice.join(label, own)))
    }
}
