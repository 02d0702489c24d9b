//! Python's `re`: compiled patterns and what can be done with them, for texts.
//!
//! The matcher is our own and backtracks as CPython's does, so that spans and groups are the same; engines made
//! for speed differ in what a repeated group keeps, in `$`, in empty matches and in case. It counts its steps
//! against the caller's budget and ends with the limit `regex_time` when they are used up.
//!
//! Not there: patterns of bytes, and the flags `LOCALE` and `DEBUG`.

mod escapes;
mod matcher;
mod parse;
mod program;
mod set;
mod template;
mod tokens;
mod tree;

use std::sync::Arc;

use crate::error::{PyError, PyResult};
use crate::text::escape::repr_str;
use matcher::Matcher;
use program::Program;
use set::Case;

pub use matcher::Mode;
pub use template::Template;

pub(crate) use tokens::decimal;

/// The flags of a pattern, with the bits of Python's `re.RegexFlag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flags(u32);

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// `re.IGNORECASE`.
    pub const IGNORECASE: Flags = Flags(2);
    /// `re.LOCALE`, which no pattern of a text may have.
    pub const LOCALE: Flags = Flags(4);
    /// `re.MULTILINE`.
    pub const MULTILINE: Flags = Flags(8);
    /// `re.DOTALL`.
    pub const DOTALL: Flags = Flags(16);
    /// `re.UNICODE`.
    pub const UNICODE: Flags = Flags(32);
    /// `re.VERBOSE`.
    pub const VERBOSE: Flags = Flags(64);
    /// `re.ASCII`.
    pub const ASCII: Flags = Flags(256);

    const NAMES: [(Flags, &'static str); 6] = [
        (Flags::IGNORECASE, "re.IGNORECASE"),
        (Flags::MULTILINE, "re.MULTILINE"),
        (Flags::DOTALL, "re.DOTALL"),
        (Flags::UNICODE, "re.UNICODE"),
        (Flags::VERBOSE, "re.VERBOSE"),
        (Flags::ASCII, "re.ASCII"),
    ];

    /// The flags of these bits; bits without a meaning are dropped.
    pub fn from_bits(bits: u32) -> Self {
        Flags(bits & (2 | 4 | 8 | 16 | 32 | 64 | 256))
    }

    /// The bits, as `int(flags)` gives them.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Both these flags and the others.
    pub fn with(self, other: Flags) -> Self {
        Flags(self.0 | other.0)
    }

    /// Whether all the others are among these.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flag of an inline letter, as in `(?i)`.
    fn of_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'i' => Flags::IGNORECASE,
            'L' => Flags::LOCALE,
            'm' => Flags::MULTILINE,
            's' => Flags::DOTALL,
            'x' => Flags::VERBOSE,
            'a' => Flags::ASCII,
            'u' => Flags::UNICODE,
            _ => return None,
        })
    }

    /// The flags inside a group that adds some and removes some.
    fn scoped(self, add: Flags, remove: Flags) -> Self {
        let kinds = Flags::ASCII.0 | Flags::UNICODE.0;
        let kept = if add.0 & kinds != 0 { self.0 & !kinds } else { self.0 };
        Flags((kept | add.0) & !remove.0)
    }

    /// The flags that a pattern ends up with. `ValueError` for flags that exclude each other.
    fn resolved(self) -> PyResult<Self> {
        if self.has(Flags::LOCALE) {
            return Err(PyError::value_error("cannot use LOCALE flag with a str pattern"));
        }
        if !self.has(Flags::ASCII) {
            return Ok(self.with(Flags::UNICODE));
        }
        if self.has(Flags::UNICODE) {
            return Err(PyError::value_error("ASCII and UNICODE flags are incompatible"));
        }
        Ok(self)
    }

    fn case(self) -> Case {
        match (self.has(Flags::IGNORECASE), self.has(Flags::ASCII)) {
            (false, _) => Case::Exact,
            (true, true) => Case::Ascii,
            (true, false) => Case::Unicode,
        }
    }
}

