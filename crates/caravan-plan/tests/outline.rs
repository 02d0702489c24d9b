//! The outline of a plan: what it tells of calls, of branches, and of the texts that reach other agents.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use caravan_plan::{Child, Environment, Outline, OutlineSetup, OutlinedKind, Tool, Type, outline};

fn environment() -> Environment {
    let tool = |name: &str, trusted: bool| Tool {
        name: name.into(),
        description: "".into(),
        parameters: Vec::new(),
        returns: Type::Str,
        trusted,
        reads: Vec::new(),
        writes: Vec::new(),
        accepts_anything: true,
    };
    let child = |name: &str| Child {
        name: name.into(),
        description: "".into(),
        reads: Vec::new(),
        writes: Vec::new(),
        reads_untrusted: true,
    };
    Environment {
        tools: vec![tool("read", false), tool("today", true), tool("send", false)],
        children: vec![child("billing"), child("travel")],
        variables: vec!["note".into()],
        protocol: true,
        quarantined_model: true,
        ..Environment::default()
    }
}

fn of(plan: &str) -> Outline {
    caravan_plan::compile(plan, &environment()).expect("a plan of the language");
    outline(plan, &environment(), &OutlineSetup::default())
}

/// The messages of a plan's only call of an agent.
fn messages(plan: &str) -> Option<Vec<String>> {
    let outline = of(plan);
    let calls: Vec<_> = outline.calls.iter().filter(|call| call.kind == OutlinedKind::Agent).collect();
    assert_eq!(calls.len(), 1, "{plan}");
    let messages = calls[0].messages.as_ref()?;
    Some(messages.iter().map(ToString::to_string).collect())
}

#[test]
fn a_message_is_spelled_out_by_whatever_way_of_writing_constants_down() {
    for (plan, expected) in [
        ("billing('Pay it.')", &["Pay it."][..]),
        ("billing(message='Pay it.')", &["Pay it."]),
        ("billing('Pay ' 'it.')", &["Pay it."]),
        ("m = 'Pay it.'\nbilling(m)", &["Pay it."]),
        ("who = 'Ann'\nbilling(f'Pay {who} {3} times.')", &["Pay Ann 3 times."]),
        ("a = 'Pay '\nb = a + 'it'\nbilling(b + '.')", &["Pay it."]),
        ("billing('Pay Ann.' if read() == 'x' else 'Pay Bob.')", &["Pay Ann.", "Pay Bob."]),
        ("if read() == 'x':\n    m = 'One.'\nelse:\n    m = 'Two.'\nbilling(m)", &["One.", "Two."]),
        ("T = {'a': 'One.', 'b': 'Two.'}\nbilling(T['a'])", &["One.", "Two."]),
        ("T = {'a': 'One.', 'b': 'Two.'}\nbilling(T[read()])", &["One.", "Two."]),
        ("for m in ['One.', 'Two.']:\n    billing(m)", &["One.", "Two."]),
        ("for m in ('Ann', 'Bob'):\n    billing('Pay ' + m)", &["Pay Ann", "Pay Bob"]),
        ("for m in {'Ann': 1, 'Bob': 2}:\n    billing('Pay ' + m)", &["Pay Ann", "Pay Bob"]),
        ("[billing(f'Pay {m}') for m in ['Ann', 'Bob']]", &["Pay Ann", "Pay Bob"]),
        ("def ask(m):\n    return billing('Do: ' + m)\nask('One.')\nask('Two.')", &["Do: One.", "Do: Two."]),
        ("billing(' '.join(['Pay', 'Ann']))", &["Pay Ann"]),
        ("billing('  Pay it. '.strip())", &["Pay it."]),
    ] {
        let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        assert_eq!(messages(plan), Some(expected), "{plan}");
    }
}

#[test]
fn a_message_that_anything_else_has_a_part_in_is_not_fixed() {
    for plan in [
        "billing('Pay ' + today())",
        "billing(f'Pay {read()}')",
        "billing('Pay it.'.upper())",
        "m = 'Pay it.'\nm += ' Now.'\nbilling(m)",
        "T = ['One.']\nT.append(today())\nbilling(T[0])",
        "T = ['One.']\nU = T\nU[0] = today()\nbilling(T[0])",
        "for m in [today()]:\n    billing(m)",
        "a, b = 'One.', 'Two.'\nbilling(a)",
        "def ask(m):\n    billing(m)\nf = ask\nf('One.')",
        "class A:\n    def ask(self, m):\n        billing(m)\nA().ask('One.')",
        "match today():\n    case m:\n        billing(m)",
        "try:\n    read()\nexcept Exception as m:\n    billing(str(m))",
        "call = {'message': 'One.'}\nbilling(**call)",
        "billing(f'{3:>4}')",
        "billing(f'{today()!r}')",
    ] {
        assert_eq!(messages(plan), None, "{plan}");
    }
}

