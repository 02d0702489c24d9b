//! `set` and `frozenset`: their constructors and methods. Sets keep the order of insertion.

use caravan_label::{Bits, Label};

use super::pulling::settled;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn construct_kind(cx: &mut Cx<'_>, args: Args<'_>, kind: BuiltinType) -> Outcome<Labelled> {
    let [source] = args.unpack(0, kind.name(), 0)?;
    match source {
        None => cx.make_set(kind, &[], Label::NONE),
        Some(source) => {
            let collected = cx.collect(source)?;
            cx.make_set(kind, &collected.items, collected.structure)
        }
    }
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    construct_kind(cx, args, BuiltinType::Set)
}

fn construct_frozen(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    construct_kind(cx, args, BuiltinType::FrozenSet)
}

fn add(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let item = args.one(1, "set.add")?;
    let set = args.receiver()?;
    let by = cx.keyed_by(&[item]);
    cx.mutate(set, by);
    let inserted = cx.dict_insert(set.value, item, nothing());
    let label = cx.deep(item);
    cx.reveal(inserted, label)?;
    Ok(cx.none(cx.literal))
}

/// What a set holds under each of its keys.
fn nothing() -> Labelled {
    Labelled::new(Value::None, Label::NONE)
}

/// Takes an element out; whether it was there.
fn take(cx: &mut Cx<'_>, set: Labelled, item: Labelled) -> Outcome<bool> {
    let label = cx.deep(item);
    let place = cx.find_key(set.value, item.value);
    let place = cx.reveal(place, label)?;
    let by = cx.keyed_by(&[item]);
    cx.mutate(set, by);
    Ok(place.ok().and_then(|place| cx.heap.dict_mut(set.value)?.remove(place)).is_some())
}

fn remove(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let item = args.one(1, "set.remove")?;
    let set = args.receiver()?;
    let structure = cx.structure_of(set);
    if take(cx, set, item)? {
        return Ok(cx.none(cx.literal));
    }
    let label = cx.deep(item);
    let label = cx.join(label, structure);
    Err(Raise::key_error(item).labelled(label, cx.lattice))
}

fn discard(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let item = args.one(1, "set.discard")?;
    take(cx, args.receiver()?, item)?;
    Ok(cx.none(cx.literal))
}

fn pop(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "set.pop")?;
    let set = args.receiver()?;
    let structure = cx.structure_of(set);
    let length = cx.heap.dict(set.value).map_or(0, Dict::len);
    let Some(place) = cx.heap.dict(set.value).and_then(|set| set.next_place(0)) else {
        return super::dict::no_entry(cx, set, "pop from an empty set");
    };
    cx.mutate(set, Label::NONE);
    let entry = cx.heap.dict_mut(set.value).and_then(|set| set.remove(place));
    let item = entry.ok_or_else(|| Raise::internal("an element that is not there"))?.key;
    let label = cx.pick(item.label, structure, Label::NONE, length);
    Ok(Labelled::new(item.value, label))
}

fn clear(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "set.clear")?;
    let set = args.receiver()?;
    cx.mutate(set, Label::NONE);
    if let Some(entries) = cx.heap.dict_mut(set.value) {
        entries.clear();
    }
    Ok(cx.none(cx.literal))
}

/// Whether the receiver is a set or a frozen set: what its operations give.
fn kind_of(cx: &Cx<'_>, set: Labelled) -> BuiltinType {
    match cx.heap.object(set.value) {
        Some(Object::FrozenSet(_)) => BuiltinType::FrozenSet,
        _ => BuiltinType::Set,
    }
}

/// The elements of several iterables, one after the other, and what their number and order reveal.
struct Others {
    items: Vec<Labelled>,
    structure: Label,
    /// All that may have decided which elements they are.
    revealed: Label,
}

