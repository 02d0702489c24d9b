//! `caravan.lock`: what planners read of tools and agents, as somebody has reviewed it.
//!
//! A planner obeys what it reads. Its guide is Caravan's and its instruction the user's; the descriptions and schemas of tools
//! come from servers, which may say something else tomorrow. So the file holds all of it, in full and made to be read in a
//! diff, and nothing runs while something in it has changed or come to it.

mod changes;
mod file;

use std::collections::BTreeMap;
use std::path::PathBuf;

use caravan_core::system::ToolSpec;
use serde_json::Value as Json;

use crate::assembly::Notices;
use crate::config::{Config, ConfigError, Folder};

pub use changes::{Change, Changes, Hidden};

/// Everything that planners read of one system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lock {
    /// The tool servers that agents have tools of.
    pub servers: BTreeMap<String, LockedServer>,
    /// The agents.
    pub agents: BTreeMap<String, LockedAgent>,
}

/// A server: who it is, and those of its tools that agents have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LockedServer {
    /// Who it is.
    pub identity: Identity,
    /// Its tools, by its own names for them.
    pub tools: BTreeMap<String, LockedTool>,
}

/// Who a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// One that is built in, of this kind.
    BuiltIn(String),
    /// A program with its arguments, as the configuration writes them, and what it says it is.
    Program {
        /// The program, then its arguments; variables are not expanded.
        command: Vec<String>,
        /// Its own name for itself.
        name: String,
        /// The version that it says it has.
        version: String,
    },
    /// An address, and what answers there.
    Address {
        /// The address, without what may be secret in it.
        url: String,
        /// Its own name for itself.
        name: String,
        /// The version that it says it has.
        version: String,
    },
}

impl Default for Identity {
    fn default() -> Identity {
        Identity::BuiltIn(String::new())
    }
}

/// A tool, as planners read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LockedTool {
    /// What plans call it.
    pub name: String,
    /// What it does. Empty where the server's own words are withheld and the configuration says nothing.
    pub description: String,
    /// Whether it is taken to change something.
    pub side_effect: bool,
    /// The schema of its arguments.
    pub input: Json,
    /// The schema of its results.
    pub output: Option<Json>,
}

/// An agent, as the planners above it and its own read of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockedAgent {
    /// What it is for.
    pub description: String,
    /// Its tools, as the configuration names them.
    pub tools: Vec<String>,
    /// The agents that it may call.
    pub children: Vec<String>,
    /// The agents that it may write to.
    pub sends_to: Vec<String>,
    /// Whether it has the shared memory.
    pub memory: bool,
}

impl LockedTool {
    /// What planners read of a tool.
    pub(crate) fn of(spec: &ToolSpec) -> LockedTool {
        LockedTool {
            name: spec.name.clone(),
            description: spec.description.clone(),
            side_effect: spec.side_effect,
            input: sorted(&spec.parameters),
            output: spec.returns.as_ref().map(sorted),
        }
    }
}

/// The lock file of a configuration: beside it, with the ending `lock`. None for one inside the program.
pub fn path(config: &Config) -> Option<PathBuf> {
    match &config.folder {
        Folder::Disk(_) => Some(PathBuf::from(&config.file).with_extension("lock")),
        Folder::Embedded { .. } => None,
    }
}

/// What somebody has reviewed of a configuration, if anybody has.
///
/// # Errors
///
/// The lock file is none.
pub(crate) fn reviewed(config: &Config) -> Result<Option<Lock>, ConfigError> {
    path(config).map_or(Ok(None), |path| Lock::read(&path))
}

/// Holds what planners are about to read against what was reviewed.
///
/// # Errors
///
/// Something has changed or come to it.
pub(crate) fn hold(
    config: &Config,
    reviewed: Option<&Lock>,
    current: &Lock,
    notices: &Notices,
) -> Result<(), ConfigError> {
    let Some(path) = path(config) else { return Ok(()) };
    let shown = path.display().to_string();
    let Some(reviewed) = reviewed else {
        if current.has_foreign() {
            for hidden in Changes::between(&Lock::default(), current).hidden() {
                notices.tell(&hidden.to_string());
            }
            notices.tell("what planners read of tools is not pinned: `caravan lock` shows it and pins it");
        }
        return Ok(());
    };
    let changes = Changes::between(reviewed, current);
    if changes.are_unreviewed() {
        return Err(ConfigError::new(shown, "what planners read has changed since it was reviewed")
            .with_detail(changes.to_string())
            .with_help("`caravan lock` shows this again and accepts it; nothing has run"));
    }
    if !changes.is_empty() {
        notices.tell(&format!("{shown} holds more than planners read now: `caravan lock` takes that out"));
    }
    Ok(())
}

impl Lock {
    /// Whether anything in it comes from outside this program and its configuration.
    fn has_foreign(&self) -> bool {
        self.servers.values().any(|server| !matches!(server.identity, Identity::BuiltIn(_)))
    }
}

/// The same value with the keys of its objects in order.
fn sorted(json: &Json) -> Json {
    match json {
        Json::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            Json::Object(fields.into_iter().map(|(key, value)| (key.clone(), sorted(value))).collect())
        }
        Json::Array(items) => Json::Array(items.iter().map(sorted).collect()),
        other => other.clone(),
    }
}
