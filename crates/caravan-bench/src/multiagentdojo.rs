//! MultiAgentDojo: AgentDojo (benchmark v1.2.2) as a benchmark of agent hierarchies, run under several defenses.
//!
//! Where the systems and the bridge to AgentDojo come from is the caller's business: it opens a [`Stage`] for a suite. A
//! case runs on a stage of its own, in a fresh environment, and is scored by AgentDojo's own code behind the bridge.

pub(crate) mod book;
mod case;
mod log;
mod loop_defense;
mod quarantined;
pub(crate) mod reference;
mod retold;
mod talker;
mod template;
pub(crate) mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use caravan_core::drive::Models;
use caravan_core::effect::ToolFailure;
use caravan_core::model::{BoxFuture, Model};
use caravan_core::settings::{Defense, Settings, strictness_name};
use caravan_core::system::System;
use caravan_core::toolbox::Toolbox;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::BenchError;
use crate::results::{CaseId, CaseResult, Keep, Store};
use book::Book;
use case::{Case, control, reset};
use loop_defense::Guarded;
use reference::{Hostile, Reference};

pub use loop_defense::LoopDefense;

/// The suites, in AgentDojo's order.
pub const SUITES: [&str; 4] = ["workspace", "travel", "banking", "slack"];

/// The version of the benchmark.
pub const BENCHMARK_VERSION: &str = "v1.2.2";

/// The version of AgentDojo's package that the bridge pins.
pub const PACKAGE_VERSION: &str = "0.1.35";

/// How many user tasks each suite has, and the numbers of its injection tasks.
const COUNTS: [(&str, usize, std::ops::Range<usize>); 4] =
    [("workspace", 40, 0..14), ("travel", 20, 0..7), ("banking", 16, 0..9), ("slack", 21, 1..6)];

/// A system of agents with the bridge to a suite behind it.
pub trait Stage {
    /// The system.
    fn system(&self) -> &Arc<System>;

    /// Its tools, as a run under this defense calls them.
    fn toolbox(&self, defense: Defense) -> Box<dyn Toolbox + '_>;

    /// Calls a tool of the bridge that no agent has.
    fn control<'a>(&'a self, tool: &'a str, arguments: Json) -> BoxFuture<'a, Result<Json, ToolFailure>>;
}

/// Opens a stage for a suite. Called on several threads at once.
pub type OpenStage<'a> = &'a (dyn Fn(&str) -> Result<Box<dyn Stage>, BenchError> + Sync);

/// What plays a role.
#[derive(Clone)]
pub enum Player {
    /// The reference model.
    Reference,
    /// The quarantined model in the attacker's hand.
    Hostile,
    /// Another model.
    Other(Arc<dyn Model>),
}

/// What plays the roles.
#[derive(Clone)]
pub struct Players {
    /// Writes plans.
    pub planner: Player,
    /// Reads untrusted text.
    pub quarantined: Player,
    /// Is every agent under the defense `none`.
    pub tool_calling: Player,
}

/// Which cases are run, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder `bench/multiagentdojo`.
    pub folder: PathBuf,
    /// Only these suites; all if there is none.
    pub suites: Vec<String>,
    /// Only these user tasks.
    pub tasks: Vec<String>,
    /// Only these injection tasks.
    pub injection_tasks: Vec<String>,
    /// Under these defenses.
    pub defenses: Vec<Defense>,
    /// Under this attack.
    pub attack: Option<String>,
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
    /// What else is different from the usual run; it stands beside the model's name in reports.
    pub variant: Variant,
}

/// In what a run differs from the usual one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Whether one agent has all tools, as in AgentDojo itself.
    pub single: bool,
    /// Whether agents' descriptions leave out what their tools return.
    pub no_return_schemas: bool,
    /// The policy that decides about calls, if it is not the suite's own.
    pub policy: Option<String>,
    /// What guards tool-calling agents.
    pub loop_defense: Option<LoopDefense>,
    /// Whether a reference plan in free text pastes all that it was told before into each message: the most that parents
    /// can pass on.
    pub pastes_all: bool,
}

