//! A look at the text before it is parsed: the parser and the compiler recurse, so depth is bounded first.

/// Brackets within brackets, as CPython's parser allows.
const BRACKETS: usize = 200;
/// Blocks within blocks, as CPython's tokenizer allows.
const INDENTS: usize = 100;
/// Operators of one logical line: long sums nest to the left, unary operators to the right.
const OPERATORS: usize = 1000;

/// Checks that a text nests no deeper than the parser and the compiler can follow.
///
/// Strings and comments are skipped. What this scan takes for too deep is refused; what it takes for
/// shallow is shallow.
///
/// # Errors
///
/// Where it first nests too deeply, as a byte offset, and a message.
pub(super) fn check(source: &str) -> Result<(), (u32, String)> {
    let bytes = source.as_bytes();
    // The number of operators at which each open bracket began.
    let mut brackets: Vec<usize> = Vec::new();
    let mut operators = 0_usize;
    let mut indents: Vec<usize> = vec![0];
    let mut at = 0;
    let mut line_start = true;
    while let Some(&byte) = bytes.get(at) {
        if line_start && brackets.is_empty() {
            let width = bytes.iter().skip(at).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let blank = matches!(bytes.get(at + width), None | Some(b'\n' | b'\r' | b'#'));
            if !blank {
                while indents.len() > 1 && indents.last().is_some_and(|known| *known > width) {
                    indents.pop();
                }
                if indents.last().is_some_and(|known| *known < width) {
                    indents.push(width);
                }
                if indents.len() > INDENTS {
                    return Err((at as u32, format!("blocks are nested more than {INDENTS} deep")));
                }
                operators = 0;
            }
        }
        line_start = false;
        match byte {
            b'\n' => line_start = true,
            b'#' => {
                at += bytes.iter().skip(at).take_while(|byte| **byte != b'\n').count();
                continue;
            }
            b'\\' => {
                // A continued line goes on with the same expression.
                at += 2;
                continue;
            }
            b'(' | b'[' | b'{' => {
                brackets.push(operators);
                operators += 1;
                if brackets.len() > BRACKETS {
                    return Err((at as u32, format!("brackets are nested more than {BRACKETS} deep")));
                }
            }
            b')' | b']' | b'}' => operators = brackets.pop().unwrap_or(0) + 1,
            // The parts of a list lie beside each other, not within each other.
            b',' | b';' => operators = brackets.last().map_or(0, |before| before + 1),
            b'"' | b'\'' => {
                let (end, inner) = string_end(bytes, at);
                // An f-string's replacement fields are expressions; their brackets nest too.
                if inner > BRACKETS {
                    return Err((at as u32, format!("brackets are nested more than {BRACKETS} deep")));
                }
                at = end;
                operators += 1;
                continue;
            }
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'~' | b'<' | b'>' | b'=' | b'!'
            | b'@' | b'.' | b':' => operators += 1,
            _ if byte.is_ascii_alphabetic() => {
                let word = bytes
                    .iter()
                    .skip(at)
                    .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                    .count();
                let text = bytes.get(at..at + word).unwrap_or_default();
                if matches!(
                    text,
                    b"not"
                        | b"and"
                        | b"or"
                        | b"if"
                        | b"else"
                        | b"elif"
                        | b"lambda"
                        | b"await"
                        | b"in"
                        | b"is"
                        | b"yield"
                ) {
                    operators += 1;
                }
                at += word;
                if operators > OPERATORS {
                    return Err((at as u32, too_long()));
                }
                continue;
            }
            _ => {}
        }
        if operators > OPERATORS {
            return Err((at as u32, too_long()));
        }
        at += 1;
    }
    Ok(())
}

fn too_long() -> String {
    format!("an expression has more than {OPERATORS} operators")
}

/// The byte after a string literal that begins at `at`, and how deep braces and brackets nest in it.
fn string_end(bytes: &[u8], at: usize) -> (usize, usize) {
    let quote = bytes.get(at).copied().unwrap_or(b'"');
    let triple = bytes.get(at + 1) == Some(&quote) && bytes.get(at + 2) == Some(&quote);
    let mut place = if triple { at + 3 } else { at + 1 };
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'\\' => place += 1,
            b'\n' if !triple => return (place, deepest),
            b'{' | b'(' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            _ if byte == quote => {
                if !triple {
                    return (place + 1, deepest);
                }
                if bytes.get(place + 1) == Some(&quote) && bytes.get(place + 2) == Some(&quote) {
                    return (place + 3, deepest);
                }
            }
            _ => {}
        }
        place += 1;
    }
    (place, deepest)
}

/// The last bracket that nothing closes, and where it stands, as a byte offset.
pub(super) fn never_closed(source: &str) -> Option<(u32, char)> {
    let bytes = source.as_bytes();
    let mut open: Vec<(u32, u8)> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => at += bytes.iter().skip(at).take_while(|byte| **byte != b'\n').count(),
            b'"' | b'\'' => at = string_end(bytes, at).0,
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
