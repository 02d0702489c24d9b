//! `int` and `float`: their constructors, methods and attributes.

use caravan_label::Label;
use caravan_pylib::decimal::Rounding;
use caravan_pylib::int::{self, Integer};
use caravan_pylib::{bytes, float};

use super::signature::{Signature, named_text, receiver};
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// `int(text)` of bytes, whose digits are ASCII only.
fn parse_bytes(raw: &[u8], base: i64) -> Outcome<Integer> {
    let invalid =
        || Raise::value_error(format!("invalid literal for int() with base {base}: {}", bytes::repr(raw)));
    let text = std::str::from_utf8(raw).ok().filter(|text| text.is_ascii()).ok_or_else(invalid)?;
    int::text::parse(text, base).map_err(|error| {
        if error.message.starts_with("invalid literal") { invalid() } else { Raise::python(error) }
    })
}

/// An integer read from bytes, or in a base for which Python knows no limit of digits, as a value.
fn bounded(cx: &mut Cx<'_>, integer: Integer) -> Outcome<Value> {
    let limit = cx.integer_bytes();
    if integer.bit_length() / 8 > limit as u64 {
        return Err(Raise::limit("digits", "an integer of too many digits"));
    }
    cx.int(integer)
}

fn int(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [number, base] = Signature::new("int", ["", "base"]).nameless(1).read(args, 0)?;
    let number = match (number, base) {
        (None, None) => return Ok(Value::Int(0)),
        (None, Some(_)) => return Err(Raise::type_error("int() missing string argument")),
        (Some(number), _) => number.value,
    };
    let plain = cx.heap.plain(number);
    if let Some(base) = base {
        let base = cx.index(base.value)?.clamp_to_i64();
        if base != 0 && !(2..=36).contains(&base) {
            return Err(Raise::value_error("int() base must be >= 2 and <= 36, or 0"));
        }
        let integer = match cx.heap.object(plain) {
            Some(Object::Str(text)) => int::text::parse(text.as_str(), base)?,
            Some(Object::Bytes(raw)) => parse_bytes(raw, base)?,
            _ => return Err(Raise::type_error("int() can't convert non-string with explicit base")),
        };
        return bounded(cx, integer);
    }
    if let Some(integer) = cx.integer(plain) {
        return cx.int(integer);
    }
    let integer = match (plain, cx.heap.object(plain)) {
        (Value::Float(float), _) => int::from_float(float)?,
        (_, Some(Object::Str(text))) => int::text::parse(text.as_str(), 10)?,
        (_, Some(Object::Bytes(raw))) => parse_bytes(raw, 10)?,
        (_, Some(Object::Decimal(decimal))) => decimal.to_int(Rounding::Down, cx.limits.digits)?.into(),
        _ => match cx.heap.ask_method(number, "__int__", &[])? {
            Some(answer) => cx.integer(answer).ok_or_else(|| {
                Raise::type_error(format!("__int__ returned non-int (type {})", cx.type_name(answer)))
            })?,
            None => {
                return Err(Raise::type_error(format!(
                    "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                    cx.type_name(number)
                )));
            }
        },
    };
    cx.int(integer)
}

fn make_float(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [number] = args.unpack(0, "float", 0)?;
    let Some(number) = number.map(|number| number.value) else { return Ok(Value::Float(0.0)) };
    let plain = cx.heap.plain(number);
    if let Some(integer) = cx.integer(plain) {
        return Ok(Value::Float(integer.to_f64()?));
    }
    Ok(Value::Float(match (plain, cx.heap.object(plain)) {
        (Value::Float(float), _) => float,
        (_, Some(Object::Str(text))) => float::parse(text.as_str())?,
        (_, Some(Object::Bytes(raw))) => {
            let text = std::str::from_utf8(raw).ok().filter(|text| text.is_ascii());
            text.and_then(|text| float::parse(text).ok()).ok_or_else(|| {
                Raise::value_error(format!("could not convert string to float: {}", bytes::repr(raw)))
            })?
        }
        (_, Some(Object::Decimal(decimal))) => decimal.to_f64()?,
        _ => match cx.heap.ask_method(number, "__float__", &[])? {
            Some(Value::Float(answer)) => answer,
            Some(answer) => {
                return Err(Raise::type_error(format!(
                    "{}.__float__ returned non-float (type {})",
                    cx.type_name(number),
                    cx.type_name(answer)
                )));
            }
            None => {
                return Err(Raise::type_error(format!(
                    "float() argument must be a string or a real number, not '{}'",
                    cx.type_name(number)
                )));
            }
        },
    }))
}

/// The integer that a method is called on.
fn own_int(cx: &Cx<'_>, args: Args<'_>, method: &str) -> Outcome<Integer> {
    let value = receiver(cx, args, BuiltinType::Int, method)?;
    cx.integer(value).ok_or_else(|| Raise::internal("an int that is none"))
}

/// The float that a method is called on.
fn own_float(cx: &Cx<'_>, args: Args<'_>, method: &str) -> Outcome<f64> {
    match receiver(cx, args, BuiltinType::Float, method)? {
        Value::Float(float) => Ok(float),
        _ => Err(Raise::internal("a float that is none")),
    }
}

fn pair(cx: &mut Cx<'_>, first: Integer, second: Integer) -> Outcome<Value> {
    let (first, second) = (cx.int(first)?, cx.int(second)?);
    cx.heap.tuple(vec![Labelled::new(first, Label::NONE), Labelled::new(second, Label::NONE)], Label::NONE)
}

