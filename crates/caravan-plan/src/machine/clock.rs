//! The clock: a plan that asks for the time asks the runtime. Plans live in UTC, as on a host whose clock is set to it.

use caravan_label::Label;
use caravan_pylib::time::TimeZone;

use super::execute::Flow;
use super::frame::Then;
use super::{Awaiting, Machine, RequestKind};
use crate::heap::Object;
use crate::library::Args;
use crate::library::time::zone_argument;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

/// What of the clock's moment a plan asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// `datetime.now(tz=None)`.
    Now,
    /// `datetime.utcnow()`, and `datetime.today()`, which is the same in UTC.
    Utc(&'static str),
    /// `date.today()`.
    Today,
}

impl Machine {
    /// Asks for the moment. `chosen` is what chose the function.
    pub(super) fn ask_clock(
        &mut self,
        reading: Reading,
        chosen: Label,
        args: Args<'_>,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let zone = match reading {
            Reading::Now => {
                let [zone] = args.bind("now", 0, ["tz"], 0, 0)?;
                zone
            }
            Reading::Utc(name) => {
                args.none(0, name)?;
                None
            }
            Reading::Today => {
                args.none(0, "date.today")?;
                None
            }
        };
        let mut cx = self.cx(world);
        // As for any function: what it was given, or where it was given nothing, what wrote the call.
        let given = if cx.lattice.is_inert(chosen) { cx.literal } else { chosen };
        let label = zone.map_or(given, |zone| cx.join(zone.label, given));
        zone_argument(&cx, zone).map_err(|raise| raise.labelled(label, cx.lattice))?;
        let awaiting = Awaiting { then, shape: zone, label, reading: Some(reading) };
        Ok(self.ask_for(RequestKind::Clock, awaiting))
    }

    /// What a plan asked for, of the moment that was answered: `label` is what it asked with.
    pub(super) fn read_clock(
        &mut self,
        answer: Labelled,
        reading: Reading,
        zone: Option<Labelled>,
        label: Label,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let Some(Object::DateTime(moment)) = self.heap.object(answer.value) else {
            return Err(Raise::internal("the clock answers with no moment"));
        };
        let moment = moment.clone();
        let zone: Option<TimeZone> = zone_argument(&self.cx(world), zone)?.flatten();
        let read = match (reading, zone) {
            (Reading::Now, Some(zone)) => Object::DateTime(Box::new(moment.as_time_zone(&zone)?)),
            (Reading::Now | Reading::Utc(_), _) => Object::DateTime(moment),
            (Reading::Today, _) => Object::Date(moment.date()),
        };
        let value: Value = self.heap.value(read)?;
        Ok(Labelled::new(value, world.lattice.join(answer.label, label)))
    }
}
