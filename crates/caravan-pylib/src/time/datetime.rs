//! `datetime.datetime`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::calendar::{self, IsoCalendar, TimeTuple};
use super::strftime::ZoneTexts;
use super::{
    Date, MICROS_PER_DAY, MICROS_PER_SECOND, Time, TimeDelta, TimeSpec, TimeZone, iso, offset_text, strftime,
    strptime,
};
use crate::error::{ExcKind, PyError, PyResult};
use crate::number::{Number, ratio_to_f64};

/// A moment: a date and a time of day, naive or in a zone.
#[derive(Clone)]
pub struct DateTime {
    date: Date,
    time: Time,
}

impl DateTime {
    /// `datetime.min`.
    pub const MIN: DateTime = DateTime { date: Date::MIN, time: Time::MIN };
    /// `datetime.max`.
    pub const MAX: DateTime = DateTime { date: Date::MAX, time: Time::MAX };

    /// `datetime.combine(date, time)`, in the time's zone.
    pub fn combine(date: Date, time: Time) -> Self {
        DateTime { date, time }
    }

    /// `datetime(year, month, day, hour, minute, second, microsecond, tzinfo)`. The errors of [`Date::new`] and
    /// [`Time::new`].
    pub fn new(date: [i64; 3], time: [i64; 4], zone: Option<TimeZone>, fold: i64) -> PyResult<Self> {
        let [year, month, day] = date;
        let [hour, minute, second, microsecond] = time;
        for value in time.into_iter().chain([fold]) {
            super::c_int(value)?;
        }
        Ok(DateTime {
            date: Date::new(year, month, day)?,
            time: Time::new(hour, minute, second, microsecond, zone, fold)?,
        })
    }

    /// `datetime.fromordinal(n)`. `ValueError` outside the years 1 to 9999.
    pub fn from_ordinal(ordinal: i64) -> PyResult<Self> {
        Ok(DateTime { date: Date::from_ordinal(ordinal)?, time: Time::MIN })
    }

    /// `datetime.fromisocalendar(year, week, day)`. `ValueError` where there is no such day.
    pub fn from_iso_calendar(year: i64, week: i64, weekday: i64) -> PyResult<Self> {
        Ok(DateTime { date: Date::from_iso_calendar(year, week, weekday)?, time: Time::MIN })
    }

    /// `datetime.fromisoformat(text)`: Python 3.11's whole grammar. `ValueError`.
    pub fn from_iso(text: &str) -> PyResult<Self> {
        iso::datetime_from_iso(text)
    }

    /// `datetime.strptime(text, format)`. `ValueError` with Python's texts, `re.error` for a directive given twice.
    pub fn strptime(text: &str, format: &str) -> PyResult<Self> {
        strptime::strptime(text, format)
    }

    /// `datetime.fromtimestamp(t, tz)`: seconds since 1970 in UTC, half a microsecond to even; without a zone a naive
    /// moment of UTC. `ValueError` or `OverflowError` outside the years 1 to 9999, `ValueError` for a NaN.
    pub fn from_timestamp(timestamp: &Number, zone: Option<TimeZone>) -> PyResult<Self> {
        let out_of_range = || PyError::overflow_error("timestamp out of range for platform time_t");
        let (seconds, micros) = match timestamp {
            Number::Int(int) => (int.to_i64().ok_or_else(out_of_range)?, 0),
            Number::Float(float) if float.is_nan() => {
                return Err(PyError::value_error("Invalid value NaN (not a number)"));
            }
            Number::Float(float) => {
                let mut whole = float.trunc();
                let mut micros = (float.fract() * 1e6).round_ties_even();
                if micros >= 1e6 {
                    micros -= 1e6;
                    whole += 1.0;
                } else if micros < 0.0 {
                    micros += 1e6;
                    whole -= 1.0;
                }
                const BEYOND: f64 = 9_223_372_036_854_775_808.0;
                if !(-BEYOND..BEYOND).contains(&whole) {
                    return Err(out_of_range());
                }
                (whole as i64, micros as i64)
            }
        };
        let ordinal = seconds.div_euclid(86_400) + calendar::ordinal(1970, 1, 1);
        let (year, month, day) = calendar::from_ordinal(ordinal);
        if i32::try_from(year).is_err() {
            return Err(PyError::new(ExcKind::OSError, "[Errno 75] Value too large for defined data type"));
        }
        let date = Date::new(year, month, day)?;
        let time = Time::from_micros(seconds.rem_euclid(86_400) * MICROS_PER_SECOND + micros);
        let utc = DateTime { date, time };
        match zone {
            None => Ok(utc),
            Some(zone) => zone.moment_at_utc(utc.local_micros()),
        }
    }

