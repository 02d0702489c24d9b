//! `list`: its constructor and methods. `sort` is in `sorting`.

use caravan_label::Label;

use super::entry::clamp;
use super::making::ELEMENT;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [source] = args.unpack(0, "list", 0)?;
    match source {
        None => cx.make_list(Vec::new(), Label::NONE),
        Some(source) => {
            let selection = cx.selection_behind(source);
            let collected = cx.collect(source)?;
            let list = cx.make_list(collected.items, collected.structure)?;
            cx.heap.give_selection(list.value, selection);
            Ok(list)
        }
    }
}

fn append(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let item = args.one(1, "list.append")?;
    let list = args.receiver()?;
    cx.heap.charge(ELEMENT)?;
    cx.mutate(list, Label::NONE);
    if let Some(sequence) = cx.heap.sequence_mut(list.value) {
        sequence.items.push(item);
    }
    Ok(cx.none(cx.literal))
}

fn extend(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let source = args.one(1, "list.extend")?;
    let list = args.receiver()?;
    let collected = cx.collect(source)?;
    cx.heap.charge(collected.items.len().saturating_mul(ELEMENT))?;
    cx.mutate(list, collected.structure);
    if let Some(sequence) = cx.heap.sequence_mut(list.value) {
        sequence.items.extend(collected.items);
    }
    Ok(cx.none(cx.literal))
}

/// *mutation*: what an index adds to the structure of a sequence that is changed where it says.
pub(crate) fn place_label(cx: &mut Cx<'_>, sequence: Labelled, index: Label) -> Label {
    let structure = cx.structure_of(sequence);
    let length = cx.heap.sequence(sequence.value).map_or(0, |sequence| sequence.items.len());
    cx.one_chosen_by(index, structure, length)
}

fn insert(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [index, item] = args.unpack(1, "list.insert", 2)?;
    let list = args.receiver()?;
    let (Some(index), Some(item)) = (index, item) else {
        return Err(Raise::internal("insert without arguments"));
    };
    let place = cx.size(index.value)?;
    cx.heap.charge(ELEMENT)?;
    let by = place_label(cx, list, index.label);
    cx.mutate(list, by);
    if let Some(sequence) = cx.heap.sequence_mut(list.value) {
        let place = clamp(place, sequence.items.len());
        sequence.items.insert(place, item);
    }
    Ok(cx.none(cx.literal))
}

fn pop(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [index] = args.unpack(1, "list.pop", 0)?;
    let list = args.receiver()?;
    let (place, key) = match index {
        None => (-1, Label::NONE),
        Some(index) => (cx.size(index.value)?, index.label),
    };
    let structure = cx.structure_of(list);
    let length = cx.heap.sequence(list.value).map_or(0, |sequence| sequence.items.len());
    let from_start = if place < 0 { place.saturating_add(length as i64) } else { place };
    let place = match usize::try_from(from_start) {
        Ok(place) if place < length => place,
        _ => {
            let text = if length == 0 { "pop from empty list" } else { "pop index out of range" };
            let failed = Err(Raise::index_error(text));
            return cx.reveal(failed, structure);
        }
    };
    let by = cx.one_chosen_by(key, structure, length);
    cx.mutate(list, by);
    let item = cx
        .heap
        .sequence_mut(list.value)
        .filter(|sequence| place < sequence.items.len())
        .map(|sequence| sequence.items.remove(place))
        .ok_or_else(|| Raise::internal("pop from what is no list"))?;
    let label = cx.pick(item.label, structure, key, length);
    Ok(Labelled::new(item.value, label))
}

/// The place of the first element that matches, in `from..to`; and what the search reveals.
pub(crate) fn find(
    cx: &mut Cx<'_>,
    sequence: Labelled,
    wanted: Labelled,
    from: usize,
    to: usize,
) -> Outcome<(Option<usize>, Label)> {
    let revealed = cx.deep_all(&[sequence, wanted]);
    let mut place = from;
    while place < to {
        let item = cx.heap.sequence(sequence.value).and_then(|sequence| sequence.items.get(place)).copied();
        let Some(item) = item else { break };
        let matches = cx.matches(item.value, wanted.value);
        if cx.reveal(matches, revealed)? {
            cx.heap.work.add(place - from);
            return Ok((Some(place), revealed));
        }
        place += 1;
    }
    cx.heap.work.add(place.saturating_sub(from));
    Ok((None, revealed))
}

