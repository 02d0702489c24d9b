//! What all machines of one run share: the lattice and the labels of tool states.

use std::collections::BTreeMap;

use caravan_label::{Label, Lattice};

use crate::said::Said;
use crate::trace::Trace;

/// How much flow a check counts (DESIGN section 3), from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strictness {
    /// Data flow alone: what the reference CaMeL checks. Implicit flows leak.
    Explicit,
    /// Data, and control within the budget of choice.
    #[default]
    Cfi,
    /// Data, control and program counter must all be trusted.
    Noninterference,
}

/// What all machines of one run share. It is lent to a machine for each step, so that labels keep their
/// meaning from one agent to another and only one machine changes it at a time.
#[derive(Debug, Default)]
pub struct World {
    /// Interns and joins the labels of the whole run.
    pub lattice: Lattice,
    /// What has flowed into each named tool state.
    pub states: BTreeMap<Box<str>, Label>,
    /// The strictness of the whole system.
    pub strictness: Strictness,
    /// What was said of answers beside their values; the label of such a value has its place, from 1 on, as its mark.
    pub(crate) said: Vec<Said>,
    /// What is noted of the run; none unless it is done again to be explained.
    pub trace: Option<Box<Trace>>,
}

impl World {
    /// A world in which nothing has happened yet.
    pub fn new(strictness: Strictness) -> World {
        World { strictness, ..World::default() }
    }
}