    /// `date()`.
    pub fn date(&self) -> Date {
        self.date
    }

    /// `time()`: the time of day, without the zone.
    pub fn time(&self) -> Time {
        self.time.with_zone(None)
    }

    /// `timetz()`: the time of day, in the zone.
    pub fn timetz(&self) -> Time {
        self.time.clone()
    }

    /// `.year`.
    pub fn year(&self) -> i64 {
        self.date.year()
    }

    /// `.month`.
    pub fn month(&self) -> i64 {
        self.date.month()
    }

    /// `.day`.
    pub fn day(&self) -> i64 {
        self.date.day()
    }

    /// `.hour`.
    pub fn hour(&self) -> i64 {
        self.time.hour()
    }

    /// `.minute`.
    pub fn minute(&self) -> i64 {
        self.time.minute()
    }

    /// `.second`.
    pub fn second(&self) -> i64 {
        self.time.second()
    }

    /// `.microsecond`.
    pub fn microsecond(&self) -> i64 {
        self.time.microsecond()
    }

    /// `.fold`.
    pub fn fold(&self) -> bool {
        self.time.fold()
    }

    /// `.tzinfo`.
    pub fn zone(&self) -> Option<&TimeZone> {
        self.time.zone()
    }

    /// `weekday()`: Monday is 0.
    pub fn weekday(&self) -> i64 {
        self.date.weekday()
    }

    /// `isoweekday()`: Monday is 1.
    pub fn iso_weekday(&self) -> i64 {
        self.date.iso_weekday()
    }

    /// `isocalendar()`.
    pub fn iso_calendar(&self) -> IsoCalendar {
        self.date.iso_calendar()
    }

    /// `toordinal()`.
    pub fn to_ordinal(&self) -> i64 {
        self.date.to_ordinal()
    }

    /// `timetuple()`.
    pub fn time_tuple(&self) -> TimeTuple {
        let isdst = match self.zone().and_then(|zone| zone.at_local(self).daylight) {
            Some(daylight) => daylight.into(),
            None => -1,
        };
        TimeTuple {
            hour: self.hour(),
            minute: self.minute(),
            second: self.second(),
            isdst,
            ..self.date.time_tuple()
        }
    }

    /// `utctimetuple()`. `OverflowError` where UTC leaves the years 1 to 9999.
    pub fn utc_time_tuple(&self) -> PyResult<TimeTuple> {
        let utc = Self::from_local_micros(self.utc_micros())?;
        Ok(TimeTuple { isdst: 0, ..utc.time_tuple() })
    }

    /// `replace(...)` of the date's parts and the time's; parts that are none stay, `zone` may be set to none.
    /// The errors of [`DateTime::new`].
    pub fn replace(
        &self,
        date: [Option<i64>; 3],
        time: [Option<i64>; 4],
        zone: Option<Option<TimeZone>>,
        fold: Option<i64>,
    ) -> PyResult<Self> {
        let [year, month, day] = date;
        let [hour, minute, second, microsecond] = time;
        Self::new(
            [year.unwrap_or(self.year()), month.unwrap_or(self.month()), day.unwrap_or(self.day())],
            [
                hour.unwrap_or(self.hour()),
                minute.unwrap_or(self.minute()),
                second.unwrap_or(self.second()),
                microsecond.unwrap_or(self.microsecond()),
            ],
            zone.unwrap_or_else(|| self.zone().cloned()),
            fold.unwrap_or(self.fold().into()),
        )
    }

