//! The tools of MCP servers.
//!
//! A [`Client`] holds the servers of one configuration. Each is started when it is first needed, started again after it
//! has ended, and stopped when the client is dropped. What a server says without having been asked (logs, progress, that
//! its tools have changed) becomes a [`Notice`] for people, and nothing else.
//!
//! All of it runs on a thread of its own, so that servers are heard also while a plan computes, and so that the client works
//! under any async runtime and under none.

mod arguments;
mod connection;
mod err;
mod guard;
mod http;
mod listing;
mod meta;
mod meter;
mod names;
mod notice;
mod opaque;
mod process;
mod result;
mod schema;
mod server;
mod spec;
mod tool;

pub mod config_file;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use caravan_core::effect::{ToolAnswer, ToolFailure};
use serde_json::Value as Json;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

pub use err::ServerError;
pub use listing::{Identity, ListedTool, ServerList};
pub use names::plan_names;
pub use notice::{Notice, NoticeKind, Notices};
pub use process::kill_all;
pub use result::Results;
pub use spec::{Bounds, ServerSpec, Transport};
pub use tool::{BoundTool, ToolTerms};

use opaque::Store;
use server::Server;

/// How long servers may take to end before they are left to be killed.
const FAREWELL: Duration = Duration::from_secs(8);

/// How long servers may be silent before people are told which of them are waited for.
const IMPATIENCE: Duration = Duration::from_secs(5);

/// The servers of one configuration.
#[derive(Debug)]
pub struct Client {
    // Taken when the client is dropped.
    runtime: Option<Runtime>,
    servers: BTreeMap<String, Arc<Server>>,
    store: Arc<Store>,
    notices: Notices,
}

impl Client {
    /// Starts nothing yet.
    ///
    /// # Errors
    ///
    /// The system starts no thread.
    pub fn new(servers: BTreeMap<String, ServerSpec>, notices: &Notices) -> std::io::Result<Client> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("mcp").enable_all().build()?;
        let servers = servers
            .into_iter()
            .map(|(name, spec)| {
                let server = Arc::new(Server::new(&name, spec, notices.clone()));
                (name, server)
            })
            .collect();
        Ok(Client { runtime: Some(runtime), servers, store: Arc::default(), notices: notices.clone() })
    }

    /// What these servers list, each started if it was not; all at once. Waits for them: not to be called where others are
    /// kept from their work by that.
    ///
    /// # Errors
    ///
    /// One of them cannot be used.
    pub fn lists(&self, servers: &[&str]) -> Result<BTreeMap<String, ServerList>, ServerError> {
        let mut lists = BTreeMap::new();
        let mut failed = None;
        self.each_list(servers, |server, list| match list {
            Ok(list) => {
                lists.insert(server.to_owned(), list);
                true
            }
            Err(error) => {
                failed = Some(error);
                false
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(lists),
        }
    }

    /// The same, each told as soon as it is there, until `told` has heard enough.
    pub fn each_list(
        &self,
        servers: &[&str],
        mut told: impl FnMut(&str, Result<ServerList, ServerError>) -> bool,
    ) {
        let (answer, answers) = std::sync::mpsc::channel();
        for name in servers {
            let (answer, name) = (answer.clone(), (*name).to_owned());
            match (&self.runtime, self.servers.get(&name).cloned()) {
                (Some(runtime), Some(server)) => {
                    // Nobody may want to hear it any more.
                    runtime.spawn(async move { drop(answer.send((name, server.list().await))) });
                }
                _ => drop(answer.send((name.clone(), Err(ServerError::new(&name, "is not known"))))),
            }
        }
        drop(answer);
        let mut open: BTreeSet<&str> = servers.iter().copied().collect();
        let mut patience = Some(IMPATIENCE);
        loop {
            let next = match patience {
                Some(patience) => answers.recv_timeout(patience),
                None => answers.recv().map_err(RecvTimeoutError::from),
            };
            match next {
                Ok((name, list)) => {
                    open.remove(name.as_str());
                    if !told(&name, list) {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    patience = None;
                    for name in &open {
                        self.notices.tell(name, NoticeKind::Late, "has not listed its tools yet");
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Calls a tool. Dropping the future tells the server to stop. `for_model` if a model will read the answer: then a
    /// large one comes as a handle.
    ///
    /// # Errors
    ///
    /// The tool failed, in whatever way: the plan may handle it.
    pub async fn call(
        &self,
        tool: &BoundTool,
        arguments: Json,
        for_model: bool,
    ) -> Result<ToolAnswer, ToolFailure> {
        self.call_within(tool, arguments, for_model, HashMap::new()).await
    }

    /// The same. `trace` is the trace that the call is part of, as `traceparent` and `tracestate` of W3C Trace Context: the
    /// server is told in the request's `_meta`.
    ///
    /// # Errors
    ///
    /// As [`Client::call`].
    pub async fn call_within(
        &self,
        tool: &BoundTool,
        arguments: Json,
        for_model: bool,
        trace: HashMap<String, String>,
    ) -> Result<ToolAnswer, ToolFailure> {
        let (Some(runtime), Some(server)) = (&self.runtime, self.servers.get(&tool.server).cloned()) else {
            return Err(ToolFailure::unavailable(format!("there is no server `{}`", tool.server)));
        };
        let arguments =
            arguments::fitted(arguments, &tool.input, &self.store).map_err(ToolFailure::failed)?;
        let shown = for_model.then_some(server.spec.bounds.shown);
        let (_waits, waiting) = oneshot::channel();
        let (name, timeout) = (tool.own_name.clone(), tool.timeout);
        let calling =
            runtime.spawn(async move { server.call(&name, arguments, timeout, trace, waiting).await });
        let raw = match calling.await {
            Ok(Ok(raw)) => raw,
            Ok(Err(message)) => return Err(ToolFailure::failed(message)),
            Err(_) => return Err(ToolFailure::failed("the call was given up")),
        };
        result::value(raw, &tool.returns, &self.store, shown)
    }

    /// Whether one of the servers has said that its tools have changed since it listed them.
    pub async fn tools_changed(&self) -> bool {
        for server in self.servers.values() {
            if server.tools_changed().await {
                return true;
            }
        }
        false
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        let (done, wait) = std::sync::mpsc::channel();
        for server in self.servers.values() {
            let (server, done) = (Arc::clone(server), done.clone());
            runtime.spawn(async move {
                server.stop().await;
                drop(done);
            });
        }
        drop(done);
        // Nothing is ever sent: it ends when the last of them has, or is given up.
        let _: Result<(), _> = wait.recv_timeout(FAREWELL);
        runtime.shutdown_background();
    }
}
