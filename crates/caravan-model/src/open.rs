//! Models by name: `scripted`, `openai:NAME`, `replay:DIR`, `exec:COMMAND`.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use caravan_core::model::Model;

use crate::recording::ReplayModel;
use crate::scripted::{ScriptedModel, Style};

/// What models need besides their name.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The text of the script that `scripted` follows.
    pub script: Option<String>,
    /// How the planners of `scripted` behave under the protocol.
    pub style: Style,
    /// The base URL for `openai:NAME`, before what the environment says.
    pub base_url: Option<String>,
    /// What to ask an endpoint for.
    #[cfg(feature = "http")]
    pub request: crate::chat::RequestOptions,
    /// How long an endpoint may take.
    #[cfg(feature = "http")]
    pub limits: crate::chat::Limits,
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

const KNOWN: &str = "`scripted`, `openai:NAME`, `replay:DIR` or `exec:COMMAND`";

/// A person may be behind a program, and takes time to think.
#[cfg(feature = "exec")]
const PROGRAM_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(30 * 60);

/// The model that `spec` names. Nothing is sent and nothing is run yet.
///
/// # Errors
///
/// No such kind of model, no name after it, no script or recording or a wrong one, or an endpoint that
/// cannot be used as it is configured (no key, no URL).
pub fn open(spec: &str, settings: &Settings) -> Result<Arc<dyn Model>, OpenError> {
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
        ("openai", Some(name)) => openai(name, settings),
        ("replay", Some(folder)) => Ok(Arc::new(ReplayModel::open(Path::new(folder))?)),
        ("replay", None) => Err(OpenError::new("the folder of the recording is missing: write `replay:DIR`")),
        ("exec", Some(command)) => exec(command),
        ("exec", None) => Err(OpenError::new("the command is missing: write `exec:COMMAND`")),
        ("openai", None) => {
            Err(OpenError::new("the model's name is missing: write `openai:NAME`, as in `openai:gpt-5`"))
        }
        ("scripted", Some(_)) => Err(OpenError::new("`scripted` takes no name: write `scripted`")),
        _ => Err(OpenError::new(format!("there is no model `{spec}`: give {KNOWN}"))),
    }
}

#[cfg(feature = "http")]
fn openai(name: &str, settings: &Settings) -> Result<Arc<dyn Model>, OpenError> {
    use crate::chat::{ChatModel, Endpoint};

    let variable = |name: &str| std::env::var(name).ok();
    let endpoint = Endpoint::from_environment(settings.base_url.as_deref(), &variable);
    let model = endpoint
        .and_then(|endpoint| ChatModel::new(name, endpoint, settings.request.clone(), settings.limits))
        .map_err(|error| OpenError::new(format!("the model `openai:{name}`: {error}")))?;
    Ok(Arc::new(model))
}

#[cfg(not(feature = "http"))]
fn openai(name: &str, _: &Settings) -> Result<Arc<dyn Model>, OpenError> {
    Err(OpenError::new(format!("the model `openai:{name}` is not built in: build with the feature `http`")))
}

#[cfg(feature = "exec")]
fn exec(command: &str) -> Result<Arc<dyn Model>, OpenError> {
    Ok(Arc::new(crate::program::ProgramModel::new(command, PROGRAM_TIMEOUT)))
}

#[cfg(not(feature = "exec"))]
fn exec(command: &str) -> Result<Arc<dyn Model>, OpenError> {
    Err(OpenError::new(format!("the model `exec:{command}` is not built in: build with the feature `exec`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(spec: &str, settings: &Settings) -> String {
        match open(spec, settings) {
            Ok(model) => panic!("{} was opened", model.name()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_model_that_does_not_exist_is_a_clear_error() {
        let settings = Settings::default();
        assert_eq!(
            error("gpt-5", &settings),
            "there is no model `gpt-5`: give `scripted`, `openai:NAME`, `replay:DIR` or `exec:COMMAND`"
        );
        assert_eq!(
            error("other:x", &settings),
            "there is no model `other:x`: give `scripted`, `openai:NAME`, `replay:DIR` or `exec:COMMAND`"
        );
        assert_eq!(
            error("openai:", &settings),
            "the model's name is missing: write `openai:NAME`, as in `openai:gpt-5`"
        );
        assert_eq!(error("scripted:x", &settings), "`scripted` takes no name: write `scripted`");
        assert_eq!(
            error("scripted", &settings),
            "the model `scripted` needs a script, which this configuration does not have"
        );
    }

    #[test]
    fn a_script_opens_the_scripted_model_and_a_wrong_one_is_shown() {
        let settings = |script: &str| Settings { script: Some(script.into()), ..Settings::default() };
        assert_eq!(open("scripted", &settings("")).unwrap().name(), "scripted");
        let text = error("scripted", &settings("[[rule]]\nrole = 'x'"));
        assert!(text.starts_with("the script of the model `scripted`: "), "{text}");
        assert!(text.contains("2 | role = 'x'"), "{text}");
    }
}
