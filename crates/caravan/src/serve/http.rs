//! The service over HTTP: MCP at `/mcp`, chat completions, runs, health and metrics.
//!
//! Every route but `/health` wants the bearer token. A request that a browser makes for a page from elsewhere is refused by
//! its `Origin`, one that reached this machine by a foreign name by its `Host`. Whoever has the token is one principal.

mod chat;
mod conversations;
mod listening;
mod metrics;
mod runs;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::desk::ClientDesk;
use super::engine::Engine;

pub use listening::serve;

/// What the service is told.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The token that requests have to bear.
    pub token: String,
    /// Names, beside those of this machine's loopback, by which it may be reached, without port.
    pub hosts: Vec<String>,
    /// Pages whose scripts may call it, as `https://app.example.com`.
    pub origins: Vec<String>,
    /// The largest body of a request, in bytes.
    pub most_bytes: usize,
    /// How long an MCP session lasts in which nothing happens.
    pub idle: Duration,
}

struct Door {
    settings: HttpSettings,
}

/// The trace that a request is part of, if it says so.
fn trace_of(headers: &HeaderMap) -> HashMap<String, String> {
    let told = |name: &str| Some((name.to_owned(), headers.get(name)?.to_str().ok()?.to_owned()));
    ["traceparent", "tracestate"].into_iter().filter_map(told).collect()
}

/// The routes of the service.
pub fn router(engine: &Engine, settings: HttpSettings) -> Router {
    let (for_desks, mcp_settings) = (
        engine.clone(),
        caravan_mcp::serve::HttpSettings { most_bytes: settings.most_bytes, idle: settings.idle },
    );
    let mcp = caravan_mcp::serve::http(move || Arc::new(ClientDesk::new(for_desks.clone())), &mcp_settings);
    let most_bytes = settings.most_bytes;
    let door = Arc::new(Door { settings });
    let guarded = Router::new()
        .nest_service("/mcp", mcp)
        .route("/v1/models", get(chat::models))
        .route("/v1/chat/completions", post(chat::complete))
        .route("/v1/runs", get(runs::list).post(runs::begin))
        .route("/v1/runs/{id}", get(runs::status).delete(runs::cancel))
        .route("/v1/runs/{id}/trace", get(runs::trace))
        .route("/v1/runs/{id}/approvals/{call}", post(runs::approve))
        .route("/v1/conversations", post(conversations::begin))
        .route("/v1/conversations/{name}", get(conversations::status).delete(conversations::end))
        .route("/metrics", get(metrics::show))
        .layer(DefaultBodyLimit::max(most_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), admit));
    Router::new()
        .route("/health", get(health))
        .merge(guarded)
        .fallback(|| async { problem(StatusCode::NOT_FOUND, "not_found", "there is nothing here") })
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(door, same_origin))
        .with_state(engine.clone())
}

/// Whether an address is reached from this machine alone.
pub fn is_loopback(address: &SocketAddr) -> bool {
    match address.ip() {
        IpAddr::V4(ip) => ip.is_loopback(),
        IpAddr::V6(ip) => ip.is_loopback(),
    }
}

/// A token that nobody can guess.
pub fn made_up_token() -> String {
    format!("{}{}", uuid::Uuid::new_v4().simple(), uuid::Uuid::new_v4().simple())
}

async fn wrong_method(method: Method, uri: Uri) -> Response {
    let message = format!("{} takes no {method}", uri.path());
    problem(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", &message)
}

async fn health() -> Json<Value> {
    Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))
}

/// Refuses what a browser asks for on behalf of a page from elsewhere.
async fn same_origin(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let settings = &door.settings;
    if !is_for_us(request.headers(), request.uri(), &settings.hosts) {
        let message = "this host is not served here; `--allow-host NAME` allows it";
        return problem(StatusCode::FORBIDDEN, "host_not_allowed", message);
    }
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    if !origins.all(|origin| settings.origins.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes())) {
        let message = "pages from there may not call this service; `--allow-origin ORIGIN` allows it";
        return problem(StatusCode::FORBIDDEN, "origin_not_allowed", message);
    }
    next.run(request).await
}

/// Whether a request is for one of our names, and for no other: it may name its host several times.
pub(crate) fn is_for_us(headers: &HeaderMap, uri: &Uri, others: &[String]) -> bool {
    let named = headers.get_all(header::HOST).iter().map(|host| host.to_str().ok());
    let mut hosts = named.chain(uri.authority().map(|authority| Some(authority.as_str()))).peekable();
    hosts.peek().is_some() && hosts.all(|host| host.is_some_and(|host| is_ours(host, others)))
}