fn others(cx: &mut Cx<'_>, iterables: &[Labelled]) -> Outcome<Others> {
    let mut all = Others { items: Vec::new(), structure: Label::NONE, revealed: Label::NONE };
    for iterable in iterables {
        let collected = cx.collect(*iterable)?;
        all.structure = cx.join(all.structure, collected.structure);
        all.items.extend(collected.items);
    }
    let items = cx.deep_all(&all.items);
    all.revealed = cx.join(items, all.structure);
    Ok(all)
}

fn elements(cx: &Cx<'_>, set: Labelled) -> Vec<Labelled> {
    cx.heap.dict(set.value).map(|set| set.iter().map(|entry| entry.key).collect()).unwrap_or_default()
}

/// A set to look elements up in, which nothing else refers to.
fn index_of(cx: &mut Cx<'_>, items: &[Labelled], revealed: Label) -> Outcome<Value> {
    let set = cx.heap.value(Object::Set(Box::new(Dict::new(Label::NONE))))?;
    for item in items {
        let inserted = cx.dict_insert(set, *item, nothing());
        cx.reveal(inserted, revealed)?;
    }
    Ok(set)
}

/// The elements of `items` that are in `set`, or that are not.
fn sift(cx: &mut Cx<'_>, items: &[Labelled], set: Value, wanted: bool) -> Outcome<Vec<Labelled>> {
    let mut kept = Vec::new();
    for item in items {
        if cx.find_key(set, item.value)?.is_ok() == wanted {
            kept.push(*item);
        }
    }
    Ok(kept)
}

/// What an operation on two sets comes to.
struct Sifted {
    items: Vec<Labelled>,
    structure: Label,
}

/// *choice*: what stays of the receiver was decided by the others, one bit for each of its elements.
fn sifted_label(cx: &mut Cx<'_>, set: Labelled, others: &Others) -> Label {
    let structure = cx.structure_of(set);
    let own = cx.deep(set);
    let revealed = cx.join(own, others.revealed);
    let length = cx.heap.dict(set.value).map_or(0, Dict::len);
    let by = cx.kept_by(revealed, structure, length);
    cx.join(structure, by)
}

fn united(cx: &mut Cx<'_>, set: Labelled, iterables: &[Labelled]) -> Outcome<Sifted> {
    let others = others(cx, iterables)?;
    let structure = cx.structure_of(set);
    let structure = cx.join(structure, others.structure);
    let mut items = elements(cx, set);
    items.extend(others.items);
    // Which are equal decides what is kept; `make_set` and `replace` count that.
    Ok(Sifted { items, structure })
}

fn intersected(cx: &mut Cx<'_>, set: Labelled, iterables: &[Labelled]) -> Outcome<Sifted> {
    let mut items = elements(cx, set);
    let mut structure = cx.structure_of(set);
    for iterable in iterables {
        let other = others(cx, std::slice::from_ref(iterable))?;
        let index = index_of(cx, &other.items, other.revealed)?;
        items = sift(cx, &items, index, true)?;
        let by = sifted_label(cx, set, &other);
        structure = cx.join(structure, by);
    }
    Ok(Sifted { items, structure })
}

fn differing(cx: &mut Cx<'_>, set: Labelled, iterables: &[Labelled]) -> Outcome<Sifted> {
    let others = others(cx, iterables)?;
    let index = index_of(cx, &others.items, others.revealed)?;
    let own = elements(cx, set);
    let items = sift(cx, &own, index, false)?;
    let structure = sifted_label(cx, set, &others);
    Ok(Sifted { items, structure })
}

fn symmetric(cx: &mut Cx<'_>, set: Labelled, iterable: Labelled) -> Outcome<Sifted> {
    let others = others(cx, &[iterable])?;
    let index = index_of(cx, &others.items, others.revealed)?;
    let own = elements(cx, set);
    let mut items = sift(cx, &own, index, false)?;
    let theirs: Vec<Labelled> = elements(cx, Labelled::new(index, Label::NONE));
    items.extend(sift(cx, &theirs, set.value, false)?);
    let revealed = cx.deep(set);
    let revealed = cx.join(revealed, others.revealed);
    let by = cx.chosen_by(revealed, Bits::UNBOUNDED);
    let structure = cx.structure_of(set);
    let structure = cx.join(structure, others.structure);
    Ok(Sifted { items, structure: cx.join(structure, by) })
}

