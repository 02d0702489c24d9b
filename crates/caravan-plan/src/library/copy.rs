//! The module `copy`, and what models share with it. A copy keeps the labels of what it was made of: its structure has
//! that of the original, its elements have theirs.

use std::collections::BTreeMap;

use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Object, Sequence};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Ref, Value};

/// What has been copied so far, by what it is a copy of: what is shared stays shared, and a circle ends.
type Made = BTreeMap<Ref, Value>;

/// A copy of a value and of all that it holds.
///
/// # Errors
///
/// `TypeError` for what holds no data, and the limits.
pub(crate) fn deep(cx: &mut Cx<'_>, value: Labelled) -> Outcome<Labelled> {
    copied(cx, value, &mut Made::new(), 0)
}

/// Whether copying a value gives the value itself: nothing can change it.
fn is_constant(cx: &Cx<'_>, value: Value) -> bool {
    match cx.heap.object(value) {
        Some(Object::Instance(_)) => cx.heap.instance(value).is_some_and(|(_, kind)| kind.is_enum()),
        Some(
            Object::List(_)
            | Object::Tuple(_)
            | Object::Deque(_)
            | Object::Dict(_)
            | Object::Set(_)
            | Object::FrozenSet(_)
            | Object::Exception(_)
            | Object::Iterator(_)
            | Object::View { .. }
            | Object::Method(_)
            | Object::NativeMethod(..)
            | Object::Partial(_)
            | Object::Cell(_)
            | Object::Opaque(_),
        ) => false,
        _ => true,
    }
}

fn copied(cx: &mut Cx<'_>, value: Labelled, made: &mut Made, depth: usize) -> Outcome<Labelled> {
    if depth > cx.limits.data_depth {
        return Err(Raise::limit("data_depth", "what is copied is nested too deeply"));
    }
    let Value::Object(place) = value.value else { return Ok(value) };
    if is_constant(cx, value.value) {
        return Ok(value);
    }
    if let Some(copy) = made.get(&place) {
        return Ok(Labelled::new(*copy, value.label));
    }
    let structure = cx.structure_of(value);
    match cx.heap.object(value.value).cloned() {
        Some(Object::Tuple(tuple)) => {
            let items = each(cx, &tuple.items, made, depth)?;
            // A circle through the tuple has made its copy meanwhile.
            if let Some(copy) = made.get(&place) {
                return Ok(Labelled::new(*copy, value.label));
            }
            let same = items.iter().zip(&tuple.items).all(|(copy, item)| copy.value == item.value);
            let copy = if same { value.value } else { cx.heap.tuple(items, structure)? };
            made.insert(place, copy);
            Ok(Labelled::new(copy, value.label))
        }
        Some(Object::List(list)) => {
            let copy = begin(cx, place, Object::List(Sequence { items: Vec::new(), structure }), made)?;
            let items = each(cx, &list.items, made, depth)?;
            cx.heap.charge(items.len() * size_of::<Labelled>())?;
            if let Some(Object::List(list)) = cx.heap.object_mut(copy) {
                list.items = items;
            }
            Ok(Labelled::new(copy, cx.literal))
        }
        Some(Object::Deque(deque)) => {
            let empty = Sequence { items: Vec::new(), structure };
            let copy = begin(cx, place, Object::Deque(Box::new((empty, deque.1))), made)?;
            let items = each(cx, &deque.0.items, made, depth)?;
            cx.heap.charge(items.len() * size_of::<Labelled>())?;
            if let Some(Object::Deque(deque)) = cx.heap.object_mut(copy) {
                deque.0.items = items;
            }
            Ok(Labelled::new(copy, cx.literal))
        }
        Some(Object::Dict(dict)) => {
            let keys: Vec<Labelled> = dict.iter().map(|entry| entry.key).collect();
            constant_keys(cx, &keys, made, depth)?;
            let values: Vec<Labelled> = dict.iter().map(|entry| entry.value).collect();
            let mut copy = Dict::clone(&dict);
            copy.structure = structure;
            let copy = begin(cx, place, Object::Dict(Box::new(copy)), made)?;
            let mut values = each(cx, &values, made, depth)?.into_iter();
            if let Some(Object::Dict(dict)) = cx.heap.object_mut(copy) {
                let mut at = 0;
                while let Some(found) = dict.next_place(at) {
                    if let (Some(entry), Some(value)) = (dict.entry_mut(found), values.next()) {
                        entry.value = value;
                    }
                    at = found + 1;
                }
            }
            Ok(Labelled::new(copy, cx.literal))
        }
        Some(Object::Set(set)) => {
            let items: Vec<Labelled> = set.iter().map(|entry| entry.key).collect();
            constant_keys(cx, &items, made, depth)?;
            let mut copy = Dict::clone(&set);
            copy.structure = structure;
            let copy = begin(cx, place, Object::Set(Box::new(copy)), made)?;
            Ok(Labelled::new(copy, cx.literal))
        }
        Some(Object::FrozenSet(set)) => {
            let items: Vec<Labelled> = set.iter().map(|entry| entry.key).collect();
            constant_keys(cx, &items, made, depth)?;
            Ok(value)
        }
        Some(Object::Instance(instance)) => {
            let fields: Vec<Labelled> = instance.fields.iter().map(|(_, field)| *field).collect();
            let mut copy = instance;
            copy.structure = structure;
            let copy = begin(cx, place, Object::Instance(copy), made)?;
            let fields = each(cx, &fields, made, depth)?;
            if let Some(Object::Instance(instance)) = cx.heap.object_mut(copy) {
                for ((_, field), value) in instance.fields.iter_mut().zip(fields) {
                    *field = value;
                }
            }
            Ok(Labelled::new(copy, cx.literal))
        }
        _ => Err(cannot(cx, value.value)),
    }
}

