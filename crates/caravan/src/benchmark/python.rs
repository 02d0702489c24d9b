//! The Python that AgentDojo runs on: a virtual environment in the user's cache, with pinned and hashed packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use caravan_bench::BenchError;

/// By which a Python with the bridge's packages can be named instead.
const OVERRIDE: &str = "CARAVAN_BRIDGE_PYTHON";

/// The virtual environment of the bridge.
#[derive(Clone, Debug)]
pub struct Environment {
    folder: PathBuf,
    requirements: PathBuf,
}

/// The Python to run the bridge with: the one that the environment variable names, else the virtual environment, made if
/// it is not there. What is done is told to `tell`.
///
/// # Errors
///
/// It cannot be made.
pub fn interpreter(bridge: &Path, tell: &dyn Fn(&str)) -> Result<PathBuf, BenchError> {
    if let Some(named) = std::env::var_os(OVERRIDE).filter(|named| !named.is_empty()) {
        return Ok(PathBuf::from(named));
    }
    let environment = Environment::of(bridge)?;
    if !environment.is_ready() {
        environment.make(tell)?;
    }
    Ok(environment.interpreter())
}

impl Environment {
    /// The environment for the packages that the bridge pins.
    ///
    /// # Errors
    ///
    /// The user has no folder for caches.
    pub fn of(bridge: &Path) -> Result<Environment, BenchError> {
        let folder =
            |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")));
        let cache = cache.ok_or_else(|| {
            BenchError::usage("there is no folder for caches: neither `XDG_CACHE_HOME` nor `HOME` is set")
                .with_help(format!("set one of them, or name a Python with AgentDojo in `{OVERRIDE}`"))
        })?;
        Ok(Environment {
            folder: cache.join("caravan/bridge"),
            requirements: bridge.join("requirements.txt"),
        })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its Python.
    pub fn interpreter(&self) -> PathBuf {
        self.folder.join("bin/python3")
    }

    /// Whether it is there, with the packages that are pinned now.
    pub fn is_ready(&self) -> bool {
        let wanted = fs::read(&self.requirements);
        let made_for = fs::read(self.stamp());
        self.interpreter().exists()
            && matches!((wanted, made_for), (Ok(wanted), Ok(made_for)) if wanted == made_for)
    }

    /// Makes it, in place of what is there.
    ///
    /// # Errors
    ///
    /// There is no Python, or the packages cannot be had.
    pub fn make(&self, tell: &dyn Fn(&str)) -> Result<(), BenchError> {
        let wanted = fs::read(&self.requirements)
            .map_err(|error| BenchError::new(format!("{}: {error}", self.requirements.display())))?;
        tell(&format!("making a virtual environment of Python in {}", self.folder.display()));
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", "--clear"]).arg(&self.folder);
        finished(&mut venv, "python3 -m venv", "install Python 3.11 or newer with its module `venv`")?;
        tell("installing AgentDojo and what it needs, each package with the hash that is pinned");
        let mut pip = Command::new(self.interpreter());
        pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--require-hashes"])
            .arg("--requirement")
            .arg(&self.requirements);
        finished(
            &mut pip,
            "pip install",
            "see what it says above; it needs a package index that it can reach",
        )?;
        // Written last, so that an environment that was left half made is made again.
        fs::write(self.stamp(), wanted)
            .map_err(|error| BenchError::new(format!("{}: {error}", self.stamp().display())))
    }

    fn stamp(&self) -> PathBuf {
        self.folder.join("requirements.txt")
    }
}

/// Runs a command to its end. What it says goes to standard error: standard output is for results.
fn finished(command: &mut Command, name: &str, help: &str) -> Result<(), BenchError> {
    let failed = |how: String| BenchError::new(format!("`{name}` {how}")).with_help(help);
    let output = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .map_err(|error| failed(format!("does not start ({error})")))?;
    if output.success() { Ok(()) } else { Err(failed(format!("failed ({output})"))) }
}
