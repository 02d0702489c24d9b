//! Compares the plan machine with CPython: the same programs, run by both in turn, without the start of a process.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{finished, python, target};

/// A program of `crates/caravan-plan/benches/programs`, how much work it is compared at, and the most that its time is
/// fitted over.
struct Program {
    name: &'static str,
    work: u64,
    most: u64,
}

const fn program(name: &'static str, work: u64, most: u64) -> Program {
    Program { name, work, most }
}

const PROGRAMS: &[Program] = &[
    program("while_loop", 300_000, 1_000_000),
    program("for_range", 300_000, 1_000_000),
    program("records", 100_000, 1_000_000),
    program("dataclasses", 100_000, 1_000_000),
    program("models", 20_000, 100_000),
    program("strings", 100_000, 1_000_000),
    program("sort_key", 100_000, 1_000_000),
    program("counting", 200_000, 1_000_000),
    program("calls", 200_000, 1_000_000),
    program("recursion", 200_000, 1_000_000),
    program("chain", 200_000, 1_000_000),
];

/// What CPython is given: the same as `measure run` and `measure compile`.
const IN_PYTHON: &str = r#"
import contextlib, io, sys, time
mode, path, n, repeats = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
text = open(path).read()
best, output = None, ""
for _ in range(repeats):
    if mode == "compile":
        begun = time.perf_counter_ns()
        compile(text, "plan", "exec")
        taken = time.perf_counter_ns() - begun
    else:
        code = compile(f"N = {n}\n" + text, "plan", "exec")
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            begun = time.perf_counter_ns()
            exec(code, {"__name__": "__main__"})
            taken = time.perf_counter_ns() - begun
        output = shown.getvalue()
    best = taken if best is None else min(best, taken)
print(best)
print(output, end="")
"#;

/// How often each side runs a program, in turn with the other; the fastest counts.
const TURNS: usize = 5;

/// By how much the work of a quick comparison is smaller.
const SHORT: u64 = 50;

/// The lines of the long plan that is compiled.
const LONG: usize = 5_000;

/// What was measured of one program.
struct Row {
    name: String,
    work: u64,
    ours: f64,
    theirs: f64,
    /// The exponent of the work in the time; 1 is linear.
    exponent: Option<f64>,
}

