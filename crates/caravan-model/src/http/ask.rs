//! What a model is asked and what it answers, in terms that are no provider's.

use caravan_core::model::{ModelErrorKind, ToolCall, Usage};
use serde_json::Value as Json;

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// The system prompt, part by part.
    pub(crate) system: Vec<Part>,
    /// The turns so far; the last is the user's.
    pub(crate) said: Vec<Said>,
    /// What the model can call.
    pub(crate) functions: Vec<Function>,
    /// What the answer has to be.
    pub(crate) form: Form,
}

/// A part of the system prompt.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// Whether many requests begin with the same text up to here, so that a cache is worth while.
    pub(crate) is_fixed: bool,
}

/// One turn.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    User(String),
    Assistant { text: String, calls: Vec<ToolCall> },
    Result { id: String, name: String, text: String },
}

/// A function that the model can call.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) parameters: Json,
}

/// What an answer has to be.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Text, or calls of the functions.
    Free,
    /// JSON of this schema, which is in the provider's terms.
    Schema(Json),
    /// A call of the one function.
    Call,
}

impl Ask {
    /// The system prompt as one text.
    pub(crate) fn system_text(&self) -> String {
        self.system.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n\n")
    }
}

/// What was answered, as far as anybody here wants to know.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) refusal: Option<String>,
    /// The answer ended at the limit on tokens.
    pub(crate) is_cut: bool,
    /// A filter of the provider's stopped it.
    pub(crate) is_filtered: bool,
    pub(crate) calls: Vec<Called>,
    pub(crate) usage: Usage,
}

/// A call in an answer. The arguments may be JSON, or JSON as text.
#[derive(Debug)]
pub(crate) struct Called {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) arguments: Json,
}

impl Called {
    /// The arguments as a JSON object; otherwise the text that is none.
    pub(crate) fn object(&self) -> Result<Json, String> {
        let arguments = match &self.arguments {
            Json::Null => Some(Json::Object(serde_json::Map::new())),
            Json::String(text) if text.trim().is_empty() => Some(Json::Object(serde_json::Map::new())),
            Json::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        };
        arguments
            .filter(Json::is_object)
            .ok_or_else(|| self.arguments.as_str().map_or_else(|| self.arguments.to_string(), str::to_owned))
    }
}

/// An answer that is none: a kind of failure, and the rest of a sentence about the model.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) kind: ModelErrorKind,
    pub(crate) text: String,
}

impl Problem {
    pub(crate) fn new(kind: ModelErrorKind, text: impl Into<String>) -> Problem {
        Problem { kind, text: text.into() }
    }

    /// JSON of another shape than the dialect promises.
    pub(crate) fn shape(error: &serde_json::Error) -> Problem {
        // What the types are called in here says nothing to anybody.
        let words = error.to_string();
        let words: Vec<&str> = words.split(", expected ").collect();
        let text = match words.as_slice() {
            [given, expected] if expected.starts_with("struct ") || expected.contains("enum ") => {
                format!("{given}, expected an object")
            }
            _ => words.join(", expected "),
        };
        let text = format!("answered with JSON of another form than it promises: {}", one_line(&text));
        Problem::new(ModelErrorKind::Malformed, text)
    }
}

/// The start of a text on one line, without control characters: what others wrote goes into errors like
/// this.
pub(crate) fn one_line(text: &str) -> String {
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
