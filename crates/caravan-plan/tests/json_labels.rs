//! What `json` and the methods of texts keep of the labels of what they read.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails may say so loudly")]

use caravan_label::{AgentPath, Source};
use caravan_plan::{
    Datum, Ending, Environment, Machine, MachineSetup, PlanError, Step, Strictness, Tree, World, compile,
};

/// What a plan returns, where `get_variable("mail")` gives this untrusted text.
fn run(plan: &str, mail: &str) -> (Result<Datum, PlanError>, World) {
    let environment = Environment { variables: vec!["mail".into()], ..Environment::default() };
    let program = compile(plan, &environment).expect("the plan compiles");
    let mut world = World::new(Strictness::Cfi);
    let tool =
        Source::Tool { agent: AgentPath::root(), tool: "read_mail".into(), inner: None, trusted: false };
    let label = world.lattice.data_from(&[tool]);
    let variables = vec![("mail".into(), Datum::text(mail, label))];
    let mut machine =
        Machine::new(&program, MachineSetup { variables, ..MachineSetup::default() }, &mut world);
    let ending = match machine.resume(&mut world, None) {
        Step::Finished(Ending::Value(value)) => Ok(value),
        Step::Finished(Ending::Error(error)) => Err(error),
        Step::Request(request) => panic!("nothing is asked for: {request:?}"),
    };
    (ending, world)
}

/// The value that a plan returns, and whether its data, deeply, is trusted.
fn returned(plan: &str, mail: &str) -> (Datum, bool) {
    let (ending, mut world) = run(plan, mail);
    let value = ending.unwrap_or_else(|error| panic!("{}: {}", error.kind, error.message));
    let label = value.deep_label(&mut world.lattice);
    let trusted = world.lattice.data_is_trusted(label);
    (value, trusted)
}

fn text(value: &Datum) -> &str {
    match &value.value {
        Tree::Str(text) => text,
        other => panic!("no text: {other:?}"),
    }
}

