//! A file of policies that cannot be used: what is wrong, where, and what to do.

use std::fmt;
use std::ops::Range;

/// A file of policies that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    file: String,
    message: String,
    range: Option<Range<usize>>,
    line: Option<usize>,
    help: Option<String>,
}

impl PolicyError {
    /// An error about the file of this name. `message` is lower case without a full stop.
    pub(crate) fn new(file: &str, message: impl Into<String>) -> PolicyError {
        PolicyError { file: file.to_owned(), message: message.into(), range: None, line: None, help: None }
    }

    pub(crate) fn at(mut self, text: &str, range: Range<usize>) -> PolicyError {
        let before = text.get(..range.start).unwrap_or(text);
        self.line = Some(before.matches('\n').count() + 1);
        self.range = Some(range);
        self
    }

    pub(crate) fn with_help(mut self, help: Option<String>) -> PolicyError {
        self.help = help;
        self
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file's name, as it was given.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The bytes of the file that are meant, if that is known.
    pub fn range(&self) -> Option<Range<usize>> {
        self.range.clone()
    }

    /// What to do about it, if something can be said.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message)?,
            None => write!(f, "{}: {}", self.file, self.message)?,
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PolicyError {}
