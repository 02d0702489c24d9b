//! The methods of str.

use caravan_pylib::text::translate::Mapping;
use caravan_pylib::text::{self, predicate};

use crate::value::Value;
use crate::{LIMIT, Outcome};

pub fn run(name: &str, args: &[Value]) -> Outcome {
    let s = args[0].str_or_none().unwrap_or_default();
    let arg = |index: usize| args.get(index).unwrap_or(&Value::None);
    let sub = || arg(1).str();
    let (start, end) = (|| arg(2).i64_or_none(), || arg(3).i64_or_none());
    let sep = || arg(1).str_or_none();
    Ok(match name {
        "len" => (text::len(s) as u64).into(),
        "getitem" => text::item(s, arg(1).i64())?.into(),
        "slice" => text::slice(s, arg(1).i64_or_none(), start(), end())?.into(),
        "mul" => text::repeat(s, arg(1).int(), LIMIT)?.into(),
        "add" => text::concat(s, sub(), LIMIT)?.into(),
        "ord" => text::ord(s)?.into(),
        "chr" => text::chr(arg(1).int())?.into(),
        "repr" => text::repr_str(s).into(),
        "ascii" => text::ascii_repr(s).into(),
        "capitalize" => text::capitalize(s).into(),
        "casefold" => text::casefold(s).into(),
        "lower" => text::lower(s).into(),
        "upper" => text::upper(s).into(),
        "title" => text::title(s).into(),
        "swapcase" => text::swapcase(s).into(),
        "center" => text::center(s, arg(1).i64(), arg(2).str(), LIMIT)?.into(),
        "ljust" => text::ljust(s, arg(1).i64(), arg(2).str(), LIMIT)?.into(),
        "rjust" => text::rjust(s, arg(1).i64(), arg(2).str(), LIMIT)?.into(),
        "zfill" => text::zfill(s, arg(1).i64(), LIMIT)?.into(),
        "expandtabs" => text::expandtabs(s, arg(1).i64(), LIMIT)?.into(),
        "count" => text::count(s, sub(), start(), end()).into(),
        "find" => text::find(s, sub(), start(), end()).into(),
        "rfind" => text::rfind(s, sub(), start(), end()).into(),
        "index" => text::index(s, sub(), start(), end())?.into(),
        "rindex" => text::rindex(s, sub(), start(), end())?.into(),
        "startswith" => text::starts_with(s, sub(), start(), end()).into(),
        "endswith" => text::ends_with(s, sub(), start(), end()).into(),
        "replace" => text::replace(s, sub(), arg(2).str(), arg(3).i64(), LIMIT)?.into(),
        "split" => text::split(s, sep(), arg(2).i64(), LIMIT)?.into(),
        "rsplit" => text::rsplit(s, sep(), arg(2).i64(), LIMIT)?.into(),
        "splitlines" => text::split_lines(s, arg(1).bool(), LIMIT)?.into(),
        "partition" => text::partition(s, sub())?.into(),
        "rpartition" => text::rpartition(s, sub())?.into(),
        "strip" => text::strip(s, sep()).into(),
        "lstrip" => text::lstrip(s, sep()).into(),
        "rstrip" => text::rstrip(s, sep()).into(),
        "removeprefix" => text::remove_prefix(s, sub()).into(),
        "removesuffix" => text::remove_suffix(s, sub()).into(),
        "join" => text::join(s, arg(1).list().iter().map(Value::str), LIMIT)?.into(),
        "isalnum" => predicate::is_alnum(s).into(),
        "isalpha" => predicate::is_alpha(s).into(),
        "isascii" => predicate::is_ascii(s).into(),
        "isdecimal" => predicate::is_decimal(s).into(),
        "isdigit" => predicate::is_digit(s).into(),
        "isidentifier" => predicate::is_identifier(s).into(),
        "islower" => predicate::is_lower(s).into(),
        "isnumeric" => predicate::is_numeric(s).into(),
        "isprintable" => predicate::is_all_printable(s).into(),
        "isspace" => predicate::is_all_space(s).into(),
        "istitle" => predicate::is_title(s).into(),
        "isupper" => predicate::is_upper(s).into(),
        "encode" => text::encode(s, arg(1).str(), arg(2).str())?.into(),
        "maketrans" => {
            let code = |c: char| Value::from(i64::from(u32::from(c)));
            let table = text::maketrans(s, sub(), arg(2).str())?;
            Value::Dict(
                table.into_iter().map(|(key, value)| (code(key), value.map_or(Value::None, code))).collect(),
            )
        }
        "translate" => {
            let Value::Dict(table) = arg(1) else { panic!("no table") };
            let entry = |c: char| {
                let key = Value::from(i64::from(u32::from(c)));
                Ok(match table.iter().find(|(code, _)| *code == key).map(|(_, value)| value) {
                    None => Mapping::Keep,
                    Some(Value::None) => Mapping::Delete,
                    Some(Value::Str(text)) => Mapping::Text(text),
                    Some(code) => Mapping::Code(code.i64()),
                })
            };
            text::translate(s, entry, LIMIT)?.into()
        }
        _ => panic!("no such function: {name}"),
    })
}
