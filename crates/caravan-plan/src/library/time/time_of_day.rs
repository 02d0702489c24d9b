//! `datetime.time`.

use caravan_pylib::time::{Time, TimeSpec};

use super::{
    attribute, format_argument, iso_argument, method, number_part, of_type, optional_delta, optional_zone,
    zone_argument,
};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::signature::{Signature, receiver, text_argument};
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Value};

const PARTS: [&str; 6] = ["hour", "minute", "second", "microsecond", "tzinfo", "fold"];

/// The time of day that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Time> {
    let value = receiver(cx, args, BuiltinType::Time, name)?;
    match cx.heap.object(value) {
        Some(Object::Time(time)) => Ok(Time::clone(time)),
        _ => Err(Raise::internal("a time of day that is none")),
    }
}

/// The time of day that a method without arguments is called on.
fn alone(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Time> {
    let time = own(cx, args, name)?;
    args.none(1, name)?;
    Ok(time)
}

fn value(cx: &mut Cx<'_>, time: Time) -> Outcome<Value> {
    cx.heap.value(Object::Time(Box::new(time)))
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [hour, minute, second, microsecond, zone, fold] =
        Signature::new("", PARTS).by_position(5).read(args, 0)?;
    let part = |argument| number_part(cx, argument).map(Option::unwrap_or_default);
    let (hour, minute, second, microsecond) = (part(hour)?, part(minute)?, part(second)?, part(microsecond)?);
    let time = Time::new(hour, minute, second, microsecond, zone_argument(cx, zone)?.flatten(), part(fold)?)?;
    value(cx, time)
}

fn from_iso(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = Time::from_iso(iso_argument(cx, args, "time.fromisoformat")?)?;
    value(cx, time)
}

fn replace(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = own(cx, args, "time.replace")?;
    let [hour, minute, second, microsecond, zone, fold] =
        Signature::new("replace", PARTS).by_position(5).read(args, 1)?;
    let time = time.replace(
        number_part(cx, hour)?,
        number_part(cx, minute)?,
        number_part(cx, second)?,
        number_part(cx, microsecond)?,
        zone_argument(cx, zone)?,
        number_part(cx, fold)?,
    )?;
    value(cx, time)
}

fn strftime(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = own(cx, args, "time.strftime")?;
    let text = time.strftime(format_argument(cx, args)?, cx.text_room())?;
    cx.heap.text(text)
}

fn isoformat(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = own(cx, args, "time.isoformat")?;
    let [spec] = Signature::new("isoformat", ["timespec"]).read(args, 1)?;
    let spec = match spec {
        Some(spec) => TimeSpec::from_name(text_argument(cx, spec.value, "isoformat() argument 1")?)?,
        None => TimeSpec::Auto,
    };
    cx.heap.text(time.iso_format(spec))
}

fn utcoffset(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = alone(cx, args, "time.utcoffset")?;
    optional_delta(cx, time.utcoffset())
}

fn tzname(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = alone(cx, args, "time.tzname")?;
    cx.optional_text(time.tzname())
}

fn dst(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = alone(cx, args, "time.dst")?;
    optional_delta(cx, time.zone().and_then(|zone| zone.dst(None)))
}

fn hour(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "time.hour")?.hour()))
}

fn minute(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "time.minute")?.minute()))
}

fn second(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "time.second")?.second()))
}

fn microsecond(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "time.microsecond")?.microsecond()))
}

fn fold(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "time.fold")?.fold().into()))
}

fn tzinfo(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let time = own(cx, args, "time.tzinfo")?;
    optional_zone(cx, time.zone().cloned())
}

const TIME: BuiltinType = BuiltinType::Time;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(TIME, "time", Run::Pure(construct)),
    of_type(TIME, "fromisoformat", from_iso),
    attribute(TIME, "fold", fold),
    attribute(TIME, "hour", hour),
    attribute(TIME, "microsecond", microsecond),
    attribute(TIME, "minute", minute),
    attribute(TIME, "second", second),
    attribute(TIME, "tzinfo", tzinfo),
    method(TIME, "dst", dst),
    method(TIME, "isoformat", isoformat),
    method(TIME, "replace", replace),
    method(TIME, "strftime", strftime),
    method(TIME, "tzname", tzname),
    method(TIME, "utcoffset", utcoffset),
];
