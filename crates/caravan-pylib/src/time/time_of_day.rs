//! `datetime.time`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::calendar::TimeTuple;
use super::strftime::ZoneTexts;
use super::{MICROS_PER_SECOND, TimeDelta, TimeZone, c_int, iso, offset_text, strftime};
use crate::error::{PyError, PyResult};

/// A time of day, with or without a zone.
#[derive(Clone)]
pub struct Time {
    hour: u8,
    minute: u8,
    second: u8,
    fold: bool,
    microsecond: u32,
    zone: Option<TimeZone>,
}

/// How much of a time `isoformat` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSpec {
    /// Microseconds if there are any.
    Auto,
    /// `HH`.
    Hours,
    /// `HH:MM`.
    Minutes,
    /// `HH:MM:SS`.
    Seconds,
    /// `HH:MM:SS.mmm`.
    Milliseconds,
    /// `HH:MM:SS.ffffff`.
    Microseconds,
}

impl TimeSpec {
    /// The spec of that name. `ValueError` for any other.
    pub fn from_name(name: &str) -> PyResult<Self> {
        Ok(match name {
            "auto" => TimeSpec::Auto,
            "hours" => TimeSpec::Hours,
            "minutes" => TimeSpec::Minutes,
            "seconds" => TimeSpec::Seconds,
            "milliseconds" => TimeSpec::Milliseconds,
            "microseconds" => TimeSpec::Microseconds,
            _ => return Err(PyError::value_error("Unknown timespec value")),
        })
    }
}

impl Time {
    /// `time.min`.
    pub const MIN: Time = Time { hour: 0, minute: 0, second: 0, fold: false, microsecond: 0, zone: None };
    /// `time.max`.
    pub const MAX: Time =
        Time { hour: 23, minute: 59, second: 59, fold: false, microsecond: 999_999, zone: None };

    /// `time(hour, minute, second, microsecond, tzinfo, fold=fold)`. `ValueError` for a part out of its range,
    /// `OverflowError` beyond a C int.
    pub fn new(
        hour: i64,
        minute: i64,
        second: i64,
        microsecond: i64,
        zone: Option<TimeZone>,
        fold: i64,
    ) -> PyResult<Self> {
        for value in [hour, minute, second, microsecond, fold] {
            c_int(value)?;
        }
        let checks = [
            (0..=23, hour, "hour must be in 0..23"),
            (0..=59, minute, "minute must be in 0..59"),
            (0..=59, second, "second must be in 0..59"),
            (0..=999_999, microsecond, "microsecond must be in 0..999999"),
            (0..=1, fold, "fold must be either 0 or 1"),
        ];
        for (range, value, message) in checks {
            if !range.contains(&value) {
                return Err(PyError::value_error(message));
            }
        }
        Ok(Time {
            hour: hour as u8,
            minute: minute as u8,
            second: second as u8,
            fold: fold == 1,
            microsecond: microsecond as u32,
            zone,
        })
    }

    /// The time so many microseconds after midnight, without a zone; whole days are dropped.
    pub(super) fn from_micros(micros: i64) -> Self {
        let micros = micros.rem_euclid(super::MICROS_PER_DAY);
        let seconds = micros / MICROS_PER_SECOND;
        Time {
            hour: (seconds / 3600) as u8,
            minute: (seconds / 60 % 60) as u8,
            second: (seconds % 60) as u8,
            fold: false,
            microsecond: (micros % MICROS_PER_SECOND) as u32,
            zone: None,
        }
    }

    /// `time.fromisoformat(text)`. `ValueError`.
    pub fn from_iso(text: &str) -> PyResult<Self> {
        iso::time_from_iso(text)
    }

    /// `.hour`.
    pub fn hour(&self) -> i64 {
        self.hour.into()
    }

    /// `.minute`.
    pub fn minute(&self) -> i64 {
        self.minute.into()
    }

    /// `.second`.
    pub fn second(&self) -> i64 {
        self.second.into()
    }

    /// `.microsecond`.
    pub fn microsecond(&self) -> i64 {
        self.microsecond.into()
    }

    /// `.fold`: whether this is the second of two times that the clock shows alike.
    pub fn fold(&self) -> bool {
        self.fold
    }

    /// `.tzinfo`.
    pub fn zone(&self) -> Option<&TimeZone> {
        self.zone.as_ref()
    }

    /// The same time in another zone, or in none: nothing is converted.
    pub fn with_zone(&self, zone: Option<TimeZone>) -> Self {
        Time { zone, ..self.clone() }
    }

    pub(super) fn with_fold(self, fold: bool) -> Self {
        Time { fold, ..self }
    }

    /// `replace(...)`; parts that are none stay, `zone` may be set to none. The errors of [`Time::new`].
    pub fn replace(
        &self,
        hour: Option<i64>,
        minute: Option<i64>,
        second: Option<i64>,
        microsecond: Option<i64>,
        zone: Option<Option<TimeZone>>,
        fold: Option<i64>,
    ) -> PyResult<Self> {
        Self::new(
            hour.unwrap_or(self.hour()),
            minute.unwrap_or(self.minute()),
            second.unwrap_or(self.second()),
            microsecond.unwrap_or(self.microsecond()),
            zone.unwrap_or_else(|| self.zone.clone()),
            fold.unwrap_or(self.fold.into()),
        )
    }

