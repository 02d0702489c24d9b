//! What a plan asks for from outside: tools, agents, the quarantined model, its variables, and names that are nothing.

use caravan_label::Bits;
use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};

use super::attribute::listed;
use super::call::Given;
use super::decided::{Decided, Decision};
use super::known::{Known, Trail, Ty};
use super::{Checker, LIKELY};
use crate::compile::gather::GATHER;
use crate::diagnostic::nearest;
use crate::types::Type;
use crate::world::Strictness;

impl<'a> Checker<'a> {
    /// A name that nothing binds.
    pub(super) fn unknown_name(&mut self, name: &str, at: TextRange) {
        if self.setup.elsewhere.iter().any(|agent| **agent == *name) {
            let children: Vec<&str> = self.environment.children.iter().map(|child| &*child.name).collect();
            let fix = if children.is_empty() {
                "this agent has no child agents: use its tools".to_owned()
            } else {
                format!("this agent can call {}", listed(&children))
            };
            let message =
                format!("the agent `{name}` cannot be called from here: it is no child of this one");
            self.report("P022", at, message, Some(fix));
            return;
        }
        if name == "query_ai_assistant" {
            // Known wherever there is a quarantined model.
            let message = "there is no quarantined model here to ask: none is configured".to_owned();
            let fix = "get what is needed out of the text with the plan's own code, as with `re`".to_owned();
            self.report("P010", at, message, Some(fix));
            return;
        }
        let tools = self.environment.tools.iter().map(|tool| &*tool.name);
        let children = self.environment.children.iter().map(|child| &*child.name);
        let callable: Vec<&str> = tools.chain(children).collect();
        let bound = self.survey.bound.iter().copied();
        let fix = match nearest(name, callable.iter().copied().chain(bound)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if callable.is_empty() => "assign it before it is used".to_owned(),
            None => format!("tools and agents here are {}", listed(&callable)),
        };
        self.report("P010", at, format!("there is no `{name}`"), Some(fix));
    }

    /// The calls that are told by their name alone.
    pub(super) fn special(&mut self, name: &str, call: &'a ExprCall) -> Option<Known> {
        match name {
            "get_variable" => {
                self.get_variable(call);
                Some(Known::any())
            }
            // What is in the list, is looked at as in any.
            GATHER => call.arguments.args.first().map(|list| self.expression(list)),
            "query_ai_assistant" if self.environment.quarantined_model => Some(self.query(call)),
            _ => None,
        }
    }

