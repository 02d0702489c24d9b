//! Floats in decimal digits: what C's `%e`, `%f` and `%g` give, for any precision.

/// How a float is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `d.dde+XX`, as many digits after the point as the precision says.
    Exponent,
    /// `ddd.dd`, as many digits after the point as the precision says.
    Fixed,
    /// The one or the other, whichever suits the size; the precision counts the significant digits.
    General,
    /// The shortest digits that give the same float again; the precision is not used.
    Shortest,
}

/// A float has no digit but 0 after that many places (and no more significant ones).
const LAST_PLACE: usize = 1100;

/// The digits of a magnitude (not negative, not NaN; `inf` and `nan` in lower case for what is not finite).
///
/// `alternate` keeps the point and, in a general layout, trailing zeros. `as_float` makes whole numbers in the general
/// layout end with `.0`. The result's length is that of the precision and of the number's digits before the point.
pub fn lay_out(magnitude: f64, layout: Layout, precision: usize, alternate: bool, as_float: bool) -> String {
    if magnitude.is_nan() {
        return "nan".to_owned();
    }
    if magnitude.is_infinite() {
        return "inf".to_owned();
    }
    match layout {
        Layout::Shortest => shortest(magnitude, alternate),
        Layout::Fixed => {
            let mut text = fixed(magnitude, precision);
            if precision == 0 && alternate {
                text.push('.');
            }
            text
        }
        Layout::Exponent => {
            let (digits, exponent) = significant(magnitude, precision + 1);
            with_exponent(&digits, exponent, alternate)
        }
        Layout::General => general(magnitude, precision.max(1), alternate, as_float),
    }
}

/// `%.{places}f` of a finite magnitude.
pub fn fixed(magnitude: f64, places: usize) -> String {
    let exact = places.min(LAST_PLACE);
    let mut text = format!("{magnitude:.exact$}");
    text.extend(std::iter::repeat_n('0', places - exact));
    text
}

/// That many significant digits, at least one, and the power of ten of the first.
fn significant(magnitude: f64, count: usize) -> (String, i32) {
    let exact = (count - 1).min(LAST_PLACE);
    let text = format!("{magnitude:.exact$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    digits.extend(std::iter::repeat_n('0', count - 1 - exact));
    (digits, exponent.parse().unwrap_or(0))
}

/// The first digit, the point, the others, and the exponent with its sign and two digits at least.
fn with_exponent(digits: &str, exponent: i32, point: bool) -> String {
    let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
    let point = if point || !rest.is_empty() { "." } else { "" };
    format!("{first}{point}{rest}e{exponent:+03}")
}

fn general(magnitude: f64, precision: usize, alternate: bool, as_float: bool) -> String {
    let (mut digits, exponent) = significant(magnitude, precision);
    if !alternate {
        let kept = digits.trim_end_matches('0').len().max(1);
        digits.truncate(kept);
    }
    // Where ".0" will follow, it counts as a digit.
    let highest = precision as i64 - i64::from(as_float);
    if exponent < -4 || i64::from(exponent) >= highest {
        return with_exponent(&digits, exponent, alternate);
    }
    positional(&digits, exponent, alternate, as_float)
}

/// The digits with the point where the exponent of the first says, filled with zeros up to it.
fn positional(digits: &str, exponent: i32, point: bool, as_float: bool) -> String {
    let mut text = String::with_capacity(digits.len() + 8);
    match usize::try_from(exponent) {
        Err(_) => {
            text.push_str("0.");
            text.extend(std::iter::repeat_n('0', exponent.unsigned_abs() as usize - 1));
            text.push_str(digits);
        }
        Ok(exponent) => {
            let (whole, rest) = digits.split_at_checked(exponent + 1).unwrap_or((digits, ""));
            text.push_str(whole);
            text.extend(std::iter::repeat_n('0', exponent + 1 - whole.len()));
            if !rest.is_empty() {
                text.push('.');
                text.push_str(rest);
            } else if as_float {
                text.push_str(".0");
            } else if point {
                text.push('.');
            }
        }
    }
    text
}

/// `repr`, with a point after a lone digit before the exponent where `alternate` asks for one.
fn shortest(magnitude: f64, alternate: bool) -> String {
    let text = super::repr(magnitude);
    match text.split_once('e') {
        Some((mantissa, exponent)) if alternate && !mantissa.contains('.') => {
            format!("{mantissa}.e{exponent}")
        }
        _ => text,
    }
}
