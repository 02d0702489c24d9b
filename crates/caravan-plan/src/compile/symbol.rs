//! The names of a plan as small numbers, and sets of them: compiling asks for little else.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::marker::PhantomData;

use hashbrown::{DefaultHashBuilder, HashTable};
use ruff_python_ast::name::Name;
use ruff_python_ast::{AtomicNodeIndex, ExprName, Identifier, NodeIndex};

/// A name of one compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Symbol(u32);

/// The names of one compilation. A node of the syntax tree remembers its number, so the tree that is asked about
/// belongs to one compilation alone.
#[derive(Debug, Default)]
pub(super) struct Symbols(RefCell<Table>);

#[derive(Debug, Default)]
struct Table {
    spellings: Vec<Name>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Table {
    fn find(&self, text: &str) -> Option<Symbol> {
        let same = |number: &u32| self.spellings.get(*number as usize).is_some_and(|known| known == text);
        self.numbers.find(self.hasher.hash_one(text), same).copied().map(Symbol)
    }

    fn insert(&mut self, name: &Name) -> Symbol {
        if let Some(known) = self.find(name.as_str()) {
            return known;
        }
        let number = self.spellings.len() as u32;
        self.spellings.push(name.clone());
        let Table { spellings, numbers, hasher } = self;
        let hash = |number: &u32| hasher.hash_one(spellings.get(*number as usize).map_or("", Name::as_str));
        numbers.insert_unique(hasher.hash_one(name.as_str()), number, hash);
        Symbol(number)
    }
}

impl Symbols {
    pub(super) fn of_name(&self, name: &ExprName) -> Symbol {
        self.of_node(&name.node_index, &name.id)
    }

    pub(super) fn of_identifier(&self, identifier: &Identifier) -> Symbol {
        self.of_node(&identifier.node_index, &identifier.id)
    }

    fn of_node(&self, index: &AtomicNodeIndex, name: &Name) -> Symbol {
        match index.load().as_u32() {
            Some(number) => Symbol(number),
            None => {
                let symbol = self.0.borrow_mut().insert(name);
                index.set(NodeIndex::from(symbol.0));
                symbol
            }
        }
    }

    pub(super) fn of_text(&self, text: &str) -> Symbol {
        let known = self.find(text);
        known.unwrap_or_else(|| self.0.borrow_mut().insert(&Name::new(text)))
    }

    /// The symbol of a text, if something of the plan is called so.
    pub(super) fn find(&self, text: &str) -> Option<Symbol> {
        self.0.borrow().find(text)
    }

    pub(super) fn spelling(&self, symbol: Symbol) -> Name {
        self.0.borrow().spellings.get(symbol.0 as usize).cloned().unwrap_or_default()
    }
}

/// What most names of a plan stand for, by name.
#[derive(Debug)]
pub(super) struct Map<V>(Vec<Option<V>>);

impl<V> Default for Map<V> {
    fn default() -> Map<V> {
        Map(Vec::new())
    }
}

impl<V: Copy> Map<V> {
    pub(super) fn get(&self, name: Symbol) -> Option<V> {
        self.0.get(name.0 as usize).copied().flatten()
    }

    pub(super) fn insert(&mut self, name: Symbol, value: V) {
        let place = name.0 as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, None);
        }
        if let Some(held) = self.0.get_mut(place) {
            *held = Some(value);
        }
    }
}

/// What a [`Set`] holds.
pub(super) trait Member: Copy {
    fn number(self) -> u32;
    fn from_number(number: u32) -> Self;
}

impl Member for Symbol {
    fn number(self) -> u32 {
        self.0
    }

    fn from_number(number: u32) -> Symbol {
        Symbol(number)
    }
}

/// A place in a table of the environment.
impl Member for u16 {
    fn number(self) -> u32 {
        u32::from(self)
    }

    fn from_number(number: u32) -> u16 {
        number as u16
    }
}

/// A set of small numbers, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set<T> {
    /// A bit for each of the first 128.
    low: u128,
    high: Vec<u128>,
    members: PhantomData<T>,
}

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set { low: 0, high: Vec::new(), members: PhantomData }
    }
}

/// The word that a member's bit stands in, after the first, and the bit.
fn place<T: Member>(member: T) -> (Option<usize>, u128) {
    let number = member.number();
    ((number as usize / 128).checked_sub(1), 1_u128 << (number % 128))
}

impl<T: Member> Set<T> {
    pub(super) fn contains(&self, member: T) -> bool {
        let (word, bit) = place(member);
        let bits = match word {
            None => self.low,
            Some(word) => self.high.get(word).copied().unwrap_or(0),
        };
        bits & bit != 0
    }

