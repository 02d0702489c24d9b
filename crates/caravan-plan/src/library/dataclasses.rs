//! The module `dataclasses`.

use caravan_label::Label;

use super::{Args, Home, MachineNative, Native, Run};
use crate::cx::Cx;
use crate::heap::{ClassKind, FieldSpec, Instance, Name, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Ref, Value};

/// `Field(...)` and `field(...)`: their arguments, for the class statement to read. The one positional
/// argument is the default.
pub(super) fn field(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let mut arguments = args.keyword.to_vec();
    if let Some(default) = args.get(0) {
        arguments.push(("default".into(), default));
    }
    let label = cx.literal;
    let spec = cx.heap.value(Object::FieldSpec(Box::new(FieldSpec { arguments })))?;
    Ok(Labelled::new(spec, label))
}

/// `@dataclass(...)`: its arguments; `@dataclass` alone is recognised by the class statement.
fn dataclass(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if args.named("unsafe_hash").is_some_and(|flag| cx.heap.truth(flag.value)) {
        return Err(Raise::type_error("a plan has no dataclass with unsafe_hash=True: write frozen=True"));
    }
    field(cx, Args { positional: &[], keyword: args.keyword })
}

/// The dataclass that a value is, or is an instance of.
fn class_of(cx: &Cx<'_>, value: Value) -> Option<Ref> {
    let place = match value {
        Value::Object(place) if cx.heap.class(place).is_some() => place,
        other => cx.heap.class_of(other)?,
    };
    matches!(cx.heap.class(place)?.kind, ClassKind::Dataclass { .. }).then_some(place)
}

/// The fields of an instance of a dataclass, in the order of their declaration, each with its label as it is read.
pub(crate) fn read_fields(cx: &mut Cx<'_>, value: Labelled) -> Option<Vec<(Name, Labelled)>> {
    let Some(Object::Instance(instance)) = cx.heap.object(value.value) else { return None };
    let declared = cx.heap.class(instance.class?)?;
    if !matches!(declared.kind, ClassKind::Dataclass { .. }) {
        return None;
    }
    let fields: Vec<(Name, Labelled)> = declared
        .fields
        .iter()
        .filter_map(|field| instance.field(&field.name).map(|value| (field.name.clone(), value)))
        .collect();
    let structure = cx.structure_of(value);
    let read = |(name, field): (Name, Labelled)| {
        let label = cx.pick(field.label, structure, Label::NONE, 1);
        (name, Labelled::new(field.value, label))
    };
    Some(fields.into_iter().map(read).collect())
}

/// Which of the two is made of dataclasses.
#[derive(Clone, Copy, PartialEq)]
enum Made {
    Dicts,
    Tuples,
}

fn taken_apart(cx: &mut Cx<'_>, value: Labelled, made: Made, depth: usize) -> Outcome<Labelled> {
    if depth > cx.limits.data_depth {
        return Err(Raise::new(
            caravan_pylib::error::ExcKind::RecursionError,
            "maximum recursion depth exceeded",
        ));
    }
    if let Some(fields) = read_fields(cx, value) {
        let structure = cx.structure_of(value);
        if made == Made::Tuples {
            let mut items = Vec::with_capacity(fields.len());
            for (_, field) in fields {
                items.push(taken_apart(cx, field, made, depth + 1)?);
            }
            return cx.make_tuple(items, structure);
        }
        let dict = cx.make_dict(BuiltinType::Dict, structure)?;
        for (name, field) in fields {
            let field = taken_apart(cx, field, made, depth + 1)?;
            let name = cx.text(&*name, cx.literal)?;
            cx.dict_insert(dict.value, name, field)?;
        }
        return Ok(dict);
    }
    let structure = cx.structure_of(value);
    match cx.heap.object(value.value) {
        Some(Object::List(list)) => {
            let items = list.items.clone();
            let items = parts(cx, items, made, depth)?;
            cx.make_list(items, structure)
        }
        Some(Object::Tuple(tuple)) => {
            let items = tuple.items.clone();
            let items = parts(cx, items, made, depth)?;
            cx.make_tuple(items, structure)
        }
        Some(Object::Dict(dict)) => {
            let (kind, factory) = (dict.kind, dict.factory);
            let entries: Vec<_> = dict.iter().map(|entry| (entry.key, entry.value)).collect();
            let copy = cx.make_dict(kind, structure)?;
            if let Some(copy) = cx.heap.dict_mut(copy.value) {
                copy.factory = factory;
            }
            for (key, value) in entries {
                let value = taken_apart(cx, value, made, depth + 1)?;
                cx.dict_insert(copy.value, key, value)?;
            }
            Ok(copy)
        }
        // A copy, as CPython's `deepcopy` makes one.
        Some(Object::Set(set)) => {
            let mut copy = set.clone();
            copy.structure = structure;
            Ok(Labelled::new(cx.heap.value(Object::Set(copy))?, cx.literal))
        }
        _ => Ok(value),
    }
}

