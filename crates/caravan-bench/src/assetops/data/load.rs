//! Reads the files, wherever in the folder they lie, and refuses what is damaged or cut.
//!
//! A row that is cut shows in its fields. A file that ends between two rows does not, so the tables are counted against each
//! other: every work order, alert and anomaly is an event, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use super::{Alert, Data, DataError, Event, FailureCode, Observation, WorkOrder, short_time};

/// How deep in the folder files are looked for.
const DEPTH: usize = 8;

/// How a file of telemetry ends.
const TELEMETRY: &str = "_sensordata_couchdb.json";
const WORK_ORDERS: &str = "all_wo_with_code_component_events.csv";
const EVENTS: &str = "event.csv";
const ALERTS: &str = "alert_events.csv";
const ANOMALIES: &str = "anomaly_events.csv";
const FAILURE_CODES: &str = "failure_codes.csv";
const PRIMARY_CODES: &str = "primary_failure_codes.csv";
const FAILURE_MODES: &str = "failure_modes.yaml";

pub(super) fn load(folder: &Path) -> Result<Data, DataError> {
    let files = Files::find(folder)?;
    let telemetry = telemetry(&files)?;
    let failure_codes = Table::read(&files.one(FAILURE_CODES)?)?;
    let work_orders = Table::read(&files.one(WORK_ORDERS)?)?;
    let events = Table::read(&files.one(EVENTS)?)?;
    let alerts = Table::read(&files.one(ALERTS)?)?;
    let anomalies = Table::read(&files.one(ANOMALIES)?)?;
    let data = Data {
        folder: folder.to_path_buf(),
        telemetry,
        failure_codes: failure_codes.map(failure_code)?,
        work_orders: work_orders.map(work_order)?,
        events: events.map(event)?,
        alerts: alerts.map(alert)?,
        failure_modes: failure_modes(&files.one(FAILURE_MODES)?)?,
    };
    anomalies.map(|row| {
        row.text("asset_name")?;
        row.time("timestamp").map(drop)
    })?;
    let primary_codes = Table::read(&files.one(PRIMARY_CODES)?)?;
    same_codes(&failure_codes, &primary_codes)?;
    known_codes(&data, &work_orders)?;
    for (group, table) in [("WORK_ORDER", &work_orders), ("ALERT", &alerts), ("ANOMALY", &anomalies)] {
        same_number(&data, group, &events, table)?;
    }
    Ok(data)
}

/// Where the files are.
struct Files {
    folder: PathBuf,
    found: BTreeMap<String, Vec<PathBuf>>,
}

impl Files {
    fn find(folder: &Path) -> Result<Files, DataError> {
        let mut files = Files { folder: folder.to_path_buf(), found: BTreeMap::new() };
        files.walk(folder, 0)?;
        Ok(files)
    }

    fn walk(&mut self, folder: &Path, depth: usize) -> Result<(), DataError> {
        let failed = |error: std::io::Error| {
            DataError::new(folder, None, format!("the folder cannot be read ({error})"))
                .helped("name the folder of AssetOpsBench's data, or a checkout of AssetOpsBench")
        };
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if depth < DEPTH && !name.starts_with('.') {
                    self.walk(&path, depth + 1)?;
                }
            } else if name.ends_with(TELEMETRY)
                || [WORK_ORDERS, EVENTS, ALERTS, ANOMALIES, FAILURE_CODES, PRIMARY_CODES, FAILURE_MODES]
                    .contains(&&*name)
            {
                self.found.entry(name).or_default().push(path);
            }
        }
        Ok(())
    }

    /// The file of this name. Copies of it may lie about, if they are the same.
    fn one(&self, name: &str) -> Result<PathBuf, DataError> {
        let mut paths = self.found.get(name).cloned().unwrap_or_default();
        paths.sort_by_key(|path| (path.components().count(), path.clone()));
        let Some((first, others)) = paths.split_first() else {
            return Err(DataError::new(&self.folder, None, format!("there is no file `{name}` in it")).helped(
                "name the folder of AssetOpsBench's data, or a checkout of AssetOpsBench with its large files",
            ));
        };
        let bytes = bytes(first)?;
        for other in others {
            if self::bytes(other)? != bytes {
                let message = format!("differs from {}, which has the same name", first.display());
                return Err(DataError::new(other, None, message).helped("name a folder that has one of them"));
            }
        }
        Ok(first.clone())
    }
}

