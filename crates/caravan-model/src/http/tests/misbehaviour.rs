//! What a server does wrong, and what the user sees of it.

use std::time::{Duration, Instant};

use caravan_core::drive::{Models, drive};
use caravan_core::effect::{ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::journal::MemoryJournal;
use caravan_core::model::{BoxFuture, Callable, Conversation, Message, Model, ModelErrorKind};
use caravan_core::outcome::Status;
use caravan_core::run::Run;
use caravan_core::settings::Settings;
use caravan_core::system::{AgentSpec, System, SystemSpec};
use caravan_core::toolbox::Toolbox;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::server::{
    Does, End, JSON, KEY, OPENAI, Server, VOICES, Voice, answers, http, limits, model_at, plan,
};
use crate::request::RequestOptions;

/// Every way of misbehaving, by name.
fn misbehaviours(voice: &Voice) -> Vec<(&'static str, Vec<Does>)> {
    let fails = |status: &str, headers: &str, message: &str| {
        http(status, &format!("{JSON}{headers}"), &voice.error(message).to_string())
    };
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"x\"";
    let redirect = http("307 Temporary Redirect", "location: http://elsewhere.example/v1?key=1\r\n", "");
    let no_credit = json!({"error": {"message": "no credit", "code": "insufficient_quota"}}).to_string();
    let html = http("200 OK", "content-type: text/html\r\n", "<html>hello</html>");
    let mut all = vec![
        ("too often", vec![fails("429 Too Many Requests", "", "slow down")]),
        ("too often, for long", vec![fails("429 Too Many Requests", "retry-after: 3600\r\n", "slow down")]),
        ("no credit", vec![http("429 Too Many Requests", JSON, &no_credit)]),
        (
            "server error",
            vec![http("500 Internal Server Error", "content-type: text/html\r\n", "<html>oops</html>")],
        ),
        ("hang", vec![Does::Hangs]),
        ("hang in the middle", vec![Does::Stalls(head.into())]),
        ("half a body", vec![Does::Sends(head.into())]),
        ("invalid JSON", vec![http("200 OK", JSON, "{\"choices\": [")]),
        ("other JSON", vec![http("200 OK", JSON, "[3]")]),
        ("wrong content type", vec![html]),
        ("no answer in it", vec![answers(&voice.nothing())]),
        ("cut", vec![answers(&voice.says("x = ", End::Cut))]),
        ("empty", vec![answers(&voice.says(" \n", End::Well))]),
        ("5 MB", vec![http("200 OK", JSON, &format!("{{\"x\": \"{}\"}}", "x".repeat(5 * 1024 * 1024)))]),
        ("reset", vec![Does::Resets]),
        ("closed", vec![Does::Sends(Vec::new())]),
        ("no HTTP", vec![Does::Sends(b"220 mail.example ESMTP\r\n".to_vec())]),
        ("redirect", vec![redirect]),
        ("wrong key", vec![fails("401 Unauthorized", "", &format!("Incorrect API key provided: {KEY}."))]),
        ("no payment", vec![fails("402 Payment Required", "", "pay")]),
        ("unknown model", vec![fails("404 Not Found", "", "The model `model-x` does not exist")]),
        ("bad request", vec![fails("400 Bad Request", "", "too long")]),
    ];
    if voice.tells_refusals() {
        all.push(("refusal", vec![answers(&voice.says("I can't help\nwith that.", End::Refused))]));
        all.push(("filtered", vec![answers(&voice.says("x", End::Filtered))]));
    }
    all
}

/// How long the client waits: for what hangs, not long.
fn patience(name: &str) -> Duration {
    if name.starts_with("hang") { Duration::from_secs(1) } else { limits().request }
}

/// The kind and the line of the error, with the server's address left out, and how often it was asked.
async fn error(voice: &Voice, name: &str, script: Vec<Does>) -> String {
    let server = Server::start(script).await;
    let error = plan(&server.model_within(voice, patience(name))).await.unwrap_err();
    let line = error.to_string().replace(&server.address, "ADDRESS");
    assert!(!line.contains(KEY), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    format!("{:?}, {} sent\n    {line}", error.kind(), server.received().len())
}

#[tokio::test]
async fn each_failure_is_one_clear_line_in_time() {
    let mut checks = tokio::task::JoinSet::new();
    for voice in VOICES {
        checks.spawn(async move {
            let mut lines = Vec::new();
            for (name, script) in misbehaviours(voice) {
                let start = Instant::now();
                let line = error(voice, name, script).await;
                assert!(start.elapsed() < limits().request, "{}: {name} ends in time", voice.name);
                lines.push(format!("{name}: {line}"));
            }
            (voice.name, lines.join("\n"))
        });
    }
    while let Some(check) = checks.join_next().await {
        let (name, lines) = check.unwrap();
        insta::assert_snapshot!(format!("failures_of_{name}"), lines);
    }
}

struct NoTools;

impl Toolbox for NoTools {
    fn call<'a>(&'a self, _: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async { Err(ToolFailure::failed("there is no tool")) })
    }
}

