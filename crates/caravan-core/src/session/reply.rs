//! What a client's model is told of a plan's end.

use caravan_label::{Label, Lattice, Source};
use caravan_plan::{Datum, Environment, Tree, World};
use serde_json::{Value as Json, json};

use super::Reference;
use super::account::Account;
use crate::caps::CAPS;
use crate::outcome::{RunError, Status};
use crate::policy::Verdict;
use crate::record::{CallKind, CallRecord, Record};

/// What a client's model is told: nothing in here but what the session has judged and charged.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The value, if it may be told.
    pub result: Option<Json>,
    /// The reference to the value, if it may not.
    pub references: Vec<Reference>,
    /// The calls of the plan's own that nothing untrusted has decided, in their order.
    pub calls: Vec<CallSummary>,
    /// Why there is no value.
    pub error: Option<ReplyError>,
    /// Whether no more plans are taken.
    pub session_over: bool,
}

/// A call, without anything that it was given or gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSummary {
    /// What was called.
    pub kind: CallKind,
    /// Its name.
    pub name: Box<str>,
    /// The line of the plan.
    pub line: u32,
}

/// Why a plan gave no value, as far as that may be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyError {
    /// The kind of error.
    pub kind: String,
    /// What is said of it.
    pub message: String,
    /// Where it happened.
    pub line: Option<u32>,
    /// Whether nothing untrusted had a part in it.
    pub trusted: bool,
}

/// A plan that failed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) kind: String,
    pub(super) line: Option<u32>,
    /// What can be said of it, if nothing but what was told before has decided that it happened.
    pub(super) trusted_text: Option<String>,
}

/// How a run ended.
#[derive(Debug)]
pub(super) struct Ended<'a> {
    pub(super) status: Status,
    pub(super) answer: Option<Datum>,
    pub(super) error: Option<RunError>,
    pub(super) record: &'a Record,
    pub(super) plan: &'a str,
}

impl Reply {
    /// A value that is told, one that is to be had by its name, or both.
    pub(super) fn of(result: Option<Json>, reference: Option<Reference>) -> Reply {
        Reply { result, references: reference.into_iter().collect(), ..Reply::empty() }
    }

    /// There was no plan.
    pub(super) fn unplanned(error: Option<&RunError>) -> Reply {
        let (kind, message) =
            error.map_or(("NoPlan", String::new()), |error| (error.kind(), error.to_string()));
        let error = ReplyError { kind: kind.to_owned(), message, line: None, trusted: true };
        Reply { error: Some(error), ..Reply::empty() }
    }

    /// A failure, or the end of the session where nothing can be told of it.
    pub(super) fn failed(told: Option<ReplyError>) -> Reply {
        match told {
            Some(error) => Reply { error: Some(error), ..Reply::empty() },
            None => Reply::over(),
        }
    }

    pub(super) fn over() -> Reply {
        let error = ReplyError {
            kind: "SessionOver".into(),
            message: super::Refusal::Over.to_string(),
            line: None,
            trusted: false,
        };
        Reply { error: Some(error), session_over: true, ..Reply::empty() }
    }

    fn empty() -> Reply {
        Reply { result: None, references: Vec::new(), calls: Vec::new(), error: None, session_over: false }
    }

    /// How far a plan came tells more of a failure than that it failed.
    pub(super) fn calls_may_be_told(&self) -> bool {
        self.error.as_ref().is_none_or(|error| error.trusted)
    }

    /// `{result, references, calls, error}`.
    pub fn to_json(&self) -> Json {
        let references: Vec<Json> = self
            .references
            .iter()
            .map(|reference| {
                json!({"name": reference.name(), "type": reference.ty(), "source": reference.source()})
            })
            .collect();
        let calls: Vec<Json> = self
            .calls
            .iter()
            .map(|call| json!({"kind": call.kind.as_str(), "name": call.name, "line": call.line}))
            .collect();
        json!({
            "result": self.result,
            "references": references,
            "calls": calls,
            "error": self.error.as_ref().map(ReplyError::to_json),
        })
    }
}

