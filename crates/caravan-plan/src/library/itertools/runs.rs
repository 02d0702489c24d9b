//! `groupby`, `accumulate` and `starmap`: functions of the plan over the elements in order.

use caravan_label::Label;

use crate::cx::Cx;
use crate::heap::Object;
use crate::library::builtins::iterators::call_each;
use crate::library::{Args, Home, Native, Run, Task, TaskState, TaskStep, find};
use crate::operation::Binary;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Value};

fn groupby(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let [iterable, key] = args.bind("groupby", 0, ["iterable", "key"], 0, 1)?;
    let iterable = iterable.ok_or_else(|| Raise::internal("groupby without an argument"))?;
    let collected = cx.collect(iterable)?;
    let key = key.unwrap_or(Labelled::new(Value::None, Label::NONE));
    let mut state = TaskState::for_each(key, collected.items, collected.structure);
    state.next = 1;
    if key.value == Value::None {
        state.results = state.items.clone();
    }
    Ok(Task { step: groupby_step, state })
}

fn groupby_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    if let Some(call) = call_each(cx, state, answer) {
        return Ok(call);
    }
    let revealed = cx.deep_all(&state.results);
    // Between each two neighbours one group ends or not.
    let by = cx.kept_by(revealed, state.structure, state.items.len().saturating_sub(1));
    let structure = cx.join(state.structure, by);
    let mut groups: Vec<(Labelled, Vec<Labelled>)> = Vec::new();
    for (item, key) in state.items.iter().zip(&state.results) {
        let begun = match groups.last() {
            Some((last, _)) => {
                let matches = cx.matches(last.value, key.value);
                cx.reveal(matches, revealed)?
            }
            None => false,
        };
        match groups.last_mut() {
            Some((_, members)) if begun => members.push(*item),
            _ => groups.push((*key, vec![*item])),
        }
    }
    let mut pairs = Vec::with_capacity(groups.len());
    for (key, members) in groups {
        let members = cx.make_iterator(members, structure, "itertools._grouper")?;
        pairs.push(cx.make_pair(key, members)?);
    }
    Ok(TaskStep::Done(cx.make_iterator(pairs, structure, "itertools.groupby")?))
}

/// Folds: `results` holds what came of the elements before `next`.
fn accumulate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let [iterable, function, initial] = args.bind("accumulate", 0, ["iterable", "func", "initial"], 0, 1)?;
    let iterable = iterable.ok_or_else(|| Raise::internal("accumulate without an argument"))?;
    let collected = cx.collect(iterable)?;
    let none = Labelled::new(Value::None, Label::NONE);
    let mut function = function.unwrap_or(none);
    // What `+` is for instances of the plan's classes, their methods say: each sum is a call of its own.
    let own = |value: &Labelled| matches!(cx.heap.object(value.value), Some(Object::Instance(_)));
    if function.value == Value::None && collected.items.iter().chain(&initial).any(own) {
        let add = find(Home::Module(Module::Operator), "add");
        function.value = Value::Native(add.ok_or_else(|| Raise::internal("no `operator.add`"))?);
    }
    let mut state = TaskState::for_each(function, collected.items, collected.structure);
    state.results.extend(initial.filter(|initial| initial.value != Value::None));
    if state.results.is_empty() {
        state.results.extend(state.items.first().copied());
        state.next = 1;
    }
    Ok(Task { step: accumulate_step, state })
}

fn accumulate_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    state.results.extend(answer);
    while let (Some(item), Some(so_far)) =
        (state.items.get(state.next).copied(), state.results.last().copied())
    {
        if state.function.value == Value::None {
            let sum = cx.binary(Binary::Add, so_far, item);
            let sum = cx.reveal(sum, state.structure)?;
            state.results.push(sum);
            state.next += 1;
            continue;
        }
        state.next += 1;
        let label = cx.pick(item.label, state.structure, Label::NONE, state.items.len());
        return Ok(TaskStep::Call(state.function, vec![so_far, Labelled::new(item.value, label)]));
    }
    let results = std::mem::take(&mut state.results);
    Ok(TaskStep::Done(cx.make_iterator(results, state.structure, "itertools.accumulate")?))
}

fn starmap(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    args.no_keywords("starmap")?;
    let [function, iterable] = args.unpack(0, "starmap", 2)?;
    let (Some(function), Some(iterable)) = (function, iterable) else {
        return Err(Raise::internal("starmap without arguments"));
    };
    let collected = cx.collect(iterable)?;
    Ok(Task {
        step: starmap_step,
        state: TaskState::for_each(function, collected.items, collected.structure),
    })
}

fn starmap_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    state.results.extend(answer);
    let Some(item) = state.items.get(state.results.len()).copied() else {
        let results = std::mem::take(&mut state.results);
        return Ok(TaskStep::Done(cx.make_iterator(results, state.structure, "itertools.starmap")?));
    };
    let collected = cx.collect(item)?;
    // How many arguments there are is decided by the element.
    let structure = cx.join(state.structure, collected.structure);
    state.guard = cx.join(state.guard, structure);
    let n = collected.items.len();
    let arguments = collected
        .items
        .iter()
        .map(|item| Labelled::new(item.value, cx.pick(item.label, structure, Label::NONE, n)))
        .collect();
    Ok(TaskStep::Call(state.function, arguments))
}

const ITERTOOLS: Module = Module::Itertools;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(ITERTOOLS, "groupby", Run::Task(groupby)),
    Native::function(ITERTOOLS, "accumulate", Run::Task(accumulate)),
    Native::function(ITERTOOLS, "starmap", Run::Task(starmap)),
];
