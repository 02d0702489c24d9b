//! Python's `textwrap`.

use std::sync::LazyLock;

use rustpython_unicode::classify::is_space;

use crate::error::{PyError, PyResult};
use crate::regex::{Flags, Pattern, Subject};

/// The options of `textwrap.TextWrapper`, with Python's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most characters in a line.
    pub width: i64,
    /// What starts the first line.
    pub initial_indent: String,
    /// What starts the other lines.
    pub subsequent_indent: String,
    /// Whether tabs become spaces first.
    pub expand_tabs: bool,
    /// Whether other white space becomes a space each.
    pub replace_whitespace: bool,
    /// Whether two spaces follow a sentence.
    pub fix_sentence_endings: bool,
    /// Whether a word longer than a line is cut.
    pub break_long_words: bool,
    /// Whether white space at the start and end of lines is dropped.
    pub drop_whitespace: bool,
    /// Whether a line may end behind a hyphen.
    pub break_on_hyphens: bool,
    /// The columns of a tab.
    pub tabsize: i64,
    /// The most lines; the last one ends in the placeholder if there would be more.
    pub max_lines: Option<i64>,
    /// What stands for the text left out.
    pub placeholder: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            width: 70,
            initial_indent: String::new(),
            subsequent_indent: String::new(),
            expand_tabs: true,
            replace_whitespace: true,
            fix_sentence_endings: false,
            break_long_words: true,
            drop_whitespace: true,
            break_on_hyphens: true,
            tabsize: 8,
            max_lines: None,
            placeholder: " [...]".to_owned(),
        }
    }
}

/// Where a text may be broken: white space, behind the hyphens of compound words, and around dashes of two hyphens or
/// more between words.
const BREAKS: &str = concat!(
    r"[\t\n\v\f\r ]+",
    r#"|(?<=[\w!"'&.,?])-{2,}(?=\w)"#,
    r"|[^\t\n\v\f\r ]+?(?:",
    r#"-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[\w!"'&.,?]-))(?=[^\d\W]-?[^\d\W])"#,
    r"|(?=[\t\n\v\f\r ]|\Z)",
    r#"|(?<=[\w!"'&.,?])(?=-{2,}\w))"#
);

/// The pattern of [`BREAKS`]; its compilation is what a test checks.
static WORDS: LazyLock<PyResult<Pattern>> = LazyLock::new(|| Pattern::compile(BREAKS, Flags::NONE));

fn is_plain_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0b' | '\x0c' | '\r' | ' ')
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

fn count(text: &str) -> i64 {
    text.chars().count() as i64
}

/// A piece of the text and its length in characters.
#[derive(Clone, Copy)]
struct Chunk<'t> {
    text: &'t str,
    length: i64,
}

impl<'t> Chunk<'t> {
    fn new(text: &'t str) -> Self {
        Chunk { text, length: count(text) }
    }

    /// Cuts the first characters off.
    fn cut(&mut self, characters: i64) -> Chunk<'t> {
        let characters = characters.clamp(0, self.length);
        let end = self
            .text
            .char_indices()
            .nth(usize::try_from(characters).unwrap_or(usize::MAX))
            .map_or(self.text.len(), |(index, _)| index);
        let (head, tail) = self.text.split_at(end);
        *self = Chunk { text: tail, length: self.length - characters };
        Chunk { text: head, length: characters }
    }
}

/// Adds to a text of at most `limit` bytes.
fn too_long(limit: usize) -> PyError {
    PyError::limit("text", format!("the wrapped text has more than {limit} bytes"))
}

/// `textwrap.wrap(text, ...)`. `ValueError` for a width that is not positive or a placeholder that does not fit, the
/// limit `text` where the lines have more than `limit` bytes together.
pub fn wrap(text: &str, options: &Options, limit: usize) -> PyResult<Vec<String>> {
    let text = munge(text, options, limit)?;
    let chunks = split(&text, options)?;
    let wrapper = Wrapper { options, limit, size: 0, lines: Vec::new() };
    wrapper.wrap(chunks)
}

/// `textwrap.fill(text, ...)`: the lines of [`wrap`] in one text.
pub fn fill(text: &str, options: &Options, limit: usize) -> PyResult<String> {
    Ok(wrap(text, options, limit)?.join("\n"))
}

/// `textwrap.shorten(text, width, ...)`: one line of words; `max_lines` of the options does not count.
pub fn shorten(text: &str, options: &Options, limit: usize) -> PyResult<String> {
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    let options = Options { max_lines: Some(1), ..options.clone() };
    fill(&words.join(" "), &options, limit)
}

