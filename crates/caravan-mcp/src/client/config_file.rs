//! The JSON files in which other clients keep their servers, read as they are: `{"mcpServers": {...}}`, or VS Code's
//! `{"servers": {...}}` with its comments. Keys that mean nothing here are passed over.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

use super::spec::Transport;

/// A problem of one entry, or of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The server that it is about, if it is about one.
    pub server: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// The bytes of the file that are meant.
    pub place: Option<Range<usize>>,
}

/// One server of a file, its variables not expanded yet.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry(Transport);

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A file as JSON, without its comments.
///
/// # Errors
///
/// It is no JSON.
pub fn json(text: &str) -> Result<Json, FileError> {
    let bare = without_comments(text);
    serde_json::from_str(&bare).map_err(|error| {
        let line =
            bare.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let at = (line + error.column().saturating_sub(1)).min(bare.len());
        let told = error.to_string();
        let what = told.split(" at line ").next().unwrap_or_default();
        FileError {
            server: None,
            message: format!("it is no JSON ({what})"),
            remedy: "mend it at that place".to_owned(),
            place: Some(at..at),
        }
    })
}

/// The servers of a file by name; those that are disabled are left out.
///
/// # Errors
///
/// It is no JSON, or an entry is none of a server.
pub fn read(text: &str) -> Result<BTreeMap<String, Entry>, FileError> {
    let mut servers = BTreeMap::new();
    for (name, entry) in entries(text)? {
        if is_disabled(&entry) {
            continue;
        }
        let entry = read_entry(&entry).map_err(|(message, remedy)| FileError {
            place: place_of(text, &name),
            server: Some(name.clone()),
            message,
            remedy: remedy.to_owned(),
        })?;
        servers.insert(name, Entry(entry));
    }
    Ok(servers)
}

/// The servers of a file that are disabled.
///
/// # Errors
///
/// It is no JSON, or has no servers.
pub fn disabled(text: &str) -> Result<Vec<String>, FileError> {
    Ok(entries(text)?.into_iter().filter(|(_, entry)| is_disabled(entry)).map(|(name, _)| name).collect())
}

/// Where a server's entry begins in a file: its name.
pub fn place_of(text: &str, server: &str) -> Option<Range<usize>> {
    let quoted = Json::String(server.to_owned()).to_string();
    let bare = without_comments(text);
    bare.match_indices(&quoted).find_map(|(at, _)| {
        let rest = bare.get(at + quoted.len()..)?.trim_start().strip_prefix(':')?;
        rest.trim_start().starts_with('{').then_some(at..at + quoted.len())
    })
}

fn entries(text: &str) -> Result<Map<String, Json>, FileError> {
    let mut json = json(text)?;
    let found =
        ["/mcpServers", "/servers", "/mcp/servers"].iter().find(|place| json.pointer(place).is_some());
    match found.and_then(|place| json.pointer_mut(place)).map(Json::take) {
        Some(Json::Object(entries)) => Ok(entries),
        _ => Err(FileError {
            server: None,
            message: "it has no servers".to_owned(),
            remedy: "they are looked for under `mcpServers`, or under `servers` as VS Code writes them"
                .to_owned(),
            place: None,
        }),
    }
}

fn is_disabled(entry: &Json) -> bool {
    entry.get("disabled") == Some(&Json::Bool(true))
}

