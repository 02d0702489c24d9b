//! Calls: of natives, functions, methods, classes, and whatever else can be called.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::execute::Flow;
use super::frame::{Suspended, TaskFrame, Then};
use crate::code::{Code, Slot};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Function, Iter, Name, Object, Partial};
use crate::library::{self, Args, Home, MachineNative, Native, Run, Task, TaskState, TaskStep};
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, NativeId, Ref, Value};
use crate::world::World;

/// Keyword arguments of a call.
pub(super) type Keywords = Vec<(Name, Labelled)>;

impl Machine {
    /// Calls a value.
    pub(super) fn call(
        &mut self,
        callee: Labelled,
        mut positional: Vec<Labelled>,
        mut keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        if let Value::Object(place) = callee.value
            && keyword.is_empty()
            && world.lattice.is_inert(callee.label)
            && self.enter_with(place, &positional, then, world)?
        {
            return Ok(Flow::Reload);
        }
        match callee.value {
            Value::Native(id) => self.call_native(id, callee.label, positional, keyword, then, world),
            Value::Type(ty) => self.call_type(ty, callee.label, positional, keyword, then, world),
            Value::ExcType(kind) => {
                if let Some((name, _)) = keyword.first() {
                    let _ = name;
                    return Err(Raise::type_error(format!("{}() takes no keyword arguments", kind.name())));
                }
                let exception = self.exception(kind, positional)?;
                self.deliver(Labelled::new(exception, callee.label), then, world)
            }
            Value::Tool(place) => self.call_tool(place, callee.label, positional, keyword, then, world),
            Value::Child(place) => self.call_child(place, callee.label, positional, keyword, then, world),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Function(function)) => {
                    let function = function.clone();
                    self.call_function(&function, place, callee.label, positional, keyword, then, world)
                }
                Some(Object::Method(method)) => {
                    let (function, receiver) = **method;
                    positional.insert(0, receiver);
                    let label = world.lattice.join(callee.label, function.label);
                    self.call(Labelled::new(function.value, label), positional, keyword, then, world)
                }
                Some(Object::NativeMethod(id, receiver)) => {
                    let (id, receiver) = (*id, *receiver);
                    positional.insert(0, receiver);
                    self.call_native(id, callee.label, positional, keyword, then, world)
                }
                Some(Object::Partial(partial)) => {
                    let mut partial = partial.clone();
                    if self.cx(world).is_chosen(callee.label) {
                        // Which partial it is decides which arguments it brings.
                        let chosen = self.chosen_callee(callee.label, world);
                        let brought = partial.positional.iter_mut();
                        let brought = brought.chain(partial.keyword.iter_mut().map(|(_, value)| value));
                        brought.for_each(|value| value.label = world.lattice.join(value.label, chosen));
                    }
                    let mut all = partial.positional;
                    all.append(&mut positional);
                    for (name, value) in partial.keyword {
                        if !keyword.iter().any(|(known, _)| *known == name) {
                            keyword.push((name, value));
                        }
                    }
                    let label = world.lattice.join(callee.label, partial.function.label);
                    self.call(Labelled::new(partial.function.value, label), all, keyword, then, world)
                }
                Some(Object::Class(_)) => {
                    self.instantiate(place, callee.label, positional, keyword, then, world)
                }
                Some(Object::Alias(alias)) => {
                    let origin = alias.0;
                    let label = world.lattice.join(origin.label, callee.label);
                    self.call(Labelled::new(origin.value, label), positional, keyword, then, world)
                }
                Some(Object::Wrapped(BuiltinType::StaticMethod, inner)) => {
                    let inner = inner.0;
                    let label = world.lattice.join(inner.label, callee.label);
                    self.call(Labelled::new(inner.value, label), positional, keyword, then, world)
                }
                Some(Object::Instance(_)) => match self.method(callee, "__call__", world) {
                    Some(method) => {
                        positional.insert(0, callee);
                        self.call(method, positional, keyword, then, world)
                    }
                    None => Err(self.not_callable(callee, world)),
                },
                _ => Err(self.not_callable(callee, world)),
            },
            _ => Err(self.not_callable(callee, world)),
        }
    }

    fn not_callable(&mut self, callee: Labelled, world: &mut World) -> Box<Raise> {
        let name = self.cx(world).type_name(callee.value);
        Raise::type_error(format!("'{name}' object is not callable"))
            .labelled(callee.label, &mut world.lattice)
    }

    /// A value has come of a call: it goes where it was wanted.
    pub(super) fn deliver(&mut self, value: Labelled, then: Then, world: &mut World) -> Outcome<Flow> {
        match then {
            Then::Push => {
                self.stack.push(value);
                Ok(Flow::Next)
            }
            Then::Iterator => self.take_iterator(value, world),
            Then::Drop => Ok(Flow::Next),
            Then::Give(instance) => {
                if value.value != Value::None {
                    let name = self.cx(world).type_name(value.value);
                    return Err(Raise::type_error(format!("__init__() should return None, not '{name}'"))
                        .labelled(value.label, &mut world.lattice));
                }
                self.could_raise(value.label, world);
                self.stack.push(instance);
                Ok(Flow::Next)
            }
            Then::Text => {
                if self.heap.str(value.value).is_none() {
                    let name = self.cx(world).type_name(value.value);
                    return Err(Raise::type_error(format!("__str__ returned non-string (type {name})"))
                        .labelled(value.label, &mut world.lattice));
                }
                self.could_raise(value.label, world);
                self.stack.push(value);
                Ok(Flow::Next)
            }
            Then::Insert { container, key } => {
                let mut cx = self.cx(world);
                cx.mutate(container, key.label);
                cx.dict_insert(container.value, key, value)?;
                self.stack.push(value);
                Ok(Flow::Next)
            }
            Then::Remember { cache, key } => {
                let cache = Labelled::new(Value::Object(cache), Label::NONE);
                if self.holds_instance(key.value) {
                    // What its class says of equality is asked on the way.
                    let store = library::find(Home::Module(Module::Operator), "setitem");
                    let store = store.ok_or_else(|| Raise::internal("no `operator.setitem`"))?;
                    let store = Labelled::new(Value::Native(store), Label::NONE);
                    let mut state = TaskState::new(store, vec![cache, key, value], Label::NONE);
                    state.extra.push(value);
                    let task = Task { step: super::class::construct_step, state };
                    return self.begin_task(task, Label::NONE, Then::Push, world);
                }
                let mut cx = self.cx(world);
                cx.mutate(cache, key.label);
                cx.dict_insert(cache.value, key, value)?;
                self.stack.push(value);
                Ok(Flow::Next)
            }
            Then::AskTask => {
                self.answered = self.heap.tick();
                self.heap.asked.answers = self.asking.pop().unwrap_or_default();
                self.heap.asked.answers.push(value);
                self.heap.asked.next.set(0);
                self.given = self.tasks.last_mut().and_then(|task| task.pending.take());
                Ok(Flow::Task)
            }
            Then::Ask => {
                self.answered = self.heap.tick();
                // The operation that asked starts again, with one more answer.
                self.heap.asked.answers = self.asking.pop().unwrap_or_default();
                self.heap.asked.answers.push(value);
                self.heap.asked.next.set(0);
                Ok(Flow::Next)
            }
            // Not carried on from here, so that calls that come back at once do not nest.
            Then::Task => {
                self.given = Some(value);
                Ok(Flow::Task)
            }
            Then::Generator { iterator, purpose } => self.generator_ended(iterator, purpose, value, world),
        }
    }

    /// Whether an instance is among what the arguments of a cached call hold.
    fn holds_instance(&self, key: Value) -> bool {
        let mut open = vec![key];
        while let Some(value) = open.pop() {
            match self.heap.object(value) {
                Some(Object::Instance(_)) => return true,
                Some(Object::Tuple(items)) => open.extend(items.items.iter().map(|item| item.value)),
                Some(Object::FrozenSet(items)) => open.extend(items.iter().map(|entry| entry.key.value)),
                _ => {}
            }
        }
        false
    }

    /// Ends the call at hand with a value.
    pub(super) fn return_value(&mut self, value: Labelled, world: &mut World) -> Outcome<Flow> {
        let last = self.frames.len() == 1;
        let ends_by_return = last && self.at_explicit_return();
        let guards = self.close_call(world);
        let mut value = if last && !ends_by_return { self.kept } else { value };
        value.label = world.lattice.join(value.label, guards);
        if last {
            self.pop_frame();
            return Ok(Flow::Stop(Box::new(super::Stop::Value(value))));
        }
        let Some(frame) = self.frames.last() else { return Err(Raise::internal("no frame to return from")) };
        if matches!(frame.then, Then::Push) {
            self.pop_frame();
            self.stack.push(value);
            return Ok(Flow::Reload);
        }
        let then = frame.then;
        self.pop_frame();
        match self.deliver(value, then, world)? {
            Flow::Next => Ok(Flow::Reload),
            other => Ok(other),
        }
    }

    /// Whether the top level ends by a `return` statement, not by running out of statements.
    fn at_explicit_return(&self) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        self.program.code(frame.code).is_some_and(|code| frame.ip < code.ops.len())
    }

    // -- natives

    fn call_native(
        &mut self,
        id: NativeId,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let Some(native) = library::native(id) else { return Err(Raise::internal("no such native")) };
        let (positional, keyword) = if !self.cx(world).is_chosen(chosen) {
            (positional, keyword)
        } else {
            // Which native it is, or what it was called with, was chosen: so was what it does to its arguments,
            // and what it would have done to others.
            let guard = self.chosen_callee(chosen, world);
            self.raise_everything(guard, world);
            let positional = self.all_joined(positional, guard, world);
            let joined = |(name, value): (Name, Labelled)| {
                (name, Labelled::new(value.value, world.lattice.join(value.label, guard)))
            };
            (positional, keyword.into_iter().map(joined).collect())
        };
        if let Run::Machine(which) = native.run {
            return self.call_machine_native(which, chosen, positional, keyword, then, world);
        }
        if let Some(place) = positional.iter().position(|value| self.is_generator(value.value))
            && !LAZY.contains(&native.name)
        {
            return self.drain_first(id, chosen, positional, keyword, place, then, world);
        }
        let args = Args { positional: &positional, keyword: &keyword };
        match native.run {
            Run::Pure(_) | Run::Labelled(_) => {
                let ran = self.cx(world).run_native(native, chosen, args)?;
                self.could_have_raised(ran.value, ran.label, world);
                self.deliver(ran.value, then, world)
            }
            Run::Task(run) => {
                let mut cx = self.cx(world);
                let mut label = cx.join_all(&positional);
                for (_, value) in &keyword {
                    label = cx.join(label, value.label);
                }
                label = cx.join(label, chosen);
                let task = run(&mut cx, args).map_err(|raise| raise.labelled(label, cx.lattice))?;
                if self.heap.asked.next.get() > 0 {
                    let answers = self.cx(world).asked_label();
                    self.raise_answered(&positional, answers, world);
                }
                self.could_raise(label, world);
                self.begin_task(task, chosen, then, world)
            }
            Run::Machine(_) => Err(Raise::internal("a machine native twice")),
        }
    }

    fn all_joined(&self, values: Vec<Labelled>, label: Label, world: &mut World) -> Vec<Labelled> {
        let joined = values
            .into_iter()
            .map(|value| Labelled::new(value.value, world.lattice.join(value.label, label)));
        joined.collect()
    }

    pub(super) fn begin_task(
        &mut self,
        task: Task,
        chosen: Label,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        if self.tasks.len() >= self.limits.call_depth {
            return Err(Raise::new(ExcKind::RecursionError, "maximum recursion depth exceeded"));
        }
        // Only a plan with functions of its own can be asked for more than what is called for each item.
        let mut given = Label::NONE;
        if !task.state.every || !self.program.0.compiled.classes.is_empty() {
            let state = &task.state;
            for values in [&state.items, &state.extra] {
                let own = self.cx(world).deep_all(values);
                given = world.lattice.join(given, own);
            }
        }
        self.tasks.push(TaskFrame {
            task,
            then,
            calls: 0,
            pending: None,
            again: None,
            label: chosen,
            given,
            for_item: false,
            answers: 0,
        });
        self.step_task(None, world)
    }

    /// Lets the task on top go on, as long as the calls that it makes come back at once.
    pub(super) fn step_task(&mut self, mut last: Option<Labelled>, world: &mut World) -> Outcome<Flow> {
        let asks = !self.program.0.compiled.classes.is_empty();
        loop {
            let unbounded = self.unbounded();
            let Some(frame) = self.tasks.last_mut() else { return Err(Raise::internal("no task")) };
            let again = frame.again.take();
            let repeated = again.is_some();
            let step = match again {
                Some((callee, arguments)) => Ok(TaskStep::Call(callee, arguments)),
                None => {
                    if asks {
                        self.heap.keep_iterators();
                    }
                    let mut cx = Cx {
                        heap: &mut self.heap,
                        lattice: &mut world.lattice,
                        strictness: world.strictness,
                        limits: &self.limits,
                        literal: self.literal,
                        unbounded,
                    };
                    let step = (frame.task.step)(&mut cx, &mut frame.task.state, last);
                    match &step {
                        Err(raise) if matches!(raise.cause, Cause::Call(..)) => self.heap.restore_iterators(),
                        _ => self.heap.forget_iterators(),
                    }
                    step
                }
            };
            // The common case: another call, and nothing that was asked on the way.
            let step = match step {
                Ok(TaskStep::Call(callee, arguments)) if self.heap.asked.next.get() == 0 => {
                    frame.calls += 1;
                    let guard = frame.task.state.guard;
                    match self.call_of_task(callee, arguments, guard, world)? {
                        Flow::Task => last = self.given.take(),
                        other => return Ok(other),
                    }
                    continue;
                }
                step => step,
            };
            let Some(mut frame) = self.tasks.pop() else { return Err(Raise::internal("no task")) };
            if let Err(raise) = &step
                && let Cause::Call(function, arguments) = &raise.cause
            {
                let (function, mut arguments) = (*function, arguments.clone());
                let state = &frame.task.state;
                let guard = state.guard;
                let mut cx = self.cx(world);
                let about = [&state.items, &state.results, &state.extra].map(|values| cx.deep_all(values));
                let about = about.into_iter().fold(frame.given, |all, about| cx.join(all, about));
                for argument in &mut arguments {
                    argument.label = cx.join(argument.label, about);
                }
                frame.pending = last;
                self.tasks.push(frame);
                self.asking.push(std::mem::take(&mut self.heap.asked.answers));
                self.heap.asked.clear();
                let function = self.guarded(function, guard, world);
                let function = self.guarded(function, about, world);
                match self.call(function, arguments, Vec::new(), Then::AskTask, world)? {
                    Flow::Task => {
                        last = self.given.take();
                        continue;
                    }
                    other => return Ok(other),
                }
            }
            if !repeated && self.heap.asked.next.get() > 0 {
                let label = self.cx(world).asked_label();
                frame.label = world.lattice.join(frame.label, label);
                let state = &frame.task.state;
                let given: Vec<Labelled> = state.extra.iter().chain(&state.items).copied().collect();
                self.raise_answered(&given, label, world);
                self.heap.asked.clear();
            }
            match step? {
                TaskStep::Done(mut value) => {
                    if !world.lattice.is_inert(frame.label) {
                        value.label = world.lattice.join(value.label, frame.label);
                    }
                    // What has come of it may be an iterator that is used up next: it lies among the operands by then.
                    let flow = self.deliver(value, frame.then, world);
                    self.settle_callbacks(&frame.task.state, world);
                    return flow;
                }
                TaskStep::Call(callee, arguments) => {
                    let guard = frame.task.state.guard;
                    frame.calls += 1;
                    self.tasks.push(frame);
                    match self.call_of_task(callee, arguments, guard, world)? {
                        Flow::Task => last = self.given.take(),
                        other => return Ok(other),
                    }
                }
            }
        }
    }

    /// Makes the call that the task on top has asked for.
    fn call_of_task(
        &mut self,
        callee: Labelled,
        arguments: Vec<Labelled>,
        guard: Label,
        world: &mut World,
    ) -> Outcome<Flow> {
        let callee = self.decided(callee, world);
        self.steps += 1;
        if self.is_out_of_steps() {
            return Err(self.out_of_steps());
        }
        if !world.lattice.is_inert(guard)
            && !self.cx(world).is_chosen(callee.label)
            && self.changes_nothing(callee.value, &arguments)
        {
            // What is called was not chosen, only whether it is: nobody but its own call has to know.
            let depth = self.frames.len();
            let flow = self.call_for_task(callee, arguments, world)?;
            if self.frames.len() > depth {
                let guard = world.lattice.guard_unbounded(guard);
                self.enter_guarded(guard, world);
                self.foresee_nothing(None);
            }
            return Ok(flow);
        }
        let callee = self.guarded(callee, guard, world);
        self.call_for_task(callee, arguments, world)
    }

    /// Makes a call for the task on top. If what is called asks an instance's method, the call is made again with the
    /// answer.
    fn call_for_task(
        &mut self,
        callee: Labelled,
        arguments: Vec<Labelled>,
        world: &mut World,
    ) -> Outcome<Flow> {
        // One that remembers its answers asks what equals its arguments.
        if matches!(self.heap.object(callee.value), Some(Object::Function(function)) if function.cache.is_none())
        {
            return self.call(callee, arguments, Vec::new(), Then::Task, world);
        }
        let depth = self.tasks.len();
        if !self.program.0.compiled.classes.is_empty() {
            self.heap.keep_iterators();
        }
        let result = self.call(callee, arguments.clone(), Vec::new(), Then::Task, world);
        match &result {
            Err(raise) if matches!(raise.cause, Cause::Call(..)) => self.heap.restore_iterators(),
            _ => self.heap.forget_iterators(),
        }
        match result {
            Err(raise) if matches!(raise.cause, Cause::Call(..)) && self.tasks.len() == depth => {
                let Cause::Call(mut function, asked) = raise.cause else {
                    return Err(Raise::internal("no question"));
                };
                // How often it asks is decided by what it looks at.
                let by = self.cx(world).deep_all(&arguments);
                if !world.lattice.is_inert(by) {
                    function.label = world.lattice.join(function.label, by);
                }
                if let Some(frame) = self.tasks.last_mut() {
                    frame.again = Some((callee, arguments));
                }
                self.asking.push(std::mem::take(&mut self.heap.asked.answers));
                self.heap.asked.clear();
                self.call(function, asked, Vec::new(), Then::AskTask, world)
            }
            Ok(Flow::Task) if self.heap.asked.next.get() > 0 => {
                let Some(mut value) = self.given.take() else { return Ok(Flow::Task) };
                let label = self.cx(world).asked_label();
                self.raise_answered(&arguments, label, world);
                let mut cx = self.cx(world);
                cx.raise_structure(value.value, label);
                value.label = cx.join(value.label, label);
                self.heap.asked.clear();
                self.given = Some(value);
                Ok(Flow::Task)
            }
            Err(raise) if self.heap.asked.next.get() > 0 => {
                let label = self.cx(world).asked_label();
                self.heap.asked.clear();
                Err(raise.labelled(label, &mut world.lattice))
            }
            // A cached function has not found its arguments, and runs.
            Ok(Flow::Reload) if self.heap.asked.next.get() > 0 => {
                self.heap.asked.clear();
                Ok(Flow::Reload)
            }
            other => other,
        }
    }

    /// *guarded region*: whether a task makes a call at all is decided by its guard, as a round of a loop is.
    fn guarded(&mut self, callee: Labelled, guard: Label, world: &mut World) -> Labelled {
        if world.lattice.is_inert(guard) {
            return callee;
        }
        let guard = world.lattice.guard_unbounded(guard);
        Labelled::new(callee.value, world.lattice.join(callee.label, guard))
    }

    /// Whether a task makes a call that it does not make for each of its items, is decided by all that it was given
    /// and has been answered.
    fn decided(&mut self, callee: Labelled, world: &mut World) -> Labelled {
        let Some(task) = self.tasks.last_mut() else { return callee };
        let state = &task.task.state;
        task.for_item = state.every && state.function.value == callee.value;
        if task.for_item {
            return callee;
        }
        // It looks at an answer when it comes.
        let answers = state.results.get(task.answers..).unwrap_or_default().to_vec();
        task.answers = state.results.len();
        let by = task.given;
        let answered = self.cx(world).deep_all(&answers);
        let by = world.lattice.join(by, answered);
        if let Some(task) = self.tasks.last_mut() {
            task.given = by;
        }
        self.guarded(callee, by, world)
    }

    /// A task has ended: what the calls that it did not make might have changed takes its guard.
    fn settle_callbacks(&mut self, state: &TaskState, world: &mut World) {
        if world.lattice.is_inert(state.guard) {
            return;
        }
        let guard = world.lattice.guard_unbounded(state.guard);
        if !self.is_harmless(state) {
            self.raise_everything(guard, world);
        }
        // A call that was not made has not raised either.
        if (self.asks_items(state) || matches!(state.function.value, Value::Object(_)))
            && let Some(catcher) = self.catcher()
        {
            self.raise_entry(catcher, guard, world);
        }
    }

    /// Whether a task may call methods of its items: a sort by these, whatever its function is.
    fn asks_items(&self, state: &TaskState) -> bool {
        state.sorter.is_some() && !self.program.0.compiled.classes.is_empty()
    }

    /// Whether the text shows that what a task calls changes nothing.
    fn is_harmless(&self, state: &TaskState) -> bool {
        !self.asks_items(state)
            && match state.function.value {
                Value::Native(id) => library::native(id).is_some_and(|native| !native.mutates),
                Value::Tool(_) | Value::Child(_) => false,
                function @ Value::Object(_) => self.changes_nothing(function, &state.items),
                _ => true,
            }
    }

    /// *may-write*: whether calls of a function of the plan with these arguments change nothing that outlives them.
    fn changes_nothing(&self, function: Value, arguments: &[Labelled]) -> bool {
        let (function, receiver) = match self.heap.object(function) {
            Some(Object::Method(method)) => (method.0.value, Some(method.1.value)),
            _ => (function, None),
        };
        let Some(Object::Function(function)) = self.heap.object(function) else { return false };
        let Some(code) = self.program.code(function.code) else { return false };
        // An iterator that the function reads, or is given, is used up.
        let cells = code.free_cells.iter().zip(&function.cells);
        let consumed = code.body.consumed.iter().filter_map(|slot| match slot {
            Slot::Local(_) => None,
            Slot::Global(slot) => self.globals.get(*slot as usize).map(|value| value.value),
            Slot::Cell(slot) => {
                cells.clone().find(|(known, _)| *known == slot).map(|(_, cell)| Value::Object(*cell))
            }
        });
        let held = arguments.iter().map(|argument| argument.value).chain(receiver).chain(consumed);
        function.cache.is_none()
            && !code.is_generator
            && code.body.is_harmless()
            && self.heap.iterators_below(held).is_some_and(|iterators| iterators.is_empty())
    }

    /// Runs a generator argument to its end before a native sees it.
    #[expect(clippy::too_many_arguments, reason = "the parts of a call, passed on whole")]
    fn drain_first(
        &mut self,
        id: NativeId,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        place: usize,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let callee = if keyword.is_empty() {
            Value::Native(id)
        } else {
            let function = Labelled::new(Value::Native(id), chosen);
            self.heap.value(Object::Partial(Box::new(Partial {
                function,
                positional: Vec::new(),
                keyword,
            })))?
        };
        // `islice` takes no more than it was asked for.
        let bound = library::native(id).filter(|native| native.name == "islice").and_then(|_| {
            let last = if positional.len() > 2 { positional.get(2) } else { positional.get(1) };
            match last?.value {
                Value::Int(count) => usize::try_from(count).ok(),
                _ => None,
            }
        });
        let generator = positional.get(place).copied().unwrap_or(Labelled::new(Value::None, Label::NONE));
        let mut state = TaskState::for_each(Labelled::new(callee, chosen), positional, generator.label);
        state.next = place;
        state.extra = vec![Labelled::new(Value::Int(bound.map_or(-1, |bound| bound as i64)), Label::NONE)];
        self.begin_task(Task { step: drain_step, state }, Label::NONE, then, world)
    }

    pub(super) fn is_generator(&self, value: Value) -> bool {
        matches!(self.heap.object(value), Some(Object::Iterator(iter)) if matches!(**iter, Iter::Generator { .. }))
    }

    fn call_machine_native(
        &mut self,
        which: MachineNative,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let args = Args { positional: &positional, keyword: &keyword };
        match which {
            MachineNative::Print => {
                if positional.iter().any(|value| self.method_of(*value, "__str__").is_some()) {
                    return self.print_texts(positional, keyword, then, world);
                }
                self.print(args, world)?;
                let literal = self.literal;
                self.deliver(Labelled::new(Value::None, literal), then, world)
            }
            MachineNative::GetVariable => {
                let [name] = args.bind("get_variable", 0, ["name"], 0, 1)?;
                let name = name.ok_or_else(|| Raise::internal("bound"))?;
                let value = self.get_variable(name, world)?;
                self.deliver(value, then, world)
            }
            MachineNative::QueryQuarantined => self.query_quarantined(args, then, world),
            MachineNative::Clock(reading) => self.ask_clock(reading, chosen, args, then, world),
            MachineNative::Answer => {
                let value = self.answer(args, world)?;
                self.deliver(value, then, world)
            }
            MachineNative::StatusOf => {
                let value = self.status_of(args, world)?;
                self.deliver(value, then, world)
            }
            MachineNative::ScopeOf => {
                let value = self.scope_of(args, world)?;
                self.deliver(value, then, world)
            }
            MachineNative::Next => {
                let [iterator, default] = args.bind("next", 0, ["iterator", "default"], 2, 1)?;
                let iterator = iterator.ok_or_else(|| Raise::internal("bound"))?;
                self.next(iterator, default, then, world)
            }
            MachineNative::Super => {
                let value = self.super_value()?;
                self.deliver(value, then, world)
            }
            MachineNative::Str | MachineNative::Repr => {
                let text = which == MachineNative::Str;
                let name = if text { "str" } else { "repr" };
                if text && positional.is_empty() {
                    let literal = self.literal;
                    let value = self.heap.text("")?;
                    return self.deliver(Labelled::new(value, literal), then, world);
                }
                let [value] = args.bind(name, 0, ["object"], 1, 1)?;
                let value = value.ok_or_else(|| Raise::internal("bound"))?;
                let method = if text { "__str__" } else { "__repr__" };
                if let Some(flow) = self.text_of_instance(value, method, then, world)? {
                    return Ok(flow);
                }
                let mut cx = self.cx(world);
                let label = cx.deep(value);
                let chosen = if cx.lattice.is_inert(chosen) { cx.literal } else { chosen };
                let label = cx.join(label, chosen);
                let made = if text { cx.str_of(value.value) } else { cx.repr(value.value) };
                let made = made.map_err(|raise| raise.labelled(label, cx.lattice))?;
                let made = self.heap.text(made)?;
                self.could_raise(label, world);
                self.deliver(Labelled::new(made, label), then, world)
            }
            MachineNative::Getattr => {
                let [object, name, default] = args.bind("getattr", 0, ["object", "name", "default"], 3, 2)?;
                let (Some(object), Some(name)) = (object, name) else { return Err(Raise::internal("bound")) };
                let value = self.getattr(object, name, default, world)?;
                self.deliver(value, then, world)
            }
            MachineNative::Hasattr => {
                let [object, name] = args.bind("hasattr", 0, ["object", "name"], 2, 2)?;
                let (Some(object), Some(name)) = (object, name) else { return Err(Raise::internal("bound")) };
                let value = self.hasattr(object, name, world)?;
                self.deliver(value, then, world)
            }
            MachineNative::Setattr => {
                let [object, name, value] = args.bind("setattr", 0, ["object", "name", "value"], 3, 3)?;
                let (Some(object), Some(name), Some(value)) = (object, name, value) else {
                    return Err(Raise::internal("bound"));
                };
                let text = self.attribute_name(name)?;
                let object_label = world.lattice.join(object.label, name.label);
                self.store_attribute(Labelled::new(object.value, object_label), &text, value, then, world)
            }
            MachineNative::BaseInit => self.base_init(positional, keyword, then, world),
            MachineNative::ModelValidate => self.model_validate(args, then, world),
            MachineNative::ModelValidateJson => self.model_validate_json(args, then, world),
            MachineNative::Replace => {
                let [object] = positional.as_slice() else {
                    return Err(Raise::type_error("replace() takes 1 positional argument"));
                };
                let object = *object;
                self.replace_fields(object, keyword, chosen, then, world)
            }
            MachineNative::Delattr => {
                let [object, name] = args.bind("delattr", 0, ["object", "name"], 2, 2)?;
                let (Some(object), Some(name)) = (object, name) else { return Err(Raise::internal("bound")) };
                let text = self.attribute_name(name)?;
                let label = world.lattice.join(object.label, name.label);
                self.delete_attribute(Labelled::new(object.value, label), &text, world)?;
                let literal = self.literal;
                self.deliver(Labelled::new(Value::None, literal), then, world)
            }
        }
    }

    // -- types

    fn call_type(
        &mut self,
        ty: BuiltinType,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        match ty {
            BuiltinType::Str if positional.len() <= 1 && keyword.is_empty() => {
                self.call_machine_native(MachineNative::Str, chosen, positional, keyword, then, world)
            }
            BuiltinType::Type => {
                let [value] = positional.as_slice() else {
                    return Err(Raise::type_error(
                        "type() takes 1 argument: a plan makes classes with `class`",
                    ));
                };
                let label = value.label;
                let class = self.class_of(*value, world);
                self.deliver(Labelled::new(class, label), then, world)
            }
            BuiltinType::Property
            | BuiltinType::CachedProperty
            | BuiltinType::StaticMethod
            | BuiltinType::ClassMethod => {
                let [function] = positional.as_slice() else {
                    return Err(Raise::type_error(format!("{}() takes one function", ty.name())));
                };
                let none = Labelled::new(Value::None, Label::NONE);
                let wrapped = self.heap.value(Object::Wrapped(ty, Box::new((*function, none))))?;
                let label = self.literal;
                self.deliver(Labelled::new(wrapped, label), then, world)
            }
            _ => match library::constructor(ty) {
                Some(id) => self.call_native(id, chosen, positional, keyword, then, world),
                None => Err(Raise::type_error(format!("cannot create '{}' instances", ty.name()))),
            },
        }
    }

    // -- functions

    pub(super) fn make_function(&mut self, code: u32, defaults: u16, keyword_defaults: u16) -> Outcome<Flow> {
        let keyword_defaults = self.take(keyword_defaults as usize)?;
        let defaults = self.take(defaults as usize)?;
        let base = self.frames.last().map_or(0, |frame| frame.base);
        let program = self.program.clone();
        let captured = program.code(code).map_or(&[][..], |code| &code.captured_from);
        let mut cells = Vec::with_capacity(captured.len());
        for slot in captured {
            match self.stack.get(base + *slot as usize).map(|value| value.value) {
                Some(Value::Object(cell)) => cells.push(cell),
                _ => {
                    // The enclosing function has deleted or never made the cell: a new, empty one.
                    let cell = self.heap.alloc(Object::Cell(Labelled::new(Value::Unbound, Label::NONE)))?;
                    cells.push(cell);
                }
            }
        }
        let function = Function { code, defaults, keyword_defaults, cells, class: None, cache: None };
        let function = self.heap.value(Object::Function(Box::new(function)))?;
        let literal = self.literal;
        self.stack.push(Labelled::new(function, literal));
        Ok(Flow::Next)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a call, passed on whole")]
    fn call_function(
        &mut self,
        function: &Function,
        place: Ref,
        mut chosen: Label,
        mut positional: Vec<Labelled>,
        mut keyword: Keywords,
        mut then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let program = self.program.clone();
        let Some(code) = program.code(function.code) else { return Err(Raise::internal("no code")) };
        // Calling a function of the plan is an edge out of the caller's regions: inside it, nothing else
        // tells that the arguments were chosen under them.
        let pc = self.pc();
        if !world.lattice.is_inert(pc) {
            let arguments = positional.iter_mut().chain(keyword.iter_mut().map(|(_, value)| value));
            arguments.for_each(|argument| argument.label = world.lattice.join(argument.label, pc));
        }
        if let Some(cache) = function.cache {
            let mut key = positional.clone();
            key.extend(keyword.iter().map(|(_, value)| *value));
            let structure = self.cx(world).deep_all(&key);
            let key = self.heap.tuple(key, structure)?;
            let key = Labelled::new(key, structure);
            let cached = self.cx(world).dict_get(Value::Object(cache), key.value)?;
            let mut cx = self.cx(world);
            let by = cx.structure_of(Labelled::new(Value::Object(cache), structure));
            let told = cx.asked_label();
            let by = cx.join(by, told);
            if !world.lattice.is_inert(by) {
                // Whether the function runs at all is decided by what it was called with before.
                let guard = world.lattice.guard_unbounded(by);
                self.raise_everything(guard, world);
                chosen = world.lattice.join(chosen, guard);
            }
            if let Some(mut found) = cached {
                found.label = self.cx(world).pick(found.label, by, structure, 1);
                return self.deliver(found, then, world);
            }
            if then == Then::Push {
                then = Then::Remember { cache, key };
            }
        }
        let base = self.stack.len();
        let mut locals = self.bind(code, function, chosen, positional, keyword, world)?;
        if !world.lattice.is_inert(pc) {
            // Default values too: earlier calls may have changed them.
            locals.iter_mut().for_each(|local| local.label = world.lattice.join(local.label, pc));
        }
        self.stack.extend(locals);
        let unbound = Labelled::new(Value::Unbound, Label::NONE);
        self.stack.resize(base + code.locals.len(), unbound);
        for slot in &code.own_cells {
            let at = base + *slot as usize;
            let value = self.stack.get(at).copied().unwrap_or(unbound);
            let cell = self.heap.value(Object::Cell(value))?;
            if let Some(slot) = self.stack.get_mut(at) {
                *slot = Labelled::new(cell, Label::NONE);
            }
        }
        for (slot, cell) in code.free_cells.iter().zip(&function.cells) {
            if let Some(slot) = self.stack.get_mut(base + *slot as usize) {
                *slot = Labelled::new(Value::Object(*cell), Label::NONE);
            }
        }
        if code.is_generator {
            let stack = self.stack.split_off(base);
            let suspended = Suspended {
                code: function.code,
                ip: 0,
                stack,
                regions: Vec::new(),
                handlers: Vec::new(),
                expects: false,
            };
            let iter = Iter::Generator { frame: Some(Box::new(suspended)), function: place };
            let generator = self.heap.value(Object::Iterator(Box::new(iter)))?;
            let label = world.lattice.join(self.literal, chosen);
            return self.deliver(Labelled::new(generator, label), then, world);
        }
        let unasked = self.is_unasked(then, world);
        self.push_frame(function.code, base, Some(place), then)?;
        if self.cx(world).is_chosen(chosen) {
            self.enter_chosen(chosen, unasked, then, world);
        }
        if self.is_out_of_steps() {
            return Err(Raise::limit("steps", "the plan runs too long"));
        }
        Ok(Flow::Reload)
    }

    /// Calls a function that no call of the text names: an operation meets an object whose class has it.
    pub(super) fn call_unasked(
        &mut self,
        function: Labelled,
        positional: Vec<Labelled>,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        self.implicit = true;
        let flow = self.call(function, positional, Vec::new(), then, world);
        self.implicit = false;
        flow
    }

    /// Whether a call is made by an operation, so that nothing is called where the operation has met something else.
    fn is_unasked(&mut self, then: Then, world: &World) -> bool {
        let implicit = std::mem::take(&mut self.implicit);
        match then {
            Then::Push | Then::Remember { .. } | Then::Generator { .. } => implicit,
            // What the calls might have changed that were not made, is seen to when the task has ended.
            Then::Task => self.tasks.last().is_none_or(|task| {
                let state = &task.task.state;
                !task.for_item || world.lattice.is_inert(state.guard) || self.is_harmless(state)
            }),
            _ => true,
        }
    }

    /// *a call through a chosen function*: the call is a region guarded by what chose it. What the functions
    /// that were not chosen might have done cannot be told apart from here. A function that is called unasked may
    /// change nothing: where the operation has met something else, nothing is there to show that it did not.
    fn enter_chosen(&mut self, chosen: Label, unasked: bool, then: Then, world: &mut World) {
        let guard = world.lattice.guard_unbounded(chosen);
        // What stands under the guards that are open anyway has been decided where they were opened.
        let around = self.pc();
        let decided_here = !world.lattice.data_is_trusted(chosen) || {
            let control = world.lattice.without_data(chosen);
            world.lattice.join(around, control) != around
        };
        if unasked && decided_here {
            self.enter_guarded(guard, world);
            self.foresee_nothing(match then {
                Then::Give(instance) => Some(instance.value),
                _ => None,
            });
        } else {
            self.raise_everything(guard, world);
            self.enter_guarded(guard, world);
            self.foresee_everything();
        }
    }

    /// *guarded region*: a call that was just begun stands under this guard.
    fn enter_guarded(&mut self, guard: Label, world: &mut World) {
        self.raise_entry(self.regions.len() - 1, guard, world);
        if let Some(frame) = self.frames.last_mut() {
            frame.chosen = guard;
            // The default values are those of the function that is called.
            let base = frame.base;
            for local in self.stack.iter_mut().skip(base) {
                local.label = world.lattice.join(local.label, guard);
            }
        }
        if let Some(catcher) = self.catcher() {
            self.raise_entry(catcher, guard, world);
        }
    }

    /// The values of a function's parameters.
    fn bind(
        &mut self,
        code: &Code,
        function: &Function,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        world: &mut World,
    ) -> Outcome<Vec<Labelled>> {
        let parameters = &code.parameters;
        let (count, keyword_only) = (parameters.positional as usize, parameters.keyword_only as usize);
        let named = count + keyword_only;
        let unbound = Labelled::new(Value::Unbound, Label::NONE);
        let given = positional.len();
        let mut positional = positional;
        let extra = if given > count { positional.split_off(count) } else { Vec::new() };
        let mut bound = positional;
        bound.resize(named, unbound);
        let name = |place: usize| code.locals.get(place).map_or("", |name| name);
        let mut rest: Keywords = Vec::new();
        let mut misplaced: Vec<Name> = Vec::new();
        for (key, value) in keyword {
            let place = code.locals.iter().take(named).position(|known| **known == *key);
            match place {
                Some(place) if place >= parameters.positional_only as usize => match bound.get_mut(place) {
                    Some(slot) if slot.value == Value::Unbound => *slot = value,
                    _ => {
                        return Err(Raise::type_error(format!(
                            "{}() got multiple values for argument '{key}'",
                            code.qualified
                        )));
                    }
                },
                _ if parameters.keywords => rest.push((key, value)),
                Some(_) => misplaced.push(key),
                None => {
                    return Err(Raise::type_error(format!(
                        "{}() got an unexpected keyword argument '{key}'",
                        code.qualified
                    )));
                }
            }
        }
        if !misplaced.is_empty() {
            return Err(Raise::type_error(format!(
                "{}() got some positional-only arguments passed as keyword arguments: '{}'",
                code.qualified,
                misplaced.join(", ")
            )));
        }
        if !extra.is_empty() && !parameters.variadic {
            let keyword_given =
                bound.iter().skip(count).filter(|value| value.value != Value::Unbound).count();
            return Err(too_many(code, function, given, keyword_given));
        }
        let first_default = count.saturating_sub(function.defaults.len());
        for (slot, default) in bound.iter_mut().take(count).skip(first_default).zip(&function.defaults) {
            if slot.value == Value::Unbound {
                *slot = *default;
            }
        }
        for (slot, default) in bound.iter_mut().skip(count).zip(&function.keyword_defaults) {
            if slot.value == Value::Unbound {
                *slot = *default;
            }
        }
        let missing = |from: usize, to: usize| -> Vec<&str> {
            (from..to)
                .filter(|place| bound.get(*place).is_some_and(|v| v.value == Value::Unbound))
                .map(name)
                .collect()
        };
        for (missing, what) in [(missing(0, count), "positional"), (missing(count, named), "keyword-only")] {
            if !missing.is_empty() {
                return Err(Raise::type_error(format!(
                    "{}() missing {} required {what} argument{}: {}",
                    code.qualified,
                    missing.len(),
                    if missing.len() == 1 { "" } else { "s" },
                    listed(&missing)
                )));
            }
        }
        // Which arguments a call was spread into is told by how many there are, and by their names.
        let label = world.lattice.join(self.literal, chosen);
        if parameters.variadic {
            let tuple = self.heap.tuple(extra, label)?;
            bound.push(Labelled::new(tuple, label));
        }
        if parameters.keywords {
            let dict = self.heap.value(Object::Dict(Box::new(Dict::new(label))))?;
            for (key, value) in rest {
                let key = self.heap.text(&*key)?;
                self.cx(world).dict_insert(dict, Labelled::new(key, label), value)?;
            }
            bound.push(Labelled::new(dict, label));
        }
        Ok(bound)
    }

    pub(super) fn call_spread(&mut self, world: &mut World) -> Outcome<Flow> {
        let (keywords, list, callee) = (self.pop()?, self.pop()?, self.pop()?);
        let structure = self.cx(world).structure_of(list);
        let positional = match self.heap.object(list.value) {
            Some(Object::List(list)) => list.items.clone(),
            _ => return Err(Raise::internal("no list of arguments")),
        };
        let names = self.cx(world).structure_of(keywords);
        let keyword = match self.heap.object(keywords.value) {
            Some(Object::Dict(dict)) => dict
                .iter()
                .map(|entry| (Name::from(self.heap.str(entry.key.value).unwrap_or_default()), entry.value))
                .collect(),
            _ => Keywords::new(),
        };
        // How many arguments there are, and under which names, is decided by what they were spread from.
        let spread = world.lattice.join(structure, names);
        let callee = if world.lattice.is_inert(spread) {
            callee
        } else {
            Labelled::new(callee.value, world.lattice.join(callee.label, spread))
        };
        self.call(callee, positional, keyword, Then::Push, world)
    }

    // -- printing

    fn print(&mut self, args: Args<'_>, world: &mut World) -> Outcome<()> {
        let mut separator = " ".to_owned();
        let mut end = "\n".to_owned();
        let mut label = Label::NONE;
        for (name, value) in args.keyword {
            label = world.lattice.join(label, value.label);
            let text = match value.value {
                Value::None => continue,
                other => self.heap.str(other).map(ToOwned::to_owned),
            };
            match (&**name, text) {
                ("sep", Some(text)) => separator = text,
                ("end", Some(text)) => end = text,
                ("sep" | "end", None) => {
                    let type_name = self.cx(world).type_name(value.value);
                    return Err(Raise::type_error(format!(
                        "{name} must be None or a string, not {type_name}"
                    )));
                }
                ("flush" | "file", _) => {}
                (name, _) => {
                    return Err(Raise::type_error(format!(
                        "'{name}' is an invalid keyword argument for print()"
                    )));
                }
            }
        }
        let mut text = String::new();
        for (place, value) in args.positional.iter().enumerate() {
            let mut cx = self.cx(world);
            let own = cx.deep(*value);
            label = cx.join(label, own);
            let piece = cx.str_of(value.value).map_err(|raise| raise.labelled(own, cx.lattice))?;
            if place > 0 {
                text.push_str(&separator);
            }
            text.push_str(&piece);
        }
        text.push_str(&end);
        self.printed = self.printed.saturating_add(text.len());
        if self.printed > self.limits.output {
            return Err(Raise::limit(
                "output",
                format!("the plan printed more than {} bytes", self.limits.output),
            ));
        }
        label = world.lattice.join(label, self.pc());
        self.output.push(super::Printed { text, label });
        self.standing.printed();
        Ok(())
    }

    /// Prints what `str` makes of each argument, where a class of the plan says what that is.
    fn print_texts(
        &mut self,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let find =
            |name| library::find(Home::Builtin, name).ok_or_else(|| Raise::internal("a builtin is missing"));
        let (print, text) = (Value::Native(find("print")?), Value::Type(BuiltinType::Str));
        let print = Labelled::new(print, Label::NONE);
        let print = if keyword.is_empty() {
            print
        } else {
            let partial = Partial { function: print, positional: Vec::new(), keyword };
            Labelled::new(self.heap.value(Object::Partial(Box::new(partial)))?, Label::NONE)
        };
        let mut state = TaskState::for_each(print, positional, Label::NONE);
        state.extra = vec![Labelled::new(text, Label::NONE)];
        self.begin_task(Task { step: print_step, state }, Label::NONE, then, world)
    }

    pub(super) fn import_from(&mut self, module: Module, name: &str, world: &mut World) -> Outcome<Flow> {
        let found = library::modules::member(&mut self.cx(world), module, name)?;
        match found {
            Some(value) => {
                let label = self.literal;
                self.stack.push(Labelled::new(value, label));
                Ok(Flow::Next)
            }
            None => Err(Raise::new(
                ExcKind::ImportError,
                format!("cannot import name '{name}' from '{}'", module.name()),
            )),
        }
    }
}

