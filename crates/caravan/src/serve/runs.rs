//! The list of runs: those under way, and the last of those that have ended.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use caravan_core::approval::{Approval, ApprovalRequest, Approver};
use caravan_core::model::BoxFuture;
use caravan_core::outcome::{RunOutcome, Status};
use serde_json::{Value as Json, json};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::metrics::Metrics;

/// The longest trace that is kept, in bytes.
const LONGEST_TRACE: usize = 512 * 1024;

/// A run's name. It cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(Box<str>);

impl RunId {
    fn new() -> RunId {
        RunId(format!("r{}", uuid::Uuid::new_v4().simple()).into())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// By which door a run came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The MCP tool `ask`.
    Ask,
    /// The MCP tool `run_plan`.
    Plan,
    /// A chat completion.
    Chat,
    /// `/v1/runs`.
    Run,
    /// A turn of a conversation, by `/v1/runs` too.
    Turn,
}

impl Kind {
    /// The name in lists.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Ask => "ask",
            Kind::Plan => "run_plan",
            Kind::Chat => "chat",
            Kind::Run => "run",
            Kind::Turn => "turn",
        }
    }
}

/// How far a run is.
#[derive(Clone, Debug)]
pub enum State {
    /// It is under way: steps done, and the next in words.
    Running(u32, String),
    /// It has ended, and this is what can be told of it.
    Ended(Status, Option<Arc<Json>>),
    /// Its plan was refused before anything of it ran.
    Refused,
    /// It was cancelled, or took too long.
    Cancelled,
}

impl State {
    /// The name in lists.
    pub fn as_str(&self) -> &'static str {
        match self {
            State::Running(..) => "running",
            State::Ended(status, _) => status.as_str(),
            State::Refused => "refused",
            State::Cancelled => "cancelled",
        }
    }
}

/// One run in the list.
pub struct Entry {
    id: RunId,
    kind: Kind,
    began: SystemTime,
    state: Mutex<State>,
    pending: Mutex<BTreeMap<String, Pending>>,
    cancellation: CancellationToken,
}

/// A call that waits for a person's word.
struct Pending {
    request: ApprovalRequest,
    answer: oneshot::Sender<Approval>,
}

/// The runs under way, and the last of those that have ended.
pub struct Runs {
    most: usize,
    list: Mutex<List>,
    metrics: Metrics,
}

#[derive(Default)]
struct List {
    by_id: BTreeMap<RunId, Arc<Entry>>,
    ended: VecDeque<RunId>,
}