fn parts(cx: &mut Cx<'_>, items: Vec<Labelled>, made: Made, depth: usize) -> Outcome<Vec<Labelled>> {
    items.into_iter().map(|item| taken_apart(cx, item, made, depth + 1)).collect()
}

fn instance(cx: &Cx<'_>, value: Labelled, function: &str) -> Outcome<()> {
    let is_class = matches!(cx.heap.object(value.value), Some(Object::Class(_)));
    if is_class || class_of(cx, value.value).is_none() {
        return Err(Raise::type_error(format!("{function}() should be called on dataclass instances")));
    }
    Ok(())
}

fn asdict(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value] = args.bind("asdict", 0, ["obj"], 0, 1)?;
    let value = value.ok_or_else(|| Raise::internal("asdict without an argument"))?;
    instance(cx, value, "asdict")?;
    taken_apart(cx, value, Made::Dicts, 0)
}

fn astuple(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value] = args.bind("astuple", 0, ["obj"], 0, 1)?;
    let value = value.ok_or_else(|| Raise::internal("astuple without an argument"))?;
    instance(cx, value, "astuple")?;
    taken_apart(cx, value, Made::Tuples, 0)
}

/// The declared fields, as records with `name`, `type` and `default`. They are written in the plan.
fn fields(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value] = args.bind("fields", 0, ["class_or_instance"], 0, 1)?;
    let value = value.ok_or_else(|| Raise::internal("fields without an argument"))?;
    let Some(place) = class_of(cx, value.value) else {
        return Err(Raise::type_error("must be called with a dataclass type or instance"));
    };
    let declared = cx.heap.class(place).map(|class| class.fields.clone()).unwrap_or_default();
    let mut items = Vec::with_capacity(declared.len());
    for field in declared.iter().filter(|field| !field.init_only) {
        let name = cx.text(&*field.name, cx.literal)?;
        let mut parts = vec![("name".into(), name), ("type".into(), field.annotation)];
        if field.default.value != Value::Unbound {
            parts.push(("default".into(), field.default));
        }
        let record = Instance {
            class: None,
            class_name: "Field".into(),
            fields: parts,
            structure: cx.literal,
            unset: 0,
        };
        let record = cx.heap.value(Object::Instance(Box::new(record)))?;
        items.push(Labelled::new(record, cx.literal));
    }
    cx.make_tuple(items, value.label)
}

fn is_dataclass(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value] = args.bind("is_dataclass", 0, ["obj"], 0, 1)?;
    let value = value.ok_or_else(|| Raise::internal("is_dataclass without an argument"))?;
    Ok(Labelled::new(Value::Bool(class_of(cx, value.value).is_some()), value.label))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::function(Module::Dataclasses, "dataclass", Run::Labelled(dataclass)),
    Native::function(Module::Dataclasses, "field", Run::Labelled(field)),
    Native::function(Module::Dataclasses, "asdict", Run::Labelled(asdict)),
    Native::function(Module::Dataclasses, "astuple", Run::Labelled(astuple)),
    Native::function(Module::Dataclasses, "fields", Run::Labelled(fields)),
    Native::function(Module::Dataclasses, "is_dataclass", Run::Labelled(is_dataclass)),
    Native {
        home: Home::Module(Module::Dataclasses),
        name: "replace",
        run: Run::Machine(MachineNative::Replace),
        mutates: false,
    },
];