/// A text to match against, made ready once for any number of matches. Places in it count characters.
#[derive(Clone, Debug)]
pub struct Subject<'t> {
    text: &'t str,
    /// The characters and where each starts, unless all are of one byte.
    wide: Option<(Vec<char>, Vec<usize>)>,
}

impl<'t> Subject<'t> {
    /// Makes a text ready; it takes the time and memory of its length.
    pub fn new(text: &'t str) -> Self {
        let wide = (!text.is_ascii()).then(|| {
            let mut starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
            starts.push(text.len());
            (text.chars().collect(), starts)
        });
        Subject { text, wide }
    }

    /// The number of characters.
    pub fn len(&self) -> usize {
        self.wide.as_ref().map_or(self.text.len(), |(chars, _)| chars.len())
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text itself.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The characters from `start` to `end`; empty for places that are not in the text.
    pub fn slice(&self, start: usize, end: usize) -> &'t str {
        let (start, end) = match &self.wide {
            None => (start, end),
            Some((_, starts)) => match (starts.get(start), starts.get(end)) {
                (Some(start), Some(end)) => (*start, *end),
                _ => return "",
            },
        };
        self.text.get(start..end).unwrap_or("")
    }
}

/// A compiled pattern; cheap to clone.
#[derive(Clone, Debug)]
pub struct Pattern(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    source: String,
    flags: Flags,
    /// The number of groups, the whole match left out.
    groups: usize,
    names: Vec<(String, usize)>,
    program: Program,
}

impl Pattern {
    /// `re.compile(pattern, flags)`. `re.error` for a bad pattern, `ValueError` for flags that exclude each other,
    /// `OverflowError` for a repetition beyond 4294967294, the limit `depth` for groups nested too deep.
    pub fn compile(pattern: &str, flags: Flags) -> PyResult<Self> {
        let parsed = parse::parse(pattern, flags)?;
        let program = program::compile(&parsed.sequence, &parsed.groups)?;
        Ok(Pattern(Arc::new(Compiled {
            source: pattern.to_owned(),
            flags: parsed.flags,
            groups: parsed.groups.len() - 1,
            names: parsed.names,
            program,
        })))
    }

    /// `.pattern`.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// `.flags`.
    pub fn flags(&self) -> Flags {
        self.0.flags
    }

    /// `.groups`: how many groups there are.
    pub fn groups(&self) -> usize {
        self.0.groups
    }

    /// `.groupindex`: the names of the named groups and their numbers, in the order of the numbers.
    pub fn group_names(&self) -> &[(String, usize)] {
        &self.0.names
    }

    /// The number of a named group; none if there is no such name.
    pub fn group_number(&self, name: &str) -> Option<usize> {
        self.0.names.iter().find(|(known, _)| known == name).map(|(_, group)| *group)
    }

    /// The name of a group; none if it has none.
    pub fn group_name(&self, group: usize) -> Option<&str> {
        self.0.names.iter().find(|(_, number)| *number == group).map(|(name, _)| name.as_str())
    }

    /// `repr(self)`.
    pub fn repr(&self) -> String {
        let source: String = repr_str(self.source()).chars().take(200).collect();
        // Python leaves the flag out that every pattern of a text has.
        let shown: Vec<&str> = Flags::NAMES
            .iter()
            .filter(|(flag, _)| self.flags().has(*flag) && *flag != Flags::UNICODE)
            .map(|(_, name)| *name)
            .collect();
        if shown.is_empty() {
            format!("re.compile({source})")
        } else {
            format!("re.compile({source}, {})", shown.join("|"))
        }
    }

    /// `search`, `match` or `fullmatch` of the characters from `pos` to `end` (cut to the text; `^` and look-behind
    /// see what is before `pos`, nothing sees what is behind `end`). `budget` is what steps may be taken, and what is
    /// left. The limits `regex_time` and `regex_memory`.
    pub fn find(
        &self,
        subject: &Subject<'_>,
        pos: usize,
        end: usize,
        mode: Mode,
        budget: &mut u64,
    ) -> PyResult<Option<Match>> {
        self.find_from(subject, pos, end, mode, false, budget)
    }

