//! Expressions: what is known of the value that one gives.

use ruff_python_ast::{Comprehension, Expr, ExprContext, Number, UnaryOp};
use ruff_text_size::Ranged;

use super::Checker;
use super::known::{Known, Ty};
use crate::value::Value;

impl<'a> Checker<'a> {
    pub(super) fn expression(&mut self, expr: &'a Expr) -> Known {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 {
            return Known::any();
        }
        match expr {
            Expr::StringLiteral(_) => Known::of(Ty::Str),
            Expr::BytesLiteral(_) => Known::of(Ty::Bytes),
            Expr::BooleanLiteral(_) => Known::of(Ty::Bool),
            Expr::NoneLiteral(_) => Known::of(Ty::None),
            Expr::NumberLiteral(literal) => Known::of(match literal.value {
                Number::Int(_) => Ty::Int,
                Number::Float(_) => Ty::Float,
                Number::Complex { .. } => Ty::Any,
            }),
            Expr::FString(text) => {
                let mut parts = Vec::new();
                for element in text.value.elements() {
                    if let Some(replaced) = element.as_interpolation() {
                        parts.push(self.expression(&replaced.expression));
                        if let Some(spec) = &replaced.format_spec {
                            let inner = spec.elements.iter().filter_map(|element| element.as_interpolation());
                            let inner: Vec<&Expr> = inner.map(|inner| &*inner.expression).collect();
                            parts.extend(inner.into_iter().map(|inner| self.expression(inner)));
                        }
                    }
                }
                Known::computed(Ty::Str, &parts)
            }
            Expr::Name(name) => self.name(name.id.as_str(), expr),
            Expr::Named(named) => {
                let value = self.expression(&named.value);
                self.assign(&named.target, value.clone());
                value
            }
            Expr::BoolOp(op) => {
                let values: Vec<Known> = op.values.iter().map(|value| self.tested(value)).collect();
                values.into_iter().reduce(|a, b| a.either(&b)).unwrap_or_default()
            }
            Expr::BinOp(op) => {
                let left = self.expression(&op.left);
                let right = self.expression(&op.right);
                self.binary(op.op, &left, &right, op.range)
            }
            Expr::UnaryOp(op) if op.op == UnaryOp::Not => {
                let value = self.tested(&op.operand);
                Known::with(Ty::Bool, value.data.clone(), value.choice.clone())
            }
            Expr::UnaryOp(op) => {
                let value = self.expression(&op.operand);
                let ty = if matches!(value.ty, Ty::Int | Ty::Float) { value.ty.clone() } else { Ty::Any };
                Known { ty, ..value }
            }
            Expr::Compare(compare) => self.compare(compare),
            Expr::If(conditional) => {
                let tested = self.tested(&conditional.test);
                let body = self.expression(&conditional.body);
                let otherwise = self.expression(&conditional.orelse);
                let either = body.either(&otherwise);
                let decided = either.decided.and(&self.decision(&tested, &*conditional.test));
                Known { decided, ..either }
            }
            Expr::List(list) => self.display(&list.elts, Ty::list),
            Expr::Set(set) => self.display(&set.elts, |item| Ty::Set(item.into())),
            Expr::Tuple(tuple) => {
                if tuple.elts.iter().any(|item| matches!(item, Expr::Starred(_))) {
                    return self.display(&tuple.elts, |_| Ty::Any);
                }
                let items = tuple.elts.iter().map(|item| self.expression(item)).collect();
                Known::of(Ty::tuple(items))
            }
            Expr::Dict(dict) => self.dict(&dict.items),
            Expr::ListComp(comp) => self.comprehension(&comp.generators, |checker| {
                let item = checker.expression(&comp.elt);
                Ty::list(item)
            }),
            Expr::Generator(comp) => self.comprehension(&comp.generators, |checker| {
                let item = checker.expression(&comp.elt);
                Ty::list(item)
            }),
            Expr::SetComp(comp) => self.comprehension(&comp.generators, |checker| {
                let item = checker.expression(&comp.elt);
                Ty::Set(item.into())
            }),
            Expr::DictComp(comp) => self.comprehension(&comp.generators, |checker| {
                let key = comp.key.as_ref().map_or(Known::any(), |key| checker.expression(key));
                let value = checker.expression(&comp.value);
                Ty::dict(key, value)
            }),
            Expr::Lambda(lambda) => {
                self.lambda(lambda, &[]);
                Known::any()
            }
            Expr::Call(call) => self.call(call),
            Expr::Attribute(attribute) => {
                let of = self.expression(&attribute.value);
                self.attribute(&of, &attribute.value, attribute.attr.as_str(), attribute.attr.range())
            }
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::Slice(slice) => {
                for part in [&slice.lower, &slice.upper, &slice.step].into_iter().flatten() {
                    self.expression(part);
                }
                Known::any()
            }
            Expr::Starred(starred) => {
                self.expression(&starred.value);
                Known::any()
            }
            Expr::Yield(value) => {
                if let Some(value) = &value.value {
                    self.expression(value);
                }
                Known::any()
            }
            Expr::YieldFrom(value) => {
                self.expression(&value.value);
                Known::any()
            }
            Expr::EllipsisLiteral(_) | Expr::TString(_) | Expr::Await(_) | Expr::IpyEscapeCommand(_) => {
                Known::any()
            }
        }
    }

    fn name(&mut self, name: &'a str, expr: &'a Expr) -> Known {
        if let Some(known) = self.lookup(name) {
            return known.clone();
        }
        if self.survey.bound.contains(name) {
            return Known::any();
        }
        match crate::compile::initial(name, self.environment) {
            Value::Tool(place) => Known::of(Ty::Tool(place.into())),
            Value::Child(place) => Known::of(Ty::Child(place.into())),
            Value::Type(ty) => Known::of(Ty::Type(ty)),
            Value::Native(_) => Known::of(Ty::Builtin(name.into())),
            Value::Unbound => {
                if !name.starts_with('_') {
                    self.unknown_name(name, expr.range());
                }
                Known::any()
            }
            _ => Known::any(),
        }
    }

    /// A display of these items, made a container of.
    fn display(&mut self, items: &'a [Expr], container: impl FnOnce(Known) -> Ty) -> Known {
        let (mut each, mut whole) = (Known::nothing(), Known::any());
        for item in items {
            let known = match item {
                Expr::Starred(starred) => {
                    let value = self.expression(&starred.value);
                    whole.put(&value);
                    self.item_of(&value)
                }
                item => self.expression(item),
            };
            whole.put(&known);
            each = each.and_element(known);
        }
        whole.shaped(container(each))
    }

    fn dict(&mut self, items: &'a [ruff_python_ast::DictItem]) -> Known {
        let (mut keys, mut values, mut whole) = (Known::nothing(), Known::nothing(), Known::any());
        for item in items {
            let value = self.expression(&item.value);
            let key = match &item.key {
                Some(key) => self.expression(key),
                None => Known::any(),
            };
            whole.put(&value);
            whole.put(&key);
            let value = if item.key.is_some() { value } else { Known::any() };
            keys = keys.and_element(key);
            values = values.and_element(value);
        }
        whole.shaped(Ty::dict(keys, values))
    }

    /// A comprehension: its variables are its own, its length is decided by what it goes over and by its filters.
    fn comprehension(&mut self, parts: &'a [Comprehension], make: impl FnOnce(&mut Self) -> Ty) -> Known {
        self.scopes.push(Default::default());
        let mut made = Known::any();
        for part in parts {
            let iterable = self.expression(&part.iter);
            let item = self.iterated(&iterable, &part.iter);
            self.assign(&part.target, item);
            made.data = made.data.or_else(|| iterable.data.clone());
            made.choice = made.choice.or_else(|| iterable.choice.clone());
            for test in &part.ifs {
                self.tested(test);
            }
        }
        made.ty = make(self);
        self.scopes.pop();
        made
    }

    /// A lambda whose first parameters are given these values.
    pub(super) fn lambda(&mut self, lambda: &'a ruff_python_ast::ExprLambda, given: &[Known]) -> Known {
        self.scopes.push(Default::default());
        if let Some(parameters) = &lambda.parameters {
            for (place, parameter) in parameters.iter().enumerate() {
                let value = given.get(place).cloned().unwrap_or_default();
                self.bind(parameter.name().as_str(), value);
            }
        }
        let value = self.catching(self.survey.handles, |checker| checker.expression(&lambda.body));
        self.scopes.pop();
        value
    }

    /// An expression that is looked at for its truth, or to find out what a value is: afterwards its author knows
    /// more of the names in it than the check does.
    pub(super) fn tested(&mut self, test: &'a Expr) -> Known {
        let mut asked = Vec::new();
        asked_about(test, &mut asked);
        for name in asked {
            let slot = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name));
            if let Some(slot) = slot {
                slot.ty = Ty::Any;
            }
        }
        let mut there = Vec::new();
        asked_whether_there(test, &mut there);
        for name in there {
            let slot = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name));
            if let Some(slot) = slot {
                slot.ty = slot.ty.there();
            }
        }
        self.expression(test)
    }
}

