//! What benchmarks need of this machine: their files, the Python that AgentDojo runs on, and the bridge to it.

mod assetops;
mod python;
mod stage;

use std::path::{Path, PathBuf};

use caravan_bench::BenchError;

pub use assetops::AssetOpsStages;
pub use python::{Environment, interpreter};
pub use stage::{DojoStages, POLICIES};

/// Where the files of the benchmarks are: the repository that this program was built from.
#[derive(Clone, Debug)]
pub struct Files {
    root: PathBuf,
}

impl Files {
    /// Looks for them from the current folder upward, and then from the program's own.
    ///
    /// # Errors
    ///
    /// They are in neither.
    pub fn find() -> Result<Files, BenchError> {
        let starts = [std::env::current_dir(), std::env::current_exe()];
        let found = starts
            .into_iter()
            .flatten()
            .find_map(|start| start.ancestors().find(|folder| Files::is_root(folder)).map(Path::to_path_buf));
        found.map(|root| Files { root }).ok_or_else(|| {
            BenchError::usage("the files of the benchmarks are not here")
                .with_help("run it in Caravan's repository, which holds them under `bench/` and `bridge/`")
        })
    }

    fn is_root(folder: &Path) -> bool {
        folder.join("bench/multiagentdojo/plans").is_dir() && folder.join("bridge/__main__.py").is_file()
    }

    /// Hierarchies and plans of MultiAgentDojo.
    pub fn multiagentdojo(&self) -> PathBuf {
        self.root.join("bench/multiagentdojo")
    }

    /// Hierarchy and plans for AssetOpsBench.
    pub fn assetops(&self) -> PathBuf {
        self.root.join("bench/assetops")
    }

    /// The bridge to AgentDojo, as Python runs it.
    pub fn bridge(&self) -> PathBuf {
        std::env::var_os("CARAVAN_BRIDGE").map_or_else(|| self.root.join("bridge"), PathBuf::from)
    }
}
