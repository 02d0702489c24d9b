//! `docs/seeded-faults.md`: which test notices which fault.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::list::Fault;

/// The page, from the workspace on.
pub(super) const PAGE: &str = "docs/seeded-faults.md";

/// What the page says of each fault: the tests that notice it.
pub(super) fn read(workspace: &Path) -> BTreeMap<String, String> {
    let page = std::fs::read_to_string(workspace.join(PAGE)).unwrap_or_default();
    page.lines().filter_map(row).collect()
}

fn row(line: &str) -> Option<(String, String)> {
    let (id, rest) = line.strip_prefix("| `")?.split_once('`')?;
    let (_, told) = rest.rsplit_once(" | ")?;
    Some((id.to_owned(), told.strip_suffix(" |")?.to_owned()))
}

/// Writes the page. What it said of faults that were not tried now stays; a fault that nothing noticed is left out. Says
/// how many faults were never tried.
///
/// # Errors
///
/// It cannot be written.
pub(super) fn write(
    workspace: &Path,
    faults: &[Fault],
    known: &BTreeMap<String, String>,
    told: &BTreeMap<&str, Option<String>>,
) -> Result<usize, String> {
    let mut text = format!(
        "# Seeded faults\n\nEach of these {} faults breaks one rule of the labels, of the gate or of the protocol on purpose, and a test\n\
         notices it. Written by `cargo xtask faults`, which fails if one goes unnoticed; the faults themselves are in\n\
         `faults/`, and none is in the code that ships. Tests that fail are named, up to three, of the first suite in which any\n\
         does, cheapest suites first: test functions or, after `flows`, files in `crates/caravan-core/flows`.\n",
        faults.len()
    );
    let mut area = "";
    let mut missing = 0;
    for fault in faults {
        if fault.area != area {
            area = &fault.area;
            let _ = write!(
                text,
                "\n## {area}\n\n| fault | the rule that it breaks | place | noticed by |\n| --- | --- | --- | --- |\n"
            );
        }
        let file = fault.file.strip_prefix("crates/").unwrap_or(&fault.file);
        let by = match told.get(&*fault.id) {
            Some(told) => told.as_ref(),
            None => {
                missing += usize::from(!known.contains_key(&fault.id));
                known.get(&fault.id)
            }
        };
        if let Some(by) = by {
            let _ = writeln!(text, "| `{}` | {} | `{file}` | {by} |", fault.id, fault.rule);
        }
    }
    let path = workspace.join(PAGE);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(missing)
}
