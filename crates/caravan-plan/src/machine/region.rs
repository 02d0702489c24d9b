//! Guarded regions: how untrusted decisions reach what they may have decided (DESIGN section 3, *guarded
//! region*, *may-write*, *break, continue, return, raise*, *try*).
//!
//! A region is opened when an untrusted value decides where control goes. While it is open its guard
//! stands in `pc`. When control leaves it, by whatever edge, everything that any arm may have written,
//! taken or not, takes the guard into its control.

use caravan_label::{Bits, Label};

use super::Machine;
use super::given::Watch;
use super::rounds::Extent;
use crate::code::{Region, Slot};
use crate::foreseen::Foreseen;
use crate::heap::{Iter, Object};
use crate::raise::Outcome;
use crate::value::{Labelled, Ref, Value};
use crate::world::World;

/// What an open region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The whole episode.
    Episode,
    /// The body of a function, or the top level.
    Body,
    /// A branch whose guard is untrusted.
    Guard,
    /// A loop, whatever its guards.
    Loop,
    /// A `try`.
    Try,
}

/// An open region.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// How many frames there were when it was opened.
    pub(super) frames: usize,
    /// Its place among the regions of its code; of no meaning for a body.
    pub(super) region: u32,
    /// Its guards, as control.
    pub(super) label: Label,
    /// Its guards and those of all regions around it.
    pub(super) pc: Label,
    /// For a `for` loop: its iterator.
    pub(super) iterator: Option<Value>,
    /// The heap's clock when it was opened: what is younger is its own.
    pub(super) opened: u32,
    /// For a loop: rounds begun.
    pub(super) rounds: u64,
    /// For a loop: how many rounds there may be.
    pub(super) extent: Extent,
    /// For a loop: the guards under which a round may have been left by `continue`.
    pub(super) cut_short: Label,
    /// For a loop: what became so far of the variables that it only ever gives values.
    pub(super) watch: Option<Box<Watch>>,
    /// For a loop: what its iterator's structure was when it was last looked at.
    pub(super) structure: Label,
    /// For a loop: whether its length is untrusted and without a bound.
    pub(super) unbounded: bool,
    /// For a loop: the one decision "in which round was it left", once a guard of it was untrusted.
    pub(super) exit: Option<Label>,
    /// For a `try`: how often an operation on untrusted operands might have raised.
    pub(super) raise_points: u32,
}

/// What a may-write set reaches.
struct Reached {
    /// Every object there is.
    everything: bool,
    objects: Vec<Ref>,
}

impl Reached {
    fn push(&mut self, value: Value) {
        if let Value::Object(place) = value {
            self.objects.push(place);
        }
    }
}

fn sorted(places: &[u16]) -> Vec<u16> {
    let mut places = places.to_vec();
    places.sort_unstable();
    places
}

/// How many of a native's arguments are looked at for iterators.
const ARGUMENTS: usize = 8;

/// How many objects are looked at below a receiver before the machine gives up telling them apart.
pub(super) const REACH: usize = 512;

impl Machine {
    /// The control label at this point.
    #[inline]
    pub(super) fn pc(&self) -> Label {
        self.regions.last().map_or(Label::NONE, |entry| entry.pc)
    }

    /// Whether a decision made here has no bound.
    #[inline]
    pub(super) fn unbounded(&self) -> bool {
        self.unbounded_loops > 0 || self.recursion > 0
    }

    pub(super) fn open(&mut self, kind: Kind, region: u32, label: Label, world: &mut World) {
        let pc = self.pc();
        let pc = world.lattice.join(pc, label);
        self.met = world.lattice.join(self.met, label);
        self.standing.decides(label, world);
        let tells = !world.lattice.is_inert(label);
        self.enter_region(kind, region, label, pc);
        if tells {
            self.foresee(self.regions.len() - 1, world);
        }
    }

    /// Opens the body of a function, or the top level: no guard of its own.
    #[inline]
    pub(super) fn open_body(&mut self) {
        self.enter_region(Kind::Body, 0, Label::NONE, self.pc());
    }

