//! What MCP servers list, as people read it before they let planners.

use std::collections::{BTreeMap, BTreeSet};

use caravan_core::settings::Defense;
use caravan_core::system::{AgentSpec, System, SystemSpec};
use caravan_label::AgentPath;
use caravan_mcp::client::{BoundTool, ListedTool, ToolTerms, plan_names};

use super::Notices;
use super::mcp::McpTools;
use crate::config::{Config, ConfigError};

/// One tool of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTool {
    /// How an agent's `tools` name it: `server/tool`.
    pub written: String,
    /// What plans of an agent that has all tools of this server and no others call it.
    pub name: String,
    /// Its signature and description, in the server's own words.
    pub signature: String,
    /// Why it cannot be called, if it cannot.
    pub problem: Option<String>,
}

/// Starts all MCP servers of a configuration, or the one of that name, and gives what they list.
///
/// # Errors
///
/// One of them cannot be used.
pub fn listed_tools(
    config: &Config,
    only: Option<&str>,
    notices: &Notices,
) -> Result<Vec<ShownTool>, ConfigError> {
    let listed = McpTools::list(config, only, notices)?;
    Ok(listed.iter().flat_map(|(server, list)| shown(server, &list.tools)).collect())
}

/// Starts all MCP servers of a configuration side by side, and hands over the names of the tools of each as soon as they are
/// there.
///
/// # Errors
///
/// No server can be started. What is wrong with a single one is handed over in place of its list.
pub fn each_list(
    config: &Config,
    notices: &Notices,
    mut told: impl FnMut(&str, Result<Vec<String>, ConfigError>),
) -> Result<(), ConfigError> {
    McpTools::each_list(config, notices, |server, list| {
        told(server, list.map(|list| list.tools.iter().map(|tool| tool.name.clone()).collect()));
    })
}

fn shown(server: &str, tools: &[ListedTool]) -> Vec<ShownTool> {
    let pairs: Vec<(&str, &str)> = tools.iter().map(|tool| (server, tool.name.as_str())).collect();
    let names = plan_names(&pairs, &BTreeSet::new());
    let terms = || ToolTerms { reads_server_text: true, ..ToolTerms::default() };
    let mut problems = BTreeMap::new();
    let mut specs = Vec::new();
    for (tool, name) in tools.iter().zip(&names) {
        match BoundTool::new(server, tool, terms()) {
            Ok(bound) => specs.push(bound.spec(name)),
            Err(problem) => {
                problems.insert(name.as_str(), problem);
            }
        }
    }
    let agent = AgentSpec {
        name: "reader".to_owned(),
        tools: specs.iter().map(|spec| spec.name.clone()).collect(),
        ..AgentSpec::default()
    };
    let system =
        SystemSpec { root: agent.name.clone(), agents: vec![agent], tools: specs, ..SystemSpec::default() };
    let environment = System::build(system).ok().and_then(|system| {
        let mut environment = system.environment(&AgentPath::root(), Defense::Multi)?;
        environment.tools.sort_by(|a, b| a.name.cmp(&b.name));
        Some(environment)
    });
    let signature = |name: &str| {
        let tools = &environment.as_ref()?.tools;
        tools.iter().find(|tool| *tool.name == *name).map(caravan_plan::Tool::python)
    };
    tools
        .iter()
        .zip(&names)
        .map(|(tool, name)| ShownTool {
            written: format!("{server}/{}", tool.name),
            name: name.clone(),
            signature: signature(name).unwrap_or_default(),
            problem: problems.get(name.as_str()).cloned(),
        })
        .collect()
}
