//! What is told while a run is under way: progress for people and programs, and logs.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::journal::{CONFIG, parsed, with_plan};
use crate::{caravan, folder_with, outcome};

/// Three words that come from a planner, a tool's argument and the user.
const PLAN: &str = "send_slack_message(to='Julie', body='hush-body')\nreturn 'hush-answer'";
const INSTRUCTION: &str = "Tell hush-instruction.";

fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Command {
    let all = [&["run", "--no-journal"], arguments, &[INSTRUCTION]].concat();
    with_plan(folder.path(), &all, PLAN)
}

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(parsed).collect()
}

/// The run of a scenario with agents below the root, without a key.
fn scenario(arguments: &[&str]) -> Command {
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/applicants/caravan.toml");
    let all = [
        &["run", "--no-journal", "--config", config, "--model", "scripted"],
        arguments,
        &["Send a summary of all job applicant info to Julie on Slack."],
    ]
    .concat();
    caravan(&all)
}

#[test]
fn a_step_is_a_line_where_nobody_sits_and_quiet_is_quiet() {
    let folder = folder_with(CONFIG);
    let (code, out, err) = outcome(run(&folder, &[]));
    assert_eq!((code, out.as_str()), (0, "hush-answer\n"), "{err}");
    assert!(err.contains(" s] the planner of the root agent is at work\n"), "{err}");
    assert!(err.contains(" s] the root agent calls `send_slack_message` (line 1)\n"), "{err}");
    assert!(err.contains("tokens read, "), "{err}");
    assert_eq!(outcome(run(&folder, &["--quiet"])), (0, "hush-answer\n".to_owned(), String::new()));
    let (_, _, err) = outcome(run(&folder, &["--progress", "off"]));
    assert!(!err.contains("is at work") && err.contains("send_slack_message(to='Julie'"), "{err}");
    assert_eq!(outcome(run(&folder, &["--progress", "off", "--quiet"])).0, 2);
}

#[test]
fn programs_get_an_event_a_line_and_the_answer_alone_on_standard_output() {
    let (code, out, err) = outcome(scenario(&["--json", "--progress", "json"]));
    assert_eq!(code, 0, "{err}");
    assert_eq!(parsed(&out)["status"], "done");
    let events = lines(&err);
    let told: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!((told[0], *told.last().unwrap()), ("agent_begins", "run_ends"));
    assert_eq!(told.iter().filter(|name| **name == "step_begins").count(), {
        told.iter().filter(|name| **name == "step_ends").count()
    });
    // Each agent begins below the call that it answers, and ends before the one that called it does.
    let place = |name: &str, episode: u64| {
        events.iter().position(|event| event["event"] == name && event["episode"] == episode).unwrap()
    };
    let children: Vec<u64> = events
        .iter()
        .filter(|event| event["event"] == "agent_begins" && event["agent"] != "")
        .map(|event| event["episode"].as_u64().unwrap())
        .collect();
    assert!(!children.is_empty());
    for child in children {
        assert!(place("agent_begins", 0) < place("agent_begins", child));
        assert!(place("agent_ends", child) < place("agent_ends", 0));
        assert!(events[place("agent_begins", child)]["call"].is_string());
    }
    let tool =
        events.iter().find(|event| event["event"] == "step_begins" && event["kind"] == "tool").unwrap();
    assert!(tool["line"].as_u64().unwrap() > 0 && tool["server"].is_string(), "{tool}");
}

