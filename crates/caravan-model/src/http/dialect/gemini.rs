//! Gemini: `generateContent` (<https://ai.google.dev/api/generate-content>).

use caravan_core::model::{ModelErrorKind, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Dialect, Way};
use crate::http::ask::{Answer, Ask, Called, Form, Problem, Said, one_line};
use crate::http::schema::{self, Terms};
use crate::request::RequestOptions;

#[derive(Debug)]
pub(crate) struct Gemini;

/// Between a call's own id and the signature that has to come back with it.
const SIGNED: char = '~';

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    system_instruction: Content<'a>,
    contents: Vec<Content<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tools<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<ToolConfig<'a>>,
    #[serde(skip_serializing_if = "GenerationConfig::is_empty")]
    generation_config: GenerationConfig<'a>,
}

#[derive(Serialize)]
struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    parts: Vec<Part<'a>>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_call: Option<FunctionCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_response: Option<FunctionResponse<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thought_signature: Option<&'a str>,
}

#[derive(Serialize)]
struct FunctionCall<'a> {
    name: &'a str,
    args: &'a Json,
}

#[derive(Serialize)]
struct FunctionResponse<'a> {
    name: &'a str,
    response: Map<String, Json>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tools<'a> {
    function_declarations: Vec<Declared<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Declared<'a> {
    name: &'a str,
    description: &'a str,
    parameters_json_schema: &'a Json,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolConfig<'a> {
    function_calling_config: CallingConfig<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallingConfig<'a> {
    mode: &'static str,
    allowed_function_names: Vec<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop_sequences: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_config: Option<ThinkingConfig<'a>>,
}

impl GenerationConfig<'_> {
    fn is_empty(&self) -> bool {
        self.response_json_schema.is_none()
            && self.temperature.is_none()
            && self.seed.is_none()
            && self.max_output_tokens.is_none()
            && self.stop_sequences.is_empty()
            && self.thinking_config.is_none()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThinkingConfig<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_budget: Option<i64>,
}

/// A number of tokens is a budget, which older models take; a word is a level.
fn thinking(effort: &str) -> ThinkingConfig<'_> {
    match effort.parse() {
        Ok(budget) => ThinkingConfig { thinking_level: None, thinking_budget: Some(budget) },
        Err(_) => ThinkingConfig { thinking_level: Some(effort), thinking_budget: None },
    }
}

fn contents(said: &[Said]) -> Vec<Content<'_>> {
    let mut contents: Vec<Content<'_>> = Vec::new();
    for said in said {
        let (role, parts) = match said {
            Said::User(text) => ("user", vec![Part { text: Some(text), ..Part::default() }]),
            Said::Result { name, text, .. } => {
                let response = Map::from_iter([("result".to_owned(), Json::String(text.clone()))]);
                let response = FunctionResponse { name, response };
                ("user", vec![Part { function_response: Some(response), ..Part::default() }])
            }
            Said::Assistant { text, calls } => {
                let text = Some(Part { text: Some(text), ..Part::default() })
                    .filter(|_| !text.is_empty() || calls.is_empty());
                let calls = calls.iter().map(|call| Part {
                    function_call: Some(FunctionCall { name: &call.name, args: &call.arguments }),
                    thought_signature: call.id.split_once(SIGNED).map(|(_, signature)| signature),
                    ..Part::default()
                });
                ("model", text.into_iter().chain(calls).collect())
            }
        };
        match contents.last_mut() {
            Some(last) if last.role == Some(role) => last.parts.extend(parts),
            _ => contents.push(Content { role: Some(role), parts }),
        }
    }
    contents
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    #[serde(default)]
    candidates: Vec<Candidate>,
    #[serde(default)]
    prompt_feedback: Option<Feedback>,
    #[serde(default)]
    usage_metadata: Tokens,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    #[serde(default)]
    content: GivenContent,
    #[serde(default)]
    finish_reason: Option<String>,
    #[serde(default)]
    finish_message: Option<String>,
}

