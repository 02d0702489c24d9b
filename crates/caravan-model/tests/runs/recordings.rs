//! Runs that are recorded and replayed.

use std::sync::Arc;

use crate::scenario::{INSTRUCTION, SCRIPT, rows, run, system};
use caravan_core::model::{Model, ModelErrorKind};
use caravan_core::outcome::Status;
use caravan_core::settings::Defense;
use caravan_model::recording::Recording;
use caravan_model::scripted::{ScriptedModel, Style};
use caravan_model::{AskedAs, RequestOptions, Settings, open};

fn replay(folder: &std::path::Path, role: AskedAs) -> Arc<dyn Model> {
    let spec = format!("replay:{}", folder.display());
    open(&spec, role, &RequestOptions::default(), &Settings::default()).unwrap()
}

#[tokio::test]
async fn a_replayed_run_gives_what_the_recorded_one_gave() {
    for defense in [Defense::None, Defense::Individual, Defense::Multi] {
        let folder = tempfile::tempdir().unwrap();
        let scripted = Arc::new(ScriptedModel::from_toml(SCRIPT, Style::Keeps).unwrap());
        let recorder = Recording::create(folder.path()).unwrap().of(scripted);
        let (mut recorded, delivered) = run(system("Helps."), recorder, defense, rows("x")).await;
        // The wording of a system prompt may change in between.
        let other = system("Helps with this and that.");
        let (mut replayed, delivered_again) =
            run(other, replay(folder.path(), AskedAs::Planner), defense, rows("x")).await;
        assert_eq!(recorded.status, Status::Done);
        assert_eq!(recorded.to_json().to_string(), replayed.to_json().to_string());
        assert_eq!(delivered, delivered_again);
    }
}

#[tokio::test]
async fn a_run_that_goes_elsewhere_misses_the_recording() {
    let folder = tempfile::tempdir().unwrap();
    let scripted = Arc::new(ScriptedModel::from_toml(SCRIPT, Style::Keeps).unwrap());
    let recorder = Recording::create(folder.path()).unwrap().of(scripted);
    run(system("Helps."), recorder, Defense::Multi, rows("x")).await;
    let (outcome, delivered) =
        run(system("Helps."), replay(folder.path(), AskedAs::Planner), Defense::Multi, rows("y")).await;
    assert_eq!(outcome.status, Status::ModelFailed);
    assert!(delivered.is_empty());
    let error = outcome.error.unwrap().to_string();
    assert!(error.contains("the nearest one differs in `query`"), "{error}");
}

#[test]
fn a_recording_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    Recording::create(folder.path()).unwrap();
    let error = Recording::create(folder.path()).unwrap_err().to_string();
    assert!(error.ends_with("holds a recording already: name another folder"), "{error}");
}

#[tokio::test]
async fn failures_are_recorded_and_replayed_too() {
    use caravan_core::model::Conversation;

    let folder = tempfile::tempdir().unwrap();
    let scripted = Arc::new(ScriptedModel::from_toml("", Style::Keeps).unwrap());
    let recorder = Recording::create(folder.path()).unwrap().of(scripted);
    let messages = vec![caravan_core::model::Message::User { content: INSTRUCTION.into() }];
    let conversation =
        Conversation { agent: String::new(), system: String::new(), messages, tools: Vec::new() };
    let recorded = recorder.converse(&conversation).await.unwrap_err();
    assert_eq!(recorded.kind(), ModelErrorKind::NoAnswer);
    assert_eq!(replay(folder.path(), AskedAs::Agent).converse(&conversation).await.unwrap_err(), recorded);
}
