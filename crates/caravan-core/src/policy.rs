//! Decisions about calls of tools.

use std::fmt;
use std::sync::Arc;

use caravan_label::{AgentPath, Label, Readers};
use caravan_plan::{Datum, Strictness, World};
use serde::{Deserialize, Serialize};

use crate::gate;
use crate::system::Tool;

/// Decides about every call of a tool.
pub trait Policy: fmt::Debug + Send + Sync {
    /// The name that decisions and reports show.
    fn name(&self) -> &str;

    /// Whether the call may be made. Pure: the same call under the same labels gets the same decision.
    fn decide(&self, call: &PolicyCall<'_>, world: &mut World) -> Decision;
}

/// A call of a tool, as policies see it.
#[derive(Clone, Copy, Debug)]
pub struct PolicyCall<'a> {
    /// The agent that calls.
    pub agent: &'a AgentPath,
    /// The tool.
    pub tool: &'a Tool,
    /// The arguments by name.
    pub arguments: &'a [(Box<str>, Datum)],
    /// The control at the call.
    pub pc: Label,
    /// What decided that it is this tool.
    pub callee: Label,
}

impl PolicyCall<'_> {
    /// What the strictness counts of a value's label: its data; data and control; or these joined with the control at
    /// the call.
    pub fn counted(&self, label: Label, world: &mut World) -> Label {
        let lattice = &mut world.lattice;
        match world.strictness {
            Strictness::Explicit => {
                let data = lattice.data(label);
                lattice.label(data, caravan_label::Taint::NONE, caravan_label::Choice::NONE)
            }
            Strictness::Cfi => label,
            Strictness::Noninterference => {
                let label = lattice.join(label, self.callee);
                lattice.join(label, self.pc)
            }
        }
    }
}

/// What a policy says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The call may be made.
    Allow,
    /// It may not; the run ends.
    Deny,
    /// A person has to say.
    Ask,
}

impl Verdict {
    /// The stricter, the higher.
    fn strength(self) -> u8 {
        match self {
            Verdict::Allow => 0,
            Verdict::Ask => 1,
            Verdict::Deny => 2,
        }
    }
}

/// What was decided about a call, by whom and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// What was decided.
    pub effect: Verdict,
    /// Why, for people: lower case, no full stop.
    pub reason: String,
    /// The rule or policy that decided.
    pub policy: String,
    /// What would be allowed instead, for people, if something can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// Who has allowed what a rule alone would not, if somebody has: a person, or what a person said earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endorsed_by: Option<String>,
}

impl Decision {
    fn new(effect: Verdict, policy: impl Into<String>, reason: impl Into<String>) -> Decision {
        Decision { effect, reason: reason.into(), policy: policy.into(), remedy: None, endorsed_by: None }
    }

    /// The call may be made.
    pub fn allow(policy: impl Into<String>, reason: impl Into<String>) -> Decision {
        Decision::new(Verdict::Allow, policy, reason)
    }

    /// The call may not be made.
    pub fn deny(policy: impl Into<String>, reason: impl Into<String>) -> Decision {
        Decision::new(Verdict::Deny, policy, reason)
    }

    /// A person has to say.
    pub fn ask(policy: impl Into<String>, reason: impl Into<String>) -> Decision {
        Decision::new(Verdict::Ask, policy, reason)
    }

    /// The same, with what would be allowed instead.
    #[must_use]
    pub fn with_remedy(self, remedy: impl Into<String>) -> Decision {
        Decision { remedy: Some(remedy.into()), ..self }
    }
}

/// Decides about a call: first what the strictness demands, then the policy.
pub fn decide(policy: &dyn Policy, call: &PolicyCall<'_>, world: &mut World) -> Decision {
    let decision = policy.decide(call, world);
    let is_bound = call.tool.has_side_effect() || decision.effect == Verdict::Ask;
    if world.strictness == Strictness::Noninterference && is_bound {
        let decided = world.lattice.join(call.pc, call.callee);
        if !world.lattice.is_trusted(decided) {
            let reason = format!(
                "untrusted data from {} decided that `{}` is called, which `noninterference` does not allow for {}",
                gate::untrusted_sources(&world.lattice, decided),
                call.tool.name(),
                if call.tool.has_side_effect() { "a side effect" } else { "what a person is asked" },
            );
            return Decision::deny("noninterference", reason).with_remedy(
                "make the call where no untrusted data decides that it is made, or run with the strictness `cfi`, which \
                 lets untrusted data choose among the branches of a plan",
            );
        }
    }
    decision
}

/// Several policies, of which the strictest has its way: a denial first, then a question.
#[derive(Clone, Debug)]
pub struct Strictest {
    policies: Vec<Arc<dyn Policy>>,
    name: String,
}

impl Strictest {
    /// Of these. Without any, nothing is allowed.
    pub fn new(policies: Vec<Arc<dyn Policy>>) -> Strictest {
        let names: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
        let name = names.join(" and ");
        Strictest { policies, name }
    }
}

impl Policy for Strictest {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&self, call: &PolicyCall<'_>, world: &mut World) -> Decision {
        let decisions = self.policies.iter().map(|policy| policy.decide(call, world));
        // Of two that are as strict, the first speaks.
        let strictest =
            decisions.reduce(
                |so_far, next| {
                    if next.effect.strength() > so_far.effect.strength() { next } else { so_far }
                },
            );
        strictest.unwrap_or_else(|| Decision::deny(self.name(), "there is no policy"))
    }
}

/// Allows every call: the paper's setting, in which the gate alone protects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trivial;

impl Policy for Trivial {
    fn name(&self) -> &str {
        "trivial"
    }

    fn decide(&self, _call: &PolicyCall<'_>, _world: &mut World) -> Decision {
        Decision::allow(self.name(), "every call is allowed")
    }
}

/// Has a person approve every side effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct AskFirst;

impl Policy for AskFirst {
    fn name(&self) -> &str {
        "ask-first"
    }

    fn decide(&self, call: &PolicyCall<'_>, _world: &mut World) -> Decision {
        if call.tool.has_side_effect() {
            let reason = format!("`{}` has a side effect", call.tool.name());
            return Decision::ask(self.name(), reason);
        }
        Decision::allow(self.name(), "the tool has no side effect")
    }
}

/// Allows side effects only with data that everybody may read.
#[derive(Clone, Copy, Debug, Default)]
pub struct PublicOnly;

impl Policy for PublicOnly {
    fn name(&self) -> &str {
        "public-only"
    }

    fn decide(&self, call: &PolicyCall<'_>, world: &mut World) -> Decision {
        if !call.tool.has_side_effect() {
            return Decision::allow(self.name(), "the tool has no side effect");
        }
        for (name, datum) in call.arguments {
            let label = datum.deep_label(&mut world.lattice);
            let label = call.counted(label, world);
            let lattice = &world.lattice;
            for taint in [lattice.data(label), lattice.control(label)] {
                if let Readers::Only(readers) = lattice.readers(taint) {
                    let readers: Vec<String> = readers.iter().map(|reader| format!("`{reader}`")).collect();
                    let readers = if readers.is_empty() { "nobody".to_owned() } else { readers.join(", ") };
                    return Decision::deny(
                        self.name(),
                        format!(
                            "`{name}` may be read by {readers} alone, and `{}` has a side effect",
                            call.tool.name()
                        ),
                    )
                    .with_remedy(
                        "pass only what everybody may read, or take the restriction from the source of the data",
                    );
                }
            }
        }
        Decision::allow(self.name(), "everybody may read every argument")
    }
}
