//! Calls under way.

use caravan_label::Label;

use super::region::Entry;
use crate::library::Task;
use crate::value::{Labelled, Ref, Value};

/// One call of a function of the plan, or the top level.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) code: u32,
    /// The next instruction.
    pub(crate) ip: usize,
    /// Where its locals begin on the stack.
    pub(crate) base: usize,
    /// Where the stack is cut when it ends: below its locals may lie what was called.
    pub(crate) cut: usize,
    /// How many regions were open when it began; its own body's is the next.
    pub(crate) regions: usize,
    pub(crate) handlers: usize,
    pub(crate) handling: usize,
    pub(crate) function: Option<Ref>,
    /// What becomes of its value.
    pub(crate) then: Then,
    /// What chose its function, as control: what the function brings with it takes it.
    pub(crate) chosen: Label,
    /// The site of the agent call that comes next.
    pub(crate) site: Option<u32>,
    /// Whether the call that comes next is one of a `gather`.
    pub(crate) defer: bool,
}

/// What becomes of the value of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Then {
    /// It goes onto the stack.
    Push,
    /// It is the iterator that a `for` loop goes on with: what `__iter__` gave.
    Iterator,
    /// It is dropped: what `__setitem__` or a property's setter gave.
    Drop,
    /// It is dropped, and this goes onto the stack: a constructor's instance.
    Give(Labelled),
    /// It goes to the task on top.
    Task,
    /// It is made a string's text first: what `__str__` gave.
    Text,
    /// It is kept as the value of this key, and goes onto the stack: a `defaultdict`'s miss.
    Insert { container: Labelled, key: Labelled },
    /// It is what an operation has asked an instance's method for.
    Ask,
    /// The same, where a task's step has asked.
    AskTask,
    /// It is remembered for these arguments, and goes onto the stack: `functools.cache`.
    Remember { cache: Ref, key: Labelled },
    /// The generator gives it, or has ended.
    Generator { iterator: Ref, purpose: Purpose },
}

/// What a generator was advanced for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Purpose {
    /// A `for` loop: goes on after its `ForNext`, or jumps to where the loop ends.
    Loop { region: u32, otherwise: u32 },
    /// `next(g)` with or without a default, for the stack or for the task on top.
    Next { default: Option<Labelled>, task: bool },
    /// `yield from`.
    Delegate,
}

/// A task under way.
pub(crate) struct TaskFrame {
    pub(crate) task: Task,
    pub(crate) then: Then,
    /// How many calls it has made.
    pub(crate) calls: u64,
    /// The value of its last call, if its step has to start again.
    pub(crate) pending: Option<Labelled>,
    /// The call that has asked an instance's method and is to be made again, with the answer.
    pub(crate) again: Option<(Labelled, Vec<Labelled>)>,
    /// What choosing the native has revealed.
    pub(crate) label: Label,
    /// The label of all that it was given to begin with, and of the answers that it has looked at.
    pub(crate) given: Label,
    /// How many answers those are.
    pub(crate) answers: usize,
    /// Whether the call that it makes is one that it makes for each of its items, whatever they are.
    pub(crate) for_item: bool,
}

impl std::fmt::Debug for TaskFrame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TaskFrame").field("state", &self.task.state).finish()
    }
}

/// A generator's frame between two values.
#[derive(Clone, Debug)]
pub(crate) struct Suspended {
    pub(crate) code: u32,
    pub(crate) ip: usize,
    /// Its part of the stack.
    pub(crate) stack: Vec<Labelled>,
    /// Its open regions, all of them without an untrusted guard.
    pub(super) regions: Vec<Entry>,
    /// Its active handlers, their places counted from the frame's own.
    pub(crate) handlers: Vec<Handler>,
    /// Whether it stands at a `yield`, which has a value when it goes on.
    pub(crate) expects: bool,
}

impl Suspended {
    pub(crate) fn for_each_value(&self, visit: &mut impl FnMut(Value)) {
        self.stack.iter().for_each(|item| visit(item.value));
    }

    pub(crate) fn for_each_labelled(&self, visit: &mut dyn FnMut(Labelled)) {
        self.stack.iter().for_each(|item| visit(*item));
    }
}

/// An active exception handler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    /// How many frames there are in its function's call.
    pub(crate) frames: usize,
    pub(crate) target: u32,
    pub(crate) stack: usize,
    /// The place of its `try`'s entry among the open regions.
    pub(crate) entry: usize,
    pub(crate) handling: usize,
    pub(crate) tasks: usize,
    pub(crate) asking: usize,
    /// How many `gather`s are open.
    pub(crate) gathers: usize,
}
