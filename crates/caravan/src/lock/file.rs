//! The lock file as text: a table of TOML for each server, tool and agent, in order, with every hidden character spelled out.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value as Json;
use toml::Spanned;

use super::{Identity, Lock, LockedAgent, LockedServer, LockedTool, sorted};
use crate::config::{ConfigError, read_text, reading};
use crate::hidden::is_hidden;

/// The form of the file.
const VERSION: u32 = 1;

const HEAD: &str = "# What planners read of tools and agents, as somebody has reviewed it. `caravan lock` shows what has changed, and\n\
                    # accepts it. Keep this file in version control.\n";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: Spanned<u32>,
    #[serde(default)]
    servers: BTreeMap<String, WrittenServer>,
    #[serde(default)]
    agents: BTreeMap<String, WrittenAgent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenServer {
    kind: Option<String>,
    command: Option<Vec<String>>,
    url: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    tools: BTreeMap<String, WrittenTool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTool {
    name: String,
    description: String,
    side_effect: bool,
    input: Spanned<String>,
    output: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAgent {
    description: String,
    tools: Vec<String>,
    children: Vec<String>,
    #[serde(default)]
    sends_to: Vec<String>,
    #[serde(default)]
    memory: bool,
}

impl Lock {
    /// Reads the file. None if there is none.
    ///
    /// # Errors
    ///
    /// It is no lock file, with the line.
    pub fn read(path: &Path) -> Result<Option<Lock>, ConfigError> {
        if !path.exists() {
            return Ok(None);
        }
        Lock::parse(&read_text(path)?, &path.display().to_string()).map(Some)
    }

    /// Reads its text; `file` is what messages call it.
    ///
    /// # Errors
    ///
    /// It is no lock file, with the line.
    pub fn parse(text: &str, file: &str) -> Result<Lock, ConfigError> {
        const REMEDY: &str = "mend it, or write it anew with `caravan lock`, after deleting it";
        let written: Written = toml::from_str(text)
            .map_err(|error| reading::in_words(&error).in_file(file, text).with_help(REMEDY))?;
        if *written.version.get_ref() != VERSION {
            let found = written.version.get_ref();
            return Err(ConfigError::new(
                file,
                format!("the lock file has the form {found}, and this Caravan reads {VERSION}"),
            )
            .at(text, written.version.span())
            .with_help(
                "use the Caravan that wrote it, or write it anew with `caravan lock`, after deleting it",
            ));
        }
        let schema = |written: &Spanned<String>| {
            serde_json::from_str::<Json>(written.get_ref()).map(|json| sorted(&json)).map_err(|error| {
                ConfigError::new(file, format!("the schema is no JSON ({error})"))
                    .at(text, written.span())
                    .with_help(REMEDY)
            })
        };
        let mut servers = BTreeMap::new();
        for (server, written) in written.servers {
            let mut tools = BTreeMap::new();
            for (tool, written) in written.tools {
                let WrittenTool { name, description, side_effect, input, output } = written;
                let (input, output) = (schema(&input)?, output.as_ref().map(schema).transpose()?);
                tools.insert(tool, LockedTool { name, description, side_effect, input, output });
            }
            let WrittenServer { kind, command, url, name, version, .. } = written;
            let identity = match (command, url) {
                (Some(command), _) => Identity::Program { command, name, version },
                (None, Some(url)) => Identity::Address { url, name, version },
                (None, None) => Identity::BuiltIn(kind.unwrap_or_default()),
            };
            servers.insert(server, LockedServer { identity, tools });
        }
        let agents = written.agents.into_iter().map(|(name, written)| {
            let WrittenAgent { description, tools, children, sends_to, memory } = written;
            (name, LockedAgent { description, tools, children, sends_to, memory })
        });
        Ok(Lock { servers, agents: agents.collect() })
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        let mut text = format!("{HEAD}version = {VERSION}\n");
        for (keys, body) in self.sections() {
            let _ = write!(text, "\n{}\n{body}", header(&keys));
        }
        text
    }

    /// Its tables, by the keys that lead to each.
    pub(super) fn sections(&self) -> BTreeMap<Vec<String>, String> {
        let mut sections = BTreeMap::new();
        for (name, agent) in &self.agents {
            let mut body = String::new();
            pair(&mut body, "description", &agent.description);
            let _ = writeln!(body, "tools = {}", list(&agent.tools));
            let _ = writeln!(body, "children = {}", list(&agent.children));
            if !agent.sends_to.is_empty() {
                let _ = writeln!(body, "sends_to = {}", list(&agent.sends_to));
            }
            if agent.memory {
                body.push_str("memory = true\n");
            }
            sections.insert(keys(&["agents", name]), body);
        }
        for (name, server) in &self.servers {
            sections.insert(keys(&["servers", name]), identity(&server.identity));
            for (tool, locked) in &server.tools {
                let mut body = String::new();
                pair(&mut body, "name", &locked.name);
                pair(&mut body, "description", &locked.description);
                let _ = writeln!(body, "side_effect = {}", locked.side_effect);
                pair(&mut body, "input", &pretty(&locked.input));
                if let Some(output) = &locked.output {
                    pair(&mut body, "output", &pretty(output));
                }
                sections.insert(keys(&["servers", name, "tools", tool]), body);
            }
        }
        sections
    }
}

fn identity(identity: &Identity) -> String {
    let mut body = String::new();
    let (name, version) = match identity {
        Identity::BuiltIn(kind) => {
            pair(&mut body, "kind", kind);
            return body;
        }
        Identity::Program { command, name, version } => {
            let _ = writeln!(body, "command = {}", list(command));
            (name, version)
        }
        Identity::Address { url, name, version } => {
            pair(&mut body, "url", url);
            (name, version)
        }
    };
    pair(&mut body, "name", name);
    pair(&mut body, "version", version);
    body
}

/// Several lines if it is more than a word.
fn pretty(json: &Json) -> String {
    format!("{json:#}")
}

pub(super) fn keys(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| (*key).to_owned()).collect()
}

/// The header of a table: `[servers.mail.tools.search]`.
pub(super) fn header(keys: &[String]) -> String {
    let keys: Vec<String> = keys.iter().map(|key| bare(key)).collect();
    format!("[{}]", keys.join("."))
}

fn bare(key: &str) -> String {
    let is_bare =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_bare { key.to_owned() } else { quoted(key) }
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
}

fn pair(body: &mut String, key: &str, text: &str) {
    let value = if text.contains('\n') { several_lines(text) } else { quoted(text) };
    let _ = writeln!(body, "{key} = {value}");
}

/// A text on several lines, as it is if TOML lets it be.
fn several_lines(text: &str) -> String {
    let is_plain = !text.contains("'''") && !text.ends_with('\'') && !text.contains(is_escaped);
    if is_plain {
        return format!("'''\n{text}'''");
    }
    let mut out = String::from("\"\"\"\n");
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\n' => out.push('\n'),
            // Three in a row would end it.
            '"' if before == '"' || rest.peek().is_none() => out.push_str("\\\""),
            '"' => out.push('"'),
            other => escaped(&mut out, other),
        }
        before = c;
    }
    out.push_str("\"\"\"");
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            other => escaped(&mut out, other),
        }
    }
    out.push('"');
    out
}

