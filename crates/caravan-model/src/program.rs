//! A model behind a program: `exec:COMMAND`.
//!
//! The program is started with the first request and asked one thing at a time: a line of JSON on its
//! standard input, a line of JSON on its standard output. A request has an `id` and what
//! [the table](self#requests-and-answers) shows; an answer may repeat the `id`, and `{"error": "why"}` is
//! an answer, too. What the program writes to its standard error goes where the caller's goes.
//!
//! # Requests and answers
//!
//! | role | request | answer |
//! | --- | --- | --- |
//! | `planner` | `system`, `user`, `attempts: [{answer, problem}]` | `{text}` |
//! | `quarantined` | `query`, `schema` | `{value}`, `{not_enough_information: true}` or `{refused: true}` |
//! | `agent` | `system`, `messages`, `tools` | `{content, calls: [{id, name, arguments}]}` |
//!
//! A program that gives no answer in time, or is asked something that is then cancelled, is ended, and
//! started anew for the next request.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn,
};
use serde_json::Value as Json;
use tokio::sync::{Mutex, oneshot};

use crate::exchange::{self, Answer};

/// Longer answers, in bytes, are refused.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

const ENDED: &str = "ended without an answer";

/// A model that a program plays.
#[derive(Debug)]
pub struct ProgramModel {
    name: String,
    command: String,
    timeout: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: Option<Running>,
    asked: u64,
}

impl ProgramModel {
    /// The model that this command of the shell plays; `timeout` is for one answer. It is not started yet.
    pub fn new(command: &str, timeout: Duration) -> ProgramModel {
        let name = format!("exec:{command}");
        ProgramModel { name, command: command.to_owned(), timeout, state: Mutex::default() }
    }

    fn error(&self, kind: ModelErrorKind, problem: &str) -> ModelError {
        ModelError::new(kind, format!("`{}` {problem}", self.name))
    }

    async fn ask<T: Answer>(&self, mut request: Json) -> Result<Reply<T>, ModelError> {
        let mut state = self.state.lock().await;
        state.asked += 1;
        let id = state.asked;
        if let Some(request) = request.as_object_mut() {
            request.shift_insert(0, "id".to_owned(), id.into());
        }
        // Taken out while it is at work: if this future is dropped, the program goes with it.
        let running = match state.running.take() {
            Some(running) => running,
            None => Running::start(&self.command).map_err(|error| {
                self.error(ModelErrorKind::Unreachable, &format!("cannot be started: {error}"))
            })?,
        };
        let answer = running.ask(request.to_string());
        let line = match tokio::time::timeout(self.timeout, answer).await {
            Ok(Ok(line)) => line,
            Ok(Err(problem)) => return Err(self.error(ModelErrorKind::Unreachable, &problem)),
            Err(_) => {
                let problem = format!("gave no answer within {} s", self.timeout.as_secs());
                return Err(self.error(ModelErrorKind::TimedOut, &problem));
            }
        };
        let wrong = |problem: &str| self.error(ModelErrorKind::Malformed, problem);
        let answer: Json = serde_json::from_str(&line)
            .map_err(|error| wrong(&format!("answered with a line that is no JSON: {error}")))?;
        if answer.get("id").is_some_and(|answered| *answered != id) {
            return Err(wrong("answered another request than the one it was asked"));
        }
        state.running = Some(running);
        if let Some(problem) = answer.get("error") {
            let words = problem.as_str().map_or_else(|| problem.to_string(), str::to_owned);
            return Err(self.error(ModelErrorKind::Provider, &format!("says: {}", words.replace('\n', " "))));
        }
        let content =
            T::read(&answer).map_err(|problem| wrong(&format!("gave a wrong answer: {problem}")))?;
        Ok(Reply { content, usage: exchange::usage(&answer) })
    }
}

impl Model for ProgramModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(self.ask(exchange::plan_request(request)))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(self.ask(exchange::extract_request(request)))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(self.ask(exchange::conversation(request)))
    }
}

type Asked = (String, oneshot::Sender<Result<String, String>>);

/// A program at work, and the thread that talks with it: pipes block, and so must not be read where other
/// work waits.
#[derive(Debug)]
struct Running {
    child: Child,
    requests: mpsc::Sender<Asked>,
}

