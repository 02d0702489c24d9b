//! Rewrites a JSON schema to what strict structured output accepts, and maps answers back.
//!
//! In strict mode every object is closed and every property required
//! (<https://platform.openai.com/docs/guides/structured-outputs>). So an optional property becomes one that
//! may be null, a map becomes a list of pairs, and a value of any shape becomes its JSON text. What cannot
//! be said in that mode at all gives no rewriting, and the caller asks in words. Limits such as lengths
//! and patterns are dropped: whoever asked checks the value against the original.

use serde_json::{Map, Value as Json, json};

/// Deeper schemas are not rewritten.
const MAX_DEPTH: usize = 24;

/// An answer is followed this far into itself.
const MAX_STEPS: usize = 600;

/// Formats that strict mode knows.
const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// A schema for strict mode and the way back.
#[derive(Debug)]
pub(super) struct Strict {
    schema: Json,
    back: Back,
    definitions: Vec<Definition>,
}

#[derive(Debug)]
struct Definition {
    /// Where the original stands, such as `#/$defs/Person`.
    reference: String,
    name: String,
    /// Nothing while it is being rewritten.
    rewritten: Option<(Json, Back)>,
}

/// How a value of a rewritten schema becomes one of the original.
#[derive(Clone, Debug)]
enum Back {
    Same,
    /// Each property; `true` where null stands for absent.
    Object(Vec<(String, bool, Back)>),
    List(Box<Back>),
    /// A list of pairs of key and value.
    Map(Box<Back>),
    /// JSON text.
    Text,
    Reference(String),
    /// The first alternative that the value fits.
    Either(Vec<(Json, Back)>),
}

/// The schema in the terms of strict mode, if it can be said in them. All of its references lead to `$defs`.
pub(super) fn rewrite(schema: &Json) -> Option<Strict> {
    let mut rewriter = Rewriter { root: schema, definitions: Vec::new() };
    let (mut rewritten, back) = rewriter.schema(schema, 0)?;
    let mut definitions = Map::new();
    for definition in &rewriter.definitions {
        definitions.insert(definition.name.clone(), definition.rewritten.as_ref()?.0.clone());
    }
    if !definitions.is_empty() {
        rewritten.as_object_mut()?.insert("$defs".to_owned(), Json::Object(definitions));
    }
    Some(Strict { schema: rewritten, back, definitions: rewriter.definitions })
}

impl Strict {
    /// The rewritten schema.
    pub(super) fn schema(&self) -> &Json {
        &self.schema
    }

    /// The value as the original schema has it. What does not fit stays as it is.
    pub(super) fn restore(&self, value: Json) -> Json {
        self.back(&self.back, value, 0)
    }

    fn back(&self, back: &Back, value: Json, depth: usize) -> Json {
        // References can lead in a circle without taking the value apart.
        if depth > MAX_STEPS {
            return value;
        }
        let depth = depth + 1;
        match (back, value) {
            (Back::Object(properties), Json::Object(mut given)) => {
                let mut object = Map::new();
                for (name, null_is_absent, back) in properties {
                    match given.shift_remove(name) {
                        Some(Json::Null) if *null_is_absent => {}
                        Some(value) => {
                            object.insert(name.clone(), self.back(back, value, depth));
                        }
                        None => {}
                    }
                }
                object.extend(given);
                Json::Object(object)
            }
            (Back::List(item), Json::Array(items)) => {
                Json::Array(items.into_iter().map(|value| self.back(item, value, depth)).collect())
            }
            (Back::Map(item), Json::Array(pairs)) => {
                let pair = |pair: Json| match pair {
                    Json::Object(mut pair) => {
                        let key = pair.shift_remove("key")?.as_str()?.to_owned();
                        Some((key, self.back(item, pair.shift_remove("value")?, depth)))
                    }
                    _ => None,
                };
                Json::Object(pairs.into_iter().filter_map(pair).collect())
            }
            (Back::Text, Json::String(text)) => serde_json::from_str(&text).unwrap_or(Json::String(text)),
            (Back::Reference(name), value) => match self.definition(name) {
                Some((_, back)) => self.back(back, value, depth),
                None => value,
            },
            (Back::Either(alternatives), value) => {
                let fitting = alternatives.iter().find(|(schema, _)| self.fits(schema, &value, 0));
                match fitting {
                    Some((_, back)) => self.back(back, value, depth),
                    None => value,
                }
            }
            (_, value) => value,
        }
    }

