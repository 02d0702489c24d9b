//! Days, times of day and moments as the text that JSON Schema's formats and Python's `isoformat` agree on.

use caravan_pylib::time::{Date, DateTime, Time, TimeSpec};

use super::Type;
use crate::datum::Tree;

/// The value that an ISO 8601 text is, of one of the three types of time.
pub(super) fn read(ty: &Type, text: &str) -> Option<Tree> {
    match ty {
        Type::Date => Date::from_iso(text).ok().map(Tree::Date),
        Type::Time => Time::from_iso(text).ok().map(Tree::Time),
        Type::DateTime => DateTime::from_iso(text).ok().map(Tree::DateTime),
        _ => None,
    }
}

/// The ISO 8601 text of a day, time of day, moment or duration.
pub(super) fn write(value: &Tree) -> Option<String> {
    match value {
        Tree::Date(date) => Some(date.iso_format()),
        Tree::Time(time) => Some(time.iso_format(TimeSpec::Auto)),
        Tree::DateTime(moment) => Some(moment.iso_format('T', TimeSpec::Auto)),
        Tree::TimeDelta(delta) => {
            let micros = delta.total_micros();
            let (sign, micros) = (if micros < 0 { "-" } else { "" }, micros.unsigned_abs());
            let (seconds, fraction) = (micros / 1_000_000, micros % 1_000_000);
            let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:06}") };
            Some(format!("{sign}PT{seconds}{fraction}S"))
        }
        _ => None,
    }
}
