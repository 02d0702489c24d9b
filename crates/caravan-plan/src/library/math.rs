//! The module `math`.

use caravan_pylib::decimal::Rounding;
use caravan_pylib::int::{self, Integer};
use caravan_pylib::math;
use caravan_pylib::number::Number;

use super::answering::given;
use super::signature::Signature;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::operation::Binary;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Value};
use caravan_label::Label;

/// A number argument as a float.
///
/// # Errors
///
/// `TypeError` if it is no number, `OverflowError` for an int beyond every float.
pub(super) fn real(cx: &Cx<'_>, value: Value) -> Outcome<f64> {
    if let Value::Float(float) = value {
        return Ok(float);
    }
    if let Some(integer) = cx.integer(value) {
        return Ok(integer.to_f64()?);
    }
    if let Some(Object::Decimal(decimal)) = cx.heap.object(value) {
        return Ok(decimal.to_f64()?);
    }
    match cx.heap.ask_method(value, "__float__", &[])? {
        Some(Value::Float(float)) => Ok(float),
        _ => Err(Raise::type_error(format!("must be real number, not {}", cx.type_name(value)))),
    }
}

/// A number argument: an int of any size, or a float.
fn number(cx: &Cx<'_>, value: Value) -> Outcome<Number> {
    match cx.integer(value) {
        Some(integer) => Ok(Number::Int(integer.into_big())),
        None => real(cx, value).map(Number::Float),
    }
}

/// The numbers that an iterable gives, as floats.
fn reals(cx: &mut Cx<'_>, iterable: Labelled) -> Outcome<Vec<f64>> {
    let items = cx.collect(iterable)?.items;
    items.iter().map(|item| real(cx, item.value)).collect()
}

fn pair_of_reals(cx: &Cx<'_>, args: Args<'_>, function: &str) -> Outcome<(f64, f64)> {
    let [x, y] = args.unpack(0, function, 2)?;
    Ok((real(cx, given(x)?)?, real(cx, given(y)?)?))
}

/// A function of one float that `pylib` knows by name.
fn of_float(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<Value> {
    let x = real(cx, args.one(0, &format!("math.{name}"))?.value)?;
    let function = math::function(name).ok_or_else(|| Raise::internal("an unknown function of `math`"))?;
    Ok(Value::Float(function(x)?))
}

macro_rules! functions_of_float {
    ($($name:literal)*) => {
        /// The functions of one float that have no error texts of their own.
        pub(crate) const OF_FLOAT: &[Native] = &[
            $(Native::function(MATH, $name, Run::Pure(|cx, args| of_float(cx, args, $name))),)*
        ];
    };
}

functions_of_float! {
    "acos" "acosh" "asin" "asinh" "atan" "atanh" "cbrt" "cos" "cosh" "degrees" "erf" "erfc" "exp" "exp2" "expm1" "fabs"
    "gamma" "lgamma" "log1p" "radians" "sin" "sinh" "sqrt" "tan" "tanh" "ulp"
}

/// A number as a whole one.
fn whole(
    cx: &mut Cx<'_>,
    value: Value,
    method: &str,
    of_float: fn(f64) -> caravan_pylib::error::PyResult<num_bigint::BigInt>,
    rounding: Rounding,
) -> Outcome<Value> {
    if let Some(integer) = cx.integer(value) {
        return cx.int(integer);
    }
    if let Some(Object::Decimal(decimal)) = cx.heap.object(value) {
        let integer = decimal.to_int(rounding, cx.limits.digits)?;
        return cx.int(integer.into());
    }
    if let Some(answer) = cx.heap.ask_method(value, method, &[])? {
        return Ok(answer);
    }
    let integer = of_float(real(cx, value)?)?;
    cx.int(integer.into())
}

fn floor(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "math.floor")?.value;
    whole(cx, value, "__floor__", math::floor, Rounding::Floor)
}

fn ceil(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "math.ceil")?.value;
    whole(cx, value, "__ceil__", math::ceil, Rounding::Ceiling)
}

fn trunc(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let value = args.one(0, "math.trunc")?.value;
    let is_number = matches!(value, Value::Float(_))
        || cx.integer(value).is_some()
        || matches!(cx.heap.object(value), Some(Object::Decimal(_) | Object::Instance(_)));
    if !is_number {
        return Err(Raise::type_error(format!(
            "type {} doesn't define __trunc__ method",
            cx.type_name(value)
        )));
    }
    whole(cx, value, "__trunc__", math::trunc, Rounding::Down)
}

