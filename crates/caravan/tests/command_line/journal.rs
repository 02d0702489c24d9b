//! Runs that are written down: listed, suspended, killed, resumed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::models::{content, endpoint_in_turn};
use crate::{assert_no_inside, caravan, folder_with, outcome};

pub const CONFIG: &str = r#"
root = "clerk"

[models]
planner = "openai:test"
quarantined = "openai:test"

[agents.clerk]
description = "Does what is asked."
tools = ["send_slack_message"]

[servers.outbox]
kind = "mailbox"
file = "sent.jsonl"
"#;

pub const KEY: &str = "sk-key-for-a-test";

/// A command in a folder, whose model answers its first question with this plan and no other question at all.
pub fn with_plan(folder: &Path, arguments: &[&str], plan: &str) -> Command {
    let refusal = json!({"role": "assistant", "content": null, "refusal": "I have been asked before."});
    let url = endpoint_in_turn(vec![content(&format!("```python\n{plan}\n```")), refusal]);
    let mut command = caravan(arguments);
    command.current_dir(folder).env("OPENAI_BASE_URL", url).env("OPENAI_API_KEY", KEY);
    command
}

/// A command in a folder whose model is not there: whoever asks it fails.
pub fn without_model(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = caravan(arguments);
    command.current_dir(folder).env("OPENAI_BASE_URL", "http://127.0.0.1:9/v1").env("OPENAI_API_KEY", KEY);
    outcome(command)
}

