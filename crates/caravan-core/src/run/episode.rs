//! One invocation of one agent, while it lasts.

use std::sync::Arc;

use caravan_label::{AgentPath, Label, Source};
use caravan_plan::{Datum, Machine, PlanError, Span, Type};

use super::child::Call;
use super::repair::Past;
use super::tool_loop::Talk;
use crate::effect::{Outcome, ToolRequest};
use crate::gate::Denial;
use crate::gate::endorse::Shown;
use crate::model::PlanRequest;
use crate::record::CallId;
use crate::system::LabelRule;

/// An episode on the stack.
#[derive(Debug)]
pub(crate) struct Episode {
    pub(crate) path: AgentPath,
    /// Its place in the record's list of episodes.
    pub(crate) index: usize,
    /// The parent's call that began it.
    pub(crate) call: Option<CallId>,
    pub(crate) mind: Mind,
}

/// What decides in an episode.
#[derive(Debug)]
pub(crate) enum Mind {
    /// A plan, or a planner that is asked for one.
    Planning(Box<Planning>),
    /// A tool-calling agent.
    Talking(Box<Talk>),
    /// The caller of a gathered call, in whose place this stands while the call lasts.
    Gathering,
}

/// An episode with a plan.
#[derive(Debug)]
pub(crate) struct Planning {
    pub(crate) request: PlanRequest,
    pub(crate) variables: Vec<(Box<str>, Datum)>,
    /// The type of the value to return.
    pub(crate) schema: Type,
    /// What the plan's literals start with: the control and choice of what the planner read.
    pub(crate) base: Label,
    /// The control under which the episode was called.
    pub(crate) pc: Label,
    /// Whether a plan above goes on if this episode fails.
    pub(crate) caught: bool,
    /// What the answer carries beside its own label: that of everything that decided which plan it is.
    pub(crate) origin: Label,
    /// The plan's machine, while it is not running.
    pub(crate) machine: Option<Machine>,
    /// What the plan has asked for, should an error stop it.
    pub(crate) past: Past,
}

impl Episode {
    /// The root's episode.
    pub(crate) fn root(request: PlanRequest, variables: Vec<(Box<str>, Datum)>, past: Past) -> Episode {
        let planning = Planning {
            request,
            variables,
            schema: Type::Any,
            base: Label::NONE,
            pc: Label::NONE,
            caught: false,
            origin: Label::NONE,
            machine: None,
            past,
        };
        Episode::planning(None, planning)
    }

    /// The root's episode with a plan by somebody who has been told what `base` stands for.
    pub(crate) fn told_root(
        request: PlanRequest,
        variables: Vec<(Box<str>, Datum)>,
        base: Label,
        past: Past,
    ) -> Episode {
        let episode = Episode::root(request, variables, past);
        match episode.mind {
            Mind::Planning(planning) => {
                let planning = Planning { base, origin: base, ..*planning };
                Episode { mind: Mind::Planning(Box::new(planning)), ..episode }
            }
            mind => Episode { mind, ..episode },
        }
    }

    pub(crate) fn planning(call: Option<CallId>, planning: Planning) -> Episode {
        let path = planning.request.agent.clone();
        Episode { path, index: 0, call, mind: Mind::Planning(Box::new(planning)) }
    }
}

/// What an effect that is under way will answer.
#[derive(Debug)]
pub(crate) enum Awaited {
    Plan,
    Tool(AwaitedValue),
    Approval(Box<AwaitedApproval>),
    Message(Box<AwaitedMessage>),
    Extraction(AwaitedValue),
    Turn,
    TalkTool(AwaitedReply),
    Clock,
}

impl Awaited {
    /// Whether the outcome is of the kind that is awaited.
    pub(crate) fn is_of(&self, outcome: &Outcome) -> bool {
        matches!(
            (self, outcome),
            (Awaited::Plan, Outcome::Plan(_))
                | (Awaited::Tool(_) | Awaited::TalkTool(_), Outcome::Tool(_))
                | (Awaited::Approval(_) | Awaited::Message(_), Outcome::Approve(_))
                | (Awaited::Extraction(_), Outcome::Extract(_))
                | (Awaited::Turn, Outcome::Converse(_))
                | (Awaited::Clock, Outcome::Clock(_))
        )
    }
}

/// A message that a person is asked about.
#[derive(Debug)]
pub(crate) struct AwaitedMessage {
    /// The call in the record.
    pub(crate) id: CallId,
    pub(crate) call: Call,
    /// Whom it is for.
    pub(crate) path: AgentPath,
    pub(crate) shown: Shown,
    /// What the gate said.
    pub(crate) denial: Box<Denial>,
}

/// A value that a plan waits for.
#[derive(Debug)]
pub(crate) struct AwaitedValue {
    pub(crate) call: CallId,
    pub(crate) name: Box<str>,
    pub(crate) ty: Type,
    /// The label of whatever comes back.
    pub(crate) label: Label,
    /// What the configuration says of its parts, where it is a tool's.
    pub(crate) labelling: Option<Labelling>,
}

/// How the parts of a tool's result are labelled.
#[derive(Debug)]
pub(crate) struct Labelling {
    /// The tool as a source.
    pub(crate) source: Source,
    /// What the result carries besides: the labels of the arguments and of the state.
    pub(crate) given: Label,
    pub(crate) rules: Arc<[LabelRule]>,
}

/// A call that waits for a person's word.
#[derive(Debug)]
pub(crate) struct AwaitedApproval {
    /// What is asked of the tool if the person says yes.
    pub(crate) request: ToolRequest,
    /// What the tool then answers.
    pub(crate) value: AwaitedValue,
    pub(crate) span: Span,
}

/// A tool's reply that a tool-calling agent waits for.
#[derive(Debug)]
pub(crate) struct AwaitedReply {
    pub(crate) call: CallId,
    /// The model's own name for the call.
    pub(crate) turn_call: String,
    pub(crate) name: String,
    pub(crate) label: Label,
    /// The tool as a source.
    pub(crate) source: Source,
}

/// How an episode ended.
#[derive(Debug)]
pub(crate) enum End {
    Value(Datum),
    Failed(Failure),
}

/// An error that ended an episode.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Box<str>,
    pub(crate) message: String,
    /// Where in the plan, if there is one.
    pub(crate) span: Option<Span>,
    /// The label of the error: its text, and what decided that it happened.
    pub(crate) label: Label,
    /// What else to tell a person.
    pub(crate) notes: Vec<String>,
    /// What a person can do about it.
    pub(crate) help: Option<String>,
}

impl End {
    /// An end without a place in a plan.
    pub(crate) fn failed(kind: &str, message: impl Into<String>, label: Label) -> End {
        End::Failed(Failure {
            kind: kind.into(),
            message: message.into(),
            span: None,
            label,
            notes: Vec::new(),
            help: None,
        })
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        let notes =
            error.limit.map(|limit| format!("the plan reached its limit of {limit}")).into_iter().collect();
        Failure {
            kind: error.kind,
            message: error.message.into(),
            span: Some(error.span),
            label: error.label,
            notes,
            help: error.hint.map(String::from),
        }
    }
}
