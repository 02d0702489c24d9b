//! From a configuration to a system that can run: agents, open tool servers.

#[cfg(feature = "mcp")]
mod mcp;
#[cfg(not(feature = "mcp"))]
#[path = "assembly/no_mcp.rs"]
mod mcp;
mod policies;
#[cfg(feature = "mcp")]
mod shown;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use caravan_core::approval::Approver;
use caravan_core::drive::{DriveError, Means, Models, carry_on};
use caravan_core::effect::{Moment, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::journal::{Journal, NoJournal};
use caravan_core::model::BoxFuture;
use caravan_core::outcome::RunOutcome;
use caravan_core::policy::Policy;
use caravan_core::run::Run;
use caravan_core::settings::{Defense, Settings};
use caravan_core::state::States;
use caravan_core::system::{AgentSpec, PartPath, System, SystemSpec, ToolSpec};
use caravan_core::toolbox::Toolbox;
use caravan_plan::Type;
use serde_json::Value as Json;

use crate::advice::suggestion;
use crate::clock;
use crate::config::{
    ApprovalSettings, CapSettings, Config, ConfigError, Database as Source, KnownTools, ServerKind,
};
use crate::lock::{self, Identity, Lock, LockedAgent, LockedServer, LockedTool};
use crate::models::Role;
use crate::tool::mailbox::{Delivery, Mailboxes};
use crate::tool::sqlite::{Database, Seed};
use crate::tool::{mailbox, sqlite};
use mcp::McpTools;
#[cfg(feature = "mcp")]
pub use shown::{ShownTool, each_list, listed_tools};

/// Where a line goes that people should read: what a tool server has done while it was needed.
#[derive(Clone)]
pub struct Notices(Arc<dyn Fn(&str) + Send + Sync>);

impl Notices {
    /// Hands every line to `sink`.
    pub fn new(sink: impl Fn(&str) + Send + Sync + 'static) -> Notices {
        Notices(Arc::new(sink))
    }

    /// Tells a line.
    pub fn tell(&self, line: &str) {
        (self.0)(line);
    }
}

impl Default for Notices {
    /// Tells nobody.
    fn default() -> Notices {
        Notices::new(|_| {})
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
}

/// What a system is opened with.
#[derive(Clone, Debug, Default)]
pub struct Opening<'a> {
    /// Replaces the planted text of every seeded database.
    pub planted: Option<&'a str>,
    /// Where lines go that people should read.
    pub notices: Notices,
    /// Whether the system may differ from the lock file: it is looked at, and nothing will run.
    pub unlocked: bool,
    /// The roles that no model plays. What needs one of them is not offered to plans: without a planner no agent but the
    /// root can be called, without a quarantined model none can be asked.
    pub absent: &'a [Role],
}

/// A system with its tool servers open.
#[derive(Debug)]
pub struct Assembly {
    system: Arc<System>,
    servers: Servers,
    policy: Arc<dyn Policy>,
    caps: CapSettings,
    approvals: ApprovalSettings,
    /// Where the clock stands, if it does.
    now: Option<Moment>,
}

/// The open tool servers of one system, by name.
#[derive(Debug)]
pub struct Servers {
    open: BTreeMap<String, Server>,
    mcp: McpTools,
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
        Assembly::with_notices(config, planted, Notices::default())
    }

    /// The same; what servers do meanwhile that people should know of is told to them.
    ///
    /// # Errors
    ///
    /// As [`Assembly::new`]; or an MCP server that an agent has tools of cannot be used.
    pub fn with_notices(
        config: &Config,
        planted: Option<&str>,
        notices: Notices,
    ) -> Result<Assembly, ConfigError> {
        Assembly::open(config, &Opening { planted, notices, ..Opening::default() })
    }

    /// The same, with all that can be said of it.
    ///
    /// # Errors
    ///
    /// As [`Assembly::with_notices`].
    pub fn open(config: &Config, opening: &Opening<'_>) -> Result<Assembly, ConfigError> {
        let (system, mcp, _) = assembled(config, opening)?;
        let policy = policies::policy(config, &system)?;
        let mut open = BTreeMap::new();
        for (name, server) in &config.servers {
            if let Some(server) = open_server(config, name, &server.kind, opening.planted)? {
                open.insert(name.clone(), server);
            }
        }
        let servers = Servers { open, mcp };
        Ok(Assembly {
            system: Arc::new(system),
            servers,
            policy,
            caps: config.caps.clone(),
            approvals: config.approvals,
            now: None,
        })
    }

    /// The system.
    pub fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// The same settings with what the configuration says of policies, caps and questions to people.
    pub fn settings(&self, settings: Settings) -> Settings {
        Settings {
            policy: Arc::clone(&self.policy),
            caps: self.caps.effects.clone(),
            ask_about_messages: self.approvals.messages,
            ..settings
        }
    }

    /// The same, with a clock that stands where it is set.
    #[must_use]
    pub fn at(self, now: Option<Moment>) -> Assembly {
        Assembly { now, ..self }
    }

    /// How long a run may take, if there is a limit.
    pub fn time(&self) -> Option<Duration> {
        self.caps.time
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
        approver: &dyn Approver,
    ) -> Result<RunOutcome, DriveError> {
        let defense = settings.defense;
        let mut run = self.begin(settings, instruction, data, &States::default());
        self.carry_on(&mut run, defense, models, approver, &mut NoJournal).await
    }

    /// A run of an instruction in which nothing has happened yet, and in which the tools' states hold what they do.
    pub fn begin(
        &self,
        settings: Settings,
        instruction: &str,
        data: Vec<(String, Json)>,
        states: &States,
    ) -> Run {
        let settings = self.settings(settings);
        Run::new(self.system.clone(), settings, Instruction::from_user(instruction), data).with_states(states)
    }

    /// A run of peers, in which nothing has happened yet: what each is to do, in the order in which they run, and for how
    /// many rounds.
    pub fn begin_peers(
        &self,
        settings: Settings,
        tasks: &[(String, String)],
        data: Vec<(String, Json)>,
        rounds: usize,
        states: &States,
    ) -> Run {
        let settings = self.settings(settings);
        let tasks = tasks.iter().map(|(name, task)| (name.clone(), Instruction::from_user(task.as_str())));
        Run::of_peers(self.system.clone(), settings, tasks.collect(), data, rounds).with_states(states)
    }

    /// Carries a run of this defense to its end, and writes into a journal what it does.
    ///
    /// # Errors
    ///
    /// The run could not be carried on, or is suspended.
    pub async fn carry_on(
        &self,
        run: &mut Run,
        defense: Defense,
        models: &Models,
        approver: &dyn Approver,
        journal: &mut dyn Journal,
    ) -> Result<RunOutcome, DriveError> {
        self.carry_on_with(run, &self.toolbox(defense), models, approver, journal).await
    }

    /// The same, with its tools as this toolbox calls them: [`Assembly::toolbox`], or what stands before it.
    ///
    /// # Errors
    ///
    /// As [`Assembly::carry_on`].
    pub async fn carry_on_with(
        &self,
        run: &mut Run,
        toolbox: &dyn Toolbox,
        models: &Models,
        approver: &dyn Approver,
        journal: &mut dyn Journal,
    ) -> Result<RunOutcome, DriveError> {
        let running = carry_on(run, Means { models, toolbox, approver }, journal);
        let Some(time) = self.caps.time else { return running.await };
        match tokio::time::timeout(time, running).await {
            Ok(outcome) => outcome,
            Err(_) => Ok(run.out_of_time(time)),
        }
    }

    /// The servers as a run under this defense calls them: where models read what tools answer, what is too large for that
    /// comes as a handle.
    pub fn toolbox(&self, defense: Defense) -> Tools<'_> {
        Tools { servers: &self.servers, for_model: defense == Defense::None, now: self.now }
    }

    /// Calls a tool that a server of MCP lists, whether or not an agent has it. For the program itself: no policy is asked.
    ///
    /// # Errors
    ///
    /// There is no such tool, or it failed.
    #[cfg(feature = "mcp")]
    pub async fn call_listed(&self, server: &str, tool: &str, arguments: Json) -> Result<Json, ToolFailure> {
        self.servers.mcp.call_listed(server, tool, arguments).await
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

/// The servers as runs under the protocol call them.
impl Toolbox for Assembly {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async move { self.toolbox(Defense::Multi).call(request).await })
    }

    fn now(&self) -> Option<Moment> {
        self.toolbox(Defense::Multi).now()
    }
}

