//! The bodies of chat completions, as OpenAI documents them
//! (<https://platform.openai.com/docs/api-reference/chat>), as far as they are used here, and the few
//! places where those who speak the dialect differ.

use caravan_core::model::{ModelErrorKind, ToolCall, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::http::ask::{Answer, Ask, Called, Form, Function, Problem, Said, one_line};
use crate::request::RequestOptions;

pub(super) const PATH: &str = "/chat/completions";

/// Where one speaker of the dialect differs from another.
#[derive(Debug)]
pub(super) struct Manner {
    /// The role of the system prompt.
    pub(super) instructor: &'static str,
    /// The name of the limit on tokens.
    pub(super) limit: &'static str,
    pub(super) effort: Effort,
    /// OpenRouter: not to be served by who knows only a part of the request.
    pub(super) require_parameters: bool,
}

/// How much to think.
#[derive(Debug)]
pub(super) enum Effort {
    /// `reasoning_effort`.
    Field,
    /// `reasoning: {effort}`.
    Object,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Reasoning<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<Routing>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'a str,
    content: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<SentCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
}

#[derive(Serialize)]
struct SentCall<'a> {
    id: &'a str,
    r#type: &'static str,
    function: SentFunction<'a>,
}

#[derive(Serialize)]
struct SentFunction<'a> {
    name: &'a str,
    /// JSON as text.
    arguments: String,
}

#[derive(Serialize)]
struct Tool<'a> {
    r#type: &'static str,
    function: Declared<'a>,
}

#[derive(Serialize)]
struct Declared<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Json,
}

#[derive(Serialize)]
struct Choice<'a> {
    r#type: &'static str,
    function: ChosenFunction<'a>,
}

#[derive(Serialize)]
struct ChosenFunction<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct ResponseFormat<'a> {
    r#type: &'static str,
    json_schema: NamedSchema<'a>,
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'static str,
    strict: bool,
    schema: &'a Json,
}

#[derive(Serialize)]
struct Reasoning<'a> {
    effort: &'a str,
}

#[derive(Serialize)]
struct Routing {
    require_parameters: bool,
}

/// The body of a request.
pub(super) fn body(
    model: &str,
    ask: &Ask,
    options: &RequestOptions,
    manner: &Manner,
) -> Result<Json, serde_json::Error> {
    let first = plain(manner.instructor, ask.system_text());
    let effort = options.reasoning_effort.as_deref();
    let limit = |name: &str| options.max_tokens.filter(|_| manner.limit == name);
    serde_json::to_value(Body {
        model,
        messages: std::iter::once(first).chain(ask.said.iter().map(message)).collect(),
        tools: ask.functions.iter().map(tool).collect(),
        tool_choice: match (&ask.form, ask.functions.first()) {
            (Form::Call, Some(function)) => {
                Some(Choice { r#type: "function", function: ChosenFunction { name: &function.name } })
            }
            _ => None,
        },
        response_format: match &ask.form {
            Form::Schema(schema) => Some(ResponseFormat {
                r#type: "json_schema",
                json_schema: NamedSchema { name: "answer", strict: true, schema },
            }),
            Form::Free | Form::Call => None,
        },
        temperature: options.temperature,
        seed: options.seed,
        max_completion_tokens: limit("max_completion_tokens"),
        max_tokens: limit("max_tokens"),
        stop: &options.stop,
        reasoning_effort: effort.filter(|_| matches!(manner.effort, Effort::Field)),
        reasoning: effort
            .filter(|_| matches!(manner.effort, Effort::Object))
            .map(|effort| Reasoning { effort }),
        provider: manner.require_parameters.then_some(Routing { require_parameters: true }),
    })
}

fn plain(role: &str, content: String) -> Message<'_> {
    Message { role, content: Some(content), tool_calls: Vec::new(), tool_call_id: None }
}

fn message(said: &Said) -> Message<'_> {
    match said {
        Said::User(text) => plain("user", text.clone()),
        Said::Assistant { text, calls } => Message {
            role: "assistant",
            content: Some(text.clone()).filter(|text| !text.is_empty() || calls.is_empty()),
            tool_calls: calls.iter().map(sent_call).collect(),
            tool_call_id: None,
        },
        Said::Result { id, text, .. } => Message { tool_call_id: Some(id), ..plain("tool", text.clone()) },
    }
}

