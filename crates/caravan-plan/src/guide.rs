//! The language as people and planners read it: made of the tables that the compiler, the machine and the library
//! work from, so that neither the language page nor a planner's prompt can promise what is not there.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use caravan_pylib::error::ExcKind;

use crate::compile::written::{self, importable};
use crate::compile::{BUILTIN_TYPES, refused};
use crate::library::{self, Home, modules};
use crate::machine::{LIMITS, Limits};
use crate::value::{BuiltinType, Module};

/// A decorator that plans may use.
struct Decorator {
    name: &'static str,
    /// Where it comes from; none for a builtin.
    module: Option<Module>,
}

const fn decorator(module: Option<Module>, name: &'static str) -> Decorator {
    Decorator { name, module }
}

const DECORATORS: &[Decorator] = &[
    decorator(None, "property"),
    decorator(None, "staticmethod"),
    decorator(None, "classmethod"),
    decorator(Some(Module::Dataclasses), "dataclass"),
    decorator(Some(Module::Functools), "cache"),
    decorator(Some(Module::Functools), "lru_cache"),
    decorator(Some(Module::Functools), "cached_property"),
    decorator(Some(Module::Functools), "total_ordering"),
    decorator(Some(Module::Functools), "wraps"),
    decorator(Some(Module::Pydantic), "field_validator"),
    decorator(Some(Module::Pydantic), "model_validator"),
    decorator(Some(Module::Pydantic), "computed_field"),
    decorator(Some(Module::Enum), "unique"),
    decorator(Some(Module::Typing), "final"),
    decorator(Some(Module::Typing), "override"),
    decorator(Some(Module::Typing), "overload"),
    decorator(Some(Module::Typing), "runtime_checkable"),
];

/// The types whose methods the language page lists, and what a plan calls them.
const TYPES: &[(BuiltinType, &str)] = &[
    (BuiltinType::Str, "str"),
    (BuiltinType::List, "list"),
    (BuiltinType::Dict, "dict"),
    (BuiltinType::Set, "set"),
    (BuiltinType::FrozenSet, "frozenset"),
    (BuiltinType::Tuple, "tuple"),
    (BuiltinType::Range, "range"),
    (BuiltinType::Int, "int, bool"),
    (BuiltinType::Float, "float"),
    (BuiltinType::Bytes, "bytes"),
    (BuiltinType::Date, "date"),
    (BuiltinType::DateTime, "datetime (and those of date)"),
    (BuiltinType::Time, "time"),
    (BuiltinType::TimeDelta, "timedelta"),
    (BuiltinType::TimeZone, "timezone"),
    (BuiltinType::Decimal, "Decimal"),
    (BuiltinType::Pattern, "re.Pattern"),
    (BuiltinType::Match, "re.Match"),
    (BuiltinType::Counter, "Counter (and those of dict)"),
    (BuiltinType::OrderedDict, "OrderedDict (and those of dict)"),
    (BuiltinType::DefaultDict, "defaultdict (and those of dict)"),
    (BuiltinType::Deque, "deque"),
    (BuiltinType::NamedTuple, "NamedTuple, `namedtuple` (and those of tuple)"),
    (BuiltinType::BaseModel, "BaseModel"),
];

/// The statements and forms of expression that plans have.
const FORMS: &str = "assignments, `if`, `for`, `while`, functions, lambdas, comprehensions, generators, f-strings, \
                     `try`, `match`, `assert`, classes for data (`BaseModel`, `@dataclass`, `Enum`, `NamedTuple`, \
                     `TypedDict`, exceptions)";

/// The part of a planner's prompt that says what the language has and what it leaves out: lines of a list.
pub fn planner() -> String {
    let modules = importable();
    let left_out = [refused::WITH, refused::AWAIT, refused::IMPORT_STAR].map(|construct| construct.name);
    let builtins =
        refused::BUILTINS.iter().flat_map(|(names, _)| names.iter()).filter(|name| !name.starts_with('_'));
    let builtins: Vec<String> = builtins.map(|name| format!("`{name}`")).collect();
    format!(
        "- A restricted Python 3: {FORMS}. Python's other builtins and methods are there.\n\
         - What can be imported: {}. There are no files, network, randomness.\n\
         - `datetime.now()` and `date.today()` are in UTC, and stand still while all of this runs.\n\
         - Not there: {}, {}, names like `__dict__`.\n",
        modules.join(", "),
        left_out.join(", "),
        builtins.join(", "),
    )
}

