//! The tools of AssetOpsBench's servers as it declares them, answered from [`Data`].
//!
//! A tool takes a JSON object and gives one; its shape stands in its output schema. What cannot be answered is a
//! [`ToolError`] of a kind that programs can tell apart, and names the site, asset, window, column or file that is not there.

mod arguments;
mod files;
mod fmsr;
mod iot;
mod schema;
mod tsfm;
mod utilities;
mod wo;

use std::fmt;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use serde_json::{Value as Json, json};

use self::arguments::Arguments;
use super::data::Data;
use crate::BenchError;

/// A server of AssetOpsBench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Sites, assets, sensors and their readings.
    Iot,
    /// Failure modes, and which sensors tell of them.
    Fmsr,
    /// Forecasting and anomaly detection.
    Tsfm,
    /// Work orders and events.
    Wo,
    /// Files and the time.
    Utilities,
}

/// What the tools work with.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The data.
    pub data: Data,
    /// Where files come from and go to; without it there are none.
    pub work: Option<PathBuf>,
    /// What time it is; without it, what the machine says in UTC.
    pub now: Option<DateTime>,
}

/// A tool as a server declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// Its name.
    pub name: &'static str,
    /// For planners.
    pub description: String,
    /// The JSON schema of its arguments.
    pub input: Json,
    /// The JSON schema of its result.
    pub output: Json,
    /// Whether it writes no file.
    pub read_only: bool,
}

/// What a tool could not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// There is no such tool.
    UnknownTool,
    /// An argument is missing, of another type, or none of the tool's.
    BadArgument,
    /// A time or date cannot be read, or a window ends before it starts.
    BadWindow,
    /// There is no such site.
    UnknownSite,
    /// There is no such asset.
    UnknownAsset,
    /// There is no such equipment.
    UnknownEquipment,
    /// There is no such rule of alerts.
    UnknownRule,
    /// Nothing was recorded in the window.
    EmptyWindow,
    /// A file has no such column.
    UnknownColumn,
    /// There is no such file.
    UnknownFile,
    /// A file is not of the form that is needed.
    BadFile,
    /// There is no such model.
    UnknownModel,
    /// There are too few rows.
    TooFewRows,
    /// The server has no working folder.
    NoFolder,
}

/// Why a tool gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError {
    kind: ErrorKind,
    /// What is missing or wrong: the name of the site, asset, window, column, file, argument.
    subject: String,
    message: String,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 5] = [Role::Iot, Role::Fmsr, Role::Tsfm, Role::Wo, Role::Utilities];

    /// The name on the command line, in configurations, and of the server.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Iot => "iot",
            Role::Fmsr => "fmsr",
            Role::Tsfm => "tsfm",
            Role::Wo => "wo",
            Role::Utilities => "utilities",
        }
    }

    /// The role of that name.
    pub fn of_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.as_str() == name)
    }
}

/// The tools of a server, in the order in which it lists them.
pub fn specs(role: Role) -> Vec<ToolSpec> {
    match role {
        Role::Iot => iot::specs(),
        Role::Fmsr => fmsr::specs(),
        Role::Tsfm => tsfm::specs(),
        Role::Wo => wo::specs(),
        Role::Utilities => utilities::specs(),
    }
}

/// Calls a tool.
///
/// # Errors
///
/// It cannot answer; see [`ErrorKind`].
pub fn call(environment: &Environment, role: Role, tool: &str, arguments: &Json) -> Result<Json, ToolError> {
    let specs = specs(role);
    let spec =
        specs.iter().find(|spec| spec.name == tool).ok_or_else(|| ToolError::unknown_tool(role, tool))?;
    let arguments = Arguments::new(spec, arguments)?;
    match role {
        Role::Iot => iot::call(environment, tool, &arguments),
        Role::Fmsr => fmsr::call(environment, tool, &arguments),
        Role::Tsfm => tsfm::call(environment, tool, &arguments),
        Role::Wo => wo::call(environment, tool, &arguments),
        Role::Utilities => utilities::call(environment, tool, &arguments),
    }
}

impl Environment {
    /// Reads the data, and the time if one is given.
    ///
    /// # Errors
    ///
    /// The data is not what it should be, or the time is none.
    pub fn open(data: &Path, work: Option<PathBuf>, now: Option<&str>) -> Result<Environment, BenchError> {
        let now = now.map(|text| {
            arguments::moment("now", text).map_err(|_| {
                BenchError::usage(format!("`{text}` is no time"))
                    .with_help("write it as `2020-07-01` or `2020-07-01T08:00:00`")
            })
        });
        let now = now.transpose()?;
        Ok(Environment { data: Data::load(data)?, work, now })
    }
}

impl ErrorKind {
    /// The name in the JSON form.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorKind::UnknownTool => "unknown_tool",
            ErrorKind::BadArgument => "bad_argument",
            ErrorKind::BadWindow => "bad_window",
            ErrorKind::UnknownSite => "unknown_site",
            ErrorKind::UnknownAsset => "unknown_asset",
            ErrorKind::UnknownEquipment => "unknown_equipment",
            ErrorKind::UnknownRule => "unknown_rule",
            ErrorKind::EmptyWindow => "empty_window",
            ErrorKind::UnknownColumn => "unknown_column",
            ErrorKind::UnknownFile => "unknown_file",
            ErrorKind::BadFile => "bad_file",
            ErrorKind::UnknownModel => "unknown_model",
            ErrorKind::TooFewRows => "too_few_rows",
            ErrorKind::NoFolder => "no_folder",
        }
    }
}

impl ToolError {
    /// `message` names the subject.
    pub(super) fn new(kind: ErrorKind, subject: impl Into<String>, message: impl Into<String>) -> ToolError {
        ToolError { kind, subject: subject.into(), message: message.into() }
    }

    fn unknown_tool(role: Role, tool: &str) -> ToolError {
        let message = format!("the server {} has no tool `{tool}`", role.as_str());
        ToolError::new(ErrorKind::UnknownTool, tool, message)
    }

    /// Of which kind it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What is missing or wrong, by its name.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// As servers answer it: `{error, kind, subject}`.
    pub fn json(&self) -> Json {
        json!({"error": self.message, "kind": self.kind.as_str(), "subject": self.subject})
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}
