//! `caravan prompt`: what an agent's planner is sent before it has read an instruction.

use std::io::Write;
use std::path::PathBuf;

use caravan::advice::suggestion;
use caravan::assembly;
use caravan::config::Config;
use caravan::core::prompt::guide;
use caravan::core::settings::{Defense, Settings};
use caravan::core::system::System;
use caravan::label::AgentPath;
use clap::Args;

use crate::command::options;
use crate::failure::{Exit, Failure};

/// Print what an agent's planner is sent
///
/// The system turn, as the planner's model gets it: the guide, which is the same for every agent, then the agent's own
/// part with its tools and children. The user's turn follows it with the instruction, the names of the variables and
/// the schema to return.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan prompt orchestrator --config scenarios/applicants/caravan.toml
  caravan prompt sql --fixed | wc -c     the part that is the same for every agent

Exit codes: 0 it was printed, 2 wrong arguments or configuration.")]
pub struct Arguments {
    /// The agent: its name, or its path from the root where several have that name, as in `sales/sql`
    #[arg(value_name = "AGENT")]
    agent: String,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How the agents are defended; `none` has no planners
    #[arg(long, value_name = "DEFENSE", value_parser = options::defense_parser())]
    defense: Option<Defense>,

    /// Print the part that is the same for every agent, and nothing else
    #[arg(long)]
    fixed: bool,
}

impl Arguments {
    /// Prints the prompt.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used, or it has no such agent.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        let defense = self.defense.or(config.defense).unwrap_or(Settings::default().defense);
        if defense == Defense::None {
            return Err(Failure::usage(
                "under the defense `none` there are no planners",
                "give `--defense multi` or `--defense individual`",
            ));
        }
        let system = assembly::system(&config)?;
        let path = named(&system, &self.agent)?;
        let card = system.card(&path, defense).unwrap_or_default();
        let fixed = guide(defense).trim_end();
        let text = if self.fixed { fixed.to_owned() } else { format!("{fixed}\n\n{}", card.trim_end()) };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}

/// The agent of that name or path. The root's name stands for the root.
fn named(system: &System, wanted: &str) -> Result<AgentPath, Failure> {
    let path = wanted.split('/').fold(AgentPath::root(), |path, name| path.child(name));
    let found = system.agent(&path).map(|_| path).or_else(|| system.path_of(wanted));
    found.ok_or_else(|| {
        let names: Vec<&str> = system.agent_names().collect();
        Failure::usage(format!("there is no agent `{wanted}`"), suggestion(wanted, "agent", &names))
    })
}
