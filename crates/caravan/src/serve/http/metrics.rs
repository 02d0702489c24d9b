//! `/metrics`: numbers in the text form of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::serve::engine::Engine;

/// `GET /metrics`.
pub(super) async fn show(State(engine): State<Engine>) -> Response {
    let form = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (form, text(&engine)).into_response()
}

fn text(engine: &Engine) -> String {
    let counts = engine.runs().counts();
    let (running, ends) = engine.runs().ends();
    let mut text = String::new();
    let mut metric = |name: &str, kind: &str, help: &str, values: &[(String, f64)]| {
        let _ = writeln!(text, "# HELP caravan_{name} {help}\n# TYPE caravan_{name} {kind}");
        for (labels, value) in values {
            let _ = writeln!(text, "caravan_{name}{labels} {value}");
        }
    };
    let one = |count: &AtomicU64| vec![(String::new(), count.load(Ordering::Relaxed) as f64)];
    metric(
        "uptime_seconds",
        "gauge",
        "How long this has been serving.",
        &[(String::new(), engine.runs().uptime().as_secs_f64())],
    );
    metric("runs_running", "gauge", "Runs under way.", &[(String::new(), running as f64)]);
    metric("runs_begun_total", "counter", "Runs begun.", &one(&counts.runs));
    let ends: Vec<(String, f64)> =
        ends.into_iter().map(|(name, count)| (format!("{{status=\"{name}\"}}"), count as f64)).collect();
    metric("runs_ended_total", "counter", "Runs ended, by how they ended.", &ends);
    metric("tool_calls_total", "counter", "Calls of tools.", &one(&counts.tool_calls));
    metric("model_calls_total", "counter", "Requests to models.", &one(&counts.model_calls));
    metric("approvals_total", "counter", "Questions to people.", &one(&counts.approvals));
    metric("input_tokens_total", "counter", "Tokens that models have read.", &one(&counts.input_tokens));
    metric("output_tokens_total", "counter", "Tokens that models have written.", &one(&counts.output_tokens));
    text
}