/// The text with tabs and other white space as the options want it.
fn munge(text: &str, options: &Options, limit: usize) -> PyResult<String> {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' if options.expand_tabs => {
                if options.tabsize > 0 {
                    let spaces = options.tabsize - column % options.tabsize;
                    let room = limit.saturating_sub(out.len());
                    match usize::try_from(spaces) {
                        Ok(spaces) if spaces <= room => out.extend(std::iter::repeat_n(' ', spaces)),
                        _ => return Err(too_long(limit)),
                    }
                    column += spaces;
                }
            }
            _ => {
                column = if matches!(c, '\n' | '\r') { 0 } else { column + 1 };
                out.push(if options.replace_whitespace && is_plain_space(c) { ' ' } else { c });
            }
        }
    }
    Ok(out)
}

/// The pieces between which lines may be broken.
fn split<'t>(text: &'t str, options: &Options) -> PyResult<Vec<Chunk<'t>>> {
    let mut chunks = Vec::new();
    if options.break_on_hyphens {
        let words = WORDS.as_ref().map_err(Clone::clone)?;
        let subject = Subject::new(text);
        let mut scan = words.scan(&subject, 0, usize::MAX);
        let mut budget = u64::MAX;
        let mut from = 0;
        while let Some(found) = scan.next(&mut budget)? {
            let (start, end) = found.range();
            chunks.push(subject.slice(from, start));
            chunks.push(subject.slice(start, end));
            from = end;
        }
        chunks.push(subject.slice(from, subject.len()));
    } else {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let space = is_plain_space(first);
            let end = rest.find(|c| is_plain_space(c) != space).unwrap_or(rest.len());
            let (chunk, tail) = rest.split_at(end);
            chunks.push(chunk);
            rest = tail;
        }
    }
    let mut chunks: Vec<Chunk<'_>> =
        chunks.into_iter().filter(|chunk| !chunk.is_empty()).map(Chunk::new).collect();
    if options.fix_sentence_endings {
        fix_sentences(&mut chunks);
    }
    Ok(chunks)
}

/// Makes two of the one space behind a sentence.
fn fix_sentences(chunks: &mut [Chunk<'_>]) {
    let mut ended = false;
    for chunk in chunks {
        if ended && chunk.text == " " {
            *chunk = Chunk { text: "  ", length: 2 };
            ended = false;
        } else {
            ended = ends_sentence(chunk.text);
        }
    }
}

fn ends_sentence(text: &str) -> bool {
    let text = text.strip_suffix(['"', '\'']).unwrap_or(text);
    let mut back = text.chars().rev();
    matches!(back.next(), Some('.' | '!' | '?')) && back.next().is_some_and(|c| c.is_ascii_lowercase())
}

struct Wrapper<'o> {
    options: &'o Options,
    limit: usize,
    size: usize,
    lines: Vec<String>,
}

