//! The hierarchy: agents, their tools and children, checked once and then fixed.
//!
//! A [`SystemSpec`] is what a configuration says; a [`System`] is what has been checked: every name is known and an
//! identifier, every schema readable, and no agent can call itself without a bound.

mod check;
mod err;
mod label_rule;
mod shared;
mod signature;

use std::sync::Arc;

use caravan_label::{AgentPath, Source};
use caravan_plan::{Child, Environment, Parameter, Type};
use serde_json::Value as Json;

use crate::gate::instruction::Instruction;
use crate::model::{Callable, PlanRequest};
use crate::prompt;
use crate::settings::Defense;

pub use err::{SystemError, SystemErrorKind};
pub use label_rule::{LabelRule, PartPath, PartStep};
pub(crate) use shared::{MESSAGE, is_shared};

/// Agents and tools as a configuration declares them.
#[derive(Clone, Debug, Default)]
pub struct SystemSpec {
    /// The name of the agent that gets the user's instruction; empty if there are peers.
    pub root: String,
    /// The names of the agents that each get an instruction of the user's, in a system without a root.
    pub peers: Vec<String>,
    /// All agents.
    pub agents: Vec<AgentSpec>,
    /// All tools.
    pub tools: Vec<ToolSpec>,
    /// How many agents deep calls may go. Without a bound, a cycle in the hierarchy is refused.
    pub depth_bound: Option<usize>,
}

/// One agent.
#[derive(Clone, Debug, Default)]
pub struct AgentSpec {
    /// Its name, by which its parents' plans call it.
    pub name: String,
    /// What it is for, as its own planner and those of its parents read it.
    pub description: String,
    /// The names of its tools.
    pub tools: Vec<String>,
    /// The names of its child agents.
    pub children: Vec<String>,
    /// Whether its plans may ask a quarantined model.
    pub quarantined_model: bool,
    /// Whether its plans may use the memory that the agents of a run share.
    pub memory: bool,
    /// The names of the agents into whose mailboxes its plans may put messages.
    pub sends_to: Vec<String>,
}

/// One tool.
#[derive(Clone, Debug, Default)]
pub struct ToolSpec {
    /// Its name, by which plans call it too if it is an identifier of Python.
    pub name: String,
    /// What it does, as planners read it.
    pub description: String,
    /// Where it lives; the name of its state unless `reads` and `writes` say otherwise.
    pub server: String,
    /// The JSON schema of its arguments: an object's.
    pub parameters: Json,
    /// The JSON schema of its result; without one it returns text.
    pub returns: Option<Json>,
    /// Whether its results are trusted.
    pub trusted: bool,
    /// Whether it changes anything outside.
    pub side_effect: bool,
    /// The states that it reads; by default its server's.
    pub reads: Option<Vec<String>>,
    /// The states that it writes; by default its server's if it has a side effect, else none.
    pub writes: Option<Vec<String>>,
    /// Takes any arguments, named by position where they have no name: for stubs.
    pub accepts_anything: bool,
    /// What the configuration says of the labels of parts of its results.
    pub labels: Vec<LabelRule>,
}

/// A checked hierarchy.
#[derive(Clone, Debug)]
pub struct System {
    // INVARIANT: indices into `agents` and `tools` are in range; without a depth bound the graph has no cycle. In a system
    // of peers the root is an agent without a name, which never runs: they are its children.
    root: usize,
    agents: Vec<Agent>,
    tools: Vec<Tool>,
    depth_bound: Option<usize>,
}

/// A checked agent.
#[derive(Clone, Debug)]
pub struct Agent {
    name: Box<str>,
    description: Box<str>,
    tools: Vec<usize>,
    children: Vec<usize>,
    quarantined_model: bool,
    memory: bool,
    sends_to: Vec<usize>,
    /// Whether some agent may send it messages.
    receives: bool,
    /// The states that it, or an agent below it, can read.
    reads: Vec<Box<str>>,
    /// The states that it, or an agent below it, can write.
    writes: Vec<Box<str>>,
    /// Whether it, or an agent below it, has a quarantined model or a tool that is not trusted.
    reads_untrusted: bool,
}

