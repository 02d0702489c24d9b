//! Values through types: decoded with labels, encoded as arguments, coerced as answers.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

use caravan_plan::label::{AgentPath, Bits, Label, Source};
use caravan_plan::{Datum, Strictness, Tree, Type, World};
use serde_json::{Value as Json, json};

fn ty(schema: Json) -> Type {
    Type::from_schema(&schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

fn tool(world: &mut World, trusted: bool) -> Label {
    world.lattice.data_from(&[Source::Tool {
        agent: AgentPath::root(),
        tool: "t".into(),
        inner: None,
        trusted,
    }])
}

fn decode(schema: Json, value: Json) -> Result<Datum, String> {
    let mut world = World::new(Strictness::Cfi);
    let label = tool(&mut world, false);
    ty(schema).decode(&value, label, &mut world).map_err(|error| error.to_string())
}

fn plain(value: Json) -> Datum {
    Datum::from_json(&value, Label::NONE)
}

fn record(name: &str, fields: &[(&str, Json)]) -> Datum {
    let fields = fields.iter().map(|(name, value)| ((*name).into(), plain(value.clone()))).collect();
    Datum { value: Tree::Record(name.into(), fields), label: Label::NONE }
}

#[test]
fn values_are_decoded_by_their_declared_type() {
    let text = |schema: Json, value: Json| decode(schema, value).map(|datum| datum.repr());
    for (schema, value, repr) in [
        (json!({"type": "integer"}), json!(3), "3"),
        (json!({"type": "integer"}), json!(3.0), "3"),
        (json!({"type": "integer"}), json!(u64::MAX), "18446744073709551615"),
        (json!({"type": "number"}), json!(3), "3.0"),
        (json!({"type": "string"}), json!("it's"), "\"it's\""),
        (
            json!({"type": "string", "format": "date-time"}),
            json!("2026-05-01T10:00:00"),
            "datetime.datetime(2026, 5, 1, 10, 0)",
        ),
        (json!({"type": "string", "format": "date"}), json!("2026-05-01"), "datetime.date(2026, 5, 1)"),
        (json!({"type": "string", "contentEncoding": "base64"}), json!("aGk="), "b'hi'"),
        (json!({"type": "array", "items": {"type": "number"}}), json!([1, 2.5]), "[1.0, 2.5]"),
        (json!({}), json!({"a": [1, null, true]}), "{'a': [1, None, True]}"),
        (json!({"anyOf": [{"type": "number"}, {"type": "integer"}]}), json!(5), "5"),
        (
            json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "string"}]}),
            json!("soon"),
            "'soon'",
        ),
        (
            json!({"title": "P", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}, "c": {"default": 7}}}),
            json!({"a": 1, "extra": [2]}),
            "P(a=1, b=None, c=7)",
        ),
        (json!({"title": "P", "properties": {"b": {"type": "string"}}}), json!({"b": null}), "P(b=None)"),
        (
            json!({"anyOf": [
                {"title": "A", "properties": {"x": {"type": "integer"}}},
                {"title": "B", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}},
            ]}),
            json!({"x": 1, "y": 2}),
            "B(x=1, y=2)",
        ),
    ] {
        assert_eq!(text(schema.clone(), value), Ok(repr.to_owned()), "{schema}");
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let cases = [
        (json!({"type": "integer"}), json!("3"), "expected `int`, found text at ``"),
        (json!({"type": "integer"}), json!(true), "expected `int`, found True at ``"),
        (json!({"type": "boolean"}), json!(1), "expected `bool`, found 1 at ``"),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            json!(["a", 1]),
            "expected `str`, found 1 at `/1`",
        ),
        (json!({"enum": ["a", "b"]}), json!("c"), "expected `Literal[\"a\", \"b\"]`, found 'c' at ``"),
        (
            json!({"type": "string", "format": "date-time"}),
            json!("soon"),
            "expected `datetime`, found 'soon' at ``",
        ),
        (json!({"properties": {"a": {}}, "required": ["a"]}), json!({}), "the field is missing at `/a`"),
        (
            json!({"title": "T", "properties": {"a": {}}, "additionalProperties": false}),
            json!({"b": 1}),
            "`T` has no such field; it has `a` at `/b`",
        ),
        (json!({"type": "object"}), json!([1]), "expected `dict[str, Any]`, found a list at ``"),
    ];
    for (schema, value, message) in cases {
        assert_eq!(decode(schema, value), Err(message.to_owned()));
    }
}

