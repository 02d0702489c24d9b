//! Runs driven with models, a toolbox and a journal, on no runtime at all.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::task::{Context, Poll, Waker};

use caravan_core::drive::{Models, drive};
use caravan_core::effect::{Effect, EffectId, Moment, Outcome, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::journal::{Journal, JournalError, MemoryJournal};
use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, ToolCall, Turn,
};
use caravan_core::outcome::Status;
use caravan_core::run::Run;
use caravan_core::settings::{Defense, Settings};
use caravan_core::system::System;
use caravan_core::toolbox::Toolbox;
use serde_json::json;
use stage::{hierarchy, reply};

struct OneCall;

impl Model for OneCall {
    fn name(&self) -> &str {
        "one-call"
    }

    fn plan<'a>(&'a self, _: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(async { Err(ModelError::new(ModelErrorKind::NoAnswer, "no plans here")) })
    }

    fn extract<'a>(&'a self, _: &'a ExtractRequest) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(async { Ok(reply(Extraction::Refused)) })
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        let turn = if request.messages.len() == 1 {
            let call = ToolCall { id: "1".into(), name: "clock".into(), arguments: json!({}) };
            Turn { content: String::new(), calls: vec![call] }
        } else {
            Turn { content: "noon".into(), calls: Vec::new() }
        };
        Box::pin(async { Ok(reply(turn)) })
    }
}

struct Clock;

impl Toolbox for Clock {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async move { stage::tools(request).map(Into::into) })
    }
}

struct Full;

impl Journal for Full {
    fn before(&mut self, _: &Effect) -> Result<(), JournalError> {
        Err(JournalError::new("the disk is full"))
    }

    fn after(&mut self, _: EffectId, _: &Outcome) -> Result<(), JournalError> {
        Ok(())
    }
}

fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing here waits"),
    }
}

fn run() -> Run {
    let system = Arc::new(System::build(hierarchy()).expect("a system"));
    let settings = Settings { defense: Defense::None, ..Settings::default() };
    Run::new(system, settings, Instruction::from_user("What time is it?"), Vec::new())
}

#[test]
fn a_run_is_driven_to_its_end_and_every_effect_is_written_down_on_both_sides() {
    let models = Models::all(Arc::new(OneCall));
    let mut journal = MemoryJournal::default();
    let outcome = ready(drive(run(), &models, &Clock, &mut journal)).expect("driven");
    assert_eq!(outcome.status, Status::Done);
    assert_eq!(outcome.answer.map(|answer| answer.to_text()), Some("noon".into()));
    let begun: Vec<u64> = journal.effects().iter().map(|effect| effect.id.number()).collect();
    let ended: Vec<u64> = journal.outcomes().iter().map(|(id, _)| id.number()).collect();
    assert_eq!((begun, ended), (vec![1, 2, 3], vec![1, 2, 3]));
}

#[test]
fn nothing_is_done_that_could_not_be_written_down() {
    let models = Models::all(Arc::new(OneCall));
    let error = ready(drive(run(), &models, &Clock, &mut Full)).expect_err("driven");
    assert_eq!(error.to_string(), "the disk is full");
}

#[test]
fn the_future_of_a_run_can_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    let models = Models::all(Arc::new(OneCall));
    let mut journal = MemoryJournal::default();
    is_send(&drive(run(), &models, &Clock, &mut journal));
}

/// A planner whose plan asks for the time after it has called a tool, and a toolbox that tells by its clock how many calls it
/// has had.
struct Asks;

impl Model for Asks {
    fn name(&self) -> &str {
        "asks"
    }

    fn plan<'a>(&'a self, _: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        let plan = "from datetime import datetime\nread()\nreturn str(datetime.now())";
        Box::pin(async move { Ok(reply(stage::fenced(plan))) })
    }

    fn extract<'a>(&'a self, _: &'a ExtractRequest) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(async { Ok(reply(Extraction::Refused)) })
    }

    fn converse<'a>(&'a self, _: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(async { Ok(reply(Turn { content: String::new(), calls: Vec::new() })) })
    }
}

#[derive(Default)]
struct Slow(AtomicI64);

impl Toolbox for Slow {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move { stage::tools(request).map(Into::into) })
    }

    fn now(&self) -> Option<Moment> {
        Some(Moment::from_micros(self.0.load(Ordering::Relaxed)))
    }
}

#[test]
fn the_clock_is_read_before_any_tool_can_delay_that_and_what_it_said_is_written_down() {
    let system = Arc::new(System::build(hierarchy()).expect("a system"));
    let run = Run::new(system, Settings::default(), Instruction::from_user("What time is it?"), Vec::new());
    let models = Models::all(Arc::new(Asks));
    let mut journal = MemoryJournal::default();
    let outcome = ready(drive(run, &models, &Slow::default(), &mut journal)).expect("driven");
    assert_eq!(outcome.answer.map(|answer| answer.to_text()), Some("1970-01-01 00:00:00".into()));
    let (_, last) = journal.outcomes().last().expect("an outcome");
    assert_eq!(serde_json::to_value(last).expect("JSON"), json!({"clock": 0}));
}
