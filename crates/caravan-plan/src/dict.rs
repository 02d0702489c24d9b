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
    // INVARIANT: `places` is empty while there are no more than `FEW` entries; else it holds the index of every
    // `Some` entry, under its hash, and nothing else.
    places: HashTable<u32>,
    entries: Vec<Option<Entry>>,
    live: usize,
    keys: KeyLabels,
    /// The label of length, keys and order.
    pub(crate) structure: Label,
    /// `Dict`, or the kind of dictionary from `collections`.
    pub(crate) kind: BuiltinType,
    /// A `defaultdict`'s factory; `Value::Unbound` otherwise.
    pub(crate) factory: Labelled,
}

/// How many entries are looked through one after the other, which for so few is faster than a table.
const FEW: usize = 8;

/// The labels of the keys, as long as there are few different ones. Those of keys that were taken out stay.
#[derive(Clone, Copy, Debug)]
enum KeyLabels {
    Few {
        labels: [Label; 4],
        count: u8,
    },
    /// Many different ones, or keys that hold other values with labels of their own.
    Many,
}

impl KeyLabels {
    const NONE: KeyLabels = KeyLabels::Few { labels: [Label::NONE; 4], count: 0 };

    #[inline]
    fn add(&mut self, label: Label) {
        let KeyLabels::Few { labels, count } = self else { return };
        let known = usize::from(*count);
        if labels.iter().take(known).any(|known| *known == label) {
            return;
        }
        match labels.get_mut(known) {
            Some(free) => {
                *free = label;
                *count += 1;
            }
            None => *self = KeyLabels::Many,
        }
    }
}

impl Dict {
    pub(crate) fn new(structure: Label) -> Dict {
        Dict::with_capacity(0, structure)
    }

    /// An empty dictionary with room for so many entries.
    pub(crate) fn with_capacity(entries: usize, structure: Label) -> Dict {
        Dict {
            places: HashTable::new(),
            entries: Vec::with_capacity(entries),
            live: 0,
            keys: KeyLabels::NONE,
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
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is: impl FnMut(Labelled) -> bool) -> Option<usize> {
        let matches =
            |entry: &Option<Entry>| entry.as_ref().is_some_and(|entry| entry.hash == hash && is(entry.key));
        if self.entries.len() <= FEW {
            return self.entries.iter().position(matches);
        }
        let mut matches = matches;
        self.places
            .find(hash, |&place| self.entries.get(place as usize).is_some_and(&mut matches))
            .map(|&place| place as usize)
    }

    /// The place of the entry whose key is this very object, where a look at each entry tells it.
    #[inline]
    pub(crate) fn place_of_same(&self, key: Value) -> Option<usize> {
        let Value::Object(key) = key else { return None };
        if self.entries.len() > FEW {
            return None;
        }
        let is_same = |entry: &Option<Entry>| {
            entry
                .as_ref()
                .is_some_and(|entry| matches!(entry.key.value, Value::Object(known) if known == key))
        };
        self.entries.iter().position(is_same)
    }

    /// The labels of the keys, if there are few different ones and no key holds other values.
    pub(crate) fn key_labels(&self) -> Option<&[Label]> {
        match &self.keys {
            KeyLabels::Few { labels, count } => labels.get(..usize::from(*count)),
            KeyLabels::Many => None,
        }
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
        match key.value {
            Value::Object(_) => self.keys = KeyLabels::Many,
            _ => self.keys.add(key.label),
        }
        self.put(hash, key, value);
    }

    /// Appends an entry whose key is not there yet, and is a text or number.
    pub(crate) fn push_plain(&mut self, hash: u64, key: Labelled, value: Labelled) {
        self.keys.add(key.label);
        self.put(hash, key, value);
    }

    fn put(&mut self, hash: u64, key: Labelled, value: Labelled) {
        let place = self.entries.len();
        self.entries.push(Some(Entry { hash, key, value }));
        self.live += 1;
        match place {
            0..FEW => {}
            FEW => self.index(),
            _ => self.place(hash, place as u32),
        }
    }

    /// Makes the table of the entries.
    fn index(&mut self) {
        for place in 0..self.entries.len() {
            if let Some(hash) = self.entry(place).map(|entry| entry.hash) {
                self.place(hash, place as u32);
            }
        }
    }

    fn place(&mut self, hash: u64, place: u32) {
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
            self.clear();
        } else if self.entries.len() > 32 && self.live * 2 < self.entries.len() {
            self.compact();
        }
        Some(entry)
    }

    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
        self.live = 0;
        self.keys = KeyLabels::NONE;
    }

    fn compact(&mut self) {
        self.entries.retain(Option::is_some);
        self.places.clear();
        if self.entries.len() > FEW {
            self.index();
        }
    }

    /// The entries in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().flatten()
    }

    pub(crate) fn for_each(&self, mut visit: impl FnMut(Labelled, Labelled)) {
        self.iter().for_each(|entry| visit(entry.key, entry.value));
    }

    /// Calls `visit` with every key and value, whose labels it may change.
    pub(crate) fn for_each_mut(&mut self, mut visit: impl FnMut(&mut Labelled)) {
        let mut keys = KeyLabels::NONE;
        for entry in self.entries.iter_mut().flatten() {
            visit(&mut entry.key);
            visit(&mut entry.value);
            keys.add(entry.key.label);
        }
        if let KeyLabels::Few { .. } = self.keys {
            self.keys = keys;
        }
    }
}

