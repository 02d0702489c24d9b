//! `caravan wrap`: puts Caravan before the MCP servers that a client has.

use std::io::Write;
use std::path::{Path, PathBuf};

use caravan::advice::listed;
use caravan::assembly::{self, Notices};
use caravan::config::{Config, FILE_NAME, Folder, read_text};
use caravan::mcp::config_file;
use clap::Args;
use serde_json::{Map, Value as Json, json};

use crate::command::lock;
use crate::failure::{Exit, Failure};
use crate::terminal::{self, for_stdout};

/// Put Caravan before the MCP servers that a client has
///
/// A client's file of servers keeps one entry, which starts `caravan serve --mcp`. The servers that stood there become
/// tools of Caravan's plans: the client's own model writes those with `run_plan`, and never reads what the servers say.
///
/// The old file is kept beside the new one, and a caravan.toml is written that uses it. To go back, put the old file in
/// its place again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan wrap ~/.cursor/mcp.json           write the entry, keep the old file
  caravan wrap .vscode/mcp.json --print     show what would be written

The servers are started to learn what tools they have; what planners will read of these is pinned in a lock file.

Exit codes: 0 it was written, 2 wrong arguments or configuration.")]
pub struct Arguments {
    /// The client's file of servers: `{"mcpServers": {...}}`, or `{"servers": {...}}` as VS Code has it
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The configuration to write; caravan.toml beside the file unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Let planners read what the servers write of their tools, because you have read it
    #[arg(long)]
    descriptions: bool,

    /// Write nothing, and print what would be written
    #[arg(long)]
    print: bool,
}

/// The name of the entry.
const ENTRY: &str = "caravan";

/// What the old file's name ends with.
const KEPT: &str = ".before-caravan";

impl Arguments {
    /// Writes the entry.
    ///
    /// # Errors
    ///
    /// The file is none of servers, a server of it cannot be used, or something would be overwritten.
    pub fn run(self) -> Result<Exit, Failure> {
        let text = read_text(&self.file)?;
        let shown = self.file.display().to_string();
        let about_file = |error: config_file::FileError| {
            let server = error.server.map(|server| format!("the server `{server}` ")).unwrap_or_default();
            Failure::usage(format!("{shown}: {server}{}", error.message), error.remedy)
        };
        let names: Vec<String> = config_file::read(&text).map_err(about_file)?.into_keys().collect();
        if names.iter().any(|name| name == ENTRY) {
            return Err(Failure::usage(
                format!("{shown} has an entry `{ENTRY}` already"),
                "there is nothing to do, or take it out first",
            ));
        }
        if names.is_empty() {
            return Err(Failure::usage(format!("{shown} has no servers"), "name a file that has some"));
        }
        let file = absolute(&self.file)?;
        let config = match &self.config {
            Some(config) => absolute(config)?,
            None => file.with_file_name(FILE_NAME),
        };
        let kept = PathBuf::from(format!("{}{KEPT}", file.display()));
        // What will be used, used before anything is written.
        terminal::note(&format!("asking {} what tools they have", listed(&names)));
        let servers = ask(&file, &config)?;
        let system = system_of(&servers, &kept, self.descriptions);
        let json = config_file::json(&text).map_err(about_file)?;
        let wrapped = format!("{:#}\n", wrapped(json, &config)?);
        let mut out = std::io::stdout().lock();
        if self.print {
            writeln!(out, "# {}\n{system}\n# {}\n{wrapped}", config.display(), file.display())?;
            return Ok(Exit::Ran);
        }
        let pinned_in = config.with_extension("lock");
        for path in [&config, &kept, &pinned_in] {
            if path.exists() {
                return Err(Failure::usage(
                    format!("{} exists already", path.display()),
                    "move it away, or name another configuration with `--config FILE`",
                ));
            }
        }
        // What planners will read, as it is now.
        let text_of_it = system_of(&servers, &file, self.descriptions);
        let folder = config.parent().map(Path::to_path_buf).unwrap_or_default();
        let wrapping = Config::parse(&text_of_it, &config.display().to_string(), Folder::Disk(folder))?;
        let (_, pinned) = assembly::pinned(&wrapping, &Notices::default())?;
        lock::write(&pinned_in, &pinned)?;
        write(&kept, &text)?;
        write(&config, &system)?;
        write(&file, &wrapped)?;
        writeln!(out, "{shown} starts Caravan now, and Caravan these:")?;
        for server in &servers {
            writeln!(out, "  {}: {}", for_stdout(&server.name), for_stdout(&server.tools.join(", ")))?;
        }
        writeln!(out, "The old file is {}; put it back to undo this.", kept.display())?;
        writeln!(out, "What planners read of them is pinned in {}.", pinned_in.display())?;
        if !self.descriptions {
            writeln!(
                out,
                "Planners see these tools by name and type alone. Read what the servers say of them, and then let \
                 planners read it, in {}, and accept that with `caravan lock`.",
                config.display()
            )?;
        }
        writeln!(
            out,
            "`run_plan` works at once. `ask`, and plans that have a model read untrusted text, want models: name them under \
             [models] in {}.",
            config.display()
        )?;
        out.flush()?;
        Ok(Exit::Ran)
    }
}

