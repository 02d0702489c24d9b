//! The methods of `str` that take a text apart, and `join`, which puts one together.

use super::{check_length, predicate};
use crate::error::{PyError, PyResult};

/// The parts of a text, checked against the number that is allowed.
struct Parts<'a> {
    parts: Vec<&'a str>,
    limit: usize,
}

impl<'a> Parts<'a> {
    fn new(limit: usize) -> Self {
        Parts { parts: Vec::new(), limit }
    }

    fn push(&mut self, part: &'a str) -> PyResult<()> {
        if self.parts.len() >= self.limit {
            return Err(PyError::limit("items", format!("a text split into more than {} parts", self.limit)));
        }
        self.parts.push(part);
        Ok(())
    }
}

/// `text.split(sep, maxsplit)`, all places for a negative `maxsplit`. `ValueError` for an empty separator, a limit
/// error beyond `limit` parts.
pub fn split<'a>(text: &'a str, sep: Option<&str>, maxsplit: i64, limit: usize) -> PyResult<Vec<&'a str>> {
    let mut splits = usize::try_from(maxsplit).unwrap_or(usize::MAX);
    let mut parts = Parts::new(limit);
    let mut rest = text;
    match sep {
        Some("") => return Err(PyError::value_error("empty separator")),
        Some(sep) => {
            while splits > 0
                && let Some((part, tail)) = rest.split_once(sep)
            {
                parts.push(part)?;
                rest = tail;
                splits -= 1;
            }
            parts.push(rest)?;
        }
        None => {
            rest = rest.trim_start_matches(predicate::is_space);
            while splits > 0
                && let Some(end) = rest.find(predicate::is_space)
            {
                let (part, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
                parts.push(part)?;
                rest = tail.trim_start_matches(predicate::is_space);
                splits -= 1;
            }
            if !rest.is_empty() {
                parts.push(rest)?;
            }
        }
    }
    Ok(parts.parts)
}

/// `text.rsplit(sep, maxsplit)`, all places for a negative `maxsplit`. `ValueError` for an empty separator, a limit
/// error beyond `limit` parts.
pub fn rsplit<'a>(text: &'a str, sep: Option<&str>, maxsplit: i64, limit: usize) -> PyResult<Vec<&'a str>> {
    let mut splits = usize::try_from(maxsplit).unwrap_or(usize::MAX);
    let mut parts = Parts::new(limit);
    let mut rest = text;
    match sep {
        Some("") => return Err(PyError::value_error("empty separator")),
        Some(sep) => {
            while splits > 0
                && let Some((head, part)) = rest.rsplit_once(sep)
            {
                parts.push(part)?;
                rest = head;
                splits -= 1;
            }
            parts.push(rest)?;
        }
        None => {
            rest = rest.trim_end_matches(predicate::is_space);
            while splits > 0
                && let Some((start, space)) = last_space(rest)
            {
                let (head, part) = rest.split_at_checked(start + space.len_utf8()).unwrap_or(("", rest));
                parts.push(part)?;
                rest = head.trim_end_matches(predicate::is_space);
                splits -= 1;
            }
            if !rest.is_empty() {
                parts.push(rest)?;
            }
        }
    }
    parts.parts.reverse();
    Ok(parts.parts)
}

fn last_space(text: &str) -> Option<(usize, char)> {
    text.char_indices().rev().find(|(_, c)| predicate::is_space(*c))
}

/// `text.splitlines(keepends)`; a limit error beyond `limit` lines.
pub fn split_lines(text: &str, keepends: bool, limit: usize) -> PyResult<Vec<&str>> {
    let mut lines = Parts::new(limit);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(is_line_break).unwrap_or(rest.len());
        let (line, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let width = match tail.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            _ => tail.chars().next().map_or(0, char::len_utf8),
        };
        lines.push(if keepends { rest.get(..end + width).unwrap_or(rest) } else { line })?;
        rest = tail.get(width..).unwrap_or_default();
    }
    Ok(lines.parts)
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// `text.partition(sep)`; `ValueError` for an empty separator.
pub fn partition<'a>(text: &'a str, sep: &'a str) -> PyResult<(&'a str, &'a str, &'a str)> {
    if sep.is_empty() {
        return Err(PyError::value_error("empty separator"));
    }
    Ok(text.split_once(sep).map_or((text, "", ""), |(before, after)| (before, sep, after)))
}

/// `text.rpartition(sep)`; `ValueError` for an empty separator.
pub fn rpartition<'a>(text: &'a str, sep: &'a str) -> PyResult<(&'a str, &'a str, &'a str)> {
    if sep.is_empty() {
        return Err(PyError::value_error("empty separator"));
    }
    Ok(text.rsplit_once(sep).map_or(("", "", text), |(before, after)| (before, sep, after)))
}

/// Whether a code point is to be stripped: one of `chars`, or a space.
fn stripped(chars: Option<&str>) -> impl Fn(char) -> bool {
    let mut set: Option<Vec<char>> = chars.map(|chars| chars.chars().collect());
    if let Some(set) = &mut set {
        // So that a long set costs no more than its logarithm for each code point.
        set.sort_unstable();
        set.dedup();
    }
    move |c| match &set {
        Some(set) => set.binary_search(&c).is_ok(),
        None => predicate::is_space(c),
    }
}

/// `text.strip(chars)`.
pub fn strip<'a>(text: &'a str, chars: Option<&str>) -> &'a str {
    let stripped = stripped(chars);
    text.trim_start_matches(&stripped).trim_end_matches(&stripped)
}

/// `text.lstrip(chars)`.
pub fn lstrip<'a>(text: &'a str, chars: Option<&str>) -> &'a str {
    text.trim_start_matches(stripped(chars))
}

/// `text.rstrip(chars)`.
pub fn rstrip<'a>(text: &'a str, chars: Option<&str>) -> &'a str {
    text.trim_end_matches(stripped(chars))
}

/// `text.removeprefix(prefix)`.
pub fn remove_prefix<'a>(text: &'a str, prefix: &str) -> &'a str {
    text.strip_prefix(prefix).unwrap_or(text)
}

/// `text.removesuffix(suffix)`.
pub fn remove_suffix<'a>(text: &'a str, suffix: &str) -> &'a str {
    text.strip_suffix(suffix).unwrap_or(text)
}

/// `sep.join(parts)`; a limit error beyond `limit` bytes.
pub fn join<'a>(sep: &str, parts: impl IntoIterator<Item = &'a str>, limit: usize) -> PyResult<String> {
    let mut joined = String::new();
    for (index, part) in parts.into_iter().enumerate() {
        let sep = if index == 0 { "" } else { sep };
        check_length(joined.len().saturating_add(sep.len()).saturating_add(part.len()), limit)?;
        joined.push_str(sep);
        joined.push_str(part);
    }
    Ok(joined)
}
