//! A configuration checked: names, references, cycles.

use std::collections::{BTreeMap, BTreeSet};

use super::err::{SystemError, SystemErrorKind};
use super::{Agent, AgentSpec, System, SystemSpec, Tool, ToolSpec, signature};

/// Python's keywords; a plan cannot call anything by such a name.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// What every plan can call; a tool or agent of that name would hide it.
const RESERVED: [&str; 2] = ["get_variable", "query_ai_assistant"];

/// What a list of names refers to, for its errors.
struct Namespace {
    what: &'static str,
    places: BTreeMap<String, usize>,
    unknown: SystemErrorKind,
}

pub(super) fn build(spec: SystemSpec) -> Result<System, SystemError> {
    let SystemSpec { root, peers, agents: agent_specs, tools: tool_specs, depth_bound } = spec;
    if depth_bound == Some(0) {
        return Err(SystemError::new(SystemErrorKind::BadBound, "a depth bound of 0 leaves no agent to run"));
    }
    let tool_names = tool_specs.iter().map(|tool| tool.name.as_str());
    let known_tools = Namespace::of("tool", SystemErrorKind::UnknownTool, tool_names)?;
    let agent_names = agent_specs.iter().map(|agent| agent.name.as_str());
    let known_agents = Namespace::of("agent", SystemErrorKind::UnknownAgent, agent_names)?;
    let names = plan_names(&tool_specs, &agent_specs);
    let mut tools = Vec::new();
    for (spec, name) in tool_specs.into_iter().zip(names) {
        let declared = spec.name.as_str().into();
        tools.push(Tool { declared, ..signature::read(ToolSpec { name, ..spec })? });
    }
    signature::distinguish_records(&mut tools);

    let receiving: BTreeSet<String> = agent_specs.iter().flat_map(|spec| spec.sends_to.clone()).collect();
    let mut agents = Vec::new();
    for spec in agent_specs {
        let owner = format!("agent `{}`", spec.name);
        if let Some(name) = spec.tools.iter().find(|name| spec.children.contains(name)) {
            return Err(SystemError::new(
                SystemErrorKind::DuplicateName,
                format!("{owner} has a tool and a child that are both called `{name}`"),
            )
            .of_agent(&spec.name));
        }
        let shares = [
            ("memory", spec.memory),
            ("mailbox", !spec.sends_to.is_empty() || receiving.contains(&spec.name)),
        ];
        for (name, _) in shares.into_iter().filter(|(_, shares)| *shares) {
            if spec.tools.iter().chain(&spec.children).any(|known| known == name) {
                return Err(SystemError::new(
                    SystemErrorKind::BadName,
                    format!(
                        "{owner} has a tool or child called `{name}`, which is what its plans call what agents share; call it \
                         something else"
                    ),
                )
                .of_agent(&spec.name));
            }
        }
        if spec.sends_to.contains(&spec.name) {
            return Err(SystemError::new(
                SystemErrorKind::BadRecipient,
                format!("{owner} sends messages to itself; keep the value in a variable of the plan, or in the memory"),
            )
            .of_agent(&spec.name));
        }
        agents.push(Agent {
            tools: known_tools.resolve(&spec.tools, &owner)?,
            children: known_agents.resolve(&spec.children, &owner)?,
            name: spec.name.into(),
            description: spec.description.into(),
            quarantined_model: spec.quarantined_model,
            memory: spec.memory,
            sends_to: known_agents.resolve(&spec.sends_to, &owner)?,
            receives: false,
            reads: Vec::new(),
            writes: Vec::new(),
            reads_untrusted: false,
        });
    }
    let root = if peers.is_empty() {
        known_agents.resolve(&[root], "the configuration")?.first().copied().unwrap_or_default()
    } else if root.is_empty() {
        let children = known_agents.resolve(&peers, "the list of peers")?;
        agents.push(Agent::above(children));
        agents.len() - 1
    } else {
        return Err(SystemError::new(
            SystemErrorKind::RootAndPeers,
            "there are a root and peers: a system has one agent that gets the user's instruction, or peers that each get one",
        ));
    };
    if depth_bound.is_none()
        && let Some(cycle) = cycle(&agents)
    {
        return Err(SystemError::new(
            SystemErrorKind::Cycle,
            format!(
                "the hierarchy has a cycle: {}; break it, or set `depth_bound` to how many agents deep calls may go",
                cycle.join(" -> ")
            ),
        )
        .of_agent(cycle.first().copied().unwrap_or_default()));
    }
    if has_too_many_paths(root, &agents, depth_bound) {
        return Err(SystemError::new(
            SystemErrorKind::TooManyPaths,
            format!(
                "there are more than {MOST_PATHS} ways from the root down to its agents; give agents fewer parents, or lower \
                 `depth_bound`"
            ),
        ));
    }
    let recipients: BTreeSet<usize> = agents.iter().flat_map(|agent| agent.sends_to.clone()).collect();
    for (index, agent) in agents.iter_mut().enumerate() {
        agent.receives = recipients.contains(&index);
    }
    let mut system = System { root, agents, tools, depth_bound };
    let subtrees: Vec<_> = (0..system.agents.len()).map(|index| subtree(index, &system.agents)).collect();
    let states: Vec<_> = subtrees
        .iter()
        .map(|below| {
            [states_of(below, &system, |tool| &tool.reads), states_of(below, &system, |tool| &tool.writes)]
        })
        .collect();
    let untrusted: Vec<_> =
        subtrees.iter().map(|below| reads_untrusted(below, &system.agents, &system.tools)).collect();
    for ((agent, [reads, writes]), reads_untrusted) in system.agents.iter_mut().zip(states).zip(untrusted) {
        agent.reads = reads;
        agent.writes = writes;
        agent.reads_untrusted = reads_untrusted;
    }
    Ok(system)
}

