//! What to ask of a model besides the question: temperature, seed, limits.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// What to ask a provider for. What is not set is not sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestOptions {
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// The seed.
    pub seed: Option<i64>,
    /// The most tokens of an answer, thoughts included.
    pub max_tokens: Option<u32>,
    /// How much to think: `low`, `medium`, `high` or what else the model knows.
    pub reasoning_effort: Option<String>,
    /// Texts at which an answer ends.
    #[serde(default)]
    pub stop: Vec<String>,
    /// Further fields of the request's body, as the provider names them. They go before everything else that
    /// would be sent under the same name; objects are merged.
    #[serde(default)]
    pub extra: Map<String, Json>,
}

impl RequestOptions {
    /// These options, and `others` where these say nothing.
    #[must_use]
    pub fn or(mut self, others: &RequestOptions) -> RequestOptions {
        self.temperature = self.temperature.or(others.temperature);
        self.seed = self.seed.or(others.seed);
        self.max_tokens = self.max_tokens.or(others.max_tokens);
        self.reasoning_effort = self.reasoning_effort.or_else(|| others.reasoning_effort.clone());
        if self.stop.is_empty() {
            self.stop.clone_from(&others.stop);
        }
        for (name, value) in &others.extra {
            self.extra.entry(name.clone()).or_insert_with(|| value.clone());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_set_stands_and_the_rest_is_filled_in() {
        let extra = |json: Json| json.as_object().cloned().unwrap();
        let own = RequestOptions {
            temperature: Some(0.0),
            extra: extra(json!({"a": 1})),
            ..RequestOptions::default()
        };
        let others = RequestOptions {
            temperature: Some(1.0),
            seed: Some(7),
            stop: vec!["END".into()],
            extra: extra(json!({"a": 2, "b": 3})),
            ..RequestOptions::default()
        };
        let both = own.or(&others);
        assert_eq!((both.temperature, both.seed), (Some(0.0), Some(7)));
        assert_eq!(both.stop, ["END"]);
        assert_eq!(Json::Object(both.extra), json!({"a": 1, "b": 3}));
    }
}
