//! Progress of a run, taken from the effects that it asks for. Only names of the configuration are in it.

use std::sync::atomic::Ordering;

use caravan_core::effect::{Effect, EffectId, EffectKind, Outcome};
use caravan_core::journal::{Journal, JournalError};
use caravan_mcp::serve::Progress;

use super::runs::{Counts, Entry};
use crate::watch::step_in_words;

/// Notes what a run does, keeps nothing.
pub(super) struct Noting<'a> {
    entry: &'a Entry,
    progress: &'a dyn Progress,
    counts: &'a Counts,
    done: u32,
}

impl<'a> Noting<'a> {
    pub(super) fn new(entry: &'a Entry, progress: &'a dyn Progress, counts: &'a Counts) -> Noting<'a> {
        Noting { entry, progress, counts, done: 0 }
    }
}

impl Journal for Noting<'_> {
    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        let next = step_in_words(&effect.kind, None);
        self.entry.note(self.done, &next);
        self.progress.note(self.done, &next);
        let counter = match &effect.kind {
            EffectKind::Tool(_) => &self.counts.tool_calls,
            EffectKind::Approve(_) => &self.counts.approvals,
            EffectKind::Plan(_) | EffectKind::Extract(_) | EffectKind::Converse(_) => {
                &self.counts.model_calls
            }
            EffectKind::Clock => return Ok(()),
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn after(&mut self, _id: EffectId, _outcome: &Outcome) -> Result<(), JournalError> {
        self.done = self.done.saturating_add(1);
        Ok(())
    }
}
