//! One plan by itself: a machine whose tools and children are stubs. No model, no agents, no effects.
//!
//! The labels, the gate and the decision on every call are those of a real run; only what stands behind the
//! calls is not there.

use caravan_core::effect::Moment;
use caravan_core::gate::{self, Crossing, Denial, Ruling};
use caravan_core::policy::{self, Decision, PolicyCall, Trivial, Verdict};
use caravan_core::record::{CallId, CallKind, CallRecord};
use caravan_core::report;
use caravan_core::settings::Defense;
use caravan_core::system::{AgentSpec, System, SystemError, SystemSpec, ToolSpec};
use caravan_label::{AgentPath, Label, Lattice, Source};
use caravan_plan::{
    Answer, Datum, Ending, Finding, Limits, Machine, MachineSetup, PlanError, Request, RequestKind, Site,
    Span, Step, World, compile,
};
use serde_json::{Map, Value as Json, json};

/// What stands in for a tool or a child.
#[derive(Clone, Debug)]
pub struct Stub {
    /// The name by which plans call it.
    pub name: String,
    /// What it stands in for.
    pub kind: StubKind,
    /// What every call of it gives.
    pub value: Json,
}

/// What a stub stands in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StubKind {
    /// A tool like any other: untrusted.
    Tool,
    /// A tool that the configuration declares trusted.
    TrustedTool,
    /// A child agent, whose answer is as untrusted as its tools' would be.
    Agent,
}

/// The stubs that a plan can call, and the system that they pretend to be.
#[derive(Clone, Debug)]
pub struct Stubs {
    stubs: Vec<Stub>,
    system: System,
    /// What `get_variable` gives, by name.
    variables: Vec<(String, Json)>,
    /// What the quarantined model answers, if one is there.
    quarantined: Option<Json>,
    /// The time.
    now: Option<Moment>,
}

/// The name of the agent whose plan is tried.
const ROOT: &str = "plan";

impl Stubs {
    /// Checks that the stubs could be the tools and children of one agent.
    ///
    /// # Errors
    ///
    /// A name is none that a plan could write, or two stubs have the same.
    pub fn new(stubs: Vec<Stub>) -> Result<Stubs, SystemError> {
        let (children, tools): (Vec<&Stub>, Vec<&Stub>) =
            stubs.iter().partition(|stub| stub.kind == StubKind::Agent);
        let names = |stubs: &[&Stub]| stubs.iter().map(|stub| stub.name.clone()).collect();
        let root = AgentSpec {
            name: ROOT.to_owned(),
            tools: names(&tools),
            children: names(&children),
            ..AgentSpec::default()
        };
        let agents =
            children.iter().map(|stub| AgentSpec { name: stub.name.clone(), ..AgentSpec::default() });
        let tools = tools.iter().map(|stub| ToolSpec {
            name: stub.name.clone(),
            // A server of its own each: what one was told says nothing about another.
            server: stub.name.clone(),
            parameters: json!({"type": "object"}),
            returns: Some(json!({})),
            trusted: stub.kind == StubKind::TrustedTool,
            // Nobody has said that it has none.
            side_effect: true,
            reads: Some(Vec::new()),
            writes: Some(Vec::new()),
            accepts_anything: true,
            ..ToolSpec::default()
        });
        let system = System::build(SystemSpec {
            root: ROOT.to_owned(),
            agents: std::iter::once(root).chain(agents).collect(),
            tools: tools.collect(),
            ..SystemSpec::default()
        })?;
        Ok(Stubs { stubs, system, variables: Vec::new(), quarantined: None, now: None })
    }

    /// The same with untrusted variables for `get_variable`.
    pub fn with_variables(self, variables: Vec<(String, Json)>) -> Stubs {
        Stubs { variables, ..self }
    }

    /// The same with a quarantined model that always answers with this value.
    pub fn with_quarantined(self, quarantined: Option<Json>) -> Stubs {
        Stubs { quarantined, ..self }
    }

    /// The same with a clock that stands.
    pub fn at(self, now: Option<Moment>) -> Stubs {
        Stubs { now, ..self }
    }

    fn value(&self, name: &str) -> &Json {
        self.stubs.iter().find(|stub| stub.name == name).map_or(&Json::Null, |stub| &stub.value)
    }
}

