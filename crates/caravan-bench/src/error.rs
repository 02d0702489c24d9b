//! Why a benchmark could not be run.

use std::fmt;
use std::path::Path;

/// Why a benchmark could not be run, or its results not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchError {
    message: String,
    help: Option<String>,
    usage: bool,
}

impl BenchError {
    /// Something outside failed. `message` is lower case without a full stop.
    pub fn new(message: impl Into<String>) -> BenchError {
        BenchError { message: message.into(), help: None, usage: false }
    }

    /// What was asked for does not go.
    pub fn usage(message: impl Into<String>) -> BenchError {
        BenchError { usage: true, ..BenchError::new(message) }
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> BenchError {
        self.help = Some(help.into());
        self
    }

    /// What to do about it.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Whether it lies in what was asked for.
    pub fn is_usage(&self) -> bool {
        self.usage
    }

    pub(crate) fn file(path: &Path, error: &std::io::Error) -> BenchError {
        BenchError::new(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BenchError {}
