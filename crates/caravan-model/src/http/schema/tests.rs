//! Schemas as tools declare them, through every provider's terms and back.

mod generated;

use serde_json::{Map, Value as Json, json};

use super::restore::place_name;
use super::{Back, CLOSED, FLAT, GEMINI, GRAMMAR, Rewritten, Terms, Validator, normal, rewrite};

const ALL: &[(&str, &Terms)] =
    &[("closed", &CLOSED), ("flat", &FLAT), ("gemini", &GEMINI), ("grammar", &GRAMMAR)];

struct Sample {
    name: String,
    schema: Json,
    fits: Vec<Json>,
    fits_not: Vec<Json>,
}

fn samples() -> Vec<Sample> {
    let samples: Vec<Json> = serde_json::from_str(include_str!("tests/schemas.json")).unwrap();
    let list = |json: &Json| json.as_array().unwrap().clone();
    samples
        .iter()
        .map(|sample| Sample {
            name: sample["name"].as_str().unwrap().to_owned(),
            schema: sample["schema"].clone(),
            fits: list(&sample["fits"]),
            fits_not: list(&sample["fits_not"]),
        })
        .collect()
}

/// The value as a model says it that is held to the rewritten schema: the way back, backwards.
fn said(rewritten: &Rewritten, back: &Back, value: &Json) -> Json {
    match (back, value) {
        (Back::Same, value) => value.clone(),
        (Back::Text, value) => Json::String(value.to_string()),
        (Back::List(item), Json::Array(items)) => {
            items.iter().map(|value| said(rewritten, item, value)).collect()
        }
        (Back::Tuple(places), Json::Array(items)) => Json::Object(
            places
                .iter()
                .zip(items)
                .enumerate()
                .map(|(index, (back, value))| (place_name(index), said(rewritten, back, value)))
                .collect(),
        ),
        (Back::Places(places), Json::Array(items)) => {
            places.iter().zip(items).map(|(back, value)| said(rewritten, back, value)).collect()
        }
        (Back::Pairs(item), Json::Object(object)) => said_pairs(rewritten, item, object.iter()),
        (Back::Object { properties, rest }, Json::Object(object)) => {
            let mut sent = Map::new();
            for property in properties {
                match object.get(&property.own) {
                    Some(value) => {
                        sent.insert(property.sent.clone(), said(rewritten, &property.back, value));
                    }
                    // Where every property is required, one that may be null is null when it is absent.
                    None if property.null_is_absent || is_required(rewritten, &property.sent) => {
                        sent.insert(property.sent.clone(), Json::Null);
                    }
                    None => {}
                }
            }
            let others =
                object.iter().filter(|(name, _)| !properties.iter().any(|property| property.own == **name));
            match rest {
                Some((Some(name), back)) => {
                    sent.insert(name.clone(), said_pairs(rewritten, back, others));
                }
                Some((None, back)) => {
                    sent.extend(others.map(|(name, value)| (name.clone(), said(rewritten, back, value))));
                }
                None => {}
            }
            Json::Object(sent)
        }
        (Back::Reference(name), value) => {
            let definition = rewritten.definitions.iter().find(|known| known.name == *name).unwrap();
            said(rewritten, &definition.rewritten.as_ref().unwrap().1, value)
        }
        (Back::Either(alternatives), value) => alternatives
            .iter()
            .map(|(schema, back)| (schema, said(rewritten, back, value)))
            .find(|(schema, said)| rewritten.fits(schema, said, 0))
            .map_or(Json::Null, |(_, said)| said),
        (_, value) => value.clone(),
    }
}

/// Whether the rewritten schema wants all properties: then this one has to be there.
fn is_required(rewritten: &Rewritten, name: &str) -> bool {
    fn wants(schema: &Json, name: &str) -> bool {
        match schema {
            Json::Object(object) => {
                let properties = object.get("properties").and_then(Json::as_object);
                let has = properties.is_some_and(|properties| properties.contains_key(name));
                let required = object.get("required").and_then(Json::as_array);
                (has && required.is_some_and(|names| names.iter().any(|known| known == name)))
                    || object.values().any(|value| wants(value, name))
            }
            Json::Array(items) => items.iter().any(|item| wants(item, name)),
            _ => false,
        }
    }
    wants(&rewritten.schema, name)
}

/// The same but for properties that are null in one and absent in the other.
fn same_but_for_null(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(one), Json::Object(other)) => {
            let of = |object: &Map<String, Json>, name: &str| object.get(name).cloned().unwrap_or_default();
            one.keys().chain(other.keys()).all(|name| same_but_for_null(&of(one, name), &of(other, name)))
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| same_but_for_null(one, other))
        }
        (one, other) => one == other,
    }
}

