//! Natives called by hand: the labels that they leave, and what they do to their arguments.

mod computing;

use caravan_label::{AgentPath, Bits, Label, Lattice, Source};
use caravan_pylib::error::{ExcKind, PyErrorKind};

use super::{Args, Home, Run, TaskStep, find, native};
use crate::cx::Cx;
use crate::heap::{Class, ClassKind, Function, Heap, Instance, Iter, Object};
use crate::machine::Limits;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, NativeId, Value};
use crate::world::Strictness;

/// Calls natives as the machine does, without functions of a plan.
struct Bench {
    heap: Heap,
    lattice: Lattice,
    limits: Limits,
    strictness: Strictness,
    /// The label of the plan's literals.
    plan: Label,
    /// The label of an untrusted tool's result.
    mail: Label,
}

impl Bench {
    fn new() -> Bench {
        let mut lattice = Lattice::new();
        let plan = lattice.data_from(&[Source::Plan(AgentPath::root())]);
        let tool =
            Source::Tool { agent: AgentPath::root(), tool: "mail".into(), inner: None, trusted: false };
        let mail = lattice.data_from(&[tool]);
        let limits = Limits { memory: 64 << 20, ..Limits::default() };
        Bench { heap: Heap::new(limits.memory), lattice, limits, strictness: Strictness::Cfi, plan, mail }
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

    fn mailed(&self, int: i64) -> Labelled {
        Labelled::new(Value::Int(int), self.mail)
    }

    fn text(&mut self, text: &str) -> Labelled {
        Labelled::new(self.heap.text(text).unwrap(), self.plan)
    }

    fn list(&mut self, items: Vec<Labelled>) -> Labelled {
        Labelled::new(self.heap.list(items, self.plan).unwrap(), self.plan)
    }

    fn texts(&mut self, texts: &[&str]) -> Labelled {
        let items = texts.iter().map(|text| self.text(text)).collect();
        self.list(items)
    }

    /// A dictionary of the plan's: these keys with numbers from the mail.
    fn ratings(&mut self, names: &[&str]) -> Labelled {
        let dict = self.call(Home::Constructor(BuiltinType::Dict), "dict", &[]).unwrap();
        for (place, name) in names.iter().enumerate() {
            let (key, value) = (self.text(name), self.mailed((place * 7 % 5) as i64));
            self.cx().dict_insert(dict.value, key, value).unwrap();
        }
        dict
    }

    fn native(&self, home: Home, name: &str) -> NativeId {
        find(home, name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// `receiver.name` as a value.
    fn bound(&mut self, receiver: Labelled, of: BuiltinType, name: &str) -> Labelled {
        let id = self.native(Home::Method(of), name);
        Labelled::new(self.heap.value(Object::NativeMethod(id, receiver)).unwrap(), self.plan)
    }

    fn call(&mut self, home: Home, name: &str, positional: &[Labelled]) -> Outcome<Labelled> {
        self.call_with(home, name, positional, &[])
    }

    fn call_with(
        &mut self,
        home: Home,
        name: &str,
        positional: &[Labelled],
        keyword: &[(&str, Labelled)],
    ) -> Outcome<Labelled> {
        let id = self.native(home, name);
        self.run(id, positional, keyword)
    }

    fn builtin(&mut self, name: &str, positional: &[Labelled]) -> Labelled {
        self.call(Home::Builtin, name, positional).unwrap()
    }

    fn method(&mut self, of: BuiltinType, name: &str, positional: &[Labelled]) -> Labelled {
        self.call(Home::Method(of), name, positional).unwrap()
    }

    fn run(
        &mut self,
        id: NativeId,
        positional: &[Labelled],
        keyword: &[(&str, Labelled)],
    ) -> Outcome<Labelled> {
        let keyword: Vec<(Box<str>, Labelled)> =
            keyword.iter().map(|(name, value)| ((*name).into(), *value)).collect();
        let args = Args { positional, keyword: &keyword };
        match native(id).unwrap().run {
            Run::Labelled(run) => run(&mut self.cx(), args),
            Run::Pure(run) => {
                let mut cx = self.cx();
                let label = cx.deep_all(positional);
                let value = run(&mut cx, args)?;
                Ok(cx.stamp(value, label))
            }
            Run::Task(run) => {
                let mut task = run(&mut self.cx(), args)?;
                let mut answer = None;
                loop {
                    match (task.step)(&mut self.cx(), &mut task.state, answer.take())? {
                        TaskStep::Done(value) => return Ok(value),
                        TaskStep::Call(function, arguments) => {
                            answer = Some(self.call_value(function, arguments)?)
                        }
                    }
                }
            }
            Run::Machine(_) => panic!("only the machine can do this"),
        }
    }

    fn call_value(&mut self, function: Labelled, mut arguments: Vec<Labelled>) -> Outcome<Labelled> {
        match function.value {
            Value::Native(id) => self.run(id, &arguments, &[]),
            _ => match self.heap.object(function.value) {
                Some(Object::NativeMethod(id, receiver)) => {
                    let (id, receiver) = (*id, *receiver);
                    arguments.insert(0, receiver);
                    self.run(id, &arguments, &[])
                }
                Some(Object::Partial(partial)) => {
                    let partial = partial.clone();
                    let all: Vec<_> = partial.positional.into_iter().chain(arguments).collect();
                    self.call_value(partial.function, all)
                }
                other => panic!("cannot call {other:?}"),
            },
        }
    }

    fn items(&self, value: Labelled) -> Vec<Labelled> {
        match self.heap.object(value.value) {
            Some(Object::Iterator(iter)) => match &**iter {
                Iter::Buffer { items, .. } => items.clone(),
                other => panic!("{other:?}"),
            },
            Some(Object::Set(set) | Object::Dict(set)) => set.iter().map(|entry| entry.key).collect(),
            _ => self.heap.sequence(value.value).unwrap().items.clone(),
        }
    }

    fn structure(&mut self, value: Labelled) -> Label {
        self.cx().structure_of(value)
    }

    fn repr(&mut self, value: Labelled) -> String {
        self.cx().repr(value.value).unwrap()
    }

    /// Trusted data, untrusted control, and how many bits of choice.
    fn chosen(&self, label: Label) -> Bits {
        assert!(self.lattice.data_is_trusted(label), "the data is untrusted");
        assert!(!self.lattice.control_is_trusted(label), "the control is trusted");
        self.lattice.choice_bits(label)
    }

    fn error(&self, raise: &Raise) -> (ExcKind, String) {
        match &raise.cause {
            Cause::Python(error) => (error.exception().unwrap(), error.message.clone()),
            other => panic!("{other:?}"),
        }
    }
}

const HOTELS: [&str; 5] = ["Astoria", "Bristol", "Carlton", "Dorint", "Excelsior"];
const LIST: BuiltinType = BuiltinType::List;
const DICT: BuiltinType = BuiltinType::Dict;

#[test]
fn the_best_of_trusted_elements_by_untrusted_keys_costs_the_logarithm_of_their_number() {
    let mut bench = Bench::new();
    let (hotels, ratings) = (bench.texts(&HOTELS), bench.ratings(&HOTELS));
    let key = bench.bound(ratings, DICT, "get");
    for name in ["max", "min"] {
        let best = bench.call_with(Home::Builtin, name, &[hotels], &[("key", key)]).unwrap();
        assert_eq!(bench.chosen(best.label), Bits::log2(6));
    }
}

#[test]
fn sorting_trusted_elements_by_untrusted_keys_marks_the_order_alone() {
    let mut bench = Bench::new();
    let (hotels, ratings) = (bench.texts(&HOTELS), bench.ratings(&HOTELS));
    let key = bench.bound(ratings, DICT, "get");
    let sorted = bench.call_with(Home::Builtin, "sorted", &[hotels], &[("key", key)]).unwrap();
    assert_eq!(bench.repr(sorted), "['Astoria', 'Dorint', 'Bristol', 'Excelsior', 'Carlton']");
    assert!(bench.lattice.is_inert(sorted.label));
    assert!(bench.items(sorted).iter().all(|item| bench.lattice.is_inert(item.label)));
    let structure = bench.structure(sorted);
    assert_eq!(bench.chosen(structure), Bits::log2_factorial(5));
    let before = bench.structure(hotels);
    assert!(bench.lattice.is_inert(before));
    bench.call_with(Home::Method(LIST), "sort", &[hotels], &[("key", key)]).unwrap();
    let after = bench.structure(hotels);
    assert_eq!(bench.chosen(after), Bits::log2_factorial(5));
}

#[test]
fn sorting_or_choosing_among_an_untrusted_number_of_elements_is_unbounded() {
    let mut bench = Bench::new();
    let ratings = bench.ratings(&HOTELS);
    let names = bench.texts(&HOTELS);
    let mail = bench.mail;
    bench.cx().raise_structure(names.value, mail);
    let key = bench.bound(ratings, DICT, "get");
    let best = bench.call_with(Home::Builtin, "max", &[names], &[("key", key)]).unwrap();
    assert_eq!(bench.chosen(best.label), Bits::UNBOUNDED);
    let sorted = bench.call_with(Home::Builtin, "sorted", &[names], &[("key", key)]).unwrap();
    let structure = bench.structure(sorted);
    assert!(!bench.lattice.data_is_trusted(structure));
    assert_eq!(bench.lattice.choice_bits(structure), Bits::UNBOUNDED);
}

#[test]
fn at_explicit_the_keys_that_chose_count_as_data() {
    let mut bench = Bench::new();
    bench.strictness = Strictness::Explicit;
    let (hotels, ratings) = (bench.texts(&HOTELS), bench.ratings(&HOTELS));
    let key = bench.bound(ratings, DICT, "get");
    let best = bench.call_with(Home::Builtin, "max", &[hotels], &[("key", key)]).unwrap();
    assert!(!bench.lattice.data_is_trusted(best.label));
}

#[test]
fn filtering_trusted_elements_costs_a_bit_for_each() {
    let mut bench = Bench::new();
    let (hotels, ratings) = (bench.texts(&HOTELS), bench.ratings(&HOTELS));
    let predicate = bench.bound(ratings, DICT, "get");
    let kept = bench.builtin("filter", &[predicate, hotels]);
    assert!(bench.items(kept).iter().all(|item| bench.lattice.is_inert(item.label)));
    let structure = bench.structure(kept);
    assert_eq!(bench.chosen(structure), Bits::whole(5));
}

#[test]
fn filtering_by_the_plan_s_own_values_costs_nothing() {
    let mut bench = Bench::new();
    let items = [1, 0, 2].map(|int| bench.int(int)).to_vec();
    let list = bench.list(items);
    let none = Labelled::new(Value::None, bench.plan);
    let kept = bench.builtin("filter", &[none, list]);
    let structure = bench.structure(kept);
    assert!(bench.lattice.is_inert(structure));
    assert_eq!(bench.items(kept).len(), 2);
}

#[test]
fn appending_untrusted_elements_leaves_the_length_trusted() {
    let mut bench = Bench::new();
    let list = bench.list(Vec::new());
    let item = bench.mailed(7);
    bench.method(LIST, "append", &[list, item]);
    bench.method(LIST, "append", &[list, item]);
    let length = bench.builtin("len", &[list]);
    assert_eq!(length.value, Value::Int(2));
    assert!(bench.lattice.is_inert(length.label));
    let popped = bench.method(LIST, "pop", &[list]);
    assert!(!bench.lattice.data_is_trusted(popped.label));
}

#[test]
fn extending_by_an_untrusted_list_makes_the_length_untrusted() {
    let mut bench = Bench::new();
    let list = bench.list(Vec::new());
    let items = vec![bench.int(1)];
    let mailed = bench.heap.list(items, bench.mail).unwrap();
    let mailed = Labelled::new(mailed, bench.mail);
    bench.method(LIST, "extend", &[list, mailed]);
    let length = bench.builtin("len", &[list]);
    assert!(!bench.lattice.data_is_trusted(length.label));
    assert!(bench.lattice.is_inert(bench.heap.floor), "a known list was changed");
}

#[test]
fn changing_one_of_several_lists_chosen_by_untrusted_data_marks_all_containers() {
    let mut bench = Bench::new();
    let (list, other) = (bench.list(Vec::new()), bench.list(Vec::new()));
    let chosen = Labelled::new(list.value, bench.mail);
    let item = bench.int(1);
    bench.method(LIST, "append", &[chosen, item]);
    let length = bench.builtin("len", &[other]);
    assert_eq!(bench.chosen(length.label), Bits::UNBOUNDED);
}

#[test]
fn an_untrusted_index_picks_one_of_the_elements_and_marks_those_that_stay() {
    let mut bench = Bench::new();
    let hotels = bench.texts(&HOTELS);
    let index = bench.mailed(2);
    let popped = bench.method(LIST, "pop", &[hotels, index]);
    assert_eq!(bench.chosen(popped.label), Bits::log2(6));
    let structure = bench.structure(hotels);
    assert_eq!(bench.chosen(structure), Bits::log2(6));
}

#[test]
fn searching_joins_all_that_was_compared() {
    let mut bench = Bench::new();
    let items = vec![bench.int(1), bench.mailed(2), bench.int(3)];
    let list = bench.list(items);
    let wanted = bench.int(1);
    for name in ["index", "count"] {
        let found = bench.method(LIST, name, &[list, wanted]);
        assert!(!bench.lattice.data_is_trusted(found.label), "{name}");
    }
    let missing = bench.int(9);
    let failed = bench.call(Home::Method(LIST), "remove", &[list, missing]).unwrap_err();
    assert!(!bench.lattice.data_is_trusted(failed.label));
    assert_eq!(bench.error(&failed), (ExcKind::ValueError, "list.remove(x): x not in list".to_owned()));
}

#[test]
fn removing_what_untrusted_data_names_is_one_choice_among_the_elements() {
    let mut bench = Bench::new();
    let items = [1, 2, 3].map(|int| bench.int(int)).to_vec();
    let list = bench.list(items);
    let wanted = bench.mailed(2);
    bench.method(LIST, "remove", &[list, wanted]);
    let structure = bench.structure(list);
    assert_eq!(bench.chosen(structure), Bits::log2(4));
}

#[test]
fn a_table_of_the_plan_looked_up_by_an_untrusted_key_costs_the_logarithm_of_its_size() {
    let mut bench = Bench::new();
    let pairs = [(1, 10), (2, 20), (3, 30)].map(|(key, value)| (bench.int(key), bench.int(value)));
    let table = bench.call(Home::Constructor(DICT), "dict", &[]).unwrap();
    for (key, value) in pairs {
        bench.cx().dict_insert(table.value, key, value).unwrap();
    }
    let (known, unknown, default) = (bench.mailed(2), bench.mailed(9), bench.int(0));
    for key in [known, unknown] {
        let found = bench.method(DICT, "get", &[table, key, default]);
        assert_eq!(bench.chosen(found.label), Bits::log2(4));
    }
    let trusted = bench.int(3);
    let found = bench.method(DICT, "get", &[table, trusted]);
    assert!(bench.lattice.is_inert(found.label));
}

#[test]
fn a_missing_key_reveals_the_keys_and_not_the_values() {
    let mut bench = Bench::new();
    let ratings = bench.ratings(&HOTELS);
    let key = bench.text("Grand");
    let failed = bench.call(Home::Method(DICT), "pop", &[ratings, key]).unwrap_err();
    assert!(matches!(failed.cause, Cause::Key(_)));
    assert!(bench.lattice.is_inert(failed.label));
    let mail = bench.mail;
    bench.cx().raise_structure(ratings.value, mail);
    let failed = bench.call(Home::Method(DICT), "pop", &[ratings, key]).unwrap_err();
    assert!(!bench.lattice.data_is_trusted(failed.label));
}

#[test]
fn entries_under_untrusted_keys_mark_which_keys_there_are() {
    let mut bench = Bench::new();
    let table = bench.call(Home::Constructor(DICT), "dict", &[]).unwrap();
    let (key, value) = (bench.mailed(1), bench.int(5));
    bench.method(DICT, "setdefault", &[table, key, value]);
    let structure = bench.structure(table);
    assert_eq!(bench.chosen(structure), Bits::UNBOUNDED);
    let trusted = bench.int(1);
    let found = bench.method(DICT, "get", &[table, trusted]);
    assert_eq!(bench.chosen(found.label), Bits::UNBOUNDED);
}

#[test]
fn a_dictionary_made_of_pairs_keeps_the_labels_of_keys_and_values_apart() {
    let mut bench = Bench::new();
    let (key, value) = (bench.text("a"), bench.mailed(1));
    let pair = bench.heap.tuple(vec![key, value], bench.plan).unwrap();
    let pairs = bench.list(vec![Labelled::new(pair, bench.plan)]);
    let dict = bench.call(Home::Constructor(DICT), "dict", &[pairs]).unwrap();
    let structure = bench.structure(dict);
    assert!(bench.lattice.is_inert(structure));
    let entry = bench.heap.dict(dict.value).unwrap().iter().next().copied().unwrap();
    assert!(bench.lattice.is_inert(entry.key.label));
    assert_eq!(entry.value.label, bench.mail);
}

#[test]
fn a_set_of_untrusted_elements_has_an_untrusted_number_of_them() {
    let mut bench = Bench::new();
    let items = vec![bench.mailed(1), bench.mailed(1), bench.mailed(2)];
    let list = bench.list(items);
    let set = bench.call(Home::Constructor(BuiltinType::Set), "set", &[list]).unwrap();
    let length = bench.builtin("len", &[set]);
    assert_eq!(length.value, Value::Int(2));
    assert_eq!(bench.chosen(length.label), Bits::UNBOUNDED);
}

#[test]
fn what_stays_of_a_trusted_set_is_chosen_a_bit_for_each_element() {
    let mut bench = Bench::new();
    let own = [1, 2, 3, 4].map(|int| bench.int(int)).to_vec();
    let own = bench.list(own);
    let own = bench.call(Home::Constructor(BuiltinType::Set), "set", &[own]).unwrap();
    let theirs = vec![bench.mailed(3), bench.mailed(4), bench.mailed(5)];
    let theirs = bench.list(theirs);
    for (name, kept) in [("intersection", "{3, 4}"), ("difference", "{1, 2}")] {
        let result = bench.method(BuiltinType::Set, name, &[own, theirs]);
        assert_eq!(bench.repr(result), kept);
        assert!(bench.items(result).iter().all(|item| bench.lattice.is_inert(item.label)));
        let structure = bench.structure(result);
        assert_eq!(bench.chosen(structure), Bits::whole(4));
    }
    let united = bench.method(BuiltinType::Set, "union", &[own, theirs]);
    assert_eq!(bench.repr(united), "{1, 2, 3, 4, 5}");
    let within = bench.method(BuiltinType::Set, "issubset", &[own, theirs]);
    assert!(!bench.lattice.data_is_trusted(within.label));
}

#[test]
fn counting_untrusted_elements_gives_untrusted_counts_and_counting_the_plan_s_trusted_ones() {
    let mut bench = Bench::new();
    let counter = BuiltinType::Counter;
    let items = vec![bench.mailed(1), bench.mailed(1), bench.mailed(2)];
    let mailed = bench.list(items);
    let counts = bench.call(Home::Constructor(counter), "Counter", &[mailed]).unwrap();
    assert_eq!(bench.repr(counts), "Counter({1: 2, 2: 1})");
    let total = bench.method(counter, "total", &[counts]);
    assert!(!bench.lattice.data_is_trusted(total.label));
    let words = bench.texts(&["a", "b", "a"]);
    let counts = bench.call(Home::Constructor(counter), "Counter", &[words]).unwrap();
    let common = bench.method(counter, "most_common", &[counts]);
    assert_eq!(bench.repr(common), "[('a', 2), ('b', 1)]");
    let label = bench.cx().deep(common);
    assert!(bench.lattice.is_inert(label));
}

#[test]
fn numbers_from_enumerate_do_not_take_the_elements_labels() {
    let mut bench = Bench::new();
    let items = vec![bench.mailed(5), bench.mailed(6)];
    let list = bench.list(items);
    let pairs = bench.builtin("enumerate", &[list]);
    let structure = bench.structure(pairs);
    assert!(bench.lattice.is_inert(structure));
    let pair = bench.items(pairs)[1];
    let parts = bench.items(pair);
    assert_eq!(parts[0].value, Value::Int(1));
    assert!(bench.lattice.is_inert(parts[0].label));
    assert_eq!(parts[1].label, bench.mail);
}

#[test]
fn numbers_from_enumerate_over_an_untrusted_list_have_trusted_data_and_unbounded_choice() {
    let mut bench = Bench::new();
    let items = vec![bench.mailed(5)];
    let list = Labelled::new(bench.heap.list(items, bench.mail).unwrap(), bench.mail);
    let pairs = bench.builtin("enumerate", &[list]);
    let pair = bench.items(pairs)[0];
    let number = bench.items(pair)[0];
    assert_eq!(bench.chosen(number.label), Bits::UNBOUNDED);
}

#[test]
fn zip_joins_what_decided_the_lengths_and_keeps_the_elements_apart() {
    let mut bench = Bench::new();
    let names = bench.texts(&["a", "b", "c"]);
    let items = vec![bench.int(1), bench.int(2)];
    let mailed = Labelled::new(bench.heap.list(items, bench.mail).unwrap(), bench.mail);
    let pairs = bench.builtin("zip", &[names, mailed]);
    assert_eq!(bench.items(pairs).len(), 2);
    let structure = bench.structure(pairs);
    assert!(!bench.lattice.data_is_trusted(structure));
    let first = bench.items(pairs)[0];
    let name = bench.items(first)[0];
    assert!(bench.lattice.is_inert(name.label));
}

#[test]
fn one_iterator_zipped_with_itself_is_read_in_turn() {
    let mut bench = Bench::new();
    let items = [0, 1, 2, 3, 4].map(|int| bench.int(int)).to_vec();
    let list = bench.list(items);
    let iterator = bench.builtin("iter", &[list]);
    let pairs = bench.builtin("zip", &[iterator, iterator]);
    let pairs = bench.call(Home::Constructor(LIST), "list", &[pairs]).unwrap();
    assert_eq!(bench.repr(pairs), "[(0, 1), (2, 3)]");
}

#[test]
fn any_and_all_reveal_every_element() {
    let mut bench = Bench::new();
    let items = vec![bench.int(1), bench.mailed(0)];
    let list = bench.list(items);
    for (name, outcome) in [("any", true), ("all", false)] {
        let found = bench.builtin(name, &[list]);
        assert_eq!(found.value, Value::Bool(outcome));
        assert!(!bench.lattice.data_is_trusted(found.label));
    }
}

#[test]
fn a_sum_joins_its_elements_and_their_number() {
    let mut bench = Bench::new();
    let items = vec![bench.int(1), bench.int(2)];
    let list = bench.list(items);
    let sum = bench.builtin("sum", &[list]);
    assert!(bench.lattice.is_inert(sum.label));
    let mail = bench.mail;
    bench.cx().raise_structure(list.value, mail);
    let sum = bench.builtin("sum", &[list]);
    assert_eq!(sum.value, Value::Int(3));
    assert!(!bench.lattice.data_is_trusted(sum.label));
}

#[test]
fn takewhile_and_dropwhile_mark_where_the_cut_is() {
    let mut bench = Bench::new();
    let (hotels, ratings) = (bench.texts(&HOTELS), bench.ratings(&HOTELS));
    let predicate = bench.bound(ratings, DICT, "get");
    let taken = bench.call(Home::Module(Module::Itertools), "takewhile", &[predicate, hotels]).unwrap();
    assert!(bench.items(taken).is_empty());
    let structure = bench.structure(taken);
    assert_eq!(bench.chosen(structure), Bits::ONE);
    let rest = bench.call(Home::Module(Module::Itertools), "dropwhile", &[predicate, hotels]).unwrap();
    assert_eq!(bench.items(rest).len(), 5);
    let structure = bench.structure(rest);
    assert_eq!(bench.chosen(structure), Bits::log2(6));
}

#[test]
fn endless_iterators_are_read_only_as_far_as_asked() {
    let mut bench = Bench::new();
    let itertools = Home::Module(Module::Itertools);
    let count = bench.call(itertools, "count", &[]).unwrap();
    let stop = bench.int(3);
    let first = bench.call(itertools, "islice", &[count, stop]).unwrap();
    let first = bench.call(Home::Constructor(LIST), "list", &[first]).unwrap();
    assert_eq!(bench.repr(first), "[0, 1, 2]");
    let names = bench.texts(&["a", "b"]);
    let pairs = bench.builtin("zip", &[count, names]);
    let pairs = bench.call(Home::Constructor(LIST), "list", &[pairs]).unwrap();
    assert_eq!(bench.repr(pairs), "[(3, 'a'), (4, 'b')]");
    let failed = bench.call(Home::Constructor(LIST), "list", &[count]).unwrap_err();
    assert!(matches!(&failed.cause, Cause::Python(error) if matches!(error.kind, PyErrorKind::Limit(_))));
}

#[test]
fn arrangements_that_memory_cannot_hold_are_refused_before_they_are_made() {
    let mut bench = Bench::new();
    let items = (0..40).map(|int| bench.int(int)).collect();
    let list = bench.list(items);
    let itertools = Home::Module(Module::Itertools);
    let (width, repeat) = (bench.int(20), bench.int(30));
    let attempts = [
        bench.call(itertools, "permutations", &[list]),
        bench.call(itertools, "combinations", &[list, width]),
        bench.call(itertools, "combinations_with_replacement", &[list, width]),
        bench.call_with(itertools, "product", &[list], &[("repeat", repeat)]),
        bench.call(itertools, "repeat", &[width, Labelled::new(Value::Int(i64::MAX), width.label)]),
    ];
    for failed in attempts {
        let failed = failed.unwrap_err();
        assert!(
            matches!(&failed.cause, Cause::Python(error) if matches!(error.kind, PyErrorKind::Limit("memory")))
        );
    }
}

#[test]
fn a_failing_native_leaves_its_receiver_as_it_was() {
    let mut bench = Bench::new();
    let list = bench.texts(&["a"]);
    let number = bench.int(5);
    assert!(bench.call(Home::Method(LIST), "extend", &[list, number]).is_err());
    assert_eq!(bench.repr(list), "['a']");
    let counter = bench.call(Home::Constructor(BuiltinType::Counter), "Counter", &[list]).unwrap();
    let (good, bad) = (bench.text("b"), bench.list(Vec::new()));
    let mixed = bench.list(vec![good, bad]);
    assert!(bench.call(Home::Method(BuiltinType::Counter), "update", &[counter, mixed]).is_err());
    assert_eq!(bench.repr(counter), "Counter({'a': 1})");
}

#[test]
fn an_operation_that_asks_the_plan_reads_an_iterator_once() {
    let mut bench = Bench::new();
    let function = Function {
        code: 0,
        defaults: Vec::new(),
        keyword_defaults: Vec::new(),
        cells: Vec::new(),
        class: None,
        cache: None,
    };
    let method = Labelled::new(bench.heap.value(Object::Function(Box::new(function))).unwrap(), bench.plan);
    // Whatever it is asked, it says 7: all its instances hash alike, and are equal.
    let class = Class {
        name: "Tag".into(),
        kind: ClassKind::Plain,
        ancestors: Vec::new(),
        attributes: vec![("__hash__".into(), method), ("__eq__".into(), method)],
        fields: Vec::new(),
        members: Vec::new(),
        label: bench.plan,
        doc: None,
    };
    let class = bench.heap.alloc(Object::Class(Box::new(class))).unwrap();
    let tags = (0..3).map(|_| {
        let tag = Instance {
            class: Some(class),
            class_name: "Tag".into(),
            fields: Vec::new(),
            structure: bench.plan,
            unset: 0,
        };
        Labelled::new(bench.heap.value(Object::Instance(Box::new(tag))).unwrap(), bench.plan)
    });
    let tags = tags.collect();
    let tags = bench.list(tags);
    for (home, name) in [
        (Home::Constructor(BuiltinType::Set), "set"),
        (Home::Constructor(BuiltinType::Counter), "Counter"),
        (Home::Static(DICT), "fromkeys"),
    ] {
        let iterator = bench.builtin("iter", &[tags]);
        let made = bench.call(home, name, &[iterator]).unwrap();
        assert_eq!(bench.items(made).len(), 1, "{name}");
    }
}

#[test]
fn elements_without_an_order_say_which_two() {
    let mut bench = Bench::new();
    let (text, none) = (bench.text("b"), Labelled::new(Value::None, bench.plan));
    let list = bench.list(vec![text, none, text]);
    let failed = bench.call(Home::Builtin, "sorted", &[list]).unwrap_err();
    let message = "'<' not supported between instances of 'NoneType' and 'str'";
    assert_eq!(bench.error(&failed), (ExcKind::TypeError, message.to_owned()));
}

#[test]
fn no_two_natives_share_a_name_at_one_home() {
    let mut seen = std::collections::BTreeSet::new();
    for native in super::natives() {
        assert!(seen.insert((native.home, native.name)), "{:?} {}", native.home, native.name);
    }
}
