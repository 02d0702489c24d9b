//! What a configuration says of one server.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// One server: how to reach it, and what it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSpec {
    /// How to reach it.
    pub transport: Transport,
    /// The revision of the protocol to speak; the newest that both sides know unless given.
    pub protocol: Option<String>,
    /// What it may take.
    pub bounds: Bounds,
}

/// How to reach a server.
#[derive(Clone, PartialEq, Eq)]
pub enum Transport {
    /// A program that is started and spoken to over its standard input and output.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables of its environment, beside the few that every server gets.
        env: BTreeMap<String, String>,
        /// The folder that it starts in.
        cwd: Option<PathBuf>,
    },
    /// An address that is spoken to over streamable HTTP.
    Http {
        /// The address.
        url: String,
        /// What every request carries.
        headers: BTreeMap<String, String>,
    },
}

impl fmt::Debug for Transport {
    /// Leaves out what may hold a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Transport::Stdio { command, cwd, .. } => {
                f.debug_struct("Stdio").field("command", command).field("cwd", cwd).finish_non_exhaustive()
            }
            Transport::Http { .. } => f.debug_struct("Http").finish_non_exhaustive(),
        }
    }
}

impl ServerSpec {
    /// A server with the usual bounds.
    pub fn new(transport: Transport) -> ServerSpec {
        ServerSpec { transport, protocol: None, bounds: Bounds::default() }
    }
}

/// What a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How long it may take to start and to list its tools.
    pub start: Duration,
    /// How long a call may take without an answer or a word of progress.
    pub call: Duration,
    /// How long a call may take, whatever progress it tells of.
    pub total: Duration,
    /// The largest message that is taken, in bytes.
    pub message: usize,
    /// The largest result that a model is shown, in bytes; plans work on larger ones too.
    pub shown: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            start: Duration::from_secs(60),
            call: Duration::from_secs(60),
            total: Duration::from_secs(600),
            message: 16 * 1024 * 1024,
            shown: 256 * 1024,
        }
    }
}
