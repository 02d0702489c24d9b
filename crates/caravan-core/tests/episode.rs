//! Planners that answer badly, and runs that are replayed.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::sync::Arc;

use caravan_core::effect::Outcome;
use caravan_core::instruction::Instruction;
use caravan_core::model::{ModelError, ModelErrorKind};
use caravan_core::outcome::Status;
use caravan_core::run::{Progress, Run};
use caravan_core::settings::Settings;
use caravan_core::system::System;
use stage::{Stage, hierarchy, named};

fn root_answers(answers: &[&str]) -> Stage {
    let mut stage = Stage::default();
    stage.plans.insert(String::new(), answers.iter().map(ToString::to_string).collect());
    stage
}

fn new_run() -> Run {
    let system = Arc::new(System::build(hierarchy()).expect("a system"));
    Run::new(system, Settings::default(), Instruction::from_user("Go."), Vec::new())
}

#[test]
fn a_planner_without_a_plan_is_asked_three_times_and_told_why() {
    let played = root_answers(&["", "I'm sorry, I can't.", "```python\nsend("]).play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert_eq!(
        played.error(),
        "NoPlan: no valid plan in 3 attempts; the answer is cut off before its code block ends: answer with one complete, \
         shorter block"
    );
    assert_eq!(played.requests.len(), 3);
    let told: Vec<&str> =
        played.requests[2].attempts().iter().map(|attempt| attempt.problem().text()).collect();
    assert_eq!(
        told,
        [
            "the answer is empty: answer with one ```python block that holds the plan",
            "there is no code in the answer: answer with one ```python block that holds the plan",
        ]
    );
    assert!(played.tools.is_empty());
    assert_eq!(played.outcome.record.episodes[0].refused.len(), 3);
}

#[test]
fn a_plan_with_findings_is_mended_before_anything_runs() {
    let played =
        root_answers(&["```python\nread()\nreturn nowhere(\n```", "```python\nreturn read()\n```"]).play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(played.requests.len(), 2);
    let problem = played.requests[1].attempts()[0].problem().text();
    assert!(problem.starts_with("the plan was refused before anything ran:\n- line 2: "), "{problem}");
    assert_eq!(played.tools.len(), 1);
}

#[test]
fn an_unreachable_planner_ends_the_run() {
    let mut run = new_run();
    let Ok(Progress::Effects(effects)) = run.step(None) else { panic!("no effect") };
    let error = ModelError::new(ModelErrorKind::Unreachable, "connection refused");
    let Ok(Progress::Done(outcome)) = run.step(Some((effects[0].id, Outcome::Plan(Err(error))))) else {
        panic!("not ended")
    };
    assert_eq!(outcome.status, Status::ModelFailed);
    let error = outcome.error.expect("an error").to_string();
    assert_eq!(error, "the planner of the root agent gave no answer: connection refused");
}

#[test]
fn an_outcome_that_nobody_waits_for_is_refused_and_changes_nothing() {
    let mut run = new_run();
    let answer = || Outcome::Plan(Err(ModelError::new(ModelErrorKind::NoAnswer, "no answer")));
    let Ok(Progress::Effects(effects)) = run.step(None) else { panic!("no effect") };
    assert!(run.step(None).is_err());
    let wrong = Outcome::Tool(Ok(serde_json::json!(1).into()));
    let error = run.step(Some((effects[0].id, wrong))).expect_err("taken");
    assert_eq!(error.to_string(), "the run does not wait for this outcome of `e1`");
    assert!(matches!(run.step(Some((effects[0].id, answer()))), Ok(Progress::Done(_))));
    assert!(run.step(Some((effects[0].id, answer()))).is_err());
}

#[test]
fn a_run_replayed_with_its_outcomes_asks_for_the_same_effects() {
    let plan = "t = read()\nr = reader(message='Go.', variables={'t': t})\nreturn query_ai_assistant(r, output_schema=str)";
    let played = Stage::with_plans(&[plan]).play();
    assert_eq!(
        played.effects.iter().map(|name| name.split(' ').nth(1).unwrap_or_default()).collect::<Vec<_>>(),
        ["plan", "tool", "plan", "tool", "extract"],
        "{}",
        played.error()
    );
    let system = Arc::new(System::build(hierarchy()).expect("a system"));
    let mut run =
        Run::new(system, Settings::default(), Instruction::from_user("Do what has to be done."), Vec::new());
    let mut outcomes = played.outcomes.clone().into_iter();
    let mut names = Vec::new();
    let mut given = None;
    let mut again = loop {
        match run.step(given.take()).expect("a step") {
            Progress::Done(outcome) => break outcome,
            Progress::Effects(effects) => {
                names.push(named(&effects[0]));
                given = outcomes.next();
            }
        }
    };
    let mut first = played.outcome;
    assert_eq!(names, played.effects);
    assert_eq!(again.to_json(), first.to_json());
}

#[test]
fn outcomes_survive_being_written_down() {
    let played = Stage::with_plans(&["return read()"]).play();
    for (id, outcome) in played.outcomes {
        let written = serde_json::to_string(&(id, &outcome)).expect("written");
        let read: (caravan_core::effect::EffectId, Outcome) = serde_json::from_str(&written).expect("read");
        assert_eq!(read, (id, outcome));
    }
}
