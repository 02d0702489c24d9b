//! The functions of the plan that take part in `json.dumps` and `json.loads`: `default=`, `object_hook=`,
//! `object_pairs_hook=`, `parse_float=`, `parse_int=`, `parse_constant=`.
//!
//! They are called by tasks, for which `dumps` and `loads` ask. Plans cannot name the tasks themselves.

use caravan_label::Label;
use caravan_pylib::json::Json;

use super::{Choice, Shape, circular, entries, shape, too_deep_to_encode};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::Object;
use crate::library::{Args, Native, Run, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

/// The task that calls `default` for all values that JSON has no form for, in the order in which `dumps` meets them, and
/// gives the list of its answers. Arguments: the function, the value, and the three flags of [`Choice`].
pub(super) const ANSWERS: &str = "_json_answers";

/// The task that makes values of the steps of [`steps`]. Arguments: the steps, and the [`HOOKS`].
pub(super) const HOOKED: &str = "_json_hooked";

/// The functions that `loads` takes.
pub(super) const HOOKS: [&str; 5] =
    ["object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant"];

fn missing() -> Box<Raise> {
    Raise::internal("a task of `json` lacks an argument")
}

// `_json_answers`. `function`: `default`. `items`: the values still to be met, the next one last; unbound where a
// container ends. `results`: the answers. `next`: the values met. `extra`: the flags, then the containers that are open.

/// The place of the first open container in `extra`.
const OPEN: usize = 3;

fn answers(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let [default, object, flags @ ..] = args.positional else { return Err(missing()) };
    let guard = cx.deep_all(&[*default, *object]);
    let mut state = TaskState::new(*default, vec![*object], guard);
    state.extra = flags.to_vec();
    Ok(Task { step: answers_step, state })
}

fn choice(state: &TaskState) -> Choice {
    let flag = |place: usize| state.extra.get(place).is_some_and(|flag| flag.value == Value::Bool(true));
    Choice { sort_keys: flag(0), skip_keys: flag(1), check_circular: flag(2) }
}

fn open(cx: &Cx<'_>, state: &mut TaskState, value: Labelled) -> Outcome<()> {
    let containers = state.extra.get(OPEN..).unwrap_or(&[]);
    if choice(state).check_circular && containers.iter().any(|open| cx.same(open.value, value.value)) {
        return Err(circular());
    }
    if containers.len() >= cx.limits.data_depth {
        return Err(too_deep_to_encode());
    }
    state.extra.push(value);
    state.items.push(Labelled::new(Value::Unbound, Label::NONE));
    Ok(())
}

fn answers_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    let outcome = next_call(cx, state, answer);
    cx.reveal(outcome, state.guard)
}

fn next_call(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    if let Some(answer) = answer {
        cx.heap.room_for(state.results.len().saturating_mul(size_of::<Labelled>()))?;
        let label = cx.deep(answer);
        state.guard = cx.join(state.guard, label);
        state.results.push(answer);
        state.items.push(answer);
    }
    while let Some(item) = state.items.pop() {
        if item.value == Value::Unbound {
            state.extra.pop();
            continue;
        }
        // Every value takes a character at least, so more of them than that cannot be written.
        state.next += 1;
        if state.next > cx.limits.string {
            return Err(Raise::limit("text", format!("a text of more than {} bytes", cx.limits.string)));
        }
        match shape(cx, item.value) {
            Shape::Scalar => {}
            Shape::List(items) => {
                open(cx, state, item)?;
                cx.heap.room_for(
                    state.items.len().saturating_add(items.len()).saturating_mul(size_of::<Labelled>()),
                )?;
                state.items.extend(items.into_iter().rev());
            }
            Shape::Dict => {
                open(cx, state, item)?;
                let entries = entries(cx, item.value, choice(state))?;
                cx.heap.room_for(
                    state.items.len().saturating_add(entries.len()).saturating_mul(size_of::<Labelled>()),
                )?;
                state.items.extend(entries.into_iter().rev().map(|(_, value)| value));
            }
            Shape::Other => {
                open(cx, state, item)?;
                let label = cx.pick(item.label, state.guard, Label::NONE, 1);
                return Ok(TaskStep::Call(state.function, vec![Labelled::new(item.value, label)]));
            }
        }
    }
    let answers = std::mem::take(&mut state.results);
    cx.make_list(answers, state.guard).map(TaskStep::Done)
}

// `_json_hooked`. `items`: the steps. `results`: the values made and not yet part of another. `extra`: the hooks.

/// What a step of more than a plain value does.
#[derive(Clone, Copy)]
enum Step {
    /// Makes a list of the last so many values.
    List,
    /// Makes an object of the last so many pairs of values.
    Object,
    /// Converts the text of a number, by the hook of that place in [`HOOKS`].
    Float,
    Int,
    Constant,
}

impl Step {
    const ALL: [Step; 5] = [Step::List, Step::Object, Step::Float, Step::Int, Step::Constant];

    fn value(self, cx: &mut Cx<'_>, operand: Value, label: Label) -> Outcome<Labelled> {
        let parts = [Value::Int(self as i64), operand].map(|part| Labelled::new(part, label));
        Ok(Labelled::new(cx.heap.tuple(parts.to_vec(), label)?, label))
    }

    /// The step that a value stands for; none if it is a plain value.
    fn read(cx: &Cx<'_>, value: Value) -> Option<(Step, Value)> {
        let Some(Object::Tuple(parts)) = cx.heap.object(value) else { return None };
        let [step, operand] = parts.items.as_slice() else { return None };
        let Value::Int(step) = step.value else { return None };
        let step = Step::ALL.get(usize::try_from(step).ok()?)?;
        Some((*step, operand.value))
    }
}

