//! What a run that is explained notes beside what it does.

use caravan_plan::{Machine, PlanPlace};

use super::episode::{Episode, Mind};
use super::{Run, Stage};
use crate::outcome::{RunOutcome, Status};
use crate::replay::PlanVariables;

impl Run {
    /// The plan on top of the stack goes on.
    pub(super) fn note_plan(&mut self) {
        let episode = self.episode();
        let Some(trace) = &mut self.world.trace else { return };
        let before = self.record.episodes.get(episode).map_or(0, |episode| episode.repaired.len());
        trace.enter(PlanPlace { episode, before });
    }

    /// The plan on top of the stack has ended.
    pub(super) fn note_variables(&mut self, machine: &mut Machine) {
        if self.world.trace.is_some() {
            let episode = self.episode();
            let variables = machine.variables(&mut self.world);
            self.all_variables.push(PlanVariables { episode, variables });
        }
    }

    /// Ends a run that is explained, wherever it stands, and gives the variables of all its plans: of those that have ended
    /// and of those that stand. The status means nothing.
    pub(crate) fn look(&mut self) -> (RunOutcome, Vec<PlanVariables>) {
        self.stage = Stage::Ended;
        let (mut variables, mut standing) = (self.variables_so_far(), std::mem::take(&mut self.episodes));
        standing.extend(self.strands.take_episodes());
        for Episode { index, mind, .. } in standing {
            if let Mind::Planning(planning) = mind
                && let Some(mut machine) = planning.machine
            {
                let own = machine.variables(&mut self.world);
                variables.push(PlanVariables { episode: index, variables: own });
            }
        }
        (self.outcome(Status::PlanFailed, None, None), variables)
    }

    /// The variables of the plans that have ended.
    pub(crate) fn variables_so_far(&mut self) -> Vec<PlanVariables> {
        std::mem::take(&mut self.all_variables)
    }
}
