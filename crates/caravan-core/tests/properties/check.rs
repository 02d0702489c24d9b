//! The properties, checked of one program.

use std::collections::{BTreeMap, BTreeSet};

use caravan_core::label::Bits;
use caravan_core::plan::Strictness;

use super::inputs::Inputs;
use super::play::{AgentCall, Left, Played, Player};
use super::program::Program;

/// How much was checked, so that a test can tell that it checks something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub programs: usize,
    /// Programs of which a plan was refused before it ran.
    pub misfits: usize,
    pub runs: usize,
    pub ended_normally: usize,
    pub refused: usize,
    /// Call sites whose texts were counted, and texts told of variables that would have passed the gate.
    pub sites: usize,
    pub left: usize,
    /// Of these, those that more than one text reached.
    pub varied: usize,
}

impl Counts {
    fn add(&mut self, played: &Played) {
        self.runs += 1;
        self.ended_normally += usize::from(played.ended_normally());
        self.refused += usize::from(played.status == caravan_core::outcome::Status::Denied);
    }
}

/// What a program did that it must not do.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which of the property's promises is broken.
    pub kind: &'static str,
    pub told: String,
}

fn violation(kind: &'static str, told: String) -> Option<Violation> {
    Some(Violation { kind, told })
}

/// Runs of a program, one for each of its inputs; none if a plan is not what the language takes.
fn play(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    (strictness, budget): (Strictness, u32),
    counts: &mut Counts,
) -> Option<Vec<Played>> {
    let mut all = Vec::new();
    for inputs in inputs {
        let played = player.play(program, inputs, strictness, budget);
        counts.add(&played);
        if played.misfit {
            counts.misfits += 1;
            return None;
        }
        all.push(played);
    }
    Some(all)
}

/// `cfi`: no planner reads the marker, and untrusted data chooses among no more texts than the budget allows.
pub fn cfi(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    marker: &str,
    budget: u32,
    counts: &mut Counts,
) -> Option<Violation> {
    counts.programs += 1;
    let runs = play(player, program, inputs, (Strictness::Cfi, budget), counts)?;
    for (run, inputs) in runs.iter().zip(inputs) {
        if let Some(told) = run.told.iter().find(|told| told.to_lowercase().contains(marker)) {
            return violation("marker", format!("a planner was told {told:?}\nunder {inputs:?}"));
        }
    }
    for (chain, texts) in texts_by_site(program, &runs) {
        counts.sites += 1;
        counts.varied += usize::from(texts.len() > 1);
        if texts.len() > 1 << budget {
            return violation(
                "site",
                format!("{chain:?} was told, within {budget} bits, {}", shown(&texts, inputs)),
            );
        }
    }
    for budget in [0, 1, 2, 4] {
        for (what, texts) in left_within(&runs, Bits::whole(budget)) {
            counts.left += 1;
            counts.varied += usize::from(texts.len() > 1);
            if texts.len() > 1 << budget {
                let shown = shown(&texts, inputs);
                return violation("left", format!("`{what}` may be told, within {budget} bits, as {shown}"));
            }
        }
    }
    None
}

/// Texts, each with one of the runs in which it came about.
type Texts<'r> = BTreeMap<&'r str, usize>;

fn shown(texts: &Texts<'_>, inputs: &[Inputs]) -> String {
    texts.iter().map(|(text, run)| format!("\n    {text}\n        under {:?}", inputs[*run])).collect()
}

