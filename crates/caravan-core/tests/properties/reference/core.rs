//! A small core of the plan language, as a tree: what the reference model walks, and how it reads as Python.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{Program, Statement};

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    Number(i64),
    Text(&'static str),
    Truth(bool),
    Name(String),
    /// Of two numbers or two texts.
    Add(Box<Expr>, Box<Expr>),
    /// `str()`.
    Str(Box<Expr>),
    /// `len()` of a text or a list.
    Len(Box<Expr>),
    Equal(Box<Expr>, Box<Expr>),
    Less(Box<Expr>, Box<Expr>),
    /// A text in a text or in a list of texts.
    In(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `then if guard else other`.
    Choose {
        guard: Box<Expr>,
        then: Box<Expr>,
        other: Box<Expr>,
    },
    List(Vec<Expr>),
    Table(Vec<(&'static str, Expr)>),
    /// An element of a list by number, or of a table by key.
    Index(Box<Expr>, Box<Expr>),
    /// A function of the plan.
    Call(String, Vec<Expr>),
    /// A tool without parameters: `fetch`, `count`, `clock` or `recall`.
    Tool(&'static str),
    Variable(&'static str),
    Agent {
        child: &'static str,
        message: Box<Expr>,
        variables: Vec<(&'static str, Expr)>,
    },
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    Assign(String, Expr),
    Append(String, Expr),
    /// `table[key] = value`.
    Put(String, &'static str, Expr),
    /// A tool that takes a text: `note` or `send`.
    Tell(&'static str, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// Over at most four elements of a list.
    For(String, Expr, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    Break,
    Continue,
    Return(Expr),
    Raise,
    /// With a handler for every exception.
    Try(Vec<Stmt>, Vec<Stmt>),
    Def(String, Vec<String>, Vec<Stmt>),
}

/// The plans of a program in the core, by agent.
#[derive(Clone, Debug, Default)]
pub struct Core {
    pub plans: BTreeMap<&'static str, Vec<Stmt>>,
}

impl Core {
    /// The plans as text.
    pub fn program(&self) -> Program {
        Program { plans: self.plans.iter().map(|(agent, plan)| (*agent, statements(plan))).collect() }
    }

    /// Whether every name in a plan is given a value somewhere in it: not so where a statement was taken out that others
    /// need.
    pub fn is_whole(&self) -> bool {
        self.plans.values().all(|plan| {
            let (mut given, mut read) = (BTreeSet::new(), BTreeSet::new());
            plan.iter().for_each(|stmt| stmt.names(&mut given, &mut read));
            read.is_subset(&given)
        })
    }

    /// The program without one of its statements, counted as in [`Program::without`].
    pub fn without(&self, index: usize, keep_body: bool) -> Core {
        let mut smaller = self.clone();
        let mut left = index;
        for plan in smaller.plans.values_mut() {
            if remove(plan, &mut left, keep_body) {
                break;
            }
        }
        smaller
    }
}

fn remove(plan: &mut Vec<Stmt>, left: &mut usize, keep_body: bool) -> bool {
    let mut index = 0;
    while index < plan.len() {
        if *left == 0 {
            let removed = plan.remove(index);
            if keep_body {
                let bodies = match removed {
                    Stmt::If(_, then, other) | Stmt::Try(then, other) => [then, other].concat(),
                    Stmt::For(_, _, body) | Stmt::While(_, body) | Stmt::Def(_, _, body) => body,
                    _ => Vec::new(),
                };
                plan.splice(index..index, bodies);
            }
            return true;
        }
        *left -= 1;
        let bodies: Vec<&mut Vec<Stmt>> = match &mut plan[index] {
            Stmt::If(_, then, other) | Stmt::Try(then, other) => vec![then, other],
            Stmt::For(_, _, body) | Stmt::While(_, body) | Stmt::Def(_, _, body) => vec![body],
            _ => Vec::new(),
        };
        for body in bodies {
            if remove(body, left, keep_body) {
                return true;
            }
        }
        index += 1;
    }
    false
}

fn statements(plan: &[Stmt]) -> Vec<Statement> {
    plan.iter().map(Stmt::statement).collect()
}

impl Stmt {
    fn statement(&self) -> Statement {
        match self {
            Stmt::Assign(name, value) => Statement::line(format!("{name} = {}", value.text())),
            Stmt::Append(name, value) => Statement::line(format!("{name}.append({})", value.text())),
            Stmt::Put(name, key, value) => Statement::line(format!("{name}[{key:?}] = {}", value.text())),
            Stmt::Tell(tool, value) => Statement::line(format!("{tool}(text={})", value.text())),
            Stmt::If(guard, then, other) => {
                let mut arms = vec![(format!("if {}:", guard.text()), statements(then))];
                // An empty arm is written, so that statements are counted alike here and there.
                arms.push(("else:".to_owned(), statements(other)));
                Statement::Arms(arms)
            }
            Stmt::For(name, list, body) => {
                Statement::block(format!("for {name} in {}[:4]:", list.text()), statements(body))
            }
            Stmt::While(guard, body) => {
                Statement::block(format!("while {}:", guard.text()), statements(body))
            }
            Stmt::Break => Statement::line("break"),
            Stmt::Continue => Statement::line("continue"),
            Stmt::Return(value) => Statement::line(format!("return {}", value.text())),
            Stmt::Raise => Statement::line("raise ValueError(\"bad\")"),
            Stmt::Try(body, handler) => Statement::Arms(vec![
                ("try:".to_owned(), statements(body)),
                ("except Exception:".to_owned(), statements(handler)),
            ]),
            Stmt::Def(name, parameters, body) => {
                Statement::block(format!("def {name}({}):", parameters.join(", ")), statements(body))
            }
        }
    }
}

impl Expr {
    fn text(&self) -> String {
        let all = |items: &[Expr]| items.iter().map(Expr::text).collect::<Vec<_>>().join(", ");
        let entries = |entries: &[(&str, Expr)]| {
            let entries = entries.iter().map(|(key, value)| format!("{key:?}: {}", value.text()));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        };
        match self {
            Expr::Number(number) => number.to_string(),
            Expr::Text(text) => format!("{text:?}"),
            Expr::Truth(true) => "True".to_owned(),
            Expr::Truth(false) => "False".to_owned(),
            Expr::Name(name) => name.clone(),
            Expr::Add(a, b) => format!("({} + {})", a.text(), b.text()),
            Expr::Str(a) => format!("str({})", a.text()),
            Expr::Len(a) => format!("len({})", a.text()),
            Expr::Equal(a, b) => format!("({} == {})", a.text(), b.text()),
            Expr::Less(a, b) => format!("({} < {})", a.text(), b.text()),
            Expr::In(a, b) => format!("({} in {})", a.text(), b.text()),
            Expr::Not(a) => format!("(not {})", a.text()),
            Expr::And(a, b) => format!("({} and {})", a.text(), b.text()),
            Expr::Or(a, b) => format!("({} or {})", a.text(), b.text()),
            Expr::Choose { guard, then, other } => {
                format!("({} if {} else {})", then.text(), guard.text(), other.text())
            }
            Expr::List(items) => format!("[{}]", all(items)),
            Expr::Table(items) => entries(items),
            Expr::Index(of, by) => format!("{}[{}]", of.text(), by.text()),
            Expr::Call(name, arguments) => format!("{name}({})", all(arguments)),
            Expr::Tool(name) => format!("{name}()"),
            Expr::Variable(name) => format!("get_variable({name:?})"),
            Expr::Agent { child, message, variables } => {
                format!("{child}({}, variables={})", message.text(), entries(variables))
            }
        }
    }

    /// Calls `visit` with the expression and all in it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Number(_)
            | Expr::Text(_)
            | Expr::Truth(_)
            | Expr::Name(_)
            | Expr::Tool(_)
            | Expr::Variable(_) => {}
            Expr::Str(a) | Expr::Len(a) | Expr::Not(a) => a.walk(visit),
            Expr::Add(a, b)
            | Expr::Equal(a, b)
            | Expr::Less(a, b)
            | Expr::In(a, b)
            | Expr::And(a, b)
            | Expr::Or(a, b)
            | Expr::Index(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Expr::Choose { guard, then, other } => {
                [guard, then, other].into_iter().for_each(|part| part.walk(visit));
            }
            Expr::List(items) | Expr::Call(_, items) => items.iter().for_each(|item| item.walk(visit)),
            Expr::Table(entries) => entries.iter().for_each(|(_, value)| value.walk(visit)),
            Expr::Agent { message, variables, .. } => {
                message.walk(visit);
                variables.iter().for_each(|(_, value)| value.walk(visit));
            }
        }
    }
}

impl Stmt {
    /// Adds the names that it gives a value, and those that it reads.
    fn names(&self, given: &mut BTreeSet<String>, read: &mut BTreeSet<String>) {
        let on_expr = &mut |part: &Expr| {
            if let Expr::Name(name) | Expr::Call(name, _) = part {
                read.insert(name.clone());
            }
        };
        let mut functions = Vec::new();
        let mut changed = Vec::new();
        let on_stmt = &mut |stmt: &Stmt| match stmt {
            Stmt::Assign(name, _) | Stmt::For(name, ..) => drop(given.insert(name.clone())),
            Stmt::Append(name, _) | Stmt::Put(name, ..) => changed.push(name.clone()),
            Stmt::Def(name, parameters, body) => {
                given.insert(name.clone());
                given.extend(parameters.iter().cloned());
                functions.push(body.clone());
            }
            _ => {}
        };
        self.walk(on_stmt, on_expr);
        read.extend(changed);
        functions.iter().flatten().for_each(|stmt| stmt.names(given, read));
    }

    /// Calls `on_stmt` with the statement and all in it, and `on_expr` with all of their expressions. The body of a function
    /// is left out: it runs where it is called.
    pub fn walk(&self, on_stmt: &mut dyn FnMut(&Stmt), on_expr: &mut dyn FnMut(&Expr)) {
        on_stmt(self);
        let (expressions, bodies): (&[&Expr], &[&[Stmt]]) = match self {
            Stmt::Assign(_, value)
            | Stmt::Append(_, value)
            | Stmt::Put(_, _, value)
            | Stmt::Tell(_, value)
            | Stmt::Return(value) => (&[value], &[]),
            Stmt::If(guard, then, other) => (&[guard], &[then, other]),
            Stmt::For(_, list, body) => (&[list], &[body]),
            Stmt::While(guard, body) => (&[guard], &[body]),
            Stmt::Try(body, handler) => (&[], &[body, handler]),
            Stmt::Break | Stmt::Continue | Stmt::Raise | Stmt::Def(..) => (&[], &[]),
        };
        expressions.iter().for_each(|expression| expression.walk(on_expr));
        for body in bodies {
            body.iter().for_each(|stmt| stmt.walk(on_stmt, on_expr));
        }
    }
}
