//! How many effects a run may have, and of what size together.
//!
//! A cap is kept by the run and not by a policy, which knows one call alone. What meets a cap depends on how many effects
//! there were, and untrusted data may have decided that: so it is a refusal, which no plan can catch.

use caravan_plan::{Datum, Tree};
use serde_json::Number;

use crate::policy::Decision;
use crate::system::Tool;

/// What a run may do at most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// Calls of tools that have a side effect.
    pub side_effects: Option<u64>,
    /// What single tools may do.
    pub tools: Vec<ToolCap>,
}

/// What a run may do at most with one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolCap {
    /// The tool: its name, or its server's and its own as in `bank/send_money`.
    pub tool: String,
    /// Calls.
    pub calls: Option<u64>,
    /// Numbers among its arguments, and what they may add up to.
    pub sums: Vec<(String, Amount)>,
}

/// An amount in millionths, rounded up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(u128);

const ONE: f64 = 1_000_000.0;

impl Amount {
    /// The size of a number, whatever its sign: what is paid back makes no room for more.
    pub fn of(number: f64) -> Option<Amount> {
        let millionths = (number.abs() * ONE).ceil();
        (number.is_finite() && millionths < u128::MAX as f64).then(|| {
            // What floating point is off by is no millionth.
            let whole = (number.abs() * ONE).round();
            let is_whole = (number.abs() * ONE - whole).abs() < 1e-3;
            Amount(if is_whole { whole as u128 } else { millionths as u128 })
        })
    }

    fn of_argument(value: &Tree) -> Option<Amount> {
        match value {
            Tree::None => Some(Amount::default()),
            Tree::Int(number) => Some(Amount(u128::from(number.unsigned_abs()).saturating_mul(ONE as u128))),
            Tree::Float(number) => Amount::of(*number),
            // The form of a number in JSON, and nothing else.
            Tree::Str(text) => Amount::of(text.parse::<Number>().ok()?.as_f64()?),
            _ => None,
        }
    }

    fn plus(self, other: Amount) -> Amount {
        Amount(self.0.saturating_add(other.0))
    }

    fn told(self) -> String {
        let number = self.0 as f64 / ONE;
        format!("{number}")
    }
}

/// What a run has done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spent {
    side_effects: u64,
    /// Of each tool's cap, in their order.
    tools: Vec<SpentOf>,
}

#[derive(Clone, Debug, Default)]
struct SpentOf {
    calls: u64,
    sums: Vec<Amount>,
}

/// The name by which decisions mention caps.
pub(crate) const CAPS: &str = "caps";

impl Spent {
    /// Counts a call that is about to be made, unless that meets a cap.
    pub(crate) fn count(
        &mut self,
        caps: &Caps,
        tool: &Tool,
        arguments: &[(Box<str>, Datum)],
    ) -> Result<(), Decision> {
        let mut after = self.clone();
        after.tools.resize_with(caps.tools.len(), SpentOf::default);
        if tool.has_side_effect() {
            after.side_effects = after.side_effects.saturating_add(1);
            if caps.side_effects.is_some_and(|most| after.side_effects > most) {
                let most = after.side_effects - 1;
                return Err(over(format!(
                    "the run has had {most} side effects, which is all that it may have"
                )));
            }
        }
        for (cap, spent) in caps.tools.iter().zip(&mut after.tools) {
            if cap.is_about(tool) {
                spent.count(cap, tool, arguments)?;
            }
        }
        *self = after;
        Ok(())
    }
}

impl SpentOf {
    fn count(&mut self, cap: &ToolCap, tool: &Tool, arguments: &[(Box<str>, Datum)]) -> Result<(), Decision> {
        let name = tool.name();
        self.calls = self.calls.saturating_add(1);
        if cap.calls.is_some_and(|most| self.calls > most) {
            let most = self.calls - 1;
            let times = if most == 1 { "once".to_owned() } else { format!("{most} times") };
            return Err(over(format!("`{name}` was called {times}, which is all that the run may")));
        }
        self.sums.resize(cap.sums.len(), Amount::default());
        for ((argument, most), sum) in cap.sums.iter().zip(&mut self.sums) {
            let Some((_, datum)) = arguments.iter().find(|(given, _)| **given == **argument) else {
                continue;
            };
            let Some(amount) = Amount::of_argument(&datum.value) else {
                return Err(over(format!(
                    "`{argument}` of `{name}` is no number, and what it adds up to is limited"
                )));
            };
            *sum = sum.plus(amount);
            if *sum > *most {
                let (sum, most) = (sum.told(), most.told());
                return Err(over(format!(
                    "`{argument}` of all calls of `{name}` would add up to {sum}, and the run may have {most}"
                )));
            }
        }
        Ok(())
    }
}

impl ToolCap {
    fn is_about(&self, tool: &Tool) -> bool {
        match self.tool.split_once('/') {
            Some((server, name)) => server == tool.server() && name == tool.declared_name(),
            None => self.tool == tool.declared_name(),
        }
    }
}

fn over(reason: String) -> Decision {
    Decision::deny(CAPS, reason)
        .with_remedy("do it in several runs, or raise the cap under `[caps]` in the configuration")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_rounded_up_and_has_no_sign() {
        assert_eq!(Amount::of(-2.5), Some(Amount(2_500_000)));
        assert_eq!(Amount::of(0.1 + 0.2), Some(Amount(300_000)));
        assert_eq!(Amount::of(0.000_000_4), Some(Amount(1)));
        assert_eq!(Amount::of(f64::NAN), None);
        assert_eq!(Amount::of(1e300), None);
        assert_eq!(Amount::of_argument(&Tree::Str("12.5".into())), Some(Amount(12_500_000)));
        assert_eq!(Amount::of_argument(&Tree::Str("12,5".into())), None);
        assert_eq!(Amount::of_argument(&Tree::List(Vec::new())), None);
    }
}
