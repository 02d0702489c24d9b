//! Natives that choose, order, filter and count: what the outcome costs, and what it reveals.

use super::*;

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
fn elements_without_an_order_say_which_two() {
    let mut bench = Bench::new();
    let (text, none) = (bench.text("b"), Labelled::new(Value::None, bench.plan));
    let list = bench.list(vec![text, none, text]);
    let failed = bench.call(Home::Builtin, "sorted", &[list]).unwrap_err();
    let message = "'<' not supported between instances of 'NoneType' and 'str'";
    assert_eq!(bench.error(&failed), (ExcKind::TypeError, message.to_owned()));
}