fn give(cx: &mut Cx<'_>, set: Labelled, sifted: Sifted) -> Outcome<Labelled> {
    cx.make_set(kind_of(cx, set), &sifted.items, sifted.structure)
}

/// Lets a set have these elements from now on.
fn replace(cx: &mut Cx<'_>, set: Labelled, sifted: Sifted) -> Outcome<Labelled> {
    let by = cx.keyed_by(&sifted.items);
    let by = cx.join(by, sifted.structure);
    let index = index_of(cx, &sifted.items, by)?;
    let entries = cx.heap.dict(index).cloned();
    cx.mutate(set, by);
    if let (Some(mut entries), Some(target)) = (entries, cx.heap.dict_mut(set.value)) {
        (entries.structure, entries.kind) = (target.structure, target.kind);
        *target = entries;
    }
    Ok(cx.none(cx.literal))
}

fn union(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("set.union")?;
    let set = args.receiver()?;
    let sifted = united(cx, set, args.positional.get(1..).unwrap_or(&[]))?;
    give(cx, set, sifted)
}

fn intersection(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("set.intersection")?;
    let set = args.receiver()?;
    let sifted = intersected(cx, set, args.positional.get(1..).unwrap_or(&[]))?;
    give(cx, set, sifted)
}

fn difference(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("set.difference")?;
    let set = args.receiver()?;
    let sifted = differing(cx, set, args.positional.get(1..).unwrap_or(&[]))?;
    give(cx, set, sifted)
}

fn symmetric_difference(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let other = args.one(1, "set.symmetric_difference")?;
    let set = args.receiver()?;
    let sifted = symmetric(cx, set, other)?;
    give(cx, set, sifted)
}

fn update(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("set.update")?;
    let set = args.receiver()?;
    let others = others(cx, args.positional.get(1..).unwrap_or(&[]))?;
    let by = cx.keyed_by(&others.items);
    let by = cx.join(by, others.structure);
    cx.mutate(set, by);
    for item in &others.items {
        let inserted = cx.dict_insert(set.value, *item, nothing());
        cx.reveal(inserted, others.revealed)?;
    }
    Ok(cx.none(cx.literal))
}

fn intersection_update(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("set.intersection_update")?;
    let set = args.receiver()?;
    let sifted = intersected(cx, set, args.positional.get(1..).unwrap_or(&[]))?;
    replace(cx, set, sifted)
}

fn difference_update(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("set.difference_update")?;
    let set = args.receiver()?;
    let sifted = differing(cx, set, args.positional.get(1..).unwrap_or(&[]))?;
    replace(cx, set, sifted)
}

fn symmetric_difference_update(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let other = args.one(1, "set.symmetric_difference_update")?;
    let set = args.receiver()?;
    let sifted = symmetric(cx, set, other)?;
    replace(cx, set, sifted)
}

