//! The `%` operator of `str`: templates as in C's `printf`.
//!
//! The caller walks the [`pieces`]. For a conversion it takes, in this order and only where asked for: the mapping's
//! value of [`Conversion::key`], the numbers of the stars ([`Conversion::needs_width`], [`Conversion::needs_precision`]),
//! [`Conversion::check`], the argument, [`Conversion::kind`]; and formats the argument with the function for that kind.
//! Errors then come in the order in which CPython finds them.

use crate::error::{PyError, PyResult};
use crate::float::digits::{Layout, lay_out};
use crate::int::Integer;
use crate::int::text::{magnitude_digits, to_text};
use crate::text;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text that stays; `%` for `%%`.
    Literal(&'a str),
    /// A place to fill.
    Conversion(Conversion<'a>),
}

/// A width or precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    /// Written in the template.
    Given(usize),
    /// `*`: an argument.
    Argument,
}

/// A place in a template: `%(key)flags width.precision kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion<'a> {
    /// The key of a mapping, where the template has one; an error if it is not closed.
    pub key: Option<PyResult<&'a str>>,
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: Option<Amount>,
    precision: Option<Amount>,
    /// What was wrong with the template after the key.
    problem: Option<PyError>,
    kind: char,
    /// The template up to the kind.
    read: &'a str,
}

/// What a conversion takes and how it shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `%s`: the argument's `str`, for [`format_text`].
    Str,
    /// `%r`: the argument's `repr`, for [`format_text`].
    Repr,
    /// `%a`: the argument's `ascii`, for [`format_text`].
    Ascii,
    /// `%c`: a character or its number, for [`format_text`].
    Char,
    /// `%d`, `%i`, `%u`: a number without its fraction, for [`format_integer`].
    Decimal,
    /// `%o`, `%x`, `%X`: an integer, for [`format_integer`].
    Radix,
    /// `%e`, `%f`, `%g` and their capitals: a number, for [`format_float`].
    Float,
}

/// The error of a template with more places than arguments.
pub fn not_enough_arguments() -> PyError {
    PyError::type_error("not enough arguments for format string")
}

/// The error of a template with fewer places than arguments.
pub fn not_all_converted() -> PyError {
    PyError::type_error("not all arguments converted during string formatting")
}

/// The error of a key where there is no mapping.
pub fn requires_mapping() -> PyError {
    PyError::type_error("format requires a mapping")
}

/// The error of a star for which there is no int.
pub fn star_wants_int() -> PyError {
    PyError::type_error("* wants int")
}

/// The pieces of a template.
pub fn pieces(template: &str) -> Pieces<'_> {
    Pieces { template, rest: template }
}

/// An iterator over the pieces of a template.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    template: &'a str,
    rest: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let end = self.rest.find('%').unwrap_or(self.rest.len());
        let (literal, markup) = self.rest.split_at_checked(end)?;
        if !literal.is_empty() {
            self.rest = markup;
            return Some(Piece::Literal(literal));
        }
        let after = markup.strip_prefix('%')?;
        if let Some(rest) = after.strip_prefix('%') {
            self.rest = rest;
            return Some(Piece::Literal("%"));
        }
        let mut reader = Reader { rest: after, current: None };
        let mut conversion = reader.conversion();
        self.rest = reader.rest;
        let read = self.template.len() - self.rest.len();
        conversion.read = self.template.get(..read).unwrap_or_default();
        Some(Piece::Conversion(conversion))
    }
}

/// Reads a conversion, one character ahead.
struct Reader<'a> {
    rest: &'a str,
    current: Option<char>,
}

impl<'a> Reader<'a> {
    fn advance(&mut self) {
        let mut chars = self.rest.chars();
        self.current = chars.next();
        self.rest = chars.as_str();
    }