/// A server, and the names of its tools.
struct Server {
    name: String,
    tools: Vec<String>,
}

/// Starts the servers side by side, and asks what tools they have. Their names are all that is taken of what they say, and
/// those alone that look like names.
fn ask(file: &Path, config: &Path) -> Result<Vec<Server>, Failure> {
    let text = format!(
        "root = \"assistant\"\nmcp_config = {}\n[agents.assistant]\ndescription = \"\"\n",
        quoted(&file.display().to_string()),
    );
    let folder = config.parent().map(Path::to_path_buf).unwrap_or_default();
    let asked = Config::parse(&text, &file.display().to_string(), Folder::Disk(folder))?;
    let (mut servers, mut problems) = (Vec::new(), Vec::new());
    assembly::each_list(&asked, &Notices::new(terminal::note), |server, tools| match tools {
        Ok(tools) => {
            let tools: Vec<String> = tools.into_iter().filter(|tool| is_name(tool)).collect();
            let count = match tools.len() {
                1 => "one tool".to_owned(),
                several => format!("{several} tools"),
            };
            terminal::note(&format!("server `{server}` has {count}"));
            servers.push(Server { name: server.to_owned(), tools });
        }
        Err(error) => problems.push(Failure::from(error)),
    })?;
    if !problems.is_empty() {
        return Err(Failure::all(problems));
    }
    servers.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(servers)
}

/// Whether a tool's name is one that a person can take in at a glance.
fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte))
}

/// A text as TOML and JSON write it.
fn quoted(text: &str) -> String {
    Json::String(text.to_owned()).to_string()
}

/// The configuration: one agent with all tools of all servers.
fn system_of(servers: &[Server], file: &Path, descriptions: bool) -> String {
    let tools: String = servers
        .iter()
        .flat_map(|server| server.tools.iter().map(move |tool| format!("{}/{tool}", server.name)))
        .map(|tool| format!("    {},\n", quoted(&tool)))
        .collect();
    let mark = if descriptions { "" } else { "# " };
    let reviewed: String = servers
        .iter()
        .map(|server| {
            format!("\n{mark}[servers.{}]\n{mark}descriptions = \"trusted\"\n", quoted(&server.name))
        })
        .collect();
    format!(
        "# The servers of an MCP client, behind Caravan: see docs/mcp.md and docs/serving.md.\n\n\
         root = \"assistant\"\n\
         mcp_config = {}\n\n\
         [agents.assistant]\n\
         description = \"Does what the user asks with the user's tools.\"\n\
         tools = [\n{tools}]\n\n\
         # Models that read untrusted text for plans, and that write the plans of `ask`. `run_plan` needs none.\n\
         # [models]\n\
         # planner = \"openai:NAME\"\n\
         # quarantined = \"openai:NAME\"\n\n\
         # What a server writes of its tools could be an instruction. Once you have read it, let planners read it too:\n\
         {reviewed}",
        quoted(&file.display().to_string()),
    )
}

/// The client's file with the one entry in place of its servers.
fn wrapped(json: Json, config: &Path) -> Result<Json, Failure> {
    let caravan = std::env::current_exe()?;
    let entry = json!({
        "command": caravan.display().to_string(),
        "args": ["serve", "--mcp", "--config", config.display().to_string()],
    });
    let Json::Object(mut fields) = json else { return Ok(json) };
    let entries = |entry: Json| Json::Object(Map::from_iter([(ENTRY.to_owned(), entry)]));
    if fields.contains_key("mcpServers") {
        fields.insert("mcpServers".to_owned(), entries(entry));
    } else if fields.contains_key("servers") {
        let mut entry = entry;
        if let Json::Object(entry) = &mut entry {
            entry.insert("type".to_owned(), Json::String("stdio".to_owned()));
        }
        fields.insert("servers".to_owned(), entries(entry));
    } else if let Some(Json::Object(inner)) = fields.get_mut("mcp") {
        inner.insert("servers".to_owned(), entries(entry));
    }
    Ok(Json::Object(fields))
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display()), "name a file"))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        Failure::usage(format!("{} cannot be written ({error})", path.display()), "see who may write there")
    })
}
