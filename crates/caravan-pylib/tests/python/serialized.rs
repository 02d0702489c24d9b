//! `json.loads` and `json.dumps`.

use caravan_pylib::error::PyResult;
use caravan_pylib::json::write::{Brackets, Layout, Writer};
use caravan_pylib::json::{self, Json, Limits};

use crate::value::Value;
use crate::{LIMIT, Outcome};

pub fn run(name: &str, args: &[Value]) -> Outcome {
    Ok(match name {
        "loads" => value(json::parse(args[0].str(), Limits { depth: 200, items: LIMIT })?),
        "dumps" => {
            let indent = args[1].str_or_none();
            let separators = match &args[2] {
                Value::List(pair) => Some((pair[0].str(), pair[1].str())),
                _ => None,
            };
            let mut writer = Writer::new(Layout::new(indent, separators), LIMIT);
            write(&mut writer, &args[0], args[3].bool(), args[4].bool())?;
            writer.finish().into()
        }
        _ => panic!("no such function: {name}"),
    })
}

fn value(json: Json) -> Value {
    match json {
        Json::Null => Value::None,
        Json::Bool(bool) => bool.into(),
        Json::Int(int) => int.into(),
        Json::Float(float) => float.into(),
        Json::Number(text) => text.into(),
        Json::Str(text) => text.into(),
        Json::List(items) => Value::List(items.into_iter().map(value).collect()),
        Json::Object(entries) => {
            Value::Dict(entries.into_iter().map(|(key, item)| (key.into(), value(item))).collect())
        }
    }
}

fn write(writer: &mut Writer, value: &Value, ensure_ascii: bool, allow_nan: bool) -> PyResult<()> {
    match value {
        Value::None => writer.push("null"),
        Value::Bool(bool) => writer.push(if *bool { "true" } else { "false" }),
        Value::Int(int) => writer.push(&caravan_pylib::int::text::to_text(int)?),
        Value::Float(float) => {
            let text = writer.float_text(*float, allow_nan)?;
            writer.push(&text)
        }
        Value::Str(text) => writer.string(text, ensure_ascii),
        Value::List(items) => {
            writer.open(Brackets::List)?;
            for item in items {
                writer.item()?;
                write(writer, item, ensure_ascii, allow_nan)?;
            }
            writer.close()
        }
        Value::Dict(pairs) => {
            writer.open(Brackets::Object)?;
            for (key, item) in pairs {
                writer.item()?;
                writer.key(key.str(), ensure_ascii)?;
                write(writer, item, ensure_ascii, allow_nan)?;
            }
            writer.close()
        }
        Value::Bytes(_) => Err(json::write::not_serializable("bytes")),
    }
}
