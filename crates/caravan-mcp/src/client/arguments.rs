//! Arguments as a tool's schema wants them.
//!
//! What a plan passes has been fitted to the schema's types already. Here goes what types do not say: an optional value
//! that is null is left out, an integer is written without a fraction, text that is JSON where an object is wanted becomes
//! that object, a moment carries an offset, and what an opaque value stands for goes in its place.

use serde_json::{Map, Value as Json};

use super::opaque::{Store, handle};

/// How deep schemas and arguments are followed.
const DEEPEST: usize = 64;

/// The arguments in the form that the schema wants.
///
/// # Errors
///
/// They are no object, or hold an opaque value that is not known.
pub(super) fn fitted(arguments: Json, schema: &Json, store: &Store) -> Result<Map<String, Json>, String> {
    let fitting = Fitting { root: schema, store };
    match fitting.fit(arguments, schema, 0)? {
        Json::Object(arguments) => Ok(arguments),
        Json::Null => Ok(Map::new()),
        _ => Err("the arguments are no object".to_owned()),
    }
}

struct Fitting<'a> {
    root: &'a Json,
    store: &'a Store,
}

impl<'a> Fitting<'a> {
    fn fit(&self, value: Json, schema: &'a Json, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Ok(value);
        }
        let schema = self.followed(schema);
        let schema = self.arm(&value, schema);
        match value {
            Json::Object(object) => match handle(&object) {
                Some(opaque) => {
                    let content = self.store.content(&opaque)?;
                    Ok(if allows(schema, "string") && !allows(schema, "object") {
                        let is_address = schema.get("format").is_some_and(|format| format == "uri");
                        Json::String(if is_address { content.as_address() } else { content.as_text() })
                    } else {
                        content.into_json()
                    })
                }
                None => self.fit_object(object, schema, depth).map(Json::Object),
            },
            Json::Array(items) => {
                let first = schema.get("prefixItems").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                let rest = schema.get("items").unwrap_or(&Json::Null);
                let items = items
                    .into_iter()
                    .enumerate()
                    .map(|(index, item)| self.fit(item, first.get(index).unwrap_or(rest), depth + 1));
                items.collect::<Result<_, _>>().map(Json::Array)
            }
            Json::Number(number) => Ok(whole(&number, schema).unwrap_or(Json::Number(number))),
            Json::String(text) => Ok(self.fit_text(text, schema)),
            other => Ok(other),
        }
    }

    fn fit_object(
        &self,
        object: Map<String, Json>,
        schema: &'a Json,
        depth: usize,
    ) -> Result<Map<String, Json>, String> {
        let mut fitted = Map::new();
        for (name, value) in object {
            let own = self.property(schema, &name);
            if value.is_null()
                && !self.is_required(schema, &name)
                && !own.is_some_and(|own| self.admits_null(own, 0))
            {
                continue;
            }
            let own = own.or_else(|| schema.get("additionalProperties")).unwrap_or(&Json::Null);
            fitted.insert(name, self.fit(value, own, depth + 1)?);
        }
        Ok(fitted)
    }

    fn fit_text(&self, text: String, schema: &Json) -> Json {
        let wanted = |kind: &str| allows(schema, kind) && !allows(schema, "string");
        if wanted("object") || wanted("array") {
            return match serde_json::from_str::<Json>(&text) {
                Ok(json @ Json::Object(_)) if wanted("object") => json,
                Ok(json @ Json::Array(_)) if wanted("array") => json,
                _ => Json::String(text),
            };
        }
        Json::String(match schema.get("format").and_then(Json::as_str) {
            Some("date-time") => moment(text),
            _ => text,
        })
    }

    /// The schema of a property, also where one part of an `allOf` declares it.
    fn property(&self, schema: &'a Json, name: &str) -> Option<&'a Json> {
        let own = schema.get("properties").and_then(|properties| properties.get(name));
        own.or_else(|| {
            let parts = schema.get("allOf")?.as_array()?;
            parts.iter().find_map(|part| self.followed(part).get("properties")?.get(name))
        })
    }

    fn is_required(&self, schema: &'a Json, name: &str) -> bool {
        let names = |schema: &Json| {
            schema
                .get("required")
                .and_then(Json::as_array)
                .is_some_and(|names| names.iter().any(|known| known == name))
        };
        let parts = schema.get("allOf").and_then(Json::as_array);
        names(schema) || parts.is_some_and(|parts| parts.iter().any(|part| names(self.followed(part))))
    }

    fn admits_null(&self, schema: &'a Json, depth: usize) -> bool {
        let schema = self.followed(schema);
        let Json::Object(object) = schema else { return true };
        if depth > DEEPEST || object.get("nullable") == Some(&Json::Bool(true)) {
            return true;
        }
        let arms = ["anyOf", "oneOf"].iter().filter_map(|key| object.get(*key)?.as_array()).flatten();
        let mut arms = arms.peekable();
        if arms.peek().is_some() {
            return arms.any(|arm| self.admits_null(arm, depth + 1));
        }
        match (object.get("enum").and_then(Json::as_array), object.get("const")) {
            (Some(members), _) => members.contains(&Json::Null),
            (None, Some(member)) => member.is_null(),
            (None, None) => allows(schema, "null"),
        }
    }

    /// The schema behind references.
    fn followed(&self, mut schema: &'a Json) -> &'a Json {
        for _ in 0..DEEPEST {
            let Some(to) = schema.get("$ref").and_then(Json::as_str).and_then(|to| to.strip_prefix('#'))
            else {
                break;
            };
            let Some(target) = self.root.pointer(to) else { break };
            schema = target;
        }
        schema
    }

    /// The arm of a union that is for values of this kind.
    fn arm(&self, value: &Json, schema: &'a Json) -> &'a Json {
        let arms = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(*key)?.as_array());
        let Some(arms) = arms else { return schema };
        let kinds: &[&str] = match value {
            Json::Null => &["null"],
            Json::Bool(_) => &["boolean"],
            Json::Number(number) if number.is_f64() => &["number", "integer"],
            Json::Number(_) => &["integer", "number"],
            Json::String(_) => &["string", "object", "array"],
            Json::Array(_) => &["array"],
            Json::Object(object) if handle(object).is_some() => &["string", "object"],
            Json::Object(_) => &["object"],
        };
        let arms: Vec<&Json> = arms.iter().map(|arm| self.followed(arm)).collect();
        let of_kind = kinds.iter().find_map(|kind| {
            let fitting: Vec<&&Json> = arms.iter().filter(|arm| allows(arm, kind)).collect();
            // Of several objects, the one that knows the most of the fields.
            let known = |arm: &Json| match (value, arm.get("properties")) {
                (Json::Object(object), Some(properties)) => {
                    object.keys().filter(|name| properties.get(name.as_str()).is_some()).count()
                }
                _ => 0,
            };
            fitting.into_iter().rev().max_by_key(|arm| known(arm)).copied()
        });
        of_kind.unwrap_or(schema)
    }
}

/// Whether the schema's own `type` is this kind, or is not said.
fn allows(schema: &Json, kind: &str) -> bool {
    match schema.get("type") {
        Some(Json::String(name)) => name == kind,
        Some(Json::Array(names)) => names.iter().any(|name| name == kind),
        _ => match schema.get("properties") {
            Some(_) => kind == "object",
            None => true,
        },
    }
}

/// The number without a fraction, where an integer is wanted and it has none to lose.
fn whole(number: &serde_json::Number, schema: &Json) -> Option<Json> {
    let is_integer = allows(schema, "integer") && !allows(schema, "number");
    let float = number.as_f64().filter(|_| number.is_f64() && is_integer)?;
    (float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0).then(|| Json::from(float as i64))
}

/// A moment as RFC 3339 wants it: with `T`, a time and an offset. One without an offset is in UTC.
fn moment(text: String) -> String {
    let is_digit_form = |form: &str, text: &str| {
        form.len() == text.len()
            && form
                .bytes()
                .zip(text.bytes())
                .all(|(form, byte)| if form == b'0' { byte.is_ascii_digit() } else { form == byte })
    };
    if is_digit_form("0000-00-00", &text) {
        return format!("{text}T00:00:00Z");
    }
    let Some((day, time)) = text.split_once(['T', ' ', 't']) else { return text };
    if !is_digit_form("0000-00-00", day) {
        return text;
    }
    let has_offset = time.ends_with(['Z', 'z']) || time.contains('+') || time.contains('-');
    let time = if is_digit_form("00:00", time) { format!("{time}:00") } else { time.to_owned() };
    format!("{day}T{time}{}", if has_offset { "" } else { "Z" })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::client::opaque::Content;

    fn fit(arguments: Json, properties: Json) -> Json {
        let schema = json!({"type": "object", "properties": properties, "required": ["must"]});
        Json::Object(fitted(arguments, &schema, &Store::default()).unwrap())
    }

    #[test]
    fn what_is_optional_and_null_is_left_out_unless_null_is_a_value_of_it() {
        let properties = json!({
            "a": {"type": "string"}, "b": {"type": ["string", "null"]}, "must": {"type": "string"},
            "c": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "d": {"enum": ["x", null]}, "e": {},
            "f": {"type": "object", "properties": {"g": {"type": "integer"}}},
        });
        let nulls = json!({"a": null, "b": null, "must": null, "c": null, "d": null, "e": null, "f": {"g": null}, "h": null});
        let fitted = fit(nulls, properties);
        assert_eq!(fitted, json!({"b": null, "must": null, "c": null, "d": null, "e": null, "f": {}}));
    }

    #[test]
    fn an_integer_has_no_fraction_and_a_number_keeps_its_own() {
        let properties = json!({
            "i": {"type": "integer"}, "n": {"type": "number"}, "o": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "l": {"type": "array", "items": {"type": "integer"}}, "u": {"type": ["integer", "string"]},
        });
        let fitted = fit(json!({"i": 3.0, "n": 3.0, "o": 4.0, "l": [5.0, 5.5], "u": 6.0}), properties);
        assert_eq!(fitted.to_string(), r#"{"i":3,"n":3.0,"o":4,"l":[5,5.5],"u":6}"#);
    }

    #[test]
    fn nothing_is_encoded_twice() {
        let properties = json!({
            "o": {"type": "object"}, "l": {"type": "array"}, "s": {"type": "string"}, "any": {},
            "r": {"$ref": "#/properties/o"}, "wrong": {"type": "object"},
        });
        let given = json!({"o": "{\"a\": 1}", "l": "[1]", "s": "{\"a\": 1}", "any": "[1]", "r": "{}", "wrong": "[1]"});
        assert_eq!(
            fit(given, properties),
            json!({"o": {"a": 1}, "l": [1], "s": "{\"a\": 1}", "any": "[1]", "r": {}, "wrong": "[1]"})
        );
    }

    #[test]
    fn a_moment_goes_out_as_the_format_wants_it_and_a_day_as_a_day() {
        let properties = json!({
            "m": {"type": "string", "format": "date-time"}, "d": {"type": "string", "format": "date"},
            "s": {"type": "string"},
        });
        let at = |text: &str| fit(json!({"m": text, "d": "2026-12-01", "s": text}), properties.clone());
        assert_eq!(
            at("2026-12-01T10:00:00"),
            json!({"m": "2026-12-01T10:00:00Z", "d": "2026-12-01", "s": "2026-12-01T10:00:00"})
        );
        for (given, sent) in [
            ("2026-12-01", "2026-12-01T00:00:00Z"),
            ("2026-12-01 10:00", "2026-12-01T10:00:00Z"),
            ("2026-12-01T10:00:00.5+02:00", "2026-12-01T10:00:00.5+02:00"),
            ("2026-12-01T10:00:00-02:00", "2026-12-01T10:00:00-02:00"),
            ("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z"),
            ("tomorrow", "tomorrow"),
            ("", ""),
        ] {
            assert_eq!(at(given)["m"], sent);
        }
    }

    #[test]
    fn what_an_opaque_value_stands_for_goes_in_its_place_in_the_form_that_is_wanted() {
        let store = Store::default();
        let block = json!({"type": "image", "mimeType": "image/png", "data": "AAAA"});
        let image = store.keep("image/png", Content::Block(block.clone())).unwrap();
        let schema = json!({"type": "object", "properties": {
            "s": {"type": "string"}, "u": {"type": "string", "format": "uri"}, "o": {"type": "object"},
            "n": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "l": {"type": "array", "items": {"type": "string"}},
        }});
        let given = json!({"s": image, "u": image, "o": image, "n": image, "l": ["x", image]});
        let sent = Json::Object(fitted(given, &schema, &store).unwrap());
        let wanted = json!({
            "s": "AAAA", "u": "data:image/png;base64,AAAA", "o": block, "n": "AAAA", "l": ["x", "AAAA"],
        });
        assert_eq!(sent, wanted);
        let unknown = json!({"s": {"$type": "image/png", "handle": "17"}});
        assert!(fitted(unknown, &schema, &store).is_err());
    }

    #[test]
    fn schemas_in_a_circle_and_schemas_that_are_none_end() {
        let schema = json!({"$ref": "#"});
        assert!(fitted(json!({"a": null}), &schema, &Store::default()).is_ok());
        let schema = json!({"type": 7, "properties": [], "required": {}, "anyOf": {}});
        assert!(fitted(json!({"a": [1.0], "b": "x"}), &schema, &Store::default()).is_ok());
    }
}
