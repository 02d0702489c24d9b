//! The untrusted decisions behind a value, and what they cost.

use std::collections::BTreeMap;

use crate::bits::Bits;

/// A set of untrusted decisions with their bits, as a small id into a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(pub(crate) u32);

impl Choice {
    /// No untrusted decision.
    pub const NONE: Choice = Choice(0);
    /// Decisions without a known bound.
    pub const UNBOUNDED: Choice = Choice(1);
}

/// One dynamic evaluation of an untrusted decision. Never reused within a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Decision(u32);

/// Decisions kept apart in one set; those beyond are summed, which may count one twice but never drops one.
const KEPT_APART: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChoiceData {
    // INVARIANT: sorted by decision, at most `KEPT_APART` of them.
    decisions: Box<[(Decision, Bits)]>,
    summed: Bits,
    total: Bits,
}

/// The interned choices of a lattice.
#[derive(Debug)]
pub(crate) struct Choices {
    next_decision: u32,
    choices: Vec<ChoiceData>,
    ids: BTreeMap<ChoiceData, Choice>,
}

impl Choices {
    pub(crate) fn new() -> Choices {
        let none = ChoiceData { decisions: Box::default(), summed: Bits::ZERO, total: Bits::ZERO };
        let unbounded =
            ChoiceData { decisions: Box::default(), summed: Bits::UNBOUNDED, total: Bits::UNBOUNDED };
        Choices {
            next_decision: 0,
            choices: vec![none.clone(), unbounded.clone()],
            ids: BTreeMap::from([(none, Choice::NONE), (unbounded, Choice::UNBOUNDED)]),
        }
    }

    pub(crate) fn decide(&mut self, bits: Bits) -> Choice {
        if bits == Bits::ZERO {
            return Choice::NONE;
        }
        let Some(next) = self.next_decision.checked_add(1) else { return Choice::UNBOUNDED };
        let decision = Decision(std::mem::replace(&mut self.next_decision, next));
        self.intern(vec![(decision, bits)], Bits::ZERO)
    }

    pub(crate) fn union(&mut self, a: Choice, b: Choice) -> Choice {
        if a == b || b == Choice::NONE {
            return a;
        }
        if a == Choice::NONE {
            return b;
        }
        if a == Choice::UNBOUNDED || b == Choice::UNBOUNDED {
            return Choice::UNBOUNDED;
        }
        let (Some(left), Some(right)) = (self.choices.get(a.0 as usize), self.choices.get(b.0 as usize))
        else {
            return Choice::UNBOUNDED;
        };
        let mut decisions: BTreeMap<Decision, Bits> = left.decisions.iter().copied().collect();
        for &(decision, bits) in &right.decisions {
            // A decision has one price, but if two were ever named for it, the dearer counts.
            let price = decisions.entry(decision).or_insert(bits);
            *price = (*price).max(bits);
        }
        let summed = left.summed + right.summed;
        self.intern(decisions.into_iter().collect(), summed)
    }

    pub(crate) fn bits(&self, choice: Choice) -> Bits {
        self.choices.get(choice.0 as usize).map_or(Bits::UNBOUNDED, |choice| choice.total)
    }

    fn intern(&mut self, mut decisions: Vec<(Decision, Bits)>, mut summed: Bits) -> Choice {
        let overflow = decisions.len().saturating_sub(KEPT_APART);
        summed = summed + decisions.drain(..overflow).map(|(_, bits)| bits).sum();
        let total = summed + decisions.iter().map(|&(_, bits)| bits).sum();
        if !total.is_bounded() {
            return Choice::UNBOUNDED;
        }
        let data = ChoiceData { decisions: decisions.into_boxed_slice(), summed, total };
        if let Some(id) = self.ids.get(&data) {
            return *id;
        }
        let id = Choice(self.choices.len() as u32);
        self.choices.push(data.clone());
        self.ids.insert(data, id);
        id
    }
}
