//! Sends one body and brings back one answer, or one error: time-outs, retries, limits.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use caravan_core::model::{ModelError, ModelErrorKind};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use reqwest::{Client, Response, StatusCode, Url};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use serde::Serialize;

use super::delay;
use super::endpoint::{Endpoint, Key, Limits};
use super::wire;

/// What is sent to one endpoint, and how.
pub(super) struct Transport {
    /// Who answers, as errors say it.
    name: String,
    client: Client,
    url: Url,
    key: Option<Key>,
    limits: Limits,
    is_public: bool,
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The client's own output could grow to hold headers; it is left out.
        f.debug_struct("Transport")
            .field("url", &shown(&self.url))
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// For good.
    Error(ModelError),
    /// The endpoint does not take the schema; without it, it may answer.
    SchemaRefused(ModelError),
}

impl Failure {
    pub(super) fn into_error(self) -> ModelError {
        match self {
            Failure::Error(error) | Failure::SchemaRefused(error) => error,
        }
    }
}

/// What became of one try.
enum Try {
    Answered(Vec<u8>),
    Failed(Failure),
    /// Worth another one, after the wait that was asked for.
    Again(ModelErrorKind, String, Option<Duration>),
}

impl Transport {
    pub(super) fn new(name: &str, endpoint: Endpoint, limits: Limits) -> Result<Transport, ModelError> {
        let wrong = |problem: String| ModelError::new(ModelErrorKind::Unreachable, problem);
        let text = endpoint.url();
        let url = Url::parse(&text)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or_else(|| {
                wrong("the base URL of the model's endpoint is no http or https URL".to_owned())
            })?;
        let is_public = endpoint.is_public();
        let key = endpoint.into_key();
        let mut headers = HeaderMap::new();
        if let Some(key) = &key {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", key.secret())).map_err(|_| {
                ModelError::new(
                    ModelErrorKind::Unauthorized,
                    "the API key holds characters that no header can hold",
                )
            })?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let client = Client::builder()
            .tls_backend_preconfigured(tls(url.scheme() == "https").map_err(wrong)?)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .user_agent(concat!("caravan/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .connect_timeout(limits.connect)
            .timeout(limits.request)
            .build()
            .map_err(|error| wrong(format!("no HTTP client can be made: {}", cause(&error))))?;
        Ok(Transport { name: name.to_owned(), client, url, key, limits, is_public })
    }

    pub(super) fn is_public(&self) -> bool {
        self.is_public
    }

    /// Sends the body until there is an answer, for at most as many times as the limits say.
    pub(super) async fn post(&self, body: &impl Serialize) -> Result<Vec<u8>, Failure> {
        let bytes = serde_json::to_vec(body).map_err(|error| {
            Failure::Error(self.error(
                ModelErrorKind::Provider,
                &format!("cannot be asked: the request is no JSON ({error})"),
            ))
        })?;
        let mut failed = 0;
        loop {
            let (kind, problem, asked) = match self.try_once(bytes.clone()).await {
                Try::Answered(answer) => return Ok(answer),
                Try::Failed(failure) => return Err(failure),
                Try::Again(kind, problem, asked) => (kind, problem, asked),
            };
            failed += 1;
            let wait = delay::before_next(&self.limits, failed, asked, fastrand::f64());
            match wait.filter(|_| failed <= self.limits.retries) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => {
                    let tries = if failed == 1 { String::new() } else { format!(" ({failed} tries)") };
                    let wish = match asked.filter(|asked| *asked > self.limits.longest_wait) {
                        Some(asked) => format!("; it asks to wait {} s", asked.as_secs()),
                        None => String::new(),
                    };
                    return Err(Failure::Error(self.error(kind, &format!("{problem}{tries}{wish}"))));
                }
            }
        }
    }

