//! Every block of commands in the README and the book is run, or says why it is not.
//!
//! A comment stands before each block that begins with three backticks and `console`, in one of two forms:
//!
//! - `not run: REASON`;
//! - `run in FOLDER`, a folder of `setup.rs`, and perhaps exceptions behind semicolons, for commands that begin so: `not
//!   BEGINNING: REASON`, `BEGINNING ends with CODE`, the beginning between backticks. What stands below a command in the block is
//!   what it prints.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{pages, setup};

/// A block of commands.
#[derive(Debug)]
struct Block<'a> {
    /// Where it stands.
    place: String,
    mark: Mark<'a>,
    text: &'a str,
}

/// What is said of it.
#[derive(Debug)]
enum Mark<'a> {
    NotRun,
    Run { folder: &'a str, left_out: Vec<&'a str>, codes: Vec<(&'a str, i32)> },
}

/// The blocks of a page, or what is wrong with one.
fn blocks<'a>(name: &str, page: &'a str) -> Result<Vec<Block<'a>>, String> {
    let mut blocks = Vec::new();
    let parts: Vec<&str> = page.split("\n```").collect();
    for (prose, block) in parts.iter().zip(parts.iter().skip(1)).step_by(2) {
        let (kind, text) = block.split_once('\n').unwrap_or((block, ""));
        let first = text.lines().next().unwrap_or_default();
        let place = format!("{name}, the block with `{first}`");
        if ["sh", "bash", "shell"].contains(&kind) {
            return Err(format!("{place}: commands stand in blocks of `console`, each behind a `$ `"));
        }
        if kind == "console" {
            let last = prose.lines().last().unwrap_or_default();
            let comment = last.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
            let mark = comment.and_then(mark).ok_or_else(|| {
                format!(
                    "{place}: above it stands neither `<!-- run in FOLDER -->` nor `<!-- not run: REASON -->`"
                )
            })?;
            blocks.push(Block { place, mark, text });
        }
    }
    Ok(blocks)
}

fn mark(comment: &str) -> Option<Mark<'_>> {
    if let Some(reason) = comment.strip_prefix("not run: ") {
        return (!reason.trim().is_empty()).then_some(Mark::NotRun);
    }
    let mut parts = comment.split("; ");
    let folder = parts.next()?.strip_prefix("run in ")?;
    let (mut left_out, mut codes) = (Vec::new(), Vec::new());
    for part in parts {
        let (before, rest) = part.split_once('`')?;
        let (beginning, rest) = rest.split_once('`')?;
        match before {
            "not " => {
                left_out.push(rest.strip_prefix(": ").filter(|reason| !reason.is_empty()).map(|_| beginning)?)
            }
            "" => codes.push((beginning, rest.strip_prefix(" ends with ")?.parse().ok()?)),
            _ => return None,
        }
    }
    Some(Mark::Run { folder, left_out, codes })
}

#[test]
fn every_block_of_commands_is_run_and_prints_what_it_says_or_says_why_it_is_not() {
    let mut ran = 0;
    for (name, page) in pages().iter().filter(|(name, _)| name != "tutorial.md") {
        for block in blocks(name, page).unwrap_or_else(|problem| panic!("{problem}")) {
            ran += run(&block, page);
        }
    }
    assert!(ran >= 25, "{ran}");
}

#[test]
fn a_block_without_a_mark_is_refused() {
    let page = |above: &str, kind: &str| format!("# Page\n\n{above}\n```{kind}\n$ caravan\n```\n");
    for above in ["", "Text.", "<!-- not run:  -->", "<!-- run -->", "<!-- run in x; not `caravan` -->"] {
        assert!(blocks("page", &page(above, "console")).is_err(), "{above}");
    }
    assert!(blocks("page", &page("<!-- run in x -->", "sh")).is_err());
    for above in ["<!-- not run: a key -->", "<!-- run in x; not `caravan`: a key; `caravan` ends with 2 -->"]
    {
        assert_eq!(blocks("page", &page(above, "console")).unwrap().len(), 1, "{above}");
    }
}

