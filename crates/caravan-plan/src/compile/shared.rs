//! `memory.put`, `mailbox.send` and the like: what agents share, named as attributes of a name that stands for nothing else.

use std::collections::BTreeSet;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{AtomicNodeIndex, Expr, ExprContext, ExprName, ModModule};

use super::written;
use crate::environment::Environment;

/// Lets each `memory.put` of a plan stand as one name, that of a tool: all that is found out about a plan's text, which
/// states it may write above all, then holds of it as of any tool. A plan that gives `memory` another meaning keeps that.
pub(super) fn rewrite(environment: &Environment, plan: &mut ModModule) {
    let shared = environment.tools.iter().filter_map(|tool| tool.shared());
    let names: BTreeSet<&'static str> = shared.map(|shared| shared.name()).collect();
    let owners: BTreeSet<&str> = names.iter().filter_map(|name| Some(name.split_once('.')?.0)).collect();
    for owner in owners {
        if written::is_other(owner, plan) {
            continue;
        }
        let rewriter = Rewriter { owner };
        plan.body.iter_mut().for_each(|stmt| rewriter.visit_stmt(stmt));
    }
}

struct Rewriter<'n> {
    owner: &'n str,
}

impl Transformer for Rewriter<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Attribute(attribute) = expr
            && let Expr::Name(name) = &*attribute.value
            && name.id.as_str() == self.owner
        {
            // One that there is not is told as an unknown name, with those that there are.
            let id = format!("{}.{}", self.owner, attribute.attr);
            let (range, ctx) = (attribute.range, ExprContext::Load);
            *expr = Expr::Name(ExprName { node_index: AtomicNodeIndex::NONE, range, id: id.into(), ctx });
            return;
        }
        transformer::walk_expr(self, expr);
    }
}
