//! Servers start when they are needed, start again after they have ended, and end with the client.

use std::time::{Duration, Instant};

use caravan_mcp::client::{ToolTerms, Transport};
use serde_json::json;

use crate::{Bench, ENDED, MARKER, client, hostile, late, program, wait};

fn pid(bench: &Bench) -> String {
    let counted = bench.value("counts", json!({}));
    counted.as_str().unwrap().split(' ').nth(1).unwrap().to_owned()
}

fn is_running(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_server_that_dies_over_a_call_fails_that_call_and_is_started_again_for_the_next() {
    let bench = Bench::new(hostile("usual"));
    let first = pid(&bench);
    assert_eq!(bench.failure("dies"), ENDED);
    let told = bench.told();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("server `it` ended with exit code 7; it last said: "), "{}", told[0]);
    assert!(told[0].ends_with("(during `dies`)"), "{}", told[0]);
    assert_eq!(told[0].lines().count(), 1);
    assert_ne!(pid(&bench), first);
    assert_eq!(bench.told()[1], "server `it` was started again");

    assert_eq!(bench.failure("is_killed"), ENDED);
    assert!(bench.told()[2].contains("was ended by signal 9"), "{:?}", bench.told());
}

#[test]
fn a_server_that_lists_other_tools_when_it_is_started_again_is_told_of() {
    for (mode, told) in [("usual", 2), ("never_the_same", 3)] {
        let bench = Bench::new(hostile(mode));
        assert_eq!(bench.failure("dies"), ENDED);
        assert!(bench.value("counts", json!({})).is_string());
        let notes = bench.told();
        assert_eq!(notes.len(), told, "{notes:?}");
        assert_eq!(notes[1], "server `it` was started again");
        if let Some(note) = notes.get(2) {
            assert!(note.starts_with("server `it` lists other tools than before"), "{note}");
        }
        let listed = bench.client.lists(&["it"]).unwrap().remove("it").unwrap().tools;
        assert_eq!(listed, bench.listed);
    }
}

#[test]
fn people_are_told_which_server_is_waited_for() {
    let mut spec = hostile("never_answers");
    spec.bounds.start = Duration::from_secs(6);
    let (client, told) = client(spec);
    assert!(client.lists(&["it"]).is_err());
    let told: Vec<String> = told.lock().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["server `it` has not listed its tools yet"]);
}

#[test]
fn a_server_that_keeps_dying_is_not_started_for_ever() {
    let bench = Bench::new(hostile("usual"));
    let failures: Vec<String> = (0..6).map(|_| bench.failure("dies")).collect();
    assert!(failures[5].contains("has ended 4 times within a minute"), "{failures:?}");
}

#[test]
fn a_call_that_takes_too_long_is_given_up_and_the_server_told_to_stop() {
    let bench = Bench::new(hostile("usual"));
    let terms = ToolTerms { timeout: Some(Duration::from_millis(200)), ..ToolTerms::default() };
    let failure = bench.call_as("hangs", terms, json!({})).unwrap_err().to_string();
    assert_eq!(failure, late("hangs", 0.2));
    assert_eq!(bench.value("was_told_to_stop", json!({})), json!("[\"request timeout\"]"));
}

#[test]
fn a_server_that_answers_nothing_any_more_is_ended_and_started_again() {
    let mut spec = hostile("usual");
    spec.bounds.call = Duration::from_millis(500);
    let bench = Bench::new(spec);
    let first = bench.value("counts", json!({}));
    let terms = ToolTerms { timeout: Some(Duration::from_millis(200)), ..ToolTerms::default() };
    let failure = bench.call_as("hangs_altogether", terms, json!({})).unwrap_err().to_string();
    assert_eq!(failure, late("hangs_altogether", 0.2));
    let second = bench.value("counts", json!({}));
    assert_ne!(first, second, "it is the same process");
    assert_eq!(second.as_str().and_then(|told| told.split(' ').next()), Some("1"), "{second}");
}

#[test]
fn progress_keeps_a_call_alive_but_not_for_ever() {
    let terms = || ToolTerms { timeout: Some(Duration::from_millis(1200)), ..ToolTerms::default() };
    let bench = Bench::new(hostile("usual"));
    assert_eq!(bench.call_as("makes_progress", terms(), json!({})).unwrap().value, json!("done"));
    let mut spec = hostile("usual");
    spec.bounds.total = Duration::from_millis(1300);
    let bench = Bench::new(spec);
    assert!(bench.call_as("makes_progress", terms(), json!({})).is_err());
}

