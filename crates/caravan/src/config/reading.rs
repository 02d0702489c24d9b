//! What is wrong with the form of a configuration, in the words of whoever writes one.

use toml::de::Error;

use super::server::Problem;
use crate::advice::suggestion;

/// An error of the reader, with what was meant and what to do, as far as its text shows that.
pub(crate) fn in_words(error: &Error) -> Problem {
    let message = error.message().trim_end();
    let (message, help) = told(message);
    let problem = Problem::new(message, error.span().unwrap_or_default());
    match help {
        Some(help) => problem.with_help(help),
        None => problem,
    }
}

fn told(message: &str) -> (String, Option<String>) {
    if let Some(rest) = message.strip_prefix("unknown field ") {
        return unknown(rest);
    }
    if let Some(name) = message.strip_prefix("missing field ") {
        return (format!("the key {name} is missing"), None);
    }
    if let Some((found, wanted)) =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        return wrong_type(found, wanted);
    }
    if message.starts_with("invalid length ") && message.contains("struct ") {
        return ("a list stands where a table is wanted".to_owned(), None);
    }
    // The words for Rust's structs, in TOML's.
    (message.replace(" field `", " key `"), None)
}

/// `` `fly`, expected one of `a`, `b` ``
fn unknown(rest: &str) -> (String, Option<String>) {
    let (name, expected) = rest.split_once(", ").unwrap_or((rest, ""));
    let name = name.trim_matches('`');
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    let help = (!known.is_empty()).then(|| suggestion(name, "key", &known));
    (format!("unknown key `{name}`"), help)
}

fn wrong_type(found: &str, wanted: &str) -> (String, Option<String>) {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    let value = value.trim_matches(['`', '"']);
    let found = match kind {
        "string" => "a text",
        "integer" => "a whole number",
        "floating" => "a number",
        "boolean" => "`true` or `false`",
        "map" => "a table",
        "sequence" => "a list",
        other => other,
    };
    let (wanted, is_bare) = match wanted {
        "f64" | "f32" => ("a number", true),
        "a boolean" => ("`true` or `false`", true),
        "a string" => ("a text", false),
        "a sequence" => ("a list", false),
        "a map" => ("a table", false),
        integer if integer.starts_with(['u', 'i']) && integer.get(1..).is_some_and(is_size) => {
            ("a whole number", true)
        }
        record if record.starts_with("struct ") => ("a table", false),
        other => (other, false),
    };
    let help = match (kind, wanted) {
        ("string", _) if is_bare && value.parse::<f64>().is_ok() => {
            Some("write it without quotes".to_owned())
        }
        ("string", _) if is_bare && (value == "true" || value == "false") => {
            Some("write it without quotes".to_owned())
        }
        ("integer" | "floating" | "boolean", "a text") => Some("write it in quotes".to_owned()),
        ("string", "a list") => Some("write it in brackets, as in `[\"...\"]`".to_owned()),
        _ => None,
    };
    (format!("{found} stands where {wanted} is wanted"), help)
}

fn is_size(text: &str) -> bool {
    text == "size" || text.parse::<u8>().is_ok()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use crate::config::{Config, Folder};

    #[test]
    fn what_is_wrong_with_the_form_is_said_with_its_line_and_what_was_meant() {
        let base = "root = \"a\"\n[agents.a]\ndescription = \"\"\n";
        for (text, said) in [
            ("planer = 1\n", "caravan.toml:1: unknown key `planer`; the keys are "),
            ("chioce_budget = 1\n", "unknown key `chioce_budget`; did you mean `choice_budget`?"),
            (
                "choice_budget = \"3\"\n",
                "a text stands where a whole number is wanted; write it without quotes",
            ),
            ("defense = 3\n", "a whole number stands where a text is wanted; write it in quotes"),
            ("models = []\n", "a list stands where a table is wanted"),
        ] {
            let error = Config::parse(&format!("{text}{base}"), "caravan.toml", Folder::Disk(PathBuf::new()));
            let told = error.unwrap_err().to_string();
            assert!(told.contains(said) && told.starts_with("caravan.toml:"), "{told}");
        }
        for (text, said) in [
            ("tools = \"x\"\n", "caravan.toml:4: a text stands where a list is wanted; write it in brackets"),
            ("childern = []\n", "caravan.toml:4: unknown key `childern`; did you mean `children`?"),
            ("[models]\nplaner = \"x\"\n", "caravan.toml:5: unknown key `planer`; did you mean `planner`?"),
            ("[models]\nplanner = 3\n", "a whole number stands where a model's name, or a table"),
            (
                "[tools.x]\ntrusted = \"true\"\n",
                "a text stands where `true` or `false` is wanted; write it without",
            ),
            ("[servers.x]\ncall_second = 3\n", "did you mean `call_seconds`?"),
            (
                "[servers.x]\ncall_seconds = \"3\"\n",
                "a text stands where a number is wanted; write it without quotes",
            ),
            ("[agents.b]\n", "caravan.toml:4: the key `description` is missing"),
            ("[agents.a]\n", "duplicate key"),
        ] {
            let error = Config::parse(&format!("{base}{text}"), "caravan.toml", Folder::Disk(PathBuf::new()));
            let told = error.unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
        }
    }
}
