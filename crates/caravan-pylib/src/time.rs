//! Python's `datetime` module: dates, times of day, moments, durations and time zones, as values.
//!
//! Every value is immutable and compares, prints and parses as CPython 3.11's does. There is no clock here, and no
//! host: where Python would ask for the host's time zone (`timestamp` and `astimezone` of a naive moment,
//! `fromtimestamp` without a zone), the zone is UTC. Named zones come from a database inside the program; it is of the
//! form in which the few zones that Python says save time in winter (`Europe/Dublin`, `Africa/Casablanca`) save it in
//! summer, so that `dst()` differs there, though no offset does.

mod calendar;
mod date;
mod datetime;
mod delta;
mod iso;
mod strftime;
mod strptime;
mod time_of_day;
mod zone;

pub use calendar::{IsoCalendar, TimeTuple};
pub use date::Date;
pub use datetime::DateTime;
pub use delta::{DeltaParts, TimeDelta};
pub use time_of_day::{Time, TimeSpec};
pub use zone::TimeZone;

use crate::error::{PyError, PyResult};

const MICROS_PER_SECOND: i64 = 1_000_000;
const MICROS_PER_DAY: i64 = 86_400 * MICROS_PER_SECOND;

/// An argument that CPython reads into a C int.
fn c_int(value: i64) -> PyResult<i64> {
    if value > i64::from(i32::MAX) {
        Err(PyError::overflow_error("signed integer is greater than maximum"))
    } else if value < i64::from(i32::MIN) {
        Err(PyError::overflow_error("signed integer is less than minimum"))
    } else {
        Ok(value)
    }
}

/// An offset in microseconds as `+HH:MM[:SS[.ffffff]]`, with `separator` for the colons.
fn offset_text(offset: i64, separator: &str) -> String {
    let (sign, micros) = if offset < 0 { ('-', -offset) } else { ('+', offset) };
    let (seconds, micros) = (micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{sign}{hours:02}{separator}{minutes:02}");
    if seconds != 0 || micros != 0 {
        text.push_str(&format!("{separator}{seconds:02}"));
    }
    if micros != 0 {
        text.push_str(&format!(".{micros:06}"));
    }
    text
}
