//! Models for Caravan: what answers as planner, as quarantined model and as tool-calling agent.
//!
//! - [`scripted`]: rules instead of a language model, with the worst case built in on purpose: it obeys
//!   every request that it can read, whoever wrote it.
//! - [`chat`]: any endpoint for chat completions.
//! - [`program`]: any program that speaks lines of JSON.
//! - [`recording`]: every exchange written down, and a model that answers from that alone.
//! - [`Ledger`]: what models take, by agent and role, and budgets that end a run.
//!
//! [`open`] gives the model that a name such as `scripted` or `openai:gpt-5` stands for.

#![forbid(unsafe_code)]

#[cfg(feature = "http")]
pub mod chat;
mod exchange;
mod ledger;
mod open;
#[cfg(feature = "exec")]
pub mod program;
pub mod recording;
pub mod scripted;

pub use self::ledger::{AskedAs, Budget, Entry, Ledger, Prices};
pub use self::open::{OpenError, Settings, open};
