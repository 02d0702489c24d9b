//! `caravan plan`: the plan of a whole system, before anything runs.

mod drawing;
mod tree;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use caravan::advice::listed;
use caravan::assembly::{Assembly, Notices};
use caravan::config::{Config, read_text};
use caravan::core::forecast::{Forecast, Node, PlannedEpisode, SystemPlan};
use caravan::core::instruction::Instruction;
use caravan::core::model::Model;
use caravan::core::settings::{Defense, Settings, strictness_name};
use caravan::core::system::System;
use caravan::label::Bits;
use caravan::model::scripted::Style;
use caravan::models::{Books, Role};
use caravan::plan_file::PlanFile;
use clap::Args;
use serde_json::Value as Json;

use crate::command::options::{self, Accounts, Judgement, ModelNames};
use crate::command::{outcome, usage};
use crate::failure::{Exit, Failure, Place, Problem};
use crate::terminal::{self, Paint};

/// Show the plan of the whole system for an instruction, and run nothing
///
/// Planners are asked, and nobody else: no tool is called. Shown are the root's plan and, for every call of an agent whose
/// message the program text fixes or spells out as a few alternatives, that agent's plan too, and so on down. Below stand
/// every tool that can be called, and every place where untrusted data can choose what happens next.
///
/// With --out the plan becomes a file that is read, changed, kept in git, and run by `caravan run --plan FILE`: exactly
/// that, with no model to write plans.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan plan \"Send a summary of all job applicant info to Julie on Slack.\"
  caravan plan --out weekly.plan \"...\"      write it down; then read it, and
  caravan run --plan weekly.plan            run exactly that
  caravan plan --svg plan.svg \"...\"         draw it
  caravan plan --json \"...\" | jq '.. | .branches? // empty'

Exit codes: 0 there is a plan, 1 a planner gave no valid one, 2 wrong arguments or configuration,
4 a model failed or a budget is used up, 130 interrupted.")]
pub struct Arguments {
    /// What the system is to do
    #[arg(value_name = "INSTRUCTION")]
    instruction: String,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How the agents are defended: each by itself, or the whole system
    #[arg(long, value_name = "DEFENSE", value_parser = options::defense_parser())]
    defense: Option<Defense>,

    #[command(flatten)]
    judgement: Judgement,

    #[command(flatten)]
    models: ModelNames,

    #[command(flatten)]
    accounts: Accounts,

    /// The names of the variables that the root's plan will be given
    #[arg(long, value_name = "NAME")]
    data: Vec<String>,

    #[command(flatten)]
    forms: Forms,
}

/// In which forms a plan is shown and kept.
#[derive(Clone, Debug, Default, Args)]
pub struct Forms {
    /// Write the plan into this file, for `caravan run --plan FILE`
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write a drawing of it into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print it as a graph for Graphviz
    #[arg(long, conflicts_with = "json")]
    dot: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Forms {
    /// The forms of a command that has but one of them.
    pub fn json(json: bool) -> Forms {
        Forms { json, ..Forms::default() }
    }
}

impl Arguments {
    /// Asks the planners and shows what they answer.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used, a model failed, or a planner gave no valid plan.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        options::needs_root(&config)?;
        let settings = self.judgement.settings(&config, self.defense);
        let data = self.data.into_iter().map(|name| (name, ())).collect();
        let data = options::unrepeated("the variable", data)?.into_iter().map(|(name, ())| name).collect();
        let budget = self.judgement.budget(&config);
        let books = self.accounts.books(Some(&config))?;
        let names = self.models.names();
        let planner = names.open_role(Role::Planner, &config, Style::default(), &books)?;
        let assembly = Assembly::with_notices(&config, None, Notices::new(terminal::note))?;
        let asked = Asked { instruction: self.instruction, data, settings, budget };
        asked.show(&assembly, planner.as_ref(), &self.forms, &books)
    }
}

/// What a plan is made for.
#[derive(Debug)]
pub struct Asked {
    /// What the system is to do.
    pub instruction: String,
    /// The names of the root's variables.
    pub data: Vec<String>,
    /// How flows are judged.
    pub settings: Settings,
    /// The budget of choice, in bits.
    pub budget: u32,
}

