//! `caravan doctor`: what is wrong with a configuration, how to mend it, and where text could be laundered.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use caravan::assembly::{self, Notices};
use caravan::config::{Config, ConfigError};
use caravan::core::settings::Defense;
use caravan::core::system::System;
use caravan::laundering::{self, Route, Way};
use caravan::lock::{self, Changes, Lock};
use caravan::models::Role;
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::command::options::ModelNames;
use crate::failure::{Exit, Failure};
use crate::terminal::{self, Paint, visible};

/// Look a configuration over: models, keys, servers, what planners read, and where text could be laundered
///
/// Every server is started and asked what it lists; models are not asked (`caravan models` does that), and keys are never
/// printed. What is wrong comes with how to mend it.
///
/// Below stands every way by which text that strangers write could become the instruction of an agent: a tool that returns
/// such text to an agent, or to one of its children, and a child that this agent can write a message to. Where each agent
/// is defended by itself alone, nothing stops that; under `multi` the gate does.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan doctor
  caravan doctor --json | jq '.findings[] | select(.level == \"error\")'

Exit codes: 0 nothing is wrong that would stop a run, 2 something is, or wrong arguments or configuration.")]
pub struct Arguments {
    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    models: ModelNames,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Ok,
    /// It runs, and may not be what is wanted.
    Warning,
    /// A run would stop there.
    Error,
}

/// What was looked at, and what was found.
#[derive(Clone, Debug, Serialize)]
struct Finding {
    topic: &'static str,
    level: Level,
    message: String,
    help: Option<String>,
}

impl Finding {
    fn new(topic: &'static str, level: Level, message: impl Into<String>) -> Finding {
        Finding { topic, level, message: message.into(), help: None }
    }

    fn with_help(self, help: impl Into<String>) -> Finding {
        Finding { help: Some(help.into()), ..self }
    }

    fn of(topic: &'static str, error: &ConfigError) -> Finding {
        let place = match error.place() {
            Some(place) => {
                let line = place.text.get(..place.range.start).unwrap_or_default().matches('\n').count() + 1;
                format!("{}:{line}: ", error.file())
            }
            None if error.file().is_empty() => String::new(),
            None => format!("{}: ", error.file()),
        };
        let finding = Finding::new(topic, Level::Error, format!("{place}{}", error.message()));
        Finding { help: error.help().map(str::to_owned), ..finding }
    }
}

impl Arguments {
    /// Looks everything over.
    ///
    /// # Errors
    ///
    /// The configuration cannot be read.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        let mut findings = models(&self.models.names(), &config);
        let servers = servers(&config);
        let all_list = servers.iter().all(|finding| finding.level != Level::Error);
        findings.extend(servers);
        findings.extend(bridge(&config));
        let mut routes = Vec::new();
        if all_list {
            match assembly::pinned(&config, &Notices::default()) {
                Ok((system, current)) => {
                    findings.push(policies(&config, &system));
                    findings.push(pinned(&config, &current));
                    routes = laundering::routes(&system);
                    findings.push(agents(&system));
                }
                Err(error) => findings.push(Finding::of("agents", &error)),
            }
        }
        let defense = config.defense.unwrap_or_default();
        let mut out = std::io::stdout().lock();
        if self.json {
            let stopped = defense == Defense::Multi;
            let report = json!({
                "config": config.file, "defense": defense.as_str(), "findings": findings,
                "laundering": {"stopped": stopped, "routes": routes},
            });
            writeln!(out, "{report}")?;
        } else {
            out.write_all(shown(&config, &findings, &routes, defense).as_bytes())?;
        }
        out.flush()?;
        let is_well = findings.iter().all(|finding| finding.level != Level::Error);
        Ok(if is_well { Exit::Ran } else { Exit::Usage })
    }
}

