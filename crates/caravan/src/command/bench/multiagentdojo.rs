//! `caravan bench multiagentdojo`: AgentDojo as a benchmark of agent hierarchies.

use std::io::Write;
use std::path::{Path, PathBuf};

use caravan::assembly::Notices;
use caravan::bench::multiagentdojo::{self as dojo, LoopDefense, Options, Player, Players, SUITES, Variant};
use caravan::bench::report::{Report, Table, tables};
use caravan::bench::results::Keep;
use caravan::benchmark::{DojoStages, Files, POLICIES, interpreter};
use caravan::config::Config;
use caravan::core::settings::{Defense, Settings};
use caravan::model::scripted::Style;
use caravan::models::{Books, ModelNames, Role};
use clap::{Args, ValueEnum};

use super::failed;
use super::progress::Line;
use crate::command::options::{self, Accounts, Judgement};
use crate::command::report::joined;
use crate::failure::{Exit, Failure};
use crate::terminal::{self, for_stdout};

/// Turns enough for the longest of the benchmark's tasks, a call a turn.
pub(super) const TURNS: usize = 200;

/// AgentDojo's tasks and attacks on hierarchies of agents: 97 user tasks, 949 attacks, under several defenses
///
/// Without --model every role is played by the reference model: plans written for this benchmark, general rules for reading
/// text, and obedience to every attacker whose goal it reads. It needs no key, always does the same, and tells of the
/// protocol, not of a model. The tables say `reference` wherever it was used.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan bench multiagentdojo                             every task, no attack, three defenses
  caravan bench multiagentdojo --attack important_instructions --out runs/attacked
  caravan bench multiagentdojo --suite banking --task user_task_0 --defense multi
  caravan bench multiagentdojo --defense multi --attack important_instructions --quarantined-model hostile
  caravan bench multiagentdojo --defense individual --attack important_instructions --paste-all
  caravan bench multiagentdojo --topology single --model openai:NAME --loop-defense tool_filter
  caravan report runs/attacked

The same command goes on where it was interrupted. The first run makes a Python environment: see
`caravan bench setup --help`.")]
pub struct Arguments {
    /// Only this suite: workspace, travel, banking or slack; may be repeated
    #[arg(long, value_name = "SUITE")]
    suite: Vec<String>,

    /// Only this user task, such as user_task_0; may be repeated
    #[arg(long, value_name = "ID")]
    task: Vec<String>,

    /// Only these defenses, separated by commas
    #[arg(long, value_name = "DEFENSE", value_delimiter = ',', value_parser = options::defense_parser())]
    defense: Vec<Defense>,

    /// The attack: none, or one of AgentDojo's, such as important_instructions
    #[arg(long, value_name = "ATTACK", default_value = "none")]
    attack: String,

    /// Only this injection task, such as injection_task_0; may be repeated
    #[arg(long, value_name = "ID")]
    injection_task: Vec<String>,

    /// The version of the benchmark
    #[arg(long, value_name = "VERSION", default_value = dojo::BENCHMARK_VERSION, value_parser = version)]
    benchmark_version: String,

    #[command(flatten)]
    judgement: Judgement,

    /// The hierarchies of agents, or one agent with all tools as in AgentDojo itself (not with the reference model)
    #[arg(long, value_name = "TOPOLOGY", default_value = "multi")]
    topology: Topology,

    /// The policy that decides about calls of tools: for the suite's own tasks, or one that is built in
    #[arg(long, value_name = "NAME", value_parser = POLICIES)]
    policy: Option<String>,

    /// Leave out of agents' descriptions what their tools return
    #[arg(long)]
    no_return_schemas: bool,

    /// Guard tool-calling agents (the defense `none`) with one of AgentDojo's own defenses
    #[arg(long, value_name = "NAME", value_parser = LoopDefense::ALL.map(LoopDefense::as_str))]
    loop_defense: Option<String>,

    /// Have the reference model paste all that it was told before into every message in free text: the most that a parent
    /// can pass on
    #[arg(long)]
    paste_all: bool,

    /// How often to run each case
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    trials: u32,

    /// How many cases to run at once, each with a process of the bridge; one for each processor unless given
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

    #[command(flatten)]
    accounts: Accounts,

    /// Print one JSON object, as `caravan report --json` does
    #[arg(long)]
    json: bool,
}

/// How agents are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Topology {
    /// An orchestrator above the suite's agents.
    Multi,
    /// One agent with all tools.
    Single,
}

/// The one version that there is.
fn version(given: &str) -> Result<String, String> {
    if given == dojo::BENCHMARK_VERSION {
        return Ok(given.to_owned());
    }
    Err(format!(
        "the bridge serves {} of AgentDojo {}, and no other",
        dojo::BENCHMARK_VERSION,
        dojo::PACKAGE_VERSION
    ))
}

/// Which cases are run again.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Rerun {
    /// Those whose task was not solved.
    Failed,
}

