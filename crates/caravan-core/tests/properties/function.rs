//! Functions of generated programs: nested, recursive, generators, chosen at run time, under other names, called back.

use super::generator::{Function, Generator, Heat, Kind};
use super::program::Statement;

impl Generator<'_> {
    pub fn function(&mut self, plan: &mut Vec<Statement>) {
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

    pub fn recursion(&mut self, plan: &mut Vec<Statement>) {
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

    pub fn generator_function(&mut self, plan: &mut Vec<Statement>) {
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

    /// A method or tool under another name, called under a guard.
    pub fn other_name(&mut self, plan: &mut Vec<Statement>) {
        let name = self.fresh("m");
        let text = self.expression(Kind::Text, Heat::Cold, 1);
        let (function, call) = match self.changeable() {
            // A method of untrusted data under another name counts as a function that this data chose.
            Some((list, Kind::Texts, heat)) if self.hot_guards || heat == Heat::Cold => {
                let function = match self.random.below(3) {
                    0 => format!("{list}.append"),
                    1 => format!("[{list}.append, {list}.remove][0]"),
                    _ => format!("lambda t, to={list}: to.append(t)"),
                };
                (function, format!("{name}({text})"))
            }
            Some((item, Kind::Item, _)) => (format!("{item}.add"), format!("{name}({text})")),
            _ => ("note".to_owned(), format!("{name}(text={text})")),
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
    pub fn chosen_function(&mut self, plan: &mut Vec<Statement>) {
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
    pub fn callback(&mut self, plan: &mut Vec<Statement>) {
        let log = self.fresh("a");
        plan.push(Statement::line(format!("{log} = []")));
        let heat = if self.decides() { Heat::Any } else { Heat::Cold };
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
    pub fn iterator(&mut self, plan: &mut Vec<Statement>) {
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
}
