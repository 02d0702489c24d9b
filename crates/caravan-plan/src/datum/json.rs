//! Values as JSON, for reports and for the border to programs.

use caravan_label::Label;
use num_bigint::BigInt;
use serde_json::{Map, Value as Json, json};

use super::{Datum, Tree};

impl Datum {
    /// The value as JSON, without its labels. What JSON lacks becomes `{"$type": "datetime", "repr": "..."}`;
    /// a tuple is a list, a record an object, and keys become text where Python's `json` would make them so.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Tree::None => Json::Null,
            Tree::Bool(value) => Json::Bool(*value),
            Tree::Int(value) => json!(value),
            Tree::BigInt(value) => {
                u64::try_from(&**value).map_or_else(|_| self.lacking(), |value| json!(value))
            }
            Tree::Float(value) if value.is_finite() => json!(value),
            Tree::Str(text) => json!(text),
            Tree::List(items) | Tree::Tuple(items) => items.iter().map(Datum::to_json).collect(),
            Tree::Record(_, fields) => {
                Json::Object(fields.iter().map(|(name, value)| (name.to_string(), value.to_json())).collect())
            }
            Tree::Dict(entries) => {
                let mut object = Map::new();
                for (key, value) in entries {
                    let Some(key) = key.json_key() else { return self.lacking() };
                    if object.insert(key, value.to_json()).is_some() {
                        return self.lacking(); // `1` and `"1"` would fall together.
                    }
                }
                Json::Object(object)
            }
            _ => self.lacking(),
        }
    }

    fn lacking(&self) -> Json {
        json!({"$type": self.type_name(), "repr": self.repr()})
    }

    /// A JSON value, every part of it with this label; objects are dictionaries.
    pub fn from_json(json: &Json, label: Label) -> Datum {
        from_json(json, label, &|entries| {
            Tree::Dict(entries.into_iter().map(|(key, value)| (Datum::text(key, label), value)).collect())
        })
    }

    /// A JSON value, every part of it with this label; objects are records of no declared class.
    pub fn from_json_as_records(json: &Json, label: Label) -> Datum {
        from_json(json, label, &|entries| Tree::Record("Record".into(), entries))
    }

    /// The text that Python's `json` makes of the value where it is a dictionary's key.
    pub(crate) fn json_key(&self) -> Option<String> {
        match &self.value {
            Tree::Str(text) => Some(text.to_string()),
            Tree::None => Some("null".to_owned()),
            Tree::Bool(value) => Some(value.to_string()),
            Tree::Int(_) | Tree::BigInt(_) | Tree::Float(_) => Some(self.repr()),
            _ => None,
        }
    }
}

fn from_json(json: &Json, label: Label, object: &dyn Fn(Vec<(Box<str>, Datum)>) -> Tree) -> Datum {
    let value = match json {
        Json::Null => Tree::None,
        Json::Bool(value) => Tree::Bool(*value),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(value), _) => Tree::Int(value),
            (None, Some(value)) => Tree::BigInt(Box::new(BigInt::from(value))),
            (None, None) => Tree::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Tree::Str(text.as_str().into()),
        Json::Array(items) => Tree::List(items.iter().map(|json| from_json(json, label, object)).collect()),
        Json::Object(entries) => object(
            entries.iter().map(|(key, json)| (key.as_str().into(), from_json(json, label, object))).collect(),
        ),
    };
    Datum { value, label }
}
