//! `bytes`: its constructor and its methods.

use caravan_label::Label;
use caravan_pylib::bytes;
use caravan_pylib::error::PyResult;
use caravan_pylib::text;

use super::signature::{
    Signature, argument_type, bare_name, named_text, receiver, search_arguments, text_argument,
};
use super::text::joined;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn bytes_of<'c>(cx: &'c Cx<'_>, value: Value) -> Option<&'c [u8]> {
    match cx.heap.object(value) {
        Some(Object::Bytes(bytes)) => Some(bytes),
        _ => None,
    }
}

/// The bytes that a method is called on.
fn own_bytes<'c>(cx: &'c Cx<'_>, args: Args<'_>, method: &str) -> Outcome<&'c [u8]> {
    let value = receiver(cx, args, BuiltinType::Bytes, method)?;
    Ok(bytes_of(cx, value).unwrap_or_default())
}

fn wanted_bytes<'c>(cx: &'c Cx<'_>, value: Value) -> Outcome<&'c [u8]> {
    bytes_of(cx, value).ok_or_else(|| {
        Raise::type_error(format!("a bytes-like object is required, not '{}'", cx.type_name(value)))
    })
}

fn made(cx: &mut Cx<'_>, bytes: impl Into<Box<[u8]>>) -> Outcome<Value> {
    cx.heap.value(Object::Bytes(bytes.into()))
}

fn parts(cx: &mut Cx<'_>, parts: Vec<Box<[u8]>>) -> Outcome<Vec<Labelled>> {
    parts.into_iter().map(|part| Ok(Labelled::new(made(cx, part)?, Label::NONE))).collect()
}

/// The bytes whose numbers the elements are.
fn from_elements(cx: &Cx<'_>, items: &[Labelled]) -> Outcome<Vec<u8>> {
    let mut numbers = Vec::with_capacity(items.len());
    for item in items {
        numbers.push(cx.index(item.value)?);
    }
    Ok(bytes::from_integers(&numbers)?)
}

/// The bytes that an object stands for: bytes themselves, or an iterable of numbers.
///
/// # Errors
///
/// `TypeError` for an object that stands for none, `ValueError` for numbers that are no bytes.
pub(super) fn from_object(cx: &mut Cx<'_>, source: Labelled) -> Outcome<Vec<u8>> {
    if let Some(bytes) = bytes_of(cx, source.value) {
        return Ok(bytes.to_vec());
    }
    let plain = cx.heap.plain(source.value);
    let is_number = cx.integer(plain).is_some() || matches!(plain, Value::Float(_));
    if is_number || cx.heap.str(plain).is_some() || !is_iterable(cx, source.value) {
        return Err(Raise::type_error(format!(
            "cannot convert '{}' object to bytes",
            cx.type_name(source.value)
        )));
    }
    let collected = cx.collect(source)?;
    from_elements(cx, &collected.items)
}

/// Whether a value can be iterated over, as far as its type tells.
fn is_iterable(cx: &Cx<'_>, value: Value) -> bool {
    matches!(
        cx.heap.object(value),
        Some(
            Object::List(_)
                | Object::Tuple(_)
                | Object::Deque(_)
                | Object::Dict(_)
                | Object::Set(_)
                | Object::FrozenSet(_)
                | Object::Range { .. }
                | Object::Iterator(_)
                | Object::View { .. }
                | Object::Instance(_)
        )
    )
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [source, encoding, errors] =
        Signature::new("bytes", ["source", "encoding", "errors"]).read(args, 0)?;
    let given = (encoding.is_some(), errors.is_some());
    let encoding = named_text(cx, encoding, "bytes", "encoding", "utf-8")?;
    let errors = named_text(cx, errors, "bytes", "errors", "strict")?;
    let text = source.and_then(|source| cx.heap.str(cx.heap.plain(source.value)));
    let made_of = match (source, text, given) {
        (Some(_), Some(text), (true, _)) => text::encode(text, &encoding, &errors)?,
        (Some(_), Some(_), (false, _)) => {
            return Err(Raise::type_error("string argument without an encoding"));
        }
        (_, None, (true, _)) => return Err(Raise::type_error("encoding without a string argument")),
        (_, None, (false, true)) => return Err(Raise::type_error("errors without a string argument")),
        (Some(source), None, _) => match cx.integer(source.value) {
            Some(count) if count.is_negative() => return Err(Raise::value_error("negative count")),
            Some(count) => {
                let count =
                    count.to_i64().and_then(|count| usize::try_from(count).ok()).ok_or_else(|| {
                        Raise::new(
                            caravan_pylib::error::ExcKind::OverflowError,
                            "cannot fit 'int' into an index-sized integer",
                        )
                    })?;
                bytes::repeat(&[0], &i64::try_from(count).unwrap_or(i64::MAX).into(), cx.text_room())?
            }
            None => from_object(cx, source)?,
        },
        (None, _, _) => Vec::new(),
    };
    made(cx, made_of)
}

