//! What a plan says of its answer beside the value: how far it is what was asked for, and for what it really holds.
//!
//! It lies apart from the value, which may be a number or nothing at all. The value's label is marked with its place
//! (`Label::marked`), so that it goes where the value goes, and stays behind when something else is computed.

use caravan_label::{Bits, Label};

use crate::datum::{Datum, Tree};
use crate::world::{Strictness, World};

/// How far an answer is what was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Status {
    #[default]
    Done,
    Partial,
    Failed,
}

impl Status {
    pub(crate) const ALL: [Status; 3] = [Status::Done, Status::Partial, Status::Failed];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::Partial => "partial",
            Status::Failed => "failed",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// What was said of one answer.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) status: Status,
    /// What the status was computed from, and what decided it.
    pub(crate) label: Label,
    /// A dictionary of names and plain values, each with its label.
    pub(crate) scope: Datum,
}

impl Said {
    /// What holds if nothing was said.
    fn nothing() -> Said {
        let scope = Datum { value: Tree::Dict(Vec::new()), label: Label::NONE };
        Said { status: Status::Done, label: Label::NONE, scope }
    }
}

impl World {
    /// Keeps what was said of an answer; gives the mark for its label.
    pub(crate) fn keep_said(&mut self, said: Said) -> u32 {
        self.said.push(said);
        u32::try_from(self.said.len()).unwrap_or(0)
    }

    pub(crate) fn said_of(&self, label: Label) -> Option<&Said> {
        self.said.get((label.mark() as usize).checked_sub(1)?)
    }

    /// An agent's answer as its caller gets it: what the agent said of it, or that it is done, goes with it, as untrusted as
    /// the answer is.
    pub fn answered(&mut self, answer: &mut Datum) {
        let label = answer.deep_label(&mut self.lattice).marked(0);
        let mut said = self.said_of(answer.label).cloned().unwrap_or_else(Said::nothing);
        said.label = self.lattice.join(said.label, label);
        said.scope.taint_deeply(label, &mut self.lattice);
        answer.label = answer.label.marked(self.keep_said(said));
    }

    /// The label of a status that a value of this label has led to: one of three texts that everybody knows, chosen by the
    /// answer (DESIGN section 3, the enum members).
    pub(crate) fn status_label(&mut self, said: Label, value: Label, literal: Label) -> Label {
        let whole = self.lattice.join(said, value.marked(0));
        if self.strictness == Strictness::Explicit {
            return whole;
        }
        let chosen = self.lattice.guard(whole, Bits::log2(Status::ALL.len() as u64));
        self.lattice.join(literal, chosen)
    }
}
