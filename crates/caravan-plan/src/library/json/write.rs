//! `json.dumps`.

use caravan_label::Label;
use caravan_pylib::int::text::to_text;
use caravan_pylib::json::write::{Brackets, Layout, Writer, not_serializable};

use super::{
    Choice, Shape, circular, entries, given, hook, hooks, not_used, only_argument, shape, too_deep_to_encode,
};
use crate::cx::Cx;
use crate::library::Args;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

const NAMES: [&str; 10] = [
    "obj",
    "skipkeys",
    "ensure_ascii",
    "check_circular",
    "allow_nan",
    "cls",
    "indent",
    "separators",
    "default",
    "sort_keys",
];

/// A text in the making, and what it is made by.
struct Writing {
    writer: Writer,
    choice: Choice,
    ensure_ascii: bool,
    allow_nan: bool,
    object: Labelled,
    default: Option<Labelled>,
    /// What `default` has given for the values that JSON has no form for, in the order in which they are met.
    answers: Option<std::vec::IntoIter<Value>>,
    /// The containers that are being written.
    open: Vec<Value>,
}

pub(super) fn dumps(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    if let Some((name, _)) = args.keyword.iter().find(|(name, _)| !NAMES.contains(&&**name)) {
        return Err(Raise::type_error(format!(
            "JSONEncoder.__init__() got an unexpected keyword argument '{name}'"
        )));
    }
    let object = only_argument(args, "dumps", "obj")?;
    not_used(args, "cls", "give a function as `default`, or convert the values first")?;
    let flag = |cx: &Cx<'_>, name: &str, otherwise: bool| {
        args.named(name).map_or(otherwise, |flag| cx.truth(flag.value))
    };
    let choice = Choice {
        sort_keys: flag(cx, "sort_keys", false),
        skip_keys: flag(cx, "skipkeys", false),
        check_circular: flag(cx, "check_circular", true),
    };
    let separators = match given(args, "separators") {
        None => None,
        Some(separators) => Some(pair_of_texts(cx, separators)?),
    };
    let indent = match given(args, "indent") {
        None => None,
        Some(indent) => Some(indentation(cx, indent.value)?),
    };
    let layout =
        Layout::new(indent.as_deref(), separators.as_ref().map(|(item, key)| (item.as_str(), key.as_str())));
    let mut writing = Writing {
        writer: Writer::new(layout, cx.text_room()),
        choice,
        ensure_ascii: flag(cx, "ensure_ascii", true),
        allow_nan: flag(cx, "allow_nan", true),
        object,
        default: given(args, "default"),
        answers: None,
        open: Vec::new(),
    };
    writing.value(cx, object.value)?;
    cx.heap.text(writing.writer.finish())
}

/// What one level of `indent=` is.
fn indentation(cx: &Cx<'_>, indent: Value) -> Outcome<String> {
    if let Some(text) = cx.heap.str(cx.heap.plain(indent)) {
        return Ok(text.to_owned());
    }
    match cx.integer(indent) {
        Some(spaces) => Ok(caravan_pylib::text::repeat(" ", &spaces, cx.text_room())?),
        None => Err(Raise::type_error(format!(
            "can't multiply sequence by non-int of type '{}'",
            cx.type_name(indent)
        ))),
    }
}

/// The two texts of `separators=`.
fn pair_of_texts(cx: &mut Cx<'_>, pair: Labelled) -> Outcome<(String, String)> {
    let items = cx.collect(pair)?.items;
    let [item, key] = items.as_slice() else {
        return Err(Raise::value_error(match items.len() {
            few @ (0 | 1) => format!("not enough values to unpack (expected 2, got {few})"),
            _ => "too many values to unpack (expected 2)".to_owned(),
        }));
    };
    // The numbers are those that CPython's encoder gives its parameters.
    let text = |value: Labelled, number: usize| match cx.heap.str(cx.heap.plain(value.value)) {
        Some(text) => Ok(text.to_owned()),
        None => Err(Raise::type_error(format!(
            "make_encoder() argument {number} must be str, not {}",
            cx.type_name(value.value)
        ))),
    };
    let key = text(*key, 5)?;
    Ok((text(*item, 6)?, key))
}

