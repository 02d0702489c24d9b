//! The label rules a second time, plain and slow, and what really changes when untrusted inputs change: what the machine is
//! held against.
//!
//! # What is compared
//!
//! At every call of an agent, and of a tool that takes a text: the data and control trust and the bits of choice of the
//! message and of each variable that is handed down, whether the control at the call is trusted, what the gate charges and
//! whether it lets the call through.
//!
//! # What may differ
//!
//! The machine's label holds at least what the model's holds: this is checked of every program. It holds exactly as much,
//! where the program uses only what [`Exact`] says. Beyond that the machine is coarser on purpose (`docs/labels.md`), or
//! the model charges the least that any rule allows.

mod core;
mod draw;
mod label;
mod may;
mod model;

use std::collections::{BTreeMap, BTreeSet};

use caravan_core::outcome::Status;
use caravan_core::plan::Strictness;

use self::core::{Expr, Stmt};
use self::model::Seen;
use crate::check::{Violation, violation};
use crate::counts::Counts;
use crate::inputs::Inputs;
use crate::play::{Chain, Known, Played, Watched};
use crate::player::Player;
use crate::program::Program;

pub use self::core::Core;
pub use self::draw::draw;

/// Enough for every text that has a bound in these programs, so that the gate hides few labels.
const BUDGET: u32 = 64;

/// What fixed-point bits are rounded up by, at most.
const ROUNDING: f64 = 0.01;

/// In which of its parts the machine's labels are exactly the model's, for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Exact {
    /// Data and control.
    trust: bool,
    /// Choice.
    bits: bool,
}

impl Exact {
    const NOT: Exact = Exact { trust: false, bits: false };

    /// Of the root's calls, as long as only plain children have answered.
    fn of(core: &Core) -> Exact {
        let mut exact = Exact { trust: true, bits: true };
        // Which container a name stands for has to be plain where one is changed.
        if core.plans.values().any(|plan| changes_what_is_not_plain(plan)) {
            return Exact::NOT;
        }
        for stmt in core.plans.values().flatten() {
            let on_stmt = &mut |stmt: &Stmt| match stmt {
                // Any operation in it might raise, and so might what a called function does.
                Stmt::Try(..) | Stmt::Raise => exact = Exact::NOT,
                // The model charges the least that some rule allows.
                Stmt::For(..) | Stmt::While(..) => exact.bits = false,
                _ => {}
            };
            stmt.walk(on_stmt, &mut |_| {});
            if let Stmt::Def(_, _, body) = stmt {
                body.iter().for_each(|stmt| stmt.walk(on_stmt, &mut |_| {}));
                // A call of one function counts as one of each.
                if has_effects(body) {
                    exact = Exact::NOT;
                }
            }
        }
        exact
    }
}

/// Whether a plan changes a container under a name that it gives to more than one, or to one that has another name.
fn changes_what_is_not_plain(plan: &[Stmt]) -> bool {
    let (mut given, mut changed) = (BTreeMap::<String, usize>::new(), BTreeSet::new());
    let of = &mut |stmt: &Stmt| match stmt {
        Stmt::Assign(name, value) => {
            let own = matches!(value, Expr::List(_) | Expr::Table(_) | Expr::Variable(_));
            *given.entry(name.clone()).or_default() += if own { 1 } else { 2 };
        }
        Stmt::Append(name, _) | Stmt::Put(name, ..) => drop(changed.insert(name.clone())),
        _ => {}
    };
    plan.iter().for_each(|stmt| stmt.walk(of, &mut |_| {}));
    changed.iter().any(|name| given.get(name) != Some(&1))
}

/// Whether a function changes anything but its own variables.
fn has_effects(body: &[Stmt]) -> bool {
    let effects = std::cell::Cell::new(false);
    for stmt in body {
        stmt.walk(
            &mut |stmt| {
                let has = matches!(stmt, Stmt::Append(..) | Stmt::Put(..) | Stmt::Tell(..));
                effects.set(effects.get() || has);
            },
            &mut |expr| effects.set(effects.get() || matches!(expr, Expr::Agent { .. })),
        );
    }
    effects.get()
}

/// Whether a plan only gives names to values and hands one back, so that nothing in it could end it.
fn is_plain(plan: &[Stmt]) -> bool {
    let mut plain = true;
    for stmt in plan {
        plain &= matches!(stmt, Stmt::Assign(..) | Stmt::Return(_));
        let on_expr = &mut |part: &Expr| {
            plain &= matches!(
                part,
                Expr::Number(_)
                    | Expr::Text(_)
                    | Expr::Truth(_)
                    | Expr::Name(_)
                    | Expr::List(_)
                    | Expr::Table(_)
                    | Expr::Variable(_)
            );
        };
        stmt.walk(&mut |_| {}, on_expr);
    }
    plain
}

/// The model's and the machine's runs of a program, compared with each other and with the other runs.
pub fn check(
    player: &Player,
    core: &Core,
    program: &Program,
    inputs: &[Inputs],
    counts: &mut Counts,
) -> Option<Violation> {
    if !core.is_whole() {
        return None;
    }
    let playable = player.take(program);
    let exact = Exact::of(core);
    let mut runs: Vec<(Played, Vec<Seen>)> = Vec::new();
    for inputs in inputs {
        let played = playable.watch(inputs, Strictness::Cfi, BUDGET);
        counts.runs += 1;
        counts.ended_normally += usize::from(played.ended_normally());
        if played.misfit {
            counts.misfits += 1;
            return None;
        }
        // A program that is no part of the core comes of taking statements out of one that is.
        let (seen, ended) = model::run(core, inputs, BUDGET)?;
        if let Some(told) = compare(core, &played, &seen, ended, exact, counts) {
            return violation("labels", format!("{told}\nunder {inputs:?}"));
        }
        runs.push((played, seen));
    }
    let played: Vec<Played> = runs.iter().map(|(played, _)| played.clone()).collect();
    counts.note_program(&playable.texts, &played);
    for (index, (one, seen)) in runs.iter().enumerate() {
        for (place, (other, _)) in runs.iter().enumerate() {
            if let (true, Some(told)) = (index != place, changed(core, one, seen, other, counts)) {
                let (one, other) = (&inputs[index], &inputs[place]);
                return violation("change", format!("{told}\nunder {one:?}\nand {other:?}"));
            }
        }
    }
    None
}

