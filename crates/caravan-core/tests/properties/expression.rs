//! Expressions of generated programs: well-typed, total unless said otherwise, and seldom untrusted data where a trusted
//! text is wanted, so that a gate has something to let through.

use super::generator::{Generator, Heat, Kind};
use super::inputs::WORDS;

impl Generator<'_> {
    /// An expression of a kind.
    pub fn expression(&mut self, kind: Kind, heat: Heat, depth: usize) -> String {
        if heat == Heat::Any && !self.hot_guards {
            return self.data_only(kind, depth);
        }
        if depth == 0 || self.random.chance(30) {
            if let Some(name) = self.variable(kind, heat)
                && self.random.chance(75)
            {
                return name;
            }
            if depth == 0 {
                return self.literal(kind);
            }
        }
        if self.random.chance(12) {
            return self.chosen(kind, heat, depth);
        }
        match kind {
            Kind::Number => self.number(heat, depth),
            Kind::Text => self.text(heat, depth),
            Kind::Truth => self.truth(heat, depth),
            Kind::Numbers => self.numbers(heat, depth),
            Kind::Texts => self.texts(heat, depth),
            Kind::Table => self.table(heat, depth),
            Kind::Set => {
                let inner = self.expression(Kind::Texts, heat, depth - 1);
                format!("set({inner})")
            }
            Kind::Item => {
                let text = self.expression(Kind::Text, heat, depth - 1);
                if self.random.chance(50) {
                    let texts = self.expression(Kind::Texts, heat, depth - 1);
                    format!("Item({text}, {texts})")
                } else {
                    format!("Item({text})")
                }
            }
        }
    }

    /// An expression that may hold untrusted data, which decides nothing in it: not even whether it fails where that
    /// would be noticed, in a function or a child.
    fn data_only(&mut self, kind: Kind, depth: usize) -> String {
        if !self.may_fail_on_data() {
            return self.expression(kind, Heat::Cold, depth);
        }
        let text = self.hot(Kind::Text);
        let number = self.hot(Kind::Number);
        let (word, other) = (self.cold(Kind::Text, depth), self.cold(Kind::Number, depth));
        match (kind, self.random.below(3)) {
            (Kind::Text, 0) => format!("{text} + {word}"),
            (Kind::Text, 1) => format!("f\"{{{text}}} {{{number}}}\""),
            (Kind::Text, _) => format!("str({number} + {other})"),
            (Kind::Number, 0) => format!("len({text})"),
            (Kind::Number, _) => format!("{number} + {other}"),
            (Kind::Texts, _) => format!("[{text}, {word}]"),
            (Kind::Numbers, _) => format!("[{other}, {number}]"),
            (Kind::Table, _) => format!("{{{word}: {number}}}"),
            (Kind::Item, _) => format!("Item({text}, [{word}])"),
            _ => self.expression(kind, Heat::Cold, depth),
        }
    }

    pub fn literal(&mut self, kind: Kind) -> String {
        let word = format!("\"{}\"", self.random.pick(&WORDS));
        let number = self.random.below(4);
        match kind {
            Kind::Number => number.to_string(),
            Kind::Text => word,
            Kind::Truth => ["True", "False"][number % 2].to_owned(),
            Kind::Numbers => ["[]", "[1, 2]", "[3, 0, 1]", "[2]"][number].to_owned(),
            Kind::Texts => {
                ["[]", "[\"al\", \"be\"]", "[\"ga\", \"de\", \"al\"]", "[\"ep\"]"][number].to_owned()
            }
            Kind::Table => {
                ["{}", "{\"al\": 1, \"be\": 2}", "{\"ga\": 0, \"de\": 3}", "{\"ep\": 1}"][number].to_owned()
            }
            Kind::Set => ["set()", "{\"al\", \"be\"}", "{\"ga\"}", "{\"de\", \"ep\"}"][number].to_owned(),
            Kind::Item => format!("Item({word})"),
        }
    }

    /// What a guard picks of trusted values.
    fn chosen(&mut self, kind: Kind, heat: Heat, depth: usize) -> String {
        let (a, b) = (self.expression(kind, heat, depth - 1), self.expression(kind, heat, depth - 1));
        let guard = self.guard(depth - 1);
        match self.random.below(5) {
            0 | 1 => format!("({a} if {guard} else {b})"),
            2 => format!("[{a}, {b}][bool({guard})]"),
            3 => format!("(({guard}) and {a} or {b})"),
            _ => format!("{{True: {a}, False: {b}}}[bool({guard})]"),
        }
    }

    /// A truth value that untrusted data decides, where this program may have such guards.
    pub fn guard(&mut self, depth: usize) -> String {
        if !self.random.chance(self.hot_share) {
            return self.truth(Heat::Cold, depth.min(1));
        }
        let word = self.random.pick(&WORDS).to_string();
        let number = self.random.below(5);
        let text = self.hot(Kind::Text);
        let many = self.hot(Kind::Number);
        let texts = self.hot(Kind::Texts);
        let numbers = self.hot(Kind::Numbers);
        match self.random.below(14) {
            0 | 1 => format!("\"{word}\" in {text}"),
            2 => format!("{text}.startswith(\"{word}\")"),
            3 => format!("{many} > {number}"),
            4 => format!("{many} == {number}"),
            5 => format!("len({texts}) > {}", number % 3),
            6 => numbers,
            7 => format!("{} in {text}", self.expression(Kind::Text, Heat::Cold, depth.min(1))),
            8 => format!("{} < {many}", self.expression(Kind::Number, Heat::Cold, depth.min(1))),
            9 => format!("{number} in {numbers}"),
            10 => format!("any(\"{word}\" in t for t in {texts})"),
            11 => format!("not {many} % 2"),
            12 => {
                let (a, b) = (self.truth(Heat::Cold, 0), format!("\"{word}\" in {text}"));
                format!("({a} or {b})")
            }
            _ => format!("len({text}) % 2 == {}", number % 2),
        }
    }

    /// Whether untrusted data is to decide something here.
    pub fn decides(&mut self) -> bool {
        self.hot_guards && self.random.chance(self.hot_share)
    }

    /// A variable that holds untrusted data, or an input if there is none at hand.
    fn hot(&mut self, kind: Kind) -> String {
        self.variable(kind, Heat::Hot).unwrap_or_else(|| match kind {
            Kind::Number => "count()".to_owned(),
            Kind::Texts => "fetch().split(\" \")".to_owned(),
            Kind::Numbers => "[count()]".to_owned(),
            _ => "fetch()".to_owned(),
        })
    }

    fn number(&mut self, heat: Heat, depth: usize) -> String {
        let depth = depth - 1;
        match self.random.below(13) {
            0 | 1 => {
                let (a, b) =
                    (self.expression(Kind::Number, heat, depth), self.expression(Kind::Number, heat, depth));
                let operator = *self.random.pick(&["+", "-", "*"]);
                format!("({a} {operator} {b}) % 7")
            }
            2 => format!("len({})", self.expression(Kind::Text, heat, depth)),
            3 => format!("len({})", self.expression(Kind::Texts, heat, depth)),
            4 => {
                let key = if self.decides() {
                    format!("{}[:2]", self.hot(Kind::Text))
                } else {
                    self.expression(Kind::Text, heat, depth)
                };
                format!("{}.get({key}, 0)", self.expression(Kind::Table, heat, depth))
            }
            5 => format!("sum({})", self.expression(Kind::Numbers, heat, depth)),
            6 => format!("max({} + [0])", self.expression(Kind::Numbers, heat, depth)),
            7 => {
                let (list, at) = (self.expression(Kind::Numbers, heat, depth), self.index(depth));
                format!("([0] + {list})[({at}) % (1 + len({list}))]")
            }
            8 => format!("abs({})", self.expression(Kind::Number, heat, depth)),
            9 => format!("len({})", self.expression(Kind::Set, heat, depth)),
            10 => "clock()".to_owned(),
            11 => self.call(Kind::Number, heat, depth),
            _ => {
                let guard = self.guard(depth);
                let texts = self.cold(Kind::Texts, depth);
                format!("len([t for t in {texts} if {guard}])")
            }
        }
    }

    /// A number to index by, often untrusted.
    fn index(&mut self, depth: usize) -> String {
        if self.decides() {
            self.hot(Kind::Number)
        } else {
            self.expression(Kind::Number, Heat::Cold, depth.min(1))
        }
    }

    fn cold(&mut self, kind: Kind, depth: usize) -> String {
        self.expression(kind, Heat::Cold, depth.min(1))
    }

    fn text(&mut self, heat: Heat, depth: usize) -> String {
        let depth = depth - 1;
        match self.random.below(17) {
            0 | 1 => {
                let (a, b) =
                    (self.expression(Kind::Text, heat, depth), self.expression(Kind::Text, heat, depth));
                format!("{a} + {b}")
            }
            2 => format!("str({})", self.expression(Kind::Number, heat, depth)),
            3 => format!("f\"to {{ {} }}\"", self.expression(Kind::Number, heat, depth).replace('"', "'")),
            4 => format!("\"-\".join({})", self.expression(Kind::Texts, heat, depth)),
            5 => {
                let method = *self.random.pick(&["upper()", "strip()", "title()", "replace(\"a\", \"o\")"]);
                format!("({}).{method}", self.expression(Kind::Text, heat, depth))
            }
            6 => format!("({})[:2]", self.expression(Kind::Text, heat, depth)),
            7 | 8 => {
                let (list, at) = (self.expression(Kind::Texts, heat, depth), self.index(depth));
                format!("([\"no\"] + {list})[({at}) % (1 + len({list}))]")
            }
            9 => format!("{}.text", self.expression(Kind::Item, heat, depth)),
            10 => format!("\"-\".join({}.parts)", self.expression(Kind::Item, heat, depth)),
            11 => format!("\"-\".join({})", self.expression(Kind::Table, heat, depth)),
            12 => self.call(Kind::Text, heat, depth),
            13 if self.decides() => {
                let texts = self.cold(Kind::Texts, depth);
                let text = self.hot(Kind::Text);
                let pick = *self.random.pick(&["max", "min"]);
                format!("{pick}([\"no\"] + {texts}, key=lambda t: {text}.count(t))")
            }
            14 if self.decides() => {
                let texts = self.cold(Kind::Texts, depth);
                let guard = self.guard(depth);
                format!("next((t for t in {texts} if {guard}), \"no\")")
            }
            15 => "recall()".to_owned(),
            _ => format!("\"x\" * ({} % 4)", self.expression(Kind::Number, heat, depth)),
        }
    }

    fn truth(&mut self, heat: Heat, depth: usize) -> String {
        if depth == 0 {
            return self.variable(Kind::Truth, heat).unwrap_or_else(|| self.literal(Kind::Truth));
        }
        let depth = depth - 1;
        match self.random.below(7) {
            0 => {
                let operator = *self.random.pick(&["<", ">", "==", "!=", "<="]);
                let (a, b) =
                    (self.expression(Kind::Number, heat, depth), self.expression(Kind::Number, heat, depth));
                format!("({a} {operator} {b})")
            }
            1 => {
                let (a, b) =
                    (self.expression(Kind::Text, heat, depth), self.expression(Kind::Text, heat, depth));
                format!("({a} == {b})")
            }
            2 => {
                let container = *self.random.pick(&[Kind::Texts, Kind::Table, Kind::Set, Kind::Text]);
                let (a, b) =
                    (self.expression(Kind::Text, heat, depth), self.expression(container, heat, depth));
                format!("({a} in {b})")
            }
            3 => format!("(not {})", self.truth(heat, depth)),
            4 => format!("({} and {})", self.truth(heat, depth), self.truth(heat, depth)),
            5 => format!("({} or {})", self.truth(heat, depth), self.truth(heat, depth)),
            _ => format!("bool({})", self.expression(Kind::Texts, heat, depth)),
        }
    }

    fn numbers(&mut self, heat: Heat, depth: usize) -> String {
        let depth = depth - 1;
        match self.random.below(7) {
            0 => format!("list(range({} % 5))", self.expression(Kind::Number, heat, depth)),
            1 => {
                let (a, b) =
                    (self.expression(Kind::Number, heat, depth), self.expression(Kind::Number, heat, depth));
                format!("[{a}, {b}]")
            }
            2 => format!("list({}.values())", self.expression(Kind::Table, heat, depth)),
            3 => format!("[len(t) % 5 for t in {}]", self.expression(Kind::Texts, heat, depth)),
            4 => format!("sorted({})", self.expression(Kind::Numbers, heat, depth)),
            5 => format!("[i * 2 % 5 for i in {} if i > 0]", self.expression(Kind::Numbers, heat, depth)),
            _ => format!("[i for i, t in enumerate({})]", self.expression(Kind::Texts, heat, depth)),
        }
    }

    fn texts(&mut self, heat: Heat, depth: usize) -> String {
        let depth = depth - 1;
        match self.random.below(11) {
            0 => {
                let (a, b) =
                    (self.expression(Kind::Text, heat, depth), self.expression(Kind::Text, heat, depth));
                format!("[{a}, {b}]")
            }
            1 => format!("list({})", self.expression(Kind::Table, heat, depth)),
            2 => format!("sorted({})", self.expression(Kind::Set, heat, depth)),
            3 => {
                let guard = self.guard(depth);
                format!("[t for t in {} if {guard}]", self.expression(Kind::Texts, heat, depth))
            }
            4 if self.decides() => {
                let text = self.hot(Kind::Text);
                format!("[t for t in {} if t in {text}]", self.expression(Kind::Texts, heat, depth))
            }
            5 if self.decides() => {
                let text = self.hot(Kind::Text);
                format!(
                    "sorted({}, key=lambda t: {text}.count(t))",
                    self.expression(Kind::Texts, heat, depth)
                )
            }
            6 => {
                let (a, b) =
                    (self.expression(Kind::Texts, heat, depth), self.expression(Kind::Texts, heat, depth));
                format!("{a} + {b}")
            }
            7 => format!("{}[:{}]", self.expression(Kind::Texts, heat, depth), self.index(depth)),
            8 => format!("{}.parts", self.expression(Kind::Item, heat, depth)),
            9 => format!("[str(i) for i in {}]", self.expression(Kind::Numbers, heat, depth)),
            _ => format!("list(reversed({}))", self.expression(Kind::Texts, heat, depth)),
        }
    }

    fn table(&mut self, heat: Heat, depth: usize) -> String {
        let depth = depth - 1;
        match self.random.below(4) {
            0 => {
                let (key, value) =
                    (self.expression(Kind::Text, heat, depth), self.expression(Kind::Number, heat, depth));
                format!("{{{key}: {value}, \"al\": 0}}")
            }
            1 => format!("{{t: len(t) % 3 for t in {}}}", self.expression(Kind::Texts, heat, depth)),
            2 => {
                let (a, b) =
                    (self.expression(Kind::Table, heat, depth), self.expression(Kind::Table, heat, depth));
                format!("({a} | {b})")
            }
            _ => {
                let guard = self.guard(depth);
                format!(
                    "{{t: i for i, t in enumerate({}) if {guard}}}",
                    self.expression(Kind::Texts, heat, depth)
                )
            }
        }
    }

    /// A call of a function of the plan, if there is one of that kind.
    fn call(&mut self, kind: Kind, heat: Heat, depth: usize) -> String {
        let known: Vec<(String, Vec<Kind>)> = self
            .functions
            .iter()
            .filter(|function| function.result == kind)
            .map(|function| (function.name.clone(), function.parameters.clone()))
            .collect();
        if known.is_empty() {
            return self.literal(kind);
        }
        let (name, parameters) = self.random.pick(&known).clone();
        let arguments: Vec<String> = parameters
            .into_iter()
            .map(|parameter| {
                if self.random.chance(30) && self.hot_guards && matches!(parameter, Kind::Text | Kind::Number)
                {
                    self.hot(parameter)
                } else {
                    self.expression(parameter, heat, depth.min(1))
                }
            })
            .collect();
        format!("{name}({})", arguments.join(", "))
    }
}
