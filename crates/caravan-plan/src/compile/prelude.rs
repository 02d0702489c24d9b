//! Functions of the plan language that are written in it: they run as any function of a plan does, by the same rules
//! of labels. A plan gets those that its text needs.

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{ModModule, Stmt, StmtClassDef};

/// All that an iterator of the plan's own (`__next__`) gives.
pub(crate) const ALL_NEXT: &str = "_prelude_all_next";
/// All that an object gives that has `__getitem__` alone.
pub(crate) const ALL_ITEMS: &str = "_prelude_all_items";
/// `next(iterator, default)` where the iterator is of the plan's own.
pub(crate) const NEXT_OR: &str = "_prelude_next_or";

/// What a validator of a model gives, or the error that it raised.
pub(crate) const VALIDATED: &str = "_prelude_validated";

pub(super) const MAP: &str = "_prelude_map";
pub(super) const STARMAP: &str = "_prelude_starmap";
pub(super) const FILTER: &str = "_prelude_filter";
pub(super) const STARFILTER: &str = "_prelude_starfilter";
pub(super) const ENUMERATE: &str = "_prelude_enumerate";
pub(super) const ZIP: &str = "_prelude_zip";
pub(super) const CHAIN: &str = "_prelude_chain";
pub(super) const ACCUMULATE: &str = "_prelude_accumulate";
pub(super) const FIRST: &str = "_prelude_first";
pub(super) const STARFIRST: &str = "_prelude_starfirst";

const FUNCTIONS: &[(&str, &str)] = &[
    (
        ALL_NEXT,
        "(it):
    found = []
    while True:
        try:
            item = next(it)
        except StopIteration:
            break
        found.append(item)
    return iter(found)
",
    ),
    (
        ALL_ITEMS,
        "(of):
    found = []
    while True:
        try:
            item = of[len(found)]
        except IndexError:
            break
        found.append(item)
    return iter(found)
",
    ),
    (
        NEXT_OR,
        "(it, default):
    try:
        return next(it)
    except StopIteration:
        return default
",
    ),
    (
        VALIDATED,
        "(function, arguments):
    try:
        return (True, function(*arguments))
    except (ValueError, AssertionError) as error:
        return (False, error)
",
    ),
    (MAP, "(function, it):\n    for item in it:\n        yield function(item)\n"),
    (STARMAP, "(function, it):\n    for item in it:\n        yield function(*item)\n"),
    (FILTER, "(test, it):\n    for item in it:\n        if test(item):\n            yield item\n"),
    (STARFILTER, "(test, it):\n    for item in it:\n        if test(*item):\n            yield item\n"),
    (
        ENUMERATE,
        "(iterable, start=0):\n    for item in iterable:\n        yield (start, item)\n        start += 1\n",
    ),
    (
        ZIP,
        "(*its):\n    its = [iter(it) for it in its]\n    while True:\n        yield tuple([next(it) for it in its])\n",
    ),
    (CHAIN, "(*its):\n    for it in its:\n        for item in it:\n            yield item\n"),
    (
        ACCUMULATE,
        "(iterable, function=None, *, initial=None):
    total = initial
    begun = initial is not None
    if begun:
        yield total
    for item in iterable:
        if not begun:
            total = item
            begun = True
        elif function is None:
            total = total + item
        else:
            total = function(total, item)
        yield total
",
    ),
    (FIRST, "(test, it):\n    for item in it:\n        if test(item):\n            return item\n"),
    (STARFIRST, "(test, it):\n    for item in it:\n        if test(*item):\n            return item\n"),
];

/// The functions that a plan needs whose endless iterators ask for `endless`; `written` defines what it uses of the modules
/// that are written in the language.
pub(super) fn of(
    source: &str,
    plan: &ModModule,
    endless: &BTreeSet<&'static str>,
    written: &str,
) -> Option<ModModule> {
    let mut methods = Methods::default();
    methods.visit_body(&plan.body);
    let needed = |name: &str| match name {
        ALL_NEXT | NEXT_OR => methods.next,
        ALL_ITEMS => methods.items,
        VALIDATED => source.contains("validator"),
        name => endless.contains(name),
    };
    let mut text: String = FUNCTIONS
        .iter()
        .filter(|(name, _)| needed(name))
        .map(|(name, rest)| format!("def {name}{rest}"))
        .collect();
    text.push_str(written);
    if text.is_empty() {
        return None;
    }
    let parsed = ruff_python_parser::parse_module(&text).ok()?;
    Some(parsed.into_syntax())
}

/// Which methods the plan's classes have that a function here stands behind.
#[derive(Default)]
struct Methods {
    next: bool,
    items: bool,
}

impl<'a> Visitor<'a> for Methods {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::ClassDef(StmtClassDef { body, .. }) = stmt {
            for member in body {
                if let Stmt::FunctionDef(method) = member {
                    self.next |= method.name.as_str() == "__next__";
                    self.items |= method.name.as_str() == "__getitem__";
                }
            }
        }
        visitor::walk_stmt(self, stmt);
    }

    // No expression holds a class.
    fn visit_expr(&mut self, _: &'a ruff_python_ast::Expr) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_prelude_is_python() {
        for (name, rest) in FUNCTIONS {
            assert!(ruff_python_parser::parse_module(&format!("def {name}{rest}")).is_ok(), "{name}");
        }
    }
}
