//! The tutorial, done as it stands: its files are written, its commands run, and what they print is what it says.
//!
//! `CARAVAN_PYTHON` is a python3 with the MCP SDK (`cargo xtask test` makes one). Without it there is nothing to do.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

/// A fenced block of the page: what stands behind its fence, and its text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    page.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

struct Reader {
    folder: tempfile::TempDir,
    path: String,
}

impl Reader {
    fn new(python: &str) -> Reader {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_caravan"));
        let here = [program.parent().unwrap(), Path::new(python).parent().unwrap()];
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = here.iter().map(|folder| folder.to_path_buf()).chain(std::env::split_paths(&path));
        Reader {
            folder: tempfile::tempdir().unwrap(),
            path: std::env::join_paths(all).unwrap().into_string().unwrap(),
        }
    }

    /// The exit code, and all that was printed.
    fn run(&self, command: &str) -> (i32, String) {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(self.folder.path())
            .env("PATH", &self.path);
        let output = shell.output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    }

    /// Runs the commands of a block and holds what they print against what stands there; `...` is anything.
    fn console(&self, text: &str) -> usize {
        let commands: Vec<&str> = text.split("$ ").skip(1).collect();
        for command in &commands {
            let (line, expected) = command.split_once('\n').unwrap_or((command, ""));
            let (code, printed) = self.run(line);
            let fails = expected.lines().any(|line| line.starts_with("error:"));
            assert_eq!(code != 0, fails, "{line}: {code}\n{printed}");
            let mut rest: &str = &printed;
            for wanted in expected.lines().filter(|line| *line != "...") {
                let at = rest.find(wanted.trim_end());
                let at = at.unwrap_or_else(|| panic!("{line}: `{wanted}` does not stand in\n{rest}"));
                rest = rest.get(at + wanted.trim_end().len()..).unwrap();
            }
        }
        commands.len()
    }
}

#[test]
fn every_step_of_the_tutorial_comes_to_what_it_says() {
    let Ok(python) = std::env::var("CARAVAN_PYTHON") else { return };
    let page = fs::read_to_string(crate::repository().join("docs/tutorial.md")).unwrap();
    let reader = Reader::new(&python);
    let blocks = blocks(&page);
    let files: Vec<(&str, &str)> =
        blocks.iter().filter_map(|(info, text)| Some((info.split_once(' ')?.1, *text))).collect();
    for (name, text) in files.iter().filter(|(name, _)| !name.starts_with('+')) {
        fs::write(reader.folder.path().join(name), format!("{text}\n")).unwrap();
    }
    let mut commands = 0;
    for (info, text) in &blocks {
        if let Some((_, name)) = info.split_once(" +") {
            let path = reader.folder.path().join(name);
            let before = fs::read_to_string(&path).unwrap();
            fs::write(path, format!("{before}{text}\n")).unwrap();
        } else if *info == "console" {
            commands += reader.console(text);
        }
    }
    assert!(commands >= 10 && files.len() >= 5, "{commands} commands, {} files", files.len());
    let sent = fs::read_to_string(reader.folder.path().join("sent.jsonl")).unwrap();
    let to: Vec<String> = sent
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap()["to"].as_str().unwrap().to_owned())
        .collect();
    let (ann, mallory) = ("ann@example.com", "mallory@example.net");
    assert_eq!(to, [ann, ann, mallory, ann], "once, hijacked under `individual`, and once more");
    every_source_is_told(&reader);
}

/// Of values that hold records with fields of another label than their own, too.
fn every_source_is_told(reader: &Reader) {
    for value in ["c1", "c2", "c3.variables", "c4.body", "debtors", "register:found", "answer"] {
        let (code, printed) = reader.run(&format!("caravan explain --json --value {value}"));
        assert_eq!(code, 0, "{printed}");
        let json = printed.get(printed.find('{').unwrap()..).unwrap();
        let derived: Json = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {printed}"));
        let label = |part: &str| derived["label"][part]["sources"].as_array().unwrap().iter();
        let is_so: BTreeSet<&str> =
            label("data").chain(label("control")).map(|name| name.as_str().unwrap()).collect();
        assert_eq!(reached(&derived), is_so, "{value}: {printed}");
    }
}

/// The sources that the steps of a value lead to.
fn reached(derived: &Json) -> BTreeSet<&str> {
    let listed = |json: &'_ Json| -> Vec<String> {
        json.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
    };
    let steps: BTreeMap<&str, &Json> = derived["derivation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["id"].as_str().unwrap(), step))
        .collect();
    let mut pending = [listed(&derived["from"]), listed(&derived["decided_by"])].concat();
    let (mut seen, mut sources) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = pending.pop() {
        let step = steps[&*id];
        if !seen.insert(id) {
            continue;
        }
        if step["kind"] == "source" {
            sources.insert(step["name"].as_str().unwrap());
        }
        pending.extend(listed(&step["from"]));
        pending.extend(listed(&step["decided_by"]));
    }
    sources
}
