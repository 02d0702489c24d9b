//! The machine's border: what it is given, what it asks for, how it ends.

mod attribute;
mod border;
mod call;
mod class;
pub(crate) mod clock;
mod direct;
mod display;
mod end;
mod execute;
pub(crate) mod frame;
mod gather;
mod generator;
mod given;
mod hint;
mod instruction;
mod limits;
mod matching;
mod model;
mod model_values;
mod operator;
mod region;
mod request;
mod rounds;
mod said;
mod schema;
mod statement;
mod traced;
mod unwind;

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_label::{Bits, Label, Source};
use caravan_pylib::error::ExcKind;

use crate::code::{Code, Compiled, Lines, Region};
use crate::cx::Cx;
use crate::datum::{Datum, Tree};
use crate::diagnostic::{Finding, Span};
use crate::environment::Environment;
use crate::heap::Heap;
use crate::raise::{Outcome, Raise};
use crate::stack::{DEEPEST, with_room};
use crate::value::{Labelled, Ref, Value};
use crate::world::World;
use execute::Flow;
use frame::{Frame, Handler, TaskFrame, Then};
use gather::Deferred;

pub use limits::{LIMITS, Limit};
pub use statement::Stopped;

/// A compiled plan. Cheap to clone, free of labels, and good for any number of machines.
#[derive(Clone, Debug)]
pub struct Program(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    compiled: Compiled,
    lines: Lines,
}

impl Program {
    fn code(&self, index: u32) -> Option<&Code> {
        self.0.compiled.codes.get(index as usize)
    }

    fn environment(&self) -> &Environment {
        &self.0.compiled.environment
    }

    /// What an open region may have written.
    fn region(&self, code: u32, entry: &region::Entry) -> Option<&Region> {
        let code = self.code(code)?;
        match entry.kind {
            region::Kind::Episode => None,
            region::Kind::Body => Some(&code.body),
            _ => code.regions.get(entry.region as usize),
        }
    }

    /// Where an instruction stands in the text.
    fn span(&self, code: u32, ip: usize) -> Span {
        let place = self.code(code).and_then(|code| code.places.get(ip)).copied();
        place.map_or(Span::default(), |(offset, length)| self.0.lines.span(offset, length))
    }
}

