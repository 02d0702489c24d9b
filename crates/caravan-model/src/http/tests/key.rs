//! A key that is planted, and every place where it could turn up.

use std::path::Path;
use std::sync::Arc;

use caravan_core::model::Model;
use serde_json::{Value as Json, json};

use super::server::{
    Does, End, JSON, KEY, Server, VOICES, Voice, answers, extract_request, http, plan, plan_request,
};
use crate::recording::Recording;
use crate::request::RequestOptions;

/// Servers that give the key back wherever they can.
fn scripts(voice: &Voice) -> Vec<Vec<Does>> {
    let escaped: String = KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    let plan = format!("```python\nx = '{KEY}'\n```");
    let said = voice.says(&plan, End::Well);
    let hidden = voice.says("KEY-HERE", End::Well).to_string().replace("KEY-HERE", &escaped);
    let envelope = json!({"have_enough_information": true, "value": {"place": format!("Oslo {KEY}")}});
    vec![
        vec![answers(&said)],
        vec![http("200 OK", JSON, &hidden)],
        vec![answers(&voice.says(&envelope.to_string(), End::Well))],
        vec![http("401 Unauthorized", JSON, &voice.error(&format!("bad key {KEY}")).to_string())],
        vec![http("400 Bad Request", JSON, &voice.error(&format!("bad schema {KEY}")).to_string())],
        vec![http("500 Internal Server Error", "content-type: text/plain\r\n", KEY)],
        vec![http("200 OK", &format!("content-type: text/{KEY}\r\n"), KEY)],
        vec![http("307 Temporary Redirect", &format!("location: http://x.example/{KEY}\r\n"), "")],
        vec![http("200 OK", JSON, &format!("{{\"{KEY}\": "))],
        vec![http("200 OK", JSON, &format!("{{\"{KEY}\": 1}}"))],
    ]
}

fn assert_clean(text: &str, what: &str) {
    assert!(!text.contains(KEY), "the key is in {what}: {text}");
}

fn assert_folder_clean(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert_clean(&std::fs::read_to_string(&path).unwrap(), &path.display().to_string());
    }
}

#[tokio::test]
async fn a_key_is_in_no_error_recording_answer_or_debug_output() {
    for voice in VOICES {
        for script in scripts(voice) {
            let folder = tempfile::tempdir().unwrap();
            let recording = Recording::create(folder.path()).unwrap();
            let server = Server::start(script).await;
            let model = server.model_with(voice, RequestOptions::default(), Some(recording.clone()));
            assert_clean(&format!("{model:?}"), "the model's debug output");
            let model: Arc<dyn Model> = recording.of(Arc::new(model));
            match model.plan(&plan_request()).await {
                Ok(reply) => assert_clean(&reply.content, "a plan"),
                Err(error) => assert_clean(&format!("{error} {error:?}"), "an error"),
            }
            match model.extract(&extract_request()).await {
                Ok(reply) => assert_clean(&format!("{reply:?}"), "a value"),
                Err(error) => assert_clean(&format!("{error} {error:?}"), "an error"),
            }
            // It was sent, so there was something to find.
            assert!(server.received()[0].head.contains(KEY), "{}", voice.name);
            assert!(folder.path().join("requests.jsonl").is_file());
            assert_folder_clean(folder.path());
        }
    }
}

#[tokio::test]
async fn a_key_that_stands_in_the_configured_body_is_not_recorded() {
    let voice = &VOICES[0];
    let folder = tempfile::tempdir().unwrap();
    let recording = Recording::create(folder.path()).unwrap();
    let server = Server::start(vec![answers(&voice.says("x = 1", End::Well))]).await;
    let extra = json!({"user": KEY}).as_object().cloned().unwrap();
    let options = RequestOptions { extra, ..RequestOptions::default() };
    plan(&server.model_with(voice, options, Some(recording))).await.unwrap();
    assert_eq!(server.received()[0].body["user"], Json::from(KEY));
    assert_folder_clean(folder.path());
}

#[test]
fn a_bad_key_or_address_is_in_no_error() {
    use crate::http::dialect::OpenAi;
    use crate::http::key::Key;
    use crate::http::pace::Rates;
    use crate::http::transport::Transport;

    let make = |url: &str, key: &str| {
        let limits = super::server::limits();
        Transport::new(url, Some(Key::new(key.into())), String::new(), &OpenAi, limits, Rates::default())
    };
    let shown = format!("{:?}", make("http://user:pw@localhost/v1?x=secret", KEY).unwrap());
    assert!(!shown.contains(KEY) && !shown.contains("pw") && !shown.contains("secret"), "{shown}");
    assert_eq!(
        make("http://localhost/v1", "sk-\nsecret").unwrap_err(),
        "the API key holds characters that no header can hold"
    );
    for url in ["ftp://localhost/v1", "localhost", ""] {
        assert_eq!(make(url, KEY).unwrap_err(), "its base URL is no http or https URL");
    }
}
