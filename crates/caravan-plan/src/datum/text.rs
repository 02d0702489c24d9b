//! Values as text, the way Python writes them.

use caravan_pylib::text::repr_str;
use caravan_pylib::time::TimeSpec;
use caravan_pylib::{bytes, float};

use super::{Datum, Tree};

impl Datum {
    /// What `str(value)` gives: a text as it stands, anything else as [`Datum::repr`].
    pub fn to_text(&self) -> String {
        match &self.value {
            Tree::Str(text) => text.to_string(),
            Tree::Date(date) => date.iso_format(),
            Tree::DateTime(moment) => moment.iso_format(' ', TimeSpec::Auto),
            Tree::Time(time) => time.iso_format(TimeSpec::Auto),
            _ => self.repr(),
        }
    }

    /// What `repr(value)` gives.
    pub fn repr(&self) -> String {
        let mut out = String::new();
        write(self, &mut out);
        out
    }

    /// The name of the value's type in plans.
    pub fn type_name(&self) -> &str {
        match &self.value {
            Tree::None => "None",
            Tree::Bool(_) => "bool",
            Tree::Int(_) | Tree::BigInt(_) => "int",
            Tree::Float(_) => "float",
            Tree::Str(_) => "str",
            Tree::Bytes(_) => "bytes",
            Tree::Date(_) => "date",
            Tree::Time(_) => "time",
            Tree::DateTime(_) => "datetime",
            Tree::TimeDelta(_) => "timedelta",
            Tree::List(_) => "list",
            Tree::Tuple(_) => "tuple",
            Tree::Set(_) => "set",
            Tree::Dict(_) => "dict",
            Tree::Record(name, _) => name,
            Tree::Opaque(_) => "opaque",
            Tree::Foreign(_) => "object",
        }
    }
}

fn write(datum: &Datum, out: &mut String) {
    match &datum.value {
        Tree::None => out.push_str("None"),
        Tree::Bool(value) => out.push_str(if *value { "True" } else { "False" }),
        Tree::Int(value) => out.push_str(&value.to_string()),
        Tree::BigInt(value) => out.push_str(&value.to_string()),
        Tree::Float(value) => out.push_str(&float::repr(*value)),
        Tree::Str(text) => out.push_str(&repr_str(text)),
        Tree::Bytes(bytes) => out.push_str(&bytes::repr(bytes)),
        Tree::Date(date) => out.push_str(&date.repr()),
        Tree::Time(time) => out.push_str(&time.repr()),
        Tree::DateTime(moment) => out.push_str(&moment.repr()),
        Tree::TimeDelta(delta) => out.push_str(&delta.repr()),
        Tree::List(items) => write_items(items, "[", "]", out),
        Tree::Tuple(items) if items.len() == 1 => write_items(items, "(", ",)", out),
        Tree::Tuple(items) => write_items(items, "(", ")", out),
        Tree::Set(items) if items.is_empty() => out.push_str("set()"),
        Tree::Set(items) => write_items(items, "{", "}", out),
        Tree::Dict(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                separate(index, out);
                write(key, out);
                out.push_str(": ");
                write(value, out);
            }
            out.push('}');
        }
        Tree::Record(name, fields) => {
            out.push_str(name);
            out.push('(');
            for (index, (name, value)) in fields.iter().enumerate() {
                separate(index, out);
                out.push_str(name);
                out.push('=');
                write(value, out);
            }
            out.push(')');
        }
        Tree::Opaque(opaque) => out.push_str(&format!("<{}>", opaque.kind)),
        Tree::Foreign(text) => out.push_str(text),
    }
}

fn write_items(items: &[Datum], open: &str, close: &str, out: &mut String) {
    out.push_str(open);
    for (index, item) in items.iter().enumerate() {
        separate(index, out);
        write(item, out);
    }
    out.push_str(close);
}

fn separate(index: usize, out: &mut String) {
    if index > 0 {
        out.push_str(", ");
    }
}
