//! The module `functools`.

use caravan_label::Label;

use super::{Args, Home, Native, Run, Task, TaskState, TaskStep, find, sorting};
use crate::cx::Cx;
use crate::heap::{Object, Partial};
use crate::operation::Comparison;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Value};

const FUNCTOOLS: Module = Module::Functools;

// `reduce`. `results`: what came of the elements before `next`.

fn reduce(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("reduce")?;
    let [function, iterable, initial] = args.unpack(0, "reduce", 2)?;
    let (Some(function), Some(iterable)) = (function, iterable) else {
        return Err(Raise::internal("reduce without arguments"));
    };
    let collected = cx.collect(iterable).map_err(|raise| {
        let not_iterable =
            !matches!(cx.heap.object(iterable.value), Some(Object::Iterator(_) | Object::Instance(_)));
        if not_iterable && is_not_iterable(&raise) {
            Raise::type_error("reduce() arg 2 must support iteration")
        } else {
            raise
        }
    })?;
    let mut state = TaskState::for_each(function, collected.items, collected.structure);
    let first = match initial {
        Some(initial) => initial,
        None => {
            state.next = 1;
            let Some(first) = state.items.first().copied() else {
                let failed = Err(Raise::type_error("reduce() of empty iterable with no initial value"));
                return cx.reveal(failed, state.structure);
            };
            first
        }
    };
    state.results.push(first);
    Ok(Task { step: reduce_step, state })
}

fn is_not_iterable(raise: &Raise) -> bool {
    matches!(&raise.cause, crate::raise::Cause::Python(error)
        if error.exception() == Some(caravan_pylib::error::ExcKind::TypeError))
}

fn reduce_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    if let Some(answer) = answer {
        state.results = vec![answer];
    }
    let so_far = state.results.first().copied().ok_or_else(|| Raise::internal("reduce without a value"))?;
    let Some(item) = state.items.get(state.next).copied() else {
        // How often the function was called decided what came out, as for a variable that a loop writes.
        let label = cx.pick(so_far.label, state.structure, Label::NONE, state.items.len());
        return Ok(TaskStep::Done(Labelled::new(so_far.value, label)));
    };
    state.next += 1;
    let label = cx.pick(item.label, state.structure, Label::NONE, state.items.len());
    Ok(TaskStep::Call(state.function, vec![so_far, Labelled::new(item.value, label)]))
}

/// A function of the library with its first arguments.
pub(crate) fn bound_native(
    cx: &mut Cx<'_>,
    of: Module,
    name: &str,
    positional: Vec<Labelled>,
) -> Outcome<Labelled> {
    let native =
        find(Home::Module(of), name).ok_or_else(|| Raise::internal("a function that the library lacks"))?;
    let function = Labelled::new(Value::Native(native), cx.literal);
    let partial = Partial { function, positional, keyword: Vec::new() };
    Ok(Labelled::new(cx.heap.value(Object::Partial(Box::new(partial)))?, cx.literal))
}

fn partial(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [function, bound @ ..] = args.positional else {
        return Err(Raise::type_error("type 'partial' takes at least one argument"));
    };
    if !cx.heap.is_callable(function.value) {
        return Err(Raise::type_error("the first argument must be callable"));
    }
    let partial = Partial { function: *function, positional: bound.to_vec(), keyword: args.keyword.to_vec() };
    Ok(Labelled::new(cx.heap.value(Object::Partial(Box::new(partial)))?, cx.literal))
}

fn held(cx: &Cx<'_>, args: Args<'_>) -> Outcome<(Partial, Label)> {
    let partial = args.receiver()?;
    match cx.heap.object(partial.value) {
        Some(Object::Partial(held)) => Ok((Partial::clone(held), partial.label)),
        _ => Err(Raise::internal("an attribute of partial on something else")),
    }
}

fn partial_function(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (partial, structure) = held(cx, args)?;
    let label = cx.pick(partial.function.label, structure, Label::NONE, 1);
    Ok(Labelled::new(partial.function.value, label))
}

