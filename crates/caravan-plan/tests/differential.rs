//! Generated programs do on this machine what they do on CPython: they print the same and end with the same
//! exception.
//!
//! `DIFFERENTIAL_PROGRAMS` programs from the seed `DIFFERENTIAL_SEED` on are tried; `cargo xtask differential` tries
//! more. CPython is `CARAVAN_PYTHON`, or else `python3`. What differs on purpose is in the conformance corpus's
//! README.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "differential/choices.rs"]
mod choices;
#[path = "differential/expression.rs"]
mod expression;
#[path = "differential/literals.rs"]
mod literals;
#[path = "differential/program.rs"]
mod program;
#[path = "differential/purpose.rs"]
mod purpose;
#[path = "differential/shapes.rs"]
mod shapes;
#[path = "differential/templates.rs"]
mod templates;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use caravan_plan::{Ending, Environment, Limits, Machine, MachineSetup, Step, Strictness, World, compile};
use choices::Choices;

/// How many programs one process of CPython runs.
const BATCH: u64 = 500;

/// What a program printed, and the last line of its error.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    output: String,
    error: String,
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn generated_programs_do_what_they_do_on_cpython() {
    let (programs, first) = (setting("DIFFERENTIAL_PROGRAMS", 500), setting("DIFFERENTIAL_SEED", 1));
    let mut report = String::new();
    let (mut different, mut skipped) = (0, 0);
    let mut seed = first;
    while seed < first + programs {
        let batch: Vec<u64> = (seed..first + programs).take(BATCH as usize).collect();
        let sources: Vec<String> =
            batch.iter().map(|seed| source(&program::pieces(Choices::of_seed(*seed), &[]))).collect();
        let theirs = cpython(&sources);
        for ((seed, source), theirs) in batch.iter().zip(&sources).zip(theirs) {
            let ours = machine(source);
            if theirs.error == "skipped" || ours.error.starts_with("LimitReached") {
                skipped += 1;
                continue;
            }
            if let Some(difference) = difference(&theirs, &ours) {
                different += 1;
                let _ = writeln!(report, "== seed {seed}\n{difference}\n{}", piece(source, &difference));
            }
        }
        seed += BATCH;
    }
    println!("{programs} programs, {skipped} beyond the limits of either, {different} different");
    assert!(different == 0, "{different} of {programs} programs differ\n{report}");
    assert!(skipped * 20 < programs, "{skipped} of {programs} programs compared nothing");
}

fn source(pieces: &[String]) -> String {
    format!("{}{}", program::HEADER, pieces.concat())
}

/// The part of a program whose output differs, or the line of a syntax error.
fn piece<'a>(source: &'a str, difference: &str) -> &'a str {
    let line = difference.split("(plan, line ").nth(1).and_then(|rest| rest.split(')').next());
    if let Some(line) = line.and_then(|line| line.parse::<usize>().ok()) {
        return source.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    }
    let number = difference.trim_start().strip_prefix("-- ").and_then(|rest| rest.split('\n').next());
    let Some(begin) = number.and_then(|number| source.find(&format!("print('--', {number})"))) else {
        return "";
    };
    let part = &source[begin..];
    let end = part[1..].find("\nprint('--'").map_or(part.len(), |end| end + 1);
    part[..end].trim_end()
}

/// The first line in which two runs differ, unless they do so on purpose.
fn difference(theirs: &Run, ours: &Run) -> Option<String> {
    let mut section = "";
    let (mut left, mut right) = (theirs.output.lines(), ours.output.lines());
    loop {
        match (left.next(), right.next()) {
            (None, None) => break,
            (a, b) if a == b => {
                if let Some(line) = a.filter(|line| line.starts_with("-- ")) {
                    section = line;
                }
            }
            (a, b) => {
                let (a, b) = (a.unwrap_or("(end)"), b.unwrap_or("(end)"));
                if purpose::on_purpose(a, b) {
                    continue;
                }
                let error =
                    if b == "(end)" { format!("\n   ended:   {}", ours.error) } else { String::new() };
                return Some(format!("   {section}\n   cpython: {a}\n   machine: {b}{error}"));
            }
        }
    }
    if theirs.error == ours.error || purpose::on_purpose(&theirs.error, &ours.error) {
        return None;
    }
    Some(format!("   the end\n   cpython: {}\n   machine: {}", theirs.error, ours.error))
}

fn cpython(sources: &[String]) -> Vec<Run> {
    let interpreter = std::env::var("CARAVAN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut process = Command::new(interpreter)
        .args(["-c", include_str!("differential/cpython.py")])
        .env("PYTHONUTF8", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut input = process.stdin.take().expect("a pipe");
    let text = sources.join("\0");
    let feeding = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = process.wait_with_output().expect("python3 ends");
    feeding.join().expect("no panic").expect("python3 reads its input");
    let runs: Vec<Run> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| {
            let (output, error) = serde_json::from_str(line).expect("a line of JSON");
            Run { output, error }
        })
        .collect();
    assert_eq!(runs.len(), sources.len(), "CPython ran all programs");
    runs
}

fn machine(source: &str) -> Run {
    let program = match compile(source, &Environment::default()) {
        Ok(program) => program,
        Err(findings) => {
            let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
            return Run { output: String::new(), error: format!("refused: {}", findings.join("; ")) };
        }
    };
    let limits = Limits { steps: 2_000_000, memory: 64 << 20, digits: 4300, ..Limits::default() };
    let mut world = World::new(Strictness::Cfi);
    let mut machine = Machine::new(&program, MachineSetup { limits, ..MachineSetup::default() }, &mut world);
    let step = machine.resume(&mut world, None);
    let output = machine.take_output().into_iter().map(|printed| printed.text).collect();
    let error = match step {
        Step::Finished(Ending::Value(_)) => String::new(),
        Step::Finished(Ending::Error(error)) if error.message.is_empty() => error.kind.to_string(),
        Step::Finished(Ending::Error(error)) => {
            // What the machine adds where a limit was met.
            let message = error.message.split("; the limit `").next().unwrap_or_default();
            format!("{}: {message}", error.kind)
        }
        Step::Request(request) => format!("asks for {:?}", request.kind),
    };
    Run { output, error }
}
