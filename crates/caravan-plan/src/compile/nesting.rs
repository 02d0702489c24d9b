//! A look at the text before it is parsed: the parser and the compiler recurse, so depth is bounded first.
//!
//! The parser's own lexer says what is a bracket and what is text, so this look and the parser see the same
//! tokens up to the first syntax error. Behind it the parser recovers and may see others; [`Raw`] bounds
//! what it could see then.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, lexer};

use crate::stack::with_room;

/// Brackets within brackets, as CPython's parser allows; a formatted string counts as one.
const BRACKETS: usize = 200;
/// Blocks within blocks, as CPython's tokenizer allows.
const INDENTS: usize = 100;
/// Operators of one expression: long sums nest to the left, unary operators to the right.
const OPERATORS: usize = 1000;
/// More levels than a text that passes has.
pub(crate) const DEEPEST: usize = OPERATORS + BRACKETS + 2 * INDENTS;
/// Different indentations of all lines together.
const INDENTATIONS: usize = 200;
/// Bytes of a plan.
const LENGTH: usize = 4 << 20;
/// Punctuation and operators of a whole plan.
const TOTAL: usize = 1 << 18;
/// Lines of a plan, and parts of one statement: the compiler counts both with 16 bits.
const LINES: usize = 50_000;
const PARTS: usize = 50_000;
/// Checks that a text nests no deeper than the parser and the compiler can follow.
///
/// # Errors
///
/// Where it first nests too deeply, as a byte offset, and a message.
pub(super) fn check(source: &str) -> Result<(), (u32, String)> {
    if source.len() > LENGTH {
        return Err((0, format!("a plan of more than {LENGTH} bytes")));
    }
    let raw = Raw::of(source);
    if raw.levels > TOTAL {
        return Err((0, format!("a plan of more than {TOTAL} brackets and operators")));
    }
    let indentations = match indentations(source) {
        Ok((_, lines)) if lines > LINES => {
            return Err((0, format!("a plan of more than {LINES} lines")));
        }
        Ok((indentations, _)) => indentations,
        Err(offset) => {
            return Err((offset, format!("lines are indented in more than {INDENTATIONS} different ways")));
        }
    };
    // Where all levels of the text together are few, none of the other limits can be met.
    if raw.levels <= OPERATORS && raw.brackets <= BRACKETS && indentations <= INDENTS && source.len() <= PARTS
    {
        return Ok(());
    }
    match deepest(source) {
        None => Ok(()),
        Some(problem) => Err((place(source) as u32, problem.message())),
    }
}

/// What the bytes of a text count up to, whatever it takes for text and whatever for code.
#[derive(Debug, Default, PartialEq, Eq)]
struct Raw {
    /// More than the levels that the parser could go down: punctuation, and what could begin an operator that is a
    /// word.
    levels: usize,
    /// More than the brackets and formatted strings that could be open at once.
    brackets: usize,
}

/// What a byte may be, as far as it counts. The letters are those that operators begin with which are words, those that
/// come second in them, and those that stand before the quote of a formatted string.
const OTHER: u8 = 0;
const OPENS: u8 = 1;
const QUOTE: u8 = 2;
const PUNCTUATION: u8 = 3;
const LETTERS: &[u8] = b"nolawifsyer";
const PREFIX: u8 = 15;

fn kind_of(byte: u8) -> u8 {
    match byte {
        b'(' | b'[' | b'{' => OPENS,
        b'"' | b'\'' => QUOTE,
        b',' | b'_' => OTHER,
        byte if byte.is_ascii_punctuation() => PUNCTUATION,
        b't' | b'T' | b'F' | b'R' => PREFIX,
        byte => match LETTERS.iter().position(|letter| *letter == byte) {
            Some(place) => PUNCTUATION + 1 + place as u8,
            None => OTHER,
        },
    }
}

/// What two bytes of these kinds count, the second of them: brackets in the upper half, levels in the lower.
fn counts(first: u8, second: u8) -> u64 {
    let letter = |kind: u8| LETTERS.get(usize::from(kind.wrapping_sub(PUNCTUATION + 1))).copied();
    let is_prefix = first == PREFIX || matches!(letter(first), Some(b'f' | b'r'));
    let bracket = second == OPENS || second == QUOTE && is_prefix;
    let level = matches!(second, OPENS | QUOTE | PUNCTUATION);
    let word = matches!(
        (letter(first), letter(second)),
        (Some(b'n'), Some(b'o'))
            | (Some(b'l'), Some(b'a'))
            | (Some(b'a'), Some(b'w' | b'n'))
            | (Some(b'i'), Some(b'f' | b'n' | b's'))
            | (Some(b'y'), Some(b'i'))
            | (Some(b'e'), Some(b'l'))
            | (Some(b'o'), Some(b'r'))
    );
    (u64::from(bracket) << 32) | (u64::from(level) + u64::from(word))
}

