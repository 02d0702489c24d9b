//! The templates of `str.format`: literal text and fields, as CPython's `_string` module reads them.
//!
//! The caller walks the [`pieces`]; for a field it asks [`Field::argument`] for the first object, follows
//! [`Field::path`], applies [`Field::conversion`], and, where [`Field::nested`] says so, builds the specification from
//! [`pieces`] of its own with the same [`Numbering`]. Errors come in the order in which CPython finds them if the
//! caller keeps to that order.

use super::append_digit;
use crate::error::{PyError, PyResult};
use crate::text::predicate;

/// How deep fields may nest: a specification may contain fields, whose specifications may not.
pub const MAX_NESTING: usize = 2;

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text that stays.
    Literal(&'a str),
    /// A place to fill.
    Field(Field<'a>),
}

/// A place in a template that a value fills: `{name!conversion:spec}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    name: &'a str,
    conversion: Option<char>,
    /// The specification, not yet expanded.
    pub spec: &'a str,
    /// Whether the specification has fields of its own.
    pub nested: bool,
}

/// Which argument a field starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<'a> {
    /// The positional argument of that index.
    Position(usize),
    /// The keyword argument of that name.
    Keyword(&'a str),
}

/// A step from one object to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access<'a> {
    /// `.name`
    Attribute(&'a str),
    /// `[0]`
    Index(usize),
    /// `[key]`, without quotes.
    Key(&'a str),
}

/// What is done to a value before it is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `!s`
    Str,
    /// `!r`
    Repr,
    /// `!a`
    Ascii,
}

/// Whether a template numbers its fields itself; one for the whole template, nested fields included.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbering {
    next: usize,
    automatic: Option<bool>,
}

/// The error of nesting deeper than [`MAX_NESTING`].
pub fn nested_too_deeply() -> PyError {
    PyError::value_error("Max string recursion exceeded")
}

/// The error of a position that no argument has.
pub fn no_such_position(position: usize) -> PyError {
    PyError::index_error(format!("Replacement index {position} out of range for positional args tuple"))
}

/// The pieces of a template; after an error there are none.
pub fn pieces(template: &str) -> Pieces<'_> {
    Pieces { rest: template, pending: None }
}

/// An iterator over the pieces of a template.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    rest: &'a str,
    pending: Option<Field<'a>>,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = PyResult<Piece<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(field) = self.pending.take() {
            return Some(Ok(Piece::Field(field)));
        }
        if self.rest.is_empty() {
            return None;
        }
        let piece = self.read();
        if piece.is_err() {
            self.rest = "";
        }
        Some(piece)
    }
}

impl<'a> Pieces<'a> {
    fn read(&mut self) -> PyResult<Piece<'a>> {
        let Some(start) = self.rest.find(['{', '}']) else {
            return Ok(Piece::Literal(std::mem::take(&mut self.rest)));
        };
        let (literal, markup) = self.rest.split_at_checked(start).unwrap_or((self.rest, ""));
        match markup.as_bytes() {
            // A doubled brace stands for itself: the literal takes the first and skips the second.
            [b'{', b'{', ..] | [b'}', b'}', ..] => {
                let with_brace = self.rest.get(..start + 1).unwrap_or_default();
                self.rest = markup.get(2..).unwrap_or_default();
                return Ok(Piece::Literal(with_brace));
            }
            [b'}', ..] => return Err(PyError::value_error("Single '}' encountered in format string")),
            [_] => return Err(PyError::value_error("Single '{' encountered in format string")),
            _ => {}
        }
        let (field, rest) = field(markup.get(1..).unwrap_or_default())?;
        self.rest = rest;
        if literal.is_empty() {
            return Ok(Piece::Field(field));
        }
        self.pending = Some(field);
        Ok(Piece::Literal(literal))
    }
}

