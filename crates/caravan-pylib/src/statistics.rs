//! Python's `statistics` for ints and floats: sums are exact, and rounded once at the end.

mod spread;

use std::collections::HashMap;
use std::hash::Hash;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::error::{ExcKind, PyError, PyResult};
use crate::math;
use crate::number::{Number, float_ratio, ratio_to_f64};
use crate::text::escape::repr_str;

pub use spread::{correlation, covariance, linear_regression, pstdev, pvariance, stdev, variance};

fn error(message: impl Into<String>) -> PyError {
    PyError::new(ExcKind::StatisticsError, message)
}

/// A sum: exact, or the infinity or NaN that it comes to.
enum Sum {
    Exact(BigInt, BigInt),
    Special(f64),
}

/// The sum of numbers, and whether all were ints.
fn sum<'a>(values: impl IntoIterator<Item = &'a Number>) -> (Sum, bool) {
    let mut numerator = BigInt::zero();
    // Always a power of two: what floats have below their points.
    let mut shift = 0_u64;
    let mut special: Option<f64> = None;
    let mut ints = true;
    for value in values {
        match value {
            Number::Int(int) => numerator += int << shift,
            Number::Float(float) => {
                ints = false;
                match float_ratio(*float) {
                    Some((n, d)) => {
                        let below = d.bits() - 1;
                        if below > shift {
                            numerator <<= below - shift;
                            shift = below;
                        }
                        numerator += n << (shift - below);
                    }
                    None => special = Some(special.map_or(*float, |sum| sum + float)),
                }
            }
        }
    }
    let sum = match special {
        Some(special) => Sum::Special(special),
        None => Sum::Exact(numerator, BigInt::one() << shift),
    };
    (sum, ints)
}

/// A fraction as Python's functions answer it: an int where all data were ints and it is whole, else a float.
fn answer(numerator: BigInt, denominator: BigInt, ints: bool) -> PyResult<Number> {
    if ints {
        let (quotient, rest) = numerator.div_rem(&denominator);
        if rest.is_zero() {
            return Ok(Number::Int(quotient));
        }
    }
    ratio_to_f64(&numerator, &denominator)
        .map(Number::Float)
        .ok_or_else(|| PyError::overflow_error("integer division result too large for a float"))
}

/// `statistics.mean(data)`. `StatisticsError` without data.
pub fn mean(data: &[Number]) -> PyResult<Number> {
    if data.is_empty() {
        return Err(error("mean requires at least one data point"));
    }
    match sum(data) {
        (Sum::Exact(numerator, denominator), ints) => {
            answer(numerator, denominator * BigInt::from(data.len()), ints)
        }
        (Sum::Special(special), _) => Ok(Number::Float(special / data.len() as f64)),
    }
}

fn floats(data: &[Number]) -> PyResult<Vec<f64>> {
    data.iter().map(Number::to_f64).collect()
}

/// `statistics.fmean(data, weights)`. `StatisticsError` without data, for weights of another number or that sum to 0.
pub fn fmean(data: &[Number], weights: Option<&[Number]>) -> PyResult<f64> {
    let Some(weights) = weights else {
        if data.is_empty() {
            return Err(error("fmean requires at least one data point"));
        }
        return Ok(math::fsum(&floats(data)?)? / data.len() as f64);
    };
    if weights.len() != data.len() {
        return Err(error("data and weights must be the same length"));
    }
    let numerator = products(data, weights)?;
    let denominator = math::fsum(&floats(weights)?)?;
    if denominator == 0.0 {
        return Err(error("sum of weights must be non-zero"));
    }
    Ok(numerator / denominator)
}

