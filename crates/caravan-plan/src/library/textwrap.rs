//! The module `textwrap`.

use caravan_label::Label;
use caravan_pylib::text;
use caravan_pylib::textwrap::{self, Options};

use super::answering::given;
use super::parameters::Parameters;
use super::{Args, Native, Run, Task, TaskState, TaskStep};
use crate::cx::Cx;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Value};

/// The text argument of a function that calls its method `method` first.
fn text_of<'c>(cx: &'c Cx<'_>, text: Value, method: &str) -> Outcome<&'c str> {
    cx.heap.str(cx.heap.plain(text)).ok_or_else(|| {
        Raise::attribute_error(format!("'{}' object has no attribute '{method}'", cx.type_name(text)))
    })
}

fn indentation(cx: &Cx<'_>, value: Value) -> Outcome<String> {
    cx.str_argument(value, |name| format!("object of type '{name}' has no len()"))
}

/// The width of lines: a float counts as the whole number below it, as no line has half a character.
fn width(cx: &Cx<'_>, value: Value) -> Outcome<i64> {
    match (value, cx.integer(value)) {
        (_, Some(width)) => Ok(width.clamp_to_i64()),
        (Value::Float(width), _) => Ok(width.floor() as i64),
        _ => Err(Raise::type_error(format!(
            "'<=' not supported between instances of '{}' and 'int'",
            cx.type_name(value)
        ))),
    }
}

/// The text, and the options of `TextWrapper` that the other arguments set.
fn arguments(
    cx: &Cx<'_>,
    args: Args<'_>,
    function: &'static str,
    required: usize,
) -> Outcome<(Value, Options)> {
    let is_own = |name: &str| matches!(name, "text" | "width");
    let (own, others): (Vec<_>, Vec<_>) = args.keyword.iter().cloned().partition(|(name, _)| is_own(name));
    let own = Args { positional: args.positional, keyword: &own };
    let [text, lines] = Parameters::new(function, ["text", "width"], required).read(own)?;
    let mut options = Options::default();
    if let Some(lines) = lines {
        options.width = width(cx, lines.value)?;
    }
    for (name, value) in others {
        let value = value.value;
        match &*name {
            "initial_indent" => options.initial_indent = indentation(cx, value)?,
            "subsequent_indent" => options.subsequent_indent = indentation(cx, value)?,
            "placeholder" => options.placeholder = indentation(cx, value)?,
            "expand_tabs" => options.expand_tabs = cx.truth(value),
            "replace_whitespace" => options.replace_whitespace = cx.truth(value),
            "fix_sentence_endings" => options.fix_sentence_endings = cx.truth(value),
            "break_long_words" => options.break_long_words = cx.truth(value),
            "drop_whitespace" => options.drop_whitespace = cx.truth(value),
            "break_on_hyphens" => options.break_on_hyphens = cx.truth(value),
            "tabsize" => options.tabsize = cx.index(value)?.clamp_to_i64(),
            "max_lines" if value == Value::None => options.max_lines = None,
            "max_lines" => options.max_lines = Some(cx.index(value)?.clamp_to_i64()),
            _ => {
                return Err(Raise::type_error(format!(
                    "TextWrapper.__init__() got an unexpected keyword argument '{name}'"
                )));
            }
        }
    }
    Ok((given(text)?, options))
}

fn wrap(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (text, options) = arguments(cx, args, "wrap", 1)?;
    let lines = textwrap::wrap(text_of(cx, text, "expandtabs")?, &options, cx.text_room())?;
    let lines = lines.into_iter().map(|line| cx.heap.text(line)).collect::<Outcome<Vec<_>>>()?;
    cx.bare_list(lines)
}

fn fill(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (text, options) = arguments(cx, args, "fill", 1)?;
    let filled = textwrap::fill(text_of(cx, text, "expandtabs")?, &options, cx.text_room())?;
    cx.heap.text(filled)
}

