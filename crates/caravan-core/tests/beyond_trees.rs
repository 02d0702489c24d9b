//! Hierarchies that are no trees: agents with several parents, and cycles with a bound.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::label::Bits;
use caravan_core::outcome::Status;
use stage::{MARKER, Stage, fenced};

/// `boss` calls `reader` and `sender`, and both call `db`, which has the tool `note`.
fn diamond(root: &str) -> Stage {
    let mut stage = Stage::with_plans(&[root]);
    let mut db = stage.system.agents[1].clone();
    db.name = "db".into();
    stage.system.agents.push(db);
    for parent in [1, 2] {
        stage.system.agents[parent].children.push("db".into());
    }
    stage
}

#[test]
fn an_agent_with_several_parents_begins_anew_with_every_call_and_its_path_tells_who_called() {
    let root = "return [reader(message='Go.'), sender(message='Go.'), reader(message='Go again.')]";
    let ask = "seen = 0\nreturn db(message='Count.')";
    let stage = diamond(root).plan_of("reader", ask).plan_of("sender", ask);
    let count = "seen = 1\nreturn note()";
    let played = stage.plan_of("reader/db", count).plan_of("sender/db", count).play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(played.messages(), ["Go.", "Count.", "Go.", "Count.", "Go again.", "Count."]);
    let asked: Vec<String> = played.requests.iter().map(|request| request.agent().to_string()).collect();
    assert_eq!(asked, ["", "reader", "reader/db", "sender", "sender/db", "reader", "reader/db"]);
    // No episode's prompt holds anything of an earlier one.
    assert_eq!(played.prompts[2], played.prompts[6]);
    assert!(played.requests.iter().all(|request| request.attempts().is_empty()));
    let answer = played.outcome.answer.as_ref().expect("an answer");
    let caravan_core::plan::Tree::List(items) = &answer.value else { panic!("{answer:?}") };
    let world = played.outcome.world();
    let sources: Vec<Vec<String>> = items
        .iter()
        .map(|item| world.lattice.sources(world.lattice.data(item.label)).map(ToString::to_string).collect())
        .collect();
    assert!(sources[0].contains(&"tool:reader/db/note".to_owned()), "{sources:?}");
    assert!(!sources[0].contains(&"tool:sender/db/note".to_owned()), "{sources:?}");
    assert!(sources[1].contains(&"tool:sender/db/note".to_owned()), "{sources:?}");
}

#[test]
fn what_an_agent_gave_one_parent_is_no_instruction_by_way_of_another() {
    let root = "rows = reader(message='Get them.')\nreturn sender(message='Go.', variables={'rows': rows})";
    let stage = diamond(root).plan_of("reader", "return db(message='Read.')");
    let stage = stage.plan_of("reader/db", "return note()");
    let played = stage.plan_of("sender", "return db(message=get_variable('rows'))").play();
    assert_eq!(played.status(), Status::Denied, "{}", played.error());
    assert!(played.error().contains("`tool:reader/db/note`"), "{}", played.error());
    assert!(played.messages().iter().all(|message| !message.contains(MARKER)));
    played.assert_no_leak();
}

/// `boss` and `reader` call each other.
fn cycle(bound: usize, boss: &[&str], reader: &str) -> Stage {
    let mut stage = Stage::with_plans(&[boss[0]]);
    stage.system.agents[1].children.push("boss".into());
    stage.system.depth_bound = Some(bound);
    let mut path = String::new();
    for plan in &boss[1..] {
        path += if path.is_empty() { "reader" } else { "/reader" };
        stage.plans.insert(path.clone(), vec![fenced(reader)]);
        path += "/boss";
        stage.plans.insert(path.clone(), vec![fenced(plan)]);
    }
    stage.plans.insert(path + "/reader", vec![fenced(reader)]);
    stage
}

#[test]
fn a_cycle_goes_as_deep_as_its_bound_and_ends_with_an_exception() {
    let ask = "return ['reader'] + boss(message='Deeper.', output_schema=list)";
    let down = "try:\n    return ['boss'] + reader(message='Deeper.', output_schema=list)\nexcept RecursionError as e:\n    return [str(e)]";
    for (bound, depth) in [(3, 2), (5, 4)] {
        let played = cycle(bound, &[down, down, down], ask).play();
        assert_eq!(played.status(), Status::Done, "{}", played.error());
        let answer = played.outcome.answer.as_ref().expect("an answer").repr();
        assert_eq!(answer.matches("boss").count() + answer.matches("reader").count(), depth, "{answer}");
        assert!(answer.contains(&format!("agents call each other more than {bound} deep")), "{answer}");
    }
}

#[test]
fn what_untrusted_data_decides_adds_up_on_the_way_around_a_cycle() {
    // One bit for each time around: over a budget of two at the third.
    let down = "m = 'Left.' if flag() else 'Right.'\nreturn reader(message=m)";
    let plans = |budget: u32| {
        let chosen = "m = 'Left.' if note() == 'x' else 'Right.'\nreturn boss(message=m)";
        let mut stage = cycle(7, &[down, down, "return 1"], chosen);
        stage.settings.budget = Bits::whole(budget);
        stage.play()
    };
    assert_eq!(plans(4).status(), Status::Done, "{}", plans(4).error());
    assert_eq!(plans(3).status(), Status::Denied);
    // Written out, it costs nothing however deep it stands.
    let literal = "return reader(message='Go on.')";
    let mut stage = cycle(7, &[literal, literal, "return 1"], "return boss(message='On.')");
    stage.settings.budget = Bits::ZERO;
    let played = stage.play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
}
