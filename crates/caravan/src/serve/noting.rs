//! Progress of a run, taken from what happens in it. Only names of the configuration are in it.

use caravan_mcp::serve::Progress;

use super::runs::Entry;
use crate::watch::{Happening, Watcher, step_in_words};

/// Notes what a run does, in its entry and for the client.
pub(super) struct Noting<'a> {
    entry: &'a Entry,
    progress: &'a dyn Progress,
    done: u32,
}

impl<'a> Noting<'a> {
    pub(super) fn new(entry: &'a Entry, progress: &'a dyn Progress) -> Noting<'a> {
        Noting { entry, progress, done: 0 }
    }
}

impl Watcher for Noting<'_> {
    fn see(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::StepBegins(step) => {
                let next = step_in_words(step.kind, None);
                self.entry.note(self.done, &next);
                self.progress.note(self.done, &next);
            }
            Happening::StepEnds(..) => self.done = self.done.saturating_add(1),
            _ => {}
        }
    }
}
