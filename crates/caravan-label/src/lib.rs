//! The lattice of labels: where a value came from, who may read it, what decided it, and how much
//! untrusted decisions may have shaped it.
//!
//! A [`Label`] is a small id into a [`Lattice`], so that labels are compared, copied and stored for
//! four bytes, and joining two of them is a table look-up. Everything here is pure: no I/O, no clock,
//! no randomness, no panics. The rules that say *when* labels are joined belong to the plan machine;
//! this crate only promises that joins are commutative, associative, idempotent and never lose a
//! source, a restriction of readers, or a bit of choice.
//!
//! Source: CaMeL (arXiv 2503.18813) section 5 for sources and readers; the split into data, control
//! and choice is Caravan's own.

#![forbid(unsafe_code)]

mod bits;
mod choice;
mod lattice;
mod source;
mod taint;
mod trace;

pub use bits::Bits;
pub use choice::Choice;
pub use lattice::{Label, Lattice};
pub use source::{AgentPath, Source, SourceId};
pub use taint::{Readers, Taint};
pub use trace::{TraceId, TraceNode};
