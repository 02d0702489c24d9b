//! Classes of the plan: what a `class` statement makes, and what calling it does.

use std::sync::Arc;

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::call::{Keywords, listed};
use super::execute::Flow;
use super::frame::Then;
use crate::code::{ClassMember, ClassPlan};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Class, ClassField, ClassKind, Exception, Instance, Name, Object};
use crate::library::{self, Home, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Ref, Value};
use crate::world::World;

impl Machine {
    /// Carries out a `class` statement: decorators, bases and members lie on the stack.
    pub(super) fn make_class(&mut self, plan: u32, world: &mut World) -> Outcome<Flow> {
        let program = self.program.clone();
        let Some(plan) = program.0.compiled.classes.get(plan as usize) else {
            return Err(Raise::internal("no such class"));
        };
        let members: usize = plan
            .members
            .iter()
            .map(|member| match member {
                ClassMember::Field { has_default, .. } => 1 + usize::from(*has_default),
                ClassMember::Attribute(_) => 1,
            })
            .sum();
        let values = self.take(members)?;
        let bases = self.take(plan.bases as usize)?;
        let decorators = self.take(plan.decorators as usize)?;
        // A schema of this class is made of all that its text was made of.
        let mut label = self.literal;
        for value in bases.iter().chain(&values) {
            let own = match self.heap.object(value.value) {
                Some(Object::Function(_)) => value.label,
                _ => self.cx(world).deep(*value),
            };
            label = world.lattice.join(label, own);
        }
        let (kind, mixed, ancestors) = self.bases(&bases, world)?;
        let decorated = decorators.len();
        let (kind, keyword_only, rest) = self.decorated(kind, decorators);
        let generates = rest.len() < decorated;
        let place = self.heap.alloc(Object::Class(Box::new(Class {
            name: Arc::from(&*plan.name),
            kind,
            ancestors: ancestors.clone(),
            attributes: Vec::new(),
            fields: Arc::new(self.inherited_fields(kind, &ancestors)),
            members: Vec::new(),
            label,
            doc: plan.doc.clone(),
            mixed,
            generates,
        })))?;
        // `class Box(Generic[T])`: `Box[str]` is the class itself.
        let generic = bases.iter().any(|base| matches!(self.heap.object(base.value), Some(Object::Alias(_))));
        if generic && let Some(Object::Class(class)) = self.heap.get_mut(place) {
            class.attributes.push(("__class_getitem__".into(), Labelled::new(Value::None, Label::NONE)));
        }
        // Its members may refer to it while it is being filled: it is a root from here on.
        self.classes.push((plan.name.clone(), place));
        self.fill_class(place, plan, values, keyword_only, world)?;
        self.check_validators(place)?;
        let class = Labelled::new(Value::Object(place), self.literal);
        self.stack.push(class);
        for decorator in rest.into_iter().rev() {
            let argument = self.pop()?;
            match self.call(decorator, vec![argument], Vec::new(), Then::Push, world)? {
                Flow::Next => {}
                flow @ Flow::Reload => return Ok(flow),
                _ => return Err(Raise::type_error("this decorator cannot be used on a class")),
            }
        }
        Ok(Flow::Next)
    }

    fn bases(&mut self, bases: &[Labelled], world: &mut World) -> Outcome<(ClassKind, bool, Vec<Ref>)> {
        let mut kind = ClassKind::Plain;
        let mut direct: Vec<Ref> = Vec::new();
        let (mut text, mut number, mut mixed) = (false, false, false);
        for base in bases {
            match base.value {
                Value::Type(BuiltinType::Str) => text = true,
                Value::Type(BuiltinType::Int) => number = true,
                Value::Type(BuiltinType::Object) => {}
                Value::Type(BuiltinType::BaseModel) => kind = ClassKind::BaseModel,
                Value::Type(BuiltinType::Enum) => kind = ClassKind::Enum,
                Value::Type(BuiltinType::StrEnum) => kind = ClassKind::StrEnum,
                Value::Type(BuiltinType::IntEnum) => kind = ClassKind::IntEnum,
                Value::Type(BuiltinType::TypedDict) => kind = ClassKind::TypedDict,
                Value::Type(BuiltinType::NamedTuple) => kind = ClassKind::NamedTuple,
                Value::ExcType(exception) => kind = ClassKind::Exception(exception),
                Value::Object(place) => match self.heap.get(place) {
                    Some(Object::Class(class)) => {
                        if kind == ClassKind::Plain {
                            kind = class.kind;
                        }
                        mixed |= class.mixed;
                        direct.push(place);
                    }
                    // `Generic[T]`, `Protocol`: nothing that a plan sees.
                    Some(Object::Alias(_)) => {}
                    _ => return Err(self.no_base(*base, world)),
                },
                Value::Type(BuiltinType::Any) => {}
                _ => return Err(self.no_base(*base, world)),
            }
        }
        // `class Color(str, Enum)`: a member equals its text.
        if kind == ClassKind::Enum && (text || number) {
            kind = if text { ClassKind::StrEnum } else { ClassKind::IntEnum };
            mixed = true;
        }
        Ok((kind, mixed, self.resolution_order(&direct)?))
    }