/// The servers of an assembly, as one run calls them.
#[derive(Clone, Copy, Debug)]
pub struct Tools<'a> {
    servers: &'a Servers,
    for_model: bool,
    now: Option<Moment>,
}

impl Toolbox for Tools<'_> {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async move {
            match self.servers.open.get(&request.server) {
                Some(Server::Sqlite(database)) => query(database, request).map(Into::into),
                Some(Server::Mailbox(boxes)) => send(boxes, request).map(Into::into),
                None => self.servers.mcp.call(request, self.for_model).await,
            }
        })
    }

    fn now(&self) -> Option<Moment> {
        self.now.or_else(clock::now)
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
    assembled(config, &Opening { unlocked: true, ..Opening::default() }).map(|(system, ..)| system)
}

/// The policies in the files that a configuration names, or everything that is wrong with them.
///
/// # Errors
///
/// The configuration is not sound, or a file cannot be read.
#[cfg(feature = "policy")]
pub fn checked_policies(
    config: &Config,
) -> Result<Result<caravan_policy::Policies, Vec<ConfigError>>, ConfigError> {
    policies::load(config, &system(config)?)
}

/// What decides about calls of tools in the system of a configuration.
///
/// # Errors
///
/// A file of policies cannot be read, or is not right.
pub fn policy(config: &Config, system: &System) -> Result<Arc<dyn Policy>, ConfigError> {
    policies::policy(config, system)
}

