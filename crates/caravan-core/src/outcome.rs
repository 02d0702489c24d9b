//! How a run ended, and everything that it left.

use std::fmt;

use caravan_label::{AgentPath, Label};
use caravan_plan::{Datum, Span, World};
use serde_json::{Value as Json, json};

use crate::gate::{Denial, Ruling};
use crate::model::{ModelError, ModelErrorKind, Usage};
use crate::record::Record;
use crate::report;
use crate::run::Failure;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The root's plan ended with a value.
    Done,
    /// The root's plan ended with an error, or there was no valid plan.
    PlanFailed,
    /// The gate, a policy or a cap refused something.
    Denied,
    /// A model could not be reached or gave no answer.
    ModelFailed,
    /// What the run may take of models is used up.
    BudgetUsedUp,
    /// A tool could not be reached.
    ToolFailed,
}

impl Status {
    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::PlanFailed => "plan_failed",
            Status::Denied => "denied",
            Status::ModelFailed => "model_failed",
            Status::BudgetUsedUp => "budget_used_up",
            Status::ToolFailed => "tool_failed",
        }
    }

    /// The exit code of a program that ran it.
    pub fn exit_code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::PlanFailed => 1,
            Status::Denied => 3,
            Status::ModelFailed | Status::BudgetUsedUp | Status::ToolFailed => 4,
        }
    }
}

/// Why a run did not end with a value.
#[derive(Clone, Debug)]
pub struct RunError {
    kind: Box<str>,
    title: String,
    help: Option<String>,
    notes: Vec<String>,
    agent: AgentPath,
    span: Option<Span>,
    trusted: bool,
    label: Label,
    denial: Option<Box<Denial>>,
}

impl RunError {
    pub(crate) fn new(kind: &str, title: impl Into<String>, agent: &AgentPath) -> RunError {
        RunError {
            kind: kind.into(),
            title: title.into(),
            help: None,
            notes: Vec::new(),
            agent: agent.clone(),
            span: None,
            trusted: true,
            label: Label::NONE,
            denial: None,
        }
    }

    pub(crate) fn at(mut self, span: Span) -> RunError {
        self.span = Some(span);
        self
    }

    pub(crate) fn with_help(mut self, help: Option<&str>) -> RunError {
        self.help = help.map(str::to_owned);
        self
    }

    pub(crate) fn with_note(mut self, note: String) -> RunError {
        self.notes.push(note);
        self
    }

    /// The text comes from outside.
    pub(crate) fn untrusted(mut self) -> RunError {
        self.trusted = false;
        self
    }

    pub(crate) fn from_denial(denial: Box<Denial>) -> RunError {
        let mut error = RunError::new("Denied", denial.title(), denial.agent()).at(denial.span());
        error.help = Some(denial.remedy().to_owned());
        error.notes = vec![format!("its sources: {}", denial.sources().join(", "))];
        error.denial = Some(denial);
        error
    }

    pub(crate) fn from_failure(failure: Failure, agent: &AgentPath, trusted: bool) -> RunError {
        let title = if failure.message.is_empty() {
            failure.kind.to_string()
        } else {
            format!("{}: {}", failure.kind, failure.message)
        };
        let mut error = RunError::new(&failure.kind, title, agent);
        error.span = failure.span;
        error.trusted = trusted;
        error.label = failure.label;
        error.notes = failure.notes;
        error.help = failure.help;
        error
    }

    /// How a planner that gave no answer ends a run.
    pub(crate) fn of_planner(error: &ModelError, agent: &AgentPath) -> (Status, RunError) {
        let status = match error.kind() {
            ModelErrorKind::BudgetUsedUp => Status::BudgetUsedUp,
            ModelErrorKind::NotReviewed => Status::Denied,
            _ => Status::ModelFailed,
        };
        (status, RunError::from_model(error, "planner", agent))
    }

