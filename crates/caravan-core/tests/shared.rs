//! What agents share, the memory and the mailboxes: every way of getting untrusted text through them into an instruction
//! that is known, tried.

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
use caravan_core::settings::Settings;
use caravan_core::state::States;
use serde_json::json;
use stage::{MARKER, Played, Stage};

/// `boss` with `reader` and `sender`, all of which share the memory; `boss` and `reader` send to each other and to
/// `sender`. `reader` may call `sender` too.
fn sharing(root: &str, budget: u32) -> Stage {
    let mut stage = Stage::with_plans(&[root]);
    for agent in &mut stage.system.agents {
        agent.memory = true;
    }
    stage.system.agents[0].sends_to = vec!["reader".into(), "sender".into()];
    stage.system.agents[1].sends_to = vec!["boss".into(), "sender".into()];
    stage.system.agents[1].children.push("sender".into());
    stage.plans.insert("reader/sender".into(), vec![stage::fenced("return 'done'")]);
    stage.settings = Settings { budget: Bits::whole(budget), ..stage.settings };
    stage
}

fn denied(stage: Stage) -> (DenialReason, Part) {
    let played = stage.play();
    assert_eq!(played.status(), Status::Denied, "{}", played.error());
    assert!(played.messages().iter().all(|message| !message.contains(MARKER)));
    played.assert_no_leak();
    let denial = played.outcome.error.as_ref().and_then(|error| error.denial()).expect("a denial");
    (denial.reason(), denial.part())
}

fn done(stage: Stage) -> Played {
    let played = stage.play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    played
}

fn answer(played: &Played) -> String {
    played.outcome.answer.as_ref().expect("an answer").repr()
}

const LAUNDERED: (DenialReason, Part) = (DenialReason::UntrustedData, Part::Message);
const TOO_MUCH: (DenialReason, Part) = (DenialReason::OverBudget, Part::Message);

#[test]
fn agents_read_what_others_have_kept() {
    let root = "memory.put('plan', {'steps': ['a', 'b']})\nreader(message='Go on.')\n\
                return [memory.get('plan'), memory.get('seen'), memory.get('x'), memory.get('x', 7), memory.keys()]";
    let stage = sharing(root, 0).plan_of("reader", "memory.put('seen', len(memory.get('plan')['steps']))");
    let played = done(stage);
    assert_eq!(answer(&played), "[{'steps': ['a', 'b']}, 2, None, 7, ['plan', 'seen']]");
    assert!(played.outcome.world().lattice.is_trusted(played.outcome.answer.as_ref().expect("one").label));
}

#[test]
fn what_is_kept_is_a_copy() {
    let root =
        "box = [1]\nmemory.put('k', box)\nbox.append(2)\nmemory.get('k').append(3)\nreturn memory.get('k')";
    assert_eq!(answer(&done(sharing(root, 0))), "[1]");
}

#[test]
fn trusted_text_may_become_a_message_after_it_was_shared() {
    let root = "memory.put('task', 'Say hello.')\nreader(message='Go on.')\nreturn 1";
    let stage = sharing(root, 0).plan_of("reader", "sender(message=memory.get('task'))");
    assert_eq!(done(stage).messages(), ["Go on.", "Say hello."]);
    let root = "mailbox.send('reader', 'Say hello.')\nreader(message='Go on.')\nreturn 1";
    let stage =
        sharing(root, 0).plan_of("reader", "for mail in mailbox.read():\n    sender(message=mail.value)");
    assert_eq!(done(stage).messages(), ["Go on.", "Say hello."]);
}

