//! Statements of generated programs.

use super::play::{AGENTS, children};
use super::program::{Program, Statement, mentions, text};
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
pub struct Variable {
    name: String,
    kind: Kind,
    hot: bool,
    /// Whether a statement may give it a new value.
    pub assignable: bool,
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
    /// In how many of a hundred guards untrusted data decides. In none, it decides nothing else either.
    pub hot_guards: usize,
    /// Whether messages to children are computed, and not written out.
    pub computed_messages: bool,
    /// How many statements the root's plan has, nested ones left out.
    pub size: usize,
}

/// Makes the plans of one program.
pub struct Generator<'r> {
    pub random: &'r mut Random,
    pub hot_guards: bool,
    pub hot_share: usize,
    pub functions: Vec<Function>,
    computed_messages: bool,
    pub variables: Vec<Variable>,
    agent: &'static str,
    pub depth: usize,
    pub loops: usize,
    pub in_function: Option<Kind>,
    names: usize,
    agent_calls: usize,
    /// The children that the plan calls.
    called: Vec<&'static str>,
}

/// The program of a seed.
pub fn generate(random: &mut Random, taste: Taste) -> Program {
    let mut program = Program::default();
    let mut reached = vec![""];
    for agent in AGENTS {
        // A plan that no other can come to is no part of the program.
        if !reached.contains(&agent) {
            continue;
        }
        let mut generator = Generator {
            random,
            hot_guards: taste.hot_guards > 0,
            hot_share: taste.hot_guards,
            functions: Vec::new(),
            computed_messages: taste.computed_messages,
            variables: Vec::new(),
            agent,
            depth: 0,
            loops: 0,
            in_function: None,
            names: 0,
            agent_calls: 3,
            called: Vec::new(),
        };
        let size = if agent.is_empty() { taste.size } else { taste.size / 3 };
        program.plans.insert(agent, generator.plan(size));
        reached.extend(generator.called.iter().map(|child| if *child == "low" { "mid/low" } else { *child }));
    }
    program
}

