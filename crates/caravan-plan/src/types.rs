//! The types of the plan language, as JSON Schema declares them.

mod coerce;
mod decode;
mod encode;
mod iso;
mod python;
mod reading;
mod writing;

use std::fmt;
use std::sync::Arc;

use serde_json::Value as Json;

/// A type of the plan language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Type {
    /// Nothing is known.
    #[default]
    Any,
    /// `None`.
    None,
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `float`.
    Float,
    /// `str`.
    Str,
    /// `bytes`, base64 on the wire.
    Bytes,
    /// `date`.
    Date,
    /// `time`.
    Time,
    /// `datetime`.
    DateTime,
    /// One of these constants (strings, numbers, booleans, null).
    Enum(Arc<[Json]>),
    /// `list[T]`.
    List(Arc<Type>),
    /// `dict[str, T]`.
    Dict(Arc<Type>),
    /// One of these types.
    Union(Arc<[Type]>),
    /// A record.
    Record(Arc<RecordType>),
}

/// A class of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordType {
    /// The class's name.
    pub name: Box<str>,
    /// What it is, as planners read it.
    pub description: Box<str>,
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// Whether fields beyond these may come.
    pub open: bool,
}

/// One field of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// What it means, as planners read it.
    pub description: Box<str>,
    /// What it is when it is left out.
    pub default: Option<Json>,
}

/// A JSON Schema that cannot be read as a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// Where in the schema, as a JSON pointer.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at `{}`", self.message, self.pointer)
    }
}

impl std::error::Error for SchemaError {}

/// A value that does not fit its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where in the value, as a JSON pointer.
    pub pointer: String,
    /// What was expected there, and what was found.
    pub message: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at `{}`", self.message, self.pointer)
    }
}

impl std::error::Error for Mismatch {}

/// How deep a value may nest where it is decoded, encoded or coerced.
const MAX_DEPTH: usize = 128;

impl Type {
    /// `T | None`, or `T` itself if it holds `None` already.
    pub fn optional(self) -> Type {
        if self.admits_none() { self } else { Type::union(vec![self, Type::None]) }
    }

    /// One of these types: nested unions are flattened, doubles dropped, and a union of one is that one.
    pub fn union(types: Vec<Type>) -> Type {
        let mut members: Vec<Type> = Vec::new();
        for ty in types {
            let parts = if let Type::Union(parts) = &ty { parts.to_vec() } else { vec![ty] };
            for part in parts {
                if !members.contains(&part) {
                    members.push(part);
                }
            }
        }
        if members.contains(&Type::Any) {
            return Type::Any;
        }
        match members.len() {
            0 => Type::Any,
            1 => members.pop().unwrap_or_default(),
            _ => Type::Union(members.into()),
        }
    }

    /// Whether `None` is one of its values.
    pub fn admits_none(&self) -> bool {
        match self {
            Type::Any | Type::None => true,
            Type::Enum(members) => members.contains(&Json::Null),
            Type::Union(members) => members.iter().any(Type::admits_none),
            _ => false,
        }
    }

    /// How many values it has, if its declaration spells them out.
    fn members(&self) -> Option<u64> {
        match self {
            Type::None => Some(1),
            Type::Bool => Some(2),
            Type::Enum(members) => Some(members.len() as u64),
            Type::Union(types) => types.iter().map(Type::members).sum(),
            _ => None,
        }
    }
}

impl Mismatch {
    fn new(pointer: &Pointer<'_>, message: impl Into<String>) -> Mismatch {
        Mismatch { pointer: pointer.to_string(), message: message.into() }
    }
}

/// A place in a value, as the way down to it: costs nothing until somebody asks for it as text.
#[derive(Clone, Copy)]
enum Pointer<'a> {
    Root,
    Key(&'a Pointer<'a>, &'a str),
    Index(&'a Pointer<'a>, usize),
}

impl Pointer<'_> {
    fn depth(&self) -> usize {
        let mut depth = 0;
        let mut here = self;
        while let Pointer::Key(up, _) | Pointer::Index(up, _) = here {
            depth += 1;
            here = up;
        }
        depth
    }

    fn check_depth(&self) -> Result<(), Mismatch> {
        if self.depth() > MAX_DEPTH {
            return Err(Mismatch::new(self, format!("the value nests deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pointer::Root => Ok(()),
            Pointer::Key(up, key) => write!(f, "{up}/{}", key.replace('~', "~0").replace('/', "~1")),
            Pointer::Index(up, index) => write!(f, "{up}/{index}"),
        }
    }
}
