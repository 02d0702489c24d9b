//! Labelled values outside of any machine: what crosses the border between a plan and the world.

pub(crate) mod base64;
mod json;
mod text;

use caravan_label::{Label, Lattice};
use caravan_pylib::number::Number;
use caravan_pylib::time::{Date, DateTime, Time, TimeDelta};
use num_bigint::BigInt;
use serde_json::{Value as Json, json};

/// A value with its label, owned and free of any machine.
///
/// The label of a container is that of its structure (length, keys, order); its elements have their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Datum {
    /// The value.
    pub value: Tree,
    /// Its label.
    pub label: Label,
}

/// The shapes of values that can cross the border.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// An integer that fits 64 bits.
    Int(i64),
    /// A larger integer.
    BigInt(Box<BigInt>),
    /// A floating-point number.
    Float(f64),
    /// Text.
    Str(Box<str>),
    /// Bytes.
    Bytes(Box<[u8]>),
    /// A date.
    Date(Date),
    /// A time of day.
    Time(Time),
    /// A date and time.
    DateTime(DateTime),
    /// A duration.
    TimeDelta(TimeDelta),
    /// A list.
    List(Vec<Datum>),
    /// A tuple.
    Tuple(Vec<Datum>),
    /// A set, in insertion order.
    Set(Vec<Datum>),
    /// A dictionary, in insertion order.
    Dict(Vec<(Datum, Datum)>),
    /// A record: the name of its class and its fields.
    Record(Box<str>, Vec<(Box<str>, Datum)>),
    /// Something that can be passed on but not read.
    Opaque(Opaque),
    /// Something that has no meaning outside its machine (a function, a class), as its `repr`.
    Foreign(Box<str>),
}

/// A handle to something that plans can pass on but not read: an image, a result too large to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// What it is, for people: a media type or a short description.
    pub kind: Box<str>,
    /// The runtime's name for it.
    pub handle: Box<str>,
}

impl Opaque {
    /// As it crosses to a toolbox and back: `{"$type": KIND, "handle": HANDLE}`.
    pub fn to_json(&self) -> Json {
        json!({"$type": self.kind, "handle": self.handle})
    }

    /// What [`to_json`](Opaque::to_json) makes, read; nothing else is one.
    pub fn from_json(json: &Json) -> Option<Opaque> {
        let object = json.as_object().filter(|object| object.len() == 2)?;
        let part = |name: &str| object.get(name).and_then(Json::as_str).map(Box::from);
        Some(Opaque { kind: part("$type")?, handle: part("handle")? })
    }
}

impl Datum {
    /// A text with its label.
    pub fn text(text: impl Into<Box<str>>, label: Label) -> Datum {
        Datum { value: Tree::Str(text.into()), label }
    }

    /// The moment so many microseconds after the start of 1970, in UTC and without a zone. None outside the years 1 to 9999.
    pub fn utc(micros: i64, label: Label) -> Option<Datum> {
        let start = DateTime::from_timestamp(&Number::Int(0.into()), None).ok()?;
        let moment = start.plus(TimeDelta::from_micros(micros.into()).ok()?).ok()?;
        Some(Datum { value: Tree::DateTime(moment), label })
    }

    /// The join of the labels of the value and everything in it.
    pub fn deep_label(&self, lattice: &mut Lattice) -> Label {
        let mut label = self.label;
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            label = lattice.join(label, datum.label);
            match &datum.value {
                Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => pending.extend(items),
                Tree::Dict(entries) => pending.extend(entries.iter().flat_map(|(key, value)| [key, value])),
                Tree::Record(_, fields) => pending.extend(fields.iter().map(|(_, value)| value)),
                _ => {}
            }
        }
        label
    }

    /// Whether something in the value has no meaning outside its machine.
    pub fn holds_foreign(&self) -> bool {
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            if matches!(datum.value, Tree::Foreign(_)) {
                return true;
            }
            pending.extend(datum.parts());
        }
        false
    }

    /// How many bytes the value takes, roughly.
    pub fn size(&self) -> usize {
        let mut size = 0_usize;
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            let own = match &datum.value {
                Tree::Str(text) | Tree::Foreign(text) => text.len(),
                Tree::Bytes(bytes) => bytes.len(),
                Tree::BigInt(number) => usize::try_from(number.bits() / 8).unwrap_or(usize::MAX),
                _ => 0,
            };
            size = size.saturating_add(own).saturating_add(size_of::<Datum>());
            pending.extend(datum.parts());
        }
        size
    }

    /// The elements, keys, values and fields that are directly in the value.
    fn parts(&self) -> Vec<&Datum> {
        match &self.value {
            Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => items.iter().collect(),
            Tree::Dict(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
            Tree::Record(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether containers lie within each other more than `depth` deep.
    pub(crate) fn is_deeper_than(&self, depth: usize) -> bool {
        let mut pending = vec![(self, 0)];
        while let Some((datum, at)) = pending.pop() {
            if at > depth {
                return true;
            }
            let at = at + 1;
            match &datum.value {
                Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => {
                    pending.extend(items.iter().map(|item| (item, at)));
                }
                Tree::Dict(entries) => {
                    pending.extend(entries.iter().flat_map(|(key, value)| [(key, at), (value, at)]));
                }
                Tree::Record(_, fields) => pending.extend(fields.iter().map(|(_, value)| (value, at))),
                _ => {}
            }
        }
        false
    }

    /// Drops the value part by part: one that is nested too deeply would end the stack if it were dropped whole.
    pub(crate) fn dismantle(self) {
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            match datum.value {
                Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => pending.extend(items),
                Tree::Dict(entries) => {
                    pending.extend(entries.into_iter().flat_map(|(key, value)| [key, value]))
                }
                Tree::Record(_, fields) => pending.extend(fields.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }

    /// Joins `label` to the label of the value and of everything in it.
    pub fn taint_deeply(&mut self, label: Label, lattice: &mut Lattice) {
        let mut pending = vec![self];
        while let Some(datum) = pending.pop() {
            datum.label = lattice.join(datum.label, label);
            match &mut datum.value {
                Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => pending.extend(items),
                Tree::Dict(entries) => {
                    pending.extend(entries.iter_mut().flat_map(|(key, value)| [key, value]))
                }
                Tree::Record(_, fields) => pending.extend(fields.iter_mut().map(|(_, value)| value)),
                _ => {}
            }
        }
    }
}
