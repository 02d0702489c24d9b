//! Caravan as an MCP server: two tools, whoever is behind them; and, apart from that, tools as they are ([`PlainTools`]).
//!
//! A [`Desk`] is what one client deals with: it answers `ask` and `run_plan`. This module is the protocol round it: the
//! tools' descriptions, progress, cancellation, and approvals through elicitation. What a desk tells has passed the gate
//! of caravan-core; nothing here adds to it.
//!
//! Cancellation is dropping: when a client cancels a call or closes its session, the desk's future is dropped.
//!
//! Protocol versions up to 2025-11-25 are spoken. Later ones forbid requests from server to client, and so a person's
//! approval in the middle of a call.

mod approval;
mod handler;
mod plain;
mod progress;
mod shown;
mod tools;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use caravan_core::approval::Approver;
use caravan_core::model::BoxFuture;
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value as Json;

pub use handler::Handler;
pub use plain::{PlainFailure, PlainTool, PlainTools, stdio_tools};
pub use shown::{approval_text, visible};

/// How many sessions over HTTP may be open at the same time. Each holds a guide and references for as long as it may idle.
const MOST_SESSIONS: usize = 1024;

/// What one client deals with. Values of one desk are out of reach for every other.
pub trait Desk: Send + Sync + 'static {
    /// What a model has to know to write plans: the planner's guide, and what there is to call.
    fn guide(&self) -> String;

    /// Gives an instruction to the system of agents.
    fn ask<'a>(&'a self, instruction: &'a str, caller: Caller) -> BoxFuture<'a, Told>;

    /// Checks and runs a plan by the client's own model.
    fn run_plan<'a>(&'a self, program: &'a str, caller: Caller) -> BoxFuture<'a, Told>;
}

/// Who made a call, as far as it can be reached while the call lasts.
#[derive(Clone)]
pub struct Caller {
    /// Takes notes of progress.
    pub progress: Arc<dyn Progress>,
    /// The person to ask for approvals.
    pub approver: Arc<dyn Approver>,
    /// The trace that the call is part of, if the client says so: `traceparent` and `tracestate` of W3C Trace Context.
    pub trace: HashMap<String, String>,
}

/// Takes notes of how far a call got. They are for people, and made of the configuration's words alone.
pub trait Progress: Send + Sync {
    /// So many steps are done, and this is the next.
    fn note(&self, done: u32, next: &str);
}

/// What a call comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// For programs.
    pub structured: Json,
    /// The same for models.
    pub text: String,
    /// Whether the call failed.
    pub is_error: bool,
}

/// Serves one client on standard input and output until it closes them.
///
/// # Errors
///
/// The client does not speak the protocol, or the streams fail.
pub async fn stdio(desk: Arc<dyn Desk>) -> Result<(), String> {
    let running = match Handler::new(desk).serve(rmcp::transport::io::stdio_pipes()).await {
        Ok(running) => running,
        // A client that goes away before it said anything has had no wish.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    running.waiting().await.map(|_| ()).map_err(|error| error.to_string())
}

/// What streamable HTTP is told.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The largest body of a request, in bytes.
    pub most_bytes: usize,
    /// How long a session lasts in which nothing happens.
    pub idle: Duration,
}

/// MCP over streamable HTTP, a new desk for each session. Host, origin and token are for whoever routes to it to check.
pub fn http(
    desk: impl Fn() -> Arc<dyn Desk> + Send + Sync + 'static,
    settings: &HttpSettings,
) -> StreamableHttpService<Handler, LocalSessionManager> {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(settings.idle);
    let sessions = Arc::new(sessions);
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_max_request_body_bytes(settings.most_bytes);
    let of_handlers = Arc::clone(&sessions);
    let handler = move || {
        // A lock that is held for the moment is no reason to turn somebody away.
        if of_handlers.sessions.try_read().is_ok_and(|open| open.len() >= MOST_SESSIONS) {
            return Err(std::io::Error::other(
                "as many sessions as may be are open: close one, or try again later",
            ));
        }
        Ok(Handler::new(desk()).with_sessions(Arc::clone(&of_handlers)))
    };
    StreamableHttpService::new(handler, sessions, config)
}
