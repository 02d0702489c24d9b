//! `caravan tools`: what the MCP servers of a configuration list, for people to read before planners do.

use std::io::Write;
use std::path::PathBuf;

use caravan::advice::suggestion;
use caravan::assembly::{Notices, listed_tools};
use caravan::config::Config;
use clap::Args;
use serde_json::json;

use crate::failure::{Exit, Failure};
use crate::terminal::{self, Paint, visible};

/// List the tools of the configuration's MCP servers, in the servers' own words
///
/// What a server writes of its tools could be an instruction: planners read it only where the configuration says
/// `descriptions = "trusted"`. Read it here first. Hidden and turned-round characters are shown as escapes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan tools
  caravan tools mail --json | jq '.[].written'

Exit codes: 0 they are listed, 2 wrong arguments or configuration, or a server cannot be used.")]
pub struct Arguments {
    /// The server; all of them unless given
    #[arg(value_name = "SERVER")]
    server: Option<String>,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print one JSON list
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Starts the servers and prints what they list.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used, or a server of it.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        if let Some(server) = &self.server
            && !config.servers.contains_key(server)
        {
            let known: Vec<&str> = config.servers.keys().map(String::as_str).collect();
            let help = suggestion(server, "server", &known);
            return Err(Failure::usage(format!("unknown tool server `{server}`"), help));
        }
        let tools = listed_tools(&config, self.server.as_deref(), &Notices::new(terminal::note))?;
        let mut out = std::io::stdout().lock();
        if self.json {
            let list: Vec<_> = tools
                .iter()
                .map(|tool| {
                    json!({
                        "written": tool.written, "name": tool.name, "signature": tool.signature,
                        "problem": tool.problem,
                    })
                })
                .collect();
            writeln!(out, "{}", json!(list))?;
        } else {
            let paint = Paint::new(terminal::colours_on_stdout());
            for tool in &tools {
                writeln!(out, "{}", paint.bold(visible(&tool.written)))?;
                let text = match &tool.problem {
                    Some(problem) => format!("cannot be called: {problem}"),
                    None => tool.signature.clone(),
                };
                for line in visible(&text).lines() {
                    writeln!(out, "    {line}")?;
                }
            }
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}
