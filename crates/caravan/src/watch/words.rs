//! Steps in words for people. Only names of the configuration and numbers are in them: no text of a model or a tool.

use std::fmt::Write as _;
use std::time::Duration;

use caravan_core::approval::Approval;
use caravan_core::effect::{EffectKind, Outcome};
use caravan_core::model::{ModelError, Usage};

/// An agent by its path; the root's is empty.
pub fn agent_in_words(path: &str) -> String {
    if path.is_empty() { "the root agent".to_owned() } else { format!("agent `{path}`") }
}

/// The path of the agent that asks.
pub fn agent_of(kind: &EffectKind) -> &str {
    match kind {
        EffectKind::Plan(request) => request.agent().as_str(),
        EffectKind::Extract(request) => &request.agent,
        EffectKind::Converse(request) => &request.agent,
        EffectKind::Tool(request) => &request.agent,
        EffectKind::Approve(request) => &request.agent,
        EffectKind::Clock => "",
    }
}

/// Who waits for what.
pub fn step_in_words(kind: &EffectKind, line: Option<u32>) -> String {
    let agent = agent_in_words(agent_of(kind));
    let mut text = match kind {
        EffectKind::Plan(_) => format!("the planner of {agent} is at work"),
        EffectKind::Extract(_) => format!("the quarantined model of {agent} reads"),
        EffectKind::Converse(_) => format!("{agent} thinks"),
        EffectKind::Tool(request) => format!("{agent} calls `{}`", request.tool),
        EffectKind::Approve(request) => format!("{agent} waits for a person's word on `{}`", request.tool),
        EffectKind::Clock => "the clock is read".to_owned(),
    };
    if let Some(line) = line {
        let _ = write!(text, " (line {line})");
    }
    text
}

/// What came of a step: how long it took, what a model took, what kind of failure it was.
pub fn outcome_in_words(outcome: &Outcome, took: Duration) -> String {
    let mut text = match (error_kind(outcome), outcome) {
        (Some(kind), _) => format!("failed ({kind})"),
        (None, Outcome::Approve(Approval::Yes)) => "approved".to_owned(),
        (None, Outcome::Approve(Approval::No)) => "refused".to_owned(),
        (None, Outcome::Approve(Approval::NobodyThere)) => "nobody is there".to_owned(),
        (None, _) => "done".to_owned(),
    };
    let _ = write!(text, " after {:.1} s", took.as_secs_f64());
    if let Some(usage) = usage_of(outcome).filter(|usage| usage.input_tokens + usage.output_tokens > 0) {
        let _ = write!(text, ", {} tokens read, {} written", usage.input_tokens, usage.output_tokens);
    }
    text
}

/// What a model took.
pub fn usage_of(outcome: &Outcome) -> Option<Usage> {
    let failed = |error: &ModelError| error.usage();
    Some(match outcome {
        Outcome::Plan(reply) => reply.as_ref().map_or_else(failed, |reply| reply.usage),
        Outcome::Extract(reply) => reply.as_ref().map_or_else(failed, |reply| reply.usage),
        Outcome::Converse(reply) => reply.as_ref().map_or_else(failed, |reply| reply.usage),
        Outcome::Tool(_) | Outcome::Approve(_) | Outcome::Clock(_) => return None,
    })
}

/// What kind of failure it was, in a word: never what was said of it.
pub fn error_kind(outcome: &Outcome) -> Option<String> {
    let of_model = |error: &ModelError| {
        let kind = serde_json::to_value(error.kind()).unwrap_or_default();
        kind.as_str().unwrap_or("model_error").to_owned()
    };
    match outcome {
        Outcome::Plan(reply) => reply.as_ref().err().map(of_model),
        Outcome::Extract(reply) => reply.as_ref().err().map(of_model),
        Outcome::Converse(reply) => reply.as_ref().err().map(of_model),
        Outcome::Tool(Err(failure)) if failure.is_unavailable() => Some("unavailable".to_owned()),
        Outcome::Tool(Err(_)) => Some("tool_error".to_owned()),
        Outcome::Tool(Ok(_)) | Outcome::Approve(_) | Outcome::Clock(_) => None,
    }
}