#[test]
fn all_that_is_read_from_an_untrusted_text_is_untrusted() {
    let plan = "import json\nd = json.loads(get_variable(\"mail\"))\nreturn [d[\"a\"], d[\"b\"][0]]";
    let (ending, mut world) = run(plan, r#"{"a": 1, "b": ["x"]}"#);
    let value = ending.expect("it is JSON");
    let Tree::List(items) = &value.value else { panic!("no list") };
    assert_eq!(items.len(), 2);
    for item in items {
        let label = item.deep_label(&mut world.lattice);
        assert!(!world.lattice.data_is_trusted(label));
    }
}

#[test]
fn a_text_given_by_name_counts_as_one_given_by_position() {
    let (_, trusted) = returned("import json\nreturn json.loads(s=get_variable(\"mail\"))", "[1]");
    assert!(!trusted);
    let (_, trusted) = returned("import json\nreturn json.dumps(obj=[get_variable(\"mail\")])", "x");
    assert!(!trusted);
}

#[test]
fn a_json_text_of_trusted_values_is_trusted_and_of_one_untrusted_value_is_not() {
    let plan = "import json\nmail = get_variable(\"mail\")\nreturn json.dumps({\"a\": [1, 2.5, None]})";
    let (value, trusted) = returned(plan, "x");
    assert_eq!((text(&value), trusted), (r#"{"a": [1, 2.5, null]}"#, true));
    let plan = "import json\nreturn json.dumps({\"a\": [1, get_variable(\"mail\")]})";
    let (value, trusted) = returned(plan, "x");
    assert_eq!((text(&value), trusted), (r#"{"a": [1, "x"]}"#, false));
}

#[test]
fn what_default_gives_counts_in_the_json_text() {
    let plan = "import json\nmail = get_variable(\"mail\")\nreturn json.dumps([{1}], default=lambda s: mail)";
    let (value, trusted) = returned(plan, "x");
    assert_eq!((text(&value), trusted), (r#"["x"]"#, false));
    let plan =
        "import json\nmail = get_variable(\"mail\")\nreturn json.dumps([{1}], default=lambda s: list(s))";
    let (value, trusted) = returned(plan, "x");
    assert_eq!((text(&value), trusted), ("[[1]]", true));
}

#[test]
fn default_is_called_once_for_each_value_in_the_order_of_the_text() {
    let plan = "
import json
calls = []
def convert(value):
    calls.append(len(value))
    return sorted(value)
text = json.dumps({\"b\": {1}, \"a\": [{1, 2}, {1, 2, 3}]}, default=convert, sort_keys=True)
return f\"{text} {calls}\"";
    let (value, _) = returned(plan, "x");
    assert_eq!(text(&value), r#"{"a": [[1, 2], [1, 2, 3]], "b": [1]} [2, 3, 1]"#);
}

#[test]
fn a_hook_sees_untrusted_objects_and_its_constant_answer_was_chosen_by_them() {
    let plan = "
import json
def hook(pairs):
    return \"constant\"
return json.loads(get_variable(\"mail\"), object_hook=hook)";
    let (ending, world) = run(plan, r#"{"a": {"b": 1}}"#);
    let answer = ending.expect("it is JSON");
    assert_eq!(text(&answer), "constant");
    assert!(!world.lattice.control_is_trusted(answer.label));
    assert!(!world.lattice.choice_bits(answer.label).is_bounded());
}

#[test]
fn a_hook_that_an_untrusted_text_calls_may_change_nothing_that_was_there() {
    let plan = "
import json
seen = []
def hook(pairs):
    seen.append(pairs)
    return pairs
json.loads(get_variable(\"mail\"), object_hook=hook)
return seen";
    let (ending, _) = run(plan, r#"{"a": 1}"#);
    let error = ending.expect_err("refused");
    assert_eq!(&*error.kind, "Refused");
}

#[test]
fn an_error_in_an_untrusted_text_is_untrusted_with_all_its_attributes() {
    for attribute in ["doc", "msg", "pos", "lineno", "colno", "args"] {
        let plan = format!(
            "import json\nfound = None\ntry:\n    json.loads(get_variable(\"mail\"))\n\
             except json.JSONDecodeError as e:\n    found = e.{attribute}\nreturn found"
        );
        let (value, trusted) = returned(&plan, "{oops");
        assert_ne!(value.value, Tree::None, "{attribute}");
        assert!(!trusted, "{attribute}");
    }
}

#[test]
fn an_uncaught_error_of_an_untrusted_text_is_untrusted() {
    for plan in [
        "import json\nreturn json.loads(get_variable(\"mail\"))",
        "return int(get_variable(\"mail\"))",
        "return \"abc\".index(get_variable(\"mail\"))",
        "return get_variable(\"mail\").format(x=1)",
        "return \"{x}\".format_map({get_variable(\"mail\"): 1})",
        "import json\nreturn json.dumps([{get_variable(\"mail\")}])",
    ] {
        let (ending, world) = run(plan, "{oops}");
        let error = ending.expect_err("it fails");
        assert!(!world.lattice.is_trusted(error.label), "{plan}: {}", error.message);
    }
}

#[test]
fn a_filled_template_is_as_untrusted_as_what_it_shows() {
    let (value, trusted) =
        returned("return \"{0} {x[a]}\".format(1, x={\"a\": get_variable(\"mail\")})", "m");
    assert_eq!((text(&value), trusted), ("1 m", false));
    let (value, trusted) = returned("mail = get_variable(\"mail\")\nreturn \"{0} {x}\".format(1, x=2)", "m");
    assert_eq!((text(&value), trusted), ("1 2", true));
    let plan = "
class Person:
    def __init__(self, name):
        self.name = name
    @property
    def greeting(self):
        return \"hi \" + get_variable(\"mail\")
return \"{0.name}: {0.greeting}\".format(Person(\"ann\"))";
    let (value, trusted) = returned(plan, "m");
    assert_eq!((text(&value), trusted), ("ann: hi m", false));
}

#[test]
fn the_parts_of_an_untrusted_text_are_untrusted() {
    for expression in
        ["mail.split(\",\")", "mail.partition(\",\")", "\",\".join([\"a\", mail])", "mail.encode()"]
    {
        let plan = format!("mail = get_variable(\"mail\")\nreturn {expression}");
        let (_, trusted) = returned(&plan, "a,b");
        assert!(!trusted, "{expression}");
    }
}
