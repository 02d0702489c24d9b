//! Tool servers: which kinds there are and what each is told.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use crate::advice::suggestion;
use crate::config::ConfigError;
#[cfg(feature = "mcp")]
use crate::config::mcp::McpServer;

/// One tool server.
#[derive(Clone, Debug)]
pub struct Server {
    /// What kind it is, with what that kind is told.
    pub kind: ServerKind,
}

/// The kinds of tool servers. Files are named from the configuration's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerKind {
    /// An SQLite database; its tool is `query_sql`.
    Sqlite {
        /// Where the database comes from.
        database: Database,
        /// Whether queries can change nothing.
        read_only: bool,
    },
    /// Mailboxes that the run records; its tools are `send_email` and `send_slack_message`.
    Mailbox {
        /// A file that every delivery is appended to, one JSON object a line.
        file: Option<String>,
    },
    /// An MCP server; its tools are those that it lists.
    #[cfg(feature = "mcp")]
    Mcp(Box<McpServer>),
}

/// Where a database comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file that exists.
    File(String),
    /// A new file in a temporary folder, filled by a script for each run.
    Seeded {
        /// The SQL script.
        seed: String,
        /// A file whose text the script finds in the table `planted`.
        planted: Option<String>,
    },
}

const KINDS: [&str; 3] = ["sqlite", "mailbox", "mcp"];

/// A tool server: every key that any kind knows.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// Which kind it is: `sqlite`, `mailbox`, or `mcp`, which is what holds where nothing is said.
    #[schemars(with = "Option<String>")]
    pub(super) kind: Option<Spanned<String>>,
    /// `sqlite`: a database that exists. `mailbox`: a file that every delivery is appended to, one JSON object a line.
    #[schemars(with = "Option<String>")]
    pub(super) file: Option<Spanned<String>>,
    /// `sqlite`: a script of SQL that makes the database, anew for each run.
    #[schemars(with = "Option<String>")]
    pub(super) seed: Option<Spanned<String>>,
    /// `sqlite`: a file whose text the script finds in the table `planted`.
    #[schemars(with = "Option<String>")]
    pub(super) planted: Option<Spanned<String>>,
    /// `sqlite`: whether queries can change nothing.
    #[schemars(with = "Option<bool>")]
    pub(super) read_only: Option<Spanned<bool>>,
    /// `mcp`: the program that is the server.
    #[schemars(with = "Option<String>")]
    pub(super) command: Option<Spanned<String>>,
    /// `mcp`: its arguments.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) args: Option<Spanned<Vec<String>>>,
    /// `mcp`: variables of its environment; `${VAR}` is replaced.
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub(super) env: Option<Spanned<BTreeMap<String, String>>>,
    /// `mcp`: the folder that it runs in.
    #[schemars(with = "Option<String>")]
    pub(super) cwd: Option<Spanned<String>>,
    /// `mcp`: where the server is, if it is no program.
    #[schemars(with = "Option<String>")]
    pub(super) url: Option<Spanned<String>>,
    /// `mcp`: headers of each request; `${VAR}` is replaced.
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub(super) headers: Option<Spanned<BTreeMap<String, String>>>,
    /// `mcp`: the variable of the environment that holds its bearer token.
    #[schemars(with = "Option<String>")]
    pub(super) bearer_token_env: Option<Spanned<String>>,
    /// `mcp`: the revision of the protocol to speak.
    #[schemars(with = "Option<String>")]
    pub(super) protocol: Option<Spanned<String>>,
    /// `mcp`: how long it may take to start.
    #[schemars(with = "Option<f64>")]
    pub(super) start_seconds: Option<Spanned<f64>>,
    /// `mcp`: how long a call may take without an answer or a word of progress.
    #[schemars(with = "Option<f64>")]
    pub(super) call_seconds: Option<Spanned<f64>>,
    /// `mcp`: how long a call may take in all.
    #[schemars(with = "Option<f64>")]
    pub(super) total_seconds: Option<Spanned<f64>>,
    /// `mcp`: the largest message that is taken from it; a larger one ends the server.
    #[schemars(with = "Option<usize>")]
    pub(super) max_message_bytes: Option<Spanned<usize>>,
    /// `mcp`: the largest result that a model is shown (defense `none`); plans work on larger ones.
    #[schemars(with = "Option<usize>")]
    pub(super) max_shown_bytes: Option<Spanned<usize>>,
    /// `mcp`: whether planners may read what it writes of its tools: `withheld`, or `trusted`.
    #[schemars(with = "Option<String>")]
    pub(super) descriptions: Option<Spanned<String>>,
    /// `mcp`: whether its results are trusted.
    #[schemars(with = "Option<bool>")]
    pub(super) trusted: Option<Spanned<bool>>,
    /// `mcp`: how results without a declared schema are taken: `text`, `json` or `blocks`.
    #[schemars(with = "Option<String>")]
    pub(super) results: Option<Spanned<String>>,
}

/// What is wrong with a server, and where.
pub(crate) struct Problem {
    message: String,
    range: Range<usize>,
    help: Option<String>,
}

