//! Models for Caravan: what answers as planner, as quarantined model and as tool-calling agent.
//!
//! - [`scripted`]: rules instead of a language model, with the worst case built in on purpose: it obeys
//!   every request that it can read, whoever wrote it.
//! - [`http`]: providers, each asked in its own dialect, and any endpoint for chat completions.
//! - [`program`]: any program that speaks lines of JSON.
//! - [`recording`]: every exchange written down, and a model that answers from that alone.
//! - [`Ledger`]: what models take, by agent and role, and budgets that end a run.
//!
//! [`open`] gives the model that a name such as `scripted` or `openai:gpt-5` stands for, with the
//! [`RequestOptions`] of its role.

#![forbid(unsafe_code)]

mod exchange;
#[cfg(feature = "http")]
pub mod http;
mod ledger;
mod open;
#[cfg(feature = "exec")]
pub mod program;
mod provider_settings;
pub mod recording;
mod request;
pub mod scripted;

pub use self::ledger::{AskedAs, Budget, Entry, Ledger, Prices, Total};
pub use self::open::{OpenError, Settings, open};
pub use self::provider_settings::ProviderSettings;
pub use self::request::RequestOptions;