impl DataError {
    fn helped(self, help: &str) -> DataError {
        DataError { help: Some(help.to_owned()), ..self }
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, DataError> {
    fs::read(path).map_err(|error| DataError::new(path, None, format!("cannot be read ({error})")))
}

/// A file's text without a byte-order mark.
fn text(path: &Path) -> Result<String, DataError> {
    let text = String::from_utf8(bytes(path)?).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = line_at(error.as_bytes(), good);
        DataError::new(path, Some(line), "holds bytes that are no UTF-8 text")
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The line, from 1, in which the byte stands.
fn line_at(bytes: &[u8], at: usize) -> u64 {
    1 + bytes.iter().take(at).filter(|byte| **byte == b'\n').count() as u64
}

fn telemetry(files: &Files) -> Result<Vec<Observation>, DataError> {
    let names: Vec<&String> = files.found.keys().filter(|name| name.ends_with(TELEMETRY)).collect();
    if names.is_empty() {
        return Err(DataError::new(
            &files.folder,
            None,
            format!("there is no telemetry in it, a file `*{TELEMETRY}`"),
        )
        .helped(
            "name the folder of AssetOpsBench's data, or a checkout of AssetOpsBench with its large files",
        ));
    }
    let mut all = Vec::new();
    let mut seen = BTreeSet::new();
    for name in names {
        let path = files.one(name)?;
        let text = text(&path)?;
        let rows: Vec<&RawValue> = serde_json::from_str(&text).map_err(|error| {
            DataError::new(&path, Some(error.line() as u64), format!("is no whole JSON array ({error})"))
        })?;
        if rows.is_empty() {
            return Err(DataError::new(&path, Some(1), "holds no record"));
        }
        let start = text.as_ptr() as usize;
        for row in rows {
            let line = || line_at(text.as_bytes(), row.get().as_ptr() as usize - start);
            let one = observation(row).map_err(|what| DataError::new(&path, Some(line()), what))?;
            if !seen.insert((one.asset.clone(), one.time)) {
                let what = format!("is a second record of `{}` at {}", one.asset, one.time);
                return Err(DataError::new(&path, Some(line()), what));
            }
            all.push(one);
        }
    }
    all.sort_by(|one, other| (one.time, &one.asset).cmp(&(other.time, &other.asset)));
    Ok(all)
}

fn observation(row: &RawValue) -> Result<Observation, String> {
    let record: Map<String, Json> =
        serde_json::from_str(row.get()).map_err(|_| "the record is no JSON object".to_owned())?;
    let text = |key: &str| match record.get(key) {
        Some(Json::String(text)) if !text.is_empty() => Ok(text.clone()),
        _ => Err(format!("the record has no text `{key}`")),
    };
    let (asset, written) = (text("asset_id")?, text("timestamp")?);
    let time = written.parse().map_err(|_| format!("`{written}` is no time"))?;
    let mut measured = record.iter().filter(|(key, _)| *key != "asset_id" && *key != "timestamp").peekable();
    if measured.peek().is_none() {
        return Err("the record holds no measurement".to_owned());
    }
    match measured.find(|(_, value)| !value.is_number()) {
        Some((key, value)) => Err(format!("`{key}` is {value} and no number")),
        None => Ok(Observation { asset, time, record }),
    }
}

fn failure_modes(path: &Path) -> Result<BTreeMap<String, Vec<String>>, DataError> {
    let text = text(path)?;
    let modes: BTreeMap<String, Vec<String>> = serde_yaml_ng::from_str(&text).map_err(|error| {
        let line = error.location().map_or(1, |place| place.line() as u64);
        DataError::new(path, Some(line), format!("is no table of failure modes ({error})"))
    })?;
    if modes.is_empty() {
        return Err(DataError::new(path, Some(1), "holds no kind of asset"));
    }
    if let Some((kind, _)) = modes.iter().find(|(_, modes)| modes.is_empty()) {
        return Err(DataError::new(path, None, format!("holds no failure mode of `{kind}`")));
    }
    Ok(modes.into_iter().map(|(kind, modes)| (kind.to_lowercase(), modes)).collect())
}

/// A file of comma-separated values.
struct Table {
    path: PathBuf,
    columns: BTreeMap<String, usize>,
    rows: Vec<(u64, csv::StringRecord)>,
}

/// A row of it.
struct Row<'a> {
    table: &'a Table,
    fields: &'a csv::StringRecord,
}

impl Table {
    fn read(path: &Path) -> Result<Table, DataError> {
        // The reader counts a line less where lines end with a carriage return.
        let text = text(path)?.replace("\r\n", "\n");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let failed = |error: csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            let what = match error.kind() {
                csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                    format!("the row has {len} fields and should have {expected_len}: it is cut or damaged")
                }
                _ => format!("is no table ({error})"),
            };
            DataError::new(path, Some(line), what)
        };
        let heading = reader.headers().map_err(failed)?.clone();
        let columns = heading.iter().enumerate().map(|(at, name)| (name.trim().to_owned(), at)).collect();
        let mut rows = Vec::new();
        for row in reader.records() {
            let row = row.map_err(failed)?;
            rows.push((row.position().map_or(1, csv::Position::line), row));
        }
        if rows.is_empty() {
            return Err(DataError::new(path, Some(1), "has no row below its heading"));
        }
        Ok(Table { path: path.to_path_buf(), columns, rows })
    }