/// What reached each call site that no run reached twice, and that stands for one path of calls.
fn texts_by_site<'r>(program: &Program, runs: &'r [Played]) -> BTreeMap<&'r [(String, u32)], Texts<'r>> {
    let mut shared: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for agent in program.plans.keys() {
        shared.insert(agent, program.shared_lines(agent));
    }
    let is_shared =
        |(agent, line): &(String, u32)| shared.get(agent.as_str()).is_some_and(|lines| lines.contains(line));
    let mut texts: BTreeMap<&[(String, u32)], Texts<'_>> = BTreeMap::new();
    let mut again: BTreeSet<&[(String, u32)]> = BTreeSet::new();
    for (index, run) in runs.iter().enumerate() {
        let mut met = BTreeSet::new();
        for AgentCall { chain, text, allowed } in &run.calls {
            if chain.iter().any(is_shared) || !met.insert(chain.as_slice()) {
                again.insert(chain);
            } else if *allowed {
                texts.entry(chain).or_default().insert(text, index);
            }
        }
    }
    // What is below a call that a run makes twice is a site for each of the two.
    texts.retain(|chain, _| (1..=chain.len()).all(|end| !again.contains(&chain[..end])));
    texts
}

/// What may be told of each variable within a budget.
fn left_within(runs: &[Played], budget: Bits) -> BTreeMap<&str, Texts<'_>> {
    let mut texts: BTreeMap<&str, Texts<'_>> = BTreeMap::new();
    for (index, run) in runs.iter().enumerate() {
        for Left { what, text, data_is_trusted, bits, .. } in &run.left {
            if *data_is_trusted && *bits <= budget {
                texts.entry(what).or_default().insert(text, index);
            }
        }
    }
    texts
}

/// `noninterference`: runs that differ in untrusted inputs alone, and end normally, look alike.
pub fn noninterference(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    counts: &mut Counts,
) -> Option<Violation> {
    counts.programs += 1;
    let runs = play(player, program, inputs, (Strictness::Noninterference, 0), counts)?;
    let mut normal = runs.iter().zip(inputs).filter(|(run, _)| run.ended_normally());
    let (first, first_inputs) = normal.next()?;
    for (other, other_inputs) in normal {
        counts.sites += first.calls.len();
        let under = format!("\nunder {first_inputs:?}\nand {other_inputs:?}");
        if first.calls != other.calls {
            return violation("calls", format!("{:?}\nor {:?}{under}", first.calls, other.calls));
        }
        let same = first.sent.len() == other.sent.len()
            && first.sent.iter().zip(&other.sent).all(|(a, b)| {
                (&a.agent, a.line) == (&b.agent, b.line)
                    && (!a.argument_is_trusted || !b.argument_is_trusted || a.argument == b.argument)
            });
        if !same {
            return violation("effects", format!("{:?}\nor {:?}{under}", first.sent, other.sent));
        }
        for left in first.left.iter().filter(|left| left.data_is_trusted && left.control_is_trusted) {
            let same = other
                .left
                .iter()
                .find(|known| known.what == left.what && known.data_is_trusted && known.control_is_trusted);
            let Some(same) = same else { continue };
            counts.left += 1;
            if same.text != left.text {
                let told = format!("`{}` is trusted and is {} or {}{under}", left.what, left.text, same.text);
                return violation("left", told);
            }
        }
    }
    None
}

/// Without untrusted guards, `cfi` decides as `explicit` does.
pub fn explicit_agrees(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    counts: &mut Counts,
) -> Option<Violation> {
    counts.programs += 1;
    let explicit = play(player, program, inputs, (Strictness::Explicit, 0), counts)?;
    let cfi = play(player, program, inputs, (Strictness::Cfi, 0), counts)?;
    for ((explicit, cfi), inputs) in explicit.iter().zip(&cfi).zip(inputs) {
        counts.sites += explicit.calls.len();
        if explicit.calls != cfi.calls || explicit.status != cfi.status {
            let told = format!(
                "explicit: {} {:?} {:?}\ncfi: {} {:?} {:?}\nunder {inputs:?}",
                explicit.error, explicit.status, explicit.calls, cfi.error, cfi.status, cfi.calls
            );
            return violation("decisions", told);
        }
        for (a, b) in explicit.left.iter().zip(&cfi.left) {
            counts.left += 1;
            if a.data_is_trusted != b.data_is_trusted || !b.control_is_trusted && b.data_is_trusted {
                return violation("labels", format!("explicit: {a:?}\ncfi: {b:?}\nunder {inputs:?}"));
            }
        }
    }
    None
}
