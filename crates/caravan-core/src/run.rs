//! A run: one user's instruction on its way through the hierarchy, as an engine without I/O.
//!
//! [`Run::step`] goes on until effects are needed, and takes the outcome of one at a time. Given the same outcomes, in
//! whatever order, it asks for the same effects under the same numbers, so that a run can be replayed from a journal.
//! Episodes stand on a stack; the top one is at work. Where calls are gathered, there are several stacks.

mod child;
mod clock;
mod cut;
mod door;
mod endorse;
mod episode;
mod labels;
mod peers;
mod planning;
mod repair;
mod shared;
mod strands;
mod tool_loop;
mod traced;

use std::fmt;
use std::sync::Arc;

use caravan_label::{AgentPath, Label, Source};
use caravan_plan::{Answer, Datum, Program, Request, World};
use serde_json::Value as Json;

use crate::caps::Spent;
use crate::effect::{Effect, EffectId, EffectKind, Moment, Outcome};
use crate::gate::instruction::Instruction;
use crate::model::{PlanRequest, Usage};
use crate::outcome::{RunError, RunOutcome, Status};
use crate::record::Record;
use crate::replay::PlanVariables;
use crate::report;
use crate::settings::{Defense, Settings};
use crate::state::States;
use crate::system::System;
use episode::{Awaited, End, Episode};
use peers::Peers;
use repair::Past;
use shared::Store;
use strands::{Ready, Strands};

pub(crate) use episode::Failure;
pub(crate) use planning::{checked, told};

/// One run. It does nothing until [`Run::step`] is called.
#[derive(Debug)]
pub struct Run {
    system: Arc<System>,
    settings: Settings,
    world: World,
    /// The root's episode first, the one at work last.
    episodes: Vec<Episode>,
    stage: Stage,
    record: Record,
    usage: Usage,
    next_effect: u64,
    /// How many steps of a plan there are in one call.
    slice: u64,
    spent: Spent,
    variables: Vec<(Box<str>, Datum)>,
    /// What its agents share.
    store: Store,
    /// The peers, in a system without a root.
    peers: Option<Peers>,
    /// Which stacks of episodes there are; `episodes` is that of the strand at work.
    strands: Strands,
    /// When it began, once a plan has asked; and whether the runtime could tell.
    began: Option<Option<Moment>>,
    /// The variables of plans that have ended, if the run is explained.
    all_variables: Vec<PlanVariables>,
}

#[derive(Debug)]
enum Stage {
    /// Nothing was asked for yet.
    New { instruction: Instruction, data: Vec<(String, Json)> },
    /// Nothing was asked for yet, and the root's plan is there.
    Planned(Box<Planned>),
    /// Nothing was asked for yet, and it is not the first time that the root's planner is asked.
    Asked(Box<Asked>),
    /// Outcomes of effects are awaited.
    Waiting,
    /// The machine of a strand has done its share of steps, and needs nothing to go on. The effects are needed when the run
    /// comes to a stand.
    Paused { ready: Ready, effects: Vec<Effect> },
    /// The outcome has been given out.
    Ended,
}

/// A root's plan that no planner needs to be asked for.
#[derive(Debug)]
pub(crate) struct Planned {
    /// The plan's text.
    pub(crate) plan: String,
    /// The same, compiled and checked.
    pub(crate) program: Program,
    /// What `get_variable` gives.
    pub(crate) variables: Vec<(Box<str>, Datum)>,
    /// The control and choice of all that whoever wrote it had been told.
    pub(crate) base: Label,
}

/// A turn of a conversation that the root's planner is asked about.
#[derive(Debug)]
pub(crate) struct Asked {
    /// What it is asked.
    pub(crate) request: PlanRequest,
    /// What `get_variable` gives.
    pub(crate) variables: Vec<(Box<str>, Datum)>,
    /// The control and choice of all that it is told of earlier turns.
    pub(crate) base: Label,
}

/// How far a run got.
#[derive(Debug)]
pub enum Progress {
    /// These effects are needed, beside those that were asked for before and have had no outcome yet; they may be carried
    /// out in any order or at the same time. There may be none of them: outcomes are looked at in the order of the effects.
    Effects(Vec<Effect>),
    /// The run has ended.
    Done(Box<RunOutcome>),
}

/// Why a run goes on with nothing for now.
enum Standing {
    Done(Box<RunOutcome>),
    /// A plan has taken its share of steps.
    Paused,
}