    /// Microseconds since midnight.
    pub(super) fn micros(&self) -> i64 {
        (self.hour() * 3600 + self.minute() * 60 + self.second()) * MICROS_PER_SECOND + self.microsecond()
    }

    /// `utcoffset()`; none without a zone, or where the zone needs a date to say.
    pub fn utcoffset(&self) -> Option<TimeDelta> {
        self.zone.as_ref().and_then(|zone| zone.utcoffset(None))
    }

    /// `tzname()`; none without a zone, or where the zone needs a date to say.
    pub fn tzname(&self) -> Option<String> {
        self.zone.as_ref().and_then(|zone| zone.tzname(None))
    }

    fn offset(&self) -> Option<i64> {
        self.zone.as_ref().and_then(TimeZone::fixed_offset)
    }

    /// `isoformat(timespec)`.
    pub fn iso_format(&self, spec: TimeSpec) -> String {
        let mut text = self.clock(spec);
        if let Some(offset) = self.offset() {
            text.push_str(&offset_text(offset, ":"));
        }
        text
    }

    /// The clock's part of `isoformat`, without an offset.
    pub(super) fn clock(&self, spec: TimeSpec) -> String {
        let Time { hour, minute, second, microsecond, .. } = self;
        match spec {
            TimeSpec::Hours => format!("{hour:02}"),
            TimeSpec::Minutes => format!("{hour:02}:{minute:02}"),
            TimeSpec::Auto if *microsecond == 0 => format!("{hour:02}:{minute:02}:{second:02}"),
            TimeSpec::Seconds => format!("{hour:02}:{minute:02}:{second:02}"),
            TimeSpec::Milliseconds => {
                format!("{hour:02}:{minute:02}:{second:02}.{:03}", microsecond / 1000)
            }
            TimeSpec::Auto | TimeSpec::Microseconds => {
                format!("{hour:02}:{minute:02}:{second:02}.{microsecond:06}")
            }
        }
    }

    /// `strftime(format)`, also `format(self, spec)` for a spec that is not empty; the day is the first of January
    /// 1900. The limit `text` is met where the output would exceed `limit` bytes.
    pub fn strftime(&self, format: &str, limit: usize) -> PyResult<String> {
        let tuple = TimeTuple {
            year: 1900,
            month: 1,
            day: 1,
            hour: self.hour(),
            minute: self.minute(),
            second: self.second(),
            weekday: 0,
            yearday: 1,
            isdst: -1,
        };
        let texts = ZoneTexts { microsecond: self.microsecond(), offset: self.offset(), name: self.tzname() };
        strftime::strftime(format, &tuple, Some(&texts), limit)
    }

    /// The hour and the minute, and of the rest what is not 0, as a repr has them.
    pub(super) fn repr_fields(&self) -> String {
        let mut text = format!("{}, {}", self.hour, self.minute);
        if self.microsecond != 0 {
            text.push_str(&format!(", {}, {}", self.second, self.microsecond));
        } else if self.second != 0 {
            text.push_str(&format!(", {}", self.second));
        }
        text
    }

    pub(super) fn repr_fold(&self) -> &'static str {
        if self.fold { ", fold=1" } else { "" }
    }

    pub(super) fn repr_zone(&self) -> String {
        self.zone.as_ref().map_or(String::new(), |zone| format!(", tzinfo={}", zone.repr()))
    }

    /// `repr(self)`.
    pub fn repr(&self) -> String {
        format!("datetime.time({}{}{})", self.repr_fields(), self.repr_zone(), self.repr_fold())
    }

    /// How two times compare: by the clock, or by UTC if their offsets differ. `TypeError` if only one has an offset;
    /// Python's `==` is then false.
    pub fn compare(&self, other: &Time) -> PyResult<Ordering> {
        match (self.offset(), other.offset()) {
            (Some(left), Some(right)) if left != right => {
                let utc = |time: &Time, offset: i64| {
                    time.micros() / MICROS_PER_SECOND - offset.div_euclid(MICROS_PER_SECOND)
                };
                Ok(utc(self, left).cmp(&utc(other, right)).then(self.microsecond.cmp(&other.microsecond)))
            }
            (Some(_), None) | (None, Some(_)) => {
                Err(PyError::type_error("can't compare offset-naive and offset-aware times"))
            }
            _ => Ok(self.micros().cmp(&other.micros())),
        }
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other) == Ok(Ordering::Equal)
    }
}

impl Eq for Time {}

impl Hash for Time {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let offset =
            self.offset().map_or(0, |offset| offset.div_euclid(MICROS_PER_SECOND) * MICROS_PER_SECOND);
        (self.micros() - offset).hash(state);
    }
}

impl fmt::Display for Time {
    /// `str(self)`: `isoformat()`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iso_format(TimeSpec::Auto))
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.repr())
    }
}
