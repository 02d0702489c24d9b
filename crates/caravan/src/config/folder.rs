//! The folder that a configuration and the files it names live in: on disk, or inside the program.

use std::path::{Path, PathBuf};

use crate::config::ConfigError;

/// Where the files of one configuration are.
#[derive(Clone, Debug)]
pub enum Folder {
    /// A folder on disk.
    Disk(PathBuf),
    /// Files inside the program, by name.
    Embedded {
        /// What messages call the folder.
        name: &'static str,
        /// The files.
        files: &'static [(&'static str, &'static str)],
    },
}

impl Folder {
    /// The text of the file called `name` here.
    ///
    /// # Errors
    ///
    /// There is no such file, it cannot be read, or it is not UTF-8.
    pub fn read(&self, name: &str) -> Result<String, ConfigError> {
        match self {
            Folder::Disk(folder) => read_text(&folder.join(name)),
            Folder::Embedded { files, .. } => {
                files.iter().find(|(file, _)| *file == name).map(|(_, text)| (*text).to_owned()).ok_or_else(
                    || ConfigError::new(self.describe(name), "there is no such file in the program"),
                )
            }
        }
    }

    /// What messages call the file `name` here.
    pub fn describe(&self, name: &str) -> String {
        match self {
            Folder::Disk(folder) => folder.join(name).display().to_string(),
            Folder::Embedded { name: folder, .. } => format!("{folder}/{name}"),
        }
    }

    /// The path of the file `name` here, where it has one.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        match self {
            Folder::Disk(folder) => Some(folder.join(name)),
            Folder::Embedded { .. } => None,
        }
    }
}

/// The text of a file.
///
/// # Errors
///
/// It cannot be read, or it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, ConfigError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
            _ => format!("it cannot be read ({error})"),
        };
        ConfigError::new(&name, reason)
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        ConfigError::new(&name, format!("it is not UTF-8 text (byte {at})"))
    })
}
