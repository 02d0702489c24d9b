//! Schemas of servers, as planners may see them.
//!
//! What a server writes into a schema (descriptions, titles, members of enumerations, defaults) is its own text, and
//! planners read no text that nobody has reviewed. [`structure`] keeps of a schema what is needed to call the tool and to
//! use its result: types, and the names of parameters and fields as far as they are plain identifiers.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

/// How deep schemas may nest.
const DEEPEST: usize = 64;
/// How long the name of a parameter or field may be.
const LONGEST_NAME: usize = 64;
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
const FORMATS: [&str; 8] = ["date-time", "date", "time", "byte", "base64", "binary", "uri", "email"];

/// The structure of a schema, without any text of its author's.
///
/// # Errors
///
/// A parameter or field that is required has a name that is more than a name.
pub(super) fn structure(schema: &Json) -> Result<Json, String> {
    let mut renamed = BTreeMap::new();
    for keyword in ["$defs", "definitions"] {
        for name in schema.get(keyword).and_then(Json::as_object).into_iter().flat_map(|defs| defs.keys()) {
            let number = renamed.len() + 1;
            renamed.insert(format!("#/{keyword}/{}", escaped(name)), format!("Record{number}"));
        }
    }
    let reader = Structure { root: schema, renamed };
    let Json::Object(mut plain) = reader.of(schema, 0)? else { return Ok(Json::Bool(true)) };
    let mut definitions = Map::new();
    for (reference, name) in &reader.renamed {
        if let Some(definition) = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer)) {
            definitions.insert(name.clone(), reader.of(definition, 0)?);
        }
    }
    if !definitions.is_empty() {
        plain.insert("$defs".to_owned(), Json::Object(definitions));
    }
    Ok(Json::Object(plain))
}

struct Structure<'a> {
    root: &'a Json,
    /// The names that definitions get, by what refers to them.
    renamed: BTreeMap<String, String>,
}

impl Structure<'_> {
    fn of(&self, schema: &Json, depth: usize) -> Result<Json, String> {
        let Json::Object(schema) = schema else { return Ok(Json::Bool(true)) };
        if depth > DEEPEST {
            return Err(format!("a schema that nests deeper than {DEEPEST} levels"));
        }
        let mut plain = Map::new();
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            match self.renamed.get(reference) {
                Some(name) => {
                    plain.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
                }
                // Anything may stand behind it; whether there is something, the reader of schemas finds out.
                None if reference == "#"
                    || reference.strip_prefix('#').and_then(|p| self.root.pointer(p)).is_some() => {}
                None => return Err("a schema that refers to another document".to_owned()),
            }
        }
        for (key, value) in schema {
            match key.as_str() {
                "type" => {
                    let names = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                    if !names.iter().all(|name| name.as_str().is_some_and(|name| TYPES.contains(&name))) {
                        return Err("a schema with an unknown type".to_owned());
                    }
                    plain.insert(key.clone(), value.clone());
                }
                "format" if value.as_str().is_some_and(|format| FORMATS.contains(&format)) => {
                    plain.insert(key.clone(), value.clone());
                }
                "contentEncoding" if value == "base64" => {
                    plain.insert(key.clone(), value.clone());
                }
                "nullable" if value.is_boolean() => {
                    plain.insert(key.clone(), value.clone());
                }
                "default" if value.is_null() || value.is_boolean() || value.is_number() => {
                    plain.insert(key.clone(), value.clone());
                }
                "enum" => members(value.as_array().map_or(&[][..], Vec::as_slice), &mut plain),
                "const" => members(std::slice::from_ref(value), &mut plain),
                "items" | "additionalProperties" if value.is_boolean() => {
                    plain.insert(key.clone(), value.clone());
                }
                "items" if value.is_array() => {
                    plain.insert("prefixItems".to_owned(), self.of_each(value, depth)?);
                }
                "items" | "additionalProperties" => {
                    plain.insert(key.clone(), self.of(value, depth + 1)?);
                }
                "prefixItems" | "anyOf" | "oneOf" | "allOf" if value.is_array() => {
                    plain.insert(key.clone(), self.of_each(value, depth)?);
                }
                _ => {}
            }
        }
        self.properties(schema, &mut plain, depth)?;
        Ok(Json::Object(plain))
    }

    fn of_each(&self, schemas: &Json, depth: usize) -> Result<Json, String> {
        let schemas = schemas.as_array().map_or(&[][..], Vec::as_slice);
        schemas
            .iter()
            .map(|schema| self.of(schema, depth + 1))
            .collect::<Result<Vec<_>, _>>()
            .map(Json::Array)
    }

    fn properties(
        &self,
        schema: &Map<String, Json>,
        plain: &mut Map<String, Json>,
        depth: usize,
    ) -> Result<(), String> {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Json::as_array)
            .map(|names| names.iter().filter_map(Json::as_str).collect())
            .unwrap_or_default();
        let Some(properties) = schema.get("properties").and_then(Json::as_object) else { return Ok(()) };
        let mut kept = Map::new();
        for (name, property) in properties {
            if is_plain_name(name) {
                kept.insert(name.clone(), self.of(property, depth + 1)?);
            } else if required.contains(&name.as_str()) {
                return Err("a required parameter or field whose name is not a plain one".to_owned());
            } else {
                // It may still come; no plan can know of it.
                plain.remove("additionalProperties");
            }
        }
        let required: Vec<Json> =
            required.into_iter().filter(|name| kept.contains_key(*name)).map(Json::from).collect();
        plain.insert("properties".to_owned(), Json::Object(kept));
        plain.insert("required".to_owned(), Json::Array(required));
        Ok(())
    }
}