    fn find_from(
        &self,
        subject: &Subject<'_>,
        pos: usize,
        end: usize,
        mode: Mode,
        not_empty: bool,
        budget: &mut u64,
    ) -> PyResult<Option<Match>> {
        let (pos, end) = (pos.min(subject.len()), end.min(subject.len()));
        if pos > end {
            return Ok(None);
        }
        let (program, groups) = (&self.0.program, self.0.groups);
        let found = match &subject.wide {
            None => {
                let text = matcher::Text::up_to(subject.text.as_bytes(), end);
                Matcher::new(program, groups, text).find(pos, mode, not_empty, budget)?
            }
            Some((chars, _)) => {
                let text = matcher::Text::up_to(chars.as_slice(), end);
                Matcher::new(program, groups, text).find(pos, mode, not_empty, budget)?
            }
        };
        Ok(found.map(Match::new))
    }

    /// `finditer`: the matches one after the other, none overlapping. A match may be empty, but not where the one
    /// before it ended if that was empty too.
    pub fn scan<'p, 's, 't>(&'p self, subject: &'s Subject<'t>, pos: usize, end: usize) -> Scan<'p, 's, 't> {
        Scan { pattern: self, subject, next: pos, end, after_empty: false, done: false }
    }

    /// `findall`. `limit` bounds the bytes of all results together (limit `text`), besides the limits of
    /// [`Pattern::find`].
    pub fn find_all(
        &self,
        subject: &Subject<'_>,
        pos: usize,
        end: usize,
        limit: usize,
        budget: &mut u64,
    ) -> PyResult<Vec<FindAllItem>> {
        let mut scan = self.scan(subject, pos, end);
        let mut items = Vec::new();
        let mut size = 0_usize;
        while let Some(found) = scan.next(budget)? {
            let text = |group| found.text(group, subject).unwrap_or("").to_owned();
            let item = match self.groups() {
                0 => FindAllItem::Text(text(0)),
                1 => FindAllItem::Text(text(1)),
                groups => FindAllItem::Groups((1..=groups).map(text).collect()),
            };
            size = size.saturating_add(match &item {
                FindAllItem::Text(text) => text.len(),
                FindAllItem::Groups(texts) => texts.iter().map(String::len).sum(),
            });
            check_size(size, limit)?;
            items.push(item);
        }
        Ok(items)
    }

    /// `split(text, maxsplit)`, 0 for no bound: the pieces between matches, and each match's groups (none where a
    /// group did not match) between those. `limit` bounds the bytes of all pieces together (limit `text`).
    pub fn split(
        &self,
        subject: &Subject<'_>,
        most: usize,
        limit: usize,
        budget: &mut u64,
    ) -> PyResult<Vec<Option<String>>> {
        let mut scan = self.scan(subject, 0, usize::MAX);
        let mut pieces = Vec::new();
        let mut from = 0;
        let mut size = 0_usize;
        let mut count = 0;
        while (most == 0 || count < most)
            && let Some(found) = scan.next(budget)?
        {
            let (start, end) = found.range();
            pieces.push(Some(subject.slice(from, start).to_owned()));
            for group in 1..=self.groups() {
                let text = found.text(group, subject);
                size = size.saturating_add(text.map_or(0, str::len));
                pieces.push(text.map(str::to_owned));
            }
            check_size(size, limit)?;
            from = end;
            count += 1;
        }
        pieces.push(Some(subject.slice(from, subject.len()).to_owned()));
        Ok(pieces)
    }

    /// `subn(template, text, count)`, 0 for no bound: the new text and the number of replacements. `limit` bounds the
    /// bytes of the new text (limit `text`). For a replacement that is computed use [`Pattern::scan`].
    pub fn substitute(
        &self,
        template: &Template,
        subject: &Subject<'_>,
        count: usize,
        limit: usize,
        budget: &mut u64,
    ) -> PyResult<(String, usize)> {
        let mut scan = self.scan(subject, 0, usize::MAX);
        let mut out = String::new();
        let mut from = 0;
        let mut done = 0;
        while (count == 0 || done < count)
            && let Some(found) = scan.next(budget)?
        {
            let (start, end) = found.range();
            out.push_str(subject.slice(from, start));
            template.expand_into(&found, subject, &mut out, limit)?;
            check_size(out.len(), limit)?;
            from = end;
            done += 1;
        }
        out.push_str(subject.slice(from, subject.len()));
        check_size(out.len(), limit)?;
        Ok((out, done))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source() == other.source() && self.flags() == other.flags()
    }
}

