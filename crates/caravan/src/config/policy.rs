//! What a configuration says of policies, caps and questions to people.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use caravan_core::caps::{Amount, Caps, ToolCap};
use caravan_core::policy::{AskFirst, Policy, PublicOnly, Trivial};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::server::Problem;
use crate::advice::suggestion;

/// Which policies decide about calls of tools. Of several the strictest has its way.
#[derive(Clone, Debug, Default)]
pub struct PolicySettings {
    /// One that is built in.
    pub built_in: Option<BuiltIn>,
    /// Files of policies in Cedar.
    pub files: Vec<Spanned<String>>,
}

impl PolicySettings {
    /// The one that is built in under this name.
    pub fn named(name: &str) -> Option<PolicySettings> {
        let built_in = match name {
            "trivial" => BuiltIn::Trivial,
            "public-only" => BuiltIn::PublicOnly,
            "ask-first" => BuiltIn::AskFirst,
            _ => return None,
        };
        Some(PolicySettings { built_in: Some(built_in), files: Vec::new() })
    }
}

/// The policies that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// Everything is allowed.
    Trivial,
    /// Side effects only with what everybody may read.
    PublicOnly,
    /// A person approves every side effect.
    AskFirst,
}

impl BuiltIn {
    const NAMES: [&str; 3] = ["trivial", "public-only", "ask-first"];

    /// The policy.
    pub fn policy(self) -> Arc<dyn Policy> {
        match self {
            BuiltIn::Trivial => Arc::new(Trivial),
            BuiltIn::PublicOnly => Arc::new(PublicOnly),
            BuiltIn::AskFirst => Arc::new(AskFirst),
        }
    }
}

/// What a run may do at most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapSettings {
    /// How long it may take, people's answers included.
    pub time: Option<Duration>,
    /// How many effects it may have.
    pub effects: Caps,
}

/// About what people are asked, and what of their answers is remembered.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ApprovalSettings {
    /// Whether a message that the gate would refuse is put to a person instead.
    #[serde(default)]
    pub messages: bool,
}

/// Which policies decide about calls of tools. Of several the strictest has its way.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPolicy {
    /// One that is built in: `trivial` (the default), `public-only` or `ask-first`.
    #[serde(rename = "use")]
    #[schemars(with = "Option<String>", extend("enum" = ["trivial", "public-only", "ask-first"]))]
    built_in: Option<Spanned<String>>,
    /// Files of policies in Cedar, from the configuration's folder on.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    files: Vec<Spanned<String>>,
}

/// What a run may do at most.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenCaps {
    /// How long it may take, people's answers included, in seconds.
    #[schemars(with = "Option<f64>")]
    seconds: Option<Spanned<f64>>,
    /// How many calls of tools with a side effect it may make.
    side_effects: Option<u64>,
    /// What may be done with single tools.
    #[serde(default)]
    tools: BTreeMap<String, WrittenCap>,
}

/// What may be done with one tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WrittenCap {
    /// How often it may be called.
    calls: Option<u64>,
    /// What single arguments may add up to over all calls.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, f64>")]
    sum: BTreeMap<String, Spanned<f64>>,
}

impl WrittenPolicy {
    pub(super) fn check(self) -> Result<PolicySettings, Problem> {
        let built_in = match &self.built_in {
            None => None,
            Some(name) => Some(match name.get_ref().as_str() {
                "trivial" => BuiltIn::Trivial,
                "public-only" => BuiltIn::PublicOnly,
                "ask-first" => BuiltIn::AskFirst,
                other => {
                    let help = suggestion(other, "policy", &BuiltIn::NAMES);
                    let message = format!("no policy is called `{other}`");
                    return Err(Problem::new(message, name.span()).with_help(help));
                }
            }),
        };
        Ok(PolicySettings { built_in, files: self.files })
    }
}

impl WrittenCaps {
    pub(super) fn check(self) -> Result<CapSettings, Problem> {
        let time = match self.seconds {
            None => None,
            Some(seconds) => match Duration::try_from_secs_f64(*seconds.get_ref()) {
                Ok(time) if !time.is_zero() => Some(time),
                _ => {
                    let message =
                        format!("`seconds = {}` is no time that a run could take", seconds.get_ref());
                    return Err(Problem::new(message, seconds.span()));
                }
            },
        };
        let mut tools = Vec::new();
        for (tool, cap) in self.tools {
            let mut sums = Vec::new();
            for (argument, most) in cap.sum {
                let amount = Amount::of(*most.get_ref()).filter(|_| *most.get_ref() >= 0.0);
                let amount = amount.ok_or_else(|| {
                    let message = format!("`{argument} = {}` is no amount", most.get_ref());
                    Problem::new(message, most.span())
                })?;
                sums.push((argument, amount));
            }
            tools.push(ToolCap { tool, calls: cap.calls, sums });
        }
        Ok(CapSettings { time, effects: Caps { side_effects: self.side_effects, tools } })
    }
}
