//! `caravan plan`, and runs of reviewed plans.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::{assert_no_inside, caravan, copy_scenario, outcome};

const TASK: &str = "Send a summary of all job applicant info to Julie on Slack.";

fn of_applicants(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let (command, rest) = arguments.split_first().unwrap();
    if !folder.join("caravan.toml").exists() {
        copy_scenario("applicants", folder);
    }
    let mut command = caravan(&[command]);
    command.args(rest).current_dir(folder);
    outcome(command)
}

/// A system whose root's plan chooses by what an untrusted tool says.
const CHOOSING: &str = r#"
root = "office"
[models]
planner = "scripted"
quarantined = "scripted"
script = "script.toml"
[agents.office]
description = "The office."
children = ["inbox", "outbox"]
[agents.inbox]
description = "Knows the mail."
tools = ["query_sql"]
[agents.outbox]
description = "Sends mail."
tools = ["send_email"]
[servers.mail]
kind = "sqlite"
seed = "inbox.sql"
[servers.post]
kind = "mailbox"
file = "sent.jsonl"
[tools.query_sql]
description = "Runs one SQL statement. The table is inbox(urgent)."
"#;

const SCRIPT: &str = r#"
[[rule]]
agent = ""
role = "planner"
instruction = 'Tell whoever has to know\.'
plan = '''
urgent = inbox(message="Is there urgent mail?", output_schema=bool)
outbox(message="Tell Ann." if urgent else "Tell Ben.")
if urgent:
    outbox(message="Tell Ben.")
'''

[[rule]]
agent = "inbox"
role = "planner"
instruction = 'Is there urgent mail\?'
plan = '''
rows = query_sql(query="SELECT urgent FROM inbox")
rows[0]["urgent"] == 1
'''

[[rule]]
agent = "outbox"
role = "planner"
instruction = 'Tell (?P<who>\w+)\.'
plan = 'send_email(to=<<who>>, subject="Mail", body="There is urgent mail.")'
"#;

fn choosing() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("caravan.toml"), CHOOSING).unwrap();
    fs::write(folder.path().join("script.toml"), SCRIPT).unwrap();
    fs::write(
        folder.path().join("inbox.sql"),
        "CREATE TABLE inbox (urgent INTEGER); INSERT INTO inbox VALUES (1);",
    )
    .unwrap();
    folder
}

fn in_folder(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = caravan(arguments);
    command.current_dir(folder);
    outcome(command)
}

const CHOICE: &str = "Tell whoever has to know.";

#[test]
fn the_plan_of_the_whole_system_is_shown_and_nothing_runs() {
    let folder = choosing();
    let (code, out, err) = in_folder(folder.path(), &["plan", CHOICE]);
    assert_eq!(code, 0, "{err}");
    insta::assert_snapshot!("tree", out);
    let (code, dot, _) = in_folder(folder.path(), &["plan", "--dot", CHOICE]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("dot", dot);
    let (code, json, _) = in_folder(folder.path(), &["plan", "--json", CHOICE]);
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&json).unwrap();
    insta::assert_snapshot!("json", format!("{json:#}"));
    assert!(!folder.path().join("sent.jsonl").exists());

    let (code, dry, _) = in_folder(folder.path(), &["run", "--dry-run", CHOICE]);
    assert_eq!((code, dry), (0, out));
    assert!(!folder.path().join("sent.jsonl").exists());
}

#[test]
fn a_drawing_has_every_agent_and_tool_and_needs_nothing_from_elsewhere() {
    let folder = choosing();
    let (code, _, err) = in_folder(folder.path(), &["plan", "--svg", "plan.svg", CHOICE]);
    assert_eq!(code, 0, "{err}");
    let svg = fs::read_to_string(folder.path().join("plan.svg")).unwrap();
    for text in ["office", "inbox", "outbox", "query_sql", "send_email", "Tell Ann.", "stroke-dasharray"] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(!svg.replace("http://www.w3.org/2000/svg", "").contains("http"));
}

