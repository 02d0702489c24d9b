//! Python's `json`: texts read as `json.loads` reads them, and the pieces of what `json.dumps` writes.
//!
//! [`parse`] keeps its place on a stack of its own, so a deep text costs memory and no recursion. [`mod@write`] has the
//! rules of layout for a caller that walks values of its own.

pub mod write;

use std::collections::{HashMap, HashSet};

use crate::error::{ExcKind, PyError, PyResult};
use crate::int::{self, Integer};

/// A value as `json.loads` gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number without point and exponent.
    Int(Integer),
    /// A number with them, `NaN`, `Infinity` or `-Infinity`.
    Float(f64),
    /// A number as it is written: what [`Reading::as_written`] gives for `Int` and `Float`.
    Number(String),
    /// A string; a lone surrogate is read as U+FFFD.
    Str(String),
    /// An array.
    List(Vec<Json>),
    /// An object, with each key once: its first place and its last value, as in a dictionary.
    Object(Vec<(String, Json)>),
}

/// What a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Arrays and objects within each other; 1,000 at most, whatever is asked for, since a value is dropped recursively.
    pub depth: usize,
    /// Values in all.
    pub items: usize,
}

/// The depth that [`Limits::depth`] cannot exceed.
pub const MAX_DEPTH: usize = 1000;

/// `json.loads(text)`. `JSONDecodeError` with the place in the text, `ValueError` for integers that Python does not
/// convert, a limit error beyond the limits.
pub fn parse(text: &str, limits: Limits) -> PyResult<Json> {
    parse_with(text, limits, Reading::default())
}

/// How a text is read; by default as `json.loads(text)` does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Numbers stay as they are written, and objects keep all their keys, repeated ones too: for a caller that converts
    /// them in its own way.
    pub as_written: bool,
    /// Strings may hold control characters: `strict=False`.
    pub lenient: bool,
}

/// The text's value, read in that way. Errors as [`parse`] has them.
pub fn parse_with(text: &str, limits: Limits, reading: Reading) -> PyResult<Json> {
    if text.starts_with('\u{feff}') {
        return Err(decode_error(text, "Unexpected UTF-8 BOM (decode using utf-8-sig)", 0));
    }
    let mut parser = Parser { text, bytes: text.as_bytes(), place: 0, items: limits.items, reading };
    let value = parser.document(limits.depth.min(MAX_DEPTH))?;
    parser.skip_space();
    if parser.place < text.len() {
        return Err(decode_error(text, "Extra data", parser.place));
    }
    Ok(value)
}

/// The error at a byte of the text, which is told by line, column and code point.
fn decode_error(text: &str, message: &str, place: usize) -> PyError {
    let before = text.get(..place).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    let column = crate::text::len(last_line) + 1;
    let char = crate::text::len(before);
    PyError::new(ExcKind::JSONDecodeError, format!("{message}: line {line} column {column} (char {char})"))
}