impl fmt::Debug for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runs").field("metrics", &self.metrics).finish_non_exhaustive()
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Runs {
    pub(super) fn new(most: usize) -> Runs {
        Runs { most, list: Mutex::default(), metrics: Metrics::new() }
    }

    pub(super) fn add(&self, kind: Kind) -> Arc<Entry> {
        self.metrics.run_begins();
        let entry = Arc::new(Entry {
            id: RunId::new(),
            kind,
            began: SystemTime::now(),
            state: Mutex::new(State::Running(0, "it begins".to_owned())),
            pending: Mutex::default(),
            cancellation: CancellationToken::new(),
        });
        self.list().by_id.insert(entry.id.clone(), Arc::clone(&entry));
        entry
    }

    /// The run of that name, if it is still told of.
    pub fn get(&self, id: &str) -> Option<Arc<Entry>> {
        self.list().by_id.get(&RunId(id.into())).cloned()
    }

    /// All runs that are told of, the newest first.
    pub fn all(&self) -> Vec<Arc<Entry>> {
        let mut all: Vec<Arc<Entry>> = self.list().by_id.values().cloned().collect();
        all.sort_by_key(|entry| std::cmp::Reverse(entry.began));
        all
    }

    /// What has happened since the start.
    pub(super) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    pub(super) fn ended(&self, entry: &Entry, outcome: &mut RunOutcome) {
        let trace = trace(outcome);
        let trace = (trace.to_string().len() <= LONGEST_TRACE).then(|| Arc::new(trace));
        self.settle(entry, State::Ended(outcome.status, trace));
    }

    pub(super) fn refused(&self, entry: &Entry) {
        self.settle(entry, State::Refused);
    }

    pub(super) fn cut(&self, entry: &Entry) {
        self.settle(entry, State::Cancelled);
    }

    fn settle(&self, entry: &Entry, state: State) {
        let mut list = self.list();
        self.metrics.run_ends(state.as_str(), entry.began.elapsed().unwrap_or_default());
        *entry.state() = state;
        entry.pending().clear();
        list.ended.push_back(entry.id.clone());
        while list.ended.len() > self.most {
            if let Some(oldest) = list.ended.pop_front() {
                list.by_id.remove(&oldest);
            }
        }
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything that happened in a run.
fn trace(outcome: &mut RunOutcome) -> Json {
    let mut trace = outcome.to_json();
    let episodes: Vec<Json> = outcome
        .record
        .episodes
        .iter()
        .map(|episode| {
            json!({
                "agent": episode.agent.as_str(),
                "call": episode.call.map(|call| call.to_string()),
                "instruction": episode.instruction,
                "plan": episode.plan,
            })
        })
        .collect();
    let printed: Vec<Json> = outcome
        .record
        .printed
        .iter()
        .map(|printed| json!({"agent": printed.agent.as_str(), "text": printed.text}))
        .collect();
    if let Json::Object(fields) = &mut trace {
        fields.insert("episodes".to_owned(), Json::Array(episodes));
        fields.insert("printed".to_owned(), Json::Array(printed));
    }
    trace
}

impl Entry {
    /// The run's name.
    pub fn id(&self) -> &RunId {
        &self.id
    }

    /// How far it is.
    pub fn current(&self) -> State {
        self.state().clone()
    }

    /// What has happened in it, once it has ended.
    pub fn trace(&self) -> Option<Arc<Json>> {
        match &*self.state() {
            State::Ended(_, trace) => trace.clone(),
            _ => None,
        }
    }

    /// `{run_id, kind, status, began, progress, approvals}`.
    pub fn summary(&self) -> Json {
        let state = self.current();
        let approvals: Vec<Json> = self
            .pending()
            .iter()
            .map(|(call, pending)| {
                let mut request = json!(pending.request);
                // As it is called everywhere else, and in the address that takes the answer.
                if let Json::Object(fields) = &mut request {
                    fields.insert("call".to_owned(), json!(call));
                }
                request
            })
            .collect();
        let progress = match &state {
            State::Running(done, next) => json!({"done": done, "next": next}),
            _ => Json::Null,
        };
        let status = if approvals.is_empty() { state.as_str() } else { "waiting_for_approval" };
        let began = self.began.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        json!({
            "run_id": self.id.as_str(),
            "kind": self.kind.as_str(),
            "status": status,
            "began": began,
            "progress": progress,
            "approvals": approvals,
        })
    }

    /// Gives a person's word on a call that waits for it. False if none of that id does.
    pub fn answer(&self, call: &str, approval: Approval) -> bool {
        let pending = self.pending().remove(call);
        pending.is_some_and(|pending| pending.answer.send(approval).is_ok())
    }

    /// Ends the run as soon as it waits for something.
    pub fn cancel(&self) {
        self.cancellation.cancel();
    }

    pub(super) async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    pub(super) fn note(&self, done: u32, next: &str) {
        *self.state() = State::Running(done, next.to_owned());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pending(&self) -> MutexGuard<'_, BTreeMap<String, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts calls of a run into its entry, where a person finds them.
#[derive(Clone, Debug)]
pub struct Approvals {
    entry: Arc<Entry>,
}

impl Approvals {
    /// For this run.
    pub fn new(entry: Arc<Entry>) -> Approvals {
        Approvals { entry }
    }

    async fn ask(&self, request: &ApprovalRequest) -> Approval {
        let (answer, answered) = oneshot::channel();
        let pending = Pending { request: request.clone(), answer };
        self.entry.pending().insert(request.call.to_string(), pending);
        answered.await.unwrap_or(Approval::NobodyThere)
    }
}

impl Approver for Approvals {
    fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        Box::pin(self.ask(request))
    }
}
