//! `range` and `slice`.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;
use caravan_pylib::int::Integer;

use super::entry::clamp;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::operation::Comparison;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let bounds: [Option<Labelled>; 3] = args.unpack(0, "range", 1)?;
    let mut numbers = [0, 0, 1];
    for (number, bound) in numbers.iter_mut().zip(bounds) {
        if let Some(bound) = bound {
            *number = cx.index(bound.value)?.to_i64().ok_or_else(|| {
                Raise::new(
                    ExcKind::OverflowError,
                    "range() arguments beyond 64 bits are not supported in a plan",
                )
            })?;
        }
    }
    let [start, stop, step] = match (bounds, numbers) {
        ([_, None, _], [stop, ..]) => [0, stop, 1],
        (_, numbers) => numbers,
    };
    if step == 0 {
        return Err(Raise::value_error("range() arg 3 must not be zero"));
    }
    cx.heap.value(Object::Range { start, stop, step })
}

fn parts(cx: &Cx<'_>, args: Args<'_>) -> Outcome<[i64; 3]> {
    match cx.heap.object(args.receiver()?.value) {
        Some(Object::Range { start, stop, step }) => Ok([*start, *stop, *step]),
        _ => Err(Raise::internal("a method of range on something else")),
    }
}

fn start(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    parts(cx, args).map(|[start, _, _]| Value::Int(start))
}

fn stop(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    parts(cx, args).map(|[_, stop, _]| Value::Int(stop))
}

fn step(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    parts(cx, args).map(|[_, _, step]| Value::Int(step))
}

/// The place of a number in a range, if it is in it.
fn place(cx: &mut Cx<'_>, args: Args<'_>, name: &str) -> Outcome<(Option<i128>, Value)> {
    let wanted = args.one(1, name)?.value;
    let [start, stop, step] = parts(cx, args)?.map(i128::from);
    let number = match (cx.integer(wanted), wanted) {
        (Some(Integer::Small(number)), _) => number,
        (None, Value::Float(float))
            if float.fract() == 0.0 && cx.order(Comparison::Eq, wanted, Value::Int(float as i64))? =>
        {
            float as i64
        }
        _ => return Ok((None, wanted)),
    };
    let number = i128::from(number);
    let within = if step > 0 { start <= number && number < stop } else { stop < number && number <= start };
    let place = (within && (number - start) % step == 0).then(|| (number - start) / step);
    Ok((place, wanted))
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    match place(cx, args, "range.index")? {
        (Some(place), _) => cx.int(Integer::from(place)),
        (None, wanted) if cx.integer(wanted).is_some() => {
            Err(Raise::value_error(format!("{} is not in range", cx.repr(wanted)?)))
        }
        _ => Err(Raise::value_error("sequence.index(x): x not in sequence")),
    }
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (place, _) = place(cx, args, "range.count")?;
    Ok(Value::Int(i64::from(place.is_some())))
}

fn construct_slice(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let given: [Option<Labelled>; 3] = args.unpack(0, "slice", 1)?;
    let none = Labelled::new(Value::None, cx.literal);
    let [first, second, third] = given.map(|part| part.unwrap_or(none));
    let parts = if args.positional.len() == 1 { [none, first, none] } else { [first, second, third] };
    Ok(Labelled::new(cx.heap.value(Object::Slice(Box::new(parts)))?, cx.literal))
}

fn slice_part(cx: &mut Cx<'_>, args: Args<'_>, place: usize) -> Outcome<Labelled> {
    let slice = args.receiver()?;
    match cx.heap.object(slice.value) {
        Some(Object::Slice(parts)) => {
            let part = parts.get(place).copied().ok_or_else(|| Raise::internal("a slice without parts"))?;
            let label = cx.pick(part.label, slice.label, Label::NONE, 1);
            Ok(Labelled::new(part.value, label))
        }
        _ => Err(Raise::internal("a method of slice on something else")),
    }
}

fn slice_start(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    slice_part(cx, args, 0)
}

fn slice_stop(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    slice_part(cx, args, 1)
}

fn slice_step(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    slice_part(cx, args, 2)
}

fn slice_indices(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let length = cx.size(args.one(1, "slice.indices")?.value)?;
    let length = usize::try_from(length).map_err(|_| Raise::value_error("length should not be negative"))?;
    let Some(Object::Slice(parts)) = cx.heap.object(args.receiver()?.value) else {
        return Err(Raise::internal("a method of slice on something else"));
    };
    let mut bounds = [None; 3];
    for (bound, part) in bounds.iter_mut().zip(parts.iter()) {
        *bound = match (part.value, cx.integer(part.value)) {
            (Value::None, _) => None,
            (_, Some(integer)) => Some(integer.clamp_to_i64()),
            _ => {
                return Err(Raise::type_error(
                    "slice indices must be integers or None or have an __index__ method",
                ));
            }
        };
    }
    let [start, stop, step] = bounds;
    let step = step.unwrap_or(1);
    let length_signed = i64::try_from(length).unwrap_or(i64::MAX);
    let (start, stop) = match step {
        0 => return Err(Raise::value_error("slice step cannot be zero")),
        1.. => (
            start.map_or(0, |start| clamp(start, length) as i64),
            stop.map_or(length_signed, |stop| clamp(stop, length) as i64),
        ),
        _ => {
            let backwards = |bound: i64| {
                let from_start = if bound < 0 { bound.saturating_add(length_signed) } else { bound };
                from_start.clamp(-1, length_signed - 1)
            };
            (start.map_or(length_signed - 1, backwards), stop.map_or(-1, backwards))
        }
    };
    let items = [start, stop, step].map(|number| Labelled::new(Value::Int(number), Label::NONE));
    cx.heap.tuple(items.to_vec(), Label::NONE)
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::Range, "range", Run::Pure(construct)),
    Native::attribute(BuiltinType::Range, "start", Run::Pure(start)),
    Native::attribute(BuiltinType::Range, "stop", Run::Pure(stop)),
    Native::attribute(BuiltinType::Range, "step", Run::Pure(step)),
    Native::method(BuiltinType::Range, "index", Run::Pure(index)),
    Native::method(BuiltinType::Range, "count", Run::Pure(count)),
    Native::constructor(BuiltinType::Slice, "slice", Run::Labelled(construct_slice)),
    Native::attribute(BuiltinType::Slice, "start", Run::Labelled(slice_start)),
    Native::attribute(BuiltinType::Slice, "stop", Run::Labelled(slice_stop)),
    Native::attribute(BuiltinType::Slice, "step", Run::Labelled(slice_step)),
    Native::method(BuiltinType::Slice, "indices", Run::Pure(slice_indices)),
];
