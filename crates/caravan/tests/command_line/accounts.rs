//! What models take: told, recorded, replayed, limited; and what `caravan models` lists.

use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::models::{content, endpoint, endpoint_in_turn};
use crate::{assert_no_inside, caravan, folder_with, outcome};

const KEY: &str = "key-for-a-test-3141592653";

const TWO_AGENTS: &str = r#"
root = "head"

[models]
planner = "openai:test"
quarantined = "openai:test"

[agents.head]
description = "Asks the clerk."
children = ["clerk"]

[agents.clerk]
description = "Does what is asked."
tools = ["send_slack_message"]

[servers.outbox]
kind = "mailbox"
"#;

/// The head's plan, the clerk's, and a value for the clerk's quarantined model.
fn answers() -> Vec<Json> {
    let head = "```python\nreturn clerk(message=\"How many seats are there?\", output_schema=int)\n```";
    let clerk =
        "```python\nprint(\"reading\")\nreturn query_ai_assistant(\"How many seats: three\", int)\n```";
    let value = json!({"have_enough_information": true, "value": 3}).to_string();
    vec![content(head), content(clerk), content(&value)]
}

fn run(folder: &Path, base_url: &str, arguments: &[&str]) -> Command {
    let mut command = caravan(&["run", "--config", "caravan.toml"]);
    command
        .args(arguments)
        .arg("Count the seats.")
        .current_dir(folder)
        .env("OPENAI_BASE_URL", base_url)
        .env("OPENAI_API_KEY", KEY);
    command
}

#[test]
fn what_models_took_is_told_by_agent_and_role_with_its_price() {
    let folder = folder_with(TWO_AGENTS);
    let prices = "[\"openai:test\"]\ninput = 10.0\ncached = 1.0\noutput = 100.0\n";
    std::fs::write(folder.path().join("prices.toml"), prices).unwrap();
    let url = endpoint_in_turn(answers());
    let (code, out, err) = outcome(run(folder.path(), &url, &["--prices", "prices.toml"]));
    assert_eq!(code, 0, "{err}");
    assert_eq!(out, "reading\n3\n");
    let table = err.split_once("models ").map(|(_, rest)| format!("models {rest}")).unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn the_json_has_what_models_took_in_all_by_agent_and_by_role() {
    let folder = folder_with(TWO_AGENTS);
    let (code, out, err) = outcome(run(folder.path(), &endpoint_in_turn(answers()), &["--json"]));
    assert_eq!(code, 0, "{err}");
    let run: Json = serde_json::from_str(&out).unwrap();
    insta::assert_snapshot!(format!("{:#}", run["usage"]));
}

#[test]
fn a_recorded_run_is_replayed_byte_for_byte_without_a_key_or_a_network() {
    let folder = folder_with(TWO_AGENTS);
    let url = endpoint_in_turn(answers());
    let arguments = ["--record", "recording", "--json"];
    let (code, recorded, err) = outcome(run(folder.path(), &url, &arguments));
    assert_eq!(code, 0, "{err}");
    let mut replayed = caravan(&["run", "--config", "caravan.toml", "--json", "--model", "replay:recording"]);
    replayed.arg("Count the seats.").current_dir(folder.path());
    let (code, replayed, err) = outcome(replayed);
    assert_eq!(code, 0, "{err}");
    let but_for_the_id = |text: &str| text.split_once("\",").map(|(_, rest)| rest.to_owned()).unwrap();
    assert_eq!(but_for_the_id(&recorded), but_for_the_id(&replayed));

    // Another instruction was not recorded; nothing is asked.
    let mut other = caravan(&["run", "--config", "caravan.toml", "--model", "replay:recording"]);
    other.arg("Count the stools.").current_dir(folder.path());
    let (code, _, err) = outcome(other);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("the nearest one differs in `user`") && err.contains("Count the seats."), "{err}");

    // A recording is not written over.
    let (code, _, err) = outcome(run(folder.path(), &url, &arguments));
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("holds a recording already"), "{err}");
}

#[test]
fn a_key_is_in_nothing_that_a_run_writes() {
    for message in [content(&format!("```python\nreturn \"{KEY}\"\n```")), content(KEY), content("")] {
        let folder = folder_with(TWO_AGENTS);
        let url = endpoint(message);
        let (_, out, err) = outcome(run(folder.path(), &url, &["--record", "recording", "--json"]));
        let (_, told, told_err) = outcome(run(folder.path(), &url, &["--record", "again"]));
        for text in [out, err, told, told_err] {
            assert!(!text.contains(KEY), "{text}");
        }
        let mut files = 0;
        for folder in ["recording", "again"].map(|name| folder.path().join(name)) {
            for file in std::fs::read_dir(folder).unwrap() {
                let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
                assert!(!text.contains(KEY) && !text.is_empty(), "{text}");
                files += 1;
            }
        }
        assert_eq!(files, 4);
    }
}

