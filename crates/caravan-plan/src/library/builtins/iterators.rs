//! `enumerate`, `zip`, `map`, `filter`, `reversed`, `iter`, `any`, `all`.
//!
//! What they give is computed at once; it is an iterator all the same, which is used up by reading.

use caravan_label::{Bits, Label};
use caravan_pylib::int;

use crate::cx::Cx;
use crate::heap::{Iter, Object};
use crate::library::making::ELEMENT;
use crate::library::pulling::{self, Pull, asks_machine, pull, side_by_side, stopped_by};
use crate::library::{Args, Native, Run, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn enumerate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if args.positional.is_empty() && args.named("iterable").is_none() {
        return Err(Raise::type_error("enumerate() missing required argument 'iterable'"));
    }
    if args.positional.len() > 2 {
        return Err(Raise::type_error(format!(
            "enumerate() takes at most 2 arguments ({} given)",
            args.positional.len()
        )));
    }
    let [iterable, start] = args.unpack_positional(0, "enumerate", 0)?;
    let [named_iterable, named_start] = args.keywords("enumerate", ["iterable", "start"])?;
    let Some(iterable) = iterable.or(named_iterable) else {
        return Err(Raise::internal("enumerate without an argument"));
    };
    let start = start.or(named_start).unwrap_or(Labelled::new(Value::Int(0), Label::NONE));
    let mut count = cx.index(start.value)?;
    let collected = cx.collect(iterable)?;
    let label = cx.join(start.label, cx.literal);
    // That there is an element with this number is decided by the structure.
    let label = cx.pick(label, collected.structure, Label::NONE, collected.items.len());
    let mut pairs = Vec::with_capacity(collected.items.len());
    for item in collected.items {
        let number = cx.int(count.clone())?;
        pairs.push(cx.make_pair(Labelled::new(number, label), item)?);
        count = int::add(&count, &int::Integer::Small(1));
    }
    cx.make_iterator(pairs, collected.structure, "enumerate")
}

// `zip`. In `items`: the iterators, then the sentinel. `next`: which iterator is pulled at; beyond the
// last one, with `strict`, whether the others have more than the first, which has ended. `extra`: the
// tuple so far. `function`: the flag `strict`.

fn zip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    if args.keyword.len() > 1 {
        return Err(Raise::type_error(format!(
            "zip() takes at most 1 keyword argument ({} given)",
            args.keyword.len()
        )));
    }
    let [strict] = args.keywords("zip", ["strict"])?;
    let strict = match strict {
        Some(flag) => Labelled::new(Value::Bool(cx.truth(flag.value)), flag.label),
        None => Labelled::new(Value::Bool(false), Label::NONE),
    };
    let mut iterators = Vec::with_capacity(args.positional.len() + 1);
    let mut structure = strict.label;
    for iterable in args.positional {
        let iterator = cx.iter(*iterable)?;
        let (own, _) = cx.loop_structure(iterator);
        structure = cx.join(structure, own);
        iterators.push(iterator);
    }
    if iterators.is_empty() {
        return Ok(Task::done(cx.make_iterator(Vec::new(), structure, "zip")?));
    }
    iterators.push(pulling::sentinel(cx)?);
    Ok(Task { step: zip_step, state: TaskState::new(strict, iterators, structure) })
}

fn zip_step(cx: &mut Cx<'_>, state: &mut TaskState, mut answer: Option<Labelled>) -> Outcome<TaskStep> {
    let strict = state.function.value == Value::Bool(true);
    let Some((sentinel, iterators)) = state.items.split_last() else {
        return Err(Raise::internal("zip without iterators"));
    };
    let (sentinel, iterators) = (*sentinel, iterators.to_vec());
    let count = iterators.len();
    loop {
        let checking = state.next >= count;
        let place = if checking { state.next - count } else { state.next };
        let Some(iterator) = iterators.get(place).copied() else { break };
        let pulled = pull(cx, iterator, sentinel, answer.take());
        match cx.reveal(pulled, state.structure)? {
            Pull::Ask(call) => return Ok(call),
            Pull::Item(_) if checking => return zip_unequal(cx, state.structure, place, "longer"),
            Pull::Item(item) => {
                state.extra.push(item);
                state.next += 1;
                if state.next == count {
                    let row = std::mem::take(&mut state.extra);
                    state.results.push(cx.make_tuple(row, Label::NONE)?);
                    state.next = 0;
                }
            }
            Pull::End(label) => {
                state.structure = cx.join(state.structure, label);
                state.guard = cx.join(state.guard, label);
                if strict && !checking && place > 0 {
                    return zip_unequal(cx, state.structure, place, "shorter");
                }
                if !strict {
                    break;
                }
                state.next = count + place + 1;
            }
        }
    }
    stopped_by(cx, &iterators, state.structure);
    let rows = std::mem::take(&mut state.results);
    Ok(TaskStep::Done(cx.make_iterator(rows, state.structure, "zip")?))
}

