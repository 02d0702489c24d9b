//! Runs tasks of AssetOpsBench under the defenses, and checks their answers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use caravan_core::drive::drive;
use caravan_core::instruction::Instruction;
use caravan_core::journal::NoJournal;
use caravan_core::outcome::Status;
use caravan_core::record::CallKind;
use caravan_core::run::Run;
use caravan_core::settings::{Defense, Settings, strictness_name};
use serde_json::{Value as Json, json};

use super::expected::{Expected, expected};
use super::impossible;
use super::scenarios::{Category, Scenario};
use super::tools::Environment;
use crate::BenchError;
use crate::multiagentdojo::book::Book;
use crate::multiagentdojo::reference::Reference;
use crate::multiagentdojo::verdict;
use crate::multiagentdojo::{Players, Progress, Stage, Tell};
use crate::results::{CaseId, CaseResult, Keep, Store};

/// Which tasks are run, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder `bench/assetops`.
    pub folder: PathBuf,
    /// The name of the file of tasks, which tells the two forms apart.
    pub scenarios: String,
    /// Only these tasks; all if there is none.
    pub tasks: Vec<u32>,
    /// Only these categories.
    pub categories: Vec<Category>,
    /// Under these defenses.
    pub defenses: Vec<Defense>,
    /// How often each case.
    pub trials: u32,
    /// At most so many cases.
    pub limit: Option<usize>,
    /// So many at once.
    pub jobs: usize,
    /// What holds for every run but the defense.
    pub settings: Settings,
    /// Which results that are there stand.
    pub keep: Keep,
    /// The sampling temperature, if it was chosen.
    pub temperature: Option<f64>,
}

/// Opens the hierarchy with the servers behind it. Called on several threads at once.
pub type OpenStage<'a> = &'a (dyn Fn() -> Result<Box<dyn Stage>, BenchError> + Sync);

/// The tasks of a run, and how many are left out.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Those that are run, with what their answers name.
    pub tasks: Vec<(Scenario, Expected)>,
    /// How many are left out because the data has nothing of what they ask for.
    pub impossible: usize,
    /// How many are left out because no check tells whether an answer is right.
    pub unchecked: usize,
}

impl Options {
    /// What a folder of results stands for: the same command goes on with it, another does not.
    pub fn parameters(&self, players: &Players) -> Json {
        json!({
            "benchmark": "assetops",
            "scenarios": self.scenarios,
            "model": players.name(),
            "planner": players.planner.name(),
            "quarantined": players.quarantined.name(),
            "tool_calling": players.tool_calling.name(),
            "tasks": self.tasks,
            "categories": self.categories.iter().map(|one| one.as_str()).collect::<Vec<_>>(),
            "defenses": self.defenses.iter().map(|defense| defense.as_str()).collect::<Vec<_>>(),
            "strictness": strictness_name(self.settings.strictness),
            "choice_budget": self.settings.budget.to_string(),
            "attack": null,
            "trials": self.trials,
            "temperature": self.temperature,
            "variant": "",
        })
    }

    /// The tasks that were asked for, can be done, and can be checked.
    ///
    /// # Errors
    ///
    /// A task that was asked for is not there, or none is left.
    pub fn choose(&self, scenarios: &[Scenario], environment: &Environment) -> Result<Chosen, BenchError> {
        if let Some(unknown) = self.tasks.iter().find(|id| !scenarios.iter().any(|one| one.id == **id)) {
            return Err(BenchError::usage(format!("there is no task {unknown} in {}", self.scenarios)));
        }
        let impossible = impossible::list(&environment.data);
        let mut chosen = Chosen { tasks: Vec::new(), impossible: 0, unchecked: 0 };
        let meant = scenarios.iter().filter(|one| {
            (self.tasks.is_empty() || self.tasks.contains(&one.id))
                && (self.categories.is_empty() || self.categories.contains(&one.category))
        });
        for scenario in meant {
            if impossible.iter().any(|one| one.id == scenario.id) {
                chosen.impossible += 1;
            } else if let Some(expected) = expected(environment, scenario.id) {
                chosen.tasks.push((scenario.clone(), expected));
            } else {
                chosen.unchecked += 1;
            }
        }
        if chosen.tasks.is_empty() {
            return Err(BenchError::usage(format!(
                "no task is left to run: {} of those asked for are impossible with this data, and of {} no check tells \
                 whether an answer is right",
                chosen.impossible, chosen.unchecked
            ))
            .with_help("`--list-impossible` tells why tasks are impossible"));
        }
        Ok(chosen)
    }
}

/// One task under one defense.
#[derive(Debug)]
struct Case<'a> {
    id: CaseId,
    settings: Settings,
    scenario: &'a Scenario,
    expected: &'a Expected,
}

/// What the workers share.
struct Work<'a> {
    cases: Mutex<std::vec::IntoIter<Case<'a>>>,
    progress: Mutex<Progress>,
    /// What went wrong first; the others stop then.
    failure: Mutex<Option<BenchError>>,
    stopped: AtomicBool,
    players: &'a Players,
    book: Arc<Book>,
    store: &'a Store,
    open: OpenStage<'a>,
    tell: Tell<'a>,
}

