//! The texts that a plan can send to other agents, as far as its own text spells them out.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, ConversionFlag, ExceptHandler, Expr, ExprCall, ExprContext, InterpolatedStringElement,
    Operator, Pattern, Stmt, StmtFunctionDef,
};

use super::{Fixed, OutlinedCall, span, written};
use crate::check::survey::Survey;
use crate::code::Lines;
use crate::diagnostic::Span;

/// How many texts a message may be and still count as spelled out.
const MOST: usize = 32;

/// How many names are followed from one to the next.
const FAR: usize = 12;

/// Where the value of a name may come from.
#[derive(Clone, Copy)]
enum Origin<'a> {
    /// This expression.
    Value(&'a Expr),
    /// The elements of this one.
    Each(&'a Expr),
    /// Elsewhere.
    Unknown,
}

/// How something written down is read.
#[derive(Clone, Copy)]
enum Of {
    /// By a loop over it.
    Rounds,
    /// By an index or a key.
    LookUps,
}

/// Every name of a plan with all that it can be bound to, whichever scope it belongs to.
pub(super) struct Texts<'a> {
    pub(super) body: &'a [Stmt],
    origins: BTreeMap<&'a str, Vec<Origin<'a>>>,
    calls: Vec<(Span, &'a ExprCall)>,
    pub(super) survey: &'a Survey<'a>,
    pub(super) lines: &'a Lines,
}

/// What binds names, and where functions are called.
#[derive(Default)]
struct Bindings<'a> {
    origins: BTreeMap<&'a str, Vec<Origin<'a>>>,
    functions: Vec<&'a StmtFunctionDef>,
    calls: Vec<&'a ExprCall>,
    /// How often each name is read.
    read: BTreeMap<&'a str, usize>,
}

