//! The gate: what may become text that a planner reads (DESIGN sections 2 and 3).
//!
//! [`judge`] says whether a call may tell a child's planner what it tells, and `pass` is the one way from a labelled value
//! to an [`Instruction`] under the protocol. Everything that the planner gets to see is judged and charged as one text.
//! With a person's yes, `endorse` makes instructions of what that person was shown. `own_words` lets a checker's findings
//! back to the planner whose plan they are about, `told` what came of it in a conversation. `paste` is no gate at all: it is
//! the flaw of individual CaMeL that the project studies,
//! and only that defense can reach it.

mod denial;
pub(crate) mod endorse;
pub mod instruction;
#[cfg(test)]
mod tests;

use caravan_label::{AgentPath, Bits, Label, Lattice, Source};
use caravan_plan::{Datum, Site, Span, Strictness, World};

pub use denial::{Denial, DenialReason, Part};
use instruction::Instruction;

use crate::settings::Defense;

/// How strictly texts are judged: the same for all agents of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// How much flow counts.
    pub strictness: Strictness,
    /// How much choice a text may have had, under [`Strictness::Cfi`].
    pub budget: Bits,
}

impl Ruling {
    /// Whether a text of this label may reach a planner from a place under trusted control.
    pub fn may_instruct(&self, lattice: &Lattice, label: Label) -> bool {
        lattice.data_is_trusted(label)
            && match self.strictness {
                Strictness::Explicit => true,
                Strictness::Cfi => lattice.choice_bits(label) <= self.budget,
                Strictness::Noninterference => lattice.control_is_trusted(label),
            }
    }

    /// Whether no untrusted source is in what the strictness counts.
    pub fn is_trusted(&self, lattice: &Lattice, label: Label) -> bool {
        lattice.data_is_trusted(label)
            && (self.strictness == Strictness::Explicit || lattice.control_is_trusted(label))
    }
}

/// A call of a child, as the gate judges it.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<'a> {
    /// The agent whose plan calls.
    pub caller: &'a AgentPath,
    /// The child's name.
    pub callee: &'a str,
    /// The instruction.
    pub message: &'a Datum,
    /// The names of the variables.
    pub names: &'a [&'a Datum],
    /// The schema's text.
    pub schema: &'a Datum,
    /// The place of the call.
    pub site: &'a Site,
    /// The control at the call.
    pub pc: Label,
    /// Where the call stands in the plan.
    pub span: Span,
}

/// What a text that may pass was charged, and what the child's machine starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The control and choice that everything in the child's plan starts with.
    pub base: Label,
    /// What the text was charged.
    pub cost: Bits,
}

/// What the gate lets through.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub(crate) message: Instruction,
    /// The names of the variables, in the order of the call.
    pub(crate) names: Vec<Instruction>,
    pub(crate) schema: Instruction,
    pub(crate) charge: Charge,
}

/// Judges everything that a child's planner would get to see, as one text.
///
/// # Errors
///
/// The text may not reach a planner: the reason, the part that is to blame, and its sources.
pub fn judge(world: &mut World, ruling: Ruling, crossing: &Crossing<'_>) -> Result<Charge, Box<Denial>> {
    let parts = parts(crossing, &mut world.lattice);
    let lattice = &mut world.lattice;
    let whole = parts.iter().fold(Label::NONE, |whole, &(_, label)| lattice.join(whole, label));
    let pc_is_trusted = lattice.is_trusted(crossing.pc);
    // A call that is written out wherever it stands tells a planner nothing but that it was reached.
    let position = if crossing.site.literal || pc_is_trusted { Bits::ZERO } else { crossing.site.position };
    let cost = lattice.choice_bits(whole) + position;

    let deny = |reason: DenialReason, part: Part, label: Label, lattice: &Lattice| {
        Err(Box::new(Denial::new(reason, part, label, cost, ruling, crossing, lattice)))
    };
    if let Some(&(part, label)) = parts.iter().find(|(_, label)| !lattice.data_is_trusted(*label)) {
        return deny(DenialReason::UntrustedData, part, label, lattice);
    }
    match ruling.strictness {
        Strictness::Explicit => {}
        Strictness::Cfi if cost <= ruling.budget => {}
        Strictness::Cfi => {
            let dearest = parts.iter().max_by_key(|(_, label)| lattice.choice_bits(*label)).copied();
            let (part, label) = match dearest {
                Some((part, label)) if lattice.choice_bits(label) >= position => (part, label),
                _ => (Part::Position, crossing.pc),
            };
            return deny(DenialReason::OverBudget, part, label, lattice);
        }
        Strictness::Noninterference => {
            if let Some(&(part, label)) = parts.iter().find(|(_, label)| !lattice.control_is_trusted(*label))
            {
                return deny(DenialReason::UntrustedControl, part, label, lattice);
            }
            if !pc_is_trusted {
                return deny(DenialReason::UntrustedControl, Part::Position, crossing.pc, lattice);
            }
        }
    }
    let position = lattice.decision(position);
    let decided = lattice.without_data(whole);
    Ok(Charge { base: lattice.join(decided, position), cost })
}

