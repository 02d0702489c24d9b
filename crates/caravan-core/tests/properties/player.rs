//! A generated program, run by its machines with the gate between them and nothing else of the engine: each plan is
//! compiled once for all runs.
//!
//! What this does between the machines is what `caravan_core::run` does, and a test holds the two against each other.

use std::cell::RefCell;
use std::sync::Arc;

use caravan_core::gate::{self, Crossing, Ruling};
use caravan_core::label::{AgentPath, Bits, Label, Source};
use caravan_core::outcome::Status;
use caravan_core::plan::{
    self, Answer, Datum, Ending, Environment, ExcKind, Machine, MachineSetup, Request, RequestKind, Step,
    Strictness, Type, World,
};
use caravan_core::policy::{self, PolicyCall, Trivial, Verdict};
use caravan_core::settings::Defense;
use caravan_core::system::System;

use super::inputs::Inputs;
use super::play::{
    AGENTS, AgentCall, Chain, Known, Played, Sent, Tools, Watched, children, limits, shown, system, told,
    what_is_left,
};
use super::program::Program;

/// Plays programs. Shared by threads.
pub struct Player {
    system: Arc<System>,
    /// The path of each agent and what its plans can name.
    agents: Vec<(AgentPath, Environment)>,
}

impl Player {
    pub fn new() -> Player {
        let system = system();
        let paths = system.paths();
        let agents = AGENTS.map(|agent| {
            let path = paths.iter().find(|path| path.as_str() == agent).expect("an agent").clone();
            let environment = system.environment(&path, Defense::Multi).expect("an environment");
            (path, environment)
        });
        Player { system, agents: agents.into() }
    }

    /// A program, ready to be played.
    pub fn take(&self, program: &Program) -> Playable<'_> {
        Playable {
            player: self,
            texts: AGENTS.map(|agent| program.text(agent)),
            compiled: RefCell::default(),
        }
    }
}

/// A plan of an agent that is given variables of these names; none if the language does not take it.
type Compiled = (usize, Vec<Box<str>>, Option<plan::Program>);

/// A program whose plans are compiled when they are first run.
pub struct Playable<'p> {
    player: &'p Player,
    /// The plan of each agent.
    pub texts: [String; AGENTS.len()],
    compiled: RefCell<Vec<Compiled>>,
}

impl Playable<'_> {
    pub fn play(&self, inputs: &Inputs, strictness: Strictness, budget: u32) -> Played {
        self.run(inputs, strictness, budget, false)
    }

    /// The same, with the labels at every call of an agent, and of a tool that takes a text.
    pub fn watch(&self, inputs: &Inputs, strictness: Strictness, budget: u32) -> Played {
        self.run(inputs, strictness, budget, true)
    }

    fn run(&self, inputs: &Inputs, strictness: Strictness, budget: u32, watches: bool) -> Played {
        let mut world = World::new(strictness);
        let mut variables = Vec::with_capacity(inputs.data.len());
        for (name, json) in &inputs.data {
            let source = Source::Tool {
                agent: AgentPath::root(),
                tool: "data".into(),
                inner: Some(name.as_str().into()),
                trusted: false,
            };
            let label = world.lattice.data_from(&[source]);
            variables.push((name.as_str().into(), Datum::from_json(json, label)));
        }
        let mut playing = Playing {
            playable: self,
            world,
            ruling: Ruling { strictness, budget: Bits::whole(budget) },
            tools: Tools::new(inputs),
            chain: Vec::new(),
            watches,
            played: Played {
                status: Status::Done,
                error: String::new(),
                calls: Vec::new(),
                sent: Vec::new(),
                watched: Vec::new(),
                left: Vec::new(),
                misfit: false,
                denial: None,
            },
        };
        if let Ok(End::Failed(failure)) = playing.episode(0, (Label::NONE, Label::NONE), false, variables) {
            playing.played.status = Status::PlanFailed;
            playing.played.error = format!("{}: {}", failure.kind, failure.message);
        }
        playing.played
    }

    fn compiled(&self, agent: usize, mut names: Vec<Box<str>>) -> Option<plan::Program> {
        names.sort_unstable();
        let mut compiled = self.compiled.borrow_mut();
        if let Some((_, _, known)) = compiled.iter().find(|known| known.0 == agent && known.1 == names) {
            return known.clone();
        }
        let mut environment = self.player.agents[agent].1.clone();
        environment.variables.clone_from(&names);
        let fresh = plan::compile(&self.texts[agent], &environment).ok();
        compiled.push((agent, names, fresh.clone()));
        fresh
    }
}

