//! `caravan assetops-server`: a server of AssetOpsBench's tools.

use std::path::PathBuf;
use std::sync::Arc;

use caravan::bench::assetops::tools::{self, Environment};
use caravan::serve::{PlainFailure, PlainTool, PlainTools, stdio_tools};
use clap::{Args, ValueEnum};
use serde_json::Value as Json;
use tokio::runtime::Builder;

use crate::command::bench::failed;
use crate::failure::{Exit, Failure, Problem};

/// Offer the tools of one of AssetOpsBench's servers over MCP
///
/// One client is served, on standard input and output. The tools answer from AssetOpsBench's data, which is not part of
/// Caravan: the folder is a checkout of AssetOpsBench, or holds its files. All of it is checked before anything is served.
///
/// `iot` writes what it read into the working folder, where `tsfm` finds it: give both the same folder.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan assetops-server wo --data AssetOpsBench
  caravan assetops-server iot --data AssetOpsBench --work files
  caravan assetops-server utilities --data AssetOpsBench --work files --now 2020-07-01T08:00:00

In caravan.toml:
  [servers.iot]
  command = \"caravan\"
  args = [\"assetops-server\", \"iot\", \"--data\", \"AssetOpsBench\", \"--work\", \"files\"]

Exit codes: 0 the client has gone, 2 wrong arguments or data, 4 the service failed.")]
pub struct Arguments {
    /// Which server to be
    role: Role,

    /// A checkout of AssetOpsBench, or a folder with its data
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The folder for files that tools hand to each other; without it there are none
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,

    /// What time it is for the tools, as `2020-07-01T08:00:00`; the machine's unless given
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
}

/// The servers.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Role {
    /// Sites, assets, sensors and their readings
    Iot,
    /// Failure modes, and which sensors tell of them
    Fmsr,
    /// Forecasting and anomaly detection
    Tsfm,
    /// Work orders and events
    Wo,
    /// Files and the time
    Utilities,
}

impl Role {
    fn role(self) -> tools::Role {
        match self {
            Role::Iot => tools::Role::Iot,
            Role::Fmsr => tools::Role::Fmsr,
            Role::Tsfm => tools::Role::Tsfm,
            Role::Wo => tools::Role::Wo,
            Role::Utilities => tools::Role::Utilities,
        }
    }
}

struct Server {
    role: tools::Role,
    environment: Environment,
}

impl PlainTools for Server {
    fn name(&self) -> String {
        format!("assetops-{}", self.role.as_str())
    }

    fn list(&self) -> Vec<PlainTool> {
        let shown = |spec: tools::ToolSpec| PlainTool {
            name: spec.name.to_owned(),
            description: spec.description,
            input: spec.input,
            output: spec.output,
            read_only: spec.read_only,
        };
        tools::specs(self.role).into_iter().map(shown).collect()
    }

    fn call(&self, tool: &str, arguments: &Json) -> Result<Json, PlainFailure> {
        tools::call(&self.environment, self.role, tool, arguments)
            .map_err(|error| PlainFailure { text: error.to_string(), structured: error.json() })
    }
}

impl Arguments {
    /// Serves until the client has gone.
    ///
    /// # Errors
    ///
    /// The data or the time cannot be used, or the service fails.
    pub fn run(self) -> Result<Exit, Failure> {
        let environment =
            Environment::open(&self.data, self.work, self.now.as_deref()).map_err(|error| failed(&error))?;
        let server = Arc::new(Server { role: self.role.role(), environment });
        let outside = |what: String| Failure::new(Exit::Outside, Problem::new(what));
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| outside(format!("the runtime does not start ({error})")))?;
        runtime
            .block_on(stdio_tools(server))
            .map_err(|error| outside(format!("the MCP client cannot be served: {error}")))?;
        Ok(Exit::Ran)
    }
}
