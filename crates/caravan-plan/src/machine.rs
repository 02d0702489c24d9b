//! The machine's border: what it is given, what it asks for, how it ends.

use caravan_label::{Bits, Label};
use caravan_pylib::error::ExcKind;

use crate::datum::Datum;
use crate::diagnostic::{Finding, Span};
use crate::environment::Environment;
use crate::world::World;

/// A compiled plan. Cheap to clone, free of labels, and good for any number of machines.
#[derive(Clone, Debug)]
pub struct Program {}

/// Parses, checks and compiles a plan.
///
/// # Errors
///
/// What is wrong with the text, in the order of the lines; never empty.
pub fn compile(source: &str, environment: &Environment) -> Result<Program, Vec<Finding>> {
    let _ = (source, environment);
    Err(Vec::new())
}

/// What a plan may consume.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Instructions executed.
    pub steps: u64,
    /// Bytes held at once.
    pub memory: usize,
    /// Calls within calls.
    pub call_depth: usize,
    /// Containers within containers, where something walks them.
    pub data_depth: usize,
    /// Digits of an integer.
    pub digits: usize,
    /// Bytes of one string.
    pub string: usize,
    /// Bytes printed.
    pub output: usize,
    /// Steps of one regular-expression match.
    pub regex: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 200_000_000,
            memory: 1 << 30,
            call_depth: 1000,
            data_depth: 500,
            digits: 100_000,
            string: 256 << 20,
            output: 16 << 20,
            regex: 1_000_000,
        }
    }
}

/// What a machine starts from.
#[derive(Clone, Debug, Default)]
pub struct MachineSetup {
    /// What the plan may consume.
    pub limits: Limits,
    /// What the plan's literals carry beside their source: the control of the message that the planner
    /// read, and what the gate charged for it. [`Label::NONE`] for the root.
    pub base: Label,
    /// The control under which the episode was called. [`Label::NONE`] for the root.
    pub pc: Label,
    /// What `get_variable` gives, by name.
    pub variables: Vec<(Box<str>, Datum)>,
    /// Whether this is a child's episode, whose end is visible to its parent.
    pub child: bool,
}

/// Runs one program.
#[derive(Debug)]
pub struct Machine {}

impl Machine {
    /// A machine that stands at the start of `program`.
    pub fn new(program: &Program, setup: MachineSetup, world: &mut World) -> Machine {
        let _ = (program, setup, world);
        Machine {}
    }

    /// Runs until the program needs something, ends, or fails. The first call takes no answer; each later
    /// one takes the answer to the request that the call before it gave.
    pub fn resume(&mut self, world: &mut World, answer: Option<Answer>) -> Step {
        let _ = (world, answer);
        Step::Finished(Ending::Value(Datum { value: crate::datum::Tree::None, label: Label::NONE }))
    }

    /// What the program has printed since the last call.
    pub fn take_output(&mut self) -> Vec<Printed> {
        Vec::new()
    }

    /// The plan's top-level variables and their values, in the order of their first assignment; imports,
    /// functions and classes are left out.
    pub fn variables(&mut self, world: &mut World) -> Vec<(Box<str>, Datum)> {
        let _ = world;
        Vec::new()
    }
}

/// What a step of the machine came to.
#[derive(Debug)]
pub enum Step {
    /// It waits for an answer.
    Request(Request),
    /// The program has ended.
    Finished(Ending),
}

/// A text that the program printed, for the user's transcript.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The text, line ends included.
    pub text: String,
    /// The label of what was printed, the control it stood under included.
    pub label: Label,
}

/// Something that a plan needs from outside.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where the call stands.
    pub span: Span,
    /// The control label at the call.
    pub pc: Label,
    /// What is asked for.
    pub kind: RequestKind,
}

/// The kinds of requests.
#[derive(Clone, Debug)]
pub enum RequestKind {
    /// Call a tool of the agent.
    Tool {
        /// Its name.
        name: Box<str>,
        /// The arguments, by name.
        arguments: Vec<(Box<str>, Datum)>,
        /// What decided that it is this tool: [`Label::NONE`] unless it was picked at run time.
        callee: Label,
        /// What the states that it reads held, joined; the machine has joined the states that it writes.
        state: Label,
    },
    /// Call a child agent.
    Agent {
        /// Its name.
        name: Box<str>,
        /// The instruction.
        message: Datum,
        /// The opaque values: name (a text with its own label) and value.
        variables: Vec<(Datum, Datum)>,
        /// The schema of the answer, as JSON text with the label of everything that it was made of.
        schema: Datum,
        /// What the gate has to know of the place of the call.
        site: Site,
    },
    /// Ask the quarantined model for a value of a schema.
    Quarantined {
        /// The question, untrusted text included.
        query: Datum,
        /// The schema of the answer, as JSON text with its label.
        schema: Datum,
    },
}

/// What the gate has to know of the place where an agent is called.
#[derive(Clone, Debug)]
pub struct Site {
    /// What decided that it is this agent: [`Label::NONE`] unless it was picked at run time.
    pub callee: Label,
    /// Message, names, schema and callee are all written out in the call expression.
    pub literal: bool,
    /// What the position costs if the control at the call is untrusted (DESIGN section 3, the gate).
    pub position: Bits,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The call's value.
    Value(Datum),
    /// The call failed: raises an exception of this class in the plan.
    Failure {
        /// The exception's class.
        kind: ExcKind,
        /// Its text, with the label of the failure.
        message: Datum,
    },
}

/// How a program ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// With a value: the argument of its top-level `return`, or its last expression.
    Value(Datum),
    /// With an error that no handler of the plan caught.
    Error(PlanError),
}

/// An error that ended a plan.
#[derive(Clone, Debug)]
pub struct PlanError {
    /// The exception's class as Python names it.
    pub kind: Box<str>,
    /// Its text.
    pub message: Box<str>,
    /// Where it was raised.
    pub span: Span,
    /// The label of the error: its text, the operands, and what decided that it happened.
    pub label: Label,
    /// The limit that was reached, if that is what happened.
    pub limit: Option<&'static str>,
}
