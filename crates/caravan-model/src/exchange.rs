//! Requests and answers as JSON, for recordings and for programs.
//!
//! A request has its `role` (`planner`, `quarantined`, or `agent` for a tool-calling one), the `agent`'s
//! path, and what that role is asked; an answer has what the role answers, and perhaps `usage`.

use caravan_core::model::{Conversation, ExtractRequest, Extraction, PlanRequest, Turn, Usage};
use serde_json::{Value as Json, json};

/// What a planner is asked.
pub(crate) fn plan_request(request: &PlanRequest) -> Json {
    let attempts = request.attempts().iter();
    let attempts: Vec<Json> = attempts
        .map(|attempt| json!({"answer": attempt.answer(), "problem": attempt.problem().text()}))
        .collect();
    let mut asked = json!({
        "role": "planner",
        "agent": request.agent().as_str(),
        "system": request.system(),
        "user": request.user(),
        "attempts": attempts,
    });
    let earlier: Vec<Json> =
        request.earlier_turns().map(|(user, answer)| json!({"user": user, "answer": answer})).collect();
    if let Some(asked) = asked.as_object_mut().filter(|_| !earlier.is_empty()) {
        asked.insert("earlier".to_owned(), Json::Array(earlier));
    }
    asked
}

/// What a quarantined model is asked.
pub(crate) fn extract_request(request: &ExtractRequest) -> Json {
    json!({"role": "quarantined", "agent": request.agent, "query": request.query, "schema": request.schema})
}

/// What a tool-calling agent is asked.
pub(crate) fn conversation(request: &Conversation) -> Json {
    json!({
        "role": "agent",
        "agent": request.agent,
        "system": request.system,
        "messages": request.messages,
        "tools": request.tools,
    })
}

/// What can be written as an answer and read back; reading gives what is missing or wrong.
pub(crate) trait Answer: Sized {
    fn write(&self) -> Json;
    fn read(json: &Json) -> Result<Self, String>;
}

impl Answer for String {
    fn write(&self) -> Json {
        json!({"text": self})
    }

    fn read(json: &Json) -> Result<String, String> {
        let text = json.get("text").and_then(Json::as_str);
        text.map(str::to_owned).ok_or_else(|| "an answer to a planner's request has `text`".to_owned())
    }
}

impl Answer for Extraction {
    fn write(&self) -> Json {
        match self {
            Extraction::Value(value) => json!({"value": value}),
            Extraction::NotEnoughInformation => json!({"not_enough_information": true}),
            Extraction::Refused => json!({"refused": true}),
            Extraction::Filtered => json!({"filtered": true}),
        }
    }

    fn read(json: &Json) -> Result<Extraction, String> {
        let is_set = |name: &str| json.get(name).and_then(Json::as_bool) == Some(true);
        match json.get("value") {
            Some(value) => Ok(Extraction::Value(value.clone())),
            None if is_set("not_enough_information") => Ok(Extraction::NotEnoughInformation),
            None if is_set("refused") => Ok(Extraction::Refused),
            None if is_set("filtered") => Ok(Extraction::Filtered),
            None => Err("an answer to a quarantined model's request has `value`, `not_enough_information`, `refused` or `filtered`"
                .to_owned()),
        }
    }
}

impl Answer for Turn {
    fn write(&self) -> Json {
        json!({"content": self.content, "calls": self.calls})
    }

    fn read(json: &Json) -> Result<Turn, String> {
        if json.get("content").is_none() && json.get("calls").is_none() {
            return Err("an answer to a tool-calling agent's request has `content` or `calls`".to_owned());
        }
        let turn: Turn = serde_json::from_value(json.clone()).map_err(|error| error.to_string())?;
        match turn.calls.iter().find(|call| !call.arguments.is_object()) {
            Some(call) => Err(format!("the arguments of the call of `{}` are no JSON object", call.name)),
            None => Ok(turn),
        }
    }
}

/// The usage that an answer tells of; at least the one call.
pub(crate) fn usage(json: &Json) -> Usage {
    let number = |name: &str| json.get("usage").and_then(|usage| usage.get(name)).and_then(Json::as_u64);
    Usage {
        calls: number("calls").unwrap_or(1),
        input_tokens: number("input_tokens").unwrap_or(0),
        cached_tokens: number("cached_tokens").unwrap_or(0),
        output_tokens: number("output_tokens").unwrap_or(0),
        reasoning_tokens: number("reasoning_tokens").unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_as_they_were_written() {
        let turn = json!({"content": "", "calls": [{"id": "a", "name": "f", "arguments": {}}]});
        assert_eq!(Turn::read(&turn).unwrap().write(), turn);
        for extraction in [
            Extraction::Value(Json::Null),
            Extraction::NotEnoughInformation,
            Extraction::Refused,
            Extraction::Filtered,
        ] {
            assert_eq!(Extraction::read(&extraction.write()).unwrap(), extraction);
        }
        assert_eq!(String::read(&"x".to_owned().write()).unwrap(), "x");
    }

    #[test]
    fn a_wrong_answer_is_told_what_it_lacks() {
        assert!(String::read(&json!({"value": 1})).unwrap_err().contains("`text`"));
        assert!(Extraction::read(&json!({"text": "x"})).unwrap_err().contains("`value`"));
        assert!(Turn::read(&json!({})).unwrap_err().contains("`content`"));
        let call = json!({"calls": [{"id": "a", "name": "f", "arguments": "x"}]});
        assert_eq!(Turn::read(&call).unwrap_err(), "the arguments of the call of `f` are no JSON object");
    }
}
