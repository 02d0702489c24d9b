//! The methods of bytes.

use caravan_pylib::bytes;

use crate::value::Value;
use crate::{LIMIT, Outcome};

pub fn run(name: &str, args: &[Value]) -> Outcome {
    let arg = |index: usize| args.get(index).unwrap_or(&Value::None);
    let b = match arg(0) {
        Value::Bytes(bytes) => bytes.as_slice(),
        _ => &[],
    };
    let sub = || arg(1).bytes();
    let (start, end) = (|| arg(2).i64_or_none(), || arg(3).i64_or_none());
    let sep = || arg(1).bytes_or_none();
    Ok(match name {
        "getitem" => bytes::item(b, arg(1).i64())?.into(),
        "slice" => bytes::slice(b, arg(1).i64_or_none(), start(), end())?.into(),
        "mul" => bytes::repeat(b, arg(1).int(), LIMIT)?.into(),
        "add" => bytes::concat(b, sub(), LIMIT)?.into(),
        "ord" => bytes::ord(b)?.into(),
        "make" => bytes::from_integers(arg(0).list().iter().map(Value::int))?.into(),
        "repr" => bytes::repr(b).into(),
        "capitalize" => bytes::capitalize(b).into(),
        "lower" => bytes::lower(b).into(),
        "upper" => bytes::upper(b).into(),
        "title" => bytes::title(b).into(),
        "swapcase" => bytes::swapcase(b).into(),
        "center" => bytes::center(b, arg(1).i64(), arg(2).bytes(), LIMIT)?.into(),
        "ljust" => bytes::ljust(b, arg(1).i64(), arg(2).bytes(), LIMIT)?.into(),
        "rjust" => bytes::rjust(b, arg(1).i64(), arg(2).bytes(), LIMIT)?.into(),
        "zfill" => bytes::zfill(b, arg(1).i64(), LIMIT)?.into(),
        "expandtabs" => bytes::expandtabs(b, arg(1).i64(), LIMIT)?.into(),
        "contains" => bytes::contains(b, sub()).into(),
        "count" => bytes::count(b, sub(), start(), end()).into(),
        "find" => bytes::find(b, sub(), start(), end()).into(),
        "rfind" => bytes::rfind(b, sub(), start(), end()).into(),
        "index" => bytes::index(b, sub(), start(), end())?.into(),
        "rindex" => bytes::rindex(b, sub(), start(), end())?.into(),
        "startswith" => bytes::starts_with(b, sub(), start(), end()).into(),
        "endswith" => bytes::ends_with(b, sub(), start(), end()).into(),
        "replace" => bytes::replace(b, sub(), arg(2).bytes(), arg(3).i64(), LIMIT)?.into(),
        "split" => bytes::split(b, sep(), arg(2).i64(), LIMIT)?.into(),
        "rsplit" => bytes::rsplit(b, sep(), arg(2).i64(), LIMIT)?.into(),
        "splitlines" => bytes::split_lines(b, arg(1).bool(), LIMIT)?.into(),
        "partition" => bytes::partition(b, sub())?.into(),
        "rpartition" => bytes::rpartition(b, sub())?.into(),
        "strip" => bytes::strip(b, sep()).into(),
        "lstrip" => bytes::lstrip(b, sep()).into(),
        "rstrip" => bytes::rstrip(b, sep()).into(),
        "removeprefix" => bytes::remove_prefix(b, sub()).into(),
        "removesuffix" => bytes::remove_suffix(b, sub()).into(),
        "join" => bytes::join(b, arg(1).list().iter().map(Value::bytes), LIMIT)?.into(),
        "isalnum" => bytes::is_alnum(b).into(),
        "isalpha" => bytes::is_alpha(b).into(),
        "isascii" => bytes::is_ascii(b).into(),
        "isdigit" => bytes::is_digit(b).into(),
        "islower" => bytes::is_lower(b).into(),
        "isspace" => bytes::is_all_space(b).into(),
        "istitle" => bytes::is_title(b).into(),
        "isupper" => bytes::is_upper(b).into(),
        "decode" => bytes::decode(b, arg(1).str(), arg(2).str())?.into(),
        "hex" => bytes::hex(b, arg(1).str_or_none(), arg(2).i64())?.into(),
        "fromhex" => bytes::from_hex(arg(0).str())?.into(),
        "maketrans" => bytes::maketrans(b, sub())?.into(),
        "translate" => bytes::translate(b, sep(), arg(2).bytes())?.into(),
        _ => panic!("no such function: {name}"),
    })
}
