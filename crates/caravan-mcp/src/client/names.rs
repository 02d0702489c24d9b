//! Names by which plans call the tools of servers: stable whatever order servers list them in, and each for one tool.

use std::collections::{BTreeMap, BTreeSet};

/// What plans have other uses for: Python's keywords, and builtins that a tool would hide.
const TAKEN: &[&str] = &[
    "False",
    "None",
    "True",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
    "match",
    "case",
    "type",
    "get_variable",
    "query_ai_assistant",
    "abs",
    "all",
    "any",
    "bool",
    "bytes",
    "chr",
    "dict",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "ord",
    "pow",
    "print",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "str",
    "sum",
    "super",
    "tuple",
    "zip",
    "date",
    "datetime",
    "time",
    "timedelta",
    "re",
    "json",
    "math",
];

/// A name for each tool, given as its server and the server's name for it; `others` are names that are not free.
///
/// A tool is called by its own name with `_` for what no identifier holds, where that is free; by its server's and its own
/// where it is not; and with a few digits made of both where that is not free either.
pub fn plan_names<'a>(tools: &[(&'a str, &'a str)], others: &BTreeSet<String>) -> Vec<String> {
    let mut names: Vec<Option<String>> = vec![None; tools.len()];
    let mut taken = others.clone();
    taken.extend(TAKEN.iter().map(|name| (*name).to_owned()));
    for candidate in [own as fn(&str, &str) -> String, with_server, with_digits] {
        let mut wishes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, (server, tool)) in tools.iter().enumerate() {
            if names.get(place).is_some_and(Option::is_none) {
                wishes.entry(candidate(server, tool)).or_default().push(place);
            }
        }
        for (name, places) in wishes {
            let claim = match places.as_slice() {
                [only] => Some(*only),
                // Of several, the one whose own name it is without any change keeps it.
                several => {
                    let mut exact = several
                        .iter()
                        .filter(|place| tools.get(**place).is_some_and(|(_, own)| *own == name));
                    exact.next().filter(|_| exact.next().is_none()).copied()
                }
            };
            if let Some(place) = claim
                && !taken.contains(&name)
                && let Some(slot) = names.get_mut(place)
            {
                taken.insert(name.clone());
                *slot = Some(name);
            }
        }
    }
    let named = names
        .into_iter()
        .zip(tools)
        .map(|(name, (server, tool))| name.unwrap_or_else(|| with_digits(server, tool)));
    named.collect()
}

fn own(_: &str, tool: &str) -> String {
    identifier(tool)
}

fn with_server(server: &str, tool: &str) -> String {
    identifier(&format!("{server}_{tool}"))
}

fn with_digits(server: &str, tool: &str) -> String {
    format!("{}_{:08x}", with_server(server, tool), fingerprint(server, tool))
}

/// The name with `_` in place of what no identifier holds.
fn identifier(name: &str) -> String {
    let mut plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if plain.chars().all(|c| c == '_') {
        plain = format!("tool{plain}");
    }
    if plain.starts_with(|c: char| c.is_ascii_digit()) {
        plain.insert(0, '_');
    }
    plain
}

/// FNV-1a over both names, folded to 32 bits: the same on every machine and in every release.
fn fingerprint(server: &str, tool: &str) -> u32 {
    let bytes = server.bytes().chain([0]).chain(tool.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tools: &[(&str, &str)]) -> Vec<String> {
        plan_names(tools, &BTreeSet::from(["boss".to_owned()]))
    }

    #[test]
    fn a_name_that_is_free_is_kept_and_what_no_identifier_holds_becomes_an_underscore() {
        assert_eq!(
            names(&[("m", "search"), ("m", "chat.send"), ("m", "a-b/c"), ("m", "2fa")]),
            ["search", "chat_send", "a_b_c", "_2fa",]
        );
    }

    #[test]
    fn tools_of_one_name_on_two_servers_are_told_apart_by_their_servers() {
        assert_eq!(names(&[("mail", "search"), ("web", "search")]), ["mail_search", "web_search"]);
        assert_eq!(names(&[("mail", "print"), ("web", "boss")]), ["mail_print", "web_boss"]);
    }

    #[test]
    fn names_that_collide_once_made_identifiers_stay_apart_whatever_their_order() {
        let tools = [("m", "a-b"), ("m", "a.b"), ("m", "a_b"), ("m", "é"), ("m", "ü")];
        let named = names(&tools);
        assert_eq!(named[2], "a_b");
        assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), tools.len(), "{named:?}");
        let backwards: Vec<_> = tools.iter().rev().copied().collect();
        let mut again = names(&backwards);
        again.reverse();
        assert_eq!(named, again);
    }

    #[test]
    fn a_name_that_looks_like_another_tool_with_its_server_does_not_take_its_place() {
        let tools = [("mail", "search"), ("web", "search"), ("other", "mail_search")];
        let named = names(&tools);
        assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), 3, "{named:?}");
        assert_eq!(named[2], "mail_search");
    }
}
