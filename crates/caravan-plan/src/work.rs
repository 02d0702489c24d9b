//! What operations and natives do beside the instruction that begins them, counted against the limit `steps`.
//!
//! An instruction is one step, however large what it works on. So whoever looks at the elements of something counts
//! them here: a step each. What is counted and not asked about ends the plan when it next goes round a loop, calls
//! something or makes an object.

use std::cell::Cell;

use crate::raise::{Outcome, Raise};

/// Bytes that are written in a step.
pub(crate) const BYTES_OF_A_STEP: usize = 64;
/// Elements that are moved in a step, not looked at.
pub(crate) const MOVED_IN_A_STEP: usize = 16;
/// Bytes of text that are searched in a step.
pub(crate) const SEARCHED_IN_A_STEP: usize = 1024;

/// The work done by one machine so far.
#[derive(Debug)]
pub(crate) struct Work {
    done: Cell<u64>,
    most: u64,
}

impl Work {
    pub(crate) fn new(most: u64) -> Work {
        Work { done: Cell::new(0), most }
    }

    /// The steps so far.
    #[inline]
    pub(crate) fn done(&self) -> u64 {
        self.done.get()
    }

    /// Counts steps that are bounded already.
    #[inline]
    pub(crate) fn add(&self, steps: usize) {
        self.done.set(self.done.get().saturating_add(steps as u64));
    }

    /// Counts steps of something that may have no end.
    ///
    /// # Errors
    ///
    /// The limit `steps` is reached.
    #[inline]
    pub(crate) fn spend(&self, steps: usize) -> Outcome<()> {
        self.add(steps);
        self.check()
    }

    /// Whether there may be more.
    ///
    /// # Errors
    ///
    /// The limit `steps` is reached.
    #[inline]
    pub(crate) fn check(&self) -> Outcome<()> {
        if self.done.get() > self.most { Err(too_much()) } else { Ok(()) }
    }
}

#[cold]
fn too_much() -> Box<Raise> {
    Raise::limit("steps", "operations have looked at too many values")
}
