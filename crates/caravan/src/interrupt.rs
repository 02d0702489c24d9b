//! Ctrl-C, a closed terminal, or a request to end: what a run has put into temporary folders is deleted, the servers that
//! it has started are ended, and the program ends with 128 and the signal's number, which is 130 for Ctrl-C.
//!
//! The signal is handled on a thread of its own, so that neither an endpoint that does not answer nor a plan
//! that computes can hold it up.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// What a shell adds to the number of the signal that ended a program.
const ENDED_BY: i32 = 128;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What is done before such a signal ends the program.
static BEFORE: Mutex<Vec<Box<dyn FnOnce() + Send>>> = Mutex::new(Vec::new());

/// What Ctrl-C does in place of ending the program, once.
static INSTEAD: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Ends the program cleanly on Ctrl-C and its like from now on.
///
/// # Errors
///
/// The system lets nobody handle the signal, or start a thread.
pub fn watch() -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let instead = INSTEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(instead) = instead.filter(|_| signal == SIGINT) {
                instead();
                continue;
            }
            for folder in FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                // It may be gone: a run deletes its own folders when it ends.
                let _ = std::fs::remove_dir_all(folder);
            }
            #[cfg(feature = "mcp")]
            caravan_mcp::client::kill_all();
            for act in BEFORE.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                act();
            }
            // Nobody may be left to read it.
            let _ = writeln!(std::io::stderr(), "\ninterrupted");
            std::process::exit(ENDED_BY + signal);
        }
    })?;
    Ok(())
}

/// While this lives, the first Ctrl-C does what was asked for instead of ending the program.
#[derive(Debug)]
pub struct Instead(());

/// Lets the next Ctrl-C do this instead of ending the program, until what is given back is dropped.
#[must_use]
pub fn instead(act: impl FnOnce() + Send + 'static) -> Instead {
    *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
    Instead(())
}

impl Drop for Instead {
    fn drop(&mut self) {
        INSTEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Deletes this folder, too, should Ctrl-C end the program.
pub(crate) fn delete_on_interrupt(folder: &Path) {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(folder.to_path_buf());
}

/// Does this, too, before a signal ends the program. It is waited for.
#[cfg(feature = "telemetry")]
pub(crate) fn before_end(act: impl FnOnce() + Send + 'static) {
    BEFORE.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(act));
}
