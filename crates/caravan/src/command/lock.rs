//! `caravan lock`: what planners read of tools and agents, reviewed and pinned.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use caravan::assembly::{self, Notices};
use caravan::config::Config;
use caravan::lock::{self, Change, Changes, Lock};
use clap::Args;
use serde_json::{Value as Json, json};

use crate::failure::{Exit, Failure, Problem};
use crate::terminal::{self, Paint, visible};

/// Review what planners read of tools and agents, and pin it in caravan.lock
///
/// A planner obeys what it reads, and servers write what it reads of their tools. The lock file holds all of that as
/// somebody has reviewed it: while something in it has changed or come to it, nothing runs. This shows what is otherwise
/// than reviewed, and asks whether to accept it. Hidden characters are shown as escapes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan lock                   show what has changed, and ask
  caravan lock --accept          accept it without a question, in a script
  caravan lock --check           fail if anything has changed, in CI
  caravan lock --json | jq '.changes[].section'

The servers that agents have tools of are started to be asked what they list.

Exit codes: 0 the file holds what planners read, 2 it does not, or wrong arguments or configuration, 3 a person has not
accepted it.")]
pub struct Arguments {
    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Accept what there is, without asking
    #[arg(long, conflicts_with = "check")]
    accept: bool,

    /// Write nothing, and fail if the file does not hold what there is
    #[arg(long)]
    check: bool,

    /// Print one JSON object, and ask nothing
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Shows what has changed, and writes the file if it is accepted.
    ///
    /// # Errors
    ///
    /// The configuration or a server cannot be used, the file is none, or what there is was not accepted.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        let Some(path) = lock::path(&config) else {
            return Err(Failure::usage(
                "this configuration has no folder",
                "name a file with `--config FILE`",
            ));
        };
        let shown = path.display().to_string();
        let reviewed = Lock::read(&path)?;
        let (_, current) = assembly::pinned(&config, &Notices::new(terminal::note))?;
        let changes = Changes::between(reviewed.as_ref().unwrap_or(&Lock::default()), &current);
        let is_current = reviewed.is_some() && changes.is_empty();
        let is_accepted = !is_current && self.is_accepted(&shown, reviewed.is_none(), &changes)?;
        if is_accepted {
            write(&path, &current)?;
        }
        if self.json {
            let status = match (is_current, &reviewed) {
                (true, _) => "current",
                (false, None) => "new",
                (false, Some(_)) => "changed",
            };
            writeln!(std::io::stdout(), "{}", told(&shown, status, is_accepted, &changes))?;
        } else if is_current {
            writeln!(std::io::stdout(), "{shown} holds what planners read.")?;
        } else if is_accepted {
            writeln!(std::io::stdout(), "{shown} was written: keep it in version control.")?;
        }
        if is_current || is_accepted {
            return Ok(Exit::Ran);
        }
        let problem =
            |title: String, help: &str| Problem { help: Some(help.to_owned()), ..Problem::new(title) };
        if self.check || self.json || !std::io::stdin().is_terminal() {
            let title = format!("{shown} does not hold what planners read now");
            let help = "read what has changed, then accept it with `caravan lock`, or with `caravan lock --accept` where nobody can be asked";
            return Err(Failure::new(Exit::Usage, problem(title, help)));
        }
        Err(Failure::new(
            Exit::Denied,
            problem(format!("{shown} was left as it is"), "nothing runs that has not been accepted"),
        ))
    }

    /// Shows what has changed, and says whether it is accepted.
    fn is_accepted(&self, file: &str, is_new: bool, changes: &Changes) -> Result<bool, Failure> {
        if self.json {
            return Ok(self.accept);
        }
        let mut out = std::io::stdout().lock();
        let what =
            if is_new { "is new: planners will read this" } else { "does not hold what planners read now" };
        writeln!(out, "{file} {what}\n")?;
        out.write_all(drawn(changes).as_bytes())?;
        out.flush()?;
        if self.accept || self.check || !std::io::stdin().is_terminal() {
            return Ok(self.accept);
        }
        write!(out, "\nPlanners obey what they read. Accept all of this? [y/N] ")?;
        out.flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }
}

/// The changes with colours, where these are wanted.
fn drawn(changes: &Changes) -> String {
    let paint = Paint::new(terminal::colours_on_stdout());
    let text = changes.to_string();
    let lines = visible(&text);
    let line = |line: &str| match line.chars().next() {
        Some('+') => paint.good(line).to_string(),
        Some('-') => paint.bad(line).to_string(),
        _ => line.to_owned(),
    };
    lines.lines().map(|text| line(text) + "\n").collect()
}

fn told(file: &str, status: &str, is_accepted: bool, changes: &Changes) -> Json {
    let change = |change: &Change| {
        json!({
            "section": change.section, "kind": change.kind(), "before": change.before, "after": change.after,
        })
    };
    let hidden: Vec<Json> = changes
        .hidden()
        .iter()
        .map(|hidden| json!({"section": hidden.section, "characters": hidden.characters}))
        .collect();
    json!({
        "file": file,
        "status": status,
        "accepted": is_accepted,
        "changes": changes.iter().map(change).collect::<Vec<_>>(),
        "hidden": hidden,
    })
}

/// Writes the file, whole or not at all.
pub fn write(path: &std::path::Path, lock: &Lock) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::usage(format!("{} cannot be written ({error})", path.display()), "see who may write there")
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file =
        tempfile::NamedTempFile::new_in(folder.unwrap_or(std::path::Path::new("."))).map_err(failed)?;
    file.write_all(lock.to_toml().as_bytes()).map_err(failed)?;
    set_usual_mode(file.path()).map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}

/// A temporary file is its owner's alone; this one is for all who read the project.
fn set_usual_mode(path: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))
}
