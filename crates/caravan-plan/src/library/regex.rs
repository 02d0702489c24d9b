//! The module `re`: its functions. Patterns and matches have files of their own.
//!
//! A match is made of a pattern and a text, so what it knows has the label of both.

pub(crate) mod matches;
pub(crate) mod pattern;
mod substitute;

use caravan_label::Label;
use caravan_pylib::regex::{self, Flags, Match, Mode, Pattern, Subject};

use super::answering::given;
use super::parameters::Parameters;
use super::{Args, Native, Run, Task};
use crate::cx::Cx;
use crate::heap::{MatchObject, Object, PATTERN_BYTE};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Ref, Value};

/// Steps that a pattern may take for every character, beside the limit `regex`: going through a text takes some
/// for its length alone.
const STEPS_PER_CHARACTER: usize = 16;

/// A pattern to be used, and the object that it is.
struct Compiled {
    pattern: Pattern,
    place: Ref,
}

/// The flags that an argument gives.
fn flags_argument(cx: &Cx<'_>, flags: Option<Labelled>) -> Outcome<u32> {
    match flags.map(|flags| flags.value) {
        None => Ok(0),
        Some(flags) => match cx.integer(flags) {
            // Bits beyond the known ones mean nothing; -1 has all that do.
            Some(bits) => Ok((bits.clamp_to_i64() & i64::from(u32::MAX)) as u32),
            None => Err(Raise::type_error(format!(
                "unsupported operand type(s) for &: '{}' and 'RegexFlag'",
                cx.type_name(flags)
            ))),
        },
    }
}

/// The pattern that an argument is, or is the text of.
fn compiled(cx: &mut Cx<'_>, pattern: Value, flags: Option<Labelled>) -> Outcome<Compiled> {
    let flags = flags_argument(cx, flags)?;
    if let (Value::Object(place), Some(Object::Pattern(pattern))) = (pattern, cx.heap.object(pattern)) {
        if flags != 0 {
            return Err(Raise::value_error("cannot process flags argument with a compiled pattern"));
        }
        return Ok(Compiled { pattern: Pattern::clone(pattern), place });
    }
    let Some(source) = cx.heap.str(cx.heap.plain(pattern)) else {
        if let Some(Object::Bytes(_)) = cx.heap.object(pattern) {
            return Err(Raise::type_error("plans have no patterns over bytes: decode the bytes to a text"));
        }
        cx.hash(pattern)?;
        return Err(Raise::type_error("first argument must be string or compiled pattern"));
    };
    cx.heap.room_for(source.len().saturating_mul(PATTERN_BYTE))?;
    let pattern = Pattern::compile(source, Flags::from_bits(flags))?;
    let place = cx.heap.alloc(Object::Pattern(Box::new(pattern.clone())))?;
    Ok(Compiled { pattern, place })
}

/// A text to be searched.
struct Searched {
    place: Ref,
    /// What a pattern may take to search it.
    budget: u64,
    /// What it might have taken at first.
    whole: u64,
}

/// Steps of a search that count as one of the plan.
const PART: u64 = 16;

impl Searched {
    fn new(cx: &Cx<'_>, text: Value) -> Outcome<Searched> {
        let text = cx.heap.plain(text);
        match (text, cx.heap.object(text)) {
            (Value::Object(place), Some(Object::Str(text))) => {
                let own = text.as_str().len().saturating_mul(STEPS_PER_CHARACTER);
                let budget = u64::try_from(cx.limits.regex.saturating_add(own)).unwrap_or(u64::MAX);
                Ok(Searched { place, budget, whole: budget })
            }
            (_, Some(Object::Bytes(_))) => {
                Err(Raise::type_error("cannot use a string pattern on a bytes-like object"))
            }
            _ => Err(Raise::type_error(format!(
                "expected string or bytes-like object, got '{}'",
                cx.type_name(text)
            ))),
        }
    }

    /// Counts what has been taken.
    fn count(&self, cx: &Cx<'_>) {
        cx.heap.work.add(usize::try_from((self.whole - self.budget) / PART).unwrap_or(usize::MAX));
    }

