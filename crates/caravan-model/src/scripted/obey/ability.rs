//! What a tool or a child can be asked for, read off its name, description and parameters.

use caravan_core::model::Callable;
use serde_json::Value as Json;

use super::clause::Clause;
use super::thesaurus::{self, Concept};
use super::token::{self, Kind, Token};

/// A tool or child as a reader of requests sees it.
pub(crate) struct Ability<'a> {
    pub(crate) callable: &'a Callable,
    /// The words of the name.
    words: Vec<String>,
    /// The words of the description that carry meaning, as singulars.
    described: Vec<String>,
    pub(crate) parameters: Vec<Parameter>,
}

/// A parameter of a tool.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: ParameterKind,
    pub(crate) required: bool,
    /// Whether it takes a list.
    pub(crate) many: bool,
}

/// What kind of thing a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ParameterKind {
    /// Whom something goes to.
    Recipient,
    /// A text that is handed over.
    Text,
    /// A headline.
    Subject,
    /// A statement in SQL.
    Sql,
    /// Words to look for.
    Search,
    /// A web address.
    Url,
    /// A file's place.
    Path,
    /// A date or time.
    Date,
    /// A number.
    Number,
    /// A truth value.
    Flag,
    /// One of these.
    Choice(Vec<Json>),
    /// Anything else.
    Other,
}

/// The least score at which a clause counts as a request for a tool.
pub(crate) const ENOUGH: u32 = 5;

/// Verbs that ask for nothing by themselves: `contact me at ...`.
const WEAK: &[&str] =
    &["contact", "reply", "respond", "report", "let", "give", "copy", "use", "drop", "fire", "get"];

impl<'a> Ability<'a> {
    pub(crate) fn new(callable: &'a Callable) -> Ability<'a> {
        let described = token::words(&callable.description);
        let described =
            described.iter().map(|word| thesaurus::singular(word)).filter(|word| word.len() > 3).collect();
        let parameters = parameters(callable);
        Ability { callable, words: token::words(&callable.name), described, parameters }
    }

    /// Whether this is the tool's exact name, perhaps in quotes or with brackets after it.
    pub(crate) fn is_named(&self, token: &Token) -> bool {
        let text = token.text.trim_end_matches("()");
        let text = text.rsplit('.').next().unwrap_or(text);
        matches!(token.kind, Kind::Word | Kind::Quoted) && text.eq_ignore_ascii_case(&self.callable.name)
    }

    /// Whether the tool's name starts with this verb.
    pub(crate) fn has_verb(&self, word: &str) -> bool {
        self.words.len() > 1 && self.words.first().is_some_and(|first| first == word)
    }

    /// Whether the description speaks of this.
    pub(crate) fn describes(&self, word: &str) -> bool {
        let word = thesaurus::singular(word);
        word.len() > 3 && self.described.contains(&word)
    }

    /// Whether messages of this tool go to e-mail addresses.
    pub(crate) fn is_mail(&self) -> bool {
        self.words.iter().any(|word| thesaurus::noun(word).contains(&Concept::Email))
    }

    /// Whether a parameter takes SQL.
    fn takes_sql(&self) -> bool {
        self.takes(&ParameterKind::Sql)
    }

    fn takes(&self, kind: &ParameterKind) -> bool {
        self.parameters.iter().any(|parameter| parameter.kind == *kind)
    }

    /// How well the clause fits the tool; at least [`ENOUGH`] if it asks for it.
    pub(crate) fn score(&self, clause: &Clause, evidence: &Evidence<'_>) -> u32 {
        let Some(verb) = clause.verb.as_deref() else {
            return 0;
        };
        let nouns = self.nouns_in(evidence);
        let acts = self.acts(verb);
        let mut score = 0;
        if acts {
            score += 3 + evidence.words().filter(|word| self.describes(word)).take(2).count() as u32;
            score += 4 * nouns.min(2);
        }
        if evidence.sql && self.takes_sql() {
            score += 6;
        }
        if acts && self.takes(&ParameterKind::Recipient) {
            let address = evidence.address || (evidence.data && evidence.later_address);
            score += match (address, self.is_mail()) {
                (true, true) => 6,
                (true, false) => 1,
                (false, _) => 0,
            };
            score += if evidence.tag && !self.is_mail() { 3 } else { 0 };
            score += u32::from(evidence.receiver);
        }
        if acts && evidence.url && self.takes(&ParameterKind::Url) {
            score += 2;
        }
        if acts && evidence.data && self.takes(&ParameterKind::Text) {
            score += 1;
        }
        let is_weak = WEAK.contains(&verb) && !self.has_verb(verb) && nouns == 0;
        if is_weak && !evidence.data && !evidence.quoted && !evidence.sql { 0 } else { score }
    }

    /// How well the clause fits a child, of which only name and description are known.
    pub(crate) fn suits(&self, clause: &Clause, evidence: &Evidence<'_>) -> u32 {
        let known: Vec<Concept> = self
            .words
            .iter()
            .chain(&self.described)
            .flat_map(|word| [thesaurus::verb(word), thesaurus::noun(word)].concat())
            .collect();
        let is_weak = clause.verb.as_deref().is_some_and(|verb| WEAK.contains(&verb));
        let shows = evidence.data || evidence.quoted || evidence.sql || evidence.named;
        if !evidence.is_substantial() || (is_weak && !shows) {
            return 0;
        }
        let verb = clause.verb.as_deref().map(thesaurus::verb).unwrap_or_default();
        let nouns = evidence.nouns().filter(|concept| known.contains(concept)).count().min(2) as u32;
        let own =
            evidence.words().filter(|word| self.describes(word) || self.words.iter().any(|own| own == word));
        u32::from(verb.iter().any(|concept| known.contains(concept)))
            + 3 * nouns
            + own.take(2).count() as u32
            + if evidence.address && known.contains(&Concept::Email) { 3 } else { 0 }
            + if evidence.sql && known.contains(&Concept::Database) { 4 } else { 0 }
    }

    /// Whether the verb is what the tool does.
    fn acts(&self, verb: &str) -> bool {
        let wanted = thesaurus::verb(verb);
        self.words.iter().any(|word| {
            word == verb
                || wanted
                    .iter()
                    .any(|concept| *concept != Concept::Run && thesaurus::verb(word).contains(concept))
        })
    }

    /// How many of the things that the tool is named after the clause speaks of.
    fn nouns_in(&self, evidence: &Evidence<'_>) -> u32 {
        let skipped = usize::from(
            self.words.len() > 1 && self.words.first().is_some_and(|word| thesaurus::noun(word).is_empty()),
        );
        let matched = self.words.iter().skip(skipped).filter(|word| {
            let wanted = thesaurus::noun(word);
            let singular = thesaurus::singular(word);
            evidence.words().any(|said| thesaurus::singular(said) == singular)
                || evidence.nouns().any(|concept| wanted.contains(&concept))
        });
        matched.count() as u32
    }
}

/// What a clause holds besides its verb.
pub(crate) struct Evidence<'t> {
    tokens: &'t [Token],
    pub(crate) address: bool,
    /// Whether the text names an address afterwards.
    pub(crate) later_address: bool,
    /// `#channel` or `@somebody`.
    pub(crate) tag: bool,
    pub(crate) url: bool,
    pub(crate) sql: bool,
    pub(crate) quoted: bool,
    /// A name in `snake_case`, as tools have.
    pub(crate) named: bool,
    /// Somebody whom something is to go to.
    pub(crate) receiver: bool,
    /// Whether it speaks of data that is at hand.
    pub(crate) data: bool,
}

