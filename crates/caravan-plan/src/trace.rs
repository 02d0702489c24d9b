//! What is noted of a run that is done again to be explained: the lines that ran, and the places that values passed.
//!
//! How the places hang together is in the lattice ([`Lattice::passed`](caravan_label::Lattice::passed)). An ordinary run has
//! none of this: the machine's loop is there twice, once without.

use std::collections::{BTreeMap, BTreeSet};

use caravan_label::{Label, Lattice};

use crate::datum::{Datum, Tree};
use crate::world::{Strictness, World};

/// A plan of a run: one of the plans of an episode, which has several if its planner had to mend it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanPlace {
    /// The place of the episode among those of the run.
    pub episode: usize,
    /// How many plans of the episode came before.
    pub before: usize,
}

/// A place that a value has passed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passage {
    /// A plan has given it to a variable.
    Assigned {
        /// The plan.
        plan: PlanPlace,
        /// The line.
        line: u32,
        /// The variable.
        name: Box<str>,
    },
    /// A call has written it, or what decided about the call, into a tool's state.
    Stored {
        /// The plan that has called.
        plan: PlanPlace,
        /// The state.
        state: Box<str>,
    },
    /// It is, or is in, what the call of this number has given.
    Answered {
        /// The call.
        call: u32,
    },
}

/// The places and lines of a run.
#[derive(Debug, Default)]
pub struct Trace {
    /// The plan at work.
    plan: PlanPlace,
    passages: Vec<Passage>,
    lines: BTreeSet<(PlanPlace, u32)>,
    /// The instructions whose lines are known.
    seen: BTreeSet<(PlanPlace, u32, usize)>,
}

impl Trace {
    /// The machine of this plan goes on.
    pub fn enter(&mut self, plan: PlanPlace) {
        self.plan = plan;
    }

    /// The lines of a plan that ran, in their order.
    pub fn lines_run(&self, plan: PlanPlace) -> impl Iterator<Item = u32> {
        self.lines.range((plan, 0)..=(plan, u32::MAX)).map(|(_, line)| *line)
    }

    /// The place that a node of the lattice's trace names.
    pub fn passage(&self, place: u32) -> Option<&Passage> {
        self.passages.get(place as usize)
    }

    fn add(&mut self, passage: Passage) -> u32 {
        let place = u32::try_from(self.passages.len()).unwrap_or(u32::MAX);
        self.passages.push(passage);
        place
    }

    /// Whether an instruction is carried out for the first time.
    pub(crate) fn is_new(&mut self, code: u32, ip: usize) -> bool {
        self.seen.insert((self.plan, code, ip))
    }

    pub(crate) fn ran(&mut self, line: u32) {
        self.lines.insert((self.plan, line));
    }

    /// The label of a value that the plan at work gives to a variable.
    pub(crate) fn assigned(&mut self, line: u32, name: &str, label: Label, lattice: &mut Lattice) -> Label {
        let place = self.add(Passage::Assigned { plan: self.plan, line, name: name.into() });
        lattice.passed(label, place)
    }
}

impl World {
    /// A world that notes what passes where.
    pub fn traced(strictness: Strictness) -> World {
        World { lattice: Lattice::traced(), trace: Some(Box::default()), ..World::new(strictness) }
    }

    /// The label of a tool's state that a call has written into, noted where that is wanted.
    pub(crate) fn note_state(&mut self, state: &str, label: Label) -> Label {
        let Some(trace) = &mut self.trace else { return label };
        let place = trace.add(Passage::Stored { plan: trace.plan, state: state.into() });
        self.lattice.passed(label, place)
    }

    /// Notes of a value, where that is wanted, that the call of this number has given it.
    pub fn note_answer(&mut self, answer: &mut Datum, call: u32) {
        let Some(trace) = &mut self.trace else { return };
        let place = trace.add(Passage::Answered { call });
        let mut known: BTreeMap<Label, Label> = BTreeMap::new();
        let mut pending = vec![answer];
        while let Some(datum) = pending.pop() {
            let label = datum.label;
            datum.label = *known.entry(label).or_insert_with(|| self.lattice.passed(label, place));
            match &mut datum.value {
                Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => pending.extend(items),
                Tree::Dict(entries) => {
                    pending.extend(entries.iter_mut().flat_map(|(key, value)| [key, value]));
                }
                Tree::Record(_, fields) => pending.extend(fields.iter_mut().map(|(_, value)| value)),
                _ => {}
            }
        }
    }
}