impl Arguments {
    /// Runs the cases and prints the tables.
    ///
    /// # Errors
    ///
    /// What was asked for does not exist, or something outside failed.
    pub fn run(self) -> Result<Exit, Failure> {
        let files = Files::find().map_err(|error| failed(&error))?;
        let python = interpreter(&files.bridge(), &terminal::note).map_err(|error| failed(&error))?;
        let variant = self.variant();
        let stages =
            DojoStages::new(&files, &python, Notices::new(terminal::note)).of_variant(variant.clone());
        let config = stages.config(self.suite.first().map_or(SUITES[0], String::as_str));
        let config = config.map_err(|error| match self.suite.first() {
            Some(suite) if !SUITES.contains(&suite.as_str()) => unknown_suite(suite),
            _ => error.into(),
        })?;
        let books = self.accounts.books(Some(&config))?;
        let players = players(&self.models.names(), &config, &books)?;
        suits(&variant, &players)?;
        let options = self.options(&files, &config, variant);
        let folder = self.out.clone().unwrap_or_else(new_folder);
        let line = Line::new(books.ledger().clone());
        let ran = dojo::run(&options, &players, &folder, &|suite| stages.open(suite), &|progress| {
            line.tell(progress)
        });
        ran.map_err(|error| failed(&error))?;
        self.tell(&folder)?;
        Ok(Exit::Ran)
    }

    fn variant(&self) -> Variant {
        Variant {
            single: self.topology == Topology::Single,
            no_return_schemas: self.no_return_schemas,
            policy: self.policy.clone(),
            loop_defense: self.loop_defense.as_deref().and_then(LoopDefense::of_name),
            pastes_all: self.paste_all,
        }
    }

    fn options(&self, files: &Files, config: &Config, variant: Variant) -> Options {
        let settings = self.judgement.settings(config, None);
        let defenses = match self.defense.as_slice() {
            [] => Defense::ALL.to_vec(),
            // In the order of strength, each once, however they were given.
            given => Defense::ALL.into_iter().filter(|defense| given.contains(defense)).collect(),
        };
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            folder: files.multiagentdojo(),
            suites: self.suite.clone(),
            tasks: self.task.clone(),
            injection_tasks: self.injection_task.clone(),
            defenses,
            attack: (self.attack != "none").then(|| self.attack.clone()),
            trials: self.trials,
            limit: self.limit,
            jobs: self.jobs.map_or_else(processors, usize::from),
            settings: Settings { max_turns: TURNS, ..settings },
            keep: if self.rerun.is_some() { Keep::Solved } else { Keep::All },
            temperature: self.models.temperature,
            variant,
        }
    }

    fn tell(&self, folder: &Path) -> Result<(), Failure> {
        let report = Report::read(&[folder.to_path_buf()]).map_err(|error| failed(&error))?;
        let text = match self.json {
            true => format!("{}\n", report.to_json()),
            false => joined(&tables(&report), Table::to_text),
        };
        let mut out = std::io::stdout().lock();
        out.write_all(for_stdout(&text).as_bytes())?;
        out.flush()?;
        terminal::note(&format!("results: {}", folder.display()));
        Ok(())
    }
}

fn unknown_suite(suite: &str) -> Failure {
    Failure::usage(format!("there is no suite `{suite}`"), format!("there are {}", SUITES.join(", ")))
}

/// That the reference model can play this: it knows plans for the hierarchies alone, and chooses no tools.
fn suits(variant: &Variant, players: &Players) -> Result<(), Failure> {
    let is_reference = |player: &Player| matches!(player, Player::Reference);
    let filters = variant.loop_defense == Some(LoopDefense::ToolFilter);
    if variant.single && (is_reference(&players.planner) || is_reference(&players.tool_calling)) {
        return Err(Failure::usage(
            "the reference model has plans for the hierarchies, and none for one agent with all tools",
            "name a model with `--model`, or leave `--topology single` out",
        ));
    }
    if filters && is_reference(&players.tool_calling) {
        return Err(Failure::usage(
            "the reference model does not choose its tools",
            "name a model with `--model` or `--tool-calling-model`, or choose another `--loop-defense`",
        ));
    }
    if variant.pastes_all && !is_reference(&players.planner) {
        return Err(Failure::usage(
            "what a parent pastes is up to the model",
            "leave `--paste-all` out: it is about the reference model",
        ));
    }
    Ok(())
}

/// What plays the roles: what was asked for, else what the configuration says, which is the reference model.
pub(super) fn players(names: &ModelNames, config: &Config, books: &Books) -> Result<Players, Failure> {
    let player = |role: Role| -> Result<Player, Failure> {
        let chosen = names.choice(role, config);
        let own = chosen.as_ref().and_then(|(choice, _)| Player::of_benchmark(&choice.model));
        Ok(match own {
            Some(Player::Hostile) if role != Role::Quarantined => {
                return Err(Failure::usage(
                    "`hostile` is a quarantined model and nothing else",
                    "give it with `--quarantined-model hostile`",
                ));
            }
            Some(player) => player,
            None => Player::Other(names.open_role(role, config, Style::default(), books)?),
        })
    };
    Ok(Players {
        planner: player(Role::Planner)?,
        quarantined: player(Role::Quarantined)?,
        tool_calling: player(Role::ToolCalling)?,
    })
}

/// A folder that no other run has.
fn new_folder() -> PathBuf {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    PathBuf::from(format!("runs/multiagentdojo-{}", since.as_secs()))
}
