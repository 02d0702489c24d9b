//! What planners are sent: `caravan prompt`.

use crate::{assert_no_inside, caravan, outcome};

fn prompt(arguments: &[&str]) -> (i32, String, String) {
    let mut command = caravan(&["prompt"]);
    command.args(arguments).current_dir(crate::repository());
    outcome(command)
}

/// The agents of each bundled scenario, the root first.
const AGENTS: &[(&str, &[&str])] = &[
    ("applicants", &["orchestrator", "sql", "notifications"]),
    ("departments", &["orchestrator", "sql", "notifications"]),
];

#[test]
fn the_whole_prompt_of_every_agent_of_the_bundled_scenarios() {
    for (scenario, agents) in AGENTS {
        let config = format!("scenarios/{scenario}/caravan.toml");
        for agent in *agents {
            for defense in ["individual", "multi"] {
                let (code, out, err) = prompt(&[agent, "--config", &config, "--defense", defense]);
                assert_eq!((code, err.as_str()), (0, ""));
                let fixed = prompt(&[agent, "--config", &config, "--defense", defense, "--fixed"]).1;
                // The guide stands once, in a file of its own; here is what the agent adds to it.
                let own = out.strip_prefix(fixed.trim_end()).unwrap();
                insta::assert_snapshot!(format!("prompt_{scenario}_{agent}_{defense}"), own);
                assert!(out.ends_with('\n') && !out.ends_with("\n\n"), "{out:?}");
            }
        }
    }
}

#[test]
fn the_fixed_part_is_the_same_for_every_agent_and_short() {
    for defense in ["individual", "multi"] {
        let mut texts = Vec::new();
        for (scenario, agents) in AGENTS {
            let config = format!("scenarios/{scenario}/caravan.toml");
            for agent in *agents {
                texts.push(prompt(&[agent, "--fixed", "--config", &config, "--defense", defense]).1);
            }
        }
        let first = texts[0].clone();
        assert!(texts.iter().all(|text| *text == first));
        assert!(first.chars().count() <= 4000, "{} characters", first.chars().count());
        insta::assert_snapshot!(format!("prompt_fixed_{defense}"), first);
    }
}

#[test]
fn an_agent_that_is_not_there_is_refused_with_those_that_are() {
    let config = "scenarios/applicants/caravan.toml";
    let (code, out, err) = prompt(&["sqll", "--config", config]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_no_inside(&err);
    assert!(err.contains("did you mean `sql`?"), "{err}");
    let (code, _, err) = prompt(&["sql", "--config", config, "--defense", "none"]);
    assert_eq!(code, 2);
    assert!(err.contains("no planners"), "{err}");
}
