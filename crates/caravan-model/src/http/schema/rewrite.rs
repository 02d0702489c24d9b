//! From any JSON schema to one in a provider's terms.

use serde_json::{Map, Value as Json, json};

use super::merge::{both, says_more_than};
use super::restore::place_name;
use super::shape::{allows_null, is_of, is_recast, kinds, type_name};
use super::{Back, Definition, Property, Rewritten, Terms};

/// Schemas that nest deeper, references followed, are not rewritten.
pub(super) const MAX_NESTING: usize = 64;

/// A schema's parts are looked at this often in all.
const MAX_VISITS: usize = 5_000;

/// Longer enums are dropped: OpenAI takes a thousand members at most, and 15,000 characters in one of more
/// than 250.
const MAX_MEMBERS: usize = 250;

/// Schemas up to this length are shown where their value is JSON text.
const MAX_SHOWN: usize = 1000;

/// The schema in these terms; nothing if it says nothing that can be said in them. It must be
/// [`normal`](super::normal).
pub(crate) fn rewrite(schema: &Json, terms: &Terms) -> Option<Rewritten> {
    let mut rewriter = Rewriter { root: schema, terms, definitions: Vec::new(), visits: 0 };
    let (mut rewritten, back) = rewriter.schema(schema, At::default())?;
    // Nothing but JSON text: words say more than such a schema.
    if matches!(back, Back::Text) && rewritten.get("enum").is_none() {
        return None;
    }
    let mut definitions = Map::new();
    for definition in &rewriter.definitions {
        definitions.insert(definition.name.clone(), definition.rewritten.as_ref()?.0.clone());
    }
    if !definitions.is_empty() {
        rewritten.as_object_mut()?.insert("$defs".to_owned(), Json::Object(definitions));
    }
    Some(Rewritten { schema: rewritten, back, definitions: rewriter.definitions })
}

struct Rewriter<'a> {
    root: &'a Json,
    terms: &'a Terms,
    definitions: Vec<Definition>,
    visits: usize,
}

/// Where the rewriter stands.
#[derive(Clone, Copy, Default)]
struct At {
    /// How many objects and lists it is in, within one definition.
    depth: usize,
    /// How many schemas it is in.
    nesting: usize,
}

impl At {
    fn next(self) -> At {
        At { nesting: self.nesting + 1, ..self }
    }

    fn inside(self) -> At {
        At { depth: self.depth + 1, nesting: self.nesting + 1 }
    }
}

