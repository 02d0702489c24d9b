//! Python's `bytes`: its operators and methods.
//!
//! [`codec`] converts to and from text, [`mod@split`] holds the methods that take bytes apart.

pub mod codec;
pub mod split;

use memchr::memmem;

use crate::error::{PyError, PyResult};
use crate::int::Integer;
use crate::slice::{self, Bounds, search_window};
use crate::text::fill::center_split;

pub use codec::{decode, from_hex, hex};
pub use split::{
    join, lstrip, partition, remove_prefix, remove_suffix, rpartition, rsplit, rstrip, split, split_lines,
    strip,
};

/// A limit error if a bytes object would have more than `limit` bytes.
pub(crate) fn check_length(bytes: usize, limit: usize) -> PyResult<()> {
    if bytes > limit {
        return Err(PyError::limit("text", format!("bytes of more than {limit}")));
    }
    Ok(())
}

/// `repr(bytes)`; up to four times as long.
pub fn repr(bytes: &[u8]) -> String {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' };
    let mut out = String::with_capacity(bytes.len() + 3);
    out.extend(['b', char::from(quote)]);
    for byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte if *byte == quote => out.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => crate::text::escape::push_code(&mut out, u32::from(*byte)),
        }
    }
    out.push(char::from(quote));
    out
}

/// `bytes[index]`; `IndexError` outside.
pub fn item(bytes: &[u8], index: i64) -> PyResult<u8> {
    slice::place(bytes.len(), index)
        .and_then(|place| bytes.get(place).copied())
        .ok_or_else(|| PyError::index_error("index out of range"))
}

/// `bytes[start:stop:step]`; `ValueError` for a step of 0.
pub fn slice(bytes: &[u8], start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> PyResult<Vec<u8>> {
    let bounds = Bounds::new(bytes.len(), start, stop, step)?;
    Ok(bounds.places().filter_map(|place| bytes.get(place).copied()).collect())
}

/// `bytes * times`; a limit error beyond `limit` bytes.
pub fn repeat(bytes: &[u8], times: &Integer, limit: usize) -> PyResult<Vec<u8>> {
    let times = times.repetitions()?;
    check_length(bytes.len().saturating_mul(times), limit)?;
    Ok(bytes.repeat(times))
}

/// `a + b`; a limit error beyond `limit` bytes.
pub fn concat(a: &[u8], b: &[u8], limit: usize) -> PyResult<Vec<u8>> {
    check_length(a.len().saturating_add(b.len()), limit)?;
    Ok([a, b].concat())
}

/// `bytes([...])` from numbers; `ValueError` for one that is no byte.
pub fn from_integers<'a>(numbers: impl IntoIterator<Item = &'a Integer>) -> PyResult<Vec<u8>> {
    numbers
        .into_iter()
        .map(|number| {
            let byte = number.to_i64().and_then(|small| u8::try_from(small).ok());
            byte.ok_or_else(|| PyError::value_error("bytes must be in range(0, 256)"))
        })
        .collect()
}

/// `ord(bytes)`; `TypeError` unless there is one byte.
pub fn ord(bytes: &[u8]) -> PyResult<i64> {
    match bytes {
        [only] => Ok(i64::from(*only)),
        _ => Err(PyError::type_error(format!(
            "ord() expected a character, but string of length {} found",
            bytes.len()
        ))),
    }
}

fn window(bytes: &[u8], start: Option<i64>, end: Option<i64>) -> Option<(usize, &[u8])> {
    let (start, end) = search_window(bytes.len(), start, end)?;
    Some((start, bytes.get(start..end).unwrap_or_default()))
}

/// `bytes.find(sub, start, end)`: -1 if it is not there.
pub fn find(bytes: &[u8], sub: &[u8], start: Option<i64>, end: Option<i64>) -> i64 {
    let found = window(bytes, start, end).and_then(|(place, part)| Some(place + memmem::find(part, sub)?));
    found.map_or(-1, |place| place as i64)
}

/// `bytes.rfind(sub, start, end)`: -1 if it is not there.
pub fn rfind(bytes: &[u8], sub: &[u8], start: Option<i64>, end: Option<i64>) -> i64 {
    let found = window(bytes, start, end).and_then(|(place, part)| Some(place + memmem::rfind(part, sub)?));
    found.map_or(-1, |place| place as i64)
}

/// `bytes.index(sub, start, end)`: `ValueError` if it is not there.
pub fn index(bytes: &[u8], sub: &[u8], start: Option<i64>, end: Option<i64>) -> PyResult<i64> {
    present(find(bytes, sub, start, end))
}

/// `bytes.rindex(sub, start, end)`: `ValueError` if it is not there.
pub fn rindex(bytes: &[u8], sub: &[u8], start: Option<i64>, end: Option<i64>) -> PyResult<i64> {
    present(rfind(bytes, sub, start, end))
}