    fn definition(&self, name: &str) -> Option<&(Json, Back)> {
        self.definitions.iter().find(|definition| definition.name == name)?.rewritten.as_ref()
    }

    /// Whether the value has the shape of a rewritten schema.
    fn fits(&self, schema: &Json, value: &Json, depth: usize) -> bool {
        if depth > 4 * MAX_DEPTH {
            return true;
        }
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            let name = reference.trim_start_matches("#/$defs/");
            return self.definition(name).is_some_and(|(schema, _)| self.fits(schema, value, depth + 1));
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Json::as_array) {
            return alternatives.iter().any(|schema| self.fits(schema, value, depth + 1));
        }
        if let Some(members) = schema.get("enum").and_then(Json::as_array) {
            return members.contains(value);
        }
        match (schema.get("type").and_then(Json::as_str), value) {
            (Some("object"), Json::Object(object)) => {
                let properties = schema.get("properties").and_then(Json::as_object);
                properties.is_some_and(|properties| {
                    object.len() == properties.len()
                        && properties.iter().all(|(name, schema)| {
                            object.get(name).is_some_and(|value| self.fits(schema, value, depth + 1))
                        })
                })
            }
            (Some("array"), Json::Array(items)) => schema
                .get("items")
                .is_none_or(|item| items.iter().all(|value| self.fits(item, value, depth + 1))),
            (Some("string"), Json::String(_))
            | (Some("boolean"), Json::Bool(_))
            | (Some("null"), Json::Null) => true,
            (Some("integer"), Json::Number(number)) => number.is_i64() || number.is_u64(),
            (Some("number"), Json::Number(_)) => true,
            _ => false,
        }
    }
}

struct Rewriter<'a> {
    root: &'a Json,
    definitions: Vec<Definition>,
}