/// What a native has given.
pub(super) struct Ran {
    pub(super) value: Labelled,
    /// What decided whether it failed.
    pub(super) label: Label,
}

impl Cx<'_> {
    /// Carries out a native that calls nothing of the plan; `chosen` is what chose it.
    ///
    /// # Errors
    ///
    /// Those of the native, labelled with its arguments.
    pub(super) fn run_native(&mut self, native: &Native, chosen: Label, args: Args<'_>) -> Outcome<Ran> {
        if let Some(receiver) = args.positional.first() {
            self.heap.work.spend(native.passes_over(self.heap, receiver.value, args.positional.len()))?;
        }
        match native.run {
            Run::Pure(run) => {
                let mut label = self.deep_all(args.positional);
                for (_, value) in args.keyword {
                    let own = self.deep(*value);
                    label = self.join(label, own);
                }
                // A literal's own label is the least that a made value can have.
                let chosen = if self.lattice.is_inert(chosen) { self.literal } else { chosen };
                label = self.join(label, chosen);
                let result = run(self, args);
                let value = result.map_err(|raise| raise.labelled(label, self.lattice))?;
                Ok(Ran { value: self.stamp(value, label), label })
            }
            Run::Labelled(run) => {
                self.note_mutation(native, args.positional);
                let mut label = self.join_all(args.positional);
                for (_, value) in args.keyword {
                    label = self.join(label, value.label);
                }
                label = self.join(label, chosen);
                let result = run(self, args);
                let mut value = result.map_err(|raise| raise.labelled(label, self.lattice))?;
                if !self.lattice.is_inert(chosen) {
                    value.label = self.join(value.label, chosen);
                }
                Ok(Ran { value, label })
            }
            Run::Task(_) | Run::Machine(_) => Err(Raise::internal("a native that needs the machine")),
        }
    }

    /// *call through a chosen function*: if an untrusted decision chose a native that changes its receiver,
    /// then the receivers of the natives that were not chosen have taken part.
    fn note_mutation(&mut self, native: &Native, positional: &[Labelled]) {
        let Some(receiver) = positional.first() else { return };
        // The data of a reference says what the object is made of, its control which object it is.
        let chosen = self.lattice.without_data(receiver.label);
        if native.mutates && self.is_chosen(chosen) {
            let guard = self.lattice.guard_unbounded(chosen);
            self.heap.raise_floor(guard, self.lattice);
        }
    }
}

