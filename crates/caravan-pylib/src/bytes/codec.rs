//! Bytes from text and back: `bytes.decode`, `bytes.hex` and `bytes.fromhex`.

use crate::error::{ExcKind, PyError, PyResult};
use crate::text::encoding::{Encoding, unknown_handler};
use crate::text::escape::push_code;

/// `bytes.decode(encoding, errors)`. `LookupError` for unknown names, `UnicodeDecodeError` under `strict`; the other
/// handlers are `ignore`, `replace` and `backslashreplace`. Up to four times as long.
pub fn decode(bytes: &[u8], encoding: &str, errors: &str) -> PyResult<String> {
    // As in CPython, no bytes need no codec.
    if bytes.is_empty() {
        return Ok(String::new());
    }
    let encoding = Encoding::from_name(encoding)?;
    let mut text = String::with_capacity(bytes.len());
    let mut place = 0;
    loop {
        let rest = bytes.get(place..).unwrap_or_default();
        let (valid, bad) = match encoding {
            Encoding::Latin1 => {
                text.extend(rest.iter().copied().map(char::from));
                return Ok(text);
            }
            Encoding::Ascii => {
                let valid = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
                (valid, Some((1, "ordinal not in range(128)")))
            }
            Encoding::Utf8 => match std::str::from_utf8(rest) {
                Ok(_) => (rest.len(), None),
                Err(error) => (error.valid_up_to(), Some(malformed(rest, &error))),
            },
        };
        let (valid, tail) = rest.split_at_checked(valid).unwrap_or((rest, &[]));
        text.push_str(std::str::from_utf8(valid).unwrap_or_default());
        place += valid.len();
        let (false, Some((length, reason))) = (tail.is_empty(), bad) else { return Ok(text) };
        let bad = tail.get(..length).unwrap_or(tail);
        match errors {
            "strict" => return Err(cannot_decode(encoding, place, bad, reason)),
            "ignore" => {}
            "replace" => text.push(char::REPLACEMENT_CHARACTER),
            "backslashreplace" => bad.iter().for_each(|byte| push_code(&mut text, u32::from(*byte))),
            _ => return Err(unknown_handler(errors)),
        }
        place += bad.len();
    }
}

/// How many bytes are malformed where UTF-8 ends, and why.
fn malformed(bytes: &[u8], error: &std::str::Utf8Error) -> (usize, &'static str) {
    let tail = bytes.len() - error.valid_up_to();
    match (error.error_len(), bytes.get(error.valid_up_to())) {
        (None, _) => (tail, "unexpected end of data"),
        (Some(length), Some(0xc2..=0xf4)) => (length, "invalid continuation byte"),
        (Some(length), _) => (length, "invalid start byte"),
    }
}

fn cannot_decode(encoding: Encoding, place: usize, bad: &[u8], reason: &str) -> PyError {
    let what = match bad {
        [byte] => format!("byte 0x{byte:02x} in position {place}"),
        _ => format!("bytes in position {place}-{}", place + bad.len().saturating_sub(1)),
    };
    PyError::new(
        ExcKind::UnicodeDecodeError,
        format!("'{}' codec can't decode {what}: {reason}", encoding.name()),
    )
}

/// `bytes.hex(sep, bytes_per_sep)`: groups counted from the right, or from the left if negative. `ValueError` unless
/// the separator is one ASCII character. Up to three times as long.
pub fn hex(bytes: &[u8], sep: Option<&str>, bytes_per_sep: i64) -> PyResult<String> {
    let sep = match sep.map(|sep| (crate::text::len(sep), sep)) {
        None => None,
        Some((1, sep)) if sep.is_ascii() => sep.chars().next(),
        Some((1, _)) => return Err(PyError::value_error("sep must be ASCII.")),
        Some(_) => return Err(PyError::value_error("sep must be length 1.")),
    };
    let group = usize::try_from(bytes_per_sep.unsigned_abs()).unwrap_or(usize::MAX);
    let mut text = String::with_capacity(bytes.len() * 2);
    for (index, byte) in bytes.iter().enumerate() {
        let from_end = if bytes_per_sep < 0 { index } else { bytes.len() - index };
        if let Some(sep) = sep
            && index > 0
            && group > 0
            && from_end.is_multiple_of(group)
        {
            text.push(sep);
        }
        text.extend(
            [byte >> 4, byte & 0xf].map(|digit| char::from_digit(u32::from(digit), 16).unwrap_or('0')),
        );
    }
    Ok(text)
}

/// `bytes.fromhex(text)`: spaces may stand between bytes; `ValueError` for anything else that is no digit.
pub fn from_hex(text: &str) -> PyResult<Vec<u8>> {
    let not_hex = |place: usize| {
        PyError::value_error(format!("non-hexadecimal number found in fromhex() arg at position {place}"))
    };
    if let Some(place) = text.chars().position(|c| !c.is_ascii()) {
        return Err(not_hex(place));
    }
    let digit = |place: usize| text.as_bytes().get(place).and_then(|byte| char::from(*byte).to_digit(16));
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut place = 0;
    while let Some(byte) = text.as_bytes().get(place) {
        if super::split::is_space(*byte) {
            place += 1;
            continue;
        }
        let high = digit(place).ok_or_else(|| not_hex(place))?;
        let low = digit(place + 1).ok_or_else(|| not_hex(place + 1))?;
        bytes.push((high << 4 | low) as u8);
        place += 2;
    }
    Ok(bytes)
}
