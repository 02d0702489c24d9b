//! `caravan bench assetops`: AssetOpsBench in the setting where agents call agents as tools.

use std::io::Write;
use std::path::{Path, PathBuf, absolute};

use caravan::assembly::Notices;
use caravan::bench::BenchError;
use caravan::bench::assetops::data::Data;
use caravan::bench::assetops::impossible;
use caravan::bench::assetops::judge::Judge;
use caravan::bench::assetops::run::{self, Agreement, Options};
use caravan::bench::assetops::scenarios::{self, Category};
use caravan::bench::assetops::tools::Environment;
use caravan::bench::multiagentdojo::Players;
use caravan::bench::report::{Report, Table, tables};
use caravan::bench::results::Keep;
use caravan::benchmark::{AssetOpsStages, Files};
use caravan::config::Config;
use caravan::core::settings::{Defense, Settings};
use caravan::model::scripted::Style;
use caravan::models::{Books, Role};
use clap::{Args, ValueEnum};

use super::failed;
use super::multiagentdojo::{Rerun, TURNS, players};
use super::progress::Line;
use crate::command::options::{self, Accounts, Judgement};
use crate::command::report::joined;
use crate::failure::{Exit, Failure};
use crate::terminal::{self, for_stdout};

/// Where the tasks are in the data, the newest form first.
const SCENARIOS: [&str; 2] =
    ["scenarios/all_utterance_152_hf.jsonl", "scenarios/all_utterance_141_may2025.jsonl"];

/// AssetOpsBench's tasks on a hierarchy of agents, under several defenses
///
/// Without --model every role is played by the reference model: plans written for this benchmark, which compute each answer
/// from what tools return. It needs no key, always does the same, and tells of the protocol, not of a model.
///
/// The tasks that are run are those whose answer is a number, a list or a yes or no that is counted in the data apart from
/// any plan; with --judge-model a model judges, and all tasks that say what a right answer is are run. Tasks that the data makes impossible are left out: one is impossible if an asset or a time window that it asks
/// the telemetry for has no record at all.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan bench assetops --assetops AssetOpsBench --list-impossible
  caravan bench assetops --assetops AssetOpsBench --list-impossible --json | jq '.impossible[].id'
  caravan bench assetops --assetops AssetOpsBench --scenarios tasks.jsonl
  caravan bench assetops --assetops AssetOpsBench --category wo --defense multi --out runs/wo

The same command goes on where it was interrupted.")]
pub struct Arguments {
    /// A checkout of AssetOpsBench, or a folder with its data
    #[arg(long, value_name = "DIR")]
    assetops: PathBuf,

    /// List the tasks that cannot be done as they are stated, with the reason of each, and run nothing
    #[arg(long)]
    list_impossible: bool,

    /// The file of tasks: a JSON object a line, or one JSON array; unless given, one of those under `scenarios` in the data
    #[arg(long, value_name = "FILE")]
    scenarios: Option<PathBuf>,

    /// Only this task, by its number; may be repeated
    #[arg(long, value_name = "ID")]
    task: Vec<u32>,

    /// Only this category; may be repeated
    #[arg(long, value_name = "CATEGORY")]
    category: Vec<CategoryName>,

    /// Only these defenses, separated by commas
    #[arg(long, value_name = "DEFENSE", value_delimiter = ',', value_parser = options::defense_parser())]
    defense: Vec<Defense>,

    #[command(flatten)]
    judgement: Judgement,

    /// How often to run each case
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    trials: u32,

    /// How many cases to run at once, each with servers of its own; one for each processor unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: Option<u16>,

    /// Stop after so many cases
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// The folder for the results; a new one under runs/ unless given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Run these cases again although they have results
    #[arg(long, value_name = "WHICH")]
    rerun: Option<Rerun>,

    #[command(flatten)]
    models: options::ModelNames,

    /// How often the judge of --judge-model is asked about each run; what most of its forms say counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=99), requires = "judge_model")]
    judge_runs: u32,

    /// Let a model judge itself
    #[arg(long, requires = "judge_model")]
    judge_itself: bool,

    #[command(flatten)]
    accounts: Accounts,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A category of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CategoryName {
    /// Sites, assets, sensors and their readings
    Iot,
    /// Failure modes, and which sensors tell of them
    Fmsr,
    /// Forecasting and anomaly detection
    Tsfm,
    /// Work orders and events
    Wo,
    /// Several of these together
    #[value(name = "end_to_end")]
    EndToEnd,
}

impl From<CategoryName> for Category {
    fn from(name: CategoryName) -> Category {
        match name {
            CategoryName::Iot => Category::Iot,
            CategoryName::Fmsr => Category::Fmsr,
            CategoryName::Tsfm => Category::Tsfm,
            CategoryName::Wo => Category::Wo,
            CategoryName::EndToEnd => Category::EndToEnd,
        }
    }
}

impl Arguments {
    /// Prints the list, or runs the tasks and prints the tables.
    ///
    /// # Errors
    ///
    /// The data cannot be used, what was asked for does not exist, or something outside failed.
    pub fn run(self) -> Result<Exit, Failure> {
        let data = Data::load(&self.assetops).map_err(|error| failed(&BenchError::from(error)))?;
        if self.list_impossible {
            let text = match self.json {
                true => format!("{}\n", impossible::json(&data)),
                false => impossible::table(&data),
            };
            // A reader that has gone away has had enough.
            let _ = std::io::stdout().write_all(text.as_bytes());
            return Ok(Exit::Ran);
        }
        self.run_tasks(&Environment { data, work: None, now: None })
    }