fn log(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    args.no_keywords("math.log")?;
    match args.positional {
        [x] => Ok(Value::Float(math::log(&number(cx, x.value)?, None)?)),
        [x, base] => Ok(Value::Float(math::log(&number(cx, x.value)?, Some(&number(cx, base.value)?))?)),
        _ => Err(Raise::type_error("math.log requires 1 to 2 arguments")),
    }
}

fn log2(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Float(math::log2(&number(cx, args.one(0, "math.log2")?.value)?)?))
}

fn log10(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Float(math::log10(&number(cx, args.one(0, "math.log10")?.value)?)?))
}

fn pow(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (x, y) = pair_of_reals(cx, args, "pow")?;
    Ok(Value::Float(math::pow(x, y)?))
}

fn atan2(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (y, x) = pair_of_reals(cx, args, "atan2")?;
    Ok(Value::Float(math::atan2(y, x)))
}

fn fmod(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (x, y) = pair_of_reals(cx, args, "fmod")?;
    Ok(Value::Float(math::fmod(x, y)?))
}

fn remainder(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (x, y) = pair_of_reals(cx, args, "remainder")?;
    Ok(Value::Float(math::remainder(x, y)?))
}

fn copysign(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (x, y) = pair_of_reals(cx, args, "copysign")?;
    Ok(Value::Float(math::copysign(x, y)))
}

fn nextafter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (x, y) = pair_of_reals(cx, args, "nextafter")?;
    Ok(Value::Float(math::nextafter(x, y)))
}

fn isnan(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Bool(real(cx, args.one(0, "math.isnan")?.value)?.is_nan()))
}

fn isinf(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Bool(real(cx, args.one(0, "math.isinf")?.value)?.is_infinite()))
}

fn isfinite(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Bool(real(cx, args.one(0, "math.isfinite")?.value)?.is_finite()))
}

fn isclose(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [a, b, relative, absolute] = Signature::new("isclose", ["a", "b", "rel_tol", "abs_tol"])
        .requires(2)
        .by_position(2)
        .read(args, 0)?;
    let tolerance =
        |given: Option<Labelled>, otherwise| given.map_or(Ok(otherwise), |given| real(cx, given.value));
    let (a, b) = (real(cx, given(a)?)?, real(cx, given(b)?)?);
    Ok(Value::Bool(math::isclose(a, b, tolerance(relative, 1e-9)?, tolerance(absolute, 0.0)?)?))
}

fn modf(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (fraction, whole) = math::modf(real(cx, args.one(0, "math.modf")?.value)?);
    cx.bare_tuple([Value::Float(fraction), Value::Float(whole)])
}

fn frexp(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let (fraction, exponent) = math::frexp(real(cx, args.one(0, "math.frexp")?.value)?);
    cx.bare_tuple([Value::Float(fraction), Value::Int(exponent)])
}

fn ldexp(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [x, exponent] = args.unpack(0, "ldexp", 2)?;
    let x = real(cx, given(x)?)?;
    let exponent = cx
        .integer(given(exponent)?)
        .ok_or_else(|| Raise::type_error("Expected an int as second argument to ldexp."))?;
    Ok(Value::Float(math::ldexp(x, &exponent.to_big())?))
}

// What is about ints alone.

fn joined(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    function: &str,
    nothing: i64,
    join: fn(&Integer, &Integer, usize) -> Outcome<Integer>,
) -> Outcome<Value> {
    args.no_keywords(function)?;
    let mut result = Integer::Small(nothing);
    for argument in args.positional {
        result = join(&result, &cx.index(argument.value)?, cx.integer_bytes())?;
    }
    cx.int(result)
}

fn gcd(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    joined(cx, args, "math.gcd", 0, |a, b, _| Ok(int::theory::gcd(a, b)))
}

fn lcm(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    joined(cx, args, "math.lcm", 1, |a, b, limit| Ok(int::theory::lcm(a, b, limit)?))
}

fn isqrt(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let root = int::theory::isqrt(&cx.index(args.one(0, "math.isqrt")?.value)?)?;
    cx.int(root)
}

fn factorial(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let number = cx.index(args.one(0, "math.factorial")?.value)?;
    let product = int::theory::factorial(&number, cx.integer_bytes())?;
    cx.int(product)
}

fn comb(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [n, k] = args.unpack(0, "comb", 2)?;
    let (n, k) = (cx.index(given(n)?)?, cx.index(given(k)?)?);
    let count = int::theory::comb(&n, &k, cx.integer_bytes())?;
    cx.int(count)
}

