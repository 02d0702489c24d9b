//! What the language leaves out: each construct is refused before anything runs, by its name, on its line, and
//! with a way round.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use caravan_plan::{Environment, Finding, compile};

/// What compiling a plan finds.
fn findings(source: &str) -> Vec<Finding> {
    compile(source, &Environment::default()).err().unwrap_or_default()
}

struct Refused {
    /// A plan that uses the construct once.
    plan: &'static str,
    /// The line on which it stands.
    line: u32,
    /// What the message calls it.
    named: &'static str,
    /// A word of the way round.
    instead: &'static str,
}

const fn refused(plan: &'static str, line: u32, named: &'static str, instead: &'static str) -> Refused {
    Refused { plan, line, named, instead }
}

const CONSTRUCTS: &[Refused] = &[
    refused("x = 1\nwith lock:\n    pass", 2, "`with`", "tool"),
    refused("async def f():\n    return 1", 1, "`async def`", "`def`"),
    refused("def f():\n    pass\nx = await f()", 3, "`await`", "wait by themselves"),
    refused("async for x in []:\n    pass", 1, "`async for`", "`for`"),
    refused("xs = [x async for x in []]", 1, "`async for`", "`for`"),
    refused("try:\n    pass\nexcept* ValueError:\n    pass", 1, "`except*`", "`except`"),
    refused("x = 1\ny = x + 2j", 2, "complex number", "tuple"),
    refused("x = (1).__subclasses__", 1, "`__subclasses__`", "operator or function"),
    refused("x = ''\n\nx.__class__.__mro__", 3, "`__mro__`", "operator or function"),
    refused("def f():\n    pass\nf.__globals__", 3, "`__globals__`", "operator or function"),
    refused("def f():\n    pass\nf.__code__ = 1", 3, "`__code__`", "operator or function"),
    refused("class A:\n    pass\ndel A.__dict__", 3, "`__dict__`", "operator or function"),
    refused("x = 1\n[].__reduce__()", 2, "`__reduce__`", "operator or function"),
    refused("class A:\n    x = 1\n    for i in []:\n        pass", 3, "class body", "out of the class"),
    refused("class A:\n    print(1)", 2, "class body", "out of the class"),
    refused("class A:\n    a, b = 1, 2", 2, "class body", "one name at a time"),
    refused(
        "class A:\n    def __getattr__(self, name):\n        return 1",
        2,
        "`__getattr__`",
        "takes the name",
    ),
    refused(
        "class A:\n    def __setattr__(self, name, value):\n        pass",
        2,
        "`__setattr__`",
        "frozen=True",
    ),
    refused("class A:\n    def __get__(self, of, owner):\n        return 1", 2, "`__get__`", "property"),
    refused("class A:\n    def __init_subclass__(cls):\n        pass", 2, "`__init_subclass__`", "function"),
    refused("from math import *", 1, "`import *`", "name what you import"),
];

const BUILTINS: &[(&str, &str)] = &[
    ("eval('1')", "no text as code"),
    ("exec('x = 1')", "no text as code"),
    ("compile('1', '', 'eval')", "no text as code"),
    ("__import__('os')", "no text as code"),
    ("open('f')", "call a tool"),
    ("input()", "`get_variable` or a tool"),
    ("globals()", "plans see data"),
    ("locals()", "plans see data"),
    ("vars()", "plans see data"),
    ("dir()", "plans see data"),
    ("id(1)", "memory"),
    ("hash(1)", "memory"),
    ("exit()", "`return`"),
    ("quit()", "`return`"),
    ("bytearray(b'a')", "bytes"),
    ("memoryview(b'a')", "bytes"),
    ("breakpoint()", "nobody"),
];

const MODULES: &[(&str, &str)] = &[
    ("os", "files"),
    ("os.path", "files"),
    ("pathlib", "files"),
    ("sys", "processes"),
    ("subprocess", "processes"),
    ("asyncio", "processes or threads"),
    ("socket", "network"),
    ("requests", "network"),
    ("urllib.request", "network"),
    ("random", "randomness"),
    ("uuid", "randomness"),
    ("time", "no plan waits"),
    ("abc", "NotImplementedError"),
    ("base64", "call a tool"),
    ("numpy", "lists and dictionaries"),
    ("imaplib", "not part of the plan language"),
];

#[test]
fn a_construct_that_is_left_out_is_named_on_its_line_with_a_way_round() {
    for case in CONSTRUCTS {
        let found = findings(case.plan);
        let [finding] = found.as_slice() else { panic!("{:?} gave {found:?}", case.plan) };
        assert_eq!((finding.code, finding.span.line), ("P002", case.line), "{:?}", case.plan);
        assert!(finding.message.contains(case.named), "{:?} gave {finding}", case.plan);
        let fix = finding.fix.as_deref().unwrap_or_default();
        assert!(fix.contains(case.instead), "{:?} gave {finding}", case.plan);
    }
}

#[test]
fn a_builtin_that_is_left_out_is_refused_with_the_reason() {
    for (call, reason) in BUILTINS {
        let plan = format!("x = 1\ny = {call}");
        let found = findings(&plan);
        let [finding] = found.as_slice() else { panic!("{plan:?} gave {found:?}") };
        let name = call.split('(').next().unwrap();
        assert_eq!((finding.code, finding.span.line, finding.span.column), ("P002", 2, 5), "{plan:?}");
        assert!(finding.message.contains(&format!("`{name}`")), "{finding}");
        assert!(finding.fix.as_deref().unwrap_or_default().contains(reason), "{finding}");
    }
}

#[test]
fn a_builtin_that_the_plan_defines_itself_is_its_own() {
    assert_eq!(findings("def open(x):\n    return x\nopen(1)"), []);
    assert_eq!(findings("def hash(x):\n    return 1\nhash(2)"), []);
}

#[test]
fn a_module_that_is_not_there_is_refused_with_the_reason_and_a_list_of_those_that_are() {
    for (module, reason) in MODULES {
        for plan in [format!("x = 1\nimport {module}"), format!("x = 1\nfrom {module} import y")] {
            let found = findings(&plan);
            let [finding] = found.as_slice() else { panic!("{plan:?} gave {found:?}") };
            assert_eq!((finding.code, finding.span.line), ("P003", 2), "{plan:?}");
            assert!(finding.message.contains(&format!("`{module}`")), "{finding}");
            assert!(finding.message.contains(reason), "{finding}");
            assert!(finding.fix.as_deref().unwrap_or_default().contains("datetime, decimal"), "{finding}");
        }
    }
}

#[test]
fn a_relative_import_is_refused() {
    let found = findings("from . import tools");
    assert_eq!(found.first().map(|finding| finding.code), Some("P003"));
}

#[test]
fn all_that_is_left_out_is_told_at_once_in_the_order_of_the_text() {
    let found = findings("import os\nx = eval('1')\nwith y:\n    pass\nz = 1j");
    let lines: Vec<u32> = found.iter().map(|finding| finding.span.line).collect();
    assert_eq!(lines, [1, 2, 3, 5]);
}