    fn subject<'c>(&self, cx: &'c Cx<'_>) -> Subject<'c> {
        Subject::new(cx.heap.text_at(self.place).as_str())
    }
}

/// The part of a text that is searched: characters from the first to before the second.
#[derive(Clone, Copy)]
struct Bounds {
    pos: usize,
    end: usize,
}

/// The whole of a text.
const ALL: Bounds = Bounds { pos: 0, end: usize::MAX };

/// A match as a value.
fn match_value(
    cx: &mut Cx<'_>,
    compiled: &Compiled,
    text: Ref,
    found: Match,
    bounds: Bounds,
) -> Outcome<Value> {
    let length = cx.heap.text_at(text).chars();
    let bounds = (bounds.pos.min(length), bounds.end.min(length));
    let found = MatchObject { pattern: compiled.place, text, found, bounds };
    cx.heap.value(Object::Match(Box::new(found)))
}

fn find(cx: &mut Cx<'_>, compiled: &Compiled, text: Value, bounds: Bounds, mode: Mode) -> Outcome<Value> {
    let mut searched = Searched::new(cx, text)?;
    let subject = searched.subject(cx);
    let found = compiled.pattern.find(&subject, bounds.pos, bounds.end, mode, &mut searched.budget)?;
    searched.count(cx);
    match found {
        Some(found) => match_value(cx, compiled, searched.place, found, bounds),
        None => Ok(Value::None),
    }
}

/// The places of all matches, none overlapping, at most so many.
///
/// # Errors
///
/// The limits on what a pattern may take, and `memory` where so many matches would not fit.
fn scan(
    cx: &Cx<'_>,
    compiled: &Compiled,
    searched: &mut Searched,
    bounds: Bounds,
    most: usize,
) -> Outcome<Vec<Match>> {
    /// What a match takes, and each of its groups.
    const MATCH_BYTES: usize = 96;
    const GROUP_BYTES: usize = 8;
    let size = compiled.pattern.groups().saturating_mul(GROUP_BYTES).saturating_add(MATCH_BYTES);
    let subject = searched.subject(cx);
    let mut scan = compiled.pattern.scan(&subject, bounds.pos, bounds.end);
    let mut found = Vec::new();
    while found.len() < most
        && let Some(next) = scan.next(&mut searched.budget)?
    {
        found.push(next);
        cx.heap.room_for(found.len().saturating_mul(size))?;
    }
    searched.count(cx);
    Ok(found)
}

/// Parts of a text as values; `None` for those that are none.
///
/// # Errors
///
/// The limit `memory`.
fn cut(
    cx: &mut Cx<'_>,
    text: Ref,
    spans: impl IntoIterator<Item = Option<(usize, usize)>>,
) -> Outcome<Vec<Value>> {
    /// What a part takes beside its text.
    const PART_BYTES: usize = 96;
    let subject = Subject::new(cx.heap.text_at(text).as_str());
    let mut parts: Vec<Option<Box<str>>> = Vec::new();
    let mut size = 0_usize;
    for span in spans {
        let part = span.map(|(start, end)| Box::from(subject.slice(start, end)));
        size = size.saturating_add(PART_BYTES).saturating_add(part.as_deref().map_or(0, str::len));
        cx.heap.room_for(size)?;
        parts.push(part);
    }
    parts.into_iter().map(|part| cx.optional_text(part)).collect()
}

fn find_all(cx: &mut Cx<'_>, compiled: &Compiled, text: Value, bounds: Bounds) -> Outcome<Value> {
    let mut searched = Searched::new(cx, text)?;
    let found = scan(cx, compiled, &mut searched, bounds, usize::MAX)?;
    let groups = match compiled.pattern.groups() {
        0 => 0..=0,
        groups => 1..=groups,
    };
    let width = groups.clone().count();
    // A group that took no part counts as an empty one here.
    let span = |found: &Match, group| Some(found.span(group).unwrap_or_default());
    let spans = found.iter().flat_map(|found| groups.clone().map(move |group| span(found, group)));
    let texts = cut(cx, searched.place, spans)?;
    if width == 1 {
        return cx.bare_list(texts);
    }
    let rows =
        texts.chunks(width).map(|row| cx.bare_tuple(row.iter().copied())).collect::<Outcome<Vec<_>>>()?;
    cx.bare_list(rows)
}

