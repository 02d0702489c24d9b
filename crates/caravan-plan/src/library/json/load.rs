//! `json.loads`.

use caravan_label::Label;
use caravan_pylib::error::{ExcKind, PyError, PyErrorKind};
use caravan_pylib::json::{self, Json, Limits, Reading};

use super::{given, hook, hooks, not_used, only_argument};
use crate::cx::Cx;
use crate::diagnostic::Span;
use crate::dict::Dict;
use crate::heap::{Exception, Object};
use crate::library::Args;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{Labelled, Value};

const NAMES: [&str; 8] =
    ["s", "cls", "object_hook", "parse_float", "parse_int", "parse_constant", "object_pairs_hook", "strict"];

pub(super) fn loads(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let mut label = cx.deep_all(args.positional);
    for (_, value) in args.keyword {
        let own = cx.deep(*value);
        label = cx.join(label, own);
    }
    let label = cx.join(label, cx.literal);
    let outcome = load(cx, args, label);
    cx.reveal(outcome, label)
}

fn load(cx: &mut Cx<'_>, args: Args<'_>, label: Label) -> Outcome<Labelled> {
    if let Some((name, _)) = args.keyword.iter().find(|(name, _)| !NAMES.contains(&&**name)) {
        return Err(Raise::type_error(format!(
            "JSONDecoder.__init__() got an unexpected keyword argument '{name}'"
        )));
    }
    let source = only_argument(args, "loads", "s")?;
    not_used(args, "cls", "convert the values after json.loads has given them")?;
    let text = source_text(cx, source.value)?;
    let hooks: Vec<Option<Labelled>> = hooks::HOOKS.iter().map(|name| given(args, name)).collect();
    let limits = Limits { depth: cx.limits.data_depth, items: cx.object_room() };
    let reading = Reading {
        as_written: hooks.iter().any(Option::is_some),
        lenient: args.named("strict").is_some_and(|strict| !cx.truth(strict.value)),
    };
    let parsed = match json::parse_with(&text, limits, reading) {
        Ok(parsed) => parsed,
        Err(error) => return Err(decode_error(cx, error, text, label)?),
    };
    if reading.as_written {
        let none = cx.none(Label::NONE);
        let mut arguments = vec![hooks::steps(cx, parsed, label)?];
        arguments.extend(hooks.into_iter().map(|hook| hook.unwrap_or(none)));
        return cx.heap.ask(hook(hooks::HOOKED)?, arguments);
    }
    let value = value(cx, parsed)?;
    Ok(cx.stamp(value, label))
}

/// The text to read.
fn source_text(cx: &Cx<'_>, source: Value) -> Outcome<String> {
    if let Some(text) = cx.heap.str(cx.heap.plain(source)) {
        return Ok(text.to_owned());
    }
    match cx.heap.object(source) {
        Some(Object::Bytes(bytes)) => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            Ok(caravan_pylib::bytes::decode(bytes, "utf-8", "strict")?)
        }
        _ => Err(Raise::type_error(format!(
            "the JSON object must be str, bytes or bytearray, not {}",
            cx.type_name(source)
        ))),
    }
}

/// The value that was read.
fn value(cx: &mut Cx<'_>, json: Json) -> Outcome<Value> {
    match json {
        Json::Null => Ok(Value::None),
        Json::Bool(bool) => Ok(Value::Bool(bool)),
        Json::Int(integer) => cx.int(integer),
        Json::Float(float) => Ok(Value::Float(float)),
        Json::Number(text) | Json::Str(text) => cx.heap.text(text),
        Json::List(items) => {
            let mut made = Vec::with_capacity(items.len());
            for item in items {
                made.push(Labelled::new(value(cx, item)?, Label::NONE));
            }
            cx.heap.list(made, Label::NONE)
        }
        Json::Object(entries) => {
            let dict = cx.heap.value(Object::Dict(Box::new(Dict::new(Label::NONE))))?;
            for (key, item) in entries {
                let key = Labelled::new(cx.heap.text(key)?, Label::NONE);
                let item = Labelled::new(value(cx, item)?, Label::NONE);
                cx.dict_insert(dict, key, item)?;
            }
            Ok(dict)
        }
    }
}

/// The error with the attributes that tell the place; all that it holds has the label of the text.
fn decode_error(cx: &mut Cx<'_>, error: PyError, document: String, label: Label) -> Outcome<Box<Raise>> {
    if let PyErrorKind::Limit("depth") = error.kind {
        return Ok(super::too_deep("decoding a JSON value from a unicode string"));
    }
    let Some((message, line, column, position)) = place(&error) else { return Ok(error.into()) };
    let shown = Labelled::new(cx.heap.text(error.message.as_str())?, label);
    let message = cx.heap.text(message)?;
    let document = cx.heap.text(document)?;
    let fields = [
        ("msg", message),
        ("doc", document),
        ("pos", Value::Int(position)),
        ("lineno", Value::Int(line)),
        ("colno", Value::Int(column)),
    ];
    let exception = Exception {
        kind: ExcKind::JSONDecodeError,
        class: None,
        arguments: vec![shown],
        fields: fields.into_iter().map(|(name, value)| (name.into(), Labelled::new(value, label))).collect(),
        structure: Label::NONE,
        cause: None,
        context: None,
        span: Span::default(),
        limit: None,
    };
    let exception = cx.heap.value(Object::Exception(Box::new(exception)))?;
    Ok(Box::new(Raise { cause: Cause::Object(Labelled::new(exception, label)), label }))
}

/// The message of a `JSONDecodeError` without its place, the line, the column and the position.
fn place(error: &PyError) -> Option<(&str, i64, i64, i64)> {
    if error.exception() != Some(ExcKind::JSONDecodeError) {
        return None;
    }
    let (message, place) = error.message.rsplit_once(": line ")?;
    let (line, place) = place.split_once(" column ")?;
    let (column, position) = place.split_once(" (char ")?;
    let position = position.strip_suffix(')')?;
    Some((message, line.parse().ok()?, column.parse().ok()?, position.parse().ok()?))
}
