//! Dates, times, durations and zones give what Python's `datetime` and `zoneinfo` give.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "the cases are our own")]

mod table;

use std::cmp::Ordering;

use caravan_pylib::error::{PyError, PyResult};
use caravan_pylib::number::Number;
use caravan_pylib::time::{Date, DateTime, DeltaParts, Time, TimeDelta, TimeSpec, TimeTuple, TimeZone};

const LIMIT: usize = 1_000_000;

fn int(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("not an int: {text}"))
}

fn number(text: &str) -> Number {
    match text.parse() {
        Ok(int) => Number::Int(int),
        Err(_) => Number::Float(text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))),
    }
}

/// `-`, `utc`, microseconds with an optional name behind a space, or the name of a zone.
fn zone(text: &str) -> PyResult<Option<TimeZone>> {
    Ok(match text {
        "-" => None,
        "utc" => Some(TimeZone::UTC),
        _ => {
            let (micros, name) = match text.split_once(' ') {
                Some((micros, name)) => (micros, Some(name)),
                None => (text, None),
            };
            match micros.parse() {
                Ok(micros) => Some(TimeZone::fixed(TimeDelta::from_micros(micros)?, name)?),
                Err(_) => Some(TimeZone::named(text)?),
            }
        }
    })
}

fn ints<const N: usize>(text: &str) -> [i64; N] {
    text.split(' ').map(int).collect::<Vec<_>>().try_into().unwrap()
}

fn date(text: &str) -> PyResult<Date> {
    let [year, month, day] = ints(text);
    Date::new(year, month, day)
}

/// `hour minute second microsecond fold;zone`.
fn time(text: &str) -> PyResult<Time> {
    let (clock, name) = text.split_once(';').unwrap();
    let [hour, minute, second, micros, fold] = ints(clock);
    Time::new(hour, minute, second, micros, zone(name)?, fold)
}

/// `year month day hour minute second microsecond fold;zone`.
fn moment(text: &str) -> PyResult<DateTime> {
    let (fields, name) = text.split_once(';').unwrap();
    let [year, month, day, hour, minute, second, micros, fold] = ints(fields);
    DateTime::new([year, month, day], [hour, minute, second, micros], zone(name)?, fold)
}

/// `days seconds microseconds`.
fn delta(text: &str) -> PyResult<TimeDelta> {
    let [days, seconds, micros] = text.split(' ').map(number).collect::<Vec<_>>().try_into().unwrap();
    TimeDelta::new(&DeltaParts {
        days: Some(days),
        seconds: Some(seconds),
        microseconds: Some(micros),
        ..DeltaParts::default()
    })
}

fn tuple(t: TimeTuple) -> String {
    format!(
        "{} {} {} {} {} {} {} {} {}",
        t.year, t.month, t.day, t.hour, t.minute, t.second, t.weekday, t.yearday, t.isdst
    )
}

fn optional(text: Option<String>) -> String {
    text.unwrap_or_else(|| "None".to_owned())
}

/// `==`, then what `<` gives or raises.
fn comparison(equal: bool, order: PyResult<Ordering>) -> String {
    let less = match order {
        Ok(order) => (order == Ordering::Less).to_string(),
        Err(error) => format!("! {error}"),
    };
    format!("{equal} {less}")
}

fn float_repr(value: f64) -> String {
    rustpython_literal::float::to_string(value)
}

