//! Sends bodies to one provider and brings back an answer or an error each: time-outs, retries, limits.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use caravan_core::model::{ModelError, ModelErrorKind};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION};
use reqwest::{Client, Response, StatusCode, Url};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use serde_json::Value as Json;

use super::ask::one_line;
use super::delay;
use super::dialect::Dialect;
use super::key::Key;
use super::limits::Limits;
use super::pace::{Pace, Rates};
use crate::recording::{Recording, Sent};

/// What is sent to one provider, and how.
pub(super) struct Transport {
    client: Client,
    /// Without a slash at its end.
    base_url: String,
    key: Option<Key>,
    /// The variables that the key is looked for in.
    key_names: String,
    limits: Limits,
    pace: Pace,
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The client's own output could grow to hold headers; it is left out.
        f.debug_struct("Transport")
            .field("url", &self.shown_url())
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// One request on its way.
pub(super) struct Parcel<'a> {
    /// Who answers, as errors say it.
    pub(super) name: &'a str,
    pub(super) path: String,
    pub(super) body: &'a Json,
    /// Where it is written down.
    pub(super) recording: Option<&'a Recording>,
    /// Who asks, and how.
    pub(super) note: Note<'a>,
}

/// What a recording says of a request besides the request.
#[derive(Clone, Copy)]
pub(super) struct Note<'a> {
    pub(super) agent: &'a str,
    pub(super) role: &'a str,
    pub(super) way: Option<&'a str>,
    pub(super) provider: &'a str,
}

/// Words of those who do not take a way of asking for a schema: of the fields that it needs, of schemas and
/// grammars, and, at OpenRouter, that nobody takes all of the request.
const WAYS: &[&str] = &[
    "response_format",
    "schema",
    "structured output",
    "output_config",
    "output_format",
    "format",
    "tool",
    "function",
    "grammar",
    "endpoints found",
];

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// For good.
    Error(ModelError),
    /// The provider does not take this way of asking for a schema; in another, it may answer.
    WayRefused(ModelError),
}

impl Failure {
    pub(super) fn into_error(self) -> ModelError {
        match self {
            Failure::Error(error) | Failure::WayRefused(error) => error,
        }
    }
}

/// What became of one try.
enum Try {
    Answered(Json),
    Failed(Failure),
    /// Worth another one, after the wait that was asked for.
    Again(ModelErrorKind, String, Option<Duration>),
}

/// What came back in one try, for the recording.
#[derive(Default)]
struct CameBack {
    status: Option<u16>,
    text: Vec<u8>,
}

impl Transport {
    /// Nothing is sent yet.
    pub(super) fn new(
        base_url: &str,
        key: Option<Key>,
        key_names: String,
        dialect: &'static dyn Dialect,
        limits: Limits,
        rates: Rates,
    ) -> Result<Transport, String> {
        let url = Url::parse(base_url)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or("its base URL is no http or https URL")?;
        let mut headers = HeaderMap::new();
        for (name, value) in dialect.headers() {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        if let Some(key) = &key {
            let (name, value) = dialect.authorization(key.secret());
            let mut value = HeaderValue::from_str(&value)
                .map_err(|_| "the API key holds characters that no header can hold")?;
            value.set_sensitive(true);
            headers.insert(HeaderName::from_static(name), value);
        }
        let client = client(url.scheme() == "https", headers, limits.connect, limits.request)?;
        let base_url = base_url.trim_end_matches('/').to_owned();
        Ok(Transport { client, base_url, key, key_names, limits, pace: Pace::new(rates) })
    }

    pub(super) fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Where it is, without what may be secret in the address.
    pub(super) fn shown_url(&self) -> String {
        Url::parse(&self.base_url).map_or_else(|_| String::new(), |url| shown(&url))
    }

    /// Puts right what the pace guessed: the tokens that the answer to this body says it took.
    pub(super) fn took(&self, body: &Json, tokens: u64) {
        if tokens > 0 {
            self.pace.correct(guessed_tokens(body), tokens);
        }
    }

    /// Sends the body until there is an answer, for at most as many times as the limits say. An answer is
    /// used only once all of it is there, so that nothing of one that is sent for again has been used.
    pub(super) async fn post(&self, parcel: &Parcel<'_>) -> Result<Json, Failure> {
        let url = Url::parse(&format!("{}{}", self.base_url, parcel.path)).map_err(|_| {
            let problem = "has no address that a request can go to";
            Failure::Error(self.error(parcel, ModelErrorKind::Unreachable, problem))
        })?;
        let guessed = guessed_tokens(parcel.body);
        let mut failed = 0;
        loop {
            self.pace.wait(guessed).await;
            let start = Instant::now();
            let mut back = CameBack::default();
            let result = self.try_once(parcel, &url, &mut back).await;
            self.record(parcel, &url, failed + 1, start, &back, &result).map_err(Failure::Error)?;
            let (kind, problem, asked) = match result {
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
                    return Err(Failure::Error(self.error(parcel, kind, &format!("{problem}{tries}{wish}"))));
                }
            }
        }
    }