impl Problem {
    pub(super) fn new(message: String, range: Range<usize>) -> Problem {
        Problem { message, range, help: None }
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> Problem {
        Problem { help: Some(help.into()), ..self }
    }

    /// The same as an error about the file.
    pub(crate) fn in_file(self, file: &str, text: &str) -> ConfigError {
        let error = ConfigError::new(file, self.message).at(text, self.range);
        match self.help {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}

/// What only MCP servers are told.
const OF_MCP: [&str; 16] = [
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "headers",
    "bearer_token_env",
    "protocol",
    "start_seconds",
    "call_seconds",
    "total_seconds",
    "max_message_bytes",
    "max_shown_bytes",
    "descriptions",
    "trusted",
    "results",
];

impl Written {
    /// Sorts the keys by kind; those that the kind does not know are refused. `name` stands at `place`; the table may say
    /// more of the server of that name in another client's file.
    pub(super) fn check(
        self,
        name: &str,
        place: Range<usize>,
        #[cfg(feature = "mcp")] in_file: Option<McpServer>,
    ) -> Result<Server, Problem> {
        let kind = match self.kind.as_ref().map(|kind| kind.get_ref().as_str()) {
            Some("sqlite") => self.sqlite(name)?,
            Some("mailbox") => self.mailbox()?,
            #[cfg(feature = "mcp")]
            Some("mcp") | None => {
                let problem_at = |problem: Problem| match problem.range.is_empty() {
                    true => Problem { range: place, ..problem },
                    false => problem,
                };
                ServerKind::Mcp(Box::new(self.mcp(in_file).map_err(problem_at)?))
            }
            #[cfg(not(feature = "mcp"))]
            Some("mcp") | None => {
                return Err(Problem::new(format!("the server `{name}` is one of MCP"), place)
                    .with_help("this build speaks no MCP: build it with the feature `mcp`"));
            }
            Some(other) => {
                let range = self.kind.as_ref().map(Spanned::span).unwrap_or(place);
                return Err(Problem::new(format!("unknown kind of server `{other}`"), range)
                    .with_help(suggestion(other, "kind", &KINDS)));
            }
        };
        Ok(Server { kind })
    }

    /// That none of these keys is given.
    pub(super) fn refuse_foreign(&self, kind: &str, foreign: &[&str]) -> Result<(), Problem> {
        let given = [
            ("file", self.file.as_ref().map(Spanned::span)),
            ("seed", self.seed.as_ref().map(Spanned::span)),
            ("planted", self.planted.as_ref().map(Spanned::span)),
            ("read_only", self.read_only.as_ref().map(Spanned::span)),
            ("command", self.command.as_ref().map(Spanned::span)),
            ("args", self.args.as_ref().map(Spanned::span)),
            ("env", self.env.as_ref().map(Spanned::span)),
            ("cwd", self.cwd.as_ref().map(Spanned::span)),
            ("url", self.url.as_ref().map(Spanned::span)),
            ("headers", self.headers.as_ref().map(Spanned::span)),
            ("bearer_token_env", self.bearer_token_env.as_ref().map(Spanned::span)),
            ("protocol", self.protocol.as_ref().map(Spanned::span)),
            ("start_seconds", self.start_seconds.as_ref().map(Spanned::span)),
            ("call_seconds", self.call_seconds.as_ref().map(Spanned::span)),
            ("total_seconds", self.total_seconds.as_ref().map(Spanned::span)),
            ("max_message_bytes", self.max_message_bytes.as_ref().map(Spanned::span)),
            ("max_shown_bytes", self.max_shown_bytes.as_ref().map(Spanned::span)),
            ("descriptions", self.descriptions.as_ref().map(Spanned::span)),
            ("trusted", self.trusted.as_ref().map(Spanned::span)),
            ("results", self.results.as_ref().map(Spanned::span)),
        ];
        let found =
            given.into_iter().find_map(|(key, range)| Some((key, range?)).filter(|_| foreign.contains(&key)));
        match found {
            Some((key, range)) => {
                Err(Problem::new(format!("a server of kind `{kind}` has no key `{key}`"), range))
            }
            None => Ok(()),
        }
    }

    fn sqlite(self, name: &str) -> Result<ServerKind, Problem> {
        self.refuse_foreign("sqlite", &OF_MCP)?;
        let database = match (self.file, self.seed, self.planted) {
            (Some(file), None, None) => Database::File(file.into_inner()),
            (None, Some(seed), planted) => {
                Database::Seeded { seed: seed.into_inner(), planted: planted.map(Spanned::into_inner) }
            }
            (Some(file), Some(_), _) => {
                return Err(Problem::new(
                    "`file` and `seed` exclude each other: a seeded database has a file of its own".into(),
                    file.span(),
                ));
            }
            (_, None, Some(planted)) => {
                return Err(Problem::new(
                    "`planted` has a meaning only beside `seed`".into(),
                    planted.span(),
                ));
            }
            (None, None, None) => {
                let mut problem = Problem::new(
                    format!("the server `{name}` has no database"),
                    self.kind.map(|kind| kind.span()).unwrap_or_default(),
                );
                problem.help = Some(
                    "name a database with `file = \"...\"`, or a script that makes one with `seed = \"...\"`"
                        .into(),
                );
                return Err(problem);
            }
        };
        let read_only = self.read_only.is_some_and(Spanned::into_inner);
        Ok(ServerKind::Sqlite { database, read_only })
    }

    fn mailbox(self) -> Result<ServerKind, Problem> {
        self.refuse_foreign("mailbox", &["seed", "planted", "read_only"])?;
        self.refuse_foreign("mailbox", &OF_MCP)?;
        Ok(ServerKind::Mailbox { file: self.file.map(Spanned::into_inner) })
    }
}