#[test]
fn logs_name_what_happens_and_hold_no_text_of_models_and_tools() {
    let folder = folder_with(CONFIG);
    for level in ["info", "trace"] {
        let (code, _, err) = outcome(run(&folder, &["--quiet", "--log", level, "--log-format", "json"]));
        assert_eq!(code, 0, "{err}");
        assert!(!err.contains("hush"), "{err}");
        let logged = lines(&err);
        let tool = logged.iter().find(|line| line["message"] == "tool answered").unwrap();
        assert_eq!(
            (&tool["tool"], &tool["line"], &tool["level"]),
            (&json!("send_slack_message"), &json!(1), &json!("INFO"))
        );
        assert!(tool["timestamp"].is_string());
        let last = logged.last().unwrap();
        assert_eq!((&last["message"], &last["status"]), (&json!("run ends"), &json!("done")));
        assert_eq!(last["run"], logged[0]["run"]);
    }
    let (_, _, err) = outcome(run(&folder, &["--quiet", "--log", "info"]));
    assert!(err.lines().all(|line| line.contains(" INFO ")) && err.contains("tool answered"), "{err}");
    let mut command = run(&folder, &["--quiet"]);
    command.env("RUST_LOG", "caravan=warn");
    assert_eq!(outcome(command).2, "");
    let mut command = run(&folder, &["--quiet"]);
    command.env("RUST_LOG", "caravan=loud");
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    assert!(err.contains("`RUST_LOG=caravan=loud` says no levels"), "{err}");
}

/// Runs what stands behind it at a terminal of as many columns as the first argument says, and hands on what it writes there.
const TERMINAL: &str = r#"
import fcntl, os, pty, struct, sys, termios
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        told = os.read(terminal, 65536)
    except OSError:
        break
    sys.stdout.buffer.write(told)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"#;

/// Takes a while for each answer, and writes what would steer a terminal where it can.
const SLOW: &str = r#"
import json, sys, time
PLANS = {
    "": "found = research(message='Look.', output_schema=list[str])\nprint(found)\nreturn found[0]",
    "research": "rows = query_sql(query='SELECT body FROM inbox')\nreturn [row['body'] for row in rows]",
}
for line in sys.stdin:
    request = json.loads(line)
    time.sleep(0.4)
    text = "\x1b[41m\n```python\n" + PLANS[request["agent"]] + "\n```"
    usage = {"calls": 1, "input_tokens": 1234, "output_tokens": 56}
    print(json.dumps({"id": request["id"], "text": text, "usage": usage}), flush=True)
"#;

const SYSTEM: &str = r#"
root = "office"
[models]
planner = "exec:python3 slow.py"
quarantined = "exec:python3 slow.py"
[agents.office]
description = "The office."
children = ["research"]
[agents.research]
description = "Knows the mail."
tools = ["query_sql"]
[servers.mail]
kind = "sqlite"
seed = "inbox.sql"
[tools.query_sql]
description = "Runs SQL."
"#;

#[test]
fn a_terminal_shows_who_waits_for_whom_in_lines_that_fit_and_nothing_of_tools_steers_it() {
    let folder = folder_with(SYSTEM);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("slow.py", SLOW);
    write("terminal.py", TERMINAL);
    write(
        "inbox.sql",
        "CREATE TABLE inbox (body TEXT); INSERT INTO inbox VALUES ('\u{1b}[31mred\u{1b}]0;title\u{7}\u{9b}2J');",
    );
    for columns in [100, 30] {
        let mut command = Command::new("python3");
        command
            .args(["terminal.py", &columns.to_string(), env!("CARGO_BIN_EXE_caravan")])
            .args(["run", "--no-journal", "Look at the mail."])
            .current_dir(folder.path());
        let (code, told, err) = outcome(command);
        assert_eq!(code, 0, "{told}{err}");
        // It is cut where it would take a second line.
        let whole = "the root agent waits for `research` (line 1)";
        assert_eq!(told.contains(whole), columns == 100, "{told:?}");
        assert!(told.contains("the root agent waits") && told.contains("1234 tokens read"), "{told:?}");
        // Only what moves up or down, clears a line or sets a style, of Caravan's own.
        for sequence in told.split('\u{1b}').skip(1) {
            let ends = sequence.find(|letter: char| letter.is_ascii_alphabetic() || letter == ']').unwrap();
            let sequence = sequence.get(..=ends).unwrap();
            let is_own = sequence.starts_with('[') && sequence.ends_with(['A', 'B', 'K', 'm']);
            assert!(is_own && !["[31m", "[41m"].contains(&sequence), "{sequence:?} in {told:?}");
        }
        assert!(!told.contains(['\u{7}', '\u{9b}']) && told.contains("red"), "{told:?}");
    }
}
