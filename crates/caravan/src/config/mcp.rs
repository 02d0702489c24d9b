//! MCP servers in a configuration: those of `[servers.NAME]`, and those of other clients' files, which a table of the
//! same name may say more about.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use caravan_mcp::client::config_file::{self, Entry, FileError};
use caravan_mcp::client::{Bounds, Results, Transport};
use toml::Spanned;

use super::server::{Problem, Written};
use crate::config::{ConfigError, Folder};

/// Where in a file of another client a server is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What messages call the file.
    pub file: String,
    /// Its text.
    pub text: Arc<str>,
    /// The server's name in it.
    pub range: Range<usize>,
}

/// One MCP server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpServer {
    /// How to reach it, its variables not expanded yet.
    pub entry: Entry,
    /// Where that is said, if not in `caravan.toml`.
    pub origin: Option<Origin>,
    /// The variable of the environment that holds its bearer token.
    pub bearer_token_env: Option<String>,
    /// The revision of the protocol to speak.
    pub protocol: Option<String>,
    /// What it may take.
    pub bounds: Bounds,
    /// Whether planners may read what it writes of its tools.
    pub descriptions_trusted: bool,
    /// Whether its results are trusted.
    pub trusted: bool,
    /// How results without a declared schema are taken.
    pub results: Results,
}

impl McpServer {
    fn new(entry: Entry) -> McpServer {
        McpServer {
            entry,
            origin: None,
            bearer_token_env: None,
            protocol: None,
            bounds: Bounds::default(),
            descriptions_trusted: false,
            trusted: false,
            results: Results::default(),
        }
    }
}

/// How results without a schema are taken.
pub(super) fn results(written: &Spanned<String>) -> Result<Results, Problem> {
    match written.get_ref().as_str() {
        "text" => Ok(Results::Text),
        "json" => Ok(Results::Json),
        "blocks" => Ok(Results::Blocks),
        other => Err(Problem::new(format!("unknown form of results `{other}`"), written.span())
            .with_help("the forms are `text`, `json` and `blocks`")),
    }
}

/// A time in seconds.
pub(super) fn seconds(written: &Spanned<f64>) -> Result<Duration, Problem> {
    let seconds = *written.get_ref();
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero() && seconds <= 86_400.0)
        .ok_or_else(|| Problem::new("a time is more than 0 and at most 86400 seconds".into(), written.span()))
}

/// The servers of another client's file.
#[derive(Debug, Default)]
pub(super) struct InFiles {
    pub(super) servers: BTreeMap<String, McpServer>,
    /// Those that the file disables, and its name.
    pub(super) disabled: BTreeMap<String, String>,
}

impl InFiles {
    /// Reads one more file; of two servers of one name, that of the later file counts.
    pub(super) fn read(&mut self, folder: &Folder, name: &str) -> Result<(), ConfigError> {
        let text: Arc<str> = folder.read(name)?.into();
        let file = folder.describe(name);
        let wrong = |error: FileError| about(&file, &text, error);
        for server in config_file::disabled(&text).map_err(wrong)? {
            self.disabled.insert(server, file.clone());
        }
        for (name, entry) in config_file::read(&text).map_err(wrong)? {
            let range = config_file::place_of(&text, &name);
            let origin = range.map(|range| Origin { file: file.clone(), text: Arc::clone(&text), range });
            self.disabled.remove(&name);
            self.servers.insert(name, McpServer { origin, ..McpServer::new(entry) });
        }
        Ok(())
    }
}

/// What is wrong with a file of another client, as an error that points into it.
fn about(file: &str, text: &str, error: FileError) -> ConfigError {
    let what = error.server.map(|server| format!("the server `{server}` ")).unwrap_or_default();
    let problem = ConfigError::new(file, format!("{what}{}", error.message)).with_help(error.remedy);
    match error.place {
        Some(place) => problem.at(text, place),
        None => problem,
    }
}

