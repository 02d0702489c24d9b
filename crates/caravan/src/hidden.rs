//! Characters that a model reads and a person does not see.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character is not seen, or changes what is seen of others: control characters but for line ends and tabs, marks
/// of direction, characters without width, tags, selectors of variations.
pub fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    ) || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// Whether the character that begins at this byte is hidden, and not the mark that makes an emoji of a sign before it.
pub fn is_hidden_at(text: &str, at: usize) -> bool {
    let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { return false };
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    is_hidden(c)
        && !(c == '\u{fe0f}' && before.is_some_and(|before| !before.is_ascii() && !is_hidden(before)))
}

/// The text with its hidden characters spelled out. Line ends and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.char_indices().any(|(at, _)| is_hidden_at(text, at)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if is_hidden_at(text, at) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A character by its number: `U+202E`.
pub fn named(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_spelled_out_and_the_rest_stays() {
        assert_eq!(visible("plain\n\ttext 世界 \u{26a0}\u{fe0f}"), "plain\n\ttext 世界 \u{26a0}\u{fe0f}");
        assert_eq!(
            visible("a\u{202e}b\u{200b}c\u{e0041}\r\u{1b}"),
            "a\\u{202e}b\\u{200b}c\\u{e0041}\\u{d}\\u{1b}"
        );
        // Bytes can be hidden in a row of selectors.
        assert_eq!(visible("\u{26a0}\u{fe0f}\u{fe0f}a\u{fe0f}"), "\u{26a0}\u{fe0f}\\u{fe0f}a\\u{fe0f}");
        assert_eq!(named('\u{7}'), "U+0007");
    }
}
