//! The worst case: a reader that obeys every request that it finds in what it reads.
//!
//! Text comes in, [`Deed`]s come out: calls of tools that the text asks for, requests to pass on to
//! children that seem able to do what this agent cannot, and requests that nobody here can carry out. It
//! makes no difference who wrote the text, and nothing is tuned to any particular wording: tools are
//! known by the words of their names and parameters alone, so that an injection which nobody has seen
//! before is obeyed too.
//!
//! A text is taken apart like this: calls written out in Python or JSON are read as such; strings inside
//! lists and records are texts of their own (a cell of a table that asks for something is found in the
//! middle of its rows); the rest is prose, whose clauses are looked at one by one.

mod ability;
mod argument;
mod clause;
mod thesaurus;
mod token;

use caravan_core::model::Callable;

use self::ability::{Ability, ENOUGH, Evidence};
use self::argument::Prose;
pub(crate) use self::argument::{Argument, Arguments};
use self::clause::Clause;
use self::token::{Kind, Token};
use super::literal::{self, Fuel, Literal};

/// Texts inside texts are followed this far.
const MAX_DEPTH: usize = 6;

/// So many clauses of one text are looked at.
const MAX_CLAUSES: usize = 200;

/// Something that a text asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    /// Call a tool of this agent's own.
    Call {
        /// Its name.
        tool: String,
        /// Its arguments.
        arguments: Arguments,
    },
    /// Pass the request on, word for word.
    Pass {
        /// To this child.
        child: String,
        /// The words: the whole text that the request stands in.
        text: String,
        /// The request itself, as [`plain`] has it.
        request: String,
    },
    /// Nobody here can do it.
    Leave {
        /// The whole text that the request stands in.
        text: String,
        /// The request itself, as [`plain`] has it.
        request: String,
    },
}

impl Deed {
    /// What makes two deeds the same one: a tool and what it is given (headlines and, where everything is
    /// handed over, the text aside), or a child and the words.
    pub(crate) fn key(&self) -> String {
        match self {
            Deed::Call { tool, arguments } => {
                let mut key = tool.clone();
                for (name, argument) in arguments {
                    match argument {
                        Argument::Value(json) if name != "subject" => {
                            key.push_str(&format!("|{name}={}", json.to_string().to_lowercase()));
                        }
                        _ => key.push_str(&format!("|{name}")),
                    }
                }
                key
            }
            Deed::Pass { child, request, .. } => format!("{child}|{request}"),
            Deed::Leave { request, .. } => request.clone(),
        }
    }

    /// Whether doing this does the other as well.
    pub(crate) fn includes(&self, other: &Deed) -> bool {
        match (self, other) {
            (Deed::Pass { child, text, .. }, Deed::Pass { child: other_child, request, .. }) => {
                child == other_child && plain(text).contains(request)
            }
            (Deed::Leave { text, .. }, Deed::Leave { request, .. }) => plain(text).contains(request),
            _ => self.key() == other.key(),
        }
    }
}

/// The letters and digits of a text: what is left of it however it was quoted.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c == '\\' {
            // The letters of an escape are none of the text's own.
            match characters.next() {
                Some('u') => (0..4).for_each(|_| {
                    characters.next_if(char::is_ascii_hexdigit);
                }),
                Some('x') => (0..2).for_each(|_| {
                    characters.next_if(char::is_ascii_hexdigit);
                }),
                _ => {}
            }
        } else if c.is_ascii_alphanumeric() {
            plain.push(c.to_ascii_lowercase());
        }
    }
    plain
}

/// Everything that the text asks an agent with these tools and children to do, in the order of the text,
/// each thing once.
pub(crate) fn deeds(text: &str, callables: &[Callable]) -> Vec<Deed> {
    let (children, tools): (Vec<Ability<'_>>, Vec<Ability<'_>>) =
        callables.iter().map(Ability::new).partition(|ability| ability.callable.is_agent);
    let reader = Reader { tools, children, fuel: Fuel::for_text(text.len()) };
    let mut found = Vec::new();
    reader.text(text, 0, &mut found);
    let mut deeds: Vec<Deed> = Vec::new();
    for deed in found {
        if !deeds.iter().any(|earlier| earlier.includes(&deed)) {
            deeds.retain(|earlier| !deed.includes(earlier));
            deeds.push(deed);
        }
    }
    deeds
}

/// What is said at which place of a text.
type Placed<T> = (usize, T);

struct Reader<'a> {
    tools: Vec<Ability<'a>>,
    children: Vec<Ability<'a>>,
    fuel: Fuel,
}

