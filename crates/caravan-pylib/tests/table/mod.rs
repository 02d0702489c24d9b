//! Tables of cases: an operation and its arguments, and what Python 3.11 gives or raises, separated by tabs.
//!
//! Backslash, tab, line ends and NUL are written as `\\`, `\t`, `\n`, `\r`, `\0`. A line that starts with `#` is a remark.

use caravan_pylib::error::PyResult;

/// A field as it was before it was written into a table.
fn read(field: &str) -> String {
    let mut out = String::new();
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('t') => out.push('\t'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('0') => out.push('\0'),
            Some(other) => out.push(other),
            None => out.push('\\'),
        }
    }
    out
}

/// What a table holds for a result or an error.
fn outcome(result: PyResult<String>) -> String {
    match result {
        Ok(value) => value,
        Err(error) => format!("! {error}"),
    }
}

/// The lines of `table` for which `answer` gives something else than is written.
fn differences(table: &str, answer: impl Fn(&str, &[&str]) -> PyResult<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<String> = line.split('\t').map(read).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let [operation, arguments @ .., expected] = fields.as_slice() else {
            wrong.push(format!("not a case: {line}"));
            continue;
        };
        let found = outcome(answer(operation, arguments));
        if found != *expected {
            wrong.push(format!("{operation} {arguments:?}\n  python: {expected}\n  here:   {found}"));
        }
    }
    wrong
}

/// Fails with the cases of `table` that are answered otherwise than Python answers them; also without any case.
pub fn check(table: &str, answer: impl Fn(&str, &[&str]) -> PyResult<String>) {
    let cases = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    assert!(cases > 0, "the table is empty");
    let wrong = differences(table, answer);
    assert!(wrong.is_empty(), "{} of {cases} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}
