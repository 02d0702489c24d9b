//! The lattice's laws, over generated labels.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use caravan_label::{AgentPath, Bits, Choice, Label, Lattice, Readers, Source, Taint};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Recipe {
    tools: Vec<(u8, bool)>,
    control: Vec<(u8, bool)>,
    readers: Option<Vec<u8>>,
    guard: Option<u8>,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let tools = || prop::collection::vec((0..4_u8, any::<bool>()), 0..3);
    let readers = prop::option::of(prop::collection::vec(0..4_u8, 0..3));
    (tools(), tools(), readers, prop::option::of(1..9_u8))
        .prop_map(|(tools, control, readers, guard)| Recipe { tools, control, readers, guard })
}

fn taint(lattice: &mut Lattice, tools: &[(u8, bool)], readers: &Option<Vec<u8>>) -> Taint {
    let sources: Vec<Source> = tools
        .iter()
        .map(|(n, trusted)| Source::Tool {
            agent: AgentPath::root(),
            tool: format!("t{n}").into(),
            inner: None,
            trusted: *trusted,
        })
        .collect();
    let readers = match readers {
        None => Readers::Everybody,
        Some(names) => Readers::Only(names.iter().map(|n| format!("p{n}").into()).collect()),
    };
    lattice.taint(&sources, readers)
}

fn build(lattice: &mut Lattice, recipe: &Recipe) -> Label {
    let data = taint(lattice, &recipe.tools, &recipe.readers);
    let control = taint(lattice, &recipe.control, &None);
    let label = lattice.label(data, control, Choice::NONE);
    match recipe.guard {
        None => label,
        Some(bits) => {
            let decision = lattice.decision(Bits::whole(u32::from(bits)));
            lattice.join(label, decision)
        }
    }
}

proptest! {
    #[test]
    fn join_is_commutative_associative_and_idempotent(a in recipe(), b in recipe(), c in recipe()) {
        let mut lattice = Lattice::new();
        let (a, b, c) = (build(&mut lattice, &a), build(&mut lattice, &b), build(&mut lattice, &c));
        let ab = lattice.join(a, b);
        prop_assert_eq!(ab, lattice.join(b, a));
        let bc = lattice.join(b, c);
        prop_assert_eq!(lattice.join(ab, c), lattice.join(a, bc));
        prop_assert_eq!(lattice.join(ab, a), ab);
        prop_assert_eq!(lattice.join(a, Label::NONE), a);
        prop_assert!(lattice.holds(ab, a) && lattice.holds(ab, b));
    }

    #[test]
    fn marks_keep_the_laws_and_change_nothing_that_a_label_holds(
        a in recipe(), b in recipe(), c in recipe(), marks in prop::array::uniform3(0..3_u32)
    ) {
        let mut lattice = Lattice::new();
        // What is marked has data: it came from somewhere.
        let plain = [&a, &b, &c].map(|recipe| build(&mut lattice, recipe));
        let mut marked = plain;
        for ((label, recipe), mark) in marked.iter_mut().zip([&a, &b, &c]).zip(marks) {
            *label = label.marked(if recipe.tools.is_empty() && recipe.readers.is_none() { 0 } else { mark });
        }
        let [a, b, c] = marked;
        let ab = lattice.join(a, b);
        prop_assert_eq!(ab, lattice.join(b, a));
        let bc = lattice.join(b, c);
        prop_assert_eq!(lattice.join(ab, c), lattice.join(a, bc));
        prop_assert_eq!(lattice.join(ab, a), ab);
        prop_assert_eq!(ab.marked(0), lattice.join(plain[0], plain[1]));
        prop_assert_eq!(lattice.is_inert(ab), lattice.is_inert(ab.marked(0)));
        prop_assert_eq!(lattice.choice_bits(ab), lattice.choice_bits(ab.marked(0)));
        prop_assert!(lattice.holds(ab, a) && lattice.holds(ab, b));
        // Control alone takes no mark away; other data does.
        let guard = lattice.guard(c, Bits::ONE);
        prop_assert_eq!(lattice.join(a, guard).mark(), a.mark());
        prop_assert!(ab.mark() == 0 || ab.mark() == a.mark() || ab.mark() == b.mark());
    }

    #[test]
    fn a_join_is_never_more_trusted_nor_cheaper_nor_wider_read(a in recipe(), b in recipe()) {
        let mut lattice = Lattice::new();
        let (a, b) = (build(&mut lattice, &a), build(&mut lattice, &b));
        let joined = lattice.join(a, b);
        prop_assert!(!lattice.data_is_trusted(joined) || lattice.data_is_trusted(a));
        prop_assert!(!lattice.control_is_trusted(joined) || lattice.control_is_trusted(a));
        prop_assert!(lattice.choice_bits(joined) >= lattice.choice_bits(a));
        prop_assert!(!lattice.is_inert(joined) || lattice.is_inert(a));
        for who in ["p0", "p1", "p2", "p3", "p9"] {
            let admits = |label| lattice.readers(lattice.data(label)).admit(who);
            prop_assert_eq!(admits(joined), admits(a) && admits(b));
        }
    }

    #[test]
    fn a_guard_keeps_every_source_as_control(a in recipe(), bits in 0..5_u32) {
        let mut lattice = Lattice::new();
        let a = build(&mut lattice, &a);
        let guard = lattice.guard(a, Bits::whole(bits));
        prop_assert_eq!(lattice.control_is_trusted(guard), lattice.is_trusted(a));
        prop_assert!(lattice.data_is_trusted(guard));
        let charged = lattice.choice_bits(guard);
        let due = if lattice.data_is_trusted(a) { lattice.choice_bits(a) } else { Bits::whole(bits) };
        prop_assert_eq!(charged, due);
    }
}

