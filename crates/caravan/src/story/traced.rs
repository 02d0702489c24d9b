//! The story of a case of a benchmark, from the trace that `caravan bench` has written of it.

use serde_json::{Value as Json, json};

use super::reading::{connect, part};
use super::{AgentPart, Story};

/// The story that a trace tells: without times, the lines that ran, and where values come from. None if it is no trace.
pub fn of_trace(trace: &Json) -> Option<Story> {
    let agents = trace.get("agents")?.as_array()?;
    let case = trace.get("case").cloned().unwrap_or_default();
    let text = |of: &Json, name: &str| of.get(name).and_then(Json::as_str).map(str::to_owned);
    let named = ["suite", "user_task", "injection_task", "defense"];
    let run: Vec<String> = named.iter().filter_map(|name| text(&case, name)).collect();
    let mut story = Story {
        run: run.join(" "),
        status: text(trace, "status").unwrap_or_default(),
        instruction: text(trace, "prompt"),
        defense: text(&case, "defense").unwrap_or_default(),
        strictness: text(&case, "strictness").unwrap_or_default(),
        agents: agents.iter().map(agent).collect(),
        calls: part(trace, "calls")?,
        answer: part(trace, "answer"),
        error: part(trace, "error"),
        printed: part(trace, "printed").unwrap_or_default(),
        usage: trace.get("usage").cloned().unwrap_or_default(),
        not_replayed: Some(
            "it is a case of a benchmark, of which a trace was written and no journal".to_owned(),
        ),
        ..Story::default()
    };
    place_calls(&mut story);
    connect(&mut story);
    Some(story)
}

fn agent(agent: &Json) -> AgentPart {
    let text = |name: &str| agent.get(name).and_then(Json::as_str).map(str::to_owned);
    AgentPart {
        agent: text("agent").unwrap_or_default(),
        call: text("call"),
        instruction: text("message").unwrap_or_default(),
        plan: text("plan"),
        refused: part(agent, "refused").unwrap_or_default(),
        ..AgentPart::default()
    }
}

/// Traces of earlier versions do not say of which episode a call is: it is of the agent's that its caller began last.
fn place_calls(story: &mut Story) {
    let mut current: Vec<(String, usize)> = Vec::new();
    for place in 0..story.calls.len() {
        let Some(call) = story.calls.get(place) else { continue };
        let (id, agent, known) = (call.id.clone(), call.agent.clone(), call.episode);
        if story.agents.get(known).is_none_or(|episode| episode.agent != agent) {
            let last = current.iter().rev().find(|(path, _)| *path == agent).map(|(_, episode)| *episode);
            let first = story.agents.iter().position(|episode| episode.agent == agent);
            if let (Some(call), Some(episode)) = (story.calls.get_mut(place), last.or(first)) {
                call.episode = episode;
            }
        }
        if let Some(begun) = story.agents.iter().position(|episode| episode.call.as_deref() == Some(&*id)) {
            let path = story.agents.get(begun).map(|episode| episode.agent.clone()).unwrap_or_default();
            current.push((path, begun));
        }
    }
}

/// What the attacker wanted and wrote, for a case that was attacked.
pub fn attack_of(trace: &Json) -> Json {
    json!({"goal": trace.get("goal"), "injections": trace.get("injections")})
}
