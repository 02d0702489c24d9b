//! The bodies of chat completions, as OpenAI documents them
//! (<https://platform.openai.com/docs/api-reference/chat>), as far as they are used here.

use caravan_core::model::{ModelErrorKind, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::endpoint::RequestOptions;

/// What is asked.
#[derive(Debug, Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response_format: Option<ResponseFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i64>,
    /// OpenAI's own name for the limit; its older name is what others know.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        model: &'a str,
        messages: Vec<Message>,
        options: &'a RequestOptions,
        is_public: bool,
    ) -> Body<'a> {
        Body {
            model,
            messages,
            tools: Vec::new(),
            response_format: None,
            temperature: options.temperature,
            seed: options.seed,
            max_completion_tokens: options.max_tokens.filter(|_| is_public),
            max_tokens: options.max_tokens.filter(|_| !is_public),
            reasoning_effort: options.reasoning_effort.as_deref(),
        }
    }
}

/// One message of a request.
#[derive(Debug, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum Message {
    System {
        content: String,
    },
    User {
        content: String,
    },
    Assistant {
        content: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<Call>,
    },
    Tool {
        tool_call_id: String,
        content: String,
    },
}

impl Message {
    pub(super) fn system(content: impl Into<String>) -> Message {
        Message::System { content: content.into() }
    }

    pub(super) fn user(content: impl Into<String>) -> Message {
        Message::User { content: content.into() }
    }

    pub(super) fn assistant(content: impl Into<String>) -> Message {
        Message::Assistant { content: Some(content.into()), tool_calls: Vec::new() }
    }
}

/// A function that the model can call.
#[derive(Debug, Serialize)]
pub(super) struct Tool {
    r#type: &'static str,
    function: Function,
}

#[derive(Debug, Serialize)]
struct Function {
    name: String,
    description: String,
    parameters: Json,
}

impl Tool {
    pub(super) fn new(name: String, description: String, parameters: Json) -> Tool {
        Tool { r#type: "function", function: Function { name, description, parameters } }
    }
}

/// A call, in a request as in an answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Call {
    #[serde(default)]
    pub(super) id: String,
    #[serde(default = "function")]
    r#type: String,
    pub(super) function: CalledFunction,
}

fn function() -> String {
    "function".to_owned()
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CalledFunction {
    pub(super) name: String,
    /// JSON as text; some endpoints send an object.
    #[serde(default)]
    pub(super) arguments: Json,
}

impl Call {
    pub(super) fn new(id: String, name: String, arguments: &Json) -> Call {
        Call {
            id,
            r#type: function(),
            function: CalledFunction { name, arguments: Json::String(arguments.to_string()) },
        }
    }
}

/// The form that the answer has to have.
#[derive(Debug, Serialize)]
pub(super) struct ResponseFormat {
    r#type: &'static str,
    json_schema: NamedSchema,
}

#[derive(Debug, Serialize)]
struct NamedSchema {
    name: &'static str,
    strict: bool,
    schema: Json,
}

impl ResponseFormat {
    pub(super) fn strict(schema: Json) -> ResponseFormat {
        ResponseFormat {
            r#type: "json_schema",
            json_schema: NamedSchema { name: "answer", strict: true, schema },
        }
    }
}

/// What was answered, as far as anybody here wants to know.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) refusal: Option<String>,
    /// The answer ended at the limit on tokens.
    pub(super) is_cut: bool,
    /// A filter of the provider's stopped it.
    pub(super) is_filtered: bool,
    pub(super) calls: Vec<Call>,
}

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Tokens>,
    #[serde(default)]
    error: Option<Json>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    message: Said,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Said {
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<Call>>,
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

#[derive(Default, Deserialize)]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    #[serde(default)]
    prompt_tokens_details: Option<TokenDetails>,
}

#[derive(Deserialize)]
struct TokenDetails {
    #[serde(default)]
    cached_tokens: Option<u64>,
}

/// A kind of failure and the rest of a sentence about the model.
pub(super) type Problem = (ModelErrorKind, String);

/// Reads an answer's body.
pub(super) fn read(bytes: &[u8]) -> Result<(Answer, Usage), Problem> {
    let completion: Completion = serde_json::from_slice(bytes).map_err(|error| {
        let what = if error.is_data() {
            "JSON that is no chat completion"
        } else {
            "JSON that breaks off or is wrong"
        };
        (ModelErrorKind::Malformed, format!("answered with {what}: {}", one_line(&error.to_string())))
    })?;
    let Some(choice) = completion.choices.into_iter().next() else {
        return Err(match completion.error {
            // Some endpoints send their errors with a good status.
            Some(error) => {
                let said = message_of(&error).unwrap_or_else(|| error.to_string());
                (ModelErrorKind::Provider, format!("has an error: {}", one_line(&said)))
            }
            None => (ModelErrorKind::Incomplete, "answered without any choice".to_owned()),
        });
    };
    let tokens = completion.usage.unwrap_or_default();
    let usage = Usage {
        calls: 1,
        input_tokens: tokens.prompt_tokens,
        cached_tokens: tokens.prompt_tokens_details.and_then(|details| details.cached_tokens).unwrap_or(0),
        output_tokens: tokens.completion_tokens,
    };
    let finish = choice.finish_reason.unwrap_or_default();
    let text = match choice.message.content {
        Some(Content::Text(text)) => text,
        Some(Content::Parts(parts)) => parts.into_iter().map(|part| part.text).collect(),
        None => String::new(),
    };
    let answer = Answer {
        text,
        refusal: choice.message.refusal.filter(|refusal| !refusal.is_empty()),
        is_cut: finish == "length",
        is_filtered: finish == "content_filter",
        calls: choice.message.tool_calls.unwrap_or_default(),
    };
    Ok((answer, usage))
}

/// What an error's body says.
pub(super) fn error_text(bytes: &[u8]) -> Option<String> {
    match serde_json::from_slice::<Json>(bytes) {
        Ok(json) => message_of(json.get("error").unwrap_or(&json)),
        Err(_) => {
            let text = String::from_utf8_lossy(bytes);
            Some(text.trim().to_owned()).filter(|text| !text.is_empty() && !text.starts_with('<'))
        }
    }
}

/// The code in an error's body.
pub(super) fn error_code(bytes: &[u8]) -> Option<String> {
    let json: Json = serde_json::from_slice(bytes).ok()?;
    Some(json.get("error")?.get("code")?.as_str()?.to_owned())
}

fn message_of(error: &Json) -> Option<String> {
    let message = error.get("message").or_else(|| error.get("detail")).unwrap_or(error);
    message.as_str().map(str::to_owned)
}

/// The start of a text on one line, without control characters: what others wrote goes into errors like
/// this.
pub(super) fn one_line(text: &str) -> String {
    const MOST: usize = 300;
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    if line.chars().count() <= MOST {
        line
    } else {
        format!("{}...", line.chars().take(MOST).collect::<String>())
    }
}
