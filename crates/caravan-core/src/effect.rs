//! What a run asks of the world, and what the world may answer.

use std::fmt;

use caravan_label::AgentPath;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::approval::{Approval, ApprovalRequest};
use crate::model::{Conversation, ExtractRequest, Extraction, ModelError, PlanRequest, Reply, Turn};
use crate::record::CallId;

/// The number of an effect within its run. The same answers lead to the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EffectId(pub(crate) u64);

impl EffectId {
    /// The number; the first effect of a run has 1.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for EffectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// Something that a run needs done.
#[derive(Clone, Debug)]
pub struct Effect {
    /// By which its outcome is handed in.
    pub id: EffectId,
    /// What it is.
    pub kind: EffectKind,
    /// The place in the record's list of the episode that needs it.
    pub episode: usize,
}

/// The kinds of effects.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// Ask a planner for a plan.
    Plan(PlanRequest),
    /// Ask a quarantined model for a value.
    Extract(ExtractRequest),
    /// Ask a tool-calling agent for its next turn.
    Converse(Conversation),
    /// Call a tool.
    Tool(ToolRequest),
    /// Ask a person whether a tool may be called.
    Approve(ApprovalRequest),
    /// Tell when the run began.
    Clock,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolRequest {
    /// The path of the agent that calls; empty for the root.
    pub agent: String,
    /// The tool's name, as its server knows it.
    pub tool: String,
    /// Where it lives.
    pub server: String,
    /// The call in the run's record.
    pub call: CallId,
    /// The arguments, a JSON object.
    pub arguments: Json,
}

impl ToolRequest {
    pub(crate) fn new(
        agent: &AgentPath,
        tool: &crate::system::Tool,
        call: CallId,
        arguments: Json,
    ) -> ToolRequest {
        ToolRequest {
            agent: agent.to_string(),
            tool: tool.declared_name().to_owned(),
            server: tool.server().to_owned(),
            call,
            arguments,
        }
    }
}

/// How an effect came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Of [`EffectKind::Plan`].
    Plan(Result<Reply<String>, ModelError>),
    /// Of [`EffectKind::Extract`].
    Extract(Result<Reply<Extraction>, ModelError>),
    /// Of [`EffectKind::Converse`].
    Converse(Result<Reply<Turn>, ModelError>),
    /// Of [`EffectKind::Tool`].
    Tool(Result<ToolAnswer, ToolFailure>),
    /// Of [`EffectKind::Approve`].
    Approve(Approval),
    /// Of [`EffectKind::Clock`]; nothing if the runtime has no clock.
    Clock(Option<Moment>),
}

/// A moment, in microseconds since the start of 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(i64);

impl Moment {
    /// The moment so many microseconds after the start of 1970, in UTC.
    pub fn from_micros(micros: i64) -> Moment {
        Moment(micros)
    }

    /// How many microseconds after the start of 1970 it is, in UTC.
    pub fn micros(self) -> i64 {
        self.0
    }
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolAnswer {
    /// The value.
    pub value: Json,
    /// What its server says of who may read it and how far to trust it.
    #[serde(default, skip_serializing_if = "Restriction::is_none")]
    pub restriction: Restriction,
}

impl From<Json> for ToolAnswer {
    fn from(value: Json) -> ToolAnswer {
        ToolAnswer { value, restriction: Restriction::default() }
    }
}

/// What a server says of a result's label. It can only restrict: what the configuration does not trust stays untrusted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// The result is not to be trusted, whatever the configuration says of the tool.
    #[serde(default)]
    pub untrusted: bool,
    /// Who may read it; nothing is said by `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readers: Option<Vec<String>>,
}

impl Restriction {
    /// Whether it restricts nothing.
    pub fn is_none(&self) -> bool {
        !self.untrusted && self.readers.is_none()
    }
}

/// Why a tool gave no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolFailure {
    is_unavailable: bool,
    message: String,
    #[serde(default, skip_serializing_if = "Restriction::is_none")]
    restriction: Restriction,
}

impl ToolFailure {
    /// The tool answered that it could not do it: an exception in the plan, as untrusted as the tool.
    pub fn failed(message: impl Into<String>) -> ToolFailure {
        ToolFailure { is_unavailable: false, message: message.into(), restriction: Restriction::default() }
    }

    /// The tool could not be reached at all: this ends the run.
    pub fn unavailable(message: impl Into<String>) -> ToolFailure {
        ToolFailure { is_unavailable: true, message: message.into(), restriction: Restriction::default() }
    }

    /// The same failure, of which its server says this.
    pub fn restricted(self, restriction: Restriction) -> ToolFailure {
        ToolFailure { restriction, ..self }
    }

    /// What its server says of who may read it.
    pub fn restriction(&self) -> &Restriction {
        &self.restriction
    }

    /// Whether the tool could not be reached at all.
    pub fn is_unavailable(&self) -> bool {
        self.is_unavailable
    }
}

impl fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolFailure {}
