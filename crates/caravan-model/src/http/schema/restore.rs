//! From a value of the rewritten schema to one of the original.

use serde_json::{Map, Value as Json};

use super::{Back, Rewritten};

/// An answer is followed this far into itself.
const MAX_STEPS: usize = 300;

impl Rewritten {
    /// The value as the original schema has it. What does not fit stays as it is.
    pub(crate) fn restore(&self, value: Json) -> Json {
        self.back(&self.back, value, 0)
    }

    fn back(&self, back: &Back, value: Json, depth: usize) -> Json {
        // References can lead in a circle without taking the value apart.
        if depth > MAX_STEPS {
            return value;
        }
        let depth = depth + 1;
        match (back, value) {
            (Back::Object { properties, rest }, Json::Object(mut given)) => {
                let mut object = Map::new();
                for property in properties {
                    match given.shift_remove(&property.sent) {
                        Some(Json::Null) if property.null_is_absent => {}
                        Some(value) => {
                            object.insert(property.own.clone(), self.back(&property.back, value, depth));
                        }
                        None => {}
                    }
                }
                match rest {
                    Some((Some(name), back)) => {
                        let pairs = given.shift_remove(name).unwrap_or_default();
                        object.extend(self.pairs(back, pairs, depth));
                    }
                    Some((None, back)) => {
                        let given = std::mem::take(&mut given);
                        object.extend(
                            given.into_iter().map(|(name, value)| (name, self.back(back, value, depth))),
                        );
                    }
                    None => {}
                }
                object.extend(given);
                Json::Object(object)
            }
            (Back::List(item), Json::Array(items)) => {
                Json::Array(items.into_iter().map(|value| self.back(item, value, depth)).collect())
            }
            (Back::Tuple(places), Json::Object(mut given)) => {
                let place = |(index, back): (usize, &Back)| {
                    let value = given.shift_remove(&place_name(index))?;
                    Some(self.back(back, value, depth))
                };
                Json::Array(places.iter().enumerate().map_while(place).collect())
            }
            (Back::Places(places), Json::Array(items)) => {
                let item = |(index, value): (usize, Json)| match places.get(index) {
                    Some(back) => self.back(back, value, depth),
                    None => value,
                };
                Json::Array(items.into_iter().enumerate().map(item).collect())
            }
            (Back::Pairs(item), pairs @ Json::Array(_)) => {
                Json::Object(self.pairs(item, pairs, depth).collect())
            }
            (Back::Text, Json::String(text)) => serde_json::from_str(&text).unwrap_or(Json::String(text)),
            (Back::Reference(name), value) => match self.definition(name) {
                Some((_, back)) => self.back(back, value, depth),
                None => value,
            },
            (Back::Either(alternatives), value) => {
                match alternatives.iter().find(|(schema, _)| self.fits(schema, &value, 0)) {
                    Some((_, back)) => self.back(back, value, depth),
                    None => value,
                }
            }
            (_, value) => value,
        }
    }

    fn pairs<'a>(
        &'a self,
        back: &'a Back,
        pairs: Json,
        depth: usize,
    ) -> impl Iterator<Item = (String, Json)> + 'a {
        let pairs = match pairs {
            Json::Array(pairs) => pairs,
            _ => Vec::new(),
        };
        pairs.into_iter().filter_map(move |pair| {
            let Json::Object(mut pair) = pair else { return None };
            let key = pair.shift_remove("key")?.as_str()?.to_owned();
            Some((key, self.back(back, pair.shift_remove("value")?, depth)))
        })
    }

    fn definition(&self, name: &str) -> Option<&(Json, Back)> {
        self.definitions.iter().find(|definition| definition.name == name)?.rewritten.as_ref()
    }

    /// Whether the value has the shape of a rewritten schema.
    pub(super) fn fits(&self, schema: &Json, value: &Json, depth: usize) -> bool {
        if depth > MAX_STEPS {
            return true;
        }
        let depth = depth + 1;
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            let name = reference.trim_start_matches("#/$defs/");
            return self.definition(name).is_some_and(|(schema, _)| self.fits(schema, value, depth));
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Json::as_array) {
            return alternatives.iter().any(|schema| self.fits(schema, value, depth));
        }
        if let Some(members) = schema.get("enum").and_then(Json::as_array)
            && !members.contains(value)
        {
            return false;
        }
        match (schema.get("type").and_then(Json::as_str), value) {
            (None, _) => true,
            (Some("object"), Json::Object(object)) => self.object_fits(schema, object, depth),
            (Some("array"), Json::Array(items)) => {
                let places = schema.get("prefixItems").and_then(Json::as_array);
                let others = schema.get("items");
                items.iter().enumerate().all(|(index, value)| {
                    match places.and_then(|places| places.get(index)).or(others) {
                        Some(schema) => self.fits(schema, value, depth),
                        None => true,
                    }
                })
            }
            (Some("string"), Json::String(_))
            | (Some("boolean"), Json::Bool(_))
            | (Some("null"), Json::Null)
            | (Some("number"), Json::Number(_)) => true,
            (Some("integer"), Json::Number(number)) => {
                number.is_i64()
                    || number.is_u64()
                    || number.as_f64().is_some_and(|number| number.fract() == 0.0)
            }
            _ => false,
        }
    }

    fn object_fits(&self, schema: &Json, object: &Map<String, Json>, depth: usize) -> bool {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let required = schema.get("required").and_then(Json::as_array);
        let has_required = required
            .is_none_or(|names| names.iter().filter_map(Json::as_str).all(|name| object.contains_key(name)));
        has_required
            && object.iter().all(|(name, value)| {
                match (properties.get(name), schema.get("additionalProperties")) {
                    (Some(schema), _) => self.fits(schema, value, depth),
                    (None, Some(Json::Bool(open))) => *open,
                    (None, Some(schema)) => self.fits(schema, value, depth),
                    (None, None) => true,
                }
            })
    }
}

/// The property that stands for a place in a list.
pub(super) fn place_name(index: usize) -> String {
    format!("item_{}", index + 1)
}
