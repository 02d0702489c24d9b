//! What values are and hold as the operations see them: instances of the plan's classes and their fields, members of
//! enums, and the built-in values that they stand for.

use std::borrow::Cow;

use caravan_pylib::int::Integer;
use num_bigint::BigInt;

use super::compare::range_length;
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Class, ClassKind, Heap, Instance, Object};
use crate::library::sorting::KEY_WRAPPER;
use crate::raise::Outcome;
use crate::value::{Labelled, Ref, Value};

impl Heap {
    /// The class of the plan at this place.
    pub(crate) fn class(&self, place: Ref) -> Option<&Class> {
        match self.get(place) {
            Some(Object::Class(class)) => Some(class),
            _ => None,
        }
    }

    /// The class of the plan that a value is an instance of.
    pub(crate) fn class_of(&self, value: Value) -> Option<Ref> {
        match self.object(value)? {
            Object::Instance(instance) => instance.class,
            Object::Exception(exception) => exception.class,
            _ => None,
        }
    }

    /// The record behind a value, as tools return them: its class is none of the plan's, and a plan may read it as the
    /// mapping that it is outside.
    pub(crate) fn record(&self, value: Value) -> Option<&Instance> {
        match self.object(value)? {
            Object::Instance(instance) if instance.class.is_none() => {
                let inner = matches!(&*instance.class_name, "object" | KEY_WRAPPER);
                (!inner).then_some(&**instance)
            }
            _ => None,
        }
    }

    /// The instance behind a value and the kind of its class; a record whose class the plan did not write
    /// counts as a `BaseModel`.
    pub(crate) fn instance(&self, value: Value) -> Option<(&Instance, ClassKind)> {
        match self.object(value)? {
            Object::Instance(instance) => {
                let class = instance.class.and_then(|place| self.class(place));
                Some((instance, class.map_or(ClassKind::BaseModel, |class| class.kind)))
            }
            _ => None,
        }
    }

    /// The attribute that the class or the nearest of its ancestors defines.
    pub(crate) fn class_attribute(&self, class: Ref, name: &str) -> Option<Labelled> {
        let own = self.class(class)?;
        for place in std::iter::once(class).chain(own.ancestors.iter().copied()) {
            let Some(class) = self.class(place) else { continue };
            let found = class.attributes.iter().rev().find(|(known, _)| &**known == name);
            if let Some((_, value)) = found {
                return Some(*value);
            }
            if class.generates && class.is_generated(name) {
                return None;
            }
        }
        None
    }

    /// The method called `name` that the plan has written for this value's class.
    pub(crate) fn plan_method(&self, value: Value, name: &str) -> Option<Labelled> {
        let class = self.class_of(value)?;
        let method = self.class_attribute(class, name)?;
        // A native stands there where a decorator of the library has completed the class.
        let is_method = matches!(method.value, Value::Native(_))
            || matches!(self.object(method.value), Some(Object::Function(_)));
        is_method.then_some(method)
    }

    /// The member's value, if the value is a member of an enum of the plan.
    pub(crate) fn enum_value(&self, value: Value) -> Option<(Labelled, ClassKind)> {
        let (instance, kind) = self.instance(value)?;
        if !matches!(kind, ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum) {
            return None;
        }
        instance.field("value").map(|value| (value, kind))
    }

    /// The value itself, or what a member of a `StrEnum` or `IntEnum` is equal to.
    #[inline]
    pub(crate) fn plain(&self, value: Value) -> Value {
        match self.object(value) {
            Some(Object::Instance(_)) => match self.enum_value(value) {
                Some((held, ClassKind::StrEnum | ClassKind::IntEnum)) => held.value,
                _ => value,
            },
            _ => value,
        }
    }

    /// Whether the value is a member of an enum whose text is the member's, not the value's.
    pub(crate) fn is_mixed_member(&self, value: Value) -> bool {
        self.class_of(value).and_then(|class| self.class(class)).is_some_and(|class| class.mixed)
    }

