//! `str`: its constructor and its methods.

mod template;

use std::collections::{HashMap, hash_map};

use caravan_label::Label;
use caravan_pylib::error::{ExcKind, PyError, PyResult};
use caravan_pylib::text;

use super::signature::{Signature, bare_name, named_text, receiver, search_arguments, text_argument};
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::Object;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn bare(value: Value) -> Labelled {
    Labelled::new(value, Label::NONE)
}

/// The text that a method is called on.
fn own_text<'c>(cx: &'c Cx<'_>, args: Args<'_>, method: &str) -> Outcome<&'c str> {
    let value = receiver(cx, args, BuiltinType::Str, method)?;
    Ok(cx.heap.str(value).unwrap_or_default())
}

/// The text behind an argument, a member of a `StrEnum` included.
fn text_of<'c>(cx: &'c Cx<'_>, value: Value) -> Option<&'c str> {
    cx.heap.str(cx.heap.plain(value))
}

fn wanted_text<'c>(cx: &'c Cx<'_>, value: Value) -> Outcome<&'c str> {
    text_of(cx, value).ok_or_else(|| Raise::type_error(format!("must be str, not {}", cx.type_name(value))))
}

fn texts(cx: &mut Cx<'_>, parts: Vec<Box<str>>) -> Outcome<Vec<Labelled>> {
    parts.into_iter().map(|part| cx.heap.text(part).map(bare)).collect()
}

macro_rules! changes {
    ($($name:ident: $method:literal;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
                let changed = text::$name(own_text(cx, args, $method)?);
                args.none(1, $method)?;
                cx.heap.text(changed)
            }
        )*
    };
}

changes! {
    capitalize: "str.capitalize";
    casefold: "str.casefold";
    lower: "str.lower";
    swapcase: "str.swapcase";
    title: "str.title";
    upper: "str.upper";
}

macro_rules! predicates {
    ($($name:ident: $method:literal;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
                let text = own_text(cx, args, $method)?;
                args.none(1, $method)?;
                Ok(Value::Bool(text::predicate::$name(text)))
            }
        )*
    };
}

predicates! {
    is_alnum: "str.isalnum";
    is_alpha: "str.isalpha";
    is_ascii: "str.isascii";
    is_decimal: "str.isdecimal";
    is_digit: "str.isdigit";
    is_identifier: "str.isidentifier";
    is_lower: "str.islower";
    is_numeric: "str.isnumeric";
    is_all_printable: "str.isprintable";
    is_all_space: "str.isspace";
    is_title: "str.istitle";
    is_upper: "str.isupper";
}

type Filler = fn(&str, i64, &str, usize) -> PyResult<String>;

fn filled(cx: &mut Cx<'_>, args: Args<'_>, method: &str, fill: Filler) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let [width, filler] = args.unpack(1, method, 1)?;
    let width = cx.size(width.map_or(Value::None, |width| width.value))?;
    let filler = match filler {
        None => " ",
        Some(filler) => text_of(cx, filler.value).ok_or_else(|| {
            Raise::type_error(format!(
                "The fill character must be a unicode character, not {}",
                cx.type_name(filler.value)
            ))
        })?,
    };
    let filled = fill(own, width, filler, cx.text_room())?;
    cx.heap.text(filled)
}

fn center(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    filled(cx, args, "str.center", text::center)
}

fn ljust(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    filled(cx, args, "str.ljust", text::ljust)
}

fn rjust(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    filled(cx, args, "str.rjust", text::rjust)
}

fn zfill(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_text(cx, args, "str.zfill")?;
    let width = cx.size(args.one(1, "str.zfill")?.value)?;
    let filled = text::zfill(own, width, cx.text_room())?;
    cx.heap.text(filled)
}

fn expandtabs(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_text(cx, args, "str.expandtabs")?;
    let [size] = Signature::new("expandtabs", ["tabsize"]).read(args, 1)?;
    let size = size.map_or(Ok(8), |size| cx.size(size.value))?;
    let expanded = text::expandtabs(own, size, cx.text_room())?;
    cx.heap.text(expanded)
}

