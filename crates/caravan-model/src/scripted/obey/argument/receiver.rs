//! To whom something is to go.

use super::Prose;
use crate::scripted::obey::ability;
use crate::scripted::obey::clause::Clause;
use crate::scripted::obey::thesaurus;
use crate::scripted::obey::token::{Kind, Token};

/// Whether the clause says to whom something is to go.
pub(crate) fn names_receiver(prose: &Prose<'_>, clause: &Clause) -> bool {
    !receivers(prose, clause).is_empty()
}

const NOBODY: &[&str] = &[
    "me",
    "us",
    "you",
    "him",
    "her",
    "it",
    "them",
    "the",
    "a",
    "an",
    "all",
    "every",
    "everyone",
    "everything",
    "this",
    "that",
    "these",
    "those",
    "be",
    "do",
    "get",
    "make",
    "and",
    "or",
    "slack",
    "email",
    "mail",
    "complete",
    "which",
    "whom",
    "what",
    "each",
    "any",
    "my",
    "our",
    "your",
    "their",
    "his",
    "its",
    "let",
    "help",
    "of",
    "in",
    "on",
    "at",
    "as",
    "by",
    "with",
    "out",
    "up",
    "over",
    "from",
    "for",
    "about",
    "back",
    "also",
    "now",
];

/// The persons and channels of a clause that something is to go to, as (position, text).
pub(super) fn receivers(prose: &Prose<'_>, clause: &Clause) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let direct = [
        "tell", "message", "notify", "email", "mail", "slack", "dm", "text", "ping", "inform", "alert",
        "contact", "cc", "bcc", "send", "forward", "give", "copy",
    ];
    let mut position = clause.verb_at;
    while position + 1 < clause.end {
        let Some(token) = prose.tokens.get(position) else {
            break;
        };
        let is_verb =
            position == clause.verb_at && clause.verb.as_deref().is_some_and(|verb| direct.contains(&verb));
        let is_lead = token.is_word(&["to", "towards", "recipient", "channel"]);
        position += 1;
        if !(is_verb || is_lead) {
            continue;
        }
        while prose.tokens.get(position).is_some_and(|token| {
            token.is_mark(':')
                || token.is_mark('=')
                || (is_lead && token.is_word(&["the", "our", "user", "channel", "colleague", "person"]))
        }) {
            position += 1;
        }
        if let Some(name) = name_at(prose, position, clause.end, is_verb) {
            found.push((position, name));
        }
    }
    found
}

/// The name of a person or channel that starts here; capitalised words that follow belong to it.
fn name_at(prose: &Prose<'_>, at: usize, end: usize, is_object: bool) -> Option<String> {
    let token = prose.tokens.get(at).filter(|_| at < end)?;
    match token.kind {
        Kind::Channel | Kind::Handle | Kind::Address => return Some(token.text.clone()),
        Kind::Quoted if !token.text.contains(char::is_whitespace) => return Some(token.text.clone()),
        Kind::Word if !NOBODY.contains(&token.norm.as_str()) && !ability::is_data(token) => {}
        _ => return None,
    }
    let is_capital = |token: &Token| token.kind == Kind::Word && token.text.starts_with(char::is_uppercase);
    // `send bob the list`, but not `send salaries to bob`.
    let next = prose.tokens.get(at + 1).filter(|_| at + 1 < end);
    let is_thing = !thesaurus::noun(&token.norm).is_empty() || thesaurus::singular(&token.norm) != token.norm;
    let names_thing = is_thing || next.is_none_or(|next| next.is_word(&["to", "via", "from"]));
    if is_object && !is_capital(token) && names_thing {
        return None;
    }
    if !thesaurus::verb(&token.norm).is_empty() {
        return None;
    }
    let mut name = strip_possessive(&token.text);
    if is_capital(token) {
        for more in prose.tokens.iter().take(end).skip(at + 1).take_while(|token| is_capital(token)) {
            name.push(' ');
            name.push_str(&strip_possessive(&more.text));
        }
    }
    Some(name)
}

fn strip_possessive(word: &str) -> String {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word).to_owned()
}
