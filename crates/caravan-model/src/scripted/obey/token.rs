//! Prose as words, quoted texts, addresses and marks.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word, `snake_case` names included.
    Word,
    /// A text in quotes or backticks; `text` is what stands between them.
    Quoted,
    /// An e-mail address.
    Address,
    /// A web address.
    Url,
    /// `#channel`, with its sign.
    Channel,
    /// `@somebody`, without the sign.
    Handle,
    /// A number, date or time.
    Number,
    /// Punctuation.
    Mark,
    /// A line break that ends a sentence.
    Break,
}

/// A piece of prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// As written; of a quoted text what is between the quotes.
    pub(crate) text: String,
    /// A word in lower case, without possessive endings, `e-mail` written `email`.
    pub(crate) norm: String,
    /// Where it starts in the prose, in bytes.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
}

impl Token {
    /// Whether it is this mark.
    pub(crate) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark && self.text.starts_with(mark)
    }

    /// Whether it is one of these words.
    pub(crate) fn is_word(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&self.norm.as_str())
    }
}

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0, found: Vec::new() };
    while scanner.step() {}
    scanner.found
}

/// The words of a name or a description in their plain form: `send_email` and `sendEmail` give `send` and
/// `email`.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len());
    let mut before_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && before_lower {
            spaced.push(' ');
        }
        before_lower = c.is_lowercase();
        spaced.push(if c == '_' { ' ' } else { c });
    }
    tokens(&spaced).into_iter().filter(|token| token.kind == Kind::Word).map(|token| token.norm).collect()
}

/// Longer quoted texts, in bytes, are none.
const MAX_QUOTED: usize = 20_000;

const QUOTES: [(char, char); 7] =
    [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('„', '“'), ('‘', '’'), ('«', '»')];

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    found: Vec<Token>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn before(&self) -> Option<char> {
        self.text.get(..self.at).and_then(|text| text.chars().next_back())
    }

    fn push(&mut self, kind: Kind, text: &str, norm: String, length: usize) {
        let start = self.at;
        self.at += length;
        self.found.push(Token { kind, text: text.to_owned(), norm, start, end: self.at });
    }

    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return false;
        };
        if first == '\n' {
            self.line_break();
        } else if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if !(self.url() || self.address() || self.quoted(first) || self.tagged(first)) {
            let length = word_length(rest);
            if first.is_ascii_digit()
                || (first == '$' && rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit()))
            {
                self.number(rest);
            } else if first.is_alphanumeric() || first == '_' {
                let text = rest.get(..length).unwrap_or_default();
                let text = text.trim_end_matches(['-', '\'', '’']);
                self.push(Kind::Word, text, plain(text), text.len());
            } else {
                let length = first.len_utf8();
                self.push(Kind::Mark, rest.get(..length).unwrap_or_default(), String::new(), length);
            }
        }
        true
    }

    /// A new line ends the sentence unless the next one goes on with it.
    fn line_break(&mut self) {
        let rest = self.rest();
        let length = run(rest, char::is_whitespace);
        let blank = rest.get(..length).unwrap_or_default().matches('\n').count() > 1;
        let goes_on = rest.get(length..).and_then(|next| next.chars().next()).is_some_and(|next| {
            next.is_lowercase() || matches!(next, '"' | '\'' | '`' | '(' | '<' | '#' | '@')
        });
        if blank || !goes_on {
            self.push(Kind::Break, "", String::new(), length);
        } else {
            self.at += length;
        }
    }

    fn url(&mut self) -> bool {
        let rest = self.rest();
        if !["http://", "https://", "ftp://", "file://"].iter().any(|scheme| rest.starts_with(scheme)) {
            return false;
        }
        let length =
            run(rest, |c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '`' | '<' | '>' | ')' | ']' | '}'));
        let url = rest.get(..length).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', '!', '?']);
        self.push(Kind::Url, url, String::new(), url.len());
        true
    }

    fn address(&mut self) -> bool {
        let rest = self.rest();
        let local = run(rest, |c| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-'));
        let Some(domain) = rest.get(local..).and_then(|rest| rest.strip_prefix('@')) else {
            return false;
        };
        let length = run(domain, |c| c.is_alphanumeric() || matches!(c, '.' | '-'));
        let domain = domain.get(..length).unwrap_or_default().trim_end_matches(['.', '-']);
        if local == 0 || !domain.contains('.') {
            return false;
        }
        let length = local + 1 + domain.len();
        self.push(Kind::Address, rest.get(..length).unwrap_or_default(), String::new(), length);
        true
    }

    fn quoted(&mut self, first: char) -> bool {
        let Some((_, close)) = QUOTES.iter().find(|(open, _)| *open == first) else {
            return false;
        };
        // An apostrophe inside or at the end of a word opens nothing.
        if self.before().is_some_and(char::is_alphanumeric) {
            return false;
        }
        let rest = self.rest();
        let marks = if first == '`' { run(rest, |c| c == '`') } else { first.len_utf8() };
        let fence: String = std::iter::repeat_n(*close, if first == '`' { marks } else { 1 }).collect();
        let inside = rest.get(marks..).unwrap_or_default();
        let reach =
            (0..=MAX_QUOTED.min(inside.len())).rev().find(|end| inside.is_char_boundary(*end)).unwrap_or(0);
        let inside = inside.get(..reach).unwrap_or_default();
        let closing = inside.match_indices(fence.as_str()).map(|(position, _)| position).find(|position| {
            let after = inside.get(position + fence.len()..).and_then(|after| after.chars().next());
            // Nor does an apostrophe inside a word close anything.
            *position > 0 && (first == '`' || !after.is_some_and(char::is_alphanumeric))
        });
        let Some(text) = closing.and_then(|position| inside.get(..position)) else {
            return false;
        };
        self.push(Kind::Quoted, text, String::new(), marks + text.len() + fence.len());
        true
    }

    fn tagged(&mut self, first: char) -> bool {
        let kind = match first {
            '#' => Kind::Channel,
            '@' => Kind::Handle,
            _ => return false,
        };
        let rest = self.rest();
        let length =
            run(rest.get(1..).unwrap_or_default(), |c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        let tag = rest.get(..=length).unwrap_or_default().trim_end_matches(['.', '-']);
        if tag.len() < 2 || !tag.chars().nth(1).is_some_and(char::is_alphanumeric) {
            return false;
        }
        let text = if kind == Kind::Handle { tag.trim_start_matches('@') } else { tag };
        self.push(kind, text, String::new(), tag.len());
        true
    }

    fn number(&mut self, rest: &str) {
        let sign = usize::from(rest.starts_with('$'));
        let digits = rest.get(sign..).unwrap_or_default();
        let length = run(digits, |c| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | ':' | '-' | '/'));
        let number = digits.get(..length).unwrap_or_default().trim_end_matches(['.', ',', ':', '-', '/']);
        self.push(Kind::Number, number, number.to_lowercase(), sign + number.len());
    }
}

