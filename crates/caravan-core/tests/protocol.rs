//! Values, labels and failures that cross from agent to agent and from the world into plans.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::approval::{Approval, ApprovalRequest};
use caravan_core::effect::ToolFailure;
use caravan_core::model::{Extraction, ModelError, ModelErrorKind};
use caravan_core::outcome::Status;
use caravan_core::plan::Tree;
use caravan_core::policy::{AskFirst, Decision, Policy, PolicyCall, PublicOnly, Verdict};
use caravan_core::settings::Defense;
use caravan_plan::Strictness;
use serde_json::json;
use stage::{MARKER, Stage, hierarchy};
use std::sync::{Arc, Mutex};

#[test]
fn a_value_keeps_its_label_down_through_variables_and_up_again() {
    let plan = "rows = reader(message='Read the note.')\n\
                sent = sender(message='Send the text in `rows` to Julie.', variables={'rows': rows})\n\
                return rows";
    let played = Stage::with_plans(&[plan])
        .plan_of("sender", "send(to='Julie', body=get_variable('rows'))\nreturn 'sent'")
        .play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert!(
        played.answer_sources().contains(&"tool:reader/note".to_owned()),
        "{:?}",
        played.answer_sources()
    );
    let send = &played.tools[1];
    assert_eq!((&*send.agent, &*send.tool), ("sender", "send"));
    assert!(send.arguments["body"].as_str().is_some_and(|body| body.contains(MARKER)));
    played.assert_no_leak();
    let request = &played.requests[2];
    assert_eq!(request.variables().iter().map(|name| name.text()).collect::<Vec<_>>(), ["rows"]);
    assert!(request.schema().is_some());
}

#[test]
fn calls_are_recorded_with_their_labels() {
    let mut played =
        Stage::with_plans(&["t = read()\nreturn sender(message='Send `t`.', variables={'t': t})"])
            .plan_of("sender", "return send(to='Julie', body=get_variable('t'))")
            .play();
    let calls = played.outcome.calls_json();
    let told: Vec<_> = calls
        .as_array()
        .expect("a list")
        .iter()
        .map(|call| {
            (call["id"].as_str(), call["agent"].as_str(), call["kind"].as_str(), call["line"].as_u64())
        })
        .collect();
    assert_eq!(
        told,
        [
            (Some("c1"), Some(""), Some("tool"), Some(1)),
            (Some("c2"), Some(""), Some("agent"), Some(2)),
            (Some("c3"), Some("sender"), Some("tool"), Some(1)),
        ]
    );
    let body = &calls[2]["arguments"]["body"]["label"];
    assert_eq!((body["trusted"].as_bool(), body["may_instruct"].as_bool()), (Some(false), Some(false)));
    assert!(body["data"]["sources"].as_array().is_some_and(|sources| sources.contains(&json!("tool:read"))));
    assert_eq!(calls[1]["arguments"]["message"]["label"]["may_instruct"], json!(true));
    assert_eq!(calls[1]["decision"]["policy"], json!("gate"));
    let json = played.outcome.to_json();
    assert_eq!((&json["status"], &json["error"]), (&json!("done"), &json!(null)));
}

#[test]
fn the_control_of_a_message_is_on_the_answer() {
    // Which variable the child returns was decided by the message, and that by untrusted data.
    let plan = "m = 'Return a.' if flag() else 'Return b.'\nreturn reader(message=m, variables={'a': 1, 'b': 2}, output_schema=int)";
    let played = Stage::with_plans(&[plan]).plan_of("reader", "return get_variable('a')").play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert!(played.answer_sources().contains(&"tool:flag".to_owned()), "{:?}", played.answer_sources());
}

#[test]
fn a_trusted_tool_cannot_wash_an_untrusted_argument() {
    let mut spec = hierarchy();
    spec.tools[3].parameters = json!({"type": "object", "properties": {"zone": {"type": "string"}}});
    let mut stage = Stage::with_plans(&["sender(message=clock(zone=read()))\nreturn 1"]);
    stage.system = spec.clone();
    assert_eq!(stage.play().status(), Status::Denied);
    let mut stage = Stage::with_plans(&["sender(message='At ' + clock())\nreturn 1"]);
    stage.system = spec;
    let played = stage.play();
    assert_eq!(played.messages(), ["At noon"], "{}", played.error());
}