fn check_size(size: usize, limit: usize) -> PyResult<()> {
    if size > limit {
        return Err(PyError::limit("text", format!("the pattern's results have more than {limit} bytes")));
    }
    Ok(())
}

/// One entry of `findall`'s list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindAllItem {
    /// The match, or its one group.
    Text(String),
    /// All groups of the match, as a tuple.
    Groups(Vec<String>),
}

/// The matches of `finditer`.
#[derive(Clone, Debug)]
pub struct Scan<'p, 's, 't> {
    pattern: &'p Pattern,
    subject: &'s Subject<'t>,
    next: usize,
    end: usize,
    after_empty: bool,
    done: bool,
}

impl Scan<'_, '_, '_> {
    /// The next match. The limits of [`Pattern::find`].
    pub fn next(&mut self, budget: &mut u64) -> PyResult<Option<Match>> {
        if self.done {
            return Ok(None);
        }
        let found = self.pattern.find_from(
            self.subject,
            self.next,
            self.end,
            Mode::Search,
            self.after_empty,
            budget,
        )?;
        match &found {
            Some(found) => {
                let (start, end) = found.range();
                self.next = end;
                self.after_empty = start == end;
            }
            None => self.done = true,
        }
        Ok(found)
    }
}

/// Where a pattern matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    slots: Vec<u32>,
    last_group: Option<usize>,
}

impl Match {
    fn new(found: matcher::Found) -> Self {
        Match { slots: found.slots, last_group: found.last_group }
    }

    /// Where the whole match starts and ends.
    pub fn range(&self) -> (usize, usize) {
        self.span(0).unwrap_or((0, 0))
    }

    /// The number of groups, the whole match left out.
    pub fn groups(&self) -> usize {
        self.slots.len() / 2 - 1
    }

    /// Where a group starts and ends, 0 for the whole match; none if it did not match, or there is none.
    pub fn span(&self, group: usize) -> Option<(usize, usize)> {
        let start = *self.slots.get(group.checked_mul(2)?)?;
        let end = *self.slots.get(group.checked_mul(2)?.checked_add(1)?)?;
        (start != u32::MAX && end != u32::MAX).then_some((start as usize, end as usize))
    }

    /// The text of a group; none if it did not match, or there is none.
    pub fn text<'t>(&self, group: usize, subject: &Subject<'t>) -> Option<&'t str> {
        self.span(group).map(|(start, end)| subject.slice(start, end))
    }

    /// `.lastindex`: the group that closed last.
    pub fn last_index(&self) -> Option<usize> {
        self.last_group
    }

    /// `repr(self)`.
    pub fn repr(&self, subject: &Subject<'_>) -> String {
        let (start, end) = self.range();
        let text = repr_str(self.text(0, subject).unwrap_or(""));
        format!("<re.Match object; span=({start}, {end}), match={text}>")
    }
}

/// `re.escape(text)`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '(' | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '?'
                | '*'
                | '+'
                | '-'
                | '|'
                | '^'
                | '$'
                | '\\'
                | '.'
                | '&'
                | '~'
                | '#'
                | ' '
                | '\t'
                | '\n'
                | '\r'
                | '\x0b'
                | '\x0c'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