fn said_pairs<'a>(
    rewritten: &Rewritten,
    back: &Back,
    entries: impl Iterator<Item = (&'a String, &'a Json)>,
) -> Json {
    entries.map(|(key, value)| json!({"key": key, "value": said(rewritten, back, value)})).collect()
}

#[test]
fn there_are_forty_schemas_and_all_are_looked_at() {
    let samples = samples();
    assert!(samples.len() >= 40, "{}", samples.len());
    for sample in &samples {
        assert!(!sample.fits.is_empty() && !sample.fits_not.is_empty(), "{}", sample.name);
    }
}

#[test]
fn the_validator_takes_what_fits_and_refuses_what_does_not() {
    for sample in samples() {
        let validator = Validator::of(&normal(&sample.schema)).expect(&sample.name);
        for value in &sample.fits {
            assert_eq!(validator.problem(value), None, "{}: {value}", sample.name);
        }
        for value in &sample.fits_not {
            let problem = validator.problem(value);
            assert!(problem.is_some_and(|problem| problem.lines().count() == 1), "{}: {value}", sample.name);
        }
    }
}

#[test]
fn a_value_that_fits_survives_every_providers_rewriting_and_back() {
    for sample in samples() {
        let schema = normal(&sample.schema);
        let original = Validator::of(&schema).unwrap();
        for (terms_name, terms) in ALL {
            let Some(rewritten) = rewrite(&schema, terms) else {
                // Only what has no shape that could be said.
                let shapeless = ["any value", "a tuple of any length", "a map or a list"];
                assert!(shapeless.contains(&sample.name.as_str()), "{}, {terms_name}", sample.name);
                continue;
            };
            let validator = Validator::of(rewritten.schema()).expect(&sample.name);
            for value in &sample.fits {
                let said = said(&rewritten, &rewritten.back, value);
                let what = format!("{}, {terms_name}: {value} said as {said}", sample.name);
                let problem = validator.problem(&said);
                assert_eq!(problem, None, "{what}\n{:#}", rewritten.schema());
                let restored = rewritten.restore(said);
                assert_eq!(original.problem(&restored), None, "{what}");
                match terms.optional {
                    true => assert_eq!(restored, *value, "{what}"),
                    false => assert!(same_but_for_null(&restored, value), "{what}, restored as {restored}"),
                }
            }
        }
    }
}

#[test]
fn a_value_that_does_not_fit_is_refused_however_it_was_said() {
    for sample in samples() {
        let schema = normal(&sample.schema);
        let original = Validator::of(&schema).unwrap();
        for (terms_name, terms) in ALL {
            let Some(rewritten) = rewrite(&schema, terms) else { continue };
            for value in &sample.fits_not {
                let restored = rewritten.restore(said(&rewritten, &rewritten.back, value));
                // Either it was refused, or what came of it fits after all: a property that is not declared
                // cannot be said.
                let refused = original.problem(&restored).is_some();
                assert!(refused || restored != *value, "{}, {terms_name}: {value}", sample.name);
            }
        }
    }
}

/// Checks that a rewritten schema holds nothing but what the terms allow.
fn assert_in_terms(schema: &Json, terms: &Terms, what: &str) {
    let Json::Object(object) = schema else { panic!("{what}: {schema}") };
    if let Some(reference) = object.get("$ref") {
        assert!(reference.as_str().unwrap().starts_with("#/$defs/"), "{what}: {reference}");
        let beside = object.keys().filter(|name| !matches!(name.as_str(), "$ref" | "$defs")).count();
        assert_eq!(beside, 0, "{what}: beside a reference: {schema}");
    }
    for (keyword, value) in object {
        match keyword.as_str() {
            "type" => assert!(value.is_string(), "{what}: {value}"),
            "$ref" | "description" | "minItems" | "maxItems" => {}
            "format" => assert!(terms.formats.contains(&value.as_str().unwrap()), "{what}: {value}"),
            "enum" => {
                let members = value.as_array().unwrap();
                assert!(!members.is_empty());
                for member in members {
                    assert!(!member.is_object() && !member.is_array(), "{what}: {member}");
                    let is_odd = member.is_boolean() || member.is_null() || member == "";
                    assert!(terms.odd_members || !is_odd, "{what}: {member}");
                }
            }
            "anyOf" => {
                value.as_array().unwrap().iter().for_each(|schema| assert_in_terms(schema, terms, what))
            }
            "prefixItems" => {
                assert!(terms.tuples, "{what}");
                value.as_array().unwrap().iter().for_each(|schema| assert_in_terms(schema, terms, what));
            }
            "items" => assert_in_terms(value, terms, what),
            "properties" => {
                for (name, schema) in value.as_object().unwrap() {
                    assert!(
                        !name.is_empty()
                            && name.len() <= 64
                            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c)),
                        "{what}: `{name}`"
                    );
                    assert_in_terms(schema, terms, what);
                }
            }
            "required" => {}
            "additionalProperties" => match value {
                Json::Bool(false) => {}
                other => {
                    assert!(terms.maps, "{what}: {schema}");
                    assert_in_terms(other, terms, what);
                }
            },
            "$defs" => {
                value.as_object().unwrap().values().for_each(|schema| assert_in_terms(schema, terms, what))
            }
            other => panic!("{what}: `{other}` in {schema}"),
        }
    }
    if object.get("type") == Some(&json!("object")) && !terms.maps {
        assert_eq!(object.get("additionalProperties"), Some(&json!(false)), "{what}: {schema}");
    }
    if object.get("type") == Some(&json!("object")) && !terms.optional {
        let names: Vec<&String> = object["properties"].as_object().unwrap().keys().collect();
        assert_eq!(object["required"], json!(names), "{what}");
    }
    if object.is_empty() {
        assert!(terms.any, "{what}");
    }
}

