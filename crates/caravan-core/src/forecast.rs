//! The plan of a whole system before anything has run (section IV-C of "Can CaMeLs Talk?"): the root's plan, the plans
//! of the children whose messages its text spells out, and so on down.
//!
//! A [`Forecast`] is an engine without I/O, as a [`Run`](crate::run::Run) is, and asks planners alone. Nothing else is
//! ever handed to it, so that it holds no untrusted value: what it asks is made of the user's words, the configuration
//! and the plans. What a run would ask of a child's planner, it asks in the same way: the call goes through a machine
//! and through the gate.

mod question;
mod tree;

use std::sync::Arc;

use caravan_label::{AgentPath, Source};
use caravan_plan::{CheckSetup, Finding, OutlineSetup, OutlinedCall, OutlinedKind, World, check, outline};

use crate::gate;
use crate::instruction::Instruction;
use crate::model::{Attempt, Model, ModelError, PlanRequest, Reply, Usage};
use crate::outcome::{RunError, Status, agent_name};
use crate::planner_answer::take_plan;
use crate::run::{StepError, checked, told};
use crate::settings::{Defense, Settings};
use crate::system::System;

pub use tree::{Node, Tools};

/// How many different requests to planners are made at most.
const MOST_EPISODES: usize = 100;

/// The plan of a system, while it is being made.
#[derive(Debug)]
pub struct Forecast {
    system: Arc<System>,
    settings: Settings,
    /// For labels of what the program itself says; no value is ever in it.
    world: World,
    plan: SystemPlan,
    /// The episode whose planner is asked.
    at: usize,
    is_waiting: bool,
}

/// How far a forecast got.
#[derive(Debug)]
pub enum Foresight {
    /// A planner has to be asked this.
    Ask(Box<PlanRequest>),
    /// It is complete.
    Done(Box<SystemPlan>),
    /// It cannot go on.
    Stopped(Status, Box<RunError>),
}

/// The plan of a whole system: the root's episode, and every other that the texts of the plans fix, each request once.
#[derive(Clone, Debug, Default)]
pub struct SystemPlan {
    /// What each planner is asked and answers; the root's first.
    pub episodes: Vec<PlannedEpisode>,
    /// What is left open, and why, a line each.
    pub notices: Vec<String>,
    /// What the planners took.
    pub usage: Usage,
    pub(crate) root_name: String,
}

/// A request to a planner, and the plan that came of it.
#[derive(Clone, Debug)]
pub struct PlannedEpisode {
    /// What the planner is asked, with the attempts that were refused.
    pub request: PlanRequest,
    /// The plan; none if no valid one was given.
    pub plan: Option<String>,
    /// The last plan that was refused: what the findings are about where there is no plan.
    pub refused: Option<String>,
    /// What the check says of the plan, or of the last that was refused.
    pub findings: Vec<Finding>,
    /// Why there is no plan.
    pub problem: Option<String>,
    /// For every call in the plan's outline, the episodes that it begins, in the order of its messages.
    calls: Vec<Vec<usize>>,
    /// The calls as the plan's text has them.
    outlined: Vec<OutlinedCall>,
}

impl Forecast {
    /// What `instruction` would come to. `data` are the names of the variables that the root's plan is given.
    ///
    /// # Errors
    ///
    /// Under the defense `none` there are no plans, and where there are peers there is no root's.
    pub fn new(
        system: Arc<System>,
        settings: Settings,
        instruction: Instruction,
        data: Vec<String>,
    ) -> Result<Forecast, Box<RunError>> {
        let root = AgentPath::root();
        let none = |title: &str| Box::new(RunError::new("NoPlan", title, &AgentPath::root()));
        if settings.defense == Defense::None {
            return Err(none("under the defense `none` there are no plans"));
        }
        if system.peers().next().is_some() {
            return Err(none("the system has peers and no root, so that there is no one plan of it"));
        }
        let names = data.into_iter().map(Instruction::from_user).collect();
        let request = system
            .plan_request(&root, settings.defense, instruction, names, None)
            .ok_or_else(|| none("the system has no root agent"))?;
        let plan = SystemPlan {
            episodes: vec![PlannedEpisode::of(request)],
            root_name: system.root().map(|root| root.name().to_owned()).unwrap_or_default(),
            ..SystemPlan::default()
        };
        let world = World::new(settings.strictness);
        Ok(Forecast { system, settings, world, plan, at: 0, is_waiting: false })
    }

    /// Goes on: the first time with nothing, each later time with the answer of the planner that was to be asked.
    ///
    /// # Errors
    ///
    /// An answer was handed in that was not asked for, or none that was.
    pub fn step(&mut self, reply: Option<Result<Reply<String>, ModelError>>) -> Result<Foresight, StepError> {
        match (reply, std::mem::replace(&mut self.is_waiting, false)) {
            (None, false) => {}
            (Some(Ok(reply)), true) => self.answered(reply),
            (Some(Err(error)), true) => {
                self.plan.usage += error.usage();
                let path = self.episode().map(|episode| episode.request.agent.clone()).unwrap_or_default();
                let (status, error) = RunError::of_planner(&error, &path);
                return Ok(Foresight::Stopped(status, Box::new(error)));
            }
            (_, is_waiting) => {
                self.is_waiting = is_waiting;
                return Err(StepError::stuck());
            }
        }
        match self.episode() {
            Some(episode) => {
                let request = Box::new(episode.request.clone());
                self.is_waiting = true;
                Ok(Foresight::Ask(request))
            }
            None => Ok(Foresight::Done(Box::new(std::mem::take(&mut self.plan)))),
        }
    }

