//! What benchmarks came to: the rows of the report, every case, and the runs behind them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use caravan_bench::BenchError;
use caravan_bench::report::{Report, model_name};
use caravan_bench::results::{CaseResult, read};
use serde_json::{Value as Json, json};

use super::page::{self, Parts, Place};
use super::{Answer, Question, Refusal, contents, plain};
use crate::story::{attack_of, of_trace};

/// How many bytes of traces go into a file: those of attacks that succeeded and of tasks that were lost first.
const MOST_TRACES: usize = 16 << 20;

/// The results in some folders.
pub struct Benchmark {
    folders: Vec<PathBuf>,
    rows: Json,
    cases: Vec<Case>,
}

struct Case {
    model: String,
    folder: PathBuf,
    result: CaseResult,
}

impl Benchmark {
    /// Reads the results in these folders.
    ///
    /// # Errors
    ///
    /// One of them holds none, or they cannot be read.
    pub fn read(folders: &[PathBuf]) -> Result<Benchmark, BenchError> {
        let rows = Report::read(folders)?.to_json().get("rows").cloned().unwrap_or_default();
        let mut cases = Vec::new();
        for folder in folders {
            let (parameters, results) = read(folder)?;
            let model = model_name(&parameters);
            let of_folder = results.into_iter();
            cases.extend(of_folder.map(|result| Case {
                model: model.clone(),
                folder: folder.clone(),
                result,
            }));
        }
        Ok(Benchmark { folders: folders.to_vec(), rows, cases })
    }

    pub(super) fn parts(&self, place: Place) -> Parts {
        let start = json!({
            "kind": "benchmark",
            "served": place == Place::Served,
            "folders": self.folders,
            "rows": self.rows,
            "cases": self.cases.iter().map(Case::to_json).collect::<Vec<_>>(),
        });
        let mut data = vec![("start".to_owned(), start)];
        let mut markup = String::new();
        if place == Place::File {
            markup = plain::rows(&self.rows);
            data.extend(self.traces());
        }
        Parts { title: "Benchmark results: Caravan".to_owned(), data, plain: markup }
    }

    pub(super) fn answer(&self, question: &Question) -> Result<Answer, Refusal> {
        match question {
            Question::Page => Ok(Answer::Page(page::document(&self.parts(Place::Served), Place::Served))),
            Question::Case(number) => {
                let case =
                    self.cases.get(*number).ok_or_else(|| Refusal("there is no such case".to_owned()))?;
                case.run().map(Answer::Data)
            }
            Question::Runs | Question::Run(_) | Question::Value { .. } => {
                Err(Refusal("a benchmark has cases, and no journal of runs".to_owned()))
            }
        }
    }

    /// The traces that a file has room for, as elements by the number of the case.
    fn traces(&self) -> Vec<(String, Json)> {
        let mut numbers: Vec<usize> = (0..self.cases.len()).collect();
        numbers.sort_by_key(|number| self.cases.get(*number).map(|case| case.rank()));
        let (mut traces, mut bytes) = (Vec::new(), 0);
        for number in numbers {
            let Some(run) = self.cases.get(number).and_then(|case| case.run().ok()) else { continue };
            bytes += run.to_string().len();
            if bytes > MOST_TRACES {
                break;
            }
            traces.push((format!("case-{number}"), run));
        }
        traces
    }
}

impl Case {
    /// What readers look for comes first.
    fn rank(&self) -> u8 {
        let is_multi = self.result.case.defense == "multi";
        match (self.result.attack_succeeded, self.result.utility) {
            (Some(true), _) if is_multi => 0,
            (_, false) if is_multi => 1,
            (Some(true), _) => 2,
            (_, false) => 3,
            _ => 4,
        }
    }

    fn to_json(&self) -> Json {
        let CaseResult { case, .. } = &self.result;
        json!({
            "model": self.model,
            "defense": case.defense,
            "strictness": case.strictness,
            "attack": case.attack,
            "suite": case.suite,
            "user_task": case.user_task,
            "injection_task": case.injection_task,
            "trial": case.trial,
            "utility": self.result.utility,
            "attack_succeeded": self.result.attack_succeeded,
            "success_kind": self.result.success_kind,
            "failure_kind": self.result.failure_kind,
            "tokens": self.result.usage.input_tokens + self.result.usage.output_tokens,
            "model_calls": self.result.usage.calls,
            "trace": self.result.trace,
        })
    }

    /// The run behind it.
    fn run(&self) -> Result<Json, Refusal> {
        let path = self.trace()?;
        let failed = |why: String| Refusal(format!("{}: {why}", path.display()));
        let text = fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
        let trace: Json = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
        let story = of_trace(&trace).ok_or_else(|| failed("it is no trace of a case".to_owned()))?;
        let mut run = contents::run(&story, &[], &BTreeMap::new());
        if let Json::Object(run) = &mut run {
            run.insert("case".to_owned(), self.to_json());
            run.insert("attack".to_owned(), attack_of(&trace));
        }
        Ok(run)
    }

    /// The file of its trace: inside of its folder, whatever the results say.
    fn trace(&self) -> Result<PathBuf, Refusal> {
        let name = Path::new(&self.result.trace);
        let outside =
            || Refusal(format!("the trace `{}` is not in the folder of the results", name.display()));
        if !name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(outside());
        }
        let path = self.folder.join(name);
        let whole = |path: &Path| {
            path.canonicalize().map_err(|error| Refusal(format!("{}: {error}", path.display())))
        };
        if !whole(&path)?.starts_with(whole(&self.folder)?) {
            return Err(outside());
        }
        Ok(path)
    }
}
