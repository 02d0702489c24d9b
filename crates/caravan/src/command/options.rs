//! Options that mean the same in every command that has them.

use caravan::config::Config;
use caravan::core::settings::{Defense, Settings, strictness_from_name};
use caravan::label::Bits;
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

/// Which models play which role.
#[derive(Clone, Debug, Default, Args)]
pub struct ModelNames {
    /// The model for every role: `scripted`; `openai:NAME` at any chat-completions endpoint
    /// (OPENAI_BASE_URL, OPENAI_API_KEY); `exec:COMMAND`, a program; `replay:DIR`, a recording
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,

    /// The model that writes plans, in place of --model
    #[arg(long, value_name = "MODEL")]
    pub planner_model: Option<String>,

    /// The model that reads untrusted text, in place of --model
    #[arg(long, value_name = "MODEL")]
    pub quarantined_model: Option<String>,
}

impl Judgement {
    /// The settings of a run: what the command line says, else what the configuration says.
    pub fn settings(&self, config: &Config, defense: Option<Defense>) -> Settings {
        let usual = Settings::default();
        Settings {
            defense: defense.or(config.defense).unwrap_or(usual.defense),
            strictness: self.strictness.unwrap_or(config.strictness),
            budget: Bits::whole(self.choice_budget.unwrap_or(config.choice_budget)),
            ..usual
        }
    }
}

impl ModelNames {
    /// The names as the library takes them.
    pub fn names(&self) -> caravan::assembly::ModelNames {
        caravan::assembly::ModelNames {
            model: self.model.clone(),
            planner: self.planner_model.clone(),
            quarantined: self.quarantined_model.clone(),
        }
    }
}

/// What asynchronous work runs on: this thread alone.
pub fn runtime() -> Result<Runtime, Failure> {
    Builder::new_current_thread().enable_all().build().map_err(|error| {
        Failure::new(Exit::Outside, Problem::new(format!("the runtime does not start ({error})")))
    })
}
