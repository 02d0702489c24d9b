//! Annotations of a plan as types, and answers in the shape that an annotation asks for.

use std::sync::Arc;

use caravan_label::Label;

use super::Machine;
use super::request::plain_type;
use crate::heap::{ClassKind, Instance, Name, Object};
use crate::raise::{Outcome, Raise};
use crate::types::{Field, RecordType, Type};
use crate::value::{BuiltinType, Labelled, Ref, Value};
use crate::world::World;

/// How deep annotations may nest.
const DEPTH: usize = 32;

impl Machine {
    /// The type that an annotation, or the argument of `output_schema`, stands for.
    ///
    /// # Errors
    ///
    /// `TypeError` for a value that is no type.
    pub(super) fn type_of_annotation(&mut self, annotation: Labelled, world: &mut World) -> Outcome<Type> {
        self.named = Label::NONE;
        self.annotated(annotation.value, DEPTH, world)
    }

    /// The class that a name in quotes stands for: one that the plan defines once, whatever is decided.
    fn named_class(&self, name: &str) -> Option<Ref> {
        let certain = self.program.0.compiled.certain_classes.iter().any(|known| &**known == name);
        let class = self.classes.iter().find(|(known, _)| &**known == name).filter(|_| certain)?;
        Some(class.1)
    }