fn partial_arguments(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (partial, structure) = held(cx, args)?;
    cx.make_tuple(partial.positional, structure)
}

fn partial_keywords(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (partial, structure) = held(cx, args)?;
    let keywords = cx.make_dict(BuiltinType::Dict, structure)?;
    for (name, value) in partial.keyword {
        let name = cx.text(&*name, cx.literal)?;
        cx.dict_insert(keywords.value, name, value)?;
    }
    Ok(keywords)
}

/// A function that remembers what it has answered.
fn remembering(cx: &mut Cx<'_>, function: Labelled) -> Outcome<Labelled> {
    match cx.heap.object(function.value) {
        Some(Object::Function(original)) => {
            let mut remembering = original.clone();
            let answers = cx.make_dict(BuiltinType::Dict, Label::NONE)?;
            if let Value::Object(place) = answers.value {
                remembering.cache = Some(place);
            }
            Ok(Labelled::new(cx.heap.value(Object::Function(remembering))?, function.label))
        }
        // What is no function of the plan gives the same answer again anyway.
        _ if cx.heap.is_callable(function.value) => Ok(function),
        _ => Err(Raise::type_error("the first argument must be callable")),
    }
}

fn cache(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [function] = args.bind("cache", 0, ["user_function"], 0, 1)?;
    remembering(cx, function.ok_or_else(|| Raise::internal("cache without an argument"))?)
}

fn lru_cache(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [maxsize, _typed] = args.bind("lru_cache", 0, ["maxsize", "typed"], 0, 0)?;
    match maxsize {
        Some(given) if given.value != Value::None && cx.integer(given.value).is_none() => {
            if !cx.heap.is_callable(given.value) {
                return Err(Raise::type_error(
                    "Expected first argument to be an integer, a callable, or None",
                ));
            }
            remembering(cx, given)
        }
        // How much it remembers makes no difference to what it answers.
        _ => bound_native(cx, FUNCTOOLS, "cache", Vec::new()),
    }
}

fn wraps(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [wrapped, _, _] = args.bind("wraps", 0, ["wrapped", "assigned", "updated"], 0, 1)?;
    let wrapped = wrapped.ok_or_else(|| Raise::internal("wraps without an argument"))?;
    bound_native(cx, FUNCTOOLS, "_wrapper_of", vec![wrapped])
}

/// What `wraps(wrapped)` does to a wrapper. Functions of a plan have no attributes to be copied.
fn wrapper_of(_: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [_, wrapper] = args.unpack(0, "update_wrapper", 2)?;
    wrapper.ok_or_else(|| Raise::internal("a wrapper that is not there"))
}

fn update_wrapper(_: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [wrapper, _] = args.bind("update_wrapper", 0, ["wrapper", "wrapped"], 0, 2)?;
    wrapper.ok_or_else(|| Raise::internal("a wrapper that is not there"))
}

fn cmp_to_key(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [compare] = args.bind("cmp_to_key", 0, ["mycmp"], 0, 1)?;
    let compare = compare.ok_or_else(|| Raise::internal("cmp_to_key without an argument"))?;
    bound_native(cx, FUNCTOOLS, "_compared_by", vec![compare])
}

fn compared_by(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [compare, element] = args.unpack(0, "K", 2)?;
    match (compare, element) {
        (Some(compare), Some(element)) => sorting::key_wrapper(cx, compare, element),
        _ => Err(Raise::internal("a key without an element")),
    }
}

// `total_ordering`: the comparisons that a class leaves out, made of the one that it has and of equality.

/// How a missing comparison is made: of `root` and whether the two are equal.
struct Derived {
    root: &'static str,
    name: &'static str,
    native: &'static str,
}

