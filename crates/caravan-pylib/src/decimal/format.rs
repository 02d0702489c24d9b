//! `format(decimal, spec)`, which has a grammar of its own.

use num_bigint::BigUint;
use num_traits::Zero;

use super::arithmetic::round_off;
use super::integral::rescale;
use super::text::split_at_point;
use super::{Context, Decimal, Value, count_digits};
use crate::error::{PyError, PyResult};

struct Spec {
    fill: char,
    align: Option<char>,
    sign: Option<char>,
    no_negative_zero: bool,
    zero_padded: bool,
    width: usize,
    commas: bool,
    precision: Option<i64>,
    /// In lower case; `g` where none is written.
    kind: char,
    upper: bool,
}

fn invalid_spec() -> PyError {
    PyError::value_error("invalid format string")
}

/// A number in the spec; none without one. `ValueError` for one beyond every width.
fn number(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> PyResult<Option<usize>> {
    let mut value = None;
    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
        chars.next();
        value = Some(
            value
                .unwrap_or(0_usize)
                .checked_mul(10)
                .and_then(|value| value.checked_add(digit as usize))
                .filter(|value| i64::try_from(*value).is_ok())
                .ok_or_else(invalid_spec)?,
        );
    }
    Ok(value)
}

impl Spec {
    fn parse(spec: &str) -> PyResult<Spec> {
        let is_align = |c: char| matches!(c, '<' | '>' | '=' | '^');
        let mut parsed = Spec {
            fill: ' ',
            align: None,
            sign: None,
            no_negative_zero: false,
            zero_padded: false,
            width: 0,
            commas: false,
            precision: None,
            kind: 'g',
            upper: true,
        };
        let mut chars = spec.chars().peekable();
        let (first, second) = (spec.chars().next(), spec.chars().nth(1));
        match (first, second) {
            (Some(fill), Some(align)) if is_align(align) => {
                parsed.fill = fill;
                parsed.align = Some(align);
                chars.next();
                chars.next();
            }
            (Some(align), _) if is_align(align) => {
                parsed.align = Some(align);
                chars.next();
            }
            _ => {}
        }
        parsed.sign = chars.next_if(|c| matches!(c, '+' | '-' | ' '));
        parsed.no_negative_zero = chars.next_if_eq(&'z').is_some();
        if chars.next_if_eq(&'0').is_some() {
            if parsed.align.is_some() {
                return Err(invalid_spec());
            }
            parsed.zero_padded = true;
        }
        if chars.peek() == Some(&'0') {
            return Err(invalid_spec());
        }
        parsed.width = number(&mut chars)?.unwrap_or(0);
        parsed.commas = chars.next_if_eq(&',').is_some();
        if chars.next_if_eq(&'.').is_some() {
            let precision = number(&mut chars)?.ok_or_else(invalid_spec)?;
            parsed.precision = Some(i64::try_from(precision).unwrap_or(i64::MAX));
        }
        if let Some(kind) = chars.next() {
            if !matches!(kind, 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n' | 'N' | '%') {
                return Err(invalid_spec());
            }
            if matches!(kind, 'n' | 'N') && parsed.commas {
                return Err(invalid_spec());
            }
            parsed.upper = kind.is_ascii_uppercase();
            parsed.kind = match kind.to_ascii_lowercase() {
                'n' => 'g',
                kind => kind,
            };
        }
        if chars.next().is_some() {
            return Err(invalid_spec());
        }
        Ok(parsed)
    }

    /// Pads what has a sign and a rest to the width.
    fn pad(&self, sign: &str, text: &str) -> String {
        let length = sign.len() + text.len();
        let missing = self.width.saturating_sub(length);
        let fill = |count: usize| self.fill.to_string().repeat(count);
        match self.align {
            Some('<') => format!("{sign}{text}{}", fill(missing)),
            Some('^') => format!("{}{sign}{text}{}", fill(missing / 2), fill(missing - missing / 2)),
            Some('=') => format!("{sign}{}{text}", fill(missing)),
            _ => format!("{}{sign}{text}", fill(missing)),
        }
    }
}

