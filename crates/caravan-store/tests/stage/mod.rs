//! A system whose tools leave traces outside, and a run of it with a journal.
#![allow(dead_code, reason = "each test file is a crate of its own and uses its part of the stage")]

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use caravan_core::approval::Approver;
use caravan_core::drive::{DriveError, Means, Models, carry_on};
use caravan_core::instruction::Instruction;
use caravan_core::journal::Journal;
use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn, Usage,
};
use caravan_core::outcome::RunOutcome;
use caravan_core::run::Run;
use caravan_core::settings::Settings;
use caravan_core::state::States;
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use caravan_core::toolbox::Toolbox;
use caravan_store::{NewRun, Options, RunJournal, Store};
use serde_json::json;

/// `boss` with the tools `append` and `deliver`, and the child `clerk` with the same.
pub fn system() -> System {
    let tool = |name: &str| ToolSpec {
        name: name.into(),
        description: format!("The tool {name}."),
        server: "world".into(),
        parameters: json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}),
        side_effect: true,
        // Nothing that one of them does depends on another: they can be gathered.
        reads: Some(Vec::new()),
        writes: Some(Vec::new()),
        ..ToolSpec::default()
    };
    let agent = |name: &str, children: &[&str]| AgentSpec {
        name: name.into(),
        description: format!("The agent {name}."),
        tools: vec!["append".into(), "deliver".into()],
        children: children.iter().map(ToString::to_string).collect(),
        quarantined_model: true,
        ..AgentSpec::default()
    };
    let spec = SystemSpec {
        root: "boss".into(),
        agents: vec![agent("boss", &["clerk"]), agent("clerk", &[])],
        tools: vec![tool("append"), tool("deliver")],
        ..SystemSpec::default()
    };
    System::build(spec).unwrap()
}

/// The plan of `boss` that most tests run: calls at the same time, one after another, of a child, of a model.
pub const PLAN: &str = "\
first = gather([append(text='together 1'), deliver(text='together 2'), append(text='together 3')])
for number in range(2):
    append(text=f'line {number}')
    deliver(text=f'mail {number}')
found = query_ai_assistant(query=f'What is in {first[0]}?', output_schema=int)
told = clerk(message='Write it down.', variables={'found': found})
return [first, found, told]";

const CLERK: &str = "\
append(text='clerk')
return deliver(text=str(get_variable('found')))";

/// Plans as they are given, and numbers out of texts.
pub struct Scripted {
    pub root: String,
    /// Told each request, before it is answered.
    pub asked: Box<dyn Fn(&str) + Send + Sync>,
}

fn reply<T>(content: T) -> Reply<T> {
    Reply { content, usage: Usage { calls: 1, input_tokens: 10, output_tokens: 1, ..Usage::default() } }
}

impl Model for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        (self.asked)("plan");
        let plan = if request.agent().is_root() { self.root.as_str() } else { CLERK };
        Box::pin(async move { Ok(reply(format!("```python\n{plan}\n```"))) })
    }

    fn extract<'a>(&'a self, _: &'a ExtractRequest) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        (self.asked)("extract");
        Box::pin(async { Ok(reply(Extraction::Value(json!(41)))) })
    }

    fn converse<'a>(&'a self, _: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(async { Err(ModelError::new(ModelErrorKind::NoAnswer, "nobody talks here")) })
    }
}

/// A run of `boss` with this plan, and its models.
pub fn run(plan: &str, asked: Box<dyn Fn(&str) + Send + Sync>) -> (Run, Models) {
    let settings = Settings { check: false, ..Settings::default() };
    let run = Run::new(Arc::new(system()), settings, Instruction::from_user("Go."), Vec::new());
    (run, Models::all(Arc::new(Scripted { root: plan.to_owned(), asked })))
}

/// Begins a run in the journal there.
pub fn begin(path: &Path, options: Options, has_content: bool) -> RunJournal {
    let store = Store::open(path, options).unwrap();
    let states = States::default();
    let new =
        NewRun { instruction: "Go.", opening: json!({}), states: &states, version: "0.0.0", has_content };
    store.begin(&new).unwrap()
}

/// Carries a run on.
pub fn carry(
    run: &mut Run,
    models: &Models,
    toolbox: &dyn Toolbox,
    approver: &dyn Approver,
    journal: &mut dyn Journal,
) -> Result<RunOutcome, DriveError> {
    polled(carry_on(run, Means { models, toolbox, approver }, journal))
}

/// Polls until it is ready: nothing here waits for anything but its turn.
pub fn polled<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

/// A folder, and a journal in it.
pub fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    (folder, path)
}
