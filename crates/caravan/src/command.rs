//! The commands, one file each, and the options that several of them have.

mod approvals;
#[cfg(all(feature = "bench", feature = "serve"))]
mod assetops_server;
#[cfg(feature = "bench")]
mod bench;
mod carried;
mod chat;
mod completions;
mod demo;
mod doctor;
mod explain;
mod init;
mod lock;
mod logging;
mod models;
mod options;
mod outcome;
mod path;
mod plan;
#[cfg(feature = "policy")]
mod policy;
mod progress;
mod prompt;
#[cfg(feature = "bench")]
mod report;
mod resume;
mod run;
mod runs;
mod schema;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "mcp")]
mod tools;
mod try_plan;
mod usage;
#[cfg(feature = "serve")]
mod view;
#[cfg(all(feature = "mcp", feature = "serve"))]
mod wrap;

use clap::{Parser, Subcommand};

use crate::failure::{Exit, Failure, Problem};
use logging::Logging;

/// Runs hierarchies of language-model agents that stay in control of their own plan even when everything
/// that their tools return was written by an attacker.
#[derive(Debug, Parser)]
#[command(name = "caravan", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    logging: Logging,

    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Start here:
  caravan demo                   watch an attack succeed twice, and then not
  caravan demo --json | jq       the same for programs
  caravan init office            write a system to begin with, which runs as it is
  caravan plan \"...\"             the plans of all agents, before anything runs
  echo 'print(1 + 1)' | caravan try
                                 run a plan of your own, no model needed
  caravan models                 which models are configured, and whether they answer
  caravan doctor                 what is wrong with a configuration, and how to mend it

Exit codes:
  0  it ran                      3  denied by the gate, a policy or a person
  1  the plan failed             4  a model or a tool failed
  2  wrong arguments or          5  the run waits for a person
     configuration               130  interrupted";

#[derive(Debug, Subcommand)]
enum Command {
    #[cfg(feature = "bench")]
    Bench(bench::Arguments),
    Demo(demo::Arguments),
    Init(init::Arguments),
    Doctor(doctor::Arguments),
    Lock(lock::Arguments),
    Run(Box<run::Arguments>),
    Resume(resume::Arguments),
    Runs(runs::Arguments),
    Explain(explain::Arguments),
    #[cfg(feature = "serve")]
    View(view::Arguments),
    Approvals(approvals::Arguments),
    #[cfg(feature = "policy")]
    Policy(policy::Arguments),
    Chat(Box<chat::Arguments>),
    Models(models::Arguments),
    Plan(Box<plan::Arguments>),
    Prompt(prompt::Arguments),
    #[cfg(feature = "bench")]
    Report(report::Arguments),
    #[cfg(all(feature = "bench", feature = "serve"))]
    AssetopsServer(assetops_server::Arguments),
    #[cfg(feature = "serve")]
    Serve(Box<serve::Arguments>),
    #[cfg(feature = "mcp")]
    Tools(tools::Arguments),
    Try(try_plan::Arguments),
    #[cfg(all(feature = "mcp", feature = "serve"))]
    Wrap(wrap::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
}

impl Arguments {
    /// Does what the arguments ask for.
    ///
    /// # Errors
    ///
    /// What stood in the way, with its exit code.
    pub fn run(self) -> Result<Exit, Failure> {
        caravan::interrupt::watch().map_err(|error| {
            Failure::new(Exit::Outside, Problem::new(format!("Ctrl-C cannot be handled ({error})")))
        })?;
        self.logging.begin()?;
        match self.command {
            #[cfg(feature = "bench")]
            Command::Bench(arguments) => arguments.run(),
            Command::Demo(arguments) => arguments.run(),
            Command::Chat(arguments) => arguments.run(),
            Command::Completions(arguments) => arguments.run(),
            Command::Init(arguments) => arguments.run(),
            Command::Doctor(arguments) => arguments.run(),
            Command::Lock(arguments) => arguments.run(),
            Command::Run(arguments) => arguments.run(),
            Command::Schema(arguments) => arguments.run(),
            Command::Resume(arguments) => arguments.run(),
            Command::Runs(arguments) => arguments.run(),
            Command::Explain(arguments) => arguments.run(),
            #[cfg(feature = "serve")]
            Command::View(arguments) => arguments.run(),
            Command::Approvals(arguments) => arguments.run(),
            #[cfg(feature = "policy")]
            Command::Policy(arguments) => arguments.run(),
            Command::Models(arguments) => arguments.run(),
            Command::Plan(arguments) => arguments.run(),
            Command::Prompt(arguments) => arguments.run(),
            #[cfg(feature = "bench")]
            Command::Report(arguments) => arguments.run(),
            #[cfg(all(feature = "bench", feature = "serve"))]
            Command::AssetopsServer(arguments) => arguments.run(),
            #[cfg(feature = "serve")]
            Command::Serve(arguments) => arguments.run(),
            #[cfg(feature = "mcp")]
            Command::Tools(arguments) => arguments.run(),
            Command::Try(arguments) => arguments.run(),
            #[cfg(all(feature = "mcp", feature = "serve"))]
            Command::Wrap(arguments) => arguments.run(),
        }
    }
}
