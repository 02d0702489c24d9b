//! What tool states hold, from one run to the next.
//!
//! A state outlives the run that wrote it: the notes are still there tomorrow. Labels are ids within one run's lattice, so
//! what crosses to another run is what they stand for.

use std::collections::BTreeMap;

use caravan_label::{AgentPath, Bits, Label, Lattice, Readers, Source, Taint};
use caravan_plan::World;

use serde_json::{Map, Value as Json, json};

use crate::system::is_shared;

/// The labels of named states, free of any lattice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct States {
    held: BTreeMap<Box<str>, Held>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Held {
    data: (Vec<Source>, Readers),
    control: (Vec<Source>, Readers),
    choice: Bits,
}

/// Sources told apart in one state; what has more counts as written by anybody.
const MOST_SOURCES: usize = 256;

impl States {
    /// What the states of a world hold.
    pub fn of(world: &World) -> States {
        let lattice = &world.lattice;
        // What agents share ends with the run, and its state with it.
        let states = world.states.iter().filter(|(name, label)| **label != Label::NONE && !is_shared(name));
        let held = states.map(|(name, &label)| {
            let held = Held {
                data: parts(lattice, lattice.data(label)),
                control: parts(lattice, lattice.control(label)),
                choice: lattice.choice_bits(label),
            };
            (name.clone(), held)
        });
        States { held: held.collect() }
    }

    /// Adds what these hold to the states of a world.
    pub fn put_into(&self, world: &mut World) {
        for (name, held) in &self.held {
            let lattice = &mut world.lattice;
            let data = lattice.taint(&held.data.0, held.data.1.clone());
            let control = lattice.taint(&held.control.0, held.control.1.clone());
            let decided = lattice.decision(held.choice);
            let choice = lattice.choice(decided);
            let label = lattice.label(data, control, choice);
            let known = world.states.entry(name.clone()).or_insert(Label::NONE);
            *known = world.lattice.join(*known, label);
        }
    }

    /// Adds what a run has written that began when the states held `before` and ended when they held `after`. What others
    /// have written meanwhile stays: sources unite, readers intersect, choices add up.
    pub fn update(&mut self, before: &States, after: &States) {
        for (name, after) in &after.held {
            let before = before.held.get(name);
            match self.held.get_mut(name) {
                Some(_) if before == Some(after) => {}
                Some(held) if before != Some(&*held) => {
                    unite(&mut held.data, &after.data);
                    unite(&mut held.control, &after.control);
                    held.choice = held.choice + after.choice;
                }
                _ => {
                    self.held.insert(name.clone(), after.clone());
                }
            }
        }
    }

    /// Them in a form in which they can be kept, by name.
    pub fn to_json(&self) -> Json {
        self.held.iter().map(|(name, held)| (name.to_string(), held.to_json())).collect::<Map<_, _>>().into()
    }

    /// What was kept. None if this is not all of what [`States::to_json`] gives: a label of which a part is missing is no
    /// label.
    pub fn from_json(json: &Json) -> Option<States> {
        let held =
            json.as_object()?.iter().map(|(name, held)| Some((name.as_str().into(), Held::from_json(held)?)));
        Some(States { held: held.collect::<Option<_>>()? })
    }

    /// The names of the states that hold anything, each with the untrusted sources of what was written into it.
    pub fn untrusted(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        self.held.iter().map(|(name, held)| {
            let sources = held.data.0.iter().chain(&held.control.0).filter(|source| !source.is_trusted());
            (&**name, sources.map(ToString::to_string).collect())
        })
    }

    /// Takes a state's label off, as a person may who has looked at what it holds. False if it had none.
    pub fn reset(&mut self, name: &str) -> bool {
        self.held.remove(name).is_some()
    }

    /// Those of these that another account of them does not have, or has otherwise.
    pub fn unlike(&self, other: &States) -> States {
        let held = self.held.iter().filter(|(name, held)| other.held.get(*name) != Some(held));
        States { held: held.map(|(name, held)| (name.clone(), held.clone())).collect() }
    }
}

impl Held {
    fn to_json(&self) -> Json {
        json!({"data": taint_json(&self.data), "control": taint_json(&self.control), "choice": self.choice.raw()})
    }

    fn from_json(json: &Json) -> Option<Held> {
        let choice = u32::try_from(json.get("choice")?.as_u64()?).ok()?;
        Some(Held {
            data: taint_from_json(json.get("data")?)?,
            control: taint_from_json(json.get("control")?)?,
            choice: Bits::of_raw(choice),
        })
    }
}