    /// The elements of a tuple, or of a named tuple.
    pub(crate) fn tuple_items(&self, value: Value) -> Option<Cow<'_, [Labelled]>> {
        match self.object(value)? {
            Object::Tuple(tuple) => Some(tuple.items.as_slice().into()),
            Object::Instance(instance) => match self.instance(value) {
                Some((_, ClassKind::NamedTuple)) => {
                    Some(instance.fields.iter().map(|(_, value)| *value).collect::<Vec<_>>().into())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The fields of an instance that its class compares, hashes and orders it by.
    pub(crate) fn compared_fields<'a>(
        &'a self,
        instance: &'a Instance,
        class: Option<&Class>,
    ) -> Vec<(&'a str, Value)> {
        match class {
            // In the order of their declaration; what a method has set beside the declared fields does not count.
            Some(class) if matches!(class.kind, ClassKind::Dataclass { .. }) => class
                .fields
                .iter()
                .filter(|field| self.field_flag(field.constraints, "compare"))
                .filter_map(|field| instance.fields.iter().find(|(name, _)| *name == field.name))
                .map(|(name, value)| (&**name, value.value))
                .collect(),
            _ => instance.fields.iter().map(|(name, value)| (&**name, value.value)).collect(),
        }
    }

    /// Whether `field(name=...)` is on, as it is unless written otherwise.
    pub(crate) fn field_flag(&self, constraints: Option<Ref>, name: &str) -> bool {
        match constraints.and_then(|place| self.get(place)) {
            Some(Object::FieldSpec(spec)) => {
                let given = spec.arguments.iter().find(|(known, _)| &**known == name);
                given.is_none_or(|(_, value)| self.truth(value.value))
            }
            _ => true,
        }
    }

    /// What `Field(name=...)` says, if it says it.
    pub(crate) fn field_option(&self, constraints: Option<Ref>, name: &str) -> Option<Value> {
        match constraints.and_then(|place| self.get(place)) {
            Some(Object::FieldSpec(spec)) => {
                let given = spec.arguments.iter().find(|(known, _)| &**known == name);
                given.map(|(_, value)| value.value)
            }
            _ => None,
        }
    }

    /// An int, bool or member of an `IntEnum` as an integer.
    pub(crate) fn integer(&self, value: Value) -> Option<Integer> {
        match value {
            Value::Int(int) => Some(Integer::Small(int)),
            Value::Bool(bool) => Some(Integer::from(bool)),
            Value::Object(_) => match self.object(value)? {
                Object::BigInt(big) => Some(Integer::from(BigInt::clone(big))),
                Object::Instance(_) => match self.enum_value(value)? {
                    (held, ClassKind::IntEnum) => match held.value {
                        Value::Int(int) => Some(Integer::Small(int)),
                        Value::Bool(bool) => Some(Integer::from(bool)),
                        other => match self.object(other)? {
                            Object::BigInt(big) => Some(Integer::from(BigInt::clone(big))),
                            _ => None,
                        },
                    },
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// `bool(value)`, for all but instances whose class has its own idea of it.
    pub(crate) fn truth(&self, value: Value) -> bool {
        match value {
            Value::Unbound | Value::None => false,
            Value::Bool(bool) => bool,
            Value::Int(int) => int != 0,
            Value::Float(float) => float != 0.0,
            Value::Object(place) => match self.get(place) {
                Some(Object::Str(text)) => !text.as_str().is_empty(),
                Some(Object::Bytes(bytes)) => !bytes.is_empty(),
                Some(Object::List(sequence) | Object::Tuple(sequence)) => !sequence.items.is_empty(),
                Some(Object::Deque(deque)) => !deque.0.items.is_empty(),
                Some(Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict)) => dict.len() > 0,
                Some(Object::Range { start, stop, step }) => range_length(*start, *stop, *step) > 0,
                Some(Object::TimeDelta(delta)) => !delta.is_zero(),
                Some(Object::Decimal(decimal)) => !decimal.is_zero(),
                Some(Object::View { of, .. }) => {
                    self.dict(Value::Object(*of)).is_some_and(|dict| dict.len() > 0)
                }
                Some(Object::Instance(instance)) => match self.enum_value(value) {
                    Some((held, ClassKind::StrEnum | ClassKind::IntEnum)) => self.truth(held.value),
                    Some(_) => true,
                    None => match self.instance(value) {
                        Some((_, ClassKind::NamedTuple)) => !instance.fields.is_empty(),
                        _ => true,
                    },
                },
                _ => true,
            },
            _ => true,
        }
    }
}

impl Instance {
    /// The field called `name`.
    pub(crate) fn field(&self, name: &str) -> Option<Labelled> {
        self.fields.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value)
    }
}

impl Cx<'_> {
    /// The names of a record's fields as texts, each with its value; none for what is no record. The names are as much
    /// the record's own as their number.
    pub(crate) fn record_entries(&mut self, value: Labelled) -> Outcome<Option<Vec<(Labelled, Labelled)>>> {
        let Some(record) = self.heap.record(value.value) else { return Ok(None) };
        let fields = record.fields.clone();
        let structure = self.structure_of(value);
        let mut entries = Vec::with_capacity(fields.len());
        for (name, field) in fields {
            entries.push((self.text(&*name, structure)?, field));
        }
        Ok(Some(entries))
    }

    /// A record as a dictionary of its own; what is none stays what it is.
    pub(crate) fn as_mapping(&mut self, value: Labelled) -> Outcome<Labelled> {
        let Some(entries) = self.record_entries(value)? else { return Ok(value) };
        let structure = self.structure_of(value);
        let dict = self.heap.value(Object::Dict(Box::new(Dict::new(structure))))?;
        for (name, field) in entries {
            self.dict_insert(dict, name, field)?;
        }
        Ok(Labelled::new(dict, value.label))
    }
}
