//! `caravan completions`: what a shell completes.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::failure::{Exit, Failure};

/// Print what a shell needs to complete commands and options
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan completions bash > ~/.local/share/bash-completion/completions/caravan
  caravan completions zsh > ~/.zfunc/_caravan
  caravan completions fish > ~/.config/fish/completions/caravan.fish")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    /// Prints the script.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn run(self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut super::Arguments::command(), "caravan", &mut script);
        std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
        Ok(Exit::Ran)
    }
}