/// All matches, none overlapping, as values.
fn all_matches(
    cx: &mut Cx<'_>,
    compiled: &Compiled,
    text: Value,
    bounds: Bounds,
    most: usize,
) -> Outcome<Vec<Value>> {
    let mut searched = Searched::new(cx, text)?;
    let found = scan(cx, compiled, &mut searched, bounds, most)?;
    found.into_iter().map(|found| match_value(cx, compiled, searched.place, found, bounds)).collect()
}

fn iterate(cx: &mut Cx<'_>, compiled: &Compiled, text: Value, bounds: Bounds) -> Outcome<Value> {
    let matches = all_matches(cx, compiled, text, bounds, usize::MAX)?;
    let items = matches.into_iter().map(|found| Labelled::new(found, Label::NONE)).collect();
    Ok(cx.make_iterator(items, Label::NONE, "callable_iterator")?.value)
}

fn split_text(cx: &mut Cx<'_>, compiled: &Compiled, text: Value, most: Option<Labelled>) -> Outcome<Value> {
    let most = most.map_or(Ok(0), |most| cx.size(most.value))?;
    let mut searched = Searched::new(cx, text)?;
    let Ok(most) = usize::try_from(most) else {
        return cx.bare_list([Value::Object(searched.place)]);
    };
    let most = if most == 0 { usize::MAX } else { most };
    let found = scan(cx, compiled, &mut searched, ALL, most)?;
    let mut spans = Vec::new();
    let mut from = 0;
    for found in &found {
        let (start, end) = found.range();
        spans.push(Some((from, start)));
        spans.extend((1..=found.groups()).map(|group| found.span(group)));
        from = end;
    }
    spans.push(Some((from, cx.heap.text_at(searched.place).chars())));
    let pieces = cut(cx, searched.place, spans)?;
    cx.bare_list(pieces)
}

// The functions of the module.

fn compile(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [pattern, flags] = Parameters::new("compile", ["pattern", "flags"], 1).read(args)?;
    // A compiled pattern is given back as it is: nothing in it can have a label.
    compiled(cx, given(pattern)?, flags).map(|compiled| Value::Object(compiled.place))
}

