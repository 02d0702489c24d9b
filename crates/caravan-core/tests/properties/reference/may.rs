//! What a stretch of a plan may write, and by which edges control may leave it.

use std::collections::{BTreeMap, BTreeSet};

use super::core::{Expr, Stmt};

/// The functions of a plan: parameters and body.
pub type Functions = BTreeMap<String, (Vec<String>, Vec<Stmt>)>;

/// What arms may do, taken or not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct May {
    /// Variables that they may give a value.
    pub names: BTreeSet<String>,
    /// Variables whose container they may change.
    pub receivers: BTreeSet<String>,
    /// Whether they may write the state of a tool.
    pub state: bool,
    /// Whether they may leave the loop around them, or go to its next round.
    pub leaves_loop: bool,
    pub leaves_function: bool,
    pub may_raise: bool,
}

impl May {
    /// What a loop may do whose body may do this.
    pub fn of_loop(self) -> May {
        May { leaves_loop: false, ..self }
    }

    /// What a call may do of a function whose body may do this, but for its own variables.
    pub fn of_function(self) -> May {
        May { leaves_loop: false, leaves_function: false, ..self }
    }
}

pub fn of(arms: &[&[Stmt]], functions: &Functions) -> May {
    let mut may = May::default();
    for stmt in arms.iter().flat_map(|arm| arm.iter()) {
        stmt_may(stmt, functions, 0, false, &mut may);
    }
    may
}

pub fn of_exprs(arms: &[&Expr], functions: &Functions) -> May {
    let mut may = May::default();
    arms.iter().for_each(|arm| expr_may(arm, functions, 0, &mut may));
    may
}

fn stmt_may(stmt: &Stmt, functions: &Functions, depth: usize, in_loop: bool, may: &mut May) {
    let inner = |body: &[Stmt], in_loop: bool, may: &mut May| {
        body.iter().for_each(|stmt| stmt_may(stmt, functions, depth, in_loop, may));
    };
    match stmt {
        Stmt::Assign(name, value) => {
            may.names.insert(name.clone());
            expr_may(value, functions, depth, may);
        }
        Stmt::Append(name, value) | Stmt::Put(name, _, value) => {
            may.receivers.insert(name.clone());
            expr_may(value, functions, depth, may);
        }
        Stmt::Tell(tool, value) => {
            may.state |= *tool == "note";
            expr_may(value, functions, depth, may);
        }
        Stmt::If(guard, then, other) => {
            expr_may(guard, functions, depth, may);
            inner(then, in_loop, may);
            inner(other, in_loop, may);
        }
        Stmt::For(name, list, body) => {
            may.names.insert(name.clone());
            expr_may(list, functions, depth, may);
            inner(body, true, may);
        }
        Stmt::While(guard, body) => {
            expr_may(guard, functions, depth, may);
            inner(body, true, may);
        }
        Stmt::Break | Stmt::Continue => may.leaves_loop |= !in_loop,
        Stmt::Return(value) => {
            expr_may(value, functions, depth, may);
            may.leaves_function = true;
        }
        Stmt::Raise => may.may_raise = true,
        Stmt::Try(body, handler) => {
            let mut caught = May::default();
            inner(body, in_loop, &mut caught);
            caught.may_raise = false;
            may.unite(caught);
            inner(handler, in_loop, may);
        }
        Stmt::Def(name, ..) => {
            may.names.insert(name.clone());
        }
    }
}

fn expr_may(expr: &Expr, functions: &Functions, depth: usize, may: &mut May) {
    expr.walk(&mut |part| match part {
        Expr::Index(..) => may.may_raise = true,
        Expr::Agent { .. } => {
            // Every agent has the tool that writes the state, and may fail.
            may.state = true;
            may.may_raise = true;
        }
        Expr::Call(name, arguments) if depth < 8 => {
            let Some((parameters, body)) = functions.get(name) else { return };
            let mut called = May::default();
            body.iter().for_each(|stmt| stmt_may(stmt, functions, depth + 1, false, &mut called));
            // Of its own variables the caller sees nothing; through a parameter it may change what it is given.
            let own: BTreeSet<String> = parameters.iter().cloned().chain(called.names.clone()).collect();
            let receivers = called.receivers.iter().filter(|name| !own.contains(*name));
            let mut receivers: BTreeSet<String> = receivers.cloned().collect();
            for (parameter, argument) in parameters.iter().zip(arguments) {
                if let (true, Expr::Name(name)) = (called.receivers.contains(parameter), argument) {
                    receivers.insert(name.clone());
                }
            }
            may.receivers.extend(receivers);
            may.state |= called.state;
            may.may_raise |= called.may_raise;
        }
        _ => {}
    });
}

impl May {
    fn unite(&mut self, other: May) {
        self.names.extend(other.names);
        self.receivers.extend(other.receivers);
        self.state |= other.state;
        self.leaves_loop |= other.leaves_loop;
        self.leaves_function |= other.leaves_function;
        self.may_raise |= other.may_raise;
    }
}
