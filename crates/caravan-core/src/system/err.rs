//! What is wrong with a configuration's agents and tools.

use std::fmt;

/// A hierarchy that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemError {
    kind: SystemErrorKind,
    message: String,
    agent: Option<String>,
}

/// The kinds of mistakes in a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemErrorKind {
    /// An agent is named that is not declared.
    UnknownAgent,
    /// A tool is named that is not declared.
    UnknownTool,
    /// Two things have one name where plans could not tell them apart.
    DuplicateName,
    /// A name that plans could not write.
    BadName,
    /// An agent can call itself, and nothing bounds how deep.
    Cycle,
    /// A JSON schema that cannot be read.
    BadSchema,
    /// A label rule about a part that no result has.
    BadLabelRule,
    /// An agent that messages cannot be sent to.
    BadRecipient,
    /// A system with a root has no peers.
    RootAndPeers,
    /// More ways from the root to its agents than a system may have.
    TooManyPaths,
    /// A bound that allows nothing.
    BadBound,
}

impl SystemError {
    pub(super) fn new(kind: SystemErrorKind, message: impl Into<String>) -> SystemError {
        SystemError { kind, message: message.into(), agent: None }
    }

    /// The same error, about what the configuration says of an agent.
    pub(super) fn of_agent(self, agent: &str) -> SystemError {
        SystemError { agent: Some(agent.to_owned()), ..self }
    }

    /// The agent of which the configuration says what is wrong.
    pub fn agent(&self) -> Option<&str> {
        self.agent.as_deref()
    }

    /// The kind of mistake.
    pub fn kind(&self) -> SystemErrorKind {
        self.kind
    }
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SystemError {}
