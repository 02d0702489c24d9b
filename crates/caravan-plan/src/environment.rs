//! What a plan can call: the signatures of an agent's tools and children.

use caravan_label::AgentPath;

use crate::types::Type;

/// Everything outside its own text that a plan can name.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The agent whose plan it is.
    pub agent: AgentPath,
    /// Its tools.
    pub tools: Vec<Tool>,
    /// Its child agents.
    pub children: Vec<Child>,
    /// The names that `get_variable` knows, sorted.
    pub variables: Vec<Box<str>>,
    /// Whether a child call takes `variables` and `output_schema` beside `message` (the protocol of
    /// multi-CaMeL), or a free-text message alone (individual CaMeL).
    pub protocol: bool,
    /// Whether `query_ai_assistant` is there.
    pub quarantined_model: bool,
}

/// A tool's signature.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name under which plans call it: a Python identifier, or that of a [`Shared`].
    pub name: Box<str>,
    /// What it does, as planners read it.
    pub description: Box<str>,
    /// Its parameters in order.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub returns: Type,
    /// Whether the configuration declares its results trusted.
    pub trusted: bool,
    /// The states that it reads.
    pub reads: Vec<Box<str>>,
    /// The states that it writes.
    pub writes: Vec<Box<str>>,
    /// Accept any arguments, named by position where they have no name: for stubs.
    pub accepts_anything: bool,
}

/// What agents of one run share, as plans name it. To the machine each is a tool whose name has a dot, which no other tool's
/// name has: what a tool writes and reads is a state, and so all that holds of states holds of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// `memory.put(key, value)`.
    MemoryPut,
    /// `memory.get(key, default=None)`.
    MemoryGet,
    /// `memory.keys()`.
    MemoryKeys,
    /// `mailbox.send(to, value)`.
    MailboxSend,
    /// `mailbox.read()`.
    MailboxRead,
}

impl Shared {
    /// All of them.
    pub const ALL: [Shared; 5] =
        [Shared::MemoryPut, Shared::MemoryGet, Shared::MemoryKeys, Shared::MailboxSend, Shared::MailboxRead];

    /// As plans write it.
    pub fn name(self) -> &'static str {
        match self {
            Shared::MemoryPut => "memory.put",
            Shared::MemoryGet => "memory.get",
            Shared::MemoryKeys => "memory.keys",
            Shared::MailboxSend => "mailbox.send",
            Shared::MailboxRead => "mailbox.read",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Shared> {
        Shared::ALL.into_iter().find(|shared| shared.name() == name)
    }

    /// Whether anything is another afterwards: what is read from a mailbox is not in it any more.
    pub fn changes_something(self) -> bool {
        !matches!(self, Shared::MemoryGet | Shared::MemoryKeys)
    }

    /// The argument that is kept with its own labels, to be given back with them: it is not written into the state.
    pub(crate) fn kept(self) -> Option<&'static str> {
        match self {
            Shared::MemoryPut | Shared::MailboxSend => Some("value"),
            Shared::MemoryGet | Shared::MemoryKeys | Shared::MailboxRead => None,
        }
    }
}

impl Tool {
    /// What it is, if it is something that agents share.
    pub fn shared(&self) -> Option<Shared> {
        Shared::from_name(&self.name)
    }
}

/// One parameter of a tool.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: Type,
    /// Whether a call must give it.
    pub required: bool,
    /// What it means, as planners read it.
    pub description: Box<str>,
}

/// A child agent's signature: `name(message, variables={}, output_schema=str)`.
#[derive(Clone, Debug)]
pub struct Child {
    /// The name under which plans call it: a Python identifier.
    pub name: Box<str>,
    /// What it is for, as planners read it.
    pub description: Box<str>,
    /// The states that it, or an agent below it, can read.
    pub reads: Vec<Box<str>>,
    /// The states that it, or an agent below it, can write.
    pub writes: Vec<Box<str>>,
    /// Whether it, or an agent below it, can read what is not trusted: its answers are likely to hold it.
    pub reads_untrusted: bool,
}