#[test]
fn too_many_texts_are_not_spelled_out() {
    let names: Vec<String> = (0..40).map(|index| format!("'m{index}'")).collect();
    assert_eq!(messages(&format!("for m in [{}]:\n    billing(m)", names.join(", "))), None);
}

/// Which of a plan's calls untrusted data can choose, and the lines and sources of its branches.
fn shown(outline: &Outline) -> String {
    let calls = outline.calls.iter().map(|call| {
        let chosen = if call.branch_untrusted { " chosen" } else { "" };
        let words = if call.chosen { " of chosen words" } else { "" };
        let caught = if call.caught { " caught" } else { "" };
        format!("{} {}{chosen}{words}{caught}\n", call.span.line, call.name)
    });
    let branches = outline
        .branches
        .iter()
        .map(|branch| format!("{}: {}\n", branch.span.line, branch.sources.join(", ")));
    calls.chain(branches).collect()
}

#[test]
fn a_call_that_untrusted_data_can_choose_is_told_with_the_branch() {
    for (plan, expected) in [
        ("read()\nsend()", "1 read\n2 send\n"),
        ("if read() == 'x':\n    send()\ntoday()", "1 read\n2 send chosen\n3 today\n1: tool:read\n"),
        ("if today() == 'x':\n    send()", "1 today\n2 send\n"),
        ("for x in read():\n    send()", "1 read\n2 send chosen\n1: tool:read\n"),
        ("[send() for x in read()]", "1 send chosen\n1 read\n"),
        ("send() if get_variable('note') else today()", "1 send chosen\n1 today chosen\n1: variable:note\n"),
        ("x = read() and send()", "1 read\n1 send chosen\n1: tool:read\n"),
        ("if read():\n    return 1\nsend()", "1 read\n3 send chosen\n1: tool:read\n"),
        (
            "for i in [1, 2]:\n    send()\n    if read():\n        break\ntoday()",
            "2 send chosen\n3 read chosen\n5 today\n3: tool:read\n",
        ),
        (
            "try:\n    int(read())\n    send()\nexcept ValueError:\n    send()\ntoday()",
            "2 read caught\n3 send chosen caught\n5 send chosen\n6 today\n4: tool:read, tool:send\n",
        ),
        ("a = billing('Look.')\nif a:\n    send()", "1 billing\n3 send chosen\n2: answer:billing\n"),
        (
            "n = query_ai_assistant('How many?', output_schema=int)\nif n > 2:\n    send()",
            "1 query_ai_assistant\n3 send chosen\n2: quarantined:\n",
        ),
        (
            "m = 'One.' if read() else 'Two.'\nbilling(m)",
            "1 read\n2 billing of chosen words\n1: tool:read\n2: tool:read\n",
        ),
        ("def f():\n    send()\nif read():\n    f()", "2 send chosen\n3 read\n3: tool:read\n"),
        (
            "f = [send, today][int(read())]\nf()",
            "1 send chosen\n1 today chosen\n1 read\n2: tool:read, tool:send\n",
        ),
        ("billing('Look.', variables={'x': read()})", "1 billing\n1 read\n"),
        ("billing('Look.', variables={read(): 1})", "1 billing of chosen words\n1 read\n1: tool:read\n"),
    ] {
        assert_eq!(shown(&of(plan)), expected, "{plan}");
    }
}

#[test]
fn what_is_told_of_a_plan_depends_on_where_it_is_called() {
    let plan = "x = int(read())\nsend()";
    let outline_at = |branch_untrusted, caught| {
        shown(&outline(
            plan,
            &environment(),
            &OutlineSetup { branch_untrusted, caught, ..OutlineSetup::default() },
        ))
    };
    assert_eq!(outline_at(false, false), "1 read\n2 send\n");
    assert_eq!(outline_at(true, false), "1 read chosen\n2 send chosen\n");
    assert_eq!(outline_at(false, true), "1 read caught\n2 send chosen caught\n");
}

#[test]
fn a_state_that_a_plan_above_has_written_with_untrusted_data_is_told() {
    let mut environment = environment();
    environment.tools[0].writes = vec!["pad".into()];
    environment.tools[1].reads = vec!["pad".into()];
    environment.children[0].writes = vec!["pad".into()];
    let shown_of = |plan: &str, setup: &OutlineSetup| shown(&outline(plan, &environment, setup));
    let looks = "if today():\n    send()";
    assert_eq!(shown_of(looks, &OutlineSetup::default()), "1 today\n2 send\n");
    for (writes, source) in [("read(billing('Look.'))", "answer:billing"), ("billing(read())", "tool:read")] {
        let above = outline(writes, &environment, &OutlineSetup::default());
        let setup = OutlineSetup::below(&above.calls[0], &above);
        assert!(setup.states["pad"].iter().any(|known| **known == *source), "{:?}", setup.states);
        assert!(shown_of(looks, &setup).contains("2 send chosen\n"));
    }
}

#[test]
fn a_text_that_is_no_plan_has_an_empty_outline() {
    assert_eq!(outline("if:", &environment(), &OutlineSetup::default()), Outline::default());
}