impl Generator<'_> {
    fn plan(&mut self, size: usize) -> Vec<Statement> {
        let mut before = self.given();
        let mut plan = Vec::new();
        for _ in 0..2 + self.random.below(3) {
            let kind = *self.random.pick(&KINDS);
            let value = self.literal(kind);
            let name = self.fresh("a");
            before.push((name.clone(), Statement::line(format!("{name} = {value}"))));
            self.declare(&name, kind, false, true);
        }
        for _ in 0..size {
            self.statement(&mut plan);
        }
        if self.agent.is_empty() {
            if self.random.chance(60) && self.agent_calls > 0 {
                self.agent_call(&mut plan);
            }
        } else {
            if self.random.chance(30) && self.agent_calls > 0 {
                self.agent_call(&mut plan);
            }
            let heat = if self.random.chance(60) { Heat::Cold } else { Heat::Any };
            let answer = self.expression(Kind::Text, heat, 2);
            plan.push(Statement::line(format!("return {answer}")));
        }
        // What the plan does not use is not written down.
        let mut used = text(&plan);
        let mut start = Vec::new();
        for (name, statement) in before.into_iter().rev() {
            if mentions(&used, &name) > 0 {
                start.push(statement);
                used.push_str(&text(&start[start.len() - 1..]));
            }
        }
        start.reverse();
        start.append(&mut plan);
        start
    }

    /// What a plan may use from its start: a class, and what it is given.
    fn given(&mut self) -> Vec<(String, Statement)> {
        let add = Statement::block(
            "def add(self, part):",
            vec![Statement::line("self.parts.append(part)"), Statement::line("return self")],
        );
        let mut given = Vec::new();
        if self.random.chance(70) {
            let make = Statement::block(
                "def __init__(self, text, parts=None):",
                vec![
                    Statement::line("self.text = text"),
                    Statement::line("self.parts = parts if parts is not None else []"),
                ],
            );
            given.push(("Item".to_owned(), Statement::block("class Item:", vec![make, add])));
        } else {
            let import = Statement::line("from dataclasses import dataclass, field");
            given.push(("dataclass".to_owned(), import));
            let fields = ["text: str", "parts: list = field(default_factory=list)"].map(Statement::line);
            let body = fields.into_iter().chain([add]).collect();
            given.push(("Item".to_owned(), Statement::block("@dataclass\nclass Item:", body)));
        }
        let variables: &[(&str, Kind)] = if self.agent.is_empty() {
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
        for (name, kind) in variables {
            let line = Statement::line(format!("{name} = get_variable(\"{name}\")"));
            given.push(((*name).to_owned(), line));
            let hot = self.agent.is_empty() || *name == "u";
            self.declare(name, *kind, hot, false);
        }
        given
    }

    /// Whether nothing here tells whether an operation on untrusted data failed.
    pub fn may_fail_on_data(&self) -> bool {
        self.agent.is_empty() && self.in_function.is_none()
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

    pub fn declare(&mut self, name: &str, kind: Kind, hot: bool, assignable: bool) {
        self.variables.push(Variable { name: name.to_owned(), kind, hot, assignable });
    }

    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A variable that may get a new value, with its kind.
    fn target(&mut self, kinds: &[Kind]) -> Option<(String, Kind, Heat)> {
        self.known(|variable| variable.assignable && kinds.contains(&variable.kind))
    }

    /// A variable whose value may be changed in place, with its kind.
    pub fn changeable(&mut self) -> Option<(String, Kind, Heat)> {
        let containers = [Kind::Numbers, Kind::Texts, Kind::Table, Kind::Set, Kind::Item];
        self.known(|variable| containers.contains(&variable.kind))
    }

    pub fn known(&mut self, suits: impl Fn(&Variable) -> bool) -> Option<(String, Kind, Heat)> {
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

    pub fn statement(&mut self, plan: &mut Vec<Statement>) {
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
            // A `try` tells whether an operation on untrusted data failed: that is a guard, too.
            21..=22 if compound && self.hot_guards => self.try_statement(plan),
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

    pub fn assign(&mut self, plan: &mut Vec<Statement>) {
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
        // A key or member by untrusted data decides what is changed.
        let decides = self.hot_guards || !matches!(kind, Kind::Table | Kind::Set);
        let text = self.expression(Kind::Text, if decides { heat } else { Heat::Cold }, 1);
        let number = self.expression(Kind::Number, heat, 1);
        let line = match kind {
            Kind::Numbers | Kind::Texts => {
                let item = if kind == Kind::Numbers { number.clone() } else { text };
                match self.random.below(9) {
                    0..=3 => format!("{name}.append({item})"),
                    4 => format!("{name}.insert(0, {item})"),
                    // An order by untrusted elements is one that they decide.
                    5 if self.hot_guards || heat == Heat::Cold => format!("{name}.sort()"),
                    6 => format!("del {name}[1:]"),
                    // Whether there is an element is something that untrusted data may decide.
                    7 if self.hot_guards || heat == Heat::Cold => format!("{name} and {name}.pop()"),
                    _ => format!("{name}[0:1] = [{item}]"),
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
        let hot = self.random.chance(30) && self.decides();
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
        if self.random.chance(50) {
            body.extend(self.body(1));
        }
        body.push(self.failing());
        if self.random.chance(60) {
            body.extend(self.body(2));
        }
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
        let heat = if self.decides() { Heat::Any } else { Heat::Cold };
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
            5 if self.decides() => Statement::line("risky()"),
            _ => Statement::line(format!("assert {guard}")),
        }
    }

    fn match_statement(&mut self, plan: &mut Vec<Statement>) {
        let subject = if self.decides() {
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
            0 if self.hot_guards || self.may_fail_on_data() => {
                plan.push(Statement::line(format!("{name} = fetch()")));
                self.declare(&name, Kind::Text, true, true);
            }
            1 if self.hot_guards || heat == Heat::Cold => {
                plan.push(Statement::line(format!("note(text={text})")));
            }
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
        self.called.push(child);
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
        if self.random.chance(30) && self.hot_guards {
            plan.push(Statement::line(format!("{name} = \"none\"")));
            plan.push(Statement::Arms(vec![
                ("try:".to_owned(), vec![Statement::line(format!("{name} = {call}"))]),
                ("except RuntimeError:".to_owned(), self.body(1)),
            ]));
        } else {
            plan.push(Statement::line(format!("{name} = {call}")));
        }
        let assignable = self.hot_guards || self.may_fail_on_data();
        self.declare(&name, Kind::Text, true, assignable);
    }
}
