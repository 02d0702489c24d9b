//! Which calls a plan can make, and where untrusted data can decide what it does next.
//!
//! Names stand for everything that may be bound to them in any scope, so what is told may be more than can happen and is
//! not less. A name's influence grows until nothing changes any more.

mod call;
mod expression;

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{ExceptHandler, Expr, Pattern, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

use super::{Branch, OutlineSetup, OutlinedCall, States, span};
use crate::check::survey::{Survey, roots};
use crate::code::Lines;
use crate::environment::Environment;

/// Where untrusted data may come from.
type Influence = BTreeSet<Box<str>>;

/// Rounds after which names that still grow are given up on: no text of a plan has come near.
const MOST_ROUNDS: usize = 200;

/// Looks through a plan.
pub(super) fn look<'a>(
    body: &'a [Stmt],
    environment: &'a Environment,
    setup: &'a OutlineSetup,
    survey: &'a Survey<'a>,
    lines: &'a Lines,
) -> (Vec<OutlinedCall>, Vec<Branch>, States) {
    let mut functions = Functions::default();
    functions.visit_body(body);
    let mut look = Look {
        environment,
        survey,
        lines,
        functions: functions.by_name,
        handles: functions.handles,
        known: Known { states: setup.states.clone(), ..Known::default() },
        control: Influence::new(),
        jumped: Influence::new(),
        loops: Vec::new(),
        trying: setup.caught,
        setup,
        within: Vec::new(),
        found: None,
    };
    for _ in 0..MOST_ROUNDS {
        let before = look.known.size();
        look.top(body);
        if look.known.size() == before {
            break;
        }
    }
    look.found = Some(Found::default());
    look.top(body);
    let found = look.found.unwrap_or_default();
    let calls = found.calls.into_values().collect();
    let branches = found.branches.into_iter().map(|(_, (range, sources))| Branch {
        span: span(lines, range),
        sources: sources.into_iter().collect(),
    });
    (calls, branches.collect(), look.known.states)
}

/// What has been found of influence so far.
#[derive(Default)]
struct Known<'a> {
    /// On variables, and on what functions give.
    names: BTreeMap<&'a str, Influence>,
    /// On tools' states.
    states: States,
    /// On whether functions are called.
    called: BTreeMap<&'a str, Influence>,
    /// On the rounds of loops that are left early, by their place.
    rounds: BTreeMap<u32, Influence>,
    /// On functions that are called by something else than their name: on whether, and with what.
    somewhere: Influence,
}

impl Known<'_> {
    /// Grows with all that is in here.
    fn size(&self) -> usize {
        let sets = self.names.values().chain(self.called.values());
        sets.chain(self.states.values()).chain(self.rounds.values()).map(|set| set.len() + 1).sum::<usize>()
            + self.somewhere.len()
    }
}

#[derive(Default)]
struct Found {
    calls: BTreeMap<u32, OutlinedCall>,
    branches: BTreeMap<u32, (TextRange, Influence)>,
}

/// The functions of a plan by name, methods among them.
#[derive(Default)]
struct Functions<'a> {
    by_name: BTreeMap<&'a str, Vec<&'a StmtFunctionDef>>,
    /// Whether anything of the plan goes on, or does a last thing, where an error has come up.
    handles: bool,
}

impl<'a> Visitor<'a> for Functions<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.by_name.entry(function.name.as_str()).or_default().push(function);
            }
            Stmt::Try(_) => self.handles = true,
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }
}

/// The parts of an expression.
#[derive(Default)]
struct Parts<'a>(Vec<&'a Expr>);

impl<'a> Visitor<'a> for Parts<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0.push(expr);
    }
}

struct Look<'a> {
    environment: &'a Environment,
    setup: &'a OutlineSetup,
    survey: &'a Survey<'a>,
    lines: &'a Lines,
    functions: BTreeMap<&'a str, Vec<&'a StmtFunctionDef>>,
    /// Whether an error in a function may be caught by who called it.
    handles: bool,
    known: Known<'a>,
    /// What decides that this place is reached.
    control: Influence,
    /// What decides that the function at hand has not been left before this place.
    jumped: Influence,
    /// The loops around this place within the function at hand.
    loops: Vec<u32>,
    /// Whether an error at this place may be caught.
    trying: bool,
    /// The functions around this place.
    within: Vec<&'a str>,
    /// What is told; nothing while influence still grows.
    found: Option<Found>,
}

impl<'a> Look<'a> {
    fn top(&mut self, body: &'a [Stmt]) {
        self.control.clear();
        self.jumped.clear();
        self.trying = self.setup.caught;
        self.block(body);
    }

