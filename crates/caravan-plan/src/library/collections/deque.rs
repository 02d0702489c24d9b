//! `collections.deque`.

use caravan_label::Label;

use crate::cx::Cx;
use crate::heap::{Object, Sequence};
use crate::library::entry::clamp;
use crate::library::list::{count_of, find, index_of, place_label};
use crate::library::making::ELEMENT;
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let given = args.positional.len() + args.keyword.len();
    if given > 2 {
        return Err(Raise::type_error(format!("deque() takes at most 2 arguments ({given} given)")));
    }
    let [iterable, maxlen] = args.unpack_positional(0, "deque", 0)?;
    let [named_iterable, named_maxlen] = args.keywords("deque", ["iterable", "maxlen"])?;
    let (iterable, maxlen) = (iterable.or(named_iterable), maxlen.or(named_maxlen));
    let limit = match maxlen.filter(|maxlen| maxlen.value != Value::None) {
        None => None,
        Some(maxlen) => {
            let Some(limit) = cx.integer(maxlen.value) else {
                return Err(Raise::type_error("an integer is required"));
            };
            let limit = usize::try_from(limit.clamp_to_i64());
            Some(limit.map_err(|_| Raise::value_error("maxlen must be non-negative"))?)
        }
    };
    let mut structure = cx.join(cx.literal, maxlen.map_or(Label::NONE, |maxlen| maxlen.label));
    let mut items = Vec::new();
    if let Some(iterable) = iterable {
        let collected = cx.collect(iterable)?;
        structure = cx.join(structure, collected.structure);
        items = collected.items;
    }
    drop_first(&mut items, limit);
    let deque = Object::Deque(Box::new((Sequence { items, structure }, limit)));
    Ok(Labelled::new(cx.heap.value(deque)?, cx.literal))
}

/// Keeps the last elements that there is room for.
fn drop_first(items: &mut Vec<Labelled>, limit: Option<usize>) {
    if let Some(limit) = limit
        && items.len() > limit
    {
        items.drain(..items.len() - limit);
    }
}

fn limit_of(cx: &Cx<'_>, deque: Labelled) -> Option<usize> {
    match cx.heap.object(deque.value) {
        Some(Object::Deque(deque)) => deque.1,
        _ => None,
    }
}

fn maxlen(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let deque = args.receiver()?;
    let label = cx.structure_of(deque);
    let value = limit_of(cx, deque).map_or(Value::None, |limit| cx.count(limit));
    Ok(Labelled::new(value, label))
}

/// Puts elements at an end; what there is no room for goes at the other.
fn grow(cx: &mut Cx<'_>, deque: Labelled, new: Vec<Labelled>, left: bool, by: Label) -> Outcome<Labelled> {
    let limit = limit_of(cx, deque);
    cx.heap.charge(new.len().saturating_mul(ELEMENT))?;
    cx.mutate(deque, by);
    if let Some(sequence) = cx.heap.sequence_mut(deque.value) {
        if left {
            sequence.items.splice(..0, new.into_iter().rev());
            sequence.items.truncate(limit.unwrap_or(usize::MAX));
        } else {
            sequence.items.extend(new);
            drop_first(&mut sequence.items, limit);
        }
    }
    Ok(cx.none(cx.literal))
}

fn append(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let item = args.one(1, "deque.append")?;
    grow(cx, args.receiver()?, vec![item], false, Label::NONE)
}

fn append_left(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let item = args.one(1, "deque.appendleft")?;
    grow(cx, args.receiver()?, vec![item], true, Label::NONE)
}

fn extend(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let collected = cx.collect(args.one(1, "deque.extend")?)?;
    grow(cx, args.receiver()?, collected.items, false, collected.structure)
}

fn extend_left(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let collected = cx.collect(args.one(1, "deque.extendleft")?)?;
    grow(cx, args.receiver()?, collected.items, true, collected.structure)
}

fn take(cx: &mut Cx<'_>, args: Args<'_>, name: &str, left: bool) -> Outcome<Labelled> {
    args.none(1, name)?;
    let deque = args.receiver()?;
    let structure = cx.structure_of(deque);
    let length = cx.heap.sequence(deque.value).map_or(0, |sequence| sequence.items.len());
    if length == 0 {
        let failed = Err(Raise::index_error("pop from an empty deque"));
        return cx.reveal(failed, structure);
    }
    cx.mutate(deque, Label::NONE);
    let item = cx
        .heap
        .sequence_mut(deque.value)
        .and_then(|sequence| if left { Some(sequence.items.remove(0)) } else { sequence.items.pop() });
    let item = item.ok_or_else(|| Raise::internal("a method of deque on something else"))?;
    let label = cx.pick(item.label, structure, Label::NONE, length);
    Ok(Labelled::new(item.value, label))
}

fn pop(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    take(cx, args, "deque.pop", false)
}

fn pop_left(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    take(cx, args, "deque.popleft", true)
}

