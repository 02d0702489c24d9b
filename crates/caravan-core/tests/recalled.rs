//! Runs that are carried on with a journal that knows what came of them before, and runs that wait for a person.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use caravan_core::approval::{Approval, ApprovalRequest, Approver, NobodyThere};
use caravan_core::drive::{DriveError, Means, Models, carry_on};
use caravan_core::effect::{Effect, EffectId, EffectKind, Outcome, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::journal::{Journal, JournalError};
use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn,
};
use caravan_core::outcome::RunOutcome;
use caravan_core::policy::AskFirst;
use caravan_core::run::Run;
use caravan_core::settings::Settings;
use caravan_core::system::System;
use caravan_core::toolbox::Toolbox;
use stage::{fenced, hierarchy, reply};

/// The root's plan, for every question.
struct Planner(&'static str, AtomicUsize);

impl Model for Planner {
    fn name(&self) -> &str {
        "planner"
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let plan = match request.agent().as_str() {
            "" => self.0,
            "sender" => "return send(to='ann', body=get_variable('body'))",
            _ => "return note()",
        };
        Box::pin(async move { Ok(reply(fenced(plan))) })
    }

    fn extract<'a>(&'a self, _: &'a ExtractRequest) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(async { Ok(reply(Extraction::Refused)) })
    }

    fn converse<'a>(&'a self, _: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(async { Err(ModelError::new(ModelErrorKind::NoAnswer, "nobody talks here")) })
    }
}

/// Counts what is done.
#[derive(Default)]
struct Counting(Mutex<Vec<String>>);

impl Toolbox for Counting {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        self.0.lock().unwrap().push(request.tool.clone());
        Box::pin(async move { stage::tools(request).map(Into::into) })
    }
}

/// Knows what it was told, fails after so many entries, and keeps questions.
#[derive(Default)]
struct Book {
    begun: Vec<u64>,
    asked: BTreeMap<u64, String>,
    ended: BTreeMap<u64, Outcome>,
    entries_left: Option<usize>,
    keeps_questions: bool,
}

impl Book {
    fn entry(&mut self) -> Result<(), JournalError> {
        match &mut self.entries_left {
            Some(0) => Err(JournalError::new("out of paper")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Journal for Book {
    fn recall(&mut self, effect: &Effect) -> Result<Option<Outcome>, JournalError> {
        let known = self.asked.get(&effect.id.number());
        assert!(
            known.is_none_or(|known| *known == format!("{:?}", effect.kind)),
            "another effect than before"
        );
        Ok(self.ended.get(&effect.id.number()).cloned())
    }

    fn keeps_questions(&self) -> bool {
        self.keeps_questions
    }

    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        self.entry()?;
        self.asked.insert(effect.id.number(), format!("{:?}", effect.kind));
        self.begun.push(effect.id.number());
        Ok(())
    }

    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError> {
        self.entry()?;
        self.ended.insert(id.number(), outcome.clone());
        Ok(())
    }
}

struct Says(Approval);

impl Approver for Says {
    fn approve<'a>(&'a self, _: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        let approval = self.0;
        Box::pin(async move { approval })
    }
}

fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing here waits"),
    }
}

const PLAN: &str = "\
texts = gather([reader(message='Read.'), reader(message='Read it again.'), read(), clock()])
for text in texts:
    sender(message='Send it.', variables={'body': text})
return texts[0]";

fn begun(plan: &'static str, asks: bool) -> (Run, Models) {
    let system = Arc::new(System::build(hierarchy()).expect("a system"));
    let mut settings = Settings::default();
    if asks {
        settings.policy = Arc::new(AskFirst);
    }
    let run = Run::new(system, settings, Instruction::from_user("Go."), Vec::new());
    (run, Models::all(Arc::new(Planner(plan, AtomicUsize::new(0)))))
}

fn carried(
    plan: &'static str,
    asks: bool,
    toolbox: &Counting,
    approver: &dyn Approver,
    book: &mut Book,
) -> Result<RunOutcome, DriveError> {
    let (mut run, models) = begun(plan, asks);
    ready(carry_on(&mut run, Means { models: &models, toolbox, approver }, book))
}

fn told(outcome: &mut RunOutcome) -> String {
    outcome.to_json().to_string()
}

