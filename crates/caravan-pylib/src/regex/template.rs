//! Replacement templates: `\1`, `\g<name>` and escapes.

use super::tokens::{Token, Tokens, group_number, is_identifier};
use super::{Match, Pattern, Subject, check_size};
use crate::error::{ExcKind, PyError, PyResult};
use crate::text::escape::repr_str;

/// The most groups that Python counts.
const MAX_GROUPS: u64 = 1_073_741_823;

/// A template that has been read for one pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Group(usize),
}

impl Template {
    /// Reads a template for matches of `pattern`. `re.error` for a bad one, `IndexError` for an unknown group name.
    pub fn parse(template: &str, pattern: &Pattern) -> PyResult<Self> {
        let mut reader =
            Reader { source: Tokens::new(template)?, parts: Vec::new(), groups: pattern.groups() };
        while let Some(token) = reader.source.get()? {
            match token {
                Token::Char(c) => reader.char(c),
                Token::Escape('g') => reader.group(pattern)?,
                Token::Escape(c @ '0'..='9') => reader.digits(c)?,
                Token::Escape(c) => reader.escape(c)?,
            }
        }
        Ok(Template { parts: reader.parts })
    }

    /// Appends the template, filled in from a match, to `out`. A group that did not match is empty.
    ///
    /// # Errors
    ///
    /// The limit `text` if `out` would be longer than `limit` bytes.
    pub fn expand_into(
        &self,
        found: &Match,
        subject: &Subject<'_>,
        out: &mut String,
        limit: usize,
    ) -> PyResult<()> {
        for part in &self.parts {
            let more = match part {
                Part::Text(text) => text,
                Part::Group(group) => found.text(*group, subject).unwrap_or(""),
            };
            check_size(out.len() + more.len(), limit)?;
            out.push_str(more);
        }
        Ok(())
    }
}

struct Reader {
    source: Tokens,
    parts: Vec<Part>,
    groups: usize,
}

impl Reader {
    fn char(&mut self, c: char) {
        match self.parts.last_mut() {
            Some(Part::Text(text)) => text.push(c),
            _ => self.parts.push(Part::Text(c.to_string())),
        }
    }

    fn code(&mut self, code: u32) {
        self.char(char::from_u32(code).unwrap_or('\u{fffd}'));
    }

    fn add_group(&mut self, group: u64, offset: usize) -> PyResult<()> {
        if group > self.groups as u64 {
            return Err(self.source.error(&format!("invalid group reference {group}"), offset));
        }
        self.parts.push(Part::Group(group as usize));
        Ok(())
    }

    /// `\g<...>`, behind the letter.
    fn group(&mut self, pattern: &Pattern) -> PyResult<()> {
        if !self.source.eat('<')? {
            return Err(self.source.error("missing <", 0));
        }
        let name = self.source.name_until('>', "group name")?;
        let length = name.chars().count();
        let group = if is_identifier(&name) {
            match pattern.group_number(&name) {
                Some(group) => group as u64,
                None => {
                    return Err(PyError::new(
                        ExcKind::IndexError,
                        format!("unknown group name {}", repr_str(&name)),
                    ));
                }
            }
        } else {
            match group_number(&name) {
                None => {
                    let message = format!("bad character in group name {}", repr_str(&name));
                    return Err(self.source.error(&message, length + 1));
                }
                Some(group) if group >= MAX_GROUPS => {
                    return Err(self.source.error(&format!("invalid group reference {group}"), length + 1));
                }
                Some(group) => group,
            }
        };
        self.add_group(group, length + 1)
    }

    /// `\0` and up to two octal digits, three octal digits, or a group of one or two digits.
    fn digits(&mut self, first: char) -> PyResult<()> {
        let mut digits = first.to_string();
        if first == '0' {
            digits.push_str(&self.source.take_while(2, |c| c.is_digit(8))?);
            self.code(u32::from_str_radix(&digits, 8).unwrap_or(0) & 0xff);
            return Ok(());
        }
        digits.push_str(&self.source.take_while(1, |c| c.is_ascii_digit())?);
        if digits.len() == 2 && digits.chars().all(|c| c.is_digit(8)) {
            let third = self.source.take_while(1, |c| c.is_digit(8))?;
            if !third.is_empty() {
                digits.push_str(&third);
                return match u32::from_str_radix(&digits, 8) {
                    Ok(code) if code <= 0o377 => {
                        self.code(code);
                        Ok(())
                    }
                    _ => Err(self.source.error(
                        &format!("octal escape value \\{digits} outside of range 0-0o377"),
                        digits.len() + 1,
                    )),
                };
            }
        }
        self.add_group(digits.parse().unwrap_or(u64::MAX), digits.len())
    }

    fn escape(&mut self, c: char) -> PyResult<()> {
        let code = match c {
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            '\\' => 92,
            _ if c.is_ascii_alphabetic() => {
                return Err(self.source.error(&format!("bad escape \\{c}"), 2));
            }
            _ => {
                self.char('\\');
                self.char(c);
                return Ok(());
            }
        };
        self.code(code);
        Ok(())
    }
}
