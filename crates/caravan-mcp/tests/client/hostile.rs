//! Every way to lie, and what comes of it.

use std::time::{Duration, Instant};

use caravan_mcp::client::{NoticeKind, Results, ToolTerms};
use serde_json::json;

use crate::{Bench, MARKER, client, hostile, late, wait};

fn bench() -> Bench {
    Bench::new(hostile("usual"))
}

#[test]
fn a_declared_value_is_taken_from_where_it_is_and_nothing_else_for_it() {
    let bench = bench();
    assert_eq!(bench.value("keeps_its_word", json!({}))["age"], 44);
    assert_eq!(bench.value("says_json_in_text", json!({})), json!({"name": "Ann", "age": 44}));
    assert!(bench.failure("says_text_alone").contains("declares a schema for its results"));
    assert!(bench.failure("fails_in_the_shape_of_success").starts_with(MARKER));
    assert!(bench.failure("answers_with_nothing").contains("neither content nor an error"));
    // Of the wrong shape is for the border of the plan to say.
    assert_eq!(bench.value("says_the_wrong_shape", json!({}))["name"], 7);
    assert!(bench.failure("fails").starts_with(MARKER));
    assert!(bench.failure("refuses").starts_with(MARKER));
    assert_eq!(bench.failure("answers_no_object"), "answered with no object");
}

#[test]
fn an_image_is_passed_on_and_never_read() {
    let bench = bench();
    let image = bench.value("sends_an_image", json!({}));
    assert_eq!(image["$type"], "image/png");
    assert_eq!(image.as_object().map(serde_json::Map::len), Some(2));
    let taken = bench.value("takes_an_image", json!({"image": image, "note": null}));
    assert_eq!(taken, json!("{\"image\": \"aW1hZ2U=\"}"));
    assert_eq!(bench.value("sends_text_and_an_image", json!({})), json!("see\n<image/png>"));
    let blocks = ToolTerms { results: Results::Blocks, ..ToolTerms::default() };
    let both = bench.call_as("sends_text_and_an_image", blocks, json!({})).unwrap().value;
    assert_eq!((&both[0], &both[1]["$type"]), (&json!("see"), &json!("image/png")));
}

#[test]
fn arguments_arrive_as_the_schema_wants_them() {
    let bench = bench();
    let sent = bench.value(
        "echoes",
        json!({
            "must": "x", "count": 3.0, "price": 3.5, "when": "2026-12-01T10:00:00", "day": "2026-12-01", "maybe": null,
            "plain": null, "table": "{\"a\": 1}", "kind": "a",
        }),
    );
    let arrived: serde_json::Value = serde_json::from_str(sent.as_str().unwrap()).unwrap();
    assert_eq!(
        arrived.to_string(),
        r#"{"must":"x","count":3,"price":3.5,"when":"2026-12-01T10:00:00Z","day":"2026-12-01","maybe":null,"table":{"a":1},"kind":"a"}"#
    );
}

#[test]
fn a_result_of_any_size_reaches_a_plan_whole_and_a_model_as_a_handle() {
    let bench = bench();
    let bytes = 300 * 1024;
    assert_eq!(bench.value("sends_much", json!({"bytes": bytes})).as_str().map(str::len), Some(bytes));
    let tool = bench.bound("sends_much", ToolTerms::default());
    let shown = wait(bench.client.call(&tool, json!({"bytes": bytes}), true)).unwrap().value;
    assert_eq!(shown["$type"], "text/plain");
    let whole = bench.value("echoes", json!({"must": shown}));
    assert!(whole.as_str().unwrap().len() > bytes);
}

#[test]
fn a_message_over_the_limit_ends_the_server_and_is_a_failure() {
    let mut spec = hostile("usual");
    spec.bounds.message = 100_000;
    let bench = Bench::new(spec);
    let failure = bench.call("sends_much", json!({"bytes": 200_000})).unwrap_err().to_string();
    let said = "the server sent a message of more than 100000 bytes, and was ended: `max_message_bytes` says how much it may send";
    assert_eq!(failure, said);
    assert!(bench.told()[0].contains("sent a message of more than 100000 bytes"), "{:?}", bench.told());
    assert_eq!(bench.value("sends_much", json!({"bytes": 5})), json!("xxxxx"));
}

#[test]
fn a_flood_is_dammed_and_the_next_call_is_answered() {
    let mut spec = hostile("usual");
    spec.bounds.message = 1_000_000;
    let bench = Bench::new(spec);
    let began = Instant::now();
    assert!(bench.failure("floods").starts_with("the server sent far more than it was asked for"));
    assert!(began.elapsed() < Duration::from_secs(30));
    assert!(bench.told()[0].contains("far more than it was asked for"), "{:?}", bench.told());
    assert!(bench.value("counts", json!({})).as_str().unwrap().starts_with("1 "));
}

#[test]
fn a_flood_of_small_messages_is_dammed_long_before_they_come_to_much() {
    let bench = Bench::new(hostile("usual"));
    assert!(
        bench.failure("floods_with_questions").starts_with("the server sent far more than it was asked for")
    );
    assert!(bench.value("counts", json!({})).as_str().unwrap().starts_with("1 "));
}

