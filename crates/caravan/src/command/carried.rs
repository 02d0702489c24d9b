//! A run that a command carries on: its journal, its end, and what is told of it.

use std::io::Write;
use std::path::{Path, PathBuf};

use caravan::approvals::{Remembered, Remembering};
use caravan::assembly::{Assembly, Notices};
use caravan::config::Config;
use caravan::core::approval::{ApprovalRequest, Approver};
use caravan::core::drive::{DriveError, Models};
use caravan::core::journal::{Journal, NoJournal};
use caravan::core::outcome::{RunOutcome, Status};
use caravan::core::run::Run;
use caravan::core::settings::Defense;
use caravan::core::state::States;
use caravan::core::toolbox::Toolbox;
use caravan::journal;
use caravan::models::Books;
use caravan::store::{RunJournal, Store, StoreError, StoreErrorKind};
use caravan::telemetry::{Telemetry, Traced};
use caravan::watch::{End, Log, Watched, Watcher};
use clap::Args;
use serde_json::{Value as Json, json};

use crate::approver::{Terminal, question};
use crate::command::progress::Telling;
use crate::command::run::{new_run_id, show, tell, with_run_id};
use crate::command::{options, outcome, usage};
use crate::failure::{Exit, Failure, Problem};
use crate::terminal;

/// Where a run is written down.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Journal")]
pub struct Journaling {
    /// Write the run down in this file; .caravan/journal.db beside the configuration unless given
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Write nothing down: the run cannot be resumed or explained later
    #[arg(long, conflicts_with_all = ["journal", "no_content"])]
    no_journal: bool,

    /// Write down what was called, and no text or value: the run cannot be resumed later
    #[arg(long)]
    no_content: bool,
}

impl Journaling {
    /// The journal, if the run is to be written down.
    ///
    /// # Errors
    ///
    /// It cannot be used.
    pub fn open(&self, config: &Config) -> Result<Option<Store>, Failure> {
        if self.no_journal || (self.journal.is_none() && !config.journal.enabled) {
            return Ok(None);
        }
        match self.journal.clone().or_else(|| journal::place(config)) {
            Some(path) => Ok(Some(journal::open(&path, config)?)),
            None => Ok(None),
        }
    }

    /// Whether texts and values are kept.
    pub fn keeps_content(&self, config: &Config) -> bool {
        config.journal.content && !self.no_content
    }
}

/// The journal that is meant: the one that is named, else that of the nearest project.
///
/// # Errors
///
/// There is no project, or its journal cannot be used.
pub fn existing(journal: Option<&Path>, config: Option<&Path>) -> Result<Store, Failure> {
    match journal {
        Some(path) => Ok(journal::open_existing(path, None)?),
        None => {
            let config = Config::load_or_find(config)?;
            let path = journal::place(&config).ok_or_else(|| {
                Failure::usage(
                    "the configuration is inside of the program",
                    "name a journal with `--journal FILE`",
                )
            })?;
            Ok(journal::open_existing(&path, Some(&config))?)
        }
    }
}

/// What a run is carried on with.
pub struct Carrying<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The system.
    pub assembly: &'a Assembly,
    /// How it defends itself.
    pub defense: Defense,
    /// Its models.
    pub models: &'a Models,
    /// What they take.
    pub books: &'a Books,
    /// Whether JSON is printed.
    pub json: bool,
    /// What is told on the way.
    pub telling: Telling,
}

