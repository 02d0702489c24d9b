//! `/metrics`: numbers in the text form of Prometheus.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::serve::engine::Engine;

/// `GET /metrics`.
pub(super) async fn show(State(engine): State<Engine>) -> Response {
    let form = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (form, engine.runs().metrics().text()).into_response()
}