impl Rewriter<'_> {
    /// Nothing only where the schema is too large.
    fn schema(&mut self, schema: &Json, at: At) -> Option<(Json, Back)> {
        self.visits += 1;
        if at.nesting > MAX_NESTING || self.visits > MAX_VISITS {
            return None;
        }
        match schema {
            Json::Object(object) => self.object_schema(object, at),
            other => Some(self.anything(other)),
        }
    }

    fn object_schema(&mut self, object: &Map<String, Json>, at: At) -> Option<(Json, Back)> {
        let whole = || Json::Object(object.clone());
        if let Some(reference) = object.get("$ref") {
            let Some(reference) = reference.as_str() else { return Some(self.anything(&whole())) };
            if !says_more_than(object, &["$ref"]) {
                return self.reference(reference, object, at);
            }
            // What stands beside a reference holds as well.
            let mut own = object.clone();
            own.shift_remove("$ref");
            let merged = match self.target(reference) {
                Some(Json::Object(target)) => both(&own, &target),
                _ => None,
            };
            return match merged {
                Some(merged) => self.schema(&Json::Object(merged), at.next()),
                None => self.reference(reference, object, at),
            };
        }
        if let Some(constant) = object.get("const") {
            return Some(self.members(object, std::slice::from_ref(constant)));
        }
        if let Some(values) = object.get("enum").and_then(Json::as_array) {
            let of_type = |value: &&Json| object.get("type").is_none_or(|types| is_of(types, value));
            let values: Vec<Json> = values.iter().filter(of_type).cloned().collect();
            return Some(self.members(object, &values));
        }
        if let Some(parts) = object.get("allOf").and_then(Json::as_array) {
            return match self.merged(object, parts) {
                Some(merged) => self.schema(&Json::Object(merged), at.next()),
                None => Some(self.anything(&whole())),
            };
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(alternatives) = object.get(keyword).and_then(Json::as_array) {
                return self.alternatives(object, keyword, alternatives, at);
            }
        }
        if let Some(wider) = with_conditions(object) {
            return self.schema(&Json::Object(wider), at.next());
        }
        match object.get("type") {
            Some(Json::String(name)) => self.typed(name, object, at),
            Some(Json::Array(names)) => {
                let of_type = |name: &Json| {
                    let mut alternative = object.clone();
                    alternative.insert("type".to_owned(), name.clone());
                    alternative.shift_remove("description");
                    Json::Object(alternative)
                };
                let alternatives: Vec<Json> = names.iter().map(of_type).collect();
                self.either(object, &alternatives, at)
            }
            _ if ["properties", "additionalProperties", "patternProperties", "required"]
                .iter()
                .any(|keyword| object.contains_key(*keyword)) =>
            {
                self.typed("object", object, at)
            }
            _ if object.contains_key("items") || object.contains_key("prefixItems") => {
                self.typed("array", object, at)
            }
            _ => Some(self.anything(&whole())),
        }
    }

    /// A value of any shape, or of one that cannot be said.
    fn anything(&self, schema: &Json) -> (Json, Back) {
        let says_nothing = match schema {
            Json::Object(object) => !says_more_than(object, &[]),
            _ => true,
        };
        let own = schema.get("description").and_then(Json::as_str);
        if self.terms.any {
            return (own.map_or_else(|| json!({}), |own| json!({"description": own})), Back::Same);
        }
        let own = own.map_or(String::new(), |own| format!("{} ", own.trim_end()));
        let of = match short(schema).filter(|shown| !says_nothing && !shown.contains("\"$ref\"")) {
            Some(shown) => format!(" of the JSON schema {shown}"),
            None => String::new(),
        };
        (
            json!({"type": "string", "description": format!("{own}A value{of}, written as JSON text")}),
            Back::Text,
        )
    }

    fn typed(&mut self, name: &str, object: &Map<String, Json>, at: At) -> Option<(Json, Back)> {
        match name {
            "string" => {
                let format = object.get("format").and_then(Json::as_str);
                let mut schema = json!({"type": "string"});
                if let (Some(format), Some(schema)) =
                    (format.filter(|name| self.terms.formats.contains(name)), schema.as_object_mut())
                {
                    schema.insert("format".to_owned(), Json::from(format));
                }
                Some(described(object, schema, Back::Same))
            }
            "integer" | "number" | "boolean" | "null" => {
                Some(described(object, json!({"type": name}), Back::Same))
            }
            "array" | "object" if at.depth >= self.terms.depth => {
                Some(self.anything(&Json::Object(object.clone())))
            }
            "array" => self.array(object, at),
            "object" => self.object(object, at),
            _ => Some(self.anything(&Json::Object(object.clone()))),
        }
    }

    fn array(&mut self, object: &Map<String, Json>, at: At) -> Option<(Json, Back)> {
        if let Some(places) = object.get("prefixItems").and_then(Json::as_array) {
            return self.tuple(object, places, at);
        }
        let (item, back) = match object.get("items") {
            Some(items) => self.schema(items, at.inside())?,
            None => self.anything(&Json::Bool(true)),
        };
        Some(described(object, json!({"type": "array", "items": item}), Back::List(Box::new(back))))
    }

    fn tuple(&mut self, object: &Map<String, Json>, places: &[Json], at: At) -> Option<(Json, Back)> {
        let number = |name: &str| object.get(name).and_then(Json::as_u64);
        let count = u64::try_from(places.len()).unwrap_or(u64::MAX);
        let is_fixed = number("minItems").unwrap_or(0) >= count
            && (object.get("items") == Some(&Json::Bool(false)) || number("maxItems") == Some(count));
        if !is_fixed {
            // How long it is, no property says.
            return Some(self.anything(&Json::Object(object.clone())));
        }
        let rewritten: Vec<(Json, Back)> =
            places.iter().map(|place| self.schema(place, at.inside())).collect::<Option<_>>()?;
        let (schemas, backs): (Vec<Json>, Vec<Back>) = rewritten.into_iter().unzip();
        if self.terms.tuples {
            let schema =
                json!({"type": "array", "prefixItems": schemas, "minItems": count, "maxItems": count});
            return Some(described(object, schema, Back::Places(backs)));
        }
        let properties: Map<String, Json> =
            schemas.into_iter().enumerate().map(|(index, schema)| (place_name(index), schema)).collect();
        Some(described(object, closed(properties), Back::Tuple(backs)))
    }

    fn object(&mut self, object: &Map<String, Json>, at: At) -> Option<(Json, Back)> {
        let none = Map::new();
        let named = object.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let rest = match (object.get("additionalProperties"), object.get("patternProperties")) {
            (None | Some(Json::Bool(_)), Some(Json::Object(patterns))) => {
                let mut schemas: Vec<Json> = patterns.values().cloned().collect();
                if object.get("additionalProperties") != Some(&Json::Bool(false)) {
                    schemas.push(Json::Bool(true));
                }
                Some(match schemas.len() {
                    1 => schemas.pop()?,
                    _ => json!({"anyOf": schemas}),
                })
            }
            (Some(Json::Bool(true)), _) => Some(Json::Bool(true)),
            (Some(values @ Json::Object(_)), _) => Some(values.clone()),
            // An object of which nothing is said holds anything; one that names its properties holds those.
            (None, None) if named.is_empty() => Some(Json::Bool(true)),
            _ => None,
        };
        if named.is_empty() {
            return match rest {
                None => {
                    let back = Back::Object { properties: Vec::new(), rest: None };
                    Some(described(object, closed(Map::new()), back))
                }
                Some(values) => self.map(object, &values, at),
            };
        }
        let required = object.get("required").and_then(Json::as_array);
        let mut sent = Map::new();
        let mut needed: Vec<String> = Vec::new();
        let mut properties = Vec::new();
        for (own, property) in named {
            let (mut schema, back) = self.schema(property, at.inside())?;
            let is_required = required.is_some_and(|names| names.iter().any(|name| name == own));
            let mut null_is_absent = false;
            if !is_required && !self.terms.optional {
                null_is_absent = !allows_null(&schema, &self.definitions);
                if null_is_absent {
                    schema = json!({"anyOf": [schema, {"type": "null"}]});
                }
            }
            let name = sent_name(own, &sent);
            if name != *own {
                explain(&mut schema, own);
            }
            if is_required || !self.terms.optional {
                needed.push(name.clone());
            }
            sent.insert(name.clone(), schema);
            properties.push(Property { own: own.clone(), sent: name, null_is_absent, back });
        }
        let mut schema = json!({"type": "object"});
        let rest = match rest {
            None => {
                insert(&mut schema, "additionalProperties", Json::Bool(false));
                None
            }
            Some(values) => {
                let (value, back) = self.schema(&values, at.inside())?;
                if self.terms.maps {
                    insert(&mut schema, "additionalProperties", value);
                    Some((None, Box::new(back)))
                } else {
                    let name = sent_name("additional_properties", &sent);
                    sent.insert(name.clone(), pairs(&value));
                    needed.push(name.clone());
                    insert(&mut schema, "additionalProperties", Json::Bool(false));
                    Some((Some(name), Box::new(back)))
                }
            }
        };
        insert(&mut schema, "properties", Json::Object(sent));
        insert(&mut schema, "required", Json::from(needed));
        Some(described(object, schema, Back::Object { properties, rest }))
    }

    /// An object whose keys are not named.
    fn map(&mut self, object: &Map<String, Json>, values: &Json, at: At) -> Option<(Json, Back)> {
        let (value, back) = self.schema(values, at.inside())?;
        if self.terms.maps {
            let schema = json!({"type": "object", "additionalProperties": value});
            let back = Back::Object { properties: Vec::new(), rest: Some((None, Box::new(back))) };
            return Some(described(object, schema, back));
        }
        Some(described(object, pairs(&value), Back::Pairs(Box::new(back))))
    }

    /// Alternatives, with what stands beside them in each.
    fn alternatives(
        &mut self,
        object: &Map<String, Json>,
        keyword: &str,
        alternatives: &[Json],
        at: At,
    ) -> Option<(Json, Back)> {
        if !says_more_than(object, &[keyword]) {
            return self.either(object, alternatives, at);
        }
        let mut base = object.clone();
        base.shift_remove(keyword);
        base.shift_remove("description");
        let mut merged = Vec::new();
        for alternative in alternatives {
            let alternative = match alternative.get("$ref").and_then(Json::as_str) {
                Some(reference) => self.target(reference),
                None => Some(alternative.clone()),
            };
            match alternative {
                Some(Json::Object(alternative)) => {
                    // One that contradicts what stands beside it fits nothing.
                    merged.extend(both(&base, &alternative).map(Json::Object));
                }
                Some(Json::Bool(true)) => merged.push(Json::Object(base.clone())),
                _ => {}
            }
        }
        match merged.is_empty() {
            true => Some(self.anything(&Json::Object(object.clone()))),
            false => self.either(object, &merged, at),
        }
    }

    fn either(&mut self, object: &Map<String, Json>, alternatives: &[Json], at: At) -> Option<(Json, Back)> {
        let mut rewritten: Vec<(Json, Back)> = Vec::new();
        for alternative in alternatives {
            let alternative = self.schema(alternative, at.next())?;
            if !rewritten.iter().any(|(known, _)| *known == alternative.0) {
                rewritten.push(alternative);
            }
        }
        match rewritten.as_slice() {
            [] => return Some(self.anything(&Json::Object(object.clone()))),
            [(schema, back)] => return Some(described(object, schema.clone(), back.clone())),
            several => {
                let clash = several
                    .iter()
                    .enumerate()
                    .any(|(index, one)| several.iter().skip(index + 1).any(|other| self.clash(one, other)));
                if clash {
                    // A value could not be told from one of another alternative, and would be misread.
                    return Some(self.anything(&Json::Object(object.clone())));
                }
            }
        }
        let schemas: Vec<&Json> = rewritten.iter().map(|(schema, _)| schema).collect();
        Some(described(object, json!({"anyOf": schemas}), Back::Either(rewritten)))
    }

    /// Whether a value can have the shape of both and would mean something else in each.
    fn clash(&self, one: &(Json, Back), other: &(Json, Back)) -> bool {
        let share = kinds(&one.0, &self.definitions) & kinds(&other.0, &self.definitions) != 0;
        let is_plain = |back: &Back| !is_recast(back, &self.definitions, 0);
        share && !(is_plain(&one.1) && is_plain(&other.1))
    }

    fn target(&self, reference: &str) -> Option<Json> {
        let mut reference = reference.to_owned();
        for _ in 0..32 {
            let target = self.root.pointer(&decoded(reference.strip_prefix('#')?))?;
            match target.get("$ref").and_then(Json::as_str) {
                Some(next) if target.as_object().is_some_and(|target| !says_more_than(target, &["$ref"])) => {
                    reference = next.to_owned();
                }
                _ => return Some(target.clone()),
            }
        }
        // It leads in a circle.
        None
    }

    fn reference(&mut self, reference: &str, object: &Map<String, Json>, at: At) -> Option<(Json, Back)> {
        if let Some(known) = self.definitions.iter().find(|definition| definition.reference == reference) {
            if known.rewritten.is_none() && !self.terms.recursion {
                return Some(self.anything(&Json::Bool(true)));
            }
            let name = known.name.clone();
            return Some((json!({"$ref": format!("#/$defs/{name}")}), Back::Reference(name)));
        }
        let Some(original) = self.target(reference) else {
            return Some(self.anything(&Json::Object(object.clone())));
        };
        let last = reference.rsplit('/').next().unwrap_or_default();
        let plain: String =
            last.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(48).collect();
        let mut name = if plain.is_empty() { "root".to_owned() } else { plain };
        while self.definitions.iter().any(|definition| definition.name == name) {
            name.push('_');
        }
        let place = self.definitions.len();
        self.definitions.push(Definition {
            reference: reference.to_owned(),
            name: name.clone(),
            rewritten: None,
        });
        let rewritten = self.schema(&original, At { depth: 0, nesting: at.nesting + 1 })?;
        self.definitions.get_mut(place)?.rewritten = Some(rewritten);
        Some((json!({"$ref": format!("#/$defs/{name}")}), Back::Reference(name)))
    }

    /// The parts of `allOf` and what stands beside them, as one.
    fn merged(&self, object: &Map<String, Json>, parts: &[Json]) -> Option<Map<String, Json>> {
        let mut merged = object.clone();
        merged.shift_remove("allOf");
        for part in parts {
            let part = match part.get("$ref").and_then(Json::as_str) {
                Some(reference) if !part.as_object().is_some_and(|part| says_more_than(part, &["$ref"])) => {
                    self.target(reference)?
                }
                _ => part.clone(),
            };
            match part {
                Json::Object(part) => merged = both(&merged, &part)?,
                Json::Bool(true) => {}
                _ => return None,
            }
        }
        Some(merged)
    }

    /// An enum or a constant.
    fn members(&self, object: &Map<String, Json>, values: &[Json]) -> (Json, Back) {
        let mut distinct: Vec<Json> = Vec::new();
        for value in values {
            if !distinct.contains(value) {
                distinct.push(value.clone());
            }
        }
        if distinct.is_empty() {
            return self.anything(&Json::Object(object.clone()));
        }
        // Lists and objects as members are their texts.
        if distinct.iter().any(|value| value.is_array() || value.is_object()) {
            let texts: Vec<String> = distinct.iter().map(Json::to_string).collect();
            return described(object, json!({"type": "string", "enum": texts}), Back::Text);
        }
        let mut groups: Vec<(&str, Vec<Json>)> = Vec::new();
        for value in distinct {
            let name = type_name(&value);
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, members)) => members.push(value),
                None => groups.push((name, vec![value])),
            }
        }
        let mut schemas: Vec<Json> = groups.iter().map(|(name, members)| self.group(name, members)).collect();
        match schemas.len() {
            1 => described(object, schemas.pop().unwrap_or_default(), Back::Same),
            _ => described(object, json!({"anyOf": schemas}), Back::Same),
        }
    }

    /// The members of one type.
    fn group(&self, name: &str, members: &[Json]) -> Json {
        let is_odd = matches!(name, "boolean" | "null") || members.iter().any(|member| member == "");
        let all_told = members.len() <= MAX_MEMBERS && (self.terms.odd_members || !is_odd);
        if all_told { json!({"type": name, "enum": members}) } else { json!({"type": name}) }
    }
}

