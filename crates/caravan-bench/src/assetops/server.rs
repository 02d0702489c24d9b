//! The tools within the program. Over MCP they are served by `caravan assetops-server`.

use std::sync::Arc;

use caravan_core::effect::{Moment, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::model::BoxFuture;
use caravan_core::toolbox::Toolbox;
use jiff::tz::Offset;

use super::tools::{self, Environment, Role};

/// The tools of all servers within the program; a server is named after its role.
#[derive(Clone, Debug)]
pub struct InProcess(Arc<Environment>);

impl InProcess {
    /// On this environment.
    pub fn new(environment: Arc<Environment>) -> InProcess {
        InProcess(environment)
    }
}

impl Toolbox for InProcess {
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async move {
            let role = Role::of_name(&request.server).ok_or_else(|| {
                ToolFailure::unavailable(format!("there is no server `{}` in AssetOpsBench", request.server))
            })?;
            tools::call(&self.0, role, &request.tool, &request.arguments)
                .map(ToolAnswer::from)
                .map_err(|error| ToolFailure::failed(error.to_string()))
        })
    }

    /// The time that was set for the tools, so that plans have the same.
    fn now(&self) -> Option<Moment> {
        let now = Offset::UTC.to_timestamp(self.0.now?).ok()?;
        Some(Moment::from_micros(now.as_microsecond()))
    }
}
