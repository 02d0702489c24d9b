//! `caravan resume`: a run goes on that was interrupted, or that waits for a person.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use caravan::assembly::{Assembly, Notices};
use caravan::config::Config;
use caravan::core::approval::{Approval, ApprovalRequest, Approver};
use caravan::core::label::AgentPath;
use caravan::core::model::BoxFuture;
use caravan::core::state::States;
use caravan::journal::{self, Opening};
use caravan::model::scripted::Style;
use caravan::models::Books;
use caravan::plan::Type;
use caravan::store::{InDoubt, RunJournal, RunRow, Settlement};
use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};

use crate::approver::Terminal;
use crate::command::carried::{self, Carrying};
use crate::command::plan::Reviewed;
use crate::command::progress::Telling;
use crate::command::run::with_run_id;
use crate::failure::{Exit, Failure, Problem};
use crate::terminal::{self, visible};

/// Go on with a run that was interrupted, or that waits for a person
///
/// What the journal holds is not done again: no model is asked twice, no tool called twice. A call that was under way when
/// the process died is in doubt: it is made again if the configuration says `idempotent = true` of its tool, or that it has
/// no side effect; else you are asked, and without a terminal the run stays as it is.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan resume                      the latest run
  caravan resume r62b1 --approve      yes to what it asks, from a script
  caravan resume --in-doubt done      the call in doubt has happened: go on behind it

Exit codes: those of `caravan run`; 5 it still waits for a person, or a call is in doubt.")]
pub struct Arguments {
    /// The run, or how its name begins; the latest unless given
    #[arg(value_name = "RUN")]
    run: Option<String>,

    /// What is so of calls in doubt
    #[arg(long, value_name = "WHAT", value_enum)]
    in_doubt: Option<Doubt>,

    /// What a call in doubt that has happened gave, as JSON; an empty text or null unless given
    #[arg(long, value_name = "JSON", requires = "in_doubt")]
    result: Option<String>,

    /// Answer yes to what the run asks now
    #[arg(long, conflicts_with = "deny")]
    approve: bool,

    /// Answer no to what the run asks now
    #[arg(long)]
    deny: bool,

    /// Go on although the configuration has changed since the run began
    #[arg(long)]
    changed_configuration: bool,

    /// The journal; .caravan/journal.db beside the configuration unless given
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// The configuration whose journal is meant; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    telling: Telling,

    /// Print one JSON object with the answer, every call and every label
    #[arg(long)]
    json: bool,
}

/// What is so of a call in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Doubt {
    /// It has happened: go on behind it
    Done,
    /// It has not happened, or may happen twice: make it again
    Repeat,
    /// End the run
    Abort,
}

