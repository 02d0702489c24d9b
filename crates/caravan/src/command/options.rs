//! Options that mean the same in every command that has them.

use std::path::PathBuf;
use std::time::Duration;

use caravan::config::{Config, ConfigError};
use caravan::core::effect::Moment;
use caravan::core::settings::{Defense, Settings, strictness_from_name};
use caravan::label::Bits;
use caravan::model::{Budget, RequestOptions};
use caravan::models::Books;
use caravan::plan::Strictness;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tokio::runtime::{Builder, Runtime};

use crate::failure::{Exit, Failure, Problem};

/// Reads a defense.
pub fn defense_parser() -> impl TypedValueParser<Value = Defense> {
    PossibleValuesParser::new(Defense::ALL.map(Defense::as_str)).try_map(|name| name.parse::<Defense>())
}

/// Reads a strictness.
pub fn strictness_parser() -> impl TypedValueParser<Value = Strictness> {
    PossibleValuesParser::new(["explicit", "cfi", "noninterference"])
        .try_map(|name| strictness_from_name(&name))
}

/// How strictly flows are judged.
#[derive(Clone, Debug, Args)]
pub struct Judgement {
    /// How much flow a check counts: data alone, data and bounded control, or everything
    #[arg(long, value_name = "LEVEL", value_parser = strictness_parser())]
    pub strictness: Option<Strictness>,

    /// How many bits untrusted data may choose of a text that a planner reads
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(0..=255))]
    pub choice_budget: Option<u32>,
}

/// What happens to a plan before it runs.
#[derive(Clone, Copy, Debug, Args)]
pub struct Checking {
    /// Run plans without checking them first: what would go wrong goes wrong half-way
    #[arg(long)]
    pub no_check: bool,
}

/// The time that plans are told.
#[derive(Clone, Debug, Args)]
pub struct Clock {
    /// The time that `datetime.now()` gives, in UTC unless it says otherwise; the host's unless given
    #[arg(long, value_name = "MOMENT")]
    now: Option<String>,
}

impl Clock {
    /// Where the clock stands, if it does.
    ///
    /// # Errors
    ///
    /// The text names no moment.
    pub fn now(&self) -> Result<Option<Moment>, Failure> {
        let Some(text) = &self.now else { return Ok(None) };
        match caravan::clock::moment(text) {
            Some(moment) => Ok(Some(moment)),
            None => Err(Failure::usage(
                format!("`--now {text}` is no moment"),
                "write it as in `--now 2026-01-01T09:00:00` or `--now 2026-01-01T09:00:00+01:00`",
            )),
        }
    }
}

/// Which models play which role, and what is asked of them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Models")]
pub struct ModelNames {
    /// The model for every role: `scripted`; `openai:NAME`, and so for openrouter, anthropic, gemini,
    /// ollama, vllm, and providers of the configuration; `exec:COMMAND`, a program; `replay:DIR`, a
    /// recording
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,

    /// The model that writes plans, in place of --model
    #[arg(long, value_name = "MODEL")]
    pub planner_model: Option<String>,

    /// The model that reads untrusted text, in place of --model
    #[arg(long, alias = "quarantined", value_name = "MODEL")]
    pub quarantined_model: Option<String>,

    /// The model that is every agent under the defense `none`, in place of the planner's
    #[arg(long, value_name = "MODEL")]
    pub tool_calling_model: Option<String>,

    /// The model that judges answers, where a benchmark has them judged
    #[arg(long, value_name = "MODEL")]
    pub judge_model: Option<String>,

    /// The sampling temperature
    #[arg(long, value_name = "NUMBER")]
    pub temperature: Option<f64>,

    /// The seed, where the provider has one
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<i64>,

    /// The most tokens of one answer, thoughts included
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_tokens: Option<u32>,

    /// How much to think: `low`, `medium`, `high` or what else the model knows
    #[arg(long, value_name = "LEVEL")]
    pub reasoning_effort: Option<String>,

    /// The longest time for one answer; 180 seconds unless given, for a program half an hour
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,
}