impl Rewriter<'_> {
    fn schema(&mut self, schema: &Json, depth: usize) -> Option<(Json, Back)> {
        if depth > MAX_DEPTH {
            return None;
        }
        let object = match schema {
            Json::Bool(true) => return Some(any("any value")),
            Json::Object(object) => object,
            _ => return None,
        };
        if let Some(reference) = object.get("$ref").and_then(Json::as_str) {
            return self.reference(reference, depth);
        }
        if let Some(constant) = object.get("const") {
            return described(object, members(std::slice::from_ref(constant))?, Back::Same);
        }
        if let Some(values) = object.get("enum").and_then(Json::as_array) {
            return described(object, members(values)?, Back::Same);
        }
        if let Some(alternatives) = object.get("anyOf").or_else(|| object.get("oneOf")) {
            // Beside alternatives, more conditions cannot be said.
            if object.contains_key("properties") || object.contains_key("items") {
                return None;
            }
            return self.either(object, alternatives.as_array()?, depth);
        }
        if let Some(parts) = object.get("allOf").and_then(Json::as_array) {
            let merged = self.merged(object, parts)?;
            return self.schema(&merged, depth + 1);
        }
        if ["not", "if", "dependentSchemas", "dependentRequired", "prefixItems", "patternProperties"]
            .iter()
            .any(|keyword| object.contains_key(*keyword))
        {
            return None;
        }
        match object.get("type") {
            Some(Json::String(name)) => self.typed(name, object, depth),
            Some(Json::Array(names)) => {
                let of_type = |name: &Json| {
                    let mut alternative = object.clone();
                    alternative.insert("type".to_owned(), name.clone());
                    Json::Object(alternative)
                };
                let alternatives: Vec<Json> = names.iter().map(of_type).collect();
                self.either(&Map::new(), &alternatives, depth)
            }
            _ if object.contains_key("properties") => self.typed("object", object, depth),
            _ if object.contains_key("items") => self.typed("array", object, depth),
            _ => Some(any("any value")),
        }
    }

    fn typed(&mut self, name: &str, object: &Map<String, Json>, depth: usize) -> Option<(Json, Back)> {
        match name {
            "string" => {
                let format = object
                    .get("format")
                    .filter(|format| format.as_str().is_some_and(|name| FORMATS.contains(&name)));
                let mut schema = json!({"type": "string"});
                if let (Some(format), Some(schema)) = (format, schema.as_object_mut()) {
                    schema.insert("format".to_owned(), format.clone());
                }
                described(object, schema, Back::Same)
            }
            "integer" | "number" | "boolean" | "null" => described(object, json!({"type": name}), Back::Same),
            "array" => {
                let (item, back) = match object.get("items") {
                    Some(items) => self.schema(items, depth + 1)?,
                    None => any("any value"),
                };
                described(object, json!({"type": "array", "items": item}), Back::List(Box::new(back)))
            }
            "object" => self.object(object, depth),
            _ => None,
        }
    }

    fn object(&mut self, object: &Map<String, Json>, depth: usize) -> Option<(Json, Back)> {
        let none = Map::new();
        let properties = object.get("properties").and_then(Json::as_object).unwrap_or(&none);
        if properties.is_empty() {
            match object.get("additionalProperties") {
                Some(Json::Bool(false)) => {}
                Some(values @ Json::Object(_)) => return self.map(object, values, depth),
                _ => return Some(any("a JSON object")),
            }
        }
        let required = object.get("required").and_then(Json::as_array);
        let mut rewritten = Map::new();
        let mut backs = Vec::new();
        for (name, property) in properties {
            let (schema, back) = self.schema(property, depth + 1)?;
            let is_required = required.is_some_and(|names| names.iter().any(|known| known == name));
            let optional = !is_required && !allows_null(&schema);
            let schema = if optional { json!({"anyOf": [schema, {"type": "null"}]}) } else { schema };
            rewritten.insert(name.clone(), schema);
            backs.push((name.clone(), optional, back));
        }
        let names: Vec<&String> = rewritten.keys().collect();
        let schema = json!({"type": "object", "properties": rewritten, "required": names, "additionalProperties": false});
        described(object, schema, Back::Object(backs))
    }

    fn map(&mut self, object: &Map<String, Json>, values: &Json, depth: usize) -> Option<(Json, Back)> {
        let (value, back) = self.schema(values, depth + 1)?;
        let pair = json!({
            "type": "object",
            "properties": {"key": {"type": "string"}, "value": value},
            "required": ["key", "value"],
            "additionalProperties": false,
        });
        described(object, json!({"type": "array", "items": pair}), Back::Map(Box::new(back)))
    }

    fn either(
        &mut self,
        object: &Map<String, Json>,
        alternatives: &[Json],
        depth: usize,
    ) -> Option<(Json, Back)> {
        let rewritten: Vec<(Json, Back)> = alternatives
            .iter()
            .map(|alternative| self.schema(alternative, depth + 1))
            .collect::<Option<_>>()?;
        if let [only] = rewritten.as_slice() {
            return Some(only.clone());
        }
        let schemas: Vec<&Json> = rewritten.iter().map(|(schema, _)| schema).collect();
        described(object, json!({"anyOf": schemas}), Back::Either(rewritten))
    }

    fn reference(&mut self, reference: &str, depth: usize) -> Option<(Json, Back)> {
        if let Some(known) = self.definitions.iter().find(|definition| definition.reference == reference) {
            return Some((
                json!({"$ref": format!("#/$defs/{}", known.name)}),
                Back::Reference(known.name.clone()),
            ));
        }
        let original = self.root.pointer(reference.strip_prefix('#')?)?;
        let last = reference.rsplit('/').next().unwrap_or_default();
        let plain: String = last.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let mut name = if plain.is_empty() || plain == "#" { "root".to_owned() } else { plain };
        while self.definitions.iter().any(|definition| definition.name == name) {
            name.push('_');
        }
        let place = self.definitions.len();
        self.definitions.push(Definition {
            reference: reference.to_owned(),
            name: name.clone(),
            rewritten: None,
        });
        let rewritten = self.schema(original, depth + 1)?;
        self.definitions.get_mut(place)?.rewritten = Some(rewritten);
        Some((json!({"$ref": format!("#/$defs/{name}")}), Back::Reference(name)))
    }

    /// Several objects that a value must all fit, as one.
    fn merged(&self, object: &Map<String, Json>, parts: &[Json]) -> Option<Json> {
        let mut rest = object.clone();
        rest.shift_remove("allOf");
        let own = Json::Object(rest.clone());
        let parts: Vec<&Json> = parts
            .iter()
            .map(|part| match part.get("$ref").and_then(Json::as_str) {
                Some(reference) => self.root.pointer(reference.strip_prefix('#')?),
                None => Some(part),
            })
            .collect::<Option<_>>()?;
        if let [only] = parts.as_slice()
            && rest
                .keys()
                .all(|keyword| matches!(keyword.as_str(), "description" | "title" | "default" | "examples"))
        {
            return Some((*only).clone());
        }
        let mut properties = Map::new();
        let mut required: Vec<Json> = Vec::new();
        for part in parts.into_iter().chain([&own]) {
            let keywords = [
                "type",
                "properties",
                "required",
                "description",
                "title",
                "additionalProperties",
                "default",
                "$defs",
            ];
            let part = part
                .as_object()
                .filter(|part| part.keys().all(|keyword| keywords.contains(&keyword.as_str())))?;
            if part.get("type").is_some_and(|name| name != "object") {
                return None;
            }
            let more = part.get("properties").and_then(Json::as_object).into_iter().flatten();
            properties.extend(more.map(|(name, schema)| (name.clone(), schema.clone())));
            required.extend(part.get("required").and_then(Json::as_array).into_iter().flatten().cloned());
        }
        Some(json!({"type": "object", "properties": properties, "required": required}))
    }
}

