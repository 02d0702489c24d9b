//! One open system, and the runs on it.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use caravan_core::approval::Approver;
use caravan_core::drive::{DriveError, Means, Models, carry_on};
use caravan_core::instruction::Instruction;
use caravan_core::journal::NoJournal;
use caravan_core::outcome::RunOutcome;
use caravan_core::run::Run;
use caravan_core::session::{Refusal, Reply, Session};
use caravan_core::settings::{Defense, Settings};
use caravan_core::state::States;
use caravan_core::system::System;
use caravan_core::toolbox::Toolbox;
use caravan_mcp::serve::Progress;
use serde_json::Value as Json;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::task::block_in_place;

use super::conversations::Conversations;
use super::metrics::Counting;
use super::noting::Noting;
use super::runs::{Entry, Kind, RunId, Runs};
use crate::config::Config;
use crate::telemetry::{Telemetry, Traced};
use crate::watch::{End, Log, Watched, Watcher};

/// One open system, and everything that is running on it.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    system: Arc<System>,
    toolbox: Arc<dyn Toolbox>,
    models: Models,
    settings: Settings,
    /// What the tools' states hold, from run to run.
    states: Mutex<States>,
    runs: Runs,
    conversations: Conversations,
    slots: Arc<Semaphore>,
    patience: Duration,
    has_planner: bool,
    /// Where traces of runs go, and the configuration.
    telemetry: Option<(Telemetry, Config)>,
}

/// How much an engine takes on.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// Runs at the same time.
    pub most_runs: usize,
    /// How long a run may take, people's answers included.
    pub patience: Duration,
    /// Runs that have ended and are still told of.
    pub kept: usize,
    /// Whether there is a model that writes plans: without one, an instruction is not taken.
    pub has_planner: bool,
}

/// What is said where an instruction is not taken.
pub(super) const NO_PLANNER: &str = "no model is named for the role `planner`, which writes the plans for an instruction: name one with \
     `planner = \"...\"` under [models] in the configuration, or with `--planner-model` (the tool `run_plan` needs none)";

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            most_runs: 256,
            patience: Duration::from_secs(60 * 60),
            kept: 100,
            has_planner: true,
        }
    }
}

/// As many runs as may be are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooBusy;

impl fmt::Display for TooBusy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("as many runs as may be are under way: try again later")
    }
}

impl std::error::Error for TooBusy {}

/// What a client asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The user's words.
    pub instruction: String,
    /// Opaque, untrusted variables of the root's plan.
    pub data: Vec<(String, Json)>,
    /// By which door it came.
    pub kind: Kind,
}

/// A run that has a slot and an entry in the list, and was not begun.
pub struct Admitted {
    pub(super) entry: Arc<Entry>,
    /// The trace that it is part of, if its client says so.
    trace: HashMap<String, String>,
    _slot: OwnedSemaphorePermit,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("models", &self.inner.models).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine for this system. All runs are under the protocol.
    pub fn new(
        system: Arc<System>,
        toolbox: Arc<dyn Toolbox>,
        models: Models,
        settings: Settings,
        limits: EngineSettings,
    ) -> Engine {
        let settings = Settings { defense: Defense::Multi, ..settings };
        let inner = Inner {
            system,
            toolbox,
            models,
            settings,
            states: Mutex::default(),
            runs: Runs::new(limits.kept),
            conversations: Conversations::default(),
            slots: Arc::new(Semaphore::new(limits.most_runs)),
            patience: limits.patience,
            has_planner: limits.has_planner,
            telemetry: None,
        };
        Engine { inner: Arc::new(inner) }
    }

    /// The same engine, before anything runs on it, whose runs are traced.
    #[must_use]
    pub fn traced(mut self, telemetry: Telemetry, config: Config) -> Engine {
        if let Some(inner) = Arc::get_mut(&mut self.inner) {
            inner.telemetry = Some((telemetry, config));
        }
        self
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.inner.system
    }

    /// Whether there is a model that writes plans.
    pub fn can_ask(&self) -> bool {
        self.inner.has_planner
    }

    /// The runs under way and those that are still told of.
    pub fn runs(&self) -> &Runs {
        &self.inner.runs
    }

    /// The conversations that there are.
    pub(super) fn conversations(&self) -> &Conversations {
        &self.inner.conversations
    }

