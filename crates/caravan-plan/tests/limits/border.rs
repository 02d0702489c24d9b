//! What tools answer, and what schemas say: as hostile as any program.

use caravan_plan::label::{Label, Source};
use caravan_plan::{
    Answer, Datum, Ending, Environment, Limits, Machine, MachineSetup, Step, Strictness, Tool, Tree, Type,
    World, compile,
};
use serde_json::{Value as Json, json};

use super::{End, MEMORY, hostile, limits};

fn stub() -> Environment {
    let tool = Tool {
        name: "tool".into(),
        description: "".into(),
        parameters: Vec::new(),
        returns: Type::Any,
        trusted: false,
        reads: Vec::new(),
        writes: Vec::new(),
        accepts_anything: true,
    };
    Environment { tools: vec![tool], ..Environment::default() }
}

/// Runs a program whose every call gets this answer.
fn answered(program: &str, limits: Limits, answer: impl Fn(Label) -> Datum + Send) -> End {
    hostile(program, 1 << 30, move || {
        let compiled = compile(program, &stub()).expect("a program");
        let mut world = World::new(Strictness::Cfi);
        let source =
            Source::Tool { agent: Default::default(), tool: "tool".into(), inner: None, trusted: false };
        let label = world.lattice.data_from(&[source]);
        let mut machine =
            Machine::new(&compiled, MachineSetup { limits, ..MachineSetup::default() }, &mut world);
        let (mut given, mut asked) = (None, 0);
        for _ in 0..100 {
            match machine.resume(&mut world, given.take()) {
                Step::Request(_) => {
                    given = Some(Answer::Value(answer(label)));
                    asked += 1;
                }
                Step::Finished(ending) => {
                    let output = machine.take_output().into_iter().map(|printed| printed.text).collect();
                    machine.variables(&mut world);
                    return match ending {
                        Ending::Value(_) => {
                            End { kind: String::new(), message: String::new(), limit: None, output }
                        }
                        Ending::Error(error) => {
                            let trusted = world.lattice.is_trusted(error.label);
                            assert!(!trusted || asked == 0, "the size of an answer is untrusted");
                            let (kind, message) = (error.kind.to_string(), error.message.to_string());
                            End { kind, message, limit: error.limit, output }
                        }
                    };
                }
            }
        }
        End { kind: "asks".to_owned(), message: String::new(), limit: None, output: String::new() }
    })
}

#[test]
fn a_text_of_a_hundred_megabytes_from_a_tool_is_held_or_refused() {
    let large = |label| Datum::text("a".repeat(100 << 20), label);
    let end = answered("print(len(tool()))", Limits::default(), large);
    assert_eq!(end.output, "104857600\n", "{end:?}");
    let end = answered("print(len(tool()))", limits(), large);
    assert_eq!(end.limit, Some("string"), "{end:?}");
    let end = answered("print(len(tool()))", Limits { memory: MEMORY, ..Limits::default() }, large);
    assert_eq!(end.limit, Some("memory"), "{end:?}");
    let end = answered("while True:\n    tool()", Limits { memory: MEMORY, ..Limits::default() }, |label| {
        Datum::text("a".repeat(1 << 20), label)
    });
    assert_eq!(end.kind, "asks", "what is not kept is freed: {end:?}");
    let end = answered(
        "x = []\nwhile True:\n    x.append(tool())",
        Limits { memory: MEMORY, ..Limits::default() },
        |label| Datum::text("a".repeat(1 << 20), label),
    );
    assert_eq!(end.limit, Some("memory"), "{end:?}");
}

#[test]
fn bytes_from_a_tool_are_counted_as_text_is() {
    let large = |label| Datum { value: Tree::Bytes(vec![0; 32 << 20].into()), label };
    let end = answered("print(len(tool()))", limits(), large);
    assert_eq!(end.limit, Some("string"), "{end:?}");
}

#[test]
fn an_answer_nested_too_deeply_meets_the_limit() {
    for wrap in [0, 1, 2, 3] {
        let deep = |label| {
            let mut datum = Datum { value: Tree::None, label };
            for _ in 0..if wrap == 0 { 300_000 } else { 20_000 } {
                let value = match wrap {
                    0 => Tree::List(vec![datum]),
                    1 => Tree::Dict(vec![(Datum::text("k", label), datum)]),
                    2 => Tree::Record("R".into(), vec![("k".into(), datum)]),
                    _ => Tree::Tuple(vec![datum]),
                };
                datum = Datum { value, label };
            }
            datum
        };
        let end = answered("tool()", limits(), deep);
        assert_eq!(end.limit, Some("data_depth"), "{end:?}");
        assert!(end.message.contains("data_depth"), "{end:?}");
        let end = answered("try:\n    tool()\nexcept BaseException:\n    pass", limits(), deep);
        assert_eq!(end.limit, Some("data_depth"), "{end:?}");
    }
}