/// A comparison of the receiver with the elements of an iterable: a whole-container operation.
fn relation(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    name: &str,
    holds: fn(&mut Cx<'_>, own: Labelled, theirs: Labelled) -> Outcome<bool>,
) -> Outcome<Labelled> {
    let other = args.one(1, name)?;
    let set = args.receiver()?;
    let others = others(cx, &[other])?;
    let own = cx.deep(set);
    let label = cx.join(own, others.revealed);
    let index = index_of(cx, &others.items, label)?;
    let outcome = holds(cx, set, Labelled::new(index, Label::NONE));
    Ok(Labelled::new(Value::Bool(cx.reveal(outcome, label)?), label))
}

/// Whether every element of one set is in the other.
fn is_within(cx: &mut Cx<'_>, part: Labelled, whole: Labelled) -> Outcome<bool> {
    let items = elements(cx, part);
    Ok(sift(cx, &items, whole.value, false)?.is_empty())
}

fn is_subset(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    relation(cx, args, "set.issubset", is_within)
}

fn is_superset(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    relation(cx, args, "set.issuperset", |cx, own, theirs| is_within(cx, theirs, own))
}

fn is_disjoint(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    relation(cx, args, "set.isdisjoint", |cx, own, theirs| {
        let items = elements(cx, own);
        Ok(sift(cx, &items, theirs.value, true)?.is_empty())
    })
}

fn copy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "set.copy")?;
    let set = args.receiver()?;
    let structure = cx.structure_of(set);
    let structure = cx.join(structure, cx.literal);
    let entries =
        cx.heap.dict(set.value).ok_or_else(|| Raise::internal("a method of set on something else"))?;
    cx.heap.room_for(entries.size())?;
    let mut entries = entries.clone();
    entries.structure = structure;
    let object = match kind_of(cx, set) {
        BuiltinType::FrozenSet => Object::FrozenSet(Box::new(entries)),
        _ => Object::Set(Box::new(entries)),
    };
    Ok(Labelled::new(cx.heap.value(object)?, cx.literal))
}

settled! {
    settled_construct = construct;
    settled_construct_frozen = construct_frozen;
    settled_update = update;
    settled_intersection_update = intersection_update;
    settled_difference_update = difference_update;
    settled_symmetric_difference_update = symmetric_difference_update;
    settled_union = union;
    settled_intersection = intersection;
    settled_difference = difference;
    settled_symmetric_difference = symmetric_difference;
    settled_is_subset = is_subset;
    settled_is_superset = is_superset;
    settled_is_disjoint = is_disjoint;
}

const SET: BuiltinType = BuiltinType::Set;
const FROZEN: BuiltinType = BuiltinType::FrozenSet;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(SET, "set", Run::Task(settled_construct)),
    Native::constructor(FROZEN, "frozenset", Run::Task(settled_construct_frozen)),
    Native::mutator(SET, "add", Run::Labelled(add)),
    Native::mutator(SET, "remove", Run::Labelled(remove)),
    Native::mutator(SET, "discard", Run::Labelled(discard)),
    Native::mutator(SET, "pop", Run::Labelled(pop)),
    Native::mutator(SET, "clear", Run::Labelled(clear)),
    Native::mutator(SET, "update", Run::Task(settled_update)),
    Native::mutator(SET, "intersection_update", Run::Task(settled_intersection_update)),
    Native::mutator(SET, "difference_update", Run::Task(settled_difference_update)),
    Native::mutator(SET, "symmetric_difference_update", Run::Task(settled_symmetric_difference_update)),
    Native::method(SET, "union", Run::Task(settled_union)),
    Native::method(SET, "intersection", Run::Task(settled_intersection)),
    Native::method(SET, "difference", Run::Task(settled_difference)),
    Native::method(SET, "symmetric_difference", Run::Task(settled_symmetric_difference)),
    Native::method(SET, "issubset", Run::Task(settled_is_subset)),
    Native::method(SET, "issuperset", Run::Task(settled_is_superset)),
    Native::method(SET, "isdisjoint", Run::Task(settled_is_disjoint)),
    Native::method(SET, "copy", Run::Labelled(copy)),
    Native::method(FROZEN, "union", Run::Task(settled_union)),
    Native::method(FROZEN, "intersection", Run::Task(settled_intersection)),
    Native::method(FROZEN, "difference", Run::Task(settled_difference)),
    Native::method(FROZEN, "symmetric_difference", Run::Task(settled_symmetric_difference)),
    Native::method(FROZEN, "issubset", Run::Task(settled_is_subset)),
    Native::method(FROZEN, "issuperset", Run::Task(settled_is_superset)),
    Native::method(FROZEN, "isdisjoint", Run::Task(settled_is_disjoint)),
    Native::method(FROZEN, "copy", Run::Labelled(copy)),
];
