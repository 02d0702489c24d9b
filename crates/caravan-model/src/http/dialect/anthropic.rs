//! Anthropic: messages (<https://platform.claude.com/docs/en/api/messages>), with the fixed start of the
//! system prompt marked for the cache.

use caravan_core::model::{ModelErrorKind, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Dialect, Way};
use crate::http::ask::{Answer, Ask, Called, Form, Part, Problem, Said};
use crate::http::schema::{self, Terms};
use crate::request::RequestOptions;

#[derive(Debug)]
pub(crate) struct Anthropic;

/// Every request has to say a limit.
const MAX_TOKENS: u32 = 16_384;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<SystemBlock<'a>>,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop_sequences: &'a [String],
}

#[derive(Serialize)]
struct SystemBlock<'a> {
    r#type: &'static str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct CacheControl {
    r#type: &'static str,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text { text: &'a str },
    ToolUse { id: &'a str, name: &'a str, input: &'a Json },
    ToolResult { tool_use_id: &'a str, content: &'a str },
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Json,
}

#[derive(Serialize)]
struct Choice<'a> {
    r#type: &'static str,
    name: &'a str,
}

#[derive(Serialize)]
struct OutputConfig<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format<'a>>,
}

#[derive(Serialize)]
struct Format<'a> {
    r#type: &'static str,
    schema: &'a Json,
}

fn system(parts: &[Part]) -> Vec<SystemBlock<'_>> {
    let block = |part: &'_ Part| part.is_fixed.then_some(CacheControl { r#type: "ephemeral" });
    parts
        .iter()
        .map(|part| SystemBlock { r#type: "text", text: &part.text, cache_control: block(part) })
        .collect()
}

/// The turns. Results of calls are the user's, and those of one turn are one message.
fn messages(said: &[Said]) -> Vec<Message<'_>> {
    let mut messages: Vec<Message<'_>> = Vec::new();
    for said in said {
        let (role, blocks) = match said {
            Said::User(text) => ("user", vec![Block::Text { text }]),
            Said::Result { id, text, .. } => {
                ("user", vec![Block::ToolResult { tool_use_id: id, content: text }])
            }
            Said::Assistant { text, calls } => {
                // An empty text is refused.
                let text = Some(Block::Text { text }).filter(|_| !text.is_empty());
                let calls = calls.iter().map(|call| Block::ToolUse {
                    id: &call.id,
                    name: &call.name,
                    input: &call.arguments,
                });
                ("assistant", text.into_iter().chain(calls).collect())
            }
        };
        match messages.last_mut() {
            Some(last) if last.role == role => last.content.extend(blocks),
            _ => messages.push(Message { role, content: blocks }),
        }
    }
    messages
}

#[derive(Deserialize)]
struct Reply {
    content: Vec<GivenBlock>,
    #[serde(default)]
    stop_reason: Option<String>,
    #[serde(default)]
    usage: Tokens,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum GivenBlock {
    Text {
        text: String,
    },
    ToolUse {
        id: String,
        name: String,
        #[serde(default)]
        input: Json,
    },
    #[serde(other)]
    Other,
}

#[derive(Default, Deserialize)]
struct Tokens {
    #[serde(default)]
    input_tokens: u64,
    #[serde(default)]
    cache_creation_input_tokens: Option<u64>,
    #[serde(default)]
    cache_read_input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: u64,
}

impl Dialect for Anthropic {
    fn path(&self, _model: &str) -> String {
        "/v1/messages".to_owned()
    }

    fn authorization(&self, key: &str) -> (&'static str, String) {
        ("x-api-key", key.to_owned())
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("anthropic-version", "2023-06-01")]
    }

    fn body(&self, model: &str, ask: &Ask, options: &RequestOptions) -> Result<Json, serde_json::Error> {
        let format = match &ask.form {
            Form::Schema(schema) => Some(Format { r#type: "json_schema", schema }),
            Form::Free | Form::Call => None,
        };
        let effort = options.reasoning_effort.as_deref();
        serde_json::to_value(Body {
            model,
            max_tokens: options.max_tokens.unwrap_or(MAX_TOKENS),
            system: system(&ask.system),
            messages: messages(&ask.said),
            tools: ask
                .functions
                .iter()
                .map(|function| Tool {
                    name: &function.name,
                    description: &function.description,
                    input_schema: &function.parameters,
                })
                .collect(),
            tool_choice: match (&ask.form, ask.functions.first()) {
                (Form::Call, Some(function)) => Some(Choice { r#type: "tool", name: &function.name }),
                _ => None,
            },
            output_config: (effort.is_some() || format.is_some()).then_some(OutputConfig { effort, format }),
            temperature: options.temperature,
            stop_sequences: &options.stop,
        })
    }

    fn read(&self, answer: Json) -> Result<Answer, Problem> {
        let reply: Reply = serde_json::from_value(answer).map_err(|error| Problem::shape(&error))?;
        let stop = reply.stop_reason.unwrap_or_default();
        if reply.content.is_empty() && stop != "refusal" && stop != "max_tokens" {
            return Err(Problem::new(ModelErrorKind::Incomplete, "answered without any content"));
        }
        let mut answer = Answer {
            is_cut: matches!(&*stop, "max_tokens" | "model_context_window_exceeded"),
            ..Answer::default()
        };
        for block in reply.content {
            match block {
                GivenBlock::Text { text } => answer.text.push_str(&text),
                GivenBlock::ToolUse { id, name, input } => {
                    answer.calls.push(Called { id, name, arguments: input });
                }
                GivenBlock::Other => {}
            }
        }
        if stop == "refusal" {
            let words = if answer.text.trim().is_empty() { "it gave no reason" } else { answer.text.trim() };
            answer.refusal = Some(words.to_owned());
        }
        let (written, read) = (
            reply.usage.cache_creation_input_tokens.unwrap_or(0),
            reply.usage.cache_read_input_tokens.unwrap_or(0),
        );
        answer.usage = Usage {
            calls: 1,
            // What the cache took in or gave is counted apart here.
            input_tokens: reply.usage.input_tokens + written + read,
            cached_tokens: read,
            output_tokens: reply.usage.output_tokens,
            // Thoughts are part of the output, and not told apart.
            reasoning_tokens: 0,
        };
        Ok(answer)
    }

    fn terms(&self) -> &'static Terms {
        &schema::FLAT
    }

    fn ways(&self) -> &'static [Way] {
        &[Way::Schema, Way::Call, Way::Words]
    }

    fn lacks(&self, options: &RequestOptions) -> Option<&'static str> {
        options.seed.map(|_| "seed")
    }

    fn features(&self) -> &'static str {
        "tools, effort, no seed; the fixed part of prompts is marked for the cache"
    }
}
