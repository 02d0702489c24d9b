//! Reading iterators one element at a time: for natives that may stop before the end.
//!
//! The machine alone can advance a generator, so these natives are tasks, and ask for its next element.

use caravan_label::Label;

use super::{Args, Home, Task, TaskState, TaskStep, find};
use crate::cx::Cx;
use crate::heap::{Instance, Iter, Name, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

/// What pulling at an iterator came to.
pub(crate) enum Pull {
    Item(Labelled),
    /// It has ended, which this reveals.
    End(Label),
    /// It is a generator: make this call and pull again with its result.
    Ask(TaskStep),
}

/// Whether only the machine can advance an iterator.
pub(crate) fn asks_machine(cx: &Cx<'_>, iterator: Value) -> bool {
    match cx.heap.object(iterator) {
        Some(Object::Iterator(iter)) => matches!(**iter, Iter::Generator { .. }),
        Some(Object::Instance(_)) => true,
        _ => false,
    }
}

/// An object that is no element of anything: what a generator that has ended gives.
pub(crate) fn sentinel(cx: &mut Cx<'_>) -> Outcome<Labelled> {
    let object = Instance {
        class: None,
        class_name: "object".into(),
        fields: Vec::new(),
        structure: Label::NONE,
        unset: 0,
    };
    Ok(Labelled::new(cx.heap.value(Object::Instance(Box::new(object)))?, Label::NONE))
}

/// The next element of an iterator. `answer` is the result of the call that the last pull asked for.
pub(crate) fn pull(
    cx: &mut Cx<'_>,
    iterator: Labelled,
    sentinel: Labelled,
    answer: Option<Labelled>,
) -> Outcome<Pull> {
    if asks_machine(cx, iterator.value) {
        return match answer {
            None => {
                let next = find(Home::Builtin, "next").ok_or_else(|| Raise::internal("no builtin `next`"))?;
                let next = Labelled::new(Value::Native(next), Label::NONE);
                Ok(Pull::Ask(TaskStep::Call(next, vec![iterator, sentinel])))
            }
            Some(answer) if answer.value == sentinel.value => Ok(Pull::End(answer.label)),
            Some(answer) => Ok(Pull::Item(answer)),
        };
    }
    match cx.next(iterator)? {
        Some(item) => Ok(Pull::Item(item)),
        None => Ok(Pull::End(Label::NONE)),
    }
}

/// A native that asks functions of the plan about elements: `__hash__`, `__eq__`, `__add__`.
pub(crate) type Asking = fn(&mut Cx<'_>, Args<'_>) -> Outcome<Labelled>;

/// A step of a task.
pub(crate) type Step = fn(&mut Cx<'_>, &mut TaskState, Option<Labelled>) -> Outcome<TaskStep>;

/// Runs a native that asks. What has asked is begun anew with the answer, but an iterator gives its elements
/// only once: so iterators among the arguments are read into lists first, and only `step`, which runs the
/// native on those (see [`run_settled`]), is begun anew.
pub(crate) fn settle(cx: &mut Cx<'_>, args: Args<'_>, run: Asking, step: Step) -> Outcome<Task> {
    let is_iterator = |cx: &Cx<'_>, value: Value| matches!(cx.heap.object(value), Some(Object::Iterator(_)));
    if !args.positional.iter().any(|argument| is_iterator(cx, argument.value)) {
        return Ok(Task::done(run(cx, args)?));
    }
    let mut items = args.positional.to_vec();
    // Generators first: to read one takes a question as well.
    for by_machine in [true, false] {
        for item in &mut items {
            if is_iterator(cx, item.value) && asks_machine(cx, item.value) == by_machine {
                let collected = cx.collect(*item)?;
                *item = cx.make_list(collected.items, collected.structure)?;
            }
        }
    }
    let mut state = TaskState::new(Labelled::new(Value::None, Label::NONE), items, Label::NONE);
    for (name, value) in args.keyword {
        let name = cx.text(&**name, Label::NONE)?;
        state.extra.extend([name, *value]);
    }
    Ok(Task { step, state })
}

/// The step of a task that [`settle`] has made.
pub(crate) fn run_settled(cx: &mut Cx<'_>, state: &TaskState, run: Asking) -> Outcome<TaskStep> {
    let keyword: Vec<(Name, Labelled)> = state
        .extra
        .chunks_exact(2)
        .filter_map(|pair| match pair {
            [name, value] => Some((cx.heap.str(name.value)?.into(), *value)),
            _ => None,
        })
        .collect();
    run(cx, Args { positional: &state.items, keyword: &keyword }).map(TaskStep::Done)
}

/// Natives that ask, each as a task of the same work under a name of its own.
macro_rules! settled {
    ($($name:ident = $run:ident;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<$crate::library::Task> {
                $crate::library::pulling::settle(cx, args, $run, |cx, state, _| {
                    $crate::library::pulling::run_settled(cx, state, $run)
                })
            }
        )*
    };
}
pub(crate) use settled;

/// *mutation*: how far an iterator was advanced was decided by `by`.
pub(crate) fn stopped_by(cx: &mut Cx<'_>, iterators: &[Labelled], by: Label) {
    if cx.lattice.is_inert(by) {
        return;
    }
    for iterator in iterators {
        cx.mutate(*iterator, by);
    }
}

/// The elements of several iterables side by side, up to the end of the shortest, and what their number
/// reveals.
///
/// # Errors
///
/// Those of iterating; the limit `memory` where none of them ends.
pub(crate) fn side_by_side(cx: &mut Cx<'_>, iterables: &[Labelled]) -> Outcome<(Vec<Vec<Labelled>>, Label)> {
    if let [only] = iterables {
        let collected = cx.collect(*only)?;
        return Ok((collected.items.into_iter().map(|item| vec![item]).collect(), collected.structure));
    }
    let mut iterators = Vec::with_capacity(iterables.len());
    let mut structure = Label::NONE;
    for iterable in iterables {
        let mut iterator = cx.iter(*iterable)?;
        if asks_machine(cx, iterator.value) {
            let collected = cx.collect(iterator)?;
            iterator = cx.make_iterator(collected.items, collected.structure, "iterator")?;
        }
        let (own, _) = cx.loop_structure(iterator);
        structure = cx.join(structure, own);
        iterators.push(iterator);
    }
    let mut rows = Vec::new();
    let row_size = iterators.len().saturating_mul(super::making::ELEMENT).saturating_add(64);
    'rows: while !iterators.is_empty() {
        if rows.len().is_multiple_of(1024) {
            cx.heap.room_for(row_size.saturating_mul(rows.len().saturating_add(1)))?;
        }
        let mut row = Vec::with_capacity(iterators.len());
        for iterator in &iterators {
            match cx.next(*iterator)? {
                Some(item) => row.push(item),
                None => break 'rows,
            }
        }
        rows.push(row);
    }
    stopped_by(cx, &iterators, structure);
    Ok((rows, structure))
}
