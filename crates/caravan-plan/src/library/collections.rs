//! The module `collections`: `defaultdict` and what `OrderedDict` has of its own; the rest by topic.

pub(crate) mod counter;
pub(crate) mod deque;
pub(crate) mod namedtuple;

use caravan_label::{Bits, Label};

use super::dict::{argument_pairs, dict_from, no_entry, take_pair};
use super::pulling::settled;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn construct_default(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [factory, source] = args.unpack_positional(0, "defaultdict", 0)?;
    let factory = factory.unwrap_or(cx.none(cx.literal));
    if factory.value != Value::None && !cx.heap.is_callable(factory.value) {
        return Err(Raise::type_error("first argument must be callable or None"));
    }
    let pairs = argument_pairs(cx, args, source)?;
    let dict = dict_from(cx, BuiltinType::DefaultDict, &pairs)?;
    if let Some(entries) = cx.heap.dict_mut(dict.value) {
        entries.factory = factory;
    }
    Ok(dict)
}

fn default_factory(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let dict = args.receiver()?;
    let structure = cx.structure_of(dict);
    let factory = cx.heap.dict(dict.value).map(|dict| dict.factory);
    let factory = factory.ok_or_else(|| Raise::internal("a method of defaultdict on something else"))?;
    let label = cx.pick(factory.label, structure, Label::NONE, 1);
    Ok(Labelled::new(factory.value, label))
}

fn move_to_end(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [key, last] = args.bind("move_to_end", 1, ["key", "last"], 0, 1)?;
    let dict = args.receiver()?;
    let key = key.ok_or_else(|| Raise::internal("move_to_end without a key"))?;
    let to_end = last.is_none_or(|last| cx.truth(last.value));
    let key_label = cx.deep(key);
    let decided = last.map_or(key_label, |last| cx.join(key_label, last.label));
    let place = cx.find_key(dict.value, key.value);
    let Ok(place) = cx.reveal(place, key_label)? else {
        let structure = cx.structure_of(dict);
        let label = cx.join(structure, key_label);
        return Err(Raise::key_error(key).labelled(label, cx.lattice));
    };
    let by = cx.chosen_by(decided, Bits::UNBOUNDED);
    cx.mutate(dict, by);
    if let Some(entries) = cx.heap.dict_mut(dict.value)
        && let Some(moved) = entries.remove(place)
    {
        if to_end {
            entries.push(moved.hash, moved.key, moved.value);
        } else {
            let rest: Vec<_> = entries.iter().copied().collect();
            entries.clear();
            for entry in std::iter::once(moved).chain(rest) {
                entries.push(entry.hash, entry.key, entry.value);
            }
        }
    }
    Ok(cx.none(cx.literal))
}

fn pop_item(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [last] = args.bind("popitem", 1, ["last"], 0, 0)?;
    let dict = args.receiver()?;
    let from_end = last.is_none_or(|last| cx.truth(last.value));
    let place = cx
        .heap
        .dict(dict.value)
        .and_then(|dict| if from_end { dict.last_place() } else { dict.next_place(0) });
    let by = cx.chosen_by(last.map_or(Label::NONE, |last| last.label), Bits::ONE);
    match place {
        Some(place) => take_pair(cx, dict, place, by),
        None => no_entry(cx, dict, "dictionary is empty"),
    }
}

/// Whether a value is a dictionary of any kind.
fn is_dict(cx: &Cx<'_>, value: Value) -> bool {
    matches!(cx.heap.object(value), Some(Object::Dict(_)))
}

settled! {
    settled_construct_default = construct_default;
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::DefaultDict, "defaultdict", Run::Task(settled_construct_default)),
    Native::attribute(BuiltinType::DefaultDict, "default_factory", Run::Labelled(default_factory)),
    Native::mutator(BuiltinType::OrderedDict, "move_to_end", Run::Labelled(move_to_end)),
    Native::mutator(BuiltinType::OrderedDict, "popitem", Run::Labelled(pop_item)),
];
