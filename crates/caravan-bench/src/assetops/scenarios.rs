//! AssetOpsBench's tasks, read from the forms in which they are published: a JSON object a line (the 141 of 2025, the 152 of
//! 2026) or one JSON array.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::BenchError;

/// The parts of AssetOpsBench, named as in its paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Sites, assets, sensors and their readings.
    Iot,
    /// Failure modes, and which sensors tell of them.
    Fmsr,
    /// Forecasting and anomaly detection.
    Tsfm,
    /// Work orders and events.
    Wo,
    /// Several of these together.
    EndToEnd,
}

impl Category {
    /// All of them, in the order of the tasks.
    pub const ALL: [Category; 5] =
        [Category::Iot, Category::Fmsr, Category::Tsfm, Category::Wo, Category::EndToEnd];

    /// The name in options and tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Category::Iot => "iot",
            Category::Fmsr => "fmsr",
            Category::Tsfm => "tsfm",
            Category::Wo => "wo",
            Category::EndToEnd => "end_to_end",
        }
    }

    /// The category that a task's `type` names.
    fn of_type(name: &str) -> Option<Category> {
        match name.to_ascii_lowercase().as_str() {
            "iot" => Some(Category::Iot),
            "fmsr" => Some(Category::Fmsr),
            "tsfm" => Some(Category::Tsfm),
            "workorder" | "wo" => Some(Category::Wo),
            "multiagent" => Some(Category::EndToEnd),
            _ => None,
        }
    }

    /// The category of a task without a `type`, as 62 of the 141 are: by the ranges in which the later form has them.
    fn of_id(id: u32) -> Option<Category> {
        match id {
            1..=99 => Some(Category::Iot),
            101..=199 => Some(Category::Fmsr),
            201..=299 => Some(Category::Tsfm),
            400..=499 => Some(Category::Wo),
            500..=699 => Some(Category::EndToEnd),
            _ => None,
        }
    }
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its number.
    pub id: u32,
    /// Which part of the benchmark it belongs to.
    pub category: Category,
    /// What the user asks.
    pub text: String,
    /// What a right answer looks like; two of the 141 have none.
    pub characteristic: Option<String>,
    /// Whether it has a single right answer, where that is said.
    pub deterministic: Option<bool>,
}

/// A task as it is written; what else stands there is about the making of the benchmark.
#[derive(Debug, Deserialize)]
struct Row {
    id: u32,
    text: String,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    characteristic_form: Option<String>,
    #[serde(default)]
    deterministic: Option<bool>,
}

impl Row {
    fn scenario(self) -> Result<Scenario, String> {
        let kind = self.kind.as_deref().map(str::trim).filter(|kind| !kind.is_empty());
        let category = match kind {
            Some(kind) => Category::of_type(kind).ok_or_else(|| {
                format!("task {} is of the type `{kind}`, which is none of IoT, FMSR, TSFM, Workorder, multiagent", self.id)
            })?,
            None => Category::of_id(self.id)
                .ok_or_else(|| format!("task {} has no `type`, and its number tells none", self.id))?,
        };
        if self.text.trim().is_empty() {
            return Err(format!("task {} asks nothing: its `text` is empty", self.id));
        }
        Ok(Scenario {
            id: self.id,
            category,
            text: self.text,
            characteristic: self.characteristic_form.filter(|form| !form.trim().is_empty()),
            deterministic: self.deterministic,
        })
    }
}

/// Reads a file of tasks, in the order of their numbers.
///
/// # Errors
///
/// The file cannot be read, a row is no task, two rows have the same number, or there is no row; the message names the file
/// and, where it lies in one, the line.
pub fn load(path: &Path) -> Result<Vec<Scenario>, BenchError> {
    let text = fs::read_to_string(path).map_err(|error| BenchError::file(path, &error))?;
    parse(&text).map_err(|(line, problem)| {
        let place =
            line.map_or_else(|| path.display().to_string(), |line| format!("{}:{line}", path.display()));
        BenchError::usage(format!("{place}: {problem}"))
            .with_help("name a file of AssetOpsBench's tasks: a JSON object a line, or one JSON array")
    })
}

/// The line, where there is one, and what is wrong in it.
type Problem = (Option<usize>, String);

