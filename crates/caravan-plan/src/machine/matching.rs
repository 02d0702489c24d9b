//! `match`: whether a subject fits a pattern, and what that reveals.

use caravan_label::Label;

use super::Machine;
use super::execute::Flow;
use crate::code::Pattern;
use crate::dict::Dict;
use crate::heap::{ClassKind, Name, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};
use crate::world::World;

/// The state of one match: captures by place, and the labels of everything that was looked at.
struct Matching<'v> {
    captures: Vec<Option<Labelled>>,
    values: &'v [Labelled],
    label: Label,
}

impl Machine {
    /// Leaves the captures and `True` on the stack, or `False` alone.
    pub(super) fn match_pattern(
        &mut self,
        pattern: &Pattern,
        subject: Labelled,
        values: &[Labelled],
        world: &mut World,
    ) -> Outcome<Flow> {
        let mut matching =
            Matching { captures: vec![None; pattern.captures() as usize], values, label: Label::NONE };
        let fits = self.fits(pattern, subject, &mut matching, world)?;
        let label = world.lattice.join(matching.label, self.literal);
        self.could_raise(matching.label, world);
        if fits {
            for capture in matching.captures {
                let none = Labelled::new(Value::None, label);
                self.stack.push(capture.unwrap_or(none));
            }
        }
        self.stack.push(Labelled::new(Value::Bool(fits), label));
        Ok(Flow::Next)
    }

