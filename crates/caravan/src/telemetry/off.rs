//! A build without traces.

use std::collections::HashMap;

use caravan_core::drive::Models;
use caravan_core::effect::{Moment, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::model::BoxFuture;
use caravan_core::toolbox::Toolbox;

use super::Traced;
use crate::assembly::Notices;
use crate::config::{Config, ConfigError};
use crate::watch::{Happening, Watcher};

/// There is none.
#[derive(Clone, Debug)]
pub enum Telemetry {}

/// There is none.
#[derive(Debug)]
pub enum Trace {}

/// There are none.
#[derive(Debug)]
pub enum TracedTools {}

impl Telemetry {
    /// None.
    ///
    /// # Errors
    ///
    /// The configuration wants traces.
    pub fn open(config: &Config, _notices: &Notices) -> Result<Option<Telemetry>, ConfigError> {
        match config.telemetry.endpoint {
            None => Ok(None),
            Some(_) => Err(config
                .error_under(&["telemetry", "endpoint"], "this build sends no traces")
                .with_help("build it with the feature `telemetry`")),
        }
    }

    /// None.
    pub fn trace(&self, _traced: &Traced<'_>, _config: &Config, _models: &Models) -> Trace {
        match *self {}
    }

    /// Nothing is open.
    pub fn close(&self) {
        match *self {}
    }
}

impl Trace {
    /// None.
    pub fn tools<'a>(&self, _toolbox: &'a dyn Toolbox) -> TracedTools {
        match *self {}
    }
}

impl Watcher for Trace {
    fn see(&mut self, _happening: &Happening<'_>) {
        match *self {}
    }
}

impl Toolbox for TracedTools {
    fn call<'a>(&'a self, _request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        match *self {}
    }

    fn now(&self) -> Option<Moment> {
        match *self {}
    }
}

/// The trace that is current: none.
pub fn carried() -> HashMap<String, String> {
    HashMap::new()
}