/// What planners read now of a configuration's tools and agents, beside the system.
///
/// # Errors
///
/// A server cannot be used, or the hierarchy is not sound.
pub fn pinned(config: &Config, notices: &Notices) -> Result<(System, Lock), ConfigError> {
    let opening = Opening { unlocked: true, notices: notices.clone(), ..Opening::default() };
    assembled(config, &opening).map(|(system, _, lock)| (system, lock))
}

/// The system, and the MCP servers that had to be asked what they have.
fn assembled(config: &Config, opening: &Opening<'_>) -> Result<(System, McpTools, Lock), ConfigError> {
    // Whether it can be read is known before any server is started.
    let reviewed = if opening.unlocked { None } else { lock::reviewed(config)? };
    let mut known = config.known_tools();
    let mut mcp = McpTools::ask(config, &mut known, &opening.notices)?;
    let (spec, lock) = system_spec(config, &known, &mut mcp, opening.absent)?;
    config.check_tool_settings(&known)?;
    check_label_rules(config, &known, &mcp)?;
    let system = System::build(spec).map_err(|error| match error.agent() {
        Some(agent) => config.error_under(&["agents", agent], error.to_string()),
        None => config.error(error.to_string()),
    })?;
    if !opening.unlocked {
        lock::hold(config, reviewed.as_ref(), &lock, &opening.notices)?;
    }
    Ok((system, mcp, lock))
}

fn system_spec(
    config: &Config,
    known: &KnownTools,
    mcp: &mut McpTools,
    absent: &[Role],
) -> Result<(SystemSpec, Lock), ConfigError> {
    let mut tools: BTreeMap<(&str, &str), ToolSpec> = BTreeMap::new();
    let mut named = Vec::new();
    for (name, agent) in &config.agents {
        let mut own = Vec::new();
        for written in &agent.tools {
            for (server, tool) in config.tools_of(written, known)? {
                let kind = config.servers.get(server).map(|server| &server.kind);
                let spec = match kind.and_then(|kind| tool_spec(config, server, tool, kind)) {
                    Some(spec) => Some(spec),
                    None => mcp.bind(config, written, server, tool)?,
                };
                if let Some(spec) = spec {
                    tools.entry((server, tool)).or_insert(spec);
                    own.push((server, tool));
                }
            }
        }
        named.push((name, agent, own));
    }
    mcp.name(config, &mut tools);
    let lock = locked(config, mcp, &tools);
    let agents = named.into_iter().map(|(name, agent, own)| {
        let mut names: Vec<String> =
            own.iter().filter_map(|tool| tools.get(tool)).map(|tool| tool.name.clone()).collect();
        // `server/*` beside one of its tools by name.
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        AgentSpec {
            name: name.clone(),
            description: agent.description.clone(),
            tools: names,
            children: match absent.contains(&Role::Planner) {
                true => Vec::new(),
                false => agent.children.iter().map(|child| child.get_ref().clone()).collect(),
            },
            quarantined_model: !absent.contains(&Role::Quarantined),
            memory: agent.memory,
            sends_to: agent.sends_to.iter().map(|agent| agent.get_ref().clone()).collect(),
        }
    });
    let spec = SystemSpec {
        root: config.root.clone(),
        agents: agents.collect(),
        tools: tools.into_values().collect(),
        depth_bound: config.depth_bound,
        peers: config.peers.clone(),
    };
    Ok((spec, lock))
}