impl Wrapper<'_> {
    fn wrap(mut self, mut chunks: Vec<Chunk<'_>>) -> PyResult<Vec<String>> {
        let options = self.options;
        if options.width <= 0 {
            return Err(PyError::value_error(format!("invalid width {} (must be > 0)", options.width)));
        }
        if let Some(most) = options.max_lines {
            let indent = if most > 1 { &options.subsequent_indent } else { &options.initial_indent };
            if count(indent) + count(options.placeholder.trim_start_matches(is_space)) > options.width {
                return Err(PyError::value_error("placeholder too large for max width"));
            }
        }
        chunks.reverse();
        while !chunks.is_empty() {
            let indent =
                if self.lines.is_empty() { &options.initial_indent } else { &options.subsequent_indent };
            let width = options.width - count(indent);
            if options.drop_whitespace
                && !self.lines.is_empty()
                && chunks.last().is_some_and(|chunk| is_blank(chunk.text))
            {
                chunks.pop();
            }
            let line = self.line(&mut chunks, width);
            if line.is_empty() {
                continue;
            }
            let length: i64 = line.iter().map(|chunk| chunk.length).sum();
            let rest_is_blank = match chunks.as_slice() {
                [] => true,
                [only] => options.drop_whitespace && is_blank(only.text),
                _ => false,
            };
            let lines = self.lines.len() as i64;
            if options.max_lines.is_none_or(|most| lines + 1 < most) || (rest_is_blank && length <= width) {
                self.push(indent, &line, "")?;
            } else {
                self.last_line(indent, line, length, width)?;
                break;
            }
        }
        Ok(self.lines)
    }

    /// The chunks of the next line.
    fn line<'t>(&self, chunks: &mut Vec<Chunk<'t>>, width: i64) -> Vec<Chunk<'t>> {
        let mut line = Vec::new();
        let mut length = 0;
        while let Some(chunk) = chunks.last()
            && length + chunk.length <= width
        {
            length += chunk.length;
            line.extend(chunks.pop());
        }
        if chunks.last().is_some_and(|chunk| chunk.length > width) {
            self.long_word(chunks, &mut line, length, width);
        }
        if self.options.drop_whitespace && line.last().is_some_and(|chunk| is_blank(chunk.text)) {
            line.pop();
        }
        line
    }

    /// Cuts a word that fits in no line, or gives it a line of its own.
    fn long_word<'t>(&self, chunks: &mut Vec<Chunk<'t>>, line: &mut Vec<Chunk<'t>>, length: i64, width: i64) {
        if self.options.break_long_words {
            let space = if width < 1 { 1 } else { width - length };
            let mut end = space;
            if let Some(word) = chunks.last_mut() {
                if self.options.break_on_hyphens && word.length > space {
                    let head = word.text.chars().take(usize::try_from(space).unwrap_or(0));
                    let mut hyphen = None;
                    let mut only_hyphens = true;
                    for (index, c) in head.enumerate() {
                        if c != '-' {
                            only_hyphens = false;
                        } else if !only_hyphens {
                            hyphen = Some(index as i64);
                        }
                    }
                    end = hyphen.map_or(end, |hyphen| hyphen + 1);
                }
                line.push(word.cut(end));
                // Where the indent is wider than the line, Python would cut nothing off what is left for ever.
                if width < 0 && word.length == 0 {
                    chunks.pop();
                }
            }
        } else if line.is_empty() {
            line.extend(chunks.pop());
        }
    }

    /// The line at which the text is cut off.
    fn last_line(&mut self, indent: &str, mut line: Vec<Chunk<'_>>, length: i64, width: i64) -> PyResult<()> {
        let placeholder = self.options.placeholder.as_str();
        let mut length = length;
        while let Some(last) = line.last() {
            if !is_blank(last.text) && length + count(placeholder) <= width {
                return self.push(indent, &line, placeholder);
            }
            length -= last.length;
            line.pop();
        }
        if let Some(previous) = self.lines.last_mut() {
            let kept = previous.trim_end_matches(is_space);
            if count(kept) + count(placeholder) <= self.options.width {
                *previous = format!("{kept}{placeholder}");
                return Ok(());
            }
        }
        self.push(indent, &[], placeholder.trim_start_matches(is_space))
    }

    fn push(&mut self, indent: &str, line: &[Chunk<'_>], end: &str) -> PyResult<()> {
        let mut text = indent.to_owned();
        line.iter().for_each(|chunk| text.push_str(chunk.text));
        text.push_str(end);
        self.size = self.size.saturating_add(text.len()).saturating_add(1);
        if self.size > self.limit {
            return Err(too_long(self.limit));
        }
        self.lines.push(text);
        Ok(())
    }
}

/// `textwrap.dedent(text)`: without the white space that all lines start with; lines of nothing else become empty.
pub fn dedent(text: &str) -> String {
    let blank = |line: &str| line.chars().all(|c| matches!(c, ' ' | '\t'));
    let indent = |line: &str| -> usize { line.len() - line.trim_start_matches([' ', '\t']).len() };
    let mut margin: Option<&str> = None;
    for line in text.split('\n').filter(|line| !blank(line)) {
        let own = line.get(..indent(line)).unwrap_or("");
        margin = Some(match margin {
            None => own,
            Some(margin) => {
                let shared = margin.bytes().zip(own.bytes()).take_while(|(a, b)| a == b).count();
                own.get(..shared).unwrap_or("")
            }
        });
    }
    let margin = margin.unwrap_or("");
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| if blank(line) { "" } else { line.strip_prefix(margin).unwrap_or(line) })
        .collect();
    lines.join("\n")
}

/// `textwrap.indent(text, prefix)`: the prefix before each line that is more than white space. The limit `text` where
/// the result has more than `limit` bytes. (With a predicate of the plan's own, a caller goes over the lines itself.)
pub fn indent(text: &str, prefix: &str, limit: usize) -> PyResult<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (line, tail) = rest.split_at(line_end(rest));
        if !is_blank(line) {
            out.push_str(prefix);
        }
        out.push_str(line);
        if out.len() > limit {
            return Err(too_long(limit));
        }
        rest = tail;
    }
    Ok(out)
}

/// Where the first line ends, its line end included.
fn line_end(text: &str) -> usize {
    let ends = ['\n', '\r', '\x0b', '\x0c', '\x1c', '\x1d', '\x1e', '\u{85}', '\u{2028}', '\u{2029}'];
    match text.char_indices().find(|(_, c)| ends.contains(c)) {
        Some((index, '\r')) if text.get(index..).is_some_and(|rest| rest.starts_with("\r\n")) => index + 2,
        Some((index, c)) => index + c.len_utf8(),
        None => text.len(),
    }
}