/// Runs the cases that have no result yet. Each result is written as soon as it is there.
///
/// # Errors
///
/// A server, a model or a file failed. What there is by then is written.
pub fn run(
    options: &Options,
    chosen: &Chosen,
    players: &Players,
    folder: &Path,
    open: OpenStage<'_>,
    tell: Tell<'_>,
) -> Result<(), BenchError> {
    let (store, known) = Store::open(folder, &options.parameters(players), options.keep)?;
    let cases = cases(options, chosen);
    let all = cases.len();
    let left: Vec<Case<'_>> = cases.into_iter().filter(|case| !known.contains_key(&case.id)).collect();
    let progress = Progress { done: all - left.len(), before: all - left.len(), all };
    tell(progress);
    let jobs = options.jobs.clamp(1, left.len().max(1));
    let work = Work {
        cases: Mutex::new(left.into_iter()),
        progress: Mutex::new(progress),
        failure: Mutex::default(),
        stopped: AtomicBool::new(false),
        players,
        book: Arc::new(Book::honest(&options.folder)?),
        store: &store,
        open,
        tell,
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                if let Err(error) = work.carry_out() {
                    work.stopped.store(true, Ordering::Relaxed);
                    work.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            });
        }
    });
    let failure = work.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

fn cases<'a>(options: &Options, chosen: &'a Chosen) -> Vec<Case<'a>> {
    let mut cases = Vec::new();
    for (scenario, expected) in &chosen.tasks {
        for defense in &options.defenses {
            for trial in 0..options.trials {
                let id = CaseId {
                    suite: scenario.category.as_str().to_owned(),
                    user_task: scenario.id.to_string(),
                    injection_task: None,
                    attack: None,
                    defense: defense.as_str().to_owned(),
                    strictness: strictness_name(options.settings.strictness).to_owned(),
                    trial,
                };
                let settings = Settings { defense: *defense, ..options.settings.clone() };
                cases.push(Case { id, settings, scenario, expected });
            }
        }
    }
    cases.truncate(options.limit.unwrap_or(usize::MAX));
    cases
}

impl Work<'_> {
    fn carry_out(&self) -> Result<(), BenchError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| BenchError::new(format!("the runtime does not start ({error})")))?;
        let mut stage: Option<Box<dyn Stage>> = None;
        loop {
            let next = self.cases.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(case) = next.filter(|_| !self.stopped.load(Ordering::Relaxed)) else { return Ok(()) };
            let stage = match &mut stage {
                Some(open) => open,
                None => stage.insert((self.open)()?),
            };
            let result = runtime.block_on(self.case(&**stage, &case))?;
            self.store.add(&result)?;
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.done += 1;
            let now = *progress;
            drop(progress);
            (self.tell)(now);
        }
    }

    async fn case(&self, stage: &dyn Stage, case: &Case<'_>) -> Result<CaseResult, BenchError> {
        let begun = Instant::now();
        let reference = Arc::new(Reference {
            book: Arc::clone(&self.book),
            task: case.id.user_task.clone(),
            system: Arc::clone(stage.system()),
        });
        let models = self.players.models(&reference, None);
        let instruction = Instruction::from_user(case.scenario.text.as_str());
        let run = Run::new(Arc::clone(stage.system()), case.settings.clone(), instruction, Vec::new());
        let toolbox = stage.toolbox(case.settings.defense);
        let mut outcome = drive(run, &models, &*toolbox, &mut NoJournal)
            .await
            .map_err(|error| BenchError::new(error.to_string()))?;
        let answer = outcome.answer.as_ref().filter(|_| outcome.status == Status::Done);
        let answer = answer.map(|answer| answer.to_text());
        let utility = answer.as_deref().is_some_and(|answer| case.expected.is_met(answer));
        let trace = case.trace_name();
        let mut told = outcome.to_json();
        if let Json::Object(fields) = &mut told {
            fields.insert("case".to_owned(), json!(case.id));
            fields.insert("prompt".to_owned(), json!(case.scenario.text));
            fields.insert("characteristic".to_owned(), json!(case.scenario.characteristic));
            fields.insert("expected".to_owned(), case.expected.to_json());
            fields.insert("seconds".to_owned(), json!(begun.elapsed().as_secs_f64()));
        }
        self.store.write(&trace, &told.to_string())?;
        Ok(CaseResult {
            case: case.id.clone(),
            utility,
            attack_succeeded: None,
            success_kind: None,
            failure_kind: (!utility).then(|| verdict::failure_kind(&outcome)),
            usage: outcome.usage,
            acted: outcome.status == Status::Done
                && outcome.record.calls.iter().any(|call| call.kind == CallKind::Tool && call.carried_out),
            trace,
        })
    }
}

impl Case<'_> {
    fn trace_name(&self) -> String {
        let CaseId { suite, user_task, defense, trial, .. } = &self.id;
        let trial = if *trial == 0 { String::new() } else { format!("-{trial}") };
        format!("traces/{suite}/{user_task}/{defense}{trial}.json")
    }
}