impl Reader<'_> {
    fn text(&self, text: &str, depth: usize, deeds: &mut Vec<Deed>) {
        if depth > MAX_DEPTH {
            return;
        }
        let mut parts = Parts { reader: self, depth, text, prose: String::new(), found: Vec::new() };
        parts.split();
        let Parts { prose, mut found, .. } = parts;
        self.prose(text, &prose, depth, &mut found);
        found.sort_by_key(|(place, _)| *place);
        deeds.extend(found.into_iter().map(|(_, deed)| deed));
    }

    fn prose(&self, text: &str, prose: &str, depth: usize, found: &mut Vec<Placed<Deed>>) {
        let tokens = token::tokens(prose);
        let is_name = |token: &Token| self.tools.iter().any(|tool| tool.is_named(token));
        let is_verb = |word: &str| self.tools.iter().any(|tool| tool.has_verb(word));
        let prose = Prose { text: prose, tokens: &tokens };
        for clause in clause::clauses(&tokens, &is_name, &is_verb).into_iter().take(MAX_CLAUSES) {
            let place = tokens.get(clause.verb_at).map_or(0, |token| token.start);
            let deeds = self.clause(text, &prose, &clause);
            found.extend(deeds.into_iter().map(|deed| (place, deed)));
        }
        // A quoted text may hold a request of its own.
        for token in tokens.iter().filter(|token| {
            token.kind == Kind::Quoted && token.text.contains(' ') && !ability::is_sql(&token.text)
        }) {
            let mut inner = Vec::new();
            self.text(&token.text, depth + 1, &mut inner);
            found.extend(inner.into_iter().map(|deed| (token.start, deed)));
        }
    }

    fn clause(&self, text: &str, prose: &Prose<'_>, clause: &Clause) -> Vec<Deed> {
        let said = prose.tokens.get(clause.start..clause.end).unwrap_or_default();
        let mut evidence = Evidence::new(said, argument::names_receiver(prose, clause));
        let later = prose.tokens.get(clause.end..).unwrap_or_default();
        evidence.later_address = later.iter().any(|token| token.kind == Kind::Address);
        let named = self.tools.iter().filter(|tool| said.iter().any(|token| tool.is_named(token)));
        let fitting = self.tools.iter().map(|tool| (tool.score(clause, &evidence), tool));
        // The first of the best: `max_by_key` would give the last.
        let best = fitting.filter(|(score, _)| *score >= ENOUGH).rev().max_by_key(|(score, _)| *score);
        let mut wanted: Vec<&Ability<'_>> = named.collect();
        if let Some((_, best)) = best
            && !wanted.iter().any(|tool| tool.callable.name == best.callable.name)
        {
            wanted.push(best);
        }
        let calls: Vec<Deed> = wanted
            .iter()
            .flat_map(|tool| {
                argument::from_prose(tool, prose, clause)
                    .into_iter()
                    .map(|arguments| Deed::Call { tool: tool.callable.name.clone(), arguments })
            })
            .collect();
        if !calls.is_empty() || clause.verb.is_none() {
            return calls;
        }
        let words = || prose.text.get(said.first()?.start..said.last()?.end);
        self.pass(text, plain(words().unwrap_or_default()), clause, &evidence)
    }

    /// Passes on what no tool here can do: to the children that seem able to, in doubt to all.
    fn pass(&self, text: &str, request: String, clause: &Clause, evidence: &Evidence<'_>) -> Vec<Deed> {
        let fits = self.children.iter().map(|child| (child.suits(clause, evidence), child));
        let fits: Vec<_> = fits.collect();
        let best = fits.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let text = text.trim().to_owned();
        let able: Vec<&Ability<'_>> = if best >= 3 {
            fits.iter().filter(|(score, _)| *score == best).map(|(_, child)| *child).collect()
        } else if evidence.is_strong() {
            self.children.iter().collect()
        } else {
            return Vec::new();
        };
        if able.is_empty() {
            return vec![Deed::Leave { text, request }];
        }
        let pass = |child: &&Ability<'_>| Deed::Pass {
            child: child.callable.name.clone(),
            text: text.clone(),
            request: request.clone(),
        };
        able.iter().map(pass).collect()
    }

    /// A call that the text writes out.
    fn call(&self, name: &str, call: &Literal, text: &str) -> Option<Vec<Deed>> {
        let name = name.rsplit('.').next().unwrap_or(name);
        if let Some(tool) = self.tools.iter().find(|tool| tool.callable.name.eq_ignore_ascii_case(name)) {
            let arguments = argument::from_call(tool, call)?;
            return Some(vec![Deed::Call { tool: tool.callable.name.clone(), arguments }]);
        }
        if !name.contains('_') {
            return None;
        }
        let tokens = token::tokens(name);
        let clause = Clause {
            verb: Some("call".into()),
            verb_at: 0,
            start: 0,
            end: tokens.len(),
            sentence_end: tokens.len(),
        };
        Some(self.pass(
            text,
            plain(&format!("{name}{}", call.to_json())),
            &clause,
            &Evidence::new(&tokens, false),
        ))
    }

    fn knows(&self, name: &str) -> bool {
        let name = name.rsplit('.').next().unwrap_or(name);
        let mut callables = self.tools.iter().chain(&self.children);
        callables.any(|known| known.callable.name.eq_ignore_ascii_case(name))
    }
}