    fn get_variable(&mut self, call: &'a ExprCall) {
        for argument in &call.arguments.args {
            self.expression(argument);
        }
        let [Expr::StringLiteral(name)] = &*call.arguments.args else { return };
        let name = name.value.to_str();
        if self.environment.variables.iter().any(|known| **known == *name) {
            return;
        }
        let known: Vec<&str> = self.environment.variables.iter().map(|name| &**name).collect();
        let fix = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "no variables were passed to this agent".to_owned(),
            None => format!("passed were {}", listed(&known)),
        };
        let at = call.arguments.args.first().map_or(call.range(), Ranged::range);
        self.report("P020", at, format!("no variable `{name}` was passed to this agent"), Some(fix));
    }

    fn query(&mut self, call: &'a ExprCall) -> Known {
        let argument = |place: usize, keyword: &str| {
            let by_name = call.arguments.find_keyword(keyword).map(|keyword| &keyword.value);
            call.arguments.args.get(place).or(by_name)
        };
        let question = argument(0, "query").map(|query| self.expression(query));
        if let Some(question) = question
            && is_never_text(&question.ty)
        {
            let name = question.ty.name();
            let fix = Some("write an f-string with the value in it".to_owned());
            self.report("P014", call.range(), format!("the question must be text, not `{name}`"), fix);
        }
        let ty = match argument(1, "output_schema") {
            None => Ty::Str,
            Some(schema) => {
                self.expression(schema);
                self.annotated(schema)
            }
        };
        let trail = self.source("query_ai_assistant", call);
        let decided = if ty == Ty::Bool { self.answer_decides(call) } else { Decided::default() };
        Known { decided, ..answered(ty, &trail) }
    }

    pub(super) fn tool_call(&mut self, place: usize, call: &'a ExprCall, given: Given<'a>) -> Known {
        let environment = self.environment;
        let Some(tool) = environment.tools.get(place) else { return Known::any() };
        if !tool.accepts_anything {
            let names: Vec<&str> = tool.parameters.iter().map(|parameter| &*parameter.name).collect();
            self.fits_signature(&tool.name, &names, call, &given);
            let missing: Vec<&str> = tool
                .parameters
                .iter()
                .skip(given.positional.len())
                .filter(|parameter| {
                    parameter.required && !given.keyword.iter().any(|(name, ..)| *name == &*parameter.name)
                })
                .map(|parameter| &*parameter.name)
                .collect();
            if !missing.is_empty() && !given.more {
                let message = format!("`{}` is called without {}", tool.name, listed(&missing));
                self.report("P012", call.range(), message, Some(format!("it takes {}", listed(&names))));
            }
            let positional = given.positional.iter().zip(&tool.parameters);
            for ((expr, known), parameter) in positional {
                self.fits_type(&tool.name, &parameter.name, &parameter.ty, expr, known);
            }
            for (name, expr, known) in &given.keyword {
                if let Some(parameter) = tool.parameters.iter().find(|parameter| &*parameter.name == *name) {
                    let optional = !parameter.required && known.ty == Ty::None;
                    if !optional {
                        self.fits_type(&tool.name, &parameter.name, &parameter.ty, expr, known);
                    }
                }
            }
        }
        let trusted = tool.trusted || self.setup.partly_trusted.contains(&tool.name);
        let trail = if trusted { None } else { Some(self.source(&tool.name, call)) };
        let enumerated = self.setup.strictness != Strictness::Explicit;
        let mut answer = Known::answered(&tool.returns, trail.as_ref());
        if let (Type::Bool, Some(_)) = (&tool.returns, &trail) {
            answer.decided = self.answer_decides(call);
        }
        if !enumerated && trail.is_some() && answer.data.is_none() {
            answer.data = trail;
        }
        answer
    }

    /// An untrusted yes or no: the text spells out both, and which it is costs a bit.
    fn answer_decides(&self, call: &'a ExprCall) -> Decided {
        let place = call.range().start().to_u32();
        Decided::one(Decision { place, line: self.line(call), bits: Bits::ONE })
    }

    fn fits_signature(&mut self, function: &str, names: &[&str], call: &'a ExprCall, given: &Given<'a>) {
        if given.positional.len() > names.len() {
            let (takes, count) = (names.len(), given.positional.len());
            let message = format!("`{function}` takes {takes} arguments, {count} are given");
            self.report("P013", call.range(), message, Some(format!("it takes {}", listed(names))));
        }
        for (name, expr, _) in &given.keyword {
            if !names.contains(name) {
                let fix = match nearest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("it takes {}", listed(names)),
                };
                self.report(
                    "P013",
                    expr.range(),
                    format!("`{function}` has no parameter `{name}`"),
                    Some(fix),
                );
            }
        }
    }

    fn fits_type(&mut self, tool: &str, parameter: &str, ty: &Type, expr: &'a Expr, known: &Known) {
        let arms = known.ty.arms();
        if arms.is_empty() || arms.iter().any(|arm| may_fit(arm, ty)) {
            if let (Type::Enum(members), Expr::StringLiteral(text)) = (ty, expr)
                && !members.iter().any(|member| member.as_str() == Some(text.value.to_str()))
            {
                let message = format!("`{parameter}` of `{tool}` is {}", ty.python());
                self.report("P014", expr.range(), message, Some("use one of these".to_owned()));
            }
            return;
        }
        let message =
            format!("`{parameter}` of `{tool}` takes `{}`, this is `{}`", ty.python(), known.ty.name());
        let fix = match (&known.ty, ty) {
            (Ty::List(_), Type::Str) => "pass one element, or join them".to_owned(),
            (Ty::Record(_), Type::Str) => "pass one of its fields".to_owned(),
            (_, Type::List(_)) => "put it into a list: `[...]`".to_owned(),
            (Ty::Str, Type::Int) => "convert it with `int(...)`".to_owned(),
            (Ty::Str, Type::Float) => "convert it with `float(...)`".to_owned(),
            (Ty::Int | Ty::Float, Type::Str) => "convert it with `str(...)`".to_owned(),
            (Ty::None, _) => "leave it out if it may be left out, or test it with `is not None`".to_owned(),
            _ => format!("pass a value of type `{}`", ty.python()),
        };
        self.report("P014", expr.range(), message, Some(fix));
    }

    pub(super) fn child_call(&mut self, place: usize, call: &'a ExprCall, given: Given<'a>) -> Known {
        let environment = self.environment;
        let Some(child) = environment.children.get(place) else { return Known::any() };
        let names: &[&str] =
            if environment.protocol { &["message", "variables", "output_schema"] } else { &["message"] };
        self.fits_signature(&child.name, names, call, &given);
        let argument = |place: usize, keyword: &str| {
            let by_name = given.keyword.iter().find(|(name, ..)| *name == keyword);
            let by_name = by_name.map(|(_, expr, known)| (*expr, known));
            given.positional.get(place).map(|(expr, known)| (*expr, known)).or(by_name)
        };
        let Some((message, known)) = argument(0, "message") else {
            if !given.more {
                let text = format!("`{}` is called without `message`", child.name);
                let fix = "the message is the instruction that the agent plans from".to_owned();
                self.report("P012", call.range(), text, Some(fix));
            }
            return Known::any();
        };
        let known = known.clone();
        if is_never_text(&known.ty) {
            let text = format!("the message to `{}` must be text, not `{}`", child.name, known.ty.name());
            let fix = "write out what is to be done, and pass the value in `variables`".to_owned();
            self.report("P021", message.range(), text, Some(fix));
        }
        if environment.protocol {
            self.may_instruct(&child.name, "message", message, &known);
            if let Some((variables, known)) = argument(1, "variables") {
                let known = known.clone();
                self.variables(&child.name, variables, &known);
            }
            if let Some((schema, known)) = argument(2, "output_schema")
                && matches!(known.ty, Ty::Int | Ty::Float | Ty::Bool | Ty::List(_))
            {
                let text = format!("`output_schema` takes a type, this is `{}`", known.ty.name());
                let fix = "write a type such as `str`, `list[int]` or a class of this plan".to_owned();
                self.report("P021", schema.range(), text, Some(fix));
            }
        }
        let ty = match argument(2, "output_schema") {
            Some((schema, _)) => self.annotated(schema),
            None if environment.protocol => Ty::Str,
            None => Ty::Any,
        };
        if child.reads_untrusted {
            answered(ty, &Trail::likely(&child.name, self.line(call)))
        } else {
            Known::of(ty)
        }
    }

    fn variables(&mut self, child: &str, expr: &'a Expr, known: &Known) {
        if !matches!(known.ty, Ty::Any | Ty::None | Ty::Dict(_) | Ty::Union(_)) {
            let text = format!("`variables` of `{child}` takes a dictionary, this is `{}`", known.ty.name());
            let fix = "write `variables={\"name\": value}`".to_owned();
            self.report("P021", expr.range(), text, Some(fix));
            return;
        }
        if let Ty::Dict(entry) = &known.ty {
            if matches!(entry.0.ty, Ty::Int | Ty::Float | Ty::None | Ty::Bool) {
                let text = "the names in `variables` must be text".to_owned();
                let fix = Some("give each value a name: `variables={\"name\": value}`".to_owned());
                self.report("P021", expr.range(), text, fix);
            }
            let data = entry.0.data.clone().or_else(|| known.data.clone());
            let choice = entry.0.choice.clone().or_else(|| known.choice.clone());
            let decided = entry.0.decided.and(&known.decided);
            let names = Known { decided, ..Known::with(Ty::Str, data, choice) };
            self.may_instruct(child, "names of the variables", expr, &names);
        }
    }

    /// *statically visible laundering*: a planner reads this text, and the gate will refuse it.
    fn may_instruct(&mut self, child: &str, what: &str, expr: &'a Expr, known: &Known) {
        if let Some(trail) = known.deep_data() {
            if !trail.is_certain() {
                let text = format!(
                    "the {what} to `{child}` depends on {}: unless that answer is made of nothing that a tool or model \
                     wrote, it will be refused",
                    trail.text()
                );
                let fix = "write out what is to be done, and pass the answer in `variables`".to_owned();
                self.report(LIKELY, expr.range(), text, Some(fix));
                return;
            }
            let text = format!(
                "the {what} to `{child}` depends on {}: no planner may read what tools or models answer",
                trail.text()
            );
            let fix = "write out what is to be done, and pass the value in `variables`".to_owned();
            self.report("P030", expr.range(), text, Some(fix));
        } else if self.setup.strictness != Strictness::Explicit
            && let Some(trail) = known.deep_choice()
        {
            let text = format!(
                "the {what} to `{child}` depends on how many there are of {}: untrusted data would decide it without \
                 a bound",
                trail.text()
            );
            let fix = "write out what is to be done, and pass the value in `variables`".to_owned();
            self.report("P031", expr.range(), text, Some(fix));
        } else if self.setup.strictness == Strictness::Cfi
            && let Some(budget) = self.setup.budget
            && known.deep_decided().bits() > budget
        {
            let decided = known.deep_decided();
            let lines: Vec<String> = decided.lines().iter().map(u32::to_string).collect();
            let text = format!(
                "the {what} to `{child}` is chosen by untrusted data on line{} {}: that is {} bits of choice, and the \
                 budget is {budget}",
                if lines.len() == 1 { "" } else { "s" },
                lines.join(", "),
                decided.bits(),
            );
            let fix = "write one text, and pass what it depends on in `variables`; or call the agent in each branch \
                       with a text written out in full"
                .to_owned();
            self.report("P031", expr.range(), text, Some(fix));
        }
    }
}

