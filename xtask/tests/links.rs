//! The links of the documents lead somewhere: to a file of the repository, and to a heading that it has.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails may say so loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Markdown files of the repository.
fn documents(top: &Path) -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "*.md"])
        .current_dir(top)
        .output()
        .expect("git lists its files");
    let listed = String::from_utf8(listed.stdout).expect("names in UTF-8");
    listed.lines().map(|name| top.join(name)).filter(|path| path.is_file()).collect()
}

/// The text outside of code blocks.
fn prose(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// What stands in `](...)`.
fn targets(prose: &str) -> Vec<&str> {
    prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// How a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("a readable file");
    let headings = prose(&text);
    let headings = headings.lines().filter_map(|line| line.strip_prefix('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

#[test]
fn every_link_between_documents_leads_to_a_file_and_a_heading() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let (mut broken, mut followed) = (Vec::new(), 0);
    for document in documents(top) {
        let text = fs::read_to_string(&document).expect("a readable file");
        let prose = prose(&text);
        for target in targets(&prose) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            followed += 1;
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let folder = document.parent().expect("a folder");
            let path = if file.is_empty() { document.clone() } else { folder.join(file) };
            let known = heading.is_empty() || (path.is_file() && anchors(&path).contains(heading));
            if !path.exists() || !known {
                broken.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(followed > 30, "{followed}");
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_documents_is_reachable_from_the_first() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let (mut seen, mut pending) = (BTreeSet::new(), vec![top.join("README.md")]);
    while let Some(document) = pending.pop() {
        let document = document.canonicalize().expect("a file");
        if document.extension().is_none_or(|extension| extension != "md") || !seen.insert(document.clone()) {
            continue;
        }
        let text = fs::read_to_string(&document).expect("a readable file");
        for target in targets(&prose(&text)) {
            let file = target.split_once('#').map_or(target, |(file, _)| file);
            let path = document.parent().expect("a folder").join(file);
            if !target.contains("://") && path.is_file() {
                pending.push(path);
            }
        }
    }
    let pages = documents(&top.join("docs"));
    assert!(pages.len() > 10, "{pages:?}");
    let lost: Vec<_> = pages
        .iter()
        .filter(|page| !seen.contains(&page.canonicalize().expect("a file")))
        .map(|page| page.display().to_string())
        .collect();
    assert!(lost.is_empty(), "pages that no other page leads to: {}", lost.join(", "));
}