/// What happens next within a step.
#[derive(Debug)]
pub(crate) enum Next {
    /// An effect is needed.
    Ask(EffectKind, Awaited),
    /// The machine on top of the stack goes on.
    Resume(Option<Answer>),
    /// The machine on top of the stack waits for several calls.
    Gather(Vec<Request>),
    /// One of them is made.
    Call(Box<Request>),
    /// The tool-calling agent on top of the stack goes on.
    Talk,
    /// The episode on top of the stack has ended.
    Return(End),
    /// The run has ended, whatever is on the stack.
    Stop(Status, RunError),
    /// The machine on top of the stack has done its share of steps.
    Pause,
}

/// How many steps of a plan something counts as that the run answers by itself.
const AT_ONCE: u64 = 100;

impl Run {
    /// A run of `instruction`. `data` are opaque, untrusted variables of the root's plan by name; a text is a JSON string.
    /// Their names are the user's own words.
    pub fn new(
        system: Arc<System>,
        settings: Settings,
        instruction: Instruction,
        data: Vec<(String, Json)>,
    ) -> Run {
        let world = World::new(settings.strictness);
        Run {
            system,
            settings,
            world,
            episodes: Vec::new(),
            stage: Stage::New { instruction, data },
            record: Record::default(),
            usage: Usage::default(),
            next_effect: 1,
            slice: u64::MAX,
            spent: Spent::default(),
            variables: Vec::new(),
            store: Store::default(),
            peers: None,
            strands: Strands::default(),
            began: None,
            all_variables: Vec::new(),
        }
    }

    /// A run of a system without a root: what each peer is to do, in the order in which they run, and for how many rounds.
    /// `data` are opaque, untrusted variables of each one's plan. The answer is a dictionary of their answers in the last
    /// round, by name.
    pub fn of_peers(
        system: Arc<System>,
        settings: Settings,
        tasks: Vec<(String, Instruction)>,
        data: Vec<(String, Json)>,
        rounds: usize,
    ) -> Run {
        let run = Run::new(system, settings, Instruction::from_user(""), Vec::new());
        Run { peers: Some(Peers::new(tasks, data, rounds)), ..run }
    }

    /// A run of a plan that is there already, in a world in which others have run.
    pub(crate) fn of_plan(system: Arc<System>, settings: Settings, world: World, planned: Planned) -> Run {
        let instruction = Instruction::from_user("");
        let run = Run::new(system, settings, instruction, Vec::new());
        Run { world, stage: Stage::Planned(Box::new(planned)), ..run }
    }

    /// A run of a turn of a conversation, in the world of the turns before.
    pub(crate) fn of_turn(system: Arc<System>, settings: Settings, world: World, asked: Asked) -> Run {
        let instruction = asked.request.instruction.clone();
        let run = Run::new(system, settings, instruction, Vec::new());
        Run { world, stage: Stage::Asked(Box::new(asked)), ..run }
    }

    /// The same run, to be explained: which lines run and where values pass is noted, and nothing else about it is different.
    /// To be said before anything else of a run.
    #[must_use]
    pub fn traced(self) -> Run {
        Run { world: World::traced(self.settings.strictness), ..self }
    }

    /// The same run in a world whose states hold what earlier runs have written.
    #[must_use]
    pub fn with_states(mut self, states: &States) -> Run {
        states.put_into(&mut self.world);
        self
    }

    /// What the states hold so far: for a run that will not be carried on.
    pub fn states(&self) -> States {
        States::of(&self.world)
    }

    /// What has happened so far, as [`RunOutcome::record_json`](crate::outcome::RunOutcome::record_json) tells it of a run that has ended.
    pub fn record_json(&mut self) -> Json {
        report::record_json(&self.record, &mut self.world, self.settings.ruling())
    }

    /// What has happened so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What the models have taken so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Gives up a run: its world, and what has happened in it.
    pub(crate) fn into_parts(self) -> (World, Record) {
        (self.world, self.record)
    }

    /// Goes on: the first time with nothing, each later time with the outcome of an effect.
    ///
    /// # Errors
    ///
    /// The outcome answers no effect that is awaited, or has the wrong kind. The run stands where it stood.
    pub fn step(&mut self, outcome: Option<(EffectId, Outcome)>) -> Result<Progress, StepError> {
        match self.advance(outcome, u64::MAX)? {
            Some(progress) => Ok(progress),
            None => Err(StepError::stuck()),
        }
    }

