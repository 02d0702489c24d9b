//! Caravan as a library: systems of agents from a configuration, their tools, the scenarios of the demo.
//!
//! The layers below are re-exported under short names: [`label`], [`plan`], [`core`], [`model`]. What is here
//! puts them together; the command line is built on this and nothing else.

#![forbid(unsafe_code)]

pub mod advice;
pub mod approvals;
pub mod assembly;
#[cfg(feature = "bench")]
pub mod benchmark;
pub mod clock;
pub mod config;
pub mod conversation;
pub mod embed;
pub mod hidden;
pub mod interrupt;
pub mod journal;
pub mod laundering;
pub mod lock;
pub mod models;
pub mod plan_file;
pub mod scenario;
#[cfg(feature = "serve")]
pub mod serve;
pub mod story;
pub mod telemetry;
pub mod tool;
pub mod try_plan;
#[cfg(feature = "serve")]
pub mod view;
pub mod watch;

#[cfg(feature = "bench")]
pub use caravan_bench as bench;
pub use caravan_core as core;
pub use caravan_label as label;
#[cfg(feature = "mcp")]
pub use caravan_mcp::client as mcp;
pub use caravan_model as model;
pub use caravan_plan as plan;
#[cfg(feature = "policy")]
pub use caravan_policy as policy;
pub use caravan_store as store;
