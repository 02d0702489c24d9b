//! Where a value comes from, in plain types: steps back through variables and calls to the sources in its label.

use std::collections::BTreeMap;

use caravan_core::derivation::{Derivation, DerivationStep, Part, StepKind, derivation};
use caravan_core::record::CallRecord;
use caravan_label::Label;
use caravan_plan::{Datum, Passage};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::replay::Replayed;
use super::{Story, ValuePart};
use crate::advice::suggestion;

/// A value with its derivation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Derived {
    /// What it is called: `NAME`, `AGENT:NAME`, `CALL.ARGUMENT`, `CALL`.
    pub name: String,
    /// The value.
    pub value: Json,
    /// Its label, with that of everything in it.
    pub label: super::LabelPart,
    /// The steps that it was computed from at once, by [`DerivedStep::id`].
    pub from: Vec<String>,
    /// The steps that have decided at once that it is this value.
    pub decided_by: Vec<String>,
    /// All steps, the nearest first.
    pub derivation: Vec<DerivedStep>,
}

/// A step of a derivation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DerivedStep {
    /// `d1`, `d2`, ...
    pub id: String,
    /// `variable`: a plan gave it a value; `call`: a call gave it; `state`: a call wrote it into a tool's state;
    /// `source`: here a derivation ends.
    pub kind: String,
    /// The path of the agent whose plan or call it is; none for a source.
    pub agent: Option<String>,
    /// The place of its episode among the story's agents.
    pub episode: Option<usize>,
    /// The line of the plan.
    pub line: Option<u32>,
    /// The text of that line.
    pub text: Option<String>,
    /// The variable, the name of what was called, the state, or the source's name.
    pub name: String,
    /// The call.
    pub call: Option<String>,
    /// Whether a source is trusted.
    pub trusted: Option<bool>,
    /// The steps that it was computed from.
    pub from: Vec<String>,
    /// The steps that have decided about it.
    pub decided_by: Vec<String>,
}

/// There is no value of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchValue {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl Replayed {
    /// The derivation of a value: the last one of a variable of the root's plan (`NAME`) or of another agent's
    /// (`AGENT:NAME`), an argument of a call (`c3.body`), what a call gave (`c3`), or the run's `answer`.
    ///
    /// # Errors
    ///
    /// There is no such value.
    pub fn value(&mut self, story: &Story, name: &str) -> Result<Derived, NoSuchValue> {
        let datum = self.find(story, name)?;
        let outcome = &mut self.replay.outcome;
        let value: ValuePart = serde_json::from_value(outcome.value_json(&datum)).unwrap_or_default();
        let label = datum.deep_label(&mut outcome.world_mut().lattice);
        let derived = self.derived(story, label);
        Ok(Derived { name: name.to_owned(), value: value.value, label: value.label, ..derived })
    }

    /// The derivation of what decided that a call was made; none if there is no such call.
    pub fn decided(&self, story: &Story, call: &str) -> Option<Derived> {
        let label = self.call(call)?.decided;
        Some(Derived { name: call.to_owned(), ..self.derived(story, label) })
    }

    fn derived(&self, story: &Story, label: Label) -> Derived {
        let derived = derivation(label, self.replay.outcome.world());
        Telling::of(story, &self.replay.outcome.record.calls, &derived).told()
    }

    fn call(&self, name: &str) -> Option<&CallRecord> {
        // They are numbered from 1 on.
        let place = name.strip_prefix('c')?.parse::<usize>().ok()?.checked_sub(1)?;
        self.replay.outcome.record.calls.get(place).filter(|call| call.id.to_string() == name)
    }

    fn find(&self, story: &Story, name: &str) -> Result<Datum, NoSuchValue> {
        if let Some((call, argument)) = name.split_once('.')
            && let Some(call) = self.call(call)
        {
            let found = call.arguments.iter().find(|(known, _)| **known == *argument);
            return found.map(|(_, datum)| datum.clone()).ok_or_else(|| {
                let known: Vec<&str> = call.arguments.iter().map(|(name, _)| &**name).collect();
                NoSuchValue {
                    message: format!("the call {} of `{}` has no argument `{argument}`", call.id, call.name),
                    help: suggestion(argument, "argument", &known),
                }
            });
        }
        if let Some(call) = self.call(name) {
            return call.result.clone().or_else(|| call.failure.clone()).ok_or_else(|| NoSuchValue {
                message: format!("the call {} of `{}` has given nothing", call.id, call.name),
                help: format!("`{name}.ARGUMENT` names what it was called with"),
            });
        }
        let (agent, variable) = name.split_once(':').unwrap_or(("", name));
        let agent = if agent == story.root { "" } else { agent };
        if let Some((_, datum)) = self.replay.variable(agent, variable) {
            return Ok(datum.clone());
        }
        if let ("answer", Some(answer)) = (name, &self.replay.outcome.answer) {
            return Ok(answer.clone());
        }
        let known = self.names();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Err(NoSuchValue {
            message: format!("the run has no value `{name}`"),
            help: format!(
                "{}; a value is a variable of the root's plan (`NAME`) or of another agent's (`AGENT:NAME`), an argument of a \
                 call (`c1.NAME`), what a call gave (`c1`), or the `answer`",
                suggestion(name, "variable", &known)
            ),
        })
    }

    /// The names of all variables, in the order of their plans.
    pub fn names(&self) -> Vec<String> {
        let episodes = &self.replay.outcome.record.episodes;
        let mut names = Vec::new();
        for plan in &self.replay.variables {
            let Some(episode) = episodes.get(plan.episode) else { continue };
            for (name, _) in &plan.variables {
                names.push(match episode.agent.as_str() {
                    "" => name.to_string(),
                    agent => format!("{agent}:{name}"),
                });
            }
        }
        names.dedup();
        names
    }
}

