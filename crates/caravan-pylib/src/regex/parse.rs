//! Reads Python's pattern syntax, with Python's errors.

use super::Flags;
use super::escapes::Escaped;
use super::set::{Case, Item, Set};
use super::tokens::{Token, Tokens, group_number, is_identifier};
use super::tree::{At, Greed, Node, Sequence, Width, width};
use crate::error::{PyError, PyResult};
use crate::text::escape::repr_str;

/// How deep groups may nest.
const MAX_DEPTH: usize = 100;
/// The least number of repetitions that Python refuses.
const MAX_REPEAT: u64 = 4_294_967_295;
/// The most groups that Python counts.
const MAX_GROUPS: u64 = 1_073_741_823;

/// A pattern that has been read.
pub(super) struct Parsed {
    pub(super) sequence: Sequence,
    pub(super) flags: Flags,
    /// The widths of all groups, the whole pattern's (group 0) left out.
    pub(super) groups: Vec<Option<Width>>,
    /// The named groups, in the order of their numbers.
    pub(super) names: Vec<(String, usize)>,
}

/// Reads a pattern. `re.error` for a bad one, the limit `depth` for one that nests too deep.
pub(super) fn parse(pattern: &str, flags: Flags) -> PyResult<Parsed> {
    let mut parser = Parser {
        source: Tokens::new(pattern)?,
        flags,
        groups: vec![None],
        names: Vec::new(),
        behind: None,
        later: Vec::new(),
    };
    let sequence = parser.alternatives(flags, 0)?;
    let flags = parser.flags.resolved()?;
    if parser.source.next.is_some() {
        return Err(parser.source.error("unbalanced parenthesis", 0));
    }
    for &(group, position) in &parser.later {
        if group >= parser.groups.len() as u64 {
            let message = format!("invalid group reference {group}");
            return Err(parser.source.error_at(&message, position));
        }
    }
    Ok(Parsed { sequence, flags, groups: parser.groups, names: parser.names })
}

pub(super) struct Parser {
    pub(super) source: Tokens,
    /// The flags of the whole pattern.
    flags: Flags,
    /// The width of each group, none while it is open.
    pub(super) groups: Vec<Option<Width>>,
    names: Vec<(String, usize)>,
    /// Inside a look-behind: the number of groups before it.
    behind: Option<usize>,
    /// Groups that conditionals name by number, and where: they may come later.
    later: Vec<(u64, usize)>,
}

impl Parser {
    /// `a|b|c`, up to a closing parenthesis or the end.
    fn alternatives(&mut self, flags: Flags, depth: usize) -> PyResult<Sequence> {
        if depth > MAX_DEPTH {
            return Err(PyError::limit("depth", format!("the pattern nests more than {MAX_DEPTH} groups")));
        }
        let mut flags = flags;
        let mut arms = vec![self.sequence(&mut flags, depth, depth == 0)?];
        while self.source.eat('|')? {
            arms.push(self.sequence(&mut flags, depth, false)?);
        }
        match arms.pop() {
            Some(only) if arms.is_empty() => Ok(only),
            Some(last) => {
                arms.push(last);
                Ok(vec![Node::Branch(arms)])
            }
            None => Ok(Vec::new()),
        }
    }

    /// One alternative. `flags` change where it starts with global flags, which only the `first` one of all may.
    fn sequence(&mut self, flags: &mut Flags, depth: usize, first: bool) -> PyResult<Sequence> {
        let mut sequence = Vec::new();
        while let Some(token) = self.source.next {
            if matches!(token, Token::Char('|' | ')')) {
                break;
            }
            self.source.get()?;
            if flags.has(Flags::VERBOSE) {
                match token {
                    Token::Char(' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') => continue,
                    Token::Char('#') => {
                        while !matches!(self.source.get()?, None | Some(Token::Char('\n'))) {}
                        continue;
                    }
                    _ => {}
                }
            }
            match token {
                Token::Escape(c) => {
                    let node = match self.escape(c, *flags)? {
                        Escaped::Code(code) => literal(code, *flags),
                        Escaped::Category(category) => {
                            Node::Set(Box::new(Set::new(&[Item::Category(category)], false, Case::Exact)))
                        }
                        Escaped::At(at) => Node::At(at),
                        Escaped::Group(group) => Node::Reference { group, case: flags.case() },
                    };
                    sequence.push(node);
                }
                Token::Char('[') => sequence.push(self.set(*flags)?),
                Token::Char(c @ ('?' | '*' | '+' | '{')) => self.repeat(c, *flags, &mut sequence)?,
                Token::Char('.') => sequence.push(Node::Any { newline: flags.has(Flags::DOTALL) }),
                Token::Char('(') => {
                    let at_start = first && sequence.is_empty();
                    if let Some(node) = self.group(flags, depth, at_start)? {
                        sequence.push(node);
                    }
                }
                Token::Char('^') => sequence.push(Node::At(if flags.has(Flags::MULTILINE) {
                    At::LineStart
                } else {
                    At::Start
                })),
                Token::Char('$') => {
                    sequence.push(Node::At(if flags.has(Flags::MULTILINE) { At::LineEnd } else { At::End }))
                }
                Token::Char(c) => sequence.push(literal(c as u32, *flags)),
            }
        }
        Ok(sequence)
    }