    async fn try_once(&self, parcel: &Parcel<'_>, url: &Url, back: &mut CameBack) -> Try {
        let request = self
            .client
            .post(url.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(parcel.body.to_string());
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return self.not_sent(parcel, url, &error),
        };
        let status = response.status();
        back.status = Some(status.as_u16());
        let headers = response.headers().clone();
        if status.is_redirection() {
            return self.fail(parcel, ModelErrorKind::Provider, &redirected(url, &headers));
        }
        let content_type =
            headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("no content type");
        let is_json = content_type.to_ascii_lowercase().contains("json");
        if status.is_success() && !is_json {
            let problem =
                format!("answered with `{}` instead of JSON; is the base URL right?", one_line(content_type));
            return self.fail(parcel, ModelErrorKind::Malformed, &problem);
        }
        match self.read(parcel, response, &mut back.text).await {
            Ok(()) => {}
            // Of an error the status alone says enough.
            Err(_) if !status.is_success() => back.text.clear(),
            Err(failed) => return failed,
        }
        if !status.is_success() {
            return self.refused(parcel, status, &headers, &back.text);
        }
        match serde_json::from_slice::<Json>(&back.text) {
            Ok(answer) => Try::Answered(match &self.key {
                Some(key) => key.redact_json(answer),
                None => answer,
            }),
            Err(error) => {
                let problem = format!(
                    "answered with JSON that breaks off or is wrong: {}",
                    one_line(&error.to_string())
                );
                self.fail(parcel, ModelErrorKind::Malformed, &problem)
            }
        }
    }

