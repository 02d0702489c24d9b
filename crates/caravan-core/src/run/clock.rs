//! The clock of a run, which stands still: every plan of it is told the same moment, that at which the run began.
//!
//! Were it to go on, a stranger whose text makes a tool or a plan slow would choose what a trusted value says.

use caravan_label::{Label, Source};
use caravan_plan::{Answer, Datum, ExcKind};

use super::episode::Awaited;
use super::{Next, Run};
use crate::effect::{EffectKind, Moment};

impl Run {
    /// A plan asks for the time. The runtime is asked once.
    pub(super) fn ask_clock(&mut self) -> Next {
        match self.began {
            Some(moment) => self.tell_time(moment),
            None => Next::Ask(EffectKind::Clock, Awaited::Clock),
        }
    }

    /// What the runtime says first holds for the whole run.
    pub(super) fn clock_answered(&mut self, moment: Option<Moment>) -> Next {
        let moment = *self.began.get_or_insert(moment);
        self.tell_time(moment)
    }

    fn tell_time(&mut self, moment: Option<Moment>) -> Next {
        let label = self.world.lattice.data_from(&[Source::System]);
        match moment.and_then(|moment| Datum::utc(moment.micros(), label)) {
            Some(datum) => Next::Resume(Some(Answer::Value(datum))),
            None => {
                let message = "there is no clock here: ask a tool for the date and the time".to_owned();
                self.raise(ExcKind::RuntimeError, message, Label::NONE)
            }
        }
    }
}
