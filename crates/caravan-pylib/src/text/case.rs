//! The methods of `str` that change case.

use rustpython_unicode::case;

/// `text.lower()`.
pub fn lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.to_lowercase() }
}

/// `text.upper()`; up to three times as long.
pub fn upper(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_uppercase() } else { text.to_uppercase() }
}

/// `text.casefold()`.
pub fn casefold(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { case::casefold_str(text) }
}

/// `text.capitalize()`.
pub fn capitalize(text: &str) -> String {
    if !text.is_ascii() {
        return case::capitalize_str(text);
    }
    let mut result = text.to_ascii_lowercase();
    if let Some(first) = result.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    result
}

/// `text.title()`.
pub fn title(text: &str) -> String {
    if !text.is_ascii() {
        return case::title_str(text);
    }
    let mut in_word = false;
    text.chars()
        .map(|c| {
            let mapped = if in_word { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            in_word = c.is_ascii_alphabetic();
            mapped
        })
        .collect()
}

/// `text.swapcase()`.
pub fn swapcase(text: &str) -> String {
    if !text.is_ascii() {
        return case::swapcase_str(text);
    }
    text.chars()
        .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect()
}
