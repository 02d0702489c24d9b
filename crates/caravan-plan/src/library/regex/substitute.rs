//! `sub` and `subn`, whose replacement may be a function of the plan.

use caravan_label::Label;
use caravan_pylib::regex::{Subject, Template};

use super::{ALL, Compiled, Searched, all_matches, template_text};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::answering::given;
use crate::library::{Args, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

/// What everything that is made has the label of: all arguments.
pub(super) fn label(cx: &mut Cx<'_>, args: Args<'_>) -> Label {
    let positional = cx.deep_all(args.positional);
    args.keyword.iter().fold(positional, |label, (_, value)| {
        let own = cx.deep(*value);
        cx.join(label, own)
    })
}

/// `sub(replacement, text, count)`, or `subn` if the replacements are counted.
pub(super) fn begin(
    cx: &mut Cx<'_>,
    compiled: &Compiled,
    arguments: [Option<Labelled>; 3],
    counted: bool,
    label: Label,
) -> Outcome<Task> {
    let begun = begin_unlabelled(cx, compiled, arguments, counted, label);
    cx.reveal(begun, label)
}

fn begin_unlabelled(
    cx: &mut Cx<'_>,
    compiled: &Compiled,
    [replacement, text, count]: [Option<Labelled>; 3],
    counted: bool,
    label: Label,
) -> Outcome<Task> {
    let (replacement, text) = (given(replacement)?, given(text)?);
    let count = count.map_or(Ok(0), |count| cx.size(count.value))?;
    if !cx.heap.is_callable(replacement) {
        let template = Template::parse(template_text(cx, replacement)?, &compiled.pattern)?;
        let mut searched = Searched::new(cx, text)?;
        let room = cx.text_room();
        let subject = searched.subject(cx);
        let (replaced, made) = match usize::try_from(count) {
            Ok(count) => {
                compiled.pattern.substitute(&template, &subject, count, room, &mut searched.budget)?
            }
            Err(_) => (subject.text().to_owned(), 0),
        };
        searched.count(cx);
        return answer(cx, replaced, made, counted, label).map(Task::done);
    }
    let most = match count {
        0 => usize::MAX,
        _ => usize::try_from(count).unwrap_or(0),
    };
    let found = all_matches(cx, compiled, text, ALL, most)?;
    let found = found.into_iter().map(|found| Labelled::new(found, label)).collect();
    let mut state = TaskState::new(Labelled::new(replacement, label), found, label);
    state.extra = vec![Labelled::new(cx.heap.plain(text), label), Labelled::new(Value::Bool(counted), label)];
    Ok(Task { step: call_next, state })
}

// `items`: the matches. `results`: what the function answered for those before `next`. `extra`: the text, and
// whether the replacements are counted.

fn call_next(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    state.results.extend(answer);
    match state.items.get(state.next).copied() {
        Some(found) => {
            state.next += 1;
            Ok(TaskStep::Call(state.function, vec![found]))
        }
        None => {
            let answers = std::mem::take(&mut state.results);
            let answered = cx.deep_all(&answers);
            let label = cx.join(state.guard, answered);
            let replaced = replace(cx, state, &answers, label);
            cx.reveal(replaced, label).map(TaskStep::Done)
        }
    }
}

fn replace(cx: &mut Cx<'_>, state: &TaskState, answers: &[Labelled], label: Label) -> Outcome<Labelled> {
    let [text, counted] = state.extra.as_slice() else {
        return Err(Raise::internal("a replacement without a text"));
    };
    let subject = Subject::new(cx.heap.str(text.value).unwrap_or_default());
    let room = cx.text_room();
    let mut out = String::new();
    let (mut from, mut parts) = (0, 0);
    for (found, answer) in state.items.iter().zip(answers) {
        let Some(Object::Match(found)) = cx.heap.object(found.value) else { continue };
        let (start, end) = found.found.range();
        if from < start {
            out.push_str(subject.slice(from, start));
            parts += 1;
        }
        from = end;
        if answer.value != Value::None {
            let Some(new) = cx.heap.str(cx.heap.plain(answer.value)) else {
                return Err(Raise::type_error(format!(
                    "sequence item {parts}: expected str instance, {} found",
                    cx.type_name(answer.value)
                )));
            };
            out.push_str(new);
            parts += 1;
        }
        if out.len() > room {
            return Err(Raise::limit("text", format!("a text of more than {room} bytes")));
        }
    }
    out.push_str(subject.slice(from, subject.len()));
    answer(cx, out, answers.len(), counted.value == Value::Bool(true), label)
}

fn answer(cx: &mut Cx<'_>, text: String, made: usize, counted: bool, label: Label) -> Outcome<Labelled> {
    let label = cx.join(label, cx.literal);
    let text = cx.text(text, label)?;
    if !counted {
        return Ok(text);
    }
    let made = Labelled::new(cx.count(made), label);
    cx.make_pair(text, made)
}