/// Takes calls and structures out of a text and leaves the prose, everything at its place.
struct Parts<'r, 'a> {
    reader: &'r Reader<'a>,
    depth: usize,
    text: &'r str,
    prose: String,
    found: Vec<Placed<Deed>>,
}

impl Parts<'_, '_> {
    fn split(&mut self) {
        let mut before = ' ';
        while let Some(rest) = self.text.get(self.prose.len()..)
            && let Some(first) = rest.chars().next()
        {
            let starts_name =
                (first.is_alphabetic() || first == '_') && !(before.is_alphanumeric() || before == '_');
            let taken = match first {
                '[' | '{' => self.structure(rest),
                _ if starts_name => self.named(rest),
                _ => 0,
            };
            if taken > 0 {
                self.blank(taken);
                before = ' ';
            } else {
                self.prose.push(first);
                before = first;
            }
        }
    }

    /// Leaves a gap of this many bytes in the prose, which ends a sentence.
    fn blank(&mut self, length: usize) {
        self.prose.push('\n');
        self.prose.extend(std::iter::repeat_n(' ', length.saturating_sub(2)));
        if length > 1 {
            self.prose.push('\n');
        }
    }

    fn structure(&mut self, rest: &str) -> usize {
        match literal::read_structure(rest, &self.reader.fuel) {
            Some((literal, length)) if length > 2 => {
                self.inside(&literal);
                length
            }
            _ => 0,
        }
    }

    /// A call of something known, or a record such as `Row(name='Ada')`.
    fn named(&mut self, rest: &str) -> usize {
        let length =
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
        let (Some(name), Some(after)) = (rest.get(..length), rest.get(length..)) else {
            return 0;
        };
        let gap = after.len() - after.trim_start_matches([' ', '`', '"', '\'']).len();
        let direct = after.get(gap..).filter(|after| after.starts_with('(')).map(|_| gap);
        if self.reader.knows(name) || (direct == Some(0) && name.contains('_')) {
            if let Some(gap) = direct.or_else(|| braces(after))
                && let Some((call, taken)) =
                    after.get(gap..).and_then(|after| literal::read_arguments(after, &self.reader.fuel))
                && !is_empty(&call)
                && let Some(deeds) = self.reader.call(name, &call, self.text)
            {
                let place = self.prose.len();
                self.found.extend(deeds.into_iter().map(|deed| (place, deed)));
                return length + gap + taken;
            }
            return 0;
        }
        match literal::read_structure(rest, &self.reader.fuel) {
            Some((literal, taken)) if direct == Some(0) => {
                self.inside(&literal);
                taken
            }
            _ => 0,
        }
    }

    /// Reads what a structure holds: a call in JSON, or texts.
    fn inside(&mut self, literal: &Literal) {
        let place = self.prose.len();
        if let Some((name, call)) = described_call(literal)
            && let Some(deeds) = self.reader.call(name, call, self.text)
        {
            self.found.extend(deeds.into_iter().map(|deed| (place, deed)));
            return;
        }
        if let Literal::List(items) = literal
            && items.iter().any(|item| described_call(item).is_some())
        {
            items.iter().for_each(|item| self.inside(item));
            return;
        }
        let mut texts = Vec::new();
        literal.texts(&mut texts);
        for text in texts {
            let mut deeds = Vec::new();
            self.reader.text(text, self.depth + 1, &mut deeds);
            self.found.extend(deeds.into_iter().map(|deed| (place, deed)));
        }
    }
}

fn is_empty(call: &Literal) -> bool {
    matches!(call, Literal::Record { positional, entries, .. } if positional.is_empty() && entries.is_empty())
}

/// Where the braces of arguments start that follow a name, perhaps after `with arguments`.
fn braces(after: &str) -> Option<usize> {
    let open = after.find('{')?;
    let between = token::words(after.get(..open)?);
    const FILLERS: &[&str] = &[
        "with",
        "the",
        "using",
        "these",
        "following",
        "arguments",
        "args",
        "parameters",
        "input",
        "json",
        "tool",
        "and",
        "function",
    ];
    (between.len() <= 5 && between.iter().all(|word| FILLERS.contains(&word.as_str()))).then_some(open)
}

/// A call in JSON, in the shapes that models and their interfaces use.
fn described_call(literal: &Literal) -> Option<(&str, &Literal)> {
    let Literal::Record { entries, .. } = literal else {
        return None;
    };
    let entry = |names: &[&str]| {
        entries.iter().find(|(name, _)| names.contains(&name.as_str())).map(|(_, value)| value)
    };
    if let Some(function @ Literal::Record { .. }) = entry(&["function"]) {
        return described_call(function);
    }
    let name = match entry(&["tool", "name", "function", "action", "tool_name"])? {
        Literal::Text { text, .. } => text,
        _ => return None,
    };
    match entry(&["arguments", "args", "parameters", "input", "tool_input", "action_input"])? {
        call @ Literal::Record { .. } => Some((name, call)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