    /// The same, for about so many steps of a plan: none if the run has not come to anything by then. The next call takes no
    /// outcome, and goes on where this one stopped. So a plan that computes can be given up, and others be served meanwhile.
    ///
    /// # Errors
    ///
    /// As [`Run::step`].
    pub fn advance(
        &mut self,
        outcome: Option<(EffectId, Outcome)>,
        steps: u64,
    ) -> Result<Option<Progress>, StepError> {
        self.slice = steps;
        let (mut ready, mut effects) = (Ready::new(), Vec::new());
        let first = match (std::mem::replace(&mut self.stage, Stage::Waiting), outcome) {
            (Stage::New { instruction, data }, None) => Some(match self.peers {
                Some(_) => self.begin_turn().unwrap_or_else(planning::lost),
                None => self.begin(instruction, data),
            }),
            (Stage::Planned(planned), None) => Some(self.begin_with_plan(*planned)),
            (Stage::Asked(asked), None) => {
                let Asked { request, variables, base } = *asked;
                let past = Past::new(self.settings.max_repairs);
                Some(self.begin_plan(Episode::told_root(request, variables, base, past)))
            }
            (Stage::Waiting, Some((id, outcome))) => {
                if !self.strands.take_in(id, outcome) {
                    return Err(StepError::new(Some(id)));
                }
                None
            }
            (Stage::Paused { ready: before, effects: needed }, None) => {
                (ready, effects) = (before, needed);
                None
            }
            (stage, outcome) => {
                self.stage = stage;
                return Err(StepError::new(outcome.map(|(id, _)| id)));
            }
        };
        ready.extend(first.map(|next| (self.strands.current(), next)));
        while let Some((strand, next)) = ready.pop_front().or_else(|| self.take_next_outcome()) {
            if !self.strands.is_there(strand) {
                continue;
            }
            self.switch_to(strand);
            match self.go_on(next, &mut ready, &mut effects) {
                Some(Standing::Done(outcome)) => {
                    self.stage = Stage::Ended;
                    return Ok(Some(Progress::Done(outcome)));
                }
                Some(Standing::Paused) => {
                    self.stage = Stage::Paused { ready, effects };
                    return Ok(None);
                }
                None => {}
            }
        }
        Ok(Some(Progress::Effects(effects)))
    }

    /// Lets the strand at work go on until it waits for something. Gives why no other strand is to go on, if so.
    fn go_on(&mut self, next: Next, ready: &mut Ready, effects: &mut Vec<Effect>) -> Option<Standing> {
        let mut next = next;
        let mut rounds: u64 = 0;
        loop {
            // What is answered at once takes time, too: a plan that asks for nothing else must let others have their turn.
            rounds = rounds.saturating_add(AT_ONCE);
            if rounds > self.slice.max(AT_ONCE) {
                ready.push_front((self.strands.current(), next));
                return Some(Standing::Paused);
            }
            next = match next {
                Next::Ask(kind, awaited) => {
                    let id = EffectId(self.next_effect);
                    self.next_effect += 1;
                    self.strands.wait(id, awaited);
                    effects.push(Effect { id, kind, episode: self.episode() });
                    return None;
                }
                Next::Resume(Some(answer)) if self.is_gathered() => {
                    self.answer_gathered(answer, ready);
                    return None;
                }
                Next::Resume(answer) => self.resume(answer),
                Next::Gather(calls) => {
                    self.gather(calls, ready);
                    return None;
                }
                Next::Call(request) => self.call(*request),
                Next::Talk => self.talk(),
                Next::Return(end) => match self.episodes.pop() {
                    Some(ended) if !self.episodes.is_empty() => self.hand_up(ended, end),
                    ended => {
                        let path = ended.map(|ended| ended.path).unwrap_or_default();
                        match self.end_turn(&path, end) {
                            Ok(next) => next,
                            Err(end) => return Some(Standing::Done(Box::new(self.conclude(&path, end)))),
                        }
                    }
                },
                Next::Stop(status, error) => {
                    let (status, error) = self.stop_gathered(status, error, ready)?;
                    let outcome = self.outcome(status, None, Some(error));
                    return Some(Standing::Done(Box::new(outcome)));
                }
                Next::Pause => {
                    ready.push_front((self.strands.current(), Next::Resume(None)));
                    return Some(Standing::Paused);
                }
            };
        }
    }

    fn begin(&mut self, instruction: Instruction, data: Vec<(String, Json)>) -> Next {
        let root = AgentPath::root();
        if self.settings.defense == Defense::None {
            let text = tool_loop::first_message(instruction.text(), &data);
            let label = self.label_of_entry(&data);
            return self.begin_talk(root, None, text, label);
        }
        let mut variables = Vec::new();
        let mut names = Vec::new();
        for (name, json) in data {
            let label = self.world.lattice.data_from(&[data_source(&name)]);
            variables.push((name.as_str().into(), Datum::from_json(&json, label)));
            names.push(Instruction::from_user(name));
        }
        let defense = self.settings.defense;
        match self.system.plan_request(&root, defense, instruction, names, None) {
            Some(request) => {
                let past = Past::new(self.settings.max_repairs);
                self.begin_plan(Episode::root(request, variables, past))
            }
            None => {
                Next::Stop(Status::PlanFailed, RunError::new("NoPlan", "the system has no root agent", &root))
            }
        }
    }

