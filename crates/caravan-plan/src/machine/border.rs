//! Values on their way in and out of the machine.

use caravan_label::Label;

use super::Machine;
use crate::datum::{Datum, Tree};
use crate::dict::Dict;
use crate::heap::{Instance, Iter, Name, Object};
use crate::operation::range_length;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

impl Machine {
    /// Takes in what `get_variable` will give. What does not fit the memory limit is not there: reading it
    /// tells so.
    pub(super) fn load(&mut self, variables: Vec<(Box<str>, Datum)>, world: &mut World) {
        for (name, datum) in variables {
            let label = datum.deep_label(&mut world.lattice);
            self.meets(label, world);
            let value = self.import(datum, world).unwrap_or(Labelled::new(Value::Unbound, label));
            self.variables.push((name, value));
        }
    }

    /// Something comes in from outside: its size, and that of all that is made of it, counts against the limits.
    pub(super) fn meets(&mut self, label: Label, world: &mut World) {
        self.met = world.lattice.join(self.met, label);
    }

    /// A value of the world as one of the machine's.
    pub(super) fn import(&mut self, datum: Datum, world: &mut World) -> Outcome<Labelled> {
        if datum.is_deeper_than(self.limits.data_depth) {
            datum.dismantle();
            return Err(Raise::limit("data_depth", "a value from outside is nested too deeply"));
        }
        self.import_at(datum, world)
    }

    fn import_at(&mut self, datum: Datum, world: &mut World) -> Outcome<Labelled> {
        let label = datum.label;
        let value = match datum.value {
            Tree::None => Value::None,
            Tree::Bool(value) => Value::Bool(value),
            Tree::Int(value) => Value::Int(value),
            Tree::BigInt(value) => self.heap.value(Object::BigInt(*value))?,
            Tree::Float(value) => Value::Float(value),
            Tree::Str(text) => {
                self.check_string(text.len())?;
                self.heap.text(text)?
            }
            Tree::Bytes(bytes) => {
                self.check_string(bytes.len())?;
                self.heap.value(Object::Bytes(bytes))?
            }
            Tree::Date(date) => self.heap.value(Object::Date(date))?,
            Tree::Time(time) => self.heap.value(Object::Time(Box::new(time)))?,
            Tree::DateTime(time) => self.heap.value(Object::DateTime(Box::new(time)))?,
            Tree::TimeDelta(delta) => self.heap.value(Object::TimeDelta(delta))?,
            Tree::List(list) => {
                let list = self.import_items(list, world)?;
                self.heap.list(list, label)?
            }
            Tree::Tuple(tuple) => {
                let tuple = self.import_items(tuple, world)?;
                self.heap.tuple(tuple, label)?
            }
            Tree::Set(set) => {
                let elements = self.import_items(set, world)?;
                let set = self.heap.value(Object::Set(Box::new(Dict::new(label))))?;
                for element in elements {
                    self.cx(world).dict_insert(set, element, Labelled::new(Value::None, Label::NONE))?;
                }
                set
            }
            Tree::Dict(entries) => {
                let dict = self.heap.value(Object::Dict(Box::new(Dict::new(label))))?;
                for (key, value) in entries {
                    let key = self.import_at(key, world)?;
                    let value = self.import_at(value, world)?;
                    self.cx(world).dict_insert(dict, key, value)?;
                }
                dict
            }
            Tree::Record(class_name, fields) => {
                let fields = fields
                    .into_iter()
                    .map(|(name, value)| Ok((Name::from(name), self.import_at(value, world)?)))
                    .collect::<Outcome<Vec<_>>>()?;
                let class =
                    self.classes.iter().rev().find(|(name, _)| *name == class_name).map(|(_, class)| *class);
                let instance =
                    Instance { class, class_name: class_name.into(), fields, structure: label, unset: 0 };
                self.heap.value(Object::Instance(Box::new(instance)))?
            }
            Tree::Opaque(opaque) => self.heap.value(Object::Opaque(Box::new(opaque)))?,
            Tree::Foreign(text) => self.heap.text(text)?,
        };
        Ok(Labelled::new(value, label))
    }

    fn import_items(&mut self, items: Vec<Datum>, world: &mut World) -> Outcome<Vec<Labelled>> {
        items.into_iter().map(|item| self.import_at(item, world)).collect()
    }

    /// A value of the machine as one of the world's.
    ///
    /// # Errors
    ///
    /// The limit `memory`: outside nothing is shared, so that a small object can become a huge tree.
    pub(super) fn export(&mut self, value: Labelled, world: &mut World) -> Outcome<Datum> {
        let mut room = self.limits.memory;
        self.export_at(value, 0, &mut room, world).map_err(|raise| {
            let label = self.cx(world).deep(value);
            raise.labelled(label, &mut world.lattice)
        })
    }