/// Whether a `Host` names this machine's loopback or one of these.
fn is_ours(host: &str, others: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let ours = ["localhost", "127.0.0.1", "[::1]"];
    ours.iter().any(|known| name.eq_ignore_ascii_case(known))
        || others.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Wants the token.
async fn admit(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    if bears(request.headers(), &door.settings.token) {
        let ends_session = request.method() == Method::DELETE && request.uri().path() == "/mcp";
        let mut response = next.run(request).await;
        if ends_session && response.status() == StatusCode::ACCEPTED {
            // A client that is told no more than that this was taken in warns its user.
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        return response;
    }
    let mut response = problem(
        StatusCode::UNAUTHORIZED,
        "unauthorized",
        "the request bears no valid token: `Authorization: Bearer TOKEN`",
    );
    response.headers_mut().insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
    response
}

fn bears(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| {
        let (scheme, given) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(given.trim())
    });
    given.is_some_and(|given| is_same(given.as_bytes(), token.as_bytes()))
}

/// Compares in a time that tells nothing of where two texts differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let different = a.iter().zip(b).fold(0_u8, |different, (a, b)| different | (a ^ b));
    a.len() == b.len() && different == 0
}

/// `{error: {message, type, code}}`, the form that clients of chat completions know.
fn problem(status: StatusCode, code: &str, message: &str) -> Response {
    let kind = if status.is_server_error() { "server_error" } else { "invalid_request_error" };
    let body = json!({"error": {"message": message, "type": kind, "code": code}});
    (status, Json(body)).into_response()
}

/// The body of a request, which the router bounds.
type RequestBody = Result<Bytes, BytesRejection>;

/// The body of a request as JSON; else what to answer.
fn json_body(body: RequestBody) -> Result<Value, NoJson> {
    let bytes = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => NoJson::TooLarge,
        _ => NoJson::Broken,
    })?;
    serde_json::from_slice(&bytes).map_err(NoJson::Wrong)
}

/// A body that is no JSON.
enum NoJson {
    TooLarge,
    Broken,
    Wrong(serde_json::Error),
}

impl IntoResponse for NoJson {
    fn into_response(self) -> Response {
        let (status, code, message) = match self {
            NoJson::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "the body of the request is too large".to_owned(),
            ),
            NoJson::Broken => {
                (StatusCode::BAD_REQUEST, "no_body", "the body of the request did not come whole".to_owned())
            }
            NoJson::Wrong(error) => {
                (StatusCode::BAD_REQUEST, "not_json", format!("the body of the request is no JSON: {error}"))
            }
        };
        problem(status, code, &message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_ours_by_its_loopback_names_and_those_that_were_allowed() {
        let others = ["caravan.example.com".to_owned()];
        for host in
            ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "caravan.example.com:443"]
        {
            assert!(is_ours(host, &others), "{host}");
        }
        for host in
            ["evil.com", "localhost.evil.com", "127.0.0.1.evil.com:80", "evil.com:127", "", "127.0.0.1:x"]
        {
            assert!(!is_ours(host, &others), "{host}");
        }
    }

    #[test]
    fn a_request_that_names_several_hosts_is_for_us_if_all_of_them_are() {
        let headers = |hosts: &[&str]| {
            HeaderMap::from_iter(hosts.iter().map(|host| (header::HOST, host.parse().unwrap())))
        };
        let (path, ours, theirs) = ("/health", "http://localhost/health", "http://evil.com/health");
        for (hosts, uri, is_for) in [
            (&["localhost"][..], path, true),
            (&["localhost"], ours, true),
            (&[], ours, true),
            (&[], path, false),
            (&["localhost", "evil.com"], path, false),
            (&["evil.com", "localhost"], path, false),
            (&["localhost"], theirs, false),
            (&["localhost"], "http://localhost@evil.com/", false),
        ] {
            assert_eq!(is_for_us(&headers(hosts), &uri.parse().unwrap(), &[]), is_for, "{hosts:?} {uri}");
        }
    }

    #[test]
    fn a_token_is_compared_whole() {
        let headers = |value: &str| HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]);
        assert!(bears(&headers("Bearer secret"), "secret"));
        assert!(bears(&headers("bearer secret"), "secret"));
        for value in
            ["Bearer secre", "Bearer secrets", "Bearer", "secret", "Basic secret", "Bearer Secret", "Bearer "]
        {
            assert!(!bears(&headers(value), "secret"), "{value}");
        }
        assert!(!bears(&HeaderMap::new(), "secret"));
    }
}
