//! The conversations that a service holds.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use caravan_core::session::Session;
use tokio::sync::Mutex as TurnByTurn;

/// As many are held; the one that was longest unused makes room.
const MOST: usize = 256;

/// Conversations by name, the one that was longest unused first. A name cannot be guessed.
#[derive(Default)]
pub(super) struct Conversations {
    held: Mutex<Held>,
}

type Held = VecDeque<(Box<str>, Arc<TurnByTurn<Session>>)>;

impl fmt::Debug for Conversations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversations").field("held", &self.held().len()).finish()
    }
}

impl Conversations {
    /// Takes one in. Its name.
    pub(super) fn add(&self, session: Session) -> Box<str> {
        let name: Box<str> = format!("c{}", uuid::Uuid::new_v4().simple()).into();
        let mut held = self.held();
        while held.len() >= MOST {
            held.pop_front();
        }
        held.push_back((name.clone(), Arc::new(TurnByTurn::new(session))));
        name
    }

    /// The one of that name, which is used.
    pub(super) fn get(&self, name: &str) -> Option<Arc<TurnByTurn<Session>>> {
        let mut held = self.held();
        let place = held.iter().position(|(known, _)| **known == *name)?;
        let used = held.remove(place)?;
        let session = Arc::clone(&used.1);
        held.push_back(used);
        Some(session)
    }

    /// Ends the one of that name. Whether there was one.
    pub(super) fn remove(&self, name: &str) -> bool {
        let mut held = self.held();
        let before = held.len();
        held.retain(|(known, _)| **known != *name);
        held.len() < before
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
