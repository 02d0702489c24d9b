//! Dictionaries and sets: Python's equality, insertion order, a label per key and one for the structure.
//!
//! Looking up needs the heap to compare keys, so the callers hash and compare; a dictionary itself only
//! keeps entries and finds those of a hash.

use caravan_label::Label;
use hashbrown::HashTable;

use crate::value::{BuiltinType, Labelled, Value};

/// One entry. A set's values are `None`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) hash: u64,
    pub(crate) key: Labelled,
    pub(crate) value: Labelled,
}

/// A dictionary or set.
#[derive(Clone, Debug)]
pub(crate) struct Dict {
    // INVARIANT: `places` holds the index of every `Some` entry, under its hash, and nothing else.
    places: HashTable<u32>,
    entries: Vec<Option<Entry>>,
    live: usize,
    /// The label of length, keys and order.
    pub(crate) structure: Label,
    /// `Dict`, or the kind of dictionary from `collections`.
    pub(crate) kind: BuiltinType,
    /// A `defaultdict`'s factory; `Value::Unbound` otherwise.
    pub(crate) factory: Labelled,
}

impl Dict {
    pub(crate) fn new(structure: Label) -> Dict {
        Dict {
            places: HashTable::new(),
            entries: Vec::new(),
            live: 0,
            structure,
            kind: BuiltinType::Dict,
            factory: Labelled::new(Value::Unbound, Label::NONE),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.live
    }

    pub(crate) fn size(&self) -> usize {
        self.entries.len() * (size_of::<Option<Entry>>() + 8)
    }

    /// The place of the entry with this hash whose key `is` the one looked for.
    pub(crate) fn find(&self, hash: u64, mut is: impl FnMut(Labelled) -> bool) -> Option<usize> {
        self.places
            .find(hash, |&place| {
                self.entries
                    .get(place as usize)
                    .and_then(Option::as_ref)
                    .is_some_and(|entry| entry.hash == hash && is(entry.key))
            })
            .map(|&place| place as usize)
    }

    /// The entry at a place, counting removed ones: what iterators step over.
    pub(crate) fn entry(&self, place: usize) -> Option<&Entry> {
        self.entries.get(place).and_then(Option::as_ref)
    }

    pub(crate) fn entry_mut(&mut self, place: usize) -> Option<&mut Entry> {
        self.entries.get_mut(place).and_then(Option::as_mut)
    }

    /// The first place at or after `place` that holds an entry.
    pub(crate) fn next_place(&self, place: usize) -> Option<usize> {
        (place..self.entries.len()).find(|&place| self.entry(place).is_some())
    }

    /// The place of the last entry.
    pub(crate) fn last_place(&self) -> Option<usize> {
        (0..self.entries.len()).rev().find(|&place| self.entry(place).is_some())
    }

    /// Appends an entry whose key is not there yet.
    pub(crate) fn push(&mut self, hash: u64, key: Labelled, value: Labelled) {
        let place = self.entries.len() as u32;
        self.entries.push(Some(Entry { hash, key, value }));
        self.live += 1;
        let entries = &self.entries;
        self.places.insert_unique(hash, place, |&place| {
            entries.get(place as usize).and_then(Option::as_ref).map_or(0, |entry| entry.hash)
        });
    }

    /// Takes the entry at a place out.
    pub(crate) fn remove(&mut self, place: usize) -> Option<Entry> {
        let entry = self.entries.get_mut(place)?.take()?;
        if let Ok(occupied) = self.places.find_entry(entry.hash, |&found| found as usize == place) {
            occupied.remove();
        }
        self.live -= 1;
        if self.live == 0 {
            self.entries.clear();
        } else if self.entries.len() > 32 && self.live * 2 < self.entries.len() {
            self.compact();
        }
        Some(entry)
    }

    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
        self.live = 0;
    }

    fn compact(&mut self) {
        let entries = std::mem::take(&mut self.entries);
        self.clear();
        for entry in entries.into_iter().flatten() {
            self.push(entry.hash, entry.key, entry.value);
        }
    }

    /// The entries in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().flatten()
    }

    pub(crate) fn for_each(&self, mut visit: impl FnMut(Labelled, Labelled)) {
        self.iter().for_each(|entry| visit(entry.key, entry.value));
    }

    /// Calls `visit` with every key and value.
    pub(crate) fn for_each_mut(&mut self, mut visit: impl FnMut(&mut Labelled)) {
        for entry in self.entries.iter_mut().flatten() {
            visit(&mut entry.key);
            visit(&mut entry.value);
        }
    }
}