type Search = fn(&str, &str, Option<i64>, Option<i64>) -> PyResult<i64>;

fn searched(cx: &mut Cx<'_>, args: Args<'_>, method: &str, search: Search) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let (wanted, start, end) = search_arguments(cx, args, method)?;
    Ok(Value::Int(search(own, wanted_text(cx, wanted)?, start, end)?))
}

fn find(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "str.find", |own, wanted, start, end| Ok(text::find(own, wanted, start, end)))
}

fn rfind(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "str.rfind", |own, wanted, start, end| Ok(text::rfind(own, wanted, start, end)))
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "str.count", |own, wanted, start, end| Ok(text::count(own, wanted, start, end)))
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "str.index", text::index)
}

fn rindex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "str.rindex", text::rindex)
}

type EndTest = fn(&str, &str, Option<i64>, Option<i64>) -> bool;

fn at_an_end(cx: &mut Cx<'_>, args: Args<'_>, method: &str, test: EndTest) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let (wanted, start, end) = search_arguments(cx, args, method)?;
    if let Some(wanted) = text_of(cx, wanted) {
        return Ok(Value::Bool(test(own, wanted, start, end)));
    }
    let name = bare_name(method);
    let Some(candidates) = cx.heap.tuple_items(wanted) else {
        return Err(Raise::type_error(format!(
            "{name} first arg must be str or a tuple of str, not {}",
            cx.type_name(wanted)
        )));
    };
    for candidate in candidates.iter() {
        match text_of(cx, candidate.value) {
            Some(candidate) if test(own, candidate, start, end) => return Ok(Value::Bool(true)),
            Some(_) => {}
            None => {
                return Err(Raise::type_error(format!(
                    "tuple for {name} must only contain str, not {}",
                    cx.type_name(candidate.value)
                )));
            }
        }
    }
    Ok(Value::Bool(false))
}

fn startswith(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    at_an_end(cx, args, "str.startswith", text::starts_with)
}

fn endswith(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    at_an_end(cx, args, "str.endswith", text::ends_with)
}

fn replace(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_text(cx, args, "str.replace")?;
    let [old, new, count] = args.unpack(1, "str.replace", 2)?;
    let (Some(old), Some(new)) = (old, new) else {
        return Err(Raise::internal("replace without arguments"));
    };
    let old = text_argument(cx, old.value, "replace() argument 1")?;
    let new = text_argument(cx, new.value, "replace() argument 2")?;
    let count = count.map_or(Ok(-1), |count| cx.size(count.value))?;
    let replaced = text::replace(own, old, new, count, cx.text_room())?;
    cx.heap.text(replaced)
}

type Splitter = for<'a> fn(&'a str, Option<&str>, i64, usize) -> PyResult<Vec<&'a str>>;

fn taken_apart(cx: &mut Cx<'_>, args: Args<'_>, method: &'static str, split: Splitter) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let [separator, most] = Signature::new(bare_name(method), ["sep", "maxsplit"]).read(args, 1)?;
    let most = most.map_or(Ok(-1), |most| cx.size(most.value))?;
    let separator = match separator.map(|separator| separator.value) {
        None | Some(Value::None) => None,
        Some(separator) => Some(text_of(cx, separator).ok_or_else(|| {
            Raise::type_error(format!("must be str or None, not {}", cx.type_name(separator)))
        })?),
    };
    let parts = split(own, separator, most, cx.object_room())?;
    let parts = parts.into_iter().map(Box::from).collect();
    let parts = texts(cx, parts)?;
    cx.heap.list(parts, Label::NONE)
}

fn split(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    taken_apart(cx, args, "str.split", text::split)
}

fn rsplit(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    taken_apart(cx, args, "str.rsplit", text::rsplit)
}