macro_rules! changes {
    ($($name:ident: $method:literal;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
                let changed = bytes::$name(own_bytes(cx, args, $method)?);
                args.none(1, $method)?;
                made(cx, changed)
            }
        )*
    };
}

changes! {
    capitalize: "bytes.capitalize";
    lower: "bytes.lower";
    swapcase: "bytes.swapcase";
    title: "bytes.title";
    upper: "bytes.upper";
}

macro_rules! predicates {
    ($($name:ident: $method:literal;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
                let own = own_bytes(cx, args, $method)?;
                args.none(1, $method)?;
                Ok(Value::Bool(bytes::$name(own)))
            }
        )*
    };
}

predicates! {
    is_alnum: "bytes.isalnum";
    is_alpha: "bytes.isalpha";
    is_ascii: "bytes.isascii";
    is_digit: "bytes.isdigit";
    is_lower: "bytes.islower";
    is_all_space: "bytes.isspace";
    is_title: "bytes.istitle";
    is_upper: "bytes.isupper";
}

type Filler = fn(&[u8], i64, &[u8], usize) -> PyResult<Vec<u8>>;

fn filled(cx: &mut Cx<'_>, args: Args<'_>, method: &str, fill: Filler) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let [width, filler] = args.unpack(1, method, 1)?;
    let width = cx.size(width.map_or(Value::None, |width| width.value))?;
    let filler = match filler {
        None => &b" "[..],
        Some(filler) => bytes_of(cx, filler.value).filter(|filler| filler.len() == 1).ok_or_else(|| {
            Raise::type_error(format!(
                "{}() argument 2 must be a byte string of length 1, not {}",
                bare_name(method),
                argument_type(cx, filler.value)
            ))
        })?,
    };
    let filled = fill(own, width, filler, cx.text_room())?;
    made(cx, filled)
}

fn center(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    filled(cx, args, "bytes.center", bytes::center)
}

fn ljust(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    filled(cx, args, "bytes.ljust", bytes::ljust)
}

fn rjust(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    filled(cx, args, "bytes.rjust", bytes::rjust)
}

fn zfill(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.zfill")?;
    let width = cx.size(args.one(1, "bytes.zfill")?.value)?;
    let filled = bytes::zfill(own, width, cx.text_room())?;
    made(cx, filled)
}

fn expandtabs(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.expandtabs")?;
    let [size] = Signature::new("expandtabs", ["tabsize"]).read(args, 1)?;
    let size = size.map_or(Ok(8), |size| cx.size(size.value))?;
    let expanded = bytes::expandtabs(own, size, cx.text_room())?;
    made(cx, expanded)
}

type Search = fn(&[u8], &[u8], Option<i64>, Option<i64>) -> PyResult<i64>;

fn searched(cx: &mut Cx<'_>, args: Args<'_>, method: &str, search: Search) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let (wanted, start, end) = search_arguments(cx, args, method)?;
    let byte;
    let wanted = match (bytes_of(cx, wanted), cx.integer(wanted)) {
        (Some(wanted), _) => wanted,
        (None, Some(number)) => {
            let number = number.to_i64().and_then(|number| u8::try_from(number).ok());
            byte = [number.ok_or_else(|| Raise::value_error("byte must be in range(0, 256)"))?];
            &byte[..]
        }
        (None, None) => {
            return Err(Raise::type_error(format!(
                "argument should be integer or bytes-like object, not '{}'",
                cx.type_name(wanted)
            )));
        }
    };
    Ok(Value::Int(search(own, wanted, start, end)?))
}

fn find(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "bytes.find", |own, wanted, start, end| Ok(bytes::find(own, wanted, start, end)))
}

fn rfind(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "bytes.rfind", |own, wanted, start, end| Ok(bytes::rfind(own, wanted, start, end)))
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "bytes.count", |own, wanted, start, end| Ok(bytes::count(own, wanted, start, end)))
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "bytes.index", bytes::index)
}

fn rindex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    searched(cx, args, "bytes.rindex", bytes::rindex)
}