    /// Takes a run in, if there is room.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn admit(&self, kind: Kind) -> Result<Admitted, TooBusy> {
        let slot = Arc::clone(&self.inner.slots).try_acquire_owned().map_err(|_| TooBusy)?;
        Ok(Admitted { entry: self.inner.runs.add(kind), trace: HashMap::new(), _slot: slot })
    }

    /// Gives an instruction to the system. Dropping the future cancels the run.
    ///
    /// # Errors
    ///
    /// The run could not be carried on, was cancelled, or took too long.
    pub async fn ask(
        &self,
        asked: Asked,
        admitted: &Admitted,
        progress: &dyn Progress,
        approver: &dyn Approver,
    ) -> Result<RunOutcome, Cut> {
        let inner = &*self.inner;
        let before = inner.states().clone();
        let instruction = Instruction::from_user(asked.instruction);
        let run = Run::new(Arc::clone(&inner.system), inner.settings.clone(), instruction, asked.data);
        let run = run.with_states(&before);
        let mut begun = Begun { inner, entry: &admitted.entry, run: Some(run), before, ended: false };
        let mut outcome = self.carry(begun.run.as_mut(), admitted, progress, approver).await?;
        begun.ended = true;
        let after = States::of(outcome.world());
        inner.states().update(&begun.before, &after);
        inner.runs.ended(&admitted.entry, &mut outcome);
        Ok(outcome)
    }

    /// Checks and runs a plan of a session. Dropping the future cancels the run; the session goes on.
    ///
    /// # Errors
    ///
    /// As [`Engine::ask`].
    pub(super) async fn run_plan(
        &self,
        session: OwnedMutexGuard<Session>,
        program: &str,
        admitted: &Admitted,
        progress: &dyn Progress,
        approver: &dyn Approver,
    ) -> Result<Result<Reply, Refusal>, Cut> {
        let inner = &*self.inner;
        let mut begun = BegunPlan { inner, entry: &admitted.entry, session, run: None, is_turn: false };
        let states = inner.states().clone();
        match begun.session.begin(program, &states) {
            Ok(run) => begun.run = Some(run),
            Err(refusal) => {
                inner.runs.refused(&admitted.entry);
                return Ok(Err(refusal));
            }
        }
        let mut outcome = self.carry(begun.run.as_mut(), admitted, progress, approver).await?;
        begun.run = None;
        inner.runs.ended(&admitted.entry, &mut outcome);
        let reply = begun.session.end(outcome, &mut inner.states());
        Ok(Ok(reply))
    }

    /// Gives an instruction in a conversation. Dropping the future ends the turn; the conversation goes on, anew if nothing
    /// more may be told of it. What the next turn's planner is told of this one, and whether it begins anew.
    ///
    /// # Errors
    ///
    /// As [`Engine::ask`].
    pub(super) async fn turn(
        &self,
        session: OwnedMutexGuard<Session>,
        asked: Asked,
        admitted: &Admitted,
        progress: &dyn Progress,
        approver: &dyn Approver,
    ) -> Result<Result<Told, Refusal>, Cut> {
        let inner = &*self.inner;
        let mut begun = BegunPlan { inner, entry: &admitted.entry, session, run: None, is_turn: true };
        for (name, value) in &asked.data {
            begun.session.attach(name, value);
        }
        let states = inner.states().clone();
        match begun.session.ask(Instruction::from_user(asked.instruction), &states) {
            Ok(run) => begun.run = Some(run),
            Err(refusal) => {
                inner.runs.refused(&admitted.entry);
                return Ok(Err(refusal));
            }
        }
        let mut outcome = self.carry(begun.run.as_mut(), admitted, progress, approver).await?;
        begun.run = None;
        inner.runs.ended(&admitted.entry, &mut outcome);
        let reply = begun.session.end(outcome, &mut inner.states());
        Ok(Ok(Told { reply, begins_anew: begins_anew(&mut begun.session) }))
    }

    /// A session for one client.
    pub(super) fn session(&self) -> Session {
        Session::new(Arc::clone(&self.inner.system), self.inner.settings.clone())
    }

    async fn carry(
        &self,
        run: Option<&mut Run>,
        admitted: &Admitted,
        progress: &dyn Progress,
        approver: &dyn Approver,
    ) -> Result<RunOutcome, Cut> {
        let Some(run) = run else { return Err(Cut::Cancelled) };
        let inner = &*self.inner;
        let toolbox: &dyn Toolbox = &*inner.toolbox;
        let id = admitted.id().as_str();
        let mut trace = inner.telemetry.as_ref().map(|(telemetry, config)| {
            let root = inner.system.root().map_or("", |root| root.name());
            let traced = Traced { run: id, root, has_peers: false, within: admitted.trace.clone() };
            telemetry.trace(&traced, config, &inner.models)
        });
        let traced = trace.as_ref().map(|trace| trace.tools(toolbox));
        let toolbox = traced.as_ref().map_or(toolbox, |traced| traced);
        let means = Means { models: &inner.models, toolbox, approver };
        let mut noting = Noting::new(&admitted.entry, progress);
        let mut counting = Counting(inner.runs.metrics());
        let mut log = Log::new(id);
        let mut nothing = NoJournal;
        let mut watchers: Vec<&mut dyn Watcher> = vec![&mut noting, &mut counting, &mut log];
        watchers.extend(trace.as_mut().map(|trace| trace as &mut dyn Watcher));
        let mut watched = Watched::new(&mut nothing, watchers);
        let outcome = tokio::select! {
            biased;
            () = admitted.entry.cancelled() => Err(Cut::Cancelled),
            () = tokio::time::sleep(inner.patience) => Err(Cut::TooLong),
            outcome = Computing(Box::pin(carry_on(run, means, &mut watched))) => outcome.map_err(Cut::Drive),
        };
        watched.end(&match &outcome {
            Ok(outcome) => End::of(outcome),
            Err(Cut::TooLong) => End { status: "cancelled", error: Some("OutOfTime") },
            Err(_) => End { status: "cancelled", error: None },
        });
        outcome
    }
}

