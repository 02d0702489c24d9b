//! From a configuration to a system that can run: agents, open tool servers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use caravan_core::drive::{DriveError, Models, drive};
use caravan_core::effect::{ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::journal::NoJournal;
use caravan_core::model::BoxFuture;
use caravan_core::outcome::RunOutcome;
use caravan_core::run::Run;
use caravan_core::settings::Settings;
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use caravan_core::toolbox::Toolbox;
use serde_json::Value as Json;

use crate::config::{Config, ConfigError, Database as Source, ServerKind};
use crate::tool::mailbox::{Delivery, Mailboxes};
use crate::tool::sqlite::{Database, Seed};
use crate::tool::{mailbox, sqlite};

/// A system with its tool servers open.
#[derive(Debug)]
pub struct Assembly {
    system: Arc<System>,
    servers: Servers,
}

/// The open tool servers of one system, by name.
#[derive(Debug)]
pub struct Servers {
    open: BTreeMap<String, Server>,
}

#[derive(Debug)]
enum Server {
    Sqlite(Database),
    Mailbox(Mailboxes),
}

impl Assembly {
    /// Opens the servers of a configuration and builds its system. `planted` replaces the planted text of
    /// every seeded database, if it is given.
    ///
    /// # Errors
    ///
    /// A file that the configuration names cannot be used, or its hierarchy is not sound.
    pub fn new(config: &Config, planted: Option<&str>) -> Result<Assembly, ConfigError> {
        let system = system(config)?;
        let open = config
            .servers
            .iter()
            .map(|(name, server)| Ok((name.clone(), open_server(config, name, &server.kind, planted)?)))
            .collect::<Result<_, ConfigError>>()?;
        Ok(Assembly { system: Arc::new(system), servers: Servers { open } })
    }

    /// The system.
    pub fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// Runs an instruction to its end. `data` become opaque, untrusted variables of the root's plan.
    ///
    /// # Errors
    ///
    /// The run could not be started or carried on; what goes wrong inside it is part of its outcome.
    pub async fn run(
        &self,
        settings: Settings,
        models: &Models,
        instruction: &str,
        data: Vec<(String, Json)>,
    ) -> Result<RunOutcome, DriveError> {
        let run = Run::new(self.system.clone(), settings, Instruction::from_user(instruction), data);
        drive(run, models, &self.servers, &mut NoJournal).await
    }

    /// Everything that its mailboxes have received, in order.
    pub fn deliveries(&self) -> Vec<Delivery> {
        let boxes = self.servers.open.values().filter_map(|server| match server {
            Server::Mailbox(boxes) => Some(boxes.deliveries()),
            Server::Sqlite(_) => None,
        });
        boxes.flatten().collect()
    }
}

impl Toolbox for Servers {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async move {
            match self.open.get(&request.server) {
                Some(Server::Sqlite(database)) => query(database, request).map(Into::into),
                Some(Server::Mailbox(boxes)) => send(boxes, request).map(Into::into),
                None => Err(ToolFailure::unavailable(format!("no tool server `{}` is open", request.server))),
            }
        })
    }
}

fn query(database: &Database, request: &ToolRequest) -> Result<Json, ToolFailure> {
    let rows = database.query(text_argument(request, "query")?).map_err(ToolFailure::failed)?;
    Ok(Json::Array(rows))
}

fn send(boxes: &Mailboxes, request: &ToolRequest) -> Result<Json, ToolFailure> {
    let to = text_argument(request, "to")?.to_owned();
    let subject = match request.tool.as_str() {
        "send_email" => Some(text_argument(request, "subject")?.to_owned()),
        _ => None,
    };
    let body = text_argument(request, "body")?.to_owned();
    let sent = format!("sent to {to}");
    boxes
        .deliver(Delivery { tool: request.tool.clone(), to, subject, body })
        .map_err(ToolFailure::unavailable)?;
    Ok(Json::String(sent))
}

fn text_argument<'a>(request: &'a ToolRequest, name: &str) -> Result<&'a str, ToolFailure> {
    request
        .arguments
        .get(name)
        .and_then(Json::as_str)
        .ok_or_else(|| ToolFailure::failed(format!("`{}` needs the text `{name}`", request.tool)))
}

/// The system that a configuration describes, without its servers.
///
/// # Errors
///
/// Its hierarchy is not sound.
pub fn system(config: &Config) -> Result<System, ConfigError> {
    System::build(system_spec(config)?).map_err(|error| config.error(error.to_string()))
}

