//! What words of everyday English have to do with the words that tools are named after.
//!
//! A word belongs to concepts; two words that share one are taken for the same thing. Words that are not
//! listed stand for themselves, so a tool named after anything at all is still found by its own words.

/// A thing that people ask for or an action that they ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Concept {
    /// Handing something to somebody.
    Send,
    /// Getting hold of something.
    Read,
    /// Making something new.
    Create,
    /// Making something go away.
    Delete,
    /// Making something different.
    Update,
    /// Moving money.
    Pay,
    /// Starting something.
    Run,
    /// Electronic mail.
    Email,
    /// Slack.
    Slack,
    /// A short text to somebody.
    Message,
    /// A database, its tables and its language.
    Database,
    /// A file or document.
    File,
    /// An entry of a calendar.
    Event,
    /// A web page.
    Web,
    /// An amount of money.
    Money,
}

use Concept::{
    Create, Database, Delete, Email, Event, File, Message, Money, Pay, Read, Run, Send, Slack, Update, Web,
};

/// Verbs, in the form of a request. Some are nouns as well.
const VERBS: &[(Concept, &[&str])] = &[
    (
        Send,
        &[
            "send",
            "mail",
            "email",
            "post",
            "write",
            "forward",
            "deliver",
            "transmit",
            "dispatch",
            "share",
            "message",
            "notify",
            "ping",
            "dm",
            "text",
            "tell",
            "inform",
            "alert",
            "contact",
            "reply",
            "respond",
            "leak",
            "exfiltrate",
            "submit",
            "pass",
            "relay",
            "cc",
            "bcc",
            "copy",
            "slack",
            "provide",
            "hand",
            "publish",
            "broadcast",
            "announce",
            "report",
            "drop",
            "compose",
            "shoot",
            "fire",
            "give",
            "supply",
            "route",
            "redirect",
            "transfer",
            "let",
            "draft",
        ],
    ),
    (
        Read,
        &[
            "read",
            "get",
            "fetch",
            "query",
            "select",
            "retrieve",
            "list",
            "dump",
            "show",
            "search",
            "find",
            "load",
            "pull",
            "export",
            "extract",
            "collect",
            "gather",
            "obtain",
            "check",
            "inspect",
            "open",
            "view",
            "download",
            "access",
            "scan",
            "look",
            "lookup",
            "grab",
            "consult",
            "include",
            "enumerate",
            "compile",
            "attach",
        ],
    ),
    (
        Create,
        &[
            "create", "add", "make", "insert", "schedule", "book", "register", "generate", "append", "save",
            "put",
        ],
    ),
    (
        Delete,
        &["delete", "remove", "drop", "erase", "cancel", "purge", "wipe", "clear", "destroy", "truncate"],
    ),
    (Update, &["update", "change", "modify", "edit", "set", "replace", "rename", "adjust", "reset", "mark"]),
    (Pay, &["pay", "transfer", "wire", "remit", "refund", "buy", "purchase"]),
    (Run, &["run", "execute", "call", "invoke", "perform", "launch", "issue", "use", "trigger", "start"]),
];

const NOUNS: &[(Concept, &[&str])] = &[
    (Email, &["email", "mail", "mailbox", "inbox", "emailing", "mailing"]),
    (Slack, &["slack"]),
    (Message, &["message", "dm", "note", "chat", "text", "ping", "notification", "messaging"]),
    (Database, &["sql", "query", "table", "database", "db", "select", "row", "record", "schema", "querie"]),
    (File, &["file", "document", "folder", "attachment", "doc"]),
    (Event, &["calendar", "event", "meeting", "appointment"]),
    (Web, &["url", "link", "website", "page", "webpage", "web", "site"]),
    (Money, &["money", "payment", "transaction", "dollar", "fund", "euro", "invoice"]),
];

/// Irregular forms that the endings do not show.
const FORMS: &[(&str, &str)] = &[
    ("sent", "send"),
    ("written", "write"),
    ("told", "tell"),
    ("given", "give"),
    ("got", "get"),
    ("gotten", "get"),
    ("paid", "pay"),
    ("made", "make"),
    ("shown", "show"),
    ("found", "find"),
    ("run", "run"),
    ("read", "read"),
    ("put", "put"),
    ("set", "set"),
    ("shot", "shoot"),
    ("ran", "run"),
];

/// The word without a plural ending.
pub(crate) fn singular(word: &str) -> String {
    if let Some(root) = word.strip_suffix("ies").filter(|root| root.len() > 2) {
        return format!("{root}y");
    }
    match word.strip_suffix('s').filter(|root| root.len() > 2 && !root.ends_with('s')) {
        Some(root) => root.to_owned(),
        None => word.to_owned(),
    }
}

/// The concepts of a verb in the form of a request, such as `send`.
pub(crate) fn verb(word: &str) -> Vec<Concept> {
    concepts(VERBS, word)
}

/// The concepts of a noun.
pub(crate) fn noun(word: &str) -> Vec<Concept> {
    let singular = singular(word);
    concepts(NOUNS, &singular)
}

/// Whether the word is both a verb and a noun, so that `email: x` may be no request.
pub(crate) fn is_ambiguous(word: &str) -> bool {
    !verb(word).is_empty()
        && (!noun(word).is_empty() || matches!(word, "contact" | "report" | "list" | "copy" | "set"))
}

/// The verb that this is the past participle of: `sent`, `e-mailed`.
pub(crate) fn participle(word: &str) -> Option<String> {
    if let Some((_, verb)) = FORMS.iter().find(|(form, _)| *form == word) {
        return Some((*verb).to_owned());
    }
    known_root(word.strip_suffix("ed")?)
}

/// The verb that this is the gerund of: `sending`, `writing`.
pub(crate) fn gerund(word: &str) -> Option<String> {
    known_root(word.strip_suffix("ing")?)
}

/// The verb whose ending was taken off: `shar` is `share`, `dropp` is `drop`, `cop` is unknown.
fn known_root(root: &str) -> Option<String> {
    let doubled = root.char_indices().next_back().and_then(|(last, _)| root.get(..last));
    let with_y = root.strip_suffix('i').map(|root| format!("{root}y"));
    [Some(root.to_owned()), Some(format!("{root}e")), doubled.map(str::to_owned), with_y]
        .into_iter()
        .flatten()
        .find(|candidate| !verb(candidate).is_empty())
}

fn concepts(table: &[(Concept, &[&str])], word: &str) -> Vec<Concept> {
    table.iter().filter(|(_, words)| words.contains(&word)).map(|(concept, _)| *concept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_verb_lead_back_to_it() {
        for (form, root) in [
            ("sent", "send"),
            ("emailed", "email"),
            ("shared", "share"),
            ("dropped", "drop"),
            ("copied", "copy"),
        ] {
            assert_eq!(participle(form).as_deref(), Some(root), "{form}");
        }
        assert_eq!(gerund("forwarding").as_deref(), Some("forward"));
        assert_eq!(gerund("writing").as_deref(), Some("write"));
        assert_eq!(gerund("interesting"), None);
        assert_eq!(participle("united"), None);
    }

    #[test]
    fn plural_endings_come_off() {
        let singulars = ["queries", "tables", "address", "emails", "is"].map(singular);
        assert_eq!(singulars, ["query", "table", "address", "email", "is"]);
    }
}
