//! Labels of what tools answer: rules of the configuration for parts, and what a server says of the whole.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::sync::Arc;

use caravan_core::effect::{Restriction, ToolFailure};
use caravan_core::label::Readers;
use caravan_core::outcome::Status;
use caravan_core::policy::PublicOnly;
use caravan_core::settings::{Defense, Settings};
use caravan_core::system::{LabelRule, System, SystemErrorKind, SystemSpec};
use serde_json::json;
use stage::{MARKER, Played, Stage, hierarchy};

/// The tool `read` answers with a letter, labelled by these rules.
fn system(rules: &[LabelRule]) -> SystemSpec {
    let mut system = hierarchy();
    let letter = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string"}, "sender": {"type": "string"}, "body": {"type": "string"},
            "to": {"type": "array", "items": {"type": "string"}},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["id", "sender", "body", "to", "tags"],
    });
    let read = system.tools.iter_mut().find(|tool| tool.name == "read").expect("the tool");
    read.returns = Some(letter);
    read.labels = rules.to_vec();
    let boss = system.agents.first_mut().expect("the root");
    boss.tools.push("send".into());
    system
}

fn stage(plan: &str, rules: &[LabelRule]) -> Stage {
    let mut stage = Stage::with_plans(&[plan]);
    stage.system = system(rules);
    stage.tools = Box::new(|request| match &*request.tool {
        "read" => Ok(json!({
            "id": "17", "sender": "eve@example.com", "body": MARKER, "to": ["ann", "bob"], "tags": ["x"],
        })),
        _ => stage::tools(request),
    });
    stage
}

fn play(plan: &str, rules: &[LabelRule]) -> Played {
    stage(plan, rules).play()
}

fn rule(part: &str) -> LabelRule {
    LabelRule { part: part.parse().expect("a path"), ..LabelRule::default() }
}

fn readers_of_answer(played: &Played) -> Readers {
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("{}", played.error()));
    let lattice = &played.outcome.world().lattice;
    lattice.readers(lattice.data(answer.label)).clone()
}

#[test]
fn a_part_that_a_rule_trusts_may_be_told_to_an_agent_and_the_others_may_not() {
    let trusted = [LabelRule { trusted: true, ..rule("id") }];
    let played = play("return reader(message=read().id)", &trusted);
    assert_eq!(played.messages(), ["17"], "{}", played.error());
    let played = play("return reader(message=read().body)", &trusted);
    assert_eq!(played.status(), Status::Denied);
    assert_eq!(play("return reader(message=read().id)", &[]).status(), Status::Denied);
}

#[test]
fn a_trusted_part_keeps_what_the_arguments_and_the_state_brought() {
    let trusted = [LabelRule { trusted: true, ..rule("id") }];
    let mut stage = stage("flag()\nnote_it(read().body)\nreturn reader(message=read().id)", &trusted);
    let mut note = stage.system.tools[0].clone();
    note.name = "note_it".into();
    note.returns = None;
    note.labels = Vec::new();
    note.side_effect = true;
    note.parameters = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    stage.system.agents[0].tools.push("note_it".into());
    stage.system.tools.push(note);
    let before = stage.tools;
    stage.tools = Box::new({
        let mut before = before;
        move |request| if request.tool == "note_it" { Ok(json!("noted")) } else { before(request) }
    });
    // The state that `note_it` writes is the one that `read` reads: what was written into it taints what comes out.
    assert_eq!(stage.play().status(), Status::Denied);
}

#[test]
fn a_part_may_be_read_by_those_alone_whom_the_rule_names() {
    let rules = [LabelRule { readers: Some(vec!["ann".into()]), ..rule("body") }];
    assert_eq!(readers_of_answer(&play("return read().body", &rules)), Readers::Only(["ann".into()].into()),);
    assert_eq!(readers_of_answer(&play("return read().sender", &rules)), Readers::Everybody);
}

#[test]
fn a_part_may_be_read_by_those_whom_other_fields_name() {
    let rules = [LabelRule { readers_from: vec!["to".into(), "sender".into()], ..rule("body") }];
    let played = play("return read().body", &rules);
    let readers = ["ann".into(), "bob".into(), "eve@example.com".into()];
    assert_eq!(readers_of_answer(&played), Readers::Only(readers.into()));
    let mut stage = stage("return send(to='ann', body=read().body)", &rules);
    stage.settings = Settings { policy: Arc::new(PublicOnly), ..stage.settings };
    assert_eq!(stage.play().status(), Status::Denied);
}

