//! `caravan bench`: benchmarks, and what they need on this machine.

mod assetops;
mod multiagentdojo;
mod progress;
mod setup;

use caravan::bench::BenchError;
use clap::{Args, Subcommand};

use crate::failure::{Exit, Failure, Problem};

/// Run a benchmark
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    #[command(name = "multiagentdojo")]
    MultiAgentDojo(Box<multiagentdojo::Arguments>),
    #[command(name = "assetops")]
    AssetOps(Box<assetops::Arguments>),
    Setup(setup::Arguments),
}

impl Arguments {
    /// Runs it.
    ///
    /// # Errors
    ///
    /// What was asked for does not go, or something outside failed.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.what {
            What::MultiAgentDojo(arguments) => arguments.run(),
            What::AssetOps(arguments) => arguments.run(),
            What::Setup(arguments) => arguments.run(),
        }
    }
}

/// The failure as people read it.
pub fn failed(error: &BenchError) -> Failure {
    let exit = if error.is_usage() { Exit::Usage } else { Exit::Outside };
    let problem = Problem { help: error.help().map(str::to_owned), ..Problem::new(error.to_string()) };
    Failure::new(exit, problem)
}
