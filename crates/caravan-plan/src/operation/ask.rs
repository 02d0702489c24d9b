//! Methods of the plan's classes that an operation meets: `__eq__` of an element, `__repr__` of a field.
//!
//! An operation cannot call a function of the plan. It asks for what the function gives, and fails with
//! `Cause::Call` if nobody has answered yet; the machine then calls the function and starts the operation again.

use caravan_label::Label;

use crate::cx::Cx;
use crate::heap::Heap;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{Labelled, Value};

impl Heap {
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

    /// The function of the prelude of that name; none if the plan has nothing that needs it.
    pub(crate) fn prelude(&self, name: &str) -> Option<Labelled> {
        self.prelude.iter().find(|(known, _)| &**known == name).map(|(_, function)| *function)
    }

    /// What the value's own method `name` gives; none if the plan has not written one.
    pub(crate) fn ask_method(
        &self,
        receiver: Value,
        name: &str,
        arguments: &[Value],
    ) -> Outcome<Option<Value>> {
        let Some(method) = self.plan_method(receiver, name) else { return Ok(None) };
        let arguments = std::iter::once(&receiver).chain(arguments);
        let arguments = arguments.map(|value| Labelled::new(*value, Label::NONE)).collect();
        self.ask(method, arguments).map(|answer| Some(answer.value))
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
