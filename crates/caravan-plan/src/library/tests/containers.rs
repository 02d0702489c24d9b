//! Natives that make and change containers: which labels stay where, and what a failure leaves behind.

use super::*;

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
    let (list, other) = (bench.list(Vec::new()), bench.list(Vec::new()));
    let items = vec![bench.int(1)];
    let mailed = bench.heap.list(items, bench.mail).unwrap();
    let mailed = Labelled::new(mailed, bench.mail);
    bench.method(LIST, "extend", &[list, mailed]);
    let length = bench.builtin("len", &[list]);
    assert!(!bench.lattice.data_is_trusted(length.label));
    let length = bench.builtin("len", &[other]);
    assert!(bench.lattice.is_inert(length.label), "it was known which list was changed");
}

#[test]
fn changing_one_of_several_lists_chosen_by_untrusted_data_marks_all_containers() {
    let mut bench = Bench::new();
    let (list, other) = (bench.list(Vec::new()), bench.list(Vec::new()));
    let mail = bench.mail;
    let by = bench.lattice.guard(mail, Bits::ONE);
    let item = bench.int(1);
    bench.method(LIST, "append", &[Labelled::new(list.value, by), item]);
    let length = bench.builtin("len", &[other]);
    assert_eq!(bench.chosen(length.label), Bits::ONE);
}

#[test]
fn changing_a_list_that_came_from_outside_marks_no_other() {
    let mut bench = Bench::new();
    let (list, other) = (bench.list(Vec::new()), bench.list(Vec::new()));
    let (mail, item) = (bench.mail, bench.int(1));
    bench.method(LIST, "append", &[Labelled::new(list.value, mail), item]);
    let length = bench.builtin("len", &[other]);
    assert!(bench.lattice.is_inert(length.label));
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
        fields: std::sync::Arc::default(),
        members: Vec::new(),
        label: bench.plan,
        doc: None,
        mixed: false,
        generates: false,
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
fn no_two_natives_share_a_name_at_one_home() {
    let mut seen = std::collections::BTreeSet::new();
    for native in crate::library::natives() {
        assert!(seen.insert((native.home, native.name)), "{:?} {}", native.home, native.name);
    }
}
