//! `fromisoformat` of dates, times and moments.
//!
//! CPython's reader is laxer than its grammar in places (a stray character may stand before an offset, for one);
//! this one accepts what that accepts, so it reads bytes in the same steps.

use super::calendar::{self, IsoWeekError};
use super::{Date, DateTime, Time, TimeZone};
use crate::error::{PyError, PyResult};
use crate::text::escape::repr_str;

/// Why a text is no ISO date or time. The caller, who has the whole text, makes the message.
enum Malformed {
    /// The text is not of the form.
    Text,
    /// The text is of the form, but names no date or time.
    Value(PyError),
}

impl From<PyError> for Malformed {
    fn from(error: PyError) -> Self {
        Malformed::Value(error)
    }
}

fn message(text: &str) -> impl Fn(Malformed) -> PyError {
    move |malformed| match malformed {
        Malformed::Text => PyError::value_error(format!("Invalid isoformat string: {}", repr_str(text))),
        Malformed::Value(error) => error,
    }
}

pub(super) fn date_from_iso(text: &str) -> PyResult<Date> {
    let bytes = text.as_bytes();
    if !matches!(bytes.len(), 7 | 8 | 10) {
        return Err(message(text)(Malformed::Text));
    }
    date(bytes, bytes.len()).map_err(message(text))
}

pub(super) fn time_from_iso(text: &str) -> PyResult<Time> {
    let bytes = text.as_bytes();
    let bytes = bytes.strip_prefix(b"T").unwrap_or(bytes);
    time(bytes).map_err(message(text))
}

pub(super) fn datetime_from_iso(text: &str) -> PyResult<DateTime> {
    datetime(text).map_err(message(text))
}

fn datetime(text: &str) -> Result<DateTime, Malformed> {
    let bytes = text.as_bytes();
    if bytes.len() < 7 {
        return Err(Malformed::Text);
    }
    let end = separator(bytes).ok_or(Malformed::Text)?;
    let date = date_fields(bytes, end)?;
    let time = if bytes.len() > end {
        // The separator may be any character, of one byte or more.
        let rest = text.get(end..).ok_or(Malformed::Text)?;
        let mut chars = rest.chars();
        chars.next();
        time_fields(chars.as_str().as_bytes())?
    } else {
        TimeFields::default()
    };
    let zone = time.zone()?;
    let [hour, minute, second, microsecond] = time.clock;
    Ok(DateTime::new(date, [hour, minute, second, microsecond], zone, 0)?)
}

fn date(bytes: &[u8], len: usize) -> Result<Date, Malformed> {
    let [year, month, day] = date_fields(bytes, len)?;
    Ok(Date::new(year, month, day)?)
}

fn time(bytes: &[u8]) -> Result<Time, Malformed> {
    let fields = time_fields(bytes)?;
    let zone = fields.zone()?;
    let [hour, minute, second, microsecond] = fields.clock;
    Ok(Time::new(hour, minute, second, microsecond, zone, 0)?)
}

fn at(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(0)
}

/// The number in `count` digits from `start`.
fn digits(bytes: &[u8], start: usize, count: usize) -> Result<i64, Malformed> {
    let mut value = 0;
    for index in start..start + count {
        match at(bytes, index) {
            digit @ b'0'..=b'9' => value = value * 10 + i64::from(digit - b'0'),
            _ => return Err(Malformed::Text),
        }
    }
    Ok(value)
}

/// Where the date of a moment ends. Characters 4 and 5 tell the forms apart, but for those with a week.
fn separator(bytes: &[u8]) -> Option<usize> {
    let len = bytes.len();
    if len == 7 {
        return Some(7);
    }
    match (at(bytes, 4), at(bytes, 5)) {
        (b'-', b'W') => {
            if len > 8 && at(bytes, 8) == b'-' {
                if len == 9 {
                    return None;
                }
                // `YYYY-Www-##`: rather a week and an hour after a hyphen than a day and a digit as separator.
                return Some(if len > 10 && at(bytes, 10).is_ascii_digit() { 8 } else { 10 });
            }
            Some(8)
        }
        (b'-', _) => Some(10),
        (b'W', _) => {
            // Hours and minutes come in pairs of digits, so the parity of the run tells whether a day is in it.
            let run = bytes.iter().skip(7).take_while(|byte| byte.is_ascii_digit()).count() + 7;
            Some(if run < 9 {
                run
            } else if run % 2 == 0 {
                7
            } else {
                8
            })
        }
        _ => Some(8),
    }
}

