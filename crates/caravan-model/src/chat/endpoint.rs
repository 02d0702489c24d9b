//! Where requests go, with which key, and within which limits.

use std::fmt;
use std::time::Duration;

use caravan_core::model::{ModelError, ModelErrorKind};

/// OpenAI's own endpoint.
const PUBLIC: &str = "https://api.openai.com/v1";

/// An endpoint for chat completions and the key for it.
#[derive(Clone)]
pub struct Endpoint {
    base_url: String,
    key: Option<Key>,
    is_public: bool,
}

impl Endpoint {
    /// The endpoint below `base_url`, such as `http://localhost:8000/v1`; without a key no
    /// `Authorization` header is sent.
    pub fn new(base_url: &str, key: Option<String>) -> Endpoint {
        let base_url = base_url.trim_end_matches('/').to_owned();
        let is_public = base_url == PUBLIC;
        Endpoint { base_url, key: key.map(Key), is_public }
    }

    /// The endpoint that the environment names: `OPENAI_BASE_URL`, or else OpenAI's own, and
    /// `OPENAI_API_KEY`. `base_url` goes before the environment; `variable` reads one of its variables.
    ///
    /// # Errors
    ///
    /// OpenAI's own endpoint without a key.
    pub fn from_environment(
        base_url: Option<&str>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Endpoint, ModelError> {
        let given = |name: &str| {
            variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let base_url = base_url.map(str::to_owned).or_else(|| given("OPENAI_BASE_URL"));
        let endpoint = Endpoint::new(base_url.as_deref().unwrap_or(PUBLIC), given("OPENAI_API_KEY"));
        if endpoint.is_public && endpoint.key.is_none() {
            return Err(ModelError::new(
                ModelErrorKind::Unauthorized,
                "OpenAI wants a key: set OPENAI_API_KEY (or OPENAI_BASE_URL for another endpoint)",
            ));
        }
        Ok(endpoint)
    }

    pub(super) fn is_public(&self) -> bool {
        self.is_public
    }

    pub(super) fn url(&self) -> String {
        format!("{}/chat/completions", self.base_url)
    }

    pub(super) fn into_key(self) -> Option<Key> {
        self.key
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A URL can hold a password.
        f.debug_struct("Endpoint").field("key", &self.key).finish_non_exhaustive()
    }
}

/// A secret that does not show itself.
#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    pub(super) fn secret(&self) -> &str {
        &self.0
    }

    /// The text without the key.
    pub(super) fn redact(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, "[key]") }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

/// What to ask the endpoint for; what is not set is not sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestOptions {
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// The seed.
    pub seed: Option<i64>,
    /// The most tokens of an answer.
    pub max_tokens: Option<u32>,
    /// How much to think: `low`, `medium`, `high` or what the model knows.
    pub reasoning_effort: Option<String>,
}

/// How long things may take and how large answers may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For the connection.
    pub connect: Duration,
    /// For one request with its answer. A request that hits it is not sent again.
    pub request: Duration,
    /// How often a request is sent again after a broken connection or an answer that asks for it.
    pub retries: u32,
    /// The wait before the first of these; doubled for each that follows, and jittered.
    pub first_wait: Duration,
    /// The longest wait. An endpoint that asks for a longer one gets no further request.
    pub longest_wait: Duration,
    /// The most bytes of an answer.
    pub answer_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(10),
            request: Duration::from_secs(180),
            retries: 4,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(60),
            answer_bytes: 4 * 1024 * 1024,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment<'a>(variables: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn the_environment_says_where_requests_go() {
        let url = |base: Option<&str>, variables: &[(&str, &str)]| {
            Endpoint::from_environment(base, &environment(variables)).map(|endpoint| endpoint.url())
        };
        let key = ("OPENAI_API_KEY", "k");
        assert_eq!(url(None, &[key]).unwrap(), "https://api.openai.com/v1/chat/completions");
        let local = ("OPENAI_BASE_URL", "http://localhost:1/v1/");
        assert_eq!(url(None, &[local]).unwrap(), "http://localhost:1/v1/chat/completions");
        assert_eq!(url(Some("http://other/v1"), &[local]).unwrap(), "http://other/v1/chat/completions");
        let error = url(None, &[("OPENAI_API_KEY", " ")]).unwrap_err();
        assert_eq!(error.kind(), ModelErrorKind::Unauthorized);
        assert_eq!(
            error.to_string(),
            "OpenAI wants a key: set OPENAI_API_KEY (or OPENAI_BASE_URL for another endpoint)"
        );
    }

    #[test]
    fn a_key_does_not_show_itself() {
        let endpoint = Endpoint::new("http://user:password@localhost/v1", Some("sk-secret".into()));
        assert_eq!(format!("{endpoint:?}"), "Endpoint { key: Some([key]), .. }");
    }
}
