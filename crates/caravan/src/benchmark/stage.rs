//! Systems of agents with the bridge to AgentDojo behind them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use caravan_bench::BenchError;
use caravan_bench::multiagentdojo::{Stage, Variant};
use caravan_core::effect::ToolFailure;
use caravan_core::model::BoxFuture;
use caravan_core::settings::Defense;
use caravan_core::system::System;
use caravan_core::toolbox::Toolbox;
use serde_json::Value as Json;
use toml::Spanned;

use super::Files;
use crate::assembly::{Assembly, Notices};
use crate::config::{Config, ConfigError, Folder, PolicySettings, read_text};

/// Opens stages for the suites of MultiAgentDojo.
#[derive(Clone, Debug)]
pub struct DojoStages {
    folder: PathBuf,
    bridge: PathBuf,
    python: PathBuf,
    notices: Notices,
    variant: Variant,
}

/// The policies that can be asked for by name: those for the suite's own tasks, and those that are built in.
pub const POLICIES: [&str; 3] = ["agentdojo", "public-only", "trivial"];

/// Where an agent's description begins to say what its tools return.
const RETURNS: &str = "What its tools return:";

/// What the configurations of the suites call the Python of the bridge, and the bridge.
const PYTHON: &str = "${CARAVAN_BRIDGE_PYTHON}";
const BRIDGE: &str = "${CARAVAN_BRIDGE}";

impl DojoStages {
    /// With these files and this Python. What servers have to say goes to `notices`.
    pub fn new(files: &Files, python: &Path, notices: Notices) -> DojoStages {
        DojoStages {
            folder: files.multiagentdojo(),
            bridge: files.bridge(),
            python: python.to_path_buf(),
            notices,
            variant: Variant::default(),
        }
    }

    /// The same with systems of another form.
    pub fn of_variant(self, variant: Variant) -> DojoStages {
        DojoStages { variant, ..self }
    }

    /// The configuration of a suite.
    ///
    /// # Errors
    ///
    /// There is none, or it is not sound.
    pub fn config(&self, suite: &str) -> Result<Config, ConfigError> {
        let path = self.folder.join(format!("{suite}.toml"));
        let text = read_text(&path)?;
        let text = text.replace(PYTHON, &quoted(&self.python)).replace(BRIDGE, &quoted(&self.bridge));
        let mut config =
            Config::parse(&text, &path.display().to_string(), Folder::Disk(self.folder.clone()))?;
        if self.variant.no_return_schemas {
            for agent in config.agents.values_mut() {
                if let Some((before, _)) = agent.description.split_once(RETURNS) {
                    agent.description = before.trim_end().to_owned();
                }
            }
        }
        if self.variant.single {
            let tools = config.agents.values().flat_map(|agent| agent.tools.clone()).collect();
            if let Some(mut root) = config.agents.remove(&config.root) {
                root.tools = tools;
                root.children = Vec::new();
                config.agents = BTreeMap::from([(config.root.clone(), root)]);
            }
        }
        if let Some(policy) = &self.variant.policy {
            config.policy = PolicySettings::named(policy).unwrap_or_else(|| {
                let file = format!("../../policies/agentdojo/{suite}.cedar");
                PolicySettings { built_in: None, files: vec![Spanned::new(0..0, file)] }
            });
        }
        Ok(config)
    }

    /// Starts a bridge, and builds the system of the suite on it.
    ///
    /// # Errors
    ///
    /// The bridge does not start, or the configuration is not sound.
    pub fn open(&self, suite: &str) -> Result<Box<dyn Stage>, BenchError> {
        let opened =
            self.config(suite).and_then(|config| Assembly::with_notices(&config, None, self.notices.clone()));
        AssembledStage::open(opened, suite)
    }
}

/// A path inside a text in quotes.
pub(super) fn quoted(path: &Path) -> String {
    path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"")
}

#[derive(Debug)]
pub(super) struct AssembledStage {
    assembly: Assembly,
    /// The server with the tools that no agent has.
    server: String,
}

impl AssembledStage {
    /// A stage of an assembly, or why there is none.
    pub(super) fn open(
        assembly: Result<Assembly, ConfigError>,
        server: &str,
    ) -> Result<Box<dyn Stage>, BenchError> {
        match assembly {
            Ok(assembly) => Ok(Box::new(AssembledStage { assembly, server: server.to_owned() })),
            Err(error) => {
                let problem = BenchError::new(error.to_string());
                Err(match error.help() {
                    Some(help) => problem.with_help(help),
                    None => problem,
                })
            }
        }
    }
}

impl Stage for AssembledStage {
    fn system(&self) -> &Arc<System> {
        self.assembly.system()
    }

    fn toolbox(&self, defense: Defense) -> Box<dyn Toolbox + '_> {
        Box::new(self.assembly.toolbox(defense))
    }

    fn control<'a>(&'a self, tool: &'a str, arguments: Json) -> BoxFuture<'a, Result<Json, ToolFailure>> {
        Box::pin(self.assembly.call_listed(&self.server, tool, arguments))
    }
}