/// What planners read of these tools, by server and the server's own name, and of the agents.
fn locked(config: &Config, mcp: &McpTools, tools: &BTreeMap<(&str, &str), ToolSpec>) -> Lock {
    let mut lock = Lock::default();
    for ((server, tool), spec) in tools {
        let locked = lock.servers.entry((*server).to_owned()).or_insert_with(|| {
            let identity = match config.servers.get(*server).map(|server| &server.kind) {
                Some(ServerKind::Sqlite { .. }) => Identity::BuiltIn("sqlite".to_owned()),
                Some(ServerKind::Mailbox { .. }) => Identity::BuiltIn("mailbox".to_owned()),
                _ => mcp.identity(config, server),
            };
            LockedServer { identity, tools: BTreeMap::new() }
        });
        locked.tools.insert((*tool).to_owned(), LockedTool::of(spec));
    }
    for (name, agent) in &config.agents {
        let names =
            |names: &[toml::Spanned<String>]| names.iter().map(|name| name.get_ref().clone()).collect();
        let locked = LockedAgent {
            description: agent.description.clone(),
            tools: names(&agent.tools),
            children: names(&agent.children),
            sends_to: names(&agent.sends_to),
            memory: agent.memory,
        };
        lock.agents.insert(name.clone(), locked);
    }
    lock
}

/// What the built-in server `server` says of its tool `tool`, with what the configuration says instead.
fn tool_spec(config: &Config, server: &str, tool: &str, kind: &ServerKind) -> Option<ToolSpec> {
    let settings = config.settings_of(server, tool);
    let built_in = match kind {
        ServerKind::Sqlite { read_only, .. } => sqlite::signature(tool, *read_only)?,
        ServerKind::Mailbox { .. } => mailbox::signature(tool)?,
        #[cfg(feature = "mcp")]
        ServerKind::Mcp(_) => return None,
    };
    Some(ToolSpec {
        server: server.to_owned(),
        description: settings.description.unwrap_or(built_in.description),
        trusted: settings.trusted.unwrap_or_default(),
        side_effect: built_in.side_effect || settings.side_effect.unwrap_or_default(),
        reads: settings.reads,
        writes: settings.writes,
        labels: settings.labels,
        ..built_in
    })
}

/// That every label rule is about a part that results have, whether an agent has the tool or not.
fn check_label_rules(config: &Config, known: &KnownTools, mcp: &McpTools) -> Result<(), ConfigError> {
    for (server, tools) in known.all() {
        let Some(kind) = config.servers.get(server).map(|server| &server.kind) else { continue };
        for tool in tools {
            let settings = config.settings_of(server, tool);
            if settings.labels.is_empty() {
                continue;
            }
            let spec = tool_spec(config, server, tool, kind).or_else(|| mcp.spec_of(config, server, tool));
            let schema = spec.and_then(|spec| spec.returns);
            let Some(Ok(returns)) = schema.map(|schema| Type::from_schema_named(&schema, tool)) else {
                continue;
            };
            for (rule, place) in settings.labels.iter().zip(&settings.label_places) {
                let Some(problem) = rule.problem_with(&returns) else { continue };
                let parts: Vec<String> = PartPath::all_of(&returns).iter().map(PartPath::to_string).collect();
                return Err(config
                    .error_within(place.clone(), format!("a label rule of tool `{tool}`: {problem}"))
                    .with_help(match parts.is_empty() {
                        true => "its results have no parts: `part = \"\"` is the whole of one".to_owned(),
                        false => suggestion(&rule.part.to_string(), "part", &parts),
                    }));
            }
        }
    }
    Ok(())
}

fn open_server(
    config: &Config,
    name: &str,
    kind: &ServerKind,
    planted: Option<&str>,
) -> Result<Option<Server>, ConfigError> {
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
            Database::open(&path, *read_only)
                .map(|database| Some(Server::Sqlite(database)))
                .map_err(failed("file"))
        }
        ServerKind::Sqlite { database: Source::Seeded { seed, planted: file }, read_only } => {
            let planted = match (planted, file) {
                (Some(text), _) => Some(text.to_owned()),
                (None, Some(file)) => Some(read("planted", file)?.trim_end_matches(['\n', '\r']).to_owned()),
                (None, None) => None,
            };
            let seed = Seed { script: read("seed", seed)?, planted };
            Database::seeded(&seed, *read_only)
                .map(|database| Some(Server::Sqlite(database)))
                .map_err(failed("seed"))
        }
        ServerKind::Mailbox { file } => {
            let file = file.as_ref().map(|file| config.folder.path(file).unwrap_or_else(|| file.into()));
            Ok(Some(Server::Mailbox(Mailboxes::new(file))))
        }
        #[cfg(feature = "mcp")]
        ServerKind::Mcp(_) => Ok(None),
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
