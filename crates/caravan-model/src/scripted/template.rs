//! Texts with holes: `<<name>>` stands for a part of the instruction or for a result.

use super::python;

/// A text with holes.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Hole(String),
}

impl Template {
    /// Takes the text apart. What looks like no hole stays text.
    pub(crate) fn new(text: &str) -> Template {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ';
        let is_name = |name: &str| !name.is_empty() && name.trim() == name && name.chars().all(is_part);
        let mut parts = Vec::new();
        let mut rest = text;
        let mut plain = String::new();
        while let Some((before, after)) = rest.split_once("<<") {
            plain.push_str(before);
            match after.split_once(">>").filter(|(name, _)| is_name(name)) {
                Some((name, after)) => {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                    parts.push(Part::Hole(name.to_owned()));
                    rest = after;
                }
                None => {
                    plain.push_str("<<");
                    rest = after;
                }
            }
        }
        plain.push_str(rest);
        parts.push(Part::Text(plain));
        Template { parts }
    }

    /// The names of the holes.
    pub(crate) fn holes(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Hole(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The text with every hole filled.
    pub(crate) fn fill(&self, value: &dyn Fn(&str) -> String) -> String {
        let filled = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Hole(name) => value(name),
        });
        filled.collect()
    }

    /// The text, which is Python, with every hole filled: by a string literal, or inside of one by the
    /// characters that mean the value there.
    pub(crate) fn fill_python(&self, value: &dyn Fn(&str) -> String) -> String {
        let mut filled = String::new();
        let mut place = Place::Code;
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    place = place.after(text);
                    filled.push_str(text);
                }
                Part::Hole(name) => {
                    let literal = python::string(&value(name));
                    match place {
                        Place::Text { quote, formatted, .. } => {
                            let inside =
                                literal.strip_prefix('"').and_then(|literal| literal.strip_suffix('"'));
                            let inside = inside.unwrap_or(&literal).to_owned();
                            let inside = if quote == '\'' { inside.replace('\'', "\\'") } else { inside };
                            let inside =
                                if formatted { inside.replace('{', "{{").replace('}', "}}") } else { inside };
                            filled.push_str(&inside);
                        }
                        Place::Code | Place::Comment => filled.push_str(&literal),
                    }
                }
            }
        }
        filled
    }
}

/// Where in Python text one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Code,
    Comment,
    Text { quote: char, triple: bool, formatted: bool },
}

impl Place {
    fn after(mut self, text: &str) -> Place {
        let mut rest = text;
        let mut before = ' ';
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            let thrice = rest.chars().take(3).filter(|next| *next == c).count() == 3;
            self = match self {
                Place::Code if c == '"' || c == '\'' => {
                    length *= if thrice { 3 } else { 1 };
                    Place::Text { quote: c, triple: thrice, formatted: matches!(before, 'f' | 'F') }
                }
                Place::Code if c == '#' => Place::Comment,
                Place::Comment if c == '\n' => Place::Code,
                Place::Text { .. } if c == '\\' => {
                    length += rest.chars().nth(1).map_or(0, char::len_utf8);
                    self
                }
                Place::Text { quote, triple, .. } if c == quote && (!triple || thrice) => {
                    length *= if triple { 3 } else { 1 };
                    Place::Code
                }
                same => same,
            };
            before = c;
            rest = rest.get(length..).unwrap_or_default();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_and_shifts_are_left_alone() {
        let template = Template::new("f(<<to>>, 1 << 2 >> 1, <<result 1>>)");
        assert_eq!(template.holes().collect::<Vec<_>>(), ["to", "result 1"]);
        assert_eq!(template.fill(&|name| format!("[{name}]")), "f([to], 1 << 2 >> 1, [result 1])");
    }

    #[test]
    fn in_a_plan_a_hole_is_a_literal_or_part_of_one() {
        let template = Template::new(
            "f(<<x>>, \"a: <<x>>\", f'b: <<x>> {y}', \"\"\"c\" <<x>>\"\"\")  # don't <<x>>\n<<x>>",
        );
        let value = |_: &str| "\"{it's}\"\n".to_owned();
        assert_eq!(
            template.fill_python(&value),
            concat!(
                r#"f("\"{it's}\"\n", "a: \"{it's}\"\n", f'b: \"{{it\'s}}\"\n {y}', """c" \"{it's}\"\n""")  # don't "\"{it's}\"\n""#,
                "\n",
                r#""\"{it's}\"\n""#
            )
        );
    }
}
