//! Calls: of what is outside, of the plan's own functions, and of what is only known when the plan runs.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};

use super::super::{OutlinedCall, OutlinedKind, span};
use super::{Influence, Look};
use crate::check::survey::mutates;

impl<'a> Look<'a> {
    pub(super) fn outside(&self, name: &str) -> Option<OutlinedKind> {
        if self.environment.tools.iter().any(|tool| *tool.name == *name) {
            Some(OutlinedKind::Tool)
        } else if self.environment.children.iter().any(|child| *child.name == *name) {
            Some(OutlinedKind::Agent)
        } else if name == "query_ai_assistant" && self.environment.quarantined_model {
            Some(OutlinedKind::Model)
        } else {
            None
        }
    }

    pub(super) fn tell(&mut self, kind: OutlinedKind, name: &str, at: TextRange, chosen: bool) {
        let chosen = chosen && kind == OutlinedKind::Agent;
        let branch_untrusted = self.setup.branch_untrusted || !self.control.is_empty();
        let caught = self.trying;
        let span = span(self.lines, at);
        if let Some(found) = &mut self.found {
            let call = found.calls.entry(at.start().to_u32()).or_insert_with(|| OutlinedCall {
                span,
                kind,
                name: name.into(),
                branch_untrusted,
                chosen,
                caught,
                fixed: None,
                messages: None,
            });
            call.branch_untrusted |= branch_untrusted;
            call.chosen |= chosen;
            call.caught |= caught;
        }
    }