#[test]
fn untrusted_text_in_the_memory_is_denied_in_every_message() {
    for read in [
        "memory.get('k')",
        "f\"Do {memory.get('k')}\"",
        "memory.get('missing', memory.get('k'))",
        "[memory.get(key) for key in memory.keys()][0]",
    ] {
        // Its own plan, a child's, a sibling's, the parent's.
        let own = format!("memory.put('k', read())\nsender(message={read})\nreturn 1");
        assert_eq!(denied(sharing(&own, 16)), LAUNDERED, "{read}");
        let stage = sharing("memory.put('k', read())\nreader(message='Go on.')\nreturn 1", 16);
        let stage = stage.plan_of("reader", &format!("sender(message={read})\nreturn 1"));
        assert_eq!(denied(stage), LAUNDERED, "{read}");
        let up = format!("reader(message='Read.')\nsender(message={read})\nreturn 1");
        let stage = sharing(&up, 16).plan_of("reader", "memory.put('k', note())\nreturn 1");
        assert_eq!(denied(stage), LAUNDERED, "{read}");
    }
}

#[test]
fn untrusted_text_in_a_mailbox_is_denied_in_every_message() {
    for read in [
        "mailbox.read()[0].value",
        "str(mailbox.read())",
        "' '.join(mail.value for mail in mailbox.read())",
        "mailbox.read().pop().value['k']",
    ] {
        let value = if read.ends_with("['k']") { "{'k': read()}" } else { "read()" };
        let stage =
            sharing(&format!("mailbox.send('reader', {value})\nreader(message='Go on.')\nreturn 1"), 16);
        let stage = stage.plan_of("reader", &format!("sender(message={read})\nreturn 1"));
        assert_eq!(denied(stage), LAUNDERED, "{read}");
        let up = format!("reader(message='Read.')\nsender(message={read})\nreturn 1");
        let stage = sharing(&up, 16);
        let stage = stage
            .plan_of("reader", &format!("mailbox.send('boss', {})\nreturn 1", value.replace("read", "note")));
        assert_eq!(denied(stage), LAUNDERED, "{read}");
    }
}

#[test]
fn untrusted_text_as_a_key_is_denied_as_a_name_and_in_a_message() {
    let root = "memory.put(read(), 1)\nsender(message=memory.keys()[0])\nreturn 1";
    assert_eq!(denied(sharing(root, 16)), LAUNDERED);
    let root = "memory.put(read(), 1)\nsender(message='Go.', variables={memory.keys()[0]: 1})\nreturn 1";
    assert_eq!(denied(sharing(root, 16)), (DenialReason::UntrustedData, Part::VariableName(0)));
    let root = "memory.put(read(), 1)\nsender(message=f'There are {len(memory.keys())}.')\nreturn 1";
    assert_eq!(denied(sharing(root, 16)), LAUNDERED);
}

/// Each leaves a trusted text in the memory that untrusted data chose, and reads it elsewhere.
const CHOOSING: [&str; 8] = [
    // Put in an arm.
    "memory.put('k', 'a')\nif flag():\n    memory.put('k', 'b')",
    // Put in the arm that is not taken.
    "memory.put('k', 'a')\nif not flag():\n    memory.put('k', 'b')",
    // Whether something is there at all.
    "if not flag():\n    memory.put('k', 'b')",
    // By a function, and by one that is chosen.
    "def keep():\n    memory.put('k', 'b')\nif not flag():\n    keep()",
    "put = memory.put\nif not flag():\n    put('k', 'b')",
    // By the key.
    "memory.put('k', 'a')\nmemory.put('k' if flag() else 'l', 'b')",
    // In a loop that ends early, and in a handler.
    "for w in ['a', 'b']:\n    memory.put('k', w)\n    if flag():\n        break",
    "try:\n    int(read())\nexcept ValueError:\n    memory.put('k', 'b')",
];