impl Asked {
    /// Asks the planners, shows the plan, writes the files.
    ///
    /// # Errors
    ///
    /// A model failed, a planner gave no valid plan, or a file cannot be written.
    pub fn show(
        self,
        assembly: &Assembly,
        planner: &dyn Model,
        forms: &Forms,
        books: &Books,
    ) -> Result<Exit, Failure> {
        if self.instruction.trim().is_empty() {
            return Err(Failure::usage("the instruction is empty", "say what the system is to do"));
        }
        let defense = self.settings.defense;
        let settings = assembly.settings(self.settings);
        let plan = forecast(assembly.system(), &settings, &self.instruction, &self.data, planner)?;
        let Some(root) = plan.tree(assembly.system(), defense) else {
            return Err(Failure::new(Exit::PlanFailed, Problem::new("the system has no root agent")));
        };
        let mut out = std::io::stdout().lock();
        if forms.json {
            writeln!(out, "{}", root.to_json())?;
        } else if forms.dot {
            write!(out, "{}", drawing::dot(&root, plan.root_name()))?;
        } else {
            let paint = Paint::new(terminal::colours_on_stdout());
            write!(out, "{}", tree::tree(&plan, &root, paint))?;
        }
        out.flush()?;
        if let Some(path) = &forms.svg {
            write_file(path, &drawing::svg(&root, plan.root_name()))?;
        }
        usage::tell(books.ledger(), plan.root_name());
        let problems = problems(&plan, None);
        if !problems.is_empty() {
            return Err(Failure::several(Exit::PlanFailed, problems));
        }
        if let Some(path) = &forms.out
            && let Some(file) = PlanFile::of(&plan, &settings, self.budget, &self.data)
        {
            write_file(path, &file.text(&about(&plan, &root)))?;
        }
        Ok(Exit::Ran)
    }
}

/// Asks planners until the plan of the system is there.
fn forecast(
    system: &Arc<System>,
    settings: &Settings,
    instruction: &str,
    data: &[String],
    planner: &dyn Model,
) -> Result<SystemPlan, Failure> {
    let failed = |error: &caravan::core::outcome::RunError, exit| {
        let problem = Problem {
            notes: error.notes().to_vec(),
            help: error.help().map(str::to_owned),
            ..Problem::new(error.title())
        };
        Failure::new(exit, problem)
    };
    let instruction = Instruction::from_user(instruction);
    let forecast = Forecast::new(Arc::clone(system), settings.clone(), instruction, data.to_vec())
        .map_err(|error| failed(&error, Exit::Usage))?;
    options::runtime()?
        .block_on(forecast.complete(planner))
        .map_err(|(status, error)| failed(&error, outcome::exit(status)))
}

/// A reviewed plan, found to be one that the system can run.
#[derive(Debug)]
pub struct Reviewed {
    /// The plan.
    pub file: PlanFile,
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Reviewed {
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// It cannot be read or is no such file.
    pub fn read(path: &Path) -> Result<Reviewed, Failure> {
        let text = read_text(path)?;
        Reviewed::of(text, path.display().to_string())
    }

    /// The plan of this text, which is called `name`.
    ///
    /// # Errors
    ///
    /// It is no plan file.
    pub fn of(text: String, name: String) -> Result<Reviewed, Failure> {
        Ok(Reviewed { file: PlanFile::parse(&text, &name)?, name, text })
    }

    /// The instruction that it is for.
    ///
    /// # Errors
    ///
    /// Another was given, or other data than the plan was made for.
    pub fn instruction(&self, given: Option<&str>, data: &[(String, Json)]) -> Result<String, Failure> {
        let other = |what: &str| {
            Failure::usage(
                format!("{what} than {} is for", self.name),
                "run it as it was reviewed, or plan again with `caravan plan`",
            )
        };
        if given.is_some_and(|given| given != self.file.instruction) {
            return Err(other("the instruction is another"));
        }
        let mut names: Vec<&str> = data.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        if names != self.file.data {
            let reviewed = match self.file.data.as_slice() {
                [] => "no data".to_owned(),
                names => format!("data with the names {}", listed(names)),
            };
            return Err(Failure::usage(
                format!("{} is for {reviewed}", self.name),
                "give just these with `--data NAME=@FILE`, or plan again with `caravan plan --data NAME`",
            ));
        }
        Ok(self.file.instruction.clone())
    }

    /// The settings that it runs under: its own, and nothing is written anew.
    pub fn settings(&self, settings: Settings) -> Settings {
        Settings {
            defense: self.file.defense,
            strictness: self.file.strictness,
            budget: Bits::whole(self.file.choice_budget),
            max_plan_attempts: 1,
            max_repairs: 0,
            ..settings
        }
    }

    /// Sees that the file does not weaken what the command line or else the configuration asks for.
    ///
    /// # Errors
    ///
    /// It was made for less than the configuration asks for, or for something else than the command line says.
    pub fn is_as_strict(
        &self,
        defense: Option<Defense>,
        judgement: &Judgement,
        config: &Config,
    ) -> Result<(), Failure> {
        let asked = judgement.settings(config, defense);
        let ranked = |defense: Defense| Defense::ALL.iter().position(|other| *other == defense);
        let (strictness, budget) = (self.file.strictness, self.file.choice_budget);
        let defense = Compared {
            key: "defense",
            of_file: self.file.defense.as_str().to_owned(),
            asked: asked.defense.as_str().to_owned(),
            is_given: defense.is_some(),
            is_weaker: ranked(self.file.defense) < ranked(asked.defense),
        };
        let strictness = Compared {
            key: "strictness",
            of_file: strictness_name(strictness).to_owned(),
            asked: strictness_name(asked.strictness).to_owned(),
            is_given: judgement.strictness.is_some(),
            is_weaker: strictness < asked.strictness,
        };
        let budget = Compared {
            key: "choice_budget",
            of_file: budget.to_string(),
            asked: judgement.budget(config).to_string(),
            is_given: judgement.choice_budget.is_some(),
            is_weaker: budget > judgement.budget(config),
        };
        let refused = [defense, strictness, budget].into_iter().find(Compared::is_refused);
        refused.map_or(Ok(()), |compared| Err(compared.refusal(&self.name)))
    }

    /// Checks every plan of the file before anything runs.
    ///
    /// # Errors
    ///
    /// One of them is not valid in this system, asks an agent something that has no plan in the file, or is asked for by none.
    pub fn check(&self, system: &Arc<System>, settings: &Settings) -> Result<(), Failure> {
        let planner = self.file.planner();
        let plan = forecast(system, settings, &self.file.instruction, &self.file.data, &planner)?;
        let mut found = problems(&plan, Some(&self.name));
        if !found.is_empty() {
            return Err(Failure::several(Exit::Usage, found));
        }
        for planned in self.file.unused(&plan) {
            let message = terminal::excerpt(&planned.message, 60);
            let title = format!("{}: nothing tells {} `{message}`", self.name, planned.named());
            let help = format!("take its entry out of {}, or plan again with `caravan plan`", self.name);
            found.push(Problem { help: Some(help), ..Problem::new(title) });
        }
        for episode in &plan.episodes {
            let written = self.file.answer_to(episode).map(str::trim);
            if episode.plan.as_deref().map(str::trim) != written {
                let agent = episode.request.agent();
                let name = if agent.is_root() { plan.root_name() } else { agent.as_str() };
                found.push(Problem::new(format!("{}: the plan of {name} is more than a plan", self.name)));
            }
        }
        if found.is_empty() { Ok(()) } else { Err(Failure::several(Exit::Usage, found)) }
    }
}

/// A setting of a plan file beside what a run of it asks for.
struct Compared {
    key: &'static str,
    of_file: String,
    asked: String,
    /// Whether the command line says it.
    is_given: bool,
    /// Whether the file's is the weaker of the two.
    is_weaker: bool,
}

impl Compared {
    fn is_refused(&self) -> bool {
        self.of_file != self.asked && (self.is_given || self.is_weaker)
    }