#[test]
fn a_value_that_nests_too_deep_is_refused_and_not_walked() {
    let mut value = json!(1);
    for _ in 0..1000 {
        value = json!([value]);
    }
    let error = decode(json!({}), value.clone()).expect_err("decoded");
    assert!(error.starts_with("the value nests deeper than 128 levels"), "{error}");
    let mut datum = Datum { value: Tree::Int(1), label: Label::NONE };
    for _ in 0..1000 {
        datum = Datum { value: Tree::List(vec![datum]), label: Label::NONE };
    }
    assert!(Type::Any.encode(&datum).is_err());
}

#[test]
fn the_members_of_an_untrusted_answer_are_constants_that_it_chose() {
    let schema = json!({"title": "R", "properties": {
        "urgent": {"type": "boolean"},
        "kind": {"enum": ["a", "b", "c", "d"]},
        "maybe": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        "either": {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
        "only": {"const": "x"},
        "text": {"type": "string"},
    }});
    let value = json!({"urgent": true, "kind": "b", "maybe": null, "either": true, "only": "x", "text": "t"});
    let mut world = World::new(Strictness::Cfi);
    let label = tool(&mut world, false);
    let Tree::Record(_, fields) = ty(schema).decode(&value, label, &mut world).expect("decoded").value else {
        panic!("no record")
    };
    let lattice = &world.lattice;
    let told: Vec<(bool, bool, f64)> = fields
        .iter()
        .map(|(_, datum)| {
            let bits = lattice.choice_bits(datum.label).as_f64();
            (lattice.data_is_trusted(datum.label), lattice.control_is_trusted(datum.label), bits.ceil())
        })
        .collect();
    assert_eq!(
        told,
        [
            (true, false, 1.0),
            (true, false, 2.0),
            (true, false, 2.0),
            // Beside text, a truth value is one of any number of answers.
            (false, true, 0.0),
            (true, false, 0.0),
            (false, true, 0.0),
        ]
    );
}

#[test]
fn members_keep_the_plain_label_where_that_is_trusted_or_only_data_counts() {
    for (strictness, trusted) in [(Strictness::Explicit, false), (Strictness::Cfi, true)] {
        let mut world = World::new(strictness);
        let label = tool(&mut world, trusted);
        let datum = Type::Bool.decode(&json!(true), label, &mut world).expect("decoded");
        assert_eq!(datum.label, label);
    }
}

#[test]
fn two_members_of_one_answer_are_two_decisions() {
    let mut world = World::new(Strictness::Cfi);
    let label = tool(&mut world, false);
    let list =
        Type::List(Type::Bool.into()).decode(&json!([true, false]), label, &mut world).expect("decoded");
    assert_eq!(list.label, label);
    let Tree::List(items) = list.value else { panic!("no list") };
    let both = world.lattice.join(items[0].label, items[1].label);
    assert_eq!(world.lattice.choice_bits(both), Bits::whole(2));
}

#[test]
fn arguments_are_encoded_by_their_declared_type() {
    let moment =
        decode(json!({"type": "string", "format": "date-time"}), json!("2026-05-01T10:00:00")).expect("read");
    let optional = json!({"title": "P", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]});
    for (schema, datum, encoded) in [
        (json!({"type": "string"}), moment.clone(), json!("2026-05-01T10:00:00")),
        (json!({"type": "string", "format": "date-time"}), moment.clone(), json!("2026-05-01T10:00:00")),
        (json!({}), moment, json!("2026-05-01T10:00:00")),
        (json!({"type": "number"}), plain(json!(5)), json!(5)),
        (json!({"type": "integer"}), plain(json!(5.0)), json!(5)),
        (optional.clone(), plain(json!({"a": 1, "b": null})), json!({"a": 1})),
        (optional.clone(), record("P", &[("a", json!(1))]), json!({"a": 1})),
        (optional, record("P", &[("a", json!(1)), ("z", json!(2))]), json!({"a": 1, "z": 2})),
        (json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), plain(json!(null)), json!(null)),
        (json!({"type": "array", "items": {"type": "string"}}), plain(json!(["a"])), json!(["a"])),
    ] {
        assert_eq!(ty(schema.clone()).encode(&datum), Ok(encoded), "{schema}");
    }
    let keys = Datum {
        value: Tree::Dict(vec![
            (plain(json!(1)), plain(json!("a"))),
            (plain(json!(true)), plain(json!("b"))),
        ]),
        label: Label::NONE,
    };
    assert_eq!(Type::Any.encode(&keys), Ok(json!({"1": "a", "true": "b"})));
}

