//! What people are told of servers while they work.

use std::fmt;
use std::sync::Arc;

/// Something that has happened to a server, or that it has said. Its text may be the server's: it is for people alone, and
/// never becomes part of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The server.
    pub server: String,
    /// What kind it is.
    pub kind: NoticeKind,
    /// What there is to say, in one line.
    pub text: String,
}

/// The kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// The server has ended, or was ended, while it was needed.
    Ended,
    /// It is waited for.
    Late,
    /// It has been started again.
    Restarted,
    /// It says that its tools have changed.
    ToolsChanged,
    /// A tool of it cannot be used, or not all of what it said could be taken.
    LeftOut,
    /// It has logged something.
    Log,
    /// A call makes progress.
    Progress,
}

impl NoticeKind {
    /// Whether people want to know without having asked.
    pub fn matters(self) -> bool {
        !matches!(self, NoticeKind::Log | NoticeKind::Progress)
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "server `{}` {}", self.server, self.text)
    }
}

/// Where notices go.
#[derive(Clone)]
pub struct Notices(Arc<dyn Fn(Notice) + Send + Sync>);

impl Notices {
    /// Hands every notice to `sink`, which must not wait.
    pub fn new(sink: impl Fn(Notice) + Send + Sync + 'static) -> Notices {
        Notices(Arc::new(sink))
    }

    pub(super) fn tell(&self, server: &str, kind: NoticeKind, text: impl AsRef<str>) {
        // One line, whatever the server writes.
        let words: Vec<&str> = text.as_ref().split_whitespace().collect();
        (self.0)(Notice { server: server.to_owned(), kind, text: words.join(" ") });
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
}
