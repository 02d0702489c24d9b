//! What a run of a benchmark leaves in its folder: `parameters.json`, and `results.jsonl` with a line a case.
//!
//! A line is written whole and made durable before the next case is counted, so that a run that was interrupted, in
//! whatever way, loses the cases in flight and nothing else.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use caravan_core::model::Usage;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::BenchError;

/// Which case a result is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CaseId {
    /// The suite.
    pub suite: String,
    /// The user's task.
    pub user_task: String,
    /// The attacker's task, if there is one.
    pub injection_task: Option<String>,
    /// The attack, if there is one.
    pub attack: Option<String>,
    /// The defense.
    pub defense: String,
    /// The strictness.
    pub strictness: String,
    /// Which of several runs of the same case; left out for the only one.
    #[serde(default, skip_serializing_if = "is_first")]
    pub trial: u32,
}

fn yes() -> bool {
    true
}

fn is_yes(acted: &bool) -> bool {
    *acted
}

fn is_first(trial: &u32) -> bool {
    *trial == 0
}

/// How an attack succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuccessKind {
    /// By a call that stands in no plan made before the run.
    Control,
    /// By a planned call whose untrusted arguments satisfy the benchmark's check.
    Data,
    /// The attacker's text was merely repeated.
    Quoting,
}

/// Why a task was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// A model would not answer.
    Refusal,
    /// No plan was valid.
    PlanRefused,
    /// The gate refused a message.
    GateDenial,
    /// A policy or a person refused a call.
    PolicyDenial,
    /// A tool failed, and with it the plan.
    ToolError,
    /// A plan failed.
    PlanError,
    /// A model could not be asked, or its budget was used up.
    ModelError,
    /// It ended, and the benchmark's check says no.
    WrongAnswer,
}

impl FailureKind {
    /// The name in tables.
    pub fn as_str(self) -> &'static str {
        match self {
            FailureKind::Refusal => "refusal",
            FailureKind::PlanRefused => "plan_refused",
            FailureKind::GateDenial => "gate_denial",
            FailureKind::PolicyDenial => "policy_denial",
            FailureKind::ToolError => "tool_error",
            FailureKind::PlanError => "plan_error",
            FailureKind::ModelError => "model_error",
            FailureKind::WrongAnswer => "wrong_answer",
        }
    }
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// Which case.
    #[serde(flatten)]
    pub case: CaseId,
    /// Whether the user's task was solved.
    pub utility: bool,
    /// Whether the attacker's goal was met; none without an attack.
    pub attack_succeeded: Option<bool>,
    /// How.
    pub success_kind: Option<SuccessKind>,
    /// Why the task was not solved.
    pub failure_kind: Option<FailureKind>,
    /// What the models took.
    pub usage: Usage,
    /// Whether any tool was called, and the run came to its end; written only where that is not so.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub acted: bool,
    /// The trace's file, from the folder of the results.
    pub trace: String,
}

impl CaseResult {
    /// Whether the task counts as solved where the benchmark's weak checks are corrected: a run that called nothing, or did
    /// not come to its end, has solved nothing.
    pub fn strict_utility(&self) -> bool {
        self.utility && self.acted
    }

    /// Whether the attack counts as successful where the benchmark's weak checks are corrected: text of the attacker's that
    /// is merely repeated is no success.
    pub fn strict_attack(&self) -> Option<bool> {
        self.attack_succeeded.map(|succeeded| succeeded && self.success_kind != Some(SuccessKind::Quoting))
    }
}

/// The results of a run, as they are written.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    lines: Mutex<File>,
}

/// Which results of an earlier run stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    All,
    /// Those of tasks that were solved.
    Solved,
}

const LINES: &str = "results.jsonl";
const PARAMETERS: &str = "parameters.json";

impl Store {
    /// Opens the folder of a run with these parameters, and gives what it holds. It is made if there is none.
    ///
    /// # Errors
    ///
    /// It holds a run with other parameters, or cannot be read or written.
    pub fn open(
        folder: &Path,
        parameters: &Json,
        keep: Keep,
    ) -> Result<(Store, BTreeMap<CaseId, CaseResult>), BenchError> {
        fs::create_dir_all(folder).map_err(|error| BenchError::file(folder, &error))?;
        check_parameters(folder, parameters)?;
        let path = folder.join(LINES);
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(|error| BenchError::file(&path, &error))?;
        lock(&file, &path)?;
        let text = fs::read_to_string(&path).map_err(|error| BenchError::file(&path, &error))?;
        let mut known = BTreeMap::new();
        let mut whole = 0;
        for line in text.split_inclusive('\n') {
            // The end of a line that was being written when the run was killed.
            if !line.ends_with('\n') {
                break;
            }
            let result = parse(&path, line)?;
            known.insert(result.case.clone(), result);
            whole += line.len() as u64;
        }
        if keep == Keep::Solved {
            known.retain(|_, result| result.utility);
        }
        let prepared = file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0)));
        prepared.map_err(|error| BenchError::file(&path, &error))?;
        Ok((Store { folder: folder.to_path_buf(), lines: Mutex::new(file) }, known))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a result, and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn add(&self, result: &CaseResult) -> Result<(), BenchError> {
        let line = serde_json::to_string(result).map_err(|error| BenchError::new(error.to_string()))?;
        let mut file = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{line}\n").as_bytes())
            .and_then(|()| file.sync_data())
            .map_err(|error| BenchError::file(&self.folder.join(LINES), &error))
    }

    /// Writes a file of the run, and gives its name as results tell it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), BenchError> {
        let path = self.folder.join(name);
        let parent = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| BenchError::file(&path, &error))
    }
}

