//! Format specifications: what `format(value, spec)` does for int, float and str.
//!
//! A specification is parsed once into a [`Spec`], which does not know the type that it will be applied to; what a
//! type does not allow is found when a value of it is formatted. [`fields`] parses the templates of `str.format`.

pub mod fields;
mod number;

pub use number::{format_float, format_int};

use crate::error::{PyError, PyResult};
use crate::text::{self, between, fill, predicate};

/// Where a value stands in its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// `<`
    Left,
    /// `>`
    Right,
    /// `^`
    Center,
    /// `=`: the padding comes between the sign and the digits.
    AfterSign,
}

/// Which sign a number shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`: always one.
    Always,
    /// `-`: that of negative numbers.
    Negative,
    /// A space for numbers that are not negative.
    Space,
}

/// What separates groups of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// `,`
    Comma,
    /// `_`
    Underscore,
}

impl Grouping {
    /// The separator.
    pub fn separator(self) -> char {
        match self {
            Grouping::Comma => ',',
            Grouping::Underscore => '_',
        }
    }
}

/// A parsed format specification: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// The character to fill with.
    pub fill: Option<char>,
    /// Where the value stands.
    pub align: Option<Align>,
    /// The sign.
    pub sign: Option<Sign>,
    /// `z`: no minus before a zero.
    pub no_negative_zero: bool,
    /// `#`: the alternate form.
    pub alternate: bool,
    /// `0` before the width.
    pub zero_padded: bool,
    /// The least width, in code points.
    pub width: Option<usize>,
    /// The separator of groups.
    pub grouping: Option<Grouping>,
    /// The precision.
    pub precision: Option<usize>,
    /// The type of presentation.
    pub kind: Option<char>,
}

impl Spec {
    /// Parses a specification. `ValueError` with CPython's text, which names the type of the value: `type_name`.
    pub fn parse(spec: &str, type_name: &str) -> PyResult<Spec> {
        let mut parsed = Spec::default();
        let mut rest = Cursor(spec);
        let mut chars = spec.chars();
        match (chars.next(), chars.next().and_then(align_of)) {
            (fill, Some(align)) => {
                parsed.fill = fill;
                parsed.align = Some(align);
                rest = Cursor(chars.as_str());
            }
            (Some(first), None) => {
                parsed.align = align_of(first);
                if parsed.align.is_some() {
                    rest.next();
                }
            }
            (None, None) => {}
        }
        parsed.sign = match rest.peek() {
            Some('+') => Some(Sign::Always),
            Some('-') => Some(Sign::Negative),
            Some(' ') => Some(Sign::Space),
            _ => None,
        };
        if parsed.sign.is_some() {
            rest.next();
        }
        parsed.no_negative_zero = rest.eat('z');
        parsed.alternate = rest.eat('#');
        parsed.zero_padded = parsed.fill.is_none() && rest.eat('0');
        parsed.width = rest.number()?;
        if rest.eat(',') {
            parsed.grouping = Some(Grouping::Comma);
        }
        if rest.peek() == Some('_') {
            if parsed.grouping.is_some() {
                return Err(both_groupings());
            }
            rest.next();
            parsed.grouping = Some(Grouping::Underscore);
        }
        if rest.peek() == Some(',') && parsed.grouping == Some(Grouping::Underscore) {
            return Err(both_groupings());
        }
        if rest.eat('.') {
            parsed.precision = rest.number()?;
            if parsed.precision.is_none() {
                return Err(PyError::value_error("Format specifier missing precision"));
            }
        }
        parsed.kind = rest.next();
        if rest.peek().is_some() {
            return Err(PyError::value_error(format!(
                "Invalid format specifier '{spec}' for object of type '{type_name}'"
            )));
        }
        Ok(parsed)
    }

    /// Whether nothing is specified, so that the value is shown as `str` shows it.
    pub fn is_empty(&self) -> bool {
        *self == Spec::default()
    }

    /// The character to fill with.
    fn fill_char(&self) -> char {
        self.fill.unwrap_or(if self.zero_padded { '0' } else { ' ' })
    }

