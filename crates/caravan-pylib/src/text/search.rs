//! The methods of `str` that look for a text within a text.

use super::{between, check_length, len};
use crate::error::{PyError, PyResult};
use crate::slice::search_window;

/// The part of the text that a search with these bounds looks at, and its place; none if it lies outside.
fn window(text: &str, start: Option<i64>, end: Option<i64>) -> Option<(usize, &str)> {
    if start.is_none() && end.is_none() {
        return Some((0, text));
    }
    let (start, end) = search_window(len(text), start, end)?;
    Some((start, between(text, start, end)))
}

/// The place of a byte offset in a part of a text, counted in the whole text.
fn found(place: usize, part: &str, offset: Option<usize>) -> i64 {
    match offset {
        Some(offset) => (place + len(part.get(..offset).unwrap_or_default())) as i64,
        None => -1,
    }
}

/// `text.find(sub, start, end)`: -1 if it is not there.
pub fn find(text: &str, sub: &str, start: Option<i64>, end: Option<i64>) -> i64 {
    window(text, start, end).map_or(-1, |(place, part)| found(place, part, part.find(sub)))
}

/// `text.rfind(sub, start, end)`: -1 if it is not there.
pub fn rfind(text: &str, sub: &str, start: Option<i64>, end: Option<i64>) -> i64 {
    window(text, start, end).map_or(-1, |(place, part)| found(place, part, part.rfind(sub)))
}

/// `text.index(sub, start, end)`: `ValueError` if it is not there.
pub fn index(text: &str, sub: &str, start: Option<i64>, end: Option<i64>) -> PyResult<i64> {
    present(find(text, sub, start, end))
}

/// `text.rindex(sub, start, end)`: `ValueError` if it is not there.
pub fn rindex(text: &str, sub: &str, start: Option<i64>, end: Option<i64>) -> PyResult<i64> {
    present(rfind(text, sub, start, end))
}

fn present(place: i64) -> PyResult<i64> {
    if place < 0 { Err(PyError::value_error("substring not found")) } else { Ok(place) }
}

/// `text.count(sub, start, end)`: occurrences that do not overlap.
pub fn count(text: &str, sub: &str, start: Option<i64>, end: Option<i64>) -> i64 {
    let Some((_, part)) = window(text, start, end) else { return 0 };
    let occurrences = if sub.is_empty() { len(part) + 1 } else { part.matches(sub).count() };
    occurrences as i64
}

/// `text.startswith(prefix, start, end)`.
pub fn starts_with(text: &str, prefix: &str, start: Option<i64>, end: Option<i64>) -> bool {
    window(text, start, end).is_some_and(|(_, part)| part.starts_with(prefix))
}

/// `text.endswith(suffix, start, end)`.
pub fn ends_with(text: &str, suffix: &str, start: Option<i64>, end: Option<i64>) -> bool {
    window(text, start, end).is_some_and(|(_, part)| part.ends_with(suffix))
}

/// `text.replace(old, new, count)`, all occurrences for a negative count; a limit error beyond `limit` bytes.
pub fn replace(text: &str, old: &str, new: &str, count: i64, limit: usize) -> PyResult<String> {
    let most = usize::try_from(count).unwrap_or(usize::MAX);
    let places = if old.is_empty() { len(text) + 1 } else { text.matches(old).take(most).count() };
    let places = places.min(most);
    let kept = text.len() - places * old.len();
    check_length(kept.saturating_add(places.saturating_mul(new.len())), limit)?;
    Ok(text.replacen(old, new, places))
}
