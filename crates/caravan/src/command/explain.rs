//! `caravan explain`: a run as a story, where a value comes from, why something was denied, where two runs part.

mod denied;
mod derived;
mod difference;
mod telling;

use std::io::Write;
use std::path::PathBuf;

use caravan::store::Store;
use caravan::story::{self, Explained};
use clap::Args;
use serde_json::{Value as Json, json};

use crate::command::carried;
use crate::failure::{Exit, Failure};
use crate::terminal::{Paint, colours_on_stdout};

/// Tell a run as a story: agents, plans with the lines that ran, calls, decisions and labels
///
/// The run is done again from the journal, and nothing is asked of any model, tool or person. Where that is not possible,
/// because the configuration has changed or texts were not kept, what the journal tells by itself is told, and why.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan explain                          the latest run
  caravan explain r62b1 --value c3.body    where the argument of a call comes from
  caravan explain --value sql:rows         where a variable of the agent `sql` comes from
  caravan explain --why-denied             what was refused, and what would not have been
  caravan explain r62b1 --diff r62b0       where two runs part
  caravan explain --json | jq .calls

Exit codes: 0 it ran, 2 wrong arguments, no such run or value, or a journal that cannot be used.")]
pub struct Arguments {
    /// The run, or how its name begins; the latest unless given
    #[arg(value_name = "RUN")]
    run: Option<String>,

    /// Where a value comes from: `NAME` or `AGENT:NAME` for a variable, `c3.body` for an argument of a call, `c3` for what a
    /// call gave, `answer`
    #[arg(long, value_name = "VALUE", conflicts_with_all = ["why_denied", "diff"])]
    value: Option<String>,

    /// Why a call or a message was denied, or waits for a person
    #[arg(long, conflicts_with = "diff")]
    why_denied: bool,

    /// Where this run and another part
    #[arg(long, value_name = "RUN2")]
    diff: Option<String>,

    /// The journal; .caravan/journal.db beside the configuration unless given
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// The configuration whose journal is meant; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Tells what is asked for.
    ///
    /// # Errors
    ///
    /// There is no such run or value, or the journal cannot be used.
    pub fn run(self) -> Result<Exit, Failure> {
        let store = carried::existing(self.journal.as_deref(), self.config.as_deref())?;
        let mut run = explained(&store, self.run.as_deref())?;
        let paint = Paint::new(!self.json && colours_on_stdout());
        let (told, text) = if let Some(name) = &self.value {
            let derived = derived::value(&mut run, name)?;
            (json!(derived), derived::tell(&derived, &run.story, paint))
        } else if self.why_denied {
            let denied = denied::of(&mut run)?;
            (json!(denied), denied::tell(&denied, &run.story, paint))
        } else if let Some(second) = &self.diff {
            let second = explained(&store, Some(second))?;
            let difference = story::difference(&run, &second);
            let names = [run.story.run.as_str(), second.story.run.as_str()];
            let told = json!({"runs": names, "difference": difference});
            (told, difference::tell(difference.as_ref(), names, run.effects.len(), paint))
        } else {
            (json!(run.story), telling::tell(&run.story, paint))
        };
        write(self.json.then_some(&told), &text)?;
        Ok(Exit::Ran)
    }
}

fn explained(store: &Store, name: Option<&str>) -> Result<Explained, Failure> {
    let row = store.find(name)?;
    Ok(story::explained(store, &row)?)
}

fn write(json: Option<&Json>, text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match json {
        Some(json) => writeln!(out, "{json}")?,
        None => write!(out, "{text}")?,
    }
    out.flush()?;
    Ok(())
}
