//! Counting: a flow runs in every one of its worlds, and the different texts that reach each call site are counted
//! against the budget. This is the promise of `cfi` itself, whatever the labels say.

use std::collections::{BTreeMap, BTreeSet};

use caravan_core::label::Bits;
use caravan_core::plan::Strictness;

use super::header::Flow;
use super::world::observe;

/// The largest budget at which texts are counted; it is done at the smaller ones too.
const BUDGET: u32 = 4;

/// A budget beyond all that such a flow can say.
const PLENTY: u32 = 200;

/// In how many worlds it is looked at whether a flow says anything at all.
const SAMPLE: usize = 40;

/// A call site: the agent called, and, where nothing untrusted decided how often it was reached before, which call of
/// it this is.
type Site = (String, Option<usize>);

/// The budgets at which more texts reached a call site than they allow, told one a line.
pub fn overspent(flow: &Flow) -> Vec<String> {
    let mut texts: BTreeMap<(u32, Site), BTreeSet<String>> = BTreeMap::new();
    for alternative in 0..flow.alternatives {
        let observed = observe(flow, Strictness::Cfi, BUDGET, alternative);
        let mut calls: BTreeMap<&str, usize> = BTreeMap::new();
        // What a smaller budget refuses ends the run there.
        let mut dearest = Bits::ZERO;
        for crossed in &observed.crossings {
            let Ok(charge) = &crossed.verdict else { continue };
            dearest = dearest.max(charge.cost);
            let count = calls.entry(&crossed.path).or_default();
            *count += 1;
            let nth = observed.world.lattice.is_trusted(crossed.pc).then_some(*count);
            for budget in (0..=BUDGET).filter(|budget| dearest <= Bits::whole(*budget)) {
                let site = (crossed.path.clone(), nth);
                texts.entry((budget, site)).or_default().insert(crossed.message.clone());
            }
        }
    }
    let mut broken: Vec<String> = texts
        .into_iter()
        .filter(|((budget, _), texts)| texts.len() > 1 << budget)
        .map(|((budget, (agent, nth)), texts)| {
            let place = nth.map_or_else(String::new, |nth| format!(", call {nth}"));
            let some: Vec<&String> = texts.iter().take(4).collect();
            let count = texts.len();
            format!(
                "counting/{}.py: budget {budget}: {count} texts reached `{agent}`{place}: {some:?}",
                flow.name
            )
        })
        .collect();
    let said = said(flow);
    if said < 3 {
        broken.push(format!("counting/{}.py: its worlds tell no agent more than {said} texts", flow.name));
    }
    broken
}

/// How many texts some agent is told where more is allowed, at `explicit` or with a large budget: a flow that says
/// nothing there could not overspend either.
fn said(flow: &Flow) -> usize {
    let most = |(strictness, budget)| {
        let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let step = flow.alternatives.div_ceil(SAMPLE) | 1;
        for alternative in (0..flow.alternatives).step_by(step) {
            let crossings = observe(flow, strictness, budget, alternative).crossings;
            for crossed in crossings.into_iter().filter(|crossed| crossed.verdict.is_ok()) {
                texts.entry(crossed.path).or_default().insert(crossed.message);
            }
        }
        texts.values().map(BTreeSet::len).max().unwrap_or(0)
    };
    [(Strictness::Explicit, 0), (Strictness::Cfi, PLENTY)].map(most).into_iter().max().unwrap_or(0)
}