impl Written {
    /// The first key here that says how a program is started, beside `command`.
    fn first_of_a_program(&self) -> Option<(&'static str, Range<usize>)> {
        let keys = [
            ("args", self.args.as_ref().map(Spanned::span)),
            ("env", self.env.as_ref().map(Spanned::span)),
            ("cwd", self.cwd.as_ref().map(Spanned::span)),
        ];
        keys.into_iter().find_map(|(key, range)| Some((key, range?)))
    }

    /// An MCP server: new, or one of a file with what is said here besides.
    pub(super) fn mcp(self, known: Option<McpServer>) -> Result<McpServer, Problem> {
        self.refuse_foreign("mcp", &["file", "seed", "planted", "read_only"])?;
        let mut server = match (&self.command, &self.url, known) {
            (Some(command), Some(_), _) => {
                return Err(Problem::new("`command` and `url` exclude each other".into(), command.span())
                    .with_help("a server is started, or it has an address"));
            }
            (Some(command), None, _) => {
                if let Some(range) = self.headers.as_ref().map(Spanned::span) {
                    return Err(Problem::new("a server that is started takes no `headers`".into(), range));
                }
                McpServer::new(Entry::new(Transport::Stdio {
                    command: command.get_ref().clone(),
                    args: self.args.map(Spanned::into_inner).unwrap_or_default(),
                    env: self.env.map(Spanned::into_inner).unwrap_or_default(),
                    cwd: self.cwd.map(|cwd| PathBuf::from(cwd.into_inner())),
                }))
            }
            (None, Some(url), _) => {
                if let Some((key, range)) = self.first_of_a_program() {
                    return Err(Problem::new(format!("a server with an address takes no `{key}`"), range));
                }
                let headers = self.headers.map(Spanned::into_inner).unwrap_or_default();
                McpServer::new(Entry::new(Transport::Http { url: url.get_ref().clone(), headers }))
            }
            (None, None, Some(known)) => {
                let headers = || Some(("headers", self.headers.as_ref().map(Spanned::span)?));
                if let Some((key, range)) = self.first_of_a_program().or_else(headers) {
                    return Err(Problem::new(
                        format!("`{key}` stands here, but the server is started as `mcp_config` says"),
                        range,
                    )
                    .with_help(format!(
                        "write `{key}` there, or all of the server here, under a name of its own"
                    )));
                }
                known
            }
            (None, None, None) => {
                let range = self.kind.map(|kind| kind.span()).unwrap_or_default();
                return Err(Problem::new(
                    "the server says neither how it is started nor where it is".into(),
                    range,
                )
                .with_help("give it a `command`, a `url`, or a `kind` that is built in"));
            }
        };
        if let Some(variable) = self.bearer_token_env {
            if !server.entry.is_http() {
                return Err(Problem::new(
                    "a server that is started takes no bearer token".into(),
                    variable.span(),
                )
                .with_help("give it what it needs under `env`"));
            }
            server.bearer_token_env = Some(variable.into_inner());
        }
        if let Some(protocol) = self.protocol {
            server.protocol = Some(protocol.into_inner());
        }
        let times = [
            (&self.start_seconds, &mut server.bounds.start),
            (&self.call_seconds, &mut server.bounds.call),
            (&self.total_seconds, &mut server.bounds.total),
        ];
        for (written, time) in times {
            if let Some(written) = written {
                *time = seconds(written)?;
            }
        }
        let sizes = [
            (&self.max_message_bytes, &mut server.bounds.message),
            (&self.max_shown_bytes, &mut server.bounds.shown),
        ];
        for (written, size) in sizes {
            if let Some(written) = written {
                *size = (*written.get_ref()).max(1024);
            }
        }
        if let Some(descriptions) = self.descriptions {
            server.descriptions_trusted = match descriptions.get_ref().as_str() {
                "trusted" => true,
                "withheld" => false,
                other => {
                    return Err(Problem::new(format!("unknown value `{other}`"), descriptions.span())
                        .with_help("descriptions are `withheld` from planners, or `trusted`"));
                }
            };
        }
        server.trusted = self.trusted.map(Spanned::into_inner).unwrap_or(server.trusted);
        if let Some(written) = &self.results {
            server.results = results(written)?;
        }
        Ok(server)
    }
}
