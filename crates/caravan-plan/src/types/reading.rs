//! JSON Schema as tools declare it, read as a type.
//!
//! What the plan language has no type for (patterns, bounds, conditions) is left out: the type then admits more
//! than the schema does. A schema that refers to itself is cut at the reference, where anything may stand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::{Field, RecordType, SchemaError, Type};

/// How many subschemas one schema may come to once its references are followed.
const MAX_VISITS: usize = 20_000;
/// How deep subschemas may nest.
const MAX_NESTING: usize = 100;

impl Type {
    /// The type that a JSON Schema describes. Records without a title are named after where they stand.
    ///
    /// # Errors
    ///
    /// What is no schema: an unknown `type`, a `$ref` to another document or to nothing.
    pub fn from_schema(schema: &Json) -> Result<Type, SchemaError> {
        Type::from_schema_named(schema, "Record")
    }

    /// The same, with a name for the schema's own record if its title does not give one.
    ///
    /// # Errors
    ///
    /// As [`Type::from_schema`].
    pub fn from_schema_named(schema: &Json, name: &str) -> Result<Type, SchemaError> {
        let mut reader = Reader {
            root: schema,
            open: Vec::new(),
            cut: usize::MAX,
            known: BTreeMap::new(),
            records: BTreeMap::new(),
            names: BTreeSet::new(),
            visits: 0,
        };
        reader.read(schema, &At { pointer: String::new(), name: name.to_owned(), depth: 0 })
    }
}

struct Reader<'a> {
    root: &'a Json,
    /// The references that are being followed.
    open: Vec<&'a str>,
    /// The outermost of them at which something was cut since the innermost was opened.
    cut: usize,
    /// Those followed already.
    known: BTreeMap<&'a str, Type>,
    /// The records read so far by the name that they would have, so that two different ones never have one.
    records: BTreeMap<Box<str>, Vec<Arc<RecordType>>>,
    /// The names that are taken.
    names: BTreeSet<Box<str>>,
    visits: usize,
}

/// Where the reader stands, and what a record there would be called.
struct At {
    pointer: String,
    name: String,
    depth: usize,
}

impl At {
    fn below(&self, step: &str, name: &str) -> At {
        let step = step.replace('~', "~0").replace('/', "~1");
        At { pointer: format!("{}/{step}", self.pointer), name: name.to_owned(), depth: self.depth + 1 }
    }

    fn wrong(&self, message: impl Into<String>) -> SchemaError {
        SchemaError { pointer: self.pointer.clone(), message: message.into() }
    }
}

