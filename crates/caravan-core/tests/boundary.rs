//! What must not get lost where agents, tools and policies meet: for each rule the case that its absence would break.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::label::{AgentPath, Bits, Choice, Label, Readers, Source, Taint};
use caravan_core::outcome::Status;
use caravan_core::plan::{Datum, Strictness, Tree, World};
use caravan_core::policy::{Policy, PolicyCall, PublicOnly, Verdict};
use caravan_core::settings::Defense;
use caravan_core::system::System;
use stage::{Played, Stage, hierarchy};

/// A message that untrusted data has chosen.
const CHOSEN: &str = "m = 'Do a.' if flag() else 'Do b.'\n";

fn chosen(rest: &str, reader: &str) -> Played {
    let plan = format!("{CHOSEN}{rest}");
    Stage::with_plans(&[&plan]).plan_of("reader", reader).play()
}

#[test]
fn what_a_child_prints_carries_what_decided_its_plan() {
    let played = chosen("return reader(message=m)", "print('a')\nreturn 1");
    let [printed] = &played.outcome.record.printed[..] else { panic!("{}", played.error()) };
    assert!(!played.outcome.world().lattice.control_is_trusted(printed.label));
}

#[test]
fn a_failure_carries_what_decided_the_childs_plan() {
    let rest = "try:\n    reader(message=m)\nexcept RuntimeError as e:\n    return str(e)";
    let played = chosen(rest, "raise ValueError('a')");
    assert!(played.answer_sources().contains(&"tool:flag".to_owned()), "{:?}", played.answer_sources());
    let text = played.outcome.answer.as_ref().map(Datum::to_text).unwrap_or_default();
    assert!(text.contains("withheld"), "{text}");
}

#[test]
fn that_an_answer_does_not_fit_carries_the_label_of_the_answer() {
    let plan =
        "try:\n    reader(message='Go.', output_schema=int)\nexcept RuntimeError as e:\n    return str(e)";
    let played = Stage::with_plans(&[plan]).plan_of("reader", "return [note()]").play();
    assert!(
        played.answer_sources().contains(&"tool:reader/note".to_owned()),
        "{:?}",
        played.answer_sources()
    );
}

#[test]
fn a_planner_sees_the_names_of_variables_sorted_whatever_their_order_in_the_call() {
    let played =
        Stage::with_plans(&["return reader(message='Go.', variables={'b': 1, 'c': 2, 'a': 3})"]).play();
    let names: Vec<&str> = played.requests[1].variables().iter().map(|name| name.text()).collect();
    assert_eq!(names, ["a", "b", "c"], "{}", played.error());
}

#[test]
fn a_child_stands_under_the_control_of_the_call() {
    let plan = "if flag():\n    sender(message='Go.')\nreturn 1";
    let played = Stage::with_plans(&[plan])
        .plan_of("sender", "print('x')\nreturn send(to='Julie', body='hello')")
        .play();
    let call = played.outcome.record.calls.iter().find(|call| &*call.name == "send");
    assert!(call.is_some_and(|call| !call.pc_trusted), "{}", played.error());
    let [printed] = &played.outcome.record.printed[..] else { panic!("{}", played.error()) };
    assert!(!played.outcome.world().lattice.control_is_trusted(printed.label));
}

#[test]
fn the_end_of_a_child_that_a_plan_catches_tells_what_could_have_ended_it() {
    let plan = "s = 'fine'\ntry:\n    reader(message='Go.', variables={'n': read()})\nexcept RuntimeError:\n    s = 'failed'\nreturn s";
    let reader = "if get_variable('n') == 'x':\n    raise ValueError('no')\nreturn 'done'";
    let played = Stage::with_plans(&[plan]).plan_of("reader", reader).play();
    assert!(played.answer_sources().contains(&"tool:read".to_owned()), "{:?}", played.answer_sources());
}

#[test]
fn a_child_that_could_fail_says_by_its_answer_that_it_did_not() {
    let plan = "try:\n    s = reader(message='Go.', variables={'n': read()})\nexcept RuntimeError:\n    s = 'failed'\nreturn s";
    let played = Stage::with_plans(&[plan]).plan_of("reader", "get_variable('n')[2]\nreturn 'done'").play();
    assert!(played.answer_sources().contains(&"tool:read".to_owned()), "{:?}", played.answer_sources());
}

/// A child under `individual` that was told untrusted text.
fn pasted(plan: &str, sender: &str) -> Played {
    let mut stage = Stage::with_plans(&[plan]);
    stage.settings.defense = Defense::Individual;
    stage.plan_of("sender", sender).play()
}

#[test]
fn under_individual_a_failure_carries_what_the_child_was_told() {
    let plan = "try:\n    sender('Send this: ' + read())\nexcept RuntimeError as e:\n    return str(e)";
    let played = pasted(plan, "raise ValueError('a')");
    assert!(played.answer_sources().contains(&"tool:read".to_owned()), "{:?}", played.answer_sources());
    let text = played.outcome.answer.as_ref().map(Datum::to_text).unwrap_or_default();
    assert!(text.contains("withheld"), "{text}");
}

#[test]
fn under_individual_what_a_child_prints_carries_what_it_was_told() {
    let played = pasted("return sender('Send this: ' + read())", "print('a')\nreturn 1");
    let [printed] = &played.outcome.record.printed[..] else { panic!("{}", played.error()) };
    assert!(!played.outcome.world().lattice.is_trusted(printed.label));
}

/// Three agents in a row: the second calls the third.
fn in_a_row(reader: &str, change: impl FnOnce(&mut Stage)) -> Played {
    let mut stage = Stage::with_plans(&["return reader(message='Go.')"]);
    stage.system.agents[1].children.push("sender".into());
    change(&mut stage);
    stage.plans.insert("reader/sender".into(), vec![stage::fenced("return 'done'")]);
    stage.plan_of("reader", reader).play()
}