/// Puts the two steps of a passage together.
struct Telling<'a> {
    story: &'a Story,
    calls: &'a [CallRecord],
    derived: &'a Derivation,
    /// For each step, its place among those that are told.
    places: Vec<usize>,
}

impl<'a> Telling<'a> {
    fn of(story: &'a Story, calls: &'a [CallRecord], derived: &'a Derivation) -> Telling<'a> {
        let mut known: BTreeMap<u32, usize> = BTreeMap::new();
        let mut count = 0;
        let mut places = Vec::new();
        for step in &derived.steps {
            let place = match step.passage {
                Some(passage) => *known.entry(passage).or_insert(count),
                None => count,
            };
            count += usize::from(place == count);
            places.push(place);
        }
        Telling { story, calls, derived, places }
    }

    fn told(&self) -> Derived {
        let mut told: Vec<DerivedStep> = Vec::new();
        for (step, place) in self.derived.steps.iter().zip(&self.places) {
            if told.len() == *place {
                told.push(DerivedStep { id: id(*place), ..self.step(step) });
            }
            let Some(step_told) = told.get_mut(*place) else { continue };
            let from = self.ids(step.from.iter());
            // What was given may hold values of several labels, each of which comes from elsewhere: a step for each.
            let before = match step.part {
                Part::Data => &mut step_told.from,
                Part::Control => &mut step_told.decided_by,
            };
            for id in from {
                if id != step_told.id && !before.contains(&id) {
                    before.push(id);
                }
            }
        }
        Derived {
            from: self.ids(self.derived.data.iter()),
            decided_by: self.ids(self.derived.control.iter()),
            derivation: told,
            ..Derived::default()
        }
    }

    fn ids<'s>(&self, steps: impl Iterator<Item = &'s usize>) -> Vec<String> {
        let mut places: Vec<usize> = steps.filter_map(|step| self.places.get(*step).copied()).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(id).collect()
    }

    fn step(&self, step: &DerivationStep) -> DerivedStep {
        match &step.what {
            StepKind::Source(source) => DerivedStep {
                kind: "source".to_owned(),
                name: source.to_string(),
                trusted: Some(source.is_trusted()),
                ..DerivedStep::default()
            },
            StepKind::Passed(Passage::Assigned { plan, line, name }) => {
                let agent = self.story.agents.get(plan.episode);
                let text = agent.and_then(|agent| match agent.repaired.get(plan.before) {
                    Some(repaired) => Some(repaired.plan.as_str()),
                    None => agent.plan.as_deref(),
                });
                DerivedStep {
                    kind: "variable".to_owned(),
                    agent: agent.map(|agent| agent.agent.clone()),
                    episode: Some(plan.episode),
                    line: Some(*line),
                    text: text.and_then(|text| line_of(text, *line)),
                    name: name.to_string(),
                    ..DerivedStep::default()
                }
            }
            StepKind::Passed(Passage::Stored { plan, state }) => DerivedStep {
                kind: "state".to_owned(),
                agent: self.story.agents.get(plan.episode).map(|agent| agent.agent.clone()),
                episode: Some(plan.episode),
                name: state.to_string(),
                ..DerivedStep::default()
            },
            StepKind::Passed(Passage::Answered { call }) => {
                let call = (*call as usize).checked_sub(1).and_then(|place| self.calls.get(place));
                DerivedStep {
                    kind: "call".to_owned(),
                    agent: call.map(|call| call.agent.to_string()),
                    episode: call.map(|call| call.episode),
                    line: call.map(|call| call.line),
                    name: call.map(|call| call.name.to_string()).unwrap_or_default(),
                    call: call.map(|call| call.id.to_string()),
                    ..DerivedStep::default()
                }
            }
        }
    }
}

fn id(place: usize) -> String {
    format!("d{}", place.saturating_add(1))
}

fn line_of(text: &str, line: u32) -> Option<String> {
    let line = text.lines().nth((line as usize).checked_sub(1)?)?;
    Some(line.trim().to_owned())
}
