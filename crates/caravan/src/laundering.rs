//! Where text from outside could become an agent's instruction, if nothing stopped it.
//!
//! An agent that can hold text which strangers write, and that has a child to write a message to, can be made to pass the
//! one on as the other: boundary laundering (section III-C of "Can CaMeLs Talk?"). There are two ways for such text to get
//! into an agent's hands there: one of its own tools returns it, or one of its children answers with what a tool below it has
//! returned. A memory and mailboxes that agents share are two more. Defending each agent by itself stops none of them; the
//! gate between agents stops all.

use std::collections::{BTreeMap, BTreeSet};

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
    /// How the text gets to that agent.
    pub way: Way,
    /// The child whose answer brings the text, or the agent that has sent it; none if the tool is the agent's own, and where
    /// whoever has put it into the memory brings it.
    pub through: Option<String>,
    /// The child that would be given it as its instruction.
    pub child: String,
    /// What that child, and the agents below it, can then do: their tools with side effects.
    pub effects: Vec<String>,
}

/// How text from outside gets into an agent's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// One of its own tools returns it.
    Tool,
    /// A child answers with it.
    Answer,
    /// It lies in the memory that agents share.
    Memory,
    /// It lies in the agent's mailbox.
    Mailbox,
}

/// What text is about, and where it comes from: the tool, the way, the agent through which it comes.
type Brought = (String, Way, Option<String>);

/// All of them, agent by agent from the root on.
pub fn routes(system: &System) -> Vec<Route> {
    let mut routes = Vec::new();
    let shared = Shared::of(system);
    for path in system.paths() {
        let Some(agent) = system.agent(&path) else { continue };
        // That which stands above peers is no agent.
        if agent.name().is_empty() {
            continue;
        }
        let mut sources: Vec<Brought> =
            texts_of(system, agent).map(|tool| (path.child(tool).to_string(), Way::Tool, None)).collect();
        for child in system.children(agent) {
            let mut found = held(system, child, &path.child(child.name()));
            found.extend(shared.brought_up(system, child));
            sources.extend(found.into_iter().map(|tool| (tool, Way::Answer, Some(child.name().to_owned()))));
        }
        for brought in shared.brought_to(system, agent) {
            if !sources.iter().any(|(tool, ..)| *tool == brought.0) {
                sources.push(brought);
            }
        }
        for (tool, way, through) in sources {
            for child in system.children(agent) {
                let mut effects = BTreeSet::new();
                collect(system, child, &path.child(child.name()), &mut Vec::new(), &mut |agent, _| {
                    let tools = system.tools(agent).filter(|tool| tool.has_side_effect());
                    effects.extend(tools.map(|tool| tool.name().to_owned()));
                });
                routes.push(Route {
                    agent: agent.name().to_owned(),
                    tool: tool.clone(),
                    way,
                    through: through.clone(),
                    child: child.name().to_owned(),
                    effects: effects.into_iter().collect(),
                });
            }
        }
    }
    routes
}

/// The texts that an agent, or one below it, gets from its own tools.
fn held(system: &System, agent: &Agent, path: &AgentPath) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(system, agent, path, &mut Vec::new(), &mut |agent, path| {
        found.extend(texts_of(system, agent).map(|tool| path.child(tool).to_string()));
    });
    found
}

/// What the agents of a run can leave for each other, by name.
struct Shared {
    /// The texts that an agent can have from any tool, by whatever way.
    all: BTreeMap<String, BTreeSet<String>>,
}

impl Shared {
    fn of(system: &System) -> Shared {
        let mut shared = Shared { all: BTreeMap::new() };
        for path in system.paths() {
            let Some(agent) = system.agent(&path) else { continue };
            shared.all.entry(agent.name().to_owned()).or_default().extend(held(system, agent, &path));
        }
        let names: Vec<String> = shared.all.keys().cloned().collect();
        loop {
            let mut grows = false;
            for name in &names {
                let Some(agent) = agent_of(system, name) else { continue };
                let mut more: BTreeSet<String> =
                    shared.brought_to(system, agent).map(|(tool, ..)| tool).collect();
                for child in system.children(agent) {
                    more.extend(shared.all.get(child.name()).into_iter().flatten().cloned());
                }
                let known = shared.all.entry(name.clone()).or_default();
                let before = known.len();
                known.extend(more);
                grows |= known.len() > before;
            }
            if !grows {
                return shared;
            }
        }
    }

