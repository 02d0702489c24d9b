//! Where text from outside could become an agent's instruction, if nothing stopped it.
//!
//! An agent that can hold text which strangers write, and that has a child to write a message to, can be made to pass the
//! one on as the other: boundary laundering (section III-C of "Can CaMeLs Talk?"). There are two ways for such text to get
//! into an agent's hands: one of its own tools returns it, or one of its children answers with what a tool below it has
//! returned. Defending each agent by itself stops neither; the gate between agents stops both.

use std::collections::BTreeSet;

use caravan_core::system::{Agent, System};
use caravan_label::AgentPath;
use caravan_plan::Type;
use serde::Serialize;

/// A way from a tool to a child's planner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Route {
    /// The agent whose plan would write the message.
    pub agent: String,
    /// The tool that returns text from outside, by the path of the agent that has it.
    pub tool: String,
    /// The child whose answer brings the text; none if the tool is the agent's own.
    pub through: Option<String>,
    /// The child that would be given it as its instruction.
    pub child: String,
    /// What that child, and the agents below it, can then do: their tools with side effects.
    pub effects: Vec<String>,
}

/// All of them, agent by agent from the root on.
pub fn routes(system: &System) -> Vec<Route> {
    let mut routes = Vec::new();
    for path in system.paths() {
        let Some(agent) = system.agent(&path) else { continue };
        let mut sources: Vec<(String, Option<String>)> =
            texts_of(system, agent).map(|tool| (path.child(tool).to_string(), None)).collect();
        for child in system.children(agent) {
            let below = path.child(child.name());
            let mut found = BTreeSet::new();
            collect(system, child, &below, &mut Vec::new(), &mut |agent, path| {
                found.extend(texts_of(system, agent).map(|tool| path.child(tool).to_string()));
            });
            sources.extend(found.into_iter().map(|tool| (tool, Some(child.name().to_owned()))));
        }
        for (tool, through) in sources {
            for child in system.children(agent) {
                let mut effects = BTreeSet::new();
                collect(system, child, &path.child(child.name()), &mut Vec::new(), &mut |agent, _| {
                    let tools = system.tools(agent).filter(|tool| tool.has_side_effect());
                    effects.extend(tools.map(|tool| tool.name().to_owned()));
                });
                routes.push(Route {
                    agent: agent.name().to_owned(),
                    tool: tool.clone(),
                    through: through.clone(),
                    child: child.name().to_owned(),
                    effects: effects.into_iter().collect(),
                });
            }
        }
    }
    routes
}

/// The agent's own tools whose results strangers may have written.
fn texts_of<'s>(system: &'s System, agent: &'s Agent) -> impl Iterator<Item = &'s str> {
    let tools = system.tools(agent);
    tools.filter(|tool| !tool.signature().trusted && may_hold_text(tool.returns())).map(|tool| tool.name())
}

/// Visits an agent and those below it, each once on a way down.
fn collect(
    system: &System,
    agent: &Agent,
    path: &AgentPath,
    above: &mut Vec<String>,
    visit: &mut dyn FnMut(&Agent, &AgentPath),
) {
    if above.iter().any(|name| name == agent.name()) {
        return;
    }
    visit(agent, path);
    above.push(agent.name().to_owned());
    for child in system.children(agent) {
        collect(system, child, &path.child(child.name()), above, visit);
    }
    above.pop();
}

/// Whether values of a type can hold text that nobody has spelled out.
fn may_hold_text(ty: &Type) -> bool {
    match ty {
        Type::Any | Type::Str | Type::Bytes | Type::Dict(_) => true,
        Type::List(item) => may_hold_text(item),
        Type::Union(arms) => arms.iter().any(may_hold_text),
        Type::Record(record) => record.open || record.fields.iter().any(|field| may_hold_text(&field.ty)),
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Float
        | Type::Date
        | Type::Time
        | Type::DateTime
        | Type::Enum(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use caravan_core::system::{AgentSpec, SystemSpec, ToolSpec};
    use serde_json::{Value as Json, json};

    use super::*;

    fn tool(name: &str, returns: Json, trusted: bool, side_effect: bool) -> ToolSpec {
        ToolSpec {
            name: name.to_owned(),
            server: "s".to_owned(),
            parameters: json!({"type": "object"}),
            returns: Some(returns),
            trusted,
            side_effect,
            ..ToolSpec::default()
        }
    }

    fn agent(name: &str, tools: &[&str], children: &[&str]) -> AgentSpec {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        AgentSpec {
            name: name.to_owned(),
            tools: owned(tools),
            children: owned(children),
            ..AgentSpec::default()
        }
    }

    fn routes_of(agents: Vec<AgentSpec>, depth_bound: Option<usize>) -> Vec<String> {
        let tools = vec![
            tool("read", json!({"type": "string"}), false, false),
            tool("rows", json!({"type": "array", "items": {"type": "object"}}), false, false),
            tool("count", json!({"type": "integer"}), false, false),
            tool("mood", json!({"enum": ["good", "bad"]}), false, false),
            tool("clock", json!({"type": "string"}), true, false),
            tool("send", json!({"type": "string"}), false, true),
        ];
        let root = agents[0].name.clone();
        let system =
            System::build(SystemSpec { root, agents, tools, depth_bound, ..SystemSpec::default() }).unwrap();
        let shown = |route: Route| {
            let through = route.through.map(|child| format!(" (answer of {child})")).unwrap_or_default();
            format!("{}: {}{through} -> {} {:?}", route.agent, route.tool, route.child, route.effects)
        };
        routes(&system).into_iter().map(shown).collect()
    }

    #[test]
    fn a_tool_of_the_agents_own_that_returns_text_from_outside_is_one_way() {
        let agents = vec![
            agent("boss", &["read", "count", "mood", "clock"], &["mail"]),
            agent("mail", &["send"], &[]),
        ];
        assert_eq!(
            routes_of(agents, None),
            ["boss: read -> mail [\"send\"]", "boss: mail/send (answer of mail) -> mail [\"send\"]"]
        );
    }

    #[test]
    fn the_answer_of_a_child_is_the_other() {
        let agents = vec![
            agent("boss", &[], &["sql", "deep"]),
            agent("sql", &["rows"], &[]),
            agent("deep", &[], &["sql"]),
        ];
        assert_eq!(
            routes_of(agents, None),
            [
                "boss: sql/rows (answer of sql) -> sql []",
                "boss: sql/rows (answer of sql) -> deep []",
                "boss: deep/sql/rows (answer of deep) -> sql []",
                "boss: deep/sql/rows (answer of deep) -> deep []",
                "deep: deep/sql/rows (answer of sql) -> sql []",
            ]
        );
    }

    #[test]
    fn without_text_from_outside_or_without_a_child_there_is_none() {
        let none: [&str; 0] = [];
        let typed =
            vec![agent("boss", &["count", "mood", "clock"], &["other"]), agent("other", &["count"], &[])];
        assert_eq!(routes_of(typed, None), none);
        assert_eq!(routes_of(vec![agent("boss", &["read", "send"], &[])], None), none);
    }

    #[test]
    fn agents_that_call_each_other_in_a_circle_are_gone_round_once() {
        let agents = vec![agent("a", &[], &["b"]), agent("b", &["read"], &["a"])];
        let routes = routes_of(agents, Some(3));
        assert!(routes.contains(&"a: b/read (answer of b) -> b []".to_owned()), "{routes:?}");
        assert!(routes.contains(&"b: b/read -> a []".to_owned()), "{routes:?}");
    }
}