/// The length of the word that starts the text; a full stop in the middle of `report.txt` belongs to it.
fn word_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = text.get(length..).unwrap_or_default();
        length += run(rest, |c| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '’'));
        let mut after = text.get(length..).unwrap_or_default().chars();
        let goes_on = after.next() == Some('.') && after.next().is_some_and(|c| c.is_lowercase() || c == '_');
        if !goes_on {
            return length;
        }
        length += 1;
    }
}

/// The number of bytes at the start of the text whose characters are all wanted.
fn run(text: &str, wanted: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !wanted(c)).unwrap_or(text.len())
}

fn plain(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    let bare = lower.strip_suffix("'s").or_else(|| lower.strip_suffix('\'')).unwrap_or(&lower);
    match bare.strip_prefix("e-mail") {
        Some(ending) => format!("email{ending}"),
        None => bare.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, String)> {
        tokens(text).into_iter().map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn addresses_and_tags_are_whole_tokens_without_the_full_stop_after_them() {
        let found =
            kinds("Mail it to ruth.b@mail.example.com. See https://x.org/a?b=1, ask @bob in #all-hands.");
        let tagged: Vec<_> =
            found.into_iter().filter(|(kind, _)| !matches!(kind, Kind::Word | Kind::Mark)).collect();
        assert_eq!(
            tagged,
            [
                (Kind::Address, "ruth.b@mail.example.com".into()),
                (Kind::Url, "https://x.org/a?b=1".into()),
                (Kind::Handle, "bob".into()),
                (Kind::Channel, "#all-hands".into()),
            ]
        );
    }

    #[test]
    fn an_apostrophe_neither_opens_nor_closes_a_quoted_text() {
        let found = kinds("the applicants' data, don't say 'it's here' or `a'b`");
        let quoted: Vec<_> = found.into_iter().filter(|(kind, _)| *kind == Kind::Quoted).collect();
        assert_eq!(quoted, [(Kind::Quoted, "it's here".into()), (Kind::Quoted, "a'b".into())]);
    }

    #[test]
    fn a_line_break_ends_a_sentence_unless_the_next_line_goes_on() {
        let breaks = |text: &str| tokens(text).iter().filter(|token| token.kind == Kind::Break).count();
        assert_eq!(breaks("send it\nto bob"), 0);
        assert_eq!(breaks("Name: Ada\nNotes: none"), 1);
        assert_eq!(breaks("send it\n\nto bob"), 1);
    }

    #[test]
    fn names_fall_into_words() {
        assert_eq!(words("send_email"), ["send", "email"]);
        assert_eq!(words("sendSlackMessage"), ["send", "slack", "message"]);
        assert_eq!(
            words("Sends e-mails, and applicants' files."),
            ["sends", "emails", "and", "applicants", "files"]
        );
    }
}
