//! Tool servers: which kinds there are and what each is told.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::advice::suggestion;
use crate::config::ConfigError;

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

const KINDS: [&str; 2] = ["sqlite", "mailbox"];

/// A server as it is written: every key that any kind knows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    kind: Spanned<String>,
    file: Option<Spanned<String>>,
    seed: Option<Spanned<String>>,
    planted: Option<Spanned<String>>,
    read_only: Option<Spanned<bool>>,
}

/// What is wrong with a server, and where.
pub(super) struct Problem {
    message: String,
    range: Range<usize>,
    help: Option<String>,
}

impl Problem {
    fn new(message: String, range: Range<usize>) -> Problem {
        Problem { message, range, help: None }
    }

    /// The same as an error about the file.
    pub(super) fn in_file(self, file: &str, text: &str) -> ConfigError {
        let error = ConfigError::new(file, self.message).at(text, self.range);
        match self.help {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}

impl Written {
    /// Sorts the keys by kind; those that the kind does not know are refused.
    pub(super) fn check(self, name: &str) -> Result<Server, Problem> {
        let kind = match self.kind.get_ref().as_str() {
            "sqlite" => self.sqlite(name)?,
            "mailbox" => self.mailbox()?,
            other => {
                let mut problem = Problem::new(format!("unknown kind of server `{other}`"), self.kind.span());
                problem.help = Some(suggestion(other, "kind", &KINDS));
                return Err(problem);
            }
        };
        Ok(Server { kind })
    }

    fn sqlite(self, name: &str) -> Result<ServerKind, Problem> {
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
                let mut problem =
                    Problem::new(format!("the server `{name}` has no database"), self.kind.span());
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
        let foreign = [
            ("seed", self.seed.map(|seed| seed.span())),
            ("planted", self.planted.map(|planted| planted.span())),
            ("read_only", self.read_only.map(|read_only| read_only.span())),
        ];
        match foreign.into_iter().find_map(|(key, range)| range.map(|range| (key, range))) {
            Some((key, range)) => {
                Err(Problem::new(format!("a server of kind `mailbox` has no key `{key}`"), range))
            }
            None => Ok(ServerKind::Mailbox { file: self.file.map(Spanned::into_inner) }),
        }
    }
}
