//! `caravan serve`: the configured system as a service.

use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use caravan::assembly::{Assembly, Notices, Opening};
use caravan::config::{Config, read_text};
use caravan::core::policy::{AskFirst, Strictest};
use caravan::core::settings::Defense;
use caravan::model::scripted::Style;
use caravan::models::Role;
use caravan::serve::http::{self, HttpSettings};
use caravan::serve::{ClientDesk, Engine, EngineSettings};
use caravan::telemetry::Telemetry;
use clap::Args;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::command::options::{self, Accounts, Judgement, ModelNames};
use crate::failure::{Exit, Failure, Problem};
use crate::terminal;

/// Offer the system of agents that `caravan.toml` describes to other programs
///
/// Over MCP there are two tools. `ask(instruction)` has the agents do something and returns their answer with its
/// label. `run_plan(program)` makes the client's own model the planner: it writes a plan over the configured tools,
/// which Caravan checks and runs; the model is told what may be told, and gets references for the rest.
///
/// Over HTTP there are the same at /mcp, chat completions at /v1/chat/completions, runs with their status, approvals
/// and traces at /v1/runs, and /health and /metrics. Every request but /health bears a token.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan serve --mcp                     one MCP client, on standard input and output
  caravan serve --http 8080               this machine alone, with a token made up and told
  CARAVAN_TOKEN=... caravan serve --http 0.0.0.0:8080 --allow-host caravan.example.com
  caravan serve --mcp --approve           a person approves every side effect, in the client
  caravan wrap mcp.json                   put Caravan before the servers that a client has

In a client's configuration:
  {\"mcpServers\": {\"caravan\": {\"command\": \"caravan\", \"args\": [\"serve\", \"--mcp\", \"--config\", \"/path/caravan.toml\"]}}}

Exit codes: 0 the client has gone, 2 wrong arguments or configuration, 4 the service failed, 130 interrupted.")]
pub struct Arguments {
    /// Serve one MCP client on standard input and output
    #[arg(long, conflicts_with = "http")]
    mcp: bool,

    /// Serve HTTP at this address: `PORT` or `HOST:PORT`; without a host, this machine's loopback
    #[arg(long, value_name = "ADDR")]
    http: Option<String>,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    judgement: Judgement,

    /// Have a person approve every call with a side effect, through the client or /v1/runs
    #[arg(long)]
    approve: bool,

    /// The file with the token that requests bear; else the variable CARAVAN_TOKEN, else one is made up
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,

    /// A name by which the service may be reached, beside those of the loopback
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,

    /// An origin whose pages may call the service, as `https://app.example.com`
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,

    /// The largest body of a request
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, requires = "http")]
    max_body: usize,

    /// The most runs at the same time
    #[arg(long, value_name = "RUNS", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    max_runs: u32,

    /// The longest time for one run, people's answers included
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(1..=604_800))]
    max_seconds: u64,

    #[command(flatten)]
    models: ModelNames,

    #[command(flatten)]
    accounts: Accounts,
}

/// The variable that holds the token.
const TOKEN: &str = "CARAVAN_TOKEN";

/// The shortest token that is taken from outside.
const SHORTEST_TOKEN: usize = 16;

