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
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::expected::{Expected, expected};
use super::impossible;
use super::judge::{Form, Judge, Judged};
use super::scenarios::{Category, Scenario};
use super::tools::Environment;
use crate::BenchError;
use crate::multiagentdojo::book::Book;
use crate::multiagentdojo::reference::Reference;
use crate::multiagentdojo::verdict;
use crate::multiagentdojo::{Players, Progress, Stage, Tell};
use crate::results::{self, CaseId, CaseResult, Keep, Store};

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
    /// Those that are run, with what their answers name where that can be counted.
    pub tasks: Vec<(Scenario, Option<Expected>)>,
    /// How many are left out because the data has nothing of what they ask for.
    pub impossible: usize,
    /// How many are left out because nobody tells whether an answer is right: no check, nor a judge.
    pub unchecked: usize,
}

impl Options {
    /// What a folder of results stands for: the same command goes on with it, another does not.
    pub fn parameters(&self, players: &Players, judge: Option<&Judge>) -> Json {
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
            "judge": judge.map(|judge| json!({"model": judge.name(), "runs": judge.runs()})),
            "variant": "",
        })
    }

    /// The tasks that were asked for, can be done, and can be checked or, if there is a judge, judged.
    ///
    /// # Errors
    ///
    /// A task that was asked for is not there, or none is left.
    pub fn choose(
        &self,
        scenarios: &[Scenario],
        environment: &Environment,
        judged: bool,
    ) -> Result<Chosen, BenchError> {
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
            let expected = expected(environment, scenario.id);
            if impossible.iter().any(|one| one.id == scenario.id) {
                chosen.impossible += 1;
            } else if expected.is_some() || judged && scenario.characteristic.is_some() {
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
    expected: Option<&'a Expected>,
}

/// What the workers share.
struct Work<'a> {
    cases: Mutex<std::vec::IntoIter<Case<'a>>>,
    progress: Mutex<Progress>,
    /// What went wrong first; the others stop then.
    failure: Mutex<Option<BenchError>>,
    stopped: AtomicBool,
    players: &'a Players,
    judge: Option<&'a Judge>,
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
    judge: Option<&Judge>,
    folder: &Path,
    open: OpenStage<'_>,
    tell: Tell<'_>,
) -> Result<(), BenchError> {
    let (store, known) = Store::open(folder, &options.parameters(players, judge), options.keep)?;
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
        judge,
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
                cases.push(Case { id, settings, scenario, expected: expected.as_ref() });
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
        let trace = case.trace_name();
        let mut told = outcome.to_json();
        // A run without an answer has not done the task, whoever is asked.
        let checked =
            case.expected.map(|expected| answer.as_deref().is_some_and(|answer| expected.is_met(answer)));
        let judged = match (self.judge, &answer, &case.scenario.characteristic) {
            (Some(judge), Some(answer), Some(characteristic)) => {
                let trajectory = trajectory(&told);
                let question = case.scenario.text.as_str();
                let judged = Judged { question, characteristic, trajectory: &trajectory, answer };
                judge.judge(judged).await?.form
            }
            _ => None,
        };
        let utility = match self.judge {
            Some(_) if case.scenario.characteristic.is_some() => judged.as_ref().is_some_and(Form::passes),
            _ => checked == Some(true),
        };
        if let Json::Object(fields) = &mut told {
            fields.insert("case".to_owned(), json!(case.id));
            fields.insert("prompt".to_owned(), json!(case.scenario.text));
            fields.insert("characteristic".to_owned(), json!(case.scenario.characteristic));
            fields.insert("expected".to_owned(), json!(case.expected.map(Expected::to_json)));
            fields.insert("checked".to_owned(), json!(checked));
            fields.insert("judged".to_owned(), json!(judged));
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

/// What was done: a call a line, in the order of the calls.
fn trajectory(told: &Json) -> String {
    let calls = told.get("calls").and_then(Json::as_array);
    calls.into_iter().flatten().map(|call| format!("{call}\n")).collect()
}

/// How often the check and the judge agree about the runs in a folder of which both say something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Both say that the task was done.
    pub both: u64,
    /// Both say that it was not.
    pub neither: u64,
    /// The check alone says so.
    pub check_alone: u64,
    /// The judge alone says so.
    pub judge_alone: u64,
}

impl Agreement {
    /// Counts over the traces of a folder's results.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub fn read(folder: &Path) -> Result<Agreement, BenchError> {
        let mut agreement = Agreement::default();
        for result in results::read(folder)?.1 {
            let path = folder.join(&result.trace);
            let text = std::fs::read_to_string(&path).map_err(|error| BenchError::file(&path, &error))?;
            let told: Json = serde_json::from_str(&text)
                .map_err(|error| BenchError::new(format!("{}: {error}", path.display())))?;
            let judged = told.get("judged").and_then(|form| Form::deserialize(form).ok());
            let checked = told.get("checked").and_then(Json::as_bool);
            let (Some(judged), Some(checked)) = (judged, checked) else { continue };
            let count = match (checked, judged.passes()) {
                (true, true) => &mut agreement.both,
                (false, false) => &mut agreement.neither,
                (true, false) => &mut agreement.check_alone,
                (false, true) => &mut agreement.judge_alone,
            };
            *count += 1;
        }
        Ok(agreement)
    }

    /// How many runs it is about.
    pub fn runs(&self) -> u64 {
        self.both + self.neither + self.check_alone + self.judge_alone
    }

    /// In a line.
    pub fn to_text(&self) -> String {
        format!(
            "the check and the judge agree on {} of {} runs (both yes {}, both no {}; the check alone {}, the judge alone {})",
            self.both + self.neither,
            self.runs(),
            self.both,
            self.neither,
            self.check_alone,
            self.judge_alone
        )
    }
}

impl Case<'_> {
    fn trace_name(&self) -> String {
        let CaseId { suite, user_task, defense, trial, .. } = &self.id;
        let trial = if *trial == 0 { String::new() } else { format!("-{trial}") };
        format!("traces/{suite}/{user_task}/{defense}{trial}.json")
    }
}
