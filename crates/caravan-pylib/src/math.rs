//! Python's `math`, for floats; what it does with ints alone is among the ints.
//!
//! Functions of the C library (`sin`, `exp`, ...) give what that of the host gives, as CPython's do, but `cbrt`, `erf` and
//! `erfc`, whose last digit may differ from it; `gamma`, `hypot`, `fsum` and the like are CPython's own and are the same
//! everywhere.

mod gamma;
mod sums;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::error::{PyError, PyResult};
use crate::number::{Number, float_ratio, ratio_to_f64};

pub use gamma::{gamma, lgamma};
pub use sums::{dist, fsum, hypot, prod};

/// `math.pi`.
pub const PI: f64 = std::f64::consts::PI;
/// `math.e`.
pub const E: f64 = std::f64::consts::E;
/// `math.tau`.
pub const TAU: f64 = std::f64::consts::TAU;

/// A function of one float, which raises as Python's does.
pub type Function = fn(f64) -> PyResult<f64>;

/// The functions of one float, by name.
pub const FUNCTIONS: &[(&str, Function)] = &[
    ("acos", |x| bounded(x, x.acos())),
    ("acosh", |x| bounded(x, acosh(x))),
    ("asin", |x| bounded(x, x.asin())),
    ("asinh", |x| bounded(x, asinh(x))),
    ("atan", |x| bounded(x, x.atan())),
    ("atanh", |x| bounded(x, atanh(x))),
    ("cbrt", |x| bounded(x, x.cbrt())),
    ("cos", |x| bounded(x, x.cos())),
    ("cosh", |x| growing(x, x.cosh())),
    ("degrees", |x| Ok(x * (180.0 / PI))),
    ("erf", |x| Ok(libm::erf(x))),
    ("erfc", |x| Ok(libm::erfc(x))),
    ("exp", |x| growing(x, x.exp())),
    ("exp2", |x| growing(x, x.exp2())),
    ("expm1", |x| growing(x, x.exp_m1())),
    ("fabs", |x| Ok(x.abs())),
    ("gamma", gamma),
    ("lgamma", lgamma),
    ("log1p", |x| bounded(x, x.ln_1p())),
    ("radians", |x| Ok(x * (PI / 180.0))),
    ("sin", |x| bounded(x, x.sin())),
    ("sinh", |x| growing(x, x.sinh())),
    ("sqrt", |x| bounded(x, x.sqrt())),
    ("tan", |x| bounded(x, x.tan())),
    ("tanh", |x| bounded(x, x.tanh())),
    ("ulp", |x| Ok(ulp(x))),
];

/// The function of one float of that name; none if there is none.
pub fn function(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

fn domain_error() -> PyError {
    PyError::value_error("math domain error")
}

fn range_error() -> PyError {
    PyError::overflow_error("math range error")
}

/// The result of a function that is infinite only outside its domain. `ValueError` there.
fn bounded(x: f64, result: f64) -> PyResult<f64> {
    if (result.is_nan() && !x.is_nan()) || (result.is_infinite() && x.is_finite()) {
        return Err(domain_error());
    }
    Ok(result)
}

/// The result of a function that grows beyond every float. `OverflowError` there.
fn growing(x: f64, result: f64) -> PyResult<f64> {
    if result.is_nan() && !x.is_nan() {
        return Err(domain_error());
    }
    if result.is_infinite() && x.is_finite() {
        return Err(range_error());
    }
    Ok(result)
}

/// Beyond this, `1 + x*x` is `x*x`.
const LARGE: f64 = 268_435_456.0;

fn asinh(x: f64) -> f64 {
    let a = x.abs();
    if !x.is_finite() || a < 1.0 / LARGE {
        return x;
    }
    let result = if a > LARGE {
        a.ln() + std::f64::consts::LN_2
    } else if a > 2.0 {
        (2.0 * a + 1.0 / ((a * a + 1.0).sqrt() + a)).ln()
    } else {
        (a + a * a / (1.0 + (1.0 + a * a).sqrt())).ln_1p()
    };
    result.copysign(x)
}

fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        f64::NAN
    } else if x >= LARGE {
        x.ln() + std::f64::consts::LN_2
    } else if x > 2.0 {
        (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln()
    } else {
        let t = x - 1.0;
        (t + (2.0 * t + t * t).sqrt()).ln_1p()
    }
}

fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let result = if a < 1.0 / LARGE {
        return x;
    } else if a < 0.5 {
        let doubled = a + a;
        0.5 * (doubled + doubled * a / (1.0 - a)).ln_1p()
    } else {
        0.5 * ((a + a) / (1.0 - a)).ln_1p()
    };
    result.copysign(x)
}

/// The int of a float that [`f64::trunc`] or its like has made whole. `OverflowError`, `ValueError`.
fn whole(x: f64) -> PyResult<BigInt> {
    match float_ratio(x) {
        Some((int, _)) => Ok(int),
        None if x.is_nan() => Err(PyError::value_error("cannot convert float NaN to integer")),
        None => Err(PyError::overflow_error("cannot convert float infinity to integer")),
    }
}

/// `math.floor(x)`. `OverflowError` for an infinity, `ValueError` for a NaN.
pub fn floor(x: f64) -> PyResult<BigInt> {
    whole(x.floor())
}

/// `math.ceil(x)`. `OverflowError` for an infinity, `ValueError` for a NaN.
pub fn ceil(x: f64) -> PyResult<BigInt> {
    whole(x.ceil())
}

/// `math.trunc(x)`, also `int(x)`. `OverflowError` for an infinity, `ValueError` for a NaN.
pub fn trunc(x: f64) -> PyResult<BigInt> {
    whole(x.trunc())
}

/// A logarithm of a number, of an int of any size. `ValueError` for one that is not positive.
fn logarithm(x: &Number, of: fn(f64) -> f64) -> PyResult<f64> {
    match x {
        Number::Float(x) if *x <= 0.0 => Err(domain_error()),
        Number::Float(x) => Ok(of(*x)),
        Number::Int(int) if !int.is_positive() => Err(domain_error()),
        Number::Int(int) => match ratio_to_f64(int, &BigInt::from(1)) {
            Some(x) => Ok(of(x)),
            None => {
                // Beyond every float: a fraction of 0.5 to 1, and a power of 2.
                let bits = int.bits();
                let mut fraction = ratio_to_f64(int, &(BigInt::from(1) << bits)).unwrap_or(0.5);
                let mut exponent = bits as f64;
                if fraction == 1.0 {
                    fraction = 0.5;
                    exponent += 1.0;
                }
                Ok(of(fraction) + of(2.0) * exponent)
            }
        },
    }
}

/// `math.log(x)` or `math.log(x, base)`. `ValueError` unless both are positive, `ZeroDivisionError` for base 1.
pub fn log(x: &Number, base: Option<&Number>) -> PyResult<f64> {
    let numerator = logarithm(x, f64::ln)?;
    let Some(base) = base else { return Ok(numerator) };
    let denominator = logarithm(base, f64::ln)?;
    if denominator == 0.0 {
        return Err(PyError::zero_division("float division by zero"));
    }
    Ok(numerator / denominator)
}

/// `math.log2(x)`. `ValueError` for what is not positive.
pub fn log2(x: &Number) -> PyResult<f64> {
    logarithm(x, f64::log2)
}

/// `math.log10(x)`. `ValueError` for what is not positive.
pub fn log10(x: &Number) -> PyResult<f64> {
    logarithm(x, f64::log10)
}

/// `math.pow(x, y)`. `ValueError` outside the domain, `OverflowError` beyond every float.
pub fn pow(x: f64, y: f64) -> PyResult<f64> {
    let result = x.powf(y);
    if x.is_finite() && y.is_finite() {
        if result.is_nan() || (result.is_infinite() && x == 0.0) {
            return Err(domain_error());
        }
        if result.is_infinite() {
            return Err(range_error());
        }
    }
    Ok(result)
}