/// The generated tables of the language page, in Markdown, each by the name of its place in the page.
pub fn tables() -> Vec<(&'static str, String)> {
    vec![
        ("builtins", builtins()),
        ("methods", methods()),
        ("modules", members()),
        ("decorators", decorators()),
        ("refused", left_out()),
        ("limits", limits()),
    ]
}

fn code<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{}`", name.as_ref())).collect();
    quoted.join(" ")
}

/// The names of the library at a place, in alphabetical order; those that serve other natives are left out.
fn names_at(homes: &[Home]) -> BTreeSet<&'static str> {
    let natives = library::natives().iter().filter(|native| homes.contains(&native.home));
    // A named tuple's own methods begin with an underscore, so that they are no names of fields.
    let plain = |home: Home| home != Home::Method(BuiltinType::NamedTuple);
    natives
        .filter(|native| !(native.name.starts_with('_') && plain(native.home)))
        .map(|native| native.name)
        .collect()
}

fn builtins() -> String {
    let types: Vec<&str> = BUILTIN_TYPES.iter().map(|(name, _)| *name).collect();
    let functions = names_at(&[Home::Builtin]);
    let exceptions = ExcKind::ALL.iter().filter(|kind| kind.module() == "builtins").map(|kind| kind.name());
    format!(
        "| | |\n| --- | --- |\n| functions | {} |\n| classes | {} |\n| exceptions | {} |\n",
        code(functions),
        code(types),
        code(exceptions.collect::<BTreeSet<_>>()),
    )
}

fn methods() -> String {
    let mut table =
        "| type | methods | attributes | called on the type |\n| --- | --- | --- | --- |\n".to_owned();
    for (ty, name) in TYPES {
        let methods = code(names_at(&[Home::Method(*ty)]));
        let attributes = code(names_at(&[Home::Attribute(*ty)]));
        let statics = code(names_at(&[Home::Static(*ty)]));
        if methods.is_empty() && attributes.is_empty() && statics.is_empty() {
            continue;
        }
        let _ = writeln!(table, "| {name} | {methods} | {attributes} | {statics} |");
    }
    table
}

fn members() -> String {
    let mut table = "| module | members |\n| --- | --- |\n".to_owned();
    for name in importable() {
        let members = match Module::from_name(name) {
            Some(module) => code(modules::names(module)),
            None => code(written::members(name).unwrap_or_default()),
        };
        let _ = writeln!(table, "| `{name}` | {members} |");
    }
    table
}

fn decorators() -> String {
    let mut places: Vec<(&str, Vec<&str>)> = Vec::new();
    for decorator in DECORATORS {
        let place = decorator.module.map_or("builtin", Module::name);
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, names)) => names.push(decorator.name),
            None => places.push((place, vec![decorator.name])),
        }
    }
    let parts = places.iter().map(|(place, names)| format!("{place}: {}", code(names)));
    format!("{}.\n", parts.collect::<Vec<_>>().join("; "))
}

fn left_out() -> String {
    let mut table = "| left out | reason, or what to write instead |\n| --- | --- |\n".to_owned();
    for construct in refused::CONSTRUCTS {
        let _ = writeln!(table, "| {} | {} |", construct.name, construct.instead);
    }
    for (names, reason) in refused::BUILTINS {
        let _ = writeln!(table, "| {} | {reason} |", code(*names));
    }
    for (names, reason) in refused::MODULES {
        let _ = writeln!(table, "| import of {} | {reason} |", code(*names));
    }
    table
}

fn limits() -> String {
    let usual = Limits::default();
    let mut table = "| limit | default | unit | bounds |\n| --- | --- | --- | --- |\n".to_owned();
    for limit in LIMITS {
        let value = grouped(limit.value(&usual));
        let _ = writeln!(table, "| `{}` | {value} | {} | {} |", limit.name, limit.unit, limit.bounds);
    }
    table
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decorator_of_the_list_is_there() {
        for decorator in DECORATORS {
            let there = match decorator.module {
                None => BUILTIN_TYPES.iter().any(|(name, _)| *name == decorator.name),
                Some(module) => modules::names(module).contains(&decorator.name),
            };
            assert!(there, "{}", decorator.name);
        }
    }

    #[test]
    fn every_type_with_methods_has_its_row() {
        for native in library::natives() {
            if let Home::Method(ty) = native.home {
                let internal = matches!(
                    ty,
                    BuiltinType::Property
                        | BuiltinType::Slice
                        | BuiltinType::Iterator
                        | BuiltinType::Generator
                        | BuiltinType::Function
                        | BuiltinType::Partial
                );
                let row = TYPES.iter().any(|(known, _)| *known == ty);
                assert!(row || internal, "{} of {ty:?}", native.name);
            }
        }
    }
}