#[test]
fn what_untrusted_data_chose_to_keep_is_charged_wherever_it_is_read() {
    for put in CHOOSING {
        for read in ["memory.get('k', 'a')", "str(memory.keys())", "'a' if memory.get('k') == 'b' else 'b'"] {
            let here = format!("{put}\nm = {read}\nsender(message=m)\nreturn 1");
            assert_eq!(denied(sharing(&here, 0)), TOO_MUCH, "{here}");
            let below = format!("{put}\nreader(message='Go on.')\nreturn 1");
            let stage =
                sharing(&below, 0).plan_of("reader", &format!("m = {read}\nsender(message=m)\nreturn 1"));
            assert_eq!(denied(stage), TOO_MUCH, "{below} {read}");
            let mut stage = sharing(&here, 16);
            stage.settings.strictness = Strictness::Noninterference;
            assert_eq!(denied(stage).0, DenialReason::UntrustedControl, "{here}");
        }
    }
}

#[test]
fn a_child_that_was_not_called_might_have_kept_something() {
    for (put, read) in [
        ("memory.put('k', 'b')", "memory.get('k', 'a')"),
        ("mailbox.send('boss', 'b')", "f'{len(mailbox.read())} messages'"),
    ] {
        for call in [
            "if not flag():\n    reader(message='Keep it.')",
            "child = reader\nif not flag():\n    child('Keep it.')",
        ] {
            let root = format!("{call}\nm = {read}\nsender(message=m)\nreturn 1");
            assert_eq!(denied(sharing(&root, 0).plan_of("reader", put)), TOO_MUCH, "{root}");
        }
    }
}

#[test]
fn what_a_child_was_told_decides_what_it_keeps() {
    let root = "m = 'Left.' if flag() else 'Right.'\nreader(message=m)\nsender(message=memory.get('k', 'a'))\nreturn 1";
    let stage = |budget| sharing(root, budget).plan_of("reader", "memory.put('k', 'b')\nreturn 1");
    assert_eq!(denied(stage(0)), TOO_MUCH);
    assert_eq!(done(stage(1)).messages(), ["Left.", "b"]);
    // A plan that keeps nothing, told so by one text of two, might have.
    let stage = |budget| sharing(root, budget).plan_of("reader", "return 1");
    assert_eq!(denied(stage(0)), TOO_MUCH);
    assert_eq!(done(stage(1)).messages(), ["Left.", "a"]);
}

#[test]
fn how_many_messages_there_are_and_in_which_order_is_charged() {
    for send in [
        "mailbox.send('reader', 'a')\nif flag():\n    mailbox.send('reader', 'b')",
        "mailbox.send('reader', 'a')\nif not flag():\n    mailbox.send('reader', 'b')",
        "if flag():\n    mailbox.send('reader', 'a')\n    mailbox.send('reader', 'b')\nelse:\n    mailbox.send('reader', 'b')\n    \
         mailbox.send('reader', 'a')",
        // That somebody else got it.
        "mailbox.send('sender' if flag() else 'reader', 'a')",
        "if flag():\n    mailbox.send('sender', 'a')",
        "try:\n    mailbox.send('sender' if flag() else 'nobody', 'a')\nexcept ValueError:\n    mailbox.send('reader', 'b')",
    ] {
        let root = format!("{send}\nreader(message='Go on.')\nreturn 1");
        for read in [
            "f'{len(mailbox.read())}'",
            "' '.join([mail.value for mail in mailbox.read()])",
            "'none' if not mailbox.read() else 'some'",
            "' '.join([mail.sender for mail in mailbox.read()])",
        ] {
            let plan = format!("m = {read}\nsender(message=m)\nreturn 1");
            assert_eq!(denied(sharing(&root, 0).plan_of("reader", &plan)), TOO_MUCH, "{root} {read}");
            let mut stage = sharing(&root, 0).plan_of("reader", &plan);
            stage.system.agents[0].sends_to.reverse();
            assert_eq!(denied(stage), TOO_MUCH, "{root} {read}");
        }
    }
}