    /// Adds a member; says whether it was not there.
    pub(super) fn insert(&mut self, member: T) -> bool {
        let (word, bit) = place(member);
        let bits = match word {
            None => &mut self.low,
            Some(word) => {
                if self.high.len() <= word {
                    self.high.resize(word + 1, 0);
                }
                match self.high.get_mut(word) {
                    Some(bits) => bits,
                    None => return false,
                }
            }
        };
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }

    pub(super) fn remove(&mut self, member: T) {
        let (word, bit) = place(member);
        let bits = match word {
            None => Some(&mut self.low),
            Some(word) => self.high.get_mut(word),
        };
        if let Some(bits) = bits {
            *bits &= !bit;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.low == 0 && self.high.iter().all(|bits| *bits == 0)
    }

    pub(super) fn clear(&mut self) {
        *self = Set::default();
    }

    pub(super) fn unite(&mut self, other: &Set<T>) {
        self.low |= other.low;
        if self.high.len() < other.high.len() {
            self.high.resize(other.high.len(), 0);
        }
        self.high.iter_mut().zip(&other.high).for_each(|(bits, others)| *bits |= others);
    }

    pub(super) fn subtract(&mut self, other: &Set<T>) {
        self.low &= !other.low;
        self.high.iter_mut().zip(&other.high).for_each(|(bits, others)| *bits &= !others);
    }

    pub(super) fn meets(&self, other: &Set<T>) -> bool {
        self.low & other.low != 0
            || self.high.iter().zip(&other.high).any(|(bits, others)| bits & others != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = T> {
        let words = std::iter::once(&self.low).chain(&self.high);
        words.enumerate().flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(T::from_number(word as u32 * 128 + bit))
            })
        })
    }
}

impl<T: Member> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        members.into_iter().for_each(|member| {
            self.insert(member);
        });
    }
}

impl<T: Member> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Set<T> {
        let mut set = Set::default();
        set.extend(members);
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Map, Set, Symbols};

    #[test]
    fn a_name_is_one_symbol_however_often_it_is_met() {
        let symbols = Symbols::default();
        let names: Vec<String> =
            (0..300).map(|number| format!("a_long_name_for_a_variable_{number}")).collect();
        let first: Vec<_> = names.iter().map(|name| symbols.of_text(name)).collect();
        let second: Vec<_> = names.iter().map(|name| symbols.of_text(name)).collect();
        assert_eq!(first, second);
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), names.len());
        for (name, symbol) in names.iter().zip(first) {
            assert_eq!(symbols.spelling(symbol).as_str(), name);
            assert_eq!(symbols.find(name), Some(symbol));
        }
        assert_eq!(symbols.find("another"), None);
    }

    #[test]
    fn a_map_holds_what_was_put_into_it_last() {
        let symbols = Symbols::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| symbols.of_text(name));
        let mut map = Map::default();
        map.insert(c, 1);
        map.insert(a, 2);
        map.insert(c, 3);
        assert_eq!([a, b, c].map(|name| map.get(name)), [Some(2), None, Some(3)]);
    }

    #[test]
    fn sets_of_bits_are_sets() {
        let rows: [&[u16]; 5] = [&[], &[0], &[3, 127, 128], &[1, 3, 255, 256, 700], &[700, 128, 5]];
        for a in rows {
            for b in rows {
                let (small, other): (Set<u16>, Set<u16>) =
                    (a.iter().copied().collect(), b.iter().copied().collect());
                let (known, others): (BTreeSet<u16>, BTreeSet<u16>) =
                    (a.iter().copied().collect(), b.iter().copied().collect());
                let same = |set: &Set<u16>, known: &BTreeSet<u16>| {
                    assert!(set.iter().eq(known.iter().copied()), "{a:?} {b:?}");
                    assert_eq!(set.is_empty(), known.is_empty());
                    assert!((0..800).all(|member| set.contains(member) == known.contains(&member)));
                };
                same(&small, &known);
                assert_eq!(small.meets(&other), !known.is_disjoint(&others), "{a:?} {b:?}");
                let mut united = small.clone();
                united.unite(&other);
                same(&united, &known.union(&others).copied().collect());
                let mut rest = small.clone();
                rest.subtract(&other);
                same(&rest, &known.difference(&others).copied().collect());
                for member in b {
                    let mut without = small.clone();
                    without.remove(*member);
                    same(&without, &known.iter().copied().filter(|known| known != member).collect());
                    assert_eq!(small.clone().insert(*member), !known.contains(member));
                }
            }
        }
    }
}