#[test]
fn a_rewritten_schema_holds_nothing_but_what_the_provider_takes() {
    for sample in samples() {
        for (terms_name, terms) in ALL {
            let Some(rewritten) = rewrite(&normal(&sample.schema), terms) else { continue };
            assert_in_terms(rewritten.schema(), terms, &format!("{}, {terms_name}", sample.name));
        }
    }
}

/// Whether a definition can be reached from itself.
fn is_recursive(schema: &Json) -> bool {
    fn references(schema: &Json, into: &mut Vec<String>) {
        match schema {
            Json::Object(object) => {
                for (name, value) in object {
                    match value {
                        Json::String(reference) if name == "$ref" => {
                            into.push(reference.trim_start_matches("#/$defs/").to_owned());
                        }
                        _ if name == "$defs" => {}
                        other => references(other, into),
                    }
                }
            }
            Json::Array(items) => items.iter().for_each(|item| references(item, into)),
            _ => {}
        }
    }
    let none = Map::new();
    let definitions = schema.get("$defs").and_then(Json::as_object).unwrap_or(&none);
    definitions.keys().any(|start| {
        let (mut seen, mut next) = (Vec::new(), vec![start.clone()]);
        while let Some(name) = next.pop() {
            let mut found = Vec::new();
            references(&definitions[&name], &mut found);
            if found.contains(start) {
                return true;
            }
            next.extend(found.into_iter().filter(|name| !seen.contains(name)));
            seen.push(name);
        }
        false
    })
}

#[test]
fn where_no_schema_may_be_inside_itself_none_is() {
    let mut recursive = 0;
    for sample in samples() {
        let flat = rewrite(&normal(&sample.schema), &FLAT);
        assert!(!flat.is_some_and(|flat| is_recursive(flat.schema())), "{}", sample.name);
        let closed = rewrite(&normal(&sample.schema), &CLOSED);
        recursive += usize::from(closed.is_some_and(|closed| is_recursive(closed.schema())));
    }
    assert!(recursive >= 3, "{recursive}");
}

#[test]
fn a_schema_for_strict_mode_looks_like_this() {
    let schema = json!({
        "type": "object",
        "description": "A meeting.",
        "properties": {
            "title": {"type": "string", "minLength": 1, "description": "What it is about."},
            "when": {"type": "string", "format": "date-time"},
            "seats": {"type": ["integer", "null"], "minimum": 0},
            "room name": {"anyOf": [{"$ref": "#/$defs/Room"}, {"const": "online"}]},
            "tags": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["title", "when", "seats"],
        "$defs": {"Room": {"type": "object", "properties": {"floor": {"type": "integer"}}, "required": ["floor"]}},
    });
    insta::assert_snapshot!(format!("{:#}", rewrite(&schema, &CLOSED).unwrap().schema()));
}

#[test]
fn what_is_too_large_is_not_rewritten_and_ends() {
    let mut deep = json!({"type": "string"});
    for _ in 0..120 {
        deep = json!({"anyOf": [{"type": "array", "items": deep.clone()}, {"type": "object", "additionalProperties": deep}]});
        if deep.to_string().len() > 200_000 {
            break;
        }
    }
    // Whatever comes of it comes in time.
    for (_, terms) in ALL {
        let _ = rewrite(&deep, terms);
    }
    for circle in [
        json!({"$ref": "#"}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "null"}]}}}),
        json!({"$ref": "#/nowhere"}),
        json!({"$ref": "https://elsewhere.example/schema"}),
        json!({"$ref": 3}),
        json!({"$ref": "#/$defs/a%zz%", "description": "x", "type": "string"}),
    ] {
        for (_, terms) in ALL {
            if let Some(rewritten) = rewrite(&normal(&circle), terms) {
                rewritten.restore(json!({"a": [1, "x", null]}));
            }
        }
    }
}
