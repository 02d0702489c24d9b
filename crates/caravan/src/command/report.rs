//! `caravan report`: the tables of what benchmarks came to.

use std::io::Write;
use std::path::PathBuf;

use caravan::bench::report::{Report, Table, html, strict_tables, tables};
use caravan::model::Budget;
use caravan::models::Books;
use clap::Args;

use crate::command::bench::failed;
use crate::failure::{Exit, Failure, Problem};
use crate::terminal::for_stdout;

/// Show what benchmarks came to: tasks solved, attacks that succeeded, and how
///
/// Shares with their intervals at 95 percent (Wald for tasks solved, Wilson for attacks), per suite and over all; several
/// folders stand side by side.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan report runs/benign runs/attacked
  caravan report runs/attacked --json | jq '.rows[] | select(.suite == \"all\")'
  caravan report runs/attacked --html report.html")]
pub struct Arguments {
    /// A folder that `caravan bench` was given with --out
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["markdown", "csv"])]
    json: bool,

    /// Print Markdown
    #[arg(long, conflicts_with = "csv")]
    markdown: bool,

    /// Print a line a row, separated by commas
    #[arg(long)]
    csv: bool,

    /// Show the tables with weak checks of the benchmark corrected, too
    #[arg(long)]
    strict_scoring: bool,

    /// What models cost, as for `caravan run --prices`: the tables tell what a case cost
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,

    /// Write a page with charts, which needs nothing else, to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Arguments {
    /// Prints the tables.
    ///
    /// # Errors
    ///
    /// A folder holds no results, or a file cannot be written.
    pub fn run(self) -> Result<Exit, Failure> {
        let mut report = Report::read(&self.folders).map_err(|error| failed(&error))?;
        if self.prices.is_some() {
            let books = Books::open(None, self.prices.as_deref(), Budget::default(), None)?;
            report.price(&|model, usage| books.prices().cost(model, usage));
        }
        if let Some(file) = &self.html {
            std::fs::write(file, html(&report, self.strict_scoring)).map_err(|error| {
                Failure::new(Exit::Outside, Problem::new(format!("{}: {error}", file.display())))
            })?;
        }
        let shown = || {
            let strict = if self.strict_scoring { strict_tables(&report) } else { Vec::new() };
            tables(&report).into_iter().chain(strict).collect::<Vec<_>>()
        };
        let text = if self.json {
            format!("{}\n", report.to_json())
        } else if self.csv {
            report.to_csv()
        } else if self.markdown {
            joined(&shown(), Table::to_markdown)
        } else if self.html.is_some() {
            return Ok(Exit::Ran);
        } else {
            joined(&shown(), Table::to_text)
        };
        let mut out = std::io::stdout().lock();
        out.write_all(for_stdout(&text).as_bytes())?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}

/// Tables below each other.
pub fn joined(tables: &[Table], write: impl Fn(&Table) -> String) -> String {
    tables.iter().map(write).collect::<Vec<_>>().join("\n")
}
