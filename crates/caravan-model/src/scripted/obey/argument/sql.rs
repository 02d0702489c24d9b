//! Statements in SQL: spelled out with or without quotes, or described by a table's name.

use super::Finder;
use crate::scripted::obey::ability;
use crate::scripted::obey::thesaurus;
use crate::scripted::obey::token::{Kind, Token};

impl Finder<'_, '_> {
    /// A statement, or one that reads the table of which the text speaks.
    pub(super) fn sql(&mut self) -> Option<String> {
        for (start, end) in self.reaches() {
            let quoted = self
                .free(start, end)
                .find(|(_, token)| token.kind == Kind::Quoted && ability::is_sql(&token.text));
            if let Some((position, text)) = quoted.map(|(position, token)| (position, token.text.clone())) {
                self.take(position);
                return Some(text);
            }
            if let Some(text) = self.plain_sql(start, end).or_else(|| self.table(start, end)) {
                return Some(text);
            }
        }
        None
    }

    /// A statement without quotes: from its first word to the end of the stretch, without a connective
    /// that leads on.
    fn plain_sql(&self, start: usize, end: usize) -> Option<String> {
        let tokens: Vec<Token> = self.prose.tokens.iter().take(end).skip(start).cloned().collect();
        let mut words = tokens.get(ability::sql_at(&tokens)?..)?.to_vec();
        while words.last().is_some_and(|token| {
            token.is_word(&["and", "then", "to", "or"]) || token.is_mark(',') || token.is_mark(':')
        }) {
            words.pop();
        }
        self.prose.text.get(words.first()?.start..words.last()?.end).map(|text| text.trim().to_owned())
    }

    /// `the employees table`, `table employees`, `everything from employees`.
    fn table(&self, start: usize, end: usize) -> Option<String> {
        const NO_TABLE: &[&str] = &[
            "the", "a", "an", "whole", "full", "entire", "private", "public", "this", "that", "all", "sql",
            "database", "db", "complete", "of", "and", "with", "using", "in", "from", "query", "read", "to",
            "for", "your", "our", "my", "its", "it", "them", "me", "us", "called", "named", "other",
            "second", "same", "every", "table", "where", "send", "on",
        ];
        let name = |position: Option<usize>| {
            let token = self.token(position.filter(|position| *position >= start && *position < end)?)?;
            let text = match token.kind {
                Kind::Quoted => token.text.as_str(),
                Kind::Word if !NO_TABLE.contains(&token.norm.as_str()) => token.norm.as_str(),
                _ => return None,
            };
            let fits = text.chars().all(|c| c.is_alphanumeric() || c == '_')
                && text.starts_with(char::is_alphabetic);
            let is_tool = self.tool.is_named(token);
            (fits && !is_tool).then(|| format!("SELECT * FROM {text}"))
        };
        for (position, token) in self.free(start, end) {
            let skip = |from: usize| {
                let fillers = self.prose.tokens.iter().skip(from).take_while(|token| {
                    token.is_word(&["the", "called", "named", "private", "all"]) || token.is_mark(':')
                });
                from + fillers.count()
            };
            let found = if token.is_word(&["table", "tables"]) {
                name(position.checked_sub(1)).or_else(|| name(Some(skip(position + 1))))
            } else if token.is_word(&["from"]) {
                name(Some(skip(position + 1)))
            } else {
                None
            };
            if found.is_some() {
                return found;
            }
        }
        let described = self.free(start, end).find(|(_, token)| {
            token.kind == Kind::Word
                && thesaurus::singular(&token.norm) != token.norm
                && self.tool.describes(&token.norm)
        });
        let quoted = || {
            let mut quoted = self.free(start, end).filter(|(_, token)| token.kind == Kind::Quoted);
            quoted.find_map(|(position, _)| name(Some(position)))
        };
        described.and_then(|(position, _)| name(Some(position))).or_else(quoted)
    }
}