    /// The order in which attributes are looked for in the bases: each before its own bases, and the bases in the
    /// order in which they are written (C3, as CPython has it).
    fn resolution_order(&self, direct: &[Ref]) -> Outcome<Vec<Ref>> {
        let mut rows: Vec<Vec<Ref>> = Vec::new();
        for base in direct {
            let mut row = vec![*base];
            if let Some(Object::Class(class)) = self.heap.get(*base) {
                row.extend(&class.ancestors);
            }
            rows.push(row);
        }
        rows.push(direct.to_vec());
        let mut order = Vec::new();
        loop {
            rows.retain(|row| !row.is_empty());
            if rows.is_empty() {
                return Ok(order);
            }
            let free =
                |candidate: &Ref| !rows.iter().any(|row| row.iter().skip(1).any(|later| later == candidate));
            let Some(next) =
                rows.iter().filter_map(|row| row.first()).find(|candidate| free(candidate)).copied()
            else {
                let names: Vec<String> = direct.iter().map(|base| self.class_name(*base)).collect();
                return Err(Raise::type_error(format!(
                    "Cannot create a consistent method resolution\norder (MRO) for bases {}",
                    names.join(", ")
                )));
            };
            rows.iter_mut().for_each(|row| row.retain(|known| *known != next));
            order.push(next);
        }
    }

    fn no_base(&mut self, base: Labelled, world: &mut World) -> Box<Raise> {
        let text = self.cx(world).repr(base.value).unwrap_or_default();
        Raise::type_error(format!("a class of a plan cannot derive from {text}"))
    }

    /// Takes `@dataclass` out of the decorators, and says whether it makes all fields keyword-only.
    fn decorated(&mut self, kind: ClassKind, decorators: Vec<Labelled>) -> (ClassKind, bool, Vec<Labelled>) {
        let dataclass = library::find(Home::Module(Module::Dataclasses), "dataclass");
        let mut kind = kind;
        let mut keyword_only = false;
        let mut rest = Vec::new();
        for decorator in decorators {
            match decorator.value {
                Value::Native(id) if Some(id) == dataclass => {
                    kind = ClassKind::Dataclass { frozen: false, order: false, eq: true };
                }
                value => match self.heap.object(value) {
                    Some(Object::FieldSpec(spec)) => {
                        let flag = |wanted: &str| {
                            spec.arguments
                                .iter()
                                .any(|(name, value)| &**name == wanted && value.value == Value::Bool(true))
                        };
                        let off = |wanted: &str| {
                            spec.arguments
                                .iter()
                                .any(|(name, value)| &**name == wanted && value.value == Value::Bool(false))
                        };
                        kind = ClassKind::Dataclass {
                            frozen: flag("frozen"),
                            order: flag("order"),
                            eq: !off("eq"),
                        };
                        keyword_only = flag("kw_only");
                    }
                    _ => rest.push(decorator),
                },
            }
        }
        (kind, keyword_only, rest)
    }

    /// The fields that a class declares, those of its bases first.
    pub(super) fn declared_fields(&self, class: Ref) -> Arc<Vec<ClassField>> {
        match self.heap.get(class) {
            Some(Object::Class(class)) => class.fields.clone(),
            _ => Arc::default(),
        }
    }

