//! Values as JSON and as text.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

use caravan_plan::label::Label;
use caravan_plan::{Datum, Strictness, Tree, Type, World};
use serde_json::{Value as Json, json};

fn plain(value: Tree) -> Datum {
    Datum { value, label: Label::NONE }
}

fn int(value: i64) -> Datum {
    plain(Tree::Int(value))
}

fn moment() -> Datum {
    let mut world = World::new(Strictness::Cfi);
    Type::DateTime.decode(&json!("2026-05-01T10:00:00+02:00"), Label::NONE, &mut world).expect("a moment")
}

#[test]
fn json_goes_in_and_comes_out_unchanged() {
    let value = json!({"a": [1, -2.5, "x", null, true, {"b": []}], "n": u64::MAX});
    assert_eq!(Datum::from_json(&value, Label::NONE).to_json(), value);
    assert_eq!(Datum::from_json_as_records(&value, Label::NONE).to_json(), value);
    let records = Datum::from_json_as_records(&json!([{"a": 1}]), Label::NONE);
    assert_eq!(records.repr(), "[Record(a=1)]");
}

#[test]
fn what_json_lacks_is_named_by_its_type_and_shown() {
    for (datum, value) in [
        (
            moment(),
            json!({"$type": "datetime", "repr": "datetime.datetime(2026, 5, 1, 10, 0, tzinfo=datetime.timezone(datetime.timedelta(seconds=7200)))"}),
        ),
        (plain(Tree::Float(f64::NAN)), json!({"$type": "float", "repr": "nan"})),
        (plain(Tree::Set(vec![int(1)])), json!({"$type": "set", "repr": "{1}"})),
        (plain(Tree::Bytes(Box::from(*b"hi"))), json!({"$type": "bytes", "repr": "b'hi'"})),
        (
            plain(Tree::Dict(vec![(plain(Tree::Tuple(vec![int(1), int(2)])), int(3))])),
            json!({"$type": "dict", "repr": "{(1, 2): 3}"}),
        ),
        (
            plain(Tree::Dict(vec![(int(1), int(2)), (Datum::text("1", Label::NONE), int(3))])),
            json!({"$type": "dict", "repr": "{1: 2, '1': 3}"}),
        ),
        (plain(Tree::Tuple(vec![int(1)])), json!([1])),
        (plain(Tree::Dict(vec![(int(1), int(2))])), json!({"1": 2})),
    ] {
        assert_eq!(datum.to_json(), value);
    }
}

#[test]
fn values_print_as_python_prints_them() {
    let row = |value: Json| Datum::from_json(&value, Label::NONE);
    for (datum, text) in [
        (row(json!("it's")), "it's"),
        (row(json!(["it's", 1e16, 1e-7, 2.0])), "[\"it's\", 1e+16, 1e-07, 2.0]"),
        (row(json!({"a": null})), "{'a': None}"),
        (plain(Tree::Tuple(vec![int(1)])), "(1,)"),
        (plain(Tree::Set(Vec::new())), "set()"),
        (moment(), "2026-05-01 10:00:00+02:00"),
    ] {
        assert_eq!(datum.to_text(), text);
    }
}
