//! The list of faults: what is broken, where, and how.

use std::path::Path;

use serde::Deserialize;

/// A rule broken on purpose.
#[derive(Debug)]
pub(super) struct Fault {
    /// The part of the rules that it belongs to.
    pub(super) area: String,
    pub(super) id: String,
    /// The rule that does not hold any more, in words.
    pub(super) rule: String,
    /// The file, from the workspace on.
    pub(super) file: String,
    /// The name of the function, or functions, in which the text is looked for, if not in the whole file.
    pub(super) function: Option<String>,
    /// The text of the source: an expression, or statements if it ends with a semicolon or brace.
    pub(super) find: String,
    /// What stands there instead.
    pub(super) with: String,
    /// Whether the switch stands in `with` itself, as `SWITCH`.
    pub(super) raw: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    area: String,
    fault: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    rule: String,
    file: String,
    function: Option<String>,
    find: String,
    with: String,
    #[serde(default)]
    raw: bool,
}

/// The faults of `faults/*.toml`, file by file in the order of their names.
///
/// # Errors
///
/// A file cannot be read, or two faults have one id.
pub(super) fn read(workspace: &Path) -> Result<Vec<Fault>, String> {
    let folder = workspace.join("faults");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let mut faults: Vec<Fault> = Vec::new();
    for path in paths {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| told(&error))?;
        let page: Page = toml::from_str(&text).map_err(|error| told(&error))?;
        for entry in page.fault {
            if faults.iter().any(|known| known.id == entry.id) {
                return Err(told(&format!("a second fault `{}`", entry.id)));
            }
            let Entry { id, rule, file, function, find, with, raw } = entry;
            faults.push(Fault { area: page.area.clone(), id, rule, file, function, find, with, raw });
        }
    }
    Ok(faults)
}