/// The field that starts after a brace, and what follows its closing one.
fn field(markup: &str) -> PyResult<(Field<'_>, &str)> {
    let mut chars = markup.char_indices();
    let mut end = None;
    while let Some((index, c)) = chars.next() {
        match c {
            '{' => return Err(PyError::value_error("unexpected '{' in field name")),
            // A key may contain anything but its closing bracket.
            '[' => {
                let _ = chars.find(|(_, c)| *c == ']');
            }
            '}' | ':' | '!' => {
                end = Some((index, c));
                break;
            }
            _ => {}
        }
    }
    let Some((end, terminator)) = end else {
        return Err(PyError::value_error("expected '}' before end of string"));
    };
    let name = markup.get(..end).unwrap_or_default();
    if terminator == '}' {
        return Ok((Field { name, conversion: None, spec: "", nested: false }, chars.as_str()));
    }
    let mut conversion = None;
    if terminator == '!' {
        let Some((_, c)) = chars.next() else {
            return Err(PyError::value_error("end of string while looking for conversion specifier"));
        };
        conversion = Some(c);
        match chars.next() {
            Some((_, '}')) => {
                return Ok((Field { name, conversion, spec: "", nested: false }, chars.as_str()));
            }
            Some((_, ':')) | None => {}
            Some(_) => return Err(PyError::value_error("expected ':' after conversion specifier")),
        }
    }
    let tail = chars.as_str();
    let mut depth = 1;
    let mut nested = false;
    for (index, byte) in tail.bytes().enumerate() {
        match byte {
            b'{' => {
                nested = true;
                depth += 1;
            }
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let spec = tail.get(..index).unwrap_or_default();
            return Ok((Field { name, conversion, spec, nested }, tail.get(index + 1..).unwrap_or_default()));
        }
    }
    Err(PyError::value_error("unmatched '{' in format spec"))
}

impl<'a> Field<'a> {
    /// The name up to the first `.` or `[`, and the rest.
    fn split_name(&self) -> (&'a str, &'a str) {
        let end = self.name.find(['.', '[']).unwrap_or(self.name.len());
        self.name.split_at_checked(end).unwrap_or((self.name, ""))
    }

    /// The argument that the field starts from. `ValueError` where a template mixes numbered and unnumbered fields.
    pub fn argument(&self, numbering: &mut Numbering) -> PyResult<Argument<'a>> {
        let (first, _) = self.split_name();
        let position = index(first)?;
        if position.is_none() && !first.is_empty() {
            return Ok(Argument::Keyword(first));
        }
        let automatic = first.is_empty();
        if *numbering.automatic.get_or_insert(automatic) != automatic {
            return Err(PyError::value_error(if automatic {
                "cannot switch from manual field specification to automatic field numbering"
            } else {
                "cannot switch from automatic field numbering to manual field specification"
            }));
        }
        Ok(Argument::Position(position.unwrap_or_else(|| {
            numbering.next += 1;
            numbering.next - 1
        })))
    }

    /// The steps from the argument to the value; after an error there are none.
    pub fn path(&self) -> Path<'a> {
        Path(self.split_name().1)
    }

    /// The conversion; `ValueError` for one that there is not.
    pub fn conversion(&self) -> PyResult<Option<Conversion>> {
        match self.conversion {
            None => Ok(None),
            Some('s') => Ok(Some(Conversion::Str)),
            Some('r') => Ok(Some(Conversion::Repr)),
            Some('a') => Ok(Some(Conversion::Ascii)),
            Some(c) if matches!(c, '!'..='~') => {
                Err(PyError::value_error(format!("Unknown conversion specifier {c}")))
            }
            Some(c) => {
                Err(PyError::value_error(format!("Unknown conversion specifier \\x{:x}", u32::from(c))))
            }
        }
    }
}

/// The number that the text spells; none if it spells none, `ValueError` if it is beyond all use.
fn index(text: &str) -> PyResult<Option<usize>> {
    let mut number = None;
    for c in text.chars() {
        let Some(digit) = predicate::decimal_digit(c) else { return Ok(None) };
        number = Some(append_digit(number.unwrap_or(0), digit)?);
    }
    Ok(number)
}

/// An iterator over the steps of a field's path.
#[derive(Clone, Debug)]
pub struct Path<'a>(&'a str);

impl<'a> Iterator for Path<'a> {
    type Item = PyResult<Access<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let step = self.read();
        if step.is_err() {
            self.0 = "";
        }
        Some(step)
    }
}

impl<'a> Path<'a> {
    fn read(&mut self) -> PyResult<Access<'a>> {
        let empty = || PyError::value_error("Empty attribute in format string");
        if let Some(tail) = self.0.strip_prefix('.') {
            let end = tail.find(['.', '[']).unwrap_or(tail.len());
            let (name, rest) = tail.split_at_checked(end).unwrap_or((tail, ""));
            self.0 = rest;
            return if name.is_empty() { Err(empty()) } else { Ok(Access::Attribute(name)) };
        }
        let Some(tail) = self.0.strip_prefix('[') else {
            return Err(PyError::value_error("Only '.' or '[' may follow ']' in format field specifier"));
        };
        let Some((key, rest)) = tail.split_once(']') else {
            return Err(PyError::value_error("Missing ']' in format string"));
        };
        self.0 = rest;
        match index(key)? {
            Some(index) => Ok(Access::Index(index)),
            None if key.is_empty() => Err(empty()),
            None => Ok(Access::Key(key)),
        }
    }
}
