//! `docs/seeded-faults.md`: which test notices which fault.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::list::Fault;

/// The page, from the workspace on.
pub(super) const PAGE: &str = "docs/seeded-faults.md";

/// Writes the page. What it said of faults that were not tried now stays.
///
/// # Errors
///
/// It cannot be written, or says nothing yet of a fault that was not tried.
pub(super) fn write(workspace: &Path, faults: &[Fault], told: &BTreeMap<&str, String>) -> Result<(), String> {
    let path = workspace.join(PAGE);
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<&str, &str> = before
        .lines()
        .filter_map(|line| Some((id_of_row(line)?, line.rsplit_once(" | ")?.1.strip_suffix(" |")?)))
        .collect();
    let mut text = format!(
        "# Seeded faults\n\nEach of these {} faults breaks one rule of the labels, of the gate or of the protocol on purpose, and a test\n\
         notices it. Written by `cargo xtask faults`, which fails if one goes unnoticed; the faults themselves are in\n\
         `faults/`, and none is in the code that ships. The first test that fails is named, cheapest tests first; names without\n\
         an ending are those of test functions or, after `flows`, of files in `crates/caravan-core/flows`.\n",
        faults.len()
    );
    let mut area = "";
    for fault in faults {
        if fault.area != area {
            area = &fault.area;
            let _ = write!(
                text,
                "\n## {area}\n\n| fault | the rule that it breaks | place | noticed by |\n| --- | --- | --- | --- |\n"
            );
        }
        let file = fault.file.strip_prefix("crates/").unwrap_or(&fault.file);
        let by = told.get(&*fault.id).map(String::as_str).or(known.get(&*fault.id).copied());
        let by = by.ok_or_else(|| format!("`{}` was never tried: run all faults", fault.id))?;
        let _ = writeln!(text, "| `{}` | {} | `{file}` | {by} |", fault.id, fault.rule);
    }
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The fault that a line of the page is about.
pub(super) fn id_of_row(line: &str) -> Option<&str> {
    line.strip_prefix("| `")?.split_once('`').map(|(id, _)| id)
}
