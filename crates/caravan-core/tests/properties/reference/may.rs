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
    /// The latter.
    pub continues: bool,
    pub leaves_function: bool,
    pub may_raise: bool,
}

impl May {
    /// What a loop may do whose body may do this.
    pub fn of_loop(self) -> May {
        May { leaves_loop: false, continues: false, ..self }
    }

    /// What a call may do of a function whose body may do this, but for its own variables.
    pub fn of_function(self) -> May {
        May { leaves_loop: false, continues: false, leaves_function: false, ..self }
    }
}

pub fn of(arms: &[&[Stmt]], functions: &Functions) -> May {
    let mut may = May::default();
    for arm in arms {
        may.unite(block_may(arm, functions, 0, false));
    }
    may
}

/// The statements of a loop's body from the first on that may go to its next round: what is left out if it does.
pub fn rest(body: &[Stmt]) -> Option<&[Stmt]> {
    let first = body.iter().position(continues)?;
    body.get(first..)
}

/// Whether a statement may go to the next round of the loop that it stands in.
fn continues(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Continue => true,
        Stmt::If(_, one, other) | Stmt::Try(one, other) => one.iter().chain(other).any(continues),
        _ => false,
    }
}

/// What a block may do. What it makes itself and then changes under the same name was not there before.
fn block_may(block: &[Stmt], functions: &Functions, depth: usize, in_loop: bool) -> May {
    let (mut all, mut own) = (May::default(), BTreeSet::new());
    for stmt in block {
        let mut may = May::default();
        stmt_may(stmt, functions, depth, in_loop, &mut may);
        if !matches!(stmt, Stmt::Assign(..)) {
            own.retain(|name| !may.names.contains(name));
        }
        may.receivers.retain(|name| !own.contains(name));
        own.retain(|name| !may.names.contains(name));
        if let Stmt::Assign(name, Expr::List(_) | Expr::Table(_)) = stmt {
            own.insert(name.clone());
        }
        all.unite(may);
    }
    all
}

pub fn of_exprs(arms: &[&Expr], functions: &Functions) -> May {
    let mut may = May::default();
    arms.iter().for_each(|arm| expr_may(arm, functions, 0, &mut may));
    may
}

fn stmt_may(stmt: &Stmt, functions: &Functions, depth: usize, in_loop: bool, may: &mut May) {
    let inner = |body: &[Stmt], in_loop: bool, may: &mut May| {
        may.unite(block_may(body, functions, depth, in_loop));
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
        Stmt::Break => may.leaves_loop |= !in_loop,
        Stmt::Continue => {
            may.leaves_loop |= !in_loop;
            may.continues |= !in_loop;
        }
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
            let called = block_may(body, functions, depth + 1, false);
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
        self.continues |= other.continues;
        self.leaves_function |= other.leaves_function;
        self.may_raise |= other.may_raise;
    }
}