fn splitlines(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_text(cx, args, "str.splitlines")?;
    let [keep] = Signature::new("splitlines", ["keepends"]).read(args, 1)?;
    let keep = keep.map_or(Ok(false), |keep| cx.index(keep.value).map(|keep| !keep.is_zero()))?;
    let lines = text::split_lines(own, keep, cx.object_room())?.into_iter().map(Box::from).collect();
    let lines = texts(cx, lines)?;
    cx.heap.list(lines, Label::NONE)
}

type Partition = for<'a> fn(&'a str, &'a str) -> PyResult<(&'a str, &'a str, &'a str)>;

fn in_three(cx: &mut Cx<'_>, args: Args<'_>, method: &str, partition: Partition) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let separator = wanted_text(cx, args.one(1, method)?.value)?;
    let (before, separator, after) = partition(own, separator)?;
    let parts = vec![before.into(), separator.into(), after.into()];
    let parts = texts(cx, parts)?;
    cx.heap.tuple(parts, Label::NONE)
}

fn partition(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_three(cx, args, "str.partition", text::partition)
}

fn rpartition(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_three(cx, args, "str.rpartition", text::rpartition)
}

type Stripper = for<'a> fn(&'a str, Option<&str>) -> &'a str;

fn stripped(cx: &mut Cx<'_>, args: Args<'_>, method: &str, strip: Stripper) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let [chars] = args.unpack(1, method, 0)?;
    let chars = match chars.map(|chars| chars.value) {
        None | Some(Value::None) => None,
        Some(chars) => Some(
            text_of(cx, chars)
                .ok_or_else(|| Raise::type_error(format!("{} arg must be None or str", bare_name(method))))?,
        ),
    };
    let stripped: Box<str> = strip(own, chars).into();
    cx.heap.text(stripped)
}

fn strip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    stripped(cx, args, "str.strip", text::strip)
}

fn lstrip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    stripped(cx, args, "str.lstrip", text::lstrip)
}

fn rstrip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    stripped(cx, args, "str.rstrip", text::rstrip)
}

type Remover = for<'a> fn(&'a str, &str) -> &'a str;

fn shortened(cx: &mut Cx<'_>, args: Args<'_>, method: &str, remove: Remover) -> Outcome<Value> {
    let own = own_text(cx, args, method)?;
    let what = format!("{}() argument", bare_name(method));
    let affix = text_argument(cx, args.one(1, method)?.value, &what)?;
    let rest: Box<str> = remove(own, affix).into();
    cx.heap.text(rest)
}

fn removeprefix(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    shortened(cx, args, "str.removeprefix", text::remove_prefix)
}

fn removesuffix(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    shortened(cx, args, "str.removesuffix", text::remove_suffix)
}

/// The elements of what `join` is to join.
pub(super) fn joined(cx: &mut Cx<'_>, iterable: Labelled) -> Outcome<Vec<Labelled>> {
    let runs_code = matches!(cx.heap.object(iterable.value), Some(Object::Iterator(_) | Object::Instance(_)));
    match cx.collect(iterable) {
        Ok(collected) => Ok(collected.items),
        Err(raise) => match &raise.cause {
            Cause::Python(error) if !runs_code && error.exception() == Some(ExcKind::TypeError) => {
                Err(Raise::type_error("can only join an iterable"))
            }
            _ => Err(raise),
        },
    }
}

fn join(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own_text(cx, args, "str.join")?;
    let items = joined(cx, args.one(1, "str.join")?)?;
    let mut parts = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        parts.push(text_of(cx, item.value).ok_or_else(|| {
            Raise::type_error(format!(
                "sequence item {place}: expected str instance, {} found",
                cx.type_name(item.value)
            ))
        })?);
    }
    let joined = text::join(own_text(cx, args, "str.join")?, parts, cx.text_room())?;
    cx.heap.text(joined)
}

fn encode(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_text(cx, args, "str.encode")?;
    let [encoding, errors] = Signature::new("encode", ["encoding", "errors"]).read(args, 1)?;
    let encoding = named_text(cx, encoding, "encode", "encoding", "utf-8")?;
    let errors = named_text(cx, errors, "encode", "errors", "strict")?;
    if encoding.contains('\0') || errors.contains('\0') {
        return Err(Raise::value_error("embedded null character"));
    }
    let bytes = text::encode(own, &encoding, &errors)?;
    cx.heap.value(Object::Bytes(bytes.into()))
}

