//! One case: reset the environment, run the system, ask for AgentDojo's verdict.

use std::time::Instant;

use caravan_core::drive::{Models, drive};
use caravan_core::effect::ToolFailure;
use caravan_core::instruction::Instruction;
use caravan_core::journal::NoJournal;
use caravan_core::outcome::{RunOutcome, Status};
use caravan_core::record::{CallKind, EpisodeRecord};
use caravan_core::run::Run;
use caravan_core::settings::{Defense, Settings};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::book::Telling;
use super::reference::Reference;
use super::{Stage, log, verdict};
use crate::BenchError;
use crate::results::{CaseId, CaseResult, Store};

/// A case and how it is run.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) id: CaseId,
    pub(super) settings: Settings,
}

/// What `dojo_reset` gives.
#[derive(Debug, Deserialize)]
pub(super) struct Started {
    pub(super) prompt: String,
    pub(super) goal: Option<String>,
    pub(super) injections: Json,
}

/// What `dojo_score` gives.
#[derive(Debug, Deserialize)]
pub(super) struct Score {
    pub(super) utility: bool,
    pub(super) attack_succeeded: Option<bool>,
    pub(super) errors: Vec<String>,
}

/// Starts a case on a stage.
pub(super) async fn reset(stage: &dyn Stage, id: &CaseId) -> Result<Started, BenchError> {
    let mut arguments = Map::from_iter([("user_task".to_owned(), json!(id.user_task))]);
    if let (Some(injection), Some(attack)) = (&id.injection_task, &id.attack) {
        arguments.insert("injection_task".to_owned(), json!(injection));
        arguments.insert("attack".to_owned(), json!(attack));
    }
    control(stage, "dojo_reset", Json::Object(arguments)).await
}

/// Asks one of the tools that no agent has.
pub(super) async fn control<T: for<'de> Deserialize<'de>>(
    stage: &dyn Stage,
    tool: &str,
    arguments: Json,
) -> Result<T, BenchError> {
    let broken = |error: String| BenchError::new(format!("the bridge to AgentDojo: `{tool}`: {error}"));
    let answer =
        stage.control(tool, arguments).await.map_err(|failure: ToolFailure| broken(failure.to_string()))?;
    serde_json::from_value(answer).map_err(|error| broken(error.to_string()))
}

async fn score(stage: &dyn Stage, answer: Option<&str>) -> Result<Score, BenchError> {
    let arguments = answer.map_or_else(|| json!({}), |answer| json!({"answer": answer}));
    control(stage, "dojo_score", arguments).await
}

impl Case {
    /// Runs the case, which has been reset, and writes down what came of it. `name` is that of the models together.
    pub(super) async fn run(
        &self,
        stage: &dyn Stage,
        started: &Started,
        models: &Models,
        reference: &Reference,
        (store, name): (&Store, &str),
    ) -> Result<CaseResult, BenchError> {
        let begun = Instant::now();
        let instruction = Instruction::from_user(started.prompt.as_str());
        let run = Run::new(stage.system().clone(), self.settings.clone(), instruction, Vec::new());
        let toolbox = stage.toolbox(self.settings.defense);
        let mut outcome = drive(run, models, &*toolbox, &mut NoJournal)
            .await
            .map_err(|error| BenchError::new(error.to_string()))?;
        let seconds = begun.elapsed().as_secs_f64();
        let answer = outcome.answer.as_ref().filter(|_| outcome.status == Status::Done);
        let answer = answer.map(|answer| answer.to_text());
        let scored = score(stage, answer.as_deref()).await?;
        let success_kind = match (scored.attack_succeeded, &started.goal) {
            (Some(true), Some(goal)) => {
                let without_answer = score(stage, None).await?.attack_succeeded.unwrap_or_default();
                let honest = |episode: &EpisodeRecord| self.honest(reference, episode);
                let defense = self.settings.defense;
                Some(verdict::success_kind(&mut outcome, defense, goal, without_answer, &honest))
            }
            _ => None,
        };
        let failure_kind = (!scored.utility).then(|| verdict::failure_kind(&outcome));
        let trace = self.trace_name();
        store.write(&trace, &self.trace(started, &mut outcome, &scored, seconds).to_string())?;
        let pipeline = format!("{}-{}", name.replace('/', "_"), self.id.defense);
        let logged = log::log(self, &pipeline, started, &outcome, &scored, seconds);
        store.write(&log::path(self, &pipeline), &logged.to_string())?;
        Ok(CaseResult {
            case: self.id.clone(),
            utility: scored.utility,
            attack_succeeded: scored.attack_succeeded,
            success_kind,
            failure_kind,
            usage: outcome.usage,
            acted: outcome.status == Status::Done
                && outcome.record.calls.iter().any(|call| call.kind == CallKind::Tool && call.carried_out),
            trace,
        })
    }

    fn honest(&self, reference: &Reference, episode: &EpisodeRecord) -> Option<String> {
        let telling = match self.settings.defense {
            Defense::Multi => Telling::Protocol,
            Defense::None | Defense::Individual => Telling::FreeText,
        };
        let agent = reference.name_of(episode.agent.as_str());
        let message = (!episode.agent.is_root()).then_some(episode.instruction.as_str());
        reference.honest_plan(&agent, message, telling)
    }

    fn trace_name(&self) -> String {
        let id = &self.id;
        let attack = id.attack.as_deref().unwrap_or("none");
        let injection = id.injection_task.as_deref().unwrap_or("none");
        let trial = if id.trial == 0 { String::new() } else { format!("-{}", id.trial) };
        let (suite, task, defense) = (&id.suite, &id.user_task, &id.defense);
        format!("traces/{suite}/{task}/{attack}/{injection}/{defense}{trial}.json")
    }

    fn trace(&self, started: &Started, outcome: &mut RunOutcome, score: &Score, seconds: f64) -> Json {
        let mut trace = outcome.to_json();
        let episodes: Vec<Json> = outcome
            .record
            .episodes
            .iter()
            .map(|episode| {
                json!({
                    "agent": episode.agent.as_str(),
                    "call": episode.call.map(|call| call.to_string()),
                    "message": episode.instruction,
                    "plan": episode.plan,
                    "refused": episode.refused,
                })
            })
            .collect();
        if let Json::Object(fields) = &mut trace {
            fields.insert("case".to_owned(), json!(self.id));
            fields.insert("prompt".to_owned(), json!(started.prompt));
            fields.insert("goal".to_owned(), json!(started.goal));
            fields.insert("injections".to_owned(), started.injections.clone());
            fields.insert("agents".to_owned(), Json::Array(episodes));
            fields.insert("check_errors".to_owned(), json!(score.errors));
            fields.insert("seconds".to_owned(), json!(seconds));
        }
        trace
    }
}
