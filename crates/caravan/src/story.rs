//! A run as a story: its agents as a tree, plans with the lines that ran, calls, decisions, what it waits for.
//!
//! Read from the journal, and by replaying the run from it where that is possible ([`replay`]): a run is deterministic given
//! the outcomes of its effects. The types are plain data: `caravan explain --json` prints them, `caravan view` draws them.
//! Texts in here are as untrusted as where they come from: whoever shows them makes them harmless first.

mod derived;
mod difference;
mod reading;
pub mod replay;
mod traced;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use derived::{Derived, DerivedStep, NoSuchValue};
pub use difference::{Difference, difference};
pub use reading::{Explained, explained, story};
pub use traced::{attack_of, of_trace};

/// A run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// Its name.
    pub run: String,
    /// `running`, `interrupted`, `suspended`, or how it ended: `done`, `plan_failed`, `denied`, ...
    pub status: String,
    /// What the user said, if that is kept.
    pub instruction: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// The version of the program that began it.
    pub version: String,
    /// The name of the root agent, whose path is empty.
    pub root: String,
    /// `none`, `individual` or `multi`.
    pub defense: String,
    /// `explicit`, `cfi` or `noninterference`.
    pub strictness: String,
    /// The bits that untrusted data may choose by in a message.
    pub choice_budget: u32,
    /// The episodes in the order in which they began; [`AgentPart::parent`] makes a tree of them.
    pub agents: Vec<AgentPart>,
    /// The calls in the order in which they were made.
    pub calls: Vec<CallPart>,
    /// What plans printed.
    pub printed: Vec<PrintedPart>,
    /// The effects in their order, with their times.
    pub effects: Vec<EffectPart>,
    /// The questions to a person that nobody has answered yet, as they were put.
    pub waits_for: Vec<Json>,
    /// The answer, if there is one.
    pub answer: Option<ValuePart>,
    /// Why there is none.
    pub error: Option<ErrorPart>,
    /// What the models took together: `{calls, input_tokens, cached_tokens, output_tokens, reasoning_tokens}`.
    pub usage: Json,
    /// Why the run could not be replayed, and so the lines that ran are not known; none if it was.
    pub not_replayed: Option<String>,
}

/// An episode: an agent given an instruction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentPart {
    /// Its place among [`Story::agents`].
    #[serde(default)]
    pub id: usize,
    /// The path of the agent; empty for the root.
    pub agent: String,
    /// The name of the agent.
    #[serde(default)]
    pub name: String,
    /// The place of the episode that called it; none for the root's.
    #[serde(default)]
    pub parent: Option<usize>,
    /// The call that began it; none for the root's.
    pub call: Option<String>,
    /// What the agent was told.
    pub instruction: String,
    /// The plan that ran last; none until the planner has given a valid one, and for a tool-calling agent.
    pub plan: Option<String>,
    /// The lines of that plan that ran, from 1 on, where the run could be replayed.
    #[serde(default)]
    pub lines_run: Option<Vec<u32>>,
    /// The planner's answers that were refused.
    pub refused: Vec<RefusedPart>,
    /// The plans that ran before until an error stopped them.
    pub repaired: Vec<RepairedPart>,
}

/// A planner's answer that was refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RefusedPart {
    /// The answer.
    pub answer: String,
    /// What was wrong with it.
    pub problem: String,
}

/// A plan that ran until an error stopped it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RepairedPart {
    /// The plan.
    pub plan: String,
    /// What the planner was told.
    pub told: String,
}