/// The schema with the properties that its conditions may bring, and without the conditions; nothing if it
/// has none.
fn with_conditions(object: &Map<String, Json>) -> Option<Map<String, Json>> {
    const CONDITIONS: &[&str] =
        &["if", "then", "else", "dependentSchemas", "dependentRequired", "not", "unevaluatedProperties"];
    if !CONDITIONS.iter().any(|keyword| object.contains_key(*keyword)) {
        return None;
    }
    let mut wider = object.clone();
    let branches = ["if", "then", "else"].iter().filter_map(|keyword| object.get(*keyword));
    let dependent = object.get("dependentSchemas").and_then(Json::as_object);
    let dependent = dependent.into_iter().flat_map(Map::values);
    for branch in branches.chain(dependent) {
        if let Some(more @ Json::Object(_)) = branch.get("properties") {
            let mut known = wider.get("properties").cloned().unwrap_or_else(|| json!({}));
            for (name, schema) in more.as_object().into_iter().flatten() {
                // What a branch says of a property that is there anyway holds in that branch alone.
                if known.get(name).is_none() {
                    insert(&mut known, name, schema.clone());
                }
            }
            wider.insert("properties".to_owned(), known);
        }
    }
    for keyword in CONDITIONS {
        wider.shift_remove(*keyword);
    }
    Some(wider)
}