    fn map<T>(&self, mut read: impl FnMut(&Row<'_>) -> Result<T, Wrong>) -> Result<Vec<T>, DataError> {
        let rows = self.rows.iter().map(|(line, fields)| {
            read(&Row { table: self, fields }).map_err(|wrong| match wrong {
                Wrong::Heading(what) => DataError::new(&self.path, Some(1), what),
                Wrong::Row(what) => DataError::new(&self.path, Some(*line), what),
            })
        });
        rows.collect()
    }

    /// The line of the last row.
    fn last_line(&self) -> Option<u64> {
        self.rows.last().map(|(line, _)| *line)
    }
}

/// What is wrong, and whether it is so in the heading.
enum Wrong {
    Heading(String),
    Row(String),
}

impl Row<'_> {
    /// The field, which may be empty.
    fn any(&self, column: &str) -> Result<String, Wrong> {
        let at = self.table.columns.get(column);
        let at = at.ok_or_else(|| Wrong::Heading(format!("there is no column `{column}`")))?;
        Ok(self.fields.get(*at).unwrap_or_default().trim().to_owned())
    }

    fn text(&self, column: &str) -> Result<String, Wrong> {
        let text = self.any(column)?;
        if text.is_empty() {
            return Err(Wrong::Row(format!("`{column}` is empty")));
        }
        Ok(text)
    }

