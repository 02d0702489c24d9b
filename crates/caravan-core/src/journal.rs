//! Where every effect is written down before it is begun and after it has ended.
//!
//! A run is deterministic given the outcomes of its effects: carrying a new [`Run`](crate::run::Run) on with a journal that
//! [recalls](Journal::recall) the outcomes of an old one brings it to where the old one stood without repeating an effect.

use std::fmt;

use crate::effect::{Effect, EffectId, Outcome};
use crate::record::Record;

/// Writes effects down.
pub trait Journal: Send {
    /// What came of an effect, if the journal knows it of a run that this one repeats. The effect is then not begun, and
    /// nothing is written of it. No effect is begun while another that is asked for is recalled.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or holds another effect under that number: the run does not do what the old one did.
    fn recall(&mut self, effect: &Effect) -> Result<Option<Outcome>, JournalError> {
        let _ = effect;
        Ok(None)
    }

    /// The run has gone on, and this has happened in it so far: for those who look on. Effects that it needs now are told after
    /// this. The last time it is the record of a run that has ended.
    fn gone_on(&mut self, record: &Record) {
        let _ = record;
    }

    /// Whether a run in which nobody is there to be asked is kept until somebody is. Without that it ends with a denial.
    fn keeps_questions(&self) -> bool {
        false
    }

    /// The effect is about to be begun. When this returns, the entry is kept.
    ///
    /// # Errors
    ///
    /// It could not be written; the effect is not begun.
    fn before(&mut self, effect: &Effect) -> Result<(), JournalError>;

    /// The effect has ended.
    ///
    /// # Errors
    ///
    /// It could not be written; the run ends, its last effect in doubt.
    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError>;
}

/// A journal that could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalError {
    message: String,
}

impl JournalError {
    /// A failure to write. `message` is for people: lower case, no full stop.
    pub fn new(message: impl Into<String>) -> JournalError {
        JournalError { message: message.into() }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for JournalError {}

/// Writes nothing down.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoJournal;

impl Journal for NoJournal {
    fn before(&mut self, _effect: &Effect) -> Result<(), JournalError> {
        Ok(())
    }

    fn after(&mut self, _id: EffectId, _outcome: &Outcome) -> Result<(), JournalError> {
        Ok(())
    }
}

/// Keeps everything in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryJournal {
    effects: Vec<Effect>,
    outcomes: Vec<(EffectId, Outcome)>,
}

impl MemoryJournal {
    /// The effects that were begun, in their order.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// The outcomes, in the order in which they came.
    pub fn outcomes(&self) -> &[(EffectId, Outcome)] {
        &self.outcomes
    }
}

impl Journal for MemoryJournal {
    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        self.effects.push(effect.clone());
        Ok(())
    }

    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError> {
        self.outcomes.push((id, outcome.clone()));
        Ok(())
    }
}
