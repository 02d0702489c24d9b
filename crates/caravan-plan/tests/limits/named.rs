//! Every limit has a default, a setting, and an error that says which it was and what it stood at.

use caravan_plan::Limits;

use super::{limits, run};

/// A limit: its name, its unit, a way to set it, and a program that meets it when it is set to 50.
struct Named {
    name: &'static str,
    unit: &'static str,
    set: fn(&mut Limits),
    program: &'static str,
}

const NAMED: &[Named] = &[
    Named { name: "steps", unit: "steps", set: |limits| limits.steps = 50, program: "while True:\n    pass" },
    Named {
        name: "memory",
        unit: "bytes",
        set: |limits| limits.memory = 5000,
        program: "list(range(10**5))",
    },
    Named {
        name: "call_depth",
        unit: "calls",
        set: |limits| limits.call_depth = 50,
        program: "def f():\n    f()\nf()",
    },
    Named {
        name: "data_depth",
        unit: "levels",
        set: |limits| limits.data_depth = 50,
        program: "x = []\nfor _ in range(60):\n    x = [x]\nprint(x)",
    },
    Named { name: "digits", unit: "digits", set: |limits| limits.digits = 50, program: "10**60" },
    Named { name: "string", unit: "bytes", set: |limits| limits.string = 50, program: "'a' * 60" },
    Named { name: "output", unit: "bytes", set: |limits| limits.output = 50, program: "print('a' * 60)" },
    Named {
        name: "regex",
        unit: "steps",
        set: |limits| limits.regex = 50,
        program: "import re\nre.search('(a|b)*c', 'ab' * 60)",
    },
];

#[test]
fn every_limit_can_be_set_and_its_error_says_its_name_and_what_it_stood_at() {
    for Named { name, unit, set, program } in NAMED {
        let default = run(program, limits());
        assert!(
            default.limit.is_none() || *name == "steps" || *name == "call_depth",
            "{name} at its default: {default:?}"
        );
        let mut limits = limits();
        set(&mut limits);
        let end = run(program, limits);
        assert_eq!(end.limit, Some(*name), "{end:?}");
        let number = if *name == "memory" { "5000" } else { "50" };
        let said = format!("the limit `{name}` is {number} {unit}");
        assert!(end.message.contains(&said), "{name}: `{}` does not say `{said}`", end.message);
    }
}

#[test]
fn no_handler_of_a_plan_catches_a_limit() {
    for program in [
        "try:\n    'a' * 10**12\nexcept BaseException:\n    print('caught')",
        "try:\n    9**9**9\nexcept:\n    print('caught')",
        "try:\n    list(range(10**12))\nfinally:\n    print('caught')",
        "while True:\n    try:\n        while True:\n            pass\n    except Exception:\n        print('caught')",
        "def g():\n    try:\n        yield 'a' * 10**12\n    except BaseException:\n        print('caught')\nlist(g())",
    ] {
        let end = run(program, limits());
        assert!(end.limit.is_some() && end.output.is_empty(), "{program}: {end:?}");
    }
}

#[test]
fn the_defaults_leave_room_for_real_work() {
    let limits = Limits::default();
    assert!(limits.steps >= 100_000_000 && limits.memory >= 1 << 30 && limits.string >= 100 << 20);
    assert!(limits.call_depth >= 900 && limits.data_depth >= 400 && limits.digits >= 10_000);
    assert!(limits.output >= 1 << 20 && limits.regex >= 100_000);
}
