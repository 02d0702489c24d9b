//! Python's `str`: its operators and methods.
//!
//! Indices count code points, as Python's do; a text that is all ASCII is indexed without a scan. Rust's text cannot
//! hold the lone surrogates that Python's can, so what would make one is an error here, or U+FFFD where the text comes
//! from outside.

pub mod case;
pub mod encoding;
pub mod escape;
pub mod fill;
pub mod predicate;
pub mod search;
pub mod split;
pub mod translate;

use std::borrow::Cow;

use crate::error::{PyError, PyResult};
use crate::int::Integer;
use crate::slice::{self, Bounds};

pub use case::{capitalize, casefold, lower, swapcase, title, upper};
pub use encoding::encode;
pub use escape::{ascii_repr, escape_non_ascii, repr_str};
pub use fill::{center, expandtabs, ljust, rjust, zfill};
pub use search::{count, ends_with, find, index, replace, rfind, rindex, starts_with};
pub use split::{
    join, lstrip, partition, remove_prefix, remove_suffix, rpartition, rsplit, rstrip, split, split_lines,
    strip,
};
pub use translate::{maketrans, translate};

/// `len(text)`: its code points.
pub fn len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// A limit error if a text would have more than `limit` bytes.
pub(crate) fn check_length(bytes: usize, limit: usize) -> PyResult<()> {
    if bytes > limit {
        return Err(PyError::limit("text", format!("a text of more than {limit} bytes")));
    }
    Ok(())
}

/// The byte at which the code point of that place starts; the length for the place after the last.
pub(crate) fn byte_offset(text: &str, place: usize) -> usize {
    if text.is_ascii() {
        return place.min(text.len());
    }
    text.char_indices().nth(place).map_or(text.len(), |(offset, _)| offset)
}

/// The part of the text between two places, the second of which may lie after its end.
pub(crate) fn between(text: &str, start: usize, end: usize) -> &str {
    if text.is_ascii() {
        return text.get(start..end.min(text.len())).unwrap_or_default();
    }
    let tail = text.get(byte_offset(text, start)..).unwrap_or_default();
    let length = tail.char_indices().nth(end.saturating_sub(start)).map_or(tail.len(), |(offset, _)| offset);
    tail.get(..length).unwrap_or_default()
}

/// `text[index]`; `IndexError` outside of the text.
pub fn item(text: &str, index: i64) -> PyResult<&str> {
    // Only what stands before the place has to be looked at.
    if let Ok(place) = usize::try_from(index)
        && text.as_bytes().get(..=place).is_some_and(<[u8]>::is_ascii)
    {
        return Ok(text.get(place..=place).unwrap_or_default());
    }
    let out_of_range = || PyError::index_error("string index out of range");
    let place = slice::place(len(text), index).ok_or_else(out_of_range)?;
    Ok(between(text, place, place + 1))
}

/// `text[start:stop:step]`; `ValueError` for a step of 0.
pub fn slice(text: &str, start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> PyResult<Cow<'_, str>> {
    let length = len(text);
    let bounds = Bounds::new(length, start, stop, step)?;
    if bounds.count == 0 {
        return Ok(Cow::Borrowed(""));
    }
    if bounds.step == 1 {
        return Ok(Cow::Borrowed(between(text, bounds.start, bounds.start + bounds.count)));
    }
    let stride = usize::try_from(bounds.step.unsigned_abs()).unwrap_or(usize::MAX);
    Ok(Cow::Owned(if bounds.step > 0 {
        text.chars().skip(bounds.start).step_by(stride).take(bounds.count).collect()
    } else {
        text.chars().rev().skip(length - 1 - bounds.start).step_by(stride).take(bounds.count).collect()
    }))
}

/// `text * times`; a limit error beyond `limit` bytes.
pub fn repeat(text: &str, times: &Integer, limit: usize) -> PyResult<String> {
    let times = times.repetitions()?;
    check_length(text.len().saturating_mul(times), limit)?;
    Ok(text.repeat(times))
}

/// `a + b`; a limit error beyond `limit` bytes.
pub fn concat(a: &str, b: &str, limit: usize) -> PyResult<String> {
    check_length(a.len().saturating_add(b.len()), limit)?;
    Ok([a, b].concat())
}

/// `ord(text)`; `TypeError` unless the text is one code point.
pub fn ord(text: &str) -> PyResult<i64> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => Ok(i64::from(u32::from(only))),
        _ => Err(PyError::type_error(format!(
            "ord() expected a character, but string of length {} found",
            len(text)
        ))),
    }
}

/// `chr(code)`; `ValueError` outside of Unicode, `OverflowError` far outside, `ValueError` for the surrogates, which a
/// text here cannot hold.
pub fn chr(code: &Integer) -> PyResult<char> {
    let Some(code) = code.to_i64().and_then(|small| i32::try_from(small).ok()) else {
        return Err(PyError::overflow_error("Python int too large to convert to C int"));
    };
    match u32::try_from(code) {
        Ok(code) if code < 0x11_0000 => char::from_u32(code)
            .ok_or_else(|| PyError::value_error("chr() arg is a surrogate, which is no character")),
        _ => Err(PyError::value_error("chr() arg not in range(0x110000)")),
    }
}
