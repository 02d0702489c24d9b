//! From the journal to a story.

use std::collections::BTreeMap;

use caravan_core::approval::Approval;
use caravan_core::effect::Outcome;
use caravan_store::{Effect, RunRow, Store, StoreError};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::replay::{self, Replayed};
use super::{AgentPart, EffectPart, PrintedPart, Story};
use crate::config::Config;
use crate::journal::Opening;

/// A run as it is explained: its story, and, if it could be done again, where its values come from.
#[derive(Debug)]
pub struct Explained {
    /// The story.
    pub story: Story,
    /// The run, done again.
    pub replayed: Option<Replayed>,
    /// Its effects as they are kept.
    pub effects: Vec<Effect>,
}

/// The story of a run: replayed from the journal if that is possible, else as far as the journal tells it by itself.
///
/// # Errors
///
/// The journal cannot be read.
pub fn story(store: &Store, row: &RunRow) -> Result<Story, StoreError> {
    explained(store, row).map(|explained| explained.story)
}

/// The same, with what it takes to ask where a value comes from.
///
/// # Errors
///
/// As [`story`].
pub fn explained(store: &Store, row: &RunRow) -> Result<Explained, StoreError> {
    let effects = store.effects(&row.id)?;
    let mut replayed = replay::replay(row, &effects);
    let story = told(row, &effects, replayed.as_mut().map_err(|why| why.clone()));
    Ok(Explained { story, replayed: replayed.ok(), effects })
}

/// The story of a run that has been replayed, or could not be.
fn told(row: &RunRow, effects: &[Effect], replayed: Result<&mut Replayed, String>) -> Story {
    let opening: Option<Opening> = serde_json::from_value(row.opening.clone()).ok();
    let kept = row.outcome.clone().unwrap_or_default();
    let mut story = Story {
        run: row.id.clone(),
        status: row.status.as_str().to_owned(),
        instruction: row.instruction.clone(),
        began: row.began,
        ended: row.ended,
        version: row.version.clone(),
        usage: part(&kept, "usage").unwrap_or_default(),
        answer: part(&kept, "answer"),
        error: part(&kept, "error"),
        printed: part(&kept, "printed").unwrap_or_default(),
        effects: effects.iter().map(effect_part).collect(),
        ..Story::default()
    };
    if let Some(opening) = opening {
        story.defense = opening.defense;
        story.strictness = opening.strictness;
        story.choice_budget = opening.choice_budget;
        story.root = Config::load(&opening.config).map(|config| config.root).unwrap_or_default();
    }
    let open = effects.iter().filter(|effect| effect.kind == "approve" && effect.ended.is_none());
    story.waits_for = open.filter_map(|effect| effect.request.clone()).collect();
    match replayed {
        Ok(replayed) => {
            let record = replayed.record_json();
            story.agents = part(&record, "agents").unwrap_or_default();
            story.calls = part(&record, "calls").unwrap_or_default();
            for (place, agent) in story.agents.iter_mut().enumerate() {
                agent.lines_run = agent.plan.is_some().then(|| replayed.lines_run(place));
            }
            let printed = replayed.printed();
            story.printed = printed
                .iter()
                .map(|printed| PrintedPart { agent: printed.agent.to_string(), text: printed.text.clone() })
                .collect();
            story.answer = story.answer.or_else(|| part(&replayed.answer_json(), "answer"));
            story.usage = json!(replayed.usage());
        }
        Err(why) => {
            story.not_replayed = Some(why);
            story.agents = part(&kept, "agents").unwrap_or_default();
            story.calls = part(&kept, "calls").unwrap_or_default();
        }
    }
    connect(&mut story);
    story
}

pub(super) fn part<T: DeserializeOwned>(of: &Json, name: &str) -> Option<T> {
    let part = of.get(name).filter(|part| !part.is_null())?;
    T::deserialize(part).ok()
}

/// Fills in what the parts say of each other.
pub(super) fn connect(story: &mut Story) {
    let root = match story.root.as_str() {
        "" => "the root agent".to_owned(),
        root => root.to_owned(),
    };
    let calls: BTreeMap<String, usize> =
        story.calls.iter().map(|call| (call.id.clone(), call.episode)).collect();
    let mut begun: BTreeMap<String, usize> = BTreeMap::new();
    for (place, agent) in story.agents.iter_mut().enumerate() {
        let AgentPart { id, name, parent, .. } = agent;
        *id = place;
        *name = match agent.agent.rsplit('/').next() {
            None | Some("") => root.clone(),
            Some(last) => last.to_owned(),
        };
        *parent = agent.call.as_ref().and_then(|call| calls.get(call).copied());
        if let Some(call) = &agent.call {
            begun.insert(call.clone(), place);
        }
    }
    let made = story.effects.iter().filter(|effect| effect.kind == "tool");
    let made: BTreeMap<&str, u64> =
        made.filter_map(|effect| Some((effect.call.as_deref()?, effect.number))).collect();
    for call in &mut story.calls {
        call.began_episode = begun.get(&call.id).copied();
        call.effect = made.get(&*call.id).copied();
    }
    story.root = root;
}

/// An effect as it is told.
fn effect_part(effect: &Effect) -> EffectPart {
    let usage = match &effect.outcome {
        Some(Outcome::Plan(Ok(reply))) => Some(json!(reply.usage)),
        Some(Outcome::Extract(Ok(reply))) => Some(json!(reply.usage)),
        Some(Outcome::Converse(Ok(reply))) => Some(json!(reply.usage)),
        _ => None,
    };
    let said = match &effect.outcome {
        Some(Outcome::Approve(approval)) => Some(said(*approval)),
        _ => None,
    };
    EffectPart {
        number: effect.number,
        kind: effect.kind.clone(),
        agent: effect.agent.clone(),
        name: effect.name.clone(),
        server: effect.server.clone(),
        call: effect.call.map(|call| format!("c{call}")),
        began: effect.began,
        ended: effect.ended,
        times: effect.times,
        settled: effect.settled.clone(),
        usage,
        said,
    }
}

fn said(approval: Approval) -> String {
    match approval {
        Approval::Yes => "yes".to_owned(),
        Approval::Remembered(number) => format!("yes, by remembered approval {number}"),
        Approval::No => "no".to_owned(),
        Approval::NobodyThere => "nobody was there".to_owned(),
    }
}
