//! The only text that a planner's user turn may hold.

use std::fmt;

/// An instruction that a planner may read.
///
/// Only two places can make one: the user's entry ([`Instruction::from_user`], the person's own words) and
/// the gate, after it has checked a labelled value. No other code can hand a planner text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    // INVARIANT: the user's own words, or a text that the gate has passed.
    text: Box<str>,
}

impl Instruction {
    /// The user's entry: the words that the person typed as the task of the root agent.
    pub fn from_user(text: impl Into<Box<str>>) -> Instruction {
        Instruction { text: text.into() }
    }

    /// A text that the gate has passed. The gate alone can name this function.
    pub(in crate::gate) fn passed(text: impl Into<Box<str>>) -> Instruction {
        Instruction { text: text.into() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
