//! Names in a configuration that have to name something: agents, servers, tools.
//!
//! What makes a hierarchy sound (no cycle, no name twice in one plan) is checked where systems are built.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use crate::advice::suggestion;
use crate::config::{Config, ConfigError, ServerKind, ToolSettings};
use crate::tool;

/// The tools that each server has, as far as that is known: what MCP servers have, they say only when they are asked.
#[derive(Clone, Debug, Default)]
pub struct KnownTools {
    of: BTreeMap<String, Vec<String>>,
    /// The servers that have not been asked.
    open: BTreeSet<String>,
}

impl KnownTools {
    /// Takes what a server lists.
    pub fn learn(&mut self, server: &str, tools: Vec<String>) {
        self.open.remove(server);
        self.of.insert(server.to_owned(), tools);
    }

    /// What each server has that has been asked.
    pub fn all(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.of.iter().map(|(server, tools)| (server.as_str(), tools.as_slice()))
    }

    /// The tools of a server, if it has been asked.
    pub fn of(&self, server: &str) -> Option<&[String]> {
        self.of.get(server).map(Vec::as_slice)
    }

    /// Advice for a name that no tool of these servers has. Where the server is named with it, so is what was meant.
    fn advice(&self, written: &str, servers: &[&str]) -> String {
        let is_whole = written.split_once('/').is_some_and(|(server, _)| self.of.contains_key(server));
        let mut names: Vec<String> = Vec::new();
        for server in servers {
            let tools = self.of(server).unwrap_or_default().iter();
            names.extend(tools.map(|tool| if is_whole { format!("{server}/{tool}") } else { tool.clone() }));
        }
        names.sort_unstable();
        names.dedup();
        suggestion(written, "tool", &names)
    }
}

impl Config {
    /// Checks that there are a root or peers, and that these, every child and every tool exist, as far as that is known
    /// before any server is asked.
    pub(super) fn check_names(
        &self,
        root: Option<&Spanned<String>>,
        peers: &[Spanned<String>],
    ) -> Result<(), ConfigError> {
        match (root, peers) {
            (None, []) => {
                return Err(ConfigError::new(&self.file, "`root` is missing").with_help(
                    "name the agent that gets the user's instruction, as in `root = \"assistant\"`; or `peers`",
                ));
            }
            (Some(_), [peer, ..]) => {
                return Err(self.error_at(peer, "there are a `root` and `peers`".to_owned()).with_help(
                    "a system has one agent that gets the user's instruction, or peers that each get one",
                ));
            }
            _ => {}
        }
        for agent in root.into_iter().chain(peers) {
            self.check_agent(agent)?;
        }
        self.check_once("agent", peers)?;
        let known = self.known_tools();
        for agent in self.agents.values() {
            for other in agent.children.iter().chain(&agent.sends_to) {
                self.check_agent(other)?;
            }
            for tool in &agent.tools {
                self.tools_of(tool, &known)?;
            }
            self.check_once("agent", &agent.children)?;
            self.check_once("agent", &agent.sends_to)?;
            self.check_once("tool", &agent.tools)?;
        }
        self.check_tool_settings(&known)
    }

    /// What is known of the servers' tools without asking any.
    pub fn known_tools(&self) -> KnownTools {
        let mut known = KnownTools::default();
        for (name, server) in &self.servers {
            match tool_names(&server.kind) {
                Some(tools) => known.learn(name, tools.iter().map(|tool| (*tool).to_owned()).collect()),
                None => {
                    known.open.insert(name.clone());
                }
            }
        }
        known
    }

