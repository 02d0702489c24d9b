//! One connection to a server, from its start to its end.

#![expect(deprecated, reason = "servers of the older revisions send log messages")]

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::ClientHandler;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotification, CancelledNotificationParam,
    ClientCapabilities, ClientConfig, ClientNotification, ClientRequest, Implementation, ListToolsRequest,
    LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    RequestMetaObject, ServerNotification, ServerResult, SubscriptionFilter,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, NotificationContext, Peer,
    PeerRequestOptions, RoleClient, RunningService, ServiceError,
};
use serde_json::{Map, Value as Json};
use tokio::sync::{Mutex, oneshot};

use super::err::{ServerError, cut};
use super::http;
use super::listing::{Identity, ListedTool, Listing};
use super::meter::{Meter, Metered};
use super::notice::{NoticeKind, Notices};
use super::process::Process;
use super::result::Raw;
use super::spec::{ServerSpec, Transport};

/// How much of a server's last words people are told.
const LAST_WORDS: usize = 300;

/// A connection that is open, or was.
#[derive(Debug)]
pub(super) struct Connection {
    name: String,
    service: RunningService<RoleClient, Listener>,
    process: Mutex<Option<Process>>,
    meter: Arc<Meter>,
    most: usize,
}

/// How a call came out that gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CallError {
    /// The server said no, or nothing that can be used.
    Failed(String),
    /// It took too long; the server was told to stop.
    TimedOut(Duration),
    /// Nobody waits for it any more; the server was told to stop.
    Cancelled,
    /// The server ended, or was ended.
    Ended(String),
    /// It sent more than it may, and was ended for that.
    TooMuch(String),
}

/// Hears what a server says without being asked. None of it goes anywhere but to people.
#[derive(Debug)]
struct Listener {
    server: String,
    notices: Notices,
    /// The revision that it proposes where there is a handshake.
    version: ProtocolVersion,
    changes: Arc<Changes>,
}

/// What a server has said of its list of tools since it was first asked.
#[derive(Debug)]
struct Changes {
    server: String,
    notices: Notices,
    tools: AtomicBool,
}

impl Changes {
    /// The server says that its tools have changed. People are told once.
    fn note(&self) {
        if !self.tools.swap(true, Ordering::Relaxed) {
            let text =
                "says that its tools have changed; what it listed when it was first asked stays in use";
            self.notices.tell(&self.server, NoticeKind::ToolsChanged, text);
        }
    }

    /// In the newest revision a server tells of changes only to whom has asked for that. One that does not is not heard.
    async fn listen(self: Arc<Changes>, peer: Peer<RoleClient>) {
        let wanted = SubscriptionFilter::builder().tools_list_changed().build();
        let Ok(mut subscription) = peer.listen(wanted).await else { return };
        while let Ok(Some(notification)) = subscription.next().await {
            if let ServerNotification::ToolListChangedNotification(_) = notification {
                self.note();
            }
        }
    }
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        // It can do nothing for a server: no sampling, no roots, no elicitation.
        ClientConfig::new(
            ClientCapabilities::default(),
            Implementation::new("caravan", env!("CARGO_PKG_VERSION")),
        )
        .with_protocol_version(self.version.clone())
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.note();
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let of = params.total.map(|total| format!(" of {total}")).unwrap_or_default();
        let message =
            params.message.map(|message| format!(": {}", cut(&message, LAST_WORDS))).unwrap_or_default();
        self.notices.tell(
            &self.server,
            NoticeKind::Progress,
            format!("is at {}{of}{message}", params.progress),
        );
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let said = match &params.data {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.notices.tell(&self.server, NoticeKind::Log, format!("logs: {}", cut(&said, LAST_WORDS)));
    }
}

/// What a request says of the trace that it is part of.
fn meta_of(trace: &HashMap<String, String>) -> Option<RequestMetaObject> {
    let mut meta = RequestMetaObject::default();
    meta.set_traceparent(trace.get("traceparent")?);
    if let Some(state) = trace.get("tracestate").filter(|state| !state.is_empty()) {
        meta.set_tracestate(state);
    }
    Some(meta)
}

