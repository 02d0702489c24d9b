//! A generated program: a plan for each agent, as a tree of statements that lines are made of and statements are taken
//! out of.

use std::collections::{BTreeMap, BTreeSet};

/// A statement: a line, or the arms of a compound statement.
#[derive(Clone, Debug)]
pub enum Statement {
    Line(String),
    Arms(Vec<(String, Vec<Statement>)>),
}

impl Statement {
    pub fn line(text: impl Into<String>) -> Statement {
        Statement::Line(text.into())
    }

    /// `if`, `for`, `def` and others with one arm.
    pub fn block(head: impl Into<String>, body: Vec<Statement>) -> Statement {
        Statement::Arms(vec![(head.into(), body)])
    }
}

/// The plans of all agents, by the agent's path; the root's is empty.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub plans: BTreeMap<&'static str, Vec<Statement>>,
}

/// A line of a plan and what it stands in.
struct Line<'p> {
    text: String,
    in_loop: bool,
    /// The innermost function of the plan around it.
    function: Option<&'p str>,
}

impl Program {
    /// A program of the root's plan alone.
    pub fn of_root(plan: Vec<Statement>) -> Program {
        Program { plans: BTreeMap::from([("", plan)]) }
    }

    pub fn text(&self, agent: &str) -> String {
        text(self.plan(agent))
    }

    pub fn show(&self) -> String {
        let shown = |agent: &&'static str| format!("--- plan of `{agent}`\n{}", self.text(agent));
        self.plans.keys().map(shown).collect()
    }

    fn plan(&self, agent: &str) -> &[Statement] {
        self.plans.get(agent).map_or(&[], Vec::as_slice)
    }

    /// The lines of a plan, counted from 1, that stand in a function which more than one place can call, or one place
    /// many times: a call there stands for several call sites, one for each path of calls that leads to it.
    pub fn shared_lines(&self, agent: &str) -> BTreeSet<u32> {
        let lines = lines(self.plan(agent));
        let mut shared: BTreeSet<&str> = BTreeSet::new();
        let functions: BTreeSet<&str> = lines.iter().filter_map(|line| line.function).collect();
        // A function is shared, too, if what mentions it is.
        for _ in 0..=functions.len() {
            for function in &functions {
                let definition = format!("def {function}(");
                let uses: Vec<&Line> =
                    lines.iter().filter(|line| mentions(&line.text, function) > 0).collect();
                let uses: Vec<&&Line> =
                    uses.iter().filter(|line| !line.text.trim_start().starts_with(&definition)).collect();
                let many = uses.iter().map(|line| mentions(&line.text, function)).sum::<usize>() > 1;
                let again = uses.iter().any(|line| {
                    line.in_loop
                        || line.text.contains(" for ")
                        || line.text.contains("lambda")
                        || line.function.is_some_and(|outer| shared.contains(outer) || outer == *function)
                });
                if many || again {
                    shared.insert(function);
                }
            }
        }
        lines
            .iter()
            .enumerate()
            .filter(|(_, line)| {
                line.text.contains("lambda") || line.function.is_some_and(|name| shared.contains(name))
            })
            .map(|(index, _)| index as u32 + 1)
            .collect()
    }

    pub fn statements(&self) -> usize {
        self.plans.values().map(|plan| count(plan)).sum()
    }

    /// The program without one of its statements, or with the body of a compound statement in its place.
    pub fn without(&self, index: usize, keep_body: bool) -> Program {
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

fn count(statements: &[Statement]) -> usize {
    statements
        .iter()
        .map(|statement| match statement {
            Statement::Line(_) => 1,
            Statement::Arms(arms) => 1 + arms.iter().map(|(_, body)| count(body)).sum::<usize>(),
        })
        .sum()
}

fn remove(statements: &mut Vec<Statement>, left: &mut usize, keep_body: bool) -> bool {
    let mut index = 0;
    while index < statements.len() {
        if *left == 0 {
            let removed = statements.remove(index);
            if let (true, Statement::Arms(arms)) = (keep_body, removed) {
                let body: Vec<Statement> = arms.into_iter().flat_map(|(_, body)| body).collect();
                statements.splice(index..index, body);
            }
            return true;
        }
        *left -= 1;
        if let Statement::Arms(arms) = &mut statements[index] {
            for (_, body) in arms.iter_mut() {
                if remove(body, left, keep_body) {
                    return true;
                }
            }
        }
        index += 1;
    }
    false
}

/// A plan as text.
pub fn text(plan: &[Statement]) -> String {
    let mut text = String::with_capacity(1024);
    write_text(plan, 0, &mut text);
    text
}

fn write_text(statements: &[Statement], depth: usize, text: &mut String) {
    let line = |depth: usize, line: &str, text: &mut String| {
        (0..depth).for_each(|_| text.push_str("    "));
        text.push_str(line);
        text.push('\n');
    };
    if statements.is_empty() {
        line(depth, "pass", text);
    }
    for statement in statements {
        match statement {
            Statement::Line(own) => line(depth, own, text),
            Statement::Arms(arms) => {
                for (head, body) in arms {
                    head.lines().for_each(|head| line(depth, head, text));
                    write_text(body, depth + 1, text);
                }
            }
        }
    }
}

fn lines(statements: &[Statement]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    write(statements, 0, false, None, &mut lines);
    lines
}

fn write<'p>(
    statements: &'p [Statement],
    depth: usize,
    in_loop: bool,
    function: Option<&'p str>,
    lines: &mut Vec<Line<'p>>,
) {
    let push = |text: &str, lines: &mut Vec<Line<'p>>| {
        let text = "    ".repeat(depth) + text;
        lines.push(Line { text, in_loop, function });
    };
    if statements.is_empty() {
        push("pass", lines);
    }
    for statement in statements {
        match statement {
            Statement::Line(text) => push(text, lines),
            Statement::Arms(arms) => {
                for (head, body) in arms {
                    head.lines().for_each(|head| push(head, lines));
                    let loops = in_loop || head.starts_with("for ") || head.starts_with("while ");
                    let name = head.strip_prefix("def ").and_then(|rest| rest.split_once('('));
                    let (inner, inside) = match name {
                        Some((name, _)) => (Some(name), false),
                        None => (function, loops),
                    };
                    write(body, depth + 1, inside, inner, lines);
                }
            }
        }
    }
}

/// How often a name stands in a text, as a word of its own.
pub fn mentions(text: &str, name: &str) -> usize {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .filter(|(at, _)| !text[..*at].ends_with(word) && !text[at + name.len()..].starts_with(word))
        .count()
}
