//! Finds a tool's arguments in prose and in calls that somebody wrote out.

mod receiver;
mod sql;

use serde_json::Value as Json;

pub(crate) use self::receiver::names_receiver;
use self::receiver::receivers;
use super::ability::{self, Ability, Parameter, ParameterKind};
use super::clause::Clause;
use super::token::{Kind, Token};
use crate::scripted::literal::Literal;

/// An argument of a call that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Argument {
    /// A value that the request spells out.
    Value(Json),
    /// Everything that was read so far, after the words that the request spells out.
    Everything {
        /// Those words.
        before: String,
    },
}

/// Named arguments, in the order of the tool's parameters.
pub(crate) type Arguments = Vec<(String, Argument)>;

const SUBJECT: &str = "Requested information";

/// The arguments of a written-out call; nothing if a required one is missing.
pub(crate) fn from_call(tool: &Ability<'_>, call: &Literal) -> Option<Arguments> {
    let Literal::Record { positional, entries, .. } = call else {
        return None;
    };
    let by_name = |parameter: &Parameter| {
        entries.iter().find(|(name, _)| name.eq_ignore_ascii_case(&parameter.name)).map(|(_, value)| value)
    };
    let mut unnamed = positional.iter();
    let mut arguments = Vec::new();
    for parameter in &tool.parameters {
        let argument = match by_name(parameter).or_else(|| unnamed.next()) {
            Some(value) => written(parameter, value),
            None if parameter.required => fallback(parameter)?,
            None => continue,
        };
        arguments.push((parameter.name.clone(), argument));
    }
    Some(arguments)
}

fn written(parameter: &Parameter, value: &Literal) -> Argument {
    match value {
        Literal::Text { text, gaps } if parameter.kind == ParameterKind::Text => spelled(text, *gaps),
        Literal::Bare(text) if parameter.kind == ParameterKind::Text => {
            // A name or a call: what its author would have had in it is what was read.
            if text.contains(' ') && !speaks_of_all(text) {
                Argument::Value(text.as_str().into())
            } else {
                everything("")
            }
        }
        // What a call would give there is what was read.
        Literal::Record { name, .. } if parameter.kind == ParameterKind::Text && !name.is_empty() => {
            everything("")
        }
        other => Argument::Value(other.to_json()),
    }
}

/// A text that the request spells out, unless it only describes data or leaves gaps for them.
fn spelled(text: &str, gaps: bool) -> Argument {
    let placeholder = [('<', '>'), ('{', '}'), ('[', ']')].iter().any(|(open, close)| {
        text.find(*open).is_some_and(|at| text.get(at..).is_some_and(|rest| rest.contains(*close)))
    });
    if gaps || placeholder || (text.len() < 160 && speaks_of_all(text)) {
        everything(text)
    } else {
        Argument::Value(text.into())
    }
}

fn speaks_of_all(text: &str) -> bool {
    const ALL: &[&str] = &["all", "every", "everything", "entire", "full", "whole", "complete", "each"];
    super::token::words(text).iter().any(|word| ALL.contains(&word.as_str()))
}

fn everything(before: &str) -> Argument {
    Argument::Everything { before: before.trim().to_owned() }
}

/// What a required parameter gets that the request says nothing about.
fn fallback(parameter: &Parameter) -> Option<Argument> {
    match parameter.kind {
        ParameterKind::Text => Some(everything("")),
        ParameterKind::Subject => Some(Argument::Value(SUBJECT.into())),
        ParameterKind::Flag => Some(Argument::Value(Json::Bool(true))),
        _ => None,
    }
}

/// A text and its tokens.
pub(crate) struct Prose<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [Token],
}