#[test]
fn the_same_decision_counts_once_and_different_ones_add_up() {
    let mut lattice = Lattice::new();
    let (a, b) = (lattice.decision(Bits::ONE), lattice.decision(Bits::ONE));
    let ab = lattice.join(a, b);
    assert_eq!(lattice.choice_bits(ab), Bits::whole(2));
    let again = lattice.join(ab, a);
    assert_eq!(lattice.choice_bits(again), Bits::whole(2));
}

#[test]
fn what_overflows_a_set_of_decisions_is_summed_not_dropped() {
    let mut lattice = Lattice::new();
    let mut all = Label::NONE;
    for n in 1..=200 {
        let decision = lattice.decision(Bits::ONE);
        all = lattice.join(all, decision);
        assert!(lattice.choice_bits(all) >= Bits::whole(n));
    }
    for _ in 0..100 {
        let decision = lattice.decision(Bits::ONE);
        all = lattice.join(all, decision);
    }
    assert_eq!(lattice.choice_bits(all), Bits::UNBOUNDED);
}

#[test]
fn a_union_keeps_what_either_set_of_decisions_had_summed() {
    let mut lattice = Lattice::new();
    let mut hundred = || {
        (0..100).fold(Label::NONE, |all, _| {
            let decision = lattice.decision(Bits::ONE);
            lattice.join(all, decision)
        })
    };
    let (a, b) = (hundred(), hundred());
    let both = lattice.join(a, b);
    assert!(lattice.choice_bits(both) >= Bits::whole(200));
}

#[test]
fn a_label_that_restricts_readers_is_not_inert_however_trusted() {
    let mut lattice = Lattice::new();
    let private = lattice.taint(&[Source::User], Readers::Only(["ann".into()].into()));
    let value = lattice.label(private, Taint::NONE, Choice::NONE);
    let decided = lattice.label(Taint::NONE, private, Choice::NONE);
    assert!(lattice.is_trusted(value) && !lattice.is_inert(value));
    assert!(lattice.is_trusted(decided) && !lattice.is_inert(decided));
}

#[test]
fn a_chain_of_a_hundred_thousand_joins_stays_one_small_label() {
    let mut lattice = Lattice::new();
    let tool = lattice.data_from(&[Source::Quarantined(AgentPath::root())]);
    let user = lattice.data_from(&[Source::User]);
    let last = (0..100_000).fold(user, |label, _| lattice.join(label, tool));
    assert_eq!(lattice.sources(lattice.data(last)).count(), 2);
}
