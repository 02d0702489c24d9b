//! What holds for a whole system and a whole run.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use caravan_label::Bits;
use caravan_plan::{Limits, Strictness};

use crate::caps::Caps;
use crate::gate::Ruling;
use crate::policy::{Policy, Trivial};

/// How a system defends itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defense {
    /// Not at all: every agent is a tool-calling loop that reads everything.
    None,
    /// CaMeL in each agent, free text between them.
    Individual,
    /// multi-CaMeL: plans in each agent, and a gate between them.
    #[default]
    Multi,
}

impl Defense {
    /// All of them, from the weakest to the strongest.
    pub const ALL: [Defense; 3] = [Defense::None, Defense::Individual, Defense::Multi];

    /// The name on the command line and in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Defense::None => "none",
            Defense::Individual => "individual",
            Defense::Multi => "multi",
        }
    }
}

impl fmt::Display for Defense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Defense {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Defense, SettingError> {
        Defense::ALL.into_iter().find(|defense| defense.as_str() == text).ok_or_else(|| SettingError {
            message: format!("no defense is called `{text}`: there are `none`, `individual` and `multi`"),
        })
    }
}

/// The name of a strictness on the command line and in reports.
pub fn strictness_name(strictness: Strictness) -> &'static str {
    match strictness {
        Strictness::Explicit => "explicit",
        Strictness::Cfi => "cfi",
        Strictness::Noninterference => "noninterference",
    }
}

/// The strictness of that name.
///
/// # Errors
///
/// There is none; the error lists those that there are.
pub fn strictness_from_name(name: &str) -> Result<Strictness, SettingError> {
    [Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference]
        .into_iter()
        .find(|strictness| strictness_name(*strictness) == name)
        .ok_or_else(|| SettingError {
            message: format!(
                "no strictness is called `{name}`: there are `explicit`, `cfi` and `noninterference`"
            ),
        })
}

/// A setting that there is none of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    message: String,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SettingError {}

/// What holds for a whole run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the system defends itself.
    pub defense: Defense,
    /// How much flow a check counts.
    pub strictness: Strictness,
    /// How much choice untrusted data may have over a text that a planner reads.
    pub budget: Bits,
    /// What each plan may consume.
    pub limits: Limits,
    /// How often a planner is asked for one episode before the episode fails.
    pub max_plan_attempts: usize,
    /// How often one episode's plan may be mended after an error has stopped it, answers that were refused included.
    /// With 0, plans are never changed once they run.
    pub max_repairs: usize,
    /// Whether plans are checked before they run. What it finds goes back to the planner; the gate judges in any case.
    pub check: bool,
    /// How many turns a tool-calling agent may take in one conversation.
    pub max_turns: usize,
    /// The largest text that a quarantined model is asked about, in bytes. A plan's own code works on larger ones.
    pub max_query_bytes: usize,
    /// Decides about every call of a tool.
    pub policy: Arc<dyn Policy>,
    /// Whether a message that the gate would refuse is put to a person instead.
    pub ask_about_messages: bool,
    /// How many effects a run may have.
    pub caps: Caps,
}

impl Settings {
    /// The rule that texts are judged by.
    pub fn ruling(&self) -> Ruling {
        Ruling { strictness: self.strictness, budget: self.budget }
    }
}

impl Default for Settings {
    /// `multi`, `cfi` with 16 bits, three attempts, three repairs, plans checked, twenty turns, queries of 256 KiB, the
    /// trivial policy.
    fn default() -> Settings {
        Settings {
            defense: Defense::Multi,
            strictness: Strictness::Cfi,
            budget: Bits::whole(16),
            limits: Limits::default(),
            max_plan_attempts: 3,
            max_repairs: 3,
            check: true,
            max_turns: 20,
            max_query_bytes: 256 * 1024,
            policy: Arc::new(Trivial),
            ask_about_messages: false,
            caps: Caps::default(),
        }
    }
}
