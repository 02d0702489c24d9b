//! The world of a flow: machines for its agents, stubs for its tools, the gate between them.
//!
//! What crosses from one agent to another is labelled as DESIGN section 2.2 says.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use caravan_core::gate::{Charge, Crossing, Denial, Ruling, judge};
use caravan_core::label::{AgentPath, Bits, Label, Source};
use caravan_core::plan::{
    Answer, CheckSetup, Datum, Ending, Environment, ExcKind, Finding, Limits, Machine, MachineSetup, Outline,
    OutlineSetup, OutlinedCall, PlanError, Printed, Program, Request, RequestKind, Step, Strictness, Tree,
    Type, World, check, compile, outline,
};
use caravan_core::policy::{self, PolicyCall, Trivial, Verdict};
use caravan_core::settings::Defense;
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use serde_json::Value as Json;

use super::header::{Flow, Mind, children, of_world};

/// The name of the root agent.
const ROOT: &str = "root";

/// What happened.
pub struct Observed {
    pub world: World,
    pub crossings: Vec<Crossed>,
    pub tools: Vec<ToolCall>,
    pub variables: Vec<(Box<str>, Datum)>,
    pub printed: Vec<Printed>,
    /// What the check before the run finds in the plans that ran.
    pub found: Vec<Finding>,
    /// Calls that the outlines of the plans do not tell of, or not as they were.
    pub untold: Vec<String>,
    /// How many calls under untrusted control, and messages, the outlines told of.
    pub told: (usize, usize),
    pub ended: Ended,
}

/// A call of a child.
pub struct Crossed {
    pub path: String,
    pub message: String,
    pub pc: Label,
    pub verdict: Result<Charge, Box<Denial>>,
}

/// A call of a tool.
pub struct ToolCall {
    pub name: Box<str>,
    pub arguments: Vec<(Box<str>, Datum)>,
    pub pc: Label,
    pub allowed: bool,
}

/// How the run ended.
pub enum Ended {
    Value(Datum),
    Error(PlanError),
    /// By the gate, a policy, or a rule that forbids something at run time.
    Refused(String),
    /// Before anything ran.
    Findings(String),
    /// The flow itself is wrong.
    Broken(String),
}

/// Runs a flow in one of its worlds.
pub fn observe(flow: &Flow, strictness: Strictness, budget: u32, alternative: usize) -> Observed {
    let mut stage = Stage {
        flow,
        alternative,
        ruling: Ruling { strictness, budget: Bits::whole(budget) },
        system: system(flow),
        observed: Observed {
            world: World::new(strictness),
            crossings: Vec::new(),
            tools: Vec::new(),
            variables: Vec::new(),
            printed: Vec::new(),
            found: Vec::new(),
            untold: Vec::new(),
            told: (0, 0),
            ended: Ended::Broken("the flow did not end".to_owned()),
        },
        answered: BTreeMap::new(),
    };
    let variables = stage.root_variables();
    let setup = MachineSetup { limits: limits(flow), variables, ..MachineSetup::default() };
    stage.observed.ended = match stage.episode(&AgentPath::root(), &flow.plan, setup, OutlineSetup::default())
    {
        Ok(Ending::Value(value)) => Ended::Value(value),
        Ok(Ending::Error(error)) => Ended::Error(error),
        Err(ended) => ended,
    };
    stage.observed
}

struct Stage<'f> {
    flow: &'f Flow,
    alternative: usize,
    ruling: Ruling,
    system: Result<System, String>,
    observed: Observed,
    /// How often each tool, or the quarantined model, has answered.
    answered: BTreeMap<String, usize>,
}

fn limits(flow: &Flow) -> Limits {
    let steps = flow.steps.unwrap_or(Limits::default().steps);
    Limits { steps, ..Limits::default() }
}

