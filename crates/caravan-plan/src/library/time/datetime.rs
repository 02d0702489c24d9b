//! `datetime.datetime`.

use caravan_pylib::time::{DateTime, TimeDelta, TimeSpec, TimeZone};

use super::{
    attribute, clock, format_argument, iso_argument, iso_calendar_arguments, method, number_part, of_type,
    optional_delta, optional_zone, ordinal_argument, time_tuple, timestamp_argument, zone_argument,
};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::answering::given;
use crate::library::signature::{Signature, argument_type, receiver, text_argument};
use crate::library::{Args, Native, Run};
use crate::machine::clock::Reading;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

const PARTS: [&str; 9] =
    ["year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"];

/// The moment that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<DateTime> {
    let value = receiver(cx, args, BuiltinType::DateTime, name)?;
    match cx.heap.object(value) {
        Some(Object::DateTime(moment)) => Ok(DateTime::clone(moment)),
        _ => Err(Raise::internal("a moment that is none")),
    }
}

/// The moment that a method without arguments is called on.
fn alone(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<DateTime> {
    let moment = own(cx, args, name)?;
    args.none(1, name)?;
    Ok(moment)
}

fn value(cx: &mut Cx<'_>, moment: DateTime) -> Outcome<Value> {
    cx.heap.value(Object::DateTime(Box::new(moment)))
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [year, month, day, hour, minute, second, microsecond, zone, fold] =
        Signature::new("", PARTS).requires(3).by_position(8).read(args, 0)?;
    let part = |argument| number_part(cx, argument).map(Option::unwrap_or_default);
    let date = [part(year)?, part(month)?, part(day)?];
    let time = [part(hour)?, part(minute)?, part(second)?, part(microsecond)?];
    let moment = DateTime::new(date, time, zone_argument(cx, zone)?.flatten(), part(fold)?)?;
    value(cx, moment)
}

fn from_iso(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = DateTime::from_iso(iso_argument(cx, args, "datetime.fromisoformat")?)?;
    value(cx, moment)
}

fn from_ordinal(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = DateTime::from_ordinal(ordinal_argument(cx, args)?)?;
    value(cx, moment)
}

fn from_iso_calendar(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [year, week, day] = iso_calendar_arguments(cx, args)?;
    value(cx, DateTime::from_iso_calendar(year, week, day)?)
}

fn from_timestamp(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [timestamp, zone] = Signature::new("fromtimestamp", ["timestamp", "tz"]).requires(1).read(args, 0)?;
    let zone = zone_argument(cx, zone)?.flatten();
    let timestamp = timestamp_argument(cx, given(timestamp)?)?;
    value(cx, DateTime::from_timestamp(&timestamp, zone)?)
}

fn from_utc_timestamp(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let timestamp = timestamp_argument(cx, args.one(0, "datetime.utcfromtimestamp")?.value)?;
    value(cx, DateTime::from_timestamp(&timestamp, None)?)
}

fn strptime(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    args.no_keywords("strptime")?;
    let [text, format] = args.positional else {
        return Err(Raise::type_error(format!(
            "strptime() takes exactly 2 arguments ({} given)",
            args.positional.len()
        )));
    };
    let text = text_argument(cx, text.value, "strptime() argument 1")?;
    let format = text_argument(cx, format.value, "strptime() argument 2")?;
    let moment = DateTime::strptime(text, format)?;
    value(cx, moment)
}

fn combine(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [date, time, zone] =
        Signature::new("combine", ["date", "time", "tzinfo"]).requires(2).read(args, 0)?;
    let (date, time) = (given(date)?, given(time)?);
    let wrong = |place: u32, wanted: &str, value: Value| {
        Raise::type_error(format!(
            "combine() argument {place} must be {wanted}, not {}",
            argument_type(cx, value)
        ))
    };
    let date = match cx.heap.object(date) {
        Some(Object::Date(date)) => *date,
        Some(Object::DateTime(moment)) => moment.date(),
        _ => return Err(wrong(1, "datetime.date", date)),
    };
    let time = match cx.heap.object(time) {
        Some(Object::Time(time)) => (**time).clone(),
        _ => return Err(wrong(2, "datetime.time", time)),
    };
    let time = match zone_argument(cx, zone)? {
        Some(zone) => time.with_zone(zone),
        None => time,
    };
    value(cx, DateTime::combine(date, time))
}

fn replace(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = own(cx, args, "datetime.replace")?;
    let [year, month, day, hour, minute, second, microsecond, zone, fold] =
        Signature::new("replace", PARTS).by_position(8).read(args, 1)?;
    let part = |argument: Option<Labelled>| number_part(cx, argument);
    let date = [part(year)?, part(month)?, part(day)?];
    let time = [part(hour)?, part(minute)?, part(second)?, part(microsecond)?];
    let moment = moment.replace(date, time, zone_argument(cx, zone)?, part(fold)?)?;
    value(cx, moment)
}

fn strftime(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = own(cx, args, "datetime.strftime")?;
    let text = moment.strftime(format_argument(cx, args)?, cx.text_room())?;
    cx.heap.text(text)
}

fn isoformat(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = own(cx, args, "datetime.isoformat")?;
    let [separator, spec] = Signature::new("isoformat", ["sep", "timespec"]).read(args, 1)?;
    let separator = match separator.map(|separator| separator.value) {
        None => 'T',
        Some(given) => {
            let mut characters = cx.heap.str(cx.heap.plain(given)).unwrap_or_default().chars();
            match (characters.next(), characters.next()) {
                (Some(separator), None) => separator,
                _ => {
                    return Err(Raise::type_error(format!(
                        "isoformat() argument 1 must be a unicode character, not {}",
                        argument_type(cx, given)
                    )));
                }
            }
        }
    };
    let spec = match spec {
        Some(spec) => TimeSpec::from_name(text_argument(cx, spec.value, "isoformat() argument 2")?)?,
        None => TimeSpec::Auto,
    };
    cx.heap.text(moment.iso_format(separator, spec))
}

fn ctime(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.ctime")?;
    cx.heap.text(moment.ctime())
}

fn astimezone(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = own(cx, args, "datetime.astimezone")?;
    let [zone] = Signature::new("astimezone", ["tz"]).read(args, 1)?;
    let zone = match zone_argument(cx, zone)?.flatten() {
        Some(zone) => zone,
        // The zone of a host whose clock is set to UTC.
        None => TimeZone::fixed(TimeDelta::ZERO, Some("UTC"))?,
    };
    value(cx, moment.as_time_zone(&zone)?)
}

fn utcoffset(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.utcoffset")?;
    optional_delta(cx, moment.utcoffset())
}

fn tzname(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.tzname")?;
    cx.optional_text(moment.tzname())
}

fn dst(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.dst")?;
    optional_delta(cx, moment.dst())
}

fn timestamp(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Float(alone(cx, args, "datetime.timestamp")?.timestamp()))
}