impl Variant {
    /// Its name; empty for the usual run.
    pub fn name(&self) -> String {
        let mut names = Vec::new();
        if self.single {
            names.push("one agent".to_owned());
        }
        if self.no_return_schemas {
            names.push("no return schemas".to_owned());
        }
        names.extend(self.policy.as_ref().map(|policy| format!("policy {policy}")));
        names.extend(self.loop_defense.map(|defense| defense.as_str().to_owned()));
        if self.pastes_all {
            names.push("pastes all".to_owned());
        }
        names.join(", ")
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cases with a result.
    pub done: usize,
    /// Of those, the ones that had one before.
    pub before: usize,
    /// All cases.
    pub all: usize,
}

/// Is told how far a run is, after each case. Called on several threads at once.
pub type Tell<'a> = &'a (dyn Fn(Progress) + Sync);

/// A suite's user tasks with their prompts, and its injection tasks.
#[derive(Debug, Deserialize)]
struct Listing {
    suite: String,
    benchmark_version: String,
    agentdojo_package_version: String,
    user_tasks: Vec<UserTask>,
    injection_tasks: Vec<InjectionTask>,
    attacks: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct UserTask {
    id: String,
    prompt: String,
}

#[derive(Debug, Deserialize)]
struct InjectionTask {
    id: String,
}

impl Listing {
    /// Its tasks as those of a suite are expected.
    fn tasks(&self) -> Tasks {
        Tasks {
            user: self.user_tasks.iter().map(|task| task.id.clone()).collect(),
            injection: self.injection_tasks.iter().map(|task| task.id.clone()).collect(),
        }
    }
}

/// The tasks of a suite, by their names.
#[derive(Debug, PartialEq, Eq)]
struct Tasks {
    user: BTreeSet<String>,
    injection: BTreeSet<String>,
}

impl Tasks {
    /// Those that the benchmark has.
    fn of(suite: &str) -> Tasks {
        let (_, user, injection) =
            COUNTS.into_iter().find(|(name, ..)| *name == suite).unwrap_or(("", 0, 0..0));
        Tasks {
            user: (0..user).map(|number| format!("user_task_{number}")).collect(),
            injection: injection.map(|number| format!("injection_task_{number}")).collect(),
        }
    }
}

impl Player {
    /// The name in reports.
    pub fn name(&self) -> &str {
        match self {
            Player::Reference => reference::NAME,
            Player::Hostile => reference::HOSTILE,
            Player::Other(model) => model.name(),
        }
    }

    /// The player of that name, if it is one of the benchmark's own.
    pub fn of_benchmark(name: &str) -> Option<Player> {
        match name {
            reference::NAME => Some(Player::Reference),
            reference::HOSTILE => Some(Player::Hostile),
            _ => None,
        }
    }

    fn model(&self, reference: &Arc<Reference>, goal: Option<&str>) -> Arc<dyn Model> {
        match self {
            Player::Reference => Arc::clone(reference) as Arc<dyn Model>,
            Player::Hostile => Arc::new(Hostile { text: goal.unwrap_or_default().to_owned() }),
            Player::Other(model) => Arc::clone(model),
        }
    }
}

impl Players {
    /// Their names in one, which names the pipeline in logs.
    pub fn name(&self) -> String {
        let mut names = vec![self.planner.name()];
        for name in [self.quarantined.name(), self.tool_calling.name()] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join("+")
    }

    pub(crate) fn models(&self, reference: &Arc<Reference>, goal: Option<&str>) -> Models {
        Models {
            planner: self.planner.model(reference, goal),
            quarantined: self.quarantined.model(reference, goal),
            tool_calling: self.tool_calling.model(reference, goal),
        }
    }
}

impl Options {
    /// What a folder of results stands for: the same command goes on with it, another does not.
    pub fn parameters(&self, players: &Players) -> Json {
        json!({
            "benchmark": "multiagentdojo",
            "benchmark_version": BENCHMARK_VERSION,
            "model": players.name(),
            "planner": players.planner.name(),
            "quarantined": players.quarantined.name(),
            "tool_calling": players.tool_calling.name(),
            "suites": self.suites,
            "tasks": self.tasks,
            "injection_tasks": self.injection_tasks,
            "defenses": self.defenses.iter().map(|defense| defense.as_str()).collect::<Vec<_>>(),
            "strictness": strictness_name(self.settings.strictness),
            "choice_budget": self.settings.budget.to_string(),
            "attack": self.attack,
            "trials": self.trials,
            "temperature": self.temperature,
            "variant": self.variant.name(),
        })
    }

