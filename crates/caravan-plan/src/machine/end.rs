//! How a plan ends.

use caravan_label::{Bits, Label};
use caravan_pylib::error::PyErrorKind;

use super::hint::hint;
use super::{Ending, Machine, PlanError, Step};
use crate::diagnostic::Span;
use crate::heap::Object;
use crate::raise::{Cause, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

impl Machine {
    pub(super) fn finish_with_value(&mut self, value: Labelled, world: &mut World) -> Step {
        self.ended = true;
        let end = self.end_label(world);
        let mut datum = match self.export(value, world) {
            Ok(datum) => datum,
            Err(raise) => return self.finish_with_error(raise, world),
        };
        if end != Label::NONE {
            datum.label = world.lattice.join(datum.label, end);
        }
        // What was said of a container is said of the reference to it.
        datum.label = datum.label.marked(value.label.mark());
        Step::Finished(Ending::Value(datum))
    }

    /// Where the instruction at hand stands in the plan's text: that of the innermost call that stands there.
    pub(super) fn span(&self) -> Span {
        let mut spans =
            self.frames.iter().rev().map(|frame| self.program.span(frame.code, frame.ip.saturating_sub(1)));
        spans.find(|span| span.line > 0).unwrap_or_default()
    }

    #[expect(clippy::boxed_local, reason = "a failure is boxed wherever it goes")]
    pub(super) fn finish_with_error(&mut self, raise: Box<Raise>, world: &mut World) -> Step {
        self.ended = true;
        let mut span = self.span();
        let guards = self.open_guards(world);
        let end = self.end_label(world);
        let mut label = world.lattice.join(raise.label, guards);
        label = world.lattice.join(label, end);
        let (kind, message, limit): (Box<str>, Box<str>, _) = match &raise.cause {
            Cause::Call(..) => {
                ("Error".into(), "an operation asked for a method and was not answered".into(), None)
            }
            Cause::Refused(reason) => ("Refused".into(), reason.as_str().into(), None),
            Cause::Python(error) => match error.kind {
                PyErrorKind::Exc(kind) => (kind.qualified_name().into(), error.message.as_str().into(), None),
                PyErrorKind::Limit(name) => {
                    ("LimitReached".into(), error.message.as_str().into(), Some(name))
                }
            },
            Cause::Key(key) => {
                let text = self.cx(world).repr(key.value).unwrap_or_default();
                ("KeyError".into(), text.into(), None)
            }
            Cause::Object(exception) => {
                let own = self.cx(world).deep(*exception);
                label = world.lattice.join(label, own);
                let text = match self.cx(world).str_of(exception.value) {
                    Ok(text) => text,
                    // A `__str__` of the plan, which no longer runs: what the exception was made of.
                    Err(_) => match self.heap.object(exception.value) {
                        Some(Object::Exception(found)) => {
                            let arguments: Vec<Value> =
                                found.arguments.iter().map(|value| value.value).collect();
                            let texts = arguments
                                .into_iter()
                                .map(|value| self.cx(world).str_of(value).unwrap_or_default());
                            texts.collect::<Vec<_>>().join(", ")
                        }
                        _ => String::new(),
                    },
                };
                match self.heap.object(exception.value) {
                    Some(Object::Exception(found)) => {
                        if found.span.line > 0 {
                            span = found.span;
                        }
                        let name = match (found.limit, found.class) {
                            (Some(_), _) => "LimitReached".to_owned(),
                            (None, Some(class)) => self.class_name(class),
                            (None, None) => found.kind.qualified_name(),
                        };
                        (name.into(), text.into(), found.limit)
                    }
                    _ => ("Error".into(), text.into(), None),
                }
            }
        };
        let limit = limit.or_else(|| recursion(&kind, &message));
        let told = limit.and_then(|name| self.limits.told(name));
        let message = told.map_or(message.clone(), |told| format!("{message}; {told}").into());
        // An error from a limit is untrusted once any untrusted guard or size has been met: what was met is
        // not kept apart, so all that has flowed into the heap counts.
        if limit.is_some() && self.met != Label::NONE {
            label = world.lattice.join(label, self.met);
        }
        if limit.is_some() || matches!(raise.cause, Cause::Refused(_) | Cause::Call(..)) {
            // What a plan may not consume or do, no other text of it may.
            self.standing.cannot_go_on();
        }
        let hint = if limit.is_none() { hint(&self.program, &kind, &message).map(Into::into) } else { None };
        Step::Finished(Ending::Error(PlanError { kind, message, span, label, limit, hint }))
    }

    /// *return, raise* at the end of an episode: an end that ends the whole run raises nothing; one that a plan
    /// above may catch shows it whatever untrusted could have brought it about, for one bit.
    fn end_label(&mut self, world: &mut World) -> Label {
        let Some(entry) = self.regions.first() else { return Label::NONE };
        if !self.caught || entry.label == Label::NONE {
            return Label::NONE;
        }
        let unbounded = !world.lattice.choice_bits(entry.label).is_bounded();
        let charge = world.lattice.decision(if unbounded { Bits::UNBOUNDED } else { Bits::ONE });
        let control = world.lattice.with_choice_of(entry.label, charge);
        world.lattice.join(control, charge)
    }
}

/// The limit that CPython's own error for deep recursion stands for, which plans can catch.
fn recursion(kind: &str, message: &str) -> Option<&'static str> {
    match message.strip_prefix("maximum recursion depth exceeded") {
        Some("") if kind == "RecursionError" => Some("call_depth"),
        Some(_) if kind == "RecursionError" => Some("data_depth"),
        _ => None,
    }
}