fn parse(text: &str) -> Result<Vec<Scenario>, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = if text.trim_start().starts_with('[') { array(text)? } else { lines(text)? };
    let mut found: BTreeMap<u32, (Option<usize>, Scenario)> = BTreeMap::new();
    for (line, row) in rows {
        let scenario = row.scenario().map_err(|problem| (line, problem))?;
        let id = scenario.id;
        if let Some((first, _)) = found.insert(id, (line, scenario)) {
            let before = first.map(|line| format!(", first in line {line}")).unwrap_or_default();
            return Err((line, format!("task {id} is there twice{before}")));
        }
    }
    if found.is_empty() {
        return Err((None, "there is no task in it".to_owned()));
    }
    Ok(found.into_values().map(|(_, scenario)| scenario).collect())
}

fn array(text: &str) -> Result<Vec<(Option<usize>, Row)>, Problem> {
    let rows: Vec<Row> = serde_json::from_str(text).map_err(|error| (Some(error.line()), said(&error)))?;
    Ok(rows.into_iter().map(|row| (None, row)).collect())
}

fn lines(text: &str) -> Result<Vec<(Option<usize>, Row)>, Problem> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row = serde_json::from_str(line).map_err(|error| (Some(index + 1), said(&error)))?;
        rows.push((Some(index + 1), row));
    }
    Ok(rows)
}

/// What serde says, without its own count of lines, which starts anew in each.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("no task: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> (Option<usize>, String) {
        parse(text).unwrap_err()
    }

    #[test]
    fn both_forms_are_read_and_ordered_by_number() {
        let lines = "{\"id\": 400, \"type\": \"Workorder\", \"text\": \"How many?\", \"deterministic\": true, \
                     \"characteristic_form\": \"33\", \"group\": \"x\"}\n\n{\"id\": 2, \"type\": \"IoT\", \"text\": \"Which?\"}\n";
        let read = parse(lines).unwrap();
        let shown: Vec<(u32, Category)> = read.iter().map(|task| (task.id, task.category)).collect();
        assert_eq!(shown, [(2, Category::Iot), (400, Category::Wo)]);
        assert_eq!(read[1].characteristic.as_deref(), Some("33"));
        assert_eq!((read[0].deterministic, read[1].deterministic), (None, Some(true)));
        let array = "[\n {\"id\": 2, \"type\": \"IoT\", \"text\": \"Which?\"}\n]";
        assert_eq!(parse(array).unwrap()[0], read[0]);
    }

    #[test]
    fn a_task_without_a_type_is_placed_by_its_number() {
        let lines = "{\"id\": 101, \"text\": \"a\"}\n{\"id\": 601, \"type\": \"\", \"text\": \"b\"}\n";
        let found: Vec<Category> = parse(lines).unwrap().iter().map(|task| task.category).collect();
        assert_eq!(found, [Category::Fmsr, Category::EndToEnd]);
        assert_eq!(
            problem("{\"id\": 900, \"text\": \"a\"}"),
            (Some(1), "task 900 has no `type`, and its number tells none".to_owned())
        );
    }

    #[test]
    fn what_is_no_task_is_told_with_its_line() {
        let good = "{\"id\": 1, \"text\": \"a\"}\n";
        assert_eq!(
            problem(&format!("{good}\n{{\"id\": 2}}")),
            (Some(3), "no task: missing field `text`".to_owned())
        );
        assert_eq!(
            problem(&format!("{good}{good}")),
            (Some(2), "task 1 is there twice, first in line 1".to_owned())
        );
        assert_eq!(problem("[\n{\"id\": 1,\n \"text\": 3}]").0, Some(3));
        assert_eq!(problem("\n").1, "there is no task in it");
        let cut = problem(&format!("{good}{{\"id\": 2, \"te"));
        assert_eq!(cut.0, Some(2), "{cut:?}");
        let kind = problem("{\"id\": 1, \"text\": \"a\", \"type\": \"Vibration\"}");
        assert!(kind.1.contains("the type `Vibration`"), "{kind:?}");
        assert!(problem("{\"id\": 1, \"text\": \" \"}").1.contains("`text` is empty"));
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tasks.jsonl");
        assert!(load(&path).unwrap_err().to_string().contains("tasks.jsonl"));
        fs::write(&path, "{\"id\": 1}").unwrap();
        let error = load(&path).unwrap_err();
        assert!(
            error.is_usage() && error.to_string().ends_with("tasks.jsonl:1: no task: missing field `text`")
        );
    }
}
