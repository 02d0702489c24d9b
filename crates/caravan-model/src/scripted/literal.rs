//! Reads Python and JSON values, and calls with such arguments, out of running text.
//!
//! Rows of tables and records of tools arrive in prompts in one of these two notations, and so do calls
//! that somebody writes out for a model to make. The reader is lenient where both notations differ
//! (`true` and `True`, either quote) and never fails loudly: what it cannot read is prose.

use std::cell::Cell;

use serde_json::{Map, Number, Value as Json};

/// Deeper nesting than this is left as prose.
const MAX_DEPTH: usize = 48;

/// How much reading is left to be done on one text, in characters. Hostile text can make a reader start
/// over at every bracket; with the fuel used up, everything is prose.
pub(crate) struct Fuel(Cell<usize>);

impl Fuel {
    /// Enough for any honest text of this many bytes.
    pub(crate) fn for_text(length: usize) -> Fuel {
        Fuel(Cell::new(1_000_000 + 16 * length))
    }

    fn burn(&self, amount: usize) -> Option<()> {
        let left = self.0.get().checked_sub(amount);
        self.0.set(left.unwrap_or(0));
        left.map(|_| ())
    }
}

/// A value as it was written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// A number, a truth value or nothing.
    Scalar(Json),
    /// A string. `gaps` tells of an f-string's braces, or of names that were added to it with `+`.
    Text { text: String, gaps: bool },
    /// A list, tuple or set.
    List(Vec<Literal>),
    /// A dictionary, or a call of `name` when there is one.
    Record { name: String, positional: Vec<Literal>, entries: Vec<(String, Literal)> },
    /// Something else, as in `body=all_rows`: only in the arguments of a call.
    Bare(String),
}

impl Literal {
    /// Every string in the value, outermost first.
    pub(crate) fn texts<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Literal::Scalar(_) | Literal::Bare(_) => {}
            Literal::Text { text, .. } => found.push(text),
            Literal::List(items) => items.iter().for_each(|item| item.texts(found)),
            Literal::Record { positional, entries, .. } => {
                positional.iter().for_each(|item| item.texts(found));
                entries.iter().for_each(|(_, item)| item.texts(found));
            }
        }
    }

    /// The value as JSON; a call's positional arguments get their positions as names.
    pub(crate) fn to_json(&self) -> Json {
        match self {
            Literal::Scalar(json) => json.clone(),
            Literal::Text { text, .. } | Literal::Bare(text) => Json::String(text.clone()),
            Literal::List(items) => Json::Array(items.iter().map(Literal::to_json).collect()),
            Literal::Record { positional, entries, .. } => {
                let mut map = Map::new();
                for (position, item) in positional.iter().enumerate() {
                    map.insert(position.to_string(), item.to_json());
                }
                for (name, item) in entries {
                    map.insert(name.clone(), item.to_json());
                }
                Json::Object(map)
            }
        }
    }
}

/// Reads a list, tuple, dictionary or record such as `Row(name='Ada')` that starts the text; gives it and
/// the number of bytes that it took.
pub(crate) fn read_structure(text: &str, fuel: &Fuel) -> Option<(Literal, usize)> {
    let mut reader = Reader { text, at: 0, bare: false, fuel };
    let literal = reader.structure(0)?;
    Some((literal, reader.at))
}

