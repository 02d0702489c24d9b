//! Ollama's own API (<https://docs.ollama.com/api/chat>): its endpoint for chat completions takes neither
//! the size of the context nor every schema.

use caravan_core::model::{ModelErrorKind, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Dialect, Way};
use crate::http::ask::{Answer, Ask, Called, Form, Problem, Said};
use crate::http::schema::{self, Terms};
use crate::request::RequestOptions;

#[derive(Debug)]
pub(crate) struct Ollama;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<Json>,
    stream: bool,
    #[serde(skip_serializing_if = "Options::is_empty")]
    options: Options<'a>,
}

#[derive(Serialize)]
struct Options<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop: &'a [String],
}

impl Options<'_> {
    fn is_empty(&self) -> bool {
        self.temperature.is_none()
            && self.seed.is_none()
            && self.num_predict.is_none()
            && self.stop.is_empty()
    }
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<SentCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_name: Option<&'a str>,
}

#[derive(Serialize)]
struct SentCall<'a> {
    function: SentFunction<'a>,
}

#[derive(Serialize)]
struct SentFunction<'a> {
    name: &'a str,
    arguments: &'a Json,
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

fn plain(role: &'static str, content: String) -> Message<'static> {
    Message { role, content, tool_calls: Vec::new(), tool_name: None }
}

fn message(said: &Said) -> Message<'_> {
    match said {
        Said::User(text) => plain("user", text.clone()),
        Said::Assistant { text, calls } => Message {
            tool_calls: calls
                .iter()
                .map(|call| SentCall {
                    function: SentFunction { name: &call.name, arguments: &call.arguments },
                })
                .collect(),
            ..plain("assistant", text.clone())
        },
        Said::Result { name, text, .. } => Message { tool_name: Some(name), ..plain("tool", text.clone()) },
    }
}

/// `on`, `off`, or a level that the model knows.
fn think(effort: &str) -> Json {
    match effort {
        "on" => Json::Bool(true),
        "off" | "none" => Json::Bool(false),
        level => Json::String(level.to_owned()),
    }
}

#[derive(Deserialize)]
struct Reply {
    message: GivenMessage,
    #[serde(default)]
    done_reason: Option<String>,
    #[serde(default)]
    prompt_eval_count: u64,
    #[serde(default)]
    eval_count: u64,
}

#[derive(Deserialize)]
struct GivenMessage {
    #[serde(default)]
    content: String,
    #[serde(default)]
    tool_calls: Option<Vec<GivenCall>>,
}

#[derive(Deserialize)]
struct GivenCall {
    function: GivenFunction,
}

#[derive(Deserialize)]
struct GivenFunction {
    name: String,
    #[serde(default)]
    arguments: Json,
}

impl Dialect for Ollama {
    fn path(&self, _model: &str) -> String {
        "/api/chat".to_owned()
    }

    fn body(&self, model: &str, ask: &Ask, options: &RequestOptions) -> Result<Json, serde_json::Error> {
        let first = plain("system", ask.system_text());
        serde_json::to_value(Body {
            model,
            messages: std::iter::once(first).chain(ask.said.iter().map(message)).collect(),
            tools: ask
                .functions
                .iter()
                .map(|function| Tool {
                    r#type: "function",
                    function: Declared {
                        name: &function.name,
                        description: &function.description,
                        parameters: &function.parameters,
                    },
                })
                .collect(),
            format: match &ask.form {
                Form::Schema(schema) => Some(schema),
                Form::Free | Form::Call => None,
            },
            think: options.reasoning_effort.as_deref().map(think),
            stream: false,
            options: Options {
                temperature: options.temperature,
                seed: options.seed,
                num_predict: options.max_tokens,
                stop: &options.stop,
            },
        })
    }

    fn read(&self, answer: Json) -> Result<Answer, Problem> {
        if let Some(error) = answer.get("error").and_then(Json::as_str) {
            let text = format!("has an error: {}", crate::http::ask::one_line(error));
            return Err(Problem::new(ModelErrorKind::Provider, text));
        }
        let reply: Reply = serde_json::from_value(answer).map_err(|error| Problem::shape(&error))?;
        let calls = reply.message.tool_calls.unwrap_or_default().into_iter().enumerate();
        Ok(Answer {
            text: reply.message.content,
            is_cut: reply.done_reason.as_deref() == Some("length"),
            calls: calls
                .map(|(index, call)| Called {
                    id: format!("call_{}", index + 1),
                    name: call.function.name,
                    arguments: call.function.arguments,
                })
                .collect(),
            usage: Usage {
                calls: 1,
                input_tokens: reply.prompt_eval_count,
                output_tokens: reply.eval_count,
                ..Usage::default()
            },
            ..Answer::default()
        })
    }

    fn terms(&self) -> &'static Terms {
        &schema::GRAMMAR
    }

    fn ways(&self) -> &'static [Way] {
        // No call can be demanded.
        &[Way::Schema, Way::Words]
    }

    fn features(&self) -> &'static str {
        "tools, seed, effort (on, off or a level); the context's size is `extra.options.num_ctx`"
    }
}