    fn inherited_fields(&self, kind: ClassKind, ancestors: &[Ref]) -> Vec<ClassField> {
        let mut fields: Vec<ClassField> = Vec::new();
        for ancestor in ancestors.iter().rev() {
            let Some(Object::Class(class)) = self.heap.get(*ancestor) else { continue };
            // What a class annotates that is no dataclass is no field of a dataclass.
            if class.kind == ClassKind::Plain && matches!(kind, ClassKind::Dataclass { .. }) {
                continue;
            }
            for field in class.fields.iter() {
                match fields.iter_mut().find(|known| known.name == field.name) {
                    Some(known) => *known = field.clone(),
                    None => fields.push(field.clone()),
                }
            }
        }
        fields
    }

    fn fill_class(
        &mut self,
        place: Ref,
        plan: &ClassPlan,
        values: Vec<Labelled>,
        keyword_only: bool,
        world: &mut World,
    ) -> Outcome<()> {
        let mut keyword_only = keyword_only;
        let mut values = values.into_iter();
        let mut next = || values.next().ok_or_else(|| Raise::internal("a class without its members"));
        for member in &plan.members {
            match member {
                ClassMember::Field { name, has_default } => {
                    let annotation = next()?;
                    let default = if *has_default { Some(next()?) } else { None };
                    match self.form_of(annotation.value) {
                        // `_: KW_ONLY`: those that follow are given by name.
                        Some(BuiltinType::KwOnly) => keyword_only = true,
                        Some(BuiltinType::ClassVar) => {
                            if let Some(default) = default {
                                self.add_attribute(place, name, default, world)?;
                            }
                        }
                        _ if self.has_fields(place) => {
                            self.add_field(place, name, annotation, default, keyword_only)?;
                        }
                        // What other classes annotate is an attribute like any other.
                        _ => {
                            self.add_field(place, name, annotation, None, keyword_only)?;
                            if let Some(default) = default {
                                self.add_attribute(place, name, default, world)?;
                            }
                        }
                    }
                }
                ClassMember::Attribute(name) => {
                    let value = next()?;
                    self.add_attribute(place, name, value, world)?;
                }
            }
        }
        Ok(())
    }

    /// Gives a class an attribute; an enum a member, if it is no method.
    fn add_attribute(&mut self, place: Ref, name: &str, value: Labelled, world: &mut World) -> Outcome<()> {
        let is_enum = self.class_kind(place).is_enum();
        if let Some(Object::Function(function)) = self.heap.object_mut(value.value) {
            function.class = Some(place);
        }
        if let Some(Object::Wrapped(_, pair)) = self.heap.object(value.value) {
            let pair = **pair;
            for inner in [pair.0.value, pair.1.value] {
                if let Some(Object::Function(function)) = self.heap.object_mut(inner) {
                    function.class = Some(place);
                }
            }
        }
        let method = matches!(
            self.heap.object(value.value),
            Some(
                Object::Function(_)
                    | Object::Wrapped(
                        BuiltinType::Property
                            | BuiltinType::CachedProperty
                            | BuiltinType::StaticMethod
                            | BuiltinType::ClassMethod,
                        _
                    )
                    | Object::Class(_)
            )
        );
        if is_enum && matches!(name, "__init__" | "__new__") {
            return Err(Raise::type_error(format!(
                "an enum of a plan has no `{name}`: compute what it would keep from `self.value`, in a property"
            )));
        }
        let plain = !method && !matches!(value.value, Value::Type(_) | Value::Native(_));
        if self.class_kind(place) == ClassKind::BaseModel && plain && name != "model_config" {
            return Err(self.no_model_field(name));
        }
        if is_enum && !method && !name.starts_with('_') {
            self.add_member(place, name, value, world)?;
        } else if let Some(Object::Class(class)) = self.heap.get_mut(place) {
            class.attributes.push((name.into(), value));
        }
        Ok(())
    }

    /// A model's attribute that pydantic would not take, or keep for itself.
    fn no_model_field(&self, name: &str) -> Box<Raise> {
        Raise::type_error(if name.starts_with('_') {
            format!(
                "a model of a plan has no private attribute `{name}`: write a field with `Field(exclude=True)`"
            )
        } else {
            format!("a field of a model needs a type: write `{name}: TYPE = ...`, or `ClassVar[TYPE]`")
        })
    }

