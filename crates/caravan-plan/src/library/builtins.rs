//! The builtins that are no methods, types' constructors aside.

pub(crate) mod aggregates;
pub(crate) mod classes;
pub(crate) mod iterators;
pub(crate) mod numbers;

use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::raise::{Outcome, Raise};
use crate::value::Value;

fn format(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [value, spec] = args.unpack(0, "format", 1)?;
    let value = value.ok_or_else(|| Raise::internal("format without an argument"))?;
    let spec = match spec {
        None => String::new(),
        Some(spec) => {
            cx.str_argument(spec.value, |name| format!("format() argument 2 must be str, not {name}"))?
        }
    };
    let text = cx.format(value.value, &spec)?;
    cx.heap.text(text)
}

fn ascii(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "ascii")?;
    let repr = cx.repr(value.value)?;
    cx.heap.text(caravan_pylib::text::escape_non_ascii(&repr))
}

pub(crate) const NATIVES: &[Native] =
    &[Native::builtin("format", Run::Pure(format)), Native::builtin("ascii", Run::Pure(ascii))];
