//! What a plan is compiled to: instructions for a stack machine, and the tables that they refer to.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::diagnostic::Span;
use crate::environment::Environment;
use crate::operation::{Binary, Comparison, Unary};
use crate::value::{BuiltinType, Module, NativeId, Value};

/// A compiled plan.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Code 0 is the plan's top level.
    pub(crate) codes: Vec<Code>,
    /// The names of the top level's variables, by slot.
    pub(crate) globals: Vec<Box<str>>,
    /// What a global is before it is assigned: a builtin of the same name, or nothing.
    pub(crate) global_initial: Vec<Value>,
    pub(crate) classes: Vec<ClassPlan>,
    /// Whether functions, classes or methods that change their receiver may be values: what is called through a value
    /// may then be code of the plan.
    pub(crate) keeps_functions: bool,
    /// Classes that the top level defines once and under no condition.
    pub(crate) certain_classes: Vec<Box<str>>,
    pub(crate) environment: Arc<Environment>,
}

/// The code of the top level, a function, a lambda.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) name: Box<str>,
    /// The name with the functions and classes around it, as error texts show it.
    pub(crate) qualified: Box<str>,
    pub(crate) parameters: Parameters,
    /// The names of local slots; parameters come first.
    pub(crate) locals: Vec<Box<str>>,
    /// Local slots that hold cells: made when a call begins.
    pub(crate) own_cells: Vec<u16>,
    /// Local slots that take the cells of the enclosing functions, in the order of `Function::cells`.
    pub(crate) free_cells: Vec<u16>,
    /// The slots of the enclosing code that hold those cells.
    pub(crate) captured_from: Vec<u16>,
    pub(crate) ops: Vec<Op>,
    /// Where each instruction stands in the text: byte offset and length.
    pub(crate) places: Vec<(u32, u32)>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) plains: Vec<Value>,
    pub(crate) names: Vec<Box<str>>,
    /// For each name, the built-in types that have a method called so.
    pub(crate) methods: Vec<&'static [(BuiltinType, NativeId)]>,
    pub(crate) regions: Vec<Region>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) sites: Vec<CallSite>,
    pub(crate) is_generator: bool,
    /// The region of the whole body: what untrusted control that outlives a jump may have written by the
    /// time the function ends.
    pub(crate) body: Region,
}

/// A function's parameters: positional ones, then keyword-only ones, then `*args`, then `**kwargs`, in
/// local slots from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    pub(crate) positional_only: u16,
    pub(crate) positional: u16,
    pub(crate) keyword_only: u16,
    pub(crate) variadic: bool,
    pub(crate) keywords: bool,
}

impl Parameters {
    /// Whether all arguments can be given by position.
    pub(crate) fn are_plain(&self) -> bool {
        self.keyword_only == 0 && !self.variadic && !self.keywords
    }
}

/// A constant of the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constant {
    Value(Value),
    Str(Box<str>),
    BigInt(BigInt),
    Bytes(Box<[u8]>),
    /// The keyword names of a call.
    Keywords(Arc<[crate::heap::Name]>),
}

/// A variable's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slot {
    Local(u16),
    /// A local slot that holds a cell.
    Cell(u16),
    Global(u16),
}