fn shorten(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (text, options) = arguments(cx, args, "shorten", 2)?;
    let shortened = textwrap::shorten(text_of(cx, text, "strip")?, &options, cx.text_room())?;
    cx.heap.text(shortened)
}

fn dedent(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [text] = Parameters::new("dedent", ["text"], 1).read(args)?;
    let text = given(text)?;
    let Some(text) = cx.heap.str(cx.heap.plain(text)) else {
        return Err(Raise::type_error(format!(
            "expected string or bytes-like object, got '{}'",
            cx.type_name(text)
        )));
    };
    let dedented = textwrap::dedent(text);
    cx.heap.text(dedented)
}

// `indent`, whose predicate is a function of the plan. `items`: the lines. `results`: what the predicate answered for
// those before `next`. `extra`: the prefix.

fn indent(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let [text, prefix, predicate] =
        Parameters::new("indent", ["text", "prefix", "predicate"], 2).read(args)?;
    let mut label = cx.literal;
    for argument in [text, prefix, predicate].into_iter().flatten() {
        let own = cx.deep(argument);
        label = cx.join(label, own);
    }
    let begun = begin_indent(cx, given(text)?, given(prefix)?, predicate, label);
    cx.reveal(begun, label)
}

fn begin_indent(
    cx: &mut Cx<'_>,
    text: Value,
    prefix: Value,
    predicate: Option<Labelled>,
    label: Label,
) -> Outcome<Task> {
    let source = text_of(cx, text, "splitlines")?;
    let prefix = cx.heap.str(cx.heap.plain(prefix)).ok_or_else(|| {
        Raise::type_error(format!("unsupported operand type(s) for +: '{}' and 'str'", cx.type_name(prefix)))
    })?;
    let Some(predicate) = predicate.filter(|predicate| predicate.value != Value::None) else {
        let indented = textwrap::indent(source, prefix, cx.text_room())?;
        return cx.text(indented, label).map(Task::done);
    };
    let prefix = prefix.to_owned();
    let lines: Vec<String> =
        text::split_lines(source, true, cx.object_room())?.into_iter().map(str::to_owned).collect();
    let lines = lines.into_iter().map(|line| cx.text(line, label)).collect::<Outcome<Vec<_>>>()?;
    let mut state = TaskState::new(predicate, lines, label);
    state.extra = vec![cx.text(prefix, label)?];
    Ok(Task { step: indent_next, state })
}

fn indent_next(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    state.results.extend(answer);
    if let Some(line) = state.items.get(state.next).copied() {
        state.next += 1;
        return Ok(TaskStep::Call(state.function, vec![line]));
    }
    let answered = cx.deep_all(&state.results);
    let label = cx.join(state.guard, answered);
    let indented = indented(cx, state);
    let indented = cx.reveal(indented, label)?;
    cx.text(indented, label).map(TaskStep::Done)
}

fn indented(cx: &Cx<'_>, state: &TaskState) -> Outcome<String> {
    let prefix = state.extra.first().and_then(|prefix| cx.heap.str(prefix.value)).unwrap_or_default();
    let mut out = String::new();
    for (line, answer) in state.items.iter().zip(&state.results) {
        if cx.truth(answer.value) {
            out.push_str(prefix);
        }
        out.push_str(cx.heap.str(line.value).unwrap_or_default());
        if out.len() > cx.text_room() {
            return Err(Raise::limit("text", format!("a text of more than {} bytes", cx.text_room())));
        }
    }
    Ok(out)
}

const TEXTWRAP: Module = Module::Textwrap;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(TEXTWRAP, "dedent", Run::Pure(dedent)),
    Native::function(TEXTWRAP, "fill", Run::Pure(fill)),
    Native::function(TEXTWRAP, "indent", Run::Task(indent)),
    Native::function(TEXTWRAP, "shorten", Run::Pure(shorten)),
    Native::function(TEXTWRAP, "wrap", Run::Pure(wrap)),
];