fn zip_unequal(cx: &mut Cx<'_>, structure: Label, place: usize, how: &str) -> Outcome<TaskStep> {
    let others = if place == 1 { "argument 1".to_owned() } else { format!("arguments 1-{place}") };
    let unequal = Err(Raise::value_error(format!("zip() argument {} is {how} than {others}", place + 1)));
    cx.reveal(unequal, structure)
}

// `map`. `items`: the arguments of all calls, one call's after the other's; `next`: how many each takes.

fn map(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("map")?;
    let (function, iterables) = match args.positional {
        [function, iterables @ ..] if !iterables.is_empty() => (*function, iterables),
        _ => return Err(Raise::type_error("map() must have at least two arguments.")),
    };
    let (rows, structure) = side_by_side(cx, iterables)?;
    let mut state = TaskState::for_each(function, rows.into_iter().flatten().collect(), structure);
    state.next = iterables.len();
    Ok(Task { step: map_step, state })
}

fn map_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    if let Some(call) = call_each(cx, state, answer) {
        return Ok(call);
    }
    let results = std::mem::take(&mut state.results);
    Ok(TaskStep::Done(cx.make_iterator(results, state.structure, "map")?))
}

/// Calls the function with the next `state.next` of the items, until all are used up; `state.results`
/// collects what it gives.
pub(crate) fn call_each(
    cx: &mut Cx<'_>,
    state: &mut TaskState,
    answer: Option<Labelled>,
) -> Option<TaskStep> {
    // Once all are answered, an answer can only be the last one again: the step was begun anew.
    if state.results.len().saturating_mul(state.next) < state.items.len() {
        state.results.extend(answer);
    }
    let from = state.results.len().saturating_mul(state.next);
    let items = state.items.get(from..from.saturating_add(state.next)).filter(|items| !items.is_empty())?;
    let n = state.items.len();
    let structure = state.structure;
    let arguments = items
        .iter()
        .map(|item| Labelled::new(item.value, cx.pick(item.label, structure, Label::NONE, n)))
        .collect();
    Some(TaskStep::Call(state.function, arguments))
}

fn filter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("filter")?;
    let [predicate, iterable] = args.unpack(0, "filter", 2)?;
    let (Some(predicate), Some(iterable)) = (predicate, iterable) else {
        return Err(Raise::internal("filter without arguments"));
    };
    filter_task(cx, predicate, iterable, filter_step)
}

/// A task that asks a predicate about every element.
pub(crate) fn filter_task(
    cx: &mut Cx<'_>,
    predicate: Labelled,
    iterable: Labelled,
    step: fn(&mut Cx<'_>, &mut TaskState, Option<Labelled>) -> Outcome<TaskStep>,
) -> Outcome<Task> {
    let selection = cx.selection_behind(iterable);
    let collected = cx.collect(iterable)?;
    let mut state = TaskState::for_each(predicate, collected.items, collected.structure);
    state.selection = selection;
    state.next = 1;
    if predicate.value == Value::None {
        // The elements speak for themselves.
        state.results = state.items.clone();
    }
    Ok(Task { step, state })
}

fn filter_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    match call_each(cx, state, answer) {
        Some(call) => Ok(call),
        None => filtered(cx, state, true, "filter"),
    }
}

/// The items for which the predicate said `wanted`.
pub(crate) fn filtered(
    cx: &mut Cx<'_>,
    state: &mut TaskState,
    wanted: bool,
    name: &'static str,
) -> Outcome<TaskStep> {
    let mut said = Label::NONE;
    let mut doubtful = 0;
    let mut kept = Vec::new();
    for (item, answer) in state.items.iter().zip(&state.results) {
        let label = cx.structure_of(*answer);
        if !cx.lattice.is_inert(label) {
            doubtful += 1;
            said = cx.join(said, label);
        }
        if cx.asked_truth(answer.value)? == wanted {
            kept.push(*item);
        }
    }
    let by = cx.kept_by(said, state.structure, doubtful);
    let structure = cx.join(state.structure, by);
    let row = cx.make_iterator(kept, structure, name)?;
    if let Some(candidates) = cx.candidates(state, said) {
        cx.note_selection(row.value, structure, candidates);
    }
    Ok(TaskStep::Done(row))
}