/// Whether a character does not stand for itself in the file.
fn is_escaped(c: char) -> bool {
    c != '\n' && (is_hidden(c) || c.is_control())
}

fn escaped(out: &mut String, c: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        c if is_escaped(c) && u32::from(c) <= 0xffff => {
            let _ = write!(out, "\\u{:04X}", u32::from(c));
        }
        c if is_escaped(c) => {
            let _ = write!(out, "\\U{:08X}", u32::from(c));
        }
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A lock with a tool of this description.
    fn lock(description: &str) -> Lock {
        let tool = LockedTool {
            name: "search".to_owned(),
            description: description.to_owned(),
            side_effect: true,
            input: json!({"type": "object", "properties": {"b": {"description": "it's '''\\ \"\"\""}, "a": {}}}),
            output: None,
        };
        let server = LockedServer {
            identity: Identity::Program {
                command: vec!["mail".to_owned(), "${A:-b}".to_owned()],
                name: "mail\u{202e}".to_owned(),
                version: "1".to_owned(),
            },
            tools: BTreeMap::from([("chat/send".to_owned(), tool)]),
        };
        let agent = LockedAgent { description: "Does it.".to_owned(), ..LockedAgent::default() };
        Lock {
            servers: BTreeMap::from([("mail".to_owned(), server)]),
            agents: BTreeMap::from([("clerk".to_owned(), agent)]),
        }
    }

    #[test]
    fn what_is_written_is_read_again_whatever_stands_in_it() {
        for description in [
            "Finds mails.",
            "",
            "two\nlines",
            "\n",
            "ends with '\n'",
            "'''\n\"\"\"\n\\",
            "tags \u{e0041}\u{e0042}, bidi \u{202e}, none \u{200b}\u{feff}, bell \u{7}, tab \t, return \r\n",
            "\\u202e stays\n\\",
            "世界 🙂\n\"quoted\"",
        ] {
            let lock = lock(description);
            let text = lock.to_toml();
            assert_eq!(Lock::parse(&text, "caravan.lock").as_ref(), Ok(&lock), "{text}");
            assert!(!text.contains(is_escaped), "{text}");
        }
    }

    #[test]
    fn the_file_is_made_to_be_read() {
        insta::assert_snapshot!(lock("Finds mails.\nBy words.").to_toml());
    }

    #[test]
    fn a_file_that_is_none_is_an_error_with_its_line() {
        let good = lock("x").to_toml();
        for (text, said) in [
            ("version = 1\n[agents.a]\n", "caravan.lock:2: the key `description` is missing"),
            ("version = 2\n", "caravan.lock:1: the lock file has the form 2, and this Caravan reads 1"),
            ("", "the key `version` is missing"),
            ("version = 1\nmore = 2\n", "caravan.lock:2: unknown key `more`"),
            ("version =\n", "caravan.lock:1: "),
            (&*good.replace("input = \"\"\"", "input = \"\"\"x"), "the schema is no JSON"),
        ] {
            let told = Lock::parse(text, "caravan.lock").unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
            assert!(told.contains("caravan lock"), "{told}");
        }
    }
}
