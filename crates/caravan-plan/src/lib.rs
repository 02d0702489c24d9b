//! The plan language: the restricted Python that planners write, run as a machine without I/O.
//!
//! [`compile`] turns a plan's text into a [`Program`] or says, with line and remedy, why it cannot.
//! A [`Machine`] runs the program until it needs something from outside, yields a [`Request`] and goes
//! on with the [`Answer`]; given the same answers it does the same things. Every value carries a label
//! (DESIGN section 3), and the machine alone decides how labels flow.
//!
//! No I/O, no clock, no randomness, no panics, no unsafe code: this crate is part of the trusted base.

#![forbid(unsafe_code)]

mod check;
mod code;
mod compile;
mod cx;
mod datum;
mod diagnostic;
mod dict;
mod environment;
mod foreseen;
pub mod guide;
mod heap;
mod library;
mod machine;
mod operation;
mod outline;
mod raise;
mod rules;
mod said;
mod selection;
mod stack;
mod trace;
mod types;
mod value;
mod work;
mod world;

pub use caravan_label as label;
pub use caravan_pylib::error::ExcKind;
pub use check::{CheckSetup, check, type_of_result};
pub use datum::{Datum, Opaque, Tree};
pub use diagnostic::{Finding, Span};
pub use environment::{Child, Environment, Parameter, Shared, Tool};
pub use machine::{
    Answer, Ending, LIMITS, Limit, Limits, Machine, MachineSetup, PlanError, Printed, Program, Request,
    RequestKind, Site, Step, Stopped, compile,
};
pub use outline::{Branch, Fixed, Outline, OutlineSetup, OutlinedCall, OutlinedKind, States, outline};
pub use trace::{Passage, PlanPlace, Trace};
pub use types::{Field, Mismatch, RecordType, SchemaError, Type};
pub use world::{Strictness, World};
