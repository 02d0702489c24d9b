//! Escapes and sets of characters in a pattern.

use super::Flags;
use super::parse::{Parser, literal};
use super::set::{Category, Class, Item, Set};
use super::tokens::{Token, Tokens};
use super::tree::{At, Node};
use crate::error::PyResult;
use crate::text::escape::repr_str;

/// What an escape stands for.
pub(super) enum Escaped {
    Code(u32),
    Category(Category),
    At(At),
    Group(usize),
}

impl Parser {
    /// `[...]`, behind the bracket.
    pub(super) fn set(&mut self, flags: Flags) -> PyResult<Node> {
        let start = self.source.tell() - 1;
        let unterminated =
            |source: &Tokens| source.error("unterminated character set", source.tell() - start);
        let negated = self.source.eat('^')?;
        let mut items = Vec::new();
        loop {
            let Some(from) = self.source.get()? else { return Err(unterminated(&self.source)) };
            if from == Token::Char(']') && !items.is_empty() {
                break;
            }
            let (low, low_text) = self.set_member(from, flags)?;
            if !self.source.eat('-')? {
                items.push(low);
                continue;
            }
            let Some(to) = self.source.get()? else { return Err(unterminated(&self.source)) };
            if to == Token::Char(']') {
                items.push(low);
                items.push(Item::Range('-' as u32, '-' as u32));
                break;
            }
            let (high, high_text) = self.set_member(to, flags)?;
            match (low, high) {
                (Item::Range(low, _), Item::Range(high, _)) if low <= high => {
                    items.push(Item::Range(low, high));
                }
                _ => {
                    let message = format!("bad character range {low_text}-{high_text}");
                    let length = low_text.chars().count() + 1 + high_text.chars().count();
                    return Err(self.source.error(&message, length));
                }
            }
        }
        Ok(match items.as_slice() {
            [Item::Range(low, high)] if low == high && !negated => literal(*low, flags),
            _ => Node::Set(Box::new(Set::new(&items, negated, flags.case()))),
        })
    }

    /// A member of a set, and how messages name it.
    fn set_member(&mut self, token: Token, flags: Flags) -> PyResult<(Item, String)> {
        let item = match token {
            Token::Char(c) => Item::Range(c as u32, c as u32),
            Token::Escape(c) => match category(c, flags) {
                Some(category) => Item::Category(category),
                None => {
                    let code = self.set_escape(c)?;
                    Item::Range(code, code)
                }
            },
        };
        Ok((item, token.text()))
    }

    /// The code of an escape in a set.
    fn set_escape(&mut self, c: char) -> PyResult<u32> {
        if let Some(code) = control(c).or((c == 'b').then_some(8)) {
            return Ok(code);
        }
        match c {
            'x' | 'u' | 'U' | 'N' => self.code_escape(c),
            '0'..='7' => {
                let digits = format!("{c}{}", self.source.take_while(2, |c| c.is_digit(8))?);
                self.octal(&digits)
            }
            _ if c.is_ascii_alphanumeric() => Err(self.source.error(&format!("bad escape \\{c}"), 2)),
            _ => Ok(c as u32),
        }
    }

    /// `\x`, `\u`, `\U` and `\N`.
    fn code_escape(&mut self, c: char) -> PyResult<u32> {
        if c == 'N' {
            if !self.source.eat('{')? {
                return Err(self.source.error("missing {", 0));
            }
            let name = self.source.name_until('}', "character name")?;
            return match rustpython_unicode::lookup_character(&name) {
                Some(found) => Ok(found as u32),
                None => Err(self.source.error(
                    &format!("undefined character name {}", repr_str(&name)),
                    name.chars().count() + 4,
                )),
            };
        }
        let length = match c {
            'x' => 2,
            'u' => 4,
            _ => 8,
        };
        let digits = self.source.take_while(length, |c| c.is_ascii_hexdigit())?;
        let escape = format!("\\{c}{digits}");
        if digits.len() != length {
            return Err(self.source.error(&format!("incomplete escape {escape}"), escape.len()));
        }
        match u32::from_str_radix(&digits, 16) {
            Ok(code) if code <= 0x10_ffff => Ok(code),
            _ => Err(self.source.error(&format!("bad escape {escape}"), escape.len())),
        }
    }

    fn octal(&self, digits: &str) -> PyResult<u32> {
        match u32::from_str_radix(digits, 8) {
            Ok(code) if code <= 0o377 => Ok(code),
            _ => Err(self
                .source
                .error(&format!("octal escape value \\{digits} outside of range 0-0o377"), digits.len() + 1)),
        }
    }

    /// An escape outside a set.
    pub(super) fn escape(&mut self, c: char, flags: Flags) -> PyResult<Escaped> {
        if let Some(category) = category(c, flags) {
            return Ok(Escaped::Category(category));
        }
        let ascii = flags.has(Flags::ASCII);
        match c {
            'A' => return Ok(Escaped::At(At::Start)),
            'Z' => return Ok(Escaped::At(At::Last)),
            'b' | 'B' => return Ok(Escaped::At(At::WordBoundary { negated: c == 'B', ascii })),
            _ => {}
        }
        if let Some(code) = control(c) {
            return Ok(Escaped::Code(code));
        }
        match c {
            'x' | 'u' | 'U' | 'N' => self.code_escape(c).map(Escaped::Code),
            '0' => {
                let digits = format!("0{}", self.source.take_while(2, |c| c.is_digit(8))?);
                self.octal(&digits).map(Escaped::Code)
            }
            '1'..='9' => self.number_escape(c),
            _ if c.is_ascii_alphabetic() => Err(self.source.error(&format!("bad escape \\{c}"), 2)),
            _ => Ok(Escaped::Code(c as u32)),
        }
    }

    /// Three octal digits are a character, else one or two digits are a group.
    fn number_escape(&mut self, first: char) -> PyResult<Escaped> {
        let mut digits = first.to_string();
        digits.push_str(&self.source.take_while(1, |c| c.is_ascii_digit())?);
        if digits.len() == 2 && digits.chars().all(|c| c.is_digit(8)) {
            let third = self.source.take_while(1, |c| c.is_digit(8))?;
            if !third.is_empty() {
                digits.push_str(&third);
                return self.octal(&digits).map(Escaped::Code);
            }
        }
        let group: usize = digits.parse().unwrap_or(usize::MAX);
        if group >= self.groups.len() {
            let message = format!("invalid group reference {group}");
            return Err(self.source.error(&message, digits.len()));
        }
        self.reference(group, digits.len() + 1)?;
        Ok(Escaped::Group(group))
    }
}

/// The code of an escape for a control character or the backslash.
fn control(c: char) -> Option<u32> {
    Some(match c {
        'a' => 7,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        '\\' => 92,
        _ => return None,
    })
}

fn category(c: char, flags: Flags) -> Option<Category> {
    let class = match c {
        'd' | 'D' => Class::Digit,
        's' | 'S' => Class::Space,
        'w' | 'W' => Class::Word,
        _ => return None,
    };
    Some(Category { class, negated: c.is_ascii_uppercase(), ascii: flags.has(Flags::ASCII) })
}
