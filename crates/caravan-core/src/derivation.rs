//! Where a value of an explained run comes from: back through variables and calls to the sources in its label.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use caravan_label::{Label, Lattice, Source, Taint, TraceId, TraceNode};
use caravan_plan::{Passage, World};
use serde::Serialize;

/// The derivation of a value: steps, each of which comes from others. The value's own come first, then theirs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Derivation {
    /// The steps that the value comes from at once, by place among the steps.
    pub data: BTreeSet<usize>,
    /// The steps that have decided about it at once.
    pub control: BTreeSet<usize>,
    /// All of them.
    pub steps: Vec<DerivationStep>,
}

/// A step of a derivation.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivationStep {
    /// What it is.
    pub what: StepKind,
    /// The passage's number: what a value was computed from and what decided about it pass a place in two steps of one number.
    pub passage: Option<u32>,
    /// Which of the two it is.
    pub part: Part,
    /// The steps that it comes from, by place.
    pub from: BTreeSet<usize>,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// A source: here it ends.
    Source(Source),
    /// A variable was given a value, or a call gave one.
    Passed(Passage),
}

/// A part of a value's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// What it was computed from.
    Data,
    /// What decided about it.
    Control,
}

impl Part {
    /// That part of a label.
    pub fn of(self, lattice: &Lattice, label: Label) -> Taint {
        match self {
            Part::Data => lattice.data(label),
            Part::Control => lattice.control(label),
        }
    }
}

/// The derivation of a value with this label; empty if the run is not [traced](crate::run::Run::traced).
///
/// It is as fine as variables and calls are: each time that a plan gives a variable a value is a step, and each call.
/// What a value passes within one expression is none. Each step names exactly the steps that the labels' rules have let
/// into it; what a container holds comes from where each of its elements does.
pub fn derivation(label: Label, world: &World) -> Derivation {
    let lattice = &world.lattice;
    let mut walk = Walk { world, places: BTreeMap::new(), pending: VecDeque::new(), steps: Vec::new() };
    let [data, control] =
        [lattice.data(label), lattice.control(label)].map(|taint| walk.places(lattice.traces(taint)));
    while let Some((place, from)) = walk.pending.pop_front() {
        let from = walk.places(from);
        if let Some(step) = walk.steps.get_mut(place) {
            step.from = from;
        }
    }
    Derivation { data, control, steps: walk.steps }
}

struct Walk<'w> {
    world: &'w World,
    places: BTreeMap<TraceId, usize>,
    pending: VecDeque<(usize, &'w [TraceId])>,
    steps: Vec<DerivationStep>,
}

impl<'w> Walk<'w> {
    fn places(&mut self, nodes: &[TraceId]) -> BTreeSet<usize> {
        nodes.iter().filter_map(|node| self.place(*node)).collect()
    }

    fn place(&mut self, node: TraceId) -> Option<usize> {
        if let Some(place) = self.places.get(&node) {
            return Some(*place);
        }
        let (what, number, part, from): (_, _, _, &'w [TraceId]) =
            match self.world.lattice.trace_node(node)? {
                TraceNode::Source(source) => (StepKind::Source(source.clone()), None, Part::Data, &[]),
                TraceNode::Passed { place, control, from } => {
                    let passage = self.world.trace.as_ref()?.passage(*place)?;
                    let part = if *control { Part::Control } else { Part::Data };
                    (StepKind::Passed(passage.clone()), Some(*place), part, from)
                }
            };
        let place = self.steps.len();
        self.steps.push(DerivationStep { what, passage: number, part, from: BTreeSet::new() });
        self.places.insert(node, place);
        self.pending.push_back((place, from));
        Some(place)
    }
}

impl Derivation {
    /// The sources that a part of the value comes from by its derivation.
    pub fn sources(&self, part: Part) -> BTreeSet<&Source> {
        let mut pending: Vec<usize> = match part {
            Part::Data => self.data.iter().copied().collect(),
            Part::Control => self.control.iter().copied().collect(),
        };
        let (mut seen, mut sources) = (BTreeSet::new(), BTreeSet::new());
        while let Some(place) = pending.pop() {
            let Some(step) = self.steps.get(place).filter(|_| seen.insert(place)) else { continue };
            if let StepKind::Source(source) = &step.what {
                sources.insert(source);
            }
            pending.extend(&step.from);
        }
        sources
    }
}
