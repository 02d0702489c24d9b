//! In place of the tools of MCP servers where there are none.

use std::collections::BTreeMap;

use caravan_core::effect::{ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::system::ToolSpec;
use toml::Spanned;

use super::Notices;
use crate::config::{Config, ConfigError, KnownTools};
use crate::lock::Identity;

/// Nothing.
#[derive(Debug)]
pub(super) struct McpTools;

impl McpTools {
    pub(super) fn ask(_: &Config, _: &mut KnownTools, _: &Notices) -> Result<McpTools, ConfigError> {
        Ok(McpTools)
    }

    pub(super) fn bind(
        &mut self,
        _: &Config,
        _: &Spanned<String>,
        _: &str,
        _: &str,
    ) -> Result<Option<ToolSpec>, ConfigError> {
        Ok(None)
    }

    pub(super) fn spec_of(&self, _: &Config, _: &str, _: &str) -> Option<ToolSpec> {
        None
    }

    pub(super) fn identity(&self, _: &Config, _: &str) -> Identity {
        Identity::default()
    }

    pub(super) fn name(&mut self, _: &Config, _: &mut BTreeMap<(&str, &str), ToolSpec>) {}

    pub(super) async fn call(&self, request: &ToolRequest, _: bool) -> Result<ToolAnswer, ToolFailure> {
        Err(ToolFailure::unavailable(format!("no tool server `{}` is open", request.server)))
    }
}
