//! The values of the tables.

use caravan_pylib::int::{Integer, text};
use serde_json::{Value as Line, json};

/// A value of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    None,
    Bool(bool),
    Int(Integer),
    Float(f64),
    Str(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Dict(Vec<(Value, Value)>),
}

pub fn decode(line: &Line) -> Value {
    match line {
        Line::Null => Value::None,
        Line::Bool(bool) => Value::Bool(*bool),
        Line::Array(items) => Value::List(items.iter().map(decode).collect()),
        Line::Object(object) => {
            let pairs = object["dict"].as_array().expect("pairs");
            Value::Dict(pairs.iter().map(|pair| (decode(&pair[0]), decode(&pair[1]))).collect())
        }
        Line::String(tagged) => {
            let (tag, rest) = tagged.split_once(':').expect("a tag");
            match tag {
                "i" => Value::Int(integer(rest)),
                "f" => Value::Float(rest.parse().expect("a float")),
                "s" => Value::Str(rest.to_owned()),
                "b" => Value::Bytes(bytes(rest)),
                _ => panic!("no such tag: {tag}"),
            }
        }
        Line::Number(_) => panic!("numbers are tagged"),
    }
}

pub fn encode(value: &Value) -> Line {
    match value {
        Value::None => Line::Null,
        Value::Bool(bool) => json!(bool),
        Value::Int(int) => json!(format!("i:{}", text::to_text(int).unwrap_or_else(|_| text::hex(int)))),
        Value::Float(float) => json!(format!("f:{}", caravan_pylib::float::repr(*float))),
        Value::Str(text) => json!(format!("s:{text}")),
        Value::Bytes(bytes) => {
            json!(format!("b:{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
        }
        Value::List(items) => Line::Array(items.iter().map(encode).collect()),
        Value::Dict(pairs) => {
            json!({ "dict": pairs.iter().map(|(key, value)| json!([encode(key), encode(value)])).collect::<Vec<_>>() })
        }
    }
}

/// Integers too long for decimal digits are in hexadecimal ones.
fn integer(digits: &str) -> Integer {
    text::parse(digits, if digits.contains("0x") { 16 } else { 10 }).expect("an int")
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .map(|index| u8::from_str_radix(&hex[index * 2..index * 2 + 2], 16).expect("a byte"))
        .collect()
}

impl Value {
    pub fn str(&self) -> &str {
        match self {
            Value::Str(text) => text,
            other => panic!("no str: {other:?}"),
        }
    }

    pub fn str_or_none(&self) -> Option<&str> {
        if *self == Value::None { None } else { Some(self.str()) }
    }

    pub fn bytes(&self) -> &[u8] {
        match self {
            Value::Bytes(bytes) => bytes,
            other => panic!("no bytes: {other:?}"),
        }
    }

    pub fn bytes_or_none(&self) -> Option<&[u8]> {
        if *self == Value::None { None } else { Some(self.bytes()) }
    }

    pub fn int(&self) -> &Integer {
        match self {
            Value::Int(int) => int,
            other => panic!("no int: {other:?}"),
        }
    }

    pub fn i64(&self) -> i64 {
        self.int().clamp_to_i64()
    }

    pub fn i64_or_none(&self) -> Option<i64> {
        if *self == Value::None { None } else { Some(self.i64()) }
    }

    pub fn float(&self) -> f64 {
        match self {
            Value::Float(float) => *float,
            other => panic!("no float: {other:?}"),
        }
    }

    pub fn bool(&self) -> bool {
        match self {
            Value::Bool(bool) => *bool,
            other => panic!("no bool: {other:?}"),
        }
    }

    pub fn list(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            other => panic!("no list: {other:?}"),
        }
    }
}

macro_rules! from {
    ($($type:ty => |$value:ident| $made:expr;)*) => {
        $(
            impl From<$type> for Value {
                fn from($value: $type) -> Value {
                    $made
                }
            }
        )*
    };
}

from! {
    bool => |value| Value::Bool(value);
    i64 => |value| Value::Int(Integer::from(value));
    u64 => |value| Value::Int(Integer::from(value));
    u8 => |value| Value::Int(Integer::from(value));
    Integer => |value| Value::Int(value);
    f64 => |value| Value::Float(value);
    &str => |value| Value::Str(value.to_owned());
    String => |value| Value::Str(value);
    std::borrow::Cow<'_, str> => |value| Value::Str(value.into_owned());
    char => |value| Value::Str(value.to_string());
    Vec<u8> => |value| Value::Bytes(value);
    &[u8] => |value| Value::Bytes(value.to_vec());
    Vec<&str> => |value| Value::List(value.into_iter().map(Value::from).collect());
    Vec<&[u8]> => |value| Value::List(value.into_iter().map(Value::from).collect());
}

impl<A: Into<Value>, B: Into<Value>> From<(A, B)> for Value {
    fn from((a, b): (A, B)) -> Value {
        Value::List(vec![a.into(), b.into()])
    }
}

impl<A: Into<Value>, B: Into<Value>, C: Into<Value>> From<(A, B, C)> for Value {
    fn from((a, b, c): (A, B, C)) -> Value {
        Value::List(vec![a.into(), b.into(), c.into()])
    }
}
