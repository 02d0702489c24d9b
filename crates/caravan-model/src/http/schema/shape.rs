//! Which values schemas admit, as far as rewriting has to know.

use serde_json::Value as Json;

use super::rewrite::MAX_NESTING;
use super::{Back, Definition};

pub(super) fn type_name(value: &Json) -> &'static str {
    match value {
        Json::String(_) => "string",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.is_f64() => "number",
        Json::Number(_) => "integer",
        Json::Null => "null",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

/// Whether the value is of the type, or of one of the types.
pub(super) fn is_of(types: &Json, value: &Json) -> bool {
    let name = type_name(value);
    let is = |known: &Json| {
        known == name
            || (known == "number" && name == "integer")
            || (known == "integer" && value.as_f64().is_some_and(|number| number.fract() == 0.0))
    };
    match types {
        Json::Array(names) => names.iter().any(is),
        other => is(other),
    }
}

/// The bit of null among the [`kinds`].
const NULL: u8 = 32;

/// The types of the values that a rewritten schema admits, a bit each. One that is inside itself and not
/// known yet may be anything.
pub(super) fn kinds(schema: &Json, definitions: &[Definition]) -> u8 {
    kinds_or(u8::MAX, schema, definitions, 0)
}

/// Whether null fits. One that is inside itself and not known yet is taken not to: it needs an end.
pub(super) fn allows_null(schema: &Json, definitions: &[Definition]) -> bool {
    kinds_or(0, schema, definitions, 0) & NULL != 0
}

fn kinds_or(unknown: u8, schema: &Json, definitions: &[Definition], depth: usize) -> u8 {
    if depth > MAX_NESTING {
        return unknown;
    }
    if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
        let name = reference.trim_start_matches("#/$defs/");
        let known = definitions.iter().find(|definition| definition.name == name);
        return match known.and_then(|definition| definition.rewritten.as_ref()) {
            Some((schema, _)) => kinds_or(unknown, schema, definitions, depth + 1),
            None => unknown,
        };
    }
    if let Some(alternatives) = schema.get("anyOf").and_then(Json::as_array) {
        let kinds = alternatives.iter().map(|schema| kinds_or(unknown, schema, definitions, depth + 1));
        return kinds.fold(0, |all, kinds| all | kinds);
    }
    match schema.get("type").and_then(Json::as_str) {
        Some("object") => 1,
        Some("array") => 2,
        Some("string") => 4,
        Some("integer" | "number") => 8,
        Some("boolean") => 16,
        Some("null") => NULL,
        _ => u8::MAX,
    }
}

/// Whether the way back makes another kind of value of it, so that it can be misread for another.
pub(super) fn is_recast(back: &Back, definitions: &[Definition], depth: usize) -> bool {
    if depth > MAX_NESTING {
        return true;
    }
    match back {
        Back::Same | Back::Object { .. } | Back::List(_) => false,
        Back::Text | Back::Pairs(_) | Back::Tuple(_) | Back::Places(_) => true,
        Back::Reference(name) => definitions
            .iter()
            .find(|definition| definition.name == *name)
            .and_then(|definition| definition.rewritten.as_ref())
            .is_some_and(|(_, back)| is_recast(back, definitions, depth + 1)),
        Back::Either(alternatives) => {
            alternatives.iter().any(|(_, back)| is_recast(back, definitions, depth + 1))
        }
    }
}
