//! `caravan models`: what is configured, what answers, what each supports.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use caravan::config::{Config, ConfigError, Folder, ModelChoice};
use caravan::core::model::{Conversation, Message, Model};
use caravan::models::Role;
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::command::options::{self, ModelNames};
use crate::failure::{Exit, Failure};
use crate::terminal;

/// List the models that are configured, whether each answers, and what each supports
///
/// Each model at a provider is sent one short request, unless --offline is given. Programs, recordings and
/// the scripted model are sent none.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan models
  caravan models --model ollama:qwen3
  caravan models --offline --json | jq .providers

Exit codes: 0 all that were asked answered, 2 wrong arguments or configuration, 4 one did not answer.")]
pub struct Arguments {
    /// The configuration; the nearest caravan.toml from here upward unless given, and none is needed
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    models: ModelNames,

    /// Ask nobody
    #[arg(long)]
    offline: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A model in its roles.
#[derive(Debug, Serialize)]
struct Line {
    roles: Vec<&'static str>,
    model: String,
    /// Nothing if it was not asked.
    answers: Option<bool>,
    milliseconds: Option<u64>,
    error: Option<String>,
}

/// A provider that models can be named at.
#[derive(Debug, Serialize)]
struct ProviderLine {
    provider: String,
    url: Option<String>,
    has_key: bool,
    ways: Vec<&'static str>,
    features: &'static str,
    error: Option<String>,
}

/// The longest time for the one short answer, unless --timeout says another.
const TIMEOUT: Duration = Duration::from_secs(60);

impl Arguments {
    /// Lists the models.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = self.configuration()?;
        let mut names = self.models.names();
        names.timeout = names.timeout.or(Some(TIMEOUT));
        let mut chosen: Vec<(ModelChoice, Vec<Role>)> = Vec::new();
        for role in Role::ALL {
            let Some((choice, _)) = names.choice(role, &config) else { continue };
            match chosen.iter_mut().find(|(known, _)| *known == choice) {
                Some((_, roles)) => roles.push(role),
                None => chosen.push((choice, vec![role])),
            }
        }
        let runtime = options::runtime()?;
        let mut lines = Vec::new();
        for (choice, roles) in chosen {
            let mut line = Line {
                roles: roles.iter().map(|role| role.name()).collect(),
                model: choice.model.clone(),
                answers: None,
                milliseconds: None,
                error: None,
            };
            let first = roles.first().copied().unwrap_or(Role::Planner);
            match names.open_alone(first, &choice, &config) {
                Err(error) => {
                    line.answers = Some(false);
                    line.error = Some(error.to_string());
                }
                Ok(model) if is_at_provider(&choice.model) && !self.offline => {
                    let start = Instant::now();
                    line.error = runtime.block_on(ask(model.as_ref())).err();
                    line.answers = Some(line.error.is_none());
                    line.milliseconds = u64::try_from(start.elapsed().as_millis()).ok();
                }
                Ok(_) => {}
            }
            lines.push(line);
        }
        let providers = providers(&names, &config);
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!({"models": lines, "providers": providers}))?;
        } else {
            out.write_all(shown(&lines, &providers).as_bytes())?;
        }
        let all_answer = lines.iter().all(|line| line.answers != Some(false));
        Ok(if all_answer { Exit::Ran } else { Exit::Outside })
    }

    fn configuration(&self) -> Result<Config, ConfigError> {
        if let Some(path) = &self.config {
            return Config::load(path);
        }
        let here = std::env::current_dir().ok();
        match here.and_then(|here| Config::find(&here).ok()) {
            Some(path) => Config::load(&path),
            // Providers can be listed, and models named on the command line, without one.
            None => Config::parse(
                "root = \"agent\"\n[agents.agent]\ndescription = \"\"\n",
                "",
                Folder::Disk(Path::new("").to_path_buf()),
            ),
        }
    }
}

/// Whether it is a live model, and not a program, a recording or the scripted one.
fn is_at_provider(model: &str) -> bool {
    !matches!(model.split(':').next(), Some("scripted" | "exec" | "replay"))
}

async fn ask(model: &dyn Model) -> Result<(), String> {
    let conversation = Conversation {
        agent: String::new(),
        system: "You answer with one word.".to_owned(),
        messages: vec![Message::User { content: "Say: yes".to_owned() }],
        tools: Vec::new(),
    };
    model.converse(&conversation).await.map(drop).map_err(|error| error.to_string())
}

#[cfg(feature = "http")]
fn providers(names: &caravan::models::ModelNames, config: &Config) -> Vec<ProviderLine> {
    let providers = names.providers(config);
    let line = |name: String| match providers.about(&name) {
        Ok(about) => ProviderLine {
            provider: name,
            url: Some(about.url),
            has_key: about.has_key,
            ways: about.ways,
            features: about.features,
            error: None,
        },
        Err(error) => ProviderLine {
            provider: name,
            url: None,
            has_key: false,
            ways: Vec::new(),
            features: "",
            error: Some(error.to_string()),
        },
    };
    providers.names().into_iter().map(line).collect()
}

#[cfg(not(feature = "http"))]
fn providers(_: &caravan::models::ModelNames, _: &Config) -> Vec<ProviderLine> {
    Vec::new()
}

fn shown(lines: &[Line], providers: &[ProviderLine]) -> String {
    let mut text = String::new();
    if lines.is_empty() {
        text.push_str("No model is configured; name one with --model, as in --model openai:NAME.\n");
    } else {
        text.push_str("Models\n");
    }
    for line in lines {
        let state = match (&line.error, line.answers, line.milliseconds) {
            (Some(error), ..) => format!("does not answer: {}", terminal::visible(error)),
            (None, Some(true), Some(milliseconds)) => format!("answers, in {milliseconds} ms"),
            _ => "not asked".to_owned(),
        };
        text.push_str(&format!(
            "  {} ({})\n    {state}\n",
            terminal::visible(&line.model),
            line.roles.join(", ")
        ));
    }
    if !providers.is_empty() {
        text.push_str("\nProviders\n");
    }
    for provider in providers {
        let state = match (&provider.error, &provider.url) {
            (Some(error), _) => error.clone(),
            (None, url) => {
                let key = if provider.has_key { "with a key" } else { "without a key" };
                format!("{}, {key}", url.as_deref().unwrap_or_default())
            }
        };
        text.push_str(&format!("  {}\n    {state}\n", provider.provider));
        if provider.error.is_none() {
            text.push_str(&format!(
                "    values of a schema by {}; {}\n",
                provider.ways.join(", then "),
                provider.features
            ));
        }
    }
    text
}
