//! What a configuration says of a provider.

use schemars::JsonSchema;
use serde::Deserialize;

/// What a configuration says of one provider, in place of what is built in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProviderSettings {
    /// Which provider's way of being asked it has; its own name unless given.
    pub kind: Option<String>,
    /// Where it is.
    pub base_url: Option<String>,
    /// The variable of the environment that holds its key.
    pub key_variable: Option<String>,
    /// The most requests within a minute.
    pub requests_per_minute: Option<u32>,
    /// The most tokens within a minute.
    pub tokens_per_minute: Option<u32>,
    /// The most seconds for one request with its answer.
    pub timeout_seconds: Option<u64>,
    /// How often a request is sent again.
    pub retries: Option<u32>,
}