    #[inline]
    fn enter_region(&mut self, kind: Kind, region: u32, label: Label, pc: Label) {
        let opened = self.heap.tick();
        self.regions.push(Entry {
            opened,
            kind,
            frames: self.frames.len(),
            region,
            label,
            pc,
            iterator: None,
            rounds: 0,
            extent: Extent::Open,
            cut_short: Label::NONE,
            watch: None,
            structure: Label::NONE,
            unbounded: false,
            exit: None,
            raise_points: 0,
        });
    }

    /// *guarded region*: a value decides where control goes. An untrusted one opens the region; a trusted
    /// one that everybody may read has nothing to add.
    #[inline]
    pub(super) fn guard(&mut self, region: u32, value: Labelled, world: &mut World) {
        let label = match value.value {
            Value::Object(_) => self.cx(world).structure_of(value),
            _ => value.label,
        };
        if world.lattice.is_inert(label) {
            return;
        }
        let selected = self.cx(world).selection(value).filter(|_| !self.unbounded() && !self.exits(region));
        match selected {
            // Whether a filtered row holds anything is one bit, however many candidates there were.
            Some(selection) => {
                let control = world.lattice.guard(selection.base, Bits::ZERO);
                let outcome = world.lattice.decision(Bits::ONE);
                let guard = world.lattice.join(control, outcome);
                self.open(Kind::Guard, region, guard, world);
            }
            None => self.open_guard(region, label, world),
        }
    }

    /// Whether one of a branch's arms always ends by leaving.
    fn exits(&self, region: u32) -> bool {
        self.frames
            .last()
            .and_then(|frame| self.program.code(frame.code))
            .and_then(|code| code.regions.get(region as usize))
            .is_some_and(|region| region.exits)
    }

    fn open_guard(&mut self, region: u32, label: Label, world: &mut World) {
        let exits = self.exits(region);
        let frames = self.frames.len();
        let around =
            self.regions.iter().rposition(|entry| entry.frames == frames && entry.kind == Kind::Loop);
        let guard = match around {
            Some(place) if exits && !world.lattice.data_is_trusted(label) => {
                self.exit_guard(place, label, world)
            }
            _ => {
                // The table of choice, first and second row: one bit per guard evaluated, unless rounds or
                // calls without a bound repeat it.
                let bits = if self.unbounded() { Bits::UNBOUNDED } else { Bits::ONE };
                world.lattice.guard(label, bits)
            }
        };
        self.open(Kind::Guard, region, guard, world);
    }

    /// The table of choice: a `break` or `return` out of a loop of n rounds is one decision of log2(1 + n),
    /// instead of its guards' bits; out of a loop whose rounds are not counted beforehand it is unbounded,
    /// since it is what decides their number.
    fn exit_guard(&mut self, place: usize, label: Label, world: &mut World) -> Label {
        let control = world.lattice.guard(label, Bits::ZERO);
        self.outgrow(place, world);
        let known = self.regions.get(place).and_then(|entry| entry.exit);
        let exit = match known {
            Some(exit) => exit,
            None => {
                let program = self.program.clone();
                let entry = self.regions.get(place);
                let code = self.frames.last().map_or(0, |frame| frame.code);
                let guards = entry
                    .and_then(|entry| program.region(code, entry))
                    .map_or(1, |region| region.exit_guards);
                let bits = match entry.map(|entry| entry.extent) {
                    Some(Extent::Fixed(length) | Extent::Chosen(length)) if !self.unbounded() => {
                        Bits::log2(length.saturating_mul(u64::from(guards.max(1))).saturating_add(1))
                    }
                    _ => Bits::UNBOUNDED,
                };
                let exit = world.lattice.decision(bits);
                let unbounded = !bits.is_bounded();
                if let Some(entry) = self.regions.get_mut(place) {
                    entry.exit = Some(exit);
                    if unbounded && !entry.unbounded {
                        entry.unbounded = true;
                        self.unbounded_loops += 1;
                    }
                }
                exit
            }
        };
        world.lattice.join(control, exit)
    }

