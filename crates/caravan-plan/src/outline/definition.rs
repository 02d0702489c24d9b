//! The part of a plan that the type of an answer is written with.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, Stmt};

use super::text::Texts;
use super::written;
use crate::check::survey::Survey;

/// The names that a stretch of text reads.
#[derive(Default)]
struct Reads<'a>(Vec<&'a str>);

impl<'a> Visitor<'a> for Reads<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && name.ctx == ExprContext::Load
        {
            self.0.push(name.id.as_str());
        }
        visitor::walk_expr(self, expr);
    }
}

impl<'a> Texts<'a> {
    /// The statements of the top level that an expression needs, as program text. None if it needs a name that is bound
    /// elsewhere, or more than once, or whose object the plan changes.
    pub(super) fn definitions(&self, expr: &'a Expr) -> Option<String> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, stmt) in self.body.iter().enumerate() {
            places.extend(bound(stmt).into_iter().map(|name| (name, place)));
        }
        let mut needed = BTreeSet::new();
        let mut reads = Reads::default();
        reads.visit_expr(expr);
        let mut waiting: Vec<&str> =
            reads.0.into_iter().filter(|name| self.survey.bound.contains(name)).collect();
        while let Some(name) = waiting.pop() {
            let place = *places.get(name)?;
            if self.times_bound(name) != 1 || self.survey.changed.contains(name) {
                return None;
            }
            if !needed.insert(place) {
                continue;
            }
            let stmt = self.body.get(place)?;
            let own = Survey::of(std::slice::from_ref(stmt)).bound;
            let mut reads = Reads::default();
            reads.visit_stmt(stmt);
            let outer = |name: &&str| {
                self.survey.bound.contains(name) && (places.contains_key(name) || !own.contains(name))
            };
            waiting.extend(reads.0.into_iter().filter(outer));
        }
        let texts = needed.into_iter().filter_map(|place| self.body.get(place));
        Some(texts.map(|stmt| format!("{}\n", written(self.lines, stmt))).collect())
    }
}

/// The names that a statement defines.
fn bound(stmt: &Stmt) -> Vec<&str> {
    match stmt {
        Stmt::FunctionDef(function) => vec![function.name.as_str()],
        Stmt::ClassDef(class) => vec![class.name.as_str()],
        Stmt::Import(import) => import.names.iter().map(bound_by).collect(),
        Stmt::ImportFrom(import) => import.names.iter().map(bound_by).collect(),
        Stmt::Assign(assign) => match assign.targets.as_slice() {
            [Expr::Name(name)] => vec![name.id.as_str()],
            _ => Vec::new(),
        },
        Stmt::AnnAssign(assign) => match (&*assign.target, &assign.value) {
            (Expr::Name(name), Some(_)) => vec![name.id.as_str()],
            _ => Vec::new(),
        },
        Stmt::TypeAlias(alias) => match &*alias.name {
            Expr::Name(name) => vec![name.id.as_str()],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn bound_by(alias: &ruff_python_ast::Alias) -> &str {
    alias.asname.as_ref().unwrap_or(&alias.name).as_str()
}