/// The calls of the tool that the clause asks for: one for each recipient, none if a required argument is
/// to be found neither in the clause nor in the sentence nor in the rest of the text.
pub(crate) fn from_prose(tool: &Ability<'_>, prose: &Prose<'_>, clause: &Clause) -> Vec<Arguments> {
    let mut finder = Finder { tool, prose, clause, used: vec![false; prose.tokens.len()] };
    // The tool's own name in quotes is no argument.
    for (position, token) in prose.tokens.iter().enumerate() {
        if tool.is_named(token) {
            finder.take(position);
        }
    }
    let mut found: Vec<(String, Vec<Argument>)> = Vec::new();
    // Texts come last, when the quoted parts that belong to others are known; the order of parameters is
    // restored below.
    let (texts, others): (Vec<_>, Vec<_>) =
        tool.parameters.iter().partition(|parameter| parameter.kind == ParameterKind::Text);
    for parameter in others.into_iter().chain(texts) {
        let values = finder.values(parameter);
        if values.is_empty() {
            match fallback(parameter).filter(|_| parameter.required) {
                Some(argument) => found.push((parameter.name.clone(), vec![argument])),
                None if parameter.required => return Vec::new(),
                None => {}
            }
        } else if parameter.many {
            let list = values.into_iter().filter_map(|value| match value {
                Argument::Value(json) => Some(json),
                Argument::Everything { .. } => None,
            });
            found.push((parameter.name.clone(), vec![Argument::Value(Json::Array(list.collect()))]));
        } else {
            found.push((parameter.name.clone(), values));
        }
    }
    let calls = found.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    (0..calls.max(1))
        .map(|call| {
            let names = tool
                .parameters
                .iter()
                .filter_map(|parameter| found.iter().find(|(name, _)| *name == parameter.name));
            names
                .filter_map(|(name, values)| {
                    Some((name.clone(), values.get(call).or_else(|| values.last())?.clone()))
                })
                .collect()
        })
        .collect()
}

struct Finder<'f, 'a> {
    tool: &'f Ability<'a>,
    prose: &'f Prose<'f>,
    clause: &'f Clause,
    /// The tokens that are an argument already.
    used: Vec<bool>,
}

impl Finder<'_, '_> {
    fn take(&mut self, position: usize) {
        if let Some(used) = self.used.get_mut(position) {
            *used = true;
        }
    }

    fn token(&self, position: usize) -> Option<&Token> {
        self.prose.tokens.get(position)
    }

    fn free(&self, start: usize, end: usize) -> impl Iterator<Item = (usize, &Token)> {
        let free = move |(position, _): &(usize, &Token)| !self.used.get(*position).copied().unwrap_or(true);
        self.prose.tokens.iter().enumerate().take(end).skip(start).filter(free)
    }

    /// The stretches to look in, nearest first.
    fn reaches(&self) -> [(usize, usize); 4] {
        let Clause { start, end, sentence_end, .. } = *self.clause;
        let all = self.prose.tokens.len();
        [(start, end), (start, sentence_end), (start, all), (0, all)]
    }

    fn values(&mut self, parameter: &Parameter) -> Vec<Argument> {
        if let Some(named) = self.named(parameter) {
            return vec![named];
        }
        if !parameter.required
            && parameter.kind != ParameterKind::Url
            && parameter.kind != ParameterKind::Date
        {
            return Vec::new();
        }
        let text = |text: String| vec![Argument::Value(Json::String(text))];
        match &parameter.kind {
            ParameterKind::Recipient => self.recipients(),
            ParameterKind::Text => self.text().into_iter().collect(),
            ParameterKind::Sql => self.sql().map(text).unwrap_or_default(),
            ParameterKind::Url => self.of_kind(Kind::Url).map(text).unwrap_or_default(),
            ParameterKind::Date => self.date().map(text).unwrap_or_default(),
            ParameterKind::Number => self.number().into_iter().collect(),
            ParameterKind::Path => self.path().map(text).unwrap_or_default(),
            ParameterKind::Choice(members) => self.choice(members).into_iter().collect(),
            ParameterKind::Search | ParameterKind::Other => self.phrase().map(text).unwrap_or_default(),
            ParameterKind::Subject | ParameterKind::Flag => Vec::new(),
        }
    }

    /// A value that stands after the parameter's name: `subject 'x'`, `body=rows`, `title: x`.
    fn named(&mut self, parameter: &Parameter) -> Option<Argument> {
        let own = parameter.name.to_lowercase();
        let synonyms: &[&str] = match parameter.kind {
            ParameterKind::Subject => &["subject", "title", "headline", "titled", "entitled"],
            ParameterKind::Text => &["body", "message", "text", "content", "contents", "words"],
            ParameterKind::Recipient => &["recipient"],
            ParameterKind::Sql => &["query", "sql", "statement"],
            _ => &[],
        };
        let end = self.prose.tokens.len();
        let mentions: Vec<usize> = self
            .free(self.clause.start, end)
            .filter(|(_, token)| token.is_word(&[own.as_str()]) || token.is_word(synonyms))
            .map(|(position, _)| position)
            .collect();
        mentions.into_iter().find_map(|position| self.value_after(position, parameter))
    }