/// What the machine makes of one run, against what the model makes of it.
fn compare(
    core: &Core,
    played: &Played,
    seen: &[Seen],
    ended: bool,
    so_far: Exact,
    counts: &mut Counts,
) -> Option<String> {
    let mut so_far = so_far;
    for (machine, model) in played.watched.iter().zip(seen) {
        let told = |what: &str| Some(format!("{what}:\nmachine: {machine:?}\nmodel: {model:?}"));
        let exact = if machine.chain.len() == 1 { so_far } else { Exact::NOT };
        if machine.callee != model.callee || machine.text != model.text {
            return told("another call");
        }
        for (known, label) in machine.labels.iter().zip(&model.labels) {
            counts.labels += 1;
            counts.same += usize::from(exact.trust);
            let less = known.data_is_trusted && label.data
                || known.control_is_trusted && label.control
                || known.bits.as_f64() < label.bits();
            if less {
                return told("the machine's label holds less");
            }
            let more_trust = known.data_is_trusted == label.data || known.control_is_trusted == label.control;
            let more_bits = known.bits.as_f64() > label.bits() + ROUNDING;
            if exact.trust && more_trust || exact.bits && more_bits {
                return told("the machine's label holds more");
            }
        }
        if machine.pc_is_trusted && !model.pc.is_trusted() {
            return told("the machine's control holds less");
        }
        if exact.trust && !machine.pc_is_trusted && model.pc.is_trusted() {
            return told("the machine's control holds more");
        }
        match (machine.allowed, model.allowed) {
            (true, false) => return told("the gate lets a call through"),
            (false, true) if exact.bits => return told("the gate refuses a call"),
            (false, _) => return None,
            (true, true) => {}
        }
        if let (Some(charged), Some(cost)) = (machine.charged, model.cost)
            && charged.as_f64() < cost
        {
            return told("the gate charges less");
        }
        if machine.charged.is_some() {
            // In a child that was told a chosen text, every operation might end it.
            let plain = core.plans.get(callee(machine)).is_some_and(|plan| is_plain(plan));
            let chosen = machine.labels.first().is_none_or(|label| !label.control_is_trusted);
            if chosen || !plain {
                so_far = Exact::NOT;
            }
        }
    }
    let (machine, model) = (played.watched.len(), seen.len());
    (machine != model || ended != played.ended_normally()).then(|| {
        format!(
            "{machine} calls and {:?} {}, of the model {model} and {}",
            played.status,
            played.error,
            if ended { "an end" } else { "none" }
        )
    })
}

/// The path of the agent that is called.
fn callee(call: &Watched) -> &str {
    if call.callee == "low" { "mid/low" } else { &call.callee }
}

/// The calls that a run makes once from their place, with what the model saw there.
fn sites<'r>(played: &'r Played, seen: &'r [Seen]) -> BTreeMap<&'r Chain, Option<(&'r Watched, &'r Seen)>> {
    let mut sites = BTreeMap::new();
    for pair in played.watched.iter().zip(seen) {
        let again = sites.contains_key(&pair.0.chain);
        sites.insert(&pair.0.chain, (!again).then_some(pair));
    }
    sites
}

/// Whether a statement may bring control to one place more than once.
fn repeats(stmt: &Stmt) -> bool {
    let mut repeats = false;
    stmt.walk(
        &mut |stmt| repeats |= matches!(stmt, Stmt::For(..) | Stmt::While(..) | Stmt::Def(..)),
        &mut |_| {},
    );
    repeats
}

/// What a run does otherwise than another of the same program, though the labels in it say that nothing untrusted had a
/// part in it.
fn changed(core: &Core, one: &Played, seen: &[Seen], other: &Played, counts: &mut Counts) -> Option<String> {
    let over = |played: &Played| played.status == Status::Done;
    if !over(one) || !over(other) {
        return None;
    }
    let there: BTreeMap<&Chain, Vec<&Watched>> =
        other.watched.iter().fold(BTreeMap::new(), |mut all, watched| {
            all.entry(&watched.chain).or_insert_with(Vec::new).push(watched);
            all
        });
    let repeats = core.plans.values().flatten().any(repeats);
    for (chain, pair) in sites(one, seen) {
        let Some((machine, model)) = pair else { continue };
        let told = |what: &str| Some(format!("{what}:\nmachine: {machine:?}\nmodel: {model:?}"));
        let trusted = |known: &Known| known.data_is_trusted && known.control_is_trusted;
        match there.get(chain).map(Vec::as_slice) {
            None => {
                counts.varied += 1;
                if machine.pc_is_trusted || model.pc.is_trusted() {
                    return told("a call is made in one run alone");
                }
            }
            Some([same]) if same.text != machine.text => {
                counts.varied += 1;
                // Where something untrusted has decided that a call is made, it may be that of another round.
                let same_call = |pc_is_trusted: bool| pc_is_trusted || !repeats;
                if same_call(machine.pc_is_trusted) && machine.labels.first().is_some_and(trusted)
                    || same_call(model.pc.is_trusted()) && model.labels.first()?.is_trusted()
                {
                    return told("a text is another");
                }
            }
            Some(_) => {}
        }
    }
    None
}