/// Reads the arguments of a call, from its opening bracket on: `(to='x', body=rows)`, `({"to": "x"})` or
/// `{"to": "x"}`.
pub(crate) fn read_arguments(text: &str, fuel: &Fuel) -> Option<(Literal, usize)> {
    let mut reader = Reader { text, at: 0, bare: true, fuel };
    let literal = match reader.peek()? {
        '(' => reader.call(String::new(), 0)?,
        '{' => reader.dictionary(0)?,
        _ => return None,
    };
    // A single dictionary as the only argument is the arguments themselves.
    let literal = match literal {
        Literal::Record { ref positional, ref entries, .. } if entries.is_empty() => {
            match positional.as_slice() {
                [only @ Literal::Record { name, .. }] if name.is_empty() => only.clone(),
                _ => literal,
            }
        }
        other => other,
    };
    Some((literal, reader.at))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Whether things that are no literals are read as [`Literal::Bare`].
    bare: bool,
    fuel: &'a Fuel,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.fuel.burn(1)?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) && self.next().is_some() {}
    }

    fn identifier(&mut self) -> Option<&'a str> {
        if !self.peek().is_some_and(|first| first.is_alphabetic() || first == '_') {
            return None;
        }
        let rest = self.rest();
        let length =
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
        self.fuel.burn(length)?;
        self.at += length;
        rest.get(..length)
    }

    fn structure(&mut self, depth: usize) -> Option<Literal> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.peek()? {
            '[' => self.list('[', ']', depth),
            '{' => self.dictionary(depth),
            '(' => self.list('(', ')', depth),
            _ => {
                let name = self.identifier()?.to_owned();
                if self.peek()? == '(' { self.call(name, depth) } else { None }
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Literal> {
        let mut value = self.operand(depth)?;
        loop {
            let before = self.at;
            self.space();
            let plus = self.bare && self.eat("+");
            self.space();
            let continued = plus || self.peek().is_some_and(|c| c == '"' || c == '\'');
            match (&mut value, continued) {
                (Literal::Text { text, gaps }, true) => match self.operand(depth)? {
                    Literal::Text { text: more, gaps: more_gaps } => {
                        text.push_str(&more);
                        *gaps |= more_gaps;
                    }
                    _ => *gaps = true,
                },
                (_, true) if plus => {
                    self.operand(depth)?;
                }
                _ => {
                    self.at = before;
                    return Some(value);
                }
            }
        }
    }

    fn operand(&mut self, depth: usize) -> Option<Literal> {
        if depth > MAX_DEPTH {
            return None;
        }
        let start = self.at;
        if let Some(text) = self.string() {
            return Some(text);
        }
        let literal = match self.peek()? {
            '[' | '{' | '(' => self.structure(depth + 1),
            c if c.is_ascii_digit() || c == '-' || c == '+' => self.number(),
            c if c.is_alphabetic() || c == '_' => self.word(depth),
            _ => None,
        };
        // What follows a value is a separator; anything else shows that it was no literal after all.
        if literal.is_some() && self.at_end_of_value() {
            return literal;
        }
        self.at = start;
        if self.bare { self.bare_expression() } else { None }
    }

    fn at_end_of_value(&self) -> bool {
        let rest = self.rest().trim_start();
        rest.is_empty() || rest.starts_with([',', ')', ']', '}', ':', '+'])
    }

    fn word(&mut self, depth: usize) -> Option<Literal> {
        let name = self.identifier()?;
        if self.peek() == Some('(') {
            return self.call(name.to_owned(), depth + 1);
        }
        Some(Literal::Scalar(match name {
            "True" | "true" => Json::Bool(true),
            "False" | "false" => Json::Bool(false),
            "None" | "null" => Json::Null,
            _ => return None,
        }))
    }

    fn number(&mut self) -> Option<Literal> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-' | '_')))
            .unwrap_or(rest.len());
        let text: String = rest.get(..length)?.chars().filter(|c| *c != '_').collect();
        self.at += length;
        let number = match text.parse::<i64>() {
            Ok(whole) => Number::from(whole),
            Err(_) => Number::from_f64(text.parse::<f64>().ok()?)?,
        };
        Some(Literal::Scalar(Json::Number(number)))
    }

    fn bare_expression(&mut self) -> Option<Literal> {
        let start = self.at;
        let mut open = 0_usize;
        while let Some(c) = self.peek() {
            match c {
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' if open == 0 => break,
                ')' | ']' | '}' => open -= 1,
                ',' | '\n' if open == 0 => break,
                _ => {}
            }
            self.next()?;
        }
        let text = self.text.get(start..self.at)?.trim();
        (!text.is_empty() && open == 0).then(|| Literal::Bare(text.to_owned()))
    }

    fn list(&mut self, open: char, close: char, depth: usize) -> Option<Literal> {
        let mut items = Vec::new();
        self.next().filter(|c| *c == open)?;
        loop {
            self.space();
            if self.peek()? == close {
                self.next();
                return Some(Literal::List(items));
            }
            items.push(self.value(depth + 1)?);
            self.separator(close)?;
        }
    }

    fn dictionary(&mut self, depth: usize) -> Option<Literal> {
        let mut entries = Vec::new();
        self.next().filter(|c| *c == '{')?;
        loop {
            self.space();
            if self.peek()? == '}' {
                self.next();
                return Some(Literal::Record { name: String::new(), positional: Vec::new(), entries });
            }
            let key = match self.string() {
                Some(Literal::Text { text, .. }) => text,
                _ if self.bare => self.identifier()?.to_owned(),
                _ => self.number()?.to_json().to_string(),
            };
            self.space();
            if !self.eat(":") {
                return None;
            }
            self.space();
            entries.push((key, self.value(depth + 1)?));
            self.separator('}')?;
        }
    }

    fn call(&mut self, name: String, depth: usize) -> Option<Literal> {
        let (mut positional, mut entries) = (Vec::new(), Vec::new());
        self.next().filter(|c| *c == '(')?;
        loop {
            self.space();
            if self.peek()? == ')' {
                self.next();
                return Some(Literal::Record { name, positional, entries });
            }
            match self.keyword() {
                Some(keyword) => entries.push((keyword, self.value(depth + 1)?)),
                None => positional.push(self.value(depth + 1)?),
            }
            self.separator(')')?;
        }
    }

    /// The name of a keyword argument with its `=` (or, as some write, `:`).
    fn keyword(&mut self) -> Option<String> {
        let start = self.at;
        if let Some(name) = self.identifier() {
            self.space();
            if !self.rest().starts_with("==") && (self.eat("=") || (self.bare && self.eat(":"))) {
                self.space();
                return Some(name.to_owned());
            }
        }
        self.at = start;
        None
    }

    fn separator(&mut self, close: char) -> Option<()> {
        self.space();
        match self.peek()? {
            ',' => {
                self.next();
                Some(())
            }
            c if c == close => Some(()),
            _ => None,
        }
    }

    fn string(&mut self) -> Option<Literal> {
        let start = self.at;
        let (mut raw, mut formatted) = (false, false);
        while let Some(prefix @ ('r' | 'R' | 'f' | 'F' | 'b' | 'B' | 'u' | 'U')) = self.peek() {
            raw |= matches!(prefix, 'r' | 'R');
            formatted |= matches!(prefix, 'f' | 'F');
            self.next()?;
            if self.at - start > 2 {
                break;
            }
        }
        let quote = match self.peek() {
            Some(quote @ ('"' | '\'')) => quote,
            _ => {
                self.at = start;
                return None;
            }
        };
        let triple: String = std::iter::repeat_n(quote, 3).collect();
        let end = if self.eat(&triple) { triple } else { self.next().map(String::from)? };
        let mut text = String::new();
        loop {
            if self.eat(&end) {
                let gaps = formatted && text.contains('{');
                return Some(Literal::Text { text, gaps });
            }
            match self.next() {
                Some('\\') if !raw => self.escape(&mut text),
                Some(c) => text.push(c),
                None => {
                    self.at = start;
                    return None;
                }
            }
        }
    }

    fn escape(&mut self, text: &mut String) {
        match self.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('0') => text.push('\0'),
            Some('\n') | None => {}
            Some('x') => self.code_point(2, text),
            Some('u') => self.code_point(4, text),
            Some('U') => self.code_point(8, text),
            Some(c @ ('\\' | '\'' | '"' | '/')) => text.push(c),
            Some(c) => {
                text.push('\\');
                text.push(c);
            }
        }
    }

    fn code_point(&mut self, digits: usize, text: &mut String) {
        let hex = |reader: &mut Self| {
            let code = u32::from_str_radix(reader.rest().get(..digits)?, 16).ok()?;
            reader.at += digits;
            Some(code)
        };
        let Some(first) = hex(self) else {
            return text.push(char::REPLACEMENT_CHARACTER);
        };
        let code = if (0xD800..0xDC00).contains(&first) && self.eat("\\u") {
            hex(self).map_or(first, |second| 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF))
        } else {
            first
        };
        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn structure(text: &str) -> Json {
        let (literal, length) = read_structure(text, &Fuel::for_text(text.len())).unwrap();
        assert_eq!(length, text.len(), "all of {text} was read");
        literal.to_json()
    }

    fn arguments(text: &str) -> Option<(Literal, usize)> {
        read_arguments(text, &Fuel::for_text(text.len()))
    }

    #[test]
    fn rows_are_read_in_either_notation() {
        let expected = json!([{"name": "Ada", "age": 36, "ok": true, "left": null}]);
        assert_eq!(structure(r#"[{"name": "Ada", "age": 36, "ok": true, "left": null}]"#), expected);
        assert_eq!(structure("[{'name': 'Ada', 'age': 36, 'ok': True, 'left': None}]"), expected);
        assert_eq!(structure("[Row(name='Ada', age=36, ok=True, left=None)]"), expected);
    }

    #[test]
    fn escapes_of_either_notation_are_undone() {
        assert_eq!(
            structure(r#"["a\"b\n\u00e9\ud83d\ude00", 'it\'s', r"\n"]"#),
            json!(["a\"b\né😀", "it's", "\\n"])
        );
        assert_eq!(structure("['''two\nlines''', 'a' 'b']"), json!(["two\nlines", "ab"]));
    }

    #[test]
    fn prose_in_brackets_is_no_structure() {
        for text in ["[insert the data here]", "{name}", "(see above)", "{'a': 1", "[1, 2", "f(x)", "[a.b]"] {
            assert_eq!(read_structure(text, &Fuel::for_text(text.len())), None, "{text}");
        }
    }

    #[test]
    fn arguments_keep_what_is_no_literal() {
        let (literal, _) = arguments("(to='x', body=all_rows[0].text, n=-1.5) and more").unwrap();
        assert_eq!(literal.to_json(), json!({"to": "x", "body": "all_rows[0].text", "n": -1.5}));
        let (literal, _) = arguments(r#"({"to": "x"})"#).unwrap();
        assert_eq!(literal.to_json(), json!({"to": "x"}));
        let (literal, _) = arguments("('x', f'rows: {rows}', 'a' + rows)").unwrap();
        let Literal::Record { positional, .. } = literal else { panic!("a record") };
        assert_eq!(positional[1], Literal::Text { text: "rows: {rows}".into(), gaps: true });
        assert_eq!(positional[2], Literal::Text { text: "a".into(), gaps: true });
    }

    #[test]
    fn nesting_beyond_reason_is_left_as_prose() {
        assert_eq!(read_structure(&"[".repeat(100_000), &Fuel::for_text(0)), None);
    }
}
