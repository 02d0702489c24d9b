//! Benchmarks: running them, the reference model that needs no key, and the tables that come of it.
//!
//! - [`assetops`]: AssetOpsBench, where agents call agents as tools.
//! - [`multiagentdojo`]: AgentDojo as a benchmark of agent hierarchies.
//! - [`results`]: what a run leaves, a line a case, written so that a run can be gone on with.
//! - [`report`]: rates with their intervals, in several formats.
//! - [`statistics`]: the intervals.

#![forbid(unsafe_code)]

pub mod assetops;
mod error;
pub mod multiagentdojo;
pub mod report;
pub mod results;
pub mod statistics;

pub use error::BenchError;
