//! The tools and agents that fuzzed programs can call, and what these answer.

use caravan_plan::label::{Label, Source};
use caravan_plan::{
    Answer, CheckSetup, Child, Datum, Ending, Environment, ExcKind, Finding, Limits, Machine, MachineSetup,
    Parameter, Program, RequestKind, Step, Strictness, Tool, Tree, Type, World, check, compile,
};
use serde_json::json;

/// How many requests a run may make: the stage answers no more.
const REQUESTS: usize = 200;
/// Instructions that a run may execute.
const STEPS: u64 = 100_000;
/// Bytes that a run may print.
const OUTPUT: usize = 1 << 16;

fn tool(name: &str, parameters: &[(&str, Type)], returns: Type) -> Tool {
    let parameters = parameters.iter().map(|(name, ty)| Parameter {
        name: (*name).into(),
        ty: ty.clone(),
        required: true,
        description: "".into(),
    });
    Tool {
        name: name.into(),
        description: "".into(),
        parameters: parameters.collect(),
        returns,
        trusted: false,
        reads: vec!["inbox".into()],
        writes: Vec::new(),
        accepts_anything: false,
    }
}

/// Two tools, a stub, two children, a quarantined model.
pub fn environment() -> Environment {
    let found = json!({
        "title": "Found",
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "number": {"type": "integer"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "day": {"type": "string", "format": "date"},
            "state": {"enum": ["open", "closed"]},
            "next": {"anyOf": [{"$ref": "#/$defs/link"}, {"type": "null"}]},
        },
        "required": ["title", "number", "tags"],
        "$defs": {"link": {"type": "object", "properties": {"url": {"type": "string"}}}},
    });
    let found = Type::from_schema(&found).expect("a schema");
    let mut send = tool("send", &[("to", Type::Str), ("body", Type::Str)], Type::None);
    send.writes = vec!["inbox".into()];
    let stub = Tool { accepts_anything: true, ..tool("stub", &[], Type::Any) };
    let child = |name: &str| Child {
        name: name.into(),
        description: "".into(),
        reads: Vec::new(),
        writes: vec!["inbox".into()],
        reads_untrusted: true,
    };
    Environment {
        tools: vec![tool("search", &[("query", Type::Str)], found), send, stub],
        children: vec![child("billing"), child("calendar")],
        variables: vec!["letter".into(), "rows".into()],
        protocol: true,
        quarantined_model: true,
        ..Environment::default()
    }
}

/// The compiled program; what is wrong with any other text lies within that text.
pub fn compiled(source: &str, environment: &Environment) -> Option<Program> {
    match compile(source, environment) {
        Ok(program) => Some(program),
        Err(findings) => {
            assert!(!findings.is_empty(), "refused without a reason: {source:?}");
            within(&findings, source);
            None
        }
    }
}

/// Looks for what is certain to fail; whatever is found lies within the text.
pub fn checked(source: &str, environment: &Environment) {
    let findings = check(source, environment, &CheckSetup::default());
    within(&findings, source);
}

fn within(findings: &[Finding], source: &str) {
    let lines = source.bytes().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u32 + 1;
    for finding in findings {
        assert!((1..=lines).contains(&finding.span.line), "{finding} of {source:?}");
        assert!(finding.span.column >= 1 && finding.span.width >= 1, "{finding} of {source:?}");
        assert!(!finding.message.is_empty(), "{finding} of {source:?}");
    }
}

/// What a run did, as far as it can be seen.
pub fn run(program: &Program) -> String {
    let limits = Limits {
        steps: STEPS,
        memory: 8 << 20,
        call_depth: 200,
        data_depth: 200,
        digits: 2000,
        string: 1 << 20,
        output: OUTPUT,
        regex: 50_000,
    };
    let mut world = World::new(Strictness::Cfi);
    let source =
        Source::Tool { agent: Default::default(), tool: "inbox".into(), inner: None, trusted: false };
    let label = world.lattice.data_from(&[source]);
    let letter = Datum::text("Dear all, 3 items: [1, 2] for a@b.c", label);
    let rows = Datum::from_json(&json!([{"n": 1, "s": "x"}, {"n": 2, "s": null}]), label);
    let setup = MachineSetup {
        limits,
        variables: vec![("letter".into(), letter), ("rows".into(), rows)],
        ..MachineSetup::default()
    };
    let mut machine = Machine::new(program, setup, &mut world);
    let mut seen = String::new();
    let mut answer = None;
    for number in 0..REQUESTS {
        match machine.resume(&mut world, answer.take()) {
            Step::Request(request) => {
                seen.push_str(&format!("{request:?}\n"));
                answer = Some(answered(number, &request.kind, label, &mut world));
            }
            Step::Finished(ending) => {
                seen.push_str(&format!("{ending:?}\n"));
                if let Ending::Error(error) = ending {
                    assert_ne!(error.limit, Some("internal"), "{error:?}");
                }
                break;
            }
        }
    }
    let printed: usize = machine.take_output().iter().map(|printed| printed.text.len()).sum();
    assert!(printed <= OUTPUT, "{printed} bytes were printed");
    seen.push_str(&format!("{:?}", machine.variables(&mut world)));
    seen
}

fn answered(number: usize, kind: &RequestKind, label: Label, world: &mut World) -> Answer {
    let json = match kind {
        RequestKind::Tool { name, .. } if &**name == "search" => {
            let found = json!({"title": "a, b", "number": number, "tags": ["x", "", "é"], "day": "2024-02-29", "state": "open"});
            let ty = &environment().tools[0].returns;
            return match ty.decode(&found, label, world) {
                Ok(datum) => Answer::Value(datum),
                Err(mismatch) => panic!("{mismatch}"),
            };
        }
        RequestKind::Tool { name, .. } if &**name == "send" => {
            return Answer::Value(Datum { value: Tree::None, label });
        }
        RequestKind::Gather { calls } => {
            let answers = calls.iter().map(|call| answered(number, &call.kind, label, world));
            return Answer::Gathered(answers.collect());
        }
        RequestKind::Clock => {
            let moment = Datum::utc(number as i64 * 86_400_000_000, label);
            return Answer::Value(moment.unwrap_or(Datum { value: Tree::None, label }));
        }
        RequestKind::Tool { .. } => json!([number, "text", null, {"k": [1.5, true]}]),
        _ if number % 5 == 4 => {
            return Answer::Failure { kind: ExcKind::RuntimeError, message: Datum::text("no answer", label) };
        }
        RequestKind::Agent { schema, .. } | RequestKind::Quarantined { schema, .. } => {
            let schema = match &schema.value {
                Tree::Str(text) => serde_json::from_str(text).unwrap_or_default(),
                _ => json!({}),
            };
            let ty = Type::from_schema(&schema).unwrap_or_default();
            match ty.decode(&json!(number), label, world) {
                Ok(datum) => return Answer::Value(datum),
                Err(_) => json!("an answer"),
            }
        }
    };
    Answer::Value(Datum::from_json(&json, label))
}