    /// Whether a group may be referred to here; `offset` is that of the reference's start.
    pub(super) fn reference(&self, group: usize, offset: usize) -> PyResult<()> {
        if !self.is_closed(group) {
            return Err(self.source.error("cannot refer to an open group", offset));
        }
        self.behind_reference(group)
    }

    fn is_closed(&self, group: usize) -> bool {
        self.groups.get(group).is_some_and(Option::is_some)
    }

    fn behind_reference(&self, group: usize) -> PyResult<()> {
        match self.behind {
            None => Ok(()),
            Some(_) if !self.is_closed(group) => Err(self.source.error("cannot refer to an open group", 0)),
            Some(before) if group >= before => {
                Err(self.source.error("cannot refer to group defined in the same lookbehind subpattern", 0))
            }
            Some(_) => Ok(()),
        }
    }

    /// A quantifier, behind its first character: it takes the last element of the sequence.
    fn repeat(&mut self, c: char, flags: Flags, sequence: &mut Sequence) -> PyResult<()> {
        let here = self.source.tell();
        let (min, max) = match c {
            '?' => (0, Some(1)),
            '*' => (0, None),
            '+' => (1, None),
            _ => match self.bounds(here)? {
                Some(bounds) => bounds,
                None => {
                    sequence.push(literal('{' as u32, flags));
                    return Ok(());
                }
            },
        };
        let offset = self.source.tell() - here + 1;
        let body = match sequence.pop() {
            None | Some(Node::At(_)) => return Err(self.source.error("nothing to repeat", offset)),
            Some(Node::Repeat { .. }) => return Err(self.source.error("multiple repeat", offset)),
            Some(Node::Group(None, body)) => body,
            Some(node) => vec![node],
        };
        let greed = if self.source.eat('?')? {
            Greed::Lazy
        } else if self.source.eat('+')? {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        sequence.push(Node::Repeat { min, max, greed, body });
        Ok(())
    }

    /// `{n}`, `{n,}`, `{,m}` or `{n,m}`, behind the brace; none, and nothing taken, if the brace is a mere character.
    fn bounds(&mut self, here: usize) -> PyResult<Option<(u32, Option<u32>)>> {
        if self.source.next == Some(Token::Char('}')) {
            return Ok(None);
        }
        let low = self.source.take_while(usize::MAX, |c| c.is_ascii_digit())?;
        let high = if self.source.eat(',')? {
            self.source.take_while(usize::MAX, |c| c.is_ascii_digit())?
        } else {
            low.clone()
        };
        if !self.source.eat('}')? {
            self.source.seek(here)?;
            return Ok(None);
        }
        let min = repetitions(&low)?.unwrap_or(0);
        let max = repetitions(&high)?;
        if max.is_some_and(|max| max < min) {
            let offset = self.source.tell() - here;
            return Err(self.source.error("min repeat greater than max repeat", offset));
        }
        Ok(Some((min, max)))
    }

    /// What stands in parentheses, behind the opening one; nothing for a comment or global flags.
    fn group(&mut self, flags: &mut Flags, depth: usize, at_start: bool) -> PyResult<Option<Node>> {
        let start = self.source.tell() - 1;
        if !self.source.eat('?')? {
            return self.capture(None, *flags, depth, start).map(Some);
        }
        let Some(kind) = self.source.get()? else {
            return Err(self.source.error("unexpected end of pattern", 0));
        };
        match kind {
            Token::Char('P') => {
                if self.source.eat('<')? {
                    let name = self.source.name_until('>', "group name")?;
                    self.source.check_name(&name, 1)?;
                    return self.capture(Some(name), *flags, depth, start).map(Some);
                }
                if self.source.eat('=')? {
                    let name = self.source.name_until(')', "group name")?;
                    self.source.check_name(&name, 1)?;
                    let group = self.named_group(&name)?;
                    self.reference(group, name.chars().count() + 1)?;
                    return Ok(Some(Node::Reference { group, case: flags.case() }));
                }
                self.unknown_extension("?P")
            }
            Token::Char(':') => {
                let body = self.body(*flags, depth, start)?;
                Ok(Some(Node::Group(None, body)))
            }
            Token::Char('>') => Ok(Some(Node::Atomic(self.body(*flags, depth, start)?))),
            Token::Char('#') => loop {
                match self.source.get()? {
                    None => {
                        let offset = self.source.tell() - start;
                        return Err(self.source.error("missing ), unterminated comment", offset));
                    }
                    Some(Token::Char(')')) => return Ok(None),
                    Some(_) => {}
                }
            },
            Token::Char(c @ ('=' | '!')) => {
                let body = self.body(*flags, depth, start)?;
                Ok(Some(Node::Look { negated: c == '!', behind: false, body }))
            }
            Token::Char('<') => self.look_behind(*flags, depth, start).map(Some),
            Token::Char('(') => self.conditional(*flags, depth, start).map(Some),
            Token::Char(c) if c == '-' || Flags::of_letter(c).is_some() => {
                match self.inline_flags(c, *flags)? {
                    Some(scoped) => Ok(Some(Node::Group(None, self.body(scoped, depth, start)?))),
                    None if at_start => {
                        *flags = self.flags;
                        Ok(None)
                    }
                    None => {
                        let offset = self.source.tell() - start;
                        Err(self.source.error("global flags not at the start of the expression", offset))
                    }
                }
            }
            other => {
                let text = other.text();
                let message = format!("unknown extension ?{text}");
                Err(self.source.error(&message, text.chars().count() + 1))
            }
        }
    }

    fn unknown_extension(&mut self, prefix: &str) -> PyResult<Option<Node>> {
        match self.source.get()? {
            None => Err(self.source.error("unexpected end of pattern", 0)),
            Some(token) => {
                let text = token.text();
                let message = format!("unknown extension {prefix}{text}");
                Err(self.source.error(&message, text.chars().count() + 2))
            }
        }
    }

    /// Alternatives up to the closing parenthesis of the group that opened at `start`.
    fn body(&mut self, flags: Flags, depth: usize, start: usize) -> PyResult<Sequence> {
        let body = self.alternatives(flags, depth + 1)?;
        self.close(start)?;
        Ok(body)
    }

    fn close(&mut self, start: usize) -> PyResult<()> {
        if self.source.eat(')')? {
            return Ok(());
        }
        let offset = self.source.tell() - start;
        Err(self.source.error("missing ), unterminated subpattern", offset))
    }

    fn capture(&mut self, name: Option<String>, flags: Flags, depth: usize, start: usize) -> PyResult<Node> {
        let group = self.groups.len();
        self.groups.push(None);
        if let Some(name) = name {
            if let Some((_, old)) = self.names.iter().find(|(known, _)| *known == name) {
                let message = format!(
                    "redefinition of group name {} as group {group}; was group {old}",
                    repr_str(&name)
                );
                return Err(self.source.error(&message, name.chars().count() + 1));
            }
            self.names.push((name, group));
        }
        let body = self.body(flags, depth, start)?;
        let width = width(&body, &self.groups);
        if let Some(slot) = self.groups.get_mut(group) {
            *slot = Some(width);
        }
        Ok(Node::Group(Some(group), body))
    }

    fn named_group(&self, name: &str) -> PyResult<usize> {
        match self.names.iter().find(|(known, _)| known == name) {
            Some((_, group)) => Ok(*group),
            None => {
                let message = format!("unknown group name {}", repr_str(name));
                Err(self.source.error(&message, name.chars().count() + 1))
            }
        }
    }

    fn look_behind(&mut self, flags: Flags, depth: usize, start: usize) -> PyResult<Node> {
        let negated = match self.source.get()? {
            None => return Err(self.source.error("unexpected end of pattern", 0)),
            Some(Token::Char(c @ ('=' | '!'))) => c == '!',
            Some(token) => {
                let text = token.text();
                let message = format!("unknown extension ?<{text}");
                return Err(self.source.error(&message, text.chars().count() + 2));
            }
        };
        let outer = self.behind;
        self.behind = outer.or(Some(self.groups.len()));
        let body = self.alternatives(flags, depth + 1)?;
        self.behind = outer;
        self.close(start)?;
        Ok(Node::Look { negated, behind: true, body })
    }

    /// `(?(group)yes|no)`, behind the second parenthesis.
    fn conditional(&mut self, flags: Flags, depth: usize, start: usize) -> PyResult<Node> {
        let name = self.source.name_until(')', "group name")?;
        let length = name.chars().count();
        let group = if is_identifier(&name) {
            self.named_group(&name)?
        } else {
            let Some(number) = group_number(&name) else {
                let message = format!("bad character in group name {}", repr_str(&name));
                return Err(self.source.error(&message, length + 1));
            };
            if number == 0 {
                return Err(self.source.error("bad group number", length + 1));
            }
            if number >= MAX_GROUPS {
                return Err(self.source.error(&format!("invalid group reference {number}"), length + 1));
            }
            if !self.later.iter().any(|(known, _)| *known == number) {
                self.later.push((number, self.source.tell() - length - 1));
            }
            number as usize
        };
        self.behind_reference(group)?;
        if depth >= MAX_DEPTH {
            return Err(PyError::limit("depth", format!("the pattern nests more than {MAX_DEPTH} groups")));
        }
        let yes = self.sequence(&mut flags.clone(), depth + 1, false)?;
        let no = if self.source.eat('|')? {
            let no = self.sequence(&mut flags.clone(), depth + 1, false)?;
            if self.source.next == Some(Token::Char('|')) {
                return Err(self.source.error("conditional backref with more than two branches", 0));
            }
            no
        } else {
            Vec::new()
        };
        self.close(start)?;
        Ok(Node::Conditional { group, yes, no })
    }

    /// `i`, `-i`, `i-m`, from the letter or sign `c` on. The flags of a group, or none for flags of the whole pattern.
    fn inline_flags(&mut self, c: char, flags: Flags) -> PyResult<Option<Flags>> {
        let mut add = Flags::NONE;
        let mut remove = Flags::NONE;
        let mut c = c;
        if c != '-' {
            loop {
                let flag = Flags::of_letter(c).unwrap_or(Flags::NONE);
                if c == 'L' {
                    return Err(self
                        .source
                        .error("bad inline flags: cannot use 'L' flag with a str pattern", 0));
                }
                add = add.with(flag);
                if add.has(Flags::ASCII) && add.has(Flags::UNICODE) {
                    return Err(self
                        .source
                        .error("bad inline flags: flags 'a', 'u' and 'L' are incompatible", 0));
                }
                match self.flag_letter(&[')', '-', ':'], "missing -, : or )")? {
                    Letter::Flag(next) => c = next,
                    Letter::End(end) => {
                        c = end;
                        break;
                    }
                }
            }
            if c == ')' {
                self.flags = self.flags.with(add);
                return Ok(None);
            }
        }
        if c == '-' {
            let mut missing = "missing flag";
            let mut ends: &[char] = &[];
            loop {
                match self.flag_letter(ends, missing)? {
                    Letter::Flag('a' | 'u' | 'L') => {
                        return Err(self
                            .source
                            .error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", 0));
                    }
                    Letter::Flag(letter) => {
                        remove = remove.with(Flags::of_letter(letter).unwrap_or(Flags::NONE));
                    }
                    Letter::End(_) => break,
                }
                missing = "missing :";
                ends = &[':'];
            }
        }
        if add.bits() & remove.bits() != 0 {
            return Err(self.source.error("bad inline flags: flag turned on and off", 1));
        }
        Ok(Some(flags.scoped(add, remove)))
    }

    fn flag_letter(&mut self, ends: &[char], missing: &str) -> PyResult<Letter> {
        match self.source.get()? {
            None => Err(self.source.error(missing, 0)),
            Some(Token::Char(c)) if ends.contains(&c) => Ok(Letter::End(c)),
            Some(Token::Char(c)) if Flags::of_letter(c).is_some() => Ok(Letter::Flag(c)),
            Some(token) => {
                let letter = matches!(token, Token::Char(c) if rustpython_unicode::classify::is_alpha(c));
                Err(self.source.error(if letter { "unknown flag" } else { missing }, token.len()))
            }
        }
    }
}

enum Letter {
    Flag(char),
    End(char),
}

pub(super) fn literal(code: u32, flags: Flags) -> Node {
    match Set::of_cased(code, flags.case()) {
        Some(set) => Node::Set(Box::new(set)),
        None => Node::Literal(code),
    }
}

/// The number in a quantifier; none if it is left out.
fn repetitions(digits: &str) -> PyResult<Option<u32>> {
    if digits.is_empty() {
        return Ok(None);
    }
    match digits.parse::<u64>() {
        Ok(number) if number < MAX_REPEAT => Ok(Some(number as u32)),
        _ => Err(PyError::overflow_error("the repetition number is too large")),
    }
}
