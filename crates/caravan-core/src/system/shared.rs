//! What the agents of one run share: its memory and their mailboxes, as tools of the plan language with states of their own.

use caravan_plan::{Field, Parameter, RecordType, Shared, Tool, Type};
use serde_json::Value as Json;

use super::{Agent, System};

/// The state of the memory. It lasts as long as the run, as the memory does.
const MEMORY: &str = "#memory";

/// The state of an agent's mailbox.
fn mailbox(agent: &str) -> Box<str> {
    format!("#mailbox:{agent}").into()
}

/// Whether a state is that of something that the agents of one run share. No tool's state has such a name.
pub(crate) fn is_shared(state: &str) -> bool {
    state.starts_with('#')
}

/// The class of what `mailbox.read()` gives.
pub(crate) const MESSAGE: &str = "Message";

impl System {
    /// What plans of an agent share with those of others.
    pub(super) fn shared_tools(&self, agent: &Agent) -> Vec<Tool> {
        let recipients: Vec<&str> = self.recipients(agent).collect();
        let mut tools = Vec::new();
        if agent.memory {
            let value = parameter("value", Type::Any, true);
            let default = parameter("default", Type::Any, false);
            let key = || parameter("key", Type::Str, true);
            let state = || vec![Box::from(MEMORY)];
            tools.push(tool(Shared::MemoryPut, vec![key(), value], Type::None, Vec::new(), state()));
            tools.push(tool(Shared::MemoryGet, vec![key(), default], Type::Any, state(), Vec::new()));
            let keys = Type::List(Type::Str.into());
            tools.push(tool(Shared::MemoryKeys, Vec::new(), keys, state(), Vec::new()));
        }
        if !recipients.is_empty() {
            let names: Vec<Json> = recipients.iter().map(|name| Json::from(*name)).collect();
            let to = parameter("to", Type::Enum(names.into()), true);
            let value = parameter("value", Type::Any, true);
            // Which of its recipients gets a message, the others learn by getting none.
            let states = recipients.iter().map(|name| mailbox(name)).collect();
            tools.push(tool(Shared::MailboxSend, vec![to, value], Type::None, Vec::new(), states));
        }
        if agent.receives {
            // Reading takes out what there is.
            let state = || vec![mailbox(&agent.name)];
            tools.push(tool(Shared::MailboxRead, Vec::new(), messages(), state(), state()));
        }
        tools
    }

    /// The names of the agents that an agent may send messages to.
    pub fn recipients<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = &'a str> {
        agent.sends_to.iter().filter_map(|index| self.agents.get(*index)).map(Agent::name)
    }
}

fn tool(
    shared: Shared,
    parameters: Vec<Parameter>,
    returns: Type,
    reads: Vec<Box<str>>,
    writes: Vec<Box<str>>,
) -> Tool {
    Tool {
        name: shared.name().into(),
        description: "".into(),
        parameters,
        returns,
        // It adds no source: what is kept has its own.
        trusted: true,
        reads,
        writes,
        accepts_anything: false,
    }
}

fn parameter(name: &str, ty: Type, required: bool) -> Parameter {
    Parameter { name: name.into(), ty, required, description: "".into() }
}

fn messages() -> Type {
    let field = |name: &str, ty: Type| Field { name: name.into(), ty, required: true, ..Field::default() };
    let fields = vec![field("sender", Type::Str), field("value", Type::Any)];
    Type::List(
        Type::Record(RecordType { name: MESSAGE.into(), fields, ..RecordType::default() }.into()).into(),
    )
}
