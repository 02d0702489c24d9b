//! `caravan bench multiagentdojo`: what is refused before anything runs.

use crate::{assert_no_inside, caravan, outcome, repository};

fn refused(arguments: &[&str], word: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = caravan(&["bench", "multiagentdojo", "--limit", "1", "--out"]);
    command.arg(folder.path().join("out"));
    // No bridge is started.
    command.args(arguments).current_dir(repository()).env("CARAVAN_BRIDGE_PYTHON", "/bin/false");
    let (code, out, err) = outcome(command);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains(word), "{err}");
    assert_no_inside(&err);
}

#[test]
fn what_the_reference_model_cannot_play_is_refused() {
    refused(&["--topology", "single"], "none for one agent with all tools");
    refused(&["--loop-defense", "tool_filter"], "does not choose its tools");
    refused(&["--paste-all", "--model", "exec:/bin/false"], "it is about the reference model");
    refused(&["--model", "hostile"], "`hostile` is a quarantined model and nothing else");
}

#[test]
fn names_that_there_are_not_are_refused_with_those_that_there_are() {
    refused(&["--benchmark-version", "v1"], "the bridge serves v1.2.2");
    refused(&["--policy", "lax"], "agentdojo, public-only, trivial");
    refused(&["--loop-defense", "none"], "spotlighting_with_delimiting");
    refused(&["--suite", "bankin"], "there is no suite `bankin`");
    refused(&["--suite", "banking", "--task", "user_task_99"], "there is no user task `user_task_99`");
}