#[test]
fn what_was_written_into_a_state_is_in_what_is_read_from_it() {
    let mut spec = hierarchy();
    spec.tools[3].server = "send_server".into();
    let mut stage = Stage::with_plans(&["send(to='me', body=read())\nsender(message=clock())\nreturn 1"]);
    spec.agents[0].tools.push("send".into());
    stage.system = spec;
    let played = stage.play();
    assert_eq!(played.status(), Status::Denied, "{}", played.error());
}

#[test]
fn a_failing_tool_is_an_exception_and_an_unreachable_one_ends_the_run() {
    let plan = "try:\n    fails()\nexcept RuntimeError:\n    return 'caught'";
    let played = Stage::with_plans(&[plan]).play();
    assert_eq!(played.outcome.answer.as_ref().map(|answer| answer.to_text()), Some("caught".into()));
    let mut stage = Stage::with_plans(&[plan]);
    stage.tools = Box::new(|_| Err(ToolFailure::unavailable("the server has gone")));
    let played = stage.play();
    assert_eq!(played.status(), Status::ToolFailed);
    assert_eq!(played.error(), "tool `fails` cannot be reached: the server has gone");
}

#[test]
fn a_result_of_another_type_than_declared_is_a_failure_of_the_tool() {
    let mut stage = Stage::with_plans(&["try:\n    flag()\nexcept ValueError as e:\n    return str(e)"]);
    stage.tools = Box::new(|_| Ok(json!("yes")));
    let played = stage.play();
    let answer = played.outcome.answer.as_ref().expect("an answer");
    assert_eq!(
        answer.to_text(),
        "`flag` answered with something else than it declares: expected `bool`, found text at ``"
    );
    assert!(!played.outcome.world().lattice.is_trusted(answer.label));
}

#[test]
fn a_childs_failure_crosses_as_an_exception_whose_text_is_withheld() {
    let plan = "try:\n    reader(message='Go.')\nexcept RuntimeError as e:\n    return str(e)";
    let played = Stage::with_plans(&[plan]).plan_of("reader", "raise ValueError(note())").play();
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("{}", played.error()));
    assert_eq!(
        answer.to_text(),
        "agent `reader` failed with ValueError on line 1 of its plan; what it says is withheld, since untrusted data had a \
         part in it"
    );
    assert!(!played.outcome.world().lattice.is_trusted(answer.label));

    let played = Stage::with_plans(&[plan]).plan_of("reader", "raise ValueError('there is no way')").play();
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("{}", played.error()));
    assert!(answer.to_text().ends_with("on line 1 of its plan: there is no way"), "{}", answer.to_text());
}

#[test]
fn a_child_that_returns_another_type_than_asked_for_has_failed() {
    let plan = "return reader(message='Go.', output_schema=int)";
    let played = Stage::with_plans(&[plan]).plan_of("reader", "return ['a']").play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert!(played.error().contains("something else than was asked for"), "{}", played.error());
}

#[test]
fn a_childs_dictionary_becomes_the_record_that_was_asked_for() {
    let plan = "class Row(BaseModel):\n    name: str\n    age: float\nr = reader(message='Go.', output_schema=Row)\nreturn r.age";
    let played = Stage::with_plans(&[plan]).plan_of("reader", "return {'name': 'Ann', 'age': 3}").play();
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("{}", played.error()));
    assert_eq!(answer.value, Tree::Float(3.0));
}

#[test]
fn the_quarantined_model_that_finds_nothing_raises_in_the_plan() {
    let plan =
        "try:\n    query_ai_assistant('x', output_schema=int)\nexcept ValueError:\n    return 'nothing'";
    let played = Stage::with_plans(&[plan]).play();
    assert_eq!(played.outcome.answer.as_ref().map(|answer| answer.to_text()), Some("nothing".into()));
    let mut stage = Stage::with_plans(&[plan]);
    stage.extractions = Box::new(|_| Ok(Extraction::Value(json!("seven"))));
    assert_eq!(stage.play().outcome.answer.map(|answer| answer.to_text()), Some("nothing".into()));
    let mut stage = Stage::with_plans(&[plan]);
    stage.extractions = Box::new(|_| Err(ModelError::new(ModelErrorKind::Unreachable, "nobody is there")));
    let played = stage.play();
    assert_eq!(played.status(), Status::ModelFailed);
    assert_eq!(played.error(), "the quarantined model of the root agent gave no answer: nobody is there");
}