impl ReplyError {
    /// The text of the error is not told.
    pub(super) fn withheld(kind: &str, line: Option<u32>) -> ReplyError {
        let place = line.map(|line| format!(" on line {line}")).unwrap_or_default();
        ReplyError {
            kind: kind.to_owned(),
            message: format!(
                "the plan failed with {kind}{place}; what it says is withheld, since untrusted data had a part in it"
            ),
            line,
            trusted: false,
        }
    }

    /// Nothing but the failure is told.
    pub(super) fn bare() -> ReplyError {
        ReplyError {
            kind: "Failed".to_owned(),
            message: "the plan failed; what and where is withheld, since untrusted data had a part in it"
                .to_owned(),
            line: None,
            trusted: false,
        }
    }

    /// `{kind, message, line, trusted}`.
    pub fn to_json(&self) -> Json {
        json!({"kind": self.kind, "message": self.message, "line": self.line, "trusted": self.trusted})
    }
}

impl Ended<'_> {
    /// What went wrong, if something did.
    pub(super) fn failure(&self, account: &Account, world: &mut World) -> Option<Failure> {
        let Some(error) = &self.error else {
            return (self.status != Status::Done).then(|| Failure {
                kind: "Exception".to_owned(),
                line: None,
                trusted_text: None,
            });
        };
        let line = if error.agent().is_root() { error.line() } else { None };
        let trusted_text = match self.status {
            Status::PlanFailed => self.plan_error(error, account, &mut world.lattice),
            Status::Denied => self.denial(error, account, &mut world.lattice),
            Status::Done | Status::ModelFailed | Status::BudgetUsedUp | Status::ToolFailed => None,
        };
        let kind = match (self.status, error.kind()) {
            (Status::ModelFailed | Status::BudgetUsedUp, _) => "ToolFailure",
            (_, "KeyError" | "IndexError") if trusted_text.is_none() => "LookupError",
            (_, kind) => kind,
        };
        Some(Failure { kind: kind.to_owned(), line, trusted_text })
    }

    /// The text of a plan's own error, if it is trusted.
    fn plan_error(&self, error: &RunError, account: &Account, lattice: &mut Lattice) -> Option<String> {
        let label = error.label();
        (lattice.data_is_trusted(label) && account.knows(label, lattice)).then(|| error.to_string())
    }

    /// What can be said of a denial without naming anything that came from outside: it happened to a call that nothing
    /// untrusted has decided, with arguments whose labels nothing untrusted has decided.
    fn denial(&self, error: &RunError, account: &Account, lattice: &mut Lattice) -> Option<String> {
        let call = self.record.calls.iter().rfind(|call| call.decision.effect != Verdict::Allow)?;
        if !call.agent.is_root() || !is_known(call.decided, account, lattice) {
            return None;
        }
        // Which call meets a cap, depends on those before it, and on what decided about them.
        if call.decision.policy == CAPS {
            return None;
        }
        let told: Vec<Label> =
            call.arguments.iter().map(|(_, argument)| argument.deep_label(lattice)).collect();
        // The gate looks at labels; a policy, and a person whom it asks, may look at values.
        let by_values = error.denial().is_none();
        if !told
            .into_iter()
            .all(|label| account.knows(label, lattice) && (!by_values || lattice.data_is_trusted(label)))
        {
            return None;
        }
        let what = match error.denial() {
            Some(denial) => denial.without_sources(),
            None => format!("the call of `{}` was refused by policy `{}`", call.name, call.decision.policy),
        };
        let help = error.help().map(|help| format!("; {help}")).unwrap_or_default();
        Some(format!("line {}: {what}{help}", call.line))
    }
}

/// Whether a call is one that nothing has decided but what the client was told before.
fn is_known(decided: Label, account: &Account, lattice: &mut Lattice) -> bool {
    lattice.data_is_trusted(decided) && account.knows(decided, lattice)
}

