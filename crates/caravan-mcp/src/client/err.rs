//! Why a server cannot be used: the server, the cause, and what to do.

use std::fmt;

/// A server that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerError {
    server: String,
    cause: String,
    remedy: Option<String>,
}

impl ServerError {
    /// An error of the server `server`. `cause` goes on after its name: `does not start: ...`.
    pub(super) fn new(server: &str, cause: impl Into<String>) -> ServerError {
        ServerError { server: server.to_owned(), cause: cause.into(), remedy: None }
    }

    /// The same error with advice.
    pub(super) fn with_remedy(self, remedy: impl Into<String>) -> ServerError {
        ServerError { remedy: Some(remedy.into()), ..self }
    }

    /// The server's name in the configuration.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// What to do about it, if something can be said.
    pub fn remedy(&self) -> Option<&str> {
        self.remedy.as_deref()
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server `{}` {}", self.server, self.cause)
    }
}

impl std::error::Error for ServerError {}

/// As much of a text as people want to read of it.
pub(super) fn cut(text: &str, most: usize) -> String {
    let text = text.trim();
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