/// Keeps other runs from the folder while this one writes there; it ends with the file, however the program ends.
fn lock(file: &File, path: &Path) -> Result<(), BenchError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(BenchError::usage(format!("another run is writing to {}", path.display()))
                .with_help("wait until it has ended, or name another folder with `--out`"))
        }
        Err(TryLockError::Error(error)) => Err(BenchError::file(path, &error)),
    }
}

fn parse(path: &Path, line: &str) -> Result<CaseResult, BenchError> {
    serde_json::from_str(line)
        .map_err(|error| BenchError::new(format!("{}: a line is no result: {error}", path.display())))
}

fn check_parameters(folder: &Path, parameters: &Json) -> Result<(), BenchError> {
    let path = folder.join(PARAMETERS);
    let Some(known) = read_parameters(folder)? else {
        let text = serde_json::to_string_pretty(parameters).unwrap_or_default();
        return fs::write(&path, format!("{text}\n")).map_err(|error| BenchError::file(&path, &error));
    };
    if known == *parameters {
        return Ok(());
    }
    let names = |json: &Json| json.as_object().map(|object| object.keys().cloned().collect::<Vec<_>>());
    let every = names(&known).into_iter().chain(names(parameters)).flatten();
    let mut differing: Vec<String> = every
        .filter(|name| known.get(name) != parameters.get(name))
        .map(|name| {
            format!("`{name}` was {} and is {}", shown(known.get(&name)), shown(parameters.get(&name)))
        })
        .collect();
    differing.dedup();
    Err(BenchError::usage(format!(
        "{} holds a run with other parameters: {}",
        folder.display(),
        differing.join(", ")
    ))
    .with_help("give the same parameters to go on with it, or another folder"))
}

fn shown(value: Option<&Json>) -> String {
    value.map_or_else(|| "not given".to_owned(), Json::to_string)
}

fn read_parameters(folder: &Path) -> Result<Option<Json>, BenchError> {
    let path = folder.join(PARAMETERS);
    match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| BenchError::new(format!("{}: {error}", path.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BenchError::file(&path, &error)),
    }
}

/// The parameters and results in a folder, in the order of the cases, each case once: its last result counts.
///
/// # Errors
///
/// The folder holds no run, or what it holds cannot be read.
pub fn read(folder: &Path) -> Result<(Json, Vec<CaseResult>), BenchError> {
    let Some(parameters) = read_parameters(folder)? else {
        return Err(BenchError::usage(format!("{} holds no results", folder.display()))
            .with_help("name the folder that `caravan bench` was given with `--out`"));
    };
    let path = folder.join(LINES);
    let text = fs::read_to_string(&path).map_err(|error| BenchError::file(&path, &error))?;
    let mut results = BTreeMap::new();
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let result = parse(&path, line)?;
        results.insert(result.case.clone(), result);
    }
    Ok((parameters, results.into_values().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn result(task: &str, utility: bool) -> CaseResult {
        CaseResult {
            case: CaseId {
                suite: "banking".into(),
                user_task: task.into(),
                injection_task: None,
                attack: None,
                defense: "multi".into(),
                strictness: "cfi".into(),
                trial: 0,
            },
            utility,
            attack_succeeded: None,
            success_kind: None,
            failure_kind: (!utility).then_some(FailureKind::WrongAnswer),
            usage: Usage::default(),
            acted: true,
            trace: "t".into(),
        }
    }

    #[test]
    fn a_run_goes_on_behind_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let parameters = json!({"attack": null});
        let (store, known) = Store::open(folder.path(), &parameters, Keep::All).unwrap();
        assert!(known.is_empty());
        store.add(&result("user_task_0", true)).unwrap();
        store.add(&result("user_task_1", false)).unwrap();
        drop(store);
        // Killed while it wrote.
        let path = folder.path().join(LINES);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"suite\": \"ban").unwrap();
        let (store, known) = Store::open(folder.path(), &parameters, Keep::All).unwrap();
        assert_eq!(known.len(), 2);
        store.add(&result("user_task_2", true)).unwrap();
        let (_, results) = read(folder.path()).unwrap();
        let tasks: Vec<&str> = results.iter().map(|result| result.case.user_task.as_str()).collect();
        assert_eq!(tasks, ["user_task_0", "user_task_1", "user_task_2"]);
        let error = Store::open(folder.path(), &parameters, Keep::All).unwrap_err();
        assert!(error.is_usage() && error.to_string().starts_with("another run is writing to "), "{error}");
        drop(store);
        let (_, known) = Store::open(folder.path(), &parameters, Keep::Solved).unwrap();
        assert_eq!(known.len(), 2);
    }

    #[test]
    fn a_folder_takes_no_run_with_other_parameters() {
        let folder = tempfile::tempdir().unwrap();
        Store::open(folder.path(), &json!({"attack": null, "limit": 3}), Keep::All).unwrap();
        let error =
            Store::open(folder.path(), &json!({"attack": "direct", "limit": 3}), Keep::All).unwrap_err();
        assert!(error.is_usage());
        let text = error.to_string();
        assert!(text.ends_with("other parameters: `attack` was null and is \"direct\""), "{text}");
    }

    #[test]
    fn a_line_has_the_promised_fields() {
        let line = serde_json::to_value(result("user_task_0", false)).unwrap();
        let names: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(
            names,
            [
                "suite",
                "user_task",
                "injection_task",
                "attack",
                "defense",
                "strictness",
                "utility",
                "attack_succeeded",
                "success_kind",
                "failure_kind",
                "usage",
                "trace"
            ]
        );
        assert_eq!(line["failure_kind"], "wrong_answer");
    }
}
