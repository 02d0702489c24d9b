//! Hashes, and the entries of dictionaries and sets by their keys.
//!
//! Deterministic, unlike CPython's: a run that is repeated from its journal takes the same course. Numbers follow
//! CPython's rule (the residue by a Mersenne prime) before mixing, so that equal numbers of different types agree.

use std::hash::{Hash, Hasher};

use caravan_pylib::int::Integer;
use num_traits::ToPrimitive;

use super::compare::{Walk, range_length};
use super::decimals::decimal_residue;
use crate::cx::Cx;
use crate::dict::{Dict, Entry};
use crate::heap::{ClassKind, DictPart, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Ref, Value};

/// The prime by which CPython takes the residue of numbers.
pub(super) const PRIME: u64 = (1 << 61) - 1;

const SEED: u64 = 0x243f_6a88_85a3_08d3;
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    fold(hash.rotate_left(23) ^ word ^ SEED, FACTOR)
}

#[inline]
fn mix_bytes(seed: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    for word in words {
        hash = mix(hash, u64::from_le_bytes(*word));
    }
    let rest = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    mix(hash, rest)
}

/// For the values of the library that implement `Hash`.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = mix_bytes(self.0, bytes);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn mixed(seed: u64, value: &impl Hash) -> u64 {
    let mut mixer = Mixer(seed);
    value.hash(&mut mixer);
    mixer.finish()
}

/// A number's hash from its residue by [`PRIME`] and its sign.
#[inline]
fn number(residue: u64, negative: bool) -> u64 {
    mix(1, if negative { residue.wrapping_neg() } else { residue })
}

#[inline]
fn small(int: i64) -> u64 {
    number(int.unsigned_abs() % PRIME, int < 0)
}

fn integer(int: &Integer) -> u64 {
    match int {
        Integer::Small(int) => small(*int),
        Integer::Big(big) => {
            let residue = (big.magnitude() % PRIME).to_u64().unwrap_or_default();
            number(residue, int.is_negative())
        }
    }
}

fn float(float: f64) -> u64 {
    if float.is_nan() {
        return mix(2, 0);
    }
    if float.is_infinite() {
        return mix(3, u64::from(float < 0.0));
    }
    if float.trunc() == float && float.abs() < 9.0e18 {
        return small(float as i64);
    }
    let bits = float.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52 & 0x7ff) as i64;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    // Multiplying by two modulo the prime rotates 61 bits.
    let turn = exponent.rem_euclid(61) as u32;
    let residue = (mantissa << turn & PRIME) | mantissa.checked_shr(61 - turn).unwrap_or(0);
    number(residue % PRIME, float < 0.0)
}

/// The hash of a frozen set, whatever the order of its members.
fn hash_members(set: &Dict) -> u64 {
    let members = set.iter().fold(0_u64, |sum, entry| sum.wrapping_add(mix(14, entry.hash)));
    mix(members, set.len() as u64)
}

