//! The control-flow path that a run has taken, as a small tree: who called whom, and with what.
//! Refused calls are crossed out, failed ones say so; calls that somebody points out are marked.

use std::fmt::Write;

use caravan::core::outcome::RunOutcome;
use caravan::core::policy::Verdict;
use caravan::core::record::{CallId, CallKind, CallRecord, Record};
use caravan::plan::{Datum, Tree};

use crate::terminal::{Paint, excerpt};

/// One call and the calls that it led to.
struct Node {
    text: String,
    mark: Mark,
    below: Vec<Node>,
}

/// What is special about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    Denied,
    Failed,
    PointedOut,
}

/// How a path is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The longest line.
    pub width: usize,
    /// With or without colours.
    pub paint: Paint,
    /// The calls to point out.
    pub pointed_out: &'a [CallId],
}

/// The calls of a run as a tree below the name of the root agent, or of each peer, one line each.
pub fn path(outcome: &RunOutcome, drawing: Drawing<'_>) -> String {
    let record = &outcome.record;
    let tops = record.episodes.iter().enumerate().filter(|(_, episode)| episode.call.is_none());
    let mut drawn = String::new();
    for (index, top) in tops {
        let name = if top.agent.is_root() { outcome.root_name() } else { top.agent.as_str() };
        let _ = writeln!(drawn, "{}", drawing.paint.bold(name));
        draw(&episode(index, record, drawing.pointed_out), "", drawing, &mut drawn);
    }
    drawn
}

/// The calls that an episode made, and those of the episodes below it.
fn episode(index: usize, record: &Record, pointed_out: &[CallId]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for call in record.calls.iter().filter(|call| call.episode == index) {
        let begun = record.episodes.iter().position(|episode| episode.call == Some(call.id));
        let below = begun.map(|begun| episode(begun, record, pointed_out)).unwrap_or_default();
        let mark = if call.decision.effect == Verdict::Deny {
            Mark::Denied
        } else if call.failure.is_some() {
            Mark::Failed
        } else if pointed_out.contains(&call.id) {
            Mark::PointedOut
        } else {
            Mark::None
        };
        nodes.push(Node { text: written(call), mark, below });
    }
    nodes
}

/// A call as a plan writes it, its values cut short.
pub fn written(call: &CallRecord) -> String {
    let told = call.arguments.iter().filter_map(|(name, value)| match (call.kind, &**name) {
        (CallKind::Agent, "message") => Some(excerpt(&value.repr(), 56)),
        (CallKind::Agent, "variables") => names_of(value).map(|names| format!("variables={{{names}}}")),
        // The schema of an answer says nothing about the path.
        (CallKind::Agent | CallKind::Model, "output_schema") => None,
        (_, name) => Some(format!("{name}={}", excerpt(&value.repr(), 56))),
    });
    format!("{}({})", call.name, told.collect::<Vec<_>>().join(", "))
}

/// The names of the variables that go down; none if there are none.
fn names_of(variables: &Datum) -> Option<String> {
    match &variables.value {
        Tree::Dict(entries) if !entries.is_empty() => {
            let names = entries.iter().map(|(name, _)| format!("{}: …", name.repr()));
            Some(names.collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

fn draw(nodes: &[Node], indent: &str, drawing: Drawing<'_>, drawn: &mut String) {
    let paint = drawing.paint;
    for (index, node) in nodes.iter().enumerate() {
        let last = index + 1 == nodes.len();
        let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let room = drawing.width.saturating_sub(indent.chars().count() + 5);
        let text = excerpt(&node.text, room);
        let _ = match node.mark {
            Mark::None => writeln!(drawn, "{indent}{branch}{text}"),
            Mark::Denied => writeln!(drawn, "{indent}{branch}{}", paint.bad(format!("✗ {text}"))),
            Mark::Failed => writeln!(drawn, "{indent}{branch}{text} {}", paint.bad("✗ failed")),
            Mark::PointedOut => writeln!(drawn, "{indent}{branch}{}", paint.bad(format!("! {text}"))),
        };
        draw(&node.below, &format!("{indent}{below}"), drawing, drawn);
    }
}