#[test]
fn the_quarantined_model_is_asked_about_no_more_than_it_may_be_and_the_size_tells_nobody() {
    let asks = "query_ai_assistant(read(), output_schema=str)";
    let caught = format!("try:\n    {asks}\nexcept ValueError as e:\n    return str(e)");
    for plan in [&caught, asks] {
        let mut stage = Stage::with_plans(&[plan]);
        stage.settings.max_query_bytes = 10;
        stage.extractions = Box::new(|_| panic!("it is asked"));
        let played = stage.play();
        assert_eq!(played.requests.len(), 1);
        match &played.outcome.answer {
            Some(answer) => {
                assert!(
                    answer.to_text().contains("a model is asked about 10 at most"),
                    "{}",
                    answer.to_text()
                );
                assert!(played.answer_sources().contains(&"tool:read".to_owned()));
            }
            None => assert!(played.outcome.error.as_ref().is_some_and(|error| !error.is_trusted())),
        }
    }
}

#[derive(Debug)]
struct Refuses;

impl Policy for Refuses {
    fn name(&self) -> &str {
        "refuses"
    }

    fn decide(&self, call: &PolicyCall<'_>, _: &mut caravan_core::plan::World) -> Decision {
        if call.tool.has_side_effect() {
            Decision::deny("refuses", "not today")
        } else {
            Decision::allow("refuses", "")
        }
    }
}

#[test]
fn a_policy_that_refuses_ends_the_run_and_the_tool_is_not_called() {
    let mut stage =
        Stage::with_plans(&["try:\n    sender(message='Go.')\nexcept BaseException:\n    return 'caught'"]);
    stage.settings.policy = Arc::new(Refuses);
    let played = stage.plan_of("sender", "send(to='Julie', body='hello')").play();
    assert_eq!(played.status(), Status::Denied);
    assert_eq!(played.error(), "line 1: the call of `send` was refused by policy `refuses`: not today");
    assert!(played.tools.is_empty());
    assert!(!played.outcome.record.calls[1].carried_out);
}

#[test]
fn public_only_lets_data_out_that_everybody_may_read() {
    let mut stage = Stage::with_plans(&["sender(message='Go.')\nreturn 1"]);
    stage.settings.policy = Arc::new(PublicOnly);
    let played = stage.plan_of("sender", "return send(to='Julie', body='hello')").play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
}

#[test]
fn noninterference_wants_trusted_control_for_a_side_effect() {
    let plan = "if note() == 'x':\n    pass\nelse:\n    send(to='Julie', body='hello')\nreturn 1";
    let mut stage = Stage::with_plans(&["return sender(message='Go.')"]);
    stage.system.agents[2].tools.push("note".into());
    stage.settings.strictness = Strictness::Noninterference;
    let played = stage.plan_of("sender", plan).play();
    assert_eq!(played.status(), Status::Denied, "{}", played.error());
    assert!(played.error().contains("`noninterference`"), "{}", played.error());
}

#[test]
fn what_the_user_hands_in_is_opaque_and_untrusted() {
    let mut stage = Stage::with_plans(&["return get_variable('letter')"]);
    stage.data = vec![("letter".into(), json!(MARKER))];
    let played = stage.play();
    assert_eq!(played.answer_sources(), ["tool:data#letter"], "{}", played.error());
    played.assert_no_leak();
    let mut stage = Stage::with_plans(&["sender(message=get_variable('letter'))"]);
    stage.data = vec![("letter".into(), json!(MARKER))];
    assert_eq!(stage.play().status(), Status::Denied);
}

#[test]
fn a_bound_on_depth_ends_a_cycle_with_an_exception() {
    let mut stage = Stage::with_plans(&["return reader(message='Go.')"]);
    stage.system.agents[1].children.push("boss".into());
    stage.system.depth_bound = Some(2);
    let played = stage
        .plan_of(
            "reader",
            "try:\n    return boss(message='Again.')\nexcept RecursionError as e:\n    return str(e)",
        )
        .play();
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("{}", played.error()));
    assert_eq!(answer.to_text(), "agents call each other more than 2 deep");
}

