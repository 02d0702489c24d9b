//! Regular expressions with a look behind, as the rules are written in.

use std::borrow::Cow;
use std::sync::LazyLock;

use fancy_regex::{Captures, Match, Regex};

/// A pattern. One that cannot be read, or takes too long on a text, matches nothing.
#[derive(Debug)]
pub(super) struct Pattern(Option<Regex>);

impl Pattern {
    pub(super) fn new(pattern: &str) -> Pattern {
        Pattern(Regex::new(pattern).ok())
    }

    /// The first match at or behind `from`.
    pub(super) fn first<'t>(&self, text: &'t str, from: usize) -> Option<Match<'t>> {
        self.0.as_ref()?.find_from_pos(text, from).ok().flatten()
    }

    /// Every match.
    pub(super) fn all<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> + use<'t> {
        let found: Vec<Match<'t>> =
            self.0.iter().flat_map(|regex| regex.find_iter(text).map_while(Result::ok)).collect();
        found.into_iter()
    }

    /// The groups of the first match.
    pub(super) fn groups<'t>(&self, text: &'t str) -> Option<Captures<'t, str>> {
        self.0.as_ref()?.captures(text).ok().flatten()
    }

    /// The first group of every match.
    pub(super) fn all_groups(&self, text: &str) -> Vec<String> {
        let Some(regex) = &self.0 else { return Vec::new() };
        let every = regex.captures_iter(text).map_while(Result::ok);
        every.filter_map(|groups| Some(groups.get(1)?.as_str().to_owned())).collect()
    }

    /// The text with every match replaced.
    pub(super) fn replace_all<'t>(&self, text: &'t str, with: &str) -> Cow<'t, str> {
        let matches: Vec<Match<'t>> = self.all(text).collect();
        if matches.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut replaced = String::with_capacity(text.len());
        let mut from = 0;
        for found in matches {
            replaced.push_str(text.get(from..found.start()).unwrap_or_default());
            replaced.push_str(with);
            from = found.end();
        }
        replaced.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(replaced)
    }

    /// The text with the first match replaced.
    pub(super) fn replace_first(&self, text: &str, with: &str) -> String {
        match self.first(text, 0) {
            Some(found) => {
                let before = text.get(..found.start()).unwrap_or_default();
                let after = text.get(found.end()..).unwrap_or_default();
                format!("{before}{with}{after}")
            }
            None => text.to_owned(),
        }
    }
}

/// The text as a pattern of itself.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    fancy_regex::escape(text)
}

/// A pattern that is read once.
pub(super) type Known = LazyLock<Pattern>;

/// Declares a pattern that is read once.
macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        static $name: $crate::multiagentdojo::quarantined::pattern::Known =
            std::sync::LazyLock::new(|| $crate::multiagentdojo::quarantined::pattern::Pattern::new($pattern));
    };
}
pub(super) use pattern;