/// A call that a plan, or a tool-calling agent, made or tried to make.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CallPart {
    /// `c1`, `c2`, ...
    pub id: String,
    /// The path of the agent that called.
    pub agent: String,
    /// The place of its episode among [`Story::agents`].
    #[serde(default)]
    pub episode: usize,
    /// `tool`, `agent` or `model`.
    pub kind: String,
    /// What was called.
    pub name: String,
    /// The line of the plan; 0 where there is none.
    pub line: u32,
    /// The arguments by name.
    pub arguments: BTreeMap<String, ValuePart>,
    /// Whether what decided that the call is made was trusted.
    pub pc_trusted: bool,
    /// What was decided about it.
    pub decision: DecisionPart,
    /// What it gave.
    pub result: Option<ValuePart>,
    /// Why it failed, if it did.
    #[serde(default)]
    pub failure: Option<ValuePart>,
    /// Whether something outside was asked to act on it.
    #[serde(default)]
    pub carried_out: bool,
    /// Whether nobody knows if the tool has acted.
    #[serde(default)]
    pub in_doubt: bool,
    /// The episode that it began, for a call of an agent.
    #[serde(default)]
    pub began_episode: Option<usize>,
    /// The effect by which it was carried out, by number.
    #[serde(default)]
    pub effect: Option<u64>,
}

/// A value and the label of it and everything in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValuePart {
    /// The value.
    pub value: Json,
    /// Its label.
    pub label: LabelPart,
}

/// A label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LabelPart {
    /// Whether nothing untrusted is in what the strictness counts.
    pub trusted: bool,
    /// Whether the gate would let it through to a planner.
    pub may_instruct: bool,
    /// What the value was computed from.
    pub data: TaintPart,
    /// What decided that it is this value.
    pub control: TaintPart,
    /// A number, or `"unbounded"`.
    pub choice_bits: Json,
}

/// Sources and readers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaintPart {
    /// The names of the sources.
    pub sources: Vec<String>,
    /// `"everybody"`, or a list of names.
    pub readers: Json,
}

/// A decision about a call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DecisionPart {
    /// `allow`, `deny` or `ask`.
    pub effect: String,
    /// Why.
    pub reason: String,
    /// By which policy.
    pub policy: String,
    /// The person who allowed it, if one did.
    #[serde(default)]
    pub endorsed_by: Option<String>,
}

/// A text that a plan printed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrintedPart {
    /// The path of the agent.
    pub agent: String,
    /// The text, line ends included.
    pub text: String,
}

/// Something that the run asked of the world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EffectPart {
    /// Its number.
    pub number: u64,
    /// `plan`, `extract`, `converse`, `tool`, `approve` or `clock`.
    pub kind: String,
    /// The path of the agent.
    pub agent: String,
    /// The tool, or the role of the model.
    pub name: String,
    /// The server of a tool.
    pub server: String,
    /// The call that it belongs to.
    pub call: Option<String>,
    /// When it was begun the last time, in milliseconds since 1970.
    pub began: u64,
    /// When it ended; none while it is under way, and where nobody knows what came of it.
    pub ended: Option<u64>,
    /// How often it was begun.
    pub times: u32,
    /// What was said of it when it was in doubt: `repeat` or `done`.
    pub settled: Option<String>,
    /// What the model took, for the answer of a model.
    pub usage: Option<Json>,
    /// What a person said, for a question to one: `yes`, `no`, ...
    pub said: Option<String>,
}

/// Why a run gave no answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ErrorPart {
    /// The class of an exception, or `Denied`, `ModelFailure`, ...
    pub kind: String,
    /// What was wrong, and what to do instead where that is known.
    pub message: String,
    /// The path of the agent in whose episode it happened.
    pub agent: String,
    /// The line of its plan.
    pub line: Option<u32>,
    /// Whether the text is free of untrusted data and decisions.
    pub trusted: bool,
}

impl Story {
    /// The name of the agent of a path.
    pub fn name_of<'a>(&'a self, agent: &'a str) -> &'a str {
        if agent.is_empty() { &self.root } else { agent.rsplit('/').next().unwrap_or(agent) }
    }

    /// The call of that name.
    pub fn call(&self, id: &str) -> Option<&CallPart> {
        // They are numbered from 1 on.
        let place = id.strip_prefix('c').and_then(|number| number.parse::<usize>().ok())?.checked_sub(1)?;
        self.calls.get(place).filter(|call| call.id == id)
    }

    /// The effect of that number.
    pub fn effect(&self, number: u64) -> Option<&EffectPart> {
        let place = usize::try_from(number.checked_sub(1)?).ok()?;
        self.effects.get(place).filter(|effect| effect.number == number)
    }
}