type Problem = (String, &'static str);

fn read_entry(entry: &Json) -> Result<Transport, Problem> {
    let Json::Object(entry) = entry else {
        return Err(("is no object".to_owned(), "give it a `command` or a `url`"));
    };
    let kind = entry.get("type").or_else(|| entry.get("transport")).and_then(Json::as_str);
    match (entry.get("command"), entry.get("url").or_else(|| entry.get("serverUrl"))) {
        _ if kind == Some("sse") => Err((
            "speaks the old HTTP transport with two endpoints (`sse`)".to_owned(),
            "use its streamable HTTP address, with `\"type\": \"http\"`",
        )),
        (Some(Json::String(command)), None) => Ok(Transport::Stdio {
            command: command.clone(),
            args: texts(entry, "args")?,
            env: table(entry, "env")?,
            cwd: entry.get("cwd").and_then(Json::as_str).map(PathBuf::from),
        }),
        (None, Some(Json::String(url))) => {
            Ok(Transport::Http { url: url.clone(), headers: table(entry, "headers")? })
        }
        (Some(_), Some(_)) => Err(("has a `command` and a `url`".to_owned(), "keep one of them")),
        _ => Err((
            "says neither how it is started nor where it is".to_owned(),
            "give it a `command` or a `url`",
        )),
    }
}

fn texts(entry: &Map<String, Json>, key: &str) -> Result<Vec<String>, Problem> {
    let problem = || (format!("has `{key}` that are no list of texts"), "write them as a list of texts");
    match entry.get(key) {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::Array(items)) => {
            items.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(problem)).collect()
        }
        Some(_) => Err(problem()),
    }
}

fn table(entry: &Map<String, Json>, key: &str) -> Result<BTreeMap<String, String>, Problem> {
    let problem = || (format!("has a table `{key}` that holds more than texts"), "write its values as texts");
    match entry.get(key) {
        None | Some(Json::Null) => Ok(BTreeMap::new()),
        Some(Json::Object(values)) => values
            .iter()
            .map(|(name, value)| match value {
                Json::String(text) => Ok((name.clone(), text.clone())),
                Json::Number(_) | Json::Bool(_) => Ok((name.clone(), value.to_string())),
                _ => Err(problem()),
            })
            .collect(),
        Some(_) => Err(problem()),
    }
}

/// The text with blanks in place of comments, of commas before closing brackets, and of the mark that some editors put
/// first. What stands in texts is kept, and everything stays where it is.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let blank = |out: &mut String, c: char| match c {
        '\n' => out.push('\n'),
        other => out.extend(std::iter::repeat_n(' ', other.len_utf8())),
    };
    let mut chars = text.chars().peekable();
    if let Some(mark) = chars.next_if_eq(&'\u{feff}') {
        blank(&mut out, mark);
    }
    let mut in_text = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_text => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            '"' => in_text = !in_text,
            '/' if !in_text && chars.peek() == Some(&'/') => {
                blank(&mut out, c);
                while let Some(c) = chars.next_if(|c| *c != '\n') {
                    blank(&mut out, c);
                }
                continue;
            }
            '/' if !in_text && chars.peek() == Some(&'*') => {
                blank(&mut out, c);
                // The star that opens it does not close it.
                let mut before = ' ';
                for (index, c) in chars.by_ref().enumerate() {
                    blank(&mut out, c);
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = if index == 0 { ' ' } else { c };
                }
                continue;
            }
            ']' | '}' if !in_text => {
                let kept = out.trim_end().len();
                if out.trim_end().ends_with(',') {
                    out.replace_range(kept - 1..kept, " ");
                }
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Where the values of variables come from, and the folder that `${workspaceFolder}` stands for.
pub struct Variables<'a> {
    /// The value of a variable of the environment.
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    /// The folder that the configuration is in.
    pub folder: &'a Path,
}

