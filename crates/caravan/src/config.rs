//! `caravan.toml`: agents, tool servers, models, defense, and, for scenarios, the task and its verdict.
//!
//! Reading is strict: an unknown key, a name that nothing has, or a value out of range is an error that
//! points at its line. What is read here is the person's own text and therefore trusted.

mod check;
mod error;
mod folder;
mod journal;
#[cfg(feature = "mcp")]
mod mcp;
mod model;
mod policy;
pub(crate) mod reading;
mod schema;
mod server;
mod telemetry;
mod tool_settings;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use caravan_core::settings::{Defense, SettingError, strictness_from_name};
use caravan_model::ProviderSettings;
use caravan_plan::Strictness;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

pub use check::KnownTools;
pub use error::{ConfigError, Place};
pub use folder::{Folder, read_text};
pub use journal::JournalSettings;
#[cfg(feature = "mcp")]
pub use mcp::{McpServer, Origin};
pub use model::{ModelChoice, Models};
pub use policy::{ApprovalSettings, BuiltIn, CapSettings, PolicySettings};
pub use schema::{reference, schema};
pub use server::{Database, Server, ServerKind};
pub use telemetry::TelemetrySettings;
pub use tool_settings::ToolSettings;

/// The name under which a configuration is looked for.
pub const FILE_NAME: &str = "caravan.toml";

/// A configuration, read and checked in itself.
#[derive(Clone, Debug)]
pub struct Config {
    /// The name of the root agent; empty if there are peers.
    pub root: String,
    /// The names of the peers, in a system without a root.
    pub peers: Vec<String>,
    /// The defense, where none is given on the command line.
    pub defense: Option<Defense>,
    /// The strictness of the whole system.
    pub strictness: Strictness,
    /// The budget of choice in bits.
    pub choice_budget: u32,
    /// The largest text that a quarantined model is asked about, in bytes.
    pub max_query_bytes: Option<usize>,
    /// How many agents deep calls may go; a hierarchy with a cycle needs it.
    pub depth_bound: Option<usize>,
    /// Which models play which role.
    pub models: Models,
    /// What is said of the providers of models, by name.
    pub providers: BTreeMap<String, ProviderSettings>,
    /// The agents by name.
    pub agents: BTreeMap<String, Agent>,
    /// The tool servers by name.
    pub servers: BTreeMap<String, Server>,
    /// The servers that another client's file disables, and that file.
    pub disabled: BTreeMap<String, String>,
    /// What is said of single tools.
    pub tools: BTreeMap<String, ToolSettings>,
    /// Which policies decide about calls of tools.
    pub policy: PolicySettings,
    /// What a run may do at most.
    pub caps: CapSettings,
    /// About what people are asked.
    pub approvals: ApprovalSettings,
    /// What is written down of runs.
    pub journal: JournalSettings,
    /// Where traces of runs go.
    pub telemetry: TelemetrySettings,
    /// What a demonstration needs to know beyond the system.
    pub scenario: Option<ScenarioSettings>,
    /// Where the files that it names are.
    pub folder: Folder,
    /// What messages call the file.
    pub file: String,
    text: String,
}

/// One agent.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// What it is for, as the planners above it read it.
    pub description: String,
    /// The tools that it may call: `tool`; `server/tool` where several servers have one of that name; `server/*` for all
    /// of a server.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub tools: Vec<Spanned<String>>,
    /// The agents that it may call.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub children: Vec<Spanned<String>>,
    /// Whether its plans may use the memory that the agents of a run share.
    #[serde(default)]
    pub memory: bool,
    /// The agents into whose mailboxes its plans may put messages.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub sends_to: Vec<Spanned<String>>,
}

/// What a demonstration needs to know: the task, and how mailboxes tell what became of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioSettings {
    /// What happens, in a few words.
    pub title: String,
    /// The user's instruction.
    pub instruction: String,
    /// What stands in the planted text's place when there is no attack.
    pub harmless: String,
    /// What the task asks for.
    pub task: TaskSettings,
    /// What the attacker wants.
    pub attack: AttackSettings,
}

/// The one delivery that a task asks for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskSettings {
    /// By which tool.
    pub tool: String,
    /// To whom.
    pub to: String,
    /// What its body has to hold, all of it.
    pub holds: Vec<String>,
}

