//! Logs of what runs do, on standard error. There are none unless somebody asks for them.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::failure::Failure;
use crate::terminal;

/// The variable that says what is logged, where `--log` does not.
const VARIABLE: &str = "RUST_LOG";

/// What is logged and how.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Logs")]
pub struct Logging {
    /// Log what happens on standard error: `error`, `warn`, `info`, `debug`, `trace` or `off`; what RUST_LOG says unless
    /// given, and nothing where neither is
    #[arg(long, value_name = "LEVEL", global = true)]
    log: Option<LevelFilter>,

    /// The form of logs
    #[arg(long, value_name = "FORM", global = true, value_enum)]
    log_format: Option<Form>,
}

/// The form of logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lines for people
    Human,
    /// A JSON object a line
    Json,
}

impl Logging {
    /// Logs from now on.
    ///
    /// # Errors
    ///
    /// The variable of the environment names no levels.
    pub fn begin(self) -> Result<(), Failure> {
        let Some(wanted) = self.wanted(std::env::var(VARIABLE).ok().as_deref())? else { return Ok(()) };
        let layer = fmt::layer().with_writer(|| Screen).with_ansi(terminal::colours_on_stderr());
        let layer = match self.log_format {
            Some(Form::Json) => layer.json().flatten_event(true).boxed(),
            Some(Form::Human) | None => layer.boxed(),
        };
        // Nobody else sets one in this process.
        let _ = tracing_subscriber::registry().with(layer.with_filter(wanted)).try_init();
        Ok(())
    }

    /// Of whom what is logged. What libraries log may hold texts of models and tools: only RUST_LOG turns it on.
    fn wanted(self, variable: Option<&str>) -> Result<Option<Targets>, Failure> {
        let ours = |level| Some(Targets::new().with_target("caravan", level));
        match (self.log, variable.filter(|text| !text.is_empty()), self.log_format) {
            (Some(level), ..) => Ok(ours(level)),
            (None, Some(text), _) => match text.parse() {
                Ok(targets) => Ok(Some(targets)),
                Err(_) => Err(Failure::usage(
                    format!("`{VARIABLE}={text}` says no levels"),
                    "write a level, or one for each part of the program, as in `RUST_LOG=caravan=debug`",
                )),
            },
            (None, None, Some(_)) => Ok(ours(LevelFilter::INFO)),
            (None, None, None) => Ok(None),
        }
    }
}

/// Standard error, above what is drawn there.
struct Screen;

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        terminal::tell(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    fn wanted(log: Option<LevelFilter>, form: Option<Form>, variable: Option<&str>) -> Option<Targets> {
        Logging { log, log_format: form }.wanted(variable).unwrap_or_default()
    }

    #[test]
    fn nothing_is_logged_unless_somebody_asks_and_then_of_caravan_alone() {
        assert_eq!(wanted(None, None, None), None);
        assert_eq!(wanted(None, None, Some("")), None);
        let debug = wanted(Some(LevelFilter::DEBUG), None, Some("rmcp=trace")).unwrap();
        assert!(debug.would_enable("caravan::watch::log", &Level::DEBUG));
        assert!(!debug.would_enable("caravan::watch::log", &Level::TRACE));
        assert!(!debug.would_enable("rmcp", &Level::ERROR));
        let json = wanted(None, Some(Form::Json), None).unwrap();
        assert!(json.would_enable("caravan", &Level::INFO) && !json.would_enable("caravan", &Level::DEBUG));
        assert!(wanted(None, None, Some("rmcp=trace")).unwrap().would_enable("rmcp", &Level::TRACE));
    }

    #[test]
    fn levels_that_there_are_not_are_refused() {
        let logging = Logging { log: None, log_format: None };
        assert!(logging.wanted(Some("caravan=loud")).is_err());
    }
}
