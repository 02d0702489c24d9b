//! Agents, episodes and the gate: how plans of several agents run together without untrusted text ever
//! becoming an instruction.
//!
//! No I/O, no clock, no randomness, no panics, no unsafe code: this crate is part of the trusted base.

#![forbid(unsafe_code)]

pub mod instruction;
pub mod model;
