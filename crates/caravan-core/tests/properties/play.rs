//! The system that generated programs run in, and what is seen of a run.

use std::sync::Arc;

use caravan_core::gate::DenialReason;
use caravan_core::label::{Bits, Label, Lattice};
use caravan_core::outcome::Status;
use caravan_core::plan::{Datum, Limits, Tree};
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use serde_json::{Value as Json, json};

use super::inputs::Inputs;

/// The agents of every program.
pub const AGENTS: [&str; 4] = ["", "mid", "mid/low", "side"];

/// The children of an agent.
pub fn children(agent: &str) -> &'static [&'static str] {
    match agent {
        "" => &["mid", "side"],
        "mid" => &["low"],
        _ => &[],
    }
}

/// What each plan may consume.
pub fn limits() -> Limits {
    Limits { steps: 60_000, memory: 16 << 20, ..Limits::default() }
}

/// The system that every program runs in.
pub fn system() -> Arc<System> {
    let agent = |name: &str, children: &[&str]| AgentSpec {
        name: name.to_owned(),
        description: format!("The agent {name}."),
        tools: ["fetch", "count", "clock", "recall", "note", "risky", "send"].map(str::to_owned).to_vec(),
        children: children.iter().map(ToString::to_string).collect(),
        quarantined_model: false,
        ..AgentSpec::default()
    };
    let tool = |name: &str, returns: Json| ToolSpec {
        name: name.to_owned(),
        description: format!("The tool {name}."),
        server: format!("{name}_server"),
        parameters: json!({"type": "object", "properties": {}}),
        returns: Some(returns),
        reads: Some(Vec::new()),
        writes: Some(Vec::new()),
        ..ToolSpec::default()
    };
    let text = json!({"type": "string"});
    let number = json!({"type": "integer"});
    let of_text = json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]});
    let pad = || Some(vec!["pad".to_owned()]);
    let spec = SystemSpec {
        root: "boss".to_owned(),
        agents: vec![
            agent("boss", children("")),
            agent("mid", children("mid")),
            agent("low", &[]),
            agent("side", &[]),
        ],
        tools: vec![
            tool("fetch", text.clone()),
            tool("count", number.clone()),
            ToolSpec { trusted: true, ..tool("clock", number) },
            ToolSpec { trusted: true, reads: pad(), ..tool("recall", text.clone()) },
            ToolSpec {
                trusted: true,
                writes: pad(),
                parameters: of_text.clone(),
                ..tool("note", text.clone())
            },
            tool("risky", text.clone()),
            ToolSpec { trusted: true, side_effect: true, parameters: of_text, ..tool("send", text) },
        ],
        ..SystemSpec::default()
    };
    Arc::new(System::build(spec).expect("a system"))
}

/// The tools of a run: what they answer is untrusted data's, but for what the plan itself noted.
pub struct Tools<'i> {
    inputs: &'i Inputs,
    fetched: usize,
    counted: usize,
    pad: String,
}

impl<'i> Tools<'i> {
    pub fn new(inputs: &'i Inputs) -> Tools<'i> {
        Tools { inputs, fetched: 0, counted: 0, pad: "empty".to_owned() }
    }

    /// What a tool answers to a text; a failure's text if it fails.
    pub fn answer(&mut self, tool: &str, text: &str) -> Result<Json, String> {
        Ok(match tool {
            "fetch" => {
                self.fetched += 1;
                json!(self.inputs.fetched[(self.fetched - 1) % self.inputs.fetched.len()])
            }
            "count" => {
                self.counted += 1;
                json!(self.inputs.counted[(self.counted - 1) % self.inputs.counted.len()])
            }
            "clock" => json!(3),
            "note" => {
                text.clone_into(&mut self.pad);
                json!("noted")
            }
            "recall" => json!(self.pad),
            "risky" if self.inputs.fails => return Err(self.inputs.fetched[0].clone()),
            "risky" => json!(self.inputs.fetched[0]),
            _ => json!("sent"),
        })
    }
}

/// The calls that lead to a call, each as the place of the agent in [`AGENTS`] and the line of its plan; the last is the
/// call's own.
pub type Chain = Vec<(usize, u32)>;

/// A call of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentCall {
    pub chain: Chain,
    /// Callee, message, sorted names and schema: all that decides what its planner reads.
    pub text: String,
    /// What the gate charged; none if it refused.
    pub charged: Option<Bits>,
}

/// A call that leaves the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    pub agent: usize,
    pub line: u32,
    pub argument: String,
    pub argument_is_trusted: bool,
}

