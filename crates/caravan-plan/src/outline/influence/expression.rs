//! What may have influenced the value of an expression.

use ruff_python_ast::visitor;
use ruff_python_ast::{Comprehension, Expr, ExprContext};
use ruff_text_size::{Ranged, TextRange};

use super::{Influence, Look, Parts};

impl<'a> Look<'a> {
    pub(super) fn optional(&mut self, expr: Option<&'a Expr>) -> Influence {
        expr.map(|expr| self.expression(expr)).unwrap_or_default()
    }

    pub(super) fn parts(&mut self, expr: &'a Expr) -> Influence {
        let mut parts = Parts::default();
        visitor::walk_expr(&mut parts, expr);
        parts.0.into_iter().flat_map(|part| self.expression(part)).collect()
    }

    /// What may have influenced a value; looks at everything in the expression.
    pub(super) fn expression(&mut self, expr: &'a Expr) -> Influence {
        let influence = match expr {
            Expr::Name(name) if name.ctx == ExprContext::Load => self.name(name.id.as_str(), expr.range()),
            Expr::Call(call) => self.call(call),
            Expr::If(conditional) => {
                let guard = self.expression(&conditional.test);
                self.branch(conditional.test.range(), &guard);
                let mut value = guard.clone();
                self.under(&guard, |look| {
                    value.extend(look.expression(&conditional.body));
                    value.extend(look.expression(&conditional.orelse));
                });
                value
            }
            Expr::BoolOp(op) => {
                let mut value = Influence::new();
                for (place, part) in op.values.iter().enumerate() {
                    if place + 1 < op.values.len() {
                        let own = self.expression(part);
                        self.branch(part.range(), &own);
                        value.extend(own);
                        continue;
                    }
                    let guard = value.clone();
                    self.under(&guard, |look| value.extend(look.expression(part)));
                }
                value
            }
            Expr::ListComp(comp) => self.comprehension(&comp.generators, &[&comp.elt]),
            Expr::SetComp(comp) => self.comprehension(&comp.generators, &[&comp.elt]),
            Expr::Generator(comp) => self.comprehension(&comp.generators, &[&comp.elt]),
            Expr::DictComp(comp) => {
                let value: Vec<&Expr> = comp.key.iter().map(|key| &**key).chain([&*comp.value]).collect();
                self.comprehension(&comp.generators, &value)
            }
            Expr::Lambda(lambda) => {
                let given = self.known.somewhere.clone();
                for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
                    self.give(parameter.name().as_str(), &given);
                }
                let trying = self.trying;
                self.trying |= self.handles;
                let before = self.control.clone();
                self.control.extend(given);
                let value = self.expression(&lambda.body);
                self.control = before;
                self.trying = trying;
                value
            }
            Expr::Named(named) => {
                let value = self.expression(&named.value);
                self.assign(&named.target, &value);
                value
            }
            Expr::Attribute(attribute) if self.functions.contains_key(attribute.attr.as_str()) => {
                let mut value = self.parts(expr);
                value.extend(self.name(attribute.attr.as_str(), expr.range()));
                value
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                let value = self.parts(expr);
                if let Some(name) = self.within.last().copied() {
                    self.give(name, &value);
                }
                value
            }
            expr => self.parts(expr),
        };
        if self.trying {
            // What is done with untrusted data may fail, and a handler sees that.
            self.control.extend(influence.iter().cloned());
        }
        influence
    }

    pub(super) fn comprehension(
        &mut self,
        generators: &'a [Comprehension],
        values: &[&'a Expr],
    ) -> Influence {
        let before = self.control.clone();
        let mut value = Influence::new();
        for part in generators {
            let rows = self.expression(&part.iter);
            self.assign(&part.target, &rows);
            self.control.extend(rows.iter().cloned());
            value.extend(rows);
            for test in &part.ifs {
                let guard = self.expression(test);
                self.branch(test.range(), &guard);
                self.control.extend(guard.iter().cloned());
                value.extend(guard);
            }
        }
        for part in values {
            value.extend(self.expression(part));
        }
        if !self.trying {
            self.control = before;
        }
        value
    }

    /// A name that is read, and not as what a call calls.
    pub(super) fn name(&mut self, name: &'a str, at: TextRange) -> Influence {
        if self.functions.contains_key(name) {
            let given = self.known.somewhere.clone();
            self.enter(name, &given, &given);
        } else if !self.survey.bound.contains(name)
            && let Some(kind) = self.outside(name)
        {
            let somewhere = self.known.somewhere.clone();
            self.under(&somewhere, |look| look.tell(kind, name, at, !somewhere.is_empty()));
            return self.asked(kind, name, &somewhere);
        }
        self.known.names.get(name).cloned().unwrap_or_default()
    }
}
