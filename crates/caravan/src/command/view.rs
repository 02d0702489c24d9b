//! `caravan view`: a run, or what benchmarks came to, as a page in a browser.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use caravan::view::{Address, Subject, serve};
use clap::Args;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::command::carried;
use crate::failure::{Exit, Failure, Problem};
use crate::terminal;

/// Show a run, or what benchmarks came to, as a page in a browser
///
/// The path that control took through the agents, plans with the lines that ran, a timeline, and where a value that is
/// clicked comes from; of a benchmark, charts, and every case with its run. The page is served to this machine alone, and
/// changes nothing. It needs no network.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan view                          the latest run
  caravan view r62b1                    the run whose name begins so
  caravan view runs/benign runs/attacked
                                        what `caravan bench --out` has written
  caravan view --export run.html        a file to send to somebody; it loads nothing

Exit codes: 0 it ran, 2 wrong arguments, no such run or folder, or a journal that cannot be used, 4 the page cannot be
served or written, 130 interrupted.")]
pub struct Arguments {
    /// A run, or how its name begins; or folders with results of `caravan bench`. The latest run unless given
    #[arg(value_name = "RUN|DIR")]
    what: Vec<PathBuf>,

    /// Write the page to this file in place of serving it. All that is shown is in it
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// Serve it at this port of the loopback; one that is free unless given
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true,
        conflicts_with = "export"
    )]
    port: u16,

    /// Open no browser
    #[arg(long, conflicts_with = "export")]
    no_open: bool,

    /// The journal; .caravan/journal.db beside the configuration unless given
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// The configuration whose journal is meant; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Arguments {
    /// Writes the page, or serves it until the process is ended.
    ///
    /// # Errors
    ///
    /// There is no such run or folder, or the page cannot be written or served.
    pub fn run(self) -> Result<Exit, Failure> {
        let mut subject = self.subject()?;
        if let Some(file) = &self.export {
            let page = subject.exported().map_err(|refusal| outside(refusal.0))?;
            std::fs::write(file, page).map_err(|error| outside(format!("{}: {error}", file.display())))?;
            return Ok(Exit::Ran);
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| outside(format!("the runtime does not start ({error})")))?;
        runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", self.port)).await.map_err(|error| {
                let help = "leave `--port` out, and one that is free is taken";
                Failure::usage(format!("the port {} cannot be served: {error}", self.port), help)
            })?;
            let failed = |error: std::io::Error| outside(format!("the page cannot be served ({error})"));
            let address = Address::of(&listener).map_err(failed)?;
            let mut out = std::io::stdout();
            writeln!(out, "{}", address.url)?;
            out.flush()?;
            if out.is_terminal() {
                terminal::note("this address is the key to the page; Ctrl-C ends it");
                if !self.no_open {
                    open(&address.url);
                }
            }
            serve(listener, &address, subject).await.map_err(failed)
        })?;
        Ok(Exit::Ran)
    }

    fn subject(&self) -> Result<Subject, Failure> {
        if self.what.iter().any(|what| what.is_dir()) {
            return benchmark(&self.what);
        }
        if let [_, second, ..] = &*self.what {
            return Err(Failure::usage(
                format!("`{}` is one run too many", second.display()),
                "name one run, or several folders with results of `caravan bench`",
            ));
        }
        let store = carried::existing(self.journal.as_deref(), self.config.as_deref())?;
        let name = self.what.first().map(|name| name.to_string_lossy());
        Ok(Subject::runs(store, name.as_deref())?)
    }
}

#[cfg(feature = "bench")]
fn benchmark(folders: &[PathBuf]) -> Result<Subject, Failure> {
    let read = caravan::view::Benchmark::read(folders);
    read.map(Subject::Benchmark).map_err(|error| crate::command::bench::failed(&error))
}

#[cfg(not(feature = "bench"))]
fn benchmark(_: &[PathBuf]) -> Result<Subject, Failure> {
    Err(Failure::usage("this program was built without benchmarks", "build it with the feature `bench`"))
}

fn outside(what: String) -> Failure {
    Failure::new(Exit::Outside, Problem::new(what))
}

/// Opens a browser, if one can be had. That it cannot is no failure: the address has been told.
fn open(url: &str) {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else if set("DISPLAY") || set("WAYLAND_DISPLAY") {
        "xdg-open"
    } else {
        return;
    };
    let mut command = Command::new(program);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut browser) = command.spawn() {
        // Nobody is left to be told how it ended, and it must not stay behind as a zombie.
        std::thread::spawn(move || browser.wait());
    }
}