/// What a planner would be told by an instruction made of a value that the root's plan has left.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    /// The variable, and what of it.
    pub what: String,
    /// Its text; empty if its data is untrusted, so that it could not be told at all.
    pub text: String,
    pub data_is_trusted: bool,
    pub control_is_trusted: bool,
    pub bits: Bits,
}

/// A call that left a plan, with the labels that it had there.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    pub chain: Chain,
    pub callee: String,
    /// The message, or the text that a tool was told.
    pub text: String,
    /// The label of that, then those of the variables in their order.
    pub labels: Vec<Known>,
    pub pc_is_trusted: bool,
    /// What the gate charged; none of a tool, and where it refused.
    pub charged: Option<Bits>,
    pub allowed: bool,
}

/// What a label comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    pub data_is_trusted: bool,
    pub control_is_trusted: bool,
    pub bits: Bits,
}

impl Known {
    pub fn of(label: Label, lattice: &Lattice) -> Known {
        Known {
            data_is_trusted: lattice.data_is_trusted(label),
            control_is_trusted: lattice.control_is_trusted(label),
            bits: lattice.choice_bits(label),
        }
    }
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub status: Status,
    pub error: String,
    pub calls: Vec<AgentCall>,
    pub sent: Vec<Sent>,
    /// Every call of an agent, and of a tool that takes a text, if it was asked for.
    pub watched: Vec<Watched>,
    /// The root's variables, if it came to its end.
    pub left: Vec<Left>,
    /// Whether some plan was refused before it ran.
    pub misfit: bool,
    /// Why the gate ended the run, if it did.
    pub denial: Option<DenialReason>,
}

impl Played {
    pub fn ended_normally(&self) -> bool {
        self.status == Status::Done
    }
}

/// All that a planner is told, as one text.
pub fn told(callee: &str, message: &str, names: &[&str], schema: &str) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    format!("{callee}({message:?}, {{{}}}, {schema})", names.join(","))
}

/// A value as a text that differs where the value does.
pub fn shown(datum: &Datum) -> String {
    let mut text = String::new();
    show(datum, &mut text);
    text
}

fn show(datum: &Datum, text: &mut String) {
    match &datum.value {
        Tree::Str(own) => {
            text.push('"');
            text.push_str(own);
            text.push('"');
        }
        Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => {
            text.push('[');
            for item in items {
                show(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Tree::Dict(entries) => {
            text.push('{');
            for (key, value) in entries {
                show(key, text);
                text.push(':');
                show(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Tree::Record(_, fields) => {
            text.push('(');
            for (name, value) in fields {
                text.push_str(name);
                text.push('=');
                show(value, text);
                text.push(',');
            }
            text.push(')');
        }
        _ => text.push_str(&datum.to_text()),
    }
}

/// What could be told of each variable: all of it, its length, each of its elements.
pub fn what_is_left(variables: &[(Box<str>, Datum)], lattice: &mut Lattice) -> Vec<Left> {
    let mut left = Vec::new();
    for (name, datum) in variables {
        let deep = datum.deep_label(lattice);
        left.push(told_of(name.to_string(), || shown(datum), deep, lattice));
        let mut element = |index: usize, item: &Datum, left: &mut Vec<Left>| {
            let inner = item.deep_label(lattice);
            let label = lattice.join(inner, datum.label);
            left.push(told_of(format!("{name}[{index}]"), || shown(item), label, lattice));
        };
        let length = match &datum.value {
            Tree::List(items) | Tree::Tuple(items) => {
                items.iter().enumerate().for_each(|(index, item)| element(index, item, &mut left));
                items.len()
            }
            Tree::Dict(entries) => {
                let values = entries.iter().map(|(_, value)| value).enumerate();
                values.for_each(|(index, item)| element(index, item, &mut left));
                entries.len()
            }
            Tree::Record(_, fields) => {
                let values = fields.iter().map(|(_, value)| value).enumerate();
                values.for_each(|(index, item)| element(index, item, &mut left));
                continue;
            }
            Tree::Set(members) => members.len(),
            _ => continue,
        };
        left.push(told_of(format!("len({name})"), || length.to_string(), datum.label, lattice));
    }
    left
}

fn told_of(what: String, text: impl FnOnce() -> String, label: Label, lattice: &Lattice) -> Left {
    let data_is_trusted = lattice.data_is_trusted(label);
    Left {
        what,
        text: if data_is_trusted { text() } else { String::new() },
        data_is_trusted,
        control_is_trusted: lattice.control_is_trusted(label),
        bits: lattice.choice_bits(label),
    }
}
