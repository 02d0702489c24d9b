//! `caravan schema`: the shape of `caravan.toml`.

use std::io::Write;

use caravan::config;
use clap::Args;

use crate::failure::{Exit, Failure};

/// Print the JSON Schema of caravan.toml, by which editors check and complete it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan schema > caravan.schema.json      and as the first line of caravan.toml:
                                            #:schema caravan.schema.json")]
pub struct Arguments {}

impl Arguments {
    /// Prints it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn run(self) -> Result<Exit, Failure> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{:#}", config::schema())?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}
