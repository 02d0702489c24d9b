//! The schema that policies are checked against, made of a system's tools.

use std::collections::BTreeMap;
use std::fmt::Write;

use caravan_core::system::{System, Tool};

use crate::shape::{Shape, attribute, quoted};

/// The group of the tools that have a side effect.
pub(crate) const SIDE_EFFECTS: &str = "side-effects";
/// The group of the others.
pub(crate) const READS: &str = "no-side-effects";
/// What the arguments say together, as an attribute of the context.
pub(crate) const ALL: &str = "all";
/// What decided that the call is made.
pub(crate) const PC: &str = "pc";

/// A tool as policies see it.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) name: Box<str>,
    pub(crate) server: Box<str>,
    pub(crate) declared: Box<str>,
    pub(crate) has_side_effect: bool,
    pub(crate) is_trusted: bool,
    pub(crate) parameters: Vec<Parameter>,
}

/// A parameter as policies see it.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Box<str>,
    /// Its attribute of the context.
    pub(crate) attribute: Box<str>,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
}

/// All tools of a system that an agent can call, by the name that plans call them by.
pub(crate) fn actions(system: &System) -> BTreeMap<Box<str>, Action> {
    let mut actions = BTreeMap::new();
    for path in system.paths() {
        let Some(agent) = system.agent(&path) else { continue };
        for tool in system.tools(agent) {
            actions.entry(tool.name().into()).or_insert_with(|| action(tool));
        }
    }
    actions
}

fn action(tool: &Tool) -> Action {
    let parameters = &tool.signature().parameters;
    let is_taken = |name: &str| parameters.iter().any(|parameter| *parameter.name == *name);
    let parameters = parameters
        .iter()
        .map(|parameter| {
            let mut attribute = parameter.name.to_string();
            while attribute == ALL
                || attribute == PC
                || (attribute != *parameter.name && is_taken(&attribute))
            {
                attribute.push('_');
            }
            Parameter {
                name: parameter.name.clone(),
                attribute: attribute.into(),
                shape: Shape::of(&parameter.ty),
                required: parameter.required && !parameter.ty.admits_none(),
            }
        })
        .collect();
    Action {
        name: tool.name().into(),
        server: tool.server().into(),
        declared: tool.declared_name().into(),
        has_side_effect: tool.has_side_effect(),
        is_trusted: tool.signature().trusted,
        parameters,
    }
}

/// The group of a server's tools.
pub(crate) fn group_of(server: &str) -> String {
    format!("{server}/*")
}

const TYPES: &str = "\
// An agent, by its path: Agent::\"/\" is the root, Agent::\"office/mail\" the agent `mail` below `office`. An agent is in
// all agents above it.
entity Agent in [Agent] = {name: String, path: String};
entity Server;
entity Tool in [Server] = {name: String, server: String, side_effect: Bool, trusted: Bool};

// Who may read something: everybody, or those of these names.
type Readers = {everybody: Bool, names: Set<String>};
// What is known of something: `trusted` and `sources` count its data and what decided it, `data_trusted` its data alone;
// `choice_bits` is how many bits untrusted data could choose of it.
type Known = {trusted: Bool, data_trusted: Bool, sources: Set<String>, readers: Readers, choice_bits: Long};
";

/// The schema as Cedar writes one.
pub(crate) fn text(actions: &BTreeMap<Box<str>, Action>) -> String {
    let mut text = TYPES.to_owned();
    let mut groups = vec![SIDE_EFFECTS.to_owned(), READS.to_owned()];
    for action in actions.values() {
        let group = group_of(&action.server);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    text.push('\n');
    for group in groups {
        let _ = writeln!(text, "action {};", quoted(&group));
    }
    for action in actions.values() {
        let effect = if action.has_side_effect { SIDE_EFFECTS } else { READS };
        let _ = write!(
            text,
            "\naction {} in [{}, {}] appliesTo {{\n  principal: [Agent],\n  resource: [Tool],\n  context: {{\n",
            quoted(&action.name),
            quoted(&group_of(&action.server)),
            quoted(effect),
        );
        for parameter in &action.parameters {
            let mark = if parameter.required { "" } else { "?" };
            let count = if parameter.shape.is_counted() { "count: Long, " } else { "" };
            let _ = writeln!(
                text,
                "    {}{mark}: {{value: {}, {count}{KNOWN}}},",
                attribute(&parameter.attribute),
                parameter.shape.cedar(),
            );
        }
        let _ = writeln!(text, "    {ALL}: Known,\n    {PC}: Known,\n  }},\n}};");
    }
    text
}

const KNOWN: &str =
    "trusted: Bool, data_trusted: Bool, sources: Set<String>, readers: Readers, choice_bits: Long";