    fn begin_with_plan(&mut self, planned: Planned) -> Next {
        let root = AgentPath::root();
        let Planned { plan, program, variables, base } = planned;
        let instruction = Instruction::from_user("");
        let defense = self.settings.defense;
        match self.system.plan_request(&root, defense, instruction, Vec::new(), None) {
            Some(request) => {
                // Whoever wrote it is not here to be asked.
                let episode = Episode::told_root(request, variables, base, Past::never_repaired());
                self.begin_planned(episode, plan, &program)
            }
            None => planning::lost(),
        }
    }

    fn label_of_entry(&mut self, data: &[(String, Json)]) -> Label {
        let sources: Vec<Source> =
            [Source::User].into_iter().chain(data.iter().map(|(name, _)| data_source(name))).collect();
        self.world.lattice.data_from(&sources)
    }

    /// Takes the outcome of the effect that was awaited.
    fn receive(&mut self, awaited: Awaited, outcome: Outcome) -> Next {
        match (awaited, outcome) {
            (Awaited::Plan, Outcome::Plan(reply)) => self.planned(reply),
            (Awaited::Tool(awaited), Outcome::Tool(result)) => self.tool_answered(awaited, result),
            (Awaited::Approval(awaited), Outcome::Approve(approval)) => self.approved(*awaited, approval),
            (Awaited::Message(awaited), Outcome::Approve(approval)) => {
                self.message_approved(*awaited, approval)
            }
            (Awaited::Extraction(awaited), Outcome::Extract(reply)) => self.extracted(awaited, reply),
            (Awaited::Turn, Outcome::Converse(reply)) => self.turned(reply),
            (Awaited::Clock, Outcome::Clock(moment)) => self.clock_answered(moment),
            (Awaited::TalkTool(awaited), Outcome::Tool(result)) => self.talk_tool_answered(awaited, result),
            // `Awaited::is_of` has let nothing else through.
            _ => Next::Return(End::failed("RuntimeError", "the outcome is of another kind", Label::NONE)),
        }
    }

    /// The end of the root's episode, or of the last peer's, is the run's.
    fn conclude(&mut self, path: &AgentPath, end: End) -> RunOutcome {
        match end {
            End::Value(answer) => self.outcome(Status::Done, Some(answer), None),
            End::Failed(failure) => {
                let trusted = self.world.lattice.is_trusted(failure.label);
                let error = RunError::from_failure(failure, path, trusted);
                self.outcome(Status::PlanFailed, None, Some(error))
            }
        }
    }

    fn outcome(&mut self, status: Status, answer: Option<Datum>, error: Option<RunError>) -> RunOutcome {
        RunOutcome {
            status,
            answer,
            variables: std::mem::take(&mut self.variables),
            error,
            record: std::mem::take(&mut self.record),
            usage: self.usage,
            world: std::mem::take(&mut self.world),
            ruling: self.settings.ruling(),
            root_name: self.system.root().map(|root| root.name().to_owned()).unwrap_or_default(),
        }
    }

    fn top(&mut self) -> Option<&mut Episode> {
        self.episodes.last_mut()
    }

    /// The place of the episode at work in the record.
    fn episode(&self) -> usize {
        self.episodes.last().map_or(0, |episode| episode.index)
    }

    /// The path of the agent at work.
    fn here(&self) -> AgentPath {
        self.episodes.last().map(|episode| episode.path.clone()).unwrap_or_default()
    }
}

/// The source of a value that the user handed in as data.
pub(crate) fn data_source(name: &str) -> Source {
    Source::Tool { agent: AgentPath::root(), tool: "data".into(), inner: Some(name.into()), trusted: false }
}

/// An outcome that the run did not wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepError {
    id: Option<EffectId>,
}

impl StepError {
    fn new(id: Option<EffectId>) -> StepError {
        StepError { id }
    }

    /// The run needs nothing, and has not ended.
    pub(crate) fn stuck() -> StepError {
        StepError { id: None }
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id {
            Some(id) => write!(f, "the run does not wait for this outcome of `{id}`"),
            None => f.write_str("the run waits for the outcome of an effect, or has ended"),
        }
    }
}

impl std::error::Error for StepError {}
