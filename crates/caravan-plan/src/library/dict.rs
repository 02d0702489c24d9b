//! `dict`: its constructor and methods, which the kinds of dictionaries from `collections` share.

use caravan_label::{Bits, Label};
use caravan_pylib::error::ExcKind;

use super::pulling::settled;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::{DictPart, Object};
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// Keys with their values, before they are put into a dictionary.
pub(crate) struct Pairs {
    pub(crate) items: Vec<(Labelled, Labelled)>,
    /// What their number and order reveal.
    pub(crate) structure: Label,
}

/// The pairs of a mapping, or of an iterable of pairs.
pub(crate) fn pairs_of(cx: &mut Cx<'_>, source: Labelled) -> Outcome<Pairs> {
    if let Some(Object::Dict(dict)) = cx.heap.object(source.value) {
        let items = dict.iter().map(|entry| (entry.key, entry.value)).collect();
        return Ok(Pairs { items, structure: cx.structure_of(source) });
    }
    if let Some(items) = cx.record_entries(source)? {
        return Ok(Pairs { items, structure: cx.structure_of(source) });
    }
    // An object of the plan's own that says which keys it has.
    if let Some(keys) = cx.ask_labelled(source, "keys", &[])? {
        let keys = cx.collect(keys)?;
        let count = keys.items.len();
        let mut items = Vec::with_capacity(count);
        for key in keys.items {
            let label = cx.pick(key.label, keys.structure, Label::NONE, count);
            let key = Labelled::new(key.value, label);
            let value = cx.ask_labelled(source, "__getitem__", &[key])?.ok_or_else(|| {
                Raise::type_error(format!("'{}' object is not subscriptable", cx.type_name(source.value)))
            })?;
            items.push((key, value));
        }
        return Ok(Pairs { items, structure: keys.structure });
    }
    let collected = cx.collect(source)?;
    let mut structure = collected.structure;
    let mut items = Vec::with_capacity(collected.items.len());
    for (place, item) in collected.items.into_iter().enumerate() {
        let pair = match cx.collect(item) {
            Ok(pair) => pair,
            Err(raise) if is_type_error(&raise.cause) => {
                let text =
                    format!("cannot convert dictionary update sequence element #{place} to a sequence");
                let label = cx.join(structure, item.label);
                return Err(Raise::type_error(text).labelled(label, cx.lattice));
            }
            Err(raise) => return Err(raise),
        };
        let &[key, value] = &pair.items[..] else {
            let label = cx.join(structure, pair.structure);
            let text = format!(
                "dictionary update sequence element #{place} has length {}; 2 is required",
                pair.items.len()
            );
            return Err(Raise::value_error(text).labelled(label, cx.lattice));
        };
        // Every element has to be a pair, so that it is one reveals nothing; what it is, it is by its own label.
        if !cx.lattice.is_inert(pair.structure) {
            let by = cx.chosen_by(pair.structure, Bits::UNBOUNDED);
            structure = cx.join(structure, by);
        }
        let key_label = cx.pick(key.label, pair.structure, Label::NONE, 2);
        let value_label = cx.pick(value.label, pair.structure, Label::NONE, 2);
        items.push((Labelled::new(key.value, key_label), Labelled::new(value.value, value_label)));
    }
    Ok(Pairs { items, structure })
}

fn is_type_error(cause: &Cause) -> bool {
    matches!(cause, Cause::Python(error) if error.exception() == Some(ExcKind::TypeError))
}

