//! Operations on values made by hand: what they give, and what labels they leave.

use caravan_label::{AgentPath, Bits, Label, Lattice, Source};
use caravan_pylib::error::PyErrorKind;

use super::{Binary, Comparison, Found, Unary};
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Heap, Instance, Object, Sequence};
use crate::machine::Limits;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};
use crate::world::Strictness;

/// What an operation works with, for one test.
struct Desk {
    heap: Heap,
    lattice: Lattice,
    limits: Limits,
    strictness: Strictness,
    /// The label of the plan's literals.
    plan: Label,
    /// The label of an untrusted tool's result.
    mail: Label,
}

impl Desk {
    fn new() -> Desk {
        let mut lattice = Lattice::new();
        let plan = lattice.data_from(&[Source::Plan(AgentPath::root())]);
        let mail = lattice.data_from(&[Source::Tool {
            agent: AgentPath::root(),
            tool: "mail".into(),
            inner: None,
            trusted: false,
        }]);
        let limits = Limits::default();
        Desk {
            heap: Heap::new(limits.memory, limits.steps),
            lattice,
            limits,
            strictness: Strictness::Cfi,
            plan,
            mail,
        }
    }

    fn cx(&mut self) -> Cx<'_> {
        Cx {
            heap: &mut self.heap,
            lattice: &mut self.lattice,
            strictness: self.strictness,
            limits: &self.limits,
            literal: self.plan,
            unbounded: false,
        }
    }

    fn int(&self, int: i64) -> Labelled {
        Labelled::new(Value::Int(int), self.plan)
    }

    fn text(&mut self, text: &str) -> Labelled {
        Labelled::new(self.heap.text(text).unwrap(), self.plan)
    }

    fn mailed(&mut self, text: &str) -> Labelled {
        Labelled::new(self.heap.text(text).unwrap(), self.mail)
    }

    fn list(&mut self, items: Vec<Labelled>) -> Labelled {
        Labelled::new(self.heap.list(items, self.plan).unwrap(), self.plan)
    }

    fn tuple(&mut self, items: Vec<Labelled>) -> Labelled {
        Labelled::new(self.heap.tuple(items, self.plan).unwrap(), self.plan)
    }

    fn ints(&mut self, ints: &[i64]) -> Labelled {
        let items = ints.iter().map(|int| self.int(*int)).collect();
        self.list(items)
    }

    fn object(&mut self, object: Object) -> Labelled {
        Labelled::new(self.heap.value(object).unwrap(), self.plan)
    }

    fn dict(&mut self, kind: BuiltinType, entries: Vec<(Labelled, Labelled)>) -> Labelled {
        let mut dict = Dict::new(self.plan);
        dict.kind = kind;
        let dict = self.object(Object::Dict(Box::new(dict)));
        for (key, value) in entries {
            self.cx().dict_insert(dict.value, key, value).unwrap();
        }
        dict
    }

    fn set(&mut self, members: Vec<Labelled>) -> Labelled {
        let set = self.object(Object::Set(Box::new(Dict::new(self.plan))));
        for member in members {
            let none = Labelled::new(Value::None, Label::NONE);
            self.cx().dict_insert(set.value, member, none).unwrap();
        }
        set
    }

    fn slice(&mut self, start: Labelled, stop: Labelled) -> Labelled {
        let none = Labelled::new(Value::None, Label::NONE);
        self.object(Object::Slice(Box::new([start, stop, none])))
    }

    fn repr(&mut self, value: Labelled) -> String {
        self.cx().repr(value.value).unwrap()
    }

    fn structure(&mut self, value: Labelled) -> Label {
        self.cx().structure_of(value)
    }

    /// What an operator gives, as its repr or as the text of its failure.
    fn shown(&mut self, op: Binary, a: Labelled, b: Labelled) -> String {
        match self.cx().binary(op, a, b) {
            Ok(result) => self.repr(result),
            Err(raise) => message(&raise),
        }
    }
}

fn message(raise: &Raise) -> String {
    match &raise.cause {
        Cause::Python(error) => match error.kind {
            PyErrorKind::Exc(kind) => format!("{}: {}", kind.name(), error.message),
            PyErrorKind::Limit(name) => format!("limit {name}"),
        },
        other => format!("{other:?}"),
    }
}

fn failure<T: std::fmt::Debug>(outcome: Outcome<T>) -> String {
    message(&outcome.unwrap_err())
}

