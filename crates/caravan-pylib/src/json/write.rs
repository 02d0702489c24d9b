//! What `json.dumps` writes, for a caller that walks its own values.

use std::fmt::Write as _;

use crate::error::{PyError, PyResult};
use crate::text::check_length;

/// Appends the string as JSON has it, quoted; with `ensure_ascii` all else is escaped. Up to six times as long.
pub fn escape_str(text: &str, ensure_ascii: bool, out: &mut String) {
    out.push('"');
    let mut rest = text;
    let special = |c: char| matches!(c, '"' | '\\' | '\0'..'\x20') || (ensure_ascii && c > '~');
    while let Some(start) = rest.find(special) {
        let (plain, tail) = rest.split_at_checked(start).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut chars = tail.chars();
        if let Some(c) = chars.next() {
            push_escape(c, out);
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

fn push_escape(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        _ => {
            let mut buffer = [0; 2];
            for unit in c.encode_utf16(&mut buffer) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
}

/// The error of a value that JSON has no form for.
pub fn not_serializable(type_name: &str) -> PyError {
    PyError::type_error(format!("Object of type {type_name} is not JSON serializable"))
}

/// The error of a key that JSON has no form for.
pub fn not_a_key(type_name: &str) -> PyError {
    PyError::type_error(format!("keys must be str, int, float, bool or None, not {type_name}"))
}

/// What stands between the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    indent: Option<String>,
    item_separator: String,
    key_separator: String,
}

impl Layout {
    /// The layout of `json.dumps(indent=..., separators=...)`: an indent is the text of one level (a number of spaces
    /// for an int, none for 0 or less), the separators are for items and after keys.
    pub fn new(indent: Option<&str>, separators: Option<(&str, &str)>) -> Layout {
        let (item, key) = separators.unwrap_or(if indent.is_some() { (",", ": ") } else { (", ", ": ") });
        Layout {
            indent: indent.map(str::to_owned),
            item_separator: item.to_owned(),
            key_separator: key.to_owned(),
        }
    }
}

/// Which brackets stand around values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brackets {
    /// `[` and `]`
    List,
    /// `{` and `}`
    Object,
}

/// The text in the making: the caller opens and closes arrays and objects, announces each item, and pushes its text.
#[derive(Clone, Debug)]
pub struct Writer {
    out: String,
    layout: Layout,
    limit: usize,
    /// What is open, and whether it has an item yet.
    open: Vec<(Brackets, bool)>,
}

impl Writer {
    /// An empty text of at most `limit` bytes.
    pub fn new(layout: Layout, limit: usize) -> Writer {
        Writer { out: String::new(), layout, limit, open: Vec::new() }
    }

    /// How many arrays and objects are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Opens an array or object; a limit error beyond the limit.
    pub fn open(&mut self, brackets: Brackets) -> PyResult<()> {
        self.open.push((brackets, false));
        self.push(if brackets == Brackets::List { "[" } else { "{" })
    }

    /// Closes the last that was opened; a limit error beyond the limit.
    pub fn close(&mut self) -> PyResult<()> {
        let Some((brackets, has_items)) = self.open.pop() else { return Ok(()) };
        if has_items {
            self.new_line()?;
        }
        self.push(if brackets == Brackets::List { "]" } else { "}" })
    }

    /// Announces an item of what is open; a limit error beyond the limit.
    pub fn item(&mut self) -> PyResult<()> {
        if let Some((_, has_items)) = self.open.last_mut()
            && std::mem::replace(has_items, true)
        {
            self.check(self.layout.item_separator.len())?;
            self.out.push_str(&self.layout.item_separator);
        }
        self.new_line()
    }

    /// Writes the key of the item just announced; a limit error beyond the limit.
    pub fn key(&mut self, key: &str, ensure_ascii: bool) -> PyResult<()> {
        self.string(key, ensure_ascii)?;
        self.check(self.layout.key_separator.len())?;
        self.out.push_str(&self.layout.key_separator);
        Ok(())
    }

    /// Writes a string; a limit error beyond the limit.
    pub fn string(&mut self, text: &str, ensure_ascii: bool) -> PyResult<()> {
        self.check(text.len())?;
        escape_str(text, ensure_ascii, &mut self.out);
        self.check(0)
    }

    /// A float as JSON has it, for [`Self::push`] or as a key; `ValueError` for what JSON lacks unless `allow_nan`.
    pub fn float_text(&self, x: f64, allow_nan: bool) -> PyResult<String> {
        let text = crate::float::repr(x);
        if x.is_finite() {
            return Ok(text);
        }
        if !allow_nan {
            // Of CPython's two encoders, the one that indents also names the number.
            let number = if self.layout.indent.is_some() { format!(": {text}") } else { String::new() };
            return Err(PyError::value_error(format!(
                "Out of range float values are not JSON compliant{number}"
            )));
        }
        let name = match x {
            f64::INFINITY => "Infinity",
            f64::NEG_INFINITY => "-Infinity",
            _ => "NaN",
        };
        Ok(name.to_owned())
    }

    /// Writes a number, `true`, `false` or `null`; a limit error beyond the limit.
    pub fn push(&mut self, text: &str) -> PyResult<()> {
        self.check(text.len())?;
        self.out.push_str(text);
        Ok(())
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }

    fn new_line(&mut self) -> PyResult<()> {
        let Some(indent) = &self.layout.indent else { return Ok(()) };
        self.check(indent.len().saturating_mul(self.open.len()).saturating_add(1))?;
        self.out.push('\n');
        for _ in 0..self.open.len() {
            self.out.push_str(indent);
        }
        Ok(())
    }

    fn check(&self, more: usize) -> PyResult<()> {
        check_length(self.out.len().saturating_add(more), self.limit)
    }
}
