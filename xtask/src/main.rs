//! Tasks of this repository that need more than cargo alone: `cargo xtask test` runs every test.

#![forbid(unsafe_code)]

mod bench_plan;
mod book;
mod coverage;
mod differential;
mod faults;
mod label_tests;
mod node;
mod python;
mod soak;

use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

const USAGE: &str = "\
Tasks of this repository.

Usage: cargo xtask <TASK>

Tasks:
  test [ARGUMENTS]   run every test, those that compare with CPython and those that talk to MCP servers
                     of others included; the arguments are handed on to `cargo test`
  bench-plan [--quick] [--json]
                     compare the plan machine with CPython: times, growth with the work, memory
  differential [--programs N] [--seed X]
                     compare generated programs with CPython; `test` compares a few
  soak [--property NAME]... [--programs N] [--seconds S] [--seed X]
                     attack the promises of the labels with generated programs, until a million
                     (or N) of each property have been tried with this build; goes on where the
                     last soak stopped
  faults [--only ID,ID]
                     break the rules of the labels one by one in a copy, and see that a test notices;
                     writes docs/seeded-faults.md
  book               build the documentation as a book (`target/book`) and check its links
  coverage           show which lines of the rules of the labels their tests run";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if std::env::var_os(coverage::WRAPPER).is_some() {
        return match finished("rustc", coverage::compile(&arguments.collect::<Vec<_>>())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let done = match arguments.next().as_deref() {
        Some("test") => test(&arguments.collect::<Vec<_>>()),
        Some("bench-plan") => bench_plan::bench_plan(&workspace(), &arguments.collect::<Vec<_>>()),
        Some("differential") => differential::differential(&workspace(), &arguments.collect::<Vec<_>>()),
        Some("soak") => soak::soak(&workspace(), &arguments.collect::<Vec<_>>()),
        Some("book") => book::book(&workspace()),
        Some("coverage") => coverage::coverage(&workspace()),
        Some("faults") => faults::faults(&workspace(), &arguments.collect::<Vec<_>>()),
        Some("help" | "--help" | "-h") | None => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some(task) => Err(format!("there is no task `{task}`\n\n{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs every test of the workspace in its full build.
fn test(arguments: &[String]) -> Result<(), String> {
    let python = python::environment(&workspace())?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["test", "--workspace", "--all-features", "--no-fail-fast"])
        .args(arguments)
        .current_dir(workspace())
        .env("CARAVAN_PYTHON", python);
    if let Some(servers) = node::servers(&workspace())? {
        cargo.env("CARAVAN_NODE_SERVERS", servers);
    }
    finished("cargo test", cargo.status())
}

/// The folder of the workspace: that above this crate's.
fn workspace() -> std::path::PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The folder that cargo builds into.
fn target(workspace: &Path) -> std::path::PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => workspace.join(folder),
        None => workspace.join("target"),
    }
}

/// Whether a program could be started and ended well.
fn finished(what: &str, status: std::io::Result<ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} ended with {status}")),
        Err(error) => Err(format!("{what} could not be started ({error})")),
    }
}