impl Raw {
    fn of(source: &str) -> Raw {
        // A plan is often short: two look-ups a byte, and nothing to decide.
        static KINDS: LazyLock<[u8; 256]> = LazyLock::new(|| std::array::from_fn(|byte| kind_of(byte as u8)));
        static COUNTS: LazyLock<[u64; 256]> =
            LazyLock::new(|| std::array::from_fn(|pair| counts(pair as u8 >> 4, pair as u8 & 15)));
        let (kinds, counts): (&[u8; 256], &[u64; 256]) = (&KINDS, &COUNTS);
        let (mut all, mut before) = (0, OTHER);
        for byte in source.bytes() {
            let kind = kinds.get(usize::from(byte)).copied().unwrap_or(PUNCTUATION);
            all += counts.get(usize::from(before << 4 | kind)).copied().unwrap_or(1);
            before = kind;
        }
        Raw { levels: (all & u64::from(u32::MAX)) as usize, brackets: (all >> 32) as usize }
    }
}

/// Drops what the parser made of a text with errors. Behind the first error it may nest as deeply as the text is
/// long, and what is nested is dropped by recursion.
pub(super) fn discard<T>(parsed: T, source: &str) {
    with_room(Raw::of(source).levels, || drop(parsed));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Problem {
    Parts,
    Brackets,
    Indents,
    Operators,
}

impl Problem {
    fn message(self) -> String {
        match self {
            Problem::Parts => format!("a statement has more than {PARTS} parts"),
            Problem::Brackets => format!("brackets are nested more than {BRACKETS} deep"),
            Problem::Indents => format!("blocks are nested more than {INDENTS} deep"),
            Problem::Operators => format!("an expression has more than {OPERATORS} operators"),
        }
    }
}

/// What is open at a place of the text.
#[derive(Default)]
struct Level {
    /// Operators that are around what comes next.
    operators: usize,
    /// How many there were at the begin of this bracket, or line.
    base: usize,
    /// Lambdas whose parameters are not ended yet: a comma among these ends no expression.
    lambdas: usize,
}

/// The first limit that the tokens of a text meet.
fn deepest(source: &str) -> Option<Problem> {
    let mut lexer = lexer::lex(source, Mode::Module);
    let mut levels = vec![Level::default()];
    let (mut indents, mut parts) = (0_usize, 0_usize);
    loop {
        let token = lexer.next_token();
        let level = match levels.last_mut() {
            Some(level) => level,
            None => {
                levels.push(Level::default());
                continue;
            }
        };
        parts += usize::from(token == TokenKind::Comma);
        if parts > PARTS {
            return Some(Problem::Parts);
        }
        match token {
            TokenKind::EndOfFile => return None,
            TokenKind::Newline => {
                parts = 0;
                levels.truncate(1);
                levels.iter_mut().for_each(|level| *level = Level::default());
            }
            TokenKind::Indent => {
                indents += 1;
                if indents > INDENTS {
                    return Some(Problem::Indents);
                }
            }
            TokenKind::Dedent => indents = indents.saturating_sub(1),
            TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::FStringStart
            | TokenKind::TStringStart => {
                let base = level.operators + 1;
                levels.push(Level { operators: base, base, lambdas: 0 });
                if levels.len() > BRACKETS + 1 {
                    return Some(Problem::Brackets);
                }
            }
            TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::FStringEnd
            | TokenKind::TStringEnd => {
                if levels.len() > 1 {
                    levels.pop();
                }
                // What follows a bracket has it as its operand: a call, a subscript.
                if let Some(level) = levels.last_mut() {
                    level.operators += usize::from(!token.is_interpolated_string_end());
                }
            }
            TokenKind::Comma | TokenKind::Semi if level.lambdas == 0 => level.operators = level.base,
            TokenKind::Lambda => {
                level.lambdas += 1;
                level.operators += 1;
            }
            TokenKind::Colon => {
                level.lambdas = level.lambdas.saturating_sub(1);
                level.operators += 1;
            }
            _ if is_operator(token) => level.operators += 1,
            _ => {}
        }
        if levels.last().is_some_and(|level| level.operators > OPERATORS) {
            return Some(Problem::Operators);
        }
    }
}

fn is_operator(token: TokenKind) -> bool {
    token.is_operator()
        || matches!(
            token,
            TokenKind::And
                | TokenKind::Or
                | TokenKind::Not
                | TokenKind::If
                | TokenKind::Else
                | TokenKind::For
                | TokenKind::In
                | TokenKind::Is
                | TokenKind::Await
                | TokenKind::Yield
                | TokenKind::Dot
        )
}

/// The end of the shortest text that meets a limit, given that `source` does: the lexer tells no places.
fn place(source: &str) -> usize {
    let (mut fits, mut fails) = (0, source.len());
    while fits + 1 < fails {
        let middle = source.floor_char_boundary(fits + (fails - fits) / 2);
        if middle <= fits {
            break;
        }
        match deepest(source.get(..middle).unwrap_or_default()) {
            Some(_) => fails = middle,
            None => fits = middle,
        }
    }
    fits
}

/// How many different indentations the lines have, and how many ends of lines there are. Whichever of the lines begin
/// blocks, these cannot nest deeper than there are indentations.
///
/// # Errors
///
/// Where the first line begins that is one indentation too many.
fn indentations(source: &str) -> Result<(usize, usize), u32> {
    let mut known = BTreeSet::new();
    // Most lines are indented as the one before, or as few others are.
    let mut last: &[u8] = &[];
    known.insert(last);
    let (mut offset, mut ends) = (0, 0);
    for line in source.as_bytes().split(|byte| matches!(byte, b'\n' | b'\r')) {
        let end = line.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\x0c')).unwrap_or(line.len());
        let indentation = line.get(..end).unwrap_or_default();
        if indentation != last {
            known.insert(indentation);
            last = indentation;
            if known.len() > INDENTATIONS {
                return Err(offset);
            }
        }
        offset += line.len() as u32 + 1;
        ends += 1;
    }
    Ok((known.len(), ends - 1))
}

/// The last bracket that nothing closes, and where it stands, as a byte offset.
pub(super) fn never_closed(source: &str) -> Option<(u32, char)> {
    let bytes = source.as_bytes();
    let mut open: Vec<(u32, u8)> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => at += bytes.iter().skip(at).take_while(|byte| **byte != b'\n').count(),
            b'"' | b'\'' => at = string_end(bytes, at),
            _ => {
                match byte {
                    b'(' | b'[' | b'{' => open.push((at as u32, byte)),
                    b')' | b']' | b'}' => {
                        open.pop();
                    }
                    _ => {}
                }
                at += 1;
            }
        }
    }
    open.last().map(|(at, bracket)| (*at, char::from(*bracket)))
}

