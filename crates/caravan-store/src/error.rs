//! What can be wrong with a journal, for the person who has to mend it.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A journal that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    kind: StoreErrorKind,
    path: PathBuf,
    reason: String,
}

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreErrorKind {
    /// There is none.
    Missing,
    /// The file is something else.
    Foreign,
    /// A later Caravan has written it.
    Newer,
    /// It is damaged.
    Corrupted,
    /// It may not be written.
    ReadOnly,
    /// The disk is full.
    Full,
    /// Another process holds it, or the run.
    Busy,
    /// It has no such run.
    NoSuchRun,
    /// The run cannot be resumed, or does not do what it did before.
    NotResumable,
    /// The operating system or SQLite says no for another reason.
    Other,
}

impl StoreError {
    pub(crate) fn new(kind: StoreErrorKind, path: &Path, reason: impl Into<String>) -> StoreError {
        StoreError { kind, path: path.to_path_buf(), reason: reason.into() }
    }

    pub(crate) fn of_sqlite(path: &Path, error: &rusqlite::Error) -> StoreError {
        let code = error.sqlite_error_code();
        let kind = match code {
            Some(ErrorCode::NotADatabase) => StoreErrorKind::Foreign,
            Some(ErrorCode::DatabaseCorrupt) => StoreErrorKind::Corrupted,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                StoreErrorKind::ReadOnly
            }
            Some(ErrorCode::DiskFull) => StoreErrorKind::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreErrorKind::Busy,
            _ => StoreErrorKind::Other,
        };
        let reason = match kind {
            StoreErrorKind::Foreign => "it is no SQLite database".to_owned(),
            StoreErrorKind::Corrupted => "it is damaged".to_owned(),
            StoreErrorKind::ReadOnly => "it cannot be opened for writing".to_owned(),
            StoreErrorKind::Full => "the disk is full".to_owned(),
            StoreErrorKind::Busy => "another process keeps it locked".to_owned(),
            _ => error.to_string(),
        };
        StoreError::new(kind, path, reason)
    }

    pub(crate) fn damaged(path: &Path, what: impl fmt::Display) -> StoreError {
        StoreError::new(StoreErrorKind::Corrupted, path, format!("it is damaged: {what}"))
    }

    /// What is wrong.
    pub fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self.kind {
            StoreErrorKind::Missing => "a run writes it, unless it is given `--no-journal`",
            StoreErrorKind::Foreign => {
                "nothing in it was changed; name another file with `--journal PATH`, or move this one away"
            }
            StoreErrorKind::Newer => {
                "nothing in it was changed; use that Caravan, or another file with `--journal PATH`"
            }
            StoreErrorKind::Corrupted => {
                "nothing in it was changed; move it away together with its `-wal` file, or put a copy of it back"
            }
            StoreErrorKind::ReadOnly => {
                "make the file and its folder writable, name another with `--journal PATH`, or write none with `--no-journal`"
            }
            StoreErrorKind::Full => "make room, then go on with `caravan resume`: what was written is whole",
            StoreErrorKind::Busy => "wait until the other process has ended",
            StoreErrorKind::NoSuchRun => "`caravan runs list` lists the runs",
            StoreErrorKind::NotResumable => {
                "`caravan explain` tells what the run has done; begin a new one with `caravan run`"
            }
            StoreErrorKind::Other => {
                "name another file with `--journal PATH`, or write none with `--no-journal`"
            }
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the journal {} cannot be used: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for StoreError {}
