//! A run as spans, nested as its agents are.
//!
//! Names are those of the semantic conventions for GenAI (`invoke_agent`, `chat`, `execute_tool`) and for MCP; what they have no
//! name for begins with `caravan.`.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use caravan_core::approval::Approval;
use caravan_core::drive::Models;
use caravan_core::effect::{EffectId, EffectKind, Moment, Outcome, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::model::{BoxFuture, Usage};
use caravan_core::record::{CallId, CallKind, CallRecord, EpisodeRecord};
use caravan_core::toolbox::Toolbox;
use opentelemetry::context::FutureExt;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{SpanKind, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracer;
use serde_json::json;

use super::Traced;
use super::content::Content;
use crate::config::Config;
use crate::watch::{End, Happening, Step, Watcher, agent_of, error_kind, usage_of};

/// The spans of the calls of tools that are under way.
type Calls = Arc<Mutex<HashMap<CallId, Context>>>;

/// The trace of one run.
pub struct Trace {
    tracer: SdkTracer,
    content: Content,
    run: String,
    root: String,
    planner: ModelName,
    quarantined: ModelName,
    tool_calling: ModelName,
    /// For the servers of MCP: by what their messages go.
    transports: BTreeMap<String, &'static str>,
    /// What is above the agents that nobody called.
    above: Context,
    /// The span of a run of peers.
    workflow: Option<Context>,
    agents: BTreeMap<usize, Agent>,
    steps: BTreeMap<EffectId, Context>,
    calls: Calls,
}

/// An agent at work.
struct Agent {
    span: Context,
    /// The episode that called it.
    above: Option<usize>,
    /// What its models and those of the agents below it have taken.
    usage: Usage,
}

/// A model as the conventions name it.
struct ModelName {
    provider: String,
    model: String,
}

impl ModelName {
    fn of(name: &str) -> ModelName {
        let (provider, model) = name.split_once(':').unwrap_or((name, name));
        let provider = match provider {
            "gemini" => "gcp.gemini",
            other => other,
        };
        // What stands behind these is a path or a command, which says more than a name should.
        let model = if matches!(provider, "exec" | "replay") { provider } else { model };
        ModelName { provider: provider.to_owned(), model: model.to_owned() }
    }
}

impl Trace {
    pub(super) fn new(
        tracer: SdkTracer,
        content: Content,
        traced: &Traced<'_>,
        config: &Config,
        models: &Models,
    ) -> Trace {
        let above = TraceContextPropagator::new().extract_with_context(&Context::new(), &traced.within);
        let mut trace = Trace {
            tracer,
            content,
            run: traced.run.to_owned(),
            root: traced.root.to_owned(),
            planner: ModelName::of(models.planner.name()),
            quarantined: ModelName::of(models.quarantined.name()),
            tool_calling: ModelName::of(models.tool_calling.name()),
            transports: transports(config),
            above,
            workflow: None,
            agents: BTreeMap::new(),
            steps: BTreeMap::new(),
            calls: Calls::default(),
        };
        if traced.has_peers {
            let attributes = vec![
                KeyValue::new("gen_ai.operation.name", "invoke_workflow"),
                KeyValue::new("caravan.run.id", trace.run.clone()),
            ];
            let span =
                trace.begin(&trace.above, "invoke_workflow".to_owned(), SpanKind::Internal, attributes);
            trace.above = span.clone();
            trace.workflow = Some(span);
        }
        trace
    }

    /// The tools, whose calls are part of this trace: servers of MCP are told.
    pub fn tools<'a>(&self, toolbox: &'a dyn Toolbox) -> TracedTools<'a> {
        TracedTools { toolbox, calls: Arc::clone(&self.calls) }
    }

    fn begin(&self, above: &Context, name: String, kind: SpanKind, attributes: Vec<KeyValue>) -> Context {
        let builder = self.tracer.span_builder(name).with_kind(kind).with_attributes(attributes);
        above.with_span(self.tracer.build_with_context(builder, above))
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, HashMap<CallId, Context>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The span of the agent whose episode that is.
    fn of_episode(&self, episode: usize) -> &Context {
        self.agents.get(&episode).map_or(&self.above, |agent| &agent.span)
    }

    fn agent_begins(&mut self, episode: usize, call: Option<&CallRecord>, begun: &EpisodeRecord) {
        let path = begun.agent.as_str();
        let name = match path.rsplit('/').next() {
            Some(name) if !name.is_empty() => name,
            _ => &self.root,
        };
        let mut attributes = vec![
            KeyValue::new("gen_ai.operation.name", "invoke_agent"),
            KeyValue::new("gen_ai.agent.name", name.to_owned()),
            KeyValue::new("gen_ai.provider.name", self.planner.provider.clone()),
            KeyValue::new("caravan.run.id", self.run.clone()),
            KeyValue::new("caravan.agent.path", path.to_owned()),
        ];
        if let Some(call) = call {
            attributes.push(KeyValue::new("gen_ai.tool.call.id", call.id.to_string()));
            attributes.push(line(call.line));
        }
        attributes.extend(self.content.message("gen_ai.input.messages", "user", &begun.instruction));
        let above = call.map(|call| call.episode);
        let parent = above.map_or(&self.above, |above| self.of_episode(above));
        let span = self.begin(parent, format!("invoke_agent {name}"), SpanKind::Internal, attributes);
        self.agents.insert(episode, Agent { span, above, usage: Usage::default() });
    }

    fn agent_ends(&mut self, episode: usize, well: bool, error: Option<&str>) {
        let Some(agent) = self.agents.remove(&episode) else { return };
        let span = agent.span.span();
        span.set_attributes(tokens(&agent.usage));
        if !well {
            fail(&agent.span, error.unwrap_or("agent_error"));
        }
        span.end();
        if let Some(above) = agent.above.and_then(|above| self.agents.get_mut(&above)) {
            above.usage += agent.usage;
        }
    }

    fn step_begins(&mut self, step: &Step<'_>) {
        let parent = self.of_episode(step.episode).clone();
        let (name, kind, attributes) = match step.kind {
            EffectKind::Plan(request) => {
                let mut attributes = self.chat("planner", &self.planner, step);
                attributes.extend(self.content.value("gen_ai.system_instructions", || {
                    json!([{"type": "text", "content": format!("{}\n{}", request.guide(), request.card())}])
                }));
                attributes.extend(self.content.message(
                    "gen_ai.input.messages",
                    "user",
                    request.instruction().text(),
                ));
                (format!("chat {}", self.planner.model), SpanKind::Client, attributes)
            }
            EffectKind::Extract(request) => {
                let mut attributes = self.chat("quarantined", &self.quarantined, step);
                attributes.push(KeyValue::new("gen_ai.output.type", "json"));
                attributes.extend(self.content.message("gen_ai.input.messages", "user", &request.query));
                (format!("chat {}", self.quarantined.model), SpanKind::Client, attributes)
            }
            EffectKind::Converse(request) => {
                let mut attributes = self.chat("tool_calling", &self.tool_calling, step);
                attributes.extend(self.content.value(
                    "gen_ai.system_instructions",
                    || json!([{"type": "text", "content": request.system}]),
                ));
                attributes.extend(self.content.value("gen_ai.input.messages", || json!(request.messages)));
                (format!("chat {}", self.tool_calling.model), SpanKind::Client, attributes)
            }
            EffectKind::Tool(request) => {
                let mut attributes = tool(&request.tool, request.call, step.line);
                let transport = self.transports.get(&request.server);
                attributes.push(KeyValue::new("caravan.server", request.server.clone()));
                if let Some(transport) = transport {
                    attributes.push(KeyValue::new("mcp.method.name", "tools/call"));
                    attributes.push(KeyValue::new("network.transport", *transport));
                }
                attributes
                    .extend(self.content.value("gen_ai.tool.call.arguments", || request.arguments.clone()));
                let kind = if transport.is_some() { SpanKind::Client } else { SpanKind::Internal };
                (format!("execute_tool {}", request.tool), kind, attributes)
            }
            EffectKind::Approve(request) => {
                let mut attributes = tool(&request.tool, request.call, step.line);
                attributes.remove(0);
                attributes.push(KeyValue::new("caravan.policy", request.policy.clone()));
                (format!("approve {}", request.tool), SpanKind::Internal, attributes)
            }
            EffectKind::Clock => return,
        };
        let span = self.begin(&parent, name, kind, attributes);
        if let EffectKind::Tool(request) = step.kind {
            self.calls().insert(request.call, span.clone());
        }
        self.steps.insert(step.id, span);
    }

    fn step_ends(&mut self, step: &Step<'_>, outcome: &Outcome) {
        let Some(context) = self.steps.remove(&step.id) else { return };
        if let EffectKind::Tool(request) = step.kind {
            self.calls().remove(&request.call);
        }
        let span = context.span();
        if let Some(usage) = usage_of(outcome) {
            span.set_attributes(tokens(&usage));
            if let Some(agent) = self.agents.get_mut(&step.episode) {
                agent.usage += usage;
            }
        }
        let told = match outcome {
            Outcome::Plan(Ok(reply)) => {
                self.content.message("gen_ai.output.messages", "assistant", &reply.content)
            }
            Outcome::Extract(Ok(reply)) => {
                self.content.value("gen_ai.output.messages", || json!(reply.content))
            }
            Outcome::Converse(Ok(reply)) => {
                self.content.value("gen_ai.output.messages", || json!(reply.content))
            }
            Outcome::Tool(Ok(answer)) => {
                self.content.value("gen_ai.tool.call.result", || answer.value.clone())
            }
            Outcome::Approve(approval) => Some(KeyValue::new("caravan.approved", *approval == Approval::Yes)),
            _ => None,
        };
        span.set_attributes(told);
        if let Some(kind) = error_kind(outcome) {
            fail(&context, &kind);
        }
        span.end();
    }

    /// A call that was refused is a span without length.
    fn denied(&self, call: &CallRecord) {
        let (name, mut attributes) = match call.kind {
            CallKind::Agent => {
                let mut attributes = vec![
                    KeyValue::new("gen_ai.operation.name", "invoke_agent"),
                    KeyValue::new("gen_ai.agent.name", call.name.to_string()),
                    KeyValue::new("gen_ai.tool.call.id", call.id.to_string()),
                ];
                attributes.push(line(call.line));
                (format!("invoke_agent {}", call.name), attributes)
            }
            CallKind::Tool | CallKind::Model => {
                (format!("execute_tool {}", call.name), tool(&call.name, call.id, Some(call.line)))
            }
        };
        attributes.push(KeyValue::new("caravan.policy", call.decision.policy.clone()));
        let span = self.begin(self.of_episode(call.episode), name, SpanKind::Internal, attributes);
        fail(&span, "denied");
        span.span().end();
    }

    fn run_ends(&mut self, end: &End<'_>) {
        // What was under way when the run was cut short.
        for (_, step) in std::mem::take(&mut self.steps) {
            fail(&step, end.status);
            step.span().end();
        }
        self.calls().clear();
        if let Some(span) = self.workflow.take() {
            if !end.is_well() {
                fail(&span, end.error.unwrap_or(end.status));
            }
            span.span().end();
        }
    }

    fn chat(&self, role: &'static str, model: &ModelName, step: &Step<'_>) -> Vec<KeyValue> {
        let mut attributes = vec![
            KeyValue::new("gen_ai.operation.name", "chat"),
            KeyValue::new("gen_ai.provider.name", model.provider.clone()),
            KeyValue::new("gen_ai.request.model", model.model.clone()),
            KeyValue::new("caravan.role", role),
            KeyValue::new("caravan.agent.path", agent_of(step.kind).to_owned()),
        ];
        attributes.extend(step.line.map(line));
        attributes
    }
}

impl Watcher for Trace {
    fn see(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::AgentBegins { episode, call, begun } => self.agent_begins(*episode, *call, begun),
            Happening::AgentEnds { episode, well, error } => self.agent_ends(*episode, *well, *error),
            Happening::StepBegins(step) => self.step_begins(step),
            Happening::StepEnds(step, outcome, _) => self.step_ends(step, outcome),
            Happening::Denied(call) => self.denied(call),
            Happening::RunEnds(end) => self.run_ends(end),
        }
    }
}

