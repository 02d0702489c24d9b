//! The scripted tool-calling agent: the rule's calls one by one, then whatever else any text asks for
//! that it has read, and at last an answer that hands on what it read.

use std::hash::{DefaultHasher, Hash, Hasher};

use caravan_core::model::{Conversation, Message, ModelError, ModelErrorKind, ToolCall, Turn};
use serde_json::{Map, Value as Json, json};

use super::obey::{self, Argument, Deed};
use super::script::{Match, Question, Role, Script, result_number};
use super::{Style, shortened};

/// So many requests are obeyed in one conversation.
const MAX_OBEYED: usize = 12;

/// So many characters of all that was read are handed over.
const MOST_READ: usize = 200_000;

/// Calls that rules make and calls that obey are told apart by their ids, which the conversation hands back:
/// the model keeps no memory of its own.
const STEP: &str = "step_";
const OBEYED: &str = "obeyed_";

/// The next turn of the conversation.
pub(crate) fn turn(script: &Script, style: Style, conversation: &Conversation) -> Result<Turn, ModelError> {
    let history = History::new(conversation);
    let agent = conversation.agent.as_str();
    let text = history.instruction;
    let found = script.find(&Question { agent, role: Role::Agent, protocol: false, style, text });
    if let Some(call) = found.as_ref().and_then(|found| history.next_step(found)) {
        return Ok(Turn { content: String::new(), calls: vec![call] });
    }
    let unaccounted = found.as_ref().map_or_else(|| vec![text], |found| found.unaccounted());
    let mut left = Vec::new();
    let mut asked = false;
    for part in history.readings(&unaccounted) {
        for deed in obey::deeds(part, &conversation.tools) {
            asked = true;
            match &deed {
                Deed::Leave { text, request } => left.push((text.clone(), request.clone())),
                _ if history.is_done(&deed) => {}
                _ => {
                    return Ok(Turn {
                        content: String::new(),
                        calls: vec![history.obey(&deed, &unaccounted)],
                    });
                }
            }
        }
    }
    if found.is_none() && !asked && history.results.is_empty() && agent.is_empty() {
        return Err(ModelError::new(
            ModelErrorKind::NoAnswer,
            format!(
                "the script has no rule for the root agent and this instruction: `{}`; a live model needs none: `--model openai:NAME`",
                shortened(text)
            ),
        ));
    }
    Ok(Turn { content: history.answer(found.as_ref(), &left), calls: Vec::new() })
}

/// What a call gave.
struct Given<'a> {
    name: &'a str,
    content: &'a str,
}

struct History<'a> {
    instruction: &'a str,
    calls: Vec<&'a ToolCall>,
    results: Vec<Given<'a>>,
}

