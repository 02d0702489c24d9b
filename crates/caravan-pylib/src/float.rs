//! Python's `float`: text, rounding, and the operators that are not the processor's.
//!
//! [`digits`] holds the conversion to decimal digits that formatting builds on, [`hexadecimal`] the one to hexadecimal
//! digits and back.

pub mod digits;
pub mod hexadecimal;

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{FromPrimitive as _, ToPrimitive as _};

use crate::error::{ExcKind, PyError, PyResult};
use crate::int::Integer;
use crate::int::text::{is_c_space, to_ascii_digits};
use crate::text::escape::repr_str;

/// `repr(x)`, which is also `str(x)`: the shortest digits that give the same float again.
pub fn repr(x: f64) -> String {
    rustpython_literal::float::to_string(x)
}

/// `float(text)`: surrounding spaces, a sign, single underscores between digits, digits of every script, `inf`,
/// `infinity`, `nan`. `ValueError` with CPython's text for anything else.
pub fn parse(text: &str) -> PyResult<f64> {
    let ascii;
    let source = if text.is_ascii() {
        text
    } else {
        ascii = to_ascii_digits(text);
        &ascii
    };
    parse_ascii(source.trim_matches(is_c_space))
        .ok_or_else(|| PyError::value_error(format!("could not convert string to float: {}", repr_str(text))))
}

/// The float that the text spells exactly, without spaces; none if it spells none.
fn parse_ascii(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        let named = ["inf", "infinity", "nan"].iter().any(|name| unsigned.eq_ignore_ascii_case(name));
        return if named { text.parse().ok() } else { None };
    }
    if !text.contains('_') {
        return text.parse().ok();
    }
    let bytes = text.as_bytes();
    let is_digit =
        |index: Option<usize>| index.and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_digit);
    for (index, byte) in bytes.iter().enumerate() {
        if *byte == b'_' && !(is_digit(index.checked_sub(1)) && is_digit(index.checked_add(1))) {
            return None;
        }
    }
    text.replace('_', "").parse().ok()
}

/// `round(x)`: the nearest integer, ties to even; `OverflowError` for infinities, `ValueError` for NaN.
pub fn round_to_integer(x: f64) -> PyResult<Integer> {
    crate::int::from_float(x.round_ties_even())
}

/// `round(x, digits)`, correctly rounded from the exact value, ties to even. `OverflowError` where the result is
/// beyond the floats.
pub fn round(x: f64, digits: &Integer) -> PyResult<f64> {
    let digits = digits.clamp_to_i64();
    // Beyond these, nothing is cut off or nothing is left.
    if !x.is_finite() || digits > 323 {
        return Ok(x);
    }
    if digits < -308 {
        return Ok(0.0 * x);
    }
    let magnitude = match usize::try_from(digits) {
        Ok(places) => digits::fixed(x.abs(), places).parse().unwrap_or(x.abs()),
        Err(_) => round_to_tens(x.abs(), u32::try_from(digits.unsigned_abs()).unwrap_or(308)),
    };
    if magnitude.is_infinite() {
        return Err(PyError::overflow_error("rounded value too large to represent"));
    }
    Ok(magnitude.copysign(x))
}

/// The nearest multiple of `10**places` to a finite magnitude, ties to even, as a float; infinite if too large.
fn round_to_tens(magnitude: f64, places: u32) -> f64 {
    let unit = BigUint::from(10_u8).pow(places);
    let whole = BigUint::from_f64(magnitude.trunc()).unwrap_or_default();
    let (mut quotient, remainder) = whole.div_rem(&unit);
    let up = match (remainder * 2_u8).cmp(&unit) {
        Ordering::Greater => true,
        Ordering::Equal => magnitude.fract() > 0.0 || quotient.is_odd(),
        Ordering::Less => false,
    };
    if up {
        quotient += 1_u8;
    }
    (quotient * unit).to_f64().unwrap_or(f64::INFINITY)
}