#[test]
fn a_rule_may_name_the_source_inside_the_result() {
    let rules = [LabelRule { source_from: Some("sender".into()), ..rule("") }];
    let sources = play("return read().body", &rules).answer_sources();
    assert!(sources.iter().any(|source| source.contains("eve@example.com")), "{sources:?}");
}

#[test]
fn a_rule_for_each_item_reaches_every_one() {
    let rules = [LabelRule { readers: Some(vec!["ann".into()]), ..rule("to.*") }];
    let played = play("return read().to[1]", &rules);
    assert_eq!(readers_of_answer(&played), Readers::Only(["ann".into()].into()));
}

#[test]
fn a_rule_about_what_no_result_has_is_refused() {
    for rules in [
        rule("subject"),
        rule("id.*"),
        LabelRule { readers_from: vec!["cc".into()], ..rule("body") },
        LabelRule { source_from: Some("from".into()), ..rule("body") },
    ] {
        let error = System::build(system(&[rules])).expect_err("no such part");
        assert_eq!(error.kind(), SystemErrorKind::BadLabelRule, "{error}");
    }
    assert!("a..b".parse::<caravan_core::system::PartPath>().is_err());
}

#[test]
fn a_server_can_only_restrict_what_the_configuration_allows() {
    let plan = "return reader(message=clock())";
    assert_eq!(Stage::with_plans(&[plan]).play().status(), Status::Done);
    let mut stage = Stage::with_plans(&[plan]);
    stage.said.insert("clock".into(), Restriction { untrusted: true, readers: None });
    assert_eq!(stage.play().status(), Status::Denied);
    // Saying nothing of distrust does not make it trusted.
    let mut stage = Stage::with_plans(&["return reader(message=read())"]);
    stage.said.insert("read".into(), Restriction { untrusted: false, readers: Some(vec!["ann".into()]) });
    assert_eq!(stage.play().status(), Status::Denied);
}

#[test]
fn what_a_server_restricts_reaches_also_what_a_rule_trusts() {
    let trusted = [LabelRule { trusted: true, ..rule("id") }];
    let mut stage = stage("return reader(message=read().id)", &trusted);
    stage.said.insert("read".into(), Restriction { untrusted: true, readers: None });
    assert_eq!(stage.play().status(), Status::Denied);
}

#[test]
fn the_readers_that_a_server_names_hold_for_results_failures_and_conversations() {
    let ann = || Restriction { untrusted: false, readers: Some(vec!["ann".into()]) };
    let only_ann = Readers::Only(["ann".into()].into());
    let mut stage = Stage::with_plans(&["return clock()"]);
    stage.said.insert("clock".into(), ann());
    assert_eq!(readers_of_answer(&stage.play()), only_ann);

    let plan = "try:\n    clock()\nexcept RuntimeError as e:\n    return str(e)";
    let mut stage = Stage::with_plans(&[plan]);
    stage.tools = Box::new(|_| Err(ToolFailure::failed("no")));
    stage.said.insert("clock".into(), ann());
    assert_eq!(readers_of_answer(&stage.play()), only_ann);

    let mut stage = Stage::default();
    stage.settings = Settings { defense: Defense::None, ..stage.settings };
    stage.said.insert("clock".into(), ann());
    let mut turns = 0;
    stage.turns = Box::new(move |_| {
        turns += 1;
        let call =
            caravan_core::model::ToolCall { id: "1".into(), name: "clock".into(), arguments: json!({}) };
        caravan_core::model::Turn {
            content: "noon".into(),
            calls: if turns == 1 { vec![call] } else { Vec::new() },
        }
    });
    assert_eq!(readers_of_answer(&stage.play()), only_ann);
}

#[test]
fn an_opaque_value_can_be_passed_on_and_not_read() {
    let image = || json!({"$type": "image/png", "handle": "17"});
    let with_image = |plan: &str| {
        let mut stage = Stage::with_plans(&[plan]);
        stage.system.agents[0].tools.push("send".into());
        stage.tools = Box::new(move |request| match &*request.tool {
            "read" => Ok(image()),
            _ => stage::tools(request),
        });
        stage.play()
    };
    let played = with_image("send(to='ann', body=read())\nreturn str(read())");
    assert_eq!(played.tools[1].arguments["body"], image(), "{}", played.error());
    let answer = played.outcome.answer.as_ref().expect("an answer");
    assert_eq!(answer.to_text(), "<image/png>");
    for reading in ["read().upper()", "read()[0]", "len(read())", "read().handle", "read() + 'x'"] {
        let played = with_image(&format!("return {reading}"));
        assert_ne!(played.status(), Status::Done, "{reading}");
    }
}
