//! Compares many generated programs with CPython, in a release build.

use std::path::Path;
use std::process::Command;

/// How many programs are tried, and from which seed on, where the command line says nothing.
const PROGRAMS: u64 = 20_000;
const SEED: u64 = 1;

/// Runs the programs of the seeds from one on.
///
/// # Errors
///
/// An argument is wrong, or a program does something else than on CPython.
pub(crate) fn differential(workspace: &Path, arguments: &[String]) -> Result<(), String> {
    let (programs, seed) = read(arguments)?;
    let python = crate::python::environment(workspace)?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["test", "--release", "-p", "caravan-plan", "--test", "differential", "--", "--nocapture"])
        .current_dir(workspace)
        .env("CARAVAN_PYTHON", python)
        .env("DIFFERENTIAL_PROGRAMS", programs.to_string())
        .env("DIFFERENTIAL_SEED", seed.to_string());
    crate::finished("the comparison with CPython", cargo.status())
}

fn read(arguments: &[String]) -> Result<(u64, u64), String> {
    let (mut programs, mut seed) = (PROGRAMS, SEED);
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name}: a number is missing"))?;
        let value = value.parse().map_err(|_| format!("{name}: `{value}` is no number"))?;
        match name.as_str() {
            "--programs" => programs = value,
            "--seed" => seed = value,
            other => return Err(format!("`{other}`: differential takes --programs and --seed")),
        }
    }
    Ok((programs, seed))
}