/// A value of any shape, as JSON text.
fn any(what: &str) -> (Json, Back) {
    (json!({"type": "string", "description": format!("{what}, written as JSON text")}), Back::Text)
}

/// The schema with the original's description.
fn described(original: &Map<String, Json>, mut schema: Json, back: Back) -> Option<(Json, Back)> {
    if let Some(description) = original.get("description").filter(|description| description.is_string()) {
        schema.as_object_mut()?.insert("description".to_owned(), description.clone());
    }
    Some((schema, back))
}

/// An enum; its members must be plain values.
fn members(values: &[Json]) -> Option<Json> {
    let name = |value: &Json| match value {
        Json::String(_) => Some("string"),
        Json::Bool(_) => Some("boolean"),
        Json::Number(number) if number.is_f64() => Some("number"),
        Json::Number(_) => Some("integer"),
        Json::Null => Some("null"),
        Json::Array(_) | Json::Object(_) => None,
    };
    let names: Vec<&str> = values.iter().map(name).collect::<Option<_>>()?;
    let first = names.first()?;
    if names.iter().all(|name| name == first) {
        return Some(json!({"type": first, "enum": values}));
    }
    let alternative = |(value, name): (&Json, &str)| json!({"type": name, "enum": [value]});
    Some(json!({"anyOf": values.iter().zip(names).map(alternative).collect::<Vec<_>>()}))
}

fn allows_null(schema: &Json) -> bool {
    let is_null = |schema: &Json| {
        schema.get("type").is_some_and(|name| name == "null")
            || schema
                .get("enum")
                .and_then(Json::as_array)
                .is_some_and(|members| members.contains(&Json::Null))
    };
    is_null(schema)
        || schema
            .get("anyOf")
            .and_then(Json::as_array)
            .is_some_and(|alternatives| alternatives.iter().any(is_null))
}

#[cfg(test)]
mod tests;
