//! A plan before it runs: everything that it can call, the places where untrusted data can choose a branch, and the
//! texts that it can send to other agents, as far as the program text fixes them (section IV-C of "Can CaMeLs Talk?").
//!
//! Nothing here decides anything: what may reach a planner is for the gate to say, when the plan runs. What is told is
//! told generously: a call or a branch that the text does not exclude is listed.

mod definition;
mod influence;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use ruff_text_size::{Ranged, TextRange};

use crate::check::survey::Survey;
use crate::code::Lines;
use crate::compile::DEEPEST;
use crate::diagnostic::Span;
use crate::environment::Environment;
use crate::stack::with_room;

/// What can be told of a plan before it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Every tool, agent and model that it can call, in the order of the text.
    pub calls: Vec<OutlinedCall>,
    /// Every place where untrusted data can choose what happens next, in the order of the text.
    pub branches: Vec<Branch>,
    /// The states that the plan, or an agent below it, may write with untrusted data, and where that may come from.
    pub states: States,
}

/// Where the untrusted data in tools' states may come from, by state.
pub type States = BTreeMap<Box<str>, BTreeSet<Box<str>>>;

/// A place where a plan can call something outside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlinedCall {
    /// Where.
    pub span: Span,
    /// What kind of thing it calls.
    pub kind: OutlinedKind,
    /// Its name in the plan.
    pub name: Box<str>,
    /// Whether untrusted data can decide that it is called, or how often.
    pub branch_untrusted: bool,
    /// Whether untrusted data can have a part in what a child's planner reads: it may choose among texts that the plan
    /// holds, and so among plans.
    pub chosen: bool,
    /// Whether the plan, or one above it, goes on if the call fails.
    pub caught: bool,
    /// What a child's planner would read beside the message, if the text of the program fixes it. None for tools and
    /// models.
    pub fixed: Option<Fixed>,
    /// The texts that a message can be, if the program text spells them out; none for tools and models.
    pub messages: Option<Vec<Box<str>>>,
}

/// What a child's planner would read beside the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The names of the variables.
    pub names: Vec<Box<str>>,
    /// The type of the answer, as the plan writes it; none for text.
    pub schema: Option<Box<str>>,
    /// The statements that this type is written with, as program text.
    pub definitions: Box<str>,
}

/// What a plan can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutlinedKind {
    /// A tool.
    Tool,
    /// A child agent.
    Agent,
    /// The quarantined model.
    Model,
}

/// A place where untrusted data can choose what happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Where: a condition, a loop, a case, a handler, or a call of a function that was picked.
    pub span: Span,
    /// Where the data may come from, sorted: names as labels have them (`tool:search`, `quarantined`), `answer:NAME` for
    /// the answer of a child, `variable:NAME` for what the caller passed.
    pub sources: Vec<Box<str>>,
}

/// What is known of the place from which a plan is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlineSetup {
    /// Whether untrusted data can decide that the plan runs at all.
    pub branch_untrusted: bool,
    /// Whether a plan above goes on if this one fails.
    pub caught: bool,
    /// What plans above may have written into tools' states.
    pub states: States,
}

impl OutlineSetup {
    /// Where the plans stand that a call of this outline begins.
    #[must_use]
    pub fn below(call: &OutlinedCall, outline: &Outline) -> OutlineSetup {
        OutlineSetup {
            // Which plan it is, may have been chosen as well.
            branch_untrusted: call.branch_untrusted || call.chosen,
            caught: call.caught,
            states: outline.states.clone(),
        }
    }
}

/// What can be told of a plan before it runs; nothing of a text that cannot be parsed.
///
/// Its time grows with the text, and with the length of the chains by which values reach each other in it.
pub fn outline(source: &str, environment: &Environment, setup: &OutlineSetup) -> Outline {
    with_room(DEEPEST, || {
        let Some(module) = crate::compile::parsed(source, environment) else { return Outline::default() };
        let lines = Lines::new(source);
        let survey = Survey::of(&module.body);
        let texts = text::Texts::of(&module.body, &survey, &lines);
        let (mut calls, branches, states) =
            influence::look(&module.body, environment, setup, &survey, &lines);
        for call in calls.iter_mut().filter(|call| call.kind == OutlinedKind::Agent) {
            texts.tell(call);
        }
        Outline { calls, branches, states }
    })
}

/// The span of a stretch of the text.
fn span(lines: &Lines, range: TextRange) -> Span {
    lines.span(range.start().to_u32(), range.len().to_u32().max(1))
}

/// The program text of something.
fn written<'l>(lines: &'l Lines, at: &impl Ranged) -> &'l str {
    let range = at.range();
    lines.text(range.start().to_u32(), range.end().to_u32())
}