fn system_spec(config: &Config) -> Result<SystemSpec, ConfigError> {
    let mut tools: BTreeMap<(&str, &str), ToolSpec> = BTreeMap::new();
    let mut agents = Vec::new();
    for (name, agent) in &config.agents {
        let mut names = Vec::new();
        for written in &agent.tools {
            let (server, tool) = config.server_of(written)?;
            let kind = config.servers.get(server).map(|server| &server.kind);
            if let Some(spec) = kind.and_then(|kind| tool_spec(config, server, tool, kind)) {
                tools.entry((server, tool)).or_insert(spec);
            }
            names.push(tool.to_owned());
        }
        agents.push(AgentSpec {
            name: name.clone(),
            description: agent.description.clone(),
            tools: names,
            children: agent.children.iter().map(|child| child.get_ref().clone()).collect(),
            quarantined_model: true,
        });
    }
    Ok(SystemSpec {
        root: config.root.clone(),
        agents,
        tools: tools.into_values().collect(),
        depth_bound: config.depth_bound,
    })
}

/// What the built-in server `server` says of its tool `tool`, with what the configuration says instead.
fn tool_spec(config: &Config, server: &str, tool: &str, kind: &ServerKind) -> Option<ToolSpec> {
    let settings = config.tools.get(tool).cloned().unwrap_or_default();
    let built_in = match kind {
        ServerKind::Sqlite { read_only, .. } => sqlite::signature(tool, *read_only)?,
        ServerKind::Mailbox { .. } => mailbox::signature(tool)?,
    };
    Some(ToolSpec {
        server: server.to_owned(),
        description: settings.description.unwrap_or(built_in.description),
        trusted: settings.trusted,
        reads: settings.reads,
        writes: settings.writes,
        ..built_in
    })
}

fn open_server(
    config: &Config,
    name: &str,
    kind: &ServerKind,
    planted: Option<&str>,
) -> Result<Server, ConfigError> {
    let failed = |key: &'static str| {
        move |reason: String| {
            let message = format!("the server `{name}` does not open: {reason}");
            config.error_under(&["servers", name, key], message)
        }
    };
    // A file that the configuration names is missing where it is named.
    let read = |key: &str, file: &str| {
        config.folder.read(file).map_err(|error| {
            config.error_under(&["servers", name, key], format!("{}: {}", error.file(), error.message()))
        })
    };
    match kind {
        ServerKind::Sqlite { database: Source::File(file), read_only } => {
            let path = config.folder.path(file).unwrap_or_else(|| PathBuf::from(file));
            Database::open(&path, *read_only).map(Server::Sqlite).map_err(failed("file"))
        }
        ServerKind::Sqlite { database: Source::Seeded { seed, planted: file }, read_only } => {
            let planted = match (planted, file) {
                (Some(text), _) => Some(text.to_owned()),
                (None, Some(file)) => Some(read("planted", file)?.trim_end_matches(['\n', '\r']).to_owned()),
                (None, None) => None,
            };
            let seed = Seed { script: read("seed", seed)?, planted };
            Database::seeded(&seed, *read_only).map(Server::Sqlite).map_err(failed("seed"))
        }
        ServerKind::Mailbox { file } => {
            let file = file.as_ref().map(|file| config.folder.path(file).unwrap_or_else(|| file.into()));
            Ok(Server::Mailbox(Mailboxes::new(file)))
        }
    }
}

#[cfg(test)]
mod tests {
    use caravan_core::settings::Defense;
    use caravan_label::AgentPath;

    use super::*;
    use crate::config::Folder;

    #[test]
    fn what_the_configuration_says_of_a_tool_reaches_plans() {
        let config = r#"
            root = "a"
            [agents.a]
            description = ""
            tools = ["send_email"]
            [servers.outbox]
            kind = "mailbox"
            [tools.send_email]
            description = "Posts a letter."
            trusted = true
            reads = ["desk"]
            writes = ["desk", "post"]
        "#;
        let config = Config::parse(config, "caravan.toml", Folder::Disk(PathBuf::new())).unwrap();
        let assembly = Assembly::new(&config, None).unwrap();
        let environment = assembly.system().environment(&AgentPath::root(), Defense::Multi).unwrap();
        let tool = environment.tools.first().unwrap();
        assert_eq!(&*tool.description, "Posts a letter.");
        assert!(tool.trusted);
        assert_eq!(tool.reads, ["desk".into()]);
        assert_eq!(tool.writes, ["desk".into(), "post".into()]);
        assert_eq!(tool.parameters.len(), 3);
    }
}