impl Walk<'_> {
    /// A hash that equal values share.
    #[inline]
    pub(super) fn hash(&self, value: Value, depth: usize) -> Outcome<u64> {
        match value {
            Value::Int(int) => Ok(small(int)),
            Value::Bool(bool) => Ok(small(i64::from(bool))),
            Value::Float(value) => Ok(float(value)),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Str(text)) => Ok(mix_bytes(4, text.as_str().as_bytes())),
                _ => self.hash_object(place, depth),
            },
            Value::Unbound | Value::None => Ok(mix(5, 0)),
            Value::Ellipsis => Ok(mix(5, 1)),
            Value::NotImplemented => Ok(mix(5, 2)),
            Value::Native(id) => Ok(mix(6, u64::from(id.0))),
            Value::Type(class) => Ok(mix(7, class as u64)),
            Value::ExcType(class) => Ok(mix(8, class as u64)),
            Value::Module(module) => Ok(mix(9, module as u64)),
            Value::Tool(place) => Ok(mix(10, u64::from(place))),
            Value::Child(place) => Ok(mix(11, u64::from(place))),
        }
    }

    fn hash_object(&self, place: Ref, depth: usize) -> Outcome<u64> {
        self.step(depth, "")?;
        let by_place = mix(12, u64::from(place.0));
        let Some(object) = self.heap.get(place) else { return Ok(by_place) };
        Ok(match object {
            Object::Str(text) => mix_bytes(4, text.as_str().as_bytes()),
            Object::BigInt(big) => integer(&Integer::Big(big.clone())),
            Object::Bytes(bytes) => mix_bytes(13, bytes),
            Object::Tuple(tuple) => self.hash_items(tuple.items.iter().map(|item| item.value), depth)?,
            Object::FrozenSet(set) => hash_members(set),
            Object::Range { start, stop, step } => {
                let length = range_length(*start, *stop, *step);
                let first = if length == 0 { 0 } else { *start as u64 };
                let by = if length < 2 { 0 } else { *step as u64 };
                mix(mix(mix(15, length), first), by)
            }
            Object::Date(date) => mixed(16, date),
            Object::Time(time) => mixed(17, &**time),
            Object::DateTime(moment) => mixed(18, &**moment),
            Object::TimeDelta(delta) => mixed(19, delta),
            Object::TimeZone(zone) => mixed(20, &**zone),
            Object::Decimal(decimal) => match decimal_residue(decimal) {
                Some((residue, negative)) => number(residue, negative),
                None => float(decimal.to_f64()?),
            },
            Object::Method(pair) => {
                mix(self.hash_identity(pair.0.value, depth)?, self.hash_identity(pair.1.value, depth)?)
            }
            Object::NativeMethod(id, receiver) => {
                mix(self.hash_identity(receiver.value, depth)?, u64::from(id.0))
            }
            Object::Alias(alias) => {
                let form = self.hash(alias.0.value, depth + 1)?;
                mix(form, self.hash_items(alias.1.iter().map(|item| item.value), depth)?)
            }
            Object::Opaque(opaque) => {
                mix_bytes(mix_bytes(21, opaque.kind.as_bytes()), opaque.handle.as_bytes())
            }
            Object::Instance(_) | Object::Exception(_) => return self.hash_instance(place, by_place, depth),
            Object::List(_)
            | Object::Deque(_)
            | Object::Dict(_)
            | Object::Set(_)
            | Object::Slice(_)
            | Object::FieldSpec(_) => return Err(self.unhashable(Value::Object(place))),
            Object::View { what: DictPart::Keys | DictPart::Items, .. } => {
                return Err(self.unhashable(Value::Object(place)));
            }
            Object::Pattern(_)
            | Object::Match(_)
            | Object::Function(_)
            | Object::Cell(_)
            | Object::Partial(_)
            | Object::Class(_)
            | Object::Iterator(_)
            | Object::View { .. }
            | Object::Wrapped(..) => by_place,
        })
    }

    /// A hash of what a value is, where its content does not count: for the receiver of a method.
    fn hash_identity(&self, value: Value, depth: usize) -> Outcome<u64> {
        match value {
            Value::Object(place) => Ok(mix(12, u64::from(place.0))),
            _ => self.hash(value, depth + 1),
        }
    }

    pub(super) fn hash_items(&self, items: impl Iterator<Item = Value>, depth: usize) -> Outcome<u64> {
        let mut hash = 22;
        for item in items {
            hash = mix(hash, self.hash(item, depth + 1)?);
        }
        Ok(hash)
    }

    fn hash_instance(&self, place: Ref, by_place: u64, depth: usize) -> Outcome<u64> {
        let value = Value::Object(place);
        if let Some(answer) = self.heap.ask_method(value, "__hash__", &[])? {
            return match self.heap.integer(answer) {
                Some(int) => Ok(integer(&int)),
                None => Err(Raise::type_error("__hash__ method should return an integer")),
            };
        }
        let class = self.heap.class_of(value);
        // As in CPython, a class that says what is equal to it has to say how it hashes.
        let own_equality = self.heap.plan_method(value, "__eq__").is_some();
        let Some((instance, kind)) = self.heap.instance(value) else {
            return if own_equality { Err(self.unhashable(value)) } else { Ok(by_place) };
        };
        match kind {
            ClassKind::StrEnum | ClassKind::IntEnum => self.hash(self.heap.plain(value), depth + 1),
            ClassKind::Enum => Ok(by_place),
            ClassKind::NamedTuple => {
                self.hash_items(instance.fields.iter().map(|(_, value)| value.value), depth)
            }
            ClassKind::Dataclass { eq: false, .. } => Ok(by_place),
            ClassKind::Dataclass { frozen: true, .. } => {
                let class = class.and_then(|class| self.heap.class(class));
                let fields = self.heap.compared_fields(instance, class);
                self.hash_items(fields.into_iter().map(|(_, value)| value), depth)
            }
            ClassKind::Dataclass { .. } | ClassKind::BaseModel | ClassKind::TypedDict => {
                Err(self.unhashable(value))
            }
            ClassKind::Plain | ClassKind::Exception(_) if own_equality => Err(self.unhashable(value)),
            ClassKind::Plain | ClassKind::Exception(_) => Ok(by_place),
        }
    }

    fn unhashable(&self, value: Value) -> Box<Raise> {
        Raise::type_error(format!("unhashable type: '{}'", self.heap.type_name(value)))
    }
}

