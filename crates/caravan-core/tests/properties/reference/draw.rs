//! Programs of the core, drawn by a seed: well-typed, terminating, with texts made of trusted data where a child is told
//! them, most of the time.

use super::core::{Core, Expr, Stmt};
use crate::inputs::WORDS;
use crate::play::{AGENTS, children};
use crate::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Number,
    Text,
    Truth,
    Texts,
    Table,
}

const TYPES: [Type; 5] = [Type::Number, Type::Text, Type::Truth, Type::Texts, Type::Table];

/// The keys of every table.
const KEYS: [&str; 3] = ["al", "be", "ga"];

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Type,
    hot: bool,
    assignable: bool,
}

struct Drawing<'r> {
    random: &'r mut Random,
    agent: &'static str,
    variables: Vec<Variable>,
    functions: Vec<(String, Vec<Type>, Type)>,
    /// In how many of a hundred guards untrusted data decides.
    heat: usize,
    names: usize,
    depth: usize,
    loops: usize,
    result: Option<Type>,
    agent_calls: usize,
    called: Vec<&'static str>,
}

/// The program of a seed.
pub fn draw(random: &mut Random, size: usize) -> Core {
    let mut core = Core::default();
    let mut reached = vec![""];
    let heat = *random.pick(&[10, 30, 60]);
    for agent in AGENTS {
        if !reached.contains(&agent) {
            continue;
        }
        let mut drawing = Drawing {
            random,
            agent,
            variables: Vec::new(),
            functions: Vec::new(),
            heat,
            names: 0,
            depth: 0,
            loops: 0,
            result: None,
            agent_calls: 3,
            called: Vec::new(),
        };
        let size = if agent.is_empty() { size } else { size / 3 };
        core.plans.insert(agent, drawing.plan(size));
        reached.extend(drawing.called.iter().map(|child| if *child == "low" { "mid/low" } else { *child }));
    }
    core
}

