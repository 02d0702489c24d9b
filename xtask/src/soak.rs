//! Runs the property tests on many programs, in a release build, and goes on where it stopped.
//!
//! What was tried is kept in `target/soak/state`, for one build of the tests: a change of a rule, or of the tests, begins
//! anew.

mod state;

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use state::State;

/// The properties, and the test that attacks each.
const PROPERTIES: [(&str, &str); 5] = [
    ("cfi", "under_cfi_untrusted_data_reaches_no_planner_and_chooses_within_the_budget"),
    ("noninterference", "under_noninterference_runs_that_differ_in_untrusted_inputs_look_alike"),
    ("growth", "what_is_computed_from_untrusted_data_is_untrusted_and_nothing_else_is"),
    ("explicit", "explicit_agrees_with_cfi_where_untrusted_data_decides_nothing"),
    ("reference", "the_machine_labels_as_the_reference_model_does"),
];

/// How many programs one run of a test tries.
const ROUND: u64 = 20_000;

/// What to run.
struct Soak {
    properties: Vec<(&'static str, &'static str)>,
    programs: u64,
    seconds: u64,
    seed: Option<u64>,
}

/// Tries each property on programs until so many have been tried with this build; from a given seed on, exactly so many.
///
/// # Errors
///
/// An argument is wrong, the tests cannot be built, a property is broken, or the state cannot be kept.
pub(crate) fn soak(workspace: &Path, arguments: &[String]) -> Result<(), String> {
    let Soak { properties, programs, seconds, seed } = read(arguments)?;
    let folder = workspace.join("target").join("soak");
    let (tests, build) = build(workspace, &folder)?;
    let mut state = State::load(folder.join("state"), build)?;
    let until = Instant::now().checked_add(Duration::from_secs(seconds)).ok_or("--seconds: too many")?;
    let end = seed.map(|seed| seed.checked_add(programs).ok_or("--programs: too many")).transpose()?;
    // Each property in turn, so that all of them get far in the time that there is.
    let mut pending: Vec<(&str, &str, Option<u64>)> =
        properties.iter().map(|(name, test)| (*name, *test, seed)).collect();
    while !pending.is_empty() && Instant::now() < until {
        let mut left = Vec::new();
        for (name, test, from) in pending {
            let (from, most) = match (from, end) {
                (Some(from), Some(end)) => (from, end.saturating_sub(from)),
                _ => state.next(name, programs),
            };
            let round = ROUND.min(most);
            if round == 0 {
                continue;
            }
            let started = Instant::now();
            let numbers = run(&tests, test, from, round)?;
            state.add(name, from..from.saturating_add(round), started.elapsed(), numbers)?;
            println!("{name}: {} programs without a violation", state.tried(name));
            left.push((name, test, seed.map(|_| from.saturating_add(round))));
        }
        pending = left;
    }
    for (name, _) in properties {
        println!("\n{}", state.report(name));
    }
    Ok(())
}

fn read(arguments: &[String]) -> Result<Soak, String> {
    let mut soak =
        Soak { properties: Vec::new(), programs: 1_000_000, seconds: u64::from(u32::MAX), seed: None };
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name}: what comes after it is missing"))?;
        if name == "--property" {
            let known = PROPERTIES.into_iter().find(|(known, _)| known == value);
            soak.properties.push(known.ok_or_else(|| {
                let names = PROPERTIES.map(|(name, _)| format!("`{name}`"));
                format!("--property: `{value}` is none of {}", names.join(", "))
            })?);
            continue;
        }
        let value = value.parse().map_err(|_| format!("{name}: `{value}` is no number"))?;
        match name.as_str() {
            "--programs" => soak.programs = value,
            "--seconds" => soak.seconds = value,
            "--seed" => soak.seed = Some(value),
            other => {
                return Err(format!("`{other}`: soak takes --property, --programs, --seconds and --seed"));
            }
        }
    }
    if soak.properties.is_empty() {
        soak.properties = PROPERTIES.into();
    }
    Ok(soak)
}

/// Builds the tests. Gives a copy of them, which stays what it is while the sources change, and a number that stands for it.
fn build(workspace: &Path, folder: &Path) -> Result<(PathBuf, u64), String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["test", "--release", "-p", "caravan-core", "--test", "properties", "--no-run"])
        .args(["--message-format", "json"])
        .stderr(Stdio::inherit())
        .current_dir(workspace);
    let output = cargo.output().map_err(|error| format!("cargo could not be started ({error})"))?;
    if !output.status.success() {
        return Err(format!("the build of the property tests ended with {}", output.status));
    }
    let told = String::from_utf8_lossy(&output.stdout);
    let made = executable(&told).ok_or("cargo does not say where the property tests are")?;
    let unreadable = |error: std::io::Error| format!("{} could not be copied: {error}", made.display());
    let bytes = std::fs::read(&made).map_err(unreadable)?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let build = hasher.finish();
    let tests = folder.join(format!("properties-{build:016x}"));
    std::fs::create_dir_all(folder).map_err(unreadable)?;
    if !tests.exists() {
        std::fs::copy(&made, &tests).map_err(unreadable)?;
    }
    Ok((tests, build))
}

/// The executable that cargo's messages name.
fn executable(messages: &str) -> Option<PathBuf> {
    let (_, rest) = messages.rsplit_once("\"executable\":\"")?;
    let (path, _) = rest.split_once('"')?;
    Some(PathBuf::from(OsString::from(path.replace("\\\\", "\\"))))
}

/// Runs a test on the programs of some seeds, and gives what it counted.
fn run(tests: &Path, test: &str, seed: u64, programs: u64) -> Result<Vec<(String, u64)>, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let output = Command::new(tests)
        .args(["--exact", test, "--nocapture"])
        .env("PROPERTIES_SEED", seed.to_string())
        .env("PROPERTIES_PROGRAMS", programs.to_string())
        .env("PROPERTIES_THREADS", threads.to_string())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("the property tests could not be started ({error})"))?;
    if !output.status.success() {
        return Err("a property is broken: see above".to_owned());
    }
    let told = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<(String, u64)> = told
        .lines()
        .filter_map(|line| line.strip_prefix("counted ")?.rsplit_once(' '))
        .filter_map(|(name, number)| Some((name.to_owned(), number.parse().ok()?)))
        .collect();
    if numbers.is_empty() { Err(format!("`{test}` is no test, or counted nothing")) } else { Ok(numbers) }
}