    fn export_at(
        &mut self,
        value: Labelled,
        depth: usize,
        room: &mut usize,
        world: &mut World,
    ) -> Outcome<Datum> {
        let label = self.cx(world).structure_of(value);
        if depth > self.limits.data_depth {
            // What is left out has been looked through all the same, once for every way that leads to it.
            let before = self.heap.work.done();
            let label = self.cx(world).deep(value);
            let looked_at = usize::try_from(self.heap.work.done() - before).unwrap_or(usize::MAX);
            let bytes = looked_at.saturating_add(1).saturating_mul(size_of::<Datum>());
            *room = room.checked_sub(bytes).ok_or_else(crate::heap::memory_limit)?;
            return Ok(Datum { value: Tree::Foreign("...".into()), label });
        }
        let bytes = match self.heap.object(value.value) {
            Some(Object::Str(text)) => text.as_str().len(),
            Some(Object::Bytes(bytes)) => bytes.len(),
            _ => 0,
        };
        *room = room.checked_sub(bytes + size_of::<Datum>()).ok_or_else(crate::heap::memory_limit)?;
        let tree = match value.value {
            Value::None | Value::Unbound => Tree::None,
            Value::Bool(value) => Tree::Bool(value),
            Value::Int(value) => Tree::Int(value),
            Value::Float(value) => Tree::Float(value),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Str(text)) => Tree::Str(text.as_str().into()),
                Some(Object::BigInt(int)) => Tree::BigInt(Box::new(int.clone())),
                Some(Object::Bytes(bytes)) => Tree::Bytes(bytes.clone()),
                Some(Object::Date(date)) => Tree::Date(*date),
                Some(Object::Time(time)) => Tree::Time((**time).clone()),
                Some(Object::DateTime(time)) => Tree::DateTime((**time).clone()),
                Some(Object::TimeDelta(delta)) => Tree::TimeDelta(*delta),
                Some(Object::List(list)) => {
                    let list = list.items.clone();
                    Tree::List(self.export_items(list, depth, room, world)?)
                }
                Some(Object::Deque(deque)) => {
                    let list = deque.0.items.clone();
                    Tree::List(self.export_items(list, depth, room, world)?)
                }
                Some(Object::Tuple(tuple)) => {
                    let tuple = tuple.items.clone();
                    Tree::Tuple(self.export_items(tuple, depth, room, world)?)
                }
                Some(Object::Set(set) | Object::FrozenSet(set)) => {
                    let elements = set.iter().map(|entry| entry.key).collect();
                    Tree::Set(self.export_items(elements, depth, room, world)?)
                }
                Some(Object::Dict(dict)) => {
                    let entries: Vec<(Labelled, Labelled)> =
                        dict.iter().map(|entry| (entry.key, entry.value)).collect();
                    let mut exported = Vec::with_capacity(entries.len());
                    for (key, value) in entries {
                        let key = self.export_at(key, depth + 1, room, world)?;
                        exported.push((key, self.export_at(value, depth + 1, room, world)?));
                    }
                    Tree::Dict(exported)
                }
                Some(Object::Instance(instance)) => {
                    if let Some((held, _)) = self.heap.enum_value(value.value) {
                        let mut datum = self.export_at(held, depth + 1, room, world)?;
                        datum.label = world.lattice.join(datum.label, label);
                        return Ok(datum);
                    }
                    let name = Box::from(&*instance.class_name);
                    let fields = instance.fields.clone();
                    let mut exported = Vec::with_capacity(fields.len());
                    for (name, field) in fields {
                        exported.push((Box::from(&*name), self.export_at(field, depth + 1, room, world)?));
                    }
                    Tree::Record(name, exported)
                }
                Some(Object::Opaque(opaque)) => Tree::Opaque((**opaque).clone()),
                Some(Object::Range { .. } | Object::Iterator(_) | Object::View { .. })
                    if !self.is_generator(value.value) && self.ends_soon(value.value) =>
                {
                    // What the iterator would give; a look at it uses nothing up, since it does not come back.
                    match self.cx(world).collect(value) {
                        Ok(collected) => {
                            Tree::List(self.export_items(collected.items, depth, room, world)?)
                        }
                        Err(_) => Tree::Foreign("iterator".into()),
                    }
                }
                _ => self.foreign(value, world),
            },
            _ => self.foreign(value, world),
        };
        Ok(Datum { value: tree, label })
    }

    fn export_items(
        &mut self,
        items: Vec<Labelled>,
        depth: usize,
        room: &mut usize,
        world: &mut World,
    ) -> Outcome<Vec<Datum>> {
        items.into_iter().map(|item| self.export_at(item, depth + 1, room, world)).collect()
    }

    fn foreign(&mut self, value: Labelled, world: &mut World) -> Tree {
        let text = self.cx(world).repr(value.value).unwrap_or_else(|_| "...".to_owned());
        Tree::Foreign(text.into())
    }

    /// Whether the elements of a range or an iterator are few enough to be written out.
    fn ends_soon(&self, value: Value) -> bool {
        const MANY: u64 = 1 << 20;
        let few = |start, stop, step| range_length(start, stop, step) <= MANY;
        match self.heap.object(value) {
            Some(Object::Range { start, stop, step }) => few(*start, *stop, *step),
            Some(Object::Iterator(iter)) => match &**iter {
                Iter::Count { .. } | Iter::Cycle { .. } => false,
                Iter::Range { next, stop, step } => few(*next, *stop, *step),
                _ => true,
            },
            _ => true,
        }
    }

    /// Whether a top-level variable holds data, not an import, a function or a class.
    pub(super) fn is_data(&self, value: Value) -> bool {
        match value {
            Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) => true,
            Value::Object(place) => !matches!(
                self.heap.get(place),
                None | Some(
                    Object::Function(_)
                        | Object::Class(_)
                        | Object::Method(_)
                        | Object::NativeMethod(..)
                        | Object::Partial(_)
                        | Object::Alias(_)
                        | Object::Wrapped(..)
                        | Object::Cell(_)
                )
            ),
            _ => false,
        }
    }
}
