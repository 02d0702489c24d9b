//! `sorted`, `list.sort`, `min` and `max`.
//!
//! Keys and comparisons may be functions of the plan, so a sort is an engine that asks for one comparison
//! after another and is told the outcome.

mod sorter;

use caravan_label::Label;
pub(crate) use sorter::Sorter;

use super::pulling::Step;
use super::{Args, Native, Run, Task, TaskState, TaskStep};
use crate::cx::Cx;
use crate::heap::{Instance, Object};
use crate::operation::Comparison;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};
use crate::world::Strictness;

/// The class name of what `functools.cmp_to_key` makes of an element. No class of a plan, and no record of
/// a tool, can have it: it is not an identifier.
pub(crate) const KEY_WRAPPER: &str = "functools.KeyWrapper";

/// Pairs of keys that are compared in a step.
const PAIRS_OF_A_STEP: usize = 4;

/// The order of `keys`, stably; a descending one keeps equal elements in their order too.
///
/// # Errors
///
/// `TypeError` if two keys have no order.
pub(crate) fn order_of(cx: &mut Cx<'_>, keys: &[Labelled], descending: bool) -> Outcome<Vec<u32>> {
    let mut order = starting_order(keys.len(), descending)?;
    // Pairs that are looked at.
    let depth = keys.len().checked_ilog2().unwrap_or(0) as usize;
    cx.heap.work.spend(keys.len().saturating_mul(depth) / PAIRS_OF_A_STEP)?;
    if keys.iter().all(|key| matches!(key.value, Value::Int(_))) {
        order.sort_by_key(|&place| match key_at(keys, place).value {
            Value::Int(int) => int,
            _ => 0,
        });
    } else if keys.iter().all(|key| matches!(key.value, Value::Float(float) if !float.is_nan())) {
        let float = |place| match key_at(keys, place).value {
            Value::Float(float) => float,
            _ => 0.0,
        };
        order.sort_by(|&a, &b| float(a).partial_cmp(&float(b)).unwrap_or(std::cmp::Ordering::Equal));
    } else if let Some(texts) = keys.iter().map(|key| cx.heap.str(key.value)).collect::<Option<Vec<&str>>>() {
        order.sort_by_key(|&place| texts.get(place as usize));
    } else {
        let mut sorter = Sorter::new(order);
        while let Some((a, b)) = sorter.question() {
            let less = cx.order(Comparison::Lt, key_at(keys, a).value, key_at(keys, b).value)?;
            sorter.answer(less);
        }
        order = sorter.into_order();
    }
    if descending {
        order.reverse();
    }
    Ok(order)
}

/// The order in which a sort begins: backwards for a descending one, whose outcome is turned round again,
/// so that equal elements keep their order.
fn starting_order(length: usize, descending: bool) -> Outcome<Vec<u32>> {
    let length =
        u32::try_from(length).map_err(|_| Raise::limit("memory", "more elements than can be sorted"))?;
    Ok(if descending { (0..length).rev().collect() } else { (0..length).collect() })
}

fn key_at(keys: &[Labelled], place: u32) -> Labelled {
    keys.get(place as usize).copied().unwrap_or(Labelled::new(Value::None, Label::NONE))
}

/// The elements in this order.
pub(crate) fn arrange(items: &[Labelled], order: &[u32]) -> Vec<Labelled> {
    order.iter().filter_map(|&place| items.get(place as usize).copied()).collect()
}

// The plan's own comparisons.

/// A comparison that a function of the plan makes.
struct PlanComparison {
    function: Labelled,
    arguments: Vec<Labelled>,
    /// Whether the answer is a number below, at or above zero, as a comparison of `cmp_to_key` gives it.
    signed: bool,
}

/// How the plan says whether `a` stands `wanted` (below or above) `b`, if it does.
fn plan_comparison(cx: &Cx<'_>, a: Labelled, b: Labelled, wanted: Comparison) -> Option<PlanComparison> {
    let (direct, reflected) = match wanted {
        Comparison::Gt => ("__gt__", "__lt__"),
        _ => ("__lt__", "__gt__"),
    };
    if let (Some((compare, left)), Some((_, right))) = (wrapped(cx, a), wrapped(cx, b)) {
        return Some(PlanComparison { function: compare, arguments: vec![left, right], signed: true });
    }
    if let Some(function) = method(cx, a, direct) {
        return Some(PlanComparison { function, arguments: vec![a, b], signed: false });
    }
    let function = method(cx, b, reflected)?;
    Some(PlanComparison { function, arguments: vec![b, a], signed: false })
}

