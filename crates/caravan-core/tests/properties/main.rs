//! The promises of the labels, attacked with generated programs under generated untrusted inputs.
//!
//! A failing program is made small and shown with its seed and inputs. `cargo xtask soak` tries many more programs, in a
//! release build and from where it stopped.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test that fails may say so loudly"
)]

mod attack;
mod check;
mod counts;
mod derived;
mod engine;
mod expression;
mod foreseen;
mod function;
mod generator;
mod inputs;
mod play;
mod player;
mod program;
mod property;
mod random;
mod reference;
mod shrink;
#[path = "../stage/mod.rs"]
mod stage;
mod straight;

use std::collections::BTreeMap;

use attack::attack;
use caravan_core::plan::Strictness;
use counts::Counts;
use property::Property;

/// Most programs are in the language, and their runs come to an end.
fn assert_programs_run(counts: &Counts) {
    assert!(
        counts.misfits * 20 < counts.all.programs,
        "too many programs are not in the language:\n{counts}"
    );
    assert!(counts.ended_normally * 4 > counts.runs, "too few runs end normally:\n{counts}");
}

/// The programs use every construct, and with each some come to a gate.
fn assert_constructs_are_met(counts: &Counts) {
    for (construct, reach) in counts.constructs() {
        assert!(reach.programs * 100 > counts.all.programs, "too few programs use a {construct}:\n{counts}");
        assert!(
            reach.called * 6 > reach.programs,
            "too few programs with a {construct} call agents:\n{counts}"
        );
    }
}

#[test]
fn under_cfi_untrusted_data_reaches_no_planner_and_chooses_within_the_budget() {
    let counts = attack(Property::Cfi, 4000, 400);
    assert_programs_run(&counts);
    assert_constructs_are_met(&counts);
    assert!(counts.share(counts.all.called) >= 30, "too few programs call agents:\n{counts}");
    assert!(counts.share(counts.all.denied) >= 5, "too few programs are denied:\n{counts}");
    assert!(counts.share(counts.all.charged) >= 2, "too few programs pass at a cost:\n{counts}");
    assert!(counts.share(counts.three_levels) >= 2, "too few programs have three levels:\n{counts}");
    assert!(counts.varied > 0, "nothing ever varied:\n{counts}");
}

#[test]
fn under_noninterference_runs_that_differ_in_untrusted_inputs_look_alike() {
    let counts = attack(Property::Noninterference, 4000, 400);
    assert_programs_run(&counts);
    assert_constructs_are_met(&counts);
    assert!(counts.left > counts.all.programs, "too few values are compared:\n{counts}");
    assert!(counts.sites * 20 > counts.all.programs, "too few calls are compared:\n{counts}");
}

#[test]
fn explicit_agrees_with_cfi_where_untrusted_data_decides_nothing() {
    let counts = attack(Property::Explicit, 4000, 400);
    assert_programs_run(&counts);
    assert!(counts.left > counts.all.programs, "too few values are compared:\n{counts}");
    assert!(counts.share(counts.all.called) >= 30, "too few programs call agents:\n{counts}");
}

#[test]
fn what_is_computed_from_untrusted_data_is_untrusted_and_nothing_else_is() {
    let counts = attack(Property::Growth, 4000, 400);
    assert_eq!(counts.ended_normally, counts.runs, "a straight-line program does not end:\n{counts}");
    assert!(counts.left > 4 * counts.all.programs, "too few values are compared:\n{counts}");
}

#[test]
fn the_machine_labels_as_the_reference_model_does() {
    let counts = attack(Property::Reference, 4000, 400);
    assert_programs_run(&counts);
    assert!(counts.labels > 4 * counts.all.programs, "too few labels are compared:\n{counts}");
    assert!(counts.same * 8 > counts.labels, "too few labels have to be the same:\n{counts}");
    assert!(counts.varied * 20 > counts.all.programs, "too few texts vary:\n{counts}");
}