#[test]
fn operators_give_what_python_gives() {
    let mut desk = Desk::new();
    let (seven, two, minus) = (desk.int(7), desk.int(2), desk.int(-7));
    let half = Labelled::new(Value::Float(0.5), desk.plan);
    let (ab, c) = (desk.text("ab"), desk.text("c"));
    let (list, more) = (desk.ints(&[1, 2]), desk.ints(&[3]));
    let tuple = desk.tuple(vec![seven]);
    let cases = [
        (Binary::FloorDiv, minus, two, "-4"),
        (Binary::Mod, minus, two, "1"),
        (Binary::Div, seven, two, "3.5"),
        (Binary::Pow, two, minus, "0.0078125"),
        (Binary::Mul, seven, half, "3.5"),
        (Binary::Add, ab, c, "'abc'"),
        (Binary::Mul, ab, two, "'abab'"),
        (Binary::Add, list, more, "[1, 2, 3]"),
        (Binary::Mul, two, more, "[3, 3]"),
        (Binary::Add, tuple, tuple, "(7, 7)"),
        (Binary::Add, ab, two, "TypeError: can only concatenate str (not \"int\") to str"),
        (Binary::Add, two, ab, "TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
        (Binary::Mul, ab, ab, "TypeError: can't multiply sequence by non-int of type 'str'"),
        (Binary::Pow, two, ab, "TypeError: unsupported operand type(s) for ** or pow(): 'int' and 'str'"),
        (Binary::Add, list, tuple, "TypeError: can only concatenate list (not \"tuple\") to list"),
    ];
    for (op, a, b, expected) in cases {
        assert_eq!(desk.shown(op, a, b), expected);
    }
    let zero = desk.int(0);
    assert_eq!(desk.shown(Binary::Div, seven, zero), "ZeroDivisionError: division by zero");
    let whole = desk.int(i64::MAX);
    assert_eq!(desk.shown(Binary::Add, whole, two), "9223372036854775809");
    let minus = desk.cx().unary(Unary::Neg, two).unwrap();
    assert_eq!(minus.value, Value::Int(-2));
    assert_eq!(
        failure(desk.cx().unary(Unary::Invert, half)),
        "TypeError: bad operand type for unary ~: 'float'"
    );
}

#[test]
fn an_operator_in_place_changes_its_list_and_names_itself_in_its_errors() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1]);
    let more = desk.text("ab");
    let same = desk.cx().in_place(Binary::Add, list, more).unwrap();
    assert_eq!(same.value, list.value);
    assert_eq!(desk.repr(list), "[1, 'a', 'b']");
    let (one, text) = (desk.int(1), desk.text("x"));
    let raised = failure(desk.cx().in_place(Binary::Sub, one, text));
    assert_eq!(raised, "TypeError: unsupported operand type(s) for -=: 'int' and 'str'");
}

#[test]
fn equal_values_of_different_types_are_one_key() {
    let mut desk = Desk::new();
    let one = desk.int(1);
    let dict = desk.dict(BuiltinType::Dict, vec![(one, one)]);
    for value in [Value::Float(1.0), Value::Bool(true)] {
        assert!(desk.cx().equal(Value::Int(1), value).unwrap());
        assert!(desk.cx().dict_get(dict.value, value).unwrap().is_some());
    }
    let big = desk.cx().binary(Binary::Pow, desk_int(2), desk_int(70)).unwrap();
    assert_eq!(desk.cx().hash(big.value).unwrap(), desk.cx().hash(Value::Float(2.0_f64.powi(70))).unwrap());
    let list = desk.ints(&[1]);
    assert_eq!(failure(desk.cx().hash(list.value)), "TypeError: unhashable type: 'list'");
}

fn desk_int(int: i64) -> Labelled {
    Labelled::new(Value::Int(int), Label::NONE)
}

#[test]
fn sequences_are_ordered_by_their_first_difference() {
    let mut desk = Desk::new();
    let (low, high, long) = (desk.ints(&[1, 2]), desk.ints(&[1, 3]), desk.ints(&[1, 2, 0]));
    assert!(desk.cx().order(Comparison::Lt, low.value, high.value).unwrap());
    assert!(desk.cx().order(Comparison::Lt, low.value, long.value).unwrap());
    assert!(!desk.cx().order(Comparison::Ge, low.value, long.value).unwrap());
    let text = desk.text("a");
    let raised = failure(desk.cx().order(Comparison::Lt, Value::Int(1), text.value));
    assert_eq!(raised, "TypeError: '<' not supported between instances of 'int' and 'str'");
}

