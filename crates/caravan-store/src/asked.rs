//! What an effect asks for, as it is kept.

use caravan_core::effect::EffectKind;
use serde_json::{Value as Json, json};

/// The kind of an effect: `plan`, `extract`, `converse`, `tool`, `approve` or `clock`.
pub fn kind_name(kind: &EffectKind) -> &'static str {
    match kind {
        EffectKind::Plan(_) => "plan",
        EffectKind::Extract(_) => "extract",
        EffectKind::Converse(_) => "converse",
        EffectKind::Tool(_) => "tool",
        EffectKind::Approve(_) => "approve",
        EffectKind::Clock => "clock",
    }
}

/// Everything that an effect asks for but the fixed part of a planner's prompt, which its configuration gives again.
pub fn request_json(kind: &EffectKind) -> Json {
    match kind {
        EffectKind::Plan(request) => json!({
            "agent": request.agent().as_str(),
            "instruction": request.instruction().text(),
            "variables": request.variables().iter().map(|name| name.text()).collect::<Vec<_>>(),
            "schema": request.schema().map(|schema| schema.text()),
            "earlier": request.earlier().iter().map(|turn| json!({
                "instruction": turn.instruction().text(), "plan": turn.plan(), "told": turn.told().text(),
            })).collect::<Vec<_>>(),
            "attempts": request.attempts().iter().map(|attempt| json!({
                "answer": attempt.answer(), "problem": attempt.problem().text(),
            })).collect::<Vec<_>>(),
        }),
        EffectKind::Extract(request) => json!(request),
        EffectKind::Converse(request) => json!(request),
        EffectKind::Tool(request) => json!(request),
        EffectKind::Approve(request) => json!(request),
        EffectKind::Clock => Json::Null,
    }
}

/// Whose effect it is, what is asked, and of which server.
pub(crate) fn names(kind: &EffectKind) -> (&str, &str, &str) {
    match kind {
        EffectKind::Plan(request) => (request.agent().as_str(), "planner", ""),
        EffectKind::Extract(request) => (&request.agent, "quarantined", ""),
        EffectKind::Converse(request) => (&request.agent, "tool_calling", ""),
        EffectKind::Tool(request) => (&request.agent, &request.tool, &request.server),
        EffectKind::Approve(request) => (&request.agent, &request.tool, &request.server),
        EffectKind::Clock => ("", "clock", ""),
    }
}

/// The number of the call in the run's record that it belongs to.
pub(crate) fn call(kind: &EffectKind) -> Option<u32> {
    match kind {
        EffectKind::Tool(request) => Some(request.call.number()),
        EffectKind::Approve(request) => Some(request.call.number()),
        _ => None,
    }
}
