//! The module `decimal`: `Decimal`, its methods, and the names of the roundings.
//!
//! All arithmetic is in Python's default context; a plan cannot set another, since a context is a state that operators
//! read without naming it.

use std::cmp::Ordering;

use caravan_pylib::decimal::{self, Context, Decimal, Rounding};
use num_bigint::BigUint;

use super::answering::given;
use super::signature::{Signature, receiver};
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Value};

fn value(cx: &mut Cx<'_>, decimal: Decimal) -> Outcome<Value> {
    cx.heap.value(Object::Decimal(Box::new(decimal)))
}

/// The number that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Decimal> {
    let value = receiver(cx, args, DECIMAL, name)?;
    match cx.heap.object(value) {
        Some(Object::Decimal(decimal)) => Ok(Decimal::clone(decimal)),
        _ => Err(Raise::internal("a decimal that is none")),
    }
}

/// An argument that is a decimal, or an int as one.
fn operand(cx: &Cx<'_>, argument: Value) -> Outcome<Decimal> {
    if let Some(Object::Decimal(decimal)) = cx.heap.object(argument) {
        return Ok(Decimal::clone(decimal));
    }
    match cx.integer(argument) {
        Some(integer) => Ok(Decimal::from_int(&integer.to_big())),
        None => Err(no_conversion(cx, argument)),
    }
}

fn no_conversion(cx: &Cx<'_>, value: Value) -> Box<Raise> {
    Raise::type_error(format!("conversion from {} to Decimal is not supported", cx.type_name(value)))
}

/// The argument `context`, which can only be `None` as plans have no other.
fn no_context(context: Option<Labelled>) -> Outcome<()> {
    match context.map(|context| context.value) {
        None | Some(Value::None) => Ok(()),
        Some(_) => Err(Raise::type_error("optional argument must be a context")),
    }
}

fn rounding_argument(cx: &Cx<'_>, rounding: Option<Labelled>) -> Outcome<Option<Rounding>> {
    match rounding.map(|rounding| rounding.value) {
        None | Some(Value::None) => Ok(None),
        // What is no text is no name of a rounding either.
        Some(rounding) => {
            Ok(Some(Rounding::from_name(cx.heap.str(cx.heap.plain(rounding)).unwrap_or_default())?))
        }
    }
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [source, context] = Signature::new("", ["value", "context"]).read(args, 0)?;
    no_context(context)?;
    let source = source.map_or(Value::Int(0), |source| source.value);
    let decimal = match (source, cx.heap.object(source)) {
        (Value::Float(float), _) => Decimal::from_float(float),
        (_, Some(Object::List(_) | Object::Tuple(_))) => from_parts(cx, source)?,
        _ => match cx.heap.str(cx.heap.plain(source)) {
            Some(text) => decimal::parse(text)?,
            None => match cx.heap.tuple_items(source) {
                Some(_) => from_parts(cx, source)?,
                None => operand(cx, source)?,
            },
        },
    };
    value(cx, decimal)
}

/// The number of a sign, digits and an exponent.
fn from_parts(cx: &Cx<'_>, source: Value) -> Outcome<Decimal> {
    let items = |value: Value| match cx.heap.tuple_items(value) {
        Some(items) => Some(items.into_owned()),
        None => cx.heap.sequence(value).map(|sequence| sequence.items.clone()),
    };
    let parts = items(source).unwrap_or_default();
    let [sign, digits, exponent] = parts.as_slice() else {
        return Err(Raise::value_error("argument must be a sequence of length 3"));
    };
    let negative = match sign.value {
        Value::Int(sign @ (0 | 1)) => sign == 1,
        _ => return Err(Raise::value_error("sign must be an integer with the value 0 or 1")),
    };
    // Looked at in this order.
    let is_exponent = matches!(exponent.value, Value::Int(_) | Value::Bool(_))
        || matches!(cx.heap.str(exponent.value), Some("F" | "n" | "N"));
    if !is_exponent {
        let text = match cx.heap.str(exponent.value) {
            Some(_) => "string argument in the third position must be 'F', 'n' or 'N'",
            None => "exponent must be an integer",
        };
        return Err(Raise::value_error(text));
    }
    let digits: Option<Vec<u8>> = items(digits.value).and_then(|digits| {
        let digit = |digit: &Labelled| match digit.value {
            Value::Int(digit @ 0..=9) => u8::try_from(digit).ok(),
            _ => None,
        };
        digits.iter().map(digit).collect()
    });
    let digits = digits.ok_or_else(|| Raise::value_error("coefficient must be a tuple of digits"))?;
    let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let sign = if negative { "-" } else { "" };
    match (exponent.value, cx.heap.str(exponent.value)) {
        (Value::Int(exponent), _) => {
            let digits = BigUint::parse_bytes(text.as_bytes(), 10).unwrap_or_default();
            Ok(Decimal::from_parts(negative, digits, exponent)?)
        }
        (_, Some("F")) => Ok(decimal::parse(&format!("{sign}Infinity"))?),
        (_, Some("n")) => Ok(decimal::parse(&format!("{sign}NaN{text}"))?),
        (_, Some("N")) => Ok(decimal::parse(&format!("{sign}sNaN{text}"))?),
        _ => Err(Raise::value_error("exponent must be an integer")),
    }
}