fn perm(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [n, k] = args.unpack(0, "perm", 1)?;
    let n = cx.index(given(n)?)?;
    let count = match k.map(|k| k.value) {
        None | Some(Value::None) => int::theory::factorial(&n, cx.integer_bytes())?,
        Some(k) => int::theory::perm(&n, &cx.index(k)?, cx.integer_bytes())?,
    };
    cx.int(count)
}

// What is about many numbers.

fn fsum(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let values = reals(cx, args.one(0, "math.fsum")?)?;
    Ok(Value::Float(math::fsum(&values)?))
}

fn hypot(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    args.no_keywords("math.hypot")?;
    let coordinates = args.positional.iter().map(|x| real(cx, x.value)).collect::<Outcome<Vec<_>>>()?;
    Ok(Value::Float(math::hypot(&coordinates)))
}

fn dist(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [p, q] = args.unpack(0, "dist", 2)?;
    let (Some(p), Some(q)) = (p, q) else { return Err(Raise::internal("dist without points")) };
    let (p, q) = (reals(cx, p)?, reals(cx, q)?);
    Ok(Value::Float(math::dist(&p, &q)?))
}

fn prod(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [iterable, start] =
        Signature::new("prod", ["", "start"]).requires(1).nameless(1).by_position(1).read(args, 0)?;
    let iterable = iterable.ok_or_else(|| Raise::internal("prod without an iterable"))?;
    let start = start.map_or(Value::Int(1), |start| start.value);
    let items = cx.collect(iterable)?.items;
    let plain = |value: Value| match value {
        Value::Float(float) => Some(Number::Float(float)),
        _ => cx.integer(value).map(|integer| Number::Int(integer.into_big())),
    };
    let numbers: Option<Vec<Number>> = items.iter().map(|item| plain(item.value)).collect();
    if let (Some(numbers), Some(start)) = (numbers, plain(start)) {
        let bits = u64::try_from(cx.integer_bytes()).unwrap_or(u64::MAX).saturating_mul(8);
        return match math::prod(&numbers, start, bits)? {
            Number::Int(product) => cx.int(product.into()),
            Number::Float(product) => Ok(Value::Float(product)),
        };
    }
    let mut product = Labelled::new(start, Label::NONE);
    for item in items {
        product = cx.binary(Binary::Mul, product, Labelled::new(item.value, Label::NONE))?;
    }
    Ok(product.value)
}

const MATH: Module = Module::Math;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(MATH, "atan2", Run::Pure(atan2)),
    Native::function(MATH, "ceil", Run::Pure(ceil)),
    Native::function(MATH, "comb", Run::Pure(comb)),
    Native::function(MATH, "copysign", Run::Pure(copysign)),
    Native::function(MATH, "dist", Run::Pure(dist)),
    Native::function(MATH, "factorial", Run::Pure(factorial)),
    Native::function(MATH, "floor", Run::Pure(floor)),
    Native::function(MATH, "fmod", Run::Pure(fmod)),
    Native::function(MATH, "frexp", Run::Pure(frexp)),
    Native::function(MATH, "fsum", Run::Pure(fsum)),
    Native::function(MATH, "gcd", Run::Pure(gcd)),
    Native::function(MATH, "hypot", Run::Pure(hypot)),
    Native::function(MATH, "isclose", Run::Pure(isclose)),
    Native::function(MATH, "isfinite", Run::Pure(isfinite)),
    Native::function(MATH, "isinf", Run::Pure(isinf)),
    Native::function(MATH, "isnan", Run::Pure(isnan)),
    Native::function(MATH, "isqrt", Run::Pure(isqrt)),
    Native::function(MATH, "lcm", Run::Pure(lcm)),
    Native::function(MATH, "ldexp", Run::Pure(ldexp)),
    Native::function(MATH, "log", Run::Pure(log)),
    Native::function(MATH, "log10", Run::Pure(log10)),
    Native::function(MATH, "log2", Run::Pure(log2)),
    Native::function(MATH, "modf", Run::Pure(modf)),
    Native::function(MATH, "nextafter", Run::Pure(nextafter)),
    Native::function(MATH, "perm", Run::Pure(perm)),
    Native::function(MATH, "pow", Run::Pure(pow)),
    Native::function(MATH, "prod", Run::Pure(prod)),
    Native::function(MATH, "remainder", Run::Pure(remainder)),
    Native::function(MATH, "trunc", Run::Pure(trunc)),
];