fn answer(operation: &str, a: &[&str]) -> PyResult<String> {
    let big = |text: &str| match number(text) {
        Number::Int(int) => int,
        Number::Float(_) => panic!("not an int: {text}"),
    };
    Ok(match operation {
        "date" => date(a[0])?.repr(),
        "date.str" => date(a[0])?.to_string(),
        "date.fromordinal" => Date::from_ordinal(int(a[0]))?.repr(),
        "date.toordinal" => date(a[0])?.to_ordinal().to_string(),
        "date.fromisoformat" => Date::from_iso(a[0])?.repr(),
        "date.fromisocalendar" => {
            let [year, week, day] = ints(a[0]);
            Date::from_iso_calendar(year, week, day)?.repr()
        }
        "date.isocalendar" => {
            let found = date(a[0])?.iso_calendar();
            format!("{} {} {}", found.year, found.week, found.weekday)
        }
        "date.timetuple" => tuple(date(a[0])?.time_tuple()),
        "date.ctime" => date(a[0])?.ctime(),
        "date.strftime" => date(a[0])?.strftime(a[1], LIMIT)?,
        "date.fromtimestamp" => Date::from_timestamp(&number(a[0]))?.repr(),
        "date+delta" => date(a[0])?.plus(delta(a[1])?)?.repr(),
        "date-delta" => date(a[0])?.minus(delta(a[1])?)?.repr(),
        "date-date" => date(a[0])?.since(date(a[1])?).repr(),
        "time" => time(a[0])?.repr(),
        "time.str" => time(a[0])?.to_string(),
        "time.isoformat" => time(a[0])?.iso_format(TimeSpec::from_name(a[1])?),
        "time.fromisoformat" => Time::from_iso(a[0])?.repr(),
        "time.strftime" => time(a[0])?.strftime(a[1], LIMIT)?,
        "time.compare" => {
            let (left, right) = (time(a[0])?, time(a[1])?);
            comparison(left == right, left.compare(&right))
        }
        "datetime" => moment(a[0])?.repr(),
        "datetime.str" => moment(a[0])?.to_string(),
        "datetime.isoformat" => {
            moment(a[0])?.iso_format(a[1].chars().next().unwrap(), TimeSpec::from_name(a[2])?)
        }
        "datetime.fromisoformat" => DateTime::from_iso(a[0])?.repr(),
        "datetime.fromordinal" => DateTime::from_ordinal(int(a[0]))?.repr(),
        "datetime.strftime" => moment(a[0])?.strftime(a[1], LIMIT)?,
        "datetime.strptime" => DateTime::strptime(a[0], a[1])?.repr(),
        "datetime.timetuple" => tuple(moment(a[0])?.time_tuple()),
        "datetime.utctimetuple" => tuple(moment(a[0])?.utc_time_tuple()?),
        "datetime.ctime" => moment(a[0])?.ctime(),
        "datetime.timestamp" => float_repr(moment(a[0])?.timestamp()),
        "datetime.fromtimestamp" => DateTime::from_timestamp(&number(a[0]), zone(a[1])?)?.repr(),
        "datetime.astimezone" => moment(a[0])?.as_time_zone(&zone(a[1])?.unwrap())?.repr(),
        "datetime.utcoffset" => optional(moment(a[0])?.utcoffset().map(TimeDelta::repr)),
        "datetime.dst" => optional(moment(a[0])?.dst().map(TimeDelta::repr)),
        "datetime.tzname" => optional(moment(a[0])?.tzname()),
        "datetime+delta" => moment(a[0])?.plus(delta(a[1])?)?.repr(),
        "datetime-delta" => moment(a[0])?.minus(delta(a[1])?)?.repr(),
        "datetime-datetime" => moment(a[0])?.since(&moment(a[1])?)?.repr(),
        "datetime.compare" => {
            let (left, right) = (moment(a[0])?, moment(a[1])?);
            comparison(left == right, left.compare(&right))
        }
        "timedelta" => {
            let parts: Vec<Number> = a[0].split(' ').map(number).collect();
            let [days, seconds, microseconds, milliseconds, minutes, hours, weeks] =
                parts.try_into().unwrap();
            TimeDelta::new(&DeltaParts {
                days: Some(days),
                seconds: Some(seconds),
                microseconds: Some(microseconds),
                milliseconds: Some(milliseconds),
                minutes: Some(minutes),
                hours: Some(hours),
                weeks: Some(weeks),
            })?
            .repr()
        }
        "timedelta.str" => delta(a[0])?.to_string(),
        "timedelta.total_seconds" => float_repr(delta(a[0])?.total_seconds()),
        "timedelta+timedelta" => delta(a[0])?.plus(delta(a[1])?)?.repr(),
        "timedelta-timedelta" => delta(a[0])?.minus(delta(a[1])?)?.repr(),
        "-timedelta" => delta(a[0])?.negate()?.repr(),
        "abs(timedelta)" => delta(a[0])?.abs()?.repr(),
        "timedelta*number" => delta(a[0])?.times(&number(a[1]))?.repr(),
        "timedelta/number" => delta(a[0])?.divide(&number(a[1]))?.repr(),
        "timedelta//int" => delta(a[0])?.floor_divide(&big(a[1]))?.repr(),
        "timedelta/timedelta" => float_repr(delta(a[0])?.ratio(delta(a[1])?)?),
        "timedelta//timedelta" => delta(a[0])?.floor_ratio(delta(a[1])?)?.to_string(),
        "timedelta%timedelta" => delta(a[0])?.modulo(delta(a[1])?)?.repr(),
        "divmod(timedelta)" => {
            let (quotient, rest) = delta(a[0])?.divmod(delta(a[1])?)?;
            format!("({quotient}, {})", rest.repr())
        }
        "timezone" => zone(a[0])?.unwrap().repr(),
        "timezone.str" => zone(a[0])?.unwrap().to_string(),
        _ => return Err(PyError::value_error(format!("no such operation: {operation}"))),
    })
}

#[test]
fn dates_times_and_durations_answer_as_python_answers() {
    table::check(include_str!("time.txt"), answer);
}
