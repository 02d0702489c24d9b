//! What must not compile does not.
//!
//! Each file of `compile_fail/` is given to the compiler against the library that this test is linked to, and has to have
//! just the errors that its lines name: `//~` on the line of an error, and the error in the compiler's words. No error
//! beside them is allowed, so that no file fails for a reason of its own.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// An error: its line, and its text.
type Error = (u64, String);

fn said(source: &str) -> Vec<Error> {
    let lines = (1..).zip(source.lines());
    lines.filter_map(|(line, text)| Some((line, text.split_once("//~ ")?.1.to_owned()))).collect()
}

/// The library as it was built last, beside this test's own program.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().unwrap().read_dir().unwrap().map(|entry| entry.unwrap());
    let library = built.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libcaravan_core-") && name.ends_with(".rlib")
    });
    let at = |entry: &std::fs::DirEntry| entry.metadata().and_then(|data| data.modified());
    library
        .max_by_key(|entry| at(entry).unwrap_or(SystemTime::UNIX_EPOCH))
        .expect("a library is built")
        .path()
}

fn errors(file: &Path, library: &Path) -> Vec<Error> {
    let out = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024", "--emit", "metadata", "--error-format", "json", "-o", "/dev/null", "-L"])
        .arg(format!("dependency={}", library.parent().unwrap().display()))
        .arg("--extern")
        .arg(format!("caravan_core={}", library.display()))
        .arg(file)
        .output()
        .expect("rustc runs");
    let text = String::from_utf8(out.stderr).unwrap();
    let mut errors = Vec::new();
    for line in text.lines() {
        let message: serde_json::Value = serde_json::from_str(line).expect(&text);
        let spans = message["spans"].as_array().into_iter().flatten();
        let primary =
            spans.filter(|span| span["is_primary"] == true).find_map(|span| span["line_start"].as_u64());
        let text = message["message"].as_str().unwrap();
        // The last one only counts the others.
        if message["level"] == "error" && !text.starts_with("aborting due to") {
            errors.push((primary.unwrap_or(0), text.to_owned()));
        }
    }
    errors.sort();
    errors
}

#[test]
fn only_the_user_and_the_gate_make_instructions_and_only_the_system_makes_requests() {
    let library = library();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile_fail");
    let mut files = 0;
    for file in folder.read_dir().unwrap() {
        let file = file.unwrap().path();
        let expected = said(&std::fs::read_to_string(&file).unwrap());
        assert!(!expected.is_empty(), "{}: no line names an error", file.display());
        assert_eq!(errors(&file, &library), expected, "{}", file.display());
        files += 1;
    }
    assert_eq!(files, 6);
}