#[test]
fn a_list_within_itself_is_abbreviated_and_a_deep_one_refused() {
    let mut desk = Desk::new();
    let list = desk.list(Vec::new());
    if let Some(Object::List(sequence)) = desk.heap.object_mut(list.value) {
        sequence.items.push(list);
    }
    assert_eq!(desk.repr(list), "[[...]]");
    let mut deep = desk.int(0);
    for _ in 0..1000 {
        deep = desk.list(vec![deep]);
    }
    assert!(
        failure(desk.cx().repr(deep.value)).starts_with("RecursionError: maximum recursion depth exceeded")
    );
    let other = desk.list(vec![deep]);
    let same = desk.cx().equal(deep.value, other.value);
    assert_eq!(failure(same), "RecursionError: maximum recursion depth exceeded in comparison");
}

#[test]
fn containers_show_as_python_shows_them() {
    let mut desk = Desk::new();
    let (a, b, one, two) = (desk.text("a"), desk.text("b"), desk.int(1), desk.int(2));
    let single = desk.tuple(vec![one]);
    assert_eq!(desk.repr(single), "(1,)");
    let counter = desk.dict(BuiltinType::Counter, vec![(a, one), (b, two)]);
    assert_eq!(desk.repr(counter), "Counter({'b': 2, 'a': 1})");
    let ordered = desk.dict(BuiltinType::OrderedDict, vec![(a, one)]);
    assert_eq!(desk.repr(ordered), "OrderedDict([('a', 1)])");
    let set = desk.set(vec![one, two]);
    assert_eq!(desk.repr(set), "{1, 2}");
    let empty = desk.set(Vec::new());
    assert_eq!(desk.repr(empty), "set()");
    let deque = desk
        .object(Object::Deque(Box::new((Sequence { items: vec![one], structure: Label::NONE }, Some(3)))));
    assert_eq!(desk.repr(deque), "deque([1], maxlen=3)");
    assert_eq!(desk.cx().format(a.value, ">3").unwrap(), "  a");
    let raised = failure(desk.cx().format(set.value, ">3"));
    assert_eq!(raised, "TypeError: unsupported format string passed to set.__format__");
}

#[test]
fn percent_fills_templates_and_reports_its_errors() {
    let mut desk = Desk::new();
    let template = desk.text("%s is %05.1f%%");
    let name = desk.text("tax");
    let rate = Labelled::new(Value::Float(7.25), desk.plan);
    let both = desk.tuple(vec![name, rate]);
    assert_eq!(desk.shown(Binary::Mod, template, both), "'tax is 007.2%'");
    assert_eq!(desk.shown(Binary::Mod, template, name), "TypeError: not enough arguments for format string");
    let (keyed, key) = (desk.text("%(x)d"), desk.text("x"));
    let five = desk.int(5);
    let dict = desk.dict(BuiltinType::Dict, vec![(key, five)]);
    assert_eq!(desk.shown(Binary::Mod, keyed, dict), "'5'");
    let number = desk.text("%d");
    assert_eq!(
        desk.shown(Binary::Mod, number, name),
        "TypeError: %d format: a real number is required, not str"
    );
}

#[test]
fn subscripts_fail_with_the_texts_of_python() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1]);
    let (word, far, one) = (desk.text("x"), desk.int(5), desk.int(1));
    let tuple = desk.tuple(vec![one]);
    let set = desk.set(vec![one]);
    let cases = [
        (list, word, "TypeError: list indices must be integers or slices, not str"),
        (list, far, "IndexError: list index out of range"),
        (tuple, far, "IndexError: tuple index out of range"),
        (word, far, "IndexError: string index out of range"),
        (word, word, "TypeError: string indices must be integers, not 'str'"),
        (far, one, "TypeError: 'int' object is not subscriptable"),
        (set, one, "TypeError: 'set' object is not subscriptable"),
    ];
    for (container, key, expected) in cases {
        assert_eq!(failure(desk.cx().get_item(container, key)), expected);
    }
    assert_eq!(failure(desk.cx().set_item(list, far, one)), "IndexError: list assignment index out of range");
    assert_eq!(
        failure(desk.cx().set_item(tuple, one, one)),
        "TypeError: 'tuple' object does not support item assignment"
    );
    assert_eq!(
        failure(desk.cx().del_item(word, one)),
        "TypeError: 'str' object doesn't support item deletion"
    );
}