impl Decimal {
    /// `format(self, spec)`, rounded as the context says. `ValueError` for a spec that decimals do not have; the limit
    /// `text` where the result has more than `limit` bytes.
    pub fn format(&self, spec: &str, context: &Context, limit: usize) -> PyResult<String> {
        let spec = Spec::parse(spec)?;
        let too_long = || PyError::limit("text", format!("the formatted number has more than {limit} bytes"));
        let most = i64::try_from(limit).unwrap_or(i64::MAX);
        if spec.width.saturating_mul(spec.fill.len_utf8()) > limit || spec.precision.is_some_and(|p| p > most)
        {
            return Err(too_long());
        }
        let (digits, exponent) = match &self.value {
            Value::Finite { digits, exponent } => (digits.clone(), *exponent),
            _ => return Ok(self.format_special(&spec)),
        };
        let exponent = if spec.kind == '%' { exponent + 2 } else { exponent };
        if matches!(spec.kind, 'f' | '%') && !digits.is_zero() && count_digits(&digits) + exponent > most {
            return Err(too_long());
        }
        let (digits, exponent) = self.rounded_for(&spec, digits, exponent, context);
        let negative = self.negative && !(spec.no_negative_zero && digits.is_zero());
        let sign = sign_text(negative, spec.sign);
        let text = digits.to_string();
        let before = exponent + text.len() as i64;
        let point = match spec.kind {
            'e' if digits.is_zero() => 1 - spec.precision.unwrap_or(0),
            'e' => 1,
            'f' | '%' => before,
            _ if exponent <= 0 && before > -6 => before,
            _ => 1,
        };
        if point.saturating_neg() > most || point > most {
            return Err(too_long());
        }
        let (mut whole, fraction) = split_at_point(&text, point);
        let mut tail = String::new();
        if !fraction.is_empty() {
            tail.push('.');
            tail.push_str(&fraction);
        }
        if spec.kind == 'e' || before != point {
            let letter = if spec.upper { 'E' } else { 'e' };
            tail.push_str(&format!("{letter}{:+}", before - point));
        }
        if spec.kind == '%' {
            tail.push('%');
        }
        let room = if spec.zero_padded { spec.width.saturating_sub(sign.len() + tail.len()) } else { 0 };
        if spec.commas {
            whole = grouped(&whole, room);
        } else if whole.len() < room {
            whole = format!("{}{whole}", "0".repeat(room - whole.len()));
        }
        let text = spec.pad(sign, &format!("{whole}{tail}"));
        if text.len() > limit { Err(too_long()) } else { Ok(text) }
    }

    fn format_special(&self, spec: &Spec) -> String {
        let text = self.copy_abs().to_string();
        let percent = if spec.kind == '%' { "%" } else { "" };
        spec.pad(sign_text(self.negative, spec.sign), &format!("{text}{percent}"))
    }

    /// The digits and the exponent that the spec leaves.
    fn rounded_for(&self, spec: &Spec, digits: BigUint, exponent: i64, context: &Context) -> (BigUint, i64) {
        let Some(precision) = spec.precision else {
            return if matches!(spec.kind, 'f' | '%') && digits.is_zero() && exponent > 0 {
                (digits, 0)
            } else {
                (digits, exponent)
            };
        };
        let rounding = context.rounding;
        match spec.kind {
            'f' | '%' => (rescale(&digits, exponent, -precision, rounding, self.negative), -precision),
            _ if digits.is_zero() => (digits, exponent),
            kind => {
                let wanted = if kind == 'e' { precision + 1 } else { precision.max(1) };
                let drop = count_digits(&digits) - wanted;
                if drop > 0 {
                    let shorter = round_off(&digits, drop, rounding, self.negative);
                    if count_digits(&shorter) > wanted {
                        return (shorter / 10_u32, exponent + drop + 1);
                    }
                    (shorter, exponent + drop)
                } else if kind == 'e' {
                    (rescale(&digits, exponent, exponent + drop, rounding, self.negative), exponent + drop)
                } else {
                    (digits, exponent)
                }
            }
        }
    }
}

fn sign_text(negative: bool, sign: Option<char>) -> &'static str {
    match (negative, sign) {
        (true, _) => "-",
        (false, Some('+')) => "+",
        (false, Some(' ')) => " ",
        _ => "",
    }
}

/// Digits in groups of three, with zeros before them to at least `room` characters; no comma comes first.
fn grouped(digits: &str, room: usize) -> String {
    let mut count = digits.len();
    while count + (count - 1) / 3 < room {
        count += 1;
    }
    let padded = format!("{}{digits}", "0".repeat(count - digits.len()));
    let mut out = String::with_capacity(count + count / 3);
    for (index, c) in padded.chars().enumerate() {
        if index > 0 && (count - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}