/// What a plan came to.
#[derive(Debug)]
pub struct Trial {
    /// What it printed.
    pub stdout: String,
    /// Its value, if it ended with one.
    pub result: Option<Datum>,
    /// Its variables at the end.
    pub variables: Vec<(Box<str>, Datum)>,
    /// The calls that it made.
    pub calls: Vec<CallRecord>,
    /// What ended it before its end.
    pub error: Option<TrialError>,
    world: World,
    ruling: Ruling,
}

/// What ended a plan before its end.
#[derive(Clone, Debug)]
pub enum TrialError {
    /// It never began: this is wrong with its text.
    Findings(Vec<Finding>),
    /// An error that no handler caught.
    Plan(PlanError),
    /// The gate did not let a message through.
    Gate(Box<Denial>),
    /// The policy did not allow a call.
    Policy(Decision, Span),
    /// It asked a quarantined model, and here is none.
    NoModel(Span),
    /// It asked for the time, and here is no clock.
    NoClock(Span),
}

impl Trial {
    /// Runs a plan to its end.
    pub fn run(source: &str, stubs: &Stubs, ruling: Ruling, limits: Limits) -> Trial {
        let mut trial = Trial {
            stdout: String::new(),
            result: None,
            variables: Vec::new(),
            calls: Vec::new(),
            error: None,
            world: World::new(ruling.strictness),
            ruling,
        };
        let mut environment =
            stubs.system.environment(&AgentPath::root(), Defense::Multi).unwrap_or_default();
        environment.quarantined_model = true;
        environment.variables = stubs.variables.iter().map(|(name, _)| name.as_str().into()).collect();
        environment.variables.sort_unstable();
        match compile(source, &environment) {
            Ok(program) => {
                let variables = stubs.variables.iter().map(|(name, value)| {
                    let source = Source::Tool {
                        agent: AgentPath::root(),
                        tool: "data".into(),
                        inner: Some(name.as_str().into()),
                        trusted: false,
                    };
                    let value = stub_value(value, source, Label::NONE, &mut trial.world.lattice);
                    (name.as_str().into(), value)
                });
                let variables = variables.collect();
                let setup = MachineSetup { limits, variables, ..MachineSetup::default() };
                let mut machine = Machine::new(&program, setup, &mut trial.world);
                trial.drive(&mut machine, stubs);
                trial.variables = machine.variables(&mut trial.world);
            }
            Err(findings) => trial.error = Some(TrialError::Findings(findings)),
        }
        trial
    }

    fn drive(&mut self, machine: &mut Machine, stubs: &Stubs) {
        let mut answer = None;
        loop {
            let step = machine.resume(&mut self.world, answer.take());
            self.stdout.extend(machine.take_output().into_iter().map(|printed| printed.text));
            match step {
                Step::Request(request) => match self.answer(request, stubs) {
                    Ok(given) => answer = Some(given),
                    Err(error) => {
                        self.error = Some(error);
                        return;
                    }
                },
                Step::Finished(Ending::Value(value)) => {
                    self.result = Some(value);
                    return;
                }
                Step::Finished(Ending::Error(error)) => {
                    self.error = Some(TrialError::Plan(error));
                    return;
                }
            }
        }
    }

    fn answer(&mut self, request: Request, stubs: &Stubs) -> Result<Answer, TrialError> {
        match request.kind {
            RequestKind::Gather { calls } => {
                let answers = calls.into_iter().map(|call| self.answer(call, stubs));
                Ok(Answer::Gathered(answers.collect::<Result<_, _>>()?))
            }
            _ => self.value(request, stubs).map(Answer::Value),
        }
    }

    fn value(&mut self, request: Request, stubs: &Stubs) -> Result<Datum, TrialError> {
        let Request { span, pc, kind, .. } = request;
        let callee = match &kind {
            RequestKind::Tool { callee, .. } => *callee,
            RequestKind::Agent { site, .. } => site.callee,
            RequestKind::Quarantined { .. } | RequestKind::Clock | RequestKind::Gather { .. } => Label::NONE,
        };
        let lattice = &mut self.world.lattice;
        let decided = lattice.join(pc, callee);
        let begun = Begun { span, pc, decided, pc_trusted: lattice.is_trusted(decided) };
        match kind {
            RequestKind::Tool { name, arguments, callee, state } => {
                self.call_tool(stubs, &begun, &name, arguments, [callee, state])
            }
            RequestKind::Agent { name, message, variables, schema, site } => {
                self.call_agent(stubs, &begun, &name, Passed { message, variables, schema, site })
            }
            RequestKind::Quarantined { query, schema } => match &stubs.quarantined {
                Some(value) => Ok(self.ask_quarantined(value, &begun, query, schema)),
                None => Err(TrialError::NoModel(span)),
            },
            RequestKind::Clock => {
                let label = self.world.lattice.data_from(&[Source::System]);
                let moment = stubs.now.and_then(|moment| Datum::utc(moment.micros(), label));
                moment.ok_or(TrialError::NoClock(span))
            }
            // There is none in a `gather`.
            RequestKind::Gather { .. } => Err(TrialError::NoModel(span)),
        }
    }