impl Arguments {
    /// Serves until the client has gone, or the process is ended.
    ///
    /// # Errors
    ///
    /// The configuration cannot be used, or the service fails.
    pub fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        options::needs_root(&config)?;
        if let Some(defense) = config.defense.filter(|defense| *defense != Defense::Multi) {
            let error = config.error_under(
                &["defense"],
                format!("what is served is defended as a whole, and `{defense}` is not"),
            );
            return Err(error.with_help("say `defense = \"multi\"`, or leave it out").into());
        }
        if !self.mcp && self.http.is_none() {
            return Err(Failure::usage(
                "nothing says how to serve",
                "`--mcp` serves one MCP client on standard input and output, `--http ADDR` whoever has the token",
            ));
        }
        let address = self.http.as_deref().map(address).transpose()?;
        let token = address.map(|address| self.token(&address)).transpose()?;
        let books = self.accounts.books(Some(&config))?;
        let names = self.models.names();
        let models = names.open_those_named(&config, Style::default(), &books)?;
        let longest = Duration::from_secs(self.max_seconds);
        let limits = EngineSettings {
            most_runs: self.max_runs as usize,
            patience: config.caps.time.map_or(longest, |time| time.min(longest)),
            has_planner: names.choice(Role::Planner, &config).is_some(),
            ..EngineSettings::default()
        };
        let failed = |what: String| Failure::new(Exit::Outside, Problem::new(what));
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| failed(format!("the runtime does not start ({error})")))?;
        // An address that is taken is told before any server is started.
        let listener = address.map(|address| runtime.block_on(listener(address))).transpose()?;
        let absent = names.absent(&config);
        let notices = Notices::new(terminal::note);
        for role in &absent {
            notices.tell(&without(*role));
        }
        let assembly = Assembly::open(
            &config,
            &Opening { notices: notices.clone(), absent: &absent, ..Opening::default() },
        )?;
        let mut settings = assembly.settings(self.judgement.settings(&config, None));
        if self.approve {
            settings.policy = Arc::new(Strictest::new(vec![settings.policy, Arc::new(AskFirst)]));
        }
        let system = Arc::clone(assembly.system());
        let telemetry = Telemetry::open(&config, &notices)?;
        let engine = Engine::new(system, Arc::new(assembly), models, settings, limits);
        let engine = match telemetry.clone() {
            Some(telemetry) => engine.traced(telemetry, config.clone()),
            None => engine,
        };
        runtime.block_on(async {
            match (listener, token) {
                (Some(listener), Some(token)) => {
                    self.serve_http(&engine, listener, token).await.map_err(failed)
                }
                _ => caravan::serve::stdio(Arc::new(ClientDesk::new(engine.clone())))
                    .await
                    .map_err(|error| failed(format!("the MCP client cannot be served: {error}"))),
            }
        })?;
        if let Some(telemetry) = telemetry {
            telemetry.close();
        }
        Ok(Exit::Ran)
    }

    async fn serve_http(&self, engine: &Engine, listener: TcpListener, token: Token) -> Result<(), String> {
        let bound = listener.local_addr().map_err(|error| error.to_string())?;
        let mut said = format!(
            "listening on http://{bound} (MCP at /mcp, chat at /v1/chat/completions, runs at /v1/runs)\n"
        );
        if token.is_made_up {
            said.push_str(&format!("requests bear this token: {}\n", token.text));
        }
        // In one piece, for whoever reads it; nobody need.
        let _ = std::io::stderr().write_all(said.as_bytes());
        let settings = HttpSettings {
            token: token.text,
            hosts: self.allow_host.clone(),
            origins: self.allow_origin.clone(),
            most_bytes: self.max_body,
            idle: Duration::from_secs(30 * 60),
        };
        let router = http::router(engine, settings);
        http::serve(listener, router).await.map_err(|error| format!("the service has failed ({error})"))
    }

    /// The token, from the file, the variable, or made up where this machine alone is served.
    fn token(&self, address: &SocketAddr) -> Result<Token, Failure> {
        let given = match &self.token_file {
            Some(file) => Some(read_text(file)?.trim().to_owned()),
            None => std::env::var(TOKEN).ok(),
        };
        if given.as_deref() == Some("") {
            // Where a secret should be that is missing, a token that nobody knows would be no help.
            let (what, help) = match &self.token_file {
                Some(file) => {
                    (format!("the file {} is empty", file.display()), "put the token into it".to_owned())
                }
                None => (
                    format!("the variable `{TOKEN}` is set and empty"),
                    format!("put the token into it, or unset it with `unset {TOKEN}`"),
                ),
            };
            return Err(Failure::usage(what, help));
        }
        match given {
            Some(text) if text.len() < SHORTEST_TOKEN || text.contains(char::is_whitespace) => {
                Err(Failure::usage(
                    format!("the token is shorter than {SHORTEST_TOKEN} characters, or has spaces in it"),
                    "make one up, for example with `openssl rand -hex 32`",
                ))
            }
            Some(text) => Ok(Token { text, is_made_up: false }),
            None if http::is_loopback(address) => Ok(Token { text: http::made_up_token(), is_made_up: true }),
            None => Err(Failure::usage(
                format!("{address} can be reached from other machines, and there is no token"),
                format!(
                    "give one with `--token-file FILE` or the variable {TOKEN}, or serve the loopback alone"
                ),
            )),
        }
    }
}

/// What people are told of a role that no model plays.
fn without(role: Role) -> String {
    let what = match role {
        Role::Planner => "`ask` answers with an error, and plans can call no other agents",
        _ => "plans cannot use `query_ai_assistant`",
    };
    format!("no model is named for the role `{}` under [models]: {what}", role.name())
}

async fn listener(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| {
        let (why, help) = match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                ("something listens there already".to_owned(), "name another port, or end what listens there")
            }
            std::io::ErrorKind::PermissionDenied => {
                ("it may not be used".to_owned(), "name a port of 1024 or more")
            }
            _ => (error.to_string(), "name an address of this machine, as in `--http 8080`"),
        };
        Failure::usage(format!("the address {address} cannot be served: {why}"), help)
    })
}

struct Token {
    text: String,
    is_made_up: bool,
}

/// Reads an address. Without a host it is the loopback's.
fn address(text: &str) -> Result<SocketAddr, Failure> {
    let bare = text.strip_prefix(':').unwrap_or(text);
    let full = match bare.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => text.to_owned(),
    };
    let found = full.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    found.ok_or_else(|| {
        Failure::usage(
            format!("`--http {text}` is no address"),
            "write a port, or a host and a port, as in `--http 8080` or `--http 127.0.0.1:8080`",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_host_is_this_machines_alone() {
        for text in ["8080", ":8080", "127.0.0.1:8080"] {
            assert_eq!(address(text).unwrap().to_string(), "127.0.0.1:8080");
        }
        assert_eq!(address("[::1]:80").unwrap().to_string(), "[::1]:80");
        assert_eq!(address("0.0.0.0:80").unwrap().to_string(), "0.0.0.0:80");
        for text in ["", "host", "127.0.0.1", "99999"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
