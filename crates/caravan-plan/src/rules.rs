//! The rules by which labels flow through operations (DESIGN section 3), each under its own name.
//!
//! The rules for guarded regions (branches, loops, jumps, exceptions) are in `machine::region`; the rule
//! of the gate is in `caravan-core`. Charging more than a rule asks for is always allowed, less never.

use caravan_label::{Bits, Label};

use crate::cx::Cx;
use crate::heap::{Iter, Object};
use crate::value::{Labelled, Ref, Value};
use crate::world::Strictness;

/// How many containers and elements a walk may meet before it gives up and counts as having met everything.
const DEEP_WALK: usize = 50_000_000;

impl Cx<'_> {
    /// *reading*: the label of an element, picked from a container with this structure by this key.
    ///
    /// The element takes the structure, and the key or index by which it was picked, into its control.
    /// An untrusted key over a trusted structure of `candidates` elements is one decision of
    /// log2(1 + candidates); any other untrusted pick is unbounded.
    #[inline]
    pub(crate) fn pick(&mut self, element: Label, structure: Label, key: Label, candidates: usize) -> Label {
        if self.lattice.is_inert(structure) && self.lattice.is_inert(key) {
            return element;
        }
        self.pick_guarded(element, structure, key, candidates)
    }

    fn pick_guarded(&mut self, element: Label, structure: Label, key: Label, candidates: usize) -> Label {
        if self.strictness == Strictness::Explicit {
            // At `explicit`, keys and structures that picked an element count as data.
            let by = self.lattice.join(structure, key);
            return self.lattice.join(element, by);
        }
        let bounded = self.lattice.data_is_trusted(structure) && !self.unbounded;
        let bits = if bounded { Bits::log2(candidates as u64 + 1) } else { Bits::UNBOUNDED };
        let structure = self.lattice.guard_unbounded(structure);
        let key = self.lattice.guard(key, bits);
        let by = self.lattice.join(structure, key);
        self.lattice.join(element, by)
    }

    /// *reading*: what choosing among things by values of this label adds to the thing chosen, where the
    /// outcome is one of `outcomes`: `max(key=)`, the order of `sorted`.
    pub(crate) fn chosen_by(&mut self, keys: Label, bits: Bits) -> Label {
        if self.lattice.is_inert(keys) {
            return Label::NONE;
        }
        if self.strictness == Strictness::Explicit {
            return keys;
        }
        let bits = if self.unbounded { Bits::UNBOUNDED } else { bits };
        self.lattice.guard(keys, bits)
    }

    /// *call through a chosen function*, *mutation*: whether untrusted data has chosen what a reference of this label
    /// stands for, beyond what decided the whole plan: had that been otherwise, there would have been another plan.
    pub(crate) fn is_chosen(&mut self, reference: Label) -> bool {
        !self.lattice.is_inert(reference) && self.lattice.join(reference, self.literal) != self.literal
    }

    /// The structure of a container as it is read: its own label, and what undetermined writes under
    /// untrusted guards may have changed in any container.
    #[inline]
    pub(crate) fn structure(&mut self, container: Value, structure: Label) -> Label {
        let floor = self.heap.floor(container);
        self.lattice.join(structure, floor)
    }

    /// The label of a container's structure (length, keys, order) together with that of the value that
    /// refers to it. A value that is no container has its own label.
    pub(crate) fn structure_of(&mut self, container: Labelled) -> Label {
        let structure = match self.heap.object(container.value) {
            Some(Object::List(sequence)) => sequence.structure,
            Some(Object::Tuple(sequence)) => return self.lattice.join(sequence.structure, container.label),
            Some(Object::Deque(deque)) => deque.0.structure,
            Some(Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict)) => dict.structure,
            Some(Object::Instance(instance)) => {
                let (class, own) = (instance.class, instance.structure);
                self.with_class(class, own)
            }
            Some(Object::Exception(exception)) => {
                let (class, own) = (exception.class, exception.structure);
                self.with_class(class, own)
            }
            Some(Object::Class(_)) => {
                let class = match container.value {
                    Value::Object(place) => Some(place),
                    _ => None,
                };
                self.with_class(class, Label::NONE)
            }
            Some(Object::Iterator(iter)) => match &**iter {
                Iter::Buffer { structure, .. } | Iter::Cycle { structure, .. } => *structure,
                Iter::Sequence { of, .. }
                | Iter::Deque { of, .. }
                | Iter::Reversed { of, .. }
                | Iter::Dict { of, .. } => {
                    let of = Value::Object(*of);
                    self.own_structure(of)
                }
                Iter::Generator { .. } | Iter::Count { .. } => return self.deep(container),
                Iter::Str { .. } | Iter::Bytes { .. } | Iter::Range { .. } | Iter::Done => Label::NONE,
            },
            Some(Object::View { of, .. }) => {
                let of = Value::Object(*of);
                self.own_structure(of)
            }
            _ => return container.label,
        };
        let structure = self.structure(container.value, structure);
        let structure = self.lattice.join(structure, self.position(container.value));
        self.lattice.join(structure, container.label)
    }

    /// What an instance or a class has is decided by what it has itself and by what its class and its bases have, whose
    /// attributes can be assigned.
    fn with_class(&mut self, class: Option<Ref>, own: Label) -> Label {
        match class {
            Some(class) => {
                let held = self.class_structure(class);
                self.lattice.join(own, held)
            }
            None => own,
        }
    }

    /// The structure of a class of the plan and of its bases: which attributes they have.
    pub(crate) fn class_structure(&mut self, class: Ref) -> Label {
        let mut label = Label::NONE;
        let Some(Object::Class(own)) = self.heap.get(class) else { return label };
        for place in std::iter::once(class).chain(own.ancestors.iter().copied()) {
            let Some(Object::Class(held)) = self.heap.get(place) else { continue };
            label = self.lattice.join(label, held.label);
            label = self.lattice.join(label, self.heap.floor(Value::Object(place)));
        }
        label
    }

    /// The structure of the container that an iterator or a view shows, which may be older than these; none if it is no
    /// container.
    fn own_structure(&mut self, container: Value) -> Label {
        let own = self.heap.object(container).and_then(Object::structure_labels).unwrap_or(Label::NONE);
        self.structure(container, own)
    }

    /// What decided how far an iterator over a container has come.
    pub(crate) fn position(&self, iterator: Value) -> Label {
        match iterator {
            Value::Object(place) if !self.heap.positions.is_empty() => {
                self.heap.positions.get(&place).copied().unwrap_or_default()
            }
            _ => Label::NONE,
        }
    }

    /// *operation*: the label of a value and of everything in it, for operations over whole containers
    /// (`str`, `==`, `in`, JSON, `join`).
    pub(crate) fn deep(&mut self, value: Labelled) -> Label {
        let Value::Object(_) = value.value else { return value.label };
        if let Some(Object::Str(_) | Object::BigInt(_)) = self.heap.object(value.value) {
            return value.label;
        }
        let mut label = value.label;
        let mut seen = std::collections::BTreeSet::new();
        let mut pending = vec![value.value];
        let mut met = 0_usize;
        while let Some(next) = pending.pop() {
            let Value::Object(place) = next else { continue };
            let Some(object) = self.heap.get(place) else { continue };
            if matches!(object, Object::Str(_) | Object::BigInt(_)) || !seen.insert(place) {
                continue;
            }
            let class = match object {
                Object::Instance(instance) => instance.class,
                Object::Exception(exception) => exception.class,
                _ => None,
            };
            let lattice = &mut *self.lattice;
            let mut held = |item: Labelled| {
                label = lattice.join(label, item.label);
                met += 1;
                if let Value::Object(_) = item.value {
                    pending.push(item.value);
                }
            };
            object.for_each_labelled(&mut held);
            label = object.structure_labels().into_iter().fold(label, |label, own| lattice.join(label, own));
            label = lattice.join(label, self.heap.floor(next));
            label = self
                .heap
                .positions
                .get(&place)
                .into_iter()
                .fold(label, |label, own| lattice.join(label, *own));
            label = self.with_class(class, label);
            if met > DEEP_WALK {
                label = self.lattice.guard_unbounded(label);
                break;
            }
        }
        self.heap.work.add(met);
        label
    }

    /// *operation*: the join of the deep labels of several values.
    pub(crate) fn deep_all(&mut self, values: &[Labelled]) -> Label {
        values.iter().fold(Label::NONE, |label, value| {
            let own = self.deep(*value);
            self.lattice.join(label, own)
        })
    }

    /// *reading*: what membership in a container is decided by: its structure and, for anything but a
    /// dictionary, its elements; of a dictionary, its keys.
    pub(crate) fn deep_keys(&mut self, container: Labelled) -> Label {
        let dict = match self.heap.object(container.value) {
            Some(Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict)) => dict,
            _ => return self.deep(container),
        };
        if let Some(labels) = dict.key_labels() {
            let keys = labels.iter().fold(Label::NONE, |all, own| self.lattice.join(all, *own));
            let structure = self.structure_of(container);
            return self.lattice.join(structure, keys);
        }
        let keys: Vec<Labelled> = dict.iter().map(|entry| entry.key).collect();
        let structure = self.structure_of(container);
        let keys = self.deep_all(&keys);
        self.lattice.join(structure, keys)
    }

    /// *assignment, mutation*: what changed an object joins its structure. `by` is what decided the change
    /// beside the guards that are open: the label of the value that referred to the object, of a key.
    ///
    /// If an untrusted decision chose *which* object is changed, then the others that it might have been
    /// have, by not changing, taken part: every container's structure is raised.
    pub(crate) fn mutate(&mut self, container: Labelled, by: Label) {
        // The data of a reference says what the object is made of, its control which object it is.
        let chosen = self.lattice.without_data(container.label);
        if !self.lattice.control_is_trusted(chosen) && self.is_chosen(chosen) {
            self.heap.raise_floor(chosen, self.lattice);
        }
        if let Value::Object(place) = container.value {
            self.heap.changes(place);
        }
        let by = self.lattice.join(by, container.label);
        self.raise_structure(container.value, by);
    }

    /// Joins a label to the structure of a container.
    pub(crate) fn raise_structure(&mut self, container: Value, by: Label) {
        if by == Label::NONE {
            return;
        }
        let lattice = &mut *self.lattice;
        if let Some(structure) = self.heap.object_mut(container).and_then(Object::structure_mut) {
            *structure = lattice.join(*structure, by);
        } else if let (Value::Object(place), Some(Object::Iterator(_))) =
            (container, self.heap.object(container))
        {
            let position = self.heap.positions.entry(place).or_default();
            *position = lattice.join(*position, by);
        }
    }

    /// Gives a fresh value, made by an operation that does not see labels, its label: the value itself,
    /// and where it is a container, its structure and elements. Only ever called on values that nothing
    /// else refers to.
    pub(crate) fn stamp(&mut self, value: Value, label: Label) -> Labelled {
        let mut pending = vec![value];
        while let Some(next) = pending.pop() {
            let lattice = &mut *self.lattice;
            let Some(object) = self.heap.object_mut(next) else { continue };
            if let Some(structure) = object.structure_mut() {
                *structure = lattice.join(*structure, label);
            }
            object.for_each_labelled_mut(|item| {
                item.label = lattice.join(item.label, label);
                if let Value::Object(_) = item.value {
                    pending.push(item.value);
                }
            });
        }
        Labelled::new(value, label)
    }
}

