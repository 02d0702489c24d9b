//! Where a value came from.

use std::fmt;

/// An agent's place in the hierarchy: the names from below the root down to it, joined by `/`.
/// The root's path is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentPath(Box<str>);

impl AgentPath {
    /// The path of the root agent.
    pub fn root() -> AgentPath {
        AgentPath::default()
    }

    /// The path of the child called `name` of this agent.
    pub fn child(&self, name: &str) -> AgentPath {
        AgentPath(self.member(name).into_boxed_str())
    }

    /// Whether this is the root agent's path.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The path as text; empty for the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn member(&self, name: &str) -> String {
        if self.is_root() { name.to_owned() } else { format!("{}/{name}", self.0) }
    }
}

impl fmt::Display for AgentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One origin of a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The person who gave the root its instruction.
    User,
    /// The runtime itself: defaults, the text of its own errors.
    System,
    /// A literal in the plan of an agent.
    Plan(AgentPath),
    /// The result of a tool.
    Tool {
        /// The agent that called it.
        agent: AgentPath,
        /// The tool's name.
        tool: Box<str>,
        /// A source inside the result that a label rule names, such as an e-mail's sender.
        inner: Option<Box<str>>,
        /// Whether the configuration declares the tool trusted.
        trusted: bool,
    },
    /// The answer of an agent's quarantined model.
    Quarantined(AgentPath),
    /// What tools of earlier calls left behind in a named state.
    State(Box<str>),
}

impl Source {
    /// Whether values that come from here alone are trusted. A state is as trusted as what was written
    /// into it, and those sources stand beside it.
    pub fn is_trusted(&self) -> bool {
        match self {
            Source::User | Source::System | Source::Plan(_) | Source::State(_) => true,
            Source::Tool { trusted, .. } => *trusted,
            Source::Quarantined(_) => false,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::User => f.write_str("user"),
            Source::System => f.write_str("system"),
            Source::Plan(agent) => write!(f, "plan:{agent}"),
            Source::Quarantined(agent) => write!(f, "quarantined:{agent}"),
            Source::State(name) => write!(f, "state:{name}"),
            Source::Tool { agent, tool, inner, .. } => {
                write!(f, "tool:{}", agent.member(tool))?;
                match inner {
                    Some(inner) => write!(f, "#{inner}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// A [`Source`] that a lattice knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub(crate) u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_written_as_the_contract_says() {
        let sql = AgentPath::root().child("sql");
        let tool = |agent: &AgentPath, inner: Option<&str>| Source::Tool {
            agent: agent.clone(),
            tool: "query_sql".into(),
            inner: inner.map(Into::into),
            trusted: false,
        };
        assert_eq!(tool(&sql, None).to_string(), "tool:sql/query_sql");
        assert_eq!(tool(&AgentPath::root(), Some("ann@x.org")).to_string(), "tool:query_sql#ann@x.org");
        assert_eq!(Source::Plan(sql.child("deep")).to_string(), "plan:sql/deep");
        assert_eq!(Source::State("mail".into()).to_string(), "state:mail");
    }
}
