//! Tables of what runs came to: rates with intervals, per suite and over all, per defense and model.

mod html;
mod table;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use caravan_core::model::Usage;
use serde_json::{Value as Json, json};

use crate::BenchError;
use crate::results::{CaseResult, FailureKind, SuccessKind, read};
use crate::statistics::Share;

pub use html::html;
pub use table::Table;
pub use tables::{strict_tables, tables};

/// The suite of a row that counts all of them.
pub const ALL: &str = "all";

/// What runs came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// A row for each model, defense, strictness, attack and suite, and one for all suites together.
    pub rows: Vec<Row>,
    /// Every attack that succeeded.
    pub attacks: Vec<Attack>,
    /// Every task that was lost without an attack.
    pub lost: Vec<Lost>,
}

/// What tells the rows of a report apart, but for the suite.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    /// The model or models, with what differs from the usual run.
    pub model: String,
    /// What differs from the usual run; empty if nothing does.
    pub variant: String,
    /// The attack, if there is one.
    pub attack: Option<String>,
    /// The strictness.
    pub strictness: String,
    /// The defense.
    pub defense: Defense,
}

/// A defense, in the order of strength.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Defense(usize, String);

impl Defense {
    fn of(name: &str) -> Defense {
        let known = ["none", "individual", "multi"];
        Defense(known.iter().position(|known| *known == name).unwrap_or(known.len()), name.to_owned())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.1
    }
}

impl Setting {
    fn of(parameters: &Json, result: &CaseResult) -> Setting {
        Setting {
            model: model_name(parameters),
            variant: variant(parameters),
            attack: result.case.attack.clone(),
            strictness: result.case.strictness.clone(),
            defense: Defense::of(&result.case.defense),
        }
    }

    /// Whether the attack's success is that the task is lost.
    pub fn denies_service(&self) -> bool {
        self.attack.as_ref().is_some_and(|attack| attack == "dos" || attack.ends_with("_dos"))
    }
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was run.
    pub setting: Setting,
    /// The suite, or [`ALL`].
    pub suite: String,
    /// Tasks solved.
    pub utility: Share,
    /// The same without the cases in which a model would not answer.
    pub utility_without_refusals: Share,
    /// Attacks that succeeded, if there was one.
    pub asr: Option<Share>,
    /// Tasks solved, and attacks that succeeded, where weak checks of the benchmark are corrected.
    pub strict: (Share, Option<Share>),
    /// The same by kind.
    pub by: BTreeMap<SuccessKind, u64>,
    /// Why tasks were lost.
    pub failures: BTreeMap<FailureKind, u64>,
    /// What models took.
    pub usage: Usage,
    /// What that cost in US dollars, if it is known; see [`Report::price`].
    pub usd: Option<f64>,
}

/// An attack that succeeded.
#[derive(Clone, Debug)]
pub struct Attack {
    /// What was run.
    pub setting: Setting,
    /// The result.
    pub result: CaseResult,
    /// The trace's file.
    pub trace: PathBuf,
}

/// A task that was lost.
#[derive(Clone, Debug)]
pub struct Lost {
    /// What was run.
    pub setting: Setting,
    /// The result.
    pub result: CaseResult,
    /// The trace's file.
    pub trace: PathBuf,
}

impl Report {
    /// Reads the results in these folders.
    ///
    /// # Errors
    ///
    /// One of them holds none, or they cannot be read.
    pub fn read(folders: &[PathBuf]) -> Result<Report, BenchError> {
        let mut grouped: BTreeMap<(Setting, String), Vec<CaseResult>> = BTreeMap::new();
        let mut report = Report::default();
        let mut seen = BTreeSet::new();
        for folder in folders {
            // However often it is named, a run was made once.
            if !seen.insert(folder.canonicalize().unwrap_or_else(|_| folder.clone())) {
                continue;
            }
            let (parameters, results) = read(folder)?;
            for result in results {
                let setting = Setting::of(&parameters, &result);
                report.note(&setting, &result, folder);
                for suite in [result.case.suite.as_str(), ALL] {
                    grouped.entry((setting.clone(), suite.to_owned())).or_default().push(result.clone());
                }
            }
        }
        report.rows =
            grouped.into_iter().map(|((setting, suite), results)| row(setting, suite, &results)).collect();
        report.attacks.sort_by_key(|attack| (attack.setting.clone(), order(&attack.result)));
        report.lost.sort_by_key(|lost| (lost.setting.clone(), order(&lost.result)));
        report.rows.sort_by(|a, b| (&a.setting, place(&a.suite)).cmp(&(&b.setting, place(&b.suite))));
        Ok(report)
    }

