//! Arguments and configurations that cannot be used: each is told what is wrong, where, and what to do.

use crate::{SOUND, caravan, folder_with, outcome, run_with};

#[test]
fn a_scenario_that_does_not_exist_is_named_with_those_that_do() {
    let (code, out, err) = outcome(caravan(&["demo", "--scenario", "aplicants"]));
    assert_eq!((code, out.as_str()), (2, ""));
    insta::assert_snapshot!(err, @r"
    error: unknown scenario `aplicants`
     |
     = help: did you mean `applicants`? the scenarios are `applicants` and `departments`
    ");
}

#[test]
fn malformed_toml_is_shown_with_its_line() {
    let (code, out, err) = run_with("root = \"clerk\"\n[agents.clerk\ndescription = \"\"\n", &[]);
    assert_eq!((code, out.as_str()), (2, ""));
    insta::assert_snapshot!(err, @r"
    error: unclosed table, expected `]`
     --> caravan.toml:2:14
      |
    2 | [agents.clerk
      |              ^
    ");
}

#[test]
fn an_unknown_key_is_shown_with_its_line_and_the_keys_that_there_are() {
    let (code, _, err) = run_with(&SOUND.replace("tools =", "tool ="), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: unknown key `tool`
      --> caravan.toml:10:1
       |
    10 | tool = ["send_slack_message"]
       | ^^^^
       |
       = help: did you mean `tools`? the keys are `description`, `tools`, `children`, `memory` and `sends_to`
    "#);
}

#[test]
fn an_unknown_child_is_shown_with_the_agents_that_there_are() {
    let config = SOUND.replace("tools =", "children = [\"clark\"]\ntools =");
    let (code, _, err) = run_with(&config, &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: unknown agent `clark`
      --> caravan.toml:10:13
       |
    10 | children = ["clark"]
       |             ^^^^^^^
       |
       = help: did you mean `clerk`?
    "#);
}

#[test]
fn an_unknown_tool_is_shown_with_the_tools_that_there_are() {
    let (code, _, err) = run_with(&SOUND.replace("[\"send_slack_message\"]", "[\"send_slak_message\"]"), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: unknown tool `send_slak_message`
      --> caravan.toml:10:10
       |
    10 | tools = ["send_slak_message"]
       |          ^^^^^^^^^^^^^^^^^^^
       |
       = help: did you mean `send_slack_message`? the tools are `send_email` and `send_slack_message`
    "#);
}

#[test]
fn a_hierarchy_with_a_cycle_is_refused_with_the_way_round_it() {
    let config = SOUND.replace("tools =", "children = [\"helper\"]\ntools =")
        + "\n[agents.helper]\ndescription = \"Helps.\"\nchildren = [\"clerk\"]\n";
    let (code, _, err) = run_with(&config, &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: the hierarchy has a cycle: clerk -> helper -> clerk; break it, or set `depth_bound` to how many agents deep calls may go
     --> caravan.toml:8:9
      |
    8 | [agents.clerk]
      |         ^^^^^
    ");
}

#[test]
fn a_message_to_nobody_and_one_to_itself_are_refused_at_their_line() {
    let (code, _, err) = run_with(&SOUND.replace("tools =", "sends_to = [\"helper\"]\ntools ="), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: unknown agent `helper`
      --> caravan.toml:10:13
       |
    10 | sends_to = ["helper"]
       |             ^^^^^^^^
       |
       = help: the only agent is `clerk`
    "#);
    let (code, _, err) =
        run_with(&SOUND.replace("tools =", "memory = true\nsends_to = [\"clerk\"]\ntools ="), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: agent `clerk` sends messages to itself; keep the value in a variable of the plan, or in the memory
     --> caravan.toml:8:9
      |
    8 | [agents.clerk]
      |         ^^^^^
    ");
}

#[test]
fn an_unknown_kind_of_server_and_keys_of_another_kind_are_refused() {
    let (code, _, err) = run_with(&SOUND.replace("\"mailbox\"", "\"mailbocks\""), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: unknown kind of server `mailbocks`
      --> caravan.toml:13:8
       |
    13 | kind = "mailbocks"
       |        ^^^^^^^^^^^
       |
       = help: the kinds are `sqlite`, `mailbox` and `mcp`
    "#);
    let (code, _, err) = run_with(&SOUND.replace("\"mailbox\"", "\"mailbox\"\nread_only = true"), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: a server of kind `mailbox` has no key `read_only`
      --> caravan.toml:14:13
       |
    14 | read_only = true
       |             ^^^^
    ");
    let (code, _, err) = run_with(&SOUND.replace("\"mailbox\"", "\"sqlite\""), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: the server `outbox` has no database
      --> caravan.toml:13:8
       |
    13 | kind = "sqlite"
       |        ^^^^^^^^
       |
       = help: name a database with `file = "..."`, or a script that makes one with `seed = "..."`
    "#);
}

#[test]
fn wrong_settings_in_the_file_are_shown_with_what_they_can_be() {
    let (code, _, err) = run_with(&format!("defense = \"strong\"\n{SOUND}"), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: no defense is called `strong`: there are `none`, `individual` and `multi`
     --> caravan.toml:1:11
      |
    1 | defense = "strong"
      |           ^^^^^^^^
    "#);
}

#[test]
fn a_missing_configuration_says_where_it_was_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = caravan(&["run", "Say hello."]);
    command.current_dir(folder.path());
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: caravan.toml: there is no such file here or in any folder above
     |
     = help: name one with `--config FILE`, or try `caravan demo`, which needs none
    ");
    let mut command = caravan(&["run", "--config", "other.toml", "Say hello."]);
    command.current_dir(folder.path());
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: other.toml: there is no such file
    ");
}

#[test]
fn a_configuration_is_found_from_a_folder_below_it() {
    let folder = folder_with("root = \"nobody\"\n[agents]\n");
    let below = folder.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    let mut command = caravan(&["run", "Say hello."]);
    command.current_dir(below);
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    assert!(err.contains("unknown agent `nobody`"), "{err}");
}

#[test]
fn an_unknown_model_is_named_with_those_that_there_are() {
    let (code, _, err) = run_with(SOUND, &["--model", "gpt-5"]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: there is no model `gpt-5`: give `scripted`, `exec:COMMAND`, `replay:DIR` or `PROVIDER:NAME`; the providers are openai, openrouter, anthropic, gemini, ollama, vllm, compatible
    ");
}

#[test]
fn an_unknown_model_in_the_file_is_shown_with_its_line() {
    let (code, _, err) = run_with(&SOUND.replace("planner = \"openai:test\"", "planner = \"gpt-5\""), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err);
}

#[test]
fn what_is_named_twice_is_shown_with_its_line() {
    let doubled =
        SOUND.replace("[\"send_slack_message\"]", "[\"send_slack_message\", \"send_slack_message\"]");
    let (code, _, err) = run_with(&doubled, &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err);
    let doubled = SOUND.replace("tools =", "children = [\"other\", \"other\"]\ntools =")
        + "\n[agents.other]\ndescription = \"\"\n";
    let (code, _, err) = run_with(&doubled, &[]);
    assert_eq!(code, 2);
    assert!(err.contains("the agent `other` is named twice") && err.contains("caravan.toml:10:22"), "{err}");
}

#[test]
fn settings_of_a_tool_that_no_server_has_are_shown_with_their_line() {
    let (code, _, err) = run_with(&format!("{SOUND}\n[tools.send_slak_message]\ntrusted = true\n"), &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err);
}

#[test]
fn a_file_that_the_configuration_names_and_that_is_missing_is_shown_with_its_line() {
    let seeded = SOUND.replace(
        "kind = \"mailbox\"",
        "kind = \"mailbox\"\n[servers.db]\nkind = \"sqlite\"\nseed = \"seed.sql\"",
    );
    let (code, _, err) = run_with(&seeded, &[]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err);
    let folder = folder_with(&seeded);
    std::fs::write(folder.path().join("seed.sql"), "CREATE TABEL t (a);").unwrap();
    let mut command = caravan(&["run", "--config", "caravan.toml", "Say hello."]);
    command.current_dir(folder.path());
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err);
    let script = SOUND.replace("[models]", "[models]\nscript = \"rules.toml\"");
    let (code, _, err) = run_with(&script, &[]);
    assert_eq!(code, 2);
    assert!(err.contains("rules.toml: there is no such file") && err.contains("caravan.toml:5"), "{err}");
}

#[test]
fn a_mistyped_command_or_option_is_told_with_the_one_that_was_meant() {
    let (code, _, err) = outcome(caravan(&["dmeo"]));
    assert_eq!(code, 2);
    assert!(err.contains("'demo'"), "{err}");
    let (code, _, err) = outcome(caravan(&["demo", "--jsn"]));
    assert_eq!(code, 2);
    assert!(err.contains("'--json'"), "{err}");
}

/// A file that takes nothing, where the system has one.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_a_failure_with_one_line() {
    for arguments in [&["demo"][..], &["demo", "--json"]] {
        let mut command = caravan(arguments);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.stdout(full).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains("standard output cannot be written"), "{err}");
    }
}

#[test]
fn data_has_to_be_a_name_and_a_file_that_is_there() {
    let (code, _, err) = run_with(SOUND, &["--data", "letter"]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: `--data letter` is not of the form NAME=@FILE
     |
     = help: name the variable and the file that holds its text, as in `--data letter=@letter.txt`
    ");
    let (code, _, err) = run_with(SOUND, &["--data", "letter=@nowhere.txt"]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: nowhere.txt: there is no such file
    ");
}

#[test]
fn an_injection_file_that_is_not_there_is_named() {
    let (code, _, err) = outcome(caravan(&["demo", "--injection", "nowhere.txt"]));
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r"
    error: nowhere.txt: there is no such file
    ");
}

#[test]
fn a_budget_that_is_no_number_is_refused() {
    let (code, _, err) = outcome(caravan(&["demo", "--choice-budget", "many"]));
    assert_eq!(code, 2);
    assert!(err.contains("--choice-budget"), "{err}");
}