    /// Joins a label to an open region's guards, after the fact: everything inside stands under it now.
    pub(super) fn raise_entry(&mut self, place: usize, label: Label, world: &mut World) {
        let Some(entry) = self.regions.get_mut(place) else { return };
        let joined = world.lattice.join(entry.label, label);
        if joined == entry.label {
            return;
        }
        entry.label = joined;
        self.met = world.lattice.join(self.met, label);
        self.standing.decides(label, world);
        for entry in self.regions.iter_mut().skip(place) {
            entry.pc = world.lattice.join(entry.pc, label);
        }
        if !world.lattice.is_inert(joined) {
            self.foresee(place, world);
        }
    }

    /// Closes the region if it is the one that was opened last.
    #[inline]
    pub(super) fn end_region(&mut self, region: u32, world: &mut World) -> Outcome<()> {
        let open = self.regions.last().is_some_and(|entry| {
            entry.region == region
                && entry.frames == self.frames.len()
                && matches!(entry.kind, Kind::Guard | Kind::Loop | Kind::Try)
        });
        if open { self.close_last(world) } else { Ok(()) }
    }

    /// Closes the innermost region: what it may have written takes its guards.
    pub(super) fn close_last(&mut self, world: &mut World) -> Outcome<()> {
        if let Some(Entry { label: Label::NONE, unbounded: false, .. }) = self.regions.last() {
            self.regions.truncate(self.regions.len() - 1);
            return Ok(());
        }
        let Some(entry) = self.regions.pop() else { return Ok(()) };
        if entry.unbounded {
            self.unbounded_loops -= 1;
        }
        if entry.label == Label::NONE {
            return Ok(());
        }
        self.settle_iterator(&entry, entry.label, world);
        let program = self.program.clone();
        let region = program.region(self.frames.last().map_or(0, |frame| frame.code), &entry);
        if let Some(region) = region {
            self.apply(region, self.regions.len(), entry.label, world);
        }
        self.heap.watched.end(self.regions.len());
        let Some(region) = region else { return Ok(()) };
        if region.has_value
            && let Some(top) = self.stack.last_mut()
        {
            top.label = world.lattice.join(top.label, entry.label);
        }
        if let Some(depth) = region.fills {
            let place = self.stack.len().wrapping_sub(depth as usize);
            if let Some(container) = self.stack.get(place).copied() {
                self.cx(world).raise_structure(container.value, entry.label);
            }
        }
        self.escalate(region, entry.label, world);
        Ok(())
    }

    /// How far a loop's iterator has come was decided by what ended the loop; it may outlive it.
    fn settle_iterator(&mut self, entry: &Entry, label: Label, world: &mut World) {
        if let Some(iterator) = entry.iterator {
            self.cx(world).raise_structure(iterator, label);
        }
    }

    /// *break, continue, return, raise*: if an arm may have left by a jump, then what comes up to where that
    /// jump goes is decided by the guard too.
    fn escalate(&mut self, region: &Region, label: Label, world: &mut World) {
        let frames = self.frames.len();
        let own = |entry: &Entry| entry.frames == frames;
        if region.leaves_loop
            && let Some(place) = self.regions.iter().rposition(|entry| own(entry) && entry.kind == Kind::Loop)
        {
            self.raise_entry(place, label, world);
            if region.continues {
                self.cut_short(place, label, world);
            }
        }
        if region.leaves_function
            && let Some(place) = self.regions.iter().rposition(|entry| own(entry) && entry.kind == Kind::Body)
        {
            self.raise_entry(place, label, world);
        }
        if region.may_raise
            && let Some(place) = self.catcher()
        {
            self.raise_entry(place, label, world);
        }
    }

    /// The entry of what would catch an exception raised here: the innermost active `try`, or the episode itself
    /// if it was called inside a `try` of a plan above. Where nothing catches it, it ends the whole run, and then
    /// there is nobody left to learn from it.
    pub(super) fn catcher(&self) -> Option<usize> {
        match self.handlers.last() {
            Some(handler) => Some(handler.entry),
            None => self.caught.then_some(0),
        }
    }

