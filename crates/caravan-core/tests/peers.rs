//! Systems without a root: peers that speak through mailboxes and the memory.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::gate::{DenialReason, Part};
use caravan_core::label::Bits;
use caravan_core::outcome::Status;
use caravan_core::plan::Strictness;
use caravan_core::settings::Defense;
use serde_json::json;
use stage::{MARKER, Played, Stage, fenced};

/// `boss` and `reader` are peers that send to each other, share the memory, and both call `sender`.
fn peers(rounds: usize, boss: &str, reader: &str) -> Stage {
    let mut stage = Stage::default();
    stage.system.root = String::new();
    stage.system.peers = vec!["boss".into(), "reader".into()];
    stage.system.agents[0].children = vec!["sender".into()];
    stage.system.agents[1].children = vec!["sender".into()];
    stage.system.agents[0].sends_to = vec!["reader".into()];
    stage.system.agents[1].sends_to = vec!["boss".into()];
    stage.system.agents[0].memory = true;
    stage.system.agents[1].memory = true;
    stage.peers = vec![
        ("boss".into(), "Ask for the note.".into()),
        ("reader".into(), "Answer what you are asked.".into()),
    ];
    stage.rounds = rounds;
    stage.plans.insert("boss".into(), vec![fenced(boss)]);
    stage.plans.insert("reader".into(), vec![fenced(reader)]);
    stage.plans.insert("boss/sender".into(), vec![fenced("return 'done'")]);
    stage.plans.insert("reader/sender".into(), vec![fenced("return 'done'")]);
    stage
}

fn answer(played: &Played) -> String {
    played.outcome.answer.as_ref().unwrap_or_else(|| panic!("{}", played.error())).repr()
}

fn told(played: &Played) -> Vec<String> {
    let of_user = ["Ask for the note.", "Answer what you are asked."];
    let told = played.requests.iter().map(|request| request.instruction().text().to_owned());
    told.filter(|text| !of_user.contains(&text.as_str())).collect()
}

#[test]
fn peers_run_in_order_for_so_many_rounds_with_one_plan_each() {
    let boss = "got = [m.value for m in mailbox.read()]\nmailbox.send('reader', f'question {len(memory.keys())}')\n\
                memory.put(str(len(memory.keys())), got)\nreturn got";
    let reader = "asked = [m.value for m in mailbox.read()]\nmailbox.send('boss', 'answer to ' + asked[0])\nreturn asked";
    let played = peers(3, boss, reader).play();
    assert_eq!(answer(&played), "{'boss': ['answer to question 1'], 'reader': ['question 2']}");
    let asked: Vec<String> = played.requests.iter().map(|request| request.agent().to_string()).collect();
    assert_eq!(asked, ["boss", "reader"]);
    let episodes: Vec<String> =
        played.outcome.record.episodes.iter().map(|episode| episode.agent.to_string()).collect();
    assert_eq!(episodes, ["boss", "reader", "boss", "reader", "boss", "reader"]);
    assert!(played.outcome.record.episodes.iter().all(|episode| episode.plan.is_some()));
    assert!(played.outcome.record.episodes[2].instruction.contains("Ask"));
}

#[test]
fn each_peer_reads_its_own_instruction_and_nothing_that_was_sent() {
    let played = peers(2, "mailbox.send('reader', read())\nreturn 1", "return len(mailbox.read())").play();
    assert_eq!(answer(&played), "{'boss': 1, 'reader': 1}");
    assert!(played.requests[0].user().contains("Ask for the note."));
    assert!(!played.requests[0].user().contains("Answer what"));
    assert!(played.requests[1].user().contains("Answer what you are asked."));
    played.assert_no_leak();
}

#[test]
fn a_message_of_a_peer_is_no_instruction_of_anybody() {
    for (boss, reader) in [
        ("mailbox.send('reader', read())\nreturn 1", "return sender(message=mailbox.read()[0].value)"),
        (
            "mailbox.send('reader', read())\nreturn 1",
            "return sender(message='Go.', variables={mailbox.read()[0].value: 1})",
        ),
        ("memory.put('k', read())\nreturn 1", "return sender(message=memory.get('k'))"),
        // By way of the second round.
        (
            "got = mailbox.read()\nif got:\n    sender(message=got[0].value)\nreturn 1",
            "mailbox.send('boss', note())\nreturn 1",
        ),
        (
            "mailbox.send('reader', read())\nreturn 1",
            "for m in mailbox.read():\n    mailbox.send('boss', m.value)\nreturn sender(message=memory.get('k', note()))",
        ),
    ] {
        let played = peers(2, boss, reader).play();
        assert_eq!(played.status(), Status::Denied, "{boss}\n{reader}\n{}", played.error());
        let denial = played.outcome.error.as_ref().and_then(|error| error.denial()).expect("a denial");
        assert_eq!(denial.reason(), DenialReason::UntrustedData);
        assert!(told(&played).iter().all(|text| !text.contains(MARKER)));
        played.assert_no_leak();
    }
}

