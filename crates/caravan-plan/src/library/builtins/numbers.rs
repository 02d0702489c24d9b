//! `abs`, `round`, `pow` and the other builtins over numbers and characters.

use caravan_pylib::decimal::{Context, Rounding};
use caravan_pylib::error::ExcKind;
use caravan_pylib::float;
use caravan_pylib::int::{self, Integer};

use crate::cx::Cx;
use crate::heap::Object;
use crate::library::{Args, Native, Run};
use crate::operation::{Binary, Comparison, Unary};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use caravan_label::Label;

fn bare(value: Value) -> Labelled {
    Labelled::new(value, Label::NONE)
}

pub(crate) fn abs(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "abs")?.value;
    if let Some(integer) = cx.integer(value) {
        return cx.int(int::abs(&integer));
    }
    match (value, cx.heap.object(value)) {
        (Value::Float(float), _) => Ok(Value::Float(float.abs())),
        (_, Some(Object::TimeDelta(delta))) => {
            let delta = delta.abs()?;
            cx.heap.value(Object::TimeDelta(delta))
        }
        (_, Some(Object::Decimal(_))) => {
            let negative = cx.order(Comparison::Lt, value, Value::Int(0))?;
            let sign = if negative { Unary::Neg } else { Unary::Pos };
            Ok(cx.unary(sign, bare(value))?.value)
        }
        _ => match cx.heap.ask_method(value, "__abs__", &[])? {
            Some(answer) => Ok(answer),
            None => Err(Raise::type_error(format!("bad operand type for abs(): '{}'", cx.type_name(value)))),
        },
    }
}

fn round(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [number, digits] = args.bind("round", 0, ["number", "ndigits"], 0, 1)?;
    let number = number.ok_or_else(|| Raise::internal("round without a number"))?.value;
    let given: Vec<Value> = digits.iter().map(|digits| digits.value).collect();
    if let Some(answer) = cx.heap.ask_method(number, "__round__", &given)? {
        return Ok(answer);
    }
    let digits = match digits.map(|digits| digits.value) {
        None | Some(Value::None) => None,
        Some(digits) => Some(cx.index(digits)?),
    };
    if let Some(integer) = cx.integer(number) {
        return match digits {
            None => cx.int(integer),
            Some(digits) => cx.int(int::round(&integer, &digits)),
        };
    }
    match (number, cx.heap.object(number), digits) {
        (Value::Float(float), _, None) => {
            let rounded = float::round_to_integer(float)?;
            cx.int(rounded)
        }
        (Value::Float(float), _, Some(digits)) => Ok(Value::Float(float::round(float, &digits)?)),
        (_, Some(Object::Decimal(decimal)), None) => {
            let rounded = decimal.to_int(Rounding::HalfEven, cx.limits.digits)?;
            cx.int(rounded.into())
        }
        (_, Some(Object::Decimal(decimal)), Some(digits)) => {
            let rounded = decimal.round_to(digits.clamp_to_i64(), &Context::default())?;
            cx.heap.value(Object::Decimal(Box::new(rounded)))
        }
        _ => Err(Raise::type_error(format!("type {} doesn't define __round__ method", cx.type_name(number)))),
    }
}

fn divmod(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [a, b] = args.unpack(0, "divmod", 2)?;
    let (Some(a), Some(b)) = (a, b) else { return Err(Raise::internal("divmod without operands")) };
    let (a, b) = (a.value, b.value);
    let (quotient, remainder) = match (cx.integer(a), cx.integer(b)) {
        (Some(a), Some(b)) => {
            let (quotient, remainder) = int::divmod(&a, &b)?;
            (cx.int(quotient)?, cx.int(remainder)?)
        }
        (left, right) => {
            let as_float = |value, integer: Option<Integer>| match (value, integer) {
                (Value::Float(float), _) => Ok(Some(float)),
                (_, Some(integer)) => integer.to_f64().map(Some),
                _ => Ok(None),
            };
            let (left, right) = (as_float(a, left)?, as_float(b, right)?);
            if let (Some(left), Some(right)) = (left, right) {
                let (quotient, remainder) = float::divmod(left, right)?;
                (Value::Float(quotient), Value::Float(remainder))
            } else if divides(cx, a, b) {
                let quotient = cx.binary(Binary::FloorDiv, bare(a), bare(b))?;
                let remainder = cx.binary(Binary::Mod, bare(a), bare(b))?;
                (quotient.value, remainder.value)
            } else {
                return Err(Raise::type_error(format!(
                    "unsupported operand type(s) for divmod(): '{}' and '{}'",
                    cx.type_name(a),
                    cx.type_name(b)
                )));
            }
        }
    };
    cx.heap.tuple(vec![bare(quotient), bare(remainder)], Label::NONE)
}