    /// Asks a planner until the plan of the system is there.
    ///
    /// # Errors
    ///
    /// A planner gave no answer.
    pub async fn complete(mut self, planner: &dyn Model) -> Result<SystemPlan, (Status, Box<RunError>)> {
        let mut reply = None;
        loop {
            match self.step(reply.take()) {
                Ok(Foresight::Ask(request)) => reply = Some(planner.plan(&request).await),
                Ok(Foresight::Done(plan)) => return Ok(*plan),
                Ok(Foresight::Stopped(status, error)) => return Err((status, error)),
                Err(error) => {
                    let error = RunError::new("RuntimeError", error.to_string(), &AgentPath::root());
                    return Err((Status::PlanFailed, Box::new(error)));
                }
            }
        }
    }

    fn episode(&mut self) -> Option<&mut PlannedEpisode> {
        self.plan.episodes.get_mut(self.at)
    }

    /// Takes a planner's answer as a run does: a plan, or something to ask again about.
    fn answered(&mut self, reply: Reply<String>) {
        self.plan.usage += reply.usage;
        let Some(episode) = self.plan.episodes.get_mut(self.at) else { return };
        let path = episode.request.agent.clone();
        let Some(mut environment) = self.system.environment(&path, self.settings.defense) else { return };
        environment.variables = episode.request.variables.iter().map(|name| name.text().into()).collect();
        let asked_before = !episode.request.attempts.is_empty();
        let problem = match take_plan(&reply.content) {
            Err(problem) => problem.to_string(),
            Ok(plan) => match checked(&self.system, &self.settings, &plan, &environment, asked_before) {
                Ok(_) => {
                    let Settings { strictness, budget, .. } = self.settings;
                    let setup = CheckSetup { strictness, budget: Some(budget), ..CheckSetup::default() };
                    episode.findings = check(&plan, &environment, &setup);
                    episode.outlined = outline(&plan, &environment, &OutlineSetup::default()).calls;
                    episode.plan = Some(plan);
                    episode.problem = None;
                    self.follow();
                    self.at += 1;
                    return;
                }
                Err(findings) => {
                    let problem = told(&findings, None);
                    episode.findings = findings;
                    episode.refused = Some(plan);
                    problem
                }
            },
        };
        let label = self.world.lattice.data_from(&[Source::Plan(path.clone())]);
        if let Some(words) = gate::own_words(&self.world.lattice, problem.clone(), label) {
            episode.request.attempts.push(Attempt { answer: reply.content, problem: words });
        }
        let attempts = episode.request.attempts.len();
        if attempts >= self.settings.max_plan_attempts {
            episode.problem = Some(format!("no valid plan in {attempts} attempts; {problem}"));
            self.at += 1;
        }
    }

    /// Finds out what the plan that has just come would ask of children's planners.
    fn follow(&mut self) {
        let Some(episode) = self.plan.episodes.get(self.at) else { return };
        let caller = episode.request.agent.clone();
        let outlined = episode.outlined.clone();
        let depth = if caller.is_root() { 1 } else { 1 + caller.as_str().split('/').count() };
        let mut calls = Vec::with_capacity(outlined.len());
        for call in &outlined {
            calls.push(match call.kind {
                OutlinedKind::Agent => self.begun_by(&caller, call, depth),
                OutlinedKind::Tool | OutlinedKind::Model => Vec::new(),
            });
        }
        if let Some(episode) = self.plan.episodes.get_mut(self.at) {
            episode.calls = calls;
        }
    }

    /// The episodes that a call begins, as far as they are fixed.
    fn begun_by(&mut self, caller: &AgentPath, call: &OutlinedCall, depth: usize) -> Vec<usize> {
        let place = format!(
            "line {} of the plan of {}: what `{}` is told",
            call.span.line,
            agent_name(caller),
            call.name
        );
        if self.system.depth_bound().is_some_and(|bound| depth >= bound) {
            self.notice(format!("{place} comes to nothing, since agents may call each other no deeper"));
            return Vec::new();
        }
        let (Some(messages), Some(fixed)) = (&call.messages, &call.fixed) else {
            self.notice(format!("{place} is known only when the plan runs"));
            return Vec::new();
        };
        let mut begun = Vec::new();
        for message in messages {
            let asked = question::of_call(&self.system, &self.settings, caller, call, fixed, message);
            let Some(request) = asked else {
                self.notice(format!("{place} is known only when the plan runs"));
                return Vec::new();
            };
            let known = self.plan.episodes.iter().position(|episode| {
                episode.request.agent == request.agent && episode.request.user() == request.user()
            });
            let index = match known {
                Some(index) => index,
                None if self.plan.episodes.len() >= MOST_EPISODES => {
                    self.notice(format!(
                        "{place} is left out: no more than {MOST_EPISODES} plans are made beforehand"
                    ));
                    return begun;
                }
                None => {
                    self.plan.episodes.push(PlannedEpisode::of(request));
                    self.plan.episodes.len() - 1
                }
            };
            begun.push(index);
        }
        begun
    }

    fn notice(&mut self, notice: String) {
        if !self.plan.notices.contains(&notice) {
            self.plan.notices.push(notice);
        }
    }
}

impl PlannedEpisode {
    fn of(request: PlanRequest) -> PlannedEpisode {
        PlannedEpisode {
            request,
            plan: None,
            refused: None,
            findings: Vec::new(),
            problem: None,
            calls: Vec::new(),
            outlined: Vec::new(),
        }
    }

    /// Every request that its planner was sent: that for a plan, and one more after each attempt.
    pub fn requests(&self) -> impl Iterator<Item = PlanRequest> {
        let last = if self.plan.is_some() {
            self.request.attempts.len()
        } else {
            self.request.attempts.len().saturating_sub(1)
        };
        (0..=last).map(|count| {
            let attempts = self.request.attempts.iter().take(count).cloned().collect();
            PlanRequest { attempts, ..self.request.clone() }
        })
    }
}
