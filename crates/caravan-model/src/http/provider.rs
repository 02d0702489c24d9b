//! Providers: who is asked, where, with which key, how often.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::dialect::{Anthropic, Compatible, Dialect, Gemini, Ollama, OpenAi, OpenRouter, Vllm, Way};
use super::key::Key;
use super::limits::Limits;
use super::pace::Rates;
use super::transport::Transport;
use crate::open::OpenError;
use crate::provider_settings::ProviderSettings;

/// Reads one variable of the environment.
pub type Variable = dyn Fn(&str) -> Option<String> + Send + Sync;

/// A provider that is built in.
struct BuiltIn {
    name: &'static str,
    dialect: &'static dyn Dialect,
    /// The variables that say where it is, the first that is set standing.
    url_variables: &'static [&'static str],
    /// Where it is unless they say otherwise; nothing if they have to.
    url: Option<&'static str>,
    key_variables: &'static [&'static str],
    /// Whether it answers nobody without a key where it is by itself.
    wants_key: bool,
}

const OPENAI_URL: &str = "https://api.openai.com/v1";

const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        name: "openai",
        dialect: &OpenAi,
        url_variables: &["OPENAI_BASE_URL"],
        url: Some(OPENAI_URL),
        key_variables: &["OPENAI_API_KEY"],
        wants_key: true,
    },
    BuiltIn {
        name: "openrouter",
        dialect: &OpenRouter,
        url_variables: &["OPENROUTER_BASE_URL"],
        url: Some("https://openrouter.ai/api/v1"),
        key_variables: &["OPENROUTER_API_KEY"],
        wants_key: true,
    },
    BuiltIn {
        name: "anthropic",
        dialect: &Anthropic,
        url_variables: &["ANTHROPIC_BASE_URL"],
        url: Some("https://api.anthropic.com"),
        key_variables: &["ANTHROPIC_API_KEY"],
        wants_key: true,
    },
    BuiltIn {
        name: "gemini",
        dialect: &Gemini,
        url_variables: &["GOOGLE_GEMINI_BASE_URL", "GEMINI_BASE_URL"],
        url: Some("https://generativelanguage.googleapis.com"),
        // In the order in which Google's own client reads them.
        key_variables: &["GOOGLE_API_KEY", "GEMINI_API_KEY"],
        wants_key: true,
    },
    BuiltIn {
        name: "ollama",
        dialect: &Ollama,
        url_variables: &["OLLAMA_BASE_URL", "OLLAMA_HOST"],
        url: Some("http://localhost:11434"),
        key_variables: &["OLLAMA_API_KEY"],
        wants_key: false,
    },
    BuiltIn {
        name: "vllm",
        dialect: &Vllm,
        url_variables: &["VLLM_BASE_URL"],
        url: Some("http://localhost:8000/v1"),
        key_variables: &["VLLM_API_KEY"],
        wants_key: false,
    },
    BuiltIn {
        name: "compatible",
        dialect: &Compatible,
        url_variables: &["COMPATIBLE_BASE_URL"],
        url: None,
        key_variables: &["COMPATIBLE_API_KEY"],
        wants_key: false,
    },
];

/// The names of the providers that are built in.
pub(crate) fn built_in() -> Vec<&'static str> {
    BUILT_IN.iter().map(|known| known.name).collect()
}

/// The providers of a configuration, each with its connections and its pace, whatever the number of models.
pub struct Providers {
    configured: BTreeMap<String, ProviderSettings>,
    limits: Limits,
    variable: Box<Variable>,
    open: Mutex<BTreeMap<String, Arc<Provider>>>,
}

/// One provider: how it is asked, and the connections to it.
#[derive(Debug)]
pub(crate) struct Provider {
    pub(super) name: String,
    pub(super) dialect: &'static dyn Dialect,
    pub(super) transport: Transport,
}

/// What a provider is, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub provider: String,
    /// Where it is asked, without what may be secret.
    pub url: String,
    /// Whether there is a key for it.
    pub has_key: bool,
    /// How an answer of a schema is asked for: the first way that works.
    pub ways: Vec<&'static str>,
    /// What it supports besides.
    pub features: &'static str,
}