impl<'a> History<'a> {
    fn new(conversation: &'a Conversation) -> History<'a> {
        let mut history = History { instruction: "", calls: Vec::new(), results: Vec::new() };
        for message in &conversation.messages {
            match message {
                Message::User { content } if history.instruction.is_empty() => history.instruction = content,
                Message::User { .. } => {}
                Message::Assistant(turn) => history.calls.extend(&turn.calls),
                Message::Tool { name, content, .. } => history.results.push(Given { name, content }),
            }
        }
        history
    }

    /// The first step of the rule that comes after those already made and that the last result allows.
    fn next_step(&self, found: &Match<'_>) -> Option<ToolCall> {
        let made = self
            .calls
            .iter()
            .filter_map(|call| call.id.strip_prefix(STEP)?.parse::<usize>().ok())
            .max()
            .unwrap_or(0);
        let last = self.results.last().map_or("", |result| result.content);
        let allowed = |when: &Option<regex::Regex>| when.as_ref().is_none_or(|when| when.is_match(last));
        let mut steps = found.rule.steps.iter().enumerate().skip(made);
        let (position, step) = steps.find(|(_, step)| allowed(&step.when))?;
        Some(ToolCall {
            id: format!("{STEP}{}", position + 1),
            name: step.call.clone(),
            arguments: filled(&step.arguments, &|name| self.value(found, name)),
        })
    }

    fn value(&self, found: &Match<'_>, name: &str) -> String {
        match (name, result_number(name)) {
            ("results", _) => self.all_results(),
            ("last", _) => self.results.last().map_or("", |result| result.content).to_owned(),
            (_, Some(number)) => {
                let result = number.checked_sub(1).and_then(|position| self.results.get(position));
                result.map_or("", |result| result.content).to_owned()
            }
            _ => found.capture(name).unwrap_or_default().to_owned(),
        }
    }

    fn all_results(&self) -> String {
        let results: Vec<&str> = self.results.iter().map(|result| result.content).collect();
        results.join("\n")
    }

    /// Every text that was read.
    fn readings<'b>(&'b self, unaccounted: &[&'b str]) -> Vec<&'b str> {
        unaccounted.iter().copied().chain(self.results.iter().map(|result| result.content)).collect()
    }

    /// Whether the deed was done in this conversation. A child that told of a request has read it itself,
    /// and so has one that was called with it.
    fn is_done(&self, deed: &Deed) -> bool {
        let obeyed = self.calls.iter().filter(|call| call.id.starts_with(OBEYED));
        if obeyed.clone().any(|call| call.id == id(deed)) || obeyed.count() >= MAX_OBEYED {
            return true;
        }
        let Deed::Pass { child, request, .. } = deed else {
            return false;
        };
        let told =
            self.results.iter().filter(|result| result.name == child).map(|result| result.content.to_owned());
        let given =
            self.calls.iter().filter(|call| call.name == *child).map(|call| call.arguments.to_string());
        told.chain(given).any(|known| obey::plain(&known).contains(request))
    }

    fn obey(&self, deed: &Deed, unaccounted: &[&str]) -> ToolCall {
        let read = || {
            let parts =
                unaccounted.iter().map(|part| part.trim()).filter(|part| part.contains(char::is_whitespace));
            let results = self.results.iter().map(|result| result.content);
            let all = parts.chain(results).collect::<Vec<_>>().join("\n");
            all.chars().take(MOST_READ).collect::<String>()
        };
        let (name, arguments) = match deed {
            Deed::Call { tool, arguments } => {
                let arguments = arguments.iter().map(|(name, argument)| {
                    let value = match argument {
                        Argument::Value(json) => json.clone(),
                        Argument::Everything { before } if before.is_empty() => Json::String(read()),
                        Argument::Everything { before } => Json::String(format!("{before}\n{}", read())),
                    };
                    (name.clone(), value)
                });
                (tool.clone(), Json::Object(arguments.collect::<Map<_, _>>()))
            }
            Deed::Pass { child, text, .. } => {
                let results = self.all_results();
                let message = if results.is_empty() { text.clone() } else { format!("{text}\n\n{results}") };
                (child.clone(), json!({ "message": message }))
            }
            Deed::Leave { .. } => (String::new(), Json::Null),
        };
        ToolCall { id: id(deed), name, arguments }
    }

    /// The rule's answer, or all that was read; and after it the requests that nobody here could carry out,
    /// so that whoever asked reads them.
    fn answer(&self, found: Option<&Match<'_>>, left: &[(String, String)]) -> String {
        let template = found.and_then(|found| Some((found, found.rule.answer.as_ref()?)));
        let mut answer = match template {
            Some((found, template)) => template.fill(&|name| self.value(found, name)),
            None if self.results.is_empty() => self.instruction.to_owned(),
            None => self.all_results(),
        };
        for (text, request) in left {
            if !obey::plain(&answer).contains(request) {
                answer.push('\n');
                answer.push_str(text);
            }
        }
        answer
    }
}

/// An id that two calls share exactly if they are the same deed.
fn id(deed: &Deed) -> String {
    let mut hasher = DefaultHasher::new();
    deed.key().hash(&mut hasher);
    format!("{OBEYED}{:016x}", hasher.finish())
}

fn filled(arguments: &Json, value: &dyn Fn(&str) -> String) -> Json {
    match arguments {
        Json::String(text) => Json::String(super::template::Template::new(text).fill(value)),
        Json::Array(items) => Json::Array(items.iter().map(|item| filled(item, value)).collect()),
        Json::Object(entries) => {
            Json::Object(entries.iter().map(|(name, item)| (name.clone(), filled(item, value))).collect())
        }
        other => other.clone(),
    }
}