    /// *try*: an operation that could raise, on operands of this label.
    ///
    /// The outcome "it raised at the n-th such point" is told by at most log2(1 + n) bits, charged one at
    /// the first, second, fourth, ... point.
    #[inline]
    pub(super) fn could_raise(&mut self, label: Label, world: &mut World) {
        if !world.lattice.is_inert(label)
            && let Some(place) = self.catcher()
        {
            self.raise_point(place, label, world);
        }
    }

    /// [`Self::could_raise`], once the operation has made a result: that is the region's own, as what stands among the
    /// operands is.
    #[inline]
    pub(super) fn could_have_raised(&mut self, result: Labelled, label: Label, world: &mut World) {
        if !world.lattice.is_inert(label)
            && let Some(place) = self.catcher()
        {
            self.stack.push(result);
            self.raise_point(place, label, world);
            self.stack.pop();
        }
    }

    fn raise_point(&mut self, place: usize, label: Label, world: &mut World) {
        let unbounded = self.unbounded();
        let Some(entry) = self.regions.get_mut(place) else { return };
        entry.raise_points = entry.raise_points.saturating_add(1);
        let bits = match (unbounded, entry.raise_points) {
            (true, _) => Bits::UNBOUNDED,
            // The first point also pays for which handler it is.
            (false, 1) => Bits::whole(2),
            (false, n) if n.is_power_of_two() => Bits::ONE,
            (false, _) => Bits::ZERO,
        };
        let guard = world.lattice.guard(label, bits);
        self.raise_entry(place, guard, world);
    }

    /// *may-write*: everything that the region at `place` may have changed takes the guard into its control: what its
    /// set reaches now, and what it reached when its guards grew.
    pub(super) fn apply(&mut self, region: &Region, place: usize, guard: Label, world: &mut World) {
        for slot in &region.writes {
            if let Some(value) = self.slot_mut(*slot) {
                value.label = world.lattice.join(value.label, guard);
            }
        }
        let frame = self.frames.len().saturating_sub(1);
        let mut reached = self.reached(region, frame, None);
        if let Some(noted) = self.heap.watched.of(place) {
            // What has been made since in the place of a noted object is none of the region's.
            let old = noted.objects.iter().filter(|object| self.heap.birth(**object) <= noted.clock);
            reached.objects.extend(old);
            reached.everything |= noted.everything;
        }
        if reached.everything {
            self.raise_floor(guard, world);
        }
        for object in reached.objects {
            self.cx(world).raise_structure(Value::Object(object), guard);
        }
        let environment = self.program.environment();
        let tools = region.tools.iter().filter_map(|place| environment.tools.get(*place as usize));
        let children = region.children.iter().filter_map(|place| environment.children.get(*place as usize));
        let states = tools.flat_map(|tool| &tool.writes).chain(children.flat_map(|child| &child.writes));
        for state in states {
            let label = world.states.entry(state.clone()).or_insert(Label::NONE);
            *label = world.lattice.join(*label, guard);
        }
    }

    /// The objects that a region's may-write set reaches through the variables of a frame as they are now.
    ///
    /// What untrusted data has put somewhere before is reached in some worlds alone. To tell what may be changed in any,
    /// `foreseen`, a variable whose object it has chosen, or a container of which it has decided what it holds, stands
    /// for every object.
    fn reached(&self, region: &Region, frame: usize, foreseen: Option<&mut World>) -> Reached {
        let mut reached = Reached { everything: region.anything, objects: Vec::new() };
        let mut foreseen = foreseen;
        let mut chosen = |held: Labelled| match &mut foreseen {
            Some(world) => self.was_decided(held.label, world),
            None => false,
        };
        let held = |slot: &Slot| self.labelled_in(frame, *slot);
        let mut below = Vec::new();
        for held in region.receivers.iter().filter_map(held) {
            reached.everything |= chosen(held);
            reached.push(held.value);
        }
        for held in region.deep_receivers.iter().filter_map(held) {
            reached.everything |= chosen(held);
            below.push(held.value);
        }
        for held in region.consumed.iter().filter_map(held) {
            self.reach_iterators(held.value, &mut reached);
        }
        for held in region.defaulted.iter().filter_map(held) {
            if self.heap.dict(held.value).is_some_and(|dict| dict.factory.value != Value::Unbound) {
                below.push(held.value);
            }
        }
        for value in below {
            self.reach_below(value, &mut reached, foreseen.as_deref_mut());
        }
        reached
    }

