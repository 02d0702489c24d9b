//! What a configuration says of the journal of its runs.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::server::Problem;

/// What is written down of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalSettings {
    /// Whether anything is.
    pub enabled: bool,
    /// Whether texts and values are kept, without which no run can be resumed.
    pub content: bool,
    /// How long runs that have ended are kept; for good if nothing is said.
    pub keep: Option<Duration>,
    /// Whether entries outlive a loss of power, and not the end of a process alone.
    pub survives_power_loss: bool,
}

impl Default for JournalSettings {
    fn default() -> JournalSettings {
        JournalSettings { enabled: true, content: true, keep: None, survives_power_loss: false }
    }
}

/// What is written down of runs, and for how long it is kept.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// Whether runs are written down at all; they are unless this says not.
    enabled: Option<bool>,
    /// Whether texts and values are kept, without which no run can be resumed; they are unless this says not.
    content: Option<bool>,
    /// How many days runs are kept that have ended; for good if nothing is said.
    #[schemars(with = "Option<f64>")]
    keep_days: Option<Spanned<f64>>,
    /// Whether entries outlive a loss of power, and not the end of a process alone; each then takes what the disk takes.
    survives_power_loss: Option<bool>,
}

impl Written {
    pub(super) fn check(self) -> Result<JournalSettings, Problem> {
        let usual = JournalSettings::default();
        let keep = match self.keep_days {
            None => None,
            Some(days) => match Duration::try_from_secs_f64(*days.get_ref() * 86_400.0) {
                Ok(keep) => Some(keep),
                Err(_) => {
                    let message = format!("`keep_days = {}` is no number of days", days.get_ref());
                    return Err(Problem::new(message, days.span()));
                }
            },
        };
        Ok(JournalSettings {
            enabled: self.enabled.unwrap_or(usual.enabled),
            content: self.content.unwrap_or(usual.content),
            keep,
            survives_power_loss: self.survives_power_loss.unwrap_or(usual.survives_power_loss),
        })
    }
}