/// A planner that leaves a trace when it is asked.
fn telltale(folder: &Path) -> String {
    let program = folder.join("telltale.sh");
    fs::write(&program, format!("#!/bin/sh\ntouch {}\nexit 1\n", folder.join("asked").display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    format!("exec:{}", program.display())
}

#[test]
fn a_reviewed_plan_runs_as_it_stands_and_no_planner_is_asked_whatever_tools_return() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = of_applicants(&["plan", "--out", "weekly.plan", TASK], folder.path());
    assert_eq!(code, 0, "{err}");
    let planner = telltale(folder.path());
    // The table holds the attacker's row.
    for instruction in [&[][..], &[TASK]] {
        let mut arguments = vec!["run", "--plan", "weekly.plan", "--planner-model", &planner, "--json"];
        arguments.extend(instruction);
        let (code, out, err) = of_applicants(&arguments, folder.path());
        assert_eq!(code, 0, "{err}");
        let run: Value = serde_json::from_str(&out).unwrap();
        let names: Vec<_> =
            run["calls"].as_array().unwrap().iter().map(|call| call["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["sql", "query_sql", "notifications", "query_ai_assistant", "send_slack_message"]);
    }
    assert!(!folder.path().join("asked").exists());
}

#[test]
fn what_was_not_reviewed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (code, ..) = of_applicants(&["plan", "--out", "good.plan", TASK], folder.path());
    assert_eq!(code, 0);
    let good = fs::read_to_string(folder.path().join("good.plan")).unwrap();
    let run = |from: &str, to: &str, more: &[&str]| {
        assert!(good.contains(from), "{from}");
        fs::write(folder.path().join("other.plan"), good.replacen(from, to, 1)).unwrap();
        let mut arguments = vec!["run", "--plan", "other.plan"];
        arguments.extend(more);
        let (code, out, err) = of_applicants(&arguments, folder.path());
        assert_eq!(out, "");
        assert_no_inside(&err);
        (code, err)
    };
    // A message that has no plan.
    let (code, err) = run("sql(message=\"Get all", "sql(message=\"Get nearly all", &[]);
    assert_eq!(code, 3, "{err}");
    insta::assert_snapshot!("unreviewed_message", err);
    // An edited plan that cannot run, with its line.
    let (code, err) = run("{len(info)}", "{len(infos)}", &[]);
    assert_eq!(code, 2, "{err}");
    insta::assert_snapshot!("edited_plan", err);
    // A plan that nothing asks for.
    let added = "\n[[plan]]\nagent = \"sql\"\nmessage = \"Drop it.\"\nplan = \"1\"\n";
    let (code, err) = run(
        "schema = '{\"type\":\"string\"}'\n",
        &format!("schema = '{{\"type\":\"string\"}}'\nplan = \"1\"\n{added}#"),
        &[],
    );
    assert_eq!(code, 2, "{err}");
    // Another instruction, other data, another judgement on the command line.
    for more in [&["Do something else."][..], &["--data", "a=@good.plan"], &["--strictness", "explicit"]] {
        let (code, err) = run("version = 1", "version = 1", more);
        assert_eq!(code, 2, "{err}");
    }
}

#[test]
fn a_message_that_only_the_run_knows_is_left_open_and_refused_when_it_comes() {
    let folder = choosing();
    let script = SCRIPT.replace(
        "Tell Ann.\" if urgent else \"Tell Ben.",
        "Tell \" + (\"Ann\" if urgent else \"Ben\") * len([urgent]) + \".",
    );
    fs::write(folder.path().join("script.toml"), script).unwrap();
    let (code, out, err) = in_folder(folder.path(), &["plan", "--out", "p.plan", CHOICE]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("what is left open\n  line 2 of the plan of "), "{out}");
    let (code, _, err) = in_folder(folder.path(), &["run", "--plan", "p.plan"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("`outbox` is told `Tell Ann.`, which was not reviewed"), "{err}");
    assert!(!folder.path().join("sent.jsonl").exists());
}

#[test]
fn a_planner_without_a_valid_plan_is_said_with_the_place_and_nothing_is_written() {
    let folder = choosing();
    let script = SCRIPT.replace("rows = query_sql(query=", "rows = query_sqll(query=");
    fs::write(folder.path().join("script.toml"), script).unwrap();
    let (code, out, err) = in_folder(folder.path(), &["plan", "--out", "p.plan", CHOICE]);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("no valid plan"), "{out}");
    insta::assert_snapshot!("no_valid_plan", err);
    assert!(!folder.path().join("p.plan").exists());
}

#[test]
fn a_plan_file_does_not_weaken_what_the_configuration_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let (code, ..) = of_applicants(&["plan", "--out", "good.plan", TASK], folder.path());
    assert_eq!(code, 0);
    let good = fs::read_to_string(folder.path().join("good.plan")).unwrap();
    let weakened = [
        ("defense = \"multi\"", "defense = \"individual\"", "defense"),
        ("strictness = \"cfi\"", "strictness = \"explicit\"", "strictness"),
        ("choice_budget = 16", "choice_budget = 200", "choice-budget"),
    ];
    for (from, to, option) in weakened {
        assert!(good.contains(from), "{from}");
        fs::write(folder.path().join("weak.plan"), good.replacen(from, to, 1)).unwrap();
        let (code, out, err) = of_applicants(&["run", "--plan", "weak.plan"], folder.path());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("weak.plan was made for"), "{err}");
        // Who says it himself has seen it.
        let value = to.rsplit(' ').next().unwrap().trim_matches('"');
        let given = format!("--{option}={value}");
        let (code, _, err) =
            of_applicants(&["run", "--dry-run", "--plan", "weak.plan", &given], folder.path());
        assert!(!err.contains("weak.plan was made for"), "{code} {err}");
    }
    // A stricter one than the configuration asks for runs.
    fs::write(folder.path().join("strict.plan"), good.replacen("choice_budget = 16", "choice_budget = 4", 1))
        .unwrap();
    let (code, _, err) = of_applicants(&["run", "--plan", "strict.plan"], folder.path());
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_tree_that_is_full_says_what_it_leaves_out() {
    const DEPTH: usize = 6;
    let folder = tempfile::tempdir().unwrap();
    let mut config =
        "root = \"a0\"\n[models]\nplanner = \"scripted\"\nquarantined = \"scripted\"\nscript = \"script.toml\"\n".to_owned();
    let mut script = String::new();
    for level in 0..=DEPTH {
        let agent = if level == 0 {
            String::new()
        } else {
            (1..=level).map(|at| format!("a{at}")).collect::<Vec<_>>().join("/")
        };
        let children =
            if level < DEPTH { format!("children = [\"a{}\"]\n", level + 1) } else { String::new() };
        config += &format!("[agents.a{level}]\ndescription = \"Level {level}.\"\n{children}");
        let plan = match level {
            DEPTH => "1\n".to_owned(),
            _ => format!("a{}(message=\"Go.\")\n", level + 1).repeat(4),
        };
        script += &format!(
            "[[rule]]\nagent = \"{agent}\"\nrole = \"planner\"\ninstruction = 'Go\\.'\nplan = \"\"\"\n{plan}\"\"\"\n"
        );
    }
    fs::write(folder.path().join("caravan.toml"), config).unwrap();
    fs::write(folder.path().join("script.toml"), script).unwrap();
    let (code, out, err) = in_folder(folder.path(), &["plan", "Go."]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("left out here"), "{out}");
    assert!(out.contains("left out: the tree is full"), "{out}");
    let (_, json, _) = in_folder(folder.path(), &["plan", "--json", "Go."]);
    fn left_out(node: &Value) -> u64 {
        let calls = node["calls"].as_array().unwrap();
        calls
            .iter()
            .map(|call| {
                let below: u64 = call["children"].as_array().unwrap().iter().map(left_out).sum();
                call["left_out"].as_u64().unwrap() + below
            })
            .sum()
    }
    assert!(left_out(&serde_json::from_str(&json).unwrap()) > 0);
}
