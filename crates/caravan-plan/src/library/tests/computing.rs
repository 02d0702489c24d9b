//! What the natives over dates, patterns and numbers do with labels and limits. What they compute is in the
//! conformance corpus.

use caravan_label::Bits;
use caravan_pylib::error::PyErrorKind;

use super::Bench;
use crate::library::Home;
use crate::raise::Cause;
use crate::value::{BuiltinType, Labelled, Module, Value};

const RE: Home = Home::Module(Module::Re);
const STATISTICS: Home = Home::Module(Module::Statistics);

impl Bench {
    fn mailed_text(&mut self, text: &str) -> Labelled {
        Labelled::new(self.heap.text(text).unwrap(), self.mail)
    }

    fn is_mailed(&self, value: Labelled) -> bool {
        !self.lattice.data_is_trusted(value.label)
    }

    fn function(&mut self, home: Home, name: &str) -> Labelled {
        Labelled::new(Value::Native(self.native(home, name)), self.plan)
    }
}

#[test]
fn the_groups_of_a_match_carry_the_labels_of_pattern_and_text() {
    let mut bench = Bench::new();
    let (pattern, text) = (bench.text("(a)(b)?"), bench.mailed_text("xa"));
    let found = bench.call(RE, "search", &[pattern, text]).unwrap();
    let default = bench.text("none");
    let groups = bench.method(BuiltinType::Match, "groups", &[found, default]);
    assert_eq!(bench.repr(groups), "('a', 'none')");
    let items = bench.items(groups);
    assert!(bench.is_mailed(items[0]));
    // The plan's own default stays trusted data: that it was taken is the text's doing.
    assert_eq!(bench.chosen(items[1].label), Bits::UNBOUNDED);
    let start = bench.method(BuiltinType::Match, "start", &[found]);
    assert!(bench.is_mailed(start));
}

#[test]
fn a_pattern_from_the_mail_over_the_plan_s_text_gives_untrusted_results() {
    let mut bench = Bench::new();
    let (pattern, text) = (bench.mailed_text("a+"), bench.text("caat"));
    let found = bench.call(RE, "findall", &[pattern, text]).unwrap();
    assert!(bench.items(found).iter().all(|item| bench.is_mailed(*item)));
    let structure = bench.structure(found);
    assert!(!bench.lattice.data_is_trusted(structure));
}

#[test]
fn what_a_function_answers_to_sub_joins_the_new_text() {
    let mut bench = Bench::new();
    let (pattern, text) = (bench.text("[a-z]+"), bench.text("to ann and bob"));
    let plain = bench.text("x");
    let replaced = bench.call(RE, "sub", &[pattern, plain, text]).unwrap();
    assert!(bench.lattice.is_inert(replaced.label));
    let answers = bench.mailed_text("{0}");
    let answer = bench.bound(answers, BuiltinType::Str, "format");
    let replaced = bench.call(RE, "subn", &[pattern, answer, text]).unwrap();
    let items = bench.items(replaced);
    assert_eq!(bench.repr(items[1]), "4");
    assert!(bench.is_mailed(items[0]));
}

#[test]
fn a_match_that_a_replacement_function_sees_carries_the_text_s_label() {
    let mut bench = Bench::new();
    let (pattern, text) = (bench.text("a"), bench.mailed_text("banana"));
    let echo = bench.function(Home::Constructor(BuiltinType::Str), "str");
    let replaced = bench.call(RE, "sub", &[pattern, echo, text]).unwrap();
    assert!(bench.repr(replaced).starts_with("\"b<re.Match object; span=(1, 2), match='a'>n"));
    assert!(bench.is_mailed(replaced));
}

#[test]
fn a_pattern_that_runs_away_meets_a_limit() {
    let mut bench = Bench::new();
    let text = format!("{}b", "a".repeat(40));
    let (pattern, text) = (bench.text("(a+)+$"), bench.text(&text));
    for name in ["search", "findall", "split"] {
        let raise = bench.call(RE, name, &[pattern, text]).unwrap_err();
        let Cause::Python(error) = &raise.cause else { panic!("{raise:?}") };
        assert!(matches!(error.kind, PyErrorKind::Limit(_)), "{name}: {error}");
    }
}

#[test]
fn more_matches_than_memory_can_hold_are_a_limit() {
    let mut bench = Bench::new();
    let (pattern, text) = (bench.text("(x)?"), bench.text(&"y".repeat(1 << 20)));
    let raise = bench.call(RE, "finditer", &[pattern, text]).unwrap_err();
    let Cause::Python(error) = &raise.cause else { panic!("{raise:?}") };
    assert_eq!(error.kind, PyErrorKind::Limit("memory"));
}

#[test]
fn the_mode_of_trusted_data_that_untrusted_data_weighs_in_is_one_choice_among_them() {
    let mut bench = Bench::new();
    let items = vec![bench.int(1), bench.int(2), bench.mailed(2)];
    let data = bench.list(items);
    let mode = bench.call(STATISTICS, "mode", &[data]).unwrap();
    assert_eq!(mode.value, Value::Int(2));
    assert_eq!(bench.chosen(mode.label), Bits::log2(4));
}

#[test]
fn a_median_joins_all_data() {
    let mut bench = Bench::new();
    let items = vec![bench.int(1), bench.int(2), bench.mailed(9)];
    let data = bench.list(items);
    for name in ["median", "median_low", "mean", "stdev"] {
        let answer = bench.call(STATISTICS, name, &[data]).unwrap();
        assert!(bench.is_mailed(answer), "{name}");
    }
}

#[test]
fn parts_of_an_untrusted_date_are_untrusted() {
    let mut bench = Bench::new();
    let text = bench.mailed_text("2024-02-29");
    let date = bench.call(Home::Static(BuiltinType::Date), "fromisoformat", &[text]).unwrap();
    let year = bench.call(Home::Attribute(BuiltinType::Date), "year", &[date]).unwrap();
    assert_eq!(year.value, Value::Int(2024));
    assert!(bench.is_mailed(year));
    let calendar = bench.method(BuiltinType::Date, "isocalendar", &[date]);
    assert_eq!(bench.repr(calendar), "datetime.IsoCalendarDate(year=2024, week=9, weekday=4)");
    assert!(bench.is_mailed(calendar));
}

#[test]
fn a_filled_template_is_as_untrusted_as_its_text() {
    let mut bench = Bench::new();
    let module = Home::Module(Module::String);
    let (plain, mailed) = (bench.text("Dear $name"), bench.mailed_text("Dear ${name}"));
    let name = bench.text("Ann");
    let mut fill = |template| bench.call_with(module, "_substitute", &[template], &[("name", name)]).unwrap();
    let (own, other) = (fill(plain), fill(mailed));
    assert_eq!(bench.repr(own), "'Dear Ann'");
    assert!(bench.lattice.is_inert(own.label));
    assert!(bench.is_mailed(other));
}
