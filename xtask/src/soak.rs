//! Runs the property tests on many programs, in a release build, and goes on where it stopped.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How many programs one run of the tests tries, of each property.
const ROUND: u64 = 20_000;

/// What to run.
struct Soak {
    programs: u64,
    seconds: u64,
    seed: Option<u64>,
}

/// Tries the programs of the seeds after those that were tried before. The number of the next one is kept in
/// `target/soak-seed`.
///
/// # Errors
///
/// An argument is wrong, a property is broken, or the counter cannot be kept.
pub(crate) fn soak(workspace: &Path, arguments: &[String]) -> Result<(), String> {
    let Soak { programs, seconds, seed } = read(arguments)?;
    let counter = workspace.join("target").join("soak-seed");
    let mut seed = match seed {
        Some(seed) => seed,
        None => next_seed(&counter)?,
    };
    let until = Instant::now().checked_add(Duration::from_secs(seconds)).ok_or("--seconds: too many")?;
    let end = seed.checked_add(programs).ok_or("--programs: too many")?;
    let first = seed;
    while seed < end && Instant::now() < until {
        let round = ROUND.min(end - seed);
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["test", "--release", "-p", "caravan-core", "--test", "properties", "--", "--nocapture"])
            .current_dir(workspace)
            .env("PROPERTIES_SEED", seed.to_string())
            .env("PROPERTIES_PROGRAMS", round.to_string());
        crate::finished("a round of the property tests", cargo.status())?;
        seed += round;
        std::fs::write(&counter, seed.to_string())
            .map_err(|error| format!("{} could not be written: {error}", counter.display()))?;
    }
    println!("no violation in the programs {first} to {} of each property", seed.saturating_sub(1));
    Ok(())
}

fn read(arguments: &[String]) -> Result<Soak, String> {
    let mut soak = Soak { programs: 1_000_000, seconds: u64::from(u32::MAX), seed: None };
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name}: a number is missing"))?;
        let value = value.parse().map_err(|_| format!("{name}: `{value}` is no number"))?;
        match name.as_str() {
            "--programs" => soak.programs = value,
            "--seconds" => soak.seconds = value,
            "--seed" => soak.seed = Some(value),
            other => return Err(format!("`{other}`: soak takes --programs, --seconds and --seed")),
        }
    }
    Ok(soak)
}

/// The seed after the last that was tried.
fn next_seed(counter: &PathBuf) -> Result<u64, String> {
    match std::fs::read_to_string(counter) {
        Ok(text) => {
            text.trim().parse().map_err(|_| format!("{} holds no number: delete it", counter.display()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(1),
        Err(error) => Err(format!("{} could not be read: {error}", counter.display())),
    }
}