impl Object {
    /// The label of a mutable object's structure.
    pub(crate) fn structure_mut(&mut self) -> Option<&mut Label> {
        match self {
            Object::List(sequence) | Object::Tuple(sequence) => Some(&mut sequence.structure),
            Object::Deque(deque) => Some(&mut deque.0.structure),
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => Some(&mut dict.structure),
            Object::Instance(instance) => Some(&mut instance.structure),
            Object::Exception(exception) => Some(&mut exception.structure),
            Object::Class(class) => Some(&mut class.label),
            Object::Iterator(iter) => match &mut **iter {
                Iter::Buffer { structure, .. } | Iter::Cycle { structure, .. } => Some(structure),
                _ => None,
            },
            _ => None,
        }
    }

    /// The labels that the object has beside those of the values in it.
    pub(crate) fn structure_labels(&self) -> Option<Label> {
        match self {
            Object::List(sequence) | Object::Tuple(sequence) => Some(sequence.structure),
            Object::Deque(deque) => Some(deque.0.structure),
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => Some(dict.structure),
            Object::Instance(instance) => Some(instance.structure),
            Object::Exception(exception) => Some(exception.structure),
            Object::Class(class) => Some(class.label),
            Object::Iterator(iter) => match &**iter {
                Iter::Buffer { structure, .. } | Iter::Cycle { structure, .. } => Some(*structure),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `visit` with every labelled value that the object shows to an operation over the whole of it.
    fn for_each_labelled(&self, visit: &mut dyn FnMut(Labelled)) {
        match self {
            Object::List(sequence) | Object::Tuple(sequence) => {
                sequence.items.iter().for_each(|item| visit(*item))
            }
            Object::Deque(deque) => deque.0.items.iter().for_each(|item| visit(*item)),
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => {
                dict.for_each(|key, value| {
                    visit(key);
                    visit(value);
                });
            }
            Object::Instance(instance) => instance.fields.iter().for_each(|(_, value)| visit(*value)),
            Object::Exception(exception) => {
                exception.arguments.iter().for_each(|value| visit(*value));
                exception.fields.iter().for_each(|(_, value)| visit(*value));
            }
            Object::Slice(parts) => parts.iter().for_each(|part| visit(*part)),
            Object::Cell(value) | Object::NativeMethod(_, value) => visit(*value),
            Object::Method(pair) | Object::Wrapped(_, pair) => {
                visit(pair.0);
                visit(pair.1);
            }
            Object::Partial(partial) => {
                visit(partial.function);
                partial.positional.iter().for_each(|value| visit(*value));
                partial.keyword.iter().for_each(|(_, value)| visit(*value));
            }
            Object::Class(class) => {
                class.attributes.iter().chain(&class.members).for_each(|(_, value)| visit(*value));
                for field in class.fields.iter() {
                    visit(field.annotation);
                    visit(field.default);
                    visit(field.factory);
                }
            }
            Object::Alias(alias) => {
                visit(alias.0);
                alias.1.iter().for_each(|value| visit(*value));
            }
            Object::FieldSpec(spec) => spec.arguments.iter().for_each(|(_, value)| visit(*value)),
            Object::Function(function) => {
                function.defaults.iter().chain(&function.keyword_defaults).for_each(|value| visit(*value));
            }
            Object::View { of, .. } => visit(Labelled::new(Value::Object(*of), Label::NONE)),
            Object::Iterator(iter) => match &**iter {
                Iter::Buffer { items, .. } | Iter::Cycle { items, .. } => {
                    items.iter().for_each(|item| visit(*item))
                }
                Iter::Count { next, step } => {
                    visit(*next);
                    visit(*step);
                }
                Iter::Sequence { of, .. }
                | Iter::Deque { of, .. }
                | Iter::Reversed { of, .. }
                | Iter::Dict { of, .. } => visit(Labelled::new(Value::Object(*of), Label::NONE)),
                Iter::Generator { frame, .. } => {
                    frame.iter().for_each(|frame| frame.for_each_labelled(&mut *visit));
                }
                Iter::Str { .. } | Iter::Bytes { .. } | Iter::Range { .. } | Iter::Done => {}
            },
            Object::Str(_)
            | Object::BigInt(_)
            | Object::Bytes(_)
            | Object::Range { .. }
            | Object::Date(_)
            | Object::Time(_)
            | Object::DateTime(_)
            | Object::TimeDelta(_)
            | Object::TimeZone(_)
            | Object::Decimal(_)
            | Object::Pattern(_)
            | Object::Match(_)
            | Object::Opaque(_) => {}
        }
    }

    /// Calls `visit` with every labelled element of a container that was just made.
    fn for_each_labelled_mut(&mut self, mut visit: impl FnMut(&mut Labelled)) {
        match self {
            Object::List(sequence) | Object::Tuple(sequence) => sequence.items.iter_mut().for_each(visit),
            Object::Deque(deque) => deque.0.items.iter_mut().for_each(visit),
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => dict.for_each_mut(visit),
            Object::Instance(instance) => instance.fields.iter_mut().for_each(|(_, value)| visit(value)),
            Object::Iterator(iter) => {
                if let Iter::Buffer { items, .. } | Iter::Cycle { items, .. } = &mut **iter {
                    items.iter_mut().for_each(visit);
                }
            }
            _ => {}
        }
    }
}