#[derive(Default, Deserialize)]
struct GivenContent {
    #[serde(default)]
    parts: Vec<GivenPart>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenPart {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thought: bool,
    #[serde(default)]
    function_call: Option<GivenCall>,
    #[serde(default)]
    thought_signature: Option<String>,
}

#[derive(Deserialize)]
struct GivenCall {
    #[serde(default)]
    id: Option<String>,
    name: String,
    #[serde(default)]
    args: Json,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    #[serde(default)]
    block_reason: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tokens {
    #[serde(default)]
    prompt_token_count: u64,
    #[serde(default)]
    cached_content_token_count: u64,
    #[serde(default)]
    candidates_token_count: u64,
    #[serde(default)]
    thoughts_token_count: u64,
}

impl Tokens {
    fn usage(&self) -> Usage {
        Usage {
            calls: 1,
            input_tokens: self.prompt_token_count,
            cached_tokens: self.cached_content_token_count,
            // Thoughts are counted apart here.
            output_tokens: self.candidates_token_count + self.thoughts_token_count,
            reasoning_tokens: self.thoughts_token_count,
        }
    }
}

impl Dialect for Gemini {
    fn path(&self, model: &str) -> String {
        format!("/v1beta/models/{}:generateContent", model.trim_start_matches("models/"))
    }

    fn authorization(&self, key: &str) -> (&'static str, String) {
        ("x-goog-api-key", key.to_owned())
    }

    fn body(&self, _model: &str, ask: &Ask, options: &RequestOptions) -> Result<Json, serde_json::Error> {
        let schema = match &ask.form {
            Form::Schema(schema) => Some(schema),
            Form::Free | Form::Call => None,
        };
        let declared: Vec<Declared<'_>> = ask
            .functions
            .iter()
            .map(|function| Declared {
                name: &function.name,
                description: &function.description,
                parameters_json_schema: &function.parameters,
            })
            .collect();
        let system =
            ask.system.iter().map(|part| Part { text: Some(&part.text), ..Part::default() }).collect();
        serde_json::to_value(Body {
            system_instruction: Content { role: None, parts: system },
            contents: contents(&ask.said),
            tool_config: match (&ask.form, ask.functions.first()) {
                (Form::Call, Some(function)) => Some(ToolConfig {
                    function_calling_config: CallingConfig {
                        mode: "ANY",
                        allowed_function_names: vec![&function.name],
                    },
                }),
                _ => None,
            },
            tools: match declared.is_empty() {
                true => Vec::new(),
                false => vec![Tools { function_declarations: declared }],
            },
            generation_config: GenerationConfig {
                response_mime_type: schema.map(|_| "application/json"),
                response_json_schema: schema,
                temperature: options.temperature,
                seed: options.seed,
                max_output_tokens: options.max_tokens,
                stop_sequences: &options.stop,
                thinking_config: options.reasoning_effort.as_deref().map(thinking),
            },
        })
    }

    fn read(&self, answer: Json) -> Result<Answer, Problem> {
        let reply: Reply = serde_json::from_value(answer).map_err(|error| Problem::shape(&error))?;
        let usage = reply.usage_metadata.usage();
        let Some(candidate) = reply.candidates.into_iter().next() else {
            return match reply.prompt_feedback.and_then(|feedback| feedback.block_reason) {
                Some(_) => Ok(Answer { is_filtered: true, usage, ..Answer::default() }),
                None => Err(Problem::new(ModelErrorKind::Incomplete, "answered without any candidate")),
            };
        };
        let finish = candidate.finish_reason.unwrap_or_default();
        if matches!(&*finish, "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS") {
            let words =
                candidate.finish_message.map_or(String::new(), |words| format!(": {}", one_line(&words)));
            return Err(Problem::new(ModelErrorKind::Malformed, format!("made a call that is none{words}")));
        }
        let mut answer = Answer {
            is_cut: finish == "MAX_TOKENS",
            is_filtered: matches!(
                &*finish,
                "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE"
            ),
            usage,
            ..Answer::default()
        };
        for part in candidate.content.parts.into_iter().filter(|part| !part.thought) {
            if let Some(text) = part.text {
                answer.text.push_str(&text);
            }
            if let Some(call) = part.function_call {
                let mut id = call.id.unwrap_or_else(|| format!("call_{}", answer.calls.len() + 1));
                if let Some(signature) = part.thought_signature {
                    id = format!("{id}{SIGNED}{signature}");
                }
                answer.calls.push(Called { id, name: call.name, arguments: call.args });
            }
        }
        Ok(answer)
    }

    fn terms(&self) -> &'static Terms {
        &schema::GEMINI
    }

    fn ways(&self) -> &'static [Way] {
        &[Way::Schema, Way::Call, Way::Words]
    }

    fn features(&self) -> &'static str {
        "tools, seed, effort (a level, or a number of tokens); caches prefixes by itself"
    }
}
