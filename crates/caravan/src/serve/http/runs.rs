//! `/v1/runs`: runs that go on while nobody waits.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use caravan_core::approval::Approval;
use caravan_mcp::serve::Progress;
use serde::Deserialize;
use serde_json::{Value, json};

use super::conversations::no_such_conversation;
use super::{RequestBody, json_body, problem, trace_of};
use crate::serve::engine::{Asked, Engine, NO_PLANNER};
use crate::serve::runs::{Approvals, Entry, Kind};

/// Nobody reads notes: they stand in the run's entry.
pub(super) struct InEntry;

impl Progress for InEntry {
    fn note(&self, _done: u32, _next: &str) {}
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    instruction: String,
    #[serde(default)]
    data: serde_json::Map<String, Value>,
    /// The conversation that it is a turn of.
    #[serde(default)]
    conversation: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Waiting {
    #[serde(default)]
    wait: bool,
}

/// `POST /v1/runs`: begins a run.
pub(super) async fn begin(
    State(engine): State<Engine>,
    Query(waiting): Query<Waiting>,
    headers: HeaderMap,
    body: RequestBody,
) -> Response {
    let wanted = match json_body(body) {
        Ok(body) => serde_json::from_value::<Wanted>(body),
        Err(problem) => return problem.into_response(),
    };
    let wanted = match wanted {
        Ok(wanted) if !wanted.instruction.trim().is_empty() => wanted,
        Ok(_) => return problem(StatusCode::BAD_REQUEST, "no_instruction", "the instruction is empty"),
        Err(error) => {
            let message =
                format!("a run wants `instruction`, and may have `data` and `conversation`: {error}");
            return problem(StatusCode::BAD_REQUEST, "not_a_run", &message);
        }
    };
    if !engine.can_ask() {
        return problem(StatusCode::NOT_IMPLEMENTED, "no_planner", NO_PLANNER);
    }
    let session = match wanted.conversation.as_deref().map(|name| engine.conversations().get(name)) {
        None => None,
        Some(None) => return no_such_conversation(),
        Some(Some(session)) => match session.try_lock_owned() {
            Ok(session) => Some(session),
            Err(_) => {
                let message = "a turn of the conversation is under way: wait for its end, or cancel it";
                return problem(StatusCode::CONFLICT, "busy", message);
            }
        },
    };
    let kind = if session.is_some() { Kind::Turn } else { Kind::Run };
    let admitted = match engine.admit(kind) {
        Ok(admitted) => admitted.within(trace_of(&headers)),
        Err(busy) => return problem(StatusCode::SERVICE_UNAVAILABLE, "busy", &busy.to_string()),
    };
    let entry = Arc::clone(&admitted.entry);
    let asked = Asked { instruction: wanted.instruction, data: wanted.data.into_iter().collect(), kind };
    let approvals = Approvals::new(Arc::clone(&entry));
    let running = tokio::spawn(async move {
        // How it ended stands in its entry, and what is left of a turn in its conversation.
        match session {
            None => {
                let _ = engine.ask(asked, &admitted, &InEntry, &approvals).await;
                None
            }
            Some(session) => {
                engine.turn(session, asked, &admitted, &InEntry, &approvals).await.ok().and_then(Result::ok)
            }
        }
    });
    if waiting.wait {
        let turn = running.await.ok().flatten();
        let mut told = told(&entry);
        if let (Value::Object(fields), Some(turn)) = (&mut told, turn) {
            fields.insert("told".to_owned(), turn.reply.to_json());
            fields.insert("begins_anew".to_owned(), Value::Bool(turn.begins_anew));
        }
        return Json(told).into_response();
    }
    (StatusCode::ACCEPTED, Json(told(&entry))).into_response()
}

/// `GET /v1/runs`: the runs under way, and the last of those that have ended.
pub(super) async fn list(State(engine): State<Engine>) -> Json<Value> {
    let runs: Vec<Value> = engine.runs().all().iter().map(|entry| entry.summary()).collect();
    Json(json!({"runs": runs}))
}

/// `GET /v1/runs/{id}`: how far a run is, and its answer once it has one.
pub(super) async fn status(State(engine): State<Engine>, Path(id): Path<String>) -> Response {
    match engine.runs().get(&id) {
        Some(entry) => Json(told(&entry)).into_response(),
        None => no_such_run(),
    }
}

/// `GET /v1/runs/{id}/trace`: everything that happened in a run that has ended.
pub(super) async fn trace(State(engine): State<Engine>, Path(id): Path<String>) -> Response {
    let Some(entry) = engine.runs().get(&id) else { return no_such_run() };
    match entry.trace() {
        Some(trace) => Json(&*trace).into_response(),
        None => problem(
            StatusCode::NOT_FOUND,
            "no_trace",
            "the run has not ended, or its trace was too long to keep",
        ),
    }
}

/// `DELETE /v1/runs/{id}`: cancels a run.
pub(super) async fn cancel(State(engine): State<Engine>, Path(id): Path<String>) -> Response {
    let Some(entry) = engine.runs().get(&id) else { return no_such_run() };
    entry.cancel();
    (StatusCode::ACCEPTED, Json(entry.summary())).into_response()
}

/// `POST /v1/runs/{id}/approvals/{call}`: a person's word on a call.
pub(super) async fn approve(
    State(engine): State<Engine>,
    Path((id, call)): Path<(String, String)>,
    body: RequestBody,
) -> Response {
    let Some(entry) = engine.runs().get(&id) else { return no_such_run() };
    let body = match json_body(body) {
        Ok(body) => body,
        Err(problem) => return problem.into_response(),
    };
    let approval = match body.get("approve") {
        Some(Value::Bool(true)) => Approval::Yes,
        Some(Value::Bool(false)) => Approval::No,
        _ => {
            let message = "say `{\"approve\": true}` or `{\"approve\": false}`";
            return problem(StatusCode::BAD_REQUEST, "no_answer", message);
        }
    };
    match entry.answer(&call, approval) {
        true => {
            Json(json!({"run_id": id, "call": call, "approve": approval == Approval::Yes})).into_response()
        }
        false => problem(StatusCode::NOT_FOUND, "not_waiting", "no such call waits for anybody's word"),
    }
}

/// A run as its owner sees it: its summary, and its answer once it has ended.
fn told(entry: &Entry) -> Value {
    let mut told = entry.summary();
    let trace = entry.trace();
    if let Value::Object(fields) = &mut told {
        for key in ["answer", "error", "usage"] {
            let value = trace.as_ref().and_then(|trace| trace.get(key).cloned());
            fields.insert(key.to_owned(), value.unwrap_or_default());
        }
    }
    told
}

fn no_such_run() -> Response {
    problem(StatusCode::NOT_FOUND, "no_such_run", "there is no such run, or it ended too long ago")
}
