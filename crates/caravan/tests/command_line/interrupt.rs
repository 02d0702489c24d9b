//! Ctrl-C, wherever it comes.

use std::io::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::{SOUND, caravan, folder_with};

/// Sends Ctrl-C, and gives what came of it.
fn interrupted(child: Child) -> (Option<i32>, String) {
    ended_by("-INT", child)
}

/// Sends a signal, and gives what came of it.
fn ended_by(signal: &str, child: Child) -> (Option<i32>, String) {
    let asked = Instant::now();
    let signalled = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    (status.code(), String::from_utf8(stderr).unwrap().trim().to_owned())
}

#[test]
fn ctrl_c_ends_a_run_that_waits_for_a_silent_endpoint_and_leaves_nothing_behind() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = folder_with(&format!("{SOUND}\n[servers.base]\nkind = \"sqlite\"\nseed = \"seed.sql\"\n"));
    std::fs::write(folder.path().join("seed.sql"), "CREATE TABLE t (a);").unwrap();
    let temporary = folder.path().join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    let mut child = caravan(&["run", "--quiet", "--config", "caravan.toml", "Say hello."])
        .current_dir(folder.path())
        .env("OPENAI_BASE_URL", format!("http://{}/v1", silent.local_addr().unwrap()))
        .env("OPENAI_API_KEY", "key-for-a-test")
        .env("TMPDIR", &temporary)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Accepted and never answered: from here on the run waits.
    silent.set_nonblocking(true).unwrap();
    let _held = loop {
        match silent.accept() {
            Ok(held) => break held,
            Err(_) => assert_eq!(child.try_wait().unwrap(), None, "it ended before it asked"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 1);
    assert_eq!(interrupted(child), (Some(130), "interrupted".to_owned()));
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
}

/// A plan that computes for ever.
fn computing() -> Child {
    let limit = format!("steps={}", u64::MAX);
    let mut child = caravan(&["try", "--limit", &limit])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"while True:\n    pass\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None);
    child
}

#[test]
fn ctrl_c_ends_a_plan_that_computes() {
    assert_eq!(interrupted(computing()), (Some(130), "interrupted".to_owned()));
}

#[test]
fn a_request_to_end_and_a_closed_terminal_do_what_ctrl_c_does() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        assert_eq!(ended_by(signal, computing()), (Some(code), "interrupted".to_owned()), "{signal}");
    }
}