/// An array or object that is not closed yet.
enum Open {
    List(Vec<Json>),
    Object(Vec<(String, Json)>, String),
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The byte to read next; always at the start of a character.
    place: usize,
    /// The values that may still come.
    items: usize,
    reading: Reading,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.place).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.place += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.place += 1;
        }
        found
    }

    fn error<T>(&self, message: &str, place: usize) -> PyResult<T> {
        Err(decode_error(self.text, message, place))
    }

    /// The value that starts after spaces.
    fn document(&mut self, depth: usize) -> PyResult<Json> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_space();
            self.items = self
                .items
                .checked_sub(1)
                .ok_or_else(|| PyError::limit("items", "a JSON text of too many values"))?;
            let mut value = match self.peek() {
                Some(bracket @ (b'[' | b'{')) => {
                    if open.len() >= depth {
                        return Err(PyError::limit(
                            "depth",
                            format!("a JSON text nested deeper than {depth}"),
                        ));
                    }
                    self.place += 1;
                    self.skip_space();
                    if bracket == b'[' && self.eat(b']') {
                        Json::List(Vec::new())
                    } else if bracket == b'[' {
                        if self.peek().is_none() {
                            return self.error("Expecting value", self.place);
                        }
                        open.push(Open::List(Vec::new()));
                        continue;
                    } else if self.eat(b'}') {
                        Json::Object(Vec::new())
                    } else {
                        let key = self.key()?;
                        open.push(Open::Object(Vec::new(), key));
                        continue;
                    }
                }
                _ => self.scalar()?,
            };
            // The value belongs to what is open; where it was the last one there, that is a value in turn.
            loop {
                match open.pop() {
                    None => return Ok(value),
                    Some(Open::List(mut list)) => {
                        list.push(value);
                        if self.goes_on(b']')? {
                            open.push(Open::List(list));
                            break;
                        }
                        value = Json::List(list);
                    }
                    Some(Open::Object(mut entries, key)) => {
                        entries.push((key, value));
                        if self.goes_on(b'}')? {
                            self.skip_space();
                            let key = self.key()?;
                            open.push(Open::Object(entries, key));
                            break;
                        }
                        let entries = if self.reading.as_written { entries } else { each_key_once(entries) };
                        value = Json::Object(entries);
                    }
                }
            }
        }
    }

    /// Whether a comma follows a value, rather than the closing bracket.
    fn goes_on(&mut self, closing: u8) -> PyResult<bool> {
        self.skip_space();
        if self.eat(closing) {
            return Ok(false);
        }
        if self.eat(b',') {
            return Ok(true);
        }
        self.error("Expecting ',' delimiter", self.place)
    }

    /// A key with its colon.
    fn key(&mut self) -> PyResult<String> {
        if self.peek() != Some(b'"') {
            return self.error("Expecting property name enclosed in double quotes", self.place);
        }
        let key = self.string()?;
        self.skip_space();
        if !self.eat(b':') {
            return self.error("Expecting ':' delimiter", self.place);
        }
        Ok(key)
    }

    fn scalar(&mut self) -> PyResult<Json> {
        const NAMED: [(&str, Json); 6] = [
            ("null", Json::Null),
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
            ("NaN", Json::Float(f64::NAN)),
            ("Infinity", Json::Float(f64::INFINITY)),
            ("-Infinity", Json::Float(f64::NEG_INFINITY)),
        ];
        match self.peek() {
            Some(b'"') => return self.string().map(Json::Str),
            Some(b'0'..=b'9') => return self.number(),
            _ => {}
        }
        let rest = self.text.get(self.place..).unwrap_or_default();
        for (name, value) in NAMED {
            if rest.starts_with(name) {
                self.place += name.len();
                return Ok(match value {
                    Json::Float(_) if self.reading.as_written => Json::Number(name.to_owned()),
                    _ => value,
                });
            }
        }
        if rest.starts_with('-') { self.number() } else { self.error("Expecting value", self.place) }
    }

    fn digits(&self, from: usize) -> usize {
        let digits = self.bytes.get(from..).unwrap_or_default();
        from + digits.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    fn number(&mut self) -> PyResult<Json> {
        let start = self.place;
        let at = |place: usize| self.bytes.get(place).copied();
        let first = if at(start) == Some(b'-') { start + 1 } else { start };
        // A leading zero stands alone.
        let mut end = if at(first) == Some(b'0') { first + 1 } else { self.digits(first) };
        if end == first {
            return self.error("Expecting value", start);
        }
        let mut is_float = false;
        if at(end) == Some(b'.') && self.digits(end + 1) > end + 1 {
            end = self.digits(end + 1);
            is_float = true;
        }
        if matches!(at(end), Some(b'e' | b'E')) {
            let exponent = end + 1 + usize::from(matches!(at(end + 1), Some(b'+' | b'-')));
            if self.digits(exponent) > exponent {
                end = self.digits(exponent);
                is_float = true;
            }
        }
        self.place = end;
        let text = self.text.get(start..end).unwrap_or_default();
        if self.reading.as_written {
            return Ok(Json::Number(text.to_owned()));
        }
        if is_float {
            return Ok(Json::Float(text.parse().unwrap_or(f64::NAN)));
        }
        int::text::parse(text, 10).map(Json::Int)
    }

    /// A string, from its opening quote to behind its closing one.
    fn string(&mut self) -> PyResult<String> {
        let opening = self.place;
        self.place += 1;
        let mut string = String::new();
        loop {
            let rest = self.bytes.get(self.place..).unwrap_or_default();
            let is_plain = |byte: &u8| match byte {
                b'"' | b'\\' => false,
                0..0x20 => self.reading.lenient,
                _ => true,
            };
            let plain = rest.iter().take_while(|byte| is_plain(byte)).count();
            string.push_str(self.text.get(self.place..self.place + plain).unwrap_or_default());
            self.place += plain;
            match self.peek() {
                Some(b'"') => {
                    self.place += 1;
                    return Ok(string);
                }
                Some(b'\\') => self.escape(opening, &mut string)?,
                Some(_) => return self.error("Invalid control character at", self.place),
                None => return self.error("Unterminated string starting at", opening),
            }
        }
    }

    fn escape(&mut self, opening: usize, string: &mut String) -> PyResult<()> {
        let backslash = self.place;
        let escaped = match self.bytes.get(backslash + 1) {
            Some(b'u') => return self.unicode_escape(string),
            Some(simple @ (b'"' | b'\\' | b'/')) => char::from(*simple),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(_) => return self.error("Invalid \\escape", backslash),
            None => return self.error("Unterminated string starting at", opening),
        };
        string.push(escaped);
        self.place += 2;
        Ok(())
    }

    /// `\u` and four digits, or two of them for a surrogate pair.
    fn unicode_escape(&mut self, string: &mut String) -> PyResult<()> {
        let high = self.code_unit(self.place)?;
        self.place += 6;
        let mut code = high;
        if (0xd800..0xdc00).contains(&high)
            && self.bytes.get(self.place..).is_some_and(|rest| rest.starts_with(b"\\u"))
        {
            let low = self.code_unit(self.place)?;
            if (0xdc00..0xe000).contains(&low) {
                self.place += 6;
                code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        string.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(())
    }

    /// The number of the escape that starts at the backslash; at least one more byte has to follow it.
    fn code_unit(&self, backslash: usize) -> PyResult<u32> {
        let digits = self.text.get(backslash + 2..backslash + 6).filter(|_| backslash + 6 < self.bytes.len());
        match digits {
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                Ok(u32::from_str_radix(digits, 16).unwrap_or_default())
            }
            _ => self.error("Invalid \\uXXXX escape", backslash + 1),
        }
    }
}

/// The entries with each key at its first place and with its last value.
fn each_key_once(entries: Vec<(String, Json)>) -> Vec<(String, Json)> {
    let mut seen = HashSet::with_capacity(entries.len());
    if entries.iter().all(|(key, _)| seen.insert(key.as_str())) {
        return entries;
    }
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut unique: Vec<(String, Json)> = Vec::with_capacity(seen.len());
    for (key, value) in entries {
        match places.get(&key).and_then(|place| unique.get_mut(*place)) {
            Some(entry) => entry.1 = value,
            None => {
                places.insert(key.clone(), unique.len());
                unique.push((key, value));
            }
        }
    }
    unique
}
