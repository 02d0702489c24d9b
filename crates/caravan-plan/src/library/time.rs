//! The module `datetime`: dates, times of day, moments, durations and zones.
//!
//! There is no clock here: a plan that wants to know the time asks the runtime (`machine::clock`).

pub(crate) mod date;
pub(crate) mod datetime;
pub(crate) mod delta;
pub(crate) mod time_of_day;
pub(crate) mod zone;

use caravan_pylib::error::ExcKind;
use caravan_pylib::number::Number;
use caravan_pylib::time::{IsoCalendar, TimeDelta, TimeTuple, TimeZone};

use super::answering::given;
use super::signature::{Signature, text_argument};
use super::{Args, MachineNative, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::machine::clock::Reading;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// An argument that CPython reads into a C int: none stands for one that was left out.
fn number_part(cx: &Cx<'_>, argument: Option<Labelled>) -> Outcome<Option<i64>> {
    let Some(argument) = argument else { return Ok(None) };
    let message = match cx.index(argument.value)?.to_i64() {
        Some(part) if i32::try_from(part).is_ok() => return Ok(Some(part)),
        Some(0..) => "signed integer is greater than maximum",
        Some(_) => "signed integer is less than minimum",
        None => "Python int too large to convert to C long",
    };
    Err(Raise::new(ExcKind::OverflowError, message))
}

/// A `tzinfo` argument: none if it was left out, `Some(None)` for `None`.
pub(crate) fn zone_argument(cx: &Cx<'_>, argument: Option<Labelled>) -> Outcome<Option<Option<TimeZone>>> {
    let Some(argument) = argument else { return Ok(None) };
    match (argument.value, cx.heap.object(argument.value)) {
        (Value::None, _) => Ok(Some(None)),
        (_, Some(Object::TimeZone(zone))) => Ok(Some(Some(TimeZone::clone(zone)))),
        _ => Err(Raise::type_error(format!(
            "tzinfo argument must be None or of a tzinfo subclass, not type '{}'",
            cx.type_name(argument.value)
        ))),
    }
}

/// The seconds since 1970 that an argument gives.
fn timestamp_argument(cx: &Cx<'_>, argument: Value) -> Outcome<Number> {
    match argument {
        Value::Float(float) => Ok(Number::Float(float)),
        _ => Ok(Number::Int(cx.index(argument)?.into_big())),
    }
}

/// The text that a `fromisoformat` reads.
fn iso_argument<'c>(cx: &'c Cx<'_>, args: Args<'_>, function: &str) -> Outcome<&'c str> {
    let text = args.one(0, function)?.value;
    cx.heap.str(cx.heap.plain(text)).ok_or_else(|| Raise::type_error("fromisoformat: argument must be str"))
}

/// The format that a `strftime` writes by.
fn format_argument<'c>(cx: &'c Cx<'_>, args: Args<'_>) -> Outcome<&'c str> {
    let [format] = Signature::new("strftime", ["format"]).requires(1).read(args, 1)?;
    text_argument(cx, given(format)?, "strftime() argument 1")
}

/// The only argument of a `fromordinal`.
fn ordinal_argument(cx: &Cx<'_>, args: Args<'_>) -> Outcome<i64> {
    args.no_keywords("fromordinal")?;
    let [ordinal] = args.positional else {
        return Err(Raise::type_error(format!(
            "fromordinal() takes exactly 1 argument ({} given)",
            args.positional.len()
        )));
    };
    number_part(cx, Some(*ordinal)).map(Option::unwrap_or_default)
}

/// The year, week and weekday of a `fromisocalendar`.
fn iso_calendar_arguments(cx: &Cx<'_>, args: Args<'_>) -> Outcome<[i64; 3]> {
    let [year, week, day] =
        Signature::new("fromisocalendar", ["year", "week", "day"]).requires(3).read(args, 0)?;
    let part = |argument| number_part(cx, argument).map(Option::unwrap_or_default);
    Ok([part(year)?, part(week)?, part(day)?])
}

fn iso_calendar(cx: &mut Cx<'_>, calendar: IsoCalendar) -> Outcome<Value> {
    let fields = [("year", calendar.year), ("week", calendar.week), ("weekday", calendar.weekday)];
    cx.named_tuple("datetime.IsoCalendarDate", fields.map(|(name, value)| (name, Value::Int(value))))
}