    fn call_tool(
        &mut self,
        stubs: &Stubs,
        begun: &Begun,
        name: &str,
        arguments: Vec<(Box<str>, Datum)>,
        [callee, state]: [Label; 2],
    ) -> Result<Datum, TrialError> {
        let agent = AgentPath::root();
        let tool = stubs.system.root().and_then(|root| stubs.system.tool(root, name));
        let (decision, source) = match tool {
            Some(tool) => {
                let call = PolicyCall { agent: &agent, tool, arguments: &arguments, pc: begun.pc, callee };
                (policy::decide(&Trivial, &call, &mut self.world), tool.source(&agent))
            }
            None => (Decision::deny("stubs", format!("there is no tool `{name}`")), Source::System),
        };
        if decision.effect != Verdict::Allow {
            self.record(begun, CallKind::Tool, name, arguments, decision.clone(), None);
            return Err(TrialError::Policy(decision, begun.span));
        }
        let lattice = &mut self.world.lattice;
        let inputs = joined(arguments.iter().map(|(_, value)| value), &[callee, state], lattice);
        let result = stub_value(stubs.value(name), source, inputs, lattice);
        self.record(begun, CallKind::Tool, name, arguments, decision, Some(result.clone()));
        Ok(result)
    }

    fn call_agent(
        &mut self,
        stubs: &Stubs,
        begun: &Begun,
        name: &str,
        passed: Passed,
    ) -> Result<Datum, TrialError> {
        let names: Vec<&Datum> = passed.variables.iter().map(|(name, _)| name).collect();
        let crossing = Crossing {
            caller: &AgentPath::root(),
            callee: name,
            message: &passed.message,
            names: &names,
            schema: &passed.schema,
            site: &passed.site,
            pc: begun.pc,
            span: begun.span,
        };
        let judged = gate::judge(&mut self.world, self.ruling, &crossing);
        let arguments = passed.arguments();
        match judged {
            Ok(_) => {
                let lattice = &mut self.world.lattice;
                let inputs = joined(arguments.iter().map(|(_, value)| value), &[passed.site.callee], lattice);
                let source = Source::Quarantined(AgentPath::root().child(name));
                let result = stub_value(stubs.value(name), source, inputs, lattice);
                let decision = Decision::allow("gate", "the message may reach a planner");
                self.record(begun, CallKind::Agent, name, arguments, decision, Some(result.clone()));
                Ok(result)
            }
            Err(denial) => {
                let decision = Decision::deny("gate", denial.title());
                self.record(begun, CallKind::Agent, name, arguments, decision, None);
                Err(TrialError::Gate(denial))
            }
        }
    }

    fn ask_quarantined(&mut self, value: &Json, begun: &Begun, query: Datum, schema: Datum) -> Datum {
        let arguments = vec![("query".into(), query), ("output_schema".into(), schema)];
        let lattice = &mut self.world.lattice;
        let inputs = joined(arguments.iter().map(|(_, value)| value), &[], lattice);
        let result = stub_value(value, Source::Quarantined(AgentPath::root()), inputs, lattice);
        let decision = Decision::allow("quarantine", "the quarantined model has no tools and no memory");
        self.record(begun, CallKind::Model, "query_ai_assistant", arguments, decision, Some(result.clone()));
        result
    }

