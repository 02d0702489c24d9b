//! The methods of compiled patterns.

use caravan_label::Label;
use caravan_pylib::regex::Mode;

use super::{Bounds, Compiled, PATTERN, find, find_all, iterate, place_argument, split_text, substitute};
use crate::cx::Cx;
use crate::heap::Object;
use crate::library::answering::given;
use crate::library::signature::{Signature, receiver};
use crate::library::{Args, Native, Run, Task};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// The pattern that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Compiled> {
    let value = receiver(cx, args, PATTERN, name)?;
    match (value, cx.heap.object(value)) {
        (Value::Object(place), Some(Object::Pattern(pattern))) => {
            Ok(Compiled { pattern: (**pattern).clone(), place })
        }
        _ => Err(Raise::internal("a pattern that is none")),
    }
}

/// What the search methods take: the pattern, the text, and the part of it that is searched.
fn search_arguments(cx: &Cx<'_>, args: Args<'_>, name: &'static str) -> Outcome<(Compiled, Value, Bounds)> {
    let compiled = own(cx, args, name)?;
    let [text, pos, end] = Signature::new(name, ["string", "pos", "endpos"]).requires(1).read(args, 1)?;
    let bounds = Bounds { pos: place_argument(cx, pos, 0)?, end: place_argument(cx, end, usize::MAX)? };
    Ok((compiled, given(text)?, bounds))
}

fn match_at_start(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (compiled, text, bounds) = search_arguments(cx, args, "match")?;
    find(cx, &compiled, text, bounds, Mode::Match)
}

fn search(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (compiled, text, bounds) = search_arguments(cx, args, "search")?;
    find(cx, &compiled, text, bounds, Mode::Search)
}

fn fullmatch(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (compiled, text, bounds) = search_arguments(cx, args, "fullmatch")?;
    find(cx, &compiled, text, bounds, Mode::FullMatch)
}

fn findall(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (compiled, text, bounds) = search_arguments(cx, args, "findall")?;
    find_all(cx, &compiled, text, bounds)
}

fn finditer(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (compiled, text, bounds) = search_arguments(cx, args, "finditer")?;
    iterate(cx, &compiled, text, bounds)
}

fn split(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let compiled = own(cx, args, "split")?;
    let [text, most] = Signature::new("split", ["string", "maxsplit"]).requires(1).read(args, 1)?;
    split_text(cx, &compiled, given(text)?, most)
}

fn substituting(cx: &mut Cx<'_>, args: Args<'_>, name: &'static str, counted: bool) -> Outcome<Task> {
    let compiled = own(cx, args, name)?;
    let arguments = Signature::new(name, ["repl", "string", "count"]).requires(2).read(args, 1)?;
    let label = substitute::label(cx, args);
    substitute::begin(cx, &compiled, arguments, counted, label)
}

fn sub(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    substituting(cx, args, "sub", false)
}

fn subn(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    substituting(cx, args, "subn", true)
}

fn source(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let source = own(cx, args, "pattern")?.pattern.source().to_owned();
    cx.heap.text(source)
}

fn flags(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(own(cx, args, "flags")?.pattern.flags().bits().into()))
}

fn groups(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let groups = own(cx, args, "groups")?.pattern.groups();
    Ok(cx.count(groups))
}

fn groupindex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let compiled = own(cx, args, "groupindex")?;
    let dict = cx.make_dict(BuiltinType::Dict, Label::NONE)?.value;
    for (name, group) in compiled.pattern.group_names() {
        let name = cx.text(name.as_str(), Label::NONE)?;
        let group = Labelled::new(cx.count(*group), Label::NONE);
        cx.dict_insert(dict, name, group)?;
    }
    Ok(dict)
}

pub(crate) const NATIVES: &[Native] = &[
    Native::attribute(PATTERN, "flags", Run::Pure(flags)),
    Native::attribute(PATTERN, "groupindex", Run::Pure(groupindex)),
    Native::attribute(PATTERN, "groups", Run::Pure(groups)),
    Native::attribute(PATTERN, "pattern", Run::Pure(source)),
    Native::method(PATTERN, "findall", Run::Pure(findall)),
    Native::method(PATTERN, "finditer", Run::Pure(finditer)),
    Native::method(PATTERN, "fullmatch", Run::Pure(fullmatch)),
    Native::method(PATTERN, "match", Run::Pure(match_at_start)),
    Native::method(PATTERN, "search", Run::Pure(search)),
    Native::method(PATTERN, "split", Run::Pure(split)),
    Native::method(PATTERN, "sub", Run::Task(sub)),
    Native::method(PATTERN, "subn", Run::Task(subn)),
];
