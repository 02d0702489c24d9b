//! Which tasks cannot be done as they are stated, because the telemetry has not a single record of what they ask for.
//!
//! The tasks say in prose what they ask of the IoT history; [`ASKED`] says it as assets and windows. How many records there
//! are is counted in the data at hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use jiff::civil::{Date, date};
use serde_json::{Value as Json, json};

use super::data::Data;

/// The rule by which tasks are left out.
pub const RULE: &str =
    "a task is impossible if an asset or a time window that it asks the IoT history for has no record at all";

/// A task that cannot be done, with the first request that finds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The task.
    pub id: u32,
    /// The asset that it asks for.
    pub asset: &'static str,
    /// The first day of its window; `None` where any record would do.
    pub start: Option<Date>,
    /// The first day after its window; `None` where any record would do.
    pub end: Option<Date>,
    /// How many records there are: none.
    pub records: usize,
    /// In words.
    pub reason: String,
}

/// What a task asks the IoT history for.
struct Asked {
    id: u32,
    asset: &'static str,
    /// The first day, and the first day after; `None` where it says no more than `last week`.
    window: Option<(Date, Date)>,
}

const fn asked(id: u32, asset: &'static str, start: Date, end: Date) -> Asked {
    Asked { id, asset, window: Some((start, end)) }
}

/// The week of 2020-04-27, which the tasks 501 to 520 are about.
const fn week(id: u32, asset: &'static str) -> Asked {
    asked(id, asset, date(2020, 4, 27), date(2020, 5, 4))
}

/// Every request that the 141 tasks make of the IoT history, in the order of the tasks.
const ASKED: [Asked; 32] = [
    asked(8, "Chiller 6", date(2020, 12, 25), date(2021, 1, 1)),
    asked(9, "Chiller 6", date(2020, 6, 1), date(2020, 7, 1)),
    asked(10, "Chiller 6", date(2020, 6, 1), date(2020, 6, 8)),
    asked(10, "Chiller 9", date(2020, 6, 1), date(2020, 6, 8)),
    asked(11, "Chiller 6", date(2020, 4, 24), date(2020, 5, 1)),
    asked(12, "Chiller 6", date(2020, 6, 1), date(2020, 7, 1)),
    asked(41, "CQPA AHU 1", date(2015, 9, 3), date(2015, 9, 4)),
    asked(42, "CQPA AHU 2B", date(2020, 9, 19), date(2020, 9, 20)),
    asked(43, "CQPA AHU 1", date(2020, 6, 14), date(2020, 6, 15)),
    asked(45, "CQPA AHU 1", date(2020, 3, 13), date(2020, 3, 14)),
    Asked { id: 46, asset: "Chiller 3", window: None },
    asked(48, "CQPA AHU 2B", date(2020, 9, 19), date(2020, 9, 20)),
    week(501, "Chiller 6"),
    week(502, "Chiller 9"),
    week(503, "Chiller 6"),
    week(504, "Chiller 6"),
    week(505, "Chiller 6"),
    week(506, "Chiller 9"),
    week(507, "Chiller 9"),
    week(508, "Chiller 6"),
    week(509, "Chiller 6"),
    week(510, "Chiller 9"),
    week(511, "Chiller 9"),
    week(512, "Chiller 6"),
    week(513, "Chiller 6"),
    week(514, "Chiller 9"),
    week(515, "Chiller 9"),
    week(516, "Chiller 6"),
    week(517, "Chiller 9"),
    week(518, "Chiller 9"),
    week(519, "Chiller 9"),
    week(520, "Chiller 6"),
];

/// The tasks that cannot be done with this data, by their numbers.
pub fn list(data: &Data) -> Vec<Impossible> {
    let mut found = BTreeMap::new();
    for asked in &ASKED {
        let midnight = |day: Date| day.at(0, 0, 0, 0);
        let mut records = data.telemetry.iter().filter(|one| {
            one.asset == asked.asset
                && asked
                    .window
                    .is_none_or(|(start, end)| one.time >= midnight(start) && one.time < midnight(end))
        });
        if records.next().is_none() {
            found.entry(asked.id).or_insert_with(|| asked.impossible(data));
        }
    }
    found.into_values().collect()
}

impl Asked {
    /// That it finds nothing, and why.
    fn impossible(&self, data: &Data) -> Impossible {
        let asset = self.asset;
        let mut times = data.telemetry.iter().filter(|one| one.asset == asset).map(|one| one.time);
        let reason = match (times.next(), self.window) {
            (Some(first), Some((start, end))) => {
                let last = times.next_back().unwrap_or(first);
                format!(
                    "no record of {asset} from {start} until before {end}; there are records from {first} to {last}"
                )
            }
            _ => {
                format!("no record of {asset} at any time; there are records of {}", data.assets().join(", "))
            }
        };
        let (start, end) = self.window.unzip();
        Impossible { id: self.id, asset, start, end, records: 0, reason }
    }
}

/// The list for programs: `{rule, total, impossible: [{id, asset, start, end, records, reason}]}`.
pub fn json(data: &Data) -> Json {
    let impossible: Vec<Json> = list(data)
        .iter()
        .map(|one| {
            let day = |day: Option<Date>| day.map(|day| day.to_string());
            json!({
                "id": one.id,
                "asset": one.asset,
                "start": day(one.start),
                "end": day(one.end),
                "records": one.records,
                "reason": one.reason,
            })
        })
        .collect();
    json!({"rule": RULE, "total": impossible.len(), "impossible": impossible})
}

/// The list for people.
pub fn table(data: &Data) -> String {
    let list = list(data);
    let mut text = format!("{RULE}\n\n");
    for one in &list {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{:>4}  {}", one.id, one.reason);
    }
    let _ = writeln!(text, "\n{} impossible tasks", list.len());
    text
}
