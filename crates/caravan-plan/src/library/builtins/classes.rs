//! `isinstance`, `type` and the other builtins over classes; `bool` and `object`.

use std::sync::Arc;

use crate::cx::Cx;
use crate::heap::{Class, ClassKind, Instance, Object};
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

fn isinstance(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value, class] = args.unpack(0, "isinstance", 2)?;
    let (Some(value), Some(class)) = (value, class) else {
        return Err(Raise::internal("isinstance without arguments"));
    };
    // A value's class is settled with the value itself; what is in it does not matter.
    let class_label = cx.deep(class);
    let label = cx.join(value.label, class_label);
    let outcome = cx.is_instance(value.value, class.value);
    let outcome = cx.reveal(outcome, label)?;
    Ok(Labelled::new(Value::Bool(outcome), label))
}

fn issubclass(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [class, of] = args.unpack(0, "issubclass", 2)?;
    let (Some(class), Some(of)) = (class, of) else {
        return Err(Raise::internal("issubclass without arguments"));
    };
    let of_label = cx.deep(of);
    let label = cx.join(class.label, of_label);
    let outcome = cx.is_subclass(class.value, of.value);
    let outcome = cx.reveal(outcome, label)?;
    Ok(Labelled::new(Value::Bool(outcome), label))
}

fn callable(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let value = args.one(0, "callable")?;
    Ok(Labelled::new(Value::Bool(cx.heap.is_callable(value.value)), value.label))
}

fn bool(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [value] = args.unpack(0, "bool", 0)?;
    Ok(match value {
        None => Labelled::new(Value::Bool(false), cx.literal),
        Some(value) => {
            let label = cx.structure_of(value);
            Labelled::new(Value::Bool(cx.asked_truth(value.value)?), label)
        }
    })
}

fn object(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if !args.positional.is_empty() || !args.keyword.is_empty() {
        return Err(Raise::type_error("object() takes no arguments"));
    }
    // A sentinel: equal to itself alone, as an instance of a class without methods is.
    let class = Class {
        name: "object".into(),
        kind: ClassKind::Plain,
        ancestors: Vec::new(),
        attributes: Vec::new(),
        fields: Arc::default(),
        members: Vec::new(),
        label: cx.literal,
        doc: None,
        mixed: false,
        generates: false,
    };
    let class = cx.heap.alloc(Object::Class(Box::new(class)))?;
    let instance = Instance {
        class: Some(class),
        class_name: "object".into(),
        fields: Vec::new(),
        structure: cx.literal,
        unset: 0,
    };
    Ok(Labelled::new(cx.heap.value(Object::Instance(Box::new(instance)))?, cx.literal))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::builtin("isinstance", Run::Labelled(isinstance)),
    Native::builtin("issubclass", Run::Labelled(issubclass)),
    Native::builtin("callable", Run::Labelled(callable)),
    Native::constructor(BuiltinType::Bool, "bool", Run::Labelled(bool)),
    Native::constructor(BuiltinType::Object, "object", Run::Labelled(object)),
];