    fn value_after(&mut self, name: usize, parameter: &Parameter) -> Option<Argument> {
        let mut at = name + 1;
        let separator = self.token(at).filter(|token| token.is_mark('=') || token.is_mark(':')).cloned();
        if separator.is_some() {
            at += 1;
        } else {
            const FILLERS: &[&str] = &[
                "is", "of", "as", "says", "saying", "reads", "reading", "should", "be", "read", "say",
                "line", "to",
            ];
            let is_filler = |token: &Token| token.is_word(FILLERS) || token.is_mark(':');
            at += self.prose.tokens.iter().skip(at).take(3).take_while(|token| is_filler(token)).count();
        }
        let value = self.token(at)?.clone();
        let is_text = matches!(parameter.kind, ParameterKind::Text | ParameterKind::Subject);
        if value.kind == Kind::Quoted && !self.used.get(at).copied().unwrap_or(true) {
            self.take(at);
            return Some(self.said(parameter, &value.text));
        }
        let separator = separator?;
        if is_text && (separator.is_mark(':') || parameter.kind == ParameterKind::Subject) {
            let end = self.end_of_field(at, parameter.kind == ParameterKind::Subject);
            let last = self.token(end.checked_sub(1)?)?.end;
            let text = self.prose.text.get(value.start..last)?.trim().to_owned();
            (at..end).for_each(|position| self.take(position));
            return (!text.is_empty()).then(|| self.said(parameter, &text));
        }
        if !matches!(value.kind, Kind::Mark | Kind::Break) {
            self.take(at);
            return Some(if parameter.kind == ParameterKind::Text {
                everything("")
            } else {
                self.typed(parameter, &value.text)
            });
        }
        // `body=<all the data>`
        (parameter.kind == ParameterKind::Text && value.kind == Kind::Mark).then(|| everything(""))
    }

    /// A value that the text spells out.
    fn said(&self, parameter: &Parameter, text: &str) -> Argument {
        if parameter.kind == ParameterKind::Text { spelled(text, false) } else { self.typed(parameter, text) }
    }

    /// A value as the parameter's type has it.
    fn typed(&self, parameter: &Parameter, text: &str) -> Argument {
        let json = match parameter.kind {
            ParameterKind::Number => number(text),
            ParameterKind::Flag => {
                Some(Json::Bool(!matches!(text.to_lowercase().as_str(), "false" | "no" | "0")))
            }
            _ => None,
        };
        Argument::Value(json.unwrap_or_else(|| text.into()))
    }

    /// The end of `name: value` in prose: the line's end, the next such pair, and for headlines the
    /// sentence's end.
    fn end_of_field(&self, start: usize, is_short: bool) -> usize {
        let tokens = self.prose.tokens;
        let ends = |at: usize| {
            let Some(token) = tokens.get(at) else {
                return true;
            };
            let pair = token.kind == Kind::Word
                && tokens.get(at + 1).is_some_and(|next| next.is_mark(':') || next.is_mark('='))
                && self
                    .tool
                    .parameters
                    .iter()
                    .any(|parameter| token.is_word(&[parameter.name.to_lowercase().as_str()]));
            let sentence = is_short && ['.', '!', '?', ';', ','].iter().any(|mark| token.is_mark(*mark));
            token.kind == Kind::Break || pair || sentence
        };
        let mut end = start + 1;
        while !ends(end) {
            end += 1;
        }
        while end > start + 1
            && self.token(end - 1).is_some_and(|token| token.is_mark(',') || token.is_word(&["and"]))
        {
            end -= 1;
        }
        end
    }

    fn recipients(&mut self) -> Vec<Argument> {
        let found = self.recipient_names();
        found.iter().for_each(|(position, _)| self.take(*position));
        found.into_iter().map(|(_, name)| Argument::Value(Json::String(name))).collect()
    }