/// Judges a call, and makes its parts instructions if they pass.
pub(crate) fn pass(
    world: &mut World,
    ruling: Ruling,
    crossing: &Crossing<'_>,
) -> Result<Passed, Box<Denial>> {
    let charge = judge(world, ruling, crossing)?;
    // Every part was judged with all that is in it, so its text form is covered whatever its type is.
    let text = |datum: &Datum| Instruction::passed(datum.to_text());
    Ok(Passed {
        message: text(crossing.message),
        names: crossing.names.iter().map(|name| text(name)).collect(),
        schema: text(crossing.schema),
        charge,
    })
}

/// The parts of what a planner would see, with all that is in each.
fn parts(crossing: &Crossing<'_>, lattice: &mut Lattice) -> Vec<(Part, Label)> {
    let mut parts = vec![(Part::Message, crossing.message.deep_label(lattice))];
    for (index, name) in crossing.names.iter().enumerate() {
        parts.push((Part::VariableName(index), name.deep_label(lattice)));
    }
    parts.push((Part::Schema, crossing.schema.deep_label(lattice)));
    parts.push((Part::Callee, crossing.site.callee));
    parts
}

/// The text that tells a planner what is wrong with its own plan, found before anything of it ran or made of trusted
/// values alone. None if the label is not wholly trusted, everybody's to read and without choice.
pub(crate) fn own_words(lattice: &Lattice, text: String, label: Label) -> Option<Instruction> {
    lattice.is_inert(label).then(|| Instruction::passed(text))
}

/// What the planner of a conversation is told of its turns before. None if the label may not instruct.
pub(crate) fn told(lattice: &Lattice, ruling: Ruling, text: String, label: Label) -> Option<Instruction> {
    ruling.may_instruct(lattice, label).then(|| Instruction::passed(text))
}

/// What `individual` does instead of passing the gate: the message becomes the child's instruction as if a person had
/// typed it, whatever it was made of. This is boundary laundering, kept to be studied; none under any other defense.
pub(crate) fn paste(defense: Defense, message: &Datum) -> Option<Instruction> {
    (defense == Defense::Individual).then(|| Instruction::passed(message.to_text()))
}

/// The untrusted sources of a label, for a sentence: `` `tool:a`, `tool:b` ``.
pub(crate) fn untrusted_sources(lattice: &Lattice, label: Label) -> String {
    let (untrusted, _) = source_names(lattice, label);
    let quoted: Vec<String> = untrusted.iter().map(|source| format!("`{source}`")).collect();
    quoted.join(", ")
}

/// The names of untrusted sources first, then the others.
fn source_names(lattice: &Lattice, label: Label) -> (Vec<String>, Vec<String>) {
    let mut untrusted = Vec::new();
    let mut trusted = Vec::new();
    for source in lattice.sources(lattice.data(label)).chain(lattice.sources(lattice.control(label))) {
        let names = if Source::is_trusted(source) { &mut trusted } else { &mut untrusted };
        let name = source.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (untrusted, trusted)
}
