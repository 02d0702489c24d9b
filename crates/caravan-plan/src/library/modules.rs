//! What the modules that plans may import hold: types, constants, functions.

use caravan_pylib::error::ExcKind;
use caravan_pylib::math;
use caravan_pylib::regex::Flags;

use super::{Home, find};
use crate::cx::Cx;
use crate::heap::{FieldSpec, Object};
use crate::raise::Outcome;
use crate::value::{BuiltinType, Labelled, Module, Value};

/// The types and exceptions of each module.
const TYPES: &[(Module, &str, Value)] = &[
    (Module::Collections, "Counter", Value::Type(BuiltinType::Counter)),
    (Module::Collections, "OrderedDict", Value::Type(BuiltinType::OrderedDict)),
    (Module::Collections, "defaultdict", Value::Type(BuiltinType::DefaultDict)),
    (Module::Collections, "deque", Value::Type(BuiltinType::Deque)),
    (Module::Dataclasses, "InitVar", Value::Type(BuiltinType::InitVar)),
    (Module::Dataclasses, "KW_ONLY", Value::Type(BuiltinType::KwOnly)),
    (Module::Datetime, "date", Value::Type(BuiltinType::Date)),
    (Module::Datetime, "datetime", Value::Type(BuiltinType::DateTime)),
    (Module::Datetime, "time", Value::Type(BuiltinType::Time)),
    (Module::Datetime, "timedelta", Value::Type(BuiltinType::TimeDelta)),
    (Module::Datetime, "timezone", Value::Type(BuiltinType::TimeZone)),
    (Module::Decimal, "Decimal", Value::Type(BuiltinType::Decimal)),
    (Module::Enum, "Enum", Value::Type(BuiltinType::Enum)),
    (Module::Enum, "IntEnum", Value::Type(BuiltinType::IntEnum)),
    (Module::Enum, "StrEnum", Value::Type(BuiltinType::StrEnum)),
    (Module::Functools, "cached_property", Value::Type(BuiltinType::CachedProperty)),
    (Module::Functools, "partial", Value::Type(BuiltinType::Partial)),
    (Module::Pydantic, "BaseModel", Value::Type(BuiltinType::BaseModel)),
    (Module::Pydantic, "EmailStr", Value::Type(BuiltinType::EmailStr)),
    (Module::Pydantic, "ValidationInfo", Value::Type(BuiltinType::Any)),
    (Module::Re, "Match", Value::Type(BuiltinType::Match)),
    (Module::Re, "Pattern", Value::Type(BuiltinType::Pattern)),
    (Module::Typing, "Annotated", Value::Type(BuiltinType::Annotated)),
    (Module::Typing, "AbstractSet", Value::Type(BuiltinType::Set)),
    (Module::Typing, "AnyStr", Value::Type(BuiltinType::Str)),
    (Module::Typing, "ClassVar", Value::Type(BuiltinType::ClassVar)),
    (Module::Typing, "Collection", Value::Type(BuiltinType::Sequence)),
    (Module::Typing, "Container", Value::Type(BuiltinType::Sequence)),
    (Module::Typing, "Counter", Value::Type(BuiltinType::Counter)),
    (Module::Typing, "DefaultDict", Value::Type(BuiltinType::DefaultDict)),
    (Module::Typing, "Deque", Value::Type(BuiltinType::Deque)),
    (Module::Typing, "Final", Value::Type(BuiltinType::Any)),
    (Module::Typing, "FrozenSet", Value::Type(BuiltinType::FrozenSet)),
    (Module::Typing, "Generator", Value::Type(BuiltinType::Iterable)),
    (Module::Typing, "Generic", Value::Type(BuiltinType::Object)),
    (Module::Typing, "Hashable", Value::Type(BuiltinType::Any)),
    (Module::Typing, "Iterator", Value::Type(BuiltinType::Iterable)),
    (Module::Typing, "MutableMapping", Value::Type(BuiltinType::Mapping)),
    (Module::Typing, "MutableSequence", Value::Type(BuiltinType::Sequence)),
    (Module::Typing, "MutableSet", Value::Type(BuiltinType::Set)),
    (Module::Typing, "Never", Value::Type(BuiltinType::Any)),
    (Module::Typing, "NoReturn", Value::Type(BuiltinType::Any)),
    (Module::Typing, "NotRequired", Value::Type(BuiltinType::Annotated)),
    (Module::Typing, "OrderedDict", Value::Type(BuiltinType::OrderedDict)),
    (Module::Typing, "ReadOnly", Value::Type(BuiltinType::Annotated)),
    (Module::Typing, "Required", Value::Type(BuiltinType::Annotated)),
    (Module::Typing, "Sized", Value::Type(BuiltinType::Any)),
    (Module::Typing, "Text", Value::Type(BuiltinType::Str)),
    (Module::Typing, "TypeAlias", Value::Type(BuiltinType::Any)),
    (Module::Typing, "Protocol", Value::Type(BuiltinType::Object)),
    (Module::Typing, "Self", Value::Type(BuiltinType::Any)),
    (Module::Typing, "Type", Value::Type(BuiltinType::Type)),
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
    let exception =
        ExcKind::ALL.iter().find(|kind| kind.name() == name && kind.module() == exception_module(module));
    if let Some(kind) = exception {
        return Ok(Some(Value::ExcType(*kind)));
    }
    if let (Module::Pydantic, Some((_, of, option, bound))) =
        (module, CONSTRAINED.iter().find(|(known, ..)| *known == name))
    {
        return constrained(cx, *of, option, *bound).map(Some);
    }
    constant(cx, module, name)
}