#[test]
fn a_call_that_nobody_waits_for_any_more_is_cancelled() {
    let bench = Bench::new(hostile("usual"));
    let tool = bench.bound("hangs", ToolTerms::default());
    let given_up =
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
            tokio::time::timeout(Duration::from_millis(200), bench.client.call(&tool, json!({}), false)).await
        });
    assert!(given_up.is_err());
    assert_eq!(bench.value("was_told_to_stop", json!({})), json!("[\"nobody waits for it\"]"));
}

#[test]
fn calls_of_one_server_need_not_wait_for_each_other() {
    let bench = Bench::new(hostile("usual"));
    let hanging =
        bench.bound("hangs", ToolTerms { timeout: Some(Duration::from_secs(3)), ..ToolTerms::default() });
    let quick = bench.bound("counts", ToolTerms::default());
    wait(async {
        let slow = bench.client.call(&hanging, json!({}), false);
        let quick = bench.client.call(&quick, json!({}), false);
        tokio::pin!(slow);
        tokio::select! {
            _ = &mut slow => panic!("it hangs"),
            answer = quick => assert!(answer.is_ok()),
        }
    });
}

#[test]
fn servers_end_with_the_client_and_so_does_what_they_have_started() {
    let bench = Bench::new(hostile("usual"));
    let first = pid(&bench);
    assert!(is_running(&first));
    drop(bench);
    assert!(!is_running(&first));

    // One that is started by a shell, does not read, and does not heed a signal.
    let script = "trap '' TERM; sleep 300 & python3 hostile.py usual; wait";
    let bench = Bench::new(program("sh", &["-c", script]));
    let inner = pid(&bench);
    let began = Instant::now();
    drop(bench);
    assert!(!is_running(&inner));
    assert!(began.elapsed() < Duration::from_secs(15));
}

#[test]
fn nothing_is_started_before_it_is_needed() {
    let folder = std::env::temp_dir().join(format!("caravan-mcp-lazy-{}", std::process::id()));
    let script = format!("touch {}; python3 hostile.py usual", folder.display());
    let (client, _) = client(program("sh", &["-c", &script]));
    std::thread::sleep(Duration::from_millis(200));
    assert!(!folder.exists());
    client.lists(&["it"]).unwrap();
    assert!(folder.exists());
    std::fs::remove_file(folder).unwrap();
}

#[test]
fn a_server_that_cannot_be_used_is_named_with_the_cause_and_what_to_do() {
    let mut never = hostile("never_answers");
    never.bounds.start = Duration::from_millis(500);
    let mut nowhere = hostile("usual");
    if let Transport::Stdio { cwd, .. } = &mut nowhere.transport {
        *cwd = Some("no/such/folder".into());
    }
    let mut unknown = hostile("usual");
    unknown.protocol = Some("2000-01-01".to_owned());
    for (spec, cause) in [
        (
            program("no-such-program", &[]),
            "the server `it` does not start: there is no program `no-such-program`",
        ),
        (nowhere, "the server `it` does not start: its folder `no/such/folder` does not exist"),
        (
            hostile("exits"),
            "the server `it` does not start: it ended with exit code 3; it last said: no key given / xmarkerx",
        ),
        (program("true", &[]), "the server `it` does not start: it ended with exit code 0"),
        (never, "the server `it` did not answer within 0.5 seconds of its start"),
        (hostile("other_revision"), "the server `it` speaks another revision of the protocol: 2099-01-01"),
        (unknown, "the server `it` is to speak the revision `2000-01-01`, which is not known"),
    ] {
        let error = client(spec).0.lists(&["it"]).unwrap_err();
        assert_eq!(error.to_string(), cause);
        assert!(error.remedy().is_some(), "{cause}");
    }
}

#[test]
fn servers_of_the_older_revisions_are_spoken_to_in_theirs() {
    for protocol in [None, Some("2025-06-18"), Some("2025-11-25")] {
        for mode in ["old", "usual"] {
            let mut spec = hostile(mode);
            spec.protocol = protocol.map(str::to_owned);
            if (mode, protocol) == ("old", Some("2025-11-25")) {
                continue;
            }
            assert!(Bench::new(spec).value("counts", json!({})).is_string());
        }
    }
}

#[test]
fn a_server_gets_few_variables_of_our_environment() {
    let script = "env > \"$OUT\"; exec python3 hostile.py usual";
    let file = std::env::temp_dir().join(format!("caravan-mcp-env-{}", std::process::id()));
    let mut spec = program("sh", &["-c", script]);
    if let Transport::Stdio { env, .. } = &mut spec.transport {
        env.insert("OUT".to_owned(), file.display().to_string());
    }
    drop(Bench::new(spec));
    let got = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert!(got.contains("PATH="));
    // Cargo sets it for tests; a key of a model would come the same way.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    assert!(!got.contains("CARGO_MANIFEST_DIR"));
    assert!(!got.contains(MARKER));
}