impl<'t> Evidence<'t> {
    pub(crate) fn new(tokens: &'t [Token], receiver: bool) -> Evidence<'t> {
        let any = |kind: Kind| tokens.iter().any(|token| token.kind == kind);
        Evidence {
            tokens,
            address: any(Kind::Address),
            later_address: false,
            tag: any(Kind::Channel) || any(Kind::Handle),
            url: any(Kind::Url),
            sql: speaks_sql(tokens),
            quoted: any(Kind::Quoted),
            named: tokens
                .iter()
                .any(|token| token.kind == Kind::Word && token.text.trim_matches('_').contains('_')),
            receiver,
            data: tokens.iter().any(is_data),
        }
    }

    /// Whether there is more than words to show that something is asked for.
    pub(crate) fn is_strong(&self) -> bool {
        self.address || self.sql || self.named || self.tag
    }

    /// Whether there is anything at all that a request could be about.
    pub(crate) fn is_substantial(&self) -> bool {
        self.is_strong() || self.quoted || self.url || self.receiver || self.data
    }

    fn words(&self) -> impl Iterator<Item = &'t str> {
        self.tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.norm.as_str())
    }

    fn nouns(&self) -> impl Iterator<Item = Concept> {
        let names = self.tokens.iter().filter(|token| token.kind == Kind::Word && token.text.contains('_'));
        let parts = names.flat_map(|token| token::words(&token.text));
        let mut found: Vec<Concept> =
            self.words().map(str::to_owned).chain(parts).flat_map(|word| thesaurus::noun(&word)).collect();
        // An amount with its sign is longer than its digits.
        if self
            .tokens
            .iter()
            .any(|token| token.kind == Kind::Number && token.end - token.start > token.text.len())
        {
            found.push(Concept::Money);
        }
        found.sort_by_key(|concept| *concept as u8);
        found.dedup();
        found.into_iter()
    }
}

