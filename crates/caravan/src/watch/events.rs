//! What happens in a run as JSON, a line each, for programs. No text of a model or a tool is in it.

use caravan_core::approval::Approval;
use caravan_core::effect::{EffectKind, Outcome};
use serde_json::{Map, Value as Json, json};

use super::words::{agent_of, error_kind, usage_of};
use super::{Happening, Step};

/// The event: `{event, ...}`. Keys that say nothing are left out.
pub fn event(happening: &Happening<'_>) -> Json {
    let told = match happening {
        Happening::AgentBegins { episode, call, begun } => json!({
            "event": "agent_begins",
            "episode": episode,
            "agent": begun.agent.as_str(),
            "call": call.map(|call| call.id.to_string()),
            "line": call.map(|call| call.line),
        }),
        Happening::AgentEnds { episode, well, .. } => {
            json!({"event": "agent_ends", "episode": episode, "well": well})
        }
        Happening::StepBegins(step) => told_step("step_begins", step),
        Happening::StepEnds(step, outcome, took) => {
            let mut told = told_step("step_ends", step);
            let usage = usage_of(outcome);
            let more = json!({
                "seconds": took.as_secs_f64(),
                "input_tokens": usage.map(|usage| usage.input_tokens),
                "output_tokens": usage.map(|usage| usage.output_tokens),
                "approved": match outcome {
                    Outcome::Approve(approval) => Some(*approval == Approval::Yes),
                    _ => None,
                },
                "error": error_kind(outcome),
            });
            if let (Json::Object(told), Json::Object(more)) = (&mut told, more) {
                told.extend(more);
            }
            told
        }
        Happening::Denied(call) => json!({
            "event": "denied",
            "episode": call.episode,
            "agent": call.agent.as_str(),
            "call": call.id.to_string(),
            "kind": call.kind.as_str(),
            "name": call.name,
            "line": call.line,
            "policy": call.decision.policy,
        }),
        Happening::RunEnds(end) => json!({"event": "run_ends", "status": end.status, "error": end.error}),
    };
    match told {
        Json::Object(fields) => {
            Json::Object(fields.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
        }
        other => other,
    }
}

fn told_step(name: &str, step: &Step<'_>) -> Json {
    let (kind, tool, server) = match step.kind {
        EffectKind::Plan(_) => ("plan", None, None),
        EffectKind::Extract(_) => ("extract", None, None),
        EffectKind::Converse(_) => ("converse", None, None),
        EffectKind::Tool(request) => ("tool", Some(&request.tool), Some(&request.server)),
        EffectKind::Approve(request) => ("approve", Some(&request.tool), Some(&request.server)),
        EffectKind::Clock => ("clock", None, None),
    };
    json!({
        "event": name,
        "step": step.id.number(),
        "episode": step.episode,
        "agent": agent_of(step.kind),
        "kind": kind,
        "tool": tool,
        "server": server,
        "call": step.call.map(|call| call.to_string()),
        "line": step.line,
    })
}