    fn wants(&self, chosen: &[String], name: &str) -> bool {
        chosen.is_empty() || chosen.iter().any(|one| one == name)
    }
}

/// The cases that share an environment: one task under one attack, under each defense.
#[derive(Debug)]
struct Group {
    suite: Arc<Suite>,
    cases: Vec<Case>,
}

/// A suite, and its plans once a bridge has said what its users write.
#[derive(Debug)]
struct Suite {
    name: String,
    book: OnceLock<Arc<Book>>,
}

/// What the workers share.
struct Work<'a> {
    groups: Mutex<std::vec::IntoIter<Group>>,
    progress: Mutex<Progress>,
    /// What went wrong first; the others stop then.
    failure: Mutex<Option<BenchError>>,
    stopped: AtomicBool,
    options: &'a Options,
    players: &'a Players,
    store: &'a Store,
    open: OpenStage<'a>,
    tell: Tell<'a>,
}

/// Runs the cases that have no result yet. Each result is written as soon as it is there.
///
/// # Errors
///
/// What was asked for does not exist, the bridge or a file failed. What there is by then is written.
pub fn run(
    options: &Options,
    players: &Players,
    folder: &Path,
    open: OpenStage<'_>,
    tell: Tell<'_>,
) -> Result<(), BenchError> {
    let (store, known) = Store::open(folder, &options.parameters(players), options.keep)?;
    let groups = groups(options)?;
    let all = groups.iter().map(|group| group.cases.len()).sum();
    let left = without_known(groups, &known);
    let before = all - left.iter().map(|group| group.cases.len()).sum::<usize>();
    let progress = Progress { done: before, before, all };
    tell(progress);
    let work = Work {
        groups: Mutex::new(left.into_iter()),
        progress: Mutex::new(progress),
        failure: Mutex::default(),
        stopped: AtomicBool::new(false),
        options,
        players,
        store: &store,
        open,
        tell,
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
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

impl Work<'_> {
    /// Runs one group of cases after the other.
    fn carry_out(&self) -> Result<(), BenchError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| BenchError::new(format!("the runtime does not start ({error})")))?;
        let mut stage: Option<(String, Box<dyn Stage>)> = None;
        loop {
            let next = self.groups.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(group) = next.filter(|_| !self.stopped.load(Ordering::Relaxed)) else { return Ok(()) };
            let suite = &group.suite.name;
            if stage.as_ref().is_none_or(|(open, _)| open != suite) {
                // The old one ends before the new one starts: a bridge takes a good deal of memory.
                drop(stage.take());
            }
            let (_, stage) = match &mut stage {
                Some(open) => open,
                None => {
                    let opened = (self.open)(suite)?;
                    runtime.block_on(self.meet(&*opened, &group.suite))?;
                    stage.insert((suite.clone(), opened))
                }
            };
            for case in &group.cases {
                let result = runtime.block_on(self.case(&**stage, &group.suite, case))?;
                self.store.add(&result)?;
                let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
                progress.done += 1;
                let now = *progress;
                drop(progress);
                (self.tell)(now);
            }
        }
    }

    /// Sees that a bridge serves what it should, and reads the plans for it.
    async fn meet(&self, stage: &dyn Stage, suite: &Suite) -> Result<(), BenchError> {
        let listing: Listing = control(stage, "dojo_list_cases", json!({})).await?;
        listing.check(&suite.name)?;
        if let Some(attack) = &self.options.attack {
            check_names("attack", std::slice::from_ref(attack), &listing.attacks)?;
        }
        let prompts: Vec<(String, String)> =
            listing.user_tasks.into_iter().map(|task| (task.id, task.prompt)).collect();
        let pastes_all = self.options.variant.pastes_all;
        let book = Book::read(&self.options.folder, &suite.name, &prompts, pastes_all)?;
        // Another worker may have read the same.
        let _ = suite.book.set(Arc::new(book));
        Ok(())
    }

    async fn case(&self, stage: &dyn Stage, suite: &Suite, case: &Case) -> Result<CaseResult, BenchError> {
        let started = reset(stage, &case.id).await?;
        let reference = Arc::new(Reference {
            book: suite.book.get().cloned().unwrap_or_default(),
            task: case.id.user_task.clone(),
            system: Arc::clone(stage.system()),
        });
        let mut models = self.players.models(&reference, started.goal.as_deref());
        if let Some(defense) = self.options.variant.loop_defense {
            models.tool_calling = Arc::new(Guarded::new(models.tool_calling, defense));
        }
        case.run(stage, &started, &models, &reference, (self.store, &self.players.name())).await
    }
}