impl Default for Providers {
    fn default() -> Providers {
        Providers::new(BTreeMap::new(), Limits::default(), Box::new(|name| std::env::var(name).ok()))
    }
}

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Providers").field("configured", &self.configured).finish_non_exhaustive()
    }
}

impl Providers {
    /// The built-in providers and those of a configuration. `variable` reads the environment.
    pub fn new(
        configured: BTreeMap<String, ProviderSettings>,
        limits: Limits,
        variable: Box<Variable>,
    ) -> Providers {
        Providers { configured, limits, variable, open: Mutex::default() }
    }

    /// Every name that can stand before the colon of a model's name.
    pub fn names(&self) -> Vec<String> {
        let built_in = built_in().into_iter().map(str::to_owned);
        let more = self.configured.keys().filter(|name| !BUILT_IN.iter().any(|known| known.name == **name));
        built_in.chain(more.cloned()).collect()
    }

    /// Whether there is such a provider.
    pub fn has(&self, name: &str) -> bool {
        self.names().iter().any(|known| known == name)
    }

    /// Where and how the provider is asked.
    ///
    /// # Errors
    ///
    /// As for opening a model of it.
    pub fn about(&self, name: &str) -> Result<About, OpenError> {
        let provider = self.provider(name)?;
        Ok(About {
            provider: name.to_owned(),
            url: provider.transport.shown_url(),
            has_key: provider.transport.has_key(),
            ways: provider.dialect.ways().iter().map(|way: &Way| way.name()).collect(),
            features: provider.dialect.features(),
        })
    }

    /// The provider, opened once.
    pub(crate) fn provider(&self, name: &str) -> Result<Arc<Provider>, OpenError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(provider) = open.get(name) {
            return Ok(Arc::clone(provider));
        }
        let provider = Arc::new(self.make(name)?);
        open.insert(name.to_owned(), Arc::clone(&provider));
        Ok(provider)
    }

    fn make(&self, name: &str) -> Result<Provider, OpenError> {
        let usual = ProviderSettings::default();
        let settings = self.configured.get(name).unwrap_or(&usual);
        let kind = settings.kind.as_deref().unwrap_or(name);
        let built_in = BUILT_IN.iter().find(|known| known.name == kind).ok_or_else(|| {
            let known = built_in().join("`, `");
            OpenError::new(match &settings.kind {
                Some(kind) => format!(
                    "the provider `{name}` is of the kind `{kind}`, which there is not: give `{known}`"
                ),
                None => format!("the provider `{name}` has no `kind`: give `{known}`"),
            })
        })?;
        // What the environment says of a provider is said of the one that has its name.
        let is_own = kind == name;
        let first = |names: &[&str]| names.iter().filter(|_| is_own).find_map(|name| self.value(name));
        let url =
            settings.base_url.clone().or_else(|| first(built_in.url_variables)).map(|url| with_scheme(&url));
        let is_elsewhere = url.as_deref().is_some_and(|url| built_in.url != Some(url));
        let Some(url) = url.or_else(|| built_in.url.map(str::to_owned)) else {
            let variable = built_in.url_variables.first().copied().unwrap_or_default();
            return Err(OpenError::new(format!(
                "where the provider `{name}` is, nothing says: set {variable}, or `base_url` in `[providers.{name}]`"
            )));
        };
        let (key_names, key) = match &settings.key_variable {
            Some(variable) => (variable.clone(), self.value(variable)),
            None => (built_in.key_variables.join(" or "), first(built_in.key_variables)),
        };
        if key.is_none() && ((built_in.wants_key && !is_elsewhere) || settings.key_variable.is_some()) {
            let other = match (built_in.url_variables.first(), is_own) {
                (Some(variable), true) => format!(" (or {variable} for another endpoint)"),
                _ => String::new(),
            };
            return Err(OpenError::new(format!("{name} wants a key: set {key_names}{other}")));
        }
        // Who speaks OpenAI's dialect elsewhere does not know its newest words.
        let dialect: &'static dyn Dialect =
            if kind == "openai" && is_elsewhere { &Compatible } else { built_in.dialect };
        let url = if kind == "ollama" { url.trim_end_matches("/v1").to_owned() } else { url };
        let limits = Limits {
            request: settings.timeout_seconds.map_or(self.limits.request, Duration::from_secs),
            retries: settings.retries.unwrap_or(self.limits.retries),
            ..self.limits
        };
        let rates = Rates {
            requests_per_minute: settings.requests_per_minute,
            tokens_per_minute: settings.tokens_per_minute,
        };
        let transport = Transport::new(&url, key.map(Key::new), key_names, dialect, limits, rates)
            .map_err(|problem| OpenError::new(format!("{name}: {problem}")))?;
        Ok(Provider { name: name.to_owned(), dialect, transport })
    }

    fn value(&self, name: &str) -> Option<String> {
        (self.variable)(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }
}

