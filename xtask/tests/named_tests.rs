//! The tests that documents name as their evidence are there.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails may say so loudly")]

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files below a folder, with their texts.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a readable file");
            found.push((path, text));
        }
    }
}

/// The names in backticks of the last column of the tables whose last column is called `test`.
fn named(page: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_table = false;
    for line in page.lines() {
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            is_table = false;
            continue;
        };
        let last = cells.rsplit_once('|').map_or(cells, |(_, last)| last).trim();
        if last == "test" || last == "tests" {
            is_table = true;
        } else if is_table {
            names.extend(last.split('`').skip(1).step_by(2));
        }
    }
    names
}

/// Whether a test of that name is in a file or a module that is called as the name says.
fn exists(name: &str, sources: &[(PathBuf, String)]) -> bool {
    let (module, test) = name.rsplit_once("::").unwrap_or((name, ""));
    let module = module.rsplit("::").next().unwrap_or(module);
    let in_module = |path: &Path| {
        path.components()
            .any(|part| Path::new(part.as_os_str()).file_stem().is_some_and(|stem| stem == module))
    };
    sources.iter().any(|(path, text)| {
        let has_tests = text.contains("#[test]") || text.contains("#[tokio::test");
        in_module(path) && has_tests && (test.is_empty() || text.contains(&format!("fn {test}(")))
    })
}

#[test]
fn what_a_server_that_breaks_its_word_meets_is_tested_as_the_page_says() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let page = fs::read_to_string(top.join("docs/mcp.md")).expect("the page about MCP");
    let mut found = Vec::new();
    sources(&top.join("crates"), &mut found);
    let names = named(&page);
    assert!(names.len() > 35, "{names:?}");
    let crates = ["caravan-core", "caravan-mcp", "caravan"];
    let missing: Vec<_> =
        names.iter().filter(|name| !crates.contains(*name) && !exists(name, &found)).collect();
    assert!(missing.is_empty(), "there are no such tests: {missing:?}");
}
