//! What models, dataclasses and the methods of classes keep of the labels of what they are given.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails may say so loudly")]

use caravan_label::{AgentPath, Source};
use caravan_plan::{
    Datum, Ending, Environment, Machine, MachineSetup, PlanError, Step, Strictness, Tree, World, compile,
};

/// What a plan returns, where `mail` holds this untrusted text.
fn run(plan: &str, mail: &str) -> (Result<Datum, PlanError>, World) {
    let environment = Environment { variables: vec!["mail".into()], ..Environment::default() };
    let plan = format!("{PRELUDE}{plan}");
    let program = compile(&plan, &environment).unwrap_or_else(|findings| panic!("{findings:?}"));
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

const PRELUDE: &str = "
from dataclasses import dataclass, asdict, replace
from functools import cached_property
from pydantic import BaseModel, Field, ValidationError, field_validator
mail = get_variable('mail')
class M(BaseModel):
    a: int
    b: str = 'plan'
    c: list[int] = Field(default_factory=list)
class Outer(BaseModel):
    inner: M
    tag: str = 'plan'
@dataclass
class D:
    x: object
    y: int = 1
";

/// Of each element of the list that a plan returns: whether its data, and whether its control, is trusted.
fn trust(plan: &str, mail: &str) -> Vec<(bool, bool)> {
    let (ending, mut world) = run(plan, mail);
    let value = ending.unwrap_or_else(|error| panic!("{}: {}", error.kind, error.message));
    let Tree::List(items) = value.value else { panic!("no list") };
    let labels: Vec<_> = items.iter().map(|item| item.deep_label(&mut world.lattice)).collect();
    labels
        .into_iter()
        .map(|label| (world.lattice.data_is_trusted(label), world.lattice.control_is_trusted(label)))
        .collect()
}

fn data(plan: &str, mail: &str) -> Vec<bool> {
    trust(plan, mail).into_iter().map(|(data, _)| data).collect()
}

#[test]
fn a_converted_field_has_the_label_of_what_it_was_made_of_and_the_others_their_own() {
    assert_eq!(data("m = M(a=mail)\nreturn [m.a, m.b, m.c]", "5"), [false, true, true]);
    assert_eq!(data("m = M(a=1, c=[2, mail])\nreturn [m.a, m.c[0], m.c[1]]", "5"), [true, true, false]);
    assert_eq!(
        data("o = Outer(inner={'a': mail})\nreturn [o.inner.a, o.inner.b, o.tag]", "5"),
        [false, true, true]
    );
}

#[test]
fn a_model_read_from_an_untrusted_text_is_untrusted_in_all_fields_that_the_text_gave() {
    let plan = "m = M.model_validate_json(mail)\nreturn [m.a, m.c]";
    assert_eq!(data(plan, r#"{"a": 1, "c": [2]}"#), [false, false]);
    // That a field was left to its default was the text's choice.
    let defaults = trust("m = M.model_validate_json(mail)\nreturn [m.b]", r#"{"a": 1}"#);
    assert_ne!(defaults, [(true, true)]);
}

#[test]
fn what_does_not_fit_is_told_with_the_label_of_all_that_was_given() {
    let (ending, world) = run("M(a=mail)", "x");
    let error = ending.expect_err("no integer");
    assert_eq!(&*error.kind, "pydantic_core._pydantic_core.ValidationError");
    assert!(!world.lattice.data_is_trusted(error.label));
    let plan = "
try:
    M(a=mail)
except ValidationError as e:
    return [str(e), e.error_count(), e.errors()[0]['type'], e.errors()[0]['input'], e.errors()[0]['loc'][0]]
return []";
    assert_eq!(data(plan, "x"), [false; 5]);
}

#[test]
fn whether_it_fits_steers_what_is_assigned_in_the_try() {
    let plan = "
fits = False
try:
    M(a=mail)
    fits = True
except ValidationError:
    pass
return [fits]";
    for mail in ["5", "x"] {
        let [(_, control)] = trust(plan, mail)[..] else { panic!("one value") };
        assert!(!control, "{mail}");
    }
}

#[test]
fn a_dump_keeps_the_labels_of_the_fields_and_its_json_has_all_of_them() {
    let plan = "m = M(a=mail)\nd = m.model_dump()\nreturn [d['a'], d['b'], m.model_dump_json(), M(a=1).model_dump_json()]";
    assert_eq!(data(plan, "5"), [false, true, false, true]);
    // Which fields are left out is told by the keys.
    let plan = "m = M(a=1, b=mail)\nreturn [len(m.model_dump(exclude_defaults=True))]";
    assert_eq!(data(plan, "plan"), [false]);
    let plan = "m = M(a=1).model_copy(update={'b': mail})\nreturn [m.a, m.b]";
    assert_eq!(data(plan, "x"), [true, false]);
}

#[test]
fn a_validator_sees_the_labels_of_what_it_checks() {
    let plan = "
class V(BaseModel):
    n: str
    @field_validator('n')
    @classmethod
    def check(cls, value):
        return value + '!'
v = V(n=mail)
w = V(n='plan')
return [v.n, w.n]";
    assert_eq!(data(plan, "x"), [false, true]);
}

#[test]
fn a_validator_of_untrusted_data_may_change_nothing_that_was_there() {
    let plan = "
seen = []
class V(BaseModel):
    n: str
    @field_validator('n')
    @classmethod
    def check(cls, value):
        seen.append(value)
        return value
V(n=VALUE)
return seen";
    let (ending, _) = run(&plan.replace("VALUE", "mail"), "x");
    assert_eq!(ending.err().map(|error| error.kind.to_string()).as_deref(), Some("Refused"));
    assert_eq!(data(&plan.replace("VALUE", "'plan'"), "x"), [true]);
}

#[test]
fn dataclass_helpers_keep_the_labels_of_the_fields() {
    let plan = "d = D(mail)\nreturn [asdict(d)['x'], asdict(d)['y'], replace(d, y=2).x, replace(d, x=0).x, replace(D(0), x=mail).x]";
    assert_eq!(data(plan, "x"), [false, true, false, true, false]);
    let plan = "d = D([D(mail)])\nreturn [asdict(d)['x'][0]['x'], asdict(d)['y']]";
    assert_eq!(data(plan, "x"), [false, true]);
}

#[test]
fn properties_operators_and_cached_values_pass_labels_on() {
    let plan = "
class P:
    def __init__(self, v):
        self.v = v
    @property
    def value(self):
        return self._v
    @value.setter
    def value(self, v):
        self._v = v
    @cached_property
    def twice(self):
        return self.v * 2
    def __contains__(self, item):
        return item == self.v
    def __eq__(self, other):
        if isinstance(other, str):
            return self.v == other
        return NotImplemented
    def __add__(self, other):
        return NotImplemented if other == 'no' else self.v + other
p, q = P(mail), P('plan')
q.value = mail
return [p.twice, p.twice, q.twice, q.value, 'x' in p, 'x' not in p, 'x' in q, p == 'x', q != mail, q == 'plan', q + mail]";
    let found = data(plan, "x");
    assert_eq!(found, [false, false, true, false, false, false, true, false, false, true, false]);
}

#[test]
fn an_exception_filled_by_its_base_keeps_the_labels_of_its_arguments() {
    let plan = "
class E(Exception):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code
e = E(mail, 5)
f = E('plan', 5)
return [str(e), e.args[0], e.code, str(f)]";
    assert_eq!(data(plan, "x"), [false, false, true, true]);
}
