//! What a client has been told in a session, and what that has cost.
//!
//! Each reply to a plan that has met untrusted data is a word of a code:
//!
//! | the reply | its weight | its cost |
//! | --- | --- | --- |
//! | the plan failed | 1/16 | 4 bits |
//! | it failed with this kind of error on this line, n of both | 1/16 of 1/n | 4 + log2(n) bits |
//! | it ended, and this is a value that nothing untrusted decided, or a reference to one | 7/8 | 0.193 bits |
//! | it ended, and this is a reference to a value that untrusted data had a part in deciding | 7/8 of 7/8 | 0.386 bits |
//! | it ended, and this is a value of c bits of choice | 7/8 of 1/8 of 2^-c | 3.193 + c bits |
//!
//! The weights of a reply sum to one at most, so those of a session's courses do, and no more than 2^b of them cost b bits.

use caravan_label::{Bits, Label, Lattice, Source, Taint};
use caravan_plan::{Strictness, World};

use super::reply::{Failure, ReplyError};
use crate::gate::Ruling;

/// What has been told, and the budget for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    ruling: Ruling,
    // INVARIANT: no data; its choice is one decision of all that was spent.
    told: Label,
    spent: Bits,
}

/// Kinds of errors that are told apart where untrusted data may have caused one.
const KINDS: [&str; 8] = [
    "RuntimeError",
    "ValueError",
    "LookupError",
    "TypeError",
    "AttributeError",
    "Denied",
    "ToolFailure",
    "Exception",
];

/// The bare word that a plan has failed.
fn failed() -> Bits {
    Bits::whole(4)
}

/// The common one of two words: an end without an error, and, where untrusted data decided which value it is, a reference.
fn common() -> Bits {
    Bits::log2_ratio(8, 7)
}

/// The rare one: a value that untrusted data had a part in deciding.
fn rare() -> Bits {
    Bits::whole(3)
}

impl Account {
    pub(super) fn new(ruling: Ruling) -> Account {
        Account { ruling, told: Label::NONE, spent: Bits::ZERO }
    }

    /// What decided all that was told: the base of the next plan.
    pub(super) fn told(&self) -> Label {
        self.told
    }

    /// What all that was told has cost.
    #[cfg(test)]
    pub(super) fn spent(&self) -> Bits {
        self.spent
    }

    /// Whether failures can be told of and paid for. If not, they end the session.
    fn pays_for_failures(&self) -> bool {
        self.ruling.strictness == Strictness::Cfi && self.spent + failed() <= self.ruling.budget
    }

    /// What it costs that a plan ended without an error, or with one that nothing untrusted has caused.
    fn ended(&self, met: Label, lattice: &Lattice) -> Bits {
        if self.pays_for_failures() && !lattice.is_trusted(met) { common() } else { Bits::ZERO }
    }

    /// Whether what decided a value or an error is all in what was told before.
    pub(super) fn knows(&self, label: Label, lattice: &mut Lattice) -> bool {
        let decided = lattice.without_data(label);
        let both = lattice.join(self.told, decided);
        let [known, taint] = [self.told, decided].map(|label| lattice.control(label));
        let known: Vec<&Source> = lattice.sources(known).collect();
        let mut untrusted = lattice.sources(taint).filter(|source| !source.is_trusted());
        untrusted.all(|source| known.contains(&source)) && lattice.choice_bits(both) <= self.spent
    }

    /// Whether a value of this label is told, which is charged. `met` is all that the plan has met.
    pub(super) fn value(&mut self, label: Label, met: Label, world: &mut World) -> bool {
        let lattice = &mut world.lattice;
        let may_be_told = lattice.data_is_trusted(label);
        match self.ruling.strictness {
            Strictness::Explicit => return may_be_told,
            Strictness::Noninterference => return may_be_told && lattice.control_is_trusted(label),
            Strictness::Cfi => {}
        }
        let ended = self.ended(met, lattice);
        if self.knows(label, lattice) {
            self.spend(ended, &[met], lattice);
            return may_be_told;
        }
        if !self.pays_for_failures() {
            // Nothing that untrusted data decided is told any more: then that it is not told says nothing.
            return false;
        }
        let decided = lattice.without_data(label);
        let whole = lattice.join(self.told, decided);
        let total = lattice.choice_bits(whole) + ended + rare();
        if may_be_told && total <= self.ruling.budget {
            self.spend_to(total, &[met, decided], lattice);
            return true;
        }
        self.spend(ended + common(), &[met, label], lattice);
        false
    }

    /// What is told of a failure, which is charged; none if that cannot be paid for.
    pub(super) fn failure(
        &mut self,
        failure: Failure,
        met: Label,
        lines: usize,
        world: &mut World,
    ) -> Option<ReplyError> {
        let lattice = &mut world.lattice;
        if let Some(message) = failure.trusted_text {
            let ended = self.ended(met, lattice);
            self.spend(ended, &[met], lattice);
            return Some(ReplyError { kind: failure.kind, message, line: failure.line, trusted: true });
        }
        let kind = KINDS.iter().find(|kind| **kind == failure.kind).unwrap_or(&"Exception");
        let detail = u64::try_from(lines).unwrap_or(u64::MAX).saturating_add(1);
        let detail = failed() + Bits::log2(detail.saturating_mul(KINDS.len() as u64));
        let is_detailed = match self.ruling.strictness {
            Strictness::Explicit => true,
            _ if !self.pays_for_failures() => return None,
            _ => self.spent + detail <= self.ruling.budget,
        };
        if self.ruling.strictness == Strictness::Cfi {
            self.spend(if is_detailed { detail } else { failed() }, &[met], lattice);
        }
        Some(if is_detailed { ReplyError::withheld(kind, failure.line) } else { ReplyError::bare() })
    }

