//! Values that are made from the schemas, many of each, through every provider's terms and back.

use fastrand::Rng;
use serde_json::{Map, Value as Json, json};

use super::super::{Validator, normal, rewrite};
use super::{ALL, said, same_but_for_null, samples};

/// Values made of each schema.
const VALUES: usize = 40;

/// Deeper, only what ends a value is made.
const DEPTH: usize = 5;

/// A value that may fit the schema: most conditions are not looked at.
fn made(schema: &Json, root: &Json, rng: &mut Rng, depth: usize) -> Json {
    let Json::Object(object) = schema else { return scalar(rng) };
    if depth > 4 * DEPTH {
        return Json::Null;
    }
    if let Some(reference) = object.get("$ref").and_then(Json::as_str) {
        let pointer = reference.trim_start_matches('#').replace("%20", " ");
        let mut target = root.pointer(&pointer).cloned().unwrap_or_default();
        if let (Some(target), Some(own)) =
            (target.get_mut("properties").and_then(Json::as_object_mut), object.get("properties"))
        {
            target.extend(own.as_object().cloned().unwrap_or_default());
        }
        return made(&target, root, rng, depth + 1);
    }
    if let Some(constant) = object.get("const") {
        return constant.clone();
    }
    if let Some(members) = object.get("enum").and_then(Json::as_array) {
        return members.get(rng.usize(..members.len().max(1))).cloned().unwrap_or_default();
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(parts) = object.get(keyword).and_then(Json::as_array) {
            let one = &parts[if depth > DEPTH { parts.len() - 1 } else { rng.usize(..parts.len()) }];
            let value = made(one, root, rng, depth + 1);
            let mut base = object.clone();
            base.shift_remove(keyword);
            let others = match keyword {
                "allOf" => parts.iter().map(|part| made(part, root, rng, depth + 1)).collect(),
                _ if base.contains_key("properties") => vec![made(&Json::Object(base), root, rng, depth + 1)],
                _ => Vec::new(),
            };
            return match value {
                Json::Object(mut value) => {
                    for other in others {
                        value.extend(other.as_object().cloned().unwrap_or_default());
                    }
                    Json::Object(value)
                }
                other => other,
            };
        }
    }
    let name = match object.get("type") {
        Some(Json::Array(names)) => names[rng.usize(..names.len())].as_str().unwrap().to_owned(),
        Some(Json::String(name)) => name.clone(),
        _ if object.contains_key("properties") => "object".to_owned(),
        _ => return scalar(rng),
    };
    let number = |keyword: &str, usual: u64| {
        usize::try_from(object.get(keyword).and_then(Json::as_u64).unwrap_or(usual)).unwrap()
    };
    match name.as_str() {
        "object" => made_object(object, root, rng, depth),
        "array" => {
            let places = object.get("prefixItems").and_then(Json::as_array);
            let mut items: Vec<Json> =
                places.into_iter().flatten().map(|place| made(place, root, rng, depth + 1)).collect();
            let least = number("minItems", 0);
            let most = if depth > DEPTH { least } else { number("maxItems", 3).max(least) };
            let any = json!(true);
            let item = object.get("items").unwrap_or(&any);
            while items.len() < rng.usize(least..=most) && item != &json!(false) {
                items.push(made(item, root, rng, depth + 1));
            }
            Json::Array(items)
        }
        "string" => ["ab", "", "null", "{}", "[1]", "3", "true", "\"q\"", "ü\n"][rng.usize(..9)].into(),
        "integer" => rng.i64(-3..20).into(),
        "number" => (rng.i64(-4..40) as f64 / 4.0).into(),
        "boolean" => rng.bool().into(),
        _ => Json::Null,
    }
}

fn made_object(object: &Map<String, Json>, root: &Json, rng: &mut Rng, depth: usize) -> Json {
    let mut value = Map::new();
    let required = object.get("required").and_then(Json::as_array);
    for (name, schema) in object.get("properties").and_then(Json::as_object).into_iter().flatten() {
        let is_required = required.is_some_and(|names| names.iter().any(|known| known == name));
        if is_required || (depth <= DEPTH && rng.bool()) {
            value.insert(name.clone(), made(schema, root, rng, depth + 1));
        }
    }
    let others = object.get("additionalProperties");
    if depth <= DEPTH
        && let Some(schema) = others.filter(|schema| **schema != json!(false))
    {
        for _ in 0..rng.usize(..3) {
            value.insert(format!("k{}", rng.u8(..)), made(schema, root, rng, depth + 1));
        }
    }
    Json::Object(value)
}

fn scalar(rng: &mut Rng) -> Json {
    match rng.usize(..5) {
        0 => json!("text"),
        1 => json!(3),
        2 => json!({"a": [null, 1.5]}),
        3 => json!(null),
        _ => json!(true),
    }
}

#[test]
fn made_values_that_fit_survive_every_providers_rewriting_and_back() {
    let mut rng = Rng::with_seed(20_261_130);
    let mut tried = 0;
    for sample in samples() {
        let schema = normal(&sample.schema);
        let original = Validator::of(&schema).unwrap();
        let rewritten: Vec<_> = ALL
            .iter()
            .filter_map(|(name, terms)| {
                let rewritten = rewrite(&schema, terms)?;
                let validator = Validator::of(rewritten.schema()).unwrap();
                Some((name, terms, rewritten, validator))
            })
            .collect();
        for _ in 0..VALUES {
            let value = made(&schema, &schema, &mut rng, 0);
            if original.problem(&value).is_some() {
                continue;
            }
            tried += 1;
            for (name, terms, rewritten, validator) in &rewritten {
                let said = said(rewritten, &rewritten.back, &value);
                let what = format!("{}, {name}: {value} said as {said}", sample.name);
                let problem = validator.problem(&said);
                assert_eq!(problem, None, "{what}\n{:#}", rewritten.schema());
                let restored = rewritten.restore(said);
                assert_eq!(original.problem(&restored), None, "{what}");
                match terms.optional {
                    true => assert_eq!(restored, value, "{what}"),
                    false => assert!(same_but_for_null(&restored, &value), "{what}, restored as {restored}"),
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn whatever_a_model_says_the_way_back_ends() {
    let mut rng = Rng::with_seed(7);
    let samples = samples();
    let values: Vec<Json> = samples
        .iter()
        .map(|sample| made(&normal(&sample.schema), &normal(&sample.schema), &mut rng, 0))
        .collect();
    for sample in &samples {
        let schema = normal(&sample.schema);
        let original = Validator::of(&schema).unwrap();
        for (_, terms) in ALL {
            let Some(rewritten) = rewrite(&schema, terms) else { continue };
            // Values of other schemas are what a model says that is held to none.
            for value in &values {
                let restored = rewritten.restore(value.clone());
                let _ = original.problem(&restored);
            }
        }
    }
}
