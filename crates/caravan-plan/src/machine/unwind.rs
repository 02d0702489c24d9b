//! Exceptions: making them, finding who catches them, and what their way there reveals.

use caravan_label::Label;
use caravan_pylib::error::{ExcKind, PyErrorKind};

use super::Machine;
use super::execute::Flow;
use crate::cx::Cx;
use crate::heap::{ClassKind, Exception, Object};
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

impl Machine {
    /// Finds the handler of an exception and lets control go on there.
    ///
    /// # Errors
    ///
    /// The exception again, labelled with all that it reveals, if nothing in the plan catches it.
    pub(super) fn unwind(&mut self, raise: Box<Raise>, world: &mut World) -> Outcome<()> {
        if matches!(raise.cause, Cause::Refused(_)) {
            return Err(raise);
        }
        let span = self.span();
        let (exception, limit) = self.exception_of(*raise, span, world)?;
        let Some(handler) = self.handlers.last().copied().filter(|_| limit.is_none()) else {
            let label = self.open_guards(world);
            let label = world.lattice.join(exception.label, label);
            return Err(Self::again(Labelled::new(exception.value, label)));
        };
        // Everything that is left on the way takes its guards, and they become the guards of the `try`.
        let mut guards = Label::NONE;
        while self.frames.len() > handler.frames {
            let label = self.close_call(world);
            guards = world.lattice.join(guards, label);
            self.pop_frame();
        }
        while self.regions.len() > handler.entry + 1 {
            let label = self.regions.last().map_or(Label::NONE, |entry| entry.label);
            self.close_last(world)?;
            guards = world.lattice.join(guards, label);
        }
        self.handlers.pop();
        self.stack.truncate(handler.stack);
        self.handling.truncate(handler.handling);
        self.tasks.truncate(handler.tasks);
        self.asking.truncate(handler.asking);
        self.gathers.truncate(handler.gathers);
        if let Some(frame) = self.frames.last_mut() {
            frame.defer = false;
        }
        // That it was raised, and here, is decided by what it is labelled with.
        let raised = if world.lattice.is_inert(exception.label) {
            Label::NONE
        } else {
            let bits =
                if self.unbounded() { caravan_label::Bits::UNBOUNDED } else { caravan_label::Bits::ONE };
            world.lattice.guard(exception.label, bits)
        };
        let guards = world.lattice.join(guards, raised);
        self.raise_entry(handler.entry, guards, world);
        self.meet(handler.entry, world);
        // Which exception it is was decided by all that stands open in the `try`, what has not raised included.
        let standing = self.regions.get(handler.entry).map_or(guards, |entry| entry.label);
        let label = world.lattice.join(exception.label, standing);
        self.stack.push(Labelled::new(exception.value, label));
        if let Some(frame) = self.frames.last_mut() {
            frame.ip = handler.target as usize;
        }
        Ok(())
    }

    /// The guards of all open regions of this episode.
    pub(super) fn open_guards(&self, world: &mut World) -> Label {
        self.regions.iter().fold(Label::NONE, |label, entry| world.lattice.join(label, entry.label))
    }

    /// The exception object of a failure, and the limit that it stands for, if any.
    fn exception_of(
        &mut self,
        raise: Raise,
        span: crate::diagnostic::Span,
        world: &mut World,
    ) -> Outcome<(Labelled, Option<&'static str>)> {
        let label = raise.label;
        let (value, own) = match raise.cause {
            Cause::Object(exception) => (exception.value, exception.label),
            Cause::Key(key) => (self.exception(ExcKind::KeyError, vec![key])?, key.label),
            Cause::Python(error) => {
                let (kind, limit) = match error.kind {
                    PyErrorKind::Exc(kind) => (kind, None),
                    PyErrorKind::Limit(name) => (ExcKind::MemoryError, Some(name)),
                };
                // The text of an error about a limit must itself always find room.
                let message = match self.heap.text(error.message.as_str()) {
                    Ok(text) => text,
                    Err(_) if limit.is_some() => {
                        return Err(Box::new(Raise { cause: Cause::Python(error), label }));
                    }
                    Err(raise) => return Err(raise),
                };
                let arguments =
                    if error.message.is_empty() { Vec::new() } else { vec![Labelled::new(message, label)] };
                let value = self.exception(kind, arguments)?;
                if let Some(Object::Exception(exception)) = self.heap.object_mut(value) {
                    exception.limit = limit;
                }
                (value, Label::NONE)
            }
            Cause::Refused(_) | Cause::Call(..) => {
                return Err(Raise::internal("a refusal or a question is no exception"));
            }
        };
        let mut limit = None;
        let context = self.handling.last().copied();
        if let Some(Object::Exception(exception)) = self.heap.object_mut(value) {
            limit = exception.limit;
            if exception.span.line == 0 {
                exception.span = span;
            }
            if exception.context.is_none() && context.is_some_and(|context| context.value != value) {
                exception.context = context;
            }
        }
        let value = Labelled::new(value, world.lattice.join(own, label));
        Ok((value, limit))
    }

