//! What is kept of a run of which no content is kept: names, places, decisions; no text that somebody wrote.

use serde_json::{Map, Value as Json, json};

/// What stays of what came of a run.
pub(crate) fn left_out(outcome: &Json) -> Json {
    let mut kept = fields(outcome, &["status", "usage"]);
    if let Some(error) = outcome.get("error").filter(|error| !error.is_null()) {
        kept.insert("error".to_owned(), fields(error, &["kind", "agent", "line", "trusted"]).into());
    }
    if let Some(calls) = outcome.get("calls").and_then(Json::as_array) {
        kept.insert("calls".to_owned(), calls.iter().map(call).collect());
    }
    if let Some(agents) = outcome.get("agents").and_then(Json::as_array) {
        let agents = agents.iter().map(|agent| Json::from(fields(agent, &["agent", "call"])));
        kept.insert("agents".to_owned(), agents.collect());
    }
    kept.into()
}

fn call(call: &Json) -> Json {
    let names = ["id", "agent", "kind", "name", "line", "episode", "pc_trusted", "carried_out", "in_doubt"];
    let mut kept = fields(call, &names);
    let decision = call.get("decision").map(|decision| fields(decision, &["effect", "policy"]));
    kept.insert("decision".to_owned(), json!(decision));
    let trusted = |value: &Json| json!({"value": null, "trusted": value.pointer("/label/trusted")});
    let arguments = call.get("arguments").and_then(Json::as_object);
    let arguments = arguments.into_iter().flatten().map(|(name, value)| (name.clone(), trusted(value)));
    kept.insert("arguments".to_owned(), arguments.collect::<Map<_, _>>().into());
    let result = call.get("result").filter(|result| !result.is_null()).map(trusted);
    kept.insert("result".to_owned(), json!(result));
    kept.into()
}

fn fields(of: &Json, names: &[&str]) -> Map<String, Json> {
    names.iter().filter_map(|name| Some(((*name).to_owned(), of.get(*name)?.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_somebody_wrote_stays() {
        let label = json!({"trusted": false, "data": {"sources": ["tool:read#secret@x.org"]}});
        let value = json!({"value": "secret", "label": label});
        let outcome = json!({
            "status": "done", "answer": value, "usage": {"calls": 1}, "printed": ["secret"],
            "error": {"kind": "Denied", "message": "secret", "agent": "a", "line": 1, "trusted": true},
            "agents": [{"agent": "a", "call": "c1", "instruction": "secret", "plan": "secret", "refused": ["secret"]}],
            "calls": [{"id": "c1", "agent": "", "kind": "tool", "name": "send", "line": 2, "arguments": {"to": value},
                "decision": {"effect": "allow", "policy": "p", "reason": "secret"}, "result": value, "failure": value}],
        });
        let kept = left_out(&outcome);
        assert!(!kept.to_string().contains("secret"), "{kept}");
        assert_eq!(kept.pointer("/calls/0/arguments/to/trusted"), Some(&json!(false)));
        assert_eq!(kept.pointer("/calls/0/name"), Some(&json!("send")));
        assert_eq!(kept.pointer("/error/kind"), Some(&json!("Denied")));
    }
}
