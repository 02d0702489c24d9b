//! Where the tools are: MCP servers, functions of the host program, or what stands in for them.

use crate::effect::{Moment, ToolAnswer, ToolFailure, ToolRequest};
use crate::model::BoxFuture;

/// Makes the calls that a run asks for.
pub trait Toolbox: Send + Sync {
    /// Calls the tool and gives its result.
    ///
    /// # Errors
    ///
    /// The tool failed, or could not be reached.
    fn call<'a>(&'a self, request: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>>;

    /// The time, for plans that ask for it; nothing where there is no clock, as there is none by default. It is asked once,
    /// before a run does anything: who can make a tool slow must not choose what time it is.
    fn now(&self) -> Option<Moment> {
        None
    }
}