/// The schema as text, if it is short.
fn short(schema: &Json) -> Option<String> {
    struct Short(Vec<u8>);
    impl std::io::Write for Short {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0.len() + bytes.len() > MAX_SHOWN {
                return Err(std::io::ErrorKind::FileTooLarge.into());
            }
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut text = Short(Vec::new());
    serde_json::to_writer(&mut text, schema).ok()?;
    String::from_utf8(text.0).ok()
}

/// An object with these properties, all of them there, and no others.
fn closed(properties: Map<String, Json>) -> Json {
    let names: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}

/// A list of pairs with values of this schema.
fn pairs(value: &Json) -> Json {
    let pair =
        Map::from_iter([("key".to_owned(), json!({"type": "string"})), ("value".to_owned(), value.clone())]);
    json!({"type": "array", "items": closed(pair)})
}

fn insert(schema: &mut Json, keyword: &str, value: Json) {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert(keyword.to_owned(), value);
    }
}

/// A property's name as every provider takes it.
fn sent_name(own: &str, taken: &Map<String, Json>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let plain: String = own.chars().map(|c| if is_plain(c) { c } else { '_' }).take(64).collect();
    let plain = if plain.is_empty() { "_".to_owned() } else { plain };
    let mut name = plain.clone();
    let mut number = 2;
    while taken.contains_key(&name) {
        name = format!("{}_{number}", plain.chars().take(56).collect::<String>());
        number += 1;
    }
    name
}

/// Says what a renamed property is called.
fn explain(schema: &mut Json, own: &str) {
    let Some(object) = schema.as_object_mut().filter(|object| !object.contains_key("$ref")) else { return };
    let known = object.get("description").and_then(Json::as_str);
    let known = known.map_or(String::new(), |known| format!(": {known}"));
    object.insert("description".to_owned(), Json::from(format!("`{own}`{known}")));
}

/// The schema with the original's description, if it can stand there.
fn described(original: &Map<String, Json>, mut schema: Json, back: Back) -> (Json, Back) {
    if let (Some(description @ Json::String(_)), Some(schema)) =
        (original.get("description"), schema.as_object_mut().filter(|schema| !schema.contains_key("$ref")))
    {
        schema.insert("description".to_owned(), description.clone());
    }
    (schema, back)
}

/// A pointer without the escapes that it has as a part of an address.
fn decoded(pointer: &str) -> String {
    let mut parts = pointer.split('%');
    let mut decoded = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                decoded.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
            }
            None => {
                decoded.push(b'%');
                decoded.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