    fn conversion(&mut self) -> Conversion<'a> {
        let mut conversion = Conversion {
            key: self.key(),
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: None,
            precision: None,
            problem: None,
            kind: '\0',
            read: "",
        };
        if matches!(conversion.key, Some(Err(_))) {
            return conversion;
        }
        if let Err(problem) = self.rest_of(&mut conversion) {
            conversion.problem = Some(problem);
        }
        conversion
    }

    /// A key in parentheses, which may contain balanced ones.
    fn key(&mut self) -> Option<PyResult<&'a str>> {
        let tail = self.rest.strip_prefix('(')?;
        let mut depth = 1;
        for (index, byte) in tail.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = tail.get(index + 1..).unwrap_or_default();
                return Some(Ok(tail.get(..index).unwrap_or_default()));
            }
        }
        self.rest = "";
        Some(Err(PyError::value_error("incomplete format key")))
    }

    fn rest_of(&mut self, conversion: &mut Conversion<'a>) -> PyResult<()> {
        loop {
            self.advance();
            match self.current {
                Some('-') => conversion.left = true,
                Some('+') => conversion.plus = true,
                Some(' ') => conversion.space = true,
                Some('#') => conversion.alternate = true,
                Some('0') => conversion.zero = true,
                _ => break,
            }
        }
        conversion.width = self.amount(i64::MAX as usize, "width too big")?;
        if self.current == Some('.') {
            self.advance();
            let precision = self.amount(i32::MAX as usize, "precision too big")?;
            conversion.precision = Some(precision.unwrap_or(Amount::Given(0)));
        }
        // C's length of the argument, which says nothing here.
        if matches!(self.current, Some('h' | 'l' | 'L')) {
            self.advance();
        }
        conversion.kind = self.current.ok_or_else(|| PyError::value_error("incomplete format"))?;
        Ok(())
    }

    /// A number or a star, if one stands here.
    fn amount(&mut self, highest: usize, too_big: &str) -> PyResult<Option<Amount>> {
        if self.current == Some('*') {
            self.advance();
            return Ok(Some(Amount::Argument));
        }
        let mut amount = None;
        while let Some(digit) = self.current.and_then(|c| c.to_digit(10)) {
            let next =
                amount.unwrap_or(0_usize).checked_mul(10).and_then(|ten| ten.checked_add(digit as usize));
            amount = next.filter(|next| *next <= highest);
            if amount.is_none() {
                return Err(PyError::value_error(too_big));
            }
            self.advance();
        }
        Ok(amount.map(Amount::Given))
    }
}

impl Conversion<'_> {
    /// Whether an argument says the width.
    pub fn needs_width(&self) -> bool {
        self.width == Some(Amount::Argument)
    }

    /// Whether an argument says the precision.
    pub fn needs_precision(&self) -> bool {
        self.precision == Some(Amount::Argument)
    }

    /// Takes the width from an argument; a negative one means to the left. `OverflowError` beyond 64 bits.
    pub fn set_width(&mut self, width: &Integer) -> PyResult<()> {
        let Some(width) = width.to_i64() else {
            return Err(PyError::overflow_error("Python int too large to convert to C ssize_t"));
        };
        self.left |= width < 0;
        self.width = Some(Amount::Given(usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX)));
        Ok(())
    }

    /// Takes the precision from an argument; a negative one means 0. `OverflowError` beyond 32 bits.
    pub fn set_precision(&mut self, precision: &Integer) -> PyResult<()> {
        let Some(precision) = precision.to_i64().and_then(|precision| i32::try_from(precision).ok()) else {
            return Err(PyError::overflow_error("Python int too large to convert to C int"));
        };
        self.precision = Some(Amount::Given(usize::try_from(precision).unwrap_or(0)));
        Ok(())
    }

    /// What was wrong with the template: `ValueError`.
    pub fn check(&self) -> PyResult<()> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    /// What the conversion takes; `ValueError` for one that there is not.
    pub fn kind(&self) -> PyResult<Kind> {
        match self.kind {
            's' => Ok(Kind::Str),
            'r' => Ok(Kind::Repr),
            'a' => Ok(Kind::Ascii),
            'c' => Ok(Kind::Char),
            'd' | 'i' | 'u' => Ok(Kind::Decimal),
            'o' | 'x' | 'X' => Ok(Kind::Radix),
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => Ok(Kind::Float),
            other => {
                let shown = if matches!(other, '\x1f'..='~') { other } else { '?' };
                Err(PyError::value_error(format!(
                    "unsupported format character '{shown}' (0x{:x}) at index {}",
                    u32::from(other),
                    text::len(self.read).saturating_sub(1)
                )))
            }
        }
    }

    /// The error of an argument of a type that the conversion does not take.
    pub fn wrong_type(&self, type_name: &str) -> PyError {
        PyError::type_error(match self.kind {
            'c' => "%c requires int or char".to_owned(),
            kind @ ('d' | 'i' | 'u') => format!("%{kind} format: a real number is required, not {type_name}"),
            kind @ ('o' | 'x' | 'X') => format!("%{kind} format: an integer is required, not {type_name}"),
            _ => format!("must be real number, not {type_name}"),
        })
    }

    fn given(amount: Option<Amount>) -> Option<usize> {
        match amount {
            Some(Amount::Given(amount)) => Some(amount),
            Some(Amount::Argument) | None => None,
        }
    }

    /// A number in its width.
    fn pad_number(&self, negative: bool, prefix: &str, digits: &str, limit: usize) -> PyResult<String> {
        let sign = match () {
            () if negative => "-",
            () if self.plus => "+",
            () if self.space => " ",
            () => "",
        };
        let width = Self::given(self.width).unwrap_or(0);
        let missing = width.saturating_sub(sign.len() + prefix.len() + digits.len());
        text::check_length(missing.saturating_add(digits.len()).saturating_add(4), limit)?;
        let padding = if self.zero && !self.left { "0" } else { " " }.repeat(missing);
        Ok(match () {
            () if self.left => [sign, prefix, digits, &padding].concat(),
            () if self.zero => [sign, prefix, &padding, digits].concat(),
            () => [&padding, sign, prefix, digits].concat(),
        })
    }
}

