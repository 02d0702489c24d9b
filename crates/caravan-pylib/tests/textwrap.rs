//! Texts are wrapped, shortened and indented as Python's `textwrap` does it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "the cases are our own")]

mod table;

use caravan_pylib::error::{PyError, PyErrorKind, PyResult};
use caravan_pylib::textwrap::{self, Options};

const LIMIT: usize = 1_000_000;

/// `width initial subsequent flags tabsize lines placeholder`, split by `|`; a flag's letter turns it over.
fn options(text: &str) -> Options {
    let parts: Vec<&str> = text.split('|').collect();
    let flag = |letter: char, default: bool| parts[3].contains(letter) != default;
    Options {
        width: parts[0].parse().unwrap(),
        initial_indent: parts[1].to_owned(),
        subsequent_indent: parts[2].to_owned(),
        expand_tabs: flag('e', true),
        replace_whitespace: flag('r', true),
        fix_sentence_endings: flag('f', false),
        break_long_words: flag('l', true),
        drop_whitespace: flag('d', true),
        break_on_hyphens: flag('h', true),
        tabsize: parts[4].parse().unwrap(),
        max_lines: parts[5].parse().ok(),
        placeholder: parts[6].to_owned(),
    }
}

fn answer(operation: &str, a: &[&str]) -> PyResult<String> {
    Ok(match operation {
        "wrap" => textwrap::wrap(a[0], &options(a[1]), LIMIT)?.join("¶"),
        "fill" => textwrap::fill(a[0], &options(a[1]), LIMIT)?,
        "shorten" => textwrap::shorten(a[0], &options(a[1]), LIMIT)?,
        "dedent" => textwrap::dedent(a[0]),
        "indent" => textwrap::indent(a[0], a[1], LIMIT)?,
        _ => return Err(PyError::value_error(format!("no such operation: {operation}"))),
    })
}

#[test]
fn texts_are_wrapped_as_python_wraps_them() {
    table::check(include_str!("textwrap.txt"), answer);
}

#[test]
fn indents_that_blow_a_text_up_meet_a_limit() {
    let options = Options { width: 1, subsequent_indent: " ".repeat(10_000), ..Options::default() };
    let error = textwrap::wrap(&"x".repeat(1_000), &options, 100_000).unwrap_err();
    assert_eq!(error.kind, PyErrorKind::Limit("text"));
}

#[test]
fn a_huge_tab_meets_a_limit() {
    let options = Options { tabsize: i64::MAX, ..Options::default() };
    let error = textwrap::wrap("a\tb", &options, 100_000).unwrap_err();
    assert_eq!(error.kind, PyErrorKind::Limit("text"));
}

#[test]
fn an_indent_wider_than_the_line_does_not_wrap_for_ever() {
    let options = Options {
        width: 2,
        initial_indent: "    ".to_owned(),
        subsequent_indent: "    ".to_owned(),
        drop_whitespace: false,
        ..Options::default()
    };
    let lines = textwrap::wrap("ab c", &options, LIMIT).unwrap();
    assert_eq!(lines, ["    a", "    b", "     ", "    c"]);
}

#[test]
fn a_long_word_is_cut_in_time_that_its_length_allows() {
    let options = Options { width: 1, ..Options::default() };
    let lines = textwrap::wrap(&"é".repeat(200_000), &options, LIMIT).unwrap();
    assert_eq!(lines.len(), 200_000);
}
