//! Means, medians and deviations are what Python's `statistics` gives, digit by digit.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "the cases are our own")]

mod table;

use caravan_pylib::error::{PyError, PyErrorKind, PyResult};
use caravan_pylib::number::Number;
use caravan_pylib::statistics;

fn number(text: &str) -> Number {
    match text.parse() {
        Ok(int) => Number::Int(int),
        Err(_) => Number::Float(text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))),
    }
}

fn numbers(text: &str) -> Vec<Number> {
    text.split(' ').filter(|part| !part.is_empty()).map(number).collect()
}

fn repr(value: f64) -> String {
    rustpython_literal::float::to_string(value)
}

fn show(value: &Number) -> String {
    match value {
        Number::Int(int) => int.to_string(),
        Number::Float(float) => repr(*float),
    }
}

fn answer(operation: &str, a: &[&str]) -> PyResult<String> {
    let words: Vec<&str> = a[0].split(' ').filter(|word| !word.is_empty()).collect();
    match operation {
        "mode" => return Ok(words[statistics::mode(&words)?].to_owned()),
        "multimode" => {
            let modes: Vec<&str> =
                statistics::multimode(&words).into_iter().map(|index| words[index]).collect();
            return Ok(modes.join(" "));
        }
        _ => {}
    }
    let data = numbers(a[0]);
    let other = a.get(1).map(|text| numbers(text));
    let centre = other.as_ref().and_then(|numbers| numbers.first());
    Ok(match operation {
        "mean" => show(&statistics::mean(&data)?),
        "fmean" => repr(statistics::fmean(&data, other.as_deref())?),
        "geometric_mean" => repr(statistics::geometric_mean(&data)?),
        "harmonic_mean" => show(&statistics::harmonic_mean(&data, other.as_deref())?),
        "median" => show(&statistics::median(&data)?),
        "median_low" => show(&statistics::median_low(&data)?),
        "median_high" => show(&statistics::median_high(&data)?),
        "variance" => show(&statistics::variance(&data, centre)?),
        "pvariance" => show(&statistics::pvariance(&data, centre)?),
        "stdev" => repr(statistics::stdev(&data, centre)?),
        "pstdev" => repr(statistics::pstdev(&data, centre)?),
        "quantiles" => {
            let cuts = statistics::quantiles(&data, a[1].parse().unwrap(), a[2], 1_000)?;
            cuts.iter().map(show).collect::<Vec<_>>().join(" ")
        }
        "covariance" => repr(statistics::covariance(&data, &other.unwrap())?),
        "correlation" => repr(statistics::correlation(&data, &other.unwrap())?),
        "linear_regression" => {
            let (slope, intercept) = statistics::linear_regression(&data, &other.unwrap(), a[2] == "True")?;
            format!("{} {}", repr(slope), repr(intercept))
        }
        _ => return Err(PyError::value_error(format!("no such operation: {operation}"))),
    })
}

#[test]
fn statistics_answer_as_python_answers() {
    table::check(include_str!("statistics.txt"), answer);
}

#[test]
fn more_quantiles_than_allowed_meet_a_limit() {
    let data = [Number::from(1_i64), Number::from(2_i64)];
    let error = statistics::quantiles(&data, 1_000_000_000, "exclusive", 1_000).unwrap_err();
    assert_eq!(error.kind, PyErrorKind::Limit("items"));
}

#[test]
fn data_that_are_no_numbers_do_not_stop_a_median() {
    let data: Vec<Number> =
        (0..100).map(|i| Number::from(if i % 3 == 0 { f64::NAN } else { f64::from(i) })).collect();
    assert!(statistics::median(&data).is_ok());
}