/// `x.is_integer()`.
pub fn is_integer(x: f64) -> bool {
    x.is_finite() && x.trunc() == x
}

/// `x.as_integer_ratio()`, in lowest terms; `OverflowError` for infinities, `ValueError` for NaN.
pub fn as_integer_ratio(x: f64) -> PyResult<(Integer, Integer)> {
    if x.is_nan() {
        return Err(PyError::value_error("cannot convert NaN to integer ratio"));
    }
    if x.is_infinite() {
        return Err(PyError::overflow_error("cannot convert Infinity to integer ratio"));
    }
    if x == 0.0 {
        return Ok((Integer::ZERO, Integer::Small(1)));
    }
    let bits = x.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = ((bits >> 52) & 0x7ff) as i64;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let zeros = i64::from(mantissa.trailing_zeros());
    let odd = (mantissa >> zeros) as i64;
    let numerator = BigInt::from(if x < 0.0 { -odd } else { odd });
    let exponent = exponent + zeros;
    Ok(if exponent >= 0 {
        (Integer::from(numerator << exponent.unsigned_abs()), Integer::Small(1))
    } else {
        (Integer::from(numerator), Integer::from(BigInt::from(1) << exponent.unsigned_abs()))
    })
}

/// `a / b`; `ZeroDivisionError`.
pub fn true_div(a: f64, b: f64) -> PyResult<f64> {
    if b == 0.0 {
        return Err(PyError::zero_division("float division by zero"));
    }
    Ok(a / b)
}

/// `a // b`; `ZeroDivisionError`.
pub fn floor_div(a: f64, b: f64) -> PyResult<f64> {
    if b == 0.0 {
        return Err(PyError::zero_division("float floor division by zero"));
    }
    Ok(floor_and_remainder(a, b).0)
}

/// `a % b`, with the sign of `b`; `ZeroDivisionError`.
pub fn modulo(a: f64, b: f64) -> PyResult<f64> {
    if b == 0.0 {
        return Err(PyError::zero_division("float modulo"));
    }
    Ok(floor_and_remainder(a, b).1)
}

/// `divmod(a, b)`; `ZeroDivisionError`.
pub fn divmod(a: f64, b: f64) -> PyResult<(f64, f64)> {
    if b == 0.0 {
        return Err(PyError::zero_division("float divmod()"));
    }
    Ok(floor_and_remainder(a, b))
}

/// The floor of the quotient and what is left, which has the sign of the divisor. The divisor is not 0.
fn floor_and_remainder(a: f64, b: f64) -> (f64, f64) {
    let mut remainder = a % b;
    let mut quotient = (a - remainder) / b;
    if remainder == 0.0 {
        remainder = 0.0_f64.copysign(b);
    } else if (b < 0.0) != (remainder < 0.0) {
        remainder += b;
        quotient -= 1.0;
    }
    let floor = if quotient == 0.0 {
        0.0_f64.copysign(a / b)
    } else {
        // The quotient is a whole number but for the rounding of the two operations.
        let floor = quotient.floor();
        if quotient - floor > 0.5 { floor + 1.0 } else { floor }
    };
    (floor, remainder)
}

/// `a ** b`; `ZeroDivisionError` for a negative power of 0, `OverflowError` for a result beyond the floats,
/// `ValueError` where Python gives a complex number, which plans do not have.
pub fn pow(a: f64, b: f64) -> PyResult<f64> {
    if a == 0.0 && b < 0.0 && b.is_finite() {
        return Err(PyError::zero_division("0.0 cannot be raised to a negative power"));
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b.fract() != 0.0 {
        return Err(PyError::value_error("a negative number to a fractional power is complex"));
    }
    let power = a.powf(b);
    if power.is_infinite() && a.is_finite() && b.is_finite() {
        return Err(PyError::new(ExcKind::OverflowError, "(34, 'Numerical result out of range')"));
    }
    Ok(power)
}