fn searching(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    function: &'static str,
    search: fn(&mut Cx<'_>, &Compiled, Value) -> Outcome<Value>,
) -> Outcome<Value> {
    let [pattern, text, flags] = Parameters::new(function, ["pattern", "string", "flags"], 2).read(args)?;
    let compiled = compiled(cx, given(pattern)?, flags)?;
    search(cx, &compiled, given(text)?)
}

fn match_at_start(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searching(cx, args, "match", |cx, compiled, text| find(cx, compiled, text, ALL, Mode::Match))
}

fn search(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searching(cx, args, "search", |cx, compiled, text| find(cx, compiled, text, ALL, Mode::Search))
}

fn fullmatch(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searching(cx, args, "fullmatch", |cx, compiled, text| find(cx, compiled, text, ALL, Mode::FullMatch))
}

fn findall(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searching(cx, args, "findall", |cx, compiled, text| find_all(cx, compiled, text, ALL))
}

fn finditer(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searching(cx, args, "finditer", |cx, compiled, text| iterate(cx, compiled, text, ALL))
}

fn split(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [pattern, text, most, flags] =
        Parameters::new("split", ["pattern", "string", "maxsplit", "flags"], 2).read(args)?;
    let compiled = compiled(cx, given(pattern)?, flags)?;
    split_text(cx, &compiled, given(text)?, most)
}

const SUB: [&str; 5] = ["pattern", "repl", "string", "count", "flags"];

fn substituting(cx: &mut Cx<'_>, args: Args<'_>, function: &'static str, counted: bool) -> Outcome<Task> {
    let [pattern, replacement, text, count, flags] = Parameters::new(function, SUB, 3).read(args)?;
    let label = substitute::label(cx, args);
    let prepared = given(pattern).and_then(|pattern| compiled(cx, pattern, flags));
    let compiled = cx.reveal(prepared, label)?;
    substitute::begin(cx, &compiled, [replacement, text, count], counted, label)
}

fn sub(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    substituting(cx, args, "sub", false)
}

fn subn(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    substituting(cx, args, "subn", true)
}

fn escape(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [pattern] = Parameters::new("escape", ["pattern"], 1).read(args)?;
    let pattern = given(pattern)?;
    if let Some(Object::Bytes(bytes)) = cx.heap.object(pattern) {
        let plain = |byte: &u8| !b"()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(byte);
        let escaped: Vec<u8> = bytes
            .iter()
            .flat_map(|byte| (!plain(byte)).then_some(b'\\').into_iter().chain([*byte]))
            .collect();
        return cx.heap.value(Object::Bytes(escaped.into()));
    }
    if cx.heap.str(cx.heap.plain(pattern)).is_none() {
        return Err(Raise::type_error(format!(
            "decoding to str: need a bytes-like object, {} found",
            cx.type_name(pattern)
        )));
    }
    let escaped = regex::escape(template_text(cx, pattern)?);
    cx.heap.text(escaped)
}

fn purge(_: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Parameters::new("purge", [], 0).read(args).map(|[]| Value::None)
}

/// A text that CPython first turns into a text whatever it is.
fn template_text<'c>(cx: &'c Cx<'_>, value: Value) -> Outcome<&'c str> {
    if let Some(text) = cx.heap.str(cx.heap.plain(value)) {
        return Ok(text);
    }
    cx.hash(value)?;
    Err(Raise::type_error(format!(
        "decoding to str: need a bytes-like object, {} found",
        super::signature::argument_type(cx, value).replace("None", "NoneType")
    )))
}

const RE: Module = Module::Re;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(RE, "compile", Run::Pure(compile)),
    Native::function(RE, "escape", Run::Pure(escape)),
    Native::function(RE, "findall", Run::Pure(findall)),
    Native::function(RE, "finditer", Run::Pure(finditer)),
    Native::function(RE, "fullmatch", Run::Pure(fullmatch)),
    Native::function(RE, "match", Run::Pure(match_at_start)),
    Native::function(RE, "purge", Run::Pure(purge)),
    Native::function(RE, "search", Run::Pure(search)),
    Native::function(RE, "split", Run::Pure(split)),
    Native::function(RE, "sub", Run::Task(sub)),
    Native::function(RE, "subn", Run::Task(subn)),
];

/// The number of a group that an argument names.
///
/// # Errors
///
/// `IndexError` if there is no such group.
fn group_argument(cx: &Cx<'_>, own: &MatchObject, group: Value) -> Outcome<usize> {
    let no_group = || Raise::index_error("no such group");
    let number = match cx.integer(group) {
        Some(number) => {
            number.to_i64().and_then(|number| usize::try_from(number).ok()).ok_or_else(no_group)?
        }
        None => {
            let name = cx.heap.str(cx.heap.plain(group)).ok_or_else(no_group)?;
            pattern_of(cx, own).and_then(|pattern| pattern.group_number(name)).ok_or_else(no_group)?
        }
    };
    if number > own.found.groups() { Err(no_group()) } else { Ok(number) }
}

/// The pattern of a match.
fn pattern_of<'c>(cx: &'c Cx<'_>, own: &MatchObject) -> Option<&'c Pattern> {
    match cx.heap.get(own.pattern) {
        Some(Object::Pattern(pattern)) => Some(pattern),
        _ => None,
    }
}

/// The argument of a method that is a place in a text.
fn place_argument(cx: &Cx<'_>, place: Option<Labelled>, otherwise: usize) -> Outcome<usize> {
    match place {
        None => Ok(otherwise),
        Some(place) => Ok(usize::try_from(cx.index(place.value)?.clamp_to_i64()).unwrap_or(0)),
    }
}

const PATTERN: BuiltinType = BuiltinType::Pattern;
const MATCH: BuiltinType = BuiltinType::Match;
