//! `datetime.timedelta`.

use caravan_pylib::number::Number;
use caravan_pylib::time::{DeltaParts, TimeDelta};

use super::{attribute, method};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::signature::{Signature, receiver};
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

const PARTS: [&str; 7] = ["days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"];

/// The duration that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<TimeDelta> {
    let value = receiver(cx, args, BuiltinType::TimeDelta, name)?;
    match cx.heap.object(value) {
        Some(Object::TimeDelta(delta)) => Ok(*delta),
        _ => Err(Raise::internal("a duration that is none")),
    }
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [days, seconds, microseconds, milliseconds, minutes, hours, weeks] =
        Signature::new("__new__", PARTS).read(args, 0)?;
    let part = |argument: Option<Labelled>, name: &str| match argument.map(|argument| argument.value) {
        None => Ok(None),
        Some(Value::Float(float)) => Ok(Some(Number::Float(float))),
        Some(value) => match cx.integer(value) {
            Some(integer) => Ok(Some(Number::Int(integer.into_big()))),
            None => Err(Raise::type_error(format!(
                "unsupported type for timedelta {name} component: {}",
                cx.type_name(value)
            ))),
        },
    };
    let parts = DeltaParts {
        microseconds: part(microseconds, "microseconds")?,
        milliseconds: part(milliseconds, "milliseconds")?,
        seconds: part(seconds, "seconds")?,
        minutes: part(minutes, "minutes")?,
        hours: part(hours, "hours")?,
        days: part(days, "days")?,
        weeks: part(weeks, "weeks")?,
    };
    cx.heap.value(Object::TimeDelta(TimeDelta::new(&parts)?))
}

fn total_seconds(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let delta = own(cx, args, "timedelta.total_seconds")?;
    args.none(1, "timedelta.total_seconds")?;
    Ok(Value::Float(delta.total_seconds()))
}

fn days(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "timedelta.days")?.days()))
}

fn seconds(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "timedelta.seconds")?.seconds()))
}

fn microseconds(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "timedelta.microseconds")?.microseconds()))
}

const DELTA: BuiltinType = BuiltinType::TimeDelta;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(DELTA, "timedelta", Run::Pure(construct)),
    attribute(DELTA, "days", days),
    attribute(DELTA, "microseconds", microseconds),
    attribute(DELTA, "seconds", seconds),
    method(DELTA, "total_seconds", total_seconds),
];