fn rotate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [steps] = args.unpack(1, "deque.rotate", 0)?;
    let deque = args.receiver()?;
    let count = match steps {
        None => 1,
        Some(steps) => cx.size(steps.value)?,
    };
    let label = steps.map_or(Label::NONE, |steps| steps.label);
    let by = place_label(cx, deque, label);
    cx.mutate(deque, by);
    if let Some(sequence) = cx.heap.sequence_mut(deque.value)
        && !sequence.items.is_empty()
    {
        let length = sequence.items.len();
        let steps = usize::try_from(count.rem_euclid(length as i64)).unwrap_or(0);
        sequence.items.rotate_right(steps.min(length));
    }
    Ok(cx.none(cx.literal))
}

fn insert(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [index, item] = args.unpack(1, "deque.insert", 2)?;
    let deque = args.receiver()?;
    let (Some(index), Some(item)) = (index, item) else {
        return Err(Raise::internal("insert without arguments"));
    };
    let place = cx.size(index.value)?;
    let structure = cx.structure_of(deque);
    let length = cx.heap.sequence(deque.value).map_or(0, |sequence| sequence.items.len());
    if limit_of(cx, deque).is_some_and(|limit| length >= limit) {
        let failed = Err(Raise::index_error("deque already at its maximum size"));
        return cx.reveal(failed, structure);
    }
    cx.heap.charge(ELEMENT)?;
    let by = place_label(cx, deque, index.label);
    cx.mutate(deque, by);
    if let Some(sequence) = cx.heap.sequence_mut(deque.value) {
        let place = clamp(place, sequence.items.len());
        sequence.items.insert(place, item);
    }
    Ok(cx.none(cx.literal))
}

fn remove(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let wanted = args.one(1, "deque.remove")?;
    let deque = args.receiver()?;
    let structure = cx.structure_of(deque);
    let length = cx.heap.sequence(deque.value).map_or(0, |sequence| sequence.items.len());
    let (place, revealed) = find(cx, deque, wanted, 0, length)?;
    let Some(place) = place else {
        let failed = not_in(cx, wanted.value).and_then(|text| Err(Raise::value_error(text)));
        return cx.reveal(failed, revealed);
    };
    let by = cx.one_chosen_by(revealed, structure, length);
    cx.mutate(deque, by);
    if let Some(sequence) = cx.heap.sequence_mut(deque.value)
        && place < sequence.items.len()
    {
        sequence.items.remove(place);
    }
    Ok(cx.none(cx.literal))
}

fn not_in(cx: &mut Cx<'_>, wanted: Value) -> Outcome<String> {
    Ok(format!("{} is not in deque", cx.repr(wanted)?))
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    index_of(cx, args, "deque.index", not_in)
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    count_of(cx, args, "deque.count")
}

fn clear(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "deque.clear")?;
    let deque = args.receiver()?;
    cx.mutate(deque, Label::NONE);
    if let Some(sequence) = cx.heap.sequence_mut(deque.value) {
        sequence.items.clear();
    }
    Ok(cx.none(cx.literal))
}

fn reverse(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "deque.reverse")?;
    let deque = args.receiver()?;
    cx.mutate(deque, Label::NONE);
    if let Some(sequence) = cx.heap.sequence_mut(deque.value) {
        sequence.items.reverse();
    }
    Ok(cx.none(cx.literal))
}

fn copy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "deque.copy")?;
    let deque = args.receiver()?;
    let limit = limit_of(cx, deque);
    let collected = cx.collect(deque)?;
    let structure = cx.join(collected.structure, cx.literal);
    let copy = Object::Deque(Box::new((Sequence { items: collected.items, structure }, limit)));
    Ok(Labelled::new(cx.heap.value(copy)?, cx.literal))
}

const DEQUE: BuiltinType = BuiltinType::Deque;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(DEQUE, "deque", Run::Labelled(construct)),
    Native::attribute(DEQUE, "maxlen", Run::Labelled(maxlen)),
    Native::mutator(DEQUE, "append", Run::Labelled(append)),
    Native::mutator(DEQUE, "appendleft", Run::Labelled(append_left)),
    Native::mutator(DEQUE, "extend", Run::Labelled(extend)),
    Native::mutator(DEQUE, "extendleft", Run::Labelled(extend_left)),
    Native::mutator(DEQUE, "pop", Run::Labelled(pop)),
    Native::mutator(DEQUE, "popleft", Run::Labelled(pop_left)),
    Native::mutator(DEQUE, "rotate", Run::Labelled(rotate)),
    Native::mutator(DEQUE, "insert", Run::Labelled(insert)),
    Native::mutator(DEQUE, "remove", Run::Labelled(remove)),
    Native::mutator(DEQUE, "clear", Run::Labelled(clear)),
    Native::mutator(DEQUE, "reverse", Run::Labelled(reverse)),
    Native::method(DEQUE, "index", Run::Labelled(index)),
    Native::method(DEQUE, "count", Run::Labelled(count)),
    Native::method(DEQUE, "copy", Run::Labelled(copy)),
];
