//! The tools of the configuration's MCP servers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use caravan_core::effect::{ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::system::ToolSpec;
use caravan_mcp::client::config_file::{FileError, Variables};
use caravan_mcp::client::{
    self, BoundTool, Client, ListedTool, ServerError, ServerList, ServerSpec, ToolTerms, Transport,
    plan_names,
};
use serde_json::Value as Json;
use toml::Spanned;

use super::Notices;
use crate::config::{Config, ConfigError, KnownTools, McpServer, ServerKind};
use crate::lock::Identity;
use crate::telemetry;

/// What servers list, by their names.
pub(super) type Lists = BTreeMap<String, ServerList>;

/// The MCP servers that agents have tools of, and these tools.
#[derive(Debug)]
pub(super) struct McpTools {
    client: Option<Client>,
    listed: Lists,
    /// By server and the server's own name; what plans call it comes with the names.
    bound: BTreeMap<(String, String), BoundTool>,
    /// By server and the name in plans.
    callable: BTreeMap<(String, String), BoundTool>,
    /// Servers of which people know that their descriptions are withheld.
    told: BTreeSet<String>,
    notices: Notices,
}

impl McpTools {
    /// Starts the servers that agents have tools of, and learns what they list.
    pub(super) fn ask(
        config: &Config,
        known: &mut KnownTools,
        notices: &Notices,
    ) -> Result<McpTools, ConfigError> {
        let mut tools = McpTools {
            client: None,
            listed: BTreeMap::new(),
            bound: BTreeMap::new(),
            callable: BTreeMap::new(),
            told: BTreeSet::new(),
            notices: notices.clone(),
        };
        let needed = needed(config, known)?;
        if needed.is_empty() {
            return Ok(tools);
        }
        let (client, listed) = open(config, &needed, notices)?;
        for (name, list) in &listed {
            known.learn(name, list.tools.iter().map(|tool| tool.name.clone()).collect());
        }
        // A name without a server was looked for on those that had to be asked; the others need not be started.
        for name in config.servers.keys() {
            if known.of(name).is_none() {
                known.learn(name, Vec::new());
            }
        }
        tools.client = Some(client);
        tools.listed = listed;
        Ok(tools)
    }

    /// What all MCP servers list, or the one of that name; they are ended again.
    pub(super) fn list(config: &Config, only: Option<&str>, notices: &Notices) -> Result<Lists, ConfigError> {
        let chosen = all(config).filter(|(name, _)| only.is_none_or(|only| only == *name)).collect();
        open(config, &chosen, notices).map(|(_, listed)| listed)
    }

    /// What each MCP server lists, or why it does not, as soon as it does.
    pub(super) fn each_list(
        config: &Config,
        notices: &Notices,
        mut told: impl FnMut(&str, Result<ServerList, ConfigError>),
    ) -> Result<(), ConfigError> {
        let mut specs = BTreeMap::new();
        for (name, server) in all(config) {
            match spec(config, name, server) {
                Ok(spec) => drop(specs.insert(name.to_owned(), spec)),
                Err(error) => told(name, Err(error)),
            }
        }
        let names: Vec<String> = specs.keys().cloned().collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let client = client_of(config, specs, notices)?;
        client.each_list(&names, |server, list| {
            told(server, list.map_err(|error| unusable(config, &error)));
            true
        });
        Ok(())
    }

    /// The tool `tool` of `server`, which an agent names as `written`.
    pub(super) fn bind(
        &mut self,
        config: &Config,
        written: &Spanned<String>,
        server: &str,
        tool: &str,
    ) -> Result<Option<ToolSpec>, ConfigError> {
        let Some(ServerKind::Mcp(settings)) = config.servers.get(server).map(|server| &server.kind) else {
            return Ok(None);
        };
        if written.get_ref().ends_with("/*") && !settings.descriptions_trusted {
            return Err(config
                .error_at(written, format!("`{server}/*` takes whatever names the server lists"))
                .with_help(format!(
                    "name the tools one by one, as in `{server}/{tool}`; or say that planners may read what the server writes, \
                     with `descriptions = \"trusted\"` under `[servers.{server}]`"
                )));
        }
        let Some(listed) = self.listed_tool(server, tool) else { return Ok(None) };
        let bound = match BoundTool::new(server, listed, terms(config, settings, server, tool)) {
            Ok(bound) => bound,
            Err(problem) => {
                let problem =
                    format!("the tool `{tool}` of the server `{server}` cannot be called: {problem}");
                // Of all its tools, one less; of those that were asked for by name, none.
                if written.get_ref().ends_with("/*") {
                    self.notices.tell(&problem);
                    return Ok(None);
                }
                return Err(config
                    .error_at(written, problem)
                    .with_help("take the tool out of the agent's list"));
            }
        };
        if bound.withholds(listed) && self.told.insert(server.to_owned()) {
            self.notices.tell(&format!(
                "server `{server}`: nobody has reviewed what it writes of its tools, so planners see names and types alone; \
                 `description` under `[tools.NAME]` tells them more, and `descriptions = \"trusted\"` under \
                 `[servers.{server}]` shows them the server's own words"
            ));
        }
        let spec = bound.spec(tool);
        self.bound.insert((server.to_owned(), tool.to_owned()), bound);
        Ok(Some(spec))
    }