    /// Microseconds since the first of January of year 1 on the zone's own clock.
    pub(super) fn local_micros(&self) -> i64 {
        Self::join_micros(self.date, &self.time)
    }

    /// Microseconds since the first of January of year 1, in UTC (a naive moment is taken as UTC).
    pub(super) fn utc_micros(&self) -> i64 {
        self.local_micros() - self.offset().unwrap_or(0)
    }

    pub(super) fn join_micros(date: Date, time: &Time) -> i64 {
        (date.to_ordinal() - 1) * MICROS_PER_DAY + time.micros()
    }

    /// The date (none outside the years 1 to 9999) and time of microseconds since the first of January of year 1.
    pub(super) fn split_micros(micros: i64) -> (Option<Date>, Time) {
        let date = Date::from_ordinal(micros.div_euclid(MICROS_PER_DAY) + 1).ok();
        (date, Time::from_micros(micros))
    }

    fn from_local_micros(micros: i64) -> PyResult<Self> {
        match Self::split_micros(micros) {
            (Some(date), time) => Ok(DateTime { date, time }),
            (None, _) => Err(PyError::overflow_error("date value out of range")),
        }
    }

    fn with_zone(self, zone: Option<TimeZone>) -> Self {
        DateTime { time: self.time.with_zone(zone), ..self }
    }

    fn offset(&self) -> Option<i64> {
        self.zone().map(|zone| zone.at_local(self).offset)
    }

    /// `utcoffset()`; none for a naive moment.
    pub fn utcoffset(&self) -> Option<TimeDelta> {
        self.zone().and_then(|zone| zone.utcoffset(Some(self)))
    }

    /// `tzname()`; none for a naive moment.
    pub fn tzname(&self) -> Option<String> {
        self.zone().and_then(|zone| zone.tzname(Some(self)))
    }

    /// `dst()`; none for a naive moment or a fixed offset.
    pub fn dst(&self) -> Option<TimeDelta> {
        self.zone().and_then(|zone| zone.dst(Some(self)))
    }

    /// `timestamp()`: seconds since 1970 in UTC, a naive moment taken as UTC.
    pub fn timestamp(&self) -> f64 {
        let epoch = (calendar::ordinal(1970, 1, 1) - 1) * MICROS_PER_DAY;
        let micros = self.utc_micros() - epoch;
        if self.zone().is_none() {
            return micros.div_euclid(MICROS_PER_SECOND) as f64 + self.microsecond() as f64 / 1e6;
        }
        ratio_to_f64(&BigInt::from(micros), &BigInt::from(MICROS_PER_SECOND)).unwrap_or(0.0)
    }

    /// `astimezone(tz)`: the same moment in another zone; a naive one is taken as UTC. `OverflowError` where the
    /// result or UTC leaves the years 1 to 9999.
    pub fn as_time_zone(&self, zone: &TimeZone) -> PyResult<Self> {
        if self.zone().is_some_and(|own| own.is_same(zone)) {
            return Ok(self.clone());
        }
        let utc = self.utc_micros();
        Self::from_local_micros(utc)?;
        zone.clone().moment_at_utc(utc)
    }

    /// `self + delta`, on the zone's own clock. `OverflowError` outside the years 1 to 9999.
    pub fn plus(&self, delta: TimeDelta) -> PyResult<Self> {
        self.shifted(delta.total_micros())
    }

    /// `self - delta`, on the zone's own clock. `OverflowError` outside the years 1 to 9999.
    pub fn minus(&self, delta: TimeDelta) -> PyResult<Self> {
        self.shifted(-delta.total_micros())
    }

    fn shifted(&self, by: i128) -> PyResult<Self> {
        match i64::try_from(i128::from(self.local_micros()) + by) {
            Ok(micros) => Ok(Self::from_local_micros(micros)?.with_zone(self.zone().cloned())),
            Err(_) => Err(PyError::overflow_error("date value out of range")),
        }
    }

