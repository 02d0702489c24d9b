//! The tool-calling agent's conversation, with names that every provider takes.

use caravan_core::model::{Callable, Conversation, Message, ToolCall};
use serde_json::json;

use super::ask::{Ask, Called, Form, Function, Part, Said, one_line};

/// The names of tools as providers have to have them, each leading back to its own.
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
    // Gemini wants a letter or `_` in front.
    let lead = if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') { "" } else { "_" };
    lead.chars().chain(plain).take(64).collect()
}

/// The conversation as a request.
pub(super) fn ask(request: &Conversation, names: &Names) -> Ask {
    let said = |message: &Message| match message {
        Message::User { content } => Said::User(content.clone()),
        Message::Assistant(turn) => Said::Assistant {
            text: turn.content.clone(),
            calls: turn
                .calls
                .iter()
                .map(|call| ToolCall { name: names.sent(&call.name), ..call.clone() })
                .collect(),
        },
        Message::Tool { call_id, name, content } => {
            Said::Result { id: call_id.clone(), name: names.sent(name), text: content.clone() }
        }
    };
    let parameters = |callable: &Callable| match callable.parameters.is_object() {
        true => callable.parameters.clone(),
        false => json!({"type": "object", "properties": {}}),
    };
    let function = |callable: &Callable| Function {
        name: names.sent(&callable.name),
        description: callable.description.clone(),
        parameters: parameters(callable),
    };
    Ask {
        // Tools come before it in every provider's cache, and both are the same in every turn.
        system: vec![Part { text: request.system.clone(), is_fixed: true }],
        said: request.messages.iter().map(said).collect(),
        functions: request.tools.iter().map(function).collect(),
        form: Form::Free,
    }
}

/// The calls of an answer; an error is the rest of a sentence about the model.
pub(super) fn calls(calls: Vec<Called>, names: &Names) -> Result<Vec<ToolCall>, String> {
    let call = |(position, call): (usize, Called)| {
        let name = names.own(&call.name);
        let arguments = call.object().map_err(|text| {
            format!(
                "called `{}` with arguments that are no JSON object: `{}`",
                one_line(&name),
                one_line(&text)
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
    use serde_json::Value as Json;

    fn callable(name: &str) -> Callable {
        Callable { name: name.into(), is_agent: false, description: String::new(), parameters: Json::Null }
    }

    #[test]
    fn names_that_providers_do_not_take_lead_back_to_their_own() {
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
            let call = Called { id: String::new(), name: "f".into(), arguments };
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
