//! From names to models that can be asked: opened, recorded, counted.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use caravan_core::drive::Models;
use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn,
};
use caravan_model::recording::Recording;
use caravan_model::scripted::Style;
use caravan_model::{AskedAs, Budget, Ledger, OpenError, Prices, RequestOptions};

use crate::config::{Config, ConfigError, ModelChoice, read_text};

/// Which models a person asked for, and what of them; the configuration's choices fill in what they did not.
#[derive(Clone, Debug, Default)]
pub struct ModelNames {
    /// For every role.
    pub model: Option<String>,
    /// For planners, and tool-calling agents unless these have their own.
    pub planner: Option<String>,
    /// For quarantined models.
    pub quarantined: Option<String>,
    /// For tool-calling agents.
    pub tool_calling: Option<String>,
    /// For judging answers, which only benchmarks do.
    pub judge: Option<String>,
    /// What is asked of all of them.
    pub options: RequestOptions,
    /// The longest time for one answer.
    pub timeout: Option<Duration>,
}

/// A role that a model plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Writes plans.
    Planner,
    /// Reads untrusted text.
    Quarantined,
    /// Is every agent under the defense `none`.
    ToolCalling,
    /// Judges answers in benchmarks.
    Judge,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 4] = [Role::Planner, Role::Quarantined, Role::ToolCalling, Role::Judge];

    /// The name in configurations and lists.
    pub fn name(self) -> &'static str {
        match self {
            Role::Planner => "planner",
            Role::Quarantined => "quarantined",
            Role::ToolCalling => "tool_calling",
            Role::Judge => "judge",
        }
    }

    fn asked_as(self) -> AskedAs {
        match self {
            Role::Planner => AskedAs::Planner,
            // A judge reads what others wrote, and fills a form.
            Role::Quarantined | Role::Judge => AskedAs::Quarantined,
            Role::ToolCalling => AskedAs::Agent,
        }
    }
}

/// Stands where no model is.
#[derive(Clone, Copy, Debug)]
struct Absent {
    role: Role,
}

impl Absent {
    fn fail<T>(&self) -> BoxFuture<'_, Result<T, ModelError>>
    where
        T: Send + 'static,
    {
        let message = format!("no model is named for the role `{}`", self.role.name());
        Box::pin(std::future::ready(Err(ModelError::new(ModelErrorKind::NoAnswer, message))))
    }
}

impl Model for Absent {
    fn name(&self) -> &str {
        "none"
    }

    fn plan<'a>(&'a self, _request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        self.fail()
    }

    fn extract<'a>(
        &'a self,
        _request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        self.fail()
    }

    fn converse<'a>(&'a self, _request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        self.fail()
    }
}

/// What is written down of a command's models, and what they may take.
#[derive(Clone, Debug)]
pub struct Books {
    recording: Option<Recording>,
    ledger: Ledger,
    prices: Prices,
    budget: Budget,
}

impl Default for Books {
    fn default() -> Books {
        Books::new(None, Prices::default(), Budget::default())
    }
}

impl Books {
    /// Empty books. Exchanges go into the recording, if there is one.
    pub fn new(recording: Option<Recording>, prices: Prices, budget: Budget) -> Books {
        Books { recording, ledger: Ledger::new(prices.clone(), budget), prices, budget }
    }

    /// Empty books with the recording in this folder and the prices of this file; without one, those of the
    /// configuration.
    ///
    /// # Errors
    ///
    /// The folder holds a recording or cannot be written, or the file is no price table.
    pub fn open(
        record: Option<&Path>,
        prices: Option<&Path>,
        budget: Budget,
        config: Option<&Config>,
    ) -> Result<Books, ConfigError> {
        let text = match (prices, config.and_then(|config| Some((config, config.models.prices.as_ref()?)))) {
            (Some(file), _) => Some((read_text(file)?, file.display().to_string())),
            (None, Some((config, file))) => Some((config.folder.read(file)?, config.folder.describe(file))),
            (None, None) => None,
        };
        let prices = match text {
            Some((text, file)) => {
                Prices::from_toml(&text).map_err(|error| ConfigError::new(file, error.to_string()))?
            }
            None => Prices::default(),
        };
        let recording = record.map(Recording::create).transpose().map_err(about_nothing)?;
        Ok(Books::new(recording, prices, budget))
    }

    /// What models cost.
    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// What was taken so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}

fn about_nothing(error: OpenError) -> ConfigError {
    ConfigError::new("", error.to_string())
}

fn unnamed(config: &Config, role: Role) -> ConfigError {
    let name = role.name();
    config
        .error(format!("no model is named for the role `{name}`"))
        .with_help(format!("name one with `--model MODEL`, or with `{name} = \"...\"` in `[models]`"))
}

impl ModelNames {
    /// The models for planners, quarantined models and tool-calling agents; nothing is asked of them yet.
    /// `style` is how the scripted planner of the root takes the protocol.
    ///
    /// # Errors
    ///
    /// A model has no name, a name means nothing, the script cannot be read, or there is a budget of money
    /// and a model without a price.
    pub fn open(&self, config: &Config, style: Style, books: &Books) -> Result<Models, ConfigError> {
        self.open_with(config, style, books, false)
    }