impl Namespace {
    fn of<'a>(
        what: &'static str,
        unknown: SystemErrorKind,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Namespace, SystemError> {
        let mut places = BTreeMap::new();
        for (place, name) in names.enumerate() {
            if what != "tool" && !is_identifier(name) {
                return Err(SystemError::new(
                    SystemErrorKind::BadName,
                    format!(
                        "{what} `{name}` cannot be called from a plan: a name is letters, digits and `_`, begins with \
                         no digit, and is no keyword of Python"
                    ),
                ));
            }
            if RESERVED.contains(&name) {
                return Err(SystemError::new(
                    SystemErrorKind::BadName,
                    format!("{what} `{name}` has a name that plans use for something else"),
                ));
            }
            if places.insert(name.to_owned(), place).is_some() {
                return Err(SystemError::new(
                    SystemErrorKind::DuplicateName,
                    format!("two {what}s are called `{name}`"),
                ));
            }
        }
        Ok(Namespace { what, places, unknown })
    }

    fn resolve(&self, names: &[String], owner: &str) -> Result<Vec<usize>, SystemError> {
        let what = self.what;
        let mut found: Vec<usize> = Vec::new();
        for name in names {
            let Some(&place) = self.places.get(name) else {
                return Err(SystemError::new(
                    self.unknown,
                    format!("{owner} names the {what} `{name}`, which is not declared; {}", self.listing()),
                ));
            };
            if found.contains(&place) {
                return Err(SystemError::new(
                    SystemErrorKind::DuplicateName,
                    format!("{owner} names the {what} `{name}` twice"),
                ));
            }
            found.push(place);
        }
        Ok(found)
    }

    fn listing(&self) -> String {
        let names: Vec<String> = self.places.keys().map(|name| format!("`{name}`")).collect();
        match names.as_slice() {
            [] => format!("there is no {}", self.what),
            [name] => format!("there is {name}"),
            [names @ .., last] => format!("there are {} and {last}", names.join(", ")),
        }
    }
}

/// The names by which plans call the tools: their own where these are identifiers; else one that nothing else has.
fn plan_names(tools: &[ToolSpec], agents: &[AgentSpec]) -> Vec<String> {
    let own =
        tools.iter().map(|tool| tool.name.as_str()).chain(agents.iter().map(|agent| agent.name.as_str()));
    let mut taken: BTreeSet<String> = own.chain(RESERVED).map(str::to_owned).collect();
    let names = tools.iter().map(|tool| {
        if is_identifier(&tool.name) {
            return tool.name.clone();
        }
        let mut name: String =
            tool.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if !is_identifier(&name) {
            name.insert(0, '_');
        }
        let mut unique = name.clone();
        let mut number = 2_u32;
        while !taken.insert(unique.clone()) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        unique
    });
    names.collect()
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts_well = chars.next().is_some_and(|first| first == '_' || first.is_ascii_alphabetic());
    starts_well && chars.all(|c| c == '_' || c.is_ascii_alphanumeric()) && !KEYWORDS.contains(&name)
}

