//! `datetime.date`.

use caravan_pylib::time::Date;

use super::{
    attribute, clock, format_argument, iso_argument, iso_calendar, iso_calendar_arguments, method,
    number_part, of_type, ordinal_argument, time_tuple, timestamp_argument,
};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::signature::{Signature, receiver};
use crate::library::{Args, Native, Run};
use crate::machine::clock::Reading;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Value};

/// The date that a method is called on; that of a moment, since a moment is a date.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Date> {
    let value = receiver(cx, args, BuiltinType::Date, name)?;
    match cx.heap.object(value) {
        Some(Object::Date(date)) => Ok(*date),
        Some(Object::DateTime(moment)) => Ok(moment.date()),
        _ => Err(Raise::internal("a date that is none")),
    }
}

fn value(cx: &mut Cx<'_>, date: Date) -> Outcome<Value> {
    cx.heap.value(Object::Date(date))
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [year, month, day] = Signature::new("", ["year", "month", "day"]).requires(3).read(args, 0)?;
    let part = |argument| number_part(cx, argument).map(Option::unwrap_or_default);
    let date = Date::new(part(year)?, part(month)?, part(day)?)?;
    value(cx, date)
}

fn from_iso(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = Date::from_iso(iso_argument(cx, args, "date.fromisoformat")?)?;
    value(cx, date)
}

fn from_ordinal(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = Date::from_ordinal(ordinal_argument(cx, args)?)?;
    value(cx, date)
}

fn from_iso_calendar(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [year, week, day] = iso_calendar_arguments(cx, args)?;
    value(cx, Date::from_iso_calendar(year, week, day)?)
}

fn from_timestamp(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let timestamp = timestamp_argument(cx, args.one(0, "date.fromtimestamp")?.value)?;
    value(cx, Date::from_timestamp(&timestamp)?)
}

fn replace(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.replace")?;
    let [year, month, day] = Signature::new("replace", ["year", "month", "day"]).read(args, 1)?;
    let date = date.replace(number_part(cx, year)?, number_part(cx, month)?, number_part(cx, day)?)?;
    value(cx, date)
}

fn strftime(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.strftime")?;
    let text = date.strftime(format_argument(cx, args)?, cx.text_room())?;
    cx.heap.text(text)
}

fn isoformat(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.isoformat")?;
    args.none(1, "date.isoformat")?;
    cx.heap.text(date.iso_format())
}

fn ctime(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.ctime")?;
    args.none(1, "date.ctime")?;
    cx.heap.text(date.ctime())
}

fn weekday(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.weekday")?;
    args.none(1, "date.weekday")?;
    Ok(Value::Int(date.weekday()))
}

fn isoweekday(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.isoweekday")?;
    args.none(1, "date.isoweekday")?;
    Ok(Value::Int(date.iso_weekday()))
}

fn isocalendar(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.isocalendar")?;
    args.none(1, "date.isocalendar")?;
    iso_calendar(cx, date.iso_calendar())
}

fn toordinal(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.toordinal")?;
    args.none(1, "date.toordinal")?;
    Ok(Value::Int(date.to_ordinal()))
}

fn timetuple(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let date = own(cx, args, "date.timetuple")?;
    args.none(1, "date.timetuple")?;
    time_tuple(cx, date.time_tuple())
}

fn year(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "date.year")?.year()))
}

fn month(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "date.month")?.month()))
}

fn day(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "date.day")?.day()))
}

const DATE: BuiltinType = BuiltinType::Date;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(DATE, "date", Run::Pure(construct)),
    of_type(DATE, "fromisocalendar", from_iso_calendar),
    of_type(DATE, "fromisoformat", from_iso),
    of_type(DATE, "fromordinal", from_ordinal),
    of_type(DATE, "fromtimestamp", from_timestamp),
    clock(DATE, "today", Reading::Today),
    attribute(DATE, "day", day),
    attribute(DATE, "month", month),
    attribute(DATE, "year", year),
    method(DATE, "ctime", ctime),
    method(DATE, "isocalendar", isocalendar),
    method(DATE, "isoformat", isoformat),
    method(DATE, "isoweekday", isoweekday),
    method(DATE, "replace", replace),
    method(DATE, "strftime", strftime),
    method(DATE, "timetuple", timetuple),
    method(DATE, "toordinal", toordinal),
    method(DATE, "weekday", weekday),
];
