//! `caravan bench setup`: the Python that AgentDojo runs on.

use caravan::benchmark::{Environment, Files};
use clap::Args;

use super::failed;
use crate::failure::{Exit, Failure};
use crate::terminal;

/// Make the Python environment that benchmarks need, in the user's cache
///
/// A virtual environment with AgentDojo and everything it needs, each package at the version and with the hash that
/// `bridge/requirements.txt` pins. Benchmarks make it themselves when it is missing. To use a Python of your own that has
/// these packages, name it in CARAVAN_BRIDGE_PYTHON.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Make it anew even if it is there
    #[arg(long)]
    again: bool,
}

impl Arguments {
    /// Makes it.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn run(self) -> Result<Exit, Failure> {
        let files = Files::find().map_err(|error| failed(&error))?;
        let environment = Environment::of(&files.bridge()).map_err(|error| failed(&error))?;
        if environment.is_ready() && !self.again {
            terminal::note(&format!("it is there: {}", environment.folder().display()));
            return Ok(Exit::Ran);
        }
        environment.make(&terminal::note).map_err(|error| failed(&error))?;
        terminal::note("done");
        Ok(Exit::Ran)
    }
}
