//! A type written as a JSON Schema: for quarantined models, for children, and for reports.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::{RecordType, Type};

impl Type {
    /// The JSON Schema of the type. A record that stands in several places is defined once, under `$defs`.
    pub fn to_schema(&self) -> Json {
        let mut uses = BTreeMap::new();
        count_uses(self, &mut uses);
        uses.retain(|_, count| *count > 1);
        let mut schema = write(self, &uses);
        let shared: Vec<_> =
            self.records().into_iter().filter(|record| uses.contains_key(&*record.name)).collect();
        if let (Json::Object(schema), false) = (&mut schema, shared.is_empty()) {
            let definitions =
                shared.iter().map(|record| (record.name.to_string(), write_record(record, &uses))).collect();
            schema.insert("$defs".to_owned(), Json::Object(definitions));
        }
        schema
    }
}

fn count_uses<'a>(ty: &'a Type, uses: &mut BTreeMap<&'a str, usize>) {
    match ty {
        Type::List(item) | Type::Dict(item) => count_uses(item, uses),
        Type::Union(types) => types.iter().for_each(|ty| count_uses(ty, uses)),
        Type::Record(record) => {
            let count = uses.entry(&record.name).or_insert(0);
            *count += 1;
            if *count == 1 {
                record.fields.iter().for_each(|field| count_uses(&field.ty, uses));
            }
        }
        _ => {}
    }
}

fn write(ty: &Type, shared: &BTreeMap<&str, usize>) -> Json {
    match ty {
        Type::Any => json!({}),
        Type::None => json!({"type": "null"}),
        Type::Bool => json!({"type": "boolean"}),
        Type::Int => json!({"type": "integer"}),
        Type::Float => json!({"type": "number"}),
        Type::Str => json!({"type": "string"}),
        Type::Bytes => json!({"type": "string", "contentEncoding": "base64"}),
        Type::Date => json!({"type": "string", "format": "date"}),
        Type::Time => json!({"type": "string", "format": "time"}),
        Type::DateTime => json!({"type": "string", "format": "date-time"}),
        Type::Enum(members) => json!({"enum": members.to_vec()}),
        Type::List(item) => json!({"type": "array", "items": write(item, shared)}),
        Type::Dict(value) if **value == Type::Any => json!({"type": "object"}),
        Type::Dict(value) => json!({"type": "object", "additionalProperties": write(value, shared)}),
        Type::Union(types) => json!({"anyOf": types.iter().map(|ty| write(ty, shared)).collect::<Vec<_>>()}),
        Type::Record(record) if shared.contains_key(&*record.name) => {
            json!({"$ref": format!("#/$defs/{}", record.name)})
        }
        Type::Record(record) => write_record(record, shared),
    }
}

fn write_record(record: &RecordType, shared: &BTreeMap<&str, usize>) -> Json {
    let mut properties = Map::new();
    for field in &record.fields {
        let mut schema = write(&field.ty, shared);
        if let Json::Object(schema) = &mut schema {
            describe(schema, &field.description);
            if let Some(default) = &field.default {
                schema.insert("default".to_owned(), default.clone());
            }
        }
        properties.insert(field.name.to_string(), schema);
    }
    let required: Vec<&str> =
        record.fields.iter().filter(|field| field.required).map(|field| &*field.name).collect();
    let mut schema = Map::from_iter([
        ("title".to_owned(), json!(record.name)),
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Json::Object(properties)),
        ("required".to_owned(), json!(required)),
    ]);
    describe(&mut schema, &record.description);
    if !record.open {
        schema.insert("additionalProperties".to_owned(), Json::Bool(false));
    }
    Json::Object(schema)
}

fn describe(schema: &mut Map<String, Json>, description: &str) {
    if !description.is_empty() {
        schema.insert("description".to_owned(), json!(description));
    }
}
