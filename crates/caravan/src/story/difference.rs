//! Where two runs part: the first thing that one of them was begun with, asked, was told or decided and the other was not.

use caravan_store::Effect;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::reading::Explained;
use super::{CallPart, Story};

/// Where two runs part, and how.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// `beginning`, `request`, `decision`, `outcome` or `end`.
    pub at: String,
    /// The number of the effect, where it is one.
    pub effect: Option<u64>,
    /// The call, where it is one.
    pub call: Option<String>,
    /// What differs, in words.
    pub what: String,
    /// The part that differs, as a JSON pointer; empty for the whole.
    pub part: String,
    /// What the first run has there; null where it has nothing.
    pub first: Json,
    /// What the second has.
    pub second: Json,
    /// How many effects before are the same.
    pub same_effects: usize,
}

/// Where two runs part; none if they are the same but for times. What a plan computes by itself is no difference: it shows
/// in the next thing that it asks for.
pub fn difference(first: &Explained, second: &Explained) -> Option<Difference> {
    beginning(&first.story, &second.story).or_else(|| in_effects_or_decisions(first, second)).or_else(|| {
        let ends = [first, second].map(|run| end(&run.story));
        parted("end", "how they ended", &ends[0], &ends[1])
            .map(|parted| Difference { same_effects: first.effects.len(), ..parted })
    })
}

fn beginning(first: &Story, second: &Story) -> Option<Difference> {
    let [a, b] = [first, second].map(|story| {
        json!({
            "instruction": story.instruction,
            "defense": story.defense,
            "strictness": story.strictness,
            "choice_budget": story.choice_budget,
        })
    });
    parted("beginning", "what they were begun with", &a, &b)
}

fn end(story: &Story) -> Json {
    let answer = story.answer.as_ref().map(|answer| &answer.value);
    json!({"status": story.status, "answer": answer, "error": story.error})
}

fn in_effects_or_decisions(first: &Explained, second: &Explained) -> Option<Difference> {
    let effect = in_effects(&first.effects, &second.effects);
    let decision = in_decisions(&first.story.calls, &second.story.calls);
    match (effect, decision) {
        // A decision comes before the effect of its call.
        (Some(effect), Some((decision, carried_out))) => {
            let is_before = carried_out.is_none_or(|number| effect.effect.is_none_or(|at| number <= at));
            let same_effects = effect.same_effects;
            Some(if is_before { Difference { same_effects, ..decision } } else { effect })
        }
        (effect, decision) => effect.or(decision.map(|(decision, _)| decision)),
    }
}

/// The first effect that differs.
fn in_effects(first: &[Effect], second: &[Effect]) -> Option<Difference> {
    let mut pairs = first.iter().zip(second).enumerate();
    let found = pairs.find_map(|(same_effects, (a, b))| {
        let asked = |effect: &Effect| {
            json!({"kind": effect.kind, "agent": effect.agent, "name": effect.name, "server": effect.server,
                   "request": effect.request})
        };
        let came = |effect: &Effect| json!({"outcome": effect.outcome});
        let of = |parted: Difference| Difference {
            effect: Some(a.number),
            call: a.call.map(|call| format!("c{call}")),
            same_effects,
            ..parted
        };
        let what = format!("what {} asked for", of_whom(a));
        let parted_here = parted("request", &what, &asked(a), &asked(b)).or_else(|| {
            let what = format!("what came of what {} asked for", of_whom(a));
            parted("outcome", &what, &came(a), &came(b))
        });
        parted_here.map(of)
    });
    found.or_else(|| {
        let same_effects = first.len().min(second.len());
        let longer = first.get(same_effects).or_else(|| second.get(same_effects))?;
        let told = |effect: Option<&Effect>| {
            effect.map_or(
                Json::Null,
                |effect| json!({"kind": effect.kind, "name": effect.name, "request": effect.request}),
            )
        };
        Some(Difference {
            at: "request".to_owned(),
            effect: Some(longer.number),
            call: longer.call.map(|call| format!("c{call}")),
            what: format!("only one goes on: {} asks for more", of_whom(longer)),
            part: String::new(),
            first: told(first.get(same_effects)),
            second: told(second.get(same_effects)),
            same_effects,
        })
    })
}

fn of_whom(effect: &Effect) -> String {
    let agent = if effect.agent.is_empty() { "the root agent" } else { &effect.agent };
    match effect.kind.as_str() {
        "plan" => format!("{agent}, of its planner,"),
        "extract" => format!("{agent}, of its quarantined model,"),
        "approve" => format!("{agent}, of a person,"),
        _ => agent.to_owned(),
    }
}

/// The first call about which something else was decided, and the effect of it that comes first.
fn in_decisions(first: &[CallPart], second: &[CallPart]) -> Option<(Difference, Option<u64>)> {
    first.iter().zip(second).find_map(|(a, b)| {
        let told = |call: &CallPart| json!({"name": call.name, "decision": call.decision});
        let what = format!("what was decided about the call {} of `{}`", a.id, a.name);
        let found = parted("decision", &what, &told(a), &told(b)).filter(|_| a.name == b.name)?;
        let carried_out = a.effect.into_iter().chain(b.effect).min();
        Some((Difference { call: Some(a.id.clone()), ..found }, carried_out))
    })
}

/// The first part that differs.
fn parted(at: &str, what: &str, first: &Json, second: &Json) -> Option<Difference> {
    let mut part = String::new();
    let (first, second) = descend(first, second, &mut part)?;
    Some(Difference {
        at: at.to_owned(),
        what: what.to_owned(),
        part,
        first: first.clone(),
        second: second.clone(),
        ..Difference::default()
    })
}

fn descend<'j>(first: &'j Json, second: &'j Json, part: &mut String) -> Option<(&'j Json, &'j Json)> {
    match (first, second) {
        _ if first == second => None,
        (Json::Object(a), Json::Object(b)) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            let mut names = names.filter(|name| a.get(*name) != b.get(*name));
            let name = names.next()?;
            part.push('/');
            part.push_str(&name.replace('~', "~0").replace('/', "~1"));
            descend(a.get(name).unwrap_or(&Json::Null), b.get(name).unwrap_or(&Json::Null), part)
        }
        (Json::Array(a), Json::Array(b)) => {
            let place = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
            part.push_str(&format!("/{place}"));
            descend(a.get(place).unwrap_or(&Json::Null), b.get(place).unwrap_or(&Json::Null), part)
        }
        _ => Some((first, second)),
    }
}
