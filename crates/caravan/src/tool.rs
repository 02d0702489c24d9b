//! The kinds of tool servers that are built in, each ordinary configuration.

pub mod mailbox;
pub mod sqlite;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The content of a lock, also after a thread has died holding it: the content is always whole.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
