//! The methods of `str` that fill a text up to a width.

use super::{check_length, len};
use crate::error::{PyError, PyResult};

/// The one code point to fill with; `TypeError` for another text.
fn fill_char(fill: &str) -> PyResult<char> {
    let mut chars = fill.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(PyError::type_error("The fill character must be exactly one character long")),
    }
}

/// The text between as many fill characters; a limit error beyond `limit` bytes.
pub(crate) fn pad(text: &str, left: usize, right: usize, fill: char, limit: usize) -> PyResult<String> {
    let padding = left.saturating_add(right).saturating_mul(fill.len_utf8());
    let length = text.len().saturating_add(padding);
    check_length(length, limit)?;
    let mut padded = String::with_capacity(length);
    padded.extend(std::iter::repeat_n(fill, left));
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(fill, right));
    Ok(padded)
}

/// How many code points are missing up to the width.
fn missing(text: &str, width: i64) -> usize {
    usize::try_from(width).unwrap_or(0).saturating_sub(len(text))
}

/// `text.ljust(width, fill)`; `TypeError` unless `fill` is one code point, a limit error beyond `limit` bytes.
pub fn ljust(text: &str, width: i64, fill: &str, limit: usize) -> PyResult<String> {
    pad(text, 0, missing(text, width), fill_char(fill)?, limit)
}

/// `text.rjust(width, fill)`; errors as for [`ljust`].
pub fn rjust(text: &str, width: i64, fill: &str, limit: usize) -> PyResult<String> {
    pad(text, missing(text, width), 0, fill_char(fill)?, limit)
}

/// `text.center(width, fill)`; errors as for [`ljust`].
pub fn center(text: &str, width: i64, fill: &str, limit: usize) -> PyResult<String> {
    let (left, right) = center_split(missing(text, width), width);
    pad(text, left, right, fill_char(fill)?, limit)
}

/// How many of the fill characters go to either side: an odd one to the left where the width is odd too.
pub(crate) fn center_split(missing: usize, width: i64) -> (usize, usize) {
    let left = missing / 2 + usize::from(missing % 2 == 1 && width % 2 == 1);
    (left, missing - left)
}

/// `text.zfill(width)`: zeros after a sign; a limit error beyond `limit` bytes.
pub fn zfill(text: &str, width: i64, limit: usize) -> PyResult<String> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = text.get(..text.len() - unsigned.len()).unwrap_or_default();
    let zeros = missing(text, width);
    check_length(text.len().saturating_add(zeros), limit)?;
    Ok([sign, &"0".repeat(zeros), unsigned].concat())
}

/// `text.expandtabs(tabsize)`; a limit error beyond `limit` bytes.
pub fn expandtabs(text: &str, tabsize: i64, limit: usize) -> PyResult<String> {
    let tabsize = usize::try_from(tabsize).unwrap_or(0);
    let mut expanded = String::with_capacity(text.len().min(limit));
    let mut column = 0_usize;
    for c in text.chars() {
        if c == '\t' {
            let spaces = column.checked_rem(tabsize).map_or(0, |past| tabsize - past);
            check_length(expanded.len().saturating_add(spaces), limit)?;
            expanded.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        } else {
            expanded.push(c);
            column = if matches!(c, '\n' | '\r') { 0 } else { column + 1 };
        }
    }
    check_length(expanded.len(), limit)?;
    Ok(expanded)
}
