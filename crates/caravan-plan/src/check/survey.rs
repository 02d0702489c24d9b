//! A first look at the whole text: what it binds, what it changes, which functions and classes it has.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    ExceptHandler, Expr, ExprContext, Parameters, Pattern, Stmt, StmtClassDef, StmtFunctionDef,
};

/// What the text holds, wherever it stands.
#[derive(Default)]
pub(crate) struct Survey<'a> {
    /// Every name that is bound anywhere.
    pub(crate) bound: BTreeSet<&'a str>,
    /// Names that functions bind outside themselves: they may change at any call.
    pub(super) shared: BTreeSet<&'a str>,
    /// Attributes that are assigned somewhere.
    pub(super) stored_attributes: BTreeSet<&'a str>,
    /// Names of containers that the text changes in place, and names that may stand for the same object.
    pub(crate) changed: BTreeSet<&'a str>,
    /// Functions and classes of the top level, in order.
    pub(super) functions: Vec<&'a StmtFunctionDef>,
    pub(super) classes: Vec<&'a StmtClassDef>,
    /// `setattr` or the like is used.
    pub(super) sets_any_attribute: bool,
    /// `hasattr` or `getattr` is used: attributes may be tried.
    pub(super) tries_attributes: bool,
    /// There is a `try` with handlers: what a function does may be expected to fail.
    pub(crate) handles: bool,
    /// Names that are set equal somewhere.
    same: Vec<(&'a str, &'a str)>,
}

/// Methods that change their receiver.
const MUTATORS: &[&str] = &[
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "extendleft",
    "insert",
    "move_to_end",
    "pop",
    "popitem",
    "popleft",
    "remove",
    "reverse",
    "rotate",
    "setdefault",
    "sort",
    "subtract",
    "update",
    "difference_update",
    "intersection_update",
    "symmetric_difference_update",
];

/// Whether a method of this name may change its receiver.
pub(crate) fn mutates(method: &str) -> bool {
    MUTATORS.contains(&method)
}

impl<'a> Survey<'a> {
    pub(crate) fn of(body: &'a [Stmt]) -> Survey<'a> {
        let mut survey = Survey::default();
        for stmt in body {
            match stmt {
                Stmt::FunctionDef(function) => survey.functions.push(function),
                Stmt::ClassDef(class) => survey.classes.push(class),
                _ => {}
            }
        }
        survey.visit_body(body);
        survey.spread();
        survey
    }

    /// Names that may stand for a changed object are changed as well.
    fn spread(&mut self) {
        let mut near: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (a, b) in &self.same {
            near.entry(a).or_default().push(b);
            near.entry(b).or_default().push(a);
        }
        let mut waiting: Vec<&str> = self.changed.iter().copied().collect();
        while let Some(name) = waiting.pop() {
            for other in near.get(name).map_or(&[][..], Vec::as_slice) {
                if self.changed.insert(other) {
                    waiting.push(other);
                }
            }
        }
    }

    /// The names that may stand for the same object as `name` or for a part of it, `name` among them.
    pub(crate) fn alike(&self, name: &'a str) -> BTreeSet<&'a str> {
        let mut alike = BTreeSet::from([name]);
        let mut waiting = vec![name];
        while let Some(name) = waiting.pop() {
            for (a, b) in &self.same {
                let other = if *a == name { b } else { a };
                if (*a == name || *b == name) && alike.insert(other) {
                    waiting.push(other);
                }
            }
        }
        alike
    }

    fn parameters(&mut self, parameters: Option<&'a Parameters>) {
        if let Some(parameters) = parameters {
            self.bound.extend(parameters.iter().map(|parameter| parameter.name().as_str()));
        }
    }

    /// The value goes to `target`, which from then on may stand for the same object or for a part of it.
    fn flows(&mut self, target: &'a Expr, value: &'a Expr) {
        match target {
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|target| self.flows(target, value)),
            Expr::List(list) => list.elts.iter().for_each(|target| self.flows(target, value)),
            Expr::Starred(starred) => self.flows(&starred.value, value),
            target => {
                if let Some(target) = root(target) {
                    let mut names = Vec::new();
                    roots(value, &mut names);
                    self.same.extend(names.into_iter().map(|name| (target, name)));
                }
            }
        }
    }

    fn changes(&mut self, receiver: &'a Expr) {
        let mut names = Vec::new();
        roots(receiver, &mut names);
        self.changed.extend(names);
    }
}

/// The variable that an expression reads, attributes and elements left off.
fn root(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Attribute(attribute) => root(&attribute.value),
        Expr::Subscript(subscript) => root(&subscript.value),
        _ => None,
    }
}

