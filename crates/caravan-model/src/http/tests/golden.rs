//! The exact requests of each dialect, beside the document that says how they have to look.
//!
//! `golden/DIALECT.json` holds them. With `CARAVAN_WRITE_GOLDEN` set, the files are written instead of
//! compared; what changed is then to be read against the document.

use std::path::Path;
use std::sync::atomic::Ordering;

use caravan_core::model::{Callable, Conversation, Extraction, Message, Model, ToolCall, Turn, Usage};
use serde_json::{Value as Json, json};

use super::server::{
    End, KEY, Received, Server, VOICES, Voice, answers, enveloped, extract_request, plan_request,
};
use crate::request::RequestOptions;

/// The document behind each dialect's requests, and when it was read.
fn source(name: &str) -> (&'static [&'static str], &'static str) {
    let documents: &[&str] = match name {
        "openai" => &[
            "https://platform.openai.com/docs/api-reference/chat/create",
            "https://platform.openai.com/docs/guides/structured-outputs",
        ],
        "openrouter" => &[
            "https://openrouter.ai/docs/api-reference/overview",
            "https://openrouter.ai/docs/features/provider-routing",
        ],
        "vllm" => &["https://docs.vllm.ai/en/stable/serving/openai_compatible_server/"],
        "compatible" => &["https://platform.openai.com/docs/api-reference/chat/create"],
        "anthropic" => &[
            "https://platform.claude.com/docs/en/api/messages",
            "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
            "anthropics/anthropic-sdk-python 458a645, src/anthropic/types/output_config_param.py",
        ],
        "gemini" => &[
            "https://ai.google.dev/api/generate-content",
            "https://ai.google.dev/gemini-api/docs/structured-output",
        ],
        _ => &["https://docs.ollama.com/api/chat", "ollama/ollama 01e52d2, docs/api.md"],
    };
    (documents, "2026-11-30")
}

fn conversation() -> Conversation {
    let tool = |name: &str, is_agent: bool, parameters: Json| Callable {
        name: name.into(),
        is_agent,
        description: format!("About {name}."),
        parameters,
    };
    let call = |id: &str, to: &str| ToolCall {
        id: id.into(),
        name: "chat.send".into(),
        arguments: json!({"to": to}),
    };
    let result =
        |id: &str| Message::Tool { call_id: id.into(), name: "chat.send".into(), content: "sent".into() };
    Conversation {
        agent: "mail".into(),
        system: "You are an agent.".into(),
        messages: vec![
            Message::User { content: "Tell Bob and Ann.".into() },
            Message::Assistant(Turn {
                content: String::new(),
                calls: vec![call("a1~c2ln", "Bob"), call("a2", "Ann")],
            }),
            result("a1~c2ln"),
            result("a2"),
        ],
        tools: vec![
            tool(
                "chat.send",
                false,
                json!({"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}),
            ),
            tool("sql", true, json!({"type": "object", "properties": {"message": {"type": "string"}}})),
        ],
    }
}

/// The request as the file has it: what is not its own text has a name in its place.
fn shown(request: &Received) -> Json {
    let plan = plan_request();
    let texts = [(plan.guide().trim_end(), "{guide}"), (plan.card(), "{card}"), (KEY, "{key}")];
    fn named(json: Json, texts: &[(&str, &str)]) -> Json {
        match json {
            Json::String(text) => {
                Json::String(texts.iter().fold(text, |text, (known, name)| text.replace(known, name)))
            }
            Json::Array(items) => items.into_iter().map(|item| named(item, texts)).collect(),
            Json::Object(object) => {
                object.into_iter().map(|(name, value)| (name, named(value, texts))).collect()
            }
            other => other,
        }
    }
    let headers = ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type"];
    let headers: serde_json::Map<String, Json> = headers
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), Json::from(request.header(name)?))))
        .collect();
    let method = request.head.split(' ').next();
    named(json!({"method": method, "path": request.path(), "headers": headers, "body": request.body}), &texts)
}

fn usage(voice: &Voice) -> Usage {
    let (cached_tokens, reasoning_tokens) = match voice.name {
        "ollama" => (0, 0),
        "anthropic" => (4, 0),
        _ => (4, 1),
    };
    Usage { calls: 1, input_tokens: 12, cached_tokens, output_tokens: 3, reasoning_tokens }
}

