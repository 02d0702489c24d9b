//! Virtual environments of Python with pinned packages, each under `target/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::finished;

/// The interpreter of the virtual environment that tests compare with.
pub fn environment(workspace: &Path) -> Result<PathBuf, String> {
    made(workspace, "xtask/requirements.txt", "python")
}

/// The interpreter of an environment with these packages, in this folder below `target/`. It is made when it is missing, or when
/// the pinned packages have changed since.
pub fn made(workspace: &Path, pinned: &str, folder: &str) -> Result<PathBuf, String> {
    let pinned = workspace.join(pinned);
    let folder = crate::target(workspace).join(folder);
    let interpreter = folder.join("bin/python3");
    let stamp = folder.join("requirements.txt");
    let wanted = fs::read(&pinned).map_err(|error| format!("{}: {error}", pinned.display()))?;
    if interpreter.exists() && fs::read(&stamp).is_ok_and(|made_for| made_for == wanted) {
        return Ok(interpreter);
    }
    eprintln!("xtask: making the Python environment {}", folder.display());
    let venv = Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).status();
    finished("python3 -m venv (Debian: `apt-get install python3-venv`)", venv)?;
    let pip = Command::new(&interpreter)
        .args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--requirement"])
        .arg(&pinned)
        .status();
    finished("pip install", pip)?;
    // Written last, so that an environment that was left half made is made again.
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(interpreter)
}
