//! `caravan run`: one instruction through a configured system of agents.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use caravan::advice::listed;
use caravan::assembly::{Assembly, Notices};
use caravan::config::{Config, read_text};
use caravan::core::outcome::{RunOutcome, Status};
use caravan::core::settings::Defense;
use caravan::core::state::States;
use caravan::journal::Opening;
use caravan::model::scripted::Style;
use caravan::store::NewRun;
use clap::Args;
use serde_json::{Map, Value as Json};

use crate::command::carried::{Carrying, Journaling};
use crate::command::options::{self, Accounts, Checking, Clock, Judgement, ModelNames};
use crate::command::path::{self, Drawing};
use crate::command::plan::{Asked, Forms, Reviewed};
use crate::command::progress::Telling;
use crate::failure::{Exit, Failure};
use crate::terminal::{self, Paint, for_stdout};

/// Give an instruction to the system of agents that `caravan.toml` describes
///
/// The instruction is trusted: planners read it. What should not be read as an instruction (a file, a pasted
/// text) goes in with --data, as an opaque variable of the root's plan.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan run \"Send a summary of all job applicant info to Julie on Slack.\"
  caravan run --config scenarios/applicants/caravan.toml --defense individual \"...\"
  caravan run --data letter=@letter.txt \"Answer the letter.\"
  caravan run --dry-run \"...\"             show the plan of all agents, and run nothing
  caravan run --plan weekly.plan           run exactly what `caravan plan --out` wrote down
  caravan run --task reader=\"Read the mail.\" --task clerk=\"File it.\" --rounds 2
                                           peers, where there is no root
  caravan run --json \"...\" | jq .answer
  caravan run --model openai:gpt-5 --record runs/1 --max-calls 20 \"...\"

Exit codes: 0 it ran, 1 the plan failed, 2 wrong arguments or configuration, 3 denied,
4 a model or a tool failed or a budget is used up, 5 it waits for a person: `caravan resume`
goes on, 130 interrupted.")]
pub struct Arguments {
    /// What the system is to do
    #[arg(value_name = "INSTRUCTION", required_unless_present_any = ["plan", "task"])]
    instruction: Option<String>,

    /// What one of the peers is to do, in a system without a root; they run in the order of these options
    #[arg(
        long,
        value_name = "NAME=INSTRUCTION",
        conflicts_with_all = ["instruction", "plan", "dry_run"],
        value_parser = task,
    )]
    task: Vec<(String, String)>,

    /// For how many rounds the peers run
    #[arg(long, value_name = "N", default_value = "1", requires = "task", value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How the agents are defended: not at all, each by itself, or the whole system
    #[arg(long, value_name = "DEFENSE", value_parser = options::defense_parser())]
    defense: Option<Defense>,

    #[command(flatten)]
    judgement: Judgement,

    #[command(flatten)]
    checking: Checking,

    #[command(flatten)]
    clock: Clock,

    #[command(flatten)]
    models: ModelNames,

    #[command(flatten)]
    accounts: Accounts,

    #[command(flatten)]
    journaling: Journaling,

    #[command(flatten)]
    telling: Telling,

    /// Give the root's plan the text of a file as an opaque, untrusted variable
    #[arg(long, value_name = "NAME=@FILE")]
    data: Vec<String>,

    /// Show the plans of all agents as `caravan plan` does, and run nothing
    #[arg(long)]
    dry_run: bool,

    /// Run exactly the reviewed plan in this file: no model writes plans, and what was not reviewed is refused
    #[arg(long, value_name = "FILE", conflicts_with = "no_check")]
    plan: Option<PathBuf>,

    /// Print one JSON object with the answer, every call and every label
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Runs the instruction and prints the answer.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used, or the run did not end well.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        let data = self.data.iter().map(|given| data(given)).collect::<Result<_, _>>()?;
        let data = options::unrepeated("the variable", data)?;
        let reviewed = self.plan.as_deref().map(Reviewed::read).transpose()?;
        if self.task.is_empty() {
            options::needs_root(&config)?;
        } else {
            are_peers(&config, &self.task)?;
        }
        let instruction = match &reviewed {
            Some(reviewed) => reviewed.instruction(self.instruction.as_deref(), &data)?,
            None if !self.task.is_empty() => shown(&self.task),
            None => self.instruction.clone().unwrap_or_default(),
        };
        if instruction.trim().is_empty() {
            return Err(Failure::usage("the instruction is empty", "say what the system is to do"));
        }
        let now = self.clock.now()?;
        let names = self.models.names();
        // Before any server is started. Nobody asks the planner of a reviewed plan.
        if reviewed.is_none() {
            names.all_are_named(&config)?;
        }
        let store = if self.dry_run { None } else { self.journaling.open(&config)? };
        let assembly = Assembly::with_notices(&config, None, Notices::new(terminal::note))?.at(now);
        let books = self.accounts.books(Some(&config))?;
        let mut models = match &reviewed {
            Some(_) => names.open_those_named(&config, Style::default(), &books)?,
            None => names.open(&config, Style::default(), &books)?,
        };
        let mut settings = self.judgement.settings(&config, self.defense);
        settings.check = !self.checking.no_check;
        if let Some(reviewed) = &reviewed {
            reviewed.is_as_strict(self.defense, &self.judgement, &config)?;
            settings = reviewed.settings(settings);
            reviewed.check(assembly.system(), &assembly.settings(settings.clone()))?;
            models.planner = Arc::new(reviewed.file.planner());
        }
        if self.dry_run {
            let budget = reviewed
                .as_ref()
                .map_or(self.judgement.budget(&config), |reviewed| reviewed.file.choice_budget);
            let data = data.into_iter().map(|(name, _)| name).collect();
            let asked = Asked { instruction, data, settings, budget };
            return asked.show(&assembly, models.planner.as_ref(), &Forms::json(self.json), &books);
        }
        let (journal, states) = match store {
            None => (None, States::default()),
            Some(store) => {
                let opening = Opening::of(&config, &settings, &names, &self.accounts.budget(), &data)?;
                let opening = Opening {
                    now,
                    plan: reviewed.map(|reviewed| reviewed.text),
                    tasks: self.task.clone(),
                    rounds: self.rounds.into(),
                    ..opening
                };
                let states = store.states()?;
                let new = NewRun {
                    instruction: &instruction,
                    opening: serde_json::to_value(&opening).unwrap_or_default(),
                    states: &states,
                    version: env!("CARGO_PKG_VERSION"),
                    has_content: self.journaling.keeps_content(&config),
                };
                (Some(store.begin(&new)?), states)
            }
        };
        let defense = settings.defense;
        let run = if self.task.is_empty() {
            assembly.begin(settings, &instruction, data, &states)
        } else {
            assembly.begin_peers(settings, &self.task, data, self.rounds.into(), &states)
        };
        Carrying {
            config: &config,
            assembly: &assembly,
            defense,
            models: &models,
            books: &books,
            json: self.json,
            telling: self.telling,
        }
        .carry_on(run, journal, &states, None)
    }
}