fn remove(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let wanted = args.one(1, "list.remove")?;
    let list = args.receiver()?;
    let structure = cx.structure_of(list);
    let length = cx.heap.sequence(list.value).map_or(0, |sequence| sequence.items.len());
    let (place, revealed) = find(cx, list, wanted, 0, length)?;
    let Some(place) = place else {
        let failed = Err(Raise::value_error("list.remove(x): x not in list"));
        return cx.reveal(failed, revealed);
    };
    // Which element goes is one of as many outcomes as there are elements.
    let by = cx.one_chosen_by(revealed, structure, length);
    cx.mutate(list, by);
    if let Some(sequence) = cx.heap.sequence_mut(list.value)
        && place < sequence.items.len()
    {
        sequence.items.remove(place);
    }
    Ok(cx.none(cx.literal))
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    index_of(cx, args, "list.index", |cx, wanted| Ok(format!("{} is not in list", cx.repr(wanted)?)))
}

/// `index` of a list, tuple or deque.
pub(crate) fn index_of(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    name: &str,
    missing: impl FnOnce(&mut Cx<'_>, Value) -> Outcome<String>,
) -> Outcome<Labelled> {
    let [wanted, start, stop] = args.unpack(1, name, 1)?;
    let sequence = args.receiver()?;
    let wanted = wanted.ok_or_else(|| Raise::internal("index without an argument"))?;
    let length = cx.heap.sequence(sequence.value).map_or(0, |sequence| sequence.items.len());
    let (from, to) = (cx.search_bound(start, 0)?, cx.search_bound(stop, i64::MAX)?);
    let (place, revealed) = find(cx, sequence, wanted, clamp(from, length), clamp(to, length))?;
    let bounds =
        [start, stop].into_iter().flatten().fold(Label::NONE, |label, bound| cx.join(label, bound.label));
    let label = cx.join(revealed, bounds);
    match place {
        Some(place) => Ok(Labelled::new(cx.count(place), label)),
        None => {
            let failed = missing(cx, wanted.value).and_then(|text| Err(Raise::value_error(text)));
            cx.reveal(failed, label)
        }
    }
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    count_of(cx, args, "list.count")
}

/// `count` of a list, tuple or deque.
pub(crate) fn count_of(cx: &mut Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Labelled> {
    let wanted = args.one(1, name)?;
    let sequence = args.receiver()?;
    let length = cx.heap.sequence(sequence.value).map_or(0, |sequence| sequence.items.len());
    let (mut count, mut from) = (0, 0);
    let revealed = cx.deep_all(&[sequence, wanted]);
    while from < length {
        let item = cx.heap.sequence(sequence.value).and_then(|sequence| sequence.items.get(from)).copied();
        let Some(item) = item else { break };
        let matches = cx.matches(item.value, wanted.value);
        count += usize::from(cx.reveal(matches, revealed)?);
        from += 1;
    }
    cx.heap.work.add(from);
    Ok(Labelled::new(cx.count(count), revealed))
}

fn clear(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "list.clear")?;
    let list = args.receiver()?;
    cx.mutate(list, Label::NONE);
    if let Some(sequence) = cx.heap.sequence_mut(list.value) {
        sequence.items.clear();
    }
    Ok(cx.none(cx.literal))
}

fn copy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "list.copy")?;
    let collected = cx.collect(args.receiver()?)?;
    cx.make_list(collected.items, collected.structure)
}

fn reverse(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "list.reverse")?;
    let list = args.receiver()?;
    cx.mutate(list, Label::NONE);
    if let Some(sequence) = cx.heap.sequence_mut(list.value) {
        sequence.items.reverse();
    }
    Ok(cx.none(cx.literal))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::List, "list", Run::Labelled(construct)),
    Native::mutator(BuiltinType::List, "append", Run::Labelled(append)),
    Native::mutator(BuiltinType::List, "extend", Run::Labelled(extend)),
    Native::mutator(BuiltinType::List, "insert", Run::Labelled(insert)),
    Native::mutator(BuiltinType::List, "pop", Run::Labelled(pop)),
    Native::mutator(BuiltinType::List, "remove", Run::Labelled(remove)),
    Native::mutator(BuiltinType::List, "clear", Run::Labelled(clear)),
    Native::mutator(BuiltinType::List, "reverse", Run::Labelled(reverse)),
    Native::method(BuiltinType::List, "index", Run::Labelled(index)),
    Native::method(BuiltinType::List, "count", Run::Labelled(count)),
    Native::method(BuiltinType::List, "copy", Run::Labelled(copy)),
];