#[test]
fn a_variable_nested_too_deeply_is_told_of_when_it_is_read() {
    let end = hostile("a deep variable", 1 << 30, || {
        let environment = Environment { variables: vec!["v".into()], ..Environment::default() };
        let compiled = compile("get_variable('v')", &environment).expect("a program");
        let mut world = World::new(Strictness::Cfi);
        let mut datum = Datum { value: Tree::None, label: Label::NONE };
        for _ in 0..100_000 {
            datum = Datum { value: Tree::List(vec![datum]), label: Label::NONE };
        }
        let setup = MachineSetup { variables: vec![("v".into(), datum)], ..MachineSetup::default() };
        let mut machine = Machine::new(&compiled, setup, &mut world);
        match machine.resume(&mut world, None) {
            Step::Finished(Ending::Error(error)) => error.limit,
            other => panic!("{other:?}"),
        }
    });
    assert!(end.is_some(), "{end:?}");
}

/// What a plan hands out is a tree, which shared structure can make larger than anything.
#[test]
fn what_a_plan_hands_out_is_bounded() {
    let nothing = |label| Datum { value: Tree::None, label };
    for program in [
        "x = [1]\nfor _ in range(60):\n    x = [x, x]\ntool(x)",
        "x = {'a': 1}\nfor _ in range(60):\n    x = {'a': x, 'b': x}\ntool(a=x)",
        "x = [1]\nfor _ in range(60):\n    x = [x, x]\nx",
        "x = 'a' * 10**6\ny = [x] * 10**6\ntool(y)",
        "x = 'a' * 10**6\ny = [[x] * 1000] * 1000\ny",
        "x = (1,)\nfor _ in range(60):\n    x = (x, x)\nx",
    ] {
        let end = answered(program, Limits { memory: 4 << 20, ..limits() }, nothing);
        assert_eq!(end.limit, Some("memory"), "{program}: {end:?}");
    }
    for program in [
        "x = []\nx.append(x)\ntool(x)",
        "x = []\nfor _ in range(10**4):\n    x = [x]\ntool(x)",
        "x = {}\nx['x'] = x\nx",
    ] {
        answered(program, limits(), nothing);
    }
}

#[test]
fn json_nested_too_deeply_decodes_to_an_error() {
    let refused = hostile("deep JSON", 1 << 30, || {
        let mut json = Json::Null;
        for _ in 0..100_000 {
            json = Json::Array(vec![json]);
        }
        let mut world = World::new(Strictness::Cfi);
        let types = [Type::Any, Type::List(Type::Any.into()), Type::Any.optional()];
        let refused: Vec<bool> =
            types.iter().map(|ty| ty.decode(&json, Label::NONE, &mut world).is_err()).collect();
        // How a JSON library drops what it made is its own affair.
        std::mem::forget(json);
        refused
    });
    assert_eq!(refused, [true, true, true]);
}

#[test]
fn a_schema_that_is_deep_refers_to_itself_or_doubles_ends() {
    let mut deep = json!({"type": "string"});
    for _ in 0..100_000 {
        let mut array = serde_json::Map::new();
        array.insert("type".to_owned(), json!("array"));
        array.insert("items".to_owned(), deep);
        deep = Json::Object(array);
    }
    let mut doubling = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        doubling.insert(
            format!("d{level}"),
            json!({"type": "object", "properties": {"a": next, "b": next}, "required": ["a"]}),
        );
    }
    doubling.insert("d60".to_owned(), json!({"type": "integer"}));
    let unions: Vec<Json> = (0..500)
        .map(|n| json!({"type": "object", "properties": {format!("p{n}"): {"type": "string"}}}))
        .collect();
    let members: Vec<Json> = (0..5_000).map(|n| json!(n)).collect();
    let schemas = vec![
        deep,
        json!({"$ref": "#"}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"type": "object", "properties": {"next": {"$ref": "#"}}}),
        json!({"type": "array", "items": {"$ref": "#"}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]}),
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"$ref": "#/$defs/d0", "$defs": doubling}),
        json!({"anyOf": unions}),
        json!({"enum": members}),
        json!({"$ref": "#/$defs/%25%"}),
        json!({"$ref": "file:///etc/passwd"}),
        json!({"properties": {"a": 1}}),
    ];
    for schema in schemas {
        hostile("a schema", 1 << 28, || {
            let ty = Type::from_schema(&schema);
            if let Ok(ty) = &ty {
                ty.python();
                ty.to_schema();
                let mut world = World::new(Strictness::Cfi);
                let _ = ty.decode(&json!({"next": [1, {"a": null}]}), Label::NONE, &mut world);
            }
            drop(ty);
        });
        std::mem::forget(schema);
    }
}