#[test]
fn what_plans_print_is_kept_with_agent_and_label() {
    let played = Stage::with_plans(&["print('start')\nreader(message='Go.')\nreturn 1"])
        .plan_of("reader", "print(note())\nreturn 1")
        .play();
    let printed: Vec<_> = played
        .outcome
        .record
        .printed
        .iter()
        .map(|print| (print.agent.as_str(), print.text.contains(MARKER)))
        .collect();
    assert_eq!(printed, [("", false), ("reader", true)], "{}", played.error());
    let lattice = &played.outcome.world().lattice;
    assert!(!lattice.is_trusted(played.outcome.record.printed[1].label));
}

#[test]
fn individual_gives_text_back_with_the_label_of_what_went_in() {
    let mut stage = Stage::with_plans(&["return sender('Send this: ' + read())"]);
    stage.settings.defense = Defense::Individual;
    let played = stage.plan_of("sender", "return [1, 2]").play();
    assert_eq!(
        played.outcome.answer.as_ref().map(|answer| answer.value.clone()),
        Some(Tree::Str("[1, 2]".into()))
    );
    assert!(played.answer_sources().contains(&"tool:read".to_owned()));
}

#[test]
fn the_roots_variables_are_there_when_the_run_has_ended() {
    let played = Stage::with_plans(&["x = 1\ny = read()\nreturn x"]).play();
    let names: Vec<&str> = played.outcome.variables.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["x", "y"], "{}", played.error());
}

/// A stage on which the root may send, with every side effect put to a person who says this.
fn asking(
    plan: &str,
    approval: Approval,
    strictness: Strictness,
) -> (Stage, Arc<Mutex<Vec<ApprovalRequest>>>) {
    let mut stage = Stage::with_plans(&[plan]);
    stage.system.agents[0].tools.push("send".into());
    stage.settings.policy = Arc::new(AskFirst);
    stage.settings.strictness = strictness;
    let asked = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&asked);
    stage.approvals = Box::new(move |request| {
        noted.lock().expect("no panic before").push(request.clone());
        approval
    });
    (stage, asked)
}

#[test]
fn a_person_approves_a_call_with_these_values_for_this_once() {
    let (stage, asked) =
        asking("send(to='Julie', body=read())\nreturn 'sent'", Approval::Yes, Strictness::Cfi);
    let played = stage.play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(played.effects[2], "e3 approve /send");
    assert!(played.effects[3].starts_with("e4 tool /send"), "{:?}", played.effects);
    let asked = asked.lock().expect("no panic before");
    assert_eq!((asked.len(), &*asked[0].tool, asked[0].line), (1, "send", 1));
    let (name, body) = &asked[0].arguments[1];
    assert_eq!(name, "body");
    assert!(body["value"].as_str().is_some_and(|body| body.contains(MARKER)));
    assert_eq!(body["label"]["trusted"], json!(false));
    let call = &played.outcome.record.calls[1];
    assert_eq!(call.decision.effect, Verdict::Allow);
    assert_eq!(call.decision.reason, "a person approved the call: `send` has a side effect");
    assert!(call.carried_out && call.result.is_some());
}

#[test]
fn a_persons_no_ends_the_run_and_no_plan_catches_it() {
    let plan = "try:\n    send(to='Julie', body='hi')\nexcept Exception:\n    return 'caught'\nreturn 'sent'";
    for (approval, reason) in [
        (
            Approval::No,
            "the call of `send` was refused by policy `ask-first`: a person did not approve the call: `send` has a side effect",
        ),
        (
            Approval::NobodyThere,
            "the call of `send` needs a person's approval by policy `ask-first` (`send` has a side effect), and nobody can be asked",
        ),
    ] {
        let played = asking(plan, approval, Strictness::Cfi).0.play();
        assert_eq!(played.status(), Status::Denied);
        assert!(played.error().contains(reason), "{}", played.error());
        assert!(played.tools.is_empty());
        assert!(!played.outcome.record.calls[0].carried_out);
    }
}

#[test]
fn untrusted_data_decides_under_noninterference_not_even_that_a_person_is_asked() {
    let plan = "if flag():\n    send(to='Julie', body='hi')\nreturn 'ok'";
    let (stage, asked) = asking(plan, Approval::Yes, Strictness::Noninterference);
    assert_eq!(stage.play().status(), Status::Denied);
    assert!(asked.lock().expect("no panic before").is_empty());
    let (stage, asked) = asking(plan, Approval::Yes, Strictness::Cfi);
    assert_eq!(stage.play().status(), Status::Done);
    assert_eq!(asked.lock().expect("no panic before").len(), 1);
}
