//! Whole runs with the models of this crate.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that fails may say so loudly")]

#[cfg(feature = "http")]
mod planner_over_http;
mod recordings;
mod scenario;
mod scripted_runs;
