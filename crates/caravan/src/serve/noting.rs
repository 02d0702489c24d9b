//! Progress of a run, taken from the effects that it asks for. Only names of the configuration are in it.

use std::sync::atomic::Ordering;

use caravan_core::effect::{Effect, EffectId, EffectKind, Outcome};
use caravan_core::journal::{Journal, JournalError};
use caravan_mcp::serve::Progress;

use super::runs::{Counts, Entry};

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
        let next = in_words(&effect.kind);
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

fn in_words(kind: &EffectKind) -> String {
    let agent =
        |path: &str| if path.is_empty() { "the root agent".to_owned() } else { format!("agent `{path}`") };
    match kind {
        EffectKind::Plan(request) => format!("the planner of {} is at work", agent(request.agent().as_str())),
        EffectKind::Extract(request) => format!("the quarantined model of {} reads", agent(&request.agent)),
        EffectKind::Converse(request) => format!("{} thinks", agent(&request.agent)),
        EffectKind::Tool(request) => format!("{} calls `{}`", agent(&request.agent), request.tool),
        EffectKind::Approve(request) => {
            format!("{} waits for a person's word on `{}`", agent(&request.agent), request.tool)
        }
        EffectKind::Clock => "the clock is read".to_owned(),
    }
}
