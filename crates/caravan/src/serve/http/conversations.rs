//! `/v1/conversations`: runs that know of each other. A turn is begun at `/v1/runs`, with the conversation's name.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use caravan_core::session::Session;
use serde_json::{Value, json};

use super::problem;
use crate::serve::engine::Engine;

/// `POST /v1/conversations`: begins one.
pub(super) async fn begin(State(engine): State<Engine>) -> Response {
    let name = engine.conversations().add(engine.session());
    (StatusCode::CREATED, Json(json!({"conversation": name}))).into_response()
}

/// `GET /v1/conversations/{name}`: what its planner remembers, and which values later plans can read.
pub(super) async fn status(State(engine): State<Engine>, Path(name): Path<String>) -> Response {
    let Some(session) = engine.conversations().get(&name) else { return no_such_conversation() };
    match session.try_lock() {
        Ok(session) => Json(told(&name, &session)).into_response(),
        Err(_) => problem(StatusCode::CONFLICT, "busy", "a turn of the conversation is under way"),
    }
}

/// `DELETE /v1/conversations/{name}`: ends it. A turn under way goes on.
pub(super) async fn end(State(engine): State<Engine>, Path(name): Path<String>) -> Response {
    match engine.conversations().remove(&name) {
        true => StatusCode::NO_CONTENT.into_response(),
        false => no_such_conversation(),
    }
}

fn told(name: &str, session: &Session) -> Value {
    let turns: Vec<Value> = session
        .turns()
        .iter()
        .map(|turn| {
            json!({
                "instruction": turn.instruction().text(),
                "plan": turn.plan(),
                "told": turn.told().text(),
            })
        })
        .collect();
    let references: Vec<Value> = session
        .references()
        .map(|reference| {
            json!({"name": reference.name(), "type": reference.ty(), "source": reference.source()})
        })
        .collect();
    let data: Vec<&str> = session.attached().map(|(name, _)| name).collect();
    json!({"conversation": name, "turns": turns, "references": references, "data": data})
}

pub(super) fn no_such_conversation() -> Response {
    problem(
        StatusCode::NOT_FOUND,
        "no_such_conversation",
        "there is no such conversation, or it was unused for too long; `POST /v1/conversations` begins one",
    )
}
