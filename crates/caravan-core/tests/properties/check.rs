//! The properties, checked of one program.

use std::collections::{BTreeMap, BTreeSet};

use caravan_core::label::Bits;
use caravan_core::plan::Strictness;

use super::counts::Counts;
use super::inputs::Inputs;
use super::play::{AGENTS, AgentCall, Chain, Left, Played};
use super::player::{Playable, Player};
use super::program::Program;

/// What a program did that it must not do.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which of the property's promises is broken.
    pub kind: &'static str,
    pub told: String,
}

pub fn violation(kind: &'static str, told: String) -> Option<Violation> {
    Some(Violation { kind, told })
}

/// After how many runs a program in which nothing has varied is left alone.
const FIRST_RUNS: usize = 4;

/// The budgets within which what is left in variables is counted.
const BUDGETS: [u32; 4] = [0, 1, 2, 4];

/// Runs of a program for some of its inputs, after those that it had; false if a plan is not what the language takes.
fn play_on(
    playable: &Playable<'_>,
    inputs: &[Inputs],
    (strictness, budget): (Strictness, u32),
    counts: &mut Counts,
    runs: &mut Vec<Played>,
) -> bool {
    for inputs in inputs {
        let played = playable.play(inputs, strictness, budget);
        counts.runs += 1;
        counts.ended_normally += usize::from(played.ended_normally());
        if played.misfit {
            counts.misfits += 1;
            return false;
        }
        runs.push(played);
    }
    true
}

/// `cfi`: no planner reads the marker, and untrusted data chooses among no more texts than the budget allows.
pub fn cfi(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    (marker, budget): (&str, u32),
    counts: &mut Counts,
) -> Option<Violation> {
    let playable = player.take(program);
    let mut runs = Vec::with_capacity(inputs.len());
    let (first, rest) = inputs.split_at(FIRST_RUNS.min(inputs.len()));
    let ruling = (Strictness::Cfi, budget);
    if !play_on(&playable, first, ruling, counts, &mut runs) {
        return None;
    }
    if something_varies(&runs) {
        play_on(&playable, rest, ruling, counts, &mut runs);
    }
    counts.note_program(&playable.texts, &runs);
    for (run, inputs) in runs.iter().zip(inputs) {
        let told = run.calls.iter().filter(|call| call.charged.is_some());
        for AgentCall { text, .. } in told {
            if text.to_lowercase().contains(marker) {
                return violation("marker", format!("a planner was told {text:?}\nunder {inputs:?}"));
            }
        }
    }
    for (chain, texts) in texts_by_site(&runs) {
        counts.sites += 1;
        counts.varied += usize::from(texts.len() > 1);
        if texts.len() > 1 << budget && !is_shared(program, chain) {
            return violation(
                "site",
                format!("{} was told, within {budget} bits, {}", path(chain), shown(&texts, inputs)),
            );
        }
    }
    for (what, known) in left(&runs) {
        counts.left += 1;
        if known.iter().all(|(_, text, _)| *text == known[0].1) {
            continue;
        }
        counts.varied += 1;
        for budget in BUDGETS {
            let within = known.iter().filter(|(bits, ..)| *bits <= Bits::whole(budget));
            let texts: Texts<'_> = within.map(|(_, text, run)| (*text, *run)).collect();
            if texts.len() > 1 << budget {
                let shown = shown(&texts, inputs);
                return violation("left", format!("`{what}` may be told, within {budget} bits, as {shown}"));
            }
        }
    }
    None
}

/// Whether more than one text reached a planner from one place, or would have.
fn something_varies(runs: &[Played]) -> bool {
    let Some((first, others)) = runs.split_first() else { return false };
    others.iter().any(|other| {
        other.calls.len() != first.calls.len()
            || other.calls.iter().zip(&first.calls).any(|(a, b)| a.text != b.text)
            || !tellable(first).map(|left| &left.text).eq(tellable(other).map(|left| &left.text))
    })
}

/// What may be told of variables within the largest budget.
fn tellable(run: &Played) -> impl Iterator<Item = &Left> {
    let most = Bits::whole(BUDGETS[BUDGETS.len() - 1]);
    run.left.iter().filter(move |left| left.data_is_trusted && left.bits <= most)
}

/// Texts, each with one of the runs in which it came about.
type Texts<'r> = BTreeMap<&'r str, usize>;

fn shown(texts: &Texts<'_>, inputs: &[Inputs]) -> String {
    texts.iter().map(|(text, run)| format!("\n    {text}\n        under {:?}", inputs[*run])).collect()
}

/// The lines that lead to a call, in words.
fn path(chain: &Chain) -> String {
    let places = chain.iter().map(|(agent, line)| format!("line {line} of `{}`", AGENTS[*agent]));
    places.collect::<Vec<_>>().join(", ")
}

