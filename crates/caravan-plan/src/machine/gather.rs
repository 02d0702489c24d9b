//! Calls that are gathered: asked for together, and answered together.
//!
//! The calls of one `gather` write no state that another of them reads or writes: the compiler has seen to that. So what
//! each of them finds does not depend on the others, and it is as if they were made in the order of the text, but that one
//! that fails keeps none of the others from being made.

use caravan_label::Label;

use super::execute::Flow;
use super::frame::Then;
use super::{Answer, Awaiting, Machine, Request, RequestKind, Stop};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

/// A call that waits for the end of its `gather`.
#[derive(Debug)]
pub(super) struct Deferred {
    request: Request,
    awaiting: Awaiting,
}

impl Deferred {
    /// What it keeps of the heap.
    pub(super) fn held(&self) -> Option<Labelled> {
        self.awaiting.shape
    }
}

impl Machine {
    /// Stops with a request; or keeps it for the end of the `gather` that it stands in, if it is one of its calls, where
    /// what stands for its answer until then is never read.
    pub(super) fn stop_or_defer(&mut self, request: Request, awaiting: Awaiting) -> Flow {
        let is_gathered = self.frames.last_mut().is_some_and(|frame| std::mem::take(&mut frame.defer));
        match self.gathers.last_mut() {
            Some(calls) if is_gathered => {
                calls.push(Deferred { request, awaiting });
                self.stack.push(Labelled::new(Value::None, Label::NONE));
                Flow::Next
            }
            _ => {
                self.awaiting = Some(awaiting);
                Flow::Stop(Box::new(Stop::Request(request)))
            }
        }
    }

    /// Asks for all calls of a `gather`. On the stack lies the list of what stands for their answers.
    pub(super) fn end_gather(&mut self, world: &mut World) -> Outcome<Flow> {
        let list = self.pop()?;
        let calls = self.gathers.pop().ok_or_else(|| Raise::internal("no calls are gathered"))?;
        let structure = self.cx(world).structure_of(list);
        if calls.is_empty() {
            let list = self.heap.list(Vec::new(), structure)?;
            self.stack.push(Labelled::new(list, structure));
            return Ok(Flow::Next);
        }
        let requests = calls.iter().map(|call| call.request.clone()).collect();
        let (span, pc, caught) = (self.span(), self.pc(), self.catcher().is_some());
        self.gathered = calls;
        self.awaiting = Some(Awaiting { then: Then::Push, shape: None, label: structure, reading: None });
        let kind = RequestKind::Gather { calls: requests };
        Ok(Flow::Stop(Box::new(Stop::Request(Request { span, pc, caught, kind }))))
    }

    /// Takes the answers to all calls of a `gather`, in the order of the text. That one of them did not fail, or failed
    /// first, is told by all that came before it.
    pub(super) fn take_gathered(
        &mut self,
        answers: Vec<Answer>,
        structure: Label,
        world: &mut World,
    ) -> Outcome<()> {
        let calls = std::mem::take(&mut self.gathered);
        if calls.len() != answers.len() {
            return Err(Raise::internal("there are not as many answers as calls"));
        }
        let mut told = structure;
        let mut values = Vec::with_capacity(calls.len());
        for (Deferred { request, awaiting }, answer) in calls.into_iter().zip(answers) {
            told = [request.pc, awaiting.label]
                .into_iter()
                .fold(told, |told, label| world.lattice.join(told, label));
            let outcome = self.take_value(answer, awaiting, world);
            let label = match &outcome {
                Ok((_, label)) => *label,
                Err(raise) => raise.label,
            };
            told = world.lattice.join(told, label);
            match outcome {
                Ok((value, _)) => {
                    self.could_raise(told, world);
                    values.push(value);
                }
                Err(raise) => return Err(raise.labelled(told, &mut world.lattice)),
            }
        }
        let list = self.heap.list(values, structure)?;
        self.stack.push(Labelled::new(list, structure));
        Ok(())
    }
}
