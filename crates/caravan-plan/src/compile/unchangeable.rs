//! Variables that only ever hold what cannot be changed: texts, numbers, truth values. `x += "a"` gives such a variable
//! another value, and changes no object.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, ParameterWithDefault, Parameters, Pattern, Stmt};

use super::symbol::{Set, Symbol, Symbols};

/// The names that all statements of a plan give unchangeable values alone. `operators`: classes of the plan say what
/// operators give.
pub(super) fn unchangeable(bodies: [&[Stmt]; 2], symbols: &Symbols, operators: bool) -> Set<Symbol> {
    let mut names = Names { symbols, operators, given: Vec::new(), other: Set::default() };
    for body in bodies {
        names.visit_body(body);
    }
    let mut found = Set::default();
    for name in &names.given {
        if !names.other.contains(*name) {
            found.insert(*name);
        }
    }
    found
}

struct Names<'s> {
    symbols: &'s Symbols,
    operators: bool,
    /// Names that are given an unchangeable value.
    given: Vec<Symbol>,
    /// Names that may be given another.
    other: Set<Symbol>,
}

impl Names<'_> {
    /// A statement gives a name the value of an expression.
    fn gives(&mut self, target: &Expr, value: &Expr) {
        match target {
            Expr::Name(name) => {
                let name = self.symbols.of_name(name);
                if is_unchangeable(value) {
                    self.given.push(name);
                } else {
                    self.other.insert(name);
                }
            }
            other => self.visit_expr(other),
        }
    }
}

impl<'a> Visitor<'a> for Names<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(assign) => {
                self.visit_expr(&assign.value);
                assign.targets.iter().for_each(|target| self.gives(target, &assign.value));
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.visit_expr(value);
                    self.gives(&assign.target, value);
                }
            }
            // Of a text or number and anything comes a text or number, unless a class of the plan says otherwise.
            Stmt::AugAssign(assign) => {
                self.visit_expr(&assign.value);
                if let Expr::Name(name) = &*assign.target
                    && self.operators
                    && !is_unchangeable(&assign.value)
                {
                    self.other.insert(self.symbols.of_name(name));
                } else if !assign.target.is_name_expr() {
                    self.visit_expr(&assign.target);
                }
            }
            Stmt::FunctionDef(function) => {
                self.other.insert(self.symbols.of_identifier(&function.name));
                visitor::walk_stmt(self, stmt);
            }
            Stmt::ClassDef(class) => {
                self.other.insert(self.symbols.of_identifier(&class.name));
                visitor::walk_stmt(self, stmt);
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.other.insert(self.symbols.of_identifier(name));
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.other.insert(self.symbols.of_identifier(name));
                }
            }
            Stmt::Try(statement) => {
                for handler in &statement.handlers {
                    let ruff_python_ast::ExceptHandler::ExceptHandler(handler) = handler;
                    if let Some(name) = &handler.name {
                        self.other.insert(self.symbols.of_identifier(name));
                    }
                }
                visitor::walk_stmt(self, stmt);
            }
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            // Whatever else binds a name: loops, comprehensions, `:=`.
            Expr::Name(name) if name.ctx == ExprContext::Store => {
                self.other.insert(self.symbols.of_name(name));
            }
            other => visitor::walk_expr(self, other),
        }
    }

    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        for parameter in parameters.iter() {
            self.other.insert(self.symbols.of_identifier(parameter.name()));
        }
        for ParameterWithDefault { default, .. } in parameters.iter_non_variadic_params() {
            if let Some(default) = default {
                self.visit_expr(default);
            }
        }
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(capture) => capture.name.as_ref(),
            Pattern::MatchStar(star) => star.name.as_ref(),
            Pattern::MatchMapping(mapping) => mapping.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.other.insert(self.symbols.of_identifier(name));
        }
        visitor::walk_pattern(self, pattern);
    }
}

fn is_unchangeable(value: &Expr) -> bool {
    match value {
        Expr::StringLiteral(_)
        | Expr::FString(_)
        | Expr::BytesLiteral(_)
        | Expr::NumberLiteral(_)
        | Expr::BooleanLiteral(_)
        | Expr::NoneLiteral(_) => true,
        Expr::UnaryOp(op) => is_unchangeable(&op.operand),
        Expr::BinOp(op) => is_unchangeable(&op.left) && is_unchangeable(&op.right),
        Expr::If(choice) => is_unchangeable(&choice.body) && is_unchangeable(&choice.orelse),
        _ => false,
    }
}