#[test]
fn an_argument_of_another_type_is_refused_with_its_place() {
    let list = ty(json!({"type": "array", "items": {"type": "string"}}));
    let error = list.encode(&plain(json!(["a", 2]))).map_err(|error| error.to_string());
    assert_eq!(error, Err("expected `str`, found a value of type `int` at `/1`".into()));
    let closed =
        ty(json!({"title": "P", "properties": {"a": {}}, "required": ["a"], "additionalProperties": false}));
    let error = closed.encode(&plain(json!({"a": 1, "b": 2}))).map_err(|error| error.to_string());
    assert_eq!(error, Err("`P` has no such field at `/b`".into()));
    let function = Datum { value: Tree::Foreign("<function f>".into()), label: Label::NONE };
    assert!(Type::Any.encode(&function).is_err());
    assert!(Type::Float.encode(&Datum { value: Tree::Float(f64::NAN), label: Label::NONE }).is_err());
    assert!(ty(json!({"type": "boolean"})).encode(&plain(json!(1))).is_err());
}

#[test]
fn an_answer_is_made_to_fit_without_losing_a_label() {
    let mut world = World::new(Strictness::Cfi);
    let untrusted = tool(&mut world, false);
    let entries = vec![
        (Datum::text("a", untrusted), plain(json!(1))),
        (Datum::text("b", Label::NONE), Datum::text("t", untrusted)),
    ];
    let dict = Datum { value: Tree::Dict(entries), label: Label::NONE };
    let schema = ty(json!({"title": "P", "properties": {"a": {"type": "number"}, "b": {"type": "string"}}}));
    let record = schema.coerce(dict.clone(), &mut world.lattice).expect("coerced");
    assert_eq!(record.repr(), "P(a=1.0, b='t')");
    // An untrusted key has become a name of a field: only the structure can tell.
    assert!(!world.lattice.data_is_trusted(record.label));
    let text = Type::Str.coerce(dict, &mut world.lattice).expect("coerced");
    assert_eq!(text.value, Tree::Str("{'a': 1, 'b': 't'}".into()));
    assert!(!world.lattice.data_is_trusted(text.label));
}

#[test]
fn what_decided_the_arm_of_a_union_stays_with_the_answer() {
    let mut world = World::new(Strictness::Cfi);
    let untrusted = tool(&mut world, false);
    let inner = Datum { value: Tree::List(vec![Datum::text("2026-01-01", untrusted)]), label: Label::NONE };
    let schema = ty(json!({"anyOf": [
        {"type": "array", "items": {"type": "string", "format": "date"}},
        {"type": "array", "items": {"type": "string"}},
    ]}));
    let list = schema.coerce(inner, &mut world.lattice).expect("coerced");
    assert_eq!(list.repr(), "[datetime.date(2026, 1, 1)]");
    assert!(!world.lattice.data_is_trusted(list.label));
    let optional = ty(json!({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}));
    let inner = Datum { value: Tree::List(vec![Datum::text("x", untrusted)]), label: Label::NONE };
    let list = optional.coerce(inner, &mut world.lattice).expect("coerced");
    assert_eq!(list.label, Label::NONE, "the kind of the value alone decided");
}

#[test]
fn an_answer_of_another_type_is_refused() {
    let mut world = World::new(Strictness::Cfi);
    for (schema, value) in [
        (json!({"type": "integer"}), json!("1")),
        (json!({"enum": ["a"]}), json!("b")),
        (json!({"properties": {"a": {}}, "required": ["a"]}), json!({})),
        (json!({"type": "array", "items": {"type": "integer"}}), json!({"a": 1})),
    ] {
        assert!(ty(schema.clone()).coerce(plain(value), &mut world.lattice).is_err(), "{schema}");
    }
}
