//! `caravan runs`: what the journal holds of runs.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use caravan::store::{Effect, RunRow, RunStatus, Store};
use clap::{Args, Subcommand};
use serde_json::{Value as Json, json};

use crate::command::carried;
use crate::failure::{Exit, Failure};
use crate::terminal::{excerpt, for_stdout};

/// List, show, delete and export the runs that the journal holds
///
/// `caravan run` writes down what it does in .caravan/journal.db beside the configuration. `caravan resume` goes on with a
/// run that was interrupted, `caravan explain` tells a run as a story.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan runs list
  caravan runs show r62b1                one run, its effects in their order
  caravan runs delete --older-than 30    those that ended more than 30 days ago
  caravan runs export r62b1 > run.json
  caravan runs states                    what tools keep, and who has written into it

Exit codes: 0 it ran, 2 wrong arguments, no such run, or a journal that cannot be used.")]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List them, the latest first
    List(List),
    /// Show one with its effects
    Show(Show),
    /// Delete some for good; what they held is overwritten
    Delete(Delete),
    /// Print all that is kept of one as JSON
    Export(Export),
    /// List the labels of what tools keep across runs, or take one off
    States(States),
}

/// Which journal is meant.
#[derive(Debug, Args)]
struct Which {
    /// The journal; .caravan/journal.db beside the configuration unless given
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct List {
    #[command(flatten)]
    which: Which,

    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Show {
    /// The run, or how its name begins; the latest unless given
    #[arg(value_name = "RUN")]
    run: Option<String>,

    #[command(flatten)]
    which: Which,
}

#[derive(Debug, Args)]
struct Delete {
    /// The runs, or how their names begin
    #[arg(value_name = "RUN", required_unless_present = "older_than")]
    runs: Vec<String>,

    /// Those that ended more than so many days ago
    #[arg(long, value_name = "DAYS", conflicts_with = "runs", value_parser = days)]
    older_than: Option<Duration>,

    #[command(flatten)]
    which: Which,
}

#[derive(Debug, Args)]
struct Export {
    /// The run, or how its name begins; the latest unless given
    #[arg(value_name = "RUN")]
    run: Option<String>,

    #[command(flatten)]
    which: Which,
}

#[derive(Debug, Args)]
struct States {
    /// Take the label off a state whose content you have looked at: what is in it counts as trusted from now on
    #[arg(long, value_name = "NAME")]
    reset: Option<String>,

    #[command(flatten)]
    which: Which,

    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

fn days(text: &str) -> Result<Duration, String> {
    let days: f64 = text.parse().map_err(|_| "it is no number".to_owned())?;
    Duration::try_from_secs_f64(days * 86_400.0).map_err(|_| "it is no number of days".to_owned())
}

impl Arguments {
    /// Does what is asked.
    ///
    /// # Errors
    ///
    /// There is no such run, or the journal cannot be used.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.action {
            Action::List(list) => list.run(),
            Action::Show(show) => show.run(),
            Action::Delete(delete) => delete.run(),
            Action::Export(export) => export.run(),
            Action::States(states) => states.run(),
        }
    }
}

impl Which {
    fn open(&self) -> Result<Store, Failure> {
        carried::existing(self.journal.as_deref(), self.config.as_deref())
    }
}

impl List {
    fn run(self) -> Result<Exit, Failure> {
        let runs = self.which.open()?.runs()?;
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!({"runs": runs.iter().map(summary).collect::<Vec<_>>()}))?;
        } else if runs.is_empty() {
            writeln!(out, "No run is written down.")?;
        } else {
            for run in &runs {
                writeln!(out, "{}", line(run))?;
            }
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

impl Show {
    fn run(self) -> Result<Exit, Failure> {
        let store = self.which.open()?;
        let run = store.find(self.run.as_deref())?;
        let effects = store.effects(&run.id)?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}\n", line(&run))?;
        for effect in &effects {
            writeln!(out, "{}", for_stdout(&told(effect)))?;
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

impl Delete {
    fn run(self) -> Result<Exit, Failure> {
        let store = self.which.open()?;
        let mut gone = 0;
        if let Some(age) = self.older_than {
            gone = store.delete_older_than(age)?;
        }
        for name in &self.runs {
            let run = store.find(Some(name))?;
            gone += usize::from(store.delete(&run.id)?);
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "Deleted: {gone}.")?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}

impl Export {
    fn run(self) -> Result<Exit, Failure> {
        let store = self.which.open()?;
        let run = store.find(self.run.as_deref())?;
        let effects: Vec<Json> = store.effects(&run.id)?.iter().map(exported).collect();
        let mut whole = summary(&run);
        if let Json::Object(whole) = &mut whole {
            whole.insert("opening".to_owned(), run.opening.clone());
            whole.insert("states".to_owned(), run.states.to_json());
            whole.insert("outcome".to_owned(), json!(run.outcome));
            whole.insert("journal".to_owned(), Json::Array(effects));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{whole}")?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}

impl States {
    fn run(self) -> Result<Exit, Failure> {
        let store = self.which.open()?;
        if let Some(name) = &self.reset
            && !store.reset_state(name)?
        {
            return Err(Failure::usage(
                format!("no state `{name}` has a label"),
                "`caravan runs states` lists those that have one",
            ));
        }
        let states = store.states()?;
        let mut out = std::io::stdout().lock();
        if self.json {
            let untrusted =
                states.untrusted().map(|(name, sources)| json!({"name": name, "untrusted": sources}));
            writeln!(out, "{}", json!({"states": untrusted.collect::<Vec<_>>()}))?;
        } else {
            for (name, sources) in states.untrusted() {
                let told = match sources.is_empty() {
                    true => "trusted".to_owned(),
                    false => format!("untrusted: {}", sources.join(", ")),
                };
                writeln!(out, "{}", for_stdout(&format!("{name}  {told}")))?;
            }
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

fn summary(run: &RunRow) -> Json {
    json!({
        "run": run.id,
        "status": run.status.as_str(),
        "began": run.began,
        "ended": run.ended,
        "instruction": run.instruction,
        "effects": run.effects,
        "version": run.version,
        "content": run.has_content,
    })
}

fn line(run: &RunRow) -> String {
    let instruction = match &run.instruction {
        Some(instruction) => excerpt(instruction, 60),
        None => "(its texts are not kept)".to_owned(),
    };
    let remark = match run.status {
        RunStatus::Interrupted | RunStatus::Suspended => "  caravan resume goes on",
        _ => "",
    };
    let line = format!(
        "{}  {:>8}  {:<11}  {:>4} effects  {instruction}{remark}",
        run.id,
        ago(run.began),
        run.status.as_str(),
        run.effects
    );
    for_stdout(&line).into_owned()
}

/// How long ago a moment is, in the largest unit that fits.
fn ago(moment: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let seconds = now.saturating_sub(moment / 1000);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..86_400 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

fn told(effect: &Effect) -> String {
    let agent = if effect.agent.is_empty() { "the root agent" } else { &effect.agent };
    let what = match effect.kind.as_str() {
        "plan" => format!("the planner of {agent} is asked for a plan"),
        "extract" => format!("the quarantined model of {agent} reads"),
        "converse" => format!("{agent} is asked for its next turn"),
        "approve" => format!("a person is asked about `{}`, which {agent} wants to call", effect.name),
        _ => format!("{agent} calls `{}` of `{}`", effect.name, effect.server),
    };
    let took = match effect.ended {
        Some(ended) => format!("{} ms", ended.saturating_sub(effect.began)),
        None => "no outcome".to_owned(),
    };
    let twice = if effect.times > 1 { format!(", begun {} times", effect.times) } else { String::new() };
    let settled = effect.settled.as_ref().map(|settled| format!(", in doubt and settled: {settled}"));
    format!("e{}  {what}  ({took}{twice}{})", effect.number, settled.unwrap_or_default())
}

fn exported(effect: &Effect) -> Json {
    json!({
        "effect": effect.number,
        "kind": effect.kind,
        "agent": effect.agent,
        "name": effect.name,
        "server": effect.server,
        "call": effect.call.map(|call| format!("c{call}")),
        "request": effect.request,
        "began": effect.began,
        "times": effect.times,
        "ended": effect.ended,
        "outcome": effect.outcome,
        "settled": effect.settled,
    })
}