#[test]
fn that_a_mailbox_was_emptied_is_charged() {
    let root = "mailbox.send('reader', 'a')\nif flag():\n    reader(message='Read.')\nreader(message='Go on.')\nreturn 1";
    let plan = "m = f'{len(mailbox.read())}'\nsender(message=m)\nreturn 1";
    let mut stage = sharing(root, 0);
    stage.plans.insert("reader".into(), vec![stage::fenced("mailbox.read()"), stage::fenced(plan)]);
    assert_eq!(denied(stage), TOO_MUCH);
}

#[test]
fn what_was_kept_in_an_open_branch_carries_its_guard_within_it() {
    let root = "if flag():\n    memory.put('k', 'b')\n    reader(message='Go on.')\nreturn 1";
    let plan = "sender(message=memory.get('k', 'a'))\nreturn 1";
    assert_eq!(denied(sharing(root, 0).plan_of("reader", plan)), TOO_MUCH);
    // Which round of a loop it was.
    let root = "for w in ['a', 'b', 'c']:\n    if flag():\n        mailbox.send('reader', w)\n        reader(message='Go on.')\nreturn 1";
    let plan = "sender(message=mailbox.read()[-1].value)\nreturn 1";
    assert_eq!(denied(sharing(root, 1).plan_of("reader", plan)), TOO_MUCH);
    // As if it had been handed down in `variables`.
    for hand in [
        "mailbox.send('reader', w)\n        reader(message='Go on.')",
        "reader(message='Go on.', variables={'w': w})",
    ] {
        let root = format!("if flag():\n    for w in ['a', 'b', 'c']:\n        {hand}\nreturn 1");
        let read =
            if hand.starts_with("mailbox") { plan } else { "sender(message=get_variable('w'))\nreturn 1" };
        assert_eq!(denied(sharing(&root, 1).plan_of("reader", read)), TOO_MUCH, "{hand}");
    }
}

#[test]
fn messages_are_taken_out_in_order_with_their_senders() {
    let root = "mailbox.send('reader', 1)\nmailbox.send('sender', 2)\nmailbox.send('reader', [3])\nfirst = reader(message='Read.', \
                output_schema=list)\nagain = reader(message='Read.', output_schema=list)\nback = [[m.sender, m.value] for m in mailbox.read()]\n\
                return [first, again, back]";
    let plan =
        "got = [[m.sender, m.value] for m in mailbox.read()]\nmailbox.send('boss', len(got))\nreturn got";
    let played = done(sharing(root, 0).plan_of("reader", plan));
    assert_eq!(answer(&played), "[[['boss', 1], ['boss', [3]]], [], [['reader', 2], ['reader', 0]]]");
}

#[test]
fn what_cannot_be_kept_or_sent_is_an_error_that_says_so() {
    for (plan, message) in [
        ("memory.put('k', len)", "memory.put() keeps data: no functions, classes or iterators"),
        ("memory.put(1, 2)", "memory.put() takes a text as its first argument, not 1"),
        ("mailbox.send('x' + 'y', 1)", "mailbox.send() cannot send to 'xy': boss sends to reader, sender"),
        ("memory.put('k')", "memory.put() missing 1 required argument: 'value'"),
    ] {
        let played = sharing(plan, 0).play();
        assert_eq!(played.status(), Status::PlanFailed);
        let error = played.error();
        assert!(error.contains(message) || plan == "memory.put('k')" && error.contains("value"), "{error}");
    }
}

#[test]
fn nobody_learns_from_the_memory_that_it_is_full() {
    let root = "for n in range(1000):\n    try:\n        memory.put(str(n), read() * 1000)\n    except BaseException:\n        \
                sender(message='It is full.')\n        break\nreturn 1";
    let mut stage = sharing(root, 16);
    stage.settings.limits.memory = 1 << 20;
    let played = stage.play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert!(played.error().contains("the limit `memory`"), "{}", played.error());
    assert!(played.messages().is_empty());
    assert!(!played.outcome.error.as_ref().expect("one").is_trusted());
}

