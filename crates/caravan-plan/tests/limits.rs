//! Hostile programs end: each with the error that names the limit it met, in little time, on a small stack, and
//! without holding more memory than it may.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "limits/border.rs"]
mod border;
#[path = "limits/depth.rs"]
mod depth;
#[path = "limits/endless.rs"]
mod endless;
#[path = "limits/named.rs"]
mod named;
#[path = "limits/numbers.rs"]
mod numbers;
#[path = "limits/regex.rs"]
mod regex;
#[path = "limits/source.rs"]
mod source;
#[path = "limits/texts.rs"]
mod texts;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use caravan_plan::{Ending, Environment, Limits, Machine, MachineSetup, Step, Strictness, World, compile};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The allocator counts for all threads together: one hostile program at a time.
static ONE: Mutex<()> = Mutex::new(());

/// The memory that a program here may hold.
const MEMORY: usize = 64 << 20;
/// The stack that everything here runs on: that of a thread of a server.
const STACK: usize = 2 << 20;
/// More than any of these programs needs where optimisation is off and other tests run beside it.
const PATIENCE: Duration = Duration::from_secs(60);

fn limits() -> Limits {
    Limits {
        steps: 200_000,
        memory: MEMORY,
        digits: 10_000,
        string: 2 << 20,
        output: 1 << 20,
        ..Limits::default()
    }
}

/// What a program came to.
#[derive(Clone, Debug)]
struct End {
    /// The exception's class; empty if there was none.
    kind: String,
    message: String,
    limit: Option<&'static str>,
    output: String,
}

/// Does something hostile: on a small stack, measured.
fn hostile<T: Send>(what: &str, memory: usize, act: impl FnOnce() -> T + Send) -> T {
    let _alone = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let started = Instant::now();
    let done = std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, act).expect("a thread").join()
    });
    let (took, peak) = (started.elapsed(), ALLOCATOR.peak_usage().saturating_sub(before));
    let shown: String = what.chars().take(200).collect();
    if std::env::var_os("LIMITS_SHOWN").is_some() {
        eprintln!("{took:>8.1?} {:>5} MB  {}", peak >> 20, shown.replace('\n', "; "));
    }
    assert!(took < PATIENCE, "took {took:?}: {shown}");
    assert!(peak < memory, "held {} MB: {shown}", peak >> 20);
    done.expect("no panic")
}

/// Runs a program that asks for nothing, and gives what it came to.
fn run(program: &str, limits: Limits) -> End {
    // A container that grows is copied once, what is being made is there beside what is held, and small objects
    // take more than their content.
    let memory = limits.memory * 4 + (16 << 20) + program.len() * 64;
    hostile(program, memory, || {
        let compiled = match compile(program, &Environment::default()) {
            Ok(compiled) => compiled,
            Err(findings) => {
                let finding = &findings[0];
                let message = finding.to_string();
                return End { kind: finding.code.to_owned(), message, limit: None, output: String::new() };
            }
        };
        let mut world = World::new(Strictness::Cfi);
        let mut machine =
            Machine::new(&compiled, MachineSetup { limits, ..MachineSetup::default() }, &mut world);
        let step = machine.resume(&mut world, None);
        let output = machine.take_output().into_iter().map(|printed| printed.text).collect();
        // What `caravan try --json` shows.
        machine.variables(&mut world);
        match step {
            Step::Finished(Ending::Value(_)) => {
                End { kind: String::new(), message: String::new(), limit: None, output }
            }
            Step::Finished(Ending::Error(error)) => {
                let (kind, message) = (error.kind.to_string(), error.message.to_string());
                End { kind, message, limit: error.limit, output }
            }
            Step::Request(request) => panic!("asks for {:?}", request.kind),
        }
    })
}

/// Checks that programs meet the limit of a name.
fn meet(limit: &str, programs: &[&str]) {
    meet_within(&limits(), limit, programs);
}

fn meet_within(limits: &Limits, limit: &str, programs: &[&str]) {
    let mut wrong = Vec::new();
    for program in programs {
        let end = run(program, limits.clone());
        if end.limit != Some(limit) || !end.message.contains(limit) {
            wrong.push(format!("{program:?} ended with {:?} {}: {}", end.limit, end.kind, end.message));
        }
    }
    assert!(wrong.is_empty(), "not the limit `{limit}`:\n{}", wrong.join("\n"));
}

/// Checks that programs end with these exceptions, which CPython has as well.
fn raise(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (program, error) in cases {
        let end = run(program, limits());
        let text = format!("{}: {}", end.kind, end.message);
        if !text.starts_with(error) {
            wrong.push(format!("{program:?} ended with {text}"));
        }
    }
    assert!(wrong.is_empty(), "not these exceptions:\n{}", wrong.join("\n"));
}

/// Checks that programs end well, and that they print this.
fn print(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (program, output) in cases {
        let end = run(program, limits());
        if !end.kind.is_empty() || end.output.trim_end() != *output {
            wrong.push(format!("{program:?} printed {:?}, {}: {}", end.output, end.kind, end.message));
        }
    }
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}
