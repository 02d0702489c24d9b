//! Methods of the plan's classes that an operation meets: `__eq__` of an element, `__repr__` of a field.
//!
//! An operation cannot call a function of the plan. It asks for what the function gives, and fails with
//! `Cause::Call` if nobody has answered yet; the machine then calls the function and starts the operation again.

use caravan_label::Label;

use crate::cx::Cx;
use crate::heap::{Class, ClassKind, Heap, Instance, Object};
use crate::raise::{Cause, Outcome, Raise};
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
        std::iter::once(class).chain(own.ancestors.iter().copied()).find_map(|place| {
            let class = self.class(place)?;
            class.attributes.iter().rev().find(|(known, _)| &**known == name).map(|(_, value)| *value)
        })
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

    /// What the function of the plan gives for these arguments.
    ///
    /// # Errors
    ///
    /// `Cause::Call` as long as nobody has answered.
    pub(crate) fn ask(&self, function: Labelled, arguments: Vec<Labelled>) -> Outcome<Labelled> {
        let place = self.asked.next.get();
        match self.asked.answers.get(place) {
            Some(answer) => {
                self.asked.next.set(place + 1);
                Ok(*answer)
            }
            None => Err(Box::new(Raise { cause: Cause::Call(function, arguments), label: Label::NONE })),
        }
    }

    /// What the value's own method `name` gives; none if the plan has not written one.
    pub(crate) fn ask_method(&self, receiver: Value, name: &str, arguments: &[Value]) -> Outcome<Option<Value>> {
        let Some(method) = self.plan_method(receiver, name) else { return Ok(None) };
        let arguments = std::iter::once(&receiver).chain(arguments);
        let arguments = arguments.map(|value| Labelled::new(*value, Label::NONE)).collect();
        self.ask(method, arguments).map(|answer| Some(answer.value))
    }
}

impl Instance {
    /// The field called `name`.
    pub(crate) fn field(&self, name: &str) -> Option<Labelled> {
        self.fields.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value)
    }
}

impl Cx<'_> {
    /// The join of all that functions of the plan have answered to this operation.
    pub(crate) fn asked_label(&mut self) -> Label {
        if self.heap.asked.answers.is_empty() {
            return Label::NONE;
        }
        let answers = self.heap.asked.answers.clone();
        self.deep_all(&answers)
    }

    /// What the value's own method `name` gives for labelled arguments; none if the plan has not written one, or if
    /// it says `NotImplemented`.
    pub(crate) fn ask_labelled(
        &mut self,
        receiver: Labelled,
        name: &str,
        arguments: &[Labelled],
    ) -> Outcome<Option<Labelled>> {
        let Some(method) = self.heap.plan_method(receiver.value, name) else { return Ok(None) };
        let arguments = std::iter::once(receiver).chain(arguments.iter().copied()).collect();
        let answer = self.heap.ask(method, arguments)?;
        if answer.value == Value::NotImplemented {
            return Ok(None);
        }
        // Whose method it was decided what it gave.
        let label = self.join(answer.label, receiver.label);
        Ok(Some(Labelled::new(answer.value, label)))
    }
}