    /// Whether what a class annotates are fields, which its instances are made of.
    fn has_fields(&self, class: Ref) -> bool {
        let kind = self.class_kind(class);
        !kind.is_enum() && !matches!(kind, ClassKind::Plain | ClassKind::Exception(_))
    }

    /// The built-in form that an annotation is, or is an application of.
    fn form_of(&self, annotation: Value) -> Option<BuiltinType> {
        match annotation {
            Value::Type(form) => Some(form),
            _ => match self.heap.object(annotation) {
                Some(Object::Alias(alias)) => match alias.0.value {
                    Value::Type(form) => Some(form),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    fn add_field(
        &mut self,
        place: Ref,
        name: &str,
        annotation: Labelled,
        default: Option<Labelled>,
        keyword_only: bool,
    ) -> Outcome<()> {
        if name.starts_with('_') && self.class_kind(place) == ClassKind::BaseModel {
            return Err(self.no_model_field(name));
        }
        let unbound = Labelled::new(Value::Unbound, Label::NONE);
        let mut field = ClassField {
            name: name.into(),
            annotation,
            default: default.unwrap_or(unbound),
            factory: unbound,
            description: None,
            constraints: None,
            keyword_only,
            init_only: self.form_of(annotation.value) == Some(BuiltinType::InitVar),
        };
        // `Annotated[int, Field(ge=0)]`
        if let Some(Object::Alias(alias)) = self.heap.object(annotation.value)
            && alias.0.value == Value::Type(BuiltinType::Annotated)
        {
            for part in alias.1.iter().skip(1) {
                if let (Value::Object(spec), Some(Object::FieldSpec(arguments))) =
                    (part.value, self.heap.object(part.value))
                {
                    let description = arguments.arguments.iter().find(|(name, _)| &**name == "description");
                    field.description =
                        description.and_then(|(_, text)| self.heap.str(text.value)).map(Box::from);
                    field.constraints = Some(spec);
                }
            }
        }
        if let Some(Value::Object(spec)) = default.map(|default| default.value)
            && let Some(Object::FieldSpec(arguments)) = self.heap.get(spec)
        {
            let find = |wanted: &str| {
                arguments
                    .arguments
                    .iter()
                    .find(|(name, _)| &**name == wanted)
                    .map_or(unbound, |(_, value)| *value)
            };
            field.default = match find("default").value {
                // `Field(...)`: required.
                Value::Ellipsis => unbound,
                _ => find("default"),
            };
            field.factory = find("default_factory");
            field.description = self.heap.str(find("description").value).map(Box::from);
            field.constraints = Some(spec);
            let given = arguments.arguments.iter().find(|(name, _)| &**name == "kw_only");
            if let Some((_, given)) = given {
                field.keyword_only = self.heap.truth(given.value);
            }
        } else if let Some(default) = default
            && matches!(self.class_kind(place), ClassKind::Dataclass { .. })
        {
            let mutable = match self.heap.object(default.value) {
                Some(Object::List(_)) => Some("list"),
                Some(Object::Dict(_)) => Some("dict"),
                Some(Object::Set(_)) => Some("set"),
                _ => None,
            };
            if let Some(kind) = mutable {
                return Err(Raise::value_error(format!(
                    "mutable default <class '{kind}'> for field {name} is not allowed: use default_factory"
                )));
            }
        }
        let made_from_arguments = self.heap.field_flag(field.constraints, "init");
        let Some(Object::Class(class)) = self.heap.get_mut(place) else { return Ok(()) };
        let fields = Arc::make_mut(&mut class.fields);
        match fields.iter_mut().find(|known| &*known.name == name) {
            Some(known) => *known = field,
            None => {
                let positional = |field: &ClassField| !field.keyword_only;
                let required = is_required(&field) && positional(&field) && made_from_arguments;
                let after_default = fields.iter().any(|known| !is_required(known) && positional(known));
                if required && after_default && matches!(class.kind, ClassKind::Dataclass { .. }) {
                    return Err(Raise::type_error(format!(
                        "non-default argument '{name}' follows default argument"
                    )));
                }
                fields.push(field);
            }
        }
        Ok(())
    }

    fn add_member(&mut self, place: Ref, name: &str, value: Labelled, world: &mut World) -> Outcome<()> {
        let kind = self.class_kind(place);
        let auto = matches!(self.heap.object(value.value), Some(Object::Wrapped(BuiltinType::Enum, _)));
        let members: Vec<Labelled> = match self.heap.get(place) {
            Some(Object::Class(class)) => class.members.iter().map(|(_, member)| *member).collect(),
            _ => Vec::new(),
        };
        let value = if !auto {
            value
        } else if kind == ClassKind::StrEnum && !self.is_mixed(place) {
            Labelled::new(self.heap.text(name.to_lowercase())?, self.literal)
        } else {
            let last = members.last().and_then(|member| self.heap.enum_value(member.value));
            let next = match last.map(|(value, _)| value.value) {
                Some(Value::Int(last)) => last.saturating_add(1),
                _ => members.len() as i64 + 1,
            };
            Labelled::new(Value::Int(next), self.literal)
        };
        // An equal value makes an alias of the member that is there.
        for member in members {
            if let Some((held, _)) = self.heap.enum_value(member.value)
                && self.cx(world).equal(held.value, value.value)?
            {
                if let Some(Object::Class(class)) = self.heap.get_mut(place) {
                    class.attributes.push((name.into(), member));
                }
                return Ok(());
            }
        }
        let text = Labelled::new(self.heap.text(name)?, self.literal);
        let instance = Instance {
            class: Some(place),
            class_name: self.class_name(place).into(),
            fields: vec![("name".into(), text), ("value".into(), value)],
            structure: Label::NONE,
            unset: 0,
        };
        let member = Labelled::new(self.heap.value(Object::Instance(Box::new(instance)))?, self.literal);
        if let Some(Object::Class(class)) = self.heap.get_mut(place) {
            class.members.push((name.into(), member));
        }
        Ok(())
    }

    fn is_mixed(&self, class: Ref) -> bool {
        matches!(self.heap.get(class), Some(Object::Class(class)) if class.mixed)
    }

    // -- instances

    /// Calls a class.
    pub(super) fn instantiate(
        &mut self,
        class: Ref,
        chosen: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        // What the class holds decides whether it has an `__init__`, and which.
        let held = self.cx(world).class_structure(class);
        let chosen = if world.lattice.is_inert(held) { chosen } else { world.lattice.join(chosen, held) };
        let label = if world.lattice.is_inert(chosen) { self.literal } else { chosen };
        match self.class_kind(class) {
            ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum => {
                let [value] = positional.as_slice() else {
                    return Err(Raise::type_error("an enum is called with the value of a member"));
                };
                let member = self.member_of(class, *value, world)?;
                self.could_raise(value.label, world);
                self.deliver(member, then, world)
            }
            // `Row(mapping)`, `Row(pairs)`: a dictionary like any other.
            ClassKind::TypedDict if !positional.is_empty() => {
                let dict = library::constructor(BuiltinType::Dict);
                let dict = dict.ok_or_else(|| Raise::internal("no constructor of dictionaries"))?;
                self.call(Labelled::new(Value::Native(dict), chosen), positional, keyword, then, world)
            }
            ClassKind::TypedDict => {
                let dict = self.heap.value(Object::Dict(Box::new(Dict::new(label))))?;
                for (name, value) in keyword {
                    let key = Labelled::new(self.heap.text(&*name)?, self.literal);
                    self.cx(world).dict_insert(dict, key, value)?;
                }
                self.deliver(Labelled::new(dict, label), then, world)
            }
            ClassKind::Exception(kind) => {
                self.instantiate_exception(class, kind, label, positional, keyword, then, world)
            }
            ClassKind::BaseModel if self.class_attribute(class, "__init__").is_none() => {
                self.instantiate_model(class, label, positional, keyword, then, world)
            }
            kind => {
                let instance = Instance {
                    class: Some(class),
                    class_name: self.class_name(class).into(),
                    fields: Vec::new(),
                    structure: label,
                    unset: 0,
                };
                let value = self.heap.value(Object::Instance(Box::new(instance)))?;
                let instance = Labelled::new(value, label);
                if let Some(init) = self.class_attribute(class, "__init__") {
                    let mut all = vec![instance];
                    all.extend(positional);
                    return self.construct(init, all, keyword, instance, then, world);
                }
                if kind == ClassKind::Plain {
                    if !positional.is_empty() || !keyword.is_empty() {
                        return Err(Raise::type_error(format!(
                            "{}() takes no arguments",
                            self.class_name(class)
                        )));
                    }
                    return self.deliver(instance, then, world);
                }
                self.fill_instance(class, kind, instance, positional, keyword, then, world)
            }
        }
    }

    /// Calls `__init__` or `__post_init__`; its instance is the value of the call.
    pub(super) fn construct(
        &mut self,
        init: Labelled,
        positional: Vec<Labelled>,
        keyword: Keywords,
        instance: Labelled,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        // Which class it is decides which function this is.
        let init = if world.lattice.is_inert(instance.label) {
            init
        } else {
            Labelled::new(init.value, world.lattice.join(init.label, instance.label))
        };
        if then == Then::Push {
            return self.call(init, positional, keyword, Then::Give(instance), world);
        }
        // Wanted by a task: the constructor runs as a task of its own, which gives the instance.
        let function = if keyword.is_empty() {
            init
        } else {
            let partial = crate::heap::Partial { function: init, positional: Vec::new(), keyword };
            Labelled::new(self.heap.value(Object::Partial(Box::new(partial)))?, init.label)
        };
        let mut state = TaskState::for_each(function, positional, Label::NONE);
        state.extra = vec![instance];
        self.begin_task(Task { step: construct_step, state }, Label::NONE, then, world)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a call, passed on whole")]
    fn instantiate_exception(
        &mut self,
        class: Ref,
        kind: ExcKind,
        label: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let value = self.heap.value(Object::Exception(Box::new(Exception {
            kind,
            class: Some(class),
            arguments: positional.clone(),
            fields: Vec::new(),
            structure: Label::NONE,
            cause: None,
            context: None,
            span: crate::diagnostic::Span::default(),
            limit: None,
        })))?;
        let instance = Labelled::new(value, label);
        match self.class_attribute(class, "__init__") {
            Some(init) => {
                let mut all = vec![instance];
                all.extend(positional);
                self.construct(init, all, keyword, instance, then, world)
            }
            None if keyword.is_empty() => self.deliver(instance, then, world),
            None => {
                Err(Raise::type_error(format!("{}() takes no keyword arguments", self.class_name(class))))
            }
        }
    }

    fn member_of(&mut self, class: Ref, value: Labelled, world: &mut World) -> Outcome<Labelled> {
        let members: Vec<Labelled> = match self.heap.get(class) {
            Some(Object::Class(class)) => class.members.iter().map(|(_, member)| *member).collect(),
            _ => Vec::new(),
        };
        let count = members.len();
        let label = self.cx(world).deep(value);
        for member in members {
            let Some((held, _)) = self.heap.enum_value(member.value) else { continue };
            let same = member.value == value.value || self.cx(world).equal(held.value, value.value)?;
            if same {
                let label = self.cx(world).pick(member.label, Label::NONE, label, count);
                return Ok(Labelled::new(member.value, label));
            }
        }
        let text = self.cx(world).repr(value.value)?;
        Err(Raise::value_error(format!("{text} is not a valid {}", self.class_name(class)))
            .labelled(label, &mut world.lattice))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a call, passed on whole")]
    pub(super) fn fill_instance(
        &mut self,
        class: Ref,
        kind: ClassKind,
        instance: Labelled,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let fields = self.declared_fields(class);
        let name = self.class_name(class);
        let (factories, init_only) =
            self.bound_fields(&fields, instance, positional, keyword, &name, kind)?;
        self.finish_instance(class, instance, factories, init_only, then, world)
    }

    /// Gives the fields that the arguments and defaults say; names those that a factory is to give, and gives the
    /// values that `__post_init__` is to get.
    #[expect(clippy::type_complexity, reason = "two lists, taken apart at once")]
    fn bound_fields(
        &mut self,
        fields: &[ClassField],
        instance: Labelled,
        positional: Vec<Labelled>,
        keyword: Keywords,
        name: &str,
        kind: ClassKind,
    ) -> Outcome<(Vec<(Name, Labelled)>, Vec<Labelled>)> {
        let method = if kind == ClassKind::NamedTuple { "__new__" } else { "__init__" };
        let given = positional.len();
        let from_arguments = |field: &ClassField| self.heap.field_flag(field.constraints, "init");
        let takes: Vec<bool> = fields.iter().map(from_arguments).collect();
        let places: Vec<usize> = (0..fields.len())
            .filter(|place| {
                takes.get(*place) == Some(&true)
                    && fields.get(*place).is_some_and(|field| !field.keyword_only)
            })
            .collect();
        if given > places.len() {
            let required = places.iter().filter(|place| fields.get(**place).is_some_and(is_required)).count();
            let (least, most) = (required + 1, places.len() + 1);
            let takes = if least == most { format!("{most}") } else { format!("from {least} to {most}") };
            return Err(Raise::type_error(format!(
                "{name}.{method}() takes {takes} positional argument{} but {} were given",
                if most == 1 { "" } else { "s" },
                given + 1
            )));
        }
        let mut values: Vec<Option<Labelled>> = vec![None; fields.len()];
        for (place, value) in places.iter().zip(positional) {
            if let Some(slot) = values.get_mut(*place) {
                *slot = Some(value);
            }
        }
        for (key, value) in keyword {
            let place = fields.iter().position(|field| field.name == key);
            let place = place.filter(|place| takes.get(*place) == Some(&true));
            match place.and_then(|place| values.get_mut(place)) {
                Some(slot @ None) => *slot = Some(value),
                Some(Some(_)) => {
                    return Err(Raise::type_error(format!(
                        "{name}.{method}() got multiple values for argument '{key}'"
                    )));
                }
                None => {
                    return Err(Raise::type_error(format!(
                        "{name}.{method}() got an unexpected keyword argument '{key}'"
                    )));
                }
            }
        }
        for (by_name, what) in [(false, "positional"), (true, "keyword-only")] {
            let missing: Vec<&str> = fields
                .iter()
                .zip(&values)
                .zip(&takes)
                .filter(|((field, value), takes)| {
                    **takes && value.is_none() && is_required(field) && field.keyword_only == by_name
                })
                .map(|((field, _), _)| &*field.name)
                .collect();
            if !missing.is_empty() {
                return Err(Raise::type_error(format!(
                    "{name}.{method}() missing {} required {what} argument{}: {}",
                    missing.len(),
                    if missing.len() == 1 { "" } else { "s" },
                    listed(&missing)
                )));
            }
        }
        let mut factories = Vec::new();
        let mut init_only = Vec::new();
        let mut filled = Vec::with_capacity(fields.len());
        for ((field, value), takes) in fields.iter().zip(values).zip(&takes) {
            let value = match value {
                Some(value) => value,
                None if field.factory.value != Value::Unbound => {
                    factories.push((field.name.clone(), field.factory));
                    Labelled::new(Value::None, self.literal)
                }
                // Left to `__post_init__`.
                None if !takes && is_required(field) => continue,
                None => field.default,
            };
            if field.init_only {
                init_only.push(value);
            } else {
                filled.push((field.name.clone(), value));
            }
        }
        self.heap.charge(filled.len() * size_of::<(Name, Labelled)>())?;
        if let Some(Object::Instance(instance)) = self.heap.object_mut(instance.value) {
            // `super().__init__(...)` fills the fields of a base beside what is there.
            for (name, value) in filled {
                match instance.fields.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, place)) => *place = value,
                    None => instance.fields.push((name, value)),
                }
            }
        }
        Ok((factories, init_only))
    }

    /// A model's default is copied for each instance, so that instances do not share a list.
    pub(super) fn copied_default(&mut self, default: Labelled, world: &mut World) -> Outcome<Labelled> {
        let copied = match self.heap.object(default.value) {
            Some(Object::List(_) | Object::Dict(_) | Object::Set(_)) => true,
            Some(Object::Instance(_)) => {
                self.heap.instance(default.value).is_some_and(|(_, kind)| kind == ClassKind::BaseModel)
            }
            _ => false,
        };
        if !copied {
            return Ok(default);
        }
        let copy = library::copy::deep(&mut self.cx(world), default)?;
        Ok(Labelled::new(copy.value, default.label))
    }

    /// `dataclasses.replace(instance, **changes)`: a new instance, made as any other.
    pub(super) fn replace_fields(
        &mut self,
        object: Labelled,
        changes: Keywords,
        chosen: Label,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let class = self.class_of_instance(object.value);
        let class = class.filter(|class| matches!(self.class_kind(*class), ClassKind::Dataclass { .. }));
        let Some(class) = class else {
            return Err(Raise::type_error("replace() should be called on dataclass instances"));
        };
        let fields = self.declared_fields(class);
        let structure = self.cx(world).structure_of(object);
        let mut keyword = changes;
        for field in fields.iter() {
            let from_arguments = self.heap.field_flag(field.constraints, "init");
            let given = keyword.iter().any(|(name, _)| *name == field.name);
            if given && !from_arguments {
                return Err(Raise::value_error(format!(
                    "field {} is declared with init=False, it cannot be specified with replace()",
                    field.name
                )));
            }
            if given || !from_arguments || field.init_only {
                continue;
            }
            let held = match self.heap.object(object.value) {
                Some(Object::Instance(instance)) => instance.field(&field.name),
                _ => None,
            };
            if let Some(held) = held {
                let label = self.cx(world).pick(held.label, structure, Label::NONE, 1);
                keyword.push((field.name.clone(), Labelled::new(held.value, label)));
            }
        }
        // Whose class it is decides which constructor runs.
        let chosen = if world.lattice.is_inert(object.label) {
            chosen
        } else {
            world.lattice.join(chosen, object.label)
        };
        self.instantiate(class, chosen, Vec::new(), keyword, then, world)
    }

    /// Calls the factories that are left, then `__post_init__`.
    fn finish_instance(
        &mut self,
        class: Ref,
        instance: Labelled,
        factories: Vec<(Name, Labelled)>,
        init_only: Vec<Labelled>,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let post = self.class_attribute(class, "__post_init__");
        if factories.is_empty() {
            return match post {
                Some(post) => {
                    let mut arguments = vec![instance];
                    arguments.extend(init_only);
                    self.construct(post, arguments, Vec::new(), instance, then, world)
                }
                None => self.deliver(instance, then, world),
            };
        }
        // Which class it is decides which factories these are, and that they run.
        let mut state = TaskState::new(instance, Vec::new(), instance.label);
        for (name, factory) in factories {
            let name = Labelled::new(self.heap.text(&*name)?, Label::NONE);
            state.items.extend([name, factory]);
        }
        state.extra.extend(post);
        state.results = init_only;
        self.begin_task(Task { step: factory_step, state }, Label::NONE, then, world)
    }
}

pub(super) fn is_required(field: &ClassField) -> bool {
    field.default.value == Value::Unbound && field.factory.value == Value::Unbound
}

/// Calls the constructor once, and gives the instance.
pub(super) fn construct_step(
    _: &mut Cx<'_>,
    state: &mut TaskState,
    last: Option<Labelled>,
) -> Outcome<TaskStep> {
    match (last, state.extra.first()) {
        (Some(_), Some(instance)) => Ok(TaskStep::Done(*instance)),
        _ => Ok(TaskStep::Call(state.function, std::mem::take(&mut state.items))),
    }
}

/// Calls one factory after the other, putting what each gives into its field; then `__post_init__`.
fn factory_step(cx: &mut Cx<'_>, state: &mut TaskState, last: Option<Labelled>) -> Outcome<TaskStep> {
    let instance = state.function;
    if let Some(value) = last
        && let Some(name) = state.items.get(state.next.wrapping_sub(2))
    {
        let name = cx.heap.str(name.value).unwrap_or_default().to_owned();
        if let Some(Object::Instance(instance)) = cx.heap.object_mut(instance.value)
            && let Some((_, field)) = instance.fields.iter_mut().find(|(known, _)| **known == name)
        {
            *field = value;
        }
    }
    if let Some(factory) = state.next.checked_add(1).and_then(|place| state.items.get(place)).copied() {
        state.next += 2;
        return Ok(TaskStep::Call(factory, Vec::new()));
    }
    state.next = usize::MAX;
    match state.extra.pop() {
        Some(post) => {
            let mut arguments = vec![instance];
            arguments.append(&mut state.results);
            Ok(TaskStep::Call(post, arguments))
        }
        None => Ok(TaskStep::Done(instance)),
    }
}
