//! `float.hex` and `float.fromhex`.

use num_bigint::BigUint;

use crate::error::{ExcKind, PyError, PyResult};
use crate::int::text::is_c_space;
use crate::int::{Integer, true_div};

/// The bits of a float's fraction.
const FRACTION: u32 = 52;

/// `x.hex()`: exact, with all digits of the fraction.
pub fn to_hex(x: f64) -> String {
    if !x.is_finite() {
        return super::repr(x);
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x == 0.0 {
        return format!("{sign}0x0.0p+0");
    }
    let bits = x.to_bits();
    let fraction = bits & ((1 << FRACTION) - 1);
    let biased = (bits >> FRACTION) & 0x7ff;
    let (first, exponent) = if biased == 0 { (0, -1022) } else { (1, biased as i64 - 1023) };
    format!("{sign}0x{first}.{fraction:013x}p{exponent:+}")
}

/// `float.fromhex(text)`, rounded to the nearest float, ties to even. `ValueError` for a text that is no number,
/// `OverflowError` beyond the floats.
pub fn from_hex(text: &str) -> PyResult<f64> {
    let invalid = || PyError::value_error("invalid hexadecimal floating-point string");
    let text = text.trim_matches(is_c_space);
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let signed = |x: f64| if negative { -x } else { x };
    match magnitude.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => return Ok(signed(f64::INFINITY)),
        "nan" => return Ok(f64::NAN),
        _ => {}
    }
    let magnitude =
        magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")).unwrap_or(magnitude);
    let (digits, exponent) = match magnitude.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (magnitude, None),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits: Vec<u8> = whole
        .chars()
        .chain(fraction.chars())
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()
        .ok_or_else(invalid)?;
    let exponent = exponent.map_or(Some(0), parse_exponent).ok_or_else(invalid)?;
    // Out of digits below 16 every number can be made; there is none without digits.
    let mantissa = BigUint::from_radix_be(&digits, 16).filter(|_| !digits.is_empty()).ok_or_else(invalid)?;
    let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX).saturating_mul(4);
    scaled(mantissa, exponent.saturating_sub(places)).map(signed)
}

/// The exponent after `p`, clamped to what every float is far from.
fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let exponent = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -exponent } else { exponent })
}

/// `mantissa * 2**exponent`, rounded.
fn scaled(mantissa: BigUint, exponent: i64) -> PyResult<f64> {
    let too_large =
        || PyError::new(ExcKind::OverflowError, "hexadecimal value too large to represent as a float");
    let length = i64::try_from(mantissa.bits()).unwrap_or(i64::MAX);
    if length == 0 {
        return Ok(0.0);
    }
    // The value lies between 2^(magnitude - 1) and 2^magnitude.
    let magnitude = length.saturating_add(exponent);
    if magnitude > 1024 {
        return Err(too_large());
    }
    if magnitude < -1075 {
        return Ok(0.0);
    }
    let one = BigUint::from(1_u8);
    let shift = exponent.unsigned_abs();
    let (numerator, denominator) =
        if exponent > 0 { (mantissa << shift, one) } else { (mantissa, one << shift) };
    let integer = |magnitude: BigUint| Integer::from(num_bigint::BigInt::from(magnitude));
    true_div(&integer(numerator), &integer(denominator)).map_err(|_| too_large())
}
