//! AssetOpsBench's data, read from a checkout of it or from a folder that holds its files.
//!
//! All of it is read and checked at once, so that no tool meets a file that is missing or cut: what is wrong is told with
//! the file and the line. Nothing of the data is part of this project.

mod load;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use serde_json::{Map, Value as Json};

/// The data that the tools answer from.
#[derive(Clone, Debug)]
pub struct Data {
    /// The folder that was named.
    pub folder: PathBuf,
    /// What sensors measured, in order of time.
    pub telemetry: Vec<Observation>,
    /// Finished work orders, as the table has them.
    pub work_orders: Vec<WorkOrder>,
    /// Work orders, alerts and anomalies as events.
    pub events: Vec<Event>,
    /// Alerts, each with its rule.
    pub alerts: Vec<Alert>,
    /// The codes of failures, in the table's order.
    pub failure_codes: Vec<FailureCode>,
    /// The failure modes of each kind of asset, which is written in lower case.
    pub failure_modes: BTreeMap<String, Vec<String>>,
}

/// What the sensors of an asset measured at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The asset, such as `Chiller 6`.
    pub asset: String,
    /// When.
    pub time: DateTime,
    /// The whole record, in the order of the file: `asset_id`, `timestamp`, and a number for each sensor.
    pub record: Map<String, Json>,
}

/// A finished work order.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkOrder {
    /// Its number, such as `WO259747`.
    pub id: String,
    /// What was done.
    pub description: String,
    /// The part of the equipment.
    pub collection: String,
    /// The code of the kind of work.
    pub primary_code: String,
    /// What that code stands for.
    pub primary_code_description: String,
    /// The finer code.
    pub secondary_code: String,
    /// What that code stands for.
    pub secondary_code_description: String,
    /// The equipment, such as `CWC04013`.
    pub equipment_id: String,
    /// Its name, such as `Chiller 13`.
    pub equipment_name: String,
    /// Whether it was planned maintenance; corrective otherwise.
    pub preventive: bool,
    /// Its priority.
    pub priority: i64,
    /// When it was finished.
    pub finished: DateTime,
    /// How long it took, in hours and minutes.
    pub duration: String,
    /// The labor that went into it, in hours and minutes.
    pub labor_hours: String,
}

/// Something that happened to a piece of equipment.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its number.
    pub id: String,
    /// `WORK_ORDER`, `ALERT` or `ANOMALY`.
    pub group: String,
    /// For work orders `PM` or `CM`, otherwise the group again.
    pub category: String,
    /// The code of the work, the rule of the alert, or the kind of anomaly.
    pub kind: String,
    /// In words.
    pub description: String,
    /// The equipment.
    pub equipment_id: String,
    /// Its name.
    pub equipment_name: String,
    /// When.
    pub time: DateTime,
    /// A remark; mostly empty.
    pub note: String,
}

/// An alert by a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// The equipment.
    pub equipment_id: String,
    /// Its name.
    pub equipment_name: String,
    /// The rule, such as `RUL0018`.
    pub rule: String,
    /// From when.
    pub start: DateTime,
    /// Until when.
    pub end: DateTime,
}

/// A code of failures or of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureCode {
    /// What it is filed under.
    pub category: String,
    /// The code.
    pub primary_code: String,
    /// What it stands for.
    pub primary_code_description: String,
    /// The finer code.
    pub secondary_code: String,
    /// What that code stands for.
    pub secondary_code_description: String,
}

/// What to do about a file that is not what it should be.
const HELP: &str = "fetch AssetOpsBench's data anew, all of it from the same release";

/// Why a folder of data is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    file: PathBuf,
    line: Option<u64>,
    message: String,
    help: Option<String>,
}

impl Data {
    /// Reads all of it.
    ///
    /// # Errors
    ///
    /// A file is missing, there twice, cut, or otherwise not what it should be; the error names it, and the line where there is
    /// one.
    pub fn load(folder: &Path) -> Result<Data, DataError> {
        load::load(folder)
    }

    /// The assets that anything was measured at, in order.
    pub fn assets(&self) -> Vec<&str> {
        let mut assets: Vec<&str> = self.telemetry.iter().map(|one| one.asset.as_str()).collect();
        assets.sort_unstable();
        assets.dedup();
        assets
    }

    /// The equipment that work orders or events are about, by its number, in order.
    pub fn equipment(&self) -> BTreeMap<&str, &str> {
        let ordered =
            self.work_orders.iter().map(|one| (one.equipment_id.as_str(), one.equipment_name.as_str()));
        let happened = self.events.iter().map(|one| (one.equipment_id.as_str(), one.equipment_name.as_str()));
        ordered.chain(happened).collect()
    }

    /// What was measured at an asset from `start` on and before `end`.
    pub fn history<'a>(
        &'a self,
        asset: &'a str,
        start: DateTime,
        end: Option<DateTime>,
    ) -> impl Iterator<Item = &'a Observation> {
        self.telemetry.iter().filter(move |one| {
            one.asset == asset && one.time >= start && end.is_none_or(|end| one.time < end)
        })
    }
}

/// Reads `4/6/16 14:00`: month, day and year of this century, hour and minute.
pub(super) fn short_time(text: &str) -> Option<DateTime> {
    let (date, time) = text.split_once(' ')?;
    let mut date = date.split('/');
    let (month, day, year) = (date.next()?, date.next()?, date.next()?);
    let (hour, minute) = time.split_once(':')?;
    if date.next().is_some() || year.len() != 2 || minute.len() != 2 {
        return None;
    }
    let year = 2000 + year.parse::<i16>().ok()?;
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    DateTime::new(year, month, day, hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

impl DataError {
    fn new(file: &Path, line: Option<u64>, message: impl Into<String>) -> DataError {
        DataError { file: file.to_path_buf(), line, message: message.into(), help: Some(HELP.to_owned()) }
    }

    /// The file, or the folder.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The line in it, from 1, where there is one.
    pub fn line(&self) -> Option<u64> {
        self.line
    }

    /// What to do about it.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for DataError {}

impl From<DataError> for crate::BenchError {
    fn from(error: DataError) -> crate::BenchError {
        let problem = crate::BenchError::usage(error.to_string());
        match error.help {
            Some(help) => problem.with_help(help),
            None => problem,
        }
    }
}
