//! A system of agents as a service: over MCP, and over HTTP.
//!
//! An [`Engine`] is one open system and everything that is running on it. Over MCP each session has a [`ClientDesk`] of its
//! own; over HTTP there are [`http`]'s routes. What a run holds nobody else gets: each has a world of its own, and all that
//! runs share are the tools and what the tools' states hold.

mod conversations;
mod desk;
mod engine;
pub mod http;
mod metrics;
mod noting;
mod runs;
mod told;

pub use caravan_mcp::serve::{PlainFailure, PlainTool, PlainTools, stdio, stdio_tools};
pub use desk::ClientDesk;
pub use engine::{Asked, Engine, EngineSettings, TooBusy};
pub use runs::{Approvals, Kind, RunId, Runs, State};