fn bit_length(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_int(cx, args, "int.bit_length")?;
    args.none(1, "int.bit_length")?;
    Ok(Value::Int(i64::try_from(own.bit_length()).unwrap_or(i64::MAX)))
}

fn bit_count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_int(cx, args, "int.bit_count")?;
    args.none(1, "int.bit_count")?;
    Ok(Value::Int(i64::try_from(own.bit_count()).unwrap_or(i64::MAX)))
}

fn int_ratio(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_int(cx, args, "int.as_integer_ratio")?;
    args.none(1, "int.as_integer_ratio")?;
    pair(cx, own, Integer::from(1))
}

fn int_conjugate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_int(cx, args, "int.conjugate")?;
    args.none(1, "int.conjugate")?;
    cx.int(own)
}

fn int_is_integer(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own_int(cx, args, "int.is_integer")?;
    args.none(1, "int.is_integer")?;
    Ok(Value::Bool(true))
}

fn to_bytes(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_int(cx, args, "int.to_bytes")?;
    let [length, order, signed] =
        Signature::new("to_bytes", ["length", "byteorder", "signed"]).by_position(2).read(args, 1)?;
    let length = length.map_or(Ok(1), |length| cx.size(length.value))?;
    let order = named_text(cx, order, "to_bytes", "byteorder", "big")?;
    let signed = signed.is_some_and(|signed| cx.truth(signed.value));
    let packed = int::packed::to_bytes(&own, length, &order, signed, cx.text_room())?;
    cx.heap.value(Object::Bytes(packed.into()))
}

fn from_bytes(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [source, order, signed] = Signature::new("from_bytes", ["bytes", "byteorder", "signed"])
        .requires(1)
        .by_position(2)
        .read(args, 0)?;
    let source = source.ok_or_else(|| Raise::internal("from_bytes without bytes"))?;
    let order = named_text(cx, order, "from_bytes", "byteorder", "big")?;
    let signed = signed.is_some_and(|signed| cx.truth(signed.value));
    let raw = super::bytes::from_object(cx, source)?;
    let unpacked = int::packed::from_bytes(&raw, &order, signed)?;
    bounded(cx, unpacked)
}

fn int_itself(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_int(cx, args, "int.real")?;
    cx.int(own)
}

fn zero(_: &mut Cx<'_>, _: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(0))
}

fn one(_: &mut Cx<'_>, _: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(1))
}

fn float_is_integer(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_float(cx, args, "float.is_integer")?;
    args.none(1, "float.is_integer")?;
    Ok(Value::Bool(float::is_integer(own)))
}

fn float_ratio(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_float(cx, args, "float.as_integer_ratio")?;
    args.none(1, "float.as_integer_ratio")?;
    let (numerator, denominator) = float::as_integer_ratio(own)?;
    pair(cx, numerator, denominator)
}

fn float_conjugate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_float(cx, args, "float.conjugate")?;
    args.none(1, "float.conjugate")?;
    Ok(Value::Float(own))
}

fn float_hex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own_float(cx, args, "float.hex")?;
    args.none(1, "float.hex")?;
    cx.heap.text(float::hexadecimal::to_hex(own))
}

fn float_from_hex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let text = args.one(0, "float.fromhex")?.value;
    match cx.heap.str(cx.heap.plain(text)) {
        Some(text) => Ok(Value::Float(float::hexadecimal::from_hex(text)?)),
        None => Err(Raise::type_error("bad argument type for built-in operation")),
    }
}

fn float_itself(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own_float(cx, args, "float.real").map(Value::Float)
}

fn float_zero(_: &mut Cx<'_>, _: Args<'_>) -> Outcome<Value> {
    Ok(Value::Float(0.0))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::Int, "int", Run::Pure(int)),
    Native::constructor(BuiltinType::Float, "float", Run::Pure(make_float)),
    Native::method(BuiltinType::Int, "bit_length", Run::Pure(bit_length)),
    Native::method(BuiltinType::Int, "bit_count", Run::Pure(bit_count)),
    Native::method(BuiltinType::Int, "as_integer_ratio", Run::Pure(int_ratio)),
    Native::method(BuiltinType::Int, "conjugate", Run::Pure(int_conjugate)),
    Native::method(BuiltinType::Int, "is_integer", Run::Pure(int_is_integer)),
    Native::method(BuiltinType::Int, "to_bytes", Run::Pure(to_bytes)),
    Native::of_type(BuiltinType::Int, "from_bytes", Run::Pure(from_bytes)),
    Native::attribute(BuiltinType::Int, "real", Run::Pure(int_itself)),
    Native::attribute(BuiltinType::Int, "imag", Run::Pure(zero)),
    Native::attribute(BuiltinType::Int, "numerator", Run::Pure(int_itself)),
    Native::attribute(BuiltinType::Int, "denominator", Run::Pure(one)),
    Native::method(BuiltinType::Float, "is_integer", Run::Pure(float_is_integer)),
    Native::method(BuiltinType::Float, "as_integer_ratio", Run::Pure(float_ratio)),
    Native::method(BuiltinType::Float, "conjugate", Run::Pure(float_conjugate)),
    Native::method(BuiltinType::Float, "hex", Run::Pure(float_hex)),
    Native::of_type(BuiltinType::Float, "fromhex", Run::Pure(float_from_hex)),
    Native::attribute(BuiltinType::Float, "real", Run::Pure(float_itself)),
    Native::attribute(BuiltinType::Float, "imag", Run::Pure(float_zero)),
];
