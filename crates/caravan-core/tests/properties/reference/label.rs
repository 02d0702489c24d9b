//! Labels of the reference model: plain sets, joined by uniting them.

use std::collections::BTreeMap;

/// What DESIGN section 3 calls a label, but for who may read it and which sources they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// Whether the value was computed from untrusted data.
    pub data: bool,
    /// Whether untrusted data decided that it is this value.
    pub control: bool,
    /// The untrusted decisions behind it, each with its bits; infinitely many where nothing bounds them.
    pub choice: BTreeMap<u32, f64>,
}

impl Label {
    /// The least label that holds both.
    pub fn join(&self, other: &Label) -> Label {
        let mut choice = self.choice.clone();
        for (decision, bits) in &other.choice {
            choice.insert(*decision, *bits);
        }
        Label { data: self.data || other.data, control: self.control || other.control, choice }
    }

    /// The same, in place.
    pub fn take(&mut self, other: &Label) {
        *self = self.join(other);
    }

    pub fn bits(&self) -> f64 {
        self.choice.values().sum()
    }

    /// What decided the value, without what it was computed from.
    pub fn as_control(&self) -> Label {
        Label { data: false, ..self.clone() }
    }

    pub fn is_trusted(&self) -> bool {
        !self.data && !self.control
    }
}