/// Measures, and prints a table or JSON.
///
/// # Errors
///
/// An argument is wrong, a build or a run fails, or the machine prints something else than CPython.
pub(crate) fn bench_plan(workspace: &Path, arguments: &[String]) -> Result<(), String> {
    let (mut json, mut quick) = (false, false);
    for argument in arguments {
        match argument.as_str() {
            "--json" => json = true,
            "--quick" => quick = true,
            other => return Err(format!("`{other}`: bench-plan takes --json and --quick")),
        }
    }
    let bench = Bench::new(workspace)?;
    let mut rows = Vec::new();
    for program in PROGRAMS {
        rows.push(bench.compare(program, quick)?);
    }
    rows.push(bench.compile_long()?);
    let bytes = bench.measure(&["list", "1000000"])?.0;
    let small = bench.measure(&["small", &path(&bench.folder.join("small.py")), "500"])?;
    let checked = bench.measure(&["check", &path(&bench.folder.join("small.py")), "500"])?.0;
    let questions = [bench.measure(&["question", "1000"])?.0, bench.measure(&["question", "100000"])?.0];
    let calls = small.1.lines().next().unwrap_or_default().to_owned();
    if json {
        println!("{}", as_json(&rows, [small.0, checked], bytes, questions));
        return Ok(());
    }
    println!(
        "{:<14}{:>10}{:>13}{:>13}{:>8}{:>11}",
        "program", "work", "machine", "CPython", "ratio", "exponent"
    );
    for row in &rows {
        let exponent = row.exponent.map_or("-".to_owned(), |exponent| format!("{exponent:.2}"));
        println!(
            "{:<14}{:>10}{:>10.2} ms{:>10.2} ms{:>8.2}{exponent:>11}",
            row.name,
            row.work,
            row.ours / 1e6,
            row.theirs / 1e6,
            row.ours / row.theirs
        );
    }
    println!("\na plan of 50 lines compiled and run, {calls} of tools: {:.1} µs", small.0 / 1e3);
    println!("the check of that plan before it runs: {:.1} µs", checked / 1e3);
    println!("a list's element that is a small integer: {bytes} bytes");
    println!("a question about the last of 1,000 dependent values: {} ns", questions[0]);
    println!("a question about the last of 100,000 dependent values: {} ns", questions[1]);
    Ok(())
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

struct Bench {
    /// The folder of the plans.
    folder: PathBuf,
    /// The program that measures the machine.
    measure: PathBuf,
    python: PathBuf,
    /// Where generated plans lie.
    made: PathBuf,
}

impl Bench {
    fn new(workspace: &Path) -> Result<Bench, String> {
        let python = python::environment(workspace)?;
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["build", "--release", "-p", "caravan-plan", "--example", "measure"])
            .current_dir(workspace);
        finished("cargo build", cargo.status())?;
        let target = target(workspace);
        let made = target.join("bench-plan");
        std::fs::create_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
        Ok(Bench {
            folder: workspace.join("crates/caravan-plan/benches"),
            measure: target.join("release/examples/measure"),
            python,
            made,
        })
    }

    /// Both sides' times of a program, and the fit of the machine's time to the work.
    fn compare(&self, program: &Program, quick: bool) -> Result<Row, String> {
        let file = path(&self.folder.join(format!("programs/{}.py", program.name)));
        // Short runs fit between those of others on a busy machine.
        let (turns, repeats, work) =
            if quick { (2, "40", (program.work / SHORT).max(1_000)) } else { (TURNS, "1", program.work) };
        let n = work.to_string();
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..turns {
            let (own, printed) = self.measure(&["run", &file, &n, repeats])?;
            let (other, expected) = self.in_python(&["run", &file, &n, repeats])?;
            if printed != expected {
                return Err(format!(
                    "{}: the machine prints\n{printed}CPython prints\n{expected}",
                    program.name
                ));
            }
            (ours, theirs) = (ours.min(own), theirs.min(other));
        }
        let mut points = Vec::new();
        let mut size: u64 = 1_000;
        while !quick && size <= program.most {
            let repeats = (300_000 / size).clamp(2, 20).to_string();
            let (time, _) = self.measure(&["run", &file, &size.to_string(), &repeats])?;
            points.push(((size as f64).ln(), time.ln()));
            size *= 10;
        }
        let exponent = (!points.is_empty()).then(|| slope(&points));
        Ok(Row { name: program.name.to_owned(), work, ours, theirs, exponent })
    }

    fn compile_long(&self) -> Result<Row, String> {
        let written = |lines: usize| -> Result<String, String> {
            let file = self.made.join(format!("long{lines}.py"));
            std::fs::write(&file, long_plan(lines))
                .map_err(|error| format!("{}: {error}", file.display()))?;
            Ok(path(&file))
        };
        let file = written(LONG)?;
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..TURNS {
            ours = ours.min(self.measure(&["compile", &file, "3"])?.0);
            theirs = theirs.min(self.in_python(&["compile", &file, "0", "3"])?.0);
        }
        let mut points = Vec::new();
        // Half as many variables; a plan may have 20,000.
        for lines in [300, 3_000, 30_000] {
            let (time, _) = self.measure(&["compile", &written(lines)?, "3"])?;
            points.push(((lines as f64).ln(), time.ln()));
        }
        let exponent = Some(slope(&points));
        Ok(Row { name: "compile".to_owned(), work: LONG as u64, ours, theirs, exponent })
    }

    fn measure(&self, arguments: &[&str]) -> Result<(f64, String), String> {
        answer(Command::new(&self.measure).args(arguments), "measure")
    }

    fn in_python(&self, arguments: &[&str]) -> Result<(f64, String), String> {
        answer(Command::new(&self.python).args(["-c", IN_PYTHON]).args(arguments), "python3")
    }
}

/// The number that a program prints on its first line, and the rest.
fn answer(command: &mut Command, what: &str) -> Result<(f64, String), String> {
    let output = command.output().map_err(|error| format!("{what} could not be started ({error})"))?;
    if !output.status.success() {
        return Err(format!("{what}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let number = first.trim().parse().map_err(|_| format!("{what}: `{first}` is no number"))?;
    Ok((number, rest.to_owned()))
}

/// A plan of so many lines.
fn long_plan(lines: usize) -> String {
    let mut text = String::new();
    for i in 0..lines / 6 {
        let _ = writeln!(text, "a{i} = {i} + {i}\nb{i} = [a{i}, a{i} * 2]\nif a{i} > {i}:");
        let _ = writeln!(text, "    c{i} = str(a{i})\nelse:\n    c{i} = 'no'");
    }
    for i in 0..lines % 6 {
        let _ = writeln!(text, "d{i} = {i}");
    }
    text
}

/// The slope of the line that fits the points best.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n));
    let over: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let under: f64 = points.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    over / under
}

fn as_json(rows: &[Row], [small, checked]: [f64; 2], bytes: f64, questions: [f64; 2]) -> String {
    let mut text = "{\n  \"programs\": [\n".to_owned();
    for (place, row) in rows.iter().enumerate() {
        let exponent = row.exponent.map_or("null".to_owned(), |exponent| format!("{exponent:.3}"));
        let _ = writeln!(
            text,
            "    {{\"name\": \"{}\", \"work\": {}, \"machine_ns\": {}, \"cpython_ns\": {}, \"ratio\": {:.3}, \
             \"exponent\": {exponent}}}{}",
            row.name,
            row.work,
            row.ours,
            row.theirs,
            row.ours / row.theirs,
            if place + 1 < rows.len() { "," } else { "" }
        );
    }
    let _ = write!(
        text,
        "  ],\n  \"small_plan_ns\": {small},\n  \"check_ns\": {checked},\n  \"bytes_per_element\": {bytes},\n  \"question_ns\": {{\"1000\": {}, \
         \"100000\": {}}}\n}}",
        questions[0], questions[1]
    );
    text
}