impl Arguments {
    /// Carries the run on.
    ///
    /// # Errors
    ///
    /// There is no such run, it cannot be resumed, or it does not end well.
    pub fn run(self) -> Result<Exit, Failure> {
        let result =
            self.result.as_deref().map(serde_json::from_str::<Json>).transpose().map_err(|error| {
                Failure::usage(
                    format!("`--result` is no JSON ({error})"),
                    "a text is written in quotes: `--result '\"sent\"'`",
                )
            })?;
        let store = carried::existing(self.journal.as_deref(), self.config.as_deref())?;
        let path = store.path().to_path_buf();
        let row = store.find(self.run.as_deref())?;
        let opening = opening(&row)?;
        drop(store);
        let config = Config::load(&opening.config)?;
        // With what may not get into it, which only the configuration says.
        let (row, mut journal) = journal::open_existing(&path, Some(&config))?.resume(&row.id)?;
        if !self.changed_configuration && journal::fingerprint(&config)? != opening.fingerprint {
            return Err(Failure::usage(
                format!("the configuration has changed since the run {} began", row.id),
                "put it back as it was; or go on with `--changed-configuration`: what was done stays as it is, and the run \
                 stops if it would now do something else",
            ));
        }
        let instruction = row.instruction.clone().unwrap_or_default();
        let settings =
            opening.settings(&config).map_err(|message| Failure::usage(message, "begin a new run"))?;
        let reviewed = match opening.plan.clone() {
            Some(text) => Some(Reviewed::of(text, format!("the plan of run {}", row.id))?),
            None => None,
        };
        let names = opening.models.clone().names();
        if reviewed.is_none() {
            names.all_are_named(&config)?;
        }
        let assembly = Assembly::with_notices(&config, None, Notices::new(terminal::note))?.at(opening.now);
        if let Some(exit) = self.settle(&config, &assembly, &mut journal, result.as_ref())? {
            return self.ended(exit, journal, &row);
        }
        let books = Books::open(None, None, opening.budget.budget(), Some(&config))?;
        let mut models = names.open_those_named(&config, Style::default(), &books)?;
        let settings = match &reviewed {
            Some(reviewed) => {
                models.planner = Arc::new(reviewed.file.planner());
                reviewed.settings(settings)
            }
            None => settings,
        };
        let defense = settings.defense;
        let run = if opening.tasks.is_empty() {
            assembly.begin(settings, &instruction, opening.data, &row.states)
        } else {
            assembly.begin_peers(settings, &opening.tasks, opening.data, opening.rounds, &row.states)
        };
        let asked = journal.questions()?.into_iter().map(|(_, question)| question).collect();
        let answer = Answering { asked, approval: if self.deny { Approval::No } else { Approval::Yes } };
        let answer: Option<&dyn Approver> = (self.approve || self.deny).then_some(&answer);
        Carrying {
            config: &config,
            assembly: &assembly,
            defense,
            models: &models,
            books: &books,
            json: self.json,
            telling: self.telling,
        }
        .carry_on(run, Some(journal), &row.states, answer)
    }

    /// Settles what is in doubt. Gives what the command ends with if the run does not go on.
    fn settle(
        &self,
        config: &Config,
        assembly: &Assembly,
        journal: &mut RunJournal,
        result: Option<&Json>,
    ) -> Result<Option<Ended>, Failure> {
        let mut undecided = Vec::new();
        for call in journal.in_doubt()? {
            if may_be_repeated(config, assembly, &call) {
                terminal::note(&format!("{} is made again: that changes nothing", in_words(&call)));
                journal.settle(call.number, &Settlement::Repeat)?;
                continue;
            }
            match self.in_doubt.map_or_else(|| ask(&call), |doubt| Ok(Some(doubt)))? {
                Some(Doubt::Repeat) => journal.settle(call.number, &Settlement::Repeat)?,
                Some(Doubt::Done) => {
                    let gave = result.cloned().unwrap_or_else(|| nothing(assembly, &call));
                    journal.settle(call.number, &Settlement::Done(gave.into()))?;
                }
                Some(Doubt::Abort) => return Ok(Some(Ended::Aborted(call))),
                None => undecided.push(call),
            }
        }
        Ok((!undecided.is_empty()).then_some(Ended::InDoubt(undecided)))
    }

    fn ended(&self, ended: Ended, journal: RunJournal, row: &RunRow) -> Result<Exit, Failure> {
        let id = &row.id;
        let (status, calls) = match &ended {
            Ended::Aborted(call) => ("aborted", std::slice::from_ref(call)),
            Ended::InDoubt(calls) => ("in_doubt", calls.as_slice()),
        };
        let told: Vec<Json> = calls.iter().map(InDoubt::to_json).collect();
        let told = json!({"answer": null, "status": status, "in_doubt": told, "error": null});
        if self.json {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", with_run_id(told.clone(), id))?;
            out.flush()?;
        }
        let notes = calls.iter().map(|call| format!("in doubt: {}", in_words(call))).collect();
        match ended {
            Ended::Aborted(_) => {
                journal.finish("aborted", &told, &States::default(), &States::default())?;
                let title = format!("the run {id} was ended: a call is in doubt, and stays so");
                Err(Failure::new(Exit::Denied, Problem { notes, ..Problem::new(title) }))
            }
            Ended::InDoubt(_) => {
                let title = format!(
                    "nobody knows whether a call of the run {id} has happened: it was under way when the run was interrupted"
                );
                let help = "look whether it has, and go on with `--in-doubt done`, `--in-doubt repeat` or `--in-doubt abort`; \
                            `idempotent = true` under `[tools.NAME]` says that a tool may be called twice";
                let help = Some(help.to_owned());
                Err(Failure::new(Exit::Suspended, Problem { notes, help, ..Problem::new(title) }))
            }
        }
    }
}