/// The byte after a string literal that begins at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at).copied().unwrap_or(b'"');
    let triple = bytes.get(at + 1) == Some(&quote) && bytes.get(at + 2) == Some(&quote);
    let mut place = if triple { at + 3 } else { at + 1 };
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'\\' => place += 1,
            b'\n' if !triple => return place,
            _ if byte != quote => {}
            _ if !triple => return place + 1,
            _ if bytes.get(place + 1) == Some(&quote) && bytes.get(place + 2) == Some(&quote) => {
                return place + 3;
            }
            _ => {}
        }
        place += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::{BRACKETS, OPERATORS, Raw, check, deepest};

    #[test]
    fn bytes_count_as_what_they_could_be() {
        for (text, levels, brackets) in [
            ("", 0, 0),
            ("total = price", 1, 0),
            ("f(x)[1:2]", 5, 2),
            ("print(f'{x}', rf\"a\", t'b', 'c')", 13, 5),
            ("a_b, c_d", 0, 0),
            ("not a and b or c if d else e", 5, 0),
            ("x is not y in z", 3, 0),
            ("lambda: await x", 3, 0),
            ("naïve", 0, 0),
        ] {
            assert_eq!(Raw::of(text), Raw { levels, brackets }, "{text}");
        }
    }

    /// What is let through without a look at its tokens meets no limit of theirs.
    #[test]
    fn a_text_of_few_levels_meets_no_limit() {
        let rows = [
            ("f'{", "x", "}'"),
            ("(", "x", ")"),
            ("not ", "x", ""),
            ("-", "x", ""),
            ("lambda: ", "x", ""),
            ("x if y else ", "x", ""),
            ("x or ", "x", ""),
            ("x[", "0", "]"),
        ];
        for (open, inner, close) in rows {
            for depth in [10, 100, BRACKETS - 1, BRACKETS + 1, OPERATORS / 2, OPERATORS - 1, OPERATORS + 1] {
                let text = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
                assert_eq!(check(&text).is_ok(), deepest(&text).is_none(), "{open} {depth}");
            }
        }
    }
}
