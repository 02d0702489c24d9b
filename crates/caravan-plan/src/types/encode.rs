//! A plan's value as the JSON that a tool takes.

use serde_json::{Map, Value as Json, json};

use super::{Field, Mismatch, Pointer, Type};
use crate::datum::{Datum, Tree, base64};

impl Type {
    /// The JSON of an argument of this type: moments and days as ISO text, records as objects, bytes as base64, and
    /// a field that may be left out and is `None` left out; an opaque value as its handle.
    ///
    /// # Errors
    ///
    /// The value is not of this type, or is nothing that can leave the plan. The message names the types and the
    /// place; it may quote keys of the value and is as untrusted as they are.
    pub fn encode(&self, datum: &Datum) -> Result<Json, Mismatch> {
        encode(self, datum, &Pointer::Root)
    }
}

fn encode(ty: &Type, datum: &Datum, at: &Pointer<'_>) -> Result<Json, Mismatch> {
    at.check_depth()?;
    match (ty, &datum.value) {
        (Type::Any, _) => encode_any(datum, at),
        (Type::Union(types), _) => {
            let exact =
                types.iter().find(|ty| has_shape(ty, &datum.value)).and_then(|ty| encode(ty, datum, at).ok());
            exact
                .or_else(|| types.iter().find_map(|ty| encode(ty, datum, at).ok()))
                .ok_or_else(|| mismatch(ty, datum, at))
        }
        (Type::Enum(members), _) => {
            let json = encode_any(datum, at)?;
            if members.contains(&json) { Ok(json) } else { Err(mismatch(ty, datum, at)) }
        }
        (Type::None, Tree::None) => Ok(Json::Null),
        (Type::Bool, Tree::Bool(value)) => Ok(Json::Bool(*value)),
        (Type::Int | Type::Float, Tree::Int(value)) => Ok(json!(value)),
        (Type::Int | Type::Float, Tree::BigInt(_)) => encode_any(datum, at),
        (Type::Int, Tree::Float(value)) if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 => {
            Ok(json!(*value as i64))
        }
        (Type::Float, Tree::Float(_)) => encode_any(datum, at),
        (Type::Str, Tree::Str(text)) => Ok(json!(text)),
        // What it stands for, only the toolbox knows: it puts that in its place.
        (Type::Str | Type::Bytes, Tree::Opaque(_)) => encode_any(datum, at),
        // A moment where text is declared is what the tool's author meant by a date as text.
        (Type::Str | Type::DateTime, Tree::DateTime(_)) => encode_any(datum, at),
        (Type::Str | Type::Date | Type::DateTime, Tree::Date(_)) => encode_any(datum, at),
        (Type::Str | Type::Time, Tree::Time(_)) => encode_any(datum, at),
        (Type::Date | Type::Time | Type::DateTime, Tree::Str(text))
            if super::iso::read(ty, text).is_some() =>
        {
            Ok(json!(text))
        }
        (Type::Bytes, Tree::Bytes(_)) => encode_any(datum, at),
        (Type::Bytes, Tree::Str(text)) => Ok(json!(base64::encode(text.as_bytes()))),
        (Type::List(item), Tree::List(items) | Tree::Tuple(items) | Tree::Set(items)) => {
            let mut list = Vec::with_capacity(items.len());
            for (index, datum) in items.iter().enumerate() {
                list.push(encode(item, datum, &Pointer::Index(at, index))?);
            }
            Ok(Json::Array(list))
        }
        (Type::Dict(ty), Tree::Dict(_) | Tree::Record(..)) => {
            let mut object = Map::new();
            for (key, datum) in entries(datum, at)? {
                let value = encode(ty, datum, &Pointer::Key(at, &key))?;
                object.insert(key, value);
            }
            Ok(Json::Object(object))
        }
        (Type::Record(record), Tree::Dict(_) | Tree::Record(..)) => {
            let given = entries(datum, at)?;
            let mut object = Map::new();
            for field in &record.fields {
                let at = Pointer::Key(at, &field.name);
                match given.iter().find(|(name, _)| **name == *field.name) {
                    Some((_, datum)) => encode_field(field, datum, &at, &mut object)?,
                    None if field.required => return Err(Mismatch::new(&at, "the field is missing")),
                    None => {}
                }
            }
            for (name, datum) in given {
                if object.contains_key(&name) || record.fields.iter().any(|field| *field.name == *name) {
                    continue;
                }
                let at = Pointer::Key(at, &name);
                if !record.open {
                    return Err(Mismatch::new(&at, format!("`{}` has no such field", record.name)));
                }
                let value = encode_any(datum, &at)?;
                object.insert(name, value);
            }
            Ok(Json::Object(object))
        }
        _ => Err(mismatch(ty, datum, at)),
    }
}