/// The natives that take a generator as it is: those that pull what they need, and those that only keep it.
const LAZY: &[&str] = &[
    "iter",
    "any",
    "all",
    "zip",
    "islice",
    "takewhile",
    "_elements",
    "append",
    "appendleft",
    "insert",
    "setdefault",
    "isinstance",
    "callable",
    "partial",
];

/// Takes the generator's values until it ends, then calls the native with them.
fn drain_step(cx: &mut Cx<'_>, state: &mut TaskState, last: Option<Labelled>) -> Outcome<TaskStep> {
    let next = library::find(Home::Builtin, "next").ok_or_else(|| Raise::internal("no `next`"))?;
    if state.next == usize::MAX {
        return last.map(TaskStep::Done).ok_or_else(|| Raise::internal("no result"));
    }
    let bound = match state.extra.first().map(|value| value.value) {
        Some(Value::Int(bound)) if bound >= 0 => bound as usize,
        _ => usize::MAX,
    };
    let ended = match last {
        Some(value) if value.value == Value::NotImplemented => {
            state.structure = cx.join(state.structure, value.label);
            true
        }
        Some(value) => {
            cx.heap.charge(size_of::<Labelled>())?;
            state.results.push(value);
            false
        }
        None => false,
    };
    if !ended && state.results.len() < bound {
        let generator =
            state.items.get(state.next).copied().ok_or_else(|| Raise::internal("no generator"))?;
        let sentinel = Labelled::new(Value::NotImplemented, Label::NONE);
        return Ok(TaskStep::Call(
            Labelled::new(Value::Native(next), Label::NONE),
            vec![generator, sentinel],
        ));
    }
    let items = std::mem::take(&mut state.results);
    let iter = Iter::Buffer { items, next: 0, structure: state.structure, name: "generator" };
    let buffer = cx.heap.value(Object::Iterator(Box::new(iter)))?;
    if let Some(slot) = state.items.get_mut(state.next) {
        *slot = Labelled::new(buffer, state.structure);
    }
    state.next = usize::MAX;
    Ok(TaskStep::Call(state.function, std::mem::take(&mut state.items)))
}

