//! What a run leaves behind: episodes with their plans, calls, and what plans printed.

use std::fmt;

use caravan_label::{AgentPath, Label};
use caravan_plan::Datum;
use serde::{Deserialize, Serialize};

use crate::policy::Decision;

/// The number of a call within its run: `c1`, `c2`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CallId(u32);

impl CallId {
    /// The call of this number; the first has 1.
    pub fn new(number: u32) -> CallId {
        CallId(number)
    }

    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// A tool.
    Tool,
    /// A child agent.
    Agent,
    /// The quarantined model.
    Model,
}

impl CallKind {
    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            CallKind::Tool => "tool",
            CallKind::Agent => "agent",
            CallKind::Model => "model",
        }
    }
}

/// One call that a plan, or a tool-calling agent, made or tried to make.
#[derive(Clone, Debug)]
pub struct CallRecord {
    /// Its number in the run.
    pub id: CallId,
    /// Who called.
    pub agent: AgentPath,
    /// The place of the calling episode in the record's list.
    pub episode: usize,
    /// What kind of thing was called.
    pub kind: CallKind,
    /// Its name.
    pub name: Box<str>,
    /// The line of the plan; 0 where there is no plan.
    pub line: u32,
    /// The arguments by name.
    pub arguments: Vec<(Box<str>, Datum)>,
    /// Whether what decided that the call is made was trusted.
    pub pc_trusted: bool,
    /// The label of what decided that.
    pub decided: Label,
    /// What was decided about it.
    pub decision: Decision,
    /// What it gave; none if it failed, was refused or never ended.
    pub result: Option<Datum>,
    /// Why it failed, if it did.
    pub failure: Option<Datum>,
    /// Whether something outside was asked to act on it: false for what was refused or never left the plan.
    pub carried_out: bool,
}

impl CallRecord {
    /// Whether a tool was asked to act, and nobody knows what came of it. So it is with what is under way, and stays where
    /// the run ended before.
    pub fn is_in_doubt(&self) -> bool {
        let is_open = self.result.is_none() && self.failure.is_none();
        self.kind == CallKind::Tool && self.carried_out && is_open
    }
}

/// One episode: an agent given an instruction.
#[derive(Clone, Debug)]
pub struct EpisodeRecord {
    /// Whose it is.
    pub agent: AgentPath,
    /// The call that began it; none for the root's.
    pub call: Option<CallId>,
    /// What the agent was told.
    pub instruction: String,
    /// The plan; none until the planner has given a valid one, and for a tool-calling agent.
    pub plan: Option<String>,
    /// The planner's answers that were refused, each with what was wrong with it.
    pub refused: Vec<(String, String)>,
    /// The plans that ran before this one until an error stopped them, each with what the planner was told.
    pub repaired: Vec<(String, String)>,
}

/// A text that a plan printed.
#[derive(Clone, Debug)]
pub struct PrintRecord {
    /// Whose plan it was.
    pub agent: AgentPath,
    /// The text, line ends included.
    pub text: String,
    /// The label of what was printed.
    pub label: Label,
}

/// All of it, each list in the order in which things happened.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The episodes.
    pub episodes: Vec<EpisodeRecord>,
    /// The calls.
    pub calls: Vec<CallRecord>,
    /// What plans printed.
    pub printed: Vec<PrintRecord>,
}

impl Record {
    /// The call of that number.
    pub fn call(&self, id: CallId) -> Option<&CallRecord> {
        self.calls.iter().find(|call| call.id == id)
    }

    pub(crate) fn call_mut(&mut self, id: CallId) -> Option<&mut CallRecord> {
        self.calls.iter_mut().rfind(|call| call.id == id)
    }

    pub(crate) fn next_call(&self) -> CallId {
        CallId(u32::try_from(self.calls.len()).unwrap_or(u32::MAX).saturating_add(1))
    }
}
