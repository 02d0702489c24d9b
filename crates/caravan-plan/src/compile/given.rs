//! Variables that a loop only ever gives written values (the table of choice, second row): found in the text, and
//! counted, for `machine::rounds`.
//!
//! Whatever untrusted data decides in the loop, such a variable ends with what one of the loop's writes gave it in one
//! of its rounds, or as it was. Where the text does not show that, the variable is left out, and costs its guards.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, Stmt};
use ruff_text_size::Ranged;

use super::effects::Definitions;

/// Variables that are given values together, in the same rows of simple statements: which of the writes was the last
/// is one decision for all of them.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    pub(super) names: Vec<&'a str>,
    /// Where they are written: the loop, by where it begins in the text, and how many rows of a round of it do so.
    pub(super) writes: Vec<(u32, u64)>,
}

/// The variables that the loop at `start`, with this target, body and `else`, only ever gives values.
pub(super) fn groups<'a>(
    start: u32,
    target: Option<&'a Expr>,
    [body, orelse]: [&'a [Stmt]; 2],
    definitions: &Definitions,
) -> Vec<Group<'a>> {
    let mut survey = Survey::default();
    target.into_iter().for_each(|target| survey.target(target));
    survey.block(body, Place { of: Some(start), depth: 0, conditional: false });
    survey.block(orelse, Place { of: None, depth: 1, conditional: true });
    let changing: BTreeSet<&str> = survey.conditional.union(&survey.barred).copied().collect();
    let plain = |name: &&str| {
        survey.values.get(name).into_iter().flatten().all(|value| {
            let mut look = Look { definitions, changing: &changing, plain: true };
            look.visit_expr(value);
            look.plain
        })
    };
    let mut groups: BTreeMap<Vec<Write>, Vec<&str>> = BTreeMap::new();
    for (name, writes) in &survey.writes {
        let may_differ = survey.jumps || survey.conditional.contains(name);
        // Where a round may end early, how often an inner loop runs is not trusted.
        let counted = writes.iter().all(|write| write.of == start || !survey.jumps);
        let out = survey.barred.contains(name) || survey.targets.contains(name);
        if may_differ && counted && !out && plain(name) {
            let mut rows = writes.clone();
            rows.dedup();
            groups.entry(rows).or_default().push(name);
        }
    }
    let group = |(rows, names): (Vec<Write>, Vec<&'a str>)| {
        let mut writes: BTreeMap<u32, u64> = BTreeMap::new();
        rows.iter().for_each(|row| *writes.entry(row.of).or_default() += 1);
        Group { names, writes: writes.into_iter().collect() }
    };
    groups.into_iter().map(group).collect()
}

/// A row of simple statements that writes a variable, in the body of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Write {
    of: u32,
    row: u32,
}

/// Where a block stands.
#[derive(Clone, Copy)]
struct Place {
    /// The loop whose rounds it is carried out in, if those can be counted.
    of: Option<u32>,
    /// How many loops lie between it and the body looked at.
    depth: usize,
    /// Whether something decides in each round if it is carried out.
    conditional: bool,
}

#[derive(Default)]
struct Survey<'a> {
    writes: BTreeMap<&'a str, Vec<Write>>,
    values: BTreeMap<&'a str, Vec<&'a Expr>>,
    /// Variables that are written in ways that are not counted.
    barred: BTreeSet<&'a str>,
    /// The variables of this loop and of those in it: written in each round, and fit to make values of.
    targets: BTreeSet<&'a str>,
    /// Variables that are written in some rounds alone.
    conditional: BTreeSet<&'a str>,
    rows: u32,
    /// Whether a round of the loop itself may end early.
    jumps: bool,
}

impl<'a> Survey<'a> {
    fn block(&mut self, block: &'a [Stmt], place: Place) {
        let mut in_row = false;
        for stmt in block {
            self.bar_inner_names(stmt);
            let simple = matches!(
                stmt,
                Stmt::Assign(_) | Stmt::AnnAssign(_) | Stmt::AugAssign(_) | Stmt::Expr(_) | Stmt::Pass(_)
            );
            if simple && !in_row {
                self.rows += 1;
            }
            in_row = simple;
            self.statement(stmt, place);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt, place: Place) {
        let inside = Place { conditional: true, ..place };
        match stmt {
            Stmt::Assign(assign) => {
                assign.targets.iter().for_each(|target| self.assign(target, &assign.value, place));
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.assign(&assign.target, value, place);
                }
            }
            Stmt::AugAssign(assign) => self.bar(&assign.target),
            Stmt::If(stmt) => {
                self.block(&stmt.body, inside);
                stmt.elif_else_clauses.iter().for_each(|clause| self.block(&clause.body, inside));
            }
            Stmt::Match(stmt) => {
                stmt.cases.iter().for_each(|case| self.block(&case.body, inside));
            }
            Stmt::Try(stmt) => {
                for block in [&stmt.body, &stmt.orelse, &stmt.finalbody] {
                    self.block(block, inside);
                }
                for handler in &stmt.handlers {
                    let ruff_python_ast::ExceptHandler::ExceptHandler(handler) = handler;
                    self.barred.extend(handler.name.as_ref().map(|name| name.as_str()));
                    self.block(&handler.body, inside);
                }
            }
            Stmt::For(stmt) => {
                let counted = place.of.is_some() && place.depth == 0 && !place.conditional;
                let of = counted.then(|| stmt.range().start().to_u32());
                self.target(&stmt.target);
                self.block(&stmt.body, Place { of, depth: place.depth + 1, conditional: place.conditional });
                self.block(&stmt.orelse, Place { of: None, ..place });
            }
            Stmt::While(stmt) => {
                self.block(&stmt.body, Place { of: None, depth: place.depth + 1, ..place });
                self.block(&stmt.orelse, Place { of: None, ..place });
            }
            Stmt::Break(_) | Stmt::Continue(_) => self.jumps |= place.depth == 0,
            Stmt::Return(_) => self.jumps = true,
            Stmt::FunctionDef(function) => {
                self.barred.insert(function.name.as_str());
            }
            Stmt::ClassDef(class) => {
                self.barred.insert(class.name.as_str());
            }
            Stmt::Delete(stmt) => stmt.targets.iter().for_each(|target| self.bar(target)),
            Stmt::Import(import) => import.names.iter().for_each(|alias| self.bar_alias(alias)),
            Stmt::ImportFrom(import) => import.names.iter().for_each(|alias| self.bar_alias(alias)),
            _ => {}
        }
    }