impl Drawing<'_> {
    fn plan(&mut self, size: usize) -> Vec<Stmt> {
        let mut plan = Vec::new();
        let given: &[(&'static str, Type)] = if self.agent.is_empty() {
            &[("u", Type::Text), ("n", Type::Number), ("ws", Type::Texts)]
        } else {
            &[("p", Type::Text), ("q", Type::Number), ("u", Type::Text)]
        };
        for (name, ty) in given {
            plan.push(Stmt::Assign((*name).to_owned(), Expr::Variable(name)));
            let hot = self.agent.is_empty() || *name == "u";
            self.variables.push(Variable { name: (*name).to_owned(), ty: *ty, hot, assignable: false });
        }
        for ty in TYPES {
            let value = self.literal(ty);
            self.assign_new(ty, value, false, &mut plan);
        }
        for _ in 0..size {
            self.stmt(&mut plan);
        }
        if self.agent.is_empty() {
            if self.random.chance(70) {
                self.agent_call(&mut plan);
            }
        } else {
            if self.random.chance(25) {
                self.agent_call(&mut plan);
            }
            let hot = self.random.chance(30);
            let answer = self.expr(Type::Text, hot, 2);
            plan.push(Stmt::Return(answer));
        }
        plan
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn assign_new(&mut self, ty: Type, value: Expr, hot: bool, plan: &mut Vec<Stmt>) {
        let name = self.fresh("a");
        plan.push(Stmt::Assign(name.clone(), value));
        self.variables.push(Variable { name, ty, hot, assignable: true });
    }

    /// A variable, if there is one.
    fn pick(&mut self, suits: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let known: Vec<&Variable> = self.variables.iter().filter(|variable| suits(variable)).collect();
        if known.is_empty() { None } else { Some((*self.random.pick(&known)).clone()) }
    }

    fn body(&mut self, most: usize) -> Vec<Stmt> {
        let known = self.variables.len();
        self.depth += 1;
        let mut body = Vec::new();
        for _ in 0..1 + self.random.below(most) {
            self.stmt(&mut body);
        }
        self.depth -= 1;
        self.variables.truncate(known);
        body
    }

    fn stmt(&mut self, plan: &mut Vec<Stmt>) {
        let nests = self.depth < 3;
        match self.random.below(24) {
            0..=3 => self.assign(plan),
            4..=5 => self.append(plan),
            6 => {
                if let Some(table) = self.pick(|variable| variable.ty == Type::Table) {
                    let value = self.expr(Type::Text, table.hot, 1);
                    plan.push(Stmt::Put(table.name, KEYS[self.random.below(KEYS.len())], value));
                }
            }
            7..=11 if nests => {
                let guard = self.guard();
                let then = self.body(2);
                let other = if self.random.chance(50) { self.body(2) } else { Vec::new() };
                plan.push(Stmt::If(guard, then, other));
            }
            12..=13 if nests => self.for_loop(plan),
            14 if nests => self.while_loop(plan),
            15 if self.loops > 0 => {
                let jump = if self.random.chance(50) { Stmt::Break } else { Stmt::Continue };
                plan.push(Stmt::If(self.guard(), vec![jump], Vec::new()));
            }
            16 if nests => {
                let mut body = self.body(2);
                if self.random.chance(60) {
                    body.push(Stmt::If(self.guard(), vec![Stmt::Raise], Vec::new()));
                }
                let handler = self.body(1);
                plan.push(Stmt::Try(body, handler));
            }
            17..=18 if self.depth == 0 && self.result.is_none() => self.function(plan),
            19 => {
                let tool = *self.random.pick(&["note", "send"]);
                let hot = self.random.chance(20);
                let text = self.expr(Type::Text, hot, 1);
                plan.push(Stmt::Tell(tool, text));
            }
            20..=21 => self.agent_call(plan),
            22 => {
                if let Some(ty) = self.result {
                    let (guard, value) = (self.guard(), self.expr(ty, false, 1));
                    plan.push(Stmt::If(guard, vec![Stmt::Return(value)], Vec::new()));
                }
            }
            _ => {
                let (tool, ty, hot) = *self.random.pick(&[
                    ("fetch", Type::Text, true),
                    ("count", Type::Number, true),
                    ("clock", Type::Number, false),
                    ("recall", Type::Text, false),
                ]);
                self.assign_new(ty, Expr::Tool(tool), hot, plan);
            }
        }
    }

    fn assign(&mut self, plan: &mut Vec<Stmt>) {
        let in_function = self.result.is_some();
        if self.random.chance(60)
            && let Some(known) =
                self.pick(|variable| variable.assignable && !matches!(variable.ty, Type::Table))
        {
            let value = self.expr(known.ty, known.hot, 2);
            plan.push(Stmt::Assign(known.name, value));
            return;
        }
        let ty = *self.random.pick(&TYPES);
        let hot = self.random.chance(15) && !in_function;
        let value = self.expr(ty, hot, 2);
        self.assign_new(ty, value, hot, plan);
    }

    fn append(&mut self, plan: &mut Vec<Stmt>) {
        if let Some(list) = self.pick(|variable| variable.ty == Type::Texts) {
            let value = self.expr(Type::Text, list.hot, 1);
            plan.push(Stmt::Append(list.name, value));
        }
    }

    fn for_loop(&mut self, plan: &mut Vec<Stmt>) {
        let hot = self.random.chance(self.heat / 2);
        let list = self.expr(Type::Texts, hot, 1);
        let name = self.fresh("w");
        let known = self.variables.len();
        self.variables.push(Variable { name: name.clone(), ty: Type::Text, hot, assignable: false });
        self.loops += 1;
        let body = self.body(3);
        self.loops -= 1;
        self.variables.truncate(known);
        plan.push(Stmt::For(name, list, body));
    }

    fn while_loop(&mut self, plan: &mut Vec<Stmt>) {
        let counter = self.fresh("i");
        let name = || Box::new(Expr::Name(counter.clone()));
        let most = Box::new(Expr::Number(1 + self.random.below(3) as i64));
        let mut guard = Expr::Less(name(), most);
        if self.random.chance(50) {
            guard = Expr::And(Box::new(guard), Box::new(self.guard()));
        }
        let mut body = vec![Stmt::Assign(counter.clone(), Expr::Add(name(), Box::new(Expr::Number(1))))];
        plan.push(Stmt::Assign(counter.clone(), Expr::Number(0)));
        self.variables.push(Variable { name: counter, ty: Type::Number, hot: false, assignable: false });
        self.loops += 1;
        body.extend(self.body(2));
        self.loops -= 1;
        plan.push(Stmt::While(guard, body));
    }

    fn function(&mut self, plan: &mut Vec<Stmt>) {
        let name = self.fresh("f");
        let result = *self.random.pick(&[Type::Text, Type::Number]);
        let outer = self.variables.clone();
        // Giving an outer variable a new value would make it the function's own.
        self.variables.iter_mut().for_each(|variable| variable.assignable = false);
        let (mut parameters, mut types) = (Vec::new(), Vec::new());
        for _ in 0..self.random.below(3) {
            let (parameter, ty) =
                (self.fresh("p"), *self.random.pick(&[Type::Text, Type::Number, Type::Texts]));
            self.variables.push(Variable { name: parameter.clone(), ty, hot: false, assignable: true });
            parameters.push(parameter);
            types.push(ty);
        }
        let loops = std::mem::take(&mut self.loops);
        self.result = Some(result);
        self.depth += 1;
        let mut body = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            self.stmt(&mut body);
        }
        let value = self.expr(result, false, 1);
        body.push(Stmt::Return(value));
        self.depth -= 1;
        self.result = None;
        self.loops = loops;
        self.variables = outer;
        plan.push(Stmt::Def(name.clone(), parameters, body));
        self.functions.push((name, types, result));
    }

    fn agent_call(&mut self, plan: &mut Vec<Stmt>) {
        let known = children(self.agent);
        if known.is_empty() || self.agent_calls == 0 {
            return self.assign(plan);
        }
        self.agent_calls -= 1;
        let child = *self.random.pick(known);
        self.called.push(child);
        let message =
            if self.random.chance(75) { self.expr(Type::Text, false, 2) } else { Expr::Text("Go on.") };
        let hot = self.random.chance(30);
        let (p, q) = (self.expr(Type::Text, hot, 1), self.expr(Type::Number, false, 1));
        let u = self.hot(Type::Text);
        let variables = vec![("p", p), ("q", q), ("u", u)];
        let call = Expr::Agent { child, message: Box::new(message), variables };
        self.assign_new(Type::Text, call, true, plan);
    }

    // -- expressions

    fn literal(&mut self, ty: Type) -> Expr {
        let word = WORDS[self.random.below(WORDS.len())];
        match ty {
            Type::Number => Expr::Number(self.random.below(4) as i64),
            Type::Text => Expr::Text(word),
            Type::Truth => Expr::Truth(self.random.chance(50)),
            Type::Texts => {
                let length = self.random.below(4);
                Expr::List((0..length).map(|_| Expr::Text(WORDS[self.random.below(WORDS.len())])).collect())
            }
            Type::Table => {
                Expr::Table(KEYS.map(|key| (key, Expr::Text(WORDS[self.random.below(WORDS.len())]))).into())
            }
        }
    }

    fn hot(&mut self, ty: Type) -> Expr {
        match self.pick(|variable| variable.ty == ty && variable.hot) {
            Some(variable) => Expr::Name(variable.name),
            None if ty == Type::Number => Expr::Tool("count"),
            None => Expr::Tool("fetch"),
        }
    }

    /// A truth value that untrusted data decides, some of the time.
    fn guard(&mut self) -> Expr {
        let word = Box::new(Expr::Text(WORDS[self.random.below(WORDS.len())]));
        if !self.random.chance(self.heat) {
            return self.expr(Type::Truth, false, 1);
        }
        let number = Box::new(Expr::Number(self.random.below(5) as i64));
        match self.random.below(4) {
            0 => Expr::In(word, Box::new(self.hot(Type::Text))),
            1 => Expr::Less(number, Box::new(self.hot(Type::Number))),
            2 => Expr::Equal(Box::new(self.hot(Type::Number)), number),
            _ => {
                let cold = Box::new(self.expr(Type::Truth, false, 0));
                Expr::Or(cold, Box::new(Expr::In(word, Box::new(self.hot(Type::Text)))))
            }
        }
    }

    fn boxed(&mut self, ty: Type, hot: bool, depth: usize) -> Box<Expr> {
        Box::new(self.expr(ty, hot, depth))
    }

    fn expr(&mut self, ty: Type, hot: bool, depth: usize) -> Expr {
        if depth == 0 || self.random.chance(35) {
            if self.random.chance(75)
                && let Some(known) = self.pick(|variable| variable.ty == ty && (hot || !variable.hot))
            {
                return Expr::Name(known.name);
            }
            return self.literal(ty);
        }
        let depth = depth - 1;
        if self.random.chance(15) {
            let guard = Box::new(self.guard());
            let (then, other) = (self.boxed(ty, hot, depth), self.boxed(ty, hot, depth));
            return Expr::Choose { guard, then, other };
        }
        match (ty, self.random.below(6)) {
            (Type::Number, 0..=1) => {
                Expr::Add(self.boxed(Type::Number, hot, depth), self.boxed(Type::Number, hot, depth))
            }
            (Type::Number, 2) => Expr::Len(self.boxed(Type::Text, hot, depth)),
            (Type::Number, 3) => Expr::Len(self.boxed(Type::Texts, hot, depth)),
            (Type::Text, 0) => Expr::Str(self.boxed(Type::Number, hot, depth)),
            (Type::Text, 1) => {
                Expr::Add(self.boxed(Type::Text, hot, depth), self.boxed(Type::Text, hot, depth))
            }
            (Type::Text, 2) => {
                let at = if self.random.chance(self.heat) {
                    Box::new(self.hot(Type::Number))
                } else {
                    self.boxed(Type::Number, false, 0)
                };
                Expr::Index(self.boxed(Type::Texts, hot, 0), at)
            }
            (Type::Text, 3) => {
                let table = self.boxed(Type::Table, hot, 0);
                let key = if self.random.chance(70) {
                    Box::new(Expr::Text(KEYS[self.random.below(KEYS.len())]))
                } else {
                    self.boxed(Type::Text, hot, 0)
                };
                Expr::Index(table, key)
            }
            (Type::Text, 4) | (Type::Number, 4) => self.call(ty, hot),
            (Type::Truth, 0) => {
                Expr::Equal(self.boxed(Type::Text, hot, depth), self.boxed(Type::Text, hot, depth))
            }
            (Type::Truth, 1) => {
                Expr::Less(self.boxed(Type::Number, hot, depth), self.boxed(Type::Number, hot, depth))
            }
            (Type::Truth, 2) => {
                let whole = if self.random.chance(50) { Type::Text } else { Type::Texts };
                Expr::In(self.boxed(Type::Text, hot, depth), self.boxed(whole, hot, depth))
            }
            (Type::Truth, 3) => Expr::Not(self.boxed(Type::Truth, hot, depth)),
            (Type::Truth, 4) => {
                Expr::And(self.boxed(Type::Truth, hot, depth), self.boxed(Type::Truth, hot, depth))
            }
            (Type::Truth, _) => {
                Expr::Or(self.boxed(Type::Truth, hot, depth), self.boxed(Type::Truth, hot, depth))
            }
            (Type::Texts, 0..=2) => {
                Expr::List(vec![self.expr(Type::Text, hot, depth), self.expr(Type::Text, hot, depth)])
            }
            (Type::Table, 0..=2) => {
                Expr::Table(KEYS.map(|key| (key, self.expr(Type::Text, hot, depth))).into())
            }
            _ => self.expr(ty, hot, 0),
        }
    }

    fn call(&mut self, ty: Type, hot: bool) -> Expr {
        let known: Vec<_> = self.functions.iter().filter(|(_, _, result)| *result == ty).cloned().collect();
        if known.is_empty() || self.result.is_some() {
            return self.expr(ty, hot, 0);
        }
        let (name, parameters, _) = self.random.pick(&known).clone();
        let arguments = parameters
            .into_iter()
            .map(|ty| {
                let hot = hot || self.random.chance(self.heat / 3);
                self.expr(ty, hot, 1)
            })
            .collect();
        Expr::Call(name, arguments)
    }
}