fn from_float(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let source = args.one(0, "decimal.Decimal.from_float")?.value;
    let decimal = match (source, cx.integer(source)) {
        (Value::Float(float), _) => Decimal::from_float(float),
        (_, Some(integer)) => Decimal::from_int(&integer.to_big()),
        _ => return Err(Raise::type_error("argument must be int or float")),
    };
    value(cx, decimal)
}

fn quantize(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let decimal = own(cx, args, "quantize")?;
    let [exponent, rounding, context] =
        Signature::new("", ["exp", "rounding", "context"]).requires(1).read(args, 1)?;
    no_context(context)?;
    let exponent = operand(cx, given(exponent)?)?;
    let rounding = rounding_argument(cx, rounding)?;
    value(cx, decimal.quantize(&exponent, rounding, &Context::default())?)
}

fn to_integral(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let decimal = own(cx, args, "to_integral_value")?;
    let [rounding, context] = Signature::new("", ["rounding", "context"]).read(args, 1)?;
    no_context(context)?;
    let rounding = rounding_argument(cx, rounding)?;
    value(cx, decimal.to_integral_value(rounding, &Context::default())?)
}

/// The number that a method is called on, for one that takes only a context.
fn in_context(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Decimal> {
    let decimal = own(cx, args, name)?;
    let [context] = Signature::new("", ["context"]).read(args, 1)?;
    no_context(context)?;
    Ok(decimal)
}

/// The number that a method without arguments is called on.
fn alone(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Decimal> {
    let decimal = own(cx, args, name)?;
    args.none(1, &format!("Decimal.{name}"))?;
    Ok(decimal)
}

/// The number that a method is called on, and the other that it takes.
fn with_other(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<(Decimal, Decimal)> {
    let decimal = own(cx, args, name)?;
    let [other, context] = Signature::new("", ["other", "context"]).requires(1).read(args, 1)?;
    no_context(context)?;
    Ok((decimal, operand(cx, given(other)?)?))
}

fn fma(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let decimal = own(cx, args, "fma")?;
    let [factor, addend, context] =
        Signature::new("", ["other", "third", "context"]).requires(2).read(args, 1)?;
    no_context(context)?;
    let (factor, addend) = (operand(cx, given(factor)?)?, operand(cx, given(addend)?)?);
    value(cx, decimal.multiply_add(&factor, &addend, &Context::default())?)
}

fn compare(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (decimal, other) = with_other(cx, args, "compare")?;
    let answer = match decimal.compare(&other)? {
        Some(Ordering::Less) => Decimal::from_int(&(-1).into()),
        Some(Ordering::Equal) => Decimal::from_int(&0.into()),
        Some(Ordering::Greater) => Decimal::from_int(&1.into()),
        None => decimal::parse("NaN")?,
    };
    value(cx, answer)
}

fn as_tuple(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (negative, digits, exponent) = alone(cx, args, "as_tuple")?.as_tuple();
    let digits = cx.bare_tuple(digits.into_iter().map(|digit| Value::Int(digit.into())))?;
    let exponent = match exponent {
        Ok(exponent) => Value::Int(exponent),
        Err(kind) => cx.heap.text(kind.to_string())?,
    };
    let fields = [("sign", Value::Int(negative.into())), ("digits", digits), ("exponent", exponent)];
    cx.named_tuple("DecimalTuple", fields)
}

fn as_integer_ratio(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (numerator, denominator) = alone(cx, args, "as_integer_ratio")?.as_integer_ratio(cx.limits.digits)?;
    let (numerator, denominator) = (cx.int(numerator.into())?, cx.int(denominator.into())?);
    cx.bare_tuple([numerator, denominator])
}

fn adjusted(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Int(alone(cx, args, "adjusted")?.adjusted()))
}

fn to_eng_string(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let decimal = in_context(cx, args, "to_eng_string")?;
    cx.heap.text(decimal.to_eng_string())
}

fn itself(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let decimal = own(cx, args, "real")?;
    value(cx, decimal)
}

fn conjugate(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let decimal = alone(cx, args, "conjugate")?;
    value(cx, decimal)
}

fn zero(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    own(cx, args, "imag")?;
    value(cx, Decimal::from_int(&0.into()))
}

macro_rules! refused {
    ($($name:literal)*) => {
        /// What would give a plan another context.
        pub(crate) const REFUSED: &[Native] = &[
            $(Native::function(Module::Decimal, $name, Run::Pure(|_, _| {
                Err(Raise::type_error(concat!(
                    "plans have no decimal.", $name,
                    ": they compute with Python's default context of 28 digits; give `quantize` a rounding instead"
                )))
            })),)*
        ];
    };
}

refused! { "Context" "getcontext" "localcontext" "setcontext" }

const DECIMAL: BuiltinType = BuiltinType::Decimal;

/// A method that takes only a context.
macro_rules! rounded {
    ($method:ident) => {
        Native::method(
            DECIMAL,
            stringify!($method),
            Run::Pure(|cx, args| {
                let decimal = in_context(cx, args, stringify!($method))?;
                value(cx, decimal.$method(&Context::default())?)
            }),
        )
    };
}

/// A method that takes another number and a context; the second name is `pylib`'s.
macro_rules! of_two {
    ($name:literal, $method:ident) => {
        Native::method(
            DECIMAL,
            $name,
            Run::Pure(|cx, args| {
                let (decimal, other) = with_other(cx, args, $name)?;
                value(cx, decimal.$method(&other, &Context::default())?)
            }),
        )
    };
}

/// A question about a number.
macro_rules! asks {
    ($method:ident) => {
        Native::method(
            DECIMAL,
            stringify!($method),
            Run::Pure(|cx, args| Ok(Value::Bool(alone(cx, args, stringify!($method))?.$method()))),
        )
    };
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(DECIMAL, "Decimal", Run::Pure(construct)),
    Native::of_type(DECIMAL, "from_float", Run::Pure(from_float)),
    Native::attribute(DECIMAL, "imag", Run::Pure(zero)),
    Native::attribute(DECIMAL, "real", Run::Pure(itself)),
    Native::method(DECIMAL, "adjusted", Run::Pure(adjusted)),
    Native::method(DECIMAL, "as_integer_ratio", Run::Pure(as_integer_ratio)),
    Native::method(DECIMAL, "as_tuple", Run::Pure(as_tuple)),
    Native::method(DECIMAL, "compare", Run::Pure(compare)),
    Native::method(DECIMAL, "conjugate", Run::Pure(conjugate)),
    Native::method(
        DECIMAL,
        "copy_abs",
        Run::Pure(|cx, args| {
            let decimal = alone(cx, args, "copy_abs")?;
            value(cx, decimal.copy_abs())
        }),
    ),
    Native::method(
        DECIMAL,
        "copy_negate",
        Run::Pure(|cx, args| {
            let decimal = alone(cx, args, "copy_negate")?;
            value(cx, decimal.copy_negate())
        }),
    ),
    Native::method(
        DECIMAL,
        "copy_sign",
        Run::Pure(|cx, args| {
            let (decimal, other) = with_other(cx, args, "copy_sign")?;
            value(cx, decimal.copy_sign(&other))
        }),
    ),
    Native::method(DECIMAL, "fma", Run::Pure(fma)),
    Native::method(DECIMAL, "quantize", Run::Pure(quantize)),
    Native::method(DECIMAL, "to_eng_string", Run::Pure(to_eng_string)),
    Native::method(DECIMAL, "to_integral", Run::Pure(to_integral)),
    Native::method(DECIMAL, "to_integral_exact", Run::Pure(to_integral)),
    Native::method(DECIMAL, "to_integral_value", Run::Pure(to_integral)),
    of_two!("max", max),
    of_two!("min", min),
    of_two!("remainder_near", rest_near),
    of_two!("scaleb", scale_by),
    rounded!(exp),
    rounded!(ln),
    rounded!(log10),
    rounded!(logb),
    rounded!(normalize),
    rounded!(sqrt),
    asks!(is_finite),
    asks!(is_infinite),
    asks!(is_nan),
    asks!(is_signed),
    asks!(is_zero),
];
