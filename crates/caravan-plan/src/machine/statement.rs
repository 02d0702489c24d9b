//! Which statement of the top level is at work, and what has come of it: from there a plan that an error has stopped may
//! go on with another text.

use caravan_label::Label;

use super::Machine;
use crate::world::World;

/// The statement of the top level at work.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// Where it begins in the text; none before the first statement, and where the plan cannot go on.
    offset: Option<u32>,
    /// What there had been when it began.
    before: Counts,
    /// What there has been.
    now: Counts,
    /// What untrusted data has decided since it began.
    decided: Label,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    answers: usize,
    printed: usize,
}

impl Standing {
    /// The machine has taken an answer.
    pub(super) fn answered(&mut self) {
        self.now.answers += 1;
    }

    /// The plan has printed a text.
    pub(super) fn printed(&mut self) {
        self.now.printed += 1;
    }

    /// A guard has been opened, or has grown.
    #[inline]
    pub(super) fn decides(&mut self, guard: Label, world: &mut World) {
        self.decided = world.lattice.join(self.decided, guard);
    }

    pub(super) fn cannot_go_on(&mut self) {
        self.offset = None;
    }
}

/// The statement of the top level that an error has stopped.
#[derive(Clone, Copy, Debug)]
pub struct Stopped {
    /// Where it begins in the plan's text, in bytes.
    pub offset: usize,
    /// The line on which it begins.
    pub line: u32,
    /// How many answers the statements before it have taken.
    pub answers: usize,
    /// How many texts they have printed.
    pub printed: usize,
    /// What decided how far it came: the guards that it has met since it began, those that it stands under, and what the
    /// whole plan starts from.
    pub decided: Label,
}

impl Machine {
    pub(super) fn begin_statement(&mut self, offset: u32) {
        let standing = &mut self.standing;
        standing.offset = Some(offset);
        standing.before = standing.now;
        standing.decided = Label::NONE;
    }

    /// The statement at which the plan has ended. None if the plan cannot go on with another text from there: a limit
    /// was reached, a rule of the labels has refused something, or no statement has begun.
    pub fn stopped(&self, world: &mut World) -> Option<Stopped> {
        let Standing { offset, before, decided, .. } = self.standing;
        let offset = offset?;
        let decided = [self.pc(), self.open_guards(world), self.literal]
            .into_iter()
            .fold(decided, |label, part| world.lattice.join(label, part));
        Some(Stopped {
            offset: offset as usize,
            line: self.program.0.lines.span(offset, 0).line,
            answers: before.answers,
            printed: before.printed,
            decided,
        })
    }

    /// The steps that have been taken for the episode, with what operations have done beside them.
    pub fn spent(&self) -> u64 {
        self.steps.saturating_add(self.heap.work.done())
    }
}
