//! `docs/language.md` holds the tables that the code works from, and not older ones.
//!
//! `CARAVAN_UPDATE_GOLDEN=1` writes the tables of today into the page.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::path::Path;

use caravan_plan::guide;

#[test]
fn the_tables_of_the_language_page_are_those_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md");
    let page = std::fs::read_to_string(&path).expect("the language page");
    let fresh = with_tables(&page);
    if std::env::var_os("CARAVAN_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, fresh).expect("the page can be written");
        return;
    }
    let stale = page.lines().zip(fresh.lines()).find(|(old, new)| old != new);
    assert_eq!(stale, None, "docs/language.md is stale: run this test with CARAVAN_UPDATE_GOLDEN=1");
    assert_eq!(page, fresh);
}

/// The page with every table as the code gives it.
fn with_tables(page: &str) -> String {
    let mut fresh = page.to_owned();
    for (name, table) in guide::tables() {
        let opening = format!("<!-- generated: {name} -->\n");
        let start = fresh.find(&opening).unwrap_or_else(|| panic!("no place for {name}")) + opening.len();
        let end = start + fresh[start..].find("<!-- end -->").unwrap_or_else(|| panic!("{name} has no end"));
        fresh.replace_range(start..end, &table);
    }
    fresh
}

#[test]
fn what_planners_are_told_names_every_module_and_every_builtin_that_is_refused() {
    let told = guide::planner();
    for named in ["datetime", "pydantic", "`eval`", "`open`", "`with`", "`await`"] {
        assert!(told.contains(named), "{named} in {told}");
    }
    assert!(told.len() < 1000, "{} characters", told.len());
}