/// The names along a cycle, the first repeated at the end.
fn cycle(agents: &[Agent]) -> Option<Vec<&str>> {
    let mut done = BTreeSet::new();
    for start in 0..agents.len() {
        // The way from `start` to where the search stands, each with the children still to visit.
        let mut way: Vec<(usize, Vec<usize>)> = vec![(start, agents.get(start)?.children.clone())];
        while let Some((index, pending)) = way.last_mut() {
            let Some(next) = pending.pop() else {
                done.insert(*index);
                way.pop();
                continue;
            };
            if done.contains(&next) {
                continue;
            }
            if let Some(from) = way.iter().position(|(index, _)| *index == next) {
                let round = way.iter().skip(from).map(|(index, _)| *index).chain([next]);
                return Some(round.filter_map(|index| agents.get(index).map(Agent::name)).collect());
            }
            way.push((next, agents.get(next)?.children.clone()));
        }
    }
    None
}

impl Agent {
    /// What stands above peers: it has no name, and never runs.
    fn above(children: Vec<usize>) -> Agent {
        Agent {
            name: "".into(),
            description: "".into(),
            tools: Vec::new(),
            children,
            quarantined_model: false,
            memory: false,
            sends_to: Vec::new(),
            receives: false,
            reads: Vec::new(),
            writes: Vec::new(),
            reads_untrusted: false,
        }
    }
}

/// How many paths a system may have: every one is an agent of its own to policies and in labels.
const MOST_PATHS: usize = 10_000;

fn has_too_many_paths(root: usize, agents: &[Agent], depth_bound: Option<usize>) -> bool {
    let mut paths = 0_usize;
    // How many paths of the length at hand end at each agent.
    let mut ending = BTreeMap::from([(root, 1_usize)]);
    let mut depth = usize::from(agents.get(root).is_some_and(|root| !root.name.is_empty()));
    while !ending.is_empty() {
        paths = ending.values().copied().fold(paths, usize::saturating_add);
        if paths > MOST_PATHS {
            return true;
        }
        if depth_bound.is_some_and(|bound| depth >= bound) {
            break;
        }
        depth += 1;
        let mut next: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, count) in ending {
            for child in agents.get(index).map_or(&[][..], |agent| &agent.children) {
                let known = next.entry(*child).or_default();
                *known = known.saturating_add(count);
            }
        }
        ending = next;
    }
    false
}

/// An agent and all below it.
fn subtree(index: usize, agents: &[Agent]) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![index];
    while let Some(index) = pending.pop() {
        if seen.insert(index)
            && let Some(agent) = agents.get(index)
        {
            pending.extend(&agent.children);
        }
    }
    seen
}

fn tools_of<'a>(
    subtree: &'a BTreeSet<usize>,
    agents: &'a [Agent],
    tools: &'a [Tool],
) -> impl Iterator<Item = &'a Tool> {
    let agents = subtree.iter().filter_map(|index| agents.get(*index));
    agents.flat_map(|agent| &agent.tools).filter_map(|tool| tools.get(*tool))
}

/// The states that the tools of a subtree, and what its agents share, have by `of`, sorted.
fn states_of(
    subtree: &BTreeSet<usize>,
    system: &System,
    of: fn(&caravan_plan::Tool) -> &Vec<Box<str>>,
) -> Vec<Box<str>> {
    let tools = tools_of(subtree, &system.agents, &system.tools);
    let states: BTreeSet<_> = tools.flat_map(|tool| of(&tool.signature).iter().cloned()).collect();
    let agents = subtree.iter().filter_map(|index| system.agents.get(*index));
    let shared: Vec<_> = agents.flat_map(|agent| system.shared_tools(agent)).collect();
    let shared = shared.iter().flat_map(|tool| of(tool).iter().cloned());
    states.into_iter().chain(shared).collect::<BTreeSet<_>>().into_iter().collect()
}

fn reads_untrusted(subtree: &BTreeSet<usize>, agents: &[Agent], tools: &[Tool]) -> bool {
    subtree.iter().filter_map(|index| agents.get(*index)).any(|agent| agent.quarantined_model)
        || tools_of(subtree, agents, tools).any(|tool| !tool.signature.trusted)
}