#[cfg(test)]
mod tests {
    use caravan_label::{Lattice, Source};

    use super::*;

    fn int(value: i64) -> Labelled {
        Labelled::new(Value::Int(value), Label::NONE)
    }

    fn place(dict: &Dict, key: i64) -> Option<usize> {
        // Two keys share each hash.
        dict.find(key as u64 / 2, |found| found.value == Value::Int(key))
    }

    fn numbers(count: i64) -> Dict {
        let mut dict = Dict::new(Label::NONE);
        (0..count).for_each(|key| dict.push(key as u64 / 2, int(key), int(-key)));
        dict
    }

    #[test]
    fn every_entry_is_found_while_a_dictionary_grows_and_shrinks() {
        for count in 0..70 {
            let mut dict = numbers(count);
            assert!((0..count).all(|key| place(&dict, key) == Some(key as usize)), "{count}");
            assert_eq!(place(&dict, count), None);
            for key in (0..count).filter(|key| key % 3 != 0) {
                let removed = place(&dict, key).and_then(|place| dict.remove(place));
                assert_eq!(removed.map(|entry| entry.value), Some(int(-key)), "{count}");
            }
            let kept: Vec<i64> = (0..count).filter(|key| key % 3 == 0).collect();
            assert!(kept.iter().all(|key| place(&dict, *key).is_some()), "{count}");
            assert!((0..count).all(|key| key % 3 == 0 || place(&dict, key).is_none()), "{count}");
            let order: Vec<Value> = dict.iter().map(|entry| entry.key.value).collect();
            assert_eq!(order, kept.iter().map(|key| Value::Int(*key)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_entry_is_found_by_the_very_object_among_few() {
        let key = |n| Labelled::new(Value::Object(crate::value::Ref(n)), Label::NONE);
        let mut dict = Dict::new(Label::NONE);
        (0..FEW as u32).for_each(|n| dict.push_plain(7, key(n), int(0)));
        assert_eq!(dict.place_of_same(key(5).value), Some(5));
        assert_eq!(dict.place_of_same(key(99).value), None);
        dict.remove(5);
        assert_eq!(dict.place_of_same(key(5).value), None);
        dict.push_plain(7, key(100), int(0));
        assert_eq!(dict.place_of_same(key(1).value), None);
    }

    #[test]
    fn the_labels_of_keys_are_known_until_there_are_many_or_a_key_holds_others() {
        let mut lattice = Lattice::new();
        let labels: Vec<Label> =
            (0..5).map(|n| lattice.data_from(&[Source::State(format!("{n}").into())])).collect();
        let mut dict = Dict::new(Label::NONE);
        for (n, label) in labels.iter().take(4).enumerate() {
            dict.push(n as u64, Labelled::new(Value::Int(n as i64), *label), int(0));
            dict.push(n as u64 + 100, Labelled::new(Value::Int(n as i64 + 100), *label), int(0));
        }
        assert_eq!(dict.key_labels(), labels.get(..4));
        dict.push(4, Labelled::new(Value::Int(4), labels[4]), int(0));
        assert_eq!(dict.key_labels(), None);
        let mut dict = numbers(3);
        dict.push(9, Labelled::new(Value::Object(crate::value::Ref(0)), Label::NONE), int(0));
        assert_eq!(dict.key_labels(), None);
        dict.clear();
        assert_eq!(dict.key_labels(), Some(&[][..]));
        let mut dict = numbers(3);
        dict.for_each_mut(|item| item.label = labels[1]);
        assert_eq!(dict.key_labels(), Some(&[labels[1]][..]));
    }
}