/// Why a run does not go on.
enum Ended {
    Aborted(InDoubt),
    InDoubt(Vec<InDoubt>),
}

/// What a run was begun with.
///
/// # Errors
///
/// It was begun by something else than `caravan run`, or that is not readable.
pub fn opening(row: &RunRow) -> Result<Opening, Failure> {
    serde_json::from_value(row.opening.clone()).map_err(|error| {
        Failure::usage(
            format!("what the run {} was begun with is not readable ({error})", row.id),
            "`caravan explain` tells what it has done; begin a new one with `caravan run`",
        )
    })
}

/// Whether making a call again is as good as having made it once.
fn may_be_repeated(config: &Config, assembly: &Assembly, call: &InDoubt) -> bool {
    if config.settings_of(&call.server, &call.tool).idempotent {
        return true;
    }
    tool(assembly, call, |tool| tool.is_some_and(|tool| !tool.has_side_effect()))
}

fn tool<T>(
    assembly: &Assembly,
    call: &InDoubt,
    of: impl FnOnce(Option<&caravan::core::system::Tool>) -> T,
) -> T {
    let system = assembly.system();
    let path = call.agent.split('/').filter(|name| !name.is_empty());
    let path = path.fold(AgentPath::root(), |path, name| path.child(name));
    let agent = system.agent(&path);
    let tool = agent.and_then(|agent| {
        system.tools(agent).find(|tool| tool.declared_name() == call.tool && tool.server() == call.server)
    });
    of(tool)
}

/// What stands for a result that nobody knows.
fn nothing(assembly: &Assembly, call: &InDoubt) -> Json {
    tool(assembly, call, |tool| match tool.map(|tool| tool.returns()) {
        Some(Type::Str) => Json::String(String::new()),
        _ => Json::Null,
    })
}

fn in_words(call: &InDoubt) -> String {
    let agent = if call.agent.is_empty() { "the root agent" } else { &call.agent };
    let arguments = call.arguments.to_string();
    format!(
        "`{}` of `{}`, called by {agent} with {}",
        call.tool,
        call.server,
        terminal::excerpt(&arguments, 120)
    )
}

/// Asks the person at the terminal. None if there is nobody.
fn ask(call: &InDoubt) -> Result<Option<Doubt>, Failure> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(None);
    }
    let mut screen = io::stderr();
    let text = visible(&in_words(call)).into_owned();
    write!(
        screen,
        "\nThis call was under way when the run was interrupted, and nobody knows whether it has happened:\n\n  {text}\n\n  \
         d  it has happened: go on behind it\n  r  make it again\n  a  end the run\n  L  leave it as it is\n[d/r/a/L] ",
    )?;
    screen.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(match line.trim().to_ascii_lowercase().as_str() {
        "d" | "done" => Some(Doubt::Done),
        "r" | "repeat" => Some(Doubt::Repeat),
        "a" | "abort" => Some(Doubt::Abort),
        _ => None,
    })
}

/// Answers the questions that were open when the run was resumed, and leaves others to the person at the terminal.
struct Answering {
    asked: Vec<Json>,
    approval: Approval,
}

impl Approver for Answering {
    fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        let is_asked = self.asked.contains(&json!(request));
        Box::pin(
            async move { if is_asked { self.approval } else { Terminal::new(None).approve(request).await } },
        )
    }
}