    /// Whether untrusted data has decided something of this label, beyond what decided the whole plan.
    fn was_decided(&self, label: Label, world: &mut World) -> bool {
        if world.lattice.is_inert(label) {
            return false;
        }
        let control = world.lattice.without_data(label);
        !world.lattice.is_inert(control) && world.lattice.join(control, self.literal) != self.literal
    }

    /// The guards of an open region have grown: notes what may be changed from here until it ends. Iterators that loops
    /// in it go through, or that lie among its operands, are its own to use up. Nothing follows on the top level.
    fn foresee(&mut self, place: usize, world: &mut World) {
        let Some(entry) = self.regions.get(place) else { return };
        if entry.kind == Kind::Body && entry.frames == 1 {
            return;
        }
        let frame = entry.frames.saturating_sub(1);
        let program = self.program.clone();
        let Some(code) = self.frames.get(frame).map(|frame| frame.code) else { return };
        let Some(region) = program.region(code, entry) else { return };
        let mut reached = self.reached(region, frame, Some(world));
        // What the region has made itself by now may be changed further.
        let own = region.fresh.iter().filter_map(|slot| self.slot_in(frame, *slot));
        for value in own {
            if let Value::Object(made) = value
                && self.heap.birth(made) > entry.opened
            {
                reached.objects.push(made);
            }
        }
        let open = |value: Value| self.regions.iter().any(|entry| entry.iterator == Some(value));
        let base = self.frames.get(frame).map_or(0, |frame| frame.base);
        let operands =
            self.stack.iter().skip(base).map(|operand| operand.value).filter(|value| !open(*value));
        let inside = self.regions.iter().skip(place + 1).filter_map(|entry| entry.iterator);
        // What a native that calls functions of the plan goes through.
        let tasks = self.tasks.iter().map(|task| &task.task.state);
        let through = tasks.flat_map(|state| state.extra.iter().chain(state.items.iter().take(ARGUMENTS)));
        // What it is making, wherever that is bound afterwards: the list of a comprehension, the result of a call.
        let making = self.stack.iter().skip(base).filter(|operand| world.lattice.is_inert(operand.label));
        for value in making.map(|operand| operand.value) {
            if let Value::Object(made) = value
                && self.heap.birth(made) > entry.opened
                && let Some(Object::List(_) | Object::Dict(_) | Object::Set(_)) = self.heap.get(made)
            {
                reached.objects.push(made);
            }
        }
        for value in inside.chain(operands).chain(through.map(|value| value.value)) {
            if let Some(Object::Iterator(_)) = self.heap.object(value) {
                reached.push(value);
            }
        }
        if let Some(row) = entry.iterator {
            self.reach_given(row, &mut reached);
        }
        reached.objects.sort_unstable();
        reached.objects.dedup();
        let own = match entry.iterator {
            Some(Value::Object(own)) => Some(own),
            _ => None,
        };
        let clock = self.heap.tick();
        self.heap.watched.note(Foreseen {
            region: place,
            clock,
            own,
            everything: reached.everything,
            objects: reached.objects,
            every_state: false,
            tools: sorted(&region.tools),
            children: sorted(&region.children),
        });
    }

    /// Nothing that is there already may be changed by the call on top, but for the instance that it makes.
    pub(super) fn foresee_nothing(&mut self, made: Option<Value>) {
        let region = self.regions.len() - 1;
        self.heap.watched.end(region);
        let made = match made {
            Some(Value::Object(made)) => vec![made],
            _ => Vec::new(),
        };
        let clock = self.heap.tick();
        self.heap.watched.note(Foreseen {
            region,
            clock,
            own: None,
            everything: false,
            objects: made,
            every_state: false,
            tools: Vec::new(),
            children: Vec::new(),
        });
    }