    fn refusal(&self, file: &str) -> Failure {
        let Compared { key, of_file, asked, .. } = self;
        let who = if self.is_given { "the command line" } else { "the configuration" };
        let option = key.replace('_', "-");
        let help = if self.is_given {
            format!("plan again with `caravan plan --{option} {asked}`, or leave `--{option}` out")
        } else {
            format!("plan again with `caravan plan`; `--{option} {of_file}` runs it as it was reviewed")
        };
        Failure::usage(format!("{file} was made for {key} {of_file}, and {who} asks for {asked}"), help)
    }
}

/// Why planners have given no valid plan: each finding at its place. `file` is the file that the plans are from.
fn problems(plan: &SystemPlan, file: Option<&str>) -> Vec<Problem> {
    plan.episodes
        .iter()
        .filter(|episode| episode.plan.is_none())
        .flat_map(|e| problems_of(plan, e, file))
        .collect()
}

fn problems_of(plan: &SystemPlan, episode: &PlannedEpisode, file: Option<&str>) -> Vec<Problem> {
    let agent = episode.request.agent();
    let name = if agent.is_root() { plan.root_name() } else { agent.as_str() };
    let shown = match file {
        Some(file) => format!("{file}: plan of {name}"),
        None => format!("plan of {name}"),
    };
    let text = episode.refused.as_deref().unwrap_or_default();
    let at = |finding: &caravan::plan::Finding| Problem {
        code: Some(finding.code.to_owned()),
        place: Place::of(finding.span, &shown, text),
        help: finding.fix.clone(),
        ..Problem::new(finding.message.clone())
    };
    if episode.findings.is_empty() {
        let why = episode.problem.clone().unwrap_or_else(|| "there is no plan".to_owned());
        return vec![Problem::new(format!("{shown}: {why}"))];
    }
    episode.findings.iter().map(at).collect()
}

/// What a person wants to know of a plan file before its plans, a line each.
fn about(plan: &SystemPlan, root: &Node<'_>) -> Vec<String> {
    let mut lines = vec![String::new()];
    lines.extend(tree::summary(plan, root, Paint::new(false)).lines().map(str::to_owned));
    lines
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| {
        Failure::usage(format!("{} cannot be written ({error})", path.display()), "name another file")
    })
}
