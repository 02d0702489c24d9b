//! Seeded faults: the tests of the labels, tested. Each fault of `faults/*.toml` breaks one rule on purpose in a copy
//! of the workspace, and some test has to notice.
//!
//! The trusted base holds no switch for any of this. The copy under `target/faults/tree` holds one for each fault, all
//! built at once, and an environment variable says which is on.

mod list;
mod report;
mod source;
mod tree;
mod trial;

use std::collections::BTreeMap;
use std::path::Path;

use list::Fault;
use trial::{Noticed, Trial, Trials};

/// Tries the faults, all or those whose id holds one of the texts after `--only`, and writes `docs/seeded-faults.md`.
///
/// # Errors
///
/// A fault is not found in the source, the copy does not pass its tests without any fault, or a fault survives.
pub(crate) fn faults(workspace: &Path, arguments: &[String]) -> Result<(), String> {
    let only = match arguments {
        [] => None,
        [name, id] if name == "--only" => Some(id.as_str()),
        _ => return Err("faults takes `--only ID,ID` or nothing".to_owned()),
    };
    let faults = list::read(workspace)?;
    let chosen: Vec<(usize, &Fault)> = faults
        .iter()
        .enumerate()
        .filter(|(_, fault)| only.is_none_or(|only| only.split(',').any(|only| fault.id.contains(only))))
        .collect();
    if chosen.is_empty() {
        return Err(format!("no fault is called like `{}`", only.unwrap_or_default()));
    }
    tree::make(workspace, &faults)?;
    let trials = Trials::build(workspace)?;
    let known = report::read(workspace);
    let trial = |(index, fault): &(usize, &Fault)| {
        let before = known.get(&fault.id).and_then(|told| Noticed::read(told));
        Trial { number: index + 1, before }
    };
    let all = trials.try_all(&chosen.iter().map(trial).collect::<Vec<_>>(), |number, noticed| {
        let id = number.checked_sub(1).and_then(|index| faults.get(index)).map_or("", |fault| &fault.id);
        println!("{id:<44} {}", noticed.map_or_else(|| "SURVIVED".to_owned(), Noticed::told));
    })?;
    let told: BTreeMap<&str, Option<String>> = chosen
        .iter()
        .zip(&all)
        .map(|((_, fault), noticed)| (fault.id.as_str(), noticed.as_ref().map(Noticed::told)))
        .collect();
    let missing = report::write(workspace, &faults, &known, &told)?;
    let survivors: Vec<&str> = told.iter().filter(|(_, told)| told.is_none()).map(|(id, _)| *id).collect();
    if !survivors.is_empty() {
        return Err(format!("no test notices: {}", survivors.join(", ")));
    }
    println!("{} faults, each noticed by a test", chosen.len());
    if missing > 0 {
        println!("{missing} others were never tried: run all of them");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_the_list_is_found_exactly_once_in_the_source() {
        let workspace = crate::workspace();
        let faults = list::read(&workspace).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(faults.len() >= 40, "{} faults", faults.len());
        let problems: Vec<String> = faults
            .iter()
            .filter_map(|fault| {
                let text = std::fs::read_to_string(workspace.join(&fault.file)).unwrap_or_default();
                source::find(&text, fault).err()
            })
            .collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn the_page_of_faults_tells_of_every_fault_and_of_no_other() {
        let workspace = crate::workspace();
        let faults = list::read(&workspace).unwrap_or_else(|problem| panic!("{problem}"));
        let known = report::read(&workspace);
        let untold: Vec<&str> =
            faults.iter().map(|fault| fault.id.as_str()).filter(|id| !known.contains_key(*id)).collect();
        assert!(untold.is_empty(), "{} does not tell of {}", report::PAGE, untold.join(", "));
        let unknown: Vec<&String> =
            known.keys().filter(|id| !faults.iter().any(|fault| fault.id == **id)).collect();
        assert!(unknown.is_empty(), "{} tells of {unknown:?}, which there are not", report::PAGE);
        let page = std::fs::read_to_string(workspace.join(report::PAGE)).unwrap_or_default();
        assert!(page.contains(&format!("these {} faults", faults.len())), "{} counts wrongly", report::PAGE);
    }

    #[test]
    fn the_page_on_security_names_faults_that_there_are() {
        let workspace = crate::workspace();
        let faults = list::read(&workspace).unwrap_or_else(|problem| panic!("{problem}"));
        let page = std::fs::read_to_string(workspace.join("docs/security.md")).unwrap_or_default();
        let rows = page.lines().skip_while(|line| !line.starts_with("## The protocol")).filter_map(|line| {
            let (_, last) = line.strip_suffix(" |")?.rsplit_once(" | ")?;
            Some(last)
        });
        let named: Vec<&str> = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        assert!(named.len() > 50, "{} faults are named", named.len());
        for name in named {
            assert!(faults.iter().any(|fault| fault.id == name), "there is no fault `{name}`");
        }
    }
}
