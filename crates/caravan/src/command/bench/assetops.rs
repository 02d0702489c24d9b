//! `caravan bench assetops`: which of AssetOpsBench's tasks cannot be done.

use std::io::Write;
use std::path::PathBuf;

use caravan::bench::BenchError;
use caravan::bench::assetops::data::Data;
use caravan::bench::assetops::impossible;
use clap::Args;

use crate::command::bench::failed;
use crate::failure::{Exit, Failure};

/// List the tasks of AssetOpsBench that cannot be done as they are stated
///
/// A task is impossible if an asset or a time window that it asks the telemetry for has no record at all. The records are
/// counted in the data at hand.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan bench assetops --assetops AssetOpsBench --list-impossible
  caravan bench assetops --assetops AssetOpsBench --list-impossible --json | jq '.impossible[].id'")]
pub struct Arguments {
    /// A checkout of AssetOpsBench, or a folder with its data
    #[arg(long, value_name = "DIR")]
    assetops: PathBuf,

    /// List the tasks with the reason of each
    #[arg(long, required = true)]
    list_impossible: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Prints the list.
    ///
    /// # Errors
    ///
    /// The data cannot be used.
    pub fn run(self) -> Result<Exit, Failure> {
        let data = Data::load(&self.assetops).map_err(|error| failed(&BenchError::from(error)))?;
        let text = match self.json {
            true => format!("{}\n", impossible::json(&data)),
            false => impossible::table(&data),
        };
        // A reader that has gone away has had enough.
        let _ = std::io::stdout().write_all(text.as_bytes());
        Ok(Exit::Ran)
    }
}
