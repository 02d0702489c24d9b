//! Builds the tests of the copy once, and runs them with one fault after the other.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::tree;
use crate::label_tests::{self, Suite};

/// The programs that the property tests try.
const PROGRAMS: u32 = 300;

/// The least time that a suite gets, however quick it is without a fault.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many tests are named for a fault.
const SHOWN: usize = 3;

/// What became of a fault.
pub(super) enum Verdict {
    /// These tests of this suite failed.
    Caught { suite: String, by: Vec<String> },
    /// No test failed.
    Survived,
}

impl Verdict {
    /// In words.
    pub(super) fn told(&self) -> String {
        match self {
            Verdict::Survived => "SURVIVED".to_owned(),
            Verdict::Caught { suite, by } => {
                let shown: Vec<String> = by.iter().take(SHOWN).map(|test| format!("`{test}`")).collect();
                let more = by.len().saturating_sub(SHOWN);
                let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("{suite}: {}{rest}", shown.join(", "))
            }
        }
    }
}

/// The built tests, each with the time that it gets.
pub(super) struct Trials {
    suites: Vec<(Suite, Duration)>,
    folder: PathBuf,
}

enum End {
    Passed,
    Failed(Vec<String>),
    OutOfTime,
}

impl Trials {
    /// Builds the tests of the copy, and runs them once without any fault.
    ///
    /// # Errors
    ///
    /// They do not build, or one fails.
    pub(super) fn build(workspace: &Path) -> Result<Trials, String> {
        let target = crate::target(workspace);
        let suites = label_tests::build(&tree::folder(workspace), |cargo| {
            // What does not differ from the workspace need not be built again.
            cargo.env("CARGO_TARGET_DIR", &target).env("CARGO_INCREMENTAL", "0");
        })?;
        let mut trials = Trials { suites: Vec::new(), folder: target.join("faults") };
        for suite in suites {
            let begun = Instant::now();
            match trials.run(&suite, 0, Duration::from_secs(600))? {
                End::Passed => {}
                _ => return Err(format!("{} fails without any fault", suite.name)),
            }
            let took = begun.elapsed();
            println!("{:<44} passes without a fault in {} ms", suite.name, took.as_millis());
            trials.suites.push((suite, PATIENCE.max(took * 10)));
        }
        Ok(trials)
    }

    /// Tries these faults, by number, and tells of each.
    ///
    /// # Errors
    ///
    /// A suite cannot be started.
    pub(super) fn try_all(
        &self,
        numbers: &[usize],
        told: impl Fn(usize, &Verdict) + Sync,
    ) -> Result<Vec<Verdict>, String> {
        let workers = std::thread::available_parallelism().map_or(1, |workers| workers.get());
        let next = AtomicUsize::new(0);
        let work = || {
            let mut verdicts = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(number) = numbers.get(place) else { return Ok(verdicts) };
                let verdict = self.try_fault(*number)?;
                told(*number, &verdict);
                verdicts.push((place, verdict));
            }
        };
        let mut all: Vec<(usize, Verdict)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let done = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|_| Err("a worker has panicked".to_owned())));
            done.collect::<Result<Vec<_>, String>>()
        })?
        .into_iter()
        .flatten()
        .collect();
        all.sort_by_key(|(place, _)| *place);
        Ok(all.into_iter().map(|(_, verdict)| verdict).collect())
    }

    /// Runs the suites with one fault on until one fails.
    ///
    /// # Errors
    ///
    /// A suite cannot be started.
    fn try_fault(&self, number: usize) -> Result<Verdict, String> {
        for (suite, patience) in &self.suites {
            let by = match self.run(suite, number, *patience)? {
                End::Passed => continue,
                End::Failed(by) => by,
                End::OutOfTime => vec!["does not end".to_owned()],
            };
            return Ok(Verdict::Caught { suite: suite.name.clone(), by });
        }
        Ok(Verdict::Survived)
    }

    fn run(&self, suite: &Suite, number: usize, patience: Duration) -> Result<End, String> {
        let told = |error: std::io::Error| format!("{}: {error}", suite.program.display());
        let path = self.folder.join(format!("output-{number}.txt"));
        let output = File::create(&path).map_err(told)?;
        let mut child = suite
            .command(PROGRAMS)
            .env(tree::SWITCH, number.to_string())
            .stdout(output.try_clone().map_err(told)?)
            .stderr(output)
            .spawn()
            .map_err(told)?;
        let until = Instant::now() + patience;
        let status = loop {
            match child.try_wait().map_err(told)? {
                Some(status) => break status,
                None if Instant::now() > until => {
                    // It may have ended by itself meanwhile.
                    let _ = child.kill();
                    child.wait().map_err(told)?;
                    return Ok(End::OutOfTime);
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        if status.success() {
            return Ok(End::Passed);
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path).map_err(told)?).into_owned();
        Ok(End::Failed(failed(&text)))
    }
}

/// The tests that failed: the files of flows, where it was those, else the tests by name.
fn failed(output: &str) -> Vec<String> {
    let flows: Vec<String> = output
        .lines()
        .filter_map(|line| line.strip_prefix("flows/"))
        .filter_map(|line| line.split_once(".py").map(|(name, _)| name.to_owned()))
        .collect();
    if !flows.is_empty() {
        return flows;
    }
    let tests: Vec<String> = output
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix("... FAILED"))
        .map(|test| test.trim().rsplit("::").next().unwrap_or_default().to_owned())
        .collect();
    if tests.is_empty() { vec!["ends by a signal".to_owned()] } else { tests }
}
