//! Keys that nothing which is kept may hold.

use std::fmt;

use serde_json::{Map, Value as Json};

/// What stands where a key stood.
const IN_PLACE: &str = "[key]";

/// Shorter ones are words that stand in many texts, and no keys.
const SHORTEST: usize = 6;

/// Keys, which do not show themselves.
#[derive(Clone, Default)]
pub struct Secrets {
    /// The longest first: one may be in another.
    keys: Vec<String>,
    /// As JSON spells them.
    spellings: Vec<String>,
}

impl Secrets {
    /// These.
    pub fn new(keys: impl IntoIterator<Item = String>) -> Secrets {
        let in_json = |key: &String| {
            let text = Json::String(key.clone()).to_string();
            text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default().to_owned()
        };
        // A plan, or a text that is JSON itself, spells it so too.
        let spelled =
            keys.into_iter().filter(|key| key.len() >= SHORTEST).flat_map(|key| [in_json(&key), key]);
        let mut keys: Vec<String> = spelled.collect();
        keys.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        keys.dedup();
        Secrets { spellings: keys.iter().map(in_json).collect(), keys }
    }

    /// Whether one of them stands in the text of some JSON.
    pub(crate) fn are_in_json(&self, text: &str) -> bool {
        self.spellings.iter().any(|key| text.contains(key.as_str()))
    }

    /// The text without them.
    pub fn out_of(&self, mut text: String) -> String {
        for key in &self.keys {
            if text.contains(key.as_str()) {
                text = text.replace(key.as_str(), IN_PLACE);
            }
        }
        text
    }

    /// The JSON without them, wherever in it they stand.
    pub fn out_of_json(&self, json: Json) -> Json {
        match json {
            Json::String(text) => Json::String(self.out_of(text)),
            Json::Number(number) if self.are_in_json(&number.to_string()) => {
                Json::String(IN_PLACE.to_owned())
            }
            Json::Array(items) => items.into_iter().map(|item| self.out_of_json(item)).collect(),
            Json::Object(fields) => {
                let fields =
                    fields.into_iter().map(|(name, value)| (self.out_of(name), self.out_of_json(value)));
                fields.collect::<Map<_, _>>().into()
            }
            other => other,
        }
    }

    /// The text of the JSON without them.
    pub(crate) fn text_without(&self, json: Json) -> String {
        let text = json.to_string();
        if self.are_in_json(&text) { self.out_of_json(json).to_string() } else { text }
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.keys.len())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_is_taken_out_however_json_spells_it_and_a_word_is_not() {
        let keys = ["sk-\"quoted\"", "sk-long", "sk-longer", "123456", "a"];
        let secrets = Secrets::new(keys.map(str::to_owned));
        let json = json!({"a": "sk-\"quoted\" sk-longer", "sk-long": "a", "n": [12_345_678, 12_345]});
        let text = secrets.text_without(json);
        assert_eq!(text, r#"{"a":"[key] [key]","[key]":"a","n":["[key]",12345]}"#);
        assert!(!format!("{secrets:?}").contains("sk-"));
    }
}
