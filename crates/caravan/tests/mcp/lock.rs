//! What planners read is pinned: a server that says something else stops the run before anything has happened.

use serde_json::Value as Json;

use crate::{MARKER, Ran, Stage, hostile};

/// The hostile server in a mode, with its own words for planners or without.
fn stage(mode: &str, more: &str) -> Stage {
    let config =
        hostile(&["it/counts"], more).replacen("hostile.py\"]", &format!("hostile.py\", {mode:?}]"), 1);
    Stage::new(&config, "return counts()")
}

const TRUSTED: &str = "descriptions = \"trusted\"";

fn lock(stage: &Stage, arguments: &[&str]) -> Ran {
    let mut command = stage.command(&["lock"]);
    command.args(arguments);
    stage.outcome(command)
}

#[test]
fn a_server_that_says_something_else_stops_everything_until_somebody_has_read_it() {
    let stage = stage("never_the_same", TRUSTED);
    let accepted = lock(&stage, &["--accept"]);
    assert_eq!(accepted.exit, 0, "{}", accepted.err);
    assert!(accepted.out.contains("+ [servers.it.tools.counts]"), "{}", accepted.out);
    for arguments in [
        &["run", "--model", "exec:python3 model.py", "Count."][..],
        &["serve", "--mcp", "--model", "exec:python3 model.py"],
    ] {
        let ran = stage.outcome(stage.command(arguments));
        assert_eq!(ran.exit, 2, "{}", ran.err);
        for part in [
            "caravan.lock: what planners read has changed since it was reviewed",
            "  [servers.it.tools.counts]\n  name = \"counts\"\n- description = ",
            "\n+ description = ",
            "`caravan lock` shows this again and accepts it; nothing has run",
        ] {
            assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
        }
        assert!(ran.prompts.is_empty() && ran.out.is_empty(), "{}{}", ran.prompts, ran.out);
    }
}

#[test]
fn what_is_withheld_from_planners_may_change_and_names_and_types_may_not() {
    let stage = stage("never_the_same", "");
    assert_eq!(lock(&stage, &["--accept"]).exit, 0);
    let pinned = std::fs::read_to_string(stage.path().join("caravan.lock")).unwrap();
    assert!(
        pinned.contains("[servers.it.tools.counts]\nname = \"counts\"\ndescription = \"\"\n"),
        "{pinned}"
    );
    assert!(stage.run(&[]).lines()[0].starts_with("1 "));
    let stage = stage.write("caravan.lock", &pinned.replacen("\"object\"", "\"array\"", 1));
    let ran = stage.run(&[]);
    assert_eq!(ran.exit, 2, "{}", ran.err);
    assert!(ran.err.contains("+   \"type\": \"object\""), "{}", ran.err);
}

#[test]
fn without_a_lock_file_a_run_works_and_one_line_says_that_nothing_is_pinned() {
    let stage = stage("usual", TRUSTED);
    let ran = stage.run(&[]);
    assert!(ran.lines()[0].starts_with("1 "));
    let notes: Vec<&str> = ran.notes().into_iter().filter(|note| note.contains("caravan lock")).collect();
    assert_eq!(
        notes,
        ["note: what planners read of tools is not pinned: `caravan lock` shows it and pins it"]
    );
    let built_in = Stage::new("root = \"a\"\n[agents.a]\ndescription = \"\"\n", "return 1").run(&[]);
    assert!(!built_in.err.contains("caravan lock"), "{}", built_in.err);
}

