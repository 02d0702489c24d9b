//! A person in the gate's place: what they are shown of a call that the gate would refuse, and the instructions that are
//! made of just that if they say yes.

use caravan_label::{Bits, Label};
use caravan_plan::World;

use super::{Charge, Crossing, Passed, instruction::Instruction, parts};
use crate::approval::Approval;

/// What a person is shown of a call: every text that the child's planner would read.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    // INVARIANT: these are the texts that the question shows, and those that a yes makes instructions of.
    message: Text,
    /// In the order of the call.
    names: Vec<Text>,
    schema: Text,
    /// Of all of it, and of where the call stands.
    whole: Label,
    position: Bits,
}

/// A text and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: Box<str>,
    pub(crate) label: Label,
}

impl Shown {
    /// What there is to show of a call.
    pub(crate) fn of(crossing: &Crossing<'_>, world: &mut World) -> Shown {
        let whole = parts(crossing, &mut world.lattice)
            .into_iter()
            .fold(crossing.pc, |whole, (_, label)| world.lattice.join(whole, label));
        let mut text = |datum: &caravan_plan::Datum| Text {
            text: datum.to_text().into(),
            label: datum.deep_label(&mut world.lattice),
        };
        Shown {
            message: text(crossing.message),
            names: crossing.names.iter().map(|name| text(name)).collect(),
            schema: text(crossing.schema),
            whole,
            position: crossing.site.position,
        }
    }

    /// The texts by what they are to the child's planner.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&'static str, &Text)> {
        let names = self.names.iter().map(|name| ("variable", name));
        [("message", &self.message)].into_iter().chain(names).chain([("output_schema", &self.schema)])
    }

    /// Instructions for this one use, if the person has said yes. The person vouches for the texts and for nothing else:
    /// whatever comes of them carries, as what decided it, all that they were made of.
    pub(crate) fn endorsed(self, approval: Approval, world: &mut World) -> Option<Passed> {
        if approval != Approval::Yes {
            return None;
        }
        let lattice = &mut world.lattice;
        let decided = lattice.guard_unbounded(self.whole);
        let position = lattice.decision(self.position);
        let base = lattice.join(decided, position);
        let cost = lattice.choice_bits(base);
        Some(Passed {
            message: Instruction::passed(self.message.text),
            names: self.names.into_iter().map(|name| Instruction::passed(name.text)).collect(),
            schema: Instruction::passed(self.schema.text),
            charge: Charge { base, cost },
        })
    }
}
