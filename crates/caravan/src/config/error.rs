//! What is wrong with a configuration, where, and what to do.

use std::fmt;
use std::ops::Range;

/// A configuration that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    message: String,
    file: String,
    place: Option<Place>,
    help: Option<Box<str>>,
    detail: Option<Box<str>>,
}

/// Where in a file something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The whole text of the file.
    pub text: String,
    /// The bytes of it that are meant.
    pub range: Range<usize>,
}

impl ConfigError {
    /// An error about the file called `file`, or about none if that is empty. `message` is lower case
    /// without a full stop.
    pub fn new(file: impl Into<String>, message: impl Into<String>) -> ConfigError {
        ConfigError { message: message.into(), file: file.into(), place: None, help: None, detail: None }
    }

    /// The same error, pointing at these bytes of the file's text.
    pub fn at(mut self, text: &str, range: Range<usize>) -> ConfigError {
        self.place = Some(Place { text: text.to_owned(), range });
        self
    }

    /// The same error with advice.
    pub fn with_help(mut self, help: impl Into<String>) -> ConfigError {
        self.help = Some(help.into().into());
        self
    }

    /// The same error with lines that show more, as a difference does.
    pub fn with_detail(mut self, detail: impl Into<String>) -> ConfigError {
        self.detail = Some(detail.into().into());
        self
    }

    /// Lines that show more, if there are any.
    pub fn detail(&self) -> Option<&str> {
        self.detail.as_deref()
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file's name, as it was given.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Where in the file, if that is known.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// What to do about it, if something can be said.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => {
                let before = place.text.get(..place.range.start).unwrap_or(&place.text);
                let line = before.matches('\n').count() + 1;
                write!(f, "{}:{line}: {}", self.file, self.message)?;
            }
            None if self.file.is_empty() => f.write_str(&self.message)?,
            None => write!(f, "{}: {}", self.file, self.message)?,
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ConfigError {}
