//! The environment of AssetOpsBench, over small tables of our own and, where `CARAVAN_ASSETOPS` names its folder, over the real
//! data.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails may say so loudly"
)]

mod damaged;
mod real;
mod sample;
mod tools;

use caravan_bench::assetops::data::Data;
use caravan_bench::assetops::tools::{Environment, Role, ToolError, call};
use serde_json::Value as Json;
use tempfile::TempDir;

/// Tools over a folder, with a working folder.
pub(crate) struct Stage {
    pub(crate) environment: Environment,
    pub(crate) work: TempDir,
}

impl Stage {
    pub(crate) fn new(data: Data) -> Stage {
        let work = tempfile::tempdir().unwrap();
        let now = Some("2021-04-01T08:30:00".parse().unwrap());
        Stage { environment: Environment { data, work: Some(work.path().to_path_buf()), now }, work }
    }

    /// Over the small tables.
    pub(crate) fn sample() -> Stage {
        let folder = tempfile::tempdir().unwrap();
        sample::write(folder.path());
        Stage::new(Data::load(folder.path()).unwrap())
    }

    pub(crate) fn call(&self, role: Role, tool: &str, arguments: &Json) -> Result<Json, ToolError> {
        call(&self.environment, role, tool, arguments)
    }

    /// Calls a tool that gives a result.
    pub(crate) fn ok(&self, role: Role, tool: &str, arguments: &Json) -> Json {
        self.call(role, tool, arguments).unwrap()
    }
}
