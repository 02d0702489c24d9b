//! The tool-calling agent's conversation in the terms of chat completions.

use caravan_core::model::{Callable, Conversation, Message as CoreMessage, ToolCall};
use serde_json::{Value as Json, json};

use super::wire::{self, Call, Message, Tool};

/// The names of tools as the endpoint has to have them, each leading back to its own.
pub(super) struct Names {
    pairs: Vec<(String, String)>,
}

impl Names {
    pub(super) fn new(tools: &[Callable]) -> Names {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for tool in tools {
            let plain = allowed(&tool.name);
            let is_taken = |name: &str| pairs.iter().any(|(_, taken)| taken == name);
            let mut name = plain.clone();
            let mut number = 2;
            while is_taken(&name) {
                name = format!("{}_{number}", plain.chars().take(56).collect::<String>());
                number += 1;
            }
            pairs.push((tool.name.clone(), name));
        }
        Names { pairs }
    }

    fn sent(&self, own: &str) -> String {
        self.pairs
            .iter()
            .find(|(known, _)| known == own)
            .map_or_else(|| allowed(own), |(_, sent)| sent.clone())
    }

    fn own(&self, sent: &str) -> String {
        self.pairs
            .iter()
            .find(|(_, known)| known == sent)
            .map_or_else(|| sent.to_owned(), |(own, _)| own.clone())
    }
}

/// The name with letters, digits, `_` and `-` alone, and not too long.
fn allowed(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' });
    plain.take(64).collect()
}

pub(super) fn messages(request: &Conversation, names: &Names) -> Vec<Message> {
    let message = |message: &CoreMessage| match message {
        CoreMessage::User { content } => Message::user(content.as_str()),
        CoreMessage::Assistant(turn) => Message::Assistant {
            content: Some(turn.content.clone())
                .filter(|content| !content.is_empty() || turn.calls.is_empty()),
            tool_calls: turn
                .calls
                .iter()
                .map(|call| Call::new(call.id.clone(), names.sent(&call.name), &call.arguments))
                .collect(),
        },
        CoreMessage::Tool { call_id, content, .. } => {
            Message::Tool { tool_call_id: call_id.clone(), content: content.clone() }
        }
    };
    std::iter::once(Message::system(request.system.as_str()))
        .chain(request.messages.iter().map(message))
        .collect()
}

pub(super) fn tools(callables: &[Callable], names: &Names) -> Vec<Tool> {
    let parameters = |callable: &Callable| match callable.parameters.is_object() {
        true => callable.parameters.clone(),
        false => json!({"type": "object", "properties": {}}),
    };
    let tool = |callable: &Callable| {
        Tool::new(names.sent(&callable.name), callable.description.clone(), parameters(callable))
    };
    callables.iter().map(tool).collect()
}

/// The calls of an answer; an error is the rest of a sentence about the model.
pub(super) fn calls(calls: Vec<Call>, names: &Names) -> Result<Vec<ToolCall>, String> {
    let call = |(position, call): (usize, Call)| {
        let name = names.own(&call.function.name);
        let arguments = match &call.function.arguments {
            Json::Null => Some(json!({})),
            Json::String(text) if text.trim().is_empty() => Some(json!({})),
            Json::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        };
        let arguments = arguments.filter(Json::is_object).ok_or_else(|| {
            let text = call
                .function
                .arguments
                .as_str()
                .map_or_else(|| call.function.arguments.to_string(), str::to_owned);
            format!(
                "called `{}` with arguments that are no JSON object: `{}`",
                wire::one_line(&name),
                wire::one_line(&text)
            )
        })?;
        let id = if call.id.is_empty() { format!("call_{}", position + 1) } else { call.id };
        Ok(ToolCall { id, name, arguments })
    };
    calls.into_iter().enumerate().map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn callable(name: &str) -> Callable {
        Callable { name: name.into(), is_agent: false, description: String::new(), parameters: Json::Null }
    }

    #[test]
    fn names_that_the_endpoint_does_not_take_lead_back_to_their_own() {
        let long = "x".repeat(80);
        let cut = "x".repeat(64);
        let tools = [callable("mail.send"), callable("mail/send"), callable(&long), callable("plain-name")];
        let names = Names::new(&tools);
        let sent: Vec<String> = tools.iter().map(|tool| names.sent(&tool.name)).collect();
        assert_eq!(sent, ["mail_send", "mail_send_2", &cut, "plain-name"]);
        for tool in &tools {
            assert_eq!(names.own(&names.sent(&tool.name)), tool.name);
        }
    }

    #[test]
    fn arguments_are_a_json_object_or_an_error() {
        let read = |arguments: Json| {
            let mut call = Call::new(String::new(), "f".into(), &json!({}));
            call.function.arguments = arguments;
            calls(vec![call], &Names::new(&[])).map(|calls| calls[0].clone())
        };
        assert_eq!(read(json!("{\"a\": 1}")).unwrap().arguments, json!({"a": 1}));
        assert_eq!(read(json!("")).unwrap().arguments, json!({}));
        assert_eq!(read(json!({"a": 1})).unwrap().arguments, json!({"a": 1}));
        assert_eq!(read(json!("")).unwrap().id, "call_1");
        assert_eq!(
            read(json!("{\"a\": \n")).unwrap_err(),
            "called `f` with arguments that are no JSON object: `{\"a\":`"
        );
        assert!(read(json!("[1]")).is_err());
    }
}
