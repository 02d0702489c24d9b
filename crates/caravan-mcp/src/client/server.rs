//! A server while a run lasts: started when it is first needed, started again after it has ended.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json};
use tokio::sync::{Mutex, oneshot};

use super::connection::{CallError, Connection};
use super::err::ServerError;
use super::listing::{ListedTool, ServerList};
use super::notice::{NoticeKind, Notices};
use super::result::Raw;
use super::spec::ServerSpec;

/// How often a server is started again within [`PATIENCE`].
const MOST_RESTARTS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a server may take to show that it still answers, after it has not answered a call.
const MOST_DOUBT: Duration = Duration::from_secs(5);

/// A server of the configuration.
#[derive(Debug)]
pub(super) struct Server {
    name: String,
    pub(super) spec: ServerSpec,
    notices: Notices,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    connection: Option<Arc<Connection>>,
    /// When it was started again.
    restarts: VecDeque<Instant>,
    was_started: bool,
    /// A call was given up since it was last heard of: it may answer nothing any more.
    is_doubted: bool,
    /// What it listed when it was first asked: what planners read does not change while a run lasts.
    list: Option<ServerList>,
    stopped: bool,
}

impl Server {
    pub(super) fn new(name: &str, spec: ServerSpec, notices: Notices) -> Server {
        Server { name: name.to_owned(), spec, notices, state: Mutex::default() }
    }

    /// What the server listed when it was first asked.
    pub(super) async fn list(&self) -> Result<ServerList, ServerError> {
        let mut state = self.state.lock().await;
        if let Some(list) = &state.list {
            return Ok(list.clone());
        }
        let connection = self.connected(&mut state).await?;
        let (tools, left_out) = self.listed_by(&connection).await?;
        for problem in left_out {
            self.notices.tell(&self.name, NoticeKind::LeftOut, problem);
        }
        let list = ServerList { identity: connection.identity(), tools: tools.into() };
        state.list = Some(list.clone());
        Ok(list)
    }

    async fn listed_by(
        &self,
        connection: &Connection,
    ) -> Result<(Vec<ListedTool>, Vec<String>), ServerError> {
        tokio::time::timeout(self.spec.bounds.start, connection.tools()).await.unwrap_or_else(|_| {
            let seconds = self.spec.bounds.start.as_secs_f64();
            Err(ServerError::new(&self.name, format!("did not list its tools within {seconds} seconds"))
                .with_remedy("if it only needs longer, raise `start_seconds`"))
        })
    }

    /// Calls a tool. A call is made once: if the server ends over it, that is its failure.
    pub(super) async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Json>,
        idle: Option<Duration>,
        trace: HashMap<String, String>,
        waiting: oneshot::Receiver<()>,
    ) -> Result<Raw, String> {
        let connection =
            self.connected(&mut *self.state.lock().await).await.map_err(|error| error.to_string())?;
        let idle = idle.unwrap_or(self.spec.bounds.call);
        let total = self.spec.bounds.total.max(idle);
        match connection.call(tool, arguments, (idle, total), trace, waiting).await {
            Ok(raw) => Ok(raw),
            Err(CallError::Failed(message)) => Err(message),
            Err(CallError::Cancelled) => Err("the call was given up".to_owned()),
            Err(CallError::TimedOut(after)) => {
                let seconds = after.as_secs_f64();
                let text = format!("did not answer `{tool}` within {seconds} seconds");
                self.notices.tell(&self.name, NoticeKind::Ended, &text);
                self.state.lock().await.is_doubted = true;
                Err(format!("the server {text}; the call may have been carried out all the same"))
            }
            Err(CallError::TooMuch(how)) => {
                self.notices.tell(
                    &self.name,
                    NoticeKind::Ended,
                    format!("{how}, and was ended (during `{tool}`); `max_message_bytes` says how much it may send"),
                );
                Err(format!("the server {how}, and was ended: `max_message_bytes` says how much it may send"))
            }
            Err(CallError::Ended(how)) => {
                self.notices.tell(&self.name, NoticeKind::Ended, format!("{how} (during `{tool}`)"));
                Err("the server ended before it answered; the call may have been carried out all the same"
                    .to_owned())
            }
        }
    }

    /// The connection, opened if there is none or it has ended.
    async fn connected(&self, state: &mut State) -> Result<Arc<Connection>, ServerError> {
        let doubted = std::mem::take(&mut state.is_doubted);
        if let Some(connection) = state.connection.as_ref().filter(|connection| !connection.is_closed()) {
            if !doubted || connection.answers_within(self.spec.bounds.call.min(MOST_DOUBT)).await {
                return Ok(Arc::clone(connection));
            }
            self.notices.tell(&self.name, NoticeKind::Ended, "answers nothing any more, and was ended");
            connection.kill().await;
        }
        if state.stopped {
            return Err(ServerError::new(&self.name, "was stopped with the run"));
        }
        if let Some(ended) = state.connection.take().and_then(Arc::into_inner) {
            ended.close().await;
        }
        if state.was_started {
            let now = Instant::now();
            state.restarts.retain(|then| now.duration_since(*then) < PATIENCE);
            if state.restarts.len() >= MOST_RESTARTS {
                return Err(ServerError::new(
                    &self.name,
                    format!(
                        "has ended {} times within a minute and is not started again",
                        state.restarts.len() + 1
                    ),
                ));
            }
            state.restarts.push_back(now);
        }
        let connection = Arc::new(Connection::open(&self.name, &self.spec, &self.notices).await?);
        if state.was_started {
            self.notices.tell(&self.name, NoticeKind::Restarted, "was started again");
            self.compare(&connection, state).await;
        }
        state.was_started = true;
        state.connection = Some(Arc::clone(&connection));
        Ok(connection)
    }

    /// Tells people if the server, started again, lists other tools than those that planners know.
    async fn compare(&self, connection: &Connection, state: &State) {
        let Some(known) = &state.list else { return };
        if let Ok((tools, _)) = self.listed_by(connection).await
            && *tools != *known.tools
        {
            let text = "lists other tools than before; what it listed when it was first asked stays in use";
            self.notices.tell(&self.name, NoticeKind::ToolsChanged, text);
        }
    }

    /// Whether the server has said that its tools have changed since it listed them.
    pub(super) async fn tools_changed(&self) -> bool {
        let state = self.state.lock().await;
        state.connection.as_ref().is_some_and(|connection| connection.tools_changed())
    }

    /// Ends the server for good.
    pub(super) async fn stop(&self) {
        let mut state = self.state.lock().await;
        state.stopped = true;
        if let Some(connection) = state.connection.take().and_then(Arc::into_inner) {
            connection.close().await;
        }
    }
}
