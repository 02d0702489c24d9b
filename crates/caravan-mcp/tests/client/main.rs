//! The client against real servers and against one that breaks its word in every way.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails may say so loudly"
)]

mod documentation;
mod hostile;
mod lifetime;
mod rmcp_server;
mod speed;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use caravan_core::effect::{ToolAnswer, ToolFailure};
use caravan_mcp::client::{BoundTool, Client, ListedTool, Notice, Notices, ServerSpec, ToolTerms, Transport};
use serde_json::Value as Json;

/// What the hostile server puts into everything that it writes.
pub(crate) const MARKER: &str = "xmarkerx";

/// What the plan is told where a server ends over a call.
pub(crate) const ENDED: &str =
    "the server ended before it answered; the call may have been carried out all the same";

/// What the plan is told where a server is too slow.
pub(crate) fn late(tool: &str, seconds: f64) -> String {
    format!(
        "the server did not answer `{tool}` within {seconds} seconds; the call may have been carried out all the same"
    )
}

/// One server, and everything that people were told of it.
pub(crate) struct Bench {
    pub(crate) client: Client,
    pub(crate) listed: Arc<[ListedTool]>,
    pub(crate) notices: Arc<Mutex<Vec<Notice>>>,
}

/// Where the servers of the tests are.
pub(crate) fn servers() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/servers")
}

/// A program with these arguments.
pub(crate) fn program(command: &str, args: &[&str]) -> ServerSpec {
    ServerSpec::new(Transport::Stdio {
        command: command.to_owned(),
        args: args.iter().map(ToString::to_string).collect(),
        env: BTreeMap::new(),
        cwd: Some(servers()),
    })
}

/// The hostile server in this mode.
pub(crate) fn hostile(mode: &str) -> ServerSpec {
    program("python3", &["hostile.py", mode])
}

/// A client of one server, called `it`.
pub(crate) fn client(spec: ServerSpec) -> (Client, Arc<Mutex<Vec<Notice>>>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let notices = Notices::new(move |notice| sink.lock().unwrap().push(notice));
    (Client::new(BTreeMap::from([("it".to_owned(), spec)]), &notices).unwrap(), told)
}

impl Bench {
    pub(crate) fn new(spec: ServerSpec) -> Bench {
        let (client, notices) = client(spec);
        let listed = client.lists(&["it"]).unwrap().remove("it").unwrap().tools;
        Bench { client, listed, notices }
    }

    pub(crate) fn listed(&self, tool: &str) -> &ListedTool {
        self.listed.iter().find(|listed| listed.name == tool).unwrap_or_else(|| panic!("no tool {tool}"))
    }

    pub(crate) fn bound(&self, tool: &str, terms: ToolTerms) -> BoundTool {
        BoundTool::new("it", self.listed(tool), terms).unwrap()
    }

    pub(crate) fn call(&self, tool: &str, arguments: Json) -> Result<ToolAnswer, ToolFailure> {
        self.call_as(tool, ToolTerms::default(), arguments)
    }

    pub(crate) fn call_as(
        &self,
        tool: &str,
        terms: ToolTerms,
        arguments: Json,
    ) -> Result<ToolAnswer, ToolFailure> {
        let bound = self.bound(tool, terms);
        wait(self.client.call(&bound, arguments, false))
    }

    /// The value of a call that succeeds.
    pub(crate) fn value(&self, tool: &str, arguments: Json) -> Json {
        self.call(tool, arguments).unwrap_or_else(|failure| panic!("{tool}: {failure}")).value
    }

    /// The text of a call that fails.
    pub(crate) fn failure(&self, tool: &str) -> String {
        self.call(tool, serde_json::json!({})).expect_err("a failure").to_string()
    }

    /// What people were told that matters.
    pub(crate) fn told(&self) -> Vec<String> {
        let notices = self.notices.lock().unwrap();
        notices.iter().filter(|notice| notice.kind.matters()).map(ToString::to_string).collect()
    }
}

/// Waits for a future without any runtime of its own: the client needs none.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}
