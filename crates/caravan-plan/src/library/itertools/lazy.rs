//! The functions of `itertools` that may stop before the end of what they read, or that ask a predicate.

use caravan_label::{Bits, Label};

use crate::cx::Cx;
use crate::library::builtins::iterators::{call_each, filter_task, filtered};
use crate::library::making::ELEMENT;
use crate::library::pulling::{self, Pull, pull, stopped_by};
use crate::library::{Args, Native, Run, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Value};

// `islice`. `items`: the iterator and the sentinel; `next`: how many elements were read; `extra`: start,
// stop (or `None`) and step.

fn islice(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("islice")?;
    let [source, first, second, third] = args.unpack(0, "islice", 2)?;
    let source = source.ok_or_else(|| Raise::internal("islice without an argument"))?;
    let none = Labelled::new(Value::None, Label::NONE);
    let (start, stop, step) = match second {
        None => (none, first.unwrap_or(none), none),
        Some(stop) => (first.unwrap_or(none), stop, third.unwrap_or(none)),
    };
    let from = bound(cx, start, "Indices")?.unwrap_or(0);
    let is_index = second.is_some() && cx.integer(stop.value).is_some();
    let to = bound(cx, stop, if is_index { "Indices" } else { "Stop argument" })?;
    let width = match (step.value, cx.integer(step.value).and_then(|step| step.to_i64())) {
        (Value::None, _) => 1,
        (_, Some(width @ 1..)) => width,
        _ => return Err(Raise::value_error("Step for islice() must be a positive integer or None.")),
    };
    let iterator = cx.iter(source)?;
    let (structure, _) = cx.loop_structure(iterator);
    let bounds = cx.join_all(&[start, stop, step]);
    let structure = cx.join(structure, bounds);
    let mut state = TaskState::new(none, vec![iterator, pulling::sentinel(cx)?], structure);
    let to = to.map_or(Value::None, Value::Int);
    state.extra =
        [Value::Int(from), to, Value::Int(width)].map(|value| Labelled::new(value, Label::NONE)).to_vec();
    Ok(Task { step: islice_step, state })
}

/// A bound of `islice`; none for `None`.
fn bound(cx: &Cx<'_>, value: Labelled, what: &str) -> Outcome<Option<i64>> {
    if value.value == Value::None {
        return Ok(None);
    }
    match cx.integer(value.value).and_then(|bound| bound.to_i64()) {
        Some(bound @ 0..) => Ok(Some(bound)),
        _ => Err(Raise::value_error(format!(
            "{what} for islice() must be None or an integer: 0 <= x <= sys.maxsize."
        ))),
    }
}