/// The properties are tried on machines with the gate between them: this is what the engine does, too.
#[test]
fn the_engine_does_with_a_program_what_the_tests_do_with_its_machines() {
    let player = player::Player::new();
    let system = play::system();
    let (mut calls, mut denials) = (0, 0);
    for seed in 1..=150 {
        for (property, strictness) in
            [(Property::Cfi, Strictness::Cfi), (Property::Noninterference, Strictness::Noninterference)]
        {
            let case = property.draw(seed);
            let playable = player.take(&case.program);
            for (budget, inputs) in [0, 4].into_iter().zip(&case.inputs) {
                let mut played = playable.play(inputs, strictness, budget);
                let (whole, told) = engine::play(&system, &case.program, inputs, strictness, budget);
                let allowed = played.calls.iter().filter(|call| call.charged.is_some());
                let allowed: Vec<&str> = allowed.map(|call| call.text.as_str()).collect();
                assert_eq!(allowed, told, "{}", case.program.show());
                calls += told.len();
                denials += usize::from(whole.denial.is_some());
                // The engine's record does not say what a call was charged, and its errors say more.
                for call in &mut played.calls {
                    call.charged = call.charged.map(|_| caravan_core::label::Bits::ZERO);
                }
                let played = play::Played { error: whole.error.clone(), ..played };
                if !whole.misfit {
                    assert_eq!(played, whole, "{}", case.program.show());
                }
            }
        }
    }
    assert!(calls > 50 && denials > 10, "{calls} calls, {denials} denials");
}

/// What `caravan explain --value` says of values is what their labels say, and saying it changes nothing.
#[test]
fn a_derivation_reaches_the_sources_of_a_values_label_and_nothing_else() {
    let system = play::system();
    let mut counts = derived::Derivations::default();
    for seed in 1..=120 {
        for (property, strictness) in [
            (Property::Cfi, Strictness::Cfi),
            (Property::Noninterference, Strictness::Noninterference),
            (Property::Explicit, Strictness::Explicit),
            (Property::Growth, Strictness::Cfi),
        ] {
            let case = property.draw(seed);
            for inputs in case.inputs.iter().take(2) {
                counts.hold(&system, &case.program, inputs, strictness);
            }
        }
    }
    assert!(counts.are_many(), "{counts:?}");
}

/// Before it runs, a program tells which of its calls untrusted data can choose, and which texts it can send.
#[test]
fn what_a_run_does_has_been_told_by_the_outlines_of_its_plans() {
    let player = player::Player::new();
    let system = play::system();
    let (mut calls, mut chosen, mut coarse, mut told, mut spelled, mut compared) = (0, 0, 0, 0, 0, 0);
    for seed in 1..=150 {
        for property in [Property::Cfi, Property::Noninterference, Property::Reference] {
            let case = property.draw(seed);
            let playable = player.take(&case.program);
            let mut foreseen = foreseen::Foreseen::new(&system, &playable);
            let mut fixed: Option<BTreeMap<String, usize>> = None;
            for inputs in case.inputs.iter().take(3) {
                let played = playable.watch(inputs, Strictness::Cfi, 200);
                let mut made: BTreeMap<String, usize> = BTreeMap::new();
                for watched in &played.watched {
                    let call = foreseen.hold(watched).unwrap_or_else(|problem| {
                        panic!("{property:?}, seed {seed}:\n{}\n{problem}", case.program.show())
                    });
                    calls += 1;
                    chosen += usize::from(!watched.pc_is_trusted);
                    // The machine's labels may say more than can be: what can be is compared below.
                    coarse += usize::from(!watched.pc_is_trusted && !call.branch_untrusted);
                    told += usize::from(call.branch_untrusted);
                    spelled += usize::from(call.spelled);
                    if !call.branch_untrusted {
                        *made.entry(format!("{:?} {}", watched.chain, watched.callee)).or_default() += 1;
                    }
                }
                if !played.ended_normally() {
                    continue;
                }
                if let Some(fixed) = &fixed {
                    compared += 1;
                    assert_eq!(
                        fixed,
                        &made,
                        "{property:?}, seed {seed}: untrusted data chose among these calls\n{}",
                        case.program.show()
                    );
                }
                fixed = Some(made);
            }
        }
    }
    let counts = format!(
        "{calls} calls, {chosen} chosen, {coarse} of them not told, {told} told, {spelled} spelled out, \
         {compared} runs compared"
    );
    assert!(chosen > 100 && spelled > 100 && compared > 100, "{counts}");
    assert!(coarse * 50 < chosen, "{counts}");
    // Not everything is said to be untrusted data's to choose.
    assert!(told < calls * 3 / 4, "{counts}");
}