/// A run that may compute for seconds between two things that it waits for: others are served meanwhile.
struct Computing<F>(Pin<Box<F>>);

impl<F: Future> Future for Computing<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let run = self.0.as_mut();
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::CurrentThread => run.poll(context),
            _ => block_in_place(|| run.poll(context)),
        }
    }
}

impl Inner {
    fn states(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted {
    /// The same, as part of its client's trace: `traceparent` and `tracestate` of W3C Trace Context.
    #[must_use]
    pub fn within(self, trace: HashMap<String, String>) -> Admitted {
        Admitted { trace, ..self }
    }

    /// The run's name.
    pub fn id(&self) -> &RunId {
        self.entry.id()
    }
}

/// Why a run has no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Somebody cancelled it.
    Cancelled,
    /// It took longer than a run may.
    TooLong,
    /// It could not be carried on.
    Drive(DriveError),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Cancelled => f.write_str("the run was cancelled"),
            Cut::TooLong => f.write_str("the run took too long and was ended"),
            Cut::Drive(error) => error.fmt(f),
        }
    }
}

/// A run of an instruction. However it ends, what it has written into the tools' states is noted.
struct Begun<'a> {
    inner: &'a Inner,
    entry: &'a Entry,
    run: Option<Run>,
    before: States,
    ended: bool,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if let Some(run) = self.run.take().filter(|_| !self.ended) {
            self.inner.states().update(&self.before, &run.states());
            self.inner.runs.cut(self.entry);
        }
    }
}

/// A run of a session's plan. If it is cut short, the session takes it back.
struct BegunPlan<'a> {
    inner: &'a Inner,
    entry: &'a Entry,
    session: OwnedMutexGuard<Session>,
    run: Option<Run>,
    /// It is a turn of a conversation, which goes on.
    is_turn: bool,
}

/// What is left of a turn that has ended.
pub(super) struct Told {
    /// What the planner of the next turn is told.
    pub(super) reply: Reply,
    /// That planner remembers nothing: all that it may be told was told.
    pub(super) begins_anew: bool,
}

/// A conversation of which nothing more may be told begins anew.
fn begins_anew(session: &mut Session) -> bool {
    let is_over = session.is_over();
    if is_over {
        session.begin_anew();
    }
    is_over
}

impl Drop for BegunPlan<'_> {
    fn drop(&mut self) {
        if let Some(run) = self.run.take() {
            self.session.abandon(run, &mut self.inner.states());
            if self.is_turn {
                begins_anew(&mut self.session);
            }
            self.inner.runs.cut(self.entry);
        }
    }
}