/// An answer of a type that the plan has written: what the type spells out is trusted data, whoever chose it.
fn answered(ty: Ty, trail: &Trail) -> Known {
    match ty {
        Ty::Str | Ty::Int | Ty::Float | Ty::Date | Ty::Time | Ty::DateTime | Ty::Instance(_) => {
            Known::with(ty, Some(trail.clone()), None)
        }
        Ty::List(item) => {
            let item = answered(item.ty.clone(), trail);
            Known::with(Ty::list(item), Some(trail.clone()), None)
        }
        other => Known::of(other),
    }
}

/// Whether no value of this type is text.
fn is_never_text(ty: &Ty) -> bool {
    !ty.arms().is_empty()
        && ty.arms().iter().all(|arm| {
            matches!(
                arm,
                Ty::None
                    | Ty::Bool
                    | Ty::Int
                    | Ty::Float
                    | Ty::Bytes
                    | Ty::Date
                    | Ty::Time
                    | Ty::DateTime
                    | Ty::List(_)
                    | Ty::Set(_)
                    | Ty::Tuple(_)
                    | Ty::Dict(_)
                    | Ty::Record(_)
                    | Ty::Instance(_)
            )
        })
}

/// Whether a value of a type known so far may be passed where `wanted` is declared; as `Type::encode` has it.
fn may_fit(ty: &Ty, wanted: &Type) -> bool {
    match (wanted, ty) {
        (Type::Any, _) => true,
        (Type::Union(parts), ty) => parts.iter().any(|part| may_fit(ty, part)),
        (_, Ty::Any | Ty::Union(_) | Ty::Type(_) | Ty::Class(_) | Ty::Module(_) | Ty::Instance(_)) => true,
        (Type::Enum(_), ty) => !matches!(
            ty,
            Ty::List(_) | Ty::Dict(_) | Ty::Record(_) | Ty::Tuple(_) | Ty::Set(_) | Ty::DateTime
        ),
        (_, Ty::Member(members)) => members.iter().any(|member| {
            let ty = match member {
                serde_json::Value::String(_) => Ty::Str,
                serde_json::Value::Bool(_) => Ty::Bool,
                serde_json::Value::Null => Ty::None,
                serde_json::Value::Number(number) if number.is_f64() => Ty::Float,
                serde_json::Value::Number(_) => Ty::Int,
                _ => Ty::Any,
            };
            may_fit(&ty, wanted)
        }),
        (Type::None, Ty::None) | (Type::Bool, Ty::Bool) => true,
        (Type::Int | Type::Float, Ty::Int | Ty::Float) => true,
        (Type::Str, Ty::Str | Ty::DateTime | Ty::Date | Ty::Time) => true,
        (Type::Date | Type::Time | Type::DateTime, Ty::Str) => true,
        (Type::Date, Ty::Date) | (Type::Time, Ty::Time) | (Type::DateTime, Ty::DateTime | Ty::Date) => true,
        (Type::Bytes, Ty::Bytes | Ty::Str) => true,
        (Type::List(item), Ty::List(known) | Ty::Set(known)) => {
            known.ty.arms().is_empty() || known.ty.arms().iter().any(|arm| may_fit(arm, item))
        }
        (Type::List(_), Ty::Tuple(_)) => true,
        (Type::Dict(_) | Type::Record(_), Ty::Dict(_) | Ty::Record(_)) => true,
        _ => false,
    }
}