async fn journal_of_a_run_that_a_model_fails(voice: &Voice, name: &str, script: Vec<Does>) {
    let server = Server::start(script).await;
    let agent = AgentSpec {
        name: "clerk".into(),
        description: String::new(),
        tools: Vec::new(),
        children: Vec::new(),
        quarantined_model: true,
        ..AgentSpec::default()
    };
    let spec =
        SystemSpec { root: "clerk".into(), agents: vec![agent], tools: Vec::new(), ..SystemSpec::default() };
    let system = Arc::new(System::build(spec).unwrap());
    let run = Run::new(system, Settings::default(), Instruction::from_user("Say hello."), Vec::new());
    let mut journal = MemoryJournal::default();
    let models = Models::all(Arc::new(server.model_within(voice, patience(name))));
    let outcome = drive(run, &models, &NoTools, &mut journal).await.unwrap();
    let name = format!("{}: {name}", voice.name);
    assert_eq!(outcome.status, Status::ModelFailed, "{name}");
    let title = outcome.error.unwrap().title().to_owned();
    assert!(title.starts_with("the planner of the root agent gave no answer: "), "{name}: {title}");
    assert_eq!(title.lines().count(), 1, "{name}: {title}");
    let begun: Vec<_> = journal.effects().iter().map(|effect| effect.id).collect();
    let ended: Vec<_> = journal.outcomes().iter().map(|(id, _)| *id).collect();
    assert_eq!(begun.len(), 1, "{name}");
    assert_eq!(begun, ended, "{name}");
}

#[tokio::test]
async fn a_run_that_a_model_fails_ends_with_a_whole_journal() {
    let mut checks = tokio::task::JoinSet::new();
    for voice in VOICES {
        checks.spawn(async move {
            for (name, script) in misbehaviours(voice) {
                journal_of_a_run_that_a_model_fails(voice, name, script).await;
            }
        });
    }
    while let Some(check) = checks.join_next().await {
        check.unwrap();
    }
}

#[tokio::test]
async fn a_request_is_sent_again_after_errors_that_pass() {
    for voice in VOICES {
        let fails = |status: &str, headers: &str| {
            http(status, &format!("{JSON}{headers}"), &voice.error("slow down").to_string())
        };
        let half = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"x\""
            .to_vec();
        for first in [
            fails("429 Too Many Requests", ""),
            fails("429 Too Many Requests", "retry-after: 0\r\n"),
            fails("500 Internal Server Error", ""),
            fails("503 Service Unavailable", ""),
            fails("529 Overloaded", ""),
            Does::Resets,
            Does::Sends(half),
            Does::Sends(Vec::new()),
        ] {
            let server = Server::start(vec![first, answers(&voice.says("x = 1", End::Well))]).await;
            assert_eq!(plan(&server.model(voice)).await.unwrap(), "x = 1", "{}", voice.name);
            let sent = server.received();
            assert_eq!(sent.len(), 2);
            assert_eq!(sent[0].body, sent[1].body);
        }
    }
}

#[tokio::test]
async fn an_answer_that_was_read_is_never_asked_for_again() {
    for voice in VOICES {
        for answer in [voice.says("x = ", End::Cut), voice.says("", End::Well), voice.nothing(), json!([3])] {
            let server = Server::start(vec![answers(&answer)]).await;
            plan(&server.model(voice)).await.unwrap_err();
            assert_eq!(server.received().len(), 1, "{}", voice.name);
        }
    }
}

#[tokio::test]
async fn the_wait_that_the_provider_asks_for_is_kept() {
    let gemini = VOICES.iter().find(|voice| voice.name == "gemini").unwrap();
    let in_body = json!({"error": {"code": 429, "message": "slow down", "details": [
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}
    ]}});
    for (voice, headers, body) in [
        (&OPENAI, "retry-after: 1\r\n", OPENAI.error("slow down")),
        (&OPENAI, "retry-after-ms: 1000\r\n", OPENAI.error("slow down")),
        (gemini, "", in_body),
    ] {
        let first = http("429 Too Many Requests", &format!("{JSON}{headers}"), &body.to_string());
        let server = Server::start(vec![first, answers(&voice.says("x = 1", End::Well))]).await;
        let start = Instant::now();
        assert_eq!(plan(&server.model(voice)).await.unwrap(), "x = 1");
        assert!(start.elapsed() >= Duration::from_secs(1));
    }
}

fn conversation() -> Conversation {
    let tool = Callable {
        name: "chat.send".into(),
        is_agent: false,
        description: String::new(),
        parameters: json!({"type": "object"}),
    };
    let messages = vec![Message::User { content: "Tell Ann.".into() }];
    Conversation { agent: String::new(), system: String::new(), messages, tools: vec![tool] }
}