/// What a guarded region may have changed by the time it ends, whichever way control went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    /// Variables.
    pub(crate) writes: Vec<Slot>,
    /// Variables that are bound throughout to the object that may be changed.
    pub(crate) receivers: Vec<Slot>,
    /// Variables that the region binds to objects of its own, which may be changed.
    pub(crate) fresh: Vec<Slot>,
    /// Variables from which objects that may be changed are reached.
    pub(crate) deep_receivers: Vec<Slot>,
    /// Variables whose object, if it is an iterator or holds one, may be used up.
    pub(crate) consumed: Vec<Slot>,
    /// Variables whose object, if it makes entries for missing keys, may get one.
    pub(crate) defaulted: Vec<Slot>,
    /// Objects that cannot be told from the text may be changed.
    pub(crate) anything: bool,
    /// Tools that may be called, by place; their states may be written.
    pub(crate) tools: Vec<u16>,
    /// Children that may be called.
    pub(crate) children: Vec<u16>,
    /// A `break` or `continue` of the loop around it.
    pub(crate) leaves_loop: bool,
    /// A `continue` of it.
    pub(crate) continues: bool,
    /// A `return`.
    pub(crate) leaves_function: bool,
    /// An operation that could raise.
    pub(crate) may_raise: bool,
    /// One of its arms always ends by leaving: with `break`, `return` or `raise`.
    pub(crate) exits: bool,
    /// For a loop: how many such branches there are in it.
    pub(crate) exit_guards: u16,
    /// For a loop: what a `continue` leaves out of a round.
    pub(crate) rest: Option<Box<Region>>,
    /// For a loop: where it begins in the text.
    pub(crate) start: u32,
    /// For a loop: the variables that it only ever gives values.
    pub(crate) given: Vec<Given>,
    /// The value on top of the stack is the region's own (a conditional expression, `and`, `or`).
    pub(crate) has_value: bool,
    /// For a comprehension: each round adds at most one element to a list.
    pub(crate) selects: bool,
    /// For a comprehension: how deep on the stack the container lies that it fills, when the region ends.
    pub(crate) fills: Option<u16>,
}

impl Region {
    /// Whether nothing that outlives the region can be changed in it, but for iterators that `consumed` tells of.
    pub(crate) fn is_harmless(&self) -> bool {
        self.writes.is_empty()
            && self.receivers.is_empty()
            && self.deep_receivers.is_empty()
            && self.defaulted.is_empty()
            && !self.anything
            && self.tools.is_empty()
            && self.children.is_empty()
    }
}

/// Variables that a loop only ever gives values, and always together.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) slots: Vec<Slot>,
    /// How many writes there are in a round of the loop, and of each loop in it, named by where they begin in the text.
    pub(crate) writes: Vec<(u32, u64)>,
}

/// What the gate has to know of the place of an agent call.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallSite {
    /// Everything that the child's planner will see is written out in the call.
    pub(crate) literal: bool,
    /// The regions of the loops around the call, in the same code, on whose rounds the text may depend.
    pub(crate) loops: Vec<u32>,
    /// Those of them whose earlier rounds may have left something in the text, beside the loop's own variables.
    pub(crate) carried: Vec<u32>,
    /// Those that change objects which the text may be made of under another name.
    pub(crate) changing_loops: Vec<u32>,
    /// The variables that the text is made of.
    pub(crate) uses: Vec<Slot>,
}

/// A class statement, but for the values of its expressions, which the code puts on the stack.
#[derive(Clone, Debug)]
pub(crate) struct ClassPlan {
    pub(crate) name: Box<str>,
    pub(crate) doc: Option<Box<str>>,
    pub(crate) bases: u16,
    pub(crate) decorators: u16,
    pub(crate) members: Vec<ClassMember>,
}

/// A member of a class body, in order. Each takes values from the stack.
#[derive(Clone, Debug)]
pub(crate) enum ClassMember {
    /// `name: annotation` with or without `= default`: annotation, then the default.
    Field { name: Box<str>, has_default: bool },
    /// `name = value`, a method, a nested class.
    Attribute(Box<str>),
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    // Values and variables.
    Constant(u32),
    /// A value that needs no heap, by its place in `Code::plains`: a builtin, a tool, a module.
    Plain(u32),
    LoadLocal(u16),
    StoreLocal(u16),
    DeleteLocal(u16),
    LoadCell(u16),
    StoreCell(u16),
    DeleteCell(u16),
    /// Assigns a variable of an enclosing function.
    StoreOuterCell(u16),
    /// Unbinds a variable of an enclosing function.
    DeleteOuterCell(u16),
    LoadGlobal(u16),
    /// Loads a variable of the top level, which only one statement there gives a value, to call it or to add to it.
    LoadLone(u16),
    StoreGlobal(u16),
    DeleteGlobal(u16),
    /// The variable that was just read has a value that `Grow` may have to change: from here on something else may
    /// hold it too.
    Share,
    /// The variable that was just read might have been unbound: a `try` around it learns that it was not.
    WasBound,
    /// Assigns a top-level variable from within a function.
    StoreOuterGlobal(u16),
    /// Unbinds a top-level variable from within a function.
    DeleteOuterGlobal(u16),
    /// A fresh cell in a local slot, for a comprehension's variable that a lambda captures.
    NewCell(u16),
    /// A name that is bound nowhere.
    Unknown(u32),
    Pop,
    Duplicate,
    DuplicateTwo,
    Swap,
    /// Takes the top value below the `n` under it.
    Bury(u16),