    /// An error if digits cannot be grouped in this presentation; `default` is the type's own.
    fn check_grouping(&self, default: char) -> PyResult<()> {
        let Some(grouping) = self.grouping else { return Ok(()) };
        let kind = self.kind.unwrap_or(default);
        match kind {
            'd' | 'e' | 'f' | 'g' | 'E' | 'G' | '%' | 'F' | '\0' => return Ok(()),
            'b' | 'o' | 'x' | 'X' if grouping == Grouping::Underscore => return Ok(()),
            _ => {}
        }
        let separator = grouping.separator();
        Err(PyError::value_error(format!("Cannot specify '{separator}' with '{}'.", shown_kind(kind))))
    }

    /// The error of a presentation that the type does not have.
    fn unknown_kind(&self, type_name: &str) -> PyError {
        let kind = shown_kind(self.kind.unwrap_or_default());
        PyError::value_error(format!("Unknown format code '{kind}' for object of type '{type_name}'"))
    }
}

fn both_groupings() -> PyError {
    PyError::value_error("Cannot specify both ',' and '_'.")
}

/// A presentation type as error texts show it.
fn shown_kind(kind: char) -> String {
    if matches!(kind, '!'..='\x7f') { kind.to_string() } else { format!("\\x{:x}", u32::from(kind)) }
}

fn align_of(c: char) -> Option<Align> {
    match c {
        '<' => Some(Align::Left),
        '>' => Some(Align::Right),
        '^' => Some(Align::Center),
        '=' => Some(Align::AfterSign),
        _ => None,
    }
}

/// What is still to be read of a specification.
struct Cursor<'a>(&'a str);

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.0.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.0.chars();
        let next = chars.next();
        self.0 = chars.as_str();
        next
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.next();
        }
        found
    }

    /// A number, if one stands here; `ValueError` if it is beyond all use.
    fn number(&mut self) -> PyResult<Option<usize>> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(predicate::decimal_digit) {
            self.next();
            number = Some(append_digit(number.unwrap_or(0), digit)?);
        }
        Ok(number)
    }
}

/// Ten times the number and a digit; `ValueError` beyond 63 bits.
fn append_digit(number: usize, digit: u8) -> PyResult<usize> {
    number
        .checked_mul(10)
        .and_then(|number| number.checked_add(usize::from(digit)))
        .filter(|number| i64::try_from(*number).is_ok())
        .ok_or_else(|| PyError::value_error("Too many decimal digits in format string"))
}

/// `format(text, spec)`. `ValueError` for what text does not allow, a limit error beyond `limit` bytes.
pub fn format_str(text: &str, spec: &Spec, limit: usize) -> PyResult<String> {
    if spec.is_empty() {
        text::check_length(text.len(), limit)?;
        return Ok(text.to_owned());
    }
    spec.check_grouping('s')?;
    if spec.kind.is_some_and(|kind| kind != 's') {
        return Err(spec.unknown_kind("str"));
    }
    let refused = match spec.sign {
        Some(Sign::Space) => Some("Space not allowed"),
        Some(_) => Some("Sign not allowed"),
        None if spec.no_negative_zero => Some("Negative zero coercion (z) not allowed"),
        None if spec.alternate => Some("Alternate form (#) not allowed"),
        None if spec.align == Some(Align::AfterSign) => Some("'=' alignment not allowed"),
        None => None,
    };
    if let Some(refused) = refused {
        return Err(PyError::value_error(format!("{refused} in string format specifier")));
    }
    let shown = spec.precision.map_or(text, |precision| between(text, 0, precision));
    let missing = spec.width.map_or(0, |width| width.saturating_sub(text::len(shown)));
    let (left, right) = match spec.align {
        Some(Align::Right) => (missing, 0),
        Some(Align::Center) => (missing / 2, missing - missing / 2),
        _ => (0, missing),
    };
    fill::pad(shown, left, right, spec.fill_char(), limit)
}