    fn block(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            let jumped = self.jumped.clone();
            self.control.extend(jumped);
            self.statement(stmt);
        }
    }

    /// Looks at what is only reached if `guard` decides so.
    fn under(&mut self, guard: &Influence, look: impl FnOnce(&mut Self)) {
        let before = self.control.clone();
        self.control.extend(guard.iter().cloned());
        look(self);
        if !self.trying {
            self.control = before;
        }
    }

    /// A place where one of several ways is taken.
    fn branch(&mut self, at: TextRange, guard: &Influence) {
        if let Some(found) = &mut self.found
            && !guard.is_empty()
        {
            let (_, sources) =
                found.branches.entry(at.start().to_u32()).or_insert_with(|| (at, Influence::new()));
            sources.extend(guard.iter().cloned());
        }
    }

    fn give(&mut self, name: &'a str, value: &Influence) {
        let name = self.known.names.entry(name).or_default();
        name.extend(value.iter().chain(&self.control).cloned());
    }

    /// The object that an expression gives, and whatever may be the same, changes.
    fn change(&mut self, receiver: &'a Expr, value: &Influence) {
        if value.is_empty() && self.control.is_empty() {
            return;
        }
        let mut names = Vec::new();
        roots(receiver, &mut names);
        for name in names.into_iter().flat_map(|name| self.survey.alike(name)) {
            self.give(name, value);
        }
    }

    /// The function at hand is left here, or the loop is.
    fn leave(&mut self, function: bool) {
        let control = self.control.clone();
        if control.is_empty() {
            return;
        }
        let loops = if function {
            self.loops.as_slice()
        } else {
            self.loops.last().map_or(&[][..], std::slice::from_ref)
        };
        for place in loops {
            self.known.rounds.entry(*place).or_default().extend(control.iter().cloned());
        }
        if function {
            if let Some(name) = self.within.last() {
                self.known.names.entry(name).or_default().extend(control.iter().cloned());
            }
            self.jumped.extend(control);
        }
    }

    fn repeated(&mut self, place: u32, guard: &Influence, body: &'a [Stmt]) {
        let mut guard = guard.clone();
        guard.extend(self.known.rounds.get(&place).into_iter().flatten().cloned());
        self.loops.push(place);
        self.under(&guard, |look| look.block(body));
        self.loops.pop();
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => {
                let arguments = class.arguments.iter().flat_map(|arguments| {
                    arguments.args.iter().chain(arguments.keywords.iter().map(|keyword| &keyword.value))
                });
                arguments.for_each(|argument| drop(self.expression(argument)));
                self.block(&class.body);
            }
            Stmt::Return(stmt) => {
                let value = self.optional(stmt.value.as_deref());
                if let Some(name) = self.within.last().copied() {
                    self.give(name, &value);
                }
                self.leave(true);
            }
            Stmt::Raise(stmt) => {
                let raised = self.optional(stmt.exc.as_deref());
                self.optional(stmt.cause.as_deref());
                if let Some(name) = self.within.last().copied() {
                    self.give(name, &raised);
                }
                self.leave(true);
            }
            Stmt::Break(_) | Stmt::Continue(_) => self.leave(false),
            Stmt::Assign(stmt) => {
                let value = self.expression(&stmt.value);
                stmt.targets.iter().for_each(|target| self.assign(target, &value));
            }
            Stmt::AnnAssign(stmt) => {
                let value = self.optional(stmt.value.as_deref());
                self.assign(&stmt.target, &value);
            }
            Stmt::AugAssign(stmt) => {
                let mut value = self.expression(&stmt.value);
                value.extend(self.read(&stmt.target));
                self.assign(&stmt.target, &value);
                self.change(&stmt.target, &value);
            }
            Stmt::Delete(stmt) => {
                for target in &stmt.targets {
                    let index = self.read(target);
                    self.assign(target, &index);
                }
            }
            Stmt::For(stmt) => {
                let rows = self.expression(&stmt.iter);
                self.branch(stmt.range(), &rows);
                let left = self.known.rounds.get(&stmt.range().start().to_u32()).cloned().unwrap_or_default();
                // Which round was the last is told by what the variable holds after it.
                self.under(&left, |look| look.assign(&stmt.target, &rows));
                self.repeated(stmt.range().start().to_u32(), &rows, &stmt.body);
                self.under(&left, |look| look.block(&stmt.orelse));
            }
            Stmt::While(stmt) => {
                let guard = self.expression(&stmt.test);
                self.branch(stmt.test.range(), &guard);
                self.repeated(stmt.range().start().to_u32(), &guard, &stmt.body);
                let left = self.known.rounds.get(&stmt.range().start().to_u32()).cloned().unwrap_or_default();
                self.under(&left, |look| look.block(&stmt.orelse));
            }
            Stmt::If(stmt) => {
                let mut guard = self.expression(&stmt.test);
                self.branch(stmt.test.range(), &guard);
                self.under(&guard.clone(), |look| look.block(&stmt.body));
                for clause in &stmt.elif_else_clauses {
                    if let Some(test) = &clause.test {
                        let mut own = Influence::new();
                        self.under(&guard.clone(), |look| own = look.expression(test));
                        self.branch(test.range(), &own);
                        guard.extend(own);
                    }
                    self.under(&guard.clone(), |look| look.block(&clause.body));
                }
            }
            Stmt::Match(stmt) => {
                let subject = self.expression(&stmt.subject);
                let mut guard = subject.clone();
                for case in &stmt.cases {
                    self.pattern(&case.pattern, &subject);
                    if let Some(test) = &case.guard {
                        guard.extend(self.expression(test));
                    }
                    self.branch(case.pattern.range(), &guard);
                    self.under(&guard.clone(), |look| look.block(&case.body));
                }
            }
            Stmt::Try(stmt) => {
                let (before, trying) = (self.control.clone(), self.trying);
                self.trying = true;
                self.block(&stmt.body);
                let trouble: Influence = self.control.difference(&before).cloned().collect();
                self.trying = trying;
                self.block(&stmt.orelse);
                self.control = before.clone();
                for ExceptHandler::ExceptHandler(handler) in &stmt.handlers {
                    self.optional(handler.type_.as_deref());
                    self.branch(handler.range(), &trouble);
                    self.under(&trouble, |look| {
                        if let Some(name) = &handler.name {
                            look.give(name.as_str(), &trouble);
                        }
                        look.block(&handler.body);
                    });
                }
                self.under(&trouble, |look| look.block(&stmt.finalbody));
                self.control = before;
                if trying {
                    // A handler further out may be the one that catches it.
                    self.control.extend(trouble);
                }
            }
            Stmt::Assert(stmt) => {
                let guard = self.expression(&stmt.test);
                self.optional(stmt.msg.as_deref());
                self.under(&guard, |look| look.leave(true));
            }
            Stmt::Expr(stmt) => drop(self.expression(&stmt.value)),
            Stmt::TypeAlias(stmt) => drop(self.expression(&stmt.value)),
            _ => {}
        }
    }

    fn function(&mut self, function: &'a StmtFunctionDef) {
        for parameter in function.parameters.iter_non_variadic_params() {
            let default = self.optional(parameter.default());
            self.give(parameter.name().as_str(), &default);
        }
        for decorator in &function.decorator_list {
            self.expression(&decorator.expression);
        }
        let name = function.name.as_str();
        let special = name.starts_with("__") || !function.decorator_list.is_empty();
        let mut called = self.known.called.get(name).cloned().unwrap_or_default();
        if special {
            // Operations and the library call it, with whatever there is.
            let anything: Influence = self.known.names.values().flatten().cloned().collect();
            called.extend(self.known.somewhere.iter().cloned());
            for parameter in function.parameters.iter() {
                self.give(parameter.name().as_str(), &anything);
            }
            called.extend(anything);
        }
        let control = std::mem::replace(&mut self.control, called);
        let jumped = std::mem::take(&mut self.jumped);
        let loops = std::mem::take(&mut self.loops);
        // It may be called from within a `try`.
        let trying = self.trying;
        self.trying |= self.handles;
        self.within.push(name);
        self.block(&function.body);
        self.within.pop();
        // Whoever called it goes on only if it has come to its end.
        let ended: Influence = self.control.union(&self.jumped).cloned().collect();
        self.known.names.entry(name).or_default().extend(ended);
        (self.control, self.jumped, self.loops, self.trying) = (control, jumped, loops, trying);
    }

    fn assign(&mut self, target: &'a Expr, value: &Influence) {
        match target {
            Expr::Name(name) => self.give(name.id.as_str(), value),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.assign(part, value)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.assign(part, value)),
            Expr::Starred(starred) => self.assign(&starred.value, value),
            Expr::Attribute(attribute) => self.change(&attribute.value, value),
            Expr::Subscript(subscript) => {
                let mut value = value.clone();
                value.extend(self.expression(&subscript.slice));
                self.change(&subscript.value, &value);
            }
            _ => {}
        }
    }

    /// What a target holds before it is changed.
    fn read(&mut self, target: &'a Expr) -> Influence {
        match target {
            Expr::Name(name) => self.known.names.get(name.id.as_str()).cloned().unwrap_or_default(),
            target => self.parts(target),
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern, subject: &Influence) {
        struct Captures<'a>(Vec<&'a str>);
        impl<'a> Visitor<'a> for Captures<'a> {
            fn visit_pattern(&mut self, pattern: &'a Pattern) {
                let name = match pattern {
                    Pattern::MatchAs(capture) => capture.name.as_ref(),
                    Pattern::MatchStar(capture) => capture.name.as_ref(),
                    Pattern::MatchMapping(mapping) => mapping.rest.as_ref(),
                    _ => None,
                };
                self.0.extend(name.map(|name| name.as_str()));
                visitor::walk_pattern(self, pattern);
            }
        }
        let mut captures = Captures(Vec::new());
        captures.visit_pattern(pattern);
        captures.0.into_iter().for_each(|name| self.give(name, subject));
    }
}
