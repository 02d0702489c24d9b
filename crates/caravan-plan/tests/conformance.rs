//! The conformance corpus: every `conformance/TOPIC__CASE.py` prints the same, and ends with the same
//! exception, on this machine and on CPython.
//!
//! CPython is `CARAVAN_PYTHON`, a python3 with pydantic (`cargo xtask test` makes one), or else `python3`,
//! without the files on pydantic. `CARAVAN_CONFORMANCE=topic` runs the files whose names contain `topic`.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use caravan_plan::{Ending, Environment, Machine, MachineSetup, Step, Strictness, World, compile};

/// What a program did: its output, and the last line of its error.
#[derive(Debug, PartialEq)]
struct Run {
    output: String,
    error: String,
}

#[test]
fn every_program_of_the_corpus_does_what_cpython_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let python = std::env::var("CARAVAN_PYTHON").ok();
    let wanted = std::env::var("CARAVAN_CONFORMANCE").unwrap_or_default();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .filter(|path| name(path).contains(&wanted))
        .filter(|path| python.is_some() || !name(path).starts_with("pydantic__"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    assert!(!wanted.is_empty() || files.len() >= 600, "the corpus has shrunk to {} files", files.len());
    let interpreter = python.unwrap_or_else(|| "python3".to_owned());
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (theirs, ours) = (cpython(&interpreter, path), machine(path));
                    if theirs != ours {
                        let mut text = String::new();
                        let _ = writeln!(text, "== {}", name(path));
                        difference(&mut text, &theirs.output, &ours.output);
                        difference(&mut text, &theirs.error, &ours.error);
                        failures.lock().expect("no test thread panics with the lock").push(text);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panics with the lock");
    failures.sort();
    assert!(failures.is_empty(), "{} of {} differ\n{}", failures.len(), files.len(), failures.join("\n"));
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The first line in which two texts differ.
fn difference(text: &mut String, theirs: &str, ours: &str) {
    let (mut left, mut right) = (theirs.lines(), ours.lines());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return,
            (a, b) if a == b => {}
            (a, b) => {
                let _ = writeln!(text, "   cpython: {}\n   machine: {}", a.unwrap_or("-"), b.unwrap_or("-"));
                return;
            }
        }
    }
}

fn cpython(interpreter: &str, path: &Path) -> Run {
    let output = Command::new(interpreter)
        .arg(path)
        .env("PYTHONUTF8", "1")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 runs");
    let error = String::from_utf8_lossy(&output.stderr);
    let last = error.trim_end().lines().last().unwrap_or_default();
    Run {
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        error: if output.status.success() { String::new() } else { last.to_owned() },
    }
}

fn machine(path: &Path) -> Run {
    let source = std::fs::read_to_string(path).expect("a readable file");
    let program = match compile(&source, &Environment::default()) {
        Ok(program) => program,
        Err(findings) => {
            let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
            return Run { output: String::new(), error: format!("refused: {}", findings.join("; ")) };
        }
    };
    let mut world = World::new(Strictness::Cfi);
    let mut machine = Machine::new(&program, MachineSetup::default(), &mut world);
    let step = machine.resume(&mut world, None);
    let output = machine.take_output().into_iter().map(|printed| printed.text).collect();
    let error = match step {
        Step::Finished(Ending::Value(_)) => String::new(),
        Step::Finished(Ending::Error(error)) => {
            // CPython shows the last line of the traceback, with the module of classes that are not built in.
            let text = if error.message.is_empty() {
                error.kind.to_string()
            } else {
                format!("{}: {}", error.kind, error.message)
            };
            let last = text.lines().last().unwrap_or_default();
            // What the machine adds where a limit was met.
            last.split("; the limit `").next().unwrap_or_default().to_owned()
        }
        Step::Request(request) => format!("asks for {:?}", request.kind),
    };
    Run { output, error }
}