/// Year, month and day of the first `len` bytes.
fn date_fields(bytes: &[u8], len: usize) -> Result<[i64; 3], Malformed> {
    let year = digits(bytes, 0, 4)?;
    let mut p = 4;
    let dashed = at(bytes, p) == b'-';
    p += usize::from(dashed);
    if at(bytes, p) == b'W' {
        let week = digits(bytes, p + 1, 2)?;
        p += 3;
        let mut weekday = 1;
        if p < len {
            if dashed {
                if at(bytes, p) != b'-' {
                    return Err(Malformed::Text);
                }
                p += 1;
            }
            weekday = digits(bytes, p, 1)?;
        }
        return match calendar::iso_to_ordinal(year, week, weekday) {
            Ok(ordinal) => {
                let (year, month, day) = calendar::from_ordinal(ordinal);
                Ok([year, month, day])
            }
            // CPython reckons on with the year 0, and ends up with a month that is none.
            Err(IsoWeekError::Year) if (1..=52).contains(&week) && (1..=7).contains(&weekday) => {
                Ok([1, 0, 1])
            }
            Err(_) => Err(Malformed::Text),
        };
    }
    let month = digits(bytes, p, 2)?;
    p += 2;
    if dashed {
        if at(bytes, p) != b'-' {
            return Err(Malformed::Text);
        }
        p += 1;
    }
    let day = digits(bytes, p, 2)?;
    if p + 2 != len {
        return Err(Malformed::Text);
    }
    Ok([year, month, day])
}

#[derive(Default)]
struct TimeFields {
    /// Hour, minute, second, microsecond.
    clock: [i64; 4],
    /// Sign, and the offset's hour, minute, second, microsecond.
    offset: Option<(i64, [i64; 4])>,
}

impl TimeFields {
    fn zone(&self) -> PyResult<Option<TimeZone>> {
        let Some((sign, [hour, minute, second, micros])) = self.offset else { return Ok(None) };
        let seconds = hour * 3600 + minute * 60 + second;
        if seconds == 0 {
            return Ok(Some(TimeZone::UTC));
        }
        TimeZone::from_micros(sign * (seconds * super::MICROS_PER_SECOND + micros)).map(Some)
    }
}

fn time_fields(bytes: &[u8]) -> Result<TimeFields, Malformed> {
    let end = bytes.len();
    // The first byte is looked at even when there is none.
    let mark = (0..end).find(|&i| matches!(at(bytes, i), b'+' | b'-' | b'Z')).unwrap_or(end);
    let (clock, more) = clock_fields(bytes, 0, mark)?;
    if mark == end {
        return if more { Err(Malformed::Text) } else { Ok(TimeFields { clock, offset: None }) };
    }
    if at(bytes, mark) == b'Z' {
        if at(bytes, mark + 1) != 0 {
            return Err(Malformed::Text);
        }
        return Ok(TimeFields { clock, offset: Some((1, [0; 4])) });
    }
    let sign = if at(bytes, mark) == b'-' { -1 } else { 1 };
    match clock_fields(bytes, mark + 1, end)? {
        (offset, false) => Ok(TimeFields { clock, offset: Some((sign, offset)) }),
        (_, true) => Err(Malformed::Text),
    }
}

/// `HH[:?MM[:?SS[.ffffff]]]` from `start` to `end`, and whether something stands behind it.
fn clock_fields(bytes: &[u8], start: usize, end: usize) -> Result<([i64; 4], bool), Malformed> {
    let mut fields = [0; 4];
    let mut p = start;
    let mut colons = true;
    for (index, field) in fields.iter_mut().take(3).enumerate() {
        *field = digits(bytes, p, 2)?;
        let next = at(bytes, p + 2);
        p += 3;
        if index == 0 {
            colons = next == b':';
        }
        if p >= end {
            return Ok((fields, next != 0));
        }
        match next {
            // Behind the seconds too: there a colon does for the point.
            b':' if colons => {}
            b'.' | b',' => break,
            _ if !colons => p -= 1,
            _ => return Err(Malformed::Text),
        }
    }
    let count = (end - p).min(6);
    let mut micros = digits(bytes, p, count)?;
    for _ in count..6 {
        micros *= 10;
    }
    let [_, _, _, microsecond] = &mut fields;
    *microsecond = micros;
    p += count;
    while at(bytes, p).is_ascii_digit() {
        p += 1;
    }
    Ok((fields, at(bytes, p) != 0))
}