fn timetuple(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.timetuple")?;
    time_tuple(cx, moment.time_tuple())
}

fn utctimetuple(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.utctimetuple")?;
    time_tuple(cx, moment.utc_time_tuple()?)
}

fn date(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.date")?;
    cx.heap.value(Object::Date(moment.date()))
}

fn time(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.time")?;
    cx.heap.value(Object::Time(Box::new(moment.time())))
}

fn timetz(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = alone(cx, args, "datetime.timetz")?;
    cx.heap.value(Object::Time(Box::new(moment.timetz())))
}

fn hour(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "datetime.hour")?.hour()))
}

fn minute(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "datetime.minute")?.minute()))
}

fn second(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "datetime.second")?.second()))
}

fn microsecond(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "datetime.microsecond")?.microsecond()))
}

fn fold(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "datetime.fold")?.fold().into()))
}

fn tzinfo(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let moment = own(cx, args, "datetime.tzinfo")?;
    optional_zone(cx, moment.zone().cloned())
}

const MOMENT: BuiltinType = BuiltinType::DateTime;

/// What a moment has beside what a date has.
pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(MOMENT, "datetime", Run::Pure(construct)),
    of_type(MOMENT, "combine", combine),
    of_type(MOMENT, "fromisocalendar", from_iso_calendar),
    of_type(MOMENT, "fromisoformat", from_iso),
    of_type(MOMENT, "fromordinal", from_ordinal),
    of_type(MOMENT, "fromtimestamp", from_timestamp),
    clock(MOMENT, "now", Reading::Now),
    of_type(MOMENT, "strptime", strptime),
    clock(MOMENT, "today", Reading::Utc("datetime.today")),
    of_type(MOMENT, "utcfromtimestamp", from_utc_timestamp),
    clock(MOMENT, "utcnow", Reading::Utc("datetime.utcnow")),
    attribute(MOMENT, "fold", fold),
    attribute(MOMENT, "hour", hour),
    attribute(MOMENT, "microsecond", microsecond),
    attribute(MOMENT, "minute", minute),
    attribute(MOMENT, "second", second),
    attribute(MOMENT, "tzinfo", tzinfo),
    method(MOMENT, "astimezone", astimezone),
    method(MOMENT, "ctime", ctime),
    method(MOMENT, "date", date),
    method(MOMENT, "dst", dst),
    method(MOMENT, "isoformat", isoformat),
    method(MOMENT, "replace", replace),
    method(MOMENT, "strftime", strftime),
    method(MOMENT, "time", time),
    method(MOMENT, "timestamp", timestamp),
    method(MOMENT, "timetuple", timetuple),
    method(MOMENT, "timetz", timetz),
    method(MOMENT, "tzname", tzname),
    method(MOMENT, "utcoffset", utcoffset),
    method(MOMENT, "utctimetuple", utctimetuple),
];