const DERIVED: &[Derived] = &[
    Derived { root: "__lt__", name: "__gt__", native: "_gt_from_lt" },
    Derived { root: "__lt__", name: "__le__", native: "_le_from_lt" },
    Derived { root: "__lt__", name: "__ge__", native: "_ge_from_lt" },
    Derived { root: "__le__", name: "__ge__", native: "_ge_from_le" },
    Derived { root: "__le__", name: "__lt__", native: "_lt_from_le" },
    Derived { root: "__le__", name: "__gt__", native: "_gt_from_le" },
    Derived { root: "__gt__", name: "__lt__", native: "_lt_from_gt" },
    Derived { root: "__gt__", name: "__ge__", native: "_ge_from_gt" },
    Derived { root: "__gt__", name: "__le__", native: "_le_from_gt" },
    Derived { root: "__ge__", name: "__le__", native: "_le_from_ge" },
    Derived { root: "__ge__", name: "__gt__", native: "_gt_from_ge" },
    Derived { root: "__ge__", name: "__lt__", native: "_lt_from_ge" },
];

fn total_ordering(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let class = args.one(0, "total_ordering")?;
    let Value::Object(place) = class.value else {
        return Err(Raise::type_error("total_ordering() decorates a class"));
    };
    if cx.heap.class(place).is_none() {
        return Err(Raise::type_error("total_ordering() decorates a class"));
    }
    let defined = |name: &str| cx.heap.class_attribute(place, name).is_some();
    let root = ["__lt__", "__le__", "__gt__", "__ge__"].into_iter().find(|root| defined(root));
    let Some(root) = root else {
        return Err(Raise::value_error("must define at least one ordering operation: < > <= >="));
    };
    let missing: Vec<&Derived> =
        DERIVED.iter().filter(|derived| derived.root == root && !defined(derived.name)).collect();
    cx.mutate(class, Label::NONE);
    for derived in missing {
        let native = find(Home::Module(FUNCTOOLS), derived.native)
            .ok_or_else(|| Raise::internal("a function that the library lacks"))?;
        let function = Labelled::new(Value::Native(native), cx.literal);
        if let Some(Object::Class(class)) = cx.heap.get_mut(place) {
            class.attributes.push((derived.name.into(), function));
        }
    }
    Ok(class)
}

/// A derived comparison. `results` holds what the root has said; then equality is asked for, if it is
/// needed. `negated`: whether the root's answer is turned round. `with_equal`: what equality adds: nothing,
/// that equal ones count as well, or that they do not.
fn derived(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    root: &str,
    step: fn(&mut Cx<'_>, &mut TaskState, Option<Labelled>) -> Outcome<TaskStep>,
) -> Outcome<Task> {
    let [this, other] = args.unpack(0, root, 2)?;
    let (Some(this), Some(other)) = (this, other) else {
        return Err(Raise::internal("a comparison without operands"));
    };
    let method =
        sorting::method(cx, this, root).ok_or_else(|| Raise::internal("a class lost its comparison"))?;
    Ok(Task { step, state: TaskState::for_each(method, vec![this, other], Label::NONE) })
}

#[derive(Clone, Copy)]
enum Equal {
    Ignored,
    Counts,
    CountsNot,
}

fn derived_step(
    cx: &mut Cx<'_>,
    state: &mut TaskState,
    answer: Option<Labelled>,
    negated: bool,
    equal: Equal,
) -> Outcome<TaskStep> {
    let Some(said) = answer else {
        return Ok(TaskStep::Call(state.function, state.items.clone()));
    };
    if said.value == Value::NotImplemented {
        return Ok(TaskStep::Done(said));
    }
    let &[this, other] = &state.items[..] else {
        return Err(Raise::internal("a comparison without operands"));
    };
    let mut label = cx.structure_of(said);
    let mut outcome = cx.truth(said.value) != negated;
    let undecided = match equal {
        Equal::Ignored => false,
        Equal::Counts => !outcome,
        Equal::CountsNot => outcome,
    };
    if undecided {
        outcome = cx.order(Comparison::Eq, this.value, other.value)?;
        if matches!(equal, Equal::CountsNot) {
            outcome = !outcome;
        }
    }
    if !matches!(equal, Equal::Ignored) {
        let operands = cx.deep_all(&[this, other]);
        label = cx.join(label, operands);
    }
    Ok(TaskStep::Done(Labelled::new(Value::Bool(outcome), label)))
}

macro_rules! derived_comparisons {
    ($($name:ident: $root:literal, $negated:literal, $equal:ident;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
                derived(cx, args, $root, |cx, state, answer| derived_step(cx, state, answer, $negated, Equal::$equal))
            }
        )*
    };
}

