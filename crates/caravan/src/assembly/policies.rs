//! The policies of a configuration, checked against the tools of its system.

use std::sync::Arc;

use caravan_core::policy::{Policy, Strictest};
use caravan_core::system::System;
#[cfg(feature = "policy")]
use caravan_policy::{Policies, PolicyError, PolicyFile};

use crate::config::{BuiltIn, Config, ConfigError};

/// What decides about calls of tools.
///
/// # Errors
///
/// A file of policies cannot be read, or is not right.
pub(super) fn policy(config: &Config, system: &System) -> Result<Arc<dyn Policy>, ConfigError> {
    let mut policies = Vec::new();
    if let Some(built_in) = config.policy.built_in {
        policies.push(built_in.policy());
    }
    policies.extend(in_files(config, system)?);
    let policy = match (policies.pop(), policies.is_empty()) {
        (None, _) => BuiltIn::Trivial.policy(),
        (Some(only), true) => only,
        (Some(last), false) => {
            policies.push(last);
            Arc::new(Strictest::new(policies))
        }
    };
    Ok(policy)
}

#[cfg(feature = "policy")]
fn in_files(config: &Config, system: &System) -> Result<Option<Arc<dyn Policy>>, ConfigError> {
    if config.policy.files.is_empty() {
        return Ok(None);
    }
    match load(config, system)? {
        Ok(policies) => Ok(Some(Arc::new(policies))),
        Err(mut errors) => Err(match errors.is_empty() {
            true => config.error("its policies cannot be used"),
            false => errors.swap_remove(0),
        }),
    }
}

#[cfg(not(feature = "policy"))]
fn in_files(config: &Config, _system: &System) -> Result<Option<Arc<dyn Policy>>, ConfigError> {
    match config.policy.files.first() {
        None => Ok(None),
        Some(file) => Err(config
            .error_at(file, "this is a file of policies in Cedar")
            .with_help("this build has no Cedar: build it with the feature `policy`")),
    }
}

/// The policies of a configuration's files, or everything that is wrong with them.
///
/// # Errors
///
/// A file cannot be read.
#[cfg(feature = "policy")]
pub(super) fn load(
    config: &Config,
    system: &System,
) -> Result<Result<Policies, Vec<ConfigError>>, ConfigError> {
    let mut files = Vec::new();
    for file in &config.policy.files {
        let name = file.get_ref();
        let text = config.folder.read(name).map_err(|error| {
            let why = error.message().to_owned();
            config.error_at(file, format!("the policies in `{name}` cannot be read: {why}"))
        })?;
        files.push(PolicyFile { name: config.folder.describe(name), text });
    }
    let loaded = Policies::load(&files, system);
    Ok(loaded.map_err(|errors| errors.iter().map(|error| in_config(error, &files)).collect()))
}

#[cfg(feature = "policy")]
fn in_config(error: &PolicyError, files: &[PolicyFile]) -> ConfigError {
    let mut told = ConfigError::new(error.file(), error.message());
    let file = files.iter().find(|file| file.name == error.file());
    if let (Some(file), Some(range)) = (file, error.range()) {
        told = told.at(&file.text, range);
    }
    match error.help() {
        Some(help) => told.with_help(help),
        None => told,
    }
}