    fn note(&mut self, setting: &Setting, result: &CaseResult, folder: &Path) {
        let trace = folder.join(&result.trace);
        if result.attack_succeeded == Some(true) {
            self.attacks.push(Attack { setting: setting.clone(), result: result.clone(), trace });
        } else if !result.utility && result.case.attack.is_none() {
            self.lost.push(Lost { setting: setting.clone(), result: result.clone(), trace });
        }
    }

    /// Says what the rows cost, by a function that gives the US dollars of what a model took, if it has a price. Rows of
    /// several models for several roles have none: tokens are not counted by role.
    pub fn price(&mut self, cost: &dyn Fn(&str, &Usage) -> Option<f64>) {
        for row in &mut self.rows {
            let Setting { model, variant, .. } = &row.setting;
            let model = model.strip_suffix(&format!(" ({variant})")).unwrap_or(model);
            row.usd = cost(model, &row.usage);
        }
    }

    /// The settings, in order.
    pub fn settings(&self) -> Vec<&Setting> {
        let settings: BTreeSet<&Setting> = self.rows.iter().map(|row| &row.setting).collect();
        settings.into_iter().collect()
    }

    /// The row of a setting and a suite.
    pub fn row(&self, setting: &Setting, suite: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.setting == *setting && row.suite == suite)
    }

    /// `{rows, attacks, lost}`; `rows` is what programs may rely on.
    pub fn to_json(&self) -> Json {
        json!({
            "rows": self.rows.iter().map(Row::to_json).collect::<Vec<_>>(),
            "attacks": self.attacks.iter().map(|attack| case_json(&attack.setting, &attack.result, &attack.trace)).collect::<Vec<_>>(),
            "lost": self.lost.iter().map(|lost| case_json(&lost.setting, &lost.result, &lost.trace)).collect::<Vec<_>>(),
        })
    }

    /// A line a row, the first with the names of the columns.
    pub fn to_csv(&self) -> String {
        let mut text = String::from(
            "model,defense,strictness,attack,suite,utility_k,utility_n,utility_low,utility_high,\
             asr_k,asr_n,asr_low,asr_high,control,data,quoting,input_tokens,output_tokens,usd\n",
        );
        for row in &self.rows {
            let Setting { model, attack, strictness, defense, .. } = &row.setting;
            let share = |share: Option<Share>| match share {
                Some(Share { k, n, low, high }) => {
                    [k.to_string(), n.to_string(), fraction(low), fraction(high)]
                }
                None => Default::default(),
            };
            let mut cells = vec![
                model.clone(),
                defense.name().to_owned(),
                strictness.clone(),
                attack.clone().unwrap_or_else(|| "none".to_owned()),
                row.suite.clone(),
            ];
            cells.extend(share(Some(row.utility)));
            cells.extend(share(row.asr));
            cells.extend(
                KINDS.map(|(kind, _)| row.asr.map(|_| row.kind(kind).to_string()).unwrap_or_default()),
            );
            cells.extend([row.usage.input_tokens.to_string(), row.usage.output_tokens.to_string()]);
            cells.push(row.usd.map(|usd| format!("{usd:.6}")).unwrap_or_default());
            text.push_str(&cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(","));
            text.push('\n');
        }
        text
    }
}

/// What a run with these parameters calls its models in a report.
pub fn model_name(parameters: &Json) -> String {
    let model = parameters.get("model").and_then(Json::as_str).unwrap_or("unknown");
    let variant = variant(parameters);
    if variant.is_empty() { model.to_owned() } else { format!("{model} ({variant})") }
}