    /// What an agent finds in the memory and in its mailbox.
    fn brought_to<'s>(&'s self, system: &'s System, agent: &'s Agent) -> impl Iterator<Item = Brought> + 's {
        self.all.iter().filter(move |(name, _)| *name != agent.name()).flat_map(move |(name, texts)| {
            let other = agent_of(system, name);
            let kept = other.is_some_and(|other| other.has_memory() && agent.has_memory());
            let sent = other.is_some_and(|other| system.recipients(other).any(|to| to == agent.name()));
            let memory = texts.iter().filter(move |_| kept).map(|tool| (tool.clone(), Way::Memory, None));
            let mail = texts.iter().filter(move |_| sent);
            memory.chain(mail.map(|tool| (tool.clone(), Way::Mailbox, Some(name.clone()))))
        })
    }

    /// What an agent, or one below it, finds there, and can answer with.
    fn brought_up(&self, system: &System, agent: &Agent) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        collect(system, agent, &AgentPath::root(), &mut Vec::new(), &mut |agent, _| {
            found.extend(self.brought_to(system, agent).map(|(tool, ..)| tool));
        });
        found
    }
}

fn agent_of<'s>(system: &'s System, name: &str) -> Option<&'s Agent> {
    system.path_of(name).and_then(|path| system.agent(&path))
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
        let root = agents[0].name.clone();
        routes_in(SystemSpec { root, agents, depth_bound, ..SystemSpec::default() })
    }

    fn routes_in(system: SystemSpec) -> Vec<String> {
        let tools = vec![
            tool("read", json!({"type": "string"}), false, false),
            tool("rows", json!({"type": "array", "items": {"type": "object"}}), false, false),
            tool("count", json!({"type": "integer"}), false, false),
            tool("mood", json!({"enum": ["good", "bad"]}), false, false),
            tool("clock", json!({"type": "string"}), true, false),
            tool("send", json!({"type": "string"}), false, true),
        ];
        let system = System::build(SystemSpec { tools, ..system }).unwrap();
        let shown = |route: Route| {
            let through = match (route.way, route.through) {
                (Way::Tool, None) => String::new(),
                (Way::Answer, Some(child)) => format!(" (answer of {child})"),
                (Way::Memory, None) => " (memory)".to_owned(),
                (Way::Mailbox, Some(sender)) => format!(" (mail of {sender})"),
                other => panic!("{other:?}"),
            };
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
    #[test]
    fn an_agent_with_two_parents_is_a_way_into_both() {
        let agents = vec![
            agent("boss", &[], &["left", "right"]),
            agent("left", &[], &["store"]),
            agent("right", &["send"], &["store"]),
            agent("store", &["rows"], &[]),
        ];
        let routes = routes_of(agents, None);
        for route in [
            "boss: left/store/rows (answer of left) -> right [\"send\"]",
            "boss: right/store/rows (answer of right) -> left []",
            "left: left/store/rows (answer of store) -> store []",
            "right: right/send -> store []",
            "right: right/store/rows (answer of store) -> store []",
        ] {
            assert!(routes.contains(&route.to_owned()), "{route}: {routes:#?}");
        }
    }

    #[test]
    fn what_one_agent_keeps_in_the_memory_another_can_pass_on() {
        let with_memory = |spec: AgentSpec| AgentSpec { memory: true, ..spec };
        let agents = |writer: fn(AgentSpec) -> AgentSpec| {
            vec![
                agent("boss", &["count"], &["reader", "office"]),
                writer(agent("reader", &["read"], &[])),
                AgentSpec { memory: true, ..agent("office", &["mood"], &["mail"]) },
                agent("mail", &["count"], &[]),
            ]
        };
        let routes = routes_of(agents(|spec| AgentSpec { memory: true, ..spec }), None);
        assert!(routes.contains(&"office: reader/read (memory) -> mail []".to_owned()), "{routes:#?}");
        // And the boss may have it of either.
        assert!(
            routes.contains(&"boss: reader/read (answer of office) -> reader []".to_owned()),
            "{routes:#?}"
        );
        let without = routes_of(agents(|spec| spec), None);
        assert!(!without.iter().any(|route| route.starts_with("office")), "{without:#?}");
        // Alone with a memory, an agent finds there what it has anyway.
        let alone = vec![with_memory(agent("boss", &["read"], &["mail"])), agent("mail", &["count"], &[])];
        assert_eq!(routes_of(alone, None), ["boss: read -> mail []"]);
    }

    #[test]
    fn a_mailbox_leads_from_peer_to_peer_and_on_and_what_is_above_them_is_no_agent() {
        let sends = |name: &str, tools: &[&str], children: &[&str], to: &str| AgentSpec {
            sends_to: vec![to.to_owned()],
            ..agent(name, tools, children)
        };
        let system = SystemSpec {
            peers: vec!["reader".to_owned(), "middle".to_owned(), "office".to_owned()],
            agents: vec![
                sends("reader", &["read"], &[], "middle"),
                sends("middle", &["count"], &[], "office"),
                agent("office", &[], &["mail"]),
                agent("mail", &["count"], &[]),
            ],
            ..SystemSpec::default()
        };
        assert_eq!(routes_in(system), ["office: reader/read (mail of middle) -> mail []"]);
    }
}