    /// Charges for a plan that did not end. Whether that could be paid for: if not, the session has to end.
    pub(super) fn abandoned(&mut self, met: Label, world: &mut World) -> bool {
        let lattice = &mut world.lattice;
        if self.ruling.strictness == Strictness::Explicit || lattice.is_trusted(met) {
            return true;
        }
        let is_paid = self.pays_for_failures();
        if is_paid {
            self.spend(failed(), &[met], lattice);
        }
        is_paid
    }

    fn spend(&mut self, more: Bits, by: &[Label], lattice: &mut Lattice) {
        if more > Bits::ZERO {
            self.spend_to(self.spent + more, by, lattice);
        }
    }

    /// Notes that what has these labels had a part in what was told.
    fn spend_to(&mut self, total: Bits, by: &[Label], lattice: &mut Lattice) {
        let mut control = lattice.control(self.told);
        for label in by {
            // As control: what was told tells of it, and is not it.
            let decider = lattice.control_as_data(*label);
            let taint = lattice.data(decider);
            control = joined(control, taint, lattice);
        }
        let decision = lattice.decision(total);
        let choice = lattice.choice(decision);
        self.told = lattice.label(Taint::NONE, control, choice);
        self.spent = total;
    }
}

/// The join of two taints.
fn joined(a: Taint, b: Taint, lattice: &mut Lattice) -> Taint {
    let [a, b] = [a, b].map(|taint| lattice.label(Taint::NONE, taint, caravan_label::Choice::NONE));
    let both = lattice.join(a, b);
    lattice.control(both)
}

#[cfg(test)]
mod tests {
    use caravan_label::AgentPath;

    use super::*;

    fn untrusted(lattice: &mut Lattice) -> Label {
        let (agent, tool) = (AgentPath::root(), "read".into());
        lattice.data_from(&[Source::Tool { agent, tool, inner: None, trusted: false }])
    }

    /// All replies that a plan may get, as far as they are told apart, with a value of `bits` bits of choice.
    fn costs(bits: u32) -> Vec<f64> {
        let mut costs = Vec::new();
        let lines = 9;
        for outcome in 0..4 {
            let mut world = World::default();
            let met = untrusted(&mut world.lattice);
            let budget = Bits::whole(if outcome == 3 { 6 } else { 64 });
            let mut account = Account::new(Ruling { strictness: Strictness::Cfi, budget });
            let decided = world.lattice.guard(met, Bits::whole(bits));
            let repeated = match outcome {
                0 => {
                    assert!(account.value(decided, met, &mut world));
                    1 << bits
                }
                1 => {
                    let both = world.lattice.join(decided, met);
                    assert!(!account.value(both, met, &mut world));
                    1
                }
                2 => {
                    let failure = Failure { kind: "ValueError".into(), line: Some(1), trusted_text: None };
                    let told = account.failure(failure, met, lines, &mut world);
                    assert_eq!(told.and_then(|told| told.line), Some(1));
                    KINDS.len() * (lines + 1)
                }
                _ => {
                    let failure = Failure { kind: "ValueError".into(), line: Some(1), trusted_text: None };
                    let told = account.failure(failure, met, lines, &mut world);
                    assert_eq!(told.and_then(|told| told.line), None);
                    1
                }
            };
            // The two words of a failure share its weight: which is used depends on what was spent before.
            costs.extend(std::iter::repeat_n(account.spent().as_f64(), repeated));
        }
        costs
    }

    #[test]
    fn the_replies_of_a_plan_are_a_code() {
        for bits in 0..8 {
            let weight: f64 = costs(bits).iter().map(|cost| (-cost).exp2()).sum();
            assert!(weight <= 1.0, "{bits}: {weight}");
            assert!(weight > 0.9, "the code is wasteful at {bits}: {weight}");
        }
    }

    #[test]
    fn what_was_told_is_not_charged_again() {
        let mut world = World::default();
        let met = untrusted(&mut world.lattice);
        let mut account = Account::new(Ruling { strictness: Strictness::Cfi, budget: Bits::whole(16) });
        let decided = world.lattice.guard(met, Bits::ONE);
        assert!(account.value(decided, met, &mut world));
        let spent = account.spent();
        for _ in 0..1000 {
            assert!(account.value(account.told(), Label::NONE, &mut world));
        }
        assert_eq!(account.spent(), spent);
    }

    #[test]
    fn a_session_tells_no_more_than_its_budget() {
        let mut world = World::default();
        let met = untrusted(&mut world.lattice);
        let mut account = Account::new(Ruling { strictness: Strictness::Cfi, budget: Bits::whole(16) });
        let mut told = 0;
        for _ in 0..1000 {
            let decided = world.lattice.guard(met, Bits::ONE);
            told += usize::from(account.value(decided, met, &mut world));
            assert!(account.spent() <= Bits::whole(16));
        }
        assert_eq!(told, 3);
        let failure = Failure { kind: "ValueError".into(), line: Some(1), trusted_text: None };
        assert_eq!(account.failure(failure, met, 3, &mut world), None);
    }
}
