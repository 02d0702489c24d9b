//! The page of the documentation names tests that there are.

use std::collections::BTreeSet;
use std::path::Path;

/// The names of all test functions below a folder.
fn tests_below(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let module = path.file_stem().unwrap().to_string_lossy().into_owned();
            let names = text.lines().filter_map(|line| line.trim().strip_prefix("fn ")?.strip_suffix("() {"));
            found.extend(names.map(|name| format!("{module}::{name}")));
        }
    }
}

#[test]
fn every_test_that_the_page_names_is_there() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut known = BTreeSet::new();
    for folder in ["caravan-mcp/src", "caravan-mcp/tests", "caravan/tests/mcp", "caravan-core/tests"] {
        tests_below(&crates.join(folder), &mut known);
    }
    let page = std::fs::read_to_string(crates.join("../docs/mcp.md")).unwrap();
    let named: BTreeSet<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| {
            word.contains("::") && word.chars().all(|c| c == ':' || c == '_' || c.is_ascii_alphanumeric())
        })
        .collect();
    assert!(named.len() > 30, "{named:?}");
    let missing: Vec<&&str> = named.iter().filter(|name| !known.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
