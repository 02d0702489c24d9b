use serde_json::{Value as Json, json};

use super::rewrite;

/// The schema and, for each answer in strict form, the value in the original's.
fn check(schema: &Json, answers: &[(Json, Json)]) {
    let strict = rewrite(schema).unwrap_or_else(|| panic!("{schema} can be said in strict mode"));
    let rewritten = strict.schema();
    assert_strict(rewritten);
    for (answer, value) in answers {
        assert!(strict.fits(rewritten, answer, 0), "{answer} fits {rewritten:#}");
        assert_eq!(strict.restore(answer.clone()), *value, "{schema}");
    }
}

/// Whether the schema says only what strict mode knows.
fn assert_strict(schema: &Json) {
    const KNOWN: &[&str] = &[
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "enum",
        "$ref",
        "$defs",
        "description",
        "format",
    ];
    let object = schema.as_object().unwrap();
    for keyword in object.keys() {
        assert!(KNOWN.contains(&keyword.as_str()), "`{keyword}` in {schema}");
    }
    if object.contains_key("$ref") {
        assert_eq!(object.len(), 1, "a reference stands alone: {schema}");
    }
    if let Some(properties) = object.get("properties").and_then(Json::as_object) {
        assert_eq!(schema["additionalProperties"], false);
        let names: Vec<&str> =
            schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(names, properties.keys().collect::<Vec<_>>());
        properties.values().for_each(assert_strict);
    }
    object.get("items").into_iter().for_each(assert_strict);
    object.get("anyOf").and_then(Json::as_array).into_iter().flatten().for_each(assert_strict);
    object
        .get("$defs")
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
        .for_each(|(_, schema)| assert_strict(schema));
}

#[test]
fn optional_properties_become_nullable_and_come_back_absent() {
    let schema = json!({
        "type": "object",
        "title": "Meeting",
        "properties": {
            "place": {"type": "string", "minLength": 1, "description": "Where."},
            "start": {"type": "string", "format": "date-time"},
            "note": {"type": "string", "default": ""},
            "end": {"type": ["string", "null"]},
        },
        "required": ["place", "start"],
    });
    check(
        &schema,
        &[
            (
                json!({"place": "Oslo", "start": "2026-01-01T00:00:00Z", "note": null, "end": null}),
                json!({"place": "Oslo", "start": "2026-01-01T00:00:00Z", "end": null}),
            ),
            (
                json!({"place": "Oslo", "start": "x", "note": "n", "end": "y"}),
                json!({"place": "Oslo", "start": "x", "note": "n", "end": "y"}),
            ),
        ],
    );
}

#[test]
fn maps_become_lists_of_pairs() {
    let schema = json!({
        "type": "object",
        "properties": {"counts": {"type": "object", "additionalProperties": {"type": "integer"}}},
        "required": ["counts"],
    });
    check(
        &schema,
        &[(
            json!({"counts": [{"key": "a b", "value": 1}, {"key": "c", "value": 2}]}),
            json!({"counts": {"a b": 1, "c": 2}}),
        )],
    );
}

#[test]
fn values_of_any_shape_become_json_text() {
    let schema = json!({
        "type": "object",
        "properties": {"free": {"type": "object"}, "any": {}, "list": {"type": "array"}},
        "required": ["free", "any", "list"],
    });
    check(
        &schema,
        &[(
            json!({"free": "{\"a\": [1]}", "any": "not json", "list": ["1", "\"x\""]}),
            json!({"free": {"a": [1]}, "any": "not json", "list": [1, "x"]}),
        )],
    );
}

#[test]
fn recursive_definitions_stay_references() {
    let schema = json!({
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/Node", "description": "beside a reference"}},
        "required": ["root"],
        "$defs": {"Node": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            "required": ["name"],
        }},
    });
    check(
        &schema,
        &[(
            json!({"root": {"name": "a", "children": [{"name": "b", "children": null}]}}),
            json!({"root": {"name": "a", "children": [{"name": "b"}]}}),
        )],
    );
}

#[test]
fn alternatives_are_told_apart_by_their_shape() {
    let schema = json!({
        "type": "object",
        "properties": {"who": {"oneOf": [
            {"type": "string"},
            {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}, "required": ["id"]},
            {"type": "object", "additionalProperties": {"type": "number"}},
        ]}},
        "required": ["who"],
    });
    check(
        &schema,
        &[
            (json!({"who": "ann"}), json!({"who": "ann"})),
            (json!({"who": {"id": 1, "name": null}}), json!({"who": {"id": 1}})),
            (json!({"who": [{"key": "a", "value": 0.5}]}), json!({"who": {"a": 0.5}})),
        ],
    );
}

#[test]
fn enums_and_constants_keep_their_members() {
    let schema = json!({
        "type": "object",
        "properties": {
            "colour": {"enum": ["red", "green \"x\""]},
            "mixed": {"enum": [1, "one", null]},
            "kind": {"const": "k"},
        },
        "required": ["colour", "mixed", "kind"],
    });
    check(
        &schema,
        &[
            (
                json!({"colour": "red", "mixed": 1, "kind": "k"}),
                json!({"colour": "red", "mixed": 1, "kind": "k"}),
            ),
            (
                json!({"colour": "red", "mixed": null, "kind": "k"}),
                json!({"colour": "red", "mixed": null, "kind": "k"}),
            ),
        ],
    );
}

#[test]
fn objects_that_a_value_must_all_fit_become_one() {
    let schema = json!({
        "allOf": [
            {"$ref": "#/definitions/Named"},
            {"type": "object", "properties": {"age": {"type": "integer"}}},
        ],
        "definitions": {"Named": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
    });
    let schema = json!({"type": "object", "properties": {"v": {"allOf": schema["allOf"]}}, "required": ["v"], "definitions": schema["definitions"]});
    check(&schema, &[(json!({"v": {"name": "a", "age": null}}), json!({"v": {"name": "a"}}))]);
}

#[test]
fn what_strict_mode_cannot_say_is_not_rewritten() {
    for property in [
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}),
        json!({"not": {"type": "string"}}),
        json!({"$ref": "https://example.org/other.json"}),
        json!({"$ref": "#/$defs/Missing"}),
        json!({"enum": [{"a": 1}]}),
        json!({"type": "object", "patternProperties": {"^x": {}}}),
    ] {
        let schema = json!({"type": "object", "properties": {"v": property}, "required": ["v"]});
        assert!(rewrite(&schema).is_none(), "{schema}");
    }
}

#[test]
fn a_schema_of_any_kind_may_stand_at_the_root_and_refer_to_it() {
    check(&json!({"type": "array", "items": {"type": "string"}}), &[(json!(["a"]), json!(["a"]))]);
    let tree = json!({
        "type": "object",
        "properties": {"left": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}, "note": {"type": "string"}},
        "required": ["left"],
    });
    check(
        &tree,
        &[(
            json!({"left": {"left": null, "note": null}, "note": "x"}),
            json!({"left": {"left": null}, "note": "x"}),
        )],
    );
}

#[test]
fn references_in_a_circle_end() {
    let schema = json!({
        "type": "object",
        "properties": {"v": {"$ref": "#/$defs/A"}},
        "required": ["v"],
        "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}},
    });
    let strict = rewrite(&schema).unwrap();
    assert_eq!(strict.restore(json!({"v": [1]})), json!({"v": [1]}));
}
