//! `str.encode`, and the names of encodings and error handlers.

use std::fmt::Write as _;

use super::escape::push_code;
use crate::error::{ExcKind, PyError, PyResult};

/// An encoding that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// ASCII.
    Ascii,
    /// Latin-1.
    Latin1,
}

impl Encoding {
    /// The encoding of that name, one of Python's aliases included, in any case; `LookupError` for another.
    pub fn from_name(name: &str) -> PyResult<Encoding> {
        let mut key = String::with_capacity(name.len());
        for c in name.chars() {
            if c.is_ascii_alphanumeric() {
                key.push(c.to_ascii_lowercase());
            } else if !key.is_empty() && !key.ends_with('_') {
                key.push('_');
            }
        }
        match key.trim_end_matches('_') {
            "utf_8" | "utf8" | "u8" | "utf" | "cp65001" | "utf8_ucs2" | "utf8_ucs4" => Ok(Encoding::Utf8),
            "ascii" | "us_ascii" | "646" | "us" | "ansi_x3_4_1968" | "ansi_x3_4_1986" | "iso646_us"
            | "iso_646_irv_1991" | "cp367" | "csascii" | "ibm367" | "iso_ir_6" => Ok(Encoding::Ascii),
            "latin_1" | "latin1" | "latin" | "l1" | "iso_8859_1" | "iso8859_1" | "iso8859" | "8859"
            | "cp819" | "ibm819" | "csisolatin1" | "iso_8859_1_1987" | "iso_ir_100" => Ok(Encoding::Latin1),
            _ if name.contains('\0') => Err(PyError::value_error("embedded null character")),
            _ => Err(PyError::lookup_error(format!("unknown encoding: {name}"))),
        }
    }

    /// The name in error texts.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Ascii => "ascii",
            Encoding::Latin1 => "latin-1",
        }
    }

    /// The number of code points that have a byte of their own; all have a code in UTF-8.
    fn range(self) -> u32 {
        match self {
            Encoding::Utf8 => 0x11_0000,
            Encoding::Ascii => 128,
            Encoding::Latin1 => 256,
        }
    }
}

/// The error of an error handler that is not known: it is only looked for once there is an error.
pub(crate) fn unknown_handler(errors: &str) -> PyError {
    PyError::lookup_error(format!("unknown error handler name '{errors}'"))
}

/// `text.encode(encoding, errors)`. `LookupError` for unknown names, `UnicodeEncodeError` under `strict`; the other
/// handlers are `ignore`, `replace`, `backslashreplace` and `xmlcharrefreplace`, which give up to ten bytes for a code
/// point.
pub fn encode(text: &str, encoding: &str, errors: &str) -> PyResult<Vec<u8>> {
    let encoding = Encoding::from_name(encoding)?;
    if encoding == Encoding::Utf8 || text.is_ascii() {
        return Ok(text.as_bytes().to_vec());
    }
    let range = encoding.range();
    let mut bytes = Vec::with_capacity(text.len());
    for (place, c) in text.chars().enumerate() {
        let code = u32::from(c);
        match u8::try_from(code) {
            Ok(byte) if code < range => {
                bytes.push(byte);
                continue;
            }
            _ => {}
        }
        let mut escape = String::new();
        match errors {
            "strict" => return Err(cannot_encode(text, encoding, place, c)),
            "ignore" => {}
            "replace" => escape.push('?'),
            "backslashreplace" => push_code(&mut escape, code),
            "xmlcharrefreplace" => {
                // Writing to a string cannot fail.
                let _ = write!(escape, "&#{code};");
            }
            _ => return Err(unknown_handler(errors)),
        }
        bytes.extend_from_slice(escape.as_bytes());
    }
    Ok(bytes)
}

/// The error for the run of code points without a code that starts at `place` with `first`.
fn cannot_encode(text: &str, encoding: Encoding, place: usize, first: char) -> PyError {
    let range = encoding.range();
    let run = text.chars().skip(place).take_while(|c| u32::from(*c) >= range).count();
    let what = if run > 1 {
        format!("characters in position {place}-{}", place + run - 1)
    } else {
        let mut escape = String::new();
        push_code(&mut escape, u32::from(first));
        format!("character '{escape}' in position {place}")
    };
    PyError::new(
        ExcKind::UnicodeEncodeError,
        format!("'{}' codec can't encode {what}: ordinal not in range({range})", encoding.name()),
    )
}