/// The variables whose object, or a part of it, an expression may give.
pub(crate) fn roots<'a>(expr: &'a Expr, names: &mut Vec<&'a str>) {
    match expr {
        Expr::Name(_) | Expr::Attribute(_) | Expr::Subscript(_) => names.extend(root(expr)),
        Expr::If(conditional) => {
            roots(&conditional.body, names);
            roots(&conditional.orelse, names);
        }
        Expr::BoolOp(op) => op.values.iter().for_each(|value| roots(value, names)),
        Expr::Named(named) => {
            roots(&named.target, names);
            roots(&named.value, names);
        }
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|value| roots(value, names)),
        Expr::List(list) => list.elts.iter().for_each(|value| roots(value, names)),
        Expr::Dict(dict) => dict.items.iter().for_each(|item| roots(&item.value, names)),
        // A method may give its receiver or a part of it, a function one of its arguments.
        Expr::Call(call) => {
            if let Expr::Attribute(attribute) = &*call.func {
                roots(&attribute.value, names);
            }
            call.arguments.args.iter().for_each(|value| roots(value, names));
            call.arguments.keywords.iter().for_each(|keyword| roots(&keyword.value, names));
        }
        _ => {}
    }
}

impl<'a> Visitor<'a> for Survey<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.bound.insert(function.name.as_str());
                self.parameters(Some(&function.parameters));
            }
            Stmt::ClassDef(class) => {
                self.bound.insert(class.name.as_str());
            }
            Stmt::Global(global) => self.shared.extend(global.names.iter().map(|name| name.as_str())),
            Stmt::Nonlocal(nonlocal) => {
                self.shared.extend(nonlocal.names.iter().map(|name| name.as_str()));
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name).as_str();
                    self.bound.insert(name.split('.').next().unwrap_or_default());
                }
            }
            Stmt::ImportFrom(import) => {
                let names = import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name));
                self.bound.extend(names.map(|name| name.as_str()));
            }
            Stmt::Assign(assign) => {
                assign.targets.iter().for_each(|target| self.flows(target, &assign.value));
                if let [first, others @ ..] = assign.targets.as_slice() {
                    others.iter().for_each(|other| self.flows(other, first));
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.flows(&assign.target, value);
                }
            }
            Stmt::AugAssign(assign) => self.changes(&assign.target),
            Stmt::For(stmt) => self.flows(&stmt.target, &stmt.iter),
            Stmt::Try(stmt) => self.handles |= !stmt.handlers.is_empty(),
            Stmt::Delete(stmt) => {
                let parts = stmt.targets.iter().filter(|target| !matches!(target, Expr::Name(_)));
                parts.for_each(|target| self.changes(target));
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if name.ctx != ExprContext::Load => {
                self.bound.insert(name.id.as_str());
            }
            Expr::Attribute(attribute) if attribute.ctx != ExprContext::Load => {
                self.stored_attributes.insert(attribute.attr.as_str());
            }
            Expr::Subscript(subscript) if subscript.ctx != ExprContext::Load => {
                self.changes(&subscript.value);
            }
            Expr::Lambda(lambda) => self.parameters(lambda.parameters.as_deref()),
            Expr::Call(call) => match &*call.func {
                Expr::Attribute(attribute) if mutates(attribute.attr.as_str()) => {
                    self.changes(&attribute.value);
                }
                Expr::Name(name) => match name.id.as_str() {
                    "setattr" | "delattr" => self.sets_any_attribute = true,
                    "hasattr" | "getattr" => self.tries_attributes = true,
                    // A function of the plan, or a native that calls one, may change what it is given.
                    called if self.bound.contains(called) || !is_reader(called) => {
                        let arguments = call.arguments.args.iter();
                        let arguments =
                            arguments.chain(call.arguments.keywords.iter().map(|keyword| &keyword.value));
                        let mut names = Vec::new();
                        arguments.for_each(|argument| roots(argument, &mut names));
                        let functions = self.functions.iter().filter(|function| *function.name == *called);
                        let parameters = functions.flat_map(|function| function.parameters.iter());
                        let parameters: Vec<&str> =
                            parameters.map(|parameter| parameter.name().as_str()).collect();
                        for name in names {
                            self.same.extend(parameters.iter().map(|parameter| (*parameter, name)));
                        }
                    }
                    _ => {}
                },
                _ => {}
            },
            Expr::ListComp(comp) => {
                comp.generators.iter().for_each(|part| self.flows(&part.target, &part.iter))
            }
            Expr::SetComp(comp) => {
                comp.generators.iter().for_each(|part| self.flows(&part.target, &part.iter))
            }
            Expr::DictComp(comp) => {
                comp.generators.iter().for_each(|part| self.flows(&part.target, &part.iter))
            }
            Expr::Generator(comp) => {
                comp.generators.iter().for_each(|part| self.flows(&part.target, &part.iter))
            }
            Expr::Named(named) => self.flows(&named.target, &named.value),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        self.bound.extend(inner.name.iter().map(|name| name.as_str()));
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(capture) => capture.name.as_ref(),
            Pattern::MatchStar(capture) => capture.name.as_ref(),
            Pattern::MatchMapping(mapping) => mapping.rest.as_ref(),
            _ => None,
        };
        self.bound.extend(name.map(|name| name.as_str()));
        visitor::walk_pattern(self, pattern);
    }
}

/// Builtins that only look at what they are given.
fn is_reader(name: &str) -> bool {
    matches!(
        name,
        "print"
            | "len"
            | "str"
            | "int"
            | "float"
            | "bool"
            | "sum"
            | "any"
            | "all"
            | "repr"
            | "round"
            | "abs"
            | "isinstance"
    )
}
