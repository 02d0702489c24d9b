//! What the gate has to know of the place of an agent call (DESIGN section 3, the gate).

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Arguments, Expr};

use super::effects::{Effects, NameUses};
use super::{Block, Compiler};
use crate::code::{CallSite, Slot};

impl<'a> Compiler<'a> {
    /// The site of a call of the child `name` with these arguments.
    pub(super) fn site(&mut self, name: &str, arguments: &'a Arguments) -> u32 {
        let argument = |place: usize, keyword: &str| {
            arguments
                .args
                .get(place)
                .or_else(|| arguments.find_keyword(keyword).map(|keyword| &keyword.value))
        };
        let message = argument(0, "message");
        let schema = argument(2, "output_schema");
        // Of the variables the child's planner sees the names.
        let names: Option<Vec<&'a Expr>> = match argument(1, "variables") {
            None => Some(Vec::new()),
            Some(Expr::Dict(dict)) if dict.items.iter().all(|item| item.key.is_some()) => {
                Some(dict.items.iter().filter_map(|item| item.key.as_ref()).collect())
            }
            Some(_) => None,
        };
        let rebound = self.resolve(name).is_some();
        let literal = !rebound
            && message.is_none_or(is_literal_text)
            && names.as_ref().is_some_and(|names| names.iter().all(|name| is_literal_text(name)))
            && schema.is_none_or(|schema| self.is_literal_schema(schema));
        let mut seen: Vec<&Expr> = message.into_iter().chain(schema).collect();
        match names {
            Some(names) => seen.extend(names),
            None => seen.extend(argument(1, "variables")),
        }
        let mut uses = NameUses::default();
        let mut calls = Calls::default();
        for expression in seen {
            uses.visit_expr(expression);
            calls.visit_expr(expression);
        }
        let shared = uses.0.iter().any(|name| {
            matches!(self.resolve(name), Some(Slot::Cell(_)))
                || (self.contexts.len() > 1 && matches!(self.resolve(name), Some(Slot::Global(_))))
        });
        let definitions = &self.definitions;
        let computed = calls.0.iter().any(|name| {
            definitions.bound.contains(name)
                || definitions.tools.contains_key(name)
                || definitions.children.contains_key(name)
                || name == "next"
        }) || calls.1;
        let mut loops = Vec::new();
        let mut carried = Vec::new();
        let mut changing_loops = Vec::new();
        for block in self.contexts.last().map_or(&[][..], |context| &context.blocks) {
            let Block::Loop { region, effects, targets, .. } = block else { continue };
            let changes = |name: &String| {
                effects.writes.contains_key(name)
                    || effects.receivers.contains(name)
                    || effects.deep_receivers.contains(name)
            };
            if shared || computed || uses.0.iter().any(changes) {
                loops.push(*region);
                if shared || computed || uses.0.iter().any(|name| changes(name) && !targets.contains(name)) {
                    carried.push(*region);
                }
            }
            if effects.anything || !effects.receivers.is_empty() || !effects.deep_receivers.is_empty() {
                changing_loops.push(*region);
            }
        }
        let uses = uses.0.iter().filter_map(|name| self.resolve(name)).collect();
        let sites = &mut self.context().code.sites;
        sites.push(CallSite { literal, loops, carried, changing_loops, uses });
        (sites.len() - 1) as u32
    }

    /// Whether a schema is written out: built-in types alone.
    fn is_literal_schema(&mut self, schema: &Expr) -> bool {
        match schema {
            Expr::Name(name) => {
                matches!(name.id.as_str(), "str" | "int" | "float" | "bool" | "list" | "dict")
                    && self.resolve(name.id.as_str()).is_none()
            }
            Expr::NoneLiteral(_) => true,
            Expr::Subscript(subscript) => {
                self.is_literal_schema(&subscript.value)
                    && match &*subscript.slice {
                        Expr::Tuple(parts) => parts.elts.iter().all(|part| self.is_literal_schema(part)),
                        part => self.is_literal_schema(part),
                    }
            }
            _ => false,
        }
    }
}

/// The variables of a loop that nothing else in it writes or changes.
pub(super) fn target_names(target: &Expr, written: Option<&Effects>) -> BTreeSet<String> {
    let mut uses = NameUses::default();
    uses.visit_expr(target);
    let changed = |name: &String| {
        written.is_some_and(|written| {
            written.anything
                || written.writes.contains_key(name)
                || written.receivers.contains(name)
                || written.deep_receivers.contains(name)
        })
    };
    uses.0.into_iter().filter(|name| !changed(name)).collect()
}

fn is_literal_text(expr: &Expr) -> bool {
    match expr {
        Expr::StringLiteral(_) => true,
        Expr::FString(text) => text.value.elements().all(|element| element.is_literal()),
        _ => false,
    }
}

/// The names that are called in an expression, and whether something else than a name or method is.
#[derive(Default)]
struct Calls(Vec<String>, bool);

impl<'a> Visitor<'a> for Calls {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            match &*call.func {
                Expr::Name(name) => self.0.push(name.id.to_string()),
                Expr::Attribute(attribute) => self.0.push(attribute.attr.to_string()),
                _ => self.1 = true,
            }
        }
        if let Expr::Lambda(_) | Expr::Named(_) = expr {
            self.1 = true;
        }
        visitor::walk_expr(self, expr);
    }
}