impl Connection {
    /// Starts the server, or reaches out to it.
    pub(super) async fn open(
        name: &str,
        spec: &ServerSpec,
        notices: &Notices,
    ) -> Result<Connection, ServerError> {
        let versions = versions(name, spec.protocol.as_deref())?;
        let opening = async {
            match Connection::attempt(name, spec, notices, &versions, lifecycle(&versions)).await {
                // A server of before the newest revision may not bear being asked for it.
                Err(Trouble::Handshake(_)) if versions.len() > 1 => {
                    Connection::attempt(name, spec, notices, &versions, ClientLifecycleMode::Initialize).await
                }
                other => other,
            }
        };
        let opened = tokio::time::timeout(spec.bounds.start, opening).await.unwrap_or_else(|_| {
            Err(Trouble::Other(
                ServerError::new(
                    name,
                    format!("did not answer within {} seconds of its start", spec.bounds.start.as_secs_f64()),
                )
                .with_remedy("see whether it starts by hand; if it only needs longer, raise `start_seconds`"),
            ))
        });
        let connection = opened.map_err(|trouble| match trouble {
            Trouble::Handshake(error) | Trouble::Other(error) => error,
        })?;
        let version = connection.service.peer_info().map(|info| info.protocol_version.clone());
        match version {
            Some(version) if !versions.contains(&version) && !older(&version) => Err(ServerError::new(
                name,
                format!("speaks another revision of the protocol: {}", cut(version.as_str(), 40)),
            )
            .with_remedy(format!("the revisions spoken here are {}", listed(&versions)))),
            Some(version) if !version.has_initialize() => {
                let changes = Arc::clone(&connection.service.service().changes);
                tokio::spawn(changes.listen(connection.service.peer().clone()));
                Ok(connection)
            }
            _ => Ok(connection),
        }
    }

    async fn attempt(
        name: &str,
        spec: &ServerSpec,
        notices: &Notices,
        versions: &[ProtocolVersion],
        mode: ClientLifecycleMode,
    ) -> Result<Connection, Trouble> {
        let listener = Listener {
            server: name.to_owned(),
            notices: notices.clone(),
            version: versions
                .iter()
                .find(|version| version.has_initialize())
                .cloned()
                .unwrap_or(ProtocolVersion::LATEST_WITH_INITIALIZE),
            changes: Arc::new(Changes {
                server: name.to_owned(),
                notices: notices.clone(),
                tools: AtomicBool::new(false),
            }),
        };
        let meter = Arc::new(Meter::default());
        let most = spec.bounds.message;
        match &spec.transport {
            Transport::Stdio { command, args, env, cwd } => {
                let (mut process, stdout, stdin) = Process::start(command, args, env, cwd.as_deref())
                    .map_err(|problem| {
                        let cause = format!("does not start: {}", problem.cause());
                        Trouble::Other(ServerError::new(name, cause).with_remedy(problem.remedy()))
                    })?;
                let transport = (Metered::new(stdout, Arc::clone(&meter), most), stdin);
                match listener.serve_with_lifecycle(transport, mode).await {
                    Ok(service) => {
                        let process = Mutex::new(Some(process));
                        Ok(Connection { name: name.to_owned(), service, process, meter, most })
                    }
                    Err(error) => {
                        let cause = match meter.verdict(most) {
                            Some(verdict) => verdict,
                            None => start_cause(&error, &mut process).await,
                        };
                        let error = ServerError::new(name, format!("does not start: it {cause}"))
                            .with_remedy("see what it says when it is started by hand, and whether its arguments and its environment (`env`) are right");
                        Err(Trouble::Handshake(error))
                    }
                }
            }
            Transport::Http { url, headers } => {
                let transport = http::transport(url, headers, most).map_err(|problem| {
                    Trouble::Other(
                        ServerError::new(name, problem)
                            .with_remedy("see its `url` and `headers` in the configuration"),
                    )
                })?;
                match listener.serve_with_lifecycle(transport, mode).await {
                    Ok(service) => Ok(Connection {
                        name: name.to_owned(),
                        service,
                        process: Mutex::default(),
                        meter,
                        most,
                    }),
                    Err(error) => Err(Trouble::Handshake(http_error(name, &error))),
                }
            }
        }
    }

    /// All tools that the server lists, and what was left out.
    pub(super) async fn tools(&self) -> Result<(Vec<ListedTool>, Vec<String>), ServerError> {
        let mut listing = Listing::default();
        let mut cursor = None;
        loop {
            self.meter.call();
            let params = PaginatedRequestParams::default().with_cursor(cursor);
            let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
            let page = match self.service.peer().send_request(request).await {
                Ok(ServerResult::ListToolsResult(page)) => serde_json::to_value(page).unwrap_or_default(),
                Ok(ServerResult::CustomResult(page)) => page.0,
                Ok(_) => Json::Null,
                Err(ServiceError::McpError(error)) => {
                    let text = format!("does not list its tools: {}", cut(&error.message, LAST_WORDS));
                    return Err(ServerError::new(&self.name, text));
                }
                Err(_) => {
                    return Err(ServerError::new(
                        &self.name,
                        format!("does not list its tools: it {}", self.end().await),
                    ));
                }
            };
            cursor = listing.take(&page, self.most).map_err(|problem| {
                ServerError::new(&self.name, problem)
                    .with_remedy("this is a mistake of the server; a newer one may not make it")
            })?;
            if cursor.is_none() {
                let left_out = listing.left_out();
                return Ok((listing.tools, left_out));
            }
        }
    }