/// `statistics.geometric_mean(data)`. `StatisticsError` without data, or for one that is not positive.
pub fn geometric_mean(data: &[Number]) -> PyResult<f64> {
    let unfit = || error("geometric mean requires a non-empty dataset containing positive numbers");
    let logarithms: Vec<f64> =
        data.iter().map(|x| math::log(x, None)).collect::<PyResult<_>>().map_err(|_| unfit())?;
    if logarithms.is_empty() {
        return Err(unfit());
    }
    let mean = math::fsum(&logarithms).map_err(|_| unfit())? / logarithms.len() as f64;
    let result = mean.exp();
    if result.is_infinite() && mean.is_finite() {
        return Err(PyError::overflow_error("math range error"));
    }
    Ok(result)
}

/// The sum of the products of two rows.
fn products(left: &[Number], right: &[Number]) -> PyResult<f64> {
    let products: Vec<f64> =
        left.iter().zip(right).map(|(x, y)| x.times(y)?.to_f64()).collect::<PyResult<_>>()?;
    math::fsum(&products)
}

fn is_negative(number: &Number) -> bool {
    match number {
        Number::Int(int) => int.is_negative(),
        Number::Float(float) => *float < 0.0,
    }
}

fn is_zero(number: &Number) -> bool {
    match number {
        Number::Int(int) => int.is_zero(),
        Number::Float(float) => *float == 0.0,
    }
}

/// `statistics.harmonic_mean(data, weights)`. `StatisticsError` without data, for a negative one, for weights of
/// another number or that sum to nothing.
pub fn harmonic_mean(data: &[Number], weights: Option<&[Number]>) -> PyResult<Number> {
    let negative = || error("harmonic mean does not support negative values");
    if data.is_empty() {
        return Err(error("harmonic_mean requires at least one data point"));
    }
    if let (None, [only]) = (weights, data) {
        return if is_negative(only) { Err(negative()) } else { Ok(only.clone()) };
    }
    let ones;
    let weights = match weights {
        None => {
            ones = vec![Number::from(1_i64); data.len()];
            &ones
        }
        Some(weights) if weights.len() != data.len() => {
            return Err(error("Number of weights does not match data size"));
        }
        Some(weights) => weights,
    };
    if weights.iter().any(is_negative) {
        return Err(negative());
    }
    let mut shares = Vec::with_capacity(data.len());
    for (weight, x) in weights.iter().zip(data) {
        if is_negative(x) {
            return Err(negative());
        }
        shares.push(if is_zero(weight) {
            Number::from(0_i64)
        } else if is_zero(x) {
            return Ok(Number::from(0_i64));
        } else {
            Number::Float(weight.over(x)?)
        });
    }
    let (total, ints) = sum(&shares);
    let (weight_sum, _) = sum(weights);
    match (weight_sum, total) {
        (Sum::Exact(wn, wd), Sum::Exact(tn, td)) => {
            if !tn.is_positive() {
                return Err(error("Weighted sum must be positive"));
            }
            answer(wn * td, wd * tn, ints)
        }
        (Sum::Special(weights), Sum::Special(total)) => Ok(Number::Float(weights / total)),
        (Sum::Exact(wn, wd), Sum::Special(total)) => {
            Ok(Number::Float(ratio_to_f64(&wn, &wd).unwrap_or(f64::INFINITY) / total))
        }
        (Sum::Special(weights), Sum::Exact(tn, td)) => {
            Ok(Number::Float(weights / ratio_to_f64(&tn, &td).unwrap_or(f64::INFINITY)))
        }
    }
}

/// The data in order. NaNs, which Python leaves in no order at all, come last.
fn sorted(data: &[Number]) -> Vec<&Number> {
    let mut sorted: Vec<&Number> = data.iter().collect();
    let is_nan = |number: &Number| matches!(number, Number::Float(float) if float.is_nan());
    sorted.sort_by(|a, b| a.compare(b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b))));
    sorted
}

