//! What an operation of the machine works with.

use caravan_label::{Label, Lattice};

use crate::heap::Heap;
use crate::machine::Limits;
use crate::raise::Outcome;
use crate::value::{Labelled, Value};
use crate::world::Strictness;

/// The heap, the lattice and the settings, lent to one operation.
pub(crate) struct Cx<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) lattice: &'a mut Lattice,
    pub(crate) strictness: Strictness,
    pub(crate) limits: &'a Limits,
    /// The label of the plan's literals.
    pub(crate) literal: Label,
    /// Whether a decision made here has no bound: inside a loop of untrusted length, or below a
    /// recursive call (DESIGN section 3, the table of choice).
    pub(crate) unbounded: bool,
}

impl Cx<'_> {
    /// The join of two labels.
    #[inline]
    pub(crate) fn join(&mut self, a: Label, b: Label) -> Label {
        self.lattice.join(a, b)
    }

    /// The join of the labels of some values, not of what is in them.
    pub(crate) fn join_all(&mut self, values: &[Labelled]) -> Label {
        values.iter().fold(Label::NONE, |label, value| self.lattice.join(label, value.label))
    }

    /// A string value with a label.
    pub(crate) fn text(
        &mut self,
        text: impl Into<compact_str::CompactString>,
        label: Label,
    ) -> Outcome<Labelled> {
        Ok(Labelled::new(self.heap.text(text)?, label))
    }

    /// `None` with a label.
    pub(crate) fn none(&self, label: Label) -> Labelled {
        Labelled::new(Value::None, label)
    }
}