impl Carrying<'_> {
    /// Carries the run on, tells what came of it, and writes that down. `before` is what the tools' states held when it
    /// began; `answer` answers questions in place of the person at the terminal.
    ///
    /// # Errors
    ///
    /// The run did not end well, or waits for a person.
    pub fn carry_on(
        &self,
        mut run: Run,
        journal: Option<RunJournal>,
        before: &States,
        answer: Option<&dyn Approver>,
    ) -> Result<Exit, Failure> {
        let remembered = Remembered::beside(self.config);
        let terminal = Terminal::new(remembered.clone());
        let approver = Remembering::new(remembered.as_ref(), answer.unwrap_or(&terminal));
        let Some(mut journal) = journal else {
            let id = new_run_id();
            let carried = self.watched(&mut run, &mut NoJournal, &id, &approver)?;
            let mut outcome = carried.map_err(|error| outside(error.to_string()))?;
            return self.told(&mut outcome, &id);
        };
        let id = journal.run().to_owned();
        let carried = self.watched(&mut run, &mut journal, &id, &approver)?;
        match carried {
            Ok(mut outcome) => {
                let after = States::of(outcome.world());
                let kept = kept(&mut outcome);
                let written = journal.finish(outcome.status.as_str(), &kept, before, &after);
                let told = self.told(&mut outcome, &id);
                // The run has ended, whether or not that could be written down.
                written?;
                told
            }
            Err(error) if error.is_suspended() => {
                let mut kept = run.record_json();
                if let Json::Object(kept) = &mut kept {
                    kept.insert("usage".to_owned(), json!(run.usage()));
                    kept.insert("status".to_owned(), json!("suspended"));
                }
                let questions = journal.questions()?;
                journal.suspend(&kept, before, &run.states())?;
                self.suspended(&kept, &questions, &id)
            }
            Err(error) => {
                let help = format!(
                    "`caravan resume {id}` goes on once that is mended: nothing that was done is done again"
                );
                Err(Failure::new(
                    Exit::Outside,
                    Problem { help: Some(help), ..Problem::new(error.to_string()) },
                ))
            }
        }
    }

    /// Carries it on while others look on.
    fn watched(
        &self,
        run: &mut Run,
        journal: &mut dyn Journal,
        id: &str,
        approver: &dyn Approver,
    ) -> Result<Result<RunOutcome, DriveError>, Failure> {
        let runtime = options::runtime()?;
        let telemetry = Telemetry::open(self.config, &Notices::new(terminal::note))?;
        let traced = Traced {
            run: id,
            root: self.assembly.system().root().map_or("", |root| root.name()),
            has_peers: !self.config.peers.is_empty(),
            ..Traced::default()
        };
        let mut trace = telemetry.as_ref().map(|open| open.trace(&traced, self.config, self.models));
        let toolbox = self.assembly.toolbox(self.defense);
        let traced = trace.as_ref().map(|trace| trace.tools(&toolbox));
        let toolbox = traced.as_ref().map_or(&toolbox as &dyn Toolbox, |traced| traced);
        let mut view = self.telling.view(self.books.ledger());
        let mut log = Log::new(id);
        let mut watchers: Vec<&mut dyn Watcher> = vec![&mut view, &mut log];
        watchers.extend(trace.as_mut().map(|trace| trace as &mut dyn Watcher));
        let mut watched = Watched::new(journal, watchers);
        let carrying = self.assembly.carry_on_with(run, toolbox, self.models, approver, &mut watched);
        let carried = runtime.block_on(carrying);
        watched.end(&match &carried {
            Ok(outcome) => End::of(outcome),
            Err(error) if error.is_suspended() => End { status: "suspended", error: None },
            Err(_) => End { status: "interrupted", error: None },
        });
        if let Some(open) = &telemetry {
            open.close();
        }
        Ok(carried)
    }

    fn told(&self, outcome: &mut RunOutcome, id: &str) -> Result<Exit, Failure> {
        if self.json {
            let run = usage::with_accounts(outcome.to_json(), self.books.ledger());
            let mut out = std::io::stdout().lock();
            writeln!(out, "{}", with_run_id(run, id))?;
            out.flush()?;
        } else if self.telling.is_quiet() {
            show(outcome)?;
        } else {
            tell(outcome)?;
            usage::tell(self.books.ledger(), outcome.root_name());
        }
        match outcome.status {
            Status::Done => Ok(Exit::Ran),
            _ => Err(outcome::failure(outcome)),
        }
    }

    fn suspended(&self, kept: &Json, questions: &[(u64, Json)], id: &str) -> Result<Exit, Failure> {
        if self.json {
            let asked: Vec<&Json> = questions.iter().map(|(_, question)| question).collect();
            let run = json!({
                "answer": null, "status": "suspended", "calls": kept.get("calls"), "usage": kept.get("usage"),
                "error": null, "waits_for": asked,
            });
            let mut out = std::io::stdout().lock();
            writeln!(out, "{}", with_run_id(usage::with_accounts(run, self.books.ledger()), id))?;
            out.flush()?;
        }
        for (_, asked) in questions {
            if let Ok(request) = serde_json::from_value::<ApprovalRequest>(asked.clone()) {
                // Standard error may be closed; the journal has the question.
                let _ = writeln!(std::io::stderr(), "\n{}", question(&request));
            }
        }
        let problem =
            Problem::new(format!("the run {id} waits for a person's answer, and nobody can be asked here"));
        let help =
            format!("`caravan resume {id}` asks at a terminal; `--approve` and `--deny` answer without one");
        Err(Failure::new(Exit::Suspended, Problem { help: Some(help), ..problem }))
    }
}

/// What is kept of a run that has ended: its JSON, its agents and what they printed.
fn kept(outcome: &mut RunOutcome) -> Json {
    let mut kept = outcome.to_json();
    let record = outcome.record_json();
    let printed: Vec<Json> = outcome
        .record
        .printed
        .iter()
        .map(|printed| json!({"agent": printed.agent.as_str(), "text": printed.text}))
        .collect();
    if let (Json::Object(kept), Json::Object(record)) = (&mut kept, record) {
        kept.extend(record);
        kept.insert("printed".to_owned(), Json::Array(printed));
    }
    kept
}

/// What went wrong outside of the run.
pub fn outside(message: String) -> Failure {
    Failure::new(Exit::Outside, Problem::new(message))
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let exit = match error.kind() {
            StoreErrorKind::Full | StoreErrorKind::Other => Exit::Outside,
            _ => Exit::Usage,
        };
        let help = Some(error.remedy().to_owned());
        Failure::new(exit, Problem { help, ..Problem::new(error.to_string()) })
    }
}
