//! Loops under untrusted guards: their rounds, and what the position of an agent call in them costs (DESIGN section 3,
//! the gate).

use caravan_label::{Bits, Label};

use super::Machine;
use super::region::{Entry, Kind, REACH};
use crate::code::{CallSite, Slot};
use crate::heap::Object;
use crate::raise::Outcome;
use crate::value::{Labelled, Ref, Value};
use crate::world::World;

/// How many rounds a loop may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// So many, and that is trusted.
    Fixed(u64),
    /// Trusted, but not known before it has ended: a `while`, a generator.
    Open,
    /// At most so many: those of a row chosen out of so many candidates.
    Chosen(u64),
    /// Untrusted data decides.
    Unknown,
}

impl Entry {
    /// Whether the body of a loop is in a round that there was not when the loop began.
    fn has_grown(&self) -> bool {
        matches!(self.extent, Extent::Fixed(length) | Extent::Chosen(length) if self.rounds > length)
    }
}

impl Machine {
    /// Begins a loop over an iterator: its structure decides how many rounds there are.
    pub(super) fn enter_loop(&mut self, region: u32, iterator: Labelled, world: &mut World) {
        let (structure, length) = self.cx(world).loop_structure(iterator);
        self.open(Kind::Loop, region, Label::NONE, world);
        let place = self.regions.len() - 1;
        if let Some(entry) = self.regions.get_mut(place) {
            entry.iterator = Some(iterator.value);
            entry.structure = structure;
            entry.extent = length.map_or(Extent::Open, Extent::Fixed);
        }
        self.loop_guard(place, structure, world);
        if let Some(selection) = self.cx(world).selection_of_iterator(iterator)
            && let Some(entry) = self.regions.get_mut(place)
        {
            entry.extent = Extent::Chosen(selection.candidates);
        }
        self.watch(world);
    }

    /// The structure of the iterable may have changed since the last round.
    #[inline]
    pub(super) fn recheck_loop(&mut self, region: u32, iterator: Labelled, world: &mut World) {
        let structure = self.cx(world).iterator_structure(iterator);
        let Some(place) = self.loop_entry(region) else { return };
        self.next_round(place, world);
        if let Some(entry) = self.regions.get_mut(place)
            && entry.structure != structure
        {
            entry.structure = structure;
            self.loop_guard(place, structure, world);
        }
    }

    /// Another round may begin: the ways through the last one meet here.
    #[inline]
    pub(super) fn next_round(&mut self, place: usize, world: &mut World) {
        let Some(entry) = self.regions.get_mut(place) else { return };
        entry.rounds += 1;
        let cut_short = entry.cut_short;
        if cut_short != Label::NONE {
            self.meet_round(place, cut_short, world);
        }
    }

    /// If the list that a loop goes through has grown meanwhile, there are more rounds than its `exit` has paid for.
    pub(super) fn outgrow(&mut self, place: usize, world: &mut World) {
        let Some(entry) = self.regions.get_mut(place).filter(|entry| entry.has_grown()) else { return };
        entry.extent = Extent::Unknown;
        if entry.exit.is_some() {
            let exit = world.lattice.decision(Bits::UNBOUNDED);
            entry.exit = Some(exit);
            self.raise_entry(place, exit, world);
        }
    }

    /// *break, continue*: a `continue` counts as the other arm of the rest of the body, so what the rest may have
    /// written takes its guard where the round ends.
    fn meet_round(&mut self, place: usize, guard: Label, world: &mut World) {
        let Some(entry) = self.regions.get(place).cloned() else { return };
        let program = self.program.clone();
        let region = program.region(self.frames.last().map_or(0, |frame| frame.code), &entry);
        if let Some(region) = region {
            self.apply(region.rest.as_deref().unwrap_or(region), place, guard, world);
        }
    }

    /// A round of the loop may have been left under this guard, the next one to begin.
    pub(super) fn cut_short(&mut self, place: usize, guard: Label, world: &mut World) {
        if let Some(entry) = self.regions.get_mut(place) {
            entry.cut_short = world.lattice.join(entry.cut_short, guard);
        }
    }

    /// A value decided whether there is another round: its outcome repeats, so nothing bounds it but what
    /// bounds the value itself.
    pub(super) fn loop_guard(&mut self, place: usize, label: Label, world: &mut World) {
        if world.lattice.is_inert(label) {
            return;
        }
        let guard = world.lattice.guard_unbounded(label);
        let unbounded = !world.lattice.choice_bits(guard).is_bounded();
        if let Some(entry) = self.regions.get_mut(place) {
            if unbounded && !entry.unbounded {
                entry.unbounded = true;
                self.unbounded_loops += 1;
            }
            if !world.lattice.control_is_trusted(guard) {
                entry.extent = Extent::Unknown;
            }
        }
        self.raise_entry(place, guard, world);
    }

    /// The entry of the innermost loop of this region in this call.
    #[inline]
    pub(super) fn loop_entry(&self, region: u32) -> Option<usize> {
        let frames = self.frames.len();
        self.regions
            .iter()
            .rposition(|entry| entry.frames == frames && entry.kind == Kind::Loop && entry.region == region)
    }

    /// Closes what is open inside a loop, on the way to `break` or `continue`: the guards become the loop's.
    pub(super) fn unwind_loop(&mut self, region: u32, world: &mut World) -> Outcome<()> {
        let Some(place) = self.loop_entry(region) else { return Ok(()) };
        if let Some(entry) = self.regions.get_mut(place)
            && entry.has_grown()
        {
            entry.extent = Extent::Unknown;
        }
        while self.regions.len() > place + 1 {
            let label = self.regions.last().map_or(Label::NONE, |entry| entry.label);
            self.close_last(world)?;
            self.raise_entry(place, label, world);
            self.cut_short(place, label, world);
        }
        Ok(())
    }

