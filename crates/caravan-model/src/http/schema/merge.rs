//! Schemas that a value must all fit, as one schema.

use serde_json::{Map, Value as Json};

/// Keywords that say nothing about values.
const NOTES: &[&str] = &[
    "description",
    "title",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "discriminator",
    "$comment",
    "$id",
    "$anchor",
    "$schema",
];

/// Whether the schema says anything about values besides these keywords.
pub(super) fn says_more_than(object: &Map<String, Json>, keywords: &[&str]) -> bool {
    object.keys().any(|keyword| {
        let keyword = keyword.as_str();
        !keywords.contains(&keyword)
            && !NOTES.contains(&keyword)
            && !matches!(keyword, "$defs" | "definitions")
            && !keyword.starts_with("x-")
    })
}

/// Both at once. Nothing if they cannot be put into one; where one keyword has to give way, the result
/// admits more than both.
pub(super) fn both(one: &Map<String, Json>, other: &Map<String, Json>) -> Option<Map<String, Json>> {
    let mut merged = one.clone();
    for (keyword, value) in other {
        let Some(known) = merged.get(keyword).cloned() else {
            merged.insert(keyword.clone(), value.clone());
            continue;
        };
        let together = match keyword.as_str() {
            "type" => common_types(&known, value)?,
            "properties" => properties(&known, value),
            "required" => united(&known, value),
            "enum" => common(&known, value)?,
            "$defs" | "definitions" => properties(&value.clone(), &known),
            // Each part closes what it knows itself; together they would close everything.
            "additionalProperties" => match (&known, value) {
                (Json::Bool(false), Json::Bool(false)) => Json::Bool(false),
                (Json::Bool(true), other) | (other, Json::Bool(true)) => other.clone(),
                (known, _) => known.clone(),
            },
            "anyOf" | "oneOf" | "allOf" | "$ref" | "if" | "then" | "else" | "not" => {
                if known == *value {
                    known
                } else {
                    return None;
                }
            }
            _ => known,
        };
        merged.insert(keyword.clone(), together);
    }
    Some(merged)
}

fn common_types(one: &Json, other: &Json) -> Option<Json> {
    let names = |types: &Json| -> Vec<String> {
        match types {
            Json::String(name) => vec![name.clone()],
            Json::Array(names) => names.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    let (one, other) = (names(one), names(other));
    let mut shared: Vec<String> = one.iter().filter(|name| other.contains(name)).cloned().collect();
    // Whole numbers are numbers.
    if !shared.iter().any(|name| name == "integer" || name == "number") {
        let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
        if (has(&one, "integer") && has(&other, "number")) || (has(&one, "number") && has(&other, "integer"))
        {
            shared.push("integer".to_owned());
        }
    }
    match shared.as_slice() {
        [] => None,
        [only] => Some(Json::String(only.clone())),
        _ => Some(Json::from(shared)),
    }
}

/// All properties; one that both have has to be both.
fn properties(one: &Json, other: &Json) -> Json {
    let (Json::Object(one), Json::Object(other)) = (one, other) else { return one.clone() };
    let mut all = one.clone();
    for (name, schema) in other {
        let merged = match (all.get(name), schema) {
            (Some(Json::Object(known)), Json::Object(more)) => {
                both(known, more).map_or_else(|| Json::Object(known.clone()), Json::Object)
            }
            (Some(known), _) => known.clone(),
            (None, schema) => schema.clone(),
        };
        all.insert(name.clone(), merged);
    }
    Json::Object(all)
}

fn united(one: &Json, other: &Json) -> Json {
    let (Json::Array(one), Json::Array(other)) = (one, other) else { return one.clone() };
    let new = other.iter().filter(|name| !one.contains(name));
    Json::Array(one.iter().chain(new).cloned().collect())
}

fn common(one: &Json, other: &Json) -> Option<Json> {
    let (Json::Array(one), Json::Array(other)) = (one, other) else { return None };
    let shared: Vec<Json> = one.iter().filter(|value| other.contains(value)).cloned().collect();
    Some(Json::Array(shared)).filter(|shared| shared.as_array().is_some_and(|shared| !shared.is_empty()))
}
