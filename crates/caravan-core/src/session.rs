//! One plan after another: a client whose own model writes the root's plans, or a conversation whose planner remembers.
//!
//! The client's model is a planner, and what it is told of a plan's end is an instruction channel, with one difference from
//! a child's: it is told again and again, and writes the next plan with all of that in mind. So a [`Session`] keeps account.
//!
//! - A value is told only if its data is trusted, and what untrusted data could choose of it is charged, as the gate charges
//!   a message. Everything else becomes a reference, `$1`, whose value later plans of the session read with `get_variable`.
//! - How a plan ended is told too, and untrusted data may have decided that. The replies of one plan form a code: an end
//!   without an error is the common word and costs a fraction of a bit, a failure is a rare one and costs four. Their
//!   weights sum to one, so that at most `2^budget` courses of a whole session can be told apart, whatever untrusted data
//!   says.
//! - What the client has been told is the base of every later plan: its literals, and what it could write, carry the control
//!   and choice of all earlier replies.
//! - Where a failure cannot be paid for, a failure ends the session: the promise is about sessions that have not ended, as
//!   it is about runs that end normally everywhere else.
//!
//! Under `explicit` data alone counts and nothing is charged. Under `noninterference` nothing is told that untrusted data
//! had a part in, and a failure that it may have caused ends the session.

mod account;
mod conversation;
mod reply;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use caravan_label::{AgentPath, Bits, Label};
use caravan_plan::{Datum, Environment, Finding, World, type_of_result};

use crate::instruction::Instruction;
use crate::model::EarlierTurn;
use crate::outcome::RunOutcome;
use crate::planner_answer::take_plan;
use crate::prompt;
use crate::record::Record;
use crate::run::{Planned, Run, checked};
use crate::settings::{Defense, Settings};
use crate::state::States;
use crate::system::System;
use account::Account;

pub use reply::{CallSummary, Reply, ReplyError};

/// References kept in one session; the oldest are forgotten.
const MOST_REFERENCES: usize = 64;

/// One client's plans, with what they have left and what the client was told of them.
#[derive(Debug)]
pub struct Session {
    system: Arc<System>,
    settings: Settings,
    world: World,
    account: Account,
    references: VecDeque<Reference>,
    /// How many references there have been.
    named: u32,
    /// What the user has handed over as data, by name.
    attached: Vec<(Box<str>, Datum)>,
    /// The turns of a conversation, the oldest first.
    turns: Vec<EarlierTurn>,
    /// The last plan was refused by the check.
    refused: bool,
    stage: Stage,
    /// What the states held when this session last had to do with them.
    seen: States,
}

#[derive(Debug)]
enum Stage {
    Ready,
    /// A plan is running, which has the world.
    Running(Box<Running>),
    Over,
}

/// What is known of the plan that is running beside what comes of it.
#[derive(Debug)]
struct Running {
    author: Author,
    /// What `get_variable` gives it, all in one.
    variables: Label,
    before: States,
}

/// Who writes the plan that is running.
#[derive(Debug)]
enum Author {
    /// The client, who sent this.
    Client(String),
    /// The root's planner, whom the user asked this.
    Planner(Instruction),
}

/// A value that the client was not told, by the name under which later plans read it.
#[derive(Clone, Debug)]
pub struct Reference {
    name: Box<str>,
    ty: Box<str>,
    source: Box<str>,
    value: Datum,
}

impl Reference {
    /// The name for `get_variable`: `$1`, `$2`, ...
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its type, as far as the plan's text and the declared schemas show it.
    pub fn ty(&self) -> &str {
        &self.ty
    }

    /// Where it came from, as far as that may be told.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What it stands for: for the person whose session it is.
    pub fn value(&self) -> &Datum {
        &self.value
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, from {}", self.name, self.ty, self.source)
    }
}

/// Why a plan was not begun.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// This is wrong with its text. Nothing of it ran.
    Findings(Vec<Finding>),
    /// There is no plan in the text.
    NoPlan(String),
    /// Another plan of the session is running.
    Busy,
    /// The session has ended.
    Over,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Findings(findings) => {
                f.write_str("the plan was refused before anything of it ran:")?;
                findings.iter().try_for_each(|finding| write!(f, "\n- {finding}"))
            }
            Refusal::NoPlan(problem) => f.write_str(problem),
            Refusal::Busy => f.write_str("another plan of this session is running"),
            Refusal::Over => f.write_str(
                "this session has ended: a plan failed or took too long, untrusted data may have decided that, and what could be told of \
                 such things within the budget of choice has been told; the user can begin a new session",
            ),
        }
    }
}

