//! The decisions of untrusted data that certainly stand behind a value, each counted once, as the machine counts them at
//! least.

use std::rc::Rc;

use caravan_label::Bits;

/// A set of places of the text at which untrusted data decides, with what each costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Decided(Option<Rc<[Decision]>>);

/// What is decided at one place, once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Decision {
    /// Where in the text.
    pub(super) place: u32,
    pub(super) line: u32,
    pub(super) bits: Bits,
}

impl Decided {
    pub(super) fn one(decision: Decision) -> Decided {
        Decided(Some(Rc::new([decision])))
    }

    fn decisions(&self) -> &[Decision] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Those of both.
    pub(super) fn and(&self, other: &Decided) -> Decided {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) => {
                let more = b.iter().filter(|decision| !a.iter().any(|known| known.place == decision.place));
                let mut all: Vec<Decision> = a.iter().chain(more).copied().collect();
                all.truncate(MOST);
                Decided(Some(all.into()))
            }
        }
    }

    /// Those that are certain where the value may be this one of two.
    pub(super) fn either(&self, other: &Decided) -> Decided {
        if self == other {
            return self.clone();
        }
        let both = |decision: &&Decision| other.decisions().iter().any(|known| known.place == decision.place);
        let common: Vec<Decision> = self.decisions().iter().filter(both).copied().collect();
        Decided(if common.is_empty() { None } else { Some(common.into()) })
    }

    /// How much is decided at least.
    pub(super) fn bits(&self) -> Bits {
        self.decisions().iter().map(|decision| decision.bits).sum()
    }

    /// The lines of the decisions, each once.
    pub(super) fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self.decisions().iter().map(|decision| decision.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// How many decisions behind one value are looked at: fewer than there are is never an alarm too many.
const MOST: usize = 64;
