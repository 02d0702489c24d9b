//! The defense `none`: tool-calling agents that read everything.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::effect::ToolFailure;
use caravan_core::model::{Message, ToolCall, Turn};
use caravan_core::outcome::Status;
use caravan_core::settings::Defense;
use serde_json::{Value as Json, json};
use stage::{MARKER, Stage};

fn stage(turns: impl FnMut(&caravan_core::model::Conversation) -> Turn + 'static) -> Stage {
    let mut stage = Stage { turns: Box::new(turns), ..Stage::default() };
    stage.settings.defense = Defense::None;
    stage
}

fn call(name: &str, arguments: Json) -> Turn {
    calls(&[(name, arguments)])
}

fn calls(calls: &[(&str, Json)]) -> Turn {
    let calls = calls
        .iter()
        .enumerate()
        .map(|(index, (name, arguments))| ToolCall {
            id: format!("m{index}"),
            name: (*name).into(),
            arguments: arguments.clone(),
        })
        .collect();
    Turn { content: String::new(), calls }
}

fn say(text: &str) -> Turn {
    Turn { content: text.into(), calls: Vec::new() }
}

/// The results of the calls in a conversation.
fn results(conversation: &caravan_core::model::Conversation) -> Vec<&str> {
    conversation
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Tool { content, .. } => Some(content.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn a_tool_calling_agent_reads_what_its_tools_return_and_tells_its_children_anything() {
    let played = stage(|conversation| match (&*conversation.agent, results(conversation).as_slice()) {
        ("", []) => call("read", json!({})),
        ("", [text]) => call("sender", json!({"message": format!("Mail this: {text}")})),
        ("sender", []) => {
            let Message::User { content } = &conversation.messages[0] else { panic!("no user's turn") };
            call("send", json!({"to": "eve", "body": content}))
        }
        (_, _) => say("finished"),
    })
    .play();
    assert_eq!(played.status(), Status::Done);
    assert!(played.tools[1].arguments["body"].as_str().is_some_and(|body| body.contains(MARKER)));
    assert_eq!(played.outcome.record.episodes.len(), 2);
    let kinds: Vec<&str> = played.outcome.record.calls.iter().map(|call| call.kind.as_str()).collect();
    assert_eq!(kinds, ["tool", "agent", "tool"]);
    let pcs: Vec<bool> = played.outcome.record.calls.iter().map(|call| call.pc_trusted).collect();
    assert_eq!(pcs, [true, false, false]);
    assert!(played.answer_sources().contains(&"tool:sender/send".to_owned()));
    assert_eq!(played.outcome.usage.calls, 5);
}

#[test]
fn several_calls_of_one_turn_are_made_in_their_order() {
    let played = stage(|conversation| match results(conversation).as_slice() {
        [] => calls(&[("clock", json!({})), ("flag", json!({})), ("gone", json!({}))]),
        results => say(&results.join(",")),
    })
    .play();
    let answer = played.outcome.answer.as_ref().map(|answer| answer.to_text());
    assert_eq!(answer, Some("noon,true,error: there is no tool `gone`".into()));
}

#[test]
fn a_failure_is_told_to_the_model_and_a_lost_server_ends_the_run() {
    let turns = |conversation: &caravan_core::model::Conversation| match results(conversation).as_slice() {
        [] => call("fails", json!({})),
        results => say(results[0]),
    };
    let played = stage(turns).play();
    assert!(played.outcome.answer.is_some_and(|answer| answer.to_text().starts_with("error: no such file")));
    let mut lost = stage(turns);
    lost.tools = Box::new(|_| Err(ToolFailure::unavailable("gone")));
    assert_eq!(lost.play().status(), Status::ToolFailed);
}

#[test]
fn a_conversation_that_does_not_end_is_ended() {
    let played = stage(|_| call("clock", json!({}))).play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert_eq!(played.error(), "TurnLimit: the conversation took more than 20 turns");
    assert_eq!(played.tools.len(), 20);
}

#[test]
fn what_the_user_hands_in_stands_in_the_first_message() {
    let mut stage = stage(|conversation| {
        let Message::User { content } = &conversation.messages[0] else { panic!("no user's turn") };
        say(content)
    });
    stage.data = vec![("letter".into(), json!("Dear all")), ("list".into(), json!([1]))];
    let played = stage.play();
    let answer = played.outcome.answer.as_ref().map(|answer| answer.to_text());
    assert_eq!(answer, Some("Do what has to be done.\n\nletter:\nDear all\n\nlist:\n[1]".into()));
    assert_eq!(played.answer_sources(), ["tool:data#letter", "tool:data#list", "user"]);
}

#[test]
fn a_bound_on_depth_stops_agents_that_call_each_other() {
    let mut stage = stage(|conversation| match (&*conversation.agent, results(conversation).as_slice()) {
        ("", []) => call("reader", json!({"message": "go"})),
        ("reader", []) => call("boss", json!({"message": "again"})),
        (_, results) => say(results[0]),
    });
    stage.system.agents[1].children.push("boss".into());
    stage.system.depth_bound = Some(2);
    let answer = stage.play().outcome.answer.map(|answer| answer.to_text());
    assert_eq!(answer, Some("error: agents call each other more than 2 deep".into()));
}