type EndTest = fn(&[u8], &[u8], Option<i64>, Option<i64>) -> bool;

fn at_an_end(cx: &mut Cx<'_>, args: Args<'_>, method: &str, test: EndTest) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let (wanted, start, end) = search_arguments(cx, args, method)?;
    if let Some(wanted) = bytes_of(cx, wanted) {
        return Ok(Value::Bool(test(own, wanted, start, end)));
    }
    let Some(candidates) = cx.heap.tuple_items(wanted) else {
        return Err(Raise::type_error(format!(
            "{} first arg must be bytes or a tuple of bytes, not {}",
            bare_name(method),
            cx.type_name(wanted)
        )));
    };
    for candidate in candidates.iter() {
        if test(own, wanted_bytes(cx, candidate.value)?, start, end) {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

fn startswith(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    at_an_end(cx, args, "bytes.startswith", bytes::starts_with)
}

fn endswith(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    at_an_end(cx, args, "bytes.endswith", bytes::ends_with)
}

fn replace(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.replace")?;
    let [old, new, count] = args.unpack(1, "bytes.replace", 2)?;
    let (Some(old), Some(new)) = (old, new) else {
        return Err(Raise::internal("replace without arguments"));
    };
    let (old, new) = (wanted_bytes(cx, old.value)?, wanted_bytes(cx, new.value)?);
    let count = count.map_or(Ok(-1), |count| cx.size(count.value))?;
    let replaced = bytes::replace(own, old, new, count, cx.text_room())?;
    made(cx, replaced)
}

type Splitter = for<'a> fn(&'a [u8], Option<&[u8]>, i64, usize) -> PyResult<Vec<&'a [u8]>>;

fn taken_apart(cx: &mut Cx<'_>, args: Args<'_>, method: &'static str, split: Splitter) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let [separator, most] = Signature::new(bare_name(method), ["sep", "maxsplit"]).read(args, 1)?;
    let most = most.map_or(Ok(-1), |most| cx.size(most.value))?;
    let separator = match separator.map(|separator| separator.value) {
        None | Some(Value::None) => None,
        Some(separator) => Some(wanted_bytes(cx, separator)?),
    };
    let pieces = split(own, separator, most, cx.object_room())?.into_iter().map(Box::from).collect();
    let pieces = parts(cx, pieces)?;
    cx.heap.list(pieces, Label::NONE)
}

fn split(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    taken_apart(cx, args, "bytes.split", bytes::split)
}

fn rsplit(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    taken_apart(cx, args, "bytes.rsplit", bytes::rsplit)
}

fn splitlines(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.splitlines")?;
    let [keep] = Signature::new("splitlines", ["keepends"]).read(args, 1)?;
    let keep = keep.map_or(Ok(false), |keep| cx.index(keep.value).map(|keep| !keep.is_zero()))?;
    let lines = bytes::split_lines(own, keep, cx.object_room())?.into_iter().map(Box::from).collect();
    let lines = parts(cx, lines)?;
    cx.heap.list(lines, Label::NONE)
}

type Partition = for<'a> fn(&'a [u8], &'a [u8]) -> PyResult<(&'a [u8], &'a [u8], &'a [u8])>;

fn in_three(cx: &mut Cx<'_>, args: Args<'_>, method: &str, partition: Partition) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let separator = wanted_bytes(cx, args.one(1, method)?.value)?;
    let (before, separator, after) = partition(own, separator)?;
    let pieces = vec![before.into(), separator.into(), after.into()];
    let pieces = parts(cx, pieces)?;
    cx.heap.tuple(pieces, Label::NONE)
}

fn partition(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_three(cx, args, "bytes.partition", bytes::partition)
}

fn rpartition(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_three(cx, args, "bytes.rpartition", bytes::rpartition)
}

type Stripper = for<'a> fn(&'a [u8], Option<&[u8]>) -> &'a [u8];

fn stripped(cx: &mut Cx<'_>, args: Args<'_>, method: &str, strip: Stripper) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let [chars] = args.unpack(1, method, 0)?;
    let chars = match chars.map(|chars| chars.value) {
        None | Some(Value::None) => None,
        Some(chars) => Some(wanted_bytes(cx, chars)?),
    };
    let stripped: Box<[u8]> = strip(own, chars).into();
    made(cx, stripped)
}

fn strip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    stripped(cx, args, "bytes.strip", bytes::strip)
}

fn lstrip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    stripped(cx, args, "bytes.lstrip", bytes::lstrip)
}