#[test]
fn a_run_whose_journal_breaks_off_anywhere_goes_on_from_there_and_does_nothing_twice_that_was_written_down() {
    let undisturbed = Counting::default();
    let mut whole = Book::default();
    let mut outcome = carried(PLAN, false, &undisturbed, &NobodyThere, &mut whole).expect("an end");
    let expected = told(&mut outcome);
    let done = undisturbed.0.into_inner().unwrap();
    assert!(done.iter().filter(|tool| *tool == "send").count() == 4, "{expected}");
    let entries = whole.begun.len() + whole.ended.len();
    for broken in 0..entries {
        let toolbox = Counting::default();
        let mut book = Book { entries_left: Some(broken), ..Book::default() };
        carried(PLAN, false, &toolbox, &NobodyThere, &mut book).expect_err("out of paper");
        // What was begun and has no outcome is done again: whoever has the journal decides that, and here it is allowed.
        let open = book.begun.iter().filter(|number| !book.ended.contains_key(number)).count();
        book.entries_left = None;
        let mut outcome = carried(PLAN, false, &toolbox, &NobodyThere, &mut book).expect("an end");
        assert_eq!(told(&mut outcome), expected, "broken off after {broken} entries");
        let again = toolbox.0.into_inner().unwrap().len() - done.len();
        assert!(again <= open, "{again} calls were made twice, and {open} were in doubt");
        assert_eq!(book.ended, whole.ended);
    }
}

#[test]
fn what_is_recalled_comes_before_anything_new_is_begun() {
    let mut whole = Book::default();
    carried(PLAN, false, &Counting::default(), &NobodyThere, &mut whole).expect("an end");
    // The first of the gathered calls is not known, and the others are.
    let first =
        whole.asked.iter().find(|(_, asked)| asked.contains("Read.")).map(|(number, _)| *number).unwrap();
    let mut book = Book { asked: whole.asked.clone(), ended: whole.ended.clone(), ..Book::default() };
    book.ended.remove(&first);
    carried(PLAN, false, &Counting::default(), &NobodyThere, &mut book).expect("an end");
    assert_eq!(book.begun, [first]);
    assert_eq!(book.ended, whole.ended);
}

#[test]
fn a_run_waits_for_a_person_while_all_else_goes_on_and_goes_on_when_one_says_yes() {
    const ASKS: &str = "\
texts = gather([read(), sender(message='Send it.', variables={'body': 'x'}), reader(message='Read.')])
return texts[1]";
    let toolbox = Counting::default();
    let mut book = Book { keeps_questions: true, ..Book::default() };
    let error = carried(ASKS, true, &toolbox, &NobodyThere, &mut book).expect_err("suspended");
    assert!(error.is_suspended(), "{error}");
    // The other calls were made meanwhile, and the one that was asked about was not.
    let mut done = toolbox.0.lock().unwrap().clone();
    done.sort();
    assert_eq!(done, ["note", "read"]);
    let open: Vec<_> = book.begun.iter().filter(|number| !book.ended.contains_key(number)).collect();
    assert_eq!(open.len(), 1, "only the question is open");
    // Nobody is there yet: nothing happens, and nothing is lost.
    assert!(carried(ASKS, true, &toolbox, &NobodyThere, &mut book).expect_err("suspended").is_suspended());
    assert_eq!(toolbox.0.lock().unwrap().len(), 2);
    let mut outcome = carried(ASKS, true, &toolbox, &Says(Approval::Yes), &mut book).expect("an end");
    assert_eq!(outcome.answer.as_ref().map(|answer| answer.to_text()).as_deref(), Some("sent"));
    assert_eq!(toolbox.0.lock().unwrap().iter().filter(|tool| *tool == "send").count(), 1);
    // As if somebody had been there from the beginning.
    let mut never = carried(ASKS, true, &Counting::default(), &Says(Approval::Yes), &mut Book::default());
    assert_eq!(told(&mut outcome), told(never.as_mut().expect("an end")));
}

#[test]
fn without_a_journal_that_keeps_questions_a_run_that_nobody_can_be_asked_about_ends() {
    let plan = "return sender(message='Send it.', variables={'body': 'x'})";
    let outcome =
        carried(plan, true, &Counting::default(), &NobodyThere, &mut Book::default()).expect("an end");
    assert_eq!(outcome.status, caravan_core::outcome::Status::Denied);
    let mut book = Book { keeps_questions: true, ..Book::default() };
    let outcome = carried(plan, true, &Counting::default(), &Says(Approval::No), &mut book).expect("an end");
    assert_eq!(outcome.status, caravan_core::outcome::Status::Denied);
    assert!(book.ended.values().any(|outcome| *outcome == Outcome::Approve(Approval::No)));
    let kinds = |book: &Book| book.asked.values().filter(|asked| asked.starts_with("Tool")).count();
    assert_eq!(kinds(&book), 0);
    let is_tool = |kind: &EffectKind| matches!(kind, EffectKind::Tool(_));
    let (mut run, _) = begun(plan, true);
    let progress = run.step(None).expect("a plan is asked for");
    assert!(
        !matches!(progress, caravan_core::run::Progress::Effects(effects) if effects.iter().any(|e| is_tool(&e.kind)))
    );
}