derived_comparisons! {
    gt_from_lt: "__lt__", true, CountsNot;
    le_from_lt: "__lt__", false, Counts;
    ge_from_lt: "__lt__", true, Ignored;
    ge_from_le: "__le__", true, Counts;
    lt_from_le: "__le__", false, CountsNot;
    gt_from_le: "__le__", true, Ignored;
    lt_from_gt: "__gt__", true, CountsNot;
    ge_from_gt: "__gt__", false, Counts;
    le_from_gt: "__gt__", true, Ignored;
    le_from_ge: "__ge__", true, Counts;
    gt_from_ge: "__ge__", false, CountsNot;
    lt_from_ge: "__ge__", true, Ignored;
}

pub(crate) const NATIVES: &[Native] = &[
    Native::function(FUNCTOOLS, "reduce", Run::Task(reduce)),
    Native::constructor(BuiltinType::Partial, "partial", Run::Labelled(partial)),
    Native::attribute(BuiltinType::Partial, "func", Run::Labelled(partial_function)),
    Native::attribute(BuiltinType::Partial, "args", Run::Labelled(partial_arguments)),
    Native::attribute(BuiltinType::Partial, "keywords", Run::Labelled(partial_keywords)),
    Native::function(FUNCTOOLS, "cache", Run::Labelled(cache)),
    Native::function(FUNCTOOLS, "lru_cache", Run::Labelled(lru_cache)),
    Native::function(FUNCTOOLS, "wraps", Run::Labelled(wraps)),
    Native::function(FUNCTOOLS, "_wrapper_of", Run::Labelled(wrapper_of)),
    Native::function(FUNCTOOLS, "update_wrapper", Run::Labelled(update_wrapper)),
    Native::function(FUNCTOOLS, "cmp_to_key", Run::Labelled(cmp_to_key)),
    Native::function(FUNCTOOLS, "_compared_by", Run::Labelled(compared_by)),
    Native {
        home: Home::Module(FUNCTOOLS),
        name: "total_ordering",
        run: Run::Labelled(total_ordering),
        mutates: true,
    },
    Native::function(FUNCTOOLS, "_gt_from_lt", Run::Task(gt_from_lt)),
    Native::function(FUNCTOOLS, "_le_from_lt", Run::Task(le_from_lt)),
    Native::function(FUNCTOOLS, "_ge_from_lt", Run::Task(ge_from_lt)),
    Native::function(FUNCTOOLS, "_ge_from_le", Run::Task(ge_from_le)),
    Native::function(FUNCTOOLS, "_lt_from_le", Run::Task(lt_from_le)),
    Native::function(FUNCTOOLS, "_gt_from_le", Run::Task(gt_from_le)),
    Native::function(FUNCTOOLS, "_lt_from_gt", Run::Task(lt_from_gt)),
    Native::function(FUNCTOOLS, "_ge_from_gt", Run::Task(ge_from_gt)),
    Native::function(FUNCTOOLS, "_le_from_gt", Run::Task(le_from_gt)),
    Native::function(FUNCTOOLS, "_le_from_ge", Run::Task(le_from_ge)),
    Native::function(FUNCTOOLS, "_gt_from_ge", Run::Task(gt_from_ge)),
    Native::function(FUNCTOOLS, "_lt_from_ge", Run::Task(lt_from_ge)),
];
