//! Expressions of the core, and the calls in them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Exit, Flow, Frame, Kind, Label, Labelled, Model, Outcome, Seen, Slot, Value};
use crate::play::children;
use crate::reference::core::Expr;
use crate::reference::may;

impl Model<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Outcome<Labelled> {
        Ok(match expr {
            Expr::Number(number) => self.literal(Value::Number(*number)),
            Expr::Text(text) => self.literal(Value::Text((*text).to_owned())),
            Expr::Truth(truth) => self.literal(Value::Truth(*truth)),
            Expr::Name(name) => {
                let slot = self.slot(name).ok_or(Exit::Nonsense)?;
                Labelled { value: slot.value.ok_or(Exit::Nonsense)?, label: slot.label }
            }
            Expr::Add(a, b) => self.operation(a, b, |a, b| match (a, b) {
                (Value::Number(a), Value::Number(b)) => a.checked_add(*b).map(Value::Number),
                (Value::Text(a), Value::Text(b)) => Some(Value::Text(format!("{a}{b}"))),
                _ => None,
            })?,
            Expr::Equal(a, b) => self.operation(a, b, |a, b| Some(Value::Truth(a == b)))?,
            Expr::Less(a, b) => self.operation(a, b, |a, b| match (a, b) {
                (Value::Number(a), Value::Number(b)) => Some(Value::Truth(a < b)),
                _ => None,
            })?,
            Expr::Str(a) => {
                let a = self.expr(a)?;
                let text = match a.value {
                    Value::Number(number) => number.to_string(),
                    Value::Text(text) => text,
                    _ => return Err(Exit::Nonsense),
                };
                Labelled { value: Value::Text(text), label: a.label }
            }
            Expr::Len(a) => {
                let a = self.expr(a)?;
                let length = match &a.value {
                    Value::Text(text) => text.chars().count(),
                    Value::Object(place) => self.heap[*place].items.len(),
                    _ => return Err(Exit::Nonsense),
                };
                Labelled { value: Value::Number(length as i64), label: self.structure(&a) }
            }
            Expr::In(a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                let label = a.label.join(&self.deep(&b));
                let Value::Text(text) = &a.value else { return Err(Exit::Nonsense) };
                let truth = match &b.value {
                    Value::Text(whole) => whole.contains(text.as_str()),
                    Value::Object(place) => self.heap[*place].items.iter().any(|item| item.value == a.value),
                    _ => return Err(Exit::Nonsense),
                };
                Labelled { value: Value::Truth(truth), label }
            }
            Expr::Not(a) => {
                let a = self.expr(a)?;
                Labelled { value: Value::Truth(!self.is_true(&a)?), label: a.label }
            }
            Expr::And(a, b) | Expr::Or(a, b) => {
                let first = self.expr(a)?;
                let goes_on = self.is_true(&first)? == matches!(expr, Expr::And(..));
                self.guarded(
                    &first.label,
                    &[b],
                    |model| {
                        if goes_on { model.expr(b) } else { Ok(first.clone()) }
                    },
                )?
            }
            Expr::Choose { guard, then, other } => {
                let guard = self.expr(guard)?;
                let arm = if self.is_true(&guard)? { then } else { other };
                self.guarded(&guard.label, &[then, other], |model| model.expr(arm))?
            }
            Expr::List(items) => {
                let items = items.iter().map(|item| self.expr(item)).collect::<Outcome<Vec<_>>>()?;
                let structure = self.here().literal.clone();
                let value = self.object(None, items, structure);
                self.literal(value)
            }
            Expr::Table(entries) => {
                let items = entries.iter().map(|(_, item)| self.expr(item)).collect::<Outcome<Vec<_>>>()?;
                let keys = entries.iter().map(|(key, _)| (*key).to_owned()).collect();
                let structure = self.here().literal.clone();
                let value = self.object(Some(keys), items, structure);
                self.literal(value)
            }
            Expr::Index(of, by) => self.index(of, by)?,
            Expr::Call(name, arguments) => self.call(name, arguments)?,
            Expr::Tool(name) => {
                let json = self.tools.answer(name, "").map_err(|_| Exit::Nonsense)?;
                let value = match (json.as_str(), json.as_i64()) {
                    (Some(text), _) => Value::Text(text.to_owned()),
                    (_, Some(number)) => Value::Number(number),
                    _ => return Err(Exit::Nonsense),
                };
                let mut label = Label { data: matches!(*name, "fetch" | "count"), ..Label::default() };
                if *name == "recall" {
                    label.take(&self.pad);
                }
                self.could_raise(&label);
                Labelled { value, label }
            }
            Expr::Variable(name) => {
                let known = self.here().variables.iter().find(|(known, _)| known == name);
                let mut value = known.ok_or(Exit::Nonsense)?.1.clone();
                value.label.take(&self.here().literal.as_control());
                value
            }
            Expr::Agent { child, message, variables } => self.agent(child, message, variables)?,
        })
    }

    fn operation(
        &mut self,
        a: &Expr,
        b: &Expr,
        compute: impl Fn(&Value, &Value) -> Option<Value>,
    ) -> Outcome<Labelled> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        let value = compute(&a.value, &b.value).ok_or(Exit::Nonsense)?;
        Ok(Labelled { value, label: a.label.join(&b.label) })
    }

    /// A part of an expression that a value decides about.
    fn guarded(
        &mut self,
        by: &Label,
        arms: &[&Expr],
        part: impl FnOnce(&mut Self) -> Outcome<Labelled>,
    ) -> Outcome<Labelled> {
        let Some(label) = self.guard(by) else { return part(self) };
        let may = may::of_exprs(arms, &self.here().functions);
        self.open(Kind::Guard, label);
        let flow = part(self).map(Flow::Return);
        match self.close(&may, flow)? {
            Flow::Return(value) => Ok(value),
            _ => Err(Exit::Nonsense),
        }
    }

    fn index(&mut self, of: &Expr, by: &Expr) -> Outcome<Labelled> {
        let (of, by) = (self.expr(of)?, self.expr(by)?);
        let Value::Object(place) = of.value else { return Err(Exit::Nonsense) };
        let structure = self.structure(&of);
        let object = self.heap[place].clone();
        let at = match (&by.value, &object.keys) {
            (Value::Number(at), None) => usize::try_from(*at).ok(),
            (Value::Text(key), Some(keys)) => keys.iter().position(|known| known == key),
            _ => return Err(Exit::Nonsense),
        };
        self.could_raise(&structure.join(&by.label));
        // One of the elements of a trusted structure, picked by an untrusted key; of another, one of any number.
        let candidates = object.items.len() as f64;
        let bits = if structure.data { f64::INFINITY } else { self.price((1.0 + candidates).log2()) };
        let picked = self.decided(&structure, f64::INFINITY).join(&self.decided(&by.label, bits));
        match at.and_then(|at| object.items.get(at)) {
            Some(item) => Ok(Labelled { value: item.value.clone(), label: item.label.join(&picked) }),
            None => Err(Exit::Raise(structure.join(&by.label))),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Outcome<Labelled> {
        let (parameters, body) = self.here().functions.get(name).cloned().ok_or(Exit::Nonsense)?;
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.expr(argument)?);
        }
        if values.len() != parameters.len() || self.here().frames.len() > 8 {
            return Err(Exit::Nonsense);
        }
        // A call is an edge out of the caller's regions.
        let pc = self.pc().as_control();
        let mut frame = Frame { slots: BTreeMap::new(), called_under: pc.clone() };
        for (parameter, value) in parameters.into_iter().zip(values) {
            frame.slots.insert(parameter, Slot { value: Some(value.value), label: value.label.join(&pc) });
        }
        self.here().frames.push(frame);
        self.open(Kind::Body, Label::default());
        let may = self.may(&[&body]);
        let flow = self.block(&body);
        let flow = self.close(&may.of_function(), flow);
        self.here().frames.pop();
        match flow? {
            Flow::Return(value) => Ok(value),
            _ => Err(Exit::Nonsense),
        }
    }

    // -- agents

    fn agent(
        &mut self,
        child: &'static str,
        message: &Expr,
        variables: &[(&'static str, Expr)],
    ) -> Outcome<Labelled> {
        let is_literal = matches!(message, Expr::Text(_));
        let mut read = BTreeSet::new();
        message.walk(&mut |part| {
            if let Expr::Name(name) = part {
                read.insert(name.clone());
            }
        });
        let told = self.expr(message)?;
        let mut given = Vec::new();
        for (name, value) in variables {
            given.push((*name, self.expr(value)?));
        }
        let Value::Text(text) = &told.value else { return Err(Exit::Nonsense) };
        let pc = self.pc();
        for (_, value) in &mut given {
            value.label.take(&pc);
        }
        let whole = told.label.join(&self.here().literal.clone());
        let position = if is_literal || pc.is_trusted() { 0.0 } else { self.position(&read) };
        let cost = whole.bits() + position;
        let allowed = !whole.data && cost <= self.budget;
        let labels = [told.label.clone()].into_iter().chain(given.iter().map(|(_, value)| self.deep(value)));
        let labels = labels.collect();
        let text = text.clone();
        self.seen.push(Seen { callee: child, text, labels, pc: pc.clone(), cost: Some(cost), allowed });
        if !allowed {
            return Err(Exit::Denied);
        }
        let base = whole.as_control().join(&self.decision(position, false));
        let parent = self.here().agent;
        let known = children(parent).iter().find(|known| **known == child).ok_or(Exit::Nonsense)?;
        let path = match (parent, *known) {
            ("", name) => name,
            _ => "mid/low",
        };
        // What the child is told decides its plan, and so what it writes and what it does not.
        self.pad.take(&base);
        // What a child does may end in a failure.
        let answer = self.episode(path, base, pc, given)?;
        if !matches!(answer.value, Value::Text(_)) {
            return Err(Exit::Nonsense);
        }
        self.could_raise(&answer.label);
        Ok(answer)
    }

    /// What the place of a call costs of which the text reads these names: the loops around it in the same function
    /// through whose variable, or through an earlier round's write, the text depends.
    fn position(&mut self, read: &BTreeSet<String>) -> f64 {
        let frame = self.here().frames.len();
        let loops = self.here().regions.iter().filter(|region| {
            region.frame == frame
                && region.kind == Kind::Loop
                && read.iter().any(|name| region.writes.names.contains(name))
        });
        loops
            .map(|region| match (region.unbounded, region.length, region.rounds) {
                (true, ..) => f64::INFINITY,
                (_, Some(length), _) => (length.max(1) as f64).log2(),
                (_, _, Some(round)) => 2.0 * (1.0 + round as f64).log2() + 1.0,
                _ => 0.0,
            })
            .sum()
    }
}
