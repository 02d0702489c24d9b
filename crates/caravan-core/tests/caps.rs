//! How many effects a run may have, and how long it may take.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::sync::Arc;
use std::time::Duration;

use caravan_core::caps::{Amount, Caps, ToolCap};
use caravan_core::effect::{EffectKind, Outcome};
use caravan_core::instruction::Instruction;
use caravan_core::label::Bits;
use caravan_core::model::{ToolCall, Turn};
use caravan_core::outcome::Status;
use caravan_core::run::{Progress, Run};
use caravan_core::session::Session;
use caravan_core::settings::{Defense, Settings};
use caravan_core::state::States;
use caravan_core::system::System;
use serde_json::json;
use stage::{Played, Stage, fenced, hierarchy, reply, tools};

fn caps(tool: &str, calls: Option<u64>, sum: Option<(&str, f64)>) -> Caps {
    let sums = sum.map(|(argument, most)| (argument.into(), Amount::of(most).expect("an amount")));
    let tool = ToolCap { tool: tool.into(), calls, sums: sums.into_iter().collect() };
    Caps { side_effects: None, tools: vec![tool] }
}

/// A run in which the root may send.
fn played(plan: &str, caps: Caps) -> Played {
    let mut stage = Stage::with_plans(&[plan]);
    stage.system.agents[0].tools.push("send".into());
    stage.settings.caps = caps;
    stage.plan_of("sender", "return send(to='a', body='1')").play()
}

#[test]
fn a_tool_is_called_as_often_as_the_run_may_and_no_plan_catches_what_comes_then() {
    let plan = "try:\n    for i in range(5):\n        send(to='a', body='b')\nexcept BaseException:\n    return 'caught'";
    let run = played(plan, caps("send", Some(3), None));
    assert_eq!(run.status(), Status::Denied);
    assert_eq!(run.tools.len(), 3);
    assert_eq!(
        run.error(),
        "line 3: the call of `send` was refused by policy `caps`: `send` was called 3 times, which is all that the run \
         may; do it in several runs, or raise the cap under `[caps]` in the configuration"
    );
    let run = played(
        "for i in range(3):\n    send(to='a', body='b')\nreturn 1",
        caps("send_server/send", Some(3), None),
    );
    assert_eq!(run.status(), Status::Done, "{}", run.error());
}

#[test]
fn what_agents_below_do_counts_too() {
    let plan = "sender(message='Go.')\nsend(to='a', body='b')\nreturn 1";
    assert_eq!(played(plan, caps("send", Some(1), None)).tools.len(), 1);
    let all = Caps { side_effects: Some(1), tools: Vec::new() };
    let run = played(plan, all.clone());
    assert_eq!((run.status(), run.tools.len()), (Status::Denied, 1));
    let run = played("read()\nread()\nsend(to='a', body='b')\nreturn 1", all);
    assert_eq!(run.status(), Status::Done, "{}", run.error());
}

#[test]
fn a_number_among_the_arguments_adds_up_whatever_its_sign() {
    let pay = |amounts: &str| {
        let plan = format!("for n in [{amounts}]:\n    send(to='a', body=n)\nreturn 1");
        played(&plan, caps("send", None, Some(("body", 100.0)))).tools.len()
    };
    assert_eq!(pay("'60', '40'"), 2);
    assert_eq!(pay("'60', '40.01'"), 1);
    assert_eq!(pay("'60', '-60', '60'"), 1);
    assert_eq!(pay("'60', 'much'"), 1);
    assert_eq!(pay("'1e400'"), 0);
}

#[test]
fn a_tool_calling_agent_keeps_to_caps_too() {
    let mut stage = Stage::with_plans(&[]);
    stage.system.agents[0].tools.push("send".into());
    stage.settings.defense = Defense::None;
    stage.settings.caps = caps("send", Some(2), None);
    stage.turns = Box::new(|_| Turn {
        content: String::new(),
        calls: vec![ToolCall {
            id: "1".into(),
            name: "send".into(),
            arguments: json!({"to": "a", "body": "b"}),
        }],
    });
    let run = stage.play();
    assert_eq!((run.status(), run.tools.len()), (Status::Denied, 2), "{}", run.error());
}

/// Whether untrusted data decides about the first of two calls, of which the run may have one, and what a client is told
/// of the line that was refused.
fn told_of_a_cap(flag: bool) -> String {
    let mut spec = hierarchy();
    spec.agents[0].tools.push("send".into());
    let settings = Settings {
        check: false,
        caps: caps("send", Some(1), None),
        budget: Bits::whole(0),
        ..Settings::default()
    };
    let mut session = Session::new(Arc::new(System::build(spec).expect("a system")), settings);
    let mut states = States::default();
    let plan = "if flag():\n    send(to='a', body='b')\nsend(to='a', body='b')\nreturn 1";
    let mut run = session.begin(plan, &states).expect("a run");
    let mut outcome = None;
    loop {
        match run.step(outcome.take()).expect("a step") {
            Progress::Done(outcome) => return session.end(*outcome, &mut states).to_json().to_string(),
            Progress::Effects(effects) => {
                let EffectKind::Tool(request) = &effects[0].kind else { panic!("a tool") };
                let answer = if request.tool == "flag" { Ok(json!(flag)) } else { tools(request) };
                outcome = Some((effects[0].id, Outcome::Tool(answer.map(Into::into))));
            }
        }
    }
}

#[test]
fn a_client_is_not_told_for_nothing_which_call_met_a_cap() {
    let told = told_of_a_cap(true);
    assert!(!told.contains("caps") && !told.contains("line 3"), "{told}");
}

#[test]
fn what_was_under_way_when_the_time_was_up_is_in_doubt() {
    let mut spec = hierarchy();
    spec.agents[0].tools.push("send".into());
    let system = Arc::new(System::build(spec).expect("a system"));
    let mut run = Run::new(system, Settings::default(), Instruction::from_user("Go."), Vec::new());
    let Progress::Effects(effects) = run.step(None).expect("a step") else { panic!("a planner is asked") };
    let plan = fenced("clock()\nsend(to='a', body='b')\nreturn 1");
    let mut outcome = Some((effects[0].id, Outcome::Plan(Ok(reply(plan)))));
    for _ in 0..2 {
        let Progress::Effects(effects) = run.step(outcome.take()).expect("a step") else {
            panic!("a tool is called")
        };
        outcome = Some((effects[0].id, Outcome::Tool(Ok(json!("noon").into()))));
    }
    let mut ended = run.out_of_time(Duration::from_millis(1500));
    assert_eq!((ended.status, ended.status.exit_code()), (Status::Denied, 3));
    let error = ended.error.as_ref().expect("an error");
    assert_eq!(error.title(), "the run has taken 1.5 seconds, which is all that it may");
    assert_eq!(error.notes(), ["in doubt: `send` (c2) was under way, and may have happened"]);
    let calls = ended.calls_json();
    assert_eq!((calls[0].get("in_doubt"), calls[1]["in_doubt"].as_bool()), (None, Some(true)));
    assert!(run.step(None).is_err());
}