async fn requests_of(voice: &Voice) -> Json {
    let (documents, read) = source(voice.name);
    let mut file = json!({"documents": documents, "read": read});
    let mut keep = |name: &str, server: &Server| {
        file[name] = shown(&server.received()[0]);
    };

    let server = Server::start(vec![answers(&voice.says("```python\nx = 1\n```", End::Well))]).await;
    let options = RequestOptions {
        temperature: Some(0.0),
        seed: Some(7).filter(|_| voice.name != "anthropic"),
        max_tokens: Some(900),
        reasoning_effort: Some("low".into()),
        stop: vec!["END".into()],
        extra: json!({"further": {"field": 1}}).as_object().cloned().unwrap(),
    };
    let reply = server.model_with(voice, options, None).plan(&plan_request()).await.unwrap();
    assert_eq!(reply.content, "```python\nx = 1\n```", "{}", voice.name);
    assert_eq!(reply.usage, usage(voice), "{}", voice.name);
    keep("plan", &server);

    let value = json!({"place": "Oslo"});
    let server = Server::start(vec![answers(&voice.says(&enveloped(&value), End::Well))]).await;
    let reply = server.model(voice).extract(&extract_request()).await.unwrap();
    assert_eq!(reply.content, Extraction::Value(value.clone()), "{}", voice.name);
    keep("extract", &server);

    if voice.name != "ollama" {
        let server = Server::start(vec![answers(&voice.calls("answer", &enveloped(&value)))]).await;
        let model = server.model(voice);
        model.refused_ways.store(1, Ordering::Relaxed);
        let reply = model.extract(&extract_request()).await.unwrap();
        assert_eq!(reply.content, Extraction::Value(value.clone()), "{}", voice.name);
        keep("extract_by_call", &server);
    }

    let server = Server::start(vec![answers(&voice.says(&enveloped(&value), End::Well))]).await;
    let model = server.model(voice);
    model.refused_ways.store(voice.dialect.ways().len() - 1, Ordering::Relaxed);
    let reply = model.extract(&extract_request()).await.unwrap();
    assert_eq!(reply.content, Extraction::Value(value), "{}", voice.name);
    keep("extract_in_words", &server);

    let server = Server::start(vec![answers(&voice.calls("chat_send", "{\"to\": \"Eve\"}"))]).await;
    let turn = server.model(voice).converse(&conversation()).await.unwrap().content;
    let id = match voice.name {
        "gemini" => "b1~c2ln",
        "ollama" => "call_1",
        _ => "b1",
    };
    let call = ToolCall { id: id.into(), name: "chat.send".into(), arguments: json!({"to": "Eve"}) };
    assert_eq!(turn.calls, [call], "{}", voice.name);
    keep("converse", &server);
    file
}

#[tokio::test]
async fn each_dialect_sends_exactly_the_requests_that_its_document_describes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/tests/golden");
    for voice in VOICES {
        let requests = requests_of(voice).await;
        let path = folder.join(format!("{}.json", voice.name));
        if std::env::var_os("CARAVAN_WRITE_GOLDEN").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, format!("{requests:#}\n")).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap();
        // As text, so that the order of fields counts.
        pretty_eq(&format!("{requests:#}\n"), &golden, voice.name);
    }
}

fn pretty_eq(given: &str, golden: &str, name: &str) {
    let line = given.lines().zip(golden.lines()).position(|(given, golden)| given != golden);
    if let Some(line) = line {
        let of = |text: &str| text.lines().nth(line).unwrap_or_default().to_owned();
        panic!("{name}.json, line {}:\n  golden: {}\n  sent:   {}", line + 1, of(golden), of(given));
    }
    assert_eq!(given.len(), golden.len(), "{name}");
}

#[tokio::test]
async fn the_prompt_prefix_is_the_same_whatever_is_asked() {
    for voice in VOICES {
        let script = vec![answers(&voice.says("x = 1", End::Well))];
        let server = Server::start(script).await;
        let model = server.model(voice);
        for _ in 0..2 {
            model.plan(&plan_request()).await.unwrap();
        }
        let sent = server.received();
        assert_eq!(sent[0].body.to_string(), sent[1].body.to_string());
        // Nothing that varies stands before the guide.
        let text = sent[0].body.to_string();
        let guide = Json::from(plan_request().guide().trim_end()).to_string();
        let start = guide.trim_matches('"').chars().take(40).collect::<String>();
        let before = text.split(&start).next().unwrap();
        assert!(!before.contains("Say hello.") && before.len() < 120, "{}: {before}", voice.name);
    }
}
