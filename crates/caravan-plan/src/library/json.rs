//! The module `json`: `dumps` and `loads`.
//!
//! `dumps` and `loads` see whole values, so their labels are joined deeply. Where functions of the plan take part
//! (`default=`, `object_hook=`), a task of `hooks` calls them all, and the operation is started again with the answers.

pub(crate) mod hooks;
mod load;
mod write;

use super::{Args, Home, Native, Run, find};
use crate::cx::Cx;
use crate::heap::{ClassKind, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Value};

/// How a value is written, as far as its kind tells.
enum Shape {
    /// A string, number, `true`, `false` or `null`.
    Scalar,
    List(Vec<Labelled>),
    Dict,
    /// What JSON has no form for.
    Other,
}

fn shape(cx: &Cx<'_>, value: Value) -> Shape {
    match cx.heap.plain(value) {
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) => Shape::Scalar,
        plain => match cx.heap.object(plain) {
            Some(Object::Str(_) | Object::BigInt(_)) => Shape::Scalar,
            Some(Object::List(list)) => Shape::List(list.items.clone()),
            Some(Object::Dict(_)) => Shape::Dict,
            Some(Object::Tuple(_)) => tuple(cx, plain),
            Some(Object::Instance(_)) => match cx.heap.instance(plain) {
                Some((_, ClassKind::NamedTuple)) => tuple(cx, plain),
                _ if cx.heap.record(plain).is_some() => Shape::Dict,
                _ => Shape::Other,
            },
            _ => Shape::Other,
        },
    }
}

fn tuple(cx: &Cx<'_>, value: Value) -> Shape {
    Shape::List(cx.heap.tuple_items(value).map(|items| items.into_owned()).unwrap_or_default())
}

/// What is asked for in `dumps` that decides what is written, and in which order.
#[derive(Clone, Copy)]
struct Choice {
    sort_keys: bool,
    skip_keys: bool,
    check_circular: bool,
}

/// The entries of a dictionary that are written, in the order in which they are.
///
/// # Errors
///
/// `TypeError` for keys without an order, and for a key that JSON has no form for.
fn entries(cx: &mut Cx<'_>, dict: Value, choice: Choice) -> Outcome<Vec<(Value, Labelled)>> {
    let dict = cx.as_mapping(Labelled::new(dict, caravan_label::Label::NONE))?.value;
    let Some(object) = cx.heap.dict(dict) else { return Ok(Vec::new()) };
    let (keys, values): (Vec<Labelled>, Vec<Labelled>) =
        object.iter().map(|entry| (entry.key, entry.value)).unzip();
    let mut entries = Vec::with_capacity(keys.len());
    if choice.sort_keys {
        for place in super::sorting::order_of(cx, &keys, false)? {
            let place = place as usize;
            entries.extend(keys.get(place).map(|key| key.value).zip(values.get(place).copied()));
        }
    } else {
        entries.extend(keys.iter().map(|key| key.value).zip(values));
    }
    let is_key = |key: Value| matches!(shape(cx, key), Shape::Scalar);
    if choice.skip_keys {
        entries.retain(|(key, _)| is_key(*key));
    } else if let Some((key, _)) = entries.iter().find(|(key, _)| !is_key(*key)) {
        return Err(caravan_pylib::json::write::not_a_key(
            cx.type_name(*key).rsplit('.').next().unwrap_or_default(),
        )
        .into());
    }
    Ok(entries)
}

fn too_deep(doing: &str) -> Box<Raise> {
    Raise::new(
        caravan_pylib::error::ExcKind::RecursionError,
        format!("maximum recursion depth exceeded while {doing}"),
    )
}

fn too_deep_to_encode() -> Box<Raise> {
    too_deep("encoding a JSON object")
}

fn circular() -> Box<Raise> {
    Raise::value_error("Circular reference detected")
}

/// The one positional argument of a function that takes all others by name.
fn only_argument(args: Args<'_>, function: &str, name: &str) -> Outcome<Labelled> {
    match (args.positional, args.named(name)) {
        ([only], None) => Ok(*only),
        ([], Some(only)) => Ok(only),
        ([_], Some(_)) => {
            Err(Raise::type_error(format!("{function}() got multiple values for argument '{name}'")))
        }
        ([], None) => {
            Err(Raise::type_error(format!("{function}() missing 1 required positional argument: '{name}'")))
        }
        (given, _) => {
            let by_name = args.keyword.len();
            let count = given.len();
            let were = if by_name > 0 {
                format!(
                    "{count} positional arguments (and {by_name} keyword-only argument{}) were",
                    if by_name == 1 { "" } else { "s" }
                )
            } else {
                format!("{count} were")
            };
            Err(Raise::type_error(format!("{function}() takes 1 positional argument but {were} given")))
        }
    }
}

/// That a keyword argument that plans cannot use is not used.
fn not_used(args: Args<'_>, name: &str, reason: &str) -> Outcome<()> {
    match args.named(name) {
        Some(given) if given.value != Value::None => {
            Err(Raise::type_error(format!("`{name}` is not available in a plan: {reason}")))
        }
        _ => Ok(()),
    }
}

/// The keyword argument, unless it is `None`.
fn given(args: Args<'_>, name: &str) -> Option<Labelled> {
    args.named(name).filter(|given| given.value != Value::None)
}

fn no_file(_: &mut Cx<'_>, _: Args<'_>) -> Outcome<Value> {
    Err(Raise::type_error("plans have no files: json.loads reads a text, json.dumps gives one"))
}

/// A task of `hooks`, to be asked for what functions of the plan give.
fn hook(name: &'static str) -> Outcome<Labelled> {
    let id = find(Home::Builtin, name).ok_or_else(|| Raise::internal("a task of `json` is missing"))?;
    Ok(Labelled::new(Value::Native(id), caravan_label::Label::NONE))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::function(Module::Json, "dumps", Run::Pure(write::dumps)),
    Native::function(Module::Json, "loads", Run::Labelled(load::loads)),
    Native::function(Module::Json, "dump", Run::Pure(no_file)),
    Native::function(Module::Json, "load", Run::Pure(no_file)),
];
