//! Servers of the Rust SDK over streamable HTTP, in the newest revision of the protocol and in older ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use caravan_mcp::client::{ServerSpec, ToolTerms, Transport};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, SubscriptionFilter, Tool,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value as Json, json};

use crate::{Bench, client, late};

#[derive(Clone, Debug)]
struct Own;

fn object(json: Json) -> Arc<serde_json::Map<String, Json>> {
    let Json::Object(object) = json else { panic!("no object") };
    Arc::new(object)
}

impl ServerHandler for Own {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build())
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let numbers = json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a", "b"]});
        let sum = json!({"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]});
        let nothing = json!({"type": "object"});
        let version =
            context.protocol_version().map(|version| version.as_str().to_owned()).unwrap_or_default();
        Ok(match page.and_then(|page| page.cursor) {
            None => {
                let mut first = ListToolsResult::with_all_items(vec![
                    Tool::new("add", "Adds.", object(numbers)).with_raw_output_schema(object(sum)),
                ]);
                first.next_cursor = Some("2".to_owned());
                first
            }
            Some(_) => ListToolsResult::with_all_items(vec![
                Tool::new("fail", format!("Fails in {version}."), object(nothing.clone())),
                Tool::new("hang", "Hangs.", object(nothing)),
            ]),
        })
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        tokio::time::sleep(Duration::from_millis(100)).await;
        context.sink().notify_tool_list_changed().await.unwrap();
        context.cancelled().await;
        Ok(())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match &*request.name {
            "add" => {
                let arguments = Json::Object(request.arguments.unwrap_or_default());
                let sum = arguments["a"].as_i64().zip(arguments["b"].as_i64()).map(|(a, b)| a + b);
                Ok(CallToolResult::structured(json!({"sum": sum})).into())
            }
            "fail" => Ok(CallToolResult::error(vec![ContentBlock::text("it failed")]).into()),
            _ => {
                tokio::time::sleep(Duration::from_secs(60)).await;
                Err(ErrorData::internal_error("too late", None))
            }
        }
    }
}

/// The headers that requests came with.
type Seen = Arc<Mutex<Vec<(String, String)>>>;

/// Serves on a thread of its own for as long as the tests run; asks for a token if `token` is given.
fn serve(json_response: bool, token: Option<&'static str>) -> (String, Seen) {
    let (address, wait) = std::sync::mpsc::channel();
    let seen: Seen = Arc::default();
    let sink = Arc::clone(&seen);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            let mut config = StreamableHttpServerConfig::default();
            config.json_response = json_response;
            config.legacy_session_mode = !json_response;
            let service =
                StreamableHttpService::new(|| Ok(Own), Arc::new(LocalSessionManager::default()), config);
            let guard = move |request: Request, next: Next| {
                let sink = Arc::clone(&sink);
                async move { guarded(request, next, token, &sink).await }
            };
            let router =
                axum::Router::new().nest_service("/mcp", service).layer(axum::middleware::from_fn(guard));
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            address.send(listener.local_addr().unwrap()).unwrap();
            axum::serve(listener, router).await.unwrap();
        });
    });
    (format!("http://{}/mcp", wait.recv().unwrap()), seen)
}

async fn guarded(request: Request, next: Next, token: Option<&str>, seen: &Seen) -> Response {
    if is_known(&request, token, seen) {
        next.run(request).await
    } else {
        StatusCode::UNAUTHORIZED.into_response()
    }
}

fn is_known(request: &Request, token: Option<&str>, seen: &Seen) -> bool {
    let header = |name: &str| {
        request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    };
    let authorization = header("authorization");
    let is_known = token.is_none_or(|token| authorization == format!("Bearer {token}"));
    seen.lock().unwrap().push((authorization, header("x-team")));
    is_known
}

fn at(url: &str, headers: &[(&str, &str)]) -> ServerSpec {
    ServerSpec::new(Transport::Http {
        url: url.to_owned(),
        headers: headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect::<BTreeMap<_, _>>(),
    })
}

#[test]
fn a_server_of_the_rust_sdk_is_spoken_to_in_the_newest_revision_that_both_know() {
    for json_response in [false, true] {
        let (url, _) = serve(json_response, None);
        for (protocol, spoken) in [
            (None, "2026-07-28"),
            (Some("2026-07-28"), "2026-07-28"),
            (Some("2025-11-25"), "2025-11-25"),
            (Some("2025-06-18"), "2025-06-18"),
        ] {
            let mut spec = at(&url, &[]);
            spec.protocol = protocol.map(str::to_owned);
            let bench = Bench::new(spec);
            assert_eq!(bench.listed.len(), 3);
            assert_eq!(bench.value("add", json!({"a": 2, "b": 3.0})), json!({"sum": 5}));
            assert_eq!(bench.failure("fail"), "it failed");
            if json_response || protocol.is_none() {
                continue;
            }
            assert_eq!(bench.listed("fail").description, format!("Fails in {spoken}."));
        }
    }
}

#[test]
fn a_token_and_headers_go_with_every_request_and_without_a_token_there_is_advice() {
    let (url, seen) = serve(false, Some("hush"));
    let bench = Bench::new(at(&url, &[("Authorization", "Bearer hush"), ("X-Team", "blue")]));
    assert_eq!(bench.value("add", json!({"a": 1, "b": 1})), json!({"sum": 2}));
    let seen = seen.lock().unwrap();
    assert!(seen.len() > 2);
    assert!(seen.iter().all(|(token, team)| token == "Bearer hush" && team == "blue"), "{seen:?}");
    drop(seen);
    let error = client(at(&url, &[("Authorization", "Bearer wrong")])).0.lists(&["it"]).unwrap_err();
    assert!(!error.to_string().contains("wrong"), "{error}");
    assert!(error.remedy().is_some());
}

#[test]
fn a_call_over_http_that_takes_too_long_is_given_up() {
    let (url, _) = serve(false, None);
    let bench = Bench::new(at(&url, &[]));
    let terms = ToolTerms { timeout: Some(Duration::from_millis(300)), ..ToolTerms::default() };
    let failure = bench.call_as("hang", terms, json!({})).unwrap_err().to_string();
    assert_eq!(failure, late("hang", 0.3));
    assert_eq!(bench.value("add", json!({"a": 1, "b": 1})), json!({"sum": 2}));
}

#[test]
fn in_the_newest_revision_a_server_is_asked_to_tell_when_its_tools_change() {
    let (url, _) = serve(false, None);
    let bench = Bench::new(at(&url, &[]));
    let began = Instant::now();
    while bench.told().is_empty() && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let told = bench.told();
    assert!(told[0].starts_with("server `it` says that its tools have changed"), "{told:?}");
    // It goes on hearing, and calls are answered meanwhile.
    assert_eq!(bench.value("add", json!({"a": 1, "b": 1})), json!({"sum": 2}));
}