    // Operators.
    Binary(Binary),
    InPlace(Binary),
    /// `+=` on the value of a variable, which the next instruction gives the result.
    Grow,
    Unary(Unary),
    Not,
    /// Asks an instance whose class says what its truth is; leaves other values as they are.
    Truth,
    Compare(Comparison),
    Is(bool),
    In(bool),

    // Containers.
    BuildList(u32),
    BuildTuple(u32),
    BuildSet(u32),
    BuildDict(u32),
    BuildSlice,
    /// Extends the list below by the iterable on top.
    ExtendList,
    /// Merges the mapping on top into the dictionary below.
    MergeDict {
        call: bool,
    },
    ListToTuple,
    /// Makes the list on top, which nothing else refers to, a generator of its elements.
    ListToGenerator,
    /// Takes the top value and adds it to the list that then lies this deep; 1 is the top.
    AppendTo(u16),
    /// The same for a set.
    AddTo(u16),
    /// The same for a dictionary, with key and value.
    InsertInto(u16),
    Subscript,
    StoreSubscript,
    DeleteSubscript,
    Attribute(u32),
    StoreAttribute(u32),
    DeleteAttribute(u32),
    Unpack(u16),
    /// Before the star, after it.
    UnpackStar(u16, u16),
    /// A piece of an f-string: conversion (0, s, r, a), and whether a format specification is on top.
    Format {
        conversion: u8,
        spec: bool,
    },
    BuildString(u32),

    // Control.
    Jump(u32),
    /// Takes the top value; jumps if false. An untrusted value opens the region.
    Branch {
        region: u32,
        otherwise: u32,
    },
    /// As `Branch`, but jumps if true.
    BranchIf {
        region: u32,
        otherwise: u32,
    },
    /// `and`: leaves the top value and jumps if it is false; else takes it.
    BranchAnd {
        region: u32,
        otherwise: u32,
    },
    /// `or`.
    BranchOr {
        region: u32,
        otherwise: u32,
    },
    /// Takes the top value, jumps if false; opens nothing.
    JumpIfFalse(u32),
    /// Closes a region if it was opened.
    EndRegion(u32),
    /// Begins a loop over the iterator on top.
    EnterLoop(u32),
    /// Begins a `while`.
    EnterWhile(u32),
    /// Takes the test of a `while`; jumps if false. An untrusted test raises the loop's label.
    LoopTest {
        region: u32,
        otherwise: u32,
    },
    GetIterator,
    /// Gives the next element, or jumps. The iterator stays.
    ForNext {
        region: u32,
        otherwise: u32,
    },
    /// The value on top is given to a variable that a loop around only ever gives values.
    Give(Slot),
    /// Counts a round of a `while` and jumps back.
    JumpBack(u32),
    EndLoop(u32),
    /// Closes what is open inside the loop, on the way to `break` or `continue`.
    Unwind(u32),
    /// Closes what is open inside the `try`, on the way to its `finally`.
    UnwindTry(u32),
    /// Two arms of a region meet and the region goes on: what either may have written takes the guard.
    Rejoin(u32),

    // Exceptions.
    EnterTry {
        region: u32,
        handler: u32,
    },
    /// The body has ended without an exception.
    PopHandler,
    /// Leaves the exception on top; puts whether it matches the class or classes that were on top.
    MatchException,
    /// Binds nothing, but the exception on top is the one being handled.
    EnterHandler,
    LeaveHandler,
    Raise {
        cause: bool,
    },
    /// Raises the exception being handled again.
    Reraise,
    /// Raises the exception on top as it is.
    RaiseAgain,
    AssertionFailed {
        message: bool,
    },