    async fn read(
        &self,
        parcel: &Parcel<'_>,
        mut response: Response,
        answer: &mut Vec<u8>,
    ) -> Result<(), Try> {
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if answer.len() + chunk.len() > self.limits.answer_bytes => {
                    let problem =
                        format!("gave an answer of more than {} KiB", self.limits.answer_bytes / 1024);
                    return Err(self.fail(parcel, ModelErrorKind::Malformed, &problem));
                }
                Ok(Some(chunk)) => answer.extend_from_slice(&chunk),
                Ok(None) => return Ok(()),
                Err(error) if error.is_timeout() => return Err(self.timed_out(parcel)),
                Err(error) => {
                    let problem = format!("broke off in the middle of an answer: {}", cause(&error));
                    return Err(Try::Again(ModelErrorKind::Unreachable, problem, None));
                }
            }
        }
    }

    fn not_sent(&self, parcel: &Parcel<'_>, url: &Url, error: &reqwest::Error) -> Try {
        if error.is_timeout() && !error.is_connect() {
            return self.timed_out(parcel);
        }
        let reason = match error.is_timeout() {
            true => format!("no connection within {}", seconds(self.limits.connect)),
            false => cause(error),
        };
        let problem = format!("cannot be reached at {}: {}", shown(url), one_line(&reason));
        if is_tls(error) {
            return self.fail(parcel, ModelErrorKind::Unreachable, &problem);
        }
        Try::Again(ModelErrorKind::Unreachable, problem, None)
    }

    fn timed_out(&self, parcel: &Parcel<'_>) -> Try {
        let problem = format!("gave no answer within {}", seconds(self.limits.request));
        self.fail(parcel, ModelErrorKind::TimedOut, &problem)
    }

    /// An answer with an error's status.
    fn refused(&self, parcel: &Parcel<'_>, status: StatusCode, headers: &HeaderMap, answer: &[u8]) -> Try {
        let json: Option<Json> = serde_json::from_slice(answer).ok();
        let said = error_text(json.as_ref(), answer);
        let words = said.as_deref().map_or(String::new(), |words| format!(": {}", one_line(words)));
        let number = status.as_u16();
        let code = json.as_ref().and_then(error_code);
        let lower = said.as_deref().unwrap_or_default().to_lowercase();
        let is_about_key =
            matches!(number, 401 | 403) || (number == 400 && lower.contains("api key not valid"));
        match number {
            _ if is_about_key && self.key.is_none() => {
                let problem = format!("wants a key: set {} (status {number}{words})", self.key_names);
                self.fail(parcel, ModelErrorKind::Unauthorized, &problem)
            }
            _ if is_about_key => {
                let problem = format!("does not accept the key (status {number}{words})");
                self.fail(parcel, ModelErrorKind::Unauthorized, &problem)
            }
            _ if code.as_deref() == Some("content_filter") => {
                let problem = format!("gave no answer: its content filter stopped the request{words}");
                self.fail(parcel, ModelErrorKind::Filtered, &problem)
            }
            402 => self.fail(
                parcel,
                ModelErrorKind::Provider,
                &format!("has no credit left (status {number}{words})"),
            ),
            429 if code.as_deref() == Some("insufficient_quota") => self.fail(
                parcel,
                ModelErrorKind::Provider,
                &format!("has no credit left (status {number}{words})"),
            ),
            408 | 409 | 425 | 429 | 500..=599 => {
                let what = if number == 429 { "is asked too often" } else { "has an error" };
                let problem = self.redacted(&format!("{what} (status {number}{words})"));
                let asked = delay::asked_for(headers, SystemTime::now())
                    .or_else(|| json.as_ref().and_then(delay::asked_for_in));
                Try::Again(ModelErrorKind::Provider, problem, asked)
            }
            _ => {
                let problem = format!("turned the request down (status {number}{words})");
                let error = self.error(parcel, ModelErrorKind::Provider, &problem);
                let about_way = matches!(number, 400 | 404 | 415 | 422 | 501)
                    && WAYS.iter().any(|word| lower.contains(word));
                Try::Failed(if about_way { Failure::WayRefused(error) } else { Failure::Error(error) })
            }
        }
    }

    fn fail(&self, parcel: &Parcel<'_>, kind: ModelErrorKind, problem: &str) -> Try {
        Try::Failed(Failure::Error(self.error(parcel, kind, problem)))
    }

    fn error(&self, parcel: &Parcel<'_>, kind: ModelErrorKind, problem: &str) -> ModelError {
        ModelError::new(kind, self.redacted(&format!("{} {problem}", parcel.name)))
    }

    pub(super) fn redacted(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.redact(text))
    }

    fn record(
        &self,
        parcel: &Parcel<'_>,
        url: &Url,
        number: u32,
        start: Instant,
        back: &CameBack,
        result: &Try,
    ) -> Result<(), ModelError> {
        let Some(recording) = parcel.recording else { return Ok(()) };
        let clean = |json: Json| match &self.key {
            Some(key) => key.redact_json(json),
            None => json,
        };
        let text = String::from_utf8_lossy(&back.text);
        let answer = match serde_json::from_slice(&back.text) {
            Ok(json) => clean(json),
            Err(_) => clean(Json::String(text.into_owned())),
        };
        let error = match result {
            Try::Answered(_) => None,
            Try::Failed(Failure::Error(error) | Failure::WayRefused(error)) => Some(error.to_string()),
            Try::Again(_, problem, _) => Some(self.redacted(problem)),
        };
        recording.sent(&Sent {
            role: parcel.note.role,
            agent: parcel.note.agent,
            provider: parcel.note.provider,
            url: shown(url),
            way: parcel.note.way,
            number,
            body: clean(parcel.body.clone()),
            status: back.status,
            answer: Some(answer).filter(|_| !back.text.is_empty()),
            error,
            milliseconds: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// What a body comes to in tokens, about: four bytes each.
fn guessed_tokens(body: &Json) -> u64 {
    u64::try_from(body.to_string().len() / 4).unwrap_or(u64::MAX)
}

fn redirected(url: &Url, headers: &HeaderMap) -> String {
    let target = headers.get(LOCATION).and_then(|value| value.to_str().ok()).and_then(|to| url.join(to).ok());
    let target = target.map_or(String::new(), |to| format!(" to {}", shown(&to)));
    format!("answered with a redirect{target}, which is not followed; is the base URL right?")
}

/// What an error's body says.
fn error_text(json: Option<&Json>, bytes: &[u8]) -> Option<String> {
    match json {
        Some(json) => {
            let error = json.get("error").unwrap_or(json);
            let message = error.get("message").or_else(|| error.get("detail")).unwrap_or(error);
            message.as_str().map(str::to_owned)
        }
        None => {
            let text = String::from_utf8_lossy(bytes);
            Some(text.trim().to_owned()).filter(|text| !text.is_empty() && !text.starts_with('<'))
        }
    }
}

fn error_code(json: &Json) -> Option<String> {
    json.get("error")?.get("code")?.as_str().map(str::to_owned)
}

/// A client of HTTP that follows no redirects and sends these headers. `connect` is the longest time for a connection, `request`
/// that for an answer; TLS is set up for `https` alone.
///
/// # Errors
///
/// TLS cannot be set up: for people, lower case, no full stop.
pub fn client(
    is_https: bool,
    headers: HeaderMap,
    connect: Duration,
    request: Duration,
) -> Result<Client, String> {
    Client::builder()
        .tls_backend_preconfigured(tls(is_https)?)
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .user_agent(concat!("caravan/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .connect_timeout(connect)
        .timeout(request)
        .build()
        .map_err(|error| format!("no HTTP client can be made: {}", cause(&error)))
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