/// The types of some constants in their place.
fn members(members: &[Json], plain: &mut Map<String, Json>) {
    let mut types: Vec<Json> = members
        .iter()
        .map(|member| match member {
            Json::Null => "null",
            Json::Bool(_) => "boolean",
            Json::Number(number) if number.is_f64() => "number",
            Json::Number(_) => "integer",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        })
        .map(Json::from)
        .collect();
    types.sort_by_key(ToString::to_string);
    types.dedup();
    if !types.is_empty() {
        plain.insert("type".to_owned(), if types.len() == 1 { types.remove(0) } else { Json::Array(types) });
    }
}

pub(super) fn is_plain_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
        && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
}

fn escaped(step: &str) -> String {
    step.replace('~', "~0").replace('/', "~1")
}

/// The schema of the one field `result` in which servers wrap results that are no objects, with the definitions that it
/// may refer to.
pub(super) fn unwrapped(schema: &Json) -> Option<Json> {
    let properties = schema.get("properties")?.as_object().filter(|properties| properties.len() == 1)?;
    let is_required = schema.get("required")?.as_array()?.iter().any(|name| name == "result");
    let Json::Object(mut inner) = properties.get("result").filter(|_| is_required)?.clone() else {
        return None;
    };
    if schema.get("allOf").is_some() || schema.get("anyOf").is_some() || schema.get("oneOf").is_some() {
        return None;
    }
    for keyword in ["$defs", "definitions"] {
        if let (Some(definitions), None) = (schema.get(keyword), inner.get(keyword)) {
            inner.insert(keyword.to_owned(), definitions.clone());
        }
    }
    // A reference to another place than the definitions would lead elsewhere from here.
    let inner = Json::Object(inner);
    refers_elsewhere(&inner).then_some(()).map_or(Some(inner), |()| None)
}

fn refers_elsewhere(schema: &Json) -> bool {
    match schema {
        Json::Object(object) => object.iter().any(|(key, value)| {
            let elsewhere = key == "$ref"
                && !value
                    .as_str()
                    .is_some_and(|to| to.starts_with("#/$defs/") || to.starts_with("#/definitions/"));
            elsewhere || refers_elsewhere(value)
        }),
        Json::Array(items) => items.iter().any(refers_elsewhere),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use caravan_plan::Type;
    use serde_json::json;

    use super::*;

    #[test]
    fn no_text_of_a_schemas_author_is_left_in_its_structure() {
        let schema = json!({
            "title": "MARKER", "description": "MARKER", "$comment": "MARKER", "type": "object",
            "properties": {
                "level": {"enum": ["MARKER", "low"], "description": "MARKER", "default": "MARKER", "title": "MARKER"},
                "kind": {"const": "MARKER"},
                "to": {"$ref": "#/$defs/MARKER person", "examples": ["MARKER"]},
                "when": {"type": "string", "format": "date-time", "pattern": "MARKER"},
                "how": {"type": "string", "format": "MARKER"},
                "count": {"anyOf": [{"type": "integer", "description": "MARKER"}, {"type": "null"}], "default": 3},
                "MARKER: obey": {"type": "string"},
            },
            "required": ["level", "MARKER"],
            "additionalProperties": false,
            "MARKER": "MARKER",
            "$defs": {"MARKER person": {"title": "MARKER", "type": "object", "properties": {"name": {"type": "string"}}}},
        });
        let plain = structure(&schema).unwrap();
        assert!(!plain.to_string().contains("MARKER"), "{plain}");
        let Type::Record(record) = Type::from_schema_named(&plain, "send").unwrap() else {
            panic!("{plain}")
        };
        let types: Vec<String> =
            record.fields.iter().map(|field| format!("{}: {}", field.name, field.ty.python())).collect();
        assert_eq!(
            types,
            ["level: str", "kind: str", "to: Record1", "when: datetime", "how: str", "count: int | None",]
        );
        assert!(record.open);
    }

    #[test]
    fn a_tool_that_cannot_be_called_without_an_odd_name_is_refused() {
        let schema = json!({"type": "object", "properties": {"a b": {}}, "required": ["a b"]});
        assert!(structure(&schema).is_err());
        assert!(structure(&json!({"type": "MARKER"})).is_err());
        assert!(structure(&json!({"$ref": "https://example.com/x"})).is_err());
    }

    #[test]
    fn a_schema_that_nests_without_end_is_refused() {
        let mut schema = json!({"type": "string"});
        for _ in 0..200 {
            schema = json!({"type": "array", "items": schema});
        }
        assert!(structure(&schema).is_err());
        let circle =
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "array", "items": {"$ref": "#/$defs/a"}}}});
        assert!(Type::from_schema(&structure(&circle).unwrap()).is_ok());
    }

    #[test]
    fn a_result_that_is_wrapped_is_taken_out_with_its_definitions() {
        let wrapped = json!({
            "type": "object", "properties": {"result": {"type": "array", "items": {"$ref": "#/$defs/Mail"}}},
            "required": ["result"], "title": "x", "$defs": {"Mail": {"type": "object", "properties": {"id": {"type": "integer"}}}},
        });
        let inner = unwrapped(&wrapped).unwrap();
        assert_eq!(Type::from_schema(&inner).unwrap().python(), "list[Mail]");
        let optional = json!({"type": "object", "properties": {"result": {"type": "integer"}}});
        assert_eq!(unwrapped(&optional), None);
        let two = json!({"properties": {"result": {}, "more": {}}, "required": ["result"]});
        assert_eq!(unwrapped(&two), None);
        let circle = json!({"properties": {"result": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}, "required": ["result"]});
        assert_eq!(unwrapped(&circle), None);
    }
}
