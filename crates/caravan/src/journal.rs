//! The journal of a project's runs: where it is, what may not get into it, and what it takes to begin a run again.
//!
//! A configuration on disk is a project, and its runs are written down in `.caravan/journal.db` beside it unless somebody says
//! otherwise. The form of the file is that of [`caravan_store`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use caravan_core::effect::Moment;
use caravan_core::settings::{Defense, Settings, strictness_from_name, strictness_name};
use caravan_label::Bits;
use caravan_model::{Budget, RequestOptions};
use caravan_store::{Options, Secrets, Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::approvals::FOLDER;
use crate::config::{Config, ConfigError, ServerKind};
use crate::models::ModelNames;

const FILE: &str = "journal.db";

/// The endings of the names of variables that hold what nobody else may know.
const SECRET_NAMES: [&str; 6] = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIALS"];

/// Where the runs of a project are written down: none if its configuration lies inside of the program.
pub fn place(config: &Config) -> Option<PathBuf> {
    config.folder.path(FOLDER).map(|folder| folder.join(FILE))
}

/// Opens the journal there, and makes one if there is none. What the configuration says is kept for so long is deleted.
///
/// # Errors
///
/// It cannot be used.
pub fn open(path: &Path, config: &Config) -> Result<Store, StoreError> {
    let store = Store::open(path, options(config))?;
    if let Some(keep) = config.journal.keep {
        store.delete_older_than(keep)?;
    }
    Ok(store)
}

/// Opens the journal there, if there is one.
///
/// # Errors
///
/// There is none, or it cannot be used.
pub fn open_existing(path: &Path, config: Option<&Config>) -> Result<Store, StoreError> {
    Store::open_existing(path, config.map(options).unwrap_or_default())
}

fn options(config: &Config) -> Options {
    Options { survives_power_loss: config.journal.survives_power_loss, secrets: secrets(config) }
}

/// The keys that this process knows: what variables of the environment hold that are named like one or that the
/// configuration names as one, and what it writes into the headers and the environment of its servers itself.
pub(crate) fn secrets(config: &Config) -> Secrets {
    let is_secret = |name: &str| {
        let name = name.to_ascii_uppercase();
        SECRET_NAMES.iter().any(|ending| name.ends_with(ending))
    };
    let mut named: Vec<String> =
        config.providers.values().filter_map(|provider| provider.key_variable.clone()).collect();
    let mut written: Vec<String> = Vec::new();
    for server in config.servers.values() {
        collect(&server.kind, &is_secret, &mut named, &mut written);
    }
    let of_environment =
        std::env::vars().filter(|(name, _)| is_secret(name) || named.contains(name)).map(|(_, value)| value);
    // A header often has a word before the key.
    let words = written.iter().filter_map(|value| value.split_whitespace().next_back()).map(str::to_owned);
    Secrets::new(of_environment.chain(words).collect::<Vec<_>>())
}

#[cfg(feature = "mcp")]
fn collect(
    kind: &ServerKind,
    is_secret: &dyn Fn(&str) -> bool,
    named: &mut Vec<String>,
    written: &mut Vec<String>,
) {
    use caravan_mcp::client::Transport;

    let ServerKind::Mcp(server) = kind else { return };
    named.extend(server.bearer_token_env.clone());
    let values: Vec<&String> = match server.entry.written() {
        Transport::Stdio { env, .. } => {
            env.iter().filter(|(name, _)| is_secret(name)).map(|(_, value)| value).collect()
        }
        Transport::Http { headers, .. } => headers.values().collect(),
    };
    for value in values {
        match value.split_once("${") {
            // `${NAME}`, `${env:NAME}` and `${NAME:-default}` name a variable.
            Some((_, rest)) => {
                let name = rest.split(['}', ':']).find(|part| !part.is_empty() && *part != "env");
                named.extend(name.map(str::to_owned));
            }
            None => written.push(value.clone()),
        }
    }
}

#[cfg(not(feature = "mcp"))]
fn collect(_: &ServerKind, _: &dyn Fn(&str) -> bool, _: &mut Vec<String>, _: &mut Vec<String>) {}

/// All that it takes to begin a run again beside its instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The configuration's file.
    pub config: PathBuf,
    /// What it and the files that it names held, as a number.
    pub fingerprint: String,
    /// How the system defends itself.
    pub defense: String,
    /// How much flow is counted.
    pub strictness: String,
    /// The budget of choice in bits.
    pub choice_budget: u32,
    /// Whether plans are checked.
    pub check: bool,
    /// Data by name.
    pub data: Vec<(String, Json)>,
    /// The models.
    pub models: OpeningModels,
    /// What they may take.
    pub budget: OpeningBudget,
    /// Where the clock of its plans stands, if it does.
    #[serde(default)]
    pub now: Option<Moment>,
    /// The text of the reviewed plan that it runs, if it does.
    #[serde(default)]
    pub plan: Option<String>,
    /// What each peer is to do, in a system without a root.
    #[serde(default)]
    pub tasks: Vec<(String, String)>,
    /// For how many rounds they run.
    #[serde(default)]
    pub rounds: usize,
}

