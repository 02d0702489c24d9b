//! Policies in Cedar: who may call which tool with what.
//!
//! [`Policies::load`] reads files of policies, checks them against a schema made of the system's tools, and gives a
//! [`Policy`](caravan_core::policy::Policy) that decides about every call. The principal is the agent, the action the
//! tool, and the context holds each argument with its value and what is known of its label. Nothing is allowed that no
//! policy permits; a policy that cannot be evaluated denies.
//!
//! No I/O: whoever calls reads the files.

#![forbid(unsafe_code)]

mod decide;
mod entities;
mod err;
mod explain;
mod facts;
mod load;
mod named;
mod recorded;
mod schema;
mod shape;
mod statement;
mod value;

pub use decide::Policies;
pub use err::PolicyError;
pub use explain::{Explained, Explanation, Mention};
pub use facts::{ArgumentFacts, CallFacts, Facts};
pub use load::PolicyFile;
