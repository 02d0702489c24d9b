//! The plan of a system as a tree: every episode where it is begun, with what untrusted data can choose there.

use std::collections::BTreeMap;

use caravan_plan::{Outline, OutlineSetup, OutlinedCall, OutlinedKind, outline};
use serde_json::{Value as Json, json};

use super::{PlannedEpisode, SystemPlan};
use crate::settings::Defense;
use crate::system::System;

/// How many nodes a tree has at most. An agent that several call in several ways stands in it as often as it is called.
const MOST_NODES: usize = 2_000;

/// An episode in the tree.
#[derive(Clone, Debug)]
pub struct Node<'p> {
    /// What is asked and planned.
    pub episode: &'p PlannedEpisode,
    /// The plan's outline at this place.
    pub outline: Outline,
    /// For each call of the outline, the episodes that it begins, in the order of its messages.
    pub children: Vec<Vec<Node<'p>>>,
    /// For each call of the outline, how many episodes that it begins are not in the tree, which has its most nodes.
    pub left_out: Vec<usize>,
}

/// The tools that plans can call: by agent and name, with the lines of the calls that untrusted data cannot choose, and
/// of those that it can.
pub type Tools = BTreeMap<(String, String), (Vec<u32>, Vec<u32>)>;

impl SystemPlan {
    /// The whole as a tree. None if there is no episode at all.
    pub fn tree<'p>(&'p self, system: &System, defense: Defense) -> Option<Node<'p>> {
        let mut room = MOST_NODES;
        self.node(0, &OutlineSetup::default(), &Place { system, defense }, &mut room)
    }

    fn node<'p>(
        &'p self,
        index: usize,
        setup: &OutlineSetup,
        place: &Place<'_>,
        room: &mut usize,
    ) -> Option<Node<'p>> {
        let episode = self.episodes.get(index)?;
        *room = room.checked_sub(1)?;
        let environment = place.system.environment(&episode.request.agent, place.defense)?;
        let plan = episode.plan.as_deref().unwrap_or_default();
        let outline = outline(plan, &environment, setup);
        let mut children = Vec::with_capacity(outline.calls.len());
        let mut left_out = Vec::with_capacity(outline.calls.len());
        for (at, call) in outline.calls.iter().enumerate() {
            let below = OutlineSetup::below(call, &outline);
            let begun = episode.calls.get(at).map_or(&[][..], Vec::as_slice);
            let nodes: Vec<Node<'p>> =
                begun.iter().filter_map(|index| self.node(*index, &below, place, room)).collect();
            left_out.push(begun.len().saturating_sub(nodes.len()));
            children.push(nodes);
        }
        Some(Node { episode, outline, children, left_out })
    }

    /// The name of the root agent.
    pub fn root_name(&self) -> &str {
        &self.root_name
    }
}

struct Place<'s> {
    system: &'s System,
    defense: Defense,
}

impl Node<'_> {
    /// `{agent, message, plan, findings, calls, branches}`.
    pub fn to_json(&self) -> Json {
        let findings: Vec<Json> = self
            .episode
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "code": finding.code,
                    "line": finding.span.line,
                    "column": finding.span.column,
                    "message": finding.message,
                    "fix": finding.fix,
                })
            })
            .collect();
        let calls: Vec<Json> = self
            .outline
            .calls
            .iter()
            .zip(&self.children)
            .zip(&self.left_out)
            .map(|((call, begun), left_out)| call_json(call, begun, *left_out))
            .collect();
        let branches: Vec<Json> = self
            .outline
            .branches
            .iter()
            .map(|branch| json!({"line": branch.span.line, "sources": branch.sources}))
            .collect();
        json!({
            "agent": self.episode.request.agent().as_str(),
            "message": self.episode.request.instruction().text(),
            "plan": self.episode.plan,
            "findings": findings,
            "calls": calls,
            "branches": branches,
        })
    }

    /// How many episodes below are not in the tree, each with all that is below it: what is said of the tree does not
    /// hold of them.
    pub fn left_out_below(&self) -> usize {
        let below: usize = self.children.iter().flatten().map(Node::left_out_below).sum();
        self.left_out.iter().sum::<usize>().saturating_add(below)
    }

    /// Every tool that a plan of the tree can call.
    pub fn tools(&self) -> Tools {
        let mut tools = Tools::new();
        self.add_tools(&mut tools);
        tools
    }

    fn add_tools(&self, tools: &mut Tools) {
        let agent = self.episode.request.agent();
        for (call, begun) in self.outline.calls.iter().zip(&self.children) {
            if call.kind == OutlinedKind::Tool {
                let (always, chosen) =
                    tools.entry((agent.as_str().to_owned(), call.name.to_string())).or_default();
                let lines = if call.branch_untrusted { chosen } else { always };
                if !lines.contains(&call.span.line) {
                    lines.push(call.span.line);
                }
            }
            begun.iter().for_each(|node| node.add_tools(tools));
        }
    }
}

fn call_json(call: &OutlinedCall, begun: &[Node<'_>], left_out: usize) -> Json {
    json!({
        "line": call.span.line,
        "kind": kind_name(call.kind),
        "name": call.name,
        "branch_untrusted": call.branch_untrusted,
        "messages": call.messages,
        "children": begun.iter().map(Node::to_json).collect::<Vec<_>>(),
        "left_out": left_out,
    })
}

fn kind_name(kind: OutlinedKind) -> &'static str {
    match kind {
        OutlinedKind::Tool => "tool",
        OutlinedKind::Agent => "agent",
        OutlinedKind::Model => "model",
    }
}