fn reversed(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("reversed")?;
    let [value] = args.unpack(0, "reversed", 1)?;
    let value = value.ok_or_else(|| Raise::internal("reversed without an argument"))?;
    if let Some(answer) = cx.ask_labelled(value, "__reversed__", &[])? {
        return Ok(answer);
    }
    let name = match (value.value, cx.heap.object(value.value)) {
        (Value::Object(of), Some(Object::List(sequence) | Object::Tuple(sequence))) => {
            let reverse = Iter::Reversed { of, next: sequence.items.len() };
            return Ok(Labelled::new(cx.heap.value(Object::Iterator(Box::new(reverse)))?, value.label));
        }
        (_, Some(Object::Range { start, stop, step })) => {
            let reverse = reversed_range(*start, *stop, *step);
            return Ok(Labelled::new(cx.heap.value(Object::Iterator(Box::new(reverse)))?, value.label));
        }
        (_, Some(Object::Deque(_))) => "_collections._deque_reverse_iterator",
        (_, Some(Object::Dict(_) | Object::View { .. })) => "dict_reversekeyiterator",
        (_, Some(Object::Str(_) | Object::Bytes(_))) => "reversed",
        (of, Some(Object::Instance(_))) if cx.is_instance(of, Value::Type(BuiltinType::Tuple))? => "reversed",
        (of, Some(Object::Instance(_)))
            if ["__getitem__", "__len__"].iter().all(|name| cx.heap.plan_method(of, name).is_some()) =>
        {
            "reversed"
        }
        _ => {
            return Err(Raise::type_error(format!(
                "'{}' object is not reversible",
                cx.type_name(value.value)
            )));
        }
    };
    let mut collected = cx.collect(value)?;
    collected.items.reverse();
    cx.make_iterator(collected.items, collected.structure, name)
}

/// The numbers of a range from its last to its first.
fn reversed_range(start: i64, stop: i64, step: i64) -> Iter {
    let (first, end, width) = (i128::from(start), i128::from(stop), i128::from(step));
    let count = match width {
        1.. if first < end => (end - first - 1) / width + 1,
        ..=-1 if first > end => (first - end - 1) / -width + 1,
        _ => return Iter::Done,
    };
    let last = first + (count - 1) * width;
    match (i64::try_from(last), i64::try_from(first - width), step.checked_neg()) {
        (Ok(next), Ok(stop), Some(step)) => Iter::Range { next, stop, step },
        // The end would be beyond 64 bits, so the start is within a step of it.
        (Ok(next), Err(_), Some(step)) => {
            let stop = if step < 0 { start.saturating_sub(1) } else { start.saturating_add(1) };
            Iter::Range { next, stop, step }
        }
        _ => Iter::Range { next: start, stop: start.saturating_add(1), step: 1 },
    }
}

fn iter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("iter")?;
    let [source, sentinel] = args.unpack(0, "iter", 1)?;
    let source = source.ok_or_else(|| Raise::internal("iter without an argument"))?;
    let Some(sentinel) = sentinel else {
        return Ok(Task::done(cx.iter(source)?));
    };
    if !cx.heap.is_callable(source.value) {
        return Err(Raise::type_error("iter(v, w): v must be callable"));
    }
    Ok(Task { step: iter_step, state: TaskState::new(source, vec![sentinel], Label::NONE) })
}

fn iter_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    let Some(sentinel) = state.items.first().copied() else {
        return Err(Raise::internal("iter without a sentinel"));
    };
    if let Some(answer) = answer {
        let ended = cx.matches(answer.value, sentinel.value)?;
        // Whether it is called again depends on all that it has answered.
        let told = cx.deep_all(&[answer, sentinel]);
        state.guard = cx.join(state.guard, told);
        if ended {
            let structure = cx.chosen_by(state.guard, Bits::UNBOUNDED);
            let results = std::mem::take(&mut state.results);
            return Ok(TaskStep::Done(cx.make_iterator(results, structure, "callable_iterator")?));
        }
        cx.heap.room_for(state.results.len().saturating_mul(ELEMENT))?;
        state.results.push(answer);
    }
    Ok(TaskStep::Call(state.function, Vec::new()))
}

// `any` and `all`: of a generator they read only as far as they need. `function`: the truth value that
// decides. `items`: the iterator and the sentinel of a generator, all elements of anything else.

