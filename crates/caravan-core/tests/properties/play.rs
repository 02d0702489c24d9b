//! A generated program, run by the real engine from the user's words to its end.

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_core::effect::{EffectKind, Outcome, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::label::{Bits, Label};
use caravan_core::model::PlanRequest;
use caravan_core::outcome::{RunOutcome, Status};
use caravan_core::plan::{Limits, Strictness};
use caravan_core::record::CallKind;
use caravan_core::run::{Progress, Run};
use caravan_core::settings::Settings;
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use serde_json::{Value as Json, json};

use super::inputs::Inputs;
use super::program::Program;
use crate::stage::{fenced, reply};

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

/// The system that every program runs in.
pub fn system() -> Arc<System> {
    let agent = |name: &str, children: &[&str]| AgentSpec {
        name: name.to_owned(),
        description: format!("The agent {name}."),
        tools: ["fetch", "count", "clock", "recall", "note", "risky", "send"].map(str::to_owned).to_vec(),
        children: children.iter().map(ToString::to_string).collect(),
        quarantined_model: false,
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
        depth_bound: None,
    };
    Arc::new(System::build(spec).expect("a system"))
}

/// A call of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentCall {
    /// The lines of the calls that lead here, each with the agent whose plan it is in; the last is the call's own.
    pub chain: Vec<(String, u32)>,
    /// Callee, message, sorted names and schema: all that decides what its planner reads.
    pub text: String,
    pub allowed: bool,
}

/// A call that leaves the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    pub agent: String,
    pub line: u32,
    pub argument: Json,
    pub argument_is_trusted: bool,
}

/// What a planner would be told by an instruction made of a value that the root's plan has left.
#[derive(Clone, Debug)]
pub struct Left {
    /// The variable, and what of it.
    pub what: String,
    pub text: String,
    pub data_is_trusted: bool,
    pub control_is_trusted: bool,
    pub bits: Bits,
}

/// A run that is over.
pub struct Played {
    pub status: Status,
    pub error: String,
    /// Everything that planners were told, one text a request.
    pub told: Vec<String>,
    pub calls: Vec<AgentCall>,
    pub sent: Vec<Sent>,
    /// The root's variables, if it came to its end.
    pub left: Vec<Left>,
    /// Whether some plan was refused before it ran.
    pub misfit: bool,
}

impl Played {
    pub fn ended_normally(&self) -> bool {
        self.status == Status::Done
    }
}

/// Plays the programs.
pub struct Player {
    system: Arc<System>,
}

impl Player {
    pub fn new() -> Player {
        Player { system: system() }
    }

    pub fn play(&self, program: &Program, inputs: &Inputs, strictness: Strictness, budget: u32) -> Played {
        let settings = Settings {
            strictness,
            budget: Bits::whole(budget),
            limits: Limits { steps: 60_000, memory: 16 << 20, ..Limits::default() },
            max_plan_attempts: 1,
            check: false,
            ..Settings::default()
        };
        let instruction = Instruction::from_user("Do what has to be done.");
        let mut run = Run::new(Arc::clone(&self.system), settings, instruction, inputs.data.clone());
        let mut told = Vec::new();
        let mut tools = Tools { inputs, fetched: 0, counted: 0, pad: "empty".to_owned() };
        let mut outcome = None;
        let ended = loop {
            match run.step(outcome.take()).expect("a step") {
                Progress::Done(ended) => break *ended,
                Progress::Effects(effects) => {
                    let [effect] = &effects[..] else { panic!("one effect at a time") };
                    let result = match &effect.kind {
                        EffectKind::Plan(request) => {
                            told.push(text_of(request));
                            Outcome::Plan(Ok(reply(fenced(&program.text(request.agent().as_str())))))
                        }
                        EffectKind::Tool(request) => Outcome::Tool(tools.answer(request)),
                        other => panic!("no program asks for {other:?}"),
                    };
                    outcome = Some((effect.id, result));
                }
            }
        };
        seen(ended, told)
    }
}

fn text_of(request: &PlanRequest) -> String {
    let names: Vec<&str> = request.variables().iter().map(Instruction::text).collect();
    let names = if request.agent().is_root() { Vec::new() } else { names };
    let schema = request.schema().map(Instruction::text).unwrap_or_default();
    let problems: Vec<&str> = request.attempts().iter().map(|attempt| attempt.problem().text()).collect();
    format!("{}\n{}\n{schema}\n{}", request.instruction().text(), names.join(","), problems.join("\n"))
}