/// The deliveries that an attacker wants.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackSettings {
    /// To whom; anybody but the insiders if empty.
    #[serde(default)]
    pub to: Vec<String>,
    /// Those whom it is no harm to reach.
    #[serde(default)]
    pub insiders: Vec<String>,
    /// What their bodies hold, any of it.
    pub holds_any: Vec<String>,
    /// Words by which a planted text asks for just that, any of them.
    #[serde(default)]
    pub names: Vec<String>,
}

/// A system of agents, as `caravan.toml` describes it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "caravan.toml")]
struct Written {
    /// The name of the agent that gets the user's instruction. A system has this one, or `peers`.
    #[schemars(with = "Option<String>")]
    root: Option<Spanned<String>>,
    /// The names of agents without one above them, each of which gets an instruction of its own (`caravan run --task`).
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    peers: Vec<Spanned<String>>,
    /// `none`, `individual` or `multi`, which is what holds where nothing is said.
    #[schemars(with = "Option<String>", extend("enum" = ["none", "individual", "multi"]))]
    defense: Option<Spanned<String>>,
    /// How much flow a check counts: `explicit`, `cfi` (the default) or `noninterference`.
    #[schemars(with = "Option<String>", extend("enum" = ["explicit", "cfi", "noninterference"]))]
    strictness: Option<Spanned<String>>,
    /// How many bits of a message untrusted data may choose, at most; 16 unless given.
    choice_budget: Option<u32>,
    /// The largest text that a quarantined model is asked about, in bytes.
    max_query_bytes: Option<usize>,
    /// How many agents deep calls may go; a hierarchy with a cycle needs it.
    depth_bound: Option<usize>,
    /// Which models play which role.
    #[serde(default)]
    models: Models,
    /// Providers of models by name, where what is built in is not enough.
    #[serde(default)]
    providers: BTreeMap<String, ProviderSettings>,
    /// The agents by name.
    agents: BTreeMap<String, Agent>,
    /// Tool servers by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, server::Written>")]
    servers: BTreeMap<Spanned<String>, server::Written>,
    /// Files of MCP servers as other clients have them (`mcpServers`, or VS Code's `servers`).
    #[schemars(with = "Option<Files>")]
    mcp_config: Option<Spanned<Files>>,
    /// What is said of single tools: `tool`, or `"server/tool"` where several servers have one of that name.
    #[serde(default)]
    tools: BTreeMap<String, tool_settings::Written>,
    /// Which policies decide about calls of tools.
    #[serde(default)]
    policy: policy::WrittenPolicy,
    /// What a run may do at most.
    #[serde(default)]
    caps: policy::WrittenCaps,
    /// About what people are asked.
    #[serde(default)]
    approvals: ApprovalSettings,
    /// What is written down of runs.
    #[serde(default)]
    journal: journal::Written,
    /// Where traces of runs go.
    #[serde(default)]
    telemetry: telemetry::Written,
    /// What `caravan demo` needs to know beyond the system.
    scenario: Option<ScenarioSettings>,
}

/// One file or several.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "that there are some is enough to refuse them"))]
enum Files {
    One(String),
    Several(Vec<String>),
}

/// The budget of choice where none is given, in bits.
pub const DEFAULT_CHOICE_BUDGET: u32 = 16;