/// `math.atan2(y, x)`.
pub fn atan2(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

/// `math.fmod(x, y)`. `ValueError` for an infinite `x` or a `y` of 0.
pub fn fmod(x: f64, y: f64) -> PyResult<f64> {
    let result = x % y;
    if result.is_nan() && !x.is_nan() && !y.is_nan() {
        return Err(domain_error());
    }
    Ok(result)
}

/// `math.remainder(x, y)`: what is left of `x` after the nearest multiple of `y`, ties to even. `ValueError` for an
/// infinite `x` or a `y` of 0.
pub fn remainder(x: f64, y: f64) -> PyResult<f64> {
    if x.is_nan() {
        return Ok(x);
    }
    if y.is_nan() {
        return Ok(y);
    }
    if x.is_infinite() || y == 0.0 {
        return Err(domain_error());
    }
    if y.is_infinite() {
        return Ok(x);
    }
    let (a, b) = (x.abs(), y.abs());
    let rest = a % b;
    let other = b - rest;
    let result = if rest < other {
        rest
    } else if rest > other {
        -other
    } else {
        // Halfway: whether the multiple is even shows in half of what is taken away.
        rest - 2.0 * ((0.5 * (a - rest)) % b)
    };
    Ok(1.0_f64.copysign(x) * result)
}

/// `math.copysign(x, y)`.
pub fn copysign(x: f64, y: f64) -> f64 {
    x.copysign(y)
}

/// `math.modf(x)`: the fraction and the whole part, both with the sign of `x`.
pub fn modf(x: f64) -> (f64, f64) {
    if x.is_infinite() {
        return (0.0_f64.copysign(x), x);
    }
    if x.is_nan() {
        return (x, x);
    }
    let whole = x.trunc();
    ((x - whole).copysign(x), whole)
}

/// `math.frexp(x)`: a fraction of 0.5 to 1 and a power of 2; 0, infinities and NaNs are themselves, and 0.
pub fn frexp(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    // A number below the normal range is first brought into it.
    let (scaled, shift) =
        if x.abs() < f64::MIN_POSITIVE { (x * 18_014_398_509_481_984.0, -54) } else { (x, 0) };
    let bits = scaled.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1022;
    (f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52)), exponent + shift)
}

/// `math.ldexp(x, i)`. `OverflowError` beyond every float.
pub fn ldexp(x: f64, exponent: &BigInt) -> PyResult<f64> {
    if x == 0.0 || !x.is_finite() {
        return Ok(x);
    }
    let (fraction, own) = frexp(x);
    let sum = exponent + own;
    let sum = match sum.to_i64() {
        Some(sum) => sum.clamp(-1200, 1200),
        None if sum.is_negative() => -1200,
        None => 1200,
    };
    if sum > 1024 {
        return Err(range_error());
    }
    let Some((numerator, denominator)) = float_ratio(fraction) else { return Ok(x) };
    let exact = if sum >= 0 {
        ratio_to_f64(&(numerator << sum), &denominator)
    } else {
        ratio_to_f64(&numerator, &(denominator << -sum))
    };
    match exact {
        // Also where all of it is lost, the sign stays.
        Some(result) => Ok(result.copysign(x)),
        None => Err(range_error()),
    }
}

/// `math.nextafter(x, y)`: the next float after `x` towards `y`.
pub fn nextafter(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        f64::NAN
    } else if x == y {
        y
    } else if y > x {
        x.next_up()
    } else {
        x.next_down()
    }
}

/// `math.ulp(x)`: the value of the least bit of `x`.
pub fn ulp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let a = x.abs();
    if a.is_infinite() {
        return a;
    }
    let next = a.next_up();
    if next.is_infinite() { a - a.next_down() } else { next - a }
}

/// `math.isclose(a, b, rel_tol=, abs_tol=)`. `ValueError` for a negative tolerance.
pub fn isclose(a: f64, b: f64, relative: f64, absolute: f64) -> PyResult<bool> {
    if relative < 0.0 || absolute < 0.0 {
        return Err(PyError::value_error("tolerances must be non-negative"));
    }
    if a == b {
        return Ok(true);
    }
    if a.is_infinite() || b.is_infinite() {
        return Ok(false);
    }
    let difference = (b - a).abs();
    Ok(difference <= (relative * b).abs() || difference <= (relative * a).abs() || difference <= absolute)
}
