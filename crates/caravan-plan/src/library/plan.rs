//! The functions that belong to the machine itself, and those that classes are declared with.

use super::{Args, Home, MachineNative, Native, Run};
use crate::cx::Cx;
use crate::heap::{FieldSpec, Object};
use crate::raise::Outcome;
use crate::value::{Labelled, Module};

const fn machine(name: &'static str, which: MachineNative) -> Native {
    Native { home: Home::Builtin, name, run: Run::Machine(which), mutates: false }
}

/// `Field(...)` and `field(...)`: their arguments, for the class statement to read. The one positional
/// argument is the default.
fn field(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
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
    field(cx, Args { positional: &[], keyword: args.keyword })
}

pub(crate) const NATIVES: &[Native] = &[
    machine("print", MachineNative::Print),
    machine("get_variable", MachineNative::GetVariable),
    machine("query_ai_assistant", MachineNative::QueryQuarantined),
    machine("next", MachineNative::Next),
    machine("super", MachineNative::Super),
    machine("repr", MachineNative::Repr),
    machine("getattr", MachineNative::Getattr),
    machine("setattr", MachineNative::Setattr),
    machine("hasattr", MachineNative::Hasattr),
    Native::function(Module::Dataclasses, "dataclass", Run::Labelled(dataclass)),
    Native::function(Module::Dataclasses, "field", Run::Labelled(field)),
    Native::function(Module::Pydantic, "Field", Run::Labelled(field)),
];