impl Writing {
    fn value(&mut self, cx: &mut Cx<'_>, value: Value) -> Outcome<()> {
        match shape(cx, value) {
            Shape::Scalar => {
                let plain = cx.heap.plain(value);
                if let Some(text) = cx.heap.str(plain) {
                    return Ok(self.writer.string(text, self.ensure_ascii)?);
                }
                let text = self.scalar(cx, plain)?;
                Ok(self.writer.push(&text)?)
            }
            Shape::List(items) => {
                self.enter(cx, value)?;
                self.writer.open(Brackets::List)?;
                for item in items {
                    self.writer.item()?;
                    self.value(cx, item.value)?;
                }
                self.open.pop();
                Ok(self.writer.close()?)
            }
            Shape::Dict => {
                self.enter(cx, value)?;
                self.writer.open(Brackets::Object)?;
                for (key, item) in entries(cx, value, self.choice)? {
                    self.writer.item()?;
                    self.key(cx, key)?;
                    self.value(cx, item.value)?;
                }
                self.open.pop();
                Ok(self.writer.close()?)
            }
            Shape::Other => self.replaced(cx, value),
        }
    }

    fn key(&mut self, cx: &Cx<'_>, key: Value) -> Outcome<()> {
        let plain = cx.heap.plain(key);
        match cx.heap.str(plain) {
            Some(text) => Ok(self.writer.key(text, self.ensure_ascii)?),
            None => {
                let text = self.scalar(cx, plain)?;
                Ok(self.writer.key(&text, self.ensure_ascii)?)
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    fn scalar(&self, cx: &Cx<'_>, value: Value) -> Outcome<String> {
        Ok(match value {
            Value::Bool(true) => "true".to_owned(),
            Value::Bool(false) => "false".to_owned(),
            Value::Float(float) => self.writer.float_text(float, self.allow_nan)?,
            _ => match cx.integer(value) {
                Some(integer) => to_text(&integer)?,
                None => "null".to_owned(),
            },
        })
    }

    fn enter(&mut self, cx: &Cx<'_>, value: Value) -> Outcome<()> {
        if self.choice.check_circular && self.open.iter().any(|open| cx.same(*open, value)) {
            return Err(circular());
        }
        if self.open.len() >= cx.limits.data_depth {
            return Err(too_deep_to_encode());
        }
        self.open.push(value);
        Ok(())
    }

    /// Writes what `default` gives in place of a value.
    fn replaced(&mut self, cx: &mut Cx<'_>, value: Value) -> Outcome<()> {
        let Some(default) = self.default else {
            // The class alone, as `__name__` gives it.
            let name = cx.type_name(value);
            return Err(not_serializable(name.rsplit('.').next().unwrap_or(&name)).into());
        };
        if self.answers.is_none() {
            self.answers = Some(self.ask(cx, default)?.into_iter());
        }
        let answer = self.answers.as_mut().and_then(Iterator::next);
        let answer = answer.ok_or_else(|| Raise::internal("`default` was not asked for all values"))?;
        self.enter(cx, value)?;
        self.value(cx, answer)?;
        self.open.pop();
        Ok(())
    }

    fn ask(&self, cx: &Cx<'_>, default: Labelled) -> Outcome<Vec<Value>> {
        let flag = |flag: bool| Labelled::new(Value::Bool(flag), Label::NONE);
        let arguments = vec![
            default,
            self.object,
            flag(self.choice.sort_keys),
            flag(self.choice.skip_keys),
            flag(self.choice.check_circular),
        ];
        let answers = cx.heap.ask(hook(hooks::ANSWERS)?, arguments)?;
        let answers = cx.heap.sequence(answers.value).map(|answers| answers.items.as_slice());
        Ok(answers.unwrap_or(&[]).iter().map(|answer| answer.value).collect())
    }
}
