//! The functions that belong to the machine itself, and those behind parts of a class.

use super::{Args, Home, MachineNative, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

const fn machine(name: &'static str, which: MachineNative) -> Native {
    Native { home: Home::Builtin, name, run: Run::Machine(which), mutates: false }
}

/// `@name.setter`: the property with a setter.
fn property_setter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    with_accessor(cx, args, false)
}

/// `@name.getter`: the property with another getter.
fn property_getter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    with_accessor(cx, args, true)
}

fn with_accessor(cx: &mut Cx<'_>, args: Args<'_>, getter: bool) -> Outcome<Labelled> {
    let (property, function) = (args.receiver()?, args.one(1, "accessor")?);
    let pair = match cx.heap.object(property.value) {
        Some(Object::Wrapped(BuiltinType::Property, pair)) => **pair,
        _ => return Err(Raise::internal("an accessor of no property")),
    };
    let pair = if getter { (function, pair.1) } else { (pair.0, function) };
    let made = cx.heap.value(Object::Wrapped(BuiltinType::Property, Box::new(pair)))?;
    Ok(Labelled::new(made, cx.literal))
}

/// `Exception.__init__(self, ...)`, written out in an `__init__` of the plan.
fn plain_init(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let receiver = args.receiver()?;
    cx.mutate(receiver, caravan_label::Label::NONE);
    if let Some(Object::Exception(exception)) = cx.heap.object_mut(receiver.value) {
        exception.arguments = args.positional.iter().skip(1).copied().collect();
    }
    Ok(cx.none(cx.literal))
}

/// `super().__str__()` where no class of the plan comes next.
fn base_str(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let text = cx.base_str(args.one(0, "__str__")?.value)?;
    cx.heap.text(text)
}

/// `super().__repr__()` likewise.
fn base_repr(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let text = cx.base_repr(args.one(0, "__repr__")?.value)?;
    cx.heap.text(text)
}

pub(crate) const NATIVES: &[Native] = &[
    machine("print", MachineNative::Print),
    machine("get_variable", MachineNative::GetVariable),
    machine("query_ai_assistant", MachineNative::QueryQuarantined),
    machine("answer", MachineNative::Answer),
    machine("status_of", MachineNative::StatusOf),
    machine("scope_of", MachineNative::ScopeOf),
    machine("next", MachineNative::Next),
    machine("super", MachineNative::Super),
    machine("repr", MachineNative::Repr),
    machine("getattr", MachineNative::Getattr),
    machine("setattr", MachineNative::Setattr),
    machine("hasattr", MachineNative::Hasattr),
    machine("delattr", MachineNative::Delattr),
    machine("_base_init", MachineNative::BaseInit),
    Native { home: Home::Builtin, name: "_plain_init", run: Run::Labelled(plain_init), mutates: true },
    Native::builtin("_base_str", Run::Pure(base_str)),
    Native::builtin("_base_repr", Run::Pure(base_repr)),
    Native::builtin("_property_setter", Run::Labelled(property_setter)),
    Native::builtin("_property_getter", Run::Labelled(property_getter)),
];