fn maketrans(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [from, to, deleted] = args.unpack(0, "str.maketrans", 1)?;
    let from = from.map_or(Value::None, |from| from.value);
    let entries: Vec<(Value, Value)> = match to {
        None => table_of(cx, from)?,
        Some(to) => {
            let to = text_argument(cx, to.value, "maketrans() argument 2")?;
            let deleted = match deleted {
                None => "",
                Some(deleted) => text_argument(cx, deleted.value, "maketrans() argument 3")?,
            };
            let from = text_of(cx, from).ok_or_else(|| {
                Raise::type_error("first maketrans argument must be a string if there is a second argument")
            })?;
            let code = |c: char| Value::Int(i64::from(u32::from(c)));
            let table = text::maketrans(from, to, deleted)?;
            table.into_iter().map(|(from, to)| (code(from), to.map_or(Value::None, code))).collect()
        }
    };
    let dict = cx.heap.value(Object::Dict(Box::new(Dict::new(Label::NONE))))?;
    for (key, value) in entries {
        cx.dict_insert(dict, bare(key), bare(value))?;
    }
    Ok(dict)
}

/// The entries of a table that is given as a dictionary, with code points in place of characters.
fn table_of(cx: &Cx<'_>, table: Value) -> Outcome<Vec<(Value, Value)>> {
    let Some(Object::Dict(dict)) = cx.heap.object(table) else {
        return Err(Raise::type_error("if you give only one argument to maketrans it must be a dict"));
    };
    let mut entries = Vec::with_capacity(dict.len());
    for entry in dict.iter() {
        let key = match text_of(cx, entry.key.value) {
            Some(key) => {
                let mut chars = key.chars();
                match (chars.next(), chars.next()) {
                    (Some(only), None) => Value::Int(i64::from(u32::from(only))),
                    _ => {
                        return Err(Raise::value_error("string keys in translate table must be of length 1"));
                    }
                }
            }
            None if cx.integer(entry.key.value).is_some() => entry.key.value,
            None => return Err(Raise::type_error("keys in translate table must be strings or integers")),
        };
        let value = entry.value.value;
        if value != Value::None && text_of(cx, value).is_none() && cx.integer(value).is_none() {
            return Err(no_mapping());
        }
        entries.push((key, value));
    }
    Ok(entries)
}

fn no_mapping() -> Box<Raise> {
    Raise::type_error("character mapping must return integer, None or str")
}

/// What a translation table says of a character.
enum Entry {
    Keep,
    Delete,
    Code(i64),
    Text(String),
}

fn translate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_text(cx, args, "str.translate")?.to_owned();
    let table = args.one(1, "str.translate")?;
    let mut entries: HashMap<char, Entry> = HashMap::new();
    for c in own.chars() {
        if let hash_map::Entry::Vacant(place) = entries.entry(c) {
            place.insert(table_entry(cx, table.value, c)?);
        }
    }
    let look_up = |c: char| {
        Ok::<_, PyError>(match entries.get(&c) {
            None | Some(Entry::Keep) => text::translate::Mapping::Keep,
            Some(Entry::Delete) => text::translate::Mapping::Delete,
            Some(Entry::Code(code)) => text::translate::Mapping::Code(*code),
            Some(Entry::Text(text)) => text::translate::Mapping::Text(text),
        })
    };
    let translated = text::translate(&own, look_up, cx.text_room())?;
    cx.heap.text(translated)
}

