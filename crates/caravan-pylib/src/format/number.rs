//! `format` of ints and floats.

use super::{Align, Grouping, Sign, Spec};
use crate::error::{PyError, PyResult};
use crate::float::digits::{Layout, lay_out};
use crate::int::Integer;
use crate::int::text::{magnitude_digits, to_text};
use crate::text;

/// A number taken apart for padding and grouping.
struct Parts<'a> {
    negative: bool,
    prefix: &'a str,
    /// What is grouped; empty for what is no number (`inf`, a character).
    digits: &'a str,
    /// The point and all that follows.
    rest: &'a str,
}

/// `format(value, spec)` for an int, or a bool if `type_name` says so (whose empty specification the caller treats,
/// since it gives `True`). `ValueError` for what ints do not allow, `OverflowError` for what is too large for a
/// presentation as a float or a character, a limit error beyond `limit` bytes.
pub fn format_int(value: &Integer, spec: &Spec, type_name: &str, limit: usize) -> PyResult<String> {
    if spec.is_empty() {
        return to_text(value);
    }
    spec.check_grouping('d')?;
    let kind = spec.kind.unwrap_or('d');
    match kind {
        'b' | 'c' | 'd' | 'o' | 'x' | 'X' | 'n' => {}
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%' => return format_as_float(value.to_f64()?, spec, limit),
        _ => return Err(spec.unknown_kind(type_name)),
    }
    if spec.precision.is_some() {
        return Err(PyError::value_error("Precision not allowed in integer format specifier"));
    }
    if spec.no_negative_zero {
        return Err(PyError::value_error(
            "Negative zero coercion (z) not allowed in integer format specifier",
        ));
    }
    if kind == 'c' {
        let character = character(value, spec)?;
        let mut buffer = [0; 4];
        let rest = character.encode_utf8(&mut buffer);
        return assemble(&Parts { negative: false, prefix: "", digits: "", rest }, spec, limit);
    }
    let (prefix, digits) = match kind {
        'b' => ("0b", magnitude_digits(value, 2)),
        'o' => ("0o", magnitude_digits(value, 8)),
        'x' => ("0x", magnitude_digits(value, 16)),
        'X' => ("0X", magnitude_digits(value, 16).to_ascii_uppercase()),
        _ => ("", to_text(value)?),
    };
    let parts = Parts {
        negative: value.is_negative(),
        prefix: if spec.alternate { prefix } else { "" },
        digits: digits.trim_start_matches('-'),
        rest: "",
    };
    assemble(&parts, spec, limit)
}

fn character(value: &Integer, spec: &Spec) -> PyResult<char> {
    if spec.sign.is_some() {
        return Err(PyError::value_error("Sign not allowed with integer format specifier 'c'"));
    }
    if spec.alternate {
        return Err(PyError::value_error("Alternate form (#) not allowed with integer format specifier 'c'"));
    }
    let Some(code) = value.to_i64() else {
        return Err(PyError::overflow_error("Python int too large to convert to C long"));
    };
    u32::try_from(code)
        .ok()
        .and_then(char::from_u32)
        .ok_or_else(|| PyError::overflow_error("%c arg not in range(0x110000)"))
}

/// `format(value, spec)` for a float. `ValueError` for what floats do not allow, a limit error beyond `limit` bytes.
pub fn format_float(value: f64, spec: &Spec, limit: usize) -> PyResult<String> {
    if spec.is_empty() {
        return Ok(crate::float::repr(value));
    }
    spec.check_grouping('\0')?;
    match spec.kind {
        None | Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n' | '%') => format_as_float(value, spec, limit),
        Some(_) => Err(spec.unknown_kind("float")),
    }
}