/// Tools whose calls are part of a trace.
pub struct TracedTools<'a> {
    toolbox: &'a dyn Toolbox,
    calls: Calls,
}

impl Toolbox for TracedTools<'_> {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        let span = self.calls.lock().unwrap_or_else(PoisonError::into_inner).get(&request.call).cloned();
        Box::pin(self.toolbox.call(request).with_context(span.unwrap_or_default()))
    }

    fn now(&self) -> Option<Moment> {
        self.toolbox.now()
    }
}

/// The trace that is current, as servers are told of it; nothing if there is none.
pub fn carried() -> HashMap<String, String> {
    let mut carried = HashMap::new();
    let current = Context::current();
    if current.has_active_span() {
        TraceContextPropagator::new().inject_context(&current, &mut carried);
    }
    carried
}

fn tool(name: &str, call: CallId, at: Option<u32>) -> Vec<KeyValue> {
    let mut attributes = vec![
        KeyValue::new("gen_ai.operation.name", "execute_tool"),
        KeyValue::new("gen_ai.tool.name", name.to_owned()),
        KeyValue::new("gen_ai.tool.call.id", call.to_string()),
    ];
    attributes.extend(at.map(line));
    attributes
}

fn line(line: u32) -> KeyValue {
    KeyValue::new("caravan.line", i64::from(line))
}

