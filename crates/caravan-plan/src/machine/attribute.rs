//! Attributes, methods, and the special methods that classes of the plan may define.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::call::Keywords;
use super::execute::Flow;
use super::frame::Then;
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{ClassKind, Name, Object, Partial};
use crate::library::{self, Home, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Ref, Value};
use crate::world::{Strictness, World};

/// Keeps what a cached property has given in its instance.
fn cached_step(cx: &mut Cx<'_>, state: &mut TaskState, last: Option<Labelled>) -> Outcome<TaskStep> {
    let Some(value) = last else { return Ok(TaskStep::Call(state.function, state.items.clone())) };
    let &[object, name] = state.extra.as_slice() else { return Err(Raise::internal("no instance")) };
    cx.mutate(object, Label::NONE);
    cx.heap.charge(size_of::<Labelled>())?;
    let name: Name = cx.heap.str(name.value).unwrap_or_default().into();
    if let Some(Object::Instance(instance)) = cx.heap.object_mut(object.value) {
        instance.fields.push((name, value));
    }
    Ok(TaskStep::Done(value))
}

/// What an attribute of an object is.
enum Found {
    Value(Labelled),
    /// A property: its getter is called.
    Property(Labelled),
    /// A property that is computed once: its getter is called, and what it gives is kept in the instance.
    Cached(Labelled),
    Missing,
}

impl Machine {
    // -- classes

    pub(super) fn class_name(&self, class: Ref) -> String {
        match self.heap.get(class) {
            Some(Object::Class(class)) => class.name.to_string(),
            _ => String::new(),
        }
    }

    /// An attribute of a class of the plan or of one of its bases.
    pub(super) fn class_attribute(&self, class: Ref, name: &str) -> Option<Labelled> {
        self.heap.class_attribute(class, name)
    }

    /// The class of the plan that a value is an instance of.
    pub(super) fn class_of_instance(&self, value: Value) -> Option<Ref> {
        self.heap.class_of(value)
    }

    /// A method that the class of an instance defines.
    pub(super) fn method_of(&self, value: Labelled, name: &str) -> Option<Labelled> {
        let class = self.class_of_instance(value.value)?;
        let found = self.class_attribute(class, name)?;
        matches!(self.heap.object(found.value), Some(Object::Function(_))).then_some(found)
    }

    /// What `type(value)` gives.
    pub(super) fn class_of(&mut self, value: Labelled, world: &mut World) -> Value {
        match self.heap.object(value.value) {
            Some(Object::Exception(exception)) => match exception.class {
                Some(class) => Value::Object(class),
                None => Value::ExcType(exception.kind),
            },
            Some(Object::Instance(instance)) => match instance.class {
                Some(class) => Value::Object(class),
                None => Value::Type(BuiltinType::BaseModel),
            },
            _ => Value::Type(self.cx(world).type_of(value.value)),
        }
    }

    // -- special methods

    /// Calls a special method of an instance, if its class defines it.
    pub(super) fn instance_call(
        &mut self,
        receiver: Labelled,
        name: &str,
        arguments: Vec<Labelled>,
        world: &mut World,
    ) -> Outcome<Option<Flow>> {
        let Value::Object(_) = receiver.value else { return Ok(None) };
        let Some(method) = self.method(receiver, name, world) else { return Ok(None) };
        let mut positional = vec![receiver];
        positional.extend(arguments);
        self.call_unasked(method, positional, Then::Push, world).map(Some)
    }

    /// Calls `__str__` or `__repr__` of an instance whose class defines it.
    pub(super) fn text_of_instance(
        &mut self,
        value: Labelled,
        method: &str,
        then: Then,
        world: &mut World,
    ) -> Outcome<Option<Flow>> {
        let Value::Object(_) = value.value else { return Ok(None) };
        let found = match self.method(value, method, world) {
            // Members of enums and models have a text of their own beside it.
            None if method == "__str__"
                && !self
                    .heap
                    .instance(value.value)
                    .is_some_and(|(_, kind)| kind.is_enum() || kind == ClassKind::BaseModel) =>
            {
                self.method(value, "__repr__", world)
            }
            found => found,
        };
        let Some(function) = found else { return Ok(None) };
        let then = if then == Then::Push { Then::Text } else { then };
        self.call_unasked(function, vec![value], then, world).map(Some)
    }

    // -- reading

    /// What decides which class an object is of, and what that class and its bases hold.
    fn kind_label(&mut self, object: Labelled, world: &mut World) -> Label {
        let label = self.cx(world).structure_of(object);
        world.lattice.join(label, object.label)
    }

    /// A method that the class of an instance defines, labelled with what decided that it is this one.
    pub(super) fn method(&mut self, object: Labelled, name: &str, world: &mut World) -> Option<Labelled> {
        let found = self.method_of(object, name)?;
        let special = name.starts_with("__");
        let by = if !special && self.is_only_method(name) {
            // An object without it fails instead: there is no other method that this could have been.
            match self.class_of_instance(object.value) {
                Some(class) => self.cx(world).class_structure(class),
                None => Label::NONE,
            }
        } else {
            self.kind_label(object, world)
        };
        if world.lattice.is_inert(by) {
            return Some(found);
        }
        Some(Labelled::new(found.value, world.lattice.join(found.label, by)))
    }