fn taint_json((sources, readers): &(Vec<Source>, Readers)) -> Json {
    let readers = match readers {
        Readers::Everybody => Json::Null,
        Readers::Only(readers) => json!(readers),
    };
    json!({"sources": sources.iter().map(source_json).collect::<Vec<_>>(), "readers": readers})
}

fn taint_from_json(json: &Json) -> Option<(Vec<Source>, Readers)> {
    let sources = json.get("sources")?.as_array()?.iter().map(source_from_json).collect::<Option<_>>()?;
    let readers = match json.get("readers")? {
        Json::Null => Readers::Everybody,
        readers => {
            let readers = readers.as_array()?.iter().map(|reader| reader.as_str().map(Into::into));
            Readers::Only(readers.collect::<Option<_>>()?)
        }
    };
    Some((sources, readers))
}

fn source_json(source: &Source) -> Json {
    match source {
        Source::User => json!({"kind": "user"}),
        Source::System => json!({"kind": "system"}),
        Source::Plan(agent) => json!({"kind": "plan", "agent": agent.as_str()}),
        Source::Quarantined(agent) => json!({"kind": "quarantined", "agent": agent.as_str()}),
        Source::State(name) => json!({"kind": "state", "name": name}),
        Source::Tool { agent, tool, inner, trusted } => {
            json!({"kind": "tool", "agent": agent.as_str(), "tool": tool, "inner": inner, "trusted": trusted})
        }
    }
}

fn source_from_json(json: &Json) -> Option<Source> {
    let text = |field: &str| json.get(field)?.as_str();
    let agent = || {
        let path = text("agent")?;
        Some(if path.is_empty() { AgentPath::root() } else { AgentPath::root().child(path) })
    };
    Some(match text("kind")? {
        "user" => Source::User,
        "system" => Source::System,
        "plan" => Source::Plan(agent()?),
        "quarantined" => Source::Quarantined(agent()?),
        "state" => Source::State(text("name")?.into()),
        "tool" => Source::Tool {
            agent: agent()?,
            tool: text("tool")?.into(),
            inner: match json.get("inner")? {
                Json::Null => None,
                inner => Some(inner.as_str()?.into()),
            },
            trusted: json.get("trusted")?.as_bool()?,
        },
        _ => return None,
    })
}

fn parts(lattice: &Lattice, taint: Taint) -> (Vec<Source>, Readers) {
    let sources = lattice.sources(taint).cloned().collect();
    let mut parts = (sources, lattice.readers(taint).clone());
    bound(&mut parts.0);
    parts
}

fn unite(into: &mut (Vec<Source>, Readers), other: &(Vec<Source>, Readers)) {
    for source in &other.0 {
        if !into.0.contains(source) {
            into.0.push(source.clone());
        }
    }
    into.1 = into.1.intersect(&other.1);
    bound(&mut into.0);
}

/// Leaves out the inner sources of tools where there are too many sources: the tools stay.
fn bound(sources: &mut Vec<Source>) {
    if sources.len() > MOST_SOURCES {
        for source in sources.iter_mut() {
            if let Source::Tool { inner, .. } = source {
                *inner = None;
            }
        }
        sources.sort();
        sources.dedup();
    }
}

#[cfg(test)]
mod tests {
    use caravan_label::Choice;

    use super::*;

    fn tool(name: &str, inner: Option<&str>) -> Source {
        let (tool, inner) = (name.into(), inner.map(Into::into));
        Source::Tool { agent: AgentPath::root(), tool, inner, trusted: false }
    }

    fn world_with(source: Source, readers: Readers) -> World {
        let mut world = World::default();
        let data = world.lattice.taint(&[source], readers);
        let decided = world.lattice.decision(Bits::whole(3));
        let choice = world.lattice.choice(decided);
        let label = world.lattice.label(data, Taint::NONE, choice);
        world.states.insert("notes".into(), label);
        world
    }

    #[test]
    fn what_a_state_holds_crosses_to_another_world() {
        let readers = Readers::Only(["ann".into()].into());
        let states = States::of(&world_with(tool("read", None), readers.clone()));
        let mut other = World::default();
        // Other ids in another order.
        other.lattice.data_from(&[Source::User, tool("else", None)]);
        states.put_into(&mut other);
        let label = other.states["notes"];
        assert!(!other.lattice.data_is_trusted(label));
        assert_eq!(*other.lattice.readers(other.lattice.data(label)), readers);
        assert_eq!(other.lattice.choice_bits(label), Bits::whole(3));
        assert_eq!(States::of(&other), states);
    }