/// Whether nothing untrusted is in what a call is given, or has decided it. Of variables the names count: no value of
/// theirs is one that does not fit.
fn gives_what_is_known(call: &CallRecord, account: &Account, lattice: &mut Lattice) -> bool {
    let mut given: Vec<Label> = Vec::new();
    for (name, argument) in &call.arguments {
        match &argument.value {
            Tree::Dict(entries) if call.kind == CallKind::Agent && &**name == "variables" => {
                given.push(argument.label);
                given.extend(entries.iter().map(|(name, _)| name.deep_label(lattice)));
            }
            _ => given.push(argument.deep_label(lattice)),
        }
    }
    given.into_iter().all(|label| is_known(label, account, lattice))
}

/// Everything that a plan has met: what its calls gave, and the references that it may have read.
pub(super) fn met(
    record: &Record,
    plan: &str,
    environment: &Environment,
    variables: Label,
    world: &mut World,
) -> Label {
    let lattice = &mut world.lattice;
    let mut met = Label::NONE;
    for call in &record.calls {
        let own = lattice.data_from(&[source_of(call, environment)]);
        met = lattice.join(met, own);
        for value in call.result.iter().chain(&call.failure) {
            let label = value.deep_label(lattice);
            met = lattice.join(met, label);
        }
    }
    if may_name(plan, "get_variable") { lattice.join(met, variables) } else { met }
}

/// Where the answer of a call comes from, whether it came or not. What is not known to be trusted is not.
fn source_of(call: &CallRecord, environment: &Environment) -> Source {
    let agent = call.agent.clone();
    let trusted = call.kind == CallKind::Tool
        && agent.is_root()
        && environment.tools.iter().any(|tool| *tool.name == *call.name && tool.trusted);
    match call.kind {
        CallKind::Tool => Source::Tool { agent, tool: call.name.clone(), inner: None, trusted },
        CallKind::Agent | CallKind::Model => Source::Quarantined(agent.child(&call.name)),
    }
}

/// The calls of the plan's own that nothing untrusted has decided: neither that they are made, nor what they are given, on
/// which it depends whether they get as far as the record.
pub(super) fn calls(record: &Record, account: &Account, lattice: &mut Lattice) -> Vec<CallSummary> {
    let own = record.calls.iter().filter(|call| call.agent.is_root());
    own.filter(|call| is_known(call.decided, account, lattice) && gives_what_is_known(call, account, lattice))
        .map(|call| CallSummary { kind: call.kind, name: call.name.clone(), line: call.line })
        .collect()
}

/// Where a value came from, in a few words that untrusted data has not decided: its tools where nothing untrusted
/// decided which they are, else whatever the plan's text names. Inner sources are untrusted text and never told.
pub(super) fn source(label: Label, plan: &str, environment: &Environment, world: &World) -> Box<str> {
    let lattice = &world.lattice;
    let mut names: Vec<String> = Vec::new();
    if lattice.control_is_trusted(label) {
        for source in lattice.sources(lattice.data(label)).filter(|source| !source.is_trusted()) {
            let name = match source {
                Source::Tool { agent, tool, .. } => agent.child(tool).to_string(),
                Source::Quarantined(agent) => agent.child("query_ai_assistant").to_string(),
                other => other.to_string(),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.sort();
    } else {
        let tools = environment.tools.iter().map(|tool| &*tool.name);
        let children = environment.children.iter().map(|child| &*child.name);
        let others = ["query_ai_assistant", "get_variable"];
        names = tools
            .chain(children)
            .chain(others)
            .filter(|name| may_name(plan, name))
            .map(str::to_owned)
            .collect();
    }
    if names.is_empty() { "the plan".into() } else { names.join(", ").into() }
}

/// Whether a program may use a name. Letters outside of ASCII can spell any name: identifiers are normalized.
fn may_name(plan: &str, name: &str) -> bool {
    let has =
        |name: &str| plan.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name);
    !plan.is_ascii() || name.split('.').all(has)
}
