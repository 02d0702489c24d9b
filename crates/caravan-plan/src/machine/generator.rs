//! Generators: functions that stop in the middle and go on.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::execute::Flow;
use super::frame::{Handler, Purpose, Suspended, Then};
use super::region::Entry;
use crate::compile::prelude;
use crate::heap::{Iter, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Ref, Value};
use crate::world::World;

impl Machine {
    /// `next(iterator)`, `next(iterator, default)`.
    pub(super) fn next(
        &mut self,
        iterator: Labelled,
        default: Option<Labelled>,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        if self.is_generator(iterator.value) {
            let task = then == Then::Task;
            return self.advance_generator(iterator, Purpose::Next { default, task }, world);
        }
        if let Some(method) = self.method(iterator, "__next__", world) {
            if let Some(default) = default
                && let Some(next_or) = self.heap.prelude(prelude::NEXT_OR)
            {
                let next_or = self.brought_by(next_or, iterator, world);
                return self.call_unasked(next_or, vec![iterator, default], then, world);
            }
            let method = self.brought_by(method, iterator, world);
            return self.call_unasked(method, vec![iterator], then, world);
        }
        if !matches!(self.heap.object(iterator.value), Some(Object::Iterator(_))) {
            let name = self.cx(world).type_name(iterator.value);
            return Err(Raise::type_error(format!("'{name}' object is not an iterator")));
        }
        let mut cx = self.cx(world);
        let structure = cx.loop_structure(iterator).0;
        cx.mutate(iterator, Label::NONE);
        // *choice*: of a filtered row, the next is one of its candidates, or the default.
        if let Some(candidate) = cx.next_candidate(iterator) {
            let item = cx.choose(candidate, candidate.item);
            self.could_raise(structure, world);
            return self.deliver(item, then, world);
        }
        if let Some(default) = default
            && let Some(end) = cx.end_of_candidates(iterator)
        {
            let default = cx.choose(end, default);
            return self.deliver(default, then, world);
        }
        let found = cx.next(iterator)?;
        self.could_raise(structure, world);
        match (found, default) {
            (Some(value), _) => self.deliver(value, then, world),
            (None, Some(mut default)) => {
                default.label = self.cx(world).pick(default.label, structure, Label::NONE, 1);
                self.deliver(default, then, world)
            }
            (None, None) => {
                Err(Raise::new(ExcKind::StopIteration, "").labelled(structure, &mut world.lattice))
            }
        }
    }

    /// A function that is called because of what an object is.
    fn brought_by(&self, function: Labelled, object: Labelled, world: &mut World) -> Labelled {
        Labelled::new(function.value, world.lattice.join(function.label, object.label))
    }