/// The models of each role, and whether they could be asked.
fn models(names: &caravan::models::ModelNames, config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    for role in [Role::Planner, Role::Quarantined] {
        let name = role.name();
        let Some((choice, _)) = names.choice(role, config) else {
            let message = format!("{name}: no model is named");
            let help = format!("name one with `{name} = \"...\"` under [models], or with `--model MODEL`");
            findings.push(Finding::new("models", Level::Error, message).with_help(help));
            continue;
        };
        let what = format!("{name}: {}", choice.model);
        findings.push(match names.open_alone(role, &choice, config) {
            Ok(_) => {
                Finding::new("models", Level::Ok, format!("{what}{}", key(names, &choice.model, config)))
            }
            Err(error) => {
                let finding = Finding::of("models", &error);
                Finding { message: format!("{what}: {}", finding.message), ..finding }
            }
        });
    }
    findings
}

/// Whether there is a key for a model at a provider; never the key.
#[cfg(feature = "http")]
fn key(names: &caravan::models::ModelNames, model: &str, config: &Config) -> &'static str {
    let provider = model.split_once(':').map_or("", |(provider, _)| provider);
    match names.providers(config).about(provider) {
        Ok(about) if about.has_key => ", with a key",
        Ok(_) => ", without a key",
        Err(_) => "",
    }
}

#[cfg(not(feature = "http"))]
fn key(_: &caravan::models::ModelNames, _: &str, _: &Config) -> &'static str {
    ""
}

/// The MCP servers, each started and asked what it lists.
#[cfg(feature = "mcp")]
fn servers(config: &Config) -> Vec<Finding> {
    let mut findings = BTreeMap::new();
    let asked = assembly::each_list(config, &Notices::default(), |server, list| {
        let finding = match list {
            Ok(tools) if tools.is_empty() => {
                Finding::new("servers", Level::Warning, format!("{server}: it lists no tools"))
            }
            Ok(tools) => Finding::new("servers", Level::Ok, format!("{server}: {}", tools.join(", "))),
            Err(error) => Finding::of("servers", &error),
        };
        findings.insert(server.to_owned(), finding);
    });
    let mut findings: Vec<Finding> = findings.into_values().collect();
    findings.extend(asked.err().map(|error| Finding::of("servers", &error)));
    for (server, file) in &config.disabled {
        let message = format!("{server}: it is disabled in {file}");
        findings.push(Finding::new("servers", Level::Warning, message));
    }
    findings
}

#[cfg(not(feature = "mcp"))]
fn servers(_: &Config) -> Vec<Finding> {
    BTreeMap::<String, Finding>::new().into_values().collect()
}

/// Whether the bridge to AgentDojo's environments can be started, where a server is that.
#[cfg(feature = "mcp")]
fn bridge(config: &Config) -> Vec<Finding> {
    use caravan::config::ServerKind;
    use caravan::mcp::Transport;

    let bridges = config.servers.iter().filter_map(|(name, server)| match &server.kind {
        ServerKind::Mcp(server) => match server.entry.written() {
            Transport::Stdio { command, args, .. } => {
                let is_bridge =
                    args.iter().any(|arg| arg.contains("agentdojo_bridge") || arg.ends_with("bridge"));
                is_bridge.then_some((name, command))
            }
            Transport::Http { .. } => None,
        },
        _ => None,
    });
    bridges
        .map(|(name, python)| {
            let found = std::process::Command::new(python)
                .args(["-c", "import agentdojo, sys; print('Python', sys.version.split()[0])"])
                .output();
            match found {
                Ok(output) if output.status.success() => {
                    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
                    Finding::new("bridge", Level::Ok, format!("{name}: {version} with agentdojo"))
                }
                Ok(_) => Finding::new(
                    "bridge",
                    Level::Error,
                    format!("{name}: `{python}` has no package `agentdojo`"),
                )
                .with_help("install what bridge/requirements.txt lists, for that Python"),
                Err(error) => Finding::new(
                    "bridge",
                    Level::Error,
                    format!("{name}: `{python}` cannot be run ({error})"),
                )
                .with_help("name a Python as the server's `command`"),
            }
        })
        .collect()
}

#[cfg(not(feature = "mcp"))]
fn bridge(_: &Config) -> Vec<Finding> {
    Vec::new()
}