    #[test]
    fn states_of_two_runs_hold_what_either_wrote() {
        let nothing = States::default();
        let mut states = States::of(&world_with(tool("a", None), Readers::Everybody));
        let other = States::of(&world_with(tool("b", None), Readers::Only(["ann".into()].into())));
        states.update(&nothing, &other);
        let mut world = World::default();
        states.put_into(&mut world);
        let label = world.states["notes"];
        let data = world.lattice.data(label);
        assert_eq!(world.lattice.sources(data).count(), 2);
        assert!(!world.lattice.readers(data).admit("eve"));
        assert_eq!(world.lattice.choice_bits(label), Bits::whole(6));
        assert_ne!(world.lattice.choice(label), Choice::NONE);
    }

    #[test]
    fn a_run_that_changes_nothing_adds_no_choice() {
        let before = States::of(&world_with(tool("a", None), Readers::Everybody));
        let mut states = before.clone();
        states.update(&before, &before);
        assert_eq!(states, before);
        let mut world = World::default();
        before.put_into(&mut world);
        let more = world.lattice.decision(Bits::ONE);
        let label = world.lattice.join(world.states["notes"], more);
        world.states.insert("notes".into(), label);
        states.update(&before, &States::of(&world));
        assert_eq!(states.held["notes"].choice, Bits::whole(4));
        assert_eq!(states.unlike(&before), states);
        assert_eq!(states.unlike(&states), States::default());
    }

    #[test]
    fn what_was_kept_is_what_is_read_and_a_label_without_a_part_is_none() {
        let sql = AgentPath::root().child("sql").child("deep");
        let sources = [
            Source::User,
            Source::System,
            Source::Plan(sql.clone()),
            Source::Plan(AgentPath::root()),
            Source::Quarantined(sql.clone()),
            Source::State("notes".into()),
            Source::Tool { agent: sql.clone(), tool: "t".into(), inner: None, trusted: true },
            Source::Tool { agent: sql, tool: "t".into(), inner: Some("eve\"@x".into()), trusted: false },
        ];
        for (place, source) in sources.into_iter().enumerate() {
            let readers = match place % 2 {
                0 => Readers::Everybody,
                _ => Readers::Only(["ann".into(), "bob".into()].into()),
            };
            let states = States::of(&world_with(source, readers));
            let kept = states.to_json();
            assert_eq!(States::from_json(&kept), Some(states), "{kept}");
            // Whatever is left out of it, it is not read.
            for part in ["data", "control", "choice"] {
                let mut lacking = kept.clone();
                lacking["notes"].as_object_mut().expect("a label").remove(part);
                assert_eq!(States::from_json(&lacking), None);
            }
            for (part, field) in [("data", "sources"), ("data", "readers"), ("control", "readers")] {
                let mut lacking = kept.clone();
                lacking["notes"][part].as_object_mut().expect("a taint").remove(field);
                assert_eq!(States::from_json(&lacking), None);
            }
        }
    }

    #[test]
    fn an_unbounded_choice_stays_unbounded_and_a_reset_state_is_trusted() {
        let mut world = world_with(tool("read", None), Readers::Everybody);
        let decided = world.lattice.decision(Bits::UNBOUNDED);
        let label = world.lattice.join(world.states["notes"], decided);
        world.states.insert("notes".into(), label);
        let mut states = States::from_json(&States::of(&world).to_json()).expect("states");
        assert_eq!(states.held["notes"].choice, Bits::UNBOUNDED);
        assert_eq!(states.untrusted().collect::<Vec<_>>(), [("notes", vec!["tool:read".to_owned()])]);
        assert!(states.reset("notes") && !states.reset("notes"));
        assert_eq!(states, States::default());
    }

    #[test]
    fn a_state_that_many_have_written_stays_small_and_untrusted() {
        let mut states = States::default();
        for sender in 0..1000 {
            let sender = format!("sender {sender}");
            let after = States::of(&world_with(tool("mail", Some(&sender)), Readers::Everybody));
            states.update(&States::default(), &after);
        }
        assert!(states.held["notes"].data.0.len() <= MOST_SOURCES);
        let mut world = World::default();
        states.put_into(&mut world);
        assert!(!world.lattice.data_is_trusted(world.states["notes"]));
    }
}
