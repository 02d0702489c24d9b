//! Decimals reckon, round, print and fail as Python's do.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "the cases are our own")]

mod table;

use std::cmp::Ordering;

use caravan_pylib::decimal::{Context, Decimal, Rounding, parse};
use caravan_pylib::error::{PyError, PyErrorKind, PyResult};
use caravan_pylib::number::Number;

const LIMIT: usize = 5_000;

fn number(text: &str) -> Number {
    match text.parse() {
        Ok(int) => Number::Int(int),
        Err(_) => Number::Float(text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))),
    }
}

fn rounding(text: &str) -> PyResult<Option<Rounding>> {
    if text == "-" { Ok(None) } else { Rounding::from_name(text).map(Some) }
}

fn answer(operation: &str, a: &[&str]) -> PyResult<String> {
    let context = Context::default();
    let x = match operation {
        "from_number" => {
            return Ok(match number(a[0]) {
                Number::Int(int) => Decimal::from_int(&int),
                Number::Float(float) => Decimal::from_float(float),
            }
            .repr());
        }
        _ => parse(a[0])?,
    };
    let y = || parse(a[1]);
    let one = |result: PyResult<Decimal>| result.map(|decimal| decimal.repr());
    let truth = |operation: &str, order: PyResult<Ordering>| {
        order.map(|order| {
            match operation {
                "<" => order == Ordering::Less,
                "<=" => order != Ordering::Greater,
                _ => order == Ordering::Equal,
            }
            .to_string()
        })
    };
    match operation {
        "parse" => Ok(x.repr()),
        "str" => Ok(x.to_string()),
        "eng" => Ok(x.to_eng_string()),
        "as_tuple" => {
            let (sign, digits, exponent) = x.as_tuple();
            let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
            let exponent = exponent.map_or_else(|letter| letter.to_string(), |exponent| exponent.to_string());
            Ok(format!("{} {} {exponent}", u8::from(sign), digits.join("")))
        }
        "adjusted" => Ok(x.adjusted().to_string()),
        "+" => one(x.sum(&y()?, &context)),
        "-" => one(x.difference(&y()?, &context)),
        "*" => one(x.product(&y()?, &context)),
        "/" => one(x.quotient(&y()?, &context)),
        "//" => one(x.whole(&y()?, &context)),
        "%" => one(x.rest(&y()?, &context)),
        "divmod" => {
            let (quotient, rest) = x.divmod(&y()?, &context)?;
            Ok(format!("({}, {})", quotient.repr(), rest.repr()))
        }
        "**" => one(x.power(&y()?, &context)),
        "pos" => one(x.plus(&context)),
        "neg" => one(x.negate(&context)),
        "abs" => one(x.abs(&context)),
        "<" | "<=" => truth(operation, x.ordering(&y()?)),
        "==" => Ok((x.compare(&y()?)? == Some(Ordering::Equal)).to_string()),
        "==number" => Ok((x.compare_number(&number(a[1]))? == Some(Ordering::Equal)).to_string()),
        "<number" => match x.compare_number(&number(a[1]))? {
            Some(order) => truth("<", Ok(order)),
            None => Ok("nan".to_owned()),
        },
        "quantize" => one(x.quantize(&y()?, rounding(a[2])?, &context)),
        "round" => match a.get(1) {
            Some(places) => one(x.round_to(places.parse().unwrap(), &context)),
            None => Ok(x.to_int(Rounding::HalfEven, LIMIT)?.to_string()),
        },
        "int" => Ok(x.to_int(Rounding::Down, LIMIT)?.to_string()),
        "floor" => Ok(x.to_int(Rounding::Floor, LIMIT)?.to_string()),
        "ceil" => Ok(x.to_int(Rounding::Ceiling, LIMIT)?.to_string()),
        "to_integral_value" => one(x.to_integral_value(rounding(a[1])?, &context)),
        "normalize" => one(x.normalize(&context)),
        "float" => Ok(rustpython_literal::float::to_string(x.to_f64()?)),
        "as_integer_ratio" => {
            let (numerator, denominator) = x.as_integer_ratio(LIMIT)?;
            Ok(format!("({numerator}, {denominator})"))
        }
        "max" => one(x.max(&y()?, &context)),
        "min" => one(x.min(&y()?, &context)),
        "fma" => one(x.multiply_add(&y()?, &parse(a[2])?, &context)),
        "scaleb" => one(x.scale_by(&y()?, &context)),
        "remainder_near" => one(x.rest_near(&y()?, &context)),
        "sqrt" => one(x.sqrt(&context)),
        "exp" => one(x.exp(&context)),
        "ln" => one(x.ln(&context)),
        "log10" => one(x.log10(&context)),
        "logb" => one(x.logb(&context)),
        "format" => x.format(a[1], &context, LIMIT),
        _ => Err(PyError::value_error(format!("no such operation: {operation}"))),
    }
}

#[test]
fn decimals_answer_as_python_answers() {
    table::check(include_str!("decimal.txt"), answer);
}

#[test]
fn numbers_too_long_to_write_out_meet_limits() {
    let huge = parse("1E+999999999999").unwrap();
    let context = Context::default();
    let limits = [
        huge.to_int(Rounding::Down, LIMIT).unwrap_err().kind,
        huge.as_integer_ratio(LIMIT).unwrap_err().kind,
        parse("1E-999999999999").unwrap().as_integer_ratio(LIMIT).unwrap_err().kind,
    ];
    assert_eq!(limits, [PyErrorKind::Limit("digits"); 3]);
    for spec in ["f", "%", ",.2f", "99999999", ".99999999f"] {
        let error = huge.format(spec, &context, LIMIT).unwrap_err();
        assert_eq!(error.kind, PyErrorKind::Limit("text"), "{spec}");
    }
}

#[test]
fn operations_on_numbers_far_apart_take_no_time() {
    let context = Context::default();
    let (large, small) = (parse("1E+999999").unwrap(), parse("1E-999999").unwrap());
    assert_eq!(large.sum(&small, &context).unwrap().to_string(), "1.000000000000000000000000000E+999999");
    assert_eq!(small.rest(&large, &context).unwrap().to_string(), "1E-999999");
    assert_eq!(large.compare(&small).unwrap(), Some(Ordering::Greater));
    assert!(large.rest(&small, &context).is_err());
}
