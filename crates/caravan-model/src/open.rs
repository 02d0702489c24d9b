//! Models by name: `scripted`, `openai:NAME` and so for every provider, `replay:DIR`, `exec:COMMAND`.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use caravan_core::model::Model;

use crate::ledger::AskedAs;
use crate::recording::{Recording, ReplayModel};
use crate::request::RequestOptions;
use crate::scripted::{ScriptedModel, Style};

/// What models need besides their names and options.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The text of the script that `scripted` follows.
    pub script: Option<String>,
    /// How the planners of `scripted` behave under the protocol.
    pub style: Style,
    /// The providers that are asked over HTTP.
    #[cfg(feature = "http")]
    pub providers: Arc<crate::http::Providers>,
    /// Where requests over HTTP are written down.
    pub recording: Option<Recording>,
    /// How long a program may take for one answer; half an hour unless given, since a person may be behind
    /// it.
    pub program_timeout: Option<Duration>,
}

/// Why a model cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError {
    // INVARIANT: for people; no key in it.
    text: String,
}

impl OpenError {
    pub(crate) fn new(text: impl Into<String>) -> OpenError {
        OpenError { text: text.into() }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for OpenError {}

/// A person may be behind a program, and takes time to think.
#[cfg(feature = "exec")]
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// The model that `spec` names, for one role. Nothing is sent and nothing is run yet.
///
/// # Errors
///
/// No such kind of model, no name after it, no script or recording or a wrong one, an option that it does not
/// have, or a provider that cannot be used as it is configured (no key, no address).
pub fn open(
    spec: &str,
    role: AskedAs,
    options: &RequestOptions,
    settings: &Settings,
) -> Result<Arc<dyn Model>, OpenError> {
    let (provider, name) = match spec.split_once(':') {
        Some((provider, name)) => (provider.trim(), Some(name.trim()).filter(|name| !name.is_empty())),
        None => (spec.trim(), None),
    };
    match (provider, name) {
        ("scripted", None) => {
            let script = settings.script.as_deref().ok_or_else(|| {
                OpenError::new("the model `scripted` needs a script, which this configuration does not have")
            })?;
            let model = ScriptedModel::from_toml(script, settings.style)
                .map_err(|error| OpenError::new(format!("the script of the model `scripted`: {error}")))?;
            Ok(Arc::new(model))
        }
        ("scripted", Some(_)) => Err(OpenError::new("`scripted` takes no name: write `scripted`")),
        ("replay", Some(folder)) => Ok(Arc::new(ReplayModel::open(Path::new(folder), role)?)),
        ("replay", None) => Err(OpenError::new("the folder of the recording is missing: write `replay:DIR`")),
        ("exec", Some(command)) => exec(command, settings),
        ("exec", None) => Err(OpenError::new("the command is missing: write `exec:COMMAND`")),
        _ => over_http(spec, provider, name, options, settings),
    }
}

#[cfg(feature = "http")]
fn over_http(
    spec: &str,
    provider: &str,
    name: Option<&str>,
    options: &RequestOptions,
    settings: &Settings,
) -> Result<Arc<dyn Model>, OpenError> {
    use crate::http::HttpModel;

    let providers = &settings.providers;
    match name {
        _ if !providers.has(provider) => {
            let known = providers.names();
            Err(OpenError::new(format!(
                "there is no model `{spec}`: give `scripted`, `exec:COMMAND`, `replay:DIR` or `PROVIDER:NAME`; the providers are {}",
                known.join(", ")
            )))
        }
        None => Err(OpenError::new(format!(
            "the model's name is missing: write `{provider}:NAME`, with the name that {provider} gives the model"
        ))),
        Some(name) => {
            let provider = providers.provider(provider)?;
            let model = HttpModel::new(name, provider, options.clone(), settings.recording.clone())?;
            Ok(Arc::new(model))
        }
    }
}

#[cfg(not(feature = "http"))]
fn over_http(
    spec: &str,
    _: &str,
    _: Option<&str>,
    _: &RequestOptions,
    _: &Settings,
) -> Result<Arc<dyn Model>, OpenError> {
    Err(OpenError::new(format!(
        "there is no model `{spec}` in this build: give `scripted`, `exec:COMMAND` or `replay:DIR`, or build with the feature `http`"
    )))
}

#[cfg(feature = "exec")]
fn exec(command: &str, settings: &Settings) -> Result<Arc<dyn Model>, OpenError> {
    let timeout = settings.program_timeout.unwrap_or(PROGRAM_TIMEOUT);
    Ok(Arc::new(crate::program::ProgramModel::new(command, timeout)))
}

#[cfg(not(feature = "exec"))]
fn exec(command: &str, _: &Settings) -> Result<Arc<dyn Model>, OpenError> {
    Err(OpenError::new(format!("the model `exec:{command}` is not built in: build with the feature `exec`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(spec: &str, settings: &Settings) -> String {
        match open(spec, AskedAs::Planner, &RequestOptions::default(), settings) {
            Ok(model) => panic!("{} was opened", model.name()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    #[cfg(feature = "http")]
    fn a_model_that_does_not_exist_is_a_clear_error() {
        let settings = Settings::default();
        assert_eq!(
            error("gpt-5", &settings),
            "there is no model `gpt-5`: give `scripted`, `exec:COMMAND`, `replay:DIR` or `PROVIDER:NAME`; the providers are openai, openrouter, anthropic, gemini, ollama, vllm, compatible"
        );
        assert!(error("other:x", &settings).starts_with("there is no model `other:x`: give "));
        assert_eq!(
            error("openai:", &settings),
            "the model's name is missing: write `openai:NAME`, with the name that openai gives the model"
        );
        assert_eq!(error("scripted:x", &settings), "`scripted` takes no name: write `scripted`");
        assert_eq!(
            error("scripted", &settings),
            "the model `scripted` needs a script, which this configuration does not have"
        );
        assert_eq!(error("vllm:a b", &settings), "`a b` is no name of a model");
    }

    #[test]
    #[cfg(feature = "http")]
    fn an_option_that_the_provider_does_not_have_is_an_error() {
        use crate::http::{Limits, Providers};

        let variable = |name: &str| (name == "ANTHROPIC_API_KEY").then(|| "k".to_owned());
        let providers = Providers::new(Default::default(), Limits::default(), Box::new(variable));
        let settings = Settings { providers: Arc::new(providers), ..Settings::default() };
        let options = RequestOptions { seed: Some(1), ..RequestOptions::default() };
        let error = open("anthropic:claude", AskedAs::Planner, &options, &settings).err().unwrap();
        assert_eq!(
            error.to_string(),
            "the model `anthropic:claude`: `seed` is set, and anthropic has no such option"
        );
    }

    #[test]
    fn a_script_opens_the_scripted_model_and_a_wrong_one_is_shown() {
        let settings = |script: &str| Settings { script: Some(script.into()), ..Settings::default() };
        let opened = open("scripted", AskedAs::Planner, &RequestOptions::default(), &settings("")).unwrap();
        assert_eq!(opened.name(), "scripted");
        let text = error("scripted", &settings("[[rule]]\nrole = 'x'"));
        assert!(text.starts_with("the script of the model `scripted`: "), "{text}");
        assert!(text.contains("2 | role = 'x'"), "{text}");
    }
}
