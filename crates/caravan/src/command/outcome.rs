//! What became of a run, as people read it and as an exit code.

use caravan::core::outcome::{RunError, RunOutcome, Status};

use crate::failure::{Exit, Failure, Place, Problem};

/// The exit code of a run's end.
pub fn exit(status: Status) -> Exit {
    match status {
        Status::Done => Exit::Ran,
        Status::PlanFailed => Exit::PlanFailed,
        Status::Denied => Exit::Denied,
        Status::ModelFailed | Status::BudgetUsedUp | Status::ToolFailed => Exit::Outside,
    }
}

/// A run that did not end well, as a failure of the command.
pub fn failure(outcome: &RunOutcome) -> Failure {
    Failure::new(exit(outcome.status), problem(outcome))
}

/// Why a run did not end well, shown at its place in the plan where it has one.
pub fn problem(outcome: &RunOutcome) -> Problem {
    let Some(error) = &outcome.error else {
        return Problem::new("the run ended without an answer and without an error");
    };
    Problem {
        code: None,
        title: error.title().to_owned(),
        place: place(outcome, error),
        notes: error.notes().to_vec(),
        detail: None,
        help: error.help().map(str::to_owned),
    }
}

/// The place in a plan at which an error arose.
fn place(outcome: &RunOutcome, error: &RunError) -> Option<Place> {
    let episodes = &outcome.record.episodes;
    let plan = episodes.iter().rev().find(|episode| episode.agent == *error.agent())?.plan.as_deref()?;
    let agent = if error.agent().is_root() { outcome.root_name() } else { error.agent().as_str() };
    Place::of(error.span()?, &format!("plan of {agent}"), plan)
}
