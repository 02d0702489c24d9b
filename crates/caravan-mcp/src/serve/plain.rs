//! Tools served as they are: no agents stand behind them, and no gate before them. What calls them has to distrust them.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, InitializeResult,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value as Json;

/// A tool as clients are shown it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainTool {
    /// Its name.
    pub name: String,
    /// What models are told of it.
    pub description: String,
    /// The JSON schema of its arguments, an object.
    pub input: Json,
    /// The JSON schema of its result, an object.
    pub output: Json,
    /// Whether it changes nothing. What changes something is said to add and not to destroy.
    pub read_only: bool,
}

/// What a tool could not do.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainFailure {
    /// For models.
    pub text: String,
    /// For programs.
    pub structured: Json,
}

/// Tools of one server.
pub trait PlainTools: Send + Sync + 'static {
    /// The server's name.
    fn name(&self) -> String;

    /// All of its tools; the same at every time.
    fn list(&self) -> Vec<PlainTool>;

    /// Calls one of them; it may take its time. The arguments are a JSON object, and not checked.
    ///
    /// # Errors
    ///
    /// The tool cannot do it.
    fn call(&self, tool: &str, arguments: &Json) -> Result<Json, PlainFailure>;
}

/// Serves one client on standard input and output until it closes them.
///
/// # Errors
///
/// The client does not speak the protocol, or the streams fail.
pub async fn stdio_tools(tools: Arc<dyn PlainTools>) -> Result<(), String> {
    let running = match (Plain { tools }).serve(rmcp::transport::io::stdio_pipes()).await {
        Ok(running) => running,
        // A client that goes away before it said anything has had no wish.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    running.waiting().await.map(|_| ()).map_err(|error| error.to_string())
}

struct Plain {
    tools: Arc<dyn PlainTools>,
}

fn object(json: Json) -> Arc<JsonObject> {
    match json {
        Json::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}

fn shown(tool: PlainTool) -> Tool {
    let hints = ToolAnnotations::new().read_only(tool.read_only).destructive(false).open_world(false);
    Tool::new(tool.name, tool.description, object(tool.input))
        .with_raw_output_schema(object(tool.output))
        .with_annotations(hints)
}

impl ServerHandler for Plain {
    fn get_info(&self) -> InitializeResult {
        let mut info = InitializeResult::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new(self.tools.name(), env!("CARGO_PKG_VERSION"));
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.list().into_iter().map(shown).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.list().into_iter().find(|tool| tool.name == name).map(shown)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.into_owned();
        if !self.tools.list().iter().any(|tool| tool.name == name) {
            return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
        }
        let tools = Arc::clone(&self.tools);
        let arguments = Json::Object(request.arguments.unwrap_or_default());
        // A tool may compute and read files for a while: other calls go on.
        let called = tokio::task::spawn_blocking(move || tools.call(&name, &arguments)).await;
        let told =
            called.map_err(|_| ErrorData::internal_error("the tool ended before it answered", None))?;
        let result = match told {
            Ok(value) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(value.to_string())]);
                result.structured_content = Some(value);
                result
            }
            Err(failure) => {
                let mut result = CallToolResult::error(vec![ContentBlock::text(failure.text)]);
                result.structured_content = Some(failure.structured);
                result
            }
        };
        Ok(result.into())
    }
}
