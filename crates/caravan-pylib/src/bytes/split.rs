//! The methods of `bytes` that take bytes apart, and `join`, which puts them together.

use memchr::memmem;

use super::check_length;
use crate::error::{PyError, PyResult};

/// Whether `bytes.isspace` holds for the byte.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// What stands before and after the first occurrence.
pub(crate) fn split_once<'a>(bytes: &'a [u8], sep: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let start = memmem::find(bytes, sep)?;
    Some((bytes.get(..start)?, bytes.get(start + sep.len()..)?))
}

/// What stands before and after the last occurrence.
fn rsplit_once<'a>(bytes: &'a [u8], sep: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let start = memmem::rfind(bytes, sep)?;
    Some((bytes.get(..start)?, bytes.get(start + sep.len()..)?))
}

fn trim_start(bytes: &[u8], stripped: impl Fn(u8) -> bool) -> &[u8] {
    let start = bytes.iter().position(|byte| !stripped(*byte)).unwrap_or(bytes.len());
    bytes.get(start..).unwrap_or_default()
}

fn trim_end(bytes: &[u8], stripped: impl Fn(u8) -> bool) -> &[u8] {
    let end = bytes.iter().rposition(|byte| !stripped(*byte)).map_or(0, |last| last + 1);
    bytes.get(..end).unwrap_or_default()
}

fn push<'a>(parts: &mut Vec<&'a [u8]>, part: &'a [u8], limit: usize) -> PyResult<()> {
    if parts.len() >= limit {
        return Err(PyError::limit("items", format!("bytes split into more than {limit} parts")));
    }
    parts.push(part);
    Ok(())
}

/// `bytes.split(sep, maxsplit)`, all places for a negative `maxsplit`. `ValueError` for an empty separator, a limit
/// error beyond `limit` parts.
pub fn split<'a>(
    bytes: &'a [u8],
    sep: Option<&[u8]>,
    maxsplit: i64,
    limit: usize,
) -> PyResult<Vec<&'a [u8]>> {
    let mut splits = usize::try_from(maxsplit).unwrap_or(usize::MAX);
    let mut parts = Vec::new();
    let mut rest = bytes;
    match sep {
        Some([]) => return Err(PyError::value_error("empty separator")),
        Some(sep) => {
            while splits > 0
                && let Some((part, tail)) = split_once(rest, sep)
            {
                push(&mut parts, part, limit)?;
                rest = tail;
                splits -= 1;
            }
            push(&mut parts, rest, limit)?;
        }
        None => {
            rest = trim_start(rest, is_space);
            while splits > 0
                && let Some(end) = rest.iter().position(|byte| is_space(*byte))
            {
                let (part, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                push(&mut parts, part, limit)?;
                rest = trim_start(tail, is_space);
                splits -= 1;
            }
            if !rest.is_empty() {
                push(&mut parts, rest, limit)?;
            }
        }
    }
    Ok(parts)
}

/// `bytes.rsplit(sep, maxsplit)`, all places for a negative `maxsplit`. `ValueError` for an empty separator, a limit
/// error beyond `limit` parts.
pub fn rsplit<'a>(
    bytes: &'a [u8],
    sep: Option<&[u8]>,
    maxsplit: i64,
    limit: usize,
) -> PyResult<Vec<&'a [u8]>> {
    let mut splits = usize::try_from(maxsplit).unwrap_or(usize::MAX);
    let mut parts = Vec::new();
    let mut rest = bytes;
    match sep {
        Some([]) => return Err(PyError::value_error("empty separator")),
        Some(sep) => {
            while splits > 0
                && let Some((head, part)) = rsplit_once(rest, sep)
            {
                push(&mut parts, part, limit)?;
                rest = head;
                splits -= 1;
            }
            push(&mut parts, rest, limit)?;
        }
        None => {
            rest = trim_end(rest, is_space);
            while splits > 0
                && let Some(last) = rest.iter().rposition(|byte| is_space(*byte))
            {
                let (head, part) = rest.split_at_checked(last + 1).unwrap_or((&[], rest));
                push(&mut parts, part, limit)?;
                rest = trim_end(head, is_space);
                splits -= 1;
            }
            if !rest.is_empty() {
                push(&mut parts, rest, limit)?;
            }
        }
    }
    parts.reverse();
    Ok(parts)
}

/// `bytes.splitlines(keepends)`; a limit error beyond `limit` lines.
pub fn split_lines(bytes: &[u8], keepends: bool, limit: usize) -> PyResult<Vec<&[u8]>> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let (line, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        let width = match tail {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        push(&mut lines, if keepends { rest.get(..end + width).unwrap_or(rest) } else { line }, limit)?;
        rest = tail.get(width..).unwrap_or_default();
    }
    Ok(lines)
}

/// `bytes.partition(sep)`; `ValueError` for an empty separator.
pub fn partition<'a>(bytes: &'a [u8], sep: &'a [u8]) -> PyResult<(&'a [u8], &'a [u8], &'a [u8])> {
    if sep.is_empty() {
        return Err(PyError::value_error("empty separator"));
    }
    Ok(split_once(bytes, sep).map_or((bytes, &[][..], &[][..]), |(before, after)| (before, sep, after)))
}

/// `bytes.rpartition(sep)`; `ValueError` for an empty separator.
pub fn rpartition<'a>(bytes: &'a [u8], sep: &'a [u8]) -> PyResult<(&'a [u8], &'a [u8], &'a [u8])> {
    if sep.is_empty() {
        return Err(PyError::value_error("empty separator"));
    }
    Ok(rsplit_once(bytes, sep).map_or((&[][..], &[][..], bytes), |(before, after)| (before, sep, after)))
}

/// Whether a byte is to be stripped: one of `chars`, or a space.
fn stripped(chars: Option<&[u8]>) -> impl Fn(u8) -> bool {
    move |byte| match chars {
        Some(chars) => memchr::memchr(byte, chars).is_some(),
        None => is_space(byte),
    }
}

/// `bytes.strip(chars)`.
pub fn strip<'a>(bytes: &'a [u8], chars: Option<&[u8]>) -> &'a [u8] {
    rstrip(lstrip(bytes, chars), chars)
}

/// `bytes.lstrip(chars)`.
pub fn lstrip<'a>(bytes: &'a [u8], chars: Option<&[u8]>) -> &'a [u8] {
    trim_start(bytes, stripped(chars))
}

/// `bytes.rstrip(chars)`.
pub fn rstrip<'a>(bytes: &'a [u8], chars: Option<&[u8]>) -> &'a [u8] {
    trim_end(bytes, stripped(chars))
}

/// `bytes.removeprefix(prefix)`.
pub fn remove_prefix<'a>(bytes: &'a [u8], prefix: &[u8]) -> &'a [u8] {
    bytes.strip_prefix(prefix).unwrap_or(bytes)
}

/// `bytes.removesuffix(suffix)`.
pub fn remove_suffix<'a>(bytes: &'a [u8], suffix: &[u8]) -> &'a [u8] {
    bytes.strip_suffix(suffix).unwrap_or(bytes)
}

/// `sep.join(parts)`; a limit error beyond `limit` bytes.
pub fn join<'a>(sep: &[u8], parts: impl IntoIterator<Item = &'a [u8]>, limit: usize) -> PyResult<Vec<u8>> {
    let mut joined = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let sep = if index == 0 { &[][..] } else { sep };
        check_length(joined.len().saturating_add(sep.len()).saturating_add(part.len()), limit)?;
        joined.extend_from_slice(sep);
        joined.extend_from_slice(part);
    }
    Ok(joined)
}
