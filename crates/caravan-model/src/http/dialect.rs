//! How each provider wants to be asked: one file a dialect, its body written field by field.

mod anthropic;
mod chat_completions;
mod compatible;
mod gemini;
mod ollama;
mod openai;
mod openrouter;
mod vllm;

use std::fmt;

use serde_json::{Map, Value as Json};

use super::ask::{Answer, Ask, Problem};
use super::schema::Terms;
use crate::request::RequestOptions;

pub(crate) use self::anthropic::Anthropic;
pub(crate) use self::compatible::Compatible;
pub(crate) use self::gemini::Gemini;
pub(crate) use self::ollama::Ollama;
pub(crate) use self::openai::OpenAi;
pub(crate) use self::openrouter::OpenRouter;
pub(crate) use self::vllm::Vllm;

/// How an answer of a schema can be asked for, from the surest way to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The provider holds the answer to a schema.
    Schema,
    /// The answer is the arguments of a call that the model has to make.
    Call,
    /// The schema is told in words.
    Words,
}

impl Way {
    /// The name in recordings and lists.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Way::Schema => "schema",
            Way::Call => "call",
            Way::Words => "words",
        }
    }
}

/// A provider's way of being asked.
pub(crate) trait Dialect: fmt::Debug + Send + Sync {
    /// What follows the base URL.
    fn path(&self, model: &str) -> String;

    /// The header that holds the key.
    fn authorization(&self, key: &str) -> (&'static str, String) {
        ("authorization", format!("Bearer {key}"))
    }

    /// Headers that every request has.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The body, without what the options say under `extra`.
    fn body(&self, model: &str, ask: &Ask, options: &RequestOptions) -> Result<Json, serde_json::Error>;

    /// Reads the body of an answer.
    fn read(&self, answer: Json) -> Result<Answer, Problem>;

    /// What a schema may hold.
    fn terms(&self) -> &'static Terms;

    /// The ways in which an answer of a schema can be asked for.
    fn ways(&self) -> &'static [Way];

    /// An option that is set and that the provider has none of.
    fn lacks(&self, _options: &RequestOptions) -> Option<&'static str> {
        None
    }

    /// What it supports besides, in a few words.
    fn features(&self) -> &'static str;
}

/// The body with the extra fields of the options in it.
pub(crate) fn with_extra(body: Json, extra: &Map<String, Json>) -> Json {
    fn merge(into: &mut Map<String, Json>, from: &Map<String, Json>) {
        for (name, value) in from {
            match (into.get_mut(name), value) {
                (Some(Json::Object(into)), Json::Object(from)) => merge(into, from),
                _ => {
                    into.insert(name.clone(), value.clone());
                }
            }
        }
    }
    match body {
        Json::Object(mut body) => {
            merge(&mut body, extra);
            Json::Object(body)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn extra_fields_are_merged_into_the_body() {
        let extra = json!({"options": {"num_ctx": 8192}, "keep_alive": "1h", "seed": 2});
        assert_eq!(
            with_extra(json!({"options": {"temperature": 0.0}, "seed": 1}), extra.as_object().unwrap()),
            json!({"options": {"temperature": 0.0, "num_ctx": 8192}, "seed": 2, "keep_alive": "1h"})
        );
    }
}
