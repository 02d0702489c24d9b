//! The types of the plan language, as JSON Schema declares them.

use std::fmt;
use std::sync::Arc;

use serde_json::Value as Json;

/// A type of the plan language.
#[derive(Clone, Debug, Default, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
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
