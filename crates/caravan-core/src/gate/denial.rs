//! Why the gate did not let a text through, told to the person whose run it ends.

use std::fmt;

use caravan_label::{AgentPath, Bits, Label, Lattice};
use caravan_plan::Span;

use super::{Crossing, Ruling, source_names};
use crate::settings::strictness_name;

/// Which rule a text broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DenialReason {
    /// It was made of untrusted data.
    UntrustedData,
    /// Untrusted decisions may have chosen it among more texts than the budget allows.
    OverBudget,
    /// Untrusted data decided that it is this text, or that it is sent at all.
    UntrustedControl,
}

/// The part of a call that is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The instruction.
    Message,
    /// The name of the variable at this place of the call, counted from zero.
    VariableName(usize),
    /// The schema, the strings in it included.
    Schema,
    /// Which agent it is.
    Callee,
    /// Where the call stands: under which untrusted conditions, in which round of which loop.
    Position,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Message => f.write_str("the message"),
            Part::VariableName(index) => write!(f, "the name of variable {}", index + 1),
            Part::Schema => f.write_str("the output schema"),
            Part::Callee => f.write_str("the choice of the agent"),
            Part::Position => f.write_str("the place of the call"),
        }
    }
}

/// A text that the gate did not let through. It ends the run; no plan sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Denial {
    reason: DenialReason,
    part: Part,
    sources: Vec<String>,
    untrusted: Vec<String>,
    cost: Bits,
    ruling: Ruling,
    span: Span,
    agent: AgentPath,
    callee: Box<str>,
}

impl Denial {
    pub(super) fn new(
        reason: DenialReason,
        part: Part,
        label: Label,
        cost: Bits,
        ruling: Ruling,
        crossing: &Crossing<'_>,
        lattice: &Lattice,
    ) -> Denial {
        let (untrusted, trusted) = source_names(lattice, label);
        let sources = untrusted.iter().cloned().chain(trusted).collect();
        let (agent, callee) = (crossing.caller.clone(), crossing.callee.into());
        Denial { reason, part, sources, untrusted, cost, ruling, span: crossing.span, agent, callee }
    }

    /// Which rule was broken.
    pub fn reason(&self) -> DenialReason {
        self.reason
    }

    /// Which part of the call is to blame.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The sources of that part, untrusted ones first.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// What the whole text was charged.
    pub fn cost(&self) -> Bits {
        self.cost
    }

    /// The rule that it was judged by.
    pub fn ruling(&self) -> Ruling {
        self.ruling
    }

    /// Where the call stands.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The agent whose plan called.
    pub fn agent(&self) -> &AgentPath {
        &self.agent
    }

    /// The child that was called.
    pub fn callee(&self) -> &str {
        &self.callee
    }
}

impl Denial {
    /// What was wrong, in one sentence without the line.
    pub fn title(&self) -> String {
        let (part, callee) = (self.part, &self.callee);
        let sources = if self.untrusted.is_empty() { &self.sources } else { &self.untrusted };
        let sources: Vec<String> = sources.iter().map(|source| format!("`{source}`")).collect();
        let sources = sources.join(", ");
        match self.reason {
            DenialReason::UntrustedData => {
                format!("{part} to `{callee}` was made of untrusted data from {sources}")
            }
            DenialReason::OverBudget => format!(
                "untrusted data from {sources} had {} bits of choice over what `{callee}` is told through {part}, and \
                 the budget is {}",
                self.cost, self.ruling.budget
            ),
            DenialReason::UntrustedControl => format!(
                "untrusted data from {sources} decided {part} to `{callee}`, which `{}` does not allow",
                strictness_name(self.ruling.strictness)
            ),
        }
    }

    /// What was refused, without its sources, whose names may come from outside.
    pub fn without_sources(&self) -> String {
        format!("{} to `{}` was made or chosen by untrusted data", self.part, self.callee)
    }

    /// What would be allowed instead.
    pub fn remedy(&self) -> &'static str {
        match (self.reason, self.part) {
            (DenialReason::UntrustedData, Part::Message) => {
                "write the message in the plan and pass the data in `variables`, where the child's plan reads it with \
                 `get_variable`"
            }
            (DenialReason::UntrustedData, Part::VariableName(_)) => {
                "write the name in the plan; data belongs into the values of `variables`"
            }
            (DenialReason::UntrustedData, Part::Schema) => {
                "write the schema in the plan; data belongs into the values of `variables`"
            }
            (DenialReason::UntrustedData, _) => "name the agent in the plan",
            (_, Part::Position) => {
                "call the agent outside of the loop or branch, and pass what was found there in `variables`"
            }
            _ => {
                "choose among fewer written texts, or write one text in the call and pass the data in `variables`"
            }
        }
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.span.line, self.title(), self.remedy())
    }
}

impl std::error::Error for Denial {}