    /// All objects and all states have taken the guards of the body of the call on top.
    pub(super) fn foresee_everything(&mut self) {
        let clock = self.heap.tick();
        self.heap.watched.note(Foreseen {
            region: self.regions.len() - 1,
            clock,
            own: None,
            everything: true,
            objects: Vec::new(),
            every_state: true,
            tools: Vec::new(),
            children: Vec::new(),
        });
    }

    /// The iterators that are held somewhere below a value, itself included.
    fn reach_iterators(&self, value: Value, reached: &mut Reached) {
        match self.heap.iterators_below(std::iter::once(value)) {
            Some(iterators) => iterators.into_iter().for_each(|iterator| reached.push(iterator)),
            None => reached.everything = true,
        }
    }

    /// The iterators that an iterator over things that were computed at once gives, as `groupby` does.
    fn reach_given(&self, row: Value, reached: &mut Reached) {
        let Some(Object::Iterator(row)) = self.heap.object(row) else { return };
        let Iter::Buffer { items, .. } = &**row else { return };
        let is_iterator = |value: &Value| matches!(self.heap.object(*value), Some(Object::Iterator(_)));
        for item in items.iter().take(REACH) {
            let parts = match self.heap.object(item.value) {
                Some(Object::Tuple(parts)) => parts.items.as_slice(),
                _ => std::slice::from_ref(item),
            };
            parts.iter().map(|part| part.value).filter(is_iterator).for_each(|given| reached.push(given));
        }
    }

    /// Raises the structure of every container, because which of them was changed cannot be told.
    pub(super) fn raise_floor(&mut self, guard: Label, world: &mut World) {
        self.heap.raise_floor(guard, &mut world.lattice);
    }

    /// Raises all that a call that cannot be told from here may have changed: containers and tool states.
    pub(super) fn raise_everything(&mut self, guard: Label, world: &mut World) {
        self.raise_floor(guard, world);
        self.raise_states(guard, world);
    }

    /// Raises all that the tools and agents which were not chosen would have changed: tool states, and containers only
    /// where code of the plan might have been chosen as well.
    pub(super) fn raise_others(&mut self, guard: Label, world: &mut World) {
        if self.program.0.compiled.keeps_functions {
            self.raise_floor(guard, world);
        }
        self.raise_states(guard, world);
    }

    fn raise_states(&self, guard: Label, world: &mut World) {
        let environment = self.program.environment();
        let states = environment.tools.iter().flat_map(|tool| &tool.writes);
        let states = states.chain(environment.children.iter().flat_map(|child| &child.writes));
        for state in states {
            let label = world.states.entry(state.clone()).or_insert(Label::NONE);
            *label = world.lattice.join(*label, guard);
        }
    }

    /// A value and everything that can be reached from it.
    fn reach_below(&self, value: Value, reached: &mut Reached, mut foreseen: Option<&mut World>) {
        let mut seen = std::collections::BTreeSet::new();
        let mut pending = vec![value];
        while let Some(next) = pending.pop() {
            let Value::Object(place) = next else { continue };
            if !seen.insert(place) {
                continue;
            }
            if seen.len() > REACH {
                reached.everything = true;
                return;
            }
            if let Some(object) = self.heap.get(place)
                && !matches!(object, Object::Str(_))
            {
                reached.objects.push(place);
                if let Some(world) = foreseen.as_deref_mut() {
                    let structure = object.structure_labels().unwrap_or_default();
                    let floor = self.heap.floor(next);
                    if self.was_decided(structure, world) || self.was_decided(floor, world) {
                        reached.everything = true;
                        return;
                    }
                }
                object.for_each_value(|value| {
                    if let Value::Object(_) = value {
                        pending.push(value);
                    }
                });
            }
        }
    }

    /// What a variable of a frame holds.
    pub(super) fn slot_in(&self, frame: usize, slot: Slot) -> Option<Value> {
        self.labelled_in(frame, slot).map(|held| held.value)
    }

