//! `repr` and `ascii` of a text.

use std::fmt::Write as _;

use super::predicate;

/// `repr(text)`: quoted, with escapes for what cannot be shown.
pub fn repr_str(text: &str) -> String {
    quoted(text, predicate::is_printable)
}

/// `ascii(text)`: as [`repr_str`], with escapes for all that is not ASCII.
pub fn ascii_repr(text: &str) -> String {
    quoted(text, |c| matches!(c, ' '..='~'))
}

/// `ascii` of a value whose `repr` is given: what is not ASCII there is escaped. Up to three times as long.
pub fn escape_non_ascii(repr: &str) -> String {
    let mut out = String::with_capacity(repr.len());
    for c in repr.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            push_code(&mut out, u32::from(c));
        }
    }
    out
}

/// The first code points of `repr(text)`, as many error texts have it.
pub(crate) fn repr_prefix(text: &str, length: usize) -> String {
    super::between(&repr_str(text), 0, length).to_owned()
}

/// The text in single quotes, or in double quotes where that saves escapes.
fn quoted(text: &str, shown: fn(char) -> bool) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'\\' && byte != quote as u8) {
        out.push_str(text);
    } else {
        for c in text.chars() {
            push_escaped(&mut out, c, quote, shown);
        }
    }
    out.push(quote);
    out
}

fn push_escaped(out: &mut String, c: char, quote: char, shown: fn(char) -> bool) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if c == quote => out.extend(['\\', c]),
        _ if shown(c) => out.push(c),
        _ => push_code(out, u32::from(c)),
    }
}

/// The escape of a code point by its number: `\xe9`, `\u20ac`, `\U0001f600`.
pub(crate) fn push_code(out: &mut String, code: u32) {
    // Writing to a string cannot fail.
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}