    /// Calls a tool. When `waiting` is dropped, the server is told to stop.
    pub(super) async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Json>,
        (idle, total): (Duration, Duration),
        trace: HashMap<String, String>,
        waiting: oneshot::Receiver<()>,
    ) -> Result<Raw, CallError> {
        self.meter.call();
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let mut options =
            PeerRequestOptions::with_timeout(idle).reset_timeout_on_progress().with_max_total_timeout(total);
        options.meta = meta_of(&trace);
        let peer = self.service.peer();
        let answer = async {
            let handle = peer.send_cancellable_request(request, options).await?;
            let id = handle.id.clone();
            tokio::select! {
                answer = handle.await_response() => answer,
                _ = waiting => {
                    let params = CancelledNotificationParam::new(Some(id), Some("nobody waits for it".to_owned()));
                    let notification = CancelledNotification::new(params);
                    peer.send_notification(ClientNotification::CancelledNotification(notification)).await?;
                    Err(ServiceError::Cancelled { reason: None })
                }
            }
        };
        // A server that does not read cannot even be told to stop.
        let answer = tokio::time::timeout(total.saturating_add(Duration::from_secs(1)), answer).await;
        self.meter.call();
        match answer {
            Err(_) => Err(CallError::TimedOut(total)),
            Ok(Ok(ServerResult::CallToolResult(result))) => Ok(Raw {
                content: result
                    .content
                    .into_iter()
                    .filter_map(|block| serde_json::to_value(block).ok())
                    .collect(),
                structured: result.structured_content,
                is_error: result.is_error.unwrap_or_default(),
                meta: result.meta.map(|meta| Json::Object(meta.0)),
            }),
            Ok(Ok(ServerResult::CustomResult(result))) => Raw::read(result.0).map_err(CallError::Failed),
            Ok(Ok(ServerResult::InputRequiredResult(_))) => {
                Err(CallError::Failed("asks for more input, which it is not given".to_owned()))
            }
            Ok(Ok(ServerResult::EmptyResult(_))) => {
                Raw::read(Json::Object(Map::new())).map_err(CallError::Failed)
            }
            Ok(Ok(_)) => Err(CallError::Failed("answered with something else than a result".to_owned())),
            Ok(Err(ServiceError::McpError(error))) => Err(CallError::Failed(cut(&error.message, 2000))),
            Ok(Err(ServiceError::Timeout { timeout })) => Err(CallError::TimedOut(timeout)),
            Ok(Err(ServiceError::Cancelled { .. })) => Err(CallError::Cancelled),
            Ok(Err(ServiceError::TransportSend(error))) if !self.is_closed() => {
                Err(CallError::Failed(format!("could not be reached: {}", innermost(&*error.error))))
            }
            Ok(Err(_)) => Err(match self.meter.verdict(self.most) {
                Some(verdict) => CallError::TooMuch(verdict),
                None => CallError::Ended(self.end().await),
            }),
        }
    }

    /// Whether the server still answers anything, asked for what it can always answer.
    pub(super) async fn answers_within(&self, patience: Duration) -> bool {
        let listing = self.service.peer().list_tools(None);
        tokio::time::timeout(patience, listing).await.is_ok() && !self.is_closed()
    }

    /// Kills the server, if that is ours, whoever is waiting for it.
    pub(super) async fn kill(&self) {
        let process = self.process.lock().await.take();
        if let Some(process) = process {
            process.stop().await;
        }
    }

    /// Whether nothing can be asked any more.
    pub(super) fn is_closed(&self) -> bool {
        self.service.is_closed() || self.service.peer().is_transport_closed()
    }

    /// Who the server says that it is: name and version.
    pub(super) fn identity(&self) -> Identity {
        let info = self.service.peer_info();
        match info.as_ref().and_then(|info| info.server_info.as_ref()) {
            Some(told) => Identity { name: told.name.clone(), version: told.version.clone() },
            None => Identity::default(),
        }
    }

    /// Whether the server has said that its tools have changed.
    pub(super) fn tools_changed(&self) -> bool {
        self.service.service().changes.tools.load(Ordering::Relaxed)
    }

    /// How the connection ended, as what the server did.
    async fn end(&self) -> String {
        if let Some(verdict) = self.meter.verdict(self.most) {
            return format!("{verdict}, and was ended");
        }
        match &mut *self.process.lock().await {
            Some(process) => process_end(process).await,
            None => "closed the connection".to_owned(),
        }
    }

    /// Ends the connection and the server, if that is ours.
    pub(super) async fn close(self) {
        let Connection { service, process, .. } = self;
        // Its standard input is closed with it.
        let _ = tokio::time::timeout(Duration::from_secs(2), service.cancel()).await;
        if let Some(process) = process.into_inner() {
            process.stop().await;
        }
    }
}