impl std::fmt::Debug for Variables<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Variables").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Variables<'_> {
    /// The text with `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `${workspaceFolder}` replaced.
    ///
    /// # Errors
    ///
    /// A variable that is not set, or of a kind that nothing here can give.
    pub fn expand(&self, text: &str) -> Result<String, FileError> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            out.push_str(before);
            let Some((inside, tail)) = after.split_once('}') else {
                let begun: String =
                    after.chars().take_while(|c| c.is_ascii_alphanumeric() || "_:".contains(*c)).collect();
                return Err(FileError {
                    server: None,
                    message: format!("has `${{{begun}` without a closing brace"),
                    remedy: "close it, as in `${NAME}`".to_owned(),
                    place: None,
                });
            };
            out.push_str(&self.value(inside)?);
            rest = tail;
        }
        out.push_str(rest);
        Ok(out)
    }

    fn value(&self, inside: &str) -> Result<String, FileError> {
        let problem =
            |message: String, remedy: String| FileError { server: None, message, remedy, place: None };
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        if let Some(input) = name.strip_prefix("input:") {
            return Err(problem(
                format!("wants the input `{input}`, for which nobody can be asked"),
                format!(
                    "set a variable of the environment and write `${{NAME}}` in place of `${{{inside}}}`"
                ),
            ));
        }
        match name {
            "workspaceFolder" | "workspaceRoot" | "cwd" => return Ok(self.folder.display().to_string()),
            "userHome" => return self.value("HOME"),
            "pathSeparator" | "/" => return Ok("/".to_owned()),
            _ => {}
        }
        match ((self.environment)(name), default) {
            (Some(value), Some(default)) if value.is_empty() => Ok(default.to_owned()),
            (Some(value), _) => Ok(value),
            (None, Some(default)) => Ok(default.to_owned()),
            (None, None) => Err(problem(
                format!("wants the variable `{name}`, which is not set"),
                format!("set `{name}` in the environment, or write `${{{name}:-default}}`"),
            )),
        }
    }

    /// The way to a server with all variables replaced.
    ///
    /// # Errors
    ///
    /// As [`expand`](Variables::expand).
    pub fn expanded(&self, Entry(transport): &Entry) -> Result<Transport, FileError> {
        let table = |values: &BTreeMap<String, String>| -> Result<BTreeMap<String, String>, FileError> {
            values.iter().map(|(name, value)| Ok((name.clone(), self.expand(value)?))).collect()
        };
        Ok(match transport {
            Transport::Stdio { command, args, env, cwd } => Transport::Stdio {
                command: self.expand(command)?,
                args: args.iter().map(|arg| self.expand(arg)).collect::<Result<_, _>>()?,
                env: table(env)?,
                cwd: Some(match cwd {
                    Some(cwd) => self.folder.join(self.expand(&cwd.display().to_string())?),
                    None => self.folder.to_path_buf(),
                }),
            },
            Transport::Http { url, headers } => {
                Transport::Http { url: self.expand(url)?, headers: table(headers)? }
            }
        })
    }
}

impl Entry {
    /// A server that is said elsewhere than in such a file.
    pub fn new(transport: Transport) -> Entry {
        Entry(transport)
    }

    /// The way to the server, its variables not expanded.
    pub fn written(&self) -> &Transport {
        &self.0
    }

    /// Whether it is spoken to over HTTP.
    pub fn is_http(&self) -> bool {
        matches!(self.0, Transport::Http { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables() -> Variables<'static> {
        Variables {
            environment: &|name| match name {
                "TOKEN" => Some("secret".to_owned()),
                "EMPTY" => Some(String::new()),
                _ => None,
            },
            folder: Path::new("/project"),
        }
    }

    #[test]
    fn the_files_of_other_clients_are_read_as_they_are() {
        let desktop = r#"{"globalShortcut": "", "mcpServers": {
            "files": {"command": "npx", "args": ["-y", "server-files", "${workspaceFolder}"], "env": {"T": "${TOKEN}", "N": 3}},
            "web": {"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "Bearer ${env:TOKEN}"},
                    "alwaysAllow": ["x"]},
            "off": {"command": "x", "disabled": true}
        }}"#;
        let servers = read(desktop).unwrap();
        assert_eq!(servers.keys().collect::<Vec<_>>(), ["files", "web"]);
        let files = variables().expanded(&servers["files"]).unwrap();
        let Transport::Stdio { command, args, env, cwd } = files else { panic!("not a program") };
        assert_eq!((&*command, args.last().unwrap().as_str()), ("npx", "/project"));
        assert_eq!((env["T"].as_str(), env["N"].as_str(), cwd.unwrap()), ("secret", "3", "/project".into()));
        let web = variables().expanded(&servers["web"]).unwrap();
        let Transport::Http { headers, .. } = web else { panic!("not over HTTP") };
        assert_eq!(headers["Authorization"], "Bearer secret");
    }