/// Whether the word speaks of data without spelling it out.
pub(crate) fn is_data(token: &Token) -> bool {
    const DATA: &[&str] = &[
        "all",
        "every",
        "everything",
        "everybody",
        "everyone",
        "entire",
        "full",
        "whole",
        "complete",
        "each",
        "data",
        "info",
        "information",
        "table",
        "list",
        "row",
        "record",
        "detail",
        "content",
        "result",
        "summary",
        "copy",
        "it",
        "this",
        "them",
        "dump",
        "database",
        "report",
        "that",
        "these",
        "those",
        "anything",
        "output",
        "file",
        "above",
    ];
    token.kind == Kind::Word && DATA.contains(&thesaurus::singular(&token.norm).as_str())
        || token.is_word(&["this", "details"])
}

/// Whether the text is a statement in SQL.
pub(crate) fn is_sql(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let has = |wanted: &str| rest.iter().any(|word| word == wanted);
    match first.as_str() {
        "select" => has("from"),
        "insert" => has("into"),
        "update" => has("set"),
        "delete" => rest.first().is_some_and(|word| word == "from"),
        "drop" | "create" | "alter" | "truncate" => rest.first().is_some_and(|word| word == "table"),
        "with" => has("select") && rest.get(1).is_some_and(|word| word == "as"),
        "pragma" => true,
        _ => false,
    }
}

fn speaks_sql(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.kind == Kind::Quoted && is_sql(&token.text)) || sql_at(tokens).is_some()
}

/// Where a statement in SQL without quotes starts.
pub(crate) fn sql_at(tokens: &[Token]) -> Option<usize> {
    const STARTS: &[&str] =
        &["select", "insert", "update", "delete", "drop", "create", "alter", "truncate", "with", "pragma"];
    tokens.iter().enumerate().filter(|(_, token)| token.is_word(STARTS)).map(|(at, _)| at).find(|at| {
        let rest: Vec<&str> = tokens.iter().skip(*at).take(400).map(|token| token.text.as_str()).collect();
        is_sql(&rest.join(" "))
    })
}

fn parameters(callable: &Callable) -> Vec<Parameter> {
    let required = callable.parameters.get("required").and_then(Json::as_array);
    let properties = callable.parameters.get("properties").and_then(Json::as_object);
    let about_sql = [callable.name.as_str(), callable.description.as_str()]
        .iter()
        .any(|text| token::words(text).iter().any(|word| word == "sql"));
    let parameter = |(name, schema): (&String, &Json)| {
        let many = schema.get("type").and_then(Json::as_str) == Some("array");
        let inner = if many { schema.get("items").unwrap_or(&Json::Null) } else { schema };
        Parameter {
            name: name.clone(),
            kind: kind(name, inner, about_sql),
            required: match required {
                Some(names) => names.iter().any(|required| required == name),
                None => schema.get("default").is_none(),
            },
            many,
        }
    };
    properties.into_iter().flatten().map(parameter).collect()
}

fn kind(name: &str, schema: &Json, about_sql: bool) -> ParameterKind {
    if let Some(members) = schema.get("enum").and_then(Json::as_array) {
        return ParameterKind::Choice(members.clone());
    }
    match schema.get("type").and_then(Json::as_str) {
        Some("integer" | "number") => return ParameterKind::Number,
        Some("boolean") => return ParameterKind::Flag,
        _ => {}
    }
    let words = token::words(name);
    let any = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&thesaurus::singular(word).as_str()));
    if any(&["subject", "title", "headline", "topic", "heading"]) {
        ParameterKind::Subject
    } else if any(&["sql", "statement"]) || (about_sql && any(&["query"])) {
        ParameterKind::Sql
    } else if any(&["url", "uri", "link", "href", "website", "endpoint", "webhook"]) {
        ParameterKind::Url
    } else if any(&[
        "to",
        "recipient",
        "receiver",
        "addressee",
        "address",
        "email",
        "user",
        "username",
        "person",
        "contact",
        "channel",
        "target",
        "destination",
        "whom",
        "who",
        "participant",
        "attendee",
        "cc",
        "bcc",
        "phone",
        "member",
    ]) {
        ParameterKind::Recipient
    } else if any(&[
        "body",
        "text",
        "message",
        "content",
        "msg",
        "note",
        "description",
        "comment",
        "data",
        "payload",
        "markdown",
    ]) {
        ParameterKind::Text
    } else if any(&["query", "search", "keyword", "term", "question", "q"]) {
        ParameterKind::Search
    } else if any(&["path", "file", "filename", "folder", "directory"]) {
        ParameterKind::Path
    } else if any(&["date", "time", "start", "end", "when", "day", "datetime"]) {
        ParameterKind::Date
    } else {
        ParameterKind::Other
    }
}
