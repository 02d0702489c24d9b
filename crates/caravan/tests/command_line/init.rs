//! `caravan init`: what it writes runs as it is.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{assert_no_inside, caravan, outcome};

const TASK: &str = "Send ann@example.com a list of the mail in the inbox.";

fn in_folder(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = caravan(arguments);
    command.current_dir(folder);
    outcome(command)
}

fn sent(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("sent.jsonl")).unwrap_or_default();
    let recipient =
        |line: &str| serde_json::from_str::<Value>(line).unwrap()["to"].as_str().unwrap().to_owned();
    text.lines().map(recipient).collect()
}

#[test]
fn the_starter_runs_as_it_is_and_shows_what_the_gate_is_for() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = in_folder(folder.path(), &["init", "office"]);
    assert_eq!(code, 0, "{err}");
    insta::assert_snapshot!(out);
    let office = folder.path().join("office");

    let (code, out, err) = in_folder(&office, &["run", TASK]);
    assert_eq!((code, out.as_str()), (0, "ann@example.com got a list of 3 mails.\n"), "{err}");
    assert_eq!(sent(&office), ["ann@example.com"]);
    fs::remove_file(office.join("sent.jsonl")).unwrap();

    let (code, _, err) = in_folder(&office, &["run", "--defense", "individual", TASK]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(sent(&office), ["ann@example.com", "mallory@example.net"]);
}

#[test]
fn the_starter_passes_every_check() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(in_folder(folder.path(), &["init"]).0, 0);
    for arguments in [&["policy", "check"][..], &["lock", "--accept"], &["doctor"], &["prompt", "outbox"]] {
        let (code, out, err) = in_folder(folder.path(), arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{err}");
        assert!(!out.contains("warning") && !err.contains("warning"), "{arguments:?}: {out}{err}");
    }
    // The lock holds for what runs next.
    assert_eq!(in_folder(folder.path(), &["run", TASK]).0, 0);
}

#[test]
fn nothing_that_is_there_is_overwritten_and_nothing_is_half_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("script.toml"), "mine").unwrap();
    let (code, out, err) = in_folder(folder.path(), &["init"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("script.toml is there already, and nothing was written"), "{err}");
    assert_no_inside(&err);
    assert_eq!(fs::read_to_string(folder.path().join("script.toml")).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, out, err) = outcome(caravan(&["completions", shell]));
        assert_eq!((code, err.as_str()), (0, ""));
        for command in ["demo", "init", "run", "doctor", "completions"] {
            assert!(out.contains(command), "{shell}: {command}");
        }
    }
}
