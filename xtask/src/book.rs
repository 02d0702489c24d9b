//! The documentation as a book: built by mdBook, every link followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{finished, python, target};

/// Builds the book and follows its links. mdBook is that of `PATH`, or else one that is installed under `target/`.
///
/// # Errors
///
/// It cannot be built, or a link leads nowhere.
pub fn book(workspace: &Path) -> Result<(), String> {
    let built = target(workspace).join("book");
    let build = || {
        let mut command = Command::new("mdbook");
        command.arg("build").arg(workspace).arg("--dest-dir").arg(&built);
        command
    };
    let status = match build().status() {
        Err(_) => {
            let python = python::made(workspace, "xtask/book/requirements.txt", "mdbook")?;
            let programs = python.parent().unwrap_or(workspace);
            build().env("PATH", programs).status()
        }
        status => status,
    };
    finished("mdbook", status)?;
    let broken = broken_in_book(&built)?;
    if !broken.is_empty() {
        return Err(format!("links of the book that lead nowhere:\n  {}", broken.join("\n  ")));
    }
    println!("the book is {}", built.join("index.html").display());
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The files of a folder with this ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    Ok(files)
}

/// What stands in attributes of that name.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let begins = format!(" {name}=\"");
    page.split(begins.as_str()).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect()
}

/// The links of a built book to a file or a heading that is not there. Links to other sites are not followed.
fn broken_in_book(built: &Path) -> Result<Vec<String>, String> {
    let mut pages = BTreeMap::new();
    for path in files(built, "html")? {
        pages.insert(path.clone(), read(&path)?);
    }
    let ids: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(path, page)| (path, attributes(page, "id").into_iter().collect())).collect();
    let mut broken = Vec::new();
    for (path, page) in &pages {
        let links = attributes(page, "href").into_iter().chain(attributes(page, "src"));
        for link in links.filter(|link| !is_elsewhere(link) && !link.is_empty()) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let aim = if file.is_empty() { path.clone() } else { built.join(file) };
            let is_there = match ids.get(&aim) {
                Some(ids) => heading.is_empty() || ids.contains(heading),
                None => aim.is_file() && heading.is_empty(),
            };
            if !is_there {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    Ok(broken)
}

/// Whether a link leads to another site, or is none that leads anywhere.
fn is_elsewhere(link: &str) -> bool {
    ["http://", "https://", "mailto:", "data:", "javascript:"].iter().any(|scheme| link.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> PathBuf {
        crate::workspace()
    }

    /// The targets of a page's links, outside of code.
    fn links(page: &str) -> Vec<&str> {
        let prose: Vec<&str> = page.split("\n```").step_by(2).collect();
        prose
            .iter()
            .flat_map(|part| part.split("](").skip(1))
            .filter_map(|rest| Some(rest.split_once(')')?.0))
            .collect()
    }

    #[test]
    fn every_page_has_its_place_in_the_book() {
        let docs = workspace().join("docs");
        let summary = read(&docs.join("SUMMARY.md")).unwrap();
        let mut told = links(&summary);
        told.sort_unstable();
        let pages: Vec<String> = files(&docs, "md")
            .unwrap()
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .filter(|name| name != "SUMMARY.md")
            .collect();
        assert_eq!(told, pages);
    }

    #[test]
    fn links_to_files_of_the_repository_lead_to_files() {
        let workspace = workspace();
        let mut followed = 0;
        for folder in [workspace.clone(), workspace.join("docs")] {
            for path in files(&folder, "md").unwrap() {
                let page = read(&path).unwrap();
                for link in links(&page).into_iter().filter(|link| !is_elsewhere(link)) {
                    let file = link.split_once('#').map_or(link, |(file, _)| file);
                    assert!(folder.join(file).exists(), "{}: `{link}` is not there", path.display());
                    // What the book does not hold, its readers cannot follow.
                    assert!(!(folder.ends_with("docs") && file.contains("..")), "{}: {link}", path.display());
                    followed += 1;
                }
            }
        }
        assert!(followed > 50, "{followed}");
    }

    #[test]
    fn a_link_that_leads_nowhere_is_told() {
        let folder = std::env::temp_dir().join(format!("caravan-book-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let one = "<h1 id=\"top\">x</h1><a href=\"two.html#no\">1</a> <a href=\"two.html#yes\">2</a>";
        fs::write(
            folder.join("one.html"),
            format!("{one} <a href=\"three.html\">3</a> <a href=\"#top\">4</a>"),
        )
        .unwrap();
        fs::write(folder.join("two.html"), "<h1 id=\"yes\">x</h1><a href=\"https://example.com/#a\">5</a>")
            .unwrap();
        let broken = broken_in_book(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let told: Vec<&str> = broken.iter().filter_map(|line| line.rsplit(' ').next()).collect();
        assert_eq!(told, ["two.html#no", "three.html"]);
    }
}