    fn annotated(&mut self, annotation: Value, depth: usize, world: &mut World) -> Outcome<Type> {
        let Some(deeper) = depth.checked_sub(1) else { return Ok(Type::Any) };
        match annotation {
            Value::None => Ok(Type::None),
            Value::Type(ty) => plain_type(ty).ok_or_else(|| no_schema(ty.name())),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Class(_)) => self.class_type(place, deeper, world),
                Some(Object::Alias(alias)) => {
                    let (origin, arguments) = (**alias).clone();
                    self.alias_type(origin.value, &arguments, deeper, world)
                }
                // A name in quotes: a class defined later, or itself.
                Some(Object::Str(name)) => {
                    match self.named_class(name.as_str()) {
                        Some(class) => {
                            // The text of the schema is made of the class that the name stands for.
                            let named = self.cx(world).deep(Labelled::new(Value::Object(class), Label::NONE));
                            self.named = world.lattice.join(self.named, named);
                            self.class_type(class, deeper, world)
                        }
                        None => Ok(Type::Any),
                    }
                }
                _ => {
                    let name = self.cx(world).type_name(annotation);
                    Err(no_schema(&format!("a value of type {name}")))
                }
            },
            _ => {
                let text = self.cx(world).repr(annotation)?;
                Err(no_schema(&text))
            }
        }
    }

    fn alias_type(
        &mut self,
        origin: Value,
        arguments: &[Labelled],
        depth: usize,
        world: &mut World,
    ) -> Outcome<Type> {
        let Value::Type(origin) = origin else { return Ok(Type::Any) };
        if origin == BuiltinType::Annotated {
            let first = arguments.first().map_or(Value::None, |argument| argument.value);
            return self.annotated(first, depth, world);
        }
        let mut types = Vec::new();
        if origin != BuiltinType::Literal {
            for argument in arguments {
                types.push(match argument.value {
                    Value::Ellipsis => Type::Any,
                    value => self.annotated(value, depth, world)?,
                });
            }
        }
        let first = || types.first().cloned().unwrap_or_default();
        Ok(match origin {
            BuiltinType::Literal => {
                let mut members = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    members.push(self.export(*argument, world)?.to_json());
                }
                Type::Enum(members.into())
            }
            BuiltinType::Optional => first().optional(),
            BuiltinType::Union => Type::union(types),
            BuiltinType::Dict | BuiltinType::Mapping => {
                Type::Dict(Arc::new(types.get(1).cloned().unwrap_or_default()))
            }
            BuiltinType::List
            | BuiltinType::Set
            | BuiltinType::FrozenSet
            | BuiltinType::Sequence
            | BuiltinType::Iterable => Type::List(Arc::new(first())),
            BuiltinType::Tuple => {
                let same = types.iter().all(|ty| Some(ty) == types.first() || *ty == Type::Any);
                Type::List(Arc::new(if same { first() } else { Type::Any }))
            }
            _ => Type::Any,
        })
    }

    fn class_type(&mut self, place: Ref, depth: usize, world: &mut World) -> Outcome<Type> {
        let Some(Object::Class(class)) = self.heap.get(place) else { return Ok(Type::Any) };
        let (name, doc, kind) = (class.name.clone(), class.doc.clone(), class.kind);
        if matches!(kind, ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum) {
            let members: Vec<Labelled> = class.members.iter().map(|(_, member)| *member).collect();
            let mut values = Vec::with_capacity(members.len());
            for member in members {
                values.push(self.export(member, world)?.to_json());
            }
            return Ok(Type::Enum(values.into()));
        }
        let fields = class.fields.clone();
        if fields.is_empty() && !matches!(kind, ClassKind::BaseModel | ClassKind::Dataclass { .. }) {
            return Err(no_schema(&name));
        }
        let mut declared = Vec::with_capacity(fields.len());
        for field in fields.iter() {
            let default = match field.default.value {
                Value::Unbound => None,
                _ => Some(self.export(field.default, world)?.to_json()),
            };
            declared.push(Field {
                name: Box::from(&*field.name),
                ty: self.annotated(field.annotation.value, depth, world)?,
                required: default.is_none() && field.factory.value == Value::Unbound,
                description: field.description.clone().unwrap_or_default(),
                default,
            });
        }
        let description = doc.unwrap_or_default();
        Ok(Type::Record(Arc::new(RecordType {
            name: Box::from(&*name),
            description,
            fields: declared,
            open: false,
        })))
    }

    /// A value that has come from outside, in the shape that an annotation of the plan asks for: records
    /// become instances of the plan's classes, constants become members of its enums.
    pub(super) fn shape(
        &mut self,
        value: Labelled,
        annotation: Labelled,
        world: &mut World,
    ) -> Outcome<Labelled> {
        self.shaped(value, annotation.value, DEPTH, world)
    }

    fn shaped(
        &mut self,
        value: Labelled,
        annotation: Value,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let Some(deeper) = depth.checked_sub(1) else { return Ok(value) };
        let Value::Object(place) = annotation else { return Ok(value) };
        match self.heap.get(place) {
            Some(Object::Class(class)) => {
                if matches!(class.kind, ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum) {
                    let members: Vec<Labelled> = class.members.iter().map(|(_, member)| *member).collect();
                    for member in members {
                        let Some((held, _)) = self.heap.enum_value(member.value) else { continue };
                        if self.cx(world).equal(held.value, value.value)? {
                            return Ok(Labelled::new(member.value, value.label));
                        }
                    }
                    return Ok(value);
                }
                let annotations: Vec<(Name, Value)> =
                    class.fields.iter().map(|field| (field.name.clone(), field.annotation.value)).collect();
                let name = class.name.clone();
                self.shape_record(value, place, &name, &annotations, deeper, world)
            }
            Some(Object::Alias(alias)) => {
                let (origin, arguments) = (**alias).clone();
                let first = arguments.first().map_or(Value::None, |argument| argument.value);
                match origin.value {
                    Value::Type(BuiltinType::Annotated) => self.shaped(value, first, deeper, world),
                    Value::Type(BuiltinType::List | BuiltinType::Sequence) => {
                        self.shape_items(value, first, deeper, world)?;
                        Ok(value)
                    }
                    Value::Type(BuiltinType::Dict) => {
                        let second = arguments.get(1).map_or(Value::None, |argument| argument.value);
                        self.shape_values(value, second, deeper, world)?;
                        Ok(value)
                    }
                    Value::Type(BuiltinType::Optional | BuiltinType::Union) => {
                        let mut shaped = value;
                        for argument in arguments {
                            if shaped == value && value.value != Value::None {
                                shaped = self.shaped(value, argument.value, deeper, world)?;
                            }
                        }
                        Ok(shaped)
                    }
                    _ => Ok(value),
                }
            }
            Some(Object::Str(name)) => match self.named_class(name.as_str()) {
                Some(class) => self.shaped(value, Value::Object(class), deeper, world),
                None => Ok(value),
            },
            _ => Ok(value),
        }
    }

    fn shape_record(
        &mut self,
        value: Labelled,
        class: Ref,
        name: &str,
        annotations: &[(Name, Value)],
        depth: usize,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let (mut fields, structure) = match self.heap.object(value.value) {
            Some(Object::Instance(instance)) => (instance.fields.clone(), instance.structure),
            _ => return Ok(value),
        };
        for (name, field) in &mut fields {
            if let Some((_, annotation)) = annotations.iter().find(|(known, _)| known == name) {
                *field = self.shaped(*field, *annotation, depth, world)?;
            }
        }
        let instance = Instance { class: Some(class), class_name: name.into(), fields, structure, unset: 0 };
        let made = self.heap.value(Object::Instance(Box::new(instance)))?;
        Ok(Labelled::new(made, value.label))
    }

    fn shape_items(
        &mut self,
        list: Labelled,
        annotation: Value,
        depth: usize,
        world: &mut World,
    ) -> Outcome<()> {
        let items = match self.heap.object(list.value) {
            Some(Object::List(list)) => list.items.clone(),
            _ => return Ok(()),
        };
        let shaped: Vec<Labelled> = items
            .into_iter()
            .map(|item| self.shaped(item, annotation, depth, world))
            .collect::<Outcome<_>>()?;
        if let Some(Object::List(list)) = self.heap.object_mut(list.value) {
            list.items = shaped;
        }
        Ok(())
    }

    fn shape_values(
        &mut self,
        dict: Labelled,
        annotation: Value,
        depth: usize,
        world: &mut World,
    ) -> Outcome<()> {
        let entries: Vec<(Labelled, Labelled)> = match self.heap.object(dict.value) {
            Some(Object::Dict(dict)) => dict.iter().map(|entry| (entry.key, entry.value)).collect(),
            _ => return Ok(()),
        };
        for (key, value) in entries {
            let value = self.shaped(value, annotation, depth, world)?;
            self.cx(world).dict_insert(dict.value, key, value)?;
        }
        Ok(())
    }
}

fn no_schema(what: &str) -> Box<Raise> {
    Raise::type_error(format!(
        "output_schema cannot be {what}: give str, int, float, bool, list[...], dict[str, ...], Literal[...], an Enum, \
         or a class derived from BaseModel"
    ))
}