    /// A new exception object.
    pub(super) fn exception(&mut self, kind: ExcKind, arguments: Vec<Labelled>) -> Outcome<Value> {
        self.heap.value(Object::Exception(Box::new(Exception {
            kind,
            class: None,
            arguments,
            fields: Vec::new(),
            structure: Label::NONE,
            cause: None,
            context: None,
            span: crate::diagnostic::Span::default(),
            limit: None,
        })))
    }

    /// Raises an exception object as it is.
    pub(super) fn again(exception: Labelled) -> Box<Raise> {
        Box::new(Raise { cause: Cause::Object(exception), label: exception.label })
    }

    /// `raise exception from cause`.
    pub(super) fn raise_statement(
        &mut self,
        exception: Labelled,
        cause: Option<Labelled>,
        world: &mut World,
    ) -> Outcome<Flow> {
        let not_an_exception = "exceptions must derive from BaseException";
        let instance = match exception.value {
            Value::ExcType(kind) => Labelled::new(self.exception(kind, Vec::new())?, exception.label),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Exception(_)) => exception,
                Some(Object::Class(class)) if matches!(class.kind, ClassKind::Exception(_)) => {
                    // `raise MyError` without arguments, with or without an `__init__`.
                    if self.class_attribute(place, "__init__").is_some() {
                        return Err(Raise::type_error(format!(
                            "raise an instance: write {}(...)",
                            self.class_name(place)
                        )));
                    }
                    let ClassKind::Exception(kind) = class.kind else {
                        return Err(Raise::internal("no kind"));
                    };
                    let value = self.exception(kind, Vec::new())?;
                    if let Some(Object::Exception(made)) = self.heap.object_mut(value) {
                        made.class = Some(place);
                    }
                    Labelled::new(value, exception.label)
                }
                _ => return Err(Raise::type_error(not_an_exception)),
            },
            _ => return Err(Raise::type_error(not_an_exception)),
        };
        if let Some(cause) = cause
            && let Some(Object::Exception(exception)) = self.heap.object_mut(instance.value)
        {
            exception.cause = Some(cause);
        }
        let label = self.cx(world).deep(instance);
        Err(Self::again(Labelled::new(instance.value, label)))
    }
}

impl Cx<'_> {
    /// Whether an exception is an instance of a class, or of one of a tuple of classes.
    pub(crate) fn exception_matches(&mut self, exception: Value, class: Value) -> Outcome<bool> {
        let Some(Object::Exception(exception)) = self.heap.object(exception) else { return Ok(false) };
        let (kind, own) = (exception.kind, exception.class);
        match class {
            Value::ExcType(wanted) => Ok(kind.is_a(wanted)),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Tuple(classes)) => {
                    let classes: Vec<Value> = classes.items.iter().map(|item| item.value).collect();
                    let Value::Object(_) = class else { return Ok(false) };
                    for class in classes {
                        if matches!(self.heap.object(class), Some(Object::Tuple(_))) {
                            return Err(no_exception_class());
                        }
                        if self.exception_matches_kind(kind, own, class)? {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                }
                _ => self.exception_matches_kind(kind, own, class),
            },
            _ => Err(no_exception_class()),
        }
    }

    fn exception_matches_kind(
        &self,
        kind: ExcKind,
        own: Option<crate::value::Ref>,
        class: Value,
    ) -> Outcome<bool> {
        match class {
            Value::ExcType(wanted) => Ok(kind.is_a(wanted)),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Class(wanted)) if matches!(wanted.kind, ClassKind::Exception(_)) => Ok(own
                    .is_some_and(|own| {
                        own == place
                            || matches!(self.heap.get(own), Some(Object::Class(class)) if class.ancestors.contains(&place))
                    })),
                _ => Err(no_exception_class()),
            },
            _ => Err(no_exception_class()),
        }
    }
}

fn no_exception_class() -> Box<Raise> {
    Raise::type_error("catching classes that do not inherit from BaseException is not allowed")
}
