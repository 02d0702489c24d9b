//! Expressions of a wanted kind, from the tables.

use super::choices::Choices;
use super::literals as of;
use super::templates::of_kind;

/// A variable that a program has, and the kind of its value.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: u8,
}

/// The kinds that values have.
pub const KINDS: &[u8] = b"iiifsssslLmdDtFbyauwzkST";

/// The kinds whose values look the same in every run: sets do not.
const SHOWN: &[u8] = b"iiifsssslLmdDtFbyauwzk?";

/// What writes expressions: the choices, and the variables that they can use.
pub struct Writer<'a> {
    pub choices: Choices<'a>,
    pub variables: Vec<Variable>,
    /// Further templates, by kind: the tools and agents of a fuzz target.
    pub calls: &'a [(u8, &'a str)],
}

impl Writer<'_> {
    /// An expression of a kind, with parts within parts down to `depth`; now and then one of another kind.
    pub fn expression(&mut self, kind: u8, depth: usize) -> String {
        let kind = if kind == b'x' || self.choices.one_in(40) { *self.choices.pick(SHOWN) } else { kind };
        if depth == 0 || self.choices.below(5) < 2 {
            return self.atom(kind);
        }
        if !self.calls.is_empty() && self.choices.one_in(12) {
            let fitting: Vec<&str> =
                self.calls.iter().filter(|(of, _)| *of == kind).map(|(_, template)| *template).collect();
            if !fitting.is_empty() {
                let template = *self.choices.pick(&fitting);
                return self.fill(template, depth - 1);
            }
        }
        let templates = of_kind(kind);
        if templates.is_empty() {
            return self.atom(kind);
        }
        let template = *self.choices.pick(templates);
        let text = self.fill(template, depth - 1);
        format!("({text})")
    }

    /// A template with its parts filled in.
    pub fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut text = String::new();
        let formatted = template.contains("f'");
        let mut chars = template.chars();
        while let Some(c) = chars.next() {
            if c != '$' {
                text.push(c);
                continue;
            }
            match chars.next() {
                Some('$') => text.push('$'),
                Some(kind) if kind.is_ascii_alphabetic() => {
                    let part = self.part(kind as u8, depth);
                    // Before 3.12 no quote can stand within a formatted string that it delimits.
                    if formatted && part.contains(['\'', '"', '\\', '#', '{', '}']) {
                        text.push_str(&self.plain(kind as u8));
                    } else if chars.clone().next() == Some('.')
                        && part.starts_with(|c: char| c.is_ascii_digit())
                    {
                        // `1.real` is no expression.
                        text.push_str(&format!("({part})"));
                    } else {
                        text.push_str(&part);
                    }
                }
                other => {
                    text.push('$');
                    text.extend(other);
                }
            }
        }
        text
    }

    fn part(&mut self, kind: u8, depth: usize) -> String {
        let from = match kind {
            b'n' => &["0", "1", "2", "3", "4", "5"][..],
            b'c' => of::CHARACTERS,
            b'p' => of::FORMATS,
            b'P' => of::DATE_FORMATS,
            b'r' => of::PATTERNS,
            b'R' => of::REPLACEMENTS,
            b'j' => of::JSON_TEXTS,
            b'q' => of::PERCENTS,
            _ => return self.expression(kind, depth),
        };
        (*self.choices.pick(from)).to_owned()
    }

    /// A variable of the kind, or else a number.
    fn plain(&mut self, kind: u8) -> String {
        let known = self.variables.iter().find(|variable| variable.kind == kind);
        known.map_or_else(|| format!("({})", self.choices.below(100)), |variable| variable.name.clone())
    }

    /// A variable of the kind, or a literal.
    pub fn atom(&mut self, kind: u8) -> String {
        let known: Vec<usize> =
            (0..self.variables.len()).filter(|place| self.variables[*place].kind == kind).collect();
        if !known.is_empty() && self.choices.below(3) > 0 {
            let place = *self.choices.pick(&known);
            return self.variables[place].name.clone();
        }
        let from = match kind {
            b'i' => of::INTS,
            b'f' => of::FLOATS,
            b'b' => &["True", "False"][..],
            b's' => of::TEXTS,
            b'y' => of::BYTES,
            b'l' => of::INT_LISTS,
            b'L' => of::TEXT_LISTS,
            b'F' => of::FLOAT_LISTS,
            b'm' => of::MIXED_LISTS,
            b'd' => of::DICTS,
            b'D' => of::MIXED_DICTS,
            b'S' => of::INT_SETS,
            b'T' => of::TEXT_SETS,
            b't' => of::TUPLES,
            b'a' => of::DATES,
            b'u' => of::DATE_TIMES,
            b'k' => of::TIMES,
            b'w' => of::DELTAS,
            b'z' => of::DECIMALS,
            _ => &["None"][..],
        };
        let text = *self.choices.pick(from);
        // `1.real`, `-1 ** 2`: an atom stands for itself wherever it is put.
        if text.starts_with('-') || text.contains('*') { format!("({text})") } else { text.to_owned() }
    }
}