    // Calls.
    Call {
        positional: u16,
        keywords: u32,
    },
    CallMethod {
        name: u32,
        positional: u16,
        keywords: u32,
    },
    /// Callee, list of positional arguments, dictionary of keyword arguments.
    CallSpread,
    /// The next call, if it is of an agent, stands at this site.
    Site(u32),
    /// The calls of a `gather` begin.
    Gather,
    /// The next call is one of the `gather` that is open.
    Defer,
    /// The calls of a `gather` are made; on the stack lies a list with a place for each answer.
    EndGather,
    Return,
    MakeFunction {
        code: u32,
        defaults: u16,
        keyword_defaults: u16,
    },
    MakeClass(u32),
    Import(Module),
    ImportFrom {
        module: Module,
        name: u32,
    },
    Yield,
    YieldFrom,
    MatchPattern {
        pattern: u32,
        values: u16,
    },
    /// Keeps a function of the prelude under its name, for the machine's own use.
    Prelude(u32),
    /// Keeps the value of an expression statement at the top level: the plan's value if it is the last.
    Keep,
    /// A statement of the top level begins here; where it begins in the text, in bytes.
    Statement(u32),
}

impl Op {
    /// Whether carrying out the instruction can raise, depending on its operands.
    pub(crate) fn can_raise(self) -> bool {
        matches!(
            self,
            Op::Binary(_)
                | Op::InPlace(_)
                | Op::Grow
                | Op::Unary(_)
                | Op::Truth
                | Op::Compare(_)
                | Op::In(_)
                | Op::ExtendList
                | Op::MergeDict { .. }
                | Op::Subscript
                | Op::StoreSubscript
                | Op::DeleteSubscript
                | Op::Attribute(_)
                | Op::StoreAttribute(_)
                | Op::DeleteAttribute(_)
                | Op::Unpack(_)
                | Op::UnpackStar(..)
                | Op::Format { .. }
                | Op::GetIterator
                | Op::ForNext { .. }
                | Op::MatchException
                | Op::Raise { .. }
                | Op::Call { .. }
                | Op::CallMethod { .. }
                | Op::CallSpread
                | Op::EndGather
                | Op::MakeClass(_)
                | Op::MatchPattern { .. }
        )
    }

    /// Whether the instruction neither raises on account of its operands nor asks a class of the plan.
    pub(crate) fn is_settled(self) -> bool {
        matches!(
            self,
            Op::Plain(_)
                | Op::LoadCell(_)
                | Op::StoreCell(_)
                | Op::Duplicate
                | Op::DuplicateTwo
                | Op::Swap
                | Op::Bury(_)
                | Op::Not
                | Op::Is(_)
                | Op::BuildList(_)
                | Op::BuildTuple(_)
                | Op::BuildString(_)
                | Op::BuildSlice
                | Op::AppendTo(_)
                | Op::BranchIf { .. }
                | Op::BranchAnd { .. }
                | Op::BranchOr { .. }
                | Op::JumpIfFalse(_)
                | Op::EnterLoop(_)
                | Op::EnterWhile(_)
                | Op::EndLoop(_)
                | Op::Unwind(_)
                | Op::EnterTry { .. }
                | Op::PopHandler
                | Op::Return
                | Op::MakeFunction { .. }
                | Op::Keep
                | Op::Statement(_)
        )
    }

    /// At most how many values an instruction takes from the stack.
    pub(crate) fn operands(self, code: &Code) -> usize {
        let named = |keywords: u32| match code.constants.get(keywords as usize) {
            Some(Constant::Keywords(names)) => names.len(),
            _ => 0,
        };
        match self {
            Op::BuildList(count) | Op::BuildTuple(count) | Op::BuildSet(count) | Op::BuildString(count) => {
                count as usize
            }
            Op::BuildDict(count) => 2 * count as usize,
            Op::Call { positional, keywords } | Op::CallMethod { positional, keywords, .. } => {
                positional as usize + 1 + named(keywords)
            }
            Op::MatchPattern { values, .. } => values as usize + 1,
            Op::Format { spec, .. } => 1 + usize::from(spec),
            Op::MakeFunction { defaults, keyword_defaults, .. } => (defaults + keyword_defaults) as usize,
            Op::Unary(_)
            | Op::Not
            | Op::Truth
            | Op::Attribute(_)
            | Op::DeleteAttribute(_)
            | Op::GetIterator
            | Op::ForNext { .. }
            | Op::Unpack(_)
            | Op::UnpackStar(..)
            | Op::AddTo(_)
            | Op::Yield
            | Op::YieldFrom => 1,
            Op::Binary(_)
            | Op::InPlace(_)
            | Op::Grow
            | Op::Compare(_)
            | Op::In(_)
            | Op::Subscript
            | Op::DeleteSubscript
            | Op::StoreAttribute(_)
            | Op::InsertInto(_)
            | Op::MatchException => 2,
            _ => 3,
        }
    }
}