fn sent_call(call: &ToolCall) -> SentCall<'_> {
    let function = SentFunction { name: &call.name, arguments: call.arguments.to_string() };
    SentCall { id: &call.id, r#type: "function", function }
}

fn tool(function: &Function) -> Tool<'_> {
    let Function { name, description, parameters } = function;
    Tool { r#type: "function", function: Declared { name, description, parameters } }
}

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<GivenChoice>,
    #[serde(default)]
    usage: Option<Tokens>,
    #[serde(default)]
    error: Option<Json>,
}

#[derive(Deserialize)]
struct GivenChoice {
    #[serde(default)]
    message: GivenMessage,
    #[serde(default)]
    finish_reason: Option<String>,
    /// OpenRouter: the upstream provider failed.
    #[serde(default)]
    error: Option<Json>,
}

#[derive(Default, Deserialize)]
struct GivenMessage {
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<GivenCall>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Deserialize)]
struct ContentPart {
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
struct GivenCall {
    #[serde(default)]
    id: String,
    function: GivenFunction,
}

#[derive(Deserialize)]
struct GivenFunction {
    name: String,
    /// JSON as text; some endpoints send an object.
    #[serde(default)]
    arguments: Json,
}

#[derive(Default, Deserialize)]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    #[serde(default)]
    prompt_tokens_details: Option<PromptDetails>,
    #[serde(default)]
    completion_tokens_details: Option<CompletionDetails>,
}

#[derive(Deserialize)]
struct PromptDetails {
    #[serde(default)]
    cached_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct CompletionDetails {
    #[serde(default)]
    reasoning_tokens: Option<u64>,
}

/// Reads the body of an answer.
pub(super) fn read(answer: Json) -> Result<Answer, Problem> {
    let completion: Completion = serde_json::from_value(answer).map_err(|error| Problem::shape(&error))?;
    let Some(choice) = completion.choices.into_iter().next() else {
        return Err(match completion.error {
            // Some endpoints send their errors with a good status.
            Some(error) => failed(&error),
            None => Problem::new(ModelErrorKind::Incomplete, "answered without any choice"),
        });
    };
    if let Some(error) = choice.error {
        return Err(failed(&error));
    }
    let tokens = completion.usage.unwrap_or_default();
    let finish = choice.finish_reason.unwrap_or_default();
    let calls = choice.message.tool_calls.unwrap_or_default().into_iter();
    Ok(Answer {
        text: match choice.message.content {
            Some(Content::Text(text)) => text,
            Some(Content::Parts(parts)) => parts.into_iter().map(|part| part.text).collect(),
            None => String::new(),
        },
        refusal: choice.message.refusal.filter(|refusal| !refusal.is_empty()),
        is_cut: finish == "length",
        is_filtered: finish == "content_filter",
        calls: calls
            .map(|call| Called { id: call.id, name: call.function.name, arguments: call.function.arguments })
            .collect(),
        usage: Usage {
            calls: 1,
            input_tokens: tokens.prompt_tokens,
            cached_tokens: tokens
                .prompt_tokens_details
                .and_then(|details| details.cached_tokens)
                .unwrap_or(0),
            output_tokens: tokens.completion_tokens,
            reasoning_tokens: tokens
                .completion_tokens_details
                .and_then(|details| details.reasoning_tokens)
                .unwrap_or(0),
        },
    })
}

fn failed(error: &Json) -> Problem {
    let said = error.get("message").unwrap_or(error);
    let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
    Problem::new(ModelErrorKind::Provider, format!("has an error: {}", one_line(&said)))
}
