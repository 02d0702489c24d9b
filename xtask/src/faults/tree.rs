//! The copy of the workspace in which every fault is there, each behind a switch.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::list::Fault;
use super::source;

/// The variable that says which fault is on, by its number.
pub(super) const SWITCH: &str = "CARAVAN_SEEDED_FAULT";

const FUNCTION: &str = r#"

/// Whether the seeded fault of this number is on.
#[doc(hidden)]
#[inline]
pub fn seeded(fault: u32) -> bool {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let read = || std::env::var("SWITCH").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    *ON.get_or_init(read) == fault
}
"#;

/// The folder of the copy.
pub(super) fn folder(workspace: &Path) -> PathBuf {
    crate::target(workspace).join("faults").join("tree")
}

/// Makes the copy, or brings it up to date.
///
/// # Errors
///
/// A fault is not found exactly once, two overlap, or a file cannot be copied.
pub(super) fn make(workspace: &Path, faults: &[Fault]) -> Result<(), String> {
    let mut changed: BTreeMap<&str, String> = BTreeMap::new();
    let mut places: BTreeMap<&str, Vec<(std::ops::Range<usize>, usize)>> = BTreeMap::new();
    for (index, fault) in faults.iter().enumerate() {
        let text = read(&workspace.join(&fault.file))?;
        let place = source::find(&text, fault)?;
        places.entry(&fault.file).or_default().push((place, index));
        changed.entry(&fault.file).or_insert(text);
    }
    for (file, places) in &mut places {
        // From the end, so that places before stay where they are.
        places.sort_by_key(|(place, index)| (std::cmp::Reverse(place.start), *index));
        let Some(text) = changed.get_mut(file) else { continue };
        let name = if file.starts_with("crates/caravan-label/") { "crate" } else { "caravan_label" };
        let mut before: Option<(std::ops::Range<usize>, usize, String)> = None;
        for (place, index) in places {
            let Some(fault) = faults.get(*index) else { continue };
            let original = match &before {
                Some((known, _, switched)) if known == place => switched.clone(),
                Some((known, other, _)) if place.end > known.start => {
                    let other = faults.get(*other).map_or("", |fault| fault.id.as_str());
                    return Err(format!("the faults `{}` and `{other}` overlap", fault.id));
                }
                _ => text.get(place.clone()).unwrap_or_default().to_owned(),
            };
            let end = place.start
                + before.as_ref().filter(|(known, ..)| known == place).map_or(place.len(), |b| b.2.len());
            let switched = switched(fault, &original, &format!("{name}::seeded({})", *index + 1));
            text.replace_range(place.start..end, &switched);
            before = Some((place.clone(), *index, switched));
        }
    }
    let label = "crates/caravan-label/src/lib.rs";
    let text = match changed.get(label) {
        Some(text) => text.clone(),
        None => read(&workspace.join(label))?,
    };
    changed.insert(label, text + &FUNCTION.replace("SWITCH", SWITCH));
    // The switches stand in brackets wherever they stand.
    let lints = "[workspace.lints.rust]\n";
    let manifest =
        read(&workspace.join("Cargo.toml"))?.replace(lints, &format!("{lints}unused = \"allow\"\n"));
    changed.insert("Cargo.toml", manifest);
    copy(workspace, &folder(workspace), &changed)
}

/// The text with its fault behind a switch.
fn switched(fault: &Fault, original: &str, switch: &str) -> String {
    if fault.raw {
        return fault.with.replace("SWITCH", switch);
    }
    let choice = format!("if {switch} {{ {} }} else {{ {original} }}", fault.with);
    let is_statement = fault.find.trim_end().ends_with([';', '}']);
    if is_statement { choice } else { format!("({choice})") }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies what is needed to build and test, touching only the files that differ.
fn copy(from: &Path, to: &Path, changed: &BTreeMap<&str, String>) -> Result<(), String> {
    let mut wanted = BTreeSet::new();
    for top in
        ["Cargo.toml", "Cargo.lock", "clippy.toml", "README.md", "crates", "scenarios", "xtask", "docs"]
    {
        walk(&from.join(top), &mut |path| {
            if let Ok(relative) = path.strip_prefix(from) {
                wanted.insert(relative.to_path_buf());
            }
        })?;
    }
    let mut gone = Vec::new();
    if to.exists() {
        walk(to, &mut |path| {
            if path.strip_prefix(to).is_ok_and(|relative| !wanted.contains(relative)) {
                gone.push(path.to_path_buf());
            }
        })?;
    }
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    for path in gone {
        std::fs::remove_file(&path).map_err(|error| told(&path, error))?;
    }
    for relative in wanted {
        let (source, target) = (from.join(&relative), to.join(&relative));
        let content = match changed.get(relative.to_string_lossy().as_ref()) {
            Some(text) => text.clone().into_bytes(),
            None => std::fs::read(&source).map_err(|error| told(&source, error))?,
        };
        if std::fs::read(&target).is_ok_and(|known| known == content) {
            continue;
        }
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).map_err(|error| told(folder, error))?;
        }
        std::fs::write(&target, content).map_err(|error| told(&target, error))?;
    }
    Ok(())
}

/// Visits a file, or every file below a folder but those in a `target`.
fn walk(path: &Path, visit: &mut dyn FnMut(&Path)) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(told)? {
            let entry = entry.map_err(told)?;
            if entry.file_name() != "target" {
                walk(&entry.path(), visit)?;
            }
        }
    } else if path.exists() {
        visit(path);
    }
    Ok(())
}
