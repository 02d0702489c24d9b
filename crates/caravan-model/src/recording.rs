//! Recordings: every exchange with a model as a line of JSON, and a model that answers from them alone.
//!
//! A recording is a folder with a file `exchanges.jsonl`. A line holds who was asked (`role`, `agent`,
//! `model`), the `request`, its `answer` or `error`, the `usage` and the time that it took. `matters` names
//! the parts of the request that a replayed one has to share: by default not the system prompt, so that a
//! recording outlives a change of its wording. A person may edit the list.
//!
//! Beside it, `requests.jsonl` holds what went to providers over HTTP and came back, byte for byte as JSON:
//! each try of each request, with its address and body, without headers. No key is in either file. Replaying
//! does not read it.

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
#[cfg(feature = "http")]
const SENT_FILE: &str = "requests.jsonl";

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

/// One try of one request over HTTP.
#[cfg(feature = "http")]
#[derive(Serialize)]
pub(crate) struct Sent<'a> {
    pub(crate) role: &'a str,
    pub(crate) agent: &'a str,
    pub(crate) provider: &'a str,
    pub(crate) url: String,
    /// How a value of a schema was asked for: `schema`, `call` or `words`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) way: Option<&'a str>,
    #[serde(rename = "try")]
    pub(crate) number: u32,
    pub(crate) body: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    pub(crate) milliseconds: u64,
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
    /// Opened with the first request that goes over HTTP.
    #[cfg(feature = "http")]
    sent: Arc<Mutex<Option<File>>>,
    #[cfg(feature = "http")]
    folder: std::path::PathBuf,
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
        Ok(Recording {
            file: Arc::new(Mutex::new(file)),
            #[cfg(feature = "http")]
            sent: Arc::default(),
            #[cfg(feature = "http")]
            folder: folder.to_owned(),
        })
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
        // Whole lines, also where another thread has panicked in between.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&mut file, &exchange)
    }

    /// Writes down what went over HTTP.
    #[cfg(feature = "http")]
    pub(crate) fn sent(&self, sent: &Sent<'_>) -> Result<(), ModelError> {
        let mut file = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            let path = self.folder.join(SENT_FILE);
            let opened = OpenOptions::new().create(true).append(true).open(path);
            *file = Some(opened.map_err(|error| not_written(&error))?);
        }
        file.as_mut().map_or(Ok(()), |file| write_line(file, sent))
    }
}

fn write_line(file: &mut File, line: &impl Serialize) -> Result<(), ModelError> {
    let line = serde_json::to_string(line).map_err(std::io::Error::from);
    line.and_then(|line| file.write_all(format!("{line}\n").as_bytes())).map_err(|error| not_written(&error))
}

fn not_written(error: &std::io::Error) -> ModelError {
    ModelError::new(ModelErrorKind::Provider, format!("the recording cannot be written: {error}"))
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
