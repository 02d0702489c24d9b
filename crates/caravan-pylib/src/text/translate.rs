//! `str.maketrans` and `str.translate`.

use std::collections::HashSet;

use super::{check_length, len};
use crate::error::{PyError, PyResult};

/// What a translation table says of a code point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mapping<'a> {
    /// It stays (the table has no entry).
    Keep,
    /// It goes (the entry is `None`).
    Delete,
    /// It becomes the code point of that number.
    Code(i64),
    /// It becomes that text.
    Text(&'a str),
}

/// The table of `str.maketrans(from, to, deleted)`: code points and what they become, `None` for those to delete, in
/// the order in which Python's dictionary has them. `ValueError` unless `from` and `to` are of one length.
pub fn maketrans(from: &str, to: &str, deleted: &str) -> PyResult<Vec<(char, Option<char>)>> {
    if len(from) != len(to) {
        return Err(PyError::value_error("the first two maketrans arguments must have equal length"));
    }
    let pairs = from.chars().zip(to.chars().map(Some)).chain(deleted.chars().map(|c| (c, None)));
    // A later entry replaces an earlier one but keeps its place: of each key, the first place and the last value.
    let mut seen = HashSet::new();
    let mut table: Vec<(char, Option<char>)> = pairs.clone().filter(|(key, _)| seen.insert(*key)).collect();
    let last: std::collections::HashMap<char, Option<char>> = pairs.collect();
    for (key, value) in &mut table {
        *value = last.get(key).copied().flatten();
    }
    Ok(table)
}

/// `text.translate(table)`, where `lookup` gives the table's entry for a code point; it is asked once for each
/// occurrence. `ValueError` for an entry that is no code point, errors of `lookup`, a limit error beyond `limit` bytes.
pub fn translate<'a>(
    text: &str,
    mut lookup: impl FnMut(char) -> PyResult<Mapping<'a>>,
    limit: usize,
) -> PyResult<String> {
    let mut translated = String::with_capacity(text.len().min(limit));
    for c in text.chars() {
        match lookup(c)? {
            Mapping::Keep => translated.push(c),
            Mapping::Delete => {}
            Mapping::Code(code) => translated.push(
                u32::try_from(code)
                    .ok()
                    .and_then(char::from_u32)
                    .ok_or_else(|| PyError::value_error("character mapping must be in range(0x110000)"))?,
            ),
            Mapping::Text(text) => {
                check_length(translated.len().saturating_add(text.len()), limit)?;
                translated.push_str(text);
            }
        }
        check_length(translated.len(), limit)?;
    }
    Ok(translated)
}
