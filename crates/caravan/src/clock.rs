//! The clock that plans are told of: the host's, or one that stands where a person has set it.

use std::time::{SystemTime, UNIX_EPOCH};

use caravan_core::effect::Moment;
use caravan_pylib::time::DateTime;

/// The host's time; nothing if the host believes to be so far from 1970 that no number says how far.
pub fn now() -> Option<Moment> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let micros = match since {
        Ok(since) => i64::try_from(since.as_micros()).ok()?,
        Err(before) => i64::try_from(before.duration().as_micros()).ok()?.checked_neg()?,
    };
    Some(Moment::from_micros(micros))
}

/// The moment that a text in ISO 8601 names, in UTC unless it says otherwise; none if it names none.
pub fn moment(text: &str) -> Option<Moment> {
    let seconds = DateTime::from_iso(text).ok()?.timestamp();
    Some(Moment::from_micros((seconds * 1e6).round() as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_a_moment_of_utc_unless_it_says_otherwise() {
        let micros = |text| moment(text).map(Moment::micros);
        assert_eq!(micros("1970-01-01"), Some(0));
        assert_eq!(micros("2026-01-01T00:00:00"), Some(1_767_225_600_000_000));
        assert_eq!(micros("2026-01-01T00:00:00.000007"), Some(1_767_225_600_000_007));
        assert_eq!(micros("2026-01-01T01:00:00+01:00"), Some(1_767_225_600_000_000));
        assert_eq!(micros("1969-12-31T23:59:59"), Some(-1_000_000));
        assert_eq!(micros("yesterday"), None);
    }

    #[test]
    fn the_host_lives_after_this_was_written() {
        assert!(now() > moment("2025-01-01"));
    }
}
