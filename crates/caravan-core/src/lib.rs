//! Agents, episodes and the gate: how plans of several agents run together without untrusted text ever
//! becoming an instruction.
//!
//! A [`system::System`] is the hierarchy. A [`run::Run`] is one user's instruction on its way through it: an engine
//! without I/O that asks for [effects](effect::Effect) and goes on with their outcomes. [`drive::drive`] carries the
//! effects out with models, a toolbox and a journal.
//!
//! No I/O, no clock, no randomness, no panics, no unsafe code: this crate is part of the trusted base.

#![forbid(unsafe_code)]

pub mod approval;
pub mod caps;
pub mod derivation;
pub mod drive;
pub mod effect;
pub mod forecast;
pub mod gate;
pub mod journal;
pub mod model;
pub mod outcome;
mod planner_answer;
pub mod policy;
pub mod prompt;
pub mod record;
pub mod replay;
pub mod report;
pub mod run;
pub mod session;
pub mod settings;
pub mod state;
pub mod system;
pub mod toolbox;

pub use caravan_label as label;
pub use caravan_plan as plan;
pub use gate::instruction;
