//! JSON schemas of arguments and results.

use serde_json::{Map, Value as Json, json};

use crate::assetops::tools::ToolSpec;

/// An argument, with whether it has to be given.
pub(super) type Field<'a> = (&'a str, Json, bool);

pub(super) fn text(about: &str) -> Json {
    json!({"type": "string", "description": about})
}

pub(super) fn texts(about: &str) -> Json {
    json!({"type": "array", "items": {"type": "string"}, "description": about})
}

pub(super) fn list(items: Json) -> Json {
    json!({"type": "array", "items": items})
}

/// The schema, or null.
pub(super) fn optional(schema: Json) -> Json {
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// An object with just these fields, which are all there.
pub(super) fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let required = json!(required);
    let properties: Map<String, Json> =
        fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// An object of texts.
pub(super) fn record<const N: usize>(names: [&str; N]) -> Json {
    object(names.map(|name| (name, json!({"type": "string"}))))
}

/// A tool; `output` is the schema of its result.
pub(super) fn tool<const N: usize>(
    name: &'static str,
    description: &str,
    arguments: [Field<'_>; N],
    output: Json,
) -> ToolSpec {
    let required: Vec<&str> =
        arguments.iter().filter(|(_, _, required)| *required).map(|(name, _, _)| *name).collect();
    let required = json!(required);
    let properties: Map<String, Json> =
        arguments.into_iter().map(|(name, schema, _)| (name.to_owned(), schema)).collect();
    let input = json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    ToolSpec { name, description: description.to_owned(), input, output, read_only: true }
}

impl ToolSpec {
    /// The same, of a tool that writes files.
    pub(super) fn writing(self) -> ToolSpec {
        ToolSpec { read_only: false, ..self }
    }
}
