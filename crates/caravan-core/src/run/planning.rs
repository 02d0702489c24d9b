//! Episodes with a plan: asking the planner, repairing what it answers, running the plan.

use caravan_label::Source;
use caravan_plan::{
    Answer, CheckSetup, Ending, Environment, Finding, Machine, MachineSetup, Program, RequestKind, Step,
    check, compile,
};

use super::episode::{Awaited, End, Episode, Mind, Planning};
use super::repair::Asked;
use super::{Next, Run, child};
use crate::effect::EffectKind;
use crate::gate;
use crate::model::{Attempt, ModelError, Reply};
use crate::planner_answer::take_plan;
use crate::record::{EpisodeRecord, PrintRecord};
use crate::settings::Settings;
use crate::system::System;

impl Run {
    /// Puts an episode on the stack and asks its planner.
    pub(super) fn begin_plan(&mut self, mut episode: Episode) -> Next {
        episode.index = self.record.episodes.len();
        let Mind::Planning(planning) = &episode.mind else { return Next::Talk };
        self.record.episodes.push(EpisodeRecord {
            agent: episode.path.clone(),
            call: episode.call,
            instruction: planning.request.instruction.text().to_owned(),
            plan: None,
            refused: Vec::new(),
            repaired: Vec::new(),
        });
        let request = planning.request.clone();
        self.episodes.push(episode);
        Next::Ask(EffectKind::Plan(request), Awaited::Plan)
    }

    /// Takes what the planner answered: runs the plan, or asks again and says what was wrong.
    pub(super) fn planned(&mut self, reply: Result<Reply<String>, ModelError>) -> Next {
        let path = self.here();
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => return self.model_failed(&error, "planner"),
        };
        self.usage += reply.usage;
        let environment = self.system.environment(&path, self.settings.defense);
        let (Some(mut environment), Some(planning)) = (environment, self.planning()) else { return lost() };
        environment.variables = planning.request.variables.iter().map(|name| name.text().into()).collect();
        let problem = match take_plan(&reply.content) {
            Err(problem) => problem.to_string(),
            Ok(plan) => {
                let plan = planning.past.whole(plan);
                let asked_before = !planning.request.attempts.is_empty();
                let beginning = planning.past.beginning();
                match checked(&self.system, &self.settings, &plan, &environment, asked_before) {
                    Ok(program) => return self.start(plan, &program),
                    Err(findings) => told(&findings, beginning),
                }
            }
        };
        self.ask_again(reply.content, problem)
    }

    /// Puts an episode on the stack whose plan is there already.
    pub(super) fn begin_planned(&mut self, mut episode: Episode, plan: String, program: &Program) -> Next {
        episode.index = self.record.episodes.len();
        self.record.episodes.push(EpisodeRecord {
            agent: episode.path.clone(),
            call: None,
            instruction: match &episode.mind {
                Mind::Planning(planning) => planning.request.instruction.text().to_owned(),
                Mind::Talking(_) | Mind::Gathering => String::new(),
            },
            plan: None,
            refused: Vec::new(),
            repaired: Vec::new(),
        });
        self.episodes.push(episode);
        self.start(plan, program)
    }

    /// Starts the plan of the episode on top of the stack.
    fn start(&mut self, plan: String, program: &Program) -> Next {
        if let (Some(peers), [episode]) = (&mut self.peers, &self.episodes[..]) {
            peers.keep_plan(&episode.path, &plan, program);
        }
        self.record_plan(plan.clone());
        let limits = self.settings.limits.clone();
        let (Some(Episode { mind: Mind::Planning(planning), .. }), world) =
            (self.episodes.last_mut(), &mut self.world)
        else {
            return lost();
        };
        let setup = MachineSetup {
            limits,
            base: planning.base,
            pc: planning.pc,
            variables: planning.past.keep(&mut planning.variables),
            caught: planning.caught,
            spent: planning.past.begin_again(plan),
        };
        planning.machine = Some(Machine::new(program, setup, world));
        Next::Resume(None)
    }

    /// Asks the planner again, unless it has been asked often enough. What it reads was found in its own answer before
    /// anything of it ran.
    fn ask_again(&mut self, answer: String, problem: String) -> Next {
        let most = self.settings.max_plan_attempts;
        let path = self.here();
        let label = self.world.lattice.data_from(&[Source::Plan(path)]);
        let instruction = gate::own_words(&self.world.lattice, problem.clone(), label);
        if let Some(record) =
            self.episodes.last().and_then(|episode| self.record.episodes.get_mut(episode.index))
        {
            record.refused.push((answer.clone(), problem.clone()));
        }
        let (Some(planning), Some(problem_text)) = (self.planning(), instruction) else { return lost() };
        planning.request.attempts.push(Attempt { answer, problem: problem_text });
        if let Some(failed) = planning.past.gives_up() {
            return Next::Return(End::Failed(failed));
        }
        let attempts = planning.request.attempts.len();
        if attempts < most || planning.past.is_under_repair() {
            return Next::Ask(EffectKind::Plan(planning.request.clone()), Awaited::Plan);
        }
        let base = planning.base;
        let times = if attempts == 1 { "one attempt".to_owned() } else { format!("{attempts} attempts") };
        Next::Return(End::failed("NoPlan", format!("no valid plan in {times}; {problem}"), base))
    }

    fn record_plan(&mut self, plan: String) {
        if let Some(record) =
            self.episodes.last().and_then(|episode| self.record.episodes.get_mut(episode.index))
        {
            record.plan = Some(plan);
        }
    }

    /// Lets the machine on top of the stack go on until it needs something or ends.
    pub(super) fn resume(&mut self, answer: Option<Answer>) -> Next {
        let Some(planning) = self.planning() else { return lost() };
        let Some(mut machine) = planning.machine.take() else { return lost() };
        planning.past.note(answer.as_ref());
        let origin = planning.origin;
        self.note_plan();
        let step = machine.resume_for(self.slice, &mut self.world, answer);
        let agent = self.here();
        for printed in machine.take_output() {
            if self.planning().is_some_and(|planning| planning.past.has_printed_it()) {
                continue;
            }
            let label = self.world.lattice.join(printed.label, origin);
            self.record.printed.push(PrintRecord { agent: agent.clone(), text: printed.text, label });
        }
        let Some(step) = step else {
            if let Some(planning) = self.planning() {
                planning.machine = Some(machine);
            }
            return Next::Pause;
        };
        match step {
            Step::Finished(ending) => self.finished(ending, machine),
            Step::Request(request) => {
                let Some(planning) = self.planning() else { return lost() };
                planning.machine = Some(machine);
                match planning.past.asked(&request) {
                    Asked::Anew => {}
                    // The plan before this one has asked the same, and has been answered.
                    Asked::Before(answer) => return Next::Resume(Some(answer)),
                    Asked::Otherwise => return lost(),
                }
                match request.kind {
                    RequestKind::Gather { calls } => Next::Gather(calls),
                    _ => self.call(request),
                }
            }
        }
    }

    /// The machine has come to its end: the episode ends, or its planner is asked to mend the plan.
    fn finished(&mut self, ending: Ending, mut machine: Machine) -> Next {
        let is_root = self.episodes.len() == 1;
        let failure = match ending {
            Ending::Error(error) => error.into(),
            Ending::Value(answer) => {
                let (Some(Episode { mind: Mind::Planning(planning), .. }), lattice) =
                    (self.episodes.last_mut(), &mut self.world.lattice)
                else {
                    return lost();
                };
                let fitting = if is_root { Ok(answer) } else { child::fit(answer, planning, lattice) };
                match fitting {
                    Ok(answer) => {
                        if is_root {
                            self.variables = machine.variables(&mut self.world);
                        }
                        self.note_variables(&mut machine);
                        return Next::Return(End::Value(answer));
                    }
                    Err(misfit) => misfit,
                }
            }
        };
        let stopped = machine.stopped(&mut self.world);
        match self.mend(failure, stopped, machine.spent()) {
            Ok(next) => next,
            Err(failure) => {
                if is_root {
                    self.variables = machine.variables(&mut self.world);
                }
                self.note_variables(&mut machine);
                Next::Return(End::Failed(failure))
            }
        }
    }

    pub(super) fn planning(&mut self) -> Option<&mut Planning> {
        match self.top().map(|episode| &mut episode.mind) {
            Some(Mind::Planning(planning)) => Some(planning),
            _ => None,
        }
    }
}