fn system(flow: &Flow) -> Result<System, String> {
    let children = children(&flow.agents);
    let shared: Vec<String> = flow.tools.iter().map(|tool| tool.name.clone()).collect();
    let agent = |path: &str, name: &str, own: Option<String>| AgentSpec {
        name: name.to_owned(),
        description: "an agent of a flow".to_owned(),
        tools: shared.iter().cloned().chain(own).collect(),
        children: children.get(path).cloned().unwrap_or_default(),
        quarantined_model: true,
        ..AgentSpec::default()
    };
    let mut agents = vec![agent("", ROOT, None)];
    let mut tools: Vec<ToolSpec> = flow
        .tools
        .iter()
        .map(|tool| ToolSpec {
            name: tool.name.clone(),
            trusted: tool.trusted,
            side_effect: tool.effect,
            reads: tool.reads.clone(),
            writes: tool.writes.clone(),
            returns: tool.returns.clone(),
            accepts_anything: true,
            ..ToolSpec::default()
        })
        .collect();
    for child in &flow.agents {
        let name = child.path.rsplit('/').next().unwrap_or_default();
        let own = matches!(child.mind, Mind::Answers(_)).then(|| own_tool(name));
        tools.extend(own.iter().map(|own| ToolSpec {
            name: own.clone(),
            accepts_anything: true,
            ..ToolSpec::default()
        }));
        agents.push(agent(&child.path, name, own));
    }
    let spec = SystemSpec { root: ROOT.to_owned(), agents, tools, ..SystemSpec::default() };
    System::build(spec).map_err(|error| error.to_string())
}

/// The tool that a child without a plan answers from.
fn own_tool(child: &str) -> String {
    format!("answer_of_{child}")
}