    fn fits(
        &mut self,
        pattern: &Pattern,
        subject: Labelled,
        matching: &mut Matching<'_>,
        world: &mut World,
    ) -> Outcome<bool> {
        match pattern {
            Pattern::Wildcard => Ok(true),
            Pattern::Capture(place, inner) => {
                let fits = match inner {
                    Some(inner) => self.fits(inner, subject, matching, world)?,
                    None => true,
                };
                if let Some(slot) = matching.captures.get_mut(*place as usize) {
                    *slot = Some(subject);
                }
                Ok(fits)
            }
            Pattern::Value(place) => {
                let value = value_at(matching, *place)?;
                let mut cx = self.cx(world);
                let (left, right) = (cx.deep(subject), cx.deep(value));
                let label = cx.join(left, right);
                matching.label = cx.join(matching.label, label);
                cx.equal(subject.value, value.value)
            }
            Pattern::Singleton(value) => {
                matching.label = world.lattice.join(matching.label, subject.label);
                Ok(subject.value == *value)
            }
            Pattern::Sequence { before, star, after } => {
                self.look(subject, matching, world);
                if !self.is_sequence(subject.value) {
                    return Ok(false);
                }
                let mut items = self.cx(world).collect(subject)?.items;
                let structure = self.cx(world).structure_of(subject);
                for item in &mut items {
                    item.label = self.cx(world).pick(item.label, structure, Label::NONE, 1);
                }
                let least = before.len() + after.len();
                if items.len() < least || (star.is_none() && items.len() > least) {
                    return Ok(false);
                }
                for (pattern, item) in before.iter().zip(&items) {
                    if !self.fits(pattern, *item, matching, world)? {
                        return Ok(false);
                    }
                }
                let tail = items.len() - after.len();
                for (pattern, item) in after.iter().zip(items.iter().skip(tail)) {
                    if !self.fits(pattern, *item, matching, world)? {
                        return Ok(false);
                    }
                }
                if let Some(Some(place)) = star {
                    let middle = items.iter().take(tail).skip(before.len()).copied().collect();
                    let list = self.heap.list(middle, structure)?;
                    if let Some(slot) = matching.captures.get_mut(*place as usize) {
                        *slot = Some(Labelled::new(list, self.literal));
                    }
                }
                Ok(true)
            }
            Pattern::Mapping { keys, rest } => self.fits_mapping(keys, *rest, subject, matching, world),
            Pattern::Class { class, positional, keyword } => {
                let class = value_at(matching, *class)?;
                self.look(subject, matching, world);
                let class_label = self.cx(world).deep(class);
                matching.label = world.lattice.join(matching.label, class_label);
                let is = self
                    .cx(world)
                    .is_instance(subject.value, class.value)
                    .map_err(|_| Raise::type_error("called match pattern must be a class"))?;
                if !is {
                    return Ok(false);
                }
                self.fits_class(class, positional, keyword, subject, matching, world)
            }
            Pattern::Or(patterns) => {
                for pattern in patterns {
                    if self.fits(pattern, subject, matching, world)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn look(&mut self, subject: Labelled, matching: &mut Matching<'_>, world: &mut World) {
        let label = self.cx(world).structure_of(subject);
        matching.label = world.lattice.join(matching.label, label);
    }

    fn is_sequence(&self, value: Value) -> bool {
        match self.heap.object(value) {
            Some(Object::List(_) | Object::Tuple(_) | Object::Deque(_) | Object::Range { .. }) => true,
            Some(Object::Instance(instance)) => {
                instance.class.is_some_and(|class| self.class_kind(class) == ClassKind::NamedTuple)
            }
            _ => false,
        }
    }

    fn fits_mapping(
        &mut self,
        keys: &[(u16, Pattern)],
        rest: Option<u16>,
        subject: Labelled,
        matching: &mut Matching<'_>,
        world: &mut World,
    ) -> Outcome<bool> {
        self.look(subject, matching, world);
        let subject = self.cx(world).as_mapping(subject)?;
        if !matches!(self.heap.object(subject.value), Some(Object::Dict(_))) {
            return Ok(false);
        }
        let mut used = Vec::new();
        for (place, pattern) in keys {
            let key = value_at(matching, *place)?;
            let Some(found) = self.cx(world).dict_get(subject.value, key.value)? else { return Ok(false) };
            used.push(key.value);
            let structure = self.cx(world).structure_of(subject);
            let label = self.cx(world).pick(found.label, structure, key.label, 1);
            if !self.fits(pattern, Labelled::new(found.value, label), matching, world)? {
                return Ok(false);
            }
        }
        if let Some(place) = rest {
            let entries: Vec<(Labelled, Labelled)> = match self.heap.object(subject.value) {
                Some(Object::Dict(dict)) => dict.iter().map(|entry| (entry.key, entry.value)).collect(),
                _ => Vec::new(),
            };
            let structure = self.cx(world).structure_of(subject);
            let dict = self.heap.value(Object::Dict(Box::new(Dict::new(structure))))?;
            for (key, value) in entries {
                let mut taken = false;
                for used in &used {
                    taken |= self.cx(world).equal(key.value, *used)?;
                }
                if !taken {
                    self.cx(world).dict_insert(dict, key, value)?;
                }
            }
            if let Some(slot) = matching.captures.get_mut(place as usize) {
                *slot = Some(Labelled::new(dict, self.literal));
            }
        }
        Ok(true)
    }

    /// The attributes that positional patterns of a class stand for.
    fn matched_by_place(&self, class: Value) -> Vec<Name> {
        let (Value::Object(place), Some(Object::Class(of))) = (class, self.heap.object(class)) else {
            return Vec::new();
        };
        if let Some(given) = self.class_attribute(place, "__match_args__") {
            let names = self.heap.sequence(given.value).map_or(&[][..], |names| names.items.as_slice());
            return names.iter().filter_map(|name| self.heap.str(name.value).map(Name::from)).collect();
        }
        match of.kind {
            ClassKind::Dataclass { .. } | ClassKind::NamedTuple => {
                let by_place = of.fields.iter().filter(|field| !field.keyword_only && !field.init_only);
                by_place.map(|field| field.name.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn fits_class(
        &mut self,
        class: Labelled,
        positional: &[Pattern],
        keyword: &[(Box<str>, Pattern)],
        subject: Labelled,
        matching: &mut Matching<'_>,
        world: &mut World,
    ) -> Outcome<bool> {
        if !positional.is_empty() {
            let fields = self.matched_by_place(class.value);
            if let (Value::Type(ty), [pattern]) = (class.value, positional) {
                let takes_itself = matches!(
                    ty,
                    BuiltinType::Bool
                        | BuiltinType::Int
                        | BuiltinType::Float
                        | BuiltinType::Str
                        | BuiltinType::Bytes
                        | BuiltinType::List
                        | BuiltinType::Tuple
                        | BuiltinType::Dict
                        | BuiltinType::Set
                        | BuiltinType::FrozenSet
                );
                if takes_itself {
                    return self.fits(pattern, subject, matching, world);
                }
            }
            if positional.len() > fields.len() {
                let name = match class.value {
                    Value::Object(place) => self.class_name(place),
                    other => self.cx(world).heap.class_name(other),
                };
                return Err(Raise::type_error(format!(
                    "{name}() accepts {} positional sub-pattern{} ({} given)",
                    fields.len(),
                    if fields.len() == 1 { "" } else { "s" },
                    positional.len()
                )));
            }
            for (pattern, name) in positional.iter().zip(&fields) {
                let Some(value) = self.matched_attribute(subject, name, world)? else { return Ok(false) };
                if !self.fits(pattern, value, matching, world)? {
                    return Ok(false);
                }
            }
        }
        for (name, pattern) in keyword {
            let Some(value) = self.matched_attribute(subject, name, world)? else { return Ok(false) };
            if !self.fits(pattern, value, matching, world)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn value_at(matching: &Matching<'_>, place: u16) -> Outcome<Labelled> {
    matching.values.get(place as usize).copied().ok_or_else(|| Raise::internal("a pattern without its value"))
}
