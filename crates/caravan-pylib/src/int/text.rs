//! Integers read from text and written to it.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Num as _;

use super::Integer;
use crate::error::{PyError, PyResult};
use crate::text::escape::repr_prefix;
use crate::text::predicate;

/// CPython refuses to convert longer integers from and to decimal text.
pub const MAX_DIGITS: usize = 4300;

/// An integer below 2 to the power of this has at most [`MAX_DIGITS`] digits, one of twice as many bits has more.
const SURELY_TOO_LONG_BITS: u64 = 14_300;

/// `int(text, base)`: surrounding spaces, a sign, single underscores between digits, a prefix where the base allows
/// one, digits of every script. `ValueError` with CPython's text for anything else, and for more than [`MAX_DIGITS`]
/// digits in a base that is no power of two.
pub fn parse(text: &str, base: i64) -> PyResult<Integer> {
    if base == 10
        && let Some(small) = parse_short(text)
    {
        return Ok(Integer::Small(small));
    }
    if base != 0 && !(2..=36).contains(&base) {
        return Err(PyError::value_error("int() base must be >= 2 and <= 36, or 0"));
    }
    let ascii;
    let source = if text.is_ascii() {
        text
    } else {
        ascii = to_ascii_digits(text);
        &ascii
    };
    match parse_ascii(source, base as u32)? {
        Some(value) => Ok(value),
        None => Err(PyError::value_error(format!(
            "invalid literal for int() with base {base}: {}",
            repr_prefix(text, 200)
        ))),
    }
}

/// The common case, at full speed: up to 18 decimal digits with or without a sign.
fn parse_short(text: &str) -> Option<i64> {
    let trimmed = text.trim_matches(is_c_space);
    let (negative, digits) = match trimmed.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    Some(if negative { -value } else { value })
}

/// What C's `isspace` calls a space; Python's numbers skip just these once other spaces are replaced.
pub(crate) fn is_c_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// Digits and spaces of every script in ASCII, and the text cut off, with a mark, at what is neither. The text is
/// not all ASCII.
pub(crate) fn to_ascii_digits(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            ascii.push(c);
        } else if predicate::is_space(c) {
            ascii.push(' ');
        } else if let Some(digit) = predicate::decimal_digit(c) {
            ascii.push(char::from(b'0' + digit));
        } else {
            ascii.push('?');
            break;
        }
    }
    ascii
}

/// The number that the text spells; none if it spells none.
fn parse_ascii(text: &str, base: u32) -> PyResult<Option<Integer>> {
    let mut rest = text.trim_start_matches(is_c_space);
    let negative = rest.starts_with('-');
    rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let prefix_base = match rest.as_bytes() {
        [b'0', b'x' | b'X', ..] => Some(16),
        [b'0', b'o' | b'O', ..] => Some(8),
        [b'0', b'b' | b'B', ..] => Some(2),
        _ => None,
    };
    // Without a prefix, base 0 reads decimal digits, but none that C would take for octal ones.
    let no_leading_zero = base == 0 && prefix_base.is_none() && rest.starts_with('0');
    let radix = if base == 0 { prefix_base.unwrap_or(10) } else { base };
    if prefix_base == Some(radix) {
        rest = rest.get(2..).unwrap_or_default();
        rest = rest.strip_prefix('_').unwrap_or(rest);
    }
    let Some(end) = digits_end(rest, radix) else { return Ok(None) };
    let (digits, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let count = digits.bytes().filter(|byte| *byte != b'_').count();
    if count > MAX_DIGITS && !radix.is_power_of_two() {
        return Err(PyError::value_error(format!(
            "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion: value has {count} digits; use \
             sys.set_int_max_str_digits() to increase the limit"
        )));
    }
    if count == 0 || !tail.trim_start_matches(is_c_space).is_empty() {
        return Ok(None);
    }
    if no_leading_zero && digits.bytes().any(|byte| !matches!(byte, b'0' | b'_')) {
        return Ok(None);
    }
    let plain: String;
    let digits = if digits.contains('_') {
        plain = digits.replace('_', "");
        &plain
    } else {
        digits
    };
    let Ok(magnitude) = BigUint::from_str_radix(digits, radix) else { return Ok(None) };
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Ok(Some(Integer::from(BigInt::from_biguint(sign, magnitude))))
}

/// Where the digits end that the text starts with; none if an underscore among them does not stand between two.
fn digits_end(text: &str, radix: u32) -> Option<usize> {
    let mut after_digit = false;
    for (index, c) in text.char_indices() {
        if c == '_' && after_digit {
            after_digit = false;
        } else if c == '_' {
            return None;
        } else if c.is_digit(radix) {
            after_digit = true;
        } else {
            return (after_digit || index == 0).then_some(index);
        }
    }
    (after_digit || text.is_empty()).then_some(text.len())
}

/// `str(a)`; `ValueError` beyond [`MAX_DIGITS`] digits.
pub fn to_text(a: &Integer) -> PyResult<String> {
    let big = match a {
        Integer::Small(small) => return Ok(small.to_string()),
        Integer::Big(big) => big,
    };
    if big.bits() <= SURELY_TOO_LONG_BITS {
        let text = big.to_string();
        if text.trim_start_matches('-').len() <= MAX_DIGITS {
            return Ok(text);
        }
    }
    Err(PyError::value_error(format!(
        "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion; use sys.set_int_max_str_digits() to \
         increase the limit"
    )))
}

/// The digits of the magnitude in base 2, 8 or 16, without sign and prefix, lower-case.
pub fn magnitude_digits(a: &Integer, radix: u32) -> String {
    match a {
        Integer::Small(small) => {
            let magnitude = small.unsigned_abs();
            match radix {
                2 => format!("{magnitude:b}"),
                8 => format!("{magnitude:o}"),
                _ => format!("{magnitude:x}"),
            }
        }
        Integer::Big(big) => big.magnitude().to_str_radix(if matches!(radix, 2 | 8) { radix } else { 16 }),
    }
}

/// `bin(a)`: eight times as long as the integer is in memory.
pub fn bin(a: &Integer) -> String {
    prefixed(a, "0b", 2)
}

/// `oct(a)`.
pub fn oct(a: &Integer) -> String {
    prefixed(a, "0o", 8)
}

/// `hex(a)`.
pub fn hex(a: &Integer) -> String {
    prefixed(a, "0x", 16)
}

fn prefixed(a: &Integer, prefix: &str, radix: u32) -> String {
    let sign = if a.is_negative() { "-" } else { "" };
    format!("{sign}{prefix}{}", magnitude_digits(a, radix))
}