/// Runs a block's commands one after another, and says how many.
fn run(block: &Block<'_>, page: &str) -> usize {
    let Mark::Run { folder: name, left_out, codes } = &block.mark else { return 0 };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let names = setup::set_up(name, &root, page);
    let mut here = root.clone();
    let mut ran = 0;
    for told in block.text.split("$ ").skip(1) {
        let (command, expected) = told.split_once('\n').unwrap_or((told, ""));
        if left_out.iter().any(|beginning| command.starts_with(beginning)) {
            continue;
        }
        let wanted =
            codes.iter().find(|(beginning, _)| command.starts_with(beginning)).map_or(0, |(_, code)| *code);
        let mut command = command.replacen("cargo run --release -- ", "caravan ", 1);
        for (stands, is) in &names {
            command = command.replace(stands, is);
        }
        let is_page = command.starts_with("caravan view") && !command.contains("--export");
        if is_page || command.starts_with("caravan serve --http") {
            serves(&command, &here, &root);
        } else {
            let (code, printed, now) = outcome(&command, &here, &root);
            assert_eq!(code, wanted, "{}: `{command}`\n{printed}", block.place);
            stands_in(expected, &printed, &command);
            if now != here {
                setup::enter(&now);
                here = now;
            }
        }
        ran += 1;
    }
    ran
}

fn shell(command: &str, here: &Path, home: &Path) -> Command {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_caravan"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(program.parent().unwrap().to_path_buf()).chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(here)
        .env("PATH", std::env::join_paths(all).unwrap())
        .env("HOME", home)
        .stdin(Stdio::null());
    for role in ["AUTHOR", "COMMITTER"] {
        shell
            .env(format!("GIT_{role}_NAME"), "reader")
            .env(format!("GIT_{role}_EMAIL"), "reader@example.com");
    }
    shell
}

/// The exit code, all that was printed, and the folder in which the shell ended.
fn outcome(command: &str, here: &Path, home: &Path) -> (i32, String, PathBuf) {
    let script =
        if command.starts_with("git ") { format!("git init -q && {command}") } else { command.to_owned() };
    let left = home.join(".left");
    let script = format!("exec 2>&1\n{script}\ncode=$?\npwd > '{}'\nexit $code", left.display());
    let output = shell(&script, here, home).output().unwrap();
    let now = std::fs::read_to_string(&left).unwrap_or_else(|_| panic!("`{command}` ended the shell"));
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), PathBuf::from(now.trim_end()))
}

/// A service, which tells where it listens and is ended then.
fn serves(command: &str, here: &Path, home: &Path) {
    struct Ended(Child);
    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
    let script = format!("exec 2>&1\nexec {}", command.replacen("--http 8080", "--http 0", 1));
    let mut served = Ended(shell(&script, here, home).stdout(Stdio::piped()).spawn().unwrap());
    let told = BufReader::new(served.0.stdout.take().unwrap());
    let mut lines = Vec::new();
    for line in told.lines().map_while(Result::ok) {
        if line.contains("http://127.0.0.1:") {
            return;
        }
        lines.push(line);
    }
    panic!("`{command}` ended: {lines:?}");
}

/// Each expected line is printed, in that order. Names of runs and ages are what they are; `…` is what was cut.
fn stands_in(expected: &str, printed: &str, command: &str) {
    let mut rest = printed.lines().map(plain);
    for wanted in expected.lines().filter(|line| !line.trim().is_empty()).map(plain) {
        let is_so = |line: &String| match wanted.strip_suffix('…') {
            Some(beginning) => line.starts_with(beginning.trim_end()),
            None => *line == wanted,
        };
        assert!(
            rest.any(|line| is_so(&line)),
            "`{command}`: `{wanted}` does not stand in its place in\n{printed}"
        );
    }
}

fn plain(line: &str) -> String {
    let is_run = |word: &str| {
        word.len() > 12
            && word.starts_with('r')
            && word.chars().skip(1).all(|letter| letter.is_ascii_hexdigit() || letter == '-')
    };
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.first().is_some_and(|word| is_run(word)) {
        words[0] = "RUN";
        words[1] = "AGE";
        return words.join(" ");
    }
    line.trim_end().to_owned()
}
