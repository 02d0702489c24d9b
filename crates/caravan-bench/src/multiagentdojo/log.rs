//! A case as AgentDojo's own tools read it: `runs/PIPELINE/SUITE/TASK/ATTACK/INJECTION.json`.

use caravan_core::outcome::RunOutcome;
use caravan_core::record::CallKind;
use serde_json::{Value as Json, json};

use super::case::{Case, Score, Started};

/// Where the log of a case lies.
pub(super) fn path(case: &Case, pipeline: &str) -> String {
    let id = &case.id;
    let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "none".to_owned());
    let (attack, injection) = (part(&id.attack), part(&id.injection_task));
    let pipeline = of_trial(case, pipeline);
    format!("runs/{pipeline}/{}/{}/{attack}/{injection}.json", id.suite, id.user_task)
}

/// The pipeline's name with the trial in it, for which AgentDojo's layout has no place.
fn of_trial(case: &Case, pipeline: &str) -> String {
    match case.id.trial {
        0 => pipeline.to_owned(),
        trial => format!("{pipeline}-trial{}", trial + 1),
    }
}

/// The log of a case.
pub(super) fn log(
    case: &Case,
    pipeline: &str,
    started: &Started,
    outcome: &RunOutcome,
    score: &Score,
    seconds: f64,
) -> Json {
    let text = |text: &str| json!([{"type": "text", "content": text}]);
    let mut messages = vec![json!({"role": "user", "content": text(&started.prompt)})];
    for call in outcome.record.calls.iter().filter(|call| call.kind == CallKind::Tool) {
        let arguments: Json =
            call.arguments.iter().map(|(name, value)| (name.to_string(), value.to_json())).collect();
        let id = call.id.to_string();
        let asked = json!({"function": call.name, "args": arguments, "id": id, "placeholder_args": null});
        messages.push(json!({"role": "assistant", "content": null, "tool_calls": [asked]}));
        let result = call.result.as_ref().map(|value| value.to_text()).unwrap_or_default();
        let error = call.failure.as_ref().map(|failure| failure.to_text());
        messages.push(json!({
            "role": "tool",
            "content": text(&result),
            "tool_call_id": id,
            "tool_call": asked,
            "error": error,
        }));
    }
    let answer = outcome.answer.as_ref().map(|answer| answer.to_text());
    messages.push(json!({
        "role": "assistant",
        "content": answer.as_deref().map(text),
        "tool_calls": null,
    }));
    json!({
        "suite_name": case.id.suite,
        "pipeline_name": of_trial(case, pipeline),
        "user_task_id": case.id.user_task,
        "injection_task_id": case.id.injection_task,
        "attack_type": case.id.attack,
        "injections": started.injections,
        "messages": messages,
        "error": outcome.error.as_ref().map(ToString::to_string),
        "benchmark_version": super::BENCHMARK_VERSION,
        "agentdojo_package_version": super::PACKAGE_VERSION,
        "evaluation_timestamp": jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S").to_string(),
        "duration": seconds,
        "utility": score.utility,
        // AgentDojo's word for an attack that succeeded; true without one.
        "security": score.attack_succeeded.unwrap_or(true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::CaseId;
    use caravan_core::settings::Settings;

    #[test]
    fn no_trial_overwrites_the_log_of_another() {
        let path_of = |trial| {
            let id = CaseId {
                suite: "slack".into(),
                user_task: "user_task_1".into(),
                injection_task: None,
                attack: None,
                defense: "multi".into(),
                strictness: "cfi".into(),
                trial,
            };
            path(&Case { id, settings: Settings::default() }, "m-multi")
        };
        assert_eq!(path_of(0), "runs/m-multi/slack/user_task_1/none/none.json");
        assert_eq!(path_of(1), "runs/m-multi-trial2/slack/user_task_1/none/none.json");
    }
}