/// The two middle ones of sorted data; the same one twice for an odd number of data. `StatisticsError` without data.
fn middle(data: &[Number]) -> PyResult<(Number, Number)> {
    let sorted = sorted(data);
    let half = sorted.len() / 2;
    let low = if sorted.len().is_multiple_of(2) { half.checked_sub(1) } else { Some(half) };
    match (low.and_then(|low| sorted.get(low)), sorted.get(half)) {
        (Some(low), Some(high)) => Ok(((*low).clone(), (*high).clone())),
        _ => Err(error("no median for empty data")),
    }
}

/// `statistics.median(data)`. `StatisticsError` without data.
pub fn median(data: &[Number]) -> PyResult<Number> {
    let (low, high) = middle(data)?;
    if data.len() % 2 == 1 {
        return Ok(high);
    }
    low.plus(&high)?.over(&Number::from(2_i64)).map(Number::Float)
}

/// `statistics.median_low(data)`. `StatisticsError` without data.
pub fn median_low(data: &[Number]) -> PyResult<Number> {
    middle(data).map(|(low, _)| low)
}

/// `statistics.median_high(data)`. `StatisticsError` without data.
pub fn median_high(data: &[Number]) -> PyResult<Number> {
    middle(data).map(|(_, high)| high)
}

/// The indexes of the first of each most common key, in their order: `statistics.multimode`.
pub fn multimode<K: Eq + Hash>(keys: &[K]) -> Vec<usize> {
    let mut counts: HashMap<&K, (usize, usize)> = HashMap::new();
    for (index, key) in keys.iter().enumerate() {
        counts.entry(key).or_insert((index, 0)).1 += 1;
    }
    let most = counts.values().map(|(_, count)| *count).max().unwrap_or(0);
    let mut firsts: Vec<usize> =
        counts.values().filter(|(_, count)| *count == most).map(|(index, _)| *index).collect();
    firsts.sort_unstable();
    firsts
}

/// The index of the first of the most common key: `statistics.mode`. `StatisticsError` without data.
pub fn mode<K: Eq + Hash>(keys: &[K]) -> PyResult<usize> {
    multimode(keys).first().copied().ok_or_else(|| error("no mode for empty data"))
}

/// `statistics.quantiles(data, n=n, method=method)`. `StatisticsError` for `n` below 1 or fewer than two data,
/// `ValueError` for a method that is neither `exclusive` nor `inclusive`; the limit `items` for more than `limit`
/// results.
pub fn quantiles(data: &[Number], n: i64, method: &str, limit: usize) -> PyResult<Vec<Number>> {
    if n < 1 {
        return Err(error("n must be at least 1"));
    }
    let sorted = sorted(data);
    let count = sorted.len() as i64;
    if count < 2 {
        return Err(error("must have at least two data points"));
    }
    if n - 1 > i64::try_from(limit).unwrap_or(i64::MAX) {
        return Err(PyError::limit("items", format!("quantiles would give more than {limit} items")));
    }
    let inclusive = match method {
        "inclusive" => true,
        "exclusive" => false,
        _ => return Err(PyError::value_error(format!("Unknown method: {}", repr_str(method)))),
    };
    let mut cuts = Vec::new();
    for i in 1..n {
        // The two data between which the cut lies, and how far from the first one.
        let (first, delta) = if inclusive {
            let position = i128::from(i) * i128::from(count - 1);
            ((position / i128::from(n)) as i64, (position % i128::from(n)) as i64)
        } else {
            let position = i128::from(i) * i128::from(count + 1);
            let second = ((position / i128::from(n)) as i64).clamp(1, count - 1);
            (second - 1, (position - i128::from(second) * i128::from(n)) as i64)
        };
        let at = |index: i64| usize::try_from(index).ok().and_then(|index| sorted.get(index)).copied();
        let (Some(low), Some(high)) = (at(first), at(first + 1)) else { continue };
        let low = low.times(&Number::from(n - delta))?;
        let high = high.times(&Number::from(delta))?;
        cuts.push(Number::Float(low.plus(&high)?.over(&Number::from(n))?));
    }
    Ok(cuts)
}