impl Agent {
    /// The name, by which its parents' plans call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is for.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The states that it, or an agent below it, can write.
    pub(crate) fn writes(&self) -> &[Box<str>] {
        &self.writes
    }

    /// Whether its plans may use the memory that the agents of a run share.
    pub fn has_memory(&self) -> bool {
        self.memory
    }

    /// Whether its plans may ask a quarantined model.
    pub fn has_quarantined_model(&self) -> bool {
        self.quarantined_model
    }
}

/// A checked tool.
#[derive(Clone, Debug)]
pub struct Tool {
    signature: caravan_plan::Tool,
    /// What its server calls it.
    declared: Box<str>,
    parameters: Json,
    server: Box<str>,
    side_effect: bool,
    labels: Arc<[LabelRule]>,
}

impl Tool {
    /// The signature that plans see.
    pub fn signature(&self) -> &caravan_plan::Tool {
        &self.signature
    }

    /// The name, by which plans call it.
    pub fn name(&self) -> &str {
        &self.signature.name
    }

    /// The name that its server and the configuration know it by. Plans call it by another where this is no identifier:
    /// `chat.send` is `chat_send` to them.
    pub fn declared_name(&self) -> &str {
        &self.declared
    }

    /// The JSON schema of its arguments.
    pub fn parameters(&self) -> &Json {
        &self.parameters
    }

    /// The parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.signature.parameters.iter().find(|parameter| *parameter.name == *name)
    }

    /// The type of its result.
    pub fn returns(&self) -> &Type {
        &self.signature.returns
    }

    /// Where it lives.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Whether it changes anything outside.
    pub fn has_side_effect(&self) -> bool {
        self.side_effect
    }

    /// What the configuration says of the labels of parts of its results.
    pub(crate) fn label_rules(&self) -> Arc<[LabelRule]> {
        Arc::clone(&self.labels)
    }

    /// The source of its results when this agent called it.
    pub fn source(&self, agent: &AgentPath) -> Source {
        Source::Tool {
            agent: agent.clone(),
            tool: self.signature.name.clone(),
            inner: None,
            trusted: self.signature.trusted,
        }
    }
}

impl System {
    /// Checks a configuration.
    ///
    /// # Errors
    ///
    /// A name that is unknown, used twice or no identifier; a schema that cannot be read; a cycle without a bound.
    pub fn build(spec: SystemSpec) -> Result<System, SystemError> {
        check::build(spec)
    }

    /// The agent at a path.
    pub fn agent(&self, path: &AgentPath) -> Option<&Agent> {
        let mut agent = self.agents.get(self.root)?;
        if !path.is_root() {
            for name in path.as_str().split('/') {
                agent = self.children(agent).find(|child| *child.name == *name)?;
            }
        }
        Some(agent)
    }

    /// The root agent.
    pub fn root(&self) -> Option<&Agent> {
        self.agents.get(self.root)
    }

