//! The gamma function and its logarithm by Lanczos' approximation, rounded as CPython rounds them.

use std::f64::consts::PI;

use super::{domain_error, range_error};
use crate::error::PyResult;

const G: f64 = 6.024_680_040_776_73;
const G_MINUS_HALF: f64 = 5.524_680_040_776_73;

/// The sum's numerator and denominator, from the constant term up.
const COEFFICIENTS: [(f64, f64); 13] = [
    (23_531_376_880.410_76, 0.0),
    (42_919_803_642.649_1, 39_916_800.0),
    (35_711_959_237.355_67, 120_543_840.0),
    (17_921_034_426.037_21, 150_917_976.0),
    (6_039_542_586.352_028, 105_258_076.0),
    (1_439_720_407.311_721_6, 45_995_730.0),
    (248_874_557.862_054_17, 13_339_535.0),
    (31_426_415.585_400_194, 2_637_558.0),
    (2_876_370.628_935_372_5, 357_423.0),
    (186_056.265_395_223_48, 32_670.0),
    (8_071.672_002_365_816, 1_925.0),
    (210.824_277_751_579_35, 66.0),
    (2.506_628_274_631_000_2, 1.0),
];

fn lanczos_sum(x: f64) -> f64 {
    let (mut numerator, mut denominator) = (0.0, 0.0);
    if x < 5.0 {
        for (n, d) in COEFFICIENTS.iter().rev() {
            numerator = numerator * x + n;
            denominator = denominator * x + d;
        }
    } else {
        for (n, d) in &COEFFICIENTS {
            numerator = numerator / x + n;
            denominator = denominator / x + d;
        }
    }
    numerator / denominator
}

/// The sine of `pi * x`, exact at the multiples of a half.
fn sin_pi(x: f64) -> f64 {
    let y = x.abs() % 2.0;
    let result = match (2.0 * y).round() as i64 {
        0 => (PI * y).sin(),
        1 => (PI * (y - 0.5)).cos(),
        2 => (PI * (1.0 - y)).sin(),
        3 => -(PI * (y - 1.5)).cos(),
        _ => (PI * (y - 2.0)).sin(),
    };
    1.0_f64.copysign(x) * result
}

/// `math.gamma(x)`. `ValueError` for 0, negative whole numbers and `-inf`, `OverflowError` beyond every float.
pub fn gamma(x: f64) -> PyResult<f64> {
    if x.is_nan() || x == f64::INFINITY {
        return Ok(x);
    }
    if x == f64::NEG_INFINITY || x == 0.0 {
        return Err(domain_error());
    }
    if x == x.floor() {
        if x < 0.0 {
            return Err(domain_error());
        }
        if x <= 23.0 {
            return Ok((1..x as u64).map(|n| n as f64).product());
        }
    }
    let a = x.abs();
    if a < 1e-20 {
        let result = 1.0 / x;
        return if result.is_infinite() { Err(range_error()) } else { Ok(result) };
    }
    if a > 200.0 {
        return if x < 0.0 { Ok(0.0 / sin_pi(x)) } else { Err(range_error()) };
    }
    let y = a + G_MINUS_HALF;
    // What rounding took from y.
    let lost = if a > G_MINUS_HALF { (y - a) - G_MINUS_HALF } else { (y - G_MINUS_HALF) - a };
    let correction = lost * G / y;
    let result = if x < 0.0 {
        let mut r = -PI / sin_pi(a) / a * y.exp() / lanczos_sum(a);
        r -= correction * r;
        if a < 140.0 {
            r / y.powf(a - 0.5)
        } else {
            let root = y.powf(a / 2.0 - 0.25);
            r / root / root
        }
    } else {
        let mut r = lanczos_sum(a) / y.exp();
        r += correction * r;
        if a < 140.0 {
            r * y.powf(a - 0.5)
        } else {
            let root = y.powf(a / 2.0 - 0.25);
            r * root * root
        }
    };
    if result.is_infinite() { Err(range_error()) } else { Ok(result) }
}

/// `math.lgamma(x)`: the logarithm of the gamma function's magnitude. `ValueError` for 0 and negative whole numbers,
/// `OverflowError` beyond every float.
pub fn lgamma(x: f64) -> PyResult<f64> {
    if x.is_nan() {
        return Ok(x);
    }
    if x.is_infinite() {
        return Ok(f64::INFINITY);
    }
    if x == x.floor() && x <= 2.0 {
        return if x <= 0.0 { Err(domain_error()) } else { Ok(0.0) };
    }
    let a = x.abs();
    if a < 1e-20 {
        return Ok(-a.ln());
    }
    let mut result = lanczos_sum(a).ln() - G;
    result += (a - 0.5) * ((a + G - 0.5).ln() - 1.0);
    if x < 0.0 {
        const LOG_PI: f64 = 1.144_729_885_849_400_2;
        result = LOG_PI - sin_pi(a).abs().ln() - a.ln() - result;
    }
    if result.is_infinite() { Err(range_error()) } else { Ok(result) }
}
