//! What the modules that plans may import hold: types, constants, functions.

use caravan_pylib::error::ExcKind;

use super::{Home, find, natives};
use crate::cx::Cx;
use crate::raise::Outcome;
use crate::value::{BuiltinType, Module, Value};

/// The types and exceptions of each module.
const TYPES: &[(Module, &str, Value)] = &[
    (Module::Collections, "Counter", Value::Type(BuiltinType::Counter)),
    (Module::Collections, "OrderedDict", Value::Type(BuiltinType::OrderedDict)),
    (Module::Collections, "defaultdict", Value::Type(BuiltinType::DefaultDict)),
    (Module::Collections, "deque", Value::Type(BuiltinType::Deque)),
    (Module::Datetime, "date", Value::Type(BuiltinType::Date)),
    (Module::Datetime, "datetime", Value::Type(BuiltinType::DateTime)),
    (Module::Datetime, "time", Value::Type(BuiltinType::Time)),
    (Module::Datetime, "timedelta", Value::Type(BuiltinType::TimeDelta)),
    (Module::Datetime, "timezone", Value::Type(BuiltinType::TimeZone)),
    (Module::Decimal, "Decimal", Value::Type(BuiltinType::Decimal)),
    (Module::Enum, "Enum", Value::Type(BuiltinType::Enum)),
    (Module::Enum, "IntEnum", Value::Type(BuiltinType::IntEnum)),
    (Module::Enum, "StrEnum", Value::Type(BuiltinType::StrEnum)),
    (Module::Functools, "partial", Value::Type(BuiltinType::Partial)),
    (Module::Pydantic, "BaseModel", Value::Type(BuiltinType::BaseModel)),
    (Module::Re, "Match", Value::Type(BuiltinType::Match)),
    (Module::Re, "Pattern", Value::Type(BuiltinType::Pattern)),
    (Module::Typing, "Any", Value::Type(BuiltinType::Any)),
    (Module::Typing, "Callable", Value::Type(BuiltinType::Callable)),
    (Module::Typing, "Dict", Value::Type(BuiltinType::Dict)),
    (Module::Typing, "Iterable", Value::Type(BuiltinType::Iterable)),
    (Module::Typing, "List", Value::Type(BuiltinType::List)),
    (Module::Typing, "Literal", Value::Type(BuiltinType::Literal)),
    (Module::Typing, "Mapping", Value::Type(BuiltinType::Mapping)),
    (Module::Typing, "NamedTuple", Value::Type(BuiltinType::NamedTuple)),
    (Module::Typing, "Optional", Value::Type(BuiltinType::Optional)),
    (Module::Typing, "Sequence", Value::Type(BuiltinType::Sequence)),
    (Module::Typing, "Set", Value::Type(BuiltinType::Set)),
    (Module::Typing, "Tuple", Value::Type(BuiltinType::Tuple)),
    (Module::Typing, "TypedDict", Value::Type(BuiltinType::TypedDict)),
    (Module::Typing, "Union", Value::Type(BuiltinType::Union)),
];

/// What a module calls `name`.
///
/// # Errors
///
/// The memory limit.
pub(crate) fn member(cx: &mut Cx<'_>, module: Module, name: &str) -> Outcome<Option<Value>> {
    if let Some((_, _, value)) = TYPES.iter().find(|(of, known, _)| *of == module && *known == name) {
        return Ok(Some(*value));
    }
    if let Some(id) = find(Home::Module(module), name) {
        return Ok(Some(Value::Native(id)));
    }
    let exception = ExcKind::ALL.iter().find(|kind| kind.name() == name && kind.module() == exception_module(module));
    if let Some(kind) = exception {
        return Ok(Some(Value::ExcType(*kind)));
    }
    constant(cx, module, name)
}

/// The name under which the exceptions of a module know it.
fn exception_module(module: Module) -> &'static str {
    match module {
        Module::Json => "json.decoder",
        Module::Pydantic => "pydantic_core._pydantic_core",
        other => other.name(),
    }
}

/// A constant of a module.
fn constant(cx: &mut Cx<'_>, module: Module, name: &str) -> Outcome<Option<Value>> {
    let text = |text: &str, cx: &mut Cx<'_>| cx.heap.text(text).map(Some);
    if module == Module::Decimal {
        return match super::decimal::is_rounding(name) {
            true => text(name, cx),
            false => Ok(None),
        };
    }
    if module == Module::Re {
        return Ok(super::regex::flag(name));
    }
    match (module, name) {
        (Module::Math, "pi") => Ok(Some(Value::Float(std::f64::consts::PI))),
        (Module::Math, "e") => Ok(Some(Value::Float(std::f64::consts::E))),
        (Module::Math, "tau") => Ok(Some(Value::Float(std::f64::consts::TAU))),
        (Module::Math, "inf") => Ok(Some(Value::Float(f64::INFINITY))),
        (Module::Math, "nan") => Ok(Some(Value::Float(f64::NAN))),
        (Module::Datetime, "MINYEAR") => Ok(Some(Value::Int(1))),
        (Module::Datetime, "MAXYEAR") => Ok(Some(Value::Int(9999))),
        (Module::Datetime, "UTC") => type_constant(cx, BuiltinType::TimeZone, "utc"),
        (Module::String, "ascii_lowercase") => text("abcdefghijklmnopqrstuvwxyz", cx),
        (Module::String, "ascii_uppercase") => text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", cx),
        (Module::String, "ascii_letters") => text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", cx),
        (Module::String, "digits") => text("0123456789", cx),
        (Module::String, "hexdigits") => text("0123456789abcdefABCDEF", cx),
        (Module::String, "octdigits") => text("01234567", cx),
        (Module::String, "punctuation") => text("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", cx),
        (Module::String, "whitespace") => text(" \t\n\r\u{b}\u{c}", cx),
        (Module::String, "printable") => text(
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\u{b}\u{c}",
            cx,
        ),
        _ => Ok(None),
    }
}

/// A constant of a type: `datetime.max`, `timezone.utc`.
///
/// # Errors
///
/// The memory limit.
pub(crate) fn type_constant(cx: &mut Cx<'_>, ty: BuiltinType, name: &str) -> Outcome<Option<Value>> {
    super::time::constant(cx, ty, name)
}

/// All names of a module, sorted: for "did you mean".
pub(crate) fn names(module: Module) -> Vec<&'static str> {
    let types = TYPES.iter().filter(|(of, _, _)| *of == module).map(|(_, name, _)| *name);
    let functions = natives().iter().filter(|native| native.home == Home::Module(module)).map(|native| native.name);
    let mut names: Vec<&'static str> = types.chain(functions).collect();
    names.sort_unstable();
    names.dedup();
    names
}
