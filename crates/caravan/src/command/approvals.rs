//! `caravan approvals`: what a person has approved once and for all.

use std::io::Write;
use std::path::PathBuf;

use caravan::approvals::{Remembered, RememberedError};
use caravan::config::Config;
use clap::{Args, Subcommand};
use serde_json::json;

use crate::failure::{Exit, Failure, Problem};
use crate::terminal::for_stdout;

/// List and revoke what was approved for good when a policy asked
///
/// Whoever answers a question with `always` has a rule remembered: this tool, where this policy asks for this reason, with
/// just these values of the arguments that were chosen. The rules are in the folder `.caravan` beside the configuration.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan approvals list
  caravan approvals revoke 3
  caravan approvals revoke --all

Exit codes: 0 it ran, 2 wrong arguments or configuration, or nothing of that number.")]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List them, with their numbers
    List(List),
    /// Revoke one, or all: the next time a person is asked again
    Revoke(Revoke),
}

#[derive(Debug, Args)]
struct List {
    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Revoke {
    /// Their numbers
    #[arg(value_name = "NUMBER", required_unless_present = "all")]
    numbers: Vec<u32>,

    /// Revoke all
    #[arg(long, conflicts_with = "numbers")]
    all: bool,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Arguments {
    /// Lists or revokes.
    ///
    /// # Errors
    ///
    /// There is no configuration, nothing of that number, or the file cannot be used.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.action {
            Action::List(list) => list.run(),
            Action::Revoke(revoke) => revoke.run(),
        }
    }
}

impl List {
    fn run(self) -> Result<Exit, Failure> {
        let rules = of(&Config::load_or_find(self.config.as_deref())?)?.rules()?;
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!({"approvals": rules}))?;
        } else if rules.is_empty() {
            writeln!(out, "Nothing is approved for good.")?;
        }
        for rule in rules.iter().filter(|_| !self.json) {
            writeln!(out, "{:>3}  {}", rule.number, for_stdout(&rule.to_string()))?;
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

impl Revoke {
    fn run(self) -> Result<Exit, Failure> {
        let remembered = of(&Config::load_or_find(self.config.as_deref())?)?;
        let mut out = std::io::stdout().lock();
        if self.all {
            let count = remembered.revoke_all()?;
            writeln!(out, "Revoked: {count}.")?;
        }
        for number in self.numbers {
            let Some(rule) = remembered.revoke(number)? else {
                return Err(Failure::usage(
                    format!("nothing is approved for good under the number {number}"),
                    "`caravan approvals list` lists what is",
                ));
            };
            writeln!(out, "Revoked: {}", for_stdout(&rule.to_string()))?;
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

/// The remembered approvals of a configuration's project.
pub fn of(config: &Config) -> Result<Remembered, Failure> {
    Remembered::beside(config).ok_or_else(|| {
        Failure::usage("the configuration is inside of the program", "name a file with `--config FILE`")
    })
}

impl From<RememberedError> for Failure {
    fn from(error: RememberedError) -> Failure {
        let problem = Problem::new(error.to_string());
        let help = "mend the file or remove it; without it nothing is approved for good".to_owned();
        Failure::new(Exit::Usage, Problem { help: Some(help), ..problem })
    }
}
