//! The properties: which programs each is tried on, and what must hold of them.

use std::collections::BTreeMap;

use super::check::{self, Violation};
use super::counts::Counts;
use super::generator::{Taste, generate};
use super::inputs::Inputs;
use super::player::Player;
use super::program::Program;
use super::random::Random;
use super::reference::{self, Core};
use super::straight::Straight;

/// Something that holds of all programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Under `cfi` untrusted data reaches no planner, and chooses within the budget.
    Cfi,
    /// Under `noninterference` runs that differ in untrusted inputs look alike.
    Noninterference,
    /// Labels follow data: what is computed from untrusted data is untrusted, and nothing else is.
    Growth,
    /// `explicit` agrees with `cfi` where untrusted data decides nothing.
    Explicit,
    /// The machine labels as the reference model does, and both as strictly as what really changes.
    Reference,
}

/// What a seed stands for in one property.
#[derive(Clone, Debug)]
pub struct Case {
    pub program: Program,
    pub inputs: Vec<Inputs>,
    /// What is in every untrusted text.
    marker: String,
    budget: u32,
    /// Which variables are computed from untrusted data, of the program as it was drawn.
    expected: Option<(usize, BTreeMap<String, bool>)>,
    /// The program as the reference model walks it.
    core: Option<Core>,
}

impl Case {
    /// The case without one of its program's statements, or with the body of a compound statement in its place.
    pub fn without(&self, index: usize, keep_body: bool) -> Case {
        let mut smaller = self.clone();
        match &self.core {
            None => smaller.program = self.program.without(index, keep_body),
            Some(core) => {
                let core = core.without(index, keep_body);
                smaller.program = core.program();
                smaller.core = Some(core);
            }
        }
        smaller
    }
}

impl Property {
    /// The name that `cargo xtask soak` knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Property::Cfi => "cfi",
            Property::Noninterference => "noninterference",
            Property::Growth => "growth",
            Property::Explicit => "explicit",
            Property::Reference => "reference",
        }
    }

    /// The case of a seed.
    pub fn draw(self, seed: u64) -> Case {
        // The same seed is another program in each property.
        let mut random = Random::new(seed ^ (self as u64) << 56);
        let marker = marker(&mut random);
        let most = *random.pick(&[2, 4, 6]);
        let size = 1 + random.below(most);
        let hot_guards = *random.pick(&[8, 15, 30, 80]);
        let (mut inputs, mut budget, mut expected, mut core) = (1, 0, None, None);
        let program = match self {
            Property::Cfi => {
                budget = *random.pick(&[0, 0, 1, 1, 2, 4]);
                inputs = if budget == 4 { 24 } else { 8 };
                let computed_messages = random.chance(70);
                generate(&mut random, Taste { hot_guards, computed_messages, size })
            }
            Property::Noninterference => {
                inputs = 3;
                let computed_messages = random.chance(40);
                generate(&mut random, Taste { hot_guards, computed_messages, size })
            }
            Property::Explicit => {
                generate(&mut random, Taste { hot_guards: 0, computed_messages: true, size })
            }
            Property::Reference => {
                inputs = 3;
                let drawn = reference::draw(&mut random, size + 2);
                let program = drawn.program();
                core = Some(drawn);
                program
            }
            Property::Growth => {
                let steps = 3 + random.below(16);
                let straight = Straight::draw(&mut random, steps);
                let tainted = straight.expected();
                let program = Program::of_root(straight.plan);
                expected = Some((program.statements(), tainted));
                program
            }
        };
        let inputs = (0..inputs).map(|_| Inputs::draw(&mut random, &marker)).collect();
        Case { program, inputs, marker, budget, expected, core }
    }

    /// What the program did that it must not do.
    pub fn check(self, player: &Player, case: &Case, counts: &mut Counts) -> Option<Violation> {
        let Case { program, inputs, marker, budget, expected, core } = case;
        match self {
            Property::Cfi => check::cfi(player, program, inputs, (marker, *budget), counts),
            Property::Noninterference => check::noninterference(player, program, inputs, counts),
            Property::Explicit => check::explicit_agrees(player, program, inputs, counts),
            Property::Reference => reference::check(player, core.as_ref()?, program, inputs, counts),
            Property::Growth => {
                let (statements, tainted) = expected.as_ref()?;
                // Without one of its statements a program is another, of which nothing is expected.
                (program.statements() == *statements)
                    .then(|| check::growth(player, program, inputs, tainted, counts))?
            }
        }
    }
}

fn marker(random: &mut Random) -> String {
    let letters: String = (0..6).map(|_| char::from(b"qjkxyw"[random.below(6)])).collect();
    format!("zq{letters}")
}
