//! A run that has happened, done again from its journal: nothing is asked of any model, tool or person.

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_core::instruction::Instruction;
use caravan_core::journal::JournalError;
use caravan_core::model::Usage;
use caravan_core::record::PrintRecord;
use caravan_core::replay::{Replay, replay as core_replay};
use caravan_core::run::Run;
use caravan_core::settings::Settings;
use caravan_label::Bits;
use caravan_store::{Effect, RunRow, kind_name, request_json};
use serde_json::{Value as Json, json};

use crate::assembly;
use crate::config::Config;
use crate::journal::{self, Opening};
use crate::plan_file::PlanFile;

/// A run that has been done again, as far as it went.
#[derive(Debug)]
pub struct Replayed {
    pub(super) replay: Replay,
}

/// Does the run again from what the journal holds of it. Servers of MCP are asked what tools they have, if the configuration
/// names some; no tool is called.
///
/// # Errors
///
/// Why it cannot be: its content is not kept, its configuration has changed, or this program would do something else.
pub fn replay(row: &RunRow, effects: &[Effect]) -> Result<Replayed, String> {
    if !row.has_content {
        return Err("its texts and values are not kept".to_owned());
    }
    let opening: Opening = serde_json::from_value(row.opening.clone())
        .map_err(|error| format!("what it was begun with is not readable ({error})"))?;
    let config = Config::load(&opening.config).map_err(|error| error.to_string())?;
    let fingerprint = journal::fingerprint(&config).map_err(|error| error.to_string())?;
    if fingerprint != opening.fingerprint {
        return Err("the configuration has changed since".to_owned());
    }
    let run = begin(row, opening, &config)?;
    let known: BTreeMap<u64, &Effect> = effects.iter().map(|effect| (effect.number, effect)).collect();
    let replay = core_replay(run, |effect| {
        let number = effect.id.number();
        let Some(known) = known.get(&number) else { return Ok(None) };
        if known.kind != kind_name(&effect.kind)
            || known.request.as_ref() != Some(&request_json(&effect.kind))
        {
            return Err(JournalError::new(format!(
                "this version of the program would do something else than the run did (effect {number} is another)"
            )));
        }
        Ok(known.outcome.clone())
    });
    let replay = replay.map_err(|error| error.to_string())?;
    let mut replayed = Replayed { replay };
    let kept = row.outcome.as_ref().and_then(|outcome| outcome.get("calls"));
    let now = replayed.record_json();
    if kept.is_some_and(|kept| replayed.replay.has_ended && now.get("calls") != Some(kept)) {
        return Err(
            "this version of the program would do something else than the run did: its calls are others"
                .to_owned(),
        );
    }
    Ok(replayed)
}

/// The run at its beginning.
fn begin(row: &RunRow, opening: Opening, config: &Config) -> Result<Run, String> {
    let mut settings = opening.settings(config)?;
    if let Some(text) = &opening.plan {
        let file = PlanFile::parse(text, "the plan of the run").map_err(|error| error.to_string())?;
        settings = Settings {
            defense: file.defense,
            strictness: file.strictness,
            budget: Bits::whole(file.choice_budget),
            max_plan_attempts: 1,
            max_repairs: 0,
            ..settings
        };
    }
    let system = assembly::system(config).map_err(|error| error.to_string())?;
    let policy = assembly::policy(config, &system).map_err(|error| error.to_string())?;
    let settings = Settings {
        policy,
        caps: config.caps.effects.clone(),
        ask_about_messages: config.approvals.messages,
        ..settings
    };
    let system = Arc::new(system);
    let run = if opening.tasks.is_empty() {
        let instruction = Instruction::from_user(row.instruction.clone().unwrap_or_default());
        Run::new(system, settings, instruction, opening.data)
    } else {
        let tasks = opening.tasks.into_iter().map(|(name, task)| (name, Instruction::from_user(task)));
        Run::of_peers(system, settings, tasks.collect(), opening.data, opening.rounds)
    };
    Ok(run.traced().with_states(&row.states))
}

impl Replayed {
    /// The run itself, with its world.
    pub fn run(&mut self) -> &mut Replay {
        &mut self.replay
    }

    /// `{agents, calls}`.
    pub fn record_json(&mut self) -> Json {
        self.replay.outcome.record_json()
    }

    /// `{answer: {value, label}|null}`.
    pub fn answer_json(&mut self) -> Json {
        let outcome = &mut self.replay.outcome;
        let answer = outcome.answer.clone();
        json!({"answer": answer.map(|answer| outcome.value_json(&answer))})
    }

    /// The lines of an episode's last plan that ran.
    pub fn lines_run(&self, episode: usize) -> Vec<u32> {
        self.replay.lines_run(episode)
    }

    /// What plans printed.
    pub fn printed(&self) -> &[PrintRecord] {
        &self.replay.outcome.record.printed
    }

    /// What to do instead, where the run ended with an error of which that is known.
    pub fn remedy(&self) -> Option<String> {
        self.replay.outcome.error.as_ref()?.help().map(str::to_owned)
    }

    /// What the models took.
    pub fn usage(&self) -> Usage {
        self.replay.outcome.usage
    }
}