    /// What influences the answer of something outside, asked with arguments under this influence.
    pub(super) fn asked(&mut self, kind: OutlinedKind, name: &'a str, given: &Influence) -> Influence {
        let environment = self.environment;
        let mut answer = given.clone();
        let mut written = given.clone();
        written.extend(self.control.iter().cloned());
        let writes: &'a [Box<str>] = match kind {
            OutlinedKind::Tool => {
                let Some(tool) = environment.tools.iter().find(|tool| *tool.name == *name) else {
                    return answer;
                };
                if !tool.trusted {
                    answer.insert(format!("tool:{}", environment.agent.child(name)).into());
                }
                for state in &tool.reads {
                    answer.extend(self.known.states.get(&**state).into_iter().flatten().cloned());
                }
                &tool.writes
            }
            OutlinedKind::Agent => {
                let Some(child) = environment.children.iter().find(|child| *child.name == *name) else {
                    return answer;
                };
                if child.reads_untrusted {
                    answer.insert(format!("answer:{}", environment.agent.child(name)).into());
                }
                written.extend(answer.iter().cloned());
                &child.writes
            }
            OutlinedKind::Model => {
                answer.insert(format!("quarantined:{}", environment.agent).into());
                &[]
            }
        };
        for state in writes {
            self.known.states.entry(state.clone()).or_default().extend(written.iter().cloned());
        }
        answer
    }

    /// A function of the plan is called, by this name, with arguments under this influence.
    pub(super) fn enter(&mut self, name: &'a str, given: &Influence, control: &Influence) {
        let called = self.known.called.entry(name).or_default();
        called.extend(self.control.iter().chain(control).cloned());
        let functions = self.functions.get(name).cloned().unwrap_or_default();
        for parameter in functions.into_iter().flat_map(|function| function.parameters.iter()) {
            self.give(parameter.name().as_str(), given);
        }
    }

    pub(super) fn call(&mut self, call: &'a ExprCall) -> Influence {
        let arguments: Vec<&'a Expr> = call
            .arguments
            .args
            .iter()
            .chain(call.arguments.keywords.iter().map(|keyword| &keyword.value))
            .collect();
        let receiver = match &*call.func {
            Expr::Attribute(attribute) => Some(&*attribute.value),
            _ => None,
        };
        let mut given = receiver.map(|receiver| self.expression(receiver)).unwrap_or_default();
        let (later, first): (Vec<&'a Expr>, Vec<&'a Expr>) =
            arguments.iter().copied().partition(|argument| self.is_callable(argument));
        for argument in first {
            given.extend(self.expression(argument));
        }
        // What is called back is called for what else is given, as often as that says.
        let before = self.control.clone();
        self.control.extend(given.iter().cloned());
        for argument in later {
            let back = self.called_back(argument, &given);
            given.extend(back);
        }
        if !self.trying {
            self.control = before;
        }
        match &*call.func {
            Expr::Name(name) => {
                let (name, at) = (name.id.as_str(), call.func.range());
                if name == "get_variable" {
                    let variable = match &*call.arguments.args {
                        [Expr::StringLiteral(text)] => text.value.to_str(),
                        _ => "*",
                    };
                    given.insert(format!("variable:{variable}").into());
                    return given;
                }
                if let Some(kind) = self.outside(name) {
                    let words = self.words(call);
                    if kind == OutlinedKind::Agent {
                        self.branch(at, &words);
                    }
                    self.tell(kind, name, at, !words.is_empty());
                    return self.asked(kind, name, &given);
                }
                if self.functions.contains_key(name) {
                    self.enter(name, &given, &Influence::new());
                } else if self.survey.bound.contains(name) {
                    self.somewhere(call, &given);
                }
                given.extend(self.known.names.get(name).into_iter().flatten().cloned());
                given
            }
            Expr::Attribute(attribute) => {
                let method = attribute.attr.as_str();
                if self.functions.contains_key(method) {
                    self.enter(method, &given, &Influence::new());
                    given.extend(self.known.names.get(method).into_iter().flatten().cloned());
                    self.change(&attribute.value, &given);
                } else if mutates(method) {
                    self.change(&attribute.value, &given);
                    if let Some(first) = call.arguments.args.first() {
                        self.change(first, &given);
                    }
                }
                given
            }
            function => {
                given.extend(self.expression(function));
                self.somewhere(call, &given);
                given
            }
        }
    }

    /// What may have influenced the texts that a child's planner reads: all arguments but the values of variables.
    pub(super) fn words(&mut self, call: &'a ExprCall) -> Influence {
        let arguments = &call.arguments;
        let variables =
            arguments.find_keyword("variables").map(|keyword| &keyword.value).or(arguments.args.get(1));
        let mut words = Influence::new();
        let given = arguments.args.iter().chain(arguments.keywords.iter().map(|keyword| &keyword.value));
        for argument in given {
            match argument {
                Expr::Dict(dict) if variables.is_some_and(|variables| std::ptr::eq(variables, argument)) => {
                    for item in &dict.items {
                        let item = item.key.as_ref().unwrap_or(&item.value);
                        words.extend(self.expression(item));
                    }
                }
                argument => words.extend(self.expression(argument)),
            }
        }
        words
    }

    /// A function is called that is only known when the plan runs.
    pub(super) fn somewhere(&mut self, call: &'a ExprCall, given: &Influence) {
        let function = match &*call.func {
            Expr::Name(name) => self.known.names.get(name.id.as_str()).cloned().unwrap_or_default(),
            function => self.parts(function),
        };
        self.branch(call.func.range(), &function);
        let control = self.control.clone();
        self.known.somewhere.extend(function.into_iter().chain(control).chain(given.iter().cloned()));
    }

    /// Whether an argument is something to be called.
    pub(super) fn is_callable(&self, argument: &Expr) -> bool {
        match argument {
            Expr::Lambda(_) => true,
            Expr::Name(name) => {
                self.functions.contains_key(name.id.as_str()) || self.outside(name.id.as_str()).is_some()
            }
            _ => false,
        }
    }

    pub(super) fn called_back(&mut self, argument: &'a Expr, given: &Influence) -> Influence {
        // It may be kept, and called later from anywhere.
        let given = &given.union(&self.known.somewhere).cloned().collect::<Influence>();
        match argument {
            Expr::Lambda(lambda) => {
                for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
                    self.give(parameter.name().as_str(), given);
                }
                self.expression(&lambda.body)
            }
            Expr::Name(name) if self.functions.contains_key(name.id.as_str()) => {
                self.enter(name.id.as_str(), given, given);
                self.known.names.get(name.id.as_str()).cloned().unwrap_or_default()
            }
            Expr::Name(name) => {
                let kind = self.outside(name.id.as_str()).unwrap_or(OutlinedKind::Tool);
                self.under(given, |look| {
                    look.tell(kind, name.id.as_str(), argument.range(), !given.is_empty())
                });
                self.asked(kind, name.id.as_str(), given)
            }
            other => self.expression(other),
        }
    }
}