/// Why there is no connection.
enum Trouble {
    /// The server and we did not come to terms: another way of asking may.
    Handshake(ServerError),
    Other(ServerError),
}

fn versions(name: &str, wanted: Option<&str>) -> Result<Vec<ProtocolVersion>, ServerError> {
    let known: Vec<ProtocolVersion> = ProtocolVersion::KNOWN_VERSIONS
        .iter()
        .filter(|version| version.as_str() >= ProtocolVersion::V_2025_06_18.as_str())
        .rev()
        .cloned()
        .collect();
    let Some(wanted) = wanted else { return Ok(known) };
    match known.iter().find(|version| version.as_str() == wanted) {
        Some(version) => Ok(vec![version.clone()]),
        None => {
            Err(ServerError::new(name, format!("is to speak the revision `{wanted}`, which is not known"))
                .with_remedy(format!("the revisions spoken here are {}", listed(&known))))
        }
    }
}

fn lifecycle(versions: &[ProtocolVersion]) -> ClientLifecycleMode {
    let (handshake, without): (Vec<_>, Vec<_>) =
        versions.iter().cloned().partition(ProtocolVersion::has_initialize);
    match (handshake.first(), without.is_empty()) {
        (None, _) => ClientLifecycleMode::Discover { preferred_versions: without },
        (Some(_), true) => ClientLifecycleMode::Initialize,
        (Some(newest), false) => {
            ClientLifecycleMode::Auto { preferred_versions: without, legacy_version: Some(newest.clone()) }
        }
    }
}

/// A revision of before those that are spoken: its tools work the same way.
fn older(version: &ProtocolVersion) -> bool {
    ProtocolVersion::KNOWN_VERSIONS.contains(version)
        && version.as_str() < ProtocolVersion::V_2025_06_18.as_str()
}

fn listed(versions: &[ProtocolVersion]) -> String {
    versions.iter().map(ProtocolVersion::as_str).collect::<Vec<_>>().join(", ")
}

/// What a server did that came to no terms with us.
async fn start_cause(error: &ClientInitializeError, process: &mut Process) -> String {
    match error {
        ClientInitializeError::JsonRpcError(error) => format!("refused: {}", cut(&error.message, LAST_WORDS)),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => match &**fallback {
            ClientInitializeError::JsonRpcError(error) => {
                format!("refused: {}", cut(&error.message, LAST_WORDS))
            }
            _ => process_end(process).await,
        },
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => {
            "speaks other revisions of the protocol".to_owned()
        }
        _ => process_end(process).await,
    }
}

async fn process_end(process: &mut Process) -> String {
    let how = match process.end().await {
        Some(status) => match (status.code(), std::os::unix::process::ExitStatusExt::signal(&status)) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "ended".to_owned(),
        },
        None => "closed its output".to_owned(),
    };
    let last = last_of(&process.last_words());
    if last.is_empty() { how } else { format!("{how}; it last said: {last}") }
}

/// The last two lines of what a server has said, and of these no more than people want to read.
fn last_of(words: &str) -> String {
    let lines: Vec<&str> = words.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = lines.get(lines.len().saturating_sub(2)..).unwrap_or_default().join(" / ");
    let last = last.split_whitespace().collect::<Vec<_>>().join(" ");
    let skipped = last.chars().count().saturating_sub(LAST_WORDS);
    if skipped == 0 { last } else { format!("…{}", last.chars().skip(skipped).collect::<String>()) }
}

fn http_error(name: &str, error: &ClientInitializeError) -> ServerError {
    if error.is_authorization_required() || error.auth_challenge().is_some() {
        return ServerError::new(name, "wants to know who is asking (401)").with_remedy(
            "give a token: `bearer_token_env = \"VARIABLE\"`, or an `Authorization` under `headers`",
        );
    }
    let cause = match error {
        ClientInitializeError::JsonRpcError(error) => format!("refused: {}", cut(&error.message, LAST_WORDS)),
        ClientInitializeError::TransportError { error, .. } => innermost(&*error.error),
        other => cut(&other.to_string(), LAST_WORDS),
    };
    ServerError::new(name, format!("cannot be reached: {cause}"))
        .with_remedy("see whether it runs, and whether its `url` is right to the last part of the path")
}

/// The innermost reason of an error, which is the one that says something.
fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    cut(&innermost.to_string(), LAST_WORDS)
}
