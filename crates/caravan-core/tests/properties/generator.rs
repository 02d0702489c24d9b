//! Statements of generated programs.

use super::play::children;
use super::program::{Program, Statement};
use super::random::Random;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Text,
    Truth,
    Numbers,
    Texts,
    Table,
    Set,
    Item,
}

const KINDS: [Kind; 8] =
    [Kind::Number, Kind::Text, Kind::Truth, Kind::Numbers, Kind::Texts, Kind::Table, Kind::Set, Kind::Item];

/// Whether a value may be computed from untrusted data (and not only be decided by it).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heat {
    /// It is not.
    Cold,
    /// It is.
    Hot,
    /// It may be.
    Any,
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
    hot: bool,
    /// Whether a statement may give it a new value.
    assignable: bool,
}

/// A function of the plan that expressions can call.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Kind>,
    pub result: Kind,
}

/// What a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    /// Whether untrusted data may decide anything.
    pub hot_guards: bool,
    /// Whether messages to children are computed, and not written out.
    pub computed_messages: bool,
    /// How many statements the root's plan has, nested ones left out.
    pub size: usize,
}

/// Makes the plans of one program.
pub struct Generator<'r> {
    pub random: &'r mut Random,
    pub hot_guards: bool,
    pub functions: Vec<Function>,
    computed_messages: bool,
    variables: Vec<Variable>,
    agent: &'static str,
    depth: usize,
    loops: usize,
    in_function: Option<Kind>,
    tries: usize,
    names: usize,
    agent_calls: usize,
}

/// The program of a seed.
pub fn generate(random: &mut Random, taste: Taste) -> Program {
    let mut program = Program::default();
    for agent in super::play::AGENTS {
        let mut generator = Generator {
            random,
            hot_guards: taste.hot_guards,
            functions: Vec::new(),
            computed_messages: taste.computed_messages,
            variables: Vec::new(),
            agent,
            depth: 0,
            loops: 0,
            in_function: None,
            tries: 0,
            names: 0,
            agent_calls: 3,
        };
        let size = if agent.is_empty() { taste.size } else { 1 + taste.size / 3 };
        program.plans.insert(agent, generator.plan(size));
    }
    program
}