fn rstrip(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    stripped(cx, args, "bytes.rstrip", bytes::rstrip)
}

type Remover = for<'a> fn(&'a [u8], &[u8]) -> &'a [u8];

fn shortened(cx: &mut Cx<'_>, args: Args<'_>, method: &str, remove: Remover) -> Outcome<Value> {
    let own = own_bytes(cx, args, method)?;
    let affix = wanted_bytes(cx, args.one(1, method)?.value)?;
    let rest: Box<[u8]> = remove(own, affix).into();
    made(cx, rest)
}

fn removeprefix(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    shortened(cx, args, "bytes.removeprefix", bytes::remove_prefix)
}

fn removesuffix(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    shortened(cx, args, "bytes.removesuffix", bytes::remove_suffix)
}

fn join(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own_bytes(cx, args, "bytes.join")?;
    let items = joined(cx, args.one(1, "bytes.join")?)?;
    let mut pieces = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        pieces.push(bytes_of(cx, item.value).ok_or_else(|| {
            Raise::type_error(format!(
                "sequence item {place}: expected a bytes-like object, {} found",
                cx.type_name(item.value)
            ))
        })?);
    }
    let joined = bytes::join(own_bytes(cx, args, "bytes.join")?, pieces, cx.text_room())?;
    made(cx, joined)
}

fn decode(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.decode")?;
    let [encoding, errors] = Signature::new("decode", ["encoding", "errors"]).read(args, 1)?;
    let encoding = named_text(cx, encoding, "decode", "encoding", "utf-8")?;
    let errors = named_text(cx, errors, "decode", "errors", "strict")?;
    let text = bytes::decode(own, &encoding, &errors)?;
    cx.heap.text(text)
}

fn hex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.hex")?;
    let [separator, group] = Signature::new("hex", ["sep", "bytes_per_sep"]).read(args, 1)?;
    let group = group.map_or(Ok(1), |group| cx.size(group.value))?;
    let decoded;
    let separator = match separator.map(|separator| separator.value) {
        None => None,
        Some(separator) => match (cx.heap.str(cx.heap.plain(separator)), bytes_of(cx, separator)) {
            (Some(text), _) => Some(text),
            (None, Some(bytes)) => {
                decoded = bytes::decode(bytes, "latin-1", "strict")?;
                Some(decoded.as_str())
            }
            (None, None) => {
                cx.length(Labelled::new(separator, Label::NONE))?;
                return Err(Raise::type_error("sep must be str or bytes."));
            }
        },
    };
    let text = bytes::hex(own, separator, group)?;
    cx.heap.text(text)
}

fn fromhex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let text = args.one(0, "bytes.fromhex")?;
    let raw = bytes::from_hex(text_argument(cx, text.value, "fromhex() argument")?)?;
    made(cx, raw)
}

fn translate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_bytes(cx, args, "bytes.translate")?;
    let [table, delete] =
        Signature::new("translate", ["", "delete"]).nameless(1).requires(1).read(args, 1)?;
    let table = match table.map(|table| table.value) {
        None | Some(Value::None) => None,
        Some(table) => Some(wanted_bytes(cx, table)?),
    };
    let delete = match delete {
        None => &[],
        Some(delete) => wanted_bytes(cx, delete.value)?,
    };
    let translated = bytes::translate(own, table, delete)?;
    made(cx, translated)
}

fn maketrans(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [from, to] = args.unpack(0, "bytes.maketrans", 2)?;
    let (Some(from), Some(to)) = (from, to) else {
        return Err(Raise::internal("maketrans without arguments"));
    };
    let table = bytes::maketrans(wanted_bytes(cx, from.value)?, wanted_bytes(cx, to.value)?)?;
    made(cx, table)
}

const fn method(name: &'static str, run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>) -> Native {
    Native::method(BuiltinType::Bytes, name, Run::Pure(run))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::Bytes, "bytes", Run::Pure(construct)),
    Native::of_type(BuiltinType::Bytes, "fromhex", Run::Pure(fromhex)),
    Native::of_type(BuiltinType::Bytes, "maketrans", Run::Pure(maketrans)),
    method("capitalize", capitalize),
    method("center", center),
    method("count", count),
    method("decode", decode),
    method("endswith", endswith),
    method("expandtabs", expandtabs),
    method("find", find),
    method("hex", hex),
    method("index", index),
    method("isalnum", is_alnum),
    method("isalpha", is_alpha),
    method("isascii", is_ascii),
    method("isdigit", is_digit),
    method("islower", is_lower),
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