/// Parses, checks and compiles a plan.
///
/// # Errors
///
/// What is wrong with the text, in the order of the lines; never empty.
pub fn compile(source: &str, environment: &Environment) -> Result<Program, Vec<Finding>> {
    let (compiled, lines) = crate::compile::compile(source, Arc::new(environment.clone()))?;
    Ok(Program(Arc::new(Inner { compiled, lines })))
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

impl Limits {
    /// What the limit of a name stands at, for people; none if there is no such limit.
    fn told(&self, name: &str) -> Option<String> {
        let (value, unit) = match name {
            "steps" => (self.steps, "steps"),
            "memory" => (self.memory as u64, "bytes"),
            "call_depth" => (self.call_depth as u64, "calls within calls"),
            "data_depth" => (self.data_depth as u64, "levels"),
            "digits" => (self.digits as u64, "digits"),
            "string" => (self.string as u64, "bytes"),
            "output" => (self.output as u64, "bytes"),
            "regex" => (self.regex as u64, "steps of one match"),
            _ => return None,
        };
        Some(format!("the limit `{name}` is {value} {unit}"))
    }
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
    /// Whether a plan above goes on if this episode fails: [`Request::caught`] of the call. False for the root.
    pub caught: bool,
    /// The steps that machines before this one have taken for the same episode ([`Machine::spent`]).
    pub spent: u64,
}

/// Runs one program.
#[derive(Debug)]
pub struct Machine {
    program: Program,
    heap: Heap,
    stack: Vec<Labelled>,
    frames: Vec<Frame>,
    regions: Vec<region::Entry>,
    handlers: Vec<Handler>,
    /// The exceptions being handled, innermost last.
    handling: Vec<Labelled>,
    tasks: Vec<TaskFrame>,
    /// The statement of the top level that is being carried out.
    standing: statement::Standing,
    /// What the last call of the task on top has given.
    given: Option<Labelled>,
    /// The operands of the instruction at hand, should it have to start again.
    operands: Vec<Labelled>,
    /// A text that nothing but one variable holds: `Grow` has made it, and nothing has read the variable since.
    growing: Option<Ref>,
    /// What came of an instruction that was begun directly and ended the general way.
    settled: Option<Outcome<Flow>>,
    /// The answers that operations had when they asked for another.
    asking: Vec<Vec<Labelled>>,
    globals: Vec<Labelled>,
    /// The heap's clock when an operation last got an answer that it had asked for.
    answered: u32,
    /// The call that is being made is none that the plan's text makes: an operation runs a special method.
    implicit: bool,
    /// The heap's clock when functions wrote global variables last.
    outer_writes: BTreeMap<u16, u32>,
    /// The constants of each code, in the heap.
    constants: Vec<Vec<Labelled>>,
    /// What `get_variable` gives.
    variables: Vec<(Box<str>, Labelled)>,
    limits: Limits,
    steps: u64,
    /// Past so many steps it stops for a while.
    pause_at: u64,
    printed: usize,
    output: Vec<Printed>,
    /// The label of literals.
    literal: Label,
    /// Whether a plan above goes on if this episode fails.
    caught: bool,
    /// The value of the last expression of the top level.
    kept: Labelled,
    /// What the answer that is awaited becomes.
    awaiting: Option<Awaiting>,
    /// It has stopped for a while, and needs nothing.
    paused: bool,
    /// The calls of every `gather` that is open, innermost last.
    gathers: Vec<Vec<Deferred>>,
    /// The calls whose answers are awaited together.
    gathered: Vec<Deferred>,
    ended: bool,
    /// The join of all guards that were ever opened: what an error from a limit may tell of.
    met: Label,
    /// What the classes that the last schema names in quotes are made of.
    named: Label,
    /// The classes that the plan has made, by name.
    classes: Vec<(Box<str>, Ref)>,
    /// How many open loops have no bound on their rounds.
    unbounded_loops: usize,
    /// How many calls are under way of functions that were under way already.
    recursion: usize,
    /// How many calls of each code are under way.
    active: Vec<u32>,
    /// How many calls of each code there have been.
    called: Vec<u64>,
    /// Whether all instructions go the general way.
    #[cfg(test)]
    general: bool,
    /// A label of constants, of every so many, from this one on.
    #[cfg(test)]
    tainted: Option<(Label, usize, usize)>,
}

/// What the machine was asking for when it stopped.
#[derive(Clone, Copy, Debug)]
struct Awaiting {
    then: Then,
    /// The annotation that the answer is to fit; of the clock's, the zone that it is to be in.
    shape: Option<Labelled>,
    /// What the answer's failing reveals beside its own label.
    label: Label,
    /// What of the clock's moment is wanted.
    reading: Option<clock::Reading>,
}

impl Machine {
    /// A machine that stands at the start of `program`.
    pub fn new(program: &Program, mut setup: MachineSetup, world: &mut World) -> Machine {
        setup.limits.data_depth = setup.limits.data_depth.min(DEEPEST);
        let compiled = &program.0.compiled;
        let plan = world.lattice.data_from(&[Source::Plan(compiled.environment.agent.clone())]);
        let literal = world.lattice.join(plan, setup.base);
        let mut machine = Machine {
            program: program.clone(),
            heap: Heap::new(setup.limits.memory, setup.limits.steps.saturating_sub(setup.spent)),
            stack: Vec::with_capacity(40),
            frames: Vec::new(),
            regions: Vec::new(),
            handlers: Vec::new(),
            handling: Vec::new(),
            tasks: Vec::new(),
            standing: statement::Standing::default(),
            given: None,
            operands: Vec::new(),
            growing: None,
            settled: None,
            asking: Vec::new(),
            met: Label::NONE,
            named: Label::NONE,
            classes: Vec::new(),
            globals: Vec::new(),
            answered: 0,
            implicit: false,
            outer_writes: BTreeMap::new(),
            constants: Vec::new(),
            variables: Vec::new(),
            limits: setup.limits,
            steps: setup.spent,
            pause_at: u64::MAX,
            printed: 0,
            output: Vec::new(),
            literal,
            caught: setup.caught,
            kept: Labelled::new(Value::None, literal),
            awaiting: None,
            paused: false,
            gathers: Vec::new(),
            gathered: Vec::new(),
            ended: false,
            unbounded_loops: 0,
            recursion: 0,
            active: vec![0; compiled.codes.len()],
            called: vec![0; compiled.codes.len()],
            #[cfg(test)]
            general: false,
            #[cfg(test)]
            tainted: None,
        };
        machine.open(region::Kind::Episode, 0, setup.pc, world);
        // The pc that the caller stood under is no guard of this episode's own: it decides that there is an
        // episode, not what comes of it.
        if let Some(entry) = machine.regions.first_mut() {
            entry.label = Label::NONE;
        }
        machine.globals =
            compiled.global_initial.iter().map(|value| Labelled::new(*value, literal)).collect();
        with_room(machine.limits.data_depth, || machine.load(setup.variables, world));
        machine
    }

    /// Runs until the program needs something, ends, or fails. The first call takes no answer; each later
    /// one takes the answer to the request that the call before it gave.
    pub fn resume(&mut self, world: &mut World, answer: Option<Answer>) -> Step {
        match self.resume_until(u64::MAX, world, answer) {
            Some(step) => step,
            None => self.finish_with_error(Raise::internal("the plan has stopped for no reason"), world),
        }
    }

    /// The same, for about so many steps: none if it has not come to anything by then. The next call takes no answer, and
    /// goes on where this one stopped. Where a program is cut into slices makes no difference to anything that it does.
    pub fn resume_for(&mut self, steps: u64, world: &mut World, answer: Option<Answer>) -> Option<Step> {
        self.resume_until(self.done().saturating_add(steps), world, answer)
    }

    fn resume_until(&mut self, pause_at: u64, world: &mut World, answer: Option<Answer>) -> Option<Step> {
        self.pause_at = pause_at;
        with_room(self.limits.data_depth, || self.resume_with_room(world, answer))
    }

    fn resume_with_room(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Step> {
        if self.ended {
            return Some(self.finish_with_error(Raise::internal("the plan has ended already"), world));
        }
        let begun = match (answer, self.awaiting.take()) {
            (None, None) if std::mem::take(&mut self.paused) => Ok(()),
            (None, None) if self.frames.is_empty() => {
                let begun = self.begin();
                #[cfg(test)]
                self.taint_constants(world);
                begun
            }
            (Some(answer), Some(awaiting)) => self.take_answer(answer, awaiting, world),
            _ => Err(Raise::internal("an answer without a request, or a request without an answer")),
        };
        let outcome = match begun {
            Ok(()) => self.run(world),
            Err(raise) => match self.unwind(raise, world) {
                Ok(()) => self.run(world),
                Err(raise) => Err(raise),
            },
        };
        Some(match outcome {
            Ok(Stop::Pause) => {
                self.paused = true;
                return None;
            }
            Ok(Stop::Request(request)) => Step::Request(request),
            Ok(Stop::Value(value)) => self.finish_with_value(value, world),
            Err(raise) => self.finish_with_error(raise, world),
        })
    }

    /// What the program has printed since the last call.
    pub fn take_output(&mut self) -> Vec<Printed> {
        std::mem::take(&mut self.output)
    }

    /// The plan's top-level variables and their values, in the order of their first assignment; imports,
    /// functions and classes are left out.
    pub fn variables(&mut self, world: &mut World) -> Vec<(Box<str>, Datum)> {
        with_room(self.limits.data_depth, || self.variables_with_room(world))
    }

    fn variables_with_room(&mut self, world: &mut World) -> Vec<(Box<str>, Datum)> {
        let names = self.program.0.compiled.globals.clone();
        let values = self.globals.clone();
        let mut data = Vec::new();
        for (name, value) in names.into_iter().zip(values) {
            if self.is_data(value.value) {
                let datum = self.export(value, world).unwrap_or_else(|raise| Datum {
                    value: Tree::Foreign("a value too large to show".into()),
                    label: raise.label,
                });
                data.push((name, datum));
            }
        }
        data
    }

    fn cx<'a>(&'a mut self, world: &'a mut World) -> Cx<'a> {
        let unbounded = self.unbounded();
        Cx {
            heap: &mut self.heap,
            lattice: &mut world.lattice,
            strictness: world.strictness,
            limits: &self.limits,
            literal: self.literal,
            unbounded,
        }
    }
}

/// Why the machine stopped running.
#[derive(Debug)]
enum Stop {
    /// It has done as many steps as it was to.
    Pause,
    Request(Request),
    Value(Labelled),
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
    /// Whether a handler, of this plan or of one above, could catch its failing. If none could, a failure ends the
    /// whole run.
    pub caught: bool,
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
    /// Make several calls, in any order or at the same time: none may write a state that another reads or writes.
    Gather {
        /// They, each a request of one of the other kinds.
        calls: Vec<Request>,
    },
    /// Tell the time: the answer is a moment in UTC without a zone ([`Datum::utc`]).
    Clock,
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
    /// The answers to gathered calls, in their order.
    Gathered(Vec<Answer>),
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
    /// What to do about it, where something can be said. It reveals no more than the message does.
    pub hint: Option<Box<str>>,
}