fn truths(cx: &mut Cx<'_>, args: Args<'_>, name: &str, wanted: bool) -> Outcome<Task> {
    let iterable = args.one(0, name)?;
    let wanted = Labelled::new(Value::Bool(wanted), Label::NONE);
    if asks_machine(cx, iterable.value) {
        let iterator = cx.iter(iterable)?;
        let (structure, _) = cx.loop_structure(iterator);
        let items = vec![iterator, pulling::sentinel(cx)?];
        return Ok(Task { step: pulled_truths_step, state: TaskState::new(wanted, items, structure) });
    }
    let collected = cx.collect(iterable)?;
    Ok(Task { step: truths_step, state: TaskState::new(wanted, collected.items, collected.structure) })
}

fn truths_step(cx: &mut Cx<'_>, state: &mut TaskState, _: Option<Labelled>) -> Outcome<TaskStep> {
    let wanted = state.function.value == Value::Bool(true);
    let mut label = state.structure;
    let mut found = false;
    for item in &state.items {
        found = found || cx.asked_truth(item.value)? == wanted;
        // What comes after the first one found counts too: which one it is depends on the others.
        let revealed = cx.structure_of(*item);
        label = cx.join(label, revealed);
    }
    Ok(TaskStep::Done(Labelled::new(Value::Bool(found == wanted), label)))
}

fn pulled_truths_step(
    cx: &mut Cx<'_>,
    state: &mut TaskState,
    mut answer: Option<Labelled>,
) -> Outcome<TaskStep> {
    let wanted = state.function.value == Value::Bool(true);
    let &[iterator, sentinel] = &state.items[..] else {
        return Err(Raise::internal("a search without an iterator"));
    };
    loop {
        match pull(cx, iterator, sentinel, answer.take())? {
            Pull::Ask(call) => return Ok(call),
            Pull::End(label) => {
                let label = cx.join(state.guard, label);
                return Ok(TaskStep::Done(Labelled::new(Value::Bool(!wanted), label)));
            }
            Pull::Item(item) => {
                let truth = cx.asked_truth(item.value)?;
                let revealed = cx.structure_of(item);
                state.guard = cx.join(state.guard, revealed);
                if truth == wanted {
                    stopped_by(cx, &[iterator], state.guard);
                    return Ok(TaskStep::Done(Labelled::new(Value::Bool(wanted), state.guard)));
                }
            }
        }
    }
}

fn any(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    truths(cx, args, "any", true)
}

fn all(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    truths(cx, args, "all", false)
}

// `_elements`: all that a generator still gives, as a list. Operations that read an iterable to its end
// ask for it, since the machine alone can advance a generator.

fn elements(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let iterator = args.one(0, "_elements")?;
    let (structure, _) = cx.loop_structure(iterator);
    let items = vec![iterator, pulling::sentinel(cx)?];
    let none = Labelled::new(Value::None, Label::NONE);
    Ok(Task { step: elements_step, state: TaskState::new(none, items, structure) })
}

fn elements_step(cx: &mut Cx<'_>, state: &mut TaskState, mut answer: Option<Labelled>) -> Outcome<TaskStep> {
    let &[iterator, sentinel] = &state.items[..] else {
        return Err(Raise::internal("an iterator that is not there"));
    };
    loop {
        match pull(cx, iterator, sentinel, answer.take())? {
            Pull::Ask(call) => return Ok(call),
            Pull::Item(item) => {
                if state.results.len().is_multiple_of(1024) {
                    cx.heap.room_for(state.results.len().saturating_add(1024).saturating_mul(ELEMENT))?;
                }
                state.results.push(item);
            }
            Pull::End(label) => {
                let structure = cx.join(state.structure, label);
                let results = std::mem::take(&mut state.results);
                return Ok(TaskStep::Done(cx.make_list(results, structure)?));
            }
        }
    }
}

pub(crate) const NATIVES: &[Native] = &[
    Native::builtin("enumerate", Run::Labelled(enumerate)),
    Native::builtin("zip", Run::Task(zip)),
    Native::builtin("map", Run::Task(map)),
    Native::builtin("filter", Run::Task(filter)),
    Native::builtin("reversed", Run::Labelled(reversed)),
    Native::builtin("iter", Run::Task(iter)),
    Native::builtin("_elements", Run::Task(elements)),
    Native::builtin("any", Run::Task(any)),
    Native::builtin("all", Run::Task(all)),
];