impl<'a> Reader<'a> {
    fn read(&mut self, schema: &'a Json, at: &At) -> Result<Type, SchemaError> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Err(at.wrong("the schema is too large"));
        }
        if at.depth > MAX_NESTING {
            return Err(at.wrong(format!("the schema nests deeper than {MAX_NESTING} levels")));
        }
        let schema = match schema {
            Json::Bool(_) => return Ok(Type::Any),
            Json::Object(schema) => schema,
            _ => return Err(at.wrong("a schema is an object or a truth value")),
        };
        let ty = self.read_object(schema, at)?;
        // OpenAPI's way of saying it.
        Ok(if schema.get("nullable") == Some(&Json::Bool(true)) { ty.optional() } else { ty })
    }

    fn read_object(&mut self, schema: &'a Map<String, Json>, at: &At) -> Result<Type, SchemaError> {
        let mut conjuncts = Vec::new();
        if let Some(reference) = schema.get("$ref") {
            let reference = reference.as_str().ok_or_else(|| at.wrong("`$ref` is no text"))?;
            conjuncts.push(self.follow(reference, at)?);
        }
        if let Some(member) = schema.get("const") {
            return Ok(constants(std::slice::from_ref(member)));
        }
        if let Some(members) = schema.get("enum") {
            let members = members.as_array().ok_or_else(|| at.wrong("`enum` is no list"))?;
            return Ok(constants(members));
        }
        conjuncts.push(self.read_own(schema, at)?);
        if let Some(parts) = schema.get("allOf") {
            for (index, part) in list(parts, "allOf", at)?.iter().enumerate() {
                let below = at.below("allOf", &at.name).below(&index.to_string(), &at.name);
                conjuncts.push(self.read(part, &below)?);
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(arms) = schema.get(keyword) else { continue };
            let mut types = Vec::new();
            for (index, arm) in list(arms, keyword, at)?.iter().enumerate() {
                let below = at.below(keyword, &at.name).below(&index.to_string(), &at.name);
                types.push(self.read(arm, &below)?);
            }
            conjuncts.push(Type::union(types));
        }
        Ok(self.both(conjuncts, at))
    }

    /// What satisfies all of these: records are merged, otherwise the first that says something stands.
    fn both(&mut self, conjuncts: Vec<Type>, at: &At) -> Type {
        let any_object = Type::Dict(Arc::new(Type::Any));
        let is_object = conjuncts.contains(&any_object);
        let mut telling = conjuncts.into_iter().filter(|ty| *ty != Type::Any && *ty != any_object);
        let Some(first) = telling.next() else {
            return if is_object { any_object.clone() } else { Type::Any };
        };
        let Type::Record(first) = first else { return first };
        let mut merged = RecordType::clone(&first);
        for ty in telling {
            let Type::Record(other) = ty else { continue };
            for field in &other.fields {
                match merged.fields.iter_mut().find(|known| known.name == field.name) {
                    Some(known) => known.required |= field.required,
                    None => merged.fields.push(field.clone()),
                }
            }
            merged.open |= other.open;
            merged.name = class_name(&at.name).into();
        }
        if merged == *first { Type::Record(first) } else { self.record(merged) }
    }

    fn follow(&mut self, reference: &'a str, at: &At) -> Result<Type, SchemaError> {
        if let Some(index) = self.open.iter().position(|open| *open == reference) {
            self.cut = self.cut.min(index);
            return Ok(Type::Any);
        }
        if let Some(known) = self.known.get(reference) {
            return Ok(known.clone());
        }
        let target = reference.strip_prefix('#').ok_or_else(|| {
            at.wrong(format!(
                "`$ref` to `{reference}`, which is outside of the schema; write the definition into `$defs`"
            ))
        })?;
        let pointer = percent_decoded(target);
        let Some(schema) = self.root.pointer(&pointer) else {
            return Err(at.wrong(format!("`$ref` to `{reference}`, where there is nothing")));
        };
        if pointer.is_empty() {
            return Ok(Type::Any); // The whole schema within itself.
        }
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let index = self.open.len();
        let cut_before = std::mem::replace(&mut self.cut, usize::MAX);
        self.open.push(reference);
        let ty =
            self.read(schema, &At { pointer: pointer.clone(), name: name.to_owned(), depth: at.depth + 1 });
        self.open.pop();
        let ty = ty?;
        if self.cut >= index {
            self.known.insert(reference, ty.clone());
            self.cut = cut_before;
        } else {
            // Cut at a reference that is still open: read elsewhere, there may be more of it.
            self.cut = self.cut.min(cut_before);
        }
        Ok(ty)
    }

    /// What `type` and the keywords that go with it say.
    fn read_own(&mut self, schema: &'a Map<String, Json>, at: &At) -> Result<Type, SchemaError> {
        let named = match schema.get("type") {
            None => implied_type(schema),
            Some(Json::String(name)) => Some(name.as_str()),
            Some(Json::Array(names)) => {
                let mut types = Vec::new();
                for name in names {
                    let name =
                        name.as_str().ok_or_else(|| at.wrong("`type` lists something that is no text"))?;
                    types.push(self.read_type(name, schema, at)?);
                }
                return Ok(Type::union(types));
            }
            Some(_) => return Err(at.wrong("`type` is neither text nor a list")),
        };
        named.map_or(Ok(Type::Any), |name| self.read_type(name, schema, at))
    }

    fn read_type(&mut self, name: &str, schema: &'a Map<String, Json>, at: &At) -> Result<Type, SchemaError> {
        Ok(match name {
            "null" => Type::None,
            "boolean" => Type::Bool,
            "integer" => Type::Int,
            "number" => Type::Float,
            "string" => text_type(schema),
            "array" => Type::List(Arc::new(self.read_items(schema, at)?)),
            "object" => self.read_record(schema, at)?,
            other => return Err(at.wrong(format!("unknown type `{other}`"))),
        })
    }

    fn read_items(&mut self, schema: &'a Map<String, Json>, at: &At) -> Result<Type, SchemaError> {
        let name = singular(&at.name);
        let mut types = Vec::new();
        for keyword in ["prefixItems", "items"] {
            match schema.get(keyword) {
                None | Some(Json::Bool(false)) => {}
                Some(Json::Array(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        let below = at.below(keyword, &name).below(&index.to_string(), &name);
                        types.push(self.read(item, &below)?);
                    }
                }
                Some(items) => types.push(self.read(items, &at.below(keyword, &name))?),
            }
        }
        Ok(Type::union(types))
    }

    fn read_record(&mut self, schema: &'a Map<String, Json>, at: &At) -> Result<Type, SchemaError> {
        let additional = schema.get("additionalProperties");
        let properties = match schema.get("properties") {
            None => None,
            Some(Json::Object(properties)) => Some(properties),
            Some(_) => return Err(at.wrong("`properties` is no object")),
        };
        let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
            let value = match additional {
                Some(value @ Json::Object(_)) => {
                    self.read(value, &at.below("additionalProperties", &singular(&at.name)))?
                }
                _ => Type::Any,
            };
            return Ok(Type::Dict(Arc::new(value)));
        };
        let required: Vec<&str> = match schema.get("required") {
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
            _ => Vec::new(), // A truth value here is draft 3's, on the property itself.
        };
        let title = schema.get("title").and_then(Json::as_str).unwrap_or(&at.name);
        let mut record = RecordType {
            name: class_name(title).into(),
            description: described(schema),
            fields: Vec::new(),
            open: additional != Some(&Json::Bool(false)),
        };
        for (name, property) in properties {
            record.fields.push(Field {
                name: name.as_str().into(),
                ty: self.read(property, &at.below("properties", "").below(name, name))?,
                required: required.contains(&name.as_str()),
                description: property.as_object().map(described).unwrap_or_default(),
                default: property.get("default").cloned(),
            });
        }
        Ok(self.record(record))
    }

    /// Gives the record a name that no other record of the schema has.
    fn record(&mut self, mut record: RecordType) -> Type {
        let name = record.name.clone();
        let alike = self.records.entry(name.clone()).or_default();
        for known in alike.iter() {
            record.name = known.name.clone();
            if **known == record {
                return Type::Record(Arc::clone(known));
            }
        }
        record.name = name.clone();
        let mut number = alike.len() + 1;
        while !self.names.insert(record.name.clone()) {
            number = number.max(2);
            record.name = format!("{name}{number}").into();
            number += 1;
        }
        let record = Arc::new(record);
        alike.push(Arc::clone(&record));
        Type::Record(record)
    }
}