/// Types of pydantic that are other types with a constraint.
const CONSTRAINED: &[(&str, BuiltinType, &str, Value)] = &[
    ("NegativeFloat", BuiltinType::Float, "lt", Value::Int(0)),
    ("NegativeInt", BuiltinType::Int, "lt", Value::Int(0)),
    ("NonNegativeFloat", BuiltinType::Float, "ge", Value::Int(0)),
    ("NonNegativeInt", BuiltinType::Int, "ge", Value::Int(0)),
    ("NonPositiveFloat", BuiltinType::Float, "le", Value::Int(0)),
    ("NonPositiveInt", BuiltinType::Int, "le", Value::Int(0)),
    ("PositiveFloat", BuiltinType::Float, "gt", Value::Int(0)),
    ("PositiveInt", BuiltinType::Int, "gt", Value::Int(0)),
];

/// `Annotated[of, Field(option=bound)]`.
fn constrained(cx: &mut Cx<'_>, of: BuiltinType, option: &str, bound: Value) -> Outcome<Value> {
    let arguments = vec![(option.into(), Labelled::new(bound, cx.literal))];
    let spec = cx.heap.value(Object::FieldSpec(Box::new(FieldSpec { arguments })))?;
    let parts = [Value::Type(of), spec].map(|part| Labelled::new(part, cx.literal));
    let form = Labelled::new(Value::Type(BuiltinType::Annotated), cx.literal);
    cx.heap.value(Object::Alias(Box::new((form, parts.to_vec()))))
}

/// All that a module holds, in alphabetical order.
pub(crate) fn names(module: Module) -> std::collections::BTreeSet<&'static str> {
    let types = TYPES.iter().filter(|(of, _, _)| *of == module).map(|(_, name, _)| *name);
    let constants = CONSTANTS.iter().filter(|(of, _, _)| *of == module).map(|(_, name, _)| *name);
    let natives = super::natives().iter().filter(|native| native.home == Home::Module(module));
    let exceptions = ExcKind::ALL.iter().filter(|kind| kind.module() == exception_module(module));
    let refused = super::decimal::REFUSED;
    let constrained = CONSTRAINED.iter().filter(|_| module == Module::Pydantic).map(|(name, ..)| *name);
    types
        .chain(constants)
        .chain(constrained)
        .chain(natives.map(|native| native.name))
        .chain(exceptions.map(|kind| kind.name()))
        .filter(|name| !name.starts_with('_'))
        .filter(|name| module != Module::Decimal || !refused.iter().any(|native| native.name == *name))
        .collect()
}

/// The name under which the exceptions of a module know it.
fn exception_module(module: Module) -> &'static str {
    match module {
        Module::Json => "json.decoder",
        Module::Pydantic => "pydantic_core._pydantic_core",
        other => other.name(),
    }
}

