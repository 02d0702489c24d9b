//! A look at the text before it is parsed: the parser and the compiler recurse, so depth is bounded first.
//!
//! The parser's own lexer says what is a bracket and what is text, so this look and the parser see the same
//! tokens up to the first syntax error. Behind it the parser recovers and may see others; [`raw_levels`] bounds
//! what it could see then.

use std::collections::BTreeSet;

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
    let levels = raw_levels(source);
    if levels > TOTAL {
        return Err((0, format!("a plan of more than {TOTAL} brackets and operators")));
    }
    let lines = source.bytes().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    if lines > LINES {
        return Err((0, format!("a plan of more than {LINES} lines")));
    }
    if let Some(offset) = too_many_indentations(source) {
        return Err((offset, format!("lines are indented in more than {INDENTATIONS} different ways")));
    }
    // Where all brackets of the text together are few, none of the other limits can be met.
    if levels <= BRACKETS && lines <= INDENTS && source.len() <= PARTS {
        return Ok(());
    }
    match deepest(source) {
        None => Ok(()),
        Some(problem) => Err((place(source) as u32, problem.message())),
    }
}

/// More than the levels that the parser could go down in this text, whatever it takes for text and whatever for
/// code: punctuation, and what could begin an operator that is a word.
pub(super) fn raw_levels(source: &str) -> usize {
    let bytes = source.as_bytes();
    let punctuation = bytes.iter().filter(|byte| byte.is_ascii_punctuation() && !matches!(byte, b',' | b'_'));
    let words = bytes.iter().zip(bytes.iter().skip(1)).filter(|(first, second)| {
        matches!(
            (first, second),
            (b'n', b'o')
                | (b'l', b'a')
                | (b'a', b'w' | b'n')
                | (b'i', b'f' | b'n' | b's')
                | (b'y', b'i')
                | (b'e', b'l')
                | (b'o', b'r')
        )
    });
    punctuation.count() + words.count()
}

/// Drops what the parser made of a text with errors. Behind the first error it may nest as deeply as the text is
/// long, and what is nested is dropped by recursion.
pub(super) fn discard<T>(parsed: T, source: &str) {
    with_room(raw_levels(source), || drop(parsed));
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

/// The first line that is one indentation too many. Whichever of the lines begin blocks, these cannot nest
/// deeper than there are indentations.
fn too_many_indentations(source: &str) -> Option<u32> {
    let mut known = BTreeSet::new();
    let mut offset = 0;
    for line in source.split(['\n', '\r']) {
        let indentation = line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len();
        known.insert(line.get(..indentation).unwrap_or_default());
        if known.len() > INDENTATIONS {
            return Some(offset);
        }
        offset += line.len() as u32 + 1;
    }
    None
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