/// Makes each argument a text, then prints them all.
fn print_step(_: &mut Cx<'_>, state: &mut TaskState, last: Option<Labelled>) -> Outcome<TaskStep> {
    if state.next > state.items.len() {
        return last.map(TaskStep::Done).ok_or_else(|| Raise::internal("no result"));
    }
    state.results.extend(last);
    let item = state.items.get(state.next).copied();
    state.next += 1;
    match (item, state.extra.first()) {
        (Some(item), Some(text)) => Ok(TaskStep::Call(*text, vec![item])),
        _ => Ok(TaskStep::Call(state.function, std::mem::take(&mut state.results))),
    }
}

fn too_many(code: &Code, function: &Function, given: usize, keyword_given: usize) -> Box<Raise> {
    let most = code.parameters.positional as usize;
    let least = most.saturating_sub(function.defaults.len());
    let takes = if least == most {
        format!("{most} positional argument{}", if most == 1 { "" } else { "s" })
    } else {
        format!("from {least} to {most} positional arguments")
    };
    let were = if keyword_given > 0 {
        format!(
            "{given} positional argument{} (and {keyword_given} keyword-only argument{}) were",
            if given == 1 { "" } else { "s" },
            if keyword_given == 1 { "" } else { "s" }
        )
    } else if given == 1 {
        "1 was".to_owned()
    } else {
        format!("{given} were")
    };
    Raise::type_error(format!("{}() takes {takes} but {were} given", code.qualified))
}

/// Names as CPython lists them: `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`.
pub(super) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [init @ .., last] => format!("{}, and {last}", init.join(", ")),
    }
}
