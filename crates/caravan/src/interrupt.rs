//! Ctrl-C: what a run has put into temporary folders is deleted, the servers that it has started are ended, and the
//! program ends with 130.
//!
//! The signal is handled on a thread of its own, so that neither an endpoint that does not answer nor a plan
//! that computes can hold it up.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

/// What a shell reports of a program that Ctrl-C ended.
pub const EXIT_CODE: i32 = 130;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Ends the program cleanly on Ctrl-C from now on.
///
/// # Errors
///
/// The system lets nobody handle the signal, or start a thread.
pub fn watch() -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT])?;
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            for folder in FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                // It may be gone: a run deletes its own folders when it ends.
                let _ = std::fs::remove_dir_all(folder);
            }
            #[cfg(feature = "mcp")]
            caravan_mcp::client::kill_all();
            eprintln!("\ninterrupted");
            std::process::exit(EXIT_CODE);
        }
    })?;
    Ok(())
}

/// Deletes this folder, too, should Ctrl-C end the program.
pub(crate) fn delete_on_interrupt(folder: &Path) {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(folder.to_path_buf());
}