fn sent(folder: &Path) -> Vec<Json> {
    let text = fs::read_to_string(folder.join("sent.jsonl")).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn statuses(folder: &Path) -> Vec<String> {
    let (code, out, err) = without_model(folder, &["runs", "list", "--json"]);
    assert_eq!(code, 0, "{err}");
    let runs = parsed(&out)["runs"].as_array().unwrap().clone();
    runs.iter().map(|run| run["status"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_run_of_a_project_is_written_down_listed_exported_and_deleted() {
    let folder = folder_with(CONFIG);
    let at = folder.path();
    let plan = "return send_slack_message(to='Julie', body='hello')";
    let (code, out, err) = outcome(with_plan(at, &["run", "--json", "Say hello."], plan));
    assert_eq!(code, 0, "{err}");
    let id = parsed(&out)["run_id"].as_str().unwrap().to_owned();
    assert_eq!(statuses(at), ["done"]);
    let (_, shown, _) = without_model(at, &["runs", "show"]);
    assert!(
        shown.contains(&id) && shown.contains("e2  the root agent calls `send_slack_message` of `outbox`"),
        "{shown}"
    );
    let (_, exported, _) = without_model(at, &["runs", "export", &id]);
    assert!(!exported.contains(KEY), "the key is in the journal");
    let exported = parsed(&exported);
    assert_eq!(exported["outcome"]["answer"]["value"], "sent to Julie");
    assert_eq!(exported["outcome"]["agents"][0]["plan"].as_str().unwrap().trim(), plan);
    assert_eq!(exported["journal"][1]["request"]["arguments"]["to"], "Julie");
    // What has ended is not resumed.
    let (code, _, err) = without_model(at, &["resume", &id]);
    assert_eq!(code, 2);
    assert!(err.contains("has ended (`done`)"), "{err}");
    assert_eq!(without_model(at, &["runs", "delete", &id]).1, "Deleted: 1.\n");
    assert_eq!(without_model(at, &["runs", "list"]).1, "No run is written down.\n");
    assert_eq!(without_model(at, &["runs", "delete", &id]).0, 2);
}

#[test]
fn a_run_is_not_written_down_where_somebody_says_so() {
    let folder = folder_with(&format!("{CONFIG}\n[journal]\nenabled = false\n"));
    let plan = "return 'this text'";
    assert_eq!(outcome(with_plan(folder.path(), &["run", "Say hello."], plan)).0, 0);
    assert!(!folder.path().join(".caravan").exists());
    let folder = folder_with(CONFIG);
    assert_eq!(outcome(with_plan(folder.path(), &["run", "--no-journal", "Say hello."], plan)).0, 0);
    assert!(!folder.path().join(".caravan").exists());
    assert_eq!(outcome(with_plan(folder.path(), &["run", "--no-content", "Say hello."], plan)).0, 0);
    let (_, exported, _) = without_model(folder.path(), &["runs", "export"]);
    assert!(!exported.contains("this text") && !exported.contains("Say hello."), "{exported}");
    let other = folder.path().join("elsewhere/runs.db");
    let other = other.to_str().unwrap();
    assert_eq!(outcome(with_plan(folder.path(), &["run", "--journal", other, "Say hello."], plan)).0, 0);
    assert!(without_model(folder.path(), &["runs", "list", "--journal", other]).1.contains("Say hello."));
}

#[test]
fn a_journal_that_cannot_be_used_is_told_before_anything_happens() {
    let folder = folder_with(CONFIG);
    let plan = "return send_slack_message(to='Julie', body='hello')";
    fs::create_dir(folder.path().join(".caravan")).unwrap();
    fs::write(folder.path().join(".caravan/journal.db"), "mine\n".repeat(1000)).unwrap();
    let (code, out, err) = outcome(with_plan(folder.path(), &["run", "Say hello."], plan));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("it is no SQLite database") && err.contains("--journal PATH"), "{err}");
    assert_no_inside(&err);
    assert_eq!(sent(folder.path()), [] as [Json; 0]);
    assert_eq!(fs::read_to_string(folder.path().join(".caravan/journal.db")).unwrap(), "mine\n".repeat(1000));
}

#[test]
fn a_run_that_needs_a_person_waits_and_does_what_was_approved_once() {
    let folder = folder_with(&format!("{CONFIG}\n[policy]\nuse = \"ask-first\"\n"));
    let at = folder.path();
    let plan = "first = send_slack_message(to='Julie', body='one')\nreturn [first, send_slack_message(to='Eve', body='two')]";
    let (code, out, err) = outcome(with_plan(at, &["run", "--json", "Say hello."], plan));
    assert_eq!(code, 5, "{err}");
    let run = parsed(&out);
    assert_eq!(run["status"], "suspended");
    assert_eq!(run["waits_for"][0]["arguments"][0][1]["value"], "Julie");
    assert!(
        err.contains("May `send_slack_message` of `outbox` be called?") && err.contains("caravan resume"),
        "{err}"
    );
    assert_eq!((sent(at).len(), statuses(at)), (0, vec!["suspended".to_owned()]));
    // Nobody is there: it waits on.
    assert_eq!(without_model(at, &["resume"]).0, 5);
    // One question is answered at a time, and each effect happens when it is.
    let (code, _, err) = without_model(at, &["resume", "--approve"]);
    assert_eq!(code, 5, "{err}");
    assert_eq!(sent(at).len(), 1);
    let (code, out, err) = without_model(at, &["resume", "--approve", "--json"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(parsed(&out)["answer"]["value"], json!(["sent to Julie", "sent to Eve"]));
    assert_eq!(parsed(&out)["calls"][1]["decision"]["endorsed_by"], "a person");
    assert_eq!(sent(at).len(), 2);
    assert_eq!(statuses(at), ["done"]);
}

#[test]
fn a_reviewed_plan_that_waited_goes_on_as_it_was_reviewed_and_no_planner_is_asked() {
    let folder = folder_with(&format!("{CONFIG}\n[policy]\nuse = \"ask-first\"\n"));
    let at = folder.path();
    let plan = "return [str(datetime.now()), send_slack_message(to='Julie', body='one')]";
    let plan = format!("from datetime import datetime\n{plan}");
    assert_eq!(outcome(with_plan(at, &["plan", "--out", "p.plan", "Say hello."], &plan)).0, 0);
    let (code, _, err) = without_model(at, &["run", "--plan", "p.plan", "--now", "2026-01-01T09:00:00"]);
    assert_eq!(code, 5, "{err}");
    // What was reviewed is what the run began with, whatever has become of the file.
    fs::remove_file(at.join("p.plan")).unwrap();
    let (code, out, err) = without_model(at, &["resume", "--approve", "--json"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(parsed(&out)["answer"]["value"], json!(["2026-01-01 09:00:00", "sent to Julie"]));
    assert_eq!(sent(at).len(), 1);
}

#[test]
fn a_no_ends_a_run_that_waited() {
    let folder = folder_with(&format!("{CONFIG}\n[policy]\nuse = \"ask-first\"\n"));
    let at = folder.path();
    let plan = "return send_slack_message(to='Julie', body='one')";
    assert_eq!(outcome(with_plan(at, &["run", "Say hello."], plan)).0, 5);
    let (code, _, err) = without_model(at, &["resume", "--deny"]);
    assert_eq!(code, 3, "{err}");
    assert_eq!((sent(at).len(), statuses(at)), (0, vec!["denied".to_owned()]));
}

/// A run that was killed while its second call was under way: the mailbox is a pipe that nobody reads.
pub fn killed_in_the_middle_of_a_call(more: &str) -> tempfile::TempDir {
    let folder = folder_with(&format!("{CONFIG}\n{more}"));
    let at = folder.path();
    assert!(Command::new("mkfifo").arg(at.join("sent.jsonl")).status().unwrap().success());
    let plan = "return send_slack_message(to='Julie', body='one')";
    let mut command = with_plan(at, &["run", "Say hello."], plan);
    let said = fs::File::create(at.join("said")).unwrap();
    let mut process = command.stdout(Stdio::null()).stderr(said).spawn().unwrap();
    let began = Instant::now();
    while !without_model(at, &["runs", "show"]).1.contains("(no outcome)\n")
        || !without_model(at, &["runs", "show"]).1.contains("e2  ")
    {
        let ended = process.try_wait().unwrap();
        assert!(ended.is_none(), "{}", fs::read_to_string(at.join("said")).unwrap());
        assert!(began.elapsed() < Duration::from_secs(60), "the call is never begun");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(statuses(at), ["running"]);
    let (code, _, err) = without_model(at, &["resume"]);
    assert_eq!(code, 2);
    assert!(err.contains("another process carries the run"), "{err}");
    process.kill().unwrap();
    process.wait().unwrap();
    fs::remove_file(at.join("sent.jsonl")).unwrap();
    assert_eq!(statuses(at), ["interrupted"]);
    folder
}

#[test]
fn a_call_that_was_under_way_is_not_guessed_at() {
    let folder = killed_in_the_middle_of_a_call("");
    let at = folder.path();
    let (code, out, err) = without_model(at, &["resume", "--json"]);
    assert_eq!(code, 5, "{err}");
    let told = parsed(&out);
    assert_eq!(
        (&told["status"], &told["in_doubt"][0]["tool"]),
        (&json!("in_doubt"), &json!("send_slack_message"))
    );
    assert!(
        err.contains("in doubt: `send_slack_message` of `outbox`") && err.contains("--in-doubt done"),
        "{err}"
    );
    assert_no_inside(&err);
    let (code, out, err) =
        without_model(at, &["resume", "--in-doubt", "done", "--result", "\"it was sent\""]);
    assert_eq!((code, out.as_str()), (0, "it was sent\n"), "{err}");
    assert_eq!(sent(at).len(), 0);
}

#[test]
fn a_person_may_have_it_made_again_or_end_the_run() {
    let folder = killed_in_the_middle_of_a_call("");
    let at = folder.path();
    let (code, _, err) = without_model(at, &["resume", "--in-doubt", "abort"]);
    assert_eq!(code, 3, "{err}");
    assert_eq!((sent(at).len(), statuses(at)), (0, vec!["aborted".to_owned()]));
    let folder = killed_in_the_middle_of_a_call("");
    let at = folder.path();
    let (code, out, err) = without_model(at, &["resume", "--in-doubt", "repeat"]);
    assert_eq!((code, out.as_str()), (0, "sent to Julie\n"), "{err}");
    assert_eq!(sent(at).len(), 1);
}

#[test]
fn a_call_that_may_be_made_twice_is_made_again() {
    let folder = killed_in_the_middle_of_a_call("[tools.send_slack_message]\nidempotent = true\n");
    let (code, out, err) = without_model(folder.path(), &["resume"]);
    assert_eq!((code, out.as_str()), (0, "sent to Julie\n"), "{err}");
    assert!(err.contains("is made again"), "{err}");
}

#[test]
fn a_configuration_that_has_changed_is_told() {
    let folder = killed_in_the_middle_of_a_call("");
    let at = folder.path();
    fs::write(at.join("caravan.toml"), format!("{CONFIG}\n[tools.send_slack_message]\nidempotent = true\n"))
        .unwrap();
    let (code, _, err) = without_model(at, &["resume"]);
    assert_eq!(code, 2);
    assert!(err.contains("the configuration has changed since the run"), "{err}");
    let (code, out, err) = without_model(at, &["resume", "--changed-configuration"]);
    assert_eq!((code, out.as_str()), (0, "sent to Julie\n"), "{err}");
}

/// How many times the program is killed at random: `CARAVAN_CRASHES` of the environment, or a sample.
fn crashes() -> usize {
    std::env::var("CARAVAN_CRASHES").ok().map_or(8, |crashes| crashes.parse().unwrap())
}

#[test]
fn the_program_may_be_killed_whenever_it_is_and_each_message_is_sent_once() {
    let plan = "\
for number in range(30):
    send_slack_message(to='Julie', body=str(number))
return number";
    let url = endpoint_in_turn(vec![content(&format!("```python\n{plan}\n```"))]);
    let (mut deaths, mut doubts, mut random) = (0, 0, 12_345_u32);
    while deaths < crashes() {
        let folder = folder_with(CONFIG);
        let at = folder.path();
        let begin = ["run", "Count."].as_slice();
        let mut arguments = begin;
        let exported = loop {
            let mut command = caravan(arguments);
            command.current_dir(at).env("OPENAI_BASE_URL", &url).env("OPENAI_API_KEY", KEY);
            let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            std::thread::sleep(Duration::from_millis(u64::from(random >> 16) % 120));
            match process.try_wait().unwrap().and_then(|status| status.code()) {
                Some(0) => {}
                // What was under way is in doubt.
                Some(5) => doubts += 1,
                Some(other) => panic!("{other}: {:?}", without_model(at, &["runs", "list"])),
                None => {
                    process.kill().unwrap();
                    process.wait().unwrap();
                    deaths += 1;
                }
            }
            // It may be killed before anything is written down.
            let (code, exported, err) = without_model(at, &["runs", "export"]);
            if code != 0 {
                assert!(err.contains("there is none") || err.contains("no run yet"), "{err}");
                arguments = begin;
                continue;
            }
            let exported = parsed(&exported);
            if exported["status"] == "done" {
                break exported;
            }
            // The person looks whether the message that is in doubt is there.
            let open = exported["journal"].as_array().unwrap().iter().find_map(|effect| {
                let is_open = effect["kind"] == "tool" && effect["ended"].is_null();
                is_open.then(|| effect["request"]["arguments"]["body"].clone())
            });
            let is_there = open.is_some_and(|body| sent(at).iter().any(|sent| sent["body"] == body));
            arguments = match is_there {
                true => &["resume", "--in-doubt", "done"],
                false => &["resume", "--in-doubt", "repeat"],
            };
        };
        let bodies: Vec<String> =
            sent(at).iter().map(|sent| sent["body"].as_str().unwrap().to_owned()).collect();
        assert_eq!(bodies, (0..30).map(|number| number.to_string()).collect::<Vec<_>>());
        assert_eq!(exported["outcome"]["answer"]["value"], 29);
    }
    println!("{deaths} times killed, {doubts} times told that a call was in doubt");
}
