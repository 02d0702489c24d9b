//! A provider's key: sent to the provider, shown to nobody.

use std::fmt;

use serde_json::Value as Json;

/// A secret that does not show itself.
#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    pub(super) fn new(secret: String) -> Key {
        Key(secret)
    }

    pub(super) fn secret(&self) -> &str {
        &self.0
    }

    /// The text without the key.
    pub(super) fn redact(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, "[key]") }
    }

    /// The JSON without the key: a provider may send it back.
    pub(super) fn redact_json(&self, json: Json) -> Json {
        match json {
            Json::String(text) if text.contains(&self.0) => Json::String(self.redact(&text)),
            Json::Array(items) => items.into_iter().map(|item| self.redact_json(item)).collect(),
            Json::Object(object) => object
                .into_iter()
                .map(|(name, value)| (self.redact(&name), self.redact_json(value)))
                .collect(),
            other => other,
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_key_that_comes_back_is_taken_out_wherever_it_stands() {
        let key = Key::new("sk-1".into());
        let json: Json = serde_json::from_str(r#"{"a sk-1": ["\u0073k-1", {"b": "xsk-1x"}, 1]}"#).unwrap();
        assert_eq!(key.redact_json(json), json!({"a [key]": ["[key]", {"b": "x[key]x"}, 1]}));
        assert_eq!(format!("{key:?}"), "[key]");
    }
}
