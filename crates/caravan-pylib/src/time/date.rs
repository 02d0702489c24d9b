//! `datetime.date`.

use std::fmt;

use super::calendar::{self, IsoCalendar, IsoWeekError, TimeTuple};
use super::{DateTime, Time, TimeDelta, c_int, iso, strftime};
use crate::error::{PyError, PyResult};
use crate::number::Number;

/// A day of the years 1 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// `date.min`.
    pub const MIN: Date = Date { year: 1, month: 1, day: 1 };
    /// `date.max`.
    pub const MAX: Date = Date { year: 9999, month: 12, day: 31 };
    /// `date.resolution`, in days.
    pub const RESOLUTION_DAYS: i64 = 1;

    /// `date(year, month, day)`. `ValueError` where there is no such day, `OverflowError` beyond a C int.
    pub fn new(year: i64, month: i64, day: i64) -> PyResult<Self> {
        let (year, month, day) = (c_int(year)?, c_int(month)?, c_int(day)?);
        if !(1..=9999).contains(&year) {
            return Err(PyError::value_error(format!("year {year} is out of range")));
        }
        if !(1..=12).contains(&month) {
            return Err(PyError::value_error("month must be in 1..12"));
        }
        if !(1..=calendar::days_in_month(year, month)).contains(&day) {
            return Err(PyError::value_error("day is out of range for month"));
        }
        Ok(Date { year: year as u16, month: month as u8, day: day as u8 })
    }

    /// `date.fromordinal(n)`. `ValueError` outside the years 1 to 9999.
    pub fn from_ordinal(ordinal: i64) -> PyResult<Self> {
        if c_int(ordinal)? < 1 {
            return Err(PyError::value_error("ordinal must be >= 1"));
        }
        let (year, month, day) = calendar::from_ordinal(ordinal);
        Self::new(year, month, day)
    }

    /// The day of that ordinal, or the `OverflowError` of date arithmetic.
    fn from_sum(ordinal: i64) -> PyResult<Self> {
        if !(1..=Date::MAX.to_ordinal()).contains(&ordinal) {
            return Err(PyError::overflow_error("date value out of range"));
        }
        Self::from_ordinal(ordinal)
    }

    /// `date.fromtimestamp(t)`, in UTC. `ValueError` or `OverflowError` outside the years 1 to 9999.
    pub fn from_timestamp(timestamp: &Number) -> PyResult<Self> {
        // The fraction does not count, however near to the next day it is.
        let seconds = match timestamp {
            Number::Float(float) if float.is_finite() => Number::Float(float.floor()),
            other => other.clone(),
        };
        Ok(DateTime::from_timestamp(&seconds, None)?.date())
    }

    /// `date.fromisoformat(text)`: `YYYY-MM-DD`, `YYYYMMDD`, and the forms with a week. `ValueError`.
    pub fn from_iso(text: &str) -> PyResult<Self> {
        iso::date_from_iso(text)
    }

    /// `date.fromisocalendar(year, week, day)`. `ValueError` where there is no such day.
    pub fn from_iso_calendar(year: i64, week: i64, weekday: i64) -> PyResult<Self> {
        let (year, week, weekday) = (c_int(year)?, c_int(week)?, c_int(weekday)?);
        match calendar::iso_to_ordinal(year, week, weekday) {
            Ok(ordinal) => {
                let (year, month, day) = calendar::from_ordinal(ordinal);
                Self::new(year, month, day)
            }
            Err(IsoWeekError::Year) => Err(PyError::value_error(format!("Year is out of range: {year}"))),
            Err(IsoWeekError::Week) => Err(PyError::value_error(format!("Invalid week: {week}"))),
            Err(IsoWeekError::Weekday) => {
                Err(PyError::value_error(format!("Invalid day: {weekday} (range is [1, 7])")))
            }
        }
    }

    /// `.year`.
    pub fn year(self) -> i64 {
        self.year.into()
    }

    /// `.month`.
    pub fn month(self) -> i64 {
        self.month.into()
    }

    /// `.day`.
    pub fn day(self) -> i64 {
        self.day.into()
    }

    /// `toordinal()`: the first of January of year 1 has 1.
    pub fn to_ordinal(self) -> i64 {
        calendar::ordinal(self.year(), self.month(), self.day())
    }

    /// `weekday()`: Monday is 0.
    pub fn weekday(self) -> i64 {
        calendar::weekday(self.to_ordinal())
    }

    /// `isoweekday()`: Monday is 1.
    pub fn iso_weekday(self) -> i64 {
        self.weekday() + 1
    }

    /// `isocalendar()`.
    pub fn iso_calendar(self) -> IsoCalendar {
        calendar::iso_calendar(self.year(), self.to_ordinal())
    }

    /// Day of the year, 1 to 366.
    pub(super) fn yearday(self) -> i64 {
        calendar::days_before_month(self.year(), self.month()) + self.day()
    }

    /// `timetuple()`.
    pub fn time_tuple(self) -> TimeTuple {
        TimeTuple {
            year: self.year(),
            month: self.month(),
            day: self.day(),
            hour: 0,
            minute: 0,
            second: 0,
            weekday: self.weekday(),
            yearday: self.yearday(),
            isdst: -1,
        }
    }

    /// `replace(...)`; parts that are none stay. The errors of [`Date::new`].
    pub fn replace(self, year: Option<i64>, month: Option<i64>, day: Option<i64>) -> PyResult<Self> {
        Self::new(year.unwrap_or(self.year()), month.unwrap_or(self.month()), day.unwrap_or(self.day()))
    }

    /// `self + delta`: only its days count. `OverflowError` outside the years 1 to 9999.
    pub fn plus(self, delta: TimeDelta) -> PyResult<Self> {
        Self::from_sum(self.to_ordinal() + delta.days())
    }

    /// `self - delta`: only its days count. `OverflowError` outside the years 1 to 9999.
    pub fn minus(self, delta: TimeDelta) -> PyResult<Self> {
        Self::from_sum(self.to_ordinal() - delta.days())
    }

    /// `self - other` for two dates.
    pub fn since(self, other: Date) -> TimeDelta {
        let days = self.to_ordinal() - other.to_ordinal();
        TimeDelta::from_micros(i128::from(days) * i128::from(super::MICROS_PER_DAY))
            .unwrap_or(TimeDelta::ZERO)
    }

    /// `isoformat()`; also `str(self)`.
    pub fn iso_format(self) -> String {
        self.to_string()
    }

    /// `ctime()`.
    pub fn ctime(self) -> String {
        strftime::ctime(&self.time_tuple())
    }

    /// `strftime(format)`, also `format(self, spec)` for a spec that is not empty. The output is bounded by a few
    /// hundred times the format; the limit `text` is met where it would exceed `limit` bytes.
    pub fn strftime(self, format: &str, limit: usize) -> PyResult<String> {
        strftime::strftime(format, &self.time_tuple(), None, limit)
    }

    /// `datetime.combine(self, time)`.
    pub fn combine(self, time: Time) -> DateTime {
        DateTime::combine(self, time)
    }

    /// `repr(self)`.
    pub fn repr(self) -> String {
        format!("datetime.date({}, {}, {})", self.year, self.month, self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.repr())
    }
}