#[test]
fn an_untrusted_index_into_a_trusted_table_is_one_decision() {
    let mut desk = Desk::new();
    let table = desk.ints(&[10, 20, 30]);
    let index = Labelled::new(Value::Int(1), desk.mail);
    let item = desk.cx().get_item(table, index).unwrap();
    assert!(desk.lattice.data_is_trusted(item.label));
    assert!(!desk.lattice.control_is_trusted(item.label));
    assert_eq!(desk.lattice.choice_bits(item.label), Bits::log2(4));
}

#[test]
fn an_untrusted_key_of_a_trusted_dictionary_is_one_decision() {
    let mut desk = Desk::new();
    let (key, value) = (desk.text("a"), desk.text("yes"));
    let table = desk.dict(BuiltinType::Dict, vec![(key, value)]);
    let untrusted = desk.mailed("a");
    let item = desk.cx().get_item(table, untrusted).unwrap();
    assert!(desk.lattice.data_is_trusted(item.label));
    assert_eq!(desk.lattice.choice_bits(item.label), Bits::ONE);
    let missing = desk.mailed("b");
    let raise = desk.cx().get_item(table, missing).unwrap_err();
    assert!(!desk.lattice.is_trusted(raise.label));
}

#[test]
fn a_key_that_is_a_tuple_counts_with_its_elements() {
    let mut desk = Desk::new();
    let (a, b, value) = (desk.text("a"), desk.text("b"), desk.text("yes"));
    let key = desk.tuple(vec![a, b]);
    let table = desk.dict(BuiltinType::Dict, vec![(key, value)]);
    let untrusted = desk.mailed("b");
    let key = desk.tuple(vec![a, untrusted]);
    let item = desk.cx().get_item(table, key).unwrap();
    assert!(!desk.lattice.control_is_trusted(item.label));
}

#[test]
fn an_element_of_an_untrusted_structure_is_an_unbounded_choice() {
    let mut desk = Desk::new();
    let one = desk.int(1);
    let list = Labelled::new(desk.heap.list(vec![one], desk.mail).unwrap(), desk.plan);
    let item = desk.cx().get_item(list, desk_int(0)).unwrap();
    assert!(desk.lattice.data_is_trusted(item.label));
    assert_eq!(desk.lattice.choice_bits(item.label), Bits::UNBOUNDED);
}

#[test]
fn at_explicit_the_key_that_picked_an_element_is_data() {
    let mut desk = Desk::new();
    desk.strictness = Strictness::Explicit;
    let table = desk.ints(&[10, 20]);
    let index = Labelled::new(Value::Int(1), desk.mail);
    let item = desk.cx().get_item(table, index).unwrap();
    assert!(!desk.lattice.data_is_trusted(item.label));
}

#[test]
fn writing_under_an_untrusted_index_marks_every_element() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1, 2, 3]);
    let index = Labelled::new(Value::Int(2), desk.mail);
    let nine = desk.int(9);
    desk.cx().set_item(list, index, nine).unwrap();
    assert_eq!(desk.repr(list), "[1, 2, 9]");
    let first = desk.cx().get_item(list, desk_int(0)).unwrap();
    assert!(!desk.lattice.control_is_trusted(first.label));
    assert_eq!(desk.lattice.choice_bits(first.label), Bits::log2(4));
}

#[test]
fn writing_under_an_untrusted_key_leaves_no_bound() {
    let mut desk = Desk::new();
    let (key, value) = (desk.text("a"), desk.text("yes"));
    let dict = desk.dict(BuiltinType::Dict, vec![(key, value)]);
    let untrusted = desk.mailed("b");
    desk.cx().set_item(dict, untrusted, value).unwrap();
    let item = desk.cx().get_item(dict, key).unwrap();
    assert_eq!(desk.lattice.choice_bits(item.label), Bits::UNBOUNDED);
    let length = desk.cx().length(dict).unwrap();
    assert!(!desk.lattice.control_is_trusted(length.label));
}

#[test]
fn deleting_by_an_untrusted_index_marks_the_list() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1, 2, 3]);
    let index = Labelled::new(Value::Int(0), desk.mail);
    desk.cx().del_item(list, index).unwrap();
    let structure = desk.structure(list);
    assert!(!desk.lattice.is_trusted(structure));
}

