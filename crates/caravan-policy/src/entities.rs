//! Agents and tools as entities of Cedar.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::str::FromStr;

use caravan_core::system::System;
use cedar_policy::{Entities, Entity, EntityId, EntityTypeName, EntityUid, RestrictedExpression, Schema};

use crate::schema::Action;

/// The entities of a system, and those that requests name.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    pub(crate) entities: Entities,
    /// By the path.
    pub(crate) agents: HashMap<Box<str>, EntityUid>,
    /// By the name that plans call the tool by: its action and itself.
    pub(crate) tools: HashMap<Box<str>, (EntityUid, EntityUid)>,
}

/// What the root agent is called, whose path is empty. No name of an agent has a stroke in it.
const ROOT: &str = "/";

impl Cast {
    /// None if Cedar does not take them, which is no user's doing.
    pub(crate) fn of(system: &System, actions: &BTreeMap<Box<str>, Action>, schema: &Schema) -> Option<Cast> {
        let mut entities = Vec::new();
        let mut agents = HashMap::new();
        for path in system.paths() {
            let Some(agent) = system.agent(&path) else { continue };
            let path = path.as_str();
            let me = uid("Agent", agent_id(path))?;
            let above = above(path).map(|above| uid("Agent", agent_id(above))).collect::<Option<_>>()?;
            let attributes = [("name", text(agent.name())), ("path", text(path))];
            entities.push(entity(&me, attributes, above)?);
            agents.insert(path.into(), me);
        }
        let mut servers = HashSet::new();
        let mut tools = HashMap::new();
        for action in actions.values() {
            let server = uid("Server", &action.server)?;
            if servers.insert(server.clone()) {
                entities.push(Entity::new_no_attrs(server.clone(), HashSet::new()));
            }
            let me = uid("Tool", &format!("{}/{}", action.server, action.declared))?;
            let attributes = [
                ("name", text(&action.declared)),
                ("server", text(&action.server)),
                ("side_effect", RestrictedExpression::new_bool(action.has_side_effect)),
                ("trusted", RestrictedExpression::new_bool(action.is_trusted)),
            ];
            entities.push(entity(&me, attributes, HashSet::from([server]))?);
            tools.insert(action.name.clone(), (uid("Action", &action.name)?, me));
        }
        // A tool that two names stand for is one entity.
        let mut seen = HashSet::new();
        entities.retain(|entity| seen.insert(entity.uid()));
        let entities = Entities::from_entities(entities, Some(schema)).ok()?;
        Some(Cast { entities, agents, tools })
    }
}

fn agent_id(path: &str) -> &str {
    if path.is_empty() { ROOT } else { path }
}

/// The paths of the agents above.
fn above(path: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(path).filter(|path| !path.is_empty());
    std::iter::from_fn(move || {
        let here = rest?;
        let parent = here.rsplit_once('/').map_or("", |(parent, _)| parent);
        rest = Some(parent).filter(|parent| !parent.is_empty());
        Some(parent)
    })
}

fn uid(ty: &str, id: &str) -> Option<EntityUid> {
    Some(EntityUid::from_type_name_and_id(EntityTypeName::from_str(ty).ok()?, EntityId::new(id)))
}

fn text(text: &str) -> RestrictedExpression {
    RestrictedExpression::new_string(text.to_owned())
}

fn entity<const N: usize>(
    uid: &EntityUid,
    attributes: [(&str, RestrictedExpression); N],
    above: HashSet<EntityUid>,
) -> Option<Entity> {
    let attributes = attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Entity::new(uid.clone(), attributes, above).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_in_all_agents_above_it() {
        assert_eq!(above("a/b/c").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(above("a").collect::<Vec<_>>(), [""]);
        assert_eq!(above("").count(), 0);
    }
}
