//! `caravan doctor`: what is found in configurations, and how it is said.

use serde_json::Value as Json;

use crate::{Stage, hostile};

fn told(stage: &Stage) -> (i32, Json) {
    let mut command = stage.command(&["doctor", "--json"]);
    command.env("OPENAI_API_KEY", "sk-hushhush").env_remove("ANTHROPIC_API_KEY");
    let ran = stage.outcome(command);
    assert!(!format!("{}{}", ran.out, ran.err).contains("hushhush"));
    (ran.exit, serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err)))
}

/// `topic level message`, and the help, of every finding.
fn findings(report: &Json) -> Vec<String> {
    let all = report["findings"].as_array().unwrap().iter();
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    all.map(|found| {
        format!(
            "{} {} {} / {}",
            text(&found["topic"]),
            text(&found["level"]),
            text(&found["message"]),
            text(&found["help"])
        )
    })
    .collect()
}

const MODELS: &str = "[models]\nplanner = \"openai:large\"\nquarantined = \"anthropic:small\"\n";

#[test]
fn what_is_wrong_is_said_with_how_to_mend_it() {
    let more = format!("[servers.gone]\ncommand = \"no-such-program\"\n{MODELS}");
    let stage = Stage::new(&hostile(&["it/counts"], &more), "return 1");
    let (exit, report) = told(&stage);
    let found = findings(&report).join("\n");
    assert_eq!(exit, 2, "{found}");
    for part in [
        "models ok planner: openai:large, with a key",
        "models error quarantined: anthropic:small: ",
        "ANTHROPIC_API_KEY",
        "servers error ",
        "the server `gone` does not start: there is no program `no-such-program`",
        "servers ok it: ",
    ] {
        assert!(found.contains(part), "`{part}` is not in\n{found}");
    }
    let none = Stage::new(&hostile(&["it/counts"], ""), "return 1");
    let found = findings(&told(&none).1).join("\n");
    assert!(found.contains("models error planner: no model is named / name one with `planner = "), "{found}");
}

#[test]
fn a_lock_file_is_missing_old_or_broken() {
    let models = "[models]\nplanner = \"scripted\"\nquarantined = \"scripted\"\nscript = \"s.toml\"\n";
    let stage = Stage::new(&hostile(&["it/counts"], models), "return 1").write("s.toml", "");
    let lock =
        |stage: &Stage| findings(&told(stage).1).into_iter().find(|found| found.starts_with("lock")).unwrap();
    assert!(lock(&stage).contains("lock warning there is no ") && lock(&stage).contains("`caravan lock`"));
    assert_eq!(stage.outcome(stage.command(&["lock", "--accept"])).exit, 0);
    assert!(lock(&stage).starts_with("lock ok "), "{}", lock(&stage));
    let config = std::fs::read_to_string(stage.path().join("caravan.toml")).unwrap();
    let stage = stage.write("caravan.toml", &config.replace("Does things.", "Does more."));
    assert!(
        lock(&stage).contains("does not hold what planners read now: [agents.boss] changed"),
        "{}",
        lock(&stage)
    );
    let stage = stage.write("caravan.lock", "version = 1\nmore = 1\n");
    assert!(lock(&stage).contains("caravan.lock:2: unknown key `more`"), "{}", lock(&stage));
}

#[test]
fn the_two_ways_of_the_papers_proof_are_listed() {
    // The agent's own tool returns it, or a child answers with it.
    let more = "[agents.child]\ndescription = \"\"\ntools = [\"it/echoes\"]\n";
    for (defense, stopped) in [("multi", true), ("individual", false)] {
        let config =
            hostile(&["it/counts"], more).replacen("[servers.it]", "children = [\"child\"]\n[servers.it]", 1);
        let stage = Stage::new(&format!("defense = \"{defense}\"\n{config}"), "return 1");
        let (_, report) = told(&stage);
        assert_eq!(report["laundering"]["stopped"], stopped);
        let routes: Vec<String> = report["laundering"]["routes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|route| {
                format!("{} {} {} {}", route["agent"], route["tool"], route["through"], route["child"])
            })
            .collect();
        assert_eq!(
            routes,
            ["\"boss\" \"counts\" null \"child\"", "\"boss\" \"child/echoes\" \"child\" \"child\""]
        );
        let shown = stage.outcome(stage.command(&["doctor"])).out;
        assert!(
            shown.contains("`boss` gets text from outside by its own tool, and could write it to `child`"),
            "{shown}"
        );
        let said = if stopped { "the gate stops all of these" } else { "nothing stops these" };
        assert!(shown.contains(said), "{shown}");
    }
}