    pub(crate) fn from_model(error: &ModelError, role: &str, agent: &AgentPath) -> RunError {
        if error.kind() == ModelErrorKind::BudgetUsedUp {
            let title =
                format!("the run stopped before it asked the {role} of {}: {error}", agent_name(agent));
            return RunError::new("BudgetUsedUp", title, agent).untrusted();
        }
        if error.kind() == ModelErrorKind::NotReviewed {
            let help = "plan again with `caravan plan --out FILE`, review what has come in, and run that";
            return RunError::new("Denied", error.to_string(), agent).untrusted().with_help(Some(help));
        }
        let title = format!("the {role} of {} gave no answer: {error}", agent_name(agent));
        RunError::new("ModelFailure", title, agent).untrusted()
    }

    /// What kind of error it is: an exception's class, `Denied`, `OutOfTime`, `NoPlan`, `ModelFailure`, `BudgetUsedUp`, `ToolFailure`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What was wrong, in one sentence without the line.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What to do instead, where something can be said.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// What else is known.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The agent in whose episode it happened.
    pub fn agent(&self) -> &AgentPath {
        &self.agent
    }

    /// The place in that agent's plan, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// The line of that place.
    pub fn line(&self) -> Option<u32> {
        self.span.map(|span| span.line)
    }

    /// Whether the text is free of untrusted data and decisions.
    pub fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// The label of the text of a plan's error.
    pub(crate) fn label(&self) -> Label {
        self.label
    }

    /// What the gate said, if it was the gate that ended the run.
    pub fn denial(&self) -> Option<&Denial> {
        self.denial.as_deref()
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = self.span {
            write!(f, "line {}: ", span.line)?;
        }
        f.write_str(&self.title)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RunError {}

/// Everything that a run left.
#[derive(Debug)]
pub struct RunOutcome {
    /// How it ended.
    pub status: Status,
    /// The root's answer, if it gave one.
    pub answer: Option<Datum>,
    /// The variables of the root's plan when it ended.
    pub variables: Vec<(Box<str>, Datum)>,
    /// Why there is no answer.
    pub error: Option<RunError>,
    /// What happened.
    pub record: Record,
    /// What the models took.
    pub usage: Usage,
    pub(crate) world: World,
    pub(crate) ruling: Ruling,
    pub(crate) root_name: String,
}

impl RunOutcome {
    /// The lattice that gives the labels in here their meaning.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The same, to join labels with.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The rule that texts were judged by.
    pub fn ruling(&self) -> Ruling {
        self.ruling
    }

    /// The name of the root agent, whose path is empty.
    pub fn root_name(&self) -> &str {
        &self.root_name
    }

    /// `{value, label}` of a value of this run.
    pub fn value_json(&mut self, datum: &Datum) -> Json {
        report::value_json(datum, &mut self.world, self.ruling)
    }

    /// The calls, as a list.
    pub fn calls_json(&mut self) -> Json {
        self.record.calls.iter().map(|call| report::call_json(call, &mut self.world, self.ruling)).collect()
    }

    /// `{agents, calls}`: the whole record.
    pub fn record_json(&mut self) -> Json {
        report::record_json(&self.record, &mut self.world, self.ruling)
    }

    /// `{kind, message, line, trusted}` with the agent, or null.
    pub fn error_json(&self) -> Json {
        self.error.as_ref().map_or(Json::Null, |error| {
            json!({
                "kind": error.kind(),
                "message": error.to_string(),
                "agent": error.agent().as_str(),
                "line": error.line(),
                "trusted": error.is_trusted(),
            })
        })
    }

    /// `{answer, status, calls, usage, error}`.
    pub fn to_json(&mut self) -> Json {
        let answer = self.answer.take();
        let answer_json = answer.as_ref().map(|datum| self.value_json(datum));
        self.answer = answer;
        json!({
            "answer": answer_json,
            "status": self.status.as_str(),
            "calls": self.calls_json(),
            "usage": self.usage,
            "error": self.error_json(),
        })
    }
}

/// An agent as sentences name it.
pub(crate) fn agent_name(agent: &AgentPath) -> String {
    if agent.is_root() { "the root agent".to_owned() } else { format!("agent `{agent}`") }
}
