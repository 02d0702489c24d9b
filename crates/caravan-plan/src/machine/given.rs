//! Variables that loops only ever give written values (the table of choice, second row): found by `compile::given`,
//! charged here.
//!
//! Whatever untrusted data decided in the loop, such a variable ends as it was, or with what one of N writes gave it:
//! log2(2 + N) bits say which. The one outcome more stands for the case that a write gave a value that was itself
//! chosen; then the guards of the loop are charged beside it.

use caravan_label::{Bits, Choice, Label};

use super::Machine;
use super::region::Kind;
use super::rounds::Extent;
use crate::code::Slot;
use crate::raise::Outcome;
use crate::world::{Strictness, World};

/// What has become so far of the variables that an open loop only ever gives values.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// Their labels before the loop.
    before: Vec<(Slot, Label)>,
    /// Those that were given a value that untrusted data had chosen.
    missed: Vec<Slot>,
    /// How many rounds the loops in it have had, by where they begin in the text; none if that is not trusted.
    inner: Vec<(u32, Option<u64>)>,
    /// How many rounds the loop itself may have, if that was known when it began.
    length: Option<u64>,
}

impl Machine {
    /// Looks at the variables that the loop just begun only ever gives values.
    pub(super) fn watch(&mut self, world: &World) {
        let program = self.program.clone();
        let code = self.frames.last().map_or(0, |frame| frame.code);
        let Some(region) = self.regions.last().and_then(|entry| program.region(code, entry)) else { return };
        if region.given.is_empty() || world.strictness != Strictness::Cfi || self.unbounded() {
            return;
        }
        let slots = region.given.iter().flat_map(|given| given.slots.iter().copied());
        let before: Vec<(Slot, Label)> =
            slots.map(|slot| (slot, self.slot_mut(slot).map_or(Label::NONE, |value| value.label))).collect();
        if let Some(entry) = self.regions.last_mut() {
            let length = match entry.extent {
                Extent::Fixed(length) | Extent::Chosen(length) => Some(length),
                Extent::Open => None,
                Extent::Unknown => return,
            };
            entry.watch = Some(Box::new(Watch { before, length, ..Watch::default() }));
        }
    }

    /// A variable is given a value of this label, in some round of the loops that watch it.
    #[cold]
    pub(super) fn give(&mut self, slot: Slot, label: Label, world: &World) {
        // Nobody is told a text of untrusted data.
        if !world.lattice.data_is_trusted(label) || self.is_written(label, world) {
            return;
        }
        let frames = self.frames.len();
        let own = self.regions.iter_mut().rev().take_while(|entry| entry.frames == frames);
        for watch in own.filter_map(|entry| entry.watch.as_mut()) {
            watch.missed.push(slot);
        }
    }

    /// Whether no more than the base of the episode was decided by untrusted data.
    fn is_written(&self, label: Label, world: &World) -> bool {
        let choice = world.lattice.choice(label);
        choice == Choice::NONE || choice == world.lattice.choice(self.literal)
    }

    /// Ends a loop that has run out or was left by `break`.
    pub(super) fn end_loop(&mut self, region: u32, world: &mut World) -> Outcome<()> {
        let frames = self.frames.len();
        let Some(entry) = self
            .regions
            .last_mut()
            .filter(|entry| entry.kind == Kind::Loop && entry.region == region && entry.frames == frames)
        else {
            return self.end_region(region, world);
        };
        let watch = entry.watch.take();
        // A `for` that has run out has looked once more than there were rounds.
        let rounds = match entry.extent {
            Extent::Fixed(length) | Extent::Chosen(length) if entry.rounds <= length.saturating_add(1) => {
                Some(length)
            }
            Extent::Open if world.lattice.control_is_trusted(entry.label) => Some(entry.rounds),
            _ => None,
        };
        // How many candidates there were is trusted, but not how often an inner loop saw them.
        let is_fixed = matches!(entry.extent, Extent::Fixed(_));
        self.end_region(region, world)?;
        let program = self.program.clone();
        let code = self.frames.last().and_then(|frame| program.code(frame.code));
        let Some(region) = code.and_then(|code| code.regions.get(region as usize)) else { return Ok(()) };
        self.end_of_choosing(region, rounds, world);
        let around = self.regions.iter_mut().rev().take_while(|entry| entry.frames == frames);
        for outer in around.filter_map(|entry| entry.watch.as_mut()) {
            outer.inner.push((region.start, rounds.filter(|_| is_fixed)));
        }
        if let Some(watch) = watch {
            self.charge_given(region, &watch, rounds, world);
        }
        Ok(())
    }

    /// *choice*, second row: what the loop has given its variables is charged by the number of its writes.
    fn charge_given(
        &mut self,
        region: &crate::code::Region,
        watch: &Watch,
        rounds: Option<u64>,
        world: &mut World,
    ) {
        for given in &region.given {
            let mut writes = Some(0_u64);
            for (start, count) in &given.writes {
                let times = if *start == region.start {
                    watch.length.or(rounds)
                } else {
                    let inner = watch.inner.iter().filter(|(known, _)| known == start);
                    inner
                        .map(|(_, rounds)| *rounds)
                        .try_fold(0_u64, |sum, rounds| Some(sum.saturating_add(rounds?)))
                };
                writes = match (writes, times) {
                    (Some(sum), Some(times)) => Some(sum.saturating_add(count.saturating_mul(times))),
                    _ => None,
                };
            }
            let Some(writes) = writes else { continue };
            let bits = Bits::log2(writes.saturating_add(2));
            // With few rounds the guards cost less. How many rounds there are is trusted, and so is which it is.
            if bits >= Bits::whole(u32::try_from(watch.length.or(rounds).unwrap_or(0)).unwrap_or(u32::MAX)) {
                continue;
            }
            let mut decision = None;
            for slot in &given.slots {
                let Some(label) = self.slot_mut(*slot).map(|value| value.label) else { continue };
                let before =
                    watch.before.iter().find(|(known, _)| known == slot).map_or(Label::NONE, |known| known.1);
                let least = world.lattice.join(before, self.literal);
                let with_least = world.lattice.join(least, label);
                let unchanged = world.lattice.choice(with_least) == world.lattice.choice(least);
                if unchanged || !world.lattice.data_is_trusted(label) {
                    continue;
                }
                let decision = *decision.get_or_insert_with(|| world.lattice.decision(bits));
                let label = if rounds.is_none() || watch.missed.contains(slot) {
                    world.lattice.join(label, decision)
                } else {
                    let charge = world.lattice.join(least, decision);
                    world.lattice.with_choice_of(label, charge)
                };
                if let Some(value) = self.slot_mut(*slot) {
                    value.label = label;
                }
            }
        }
    }

    /// *choice*, third row: a comprehension has ended that has kept some of so many candidates.
    fn end_of_choosing(&mut self, region: &crate::code::Region, rounds: Option<u64>, world: &mut World) {
        let (Some(depth), Some(candidates), true) = (region.fills, rounds, region.selects) else { return };
        let place = self.stack.len().wrapping_sub(depth as usize);
        let Some(list) = self.stack.get(place).copied() else { return };
        let mut cx = self.cx(world);
        let Some(structure) = cx.heap.sequence(list.value).map(|sequence| sequence.structure) else { return };
        if !cx.lattice.control_is_trusted(structure) {
            cx.note_selection(list.value, structure, candidates);
        }
    }
}
