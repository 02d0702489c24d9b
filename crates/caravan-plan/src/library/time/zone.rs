//! `datetime.timezone` and `zoneinfo.ZoneInfo`.

use caravan_pylib::time::{DateTime, TimeZone};

use super::{method, optional_delta};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::answering::given;
use crate::library::signature::{Signature, argument_type, receiver, text_argument};
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Module, Value};

/// The zone that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<TimeZone> {
    let value = receiver(cx, args, BuiltinType::TimeZone, name)?;
    match cx.heap.object(value) {
        Some(Object::TimeZone(zone)) => Ok(TimeZone::clone(zone)),
        _ => Err(Raise::internal("a zone that is none")),
    }
}

/// The zone that a method is called on, and the moment that it is asked about, which may be `None`.
fn asked(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<(TimeZone, Option<DateTime>)> {
    let zone = own(cx, args, name)?;
    let moment = args.one(1, name)?.value;
    match (moment, cx.heap.object(moment)) {
        (Value::None, _) => Ok((zone, None)),
        (_, Some(Object::DateTime(moment))) => Ok((zone, Some(DateTime::clone(moment)))),
        _ => Err(Raise::type_error(format!(
            "{}(dt) argument must be a datetime instance or None, not {}",
            name.rsplit('.').next().unwrap_or(name),
            cx.type_name(moment)
        ))),
    }
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [offset, name] = Signature::new("timezone", ["offset", "name"]).requires(1).read(args, 0)?;
    let offset = given(offset)?;
    let Some(Object::TimeDelta(delta)) = cx.heap.object(offset) else {
        return Err(Raise::type_error(format!(
            "timezone() argument 1 must be datetime.timedelta, not {}",
            argument_type(cx, offset)
        )));
    };
    let name = name.map(|name| text_argument(cx, name.value, "timezone() argument 2")).transpose()?;
    let zone = TimeZone::fixed(*delta, name)?;
    cx.heap.value(Object::TimeZone(Box::new(zone)))
}

/// `zoneinfo.ZoneInfo(key)`: a zone of the IANA database that the program carries.
fn zone_info(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [key] = Signature::new("ZoneInfo", ["key"]).requires(1).read(args, 0)?;
    let zone = TimeZone::named(text_argument(cx, given(key)?, "ZoneInfo() argument 1")?)?;
    cx.heap.value(Object::TimeZone(Box::new(zone)))
}

/// `zone.key`; `None` for a fixed offset.
fn key(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let key = own(cx, args, "ZoneInfo.key")?.key().map(ToOwned::to_owned);
    cx.optional_text(key)
}

fn utcoffset(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (zone, moment) = asked(cx, args, "timezone.utcoffset")?;
    optional_delta(cx, zone.utcoffset(moment.as_ref()))
}

fn tzname(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (zone, moment) = asked(cx, args, "timezone.tzname")?;
    cx.optional_text(zone.tzname(moment.as_ref()))
}

fn dst(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (zone, moment) = asked(cx, args, "timezone.dst")?;
    optional_delta(cx, zone.dst(moment.as_ref()))
}

fn fromutc(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let zone = own(cx, args, "timezone.fromutc")?;
    let moment = args.one(1, "timezone.fromutc")?.value;
    let Some(Object::DateTime(moment)) = cx.heap.object(moment) else {
        return Err(Raise::type_error("fromutc() argument must be a datetime instance"));
    };
    if !moment.zone().is_some_and(|own| own.is_same(&zone)) {
        return Err(Raise::value_error("fromutc: dt.tzinfo is not self"));
    }
    let utc = moment.replace([None; 3], [None; 4], Some(Some(TimeZone::UTC)), None)?;
    let moment = utc.as_time_zone(&zone)?;
    cx.heap.value(Object::DateTime(Box::new(moment)))
}

const ZONE: BuiltinType = BuiltinType::TimeZone;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(ZONE, "timezone", Run::Pure(construct)),
    Native::function(Module::Zoneinfo, "ZoneInfo", Run::Pure(zone_info)),
    Native::attribute(ZONE, "key", Run::Pure(key)),
    method(ZONE, "dst", dst),
    method(ZONE, "fromutc", fromutc),
    method(ZONE, "tzname", tzname),
    method(ZONE, "utcoffset", utcoffset),
];