    /// The same, where a role that nobody named a model for has one that gives no answer and says so.
    ///
    /// # Errors
    ///
    /// As [`ModelNames::open`], but for models without a name.
    pub fn open_those_named(
        &self,
        config: &Config,
        style: Style,
        books: &Books,
    ) -> Result<Models, ConfigError> {
        self.open_with(config, style, books, true)
    }

    fn open_with(
        &self,
        config: &Config,
        style: Style,
        books: &Books,
        some_may_be_absent: bool,
    ) -> Result<Models, ConfigError> {
        let open = |role: Role| -> Result<Arc<dyn Model>, ConfigError> {
            if some_may_be_absent && self.choice(role, config).is_none() {
                return Ok(Arc::new(Absent { role }));
            }
            self.open_role(role, config, style, books)
        };
        let planner = open(Role::Planner)?;
        let quarantined = open(Role::Quarantined)?;
        let tool_calling = match self.choice(Role::ToolCalling, config) == self.choice(Role::Planner, config)
            && !self.plays_apart(config)
        {
            true => Arc::clone(&planner),
            false => open(Role::ToolCalling)?,
        };
        Ok(Models { planner, quarantined, tool_calling })
    }

    /// The model for one role.
    ///
    /// # Errors
    ///
    /// As [`ModelNames::open`].
    pub fn open_role(
        &self,
        role: Role,
        config: &Config,
        style: Style,
        books: &Books,
    ) -> Result<Arc<dyn Model>, ConfigError> {
        let settings = self.settings(config, style, books)?;
        let Some((choice, file)) = self.choice(role, config) else {
            return Err(unnamed(config, role));
        };
        let model = caravan_model::open(&choice.model, role.asked_as(), &choice.options, &settings).map_err(
            |error| match file {
                "" => ConfigError::new("", error.to_string()),
                _ => config.error_under(&["models", role.name()], error.to_string()),
            },
        )?;
        books.of(&choice.model, model)
    }

    /// A replayed model has one role.
    fn plays_apart(&self, config: &Config) -> bool {
        self.choice(Role::Planner, config).is_some_and(|(choice, _)| choice.model.starts_with("replay:"))
    }

    /// The model alone, neither recorded nor counted.
    ///
    /// # Errors
    ///
    /// As [`ModelNames::open`].
    pub fn open_alone(
        &self,
        role: Role,
        choice: &ModelChoice,
        config: &Config,
    ) -> Result<Arc<dyn Model>, ConfigError> {
        let settings = self.settings(config, Style::default(), &Books::default())?;
        caravan_model::open(&choice.model, role.asked_as(), &choice.options, &settings).map_err(about_nothing)
    }

    /// The model for a role with its options, and the file that names it, if it is a file.
    pub fn choice<'a>(&self, role: Role, config: &'a Config) -> Option<(ModelChoice, &'a str)> {
        let (asked, configured) = match role {
            Role::Planner => (self.planner.as_ref(), config.models.planner.as_ref()),
            Role::Quarantined => (self.quarantined.as_ref(), config.models.quarantined.as_ref()),
            Role::ToolCalling => (
                self.tool_calling.as_ref().or(self.planner.as_ref()),
                config.models.tool_calling.as_ref().or(config.models.planner.as_ref()),
            ),
            Role::Judge => (self.judge.as_ref(), config.models.judge.as_ref()),
        };
        let asked = match role {
            // Who judges is not who is judged, unless somebody says so.
            Role::Judge => asked,
            _ => asked.or(self.model.as_ref()),
        };
        let (model, options, file) = match (asked, configured) {
            (Some(name), _) => (name.clone(), RequestOptions::default(), ""),
            (None, Some(choice)) => (choice.model.clone(), choice.options.clone(), config.file.as_str()),
            (None, None) => return None,
        };
        Some((ModelChoice { model, options: self.options.clone().or(&options) }, file))
    }

    /// That a model is named for every role of a run.
    ///
    /// # Errors
    ///
    /// One has none.
    pub fn all_are_named(&self, config: &Config) -> Result<(), ConfigError> {
        match self.absent(config).first() {
            Some(role) => Err(unnamed(config, *role)),
            None => Ok(()),
        }
    }

    /// The roles in runs under the protocol that nobody named a model for.
    pub fn absent(&self, config: &Config) -> Vec<Role> {
        let roles = [Role::Planner, Role::Quarantined];
        roles.into_iter().filter(|role| self.choice(*role, config).is_none()).collect()
    }