    /// Whether one class of the plan at most defines an attribute of this name.
    fn is_only_method(&self, name: &str) -> bool {
        let defines = |class: &&crate::code::ClassPlan| {
            class.members.iter().any(
                |member| matches!(member, crate::code::ClassMember::Attribute(known) if **known == *name),
            )
        };
        self.program.0.compiled.classes.iter().filter(defines).count() <= 1
    }

    /// An attribute, labelled with what decided that it is this one.
    fn find_attribute(&mut self, object: Labelled, name: &str, world: &mut World) -> Outcome<Found> {
        let by = match self.heap.object(object.value) {
            Some(Object::Instance(_) | Object::Exception(_) | Object::Class(_) | Object::Wrapped(..)) => {
                Some(self.kind_label(object, world))
            }
            _ => None,
        };
        let found = self.find_attribute_of(object, name, world)?;
        let is_own = |value: Value| match self.heap.object(value) {
            Some(Object::NativeMethod(_, receiver)) => receiver.value == object.value,
            _ => false,
        };
        let by = match (by, &found) {
            (Some(by), _) => by,
            (None, Found::Value(value)) if is_own(value.value) => value.label,
            (None, _) => object.label,
        };
        if world.lattice.is_inert(by) {
            return Ok(found);
        }
        Ok(match found {
            Found::Value(value) => {
                let label = self.cx(world).pick(value.label, by, Label::NONE, 1);
                Found::Value(Labelled::new(value.value, label))
            }
            Found::Property(getter) => {
                Found::Property(Labelled::new(getter.value, world.lattice.join(getter.label, by)))
            }
            Found::Cached(getter) => {
                Found::Cached(Labelled::new(getter.value, world.lattice.join(getter.label, by)))
            }
            Found::Missing => Found::Missing,
        })
    }

