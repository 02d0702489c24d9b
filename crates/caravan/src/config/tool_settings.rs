//! What a configuration says of single tools.

use std::ops::Range;
#[cfg(feature = "mcp")]
use std::time::Duration;

use caravan_core::system::{LabelRule, PartPath};
#[cfg(feature = "mcp")]
use caravan_mcp::client::Results;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::server::Problem;

/// What the configuration says of one tool, on whichever server it is, or on the one that is named with it.
#[derive(Clone, Debug, Default)]
pub struct ToolSettings {
    /// What it does, as planners read it, in place of what its server says.
    pub description: Option<String>,
    /// Whether its results are trusted; as its server's unless given.
    pub trusted: Option<bool>,
    /// The states that it reads; its server's unless given.
    pub reads: Option<Vec<String>>,
    /// The states that it writes; its server's unless given.
    pub writes: Option<Vec<String>>,
    /// Whether it changes anything outside.
    pub side_effect: Option<bool>,
    /// Whether making a call twice is as good as making it once: one that is in doubt after a crash is then made again.
    pub idempotent: bool,
    /// What is so of the labels of parts of its results.
    pub labels: Vec<LabelRule>,
    /// Where the file says so, for each of them.
    pub label_places: Vec<Range<usize>>,
    /// How results without a declared schema are taken.
    #[cfg(feature = "mcp")]
    pub results: Option<Results>,
    /// How long a call may take without an answer or a word of progress.
    #[cfg(feature = "mcp")]
    pub timeout: Option<Duration>,
}

/// What is said of one tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    not(feature = "mcp"),
    expect(dead_code, reason = "what is said of MCP servers is read all the same")
)]
pub(super) struct Written {
    /// What it does, as planners read it, in place of what its server says.
    description: Option<String>,
    /// Whether its results are trusted; as its server's unless given.
    trusted: Option<bool>,
    /// The states that it reads; its server's unless given.
    reads: Option<Vec<String>>,
    /// The states that it writes; its server's unless given.
    writes: Option<Vec<String>>,
    /// Whether it changes anything outside.
    side_effect: Option<bool>,
    /// Whether making a call twice is as good as making it once: one that is in doubt after a crash is then made again.
    #[serde(default)]
    idempotent: bool,
    /// What is so of the labels of parts of its results.
    #[serde(default)]
    labels: Vec<Rule>,
    /// How results without a declared schema are taken: `text`, `json` or `blocks`.
    #[schemars(with = "Option<String>", extend("enum" = ["text", "json", "blocks"]))]
    results: Option<Spanned<String>>,
    /// How long a call may take without an answer or a word of progress, in seconds.
    #[schemars(with = "Option<f64>")]
    timeout_seconds: Option<Spanned<f64>>,
}

/// What is so of the label of a part of a result.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rule {
    /// The part: steps joined by `.`, each the name of a field, or `*` for every element; empty for the whole.
    #[schemars(with = "String")]
    part: Spanned<String>,
    /// Whether it is trusted.
    #[serde(default)]
    trusted: bool,
    /// Who may read it; everybody unless something is given.
    readers: Option<Vec<String>>,
    /// Fields beside it that name who may read it.
    #[serde(default)]
    readers_from: Vec<String>,
    /// The field beside it that names its inner source.
    source_from: Option<String>,
}

impl Written {
    pub(super) fn check(self) -> Result<ToolSettings, Problem> {
        Ok(ToolSettings {
            description: self.description,
            trusted: self.trusted,
            reads: self.reads,
            writes: self.writes,
            side_effect: self.side_effect,
            idempotent: self.idempotent,
            label_places: self.labels.iter().map(|rule| rule.part.span()).collect(),
            labels: self.labels.into_iter().map(Rule::check).collect::<Result<_, _>>()?,
            #[cfg(feature = "mcp")]
            results: self.results.as_ref().map(super::mcp::results).transpose()?,
            #[cfg(feature = "mcp")]
            timeout: self.timeout_seconds.as_ref().map(super::mcp::seconds).transpose()?,
        })
    }
}

impl Rule {
    fn check(self) -> Result<LabelRule, Problem> {
        let part: PartPath =
            self.part.get_ref().parse().map_err(|message| Problem::new(message, self.part.span()))?;
        Ok(LabelRule {
            part,
            trusted: self.trusted,
            readers: self.readers,
            readers_from: self.readers_from,
            source_from: self.source_from,
        })
    }
}
