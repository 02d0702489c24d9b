//! How a value of a schema is got out of providers that hold answers to schemas, that refuse them, and that
//! ignore them.

use caravan_core::model::{ExtractRequest, Extraction, Model, ModelErrorKind};
use serde_json::{Value as Json, json};

use super::server::{
    Does, End, JSON, OPENAI, Server, VOICES, Voice, answers, enveloped, extract_request, http,
};
use crate::recording::Recording;
use crate::request::RequestOptions;

fn turned_down(voice: &Voice) -> Does {
    let message = "Invalid parameter: this model does not support structured output or tool use";
    http("400 Bad Request", JSON, &voice.error(message).to_string())
}

fn says(voice: &Voice, text: &str) -> Does {
    answers(&voice.says(text, End::Well))
}

#[tokio::test]
async fn a_provider_that_turns_schemas_down_is_asked_for_a_call_and_then_in_words_which_is_recorded() {
    for voice in VOICES {
        let folder = tempfile::tempdir().unwrap();
        let recording = Recording::create(folder.path()).unwrap();
        let value = json!({"place": "Oslo"});
        let ways = voice.dialect.ways();
        let mut script: Vec<Does> = ways.iter().skip(1).map(|_| turned_down(voice)).collect();
        script.push(says(voice, &format!("Sure:\n```json\n{}\n```", enveloped(&value))));
        let server = Server::start(script).await;
        let model = server.model_with(voice, RequestOptions::default(), Some(recording));
        for _ in 0..2 {
            let content = model.extract(&extract_request()).await.unwrap().content;
            assert_eq!(content, Extraction::Value(value.clone()), "{}", voice.name);
        }
        // The second time, nothing is asked that was turned down the first time.
        let recorded = std::fs::read_to_string(folder.path().join("requests.jsonl")).unwrap();
        let recorded: Vec<Json> = recorded.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let taken: Vec<&str> = recorded.iter().map(|line| line["way"].as_str().unwrap()).collect();
        let expected: Vec<&str> = ways.iter().map(|way| way.name()).chain(["words"]).collect();
        assert_eq!(taken, expected, "{}", voice.name);
        for (line, received) in recorded.iter().zip(server.received()) {
            assert_eq!(line["body"].to_string(), received.body.to_string(), "{}", voice.name);
        }
    }
}

#[tokio::test]
async fn a_provider_that_ignores_schemas_is_asked_in_another_way() {
    for voice in VOICES {
        let value = json!({"place": "Oslo"});
        let script = vec![says(voice, "The place is Oslo."), says(voice, &enveloped(&value))];
        let server = Server::start(script).await;
        let content = server.model(voice).extract(&extract_request()).await.unwrap().content;
        assert_eq!(content, Extraction::Value(value), "{}", voice.name);
        assert_eq!(server.received().len(), 2, "{}", voice.name);
    }
}

#[tokio::test]
async fn a_value_that_does_not_fit_is_asked_for_again_with_what_is_wrong() {
    for voice in VOICES {
        let wrong = enveloped(&json!({"place": "oslo"}));
        let right = enveloped(&json!({"place": "Oslo"}));
        let server = Server::start(vec![says(voice, &wrong), says(voice, &right)]).await;
        let reply = server.model(voice).extract(&extract_request()).await.unwrap();
        assert_eq!(reply.content, Extraction::Value(json!({"place": "Oslo"})), "{}", voice.name);
        assert_eq!((reply.usage.calls, reply.usage.input_tokens), (2, 24), "{}", voice.name);
        let second = server.received()[1].body.to_string();
        assert!(second.contains("does not match \\\"^[A-Z]\\\" at `/place`"), "{}: {second}", voice.name);
    }
}

#[tokio::test]
async fn a_value_that_never_fits_is_an_error_after_a_bounded_number_of_attempts() {
    for voice in VOICES {
        let server = Server::start(vec![says(voice, &enveloped(&json!({"place": "oslo"})))]).await;
        let error = server.model(voice).extract(&extract_request()).await.unwrap_err();
        assert_eq!(error.kind(), ModelErrorKind::Malformed, "{}", voice.name);
        assert!(error.to_string().contains("gave no value of the schema in 3 attempts"), "{error}");
        assert_eq!(error.to_string().lines().count(), 1);
        assert_eq!(server.received().len(), 3);
        assert_eq!((error.usage().calls, error.usage().output_tokens), (3, 9), "{}", voice.name);
    }
}

