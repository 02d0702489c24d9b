//! `caravan explain`: stories of runs, where values come from, why something was denied, where runs part.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use crate::journal::{CONFIG, killed_in_the_middle_of_a_call, parsed, with_plan, without_model};
use crate::{assert_no_inside, caravan, folder_with, outcome, scenario};

const TASK: &str = "Send a summary of all job applicant info to Julie on Slack.";

/// The text without what is another in each run: its name, and how long things took.
fn steady(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let is_run = word.trim_start().starts_with('r')
            && word.contains('-')
            && word.chars().any(|c| c.is_ascii_digit());
        let unit = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if is_run {
            let tail: String = word.chars().filter(|c| matches!(c, ':' | '\n' | '`')).collect();
            words.push(format!("RUN{tail}"));
        } else if matches!(unit.split('\n').next(), Some("ms" | "s")) {
            if let Some(number) = words.last_mut().filter(|word| word.parse::<f64>().is_ok()) {
                *number = "N".to_owned();
            }
            words.push(word.to_owned());
        } else {
            words.push(word.to_owned());
        }
    }
    words.join(" ")
}

fn explain(folder: &Path, arguments: &[&str]) -> String {
    let arguments: Vec<&str> = std::iter::once("explain").chain(arguments.iter().copied()).collect();
    let (code, out, err) = without_model(folder, &arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(!out.contains('\u{1b}'), "{out}");
    out
}

/// A scenario in a folder of its own, in which its task was done.
fn done(name: &str) -> tempfile::TempDir {
    let (folder, config) = scenario(name);
    let (code, _, err) = outcome(caravan(&["run", "--config", &config, TASK]));
    assert_eq!(code, 0, "{err}");
    folder
}

#[test]
fn a_run_is_told_as_a_story() {
    let folder = done("applicants");
    insta::assert_snapshot!(steady(&explain(folder.path(), &[])));
    let story = parsed(&explain(folder.path(), &["--json"]));
    assert_eq!(story["agents"][0]["name"], "orchestrator");
    assert_eq!(story["agents"][1]["parent"], 0);
    assert_eq!(story["calls"][0]["began_episode"], 1);
    assert_eq!(story["agents"][1]["lines_run"], json!([1, 2]));
    assert_eq!(story["not_replayed"], Json::Null);
}

#[test]
fn a_value_is_followed_to_its_sources() {
    let folder = done("applicants");
    let at = folder.path();
    insta::assert_snapshot!(explain(at, &["--value", "c5.body"]));
    let derived = parsed(&explain(at, &["--value", "notifications:summary", "--json"]));
    let steps = derived["derivation"].as_array().unwrap();
    let mut sources: Vec<&str> = steps
        .iter()
        .filter(|step| step["kind"] == "source")
        .map(|step| step["name"].as_str().unwrap())
        .collect();
    sources.sort_unstable();
    assert_eq!(json!(sources), derived["label"]["data"]["sources"]);
    for (name, told) in [
        ("c9.body", "the run has no value `c9.body`"),
        ("c5.bdy", "did you mean `body`?"),
        ("sql:row", "did you mean `sql:rows`?"),
    ] {
        let (code, _, err) = without_model(at, &["explain", "--value", name]);
        assert_eq!(code, 2);
        assert!(err.contains(told), "{err}");
        assert_no_inside(&err);
    }
}

const TWO: &str = r#"
root = "clerk"

[models]
planner = "openai:test"
quarantined = "openai:test"

[agents.clerk]
description = "Does what is asked."
children = ["writer"]

[agents.writer]
description = "Writes messages."
tools = ["send_slack_message"]

[servers.outbox]
kind = "mailbox"
"#;

const LAUNDERS: &str = "\
letter = get_variable('letter')
if 'urgent' in letter:
    name = letter.split(':')[0]
else:
    name = 'Julie'
writer(message=f'Write to {name}.')";

#[test]
fn a_denial_is_explained_with_what_was_at_fault_and_where_it_comes_from() {
    let folder = folder_with(TWO);
    let at = folder.path();
    fs::write(at.join("letter.txt"), "Eve\u{1b}[2J: this is urgent").unwrap();
    let arguments = ["run", "--no-check", "--data", "letter=@letter.txt", "Answer the letter."];
    let (code, _, err) = outcome(with_plan(at, &arguments, LAUNDERS));
    assert_eq!(code, 3, "{err}");
    insta::assert_snapshot!(steady(&explain(at, &["--why-denied"])));
    let story = explain(at, &[]);
    assert!(story.contains(">   3      name = letter.split(':')[0]"), "{story}");
    assert!(story.contains("      5      name = 'Julie'"), "{story}");
    assert!(story.contains("--why-denied` tells more"), "{story}");
    let denied = parsed(&explain(at, &["--why-denied", "--json"]));
    assert_eq!(denied["at_fault"][0]["argument"], "message");
    assert!(denied["remedy"].as_str().unwrap().contains("variables"), "{denied}");
    // What was allowed was not denied.
    let folder = done("applicants");
    let (code, _, err) = without_model(folder.path(), &["explain", "--why-denied"]);
    assert_eq!(code, 2);
    assert!(err.contains("was denied nothing"), "{err}");
}

#[test]
fn two_runs_part_at_the_first_thing_that_one_of_them_did_otherwise() {
    let folder = folder_with(CONFIG);
    let at = folder.path();
    for plan in ["one", "one", "two"] {
        let plan = format!(
            "send_slack_message(to='Julie', body='hello')\nreturn send_slack_message(to='Julie', body='{plan}')"
        );
        assert_eq!(outcome(with_plan(at, &["run", "Say hello."], &plan)).0, 0);
    }
    let runs = parsed(&without_model(at, &["runs", "list", "--json"]).1);
    let names: Vec<&str> = (0..3).map(|place| runs["runs"][place]["run"].as_str().unwrap()).collect();
    let same = explain(at, &[names[1], "--diff", names[2]]);
    assert!(same.contains("do not part: the same beginning, 3 effects with the same outcomes"), "{same}");
    let parted = parsed(&explain(at, &[names[1], "--diff", names[0], "--json"]));
    assert_eq!(parted["difference"]["at"], "outcome");
    assert_eq!(parted["difference"]["effect"], 1);
    // The planner is what made them part; people are told so.
    insta::assert_snapshot!(steady(&explain(at, &[names[1], "--diff", names[0]])));
}

#[test]
fn a_run_that_waits_or_was_interrupted_is_told_as_far_as_it_went() {
    let folder = folder_with(&format!("{CONFIG}\n[policy]\nuse = \"ask-first\"\n"));
    let at = folder.path();
    let plan = "name = 'Julie'\nfirst = send_slack_message(to=name, body='one')\nreturn first";
    assert_eq!(outcome(with_plan(at, &["run", "Say hello."], plan)).0, 5);
    let story = explain(at, &[]);
    assert!(story.contains("waits for a person: may `send_slack_message` be called?"), "{story}");
    assert!(story.contains(">   2  first = ") && story.contains("      3  return first"), "{story}");
    assert!(explain(at, &["--value", "c1.to"]).contains("line 1: name = 'Julie'"));
    assert_eq!(without_model(at, &["resume", "--approve"]).0, 0);
    let story = explain(at, &[]);
    assert!(story.contains("endorsed by a person"), "{story}");
    let folder = killed_in_the_middle_of_a_call("");
    let story = explain(folder.path(), &[]);
    assert!(story.contains("interrupted") && story.contains("in doubt: nobody knows"), "{story}");
}

#[test]
fn a_run_that_cannot_be_done_again_is_told_from_the_journal_and_that_is_said() {
    let folder = folder_with(CONFIG);
    let at = folder.path();
    let plan = "return send_slack_message(to='Julie', body='one')";
    assert_eq!(outcome(with_plan(at, &["run", "Say hello."], plan)).0, 0);
    fs::write(at.join("caravan.toml"), format!("{CONFIG}\n[caps]\nside_effects = 9\n")).unwrap();
    let story = explain(at, &[]);
    assert!(story.contains("without the lines that ran: the configuration has changed since"), "{story}");
    assert!(story.contains("send_slack_message(body=\"one\", to=\"Julie\")"), "{story}");
    let (code, _, err) = without_model(at, &["explain", "--value", "c1.to"]);
    assert_eq!(code, 2);
    assert!(err.contains("found by doing the run again"), "{err}");
    let folder = folder_with(CONFIG);
    assert_eq!(outcome(with_plan(folder.path(), &["run", "--no-content", "Say hello."], plan)).0, 0);
    let story = explain(folder.path(), &[]);
    assert!(story.contains("its texts and values are not kept") && !story.contains("Julie"), "{story}");
}