    /// What the position of an agent call costs, beside the choice of its text (DESIGN section 3, the gate).
    ///
    /// Beside the loops that DESIGN names, the calls of functions and callbacks count: a call site in a
    /// function is reached once for each of them.
    pub(super) fn position(&mut self, site: Option<&CallSite>, world: &World) -> Bits {
        if self.recursion > 0 {
            return Bits::UNBOUNDED;
        }
        let frames = self.frames.len();
        let made_of = self.made_of(site);
        // Whether the text depends on a round of the loop, and whether on more than the loop's own variables.
        let dependence = |entry: &Entry| {
            let Some(site) = site else { return (true, true) };
            let region = entry.region;
            let changing = !made_of.objects.is_empty() && site.changing_loops.contains(&region);
            if changing || made_of.anything || made_of.functions || self.is_left_by(&made_of, entry.opened) {
                return (true, true);
            }
            (site.loops.contains(&region), site.carried.contains(&region))
        };
        let loops: Bits = self
            .regions
            .iter()
            .filter(|entry| entry.kind == Kind::Loop)
            .map(|entry| {
                let (depends, carried) =
                    if entry.frames == frames { dependence(entry) } else { (true, true) };
                match entry.extent {
                    _ if !depends => Bits::ZERO,
                    _ if entry.has_grown() => Bits::UNBOUNDED,
                    // Which of the candidates it is; what earlier rounds have left tells of the whole choice.
                    Extent::Chosen(candidates) if !carried => Bits::log2(candidates),
                    Extent::Chosen(candidates) => {
                        Bits::log2(candidates) + world.lattice.choice_bits(entry.label)
                    }
                    _ if entry.unbounded => Bits::UNBOUNDED,
                    Extent::Fixed(length) => Bits::log2(length),
                    Extent::Open => nth(entry.rounds),
                    Extent::Unknown => Bits::UNBOUNDED,
                }
            })
            .sum();
        let calls: Bits = self
            .frames
            .iter()
            .skip(1)
            .map(|frame| self.called.get(frame.code as usize).copied().unwrap_or(0))
            .filter(|calls| *calls > 1)
            .map(nth)
            .sum();
        let rounds = |task: &super::frame::TaskFrame| {
            let state = &task.task.state;
            nth(task.calls).max(Bits::log2(state.items.len().max(state.results.len()) as u64))
        };
        let callbacks: Bits = self.tasks.iter().map(rounds).sum();
        loops + calls + callbacks
    }
}

/// What the text of a call is made of.
#[derive(Default)]
struct MadeOf {
    /// Iterators, which are changed by being read, or more than is looked at.
    anything: bool,
    /// Objects that may change.
    objects: Vec<Ref>,
    /// Functions and instances with methods are among them, which may look at anything.
    functions: bool,
    /// Global variables.
    globals: Vec<u16>,
}

impl Machine {
    /// What is reached through the variables that a call's text is made of.
    fn made_of(&self, site: Option<&CallSite>) -> MadeOf {
        let mut made_of = MadeOf::default();
        let frame = self.frames.len().saturating_sub(1);
        let mut pending: Vec<Value> = Vec::new();
        for slot in site.iter().flat_map(|site| &site.uses) {
            if let Slot::Global(slot) = slot {
                made_of.globals.push(*slot);
            }
            pending.extend(self.slot_in(frame, *slot));
        }
        let mut seen = std::collections::BTreeSet::new();
        while let Some(value) = pending.pop() {
            let Value::Object(place) = value else { continue };
            let Some(object) = self.heap.get(place) else { continue };
            match object {
                Object::Str(_)
                | Object::BigInt(_)
                | Object::Bytes(_)
                | Object::Date(_)
                | Object::DateTime(_) => continue,
                Object::Iterator(_) => made_of.anything = true,
                Object::Instance(instance) => {
                    made_of.functions |= instance.class.is_some_and(|class| self.has_methods(class));
                }
                Object::Function(_) | Object::Method(_) => made_of.functions = true,
                _ => {}
            }
            if !seen.insert(place) {
                continue;
            }
            if seen.len() > REACH {
                made_of.anything = true;
                break;
            }
            object.for_each_value(|value| pending.push(value));
        }
        made_of.objects.extend(seen);
        made_of
    }

    /// Whether a class of the plan, or one that it derives from, has functions of its own.
    fn has_methods(&self, class: Ref) -> bool {
        let own = |class: Ref| {
            self.heap.class(class).is_none_or(|class| {
                let held = class.attributes.iter().map(|(_, value)| self.heap.object(value.value));
                held.flatten().any(|object| !matches!(object, Object::Str(_) | Object::BigInt(_)))
            })
        };
        own(class)
            || self.heap.class(class).is_some_and(|class| class.ancestors.iter().any(|base| own(*base)))
    }

    /// Whether what a text is made of has become what it is since a time, by changes that the text of the plan may
    /// not show.
    fn is_left_by(&self, made_of: &MadeOf, time: u32) -> bool {
        let written = |slot: &u16| self.outer_writes.get(slot).is_some_and(|written| *written > time);
        made_of
            .objects
            .iter()
            .any(|object| self.heap.birth(*object) <= time && self.heap.changed_since(*object, time))
            || made_of.globals.iter().any(written)
    }
}

/// The bits that name the n-th of rounds whose number is not known beforehand: a prefix code.
fn nth(rounds: u64) -> Bits {
    Bits::log2(rounds.saturating_add(1)).times(2) + Bits::ONE
}
