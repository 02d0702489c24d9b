//! What the crate computes against what CPython computes.
//!
//! Each line of a table under `cases/` is a JSON array: a function, its arguments, and what CPython 3.11 gave. A value
//! is `null`, a bool, an array, or a text of a type's letter and the value: `i:` int, `f:` float, `s:` str, `b:` bytes
//! in hexadecimal digits. An object `{"raises": [class, message]}` is an exception, `{"dict": [[key, value], ...]}` a
//! dictionary.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod binary;
mod formatting;
mod numbers;
mod serialized;
mod strings;
mod value;

use std::fs;
use std::path::Path;

use value::{Value, decode, encode};

/// Large enough for every case of the tables.
const LIMIT: usize = 1 << 20;

type Outcome = caravan_pylib::error::PyResult<Value>;

/// Runs every line of a table and lists those that differ.
fn differences(table: &str, run: fn(&str, &[Value]) -> Outcome) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/cases").join(table);
    let lines = fs::read_to_string(&path).expect("a table of cases");
    let mut differences = Vec::new();
    let mut count = 0;
    for line in lines.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let arguments = case[1].as_array().expect("arguments").iter().map(decode).collect::<Vec<_>>();
        let name = case[0].as_str().expect("a function");
        let given = match run(name, &arguments) {
            Ok(value) => encode(&value),
            Err(error) => match error.exception() {
                Some(class) => serde_json::json!({ "raises": [class.name(), error.message] }),
                None => serde_json::json!(error.to_string()),
            },
        };
        if given != case[2] {
            differences.push(format!("{name}{}\n  python {}\n  here   {given}", case[1], case[2]));
        }
        count += 1;
    }
    assert!(count > 50, "only {count} cases in {table}");
    differences
}

fn assert_same(table: &str, run: fn(&str, &[Value]) -> Outcome) {
    let differences = differences(table, run);
    let shown = differences.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} differences in {table}:\n{shown}", differences.len());
}

#[test]
fn integers_compute_as_in_python() {
    assert_same("int.txt", numbers::int);
}

#[test]
fn floats_compute_as_in_python() {
    assert_same("float.txt", numbers::float);
}

#[test]
fn texts_compute_as_in_python() {
    assert_same("str.txt", strings::run);
}

#[test]
fn bytes_compute_as_in_python() {
    assert_same("bytes.txt", binary::run);
}

#[test]
fn values_are_formatted_as_in_python() {
    assert_same("format.txt", formatting::run);
}

#[test]
fn templates_of_percent_are_filled_as_in_python() {
    assert_same("percent.txt", formatting::run);
}

#[test]
fn json_is_read_and_written_as_in_python() {
    assert_same("json.txt", serialized::run);
}