#[test]
fn the_budget_holds_for_the_calls_of_a_child() {
    let reader = "m = 'Do a.' if note() == 'x' else 'Do b.'\nreturn sender(message=m)";
    let played = in_a_row(reader, |stage| stage.settings.budget = Bits::ZERO);
    assert_eq!(played.status(), Status::Denied, "{}", played.error());
    let played = in_a_row(reader, |stage| stage.settings.budget = Bits::ONE);
    assert_eq!(played.status(), Status::Done, "{}", played.error());
}

#[test]
fn the_strictness_holds_for_the_calls_of_a_child() {
    let reader = "r = 1\nif note() != 'x':\n    r = sender(message='Go.')\nreturn r";
    let strict = |stage: &mut Stage| stage.settings.strictness = Strictness::Noninterference;
    assert_eq!(in_a_row(reader, strict).status(), Status::Denied);
    let played = in_a_row(reader, |_| {});
    assert_eq!(played.status(), Status::Done, "{}", played.error());
}

#[test]
fn at_noninterference_untrusted_data_does_not_choose_which_tool_has_an_effect() {
    let mut stage = Stage::with_plans(&["return sender(message='Go.')"]);
    stage.system.agents[2].tools.push("flag".into());
    stage.settings.strictness = Strictness::Noninterference;
    let plan = "act = [send, send][1 if flag() else 0]\nact(to='Julie', body='hello')\nreturn 1";
    let played = stage.plan_of("sender", plan).play();
    assert_eq!(played.status(), Status::Denied, "{}", played.error());
}

#[test]
fn a_quarantined_answer_carries_the_sources_of_the_question() {
    let mut stage = Stage::with_plans(&["return query_ai_assistant('What is it? ' + read())"]);
    stage.extractions = Box::new(|_| Ok(caravan_core::model::Extraction::Value("a thing".into())));
    let played = stage.play();
    assert!(played.answer_sources().contains(&"tool:read".to_owned()), "{:?}", played.answer_sources());
}

#[test]
fn an_error_that_ends_the_run_says_whether_untrusted_data_had_a_part_in_it() {
    let told = |plan: &str| Stage::with_plans(&[plan]).play().outcome.to_json()["error"]["trusted"].clone();
    assert_eq!(told("raise ValueError(read())"), false);
    assert_eq!(told("raise ValueError('no')"), true);
}

#[test]
fn what_the_agent_that_was_not_chosen_would_have_written_shows_in_what_is_read() {
    let plan = "[sender, reader][1 if flag() else 0](message='Go.')\nreturn clock()";
    let mut stage = Stage::with_plans(&[plan]);
    stage.system.tools[3].server = "send_server".into();
    let played = stage.play();
    assert!(played.answer_sources().contains(&"tool:flag".to_owned()), "{:?}", played.answer_sources());
}

#[test]
fn a_refusal_under_a_guard_says_that_untrusted_data_had_a_part_in_it() {
    let plan = "x = 1\ndef forget():\n    global x\n    x = 2\nif flag():\n    forget()\nreturn x";
    let mut played = Stage::with_plans(&[plan]).play();
    assert_eq!(played.outcome.to_json()["error"]["trusted"], false, "{}", played.error());
}

/// What `public-only` says of a call with this argument.
fn public_only(argument: impl FnOnce(Label, &mut World) -> Datum) -> Verdict {
    let mut world = World::new(Strictness::Cfi);
    let system = System::build(hierarchy()).expect("a system");
    let path = AgentPath::root().child("sender");
    let agent = system.agent(&path).expect("an agent");
    let tool = system.tool(agent, "send").expect("a tool");
    let private = world.lattice.taint(&[Source::User], Readers::Only(["ann".into()].into()));
    let private = world.lattice.label(private, Taint::NONE, Choice::NONE);
    let arguments = [("body".into(), argument(private, &mut world))];
    let call = PolicyCall { agent: &path, tool, arguments: &arguments, pc: Label::NONE, callee: Label::NONE };
    PublicOnly.decide(&call, &mut world).effect
}

#[test]
fn a_policy_about_readers_looks_into_an_argument_and_at_what_decided_it() {
    assert_eq!(public_only(|_, _| Datum::text("hello", Label::NONE)), Verdict::Allow);
    assert_eq!(public_only(|private, _| Datum::text("hello", private)), Verdict::Deny);
    let inside = |private, _: &mut World| Datum {
        value: Tree::List(vec![Datum::text("hello", private)]),
        label: Label::NONE,
    };
    assert_eq!(public_only(inside), Verdict::Deny);
    let decided = |private, world: &mut World| {
        let guard = world.lattice.guard(private, Bits::ZERO);
        Datum::text("hello", guard)
    };
    assert_eq!(public_only(decided), Verdict::Deny);
}

#[test]
fn at_noninterference_a_policy_sees_pc_in_every_argument() {
    let mut world = World::new(Strictness::Noninterference);
    let system = System::build(hierarchy()).expect("a system");
    let path = AgentPath::root().child("sender");
    let tool = system.tool(system.agent(&path).expect("an agent"), "send").expect("a tool");
    let secret = world.lattice.data_from(&[Source::Quarantined(path.clone())]);
    let pc = world.lattice.guard(secret, Bits::ONE);
    let call = PolicyCall { agent: &path, tool, arguments: &[], pc, callee: Label::NONE };
    let counted = call.counted(Label::NONE, &mut world);
    assert!(!world.lattice.control_is_trusted(counted));
}