    #[test]
    fn the_file_of_vs_code_may_hold_comments_and_commas_too_many() {
        let text = "{ // servers\n \"servers\": { /* one, */ \"a//b\": {\"command\": \"x\", \"args\": [\"// no, }\", \"\\\"\",],}, }, }";
        let servers = read(text).unwrap();
        let Transport::Stdio { args, .. } = variables().expanded(&servers["a//b"]).unwrap() else {
            panic!("no program")
        };
        assert_eq!(args, ["// no, }", "\""]);
    }

    #[test]
    fn an_entry_that_is_none_is_named_with_what_to_do() {
        for (text, message) in [
            (
                "{\"mcpServers\": {\"a\": {\"type\": \"sse\", \"url\": \"http://x\"}}}",
                "speaks the old HTTP transport",
            ),
            ("{\"mcpServers\": {\"a\": {}}}", "says neither how it is started nor where it is"),
            (
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"url\": \"y\"}}}",
                "has a `command` and a `url`",
            ),
            (
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": \"-y\"}}}",
                "has `args` that are no list",
            ),
            ("{\"mcpServers\": {\"a\": 7}}", "is no object"),
            ("{}", "it has no servers"),
            ("{", "it is no JSON"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.message.starts_with(message), "{error:?}");
            assert!(!error.remedy.is_empty());
        }
    }

    #[test]
    fn the_mark_that_some_editors_put_first_is_passed_over() {
        assert_eq!(read("\u{feff}{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}").unwrap().len(), 1);
    }

    #[test]
    fn what_is_wrong_has_its_place_comments_or_not() {
        let text = "{ /* é\n */ \"mcpServers\": { // \"a\"\n  \"a\": {\"args\": [\"a\",],} } }";
        let error = read(text).unwrap_err();
        assert_eq!((error.server.as_deref(), text.get(error.place.unwrap())), (Some("a"), Some("\"a\"")));
        assert_eq!(place_of(text, "a").map(|place| place.start), text.find("\"a\": {"));
        let broken = "{\n  // no\n  \"mcpServers\": [}\n}";
        let place = read(broken).unwrap_err().place.unwrap();
        assert_eq!(broken.get(..place.start).unwrap().matches('\n').count(), 2);
    }

    #[test]
    fn what_is_disabled_is_known_by_name() {
        let text =
            "{\"servers\": {\"a\": {\"command\": \"x\", \"disabled\": true}, \"b\": {\"command\": \"x\"}}}";
        assert_eq!(disabled(text).unwrap(), ["a"]);
        assert_eq!(read(text).unwrap().keys().collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn a_variable_has_its_value_its_default_or_an_error_that_names_it() {
        let expand = |text: &str| variables().expand(text);
        assert_eq!(expand("a ${TOKEN} ${NONE:-b} ${EMPTY:-c} $ d").unwrap(), "a secret b c $ d");
        assert_eq!(expand("x${NOPE hush").unwrap_err().message, "has `${NOPE` without a closing brace");
        assert_eq!(expand("$TOKEN {TOKEN}").unwrap(), "$TOKEN {TOKEN}");
        assert_eq!(expand("${NONE}").unwrap_err().message, "wants the variable `NONE`, which is not set");
        assert!(expand("${input:key}").unwrap_err().message.contains("the input `key`"));
    }

    #[test]
    fn what_may_be_secret_is_in_no_debug_output() {
        let servers = read(
            "{\"mcpServers\": {\"a\": {\"url\": \"http://x?key=hush\", \"headers\": {\"K\": \"hush\"}}, \"b\": {\"command\": \"c\", \"env\": {\"K\": \"hush\"}}}}",
        );
        assert!(!format!("{servers:?}").contains("hush"));
    }
}
