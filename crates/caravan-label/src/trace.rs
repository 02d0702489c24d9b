//! Where values have been on their way, for a run that is done again to be explained.
//!
//! Every source that enters a label leaves a node, and every place that a value passes puts one in place of those that it
//! had, which become that node's inputs. Nodes go with sources through joins, guards and regions, so that a derivation
//! reaches what the labels' own rules have let in. An ordinary run has none, and pays for none.

use std::collections::BTreeMap;

use crate::source::{Source, SourceId};

/// How many nodes there may be. Past them values pass without a trace: what is derived stays right, and names fewer places.
const MOST: usize = 1 << 19;

/// A node of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TraceId(u32);

/// What a node stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceNode {
    /// A source has entered a label.
    Source(Source),
    /// A value has passed a place.
    Passed {
        /// The place, as whoever asked for the node names it.
        place: u32,
        /// Whether this is about what has decided about the value, and not about what it was computed from.
        control: bool,
        /// What the value had been at before.
        from: Box<[TraceId]>,
    },
}

/// The nodes of a lattice.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    nodes: Vec<TraceNode>,
    of_sources: BTreeMap<SourceId, TraceId>,
}

impl Trace {
    pub(crate) fn node(&self, id: TraceId) -> Option<&TraceNode> {
        self.nodes.get(id.0 as usize)
    }

    pub(crate) fn of_source(&mut self, id: SourceId, source: &Source) -> TraceId {
        let node = TraceId(self.nodes.len() as u32);
        let known = *self.of_sources.entry(id).or_insert(node);
        if known == node {
            self.nodes.push(TraceNode::Source(source.clone()));
        }
        known
    }

    /// None if there are too many.
    pub(crate) fn passed(&mut self, place: u32, control: bool, from: Box<[TraceId]>) -> Option<TraceId> {
        if self.nodes.len() >= MOST {
            return None;
        }
        let id = TraceId(self.nodes.len() as u32);
        self.nodes.push(TraceNode::Passed { place, control, from });
        Some(id)
    }
}