impl Config {
    /// Reads the configuration at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is no valid configuration.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let text = read_text(path)?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Config::parse(&text, &path.display().to_string(), Folder::Disk(folder))
    }

    /// Reads the configuration at `path`, or without one the nearest from the current folder upward.
    ///
    /// # Errors
    ///
    /// There is none, it cannot be read, or it is no valid configuration.
    pub fn load_or_find(path: Option<&Path>) -> Result<Config, ConfigError> {
        if let Some(path) = path {
            return Config::load(path);
        }
        let here = std::env::current_dir().map_err(|error| {
            ConfigError::new(FILE_NAME, format!("the current folder cannot be read ({error})"))
        })?;
        Config::load(&Config::find(&here)?)
    }

    /// Reads the configuration that lies in `folder` under its usual name.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is no valid configuration.
    pub fn load_from(folder: Folder) -> Result<Config, ConfigError> {
        let text = folder.read(FILE_NAME)?;
        let name = folder.describe(FILE_NAME);
        Config::parse(&text, &name, folder)
    }

    /// Looks for the nearest configuration, from `start` upward.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn find(start: &Path) -> Result<PathBuf, ConfigError> {
        start.ancestors().map(|folder| folder.join(FILE_NAME)).find(|path| path.is_file()).ok_or_else(|| {
            ConfigError::new(FILE_NAME, "there is no such file here or in any folder above")
                .with_help("name one with `--config FILE`, or try `caravan demo`, which needs none")
        })
    }

    /// Reads a configuration from its text; `file` is what messages call it.
    ///
    /// # Errors
    ///
    /// It is not TOML, has an unknown key or a value of the wrong kind, or names what does not exist.
    pub fn parse(text: &str, file: &str, folder: Folder) -> Result<Config, ConfigError> {
        let written: Written =
            toml::from_str(text).map_err(|error| reading::in_words(&error).in_file(file, text))?;
        let at = |name: &Spanned<String>, error: SettingError| {
            ConfigError::new(file, error.to_string()).at(text, name.span())
        };
        let defense = match &written.defense {
            Some(name) => Some(name.get_ref().parse().map_err(|error| at(name, error))?),
            None => None,
        };
        let strictness = match &written.strictness {
            Some(name) => strictness_from_name(name.get_ref()).map_err(|error| at(name, error))?,
            None => Strictness::default(),
        };
        let in_file = |problem: server::Problem| problem.in_file(file, text);
        #[cfg(feature = "mcp")]
        let mut in_files =
            match &written.mcp_config {
                Some(files) => mcp_files(files.get_ref(), &folder).map_err(|error| match error.place() {
                    // Of the file itself nothing could be read: what is wrong stands where it is named.
                    None => ConfigError::new(file, format!("{}: {}", error.file(), error.message()))
                        .at(text, files.span())
                        .with_help(error.help().unwrap_or(
                            "`mcp_config` names files of MCP servers, from this file's folder on",
                        )),
                    Some(_) => error,
                })?,
                None => mcp::InFiles::default(),
            };
        #[cfg(not(feature = "mcp"))]
        if let Some(files) = &written.mcp_config {
            return Err(ConfigError::new(file, "`mcp_config` names servers of MCP")
                .at(text, files.span())
                .with_help("this build speaks no MCP: build it with the feature `mcp`"));
        }
        let mut servers = BTreeMap::new();
        for (name, written) in written.servers {
            let server = written.check(
                name.get_ref(),
                name.span(),
                #[cfg(feature = "mcp")]
                in_files.servers.remove(name.get_ref()),
            );
            #[cfg(feature = "mcp")]
            if let (Err(_), Some(other)) = (&server, in_files.disabled.get(name.get_ref())) {
                let what = format!("the server `{}` is disabled in {other}", name.get_ref());
                return Err(ConfigError::new(file, what)
                    .at(text, name.span())
                    .with_help("take `\"disabled\": true` out there, or this table out here"));
            }
            servers.insert(name.get_ref().clone(), server.map_err(in_file)?);
        }
        #[cfg(feature = "mcp")]
        servers.extend(
            in_files
                .servers
                .into_iter()
                .map(|(name, server)| (name, Server { kind: ServerKind::Mcp(Box::new(server)) })),
        );
        let mut tools = BTreeMap::new();
        for (name, settings) in written.tools {
            tools.insert(name, settings.check().map_err(in_file)?);
        }
        let config = Config {
            root: written.root.as_ref().map(|root| root.get_ref().clone()).unwrap_or_default(),
            peers: written.peers.iter().map(|peer| peer.get_ref().clone()).collect(),
            defense,
            strictness,
            choice_budget: written.choice_budget.unwrap_or(DEFAULT_CHOICE_BUDGET),
            max_query_bytes: written.max_query_bytes,
            depth_bound: written.depth_bound,
            models: written.models,
            providers: written.providers,
            agents: written.agents,
            servers,
            #[cfg(feature = "mcp")]
            disabled: in_files.disabled,
            #[cfg(not(feature = "mcp"))]
            disabled: BTreeMap::new(),
            tools,
            policy: written.policy.check().map_err(in_file)?,
            caps: written.caps.check().map_err(in_file)?,
            approvals: written.approvals,
            journal: written.journal.check().map_err(in_file)?,
            telemetry: written.telemetry.check().map_err(in_file)?,
            scenario: written.scenario,
            folder,
            file: file.to_owned(),
            text: text.to_owned(),
        };
        config.check_names(written.root.as_ref(), &written.peers)?;
        Ok(config)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// An error about this file as a whole.
    pub fn error(&self, message: impl Into<String>) -> ConfigError {
        ConfigError::new(&self.file, message)
    }

    /// An error about what stands under these keys: their value, or the last of them where that is a table.
    pub fn error_under(&self, keys: &[&str], message: impl Into<String>) -> ConfigError {
        let error = self.error(message);
        match self.place_of(keys) {
            Some(range) => error.at(&self.text, range),
            None => error,
        }
    }

    fn place_of(&self, keys: &[&str]) -> Option<Range<usize>> {
        let document = DeTable::parse(&self.text).ok()?;
        let (last, above) = keys.split_last()?;
        let mut table = document.get_ref();
        for wanted in above {
            let (_, value) = table.iter().find(|(key, _)| key.get_ref() == wanted)?;
            table = value.get_ref().as_table()?;
        }
        let (key, value) = table.iter().find(|(key, _)| key.get_ref() == last)?;
        Some(if value.get_ref().is_table() { key.span() } else { value.span() })
    }

    /// An error about these bytes of the file.
    pub fn error_within(&self, range: Range<usize>, message: impl Into<String>) -> ConfigError {
        self.error(message).at(&self.text, range)
    }

    /// An error about the place where `name` is written.
    pub fn error_at(&self, name: &Spanned<String>, message: impl Into<String>) -> ConfigError {
        self.error(message).at(&self.text, name.span())
    }
}