fn encode_field(
    field: &Field,
    datum: &Datum,
    at: &Pointer<'_>,
    object: &mut Map<String, Json>,
) -> Result<(), Mismatch> {
    if datum.value == Tree::None && !field.required && !field.ty.admits_none() {
        return Ok(());
    }
    object.insert(field.name.to_string(), encode(&field.ty, datum, at)?);
    Ok(())
}

fn encode_any(datum: &Datum, at: &Pointer<'_>) -> Result<Json, Mismatch> {
    at.check_depth()?;
    match &datum.value {
        Tree::Float(value) if !value.is_finite() => {
            Err(Mismatch::new(at, format!("JSON has no `{}`", datum.repr())))
        }
        Tree::BigInt(value) => u64::try_from(&**value)
            .map(|value| json!(value))
            .map_err(|_| Mismatch::new(at, "the integer is too large for JSON")),
        Tree::Bytes(bytes) => Ok(json!(base64::encode(bytes))),
        Tree::Date(_) | Tree::Time(_) | Tree::DateTime(_) | Tree::TimeDelta(_) => {
            super::iso::write(&datum.value).map(Json::String).ok_or_else(|| unsendable(datum, at))
        }
        Tree::List(_) | Tree::Tuple(_) | Tree::Set(_) => encode(&Type::List(Type::Any.into()), datum, at),
        Tree::Dict(_) | Tree::Record(..) => encode(&Type::Dict(Type::Any.into()), datum, at),
        Tree::Opaque(opaque) => Ok(opaque.to_json()),
        Tree::Foreign(_) => Err(unsendable(datum, at)),
        _ => Ok(datum.to_json()),
    }
}

fn unsendable(datum: &Datum, at: &Pointer<'_>) -> Mismatch {
    Mismatch::new(at, format!("a {} cannot be passed to a tool", datum.type_name()))
}

/// The entries of a dictionary or record by name; keys become text as Python's `json` makes them.
fn entries<'d>(datum: &'d Datum, at: &Pointer<'_>) -> Result<Vec<(String, &'d Datum)>, Mismatch> {
    match &datum.value {
        Tree::Record(_, fields) => Ok(fields.iter().map(|(name, datum)| (name.to_string(), datum)).collect()),
        Tree::Dict(entries) => entries
            .iter()
            .map(|(key, datum)| {
                let name = key.json_key().ok_or_else(|| {
                    Mismatch::new(at, format!("a {} cannot be a key in JSON; use text", key.type_name()))
                })?;
                Ok((name, datum))
            })
            .collect(),
        _ => Ok(Vec::new()),
    }
}

/// Whether the value is of the type's own kind, so that no conversion is needed.
fn has_shape(ty: &Type, value: &Tree) -> bool {
    matches!(
        (ty, value),
        (Type::None, Tree::None)
            | (Type::Bool, Tree::Bool(_))
            | (Type::Int, Tree::Int(_))
            | (Type::Float, Tree::Float(_))
            | (Type::Str, Tree::Str(_))
            | (Type::Bytes, Tree::Bytes(_))
            | (Type::Date, Tree::Date(_))
            | (Type::Time, Tree::Time(_))
            | (Type::DateTime, Tree::DateTime(_))
    ) || matches!((ty, value), (Type::Record(record), Tree::Record(name, _)) if record.name == *name)
}

pub(super) fn mismatch(ty: &Type, datum: &Datum, at: &Pointer<'_>) -> Mismatch {
    Mismatch::new(at, format!("expected `{}`, found a value of type `{}`", ty.python(), datum.type_name()))
}
