//! Plans whose text is hostile: nesting that would end a parser's stack, and sheer size.

use caravan_plan::{CheckSetup, Child, Environment, Limits, check, compile};

use super::{hostile, limits, run};

const MANY: usize = 1_000_000;

/// Compiles a text, which has to end within the stack and some time, and gives the finding if there is one.
fn compiled(source: &str) -> Option<String> {
    hostile(source, 1 << 30, || {
        // Where there are agents to call, the compiler looks at more.
        let child = Child {
            name: "assistant".into(),
            description: "helps".into(),
            reads: Vec::new(),
            writes: Vec::new(),
            reads_untrusted: false,
        };
        let environment = Environment { children: vec![child], ..Environment::default() };
        check(source, &environment, &CheckSetup::default());
        compile(source, &environment).err().map(|findings| findings[0].to_string())
    })
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

#[test]
fn a_text_that_nests_too_deeply_is_refused_by_name() {
    let nests = |unit: &str, times: usize| unit.repeat(times);
    let cases = [
        ("brackets", nests("(", MANY)),
        ("brackets", nests("[", MANY)),
        ("brackets", nests("{", MANY)),
        ("brackets", nests("f(", MANY)),
        ("brackets", nests("x[", MANY)),
        ("brackets", nests("{1: ", MANY)),
        ("brackets", format!("{}1{}", "(".repeat(MANY), ")".repeat(MANY))),
        ("brackets", format!("{}1{}", "[".repeat(201), "]".repeat(201))),
        ("brackets", nests("f'{", MANY)),
        ("brackets", nests("f'{\"x\" f\"{", 200_000)),
        ("brackets", format!("f'{{\"#\" + {}", "(".repeat(MANY))),
        ("brackets", format!("x = f\"{{'#'}}{{{}", "[".repeat(100_000))),
        ("brackets", format!("match x:\n    case {}1{}:\n        pass", "[".repeat(1000), "]".repeat(1000))),
        ("brackets", format!("x: {}int{} = 1", "list[".repeat(1000), "]".repeat(1000))),
        ("brackets", format!("def f[T: {}", "(".repeat(1000))),
        ("operators", nests("-", MANY)),
        ("operators", nests("not ", MANY / 4)),
        ("operators", nests("lambda:", MANY / 8)),
        ("operators", nests("lambda a,b:", MANY / 16)),
        ("operators", nests("lambda a=lambda b,c:0,d:", MANY / 32)),
        ("operators", nests("await ", MANY / 8)),
        ("operators", format!("1{}", "+1".repeat(MANY / 16))),
        ("operators", format!("1{}", "**1".repeat(MANY / 16))),
        ("operators", format!("x{}", ".y".repeat(MANY / 16))),
        ("operators", format!("x{}", "()".repeat(MANY / 16))),
        ("operators", format!("x{}", "[0]".repeat(MANY / 16))),
        ("operators", format!("x{}", " if x else x".repeat(10_000))),
        ("operators", format!("x{}", " and x or x".repeat(10_000))),
        ("operators", format!("x{}", " < x".repeat(10_000))),
        ("operators", format!("[x {}]", "for x in x ".repeat(10_000))),
        ("operators", format!("{}1", "x = ".repeat(10_000))),
        ("operators", format!("match x:\n    case {}1:\n        pass", "1 | ".repeat(10_000))),
        ("blocks", lines(1000, |depth| format!("{}if x:", " ".repeat(depth)))),
        ("blocks", lines(150, |depth| format!("{}def f():", " ".repeat(depth)))),
        ("blocks", lines(150, |depth| format!("{}for x in y:", "\t".repeat(depth)))),
        ("blocks", lines(150, |depth| format!("{}class A:", " ".repeat(depth)))),
        ("blocks", lines(150, |depth| format!("{}try:", " ".repeat(depth)))),
    ];
    for (what, source) in cases {
        let finding = compiled(&source).unwrap_or_default();
        let shown: String = source.chars().take(60).collect();
        assert!(finding.contains(what) || finding.contains("indented in"), "{shown}: {finding}");
        assert!(finding.contains("split the expression or block"), "{shown}: {finding}");
    }
}

/// Behind a syntax error the parser may take for code what was text before it, and the other way round.
#[test]
fn a_text_whose_brackets_hide_behind_an_error_ends() {
    let deep = "[".repeat(100_000);
    for source in [
        format!("f\"{{x \"{deep}\"}}\""),
        format!("f\"{{x \"{deep}"),
        format!("f'''{{x '''{deep}'''}}'''"),
        format!("(a b\n{}", lines(800, |depth| format!("{}if x:", " ".repeat(depth)))),
        format!("x = '{deep}\n{deep}"),
        format!("x = \"\"\"{deep}"),
        format!("x = '''{deep}''' + '{deep}"),
        format!("){deep}"),
        format!("# {deep}\nx = 1 1"),
        format!("\\\n\\\n{deep}"),
        format!("x = f'{{1:{{1:{{1:{deep}"),
        format!("?{deep}"),
        format!("$ {deep}"),
        format!("\u{feff}\u{c}{deep}"),
        format!("b'é' {deep}"),
        format!("x = f\"{{'\n{deep}"),
        format!("print 'a' {}", "f'{".repeat(50_000)),
        format!("x = 1 2\n{}", "lambda:".repeat(100_000)),
        format!("x = 1 2\n{}", "not ".repeat(100_000)),
        format!("if True print\n{}", "-".repeat(200_000)),
    ] {
        assert!(compiled(&source).is_some());
    }
}

#[test]
fn what_nests_as_deeply_as_allowed_compiles_on_a_small_stack() {
    let cases = [
        format!("x = {}1{}", "(".repeat(199), ")".repeat(199)),
        format!("x = {}1{}", "[".repeat(199), "]".repeat(199)),
        format!("x = 1{}", "+1".repeat(990)),
        format!("x = 1{}", "**1".repeat(480)),
        format!("x = {}1", "-".repeat(990)),
        format!("x = {}1", "not ".repeat(990)),
        format!("x = {}1", "lambda:".repeat(450)),
        format!("x = 1\nx{}", ".y".repeat(900)),
        format!("x = 1\nx{}", "()".repeat(300)),
        format!("x = 1\nx{}", "[0]".repeat(300)),
        format!("x = 1{}", " if 1 else 1".repeat(400)),
        format!("x = 1{}", " and 1 or 1".repeat(400)),
        format!("x = 1{}", " < 1".repeat(900)),
        format!("x = [1 {}]", "for x in [1] ".repeat(190)),
        format!("{}    1", lines(99, |depth| format!("{}if 1:", " ".repeat(depth))) + &" ".repeat(99)),
        format!("{}pass", lines(99, |depth| format!("{}def f():", " ".repeat(depth))) + &" ".repeat(99)),
        format!("{}pass", lines(99, |depth| format!("{}for x in [1]:", " ".repeat(depth))) + &" ".repeat(99)),
        format!("{}pass", lines(99, |depth| format!("{}class A:", " ".repeat(depth))) + &" ".repeat(99)),
        "x = f'{1}'".to_owned(),
        format!("x = {}1{}", "[lambda: (".repeat(90), ")]".repeat(90)),
        format!("x = {}1{}", "[x for x in [".repeat(90), "]]".repeat(90)),
        format!("x = {}1{}", "[*[".repeat(90), "]]".repeat(90)),
        format!("match 1:\n    case {}1{}:\n        pass", "[".repeat(150), "]".repeat(150)),
        format!("def f(x):\n    return x\ny = {}1{}", "f(".repeat(190), ")".repeat(190)),
    ];
    for source in cases {
        let shown: String = source.chars().take(60).collect();
        let finding = compiled(&source);
        // What is not part of the language may say so; what is too deep may not.
        assert!(!finding.as_deref().unwrap_or_default().contains("deep"), "{shown}: {finding:?}");
        run(&source, limits());
    }
}

#[test]
fn a_long_plan_compiles_in_linear_time_and_every_variable_is_its_own() {
    for source in [
        lines(5_000, |number| format!("x = x + {number} if {number} else y"))
            .replace("y\n", "0\n")
            .replace("x + ", ""),
        lines(2_000, |number| format!("def f{number}(a, b=1):\n    return a + b")),
        format!(
            "if x:\n    pass\n{}",
            lines(2_000, |number| format!("elif x == {number}:\n    y = {number}"))
        )
        .replacen("if x:", "x = 1\nif x:", 1),
        format!(
            "for i in [1, 2]:\n{}",
            lines(5_000, |number| format!("    v{number} = i + {number}\n    assistant(f'{{v{number}}}')"))
        ),
        format!("match 1:\n{}", lines(2_000, |number| format!("    case {number}:\n        y = {number}"))),
        format!("try:\n    pass\n{}", lines(2_000, |_| "except ValueError:\n    pass".to_owned())),
        format!("x = [{}]", "1, ".repeat(50_000)),
        format!("x = {{{}}}", (0..10_000).map(|number| format!("{number}: {number}, ")).collect::<String>()),
        format!("x = ({})", "'a' ".repeat(50_000)),
        format!("x = '''{}'''", "a\n".repeat(50_000)),
        format!("def f(*a):\n    pass\nf({})", "1, ".repeat(50_000)),
        format!("{}x = 1", "# comment\n".repeat(50_000)),
    ] {
        let shown: String = source.chars().take(60).collect();
        assert_eq!(compiled(&source), None, "{shown}");
    }
    // Slots are numbered with 16 bits.
    let source =
        format!("{}\nprint(v0, v65536, v69999)", lines(70_000, |number| format!("v{number}={number}")));
    let end = run(&source, Limits { steps: 10_000_000, memory: 1 << 30, ..limits() });
    assert!(end.output == "0 65536 69999\n" || end.kind.starts_with('P'), "{end:?}");
    let source = format!(
        "def f():\n{}    print(v0, v65536)\nf()",
        lines(70_000, |number| format!("    v{number}={number}"))
    );
    let end = run(&source, Limits { steps: 10_000_000, memory: 1 << 30, ..limits() });
    assert!(end.output == "0 65536\n" || end.kind.starts_with('P'), "{end:?}");
    let many = (0..70_000).map(|number| format!("{number},")).collect::<String>();
    for source in [
        format!("print(len([{many}]), [{many}][65536])"),
        format!("def f(*a):\n    return len(a)\nprint(f({many}), [{many}][65536])"),
        format!("print(len(({many})), ({many})[65536])"),
    ] {
        let end = run(&source, Limits { steps: 10_000_000, memory: 1 << 30, ..limits() });
        assert!(end.output == "70000 65536\n" || end.kind.starts_with('P'), "{end:?}");
    }
}

#[test]
fn a_plan_of_any_size_is_compiled_or_refused() {
    for source in [
        "x".repeat(5 << 20),
        "x\n".repeat(100_000),
        "\n".repeat(1 << 20),
        "x = 1;".repeat(200_000),
        format!("x = {}", "9".repeat(MANY)),
        format!("x = 0x{}", "f".repeat(MANY)),
        format!("x = 1e{}", "9".repeat(MANY)),
        format!("x = '{}'", "\\x41".repeat(MANY / 4)),
        format!("x = '{}'", "\\N{DASH}".repeat(MANY / 32)),
        format!("x = {}", "'a' ".repeat(MANY / 4)),
        format!("import {}", "a.".repeat(100_000)),
        format!("def f({}): pass", (0..70_000).map(|number| format!("a{number}, ")).collect::<String>()),
        format!("{} = x", "a, ".repeat(70_000)),
        format!("global {}x", "a, ".repeat(10_000)),
        lines(100_000, |_| "@f".to_owned()),
        "\0".repeat(MANY),
        "é".repeat(MANY),
        "\u{202e}".repeat(MANY / 3),
    ] {
        compiled(&source);
    }
}