impl Generator<'_> {
    fn plan(&mut self, size: usize) -> Vec<Statement> {
        let mut plan = Vec::new();
        if self.random.chance(45) || self.agent.is_empty() {
            plan.push(Statement::block(
                "class Item:",
                vec![
                    Statement::block(
                        "def __init__(self, text, parts=None):",
                        vec![
                            Statement::line("self.text = text"),
                            Statement::line("self.parts = parts if parts is not None else []"),
                        ],
                    ),
                    Statement::block(
                        "def add(self, part):",
                        vec![Statement::line("self.parts.append(part)"), Statement::line("return self")],
                    ),
                ],
            ));
        } else {
            plan.push(Statement::line("from dataclasses import dataclass, field"));
            plan.push(Statement::block(
                "@dataclass\nclass Item:",
                vec![
                    Statement::line("text: str"),
                    Statement::line("parts: list = field(default_factory=list)"),
                    Statement::block(
                        "def add(self, part):",
                        vec![Statement::line("self.parts.append(part)"), Statement::line("return self")],
                    ),
                ],
            ));
        }
        let given: &[(&str, Kind)] = if self.agent.is_empty() {
            &[
                ("u", Kind::Text),
                ("v", Kind::Text),
                ("n", Kind::Number),
                ("xs", Kind::Numbers),
                ("ws", Kind::Texts),
            ]
        } else {
            &[("p", Kind::Text), ("q", Kind::Number), ("u", Kind::Text)]
        };
        for (name, kind) in given {
            plan.push(Statement::line(format!("{name} = get_variable(\"{name}\")")));
            let hot = self.agent.is_empty() || *name == "u";
            self.declare(name, *kind, hot, false);
        }
        for _ in 0..2 + self.random.below(3) {
            let kind = *self.random.pick(&KINDS);
            let value = self.literal(kind);
            let name = self.fresh("a");
            plan.push(Statement::line(format!("{name} = {value}")));
            self.declare(&name, kind, false, true);
        }
        for _ in 0..size {
            self.statement(&mut plan);
        }
        if self.agent.is_empty() {
            if self.random.chance(50) && self.agent_calls > 0 {
                self.agent_call(&mut plan);
            }
        } else {
            let heat = if self.random.chance(60) { Heat::Cold } else { Heat::Any };
            let answer = self.expression(Kind::Text, heat, 2);
            plan.push(Statement::line(format!("return {answer}")));
        }
        plan
    }

    /// Whether nothing here tells whether an operation on untrusted data failed.
    pub fn may_fail_on_data(&self) -> bool {
        self.agent.is_empty() && self.in_function.is_none() && self.tries == 0
    }

    pub fn variable(&mut self, kind: Kind, heat: Heat) -> Option<String> {
        let known: Vec<&Variable> = self
            .variables
            .iter()
            .filter(|variable| {
                variable.kind == kind
                    && match heat {
                        Heat::Cold => !variable.hot,
                        Heat::Hot => variable.hot,
                        Heat::Any => true,
                    }
            })
            .collect();
        if known.is_empty() { None } else { Some(self.random.pick(&known).name.clone()) }
    }

    fn declare(&mut self, name: &str, kind: Kind, hot: bool, assignable: bool) {
        self.variables.push(Variable { name: name.to_owned(), kind, hot, assignable });
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A variable that may get a new value, with its kind.
    fn target(&mut self, kinds: &[Kind]) -> Option<(String, Kind, Heat)> {
        self.known(|variable| variable.assignable && kinds.contains(&variable.kind))
    }

    /// A variable whose value may be changed in place, with its kind.
    fn changeable(&mut self) -> Option<(String, Kind, Heat)> {
        let containers = [Kind::Numbers, Kind::Texts, Kind::Table, Kind::Set, Kind::Item];
        // A change of a container that came from outside counts as a choice of what is changed, for now: it makes every
        // container untrusted.
        let all = self.hot_guards;
        self.known(|variable| {
            containers.contains(&variable.kind) && (all || variable.assignable || !variable.hot)
        })
    }

    fn known(&mut self, suits: impl Fn(&Variable) -> bool) -> Option<(String, Kind, Heat)> {
        let known: Vec<Variable> =
            self.variables.iter().filter(|variable| suits(variable)).cloned().collect();
        if known.is_empty() {
            return None;
        }
        let variable = self.random.pick(&known);
        let heat = if variable.hot { Heat::Any } else { Heat::Cold };
        Some((variable.name.clone(), variable.kind, heat))
    }

    fn body(&mut self, most: usize) -> Vec<Statement> {
        let known = self.variables.len();
        let functions = self.functions.len();
        self.depth += 1;
        let mut body = Vec::new();
        for _ in 0..1 + self.random.below(most) {
            self.statement(&mut body);
        }
        self.depth -= 1;
        self.variables.truncate(known);
        self.functions.truncate(functions);
        body
    }

    fn statement(&mut self, plan: &mut Vec<Statement>) {
        let compound = self.depth < 3;
        match self.random.below(41) {
            0..=3 => self.assign_new(plan),
            4..=6 => self.assign(plan),
            7..=10 => self.mutate(plan),
            11..=14 if compound => self.branch(plan),
            15..=17 if compound => self.for_loop(plan),
            18 if compound => self.while_loop(plan),
            19..=20 if self.loops > 0 => {
                let guard = self.guard(1);
                let jump = *self.random.pick(&["break", "continue"]);
                plan.push(Statement::block(format!("if {guard}:"), vec![Statement::line(jump)]));
            }
            21..=22 if compound => self.try_statement(plan),
            23..=25 if self.depth < 2 && self.in_function.is_none() => self.function(plan),
            26 if self.depth < 2 && self.in_function.is_none() => self.recursion(plan),
            27 if compound => self.match_statement(plan),
            28 => self.tool_call(plan),
            29..=30 if self.agent_calls > 0 => self.agent_call(plan),
            31 => self.generator_function(plan),
            32 => {
                if let Some(kind) = self.in_function {
                    let (guard, value) = (self.guard(1), self.expression(kind, Heat::Cold, 1));
                    plan.push(Statement::block(
                        format!("if {guard}:"),
                        vec![Statement::line(format!("return {value}"))],
                    ));
                }
            }
            33..=34 => self.other_name(plan),
            35 if compound => self.chosen_function(plan),
            36 => self.callback(plan),
            37..=38 => self.iterator(plan),
            39 if self.agent_calls > 0 && compound => self.agent_call_somewhere(plan),
            _ => self.alias(plan),
        }
    }

    /// A method or tool under another name, called under a guard.
    fn other_name(&mut self, plan: &mut Vec<Statement>) {
        let name = self.fresh("m");
        let text = self.expression(Kind::Text, Heat::Cold, 1);
        let (function, call) = match self.known(|variable| matches!(variable.kind, Kind::Texts | Kind::Item))
        {
            Some((list, Kind::Texts, _)) => match self.random.below(3) {
                0 => (format!("{list}.append"), format!("{name}({text})")),
                1 => (format!("[{list}.append, {list}.remove][0]"), format!("{name}({text})")),
                _ => (format!("lambda t, to={list}: to.append(t)"), format!("{name}({text})")),
            },
            Some((item, ..)) => (format!("{item}.add"), format!("{name}({text})")),
            None => ("note".to_owned(), format!("{name}(text={text})")),
        };
        let (function, call) = if self.random.chance(20) {
            ("note".to_owned(), format!("{name}(text={text})"))
        } else {
            (function, call)
        };
        plan.push(Statement::line(format!("{name} = {function}")));
        let guard = self.guard(1);
        plan.push(Statement::block(format!("if {guard}:"), vec![Statement::line(call)]));
    }

    /// A function that a guard chooses, or defines.
    fn chosen_function(&mut self, plan: &mut Vec<Statement>) {
        let (name, result, guard) = (self.fresh("h"), self.fresh("a"), self.guard(1));
        let (one, other) =
            (self.expression(Kind::Text, Heat::Cold, 1), self.expression(Kind::Text, Heat::Cold, 1));
        match self.random.below(4) {
            0 => plan.push(Statement::Arms(vec![
                (
                    format!("if {guard}:"),
                    vec![Statement::block(
                        format!("def {name}():"),
                        vec![Statement::line(format!("return {one}"))],
                    )],
                ),
                (
                    "else:".to_owned(),
                    vec![Statement::block(
                        format!("def {name}():"),
                        vec![Statement::line(format!("return {other}"))],
                    )],
                ),
            ])),
            1 => plan.push(Statement::line(format!(
                "{name} = [lambda t={one}: t, lambda t={other}: t][bool({guard})]"
            ))),
            2 => plan.push(Statement::line(format!(
                "{name} = {{True: lambda: {one}, False: lambda: {other}}}[bool({guard})]"
            ))),
            _ => plan
                .push(Statement::line(format!("{name} = (lambda: {one}) if {guard} else (lambda: {other})"))),
        }
        plan.push(Statement::line(format!("{result} = {name}()")));
        self.declare(&result, Kind::Text, false, true);
    }

    /// A function with an effect, called by a builtin as often as data says.
    fn callback(&mut self, plan: &mut Vec<Statement>) {
        let log = self.fresh("a");
        plan.push(Statement::line(format!("{log} = []")));
        let heat = if self.hot_guards { Heat::Any } else { Heat::Cold };
        let texts = self.expression(Kind::Texts, heat, 1);
        let guard = self.guard(1);
        let line = match self.random.below(6) {
            0 => format!("list(map({log}.append, {texts}))"),
            1 => format!("[{log}.append(\"x\") for t in {texts} if {guard}]"),
            2 => format!("any({log}.append(\"x\") or {guard} for t in [\"al\", \"be\"])"),
            3 => format!("sorted({texts}, key=lambda t: {log}.append(\"x\") or len(t))"),
            4 => format!("list(filter(lambda t: {log}.append(\"x\"), {texts}))"),
            _ => format!("({guard}) and {log}.append(\"x\")"),
        };
        plan.push(Statement::line(line));
        self.declare(&log, Kind::Texts, false, true);
    }

    /// An iterator that is used up as far as a guard says.
    fn iterator(&mut self, plan: &mut Vec<Statement>) {
        let (name, rest) = (self.fresh("t"), self.fresh("a"));
        let texts = self.expression(Kind::Texts, Heat::Cold, 1);
        plan.push(Statement::line(format!("{name} = iter({texts})")));
        let (guard, word) = (self.guard(1), self.expression(Kind::Text, Heat::Cold, 0));
        let line = match self.random.below(5) {
            0 => format!("list({name})"),
            1 => format!("{word} in {name}"),
            2 => format!("[*{name}]"),
            _ => format!("next({name}, \"no\")"),
        };
        plan.push(Statement::block(format!("if {guard}:"), vec![Statement::line(line)]));
        plan.push(Statement::line(format!("{rest} = list({name})")));
        self.declare(&rest, Kind::Texts, false, true);
    }

    /// A call of a child where a guard or a loop decides whether it is made.
    fn agent_call_somewhere(&mut self, plan: &mut Vec<Statement>) {
        let known = self.variables.len();
        let mut body = Vec::new();
        let name = self.fresh("w");
        let head = match self.random.below(4) {
            0 => {
                let guard = self.guard(1);
                format!("if {guard}:")
            }
            1 => {
                self.declare(&name, Kind::Number, false, false);
                let most = self.expression(Kind::Number, Heat::Cold, 1);
                format!("for {name} in range({most} % 6):")
            }
            _ => {
                let texts = self.expression(Kind::Texts, Heat::Cold, 1);
                self.declare(&name, Kind::Text, false, false);
                format!("for {name} in {texts}[:6]:")
            }
        };
        let guard = self.guard(1);
        let mut inner = Vec::new();
        self.agent_call(&mut inner);
        if self.random.chance(50) {
            inner.push(Statement::line(if head.starts_with("if") { "pass" } else { "break" }));
        }
        body.push(Statement::block(format!("if {guard}:"), inner));
        self.variables.truncate(known);
        plan.push(Statement::block(head, body));
    }

    fn assign_new(&mut self, plan: &mut Vec<Statement>) {
        let kind = *self.random.pick(&KINDS);
        let hot = self.random.chance(12);
        let heat = if hot { Heat::Any } else { Heat::Cold };
        let value = self.expression(kind, heat, 2);
        let name = self.fresh("a");
        plan.push(Statement::line(format!("{name} = {value}")));
        self.declare(&name, kind, hot, true);
    }

    fn assign(&mut self, plan: &mut Vec<Statement>) {
        let Some((name, kind, heat)) = self.target(&KINDS) else { return self.assign_new(plan) };
        let value = self.expression(kind, heat, 1 + self.depth.min(1));
        let line = match kind {
            Kind::Text if self.random.chance(50) => format!("{name} = ({name} + {value})[-12:]"),
            Kind::Number if self.random.chance(50) => format!("{name} += {value}"),
            Kind::Texts | Kind::Numbers if self.random.chance(40) && self.loops == 0 => {
                format!("{name} += {value}")
            }
            _ => format!("{name} = {value}"),
        };
        plan.push(Statement::line(line));
    }

    /// Two names for one thing.
    fn alias(&mut self, plan: &mut Vec<Statement>) {
        let Some((name, kind, heat)) = self.changeable() else { return self.assign_new(plan) };
        let alias = self.fresh("a");
        let value = match self.random.below(4) {
            0 => {
                let other = self.expression(kind, heat, 1);
                let guard = self.guard(1);
                format!("{name} if {guard} else {other}")
            }
            1 => format!("[{name}][0]"),
            2 => format!("{{\"k\": {name}}}[\"k\"]"),
            _ => name,
        };
        plan.push(Statement::line(format!("{alias} = {value}")));
        self.declare(&alias, kind, heat != Heat::Cold, true);
    }

    fn mutate(&mut self, plan: &mut Vec<Statement>) {
        let Some((name, kind, heat)) = self.changeable() else { return self.assign_new(plan) };
        let text = self.expression(Kind::Text, heat, 1);
        let number = self.expression(Kind::Number, heat, 1);
        let line = match kind {
            Kind::Numbers | Kind::Texts => {
                let item = if kind == Kind::Numbers { number.clone() } else { text };
                match self.random.below(9) {
                    0..=3 => format!("{name}.append({item})"),
                    4 => format!("{name}.insert(0, {item})"),
                    5 => format!("{name}.sort()"),
                    6 => format!("del {name}[1:]"),
                    7 => format!("{name}[0:1] = [{item}]"),
                    _ => format!("{name} and {name}.pop()"),
                }
            }
            Kind::Table => match self.random.below(5) {
                0..=1 => format!("{name}[{text}] = {number}"),
                2 => format!("{name}.setdefault({text}, {number})"),
                3 => format!("{name}.pop({text}, None)"),
                _ => format!("{name}.update({{{text}: {number}}})"),
            },
            Kind::Set => match self.random.below(3) {
                0..=1 => format!("{name}.add({text})"),
                _ => format!("{name}.discard({text})"),
            },
            _ => match self.random.below(4) {
                0 => format!("{name}.text = {text}"),
                1 => format!("{name}.add({text})"),
                2 => format!("{name}.parts.append({text})"),
                _ => format!("{name}.parts = [{text}]"),
            },
        };
        plan.push(Statement::line(line));
    }

    fn branch(&mut self, plan: &mut Vec<Statement>) {
        let guard = self.guard(2);
        let mut arms = vec![(format!("if {guard}:"), self.body(2))];
        if self.random.chance(25) {
            let guard = self.guard(1);
            arms.push((format!("elif {guard}:"), self.body(2)));
        }
        if self.random.chance(45) {
            arms.push(("else:".to_owned(), self.body(2)));
        }
        plan.push(Statement::Arms(arms));
    }

    fn for_loop(&mut self, plan: &mut Vec<Statement>) {
        let name = self.fresh("w");
        let known = self.variables.len();
        let hot = self.hot_guards && self.random.chance(30);
        let heat = if hot { Heat::Any } else { Heat::Cold };
        let head = match self.random.below(5) {
            0 => {
                self.declare(&name, Kind::Number, hot, false);
                format!("for {name} in range({} % 5):", self.expression(Kind::Number, heat, 1))
            }
            1 => {
                let index = self.fresh("i");
                self.declare(&name, Kind::Text, hot, false);
                self.declare(&index, Kind::Number, false, false);
                format!("for {index}, {name} in enumerate({}[:6]):", self.expression(Kind::Texts, heat, 1))
            }
            2 => {
                self.declare(&name, Kind::Number, hot, false);
                format!("for {name} in {}[:6]:", self.expression(Kind::Numbers, heat, 1))
            }
            3 => {
                self.declare(&name, Kind::Text, false, false);
                "for ".to_owned() + &name + " in [\"al\", \"be\", \"ga\"]:"
            }
            _ => {
                self.declare(&name, Kind::Text, hot, false);
                format!("for {name} in {}[:6]:", self.expression(Kind::Texts, heat, 1))
            }
        };
        self.loops += 1;
        let body = self.body(3);
        self.loops -= 1;
        self.variables.truncate(known);
        let mut arms = vec![(head, body)];
        if self.random.chance(15) {
            arms.push(("else:".to_owned(), self.body(1)));
        }
        plan.push(Statement::Arms(arms));
    }

    fn while_loop(&mut self, plan: &mut Vec<Statement>) {
        let counter = self.fresh("i");
        plan.push(Statement::line(format!("{counter} = 0")));
        self.declare(&counter, Kind::Number, false, false);
        let guard = self.guard(1);
        let mut body = vec![Statement::line(format!("{counter} += 1"))];
        self.loops += 1;
        body.extend(self.body(2));
        self.loops -= 1;
        let most = 1 + self.random.below(4);
        let head = if self.random.chance(50) {
            format!("while {counter} < {most}:")
        } else {
            format!("while {counter} < {most} and ({guard}):")
        };
        plan.push(Statement::block(head, body));
    }

    fn try_statement(&mut self, plan: &mut Vec<Statement>) {
        let mut body = Vec::new();
        self.tries += 1;
        if self.random.chance(50) {
            body.extend(self.body(1));
        }
        body.push(self.failing());
        if self.random.chance(60) {
            body.extend(self.body(2));
        }
        self.tries -= 1;
        let mut arms = vec![("try:".to_owned(), body)];
        let error = *self.random.pick(&[
            "Exception",
            "ValueError",
            "(KeyError, IndexError)",
            "RuntimeError",
            "ZeroDivisionError",
        ]);
        let finally = self.random.chance(25);
        if !finally || self.random.chance(70) {
            let handler = self.body(2);
            if self.random.chance(25) {
                let known = self.fresh("a");
                let mut said = vec![Statement::line(format!("{known} = type(e).__name__"))];
                said.extend(handler);
                arms.push((format!("except {error} as e:"), said));
            } else {
                arms.push((format!("except {error}:"), handler));
            }
            if self.random.chance(20) {
                arms.push(("else:".to_owned(), self.body(1)));
            }
        }
        if finally {
            arms.push(("finally:".to_owned(), self.body(1)));
        }
        plan.push(Statement::Arms(arms));
    }

    /// A statement that may raise.
    fn failing(&mut self) -> Statement {
        let guard = self.guard(1);
        let heat = if self.hot_guards { Heat::Any } else { Heat::Cold };
        let name = self.fresh("a");
        match self.random.below(7) {
            0 => Statement::block(format!("if {guard}:"), vec![Statement::line("raise ValueError(\"bad\")")]),
            1 => Statement::line(format!("{name} = 6 // ({})", self.expression(Kind::Number, heat, 1))),
            2 => Statement::line(format!("{name} = int({})", self.expression(Kind::Text, heat, 1))),
            3 => Statement::line(format!(
                "{name} = {}[{}]",
                self.expression(Kind::Texts, heat, 1),
                self.expression(Kind::Number, heat, 1)
            )),
            4 => Statement::line(format!(
                "{name} = {}[{}]",
                self.expression(Kind::Table, heat, 1),
                self.expression(Kind::Text, heat, 1)
            )),
            5 if self.hot_guards => Statement::line("risky()"),
            _ => Statement::line(format!("assert {guard}")),
        }
    }

    fn function(&mut self, plan: &mut Vec<Statement>) {
        let name = self.fresh("f");
        let result = *self.random.pick(&[Kind::Number, Kind::Text]);
        let pairs: Vec<(String, Kind)> = (0..self.random.below(3))
            .map(|_| (self.fresh("p"), *self.random.pick(&[Kind::Text, Kind::Number, Kind::Texts])))
            .collect();
        let before = self.variables.clone();
        // Giving an outer variable a new value would make it the function's own.
        self.variables.iter_mut().for_each(|variable| variable.assignable = false);
        for (parameter, kind) in &pairs {
            self.declare(parameter, *kind, false, true);
        }
        let mut head: Vec<String> = pairs.iter().map(|(parameter, _)| parameter.clone()).collect();
        if self.random.chance(30) {
            let parameter = self.fresh("p");
            head.push(format!("{parameter}=[\"al\"]"));
            self.declare(&parameter, Kind::Texts, false, true);
        }
        let loops = std::mem::take(&mut self.loops);
        self.in_function = Some(result);
        self.depth += 1;
        let mut body = Vec::new();
        if self.random.chance(30) {
            // Its own variable, which a function within it writes.
            let (cell, inner, value) = (self.fresh("c"), self.fresh("g"), self.literal(Kind::Number));
            body.push(Statement::line(format!("{cell} = {value}")));
            let write = self.expression(Kind::Number, Heat::Cold, 1);
            body.push(Statement::block(
                format!("def {inner}():"),
                vec![
                    Statement::line(format!("nonlocal {cell}")),
                    Statement::line(format!("{cell} = {write}")),
                ],
            ));
            let guard = self.guard(1);
            if self.random.chance(50) {
                body.push(Statement::block(
                    format!("if {guard}:"),
                    vec![Statement::line(format!("{inner}()"))],
                ));
            } else {
                body.push(Statement::line(format!("{inner}()")));
            }
            self.declare(&cell, Kind::Number, false, false);
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(&mut body);
        }
        let value = self.expression(result, Heat::Cold, 1);
        body.push(Statement::line(format!("return {value}")));
        self.depth -= 1;
        self.in_function = None;
        self.loops = loops;
        self.variables = before;
        plan.push(Statement::block(format!("def {name}({}):", head.join(", ")), body));
        let parameters = pairs.into_iter().map(|(_, kind)| kind).collect();
        self.functions.push(Function { name, parameters, result });
    }

    fn recursion(&mut self, plan: &mut Vec<Statement>) {
        let name = self.fresh("r");
        let known = self.variables.len();
        self.declare("k", Kind::Number, false, false);
        self.declare("acc", Kind::Text, false, false);
        let (guard, step) = (self.guard(1), self.expression(Kind::Text, Heat::Cold, 1));
        self.variables.truncate(known);
        let stop = if self.random.chance(50) { format!("k <= 0 or {guard}") } else { "k <= 0".to_owned() };
        plan.push(Statement::block(
            format!("def {name}(k, acc):"),
            vec![
                Statement::block(format!("if {stop}:"), vec![Statement::line("return acc")]),
                Statement::line(format!("return {name}(min(k, 4) - 1, (acc + {step})[-12:])")),
            ],
        ));
        self.functions.push(Function {
            name,
            parameters: vec![Kind::Number, Kind::Text],
            result: Kind::Text,
        });
    }

    fn generator_function(&mut self, plan: &mut Vec<Statement>) {
        if self.in_function.is_some() || self.depth > 0 {
            return self.assign(plan);
        }
        let (name, result) = (self.fresh("g"), self.fresh("a"));
        let (source, guard) = (self.expression(Kind::Texts, Heat::Cold, 1), self.guard(1));
        plan.push(Statement::block(
            format!("def {name}():"),
            vec![Statement::block(
                format!("for t in {source}[:6]:"),
                vec![Statement::line("yield t + \"!\"")],
            )],
        ));
        let stops = Statement::block(format!("if {guard}:"), vec![Statement::line("break")]);
        plan.push(Statement::line(format!("{result} = []")));
        plan.push(Statement::block(
            format!("for t in {name}():"),
            vec![stops, Statement::line(format!("{result}.append(t)"))],
        ));
        self.declare(&result, Kind::Texts, false, true);
    }

    fn match_statement(&mut self, plan: &mut Vec<Statement>) {
        let subject = if self.hot_guards && self.random.chance(70) {
            self.variable(Kind::Number, Heat::Hot).unwrap_or_else(|| "count()".to_owned())
        } else {
            self.expression(Kind::Number, Heat::Cold, 1)
        };
        let arms = vec![
            ("case 0 | 1:".to_owned(), self.body(2)),
            ("case 2:".to_owned(), self.body(1)),
            ("case _:".to_owned(), self.body(1)),
        ];
        let cases = arms.into_iter().map(|(head, body)| Statement::block(head, body)).collect();
        plan.push(Statement::block(format!("match {subject}:"), cases));
    }

    fn tool_call(&mut self, plan: &mut Vec<Statement>) {
        let heat = if self.random.chance(25) { Heat::Any } else { Heat::Cold };
        let text = self.expression(Kind::Text, heat, 1);
        let name = self.fresh("a");
        match self.random.below(5) {
            0 => {
                plan.push(Statement::line(format!("{name} = fetch()")));
                self.declare(&name, Kind::Text, true, true);
            }
            1 => plan.push(Statement::line(format!("note(text={text})"))),
            2 => {
                plan.push(Statement::line(format!("{name} = recall()")));
                self.declare(&name, Kind::Text, false, true);
            }
            _ => plan.push(Statement::line(format!("send(text={text})"))),
        }
    }

    fn agent_call(&mut self, plan: &mut Vec<Statement>) {
        let children = children(self.agent);
        if children.is_empty() {
            return self.tool_call(plan);
        }
        self.agent_calls -= 1;
        let child = *self.random.pick(children);
        let message = if self.computed_messages && self.random.chance(75) {
            self.expression(Kind::Text, Heat::Cold, 2)
        } else {
            "\"Go on.\"".to_owned()
        };
        let heat = if self.hot_guards && self.random.chance(30) { Heat::Any } else { Heat::Cold };
        let text = self.expression(Kind::Text, heat, 1);
        let number = self.expression(Kind::Number, Heat::Cold, 1);
        let secret = self.variable(Kind::Text, Heat::Hot).unwrap_or_else(|| "fetch()".to_owned());
        let call =
            format!("{child}({message}, variables={{\"p\": {text}, \"q\": {number}, \"u\": {secret}}})");
        let name = self.fresh("a");
        if self.random.chance(30) {
            plan.push(Statement::line(format!("{name} = \"none\"")));
            plan.push(Statement::Arms(vec![
                ("try:".to_owned(), vec![Statement::line(format!("{name} = {call}"))]),
                ("except RuntimeError:".to_owned(), self.body(1)),
            ]));
        } else {
            plan.push(Statement::line(format!("{name} = {call}")));
        }
        self.declare(&name, Kind::Text, true, true);
    }
}
