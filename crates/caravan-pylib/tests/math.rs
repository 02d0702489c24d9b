//! Functions of floats give what Python's `math` gives.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "the cases are our own")]

mod table;

use caravan_pylib::error::{PyError, PyErrorKind, PyResult};
use caravan_pylib::math;
use caravan_pylib::number::Number;

fn number(text: &str) -> Number {
    match text.parse() {
        Ok(int) => Number::Int(int),
        Err(_) => Number::Float(float(text)),
    }
}

fn float(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("not a float: {text}"))
}

fn floats(text: &str) -> Vec<f64> {
    text.split(' ').filter(|part| !part.is_empty()).map(float).collect()
}

fn numbers(text: &str) -> Vec<Number> {
    text.split(' ').filter(|part| !part.is_empty()).map(number).collect()
}

fn repr(value: f64) -> String {
    rustpython_literal::float::to_string(value)
}

fn answer(operation: &str, a: &[&str]) -> PyResult<String> {
    if let Some(function) = math::function(operation) {
        return function(float(a[0])).map(repr);
    }
    Ok(match operation {
        "floor" => math::floor(float(a[0]))?.to_string(),
        "ceil" => math::ceil(float(a[0]))?.to_string(),
        "trunc" => math::trunc(float(a[0]))?.to_string(),
        "log" => repr(math::log(&number(a[0]), a.get(1).map(|base| number(base)).as_ref())?),
        "log2" => repr(math::log2(&number(a[0]))?),
        "log10" => repr(math::log10(&number(a[0]))?),
        "pow" => repr(math::pow(float(a[0]), float(a[1]))?),
        "atan2" => repr(math::atan2(float(a[0]), float(a[1]))),
        "fmod" => repr(math::fmod(float(a[0]), float(a[1]))?),
        "remainder" => repr(math::remainder(float(a[0]), float(a[1]))?),
        "copysign" => repr(math::copysign(float(a[0]), float(a[1]))),
        "nextafter" => repr(math::nextafter(float(a[0]), float(a[1]))),
        "modf" => {
            let (fraction, whole) = math::modf(float(a[0]));
            format!("{} {}", repr(fraction), repr(whole))
        }
        "frexp" => {
            let (fraction, exponent) = math::frexp(float(a[0]));
            format!("{} {exponent}", repr(fraction))
        }
        "ldexp" => repr(math::ldexp(float(a[0]), &a[1].parse().unwrap())?),
        "isclose" => math::isclose(float(a[0]), float(a[1]), float(a[2]), float(a[3]))?.to_string(),
        "fsum" => repr(math::fsum(&floats(a[0]))?),
        "prod" => match math::prod(&numbers(a[0]), number(a[1]), 1_000_000)? {
            Number::Int(int) => int.to_string(),
            Number::Float(float) => repr(float),
        },
        "hypot" => repr(math::hypot(&floats(a[0]))),
        "dist" => repr(math::dist(&floats(a[0]), &floats(a[1]))?),
        _ => return Err(PyError::value_error(format!("no such operation: {operation}"))),
    })
}

#[test]
fn functions_of_floats_answer_as_python_answers() {
    table::check(include_str!("math.txt"), answer);
}

#[test]
fn a_product_of_more_bits_than_allowed_meets_a_limit() {
    let values = vec![Number::from(1_i64 << 62); 1_000];
    let error = math::prod(&values, Number::from(1_i64), 10_000).unwrap_err();
    assert_eq!(error.kind, PyErrorKind::Limit("digits"));
}
