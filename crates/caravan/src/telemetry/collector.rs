//! The way to a collector: OTLP over HTTP, protobuf.

use std::env;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use caravan_core::drive::Models;
use caravan_model::http::client;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use tokio::runtime::{Builder, Runtime};

use super::Traced;
use super::content::Content;
use super::spans::Trace;
use crate::assembly::Notices;
use crate::config::{Config, ConfigError};
use crate::interrupt;
use crate::journal::secrets;

/// How long the end of a process waits for the last spans to be taken.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long Ctrl-C waits for that.
const IMPATIENCE: Duration = Duration::from_millis(500);

/// How long a connection to the collector may take.
const CONNECT: Duration = Duration::from_secs(2);

/// How long the collector may take for an answer.
const ANSWER: Duration = Duration::from_secs(10);

/// What the service is called unless somebody says otherwise.
const SERVICE: &str = "caravan";

/// The name of what makes the spans.
const SCOPE: &str = "caravan";

const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const CONTENT: &str = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

/// Sends traces of runs to a collector.
#[derive(Clone)]
pub struct Telemetry {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    content: Content,
    complaint: Arc<Complaint>,
}

impl fmt::Debug for Telemetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Telemetry").finish_non_exhaustive()
    }
}

impl Telemetry {
    /// The way to the collector that the environment or the configuration names; none if neither does. The collector is not
    /// spoken to before there are spans. If it does not take them, people are told in one line.
    ///
    /// # Errors
    ///
    /// What is said of it cannot be used.
    pub fn open(config: &Config, notices: &Notices) -> Result<Option<Telemetry>, ConfigError> {
        let settings = &config.telemetry;
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
        let is = |name: &str, wanted: &str| {
            variable(name).is_some_and(|value| value.trim().eq_ignore_ascii_case(wanted))
        };
        if is("OTEL_SDK_DISABLED", "true") || is("OTEL_TRACES_EXPORTER", "none") {
            return Ok(None);
        }
        let of_environment = ENDPOINTS.iter().find_map(|name| variable(name));
        let Some(shown) = of_environment.as_ref().or(settings.endpoint.as_ref()) else { return Ok(None) };
        let unusable = |what: String| {
            config
                .error(format!("traces cannot be sent to `{shown}`: {what}"))
                .with_help("see `docs/telemetry.md`; `OTEL_SDK_DISABLED=true` sends none")
        };
        let post = Post::new(shown, notices).map_err(unusable)?;
        let complaint = Arc::clone(&post.complaint);
        let mut exporter =
            SpanExporter::builder().with_http().with_http_client(post).with_protocol(Protocol::HttpBinary);
        if let (None, Some(endpoint)) = (&of_environment, &settings.endpoint) {
            exporter = exporter.with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')));
        }
        let exporter = exporter.build().map_err(|error| unusable(error.to_string()))?;
        let mut resource = Resource::builder();
        if variable("OTEL_SERVICE_NAME").is_none() {
            resource =
                resource.with_service_name(settings.service.clone().unwrap_or_else(|| SERVICE.to_owned()));
        }
        let resource =
            resource.with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))).build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        let wants_content = variable(CONTENT).map(|value| {
            ["true", "1", "span_only", "span_and_event"].contains(&value.trim().to_ascii_lowercase().as_str())
        });
        let content = match wants_content.or(settings.content) {
            Some(true) => Content::with(secrets(config)),
            _ => Content::none(),
        };
        let of_interrupt = provider.clone();
        interrupt::before_end(move || drop(of_interrupt.shutdown_with_timeout(IMPATIENCE)));
        Ok(Some(Telemetry { tracer: provider.tracer(SCOPE), provider, content, complaint }))
    }

    /// The trace of a run that begins now.
    pub fn trace(&self, traced: &Traced<'_>, config: &Config, models: &Models) -> Trace {
        Trace::new(self.tracer.clone(), self.content.clone(), traced, config, models)
    }

    /// Sends what was not sent yet, and waits for that no longer than two seconds.
    pub fn close(&self) {
        if self.provider.shutdown_with_timeout(FAREWELL).is_err() {
            self.complaint.tell("it did not answer in time");
        }
    }
}

/// Posts to the collector, from the thread on which spans are sent.
struct Post {
    client: reqwest::Client,
    // Taken when it is dropped.
    runtime: Option<Runtime>,
    complaint: Arc<Complaint>,
}

/// Tells people once that spans are lost.
struct Complaint {
    collector: String,
    notices: Notices,
    is_told: AtomicBool,
}

impl Complaint {
    fn tell(&self, problem: &str) {
        if !self.is_told.swap(true, Ordering::Relaxed) {
            self.notices.tell(&format!(
                "the collector at {} does not take traces ({problem}): they are lost, and nothing else is",
                self.collector
            ));
        }
    }
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").finish_non_exhaustive()
    }
}

impl Post {
    fn new(address: &str, notices: &Notices) -> Result<Post, String> {
        let address = reqwest::Url::parse(address.trim()).map_err(|error| error.to_string())?;
        if !matches!(address.scheme(), "http" | "https") {
            return Err("it is no http or https address".to_owned());
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("telemetry")
            .enable_all()
            .build()
            .map_err(|error| format!("no thread can be started ({error})"))?;
        let client = client(address.scheme() == "https", Default::default(), CONNECT, ANSWER)?;
        // Without what may be secret in it.
        let collector = match address.port() {
            Some(port) => format!("{}:{port}", address.host_str().unwrap_or_default()),
            None => address.host_str().unwrap_or_default().to_owned(),
        };
        let complaint = Complaint { collector, notices: notices.clone(), is_told: AtomicBool::new(false) };
        Ok(Post { client, runtime: Some(runtime), complaint: Arc::new(complaint) })
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[async_trait]
impl HttpClient for Post {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let Some(runtime) = &self.runtime else { return Err("nothing is sent any more".into()) };
        let request = reqwest::Request::try_from(request)?;
        let client = self.client.clone();
        let sending = runtime.spawn(async move {
            let answer = client.execute(request).await.map_err(|error| innermost(&error))?;
            let status = answer.status();
            // What else it says is not read: nothing hangs on it.
            Ok::<_, String>(status)
        });
        let status = match sending.await {
            Ok(Ok(status)) => status,
            Ok(Err(problem)) => {
                self.complaint.tell(&problem);
                return Err(problem.into());
            }
            Err(error) => return Err(error.into()),
        };
        if !status.is_success() {
            self.complaint.tell(&format!("it answered {status}"));
        }
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = status;
        Ok(response)
    }
}

/// The innermost reason, which is the one that says something.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