    /// Whether every role would be played by the scripted model.
    pub fn is_scripted(&self, config: &Config) -> bool {
        [Role::Planner, Role::Quarantined, Role::ToolCalling]
            .iter()
            .all(|role| self.choice(*role, config).is_some_and(|(choice, _)| choice.model == "scripted"))
    }

    fn settings(
        &self,
        config: &Config,
        style: Style,
        books: &Books,
    ) -> Result<caravan_model::Settings, ConfigError> {
        let read = |file: &String| {
            config.folder.read(file).map_err(|error| {
                config.error_under(&["models", "script"], format!("{}: {}", error.file(), error.message()))
            })
        };
        let script = config.models.script.as_ref().map(read).transpose()?;
        Ok(caravan_model::Settings {
            script,
            style,
            #[cfg(feature = "http")]
            providers: Arc::new(self.providers(config)),
            recording: books.recording.clone(),
            program_timeout: self.timeout,
        })
    }

    /// The providers of a configuration, with keys and addresses from the environment.
    #[cfg(feature = "http")]
    pub fn providers(&self, config: &Config) -> caravan_model::http::Providers {
        use caravan_model::http::{Limits, Providers};

        let usual = Limits::default();
        let limits = Limits { request: self.timeout.unwrap_or(usual.request), ..usual };
        Providers::new(config.providers.clone(), limits, Box::new(|name| std::env::var(name).ok()))
    }
}

impl Books {
    /// The same model, recorded and counted.
    fn of(&self, spec: &str, model: Arc<dyn Model>) -> Result<Arc<dyn Model>, ConfigError> {
        let is_priced = spec == "scripted" || spec.starts_with("exec:") || self.prices.has(model.name());
        if self.budget.usd.is_some() && !is_priced {
            let name = model.name();
            return Err(ConfigError::new(
                "",
                format!("`{name}` has no price, so that a budget of US dollars cannot hold"),
            )
            .with_help(format!(
                "give a price table with `--prices FILE`: [\"{name}\"], and below it input = ..., output = ... for a million tokens"
            )));
        }
        let model = match &self.recording {
            Some(recording) => recording.of(model),
            None => model,
        };
        Ok(self.ledger.of(model))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::config::Folder;

    const CONFIG: &str = r#"
        root = "a"
        [models]
        planner = "scripted"
        [models.quarantined]
        model = "openai:small"
        temperature = 0.5
        seed = 3
        [agents.a]
        description = ""
    "#;

    fn config() -> Config {
        Config::parse(CONFIG, "caravan.toml", Folder::Disk(PathBuf::new())).unwrap()
    }

    #[test]
    fn only_the_models_on_the_command_line_override_the_configuration() {
        let named = |model: Option<&str>, quarantined: Option<&str>| ModelNames {
            model: model.map(str::to_owned),
            quarantined: quarantined.map(str::to_owned),
            ..ModelNames::default()
        };
        let config = config();
        assert!(!named(None, None).is_scripted(&config));
        assert!(named(Some("scripted"), None).is_scripted(&config));
        assert!(named(None, Some("scripted")).is_scripted(&config));
        assert!(!named(Some("openai:large"), Some("scripted")).is_scripted(&config));
    }

    #[test]
    fn options_on_the_command_line_go_before_those_of_the_configuration() {
        let options = RequestOptions { temperature: Some(0.0), ..RequestOptions::default() };
        let names = ModelNames { options, ..ModelNames::default() };
        let config = config();
        let (choice, file) = names.choice(Role::Quarantined, &config).unwrap();
        assert_eq!(
            (choice.options.temperature, choice.options.seed, file),
            (Some(0.0), Some(3), "caravan.toml")
        );
        // The options of a model that is not asked say nothing of another.
        let names = ModelNames { model: Some("vllm:x".into()), ..names };
        let (choice, file) = names.choice(Role::Quarantined, &config).unwrap();
        assert_eq!((choice.options.temperature, choice.options.seed, file), (Some(0.0), None, ""));
    }

    #[test]
    fn tool_calling_agents_have_the_planners_model_unless_they_have_their_own() {
        let config = config();
        let model = |names: &ModelNames| names.choice(Role::ToolCalling, &config).unwrap().0.model;
        assert_eq!(model(&ModelNames::default()), "scripted");
        let planner = ModelNames { planner: Some("vllm:p".into()), ..ModelNames::default() };
        assert_eq!(model(&planner), "vllm:p");
        assert_eq!(model(&ModelNames { tool_calling: Some("vllm:t".into()), ..planner }), "vllm:t");
        let judge = |names: &ModelNames| names.choice(Role::Judge, &config).map(|(choice, _)| choice.model);
        assert_eq!(judge(&ModelNames { model: Some("vllm:m".into()), ..ModelNames::default() }), None);
        let named = ModelNames { judge: Some("vllm:j".into()), ..ModelNames::default() };
        assert_eq!(judge(&named).as_deref(), Some("vllm:j"));
    }
}