#[test]
fn a_budget_ends_a_run_with_what_was_done_until_then() {
    let folder = folder_with(TWO_AGENTS);
    let prices = "[\"openai:test\"]\ninput = 1000000.0\noutput = 1000000.0\n";
    std::fs::write(folder.path().join("prices.toml"), prices).unwrap();
    for (arguments, used_up) in [
        (&["--max-calls", "2"][..], "the budget of 2 calls is used up"),
        (&["--budget-tokens", "30"], "the budget of 30 tokens (30 were used) is used up"),
        (
            &["--budget-usd", "29.5", "--prices", "prices.toml"],
            "the budget of 29.5 US dollars (30.0000 were used) is used up",
        ),
    ] {
        let (code, out, err) = outcome(run(folder.path(), &endpoint_in_turn(answers()), arguments));
        assert_eq!(code, 4, "{err}");
        assert_eq!(out, "reading\n");
        let line = format!(
            "error: the run stopped before it asked the quarantined model of agent `clerk`: {used_up}"
        );
        assert!(err.contains(&line), "{err}");
        assert_no_inside(&err);
        let mut with_json = arguments.to_vec();
        with_json.push("--json");
        let (code, out, _) = outcome(run(folder.path(), &endpoint_in_turn(answers()), &with_json));
        assert_eq!(code, 4);
        let run: Json = serde_json::from_str(&out).unwrap();
        assert_eq!(run["status"], "budget_used_up");
        assert_eq!(run["error"]["kind"], "BudgetUsedUp");
        assert_eq!((&run["usage"]["calls"], &run["usage"]["input_tokens"]), (&json!(2), &json!(20)));
        assert_eq!(run["calls"].as_array().unwrap().len(), 2, "{run:#}");
    }
}

#[test]
fn a_budget_of_money_needs_a_price() {
    let folder = folder_with(TWO_AGENTS);
    let (code, _, err) = outcome(run(folder.path(), "http://127.0.0.1:9/v1", &["--budget-usd", "1"]));
    assert_eq!(code, 2, "{err}");
    insta::assert_snapshot!(err, @r#"
    error: `openai:test` has no price, so that a budget of US dollars cannot hold
     |
     = help: give a price table with `--prices FILE`: ["openai:test"], and below it input = ..., output = ... for a million tokens
    "#);
}

#[test]
fn models_lists_what_is_configured_what_answers_and_what_each_supports() {
    let config = format!(
        "{TWO_AGENTS}\n[providers.studio]\nkind = \"compatible\"\nbase_url = \"http://127.0.0.1:9/v1\"\n"
    );
    let config = config.replace(
        "quarantined = \"openai:test\"",
        "quarantined = \"studio:small\"\njudge = \"scripted\"\nscript = \"s.toml\"",
    );
    let folder = folder_with(&config);
    std::fs::write(folder.path().join("s.toml"), "").unwrap();
    let url = endpoint(content("yes"));
    let listed = |arguments: &[&str]| {
        let mut command = caravan(&["models", "--config", "caravan.toml"]);
        command
            .args(arguments)
            .current_dir(folder.path())
            .env("OPENAI_BASE_URL", &url)
            .env("OPENAI_API_KEY", KEY);
        for name in ["OPENROUTER", "ANTHROPIC", "GEMINI", "GOOGLE", "OLLAMA", "VLLM", "COMPATIBLE"] {
            command.env_remove(format!("{name}_API_KEY")).env_remove(format!("{name}_BASE_URL"));
        }
        command.env_remove("OLLAMA_HOST").env_remove("GOOGLE_GEMINI_BASE_URL");
        outcome(command)
    };
    let (code, out, err) = listed(&["--offline"]);
    assert_eq!(code, 0, "{err}");
    assert!(!out.contains(KEY));
    insta::assert_snapshot!(out.replace(&url, "URL"));

    let (code, out, _) = listed(&["--json", "--timeout", "1"]);
    assert_eq!(code, 4);
    let list: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(list["models"][0]["roles"], json!(["planner", "tool_calling"]));
    assert_eq!(list["models"][0]["answers"], true);
    assert_eq!(
        (&list["models"][1]["model"], &list["models"][1]["answers"]),
        (&json!("studio:small"), &json!(false))
    );
    let error = list["models"][1]["error"].as_str().unwrap();
    assert!(error.starts_with("studio:small cannot be reached at http://127.0.0.1:9/v1"), "{error}");
    assert_eq!(list["models"][2]["answers"], Json::Null);
}

#[test]
fn options_reach_the_request_and_unknown_ones_of_the_provider_are_refused() {
    let folder = folder_with(TWO_AGENTS);
    let url = endpoint_in_turn(answers());
    let options = [
        "--temperature",
        "0.5",
        "--seed",
        "7",
        "--max-tokens",
        "99",
        "--reasoning-effort",
        "low",
        "--record",
        "r",
    ];
    let (code, _, err) = outcome(run(folder.path(), &url, &options));
    assert_eq!(code, 0, "{err}");
    let sent = std::fs::read_to_string(folder.path().join("r/requests.jsonl")).unwrap();
    let first: Json = serde_json::from_str(sent.lines().next().unwrap()).unwrap();
    let body = &first["body"];
    assert_eq!(
        json!([body["temperature"], body["seed"], body["max_tokens"], body["reasoning_effort"]]),
        json!([0.5, 7, 99, "low"])
    );
    let mut command = run(folder.path(), &url, &["--model", "anthropic:claude", "--seed", "7"]);
    command.env("ANTHROPIC_API_KEY", KEY);
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    assert!(err.contains("`seed` is set, and anthropic has no such option"), "{err}");
}