/// The keyword arguments as pairs.
pub(crate) fn keyword_pairs(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Vec<(Labelled, Labelled)>> {
    let mut pairs = Vec::with_capacity(args.keyword.len());
    for (name, value) in args.keyword {
        pairs.push((cx.text(&**name, cx.literal)?, *value));
    }
    Ok(pairs)
}

/// The pairs of an optional positional argument and of the keyword arguments.
pub(crate) fn argument_pairs(cx: &mut Cx<'_>, args: Args<'_>, source: Option<Labelled>) -> Outcome<Pairs> {
    let mut pairs = match source {
        Some(source) => pairs_of(cx, source)?,
        None => Pairs { items: Vec::new(), structure: Label::NONE },
    };
    pairs.items.extend(keyword_pairs(cx, args)?);
    Ok(pairs)
}

/// What putting these pairs into a dictionary adds to its structure.
pub(crate) fn put_label(cx: &mut Cx<'_>, pairs: &Pairs) -> Label {
    let keys: Vec<Labelled> = pairs.items.iter().map(|(key, _)| *key).collect();
    let by = cx.keyed_by(&keys);
    cx.join(pairs.structure, by)
}

/// Puts the pairs into a dictionary; the caller has seen to the label of its structure.
pub(crate) fn put_all(cx: &mut Cx<'_>, dict: Value, pairs: &Pairs) -> Outcome<()> {
    for (key, value) in &pairs.items {
        let inserted = cx.dict_insert(dict, *key, *value);
        if inserted.is_err() {
            let label = put_label(cx, pairs);
            cx.reveal(inserted, label)?;
        }
    }
    Ok(())
}

/// A fresh dictionary of these pairs.
pub(crate) fn dict_from(cx: &mut Cx<'_>, kind: BuiltinType, pairs: &Pairs) -> Outcome<Labelled> {
    let structure = put_label(cx, pairs);
    let dict = cx.make_dict(kind, structure)?;
    put_all(cx, dict.value, pairs)?;
    Ok(dict)
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    construct_kind(cx, args, "dict", BuiltinType::Dict)
}

fn construct_ordered(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    construct_kind(cx, args, "OrderedDict", BuiltinType::OrderedDict)
}

fn construct_kind(cx: &mut Cx<'_>, args: Args<'_>, name: &str, kind: BuiltinType) -> Outcome<Labelled> {
    let [source] = args.unpack_positional(0, name, 0)?;
    let pairs = argument_pairs(cx, args, source)?;
    dict_from(cx, kind, &pairs)
}

fn from_keys(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [keys, value] = args.unpack(0, "dict.fromkeys", 1)?;
    let keys = keys.ok_or_else(|| Raise::internal("fromkeys without an argument"))?;
    let value = value.unwrap_or(cx.none(cx.literal));
    let collected = cx.collect(keys)?;
    let items = collected.items.into_iter().map(|key| (key, value)).collect();
    dict_from(cx, BuiltinType::Dict, &Pairs { items, structure: collected.structure })
}

/// What a key found in a dictionary.
pub(crate) struct LookUp {
    pub(crate) found: Option<Labelled>,
    /// The dictionary's structure, the key's label and the number of candidates: what picks the value.
    structure: Label,
    key: Label,
    candidates: usize,
}

impl LookUp {
    /// The value found, or one that stands for it, with the label of having been picked.
    fn picked(&self, cx: &mut Cx<'_>, value: Labelled) -> Labelled {
        let label = cx.pick(value.label, self.structure, self.key, self.candidates);
        Labelled::new(value.value, label)
    }

    /// What a change under the key adds to the structure.
    fn changed(&self, cx: &mut Cx<'_>) -> Label {
        cx.chosen_by(self.key, Bits::UNBOUNDED)
    }

    /// The failure of not having found the key.
    fn missing(&self, cx: &mut Cx<'_>, key: Labelled) -> Box<Raise> {
        let label = cx.join(self.structure, self.key);
        Raise::key_error(key).labelled(label, cx.lattice)
    }
}

/// Looks a key up.
pub(crate) fn look_up(cx: &mut Cx<'_>, dict: Labelled, key: Labelled) -> Outcome<LookUp> {
    let key_label = cx.deep(key);
    let structure = cx.structure_of(dict);
    let candidates = cx.heap.dict(dict.value).map_or(0, crate::dict::Dict::len);
    let found = cx.dict_get(dict.value, key.value);
    let found = cx.reveal(found, key_label)?;
    Ok(LookUp { found, structure, key: key_label, candidates })
}

fn get(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [key, default] = args.unpack(1, "dict.get", 1)?;
    let key = key.ok_or_else(|| Raise::internal("get without a key"))?;
    let look_up = look_up(cx, args.receiver()?, key)?;
    let value = look_up.found.or(default).unwrap_or(cx.none(cx.literal));
    Ok(look_up.picked(cx, value))
}

fn pop(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [key, default] = args.unpack(1, "dict.pop", 1)?;
    let dict = args.receiver()?;
    let key = key.ok_or_else(|| Raise::internal("pop without a key"))?;
    let look_up = look_up(cx, dict, key)?;
    let place = match (cx.find_key(dict.value, key.value)?, default) {
        (Ok(place), _) => Some(place),
        (Err(_), Some(_)) => None,
        (Err(_), None) => return Err(look_up.missing(cx, key)),
    };
    let by = look_up.changed(cx);
    cx.mutate(dict, by);
    let removed =
        place.and_then(|place| cx.heap.dict_mut(dict.value)?.remove(place)).map(|entry| entry.value);
    let value = removed.or(default).unwrap_or(cx.none(cx.literal));
    Ok(look_up.picked(cx, value))
}

fn set_default(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [key, default] = args.unpack(1, "dict.setdefault", 1)?;
    let dict = args.receiver()?;
    let key = key.ok_or_else(|| Raise::internal("setdefault without a key"))?;
    let look_up = look_up(cx, dict, key)?;
    let by = look_up.changed(cx);
    cx.mutate(dict, by);
    let value = match look_up.found {
        Some(value) => value,
        None => {
            let value = default.unwrap_or(cx.none(cx.literal));
            cx.dict_insert(dict.value, key, value)?;
            value
        }
    };
    Ok(look_up.picked(cx, value))
}

/// Takes the entry at a place out of a dictionary: its key and value as a pair.
pub(crate) fn take_pair(cx: &mut Cx<'_>, dict: Labelled, place: usize, by: Label) -> Outcome<Labelled> {
    let structure = cx.structure_of(dict);
    let length = cx.heap.dict(dict.value).map_or(0, crate::dict::Dict::len);
    cx.mutate(dict, by);
    let entry = cx
        .heap
        .dict_mut(dict.value)
        .and_then(|dict| dict.remove(place))
        .ok_or_else(|| Raise::internal("an entry that is not there"))?;
    let [key, value] = [entry.key, entry.value].map(|part| {
        let label = cx.pick(part.label, structure, by, length);
        Labelled::new(part.value, label)
    });
    cx.make_pair(key, value)
}

fn pop_item(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "dict.popitem")?;
    let dict = args.receiver()?;
    match cx.heap.dict(dict.value).and_then(crate::dict::Dict::last_place) {
        Some(place) => take_pair(cx, dict, place, Label::NONE),
        None => no_entry(cx, dict, "popitem(): dictionary is empty"),
    }
}

