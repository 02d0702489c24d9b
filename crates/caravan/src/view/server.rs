//! The page on this machine: read-only, on the loopback, under an address that nobody can guess.
//!
//! Other programs and users of the machine reach a port of the loopback, and pages of strangers reach it by a name of theirs
//! that leads here. So whoever asks has to know the address, which is told to who began it, and to ask for this machine by a
//! name of its own.

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

use super::page::{self, Place};
use super::{Answer, Question, Refusal, Subject};
use crate::serve::http;

/// Where a page is served.
#[derive(Clone, Debug)]
pub struct Address {
    /// The whole address.
    pub url: String,
    secret: String,
}

impl Address {
    /// An address on the port that a listener has.
    ///
    /// # Errors
    ///
    /// It has none.
    pub fn of(listener: &TcpListener) -> std::io::Result<Address> {
        let secret = http::made_up_token();
        Ok(Address { url: format!("http://{}/{secret}/", listener.local_addr()?), secret })
    }
}

type Asked = (Question, oneshot::Sender<Result<Answer, Refusal>>);

/// Serves until the process ends.
///
/// # Errors
///
/// The thread that reads does not start, or the service fails.
pub async fn serve(listener: TcpListener, address: &Address, mut subject: Subject) -> std::io::Result<()> {
    let (ask, mut asked) = mpsc::channel::<Asked>(64);
    // What a run was is found out by doing it again, which may take a while and has servers of MCP asked.
    std::thread::Builder::new().name("view".to_owned()).spawn(move || {
        while let Some((question, reply)) = asked.blocking_recv() {
            // Whoever has gone needs no answer.
            let _ = reply.send(subject.answer(&question));
        }
    })?;
    http::serve(listener, router(&address.secret, ask)).await
}

fn router(secret: &str, ask: mpsc::Sender<Asked>) -> Router {
    let at = |what: &str| format!("/{secret}/{what}");
    // The slash at the end belongs to the address: what the page asks for is found from there.
    Router::new()
        .route(&at(""), get(|State(ask): Asking| answer(ask, Question::Page)))
        .route(&at("runs"), get(|State(ask): Asking| answer(ask, Question::Runs)))
        .route(
            &at("run"),
            get(|State(ask): Asking, Query(of): Query<OfRun>| answer(ask, Question::Run(of.run))),
        )
        .route(&at("value"), get(value))
        .route(
            &at("case"),
            get(|State(ask): Asking, Query(of): Query<OfCase>| answer(ask, Question::Case(of.number))),
        )
        .with_state(Arc::new(ask))
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is nothing here\n") })
        .layer(middleware::from_fn(guarded))
}

type Asking = State<Arc<mpsc::Sender<Asked>>>;

#[derive(Deserialize)]
struct OfRun {
    run: String,
}

#[derive(Deserialize)]
struct OfValue {
    run: String,
    name: String,
}

#[derive(Deserialize)]
struct OfCase {
    number: usize,
}

async fn value(State(ask): Asking, Query(of): Query<OfValue>) -> Response {
    answer(ask, Question::Value { run: of.run, name: of.name }).await
}

async fn answer(ask: Arc<mpsc::Sender<Asked>>, question: Question) -> Response {
    let (reply, answer) = oneshot::channel();
    // If the thread that reads is gone, so is the other end of the answer's channel.
    let _ = ask.send((question, reply)).await;
    match answer.await {
        Ok(Ok(Answer::Page(page))) => {
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
        }
        Ok(Ok(Answer::Data(data))) => Json(data).into_response(),
        Ok(Err(Refusal(why))) => (StatusCode::NOT_FOUND, Json(json!({"problem": why}))).into_response(),
        Err(_) => {
            let problem = Json(json!({"problem": "what reads the journal has failed"}));
            (StatusCode::INTERNAL_SERVER_ERROR, problem).into_response()
        }
    }
}

/// Refuses what is for another host, and says of every answer what a browser may do with it.
async fn guarded(request: Request, next: Next) -> Response {
    if !http::is_for_us(request.headers(), request.uri(), &[]) {
        return (StatusCode::FORBIDDEN, "this host is not served here\n").into_response();
    }
    let mut response = next.run(request).await;
    let policy = format!("{}; frame-ancestors 'none'", page::policy(Place::Served));
    let told = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in told {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