#[tokio::test]
async fn broken_arguments_of_a_call_are_one_clear_line() {
    for voice in VOICES {
        let server = Server::start(vec![answers(&voice.calls("chat_send", "{\"to\": "))]).await;
        let error = server.model(voice).converse(&conversation()).await.unwrap_err();
        assert_eq!(error.kind(), ModelErrorKind::Malformed);
        assert_eq!(
            error.to_string(),
            format!(
                "{}:model-x called `chat.send` with arguments that are no JSON object: `{{\"to\":`",
                voice.name
            )
        );
        // What the answer took is counted all the same.
        assert_eq!(error.usage().input_tokens, 12);
    }
}

#[tokio::test]
async fn calls_of_an_answer_that_was_cut_are_not_made() {
    let mut answer = OPENAI.calls("chat_send", "{}");
    answer["choices"][0]["finish_reason"] = json!("length");
    let server = Server::start(vec![answers(&answer)]).await;
    let error = server.model(&OPENAI).converse(&conversation()).await.unwrap_err();
    assert_eq!(error.kind(), ModelErrorKind::Incomplete);
}

#[tokio::test]
async fn a_planner_that_calls_where_it_should_write_is_read_all_the_same() {
    for voice in VOICES {
        let server =
            Server::start(vec![answers(&voice.calls("python", "{\"code\": \"x = 1\", \"why\": \"so\"}"))])
                .await;
        assert_eq!(plan(&server.model(voice)).await.unwrap(), "x = 1", "{}", voice.name);
    }
}

#[tokio::test]
async fn an_error_with_a_good_status_is_the_providers() {
    for error in [
        json!({"error": {"message": "overloaded\nbadly", "code": 1}}),
        json!({"choices": [{"error": {"message": "overloaded badly"}, "finish_reason": "error"}]}),
    ] {
        let server = Server::start(vec![answers(&error)]).await;
        let error = plan(&server.model(&OPENAI)).await.unwrap_err();
        assert_eq!(error.to_string(), "openai:model-x has an error: overloaded badly");
    }
}

#[tokio::test]
async fn a_refused_connection_is_tried_again_and_then_one_clear_line() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let model =
        model_at(&OPENAI, &format!("http://{address}/v1"), None, RequestOptions::default(), None, limits());
    let error = plan(&model).await.unwrap_err();
    assert_eq!(error.kind(), ModelErrorKind::Unreachable);
    assert_eq!(
        error.to_string(),
        format!(
            "openai:model-x cannot be reached at http://{address}/v1/chat/completions: Connection refused (os error 111) (3 tries)"
        )
    );
}

#[tokio::test]
async fn an_answer_that_is_no_tls_is_not_tried_again() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        // A second connection would wait here until the test's end.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
    });
    let model = model_at(
        &OPENAI,
        &format!("https://{address}/v1"),
        Some(KEY),
        RequestOptions::default(),
        None,
        limits(),
    );
    let error = plan(&model).await.unwrap_err();
    assert_eq!(error.kind(), ModelErrorKind::Unreachable);
    assert!(error.to_string().contains("received corrupt message"), "{error}");
    assert!(!error.to_string().contains("tries"), "{error}");
}

/// A server with a certificate that nobody has signed. Each connection that gets through is counted.
async fn self_signed() -> (std::net::SocketAddr, Arc<AtomicUsize>) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config =
        rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let connected = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&connected);
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            if acceptor.accept(stream).await.is_ok() {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    (address, connected)
}

#[tokio::test]
async fn a_certificate_that_nobody_signed_is_one_clear_line_and_no_request_is_sent() {
    let (address, connected) = self_signed().await;
    for voice in VOICES {
        let url = format!("https://localhost:{}{}", address.port(), voice.base);
        let model = model_at(voice, &url, Some(KEY), RequestOptions::default(), None, limits());
        let error = plan(&model).await.unwrap_err();
        assert_eq!(error.kind(), ModelErrorKind::Unreachable, "{}", voice.name);
        let line = error.to_string();
        assert!(line.contains("invalid peer certificate"), "{line}");
        assert!(!line.contains("tries") && !line.contains(KEY), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
    }
    assert_eq!(connected.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn without_a_key_none_is_sent_and_a_refusal_says_what_to_set() {
    for voice in VOICES {
        let refusal = http("401 Unauthorized", JSON, &voice.error("who are you").to_string());
        let server = Server::start(vec![refusal]).await;
        let url = format!("http://{}{}", server.address, voice.base);
        let error =
            plan(&model_at(voice, &url, None, RequestOptions::default(), None, limits())).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{}:model-x wants a key: set THE_KEY (status 401: who are you)", voice.name)
        );
        let received = &server.received()[0];
        for header in ["authorization", "x-api-key", "x-goog-api-key"] {
            assert_eq!(received.header(header), None, "{}", voice.name);
        }
    }
}

#[tokio::test]
async fn dropping_a_request_cancels_it() {
    let server = Server::start(vec![Does::Hangs]).await;
    let model = server.model(&OPENAI);
    let cancelled = tokio::time::timeout(Duration::from_millis(50), plan(&model)).await;
    assert!(cancelled.is_err());
}
