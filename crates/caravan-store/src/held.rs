//! That one process at a time carries a run on. What the operating system holds for a process ends with it, however it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{StoreError, StoreErrorKind};

/// A run that this process carries on.
#[derive(Debug)]
pub(crate) struct Held {
    file: File,
    path: PathBuf,
}

impl Held {
    /// Takes hold of a run. None if another process has it.
    pub(crate) fn take(journal: &Path, run: &str) -> Result<Option<Held>, StoreError> {
        let other = |error: io::Error| {
            let reason = format!("the mark of a run that is carried on cannot be made ({error})");
            StoreError::new(StoreErrorKind::ReadOnly, journal, reason)
        };
        let path = place(journal, run);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(other)?;
        }
        let file = File::create(&path).map_err(other)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Held { file, path })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(other(error)),
        }
    }

    /// Whether some process carries a run on.
    pub(crate) fn is_held(journal: &Path, run: &str) -> bool {
        match File::open(place(journal, run)) {
            Ok(file) => matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)),
            Err(_) => false,
        }
    }
}

impl Held {
    /// Lets go of a run that has ended. What is not ended keeps its file: two processes that have opened two files of one
    /// name would both hold it.
    pub(crate) fn let_go_for_good(self) {
        // Whoever has opened it meanwhile finds in the journal that the run has ended.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// Forgets that a run that is deleted was ever held.
pub(crate) fn forget(journal: &Path, run: &str) {
    // Mostly there is no file.
    let _ = std::fs::remove_file(place(journal, run));
}

fn place(journal: &Path, run: &str) -> PathBuf {
    let mut name = journal.file_name().unwrap_or_default().to_os_string();
    name.push("-running");
    journal.with_file_name(name).join(run)
}