#[test]
fn scripts_accept_ci_checks_and_programs_read_json() {
    let stage = stage("usual", TRUSTED);
    for arguments in [&["--check"][..], &[]] {
        let checked = lock(&stage, arguments);
        assert_eq!(checked.exit, 2, "{}", checked.err);
        assert!(checked.err.contains("caravan.lock does not hold what planners read now"), "{}", checked.err);
        assert!(checked.err.contains("`caravan lock --accept`"), "{}", checked.err);
    }
    let told = |ran: &Ran| serde_json::from_str::<Json>(&ran.out).unwrap();
    let new = lock(&stage, &["--json"]);
    assert_eq!((new.exit, &told(&new)["status"], &told(&new)["accepted"]), (2, &"new".into(), &false.into()));
    assert!(!stage.path().join("caravan.lock").exists());
    let accepted = lock(&stage, &["--json", "--accept"]);
    assert_eq!((accepted.exit, &told(&accepted)["accepted"]), (0, &true.into()), "{}", accepted.err);
    let again = lock(&stage, &["--json"]);
    assert_eq!((again.exit, &told(&again)["status"]), (0, &"current".into()));
    assert_eq!(told(&again)["changes"], Json::Array(Vec::new()));
    assert_eq!(lock(&stage, &["--check"]).out.lines().count(), 1);
    // What comes to it has to be read; what goes need not.
    let config = std::fs::read_to_string(stage.path().join("caravan.toml")).unwrap();
    let stage =
        stage.write("caravan.toml", &config.replace("[\"it/counts\"]", "[\"it/counts\", \"it/logs\"]"));
    let ran = stage.run(&[]);
    assert_eq!(ran.exit, 2);
    assert!(ran.err.contains("+ [servers.it.tools.logs]"), "{}", ran.err);
    let changed = lock(&stage, &["--json"]);
    let sections: Vec<String> = told(&changed)["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| format!("{} {}", change["kind"].as_str().unwrap(), change["section"].as_str().unwrap()))
        .collect();
    assert_eq!(sections, ["changed [agents.boss]", "added [servers.it.tools.logs]"]);
    assert_eq!(lock(&stage, &["--accept"]).exit, 0);
    let fewer = config.replace("[\"it/counts\"]", "[\"it/counts\", \"it/logs\"]");
    let stage = stage.write("caravan.toml", &format!("{fewer}\n[agents.more]\ndescription = \"x\"\n"));
    assert_eq!(lock(&stage, &["--accept"]).exit, 0);
    let stage = stage.write("caravan.toml", &fewer);
    let ran = stage.run(&[]);
    assert_eq!(ran.exit, 0, "{}", ran.err);
    assert!(ran.err.contains("holds more than planners read now"), "{}", ran.err);
}

#[test]
fn hidden_characters_are_flagged_and_shown_as_escapes() {
    let stage = stage("hides", TRUSTED);
    let ran = stage.run(&[]);
    assert_eq!(ran.exit, 0, "{}", ran.err);
    let shown = lock(&stage, &[]);
    for text in [&ran.err, &shown.out] {
        assert!(text.contains("hidden characters in [servers.it.tools.counts]"), "{text}");
        assert!(text.contains("U+202E, U+E0020"), "{text}");
        assert!(!text.contains('\u{202e}') && !text.contains('\u{e0020}'), "{text}");
    }
    assert!(shown.out.contains("Counts.\\U000E0073"), "{}", shown.out);
    // Once somebody has accepted them there is nothing to say.
    assert_eq!(lock(&stage, &["--accept"]).exit, 0);
    assert!(!stage.run(&[]).err.contains("hidden"));
}

#[test]
fn a_lock_file_that_is_none_is_an_error_with_its_line_before_anything_is_started() {
    let config =
        hostile(&["it/counts"], "").replacen("command = \"python3\"", "command = \"no-such-program\"", 1);
    for (text, said) in [
        ("version = 1\n[agents.boss]\ndescripton = \"\"\n", "unknown key `descripton`"),
        ("version = 7\n", "has the form 7"),
        ("nonsense", "caravan.lock:1"),
    ] {
        let ran = Stage::new(&config, "return 1").write("caravan.lock", text).run(&[]);
        assert_eq!(ran.exit, 2);
        assert!(ran.err.contains(said) && ran.err.contains("caravan.lock:"), "{}", ran.err);
        assert!(!ran.err.contains("no-such-program"), "{}", ran.err);
    }
}

#[test]
fn what_is_pinned_holds_no_value_of_a_variable() {
    let config = hostile(&["it/counts"], "env = { KEY = \"${HUSH}\" }").replacen(
        "hostile.py\"]",
        "hostile.py\", \"${MODE:-usual}\"]",
        1,
    );
    let stage = Stage::new(&config, "return 1");
    let mut command = stage.command(&["lock", "--accept"]);
    command.env("HUSH", "hushhush");
    assert_eq!(stage.outcome(command).exit, 0);
    let pinned = std::fs::read_to_string(stage.path().join("caravan.lock")).unwrap();
    assert!(pinned.contains("\"${MODE:-usual}\"") && !pinned.contains("hushhush"), "{pinned}");
    assert!(pinned.contains(&format!("name = \"{MARKER} ")), "{pinned}");
}