fn format_as_float(value: f64, spec: &Spec, limit: usize) -> PyResult<String> {
    if spec.precision.is_some_and(|precision| i32::try_from(precision).is_err()) {
        return Err(PyError::value_error("precision too big"));
    }
    let (layout, default_precision) = match spec.kind {
        None if spec.precision.is_some() => (Layout::General, 0),
        None => (Layout::Shortest, 0),
        Some('e' | 'E') => (Layout::Exponent, 6),
        Some('f' | 'F' | '%') => (Layout::Fixed, 6),
        Some(_) => (Layout::General, 6),
    };
    let precision = spec.precision.unwrap_or(default_precision);
    text::check_length(precision, limit)?;
    let value = if spec.kind == Some('%') { value * 100.0 } else { value };
    let mut digits = lay_out(value.abs(), layout, precision, spec.alternate, spec.kind.is_none());
    let mantissa = digits.split('e').next().unwrap_or_default();
    let is_zero = mantissa.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    match spec.kind {
        Some('%') => digits.push('%'),
        Some('E' | 'F' | 'G') => digits.make_ascii_uppercase(),
        _ => {}
    }
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = digits.split_at_checked(whole).unwrap_or((&digits, ""));
    let negative = value.is_sign_negative() && !value.is_nan() && !(spec.no_negative_zero && is_zero);
    assemble(&Parts { negative, prefix: "", digits: whole, rest }, spec, limit)
}

/// The parts in the width, with the sign and the groups that the specification asks for.
fn assemble(parts: &Parts<'_>, spec: &Spec, limit: usize) -> PyResult<String> {
    let sign = match (parts.negative, spec.sign) {
        (true, _) => "-",
        (false, Some(Sign::Always)) => "+",
        (false, Some(Sign::Space)) => " ",
        _ => "",
    };
    let fill = spec.fill_char();
    let align = spec.align.unwrap_or(if spec.zero_padded { Align::AfterSign } else { Align::Right });
    let width = spec.width.unwrap_or(0);
    // At most every third digit is followed by a separator.
    let length = parts.digits.len() * 2 + parts.rest.len() + 4;
    text::check_length(width.saturating_mul(fill.len_utf8()).max(length), limit)?;
    let around = sign.len() + parts.prefix.len() + text::len(parts.rest);
    let least = if fill == '0' && align == Align::AfterSign { width.saturating_sub(around) } else { 0 };
    let group = match (spec.grouping, spec.kind) {
        (None, _) => None,
        (Some(grouping), Some('b' | 'o' | 'x' | 'X')) => Some((grouping, 4)),
        (Some(grouping), _) => Some((grouping, 3)),
    };
    let digits = if parts.digits.is_empty() { String::new() } else { grouped(parts.digits, least, group) };
    let missing = width.saturating_sub(around + digits.len());
    let (left, inner, right) = match align {
        Align::Left => (0, 0, missing),
        Align::Right => (missing, 0, 0),
        Align::Center => (missing / 2, 0, missing - missing / 2),
        Align::AfterSign => (0, missing, 0),
    };
    let mut out = String::with_capacity(digits.len() + parts.rest.len() + 4 + missing * fill.len_utf8());
    out.extend(std::iter::repeat_n(fill, left));
    out.push_str(sign);
    out.push_str(parts.prefix);
    out.extend(std::iter::repeat_n(fill, inner));
    out.push_str(&digits);
    out.push_str(parts.rest);
    out.extend(std::iter::repeat_n(fill, right));
    Ok(out)
}

/// The digits with zeros before them up to a width, and separators between groups. A separator never comes first, so
/// the result may be one longer than the width.
fn grouped(digits: &str, least: usize, group: Option<(Grouping, usize)>) -> String {
    let Some((grouping, size)) = group else {
        let mut padded = "0".repeat(least.saturating_sub(digits.len()));
        padded.push_str(digits);
        return padded;
    };
    let mut reversed = Vec::with_capacity(digits.len().max(least) * 4 / 3 + 2);
    let mut remaining = digits.bytes().rev();
    let mut count = 0;
    while remaining.len() > 0 || reversed.len() < least {
        if count > 0 && count % size == 0 {
            reversed.push(grouping.separator() as u8);
        }
        reversed.push(remaining.next().unwrap_or(b'0'));
        count += 1;
    }
    reversed.iter().rev().copied().map(char::from).collect()
}
