//! How an operation fails inside the machine.

use caravan_label::Label;
use caravan_pylib::error::{ExcKind, PyError, PyErrorKind};

use crate::value::Labelled;

/// The result of an operation of the machine.
pub(crate) type Outcome<T> = Result<T, Box<Raise>>;

/// Why an operation did not give a value.
#[derive(Debug)]
pub(crate) struct Raise {
    pub(crate) cause: Cause,
    /// What the failure reveals beyond the operands that the dispatcher joins: the labels of what was
    /// looked at inside containers, for instance.
    pub(crate) label: Label,
}

/// The kinds of failures.
#[derive(Debug)]
pub(crate) enum Cause {
    /// A Python exception that is still to be made.
    Python(PyError),
    /// A `KeyError`, whose argument is the key itself.
    Key(Labelled),
    /// An exception object.
    Object(Labelled),
    /// A rule of the labels forbids it: ends the run, no handler sees it.
    Refused(String),
    /// No failure: the operation needs to know what this function of the plan gives for these arguments. The
    /// machine calls it, keeps the answer in `Heap::asked`, and starts the operation again.
    Call(Labelled, Vec<Labelled>),
}

/// What CPython advises where a number has too many digits to be written or read: a module that plans do not have.
const DIGITS_OF_CPYTHON: &str = "use sys.set_int_max_str_digits() to increase the limit";
const DIGITS: &str = "hex(n) and int(text, 16) have no such limit";

impl Raise {
    pub(crate) fn python(mut error: PyError) -> Box<Raise> {
        if let PyErrorKind::Limit(name) = &mut error.kind {
            *name = limit_name(name);
        }
        if let Some(before) = error.message.strip_suffix(DIGITS_OF_CPYTHON) {
            error.message = format!("{before}{DIGITS}");
        }
        Box::new(Raise { cause: Cause::Python(error), label: Label::NONE })
    }

    pub(crate) fn new(kind: ExcKind, message: impl Into<String>) -> Box<Raise> {
        Raise::python(PyError::new(kind, message))
    }

    pub(crate) fn type_error(message: impl Into<String>) -> Box<Raise> {
        Raise::new(ExcKind::TypeError, message)
    }

    pub(crate) fn value_error(message: impl Into<String>) -> Box<Raise> {
        Raise::new(ExcKind::ValueError, message)
    }

    pub(crate) fn index_error(message: impl Into<String>) -> Box<Raise> {
        Raise::new(ExcKind::IndexError, message)
    }

    pub(crate) fn attribute_error(message: impl Into<String>) -> Box<Raise> {
        Raise::new(ExcKind::AttributeError, message)
    }

    pub(crate) fn key_error(key: Labelled) -> Box<Raise> {
        Box::new(Raise { cause: Cause::Key(key), label: key.label })
    }

    /// A limit of the machine: raised as an exception that the plan cannot tell from CPython's where
    /// CPython has one, and that no handler catches.
    pub(crate) fn limit(name: &'static str, message: impl Into<String>) -> Box<Raise> {
        Raise::python(PyError::limit(name, message))
    }

    /// A state that the machine's own invariants exclude. It ends the plan with an error instead of a panic.
    pub(crate) fn internal(what: &str) -> Box<Raise> {
        Raise::limit("internal", format!("the machine reached a state that it should not: {what}"))
    }

    pub(crate) fn refused(reason: impl Into<String>) -> Box<Raise> {
        Box::new(Raise { cause: Cause::Refused(reason.into()), label: Label::NONE })
    }

    /// The same failure, which reveals `label` too.
    pub(crate) fn labelled(
        mut self: Box<Self>,
        label: Label,
        lattice: &mut caravan_label::Lattice,
    ) -> Box<Raise> {
        self.label = lattice.join(self.label, label);
        self
    }
}

impl From<PyError> for Box<Raise> {
    fn from(error: PyError) -> Box<Raise> {
        Raise::python(error)
    }
}

/// The name by which a person sets the limit that a pure function calls `name` (see `Limits`).
fn limit_name(name: &'static str) -> &'static str {
    match name {
        "text" => "string",
        "items" => "memory",
        "depth" => "data_depth",
        "regex_time" | "regex_memory" => "regex",
        other => other,
    }
}
