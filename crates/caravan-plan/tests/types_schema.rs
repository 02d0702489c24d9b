//! JSON Schemas read as types, and types written as schemas and as Python.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

use caravan_plan::Type;
use serde_json::{Value as Json, json};

fn ty(schema: Json) -> Type {
    Type::from_schema(&schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

#[test]
fn every_form_of_schema_has_its_annotation() {
    for (schema, annotation) in [
        (json!({}), "Any"),
        (json!(true), "Any"),
        (json!({"description": "whatever"}), "Any"),
        (json!({"type": "null"}), "None"),
        (json!({"type": "boolean"}), "bool"),
        (json!({"type": "integer"}), "int"),
        (json!({"type": "number", "minimum": 0}), "float"),
        (json!({"type": "string", "pattern": "a+"}), "str"),
        (json!({"type": "string", "format": "email"}), "str"),
        (json!({"type": "string", "format": "date-time"}), "datetime"),
        (json!({"type": "string", "format": "date"}), "date"),
        (json!({"type": "string", "format": "time"}), "time"),
        (json!({"type": "string", "contentEncoding": "base64"}), "bytes"),
        (json!({"type": "array", "items": {"type": "string"}}), "list[str]"),
        (json!({"type": "array"}), "list[Any]"),
        (json!({"items": {"type": "integer"}}), "list[int]"),
        (
            json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}),
            "list[str | int]",
        ),
        (json!({"type": "object"}), "dict[str, Any]"),
        (json!({"type": "object", "additionalProperties": {"type": "integer"}}), "dict[str, int]"),
        (json!({"type": "object", "properties": {}, "additionalProperties": false}), "dict[str, Any]"),
        (json!({"enum": ["a", "b"]}), "Literal[\"a\", \"b\"]"),
        (
            json!({"enum": ["a", 1, true, null], "type": ["string", "integer"]}),
            "Literal[\"a\", 1, True, None]",
        ),
        (json!({"const": "only"}), "Literal[\"only\"]"),
        (json!({"const": null}), "None"),
        (json!({"type": ["string", "null"]}), "str | None"),
        (json!({"type": "string", "nullable": true}), "str | None"),
        (json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), "str | None"),
        (json!({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "string"}]}), "str | int"),
        (json!({"anyOf": [{"type": "string"}, {}]}), "Any"),
        (
            json!({"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "null"}]}),
            "str | None",
        ),
        (json!({"allOf": [{"type": "integer"}], "description": "one"}), "int"),
        (
            json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {}, "b": {}}, "title": "AB"}),
            "AB",
        ),
        (json!({"$ref": "#/$defs/x", "$defs": {"x": {"type": "integer"}}}), "int"),
        (json!({"$ref": "#/definitions/a~1b%20c", "definitions": {"a/b c": {"type": "integer"}}}), "int"),
    ] {
        assert_eq!(ty(schema.clone()).python(), annotation, "{schema}");
    }
}

#[test]
fn a_record_is_named_by_its_title_or_by_where_it_stands() {
    let read = ty(json!({
        "type": "object",
        "title": "Search result",
        "properties": {
            "hits": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}},
            "owner": {"$ref": "#/$defs/user_account"},
        },
        "$defs": {"user_account": {"type": "object", "properties": {"mail": {"type": "string"}}}},
    }));
    let names: Vec<String> = read.records().iter().map(|record| record.name.to_string()).collect();
    assert_eq!(names, ["SearchResult", "Hit", "UserAccount"]);
    assert_eq!(ty(json!({"properties": {"a": {}}})).python(), "Record");
    let named = Type::from_schema_named(&json!({"properties": {"a": {}}}), "query_sql_result");
    assert_eq!(named.map(|ty| ty.python()), Ok("QuerySqlResult".to_owned()));
}

#[test]
fn two_different_records_of_one_schema_never_share_a_name() {
    let read = ty(json!({
        "properties": {
            "a": {"title": "Item", "properties": {"x": {"type": "integer"}}},
            "b": {"title": "Item", "properties": {"y": {"type": "string"}}},
            "c": {"title": "Item", "properties": {"x": {"type": "integer"}}},
        },
    }));
    let names: Vec<String> = read.records().iter().map(|record| record.name.to_string()).collect();
    assert_eq!(names, ["Record", "Item", "Item2"]);
}

#[test]
fn the_records_of_an_all_of_are_merged() {
    let read = ty(json!({
        "title": "Both",
        "allOf": [{"$ref": "#/$defs/base"}, {"properties": {"b": {"type": "string"}, "a": {}}, "required": ["a"]}],
        "$defs": {"base": {"type": "object", "properties": {"a": {"type": "integer"}}}},
    }));
    let Type::Record(record) = read else { panic!("no record") };
    let fields: Vec<(String, String, bool)> = record
        .fields
        .iter()
        .map(|field| (field.name.to_string(), field.ty.python(), field.required))
        .collect();
    assert_eq!(fields, [("a".into(), "int".into(), true), ("b".into(), "str".into(), false)]);
}

