//! A tool of a server, as a system of agents has it.

use std::time::Duration;

use caravan_core::system::{LabelRule, ToolSpec};
use caravan_plan::Type;
use serde_json::{Value as Json, json};

use super::listing::ListedTool;
use super::result::{Results, Returns};
use super::schema;

/// What a configuration says of a tool.
#[derive(Clone, Debug, Default)]
pub struct ToolTerms {
    /// What it does, as planners read it.
    pub description: Option<String>,
    /// Whether planners may read what the server itself writes of the tool: descriptions, titles, members of enumerations,
    /// defaults.
    pub reads_server_text: bool,
    /// Whether its results are trusted.
    pub trusted: bool,
    /// Whether it changes anything outside; it is taken to, unless this says otherwise.
    pub side_effect: Option<bool>,
    /// The states that it reads; its server's unless given.
    pub reads: Option<Vec<String>>,
    /// The states that it writes; its server's unless given.
    pub writes: Option<Vec<String>>,
    /// How results without a declared schema are taken.
    pub results: Results,
    /// How long a call may take without an answer or a word of progress.
    pub timeout: Option<Duration>,
    /// What is so of the labels of parts of its results.
    pub labels: Vec<LabelRule>,
}

/// A tool that can be called.
#[derive(Clone, Debug)]
pub struct BoundTool {
    /// Its server.
    pub server: String,
    /// The server's own name for it.
    pub own_name: String,
    pub(super) input: Json,
    pub(super) returns: Returns,
    pub(super) timeout: Option<Duration>,
    terms: ToolTerms,
    description: String,
    planned: Planned,
}

/// The schemas as planners see them.
#[derive(Clone, Debug)]
struct Planned {
    input: Json,
    output: Json,
    side_effect: bool,
}

impl BoundTool {
    /// Puts together what the server lists and what the configuration says.
    ///
    /// # Errors
    ///
    /// A schema that nothing can be made of; the message holds no text of the server's.
    pub fn new(server: &str, listed: &ListedTool, terms: ToolTerms) -> Result<BoundTool, String> {
        let returns = Returns::of(listed.output.as_ref(), terms.results);
        let output = match &returns {
            Returns::Value { schema, .. } => schema.clone(),
            Returns::Text => json!({"type": "string"}),
            Returns::Json => json!({}),
            Returns::Blocks => json!({"type": "array", "items": {"type": "string"}}),
        };
        let planned = |schema: &Json, what: &str| {
            let plain = if terms.reads_server_text { Ok(schema.clone()) } else { schema::structure(schema) };
            let plain = plain.map_err(|problem| format!("its {what} schema is {problem}"))?;
            match Type::from_schema(&plain) {
                Ok(_) => Ok(plain),
                Err(_) => Err(format!("its {what} schema cannot be read")),
            }
        };
        // What the server says of itself can only make it more dangerous than the configuration has it.
        let admits = listed.says_read_only == Some(false)
            || listed.says_destructive == Some(true) && listed.says_read_only != Some(true);
        let planned = Planned {
            input: planned(&listed.input, "input")?,
            output: planned(&output, "output")?,
            side_effect: terms.side_effect.unwrap_or(true) || admits,
        };
        let description = match &terms.description {
            Some(description) => description.clone(),
            None if terms.reads_server_text => listed.description.clone(),
            None => String::new(),
        };
        Ok(BoundTool {
            server: server.to_owned(),
            own_name: listed.name.clone(),
            input: listed.input.clone(),
            returns,
            timeout: terms.timeout,
            terms,
            description,
            planned,
        })
    }

    /// The tool as a system of agents knows it, under this name.
    pub fn spec(&self, name: &str) -> ToolSpec {
        ToolSpec {
            name: name.to_owned(),
            description: self.description.clone(),
            server: self.server.clone(),
            parameters: self.planned.input.clone(),
            returns: Some(self.planned.output.clone()),
            trusted: self.terms.trusted,
            side_effect: self.planned.side_effect,
            reads: self.terms.reads.clone(),
            writes: self.terms.writes.clone(),
            accepts_anything: false,
            labels: self.terms.labels.clone(),
        }
    }

    /// Whether planners know less of the tool than its server says.
    pub fn withholds(&self, listed: &ListedTool) -> bool {
        !self.terms.reads_server_text && self.terms.description.is_none() && !listed.description.is_empty()
    }
}
