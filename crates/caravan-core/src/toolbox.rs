//! Where the tools are: MCP servers, functions of the host program, or what stands in for them.

use crate::effect::{ToolAnswer, ToolFailure, ToolRequest};
use crate::model::BoxFuture;

/// Makes the calls that a run asks for.
pub trait Toolbox: Send + Sync {
    /// Calls the tool and gives its result.
    ///
    /// # Errors
    ///
    /// The tool failed, or could not be reached.
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>>;
}