fn tokens(usage: &Usage) -> [KeyValue; 4] {
    let count =
        |key: &'static str, tokens: u64| KeyValue::new(key, i64::try_from(tokens).unwrap_or(i64::MAX));
    [
        count("gen_ai.usage.input_tokens", usage.input_tokens),
        count("gen_ai.usage.output_tokens", usage.output_tokens),
        count("gen_ai.usage.cache_read.input_tokens", usage.cached_tokens),
        count("gen_ai.usage.reasoning.output_tokens", usage.reasoning_tokens),
    ]
}

/// What failed is known by the kind of its error; what was said of it is content.
fn fail(context: &Context, kind: &str) {
    let span = context.span();
    span.set_attribute(KeyValue::new("error.type", kind.to_owned()));
    span.set_status(Status::error(kind.to_owned()));
}

#[cfg(feature = "mcp")]
fn transports(config: &Config) -> BTreeMap<String, &'static str> {
    use crate::config::ServerKind;
    use caravan_mcp::client::Transport;

    let by = |kind: &ServerKind| match kind {
        ServerKind::Mcp(server) => Some(match server.entry.written() {
            Transport::Stdio { .. } => "pipe",
            Transport::Http { .. } => "tcp",
        }),
        _ => None,
    };
    config.servers.iter().filter_map(|(name, server)| Some((name.clone(), by(&server.kind)?))).collect()
}

#[cfg(not(feature = "mcp"))]
fn transports(_config: &Config) -> BTreeMap<String, &'static str> {
    BTreeMap::new()
}