    /// `self - other` for two moments: in one zone by its clock, else by UTC. `TypeError` if only one has a zone.
    pub fn since(&self, other: &DateTime) -> PyResult<TimeDelta> {
        let micros = match (self.zone(), other.zone()) {
            (Some(left), Some(right)) if left != right => self.utc_micros() - other.utc_micros(),
            (Some(_), None) | (None, Some(_)) => {
                return Err(PyError::type_error("can't subtract offset-naive and offset-aware datetimes"));
            }
            _ => self.local_micros() - other.local_micros(),
        };
        TimeDelta::from_micros(micros.into())
    }

    /// How two moments compare: in one zone by its clock, else by UTC. `TypeError` if only one has a zone; Python's
    /// `==` is then false (see `PartialEq`).
    pub fn compare(&self, other: &DateTime) -> PyResult<Ordering> {
        match (self.zone(), other.zone()) {
            (Some(left), Some(right)) if left != right => Ok(self.utc_micros().cmp(&other.utc_micros())),
            (Some(_), None) | (None, Some(_)) => {
                Err(PyError::type_error("can't compare offset-naive and offset-aware datetimes"))
            }
            _ => Ok(self.local_micros().cmp(&other.local_micros())),
        }
    }

    /// Whether the offset depends on the fold: such a moment equals none of another zone.
    fn is_ambiguous(&self) -> bool {
        let Some(zone) = self.zone() else { return false };
        let turned = DateTime { date: self.date, time: self.time.clone().with_fold(!self.fold()) };
        zone.at_local(self).offset != zone.at_local(&turned).offset
    }

    /// `isoformat(sep, timespec)`.
    pub fn iso_format(&self, separator: char, spec: TimeSpec) -> String {
        let mut text = format!("{}{separator}{}", self.date, self.time.clock(spec));
        if let Some(offset) = self.offset() {
            text.push_str(&offset_text(offset, ":"));
        }
        text
    }

    /// `ctime()`.
    pub fn ctime(&self) -> String {
        strftime::ctime(&self.time_tuple())
    }

    /// `strftime(format)`, also `format(self, spec)` for a spec that is not empty. The limit `text` is met where the
    /// output would exceed `limit` bytes.
    pub fn strftime(&self, format: &str, limit: usize) -> PyResult<String> {
        let texts = ZoneTexts { microsecond: self.microsecond(), offset: self.offset(), name: self.tzname() };
        strftime::strftime(format, &self.time_tuple(), Some(&texts), limit)
    }

    /// `repr(self)`.
    pub fn repr(&self) -> String {
        // The fold stands before the zone here, and behind it in a time of day.
        format!(
            "datetime.datetime({}, {}, {}, {}{}{})",
            self.year(),
            self.month(),
            self.day(),
            self.time.repr_fields(),
            self.time.repr_fold(),
            self.time.repr_zone()
        )
    }
}

impl TimeZone {
    /// The moment in this zone of so many microseconds of UTC since the first of January of year 1.
    fn moment_at_utc(self, micros: i64) -> PyResult<DateTime> {
        let (offset, fold) = self.at_utc(micros);
        let local = DateTime::from_local_micros(micros + offset)?;
        let time = local.time.with_fold(fold).with_zone(Some(self));
        Ok(DateTime { date: local.date, time })
    }
}

impl PartialEq for DateTime {
    fn eq(&self, other: &Self) -> bool {
        if self.zone() != other.zone() && (self.is_ambiguous() || other.is_ambiguous()) {
            return false;
        }
        self.compare(other) == Ok(Ordering::Equal)
    }
}

impl Eq for DateTime {}

impl Hash for DateTime {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Without the fold, as two moments of one zone are equal whatever theirs.
        let unfolded = DateTime { date: self.date, time: self.time.clone().with_fold(false) };
        unfolded.utc_micros().hash(state);
    }
}

impl fmt::Display for DateTime {
    /// `str(self)`: `isoformat(" ")`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iso_format(' ', TimeSpec::Auto))
    }
}

impl fmt::Debug for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.repr())
    }
}