/// A `KeyError` that says that there is no entry at all.
pub(crate) fn no_entry(cx: &mut Cx<'_>, dict: Labelled, text: &str) -> Outcome<Labelled> {
    let structure = cx.structure_of(dict);
    let text = cx.text(text, cx.literal)?;
    Err(Raise::key_error(text).labelled(structure, cx.lattice))
}

fn update(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [source] = args.unpack_positional(1, "dict.update", 0)?;
    let dict = args.receiver()?;
    let pairs = argument_pairs(cx, args, source)?;
    let by = put_label(cx, &pairs);
    cx.mutate(dict, by);
    put_all(cx, dict.value, &pairs)?;
    Ok(cx.none(cx.literal))
}

fn clear(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "dict.clear")?;
    let dict = args.receiver()?;
    cx.mutate(dict, Label::NONE);
    if let Some(entries) = cx.heap.dict_mut(dict.value) {
        entries.clear();
    }
    Ok(cx.none(cx.literal))
}

fn copy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "dict.copy")?;
    let dict = args.receiver()?;
    let structure = cx.structure_of(dict);
    let structure = cx.join(structure, cx.literal);
    let Some(Object::Dict(entries)) = cx.heap.object(dict.value) else {
        return Err(Raise::internal("a method of dict on something else"));
    };
    cx.heap.room_for(entries.size())?;
    let mut entries = entries.clone();
    entries.structure = structure;
    Ok(Labelled::new(cx.heap.value(Object::Dict(entries))?, cx.literal))
}

fn view(cx: &mut Cx<'_>, args: Args<'_>, name: &str, what: DictPart) -> Outcome<Labelled> {
    args.none(1, name)?;
    let dict = args.receiver()?;
    let Value::Object(of) = dict.value else {
        return Err(Raise::internal("a method of dict on something else"));
    };
    // It shows that dictionary and no other, so it is as the reference to it is.
    Ok(Labelled::new(cx.heap.value(Object::View { of, what })?, dict.label))
}

fn keys(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    view(cx, args, "dict.keys", DictPart::Keys)
}

fn values(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    view(cx, args, "dict.values", DictPart::Values)
}

fn items(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    view(cx, args, "dict.items", DictPart::Items)
}

settled! {
    settled_construct = construct;
    settled_construct_ordered = construct_ordered;
    settled_from_keys = from_keys;
    settled_update = update;
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::Dict, "dict", Run::Task(settled_construct)),
    Native::constructor(BuiltinType::OrderedDict, "OrderedDict", Run::Task(settled_construct_ordered)),
    Native::of_type(BuiltinType::Dict, "fromkeys", Run::Task(settled_from_keys)),
    Native::method(BuiltinType::Dict, "get", Run::Labelled(get)),
    Native::method(BuiltinType::Dict, "keys", Run::Labelled(keys)),
    Native::method(BuiltinType::Dict, "values", Run::Labelled(values)),
    Native::method(BuiltinType::Dict, "items", Run::Labelled(items)),
    Native::method(BuiltinType::Dict, "copy", Run::Labelled(copy)),
    Native::mutator(BuiltinType::Dict, "pop", Run::Labelled(pop)),
    Native::mutator(BuiltinType::Dict, "popitem", Run::Labelled(pop_item)),
    Native::mutator(BuiltinType::Dict, "setdefault", Run::Labelled(set_default)),
    Native::mutator(BuiltinType::Dict, "update", Run::Task(settled_update)),
    Native::mutator(BuiltinType::Dict, "clear", Run::Labelled(clear)),
];