#[tokio::test]
async fn what_the_text_does_not_hold_is_an_outcome() {
    for voice in VOICES {
        let answer = json!({"have_enough_information": false, "value": null}).to_string();
        let server = Server::start(vec![says(voice, &answer)]).await;
        let content = server.model(voice).extract(&extract_request()).await.unwrap().content;
        assert_eq!(content, Extraction::NotEnoughInformation, "{}", voice.name);
        assert_eq!(server.received().len(), 1);
    }
}

#[tokio::test]
async fn refusals_and_filters_are_outcomes_and_asked_for_once() {
    for voice in VOICES.iter().filter(|voice| voice.tells_refusals()) {
        for (end, chat, anthropic, gemini) in [
            (End::Refused, Extraction::Refused, Extraction::Refused, Extraction::Filtered),
            (End::Filtered, Extraction::Filtered, Extraction::Refused, Extraction::Filtered),
        ] {
            let server = Server::start(vec![answers(&voice.says("no", end))]).await;
            let content = server.model(voice).extract(&extract_request()).await.unwrap().content;
            let expected = match voice.name {
                "anthropic" => anthropic,
                "gemini" => gemini,
                _ => chat,
            };
            assert_eq!(content, expected, "{}", voice.name);
            assert_eq!(server.received().len(), 1);
        }
    }
}

#[tokio::test]
async fn an_answer_without_an_end_stops_at_a_limit_on_its_tokens() {
    for voice in VOICES {
        let server = Server::start(vec![answers(&voice.says("{\"have_enough", End::Cut))]).await;
        let error = server.model(voice).extract(&extract_request()).await.unwrap_err();
        assert_eq!(error.kind(), ModelErrorKind::Incomplete, "{}", voice.name);
        let sent = server.received();
        assert_eq!(sent.len(), 1);
        assert!(sent[0].body.to_string().contains("16384"), "{}: {}", voice.name, sent[0].body);
    }
}

#[tokio::test]
async fn words_that_are_no_json_are_asked_for_again() {
    let schema = json!({"type": "integer"});
    let request = ExtractRequest { agent: String::new(), query: "How many: three".into(), schema };
    let script = vec![
        turned_down(&OPENAI),
        turned_down(&OPENAI),
        says(&OPENAI, "Three."),
        says(&OPENAI, "{\"have_enough_information\": true, \"value\": 3}"),
    ];
    let server = Server::start(script).await;
    assert_eq!(server.model(&OPENAI).extract(&request).await.unwrap().content, Extraction::Value(json!(3)));
    assert!(server.received()[3].body.to_string().contains("this is no JSON"));
}

#[tokio::test]
async fn another_error_is_no_reason_to_ask_in_another_way() {
    let script = vec![http("400 Bad Request", JSON, &OPENAI.error("the context is too long").to_string())];
    let server = Server::start(script).await;
    let error = server.model(&OPENAI).extract(&extract_request()).await.unwrap_err();
    assert_eq!(error.kind(), ModelErrorKind::Provider);
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn each_way_of_saying_no_to_a_schema_is_understood() {
    for (status, message) in [
        ("400 Bad Request", "Invalid parameter: 'response_format' of this type is not supported"),
        ("400 Bad Request", "Invalid schema for response_format 'answer': 'required' is incomplete"),
        ("404 Not Found", "No endpoints found that can handle the requested parameters."),
        ("400 Bad Request", "output_config.format: this model does not take it"),
        ("400 Bad Request", "Invalid JSON payload received. Unknown name \"responseJsonSchema\""),
        ("400 Bad Request", "The grammar has keys that are not implemented"),
        ("422 Unprocessable Entity", "invalid format: expected json"),
    ] {
        let value = enveloped(&json!({"place": "Oslo"}));
        let refusal = http(status, JSON, &OPENAI.error(message).to_string());
        let server = Server::start(vec![refusal, answers(&OPENAI.calls("answer", &value))]).await;
        let content = server.model(&OPENAI).extract(&extract_request()).await.unwrap().content;
        assert_eq!(content, Extraction::Value(json!({"place": "Oslo"})), "{message}");
    }
}
