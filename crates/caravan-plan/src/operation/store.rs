//! Subscripts that write and delete elements and slices.

use caravan_label::{Bits, Label};
use caravan_pylib::slice::{self, Bounds};

use super::index::Place;
use crate::cx::Cx;
use crate::heap::{Name, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

const LABELLED: usize = size_of::<Labelled>();

impl Cx<'_> {
    /// What an untrusted index adds to the structure of a sequence in which it has picked the element to replace.
    fn picked_by(&mut self, key: Label, structure: Label, candidates: usize) -> Label {
        let bounded = self.lattice.data_is_trusted(structure);
        let bits = if bounded { Bits::log2(candidates as u64 + 1) } else { Bits::UNBOUNDED };
        self.chosen_by(key, bits)
    }

    /// `container[key] = value`.
    ///
    /// # Errors
    ///
    /// `IndexError`, `TypeError`, `ValueError` for a slice that does not fit, the limit `memory`; `Cause::Call` to
    /// ask a `__setitem__` or `__hash__` of the plan.
    pub(crate) fn set_item(&mut self, container: Labelled, key: Labelled, value: Labelled) -> Outcome<()> {
        match self.heap.object(container.value) {
            Some(Object::Dict(_)) => {
                let inserted = self.dict_insert(container.value, key, value);
                let by = self.key_label(key);
                match inserted {
                    Ok(_) => {
                        let by = self.chosen_by(by, Bits::UNBOUNDED);
                        self.mutate(container, by);
                        Ok(())
                    }
                    Err(raise) => Err(raise.labelled(by, self.lattice)),
                }
            }
            Some(Object::List(_) | Object::Deque(_)) => self.set_element(container, key, value),
            Some(Object::Instance(_)) => self.set_in_instance(container, key, value),
            _ => Err(Raise::type_error(format!(
                "'{}' object does not support item assignment",
                self.type_name(container.value)
            ))),
        }
    }

    fn set_element(&mut self, container: Labelled, key: Labelled, value: Labelled) -> Outcome<()> {
        let structure = self.structure_of(container);
        let key_label = self.key_label(key);
        let done = self.try_set_element(container, key, key_label, structure, value);
        done.map_err(|raise| {
            let label = self.lattice.join(structure, key_label);
            raise.labelled(label, self.lattice)
        })
    }

    fn try_set_element(
        &mut self,
        container: Labelled,
        key: Labelled,
        key_label: Label,
        structure: Label,
        value: Labelled,
    ) -> Outcome<()> {
        let kind = self.type_of(container.value);
        let length = self.heap.sequence(container.value).map_or(0, |sequence| sequence.items.len());
        match self.place_of(key.value) {
            Place::Index(index) => {
                let Some(place) = slice::place(length, index) else {
                    return Err(Raise::index_error(out_of_range(kind)));
                };
                let by = self.picked_by(key_label, structure, length);
                self.mutate(container, by);
                if let Some(item) = self.items_mut(container.value).and_then(|items| items.get_mut(place)) {
                    *item = value;
                }
                Ok(())
            }
            Place::Far => Err(self.too_far()),
            Place::Slice if kind == BuiltinType::List => self.set_slice(container, key, key_label, value),
            _ => Err(self.wrong_index(kind, key.value)),
        }
    }

    fn items_mut(&mut self, container: Value) -> Option<&mut Vec<Labelled>> {
        match self.heap.object_mut(container)? {
            Object::List(sequence) => Some(&mut sequence.items),
            Object::Deque(deque) => Some(&mut deque.0.items),
            _ => None,
        }
    }

    fn set_slice(
        &mut self,
        container: Labelled,
        key: Labelled,
        key_label: Label,
        value: Labelled,
    ) -> Outcome<()> {
        let [start, stop, step] = self.slice_parts(key.value)?;
        let simple = step.is_none_or(|step| step == 1);
        if !self.heap.is_of_type(value.value, BuiltinType::Iterable) {
            return Err(Raise::type_error(if simple {
                "can only assign an iterable"
            } else {
                "must assign iterable to extended slice"
            }));
        }
        let collected = self.collect(value)?;
        // Collecting may have been of the list itself; it has not changed it.
        let length = self.heap.sequence(container.value).map_or(0, |sequence| sequence.items.len());
        let bounds = Bounds::new(length, start, stop, step)?;
        let by = self.join(key_label, collected.structure);
        self.mutate(container, by);
        if !simple && collected.items.len() != bounds.count {
            let text = format!(
                "attempt to assign sequence of size {} to extended slice of size {}",
                collected.items.len(),
                bounds.count
            );
            return Err(Raise::value_error(text).labelled(collected.structure, self.lattice));
        }
        self.heap.charge(collected.items.len().saturating_sub(bounds.count) * LABELLED)?;
        let Some(items) = self.items_mut(container.value) else { return Ok(()) };
        if simple {
            let start = bounds.start.min(items.len());
            let end = (start + bounds.count).min(items.len());
            items.splice(start..end, collected.items);
        } else {
            for (place, value) in bounds.places().zip(collected.items) {
                if let Some(item) = items.get_mut(place) {
                    *item = value;
                }
            }
        }
        Ok(())
    }

    fn set_in_instance(&mut self, container: Labelled, key: Labelled, value: Labelled) -> Outcome<()> {
        if self.heap.plan_method(container.value, "__setitem__").is_some() {
            self.ask_labelled(container, "__setitem__", &[key, value])?;
            return Ok(());
        }
        let is_record =
            self.heap.instance(container.value).is_some_and(|(instance, _)| instance.class.is_none());
        let name: Name = match self.heap.str(key.value) {
            Some(name) if is_record => name.into(),
            _ => {
                return Err(Raise::type_error(format!(
                    "'{}' object does not support item assignment",
                    self.type_name(container.value)
                )));
            }
        };
        let by = self.chosen_by(key.label, Bits::UNBOUNDED);
        self.mutate(container, by);
        self.heap.charge(LABELLED)?;
        if let Some(Object::Instance(instance)) = self.heap.object_mut(container.value) {
            match instance.fields.iter_mut().find(|(known, _)| *known == name) {
                Some((_, field)) => *field = value,
                None => instance.fields.push((name, value)),
            }
        }
        Ok(())
    }

    /// `del container[key]`.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::set_item`], and `KeyError`.
    pub(crate) fn del_item(&mut self, container: Labelled, key: Labelled) -> Outcome<()> {
        let structure = self.structure_of(container);
        let key_label = self.key_label(key);
        let done = self.try_del_item(container, key);
        // Asking for a hash may have added to the label of the key.
        let key_label = match self.heap.asked.answers.is_empty() {
            true => key_label,
            false => self.key_label(key),
        };
        match done {
            Ok(()) => {
                let by = self.chosen_by(key_label, Bits::UNBOUNDED);
                self.mutate(container, by);
                Ok(())
            }
            Err(raise) => {
                let label = self.join(structure, key_label);
                Err(raise.labelled(label, self.lattice))
            }
        }
    }

    fn try_del_item(&mut self, container: Labelled, key: Labelled) -> Outcome<()> {
        let value = container.value;
        match self.heap.object(value) {
            Some(Object::Dict(dict)) => {
                let is_counter = dict.kind == BuiltinType::Counter;
                match self.find_key(value, key.value)? {
                    Ok(place) => {
                        if let Some(dict) = self.heap.dict_mut(value) {
                            dict.remove(place);
                        }
                        Ok(())
                    }
                    Err(_) if is_counter => Ok(()),
                    Err(_) => Err(Raise::key_error(key)),
                }
            }
            Some(Object::List(_) | Object::Deque(_)) => self.del_element(value, key.value),
            Some(Object::Instance(_)) => {
                if self.heap.plan_method(value, "__delitem__").is_some() {
                    self.ask_labelled(container, "__delitem__", &[key])?;
                    return Ok(());
                }
                Err(self.no_deletion(value, key.value))
            }
            _ => Err(self.no_deletion(value, key.value)),
        }
    }

    fn no_deletion(&self, value: Value, key: Value) -> Box<Raise> {
        // CPython has two places that say so: that for sequences with an index, and that for all else.
        let indexed = self.integer(key).is_some()
            && matches!(
                self.heap.object(value),
                Some(
                    Object::Str(_)
                        | Object::Tuple(_)
                        | Object::Bytes(_)
                        | Object::Range { .. }
                        | Object::Set(_)
                        | Object::FrozenSet(_)
                        | Object::Instance(_)
                        | Object::View { .. }
                        | Object::Pattern(_)
                )
            );
        let not = if indexed { "doesn't" } else { "does not" };
        Raise::type_error(format!("'{}' object {not} support item deletion", self.type_name(value)))
    }

    fn del_element(&mut self, container: Value, key: Value) -> Outcome<()> {
        let kind = self.type_of(container);
        let length = self.heap.sequence(container).map_or(0, |sequence| sequence.items.len());
        match self.place_of(key) {
            Place::Index(index) => match slice::place(length, index) {
                Some(place) => {
                    if let Some(items) = self.items_mut(container) {
                        items.remove(place);
                    }
                    Ok(())
                }
                None => Err(Raise::index_error(out_of_range(kind))),
            },
            Place::Far => Err(self.too_far()),
            Place::Slice if kind == BuiltinType::List => {
                let bounds = self.slice_bounds(key, length)?;
                let mut gone = vec![false; length];
                for place in bounds.places() {
                    if let Some(gone) = gone.get_mut(place) {
                        *gone = true;
                    }
                }
                if let Some(items) = self.items_mut(container) {
                    let mut gone = gone.into_iter();
                    items.retain(|_| !gone.next().unwrap_or(false));
                }
                Ok(())
            }
            _ => Err(self.wrong_index(kind, key)),
        }
    }
}

fn out_of_range(kind: BuiltinType) -> &'static str {
    match kind {
        BuiltinType::Deque => "deque index out of range",
        _ => "list assignment index out of range",
    }
}
