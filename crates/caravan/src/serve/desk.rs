//! What one MCP client deals with: `ask`, and `run_plan` in a session of its own.

use std::fmt;
use std::sync::Arc;

use caravan_core::model::BoxFuture;
use caravan_core::session::{Refusal, Reply, Session};
use caravan_mcp::serve::{Caller, Desk, Told};
use serde_json::{Value as Json, json};
use tokio::sync::{Mutex, Semaphore};

use super::engine::{Asked, Cut, Engine, NO_PLANNER};
use super::runs::Kind;
use super::told;

/// How many plans of one client may wait for each other, the one that runs included.
const MOST_WAITING: usize = 32;

/// One client's desk.
pub struct ClientDesk {
    engine: Engine,
    session: Arc<Mutex<Session>>,
    waiting: Semaphore,
}

impl fmt::Debug for ClientDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientDesk").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl ClientDesk {
    /// A desk for a new client.
    pub fn new(engine: Engine) -> ClientDesk {
        let session = Arc::new(Mutex::new(engine.session()));
        ClientDesk { engine, session, waiting: Semaphore::new(MOST_WAITING) }
    }

    async fn ask(&self, instruction: &str, caller: Caller) -> Told {
        if instruction.trim().is_empty() {
            return not_begun("the instruction is empty: say what the agents are to do");
        }
        if !self.engine.can_ask() {
            return not_begun(NO_PLANNER);
        }
        let admitted = match self.engine.admit(Kind::Ask) {
            Ok(admitted) => admitted.within(caller.trace.clone()),
            Err(busy) => return not_begun(&busy.to_string()),
        };
        let asked = Asked { instruction: instruction.to_owned(), data: Vec::new(), kind: Kind::Ask };
        let asking = self.engine.ask(asked, &admitted, &*caller.progress, &*caller.approver);
        match asking.await {
            Ok(mut outcome) => told::answer(admitted.id(), &mut outcome),
            Err(cut) => told::cut(admitted.id(), &cut),
        }
    }

    async fn run_plan(&self, program: &str, caller: Caller) -> Told {
        let Ok(_waits) = self.waiting.try_acquire() else {
            let message =
                format!("{MOST_WAITING} plans of this session wait for each other: try again later");
            return refused("Busy", &message, None);
        };
        // One plan after another: the later may read what the earlier has left.
        let session = Arc::clone(&self.session).lock_owned().await;
        let admitted = match self.engine.admit(Kind::Plan) {
            Ok(admitted) => admitted.within(caller.trace.clone()),
            Err(busy) => return refused("Busy", &busy.to_string(), None),
        };
        let running = self.engine.run_plan(session, program, &admitted, &*caller.progress, &*caller.approver);
        match running.await {
            Ok(Ok(reply)) => reply_told(&reply),
            Ok(Err(refusal)) => {
                let (kind, line) = match &refusal {
                    Refusal::Findings(findings) => {
                        let first = findings.first();
                        (first.map_or("", |finding| finding.code), first.map(|finding| finding.span.line))
                    }
                    Refusal::NoPlan(_) => ("NoPlan", None),
                    Refusal::Busy => ("Busy", None),
                    Refusal::Over => ("SessionOver", None),
                };
                refused(kind, &refusal.to_string(), line)
            }
            Err(Cut::Cancelled) => refused("Cancelled", &Cut::Cancelled.to_string(), None),
            Err(cut) => {
                // Untrusted data may have seen to it, and that is told for nothing here.
                self.session.lock().await.close();
                refused("SessionOver", &format!("{cut}, and the session with it"), None)
            }
        }
    }
}

impl Desk for ClientDesk {
    fn guide(&self) -> String {
        Session::guide(self.engine.system())
    }

    fn ask<'a>(&'a self, instruction: &'a str, caller: Caller) -> BoxFuture<'a, Told> {
        Box::pin(ClientDesk::ask(self, instruction, caller))
    }

    fn run_plan<'a>(&'a self, program: &'a str, caller: Caller) -> BoxFuture<'a, Told> {
        Box::pin(ClientDesk::run_plan(self, program, caller))
    }
}

/// An instruction that was not begun.
fn not_begun(message: &str) -> Told {
    let error = json!({"kind": "NotBegun", "message": message, "line": null, "trusted": true});
    Told {
        structured: json!({
            "run_id": "", "status": "not_begun", "answer": null, "untrusted": false, "error": error,
        }),
        text: message.to_owned(),
        is_error: true,
    }
}

/// A plan of which nothing ran.
fn refused(kind: &str, message: &str, line: Option<u32>) -> Told {
    let error = json!({"kind": kind, "message": message, "line": line, "trusted": true});
    Told {
        structured: json!({"result": null, "references": [], "calls": [], "error": error}),
        text: message.to_owned(),
        is_error: true,
    }
}

fn reply_told(reply: &Reply) -> Told {
    let text = match (&reply.error, &reply.result, reply.references.first()) {
        (Some(error), ..) => error.message.clone(),
        (None, Some(Json::String(text)), _) => text.clone(),
        (None, Some(Json::Null), _) => told::WITHOUT_VALUE.to_owned(),
        (None, Some(result), _) => result.to_string(),
        (None, None, Some(reference)) => format!(
            "{reference}\n\nThe value is not told, since untrusted data is in it. A later plan reads it with \
             get_variable(\"{}\").",
            reference.name()
        ),
        (None, None, None) => String::new(),
    };
    Told { structured: reply.to_json(), text, is_error: reply.error.is_some() }
}
