//! The check before a plan runs: what it finds goes back to the planner before anything untrusted exists.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::path::Path;

use caravan_core::outcome::Status;
use caravan_core::settings::Settings;
use caravan_core::system::{AgentSpec, SystemSpec, ToolSpec};
use caravan_label::Bits;
use serde_json::{Value as Json, json};
use stage::Stage;

const LAUNDERS: &str = "t = read()\nreturn sender(message='Send this: ' + t)";
const KEEPS: &str = "t = read()\nreturn sender(message='Send `t`.', variables={'t': t})";

fn checked(plans: &[&str]) -> Stage {
    let mut stage = Stage::with_plans(plans);
    stage.settings = Settings::default();
    stage
}

#[test]
fn a_laundering_plan_goes_back_before_any_effect_and_the_mended_one_runs() {
    let played = checked(&[LAUNDERS, KEEPS]).play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(played.tools.iter().filter(|call| &*call.tool == "read").count(), 1);
    assert!(
        played.prompts[1].contains("P030") && played.prompts[1].contains("`read` on line 1"),
        "{}",
        played.prompts[1]
    );
    played.assert_no_leak();
}

#[test]
fn a_plan_that_is_never_mended_ends_before_any_effect() {
    let played = checked(&[LAUNDERS]).play();
    assert_ne!(played.status(), Status::Done);
    assert!(played.tools.is_empty());
    assert!(played.error().contains("P030"), "{}", played.error());
}

#[test]
fn what_goes_back_does_not_depend_on_what_tools_answer() {
    let prompts = |answer: &'static str| {
        let mut stage = checked(&["t = read()\nsender(message='Go.')\nreturn t.subject", KEEPS]);
        stage.tools = Box::new(move |_| Ok(json!(answer)));
        stage.play().prompts
    };
    assert_eq!(prompts("one"), prompts("another, longer, with\nlines"));
}

#[test]
fn an_agent_out_of_reach_is_told_from_a_name_that_is_nothing() {
    let played = checked(&["return reader(message='Ask the sender.')"])
        .plan_of("reader", "return sender(message='Send it.')")
        .play();
    assert!(played.prompts.iter().any(|prompt| prompt.contains("P022")), "{:?}", played.prompts);
}

#[test]
fn without_the_check_the_gate_refuses_the_same_plan() {
    let mut stage = checked(&[LAUNDERS]);
    stage.settings.check = false;
    let played = stage.play();
    assert_eq!(played.status(), Status::Denied);
    assert_eq!(played.tools.len(), 1);
}

#[test]
fn a_message_that_is_only_likely_to_launder_goes_back_once_and_then_the_gate_decides() {
    let pastes = "t = reader(message='Read the note.')\nreturn sender(message='Send this: ' + t)";
    let refused = checked(&[pastes]).play();
    assert_eq!(refused.status(), Status::Denied);
    assert!(refused.prompts[1].contains("P032") && refused.prompts[1].contains("`reader` on line 1"));
    assert_eq!(refused.prompts.iter().filter(|prompt| prompt.contains("P032")).count(), 1);
    // An answer that the child's own plan wrote may be pasted.
    let passed = checked(&[pastes]).plan_of("reader", "return 'the usual words'").play();
    assert_eq!(passed.status(), Status::Done, "{}", passed.error());
    passed.assert_no_leak();
}

/// The system that the plans of `caravan-plan/tests/check` are written for.
fn office(folder: &Path) -> SystemSpec {
    let text = std::fs::read_to_string(folder.join("office.json")).expect("the tools");
    let declared: Vec<Json> = serde_json::from_str(&text).expect("a list of tools");
    let tool = |tool: &Json| ToolSpec {
        name: tool["name"].as_str().expect("a name").into(),
        server: "office".into(),
        parameters: tool["parameters"].clone(),
        returns: Some(tool["returns"].clone()),
        trusted: tool["trusted"] == true,
        ..ToolSpec::default()
    };
    let tools: Vec<ToolSpec> = declared.iter().map(tool).collect();
    let all = tools.iter().map(|tool| tool.name.clone()).collect();
    let agent = |name: &str, tools: Vec<String>, children: &[&str]| AgentSpec {
        name: name.into(),
        tools,
        children: children.iter().map(ToString::to_string).collect(),
        quarantined_model: true,
        ..AgentSpec::default()
    };
    SystemSpec {
        root: "office".into(),
        agents: vec![
            agent("office", all, &["billing", "travel"]),
            agent("billing", vec!["read_file".into()], &["archivist"]),
            agent("travel", vec!["read_file".into()], &[]),
            agent("archivist", Vec::new(), &[]),
        ],
        tools,
        ..SystemSpec::default()
    }
}

/// The broken plans with their codes.
fn broken(folder: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(folder.join("broken.txt")).expect("the plans");
    let mut plans: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("## ")) {
        match (line.strip_prefix("### "), plans.last_mut()) {
            (Some(heading), _) => {
                let code = heading.split(' ').next().expect("a code");
                plans.push((code.to_owned(), String::new()));
            }
            (None, Some((_, plan))) => {
                plan.push_str(line);
                plan.push('\n');
            }
            (None, None) => {}
        }
    }
    plans
}

#[test]
fn a_run_meets_none_of_the_broken_plans_with_an_effect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../caravan-plan/tests/check");
    let plans = broken(&folder);
    assert!(plans.len() >= 100, "{} plans", plans.len());
    for (code, plan) in plans {
        let mut stage = checked(&[&plan]);
        stage.settings.budget = Bits::whole(2);
        stage.system = office(&folder);
        stage.data = vec![("invoice".into(), json!("12 EUR")), ("trip".into(), json!("Rome"))];
        let played = stage.plan_of("billing", "return 'done'").plan_of("travel", "return 'done'").play();
        // The planner is asked again at once, and reads what is wrong.
        assert!(played.effects[1].ends_with("plan "), "{plan}{:?}", played.effects);
        assert!(played.prompts[1].contains(&code), "{plan}{}", played.prompts[1]);
        if code != "P032" {
            assert_eq!(played.status(), Status::PlanFailed, "{plan}");
            assert!(played.tools.is_empty() && played.messages().is_empty(), "{plan}{:?}", played.effects);
        }
    }
}
