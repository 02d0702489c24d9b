//! Nothing that a server writes is in any prompt of a planner, wherever it puts it.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{MARKER, Stage, hostile};

/// Every tool of the hostile server that can be called, each way to fail caught.
const EVERYTHING: &str = r#"
def attempt(name, call):
    try:
        print(name, call())
    except Exception as e:
        print(name, "failed:", e)

attempt("keeps_its_word", lambda: keeps_its_word().name)
attempt("says_text_alone", lambda: says_text_alone())
attempt("says_json_in_text", lambda: says_json_in_text().age)
attempt("says_the_wrong_shape", lambda: says_the_wrong_shape())
attempt("fails_in_the_shape_of_success", lambda: fails_in_the_shape_of_success())
attempt("answers_with_nothing", lambda: answers_with_nothing())
attempt("fails", lambda: fails())
attempt("refuses", lambda: refuses())
attempt("talks_out_of_turn", lambda: talks_out_of_turn())
attempt("asks_for_things", lambda: asks_for_things())
attempt("answers_another_question", lambda: answers_another_question())
attempt("answers_twice", lambda: answers_twice())
attempt("answers_no_object", lambda: answers_no_object())
attempt("makes_progress", lambda: makes_progress())
attempt("labels_itself", lambda: labels_itself())
attempt("logs", lambda: logs())
attempt("changes_itself", lambda: changes_itself())
attempt("dies", lambda: dies())
attempt("counts", lambda: counts())
child(message="Go on.", variables={"name": keeps_its_word().name})
return "done"
"#;

const TOOLS: [&str; 19] = [
    "it/keeps_its_word",
    "it/says_text_alone",
    "it/says_json_in_text",
    "it/says_the_wrong_shape",
    "it/fails_in_the_shape_of_success",
    "it/answers_with_nothing",
    "it/fails",
    "it/refuses",
    "it/talks_out_of_turn",
    "it/asks_for_things",
    "it/answers_another_question",
    "it/answers_twice",
    "it/answers_no_object",
    "it/makes_progress",
    "it/labels_itself",
    "it/logs",
    "it/changes_itself",
    "it/dies",
    "it/counts",
];

/// The same tools for a child that is planned for last, when the server has said all that it will.
fn config(more: &str) -> String {
    let config = hostile(&TOOLS, more);
    let config = config.replacen("[servers.it]", "children = [\"child\"]\n[servers.it]", 1);
    format!("{config}\n[agents.child]\ndescription = \"Goes on.\"\ntools = {TOOLS:?}\n")
}

#[test]
fn nothing_that_a_server_writes_is_in_any_prompt_of_a_planner() {
    for arguments in [&["--no-check"][..], &["--no-check", "--strictness", "noninterference"]] {
        let child = "return says_json_in_text().name";
        let ran = Stage::new(&config(""), EVERYTHING).write("child.py", child).run(arguments);
        let lines = ran.lines();
        assert!(lines.iter().any(|line| line.starts_with(&format!("keeps_its_word {MARKER}"))), "{lines:?}");
        assert!(
            lines.iter().any(|line| line.starts_with("refuses failed: ") && line.contains(MARKER)),
            "{lines:?}"
        );
        assert_eq!(ran.prompts.lines().count(), 2, "{}", ran.err);
        assert!(!ran.prompts.contains(MARKER), "{}", ran.prompts);
    }
}

#[test]
fn an_error_of_a_server_that_ends_the_plan_is_not_told_to_the_planner_for_repair() {
    for call in ["refuses()", "fails()", "says_the_wrong_shape()", "dies()", "keeps_its_word().shoe_size"] {
        let ran = Stage::new(&config(""), &format!("return {call}")).run(&["--no-check"]);
        assert_eq!(ran.exit, 1, "{call}: {}", ran.err);
        assert!(!ran.prompts.contains(MARKER), "{call}: {}", ran.prompts);
    }
}

#[test]
fn a_value_of_a_server_does_not_get_into_a_message_to_another_agent() {
    for message in ["keeps_its_word().name", "str(counts())", "logs()"] {
        let plan = format!("return child(message={message})");
        let ran = Stage::new(&config(""), &plan).write("child.py", "return 1").run(&["--no-check"]);
        assert_eq!(ran.exit, 3, "{message}: {}", ran.err);
        assert!(!ran.prompts.contains(MARKER));
    }
}

#[test]
fn descriptions_that_are_declared_trusted_are_those_that_were_listed_at_the_start() {
    let ran =
        Stage::new(&config("descriptions = \"trusted\""), "changes_itself()\nreturn child(message='Go on.')")
            .write("child.py", "return counts()")
            .run(&["--no-check"]);
    assert_eq!(ran.lines().len(), 1);
    assert_eq!(ran.prompts.lines().count(), 2);
    assert!(ran.prompts.contains("send_money"));
    assert!(!ran.prompts.contains("changed\""), "{}", ran.prompts);
    assert!(!ran.prompts.contains(&format!("{MARKER} changed")));
    let told: Vec<_> =
        ran.notes().into_iter().filter(|note| note.contains("its tools have changed")).collect();
    assert_eq!(told.len(), 1, "{}", ran.err);
}

#[test]
fn a_server_that_is_killed_over_a_call_gives_the_plan_a_failure_and_people_one_line() {
    let plan = "try:\n    is_killed()\nexcept Exception as e:\n    print('caught:', e)\nreturn counts()";
    let ran = Stage::new(&hostile(&["it/is_killed", "it/counts"], "trusted = true"), plan).run(&[]);
    let lines = ran.lines();
    assert_eq!(
        lines[0],
        "caught: the server ended before it answered; the call may have been carried out all the same"
    );
    assert!(lines[1].starts_with("1 "));
    let told: Vec<_> = ran.notes().into_iter().filter(|note| note.contains("ended")).collect();
    assert_eq!(told, ["note: server `it` was ended by signal 9 (during `is_killed`)"]);
}

#[test]
fn hidden_characters_are_shown_to_people_as_escapes() {
    let ran = Stage::new(&hostile(&["it/shows_hidden_characters"], ""), "return shows_hidden_characters()")
        .run(&[]);
    assert_eq!(ran.exit, 1);
    assert!(ran.err.contains("a\\u{202e}b\\u{200b}c\\u{e0041}"), "{}", ran.err);
    assert!(!ran.err.contains('\u{202e}'));
}

#[test]
fn servers_end_with_a_run_that_is_ended_even_by_a_kill() {
    for (signal, code) in [("INT", Some(130)), ("KILL", None)] {
        let config = hostile(&["it/hangs"], "").replace("command = \"python3\"", "command = \"sh\"");
        // The server writes down the numbers of its process and of another that it has started.
        let script = "'sleep 300 & echo $$ $! > pids; exec python3 \"$0\"'";
        let config = config.replacen("args = [", &format!("args = [\"-c\", {script}, "), 1);
        let stage = Stage::new(&config, "return hangs()");
        let mut command = stage.command(&["run", "--model", "exec:python3 model.py", "Hang."]);
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while !stage.path().join("prompts.jsonl").exists() {
            assert!(began.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(300));
        let pids = std::fs::read_to_string(stage.path().join("pids")).unwrap();
        let status = Command::new("kill").args(["-s", signal, &running.id().to_string()]).status().unwrap();
        assert!(status.success());
        assert_eq!(running.wait().unwrap().code(), code);
        let is_running = |pid: &str| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z ")
        };
        let began = Instant::now();
        while pids.split_whitespace().any(is_running) {
            assert!(began.elapsed() < Duration::from_secs(5), "{signal}: {pids} go on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