/// No keywords in a call.
pub(crate) const NO_KEYWORDS: u32 = u32::MAX;

/// A pattern of `match`.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Wildcard,
    /// Binds what it matches: the place among the pattern's captures.
    Capture(u16, Option<Box<Pattern>>),
    /// Equals a value computed before: its place on the stack.
    Value(u16),
    /// Is `None`, `True`, `False`.
    Singleton(Value),
    Sequence {
        before: Vec<Pattern>,
        star: Option<Option<u16>>,
        after: Vec<Pattern>,
    },
    Mapping {
        keys: Vec<(u16, Pattern)>,
        rest: Option<u16>,
    },
    Class {
        class: u16,
        positional: Vec<Pattern>,
        keyword: Vec<(Box<str>, Pattern)>,
    },
    Or(Vec<Pattern>),
}

impl Pattern {
    /// How many captures the pattern binds.
    pub(crate) fn captures(&self) -> u16 {
        let last = |pattern: &Pattern| pattern.captures();
        match self {
            Pattern::Wildcard | Pattern::Value(_) | Pattern::Singleton(_) => 0,
            Pattern::Capture(place, inner) => inner.as_deref().map_or(0, last).max(place + 1),
            Pattern::Sequence { before, star, after } => {
                let star = star.flatten().map_or(0, |place| place + 1);
                before.iter().chain(after).map(last).max().unwrap_or(0).max(star)
            }
            Pattern::Mapping { keys, rest } => {
                let rest = rest.map_or(0, |place| place + 1);
                keys.iter().map(|(_, pattern)| last(pattern)).max().unwrap_or(0).max(rest)
            }
            Pattern::Class { positional, keyword, .. } => positional
                .iter()
                .chain(keyword.iter().map(|(_, pattern)| pattern))
                .map(last)
                .max()
                .unwrap_or(0),
            Pattern::Or(patterns) => patterns.iter().map(last).max().unwrap_or(0),
        }
    }
}

/// Turns byte offsets of a text into lines and columns.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    source: Box<str>,
    starts: Vec<u32>,
}

impl Lines {
    /// The place of an instruction that does not stand in the plan's text.
    pub(crate) const NOWHERE: (u32, u32) = (u32::MAX, 0);

    pub(crate) fn new(source: &str) -> Lines {
        let ends = source.match_indices('\n');
        let starts = std::iter::once(0).chain(ends.map(|(place, _)| place as u32 + 1)).collect();
        Lines { source: source.into(), starts }
    }

    /// How long the text is.
    pub(crate) fn bytes(&self) -> usize {
        self.source.len()
    }

    /// A stretch of the text.
    pub(crate) fn text(&self, from: u32, to: u32) -> &str {
        self.source.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The span of a stretch of the text.
    pub(crate) fn span(&self, offset: u32, length: u32) -> Span {
        if (offset, length) == Lines::NOWHERE {
            return Span::default();
        }
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let end = self.starts.get(line).copied().unwrap_or(self.source.len() as u32);
        let chars = |from: u32, to: u32| {
            self.source.get(from as usize..to as usize).map_or(1, |text| text.trim_end().chars().count())
        };
        let column = self.source.get(start as usize..offset as usize).map_or(0, |text| text.chars().count());
        Span {
            line: line as u32,
            column: column as u32 + 1,
            width: (chars(offset, offset.saturating_add(length).min(end)) as u32).max(1),
        }
    }
}