/// What decides about calls of tools.
fn policies(config: &Config, system: &System) -> Finding {
    match assembly::policy(config, system) {
        Ok(policy) => Finding::new("policies", Level::Ok, policy.name()),
        Err(error) => Finding::of("policies", &error),
    }
}

/// Whether the lock file holds what planners read.
fn pinned(config: &Config, current: &Lock) -> Finding {
    let Some(path) = lock::path(config) else {
        return Finding::new("lock", Level::Ok, "what planners read is part of the program");
    };
    let shown = path.display();
    match Lock::read(&path) {
        Err(error) => Finding::of("lock", &error),
        Ok(None) => {
            let hidden: Vec<String> = Changes::between(&Lock::default(), current)
                .hidden()
                .iter()
                .map(ToString::to_string)
                .collect();
            let message = match hidden.is_empty() {
                true => format!("there is no {shown}: what planners read of tools is not pinned"),
                false => format!("there is no {shown}, and {}", hidden.join("; ")),
            };
            Finding::new("lock", Level::Warning, message).with_help("review and pin it with `caravan lock`")
        }
        Ok(Some(reviewed)) => {
            let changes = Changes::between(&reviewed, current);
            let sections: Vec<String> =
                changes.iter().map(|change| format!("{} {}", change.section, change.kind())).collect();
            let told = |level, what: &str| {
                Finding::new("lock", level, format!("{shown} {what}: {}", sections.join(", ")))
                    .with_help("`caravan lock` shows what has changed and accepts it")
            };
            match (changes.is_empty(), changes.are_unreviewed()) {
                (true, _) => Finding::new("lock", Level::Ok, format!("{shown} holds what planners read")),
                (false, true) => told(Level::Error, "does not hold what planners read now"),
                (false, false) => told(Level::Warning, "holds more than planners read"),
            }
        }
    }
}

fn agents(system: &System) -> Finding {
    let names: Vec<String> =
        system.paths().iter().filter_map(|path| Some(system.agent(path)?.name().to_owned())).collect();
    Finding::new("agents", Level::Ok, names.join(", "))
}

fn shown(config: &Config, findings: &[Finding], routes: &[Route], defense: Defense) -> String {
    let paint = Paint::new(terminal::colours_on_stdout());
    let mut text = format!("{}\n", visible(&config.file));
    let mut topic = "";
    for finding in findings {
        if finding.topic != topic {
            topic = finding.topic;
            text.push_str(&format!("\n{}\n", paint.bold(topic)));
        }
        let mark = match finding.level {
            Level::Ok => paint.good("ok     ").to_string(),
            Level::Warning => paint.bold("warning").to_string(),
            Level::Error => paint.bad("error  ").to_string(),
        };
        text.push_str(&format!("  {mark}  {}\n", visible(&finding.message)));
        if let Some(help) = &finding.help {
            text.push_str(&format!("           {}\n", visible(help)));
        }
    }
    text.push_str(&format!("\n{}\n", paint.bold("laundering")));
    if routes.is_empty() {
        text.push_str("  no agent holds text from outside and can write a message to another\n");
        return text;
    }
    for route in routes {
        let through = route.through.as_deref().unwrap_or_default();
        let through = match route.way {
            Way::Tool => "by its own tool".to_owned(),
            Way::Answer => format!("in the answer of `{through}`"),
            Way::Memory => "from the memory".to_owned(),
            Way::Mailbox => format!("in a message of `{through}`"),
        };
        let effects = match route.effects.is_empty() {
            true => "no tool with a side effect".to_owned(),
            false => route.effects.join(", "),
        };
        text.push_str(&format!(
            "  {} -> {}: `{}` gets text from outside {through}, and could write it to `{}` (below it: {effects})\n",
            route.tool, route.child, route.agent, route.child
        ));
    }
    text.push_str(match defense {
        Defense::Multi => "  under `multi` the gate stops all of these\n",
        Defense::Individual => {
            "  under `individual` nothing stops these: `defense = \"multi\"` puts the gate between agents\n"
        }
        Defense::None => {
            "  under `none` nothing stops these, nor anything else: `defense = \"multi\"` does\n"
        }
    });
    text
}