    fn run_tasks(&self, environment: &Environment) -> Result<Exit, Failure> {
        let files = Files::find().map_err(|error| failed(&error))?;
        let path = self.scenarios_file()?;
        let scenarios = scenarios::load(&path).map_err(|error| failed(&error))?;
        let folder = self.out.clone().unwrap_or_else(new_folder);
        let work = absolute(folder.join("files"))?;
        let program = std::env::current_exe()?;
        let notices = Notices::new(terminal::note);
        let stages = AssetOpsStages::new(&files, &program, &absolute(&self.assetops)?, &work, notices);
        let config = stages.config()?;
        let books = self.accounts.books(Some(&config))?;
        let players = players(&self.models.names(), &config, &books)?;
        let judge = self.judge(&config, &books, &players, &folder)?;
        let judge = judge.as_ref();
        let options = self.options(&files, &config, &path);
        let chosen =
            options.choose(&scenarios, environment, judge.is_some()).map_err(|error| failed(&error))?;
        terminal::note(&format!(
            "{} tasks; left out: {} impossible with this data, {} whose answer no check can tell",
            chosen.tasks.len(),
            chosen.impossible,
            chosen.unchecked
        ));
        std::fs::create_dir_all(&work)?;
        let line = Line::new(books.ledger().clone());
        let tell = |progress| line.tell(progress);
        run::run(&options, &chosen, &players, judge, &folder, &|| stages.open(), &tell)
            .map_err(|error| failed(&error))?;
        let report = Report::read(std::slice::from_ref(&folder)).map_err(|error| failed(&error))?;
        let text = match self.json {
            true => format!("{}\n", report.to_json()),
            false => joined(&tables(&report), Table::to_text),
        };
        let mut out = std::io::stdout().lock();
        out.write_all(for_stdout(&text).as_bytes())?;
        out.flush()?;
        if judge.is_some() {
            let agreement = Agreement::read(&folder).map_err(|error| failed(&error))?;
            terminal::note(&agreement.to_text());
        }
        terminal::note(&format!("results: {}", folder.display()));
        Ok(Exit::Ran)
    }

    /// The judge, if one was named: never a model that is judged, unless that was asked for.
    fn judge(
        &self,
        config: &Config,
        books: &Books,
        players: &Players,
        folder: &Path,
    ) -> Result<Option<Judge>, Failure> {
        let names = self.models.names();
        if names.choice(Role::Judge, config).is_none() {
            return Ok(None);
        }
        let model = names.open_role(Role::Judge, config, Style::default(), books)?;
        let judged = [&players.planner, &players.quarantined, &players.tool_calling];
        if !self.judge_itself && judged.iter().any(|player| player.name() == model.name()) {
            return Err(Failure::usage(
                format!("`{}` would judge itself", model.name()),
                "name another model with `--judge-model`, or say `--judge-itself`",
            ));
        }
        Ok(Some(Judge::new(model, self.judge_runs, &folder.join("judged"))))
    }

    fn scenarios_file(&self) -> Result<PathBuf, Failure> {
        if let Some(given) = &self.scenarios {
            return Ok(given.clone());
        }
        let found = SCENARIOS.map(|name| self.assetops.join(name)).into_iter().find(|path| path.is_file());
        found.ok_or_else(|| {
            Failure::usage(
                format!("there are no tasks in {}", self.assetops.display()),
                format!("name the file of tasks with `--scenarios`; looked for are {}", SCENARIOS.join(", ")),
            )
        })
    }

    fn options(&self, files: &Files, config: &Config, scenarios: &Path) -> Options {
        let settings = self.judgement.settings(config, None);
        let defenses = match self.defense.as_slice() {
            [] => Defense::ALL.to_vec(),
            given => Defense::ALL.into_iter().filter(|defense| given.contains(defense)).collect(),
        };
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let name = scenarios.file_name().unwrap_or(scenarios.as_os_str());
        Options {
            folder: files.assetops(),
            scenarios: name.to_string_lossy().into_owned(),
            tasks: self.task.clone(),
            categories: self.category.iter().map(|name| Category::from(*name)).collect(),
            defenses,
            trials: self.trials,
            limit: self.limit,
            jobs: self.jobs.map_or_else(processors, usize::from),
            settings: Settings { max_turns: TURNS, ..settings },
            keep: if self.rerun.is_some() { Keep::Solved } else { Keep::All },
            temperature: self.models.temperature,
        }
    }
}

/// A folder that no other run has.
fn new_folder() -> PathBuf {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    PathBuf::from(format!("runs/assetops-{}", since.as_secs()))
}