#[test]
fn a_slice_with_an_untrusted_bound_has_an_untrusted_length() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1, 2, 3]);
    let none = Labelled::new(Value::None, Label::NONE);
    let bound = Labelled::new(Value::Int(2), desk.mail);
    let slice = desk.slice(none, bound);
    let part = desk.cx().get_item(list, slice).unwrap();
    assert_eq!(desk.repr(part), "[1, 2]");
    let length = desk.cx().length(part).unwrap();
    assert!(!desk.lattice.data_is_trusted(length.label));
    let text = desk.text("abc");
    let part = desk.cx().get_item(text, slice).unwrap();
    assert!(!desk.lattice.data_is_trusted(part.label));
}

#[test]
fn assigning_an_untrusted_length_to_a_slice_marks_the_list() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1, 2, 3]);
    let one = desk.int(1);
    let mailed = Labelled::new(desk.heap.list(vec![one], desk.mail).unwrap(), desk.plan);
    let (zero, two) = (desk.int(0), desk.int(2));
    let slice = desk.slice(zero, two);
    desk.cx().set_item(list, slice, mailed).unwrap();
    assert_eq!(desk.repr(list), "[1, 3]");
    let length = desk.cx().length(list).unwrap();
    assert!(!desk.lattice.data_is_trusted(length.label));
}

#[test]
fn list_concatenation_keeps_elements_apart_and_joins_structures() {
    let mut desk = Desk::new();
    let (trusted, untrusted) = (desk.text("a"), desk.mailed("b"));
    let left = desk.list(vec![trusted]);
    let right = desk.list(vec![untrusted]);
    let both = desk.cx().binary(Binary::Add, left, right).unwrap();
    let first = desk.cx().get_item(both, desk_int(0)).unwrap();
    assert!(desk.lattice.is_trusted(first.label));
    let second = desk.cx().get_item(both, desk_int(1)).unwrap();
    assert!(!desk.lattice.data_is_trusted(second.label));
    let long = Labelled::new(desk.heap.list(vec![trusted], desk.mail).unwrap(), desk.plan);
    let both = desk.cx().binary(Binary::Add, left, long).unwrap();
    let structure = desk.structure(both);
    assert!(!desk.lattice.data_is_trusted(structure));
}

#[test]
fn text_made_of_untrusted_text_is_untrusted() {
    let mut desk = Desk::new();
    let (trusted, untrusted) = (desk.text("a"), desk.mailed("b"));
    let joined = desk.cx().binary(Binary::Add, trusted, untrusted).unwrap();
    assert!(!desk.lattice.data_is_trusted(joined.label));
    let template = desk.text("%s");
    let argument = desk.tuple(vec![untrusted]);
    let filled = desk.cx().binary(Binary::Mod, template, argument).unwrap();
    assert!(!desk.lattice.data_is_trusted(filled.label));
}

#[test]
fn sets_combined_with_untrusted_members_have_an_untrusted_structure() {
    let mut desk = Desk::new();
    let (trusted, untrusted) = (desk.text("a"), desk.mailed("a"));
    let left = desk.set(vec![trusted]);
    let right = desk.set(vec![untrusted]);
    let both = desk.cx().binary(Binary::And, left, right).unwrap();
    assert_eq!(desk.repr(both), "{'a'}");
    let structure = desk.structure(both);
    assert!(!desk.lattice.is_trusted(structure));
    assert_eq!(desk.lattice.choice_bits(structure), Bits::UNBOUNDED);
    let same = desk.cx().in_place(Binary::Sub, left, right).unwrap();
    let structure = desk.structure(same);
    assert!(!desk.lattice.is_trusted(structure));
    assert_eq!(desk.repr(left), "set()");
}

#[test]
fn counters_combine_by_their_counts_and_labels() {
    let mut desk = Desk::new();
    let (a, b, one, three) = (desk.text("a"), desk.text("b"), desk.int(1), desk.int(3));
    let mailed = Labelled::new(Value::Int(2), desk.mail);
    let left = desk.dict(BuiltinType::Counter, vec![(a, three), (b, one)]);
    let right = desk.dict(BuiltinType::Counter, vec![(a, mailed), (b, three)]);
    for (op, expected) in [
        (Binary::Add, "Counter({'a': 5, 'b': 4})"),
        (Binary::Sub, "Counter({'a': 1})"),
        (Binary::And, "Counter({'a': 2, 'b': 1})"),
        (Binary::Or, "Counter({'a': 3, 'b': 3})"),
    ] {
        assert_eq!(desk.shown(op, left, right), expected);
    }
    let difference = desk.cx().binary(Binary::Sub, left, right).unwrap();
    let item = desk.cx().get_item(difference, a).unwrap();
    assert!(!desk.lattice.data_is_trusted(item.label));
    let zero = desk.cx().get_item(left, one).unwrap();
    assert_eq!(zero.value, Value::Int(0));
}

