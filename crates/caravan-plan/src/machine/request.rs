//! What a plan needs from outside: tools, agents, the quarantined model, its variables.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::call::{Keywords, listed};
use super::execute::Flow;
use super::frame::Then;
use super::{Answer, Awaiting, Machine, Request, RequestKind, Site};
use crate::datum::{Datum, Tree};
use crate::environment::{Child, Shared, Tool};
use crate::heap::{Name, Object};
use crate::library::Args;
use crate::raise::{Outcome, Raise};
use crate::types::Type;
use crate::value::{BuiltinType, Labelled, Value};
use crate::world::{Strictness, World};

impl Machine {
    /// Stops, and asks for something from outside.
    pub(super) fn ask_for(&mut self, kind: RequestKind, awaiting: Awaiting) -> Flow {
        let caught = self.catcher().is_some();
        let request = Request { span: self.span(), pc: self.pc(), caught, kind };
        self.stop_or_defer(request, awaiting)
    }

    /// Goes on with the answer to the last request.
    pub(super) fn take_answer(
        &mut self,
        answer: Answer,
        awaiting: Awaiting,
        world: &mut World,
    ) -> Outcome<()> {
        self.standing.answered();
        if let Answer::Gathered(answers) = answer {
            return self.take_gathered(answers, awaiting.label, world);
        }
        let (value, label) = self.take_value(answer, awaiting, world)?;
        self.could_raise(label, world);
        match self.deliver(value, awaiting.then, world)? {
            Flow::Task => self.drive_tasks(world).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// The value of an answer to one request, with what its not failing tells; or the exception of its failure.
    pub(super) fn take_value(
        &mut self,
        answer: Answer,
        awaiting: Awaiting,
        world: &mut World,
    ) -> Outcome<(Labelled, Label)> {
        match answer {
            Answer::Value(datum) => {
                let told = datum.deep_label(&mut world.lattice);
                self.meets(told, world);
                // Whether an answer fits the limits, and its annotation, is something that it tells.
                let mut value = self.import(datum, world).map_err(|raise| {
                    let label = world.lattice.join(told, awaiting.label);
                    raise.labelled(label, &mut world.lattice)
                })?;
                if let Some(reading) = awaiting.reading {
                    value = self.read_clock(value, reading, awaiting.shape, awaiting.label, world).map_err(
                        |raise| {
                            let label = world.lattice.join(told, awaiting.label);
                            raise.labelled(label, &mut world.lattice)
                        },
                    )?;
                } else if let Some(shape) = awaiting.shape {
                    value = self.shape(value, shape, world).map_err(|raise| {
                        let label = world.lattice.join(told, awaiting.label);
                        raise.labelled(label, &mut world.lattice)
                    })?;
                }
                // That it did not fail is something that it tells.
                Ok((value, world.lattice.join(value.label, awaiting.label)))
            }
            Answer::Failure { kind, message } => {
                let label = message.deep_label(&mut world.lattice);
                let label = world.lattice.join(label, awaiting.label);
                self.meets(label, world);
                let text = match message.value {
                    Tree::Str(text) => self.heap.text(text)?,
                    _ => self.heap.text("")?,
                };
                let exception = self.exception(kind, vec![Labelled::new(text, label)])?;
                Err(Self::again(Labelled::new(exception, label)))
            }
            Answer::Gathered(_) => Err(Raise::internal("the answers of a `gather` to one call")),
        }
    }

    // -- tools

    pub(super) fn call_tool(
        &mut self,
        place: u16,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let program = self.program.clone();
        let Some(tool) = program.environment().tools.get(place as usize) else {
            return Err(Raise::internal("no such tool"));
        };
        let named = name_arguments(tool, positional, keyword)?;
        let mut arguments = Vec::with_capacity(named.len());
        let (mut all, mut written) = (Label::NONE, Label::NONE);
        let kept = tool.shared().and_then(Shared::kept);
        for (name, value) in named {
            let own = self.cx(world).deep(value);
            all = world.lattice.join(all, own);
            if kept != Some(&*name) {
                written = world.lattice.join(written, own);
            }
            arguments.push((Box::from(&*name), self.export(value, world)?));
        }
        let callee = self.chosen_callee(chosen, world);
        if self.cx(world).is_chosen(chosen) {
            // The tools that were not chosen have, by not writing, taken part.
            self.raise_others(callee, world);
        }
        // *state*: a write joins its arguments and pc into the state's label, a read joins it.
        let mut state = Label::NONE;
        for name in &tool.reads {
            let held = world.states.get(name).copied().unwrap_or(Label::NONE);
            state = world.lattice.join(state, held);
        }
        if !tool.writes.is_empty() {
            self.heap.watched.calls_tool(place);
        }
        // What is kept leaves the plan; what it is read with is the state.
        let pc = if kept.is_some() { self.leaving(world) } else { self.pc() };
        for name in &tool.writes {
            let held = world.states.get(name).copied().unwrap_or(Label::NONE);
            let held =
                [written, pc, callee].into_iter().fold(held, |held, label| world.lattice.join(held, label));
            let held = world.note_state(name, held);
            world.states.insert(name.clone(), held);
        }
        let label = [all, callee, state].into_iter().fold(Label::NONE, |a, b| world.lattice.join(a, b));
        let kind = RequestKind::Tool { name: tool.name.clone(), arguments, callee, state };
        Ok(self.ask_for(kind, Awaiting { then, shape: None, label, reading: None }))
    }

    /// What decided that it is this tool or agent; at `explicit` what chose it counts as data.
    pub(super) fn chosen_callee(&mut self, chosen: Label, world: &mut World) -> Label {
        if world.lattice.is_inert(chosen) {
            Label::NONE
        } else if !self.cx(world).is_chosen(chosen) {
            world.lattice.without_data(chosen)
        } else if world.strictness == Strictness::Explicit {
            chosen
        } else {
            world.lattice.guard_unbounded(chosen)
        }
    }

    // -- agents

    pub(super) fn call_child(
        &mut self,
        place: u16,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let program = self.program.clone();
        let environment = program.environment();
        let Some(child) = environment.children.get(place as usize) else {
            return Err(Raise::internal("no such child"));
        };
        let args = Args { positional: &positional, keyword: &keyword };
        let (message, variables, schema) = if environment.protocol {
            let [message, variables, schema] =
                args.bind(&child.name, 0, ["message", "variables", "output_schema"], 0, 1)?;
            (message, variables, schema)
        } else {
            let [message] = args.bind(&child.name, 0, ["message"], 0, 1)?;
            (message, None, None)
        };
        let message = message.ok_or_else(|| Raise::internal("bound"))?;
        if self.heap.str(message.value).is_none() {
            let name = self.cx(world).type_name(message.value);
            return Err(Raise::type_error(format!(
                "{}() argument 'message' must be str, not {name}",
                child.name
            ))
            .labelled(message.label, &mut world.lattice));
        }
        let (variables, names) = self.variables_of(child, variables, world)?;
        let schema_label = match schema {
            Some(schema) => self.cx(world).deep(schema),
            None => self.literal,
        };
        // Which names there are is read by the child's planner, even where there are none.
        let schema_label = world.lattice.join(schema_label, names);
        let ty = match schema {
            Some(schema) => self.type_of_annotation(schema, world)?,
            None => Type::Str,
        };
        let schema_label = match schema {
            Some(_) => world.lattice.join(schema_label, self.named),
            None => schema_label,
        };
        let schema_text = Datum::text(ty.to_schema().to_string(), schema_label);
        let site = self.frames.last_mut().and_then(|frame| frame.site.take());
        let site = match (then, site) {
            (Then::Push, Some(site)) => {
                let code = self.frames.last().map_or(0, |frame| frame.code);
                program.code(code).and_then(|code| code.sites.get(site as usize))
            }
            _ => None,
        };
        let callee = self.chosen_callee(chosen, world);
        let picked = self.cx(world).is_chosen(chosen);
        if picked {
            self.raise_others(callee, world);
        }
        if !child.writes.is_empty() {
            self.heap.watched.calls_child(place);
        }
        let literal = site.is_some_and(|site| site.literal) && !picked;
        let position = self.position(site, world);
        // *state*: what the child is told decides its plan, and so what that plan writes and what it does not.
        let mut told = [message.label, schema_text.label, callee]
            .into_iter()
            .fold(Label::NONE, |a, b| world.lattice.join(a, b));
        for (name, _) in &variables {
            told = world.lattice.join(told, name.label);
        }
        let mut chosen = world.lattice.without_data(told);
        if !literal && !world.lattice.is_trusted(self.pc()) {
            let round = world.lattice.decision(position);
            chosen = world.lattice.join(chosen, round);
        }
        if !world.lattice.is_inert(chosen) {
            for state in &child.writes {
                let label = world.states.entry(state.clone()).or_insert(Label::NONE);
                *label = world.lattice.join(*label, chosen);
            }
        }
        let kind = RequestKind::Agent {
            name: child.name.clone(),
            message: self.export(message, world)?,
            variables,
            schema: schema_text,
            site: Site { callee, literal, position },
        };
        Ok(self.ask_for(kind, Awaiting { then, shape: schema, label: callee, reading: None }))
    }

    /// The variables that a call hands down. Passing them is an edge out of the caller's regions: each takes
    /// the open guards.
    fn variables_of(
        &mut self,
        child: &Child,
        variables: Option<Labelled>,
        world: &mut World,
    ) -> Outcome<(Vec<(Datum, Datum)>, Label)> {
        let Some(variables) = variables.filter(|value| value.value != Value::None) else {
            return Ok((Vec::new(), variables.map_or(Label::NONE, |value| value.label)));
        };
        let structure = self.cx(world).structure_of(variables);
        let Some(Object::Dict(dict)) = self.heap.object(variables.value) else {
            let name = self.cx(world).type_name(variables.value);
            return Err(Raise::type_error(format!(
                "{}() argument 'variables' must be dict, not {name}",
                child.name
            ))
            .labelled(structure, &mut world.lattice));
        };
        let entries: Vec<(Labelled, Labelled)> = dict.iter().map(|entry| (entry.key, entry.value)).collect();
        let pc = self.leaving(world);
        let mut given = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let Some(name) = self.heap.str(key.value).map(Box::from) else {
                return Err(Raise::type_error("the names in 'variables' must be strings"));
            };
            let label = world.lattice.join(key.label, structure);
            let name = Datum { value: Tree::Str(name), label };
            let mut value = self.export(value, world)?;
            if !world.lattice.is_inert(pc) {
                value.taint_deeply(pc, &mut world.lattice);
            }
            given.push((name, value));
        }
        Ok((given, structure))
    }

    /// What a value takes that leaves the plan for another: the open guards, and which round of a loop it is, since that is
    /// told by what is handed over in it.
    fn leaving(&mut self, world: &mut World) -> Label {
        let pc = self.pc();
        if world.lattice.control_is_trusted(pc) {
            return pc;
        }
        let position = self.position(None, world);
        let round = world.lattice.decision(position);
        world.lattice.join(pc, round)
    }

    pub(super) fn get_variable(&mut self, name: Labelled, world: &mut World) -> Outcome<Labelled> {
        let Some(text) = self.heap.str(name.value) else {
            return Err(Raise::type_error("get_variable() takes the name of a variable"));
        };
        let count = self.variables.len();
        let found = self.variables.iter().find(|(known, _)| &**known == text).map(|(_, value)| *value);
        match found {
            Some(value) if value.value != Value::Unbound => {
                let label = self.cx(world).pick(value.label, Label::NONE, name.label, count);
                Ok(Labelled::new(value.value, label))
            }
            Some(value) => {
                let told = format!("the variable '{text}' is larger than the plan may hold");
                Err(Raise::limit("memory", told).labelled(value.label, &mut world.lattice))
            }
            None => {
                let names: Vec<&str> = self.variables.iter().map(|(name, _)| &**name).collect();
                let known = if names.is_empty() {
                    "none was passed".to_owned()
                } else {
                    format!("passed were {}", listed(&names))
                };
                Err(Raise::new(
                    ExcKind::NameError,
                    format!("no variable '{text}' was passed to this agent; {known}"),
                )
                .labelled(name.label, &mut world.lattice))
            }
        }
    }

    // -- the quarantined model

    pub(super) fn query_quarantined(
        &mut self,
        args: Args<'_>,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let [query, schema] = args.bind("query_ai_assistant", 0, ["query", "output_schema"], 0, 1)?;
        let query = query.ok_or_else(|| Raise::internal("bound"))?;
        if self.heap.str(query.value).is_none() {
            return Err(Raise::type_error("query_ai_assistant() argument 'query' must be str"));
        }
        let ty = match schema {
            Some(schema) => self.type_of_annotation(schema, world)?,
            None => Type::Str,
        };
        let schema_label = match schema {
            Some(schema) => self.cx(world).deep(schema),
            None => self.literal,
        };
        let schema_label = match schema {
            Some(_) => world.lattice.join(schema_label, self.named),
            None => schema_label,
        };
        let schema_text = Datum::text(ty.to_schema().to_string(), schema_label);
        let label = world.lattice.join(query.label, schema_label);
        let kind = RequestKind::Quarantined { query: self.export(query, world)?, schema: schema_text };
        Ok(self.ask_for(kind, Awaiting { then, shape: schema, label, reading: None }))
    }
}

/// The arguments of a tool call by parameter.
fn name_arguments(tool: &Tool, positional: Vec<Labelled>, keyword: Keywords) -> Outcome<Keywords> {
    let mut named = Keywords::new();
    if tool.accepts_anything {
        let positional =
            positional.into_iter().enumerate().map(|(place, value)| (place.to_string().into(), value));
        return Ok(positional.chain(keyword).collect());
    }
    let given = positional.len();
    if given > tool.parameters.len() {
        let count = tool.parameters.len();
        return Err(Raise::type_error(format!(
            "{}() takes {count} positional argument{} but {given} {} given",
            tool.name,
            if count == 1 { "" } else { "s" },
            if given == 1 { "was" } else { "were" }
        )));
    }
    for (parameter, value) in tool.parameters.iter().zip(positional) {
        named.push((Name::from(&*parameter.name), value));
    }
    for (name, value) in keyword {
        if !tool.parameters.iter().any(|parameter| *parameter.name == *name) {
            let known: Vec<&str> = tool.parameters.iter().map(|parameter| &*parameter.name).collect();
            return Err(Raise::type_error(format!(
                "{}() got an unexpected keyword argument '{name}'; it takes {}",
                tool.name,
                if known.is_empty() { "none".to_owned() } else { listed(&known) }
            )));
        }
        if named.iter().any(|(known, _)| *known == name) {
            return Err(Raise::type_error(format!(
                "{}() got multiple values for argument '{name}'",
                tool.name
            )));
        }
        named.push((name, value));
    }
    let missing: Vec<&str> = tool
        .parameters
        .iter()
        .filter(|parameter| parameter.required && !named.iter().any(|(known, _)| **known == *parameter.name))
        .map(|parameter| &*parameter.name)
        .collect();
    if !missing.is_empty() {
        return Err(Raise::type_error(format!(
            "{}() missing {} required positional argument{}: {}",
            tool.name,
            missing.len(),
            if missing.len() == 1 { "" } else { "s" },
            listed(&missing)
        )));
    }
    Ok(named)
}

/// The built-in types that `output_schema` may name.
pub(super) fn plain_type(ty: BuiltinType) -> Option<Type> {
    Some(match ty {
        BuiltinType::Any | BuiltinType::Object => Type::Any,
        BuiltinType::NoneType => Type::None,
        BuiltinType::Bool => Type::Bool,
        BuiltinType::Int => Type::Int,
        BuiltinType::Float => Type::Float,
        BuiltinType::Str | BuiltinType::EmailStr => Type::Str,
        BuiltinType::Bytes => Type::Bytes,
        BuiltinType::Date => Type::Date,
        BuiltinType::Time => Type::Time,
        BuiltinType::DateTime => Type::DateTime,
        BuiltinType::List
        | BuiltinType::Set
        | BuiltinType::Tuple
        | BuiltinType::Sequence
        | BuiltinType::Iterable => Type::List(Type::Any.into()),
        BuiltinType::Dict | BuiltinType::Mapping => Type::Dict(Type::Any.into()),
        _ => return None,
    })
}