/// The servers of other clients' files.
#[cfg(feature = "mcp")]
fn mcp_files(files: &Files, folder: &Folder) -> Result<mcp::InFiles, ConfigError> {
    let names = match files {
        Files::One(name) => std::slice::from_ref(name),
        Files::Several(names) => names,
    };
    let mut all = mcp::InFiles::default();
    for name in names {
        all.read(folder, name)?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(text, "caravan.toml", Folder::Disk(PathBuf::new()))
    }

    const TWO_OUTBOXES: &str = r#"
        root = "a"
        [agents.a]
        description = ""
        tools = ["TOOL"]
        [servers.one]
        kind = "mailbox"
        [servers.two]
        kind = "mailbox"
        file = "sent.jsonl"
    "#;

    #[test]
    fn a_tool_that_two_servers_have_is_named_with_its_server() {
        let error = parse(&TWO_OUTBOXES.replace("TOOL", "send_email")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "caravan.toml:5: several servers have a tool `send_email`; name the server too, as in `one/send_email`"
        );
        let config = parse(&TWO_OUTBOXES.replace("TOOL", "two/send_email")).unwrap();
        let tool = config.agents.get("a").and_then(|agent| agent.tools.first()).unwrap();
        assert_eq!(config.tools_of(tool, &config.known_tools()), Ok(vec![("two", "send_email")]));
        let error = parse(&TWO_OUTBOXES.replace("TOOL", "tow/send_email")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "caravan.toml:5: unknown tool server `tow`; did you mean `two`? the servers are `one` and `two`"
        );
    }

    #[test]
    fn settings_have_the_documented_defaults() {
        let config = parse("root = \"a\"\n[agents.a]\ndescription = \"\"\n").unwrap();
        assert_eq!(config.defense, None);
        assert_eq!(config.strictness, Strictness::Cfi);
        assert_eq!(config.choice_budget, DEFAULT_CHOICE_BUDGET);
        assert_eq!(config.depth_bound, None);
    }

    #[test]
    fn settings_of_a_tool_that_no_server_has_are_refused() {
        let error = parse("root = \"a\"\n[agents.a]\ndescription = \"\"\n[tools.fly]\ntrusted = true\n");
        assert_eq!(
            error.unwrap_err().to_string(),
            "caravan.toml:4: `[tools.fly]` is about a tool that no server has; there is no tool"
        );
    }

    #[test]
    fn an_error_names_the_line_of_its_place() {
        let error =
            parse("root = \"a\"\nstrictness = \"lax\"\n[agents.a]\ndescription = \"\"\n").unwrap_err();
        assert!(error.to_string().starts_with("caravan.toml:2: "), "{error}");
    }
}
