//! `repr` of a text, for the messages and reprs that quote one.

use rustpython_unicode::classify::is_repr_printable;

/// `repr(text)`: in single quotes, or in double quotes where that saves escapes.
pub(crate) fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c == quote => {
                out.push('\\');
                out.push(c);
            }
            _ if c == ' ' || is_repr_printable(c) => out.push(c),
            _ if (c as u32) < 0x100 => out.push_str(&format!("\\x{:02x}", c as u32)),
            _ if (c as u32) < 0x1_0000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out.push(quote);
    out
}
