//! Decimals from and as text.

use std::fmt;

use num_bigint::BigUint;
use num_traits::Zero;
use rustpython_unicode::classify::is_space;

use super::{Decimal, MAX_EXPONENT, MIN_TINY, Value, invalid};
use crate::error::PyResult;
use crate::regex::decimal as digit_value;

/// `Decimal(text)`: digits of any script, underscores anywhere among them, white space around. `InvalidOperation` for
/// anything else, and beyond every exponent. The digits are read in a time that grows with the square of their number.
pub fn parse(text: &str) -> PyResult<Decimal> {
    let syntax = || invalid("ConversionSyntax");
    let mut plain = String::with_capacity(text.len());
    for c in text.trim_matches(is_space).chars().filter(|c| *c != '_') {
        match digit_value(c) {
            Some(digit) => plain.extend(char::from_digit(digit as u32, 10)),
            None if c.is_ascii() => plain.push(c),
            None => return Err(syntax()),
        }
    }
    let (negative, rest) = match plain.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let lower = rest.to_ascii_lowercase();
    if lower == "inf" || lower == "infinity" {
        return Ok(Decimal::infinite(negative));
    }
    for (name, signaling) in [("snan", true), ("nan", false)] {
        if let Some(payload) = lower.strip_prefix(name) {
            let payload = if payload.is_empty() { Some(BigUint::zero()) } else { digits(payload) };
            let payload = payload.ok_or_else(syntax)?;
            return Ok(Decimal { negative, value: Value::Nan { signaling, payload } });
        }
    }
    let (mantissa, power) = match lower.split_once('e') {
        Some((mantissa, power)) => (mantissa, Some(power)),
        None => (lower.as_str(), None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = digits(&format!("{whole}{fraction}")).ok_or_else(syntax)?;
    let power = match power {
        None => 0,
        Some(power) => {
            let (negative, power) = match power.strip_prefix('-') {
                Some(power) => (true, power),
                None => (false, power.strip_prefix('+').unwrap_or(power)),
            };
            if power.is_empty() || !power.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(syntax());
            }
            // Beyond what fits is beyond every exponent, too.
            let power = power.parse::<i64>().unwrap_or(i64::MAX / 2).min(i64::MAX / 2);
            if negative { -power } else { power }
        }
    };
    let exponent = power - fraction.len() as i64;
    if !(MIN_TINY..=MAX_EXPONENT).contains(&exponent) {
        return Err(invalid("InvalidOperation"));
    }
    Decimal::from_parts(negative, digits, exponent)
}

/// The number that a row of ASCII digits spells; none if it is empty or has anything else.
fn digits(text: &str) -> Option<BigUint> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    BigUint::parse_bytes(text.as_bytes(), 10)
}

impl Decimal {
    /// `repr(self)`.
    pub fn repr(&self) -> String {
        format!("Decimal('{self}')")
    }

    /// `to_eng_string()`: with an exponent that is a multiple of 3, where there is one.
    pub fn to_eng_string(&self) -> String {
        self.scientific(true)
    }

    fn scientific(&self, engineering: bool) -> String {
        let sign = if self.negative { "-" } else { "" };
        let (digits, exponent) = match &self.value {
            Value::Infinite => return format!("{sign}Infinity"),
            Value::Nan { signaling, payload } => {
                let name = if *signaling { "sNaN" } else { "NaN" };
                return if payload.is_zero() {
                    format!("{sign}{name}")
                } else {
                    format!("{sign}{name}{payload}")
                };
            }
            Value::Finite { digits, exponent } => (digits.to_string(), *exponent),
        };
        let before = exponent + digits.len() as i64;
        let point = if exponent <= 0 && before > -6 {
            before
        } else if !engineering {
            1
        } else if self.is_zero() {
            (before + 1).rem_euclid(3) - 1
        } else {
            (before - 1).rem_euclid(3) + 1
        };
        let (whole, fraction) = split_at_point(&digits, point);
        let mut text = format!("{sign}{whole}");
        if !fraction.is_empty() {
            text.push('.');
            text.push_str(&fraction);
        }
        if before != point {
            text.push_str(&format!("E{:+}", before - point));
        }
        text
    }
}

impl fmt::Display for Decimal {
    /// `str(self)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.scientific(false))
    }
}

/// Digits with a point behind the first `point` of them: what stands before it, and behind.
pub(super) fn split_at_point(digits: &str, point: i64) -> (String, String) {
    let length = digits.len() as i64;
    if point <= 0 {
        (String::from("0"), format!("{}{digits}", "0".repeat(usize::try_from(-point).unwrap_or(0))))
    } else if point >= length {
        (format!("{digits}{}", "0".repeat(usize::try_from(point - length).unwrap_or(0))), String::new())
    } else {
        let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
        (whole.to_owned(), fraction.to_owned())
    }
}