/// The run is over, whatever any plan says.
struct Stop;

enum End {
    Value(Datum),
    Failed(Failure),
}

struct Failure {
    kind: Box<str>,
    message: Box<str>,
    line: u32,
    label: Label,
}

/// A run under way.
struct Playing<'p> {
    playable: &'p Playable<'p>,
    world: World,
    ruling: Ruling,
    tools: Tools<'p>,
    /// The calls that lead to the agent at work.
    chain: Chain,
    watches: bool,
    played: Played,
}

impl Playing<'_> {
    fn episode(
        &mut self,
        agent: usize,
        (base, pc): (Label, Label),
        caught: bool,
        variables: Vec<(Box<str>, Datum)>,
    ) -> Result<End, Stop> {
        let names = variables.iter().map(|(name, _)| name.clone()).collect();
        let Some(program) = self.playable.compiled(agent, names) else {
            self.played.misfit = true;
            self.played.status = Status::PlanFailed;
            return Err(Stop);
        };
        let is_root = agent == 0;
        let setup = MachineSetup { limits: limits(), base, pc, variables, caught, spent: 0 };
        let mut machine = Machine::new(&program, setup, &mut self.world);
        let mut answer = None;
        loop {
            match machine.resume(&mut self.world, answer.take()) {
                Step::Request(request) => answer = Some(self.answer(agent, request)?),
                Step::Finished(Ending::Value(value)) => {
                    if is_root {
                        let variables = machine.variables(&mut self.world);
                        self.played.left = what_is_left(&variables, &mut self.world.lattice);
                    }
                    return Ok(End::Value(value));
                }
                Step::Finished(Ending::Error(error)) => {
                    return Ok(End::Failed(Failure {
                        kind: error.kind,
                        message: error.message,
                        line: error.span.line,
                        label: error.label,
                    }));
                }
            }
        }
    }

    fn answer(&mut self, agent: usize, request: Request) -> Result<Answer, Stop> {
        match &request.kind {
            RequestKind::Tool { .. } => self.tool(agent, request),
            RequestKind::Agent { .. } => self.child(agent, request),
            RequestKind::Quarantined { .. } | RequestKind::Clock | RequestKind::Gather { .. } => {
                panic!("no program asks a model or the clock, or gathers")
            }
        }
    }

    fn failure(&mut self, kind: ExcKind, message: String, label: Label) -> Answer {
        let own = self.world.lattice.data_from(&[Source::System]);
        let label = self.world.lattice.join(own, label);
        Answer::Failure { kind, message: Datum::text(message, label) }
    }

    fn tool(&mut self, agent: usize, request: Request) -> Result<Answer, Stop> {
        let RequestKind::Tool { name, arguments, callee, state } = request.kind else {
            panic!("a call of a tool")
        };
        let player = self.playable.player;
        let path = &player.agents[agent].0;
        let tool =
            player.system.agent(path).and_then(|agent| player.system.tool(agent, &name)).expect("a tool");
        let mut given = callee;
        let mut text = String::new();
        for (name, datum) in &arguments {
            let deep = datum.deep_label(&mut self.world.lattice);
            given = self.world.lattice.join(given, deep);
            match tool.parameter(name).expect("a parameter").ty.encode(datum) {
                Ok(_) => text = datum.to_text(),
                Err(mismatch) => {
                    return Ok(self.failure(ExcKind::TypeError, mismatch.message.to_string(), given));
                }
            }
        }
        let call = PolicyCall { agent: path, tool, arguments: &arguments, pc: request.pc, callee };
        let decision = policy::decide(&Trivial, &call, &mut self.world);
        if decision.effect != Verdict::Allow {
            self.played.status = Status::Denied;
            self.played.error = decision.reason;
            return Err(Stop);
        }
        let lattice = &mut self.world.lattice;
        if &*name == "send" {
            let (_, datum) = arguments.first().expect("a text");
            let label = datum.deep_label(lattice);
            self.played.sent.push(Sent {
                agent,
                line: request.span.line,
                argument: shown(datum),
                argument_is_trusted: lattice.is_trusted(label),
            });
        }
        if self.watches && !arguments.is_empty() {
            let labels = arguments.iter().map(|(_, datum)| Known::of(datum.deep_label(lattice), lattice));
            let labels = labels.collect();
            self.played.watched.push(Watched {
                chain: [&self.chain[..], &[(agent, request.span.line)]].concat(),
                callee: name.to_string(),
                text: text.clone(),
                labels,
                pc_is_trusted: lattice.is_trusted(request.pc),
                charged: None,
                allowed: true,
            });
        }
        let source = lattice.data_from(&[tool.source(path)]);
        let label = [given, state].into_iter().fold(source, |label, part| lattice.join(label, part));
        Ok(match self.tools.answer(&name, &text) {
            Ok(json) => {
                let datum = tool.returns().decode(&json, label, &mut self.world).expect("what is declared");
                Answer::Value(datum)
            }
            Err(message) => {
                Answer::Failure { kind: ExcKind::RuntimeError, message: Datum::text(message, label) }
            }
        })
    }

    fn child(&mut self, agent: usize, request: Request) -> Result<Answer, Stop> {
        let RequestKind::Agent { name, message, variables, schema, site } = request.kind else {
            panic!("a call of an agent")
        };
        let path = &self.playable.player.agents[agent].0;
        let names: Vec<&Datum> = variables.iter().map(|(name, _)| name).collect();
        let crossing = Crossing {
            caller: path,
            callee: &name,
            message: &message,
            names: &names,
            schema: &schema,
            site: &site,
            pc: request.pc,
            span: request.span,
        };
        let judged = gate::judge(&mut self.world, self.ruling, &crossing);
        let texts: Vec<String> = names.iter().map(|name| name.to_text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let text = told(&name, &message.to_text(), &texts, &schema.to_text());
        let mut chain = self.chain.clone();
        chain.push((agent, request.span.line));
        let charged = judged.as_ref().ok().map(|charge| charge.cost);
        if self.watches {
            let lattice = &mut self.world.lattice;
            let told = [&message].into_iter().chain(variables.iter().map(|(_, value)| value));
            let labels = told.map(|datum| Known::of(datum.deep_label(lattice), lattice)).collect();
            self.played.watched.push(Watched {
                chain: chain.clone(),
                callee: name.to_string(),
                text: message.to_text(),
                labels,
                pc_is_trusted: lattice.is_trusted(request.pc),
                charged,
                allowed: charged.is_some(),
            });
        }
        self.played.calls.push(AgentCall { chain: chain.clone(), text, charged });
        let charge = match judged {
            Ok(charge) => charge,
            Err(denial) => {
                self.played.status = Status::Denied;
                self.played.error = denial.title();
                self.played.denial = Some(denial.reason());
                return Err(Stop);
            }
        };
        let schema = serde_json::from_str(&schema.to_text()).expect("a schema");
        let schema = Type::from_schema(&schema).expect("a type");
        let mut given = Vec::with_capacity(variables.len());
        for (name, mut value) in variables {
            value.taint_deeply(request.pc, &mut self.world.lattice);
            given.push((name.to_text().into_boxed_str(), value));
        }
        let place = children(AGENTS[agent]).iter().position(|child| **child == *name).expect("a child");
        let callee = match (agent, place) {
            (0, 0) => 1,
            (0, _) => 3,
            _ => 2,
        };
        let outer = std::mem::replace(&mut self.chain, chain);
        let end = self.episode(callee, (charge.base, request.pc), request.caught, given);
        self.chain = outer;
        let failure = match end? {
            End::Value(mut answer) => {
                answer.taint_deeply(charge.base, &mut self.world.lattice);
                let label = answer.deep_label(&mut self.world.lattice);
                match schema.coerce(answer, &mut self.world.lattice) {
                    Ok(answer) => return Ok(Answer::Value(answer)),
                    Err(_) => {
                        Failure { kind: "TypeError".into(), message: "its plan".into(), line: 0, label }
                    }
                }
            }
            End::Failed(failure) => failure,
        };
        let label = self.world.lattice.join(failure.label, charge.base);
        let message =
            format!("agent `{name}` failed with {} on line {} of its plan", failure.kind, failure.line);
        Ok(self.failure(ExcKind::RuntimeError, message, label))
    }
}