impl Running {
    fn start(command: &str) -> std::io::Result<Running> {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) =
            pipes.ok_or_else(|| std::io::Error::other("it has no standard input and output"))?;
        let (requests, asked) = mpsc::channel();
        thread::Builder::new().name("model program".to_owned()).spawn(move || talk(&asked, stdin, stdout))?;
        Ok(Running { child, requests })
    }

    async fn ask(&self, line: String) -> Result<String, String> {
        let (answer, answered) = oneshot::channel();
        let gone = || "has ended".to_owned();
        self.requests.send((line, answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is waited for, so that none is left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn talk(asked: &mpsc::Receiver<Asked>, mut stdin: ChildStdin, stdout: ChildStdout) {
    let mut stdout = BufReader::new(stdout);
    while let Ok((line, answer)) = asked.recv() {
        let written = stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush());
        let answered = match written {
            Ok(()) => read_line(&mut stdout),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(ENDED.to_owned()),
            Err(error) => Err(format!("takes no request: {error}")),
        };
        let ended = answered.is_err();
        // Nobody may wait for it any more.
        let _ = answer.send(answered);
        if ended {
            return;
        }
    }
}

fn read_line(stdout: &mut impl BufRead) -> Result<String, String> {
    let mut line = String::new();
    let read = stdout
        .by_ref()
        .take(MOST_BYTES)
        .read_line(&mut line)
        .map_err(|error| format!("cannot be read: {error}"))?;
    match line.strip_suffix('\n') {
        _ if read == 0 => Err(ENDED.to_owned()),
        Some(line) => Ok(line.to_owned()),
        None if u64::try_from(read).is_ok_and(|read| read >= MOST_BYTES) => {
            Err(format!("gave an answer of more than {} KiB", MOST_BYTES / 1024))
        }
        None => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Instant;

    fn request() -> ExtractRequest {
        ExtractRequest { agent: "a".into(), query: "q".into(), schema: json!({"type": "integer"}) }
    }

    async fn error(command: &str) -> (ModelErrorKind, String) {
        let error =
            ProgramModel::new(command, Duration::from_millis(500)).extract(&request()).await.unwrap_err();
        (error.kind(), error.to_string())
    }

    #[tokio::test]
    async fn a_program_is_asked_line_by_line_and_keeps_running() {
        let command = r#"n=0; while read -r line; do n=$((n + 1)); echo "{\"id\": $n, \"value\": $n, \"usage\": {\"output_tokens\": 9}}"; done"#;
        let model = ProgramModel::new(command, Duration::from_secs(10));
        for n in 1..4 {
            let reply = model.extract(&request()).await.unwrap();
            assert_eq!(reply.content, Extraction::Value(json!(n)));
            assert_eq!((reply.usage.calls, reply.usage.output_tokens), (1, 9));
        }
    }

    #[tokio::test]
    async fn the_request_is_the_documented_line() {
        let model =
            ProgramModel::new(r#"read -r line; printf '{"value": %s}\n' "$line""#, Duration::from_secs(10));
        let Extraction::Value(line) = model.extract(&request()).await.unwrap().content else {
            panic!("a value")
        };
        assert_eq!(
            line.to_string(),
            r#"{"id":1,"role":"quarantined","agent":"a","query":"q","schema":{"type":"integer"}}"#
        );
    }

    #[tokio::test]
    async fn each_failure_is_one_clear_line() {
        assert_eq!(
            error("exit 3").await,
            (ModelErrorKind::Unreachable, "`exec:exit 3` ended without an answer".into())
        );
        let (kind, line) = error("read -r l; echo nonsense").await;
        assert_eq!(kind, ModelErrorKind::Malformed);
        assert!(line.contains("answered with a line that is no JSON"), "{line}");
        let (kind, line) = error(r#"read -r l; echo '{"id": 7, "value": 1}'"#).await;
        assert_eq!(
            (kind, line.ends_with("answered another request than the one it was asked")),
            (ModelErrorKind::Malformed, true)
        );
        let (kind, line) = error(r#"read -r l; echo '{"text": "x"}'"#).await;
        assert_eq!(kind, ModelErrorKind::Malformed);
        assert!(line.contains("has `value`"), "{line}");
        let (kind, line) = error(r#"read -r l; echo '{"error": "no idea"}'"#).await;
        assert_eq!((kind, line.ends_with("says: no idea")), (ModelErrorKind::Provider, true));
        let (kind, line) = error("read -r l; head -c 5000000 /dev/zero").await;
        assert_eq!(kind, ModelErrorKind::Unreachable);
        assert!(line.ends_with("gave an answer of more than 4096 KiB"), "{line}");
    }

    #[tokio::test]
    async fn a_program_that_hangs_is_ended_and_started_anew() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let command = format!(
            r#"read -r l; [ -e '{0}' ] || {{ touch '{0}'; exec sleep 60; }}; echo '{{"value": 1}}'"#,
            mark.display()
        );
        let model = ProgramModel::new(&command, Duration::from_millis(500));
        let start = Instant::now();
        assert_eq!(model.extract(&request()).await.unwrap_err().kind(), ModelErrorKind::TimedOut);
        assert_eq!(model.extract(&request()).await.unwrap().content, Extraction::Value(json!(1)));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
