//! The MCP servers from npm that tests talk to, with pinned packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::finished;

/// The `node_modules` under `target/` that hold the servers, made when they are missing or when the pinned packages have
/// changed since. None where there is no npm: the tests that need them then test nothing.
pub fn servers(workspace: &Path) -> Result<Option<PathBuf>, String> {
    let pinned = workspace.join("xtask/node");
    let folder = crate::target(workspace).join("node");
    let modules = folder.join("node_modules");
    let wanted = fs::read(pinned.join("package-lock.json"))
        .map_err(|error| format!("{}: {error}", pinned.display()))?;
    let stamp = folder.join("installed.json");
    if modules.is_dir() && fs::read(&stamp).is_ok_and(|made_for| made_for == wanted) {
        return Ok(Some(modules));
    }
    if Command::new("npm").arg("--version").output().is_err() {
        eprintln!(
            "xtask: there is no npm (Debian: `apt-get install nodejs npm`); MCP servers from npm are not tested"
        );
        return Ok(None);
    }
    eprintln!("xtask: installing MCP servers into {}", folder.display());
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for file in ["package.json", "package-lock.json"] {
        fs::copy(pinned.join(file), folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
    }
    let npm = Command::new("npm")
        .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"])
        .current_dir(&folder)
        .status();
    finished("npm ci", npm)?;
    // Written last, so that what was left half installed is installed again.
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(Some(modules))
}