    /// Who a server is: how the configuration reaches it, and what it says of itself.
    pub(super) fn identity(&self, config: &Config, server: &str) -> Identity {
        let told = self.listed.get(server).map(|list| list.identity.clone()).unwrap_or_default();
        let (name, version) = (told.name, told.version);
        match all(config).find(|(name, _)| *name == server).map(|(_, server)| server.entry.written()) {
            Some(Transport::Stdio { command, args, .. }) => {
                let command = std::iter::once(command).chain(args).cloned().collect();
                Identity::Program { command, name, version }
            }
            Some(Transport::Http { url, .. }) => {
                Identity::Address { url: without_secrets(url), name, version }
            }
            None => Identity::default(),
        }
    }

    fn listed_tool(&self, server: &str, tool: &str) -> Option<&ListedTool> {
        self.listed.get(server)?.tools.iter().find(|known| known.name == tool)
    }

    /// The tool `tool` of `server`, whether an agent names it or not. None if it is not listed, or cannot be called.
    pub(super) fn spec_of(&self, config: &Config, server: &str, tool: &str) -> Option<ToolSpec> {
        let Some(ServerKind::Mcp(settings)) = config.servers.get(server).map(|server| &server.kind) else {
            return None;
        };
        let listed = self.listed_tool(server, tool)?;
        Some(BoundTool::new(server, listed, terms(config, settings, server, tool)).ok()?.spec(tool))
    }

    /// Gives the tools the names by which plans call them.
    pub(super) fn name(&mut self, config: &Config, specs: &mut BTreeMap<(&str, &str), ToolSpec>) {
        let is_ours = |(server, tool): &(&str, &str)| {
            self.bound.contains_key(&((*server).to_owned(), (*tool).to_owned()))
        };
        let ours: Vec<(&str, &str)> = specs.keys().copied().filter(is_ours).collect();
        let others = specs.keys().filter(|tool| !ours.contains(*tool)).map(|(_, tool)| (*tool).to_owned());
        let taken = others.chain(config.agents.keys().cloned()).collect();
        for ((server, tool), name) in ours.iter().zip(plan_names(&ours, &taken)) {
            if let Some(spec) = specs.get_mut(&(*server, *tool)) {
                spec.name.clone_from(&name);
            }
            if let Some(bound) = self.bound.remove(&((*server).to_owned(), (*tool).to_owned())) {
                self.callable.insert(((*server).to_owned(), name), bound);
            }
        }
    }

    /// Makes a call.
    pub(super) async fn call(
        &self,
        request: &ToolRequest,
        for_model: bool,
    ) -> Result<ToolAnswer, ToolFailure> {
        let tool = self.callable.get(&(request.server.clone(), request.tool.clone()));
        match (&self.client, tool) {
            (Some(client), Some(tool)) => {
                client.call_within(tool, request.arguments.clone(), for_model, telemetry::carried()).await
            }
            _ => Err(ToolFailure::unavailable(format!("no tool server `{}` is open", request.server))),
        }
    }

    /// Calls a tool that a server lists, as it is.
    pub(super) async fn call_listed(
        &self,
        server: &str,
        tool: &str,
        arguments: Json,
    ) -> Result<Json, ToolFailure> {
        let listed =
            self.listed.get(server).and_then(|list| list.tools.iter().find(|known| known.name == tool));
        let (Some(client), Some(listed)) = (&self.client, listed) else {
            return Err(ToolFailure::unavailable(format!("the server `{server}` lists no tool `{tool}`")));
        };
        let bound = BoundTool::new(server, listed, ToolTerms::default()).map_err(ToolFailure::unavailable)?;
        client.call(&bound, arguments, false).await.map(|answer| answer.value)
    }
}

/// Starts these servers, and learns what they list.
fn open(
    config: &Config,
    servers: &BTreeMap<&str, &McpServer>,
    notices: &Notices,
) -> Result<(Client, Lists), ConfigError> {
    let mut specs = BTreeMap::new();
    for (name, server) in servers {
        specs.insert((*name).to_owned(), spec(config, name, server)?);
    }
    let client = client_of(config, specs, notices)?;
    let names: Vec<&str> = servers.keys().copied().collect();
    let listed = client.lists(&names).map_err(|error| unusable(config, &error))?;
    Ok((client, listed))
}

