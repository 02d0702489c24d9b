//! What stands in the documentation, done as it stands.
#![cfg(feature = "full")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails may say so loudly"
)]

mod commands;
mod named;
mod setup;
#[cfg(feature = "mcp")]
mod tutorial;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and the pages of the book, each with its name.
fn pages() -> Vec<(String, String)> {
    let mut pages = vec![repository().join("README.md")];
    let docs = fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    pages.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    pages.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}
