//! A pattern or a template as a row of characters and escapes, with positions for messages.

use rustpython_unicode::identifier::{is_continue, is_start};

use crate::error::{ExcKind, PyError, PyResult};
use crate::text::escape::repr_str;

/// A character, or a backslash and the character after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Char(char),
    Escape(char),
}

impl Token {
    pub(super) fn len(self) -> usize {
        match self {
            Token::Char(_) => 1,
            Token::Escape(_) => 2,
        }
    }

    pub(super) fn text(self) -> String {
        match self {
            Token::Char(c) => c.to_string(),
            Token::Escape(c) => format!("\\{c}"),
        }
    }
}

/// The row, and where the reader stands.
pub(super) struct Tokens {
    chars: Vec<char>,
    index: usize,
    /// The token at the front.
    pub(super) next: Option<Token>,
}

impl Tokens {
    /// The tokens of `text`. `re.error` for a backslash at the end.
    pub(super) fn new(text: &str) -> PyResult<Self> {
        let mut tokens = Tokens { chars: text.chars().collect(), index: 0, next: None };
        tokens.advance()?;
        Ok(tokens)
    }

    fn advance(&mut self) -> PyResult<()> {
        self.next = match self.chars.get(self.index) {
            None => None,
            Some('\\') => match self.chars.get(self.index + 1) {
                Some(&c) => Some(Token::Escape(c)),
                None => return Err(self.error_at("bad escape (end of pattern)", self.chars.len() - 1)),
            },
            Some(&c) => Some(Token::Char(c)),
        };
        self.index += self.next.map_or(0, Token::len);
        Ok(())
    }

    /// Takes the front token.
    pub(super) fn get(&mut self) -> PyResult<Option<Token>> {
        let token = self.next;
        self.advance()?;
        Ok(token)
    }

    /// Takes the front token if it is `c`.
    pub(super) fn eat(&mut self, c: char) -> PyResult<bool> {
        if self.next != Some(Token::Char(c)) {
            return Ok(false);
        }
        self.advance()?;
        Ok(true)
    }

    /// Takes at most `most` characters for which `wanted` holds.
    pub(super) fn take_while(&mut self, most: usize, wanted: impl Fn(char) -> bool) -> PyResult<String> {
        let mut text = String::new();
        for _ in 0..most {
            match self.next {
                Some(Token::Char(c)) if wanted(c) => text.push(c),
                _ => break,
            }
            self.advance()?;
        }
        Ok(text)
    }

    /// Takes a name and the `end` behind it. `re.error` if there is none, or no end.
    pub(super) fn name_until(&mut self, end: char, what: &str) -> PyResult<String> {
        let mut name = String::new();
        loop {
            match self.get()? {
                None if name.is_empty() => return Err(self.error(&format!("missing {what}"), 0)),
                None => {
                    let length = name.chars().count();
                    return Err(self.error(&format!("missing {end}, unterminated name"), length));
                }
                Some(Token::Char(c)) if c == end => {
                    if name.is_empty() {
                        return Err(self.error(&format!("missing {what}"), 1));
                    }
                    return Ok(name);
                }
                Some(token) => name.push_str(&token.text()),
            }
        }
    }

    /// Where the front token starts.
    pub(super) fn tell(&self) -> usize {
        self.index - self.next.map_or(0, Token::len)
    }

    /// Goes back to a position that [`Tokens::tell`] gave.
    pub(super) fn seek(&mut self, position: usize) -> PyResult<()> {
        self.index = position;
        self.advance()
    }

    /// The error `message`, `offset` characters before the front token.
    pub(super) fn error(&self, message: &str, offset: usize) -> PyError {
        self.error_at(message, self.tell().saturating_sub(offset))
    }

    /// The error `message` at a position.
    pub(super) fn error_at(&self, message: &str, position: usize) -> PyError {
        let mut text = format!("{message} at position {position}");
        if self.chars.contains(&'\n') {
            let before = self.chars.get(..position).unwrap_or(&self.chars);
            let line = before.iter().filter(|&&c| c == '\n').count() + 1;
            let column = match before.iter().rposition(|&c| c == '\n') {
                Some(newline) => position - newline,
                None => position + 1,
            };
            text.push_str(&format!(" (line {line}, column {column})"));
        }
        PyError::new(ExcKind::RegexError, text)
    }

    /// `re.error` unless `name` is an identifier; `offset` is that of its end.
    pub(super) fn check_name(&self, name: &str, offset: usize) -> PyResult<()> {
        if is_identifier(name) {
            return Ok(());
        }
        let message = format!("bad character in group name {}", repr_str(name));
        Err(self.error(&message, name.chars().count() + offset))
    }
}

/// `name.isidentifier()`.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(is_start) && chars.all(is_continue)
}

/// The number that `int(name)` reads in a group reference: digits of any script, single underscores between them,
/// white space around; none for anything else.
pub(super) fn group_number(name: &str) -> Option<u64> {
    let text = name.trim_matches(rustpython_unicode::classify::is_space);
    let text = text.strip_prefix('+').unwrap_or(text);
    let mut value: u64 = 0;
    let mut after_digit = false;
    for c in text.chars() {
        match (c, decimal(c)) {
            (_, Some(digit)) => {
                value = value.saturating_mul(10).saturating_add(digit);
                after_digit = true;
            }
            ('_', None) if after_digit => after_digit = false,
            _ => return None,
        }
    }
    after_digit.then_some(value)
}

/// The value of a decimal digit of any script.
pub(crate) fn decimal(c: char) -> Option<u64> {
    if c.is_ascii() {
        return c.to_digit(10).map(u64::from);
    }
    rustpython_unicode::Ucd::new(true).decimal(c.into())
}