    /// A value's label in a few words: `trusted`, or its untrusted sources.
    pub fn label_in_words(&mut self, value: &Datum) -> String {
        let label = value.deep_label(&mut self.world.lattice);
        let lattice = &self.world.lattice;
        if self.ruling.is_trusted(lattice, label) {
            return "trusted".to_owned();
        }
        let sources = lattice.sources(lattice.data(label)).chain(lattice.sources(lattice.control(label)));
        let mut names: Vec<String> = Vec::new();
        for source in sources.filter(|source| !Source::is_trusted(source)) {
            let name = source.to_string();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        format!("untrusted: {}", names.join(", "))
    }

    fn record(
        &mut self,
        begun: &Begun,
        kind: CallKind,
        name: &str,
        arguments: Vec<(Box<str>, Datum)>,
        decision: Decision,
        result: Option<Datum>,
    ) {
        self.calls.push(CallRecord {
            id: CallId::new(u32::try_from(self.calls.len() + 1).unwrap_or(u32::MAX)),
            agent: AgentPath::root(),
            episode: 0,
            kind,
            name: name.into(),
            line: begun.span.line,
            arguments,
            pc_trusted: begun.pc_trusted,
            decided: begun.decided,
            carried_out: result.is_some(),
            decision,
            result,
            failure: None,
        });
    }

    /// The trial as programs see it.
    pub fn to_json(&mut self) -> Json {
        let (world, ruling) = (&mut self.world, self.ruling);
        let variables: Map<String, Json> = self
            .variables
            .iter()
            .map(|(name, value)| (name.to_string(), report::value_json(value, world, ruling)))
            .collect();
        let calls: Vec<Json> = self.calls.iter().map(|call| report::call_json(call, world, ruling)).collect();
        json!({
            "stdout": self.stdout,
            "result": self.result.as_ref().map(|value| report::value_json(value, world, ruling)),
            "variables": variables,
            "calls": calls,
            "error": self.error.as_ref().map(|error| error.to_json(&world.lattice, ruling)),
        })
    }
}

/// A call as it was begun.
struct Begun {
    span: Span,
    pc: Label,
    decided: Label,
    pc_trusted: bool,
}

/// What a call of a child passes.
struct Passed {
    message: Datum,
    variables: Vec<(Datum, Datum)>,
    schema: Datum,
    site: Site,
}

impl Passed {
    /// The same as arguments by name.
    fn arguments(&self) -> Vec<(Box<str>, Datum)> {
        let variables = Datum { value: caravan_plan::Tree::Dict(self.variables.clone()), label: Label::NONE };
        vec![
            ("message".into(), self.message.clone()),
            ("variables".into(), variables),
            ("output_schema".into(), self.schema.clone()),
        ]
    }
}

/// The join of everything that went into a call.
fn joined<'a>(values: impl Iterator<Item = &'a Datum>, labels: &[Label], lattice: &mut Lattice) -> Label {
    let whole = labels.iter().fold(Label::NONE, |whole, label| lattice.join(whole, *label));
    values.fold(whole, |whole, value| {
        let label = value.deep_label(lattice);
        lattice.join(whole, label)
    })
}

/// A stub's value, labelled as what it came from; JSON objects are records.
fn stub_value(value: &Json, source: Source, inputs: Label, lattice: &mut Lattice) -> Datum {
    let own = lattice.data_from(&[source]);
    let label = lattice.join(own, inputs);
    Datum::from_json_as_records(value, label)
}

impl TrialError {
    /// `{kind, message, line, trusted}`.
    fn to_json(&self, lattice: &Lattice, ruling: Ruling) -> Json {
        let (kind, message, line, trusted) = match self {
            TrialError::Findings(findings) => {
                let message = findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
                let first = findings.first();
                let line = first.map_or(0, |finding| finding.span.line);
                (first.map_or("", |finding| finding.code), message, line, true)
            }
            TrialError::Plan(error) => {
                let trusted = ruling.is_trusted(lattice, error.label);
                (&*error.kind, error.message.to_string(), error.span.line, trusted)
            }
            TrialError::Gate(denial) => {
                ("Denied", format!("{}; {}", denial.title(), denial.remedy()), denial.span().line, false)
            }
            TrialError::Policy(decision, span) => ("Denied", decision.reason.clone(), span.line, false),
            TrialError::NoModel(span) => {
                ("NoModel", "there is no quarantined model here".to_owned(), span.line, true)
            }
            TrialError::NoClock(span) => ("NoClock", "there is no clock here".to_owned(), span.line, true),
        };
        json!({"kind": kind, "message": message, "line": line, "trusted": trusted})
    }
}
