//! `/metrics`: numbers in the text form of Prometheus.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::prometheus_text::CONTENT_TYPE;

use crate::serve::engine::Engine;

/// `GET /metrics`.
pub(super) async fn show(State(engine): State<Engine>) -> Response {
    let form = [(header::CONTENT_TYPE, CONTENT_TYPE)];
    (form, engine.runs().metrics().text()).into_response()
}
