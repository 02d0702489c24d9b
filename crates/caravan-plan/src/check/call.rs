//! Calls of builtins, methods, classes and functions of the plan.

use ruff_python_ast::{Expr, ExprCall, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::attribute::{listed, method_result};
use super::class::plain;
use super::known::{Known, Ty};
use super::survey::mutates;
use super::{Checker, MOST_CALLS};
use crate::diagnostic::nearest;
use crate::value::BuiltinType;

/// The arguments of a call, looked at.
pub(super) struct Given<'a> {
    pub(super) positional: Vec<(&'a Expr, Known)>,
    pub(super) keyword: Vec<(&'a str, &'a Expr, Known)>,
    /// Whether `*` or `**` brings more of them.
    pub(super) more: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, call: &'a ExprCall) -> Known {
        if let Expr::Name(name) = &*call.func
            && self.lookup(name.id.as_str()).is_none()
            && !self.survey.bound.contains(name.id.as_str())
            && let Some(known) = self.special(name.id.as_str(), call)
        {
            return known;
        }
        let method = match &*call.func {
            Expr::Attribute(attribute) => {
                let of = self.expression(&attribute.value);
                let name = attribute.attr.as_str();
                let found = self.attribute(&of, &attribute.value, name, attribute.attr.range());
                Some((of, &*attribute.value, name, found))
            }
            _ => None,
        };
        let callee = match &method {
            Some((.., found)) => found.clone(),
            None => self.expression(&call.func),
        };
        let given = self.arguments(call);
        if let Some((of, object, name, found)) = method {
            return self.method_call(&of, object, name, &found, &given);
        }
        match &callee.ty {
            Ty::Tool(place) => self.tool_call(*place, call, given),
            Ty::Child(place) => self.child_call(*place, call, given),
            Ty::Function(place) => self.function_call(*place, call, given),
            Ty::Class(place) => match self.members(*place) {
                Some(_) => Known::any(),
                None => Known::of(Ty::Instance(*place)),
            },
            Ty::Type(ty) => constructed(*ty, &given),
            Ty::Builtin(name) => self.builtin_call(&name.clone(), given),
            Ty::Str
            | Ty::Int
            | Ty::Float
            | Ty::Bool
            | Ty::None
            | Ty::List(_)
            | Ty::Dict(_)
            | Ty::Record(_) => {
                let name = callee.ty.name();
                let fix = Some("it is a value: use it without the parentheses".to_owned());
                self.report("P019", call.func.range(), format!("`{name}` cannot be called"), fix);
                Known::any()
            }
            _ => Known::any(),
        }
    }

    fn arguments(&mut self, call: &'a ExprCall) -> Given<'a> {
        let mut given = Given { positional: Vec::new(), keyword: Vec::new(), more: false };
        for argument in &call.arguments.args {
            match argument {
                Expr::Starred(starred) => {
                    self.expression(&starred.value);
                    given.more = true;
                }
                // Looked at with the elements that it will be called with.
                Expr::Lambda(_) => given.positional.push((argument, Known::any())),
                argument => {
                    let known = self.expression(argument);
                    given.positional.push((argument, known));
                }
            }
        }
        for keyword in &call.arguments.keywords {
            let known = match &keyword.value {
                Expr::Lambda(_) => Known::any(),
                value => self.expression(value),
            };
            match &keyword.arg {
                Some(name) => given.keyword.push((name.as_str(), &keyword.value, known)),
                None => given.more = true,
            }
        }
        given
    }

    fn method_call(
        &mut self,
        of: &Known,
        object: &'a Expr,
        name: &'a str,
        found: &Known,
        given: &Given<'a>,
    ) -> Known {
        self.plain_lambdas(given);
        if mutates(name)
            && let Expr::Name(_) | Expr::Attribute(_) | Expr::Subscript(_) = object
        {
            let put = Known::computed(Ty::Any, given.positional.iter().map(|(_, known)| known));
            match name {
                "append" | "add" | "insert" | "extend" | "update" | "appendleft" => {
                    self.changed_in_place(object, &put);
                }
                "sort" | "reverse" => {}
                _ => self.forget_parts(object),
            }
            return Known::any();
        }
        match &of.ty {
            Ty::Type(BuiltinType::DateTime)
                if matches!(
                    name,
                    "fromisoformat" | "strptime" | "fromtimestamp" | "combine" | "now" | "today" | "utcnow"
                ) =>
            {
                Known::computed(Ty::DateTime, given.all())
            }
            Ty::Type(BuiltinType::Date) if matches!(name, "fromisoformat" | "fromordinal" | "today") => {
                Known::computed(Ty::Date, given.all())
            }
            Ty::Module(_) => match &found.ty {
                Ty::Type(ty) => constructed(*ty, given),
                _ => Known::any(),
            },
            _ => {
                let arguments: Vec<Known> = given.all().cloned().collect();
                method_result(of, name, &arguments)
            }
        }
    }

    /// Looks at lambdas of whose parameters nothing is known.
    fn plain_lambdas(&mut self, given: &Given<'a>) {
        for expr in given.expressions() {
            if let Expr::Lambda(lambda) = expr {
                self.lambda(lambda, &[]);
            }
        }
    }

    fn builtin_call(&mut self, name: &str, given: Given<'a>) -> Known {
        let first = given.positional.first().map(|(_, known)| known.clone());
        let key = given.keyword.iter().find(|(name, ..)| *name == "key").map(|(_, expr, _)| *expr);
        let item = first.as_ref().map(|first| self.item_of(first)).unwrap_or_default();
        match name {
            "sorted" | "min" | "max" => {
                if let Some(Expr::Lambda(lambda)) = key {
                    let element = if given.positional.len() == 1 { item.clone() } else { Known::any() };
                    self.lambda(lambda, &[element]);
                }
            }
            "map" | "filter" => {
                if let Some((Expr::Lambda(lambda), _)) = given.positional.first() {
                    let element = given.positional.get(1).map(|(_, known)| self.item_of(known));
                    self.lambda(lambda, &element.into_iter().collect::<Vec<_>>());
                }
                return Known::any();
            }
            _ => self.plain_lambdas(&given),
        }
        let Some(first) = first else { return Known::any() };
        let structure = |ty: Ty| Known::with(ty, first.data.clone(), first.choice.clone());
        match name {
            "len" => match first.ty {
                Ty::Str | Ty::List(_) | Ty::Dict(_) | Ty::Set(_) => structure(Ty::Int),
                _ => Known::of(Ty::Int),
            },
            "str" | "repr" | "ascii" | "format" => Known::computed(Ty::Str, given.all()),
            "abs" | "round" if matches!(first.ty, Ty::Int | Ty::Float) => {
                let ty =
                    if name == "round" && given.positional.len() == 1 { Ty::Int } else { first.ty.clone() };
                Known::computed(ty, given.all())
            }
            "sum" => Known::computed(Ty::Any, [&first]),
            "sorted" | "reversed" | "list" => match &first.ty {
                Ty::List(_) => first.clone(),
                Ty::Str | Ty::Set(_) | Ty::Tuple(_) => first.shaped(Ty::list(item)),
                Ty::Dict(_) => structure(Ty::list(item)),
                _ => Known::any(),
            },
            "enumerate" => {
                // The position is decided by what decides the length.
                let decided = first.data.clone().or_else(|| first.choice.clone());
                let position = Known::with(Ty::Int, None, decided);
                first.shaped(Ty::list(Known::of(Ty::tuple(vec![position, item]))))
            }
            "zip" => {
                let items = given.positional.iter().map(|(_, known)| self.item_of(known)).collect();
                let longest = given.positional.iter().find_map(|(_, known)| known.data.clone());
                if given.more {
                    return Known::any();
                }
                Known::with(Ty::list(Known::of(Ty::tuple(items))), longest, None)
            }
            "range" => {
                let bound = Known::computed(Ty::Int, given.all());
                let decided = bound.data.clone().or_else(|| bound.choice.clone());
                let number = Known::with(Ty::Int, None, decided.clone());
                Known::with(Ty::list(number), None, decided)
            }
            _ => Known::any(),
        }
    }

    /// A call of one of the plan's own functions, followed with what is known of its arguments.
    fn function_call(&mut self, place: usize, call: &'a ExprCall, given: Given<'a>) -> Known {
        self.plain_lambdas(&given);
        let Some(function) = self.survey.functions.get(place).copied() else { return Known::any() };
        self.fits_parameters(function, call, &given);
        if self.calls.len() >= MOST_CALLS
            || self.calls.contains(&place)
            || given.more
            || is_generator(function)
        {
            return Known::any();
        }
        let mut scope = super::Scope::new();
        let parameters = &function.parameters;
        let plain = parameters.posonlyargs.iter().chain(&parameters.args);
        for (position, parameter) in plain.enumerate() {
            let name = parameter.name().as_str();
            let by_name = given.keyword.iter().find(|(known, ..)| *known == name).map(|(.., known)| known);
            let given = given.positional.get(position).map(|(_, known)| known).or(by_name);
            scope.insert(name, given.cloned().unwrap_or_default());
        }
        for parameter in &parameters.kwonlyargs {
            let name = parameter.name().as_str();
            let given = given.keyword.iter().find(|(known, ..)| *known == name);
            scope.insert(name, given.map(|(.., known)| known.clone()).unwrap_or_default());
        }
        for parameter in parameters.vararg.iter().chain(&parameters.kwarg) {
            scope.insert(parameter.name.as_str(), Known::any());
        }
        let outer: Vec<_> = self.scopes.drain(1..).collect();
        let returned = std::mem::take(&mut self.returned);
        self.scopes.push(Default::default());
        for (name, value) in scope {
            self.bind(name, value);
        }
        self.calls.push(place);
        let loops = std::mem::take(&mut self.loops);
        let leads = self.block(&function.body);
        self.loops = loops;
        self.calls.pop();
        if leads == super::Leads::On {
            self.returned.push(Known::of(Ty::None));
        }
        self.scopes.truncate(1);
        self.scopes.extend(outer);
        let returned = std::mem::replace(&mut self.returned, returned);
        returned.into_iter().reduce(|a, b| a.either(&b)).unwrap_or_default()
    }

    fn fits_parameters(&mut self, function: &'a StmtFunctionDef, call: &'a ExprCall, given: &Given<'a>) {
        if given.more {
            return;
        }
        let name = function.name.as_str();
        let parameters = &function.parameters;
        let plain: Vec<_> = parameters.posonlyargs.iter().chain(&parameters.args).collect();
        let taken = plain.len();
        if given.positional.len() > taken && parameters.vararg.is_none() {
            let count = given.positional.len();
            self.report(
                "P013",
                call.range(),
                format!("`{name}` takes {taken} positional arguments, {count} are given"),
                Some("leave out what it does not take".to_owned()),
            );
        }
        let known: Vec<&str> = plain
            .iter()
            .copied()
            .chain(&parameters.kwonlyargs)
            .map(|parameter| parameter.name().as_str())
            .collect();
        for (argument, expr, _) in &given.keyword {
            if !known.contains(argument) && parameters.kwarg.is_none() {
                let fix = match nearest(argument, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("it takes {}", listed(&known)),
                };
                self.report(
                    "P013",
                    expr.range(),
                    format!("`{name}` has no parameter `{argument}`"),
                    Some(fix),
                );
            }
        }
        let named = |name: &str| given.keyword.iter().any(|(known, ..)| *known == name);
        let missing: Vec<&str> = plain
            .iter()
            .skip(given.positional.len())
            .copied()
            .chain(&parameters.kwonlyargs)
            .filter(|parameter| parameter.default.is_none() && !named(parameter.name().as_str()))
            .map(|parameter| parameter.name().as_str())
            .collect();
        if !missing.is_empty() {
            let fix = Some(format!("it takes {}", listed(&known)));
            self.report(
                "P012",
                call.range(),
                format!("`{name}` is called without {}", listed(&missing)),
                fix,
            );
        }
    }
}

impl<'a> Given<'a> {
    pub(super) fn all(&self) -> impl Iterator<Item = &Known> {
        let keyword = self.keyword.iter().map(|(.., known)| known);
        self.positional.iter().map(|(_, known)| known).chain(keyword)
    }

    fn expressions(&self) -> impl Iterator<Item = &'a Expr> + '_ {
        let keyword = self.keyword.iter().map(|(_, expr, _)| *expr);
        self.positional.iter().map(|(expr, _)| *expr).chain(keyword)
    }
}

/// What calling a built-in class gives.
fn constructed(ty: BuiltinType, given: &Given<'_>) -> Known {
    let first = given.positional.first().map(|(_, known)| known);
    match (ty, first) {
        (BuiltinType::List, Some(first)) if matches!(first.ty, Ty::List(_)) => first.clone(),
        (BuiltinType::List, None) => Known::of(Ty::list(Known::nothing())),
        (BuiltinType::Dict, None) if given.keyword.is_empty() => {
            Known::of(Ty::dict(Known::nothing(), Known::nothing()))
        }
        (BuiltinType::List | BuiltinType::Dict, _) => Known::any(),
        (
            BuiltinType::Bool
            | BuiltinType::Int
            | BuiltinType::Float
            | BuiltinType::Str
            | BuiltinType::DateTime
            | BuiltinType::Date
            | BuiltinType::Time
            | BuiltinType::TimeDelta,
            _,
        ) => Known::computed(plain(ty), given.all()),
        _ => Known::any(),
    }
}

/// Whether a function has a `yield` of its own.
fn is_generator(function: &StmtFunctionDef) -> bool {
    crate::compile::has_yield(&function.body)
}
