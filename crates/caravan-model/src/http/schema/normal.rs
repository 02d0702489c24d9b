//! Older and other dialects of JSON Schema in the terms of the current one.

use serde_json::{Map, Value as Json, json};

/// The schema with OpenAPI's `nullable` as an alternative, draft 4's bounds as numbers and draft 7's lists of
/// item schemas as `prefixItems`. What is no schema of these stays as it is.
pub(crate) fn normal(schema: &Json) -> Json {
    subschema(schema)
}

fn subschema(schema: &Json) -> Json {
    let Json::Object(object) = schema else { return schema.clone() };
    let mut given = Map::new();
    for (keyword, value) in object {
        let value = match keyword.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => map(value),
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => list(value),
            "items"
            | "additionalProperties"
            | "additionalItems"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "unevaluatedProperties"
            | "unevaluatedItems" => match value {
                Json::Array(_) => list(value),
                other => subschema(other),
            },
            _ => value.clone(),
        };
        given.insert(keyword.clone(), value);
    }
    for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        match given.get(exclusive) {
            Some(Json::Bool(true)) => {
                given.shift_remove(exclusive);
                if let Some(limit) = given.shift_remove(bound) {
                    given.insert(exclusive.to_owned(), limit);
                }
            }
            Some(Json::Bool(false)) => {
                given.shift_remove(exclusive);
            }
            _ => {}
        }
    }
    if given.get("items").is_some_and(Json::is_array)
        && let Some(places) = given.shift_remove("items")
    {
        given.insert("prefixItems".to_owned(), places);
        if let Some(others) = given.shift_remove("additionalItems") {
            given.insert("items".to_owned(), others);
        }
    }
    // Which draft it was written for no longer matters, and its names start at its own root.
    given.shift_remove("$schema");
    if given.shift_remove("nullable") == Some(Json::Bool(true)) {
        let mut outer = Map::new();
        for name in ["$defs", "definitions", "description"] {
            if let Some(value) = given.shift_remove(name) {
                outer.insert(name.to_owned(), value);
            }
        }
        outer.insert("anyOf".to_owned(), json!([given, {"type": "null"}]));
        return Json::Object(outer);
    }
    Json::Object(given)
}

fn map(value: &Json) -> Json {
    match value {
        Json::Object(schemas) => {
            schemas.iter().map(|(name, schema)| (name.clone(), subschema(schema))).collect()
        }
        other => other.clone(),
    }
}

fn list(value: &Json) -> Json {
    match value {
        Json::Array(schemas) => schemas.iter().map(subschema).collect(),
        other => other.clone(),
    }
}
