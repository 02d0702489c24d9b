//! A number as a plan has it, an int of any size or a float, and the exact arithmetic between the two.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::error::{PyError, PyResult};

/// An int or a float (a bool is the int 0 or 1).
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An int.
    Int(BigInt),
    /// A float.
    Float(f64),
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number::Int(BigInt::from(value))
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Number::Float(value)
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Self {
        Number::Int(value)
    }
}

impl Number {
    /// The number as `float(x)` gives it. `OverflowError` for an int beyond every float.
    pub fn to_f64(&self) -> PyResult<f64> {
        match self {
            Number::Int(int) => int_to_f64(int),
            Number::Float(float) => Ok(*float),
        }
    }
}

/// An int rounded to the nearest float, ties to even. `OverflowError` beyond every float.
pub(crate) fn int_to_f64(int: &BigInt) -> PyResult<f64> {
    ratio_to_f64(int, &BigInt::from(1))
        .ok_or_else(|| PyError::overflow_error("int too large to convert to float"))
}

/// The exact numerator and denominator of a finite float, in lowest terms; none for an infinity or a NaN.
pub(crate) fn float_ratio(float: f64) -> Option<(BigInt, BigInt)> {
    if !float.is_finite() {
        return None;
    }
    let bits = float.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52) & 0x7ff;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | (1 << 52), biased as i64 - 1075) };
    if mantissa == 0 {
        return Some((BigInt::zero(), BigInt::from(1)));
    }
    let zeros = i64::from(mantissa.trailing_zeros());
    let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros);
    let mut numerator = BigInt::from(mantissa);
    if float < 0.0 {
        numerator = -numerator;
    }
    Some(if exponent >= 0 {
        (numerator << exponent, BigInt::from(1))
    } else {
        (numerator, BigInt::from(1) << -exponent)
    })
}

/// `numerator / denominator` rounded to the nearest float, ties to even; none if that is beyond every float or the
/// denominator is 0.
pub(crate) fn ratio_to_f64(numerator: &BigInt, denominator: &BigInt) -> Option<f64> {
    if denominator.is_zero() {
        return None;
    }
    if numerator.is_zero() {
        return Some(if denominator.is_negative() { -0.0 } else { 0.0 });
    }
    let negative = numerator.is_negative() != denominator.is_negative();
    let (n, d) = (numerator.abs(), denominator.abs());
    // The quotient gets 55 or 56 bits: a float's 53 and two to round by; what is left over makes the last bit sticky.
    let shift = 55 - (n.bits() as i64 - d.bits() as i64);
    let (mut quotient, remainder) =
        if shift >= 0 { (n << shift).div_rem(&d) } else { n.div_rem(&(d << -shift)) };
    if !remainder.is_zero() {
        quotient.set_bit(0, true);
    }
    let exponent = -shift;
    let drop = (quotient.bits() as i64 - 53).max(-1074 - exponent).max(0);
    let mantissa = round_shift(&quotient, drop as u64)?;
    let magnitude = scale(mantissa as f64, exponent + drop);
    if !magnitude.is_finite() {
        return None;
    }
    Some(if negative { -magnitude } else { magnitude })
}

/// `value >> drop`, rounded half to even; the last bit of `value` may be a sticky one.
fn round_shift(value: &BigInt, drop: u64) -> Option<u64> {
    if drop == 0 {
        return value.to_u64();
    }
    let kept: BigInt = value >> drop;
    let rest = value - (&kept << drop);
    let half = BigInt::from(1) << (drop - 1);
    let up = rest > half || (rest == half && kept.is_odd());
    (kept + i32::from(up)).to_u64()
}

/// `mantissa * 2**exponent` for a whole mantissa, where the product is a float or overflows: no step rounds, since a
/// whole number times `2**-1000` is still in the normal range.
fn scale(mantissa: f64, exponent: i64) -> f64 {
    let mut result = mantissa;
    let mut left = exponent.clamp(-3000, 3000);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        result *= power_of_two(step);
        left -= step;
    }
    result
}

/// `2**exponent` for an exponent of the normal range.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023).clamp(1, 2046) as u64) << 52)
}

/// `numerator / denominator` rounded to the nearest int, ties to even. `denominator` must not be 0 (then 0).
pub(crate) fn div_half_even(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    if denominator.is_zero() {
        return BigInt::zero();
    }
    let (n, d) = if denominator.sign() == Sign::Minus {
        (-numerator, -denominator)
    } else {
        (numerator.clone(), denominator.clone())
    };
    let (quotient, remainder) = n.div_mod_floor(&d);
    let doubled = remainder * 2;
    if doubled > d || (doubled == d && quotient.is_odd()) { quotient + 1 } else { quotient }
}

impl Number {
    /// `self + other`. `OverflowError` for an int beyond every float next to a float.
    pub(crate) fn plus(&self, other: &Number) -> PyResult<Number> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Ok(Number::Int(left + right)),
            _ => Ok(Number::Float(self.to_f64()? + other.to_f64()?)),
        }
    }

    /// `self - other`. `OverflowError` for an int beyond every float next to a float.
    pub(crate) fn minus(&self, other: &Number) -> PyResult<Number> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Ok(Number::Int(left - right)),
            _ => Ok(Number::Float(self.to_f64()? - other.to_f64()?)),
        }
    }

    /// `self * other`. `OverflowError` for an int beyond every float next to a float.
    pub(crate) fn times(&self, other: &Number) -> PyResult<Number> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Ok(Number::Int(left * right)),
            _ => Ok(Number::Float(self.to_f64()? * other.to_f64()?)),
        }
    }

    /// `self / other`. `ZeroDivisionError`, `OverflowError`.
    pub(crate) fn over(&self, other: &Number) -> PyResult<f64> {
        match (self, other) {
            (Number::Int(_), Number::Int(right)) if right.is_zero() => {
                Err(PyError::zero_division("division by zero"))
            }
            (Number::Int(left), Number::Int(right)) => ratio_to_f64(left, right)
                .ok_or_else(|| PyError::overflow_error("integer division result too large for a float")),
            _ => {
                let (left, right) = (self.to_f64()?, other.to_f64()?);
                if right == 0.0 {
                    return Err(PyError::zero_division("float division by zero"));
                }
                Ok(left / right)
            }
        }
    }

    /// How two numbers compare, exactly; none with a NaN.
    pub(crate) fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Some(left.cmp(right)),
            (Number::Float(left), Number::Float(right)) => left.partial_cmp(right),
            (Number::Int(left), Number::Float(right)) => compare_int(left, *right),
            (Number::Float(left), Number::Int(right)) => compare_int(right, *left).map(Ordering::reverse),
        }
    }
}

fn compare_int(int: &BigInt, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    Some(match float_ratio(float) {
        Some((numerator, denominator)) => (int * denominator).cmp(&numerator),
        None if float > 0.0 => Ordering::Less,
        None => Ordering::Greater,
    })
}