/// The cases that were asked for.
fn groups(options: &Options) -> Result<Vec<Group>, BenchError> {
    check_names("suite", &options.suites, &SUITES)?;
    let suites = || SUITES.into_iter().filter(|name| options.wants(&options.suites, name));
    let known = |of: fn(Tasks) -> BTreeSet<String>| -> Vec<String> {
        let every: BTreeSet<String> = suites().flat_map(|name| of(Tasks::of(name))).collect();
        let mut every: Vec<String> = every.into_iter().collect();
        every.sort_by_key(|id| number_of(id));
        every
    };
    check_names("user task", &options.tasks, &known(|tasks| tasks.user))?;
    check_names("injection task", &options.injection_tasks, &known(|tasks| tasks.injection))?;
    let mut groups: Vec<Group> = suites().flat_map(|name| groups_of(options, name)).collect();
    let mut left = options.limit.unwrap_or(usize::MAX);
    for group in &mut groups {
        group.cases.truncate(left);
        left -= group.cases.len();
    }
    groups.retain(|group| !group.cases.is_empty());
    Ok(groups)
}

fn number_of(id: &str) -> usize {
    id.rsplit('_').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

fn groups_of(options: &Options, name: &str) -> Vec<Group> {
    let suite = Arc::new(Suite { name: name.to_owned(), book: OnceLock::new() });
    let tasks = Tasks::of(name);
    let chosen = |ids: BTreeSet<String>, chosen: &[String]| -> Vec<String> {
        let mut ids: Vec<String> = ids.into_iter().filter(|id| options.wants(chosen, id)).collect();
        ids.sort_by_key(|id| number_of(id));
        ids
    };
    let injections: Vec<Option<String>> = match &options.attack {
        None => vec![None],
        Some(_) => chosen(tasks.injection, &options.injection_tasks).into_iter().map(Some).collect(),
    };
    let mut groups = Vec::new();
    for task in chosen(tasks.user, &options.tasks) {
        for injection in &injections {
            let mut cases = Vec::new();
            for defense in &options.defenses {
                for trial in 0..options.trials.max(1) {
                    let id = CaseId {
                        suite: suite.name.clone(),
                        user_task: task.clone(),
                        injection_task: injection.clone(),
                        attack: options.attack.clone(),
                        defense: defense.as_str().to_owned(),
                        strictness: strictness_name(options.settings.strictness).to_owned(),
                        trial,
                    };
                    let settings = Settings { defense: *defense, ..options.settings.clone() };
                    cases.push(Case { id, settings });
                }
            }
            groups.push(Group { suite: Arc::clone(&suite), cases });
        }
    }
    groups
}

fn without_known(groups: Vec<Group>, known: &BTreeMap<CaseId, CaseResult>) -> Vec<Group> {
    let left = groups.into_iter().map(|mut group| {
        group.cases.retain(|case| !known.contains_key(&case.id));
        group
    });
    left.filter(|group| !group.cases.is_empty()).collect()
}

impl Listing {
    /// Refuses what is not the benchmark that results are compared with.
    fn check(&self, suite: &str) -> Result<(), BenchError> {
        let (found, expected) = (self.tasks(), Tasks::of(suite));
        let (version, package) = (self.benchmark_version.as_str(), self.agentdojo_package_version.as_str());
        if self.suite == suite
            && found == expected
            && (version, package) == (BENCHMARK_VERSION, PACKAGE_VERSION)
        {
            return Ok(());
        }
        let counted = |tasks: &Tasks| {
            format!("{} user tasks and {} injection tasks", tasks.user.len(), tasks.injection.len())
        };
        Err(BenchError::usage(format!(
            "the bridge serves {} of benchmark {version}, AgentDojo {package}, with {}; \
             expected is {suite} of benchmark {BENCHMARK_VERSION}, AgentDojo {PACKAGE_VERSION}, with {}",
            self.suite,
            counted(&found),
            counted(&expected)
        ))
        .with_help("make the environment anew with `caravan bench setup --again`"))
    }
}

fn check_names<T: AsRef<str>>(what: &str, given: &[String], known: &[T]) -> Result<(), BenchError> {
    let unknown = given.iter().find(|name| !known.iter().any(|known| known.as_ref() == name.as_str()));
    let Some(unknown) = unknown else { return Ok(()) };
    let mut names: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    names.dedup();
    Err(BenchError::usage(format!("there is no {what} `{unknown}`"))
        .with_help(format!("there are {}", names.join(", "))))
}