    /// The field as read by `read`, which is something like `a time`.
    fn read<T>(&self, column: &str, what: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Wrong> {
        let text = self.text(column)?;
        read(&text).ok_or_else(|| Wrong::Row(format!("`{column}` is `{text}`, which is no {what}")))
    }

    fn time(&self, column: &str) -> Result<DateTime, Wrong> {
        self.read(column, "time", short_time)
    }

    /// Hours and minutes, perhaps with seconds.
    fn duration(&self, column: &str) -> Result<String, Wrong> {
        self.read(column, "duration such as `3:00`", |text| {
            let (hours, rest) = text.split_once(':')?;
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let good = digits(hours) && rest.split(':').all(|part| part.len() == 2 && digits(part));
            good.then(|| text.to_owned())
        })
    }
}

fn work_order(row: &Row<'_>) -> Result<WorkOrder, Wrong> {
    Ok(WorkOrder {
        id: row.text("wo_id")?,
        description: row.text("wo_description")?,
        collection: row.text("collection")?,
        primary_code: row.text("primary_code")?,
        primary_code_description: row.text("primary_code_description")?,
        secondary_code: row.text("secondary_code")?,
        secondary_code_description: row.text("secondary_code_description")?,
        equipment_id: row.text("equipment_id")?,
        equipment_name: row.text("equipment_name")?,
        preventive: row.read("preventive", "TRUE or FALSE", |text| match text {
            "TRUE" => Some(true),
            "FALSE" => Some(false),
            _ => None,
        })?,
        priority: row.read("work_priority", "whole number", |text| text.parse().ok())?,
        finished: row.time("actual_finish")?,
        duration: row.duration("duration")?,
        labor_hours: row.duration("actual_labor_hours")?,
    })
}

fn event(row: &Row<'_>) -> Result<Event, Wrong> {
    Ok(Event {
        id: row.text("event_id")?,
        group: row.read("event_group", "WORK_ORDER, ALERT or ANOMALY", |text| {
            ["WORK_ORDER", "ALERT", "ANOMALY"].contains(&text).then(|| text.to_owned())
        })?,
        category: row.text("event_category")?,
        kind: row.text("event_type")?,
        description: row.text("description")?,
        equipment_id: row.text("equipment_id")?,
        equipment_name: row.text("equipment_name")?,
        // A time without its seconds is one that was cut.
        time: row.read("event_time", "time such as `2010-06-22 14:12:00`", |text| {
            (text.len() == 19).then(|| text.parse().ok()).flatten()
        })?,
        note: row.any("note")?,
    })
}

fn alert(row: &Row<'_>) -> Result<Alert, Wrong> {
    let (start, end) = (row.time("start_time")?, row.time("end_time")?);
    if end < start {
        return Err(Wrong::Row("`end_time` is before `start_time`".to_owned()));
    }
    let (equipment_id, equipment_name) = (row.text("equipment_id")?, row.text("equipment_name")?);
    Ok(Alert { equipment_id, equipment_name, rule: row.text("rule_id")?, start, end })
}

fn failure_code(row: &Row<'_>) -> Result<FailureCode, Wrong> {
    Ok(FailureCode {
        category: row.text("category")?,
        primary_code: row.text("primary_code")?,
        primary_code_description: row.text("primary_code_description")?,
        secondary_code: row.text("secondary_code")?,
        secondary_code_description: row.text("secondary_code_description")?,
    })
}

/// The table of codes and that of primary codes alone have the same primary codes.
fn same_codes(codes: &Table, primary: &Table) -> Result<(), DataError> {
    let read = |table: &Table| -> Result<BTreeSet<String>, DataError> {
        Ok(table.map(|row| row.text("primary_code"))?.into_iter().collect())
    };
    let (of_codes, of_primary) = (read(codes)?, read(primary)?);
    for (table, has, other, others) in
        [(codes, &of_codes, primary, &of_primary), (primary, &of_primary, codes, &of_codes)]
    {
        if let Some(missing) = others.difference(has).next() {
            let what = format!("ends without the code `{missing}` of {}: it is cut", other.path.display());
            return Err(DataError::new(&table.path, table.last_line(), what));
        }
    }
    Ok(())
}

/// Every code of a work order is one of the table of codes.
fn known_codes(data: &Data, table: &Table) -> Result<(), DataError> {
    let known: BTreeSet<&str> = data.failure_codes.iter().map(|code| code.primary_code.as_str()).collect();
    let unknown = |code: &str| !known.contains(code);
    match data.work_orders.iter().zip(&table.rows).find(|(order, _)| unknown(&order.primary_code)) {
        Some((order, (line, _))) => Err(DataError::new(
            &table.path,
            Some(*line),
            format!("the code `{}` is not in {FAILURE_CODES}: one of the two is cut", order.primary_code),
        )),
        None => Ok(()),
    }
}

/// There are as many events of a group as there are rows in the group's own table.
fn same_number(data: &Data, group: &str, events: &Table, table: &Table) -> Result<(), DataError> {
    let of_group = data.events.iter().filter(|event| event.group == group).count();
    let of_table = table.rows.len();
    let (short, long, fewer, more) = match of_group.cmp(&of_table) {
        std::cmp::Ordering::Equal => return Ok(()),
        std::cmp::Ordering::Less => (events, table, of_group, of_table),
        std::cmp::Ordering::Greater => (table, events, of_table, of_group),
    };
    Err(DataError::new(
        &short.path,
        short.last_line(),
        format!("ends with {fewer} rows of {group}, and {} has {more}: it is cut", long.path.display()),
    ))
}
