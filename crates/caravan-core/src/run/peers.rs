//! Systems without a root: peers, each with its own instruction of the user, that speak through mailboxes and the memory.
//!
//! They run one after another, in the user's order, for as many rounds as the user says; a plan that was made in the first
//! round runs in all of them. Nothing that any of them does decides who runs next, so nothing is told by that. One that
//! fails ends the run: nobody is left to learn from it.

use std::collections::BTreeMap;

use caravan_label::{AgentPath, Label, Source};
use caravan_plan::{Datum, Program, Tree};
use serde_json::Value as Json;

use super::episode::{End, Episode};
use super::repair::Past;
use super::{Next, Run, data_source, tool_loop};
use crate::gate::instruction::Instruction;
use crate::outcome::{RunError, Status};
use crate::settings::Defense;

/// The peers of a run.
#[derive(Debug)]
pub(super) struct Peers {
    /// Who is to do what, in the order in which they run.
    tasks: Vec<(AgentPath, Instruction)>,
    /// What each of their plans reads with `get_variable`.
    data: Vec<(String, Json)>,
    rounds: usize,
    /// How many turns there have been.
    turns: usize,
    plans: BTreeMap<AgentPath, (String, Program)>,
    answers: BTreeMap<AgentPath, Datum>,
}

impl Peers {
    pub(super) fn new(tasks: Vec<(String, Instruction)>, data: Vec<(String, Json)>, rounds: usize) -> Peers {
        let tasks = tasks.into_iter().map(|(name, task)| (AgentPath::root().child(&name), task)).collect();
        Peers { tasks, data, rounds, turns: 0, plans: BTreeMap::new(), answers: BTreeMap::new() }
    }

    /// Remembers a plan for the rounds to come.
    pub(super) fn keep_plan(&mut self, path: &AgentPath, plan: &str, program: &Program) {
        self.plans.insert(path.clone(), (plan.to_owned(), program.clone()));
    }

    /// The agent whose turn it is, and what it is to do; none if all turns are over.
    fn turn(&self) -> Option<(AgentPath, Instruction)> {
        let round = self.turns.checked_div(self.tasks.len())?;
        let task = self.tasks.get(self.turns.checked_rem(self.tasks.len())?);
        task.filter(|_| round < self.rounds).cloned()
    }
}

impl Run {
    /// Begins the turn of the peer whose turn it is; none if all turns are over, or there are no peers.
    pub(super) fn begin_turn(&mut self) -> Option<Next> {
        let peers = self.peers.as_mut()?;
        let (path, instruction) = peers.turn()?;
        peers.turns += 1;
        let (data, plan) = (peers.data.clone(), peers.plans.get(&path).cloned());
        if !self.system.peers().any(|peer| peer == path.as_str()) {
            let title = format!("`{path}` is none of the peers that the configuration names");
            return Some(Next::Stop(Status::PlanFailed, RunError::new("NoPlan", title, &path)));
        }
        if self.settings.defense == Defense::None {
            let text = tool_loop::first_message(instruction.text(), &data);
            let label = self.label_of_entry(&data);
            return Some(self.begin_talk(path, None, text, label));
        }
        let mut variables = Vec::new();
        let mut names = Vec::new();
        for (name, json) in data {
            let label = self.world.lattice.data_from(&[data_source(&name)]);
            variables.push((name.as_str().into(), Datum::from_json(&json, label)));
            names.push(Instruction::from_user(name));
        }
        let defense = self.settings.defense;
        let request = self.system.plan_request(&path, defense, instruction, names, None);
        let Some(request) = request else { return Some(super::planning::lost()) };
        let episode = Episode::root(request, variables, Past::new(self.settings.max_repairs));
        Some(match plan {
            Some((plan, program)) => self.begin_planned(episode, plan, &program),
            None => self.begin_plan(episode),
        })
    }

    /// Takes the end of a peer's turn: goes on with the next, or gives the run's end.
    pub(super) fn end_turn(&mut self, path: &AgentPath, end: End) -> Result<Next, End> {
        let (Some(peers), End::Value(answer)) = (&mut self.peers, &end) else { return Err(end) };
        peers.answers.insert(path.clone(), answer.clone());
        if let Some(next) = self.begin_turn() {
            return Ok(next);
        }
        let own = self.world.lattice.data_from(&[Source::System]);
        let answers = self.peers.take().map(|peers| peers.answers).unwrap_or_default();
        let entries = answers.into_iter().map(|(path, answer)| (Datum::text(path.to_string(), own), answer));
        Err(End::Value(Datum { value: Tree::Dict(entries.collect()), label: Label::NONE }))
    }
}
