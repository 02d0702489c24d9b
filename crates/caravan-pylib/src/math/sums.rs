//! Sums, products and norms of many numbers.

use super::frexp;
use crate::error::{PyError, PyResult};
use crate::number::{Number, int_to_f64};

/// `math.fsum(values)`: the float nearest to the exact sum. `OverflowError` where a partial sum is beyond every float,
/// `ValueError` for infinities of both signs.
pub fn fsum(values: &[f64]) -> PyResult<f64> {
    // The exact sum so far, as floats that do not overlap, from small to large.
    let mut partials: Vec<f64> = Vec::new();
    let mut special = 0.0;
    let mut infinities = 0.0;
    for &value in values {
        let mut x = value;
        let mut kept = Vec::with_capacity(partials.len() + 1);
        for &partial in &partials {
            let (large, small) = if x.abs() < partial.abs() { (partial, x) } else { (x, partial) };
            let high = large + small;
            let low = small - (high - large);
            if low != 0.0 {
                kept.push(low);
            }
            x = high;
        }
        partials = kept;
        if x != 0.0 {
            if x.is_finite() {
                partials.push(x);
                continue;
            }
            if value.is_finite() {
                return Err(PyError::overflow_error("intermediate overflow in fsum"));
            }
            if value.is_infinite() {
                infinities += value;
            }
            special += value;
            partials.clear();
        }
    }
    if special != 0.0 {
        if f64::is_nan(infinities) {
            return Err(PyError::value_error("-inf + inf in fsum"));
        }
        return Ok(special);
    }
    let Some(mut high) = partials.pop() else { return Ok(0.0) };
    let mut low = 0.0;
    while let Some(partial) = partials.pop() {
        let x = high;
        high = x + partial;
        low = partial - (high - x);
        if low != 0.0 {
            break;
        }
    }
    // Halfway between two floats, what is left below decides.
    if let Some(&below) = partials.last()
        && ((low < 0.0 && below < 0.0) || (low > 0.0 && below > 0.0))
    {
        let doubled = low * 2.0;
        let x = high + doubled;
        if doubled == x - high {
            high = x;
        }
    }
    Ok(high)
}

/// `math.prod(values, start=start)`. `OverflowError` for an int beyond every float next to a float; the limit `digits`
/// is met when the int product has more than `limit` bits.
pub fn prod(values: &[Number], start: Number, limit: u64) -> PyResult<Number> {
    let mut product = start;
    for value in values {
        product = match (product, value) {
            (Number::Int(left), Number::Int(right)) => {
                if left.bits().saturating_add(right.bits()) > limit {
                    return Err(PyError::limit("digits", "a product of too many digits"));
                }
                Number::Int(left * right)
            }
            (Number::Float(left), Number::Float(right)) => Number::Float(left * right),
            (Number::Float(float), Number::Int(int)) => Number::Float(float * int_to_f64(int)?),
            (Number::Int(int), Number::Float(float)) => Number::Float(int_to_f64(&int)? * float),
        };
    }
    Ok(product)
}

/// `math.hypot(*coordinates)`.
pub fn hypot(coordinates: &[f64]) -> f64 {
    norm(coordinates.iter().map(|x| x.abs()).collect())
}

/// `math.dist(p, q)`. `ValueError` for points of different dimensions.
pub fn dist(p: &[f64], q: &[f64]) -> PyResult<f64> {
    if p.len() != q.len() {
        return Err(PyError::value_error("both points must have the same number of dimensions"));
    }
    Ok(norm(p.iter().zip(q).map(|(a, b)| (a - b).abs()).collect()))
}

/// The Euclidean norm of magnitudes: squares and their sum are kept as two floats each, and the root is corrected once.
fn norm(magnitudes: Vec<f64>) -> f64 {
    let largest = magnitudes.iter().copied().fold(0.0, f64::max);
    if largest.is_infinite() {
        return largest;
    }
    if magnitudes.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    if largest == 0.0 || magnitudes.len() <= 1 {
        return largest;
    }
    let (_, exponent) = frexp(largest);
    if exponent < -1023 {
        // The scale itself would be beyond every float.
        let normal = magnitudes.iter().map(|x| x / f64::MIN_POSITIVE).collect();
        return f64::MIN_POSITIVE * norm(normal);
    }
    // Powers of a half reach below the normal range, where those of 2 would have to be divided by.
    let scale = 0.5_f64.powi(exponent as i32);
    // Starting from 1 keeps the sum's leading part the larger one in every addition.
    let mut sum = 1.0;
    let (mut square_rest, mut sum_rest) = (0.0, 0.0);
    let mut add = |sum: f64, a: f64, b: f64| {
        let square = a * b;
        square_rest += a.mul_add(b, -square);
        let next = sum + square;
        sum_rest += square - (next - sum);
        (next, next - 1.0 + (square_rest + sum_rest))
    };
    let mut total = 0.0;
    for x in &magnitudes {
        let x = x * scale;
        (sum, total) = add(sum, x, x);
    }
    let root = total.sqrt();
    let (_, left) = add(sum, -root, root);
    (root + left / (2.0 * root)) / scale
}
