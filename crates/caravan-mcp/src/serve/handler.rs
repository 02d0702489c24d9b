//! The server's side of the protocol.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, Implementation, InitializeResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ServerCapabilities, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value as Json;

use super::approval::Elicitation;
use super::progress::Notifier;
use super::{Caller, Desk, Told, tools};

/// The address of the planner's guide as a resource.
const GUIDE: &str = "caravan://guide";

/// The header in which a client over HTTP names its session.
const SESSION: &str = "Mcp-Session-Id";

/// How often is looked whether a client is still there.
const LOOKING: Duration = Duration::from_millis(250);

/// How long an answer waits for the last notes of progress.
const LAST_NOTES: Duration = Duration::from_secs(1);

/// Serves one desk to one client.
#[derive(Clone)]
pub struct Handler {
    desk: Arc<dyn Desk>,
    guide: Arc<str>,
    /// Over HTTP: the sessions that there are.
    sessions: Option<Arc<LocalSessionManager>>,
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handler").finish_non_exhaustive()
    }
}

impl Handler {
    /// A handler for this desk.
    pub fn new(desk: Arc<dyn Desk>) -> Handler {
        let guide = desk.guide().into();
        Handler { desk, guide, sessions: None }
    }

    /// The same, for a client of one of these sessions.
    pub(super) fn with_sessions(self, sessions: Arc<LocalSessionManager>) -> Handler {
        Handler { sessions: Some(sessions), ..self }
    }

    /// Waits until the client has gone.
    async fn gone(&self, context: &RequestContext<RoleServer>) {
        let parts = context.extensions.get::<http::request::Parts>();
        let id = parts.and_then(|parts| parts.headers.get(SESSION)?.to_str().ok());
        let mut looking = tokio::time::interval(LOOKING);
        while !context.peer.is_transport_closed() {
            // A session that is closed leaves the list at once; its transport stays for seconds, for answers under way.
            if let (Some(sessions), Some(id)) = (&self.sessions, id)
                && !sessions.sessions.read().await.contains_key(id)
            {
                return;
            }
            looking.tick().await;
        }
    }

    async fn call(&self, name: &str, argument: &str, context: RequestContext<RoleServer>) -> Option<Told> {
        let (notifier, notes) = Notifier::new(&context);
        let caller = Caller {
            progress: Arc::new(notifier),
            approver: Arc::new(Elicitation::new(context.peer.clone())),
            trace: trace_of(&context),
        };
        let working = async {
            match name {
                tools::ASK => self.desk.ask(argument, caller).await,
                _ => self.desk.run_plan(argument, caller).await,
            }
        };
        let cancelled = async {
            tokio::select! {
                () = context.ct.cancelled() => {}
                () = self.gone(&context) => {}
            }
        };
        let noting = notes.deliver();
        tokio::pin!(working, cancelled, noting);
        let mut is_noting = true;
        let told = loop {
            tokio::select! {
                biased;
                () = &mut cancelled => return None,
                () = &mut noting, if is_noting => is_noting = false,
                told = &mut working => break told,
            }
        };
        if is_noting {
            // What was noted goes out before the answer does.
            let _ = tokio::time::timeout(LAST_NOTES, noting).await;
        }
        Some(told)
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> InitializeResult {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let mut info = InitializeResult::new(capabilities);
        info.server_info = Implementation::new("caravan", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(
            "Tools whose results may have been written by an attacker are called by plans here, and not by you. Use \
             `run_plan` to do a job with them, or `ask` to have it done."
                .to_owned(),
        );
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all(&self.guide)))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all(&self.guide).into_iter().find(|tool| tool.name == name)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let guide =
            Resource::new(GUIDE, "guide").with_description("How to write plans, and what they can call");
        Ok(ListResourcesResult::with_all_items(vec![guide]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != GUIDE {
            return Err(ErrorData::resource_not_found("there is no such resource", None));
        }
        Ok(ReadResourceResult::new(vec![ResourceContents::text(&*self.guide, GUIDE)]).into())
    }

    /// A request of a known method comes here if its parameters are not what the method takes.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let wanted = match request.method.as_str() {
            "tools/call" => "`name`, the text `ask` or `run_plan`, and `arguments`, an object",
            "resources/read" => "`uri`, a text",
            _ => return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None)),
        };
        let message = format!("`params` of `{}` has to hold {wanted}", request.method);
        Err(ErrorData::invalid_params(message, None))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let key = match &*request.name {
            tools::ASK => "instruction",
            tools::RUN_PLAN => "program",
            _ => return Err(ErrorData::invalid_params("there are the tools `ask` and `run_plan`", None)),
        };
        let arguments = request.arguments.unwrap_or_default();
        let argument = match arguments.get(key) {
            Some(Json::String(text)) if arguments.len() == 1 => text.clone(),
            _ => {
                let message = format!("`{}` takes one argument, the text `{key}`", request.name);
                return Ok(CallToolResult::error(vec![ContentBlock::text(message)]).into());
            }
        };
        match self.call(&request.name, &argument, context).await {
            Some(told) => Ok(result(told).into()),
            None => Err(ErrorData::internal_error("the call was cancelled", None)),
        }
    }
}

/// The trace that a call is part of, if the client says so.
fn trace_of(context: &RequestContext<RoleServer>) -> HashMap<String, String> {
    let told =
        [("traceparent", context.meta.get_traceparent()), ("tracestate", context.meta.get_tracestate())];
    told.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))).collect()
}

fn result(told: Told) -> CallToolResult {
    let content = vec![ContentBlock::text(told.text)];
    let mut result =
        if told.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = Some(told.structured);
    result
}