/// The comparison function and the element of what `cmp_to_key` made.
fn wrapped(cx: &Cx<'_>, value: Labelled) -> Option<(Labelled, Labelled)> {
    match cx.heap.object(value.value)? {
        Object::Instance(instance) if instance.class.is_none() && &*instance.class_name == KEY_WRAPPER => {
            match &instance.fields[..] {
                [(_, compare), (_, element)] => Some((*compare, *element)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What `cmp_to_key(compare)` makes of an element.
pub(crate) fn key_wrapper(cx: &mut Cx<'_>, compare: Labelled, element: Labelled) -> Outcome<Labelled> {
    let fields = vec![("cmp".into(), compare), ("obj".into(), element)];
    let instance =
        Instance { class: None, class_name: KEY_WRAPPER.into(), fields, structure: cx.literal, unset: 0 };
    Ok(Labelled::new(cx.heap.value(Object::Instance(Box::new(instance)))?, cx.literal))
}

/// The method that the class of an instance, or a class above it, defines.
pub(crate) fn method(cx: &Cx<'_>, value: Labelled, name: &str) -> Option<Labelled> {
    let class = cx.heap.class_of(value.value)?;
    cx.heap.class_attribute(class, name)
}

/// What a plan's comparison answered.
///
/// # Errors
///
/// `TypeError` if it does not compare such values.
fn verdict(
    cx: &mut Cx<'_>,
    answer: Labelled,
    signed: bool,
    wanted: Comparison,
    a: Labelled,
    b: Labelled,
) -> Outcome<bool> {
    if signed {
        return cx.order(wanted, answer.value, Value::Int(0));
    }
    if answer.value == Value::NotImplemented {
        return Err(Raise::type_error(format!(
            "'{}' not supported between instances of '{}' and '{}'",
            wanted.symbol(),
            cx.type_name(a.value),
            cx.type_name(b.value)
        )));
    }
    Ok(cx.truth(answer.value))
}

// The keys.

/// Asks for the next key, if there is a key function and some are missing. Between two calls,
/// `state.results` holds the keys so far.
fn next_key(cx: &mut Cx<'_>, state: &mut TaskState, answer: &mut Option<Labelled>) -> Option<TaskStep> {
    if state.function.value == Value::None || state.results.len() >= state.items.len() {
        return None;
    }
    state.results.extend(answer.take());
    let item = state.items.get(state.results.len())?;
    let (n, structure) = (state.items.len(), state.structure);
    let label = cx.pick(item.label, structure, Label::NONE, n);
    Some(TaskStep::Call(state.function, vec![Labelled::new(item.value, label)]))
}

/// The keys: what the key function gave, or the elements themselves.
fn keys(state: &TaskState) -> &[Labelled] {
    if state.function.value == Value::None { &state.items } else { &state.results }
}

/// What decides the order: the keys, what the plan's comparisons answered (collected in `told`).
fn deciding(cx: &mut Cx<'_>, state: &TaskState, told: Label) -> Label {
    let keys = cx.deep_all(keys(state));
    cx.join(keys, told)
}

// `sorted` and `list.sort`. In `extra`: the flag `reverse`, what the plan's comparisons have answered so
// far (a label on `None`), and the list for `list.sort`.

fn sort_task(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    items: Vec<Labelled>,
    structure: Label,
    list: Option<Labelled>,
) -> Outcome<Task> {
    let [key, reverse] = args.keywords("sort", ["key", "reverse"])?;
    let none = Labelled::new(Value::None, Label::NONE);
    let reverse = match reverse {
        None => Labelled::new(Value::Bool(false), Label::NONE),
        Some(flag) => Labelled::new(Value::Bool(!cx.index(flag.value)?.is_zero()), flag.label),
    };
    let mut state = TaskState::for_each(key.unwrap_or(none), items, structure);
    state.extra = vec![reverse, none];
    state.extra.extend(list);
    Ok(Task { step: sort_step, state })
}

fn sorted(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let [iterable] = args.unpack_positional(0, "sorted", 1)?;
    let iterable = iterable.ok_or_else(|| Raise::internal("sorted without an argument"))?;
    let selection = cx.selection_behind(iterable);
    let collected = cx.collect(iterable)?;
    let mut task = sort_task(cx, args, collected.items, collected.structure, None)?;
    task.state.selection = selection;
    Ok(task)
}

fn list_sort(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    if args.positional.len() > 1 {
        return Err(Raise::type_error("sort() takes no positional arguments"));
    }
    let list = args.receiver()?;
    let structure = cx.structure_of(list);
    let items = cx.heap.sequence(list.value).map(|sequence| sequence.items.clone()).unwrap_or_default();
    cx.heap.room_for(items.len() * super::making::ELEMENT)?;
    let selection = cx.selection(list);
    let mut task = sort_task(cx, args, items, structure, Some(list))?;
    task.state.selection = selection;
    Ok(task)
}

fn sort_step(cx: &mut Cx<'_>, state: &mut TaskState, mut answer: Option<Labelled>) -> Outcome<TaskStep> {
    let descending = state.extra.first().is_some_and(|flag| flag.value == Value::Bool(true));
    if state.sorter.is_none() {
        if let Some(call) = next_key(cx, state, &mut answer) {
            return Ok(call);
        }
        answer = None;
        let revealed = deciding(cx, state, state.structure);
        if !compares_by_plan(cx, keys(state)) {
            let order = order_of(cx, keys(state), descending);
            let order = cx.reveal(order, revealed)?;
            return sort_end(cx, state, &order);
        }
        // Which comparisons are made depends on the keys from here on.
        state.guard = cx.join(state.guard, revealed);
        state.sorter = Some(Box::new(Sorter::new(starting_order(state.items.len(), descending)?)));
    }
    while let Some((a, b)) = state.sorter.as_ref().and_then(|sorter| sorter.question()) {
        let (a, b) = (key_at(keys(state), a), key_at(keys(state), b));
        let asked = plan_comparison(cx, a, b, Comparison::Lt);
        let less = match (asked, answer) {
            (None, _) => {
                let less = cx.order(Comparison::Lt, a.value, b.value);
                cx.reveal(less, state.guard)?
            }
            (Some(asked), None) => return Ok(TaskStep::Call(asked.function, asked.arguments)),
            (Some(asked), Some(told)) => {
                let less = verdict(cx, told, asked.signed, Comparison::Lt, a, b);
                let less = cx.reveal(less, state.guard)?;
                let told = cx.deep(told);
                state.guard = cx.join(state.guard, told);
                if let Some(so_far) = state.extra.get_mut(1) {
                    so_far.label = cx.lattice.join(so_far.label, told);
                }
                answer = None;
                less
            }
        };
        if let Some(sorter) = &mut state.sorter {
            sorter.answer(less);
        }
    }
    let mut order = state.sorter.take().map(|sorter| sorter.into_order()).unwrap_or_default();
    if descending {
        order.reverse();
    }
    sort_end(cx, state, &order)
}

/// Whether some key is compared by a function of the plan.
fn compares_by_plan(cx: &Cx<'_>, keys: &[Labelled]) -> bool {
    keys.iter().any(|key| {
        matches!(key.value, Value::Object(_))
            && (wrapped(cx, *key).is_some()
                || method(cx, *key, "__lt__").is_some()
                || method(cx, *key, "__gt__").is_some())
    })
}

fn sort_end(cx: &mut Cx<'_>, state: &mut TaskState, order: &[u32]) -> Outcome<TaskStep> {
    let told = state.extra.iter().take(2).fold(Label::NONE, |label, held| cx.lattice.join(label, held.label));
    let deciding = deciding(cx, state, told);
    let mut items = arrange(&state.items, order);
    let mut by = cx.ordered_by(deciding, state.structure, state.items.len());
    if cx.strictness == Strictness::Explicit {
        // What ordered the elements counts as data of each, and not of how many there are.
        items.iter_mut().for_each(|item| item.label = cx.lattice.join(item.label, by));
        by = Label::NONE;
    }
    let candidates = cx.candidates(state, deciding);
    let structure = cx.join(state.structure, by);
    let Some(list) = state.extra.get(2).copied() else {
        let list = cx.make_list(items, structure)?;
        if let Some(candidates) = candidates {
            cx.note_selection(list.value, structure, candidates);
        }
        return Ok(TaskStep::Done(list));
    };
    let unchanged = cx.heap.sequence(list.value).is_some_and(|now| {
        now.items.len() == state.items.len()
            && now.items.iter().zip(&state.items).all(|(now, then)| {
                now.value == then.value
                    || matches!((now.value, then.value), (Value::Float(_), Value::Float(_)))
            })
    });
    if !unchanged {
        let changed = Err(Raise::value_error("list modified during sort"));
        return cx.reveal(changed, state.structure);
    }
    cx.mutate(list, by);
    if let Some(sequence) = cx.heap.sequence_mut(list.value) {
        sequence.items = items;
    }
    if let Some(candidates) = candidates {
        cx.note_selection(list.value, structure, candidates);
    }
    Ok(TaskStep::Done(cx.none(cx.literal)))
}

// `min` and `max`. In `extra`: the place of the best so far, and what the plan's comparisons have
// answered (a label on `None`), a third element once the plan was asked for a comparison; `next` is the
// place of the next candidate.

fn extreme(cx: &mut Cx<'_>, args: Args<'_>, name: &'static str, step: Step) -> Outcome<Task> {
    let [key, default] = args.keywords(name, ["key", "default"])?;
    let selection = match args.positional {
        [iterable] => cx.selection_behind(*iterable),
        _ => None,
    };
    let (items, structure) = match args.positional {
        [] => return Err(Raise::type_error(format!("{name} expected at least 1 argument, got 0"))),
        [iterable] => {
            let collected = cx.collect(*iterable)?;
            (collected.items, collected.structure)
        }
        several if default.is_none() => (several.to_vec(), cx.literal),
        _ => {
            return Err(Raise::type_error(format!(
                "Cannot specify a default for {name}() with multiple positional arguments"
            )));
        }
    };
    if items.is_empty() {
        return match default {
            Some(default) => {
                let label = match selection {
                    Some(selection) if !cx.unbounded => {
                        let label = cx.choose_one(&selection, Label::NONE);
                        cx.join(default.label, label)
                    }
                    _ => cx.pick(default.label, structure, Label::NONE, 1),
                };
                // That there was nothing to call `key` for is told as if it had been called.
                let none = Labelled::new(Value::None, Label::NONE);
                let mut state = TaskState::for_each(key.unwrap_or(none), Vec::new(), structure);
                state.extra = vec![Labelled::new(default.value, label)];
                Ok(Task { step: default_step, state })
            }
            None => {
                let empty = Err(Raise::value_error(format!("{name}() arg is an empty sequence")));
                cx.reveal(empty, structure)
            }
        };
    }
    let none = Labelled::new(Value::None, Label::NONE);
    let mut state = TaskState::for_each(key.unwrap_or(none), items, structure);
    state.next = 1;
    state.selection = selection;
    state.extra = vec![Labelled::new(Value::Int(0), Label::NONE), none];
    Ok(Task { step, state })
}

fn min(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    extreme(cx, args, "min", |cx, state, answer| extreme_step(cx, state, answer, Comparison::Lt))
}

fn max(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    extreme(cx, args, "max", |cx, state, answer| extreme_step(cx, state, answer, Comparison::Gt))
}

/// Gives the default, kept in `extra`.
fn default_step(_: &mut Cx<'_>, state: &mut TaskState, _: Option<Labelled>) -> Outcome<TaskStep> {
    let default = state.extra.first().copied();
    default.map(TaskStep::Done).ok_or_else(|| Raise::internal("no default"))
}

fn extreme_step(
    cx: &mut Cx<'_>,
    state: &mut TaskState,
    mut answer: Option<Labelled>,
    wanted: Comparison,
) -> Outcome<TaskStep> {
    if let Some(call) = next_key(cx, state, &mut answer) {
        return Ok(call);
    }
    if state.extra.len() < 3 {
        // Nothing was compared by the plan so far: the answer was the last key.
        answer = None;
        state.guard = deciding(cx, state, state.structure);
    }
    let mut best = match state.extra.first().map(|held| held.value) {
        Some(Value::Int(place)) => usize::try_from(place).unwrap_or(0),
        _ => 0,
    };
    let mut candidate = state.next;
    let mut told_label = state.extra.get(1).map_or(Label::NONE, |held| held.label);
    while candidate < state.items.len() {
        let (a, b) = (key_at(keys(state), candidate as u32), key_at(keys(state), best as u32));
        let asked = plan_comparison(cx, a, b, wanted);
        let better = match (asked, answer.take()) {
            (None, _) => {
                let better = cx.order(wanted, a.value, b.value);
                cx.reveal(better, state.guard)?
            }
            (Some(asked), None) => {
                state.next = candidate;
                state.guard = cx.join(state.guard, told_label);
                let none = Labelled::new(Value::None, told_label);
                state.extra = vec![Labelled::new(cx.count(best), Label::NONE), none, none];
                return Ok(TaskStep::Call(asked.function, asked.arguments));
            }
            (Some(asked), Some(told)) => {
                let better = verdict(cx, told, asked.signed, wanted, a, b);
                let better = cx.reveal(better, state.guard)?;
                let told = cx.deep(told);
                told_label = cx.join(told_label, told);
                better
            }
        };
        if better {
            best = candidate;
        }
        candidate += 1;
    }
    let n = state.items.len();
    let deciding = deciding(cx, state, told_label);
    let chosen = key_at(&state.items, best as u32);
    if let Some(selection) = state.selection.take().filter(|_| !cx.unbounded) {
        // Whatever chose the row, and this one of it: it is one of the candidates.
        let label = cx.choose_one(&selection, deciding);
        return Ok(TaskStep::Done(Labelled::new(chosen.value, cx.join(chosen.label, label))));
    }
    let by = cx.one_chosen_by(deciding, state.structure, n);
    let label = cx.pick(chosen.label, state.structure, Label::NONE, n);
    let label = cx.join(label, by);
    Ok(TaskStep::Done(Labelled::new(chosen.value, label)))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::builtin("sorted", Run::Task(sorted)),
    Native::builtin("min", Run::Task(min)),
    Native::builtin("max", Run::Task(max)),
    Native::mutator(BuiltinType::List, "sort", Run::Task(list_sort)),
];
