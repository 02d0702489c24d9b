//! Policies and caps of a configuration: what is wrong with them, and what they refuse.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use crate::models::{content, endpoint_in_turn};
use crate::{SOUND, caravan, folder_with, outcome};

const POLICY: &str = "\
// The clerk writes to Julie, and asks before it writes to others.
@id(\"julie\")
@reason(\"the message goes to Julie\")
permit(principal, action == Action::\"send_slack_message\", resource)
when { context.to.value == \"Julie\" };
";

/// A folder with a configuration that ends with this, and a file of policies.
fn folder(more: &str, policy: &str) -> tempfile::TempDir {
    let folder = folder_with(&format!("{SOUND}\n{more}"));
    std::fs::create_dir(folder.path().join("policies")).unwrap();
    std::fs::write(folder.path().join("policies/mail.cedar"), policy).unwrap();
    folder
}

fn run(folder: &Path, plan: &str, arguments: &[&str]) -> Command {
    let url = endpoint_in_turn(vec![content(&format!("```python\n{plan}\n```"))]);
    let mut command = caravan(&["run", "--config", "caravan.toml"]);
    command.args(arguments).arg("Say hello.").current_dir(folder);
    command.env("OPENAI_BASE_URL", url).env("OPENAI_API_KEY", "key-for-a-test");
    command
}

const FILES: &str = "[policy]\nfiles = [\"policies/mail.cedar\"]\n";

#[cfg(feature = "policy")]
#[test]
fn a_file_of_policies_that_is_not_right_is_shown_with_its_line_and_nothing_runs() {
    let folder = folder(FILES, &POLICY.replace("context.to", "context.too"));
    let (code, out, err) = outcome(run(folder.path(), "return 1", &[]));
    assert_eq!((code, out.as_str()), (2, ""));
    insta::assert_snapshot!(err);
    let folder = folder_with(&format!("{SOUND}\n{FILES}"));
    let (code, _, err) = outcome(run(folder.path(), "return 1", &[]));
    assert_eq!(code, 2);
    insta::assert_snapshot!(err);
}

#[cfg(feature = "policy")]
#[test]
fn a_call_that_no_policy_permits_ends_the_run_and_says_what_would_be_permitted() {
    let folder = folder(FILES, POLICY);
    let sent = outcome(run(folder.path(), "return send_slack_message(to='Julie', body='hi')", &[]));
    assert_eq!((sent.0, sent.1.as_str()), (0, "sent to Julie\n"), "{}", sent.2);
    let (code, out, err) = outcome(run(
        folder.path(),
        "return send_slack_message(to='Eve', body='hi')",
        &["--json", "--progress=off"],
    ));
    assert_eq!(code, 3);
    let json: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(json["calls"][0]["decision"]["policy"], "default");
    insta::assert_snapshot!(err);
}

#[test]
fn a_cap_ends_the_run() {
    let caps = "[caps]\nside_effects = 5\n[caps.tools.send_slack_message]\ncalls = 1\n";
    let folder = folder(caps, POLICY);
    let plan = "for name in ['Julie', 'Eve']:\n    send_slack_message(to=name, body='hi')\nreturn 1";
    let (code, _, err) = outcome(run(folder.path(), plan, &["--progress=off"]));
    assert_eq!(code, 3);
    insta::assert_snapshot!(err);
}

#[test]
fn a_run_takes_no_longer_than_it_may() {
    let folder = folder("[caps]\nseconds = 0.2\n", POLICY);
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = run(folder.path(), "return 1", &[]);
    command.env("OPENAI_BASE_URL", format!("http://{}/v1", silent.local_addr().unwrap()));
    let (code, _, err) = outcome(command);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("the run has taken 0.2 seconds, which is all that it may"), "{err}");
}

#[test]
fn a_cap_or_a_policy_that_there_is_not_is_shown_with_its_line() {
    let told = |more: &str| {
        let folder = folder(more, POLICY);
        let (code, _, err) = outcome(run(folder.path(), "return 1", &[]));
        assert_eq!(code, 2, "{err}");
        err
    };
    insta::assert_snapshot!(told("[policy]\nuse = \"public\"\n"));
    insta::assert_snapshot!(told("[caps.tools.send_mail]\ncalls = 1\n"));
    insta::assert_snapshot!(told("[caps.tools.send_slack_message.sum]\nbody = -1\n"));
    insta::assert_snapshot!(told("[caps]\nseconds = 0\n"));
}

#[cfg(feature = "policy")]
#[test]
fn policies_are_checked_and_what_none_ever_permits_is_listed() {
    let check = |policy: &str, arguments: &[&str]| {
        let folder = folder(FILES, policy);
        let mut command = caravan(&["policy", "check", "--config", "caravan.toml"]);
        command.args(arguments).current_dir(folder.path());
        outcome(command)
    };
    let (code, out, err) = check(POLICY, &[]);
    assert_eq!((code, out.as_str()), (0, "1 policy is right.\n"), "{err}");
    let never = check(&POLICY.replace("permit(", "forbid("), &["--json"]);
    assert_eq!(never.1, "{\"policies\":1,\"never_permitted\":[\"send_slack_message\"]}\n");
    let (_, schema, _) = check(POLICY, &["--schema"]);
    assert!(schema.contains("action \"send_slack_message\" in [\"outbox/*\", \"side-effects\"]"), "{schema}");
    let (code, out, err) = check(&format!("{POLICY}\n@aks permit(principal, action, resource);"), &[]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("mail.cedar:7"), "{err}");
}

#[cfg(feature = "policy")]
#[test]
fn a_decision_is_explained_with_the_policies_of_then_and_of_now() {
    let folder = folder(FILES, POLICY);
    let (_, run_json, _) =
        outcome(run(folder.path(), "return send_slack_message(to='Eve', body='hi')", &["--json"]));
    std::fs::write(folder.path().join("run.json"), run_json).unwrap();
    let explain = |arguments: &[&str]| {
        let mut command = caravan(&["policy", "explain", "--config", "caravan.toml", "run.json"]);
        command.args(arguments).current_dir(folder.path());
        outcome(command)
    };
    let (code, then, err) = explain(&["c1"]);
    assert_eq!(code, 0, "{err}");
    insta::assert_snapshot!(then);
    let (code, _, err) = explain(&["c7"]);
    assert_eq!(code, 2);
    assert!(err.contains("no call `c7`"), "{err}");
    std::fs::write(
        folder.path().join("policies/mail.cedar"),
        "@id(\"all\") permit(principal, action, resource);",
    )
    .unwrap();
    let (_, now, _) = explain(&["c1", "--json"]);
    let now: Json = serde_json::from_str(&now).unwrap();
    assert_eq!(now["calls"][0]["then"]["effect"], "deny");
    assert_eq!(
        (&now["calls"][0]["now"]["effect"], &now["calls"][0]["now"]["policy"]),
        (&"allow".into(), &"all".into())
    );
}

#[test]
fn nothing_is_approved_for_good_until_a_person_says_so() {
    let folder = folder("[policy]\nuse = \"ask-first\"\n", POLICY);
    let plan = "return send_slack_message(to='Eve', body='hi')";
    let (code, _, err) = outcome(run(folder.path(), plan, &["--no-journal"]));
    assert_eq!(code, 3);
    assert!(err.contains("nobody can be asked"), "{err}");
    let approvals = |arguments: &[&str]| {
        let mut command = caravan(&["approvals"]);
        command.args(arguments).current_dir(folder.path());
        outcome(command)
    };
    assert_eq!(approvals(&["list"]).1, "Nothing is approved for good.\n");
    assert_eq!(approvals(&["revoke", "1"]).0, 2);
    let rule = serde_json::json!({"next": 2, "rules": [{
        "number": 1, "server": "outbox", "tool": "send_slack_message", "policy": "ask-first",
        "reason": "`send_slack_message` has a side effect", "arguments": {"to": "Eve"}, "made": 0,
    }]});
    std::fs::create_dir_all(folder.path().join(".caravan")).unwrap();
    std::fs::write(folder.path().join(".caravan/approvals.json"), rule.to_string()).unwrap();
    let (code, out, err) =
        outcome(run(folder.path(), "return send_slack_message(to='Eve', body='hi')", &["--json"]));
    assert_eq!(code, 0, "{err}");
    let json: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(json["calls"][0]["decision"]["endorsed_by"], "remembered approval 1");
    let (code, out, _) = approvals(&["revoke", "1"]);
    assert_eq!(code, 0);
    assert!(out.contains("outbox/send_slack_message with to = \"Eve\""), "{out}");
    let (code, ..) = outcome(run(folder.path(), plan, &["--no-journal"]));
    assert_eq!(code, 3);
}
