//! What a code point is, and the `is...` methods of `str`.

use rustpython_unicode::{case, classify, identifier};

/// Whether `str.isspace` holds for the code point.
pub fn is_space(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, '\t'..='\r' | '\x1c'..='\x1f' | ' ');
    }
    classify::is_space(c)
}

/// The value of a decimal digit of any script.
pub fn decimal_digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.to_digit(10).map(|digit| digit as u8);
    }
    if !classify::is_decimal(c) {
        return None;
    }
    // Unicode puts the decimal digits of a script in a run from 0 to 9; such runs may adjoin.
    let before = (1..u32::from(c)).take_while(|distance| {
        char::from_u32(u32::from(c) - distance).is_some_and(|c| !c.is_ascii() && classify::is_decimal(c))
    });
    u8::try_from(before.count() % 10).ok()
}

/// Whether `repr` shows the code point as it is.
pub fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    classify::is_repr_printable(c)
}

/// Whether there is text and every code point is such, which most `is...` methods ask.
fn all(text: &str, ascii: fn(&u8) -> bool, other: fn(char) -> bool) -> bool {
    if text.is_ascii() {
        return !text.is_empty() && text.as_bytes().iter().all(ascii);
    }
    // What holds for the ASCII range is what `ascii` says; only the rest needs the tables.
    text.chars().all(|c| match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => ascii(&byte),
        _ => other(c),
    })
}

/// `text.isalnum()`.
pub fn is_alnum(text: &str) -> bool {
    all(text, u8::is_ascii_alphanumeric, |c| classify::is_alnum(c) || classify::is_numeric(c))
}

/// `text.isalpha()`.
pub fn is_alpha(text: &str) -> bool {
    all(text, u8::is_ascii_alphabetic, classify::is_alpha)
}

/// `text.isascii()`, which holds for an empty text.
pub fn is_ascii(text: &str) -> bool {
    text.is_ascii()
}

/// `text.isdecimal()`.
pub fn is_decimal(text: &str) -> bool {
    all(text, u8::is_ascii_digit, classify::is_decimal)
}

/// `text.isdigit()`.
pub fn is_digit(text: &str) -> bool {
    all(text, u8::is_ascii_digit, classify::is_digit)
}

/// `text.isnumeric()`.
pub fn is_numeric(text: &str) -> bool {
    all(text, u8::is_ascii_digit, classify::is_numeric)
}

/// `text.isspace()`.
pub fn is_all_space(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_space)
}

/// `text.isprintable()`, which holds for an empty text.
pub fn is_all_printable(text: &str) -> bool {
    text.chars().all(is_printable)
}

/// `text.isidentifier()`; keywords are identifiers here, as in Python.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(identifier::is_start) && chars.all(identifier::is_continue)
}

/// `text.islower()`: something is cased, and all of that is lower-case.
pub fn is_lower(text: &str) -> bool {
    if text.is_ascii() {
        let bytes = text.as_bytes();
        return bytes.iter().any(u8::is_ascii_lowercase) && !bytes.iter().any(u8::is_ascii_uppercase);
    }
    let mut cased = false;
    for c in text.chars() {
        if case::is_uppercase(c) || case::is_titlecase(c) {
            return false;
        }
        cased |= case::is_lowercase(c);
    }
    cased
}

/// `text.isupper()`: something is cased, and all of that is upper-case.
pub fn is_upper(text: &str) -> bool {
    if text.is_ascii() {
        let bytes = text.as_bytes();
        return bytes.iter().any(u8::is_ascii_uppercase) && !bytes.iter().any(u8::is_ascii_lowercase);
    }
    let mut cased = false;
    for c in text.chars() {
        if case::is_lowercase(c) || case::is_titlecase(c) {
            return false;
        }
        cased |= case::is_uppercase(c);
    }
    cased
}

/// `text.istitle()`: something is cased, and what starts a run of cased code points is upper-case and no other is.
pub fn is_title(text: &str) -> bool {
    let mut cased = false;
    let mut in_run = false;
    for c in text.chars() {
        if case::is_uppercase(c) || case::is_titlecase(c) {
            if in_run {
                return false;
            }
            in_run = true;
            cased = true;
        } else if case::is_lowercase(c) {
            if !in_run {
                return false;
            }
            cased = true;
        } else {
            in_run = false;
        }
    }
    cased
}