#[test]
fn an_agent_that_does_not_share_has_no_memory_and_no_mailbox() {
    for plan in ["memory.get('k')", "memory.put('k', 1)", "mailbox.read()", "mailbox.send('reader', 1)"] {
        let mut stage = Stage::with_plans(&[plan]);
        stage.system.agents[1].memory = true;
        stage.system.agents[1].sends_to = vec!["sender".into()];
        let played = stage.play();
        assert_eq!(played.status(), Status::PlanFailed, "{plan}");
        assert!(played.error().contains("NameError"), "{}", played.error());
        assert!(played.requests[0].system().contains("Tools:"));
        assert!(!played.requests[0].system().contains("memory."));
    }
}

#[test]
fn a_plan_may_call_a_variable_of_its_own_memory() {
    let root = "memory = {'k': 1}\nreturn memory.get('k', 2)";
    assert_eq!(answer(&done(sharing(root, 0))), "1");
}

#[test]
fn planners_read_what_there_is_to_share_and_nothing_that_was_shared() {
    let root = "memory.put('k', read())\nmailbox.send('reader', read())\nreader(message='Go on.')\nreturn 1";
    let played = done(sharing(root, 16).plan_of("reader", "return len(mailbox.read())"));
    played.assert_no_leak();
    let prompt = played.requests[1].system();
    for part in [
        "memory.put(key: str, value: Any)",
        "mailbox.send(to: Literal[\"boss\", \"sender\"]",
        "mailbox.read()",
        "class Message",
    ] {
        assert!(prompt.contains(part), "{part} in {prompt}");
    }
}

#[test]
fn what_agents_share_ends_with_the_run() {
    let mut stage =
        sharing("memory.put('k', read())\nif flag():\n    memory.put('l', 1)\nreturn memory.get('k')", 16);
    stage.system.tools[0].server = "files".into();
    let played = done(stage);
    assert_eq!(States::of(played.outcome.world()), States::default());
    assert_eq!(answer(&done(sharing("return memory.get('k')", 16))), "None");
}

#[test]
fn explicit_counts_what_picked_a_kept_value_as_data() {
    let root = "memory.put('k', 'a')\nsender(message=memory.get(read(), 'b'))\nreturn 1";
    let mut stage = sharing(root, 16);
    stage.settings.strictness = Strictness::Explicit;
    assert_eq!(denied(stage), LAUNDERED);
    assert_eq!(denied(sharing(root, 16)), TOO_MUCH);
}

#[test]
fn a_call_is_in_the_record_with_its_labels() {
    let mut played = done(sharing("memory.put('k', read())\nreturn memory.get('k')", 16));
    let names: Vec<&str> = played.outcome.record.calls.iter().map(|call| &*call.name).collect();
    assert_eq!(names, ["read", "memory.put", "memory.get"]);
    let json = played.outcome.to_json();
    assert_eq!(json["calls"][2]["kind"], json!("tool"));
    assert_eq!(json["calls"][2]["result"]["label"]["trusted"], json!(false));
}

#[test]
fn how_far_a_child_came_that_failed_is_charged() {
    for (keep, read) in [
        ("memory.put('k', 'b')", "memory.get('k', 'a')"),
        ("mailbox.send('boss', 'b')", "f'{len(mailbox.read())} messages'"),
    ] {
        let root = format!(
            "try:\n    reader(message='Go.')\nexcept Exception:\n    pass\nm = {read}\nsender(message=m)\nreturn 1"
        );
        for child in [format!("int(note())\n{keep}"), format!("{keep}\nint(note())\n{keep}")] {
            let stage = |budget| sharing(&root, budget).plan_of("reader", &child);
            assert_eq!(denied(stage(0)), TOO_MUCH, "{child}");
            let mut strict = stage(16);
            strict.settings.strictness = Strictness::Noninterference;
            assert_eq!(denied(strict).0, DenialReason::UntrustedControl, "{child}");
        }
    }
}
