//! The hierarchy of AssetOpsBench with its servers behind it.

use std::path::{Path, PathBuf};

use caravan_bench::BenchError;
use caravan_bench::multiagentdojo::Stage;

use super::Files;
use super::stage::{AssembledStage, quoted};
use crate::assembly::{Assembly, Notices};
use crate::config::{Config, ConfigError, Folder, read_text};

/// Opens the hierarchy for AssetOpsBench.
#[derive(Clone, Debug)]
pub struct AssetOpsStages {
    folder: PathBuf,
    program: PathBuf,
    data: PathBuf,
    work: PathBuf,
    notices: Notices,
}

impl AssetOpsStages {
    /// With this program as the servers, on this data; files that tools hand to each other are in `work`. What servers have
    /// to say goes to `notices`.
    pub fn new(files: &Files, program: &Path, data: &Path, work: &Path, notices: Notices) -> AssetOpsStages {
        AssetOpsStages {
            folder: files.assetops(),
            program: program.to_path_buf(),
            data: data.to_path_buf(),
            work: work.to_path_buf(),
            notices,
        }
    }

    /// The configuration.
    ///
    /// # Errors
    ///
    /// It is not there, or not sound.
    pub fn config(&self) -> Result<Config, ConfigError> {
        let path = self.folder.join("hierarchy.toml");
        let text = read_text(&path)?
            .replace("${CARAVAN}", &quoted(&self.program))
            .replace("${ASSETOPS}", &quoted(&self.data))
            .replace("${WORK}", &quoted(&self.work));
        Config::parse(&text, &path.display().to_string(), Folder::Disk(self.folder.clone()))
    }

    /// Starts the servers, and builds the system on them.
    ///
    /// # Errors
    ///
    /// A server does not start, or the configuration is not sound.
    pub fn open(&self) -> Result<Box<dyn Stage>, BenchError> {
        let config = self.config();
        AssembledStage::open(
            config.and_then(|config| Assembly::with_notices(&config, None, self.notices.clone())),
            "iot",
        )
    }
}