/// The models that were named on the command line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpeningModels {
    model: Option<String>,
    planner: Option<String>,
    quarantined: Option<String>,
    tool_calling: Option<String>,
    options: RequestOptions,
    timeout_seconds: Option<u64>,
}

/// What models may take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpeningBudget {
    usd: Option<f64>,
    tokens: Option<u64>,
    calls: Option<u64>,
}

impl OpeningModels {
    /// Those names.
    pub fn of(names: &ModelNames) -> OpeningModels {
        OpeningModels {
            model: names.model.clone(),
            planner: names.planner.clone(),
            quarantined: names.quarantined.clone(),
            tool_calling: names.tool_calling.clone(),
            options: names.options.clone(),
            timeout_seconds: names.timeout.map(|timeout| timeout.as_secs()),
        }
    }

    /// The names as they were.
    pub fn names(self) -> ModelNames {
        ModelNames {
            model: self.model,
            planner: self.planner,
            quarantined: self.quarantined,
            tool_calling: self.tool_calling,
            judge: None,
            options: self.options,
            timeout: self.timeout_seconds.map(Duration::from_secs),
        }
    }
}

impl OpeningBudget {
    /// That budget.
    pub fn of(budget: &Budget) -> OpeningBudget {
        OpeningBudget { usd: budget.usd, tokens: budget.tokens, calls: budget.calls }
    }

    /// The budget as it was.
    pub fn budget(&self) -> Budget {
        Budget { usd: self.usd, tokens: self.tokens, calls: self.calls }
    }
}

impl Opening {
    /// The same settings, before what the configuration says of policies and caps.
    ///
    /// # Errors
    ///
    /// There is no such setting any more; which is told.
    pub fn settings(&self, config: &Config) -> Result<Settings, String> {
        let usual = Settings::default();
        Ok(Settings {
            defense: self.defense.parse::<Defense>().map_err(|error| error.to_string())?,
            strictness: strictness_from_name(&self.strictness).map_err(|error| error.to_string())?,
            budget: Bits::whole(self.choice_budget),
            check: self.check,
            max_query_bytes: config.max_query_bytes.unwrap_or(usual.max_query_bytes),
            ..usual
        })
    }

    /// What a run under these settings is begun with.
    ///
    /// # Errors
    ///
    /// A file that the configuration names cannot be read.
    pub fn of(
        config: &Config,
        settings: &Settings,
        names: &ModelNames,
        budget: &Budget,
        data: &[(String, Json)],
    ) -> Result<Opening, ConfigError> {
        let file = PathBuf::from(&config.file);
        Ok(Opening {
            config: std::path::absolute(&file).unwrap_or(file),
            fingerprint: fingerprint(config)?,
            defense: settings.defense.to_string(),
            strictness: strictness_name(settings.strictness).to_owned(),
            choice_budget: settings.budget.as_f64() as u32,
            check: settings.check,
            data: data.to_vec(),
            models: OpeningModels::of(names),
            budget: OpeningBudget::of(budget),
            now: None,
            plan: None,
            tasks: Vec::new(),
            rounds: 1,
        })
    }
}

/// A number that another text of the configuration, or of a file of policies or a script that it names, would not have, but
/// by accident.
///
/// # Errors
///
/// Such a file cannot be read.
pub fn fingerprint(config: &Config) -> Result<String, ConfigError> {
    let mut texts = BTreeMap::from([(String::new(), config.text().to_owned())]);
    let script = config.models.script.iter().map(String::as_str);
    let policies = config.policy.files.iter().map(|file| file.get_ref().as_str());
    for file in script.chain(policies) {
        texts.insert(file.to_owned(), config.folder.read(file)?);
    }
    // FNV-1a: what is looked for are changes, not attacks. Whoever can write the configuration needs none.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (name, text) in &texts {
        for byte in name.bytes().chain([0]).chain(text.bytes()).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Folder;

    fn config(text: &str) -> Config {
        let text = format!("root = \"a\"\n[agents.a]\ndescription = \"\"\n{text}");
        Config::parse(&text, "caravan.toml", Folder::Disk(PathBuf::new())).unwrap()
    }

    #[test]
    fn another_configuration_has_another_fingerprint() {
        let one = fingerprint(&config("")).unwrap();
        assert_eq!(one, fingerprint(&config("")).unwrap());
        assert_ne!(one, fingerprint(&config("[caps]\nside_effects = 1\n")).unwrap());
    }

    #[cfg(feature = "mcp")]
    #[test]
    fn keys_of_servers_are_known_wherever_the_configuration_says_them() {
        let config = config(
            "[servers.web]\nurl = \"https://x.org/mcp\"\nheaders = { Authorization = \"Bearer hush-hush-1\" }\n\
             [servers.box]\ncommand = \"c\"\nenv = { BOX_TOKEN = \"hush-hush-2\", MODE = \"verbose-mode\" }\n",
        );
        let secrets = secrets(&config);
        let text = "hush-hush-1 hush-hush-2 verbose-mode".to_owned();
        assert_eq!(secrets.out_of(text), "[key] [key] verbose-mode");
    }
}
