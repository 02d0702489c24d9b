//! The outline of a generated program, held against what its runs do.

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_core::plan::{Outline, OutlineSetup, OutlinedCall, outline};
use caravan_core::settings::Defense;
use caravan_core::system::System;

use super::play::{AGENTS, Watched, children};
use super::player::Playable;

/// The outlines of a program's plans, each for the places from which it is called.
pub struct Foreseen<'p> {
    system: Arc<System>,
    playable: &'p Playable<'p>,
    outlines: BTreeMap<String, Outline>,
}

/// What the outlines say of a call.
pub struct Told {
    pub branch_untrusted: bool,
    pub spelled: bool,
}

impl<'p> Foreseen<'p> {
    pub fn new(system: &Arc<System>, playable: &'p Playable<'p>) -> Foreseen<'p> {
        Foreseen { system: Arc::clone(system), playable, outlines: BTreeMap::new() }
    }

    fn of(&mut self, agent: usize, place: OutlineSetup) -> &Outline {
        let Foreseen { system, playable, outlines } = self;
        outlines.entry(format!("{agent} {place:?}")).or_insert_with(|| {
            let paths = system.paths();
            let path = paths.iter().find(|path| path.as_str() == AGENTS[agent]).expect("an agent");
            let environment = system.environment(path, Defense::Multi).expect("an environment");
            outline(&playable.texts[agent], &environment, &place)
        })
    }

    /// Holds a call against the outlines of the plans that led to it.
    pub fn hold(&mut self, watched: &Watched) -> Result<Told, String> {
        let mut place = OutlineSetup::default();
        for (depth, (agent, line)) in watched.chain.iter().enumerate() {
            let callee = match watched.chain.get(depth + 1) {
                Some((next, _)) => AGENTS[*next].rsplit('/').next().expect("a name").to_owned(),
                None => watched.callee.clone(),
            };
            let outline = self.of(*agent, place.clone());
            let named: Vec<&OutlinedCall> =
                outline.calls.iter().filter(|call| *call.name == *callee).collect();
            let here: Vec<&OutlinedCall> =
                named.iter().copied().filter(|call| call.span.line == *line).collect();
            let told = if here.is_empty() { named } else { here };
            if depth + 1 < watched.chain.len() {
                // Of several calls on one line, the one that tells most.
                place.branch_untrusted |= told.iter().any(|call| call.branch_untrusted || call.chosen);
                place.caught |= told.iter().any(|call| call.caught);
                place.states = outline.states.clone();
                continue;
            }
            let is_agent = children(AGENTS[*agent]).contains(&&*callee);
            let spelled = |call: &&&OutlinedCall| match &call.messages {
                Some(messages) if is_agent => messages.iter().any(|text| **text == *watched.text),
                _ => true,
            };
            let told: Vec<&&OutlinedCall> = told.iter().filter(spelled).collect();
            let chosen = told.iter().find(|call| call.branch_untrusted);
            return match chosen.or(told.first()) {
                Some(call) => {
                    Ok(Told { branch_untrusted: call.branch_untrusted, spelled: call.messages.is_some() })
                }
                None => Err(format!("{watched:?} is not among {:?}", outline.calls)),
            };
        }
        Err("a call without a place".to_owned())
    }
}
