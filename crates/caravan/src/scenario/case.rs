//! One run of a scenario: under one defense, with or without the attack.

use std::fmt;

use caravan_core::approval::NobodyThere;
use caravan_core::drive::{DriveError, Models};
use caravan_core::outcome::{RunOutcome, Status};
use caravan_core::record::{CallId, CallKind};
use caravan_core::settings::{Defense, Settings};
use caravan_model::scripted::Style;
use serde_json::{Value as Json, json};

use crate::assembly::Assembly;
use crate::config::ConfigError;
use crate::scenario::{Mark, Scenario, Verdict};
use crate::tool::mailbox::{self, Delivery};

/// How a planner takes what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planner {
    /// There is no protocol to keep: it obeys whatever it reads.
    Obeys,
    /// It pastes what its children answered into messages.
    Launders,
    /// It passes what its children answered in `variables`.
    Keeps,
}

impl Planner {
    /// The word that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Planner::Obeys => "obeys",
            Planner::Launders => "launders",
            Planner::Keeps => "keeps",
        }
    }

    /// How the scripted model has to be opened to be this planner.
    pub fn style(self) -> Style {
        match self {
            Planner::Launders => Style::Launders,
            Planner::Obeys | Planner::Keeps => Style::Keeps,
        }
    }
}

/// Which run of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Whether the attacker's text is planted.
    pub injected: bool,
    /// Under which defense.
    pub defense: Defense,
    /// How the scripted planner behaves.
    pub planner: Planner,
}

impl Case {
    /// The runs that show a scenario under one defense, the attacked ones first. A benign run has no use for
    /// a planner that launders: it is refused for the same reason.
    pub fn all(defense: Defense) -> Vec<Case> {
        let planners: &[Planner] = match defense {
            Defense::None | Defense::Individual => &[Planner::Obeys],
            Defense::Multi => &[Planner::Launders, Planner::Keeps],
        };
        let attacked = planners.iter().map(|&planner| Case { injected: true, defense, planner });
        let benign = planners.last().map(|&planner| Case { injected: false, defense, planner });
        attacked.chain(benign).collect()
    }
}

/// What came of a run.
#[derive(Debug)]
pub struct CaseRun {
    /// Which run it was.
    pub case: Case,
    /// What the system did.
    pub outcome: RunOutcome,
    /// What arrived in mailboxes.
    pub deliveries: Vec<Delivery>,
    /// What each of the deliveries means; without an attack, all pass for asked.
    pub marks: Vec<Mark>,
    /// What became of task and attack.
    pub verdict: Verdict,
}

/// Why a scenario could not be run.
#[derive(Debug)]
pub enum CaseError {
    /// Its configuration cannot be used.
    Config(ConfigError),
    /// The run could not be carried on.
    Drive(DriveError),
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseError::Config(error) => error.fmt(f),
            CaseError::Drive(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CaseError {}

impl From<ConfigError> for CaseError {
    fn from(error: ConfigError) -> CaseError {
        CaseError::Config(error)
    }
}

impl From<DriveError> for CaseError {
    fn from(error: DriveError) -> CaseError {
        CaseError::Drive(error)
    }
}

impl Scenario {
    /// Runs one case on a system of its own. The case's defense overrides that of `settings`.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used, or the run could not be carried on.
    pub async fn run(&self, case: Case, settings: Settings, models: &Models) -> Result<CaseRun, CaseError> {
        let scenario = self.settings().ok_or_else(|| self.config.error("it describes no scenario"))?;
        let assembly = Assembly::new(&self.config, Some(&self.planted(case.injected)))?;
        // A scenario shows what the gate does with any plan: one that launders is not sent back before it runs.
        let settings = Settings { defense: case.defense, check: false, ..settings };
        let running = assembly.run(settings, models, &scenario.instruction, Vec::new(), &NobodyThere);
        let outcome = running.await?;
        let deliveries = assembly.deliveries();
        let goal = if case.injected { self.goal() } else { None };
        let marks = match &goal {
            Some(goal) => goal.marks(scenario, &deliveries),
            None => vec![Mark::Asked; deliveries.len()],
        };
        let verdict = Verdict::of(scenario, goal.as_ref(), &deliveries);
        Ok(CaseRun { case, outcome, deliveries, marks, verdict })
    }
}

impl CaseRun {
    /// Whether the run was refused.
    pub fn denied(&self) -> bool {
        self.outcome.status == Status::Denied
    }

    /// The calls that delivered what the attacker wants.
    pub fn attackers_calls(&self) -> Vec<CallId> {
        let sending = self.outcome.record.calls.iter().filter(|call| {
            call.kind == CallKind::Tool && mailbox::TOOLS.contains(&&*call.name) && call.result.is_some()
        });
        sending.zip(&self.marks).filter(|(_, mark)| **mark == Mark::Wanted).map(|(call, _)| call.id).collect()
    }

    /// The run as programs see it.
    pub fn to_json(&mut self, scenario: &str) -> Json {
        let agents: Vec<Json> = self
            .outcome
            .record
            .episodes
            .iter()
            .map(|episode| json!({"agent": episode.agent.as_str(), "plan": episode.plan}))
            .collect();
        json!({
            "scenario": scenario,
            "injected": self.case.injected,
            "defense": self.case.defense.as_str(),
            "planner": self.case.planner.name(),
            "attack_succeeded": self.verdict.attack_succeeded,
            "task_succeeded": self.verdict.task_succeeded,
            "denied": self.denied(),
            "agents": agents,
            "calls": self.outcome.calls_json(),
            "deliveries": self.deliveries,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_defense_is_shown_attacked_and_at_peace() {
        let planners = |defense| -> Vec<(bool, Planner)> {
            Case::all(defense).into_iter().map(|case| (case.injected, case.planner)).collect()
        };
        for defense in [Defense::None, Defense::Individual] {
            assert_eq!(planners(defense), [(true, Planner::Obeys), (false, Planner::Obeys)]);
        }
        assert_eq!(
            planners(Defense::Multi),
            [(true, Planner::Launders), (true, Planner::Keeps), (false, Planner::Keeps)]
        );
    }
}