    fn labelled_in(&self, frame: usize, slot: Slot) -> Option<Labelled> {
        let base = self.frames.get(frame).map_or(0, |frame| frame.base);
        let held = match slot {
            Slot::Local(slot) => self.stack.get(base + slot as usize)?,
            Slot::Global(slot) => self.globals.get(slot as usize)?,
            Slot::Cell(slot) => match self.heap.object(self.stack.get(base + slot as usize)?.value)? {
                Object::Cell(value) => value,
                _ => return None,
            },
        };
        Some(*held)
    }

    pub(super) fn slot_mut(&mut self, slot: Slot) -> Option<&mut Labelled> {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        match slot {
            Slot::Local(slot) => self.stack.get_mut(base + slot as usize),
            Slot::Global(slot) => self.globals.get_mut(slot as usize),
            Slot::Cell(slot) => {
                let cell = self.stack.get(base + slot as usize)?.value;
                match self.heap.object_mut(cell) {
                    Some(Object::Cell(value)) => Some(value),
                    _ => None,
                }
            }
        }
    }

    /// Closes what is open inside a `try`: its `finally` runs whichever way it is left, and what it reads was
    /// written under the guards that end here.
    pub(super) fn unwind_try(&mut self, region: u32, world: &mut World) -> Outcome<()> {
        let frames = self.frames.len();
        let own = |entry: &Entry| entry.frames == frames && entry.kind == Kind::Try && entry.region == region;
        let Some(place) = self.regions.iter().rposition(own) else { return Ok(()) };
        while self.regions.len() > place + 1 {
            let label = self.regions.last().map_or(Label::NONE, |entry| entry.label);
            self.close_last(world)?;
            self.raise_entry(place, label, world);
        }
        self.meet(place, world);
        Ok(())
    }

    /// Control comes to a handler or a `finally` from more than one place in the body of its `try`: what the
    /// body may have written by then was decided by what stands open.
    pub(super) fn meet(&mut self, place: usize, world: &mut World) {
        let Some(entry) = self.regions.get(place).cloned() else { return };
        if world.lattice.is_inert(entry.pc) {
            return;
        }
        let program = self.program.clone();
        if let Some(region) = program.region(self.frames.last().map_or(0, |frame| frame.code), &entry) {
            self.apply(region, place, entry.pc, world);
        }
    }

    /// Two arms of an open region meet before it ends.
    pub(super) fn rejoin(&mut self, region: u32, world: &mut World) {
        let frames = self.frames.len();
        let own =
            |entry: &Entry| entry.frames == frames && entry.kind == Kind::Guard && entry.region == region;
        let Some(place) = self.regions.iter().rposition(own) else { return };
        let label = self.regions.get(place).map_or(Label::NONE, |entry| entry.label);
        let program = self.program.clone();
        let code = self.frames.last().map_or(0, |frame| frame.code);
        if let Some(region) = program.code(code).and_then(|code| code.regions.get(region as usize)) {
            self.apply(region, place, label, world);
        }
    }

    /// Closes the regions of the current call down to its body, on the way out of it, and gives the join of
    /// their guards.
    pub(super) fn close_call(&mut self, world: &mut World) -> Label {
        let Some(frame) = self.frames.last() else { return Label::NONE };
        let (first, code) = (frame.regions, frame.code);
        let mut label = Label::NONE;
        while self.regions.len() > first {
            // Most have nothing to tell.
            if label == Label::NONE
                && let Some(Entry { label: Label::NONE, unbounded: false, .. }) = self.regions.last()
            {
                self.regions.truncate(self.regions.len() - 1);
                continue;
            }
            let Some(entry) = self.regions.pop() else { break };
            if entry.unbounded {
                self.unbounded_loops -= 1;
            }
            label = world.lattice.join(label, entry.label);
            if label != Label::NONE {
                self.settle_iterator(&entry, label, world);
                // What decided that control left from here decided the writes of all that it left.
                let program = self.program.clone();
                if let Some(region) = program.region(code, &entry) {
                    self.apply(region, self.regions.len(), label, world);
                }
                self.heap.watched.end(self.regions.len());
            }
        }
        label
    }
}