/// Bytes by which an entry makes a dictionary grow.
pub(crate) const ENTRY: usize = size_of::<Option<Entry>>() + 8;

impl Cx<'_> {
    /// A hash that equal values share.
    ///
    /// # Errors
    ///
    /// `TypeError` for what cannot be hashed, `RecursionError` for tuples nested too deeply, and `Cause::Call` to ask
    /// a `__hash__` of the plan.
    #[inline]
    pub(crate) fn hash(&self, value: Value) -> Outcome<u64> {
        self.walk().hash(value, 0)
    }

    /// The place of the entry with this key in a dictionary or set, or the key's hash if there is none.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::hash`] and [`Cx::equal`].
    #[inline]
    pub(crate) fn find_key(&self, dict: Value, key: Value) -> Outcome<Result<usize, u64>> {
        let walk = self.walk();
        let hash = walk.hash(key, 0)?;
        let Some(dict) = self.heap.dict(dict) else { return Ok(Err(hash)) };
        Ok(walk.find(dict, hash, key, 0)?.ok_or(hash))
    }

    /// Whether a value is a member of a set. As in CPython, a set may be looked for among frozen sets.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::find_key`].
    pub(crate) fn is_member(&self, set: Value, member: Value) -> Outcome<bool> {
        match (self.heap.object(member), self.heap.dict(set)) {
            (Some(Object::Set(wanted)), Some(set)) => {
                Ok(self.walk().find(set, hash_members(wanted), member, 0)?.is_some())
            }
            _ => Ok(self.find_key(set, member)?.is_ok()),
        }
    }

    /// The value of a key, with the label that it has in the dictionary.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::find_key`].
    #[inline]
    pub(crate) fn dict_get(&self, dict: Value, key: Value) -> Outcome<Option<Labelled>> {
        let place = self.find_key(dict, key)?.ok();
        Ok(place.and_then(|place| self.heap.dict(dict)?.entry(place)).map(|entry| entry.value))
    }

    /// Gives a key of a dictionary or set its value and says whether the key is new. The label of the structure is
    /// the caller's business.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::find_key`], and the limit `memory`.
    #[inline]
    pub(crate) fn dict_insert(&mut self, dict: Value, key: Labelled, value: Labelled) -> Outcome<bool> {
        match self.find_key(dict, key.value)? {
            Ok(place) => {
                if let Some(entry) = self.heap.dict_mut(dict).and_then(|dict| dict.entry_mut(place)) {
                    entry.value = value;
                }
                Ok(false)
            }
            Err(hash) => {
                self.heap.charge(ENTRY)?;
                let plain = self.heap.str(key.value).is_some();
                if let Some(dict) = self.heap.dict_mut(dict) {
                    if plain {
                        dict.push_plain(hash, key, value);
                    } else {
                        dict.push(hash, key, value);
                    }
                }
                Ok(true)
            }
        }
    }
}
