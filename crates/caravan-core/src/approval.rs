//! Asking a person whether a call may be made.
//!
//! A policy that decides [`Verdict::Ask`](crate::policy::Verdict) puts the call to a person with everything that it would
//! do: the arguments, where each came from and who decided it. A yes endorses these values for this one call and is written
//! into its record; a no ends the run, as a denial does. No plan and no planner learns what was asked or answered.
//!
//! If the settings say so, a message that the gate refuses is put to a person in the same way. That yes is for this message
//! alone: what is remembered is of calls of tools only.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::model::BoxFuture;
use crate::record::CallId;

/// What a person is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A call of a tool.
    #[default]
    Tool,
    /// What an agent would be told by another, which the gate refuses. An agent that reads it follows it as an instruction.
    Message,
}

/// A call that a person has to approve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    /// What it is about.
    #[serde(default)]
    pub subject: Subject,
    /// The path of the agent that calls; empty for the root.
    pub agent: String,
    /// The tool's name, as its server knows it; of a message, the name of the agent that it is for.
    pub tool: String,
    /// Where the tool lives; of a message nothing.
    pub server: String,
    /// The call in the run's record.
    pub call: CallId,
    /// The line of the plan.
    pub line: u32,
    /// The arguments by name, each as `{value, label}`. Whoever shows them shows untrusted text.
    pub arguments: Vec<(String, Json)>,
    /// The policy that wants a person to say.
    pub policy: String,
    /// Why it does.
    pub reason: String,
}

/// What a person says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// The call may be made.
    Yes,
    /// It may be made, since a person has said so of all such calls: under this number.
    Remembered(u32),
    /// It may not; the run ends.
    No,
    /// There is nobody to ask; the run ends.
    NobodyThere,
}

impl Approval {
    /// Whether a tool may be called.
    pub fn allows(self) -> bool {
        matches!(self, Approval::Yes | Approval::Remembered(_))
    }

    /// By whom, for the record.
    pub(crate) fn endorser(self) -> String {
        match self {
            Approval::Remembered(number) => format!("remembered approval {number}"),
            _ => "a person".to_owned(),
        }
    }
}

/// Puts calls to a person.
pub trait Approver: Send + Sync {
    /// Whether the call may be made. May take as long as people take.
    fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval>;
}

/// Nobody is there to be asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct NobodyThere;

impl Approver for NobodyThere {
    fn approve<'a>(&'a self, _request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        Box::pin(async { Approval::NobodyThere })
    }
}