fn time_tuple(cx: &mut Cx<'_>, tuple: TimeTuple) -> Outcome<Value> {
    let fields = [
        ("tm_year", tuple.year),
        ("tm_mon", tuple.month),
        ("tm_mday", tuple.day),
        ("tm_hour", tuple.hour),
        ("tm_min", tuple.minute),
        ("tm_sec", tuple.second),
        ("tm_wday", tuple.weekday),
        ("tm_yday", tuple.yearday),
        ("tm_isdst", tuple.isdst),
    ];
    cx.named_tuple("time.struct_time", fields.map(|(name, value)| (name, Value::Int(value))))
}

fn optional_delta(cx: &mut Cx<'_>, delta: Option<TimeDelta>) -> Outcome<Value> {
    match delta {
        Some(delta) => cx.heap.value(Object::TimeDelta(delta)),
        None => Ok(Value::None),
    }
}

fn optional_zone(cx: &mut Cx<'_>, zone: Option<TimeZone>) -> Outcome<Value> {
    match zone {
        Some(zone) => cx.heap.value(Object::TimeZone(Box::new(zone))),
        None => Ok(Value::None),
    }
}

/// A constant of one of the types, such as `date.max`.
///
/// # Errors
///
/// The memory limit.
pub(super) fn constant(cx: &mut Cx<'_>, ty: BuiltinType, name: &str) -> Outcome<Option<Value>> {
    use caravan_pylib::time::{Date, DateTime, DeltaParts, Time};
    let hours = |hours: i64, minutes: i64| {
        let parts =
            DeltaParts { hours: Some(hours.into()), minutes: Some(minutes.into()), ..DeltaParts::default() };
        TimeDelta::new(&parts).and_then(|offset| TimeZone::fixed(offset, None))
    };
    let object = match (ty, name) {
        (BuiltinType::Date, "min") => Object::Date(Date::MIN),
        (BuiltinType::Date, "max") => Object::Date(Date::MAX),
        (BuiltinType::Date, "resolution") => {
            let days = Some(Date::RESOLUTION_DAYS.into());
            Object::TimeDelta(TimeDelta::new(&DeltaParts { days, ..DeltaParts::default() })?)
        }
        (BuiltinType::Time, "min") => Object::Time(Box::new(Time::MIN)),
        (BuiltinType::Time, "max") => Object::Time(Box::new(Time::MAX)),
        (BuiltinType::DateTime, "min") => Object::DateTime(Box::new(DateTime::MIN)),
        (BuiltinType::DateTime, "max") => Object::DateTime(Box::new(DateTime::MAX)),
        (BuiltinType::TimeDelta, "min") => Object::TimeDelta(TimeDelta::MIN),
        (BuiltinType::TimeDelta, "max") => Object::TimeDelta(TimeDelta::MAX),
        (BuiltinType::Time | BuiltinType::DateTime | BuiltinType::TimeDelta, "resolution") => {
            Object::TimeDelta(TimeDelta::RESOLUTION)
        }
        (BuiltinType::TimeZone, "utc") => Object::TimeZone(Box::new(TimeZone::UTC)),
        (BuiltinType::TimeZone, "min") => Object::TimeZone(Box::new(hours(-23, -59)?)),
        (BuiltinType::TimeZone, "max") => Object::TimeZone(Box::new(hours(23, 59)?)),
        _ => return Ok(None),
    };
    cx.heap.value(object).map(Some)
}

const fn method(
    of: BuiltinType,
    name: &'static str,
    run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>,
) -> Native {
    Native::method(of, name, Run::Pure(run))
}

const fn attribute(
    of: BuiltinType,
    name: &'static str,
    run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>,
) -> Native {
    Native::attribute(of, name, Run::Pure(run))
}

/// A class method that the clock answers.
const fn clock(of: BuiltinType, name: &'static str, reading: Reading) -> Native {
    Native::of_type(of, name, Run::Machine(MachineNative::Clock(reading)))
}

const fn of_type(
    of: BuiltinType,
    name: &'static str,
    run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>,
) -> Native {
    Native::of_type(of, name, Run::Pure(run))
}
