//! `caravan chat`: turn after turn, without a terminal.

use serde_json::Value as Json;

use crate::{assert_no_inside, scenario, with_input};

const TASK: &str = "Send a summary of all job applicant info to Julie on Slack.";

#[test]
fn a_later_turn_knows_the_values_of_the_turns_before() {
    let (_scenario, config) = scenario("applicants");
    let input = format!("{TASK}\n/values\n/show $1\n/plan\n{TASK}\n/values\n/new\n/values\n");
    let (code, out, err) = with_input(&["chat", "--config", &config], &input);
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        out,
        "Julie got a summary of 5 job applicants.\n".repeat(3),
        "two answers, and what /show shows"
    );
    assert!(err.contains("$1: str, from sql/query_sql (the planner does not see it)"), "{err}");
    assert!(err.contains("$2: str, from "), "{err}");
    assert!(err.contains("info = sql(message=\"Get all job applicant info.\""), "{err}");
    assert!(err.trim_end().ends_with("There are no values yet."), "{err}");
    assert_no_inside(&err);
}

#[test]
fn data_is_handed_over_by_option_command_and_paste() {
    let (_scenario, config) = scenario("applicants");
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear Julie").unwrap();
    let at = letter.display();
    let input = format!(
        "/paste note\nab\ncd\n.\n/attach other=@{at}\n/attach {at}\n/show note\n/values\n/attach x=@nowhere\n/attach\n"
    );
    let (code, out, err) =
        with_input(&["chat", "--config", &config, "--data", &format!("first=@{at}")], &input);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out, "ab\ncd\n\n");
    for name in ["first", "note", "other", "letter"] {
        assert!(err.contains(&format!("{name}: str, from you, as data")), "{err}");
    }
    assert!(err.contains("nowhere") && err.contains("/attach letter=@letter.txt"), "{err}");
    assert_no_inside(&err);
}

#[test]
fn each_turn_is_a_line_of_json_and_the_last_one_decides_the_exit_code() {
    let (_scenario, config) = scenario("applicants");
    let (code, out, err) = with_input(&["chat", "--json", "--config", &config], &format!("{TASK}\nSing.\n"));
    let turns: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, turns.len()), (4, 2), "nobody has scripted the second task: {err}");
    assert_eq!(turns[0]["told"]["references"][0]["name"], "$1");
    assert_eq!(turns[0]["answer"]["value"], "Julie got a summary of 5 job applicants.");
    assert_eq!(turns[1]["status"], "model_failed");
    assert_eq!(turns[1]["begins_anew"], false);
}

#[test]
fn an_unknown_command_lists_those_that_there_are() {
    let (_scenario, config) = scenario("applicants");
    let (code, out, err) = with_input(&["chat", "--config", &config], "/nonsense\n/show $7\n/plan\n");
    assert_eq!((code, &*out), (0, ""));
    for part in
        ["There is no /nonsense.", "/attach NAME=@FILE", "There is no value `$7`", "No plan has run yet."]
    {
        assert!(err.contains(part), "{part}: {err}");
    }
}