/// In what a run with these parameters differs from the usual one.
fn variant(parameters: &Json) -> String {
    let text = |name: &str| parameters.get(name).and_then(Json::as_str).map(str::to_owned);
    let usual = caravan_core::settings::Settings::default().budget.to_string();
    let budget = text("choice_budget").filter(|budget| *budget != usual);
    let temperature = parameters.get("temperature").and_then(Json::as_f64);
    let parts = [
        text("variant").filter(|name| !name.is_empty()),
        budget.map(|budget| format!("choice budget {budget}")),
        temperature.map(|temperature| format!("temperature {temperature}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The kinds of success and their names.
pub(crate) const KINDS: [(SuccessKind, &str); 3] =
    [(SuccessKind::Control, "control"), (SuccessKind::Data, "data"), (SuccessKind::Quoting, "quoting")];

/// The name of a kind of success.
pub(crate) fn kind_name(kind: Option<SuccessKind>) -> &'static str {
    KINDS.iter().find(|(known, _)| Some(*known) == kind).map_or("", |(_, name)| name)
}

impl Row {
    /// How many attacks succeeded in this way.
    pub fn kind(&self, kind: SuccessKind) -> u64 {
        self.by.get(&kind).copied().unwrap_or_default()
    }

    fn to_json(&self) -> Json {
        let Setting { model, attack, strictness, defense, .. } = &self.setting;
        let mut asr = self.asr.map_or(Json::Null, share_json);
        if let Json::Object(fields) = &mut asr {
            let by = KINDS.iter().map(|(kind, name)| ((*name).to_owned(), json!(self.kind(*kind)))).collect();
            fields.insert("by".to_owned(), Json::Object(by));
        }
        let failures: Json =
            self.failures.iter().map(|(kind, count)| (kind.as_str().to_owned(), json!(count))).collect();
        json!({
            "model": model,
            "defense": defense.name(),
            "strictness": strictness,
            "attack": attack,
            "suite": self.suite,
            "utility": share_json(self.utility),
            "asr": asr,
            "utility_without_refusals": share_json(self.utility_without_refusals),
            "failures": failures,
            "tokens": {"input": self.usage.input_tokens, "output": self.usage.output_tokens},
            "usd": self.usd,
            "strict": {"utility": share_json(self.strict.0), "asr": self.strict.1.map_or(Json::Null, share_json)},
        })
    }
}

fn share_json(share: Share) -> Json {
    json!({"k": share.k, "n": share.n, "low": share.low, "high": share.high})
}

fn case_json(setting: &Setting, result: &CaseResult, trace: &Path) -> Json {
    json!({
        "model": setting.model,
        "defense": setting.defense.name(),
        "strictness": setting.strictness,
        "suite": result.case.suite,
        "user_task": result.case.user_task,
        "injection_task": result.case.injection_task,
        "attack": result.case.attack,
        "success_kind": result.success_kind,
        "failure_kind": result.failure_kind,
        "trace": trace,
    })
}

fn row(setting: Setting, suite: String, results: &[CaseResult]) -> Row {
    let count = |is: &dyn Fn(&CaseResult) -> bool| results.iter().filter(|result| is(result)).count() as u64;
    let all = results.len() as u64;
    let solved = count(&|result| result.utility);
    let refused = count(&|result| result.failure_kind == Some(FailureKind::Refusal));
    let attacked = count(&|result| result.attack_succeeded.is_some());
    let succeeded = count(&|result| result.attack_succeeded == Some(true));
    let strict_solved = count(&|result| result.strict_utility());
    let strict_succeeded = count(&|result| result.strict_attack() == Some(true));
    let (mut by, mut failures, mut usage) = (BTreeMap::new(), BTreeMap::new(), Usage::default());
    for result in results {
        if let Some(kind) = result.success_kind {
            *by.entry(kind).or_default() += 1;
        }
        if let Some(kind) = result.failure_kind {
            *failures.entry(kind).or_default() += 1;
        }
        usage += result.usage;
    }
    Row {
        setting,
        suite,
        utility: Share::wald(solved, all),
        utility_without_refusals: Share::wald(solved, all - refused),
        asr: (attacked > 0).then(|| Share::wilson(succeeded, attacked)),
        strict: (
            Share::wald(strict_solved, all),
            (attacked > 0).then(|| Share::wilson(strict_succeeded, attacked)),
        ),
        by,
        failures,
        usage,
        usd: None,
    }
}

/// The suites in the benchmark's order, others behind them by name, all of them last.
fn place(suite: &str) -> (usize, String) {
    let known = crate::multiagentdojo::SUITES;
    let last = known.len();
    let place = known.iter().position(|known| *known == suite).unwrap_or(last);
    (if suite == ALL { last + 1 } else { place }, suite.to_owned())
}

/// By suite, and by the numbers of the tasks.
fn order(result: &CaseResult) -> ((usize, String), usize, usize) {
    let number = |id: &str| id.rsplit('_').next().and_then(|number| number.parse().ok()).unwrap_or_default();
    let case = &result.case;
    (place(&case.suite), number(&case.user_task), case.injection_task.as_deref().map_or(0, number))
}

fn fraction(value: f64) -> String {
    format!("{value:.6}")
}

fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{CaseId, Keep, Store};

    fn result(suite: &str, task: u32, defense: &str, attacked: Option<SuccessKind>) -> CaseResult {
        CaseResult {
            case: CaseId {
                suite: suite.into(),
                user_task: format!("user_task_{task}"),
                injection_task: Some("injection_task_1".into()),
                attack: Some("direct".into()),
                defense: defense.into(),
                strictness: "cfi".into(),
                trial: 0,
            },
            utility: attacked.is_none(),
            attack_succeeded: Some(attacked.is_some()),
            success_kind: attacked,
            failure_kind: attacked.map(|_| FailureKind::WrongAnswer),
            usage: Usage { input_tokens: 10, ..Usage::default() },
            acted: task > 0,
            trace: "traces/t.json".into(),
        }
    }

    fn report() -> Report {
        let folder = tempfile::tempdir().unwrap();
        let (store, _) = Store::open(folder.path(), &json!({"model": "reference"}), Keep::All).unwrap();
        for result in [
            result("slack", 0, "multi", None),
            result("slack", 1, "multi", Some(SuccessKind::Data)),
            result("banking", 0, "multi", None),
            result("slack", 0, "none", Some(SuccessKind::Control)),
        ] {
            store.add(&result).unwrap();
        }
        Report::read(&[folder.path().to_path_buf()]).unwrap()
    }

    #[test]
    fn rows_count_cases_by_suite_and_over_all() {
        let report = report();
        let shown: Vec<(&str, &str, u64, u64)> = report
            .rows
            .iter()
            .map(|row| (row.setting.defense.name(), row.suite.as_str(), row.utility.k, row.utility.n))
            .collect();
        assert_eq!(
            shown,
            [
                ("none", "slack", 0, 1),
                ("none", "all", 0, 1),
                ("multi", "banking", 1, 1),
                ("multi", "slack", 1, 2),
                ("multi", "all", 2, 3)
            ]
        );
        let all = &report.to_json()["rows"][4];
        assert_eq!((&all["asr"]["k"], &all["asr"]["n"]), (&json!(1), &json!(3)));
        assert_eq!(all["asr"]["by"], json!({"control": 0, "data": 1, "quoting": 0}));
        let wilson = Share::wilson(1, 3);
        assert_eq!(all["asr"]["low"], json!(wilson.low));
        assert_eq!(all["tokens"]["input"], 30);
    }

    #[test]
    fn where_weak_checks_are_corrected_what_did_nothing_solved_nothing_and_quoting_is_no_success() {
        let done = result("slack", 1, "multi", None);
        let idle = result("slack", 0, "multi", None);
        assert!(done.strict_utility() && idle.utility && !idle.strict_utility());
        let quoted = result("slack", 1, "multi", Some(SuccessKind::Quoting));
        let stolen = result("slack", 1, "multi", Some(SuccessKind::Data));
        assert_eq!((quoted.attack_succeeded, quoted.strict_attack()), (Some(true), Some(false)));
        assert_eq!(stolen.strict_attack(), Some(true));
        let report = report();
        assert_eq!(report.to_json()["rows"][4]["strict"]["utility"]["k"], json!(0));
        assert_eq!(strict_tables(&report).len(), 1);
    }

    #[test]
    fn runs_that_differ_stand_apart_are_not_averaged_and_count_once() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str, parameters: Json| {
            let path = folder.path().join(name);
            let (store, _) = Store::open(&path, &parameters, Keep::All).unwrap();
            store.add(&result("slack", 0, "multi", None)).unwrap();
            path
        };
        let usual = made("a", json!({"model": "m:one", "choice_budget": "16"}));
        let strict = made("b", json!({"model": "m:one", "choice_budget": "0"}));
        let hot = made("c", json!({"model": "m:one", "choice_budget": "16", "temperature": 0.7}));
        let same = folder.path().join("a/../a");
        let mut report = Report::read(&[usual, same, strict, hot]).unwrap();
        let names: Vec<&str> = report.settings().iter().map(|setting| setting.model.as_str()).collect();
        assert_eq!(names, ["m:one", "m:one (choice budget 0)", "m:one (temperature 0.7)"]);
        assert!(report.rows.iter().all(|row| row.utility.n == 1));
        assert!(tables(&report).iter().all(|table| !table.to_text().contains("average")));
        let price = |model: &str, usage: &Usage| (model == "m:one").then_some(usage.input_tokens as f64);
        report.price(&price);
        assert!(report.rows.iter().all(|row| row.usd == Some(10.0)));
        assert!(
            html(&report, true).contains("corrected") && !html(&report, false).contains("checks corrected")
        );
    }

    #[test]
    fn the_csv_has_a_line_a_row() {
        let csv = report().to_csv();
        assert_eq!(csv.lines().count(), 6);
        assert!(csv.contains("reference,none,cfi,direct,slack,0,1,0.000000,0.000000,1,1,"), "{csv}");
    }

    #[test]
    fn text_of_results_is_no_markup_of_the_page() {
        let mut report = report();
        for row in &mut report.rows {
            row.setting.model = "<script>".into();
        }
        let page = html(&report, false);
        assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("http"), "a page without any other resource");
    }
}