fn present(place: i64) -> PyResult<i64> {
    if place < 0 { Err(PyError::value_error("subsection not found")) } else { Ok(place) }
}

/// `sub in bytes`.
pub fn contains(bytes: &[u8], sub: &[u8]) -> bool {
    memmem::find(bytes, sub).is_some()
}

/// `bytes.count(sub, start, end)`: occurrences that do not overlap.
pub fn count(bytes: &[u8], sub: &[u8], start: Option<i64>, end: Option<i64>) -> i64 {
    let Some((_, part)) = window(bytes, start, end) else { return 0 };
    let occurrences = if sub.is_empty() { part.len() + 1 } else { memmem::find_iter(part, sub).count() };
    occurrences as i64
}

/// `bytes.startswith(prefix, start, end)`.
pub fn starts_with(bytes: &[u8], prefix: &[u8], start: Option<i64>, end: Option<i64>) -> bool {
    window(bytes, start, end).is_some_and(|(_, part)| part.starts_with(prefix))
}

/// `bytes.endswith(suffix, start, end)`.
pub fn ends_with(bytes: &[u8], suffix: &[u8], start: Option<i64>, end: Option<i64>) -> bool {
    window(bytes, start, end).is_some_and(|(_, part)| part.ends_with(suffix))
}

/// `bytes.replace(old, new, count)`, all occurrences for a negative count; a limit error beyond `limit` bytes.
pub fn replace(bytes: &[u8], old: &[u8], new: &[u8], count: i64, limit: usize) -> PyResult<Vec<u8>> {
    let most = usize::try_from(count).unwrap_or(usize::MAX);
    let mut replaced = Vec::new();
    let mut rest = bytes;
    if old.is_empty() {
        let places = most.min(bytes.len() + 1);
        check_length(bytes.len().saturating_add(places.saturating_mul(new.len())), limit)?;
        for _ in 0..places {
            replaced.extend_from_slice(new);
            if let Some((first, tail)) = rest.split_first() {
                replaced.push(*first);
                rest = tail;
            }
        }
    } else {
        let places = memmem::find_iter(bytes, old).take(most).count();
        let kept = bytes.len() - places * old.len();
        check_length(kept.saturating_add(places.saturating_mul(new.len())), limit)?;
        for _ in 0..places {
            let Some((before, after)) = split::split_once(rest, old) else { break };
            replaced.extend_from_slice(before);
            replaced.extend_from_slice(new);
            rest = after;
        }
    }
    replaced.extend_from_slice(rest);
    Ok(replaced)
}

/// `bytes.translate(table, delete)`; `ValueError` unless the table has 256 bytes.
pub fn translate(bytes: &[u8], table: Option<&[u8]>, delete: &[u8]) -> PyResult<Vec<u8>> {
    if table.is_some_and(|table| table.len() != 256) {
        return Err(PyError::value_error("translation table must be 256 characters long"));
    }
    let mapped = |byte: u8| table.and_then(|table| table.get(usize::from(byte))).copied().unwrap_or(byte);
    let mut deleted = [false; 256];
    for byte in delete {
        if let Some(deleted) = deleted.get_mut(usize::from(*byte)) {
            *deleted = true;
        }
    }
    let is_kept = |byte: &u8| deleted.get(usize::from(*byte)) == Some(&false);
    Ok(bytes.iter().copied().filter(is_kept).map(mapped).collect())
}