/// Reads one `NAME=INSTRUCTION`.
fn task(given: &str) -> Result<(String, String), String> {
    match given.split_once('=') {
        Some((name, task)) if !name.is_empty() && !task.trim().is_empty() => {
            Ok((name.to_owned(), task.to_owned()))
        }
        _ => {
            Err("it is not of the form NAME=INSTRUCTION, as in `--task reader=\"Read the mail.\"`".to_owned())
        }
    }
}

/// That each of these is told to a peer, and to each peer something.
fn are_peers(config: &Config, tasks: &[(String, String)]) -> Result<(), Failure> {
    if config.peers.is_empty() {
        return Err(Failure::usage(
            format!("there are no peers: the agent `{}` gets the instruction", config.root),
            "give the instruction without `--task`, or name `peers` instead of `root` in the configuration",
        ));
    }
    let names = listed(&config.peers.iter().map(String::as_str).collect::<Vec<_>>());
    for (place, (name, _)) in tasks.iter().enumerate() {
        if !config.peers.contains(name) {
            return Err(Failure::usage(
                format!("there is no peer `{name}`"),
                format!("the peers are {names}"),
            ));
        }
        if tasks.iter().take(place).any(|(other, _)| other == name) {
            return Err(Failure::usage(
                format!("the peer `{name}` is told two things"),
                "write one instruction",
            ));
        }
    }
    match config.peers.iter().find(|peer| !tasks.iter().any(|(name, _)| name == *peer)) {
        Some(idle) => Err(Failure::usage(
            format!("the peer `{idle}` is told nothing"),
            format!("say what each of {names} is to do: `--task {idle}=\"...\"`"),
        )),
        None => Ok(()),
    }
}

/// What peers are to do as one text, for lists of runs.
fn shown(tasks: &[(String, String)]) -> String {
    tasks.iter().map(|(name, task)| format!("{name}: {task}")).collect::<Vec<_>>().join("\n")
}

/// Reads one `NAME=@FILE`.
pub fn data(given: &str) -> Result<(String, Json), Failure> {
    let Some((name, file)) = given.split_once("=@") else {
        return Err(Failure::usage(
            format!("`--data {given}` is not of the form NAME=@FILE"),
            "name the variable and the file that holds its text, as in `--data letter=@letter.txt`",
        ));
    };
    if name.is_empty() {
        return Err(Failure::usage(
            format!("`--data {given}` gives the variable no name"),
            "put a name before `=@`, as in `--data letter=@letter.txt`",
        ));
    }
    let text = read_text(file.as_ref())?;
    Ok((name.to_owned(), Json::String(text)))
}

/// What people see: what the plans printed, then the answer.
pub fn show(outcome: &RunOutcome) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for printed in &outcome.record.printed {
        out.write_all(for_stdout(&printed.text).as_bytes())?;
    }
    if let Some(answer) = outcome.answer.as_ref().filter(|_| outcome.status == Status::Done) {
        writeln!(out, "{}", for_stdout(&answer.to_text()))?;
    }
    out.flush()?;
    Ok(())
}

/// The same; the path taken goes to standard error.
pub fn tell(outcome: &RunOutcome) -> Result<(), Failure> {
    show(outcome)?;
    if outcome.record.calls.is_empty() {
        return Ok(());
    }
    let paint = Paint::new(terminal::colours_on_stderr());
    let drawing = Drawing { width: 100, paint, pointed_out: &[] };
    let mut err = std::io::stderr().lock();
    // Standard error may be closed; the answer has been given.
    let _ = writeln!(err, "\n{}", path::path(outcome, drawing).trim_end());
    Ok(())
}

/// The run's JSON with its id in front.
pub fn with_run_id(run: Json, id: &str) -> Json {
    let mut object = Map::from_iter([("run_id".to_owned(), Json::String(id.to_owned()))]);
    if let Json::Object(fields) = run {
        object.extend(fields);
    }
    Json::Object(object)
}

/// A name for this run that no other run on this machine has.
pub fn new_run_id() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("r{:x}-{:x}", since.as_micros(), std::process::id())
}
