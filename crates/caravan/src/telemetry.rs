//! Traces of runs for OpenTelemetry: spans by the GenAI and MCP semantic conventions, sent to a collector over OTLP.
//!
//! Nothing is sent unless the configuration (`[telemetry]`) or the standard variables of the environment name a collector. Of
//! texts and values nothing is in a span unless somebody asks for it. A collector that does not answer costs a run nothing: spans
//! are sent from a thread of their own, and given up.

#[cfg(feature = "telemetry")]
mod collector;
#[cfg(feature = "telemetry")]
mod content;
#[cfg(not(feature = "telemetry"))]
mod off;
#[cfg(feature = "telemetry")]
mod spans;

#[cfg(feature = "telemetry")]
pub use collector::Telemetry;
#[cfg(not(feature = "telemetry"))]
pub use off::{Telemetry, Trace, TracedTools, carried};
#[cfg(feature = "telemetry")]
pub use spans::{Trace, TracedTools, carried};

/// What is traced.
#[derive(Clone, Debug, Default)]
pub struct Traced<'a> {
    /// The run's name.
    pub run: &'a str,
    /// What the root agent is called.
    pub root: &'a str,
    /// Whether its agents are peers, with none above them.
    pub has_peers: bool,
    /// The trace that the run is part of, if it is: `traceparent` and `tracestate` of W3C Trace Context.
    pub within: std::collections::HashMap<String, String>,
}
