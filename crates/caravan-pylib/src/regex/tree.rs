//! What a pattern says, before it is made into a program.

use super::set::{Case, Set};

/// One element after the other.
pub(super) type Sequence = Vec<Node>;

/// An element of a pattern, with the flags that hold where it stands already in it.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// One character of this code, exactly.
    Literal(u32),
    /// Any character, line ends too if the flag is set.
    Any { newline: bool },
    /// One character of a set.
    Set(Box<Set>),
    /// A place.
    At(At),
    /// A group, with its number if it captures.
    Group(Option<usize>, Sequence),
    /// `min` to `max` times (`None`: as often as can be).
    Repeat { min: u32, max: Option<u32>, greed: Greed, body: Sequence },
    /// One of several.
    Branch(Vec<Sequence>),
    /// What follows, or went before by as many characters as `behind` says, is or is not this.
    Look { negated: bool, behind: bool, body: Sequence },
    /// What matches first, without a second try.
    Atomic(Sequence),
    /// The text of a group again.
    Reference { group: usize, case: Case },
    /// One sequence if a group matched, else the other.
    Conditional { group: usize, yes: Sequence, no: Sequence },
}

/// How a repetition chooses its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    /// As many as can be, then fewer.
    Greedy,
    /// As few as can be, then more.
    Lazy,
    /// As many as can be, and no fewer.
    Possessive,
}

/// Places in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// `\A`, and `^` outside multi-line mode.
    Start,
    /// `^` in multi-line mode.
    LineStart,
    /// `$` outside multi-line mode: the end, or before a line end that is the last character.
    End,
    /// `$` in multi-line mode.
    LineEnd,
    /// `\Z`.
    Last,
    /// `\b`, or `\B` if negated.
    WordBoundary { negated: bool, ascii: bool },
}

/// The least and the most characters that something can match; saturating.
pub(super) type Width = (u64, u64);

/// The width of a sequence; `groups` has those of the closed groups.
pub(super) fn width(sequence: &[Node], groups: &[Option<Width>]) -> Width {
    let mut total: Width = (0, 0);
    for node in sequence {
        let (low, high) = match node {
            Node::Literal(_) | Node::Any { .. } | Node::Set(_) => (1, 1),
            Node::At(_) | Node::Look { .. } => (0, 0),
            Node::Group(_, body) | Node::Atomic(body) => width(body, groups),
            Node::Repeat { min, max, body, .. } => {
                let (low, high) = width(body, groups);
                let high = match max {
                    Some(max) => high.saturating_mul(u64::from(*max)),
                    None if high == 0 => 0,
                    None => u64::MAX,
                };
                (low.saturating_mul(u64::from(*min)), high)
            }
            Node::Branch(arms) => either(arms.iter().map(|arm| width(arm, groups))),
            Node::Reference { group, .. } => groups.get(*group).copied().flatten().unwrap_or((0, 0)),
            Node::Conditional { yes, no, .. } => either([width(yes, groups), width(no, groups)].into_iter()),
        };
        total = (total.0.saturating_add(low), total.1.saturating_add(high));
    }
    total
}

fn either(widths: impl Iterator<Item = Width>) -> Width {
    widths.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0, 0))
}