#[test]
fn an_answer_that_nobody_can_read_is_none_and_the_next_call_is_answered() {
    let bench = bench();
    let terms = || ToolTerms { timeout: Some(Duration::from_millis(300)), ..ToolTerms::default() };
    for how in ["deep", "large", "half", "none"] {
        let answer = bench.call_as("answers_what_nobody_can_read", terms(), json!({"how": how}));
        assert_eq!(answer.unwrap_err().to_string(), late("answers_what_nobody_can_read", 0.3), "{how}");
    }
    assert!(bench.value("counts", json!({})).as_str().unwrap().starts_with("5 "));
}

#[test]
fn what_comes_out_of_turn_changes_no_answer() {
    let bench = bench();
    assert_eq!(bench.value("talks_out_of_turn", json!({})), json!("said"));
    assert_eq!(bench.value("asks_for_things", json!({})), json!("asked"));
    assert_eq!(bench.value("answers_another_question", json!({})), json!("mine"));
    assert_eq!(bench.value("answers_twice", json!({})), json!("first"));
    assert!(bench.value("counts", json!({})).as_str().unwrap().starts_with("5 "));
}

#[test]
fn logs_and_progress_go_to_people_alone() {
    let bench = bench();
    assert_eq!(bench.value("logs", json!({})), json!("logged"));
    assert_eq!(bench.value("makes_progress", json!({})), json!("done"));
    let notices = bench.notices.lock().unwrap();
    let of = |kind| notices.iter().filter(|notice| notice.kind == kind).count();
    assert_eq!(of(NoticeKind::Log), 1);
    assert!(of(NoticeKind::Progress) > 1);
    assert!(notices.iter().all(|notice| !notice.kind.matters()));
}

#[test]
fn what_a_server_says_of_its_labels_comes_as_a_restriction() {
    let answer = bench().call("labels_itself", json!({})).unwrap();
    assert_eq!(answer.value, json!("mine"));
    assert!(answer.restriction.untrusted);
    assert_eq!(answer.restriction.readers, Some(vec!["ann".to_owned()]));
}

#[test]
fn no_text_of_the_server_is_in_what_planners_read_of_its_tools() {
    let bench = bench();
    let mut readable = 0;
    for listed in &*bench.listed {
        let Ok(bound) = caravan_mcp::client::BoundTool::new("it", listed, ToolTerms::default()) else {
            continue;
        };
        readable += 1;
        let shown = format!("{:?}", bound.spec("plain"));
        assert!(!shown.contains(MARKER), "{shown}");
        assert!(bound.withholds(listed));
    }
    // But for two whose names and types cannot be told without its text.
    assert_eq!(readable, bench.listed.len() - 2);
    let trusting = ToolTerms { reads_server_text: true, ..ToolTerms::default() };
    assert!(bench.bound("echoes", trusting).spec("echoes").description.contains(MARKER));
}

#[test]
fn what_a_server_lists_when_it_is_first_asked_stays_whatever_it_says_later() {
    let bench = bench();
    let before = bench.listed.clone();
    assert_eq!(bench.value("changes_itself", json!({})), json!("changed"));
    let after = bench.client.lists(&["it"]).unwrap().remove("it").unwrap().tools;
    assert_eq!(before, after);
    let told = bench.told();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("its tools have changed"));
    assert!(!told[0].contains(MARKER));
    assert!(wait(bench.client.tools_changed()));
}

#[test]
fn hints_of_a_server_make_its_tools_no_safer() {
    let bench = bench();
    let mut listed = bench.listed("counts").clone();
    let effect = |listed: &caravan_mcp::client::ListedTool, says: Option<bool>| {
        let terms = ToolTerms { side_effect: says, ..ToolTerms::default() };
        caravan_mcp::client::BoundTool::new("it", listed, terms).unwrap().spec("counts").side_effect
    };
    listed.says_read_only = Some(true);
    assert!(effect(&listed, None));
    assert!(!effect(&listed, Some(false)));
    listed.says_read_only = Some(false);
    assert!(effect(&listed, Some(false)));
    listed.says_read_only = None;
    listed.says_destructive = Some(true);
    assert!(effect(&listed, Some(false)));
}

#[test]
fn a_list_on_pages_is_read_whole_and_one_that_does_not_move_ends_with_an_error() {
    assert_eq!(Bench::new(hostile("pages")).listed.len(), 3);
    for (mode, cause) in [
        (
            "stuck_cursor",
            "the server `it` lists its tools with a cursor that comes back to a page it has been at",
        ),
        ("no_list", "the server `it` answered `tools/list` with no list of tools"),
        ("list_error", "the server `it` does not list its tools: the database is locked"),
    ] {
        let error = client(hostile(mode)).0.lists(&["it"]).unwrap_err();
        assert_eq!(error.to_string(), cause);
    }
}

#[test]
fn tools_whose_names_are_alike_are_each_called_by_its_own() {
    let bench = bench();
    for name in ["chat.send", "chat/send", "chat-send", "чат"] {
        assert_eq!(bench.value(name, json!({})), json!(name));
    }
}