impl std::error::Error for Refusal {}

impl Session {
    /// A session in which nothing has happened. It is always under the protocol, whatever defense the settings name.
    pub fn new(system: Arc<System>, settings: Settings) -> Session {
        let settings = Settings { defense: Defense::Multi, ..settings };
        Session {
            system,
            world: World::new(settings.strictness),
            account: Account::new(settings.ruling()),
            settings,
            references: VecDeque::new(),
            named: 0,
            attached: Vec::new(),
            turns: Vec::new(),
            refused: false,
            stage: Stage::Ready,
            seen: States::default(),
        }
    }

    /// What a model has to know to write plans for this system: the planner's guide and the root's own part.
    pub fn guide(system: &System) -> String {
        let card = system.card(&AgentPath::root(), Defense::Multi).unwrap_or_default();
        format!("{}\n\n{}", prompt::guide(Defense::Multi).trim_end(), card.trim_end())
    }

    /// Checks a plan and makes it a run. `states` is what the states hold now. The run is carried on elsewhere and
    /// handed back with [`Session::end`], or with [`Session::abandon`] if it was cut short.
    ///
    /// # Errors
    ///
    /// The plan is not begun.
    pub fn begin(&mut self, program: &str, states: &States) -> Result<Run, Refusal> {
        self.ready()?;
        let environment = self.environment();
        let plan = plan_in(program).map_err(Refusal::NoPlan)?;
        let asked_before = std::mem::replace(&mut self.refused, true);
        let compiled = checked(&self.system, &self.settings, &plan, &environment, asked_before)
            .map_err(Refusal::Findings)?;
        self.refused = false;
        let variables = self.variables();
        let world = self.enter(Author::Client(plan.clone()), &variables, states);
        let planned = Planned { plan, program: compiled, variables, base: self.account.told() };
        Ok(Run::of_plan(Arc::clone(&self.system), self.settings.clone(), world, planned))
    }

