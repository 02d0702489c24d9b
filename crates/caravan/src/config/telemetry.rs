//! What a configuration says of traces.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::server::Problem;

/// Where traces of runs go, and what is in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TelemetrySettings {
    /// The collector; without one, that of the environment.
    pub endpoint: Option<String>,
    /// Whether texts and values are in them.
    pub content: Option<bool>,
    /// What the service is called.
    pub service: Option<String>,
}

/// Traces for OpenTelemetry, over OTLP. What the standard variables of the environment (`OTEL_...`) say goes first.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// The address of the collector for OTLP over HTTP, as `http://localhost:4318`; `/v1/traces` is added. Without one, and
    /// without one in the environment, nothing is sent.
    #[schemars(with = "Option<String>")]
    endpoint: Option<Spanned<String>>,
    /// Whether instructions, plans, arguments and results are sent; they are not unless this says so.
    content: Option<bool>,
    /// What the service is called; `caravan` unless given.
    service: Option<String>,
}

impl Written {
    pub(super) fn check(self) -> Result<TelemetrySettings, Problem> {
        if let Some(endpoint) = &self.endpoint {
            let address = endpoint.get_ref();
            let host = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
            if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
                let message = format!("`endpoint = \"{address}\"` is no http or https address");
                return Err(Problem::new(message, endpoint.span()));
            }
        }
        let Written { endpoint, content, service } = self;
        Ok(TelemetrySettings { endpoint: endpoint.map(Spanned::into_inner), content, service })
    }
}