/// The character of a number for `%c`; `OverflowError` for what is none.
pub fn character(code: &Integer) -> PyResult<char> {
    code.to_i64()
        .and_then(|code| u32::try_from(code).ok())
        .and_then(char::from_u32)
        .ok_or_else(|| PyError::overflow_error("%c arg not in range(0x110000)"))
}

/// A text for `%s`, `%r`, `%a` or `%c`: cut to the precision (not for `%c`), and in its width. A limit error beyond
/// `limit` bytes.
pub fn format_text(conversion: &Conversion<'_>, text: &str, limit: usize) -> PyResult<String> {
    let shown = match Conversion::given(conversion.precision) {
        Some(precision) if conversion.kind != 'c' => text::between(text, 0, precision),
        _ => text,
    };
    let missing = Conversion::given(conversion.width).unwrap_or(0).saturating_sub(text::len(shown));
    let (left, right) = if conversion.left { (0, missing) } else { (missing, 0) };
    text::fill::pad(shown, left, right, ' ', limit)
}

/// An integer for `%d`, `%i`, `%u`, `%o`, `%x` or `%X`. `ValueError` beyond the digits that Python converts, a limit
/// error beyond `limit` bytes.
pub fn format_integer(conversion: &Conversion<'_>, value: &Integer, limit: usize) -> PyResult<String> {
    let (prefix, mut digits) = match conversion.kind {
        'o' => ("0o", magnitude_digits(value, 8)),
        'x' => ("0x", magnitude_digits(value, 16)),
        'X' => ("0X", magnitude_digits(value, 16).to_ascii_uppercase()),
        _ => ("", to_text(value)?.trim_start_matches('-').to_owned()),
    };
    let least = Conversion::given(conversion.precision).unwrap_or(0);
    text::check_length(least.max(digits.len()), limit)?;
    if digits.len() < least {
        digits.insert_str(0, &"0".repeat(least - digits.len()));
    }
    let prefix = if conversion.alternate { prefix } else { "" };
    conversion.pad_number(value.is_negative(), prefix, &digits, limit)
}

/// A float for `%e`, `%f`, `%g` or a capital of them. A limit error beyond `limit` bytes.
pub fn format_float(conversion: &Conversion<'_>, value: f64, limit: usize) -> PyResult<String> {
    let layout = match conversion.kind {
        'e' | 'E' => Layout::Exponent,
        'f' | 'F' => Layout::Fixed,
        _ => Layout::General,
    };
    let precision = Conversion::given(conversion.precision).unwrap_or(6);
    text::check_length(precision, limit)?;
    let mut digits = lay_out(value.abs(), layout, precision, conversion.alternate, false);
    if conversion.kind.is_ascii_uppercase() {
        digits.make_ascii_uppercase();
    }
    conversion.pad_number(value.is_sign_negative() && !value.is_nan(), "", &digits, limit)
}