#[test]
fn iteration_gives_elements_under_the_structure_of_their_container() {
    let mut desk = Desk::new();
    let one = desk.int(1);
    let list = Labelled::new(desk.heap.list(vec![one, one], desk.mail).unwrap(), desk.plan);
    let iterator = desk.cx().iter(list).unwrap();
    let (structure, rounds) = desk.cx().loop_structure(iterator);
    assert!(!desk.lattice.data_is_trusted(structure));
    assert_eq!(rounds, Some(2));
    let item = desk.cx().next(iterator).unwrap().unwrap();
    assert!(desk.lattice.data_is_trusted(item.label));
    assert!(!desk.lattice.control_is_trusted(item.label));
    desk.cx().next(iterator).unwrap().unwrap();
    assert!(desk.cx().next(iterator).unwrap().is_none());
    // Ended, it still tells of the list's length.
    let (structure, rounds) = desk.cx().loop_structure(iterator);
    assert!(!desk.lattice.data_is_trusted(structure));
    assert_eq!(rounds, Some(0));
}

#[test]
fn characters_of_an_untrusted_text_are_untrusted_data() {
    let mut desk = Desk::new();
    let text = desk.mailed("né");
    let iterator = desk.cx().iter(text).unwrap();
    desk.cx().next(iterator).unwrap().unwrap();
    let item = desk.cx().next(iterator).unwrap().unwrap();
    assert_eq!(desk.repr(item), "'é'");
    assert!(!desk.lattice.data_is_trusted(item.label));
    let collected = desk.cx().collect(text).unwrap();
    assert!(!desk.lattice.data_is_trusted(collected.structure));
    assert!(collected.items.iter().all(|item| !desk.lattice.data_is_trusted(item.label)));
}

#[test]
fn an_iterator_that_was_advanced_under_a_guard_tells_so() {
    let mut desk = Desk::new();
    let list = desk.ints(&[1, 2, 3]);
    let iterator = desk.cx().iter(list).unwrap();
    let guard = desk.lattice.guard(desk.mail, Bits::ONE);
    desk.cx().raise_structure(iterator.value, guard);
    let item = desk.cx().next(iterator).unwrap().unwrap();
    assert!(!desk.lattice.control_is_trusted(item.label));
    let rest = desk.cx().collect(iterator).unwrap();
    assert_eq!(rest.items.len(), 2);
    assert!(!desk.lattice.control_is_trusted(rest.structure));
}

#[test]
fn a_dictionary_that_changes_during_iteration_is_an_error() {
    let mut desk = Desk::new();
    let (a, b, one) = (desk.text("a"), desk.text("b"), desk.int(1));
    let dict = desk.dict(BuiltinType::Dict, vec![(a, one)]);
    let iterator = desk.cx().iter(dict).unwrap();
    desk.cx().next(iterator).unwrap().unwrap();
    desk.cx().set_item(dict, b, one).unwrap();
    let raised = failure(desk.cx().next(iterator));
    assert_eq!(raised, "RuntimeError: dictionary changed size during iteration");
}

#[test]
fn a_missing_key_of_a_defaultdict_gives_its_factory() {
    let mut desk = Desk::new();
    let dict = desk.dict(BuiltinType::DefaultDict, Vec::new());
    desk.heap.dict_mut(dict.value).unwrap().factory =
        Labelled::new(Value::Type(BuiltinType::List), desk.plan);
    let key = desk.mailed("k");
    match desk.cx().get_item_or_factory(dict, key).unwrap() {
        Found::Missing { factory } => {
            assert_eq!(factory.value, Value::Type(BuiltinType::List));
            assert!(!desk.lattice.data_is_trusted(factory.label));
        }
        Found::Item(_) => panic!("the key is not there"),
    }
}

