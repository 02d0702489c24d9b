//! A net under the may-write sets (DESIGN section 3, *may-write*): what may be changed under an untrusted decision was
//! noted when the decision was made, or is refused.
//!
//! The sets are computed from the text, and take the guard where the region ends, in whichever arm control went. Should
//! one of them miss an object, the arm that changes it would show by a change that nothing marks. So when a region's
//! guards grow, the objects that its set reaches then are noted: the same ones whichever way control goes from there.
//! They take the guards when the region ends, whatever the variables hold by then, and no other object that is older
//! than the decision can be changed before.

use crate::value::Ref;

/// What may be changed while one region is open.
#[derive(Debug)]
pub(crate) struct Foreseen {
    /// The region's place among those that are open.
    pub(crate) region: usize,
    /// The heap's clock at the last decision: what is younger may be changed.
    pub(crate) clock: u32,
    /// Whether every object takes the guards.
    pub(crate) everything: bool,
    /// The iterator that a loop goes through: it takes the guards when the loop ends.
    pub(crate) own: Option<Ref>,
    /// The objects, sorted.
    pub(crate) objects: Vec<Ref>,
    /// Whether the states that every tool writes take the guards.
    pub(crate) every_state: bool,
    /// The tools whose states do, by place, sorted.
    pub(crate) tools: Vec<u16>,
    /// The children whose states do, by place, sorted.
    pub(crate) children: Vec<u16>,
}

/// What is noted of all open regions whose guards are untrusted, the outermost first.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    regions: Vec<Foreseen>,
    missed: bool,
}

impl Watched {
    /// Whether no open region has an untrusted guard.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// Notes more for a region, or begins to.
    pub(crate) fn note(&mut self, more: Foreseen) {
        let place = self.regions.partition_point(|known| known.region < more.region);
        match self.regions.get_mut(place).filter(|known| known.region == more.region) {
            Some(known) => {
                known.clock = known.clock.max(more.clock);
                known.everything |= more.everything;
                known.every_state |= more.every_state;
                merge(&mut known.objects, more.objects);
                merge(&mut known.tools, more.tools);
                merge(&mut known.children, more.children);
            }
            None => self.regions.insert(place, more),
        }
    }

    /// What is noted of a region.
    pub(crate) fn of(&self, region: usize) -> Option<&Foreseen> {
        self.regions.iter().rfind(|known| known.region == region)
    }

    /// Forgets the regions from a place on: they have ended.
    #[inline]
    pub(crate) fn end(&mut self, from: usize) {
        while self.regions.last().is_some_and(|last| last.region >= from) {
            self.regions.pop();
        }
    }

    /// An object that was made at `birth` is changed.
    pub(crate) fn changes(&mut self, object: Ref, birth: u32) {
        self.missed |= self.regions.iter().any(|region| {
            birth <= region.clock
                && !region.everything
                && region.own != Some(object)
                && region.objects.binary_search(&object).is_err()
        });
    }

    /// A tool that writes states is called.
    pub(crate) fn calls_tool(&mut self, tool: u16) {
        self.missed |= self
            .regions
            .iter()
            .any(|region| !region.every_state && region.tools.binary_search(&tool).is_err());
    }

    /// A child below which states are written is called.
    pub(crate) fn calls_child(&mut self, child: u16) {
        self.missed |= self
            .regions
            .iter()
            .any(|region| !region.every_state && region.children.binary_search(&child).is_err());
    }

    /// Whether something was changed that was not noted.
    #[inline]
    pub(crate) fn has_missed(&self) -> bool {
        self.missed
    }
}

fn merge<T: Ord>(known: &mut Vec<T>, more: Vec<T>) {
    known.extend(more);
    known.sort_unstable();
    known.dedup();
}
