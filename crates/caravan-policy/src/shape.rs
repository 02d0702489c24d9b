//! Types of the plan language as types of Cedar.

use std::collections::BTreeMap;
use std::fmt::Write;

use caravan_plan::Type;
use serde_json::Value as Json;

/// What Cedar knows a value as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Bool,
    Long,
    /// A number with a fraction, to four digits.
    Decimal,
    /// A moment, or a day's beginning.
    Moment,
    /// Text; also what Cedar has no type for, as the JSON text of it.
    Text,
    /// A list, without order and repetition.
    Set(Box<Shape>),
    /// A dictionary, of which its keys and its values are known.
    Dict(Box<Shape>),
    Record(Vec<Member>),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: Box<str>,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
}

impl Shape {
    pub(crate) fn of(ty: &Type) -> Shape {
        match ty {
            Type::Bool => Shape::Bool,
            Type::Int => Shape::Long,
            Type::Float => Shape::Decimal,
            Type::Date | Type::DateTime => Shape::Moment,
            Type::Any | Type::None | Type::Str | Type::Bytes | Type::Time => Shape::Text,
            Type::Enum(members) => of_members(members),
            Type::List(item) => Shape::Set(Box::new(Shape::of(item))),
            Type::Dict(value) => Shape::Dict(Box::new(Shape::of(value))),
            Type::Union(types) => {
                let mut shapes: Vec<Shape> =
                    types.iter().filter(|ty| **ty != Type::None).map(Shape::of).collect();
                shapes.dedup();
                match &shapes[..] {
                    [one] => one.clone(),
                    [Shape::Long, Shape::Decimal] | [Shape::Decimal, Shape::Long] => Shape::Decimal,
                    _ => Shape::Text,
                }
            }
            Type::Record(record) => {
                // Of two fields of one name, which no schema has, the last would count.
                let fields: BTreeMap<&str, Member> = record
                    .fields
                    .iter()
                    .map(|field| {
                        let required = field.required && !field.ty.admits_none();
                        let shape = Shape::of(&field.ty);
                        (&*field.name, Member { name: field.name.clone(), shape, required })
                    })
                    .collect();
                Shape::Record(fields.into_values().collect())
            }
        }
    }

    /// Whether how many there are is told beside the value.
    pub(crate) fn is_counted(&self) -> bool {
        matches!(self, Shape::Set(_) | Shape::Dict(_))
    }

    /// The type as Cedar writes it.
    pub(crate) fn cedar(&self) -> String {
        match self {
            Shape::Bool => "Bool".to_owned(),
            Shape::Long => "Long".to_owned(),
            Shape::Decimal => "decimal".to_owned(),
            Shape::Moment => "datetime".to_owned(),
            Shape::Text => "String".to_owned(),
            Shape::Set(item) => format!("Set<{}>", item.cedar()),
            Shape::Dict(value) => format!("{{keys: Set<String>, values: Set<{}>}}", value.cedar()),
            Shape::Record(members) => {
                let mut text = "{".to_owned();
                for (index, member) in members.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    let mark = if member.required { "" } else { "?" };
                    let name = attribute(&member.name);
                    let _ = write!(text, "{separator}{name}{mark}: {}", member.shape.cedar());
                }
                text.push('}');
                text
            }
        }
    }
}

fn of_members(members: &[Json]) -> Shape {
    let all = |is: fn(&Json) -> bool| members.iter().filter(|member| !member.is_null()).all(is);
    if all(Json::is_string) {
        Shape::Text
    } else if all(Json::is_boolean) {
        Shape::Bool
    } else if all(|member| member.is_i64()) {
        Shape::Long
    } else {
        Shape::Text
    }
}

/// A text between quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The name of an attribute as a schema writes it.
pub(crate) fn attribute(name: &str) -> String {
    let mut characters = name.chars();
    let starts = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let is_plain = starts && characters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain && !RESERVED.contains(&name) { name.to_owned() } else { quoted(name) }
}

/// Words that a schema does not take for a name.
const RESERVED: [&str; 9] = ["true", "false", "if", "then", "else", "in", "is", "like", "has"];