    async fn try_once(&self, body: Vec<u8>) -> Try {
        let request = self.client.post(self.url.clone()).header(CONTENT_TYPE, "application/json").body(body);
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return self.not_sent(&error),
        };
        let status = response.status();
        let headers = response.headers().clone();
        if status.is_redirection() {
            return self.fail(ModelErrorKind::Provider, &self.redirected(&headers));
        }
        let content_type =
            headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("no content type");
        let is_json = content_type.to_ascii_lowercase().contains("json");
        if status.is_success() && !is_json {
            let problem = format!(
                "answered with `{}` instead of JSON; is the base URL right?",
                wire::one_line(content_type)
            );
            return self.fail(ModelErrorKind::Malformed, &problem);
        }
        let answer = match self.read(response).await {
            Ok(answer) => answer,
            // Of an error the status alone says enough.
            Err(_) if !status.is_success() => Vec::new(),
            Err(failed) => return failed,
        };
        if status.is_success() { Try::Answered(answer) } else { self.refused(status, &headers, &answer) }
    }

    async fn read(&self, mut response: Response) -> Result<Vec<u8>, Try> {
        let mut answer = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if answer.len() + chunk.len() > self.limits.answer_bytes => {
                    let problem =
                        format!("gave an answer of more than {} KiB", self.limits.answer_bytes / 1024);
                    return Err(self.fail(ModelErrorKind::Malformed, &problem));
                }
                Ok(Some(chunk)) => answer.extend_from_slice(&chunk),
                Ok(None) => return Ok(answer),
                Err(error) if error.is_timeout() => return Err(self.timed_out()),
                Err(error) => {
                    let problem = format!("broke off in the middle of an answer: {}", cause(&error));
                    return Err(Try::Again(ModelErrorKind::Unreachable, problem, None));
                }
            }
        }
    }

    fn not_sent(&self, error: &reqwest::Error) -> Try {
        if error.is_timeout() && !error.is_connect() {
            return self.timed_out();
        }
        let reason = match error.is_timeout() {
            true => format!("no connection within {}", seconds(self.limits.connect)),
            false => cause(error),
        };
        let problem = format!("cannot be reached at {}: {}", shown(&self.url), wire::one_line(&reason));
        if is_tls(error) {
            return self.fail(ModelErrorKind::Unreachable, &problem);
        }
        Try::Again(ModelErrorKind::Unreachable, problem, None)
    }

    fn timed_out(&self) -> Try {
        self.fail(
            ModelErrorKind::TimedOut,
            &format!("gave no answer within {}", seconds(self.limits.request)),
        )
    }

    fn redirected(&self, headers: &HeaderMap) -> String {
        let target =
            headers.get(LOCATION).and_then(|value| value.to_str().ok()).and_then(|to| self.url.join(to).ok());
        let target = target.map_or(String::new(), |to| format!(" to {}", shown(&to)));
        format!("answered with a redirect{target}, which is not followed; is the base URL right?")
    }

    /// An answer with an error's status.
    fn refused(&self, status: StatusCode, headers: &HeaderMap, answer: &[u8]) -> Try {
        let said = wire::error_text(answer);
        let words = said.as_deref().map_or(String::new(), |words| format!(": {}", wire::one_line(words)));
        let code = status.as_u16();
        let has_no_credit = wire::error_code(answer).as_deref() == Some("insufficient_quota");
        match code {
            401 | 403 if self.key.is_none() => {
                let problem = format!("wants a key: set OPENAI_API_KEY (status {code}{words})");
                self.fail(ModelErrorKind::Unauthorized, &problem)
            }
            401 | 403 => self.fail(
                ModelErrorKind::Unauthorized,
                &format!("does not accept the key (status {code}{words})"),
            ),
            429 if has_no_credit => {
                self.fail(ModelErrorKind::Provider, &format!("has no credit left (status 429{words})"))
            }
            408 | 409 | 425 | 429 | 500..=599 => {
                let what = if code == 429 { "is asked too often" } else { "has an error" };
                let problem = self.redacted(&format!("{what} (status {code}{words})"));
                Try::Again(ModelErrorKind::Provider, problem, delay::asked_for(headers, SystemTime::now()))
            }
            _ => {
                let error = self.error(
                    ModelErrorKind::Provider,
                    &format!("turned the request down (status {code}{words})"),
                );
                let about_schema = matches!(code, 400 | 404 | 415 | 422 | 501)
                    && said.is_some_and(|said| {
                        let said = said.to_lowercase();
                        ["response_format", "json_schema", "schema", "structured output"]
                            .iter()
                            .any(|word| said.contains(word))
                    });
                Try::Failed(if about_schema { Failure::SchemaRefused(error) } else { Failure::Error(error) })
            }
        }
    }

    fn fail(&self, kind: ModelErrorKind, problem: &str) -> Try {
        Try::Failed(Failure::Error(self.error(kind, problem)))
    }

    fn error(&self, kind: ModelErrorKind, problem: &str) -> ModelError {
        ModelError::new(kind, self.redacted(&format!("{} {problem}", self.name)))
    }

    fn redacted(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.redact(text))
    }
}

/// TLS with ring; the certificates are the operating system's, for `https` alone.
fn tls(is_used: bool) -> Result<ClientConfig, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("TLS cannot be set up: {error}"))?;
    if !is_used {
        return Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth());
    }
    let builder = builder.with_platform_verifier().map_err(|error| {
        format!("the system's certificates cannot be read: {error} (on Debian: install ca-certificates)")
    })?;
    Ok(builder.with_no_client_auth())
}

/// The innermost reason of an error, which is the one that says something.
fn cause(error: &dyn StdError) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

/// Whether TLS is behind the error. What an I/O error wraps is no source of it, so both ways are gone.
fn is_tls(error: &(dyn StdError + 'static)) -> bool {
    let wrapped = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    error.is::<rustls::Error>()
        || wrapped.is_some_and(|wrapped| is_tls(wrapped))
        || error.source().is_some_and(is_tls)
}

/// An address without what may be secret in it.
fn shown(url: &Url) -> String {
    let port = url.port().map_or(String::new(), |port| format!(":{port}"));
    format!("{}://{}{port}{}", url.scheme(), url.host_str().unwrap_or_default(), url.path())
}

fn seconds(duration: Duration) -> String {
    if duration.subsec_millis() == 0 {
        format!("{} s", duration.as_secs())
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}