impl<'a> Texts<'a> {
    pub(super) fn of(body: &'a [Stmt], survey: &'a Survey<'a>, lines: &'a Lines) -> Texts<'a> {
        let mut bindings = Bindings::default();
        bindings.visit_body(body);
        bindings.bind_parameters();
        let calls = bindings.calls.into_iter().map(|call| (span(lines, name_of(call)), call)).collect();
        Texts { body, origins: bindings.origins, calls, survey, lines }
    }

    /// Adds what is known of a call of an agent.
    pub(super) fn tell(&self, call: &mut OutlinedCall) {
        let Some((_, written)) = self.calls.iter().find(|(span, _)| *span == call.span) else { return };
        let arguments = &written.arguments;
        let starred = arguments.args.iter().any(Expr::is_starred_expr);
        if starred || arguments.keywords.iter().any(|keyword| keyword.arg.is_none()) {
            return;
        }
        let given = |place: usize, name: &str| {
            let keyword = arguments.find_keyword(name).map(|keyword| &keyword.value);
            keyword.or_else(|| arguments.args.get(place))
        };
        let Some(message) = given(0, "message") else { return };
        call.messages = self.texts(message, FAR).map(|texts| texts.into_iter().map(Box::from).collect());
        let schema = given(2, "output_schema");
        let definitions = match schema {
            Some(schema) => self.definitions(schema),
            None => Some(String::new()),
        };
        call.fixed = self.names(given(1, "variables")).zip(definitions).map(|(names, definitions)| Fixed {
            names,
            schema: schema.map(|schema| self::written(self.lines, schema).into()),
            definitions: definitions.into(),
        });
    }

    /// How often a name is bound, in whichever scope.
    pub(super) fn times_bound(&self, name: &str) -> usize {
        self.origins.get(name).map_or(0, Vec::len)
    }

    /// The names in a dictionary of variables, if its keys are written out.
    fn names(&self, variables: Option<&'a Expr>) -> Option<Vec<Box<str>>> {
        let dict = match variables {
            None => return Some(Vec::new()),
            Some(Expr::Dict(dict)) => dict,
            Some(Expr::Name(name)) => match self.origins.get(name.id.as_str())?.as_slice() {
                [Origin::Value(Expr::Dict(dict))] if !self.survey.changed.contains(name.id.as_str()) => dict,
                _ => return None,
            },
            Some(_) => return None,
        };
        let key = |key: &Expr| key.as_string_literal_expr().map(|text| text.value.to_str().into());
        dict.items.iter().map(|item| item.key.as_ref().and_then(key)).collect()
    }

    /// The texts that an expression can be, in the order in which they are written.
    fn texts(&self, expr: &'a Expr, far: usize) -> Option<Vec<String>> {
        match expr {
            Expr::StringLiteral(text) => Some(vec![text.value.to_str().to_owned()]),
            Expr::FString(text) => {
                let mut texts = vec![String::new()];
                for part in &text.value {
                    match part {
                        ruff_python_ast::FStringPart::Literal(literal) => {
                            texts = joined(texts, vec![literal.value.to_string()])?;
                        }
                        ruff_python_ast::FStringPart::FString(parts) => {
                            for element in &parts.elements {
                                texts = joined(texts, self.element(element, far)?)?;
                            }
                        }
                    }
                }
                Some(texts)
            }
            Expr::BinOp(op) if op.op == Operator::Add => {
                joined(self.texts(&op.left, far)?, self.texts(&op.right, far)?)
            }
            Expr::If(conditional) => {
                either([self.texts(&conditional.body, far)?, self.texts(&conditional.orelse, far)?])
            }
            Expr::Named(named) => self.texts(&named.value, far),
            Expr::Name(name) => {
                let far = far.checked_sub(1)?;
                let texts = self.origins_of(name.id.as_str())?.into_iter().map(|origin| match origin {
                    Origin::Value(value) => self.texts(value, far),
                    Origin::Each(values) => self.elements(values, Of::Rounds, far),
                    Origin::Unknown => None,
                });
                either(texts.collect::<Option<Vec<_>>>()?)
            }
            Expr::Subscript(subscript) => self.elements(&subscript.value, Of::LookUps, far),
            Expr::Call(call) => self.computed(call, far),
            _ => None,
        }
    }

    /// Where the value of a name may come from, names that it only passes through left out.
    fn origins_of(&self, name: &'a str) -> Option<Vec<Origin<'a>>> {
        let (mut origins, mut seen, mut waiting) = (Vec::new(), BTreeSet::from([name]), vec![name]);
        while let Some(name) = waiting.pop() {
            for origin in self.origins.get(name)? {
                match origin {
                    Origin::Value(Expr::Name(other)) => {
                        if seen.insert(other.id.as_str()) {
                            waiting.push(other.id.as_str());
                        }
                    }
                    origin => origins.push(*origin),
                }
            }
        }
        Some(origins)
    }

    /// The texts that methods and builtins make of others.
    fn computed(&self, call: &'a ExprCall, far: usize) -> Option<Vec<String>> {
        match (&*call.func, &*call.arguments.args) {
            (Expr::Name(name), [value]) if name.id == "str" && !self.survey.bound.contains("str") => {
                self.shown(value, far)
            }
            (Expr::Attribute(method), []) if method.attr.as_str() == "strip" => {
                let texts = self.texts(&method.value, far)?;
                Some(texts.iter().map(|text| text.trim_matches(is_python_space).to_owned()).collect())
            }
            (Expr::Attribute(method), [Expr::List(parts)]) if method.attr.as_str() == "join" => {
                let between = self.texts(&method.value, far)?;
                let mut texts = vec![String::new()];
                for (place, part) in parts.elts.iter().enumerate() {
                    if place > 0 {
                        texts = joined(texts, between.clone())?;
                    }
                    texts = joined(texts, self.texts(part, far)?)?;
                }
                Some(texts)
            }
            _ => None,
        }
    }

    fn element(&self, element: &'a InterpolatedStringElement, far: usize) -> Option<Vec<String>> {
        match element {
            InterpolatedStringElement::Literal(literal) => Some(vec![literal.value.to_string()]),
            InterpolatedStringElement::Interpolation(part) => {
                let plain = part.format_spec.is_none()
                    && part.debug_text.is_none()
                    && matches!(part.conversion, ConversionFlag::None | ConversionFlag::Str);
                if plain { self.shown(&part.expression, far) } else { None }
            }
        }
    }

    /// The texts that a value can be shown as.
    fn shown(&self, expr: &'a Expr, far: usize) -> Option<Vec<String>> {
        match expr {
            Expr::NumberLiteral(number) => match &number.value {
                ruff_python_ast::Number::Int(number) => {
                    number.as_u64().map(|number| vec![number.to_string()])
                }
                _ => None,
            },
            expr => self.texts(expr, far),
        }
    }

    /// The texts that a loop over something written down, or a look-up in it, can give.
    fn elements(&self, expr: &'a Expr, of: Of, far: usize) -> Option<Vec<String>> {
        let values: Vec<&Expr> = match expr {
            Expr::List(list) => list.elts.iter().collect(),
            Expr::Tuple(tuple) => tuple.elts.iter().collect(),
            Expr::Set(set) => set.elts.iter().collect(),
            Expr::Dict(dict) => {
                let keys = dict.items.iter().map(|item| item.key.as_ref()).collect::<Option<Vec<_>>>()?;
                match of {
                    Of::Rounds => keys,
                    Of::LookUps => dict.items.iter().map(|item| &item.value).collect(),
                }
            }
            Expr::Name(name) if !self.survey.changed.contains(name.id.as_str()) => {
                let far = far.checked_sub(1)?;
                let origins = self.origins.get(name.id.as_str())?;
                let texts = origins.iter().map(|origin| match origin {
                    Origin::Value(
                        value @ (Expr::List(_) | Expr::Tuple(_) | Expr::Dict(_) | Expr::Set(_)),
                    ) => self.elements(value, of, far),
                    _ => None,
                });
                return either(texts.collect::<Option<Vec<_>>>()?);
            }
            _ => return None,
        };
        either(values.into_iter().map(|value| self.texts(value, far)).collect::<Option<Vec<_>>>()?)
    }
}

/// What `strip` takes for space.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Where a call says what it calls.
fn name_of(call: &ExprCall) -> ruff_text_size::TextRange {
    ruff_text_size::Ranged::range(&*call.func)
}