    /// The agent's tools in the order of its configuration.
    pub fn tools<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = &'a Tool> {
        agent.tools.iter().filter_map(|index| self.tools.get(*index))
    }

    /// The agent's tool of that name.
    pub fn tool<'a>(&'a self, agent: &'a Agent, name: &str) -> Option<&'a Tool> {
        self.tools(agent).find(|tool| tool.name() == name)
    }

    /// The agent's children in the order of its configuration.
    pub fn children<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = &'a Agent> {
        agent.children.iter().filter_map(|index| self.agents.get(*index))
    }

    /// How many agents deep calls may go, if there is a bound.
    pub fn depth_bound(&self) -> Option<usize> {
        self.depth_bound
    }

    /// The names of all agents.
    pub fn agent_names(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(Agent::name).filter(|name| !name.is_empty())
    }

    /// The names of the peers; none if the system has a root.
    pub fn peers(&self) -> impl Iterator<Item = &str> {
        let root = self.agents.get(self.root).filter(|root| root.name().is_empty());
        root.into_iter().flat_map(|root| self.children(root)).map(Agent::name)
    }

    /// How many agents deep the root stands: peers have none above them.
    fn depth_of_root(&self) -> usize {
        usize::from(self.peers().next().is_none())
    }

    /// A shortest path to the agent of a name.
    pub fn path_of(&self, name: &str) -> Option<AgentPath> {
        let mut seen = vec![self.root];
        let mut pending = std::collections::VecDeque::from([(AgentPath::root(), self.root)]);
        while let Some((path, index)) = pending.pop_front() {
            let agent = self.agents.get(index)?;
            if agent.name() == name {
                return Some(path);
            }
            for &child in &agent.children {
                if !seen.contains(&child) {
                    seen.push(child);
                    pending.push_back((path.child(self.agents.get(child)?.name()), child));
                }
            }
        }
        None
    }

    /// The paths of all agents that the root can reach, each before those below it. Where the hierarchy has a cycle,
    /// paths end at the bound.
    pub fn paths(&self) -> Vec<AgentPath> {
        let mut paths = Vec::new();
        let mut pending = vec![(AgentPath::root(), self.root, self.depth_of_root())];
        while let Some((path, index, depth)) = pending.pop() {
            if let Some(agent) = self.agents.get(index)
                && self.depth_bound.is_none_or(|bound| depth < bound)
            {
                for child in agent.children.iter().rev() {
                    if let Some(name) = self.agents.get(*child).map(Agent::name) {
                        pending.push((path.child(name), *child, depth + 1));
                    }
                }
            }
            if depth > 0 {
                paths.push(path);
            }
        }
        paths
    }

    /// What plans of the agent at `path` can name, but for variables.
    pub fn environment(&self, path: &AgentPath, defense: Defense) -> Option<Environment> {
        let agent = self.agent(path)?;
        let children = self
            .children(agent)
            .map(|child| Child {
                name: child.name.clone(),
                description: child.description.clone(),
                reads: child.reads.clone(),
                writes: child.writes.clone(),
                reads_untrusted: child.reads_untrusted,
            })
            .collect();
        Some(Environment {
            agent: path.clone(),
            tools: self
                .tools(agent)
                .map(|tool| tool.signature.clone())
                .chain(self.shared_tools(agent))
                .collect(),
            children,
            variables: Vec::new(),
            protocol: defense == Defense::Multi,
            quarantined_model: agent.quarantined_model,
        })
    }

    /// The part of a planner's prompt that is the agent's own.
    pub fn card(&self, path: &AgentPath, defense: Defense) -> Option<String> {
        let peers: Vec<&str> = self.peers().collect();
        Some(prompt::card(self.agent(path)?, &self.environment(path, defense)?, &peers))
    }

    /// What the planner of the agent at `path` is asked. All of its text is the system's own or an [`Instruction`].
    pub fn plan_request(
        &self,
        path: &AgentPath,
        defense: Defense,
        instruction: Instruction,
        mut variables: Vec<Instruction>,
        schema: Option<Instruction>,
    ) -> Option<PlanRequest> {
        let agent = self.agent(path)?;
        variables.sort_by(|a, b| a.text().cmp(b.text()));
        Some(PlanRequest {
            agent: path.clone(),
            guide: prompt::guide(defense).to_owned(),
            card: self.card(path, defense)?,
            callables: self.callables(agent, defense),
            protocol: defense == Defense::Multi,
            instruction,
            variables,
            schema,
            earlier: Vec::new(),
            attempts: Vec::new(),
        })
    }

    /// The agent's tools and children as a model's tools.
    pub(crate) fn callables(&self, agent: &Agent, defense: Defense) -> Vec<Callable> {
        let tools = self.tools(agent).map(|tool| Callable {
            name: tool.name().to_owned(),
            is_agent: false,
            description: tool.signature.description.to_string(),
            parameters: tool.parameters.clone(),
        });
        let children = self.children(agent).map(|child| Callable {
            name: child.name.to_string(),
            is_agent: true,
            description: child.description.to_string(),
            parameters: signature::child_parameters(defense),
        });
        tools.chain(children).collect()
    }
}