/// The steps that make a value, as a list: plain values, and tuples for what is to be done with those before.
///
/// # Errors
///
/// The limit `memory`.
pub(super) fn steps(cx: &mut Cx<'_>, json: Json, label: Label) -> Outcome<Labelled> {
    let mut steps = Vec::new();
    add_steps(cx, json, label, &mut steps)?;
    Ok(Labelled::new(cx.heap.list(steps, label)?, label))
}

fn add_steps(cx: &mut Cx<'_>, json: Json, label: Label, steps: &mut Vec<Labelled>) -> Outcome<()> {
    let count = |count: usize| Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
    let value = match json {
        Json::Null => Value::None,
        Json::Bool(bool) => Value::Bool(bool),
        Json::Int(integer) => cx.int(integer)?,
        Json::Float(float) => Value::Float(float),
        Json::Str(text) => cx.heap.text(text)?,
        Json::Number(text) => {
            let step = match text.as_str() {
                "NaN" | "Infinity" | "-Infinity" => Step::Constant,
                _ if text.contains(['.', 'e', 'E']) => Step::Float,
                _ => Step::Int,
            };
            let text = cx.heap.text(text)?;
            steps.push(step.value(cx, text, label)?);
            return Ok(());
        }
        Json::List(items) => {
            let length = count(items.len());
            for item in items {
                add_steps(cx, item, label, steps)?;
            }
            steps.push(Step::List.value(cx, length, label)?);
            return Ok(());
        }
        Json::Object(entries) => {
            let length = count(entries.len());
            for (key, item) in entries {
                let key = cx.heap.text(key)?;
                steps.push(Labelled::new(key, label));
                add_steps(cx, item, label, steps)?;
            }
            steps.push(Step::Object.value(cx, length, label)?);
            return Ok(());
        }
    };
    steps.push(Labelled::new(value, label));
    Ok(())
}

fn hooked(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let [steps, hooks @ ..] = args.positional else { return Err(missing()) };
    let items = cx.heap.sequence(steps.value).map(|steps| steps.items.clone()).ok_or_else(missing)?;
    let label = steps.label;
    let mut state = TaskState::new(cx.none(label), items, label);
    state.extra = hooks.to_vec();
    Ok(Task { step: hooked_step, state })
}

fn hooked_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    let outcome = next_hook(cx, state, answer);
    cx.reveal(outcome, state.structure)
}

fn next_hook(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    let label = state.structure;
    if let Some(answer) = answer {
        // Which of its answers it is, is decided by the text.
        let label = cx.pick(answer.label, label, Label::NONE, state.items.len());
        state.results.push(Labelled::new(answer.value, label));
    }
    while let Some(item) = state.items.get(state.next).copied() {
        state.next += 1;
        let Some((step, operand)) = Step::read(cx, item.value) else {
            state.results.push(item);
            continue;
        };
        let hook = |place: usize| state.extra.get(place).copied().filter(|hook| hook.value != Value::None);
        let (made, hook) = match step {
            Step::List => {
                let items = last(state, operand, 1);
                (Labelled::new(cx.heap.list(items, label)?, label), None)
            }
            Step::Object => {
                let (object_hook, pairs_hook) = (hook(0), hook(1));
                let entries = last(state, operand, 2);
                let made = if pairs_hook.is_some() {
                    pairs(cx, &entries, label)?
                } else {
                    object(cx, &entries, label)?
                };
                (made, pairs_hook.or(object_hook))
            }
            Step::Float | Step::Int | Step::Constant => {
                let text = cx.heap.str(operand).unwrap_or_default();
                let (hook, number) = match step {
                    Step::Int => (hook(3), None),
                    Step::Float => (hook(2), Some(text.parse().unwrap_or(f64::NAN))),
                    _ => (hook(4), Some(constant(text))),
                };
                let value = match (hook, number) {
                    (Some(_), _) => operand,
                    (None, Some(number)) => Value::Float(number),
                    (None, None) => {
                        let integer = caravan_pylib::int::text::parse(text, 10)?;
                        cx.int(integer)?
                    }
                };
                (Labelled::new(value, label), hook)
            }
        };
        match hook {
            Some(hook) => return Ok(TaskStep::Call(hook, vec![made])),
            None => state.results.push(made),
        }
    }
    state.results.pop().map(TaskStep::Done).ok_or_else(missing)
}

fn constant(text: &str) -> f64 {
    match text {
        "Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ => f64::NAN,
    }
}

/// Takes the last values, `count` times `size` of them, off the results.
fn last(state: &mut TaskState, count: Value, size: usize) -> Vec<Labelled> {
    let count = match count {
        Value::Int(count) => usize::try_from(count).unwrap_or(0).saturating_mul(size),
        _ => 0,
    };
    let from = state.results.len().saturating_sub(count);
    state.results.split_off(from)
}

fn object(cx: &mut Cx<'_>, entries: &[Labelled], label: Label) -> Outcome<Labelled> {
    let dict = cx.heap.value(Object::Dict(Box::new(Dict::new(label))))?;
    for entry in entries.chunks_exact(2) {
        if let [key, value] = entry {
            cx.dict_insert(dict, *key, *value)?;
        }
    }
    Ok(Labelled::new(dict, label))
}

fn pairs(cx: &mut Cx<'_>, entries: &[Labelled], label: Label) -> Outcome<Labelled> {
    let mut items = Vec::with_capacity(entries.len() / 2);
    for entry in entries.chunks_exact(2) {
        let pair = cx.heap.tuple(entry.to_vec(), label)?;
        items.push(Labelled::new(pair, label));
    }
    Ok(Labelled::new(cx.heap.list(items, label)?, label))
}

pub(crate) const NATIVES: &[Native] =
    &[Native::builtin(ANSWERS, Run::Task(answers)), Native::builtin(HOOKED, Run::Task(hooked))];
