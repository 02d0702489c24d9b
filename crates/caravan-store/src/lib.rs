//! What runs have done, in one SQLite file: written before and after each effect, read when a run is resumed or explained.
//!
//! A [`Store`] is the file; a [`RunJournal`] is one run's part of it, as `caravan_core::drive` writes it. A run whose process
//! has died is resumed by carrying a new one on with its journal: what the journal holds is recalled, and nothing of it is
//! done again. A call that was begun and has no outcome is *in doubt*: nobody knows whether it happened, and somebody has to
//! [settle](RunJournal::settle) it before the run goes on.
//!
//! Not part of the trusted base. What it hands back to a run are outcomes of effects, which the run takes as it takes those
//! of the effects themselves: a journal can lie as much as a tool can, and planners' answers in it are as trusted as the
//! planner. So whoever can write the file can do what whoever can write the configuration can.

#![forbid(unsafe_code)]

mod asked;
mod coding;
mod content;
mod error;
mod held;
mod journal;
mod schema;
mod secrets;
mod store;

pub use asked::{kind_name, request_json};
pub use error::{StoreError, StoreErrorKind};
pub use journal::{InDoubt, RunJournal, Settlement};
pub use secrets::Secrets;
pub use store::{Effect, NewRun, Options, RunRow, RunStatus, Store};