#[test]
fn what_would_not_fit_is_refused_before_it_is_made() {
    let mut desk = Desk::new();
    let (list, text, many) = (desk.ints(&[1, 2, 3]), desk.text("abc"), desk.int(1 << 40));
    assert_eq!(failure(desk.cx().binary(Binary::Mul, list, many)), "limit memory");
    assert_eq!(failure(desk.cx().binary(Binary::Mul, text, many)), "limit string");
    let two = desk.int(2);
    assert_eq!(failure(desk.cx().binary(Binary::Pow, two, many)), "limit digits");
    let range = desk.object(Object::Range { start: 0, stop: 1 << 50, step: 1 });
    assert_eq!(failure(desk.cx().collect(range)), "limit memory");
}

#[test]
fn ranges_know_their_lengths_and_members_without_counting() {
    let mut desk = Desk::new();
    let range = desk.object(Object::Range { start: i64::MIN, stop: i64::MAX, step: 3 });
    assert!(desk.cx().contains(Value::Int(i64::MIN + 3), range.value).unwrap());
    assert!(!desk.cx().contains(Value::Int(i64::MIN + 4), range.value).unwrap());
    assert!(!desk.cx().contains(Value::Float(0.5), range.value).unwrap());
    assert_eq!(super::compare::range_length(10, 0, -3), 4);
    assert_eq!(super::compare::range_length(i64::MIN, i64::MAX, 1), u64::MAX);
}

#[test]
fn isinstance_knows_subclasses_unions_and_its_own_misuse() {
    let mut desk = Desk::new();
    let (int, text) = (Value::Type(BuiltinType::Int), Value::Type(BuiltinType::Str));
    assert!(desk.cx().is_instance(Value::Bool(true), int).unwrap());
    let plan = desk.plan;
    let union =
        desk.cx().binary(Binary::Or, Labelled::new(int, plan), Labelled::new(Value::None, plan)).unwrap();
    assert_eq!(desk.repr(union), "int | None");
    assert!(desk.cx().is_instance(Value::None, union.value).unwrap());
    let both = desk.tuple(vec![Labelled::new(text, plan), union]);
    assert!(desk.cx().is_instance(Value::Int(1), both.value).unwrap());
    assert!(!desk.cx().is_instance(Value::Float(1.0), both.value).unwrap());
    assert_eq!(
        failure(desk.cx().is_instance(Value::Int(1), Value::Int(5))),
        "TypeError: isinstance() arg 2 must be a type, a tuple of types, or a union"
    );
}

/// Values of one kind within each other, as deep as operations may go, and once more beside it.
fn nested(desk: &mut Desk, wrap: fn(&mut Desk, Labelled) -> Labelled) -> [Labelled; 2] {
    [0, 0].map(|int| {
        let mut value = desk.int(int);
        for _ in 0..desk.limits.data_depth - 2 {
            value = wrap(desk, value);
        }
        value
    })
}

#[test]
fn the_deepest_values_that_are_allowed_fit_onto_a_small_stack() {
    let kinds: [fn(&mut Desk, Labelled) -> Labelled; 6] = [
        |desk, value| desk.list(vec![value]),
        |desk, value| desk.tuple(vec![value]),
        |desk, value| {
            let key = desk.int(0);
            desk.dict(BuiltinType::Dict, vec![(key, value)])
        },
        |desk, value| {
            desk.object(Object::Deque(Box::new((
                Sequence { items: vec![value], structure: Label::NONE },
                None,
            ))))
        },
        |desk, value| {
            desk.object(Object::Instance(Box::new(Instance {
                class: None,
                class_name: "R".into(),
                fields: vec![("x".into(), value)],
                structure: Label::NONE,
                unset: 0,
            })))
        },
        |desk, value| desk.object(Object::Alias(Box::new((desk_int(0), vec![value])))),
    ];
    for wrap in kinds {
        let walked = std::thread::Builder::new()
            .stack_size(5 << 18)
            .spawn(move || {
                let mut desk = Desk::new();
                let [one, other] = nested(&mut desk, wrap);
                let cx = desk.cx();
                let equal = cx.equal(one.value, other.value).unwrap();
                let _ = (cx.hash(one.value), cx.order(Comparison::Lt, one.value, other.value));
                (equal, cx.repr(one.value).is_ok(), cx.str_of(one.value).is_ok())
            })
            .unwrap()
            .join()
            .unwrap();
        assert_eq!(walked, (true, true, true));
    }
}
