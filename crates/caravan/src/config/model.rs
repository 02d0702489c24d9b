//! Which models play which role, and what is asked of each.

use std::fmt;

use caravan_model::RequestOptions;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json};

/// Which models play which role.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Models {
    /// Writes the plans, and plays the tool-calling agents of the defense `none` unless these have their own.
    pub planner: Option<ModelChoice>,
    /// Turns untrusted text into typed values.
    pub quarantined: Option<ModelChoice>,
    /// Plays the tool-calling agents of the defense `none`.
    pub tool_calling: Option<ModelChoice>,
    /// Judges answers in benchmarks.
    pub judge: Option<ModelChoice>,
    /// The rules of the model `scripted`: a file beside the configuration.
    pub script: Option<String>,
    /// What models cost: a file beside the configuration.
    pub prices: Option<String>,
}

/// A model by its name, `provider:name`, and what is asked of it.
#[derive(Clone, Debug, JsonSchema, PartialEq)]
#[schemars(with = "NameOrOptions")]
pub struct ModelChoice {
    /// The name.
    pub model: String,
    /// What is asked of it.
    pub options: RequestOptions,
}

/// The two ways in which a choice is written.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "it is the shape of the schema")]
enum NameOrOptions {
    /// `provider:name`
    Name(String),
    Options(Written),
}

/// A model, and what is asked of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// `provider:name`
    model: String,
    /// How freely it chooses its words.
    temperature: Option<f64>,
    /// What its choices start from, for providers that take one.
    seed: Option<i64>,
    /// The longest answer, in tokens.
    max_tokens: Option<u32>,
    /// How hard it thinks, for those that do: as the provider calls it.
    reasoning_effort: Option<String>,
    /// Texts at which it stops.
    #[serde(default)]
    stop: Vec<String>,
    /// What else is put into each request, as it is.
    #[serde(default)]
    #[schemars(with = "serde_json::Map<String, Json>")]
    extra: Map<String, Json>,
}

impl<'de> Deserialize<'de> for ModelChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ModelChoice, D::Error> {
        deserializer.deserialize_any(NameOrTable)
    }
}

struct NameOrTable;

impl<'de> Visitor<'de> for NameOrTable {
    type Value = ModelChoice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a model's name, or a table with `model` and its options")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<ModelChoice, E> {
        Ok(ModelChoice { model: name.to_owned(), options: RequestOptions::default() })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ModelChoice, A::Error> {
        let written = Written::deserialize(MapAccessDeserializer::new(map))?;
        let Written { model, temperature, seed, max_tokens, reasoning_effort, stop, extra } = written;
        let options = RequestOptions { temperature, seed, max_tokens, reasoning_effort, stop, extra };
        Ok(ModelChoice { model, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_a_name_or_a_table_with_options() {
        let text = r#"
            planner = "openai:large"
            [quarantined]
            model = "ollama:small"
            temperature = 0.0
            seed = 7
            extra = { options = { num_ctx = 8192 } }
        "#;
        let models: Models = toml::from_str(text).unwrap();
        assert_eq!(models.planner.unwrap().model, "openai:large");
        let quarantined = models.quarantined.unwrap();
        assert_eq!(quarantined.model, "ollama:small");
        assert_eq!((quarantined.options.temperature, quarantined.options.seed), (Some(0.0), Some(7)));
        assert_eq!(quarantined.options.extra["options"]["num_ctx"], 8192);
    }

    #[test]
    fn an_unknown_option_of_a_model_is_an_error_at_its_place() {
        let text = "[planner]\nmodel = \"openai:x\"\ntemprature = 1\n";
        let error = toml::from_str::<Models>(text).unwrap_err();
        assert!(error.to_string().contains("3 | temprature = 1"), "{error}");
        let error = toml::from_str::<Models>("planner = 3\n").unwrap_err();
        assert!(error.message().contains("a model's name, or a table with `model`"), "{error}");
    }
}
