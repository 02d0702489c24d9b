//! The promises of `cfi` and `noninterference`, attacked with generated programs under generated untrusted inputs.
//!
//! A failing program is made small and shown with its seed and inputs. `PROPERTIES_SEED`, `PROPERTIES_PROGRAMS` and
//! `PROPERTIES_SECONDS` say which programs a run tries; `cargo xtask soak` sets them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test that fails may say so loudly"
)]

#[cfg(test)]
#[path = "properties/check.rs"]
mod check;
#[cfg(test)]
#[path = "properties/expression.rs"]
mod expression;
#[cfg(test)]
#[path = "properties/function.rs"]
mod function;
#[cfg(test)]
#[path = "properties/generator.rs"]
mod generator;
#[cfg(test)]
#[path = "properties/inputs.rs"]
mod inputs;
#[cfg(test)]
#[path = "properties/play.rs"]
mod play;
#[cfg(test)]
#[path = "properties/program.rs"]
mod program;
#[cfg(test)]
#[path = "properties/random.rs"]
mod random;
#[cfg(test)]
#[path = "properties/shrink.rs"]
mod shrink;
#[cfg(test)]
mod stage;
#[cfg(test)]
#[path = "properties/straight.rs"]
mod straight;

#[cfg(test)]
mod promises {
    use std::time::{Duration, Instant, SystemTime};

    use caravan_core::plan::Strictness;

    use super::check::{self, Counts, Violation};
    use super::generator::{Taste, generate};
    use super::inputs::Inputs;
    use super::play::Player;
    use super::program::Program;
    use super::random::Random;
    use super::shrink::{Failing, shrink};
    use super::straight::Straight;

    /// Where the programs of every run of the tests begin.
    const FIRST: u64 = 1;

    type Check<'c> = dyn FnMut(&Program, &[Inputs], &mut Counts) -> Option<Violation> + 'c;