struct Tools<'i> {
    inputs: &'i Inputs,
    fetched: usize,
    counted: usize,
    pad: String,
}

impl Tools<'_> {
    fn answer(&mut self, request: &ToolRequest) -> Result<Json, ToolFailure> {
        let text = || request.arguments["text"].as_str().unwrap_or_default().to_owned();
        Ok(match &*request.tool {
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
                self.pad = text();
                json!("noted")
            }
            "recall" => json!(self.pad),
            "risky" if self.inputs.fails => return Err(ToolFailure::failed(self.inputs.fetched[0].clone())),
            "risky" => json!(self.inputs.fetched[0]),
            _ => json!("sent"),
        })
    }
}

fn seen(mut ended: RunOutcome, told: Vec<String>) -> Played {
    let status = ended.status;
    let error = ended.error.as_ref().map(ToString::to_string).unwrap_or_default();
    let misfit = ended.record.episodes.iter().any(|episode| !episode.refused.is_empty());
    let (mut calls, mut sent) = (Vec::new(), Vec::new());
    let mut chains: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::from([(String::new(), Vec::new())]);
    let records = std::mem::take(&mut ended.record.calls);
    let lattice = &mut ended.world_mut().lattice;
    for call in records {
        let agent = call.agent.as_str().to_owned();
        let argument = |name: &str| call.arguments.iter().find(|(known, _)| **known == *name);
        match call.kind {
            CallKind::Agent => {
                let mut chain = chains.get(&agent).cloned().unwrap_or_default();
                chain.push((agent, call.line));
                chains.insert(call.agent.child(&call.name).as_str().to_owned(), chain.clone());
                let shown = |name: &str| argument(name).map(|(_, datum)| datum.to_text()).unwrap_or_default();
                let names = argument("variables").map(|(_, datum)| match &datum.value {
                    caravan_core::plan::Tree::Dict(entries) => {
                        let mut names: Vec<String> =
                            entries.iter().map(|(name, _)| name.to_text().to_string()).collect();
                        names.sort();
                        names.join(",")
                    }
                    _ => String::new(),
                });
                let text = format!(
                    "{}({:?}, {{{}}}, {})",
                    call.name,
                    shown("message"),
                    names.unwrap_or_default(),
                    shown("output_schema")
                );
                calls.push(AgentCall { chain, text, allowed: call.carried_out });
            }
            CallKind::Tool if &*call.name == "send" && call.carried_out => {
                let Some((_, datum)) = argument("text") else { continue };
                let label = datum.deep_label(lattice);
                let argument_is_trusted = lattice.is_trusted(label);
                sent.push(Sent { agent, line: call.line, argument: datum.to_json(), argument_is_trusted });
            }
            _ => {}
        }
    }
    let variables = std::mem::take(&mut ended.variables);
    let left = if status == Status::Done { what_is_left(&variables, &mut ended) } else { Vec::new() };
    Played { status, error, told, calls, sent, left, misfit }
}

/// What could be told of each variable: all of it, its length, each of its elements.
fn what_is_left(variables: &[(Box<str>, caravan_core::plan::Datum)], ended: &mut RunOutcome) -> Vec<Left> {
    use caravan_core::plan::Tree;

    let lattice = &mut ended.world_mut().lattice;
    let mut left = Vec::new();
    for (name, datum) in variables {
        let deep = datum.deep_label(lattice);
        let mut all: Vec<(String, String, Label)> = Vec::new();
        all.push((name.to_string(), datum.to_json().to_string(), deep));
        let items: Vec<&caravan_core::plan::Datum> = match &datum.value {
            Tree::List(items) | Tree::Tuple(items) => items.iter().collect(),
            Tree::Dict(entries) => entries.iter().map(|(_, value)| value).collect(),
            Tree::Record(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        };
        if matches!(datum.value, Tree::List(_) | Tree::Tuple(_) | Tree::Set(_) | Tree::Dict(_)) {
            let length = if let Tree::Set(members) = &datum.value { members.len() } else { items.len() };
            all.push((format!("len({name})"), length.to_string(), datum.label));
        }
        for (index, item) in items.into_iter().enumerate() {
            let inner = item.deep_label(lattice);
            let label = lattice.join(inner, datum.label);
            all.push((format!("{name}[{index}]"), item.to_json().to_string(), label));
        }
        left.extend(all.into_iter().map(|(what, text, label)| Left {
            what,
            text,
            data_is_trusted: lattice.data_is_trusted(label),
            control_is_trusted: lattice.control_is_trusted(label),
            bits: lattice.choice_bits(label),
        }));
    }
    left
}