/// Whether a line on the way to a call stands for several call sites.
fn is_shared(program: &Program, chain: &Chain) -> bool {
    chain.iter().any(|(agent, line)| program.shared_lines(AGENTS[*agent]).contains(line))
}

/// What reached each call site that no run reached twice.
fn texts_by_site(runs: &[Played]) -> BTreeMap<&Chain, Texts<'_>> {
    let mut texts: BTreeMap<&Chain, Texts<'_>> = BTreeMap::new();
    let mut again: BTreeSet<&[(usize, u32)]> = BTreeSet::new();
    for (index, run) in runs.iter().enumerate() {
        let mut met = BTreeSet::new();
        for AgentCall { chain, text, charged } in &run.calls {
            if !met.insert(chain) {
                again.insert(chain);
            } else if charged.is_some() {
                texts.entry(chain).or_default().insert(text, index);
            }
        }
    }
    // What is below a call that a run makes twice is a site for each of the two.
    if !again.is_empty() {
        texts.retain(|chain, _| (1..=chain.len()).all(|end| !again.contains(&chain[..end])));
    }
    texts
}

/// What may be told of each variable: its bits, its text and the run.
fn left(runs: &[Played]) -> BTreeMap<&str, Vec<(Bits, &str, usize)>> {
    let mut all: BTreeMap<&str, Vec<(Bits, &str, usize)>> = BTreeMap::new();
    for (index, run) in runs.iter().enumerate() {
        for Left { what, text, bits, .. } in tellable(run) {
            all.entry(what).or_default().push((*bits, text, index));
        }
    }
    all
}

/// `noninterference`: runs that differ in untrusted inputs alone, and end normally, look alike.
pub fn noninterference(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    counts: &mut Counts,
) -> Option<Violation> {
    let playable = player.take(program);
    let mut runs = Vec::with_capacity(inputs.len());
    if !play_on(&playable, inputs, (Strictness::Noninterference, 0), counts, &mut runs) {
        return None;
    }
    counts.note_program(&playable.texts, &runs);
    let mut normal = runs.iter().zip(inputs).filter(|(run, _)| run.ended_normally());
    let (first, first_inputs) = normal.next()?;
    for (other, other_inputs) in normal {
        counts.sites += first.calls.len();
        let under = || format!("\nunder {first_inputs:?}\nand {other_inputs:?}");
        if first.calls != other.calls {
            return violation("calls", format!("{:?}\nor {:?}{}", first.calls, other.calls, under()));
        }
        let same = first.sent.len() == other.sent.len()
            && first.sent.iter().zip(&other.sent).all(|(a, b)| {
                (a.agent, a.line) == (b.agent, b.line)
                    && (!a.argument_is_trusted || !b.argument_is_trusted || a.argument == b.argument)
            });
        if !same {
            return violation("effects", format!("{:?}\nor {:?}{}", first.sent, other.sent, under()));
        }
        let mut known = other.left.iter().cycle();
        for left in first.left.iter().filter(|left| left.data_is_trusted && left.control_is_trusted) {
            // The two are in one order, but for elements that only one of them has.
            let Some(same) = known.by_ref().take(other.left.len()).find(|known| known.what == left.what)
            else {
                continue;
            };
            if !(same.data_is_trusted && same.control_is_trusted) {
                continue;
            }
            counts.left += 1;
            if same.text != left.text {
                let told =
                    format!("`{}` is trusted and is {} or {}{}", left.what, left.text, same.text, under());
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
    let playable = player.take(program);
    let (mut explicit, mut cfi) = (Vec::new(), Vec::new());
    if !play_on(&playable, inputs, (Strictness::Explicit, 0), counts, &mut explicit)
        || !play_on(&playable, inputs, (Strictness::Cfi, 0), counts, &mut cfi)
    {
        return None;
    }
    counts.note_program(&playable.texts, &explicit);
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

/// What is computed from untrusted data is untrusted, and nothing else is.
pub fn growth(
    player: &Player,
    program: &Program,
    inputs: &[Inputs],
    expected: &BTreeMap<String, bool>,
    counts: &mut Counts,
) -> Option<Violation> {
    let playable = player.take(program);
    let mut runs = Vec::new();
    if !play_on(&playable, inputs, (Strictness::Cfi, 0), counts, &mut runs) {
        return None;
    }
    counts.note_program(&playable.texts, &runs);
    for (name, tainted) in expected {
        let Some(left) = runs[0].left.iter().find(|left| left.what == *name) else { continue };
        counts.left += 1;
        if left.data_is_trusted == *tainted || !left.control_is_trusted && !tainted {
            return violation(
                "label",
                format!("`{name}`: {left:?}, but computed from untrusted data: {tainted}"),
            );
        }
    }
    None
}
