//! Builds the tests of the copy once, and runs them with one fault after the other.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
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

/// The suite whose cases are files; it tells of each that fails as soon as it has.
const FLOWS: &str = "flows";

/// Said of a suite that was stopped before any of its tests had failed.
const ENDLESS: &str = "does not end";

/// The tests that noticed a fault.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Noticed {
    suite: String,
    by: Vec<String>,
}

impl Noticed {
    /// In words.
    pub(super) fn told(&self) -> String {
        let shown: Vec<String> = self.by.iter().map(|test| format!("`{test}`")).collect();
        format!("{}: {}", self.suite, shown.join(", "))
    }

    /// What such words say.
    pub(super) fn read(told: &str) -> Option<Noticed> {
        let (suite, by) = told.split_once(": ")?;
        let by = by.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect();
        Some(Noticed { suite: suite.to_owned(), by })
    }
}

/// A fault to be tried.
#[derive(Debug)]
pub(super) struct Trial {
    /// Its number, from one on.
    pub(super) number: usize,
    /// The tests that noticed it last time: they are tried first.
    pub(super) before: Option<Noticed>,
}

/// The built tests, each with the time that it gets.
pub(super) struct Trials {
    suites: Vec<(Suite, Duration)>,
    folder: PathBuf,
}

enum End {
    Passed,
    /// These tests failed, or it had to be stopped.
    Failed(Vec<String>),
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
            cargo
                .env("CARGO_TARGET_DIR", &target)
                .env("CARGO_INCREMENTAL", "0")
                .env("CARGO_PROFILE_TEST_OPT_LEVEL", "1");
        })?;
        let mut trials = Trials { suites: Vec::new(), folder: target.join("faults") };
        for suite in suites {
            let begun = Instant::now();
            if let End::Failed(by) = trials.run(whole(&suite), 0, Duration::from_secs(600))? {
                return Err(format!("{} fails without any fault: {}", suite.name, by.join(", ")));
            }
            let took = begun.elapsed();
            println!("{:<44} passes without a fault in {} ms", suite.name, took.as_millis());
            trials.suites.push((suite, PATIENCE.max(took * 10)));
        }
        Ok(trials)
    }

    /// Tries these faults, and tells of each which tests noticed it, if any.
    ///
    /// # Errors
    ///
    /// A suite cannot be started.
    pub(super) fn try_all(
        &self,
        trials: &[Trial],
        told: impl Fn(usize, Option<&Noticed>) + Sync,
    ) -> Result<Vec<Option<Noticed>>, String> {
        let workers = std::thread::available_parallelism().map_or(1, |workers| workers.get());
        let next = AtomicUsize::new(0);
        let work = || {
            let mut all = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(trial) = trials.get(place) else { return Ok(all) };
                let noticed = self.attempt(trial)?;
                told(trial.number, noticed.as_ref());
                all.push((place, noticed));
            }
        };
        let mut all: Vec<(usize, Option<Noticed>)> = std::thread::scope(|scope| {
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
        Ok(all.into_iter().map(|(_, noticed)| noticed).collect())
    }

    /// Runs the tests that noticed the fault last time, then suite by suite until one fails.
    ///
    /// # Errors
    ///
    /// A suite cannot be started.
    fn attempt(&self, trial: &Trial) -> Result<Option<Noticed>, String> {
        if let Some(before) = &trial.before
            && let Some((suite, patience)) = self.suites.iter().find(|(suite, _)| suite.name == before.suite)
            && let Some(command) = chosen(suite, &before.by)
            && let End::Failed(by) = self.run(command, trial.number, *patience)?
        {
            // A test that is gone must not count as one that fails.
            let by: Vec<String> = before.by.iter().filter(|test| by.contains(test)).cloned().collect();
            if !by.is_empty() {
                return Ok(Some(Noticed { suite: suite.name.clone(), by }));
            }
        }
        let mut endless = None;
        for (suite, patience) in &self.suites {
            if let End::Failed(mut by) = self.run(whole(suite), trial.number, *patience)? {
                by.truncate(SHOWN);
                let noticed = Noticed { suite: suite.name.clone(), by };
                if noticed.by != [ENDLESS] {
                    return Ok(Some(noticed));
                }
                // A test that fails says more.
                endless.get_or_insert(noticed);
            }
        }
        Ok(endless)
    }

    /// Runs a suite with a fault on. Where it tells of cases as they fail, it is stopped at the first.
    fn run(&self, mut suite: Command, fault: usize, patience: Duration) -> Result<End, String> {
        let program = suite.get_program().to_os_string();
        let told = |error: std::io::Error| format!("{}: {error}", program.display());
        let path = self.folder.join(format!("output-{fault}.txt"));
        let output = File::create(&path).map_err(told)?;
        let mut child = suite
            .env(tree::SWITCH, fault.to_string())
            .stdout(output.try_clone().map_err(told)?)
            .stderr(output)
            .spawn()
            .map_err(told)?;
        let until = Instant::now() + patience;
        let said = || -> Result<String, String> {
            Ok(String::from_utf8_lossy(&std::fs::read(&path).map_err(told)?).into_owned())
        };
        loop {
            let ended = child.try_wait().map_err(told)?;
            let text = said()?;
            match ended {
                Some(status) if status.success() => return Ok(End::Passed),
                Some(_) => return Ok(End::Failed(failed(&text, "ends by a signal"))),
                None if !flows(&text).is_empty() || Instant::now() > until => {
                    // It may have ended by itself meanwhile.
                    let _ = child.kill();
                    child.wait().map_err(told)?;
                    return Ok(End::Failed(failed(&said()?, ENDLESS)));
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

/// The call that runs a suite.
fn whole(suite: &Suite) -> Command {
    let mut command = suite.command(PROGRAMS);
    if suite.name == FLOWS {
        command.arg("--nocapture");
    }
    command
}

/// The call that runs these tests of a suite alone, if they can be chosen.
fn chosen(suite: &Suite, tests: &[String]) -> Option<Command> {
    let mut command = whole(suite);
    if suite.name != FLOWS {
        command.args(tests);
        return Some(command);
    }
    let is_there =
        |folder: &str, test: &String| suite.package.join(folder).join(format!("{test}.py")).exists();
    if tests.iter().all(|test| is_there("flows", test)) {
        command.arg("every_flow_has");
    } else if tests.iter().all(|test| is_there("flows/counting", test)) {
        command.arg("no_call_site");
    } else {
        return None;
    }
    command.env("FLOW", tests.join(","));
    Some(command)
}

/// The flows that a suite's output tells as failed.
fn flows(output: &str) -> Vec<String> {
    let lines = output.lines().filter_map(|line| line.strip_prefix("failed: flows/"));
    lines.filter_map(|line| line.strip_suffix(".py").map(ToOwned::to_owned)).collect()
}

/// The tests that failed: the files of flows, where it was those, else the tests by name, in order.
fn failed(output: &str, otherwise: &str) -> Vec<String> {
    let mut tests = flows(output);
    if tests.is_empty() {
        let lines = output.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix("... FAILED"));
        tests = lines.map(|test| test.trim().rsplit("::").next().unwrap_or_default().to_owned()).collect();
    }
    tests.sort();
    if tests.is_empty() { vec![otherwise.to_owned()] } else { tests }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_of_a_fault_can_be_read_again() {
        let noticed =
            Noticed { suite: "caravan-core (unit tests)".to_owned(), by: vec!["a".into(), "b".into()] };
        assert_eq!(noticed.told(), "caravan-core (unit tests): `a`, `b`");
        assert_eq!(Noticed::read(&noticed.told()), Some(noticed));
    }

    #[test]
    fn the_tests_that_failed_are_read_from_what_a_suite_prints() {
        let output = "running 2 tests\ntest corpus::b ... FAILED\ntest a ... FAILED\ntest c ... ok\n";
        assert_eq!(failed(output, ENDLESS), ["a", "b"]);
        assert_eq!(failed(&format!("failed: flows/x__y.py\n{output}"), ENDLESS), ["x__y"]);
        assert_eq!(failed("running 2 tests\nfailed: flows/x", ENDLESS), [ENDLESS]);
    }
}
