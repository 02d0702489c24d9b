//! What plans can call in the modules `typing` and `enum`. The typing forms themselves are types.

use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Value};

fn cast(_: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [_, value] = args.bind("cast", 0, ["typ", "val"], 0, 2)?;
    value.ok_or_else(|| Raise::internal("cast without a value"))
}

/// `NewType("UserId", int)` is `int` itself: calling it converts, which leaves what is one already alone.
fn new_type(_: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [_, of] = args.bind("NewType", 0, ["name", "tp"], 0, 2)?;
    of.ok_or_else(|| Raise::internal("NewType without a type"))
}

/// A type variable stands for any type.
fn type_var(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if args.positional.is_empty() {
        return Err(Raise::type_error("TypeVar.__new__() missing 1 required positional argument: 'name'"));
    }
    Ok(Labelled::new(Value::Type(BuiltinType::Any), cx.literal))
}

/// Decorators that say something to a type checker alone.
fn unchanged(_: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.one(0, "decorator")
}

/// `@unique`: no member of the enum has two names.
fn unique(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let class = args.one(0, "unique")?;
    let Some(Object::Class(of)) = cx.heap.object(class.value) else { return Ok(class) };
    let known = |value: Value| of.members.iter().find(|(_, member)| member.value == value);
    let twice: Vec<String> = of
        .attributes
        .iter()
        .filter_map(|(name, value)| known(value.value).map(|(member, _)| format!("{name} -> {member}")))
        .collect();
    if twice.is_empty() {
        return Ok(class);
    }
    Err(Raise::value_error(format!("duplicate values found in <enum '{}'>: {}", of.name, twice.join(", "))))
}

/// `enum.auto()`: a mark that the class statement replaces by the next value.
fn auto(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(0, "auto")?;
    let none = cx.none(cx.literal);
    let mark = Object::Wrapped(BuiltinType::Enum, Box::new((none, none)));
    Ok(Labelled::new(cx.heap.value(mark)?, cx.literal))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::function(Module::Typing, "cast", Run::Labelled(cast)),
    Native::function(Module::Typing, "NewType", Run::Labelled(new_type)),
    Native::function(Module::Typing, "TypeVar", Run::Labelled(type_var)),
    Native::function(Module::Typing, "ParamSpec", Run::Labelled(type_var)),
    Native::function(Module::Typing, "override", Run::Labelled(unchanged)),
    Native::function(Module::Typing, "final", Run::Labelled(unchanged)),
    Native::function(Module::Typing, "overload", Run::Labelled(unchanged)),
    Native::function(Module::Typing, "runtime_checkable", Run::Labelled(unchanged)),
    Native::function(Module::Enum, "unique", Run::Labelled(unique)),
    Native::function(Module::Enum, "auto", Run::Labelled(auto)),
];