fn table_entry(cx: &mut Cx<'_>, table: Value, c: char) -> Outcome<Entry> {
    let code = Value::Int(i64::from(u32::from(c)));
    let entry = match cx.get_item(bare(table), bare(code)) {
        Ok(entry) => entry.value,
        Err(raise) => {
            return match &raise.cause {
                Cause::Key(_) => Ok(Entry::Keep),
                Cause::Python(error)
                    if error.exception().is_some_and(|kind| kind.is_a(ExcKind::LookupError)) =>
                {
                    Ok(Entry::Keep)
                }
                _ => Err(raise),
            };
        }
    };
    if entry == Value::None {
        return Ok(Entry::Delete);
    }
    if let Some(text) = text_of(cx, entry) {
        return Ok(Entry::Text(text.to_owned()));
    }
    match cx.integer(entry) {
        // No code point has a number beyond 64 bits, nor has one -1.
        Some(code) => Ok(Entry::Code(code.to_i64().unwrap_or(-1))),
        None => Err(no_mapping()),
    }
}

fn format(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own_text(cx, args, "str.format")?;
    let positional = args.positional.get(1..).unwrap_or(&[]);
    let arguments = template::Arguments::Call { positional, keyword: args.keyword };
    let text = template::fill(cx, args.receiver()?, arguments)?;
    cx.heap.text(text)
}

fn format_map(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own_text(cx, args, "str.format_map")?;
    let mapping = args.one(1, "str.format_map")?;
    let text = template::fill(cx, args.receiver()?, template::Arguments::Mapping(mapping.value))?;
    cx.heap.text(text)
}

/// `str(...)` in its other forms: the machine itself makes the text of one positional argument.
fn str(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [object, encoding, errors] = Signature::new("str", ["object", "encoding", "errors"]).read(args, 0)?;
    let is_decoding = encoding.is_some() || errors.is_some();
    let encoding = named_text(cx, encoding, "str", "encoding", "utf-8")?;
    let errors = named_text(cx, errors, "str", "errors", "strict")?;
    let text = match object.map(|object| object.value) {
        None => String::new(),
        Some(object) if !is_decoding => cx.str_of(object)?,
        Some(object) => match cx.heap.object(object) {
            Some(Object::Bytes(bytes)) => caravan_pylib::bytes::decode(bytes, &encoding, &errors)?,
            _ if text_of(cx, object).is_some() => {
                return Err(Raise::type_error("decoding str is not supported"));
            }
            _ => {
                return Err(Raise::type_error(format!(
                    "decoding to str: need a bytes-like object, {} found",
                    cx.type_name(object)
                )));
            }
        },
    };
    cx.heap.text(text)
}

const fn method(name: &'static str, run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>) -> Native {
    Native::method(BuiltinType::Str, name, Run::Pure(run))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::Str, "str", Run::Pure(str)),
    Native::of_type(BuiltinType::Str, "maketrans", Run::Pure(maketrans)),
    method("capitalize", capitalize),
    method("casefold", casefold),
    method("center", center),
    method("count", count),
    method("encode", encode),
    method("endswith", endswith),
    method("expandtabs", expandtabs),
    method("find", find),
    method("format", format),
    method("format_map", format_map),
    method("index", index),
    method("isalnum", is_alnum),
    method("isalpha", is_alpha),
    method("isascii", is_ascii),
    method("isdecimal", is_decimal),
    method("isdigit", is_digit),
    method("isidentifier", is_identifier),
    method("islower", is_lower),
    method("isnumeric", is_numeric),
    method("isprintable", is_all_printable),
    method("isspace", is_all_space),
    method("istitle", is_title),
    method("isupper", is_upper),
    method("join", join),
    method("ljust", ljust),
    method("lower", lower),
    method("lstrip", lstrip),
    method("partition", partition),
    method("removeprefix", removeprefix),
    method("removesuffix", removesuffix),
    method("replace", replace),
    method("rfind", rfind),
    method("rindex", rindex),
    method("rjust", rjust),
    method("rpartition", rpartition),
    method("rsplit", rsplit),
    method("rstrip", rstrip),
    method("split", split),
    method("splitlines", splitlines),
    method("startswith", startswith),
    method("strip", strip),
    method("swapcase", swapcase),
    method("title", title),
    method("translate", translate),
    method("upper", upper),
    method("zfill", zfill),
];