impl Stage<'_> {
    fn root_variables(&mut self) -> Vec<(Box<str>, Datum)> {
        let mut variables = Vec::new();
        for variable in &self.flow.variables {
            let source = if variable.trusted {
                Source::User
            } else {
                let inner = Some(variable.name.as_str().into());
                Source::Tool { agent: AgentPath::root(), tool: "data".into(), inner, trusted: false }
            };
            let label = self.observed.world.lattice.data_from(&[source]);
            let json = of_world(&variable.values, self.alternative).first().unwrap_or(&Json::Null);
            variables.push((variable.name.as_str().into(), Datum::from_json(json, label)));
        }
        variables
    }

    /// The program of an agent's plan and what the check says of it, once for all worlds of the flow.
    fn compiled(
        &self,
        path: &AgentPath,
        plan: &str,
        environment: &Environment,
    ) -> Result<(Program, Vec<Finding>), Ended> {
        thread_local! {
            static KNOWN: RefCell<BTreeMap<String, (Program, Vec<Finding>)>> =
                const { RefCell::new(BTreeMap::new()) };
        }
        let Ruling { strictness, budget } = self.ruling;
        let key = format!("{} {strictness:?} {budget} {path} {:?}", self.flow.name, environment.variables);
        if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
            return Ok(known);
        }
        let program = compile(plan, environment).map_err(|findings| {
            let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
            Ended::Findings(findings.join("; "))
        })?;
        let setup = CheckSetup { strictness, budget: Some(budget), ..CheckSetup::default() };
        let compiled = (program, check(plan, environment, &setup));
        KNOWN.with_borrow_mut(|known| known.insert(key, compiled.clone()));
        Ok(compiled)
    }

    /// Runs one agent's plan to its end; an error ends the run.
    fn episode(
        &mut self,
        path: &AgentPath,
        plan: &str,
        setup: MachineSetup,
        place: OutlineSetup,
    ) -> Result<Ending, Ended> {
        let system = self.system.clone().map_err(Ended::Broken)?;
        let Some(mut environment) = system.environment(path, Defense::Multi) else {
            return Err(Ended::Broken(format!("there is no agent `{path}`")));
        };
        environment.variables = setup.variables.iter().map(|(name, _)| name.clone()).collect();
        environment.variables.sort();
        let (program, found) = self.compiled(path, plan, &environment)?;
        let outline = self.outlined(path, plan, &environment, place);
        self.observed.found.extend(found.into_iter().filter(|finding| finding.certain));
        let mut machine = Machine::new(&program, setup, &mut self.observed.world);
        let mut answer = None;
        loop {
            let step = machine.resume(&mut self.observed.world, answer.take());
            self.observed.printed.extend(machine.take_output());
            let ended = match step {
                Step::Finished(Ending::Error(error)) if is_refusal(&error) => {
                    Err(Ended::Refused(error.message.to_string()))
                }
                Step::Finished(ending) => Ok(ending),
                Step::Request(request) => match self.answer(path, request, &outline) {
                    Ok(given) => {
                        answer = Some(given);
                        continue;
                    }
                    Err(ended) => Err(ended),
                },
            };
            if path.is_root() {
                self.observed.variables = machine.variables(&mut self.observed.world);
            }
            return ended;
        }
    }

    /// What the outline of a plan tells, once for all worlds of the flow.
    fn outlined(
        &self,
        path: &AgentPath,
        plan: &str,
        environment: &Environment,
        place: OutlineSetup,
    ) -> Rc<Outline> {
        thread_local! {
            static KNOWN: RefCell<BTreeMap<String, Rc<Outline>>> = const { RefCell::new(BTreeMap::new()) };
        }
        let key = format!("{} {path} {place:?} {plan}", self.flow.name);
        KNOWN.with_borrow_mut(|known| {
            Rc::clone(known.entry(key).or_insert_with(|| Rc::new(outline(plan, environment, &place))))
        })
    }

    /// Holds a call against what the outline tells of it.
    fn hold(&mut self, path: &AgentPath, request: &Request, outline: &Outline) -> OutlineSetup {
        let (name, callee, message) = match &request.kind {
            RequestKind::Tool { name, callee, .. } => (&**name, *callee, None),
            RequestKind::Agent { name, message, site, .. } => (&**name, site.callee, Some(message.to_text())),
            RequestKind::Quarantined { .. } => ("query_ai_assistant", Label::NONE, None),
            RequestKind::Clock => ("datetime.now", Label::NONE, None),
            RequestKind::Gather { .. } => ("gather", Label::NONE, None),
        };
        let lattice = &mut self.observed.world.lattice;
        let decided = lattice.join(request.pc, callee);
        let decided = !lattice.is_trusted(decided);
        let told: Vec<&OutlinedCall> = outline.calls.iter().filter(|call| *call.name == *name).collect();
        let here: Vec<&OutlinedCall> =
            told.iter().copied().filter(|call| call.span.line == request.span.line).collect();
        // What is called by another name is told of where its own stands.
        let told = if here.is_empty() { told } else { here };
        let fits = |call: &&OutlinedCall| {
            let spelled = call.messages.as_ref().zip(message.as_ref());
            (call.branch_untrusted || !decided)
                && (call.caught || !request.caught)
                && spelled.is_none_or(|(messages, message)| messages.iter().any(|text| **text == **message))
        };
        let Some(call) = told.iter().copied().find(fits) else {
            self.observed.untold.push(format!(
                "`{name}` on line {} of `{path}`, untrusted: {decided}, caught: {}, {message:?}: {told:?}",
                request.span.line, request.caught
            ));
            return OutlineSetup {
                branch_untrusted: decided,
                caught: request.caught,
                ..OutlineSetup::default()
            };
        };
        self.observed.told.0 += usize::from(decided);
        self.observed.told.1 += usize::from(call.messages.is_some());
        OutlineSetup::below(call, outline)
    }

    fn answer(&mut self, path: &AgentPath, request: Request, outline: &Outline) -> Result<Answer, Ended> {
        if let RequestKind::Gather { calls } = request.kind {
            let answers = calls.into_iter().map(|call| self.answer(path, call, outline));
            return Ok(Answer::Gathered(answers.collect::<Result<_, _>>()?));
        }
        let place = self.hold(path, &request, outline);
        match &request.kind {
            RequestKind::Tool { .. } => self.tool(path, request),
            RequestKind::Agent { .. } => self.child(path, request, place),
            RequestKind::Quarantined { .. } => self.quarantined(path, request),
            RequestKind::Clock => Err(Ended::Broken("no flow has a clock".to_owned())),
            RequestKind::Gather { .. } => Err(Ended::Broken("a `gather` in a `gather`".to_owned())),
        }
    }

    // -- tools

    fn tool(&mut self, path: &AgentPath, request: Request) -> Result<Answer, Ended> {
        let RequestKind::Tool { name, arguments, callee, state } = request.kind else {
            return Err(Ended::Broken("the request is for no tool".to_owned()));
        };
        let system = self.system.clone().map_err(Ended::Broken)?;
        let Some(tool) = system.agent(path).and_then(|agent| system.tool(agent, &name)) else {
            return Err(Ended::Broken(format!("`{path}` has no tool `{name}`")));
        };
        let world = &mut self.observed.world;
        let call = PolicyCall { agent: path, tool, arguments: &arguments, pc: request.pc, callee };
        let decision = policy::decide(&Trivial, &call, world);
        let lattice = &mut world.lattice;
        let source = lattice.data_from(&[tool.source(path)]);
        let label = [callee, state].into_iter().fold(source, |label, part| lattice.join(label, part));
        let label = arguments.iter().fold(label, |label, (_, argument)| {
            let given = argument.deep_label(lattice);
            lattice.join(label, given)
        });
        let allowed = decision.effect == Verdict::Allow;
        self.observed.tools.push(ToolCall { name: name.clone(), arguments, pc: request.pc, allowed });
        if !allowed {
            return Err(Ended::Refused(decision.reason));
        }
        let (json, fails) = self.tool_answer(&name)?;
        if fails {
            return Ok(failure(ExcKind::RuntimeError, &text_of(&json), label));
        }
        match tool.returns().decode(&json, label, &mut self.observed.world) {
            Ok(mut value) => {
                self.apply_label_rules(&name, &mut value);
                Ok(Answer::Value(value))
            }
            Err(mismatch) => Ok(failure(ExcKind::ValueError, &mismatch.to_string(), label)),
        }
    }

    fn tool_answer(&mut self, name: &str) -> Result<(Json, bool), Ended> {
        let flow = self.flow;
        if let Some(tool) = flow.tools.iter().find(|tool| tool.name == name) {
            return Ok((self.next_of(name, of_world(&tool.answers, self.alternative)), tool.fails));
        }
        let child = flow.agents.iter().find_map(|agent| match &agent.mind {
            Mind::Answers(values) if own_tool(agent.path.rsplit('/').next().unwrap_or_default()) == name => {
                Some(values)
            }
            _ => None,
        });
        let values = child.ok_or_else(|| Ended::Broken(format!("nothing answers for `{name}`")))?;
        Ok((self.next_of(name, of_world(values, self.alternative)), false))
    }

    fn next_of(&mut self, name: &str, answers: &[Json]) -> Json {
        let count = self.answered.entry(name.to_owned()).or_default();
        let answer = answers.get(*count).or(answers.last()).cloned().unwrap_or(Json::Null);
        *count += 1;
        answer
    }

    /// Gives the fields that a label rule declares trusted their labels: their own source, and that of the field whose
    /// value the rule looks at.
    fn apply_label_rules(&mut self, tool: &str, value: &mut Datum) {
        let Some(tool) = self.flow.tools.iter().find(|known| known.name == tool) else { return };
        let source = Source::Tool {
            agent: AgentPath::root(),
            tool: tool.name.as_str().into(),
            inner: Some("rule".into()),
            trusted: true,
        };
        let lattice = &mut self.observed.world.lattice;
        let trusted = lattice.data_from(&[source]);
        let mut pending = vec![value];
        while let Some(datum) = pending.pop() {
            let mut fields: Vec<(String, &mut Datum)> = match &mut datum.value {
                Tree::List(items) => {
                    pending.extend(items);
                    continue;
                }
                Tree::Dict(entries) => {
                    entries.iter_mut().map(|(key, value)| (key.to_text(), value)).collect()
                }
                Tree::Record(_, fields) => {
                    fields.iter_mut().map(|(name, value)| (name.to_string(), value)).collect()
                }
                _ => continue,
            };
            for (field, by) in &tool.trusted_fields {
                let looked_at = fields.iter().find(|(name, _)| Some(name) == by.as_ref());
                let looked_at = looked_at.map_or(Label::NONE, |(_, value)| value.deep_label(lattice));
                let label = lattice.join(trusted, looked_at);
                if let Some((_, value)) = fields.iter_mut().find(|(name, _)| name == field) {
                    **value = Datum::from_json(&value.to_json(), label);
                }
            }
        }
    }

    fn quarantined(&mut self, path: &AgentPath, request: Request) -> Result<Answer, Ended> {
        let RequestKind::Quarantined { query, schema } = request.kind else {
            return Err(Ended::Broken("the request is for no model".to_owned()));
        };
        let lattice = &mut self.observed.world.lattice;
        let mut label = lattice.data_from(&[Source::Quarantined(path.clone())]);
        for given in [&query, &schema] {
            let given = given.deep_label(lattice);
            label = lattice.join(label, given);
        }
        let ty = schema_type(&schema)?;
        let json = self.next_of("the quarantined model", of_world(&self.flow.quarantined, self.alternative));
        match ty.decode(&json, label, &mut self.observed.world) {
            Ok(value) => Ok(Answer::Value(value)),
            Err(mismatch) => Ok(failure(ExcKind::ValueError, &mismatch.to_string(), label)),
        }
    }

    // -- children

    fn child(&mut self, caller: &AgentPath, request: Request, place: OutlineSetup) -> Result<Answer, Ended> {
        let RequestKind::Agent { name, message, variables, schema, site } = request.kind else {
            return Err(Ended::Broken("the request is for no agent".to_owned()));
        };
        let path = caller.child(&name);
        let names: Vec<&Datum> = variables.iter().map(|(name, _)| name).collect();
        let crossing = Crossing {
            caller,
            callee: &name,
            message: &message,
            names: &names,
            schema: &schema,
            site: &site,
            pc: request.pc,
            span: request.span,
        };
        let verdict = judge(&mut self.observed.world, self.ruling, &crossing);
        self.observed.crossings.push(Crossed {
            path: path.to_string(),
            message: message.to_text(),
            pc: request.pc,
            verdict: verdict.clone(),
        });
        let charge = verdict.map_err(|denial| Ended::Refused(denial.to_string()))?;
        let plan = self.plan_of(&path)?;
        let lattice = &mut self.observed.world.lattice;
        let variables = variables
            .into_iter()
            .map(|(name, mut value)| {
                value.taint_deeply(request.pc, lattice);
                (name.to_text().into(), value)
            })
            .collect();
        let setup = MachineSetup {
            limits: limits(self.flow),
            base: charge.base,
            pc: request.pc,
            variables,
            caught: request.caught,
            spent: 0,
        };
        let ending = self.episode(&path, &plan, setup, place)?;
        let lattice = &mut self.observed.world.lattice;
        match ending {
            Ending::Value(mut answer) => {
                answer.taint_deeply(charge.base, lattice);
                let label = answer.deep_label(lattice);
                Ok(match schema_type(&schema)?.coerce(answer, lattice) {
                    Ok(answer) => Answer::Value(answer),
                    Err(mismatch) => failure(ExcKind::RuntimeError, &mismatch.to_string(), label),
                })
            }
            Ending::Error(error) => {
                let label = lattice.join(error.label, charge.base);
                Ok(failure(ExcKind::RuntimeError, &format!("{name} failed with {}", error.kind), label))
            }
        }
    }

    fn plan_of(&self, path: &AgentPath) -> Result<String, Ended> {
        let agent = self.flow.agents.iter().find(|agent| agent.path == path.as_str());
        match agent.map(|agent| &agent.mind) {
            Some(Mind::Plan(plan)) => Ok(plan.clone()),
            Some(Mind::Answers(_)) => {
                let name = path.as_str().rsplit('/').next().unwrap_or_default();
                Ok(format!("return {}()\n", own_tool(name)))
            }
            Some(Mind::Says(values)) => {
                let json = of_world(values, self.alternative).first().cloned().unwrap_or_default();
                Ok(format!("return {}\n", Datum::from_json(&json, Label::NONE).repr()))
            }
            None => Err(Ended::Broken(format!("there is no agent `{path}`"))),
        }
    }
}

fn is_refusal(error: &PlanError) -> bool {
    &*error.kind == "Refused"
}

fn failure(kind: ExcKind, message: &str, label: Label) -> Answer {
    Answer::Failure { kind, message: Datum::text(message, label) }
}

fn text_of(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}

fn schema_type(schema: &Datum) -> Result<Type, Ended> {
    let broken = |problem: &dyn std::fmt::Display| Ended::Broken(format!("output_schema: {problem}"));
    let json: Json = serde_json::from_str(&schema.to_text()).map_err(|error| broken(&error))?;
    Type::from_schema(&json).map_err(|error| broken(&error))
}