#[test]
fn that_and_when_a_peer_sent_something_is_charged() {
    for boss in [
        "if flag():\n    mailbox.send('reader', 'a')\nreturn 1",
        "if not flag():\n    mailbox.send('reader', 'a')\nreturn 1",
        "if flag():\n    memory.put('a', 'a')\nreturn 1",
        "try:\n    int(read())\n    mailbox.send('reader', 'a')\nexcept ValueError:\n    pass\nreturn 1",
        // Now or in the next round.
        "n = len(memory.keys())\nmemory.put(str(n), n)\nif (n == 0) == flag():\n    mailbox.send('reader', 'a')\nreturn 1",
    ] {
        let reader =
            "m = f'{len(mailbox.read())} messages, {len(memory.keys())} keys'\nsender(message=m)\nreturn 1";
        for (rounds, budget) in [(1, 0), (2, 0)] {
            let mut stage = peers(rounds, boss, reader);
            stage.settings.budget = Bits::whole(budget);
            let played = stage.play();
            let denial = played.outcome.error.as_ref().and_then(|error| error.denial()).expect("a denial");
            assert_eq!((denial.reason(), denial.part()), (DenialReason::OverBudget, Part::Message), "{boss}");
            let mut stage = peers(rounds, boss, reader);
            stage.settings.strictness = Strictness::Noninterference;
            assert_eq!(stage.play().status(), Status::Denied, "{boss}");
        }
    }
}

#[test]
fn a_peer_that_fails_ends_the_run_before_another_could_learn_from_it() {
    let played =
        peers(1, "mailbox.send('reader', 1)\nint(read())", "return sender(message='Say it.')").play();
    assert_eq!(played.status(), Status::PlanFailed);
    let error = played.outcome.error.as_ref().expect("an error");
    assert_eq!(error.agent().as_str(), "boss");
    assert!(!error.is_trusted());
    assert_eq!(played.requests.len(), 1);
}

#[test]
fn values_of_peers_have_their_names_as_the_path() {
    let played =
        peers(1, "mailbox.send('reader', read())\nreturn 1", "return mailbox.read()[0].value").play();
    let answer = played.outcome.answer.as_ref().expect("an answer").clone();
    let caravan_core::plan::Tree::Dict(entries) = &answer.value else { panic!("{answer:?}") };
    let lattice = &played.outcome.world().lattice;
    let sources: Vec<String> =
        lattice.sources(lattice.data(entries[1].1.label)).map(ToString::to_string).collect();
    assert!(sources.contains(&"tool:boss/read".to_owned()), "{sources:?}");
    assert_eq!(answer.label, caravan_core::label::Label::NONE);
}

#[test]
fn data_of_the_user_is_there_for_every_peer() {
    let mut stage = peers(2, "return get_variable('letter')", "return get_variable('letter')");
    stage.data = vec![("letter".into(), json!(MARKER))];
    let played = stage.play();
    assert_eq!(answer(&played), format!("{{'boss': '{MARKER}', 'reader': '{MARKER}'}}"));
    played.assert_no_leak();
}

#[test]
fn only_those_that_the_configuration_names_are_peers() {
    let mut stage = peers(1, "return 1", "return 2");
    stage.peers[1].0 = "sender".into();
    let played = stage.play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert!(played.error().contains("`sender` is none of the peers"), "{}", played.error());
}

#[test]
fn peers_run_under_every_defense() {
    for defense in Defense::ALL {
        let mut stage = peers(1, "return 1", "return 2");
        stage.settings.defense = defense;
        let expected = if defense == Defense::None {
            "{'boss': 'done', 'reader': 'done'}"
        } else {
            "{'boss': 1, 'reader': 2}"
        };
        assert_eq!(answer(&stage.play()), expected);
    }
}