fn begin(cx: &mut Cx<'_>, of: Ref, copy: Object, made: &mut Made) -> Outcome<Value> {
    let copy = cx.heap.value(copy)?;
    made.insert(of, copy);
    Ok(copy)
}

fn each(cx: &mut Cx<'_>, items: &[Labelled], made: &mut Made, depth: usize) -> Outcome<Vec<Labelled>> {
    cx.heap.work.spend(items.len())?;
    let copy = |item: &Labelled| {
        // What an element was decided by stands in its own label; a copy that is made of it takes that on.
        let copy = copied(cx, *item, made, depth + 1)?;
        Ok(Labelled::new(copy.value, cx.join(copy.label, item.label)))
    };
    items.iter().map(copy).collect()
}

/// That the keys of a dictionary or the elements of a set are what nothing can change: a copy of one that can would
/// have to be hashed anew.
fn constant_keys(cx: &mut Cx<'_>, keys: &[Labelled], made: &mut Made, depth: usize) -> Outcome<()> {
    let copies = each(cx, keys, made, depth)?;
    for (copy, key) in copies.iter().zip(keys) {
        if copy.value != key.value {
            let name = cx.type_name(key.value);
            return Err(Raise::type_error(format!(
                "deepcopy() of a set or dictionary with '{name}' objects as keys: make a new one in a comprehension"
            )));
        }
    }
    Ok(())
}

fn cannot(cx: &Cx<'_>, value: Value) -> Box<Raise> {
    Raise::type_error(format!("cannot pickle '{}' object", cx.type_name(value)))
}

fn deepcopy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value, memo] = args.bind("deepcopy", 0, ["x", "memo"], 0, 1)?;
    if memo.is_some_and(|memo| memo.value != Value::None) {
        return Err(Raise::type_error("deepcopy() of a plan takes no memo"));
    }
    deep(cx, value.ok_or_else(|| Raise::internal("bound"))?)
}

fn copy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value] = args.bind("copy", 0, ["x"], 0, 1)?;
    let value = value.ok_or_else(|| Raise::internal("bound"))?;
    shallow(cx, value)
}

fn shallow(cx: &mut Cx<'_>, value: Labelled) -> Outcome<Labelled> {
    if is_constant(cx, value.value) {
        return Ok(value);
    }
    let structure = cx.structure_of(value);
    let copy = match cx.heap.object(value.value).cloned() {
        Some(Object::Tuple(_) | Object::FrozenSet(_)) => return Ok(value),
        Some(Object::List(list)) => Object::List(Sequence { items: list.items, structure }),
        Some(Object::Deque(deque)) => {
            Object::Deque(Box::new((Sequence { items: deque.0.items, structure }, deque.1)))
        }
        Some(Object::Dict(mut dict)) => {
            dict.structure = structure;
            Object::Dict(dict)
        }
        Some(Object::Set(mut set)) => {
            set.structure = structure;
            Object::Set(set)
        }
        Some(Object::Instance(mut instance)) => {
            instance.structure = structure;
            Object::Instance(instance)
        }
        _ => return Err(cannot(cx, value.value)),
    };
    Ok(Labelled::new(cx.heap.value(copy)?, cx.literal))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::function(Module::Copy, "copy", Run::Labelled(copy)),
    Native::function(Module::Copy, "deepcopy", Run::Labelled(deepcopy)),
];
