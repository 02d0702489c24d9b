//! A conversation: the root's planner is asked again and again, and remembers.
//!
//! Of the turns before it is told the user's own words, its own plans, and of what came of them exactly what a client's
//! model would be told of its plans: a value that nothing untrusted is in, as far as the budget goes, else its name and type.
//! Every result is a variable of later plans, and so is what the user hands over as data.
//!
//! What the user says next is the user's own word, whatever has been read before saying it.

use std::sync::Arc;

use caravan_label::{AgentPath, Source};
use caravan_plan::Datum;
use serde_json::Value as Json;

use super::reply::Reply;
use super::{Author, Refusal, Session};
use crate::gate;
use crate::instruction::Instruction;
use crate::model::EarlierTurn;
use crate::run::{Asked, Run, data_source};
use crate::settings::Defense;
use crate::state::States;

/// Turns that a planner is told of; the oldest are forgotten.
const MOST_TURNS: usize = 32;

/// Characters of a value that a planner is told; more of it is read with `get_variable`.
const MOST_CHARACTERS: usize = 4_000;

impl Session {
    /// Hands over data: an opaque, untrusted variable of all later plans. Data of the same name is replaced. The name is the
    /// user's own word.
    pub fn attach(&mut self, name: &str, value: &Json) {
        let label = self.world.lattice.data_from(&[data_source(name)]);
        let value = Datum::from_json(value, label);
        self.attached.retain(|(known, _)| **known != *name);
        self.attached.push((name.into(), value));
    }

    /// What the user has handed over, by name, in that order.
    pub fn attached(&self) -> impl Iterator<Item = (&str, &Datum)> {
        self.attached.iter().map(|(name, value)| (&**name, value))
    }

    /// Begins a new session in place of this one: what was said, what came of it and what was told is forgotten. What the
    /// user has handed over stays.
    pub fn begin_anew(&mut self) {
        let attached = std::mem::take(&mut self.attached);
        *self = Session::new(Arc::clone(&self.system), self.settings.clone());
        for (name, value) in attached {
            self.attach(&name, &value.to_json());
        }
    }

    /// The turns that the planner still knows of, the oldest first.
    pub fn turns(&self) -> &[EarlierTurn] {
        &self.turns
    }

    /// Asks the root's planner. The run is carried on elsewhere and handed back with [`Session::end`], or with
    /// [`Session::abandon`] if it was cut short. `states` is what the states hold now.
    ///
    /// # Errors
    ///
    /// Another turn is under way, or no more are taken.
    pub fn ask(&mut self, instruction: Instruction, states: &States) -> Result<Run, Refusal> {
        self.ready()?;
        let variables = self.variables();
        let names: Option<Vec<Instruction>> = variables.iter().map(|(name, _)| self.name(name)).collect();
        let request = names.and_then(|names| {
            let root = AgentPath::root();
            self.system.plan_request(&root, Defense::Multi, instruction.clone(), names, None)
        });
        let Some(mut request) = request else { return Err(Refusal::Over) };
        request.earlier = self.turns.clone();
        let world = self.enter(Author::Planner(instruction), &variables, states);
        let asked = Asked { request, variables, base: self.account.told() };
        Ok(Run::of_turn(Arc::clone(&self.system), self.settings.clone(), world, asked))
    }

    /// The name of a variable, as the planner reads it.
    fn name(&mut self, name: &str) -> Option<Instruction> {
        if self.attached.iter().any(|(known, _)| **known == *name) {
            return Some(Instruction::from_user(name));
        }
        // Which references there are, the planner was told turn by turn.
        self.passed(name.to_owned())
    }

    /// A text made of what the account has let through.
    fn passed(&mut self, text: String) -> Option<Instruction> {
        let lattice = &mut self.world.lattice;
        let own = lattice.data_from(&[Source::Plan(AgentPath::root())]);
        let label = lattice.join(own, self.account.told());
        gate::told(lattice, self.settings.ruling(), text, label)
    }

    /// Notes a turn that has ended, for the planner of later ones.
    pub(super) fn remember(&mut self, instruction: Instruction, plan: String, reply: &Reply) {
        let Some(told) = self.passed(told(reply)) else { return };
        if self.turns.len() >= MOST_TURNS {
            self.turns.drain(..1);
        }
        self.turns.push(EarlierTurn { instruction, plan, told });
    }
}

/// What a planner is told of its plan's end.
fn told(reply: &Reply) -> String {
    if let Some(error) = &reply.error {
        return format!("[That plan did not end well: {}]", error.message);
    }
    let reference = reply.references.first();
    let name = reference.map(|reference| format!("`{}: {}`", reference.name(), reference.ty()));
    let name = name.unwrap_or_default();
    match (&reply.result, reference) {
        (Some(value), _) => {
            let text = value.to_string();
            let shown: String = text.chars().take(MOST_CHARACTERS).collect();
            let rest = if shown.len() < text.len() { "... (there is more)" } else { "" };
            format!("[That plan ended. Its value is the variable {name}: {shown}{rest}]")
        }
        (None, Some(reference)) => {
            format!(
                "[That plan ended. Its value is the variable {name}, from {}; what it is you cannot see, but a plan can read it.]",
                reference.source()
            )
        }
        (None, None) => "[That plan ended.]".to_owned(),
    }
}
