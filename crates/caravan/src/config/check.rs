//! Names in a configuration that have to name something: agents, servers, tools.
//!
//! What makes a hierarchy sound (no cycle, no name twice in one plan) is checked where systems are built.

use toml::Spanned;

use crate::advice::suggestion;
use crate::config::{Config, ConfigError, ServerKind};
use crate::tool;

impl Config {
    /// Checks that the root, every child and every tool exist.
    pub(super) fn check_names(&self, root: &Spanned<String>) -> Result<(), ConfigError> {
        self.check_agent(root)?;
        for agent in self.agents.values() {
            for child in &agent.children {
                self.check_agent(child)?;
            }
            for tool in &agent.tools {
                self.server_of(tool)?;
            }
            self.check_once("agent", &agent.children)?;
            self.check_once("tool", &agent.tools)?;
        }
        self.check_tool_settings()
    }

    /// The server that has the tool called `tool` or `server/tool`, and the tool's own name.
    ///
    /// # Errors
    ///
    /// No server has it, or several have.
    pub fn server_of<'a>(&'a self, tool: &'a Spanned<String>) -> Result<(&'a str, &'a str), ConfigError> {
        let written = tool.get_ref().as_str();
        let (server, name) = match written.split_once('/') {
            Some((server, name)) => (Some(server), name),
            None => (None, written),
        };
        if let Some(server) = server
            && !self.servers.contains_key(server)
        {
            let known: Vec<&str> = self.servers.keys().map(String::as_str).collect();
            return Err(self
                .error_at(tool, format!("unknown tool server `{server}`"))
                .with_help(suggestion(server, "server", &known)));
        }
        let having: Vec<&str> = self
            .servers
            .iter()
            .filter(|(known, _)| server.is_none_or(|server| server == known.as_str()))
            .filter(|(_, known)| tool_names(&known.kind).contains(&name))
            .map(|(known, _)| known.as_str())
            .collect();
        match having.as_slice() {
            [only] => Ok((only, name)),
            [] => Err(self.error_at(tool, format!("unknown tool `{written}`")).with_help(suggestion(
                name,
                "tool",
                &self.known_tools(),
            ))),
            [first, ..] => Err(self
                .error_at(tool, format!("several servers have a tool `{name}`"))
                .with_help(format!("name the server too, as in `{first}/{name}`"))),
        }
    }

    fn known_tools(&self) -> Vec<&'static str> {
        let mut known: Vec<&str> =
            self.servers.values().flat_map(|server| tool_names(&server.kind)).copied().collect();
        known.sort_unstable();
        known.dedup();
        known
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

    fn check_tool_settings(&self) -> Result<(), ConfigError> {
        let known = self.known_tools();
        match self.tools.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self
                .error_under(&["tools", name], format!("`[tools.{name}]` is about a tool that no server has"))
                .with_help(suggestion(name, "tool", &known))),
            None => Ok(()),
        }
    }
}

fn tool_names(kind: &ServerKind) -> &'static [&'static str] {
    match kind {
        ServerKind::Sqlite { .. } => tool::sqlite::TOOLS,
        ServerKind::Mailbox { .. } => tool::mailbox::TOOLS,
    }
}