/// Every text of `before` with every one of `after` behind it, unless these are too many.
fn joined(before: Vec<String>, after: Vec<String>) -> Option<Vec<String>> {
    if before.len() * after.len() > MOST {
        return None;
    }
    Some(before.iter().flat_map(|start| after.iter().map(move |end| format!("{start}{end}"))).collect())
}

/// All of these texts, each once, unless these are too many.
fn either(texts: impl IntoIterator<Item = Vec<String>>) -> Option<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    for text in texts.into_iter().flatten() {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    (all.len() <= MOST).then_some(all)
}

impl<'a> Bindings<'a> {
    fn bind(&mut self, target: &'a Expr, origin: Origin<'a>) {
        match target {
            Expr::Name(name) => self.origins.entry(name.id.as_str()).or_default().push(origin),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.bind(part, Origin::Unknown)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.bind(part, Origin::Unknown)),
            Expr::Starred(starred) => self.bind(&starred.value, Origin::Unknown),
            _ => {}
        }
    }

    fn unknown(&mut self, name: &'a str) {
        self.origins.entry(name).or_default().push(Origin::Unknown);
    }

    fn each(&mut self, generators: &'a [Comprehension]) {
        for part in generators {
            self.bind(&part.target, Origin::Each(&part.iter));
        }
    }

    /// What the parameters of functions can be: what the calls give, where a function is only ever called by its name.
    fn bind_parameters(&mut self) {
        for function in std::mem::take(&mut self.functions) {
            let name = function.name.as_str();
            let calls: Vec<&ExprCall> = self
                .calls
                .iter()
                .copied()
                .filter(|call| call.func.as_name_expr().is_some_and(|callee| callee.id.as_str() == name))
                .collect();
            let parameters = &function.parameters;
            let unusual = calls.is_empty()
                || self.read.get(name).copied().unwrap_or_default() != calls.len()
                || !function.decorator_list.is_empty()
                || self.origins.get(name).is_some_and(|origins| origins.len() > 1)
                || calls.iter().any(|call| {
                    call.arguments.args.iter().any(Expr::is_starred_expr)
                        || call.arguments.keywords.iter().any(|keyword| keyword.arg.is_none())
                });
            for (place, parameter) in parameters.iter_non_variadic_params().enumerate() {
                let name = parameter.name().as_str();
                if unusual {
                    self.unknown(name);
                    continue;
                }
                let given = calls.iter().map(|call| {
                    let keyword = call.arguments.find_keyword(name).map(|keyword| &keyword.value);
                    keyword.or_else(|| call.arguments.args.get(place)).or(parameter.default())
                });
                let origins: Vec<Origin> =
                    given.map(|value| value.map_or(Origin::Unknown, Origin::Value)).collect();
                self.origins.entry(name).or_default().extend(origins);
            }
            for variadic in [&parameters.vararg, &parameters.kwarg].into_iter().flatten() {
                self.unknown(variadic.name.as_str());
            }
        }
    }
}

impl<'a> Visitor<'a> for Bindings<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(assign) => {
                assign.targets.iter().for_each(|target| self.bind(target, Origin::Value(&assign.value)));
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.bind(&assign.target, Origin::Value(value));
                }
            }
            Stmt::TypeAlias(alias) => self.bind(&alias.name, Origin::Unknown),
            Stmt::AugAssign(assign) => self.bind(&assign.target, Origin::Unknown),
            Stmt::For(stmt) => self.bind(&stmt.target, Origin::Each(&stmt.iter)),
            Stmt::FunctionDef(function) => {
                self.unknown(function.name.as_str());
                self.functions.push(function);
            }
            Stmt::ClassDef(class) => self.unknown(class.name.as_str()),
            Stmt::Import(import) => {
                for alias in &import.names {
                    self.unknown(alias.asname.as_ref().unwrap_or(&alias.name).as_str());
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    self.unknown(alias.asname.as_ref().unwrap_or(&alias.name).as_str());
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if name.ctx == ExprContext::Load => {
                *self.read.entry(name.id.as_str()).or_default() += 1;
            }
            Expr::Named(named) => self.bind(&named.target, Origin::Value(&named.value)),
            Expr::Call(call) => self.calls.push(call),
            Expr::ListComp(comp) => self.each(&comp.generators),
            Expr::SetComp(comp) => self.each(&comp.generators),
            Expr::DictComp(comp) => self.each(&comp.generators),
            Expr::Generator(comp) => self.each(&comp.generators),
            Expr::Lambda(lambda) => {
                for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
                    self.unknown(parameter.name().as_str());
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        inner.name.iter().for_each(|name| self.unknown(name.as_str()));
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(capture) => capture.name.as_ref(),
            Pattern::MatchStar(capture) => capture.name.as_ref(),
            Pattern::MatchMapping(mapping) => mapping.rest.as_ref(),
            _ => None,
        };
        name.into_iter().for_each(|name| self.unknown(name.as_str()));
        visitor::walk_pattern(self, pattern);
    }
}