fn list<'a>(value: &'a Json, keyword: &str, at: &At) -> Result<&'a [Json], SchemaError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| at.wrong(format!("`{keyword}` is no list")))
}

/// The type of one of these constants; what is not a constant of the plan language admits anything.
fn constants(members: &[Json]) -> Type {
    if members.is_empty() || members.iter().any(|member| member.is_array() || member.is_object()) {
        return Type::Any;
    }
    match members {
        [Json::Null] => Type::None,
        _ => {
            let mut known = BTreeSet::new();
            let distinct = members.iter().filter(|member| known.insert(member.to_string()));
            Type::Enum(distinct.cloned().collect())
        }
    }
}

fn implied_type(schema: &Map<String, Json>) -> Option<&'static str> {
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| schema.contains_key(*keyword));
    if has(&["properties", "additionalProperties", "required"]) {
        Some("object")
    } else if has(&["items", "prefixItems"]) {
        Some("array")
    } else {
        None
    }
}

fn text_type(schema: &Map<String, Json>) -> Type {
    match schema.get("format").and_then(Json::as_str) {
        Some("date-time") => Type::DateTime,
        Some("date") => Type::Date,
        Some("time") => Type::Time,
        Some("byte" | "base64") => Type::Bytes,
        _ if schema.get("contentEncoding").is_some_and(|encoding| encoding == "base64") => Type::Bytes,
        _ => Type::Str,
    }
}

fn described(schema: &Map<String, Json>) -> Box<str> {
    schema.get("description").and_then(Json::as_str).unwrap_or_default().into()
}

/// A Python class name made of any title: `Input schema for x_y` gives `InputSchemaForXY`.
fn class_name(title: &str) -> String {
    let mut name = String::new();
    for word in title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            name.push(first.to_ascii_uppercase());
            name.push_str(chars.as_str());
        }
    }
    if name.is_empty()
        || name.starts_with(|c: char| c.is_ascii_digit())
        || matches!(&*name, "None" | "True" | "False")
    {
        name.insert_str(0, "Record");
    }
    name
}

/// What one of the things of this name is called.
fn singular(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) if !stem.is_empty() => format!("{stem}y"),
        _ => match name.strip_suffix('s') {
            Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
            _ => name.to_owned(),
        },
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (byte, hex(ahead.next()), hex(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
