//! Models for Caravan: what answers as planner, as quarantined model and as tool-calling agent.
#![forbid(unsafe_code)]

pub mod scripted;
