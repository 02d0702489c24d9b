//! Recordings: every exchange with a model as a line of JSON, and a model that answers from them alone.
//!
//! A recording is a folder with one file, `exchanges.jsonl`. A line holds who was asked (`role`, `agent`,
//! `model`), the `request`, its `answer` or `error`, the `usage` and the time that it took. What is sent to
//! an endpoint besides (addresses, keys) is not in it. `matters` names the parts of the request that a
//! replayed one has to share: by default not the system prompt, so that a recording outlives a change of
//! its wording. A person may edit the list.

mod replay;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use self::replay::ReplayModel;
use crate::exchange::{self, Answer};
use crate::open::OpenError;

const FILE: &str = "exchanges.jsonl";

/// One line of a recording.
#[derive(Debug, Serialize, Deserialize)]
struct Exchange {
    role: String,
    agent: String,
    model: String,
    /// The parts of the request that a replayed one has to share.
    matters: Vec<String>,
    request: Json,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<ModelError>,
    #[serde(default)]
    usage: Json,
    #[serde(default)]
    milliseconds: u64,
}

fn text<'a>(request: &'a Json, name: &str) -> &'a str {
    request.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// What matters by default.
fn matters(role: &str) -> Vec<String> {
    let names: &[&str] = match role {
        "planner" => &["user", "attempts"],
        "quarantined" => &["query", "schema"],
        _ => &["messages"],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A recording that is being made.
#[derive(Clone, Debug)]
pub struct Recording {
    file: Arc<Mutex<File>>,
}

impl Recording {
    /// A new recording in this folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// The folder holds a recording already, or cannot be written.
    pub fn create(folder: &Path) -> Result<Recording, OpenError> {
        let path = folder.join(FILE);
        let wrong = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AlreadyExists if path.is_file() => OpenError::new(format!(
                "`{}` holds a recording already: name another folder",
                folder.display()
            )),
            _ => OpenError::new(format!("no recording can be made in `{}`: {error}", folder.display())),
        };
        fs::create_dir_all(folder).map_err(wrong)?;
        let file = OpenOptions::new().create_new(true).append(true).open(&path).map_err(wrong)?;
        Ok(Recording { file: Arc::new(Mutex::new(file)) })
    }

    /// The same model, whose exchanges are recorded from now on.
    pub fn of(&self, model: Arc<dyn Model>) -> Arc<dyn Model> {
        Arc::new(Recorder { model, recording: self.clone() })
    }

    fn write<T: Answer>(
        &self,
        model: &str,
        request: Json,
        start: Instant,
        reply: &Result<Reply<T>, ModelError>,
    ) -> Result<(), ModelError> {
        let role = text(&request, "role").to_owned();
        let usage = reply.as_ref().ok().map(|reply| serde_json::to_value(reply.usage)).transpose();
        let exchange = Exchange {
            agent: text(&request, "agent").to_owned(),
            model: model.to_owned(),
            matters: matters(&role),
            role,
            request,
            answer: reply.as_ref().ok().map(|reply| reply.content.write()),
            error: reply.as_ref().err().cloned(),
            usage: usage.ok().flatten().unwrap_or_default(),
            milliseconds: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        let line = serde_json::to_string(&exchange).map_err(std::io::Error::from);
        let written = line.and_then(|line| {
            // Whole lines, also where another thread has panicked in between.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(format!("{line}\n").as_bytes())
        });
        written.map_err(|error| {
            ModelError::new(ModelErrorKind::Provider, format!("the recording cannot be written: {error}"))
        })
    }
}

struct Recorder {
    model: Arc<dyn Model>,
    recording: Recording,
}

impl Recorder {
    async fn recorded<T: Answer>(
        &self,
        request: Json,
        reply: BoxFuture<'_, Result<Reply<T>, ModelError>>,
    ) -> Result<Reply<T>, ModelError> {
        let start = Instant::now();
        let reply = reply.await;
        self.recording.write(self.model.name(), request, start, &reply)?;
        reply
    }
}

impl Model for Recorder {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(self.recorded(exchange::plan_request(request), self.model.plan(request)))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(self.recorded(exchange::extract_request(request), self.model.extract(request)))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(self.recorded(exchange::conversation(request), self.model.converse(request)))
    }
}
