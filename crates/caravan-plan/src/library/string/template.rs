//! `string.Template`: an object with a `template` and two bound natives, which is all that plans need of it.

use std::sync::Arc;

use caravan_label::Label;
use caravan_pylib::error::ExcKind;
use caravan_pylib::text;

use crate::cx::Cx;
use crate::heap::{Class, ClassKind, Instance, Object};
use crate::library::answering::given;
use crate::library::parameters::Parameters;
use crate::library::{Args, Home, find};
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{Labelled, Module, Value};

// Plans reach these by the attributes of a template.
pub(super) const SUBSTITUTE: &str = "_substitute";
pub(super) const SAFE_SUBSTITUTE: &str = "_safe_substitute";

pub(super) fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [template] = Parameters::new("Template.__init__", ["template"], 1).read(args)?;
    let template = template.ok_or_else(|| Raise::internal("a template without a text"))?;
    let literal = cx.literal;
    let mut fields = vec![("template".into(), template)];
    for (name, native) in [("substitute", SUBSTITUTE), ("safe_substitute", SAFE_SUBSTITUTE)] {
        let id = find(Home::Module(Module::String), native)
            .ok_or_else(|| Raise::internal("a function that the library lacks"))?;
        let bound = cx.heap.value(Object::NativeMethod(id, template))?;
        fields.push((name.into(), Labelled::new(bound, literal)));
    }
    let class = cx.heap.alloc(Object::Class(Box::new(Class {
        name: "Template".into(),
        kind: ClassKind::Plain,
        ancestors: Vec::new(),
        attributes: Vec::new(),
        fields: Arc::default(),
        members: Vec::new(),
        label: literal,
        doc: None,
        mixed: false,
        generates: false,
    })))?;
    let instance = Instance {
        class: Some(class),
        class_name: "Template".into(),
        fields,
        structure: Label::NONE,
        unset: 0,
    };
    Ok(Labelled::new(cx.heap.value(Object::Instance(Box::new(instance)))?, literal))
}

pub(super) fn substitute(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let filled = fill(cx, args, "substitute", false)?;
    cx.heap.text(filled)
}

pub(super) fn safe_substitute(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let filled = fill(cx, args, "safe_substitute", true)?;
    cx.heap.text(filled)
}

/// A piece of a template.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Text(&'t str),
    /// `$$`.
    Dollar,
    /// `$name` or `${name}`, and how it is written.
    Name(&'t str, &'t str),
    /// A dollar that starts nothing, and what stands before its end.
    Invalid(&'t str),
}

/// Takes the first piece off.
fn next_piece<'t>(template: &'t str, rest: &mut &'t str) -> Option<Piece<'t>> {
    let own = *rest;
    if own.is_empty() {
        return None;
    }
    let take = |length: usize| own.split_at_checked(length).unwrap_or((own, ""));
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
    let name_length = |text: &str| match text.starts_with(is_start) {
        true => text.find(|c: char| !is_start(c) && !c.is_ascii_digit()).unwrap_or(text.len()),
        false => 0,
    };
    let Some(after) = own.strip_prefix('$') else {
        let (text, tail) = take(own.find('$').unwrap_or(own.len()));
        *rest = tail;
        return Some(Piece::Text(text));
    };
    if let Some(tail) = after.strip_prefix('$') {
        *rest = tail;
        return Some(Piece::Dollar);
    }
    let (is_braced, inner) = match after.strip_prefix('{') {
        Some(inner) => (true, inner),
        None => (false, after),
    };
    let length = name_length(inner);
    let (name, tail) = inner.split_at_checked(length).unwrap_or((inner, ""));
    let tail = if is_braced { tail.strip_prefix('}') } else { Some(tail) };
    match tail.filter(|_| length > 0) {
        Some(tail) => {
            *rest = tail;
            Some(Piece::Name(name, take(own.len() - tail.len()).0))
        }
        None => {
            *rest = after;
            Some(Piece::Invalid(template.get(..template.len() - after.len()).unwrap_or(template)))
        }
    }
}

fn fill(cx: &mut Cx<'_>, args: Args<'_>, function: &str, safe: bool) -> Outcome<String> {
    let (template, mapping) = match args.positional {
        [template] => (*template, None),
        [template, mapping] => (*template, Some(*mapping)),
        given => {
            return Err(Raise::type_error(format!(
                "Template.{function}() takes from 1 to 2 positional arguments but {} were given",
                given.len()
            )));
        }
    };
    let template = given(Some(template))?;
    let Some(source) = cx.heap.str(cx.heap.plain(template)).map(str::to_owned) else {
        return Err(Raise::type_error(format!(
            "expected string or bytes-like object, got '{}'",
            cx.type_name(template)
        )));
    };
    let mut out = String::new();
    let mut rest = source.as_str();
    while let Some(piece) = next_piece(&source, &mut rest) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Dollar => out.push('$'),
            Piece::Invalid(_) if safe => out.push('$'),
            Piece::Invalid(before) => return Err(invalid(cx, before)?),
            Piece::Name(name, written) => match value_of(cx, args, mapping, name, safe)? {
                Some(value) => out.push_str(&cx.str_of(value)?),
                None => out.push_str(written),
            },
        }
        if out.len() > cx.text_room() {
            return Err(Raise::limit("text", format!("a text of more than {} bytes", cx.text_room())));
        }
    }
    Ok(out)
}

/// The value of a name; none if it is missing and may be.
fn value_of(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    mapping: Option<Labelled>,
    name: &str,
    safe: bool,
) -> Outcome<Option<Value>> {
    if let Some(value) = args.named(name) {
        return Ok(Some(value.value));
    }
    let key = cx.text(name, Label::NONE)?;
    let found = match mapping {
        Some(mapping) => cx.get_item(mapping, key),
        None => Err(Raise::key_error(key)),
    };
    match found {
        Ok(value) => Ok(Some(value.value)),
        Err(raise) if safe && is_key_error(&raise) => Ok(None),
        Err(raise) => Err(raise),
    }
}

fn is_key_error(raise: &Raise) -> bool {
    match &raise.cause {
        Cause::Key(_) => true,
        Cause::Python(error) => error.exception() == Some(ExcKind::KeyError),
        _ => false,
    }
}

/// The error for a dollar that starts nothing; `before` ends with it.
fn invalid(cx: &Cx<'_>, before: &str) -> Outcome<Box<Raise>> {
    let lines = text::split_lines(before, true, cx.object_room())?;
    let column = lines.last().map_or(1, |line| line.chars().count());
    Ok(Raise::value_error(format!(
        "Invalid placeholder in string: line {}, col {column}",
        lines.len().max(1)
    )))
}