/// A client of these servers, none of them started.
fn client_of(
    config: &Config,
    specs: BTreeMap<String, ServerSpec>,
    notices: &Notices,
) -> Result<Client, ConfigError> {
    let sink = notices.clone();
    let told = client::Notices::new(move |notice| {
        if notice.kind.matters() {
            sink.tell(&notice.to_string());
        }
    });
    Client::new(specs, &told)
        .map_err(|error| config.error(format!("no thread can be started for MCP servers ({error})")))
}

/// The MCP servers of a configuration.
fn all(config: &Config) -> impl Iterator<Item = (&str, &McpServer)> {
    config.servers.iter().filter_map(|(name, server)| match &server.kind {
        ServerKind::Mcp(server) => Some((name.as_str(), &**server)),
        _ => None,
    })
}

/// The servers that some agent has tools of, or may have.
fn needed<'a>(
    config: &'a Config,
    known: &KnownTools,
) -> Result<BTreeMap<&'a str, &'a McpServer>, ConfigError> {
    let mut needed = BTreeMap::new();
    for tool in config.agents.values().flat_map(|agent| &agent.tools) {
        match tool.get_ref().split_once('/') {
            Some((server, _)) => needed.extend(all(config).filter(|(name, _)| *name == server)),
            None if config.tools_of(tool, known)?.is_empty() => needed.extend(all(config)),
            None => {}
        }
    }
    Ok(needed)
}

/// How to reach a server, its variables expanded.
fn spec(config: &Config, name: &str, server: &McpServer) -> Result<ServerSpec, ConfigError> {
    let here = config.folder.path("").unwrap_or_default();
    let here =
        std::path::absolute(if here.as_os_str().is_empty() { Path::new(".") } else { &here }).unwrap_or(here);
    let variables = Variables { environment: &|name| std::env::var(name).ok(), folder: &here };
    let unclear = |error: FileError| {
        about(config, name, format!("the server `{name}` {}", error.message)).with_help(error.remedy)
    };
    let mut spec = ServerSpec::new(variables.expanded(&server.entry).map_err(unclear)?);
    if let (Some(variable), Transport::Http { headers, .. }) = (&server.bearer_token_env, &mut spec.transport)
    {
        let token = std::env::var(variable).ok().filter(|token| !token.is_empty()).ok_or_else(|| {
            config
                .error_under(
                    &["servers", name, "bearer_token_env"],
                    format!(
                        "the server `{name}` wants its token in the variable `{variable}`, which is not set"
                    ),
                )
                .with_help(format!("set `{variable}` in the environment"))
        })?;
        headers.insert("Authorization".to_owned(), format!("Bearer {token}"));
    }
    spec.protocol.clone_from(&server.protocol);
    spec.bounds = server.bounds;
    Ok(spec)
}

/// An error about a server, at the place where it is said how it is started.
fn about(config: &Config, server: &str, message: String) -> ConfigError {
    let origin = all(config).find(|(name, _)| *name == server).and_then(|(_, server)| server.origin.as_ref());
    match origin {
        Some(origin) => ConfigError::new(&origin.file, message).at(&origin.text, origin.range.clone()),
        None => config.error_under(&["servers", server], message),
    }
}

/// An address without the name and password, and the query, that may stand in it.
fn without_secrets(url: &str) -> String {
    let bare = url.split(['?', '#']).next().unwrap_or_default();
    match bare.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_once('/').map_or((rest, None), |(host, path)| (host, Some(path)));
            let host = host.rsplit('@').next().unwrap_or_default();
            let path = path.map(|path| format!("/{path}")).unwrap_or_default();
            format!("{scheme}://{host}{path}")
        }
        None => bare.to_owned(),
    }
}

/// What the configuration says of a tool of an MCP server.
fn terms(config: &Config, settings: &McpServer, server: &str, tool: &str) -> ToolTerms {
    let of_tool = config.settings_of(server, tool);
    ToolTerms {
        description: of_tool.description,
        reads_server_text: settings.descriptions_trusted,
        trusted: of_tool.trusted.unwrap_or(settings.trusted),
        side_effect: of_tool.side_effect,
        reads: of_tool.reads,
        writes: of_tool.writes,
        results: of_tool.results.unwrap_or(settings.results),
        timeout: of_tool.timeout,
        labels: of_tool.labels,
    }
}

fn unusable(config: &Config, error: &ServerError) -> ConfigError {
    let problem = about(config, error.server(), error.to_string());
    match error.remedy() {
        Some(remedy) => problem.with_help(remedy),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_pinned_without_what_may_be_secret() {
        for (url, pinned) in [
            ("https://x.example/mcp", "https://x.example/mcp"),
            ("https://me:hush@x.example:8080/mcp?key=hush#hush", "https://x.example:8080/mcp"),
            ("https://x.example", "https://x.example"),
            ("${BASE}/mcp?k=${K}", "${BASE}/mcp"),
        ] {
            assert_eq!(without_secrets(url), pinned);
        }
    }
}
