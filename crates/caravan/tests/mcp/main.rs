//! `caravan run` over MCP servers: real ones, and one that breaks its word in every way.

#![cfg(feature = "mcp")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that fails may say so loudly"
)]

#[cfg(all(feature = "bench", feature = "serve"))]
mod assetops;
mod configuration;
mod doctor;
mod injection;
mod lock;
mod real;
#[cfg(feature = "telemetry")]
mod telemetry;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// What the hostile server puts into everything that it writes.
pub(crate) const MARKER: &str = "xmarkerx";

/// Plays every role: the planner answers with `AGENT.py`, and keeps all that it was sent in `prompts.jsonl`.
const MODEL: &str = r#"
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["role"] != "planner":
        print(json.dumps({"id": request["id"], "not_enough_information": True}), flush=True)
        continue
    with open("prompts.jsonl", "a") as log:
        log.write(line)
    plan = open((request["agent"] or "root").replace("/", "_") + ".py").read()
    print(json.dumps({"id": request["id"], "text": "```python\n" + plan + "\n```"}), flush=True)
"#;

/// A folder with a configuration and the plans of its agents.
pub(crate) struct Stage {
    folder: TempDir,
}

/// What a run came to.
pub(crate) struct Ran {
    pub(crate) exit: i32,
    pub(crate) out: String,
    pub(crate) err: String,
    /// Everything that planners were sent.
    pub(crate) prompts: String,
}

/// Where the servers of the tests are.
pub(crate) fn servers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../caravan-mcp/tests/servers").canonicalize().unwrap()
}

/// One agent, `boss`, with these tools of the hostile server, and more configuration.
pub(crate) fn hostile(tools: &[&str], more: &str) -> String {
    let script = servers().join("hostile.py");
    format!(
        "root = \"boss\"\n[agents.boss]\ndescription = \"Does things.\"\ntools = {tools:?}\n\
         [servers.it]\ncommand = \"python3\"\nargs = [{:?}]\n{more}\n",
        script.display().to_string(),
    )
}

impl Stage {
    pub(crate) fn new(config: &str, plan: &str) -> Stage {
        let stage = Stage { folder: tempfile::tempdir().unwrap() };
        stage.write("caravan.toml", config).write("model.py", MODEL).write("root.py", plan)
    }

    pub(crate) fn write(self, name: &str, text: &str) -> Stage {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_caravan"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs an instruction.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = self.command(&["run", "--model", "exec:python3 model.py"]);
        command.args(arguments).arg("Do what has to be done.");
        self.outcome(command)
    }

    pub(crate) fn outcome(&self, mut command: Command) -> Ran {
        let Output { status, stdout, stderr } = command.output().unwrap();
        Ran {
            exit: status.code().unwrap(),
            out: String::from_utf8(stdout).unwrap(),
            err: String::from_utf8(stderr).unwrap(),
            prompts: std::fs::read_to_string(self.folder.path().join("prompts.jsonl")).unwrap_or_default(),
        }
    }
}

impl Ran {
    /// The output of a run that went well.
    pub(crate) fn lines(&self) -> Vec<&str> {
        assert_eq!(self.exit, 0, "{}\n{}", self.out, self.err);
        self.out.lines().collect()
    }

    /// The lines of notices.
    pub(crate) fn notes(&self) -> Vec<&str> {
        self.err.lines().filter(|line| line.starts_with("note: ")).collect()
    }
}