/// Whether `divmod` is defined for these two, neither of which is a float.
fn divides(cx: &Cx<'_>, a: Value, b: Value) -> bool {
    let is_decimal = |value| matches!(cx.heap.object(value), Some(Object::Decimal(_)));
    let is_delta = |value| matches!(cx.heap.object(value), Some(Object::TimeDelta(_)));
    let is_number = |value| is_decimal(value) || cx.integer(value).is_some();
    is_delta(a) && is_delta(b) || is_number(a) && is_number(b)
}

fn pow(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [base, exponent, modulus] = args.bind("pow", 0, ["base", "exp", "mod"], 0, 2)?;
    let (Some(base), Some(exponent)) = (base, exponent) else {
        return Err(Raise::internal("pow without operands"));
    };
    let modulus = match modulus.map(|modulus| modulus.value) {
        None | Some(Value::None) => {
            return Ok(cx.binary(Binary::Pow, bare(base.value), bare(exponent.value))?.value);
        }
        Some(modulus) => modulus,
    };
    let operands = [base.value, exponent.value, modulus];
    match operands.map(|operand| cx.integer(operand)) {
        [Some(base), Some(exponent), Some(modulus)] => {
            let power = int::theory::pow_mod(&base, &exponent, &modulus)?;
            cx.int(power)
        }
        _ if operands
            .iter()
            .all(|operand| matches!(operand, Value::Float(_)) || cx.integer(*operand).is_some()) =>
        {
            Err(Raise::type_error("pow() 3rd argument not allowed unless all arguments are integers"))
        }
        _ => {
            let [base, exponent, modulus] = operands.map(|operand| cx.type_name(operand));
            Err(Raise::type_error(format!(
                "unsupported operand type(s) for ** or pow(): '{base}', '{exponent}', '{modulus}'"
            )))
        }
    }
}

fn in_base(cx: &mut Cx<'_>, args: Args<'_>, name: &str, write: fn(&Integer) -> String) -> Outcome<Value> {
    let value = args.one(0, name)?;
    let integer = cx.index(value.value)?;
    cx.heap.text(write(&integer))
}

fn bin(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_base(cx, args, "bin", int::text::bin)
}

fn oct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_base(cx, args, "oct", int::text::oct)
}

fn hex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    in_base(cx, args, "hex", int::text::hex)
}

fn chr(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "chr")?;
    let code = cx
        .index(value.value)?
        .to_i64()
        .filter(|code| i32::try_from(*code).is_ok())
        .ok_or_else(|| Raise::new(ExcKind::OverflowError, "Python int too large to convert to C int"))?;
    if (0xD800..0xE000).contains(&code) {
        return Err(Raise::value_error(format!(
            "chr() arg {code:#x} is a surrogate, which a text of a plan cannot hold"
        )));
    }
    match u32::try_from(code).ok().and_then(char::from_u32) {
        Some(c) => cx.heap.text(c.to_string()),
        None => Err(Raise::value_error("chr() arg not in range(0x110000)")),
    }
}

fn ord(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "ord")?.value;
    let (code, length) = match cx.heap.object(value) {
        Some(Object::Str(text)) => (text.as_str().chars().next().map(u32::from), text.chars()),
        Some(Object::Bytes(bytes)) => (bytes.first().copied().map(u32::from), bytes.len()),
        _ => {
            return Err(Raise::type_error(format!(
                "ord() expected string of length 1, but {} found",
                cx.type_name(value)
            )));
        }
    };
    match code {
        Some(code) if length == 1 => Ok(Value::Int(i64::from(code))),
        _ => {
            Err(Raise::type_error(format!("ord() expected a character, but string of length {length} found")))
        }
    }
}

pub(crate) const NATIVES: &[Native] = &[
    Native::builtin("abs", Run::Pure(abs)),
    Native::builtin("round", Run::Pure(round)),
    Native::builtin("divmod", Run::Pure(divmod)),
    Native::builtin("pow", Run::Pure(pow)),
    Native::builtin("bin", Run::Pure(bin)),
    Native::builtin("oct", Run::Pure(oct)),
    Native::builtin("hex", Run::Pure(hex)),
    Native::builtin("chr", Run::Pure(chr)),
    Native::builtin("ord", Run::Pure(ord)),
];