/// The address without a slash at its end; `OLLAMA_HOST` may be a host and a port alone.
fn with_scheme(url: &str) -> String {
    let url = url.trim_end_matches('/');
    if url.contains("://") { url.to_owned() } else { format!("http://{url}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn providers(
        configured: &[(&str, ProviderSettings)],
        variables: &'static [(&'static str, &'static str)],
    ) -> Providers {
        let configured = configured.iter().map(|(name, settings)| ((*name).to_owned(), settings.clone()));
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Providers::new(configured.collect(), Limits::default(), Box::new(variable))
    }

    fn error(providers: &Providers, name: &str) -> String {
        providers.about(name).unwrap_err().to_string()
    }

    #[test]
    fn the_environment_says_where_requests_go() {
        let url = |name: &str, variables| providers(&[], variables).about(name).unwrap().url;
        assert_eq!(url("openai", &[("OPENAI_API_KEY", "k")]), "https://api.openai.com/v1");
        assert_eq!(url("openai", &[("OPENAI_BASE_URL", "http://localhost:1/v1/")]), "http://localhost:1/v1");
        assert_eq!(url("ollama", &[]), "http://localhost:11434/");
        assert_eq!(url("ollama", &[("OLLAMA_HOST", "gpu:11434")]), "http://gpu:11434/");
        assert_eq!(url("ollama", &[("OLLAMA_BASE_URL", "http://gpu:11434/v1")]), "http://gpu:11434/");
        assert_eq!(url("gemini", &[("GEMINI_API_KEY", "k")]), "https://generativelanguage.googleapis.com/");
    }

    #[test]
    fn a_missing_key_or_address_says_what_to_set() {
        let none = providers(&[], &[("OPENAI_API_KEY", " ")]);
        assert_eq!(
            error(&none, "openai"),
            "openai wants a key: set OPENAI_API_KEY (or OPENAI_BASE_URL for another endpoint)"
        );
        assert_eq!(
            error(&none, "gemini"),
            "gemini wants a key: set GOOGLE_API_KEY or GEMINI_API_KEY (or GOOGLE_GEMINI_BASE_URL for another endpoint)"
        );
        assert_eq!(
            error(&none, "compatible"),
            "where the provider `compatible` is, nothing says: set COMPATIBLE_BASE_URL, or `base_url` in `[providers.compatible]`"
        );
    }

    #[test]
    fn a_configured_provider_has_its_own_address_and_key() {
        let settings = ProviderSettings {
            kind: Some("openai".into()),
            base_url: Some("http://localhost:1234/v1".into()),
            key_variable: Some("STUDIO_KEY".into()),
            ..ProviderSettings::default()
        };
        let known = providers(&[("studio", settings.clone())], &[("STUDIO_KEY", "k")]);
        let about = known.about("studio").unwrap();
        assert_eq!((about.url.as_str(), about.has_key), ("http://localhost:1234/v1", true));
        assert!(known.has("studio") && known.has("vllm") && !known.has("other"));
        let unset = providers(&[("studio", settings)], &[("OPENAI_API_KEY", "k")]);
        assert_eq!(error(&unset, "studio"), "studio wants a key: set STUDIO_KEY");
        let kind = ProviderSettings { kind: Some("studio".into()), ..ProviderSettings::default() };
        assert!(
            error(&providers(&[("x", kind)], &[]), "x").contains("of the kind `studio`, which there is not")
        );
    }
}
