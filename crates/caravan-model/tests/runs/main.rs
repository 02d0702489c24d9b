//! Whole runs with the models of this crate.

#[cfg(feature = "http")]
mod planner_over_http;
mod recordings;
mod scenario;
mod scripted_runs;