    /// The tools that an agent's `tool`, `server/tool` or `server/*` names, each as its server and its own name. None of
    /// those whose servers have not been asked.
    ///
    /// # Errors
    ///
    /// No server has it, or several have.
    pub fn tools_of<'a>(
        &'a self,
        tool: &'a Spanned<String>,
        known: &'a KnownTools,
    ) -> Result<Vec<(&'a str, &'a str)>, ConfigError> {
        let written = tool.get_ref().as_str();
        let (server, name) = match written.split_once('/') {
            Some((server, name)) => (Some(server), name),
            None => (None, written),
        };
        if let Some(server) = server
            && !self.servers.contains_key(server)
        {
            if let Some(file) = self.disabled.get(server) {
                return Err(self
                    .error_at(tool, format!("the server `{server}` is disabled in {file}"))
                    .with_help("take `\"disabled\": true` out there, or the tool out of the agent's list"));
            }
            let known: Vec<&str> = self.servers.keys().map(String::as_str).collect();
            return Err(self
                .error_at(tool, format!("unknown tool server `{server}`"))
                .with_help(suggestion(server, "server", &known)));
        }
        if let Some(server) = server
            && name == "*"
        {
            let tools = known.of.get_key_value(server);
            let all = tools
                .map(|(server, tools)| tools.iter().map(|tool| (server.as_str(), tool.as_str())).collect());
            return Ok(all.unwrap_or_default());
        }
        let having: Vec<(&str, &str)> = known
            .of
            .iter()
            .filter(|(having, _)| server.is_none_or(|server| server == having.as_str()))
            .filter_map(|(having, tools)| {
                Some((having.as_str(), tools.iter().find(|tool| *tool == name)?.as_str()))
            })
            .collect();
        match having.as_slice() {
            [_] => Ok(having),
            [] if server.map_or(!known.open.is_empty(), |server| known.open.contains(server)) => {
                Ok(Vec::new())
            }
            [] => {
                let servers: Vec<&str> = match server {
                    Some(server) => vec![server],
                    None => known.of.keys().map(String::as_str).collect(),
                };
                Err(self
                    .error_at(tool, format!("unknown tool `{written}`"))
                    .with_help(known.advice(written, &servers)))
            }
            [(first, _), ..] => Err(self
                .error_at(tool, format!("several servers have a tool `{name}`"))
                .with_help(format!("name the server too, as in `{first}/{name}`"))),
        }
    }

    fn check_agent(&self, name: &Spanned<String>) -> Result<(), ConfigError> {
        if self.agents.contains_key(name.get_ref()) {
            return Ok(());
        }
        let known: Vec<&str> = self.agents.keys().map(String::as_str).collect();
        Err(self.error_at(name, format!("unknown agent `{}`", name.get_ref())).with_help(suggestion(
            name.get_ref(),
            "agent",
            &known,
        )))
    }

    /// That a list names nothing twice.
    fn check_once(&self, what: &str, names: &[Spanned<String>]) -> Result<(), ConfigError> {
        for (place, name) in names.iter().enumerate() {
            if names.iter().take(place).any(|before| before.get_ref() == name.get_ref()) {
                return Err(self
                    .error_at(name, format!("the {what} `{}` is named twice", name.get_ref()))
                    .with_help("name it once"));
            }
        }
        Ok(())
    }

    /// That what is said of tools is said of some that there are.
    ///
    /// # Errors
    ///
    /// It is said of a tool that no server has.
    pub fn check_tool_settings(&self, known: &KnownTools) -> Result<(), ConfigError> {
        if !known.open.is_empty() {
            return Ok(());
        }
        for name in self.tools.keys() {
            let about = self.about(name, known);
            let problem = |what: String| {
                self.error_under(&["tools", name], format!("`[tools.{}]` {what}", in_toml(name)))
            };
            if about.is_empty() {
                let servers: Vec<&str> = known.of.keys().map(String::as_str).collect();
                return Err(problem("is about a tool that no server has".to_owned())
                    .with_help(known.advice(name, &servers)));
            }
            // What is said of a tool with its server's name goes before what is said without.
            if about.iter().all(|(server, tool)| {
                let whole = format!("{server}/{tool}");
                whole != *name && self.tools.contains_key(&whole)
            }) {
                let (server, tool) = about.first().copied().unwrap_or_default();
                return Err(problem("counts for no tool".to_owned()).with_help(format!(
                    "`[tools.\"{server}/{tool}\"]` is about the same tool and goes before it: keep one of the two"
                )));
            }
        }
        for cap in &self.caps.effects.tools {
            let name = cap.tool.as_str();
            if self.about(name, known).is_empty() {
                let servers: Vec<&str> = known.of.keys().map(String::as_str).collect();
                let what = format!("`[caps.tools.{}]` is about a tool that no server has", in_toml(name));
                let error = self.error_under(&["caps", "tools", name], what);
                return Err(error.with_help(known.advice(name, &servers)));
            }
        }
        Ok(())
    }

    /// The tools that a name under `[tools]` is about, each as its server and its own name.
    fn about<'a>(&self, written: &'a str, known: &'a KnownTools) -> Vec<(&'a str, &'a str)> {
        let of = |server: &'a str, tool: &str| {
            let tools = known.of(server).unwrap_or_default();
            tools.iter().find(|known| *known == tool).map(|tool| (server, tool.as_str()))
        };
        match written.split_once('/') {
            Some((server, tool)) if known.of.contains_key(server) => of(server, tool).into_iter().collect(),
            _ => known.of.keys().filter_map(|server| of(server, written)).collect(),
        }
    }

    /// What is said of the tool `tool` of `server`.
    pub fn settings_of(&self, server: &str, tool: &str) -> ToolSettings {
        let of_one = self.tools.get(&format!("{server}/{tool}"));
        of_one.or_else(|| self.tools.get(tool)).cloned().unwrap_or_default()
    }
}

/// A key as TOML writes it.
fn in_toml(key: &str) -> String {
    let is_bare =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_bare { key.to_owned() } else { format!("{key:?}") }
}

/// The tools of a server whose kind tells them.
fn tool_names(kind: &ServerKind) -> Option<&'static [&'static str]> {
    match kind {
        ServerKind::Sqlite { .. } => Some(tool::sqlite::TOOLS),
        ServerKind::Mailbox { .. } => Some(tool::mailbox::TOOLS),
        #[cfg(feature = "mcp")]
        ServerKind::Mcp(_) => None,
    }
}