/// A value that a module gives a name to.
#[derive(Clone, Copy)]
enum Constant {
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(&'static str),
    /// A constant of a type, under another name.
    Of(BuiltinType, &'static str),
}

/// The constants of each module. The flags of `re` are numbers here, which `|` joins as well.
const CONSTANTS: &[(Module, &str, Constant)] = &[
    (Module::Datetime, "MAXYEAR", Constant::Int(9999)),
    (Module::Datetime, "MINYEAR", Constant::Int(1)),
    (Module::Datetime, "UTC", Constant::Of(BuiltinType::TimeZone, "utc")),
    (Module::Decimal, "ROUND_05UP", Constant::Text("ROUND_05UP")),
    (Module::Decimal, "ROUND_CEILING", Constant::Text("ROUND_CEILING")),
    (Module::Decimal, "ROUND_DOWN", Constant::Text("ROUND_DOWN")),
    (Module::Decimal, "ROUND_FLOOR", Constant::Text("ROUND_FLOOR")),
    (Module::Decimal, "ROUND_HALF_DOWN", Constant::Text("ROUND_HALF_DOWN")),
    (Module::Decimal, "ROUND_HALF_EVEN", Constant::Text("ROUND_HALF_EVEN")),
    (Module::Decimal, "ROUND_HALF_UP", Constant::Text("ROUND_HALF_UP")),
    (Module::Decimal, "ROUND_UP", Constant::Text("ROUND_UP")),
    (Module::Math, "e", Constant::Float(math::E)),
    (Module::Math, "inf", Constant::Float(f64::INFINITY)),
    (Module::Math, "nan", Constant::Float(f64::NAN)),
    (Module::Math, "pi", Constant::Float(math::PI)),
    (Module::Math, "tau", Constant::Float(math::TAU)),
    (Module::Re, "A", flag(Flags::ASCII)),
    (Module::Re, "ASCII", flag(Flags::ASCII)),
    (Module::Re, "DOTALL", flag(Flags::DOTALL)),
    (Module::Re, "I", flag(Flags::IGNORECASE)),
    (Module::Re, "IGNORECASE", flag(Flags::IGNORECASE)),
    (Module::Re, "L", flag(Flags::LOCALE)),
    (Module::Re, "LOCALE", flag(Flags::LOCALE)),
    (Module::Re, "M", flag(Flags::MULTILINE)),
    (Module::Re, "MULTILINE", flag(Flags::MULTILINE)),
    (Module::Re, "NOFLAG", flag(Flags::NONE)),
    (Module::Re, "S", flag(Flags::DOTALL)),
    (Module::Re, "U", flag(Flags::UNICODE)),
    (Module::Re, "UNICODE", flag(Flags::UNICODE)),
    (Module::Re, "VERBOSE", flag(Flags::VERBOSE)),
    (Module::Re, "X", flag(Flags::VERBOSE)),
    (Module::String, "ascii_letters", Constant::Text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    (Module::String, "ascii_lowercase", Constant::Text("abcdefghijklmnopqrstuvwxyz")),
    (Module::String, "ascii_uppercase", Constant::Text("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    (Module::String, "digits", Constant::Text("0123456789")),
    (Module::String, "hexdigits", Constant::Text("0123456789abcdefABCDEF")),
    (Module::String, "octdigits", Constant::Text("01234567")),
    (
        Module::String,
        "printable",
        Constant::Text(
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \
             \t\n\r\u{b}\u{c}",
        ),
    ),
    (Module::String, "punctuation", Constant::Text("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")),
    (Module::Typing, "TYPE_CHECKING", Constant::Bool(false)),
    (Module::String, "whitespace", Constant::Text(" \t\n\r\u{b}\u{c}")),
];

const fn flag(flags: Flags) -> Constant {
    Constant::Int(flags.bits() as i64)
}

/// A constant of a module.
fn constant(cx: &mut Cx<'_>, module: Module, name: &str) -> Outcome<Option<Value>> {
    let found = CONSTANTS.iter().find(|(of, known, _)| *of == module && *known == name);
    match found.map(|(_, _, constant)| *constant) {
        Some(Constant::Bool(bool)) => Ok(Some(Value::Bool(bool))),
        Some(Constant::Int(int)) => Ok(Some(Value::Int(int))),
        Some(Constant::Float(float)) => Ok(Some(Value::Float(float))),
        Some(Constant::Text(text)) => cx.heap.text(text).map(Some),
        Some(Constant::Of(ty, name)) => type_constant(cx, ty, name),
        None => Ok(None),
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