/// Compiles a plan, and checks it for what would fail later. What is only likely to fail is told once: a planner that
/// stands by it has its way, and the gate the last word.
pub(crate) fn checked(
    system: &System,
    settings: &Settings,
    plan: &str,
    environment: &Environment,
    asked_before: bool,
) -> Result<Program, Vec<Finding>> {
    let program = compile(plan, environment)?;
    if !settings.check {
        return Ok(program);
    }
    let callable = |name: &str| environment.children.iter().any(|child| *child.name == *name);
    let elsewhere = system.agent_names().filter(|name| !callable(name)).map(Box::from).collect();
    let own = system.agent(&environment.agent).into_iter().flat_map(|agent| system.tools(agent));
    let partly_trusted = own.filter(|tool| tool.label_rules().iter().any(|rule| rule.trusted));
    let partly_trusted = partly_trusted.map(|tool| tool.name().into()).collect();
    let setup = CheckSetup {
        strictness: settings.strictness,
        budget: Some(settings.budget),
        elsewhere,
        partly_trusted,
    };
    let mut findings = check(plan, environment, &setup);
    findings.retain(|finding| finding.certain || !asked_before);
    if findings.is_empty() { Ok(program) } else { Err(findings) }
}

/// What a planner is told about its plan. `beginning` is the line from which on it was asked for another text.
pub(crate) fn told(findings: &[Finding], beginning: Option<u32>) -> String {
    let findings: Vec<String> = findings.iter().map(|finding| format!("- {finding}")).collect();
    let findings = findings.join("\n");
    match beginning {
        None => format!(
            "the plan was refused before anything ran:\n{findings}\nAnswer with the whole mended plan in one ```python block."
        ),
        Some(line) => format!(
            "nothing of it was run:\n{findings}\nAnswer with the mended text from line {line} on, in one ```python block."
        ),
    }
}

/// The stack does not hold what the stage says. There is no way here; should there be one, the episode fails.
pub(super) fn lost() -> Next {
    Next::Return(End::failed(
        "RuntimeError",
        "the episode is not in the state that its stage says",
        caravan_label::Label::NONE,
    ))
}