    /// What a seed stands for in one property.
    struct Drawn<'c> {
        program: Program,
        inputs: Vec<Inputs>,
        check: Box<Check<'c>>,
    }

    fn number(name: &str) -> Option<u64> {
        std::env::var(name).ok().and_then(|text| text.parse().ok())
    }

    /// Tries the programs of the seeds that every run tries, then some that no run has tried.
    fn attack<'c>(property: &str, programs: u64, draw: &dyn Fn(u64) -> Drawn<'c>) -> Counts {
        let mut counts = Counts::default();
        let started = Instant::now();
        if let Some(seed) = number("PROPERTIES_SEED") {
            let programs = number("PROPERTIES_PROGRAMS").unwrap_or(programs);
            let seconds = number("PROPERTIES_SECONDS").unwrap_or(u64::MAX / 4);
            try_seeds(property, seed..seed.saturating_add(programs), seconds, draw, &mut counts);
        } else {
            try_seeds(property, FIRST..FIRST + programs, 12, draw, &mut counts);
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time since 1970");
            let fresh = now.as_nanos() as u64 >> 8;
            println!("{property}: fresh seeds from {fresh}");
            try_seeds(property, fresh..u64::MAX, 2, draw, &mut counts);
        }
        let share = |part: usize| 100 * part / counts.runs.max(1);
        println!(
            "{property}: {} programs ({} misfits), {} runs in {} s ({} % to their end, {} % refused), {} call sites and {} values compared, {} of them varied",
            counts.programs,
            counts.misfits,
            counts.runs,
            started.elapsed().as_secs(),
            share(counts.ended_normally),
            share(counts.refused),
            counts.sites,
            counts.left,
            counts.varied
        );
        counts
    }

    fn try_seeds<'c>(
        property: &str,
        seeds: std::ops::Range<u64>,
        seconds: u64,
        draw: &dyn Fn(u64) -> Drawn<'c>,
        counts: &mut Counts,
    ) {
        let until = Instant::now() + Duration::from_secs(seconds);
        for seed in seeds {
            if Instant::now() > until {
                return;
            }
            let Drawn { program, inputs, mut check } = draw(seed);
            if let Some(violation) = check(&program, &inputs, counts) {
                let failing = Failing { program, inputs, violation };
                let found =
                    shrink(failing, &mut |program, inputs| check(program, inputs, &mut Counts::default()));
                panic!(
                    "{property} is broken ({}) by the program of seed {seed}\n{}{}",
                    found.violation.kind,
                    found.program.show(),
                    found.violation.told
                );
            }
        }
    }

    fn marker(random: &mut Random) -> String {
        let letters: String = (0..6).map(|_| char::from(b"qjkxyw"[random.below(6)])).collect();
        format!("zq{letters}")
    }

    #[test]
    fn under_cfi_untrusted_data_reaches_no_planner_and_chooses_within_the_budget() {
        let player = Player::new();
        let counts = attack("cfi", 1500, &|seed| {
            let mut random = Random::new(seed);
            let marker = marker(&mut random);
            let taste = Taste {
                hot_guards: *random.pick(&[8, 15, 30, 80]),
                computed_messages: random.chance(50),
                size: 2 + random.below(7),
            };
            let program = generate(&mut random, taste);
            let budget = *random.pick(&[0, 1, 2, 4]);
            let runs = if random.chance(10) { 24 } else { 8 };
            let inputs = (0..runs).map(|_| Inputs::draw(&mut random, &marker)).collect();
            let player = &player;
            Drawn {
                program,
                inputs,
                check: Box::new(move |program, inputs, counts| {
                    check::cfi(player, program, inputs, &marker, budget, counts)
                }),
            }
        });
        assert!(
            counts.misfits * 20 < counts.programs,
            "too many programs are not in the language: {counts:?}"
        );
        assert!(counts.ended_normally * 4 > counts.runs, "too few runs end normally: {counts:?}");
        assert!(counts.sites * 4 > counts.programs, "too few call sites are counted: {counts:?}");
        assert!(counts.varied > 0, "nothing ever varied: {counts:?}");
    }

    #[test]
    fn under_noninterference_runs_that_differ_in_untrusted_inputs_look_alike() {
        let player = Player::new();
        let counts = attack("noninterference", 1500, &|seed| {
            let mut random = Random::new(!seed);
            let taste = Taste {
                hot_guards: *random.pick(&[8, 15, 30, 80]),
                computed_messages: random.chance(30),
                size: 2 + random.below(7),
            };
            let program = generate(&mut random, taste);
            let inputs = (0..4).map(|_| Inputs::draw(&mut random, "marked")).collect();
            let player = &player;
            Drawn {
                program,
                inputs,
                check: Box::new(move |program, inputs, counts| {
                    check::noninterference(player, program, inputs, counts)
                }),
            }
        });
        assert!(
            counts.misfits * 20 < counts.programs,
            "too many programs are not in the language: {counts:?}"
        );
        assert!(counts.ended_normally * 4 > counts.runs, "too few runs end normally: {counts:?}");
        assert!(counts.left > counts.programs, "too few values are compared: {counts:?}");
        assert!(counts.sites * 20 > counts.programs, "too few calls are compared: {counts:?}");
    }

    #[test]
    fn explicit_agrees_with_cfi_where_untrusted_data_decides_nothing() {
        let player = Player::new();
        let counts = attack("explicit agrees", 1500, &|seed| {
            let mut random = Random::new(seed ^ 0x5555);
            let taste = Taste { hot_guards: 0, computed_messages: true, size: 2 + random.below(7) };
            let program = generate(&mut random, taste);
            let inputs = vec![Inputs::draw(&mut random, "marked")];
            let player = &player;
            Drawn {
                program,
                inputs,
                check: Box::new(move |program, inputs, counts| {
                    check::explicit_agrees(player, program, inputs, counts)
                }),
            }
        });
        assert!(
            counts.misfits * 20 < counts.programs,
            "too many programs are not in the language: {counts:?}"
        );
        assert!(counts.left > counts.programs, "too few values are compared: {counts:?}");
        assert!(counts.sites * 4 > counts.programs, "too few calls are compared: {counts:?}");
    }

    #[test]
    fn what_is_computed_from_untrusted_data_is_untrusted_and_nothing_else_is() {
        let player = Player::new();
        let counts = attack("labels follow data", 1500, &|seed| {
            let mut random = Random::new(seed.rotate_left(17));
            let size = 4 + random.below(20);
            let straight = Straight::draw(&mut random, size);
            let expected = straight.expected();
            let mut program = Program::default();
            program.plans.insert("", straight.plan);
            let inputs = vec![Inputs::draw(&mut random, "marked")];
            let player = &player;
            let whole = program.statements();
            Drawn {
                program,
                inputs,
                check: Box::new(move |program, inputs, counts| {
                    counts.programs += 1;
                    // Without one of its statements a program is another, of which nothing is expected.
                    if program.statements() != whole {
                        return None;
                    }
                    let played = player.play(program, &inputs[0], Strictness::Cfi, 0);
                    counts.runs += 1;
                    counts.ended_normally += usize::from(played.ended_normally());
                    counts.misfits += usize::from(played.misfit);
                    let wrong = expected.iter().find_map(|(name, tainted)| {
                        let left = played.left.iter().find(|left| left.what == *name)?;
                        counts.left += 1;
                        (left.data_is_trusted == *tainted || !left.control_is_trusted && !tainted)
                            .then(|| format!("`{name}`: {left:?}, but tainted: {tainted}"))
                    });
                    wrong.map(|told| Violation { kind: "label", told })
                }),
            }
        });
        assert_eq!(counts.ended_normally, counts.runs, "a straight-line program does not end: {counts:?}");
        assert!(counts.left > 4 * counts.programs, "too few values are compared: {counts:?}");
    }
}