/// `bytes.maketrans(from, to)`; `ValueError` unless both are of one length.
pub fn maketrans(from: &[u8], to: &[u8]) -> PyResult<Vec<u8>> {
    if from.len() != to.len() {
        return Err(PyError::value_error("maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=u8::MAX).collect();
    for (from, to) in from.iter().zip(to) {
        if let Some(entry) = table.get_mut(usize::from(*from)) {
            *entry = *to;
        }
    }
    Ok(table)
}

/// The one byte to fill with; `TypeError` for any other number.
fn fill_byte(method: &str, fill: &[u8]) -> PyResult<u8> {
    match fill {
        [only] => Ok(*only),
        _ => Err(PyError::type_error(format!(
            "{method}() argument 2 must be a byte string of length 1, not bytes"
        ))),
    }
}

fn pad(bytes: &[u8], left: usize, right: usize, fill: u8, limit: usize) -> PyResult<Vec<u8>> {
    check_length(bytes.len().saturating_add(left).saturating_add(right), limit)?;
    let mut padded = vec![fill; left];
    padded.extend_from_slice(bytes);
    padded.resize(padded.len() + right, fill);
    Ok(padded)
}

fn missing(bytes: &[u8], width: i64) -> usize {
    usize::try_from(width).unwrap_or(0).saturating_sub(bytes.len())
}

/// `bytes.ljust(width, fill)`; `TypeError` unless `fill` is one byte, a limit error beyond `limit` bytes.
pub fn ljust(bytes: &[u8], width: i64, fill: &[u8], limit: usize) -> PyResult<Vec<u8>> {
    pad(bytes, 0, missing(bytes, width), fill_byte("ljust", fill)?, limit)
}

/// `bytes.rjust(width, fill)`; errors as for [`ljust`].
pub fn rjust(bytes: &[u8], width: i64, fill: &[u8], limit: usize) -> PyResult<Vec<u8>> {
    pad(bytes, missing(bytes, width), 0, fill_byte("rjust", fill)?, limit)
}

/// `bytes.center(width, fill)`; errors as for [`ljust`].
pub fn center(bytes: &[u8], width: i64, fill: &[u8], limit: usize) -> PyResult<Vec<u8>> {
    let (left, right) = center_split(missing(bytes, width), width);
    pad(bytes, left, right, fill_byte("center", fill)?, limit)
}

/// `bytes.zfill(width)`: zeros after a sign; a limit error beyond `limit` bytes.
pub fn zfill(bytes: &[u8], width: i64, limit: usize) -> PyResult<Vec<u8>> {
    let (sign, unsigned) = match bytes {
        [b'+' | b'-', unsigned @ ..] => (bytes.get(..1).unwrap_or_default(), unsigned),
        _ => (&[][..], bytes),
    };
    let padded = pad(unsigned, missing(bytes, width), 0, b'0', limit.saturating_sub(sign.len()))?;
    Ok([sign, &padded].concat())
}

/// `bytes.expandtabs(tabsize)`; a limit error beyond `limit` bytes.
pub fn expandtabs(bytes: &[u8], tabsize: i64, limit: usize) -> PyResult<Vec<u8>> {
    let tabsize = usize::try_from(tabsize).unwrap_or(0);
    let mut expanded = Vec::with_capacity(bytes.len().min(limit));
    let mut column = 0_usize;
    for byte in bytes {
        if *byte == b'\t' {
            let spaces = column.checked_rem(tabsize).map_or(0, |past| tabsize - past);
            check_length(expanded.len().saturating_add(spaces), limit)?;
            expanded.resize(expanded.len() + spaces, b' ');
            column += spaces;
        } else {
            expanded.push(*byte);
            column = if matches!(byte, b'\n' | b'\r') { 0 } else { column + 1 };
        }
    }
    check_length(expanded.len(), limit)?;
    Ok(expanded)
}

/// `bytes.lower()`.
pub fn lower(bytes: &[u8]) -> Vec<u8> {
    bytes.to_ascii_lowercase()
}

/// `bytes.upper()`.
pub fn upper(bytes: &[u8]) -> Vec<u8> {
    bytes.to_ascii_uppercase()
}

/// `bytes.capitalize()`.
pub fn capitalize(bytes: &[u8]) -> Vec<u8> {
    let mut result = bytes.to_ascii_lowercase();
    if let Some(first) = result.first_mut() {
        first.make_ascii_uppercase();
    }
    result
}

/// `bytes.title()`.
pub fn title(bytes: &[u8]) -> Vec<u8> {
    let mut in_word = false;
    let cased = bytes.iter().map(|byte| {
        let mapped = if in_word { byte.to_ascii_lowercase() } else { byte.to_ascii_uppercase() };
        in_word = byte.is_ascii_alphabetic();
        mapped
    });
    cased.collect()
}

/// `bytes.swapcase()`.
pub fn swapcase(bytes: &[u8]) -> Vec<u8> {
    let swap = |byte: &u8| {
        if byte.is_ascii_lowercase() { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() }
    };
    bytes.iter().map(swap).collect()
}

/// `bytes.isalnum()`.
pub fn is_alnum(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(u8::is_ascii_alphanumeric)
}

/// `bytes.isalpha()`.
pub fn is_alpha(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(u8::is_ascii_alphabetic)
}

/// `bytes.isascii()`, which holds for no bytes.
pub fn is_ascii(bytes: &[u8]) -> bool {
    bytes.is_ascii()
}

/// `bytes.isdigit()`.
pub fn is_digit(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit)
}

/// `bytes.isspace()`.
pub fn is_all_space(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(|byte| split::is_space(*byte))
}

/// `bytes.islower()`.
pub fn is_lower(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_lowercase) && !bytes.iter().any(u8::is_ascii_uppercase)
}

/// `bytes.isupper()`.
pub fn is_upper(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_uppercase) && !bytes.iter().any(u8::is_ascii_lowercase)
}

/// `bytes.istitle()`.
pub fn is_title(bytes: &[u8]) -> bool {
    let mut in_word = false;
    for byte in bytes {
        if byte.is_ascii_alphabetic() && byte.is_ascii_uppercase() == in_word {
            return false;
        }
        in_word = byte.is_ascii_alphabetic();
    }
    bytes.iter().any(u8::is_ascii_alphabetic)
}