    fn find_attribute_of(&mut self, object: Labelled, name: &str, world: &mut World) -> Outcome<Found> {
        match object.value {
            Value::Module(module) => {
                let literal = self.literal;
                let member = library::modules::member(&mut self.cx(world), module, name)?;
                Ok(member.map_or(Found::Missing, |value| Found::Value(Labelled::new(value, literal))))
            }
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Instance(_) | Object::Exception(_)) => {
                    self.instance_attribute(object, name, world)
                }
                Some(Object::Class(_)) => self.static_attribute(object, place, name, world),
                Some(Object::Wrapped(BuiltinType::Super, pair)) => {
                    let (class, receiver) = **pair;
                    self.super_attribute(class, receiver, name)
                }
                Some(Object::Wrapped(BuiltinType::Property, _)) if matches!(name, "setter" | "getter") => {
                    let name = if name == "setter" { "_property_setter" } else { "_property_getter" };
                    self.bound_builtin(name, object)
                }
                Some(Object::Function(function)) if name == "__name__" => {
                    let text = self.program.code(function.code).map_or("", |code| &code.name).to_owned();
                    self.text_attribute(&text, object.label)
                }
                Some(Object::Function(function)) if name == "cache_clear" && function.cache.is_some() => {
                    Ok(Found::Missing)
                }
                _ => self.native_attribute(object, name, world),
            },
            Value::Native(id) => {
                let native = library::native(id).ok_or_else(|| Raise::internal("no such native"))?;
                if name == "__name__" {
                    return self.text_attribute(native.name, object.label);
                }
                let inner = library::find(native.home, &format!("{}.{name}", native.name));
                match inner {
                    Some(id) => Ok(Found::Value(Labelled::new(Value::Native(id), object.label))),
                    None => self.native_attribute(object, name, world),
                }
            }
            Value::ExcType(_) | Value::Type(BuiltinType::Object | BuiltinType::BaseModel)
                if name == "__init__" =>
            {
                let id = library::find(Home::Builtin, "_plain_init");
                Ok(id.map_or(Found::Missing, |id| {
                    Found::Value(Labelled::new(Value::Native(id), object.label))
                }))
            }
            Value::Type(_) | Value::ExcType(_) if name == "__name__" => {
                let text = match object.value {
                    Value::Type(ty) => ty.name(),
                    Value::ExcType(kind) => kind.name(),
                    _ => "",
                };
                self.text_attribute(text, object.label)
            }
            Value::Type(ty) => {
                let constant = library::modules::type_constant(&mut self.cx(world), ty, name)?;
                if let Some(value) = constant {
                    return Ok(Found::Value(Labelled::new(value, self.literal)));
                }
                let id = library::find(Home::Static(ty), name).or_else(|| self.find_method(ty, name));
                Ok(id.map_or(Found::Missing, |id| {
                    Found::Value(Labelled::new(Value::Native(id), object.label))
                }))
            }
            _ => self.native_attribute(object, name, world),
        }
    }

    /// A builtin with its first argument.
    fn bound_builtin(&mut self, name: &str, receiver: Labelled) -> Outcome<Found> {
        let id = library::find(Home::Builtin, name).ok_or_else(|| Raise::internal("a builtin is missing"))?;
        let method = self.heap.value(Object::NativeMethod(id, receiver))?;
        Ok(Found::Value(Labelled::new(method, receiver.label)))
    }

    fn text_attribute(&mut self, text: &str, label: Label) -> Outcome<Found> {
        Ok(Found::Value(Labelled::new(self.heap.text(text)?, label)))
    }

    /// The native method of a type, or of the type that it extends.
    pub(super) fn find_method(&self, ty: BuiltinType, name: &str) -> Option<crate::value::NativeId> {
        library::methods(name).iter().find(|(of, _)| *of == ty).map(|(_, id)| *id)
    }

    fn native_attribute(&mut self, object: Labelled, name: &str, world: &mut World) -> Outcome<Found> {
        if name == "__class__" {
            let class = self.class_of(object, world);
            return Ok(Found::Value(Labelled::new(class, object.label)));
        }
        let ty = self.cx(world).type_of(object.value);
        let mut at = Some(ty);
        while let Some(ty) = at {
            if let Some(id) = library::find(Home::Attribute(ty), name) {
                let positional = [object];
                let args = library::Args { positional: &positional, keyword: &[] };
                let mut cx = self.cx(world);
                return match library::native(id).map(|native| native.run) {
                    // Computed by a pure function: a field of a date-time.
                    Some(library::Run::Pure(run)) => {
                        let label = cx.deep(object);
                        let value = run(&mut cx, args).map_err(|raise| raise.labelled(label, cx.lattice))?;
                        Ok(Found::Value(cx.stamp(value, label)))
                    }
                    // Something that the object holds.
                    Some(library::Run::Labelled(run)) => {
                        let value =
                            run(&mut cx, args).map_err(|raise| raise.labelled(object.label, cx.lattice))?;
                        Ok(Found::Value(value))
                    }
                    _ => Err(Raise::internal("an attribute that calls the plan")),
                };
            }
            at = library::base_type(ty);
        }
        match self.find_method(ty, name) {
            Some(id) => {
                let method = self.heap.value(Object::NativeMethod(id, object))?;
                // What the object is made of does not say which object it is, and stands with the receiver.
                let label = match world.strictness {
                    Strictness::Explicit => object.label,
                    Strictness::Cfi | Strictness::Noninterference => world.lattice.without_data(object.label),
                };
                Ok(Found::Value(Labelled::new(method, label)))
            }
            None => Ok(Found::Missing),
        }
    }

    fn instance_attribute(&mut self, object: Labelled, name: &str, world: &mut World) -> Outcome<Found> {
        if name == "__class__" {
            let class = self.class_of(object, world);
            return Ok(Found::Value(Labelled::new(class, object.label)));
        }
        let class = self.class_of_instance(object.value);
        let attribute = class.and_then(|class| self.class_attribute(class, name));
        if let Some(attribute) = attribute
            && let Some(Object::Wrapped(kind @ (BuiltinType::Property | BuiltinType::CachedProperty), getter)) =
                self.heap.object(attribute.value)
        {
            let kept = match self.heap.object(object.value) {
                Some(Object::Instance(instance)) => find_field(&instance.fields, name).is_some(),
                _ => false,
            };
            match kind {
                BuiltinType::Property => return Ok(Found::Property(getter.0)),
                _ if !kept => return Ok(Found::Cached(getter.0)),
                _ => {}
            }
        }
        let field = match self.heap.object(object.value) {
            Some(Object::Instance(instance)) => find_field(&instance.fields, name),
            Some(Object::Exception(exception)) => match name {
                "args" => {
                    let arguments = exception.arguments.clone();
                    let label = object.label;
                    let tuple = self.heap.tuple(arguments, label)?;
                    return Ok(Found::Value(Labelled::new(tuple, label)));
                }
                "__cause__" => Some(exception.cause.unwrap_or(Labelled::new(Value::None, Label::NONE))),
                "__context__" => Some(exception.context.unwrap_or(Labelled::new(Value::None, Label::NONE))),
                // What a generator has returned.
                "value" if exception.kind == ExcKind::StopIteration => {
                    let none = Labelled::new(Value::None, object.label);
                    Some(exception.arguments.first().copied().unwrap_or(none))
                }
                "errors" | "error_count" if exception.kind == ExcKind::ValidationError => {
                    let native = library::find(Home::Method(BuiltinType::BaseModel), &format!("_{name}"));
                    let native = native.ok_or_else(|| Raise::internal("a method that the library lacks"))?;
                    let method = self.heap.value(Object::NativeMethod(native, object))?;
                    return Ok(Found::Value(Labelled::new(method, object.label)));
                }
                _ => find_field(&exception.fields, name),
            },
            _ => None,
        };
        if let Some(field) = field {
            // The fields' names are written in the plan or its tools' schemas: which field it is reveals
            // nothing, which object it is of does.
            let mut cx = self.cx(world);
            let structure = cx.structure_of(object);
            let label = cx.pick(field.label, structure, Label::NONE, 1);
            return Ok(Found::Value(Labelled::new(field.value, label)));
        }
        if let Some(attribute) = attribute {
            return self.bind_attribute(attribute, object);
        }
        if let ("_fields", Some(place)) = (name, class)
            && self.class_kind(place) == ClassKind::NamedTuple
        {
            return self.static_attribute(
                Labelled::new(Value::Object(place), object.label),
                place,
                name,
                world,
            );
        }
        if matches!(name, "model_fields_set" | "model_extra")
            && class.is_some_and(|class| self.class_kind(class) == ClassKind::BaseModel)
        {
            let found = library::pydantic::kept_fields(&mut self.cx(world), object, name)?;
            return Ok(Found::Value(found));
        }
        if let Some(found) = self.enum_attribute(object, name, world)? {
            return Ok(Found::Value(found));
        }
        if MAPPING_METHODS.contains(&name) && self.heap.record(object.value).is_some() {
            let mapping = self.cx(world).as_mapping(object)?;
            return self.native_attribute(mapping, name, world);
        }
        let underlying = self.underlying(object);
        let target = underlying.unwrap_or(object);
        let ty = match (underlying, class.map(|class| self.class_kind(class))) {
            (Some(_), _) => return self.native_attribute(target, name, world),
            (None, Some(ClassKind::NamedTuple)) => BuiltinType::NamedTuple,
            (None, Some(ClassKind::BaseModel) | None) => BuiltinType::BaseModel,
            _ => BuiltinType::Object,
        };
        match self.find_method(ty, name) {
            Some(id) => {
                let method = self.heap.value(Object::NativeMethod(id, object))?;
                Ok(Found::Value(Labelled::new(method, object.label)))
            }
            None => Ok(Found::Missing),
        }
    }

    pub(super) fn class_kind(&self, class: Ref) -> ClassKind {
        match self.heap.get(class) {
            Some(Object::Class(class)) => class.kind,
            _ => ClassKind::Plain,
        }
    }

    /// The value of a member of `StrEnum` or `IntEnum`, whose methods the member has.
    pub(super) fn underlying(&self, object: Labelled) -> Option<Labelled> {
        let class = self.class_of_instance(object.value)?;
        if !matches!(self.class_kind(class), ClassKind::StrEnum | ClassKind::IntEnum) {
            return None;
        }
        match self.heap.object(object.value) {
            Some(Object::Instance(instance)) => find_field(&instance.fields, "value"),
            _ => None,
        }
    }

    fn enum_attribute(
        &mut self,
        object: Labelled,
        name: &str,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let _ = world;
        let Some(Object::Instance(instance)) = self.heap.object(object.value) else { return Ok(None) };
        let fields = match name {
            "_value_" => find_field(&instance.fields, "value"),
            "_name_" => find_field(&instance.fields, "name"),
            _ => None,
        };
        Ok(fields)
    }

    /// An attribute of a class as its instance sees it.
    fn bind_attribute(&mut self, attribute: Labelled, receiver: Labelled) -> Outcome<Found> {
        match self.heap.object(attribute.value) {
            Some(Object::Function(_)) => {
                let method = self.heap.value(Object::Method(Box::new((attribute, receiver))))?;
                Ok(Found::Value(Labelled::new(method, receiver.label)))
            }
            Some(Object::Wrapped(BuiltinType::StaticMethod, function)) => Ok(Found::Value(function.0)),
            Some(Object::Wrapped(BuiltinType::ClassMethod, function)) => {
                let function = function.0;
                let class = match self.class_of_instance(receiver.value) {
                    Some(class) => Labelled::new(Value::Object(class), receiver.label),
                    None => receiver,
                };
                let method = self.heap.value(Object::Method(Box::new((function, class))))?;
                Ok(Found::Value(Labelled::new(method, receiver.label)))
            }
            Some(Object::Wrapped(BuiltinType::Property, getter)) => Ok(Found::Property(getter.0)),
            Some(Object::Wrapped(BuiltinType::CachedProperty, getter)) => Ok(Found::Cached(getter.0)),
            _ => Ok(Found::Value(attribute)),
        }
    }

    /// An attribute of a class itself.
    fn static_attribute(
        &mut self,
        class: Labelled,
        place: Ref,
        name: &str,
        world: &mut World,
    ) -> Outcome<Found> {
        let Some(Object::Class(own)) = self.heap.get(place) else { return Ok(Found::Missing) };
        if let Some((_, member)) = own.members.iter().find(|(known, _)| &**known == name) {
            return Ok(Found::Value(*member));
        }
        if name == "__name__" {
            let text = own.name.to_string();
            return self.text_attribute(&text, class.label);
        }
        if name == "__doc__" {
            let text = own.doc.clone();
            return match text {
                Some(text) => self.text_attribute(&text, class.label),
                None => Ok(Found::Value(Labelled::new(Value::None, class.label))),
            };
        }
        if name == "__members__" && own.kind.is_enum() {
            let members = own.members.clone();
            let dict = self.heap.value(Object::Dict(Box::new(Dict::new(class.label))))?;
            for (name, member) in members {
                let name = Labelled::new(self.heap.text(&*name)?, class.label);
                self.cx(world).dict_insert(dict, name, member)?;
            }
            return Ok(Found::Value(Labelled::new(dict, class.label)));
        }
        if name == "_fields" && own.kind == ClassKind::NamedTuple {
            let names: Vec<Name> = own.fields.iter().map(|field| field.name.clone()).collect();
            let mut items = Vec::with_capacity(names.len());
            for name in names {
                items.push(Labelled::new(self.heap.text(&*name)?, class.label));
            }
            return Ok(Found::Value(Labelled::new(self.heap.tuple(items, class.label)?, class.label)));
        }
        if matches!(name, "model_fields" | "model_computed_fields") && own.kind == ClassKind::BaseModel {
            let found = library::pydantic::described_fields(&mut self.cx(world), place, name, class.label)?;
            return Ok(Found::Value(found));
        }
        let default =
            own.fields.iter().find(|field| &*field.name == name && field.default.value != Value::Unbound);
        let kind = own.kind;
        if let Some(field) = default {
            return Ok(Found::Value(field.default));
        }
        let Some(attribute) = self.class_attribute(place, name) else {
            let ty = match kind {
                ClassKind::BaseModel => BuiltinType::BaseModel,
                ClassKind::NamedTuple => BuiltinType::NamedTuple,
                _ => BuiltinType::Object,
            };
            return match library::find(Home::Static(ty), name) {
                Some(id) => {
                    let method = self.heap.value(Object::NativeMethod(id, class))?;
                    Ok(Found::Value(Labelled::new(method, class.label)))
                }
                None => Ok(Found::Missing),
            };
        };
        match self.heap.object(attribute.value) {
            Some(Object::Wrapped(BuiltinType::StaticMethod, function)) => Ok(Found::Value(function.0)),
            Some(Object::Wrapped(BuiltinType::ClassMethod, function)) => {
                let function = function.0;
                let method = self.heap.value(Object::Method(Box::new((function, class))))?;
                Ok(Found::Value(Labelled::new(method, class.label)))
            }
            _ => Ok(Found::Value(attribute)),
        }
    }

    /// `super().name`: an attribute of the bases of the class in whose body the function was defined.
    fn super_attribute(&mut self, class: Labelled, receiver: Labelled, name: &str) -> Outcome<Found> {
        let Value::Object(place) = class.value else { return Ok(Found::Missing) };
        // The bases of the receiver's own class that come after this one.
        let own = self.class_of_instance(receiver.value).unwrap_or(place);
        let order: Vec<Ref> = match self.heap.get(own) {
            Some(Object::Class(class)) => {
                std::iter::once(own).chain(class.ancestors.iter().copied()).collect()
            }
            _ => Vec::new(),
        };
        let after = order.iter().position(|class| *class == place).map_or(0, |at| at + 1);
        for ancestor in order.iter().copied().skip(after) {
            let Some(Object::Class(ancestor)) = self.heap.get(ancestor) else { continue };
            let found =
                ancestor.attributes.iter().rev().find(|(known, _)| &**known == name).map(|(_, value)| *value);
            if let Some(found) = found {
                return self.bind_attribute(found, receiver);
            }
        }
        if name == "__init__" {
            // What the class would do by itself: fill an exception's arguments, or a model's fields.
            let generated = order.iter().skip(after).copied().find(|ancestor| {
                matches!(self.class_kind(*ancestor), ClassKind::Dataclass { .. } | ClassKind::BaseModel)
            });
            let model = matches!(self.class_kind(own), ClassKind::BaseModel).then_some(own);
            let class = model.or(generated).map_or(Value::None, Value::Object);
            let id = library::find(Home::Builtin, "_base_init");
            let function =
                Value::Native(id.ok_or_else(|| Raise::internal("a method that the library lacks"))?);
            let partial = Partial {
                function: Labelled::new(function, Label::NONE),
                positional: vec![receiver, Labelled::new(class, Label::NONE)],
                keyword: Vec::new(),
            };
            let method = self.heap.value(Object::Partial(Box::new(partial)))?;
            return Ok(Found::Value(Labelled::new(method, receiver.label)));
        }
        let id = match name {
            "__str__" => library::find(Home::Builtin, "_base_str"),
            "__repr__" => library::find(Home::Builtin, "_base_repr"),
            "model_dump" => library::find(Home::Method(BuiltinType::BaseModel), name),
            _ => None,
        };
        match id {
            Some(id) => {
                let method = self.heap.value(Object::NativeMethod(id, receiver))?;
                Ok(Found::Value(Labelled::new(method, receiver.label)))
            }
            None => Ok(Found::Missing),
        }
    }

    /// The value of `super()`: the class in whose body the running function was defined, and its receiver.
    pub(super) fn super_value(&mut self) -> Outcome<Labelled> {
        let no_arguments = || Raise::new(ExcKind::RuntimeError, "super(): no arguments");
        let frame = self.frames.last().ok_or_else(no_arguments)?;
        let function = frame.function.ok_or_else(no_arguments)?;
        let receiver = self.stack.get(frame.base).copied().ok_or_else(no_arguments)?;
        let receiver = match self.heap.object(receiver.value) {
            Some(Object::Cell(inner)) => *inner,
            _ => receiver,
        };
        let Some(Object::Function(function)) = self.heap.get(function) else { return Err(no_arguments()) };
        let class = function.class.ok_or_else(no_arguments)?;
        let class = Labelled::new(Value::Object(class), Label::NONE);
        let value = self.heap.value(Object::Wrapped(BuiltinType::Super, Box::new((class, receiver))))?;
        Ok(Labelled::new(value, receiver.label))
    }

    pub(super) fn load_attribute(
        &mut self,
        object: Labelled,
        name: &str,
        world: &mut World,
    ) -> Outcome<Flow> {
        let found = self.find_attribute(object, name, world);
        match found.map_err(|raise| raise.labelled(object.label, &mut world.lattice))? {
            Found::Value(value) => {
                self.could_raise(object.label, world);
                self.stack.push(value);
                Ok(Flow::Next)
            }
            Found::Property(getter) => {
                // `super().name` asks the property of a base about the object itself.
                let receiver = match self.heap.object(object.value) {
                    Some(Object::Wrapped(BuiltinType::Super, pair)) => {
                        Labelled::new(pair.1.value, world.lattice.join(pair.1.label, object.label))
                    }
                    _ => object,
                };
                self.call_unasked(getter, vec![receiver], Then::Push, world)
            }
            Found::Cached(getter) => {
                let mut state = TaskState::new(getter, vec![object], Label::NONE);
                state.extra = vec![object, Labelled::new(self.heap.text(name)?, Label::NONE)];
                self.begin_task(Task { step: cached_step, state }, Label::NONE, Then::Push, world)
            }
            Found::Missing => Err(self.no_attribute(object, name, world)),
        }
    }

    pub(super) fn no_attribute(&mut self, object: Labelled, name: &str, world: &mut World) -> Box<Raise> {
        let structure = self.cx(world).structure_of(object);
        let text = match object.value {
            Value::Module(module) => format!("module '{}' has no attribute '{name}'", module.name()),
            Value::Type(ty) => format!("type object '{}' has no attribute '{name}'", ty.qualified_name()),
            Value::ExcType(kind) => format!("type object '{}' has no attribute '{name}'", kind.name()),
            Value::Object(place) if matches!(self.heap.get(place), Some(Object::Class(_))) => {
                format!("type object '{}' has no attribute '{name}'", self.class_name(place))
            }
            _ => {
                let type_name = self.cx(world).type_name(object.value);
                format!("'{type_name}' object has no attribute '{name}'")
            }
        };
        Raise::attribute_error(text).labelled(structure, &mut world.lattice)
    }

    pub(super) fn call_method(
        &mut self,
        receiver: Labelled,
        name: &str,
        mut positional: Vec<Labelled>,
        keyword: Keywords,
        world: &mut World,
    ) -> Outcome<Flow> {
        // The common case first: a method of a built-in type, called at once.
        let plain = match receiver.value {
            Value::Object(place) => !matches!(
                self.heap.get(place),
                Some(
                    Object::Instance(_)
                        | Object::Exception(_)
                        | Object::Class(_)
                        | Object::Wrapped(..)
                        | Object::Function(_)
                )
            ),
            Value::Module(_) | Value::Type(_) | Value::ExcType(_) => false,
            _ => true,
        };
        if plain {
            let ty = self.cx(world).type_of(receiver.value);
            if let Some(id) = self.find_method(ty, name) {
                positional.insert(0, receiver);
                let callee = Labelled::new(Value::Native(id), Label::NONE);
                return self.call(callee, positional, keyword, Then::Push, world);
            }
        }
        if !self.has_field(receiver.value, name)
            && let Some(method) = self.method(receiver, name, world)
        {
            positional.insert(0, receiver);
            self.could_raise(receiver.label, world);
            return self.call(method, positional, keyword, Then::Push, world);
        }
        if MAPPING_METHODS.contains(&name)
            && self.heap.record(receiver.value).is_some_and(|record| record.field(name).is_none())
            && let Some(id) = self.find_method(BuiltinType::Dict, name)
        {
            let mapping = self.cx(world).as_mapping(receiver)?;
            positional.insert(0, mapping);
            let callee = Labelled::new(Value::Native(id), Label::NONE);
            return self.call(callee, positional, keyword, Then::Push, world);
        }
        match self.find_attribute(receiver, name, world)? {
            Found::Value(callee) => self.call(callee, positional, keyword, Then::Push, world),
            Found::Property(_) | Found::Cached(_) => {
                Err(Raise::type_error(format!("'{name}' is a property: read it first, then call it")))
            }
            Found::Missing => Err(self.no_attribute(receiver, name, world)),
        }
    }

    fn has_field(&self, value: Value, name: &str) -> bool {
        match self.heap.object(value) {
            Some(Object::Instance(instance)) => find_field(&instance.fields, name).is_some(),
            Some(Object::Exception(exception)) => find_field(&exception.fields, name).is_some(),
            _ => false,
        }
    }

    pub(super) fn attribute_name(&self, name: Labelled) -> Outcome<String> {
        let text =
            self.heap.str(name.value).ok_or_else(|| Raise::type_error("attribute name must be string"))?;
        if text.starts_with("__") && text.ends_with("__") && text.len() > 4 {
            return Err(Raise::attribute_error(format!("plans have no access to '{text}'")));
        }
        Ok(text.to_owned())
    }

    pub(super) fn getattr(
        &mut self,
        object: Labelled,
        name: Labelled,
        default: Option<Labelled>,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let text = self.attribute_name(name)?;
        let mut cx = self.cx(world);
        let structure = cx.structure_of(object);
        match self.find_attribute(object, &text, world)? {
            Found::Value(value) => {
                let label = self.cx(world).pick(value.label, structure, name.label, FIELDS);
                Ok(Labelled::new(value.value, label))
            }
            Found::Property(_) | Found::Cached(_) => {
                Err(Raise::type_error(format!("'{text}' is a property: write object.{text}")))
            }
            Found::Missing => match default {
                Some(default) => {
                    let label = self.cx(world).pick(default.label, structure, name.label, FIELDS);
                    Ok(Labelled::new(default.value, label))
                }
                None => Err(self.no_attribute(object, &text, world).labelled(name.label, &mut world.lattice)),
            },
        }
    }

    /// An attribute that a class pattern asks for; none if it is not there.
    pub(super) fn matched_attribute(
        &mut self,
        object: Labelled,
        name: &str,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        match self.find_attribute(object, name, world)? {
            Found::Value(value) => Ok(Some(value)),
            Found::Property(_) | Found::Cached(_) => {
                Err(Raise::type_error(format!("'{name}' is a property: match on a field")))
            }
            Found::Missing => Ok(None),
        }
    }

    pub(super) fn hasattr(
        &mut self,
        object: Labelled,
        name: Labelled,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let text = self.attribute_name(name)?;
        let mut cx = self.cx(world);
        let structure = cx.structure_of(object);
        let label = cx.join(structure, name.label);
        let there = !matches!(self.find_attribute(object, &text, world)?, Found::Missing);
        Ok(Labelled::new(Value::Bool(there), label))
    }

    // -- writing

    /// Whether `Field(frozen=True)` says that a model's field is not assigned to.
    fn is_frozen_field(&self, class: Ref, name: &str) -> bool {
        let fields = self.declared_fields(class);
        let field = fields.iter().find(|field| &*field.name == name);
        field.is_some_and(|field| {
            self.heap.field_option(field.constraints, "frozen") == Some(Value::Bool(true))
        })
    }

    pub(super) fn store_attribute(
        &mut self,
        object: Labelled,
        name: &str,
        value: Labelled,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let class = self.class_of_instance(object.value);
        let kind = class.map(|class| self.class_kind(class));
        if let Some(ClassKind::Dataclass { frozen: true, .. }) = kind {
            return Err(Raise::new(ExcKind::FrozenInstanceError, format!("cannot assign to field '{name}'")));
        }
        if let Some(ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum) = kind {
            return Err(Raise::attribute_error(format!("cannot reassign member '{name}'")));
        }
        if let Some(ClassKind::NamedTuple) = kind {
            return Err(Raise::attribute_error("can't set attribute"));
        }
        if let Some(class) = class
            && kind == Some(ClassKind::BaseModel)
            && (self.model_option(class, "frozen") == Some(true) || self.is_frozen_field(class, name))
        {
            return self.frozen_model(class, name, value, world);
        }
        if let Value::Object(place) = object.value
            && self.class_kind(place).is_enum()
            && let Some(Object::Class(class)) = self.heap.get(place)
            && class.members.iter().any(|(known, _)| &**known == name)
        {
            return Err(Raise::attribute_error(format!("cannot reassign member '{name}'")));
        }
        let value = match class {
            Some(class)
                if kind == Some(ClassKind::BaseModel)
                    && self.model_option(class, "validate_assignment") == Some(true) =>
            {
                self.valid_assignment(class, name, value, world)?
            }
            _ => value,
        };
        let attribute = class.and_then(|class| self.class_attribute(class, name));
        if let Some(attribute) = attribute
            && let Some(Object::Wrapped(BuiltinType::Property, pair)) = self.heap.object(attribute.value)
        {
            let setter = pair.1;
            if matches!(setter.value, Value::None | Value::Ellipsis) {
                let class = class.map(|class| self.class_name(class)).unwrap_or_default();
                return Err(Raise::attribute_error(format!(
                    "property '{name}' of '{class}' object has no setter"
                )));
            }
            // Which object it is, and what its class holds, decides whose setter runs.
            let kind = self.kind_label(object, world);
            let setter = Labelled::new(setter.value, world.lattice.join(setter.label, kind));
            if then == Then::Drop {
                return self.call_unasked(setter, vec![object, value], then, world);
            }
            let mut state = TaskState::for_each(setter, vec![object, value], Label::NONE);
            state.extra = vec![Labelled::new(Value::None, self.literal)];
            return self.begin_task(
                Task { step: super::class::construct_step, state },
                Label::NONE,
                then,
                world,
            );
        }
        self.cx(world).mutate(object, Label::NONE);
        if kind == Some(ClassKind::BaseModel) {
            self.note_given(class, object.value, name);
        }
        let fields = match self.heap.object_mut(object.value) {
            Some(Object::Instance(instance)) => Some(&mut instance.fields),
            Some(Object::Exception(exception)) => Some(&mut exception.fields),
            Some(Object::Class(class)) => Some(&mut class.attributes),
            _ => None,
        };
        let Some(fields) = fields else { return Err(self.no_attribute(object, name, world)) };
        match fields.iter_mut().find(|(known, _)| &**known == name) {
            Some((_, place)) => *place = value,
            None => {
                if matches!(kind, Some(ClassKind::BaseModel)) {
                    let class = class.map(|class| self.class_name(class)).unwrap_or_default();
                    return Err(Raise::value_error(format!("\"{class}\" object has no field \"{name}\"")));
                }
                fields.push((name.into(), value));
                self.heap.charge(size_of::<Labelled>() + name.len())?;
            }
        }
        let literal = self.literal;
        self.deliver(Labelled::new(Value::None, literal), then, world)
    }

    /// A field of a model that is assigned counts as one that was given.
    fn note_given(&mut self, class: Option<Ref>, model: Value, name: &str) {
        let place = match class.and_then(|class| self.heap.get(class)) {
            Some(Object::Class(class)) => class.fields.iter().position(|field| &*field.name == name),
            _ => None,
        };
        if let (Some(place @ 0..63), Some(Object::Instance(instance))) = (place, self.heap.object_mut(model))
        {
            instance.unset &= !(1 << place);
        }
    }

    pub(super) fn delete_attribute(
        &mut self,
        object: Labelled,
        name: &str,
        world: &mut World,
    ) -> Outcome<()> {
        let class = self.class_of_instance(object.value);
        if let Some(ClassKind::Dataclass { frozen: true, .. }) = class.map(|class| self.class_kind(class)) {
            return Err(Raise::new(ExcKind::FrozenInstanceError, format!("cannot delete field '{name}'")));
        }
        self.cx(world).mutate(object, Label::NONE);
        let found = match self.heap.object_mut(object.value) {
            Some(Object::Instance(instance)) => {
                let before = instance.fields.len();
                instance.fields.retain(|(known, _)| &**known != name);
                instance.fields.len() < before
            }
            _ => false,
        };
        if found { Ok(()) } else { Err(self.no_attribute(object, name, world)) }
    }

    // -- subscripts that need more than data

    pub(super) fn subscript(
        &mut self,
        container: Labelled,
        key: Labelled,
        world: &mut World,
    ) -> Outcome<Flow> {
        if let Value::Object(place) = container.value {
            if let Some(flow) = self.instance_call(container, "__getitem__", vec![key], world)? {
                return Ok(flow);
            }
            if let Some(Object::Class(class)) = self.heap.get(place)
                && matches!(class.kind, ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum)
            {
                let name = self.heap.str(key.value).unwrap_or_default();
                let count = class.members.len();
                let named = class.members.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value);
                // A second name of a member is kept among the attributes.
                let alias =
                    class.attributes.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value);
                let alias = alias.filter(|alias| self.heap.enum_value(alias.value).is_some());
                let Some(member) = named.or(alias) else { return Err(Raise::key_error(key)) };
                let label = self.cx(world).pick(member.label, container.label, key.label, count);
                self.stack.push(Labelled::new(member.value, label));
                return Ok(Flow::Next);
            }
            if let Some(underlying) = self.underlying(container) {
                let label = world.lattice.join(underlying.label, container.label);
                return self.subscript(Labelled::new(underlying.value, label), key, world);
            }
        }
        let mut cx = self.cx(world);
        let operands = cx.join(container.label, key.label);
        let found = cx.get_item_or_factory(container, key);
        match found.map_err(|raise| raise.labelled(operands, &mut world.lattice))? {
            crate::operation::Found::Item(item) => {
                if self.catcher().is_some() {
                    let structure = self.cx(world).structure_of(container);
                    let operands = world.lattice.join(operands, structure);
                    self.could_raise(operands, world);
                }
                self.stack.push(item);
                Ok(Flow::Next)
            }
            crate::operation::Found::Missing { factory } => {
                // That the key is missing decided that the factory is called.
                let structure = self.cx(world).structure_of(container);
                let missing = world.lattice.join(operands, structure);
                let answers = self.cx(world).asked_label();
                let missing = world.lattice.join(missing, answers);
                let key = Labelled::new(key.value, world.lattice.join(key.label, answers));
                let label = if world.lattice.is_inert(missing) {
                    factory.label
                } else {
                    world.lattice.join(factory.label, missing)
                };
                let factory = Labelled::new(factory.value, label);
                self.call(factory, Vec::new(), Vec::new(), Then::Insert { container, key }, world)
            }
        }
    }
}

/// The methods of dictionaries that records have: those that change nothing.
const MAPPING_METHODS: [&str; 5] = ["copy", "get", "items", "keys", "values"];

/// How many fields an untrusted name is taken to choose among.
const FIELDS: usize = 1 << 16;

fn find_field(fields: &[(Name, Labelled)], name: &str) -> Option<Labelled> {
    fields.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value)
}
