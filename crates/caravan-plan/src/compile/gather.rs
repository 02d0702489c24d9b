//! `gather([...])`: calls that do not depend on each other, made at the same time.

use ruff_python_ast::{Expr, ExprCall, ExprName};
use ruff_text_size::Ranged;

use super::{Compiler, scope};
use crate::code::Op;
use crate::environment::Environment;
use crate::value::Value;

/// The name by which plans gather.
pub(crate) const GATHER: &str = "gather";

/// The states that a call may read and write, those of the agents below it included.
#[derive(Default)]
struct Touched<'e> {
    reads: &'e [Box<str>],
    writes: &'e [Box<str>],
}

impl<'a> Compiler<'a> {
    /// Whether a call is one of `gather`, and of none that the plan has defined.
    pub(super) fn is_gather(&mut self, call: &ExprCall) -> bool {
        match &*call.func {
            Expr::Name(name) if name.id.as_str() == GATHER => {
                self.resolve(self.definitions.symbol(name)).is_none()
            }
            _ => false,
        }
    }

    /// A call of `gather`. Where one of its calls may write a state that another reads or writes, they are made one after
    /// another, as in a list without `gather`: then what each of them finds is what the order of the text says.
    pub(super) fn gather(&mut self, call: &'a ExprCall) {
        let list = match &*call.arguments.args {
            [list @ (Expr::List(_) | Expr::ListComp(_) | Expr::Generator(_))]
                if call.arguments.keywords.is_empty() =>
            {
                list
            }
            _ => {
                let fix = "write the calls in a list in it: `gather([first(...), second(...)])`, or `gather([call(x) for x in xs])`";
                return self.finding("P001", call.range(), "`gather` takes one list of calls", Some(fix));
            }
        };
        let (elements, is_repeated): (Vec<&'a Expr>, bool) = match list {
            Expr::List(list) => (list.elts.iter().collect(), false),
            Expr::ListComp(comp) => (vec![&*comp.elt], true),
            Expr::Generator(comp) => (vec![&*comp.elt], true),
            _ => (Vec::new(), false),
        };
        let mut touched = Vec::new();
        let mut calls = Vec::new();
        for element in elements {
            let environment = self.environment;
            match self.outside_call(element) {
                Some((call, callee)) => {
                    touched.push(Touched::by(callee, environment));
                    calls.push(call.range());
                }
                None => {
                    let fix = "compute the rest before it, or leave out `gather`: `[...]` makes its calls one after another";
                    let message = "in `gather` there are calls of tools, agents and `query_ai_assistant`, and nothing else";
                    return self.finding("P001", element.range(), message, Some(fix));
                }
            }
        }
        if scope::yields(list) {
            let fix = "put what `yield` gives into a variable before it";
            return self.finding("P001", list.range(), "`yield` in `gather`", Some(fix));
        }
        if !are_independent(&touched, is_repeated) {
            return self.gathered_list(list);
        }
        self.emit(Op::Gather);
        self.gathered.extend(calls.iter().copied());
        self.gathered_list(list);
        self.emit(Op::EndGather);
    }

    fn gathered_list(&mut self, list: &'a Expr) {
        match list {
            Expr::Generator(comp) => self.list_comprehension(&comp.elt, &comp.generators),
            list => self.expression(list),
        }
    }

    /// A call of something outside, written out with its name.
    fn outside_call(&mut self, element: &'a Expr) -> Option<(&'a ExprCall, Value)> {
        let Expr::Call(call) = element else { return None };
        let Expr::Name(name) = &*call.func else { return None };
        let is_spread = call.arguments.args.iter().any(Expr::is_starred_expr)
            || call.arguments.keywords.iter().any(|keyword| keyword.arg.is_none());
        let callee = self.outside(name)?;
        (!is_spread).then_some((call, callee))
    }

    fn outside(&mut self, name: &ExprName) -> Option<Value> {
        if self.resolve(self.definitions.symbol(name)).is_some() {
            return None;
        }
        match super::initial(name.id.as_str(), self.environment) {
            callee @ (Value::Tool(_) | Value::Child(_)) => Some(callee),
            callee if name.id.as_str() == "query_ai_assistant" && callee != Value::Unbound => Some(callee),
            _ => None,
        }
    }
}

impl<'e> Touched<'e> {
    fn by(callee: Value, environment: &'e Environment) -> Touched<'e> {
        let tool = |place: u16| environment.tools.get(place as usize);
        let child = |place: u16| environment.children.get(place as usize);
        match callee {
            Value::Tool(place) => {
                tool(place).map(|tool| Touched { reads: &tool.reads, writes: &tool.writes })
            }
            Value::Child(place) => {
                child(place).map(|child| Touched { reads: &child.reads, writes: &child.writes })
            }
            _ => None,
        }
        .unwrap_or_default()
    }

    /// Whether it may write what the other reads or writes.
    fn disturbs(&self, other: &Touched<'_>) -> bool {
        self.writes.iter().any(|state| other.reads.contains(state) || other.writes.contains(state))
    }
}

/// Whether none of these calls may write what another reads or writes; `is_repeated` if each may be made several times.
fn are_independent(touched: &[Touched<'_>], is_repeated: bool) -> bool {
    touched.iter().enumerate().all(|(place, one)| {
        let others = touched.iter().enumerate().filter(|(other, _)| *other != place || is_repeated);
        others.map(|(_, other)| other).all(|other| !one.disturbs(other))
    })
}