    /// Calls what an instance says that a loop over it goes through; none if it is no instance that says so.
    pub(super) fn iterator_of_instance(
        &mut self,
        value: Labelled,
        world: &mut World,
    ) -> Outcome<Option<Flow>> {
        let Value::Object(_) = value.value else { return Ok(None) };
        let positional = vec![value];
        if let Some(method) = self.method(value, "__iter__", world) {
            let method = self.brought_by(method, value, world);
            return self.call(method, positional, Vec::new(), Then::Iterator, world).map(Some);
        }
        if self.method(value, "__getitem__", world).is_none() {
            return Ok(None);
        }
        match self.heap.prelude(prelude::ALL_ITEMS) {
            Some(all) => {
                let all = self.brought_by(all, value, world);
                self.call(all, positional, Vec::new(), Then::Iterator, world).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Takes what `__iter__` gave as the iterator of a loop. What an iterator of the plan's own gives is read at once.
    pub(super) fn take_iterator(&mut self, value: Labelled, world: &mut World) -> Outcome<Flow> {
        if matches!(self.heap.object(value.value), Some(Object::Iterator(_))) {
            self.stack.push(value);
            return Ok(Flow::Next);
        }
        if self.method(value, "__next__", world).is_some()
            && let Some(all) = self.heap.prelude(prelude::ALL_NEXT)
        {
            let all = self.brought_by(all, value, world);
            return self.call(all, vec![value], Vec::new(), Then::Iterator, world);
        }
        let name = self.cx(world).type_name(value.value);
        Err(Raise::type_error(format!("iter() returned non-iterator of type '{name}'"))
            .labelled(value.label, &mut world.lattice))
    }

    /// Lets a generator run to its next value.
    pub(super) fn advance_generator(
        &mut self,
        iterator: Labelled,
        purpose: Purpose,
        world: &mut World,
    ) -> Outcome<Flow> {
        let Value::Object(place) = iterator.value else { return Err(Raise::internal("no generator")) };
        if !world.lattice.is_inert(iterator.label) {
            // Which generator goes on was chosen by untrusted data: the others have taken part.
            let guard = world.lattice.guard_unbounded(iterator.label);
            self.raise_floor(guard, world);
        }
        self.heap.moves(place);
        let running = self
            .frames
            .iter()
            .any(|frame| matches!(frame.then, Then::Generator { iterator, .. } if iterator == place));
        if running {
            return Err(Raise::value_error("generator already executing"));
        }
        let Some(Object::Iterator(iter)) = self.heap.get_mut(place) else {
            return Err(Raise::internal("no iterator"));
        };
        let Iter::Generator { frame, function } = &mut **iter else {
            return Err(Raise::internal("no generator"));
        };
        let (suspended, function) = (frame.take(), *function);
        let Some(suspended) = suspended else {
            let none = Labelled::new(Value::None, iterator.label);
            return self.generator_ended(place, purpose, none, world);
        };
        let base = self.stack.len();
        let entries = self.regions.len() + 1;
        let then = Then::Generator { iterator: place, purpose };
        self.push_frame(suspended.code, base, Some(function), then)?;
        // Going on is an edge out of the caller's regions, as a call is: what the frame refers to was left by code
        // under them.
        let edge = self.edge(world);
        let kept = suspended.stack.into_iter();
        self.stack
            .extend(kept.map(|value| Labelled::new(value.value, world.lattice.join(value.label, edge))));
        if suspended.expects {
            let literal = self.literal;
            self.stack.push(Labelled::new(Value::None, literal));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.ip = suspended.ip;
        }
        // What has decided how far it has come stands over all that it does from here.
        let position = self.cx(world).structure_of(iterator);
        if !world.lattice.is_inert(position) {
            let guard = world.lattice.guard_unbounded(position);
            let body = self.regions.len() - 1;
            self.raise_entry(body, guard, world);
        }
        let frames = self.frames.len();
        for entry in suspended.regions {
            if entry.unbounded {
                self.unbounded_loops += 1;
            }
            let pc = world.lattice.join(self.pc(), entry.label);
            self.regions.push(Entry { frames, pc, ..entry });
        }
        for handler in suspended.handlers {
            self.handlers.push(Handler {
                frames,
                stack: base + handler.stack,
                entry: entries + handler.entry,
                handling: self.handling.len(),
                tasks: self.tasks.len(),
                asking: self.asking.len(),
                gathers: self.gathers.len(),
                ..handler
            });
        }
        Ok(Flow::Reload)
    }

    /// `yield value`.
    pub(super) fn yield_value(&mut self, world: &mut World) -> Outcome<Flow> {
        let value = self.pop()?;
        self.suspend(value, true, world)
    }

    /// Stops the generator on top and gives `value` to whoever advanced it.
    fn suspend(&mut self, value: Labelled, expects: bool, world: &mut World) -> Outcome<Flow> {
        let Some(frame) = self.frames.last() else { return Err(Raise::internal("no frame")) };
        let Then::Generator { iterator, purpose } = frame.then else {
            return Err(Raise::internal("a `yield` outside of a generator"));
        };
        let (base, regions, handlers, code, ip) =
            (frame.base, frame.regions, frame.handlers, frame.code, frame.ip);
        // *may-write*: where it stops was decided here, and shows only when it goes on, which may be anywhere.
        if self.regions.iter().skip(regions).any(|entry| !world.lattice.is_inert(entry.label)) {
            return Err(Raise::refused(
                "`yield` where untrusted data has decided that control comes here; collect the values in a list \
                 and return it",
            ));
        }
        let saved: Vec<Entry> = self.regions.split_off(regions).into_iter().skip(1).collect();
        self.unbounded_loops -= saved.iter().filter(|entry| entry.unbounded).count();
        let saved_handlers = self.handlers.split_off(handlers.min(self.handlers.len()));
        let relative = saved_handlers.into_iter().map(|handler| Handler {
            stack: handler.stack.saturating_sub(base),
            entry: handler.entry.saturating_sub(regions + 1),
            ..handler
        });
        let suspended = Suspended {
            code,
            ip,
            stack: self.stack.split_off(base),
            regions: saved,
            handlers: relative.collect(),
            expects,
        };
        self.pop_frame();
        if let Some(Object::Iterator(iter)) = self.heap.get_mut(iterator)
            && let Iter::Generator { frame, .. } = &mut **iter
        {
            *frame = Some(Box::new(suspended));
        }
        match purpose {
            Purpose::Loop { .. } => {
                self.stack.push(value);
                Ok(Flow::Reload)
            }
            Purpose::Next { task: true, .. } => {
                self.given = Some(value);
                Ok(Flow::Task)
            }
            Purpose::Next { task: false, .. } => {
                self.stack.push(value);
                Ok(Flow::Reload)
            }
            Purpose::Delegate => {
                // The outer generator stays at its `yield from`, and gives the value on.
                if let Some(frame) = self.frames.last_mut() {
                    frame.ip = frame.ip.saturating_sub(1);
                }
                self.suspend(value, false, world)
            }
        }
    }

    /// `yield from iterator`, the iterator being on top.
    pub(super) fn yield_from(&mut self, world: &mut World) -> Outcome<Flow> {
        let iterator = self.top()?;
        if self.is_generator(iterator.value) {
            return self.advance_generator(iterator, Purpose::Delegate, world);
        }
        match self.cx(world).next(iterator)? {
            Some(value) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.ip = frame.ip.saturating_sub(1);
                }
                self.suspend(value, false, world)
            }
            None => {
                self.stack.pop();
                self.stack.push(Labelled::new(Value::None, iterator.label));
                Ok(Flow::Next)
            }
        }
    }

    /// A generator has returned: its iterator is at its end.
    pub(super) fn generator_ended(
        &mut self,
        iterator: Ref,
        purpose: Purpose,
        value: Labelled,
        world: &mut World,
    ) -> Outcome<Flow> {
        let _ = iterator;
        match purpose {
            Purpose::Loop { otherwise, region } => {
                self.stack.pop();
                if let Some(place) = self.loop_entry(region) {
                    self.loop_guard(place, value.label, world);
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.ip = otherwise as usize;
                }
                Ok(Flow::Reload)
            }
            Purpose::Next { default: Some(mut default), task } => {
                default.label = self.cx(world).pick(default.label, value.label, Label::NONE, 1);
                self.deliver(default, if task { Then::Task } else { Then::Push }, world)
            }
            Purpose::Next { default: None, .. } => {
                self.could_raise(value.label, world);
                let raise = if value.value == Value::None {
                    Raise::new(ExcKind::StopIteration, "")
                } else {
                    Self::again(Labelled::new(
                        self.exception(ExcKind::StopIteration, vec![value])?,
                        value.label,
                    ))
                };
                Err(raise.labelled(value.label, &mut world.lattice))
            }
            Purpose::Delegate => {
                self.stack.pop();
                self.stack.push(value);
                Ok(Flow::Reload)
            }
        }
    }
}
