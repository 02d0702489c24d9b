//! Files in the working folder, which tools hand to each other by name. Nothing outside it is read or written.

use std::fs;
use std::path::{Component, Path, PathBuf};

use jiff::civil::DateTime;
use serde_json::{Map, Value as Json};

use super::{Environment, ErrorKind, ToolError};
use crate::assetops::data::short_time;

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// Rows with named columns.
pub(super) struct Table {
    /// The file.
    name: String,
    columns: Vec<String>,
    pub(super) rows: Vec<Map<String, Json>>,
}

/// A name with nothing in it that a file system could mind.
pub(super) fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect()
}

fn folder(environment: &Environment) -> Result<&Path, ToolError> {
    environment.work.as_deref().ok_or_else(|| {
        let message = "the server has no working folder for files; start it with `--work DIR`";
        ToolError::new(ErrorKind::NoFolder, "--work", message)
    })
}

/// Writes a file of a name relative to the working folder, and gives the name.
pub(super) fn write(environment: &Environment, name: &str, text: &str) -> Result<String, ToolError> {
    let folder = folder(environment)?;
    let relative = Path::new(name);
    if name.is_empty() || !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(outside(name));
    }
    let path = folder.join(relative);
    let failed = |error: std::io::Error| {
        ToolError::new(ErrorKind::NoFolder, name, format!("the file `{name}` cannot be written ({error})"))
    };
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(failed)?;
    let (real, root) = (parent.canonicalize().map_err(failed)?, folder.canonicalize().map_err(failed)?);
    // Neither a folder nor the file itself may be a link that leads out.
    if !real.starts_with(&root) || path.is_symlink() {
        return Err(outside(name));
    }
    fs::write(&path, text).map_err(failed)?;
    Ok(name.to_owned())
}

fn outside(name: &str) -> ToolError {
    let message = format!("`{name}` is not in the working folder; name a file by its path in that folder");
    ToolError::new(ErrorKind::UnknownFile, name, message)
}

fn find(environment: &Environment, name: &str) -> Result<PathBuf, ToolError> {
    let folder = folder(environment)?;
    let missing = || {
        let message = format!("there is no file `{name}` in the working folder");
        ToolError::new(ErrorKind::UnknownFile, name, message)
    };
    let root = folder.canonicalize().map_err(|_| missing())?;
    let path = root.join(name).canonicalize().map_err(|_| missing())?;
    if !path.starts_with(&root) {
        return Err(outside(name));
    }
    if !path.is_file() {
        return Err(missing());
    }
    Ok(path)
}

/// Reads a file of the working folder.
pub(super) fn read(environment: &Environment, name: &str) -> Result<String, ToolError> {
    let path = find(environment, name)?;
    let bad = |what: String| ToolError::new(ErrorKind::BadFile, name, format!("the file `{name}` {what}"));
    let size = fs::metadata(&path).map_err(|error| bad(format!("cannot be read ({error})")))?.len();
    if size > MOST_BYTES {
        return Err(bad(format!("has {size} bytes, more than {MOST_BYTES}")));
    }
    let bytes = fs::read(&path).map_err(|error| bad(format!("cannot be read ({error})")))?;
    let text = String::from_utf8(bytes).map_err(|_| bad("is no UTF-8 text".to_owned()))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Reads a JSON file.
pub(super) fn read_json(environment: &Environment, name: &str) -> Result<Json, ToolError> {
    serde_json::from_str(&read(environment, name)?).map_err(|error| {
        ToolError::new(ErrorKind::BadFile, name, format!("the file `{name}` is no JSON ({error})"))
    })
}

impl Table {
    /// Reads a table: a JSON array of objects, or comma-separated values below a heading.
    pub(super) fn read(environment: &Environment, name: &str) -> Result<Table, ToolError> {
        let text = read(environment, name)?;
        let bad =
            |what: String| ToolError::new(ErrorKind::BadFile, name, format!("the file `{name}` {what}"));
        let rows = if text.trim_start().starts_with('[') {
            serde_json::from_str::<Vec<Map<String, Json>>>(&text)
                .map_err(|error| bad(format!("is no JSON array of objects ({error})")))?
        } else {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let heading = reader.headers().map_err(|error| bad(format!("is no table ({error})")))?.clone();
            let mut rows = Vec::new();
            for row in reader.records() {
                let row = row.map_err(|error| bad(format!("is no table ({error})")))?;
                let fields = heading.iter().zip(&row).filter(|(_, field)| !field.trim().is_empty());
                rows.push(fields.map(|(name, field)| (name.to_owned(), Json::from(field))).collect());
            }
            rows
        };
        let mut columns: Vec<String> = Vec::new();
        for key in rows.iter().flat_map(Map::keys) {
            if !columns.contains(key) {
                columns.push(key.clone());
            }
        }
        Ok(Table { name: name.to_owned(), columns, rows })
    }

    /// Makes sure that there is such a column.
    pub(super) fn has(&self, column: &str) -> Result<(), ToolError> {
        if self.columns.iter().any(|one| one == column) {
            return Ok(());
        }
        let known = self.columns.join(", ");
        let message = format!("the file `{}` has no column `{column}`; it has {known}", self.name);
        Err(ToolError::new(ErrorKind::UnknownColumn, column, message))
    }

    /// The values of a column in order of time, without the rows that have none.
    pub(super) fn series(&self, timestamp: &str, column: &str) -> Result<Vec<(DateTime, f64)>, ToolError> {
        self.has(timestamp)?;
        self.has(column)?;
        let bad = |at: usize, column: &str, what: &str| {
            let message = format!("row {} of the file `{}`: `{column}` is no {what}", at + 1, self.name);
            ToolError::new(ErrorKind::BadFile, column, message)
        };
        let mut series = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let number = match row.get(column) {
                None | Some(Json::Null) => continue,
                Some(Json::Number(number)) => number.as_f64(),
                Some(Json::String(text)) => text.trim().parse().ok(),
                Some(_) => None,
            };
            let number =
                number.filter(|number| number.is_finite()).ok_or_else(|| bad(at, column, "number"))?;
            let time = row.get(timestamp).and_then(Json::as_str).and_then(time);
            series.push((time.ok_or_else(|| bad(at, timestamp, "time"))?, number));
        }
        series.sort_by_key(|(time, _)| *time);
        Ok(series)
    }
}

/// Reads a time as files have it.
pub(super) fn time(text: &str) -> Option<DateTime> {
    let bare = text.trim();
    let bare = bare.strip_suffix('Z').or_else(|| bare.strip_suffix("+00:00")).unwrap_or(bare);
    bare.parse().ok().or_else(|| short_time(bare))
}
