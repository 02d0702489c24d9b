//! What a policy may know of a call: each argument's value and what its label says.

use caravan_core::policy::PolicyCall;
use caravan_label::{Label, Readers};
use caravan_plan::{Strictness, Tree, Type, World};
use serde_json::Value as Json;

/// What a label says of a value, as far as the strictness counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether no untrusted source is in its data or its control.
    pub trusted: bool,
    /// Whether none is in its data.
    pub data_trusted: bool,
    /// The sources of both.
    pub sources: Vec<String>,
    /// Who may read it; everybody if there is no list.
    pub readers: Option<Vec<String>>,
    /// How many bits untrusted data could choose of it, rounded up; no bound if there is no number.
    pub choice_bits: Option<i64>,
}

impl Facts {
    /// Of a label under these rules.
    pub fn of(label: Label, world: &World) -> Facts {
        let lattice = &world.lattice;
        let taints = [lattice.data(label), lattice.control(label)];
        let mut sources: Vec<String> =
            taints.iter().flat_map(|taint| lattice.sources(*taint)).map(ToString::to_string).collect();
        sources.sort();
        sources.dedup();
        let mut readers: Option<Vec<String>> = None;
        for taint in taints {
            if let Readers::Only(names) = lattice.readers(taint) {
                readers = Some(match readers {
                    None => names.iter().map(ToString::to_string).collect(),
                    Some(known) => known.into_iter().filter(|name| names.contains(name.as_str())).collect(),
                });
            }
        }
        let bits = lattice.choice_bits(label);
        Facts {
            trusted: lattice.is_trusted(label),
            data_trusted: lattice.data_is_trusted(label),
            sources,
            readers,
            choice_bits: bits.is_bounded().then(|| bits.as_f64().ceil() as i64),
        }
    }
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentFacts {
    /// Its name.
    pub name: String,
    /// The value as the tool gets it; none if it could not be told.
    pub value: Option<Json>,
    /// What its label says.
    pub facts: Facts,
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallFacts {
    /// The path of the agent that calls; empty for the root.
    pub agent: String,
    /// The tool, as plans call it.
    pub tool: String,
    /// The arguments.
    pub arguments: Vec<ArgumentFacts>,
    /// What all of them together say.
    pub all: Facts,
    /// What decided that the call is made.
    pub pc: Facts,
}

impl CallFacts {
    /// What is known of a call.
    pub fn of(call: &PolicyCall<'_>, world: &mut World) -> CallFacts {
        let mut all = Label::NONE;
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (name, datum) in call.arguments {
            let label = datum.deep_label(&mut world.lattice);
            let label = call.counted(label, world);
            all = world.lattice.join(all, label);
            let ty = call.tool.parameter(name).map_or(&Type::Any, |parameter| &parameter.ty);
            // What is `None` is left out of the call.
            let value = match datum.value {
                Tree::None => Some(Json::Null),
                _ => ty.encode(datum).ok(),
            };
            arguments.push(ArgumentFacts { name: name.to_string(), value, facts: Facts::of(label, world) });
        }
        // At `explicit`, what decided something is not counted.
        let pc = match world.strictness {
            Strictness::Explicit => Label::NONE,
            _ => world.lattice.join(call.pc, call.callee),
        };
        CallFacts {
            agent: call.agent.as_str().to_owned(),
            tool: call.tool.name().to_owned(),
            arguments,
            all: Facts::of(all, world),
            pc: Facts::of(pc, world),
        }
    }
}
