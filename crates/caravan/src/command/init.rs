//! `caravan init`: a system to begin with.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::{Exit, Failure};

/// Write a system to begin with: agents, servers, a policy, all commented
///
/// It runs as it is, with no key and no network: a script plays the planner, a table the inbox. Each part says how to put
/// the real thing in its place. Nothing that is there is overwritten.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan init                              here
  caravan init office                       in the folder office, which is made if there is none

Then:
  caravan run \"Send ann@example.com a list of the mail in the inbox.\"
  caravan run --defense individual \"Send ann@example.com a list of the mail in the inbox.\"
                                            the same without the gate: the third mail gets its way
  caravan doctor                            what is still to be done

Exit codes: 0 it was written, 2 something of that name is there, or cannot be written.")]
pub struct Arguments {
    /// The folder; this one unless given
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// The files, and what each of them is for.
const FILES: &[(&str, &str, &str)] = &[
    ("caravan.toml", "the agents, their tools, models, caps", include_str!("../../starter/caravan.toml")),
    (
        "policies/office.cedar",
        "what tools may do with data of strangers",
        include_str!("../../starter/policies/office.cedar"),
    ),
    ("inbox.sql", "an inbox that anybody can write to", include_str!("../../starter/inbox.sql")),
    (
        "script.toml",
        "the planner's answers, until there is a model",
        include_str!("../../starter/script.toml"),
    ),
];

impl Arguments {
    /// Writes the files.
    ///
    /// # Errors
    ///
    /// One of them is there, or cannot be written.
    pub fn run(self) -> Result<Exit, Failure> {
        for (name, ..) in FILES {
            let path = self.folder.join(name);
            if path.symlink_metadata().is_ok() {
                return Err(Failure::usage(
                    format!("{} is there already, and nothing was written", path.display()),
                    "name another folder: caravan init DIR",
                ));
            }
        }
        for (name, _, text) in FILES {
            write(&self.folder.join(name), text)?;
        }
        let mut out = std::io::stdout().lock();
        let width = FILES.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
        for (name, purpose, _) in FILES {
            writeln!(out, "  {name:width$}  {purpose}")?;
        }
        let here = self.folder == Path::new(".");
        let enter = if here { String::new() } else { format!("  cd {}\n", self.folder.display()) };
        writeln!(
            out,
            "\nNow:\n{enter}  caravan run \"Send ann@example.com a list of the mail in the inbox.\"\n  caravan doctor"
        )?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| {
        Failure::usage(format!("{} cannot be written ({error})", path.display()), "choose another folder")
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)
}