/// The variables of whose kind a test asks.
fn asked_about<'a>(test: &'a Expr, names: &mut Vec<&'a str>) {
    match test {
        Expr::BoolOp(op) => op.values.iter().for_each(|value| asked_about(value, names)),
        Expr::UnaryOp(op) => asked_about(&op.operand, names),
        Expr::Compare(compare) => {
            asked_about(&compare.left, names);
            compare.comparators.iter().for_each(|value| asked_about(value, names));
        }
        Expr::Call(call) => {
            if let Expr::Name(name) = &*call.func
                && matches!(name.id.as_str(), "isinstance" | "type" | "hasattr" | "callable" | "issubclass")
            {
                names.extend(call.arguments.args.first().and_then(variable));
            }
        }
        _ => {}
    }
}

/// The variables of which a test asks whether they are there, or not None.
fn asked_whether_there<'a>(test: &'a Expr, names: &mut Vec<&'a str>) {
    match test {
        Expr::Name(name) => names.push(name.id.as_str()),
        Expr::BoolOp(op) => op.values.iter().for_each(|value| asked_whether_there(value, names)),
        Expr::UnaryOp(op) => asked_whether_there(&op.operand, names),
        Expr::Compare(compare) if matches!(&*compare.comparators, [Expr::NoneLiteral(_)]) => {
            asked_whether_there(&compare.left, names);
        }
        _ => {}
    }
}

/// The variable that an expression reads, attributes and elements left off.
fn variable(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) if name.ctx == ExprContext::Load => Some(name.id.as_str()),
        Expr::Attribute(attribute) => variable(&attribute.value),
        Expr::Subscript(subscript) => variable(&subscript.value),
        _ => None,
    }
}
