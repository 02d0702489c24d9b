//! A run done again from the outcomes of its effects, to be explained: nothing is asked of anybody.
//!
//! A run is deterministic given those outcomes, so that what this one does is what that one did.

use std::collections::VecDeque;

use caravan_plan::{Datum, PlanPlace};

use crate::drive::DriveError;
use crate::effect::{Effect, Outcome};
use crate::journal::JournalError;
use crate::outcome::RunOutcome;
use crate::run::{Progress, Run};

/// A run that has been done again as far as it went.
#[derive(Debug)]
pub struct Replay {
    /// What it left. Where it has not ended, its status and its error mean nothing.
    pub outcome: RunOutcome,
    /// Whether it has come to its end.
    pub has_ended: bool,
    /// The variables of each plan's top level when it ended, or where it stands.
    pub variables: Vec<PlanVariables>,
}

/// The variables of the top level of a plan.
#[derive(Clone, Debug)]
pub struct PlanVariables {
    /// The place of its episode among those of the run.
    pub episode: usize,
    /// They, in the order of their first assignment.
    pub variables: Vec<(Box<str>, Datum)>,
}

/// Does a run again: one that stands at its beginning, to be explained ([`Run::traced`]). `recall` gives what came of an
/// effect, or nothing where that is not known: it goes on as far as it can without.
///
/// # Errors
///
/// `recall` fails; or the outcomes are not those of this run's effects.
pub fn replay(
    mut run: Run,
    mut recall: impl FnMut(&Effect) -> Result<Option<Outcome>, JournalError>,
) -> Result<Replay, DriveError> {
    let mut known = VecDeque::new();
    let mut outcome = None;
    loop {
        match run.step(outcome.take())? {
            Progress::Done(outcome) => {
                let variables = run.variables_so_far();
                return Ok(Replay { outcome: *outcome, has_ended: true, variables });
            }
            Progress::Effects(effects) => {
                for effect in &effects {
                    known.extend(recall(effect)?.map(|outcome| (effect.id, outcome)));
                }
            }
        }
        outcome = known.pop_front();
        if outcome.is_none() {
            let (outcome, variables) = run.look();
            return Ok(Replay { outcome, has_ended: false, variables });
        }
    }
}

impl Replay {
    /// The lines of an episode's last plan that ran.
    pub fn lines_run(&self, episode: usize) -> Vec<u32> {
        let before = self.outcome.record.episodes.get(episode).map_or(0, |episode| episode.repaired.len());
        let trace = self.outcome.world().trace.as_ref();
        trace.map(|trace| trace.lines_run(PlanPlace { episode, before }).collect()).unwrap_or_default()
    }

    /// The last value of a variable of the top level of an agent's plan: in the last of its episodes that has it.
    pub fn variable(&self, agent: &str, name: &str) -> Option<(usize, &Datum)> {
        let episodes = &self.outcome.record.episodes;
        let of_agent = self
            .variables
            .iter()
            .filter(|plan| episodes.get(plan.episode).is_some_and(|episode| episode.agent.as_str() == agent));
        let with_name = of_agent.filter_map(|plan| {
            let found = plan.variables.iter().find(|(known, _)| **known == *name);
            found.map(|(_, value)| (plan.episode, value))
        });
        with_name.max_by_key(|(episode, _)| *episode)
    }
}