#[test]
fn a_schema_that_refers_to_itself_is_cut_and_never_loops() {
    let tree = json!({
        "$ref": "#/$defs/Node",
        "$defs": {
            "Node": {"type": "object", "properties": {
                "value": {"type": "integer"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                "other": {"$ref": "#/$defs/Other"},
            }},
            "Other": {"type": "object", "properties": {"back": {"$ref": "#/$defs/Node"}}},
        },
    });
    let Type::Record(node) = ty(tree) else { panic!("no record") };
    let types: Vec<String> = node.fields.iter().map(|field| field.ty.python()).collect();
    assert_eq!(types, ["int", "list[Any]", "Other"]);
    assert_eq!(ty(json!({"$ref": "#"})), Type::Any);
    assert_eq!(ty(json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}})), Type::Any);
}

#[test]
fn a_schema_that_doubles_at_every_level_is_read_in_time() {
    let mut definitions = serde_json::Map::new();
    definitions.insert("d0".into(), json!({"properties": {"x": {"type": "integer"}}}));
    for level in 1..25 {
        let below = json!({"$ref": format!("#/$defs/d{}", level - 1)});
        definitions.insert(format!("d{level}"), json!({"properties": {"a": below, "b": below}}));
    }
    let read = ty(json!({"$ref": "#/$defs/d24", "$defs": definitions}));
    assert_eq!(read.records().len(), 25);
    let mut seen = 0;
    let renamed = read.with_records_named(&mut |record| {
        seen += 1;
        format!("{}x", record.name).into()
    });
    assert_eq!((seen, renamed.records().len()), (25, 25));
    assert_eq!(ty(read.to_schema()).to_schema(), read.to_schema());
}

#[test]
fn what_is_no_schema_is_refused_with_its_place() {
    for (schema, place, message) in [
        (json!({"type": "text"}), "", "unknown type `text`"),
        (json!(3), "", "a schema is an object or a truth value"),
        (json!({"properties": {"a/b": {"type": "x"}}}), "/properties/a~1b", "unknown type `x`"),
        (json!({"$ref": "#/$defs/gone"}), "", "`$ref` to `#/$defs/gone`, where there is nothing"),
        (
            json!({"items": {"$ref": "https://example.org/a.json"}}),
            "/items",
            "`$ref` to `https://example.org/a.json`, which is outside of the schema; write the definition into `$defs`",
        ),
        (json!({"anyOf": 1}), "", "`anyOf` is no list"),
    ] {
        let error = Type::from_schema(&schema).expect_err("read");
        assert_eq!((error.pointer.as_str(), error.message.as_str()), (place, message));
    }
    let mut deep = json!({"type": "integer"});
    for _ in 0..200 {
        deep = json!({"type": "array", "items": deep});
    }
    assert_eq!(
        Type::from_schema(&deep).map_err(|error| error.message),
        Err("the schema nests deeper than 100 levels".into())
    );
}

#[test]
fn a_type_written_as_a_schema_is_read_as_the_same_type() {
    let schema = json!({
        "title": "Email",
        "description": "One e-mail.",
        "type": "object",
        "properties": {
            "id_": {"type": "string", "description": "Unique."},
            "sent": {"type": "string", "format": "date-time"},
            "size": {"type": "integer", "default": 0},
            "to": {"type": "array", "items": {"$ref": "#/$defs/Contact"}},
            "from": {"anyOf": [{"$ref": "#/$defs/Contact"}, {"type": "null"}], "default": null},
            "state": {"enum": ["sent", "draft"]},
            "headers": {"type": "object", "additionalProperties": {"type": "string"}},
            "raw": {"type": "string", "contentEncoding": "base64"},
            "rating": {"type": ["number", "null"]},
        },
        "required": ["id_", "sent", "to"],
        "additionalProperties": false,
        "$defs": {"Contact": {"title": "Contact", "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
    });
    let read = ty(schema);
    let written = read.to_schema();
    assert_eq!(ty(written.clone()), read);
    assert_eq!(written["$defs"].as_object().map(|definitions| definitions.len()), Some(1));
    assert_eq!(written["properties"]["from"]["anyOf"][0]["$ref"], "#/$defs/Contact");
}

#[test]
fn a_record_is_shown_as_a_python_class() {
    let read = ty(json!({
        "title": "Event",
        "description": "A meeting\nin a calendar.",
        "properties": {
            "title": {"type": "string"},
            "start": {"type": "string", "format": "date-time", "description": "When it\nbegins."},
            "guests": {"type": "array", "items": {"type": "string"}, "default": []},
            "state": {"enum": ["on", "off"], "default": "on"},
            "room": {"type": "string"},
        },
        "required": ["title", "start"],
    }));
    let class = read.records()[0].python();
    assert_eq!(
        class,
        "class Event:\n    \"\"\"A meeting\n    in a calendar.\"\"\"\n    title: str\n    start: datetime  # When it begins.\n    \
         guests: list[str] = []\n    state: Literal[\"on\", \"off\"] = \"on\"\n    room: str | None = None"
    );
}

#[test]
fn a_description_cannot_end_its_docstring() {
    let read = ty(
        json!({"title": "T", "description": "a \"\"\" b \\", "properties": {"x": {"type": "integer"}}, "required": ["x"]}),
    );
    assert_eq!(read.records()[0].python(), "class T:\n    \"\"\"a \\\"\\\"\\\" b \\\\\"\"\"\n    x: int");
}