    fn assign(&mut self, target: &'a Expr, value: &'a Expr, place: Place) {
        match (target, value) {
            (Expr::Name(name), _) => self.write(name.id.as_str(), value, place),
            (Expr::Tuple(targets), Expr::Tuple(values)) if targets.elts.len() == values.elts.len() => {
                for (target, value) in targets.elts.iter().zip(&values.elts) {
                    self.assign(target, value, place);
                }
            }
            (Expr::Tuple(targets), _) => {
                targets.elts.iter().for_each(|target| self.assign(target, value, place));
            }
            (Expr::Subscript(_) | Expr::Attribute(_), _) => {}
            _ => self.bar(target),
        }
    }

    fn write(&mut self, name: &'a str, value: &'a Expr, place: Place) {
        match place.of {
            Some(of) => {
                let write = Write { of, row: self.rows };
                self.writes.entry(name).or_default().push(write);
                self.values.entry(name).or_default().push(value);
                if place.conditional {
                    self.conditional.insert(name);
                }
            }
            None => {
                self.barred.insert(name);
            }
        }
    }

    fn target(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) => {
                self.targets.insert(name.id.as_str());
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.target(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.target(part)),
            other => self.bar(other),
        }
    }

    fn bar(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) => {
                self.barred.insert(name.id.as_str());
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.bar(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.bar(part)),
            Expr::Starred(starred) => self.bar(&starred.value),
            _ => {}
        }
    }

    fn bar_alias(&mut self, alias: &'a ruff_python_ast::Alias) {
        self.barred.insert(alias.asname.as_ref().unwrap_or(&alias.name).as_str());
    }

    /// What patterns and `name := value` bind, anywhere in a statement, is not counted.
    fn bar_inner_names(&mut self, stmt: &'a Stmt) {
        let mut bound = Bound(&mut self.barred);
        bound.visit_stmt(stmt);
    }
}

/// Names that patterns and assignment expressions bind.
struct Bound<'s, 'a>(&'s mut BTreeSet<&'a str>);

impl<'a> Visitor<'a> for Bound<'_, 'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Named(named) = expr
            && let Expr::Name(name) = &*named.target
        {
            self.0.insert(name.id.as_str());
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_pattern(&mut self, pattern: &'a ruff_python_ast::Pattern) {
        use ruff_python_ast::Pattern as P;
        let names = match pattern {
            P::MatchAs(pattern) => pattern.name.as_ref(),
            P::MatchStar(pattern) => pattern.name.as_ref(),
            P::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        self.0.extend(names.map(|name| name.as_str()));
        visitor::walk_pattern(self, pattern);
    }
}

/// Whether a value is made of what the loop does not carry from round to round, by operations of the language alone.
struct Look<'s> {
    definitions: &'s Definitions,
    changing: &'s BTreeSet<&'s str>,
    plain: bool,
}

impl<'a> Visitor<'a> for Look<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        let definitions = self.definitions;
        match expr {
            Expr::Name(name) => {
                let is_read = matches!(name.ctx, ExprContext::Load);
                self.plain &= is_read && !self.changing.contains(name.id.as_str());
            }
            Expr::Call(call) => {
                self.plain &= match &*call.func {
                    Expr::Name(name) => {
                        let symbol = definitions.symbol(name);
                        !definitions.bound.contains(symbol)
                            && !definitions.tools.contains_key(&symbol)
                            && !definitions.children.contains_key(&symbol)
                            && !matches!(name.id.as_str(), "query_ai_assistant" | "get_variable" | "next")
                    }
                    Expr::Attribute(attribute) => {
                        !definitions.is_method(&attribute.attr)
                            && crate::library::is_known(attribute.attr.as_str())
                    }
                    _ => false,
                };
            }
            Expr::Named(_) | Expr::Lambda(_) | Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Await(_) => {
                self.plain = false;
            }
            // A comprehension's own variables are bound in it.
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
                self.plain = false;
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