    fn ready(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Ready => Ok(()),
            Stage::Running(_) => Err(Refusal::Busy),
            Stage::Over => Err(Refusal::Over),
        }
    }

    /// What plans of the root can name.
    fn environment(&self) -> Environment {
        let environment = self.system.environment(&AgentPath::root(), Defense::Multi);
        let variables = self.variables().into_iter().map(|(name, _)| name).collect();
        Environment { variables, ..environment.unwrap_or_default() }
    }

    /// What `get_variable` gives.
    fn variables(&self) -> Vec<(Box<str>, Datum)> {
        let references = self.references.iter().map(|reference| (&reference.name, &reference.value));
        let attached = self.attached.iter().map(|(name, value)| (name, value));
        references.chain(attached).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The world for the next plan, which is running from now on.
    fn enter(&mut self, author: Author, variables: &[(Box<str>, Datum)], states: &States) -> World {
        states.unlike(&self.seen).put_into(&mut self.world);
        let before = States::of(&self.world);
        let lattice = &mut self.world.lattice;
        let variables = variables.iter().fold(Label::NONE, |all, (_, value)| {
            let label = value.deep_label(lattice);
            lattice.join(all, label)
        });
        self.stage = Stage::Running(Box::new(Running { author, variables, before }));
        std::mem::take(&mut self.world)
    }

    /// Takes a run back that was carried to its end, and says what the client's model is told of it. `states` takes what
    /// the run has written.
    pub fn end(&mut self, outcome: RunOutcome, states: &mut States) -> Reply {
        let Stage::Running(running) = std::mem::replace(&mut self.stage, Stage::Over) else {
            return Reply::over();
        };
        let RunOutcome { status, answer, error, record, world, .. } = outcome;
        self.world = world;
        let Some(plan) = running.plan(&record) else {
            // Nothing has run: that there is no plan came of what its planner was told before.
            self.stage = Stage::Ready;
            return Reply::unplanned(error.as_ref());
        };
        let environment = self.environment();
        let ended = reply::Ended { status, answer, error, record: &record, plan: &plan };
        let met = reply::met(&record, &plan, &environment, running.variables, &mut self.world);
        let calls = reply::calls(&record, &self.account, &mut self.world.lattice);
        let mut reply = match ended.failure(&self.account, &mut self.world) {
            None => self.told_value(ended, met, &environment, &running.author),
            Some(failure) => {
                let lines = plan.lines().count();
                let told = self.account.failure(failure, met, lines, &mut self.world);
                Reply::failed(told)
            }
        };
        if reply.calls_may_be_told() {
            reply.calls = calls;
        }
        if !reply.session_over {
            self.stage = Stage::Ready;
        }
        self.settle(&running.before, states);
        if let Author::Planner(instruction) = running.author {
            self.remember(instruction, plan, &reply);
        }
        reply
    }

    /// Takes a run back that the client did not let end. That it did not end in time is told by that, and how far it came
    /// by what it wrote: so it is charged as a failure, ends the session where that cannot be paid for, and whatever it
    /// could write is of unbounded choice.
    pub fn abandon(&mut self, run: Run, states: &mut States) {
        if let Stage::Running(running) = std::mem::replace(&mut self.stage, Stage::Over) {
            let (world, record) = run.into_parts();
            self.world = world;
            let Some(plan) = running.plan(&record) else {
                self.stage = Stage::Ready;
                return;
            };
            let environment = self.environment();
            let met = reply::met(&record, &plan, &environment, running.variables, &mut self.world);
            if self.account.abandoned(met, &mut self.world) {
                self.stage = Stage::Ready;
            }
            self.raise_states(met);
            self.settle(&running.before, states);
        }
    }

    /// How far a plan came decided what it wrote.
    fn raise_states(&mut self, met: Label) {
        if self.world.lattice.is_trusted(met) {
            return;
        }
        let how_far = self.world.lattice.guard(met, Bits::UNBOUNDED);
        self.raise_written(how_far);
    }

    /// This has a part in whatever plans of the root, and the agents below it, could have written.
    fn raise_written(&mut self, label: Label) {
        let system = Arc::clone(&self.system);
        for name in system.root().map(crate::system::Agent::writes).unwrap_or_default() {
            let known = self.world.states.get(name).copied().unwrap_or_default();
            let raised = self.world.lattice.join(known, label);
            self.world.states.insert(name.clone(), raised);
        }
    }

    /// Takes no more plans: a run had to be ended for what untrusted data may have caused, such as that it took too long.
    pub fn close(&mut self) {
        self.stage = Stage::Over;
    }

    /// The references that later plans can read, the oldest first.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.references.iter()
    }

    /// Whether no more plans are taken.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    fn told_value(
        &mut self,
        ended: reply::Ended<'_>,
        met: Label,
        environment: &Environment,
        author: &Author,
    ) -> Reply {
        let mut answer = ended.answer.unwrap_or(Datum { value: caravan_plan::Tree::None, label: met });
        // Which plan it is that gave this value, was decided by what its author had been told.
        answer.taint_deeply(self.account.told(), &mut self.world.lattice);
        let label = answer.deep_label(&mut self.world.lattice);
        let is_told = self.account.value(label, met, &mut self.world);
        let value = is_told.then(|| answer.to_json());
        if is_told && matches!(author, Author::Client(_)) {
            return Reply::of(value, None);
        }
        // That a value is told by reference is told by that: counting them tells no more.
        self.named = self.named.saturating_add(1);
        let reference = Reference {
            name: format!("${}", self.named).into(),
            ty: type_of_result(ended.plan, environment),
            source: reply::source(label, ended.plan, environment, &self.world),
            value: answer,
        };
        if self.references.len() >= MOST_REFERENCES {
            self.references.pop_front();
        }
        self.references.push_back(reference.clone());
        Reply::of(value, Some(reference))
    }

    /// What the client has been told decides its next plan, and so what that writes and what it does not.
    fn settle(&mut self, before: &States, states: &mut States) {
        let told = self.account.told();
        if told != Label::NONE {
            self.raise_written(told);
        }
        let after = States::of(&self.world);
        states.update(before, &after);
        self.seen = after;
    }
}

impl Running {
    /// The plan that ran, if it came to that.
    fn plan(&self, record: &Record) -> Option<String> {
        match &self.author {
            Author::Client(plan) => Some(plan.clone()),
            Author::Planner(_) => record.episodes.first().and_then(|episode| episode.plan.clone()),
        }
    }
}

/// The plan in what a model has sent: all of it, unless it stands in a fence.
fn plan_in(program: &str) -> Result<String, String> {
    if program.trim_start().starts_with("```") {
        return take_plan(program).map_err(|problem| problem.to_string());
    }
    if program.trim().is_empty() {
        return Err("there is no plan: send the text of a Python program".to_owned());
    }
    Ok(program.to_owned())
}
