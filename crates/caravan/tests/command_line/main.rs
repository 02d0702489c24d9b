//! The command line as people and programs meet it: exit codes, messages, JSON.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that fails may say so loudly"
)]

mod accounts;
#[cfg(feature = "bench")]
mod assetops;
mod bad_input;
mod bench;
#[cfg(feature = "serve")]
mod browser;
mod chat;
mod demo;
mod explain;
mod init;
mod interrupt;
mod journal;
mod mistakes;
mod models;
mod peers;
mod plan;
mod policies;
mod progress;
mod prompt;
#[cfg(feature = "serve")]
mod serve;
mod trial;
#[cfg(feature = "serve")]
mod view;
#[cfg(all(feature = "mcp", feature = "serve"))]
mod wrap;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn caravan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caravan"));
    command.args(arguments).env_remove("OPENAI_API_KEY").env_remove("OPENAI_BASE_URL").stdin(Stdio::null());
    command
}

/// What a command gave: exit code, standard output, standard error.
fn outcome(mut command: Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = caravan(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Wrong arguments end it before it has read anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// What is told to people holds no trace of the program's inside.
fn assert_no_inside(text: &str) {
    for inside in ["panicked", "RUST_BACKTRACE", "src/", "::", "Err(", "Some(", "Error {"] {
        assert!(!text.contains(inside), "`{inside}` in {text}");
    }
}

/// A folder with a configuration in it.
fn folder_with(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("caravan.toml"), config).unwrap();
    folder
}

/// Runs an instruction with this configuration, from inside its folder, so that messages name no other place.
fn run_with(config: &str, arguments: &[&str]) -> (i32, String, String) {
    let folder = folder_with(config);
    let mut command = caravan(&["run", "--config", "caravan.toml"]);
    command.args(arguments).arg("Say hello.").current_dir(folder.path());
    outcome(command)
}

const SOUND: &str = r#"
root = "clerk"

[models]
planner = "openai:test"
quarantined = "openai:test"

[agents.clerk]
description = "Does what is asked."
tools = ["send_slack_message"]

[servers.outbox]
kind = "mailbox"
"#;

#[test]
fn help_teaches_by_example_and_lists_the_exit_codes() {
    let (code, out, _) = outcome(caravan(&["--help"]));
    assert_eq!(code, 0);
    assert!(out.contains("Exit codes") && out.contains("caravan demo"), "{out}");
    for command in ["chat", "demo", "explain", "models", "prompt", "resume", "run", "runs", "try"] {
        let (code, out, _) = outcome(caravan(&[command, "--help"]));
        assert_eq!(code, 0);
        assert!(out.contains("Examples:"), "{out}");
    }
}

/// A copy of a scenario, since a run leaves its journal beside the configuration; and where its configuration is.
fn scenario(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    copy_scenario(name, folder.path());
    let config = folder.path().join("caravan.toml").to_str().unwrap().to_owned();
    (folder, config)
}

fn copy_scenario(name: &str, to: &Path) {
    for entry in std::fs::read_dir(repository().join("scenarios").join(name)).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
