//! Models for Caravan: what answers as planner, as quarantined model and as tool-calling agent.
//!
//! - [`scripted`]: rules instead of a language model, with the worst case built in on purpose: it obeys
//!   every request that it can read, whoever wrote it.
//! - [`chat`]: any endpoint for chat completions.
//!
//! [`open`] gives the model that a name such as `scripted` or `openai:gpt-5` stands for.

#![forbid(unsafe_code)]

#[cfg(feature = "http")]
pub mod chat;
mod open;
pub mod scripted;

pub use self::open::{OpenError, Settings, open};