fn islice_step(cx: &mut Cx<'_>, state: &mut TaskState, mut answer: Option<Labelled>) -> Outcome<TaskStep> {
    let (&[iterator, sentinel], &[start, stop, step]) = (&state.items[..], &state.extra[..]) else {
        return Err(Raise::internal("islice without its bounds"));
    };
    let number = |held: Labelled| match held.value {
        Value::Int(number) => usize::try_from(number).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let (start, stop, step) = (number(start), number(stop), number(step));
    // What is read: up to the stop, or the start where that is beyond it.
    let end = if stop == usize::MAX { stop } else { stop.max(start) };
    while state.next < end {
        let pulled = pull(cx, iterator, sentinel, answer.take());
        match cx.reveal(pulled, state.structure)? {
            Pull::Ask(call) => return Ok(call),
            Pull::End(label) => {
                state.structure = cx.join(state.structure, label);
                break;
            }
            Pull::Item(item) => {
                let place = state.next;
                state.next += 1;
                if place >= start && place < stop && (place - start).is_multiple_of(step) {
                    if state.results.len().is_multiple_of(1024) {
                        cx.heap.room_for(state.results.len().saturating_add(1024).saturating_mul(ELEMENT))?;
                    }
                    state.results.push(item);
                }
            }
        }
    }
    stopped_by(cx, &[iterator], state.structure);
    let results = std::mem::take(&mut state.results);
    Ok(TaskStep::Done(cx.make_iterator(results, state.structure, "itertools.islice")?))
}

// `takewhile`. `items`: the iterator and the sentinel; `extra`: the element about which the predicate was
// asked, while it is asked.

fn takewhile(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("takewhile")?;
    let [predicate, source] = args.unpack(0, "takewhile", 2)?;
    let (Some(predicate), Some(source)) = (predicate, source) else {
        return Err(Raise::internal("takewhile without arguments"));
    };
    let iterator = cx.iter(source)?;
    let (structure, _) = cx.loop_structure(iterator);
    let state = TaskState::new(predicate, vec![iterator, pulling::sentinel(cx)?], structure);
    Ok(Task { step: takewhile_step, state })
}

fn takewhile_step(cx: &mut Cx<'_>, state: &mut TaskState, mut answer: Option<Labelled>) -> Outcome<TaskStep> {
    let &[iterator, sentinel] = &state.items[..] else {
        return Err(Raise::internal("takewhile without an iterator"));
    };
    if let (Some(asked), Some(said)) = (state.extra.last().copied(), answer) {
        let truth = cx.asked_truth(said.value)?;
        answer = None;
        state.extra.pop();
        let label = cx.structure_of(said);
        let told = cx.asked_label();
        let label = cx.join(label, told);
        // One bit for each element that was asked about; what comes later is asked only if all said yes.
        let bits = cx.bounded(state.structure, Bits::ONE);
        let by = cx.chosen_by(label, bits);
        state.guard = cx.join(state.guard, label);
        state.structure = cx.join(state.structure, by);
        if !truth {
            stopped_by(cx, &[iterator], state.guard);
            return takewhile_end(cx, state);
        }
        if state.results.len().is_multiple_of(1024) {
            cx.heap.room_for(state.results.len().saturating_add(1024).saturating_mul(ELEMENT))?;
        }
        state.results.push(asked);
    }
    match pull(cx, iterator, sentinel, answer)? {
        Pull::Ask(call) => Ok(call),
        Pull::End(label) => {
            state.structure = cx.join(state.structure, label);
            takewhile_end(cx, state)
        }
        Pull::Item(item) => {
            state.extra.push(item);
            Ok(TaskStep::Call(state.function, vec![item]))
        }
    }
}

fn takewhile_end(cx: &mut Cx<'_>, state: &mut TaskState) -> Outcome<TaskStep> {
    let results = std::mem::take(&mut state.results);
    Ok(TaskStep::Done(cx.make_iterator(results, state.structure, "itertools.takewhile")?))
}

fn predicate_task(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    name: &str,
    step: fn(&mut Cx<'_>, &mut TaskState, Option<Labelled>) -> Outcome<TaskStep>,
) -> Outcome<Task> {
    args.no_keywords(name)?;
    let [predicate, source] = args.unpack(0, name, 2)?;
    match (predicate, source) {
        (Some(predicate), Some(source)) => filter_task(cx, predicate, source, step),
        _ => Err(Raise::internal("a filter without arguments")),
    }
}

fn dropwhile(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    predicate_task(cx, args, "dropwhile", dropwhile_step)
}

fn dropwhile_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    let mut dropping = true;
    if let Some(said) = answer {
        dropping = cx.asked_truth(said.value)?;
        let label = cx.structure_of(said);
        let told = cx.asked_label();
        let label = cx.join(label, told);
        state.guard = cx.join(state.guard, label);
    }
    if dropping && let Some(call) = call_each(cx, state, answer) {
        return Ok(call);
    }
    let (items, asked) = (&state.items, state.results.len());
    // The last one asked about is kept, unless all were dropped.
    let dropped = if dropping { items.len() } else { asked };
    let kept = items.get(dropped..).unwrap_or(&[]).to_vec();
    // Where the first one kept stands is one decision.
    let by = cx.one_chosen_by(state.guard, state.structure, state.items.len());
    let structure = cx.join(state.structure, by);
    Ok(TaskStep::Done(cx.make_iterator(kept, structure, "itertools.dropwhile")?))
}

fn filterfalse(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    predicate_task(cx, args, "filterfalse", |cx, state, answer| match call_each(cx, state, answer) {
        Some(call) => Ok(call),
        None => filtered(cx, state, false, "itertools.filterfalse"),
    })
}

const ITERTOOLS: Module = Module::Itertools;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(ITERTOOLS, "islice", Run::Task(islice)),
    Native::function(ITERTOOLS, "takewhile", Run::Task(takewhile)),
    Native::function(ITERTOOLS, "dropwhile", Run::Task(dropwhile)),
    Native::function(ITERTOOLS, "filterfalse", Run::Task(filterfalse)),
];
