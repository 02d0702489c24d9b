//! A run that is ended from outside.

use std::time::Duration;

use super::{Run, Stage};
use crate::outcome::{RunError, RunOutcome, Status};

impl Run {
    /// Ends a run that has taken as long as it may. What was under way is in doubt: nobody knows whether it happened.
    pub fn out_of_time(&mut self, limit: Duration) -> RunOutcome {
        self.stage = Stage::Ended;
        let seconds = limit.as_secs_f64();
        let title = format!("the run has taken {seconds} seconds, which is all that it may");
        let remedy = "raise `seconds` under `[caps]` in the configuration, or ask for less at once";
        let path = self.here();
        let mut error = RunError::new("OutOfTime", title, &path).with_help(Some(remedy));
        for call in self.record.calls.iter().filter(|call| call.is_in_doubt()) {
            error = error.with_note(format!(
                "in doubt: `{}` ({}) was under way, and may have happened",
                call.name, call.id
            ));
        }
        self.outcome(Status::Denied, None, Some(error))
    }
}