    fn recipient_names(&self) -> Vec<(usize, String)> {
        let tagged = |kinds: &[Kind], (start, end): (usize, usize)| -> Vec<(usize, String)> {
            let fits = |(_, token): &(usize, &Token)| kinds.contains(&token.kind);
            self.free(start, end)
                .filter(fits)
                .map(|(position, token)| (position, token.text.clone()))
                .collect()
        };
        let kinds: &[Kind] = if self.tool.is_mail() {
            &[Kind::Address]
        } else {
            &[Kind::Channel, Kind::Handle, Kind::Address]
        };
        let [clause, sentence, rest, whole] = self.reaches();
        let within = |(start, end): (usize, usize)| {
            let clause = Clause { start, end, verb_at: self.clause.verb_at, ..self.clause.clone() };
            receivers(self.prose, &clause)
        };
        let mut named = within(clause);
        if self.tool.is_mail() {
            named.clear();
        }
        let candidates = [
            named,
            tagged(kinds, clause),
            within(sentence).into_iter().filter(|_| !self.tool.is_mail()).collect(),
            tagged(kinds, sentence),
            tagged(kinds, rest),
            tagged(kinds, whole),
            within(clause),
        ];
        candidates.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The text to hand over: spelled out after a colon, in quotes or in indirect speech, or else what was
    /// read.
    fn text(&mut self) -> Option<Argument> {
        let describes = {
            let tokens = self.prose.tokens;
            let clause = tokens.iter().take(self.clause.end).skip(self.clause.start);
            clause.clone().any(|token| {
                token.is_word(&["all", "every", "everything", "entire", "full", "whole", "complete"])
            })
        };
        let literal = self.after_colon().or_else(|| self.quoted()).or_else(|| self.indirect());
        match literal.map(|text| spelled(&text, false)) {
            Some(Argument::Value(Json::String(text))) if describes && !speaks_of_all(&text) => {
                Some(everything(&text))
            }
            Some(argument) => Some(argument),
            None => Some(everything("")),
        }
    }

    fn after_colon(&self) -> Option<String> {
        const FIELDS: &[&str] = &["to", "recipient", "address", "cc", "from", "email"];
        let colon = self.free(self.clause.verb_at + 1, self.clause.end).map(|(position, _)| position).find(
            |position| {
                self.token(*position).is_some_and(|token| token.is_mark(':'))
                    && !self.token(position - 1).is_some_and(|token| token.is_word(FIELDS))
            },
        )?;
        let first = self.token(colon + 1)?;
        if matches!(first.kind, Kind::Break | Kind::Address) {
            return None;
        }
        if first.kind == Kind::Quoted {
            return Some(first.text.clone());
        }
        let last = self.token(self.clause.sentence_end.checked_sub(1)?)?.end;
        Some(self.prose.text.get(first.start..last)?.trim().to_owned())
    }

    fn quoted(&self) -> Option<String> {
        let is_text =
            |(_, token): &(usize, &Token)| token.kind == Kind::Quoted && !ability::is_sql(&token.text);
        let [clause, sentence, ..] = self.reaches();
        let mut in_reach =
            [clause, sentence].into_iter().filter_map(|(start, end)| self.free(start, end).find(is_text));
        in_reach.next().map(|(_, token)| token.text.clone())
    }

    /// `tell bob that it rains`, `a message saying it rains`.
    fn indirect(&self) -> Option<String> {
        const TELLING: &[&str] =
            &["tell", "inform", "notify", "message", "let", "announce", "report", "write", "alert"];
        let tells = self.clause.verb.as_deref().is_some_and(|verb| TELLING.contains(&verb));
        let start = self
            .free(self.clause.verb_at + 1, self.clause.sentence_end)
            .find(|(_, token)| token.is_word(&["saying", "says"]) || (tells && token.is_word(&["that"])));
        let (position, _) = start?;
        let skipped = usize::from(self.token(position + 1).is_some_and(|token| token.is_word(&["that"])));
        let first = self.token(position + 1 + skipped)?;
        let last = self.token(self.clause.sentence_end.checked_sub(1)?)?;
        self.prose.text.get(first.start..last.end).map(|text| text.trim().to_owned())
    }

    fn of_kind(&mut self, kind: Kind) -> Option<String> {
        for (start, end) in self.reaches() {
            let found = self
                .free(start, end)
                .find(|(_, token)| token.kind == kind)
                .map(|(at, token)| (at, token.text.clone()));
            if let Some((position, text)) = found {
                self.take(position);
                return Some(text);
            }
        }
        None
    }

    fn date(&self) -> Option<String> {
        let (start, end) = (self.clause.start, self.clause.sentence_end);
        let is_date = |token: &Token| token.kind == Kind::Number && token.text.contains(['-', ':', '/']);
        self.free(start, end).find(|(_, token)| is_date(token)).map(|(_, token)| token.text.clone())
    }

    fn number(&mut self) -> Option<Argument> {
        let (start, end) = (self.clause.start, self.clause.sentence_end);
        let found = self.free(start, end).find_map(|(at, token)| match token.kind {
            Kind::Number => Some((at, number(&token.text)?)),
            _ => None,
        });
        found.map(|(position, value)| {
            self.take(position);
            Argument::Value(value)
        })
    }

    fn path(&self) -> Option<String> {
        let [clause, sentence, ..] = self.reaches();
        [clause, sentence].into_iter().find_map(|(start, end)| {
            let quoted = self.free(start, end).find(|(_, token)| token.kind == Kind::Quoted);
            let quoted = quoted.map(|(_, token)| token.text.clone());
            let raw = || {
                let first = self.token(start)?.start;
                let last = self.token(end.checked_sub(1)?)?.end;
                let words = self.prose.text.get(first..last)?.split_whitespace();
                let trimmed =
                    words.map(|word| word.trim_matches(['.', ',', ';', ':', '"', '\'', '`', '(', ')']));
                trimmed
                    .filter(|word| word.len() > 2 && (word.contains('/') || word.contains('.')))
                    .map(str::to_owned)
                    .next()
            };
            quoted.or_else(raw)
        })
    }

    fn choice(&self, members: &[Json]) -> Option<Argument> {
        let (start, end) = (self.clause.start, self.clause.sentence_end);
        let said = |member: &&Json| {
            let words = super::token::words(member.as_str().unwrap_or_default());
            !words.is_empty()
                && words.iter().all(|word| self.free(start, end).any(|(_, token)| token.is_word(&[word])))
        };
        members.iter().find(said).or(members.first()).cloned().map(Argument::Value)
    }

    /// What is left of the clause: a text in quotes, a tag, or the words of its object.
    fn phrase(&mut self) -> Option<String> {
        let (start, end) = (self.clause.verb_at, self.clause.end);
        let marked = |token: &Token| matches!(token.kind, Kind::Quoted | Kind::Channel | Kind::Url);
        let found = self.free(start, self.clause.sentence_end).find(|(_, token)| marked(token));
        if let Some((position, text)) = found.map(|(position, token)| (position, token.text.clone())) {
            self.take(position);
            return Some(text);
        }
        let about =
            self.free(start, end).find(|(_, token)| token.is_word(&["for", "about", "called", "named"]));
        let from = about.map_or(start + 1, |(position, _)| position + 1);
        let is_end = |token: &Token| {
            token.kind == Kind::Mark
                || token
                    .is_word(&["and", "then", "to", "with", "from", "in", "on", "at", "by", "using", "via"])
        };
        let skipped = |token: &Token| token.is_word(&["the", "a", "an", "all", "any", "our", "my", "your"]);
        let object: Vec<(usize, String)> = self
            .free(from, end)
            .skip_while(|(_, token)| skipped(token))
            .take_while(|(_, token)| !is_end(token))
            .filter(|(_, token)| token.kind == Kind::Word || token.kind == Kind::Number)
            .map(|(position, token)| (position, token.text.clone()))
            .collect();
        object.iter().for_each(|(position, _)| self.take(*position));
        let words: Vec<&str> = object.iter().map(|(_, word)| word.as_str()).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

fn number(text: &str) -> Option<Json> {
    let plain: String = text.chars().filter(|c| *c != ',').collect();
    match plain.parse::<i64>() {
        Ok(whole) => Some(whole.into()),
        Err(_) => plain.parse::<f64>().ok().filter(|number| number.is_finite()).map(Json::from),
    }
}