/// What is written down of models, and what they may take.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Models")]
pub struct Accounts {
    /// Write every exchange with a model into this folder, for `--model replay:DIR`
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,

    /// What models cost: a table for each, with US dollars for a million tokens
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,

    /// Ask no model any more once so many US dollars are spent
    #[arg(long, value_name = "USD", value_parser = amount)]
    pub budget_usd: Option<f64>,

    /// Ask no model any more once so many tokens are read and written
    #[arg(long, value_name = "TOKENS")]
    pub budget_tokens: Option<u64>,

    /// Ask models at most so often
    #[arg(long, value_name = "CALLS")]
    pub max_calls: Option<u64>,
}

fn amount(text: &str) -> Result<f64, String> {
    let amount: f64 = text.parse().map_err(|_| "it is no number".to_owned())?;
    if amount.is_finite() && amount >= 0.0 { Ok(amount) } else { Err("it is no amount of money".to_owned()) }
}

/// That there is an agent that gets an instruction.
///
/// # Errors
///
/// The system has peers instead.
pub fn needs_root(config: &Config) -> Result<(), Failure> {
    match config.peers.as_slice() {
        [] => Ok(()),
        [first, ..] => Err(Failure::usage(
            "the system has peers, and no root that gets an instruction",
            format!("say what each is to do: `caravan run --task {first}=\"...\"`"),
        )),
    }
}

impl Judgement {
    /// The settings of a run: what the command line says, else what the configuration says.
    pub fn settings(&self, config: &Config, defense: Option<Defense>) -> Settings {
        let usual = Settings::default();
        Settings {
            defense: defense.or(config.defense).unwrap_or(usual.defense),
            strictness: self.strictness.unwrap_or(config.strictness),
            budget: Bits::whole(self.budget(config)),
            max_query_bytes: config.max_query_bytes.unwrap_or(usual.max_query_bytes),
            ..usual
        }
    }

    /// The budget of choice in bits.
    pub fn budget(&self, config: &Config) -> u32 {
        self.choice_budget.unwrap_or(config.choice_budget)
    }
}

impl ModelNames {
    /// The names as the library takes them.
    pub fn names(&self) -> caravan::models::ModelNames {
        caravan::models::ModelNames {
            model: self.model.clone(),
            planner: self.planner_model.clone(),
            quarantined: self.quarantined_model.clone(),
            tool_calling: self.tool_calling_model.clone(),
            judge: self.judge_model.clone(),
            options: RequestOptions {
                temperature: self.temperature,
                seed: self.seed,
                max_tokens: self.max_tokens,
                reasoning_effort: self.reasoning_effort.clone(),
                ..RequestOptions::default()
            },
            timeout: self.timeout.map(Duration::from_secs),
        }
    }
}

impl Accounts {
    /// Empty books that keep to these.
    ///
    /// # Errors
    ///
    /// The recording or the price table cannot be used.
    pub fn books(&self, config: Option<&Config>) -> Result<Books, ConfigError> {
        Books::open(self.record.as_deref(), self.prices.as_deref(), self.budget(), config)
    }

    /// What models may take.
    pub fn budget(&self) -> Budget {
        Budget { usd: self.budget_usd, tokens: self.budget_tokens, calls: self.max_calls }
    }
}

/// Values by name, none of which may be given twice.
///
/// # Errors
///
/// A name is given twice.
pub fn unrepeated<T>(option: &str, values: Vec<(String, T)>) -> Result<Vec<(String, T)>, Failure> {
    for (place, (name, _)) in values.iter().enumerate() {
        if values.iter().take(place).any(|(before, _)| before == name) {
            return Err(Failure::usage(
                format!("{option} `{name}` is given twice"),
                "give each name once; several values go into one list",
            ));
        }
    }
    Ok(values)
}

/// What asynchronous work runs on: this thread alone.
pub fn runtime() -> Result<Runtime, Failure> {
    Builder::new_current_thread().enable_all().build().map_err(|error| {
        Failure::new(Exit::Outside, Problem::new(format!("the runtime does not start ({error})")))
    })
}
